//! The list of losses from salvages of a memory: a small file beside it, with a line of JSON for each salvage, until a
//! person dismisses it.
//!
//! It contains ids, kinds, times and the names of windows and sessions, but no text of records. JavaScript reads and
//! writes the same file. Not here: what is lost (`salvage`).

use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::backups::write;
use super::salvage::Salvage;
use crate::open;
use crate::wit::records::Lost;

/// The most salvages in the list; older ones are dropped.
const MAX_NOTED: usize = 10;
/// The most losses of one salvage that are listed; the others are counted.
const MAX_NAMED: usize = 1_000;
/// The most bytes that are read: enough for a full list with the longest names.
const MAX_BYTES: u64 = 16 << 20;

/// Adds a salvage to the list; returns the list from before. The caller holds the lock.
pub(super) fn note(list: &Path, salvage: &Salvage) -> io::Result<Vec<Salvage>> {
    let earlier_salvages = read_all(list)?;
    let newest = &earlier_salvages[(earlier_salvages.len() + 1).saturating_sub(MAX_NOTED)..];
    write(list, &lines(newest.iter().chain([salvage])))?;
    Ok(earlier_salvages)
}

fn lines<'s>(salvages: impl Iterator<Item = &'s Salvage>) -> String {
    salvages.map(|one| format!("{}\n", in_json(one))).collect()
}

/// Restores the list to what it was before a failed salvage. The caller holds the lock.
pub(super) fn withdraw(list: &Path, earlier_salvages: &[Salvage]) {
    // If that fails too, the list names a loss that did not happen.
    let _ = if earlier_salvages.is_empty() { open::remove(list) } else { write(list, &lines(earlier_salvages.iter())) };
}

/// The salvages in the list, oldest first.
pub(super) fn read_all(list: &Path) -> io::Result<Vec<Salvage>> {
    // A list that was damaged is read as far as it can be.
    let text = open::read_text(list, MAX_BYTES)?.unwrap_or_default();
    Ok(text.lines().filter_map(|line| of_json(&serde_json::from_str(line).ok()?)).collect())
}

fn in_json(salvage: &Salvage) -> Value {
    let Salvage { kept, time, n_records, n_damaged, n_unread, is_older, lost, n_tombstones_lost, n_lost } = salvage;
    let loss_in_json = |one: &Lost| json!({ "kind": one.kind, "id": one.id, "time": one.time, "tenant": one.tenant });
    json!({
        "time": time, "kept": kept, "n_records": n_records, "n_damaged": n_damaged, "n_unread": n_unread,
        "is_older": is_older, "n_tombstones_lost": n_tombstones_lost, "n_lost": n_lost,
        "lost": lost.iter().take(MAX_NAMED).map(loss_in_json).collect::<Vec<_>>(),
    })
}

fn of_json(line: &Value) -> Option<Salvage> {
    let text = |value: &Value, name: &str| value[name].as_str().map(str::to_owned);
    let loss_of_json = |value: &Value| {
        let (kind, id, tenant) = (text(value, "kind")?, text(value, "id")?, text(value, "tenant")?);
        Some(Lost { kind, id, time: value["time"].as_i64(), tenant })
    };
    Some(Salvage {
        kept: PathBuf::from(text(line, "kept")?),
        time: line["time"].as_i64()?,
        n_records: line["n_records"].as_u64()?,
        n_damaged: line["n_damaged"].as_u64()?,
        n_unread: line["n_unread"].as_u64(),
        is_older: line["is_older"].as_bool()?,
        lost: line["lost"].as_array()?.iter().filter_map(loss_of_json).collect(),
        n_tombstones_lost: line["n_tombstones_lost"].as_u64().unwrap_or(0),
        n_lost: line["n_lost"].as_u64()?,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn salvage(time: i64, n_lost: u64) -> Salvage {
        let loss = |at: u64| Lost { kind: "note".into(), id: format!("{at}"), time: Some(5), tenant: "me".into() };
        Salvage {
            kept: PathBuf::from("/m/memory.damaged-5.redb"),
            time,
            n_records: 7,
            n_damaged: 2,
            n_unread: None,
            is_older: false,
            lost: (0..n_lost).map(loss).collect(),
            n_tombstones_lost: n_lost / 2,
            n_lost,
        }
    }

    #[test]
    fn losses_are_noted_as_they_are_and_of_very_many_the_first_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("memory.losses");
        assert_eq!(read_all(&list).unwrap(), []);
        note(&list, &salvage(1, 3)).unwrap();
        note(&list, &salvage(2, 1_200)).unwrap();
        let found = read_all(&list).unwrap();
        assert_eq!(found[0], salvage(1, 3));
        assert_eq!((found[1].lost.len(), found[1].n_lost), (MAX_NAMED, 1_200));
        for time in 3..20 {
            note(&list, &salvage(time, 0)).unwrap();
        }
        assert_eq!(
            read_all(&list).unwrap().iter().map(|one| one.time).collect::<Vec<_>>(),
            (10..20).collect::<Vec<_>>()
        );
    }

    /// Repeated failures to replace a file must not push the true losses out of the list.
    #[test]
    fn the_losses_of_a_failed_salvage_are_withdrawn() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("memory.losses");
        let note_and_withdraw = |time| withdraw(&list, &note(&list, &salvage(time, 0)).unwrap());
        note_and_withdraw(1);
        assert!(!list.exists());
        let salvages: Vec<Salvage> = (0..MAX_NOTED as i64).map(|time| salvage(time, 1)).collect();
        salvages.iter().for_each(|one| drop(note(&list, one).unwrap()));
        (100..120).for_each(note_and_withdraw);
        assert_eq!(read_all(&list).unwrap(), salvages);
    }

    #[test]
    fn a_list_of_losses_that_is_damaged_is_read_as_far_as_it_can_be() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("memory.losses");
        note(&list, &salvage(1, 1)).unwrap();
        let mut bytes = fs::read(&list).unwrap();
        bytes.extend(b"{\"time\": 3}\n\xff\n");
        fs::write(&list, bytes).unwrap();
        assert_eq!(read_all(&list).unwrap(), [salvage(1, 1)]);
    }
}
