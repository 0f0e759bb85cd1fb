//! After a failed call: how the same error was mended before, and notes and lessons that contain its line.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::item::{PieceDraft, PieceKind};
use super::question::DeliveryRequest;
use crate::base::id::RecordId;
use crate::episode::newest_of;
use crate::record::RecordSpace;
use crate::record::derived::words::recalled_text;
use crate::record::derived::{Aim, learn};
use crate::record::event::{Body, ToolCall};
use crate::record::keyspace::{Kind, Scope};
use crate::record::rows::Rows;
use crate::record::stored::record_of;
use crate::session::{MendedFailure, PastError, checks_project};
use crate::text::error_line::{error_lines, first_error_line, names_test};
use crate::text::refusal;

/// The most fixes that are considered, newest first.
pub(super) const MAX_FIXES: u32 = 8;
/// The most notes, and likewise the most lessons, that are searched, newest first.
const MAX_KEPT: usize = 100;
/// How often at least a failed test was mended in the same way: its name alone does not tell why it failed.
const MIN_TIMES_OF_TEST: usize = 2;
/// The least words of an error line that identifies an error.
const MIN_WORDS: usize = 3;

impl RecordSpace {
    /// The pieces about an error: earlier fixes, then lessons and notes that contain its line. Empty if the line has
    /// too few words to identify the error.
    pub(super) fn error_pieces(&self, rows: &Rows, request: &DeliveryRequest<'_>) -> Vec<Vec<PieceDraft>> {
        let DeliveryRequest { text: error, tool, .. } = *request;
        let tenant = self.owner.tenant.as_str();
        let line = first_error_line(error);
        if !is_distinctive(line) || refusal::is_of_harness(error) {
            return Vec::new();
        }
        let fix_ids = newest_of(rows, tenant, Scope::Fix, &learn::signature(line), MAX_FIXES);
        let fixes = fix_ids.into_iter().filter_map(|id| MendedFailure::of(rows, tenant, id));
        let fixes = fixes.filter(|fix| !names_test(line) || have_same_message(error, fix.error_text()));
        let fixes = fixes.filter(|fix| tool.is_empty() || fix.observation.subject.split(' ').next() == Some(tool));
        let told_fix = |fix: MendedFailure| fix.into_told().filter(|fix| is_of_command(fix, request));
        let fixes: Vec<Option<MendedFailure>> = fixes.map(told_fix).collect();
        let n_fixes = fixes.len();
        let fixes: Vec<MendedFailure> = fixes.into_iter().flatten().collect();
        let fix_piece = usual_fix(&fixes, &request.paths);
        // A linter's error is answered anew in each place, and each edit is an example.
        let min_times = if names_test(line) { MIN_TIMES_OF_TEST } else { 1 };
        let is_usual = |n_times: usize| 2 * n_times > n_fixes && n_times >= min_times;
        let fix_piece = fix_piece.filter(|(fix, n_times)| fix.edit.is_some() || is_usual(*n_times));
        let fix_piece = fix_piece.and_then(|(fix, n_times)| fix_piece_of(fix, n_times, n_fixes));
        vec![fix_piece.into_iter().collect(), self.kept_pieces_with_line(rows, line)]
    }

    /// The piece for an unmended failure of a command that checks the project; `None` if its error line identifies no error.
    pub(super) fn failure_piece(&self, rows: &Rows, error: &PastError) -> Option<PieceDraft> {
        let id = RecordId::parse(&error.id)?;
        let record = record_of(rows, &self.owner.tenant, id)?;
        let why = format!("{} failed so, and nothing mended it since.", error.tool);
        let Some(Body::ToolCall(call)) = &record.body else { return None };
        let command = Aim::command_or_file(call);
        if !checks_project(&command) || is_of_harness(call) || !is_distinctive(&error.error) {
            return None;
        }
        let labelled_lines = vec![("failed as".to_string(), command)];
        Some(PieceDraft { labelled_lines, ..PieceDraft::of(id, &record, PieceKind::Failure, why, &error.error) })
    }

