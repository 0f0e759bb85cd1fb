//! The functions of each interface.

use alloc::string::String;
use alloc::vec::Vec;

use crate::bindings::exports::scrubjay::memory::{graph, memory, recall, records, types};
use crate::facade::{
    Change, DamagedRow, DependencyReply, ExportReply, FileQuestion, MapQuestion, MapReply, NewNote, NotesQuestion,
    OpenReply, Packed, PrepareQuestion, Resumed, Row, StatusReply, TestsQuestion, TotalsReply, WalkQuestion, admit,
    admitted,
};
use crate::instance::with_memory;

/// What the WIT exports, of which nothing is kept here.
struct Door;

crate::bindings::export!(Door with_types_in crate::bindings);

/// What a function gives, or why it refuses.
type Answered<T> = Result<T, types::Error>;

/// Questions that may ask for rows and lines.
macro_rules! questions {
    ($($name:ident: $question:ty => $reply:ty,)*) => {
        $(fn $name(question: $question, resumed: Option<Resumed>) -> Answered<$reply> {
            with_memory(|memory| Ok(memory.$name(&question.into(), resumed)?.into()))
        })*
    };
}

impl graph::Guest for Door {
    questions! {
        find: graph::FindQuestion => graph::FindReply,
        callers: WalkQuestion => graph::WalkReply,
        callees: WalkQuestion => graph::WalkReply,
        references: WalkQuestion => graph::WalkReply,
        impact: WalkQuestion => graph::WalkReply,
        path: graph::PathQuestion => graph::PathReply,
        hierarchy: WalkQuestion => graph::HierarchyReply,
        dependencies: FileQuestion => DependencyReply,
        dependents: FileQuestion => DependencyReply,
        map: MapQuestion => MapReply,
        export: graph::ExportQuestion => ExportReply,
        resolve_anchors: graph::AnchorsQuestion => graph::AnchorsReply,
    }

    fn tests(question: graph::TestsQuestion, resumed: Option<Resumed>) -> Answered<graph::WalkReply> {
        let graph::TestsQuestion { name, depth, most, least_confidence } = question;
        let question = TestsQuestion { name, depth, most, least_confidence };
        with_memory(|memory| Ok(memory.tests(&question, resumed)?.into()))
    }

    fn languages() -> Vec<graph::Language> {
        admitted().map(graph::Language::from).collect()
    }

    fn admit(files: Vec<graph::ListedFile>) -> Answered<Vec<graph::Verdict>> {
        let verdicts = admit(files.iter().map(|graph::ListedFile { path, size }| (path.as_str(), *size)))?;
        Ok(verdicts.into_iter().map(graph::Verdict::from).collect())
    }

    fn outline(path: String, resumed: Option<Resumed>) -> Answered<graph::OutlineReply> {
        with_memory(|memory| Ok(memory.outline(&path, resumed)?.into()))
    }
}

impl memory::Guest for Door {
    fn open(purpose: memory::Purpose, at: u64, resumed: Option<Resumed>) -> Answered<OpenReply> {
        with_memory(|memory| Ok(memory.open(purpose.into(), at, resumed)?))
    }

    fn apply(changes: Vec<Change>, now: i64, entropy: Vec<u8>) -> Answered<types::Effects> {
        with_memory(|memory| Ok(memory.apply(&changes, now, &entropy)?.into()))
    }

    fn link(most_files: u32) -> Answered<memory::Linked> {
        with_memory(|memory| Ok(memory.link(most_files)?.into()))
    }

    fn quarantine() -> Answered<memory::Quarantined> {
        with_memory(|memory| Ok(memory.quarantine()?.into()))
    }

    fn status(resumed: Option<Resumed>) -> Answered<StatusReply> {
        with_memory(|memory| Ok(memory.status(resumed)?))
    }

    fn damaged() -> Vec<DamagedRow> {
        with_memory(|memory| memory.damaged())
    }

    fn digest() -> Answered<u64> {
        with_memory(|memory| Ok(memory.digest()?))
    }
}

impl recall::Guest for Door {
    questions! {
        prepare: PrepareQuestion => recall::PrepareReply,
    }
}

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
