//! The files that were touched, and how often for what.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{Needs, Of, Sign, paths};
use crate::record::event::{FileOperation, FileTouch};
use crate::record::keyspace::{self, Keyspace, hash_name};
use crate::record::rows::Rows;

/// A file that was touched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct FileRow {
    #[n(0)]
    pub(crate) path: String,
    /// How often, for each operation by its number.
    #[n(1)]
    pub(crate) operations: Vec<u64>,
}

impl FileRow {
    pub(crate) fn n_touches(&self) -> u64 {
        self.operations.iter().sum()
    }
}

pub(crate) fn file_key(tenant: &str, path: &str) -> Vec<u8> {
    keyspace::row(Keyspace::File, tenant, [hash_name(path).as_slice()])
}

pub(super) fn needs(of: Of<'_>, touch: &FileTouch, needs: &mut Needs) {
    needs.keys.insert(file_key(of.tenant, &touch.path));
}

pub(super) fn apply(rows: &mut Rows, of: Of<'_>, touch: &FileTouch, sign: Sign) {
    let key = file_key(of.tenant, &touch.path);
    let before: Option<FileRow> = rows.read(&key);
    let is_new = before.is_none();
    let mut file = before.unwrap_or_default();
    file.operations.resize(FileOperation::ALL.len(), 0);
    let n = &mut file.operations[touch.operation as usize];
    *n = sign.count(*n, 1);
    let n_touches = file.n_touches();
    if is_new || n_touches == 0 {
        paths::apply(rows, of.tenant, &touch.path, sign);
    }
    match n_touches {
        0 => rows.set(key, None),
        _ => rows.put(key, &FileRow { path: touch.path.clone(), ..file }),
    }
}
