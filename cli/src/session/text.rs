//! Formats answers about sessions for people.

use std::fmt::Write as _;

use scrubjay::wit::Word as _;
use scrubjay::wit::graph::FunctionAt;
use scrubjay::wit::records::Trust;
use scrubjay::wit::session::{
    Beginning, Compaction, Comparison, FileToReread, FittingNote, LikelyFile, ListedContext, ListedSession,
    MendedError, PastError, PastWork, SessionVersion,
};
use scrubjay::wit::types::Factor;

use crate::output::text::{counted_noun, on_one_line, shown};
use crate::output::times::time_with_offset;

/// The most bytes shown of a value.
const MAX_SHOWN: usize = 160;

pub(super) fn session_line(one: &ListedSession) -> String {
    let ListedSession { id, n_records, started, active, context } = one;
    let mut words = format!("{}  {}", shown(id), time_with_offset(*active));
    if let Some(started) = started {
        let _ =
            write!(words, "  {} since {}", counted_noun(*n_records, "record", "records"), time_with_offset(*started));
    }
    if let Some(ListedContext { version, n_entries, tokens, about, .. }) = context {
        let about = about.lines().next().unwrap_or_default();
        let (n_entries, tokens) =
            (counted_noun((*n_entries).into(), "entry", "entries"), counted_noun(*tokens, "token", "tokens"));
        let _ = write!(words, "  context: version {version}, {n_entries}, {tokens}  {}", shown(about));
    }
    format!("{}\n", words.trim_end())
}

pub(super) fn version_line(one: &SessionVersion) -> String {
    let SessionVersion { version, time, until, n_entries, tokens } = one;
    let until = match until.as_str() {
        "" => "now".to_owned(),
        "save" | "recover" => format!("before `{until}`"),
        trigger => format!("before a compaction ({trigger})"),
    };
    let (n_entries, tokens) =
        (counted_noun((*n_entries).into(), "entry", "entries"), counted_noun(*tokens, "token", "tokens"));
    format!("{version}  {}  {n_entries}, {tokens}  {until}\n", time_with_offset(*time))
}

pub(super) fn comparison_text(one: &Comparison) -> String {
    let mut words = String::new();
    for (mark, entries) in [('-', &one.removed), ('+', &one.added)] {
        for entry in entries {
            let _ = writeln!(words, "{mark} {}", short(entry));
        }
    }
    for changed in &one.changed {
        let _ = writeln!(words, "{}:\n- {}\n+ {}", shown(&changed.name), short(&changed.older), short(&changed.newer));
    }
    words
}

fn short(text: &str) -> String {
    let end = text.floor_char_boundary(MAX_SHOWN);
    let cut = if end < text.len() { " ..." } else { "" };
    format!("{}{cut}", shown(&text[..end]))
}

pub(super) fn compaction_text(report: &Compaction) -> String {
    let mut words = String::new();
    if report.n_removed > 0 {
        let removed = counted_noun(report.n_removed.into(), "entry", "entries");
        let _ = writeln!(
            words,
            "{removed} left, {} stay; {} to {} tokens; version {}",
            report.n_entries, report.tokens_before, report.tokens_after, report.version
        );
    }
    for (n, one, others) in [
        (report.n_facts_removed, "fact that was said twice", "facts that were said twice"),
        (report.n_tasks_removed, "task that was completed long ago", "tasks that were completed long ago"),
    ] {
        if n > 0 {
            let _ = writeln!(words, "{} left", counted_noun(n.into(), one, others));
        }
    }
    if report.n_summary_bytes_left_out > 0 {
        let _ = writeln!(words, "{} bytes of the oldest summary had to go", report.n_summary_bytes_left_out);
    }
    words
}

pub(super) fn reread_line(file: &FileToReread) -> String {
    let lines = if file.first_line > 0 { format!(":{}-{}", file.first_line, file.last_line) } else { String::new() };
    let touches = counted_noun(file.n_touches.into(), "touch", "touches");
    let mut words = format!("{:.2}  {}{lines}  {} in {touches}", file.score, shown(&file.path), factors(&file.factors));
    if !file.why.is_empty() {
        let _ = write!(words, ": {}", shown(file.why.lines().next().unwrap_or_default()));
    }
    words + "\n"
}

pub(super) fn function_line(one: &FunctionAt) -> String {
    let FunctionAt { symbol, weight, n_touches } = one;
    let touches = counted_noun((*n_touches).into(), "touch", "touches");
    format!("{weight:.2}  {}:{}-{}  {touches}\n", shown(&symbol.id), symbol.first_line, symbol.last_line)
}

