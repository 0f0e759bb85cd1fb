//! When what was recorded became known: a call when it ended, a text that was replaced when it was replaced, and an
//! import when it was imported.

use alloc::collections::BTreeMap;
use alloc::string::String;

use serde_json::Value;

use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::record::Origin;
use crate::record::envelope::Record;
use crate::record::event::Body;

/// A record of the history.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) id: RecordId,
    pub(super) record: Record,
    /// When it happened, in milliseconds since 1970; of a call the beginning.
    pub(super) began: i64,
    /// When it became known, in milliseconds since 1970.
    pub(super) at: i64,
    /// The session that started its session; `None` if its session was not started by another one.
    pub(super) parent: Option<String>,
}

/// Records that began and are not known yet, by the time at which they become known, and in their order.
#[derive(Debug, Default)]
pub(super) struct Timeline {
    due: BTreeMap<(i64, u64), Known>,
    n_pushed: u64,
}

impl Timeline {
    pub(super) fn push(&mut self, known: Known) {
        self.due.insert((known.at, self.n_pushed), known);
        self.n_pushed += 1;
    }

    /// The first record that becomes known before `end`; with no `end`, the first of all.
    pub(super) fn next_known(&mut self, end: Option<i64>) -> Option<Known> {
        let first = self.due.first_entry()?;
        end.is_none_or(|end| first.key().0 < end).then(|| first.remove())
    }
}

impl Known {
    /// A record of the history; `None` for what a replay makes anew: observations, deliveries and adoptions.
    pub(super) fn of(id: RecordId, record: Record) -> Option<Known> {
        let duration = match &record.body {
            Some(Body::Observation(_) | Body::Delivery(_) | Body::Adoption(_)) => return None,
            Some(Body::ToolCall(call)) => call.duration.unwrap_or(0),
            _ => 0,
        };
        let began = record.time.milliseconds();
        let came_from_elsewhere = record.origin == Origin::Imported || !record.adoptions().is_empty();
        let recorded = came_from_elsewhere.then_some(record.recorded);
        let later = record.updated.max(recorded).map_or(began, Timestamp::milliseconds);
        let metadata: Value = serde_json::from_str(&record.metadata).unwrap_or_default();
        let parent = metadata["parent_session"].as_str().filter(|parent| !parent.is_empty()).map(String::from);
        Some(Known { id, began, at: later.max(began + i64::from(duration)), parent, record })
    }

    /// Its session; may be empty.
    pub(super) fn session(&self) -> &str {
        &self.record.session
    }
}
