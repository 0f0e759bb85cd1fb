//! What was told, newest first.

use alloc::string::String;
use alloc::vec::Vec;

use super::before_edit::error_line_of;
use super::item::beginning_of;
use crate::ask::{Attempt, Resumed};
use crate::base::id::RecordId;
use crate::episode::{EventsQuestion, RecordedEvent};
use crate::record::derived::words::recalled_text;
use crate::record::envelope::Record;
use crate::record::event::{Body, EventBody, Moment};
use crate::record::guard::{Asked, Guard};
use crate::record::keyspace::Kind;
use crate::record::rows::Rows;
use crate::record::stored::record_of;
use crate::record::{RecordSpace, Trust};

/// The question of `deliveries`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeliveriesQuestion {
    /// Only to this session; empty: to all.
    pub session: String,
    /// Only then or later.
    pub since: Option<i64>,
    /// Only before.
    pub until: Option<i64>,
    /// 1 to 1,000.
    pub limit: u32,
    /// The id of the delivery to go on after.
    pub after: String,
}

/// A delivery: an agent was told of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct ToldItem {
    /// The id of the delivery.
    pub id: String,
    /// When it was told.
    pub time: i64,
    /// The session that was told.
    pub session: String,
    /// At which moment.
    pub moment: Moment,
    /// The reason, in one sentence.
    pub why: String,
    /// The file, the error or the prompt that it was told for; empty: none.
    pub about: String,
    /// The cost, in estimated tokens.
    pub tokens: u32,
    /// How far what was told may be relied on.
    pub trust: Trust,
    /// The id of the record that was told.
    pub record_id: String,
    /// The kind of that; none: it is over.
    pub record_kind: Option<Kind>,
    /// The beginning of its first line.
    pub said: String,
}

/// A page of deliveries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeliveryPage {
    /// Newest first.
    pub deliveries: Vec<ToldItem>,
    /// Deliveries that were left out, because their rows are damaged.
    pub n_damaged: u32,
    /// The id to go on after; empty at the end.
    pub next: String,
}

impl Asked for DeliveriesQuestion {
    fn mask(&mut self, guard: Guard) {
        guard.mask_name(&mut self.session);
    }
}

impl RecordSpace {
    /// A page of deliveries, newest first.
    pub(crate) fn deliveries(&self, question: &DeliveriesQuestion, resumed: Option<Resumed>) -> Attempt<DeliveryPage> {
        let DeliveriesQuestion { session, since, until, limit, after } = question;
        let events = EventsQuestion {
            kinds: vec![Kind::Delivery],
            session: session.clone(),
            since: *since,
            until: *until,
            limit: *limit,
            after: after.clone(),
            ..EventsQuestion::default()
        };
        self.page_call("deliveries", &events)?.answer(resumed, |rows| {
            let page = self.page(rows, &events)?;
            self.check_names(rows, &events, &page)?;
            let deliveries = page.events.into_iter().filter_map(|event| self.told_item(rows, event)).collect();
            rows.check_complete()?;
            Ok(DeliveryPage { deliveries, n_damaged: page.n_damaged, next: page.next })
        })
    }

    fn told_item(&self, rows: &Rows, told: RecordedEvent) -> Option<ToldItem> {
        let EventBody::Delivery(delivery) = told.event.body else { return None };
        let record = told.event.parents.into_iter().next()?;
        let quoted = RecordId::parse(&record).and_then(|id| record_of(rows, &self.owner.tenant, id));
        Some(ToldItem {
            id: told.id,
            time: told.event.time,
            session: told.event.session,
            moment: delivery.moment,
            why: delivery.why,
            about: delivery.about,
            tokens: delivery.tokens,
            // Of what was told: who told it is relied on as a hook is.
            trust: quoted.as_ref().map_or(told.trust, Record::trust),
            record_id: record,
            record_kind: quoted.as_ref().map(|record| record.kind),
            said: quoted.map_or_else(String::new, |record| first_line(&record)),
        })
    }
}

fn first_line(record: &Record) -> String {
    let text = match &record.body {
        Some(Body::ToolCall(call)) => return beginning_of(error_line_of(call)),
        Some(Body::FileTouch(touch)) => return beginning_of(&touch.path),
        _ => recalled_text(record),
    };
    beginning_of(text.trim_start().lines().next().unwrap_or_default())
}
