//! After a failed call: how the same error was mended before, and notes and lessons that contain its line.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::before_edit::error_line_of;
use super::item::{PieceDraft, PieceKind};
use crate::base::id::RecordId;
use crate::episode::newest_of;
use crate::record::RecordSpace;
use crate::record::derived::learn;
use crate::record::derived::words::recalled_text;
use crate::record::event::{Body, Observation};
use crate::record::keyspace::{Kind, Scope};
use crate::record::rows::Rows;
use crate::record::stored::record_of;
use crate::session::MendedFailure;
use crate::text::error_line::first_error_line;

/// The most fixes that are considered, newest first.
pub(super) const MAX_FIXES: u32 = 8;
/// The most notes, and likewise the most lessons, that are searched, newest first.
const MAX_KEPT: usize = 100;
/// The least words of an error line that identifies an error.
const MIN_WORDS: usize = 3;

impl RecordSpace {
    /// The pieces about an error: earlier fixes, then lessons and notes that contain its line. Empty if the line has
    /// too few words to identify the error.
    pub(super) fn error_pieces(&self, rows: &Rows, error: &str, tool: &str, paths: &[String]) -> Vec<Vec<PieceDraft>> {
        let tenant = self.owner.tenant.as_str();
        let line = first_error_line(error);
        if !is_distinctive(line) {
            return Vec::new();
        }
        let fixes = newest_of(rows, tenant, Scope::Fix, &learn::signature(line), MAX_FIXES);
        let why = |observation: &Observation| format!("The same error of {} was mended before.", observation.subject);
        let fixes = newest_fixes(rows, tenant, &fixes, &why).into_iter();
        let fixes =
            fixes.filter(|(observation, _)| tool.is_empty() || observation.subject.split(' ').next() == Some(tool));
        // Fixes by edits of a file that the call names come first.
        let (fixes_of_paths, other_fixes): (Vec<_>, Vec<_>) =
            fixes.partition(|(observation, _)| observation.files.iter().any(|file| paths.contains(file)));
        let fixes = fixes_of_paths.into_iter().chain(other_fixes).map(|(_, item)| item).collect();
        vec![fixes, self.kept_pieces_with_line(rows, line)]
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

/// The newest fix of each error, from observations, which are given newest first.
pub(super) fn newest_fixes(
    rows: &Rows,
    tenant: &str,
    observation_ids: &[RecordId],
    why: &dyn Fn(&Observation) -> String,
) -> Vec<(Observation, PieceDraft)> {
    let mut known_signatures = BTreeSet::new();
    let fix = |id: &RecordId| {
        let mending = MendedFailure::of(rows, tenant, *id)?;
        let why = why(&mending.observation);
        known_signatures
            .insert(mending.observation.signature.clone())
            .then(|| Some((mending.observation.clone(), mended_failure_piece(&mending, why)?)))?
    };
    observation_ids.iter().filter_map(fix).collect()
}

/// The piece about a mended failure; it quotes the failure.
pub(super) fn mended_failure_piece(mending: &MendedFailure, why: String) -> Option<PieceDraft> {
    let (failed_id, record) = &mending.failed_record;
    let Some(Body::ToolCall(call)) = &record.body else { return None };
    let trust = mending.parents.iter().map(|(_, record)| record.trust()).min()?;
    let item = PieceDraft::of(*failed_id, record, PieceKind::Fix, why, error_line_of(call));
    Some(PieceDraft { trust, labelled_lines: mending.labelled_lines(), ..item })
}

/// Whether an error line identifies an error; a bare code does not.
pub(super) fn is_distinctive(line: &str) -> bool {
    let is_word = |word: &&str| word.chars().filter(|char| char.is_alphabetic()).count() > 2;
    line.split(|char: char| !char.is_alphanumeric()).filter(is_word).count() >= MIN_WORDS
}
