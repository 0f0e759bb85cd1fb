//! Keys of records: a byte for the keyspace, the tenant, and what tells the rows of a tenant apart.
//!
//! A tenant's rows of a keyspace are contiguous, and no key of one tenant is a key of another: the tenant's length stands
//! before it.

use alloc::vec::Vec;

pub use super::kinds::Kind;
use super::situation::scopes;
use crate::base::id::RecordId;

/// The kind of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Keyspace {
    /// One row of all tenants: the formats in the store.
    Meta = 0x80,
    /// Truth: a record, by its id.
    Record = 0x81,
    /// Truth: the id that an event's record has or had, by a hash of the event's id, or by what that id has of the hash.
    Event = 0x82,
    /// Truth: that a record was forgotten, by its id.
    Tombstone = 0x83,
    /// Derived: the records of a kind and channel, newest first, each with its size.
    Order = 0x84,
    /// Derived: how many records a tenant has.
    Totals = 0x85,
    /// Derived: where upkeep goes on. One row of all tenants. While a store is salvaged, also which rows were found damaged, and the
    /// newest counts of each tenant.
    Upkeep = 0x86,
    /// Truth: how a window stands, by its name.
    Window = 0x87,
    /// Truth: a part of a window that was pruned, by its id.
    Pruned = 0x88,
    /// Truth: the bytes of such a part, for as long as they are kept.
    Body = 0x89,
    /// Truth: a snapshot of a window, newest first.
    Snapshot = 0x8a,
    /// Derived: the records of a scope, as a session or a file, newest first.
    Scoped = 0x8b,
    /// Derived: the calls of a tool on a day.
    ToolDay = 0x8c,
    /// Derived: a file that was touched.
    File = 0x8d,
    /// Derived, up to format 2: an edit for a task, oldest first.
    TaskEdit = 0x8e,
    /// Derived, up to format 2: how often edits of two files were near each other.
    Pair = 0x8f,
    /// Derived: a task.
    Task = 0x90,
    /// Derived: how often a strategy worked.
    Tally = 0x91,
    /// Derived: the record with the value of a key.
    KeyValue = 0x92,
    /// Derived: a pattern.
    Pattern = 0x93,
    /// Derived: what is best, most frequent or newest of something that changes its place.
    Ranked = 0x94,
    /// Derived: what a session left open from which a pattern may be learnt.
    Pending = 0x95,
    /// Derived: how often a file was touched or a tool called for a task.
    TaskCount = 0x96,
    /// Derived: how many events a principal recorded on a day.
    Quota = 0x97,
    /// Derived: up to where what is over was looked for.
    Expiry = 0x98,
    /// Truth: the context of a session, by its id.
    Session = 0x99,
    /// Truth: some entries of a session's history.
    SessionEntries = 0x9a,
    /// Truth: a context of a session as it was before, newest first.
    SessionVersion = 0x9b,
    /// Derived: paths of files that were touched.
    Paths = 0x9c,
    /// Derived: a file that was edited on an occasion: for a task, in a session, on a day.
    Occasion = 0x9d,
    /// Derived: on how many occasions two files were edited together.
    Together = 0x9e,
    /// Derived: a session: how much it recorded, and when it was last heard of.
    Run = 0x9f,
    /// Derived: which segments the index of words has.
    Words = 0xa0,
    /// Derived: a part of such a segment.
    WordParts = 0xa1,
    /// Derived: by which rules a tenant's records were gone over for secrets, and up to where.
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

    /// Whether its rows follow from those of records: they are never salvaged, exported or copied to another memory.
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
/// The scopes that records are listed by, beside their kind and channel. Those of a situation stand with its members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Scope {
    Conversation = 2,
    /// A file.
    Path = 3,
    Tool = 4,
    /// Records that were derived from a record.
    Parent = 5,
    /// A member of the metadata, as `name=value`.
    Member = 6,
    /// The steps of a task.
    Step = 7,
    /// The values that a key had.
    KeyValue = 8,
    /// A file that a note, a decision or a lesson speaks of.
    Anchor = 10,
    /// How an error was mended, by the line that names it without what differs from one time to the next.
    Fix = 11,
    /// The same, by each file that was edited then.
    Mended = 12,
    /// Records that an adoption made its importer's own.
    Adoption = 13,
}
} }

/// Tell the rows that are there only while a store is salvaged.
const DAMAGED: u8 = 0;
const STATED: u8 = 1;

/// A hash that stands for a name of any length.
pub(crate) type NameHash = [u8; 16];

