//! Stored rows of the graph: its keyspaces, and how each kind of row is encoded and decoded.
//!
//! Each file has a small set of rows. Rows of *truth* are kept until the file changes: its outline, details, facts and
//! words, or a manifest's statements, or a document's sections. Rows of *cache* follow from the truth of all files and
//! may be lost at any time: edges and their trace, and, for several files at a time, the name index and the file
//! adjacency. Decoding is total: invalid bytes give `None`, never a panic, and never allocate more than a small
//! multiple of their length. `canonical` is the text of a whole graph, which is in no row. Not here: which rows are
//! loaded when (`space`), checksums (`row`).

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
