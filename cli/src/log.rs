//! The command `log`: what was asked, done, failed and decided, newest first.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use scrubjay::wit::Word as _;
use scrubjay::wit::episodes::{LogEntry, LogPage, LogQuestion};
use scrubjay::wit::limits::log_question as limits;

use crate::arguments::limits::{parse_within, range_help};
use crate::memory::place::MemoryLocation;
use crate::output::Output;
use crate::output::json::Json as _;
use crate::output::text::{counted_noun, shown};
use crate::output::times::{day_text, span_in_words, tell_unknown_zone, time_of_day};
use crate::work::recording_advice;
use crate::{Ending, Fault};

#[derive(Debug, Args)]
pub(crate) struct Log {
    /// Only what happened then: today, yesterday, last week, monday, a date as 2026-11-03, or an age as 7d [default: at
    /// any time]
    #[arg(value_name = "WHEN")]
    when: Vec<String>,
    /// Only of this session
    #[arg(long, value_name = "NAME", default_value = "")]
    session: String,
    #[arg(long, value_name = "N", help = range_help("How many lines at most", limits::LIMIT))]
    #[arg(default_value_t = limits::LIMIT.default, value_parser = parse_within(limits::LIMIT))]
    limit: u32,
    /// The id of the entry after which to continue
    #[arg(long, value_name = "ID", default_value = "")]
    after: String,
    #[command(flatten)]
    place: MemoryLocation,
}

pub(crate) fn log(given: Log, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    tell_unknown_zone(output);
    let mut found = given.place.open(root, output)?;
    let when = given.when.join(" ");
    let (session, limit, after) = (given.session, given.limit, given.after);
    let page = found.records.log(&LogQuestion { when, session, limit, after, ..LogQuestion::default() })?;
    output.tell(&page, |page: &LogPage| words(&page.entries), || page.json());
    if page.n_damaged > 0 {
        let n_damaged = counted_noun(page.n_damaged.into(), "record", "records");
        output.warn(format_args!("{n_damaged} cannot be read, because the rows are damaged"));
    }
    if !page.next.is_empty() {
        output.say(format_args!("older ones: {} {}", output.argument("after"), page.next));
    }
    found.tell_salvage(output);
    if page.entries.is_empty() {
        let when = page.since.map_or_else(String::new, |since| format!(" {}", span_in_words(since, page.until)));
        output.say(format_args!("nothing was asked, done or decided{when}: {}", recording_advice(output)));
        return Ok(Ending::Nothing);
    }
    Ok(Ending::Found)
}

/// The entries, one line each, under headings of their days.
fn words(entries: &[LogEntry]) -> String {
    let mut words = String::new();
    let width = entries.iter().map(|entry| entry.short_id.len()).max().unwrap_or_default();
    for (at, entry) in entries.iter().enumerate() {
        let today = day_text(entry.time);
        if at == 0 || day_text(entries[at - 1].time) != today {
            let _ = writeln!(words, "{today}");
        }
        let LogEntry { short_id, kind, text, n, principal, .. } = entry;
        let _ = write!(words, "  {}  {:<7}  {text}", time_of_day(entry.time), kind.word());
        let times = (*n > 1 && entry.files.is_empty()).then(|| counted_noun((*n).into(), "time", "times"));
        let mended = entry.is_mended.then(|| "mended later".to_owned());
        let principal = (!principal.is_empty()).then(|| format!("by {}", shown(principal)));
        let remarks: Vec<String> = times.into_iter().chain(mended).chain(principal).collect();
        if !remarks.is_empty() {
            let _ = write!(words, " ({})", remarks.join(", "));
        }
        let _ = writeln!(words, "  {short_id:<width$}");
    }
    words
}