pub(crate) fn hash_name(name: &str) -> NameHash {
    xxhash_rust::xxh3::xxh3_128(name.as_bytes()).to_be_bytes()
}

/// The row of all tenants.
pub(crate) fn meta() -> Vec<u8> {
    vec![Keyspace::Meta as u8]
}

/// The beginning of a tenant's rows of a keyspace.
pub(crate) fn of_tenant(keyspace: Keyspace, tenant: &str) -> Vec<u8> {
    let mut key = Vec::with_capacity(2 + tenant.len() + 16);
    key.push(keyspace as u8);
    push_short(&mut key, tenant);
    key
}

pub(crate) fn record(tenant: &str, id: RecordId) -> Vec<u8> {
    with(of_tenant(Keyspace::Record, tenant), &id.bytes())
}

pub(crate) fn event(tenant: &str, hash: [u8; 16]) -> Vec<u8> {
    with(of_tenant(Keyspace::Event, tenant), &hash)
}

/// An event by as much of its hash as its record's id has of it.
pub(crate) fn event_of(tenant: &str, id: RecordId) -> Vec<u8> {
    event(tenant, id.without_time())
}

pub(crate) fn tombstone(tenant: &str, id: RecordId) -> Vec<u8> {
    with(of_tenant(Keyspace::Tombstone, tenant), &id.bytes())
}

pub(crate) fn totals(tenant: &str) -> Vec<u8> {
    of_tenant(Keyspace::Totals, tenant)
}

/// A record in the order of its kind, in a channel or, for an empty one, in all.
pub(crate) fn order(tenant: &str, kind: Kind, channel: &str, id: RecordId) -> Vec<u8> {
    with(orders(tenant, kind, channel), &id.newest_first())
}

/// The beginning of the keys of an order.
pub(crate) fn orders(tenant: &str, kind: Kind, channel: &str) -> Vec<u8> {
    let mut key = with(of_tenant(Keyspace::Order, tenant), &[kind as u8]);
    push_short(&mut key, channel);
    key
}

/// The beginning of the keys of a scope with a name.
pub(crate) fn scope(tenant: &str, scope: Scope, name: &str) -> Vec<u8> {
    with(with(of_tenant(Keyspace::Scoped, tenant), &[scope as u8]), &hash_name(name))
}

/// A record in a scope.
pub(crate) fn scoped(tenant: &str, of: Scope, name: &str, id: RecordId) -> Vec<u8> {
    with(scope(tenant, of, name), &id.newest_first())
}

/// A row of a keyspace of the tenant, with what tells it from others.
pub(crate) fn row<'p>(keyspace: Keyspace, tenant: &str, parts: impl IntoIterator<Item = &'p [u8]>) -> Vec<u8> {
    parts.into_iter().fold(of_tenant(keyspace, tenant), with)
}

/// The id at the end of a key of an order.
pub(crate) fn ordered_id(key: &[u8]) -> Option<RecordId> {
    key.last_chunk::<16>().map(|bytes| RecordId::from_bytes(bytes.map(|byte| !byte)))
}

/// How a window stands. Its name is the end of the key, so that windows are in the order of their names.
pub(crate) fn window(tenant: &str, name: &str) -> Vec<u8> {
    with(windows(tenant), name.as_bytes())
}

/// The beginning of the rows of a window in a keyspace; a row's end is its own.
pub(crate) fn of_window(keyspace: Keyspace, tenant: &str, name: &str) -> Vec<u8> {
    let mut key = of_tenant(keyspace, tenant);
    push_short(&mut key, name);
    key
}

/// A row of a window.
pub(crate) fn in_window(keyspace: Keyspace, tenant: &str, name: &str, end: &[u8]) -> Vec<u8> {
    with(of_window(keyspace, tenant, name), end)
}

/// The beginning of the keys of all windows of a tenant.
pub(crate) fn windows(tenant: &str) -> Vec<u8> {
    of_tenant(Keyspace::Window, tenant)
}

/// The context of a session.
pub(crate) fn session(tenant: &str, id: &str) -> Vec<u8> {
    with(of_tenant(Keyspace::Session, tenant), id.as_bytes())
}

/// The beginnings of the keys of its entries, and of its versions.
pub(crate) fn of_session(tenant: &str, id: &str) -> [Vec<u8>; 2] {
    [Keyspace::SessionEntries, Keyspace::SessionVersion].map(|keyspace| of_window(keyspace, tenant, id))
}

/// The key of the first record, and the first key after those of records: of all tenants.
pub(crate) fn all_records() -> (Vec<u8>, Vec<u8>) {
    (vec![Keyspace::Record as u8], vec![Keyspace::Record as u8 + 1])
}

