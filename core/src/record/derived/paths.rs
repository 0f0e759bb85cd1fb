//! The paths of all touched files, many in one row, so that those that contain a text are found in few rows.
//!
//! A row is written if a file is touched for the first time, and if the last touch of a file is removed.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::Sign;
use crate::record::keyspace::{self, Keyspace, hash_name};
use crate::record::rows::Rows;

/// The stored row of some of the paths, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct PathsRow {
    #[n(0)]
    pub(crate) paths: Vec<String>,
}

/// The prefix of the keys of all paths: at most 256 rows, by the first byte of the hash of a path.
pub(crate) fn paths_prefix(tenant: &str) -> Vec<u8> {
    keyspace::row_key(Keyspace::Paths, tenant, [])
}

fn key_of(tenant: &str, path: &str) -> Vec<u8> {
    keyspace::row_key(Keyspace::Paths, tenant, [&hash_name(path)[..1]])
}

/// Adds a file that is touched for the first time, or removes one whose last touch is removed.
pub(super) fn apply(rows: &mut Rows, tenant: &str, path: &str, sign: Sign) {
    let key = key_of(tenant, path);
    let PathsRow { mut paths } = rows.read(&key).unwrap_or_default();
    match (paths.binary_search_by(|one| one.as_str().cmp(path)), sign) {
        (Err(at), Sign::Add) => paths.insert(at, String::from(path)),
        (Ok(at), Sign::Remove) => drop(paths.remove(at)),
        _ => return,
    }
    match paths.is_empty() {
        true => rows.set(key, None),
        false => rows.put(key, &PathsRow { paths }),
    }
}
