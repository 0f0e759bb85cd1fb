//! The questions of a call, answered from the replies so far. The first one without a reply stops the call, until the
//! host has answered it.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::{self, Vec};

use super::fault::Fault;
use crate::bindings::exports::scrubjay::memory::episodes::{
    EventPage, EventsQuestion, FileSummary, ReadTimeQuestion, TaskPage, TasksQuestion, TimeSpan, ToolStatsQuestion,
    TouchPage,
};
use crate::bindings::exports::scrubjay::memory::graph::{
    AnchorsQuestion, DependencyPage, DocumentPage, DocumentsQuestion, FileOutline, FindPage, FindQuestion,
    FunctionPage, FunctionsQuestion, HierarchyPage, PathPage, PathQuestion, RepositoryMap, ResolvedAnchors, SourcePage,
    SourceQuestion, TestsQuestion, UnresolvedPage, UnresolvedQuestion, WalkPage, WalkQuestion,
};
use crate::bindings::exports::scrubjay::memory::prepare::Prepared;
use crate::bindings::exports::scrubjay::memory::recall::{RecallQuestion, Recalled, Reminders};
use crate::bindings::exports::scrubjay::memory::records::NotePage;
use crate::bindings::exports::scrubjay::memory::session::{Beginning, FailurePage, FailuresQuestion, FilesToReread};
use crate::bindings::exports::scrubjay::memory::tools::{
    Clock, ForgottenRecord, IndexNote, NewNote, NoteUpdate, Remembered, RestoredPart, ToolQuestion, ToolReply,
    TypedPlace,
};
use crate::bindings::exports::scrubjay::memory::types::ZoneOffset;
use crate::facade::{
    self, BeginQuestion, CoEditPage, CoEditsQuestion, FileHistoryQuestion, FileQuestion, LastTouchesQuestion,
    MapQuestion, NotesQuestion, PrepareQuestion, RemindQuestion, RereadQuestion, ToolStatPage, mask_text,
};

/// Why a call stops before its answer.
pub(super) enum Stop {
    /// The host must answer this question first.
    Ask(ToolQuestion),
    /// There is no answer, for this reason.
    Fault(Fault),
    /// The host gave a reply to another question.
    WrongReply,
}

impl From<Fault> for Box<Stop> {
    fn from(fault: Fault) -> Box<Stop> {
        Box::new(Stop::Fault(fault))
    }
}

/// The result of a part of a call, or why the call stops there.
pub(super) type Attempt<T> = Result<T, Box<Stop>>;

/// The reply to a question about what a host may lack: an index, or records.
pub(super) enum HostReply<T> {
    Given(T),
    /// The host has no such index or records.
    Nothing,
    /// The host could not ask, for this reason.
    Failed(String),
}

/// The replies that a call has not used yet, and the call's clock.
pub(super) struct Replies {
    replies: vec::IntoIter<ToolReply>,
    n_used: u32,
    clock: Clock,
    offsets: Vec<facade::ZoneOffset>,
}

/// Defines a function for each question that every host answers.
macro_rules! questions {
    ($($name:ident: $case:ident($question:ty) => $page:ty,)*) => {
        $(pub(super) fn $name(&mut self, question: $question) -> Attempt<$page> {
            match self.next(|| ToolQuestion::$case(question))? {
                ToolReply::$case(page) => Ok(page),
                _ => Err(Box::new(Stop::WrongReply)),
            }
        })*
    };
}

/// Defines a function for each question about what a host may lack: an index, or records.
macro_rules! optional_questions {
    ($($name:ident: $case:ident($question:ty) => $page:ty,)*) => {
        $(pub(super) fn $name(&mut self, question: $question) -> Attempt<HostReply<$page>> {
            match self.next(|| ToolQuestion::$case(question))? {
                ToolReply::$case(page) => Ok(HostReply::Given(page)),
                ToolReply::Nothing => Ok(HostReply::Nothing),
                ToolReply::Failed(why) => Ok(HostReply::Failed(why)),
                _ => Err(Box::new(Stop::WrongReply)),
            }
        })*
    };
}

impl Replies {
    pub(super) fn of(replies: Vec<ToolReply>, clock: Clock) -> Replies {
        let offsets = clock.zone.iter().copied().map(facade::ZoneOffset::from).collect();
        Replies { replies: replies.into_iter(), n_used: 0, clock, offsets }
    }

    /// Milliseconds since 1970; the same at each step of the call.
    pub(super) fn now(&self) -> i64 {
        self.clock.now
    }

    /// The zone of the call, in the form of questions.
    pub(super) fn zone(&self) -> &[ZoneOffset] {
        &self.clock.zone
    }

    /// The zone of the call, in the form of the core, which shows times.
    pub(super) fn offsets(&self) -> &[facade::ZoneOffset] {
        &self.offsets
    }

    /// The index, among all replies of the call, of the one that was used last.
    pub(super) fn latest(&self) -> u32 {
        self.n_used.saturating_sub(1)
    }

