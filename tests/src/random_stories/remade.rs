//! Checks that rows follow from records: a store's rows must equal those of a new store into which they were salvaged.

use std::collections::{BTreeMap, BTreeSet};

use scrubjay_core::ask::Row;
use scrubjay_core::memory::Memory;
use scrubjay_core::record::{Owner, RecordSettings, SalvagePart, Salvaged};

use super::store::Store;

/// Keyspaces that depend on the order of events: formats, trails, quotas, positions of upkeep, and the segments of the
/// index of words, whose answers do not depend on that order (`core/src/recall/tests.rs`).
const ARRIVAL_DEPENDENT: [u8; 8] = [0x80, 0x86, 0x95, 0x97, 0x98, 0xa0, 0xa1, 0xa2];

/// The keyspace of events, and those of records and their tombstones.
const EVENTS: u8 = 0x82;
const RECORDS_AND_TOMBSTONES: [u8; 2] = [0x81, 0x83];

type Rows = BTreeMap<Vec<u8>, Vec<u8>>;

/// Fails with the first row that differs between a store and a remade one.
pub(crate) fn check(store: &Store) -> Result<(), String> {
    let mut memory = Memory::default();
    let opened = memory.open_records(Owner::default(), RecordSettings::default(), 0);
    opened.map_err(|error| format!("open: {error:?}"))?;
    let rows = store.rows.rows.iter();
    let rows: Vec<Row> = rows.map(|(key, value)| Row { key: key.clone(), value: value.clone() }).collect();
    let mut remade = Store::new(None, 0);
    for part in [SalvagePart::Forgotten, SalvagePart::Kept, SalvagePart::Lost] {
        let opened = memory.open_records(Owner::default(), RecordSettings::default(), remade.rows.generation);
        opened.map_err(|error| format!("open: {error:?}"))?;
        let salvaged = remade.answer(|resumed| memory.salvage(part, false, &rows, resumed));
        let Salvaged { effects, n_damaged, lost, n_missing, .. } =
            salvaged.map_err(|error| format!("salvage: refused: {error:?}"))?;
        if n_damaged > 0 || n_missing > 0 || !lost.is_empty() || !remade.commit(&effects) {
            return Err(format!("salvage: {n_damaged} rows are damaged, {n_missing} records and {lost:?} are missing"));
        }
    }
    let (old, new) = (&store.rows.rows, &remade.rows.rows);
    let removed_keys = keys_of_removed_records(old, new)?;
    let keys =
        old.keys().chain(new.keys()).filter(|key| !ARRIVAL_DEPENDENT.contains(&key[0]) && !removed_keys.contains(*key));
    match keys.into_iter().find(|key| old.get(*key) != new.get(*key)) {
        Some(key) => Err(format!("remade: row {key:02x?} is {:02x?}, and remade {:02x?}", old.get(key), new.get(key))),
        None => Ok(()),
    }
}

/// Keys of events whose records are gone: their own keys, and those under which a salvaged store knows them, with as much of the
/// hash as the ids of their records contain.
fn keys_of_removed_records(old: &Rows, new: &Rows) -> Result<BTreeSet<Vec<u8>>, String> {
    let mut removed_keys = BTreeSet::new();
    for (key, value) in old.iter().filter(|(key, _)| key[0] == EVENTS) {
        let (Some((of_tenant, _)), Some(id)) = (key[1..].split_last_chunk::<16>(), value.last_chunk::<16>()) else {
            return Err(format!("remade: row {key:02x?} is no event"));
        };
        let key_of = |keyspace: u8, end: &[u8]| [&[keyspace], of_tenant, end].concat();
        if RECORDS_AND_TOMBSTONES.iter().all(|keyspace_of| !old.contains_key(&key_of(*keyspace_of, id))) {
            let by_record = key_of(EVENTS, &[&[0; 6], &id[6..]].concat());
            if !new.contains_key(&by_record) {
                return Err(format!("remade: of row {key:02x?}, whose record is over, nothing is known"));
            }
            removed_keys.extend([key.clone(), by_record]);
        }
    }
    Ok(removed_keys)
}
