//! The rows of a session: its head, its entries by number, and heads of earlier versions.
//!
//! An entry keeps its number, so that a version is a head with a range of numbers. Several entries share a row, so that
//! a long history loads in few rows and appending writes only the last one.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::document::Members;
use super::entry::Entry;
use crate::base::error::Error;
use crate::base::time::Timestamp;
use crate::record::derived::note_context;
use crate::record::envelope;
use crate::record::keyspace::{self, Keyspace};
use crate::record::rows::{Rows, Span};

/// The most entries of a row.
const ROW_ENTRIES: usize = 128;
/// The bytes at which a row is full.
const ROW_BYTES: usize = 64 << 10;

/// The state of a session, now or at a stored version.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(super) struct SessionHead {
    /// The number of changes.
    #[n(0)]
    pub(super) version: u64,
    /// The time of the last change.
    #[n(1)]
    pub(super) used: Timestamp,
    /// The document without its history, as JSON.
    #[n(2)]
    pub(super) members: String,
    /// The number of the first entry.
    #[n(3)]
    pub(super) first: u32,
    /// One more than the number of the last entry.
    #[n(4)]
    pub(super) end: u32,
    /// The number in the key of the row with the first entry.
    #[n(5)]
    pub(super) row: u32,
    /// The tokens of all entries.
    #[n(6)]
    pub(super) tokens: u64,
    /// The change that replaced a stored version; empty for the current one.
    #[n(7)]
    #[cbor(default)]
    pub(super) until: String,
}

impl SessionHead {
    /// The head of a new session.
    pub(super) fn new(id: &str) -> SessionHead {
        SessionHead { members: Members::new(id).text(), ..SessionHead::default() }
    }

    pub(super) fn n_entries(&self) -> u32 {
        self.end.saturating_sub(self.first)
    }

    pub(super) fn members(&self) -> Members {
        Members::read(&self.members)
    }
}

/// A row of entries with consecutive numbers.
#[derive(Clone, Debug, Default, Encode, Decode)]
#[cbor(map)]
struct EntriesRow {
    #[n(0)]
    entries: Vec<StoredEntry>,
}

#[derive(Clone, Debug, Encode, Decode)]
#[cbor(map)]
struct StoredEntry {
    #[n(0)]
    json: String,
    #[n(1)]
    tokens: u32,
}

/// An entry with its number, which it keeps as long as it is stored.
pub(super) type NumberedEntry = (u32, Entry);

/// The row that entries are appended to, with the number in its key.
pub(super) struct LastRow(u32, EntriesRow);

/// Makes the keys of a session's rows; reads and writes the rows.
#[derive(Clone, Copy)]
pub(super) struct SessionRows<'s> {
    pub(super) tenant: &'s str,
    pub(super) id: &'s str,
}

