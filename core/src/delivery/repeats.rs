//! Repetition: a record is delivered once per session, and again to others only with news.

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

/// How long after a record's last delivery an exact match with it is delivered to other sessions without news, in
/// milliseconds.
const REPEAT_AFTER: i64 = 7 * DAY;
/// The most records derived from a record that are searched for its deliveries, newest first.
const MAX_DERIVED: u32 = 16;

/// The id of the event that a record was delivered to a session.
pub(super) fn event_id(session: &str, id: RecordId) -> String {
    format!("delivered:{session}:{}", id.text())
}

impl RecordSpace {
    /// Whether a draft may be delivered to a session now; never twice to one session. If another session got it, its
    /// record must have been updated since. Before an edit and after a failure, a wait of [`REPEAT_AFTER`] is enough
    /// too.
    pub(super) fn may_be_delivered(
        &self,
        rows: &Rows,
        session: &str,
        moment: Moment,
        now: Timestamp,
        item: &PieceDraft,
    ) -> bool {
        let tenant = self.owner.tenant.as_str();
        let was_delivered = rows.read::<EventRow>(&event_key(tenant, &event_id(session, item.id))).is_some();
        let last_time = self.last_delivery(rows, item.id);
        let is_exact = matches!(moment, Moment::BeforeEdit | Moment::Failure);
        let is_due = |last_time: Timestamp| {
            item.updated.is_some_and(|updated| updated > last_time)
                || is_exact && now.milliseconds() - last_time.milliseconds() > REPEAT_AFTER
        };
        !was_delivered && last_time.is_none_or(is_due)
    }

    /// When a record was last delivered to any session; `None` if no delivery is found.
    fn last_delivery(&self, rows: &Rows, id: RecordId) -> Option<Timestamp> {
        let tenant = self.owner.tenant.as_str();
        let derived_ids = newest_of(rows, tenant, Scope::Parent, &id.text(), MAX_DERIVED);
        let time = |id: RecordId| {
            let record = record_of(rows, tenant, id)?;
            matches!(record.body, Some(Body::Delivery(_))).then_some(record.time)
        };
        derived_ids.into_iter().filter_map(time).max()
    }
}
