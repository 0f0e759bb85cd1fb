//! The rows of a session: its head, its entries in the order of their numbers, and heads as they were.
//!
//! An entry keeps its number for as long as it is there, so that a version is a head and a range of numbers. Entries lie
//! together in rows, so that loading a long history takes few of them, and appending writes only the last one.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::document::Members;
use super::entry::Entry;
use crate::ask::Attempt;
use crate::base::time::Timestamp;
use crate::record::gather::Gather;
use crate::record::keyspace::{self, Keyspace};

/// The most entries of a row, and the bytes at which it is full.
const ROW_ENTRIES: usize = 128;
const ROW_BYTES: usize = 64 << 10;

/// How a session stands, or stood.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(super) struct Head {
    /// Counts the changes.
    #[n(0)]
    pub(super) version: u64,
    #[n(1)]
    pub(super) used: Timestamp,
    /// All of the document but its history.
    #[n(2)]
    pub(super) members: String,
    /// The numbers of its first entry, and of the one after its last.
    #[n(3)]
    pub(super) first: u32,
    #[n(4)]
    pub(super) end: u32,
    /// The number that the row with its first entry is stored by.
    #[n(5)]
    pub(super) row: u32,
    /// Of all entries.
    #[n(6)]
    pub(super) tokens: u64,
    /// Of a version that was kept: what came after it.
    #[n(7)]
    #[cbor(default)]
    pub(super) until: String,
}

impl Head {
    pub(super) fn n_entries(&self) -> u32 {
        self.end.saturating_sub(self.first)
    }

    pub(super) fn members(&self) -> Members {
        Members::read(&self.members)
    }
}

/// Entries with consecutive numbers.
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

/// An entry with its number.
pub(super) type Numbered = (u32, Entry);

/// Where the rows of a session lie.
#[derive(Clone, Copy)]
pub(super) struct Place<'s> {
    pub(super) tenant: &'s str,
    pub(super) id: &'s str,
}

impl Place<'_> {
    pub(super) fn head(self) -> Vec<u8> {
        keyspace::session(self.tenant, self.id)
    }

    fn entries(self, number: u32) -> Vec<u8> {
        keyspace::in_window(Keyspace::SessionEntries, self.tenant, self.id, &number.to_be_bytes())
    }

    pub(super) fn version(self, version: u64) -> Vec<u8> {
        keyspace::in_window(Keyspace::SessionVersion, self.tenant, self.id, &(!version).to_be_bytes())
    }

    /// The beginnings of the keys of all its rows of entries and of versions.
    pub(super) fn prefixes(self) -> [Vec<u8>; 2] {
        keyspace::of_session(self.tenant, self.id)
    }

    /// The head, if there is such a session.
    pub(super) fn load_head(self, gather: &mut Gather) -> Attempt<Option<Head>> {
        gather.keys(BTreeSet::from([self.head()]))?;
        Ok(gather.rows.read(&self.head()))
    }

    /// The entries of a head, and how many are missing because their rows are damaged.
    pub(super) fn load_entries(self, gather: &mut Gather, head: &Head) -> Attempt<(Vec<Numbered>, u32)> {
        let keys = gather.range(self.entries(head.row), self.entries(head.end))?;
        let mut entries = Vec::with_capacity(head.n_entries() as usize);
        for key in keys {
            let Some(first) = key.last_chunk().map(|number| u32::from_be_bytes(*number)) else { continue };
            let row: EntriesRow = gather.rows.read(&key).unwrap_or_default();
            let numbered = (first..).zip(row.entries);
            let within = numbered.filter(|(number, _)| (head.first..head.end).contains(number));
            entries.extend(within.map(|(number, StoredEntry { json, tokens })| (number, Entry { json, tokens })));
        }
        let n_damaged = head.n_entries().saturating_sub(entries.len() as u32);
        Ok((entries, n_damaged))
    }

    /// Loads the row that entries are appended to, if there is one that is not full.
    pub(super) fn load_last(self, gather: &mut Gather, head: &Head) -> Attempt<()> {
        // The last row begins at most a full row before the end.
        let start = head.end.saturating_sub(ROW_ENTRIES as u32).max(head.row);
        gather.range(self.entries(start), self.entries(head.end)).map(drop)
    }

    /// Writes entries after those that are there; the last row, and all others that are written to, are loaded.
    pub(super) fn append(self, gather: &mut Gather, head: &mut Head, entries: &[Entry]) {
        let (mut start, mut row) = self.last_row(gather, head);
        let mut n_bytes: usize = row.entries.iter().map(|entry| entry.json.len()).sum();
        for Entry { json, tokens } in entries {
            if row.entries.len() >= ROW_ENTRIES || (n_bytes + json.len() > ROW_BYTES && !row.entries.is_empty()) {
                gather.rows.put(self.entries(start), &row);
                (start, n_bytes) = (head.end, 0);
                row.entries.clear();
            }
            n_bytes += json.len();
            row.entries.push(StoredEntry { json: json.clone(), tokens: *tokens });
            head.end += 1;
            head.tokens += u64::from(*tokens);
        }
        if !entries.is_empty() {
            gather.rows.put(self.entries(start), &row);
        }
    }

    /// The row that the next entry goes into, and the number that it is stored by.
    fn last_row(self, gather: &Gather, head: &Head) -> (u32, EntriesRow) {
        let (start, end) = (self.entries(head.row), self.entries(head.end));
        let last = gather.rows.range(&start, &end).last();
        let last = last.and_then(|(key, _)| {
            let number = u32::from_be_bytes(*key.last_chunk()?);
            let row: EntriesRow = gather.rows.read(key)?;
            let ends = number as usize + row.entries.len() == head.end as usize;
            ends.then_some((number, row))
        });
        last.unwrap_or((head.end, EntriesRow::default()))
    }

    /// The number of the row in which an entry lies, of rows that are loaded.
    pub(super) fn row_of(self, gather: &Gather, head: &Head, number: u32) -> u32 {
        if number >= head.end {
            return head.end;
        }
        let (start, end) = (self.entries(head.row), self.entries(number.saturating_add(1)));
        let last = gather.rows.range(&start, &end).last();
        last.and_then(|(key, _)| key.last_chunk()).map_or(head.row, |number| u32::from_be_bytes(*number))
    }

    /// Deletes the rows of entries before a number; they are loaded.
    pub(super) fn delete_entries(self, gather: &mut Gather, from: u32, to: u32) -> Attempt<()> {
        for key in gather.range(self.entries(from), self.entries(to))? {
            gather.rows.set(key, None);
        }
        Ok(())
    }
}
