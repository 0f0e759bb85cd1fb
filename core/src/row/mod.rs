//! The only room that knows stored bytes: keys, seals, and how each kind of row is written and read back.
//!
//! One file is one small set of rows. *Truth* is kept until the file changes: its outline, details, facts and words, or
//! what a manifest states.
//! *Cache* follows from all files' truth and may be lost at any time: its edges, and the trace of names they rest on; and for
//! some files at a time the directory and the joins, which tell readers whose outlines and edges they need.
//! Reading is total: bytes that are not what was written give a [`seal::Flaw`] or `None`, never a panic, and never claim
//! more memory than a small multiple of their length. Not here: which rows are wanted when (`memory`).

pub(crate) mod codec;
pub(crate) mod details;
pub(crate) mod directory;
pub(crate) mod edges;
mod exprs;
pub(crate) mod facts;
pub(crate) mod joins;
pub(crate) mod key;
pub(crate) mod meta;
mod numbered;
pub(crate) mod outline;
pub(crate) mod seal;
pub(crate) mod statement;
pub(crate) mod trace;
pub(crate) mod words;

#[cfg(test)]
mod sample;
