//! The tools about past work: on a file, of pairs of files, of tools and for tasks.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::{indented_text, report_if_unrecorded, report_more, times};
use crate::bindings::exports::scrubjay::memory::episodes::{
    FileSummary, Task, TasksQuestion, ToolStatsQuestion, Touched,
};
use crate::bindings::exports::scrubjay::memory::records::Origin;
use crate::facade::{CoEdit, CoEditsQuestion, FileHistoryQuestion, LastTouchesQuestion, NamedCount, ToolStat};
use crate::tools::code::related_notes::{self, CodeSubject};
use crate::tools::output::{ToolOutput, plain_object};
use crate::tools::replies::{Attempt, Replies};
use crate::tools::text::{counted_noun, shown, with_separators};
use crate::tools::word::Word as _;

/// The most names of files or tools that a task's line has.
const MAX_COUNTS: usize = 5;

pub(super) fn file(
    mut question: FileHistoryQuestion,
    replies: &mut Replies,
    output: &mut ToolOutput<'_>,
) -> Attempt<bool> {
    question.path = replies.recorded_path(&question.path)?;
    let history = replies.file_history(question)?;
    output.answer(summary(&history, replies).into(), plain_object(replies.latest()));
    let n_all = history.n_touches + history.n_imported;
    report_more((history.touches.len() as u64) < n_all, output);
    related_notes::report(&CodeSubject::of_file(&history.path), replies, output)?;
    Ok(report_if_unrecorded(history.touches.is_empty(), "nothing was done with this file", output))
}

pub(super) fn edited_together(
    mut question: CoEditsQuestion,
    replies: &mut Replies,
    output: &mut ToolOutput<'_>,
) -> Attempt<bool> {
    if !question.path.is_empty() {
        question.path = replies.recorded_path(&question.path)?;
    }
    let page = replies.co_edits(question)?;
    let text: String = page.pairs.iter().map(pair).collect();
    output.answer(text.into(), plain_object(replies.latest()));
    report_more(page.has_more, output);
    Ok(report_if_unrecorded(page.pairs.is_empty(), "no files were edited together on so many occasions", output))
}

pub(super) fn last_touched(
    question: LastTouchesQuestion,
    replies: &mut Replies,
    output: &mut ToolOutput<'_>,
) -> Attempt<bool> {
    let page = replies.last_touches(question)?;
    let text: String = page.touches.iter().map(|one| touch(one, replies)).collect();
    output.answer(text.into(), plain_object(replies.latest()));
    report_more(page.has_more, output);
    Ok(report_if_unrecorded(page.touches.is_empty(), "no file that was touched has this in its path", output))
}

pub(super) fn tools(
    mut question: ToolStatsQuestion,
    replies: &mut Replies,
    output: &mut ToolOutput<'_>,
) -> Attempt<bool> {
    question.now = replies.now();
    let days = counted_noun(question.days, "day", "days");
    let page = replies.tool_stats(question)?;
    let text: String = page.tools.iter().map(tool).collect();
    output.answer(text.into(), plain_object(replies.latest()));
    // An agent's tool has no argument for the number of days.
    let days_hint = if output.asker().is_agent() {
        String::new()
    } else {
        format!("; {} says of how many", output.argument("days"))
    };
    output.say(format_args!("of the last {days} of UTC, today among them{days_hint}"));
    Ok(report_if_unrecorded(page.tools.is_empty(), "no tool was called in these days", output))
}

pub(super) fn tasks(question: TasksQuestion, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    let page = replies.tasks(question)?;
    let text: String = page.tasks.iter().map(|one| task(one, replies)).collect();
    output.answer(text.into(), plain_object(replies.latest()));
    report_more(page.has_more, output);
    Ok(report_if_unrecorded(page.tasks.is_empty(), "no task stands so", output))
}

