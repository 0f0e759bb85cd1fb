//! The default and the range of each number in a question: a module for each record, and one for each function with
//! defaults of its own.
//! Written by `cargo xtask records` from `wit/`: change that.

/// The numbers of `find-question`.
pub mod find_question {
    use crate::tools::word::Bounded;

    /// How many symbols are given at most. Default: 20. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 20, min: 1, max: 1_000 };
    /// How many symbols are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000.
    pub const SKIP: Bounded<u32> = Bounded { default: 0, min: 0, max: 100_000 };
}

/// The numbers of `source-question`.
pub mod source_question {
    use crate::tools::word::Bounded;

    /// How many lines are given at most. Default: 400. Range: 1 to 100,000.
    pub const MAX_LINES: Bounded<u32> = Bounded { default: 400, min: 1, max: 100_000 };
}

/// The numbers of `walk-question`.
pub mod walk_question {
    use crate::tools::word::Bounded;

    /// How many steps to follow. Default: 1. Range: 1 to 10.
    pub const DEPTH: Bounded<u32> = Bounded { default: 1, min: 1, max: 10 };
    /// How many steps are given at most. Default: 100. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 100, min: 1, max: 1_000 };
    /// Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0.
    pub const MIN_CONFIDENCE: Bounded<f64> = Bounded { default: 0.0, min: 0.0, max: 1.0 };
    /// How many steps are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000.
    pub const SKIP: Bounded<u32> = Bounded { default: 0, min: 0, max: 100_000 };
}

/// The numbers of `impact`.
pub mod impact {
    use crate::tools::word::Bounded;

    /// How many steps to follow. Default: 3. Range: 1 to 10.
    pub const DEPTH: Bounded<u32> = Bounded { default: 3, min: 1, max: 10 };
}

/// The numbers of `tests-question`.
pub mod tests_question {
    use crate::tools::word::Bounded;

    /// How many calls a test may be away. Default: 10. Range: 1 to 10.
    pub const DEPTH: Bounded<u32> = Bounded { default: 10, min: 1, max: 10 };
    /// How many tests are given at most. Default: 100. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 100, min: 1, max: 1_000 };
    /// Leaves out tests of a lower confidence, which is the product along the chain of calls. Default: 0.0. Range: 0.0 to 1.0.
    pub const MIN_CONFIDENCE: Bounded<f64> = Bounded { default: 0.0, min: 0.0, max: 1.0 };
    /// How many tests are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000.
    pub const SKIP: Bounded<u32> = Bounded { default: 0, min: 0, max: 100_000 };
}

/// The numbers of `path-question`.
pub mod path_question {
    use crate::tools::word::Bounded;

    /// The most edges. Default: 10. Range: 1 to 10.
    pub const DEPTH: Bounded<u32> = Bounded { default: 10, min: 1, max: 10 };
    /// Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0.
    pub const MIN_CONFIDENCE: Bounded<f64> = Bounded { default: 0.0, min: 0.0, max: 1.0 };
}

/// The numbers of `unresolved-question`.
pub mod unresolved_question {
    use crate::tools::word::Bounded;

    /// How many places are given at most. Default: 100. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 100, min: 1, max: 1_000 };
    /// How many places are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000.
    pub const SKIP: Bounded<u32> = Bounded { default: 0, min: 0, max: 100_000 };
}

/// The numbers of `file-question`.
pub mod file_question {
    use crate::tools::word::Bounded;

    /// How many steps to follow. Default: 1. Range: 1 to 10.
    pub const DEPTH: Bounded<u32> = Bounded { default: 1, min: 1, max: 10 };
    /// How many files and modules are given at most. Default: 100. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 100, min: 1, max: 1_000 };
    /// How many files and modules are passed over, to go on where an answer ended. Default: 0. Range: 0 to 100,000.
    pub const SKIP: Bounded<u32> = Bounded { default: 0, min: 0, max: 100_000 };
}

/// The numbers of `map-question`.
pub mod map_question {
    use crate::tools::word::Bounded;

    /// Tokens that the text may take. Default: 2,000. Range: 64 to 1,000,000.
    pub const BUDGET: Bounded<u32> = Bounded { default: 2_000, min: 64, max: 1_000_000 };
}

/// The numbers of `export-question`.
pub mod export_question {
    use crate::tools::word::Bounded;

    /// How many edges away from `around` symbols may be, without following `contains`. Default: 1. Range: 1 to 10.
    pub const DEPTH: Bounded<u32> = Bounded { default: 1, min: 1, max: 10 };
}