impl SessionRows<'_> {
    pub(super) fn head_key(self) -> Vec<u8> {
        keyspace::session_context_key(self.tenant, self.id)
    }

    /// Writes the head, and notes the time of the change in the ranking of sessions.
    pub(super) fn put(self, rows: &mut Rows, head: &SessionHead) {
        rows.put(self.head_key(), head);
        note_context(rows, self.tenant, self.id, Some(head.used));
    }

    fn entries_key(self, number: u32) -> Vec<u8> {
        keyspace::named_key(Keyspace::SessionEntries, self.tenant, self.id, &number.to_be_bytes())
    }

    pub(super) fn version_key(self, version: u64) -> Vec<u8> {
        keyspace::named_key(Keyspace::SessionVersion, self.tenant, self.id, &(!version).to_be_bytes())
    }

    /// The keys of the session's versions, newest first.
    pub(super) fn versions_span(self) -> Span {
        Span::from(keyspace::named_prefix(Keyspace::SessionVersion, self.tenant, self.id))
    }

    /// The head, if the session has a context; a conflict if `expected` is not its version.
    pub(super) fn head(self, rows: &Rows, expected: Option<u64>) -> Result<Option<SessionHead>, Error> {
        let head: Option<SessionHead> = rows.read(&self.head_key());
        match expected {
            Some(version) if version != head.as_ref().map_or(0, |head| head.version) => Err(Error::Conflict),
            _ => Ok(head),
        }
    }

    /// The keys of the rows of entries from one row number up to another, exclusive.
    fn entries_span(self, from: u32, to: u32) -> Span {
        Span { start: self.entries_key(from), end: self.entries_key(to) }
    }

    pub(super) fn entry_keys(self, head: &SessionHead) -> Span {
        self.entries_span(head.row, head.end)
    }

    /// A span of keys that includes that of a head's last row of entries.
    pub(super) fn last_entry_keys(self, head: &SessionHead) -> Span {
        self.entries_span(head.end.saturating_sub(ROW_ENTRIES as u32).max(head.row), head.end)
    }

    /// The entries of a head, and the number of those missing because their rows are damaged.
    pub(super) fn entries_of(self, rows: &Rows, head: &SessionHead) -> (Vec<NumberedEntry>, u32) {
        let keys = self.entry_keys(head);
        let mut entries = Vec::new();
        for (key, value) in rows.all(&keys) {
            let Some(first) = number_of(key) else { continue };
            let row: EntriesRow = envelope::read(key, value).unwrap_or_default();
            let numbered_entries = (first..).zip(row.entries);
            let entries_of_head = numbered_entries.filter(|(number, _)| (head.first..head.end).contains(number));
            entries
                .extend(entries_of_head.map(|(number, StoredEntry { json, tokens })| (number, Entry { json, tokens })));
        }
        let n_damaged = head.n_entries().saturating_sub(entries.len() as u32);
        (entries, n_damaged)
    }

    /// The last row of a head's entries. `None` if there is none, it cannot be read, or it ends with another entry than
    /// the head.
    pub(super) fn last_row(self, rows: &Rows, keys: &Span, head: &SessionHead) -> Option<LastRow> {
        let (key, value) = rows.all(keys).last()?;
        let number = number_of(key).filter(|number| *number >= head.row)?;
        let row: EntriesRow = envelope::read(key, value)?;
        (number as usize + row.entries.len() == head.end as usize).then_some(LastRow(number, row))
    }

    /// Appends entries; the last row is filled first.
    pub(super) fn append(self, rows: &mut Rows, head: &mut SessionHead, last_row: Option<LastRow>, entries: &[Entry]) {
        let LastRow(mut start, mut row) = last_row.unwrap_or_else(|| LastRow(head.end, EntriesRow::default()));
        let mut n_bytes: usize = row.entries.iter().map(|entry| entry.json.len()).sum();
        for Entry { json, tokens } in entries {
            if row.entries.len() >= ROW_ENTRIES || (n_bytes + json.len() > ROW_BYTES && !row.entries.is_empty()) {
                rows.put(self.entries_key(start), &row);
                (start, n_bytes) = (head.end, 0);
                row.entries.clear();
            }
            n_bytes += json.len();
            row.entries.push(StoredEntry { json: json.clone(), tokens: *tokens });
            head.end += 1;
            head.tokens += u64::from(*tokens);
        }
        if !entries.is_empty() {
            rows.put(self.entries_key(start), &row);
        }
    }

    /// The number of the row with an entry.
    pub(super) fn row_of(self, rows: &Rows, head: &SessionHead, number: u32) -> u32 {
        if number >= head.end {
            return head.end;
        }
        let keys = self.entry_keys(head);
        let numbers = rows.all(&keys).filter_map(|(key, _)| number_of(key));
        numbers.take_while(|first| *first <= number).last().unwrap_or(head.row)
    }

    /// Deletes the rows of entries from one number up to another.
    pub(super) fn delete_entries(self, rows: &mut Rows, from: u32, to: u32) {
        let keys: Vec<Vec<u8>> = rows.all(&self.entries_span(from, to)).map(|(key, _)| key.to_vec()).collect();
        keys.into_iter().for_each(|key| rows.set(key, None));
    }
}

fn number_of(key: &[u8]) -> Option<u32> {
    key.last_chunk().map(|number| u32::from_be_bytes(*number))
}
