//! Repetition: a session is told a record once, unless it starts anew. An error that nobody took up is not told for ever.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::item::{PieceDraft, PieceKind};
use super::question::DeliveryRequest;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::episode::newest_of;
use crate::record::RecordSpace;
use crate::record::event::{Body, Moment};
use crate::record::keyspace::Scope;
use crate::record::rows::Rows;
use crate::record::stored::record_of;

/// How many sessions are told an error for its own sake. A session that takes it up makes a newer record of it.
const MAX_SESSIONS: usize = 3;
/// How long several hooks may be called for one start, in milliseconds: settings of a user and of a project both call one.
const START_MILLISECONDS: i64 = 60_000;
/// The most records derived from a record that are searched for its deliveries, newest first.
const MAX_DERIVED: u32 = 32;

/// A delivery of a record.
struct Told {
    session: String,
    moment: Moment,
    time: Timestamp,
}

impl RecordSpace {
    /// Whether a draft may be delivered: what the session was not told yet, and at its start also what it was told before,
    /// since that may have left its context. An error that did not happen just now is told to [`MAX_SESSIONS`] sessions.
    pub(super) fn may_be_delivered(&self, rows: &Rows, request: &DeliveryRequest<'_>, item: &PieceDraft) -> bool {
        let told = self.deliveries_of(rows, item.id);
        let is_error = matches!(item.kind, PieceKind::Failure | PieceKind::Fix) && request.moment != Moment::Failure;
        let (own, others): (Vec<&Told>, Vec<&Told>) = told.iter().partition(|told| told.session == request.session);
        let others: BTreeSet<&str> = others.into_iter().map(|told| told.session.as_str()).collect();
        let is_of_this_start = |told: &Told| {
            let age = request.now.milliseconds() - told.time.milliseconds();
            told.moment == Moment::Start && age < START_MILLISECONDS
        };
        let was_told = own.into_iter().any(|told| request.moment != Moment::Start || is_of_this_start(told));
        let is_told_enough = is_error && others.len() >= MAX_SESSIONS;
        !(was_told || is_told_enough)
    }

    /// The deliveries of a record, the newest first.
    fn deliveries_of(&self, rows: &Rows, id: RecordId) -> Vec<Told> {
        let tenant = self.owner.tenant.as_str();
        let told = |id: RecordId| {
            let record = record_of(rows, tenant, id)?;
            let Some(Body::Delivery(delivery)) = record.body else { return None };
            Some(Told { session: record.session, moment: delivery.moment, time: record.time })
        };
        newest_of(rows, tenant, Scope::Parent, &id.text(), MAX_DERIVED).into_iter().filter_map(told).collect()
    }
}

/// The id of the event that a record was delivered to a session. Hooks that run at the same time write the same, so that
/// one of them tells it; a session that starts anew is told again.
pub(super) fn event_id(request: &DeliveryRequest<'_>, id: &str) -> String {
    let start =
        if request.moment == Moment::Start { format!(":{}", request.now.milliseconds()) } else { String::new() };
    format!("delivered:{}:{id}{start}", request.session)
}
