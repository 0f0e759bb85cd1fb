//! At the start of a session: open tasks, unmended failures, similar past work, notes and decisions, likely files.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::failure::{is_distinctive, is_of_harness, mended_failure_piece};
use super::item::{PieceDraft, PieceKind, beginning_of};
use super::question::DeliveryRequest;
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::episode::newest_of;
use crate::record::derived::words::recalled_text;
use crate::record::derived::{TaskRow, task_key};
use crate::record::envelope::Record;
use crate::record::event::{Body, Role, TaskStatus};
use crate::record::fields::WordEnum as _;
use crate::record::keyspace::{Kind, Scope};
use crate::record::rows::Rows;
use crate::record::stored::record_of;
use crate::record::{RecordSpace, Trust};
use crate::session::{Beginning, FittingNote, LookBack, MendedError, PastError, PastWork};
use crate::text::terms::talk_terms;

/// The most pieces of each kind.
const MAX_PER_KIND: usize = 3;
/// The most turns that are searched for a request, newest first.
const MAX_TURNS: usize = 64;
/// The least terms of a turn that is a request; shorter ones agree or thank.
const MIN_TERMS: usize = 4;
/// The most files that are listed as likely.
const MAX_FILES: usize = 5;
/// The most touches of each file that are considered, newest first.
const MAX_TOUCHES: u32 = 32;

impl RecordSpace {
    /// The pieces for the start of a session; likely files alone are not delivered.
    pub(super) fn start_pieces(
        &self,
        rows: &Rows,
        request: &DeliveryRequest<'_>,
    ) -> Result<Vec<Vec<PieceDraft>>, Error> {
        let beginning = self.suggest_beginning(rows, request.text, (MAX_FILES, LookBack::NEAR), request.now)?;
        rows.check_complete()?;
        let Beginning { files, tasks, errors, notes, past, .. } = &beginning;
        let tasks: Vec<PieceDraft> =
            tasks.iter().filter_map(|task| self.task_piece(rows, &task.name)).take(MAX_PER_KIND).collect();
        let errors: Vec<PieceDraft> =
            errors.iter().filter_map(|error| self.failure_piece(rows, error)).take(MAX_PER_KIND).collect();
        let past: Vec<PieceDraft> = match request.text.trim().is_empty() {
            true => self.last_request_piece(rows, request.session)?.into_iter().collect(),
            false => past.iter().filter_map(|work| self.past_work_piece(rows, work)).collect(),
        };
        let mended_failures = self.mended(rows, request.text).into_iter();
        let why = |error: &MendedError| format!("{} failed so, and succeeded later.", error.error.tool);
        let mended_pieces: Vec<PieceDraft> =
            mended_failures.filter_map(|(mending, error)| mended_failure_piece(&mending, why(&error))).collect();
        let notes: Vec<PieceDraft> =
            notes.iter().filter_map(|note| self.note_piece(rows, note, request.text)).collect();
        let mut lists = vec![tasks, past, errors, mended_pieces, notes];
        if lists.iter().any(|list| !list.is_empty()) {
            let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
            let why = "Recent sessions touched these files most.";
            lists.push(self.files_piece(rows, &paths, "", why).into_iter().collect());
        }
        Ok(lists)
    }

    /// The newest request of a user in another session, with the files of that session.
    fn last_request_piece(&self, rows: &Rows, session: &str) -> Result<Option<PieceDraft>, Error> {
        let tenant = self.owner.tenant.as_str();
        let turns = self.newest_not_imported(rows, Kind::Turn, MAX_TURNS, u64::MAX);
        let mut turns = turns.into_iter().filter_map(|id| Some((id, record_of(rows, tenant, id)?)));
        let last_request =
            turns.find(|(_, record)| record.session != session && !record.session.is_empty() && is_request(record));
        rows.check_complete()?;
        let Some((id, record)) = last_request else { return Ok(None) };
        let files = self.files_to_reread(rows, &record.session, MAX_FILES)?.files;
        let files: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        let why = "It was asked for last, in another session.".to_string();
        let item = PieceDraft::of(id, &record, PieceKind::PastWork, why, &recalled_text(&record));
        let labelled_lines =
            if files.is_empty() { Vec::new() } else { vec![("worked on".to_string(), files.join(", "))] };
        Ok(Some(PieceDraft { labelled_lines, ..item }))
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

    /// The piece for an unmended failure; `None` if its error line identifies no error.
    fn failure_piece(&self, rows: &Rows, error: &PastError) -> Option<PieceDraft> {
        let id = RecordId::parse(&error.id)?;
        let record = record_of(rows, &self.owner.tenant, id)?;
        let why = format!("{} failed so, and nothing mended it since.", error.tool);
        if matches!(&record.body, Some(Body::ToolCall(call)) if is_of_harness(call)) {
            return None;
        }
        is_distinctive(&error.error).then(|| PieceDraft::of(id, &record, PieceKind::Failure, why, &error.error))
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

    /// A piece that lists the files with a trusted touch; its record is the newest such touch of the first of them.
    pub(super) fn files_piece(&self, rows: &Rows, paths: &[&str], session: &str, why: &str) -> Option<PieceDraft> {
        let touches: Vec<_> = paths.iter().map(|path| (*path, self.trusted_touch(rows, path, session))).collect();
        let mut touched_files = touches.into_iter().filter_map(|(path, touch)| Some((path, touch?)));
        let (first_path, (id, record)) = touched_files.next()?;
        let says = touched_files.fold(String::from(first_path), |says, (path, _)| says + ", " + path);
        Some(PieceDraft::of(id, &record, PieceKind::Files, why.to_string(), &says))
    }

    /// The newest touch of a file in a session, except untrusted touches; in any session if `session` is empty.
    fn trusted_touch(&self, rows: &Rows, path: &str, session: &str) -> Option<(RecordId, Record)> {
        let tenant = self.owner.tenant.as_str();
        let touches = newest_of(rows, tenant, Scope::Path, path, MAX_TOUCHES);
        let mut records = touches.into_iter().filter_map(|id| Some((id, record_of(rows, tenant, id)?)));
        let is_in_session = |record: &Record| session.is_empty() || record.session == session;
        records.find(|(_, record)| is_in_session(record) && record.trust() > Trust::Untrusted)
    }
}

/// Whether a record is a user's turn that asks for something.
fn is_request(record: &Record) -> bool {
    let mut n_terms = 0;
    talk_terms(&recalled_text(record), &mut |_| n_terms += 1);
    matches!(&record.body, Some(Body::Turn(turn)) if turn.role == Role::User) && n_terms >= MIN_TERMS
}
