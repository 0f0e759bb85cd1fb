//! The command `status`: the state of the index, the files left out of it, and the project's notes.

use scrubjay::Error;
use scrubjay::index::{Known, skip_reason};
use scrubjay::wit::Word;
use scrubjay::wit::graph::SkipReason;
use scrubjay::wit::memory::MemoryStatus;
use scrubjay::wit::types::UnreadLanguage;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;

use super::tell_damage;
use crate::arguments::names;
use crate::index::{installed_in_words, patterns_in_words};
use crate::memory::damaged::{noted_losses, salvage_in_json as loss_in_json, tell_damage as tell_memory};
use crate::output::Output;
use crate::output::json::Json as _;
use crate::output::text::{count, counted_noun, path_of, shown, size_text};
use crate::{Context, Ending, Fault};

/// The most files that a line names.
const MAX_NAMED: usize = 5;

pub(crate) fn status(context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    let status = context.memory.status()?;
    tell_damage(&status.damaged, output);
    let root = context.memory.root().path().to_owned();
    let known = context.memory.known()?;
    let notes = notes(context);
    let mut losses = Vec::new();
    if let Ok(records) = context.memory.records() {
        records.damage().iter().for_each(|damage| tell_memory(damage, output));
        // The state of the index is shown even if the records cannot be read.
        losses = records.losses().unwrap_or_default();
    }
    output.answer(
        || in_words(&status, &known, &root) + &notes_in_words(&notes) + &noted_losses(&losses, output.asker()),
        || {
            let mut answer = in_json(&status, &known, &root);
            let (n_notes, n_bytes) =
                notes.as_ref().map_or((Value::Null, Value::Null), |(n, bytes)| (json!(n), json!(bytes)));
            answer["n_notes"] = n_notes;
            answer["memory_bytes"] = n_bytes;
            answer["losses"] = losses.iter().map(loss_in_json).collect();
            answer
        },
    );
    Ok(if status.n_files == 0 { Ending::Nothing } else { Ending::Found })
}

/// The number of the project's notes, and the bytes of the project's memory on disk.
fn notes(context: &mut Context) -> Result<(u64, u64), Error> {
    let records = context.memory.records()?;
    records.check()?;
    Ok((records.totals()?.n_notes, records.on_disk()?.n_bytes))
}

fn notes_in_words(notes: &Result<(u64, u64), Error>) -> String {
    match notes {
        Ok((n_notes, n_bytes)) => format!("notes       {} ({})\n", count(*n_notes), size_text(*n_bytes)),
        // The state of the index is shown all the same.
        Err(error) => format!("notes       cannot be read: {error}; `scrubjay doctor` says what to do\n"),
    }
}

fn in_words(status: &MemoryStatus, known: &Known, root: &Path) -> String {
    let mut words = format!(
        "folder      {}\nfiles       {}\nsymbols     {}\nedges       {}\nunlinked    {}\ngeneration  {}\n",
        path_of(root),
        count(status.n_files.into()),
        count(status.n_symbols.into()),
        count(status.n_edges.into()),
        count(status.n_unlinked.into()),
        status.generation,
    );
    for language in &status.languages {
        let _ = writeln!(
            words,
            "{:11} {}, {}, {}",
            language.language,
            counted_noun(language.n_files.into(), "file", "files"),
            counted_noun(language.n_lines.into(), "line", "lines"),
            size_text(language.n_bytes.into()),
        );
    }
    for UnreadLanguage { language, n_files } in &status.unread {
        let _ = writeln!(words, "not read    {} of {language}", counted_noun((*n_files).into(), "file", "files"));
    }
    if status.n_to_link > 0 {
        let _ = writeln!(words, "to link     {}", counted_noun(status.n_to_link.into(), "file", "files"));
    }
    if status.n_vendored > 0 {
        let _ = writeln!(words, "vendored    {}", counted_noun(status.n_vendored.into(), "file", "files"));
    }
    if status.n_with_errors > 0 {
        let _ = writeln!(words, "with errors {}", counted_noun(status.n_with_errors.into(), "file", "files"));
    }
    for (&reason, &n) in &known.skipped {
        let reason = skip_reason(reason);
        let named_files = if reason == SkipReason::Secret { first_of(&known.secret) } else { String::new() };
        let _ = writeln!(
            words,
            "left out    {} {}{named_files}",
            counted_noun(n, "file", "files"),
            names::skip_reason_text(reason)
        );
    }
    if !known.not_utf8.is_empty() {
        let _ = writeln!(words, "left out    {} not UTF-8", counted_noun(known.not_utf8.len() as u64, "file", "files"));
    }
    if let Some(installed) = installed_in_words(&known.installed, known.n_installed) {
        let _ = writeln!(words, "not entered {installed}");
    }
    if !known.exclude.is_empty() {
        let _ = writeln!(words, "excluded    {}", patterns_in_words(&known.exclude));
    }
    if !known.failed.is_empty() {
        let _ = writeln!(
            words,
            "failed      {}; `scrubjay doctor` names them",
            counted_noun(known.failed.len() as u64, "file", "files")
        );
    }
    words
}

/// The first paths of a list as the end of a sentence: `: a, b, …`. Empty for an empty list.
fn first_of(paths: &[String]) -> String {
    let shown_paths: Vec<_> = paths.iter().take(MAX_NAMED).map(|path| shown(path)).collect();
    let more = if paths.len() > MAX_NAMED { ", …" } else { "" };
    if shown_paths.is_empty() { String::new() } else { format!(": {}{more}", shown_paths.join(", ")) }
}

/// The JSON of the status, with what only the host knows added.
fn in_json(status: &MemoryStatus, known: &Known, root: &Path) -> Value {
    let skipped = known.skipped.iter().map(|(&reason, &n)| (skip_reason(reason).word().to_owned(), json!(n)));
    let mut answer = status.json();
    if let Value::Object(members) = &mut answer {
        members.remove("damaged");
        let further_members = [
            ("root", json!(root.to_string_lossy())),
            ("skipped", Value::Object(skipped.collect())),
            ("secret", json!(known.secret)),
            ("installed", json!(known.installed)),
            ("n_installed", json!(known.n_installed)),
            ("exclude", json!(known.exclude)),
            ("n_not_utf8", json!(known.not_utf8.len())),
            ("n_failed", json!(known.failed.len())),
            ("n_damaged", json!(status.damaged.len())),
        ];
        members.extend(further_members.map(|(name, value)| (name.to_owned(), value)));
    }
    answer
}
