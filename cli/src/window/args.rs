//! The arguments of the commands about windows.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use scrubjay::wit::Word as _;
use scrubjay::wit::limits::{prepare_question as prepared, window_settings as limits};
use scrubjay::wit::window::{MessageFormat, Policy, StubKind, WindowSettings};

use crate::arguments::limits::{parse_between, parse_from, parse_within, range_help};
use crate::arguments::names;
use crate::memory::place::MemoryLocation;

/// The default number of learnings, snapshots and windows that are shown. The constants below are the component's
/// maximum of each.
const SHOWN: u32 = 20;
const MAX_LEARNINGS: u32 = 1_000;
const MAX_SNAPSHOTS: u32 = 100;
pub(super) const MAX_WINDOWS: u32 = 1_000;

#[derive(Debug, Subcommand)]
pub(crate) enum WindowCommand {
    /// Fit a conversation, read from the standard input, into a budget of tokens
    #[command(after_help = "\
A list of messages comes back as one, and a whole request as one; every byte that is not pruned stays as it was. What was pruned has a stub in its place, which names its id. The figures go to the standard error; with --json the standard output has one object with `messages` and what was pruned. With --window the window is kept in the memory: what was pruned stays pruned, so that the prompt cache holds, and can be restored. Without it nothing is kept: the originals are the caller's.

With --parts the input is a JSON list of parts, for programs whose messages have none of the formats: each with kind, message (its number) and text, and what else it has of pointer, original, form, response, tool, call_id, is_error, tokens, task, is_pinned, relevance, dependencies, time and places (of code: a list of path, first_line and last_line). The answer is one object with the edits to make of the messages.

Examples:
  scrubjay window prune --format anthropic --max-tokens 50000 < request.json > smaller.json
  scrubjay window prune --format openai_chat --window fix-login < messages.json > smaller.json
  scrubjay window prune --format langchain --json < messages.json | jq .tokens_after
  scrubjay window prune --parts --window fix-login < parts.json | jq .edits")]
    Prune(Prune),
    /// Print what a task needs and the conversation on the standard input lacks
    #[command(after_help = "\
The conversation is fitted as by `window prune`; printed are code, past work and notes for the task, without the pieces whose text still stands in it as a part of its own. With --json the fitted messages are `messages`, and `context` says why each piece is there. The exit code is 3 where nothing is missing.

Example:
  scrubjay window prepare fix the login timeout --window fix-login --format anthropic < request.json")]
    Prepare(Prepare),
    /// Print the content of a pruned part, or list the parts that a recap replaced
    #[command(after_help = "\
Printed is the text that the model read, and of a call the JSON of its arguments; with --original the JSON that came in, byte by byte, which can be put in the stub's place. Without --window it is looked for in the windows that were used last. Of the range of ids that a recap names, its parts are listed; with --format, those of the conversation that is read from the standard input.

Examples:
  scrubjay window restore 5gs3ww1c04g7z
  scrubjay window restore 5gs3ww1c04g7z --window fix-login --original > value.json
  scrubjay window restore 14pw8zq9k32hx..fceb3qxewq3vt --window fix-login --format anthropic < request.json")]
    Restore {
        /// The id in its stub, or a range of ids in a recap
        id: String,
        #[arg(long, value_name = "FORMAT", help = FORMAT_HELP, value_parser = names::word_parser::<MessageFormat>())]
        format: Option<String>,
        /// The window's name
        #[arg(long, value_name = "NAME")]
        window: Option<String>,
        /// The greatest number of characters
        #[arg(long, value_name = "N", value_parser = parse_from(1_u32))]
        limit: Option<u32>,
        /// The number of characters to skip
        #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_from(0_u32))]
        skip: u32,
        /// Print the original JSON of the part
        #[arg(long, conflicts_with_all = ["limit", "skip"])]
        original: bool,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Show which parts a prune removed and kept, why, and how to restore them; or the fate of one part
    #[command(after_help = "\
Examples:
  scrubjay window explain --window fix-login
  scrubjay window explain 5gs3ww1c04g7z --window fix-login
  scrubjay window explain 3 --window fix-login --json | jq '.items[] | select(.fate == \"pruned\")'")]
    Explain {
        /// The number of a snapshot, or the id of a part; not given: the snapshot of the newest prune
        what: Option<String>,
        /// Show the value of each part, and the factors of the value
        #[arg(long)]
        factors: bool,
        #[command(flatten)]
        named: NamedWindow,
    },
    /// Show which parts of the conversation on the standard input another budget would remove; nothing is changed
    #[command(after_help = "\
Examples:
  scrubjay window what-if 40000 --format anthropic < request.json
  scrubjay window what-if 40000 --format anthropic --window fix-login < request.json")]
    WhatIf {
        /// The most tokens of a request
        #[arg(value_name = "TOKENS", value_parser = parse_within(limits::MAX_TOKENS))]
        max_tokens: u32,
        /// Show the value of each part, and the factors of the value
        #[arg(long)]
        factors: bool,
        #[arg(long, value_name = "FORMAT", help = FORMAT_HELP, value_parser = names::word_parser::<MessageFormat>())]
        format: String,
        /// The window of this name in the memory; not given: a new window, without pruned parts
        #[arg(long, value_name = "NAME")]
        window: Option<String>,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Store a snapshot of a window, with the conversation on the standard input
    #[command(after_help = "\
A prune keeps one by itself. The newest 100 are kept.

Example:
  scrubjay window snapshot --window fix-login --format anthropic < request.json")]
    Snapshot {
        #[arg(long, value_name = "FORMAT", help = FORMAT_HELP, value_parser = names::word_parser::<MessageFormat>())]
        format: String,
        #[command(flatten)]
        named: NamedWindow,
    },
    /// Show the stored snapshots, newest first
    Snapshots {
        /// How many at most, 1 to 100
        #[arg(long, value_name = "N", default_value_t = SHOWN, value_parser = parse_between(1, MAX_SNAPSHOTS))]
        limit: u32,
        /// The number of the snapshot before which to continue; not given: from the newest
        #[arg(long, value_name = "NUMBER", value_parser = parse_from(1_u32))]
        before: Option<u32>,
        #[command(flatten)]
        named: NamedWindow,
    },
    /// Show the parts that were removed or added between two snapshots
    Compare {
        #[arg(value_parser = parse_from(1_u32))]
        older: u32,
        /// Not given: the newest one
        #[arg(value_parser = parse_from(1_u32))]
        newer: Option<u32>,
        #[command(flatten)]
        named: NamedWindow,
    },
    /// Read a conversation from the standard input, and print its messages as they were sent at a snapshot
    Recover {
        /// The number of the snapshot
        #[arg(value_parser = parse_from(1_u32))]
        snapshot: u32,
        #[arg(long, value_name = "FORMAT", help = FORMAT_HELP, value_parser = names::word_parser::<MessageFormat>())]
        format: String,
        #[command(flatten)]
        named: NamedWindow,
    },
    /// Show the windows of this memory
    List {
        /// How many at most, 1 to 1,000
        #[arg(long, value_name = "N", default_value_t = SHOWN, value_parser = parse_between(1, MAX_WINDOWS))]
        limit: u32,
        /// The name after which to continue
        #[arg(long, value_name = "NAME", default_value = "")]
        after: String,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Show the state of a window; with --format, also that of the conversation on the standard input
    #[command(after_help = "\
Examples:
  scrubjay window status --window fix-login
  scrubjay window status --window fix-login --format anthropic < request.json")]
    Status {
        #[command(flatten)]
        named: NamedWindow,
        #[arg(long, value_name = "FORMAT", help = FORMAT_HELP, value_parser = names::word_parser::<MessageFormat>())]
        format: Option<String>,
    },
    /// Show the learnings from pruned parts, newest first
    Learnings {
        /// How many at most, 1 to 1,000
        #[arg(long, value_name = "N", default_value_t = SHOWN, value_parser = parse_between(1, MAX_LEARNINGS))]
        limit: u32,
        #[command(flatten)]
        named: NamedWindow,
    },
    /// Pin parts of the conversation on the standard input, so that they are never pruned
    #[command(after_help = "\
Example:
  scrubjay window pin 5gs3ww1c04g7z --window fix-login --format anthropic < request.json")]
    Pin {
        /// The ids, as `window explain --json` shows them
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        /// Unpin them
        #[arg(long)]
        off: bool,
        #[arg(long, value_name = "FORMAT", help = FORMAT_HELP, value_parser = names::word_parser::<MessageFormat>())]
        format: String,
        #[command(flatten)]
        named: NamedWindow,
    },
    /// End a window: its parts can no longer be restored, and its learnings stay
    End {
        /// Do not ask: only a terminal is asked
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        named: NamedWindow,
    },
    /// Replay a recorded conversation step by step, and show when it would have been pruned and what that saves
    #[command(after_help = "\
FILE is what `window prune` reads, or has one message a line as JSON; a line that is an object with a `message` in it stands for that one, and other lines are left out. Before each message of the model the conversation up to there is one request. Tokens are estimated, the prompt cache never grows cold, and a cost is in tokens at the price without a cache. Nothing is kept.

Examples:
  scrubjay window replay --format anthropic session.jsonl --max-tokens 50000
  scrubjay window replay --format openai_chat messages.json --policy keep_last --json")]
    Replay(Replay),
}

const FORMAT_HELP: &str = "Whose messages they are";

#[derive(Debug, Args)]
pub(crate) struct Prune {
    #[arg(long, value_name = "FORMAT", help = FORMAT_HELP, value_parser = names::word_parser::<MessageFormat>())]
    #[arg(required_unless_present = "parts", conflicts_with = "parts")]
    pub(super) format: Option<String>,
    /// Read a JSON list of parts instead of messages, and print the edits to make
    #[arg(long, requires = "window")]
    pub(super) parts: bool,
    /// The window of this name in the memory; it is created if it does not exist
    #[arg(long, value_name = "NAME")]
    pub(super) window: Option<String>,
    /// The task of the conversation
    #[arg(long, value_name = "NAME", requires = "window")]
    pub(super) task: Option<String>,
    /// If the budget cannot be met, prune as far as possible instead of failing
    #[arg(long)]
    pub(super) anyway: bool,
    #[command(flatten)]
    pub(super) settings: PruneSettings,
    #[command(flatten)]
    pub(super) place: MemoryLocation,
}

#[derive(Debug, Args)]
pub(crate) struct Prepare {
    /// The task, in words that need no quotes
    #[arg(required = true, value_name = "TASK")]
    pub(super) task: Vec<String>,
    #[arg(long, value_name = "FORMAT", help = FORMAT_HELP, value_parser = names::word_parser::<MessageFormat>())]
    pub(super) format: String,
    /// The window of this name in the memory; it is created if it does not exist
    #[arg(long, value_name = "NAME")]
    pub(super) window: String,
    #[arg(long, value_name = "TOKENS", help = range_help("How many tokens all of it may take", prepared::BUDGET))]
    #[arg(default_value_t = prepared::BUDGET.default, value_parser = parse_within(prepared::BUDGET))]
    pub(super) budget: u32,
    #[command(flatten)]
    pub(super) settings: PruneSettings,
    #[command(flatten)]
    pub(super) place: MemoryLocation,
}

#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// The recorded conversation; `-` reads the standard input
    pub(super) file: PathBuf,
    #[arg(long, value_name = "FORMAT", help = FORMAT_HELP, value_parser = names::word_parser::<MessageFormat>())]
    pub(super) format: String,
    #[command(flatten)]
    pub(super) settings: PruneSettings,
}

/// The name of a window, and its memory.
#[derive(Debug, Args)]
pub(crate) struct NamedWindow {
    /// The window's name
    #[arg(long, value_name = "NAME")]
    pub(super) window: String,
    #[command(flatten)]
    pub(super) place: MemoryLocation,
}

/// The options that decide how a window is pruned.
#[derive(Debug, Args)]
pub(crate) struct PruneSettings {
    #[arg(long, value_name = "TOKENS", help = range_help("The most tokens of a request", limits::MAX_TOKENS))]
    #[arg(default_value_t = limits::MAX_TOKENS.default, value_parser = parse_within(limits::MAX_TOKENS))]
    max_tokens: u32,
    /// The policy that decides what is pruned
    #[arg(long, value_name = "POLICY", default_value = WindowSettings::default().policy.word(), value_parser = names::word_parser::<Policy>())]
    policy: String,
    #[arg(long, value_name = "SHARE", help = range_help("The share of them at which a prune begins", limits::THRESHOLD))]
    #[arg(default_value_t = limits::THRESHOLD.default, value_parser = parse_within(limits::THRESHOLD))]
    threshold: f64,
    #[arg(long, value_name = "SHARE", help = range_help("The share of that which a prune leaves", limits::LOW))]
    #[arg(default_value_t = limits::LOW.default, value_parser = parse_within(limits::LOW))]
    low: f64,
    #[arg(long, value_name = "SHARE", help = range_help("The share of the tokens at which a prune begins that stubs may take before messages leave whole", limits::RECAP_SHARE))]
    #[arg(default_value_t = limits::RECAP_SHARE.default, value_parser = parse_within(limits::RECAP_SHARE))]
    recap_share: f64,
    #[arg(long, value_name = "N", help = range_help("How many results the policy keep_last keeps", limits::KEEP_LAST))]
    #[arg(default_value_t = limits::KEEP_LAST.default, value_parser = parse_within(limits::KEEP_LAST))]
    keep_last: u32,
    /// Leave only the id of a pruned part, without an outline
    #[arg(long)]
    bare: bool,
    #[arg(long, value_name = "PRICE", help = range_help("The price of a token read from the prompt cache", limits::CACHE_READ))]
    #[arg(default_value_t = limits::CACHE_READ.default, value_parser = parse_within(limits::CACHE_READ))]
    pub(super) cache_read: f64,
    #[arg(long, value_name = "PRICE", help = range_help("The price of a token written into it", limits::CACHE_WRITE))]
    #[arg(default_value_t = limits::CACHE_WRITE.default, value_parser = parse_within(limits::CACHE_WRITE))]
    pub(super) cache_write: f64,
}

impl PruneSettings {
    /// The settings in the form of the library.
    pub(super) fn window_settings(&self) -> WindowSettings {
        let defaults = WindowSettings::default();
        WindowSettings {
            policy: Policy::named(&self.policy).unwrap_or(defaults.policy),
            max_tokens: self.max_tokens,
            threshold: self.threshold,
            low: self.low,
            recap_share: self.recap_share,
            keep_last: self.keep_last,
            stub: if self.bare { StubKind::Bare } else { defaults.stub },
            cache_read: self.cache_read,
            cache_write: self.cache_write,
            ..defaults
        }
    }
}