/// The numbers of `functions-question`.
pub mod functions_question {
    use crate::tools::word::Bounded;

    /// How many functions are given at most. Default: 10. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 10, min: 1, max: 1_000 };
}

/// The numbers of `documents-question`.
pub mod documents_question {
    use crate::tools::word::Bounded;

    /// How many sections are given at most. Default: 5. Range: 1 to 50.
    pub const LIMIT: Bounded<u32> = Bounded { default: 5, min: 1, max: 50 };
    /// The most tokens of all excerpts together, counting some twenty more for each excerpt; 0: any number. Default: 0.
    /// Range: 0 to 1,000,000.
    pub const BUDGET: Bounded<u32> = Bounded { default: 0, min: 0, max: 1_000_000 };
}

/// The numbers of `prepare-question`.
pub mod prepare_question {
    use crate::tools::word::Bounded;

    /// The most tokens of the answer's `text`. Default: 8,000. Range: 64 to 1,000,000.
    pub const BUDGET: Bounded<u32> = Bounded { default: 8_000, min: 64, max: 1_000_000 };
}

/// The numbers of `notes-question`.
pub mod notes_question {
    use crate::tools::word::Bounded;

    /// How many notes are given at most. Default: 20. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 20, min: 1, max: 1_000 };
}

/// The numbers of `events-question`.
pub mod events_question {
    use crate::tools::word::Bounded;

    /// How many events are given at most. Default: 20. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 20, min: 1, max: 1_000 };
}

/// The numbers of `log-question`.
pub mod log_question {
    use crate::tools::word::Bounded;

    /// How many lines are given at most. Default: 50. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 50, min: 1, max: 1_000 };
}

/// The numbers of `file-history-question`.
pub mod file_history_question {
    use crate::tools::word::Bounded;

    /// How many touches are given at most. Default: 5. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 5, min: 1, max: 1_000 };
}

/// The numbers of `co-edits-question`.
pub mod co_edits_question {
    use crate::tools::word::Bounded;

    /// On how many occasions two files must have been edited together. Default: 3. Range: 3 to 1,000,000.
    pub const MIN_OCCASIONS: Bounded<u32> = Bounded { default: 3, min: 3, max: 1_000_000 };
    /// How many pairs are given at most. Default: 20. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 20, min: 1, max: 1_000 };
}

/// The numbers of `last-touches-question`.
pub mod last_touches_question {
    use crate::tools::word::Bounded;

    /// How many touches are given at most. Default: 10. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 10, min: 1, max: 1_000 };
}

/// The numbers of `tool-stats-question`.
pub mod tool_stats_question {
    use crate::tools::word::Bounded;

    /// How many whole days of UTC are counted, today among them. Default: 7. Range: 1 to 366.
    pub const DAYS: Bounded<u32> = Bounded { default: 7, min: 1, max: 366 };
}

/// The numbers of `tasks-question`.
pub mod tasks_question {
    use crate::tools::word::Bounded;

    /// How many tasks are given at most. Default: 20. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 20, min: 1, max: 1_000 };
}

/// The numbers of `patterns-question`.
pub mod patterns_question {
    use crate::tools::word::Bounded;

    /// How many patterns are given at most. Default: 20. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 20, min: 1, max: 1_000 };
}

/// The numbers of `strategies-question`.
pub mod strategies_question {
    use crate::tools::word::Bounded;

    /// How many strategies are given at most. Default: 10. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 10, min: 1, max: 1_000 };
}

/// The numbers of `decisions-question`.
pub mod decisions_question {
    use crate::tools::word::Bounded;

    /// How many decisions are given at most. Default: 20. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 20, min: 1, max: 1_000 };
}

/// The numbers of `working-memory-question`.
pub mod working_memory_question {
    use crate::tools::word::Bounded;

    /// How many turns, and how many thoughts, are given at most. Default: 20. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 20, min: 1, max: 1_000 };
}

/// The numbers of `deliver-question`.
pub mod deliver_question {
    use crate::tools::word::Bounded;

    /// The most tokens of the answer's `text`; 0: 600 when a session begins, else 300. Default: 0. Range: 0 to 1,000,000.
    pub const BUDGET: Bounded<u32> = Bounded { default: 0, min: 0, max: 1_000_000 };
}

/// The numbers of `deliveries-question`.
pub mod deliveries_question {
    use crate::tools::word::Bounded;

    /// How many deliveries are given at most. Default: 20. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 20, min: 1, max: 1_000 };
}

/// The numbers of `backtest-question`.
pub mod backtest_question {
    use crate::tools::word::Bounded;

