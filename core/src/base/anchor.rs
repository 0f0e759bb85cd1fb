//! Anchors: places in the code that records refer to, as they were when recorded. An anchor names its place by path and
//! symbol, and by no number of the index, so it outlives a rebuild of the index.

use alloc::string::String;
use alloc::vec::Vec;

use super::error::Error;
use super::path::check_path;

/// Greatest length in bytes of a symbol's id, which is a path and a qualified name.
const MAX_SYMBOL_BYTES: usize = 2_048;
/// Length in bytes of a SHA-256 hash.
const HASH_BYTES: usize = 32;
/// Greatest length of a commit's hash in hexadecimal digits: 40 for SHA-1, 64 for SHA-256.
const MAX_COMMIT_BYTES: usize = 64;

/// A place in the code, as it was when a record referred to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "records", derive(minicbor::Encode, minicbor::Decode), cbor(map))]
pub struct Anchor {
    /// Path of the file, relative to the indexed root.
    #[cfg_attr(feature = "records", n(0))]
    pub path: String,
    /// The id of a symbol in the file; empty for the file itself.
    #[cfg_attr(feature = "records", n(1), cbor(default))]
    pub symbol: String,
    /// SHA-256 of the file; empty if unknown.
    #[cfg_attr(feature = "records", n(2), cbor(default, with = "minicbor::bytes"))]
    pub hash: Vec<u8>,
    /// Hash of the checked-out commit, in hexadecimal digits; empty if unknown.
    #[cfg_attr(feature = "records", n(3), cbor(default))]
    pub commit: String,
}

impl Anchor {
    pub(crate) fn check(&self) -> Result<(), Error> {
        check_path(&self.path)?;
        Error::check_limit("bytes of an anchor's symbol", self.symbol.len(), MAX_SYMBOL_BYTES)?;
        if !self.hash.is_empty() && self.hash.len() != HASH_BYTES {
            return Err(Error::invalid("anchors", "a hash has 32 bytes, or none"));
        }
        let is_commit =
            self.commit.len() <= MAX_COMMIT_BYTES && self.commit.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_commit { Ok(()) } else { Err(Error::invalid("anchors", "a commit is at most 64 hex digits")) }
    }
}
