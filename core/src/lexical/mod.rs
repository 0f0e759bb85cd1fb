//! An inverted index with positions: which documents contain which terms, and where.
//!
//! The index consists of segments, which change only when a document is removed or reclassified. A small segment is one
//! row. A large one has rows for its groups, for each 1,024 documents and for blocks of terms. So a question mostly
//! reads the groups, and rows of its own terms and of matching documents. Segments of similar size are merged
//! (`merge`). Results depend only on the documents, not on the division into segments. Only hashes of terms are stored,
//! no words. Not here: which documents a record has (`record::derived::words`), ranking (`recall`).

mod cache;
mod classify;
mod document;
mod entry;
mod groups;
mod merge;
mod postings;
mod remove;
mod segment;
mod write;

pub(crate) use cache::PartCache;
pub(crate) use classify::{SpeakerClass, classify};
pub(crate) use document::{Class, Document};
pub(crate) use entry::{Entry, Flags};
pub(crate) use groups::Group;
pub(crate) use merge::{merge, merge_candidates};
#[cfg(test)]
pub(crate) use postings::Posting;
pub(crate) use postings::postings_of;
pub(crate) use remove::remove;
pub(crate) use segment::{Part, Parts, Segment, Segments, SharedBytes};
pub(crate) use write::{WrittenSegment, write};

#[cfg(test)]
mod tests;