    /// How many sessions are replayed, the newest; of earlier ones only what they knew counts. Subagents count with the session that
    /// started them. Default: 50. Range: 1 to 10,000.
    pub const SESSIONS: Bounded<u32> = Bounded { default: 50, min: 1, max: 10_000 };
    /// The most tokens that a session is told when it begins; 0: 600. Default: 0. Range: 0 to 1,000,000.
    pub const START_BUDGET: Bounded<u32> = Bounded { default: 0, min: 0, max: 1_000_000 };
    /// The most tokens that are told at any other moment; 0: 300. Default: 0. Range: 0 to 1,000,000.
    pub const BUDGET: Bounded<u32> = Bounded { default: 0, min: 0, max: 1_000_000 };
}

/// The numbers of `recall-question`.
pub mod recall_question {
    use crate::tools::word::Bounded;

    /// How many records are given at most. Default: 10. Range: 1 to 100.
    pub const LIMIT: Bounded<u32> = Bounded { default: 10, min: 1, max: 100 };
    /// The most records of one session; 0: any number. Default: 3. Range: 0 to 100.
    pub const PER_SESSION: Bounded<u32> = Bounded { default: 3, min: 0, max: 100 };
    /// The most tokens of all excerpts together, counting some twenty more for each excerpt; 0: any number. Default: 0.
    /// Range: 0 to 1,000,000.
    pub const BUDGET: Bounded<u32> = Bounded { default: 0, min: 0, max: 1_000_000 };
    /// With each hit that is a turn, how many turns before it and after it are given. Default: 0. Range: 0 to 10.
    pub const AROUND: Bounded<u32> = Bounded { default: 0, min: 0, max: 10 };
}

/// The numbers of `remind-question`.
pub mod remind_question {
    use crate::tools::word::Bounded;

    /// The most tokens of the answer's `text`. Default: 2,000. Range: 64 to 1,000,000.
    pub const BUDGET: Bounded<u32> = Bounded { default: 2_000, min: 64, max: 1_000_000 };
    /// How much past work is given at most. Default: 3. Range: 0 to 10.
    pub const LIMIT: Bounded<u32> = Bounded { default: 3, min: 0, max: 10 };
}

/// The numbers of `sessions-question`.
pub mod sessions_question {
    use crate::tools::word::Bounded;

    /// How many sessions are given at most. Default: 20. Range: 1 to 1,000.
    pub const LIMIT: Bounded<u32> = Bounded { default: 20, min: 1, max: 1_000 };
}

/// The numbers of `summarise-question`.
pub mod summarise_question {
    use crate::tools::word::Bounded;

    /// As in `compaction_settings`. Default: 50. Range: 1 to 100,000,000.
    pub const MAX_ENTRIES: Bounded<u32> = Bounded { default: 50, min: 1, max: 100_000_000 };
    /// As in `compaction_settings`. Default: 30. Range: 1 to 100,000,000.
    pub const KEEP_ENTRIES: Bounded<u32> = Bounded { default: 30, min: 1, max: 100_000_000 };
    /// As in `compaction_settings`. Default: 100,000. Range: 1 to 100,000,000.
    pub const MAX_TOKENS: Bounded<u32> = Bounded { default: 100_000, min: 1, max: 100_000_000 };
}

/// The numbers of `reread-question`.
pub mod reread_question {
    use crate::tools::word::Bounded;

    /// How many files are given at most. Default: 5. Range: 1 to 100.
    pub const LIMIT: Bounded<u32> = Bounded { default: 5, min: 1, max: 100 };
}

/// The numbers of `failures-question`.
pub mod failures_question {
    use crate::tools::word::Bounded;

    /// How many failures are given at most. Default: 20. Range: 1 to 100.
    pub const LIMIT: Bounded<u32> = Bounded { default: 20, min: 1, max: 100 };
}

/// The numbers of `begin-question`.
pub mod begin_question {
    use crate::tools::word::Bounded;

    /// How many files are given at most. Default: 10. Range: 1 to 100.
    pub const LIMIT: Bounded<u32> = Bounded { default: 10, min: 1, max: 100 };
}

/// The numbers of `record-settings`.
pub mod record_settings {
    use crate::tools::word::Bounded;

    /// After how many days upkeep forgets turns, tool calls, touches of files and what was learnt from these; 0: never.
    /// Default: 0. Range: 0 to 36,500.
    pub const RETENTION_DAYS: Bounded<u32> = Bounded { default: 0, min: 0, max: 36_500 };
    /// The most events that one principal records on a day of UTC; 0: no limit. Default: 0. Range: 0 to 4,294,967,295.
    pub const MAX_PER_DAY: Bounded<u32> = Bounded { default: 0, min: 0, max: 4_294_967_295 };
}

