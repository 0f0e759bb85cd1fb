//! The arguments of the commands about sessions.

use clap::{Args, Subcommand};
use scrubjay::wit::limits;
use scrubjay::wit::session::CompactionSettings;

use crate::arguments::limits::{parse_from, parse_within, range_help};
use crate::memory::place::MemoryLocation;

#[derive(Debug, Args)]
pub(crate) struct Show {
    pub(super) id: String,
    #[arg(long, value_name = "N", help = range_help("How many events at most", limits::events_question::LIMIT))]
    #[arg(default_value_t = limits::events_question::LIMIT.default, value_parser = parse_within(limits::events_question::LIMIT))]
    pub(super) limit: u32,
    /// Show only this stored version of the context; not given: the session as it is now
    #[arg(long, value_name = "N", value_parser = parse_from(1_u64))]
    pub(super) version: Option<u64>,
    #[command(flatten)]
    pub(super) place: MemoryLocation,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SessionCommand {
    /// List the sessions, the last active ones first, with their records and contexts
    List {
        #[arg(long, value_name = "N", help = range_help("How many at most", limits::sessions_question::LIMIT))]
        #[arg(default_value_t = limits::sessions_question::LIMIT.default, value_parser = parse_within(limits::sessions_question::LIMIT))]
        limit: u32,
        /// The end of the previous page, after which to continue
        #[arg(long, value_name = "NEXT", default_value = "")]
        after: String,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Show a session: its records, newest first, and its context as JSON if it has one
    Show(Show),
    /// Save a document as the context of a session; replaces the present one
    Save {
        id: String,
        #[command(flatten)]
        given: SaveArgs,
    },
    /// Append entries, a JSON list, to the history of a session
    Append {
        id: String,
        #[command(flatten)]
        given: SaveArgs,
    },
    /// Compact a session that exceeds a limit: remove its oldest entries, and keep their essentials as data
    #[command(after_help = "\
A call and its result are never parted. What was before is kept as a version: see `session versions`.

Examples:
  scrubjay session compact login-fix
  scrubjay session compact login-fix --now --keep-entries 10 --summary summary.txt
  scrubjay session compact login-fix --model 'llm -m some-model'")]
    Compact(Compact),
    /// Print the summary that a compaction would make of the removed entries; nothing is changed
    Summarise {
        id: String,
        #[command(flatten)]
        when: CompactionRules,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// List the stored versions of a session's context
    Versions {
        id: String,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Show the differences between two versions of a session
    Compare {
        id: String,
        #[arg(value_parser = parse_from(1_u64))]
        older: u64,
        /// Not given: the session as it is now
        #[arg(value_parser = parse_from(1_u64))]
        newer: Option<u64>,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Restore a version of a session; its present state is kept as a version
    Recover {
        id: String,
        #[arg(value_parser = parse_from(1_u64))]
        version: u64,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Copy the context of a session to another id, to continue it separately
    Fork {
        id: String,
        fork: String,
        /// A stored version of the context; not given: the context as it is now
        #[arg(long, value_name = "N", value_parser = parse_from(1_u64))]
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
    /// Show the files to read again after a compaction, and why
    Reread {
        /// The session whose touches of files count
        id: String,
        #[arg(long, value_name = "N", help = range_help("How many files at most", limits::reread_question::LIMIT))]
        #[arg(default_value_t = limits::reread_question::LIMIT.default, value_parser = parse_within(limits::reread_question::LIMIT))]
        limit: u32,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Show the newest failures of tools that no later success fixed
    Failures {
        /// Only those of this session
        #[arg(long, value_name = "ID", default_value = "")]
        session: String,
        /// Only those of this tool
        #[arg(long, value_name = "NAME", default_value = "")]
        tool: String,
        #[arg(long, value_name = "N", help = range_help("How many at most", limits::failures_question::LIMIT))]
        #[arg(default_value_t = limits::failures_question::LIMIT.default, value_parser = parse_within(limits::failures_question::LIMIT))]
        limit: u32,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Show how a new session should begin: likely files, open tasks, the last failures, and notes and past work that
    /// fit
    Begin {
        /// The request to the session; words need no quotes, and `-` reads the standard input
        message: Vec<String>,
        #[arg(long, value_name = "N", help = range_help("How many files at most", limits::begin_question::LIMIT))]
        #[arg(default_value_t = limits::begin_question::LIMIT.default, value_parser = parse_within(limits::begin_question::LIMIT))]
        limit: u32,
        #[command(flatten)]
        place: MemoryLocation,
    },
}

/// Arguments of commands that write a context.
#[derive(Debug, Args)]
pub(crate) struct SaveArgs {
    /// The file with the JSON; `-` or not given: the standard input
    pub(super) file: Option<std::path::PathBuf>,
    /// Refuse to write if the session is at another version than this
    #[arg(long, value_name = "N", value_parser = parse_from(0_u64))]
    pub(super) expected: Option<u64>,
    #[command(flatten)]
    pub(super) place: MemoryLocation,
}

#[derive(Debug, Args)]
pub(crate) struct Compact {
    pub(super) id: String,
    #[command(flatten)]
    pub(super) when: CompactionRules,
    #[arg(long, value_name = "HOURS", help = range_help("How long a completed task stays, in hours", limits::compaction_settings::TASK_HOURS))]
    #[arg(default_value_t = limits::compaction_settings::TASK_HOURS.default, value_parser = parse_within(limits::compaction_settings::TASK_HOURS))]
    pub(super) task_hours: u32,
    /// A file with the summary of the removed entries, at most 16 KiB; not given: a summary by rule
    #[arg(long, value_name = "FILE", conflicts_with = "model")]
    pub(super) summary: Option<std::path::PathBuf>,
    /// A shell command that writes the summary: it reads a prompt from its standard input, and prints the text
    #[arg(long, value_name = "COMMAND")]
    pub(super) model: Option<String>,
    /// Refuse to write if the session is at another version than this
    #[arg(long, value_name = "N", value_parser = parse_from(0_u64))]
    pub(super) expected: Option<u64>,
    #[command(flatten)]
    pub(super) place: MemoryLocation,
}

/// The limits of a compaction, and how much it keeps.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct CompactionRules {
    #[arg(long, value_name = "N", help = range_help("The most entries", limits::compaction_settings::MAX_ENTRIES))]
    #[arg(default_value_t = limits::compaction_settings::MAX_ENTRIES.default, value_parser = parse_within(limits::compaction_settings::MAX_ENTRIES))]
    max_entries: u32,
    #[arg(long, value_name = "N", help = range_help("How many of the newest stay", limits::compaction_settings::KEEP_ENTRIES))]
    #[arg(default_value_t = limits::compaction_settings::KEEP_ENTRIES.default, value_parser = parse_within(limits::compaction_settings::KEEP_ENTRIES))]
    keep_entries: u32,
    #[arg(long, value_name = "TOKENS", help = range_help("The most tokens", limits::compaction_settings::MAX_TOKENS))]
    #[arg(default_value_t = limits::compaction_settings::MAX_TOKENS.default, value_parser = parse_within(limits::compaction_settings::MAX_TOKENS))]
    max_tokens: u32,
    /// Compact even if no limit is exceeded
    #[arg(long)]
    now: bool,
}

impl CompactionRules {
    pub(super) fn settings(self, task_hours: u32) -> CompactionSettings {
        let CompactionRules { max_entries, keep_entries, max_tokens, now } = self;
        CompactionSettings { max_entries, keep_entries, max_tokens, task_hours, is_manual: now }
    }
}
