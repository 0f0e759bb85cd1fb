//! How the graph is stored: its keyspaces, and how each kind of row is written and read back.
//!
//! One file is one small set of rows. *Truth* is kept until the file changes: its outline, details, facts and words, or what a
//! manifest states, or the sections of a document. *Cache* follows from the truth of all files and may be lost at any time:
//! edges and the trace of names that they depend on; and, for several files at a time, the name index and the file adjacency,
//! which tell readers whose outlines and edges they need. Reading is total: bytes that are not what was written give `None`,
//! never a panic, and never claim more memory than a small multiple of their length. Not here: which rows are wanted when
//! (`space`), checksums (`row`).

pub(crate) mod canonical;
pub(crate) mod declined;
pub(crate) mod details;
pub(crate) mod edges;
mod enum_codes;
mod exprs;
pub(crate) mod facts;
pub(crate) mod file_adjacency;
pub(crate) mod keyspace;
pub(crate) mod meta;
pub(crate) mod name_index;
pub(crate) mod outline;
pub(crate) mod sections;
pub(crate) mod statement;
pub(crate) mod trace;
pub(crate) mod words;

#[cfg(test)]
mod sample;
