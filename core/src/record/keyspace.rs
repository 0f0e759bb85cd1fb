//! Keys of the rows about records, windows and sessions: a byte for the keyspace, the tenant, and a rest that is unique
//! within both.
//!
//! A tenant's rows in a keyspace are contiguous. The tenant's length precedes its name, so that no key of one tenant
//! begins as a key of another.

use alloc::vec::Vec;

pub use super::kinds::Kind;
use super::situation::scopes;
use crate::base::id::RecordId;

/// The keyspace of a row: the first byte of its key. Rows marked as derived follow from other rows, or matter to this
/// store alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Keyspace {
    /// The formats of the rows in the store. One row for all tenants.
    Meta = 0x80,
    /// A record, by its id.
    Record = 0x81,
    /// The id of the record that an event became, by a hash of the event's id; after damage by the part of the hash in
    /// the record's id.
    Event = 0x82,
    /// The tombstone of a forgotten record, by its id.
    Tombstone = 0x83,
    /// Derived: the list of the records of a kind and channel, newest first, each with its size.
    Order = 0x84,
    /// Derived: the number of records of a tenant.
    Totals = 0x85,
    /// Derived: the position of upkeep, one row for all tenants. During a salvage also marks of damaged rows, and the
    /// newest counts of each tenant.
    Upkeep = 0x86,
    /// The state of a window, by its name.
    Window = 0x87,
    /// A pruned part of a window, by its id.
    Pruned = 0x88,
    /// The content of a pruned part of a window, until its lifetime ends.
    Body = 0x89,
    /// A snapshot of a window, newest first.
    Snapshot = 0x8a,
    /// Derived: the list of the records in a scope, such as a session or a file, newest first.
    Scoped = 0x8b,
    /// Derived: the counts of a tool's calls on a day.
    ToolDay = 0x8c,
    /// Derived: a touched file with its counts.
    File = 0x8d,
    /// Derived, up to format 2: an edit for a task, oldest first.
    TaskEdit = 0x8e,
    /// Derived, up to format 2: how often edits of two files were near each other.
    Pair = 0x8f,
    /// Derived: the state of a task.
    Task = 0x90,
    /// Derived: how often a strategy worked, and how often not.
    Tally = 0x91,
    /// Derived: the record that holds the newest value of a key.
    KeyValue = 0x92,
    /// Derived: a pattern with its counts.
    Pattern = 0x93,
    /// Derived: rankings by frequency or time, whose rows move when a rank changes.
    Ranked = 0x94,
    /// Derived: failures and renames of a session from which a pattern may still be learnt.
    Pending = 0x95,
    /// Derived: how often a file was touched or a tool called for a task.
    TaskCount = 0x96,
    /// Derived: how many events a principal recorded on a day.
    Quota = 0x97,
    /// Derived: the position up to which expired records were looked for.
    Expiry = 0x98,
    /// The current context of a session, by the session's id.
    Session = 0x99,
    /// Some entries of a session's history.
    SessionEntries = 0x9a,
    /// An earlier version of a session's context, newest first.
    SessionVersion = 0x9b,
    /// Derived: the paths of some touched files.
    Paths = 0x9c,
    /// Derived: a file that was edited on an occasion: for a task, in a session or on a day.
    Occasion = 0x9d,
    /// Derived: on how many occasions two files were edited together.
    Together = 0x9e,
    /// Derived: the activity of a session: how many records it has, and when it was last active.
    Run = 0x9f,
    /// Derived: the list of segments of the index of words.
    Words = 0xa0,
    /// Derived: a part of a segment of the index of words.
    WordParts = 0xa1,
    /// Derived: which version of the rules on secrets a tenant's records were checked by, and up to where.
    Rules = 0xa2,
}