    fn next(&mut self, question: impl FnOnce() -> ToolQuestion) -> Attempt<ToolReply> {
        match self.replies.next() {
            None => Err(Box::new(Stop::Ask(question()))),
            Some(ToolReply::Refused(error)) => {
                self.n_used += 1;
                Err(Fault::Refused(error).into())
            }
            Some(reply) => {
                self.n_used += 1;
                Ok(reply)
            }
        }
    }

    questions! {
        find: Find(FindQuestion) => FindPage,
        outline: Outline(String) => FileOutline,
        source: Source(SourceQuestion) => SourcePage,
        callers: Callers(WalkQuestion) => WalkPage,
        callees: Callees(WalkQuestion) => WalkPage,
        references: References(WalkQuestion) => WalkPage,
        impact: Impact(WalkQuestion) => WalkPage,
        tests: Tests(TestsQuestion) => WalkPage,
        path: Path(PathQuestion) => PathPage,
        hierarchy: Hierarchy(WalkQuestion) => HierarchyPage,
        unresolved: Unresolved(UnresolvedQuestion) => UnresolvedPage,
        dependencies: Dependencies(FileQuestion) => DependencyPage,
        dependents: Dependents(FileQuestion) => DependencyPage,
        map: Map(MapQuestion) => RepositoryMap,
        prepare: Prepare(PrepareQuestion) => Prepared,
        place: Place(String) => TypedPlace,
        left_out: LeftOut(String) => Option<String>,
        is_folder: IsFolder(String) => bool,
        recall: Recall(RecallQuestion) => Recalled,
        read_time: ReadTime(ReadTimeQuestion) => TimeSpan,
        notes: Notes(NotesQuestion) => NotePage,
        file_history: FileHistory(FileHistoryQuestion) => FileSummary,
        co_edits: CoEdits(CoEditsQuestion) => CoEditPage,
        last_touches: LastTouches(LastTouchesQuestion) => TouchPage,
        tool_stats: ToolStats(ToolStatsQuestion) => ToolStatPage,
        tasks: Tasks(TasksQuestion) => TaskPage,
        reread: Reread(RereadQuestion) => FilesToReread,
        failures: Failures(FailuresQuestion) => FailurePage,
        begin_session: BeginSession(BeginQuestion) => Beginning,
        remember: Remember(NewNote) => Remembered,
        update: Update(NoteUpdate) => bool,
        forget: Forget(String) => ForgottenRecord,
        restore: Restore(String) => RestoredPart,
    }

    pub(super) fn index_state(&mut self) -> Attempt<Vec<IndexNote>> {
        match self.next(|| ToolQuestion::IndexState)? {
            ToolReply::IndexState(notes) => Ok(notes),
            _ => Err(Box::new(Stop::WrongReply)),
        }
    }

    optional_questions! {
        remind: Remind(RemindQuestion) => Reminders,
        events: Events(EventsQuestion) => EventPage,
        documents: Documents(DocumentsQuestion) => DocumentPage,
        resolve_anchors: ResolveAnchors(AnchorsQuestion) => ResolvedAnchors,
        functions_at: FunctionsAt(FunctionsQuestion) => FunctionPage,
    }

    /// How the host reads a typed name or path. Secrets are masked first, because the host's reading may change them so
    /// that they are not recognised.
    fn typed_place(&mut self, typed: &str) -> Attempt<TypedPlace> {
        self.place(mask_text(typed))
    }

    /// A typed name in the form of answers.
    pub(super) fn name(&mut self, typed: &str) -> Attempt<String> {
        Ok(self.typed_place(typed)?.name)
    }

    /// A typed beginning of paths in the form of answers.
    pub(super) fn prefix(&mut self, typed: &str) -> Attempt<String> {
        if typed.is_empty() { Ok(String::new()) } else { Ok(self.typed_place(typed)?.prefix) }
    }

    /// A typed path as records have it.
    pub(super) fn recorded_path(&mut self, typed: &str) -> Attempt<String> {
        Ok(self.typed_place(typed)?.recorded)
    }

    /// A typed path relative to the root; a fault if the host refuses the path.
    pub(super) fn inside_path(&mut self, typed: &str) -> Attempt<String> {
        let TypedPlace { path, refused, .. } = self.typed_place(typed)?;
        match refused {
            None => Ok(path),
            Some(fault) => Err(Fault::OfHost(fault).into()),
        }
    }

    /// Turns a fault into a value; other reasons to stop are passed on.
    pub(super) fn catch_fault<T>(attempt: Attempt<T>) -> Attempt<Result<T, Fault>> {
        match attempt.map_err(|stop| *stop) {
            Ok(answer) => Ok(Ok(answer)),
            Err(Stop::Fault(fault)) => Ok(Err(fault)),
            Err(stop) => Err(Box::new(stop)),
        }
    }
}
