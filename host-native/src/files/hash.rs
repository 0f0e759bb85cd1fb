//! The hash of a file: SHA-256 of its bytes, which identifies a file's content everywhere in Scrubjay.

use sha2::{Digest, Sha256};

/// SHA-256 of a file's bytes.
pub type Hash = [u8; 32];

/// Hashes bytes.
pub fn hash(bytes: &[u8]) -> Hash {
    Sha256::digest(bytes).into()
}
