//! Erases at a terminal: asks first, and shows the receipt afterwards.

use std::fmt::Write as _;

use scrubjay::records::{Backup, Chosen, Erasure};
use scrubjay::shown::one_line;
use scrubjay::wit::records::{Fate, Receipt};
use serde_json::{Value, json};

use super::confirm;
use super::place::OpenRecords;
use crate::Fault;
use crate::output::Output;
use crate::output::json::Json as _;
use crate::output::text::{counted_noun, path_of};
use crate::output::times::time_with_offset;

/// Help text: which files erasing covers.
pub(crate) const REACH: &str = "\
The memory's file is written anew, without what was deleted in it. Copies of it from before a newer release or a restore, damaged
files that were kept, drafts, and batches that were refused are removed. Bodies that windows keep for restoring go, and their
tasks: they cannot be searched. Contexts of sessions are not searched either, and stay: `session delete` removes one. A backup is
not touched: those that were made of this memory are named.";

/// Erases after confirmation, and shows the receipt. A dry run asks nothing and erases nothing.
pub(crate) fn erase_with_confirmation(
    found: &mut OpenRecords,
    chosen: &Chosen,
    yes: bool,
    dry_run: bool,
    output: &Output,
) -> Result<Erasure, Fault> {
    if !dry_run {
        confirm(yes, &question(&found.records.would_erase(chosen)?))?;
    }
    let erasure = if dry_run { found.records.would_erase(chosen)? } else { found.records.erase_chosen(chosen)? };
    found.tell_salvage(output);
    output.answer(|| in_words(&erasure, dry_run), || in_json(&erasure, dry_run));
    Ok(erasure)
}

fn question(planned_erasure: &Erasure) -> String {
    let n_records = planned_erasure.receipts.iter().filter(|one| one.fate == Fate::Forgotten).count();
    let mut words = match n_records {
        0 => "Erase what was forgotten so far".to_owned(),
        n => format!("Forget {} and erase what was forgotten so far", counted_noun(n as u64, "record", "records")),
    };
    if planned_erasure.n_bodies > 0 {
        let _ = write!(words, ", with {} of windows", counted_noun(planned_erasure.n_bodies, "body", "bodies"));
    }
    if !planned_erasure.removed.is_empty() {
        let _ = write!(
            words,
            ", and remove {} beside",
            counted_noun(planned_erasure.removed.len() as u64, "file", "files")
        );
    }
    words + " for good?"
}

/// The fate of each record, one line each; in a dry run, the fate that it would have.
pub(crate) fn fate_lines(receipts: &[Receipt], n_derived: u32, dry_run: bool) -> String {
    let fate = |fate: Fate| match fate {
        Fate::Forgotten if dry_run => "would be forgotten",
        Fate::Forgotten => "forgotten",
        Fate::AlreadyForgotten => "was forgotten before",
        Fate::Unknown => "is no record here",
    };
    let mut words: String = receipts.iter().map(|one| format!("{}  {}\n", one_line(&one.id), fate(one.fate))).collect();
    if n_derived > 0 {
        let derived = counted_noun(n_derived.into(), "record that was", "records that were");
        let _ = writeln!(words, "{derived} derived from them  {}", fate(Fate::Forgotten));
    }
    words
}

fn in_words(erasure: &Erasure, dry_run: bool) -> String {
    let mut words = fate_lines(&erasure.receipts, erasure.n_derived, dry_run);
    let would_be = if dry_run { "would be " } else { "" };
    if erasure.n_bodies > 0 {
        let _ = writeln!(words, "{} of windows {would_be}erased", counted_noun(erasure.n_bodies, "body", "bodies"));
    }
    for (action, paths) in [("written anew", &erasure.rewritten), ("removed", &erasure.removed)] {
        for path in paths {
            let _ = writeln!(words, "{}  {would_be}{action}", path_of(path));
        }
    }
    for Backup { path, time, is_there } in &erasure.backups {
        let backup_state = if *is_there { "may hold it: remove it, or make it anew" } else { "is not there any more" };
        let _ = writeln!(words, "{}  the backup of {} {backup_state}", path_of(path), time_with_offset(*time));
    }
    if words.is_empty() {
        words.push_str("nothing is kept here\n");
    }
    words
}

fn in_json(erasure: &Erasure, dry_run: bool) -> Value {
    let Erasure { receipts, n_derived, n_bodies, rewritten, removed, backups } = erasure;
    let backup = |one: &Backup| json!({ "path": one.path, "time": one.time, "is_there": one.is_there });
    json!({
        "receipts": receipts.json(),
        "n_derived": n_derived,
        "n_bodies": n_bodies,
        "rewritten": rewritten,
        "removed": removed,
        "backups": backups.iter().map(backup).collect::<Vec<_>>(),
        "dry_run": dry_run,
    })
}