fn summary(history: &FileSummary, replies: &Replies) -> String {
    let counts = history.operations.iter().map(|one| format!("{} {}", with_separators(one.n), one.operation.word()));
    let counts = counts.collect::<Vec<String>>().join(", ");
    let own_touches = counted_noun(history.n_touches, "touch", "touches");
    let own_touches = (history.n_touches > 0).then(|| format!("{own_touches}: {counts}"));
    let imported_edits = counted_noun(history.n_imported, "edit was imported", "edits were imported");
    let imported_edits = (history.n_imported > 0).then(|| format!("{imported_edits}, as from commits"));
    let touch_counts: Vec<String> = own_touches.into_iter().chain(imported_edits).collect();
    if touch_counts.is_empty() {
        return String::new();
    }
    let touches: String = history.touches.iter().map(|one| touch(one, replies)).collect();
    format!("{}: {}\n{touches}", shown(&history.path), touch_counts.join("; "))
}

fn touch(touched: &Touched, replies: &Replies) -> String {
    let lines =
        if touched.first_line > 0 { format!(":{}-{}", touched.first_line, touched.last_line) } else { String::new() };
    let time = times::with_offset(touched.time, replies);
    let mut text = format!("{time}  {}  {}{lines}", touched.operation.word(), shown(&touched.path));
    for (label, name) in [("task", &touched.task), ("session", &touched.session)] {
        if !name.is_empty() {
            // Writing to a String cannot fail, here and below.
            let _ = write!(text, ", {label} {}", shown(name));
        }
    }
    if !touched.success {
        text.push_str(", failed");
    }
    if touched.origin == Origin::Imported {
        text.push_str(", imported");
    }
    text.push('\n');
    for remark in [&touched.why, &touched.change].into_iter().filter(|text| !text.is_empty()) {
        let _ = writeln!(text, "    {}", indented_text(remark));
    }
    text
}

fn pair(one: &CoEdit) -> String {
    let imported = match one.n_imported {
        0 => String::new(),
        n => format!(", {} in commits", with_separators(n)),
    };
    format!("{:>5}x  {}  {}  ({:.2}{imported})\n", one.n, shown(&one.path), shown(&one.other), one.confidence)
}

fn tool(one: &ToolStat) -> String {
    let mean = one.mean_duration.map_or_else(String::new, |mean| format!("  {mean:.0} ms"));
    let rate = one.success_rate.map_or_else(|| "    –".to_owned(), |rate| format!("{:>3.0} %", 100.0 * rate));
    let outcomes = [
        (one.n_successes, "succeeded"),
        (one.n_failures, "failed"),
        (one.n_refused, "refused"),
        (one.n_unknown, "unknown"),
    ];
    let outcomes = outcomes.iter().filter(|(n, _)| *n > 0).map(|(n, how)| format!("{} {how}", with_separators(*n)));
    let outcomes = outcomes.collect::<Vec<String>>().join(", ");
    format!("{:>7}x  {rate}{mean}  {}  ({outcomes})\n", one.n_calls, shown(&one.tool))
}

fn counts(counts: &[NamedCount], n_all: u32) -> String {
    let first_counts = counts.iter().take(MAX_COUNTS).map(|one| format!("{} ({})", shown(&one.name), one.n));
    let n_more = n_all.saturating_sub(MAX_COUNTS as u32);
    let rest_text = if n_more > 0 { format!(", {} more", with_separators(n_more)) } else { String::new() };
    first_counts.collect::<Vec<String>>().join(", ") + &rest_text
}

fn task(one: &Task, replies: &Replies) -> String {
    let time = times::with_offset(one.changed, replies);
    let mut text = format!("{time}  {}  {}", one.status.word(), shown(&one.name));
    if let Some(intent) = one.intent {
        let _ = write!(text, "  ({})", intent.word());
    }
    text.push('\n');
    let (files, tools) = (counts(&one.files, one.n_files), counts(&one.tools, one.n_tools));
    let (description, outcome) = (indented_text(&one.description), indented_text(&one.outcome));
    for (label, value) in [("", &description), ("outcome: ", &outcome), ("files: ", &files), ("tools: ", &tools)] {
        if !value.is_empty() {
            let _ = writeln!(text, "    {label}{value}");
        }
    }
    text
}
