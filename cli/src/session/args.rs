//! The arguments of the commands about sessions.

use clap::{Args, Subcommand};
use scrubjay::wit::limits;
use scrubjay::wit::session::CompactionSettings;

use crate::arguments::limits::{from, number, range_help};
use crate::memory::place::MemoryLocation;

/// Which session is shown.
#[derive(Debug, Args)]
pub(crate) struct Show {
    pub(super) id: String,
    #[arg(long, value_name = "N", help = range_help("How many events at most", limits::events_question::LIMIT))]
    #[arg(default_value_t = limits::events_question::LIMIT.default, value_parser = number(limits::events_question::LIMIT))]
    pub(super) limit: u32,
    /// A version of the context that is kept, alone; not given: the session as it is now
    #[arg(long, value_name = "N", value_parser = from(1_u64))]
    pub(super) version: Option<u64>,
    #[command(flatten)]
    pub(super) place: MemoryLocation,
}

/// What to do with sessions.
#[derive(Debug, Subcommand)]
pub(crate) enum SessionCommand {
    /// List the sessions, those that were active last first: what each recorded, and its context where it has one
    List {
        #[arg(long, value_name = "N", help = range_help("How many at most", limits::sessions_question::LIMIT))]
        #[arg(default_value_t = limits::sessions_question::LIMIT.default, value_parser = number(limits::sessions_question::LIMIT))]
        limit: u32,
        /// What the page before tells to go on after
        #[arg(long, value_name = "NEXT", default_value = "")]
        after: String,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Show a session: what it recorded, newest first, and its context as JSON where it has one
    Show(Show),
    /// Save a document as the context of a session, in the place of the one that is there
    Save {
        id: String,
        #[command(flatten)]
        given: Given,
    },
    /// Append entries, a JSON list, to the history of a session
    Append {
        id: String,
        #[command(flatten)]
        given: Given,
    },
    /// Compact a session where a limit is passed: the oldest entries leave, what must survive stays as data
    #[command(after_help = "\
A call and its result are never parted. What was before is kept as a version: see `session versions`.

Examples:
  scrubjay session compact login-fix
  scrubjay session compact login-fix --now --keep-entries 10 --summary summary.txt
  scrubjay session compact login-fix --model 'llm -m some-model'")]
    Compact(Compact),
    /// Print what a compaction would say of the entries that leave; nothing is changed
    Summarise {
        id: String,
        #[command(flatten)]
        when: When,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// List how a session was before what took entries away
    Versions {
        id: String,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Show what differs between two versions of a session
    Compare {
        id: String,
        #[arg(value_parser = from(1_u64))]
        older: u64,
        /// Not given: how it is now
        #[arg(value_parser = from(1_u64))]
        newer: Option<u64>,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Bring a version of a session back; how it is now is kept as a version
    Recover {
        id: String,
        #[arg(value_parser = from(1_u64))]
        version: u64,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Copy the context of a session under another id, where it goes on in another way
    Fork {
        id: String,
        fork: String,
        /// A version of the context that is kept; not given: the context as it is now
        #[arg(long, value_name = "N", value_parser = from(1_u64))]
        version: Option<u64>,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Delete the context of a session, with its versions
    Delete {
        id: String,
        /// Do not ask first
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Which files to read again after a compaction, and why
    Reread {
        /// The session that touches were recorded for
        id: String,
        #[arg(long, value_name = "N", help = range_help("How many files at most", limits::reread_question::LIMIT))]
        #[arg(default_value_t = limits::reread_question::LIMIT.default, value_parser = number(limits::reread_question::LIMIT))]
        limit: u32,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// What still fails: the newest failures of tools that no later success mended
    Failures {
        /// Only those of this session
        #[arg(long, value_name = "ID", default_value = "")]
        session: String,
        /// Only those of this tool
        #[arg(long, value_name = "NAME", default_value = "")]
        tool: String,
        #[arg(long, value_name = "N", help = range_help("How many at most", limits::failures_question::LIMIT))]
        #[arg(default_value_t = limits::failures_question::LIMIT.default, value_parser = number(limits::failures_question::LIMIT))]
        limit: u32,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// What a new session should begin with: likely files, open tasks, what failed last, notes and past work that fit
    Begin {
        /// What the session is asked to do; words need no quotes, and `-` reads the standard input
        message: Vec<String>,
        #[arg(long, value_name = "N", help = range_help("How many files at most", limits::begin_question::LIMIT))]
        #[arg(default_value_t = limits::begin_question::LIMIT.default, value_parser = number(limits::begin_question::LIMIT))]
        limit: u32,
        #[command(flatten)]
        place: MemoryLocation,
    },
}

/// What is written, and over which version.
#[derive(Debug, Args)]
pub(crate) struct Given {
    /// The file with the JSON; `-` or not given: the standard input
    pub(super) file: Option<std::path::PathBuf>,
    /// Refuse where the session is at another version than this
    #[arg(long, value_name = "N", value_parser = from(0_u64))]
    pub(super) expected: Option<u64>,
    #[command(flatten)]
    pub(super) place: MemoryLocation,
}

/// Arguments of `session compact`.
#[derive(Debug, Args)]
pub(crate) struct Compact {
    pub(super) id: String,
    #[command(flatten)]
    pub(super) when: When,
    #[arg(long, value_name = "HOURS", help = range_help("How long a completed task stays, in hours", limits::compaction_settings::TASK_HOURS))]
    #[arg(default_value_t = limits::compaction_settings::TASK_HOURS.default, value_parser = number(limits::compaction_settings::TASK_HOURS))]
    pub(super) task_hours: u32,
    /// What to say of the entries that leave: a file of at most 16 KiB; not given: what a rule makes of them
    #[arg(long, value_name = "FILE", conflicts_with = "model")]
    pub(super) summary: Option<std::path::PathBuf>,
    /// A command that writes the summary: it is run by the shell, is given a prompt on its standard input, and prints the text
    #[arg(long, value_name = "COMMAND")]
    pub(super) model: Option<String>,
    /// Refuse where the session is at another version than this
    #[arg(long, value_name = "N", value_parser = from(0_u64))]
    pub(super) expected: Option<u64>,
    #[command(flatten)]
    pub(super) place: MemoryLocation,
}

/// When a session is compacted, and what stays.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct When {
    #[arg(long, value_name = "N", help = range_help("The most entries", limits::compaction_settings::MAX_ENTRIES))]
    #[arg(default_value_t = limits::compaction_settings::MAX_ENTRIES.default, value_parser = number(limits::compaction_settings::MAX_ENTRIES))]
    max_entries: u32,
    #[arg(long, value_name = "N", help = range_help("How many of the newest stay", limits::compaction_settings::KEEP_ENTRIES))]
    #[arg(default_value_t = limits::compaction_settings::KEEP_ENTRIES.default, value_parser = number(limits::compaction_settings::KEEP_ENTRIES))]
    keep_entries: u32,
    #[arg(long, value_name = "TOKENS", help = range_help("The most tokens", limits::compaction_settings::MAX_TOKENS))]
    #[arg(default_value_t = limits::compaction_settings::MAX_TOKENS.default, value_parser = number(limits::compaction_settings::MAX_TOKENS))]
    max_tokens: u32,
    /// Whether or not a limit is passed
    #[arg(long)]
    now: bool,
}

impl When {
    pub(super) fn settings(self, task_hours: u32) -> CompactionSettings {
        let When { max_entries, keep_entries, max_tokens, now } = self;
        CompactionSettings { max_entries, keep_entries, max_tokens, task_hours, is_manual: now }
    }
}
