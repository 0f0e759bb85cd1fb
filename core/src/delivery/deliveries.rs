//! Lists deliveries, each with the beginning of the record that it quotes.

use alloc::string::String;
use alloc::vec::Vec;

use super::item::beginning_of;
use crate::ask::{Attempt, Resumed};
use crate::base::id::RecordId;
use crate::episode::{EventsQuestion, RecordedEvent};
use crate::record::derived::words::recalled_text;
use crate::record::envelope::Record;
use crate::record::event::{Body, EventBody, Moment};
use crate::record::guard::{Guard, MaskNames};
use crate::record::keyspace::Kind;
use crate::record::rows::Rows;
use crate::record::stored::record_of;
use crate::record::{RecordSpace, Trust};
use crate::text::error_line::first_error_line;

/// Filters of a list of deliveries, and the size and position of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeliveriesQuestion {
    /// Only to this session; empty: to all.
    pub session: String,
    /// Only deliveries at this time or later, in milliseconds since 1970; `None`: at any time.
    pub since: Option<i64>,
    /// Only deliveries before this time, in milliseconds since 1970; `None`: at any time.
    pub until: Option<i64>,
    /// The most deliveries, 1 to 1,000.
    pub limit: u32,
    /// The `next` of the page before; empty for the first.
    pub after: String,
}

/// A delivery of a record to an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct ToldItem {
    /// The id of the delivery.
    pub id: String,
    /// When it was delivered, in milliseconds since 1970.
    pub time: i64,
    /// The session that it was delivered to.
    pub session: String,
    /// The moment of the agent's work.
    pub moment: Moment,
    /// The reason for the delivery, in one sentence.
    pub why: String,
    /// The subject that it was delivered for, such as the files to be edited; may be empty.
    pub about: String,
    /// The estimated tokens of the delivered text.
    pub tokens: u32,
    /// The trust of the delivered record; that of the delivery if there is no such record.
    pub trust: Trust,
    /// The id of the delivered record.
    pub record_id: String,
    /// The kind of the delivered record; `None` if the record no longer exists.
    pub record_kind: Option<Kind>,
    /// The beginning of the delivered record's first line; empty if there is no such record.
    pub said: String,
}

/// A page of deliveries. It may have fewer than the limit even before the end, as its bytes are limited too.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeliveryPage {
    /// Newest first.
    pub deliveries: Vec<ToldItem>,
    /// The number of deliveries left out because their rows are damaged.
    pub n_damaged: u32,
    /// The position of the next page; empty at the end.
    pub next: String,
}

impl MaskNames for DeliveriesQuestion {
    fn mask(&mut self, guard: Guard) {
        guard.mask_name(&mut self.session);
    }
}

impl RecordSpace {
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

    /// A delivery with the record that it quotes; `None` for other records.
    fn told_item(&self, rows: &Rows, recorded: RecordedEvent) -> Option<ToldItem> {
        let EventBody::Delivery(delivery) = recorded.event.body else { return None };
        let record = recorded.event.parents.into_iter().next()?;
        let quoted_record = RecordId::parse(&record).and_then(|id| record_of(rows, &self.owner.tenant, id));
        Some(ToldItem {
            id: recorded.id,
            time: recorded.event.time,
            session: recorded.event.session,
            moment: delivery.moment,
            why: delivery.why,
            about: delivery.about,
            tokens: delivery.tokens,
            // The trust of the quoted record, since the delivery itself has that of a hook.
            trust: quoted_record.as_ref().map_or(recorded.trust, Record::trust),
            record_id: record,
            record_kind: quoted_record.as_ref().map(|record| record.kind),
            said: quoted_record.map_or_else(String::new, |record| beginning_of_record(&record)),
        })
    }
}

/// The beginning of a record's first line; for a call, of its error line; for a touch, of its path.
fn beginning_of_record(record: &Record) -> String {
    let text = match &record.body {
        Some(Body::ToolCall(call)) => return beginning_of(first_error_line(call.error_text())),
        Some(Body::FileTouch(touch)) => return beginning_of(&touch.path),
        _ => recalled_text(record),
    };
    beginning_of(text.trim_start().lines().next().unwrap_or_default())
}
