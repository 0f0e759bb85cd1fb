//! The functions of records.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Answered, Door};
use crate::bindings::exports::scrubjay::memory::records;
use crate::facade::{NewNote, NotesQuestion, Packed, Resumed, Row, TotalsReply};
use crate::instance::with_memory;

impl records::Guest for Door {
    questions! {
        notes: NotesQuestion => records::NotesReply,
    }

    fn open(owner: records::Owner, at: u64) -> Answered<()> {
        with_memory(|memory| Ok(memory.open_records(owner.into(), at)?))
    }

    fn pack(notes: Vec<records::NewNote>, now: i64) -> Answered<Packed> {
        with_memory(|memory| Ok(memory.pack(notes.into_iter().map(NewNote::from).collect(), now)?))
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

    fn salvage(rows: Vec<Row>, resumed: Option<Resumed>) -> Answered<records::SalvageReply> {
        with_memory(|memory| Ok(memory.salvage(&rows, resumed)?.into()))
    }

    fn upkeep(now: i64, budget: u32, resumed: Option<Resumed>) -> Answered<records::UpkeepReply> {
        with_memory(|memory| Ok(memory.upkeep(now, budget, resumed)?.into()))
    }
}