impl Keyspace {
    const ALL: [Keyspace; 35] = [
        Keyspace::Meta,
        Keyspace::Record,
        Keyspace::Event,
        Keyspace::Tombstone,
        Keyspace::Order,
        Keyspace::Totals,
        Keyspace::Upkeep,
        Keyspace::Window,
        Keyspace::Pruned,
        Keyspace::Body,
        Keyspace::Snapshot,
        Keyspace::Scoped,
        Keyspace::ToolDay,
        Keyspace::File,
        Keyspace::TaskEdit,
        Keyspace::Pair,
        Keyspace::Task,
        Keyspace::Tally,
        Keyspace::KeyValue,
        Keyspace::Pattern,
        Keyspace::Ranked,
        Keyspace::Pending,
        Keyspace::TaskCount,
        Keyspace::Quota,
        Keyspace::Expiry,
        Keyspace::Session,
        Keyspace::SessionEntries,
        Keyspace::SessionVersion,
        Keyspace::Paths,
        Keyspace::Occasion,
        Keyspace::Together,
        Keyspace::Run,
        Keyspace::Words,
        Keyspace::WordParts,
        Keyspace::Rules,
    ];

    /// Whether its rows follow from other rows, or matter to this store alone. Such rows are never salvaged, exported
    /// or copied to another memory.
    pub(crate) fn is_derived(self) -> bool {
        !matches!(
            self,
            Keyspace::Record
                | Keyspace::Event
                | Keyspace::Tombstone
                | Keyspace::Window
                | Keyspace::Pruned
                | Keyspace::Body
                | Keyspace::Snapshot
                | Keyspace::Session
                | Keyspace::SessionEntries
                | Keyspace::SessionVersion
        )
    }
}

crate::situation! { [scopes] {
/// The scopes that records are listed in, beside their kind and channel. The members of a situation add theirs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Scope {
    Conversation = 2,
    /// Touches of a file, by its path.
    Path = 3,
    Tool = 4,
    /// Records that were derived from a record.
    Parent = 5,
    /// Records with a member of their metadata, as `name=value`.
    Member = 6,
    /// The steps of a task.
    Step = 7,
    /// The values that a key had.
    KeyValue = 8,
    /// Notes, decisions and lessons about a file, by its path.
    Anchor = 10,
    /// Fixes of an error, by its signature.
    Fix = 11,
    /// Fixes of an error, by each file that was edited for it.
    Mended = 12,
    /// Records that an adoption raised.
    Adoption = 13,
}
} }

/// Marks damaged rows, while a store is salvaged.
const DAMAGED_ROW: u8 = 0;
/// Marks the newest counts of a tenant, while a store is salvaged.
const STATED_COUNTS: u8 = 1;

/// A hash of a name, for keys: names can be of any length.
pub(crate) type NameHash = [u8; 16];

pub(crate) fn hash_name(name: &str) -> NameHash {
    xxhash_rust::xxh3::xxh3_128(name.as_bytes()).to_be_bytes()
}

/// The key of the row with the store's formats.
pub(crate) fn meta_key() -> Vec<u8> {
    vec![Keyspace::Meta as u8]
}

pub(crate) fn tenant_prefix(keyspace: Keyspace, tenant: &str) -> Vec<u8> {
    let mut key = Vec::with_capacity(2 + tenant.len() + 16);
    key.push(keyspace as u8);
    push_short(&mut key, tenant);
    key
}

pub(crate) fn record_key(tenant: &str, id: RecordId) -> Vec<u8> {
    with(tenant_prefix(Keyspace::Record, tenant), &id.bytes())
}

pub(crate) fn event_key(tenant: &str, hash: [u8; 16]) -> Vec<u8> {
    with(tenant_prefix(Keyspace::Event, tenant), &hash)
}

/// The key of an event, by the part of its hash that is in its record's id.
pub(crate) fn event_key_of(tenant: &str, id: RecordId) -> Vec<u8> {
    event_key(tenant, id.without_time())
}

pub(crate) fn tombstone_key(tenant: &str, id: RecordId) -> Vec<u8> {
    with(tenant_prefix(Keyspace::Tombstone, tenant), &id.bytes())
}

pub(crate) fn totals_key(tenant: &str) -> Vec<u8> {
    tenant_prefix(Keyspace::Totals, tenant)
}

/// The key of a record in the list of its kind and a channel; an empty channel means all channels.
pub(crate) fn list_key(tenant: &str, kind: Kind, channel: &str, id: RecordId) -> Vec<u8> {
    with(list_prefix(tenant, kind, channel), &id.newest_first())
}

