//! Rows are a function of the records: those of a store, and those of a new one into which its rows were salvaged.

use scrubjay_core::ask::Row;
use scrubjay_core::memory::Memory;
use scrubjay_core::record::{Owner, RecordSettings, SalvagePart, Salvaged};

use super::store::Store;

/// Keyspaces that follow from the order in which events came: formats, trails, quotas, and where upkeep goes on.
const OF_ARRIVAL: [u8; 5] = [0x80, 0x86, 0x95, 0x97, 0x98];

/// The rows of a store that are not in a remade one, or otherwise, and those that only that has.
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
        let salvaged = remade.answer(|resumed| memory.salvage(part, &rows, resumed));
        let Salvaged { effects, n_damaged, lost, n_missing, .. } =
            salvaged.map_err(|error| format!("salvage: refused: {error:?}"))?;
        if n_damaged > 0 || n_missing > 0 || !lost.is_empty() || !remade.commit(&effects) {
            return Err(format!("salvage: {n_damaged} rows are damaged, {n_missing} records and {lost:?} are missing"));
        }
    }
    let (old, new) = (&store.rows.rows, &remade.rows.rows);
    let keys = old.keys().chain(new.keys()).filter(|key| !OF_ARRIVAL.contains(&key[0]));
    match keys.into_iter().find(|key| old.get(*key) != new.get(*key)) {
        Some(key) => Err(format!("remade: row {key:02x?} is {:02x?}, and remade {:02x?}", old.get(key), new.get(key))),
        None => Ok(()),
    }
}
