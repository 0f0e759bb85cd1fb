//! The lists of records, by kind and channel and by scope, each newest first.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{RecordRef, Sign, key_values};
use crate::record::check::filterable_members;
use crate::record::envelope::Record;
use crate::record::fields::Value;
use crate::record::keyspace::{self, Kind, Scope};
use crate::record::kinds::{Body, Observation, PatternKind};
use crate::record::rows::Rows;
use crate::record::situation::Situated as _;
use crate::record::trust::Origin;

/// The entry of a record in a list. The record's id is in the key.
#[derive(Clone, Copy, Debug, Encode, Decode)]
#[cbor(map)]
pub(crate) struct ListRow {
    /// The approximate number of bytes of the record's row.
    #[n(0)]
    pub(crate) n_bytes: u32,
    /// The kind of the record in the list of a scope, whose records may have different kinds; `None` in a list of one
    /// kind.
    #[n(1)]
    pub(crate) kind: Option<Kind>,
    /// Whether the record was imported, and so tells of others' work.
    #[n(2)]
    #[cbor(default)]
    pub(crate) is_imported: bool,
}

/// The scopes that list a record, each with the name that the record has there.
pub(crate) fn scopes(record: &Record) -> Vec<(Scope, String)> {
    let mut scopes = Vec::new();
    let mut add_scope = |scope, name: &str| {
        if !name.is_empty() {
            scopes.push((scope, String::from(name)));
        }
    };
    record.situation().for_each(|(member, name)| add_scope(member.scope, name));
    for (field, value) in record.body.iter().flat_map(Body::values) {
        if let (Some(scope), Value::Text(name)) = (field.scope, value) {
            add_scope(scope, name);
        }
    }
    if record.kind == Kind::TaskStep {
        add_scope(Scope::Step, &record.task);
    }
    if let Some(name) = key_values::scope_of(record) {
        add_scope(Scope::KeyValue, &name);
    }
    for parent in &record.parents {
        add_scope(Scope::Parent, &parent.id().text());
    }
    for adoption in record.adoptions() {
        add_scope(Scope::Adoption, &adoption.record.id().text());
    }
    anchored_paths(record).into_iter().for_each(|path| add_scope(Scope::Anchor, path));
    if let Some(Body::Observation(Observation { pattern: PatternKind::ErrorFix, signature, files, .. })) = &record.body
    {
        add_scope(Scope::Fix, signature);
        files.iter().for_each(|path| add_scope(Scope::Mended, path));
    }
    if !record.metadata.is_empty() {
        filterable_members(&record.metadata).iter().for_each(|member| add_scope(Scope::Member, member));
    }
    scopes
}

/// The files that a note, a decision or a lesson is about, each once.
pub(crate) fn anchored_paths(record: &Record) -> BTreeSet<&str> {
    match record.kind {
        Kind::Note | Kind::Decision | Kind::Lesson => {
            record.anchors.iter().map(|anchor| anchor.path.as_str()).collect()
        }
        _ => BTreeSet::new(),
    }
}

/// Adds a record to its lists, or removes it from them.
pub(super) fn apply(rows: &mut Rows, record_ref: RecordRef<'_>, n_bytes: u32, sign: Sign) {
    let RecordRef { tenant, id, record } = record_ref;
    let is_imported = record.origin == Origin::Imported;
    for channel in ["", &record.channel] {
        let key = keyspace::list_key(tenant, record.kind, channel, id);
        put(rows, key, ListRow { n_bytes, kind: None, is_imported }, sign);
    }
    for (scope, name) in scopes(record) {
        let key = keyspace::scope_key(tenant, scope, &name, id);
        put(rows, key, ListRow { n_bytes, kind: Some(record.kind), is_imported }, sign);
    }
}

/// Lists an import or an observation of an older format again, because its rows lack today's fields or scopes.
pub(super) fn apply_again(rows: &mut Rows, record_ref: RecordRef<'_>) {
    if record_ref.record.origin == Origin::Imported || record_ref.record.kind == Kind::Observation {
        let n_bytes = record_ref.record.seal(&keyspace::record_key(record_ref.tenant, record_ref.id)).len();
        apply(rows, record_ref, n_bytes as u32, Sign::Add);
    }
}

fn put(rows: &mut Rows, key: Vec<u8>, row: ListRow, sign: Sign) {
    match sign {
        Sign::Add => rows.put(key, &row),
        Sign::Remove => rows.set(key, None),
    }
}
