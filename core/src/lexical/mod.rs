//! A lexical index: which documents hold which terms, and where.
//!
//! It consists of segments, each of which holds some documents and never changes but where one is removed or becomes
//! somebody else's word. A small segment is one row;
//! a large one has rows for its groups, for each 1,024 documents and for blocks of terms, so that a question reads the rows of its own
//! terms and of the documents that have them. Segments of like sizes are merged into one (`merge`). What a question is given follows
//! from the documents alone, however they are spread over segments. No word is stored, only the hashes of terms.
//! Not here: what a document is of (`record::derived::words`), how documents are ranked (`recall`).

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

pub(crate) use cache::WordCache;
pub(crate) use classify::{Spoken, classify};
pub(crate) use document::{Class, Document};
pub(crate) use entry::{Entry, Flags};
pub(crate) use groups::Group;
pub(crate) use merge::{due, merge};
#[cfg(test)]
pub(crate) use postings::Posting;
pub(crate) use postings::postings_of;
pub(crate) use remove::remove;
pub(crate) use segment::{Bytes, Part, Parts, Segment, Segments};
pub(crate) use write::{Written, write};

#[cfg(test)]
mod tests;
