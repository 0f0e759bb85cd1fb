//! The touched files, each with how often each operation was done on it.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{RecordRef, Sign, paths};
use crate::record::event::{FileOperation, FileTouch};
use crate::record::fields::WordEnum as _;
use crate::record::keyspace::{self, Keyspace, hash_name};
use crate::record::rows::Rows;
use crate::record::trust::Origin;

/// The touches of one file. The row is removed with the last touch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct FileRow {
    #[n(0)]
    pub(crate) path: String,
    /// How often each operation was done on it, by the operation's number; imported touches are not counted.
    #[n(1)]
    pub(crate) operations: Vec<u64>,
    /// How often it was touched according to imports.
    #[n(2)]
    #[cbor(default)]
    pub(crate) n_imported: u64,
}

impl FileRow {
    /// How often it was touched, without imported touches.
    pub(crate) fn n_touches(&self) -> u64 {
        self.operations.iter().sum()
    }

    /// How often it was touched, with imported touches.
    pub(crate) fn n_all(&self) -> u64 {
        self.n_touches() + self.n_imported
    }
}

pub(crate) fn file_key(tenant: &str, path: &str) -> Vec<u8> {
    keyspace::row_key(Keyspace::File, tenant, [hash_name(path).as_slice()])
}

/// Moves the count of a touch from the own touches to the imported ones, if its record is imported.
pub(super) fn recount_imported(rows: &mut Rows, record_ref: RecordRef<'_>, touch: &FileTouch) {
    let key = file_key(record_ref.tenant, &touch.path);
    if let (Origin::Imported, Some(mut file)) = (record_ref.record.origin, rows.read::<FileRow>(&key))
        && let Some(n @ 1..) = file.operations.get_mut(touch.operation as usize)
    {
        (*n, file.n_imported) = (*n - 1, file.n_imported + 1);
        rows.put(key, &file);
    }
}

/// Counts a touch that is added or removed.
pub(super) fn apply(rows: &mut Rows, record_ref: RecordRef<'_>, touch: &FileTouch, sign: Sign) {
    let key = file_key(record_ref.tenant, &touch.path);
    let before: Option<FileRow> = rows.read(&key);
    let is_new = before.is_none();
    let mut file = before.unwrap_or_default();
    file.operations.resize(FileOperation::ALL.len(), 0);
    let n = match record_ref.record.origin {
        Origin::Imported => &mut file.n_imported,
        _ => &mut file.operations[touch.operation as usize],
    };
    *n = sign.count(*n, 1);
    let n_all = file.n_all();
    if is_new || n_all == 0 {
        paths::apply(rows, record_ref.tenant, &touch.path, sign);
    }
    match n_all {
        0 => rows.set(key, None),
        _ => rows.put(key, &FileRow { path: touch.path.clone(), ..file }),
    }
}
