//! The functions of records.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Answered, Door};
use crate::bindings::exports::scrubjay::memory::records;
use crate::facade::{Event, NewText, NotesQuestion, Packed, Resumed, Row, TotalsReply};
use crate::instance::with_memory;

impl records::Guest for Door {
    questions! {
        notes: NotesQuestion => records::NotesReply,
    }

    fn open(owner: records::Owner, settings: records::RecordSettings, at: u64) -> Answered<()> {
        with_memory(|memory| Ok(memory.open_records(owner.into(), settings.into(), at)?))
    }

    fn pack(events: Vec<records::Event>, now: i64) -> Answered<Packed> {
        with_memory(|memory| Ok(memory.pack(events.into_iter().map(Event::from).collect(), now)?))
    }

    fn pack_lines(lines: String, now: i64, entropy: Vec<u8>, each_alone: bool) -> Answered<records::PackedLines> {
        with_memory(|memory| Ok(memory.pack_lines(&lines, now, &entropy, each_alone)?.into()))
    }

    fn pack_import(lines: String, state: String, is_mine: bool, now: i64) -> Answered<records::PackedImport> {
        with_memory(|memory| Ok(memory.pack_import(&lines, &state, is_mine, now)?.into()))
    }

    fn pack_reference(lines: String, after: String, now: i64) -> Answered<records::PackedReference> {
        with_memory(|memory| Ok(memory.pack_reference(&lines, &after, now)?.into()))
    }

    fn update(id: String, says: NewText, now: i64, resumed: Option<Resumed>) -> Answered<records::UpdateReply> {
        with_memory(|memory| Ok(memory.update(&id, &says, now, resumed)?.into()))
    }

    fn rollback(selection: records::Selection, now: i64, resumed: Option<Resumed>) -> Answered<records::ForgetReply> {
        with_memory(|memory| Ok(memory.rollback(&selection.into(), now, resumed)?.into()))
    }

    fn add(batches: Vec<Vec<u8>>, resumed: Option<Resumed>) -> Answered<records::AddReply> {
        with_memory(|memory| Ok(memory.add(&batches, resumed)?.into()))
    }

    fn forget(ids: Vec<String>, now: i64, resumed: Option<Resumed>) -> Answered<records::ForgetReply> {
        with_memory(|memory| Ok(memory.forget(&ids, now, resumed)?.into()))
    }

    fn clear_windows(after: Vec<u8>, resumed: Option<Resumed>) -> Answered<records::ClearReply> {
        with_memory(|memory| Ok(memory.clear_windows(&after, resumed)?.into()))
    }

    fn totals(resumed: Option<Resumed>) -> Answered<TotalsReply> {
        with_memory(|memory| Ok(memory.totals(resumed)?))
    }

    fn salvage(
        part: records::SalvagePart,
        is_scattered: bool,
        rows: Vec<Row>,
        resumed: Option<Resumed>,
    ) -> Answered<records::SalvageReply> {
        with_memory(|memory| Ok(memory.salvage(part.into(), is_scattered, &rows, resumed)?.into()))
    }

    fn import_tombstones(rows: Vec<Row>, resumed: Option<Resumed>) -> Answered<records::ImportTombstonesReply> {
        with_memory(|memory| Ok(memory.import_tombstones(&rows, resumed)?.into()))
    }

    fn upkeep(now: i64, budget: u32, resumed: Option<Resumed>) -> Answered<records::UpkeepReply> {
        with_memory(|memory| Ok(memory.upkeep(now, budget, resumed)?.into()))
    }
}