/// The prefix of the keys in the list of a kind and a channel; an empty channel means all channels.
pub(crate) fn list_prefix(tenant: &str, kind: Kind, channel: &str) -> Vec<u8> {
    let mut key = with(tenant_prefix(Keyspace::Order, tenant), &[kind as u8]);
    push_short(&mut key, channel);
    key
}

/// The prefix of the keys of the records in a scope; `name` is the session, file, record or the like of the scope.
pub(crate) fn scope_prefix(tenant: &str, scope: Scope, name: &str) -> Vec<u8> {
    with(with(tenant_prefix(Keyspace::Scoped, tenant), &[scope as u8]), &hash_name(name))
}

pub(crate) fn scope_key(tenant: &str, scope: Scope, name: &str, id: RecordId) -> Vec<u8> {
    with(scope_prefix(tenant, scope, name), &id.newest_first())
}

/// A key: a keyspace, a tenant, and parts that are unique within both.
pub(crate) fn row_key<'p>(keyspace: Keyspace, tenant: &str, parts: impl IntoIterator<Item = &'p [u8]>) -> Vec<u8> {
    parts.into_iter().fold(tenant_prefix(keyspace, tenant), with)
}

/// The id of a record, from the key of its place in a list.
pub(crate) fn ordered_id(key: &[u8]) -> Option<RecordId> {
    key.last_chunk::<16>().map(|bytes| RecordId::from_bytes(bytes.map(|byte| !byte)))
}

/// The key of a window's state. It ends with the window's name, so that windows are sorted by name.
pub(crate) fn window_key(tenant: &str, name: &str) -> Vec<u8> {
    with(windows_prefix(tenant), name.as_bytes())
}

/// The prefix of the keys of a named window or session in a keyspace.
pub(crate) fn named_prefix(keyspace: Keyspace, tenant: &str, name: &str) -> Vec<u8> {
    let mut key = tenant_prefix(keyspace, tenant);
    push_short(&mut key, name);
    key
}

/// The key of a row of a named window or session in a keyspace, which ends with `end`.
pub(crate) fn named_key(keyspace: Keyspace, tenant: &str, name: &str, end: &[u8]) -> Vec<u8> {
    with(named_prefix(keyspace, tenant, name), end)
}

pub(crate) fn windows_prefix(tenant: &str) -> Vec<u8> {
    tenant_prefix(Keyspace::Window, tenant)
}

pub(crate) fn session_context_key(tenant: &str, id: &str) -> Vec<u8> {
    with(tenant_prefix(Keyspace::Session, tenant), id.as_bytes())
}

/// The prefixes of the keys of a session's entries, and of its versions.
pub(crate) fn session_prefixes(tenant: &str, id: &str) -> [Vec<u8>; 2] {
    [Keyspace::SessionEntries, Keyspace::SessionVersion].map(|keyspace| named_prefix(keyspace, tenant, id))
}

/// The range of the keys of all records of all tenants.
pub(crate) fn all_records() -> (Vec<u8>, Vec<u8>) {
    (vec![Keyspace::Record as u8], vec![Keyspace::Record as u8 + 1])
}

/// The key of the row that marks another row as damaged, while a store is salvaged. It belongs to no tenant.
pub(crate) fn damage_mark_key(key: &[u8]) -> Vec<u8> {
    with(vec![Keyspace::Upkeep as u8, DAMAGED_ROW], &xxhash_rust::xxh3::xxh3_128(key).to_be_bytes())
}

/// The key of the newest counts that a damaged store states for a tenant, while it is salvaged.
pub(crate) fn stated_counts_key(tenant: &str) -> Vec<u8> {
    with(vec![Keyspace::Upkeep as u8, STATED_COUNTS], tenant.as_bytes())
}

/// The tenant in the key of stated counts; `None` for any other key.
pub(crate) fn tenant_of_stated_counts(key: &[u8]) -> Option<&str> {
    core::str::from_utf8(key.strip_prefix(&[Keyspace::Upkeep as u8, STATED_COUNTS])?).ok()
}

/// The range of all keys that exist only while a store is salvaged.
pub(crate) fn salvage_range() -> (Vec<u8>, Vec<u8>) {
    (vec![Keyspace::Upkeep as u8, DAMAGED_ROW], vec![Keyspace::Upkeep as u8 + 1])
}

