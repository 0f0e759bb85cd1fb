//! Formats answers about sessions for people.

use std::fmt::Write as _;

use scrubjay::wit::session::{Compaction, Comparison, ListedContext, ListedSession, SessionVersion};

use crate::output::text::{counted_noun, shown};
use crate::output::times::time_with_offset;

/// The most bytes shown of a value.
const MAX_SHOWN: usize = 160;

pub(super) fn session_line(one: &ListedSession) -> String {
    let ListedSession { id, title, n_records, started, active, context } = one;
    let mut words = format!("{}  {}", shown(id), time_with_offset(*active));
    if let Some(started) = started {
        let _ =
            write!(words, "  {} since {}", counted_noun(*n_records, "record", "records"), time_with_offset(*started));
    }
    if !title.is_empty() {
        let _ = write!(words, "  {}", shown(title));
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
    for change in &one.changed {
        let _ = writeln!(words, "{}:\n- {}\n+ {}", shown(&change.name), short(&change.older), short(&change.newer));
    }
    words
}

fn short(text: &str) -> String {
    let end = text.floor_char_boundary(MAX_SHOWN);
    let ellipsis = if end < text.len() { " ..." } else { "" };
    format!("{}{ellipsis}", shown(&text[..end]))
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
    for (n, singular, plural) in [
        (report.n_facts_removed, "fact that was said twice", "facts that were said twice"),
        (report.n_tasks_removed, "task that was completed long ago", "tasks that were completed long ago"),
    ] {
        if n > 0 {
            let _ = writeln!(words, "{} left", counted_noun(n.into(), singular, plural));
        }
    }
    if report.n_summary_bytes_left_out > 0 {
        let _ = writeln!(words, "{} bytes of the oldest summary had to go", report.n_summary_bytes_left_out);
    }
    words
}