    /// The newest lessons and notes that contain a line.
    fn kept_pieces_with_line(&self, rows: &Rows, line: &str) -> Vec<PieceDraft> {
        let tenant = self.owner.tenant.as_str();
        let kinds = [Kind::Lesson, Kind::Note].into_iter();
        let ids = kinds.flat_map(|kind| self.newest_not_imported(rows, kind, MAX_KEPT, u64::MAX));
        let item = |id: RecordId| {
            let record = record_of(rows, tenant, id)?;
            let why = "It holds this error as it stands.".to_string();
            recalled_text(&record).contains(line).then(|| PieceDraft::for_kept(id, &record, why))
        };
        ids.filter_map(item).collect()
    }
}

/// Whether a fix may mend the failed command: what another command did, or another form of it, mends only a command of the
/// same program with the same sub-command.
fn is_of_command(fix: &MendedFailure, request: &DeliveryRequest<'_>) -> bool {
    let is_by_commands = !fix.succeeded_as.is_empty() || !fix.commands.is_empty();
    !is_by_commands
        || request.command.is_empty()
        || fix.observation.subject == Aim::subject_of(request.tool, request.command)
}

/// Whether two failures of a test have a line in common that tells an error: a test can fail for many reasons.
fn have_same_message(one: &str, other: &str) -> bool {
    let messages = |text| -> BTreeSet<String> { error_lines(text).map(learn::line_signature).collect() };
    !messages(one).is_disjoint(&messages(other))
}

/// The newest of the fixes that mended an error in the way in which it was mended most often, and how often that was.
/// Ways by edits of the files that a call names come first.
fn usual_fix<'f>(fixes: &'f [MendedFailure], paths: &[String]) -> Option<(&'f MendedFailure, usize)> {
    let n_times = |fix: &MendedFailure| fixes.iter().filter(|other| other.way() == fix.way()).count();
    let is_of_paths = |fix: &MendedFailure| fix.files.iter().any(|file| paths.contains(file));
    // Of equal ones the first counts, which is the newest.
    fixes.iter().rev().map(|fix| (fix, n_times(fix))).max_by_key(|(fix, n_times)| (is_of_paths(fix), *n_times))
}

/// The piece about a fix, with how often it was the one.
fn fix_piece_of(fix: &MendedFailure, n_times: usize, n_all: usize) -> Option<PieceDraft> {
    let times = if n_all == 1 { "time" } else { "times" };
    let why = format!("The same error of {} was mended so {n_times} of {n_all} {times}.", fix.observation.subject);
    let mut piece = mended_failure_piece(fix, why)?;
    if let Some((label, _)) = piece.labelled_lines.first_mut() {
        *label = format!("{n_times} of {n_all} {times} {label}");
    }
    Some(piece)
}

/// The piece about a mended failure; it quotes the failure.
pub(super) fn mended_failure_piece(mending: &MendedFailure, why: String) -> Option<PieceDraft> {
    let (failed_id, record) = &mending.failed_record;
    let Some(Body::ToolCall(call)) = &record.body else { return None };
    let trust = mending.parents.iter().map(|(_, record)| record.trust()).min()?;
    let item = PieceDraft::of(*failed_id, record, PieceKind::Fix, why, first_error_line(call.error_text()));
    Some(PieceDraft { trust, labelled_lines: mending.labelled_lines(), ..item })
}

/// Whether a harness itself refused a call or could not do it, as the reading or edit of a file: no program failed.
pub(super) fn is_of_harness(call: &ToolCall) -> bool {
    refusal::is_of_harness(call.error_text()) || !Aim::of(call).about.is_empty()
}

/// Whether an error line identifies an error; a bare code does not.
pub(super) fn is_distinctive(line: &str) -> bool {
    let is_word = |word: &&str| word.chars().filter(|char| char.is_alphabetic()).count() > 2;
    names_test(line) || line.split(|char: char| !char.is_alphanumeric()).filter(is_word).count() >= MIN_WORDS
}
