//! The exported interface `records`: adds, imports, exports, forgets and salvages records.

use super::{Door, ExportResult};
use crate::bindings::exports::scrubjay::memory::records;
use crate::facade::{self, Event, NewText, NotesQuestion, Packed, Resumed, Row, TotalsReply};
use crate::instance::with_memory;
use alloc::string::String;
use alloc::vec::Vec;

impl records::Guest for Door {
    questions! {
        notes: NotesQuestion => records::NotesReply,
    }

    fn open(owner: records::Owner, settings: records::RecordSettings, at: u64) -> ExportResult<()> {
        with_memory(|memory| Ok(memory.open_records(owner.into(), settings.into(), at)?))
    }

    fn pack(events: Vec<records::Event>, now: i64) -> ExportResult<Packed> {
        with_memory(|memory| Ok(memory.pack(events.into_iter().map(Event::from).collect(), now)?))
    }

    fn pack_lines(lines: String, now: i64, entropy: Vec<u8>, each_alone: bool) -> ExportResult<records::PackedLines> {
        with_memory(|memory| Ok(memory.pack_lines(&lines, now, &entropy, each_alone)?.into()))
    }

    fn pack_import(lines: String, state: String, is_mine: bool, now: i64) -> ExportResult<records::PackedImport> {
        with_memory(|memory| Ok(memory.pack_import(&lines, &state, is_mine, now)?.into()))
    }

    fn pack_reference(lines: String, after: String, now: i64) -> ExportResult<records::PackedReference> {
        with_memory(|memory| Ok(memory.pack_reference(&lines, &after, now)?.into()))
    }

    fn update(id: String, says: NewText, now: i64, resumed: Option<Resumed>) -> ExportResult<records::UpdateReply> {
        with_memory(|memory| Ok(memory.update(&id, &says, now, resumed)?.into()))
    }

    fn rollback(
        selection: records::Selection,
        now: i64,
        resumed: Option<Resumed>,
    ) -> ExportResult<records::ForgetReply> {
        with_memory(|memory| Ok(memory.rollback(&selection.into(), now, resumed)?.into()))
    }

    fn add(batches: Vec<Vec<u8>>, resumed: Option<Resumed>) -> ExportResult<records::AddReply> {
        with_memory(|memory| Ok(memory.add(&batches, resumed)?.into()))
    }

    fn forget(ids: Vec<String>, now: i64, resumed: Option<Resumed>) -> ExportResult<records::ForgetReply> {
        with_memory(|memory| Ok(memory.forget(&ids, now, resumed)?.into()))
    }

    fn clear_windows(after: Vec<u8>, resumed: Option<Resumed>) -> ExportResult<records::ClearReply> {
        with_memory(|memory| Ok(memory.clear_windows(&after, resumed)?.into()))
    }

    fn totals(resumed: Option<Resumed>) -> ExportResult<TotalsReply> {
        with_memory(|memory| Ok(memory.totals(resumed)?))
    }

    fn salvage(
        part: records::SalvagePart,
        is_scattered: bool,
        rows: Vec<Row>,
        resumed: Option<Resumed>,
    ) -> ExportResult<records::SalvageReply> {
        with_memory(|memory| Ok(memory.salvage(part.into(), is_scattered, &rows, resumed)?.into()))
    }

    fn import_tombstones(rows: Vec<Row>, resumed: Option<Resumed>) -> ExportResult<records::ImportTombstonesReply> {
        with_memory(|memory| Ok(memory.import_tombstones(&rows, resumed)?.into()))
    }

    fn upkeep(now: i64, budget: u32, resumed: Option<Resumed>) -> ExportResult<records::UpkeepReply> {
        with_memory(|memory| Ok(memory.upkeep(now, budget, resumed)?.into()))
    }
}

records! {
    facade::Additions => records::Additions { effects: into, outcomes: list }
    facade::Receipt => records::Receipt { id: same, fate: into }
    facade::Forgetting => records::Forgetting { effects: into, receipts: list, n_derived: same }
    facade::ClearedWindows => records::ClearedWindows { effects: into, n_bodies: same, next: same }
    facade::Note => records::Note {
        id: same, event_id: same, text: same, time: same, recorded: same, channel: same, origin: into, trust: into,
        principal: same, session: same, parents: same, anchors: same, metadata: same,
    }
    facade::NotePage => records::NotePage { notes: list, n_notes: same, n_damaged: same, next: same }
    facade::ImportedTombstones => records::ImportedTombstones { effects: into, n_imported: same }
    facade::Salvaged => records::Salvaged { effects: into, n_records: same, n_damaged: same, lost: same, n_missing: same, n_tombstones_missing: same }
    facade::UpkeepSlice => records::UpkeepSlice { effects: into, n_rewritten: same, n_expired: same, n_masked: same, is_done: same }
    records::Owner => facade::Owner { tenant: same, principal: same, speaker: into, trust: into, roots: same }
    records::RecordSettings => facade::RecordSettings { secrets: into, retention_days: same, max_per_day: same }
    records::Selection => facade::Selection { session: same, principal: same, channel: same, origin: some, since: same }
    facade::PackedLines => records::PackedLines { packed: same, refused: list }
    facade::PackedImport => records::PackedImport { packed: same, refused: list, state: same, is_whole: same }
    facade::PackedReference => records::PackedReference { packed: same, refused: list, next: same }
    facade::Updated => records::Updated { effects: into, is_known: same }
    facade::RefusedLine => records::RefusedLine { line: same, error: into }
    facade::Taken => records::Taken { added: same, refused: list }
}

replies! {
    facade::Additions => records::AddReply
    facade::Forgetting => records::ForgetReply
    facade::Updated => records::UpdateReply
    facade::ImportedTombstones => records::ImportTombstonesReply
    facade::ClearedWindows => records::ClearReply
    facade::NotePage => records::NotesReply
    facade::Salvaged => records::SalvageReply
    facade::UpkeepSlice => records::UpkeepReply
}

enumerations! {
    records::Origin => facade::Origin { Person, Agent, Tool, Imported }
    facade::Origin => records::Origin { Person, Agent, Tool, Imported }
    records::Trust => facade::Trust { Untrusted, Unconfirmed, Confirmed }
    facade::Trust => records::Trust { Untrusted, Unconfirmed, Confirmed }
    facade::Fate => records::Fate { Forgotten, AlreadyForgotten, Unknown }
    records::SalvagePart => facade::SalvagePart { Forgotten, Kept, Lost }
}

impl From<facade::Outcome> for records::Outcome {
    fn from(outcome: facade::Outcome) -> records::Outcome {
        match outcome {
            facade::Outcome::Taken(taken) => records::Outcome::Taken(taken.into()),
            facade::Outcome::Refused(error) => records::Outcome::Refused(error.into()),
        }
    }
}
