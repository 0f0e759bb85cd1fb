//! The form that all stored rows share: the seal with format and checksum, and the codec of payloads.
//!
//! Decoding is total: invalid bytes give a [`seal::Flaw`] or `None`, never a panic. Not here: keyspaces and the
//! meaning of their rows (as `graph::stored`).

pub(crate) mod codec;
pub(crate) mod seal;
