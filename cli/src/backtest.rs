//! The command `backtest`: what hooks would have told in recorded sessions, and whether the sessions used it.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use scrubjay::wit::Word;
use scrubjay::wit::delivery::{BacktestQuestion, BacktestReport, MomentCounts, ReplayedPiece};
use scrubjay::wit::limits::backtest_question as limits;
use scrubjay::wit::records::Moment;

use crate::arguments::limits::{parse_between, parse_within, range_help};
use crate::memory::place::MemoryLocation;
use crate::output::Output;
use crate::output::json::Json as _;
use crate::output::text::{count, counted_noun, shown};
use crate::output::times::time_with_offset;
use crate::{Ending, Fault};

/// The default number of pieces that are shown.
const SHOWN: u32 = 20;
/// The most pieces that are shown.
const MAX_SHOWN: u32 = 100_000;

#[derive(Debug, Args)]
pub(crate) struct BacktestArgs {
    #[arg(long, value_name = "N", help = range_help("How many sessions to replay, the newest", limits::SESSIONS))]
    #[arg(default_value_t = limits::SESSIONS.default, value_parser = parse_within(limits::SESSIONS))]
    sessions: u32,
    /// A setting to try: budget=TOKENS, start_budget=TOKENS, moments=MOMENT,MOMENT… (start, prompt, before_read, before_edit, failure); may be repeated
    #[arg(long = "setting", value_name = "NAME=VALUE", value_parser = parse_setting)]
    settings: Vec<Setting>,
    /// How many pieces to show, the newest, 0 to 100,000; --json has all
    #[arg(long, value_name = "N", default_value_t = SHOWN, value_parser = parse_between(0, MAX_SHOWN))]
    limit: u32,
    #[command(flatten)]
    place: MemoryLocation,
}

/// A setting of what is told.
#[derive(Clone, Debug)]
enum Setting {
    Budget(u32),
    StartBudget(u32),
    Moments(Vec<Moment>),
}

impl Setting {
    fn apply(self, question: &mut BacktestQuestion) {
        match self {
            Setting::Budget(budget) => question.budget = budget,
            Setting::StartBudget(budget) => question.start_budget = budget,
            Setting::Moments(moments) => question.moments = moments,
        }
    }
}

fn parse_setting(typed: &str) -> Result<Setting, String> {
    let (name, value) = typed.split_once('=').ok_or("write a name and a value, as budget=300")?;
    match name.replace('-', "_").as_str() {
        "budget" => parse_within(limits::BUDGET)(value).map(Setting::Budget),
        "start_budget" => parse_within(limits::START_BUDGET)(value).map(Setting::StartBudget),
        "moments" => {
            let moment = |word: &str| Moment::named(&word.trim().replace('-', "_"));
            let moments: Option<Vec<Moment>> = value.split(',').map(moment).collect();
            let words: Vec<&str> = Moment::WORDS.iter().map(|(word, _)| *word).collect();
            moments.map(Setting::Moments).ok_or_else(|| format!("write moments, with commas: {}", words.join(", ")))
        }
        _ => Err("there are budget, start_budget and moments".to_owned()),
    }
}

pub(crate) fn backtest(given: BacktestArgs, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let mut found = given.place.open(root, output)?;
    let BacktestArgs { sessions, settings, limit, .. } = given;
    let mut question = BacktestQuestion { sessions, ..BacktestQuestion::default() };
    settings.into_iter().for_each(|setting| setting.apply(&mut question));
    let report = found.records.backtest(&question)?;
    output.tell(&report, |report: &BacktestReport| report_in_words(report, limit as usize), || report.json());
    if report.n_damaged > 0 {
        let n_damaged = counted_noun(report.n_damaged.into(), "record", "records");
        output.warn(format_args!("{n_damaged} cannot be read, because the rows are damaged"));
    }
    let n_left_out = report.pieces.len().saturating_sub(limit as usize);
    if n_left_out > 0 && limit > 0 {
        let n_left_out = counted_noun(n_left_out as u64, "earlier piece is", "earlier pieces are");
        output.say(format_args!("{n_left_out} not shown: {} N shows more", output.argument("limit")));
    }
    if report.n_sessions == 0 {
        output.say("no session is recorded yet: scrubjay capture takes in the transcripts that agents left");
    }
    found.tell_salvage(output);
    Ok(if report.n_sessions == 0 { Ending::Nothing } else { Ending::Found })
}

/// The summary, and the newest pieces.
fn report_in_words(report: &BacktestReport, limit: usize) -> String {
    if report.n_sessions == 0 {
        return String::new();
    }
    let sessions = counted_noun(report.n_sessions, "session", "sessions");
    let records = counted_noun(report.n_events, "record", "records");
    let mut summary = format!("{sessions} replayed, with {records}\n\n");
    let _ = writeln!(
        summary,
        "{:<12}{:>9}{:>9}{:>9}{:>9}{:>11}{:>10}",
        "moment", "number", "told", "pieces", "used", "repeated", "tokens"
    );
    report.moments.iter().for_each(|counts| summary.push_str(&counts_line(counts)));
    if report.n_mended_before > 0 {
        let failures = counted_noun(report.n_mended_before, "failure had an error", "failures had errors");
        let _ = writeln!(summary, "\n{failures} that another session had mended before");
    }
    let n_earlier = report.pieces.len().saturating_sub(limit);
    report.pieces.iter().skip(n_earlier).for_each(|piece| summary.push_str(&piece_in_words(piece)));
    summary
}

fn counts_line(counts: &MomentCounts) -> String {
    let MomentCounts { moment, n_moments, n_told, n_pieces, n_used, n_repeated, tokens } = counts;
    let [n_moments, n_told, n_pieces, n_used, n_repeated, tokens] =
        [n_moments, n_told, n_pieces, n_used, n_repeated, tokens].map(|n| count(*n));
    let moment = moment.word().replace('_', " ");
    format!("{moment:<12}{n_moments:>9}{n_told:>9}{n_pieces:>9}{n_used:>9}{n_repeated:>11}{tokens:>10}\n")
}

/// A piece: when it was told, to whom, what came of it, and the quotation.
fn piece_in_words(piece: &ReplayedPiece) -> String {
    let ReplayedPiece { session, time, moment, text, .. } = piece;
    let uses = [
        (piece.is_opened, "opened"),
        (piece.is_edited, "edited"),
        (piece.is_run, "run"),
        (piece.is_repeated, "its error repeated"),
    ];
    let uses: Vec<&str> = uses.into_iter().filter(|(is_used, _)| *is_used).map(|(_, word)| word).collect();
    let uses = if uses.is_empty() { "not used".to_owned() } else { uses.join(", ") };
    let moment = moment.word().replace('_', " ");
    let mut words = format!("\n{}  {moment}, session {}: {uses}\n", time_with_offset(*time), shown(session));
    text.lines().for_each(|line| _ = writeln!(words, "    {line}"));
    words
}
