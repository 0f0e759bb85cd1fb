//! The paths of all files that were touched, many in a row, so that those with a part are found in few rows.
//!
//! A row here is written when a file is touched for the first time, and when the last touch of it goes.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::Sign;
use crate::record::keyspace::{self, Keyspace, hash_name};
use crate::record::rows::Rows;

/// Some of the paths, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct PathsRow {
    #[n(0)]
    pub(crate) paths: Vec<String>,
}

/// The beginning of the keys of all paths: at most 256 rows, as the first byte of a path's hash says which one it is in.
pub(crate) fn paths(tenant: &str) -> Vec<u8> {
    keyspace::row(Keyspace::Paths, tenant, [])
}

fn key_of(tenant: &str, path: &str) -> Vec<u8> {
    keyspace::row(Keyspace::Paths, tenant, [&hash_name(path)[..1]])
}

/// A file that is touched from now on, or no longer.
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
