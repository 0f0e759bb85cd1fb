//! The commands for questions about past work.

pub(crate) mod seed;

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use scrubjay::records::situation::{Situated as _, situation_in_words};
use scrubjay::wit::Word;
use scrubjay::wit::episodes::{
    CoEditsQuestion, DecisionPage, DecisionsQuestion, EventsQuestion, FileHistoryQuestion, HeldValue,
    LastTouchesQuestion, Lineage, NamedCount, Pattern, PatternKind, PatternsQuestion, RankedStrategy, RecordedDecision,
    RecordedEvent, StrategiesQuestion, TasksQuestion, ToolStatsQuestion, WorkingMemoryQuestion, WorkingSet,
};
use scrubjay::wit::limits;
use scrubjay::wit::records::{Decision, DecisionStatus, EventBody, TaskIntent, TaskStatus, Trust};
use scrubjay::wit::tools::ToolRequest;

use crate::arguments::limits::{parse_between, parse_within, range_help};
use crate::arguments::names;
use crate::arguments::narrowed::RecordFilter;
use crate::memory::place::{MemoryLocation, OpenRecords};
use crate::output::Output;
use crate::output::asker::Asker;
use crate::output::json::Json as _;
use crate::output::text::{by_principal, count as grouped, counted_noun, shown};
use crate::output::times::time_with_offset;
use crate::{Ending, Fault, request};
use seed::{SeedArgs, seed};

