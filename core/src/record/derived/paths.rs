//! The paths of all files that were touched, many in a row, so that those with a part are found in few rows.
//!
//! Which rows a record changes is only known once its file's row is loaded: a row here is written when a file is touched for
//! the first time, and when the last touch of it goes.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::files::{FileRow, file_key};
use super::{RecordRef, Sign};
use crate::record::event::Body;
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

/// The keys of the rows in which these records may change something, once all else that they depend on is loaded.
pub(super) fn needs<'r>(rows: &Rows, all: &[RecordRef<'r>], sign: Sign) -> BTreeSet<Vec<u8>> {
    let is_touched = |of: &RecordRef<'r>, path: &str| match rows.read::<FileRow>(&file_key(of.tenant, path)) {
        None => false,
        Some(file) => sign == Sign::Add || file.n_all() > all.len() as u64,
    };
    let changed = all.iter().filter_map(|of| {
        let Some(Body::FileTouch(touch)) = &of.record.body else { return None };
        (!is_touched(of, &touch.path)).then(|| key_of(of.tenant, &touch.path))
    });
    changed.collect()
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
