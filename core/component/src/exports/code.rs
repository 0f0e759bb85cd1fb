//! The functions of the code graph and of recall.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Answered, Door};
use crate::bindings::exports::scrubjay::memory::{graph, memory, recall, types};
use crate::facade::{
    Change, DamagedRow, DependencyReply, EndingCount, ExportReply, FileQuestion, MapQuestion, MapReply, OpenReply,
    PrepareQuestion, Resumed, StatusReply, TestsQuestion, admit, admitted,
};
use crate::instance::with_memory;

impl graph::Guest for Door {
    questions! {
        find: graph::FindQuestion => graph::FindReply,
        callers: graph::WalkQuestion => graph::WalkReply,
        callees: graph::WalkQuestion => graph::WalkReply,
        references: graph::WalkQuestion => graph::WalkReply,
        impact: graph::WalkQuestion => graph::WalkReply,
        path: graph::PathQuestion => graph::PathReply,
        hierarchy: graph::WalkQuestion => graph::HierarchyReply,
        resolve_anchors: graph::AnchorsQuestion => graph::AnchorsReply,
        unresolved: graph::UnresolvedQuestion => graph::UnresolvedReply,
        source: graph::SourceQuestion => graph::SourceReply,
        functions_at: graph::FunctionsQuestion => graph::FunctionsReply,
        dependencies: FileQuestion => DependencyReply,
        dependents: FileQuestion => DependencyReply,
        map: MapQuestion => MapReply,
        export: graph::ExportQuestion => ExportReply,
    }

    fn tests(question: graph::TestsQuestion, resumed: Option<Resumed>) -> Answered<graph::WalkReply> {
        let question = TestsQuestion::from(question);
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

    fn tell_unread(endings: Vec<EndingCount>) -> Answered<types::Effects> {
        with_memory(|memory| Ok(memory.tell_unread(&endings)?.into()))
    }

    fn link(max_files: u32) -> Answered<memory::Linked> {
        with_memory(|memory| Ok(memory.link(max_files)?.into()))
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
