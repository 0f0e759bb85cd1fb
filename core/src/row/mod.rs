//! What every stored row shares, whatever it says: its seal with format and checksum, and the codec of its payload.
//!
//! Reading is total: bytes that are not what was written give a [`seal::Flaw`] or `None`, never a panic. Not here: which
//! keyspaces there are and what their rows mean; each space knows its own (`graph::stored`).

pub(crate) mod codec;
pub(crate) mod seal;
