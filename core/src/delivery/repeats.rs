//! What was told before: once a session, and again to another one only where there is news.

use alloc::format;
use alloc::string::String;

use super::item::PieceDraft;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::episode::newest_of;
use crate::record::RecordSpace;
use crate::record::derived::DAY;
use crate::record::event::{Body, Moment};
use crate::record::keyspace::Scope;
use crate::record::known::{EventRow, event_key};
use crate::record::rows::Rows;
use crate::record::stored::record_of;

/// After so long what fits exactly is told again without news.
const REPEAT_AFTER: i64 = 7 * DAY;
/// The newest records that were derived from one, among which its deliveries are looked for.
const MAX_DERIVED: u32 = 16;

/// The id of the event that a session was told of a record.
pub(super) fn event_id(session: &str, id: RecordId) -> String {
    format!("delivered:{session}:{}", id.text())
}

impl RecordSpace {
    /// Whether a session may be told of an item now. Never twice; and after anybody else was told, only once the note
    /// has a new text, or before an edit and after a failure, if that was more than `REPEAT_AFTER` ago. What else has
    /// changed is a record of its own.
    pub(super) fn may_be_told(
        &self,
        rows: &Rows,
        session: &str,
        moment: Moment,
        now: Timestamp,
        item: &PieceDraft,
    ) -> bool {
        let tenant = self.owner.tenant.as_str();
        let is_told = rows.read::<EventRow>(&event_key(tenant, &event_id(session, item.id))).is_some();
        let last = self.last_told(rows, item.id);
        let is_exact = matches!(moment, Moment::BeforeEdit | Moment::Failure);
        let is_due = |last: Timestamp| {
            item.updated.is_some_and(|updated| updated > last)
                || is_exact && now.milliseconds() - last.milliseconds() > REPEAT_AFTER
        };
        !is_told && last.is_none_or(is_due)
    }

    /// When anybody was told of a record last.
    fn last_told(&self, rows: &Rows, id: RecordId) -> Option<Timestamp> {
        let tenant = self.owner.tenant.as_str();
        let derived = newest_of(rows, tenant, Scope::Parent, &id.text(), MAX_DERIVED);
        let time = |id: RecordId| {
            let record = record_of(rows, tenant, id)?;
            matches!(record.body, Some(Body::Delivery(_))).then_some(record.time)
        };
        derived.into_iter().filter_map(time).max()
    }
}