/// The numbers of `compaction-settings`.
pub mod compaction_settings {
    use crate::tools::word::Bounded;

    /// The most entries; if there are more, the oldest are removed. Default: 50. Range: 1 to 100,000,000.
    pub const MAX_ENTRIES: Bounded<u32> = Bounded { default: 50, min: 1, max: 100_000_000 };
    /// How many of the newest entries stay then; more if a call would be parted from its result. Default: 30.
    /// Range: 1 to 100,000,000.
    pub const KEEP_ENTRIES: Bounded<u32> = Bounded { default: 30, min: 1, max: 100_000_000 };
    /// The most tokens of the history; if there are more, the oldest half of the entries is removed, repeatedly until they fit.
    /// Default: 100,000. Range: 1 to 100,000,000.
    pub const MAX_TOKENS: Bounded<u32> = Bounded { default: 100_000, min: 1, max: 100_000_000 };
    /// How long a completed task stays, in hours. Default: 24. Range: 0 to 876,000.
    pub const TASK_HOURS: Bounded<u32> = Bounded { default: 24, min: 0, max: 876_000 };
}

/// The numbers of `window-settings`.
pub mod window_settings {
    use crate::tools::word::Bounded;

    /// The most tokens of a request. Default: 200,000. Range: 1,000 to 100,000,000.
    pub const MAX_TOKENS: Bounded<u32> = Bounded { default: 200_000, min: 1_000, max: 100_000_000 };
    /// The share of `max_tokens` at which a prune begins. Default: 0.8. Range: 0.05 to 1.0.
    pub const THRESHOLD: Bounded<f64> = Bounded { default: 0.8, min: 0.05, max: 1.0 };
    /// What a prune by `evidence` or `lru` leaves, as a share of the tokens at which it begins. `evidence` also leaves what the
    /// last steps brought. Default: 0.66. Range: 0.05 to 1.0.
    pub const LOW: Bounded<f64> = Bounded { default: 0.66, min: 0.05, max: 1.0 };
    /// What stubs may take, as a share of the tokens at which a prune begins. Beyond it, recaps replace the oldest messages as a
    /// whole; all recaps together take no more than this share. 0: no message is replaced. Default: 0.1. Range: 0.0 to 0.5.
    pub const RECAP_SHARE: Bounded<f64> = Bounded { default: 0.1, min: 0.0, max: 0.5 };
    /// How many results of tools the policy `keep_last` keeps. Default: 3. Range: 0 to 1,000,000.
    pub const KEEP_LAST: Bounded<u32> = Bounded { default: 3, min: 0, max: 1_000_000 };
    /// The price of a token read from the prompt cache; a token without a cache costs 1. Default: 0.1. Range: 0.0 to 100.0.
    pub const CACHE_READ: Bounded<f64> = Bounded { default: 0.1, min: 0.0, max: 100.0 };
    /// The price of a token written into the prompt cache; a token without a cache costs 1. Default: 1.25. Range: 0.0 to 100.0.
    pub const CACHE_WRITE: Bounded<f64> = Bounded { default: 1.25, min: 0.0, max: 100.0 };
    /// How long the provider keeps a cache that is not used, in milliseconds. Default: 300,000. Range: 0 to 2,592,000,000.
    pub const CACHE_LIFETIME: Bounded<u32> = Bounded { default: 300_000, min: 0, max: 2_592_000_000 };
    /// The most bytes of one part that are stored for restoring; a larger part is pruned only with `caller_keeps`.
    /// Default: 8,388,608. Range: 0 to 67,108,864.
    pub const MAX_BODY_BYTES: Bounded<u32> = Bounded { default: 8_388_608, min: 0, max: 67_108_864 };
    /// The most bytes of all parts together that are stored for restoring; beyond it, the oldest are deleted.
    /// Default: 67,108,864. Range: 0 to 268,435,456.
    pub const MAX_WINDOW_BYTES: Bounded<u32> = Bounded { default: 67_108_864, min: 0, max: 268_435_456 };
    /// How long parts are stored for restoring, in milliseconds; without a setting seven days.
    /// Default: 604,800,000. Range: 0 to 4,294,967,295.
    pub const BODY_LIFETIME: Bounded<u32> = Bounded { default: 604_800_000, min: 0, max: 4_294_967_295 };
}
