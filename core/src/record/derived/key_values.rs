//! Names the record with the newest value of each key: of a conversation, of a user's profile, or of a channel's
//! decisions, whose keys are their titles.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{RecordRef, Sign};
use crate::record::envelope::{Parent, Record};
use crate::record::event::Body;
use crate::record::keyspace::{self, Keyspace, Scope, hash_name};
use crate::record::rows::{Rows, Span};

/// The owner of keys: a conversation of a principal and channel, the profile of a principal, or the decisions of a
/// channel.
#[derive(Clone, Copy, Debug)]
pub(crate) enum KeyValueScope<'n> {
    Working { principal: &'n str, channel: &'n str, conversation: &'n str },
    Profile { principal: &'n str },
    Decisions { channel: &'n str },
}

/// The stored row of a key: the newest record with a value for it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct KeyValueRow {
    #[n(0)]
    pub(crate) record: Parent,
}

impl KeyValueScope<'_> {
    /// A byte and a name that are unique to this scope: no part of the name has a NUL.
    fn tag_and_name(&self) -> (u8, String) {
        match self {
            KeyValueScope::Working { principal, channel, conversation } => {
                (0, alloc::format!("{principal}\0{channel}\0{conversation}"))
            }
            KeyValueScope::Profile { principal } => (1, String::from(*principal)),
            KeyValueScope::Decisions { channel } => (2, String::from(*channel)),
        }
    }
}

/// The prefix of the keys of a scope's rows. A row's key ends with the key of the value, so that rows are sorted by it.
pub(crate) fn key_values_prefix(tenant: &str, scope: KeyValueScope<'_>) -> Vec<u8> {
    let (tag, name) = scope.tag_and_name();
    keyspace::row_key(Keyspace::KeyValue, tenant, [&[tag][..], &hash_name(&name)])
}

/// The scope and the key of the value in a record; `None` if its kind has none.
fn scope_and_key(record: &Record) -> Option<(KeyValueScope<'_>, &str)> {
    let principal = &record.principal;
    Some(match record.body.as_ref()? {
        Body::WorkingValue(value) => {
            let (channel, conversation) = (&record.channel, &value.conversation);
            (KeyValueScope::Working { principal, channel, conversation }, &value.key)
        }
        Body::ProfileValue(value) => (KeyValueScope::Profile { principal }, &value.key),
        Body::Decision(decision) => (KeyValueScope::Decisions { channel: &record.channel }, &decision.title),
        _ => return None,
    })
}

/// The name of the scope that lists all values of a record's key; `None` if it has no key.
pub(crate) fn scope_of(record: &Record) -> Option<String> {
    let (scope, key) = scope_and_key(record)?;
    let (tag, name) = scope.tag_and_name();
    Some(alloc::format!("{tag}\0{name}\0{key}"))
}

/// The key of the row that names the newest record with the scope and key of `record`; `None` if it has no key.
pub(crate) fn key_value_key(tenant: &str, record: &Record) -> Option<Vec<u8>> {
    let (scope, key) = scope_and_key(record)?;
    Some([key_values_prefix(tenant, scope).as_slice(), key.as_bytes()].concat())
}

/// The span of the list of all records with the same scope and key; `None` if the record has no key.
fn values_span(record_ref: RecordRef<'_>) -> Option<Span> {
    Some(keyspace::scope_prefix(record_ref.tenant, Scope::KeyValue, &scope_of(record_ref.record)?).into())
}

/// Updates which record holds the newest value, as a record is added or removed.
pub(super) fn apply(rows: &mut Rows, record_ref: RecordRef<'_>, sign: Sign) {
    let (Some(key), Some(values)) = (key_value_key(record_ref.tenant, record_ref.record), values_span(record_ref))
    else {
        return;
    };
    let this_record = Parent::of(record_ref.id);
    let holder: Option<Parent> = rows.read(&key).map(|row: KeyValueRow| row.record);
    match sign {
        Sign::Add if holder.is_none_or(|holder| holder <= this_record) => {
            rows.put(key, &KeyValueRow { record: this_record })
        }
        Sign::Remove if holder == Some(this_record) => {
            // The newest other record takes its place. The removed record is no longer in the list.
            let newest = rows.all(&values).find_map(|(key, _)| keyspace::ordered_id(key));
            match newest {
                Some(newest) => rows.put(key, &KeyValueRow { record: Parent::of(newest) }),
                None => rows.set(key, None),
            }
        }
        _ => {}
    }
}
