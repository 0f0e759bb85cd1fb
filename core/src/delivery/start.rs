//! At the start of a session: open tasks, past work, what still fails, notes and decisions.

use alloc::format;
use alloc::string::ToString as _;
use alloc::vec::Vec;

use super::failure::mended_failure_piece;
use super::item::{PieceDraft, PieceKind, beginning_of};
use super::question::DeliveryRequest;
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::record::derived::{TaskRow, task_key};
use crate::record::event::TaskStatus;
use crate::record::fields::WordEnum as _;
use crate::record::rows::Rows;
use crate::record::stored::record_of;
use crate::record::to_do::session_of_to_do;
use crate::record::{RecordSpace, Trust};
use crate::session::{Beginning, FittingNote, LookBack, MendedError, PastError, PastWork};

/// The most pieces of each kind.
const MAX_PER_KIND: usize = 3;

impl RecordSpace {
    /// The pieces for the start of a session, a list for each kind. Without a request, the past work and the failures are
    /// those of the work that the session may go on with; with one, those that fit it.
    pub(super) fn start_pieces(
        &self,
        rows: &Rows,
        request: &DeliveryRequest<'_>,
    ) -> Result<Vec<Vec<PieceDraft>>, Error> {
        let beginning = self.suggest_beginning(rows, request.text, (1, LookBack::NEAR), request.now)?;
        rows.check_complete()?;
        let Beginning { tasks, errors, notes, past, .. } = &beginning;
        // Nobody knows yet whether the session is about what failed, unless it says so.
        let is_asked = !request.text.trim().is_empty();
        let past = past.iter().filter_map(|work| self.past_work_piece(rows, work)).collect();
        let errors = errors
            .iter()
            .filter(|_| is_asked)
            .filter_map(|error| self.failure_piece(rows, error))
            .take(MAX_PER_KIND)
            .collect();
        // An agent's own list is of its session.
        let tasks = tasks.iter().filter(|task| session_of_to_do(&task.name).is_none());
        let tasks: Vec<PieceDraft> =
            tasks.filter_map(|task| self.task_piece(rows, &task.name)).take(MAX_PER_KIND).collect();
        let mended_failures = self.mended(rows, request.text).into_iter();
        let why = |error: &MendedError| format!("{} failed so, and succeeded later.", error.error.tool);
        let mended_pieces: Vec<PieceDraft> =
            mended_failures.filter_map(|(mending, error)| mended_failure_piece(&mending, why(&error))).collect();
        let notes: Vec<PieceDraft> =
            notes.iter().filter_map(|note| self.note_piece(rows, note, request.text)).collect();
        Ok(vec![tasks, past, errors, mended_pieces, notes])
    }

    /// The piece for a task, which quotes its newest step; `None` unless the task is active or paused.
    pub(super) fn task_piece(&self, rows: &Rows, name: &str) -> Option<PieceDraft> {
        let tenant = self.owner.tenant.as_str();
        let task: TaskRow = rows.read(&task_key(tenant, name))?;
        let (id, trust) = (task.newest.id(), self.task_trust(rows, &task)?);
        let record = record_of(rows, tenant, id)?;
        let (status, says) = (task.status.word(), if task.description.is_empty() { name } else { &task.description });
        let item = PieceDraft::of(id, &record, PieceKind::OpenTask, format!("Its task is {status}."), says);
        let is_open = matches!(task.status, TaskStatus::Active | TaskStatus::Paused);
        is_open.then(|| PieceDraft {
            trust,
            labelled_lines: vec![(format!("task {name}, {status}"), beginning_of(&task.outcome))],
            ..item
        })
    }

    /// The lowest trust of the newest step of a task and of the steps that state its description, intent and outcome.
    fn task_trust(&self, rows: &Rows, task: &TaskRow) -> Option<Trust> {
        let steps = task.stated_by.iter().flatten().chain([&task.newest]);
        steps.filter_map(|step| Some(record_of(rows, &self.owner.tenant, step.id())?.trust())).min()
    }

    /// The piece for past work, with its outcome and its errors as far as these are trusted.
    fn past_work_piece(&self, rows: &Rows, work: &PastWork) -> Option<PieceDraft> {
        let id = RecordId::parse(&work.id)?;
        let record = record_of(rows, &self.owner.tenant, id)?;
        let why = "What was asked then is like what is asked now.".to_string();
        let is_trusted =
            |error: &&PastError| self.failure_piece(rows, error).is_some_and(|item| item.trust > Trust::Untrusted);
        let error_lines = work.errors.iter().filter(is_trusted);
        let error_lines = error_lines.map(|error| (format!("went wrong, {}", error.tool), error.error.clone()));
        let task: Option<TaskRow> = rows.read(&task_key(&self.owner.tenant, &work.task));
        let trust = task.and_then(|task| self.task_trust(rows, &task)).unwrap_or(Trust::Untrusted);
        let outcome_line = (trust > Trust::Untrusted && !work.outcome.is_empty())
            .then(|| (format!("came of task {}", work.task), work.outcome.clone()));
        let labelled_lines = outcome_line.into_iter().chain(error_lines).collect();
        Some(PieceDraft { labelled_lines, ..PieceDraft::of(id, &record, PieceKind::PastWork, why, &work.asked) })
    }

    /// The piece for a note, decision or lesson; its reason depends on whether the session has a request, `text`.
    fn note_piece(&self, rows: &Rows, note: &FittingNote, text: &str) -> Option<PieceDraft> {
        let id = RecordId::parse(&note.id)?;
        let record = record_of(rows, &self.owner.tenant, id)?;
        let why = if text.trim().is_empty() { "It is among the newest." } else { "It fits what is asked." };
        Some(PieceDraft::for_kept(id, &record, why.to_string()))
    }
}