pub(super) fn beginning_text(one: &Beginning) -> String {
    let mut words = String::new();
    if !one.files.is_empty() {
        words.push_str("likely files:\n");
        for LikelyFile { path, score, factors: of } in &one.files {
            let _ = writeln!(words, "  {score:.2}  {}  {}", shown(path), factors(of));
        }
    }
    if !one.tasks.is_empty() {
        words.push_str("open tasks:\n");
        for task in &one.tasks {
            let _ = writeln!(words, "  {}  {}  {}", shown(&task.name), task.status.word(), shown(&task.description));
        }
    }
    if !one.errors.is_empty() {
        words.push_str("failed last:\n");
        one.errors.iter().for_each(|error| words.push_str(&past_error_line(error, "  ")));
    }
    if !one.mended.is_empty() {
        words.push_str("failed before, and mended:\n");
        one.mended.iter().for_each(|one| words.push_str(&fixed_error(one)));
    }
    if !one.notes.is_empty() {
        words.push_str("noted:\n");
        one.notes.iter().for_each(|note| words.push_str(&fitting_note(note)));
    }
    if !one.past.is_empty() {
        words.push_str("asked before:\n");
        one.past.iter().for_each(|work| words.push_str(&past_work(work)));
    }
    words
}

pub(super) fn past_error_line(error: &PastError, indent: &str) -> String {
    format!("{indent}{}  {}: {}\n", time_with_offset(error.time), shown(&error.tool), shown(&error.error))
}

fn fixed_error(one: &MendedError) -> String {
    let ways = [
        ("mended by edits of", one.files.join(", ")),
        ("mended by", one.commands.join("; ")),
        ("succeeded as", one.succeeded_as.clone()),
    ];
    let ways = ways.iter().filter(|(_, what)| !what.is_empty());
    let ways = ways.map(|(how, what)| format!("      {how}: {}\n", shown(what))).collect::<String>();
    past_error_line(&one.error, "  ") + &ways
}

fn fitting_note(note: &FittingNote) -> String {
    let score = note.score.map_or_else(String::new, |score| format!("{score:.2}  "));
    let trust = if note.trust == Trust::Untrusted { ", untrusted" } else { "" };
    let (time, kind, id) = (time_with_offset(note.time), note.kind.word(), &note.id);
    format!("  {score}{time}  {kind}{trust}: {}  ({id})\n", shown(&on_one_line(&note.text)))
}

fn past_work(work: &PastWork) -> String {
    let PastWork { id, time, session, task, score, asked, status, outcome, errors } = work;
    let mut words = format!("  {score:.2}  {}", time_with_offset(*time));
    if !session.is_empty() {
        let _ = write!(words, "  session {}", shown(session));
    }
    let _ = writeln!(words, ": {}  ({id})", shown(asked));
    if let Some(status) = status {
        let outcome = if outcome.is_empty() { String::new() } else { format!(": {}", shown(&on_one_line(outcome))) };
        let _ = writeln!(words, "      task {}, {}{outcome}", shown(task), status.word());
    }
    errors.iter().for_each(|error| words.push_str(&past_error_line(error, "      failed: ")));
    words
}

/// Whether a beginning has nothing to show.
pub(super) fn has_nothing_to_show(one: &Beginning) -> bool {
    let Beginning { files, tasks, errors, mended, notes, past, .. } = one;
    let has_nothing_failed = errors.is_empty() && mended.is_empty();
    files.is_empty() && tasks.is_empty() && has_nothing_failed && notes.is_empty() && past.is_empty()
}

/// Says how many records there are, if none helps the session to begin.
pub(super) fn recorded_counts(one: &Beginning) -> String {
    let (notes, others) = (one.n_notes, one.n_records.saturating_sub(one.n_notes));
    let all = [(notes, "note", "notes"), (others, "other record", "other records")];
    let there_is: Vec<String> =
        all.iter().filter(|(n, ..)| *n > 0).map(|(n, one, more)| counted_noun(*n, one, more)).collect();
    match there_is.is_empty() {
        true => "nothing was recorded yet".to_owned(),
        false => format!(
            "no file is likely, no task is open, nothing failed and nothing else fits; {} recorded",
            there_is.join(" and ")
        ),
    }
}

fn factors(factors: &[Factor]) -> String {
    factors.iter().map(|factor| format!("{} {:.2}", factor.name, factor.value)).collect::<Vec<_>>().join(", ")
}