/// The key that marks a row of a damaged store as damaged, by the row's key; it is of no tenant, and exists only while
/// the store is salvaged.
pub(crate) fn damaged(key: &[u8]) -> Vec<u8> {
    with(vec![Keyspace::Upkeep as u8, DAMAGED], &xxhash_rust::xxh3::xxh3_128(key).to_be_bytes())
}

/// The newest counts of a tenant that a damaged store has; likewise.
pub(crate) fn stated(tenant: &str) -> Vec<u8> {
    with(vec![Keyspace::Upkeep as u8, STATED], tenant.as_bytes())
}

/// The tenant of such a row.
pub(crate) fn stated_of(key: &[u8]) -> Option<&str> {
    core::str::from_utf8(key.strip_prefix(&[Keyspace::Upkeep as u8, STATED])?).ok()
}

/// The range of all rows that are there only while a store is salvaged.
pub(crate) fn of_salvage() -> (Vec<u8>, Vec<u8>) {
    (vec![Keyspace::Upkeep as u8, DAMAGED], vec![Keyspace::Upkeep as u8 + 1])
}

/// The ranges of keys, in their order, in which rows of older formats may lie that today would be others: of all tenants.
pub(crate) fn of_older_formats() -> [(Vec<u8>, Vec<u8>); 3] {
    let of = |first: Keyspace, last: Keyspace| (vec![first as u8], vec![last as u8 + 1]);
    [all_records(), of(Keyspace::TaskEdit, Keyspace::Pair), of(Keyspace::Ranked, Keyspace::Ranked)]
}

/// Tells ranked rows that rank a pair as up to format 2.
pub(crate) const RANK_OF_FORMAT_2: u8 = b'p';

/// Whether a ranked row of a tenant is one of them.
pub(crate) fn is_rank_of_format_2(key: &[u8], tenant: &str) -> bool {
    key.get(2 + tenant.len()) == Some(&RANK_OF_FORMAT_2)
}

/// The keys of a tenant's records from an id on.
pub(crate) fn records_since(tenant: &str, first: RecordId) -> (Vec<u8>, Vec<u8>) {
    (record(tenant, first), end_of(of_tenant(Keyspace::Record, tenant)))
}

/// The keyspace and the tenant of a key; `None` for a key of another form.
pub(crate) fn parse(key: &[u8]) -> Option<(Keyspace, &str)> {
    let (&first, rest) = key.split_first()?;
    let keyspace = Keyspace::ALL.into_iter().find(|keyspace| *keyspace as u8 == first)?;
    if matches!(keyspace, Keyspace::Meta | Keyspace::Upkeep) {
        return Some((keyspace, ""));
    }
    let (&length, rest) = rest.split_first()?;
    let (tenant, rest) = rest.split_at_checked(usize::from(length))?;
    use Keyspace::{Event, Record, Tombstone};
    let is_known = !matches!(keyspace, Record | Event | Tombstone) || rest.len() == 16;
    Some((keyspace, core::str::from_utf8(tenant).ok().filter(|_| is_known)?))
}

/// The id at the end of the key of a record.
pub(crate) fn id_at_end(key: &[u8]) -> Option<RecordId> {
    key.last_chunk::<16>().copied().map(RecordId::from_bytes)
}

/// The first key after all that begin so.
pub(crate) fn end_of(mut prefix: Vec<u8>) -> Vec<u8> {
    while prefix.pop_if(|last| *last == u8::MAX).is_some() {}
    if let Some(last) = prefix.last_mut() {
        *last += 1;
    }
    prefix
}

/// A name of at most 255 bytes, which is checked before.
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
            let prefix = orders(one, Kind::Note, "");
            let key = order(other, Kind::Note, "", id(1));
            assert!(!(prefix..end_of(orders(one, Kind::Note, ""))).contains(&key), "{one:?} {other:?}");
        }
    }

    #[test]
    fn an_order_is_newest_first_and_gives_its_ids_back() {
        let keys = [id(3), id(2), id(1)].map(|id| order("me", Kind::Note, "work", id));
        assert!(keys.is_sorted());
        assert_eq!(ordered_id(&keys[0]), Some(id(3)));
    }

    #[test]
    fn the_end_of_a_prefix_is_after_every_key_that_begins_so() {
        assert_eq!(end_of(vec![1, 2]), [1, 3]);
        assert_eq!(end_of(vec![1, 0xff, 0xff]), [2]);
    }
}
