//! Questions about records, answered by key, by time and from aggregates.
//!
//! Except for an export no question reads all records: each reads lists and aggregates that are kept up to date. Not
//! here: how these are derived (`record::derived`), and finding records by their words (`recall`).

mod co_edits;
mod decisions;
mod events;
mod export;
mod files;
mod log;
mod masking;
mod notes;
mod patterns;
mod strategies;
mod tasks;
mod tools;
mod unknown;
mod why;
mod working;

pub use crate::base::zone::ZoneOffset;
pub use crate::text::when::TimeSpan;
pub use co_edits::{CoEdit, CoEditPage, CoEditsQuestion};
pub use decisions::{DecisionPage, DecisionsQuestion, RecordedDecision};
pub use events::{EventPage, EventsQuestion, RecordedEvent};
pub(crate) use events::{check as check_events, recorded_event};
pub use export::{ExportCsvQuestion, ExportLinesQuestion, ExportedCsv, ExportedLines};
pub use files::{FileHistoryQuestion, FileSummary, LastTouchesQuestion, OperationCount, TouchPage, Touched};
pub(crate) use log::MAX_EXAMINED_RECORDS as MAX_LINES;
pub use log::{LogEntry, LogKind, LogPage, LogQuestion, ReadTimeQuestion};
pub use notes::{Note, NotePage, NotesQuestion};
pub use patterns::{Pattern, PatternPage, PatternsQuestion};
pub use strategies::{RankedStrategy, StrategiesQuestion, StrategyPage};
pub use tasks::{NamedCount, Task, TaskPage, TasksQuestion};
pub use tools::{ToolStat, ToolStatPage, ToolStatsQuestion};
pub(crate) use unknown::NameKind;
pub use why::Lineage;
pub use working::{HeldValue, UserProfile, WorkingMemoryQuestion, WorkingSet};

use alloc::vec::Vec;

use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::record::keyspace::{self, Scope, ordered_id};
use crate::record::rows::{Rows, Span};

/// The greatest limit that a question may set.
const MAX_LIMIT: u32 = 1_000;
/// The most bytes of a list's row besides the prefix of its key: an id, and a sealed value of a few numbers.
const LIST_ROW_BYTES: u32 = 64;

/// The most bytes of `limit` + 1 rows of a list whose keys begin with `prefix`.
fn page_bytes(prefix: &[u8], limit: u32) -> u32 {
    (limit + 1) * (prefix.len() as u32 + LIST_ROW_BYTES)
}

fn check_page_limit(limit: u32) -> Result<(), Error> {
    match (1..=MAX_LIMIT).contains(&limit) {
        true => Ok(()),
        false => Err(Error::invalid("limit", "from 1 to 1,000")),
    }
}

/// The ids of the newest records in a scope, at most `limit`.
pub(crate) fn newest_of(rows: &Rows, tenant: &str, scope: Scope, name: &str, limit: u32) -> Vec<RecordId> {
    let prefix = keyspace::scope_prefix(tenant, scope, name);
    let max_bytes = page_bytes(&prefix, limit);
    let (keys, _) = rows.page(&Span::from(prefix), max_bytes);
    keys.iter().filter_map(|key| ordered_id(key)).take(limit as usize).collect()
}