/// The ranges of keys, in order, that may hold rows of older formats to be written again or removed; of all tenants.
pub(crate) fn older_format_ranges() -> [(Vec<u8>, Vec<u8>); 3] {
    let range_of = |first: Keyspace, last: Keyspace| (vec![first as u8], vec![last as u8 + 1]);
    [all_records(), range_of(Keyspace::TaskEdit, Keyspace::Pair), range_of(Keyspace::Ranked, Keyspace::Ranked)]
}

/// The byte that marks a ranking of pairs of files in the form used up to format 2.
pub(crate) const RANK_OF_FORMAT_2: u8 = b'p';

/// Whether a tenant's ranked row ranks a pair in the form used up to format 2.
pub(crate) fn is_rank_of_format_2(key: &[u8], tenant: &str) -> bool {
    key.get(2 + tenant.len()) == Some(&RANK_OF_FORMAT_2)
}

/// The range of the keys of a tenant's records from an id on.
pub(crate) fn records_since(tenant: &str, first_id: RecordId) -> (Vec<u8>, Vec<u8>) {
    (record_key(tenant, first_id), end_of(tenant_prefix(Keyspace::Record, tenant)))
}

/// The keyspace and the tenant of a key; `None` for a key of another form.
pub(crate) fn parse(key: &[u8]) -> Option<(Keyspace, &str)> {
    let (&keyspace_byte, rest) = key.split_first()?;
    let keyspace = Keyspace::ALL.into_iter().find(|keyspace| *keyspace as u8 == keyspace_byte)?;
    if matches!(keyspace, Keyspace::Meta | Keyspace::Upkeep) {
        return Some((keyspace, ""));
    }
    let (&length, rest) = rest.split_first()?;
    let (tenant, rest) = rest.split_at_checked(usize::from(length))?;
    use Keyspace::{Event, Record, Tombstone};
    let is_whole = !matches!(keyspace, Record | Event | Tombstone) || rest.len() == 16;
    Some((keyspace, core::str::from_utf8(tenant).ok().filter(|_| is_whole)?))
}

/// The id of a record, from its key.
pub(crate) fn id_at_end(key: &[u8]) -> Option<RecordId> {
    key.last_chunk::<16>().copied().map(RecordId::from_bytes)
}

/// The first key after all keys with this prefix.
pub(crate) fn end_of(mut prefix: Vec<u8>) -> Vec<u8> {
    while prefix.pop_if(|last| *last == u8::MAX).is_some() {}
    if let Some(last) = prefix.last_mut() {
        *last += 1;
    }
    prefix
}

/// Appends a name of at most 255 bytes, as its length and its bytes. The length must have been checked.
fn push_short(key: &mut Vec<u8>, name: &str) {
    key.push(name.len() as u8);
    key.extend_from_slice(name.as_bytes());
}

fn with(mut key: Vec<u8>, end: &[u8]) -> Vec<u8> {
    key.extend_from_slice(end);
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::Timestamp;

    fn id(milliseconds: i64) -> RecordId {
        RecordId::of_event(Timestamp::checked("now", milliseconds).unwrap(), "me", "e")
    }

    #[test]
    fn no_tenants_rows_lie_in_another_ones_range() {
        for (one, other) in [("a", "ab"), ("", "a"), ("a\u{1}", "a")] {
            let prefix = list_prefix(one, Kind::Note, "");
            let key = list_key(other, Kind::Note, "", id(1));
            assert!(!(prefix..end_of(list_prefix(one, Kind::Note, ""))).contains(&key), "{one:?} {other:?}");
        }
    }

    #[test]
    fn an_order_is_newest_first_and_gives_its_ids_back() {
        let keys = [id(3), id(2), id(1)].map(|id| list_key("me", Kind::Note, "work", id));
        assert!(keys.is_sorted());
        assert_eq!(ordered_id(&keys[0]), Some(id(3)));
    }

    #[test]
    fn the_end_of_a_prefix_is_after_every_key_that_begins_so() {
        assert_eq!(end_of(vec![1, 2]), [1, 3]);
        assert_eq!(end_of(vec![1, 0xff, 0xff]), [2]);
    }
}
