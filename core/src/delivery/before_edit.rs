//! Before a file is read or changed: records anchored to it, and errors that its edits mended.
//!
//! Files are compared by their recorded paths, not by similarity. What failed after the file was changed last is not told:
//! it was mended since, or had other reasons.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::failure::{MAX_FIXES, is_of_harness, mended_failure_piece};
use super::item::PieceDraft;
use crate::base::id::RecordId;
use crate::episode::newest_of;
use crate::recall::is_outdated;
use crate::record::RecordSpace;
use crate::record::event::Body;
use crate::record::keyspace::Scope;
use crate::record::rows::Rows;
use crate::record::stored::record_of;
use crate::session::MendedFailure;

/// The most records anchored to a file that are considered, newest first.
const MAX_ANCHORED: u32 = 8;
/// The least sessions in which an error was mended by edits of a file for it to be told before an edit.
const MIN_SESSIONS: usize = 2;

impl RecordSpace {
    /// The pieces about a file, by its recorded path: a list for each kind, most important first.
    pub(super) fn file_pieces(&self, rows: &Rows, path: &str) -> [Vec<PieceDraft>; 2] {
        [fixes_by_edits(rows, &self.owner.tenant, path), self.anchored_to(rows, path)]
    }

    /// Of the newest records anchored to a file, those that are not outdated.
    fn anchored_to(&self, rows: &Rows, path: &str) -> Vec<PieceDraft> {
        let tenant = self.owner.tenant.as_str();
        let ids = newest_of(rows, tenant, Scope::Anchor, path, MAX_ANCHORED);
        let item = |id: RecordId| {
            let record = record_of(rows, tenant, id)?;
            let why = format!("It is anchored to {path}.");
            (!is_outdated(rows, tenant, id, &record)).then(|| PieceDraft::for_kept(id, &record, why))
        };
        ids.into_iter().filter_map(item).collect()
    }
}

/// The newest fix of each error that edits of a file mended in [`MIN_SESSIONS`] sessions; what failed once need not come
/// again.
fn fixes_by_edits(rows: &Rows, tenant: &str, path: &str) -> Vec<PieceDraft> {
    let mending = |id: RecordId| {
        let mending = MendedFailure::of(rows, tenant, id)?.into_told()?;
        let Some(Body::ToolCall(call)) = &mending.failed_record.1.body else { return None };
        (!is_of_harness(call)).then_some(mending)
    };
    let mut by_signature: BTreeMap<String, Vec<MendedFailure>> = BTreeMap::new();
    for mending in newest_of(rows, tenant, Scope::Mended, path, MAX_FIXES).into_iter().filter_map(mending) {
        by_signature.entry(mending.observation.signature.clone()).or_default().push(mending);
    }
    let piece = |mendings: Vec<MendedFailure>| {
        let sessions: BTreeSet<&str> = mendings.iter().map(|one| one.failed_record.1.session.as_str()).collect();
        let why = format!("Edits of {path} mended this error in {} sessions.", sessions.len());
        (sessions.len() >= MIN_SESSIONS).then(|| mended_failure_piece(mendings.first()?, why)).flatten()
    };
    by_signature.into_values().filter_map(piece).collect()
}
