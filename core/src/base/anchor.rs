//! Where in the code a record speaks of, as it was when it was recorded: by value, so that the index may be remade.

use alloc::string::String;
use alloc::vec::Vec;

use super::error::Error;
use super::path::check_path;

/// The longest id of a symbol: its path and its qualified name.
const MAX_SYMBOL_BYTES: usize = 2_048;
/// SHA-256.
const HASH_BYTES: usize = 32;
/// A commit's hash in hex: SHA-1 has 40 digits, SHA-256 64.
const MAX_COMMIT_BYTES: usize = 64;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "records", derive(minicbor::Encode, minicbor::Decode), cbor(map))]
pub struct Anchor {
    /// The file.
    #[cfg_attr(feature = "records", n(0))]
    pub path: String,
    /// The id of a symbol in it; empty for the file.
    #[cfg_attr(feature = "records", n(1), cbor(default))]
    pub symbol: String,
    /// SHA-256 of the file; empty where it is not known.
    #[cfg_attr(feature = "records", n(2), cbor(default, with = "minicbor::bytes"))]
    pub hash: Vec<u8>,
    /// The commit that was checked out, in hex; empty where it is not known.
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