#[derive(Debug, Subcommand)]
pub(crate) enum WorkCommand {
    /// Show the touches of a file: "have I worked on this?"
    File {
        /// The file
        path: String,
        #[arg(long, value_name = "N", help = range_help("How many touches at most", limits::file_history_question::LIMIT))]
        #[arg(default_value_t = limits::file_history_question::LIMIT.default, value_parser = parse_within(limits::file_history_question::LIMIT))]
        limit: u32,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Show which files are edited together, counted per task, else per session, else per day of UTC
    Together {
        /// Only with this file
        path: Option<String>,
        #[arg(long, value_name = "N", help = range_help("How often at least", limits::co_edits_question::MIN_OCCASIONS))]
        #[arg(default_value_t = limits::co_edits_question::MIN_OCCASIONS.default, value_parser = parse_within(limits::co_edits_question::MIN_OCCASIONS))]
        min_occasions: u32,
        #[command(flatten)]
        page: Page,
    },
    /// Show the last touches of files with a text in their paths
    Last {
        /// The text, as `auth`
        part: String,
        #[arg(long, value_name = "N", help = range_help("How many touches at most", limits::last_touches_question::LIMIT))]
        #[arg(default_value_t = limits::last_touches_question::LIMIT.default, value_parser = parse_within(limits::last_touches_question::LIMIT))]
        limit: u32,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Show how often each tool succeeded, failed or was refused in the last days, and how long it took
    Tools {
        #[arg(long, value_name = "DAYS", help = range_help("How many days of UTC, today among them", limits::tool_stats_question::DAYS))]
        #[arg(default_value_t = limits::tool_stats_question::DAYS.default, value_parser = parse_within(limits::tool_stats_question::DAYS))]
        days: u32,
        /// Only of this channel
        #[arg(long, value_name = "NAME", default_value = "")]
        channel: String,
        /// Only for tasks of this intent
        #[arg(long, value_name = "INTENT", value_parser = names::word_parser::<TaskIntent>())]
        intent: Option<String>,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Show tasks, with what was done for each
    Tasks {
        /// Only tasks with this status; not given: active and paused
        #[arg(long, value_name = "STATUS", value_parser = names::word_parser::<TaskStatus>())]
        status: Vec<String>,
        #[command(flatten)]
        page: Page,
    },
    /// Show events, newest first
    Events(Box<Events>),
    /// Show how errors were fixed, and what followed renames
    Patterns {
        /// Only of this kind
        #[arg(long, value_name = "KIND", value_parser = names::word_parser::<PatternKind>())]
        kind: Option<String>,
        /// Only of subjects that begin with this text: a tool, or a folder
        #[arg(long, value_name = "TEXT", default_value = "")]
        subject: String,
        #[command(flatten)]
        page: Page,
    },
    /// Show strategies, the most successful first
    Strategies {
        /// Only for this sort of task
        #[arg(long, value_name = "TYPE", default_value = "")]
        task_type: String,
        /// Only of this channel and `_global`
        #[arg(long, value_name = "NAME", default_value = "")]
        channel: String,
        #[command(flatten)]
        page: Page,
    },
    /// Show decisions, and the status of each
    Decisions {
        /// Only those with this status
        #[arg(long, value_name = "STATUS", value_parser = names::word_parser::<DecisionStatus>())]
        status: Vec<String>,
        /// Of this channel and `_global`
        #[arg(long, value_name = "NAME", default_value = "")]
        channel: String,
        #[command(flatten)]
        page: Page,
    },
    /// Show the working memory of a conversation
    WorkingMemory {
        /// The conversation
        conversation: String,
        /// Its channel
        #[arg(long, value_name = "NAME", default_value = "")]
        channel: String,
        #[command(flatten)]
        page: Page,
    },
    /// Show what is known about the user
    Profile {
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Record the files of the newest commits as edited together, for `work together`; a repetition adds only new
    /// commits
    Seed(SeedArgs),
}

/// The size of a page, and the memory.
#[derive(Debug, Args)]
pub(crate) struct Page {
    /// How many at most, 1 to 1,000
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = parse_between(1_u32, 1_000))]
    limit: u32,
    #[command(flatten)]
    place: MemoryLocation,
}

#[derive(Debug, Args)]
pub(crate) struct Events {
    #[command(flatten)]
    narrowed: RecordFilter,
    /// Only of this channel
    #[arg(long, value_name = "NAME", default_value = "")]
    channel: String,
    /// Only notes, decisions and lessons about this file
    #[arg(long, value_name = "FILE", default_value = "")]
    anchor: String,
    /// Only of this tool
    #[arg(long, value_name = "NAME", default_value = "")]
    tool: String,
    /// The id of the event after which to continue
    #[arg(long, value_name = "ID", default_value = "")]
    after: String,
    #[command(flatten)]
    page: Page,
}

pub(crate) fn work(what: WorkCommand, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    match what {
        WorkCommand::File { path, limit, place } => {
            let question = FileHistoryQuestion { limit, ..FileHistoryQuestion::new(path) };
            show_answer(ToolRequest::FileHistory(question), &place, root, output)
        }
        WorkCommand::Together { path, min_occasions, page } => {
            let question = CoEditsQuestion { path: path.unwrap_or_default(), min_occasions, limit: page.limit };
            show_answer(ToolRequest::CoEdits(question), &page.place, root, output)
        }
        WorkCommand::Last { part, limit, place } => {
            let question = LastTouchesQuestion { limit, ..LastTouchesQuestion::new(part) };
            show_answer(ToolRequest::LastTouches(question), &place, root, output)
        }
        WorkCommand::Tools { days, channel, intent, place } => {
            let intent = intent.and_then(|intent| TaskIntent::named(&intent));
            let question = ToolStatsQuestion { days, channel, intent, ..ToolStatsQuestion::default() };
            show_answer(ToolRequest::ToolStats(question), &place, root, output)
        }
        WorkCommand::Tasks { status, page } => {
            let question = TasksQuestion { statuses: names::parse_cases(&status), limit: page.limit };
            show_answer(ToolRequest::Tasks(question), &page.place, root, output)
        }
        WorkCommand::Events(given) => events(*given, root, output),
        WorkCommand::Patterns { kind, subject, page } => {
            let mut found = page.place.open(root, output)?;
            let kind = kind.and_then(|kind| PatternKind::named(&kind));
            let patterns = found.records.patterns(&PatternsQuestion { kind, subject, limit: page.limit })?;
            output.tell(&patterns, |patterns| patterns.patterns.iter().map(pattern).collect(), || patterns.json());
            tell_more(patterns.has_more, output);
            Ok(ending(&found, patterns.patterns.is_empty(), "no pattern was seen yet", output))
        }
        WorkCommand::Strategies { task_type, channel, page } => {
            let mut found = page.place.open(root, output)?;
            let strategies = found.records.strategies(&StrategiesQuestion { task_type, channel, limit: page.limit })?;
            output.tell(
                &strategies,
                |strategies| strategies.strategies.iter().map(strategy).collect(),
                || strategies.json(),
            );
            tell_more(strategies.has_more, output);
            Ok(ending(&found, strategies.strategies.is_empty(), "no strategy fits", output))
        }
        WorkCommand::Decisions { status, channel, page } => {
            let mut found = page.place.open(root, output)?;
            let statuses = names::parse_cases(&status);
            let decisions = found.records.decisions(&DecisionsQuestion { statuses, channel, limit: page.limit })?;
            let words = |page: &DecisionPage| page.decisions.iter().map(decision).collect();
            output.tell(&decisions, words, || decisions.json());
            tell_more(decisions.has_more, output);
            Ok(ending(&found, decisions.decisions.is_empty(), "nothing was decided, or nothing stands so", output))
        }
        WorkCommand::WorkingMemory { conversation, channel, page } => {
            working_memory(conversation, channel, &page, root, output)
        }
        WorkCommand::Profile { place } => {
            let mut found = place.open(root, output)?;
            let profile = found.records.profile()?;
            output.tell(&profile, |profile| profile.values.iter().map(value).collect(), || profile.json());
            Ok(ending(&found, profile.values.is_empty(), "nothing is known of the user", output))
        }
        WorkCommand::Seed(given) => seed(&given, root, output),
    }
}

/// Answers a request from the records in `place`, and shows the answer.
fn show_answer(
    request: ToolRequest,
    place: &MemoryLocation,
    root: Option<PathBuf>,
    output: &Output,
) -> Result<Ending, Fault> {
    request::show_from_records(&request, &mut place.open(root, output)?, true, output)
}

fn working_memory(
    conversation: String,
    channel: String,
    page: &Page,
    root: Option<PathBuf>,
    output: &Output,
) -> Result<Ending, Fault> {
    let mut found = page.place.open(root, output)?;
    let question = WorkingMemoryQuestion { channel, limit: page.limit, ..WorkingMemoryQuestion::new(conversation) };
    let set = found.records.working_memory(&question)?;
    let words = |set: &WorkingSet| {
        let events = set.turns.iter().chain(&set.thoughts).map(event_text);
        set.values.iter().map(value).chain(events).collect()
    };
    output.tell(&set, words, || set.json());
    tell_more(set.has_more_turns || set.has_more_thoughts, output);
    let is_empty = set.values.is_empty() && set.turns.is_empty() && set.thoughts.is_empty();
    Ok(ending(&found, is_empty, "nothing is at hand there", output))
}

fn events(given: Events, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let mut found = given.page.place.open(root, output)?;
    let situation = given.narrowed.situation();
    let question = EventsQuestion {
        kinds: given.narrowed.kinds(),
        channel: given.channel,
        conversation: given.narrowed.conversation,
        anchor: given.anchor,
        tool: given.tool,
        metadata: given.narrowed.metadata,
        since: given.narrowed.since,
        until: given.narrowed.until,
        limit: given.page.limit,
        after: given.after,
        ..EventsQuestion::default()
    };
    let page = found.records.events(&question.situated(situation))?;
    output.tell(&page, |page| page.events.iter().map(event_text).collect(), || page.json());
    if page.n_damaged > 0 {
        let n_damaged = counted_noun(page.n_damaged.into(), "event", "events");
        output.warn(format_args!("{n_damaged} cannot be read, because the rows are damaged"));
    }
    if !page.next.is_empty() {
        output.say(format_args!("older ones: {} {}", output.argument("after"), page.next));
    }
    Ok(ending(&found, page.events.is_empty(), "nothing that happened fits", output))
}

pub(crate) fn why(id: &str, mut found: OpenRecords, output: &Output) -> Result<Ending, Fault> {
    let lineage = found.records.why(id)?;
    found.tell_salvage(output);
    let words = |lineage: &Lineage| {
        let Lineage { event, parents, children, adoptions, .. } = lineage;
        let mut words = event_text(event);
        let related = [("imported, and adopted by", adoptions), ("derived from", parents), ("made from it", children)];
        for (label, records) in related {
            if !records.is_empty() {
                let _ = writeln!(words, "{label}:");
                records.iter().for_each(|other| words.push_str(&event_text(other)));
            }
        }
        words
    };
    output.tell(&lineage, words, || lineage.json());
    if let n @ 1.. = lineage.n_parents.saturating_sub(lineage.parents.len() as u32) {
        let records = counted_noun(n.into(), "record is", "records are");
        output.say(format_args!("{records} gone that it was derived from"));
    }
    if lineage.has_more_children {
        output.say(format_args!("more was made from it than the newest {}", lineage.children.len()));
    }
    Ok(Ending::Found)
}

fn ending(found: &OpenRecords, is_empty: bool, why: &str, output: &Output) -> Ending {
    found.tell_salvage(output);
    if is_empty {
        output.say(format_args!("{why}: {}", recording_advice(output)));
    }
    if is_empty { Ending::Nothing } else { Ending::Found }
}

/// Advice on how work gets into a memory, for an answer that found none.
pub(crate) fn recording_advice(output: &Output) -> &'static str {
    match output.asker() {
        Asker::Shell => "`scrubjay capture` takes in what agents did here, and `scrubjay init` has it done from now on",
        Asker::Agent(_) => "the program around an agent records what happens",
    }
}

fn tell_more(has_more: bool, output: &Output) {
    if has_more {
        output.say(format_args!("there are more: ask for them with {}", output.argument("limit")));
    }
}

fn counts(counts: &[NamedCount], n_all: u32) -> String {
    let first_counts = counts.iter().take(5).map(|one| format!("{} ({})", shown(&one.name), one.n));
    let more = n_all.saturating_sub(5);
    let more = if more > 0 { format!(", {} more", grouped(more.into())) } else { String::new() };
    first_counts.collect::<Vec<_>>().join(", ") + &more
}

fn pattern(one: &Pattern) -> String {
    let signature = if one.signature.is_empty() { String::new() } else { format!(": {}", one.signature) };
    let files = counts(&one.files, one.n_files);
    format!("{:>5}x  {}  {}{signature}\n    files: {files}\n", one.n, one.kind.word(), shown(&one.subject))
}

fn strategy(one: &RankedStrategy) -> String {
    let uses = one.n_successes + one.n_failures;
    let mut words = format!("{:.2}  {} of {uses}  {}\n", one.score, one.n_successes, one.description);
    let tools = one.tools.join(", ");
    let last_used = one.last_used.map(time_with_offset).unwrap_or_default();
    for (label, text) in [
        ("last used: ", &last_used),
        ("when: ", &one.context),
        ("for: ", &one.task_type),
        ("tools: ", &tools),
        ("id: ", &one.id),
    ] {
        if !text.is_empty() {
            let _ = writeln!(words, "    {label}{text}");
        }
    }
    words
}

fn value(one: &HeldValue) -> String {
    let until = one.expires.map_or_else(String::new, |expires| format!("  (until {})", time_with_offset(expires)));
    format!("{} = {}{until}\n", shown(&one.key), one.value)
}

pub(crate) fn event_text(one: &RecordedEvent) -> String {
    let event = &one.event;
    let mut words = format!("{}  {}  {}", one.id, time_with_offset(event.time), one.kind.word());
    words += &situation_in_words(event);
    words += &by_principal(&one.principal);
    if one.trust == Trust::Untrusted {
        let _ = write!(words, ", {} ({})", one.trust.word(), event.origin.word());
    }
    words.push('\n');
    let _ = writeln!(words, "    {}", event_content(&event.body));
    words
}

fn decision(one: &RecordedDecision) -> String {
    let anchors = one.anchors.iter().map(|anchor| if anchor.symbol.is_empty() { &anchor.path } else { &anchor.symbol });
    let anchors: String = anchors.map(|name| format!("\n    at: {}", shown(name))).collect();
    format!("{}{anchors}\n    id: {}, {}\n", decision_text(&one.decision), one.id, time_with_offset(one.time))
}

/// A decision in words: its title, status and choice on one line, and each other member that is not empty on a line of
/// its own.
fn decision_text(decision: &Decision) -> String {
    let mut words = format!("{} ({}): {}", shown(&decision.title), decision.status.word(), decision.choice);
    for (label, text) in [
        ("because", &decision.rationale),
        ("context", &decision.context),
        ("revisit if", &decision.revisit_if),
        ("superseded by", &decision.superseded_by),
    ] {
        if !text.is_empty() {
            let _ = write!(words, "\n    {label}: {text}");
        }
    }
    words
}

/// The content of an event, in one line or a few lines.
fn event_content(body: &EventBody) -> String {
    match body {
        EventBody::Note(text) => text.clone(),
        EventBody::Turn(turn) if turn.speaker.is_empty() => format!("{}: {}", turn.role.word(), turn.text),
        EventBody::Turn(turn) => format!("{} ({}): {}", shown(&turn.speaker), turn.role.word(), turn.text),
        EventBody::ToolCall(call) => {
            let fate = match call.success {
                _ if call.refused => "was refused",
                Some(true) => "succeeded",
                Some(false) => "failed",
                None => "ended, nobody said how",
            };
            let error = call.error.lines().next().unwrap_or_default();
            format!("{} {fate} {} {error}", call.tool, call.parameters).trim_end().to_owned()
        }
        EventBody::FileTouch(touch) => format!("{} {} {}", touch.operation.word(), touch.path, touch.why),
        EventBody::TaskStep(step) => format!("{} {} {}", step.status.word(), step.description, step.outcome),
        EventBody::Strategy(strategy) => strategy.description.clone(),
        EventBody::StrategyUse(used) => {
            format!("{} {}", used.strategy, if used.success { "worked" } else { "did not work" })
        }
        EventBody::WorkingValue(value) => format!("{} = {}", value.key, value.value),
        EventBody::ProfileValue(value) => format!("{} = {}", value.key, value.value),
        EventBody::Decision(decision) => decision_text(decision),
        EventBody::Lesson(lesson) => format!("{} {}: {}", lesson.topic.word(), lesson.subject, lesson.text),
        EventBody::Thought(thought) => thought.text.clone(),
        EventBody::Adoption(adoption) => format!("a person called an import of lines {} their own", adoption.lines),
        EventBody::Delivery(told) => format!("{} {}: {}", told.moment.word(), told.about, told.why),
    }
}
