//! The notes of a channel or of all, newest first, a page at a time.

use alloc::string::String;
use alloc::vec::Vec;

use super::add::Ordered;
use super::batch::{check_name, parse_id};
use super::envelope::{self, Record};
use super::keyspace::{self, Kind, end_of, ordered_id};
use super::rows::{Call, Rows};
use super::space::RecordSpace;
use super::totals::Counts;
use super::trust::{Origin, Trust};
use crate::ask::{Attempt, KeyRange, Resumed, RowPage};
use crate::base::anchor::Anchor;
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;

/// The most notes of a page.
const MOST_NOTES: u32 = 1_000;
/// A page ends before the note that would take its texts past this many bytes.
const MOST_TEXT_BYTES: u64 = 4 << 20;
/// More bytes than the value of a row of an order has.
const ORDERED_BYTES: usize = 32;

/// The question of [`RecordSpace::notes`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotesQuestion {
    /// Only of this channel; empty: of all.
    pub channel: String,
    /// Only what happened then or later.
    pub since: Option<i64>,
    /// Only what happened before.
    pub until: Option<i64>,
    /// 1 to 1,000.
    pub most: u32,
    /// The id of the note to go on after; empty: from the newest on.
    pub after: String,
}

/// A note.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// Its id.
    pub id: String,
    /// The id of the event, as it was given.
    pub event_id: String,
    /// What to remember.
    pub text: String,
    /// When it happened.
    pub time: i64,
    /// When it was recorded.
    pub recorded: i64,
    /// What it belongs to.
    pub channel: String,
    /// Who says it.
    pub origin: Origin,
    /// How far it may be relied on.
    pub trust: Trust,
    /// Who had the memory open; empty where nobody said.
    pub principal: String,
    /// The session in which it was said; empty: none.
    pub session: String,
    /// The ids of records that it was derived from.
    pub parents: Vec<String>,
    /// Where in the code it speaks of.
    pub anchors: Vec<Anchor>,
}

/// A page of notes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NotePage {
    /// Newest first.
    pub notes: Vec<Note>,
    /// Notes of the tenant in all channels.
    pub n_notes: u64,
    /// Notes of this page that cannot be read, because their rows are damaged or missing.
    pub n_damaged: u32,
    /// The id of the last note, to go on after; empty at the end.
    pub next: String,
}

impl RecordSpace {
    /// The notes that a question asks for.
    pub(crate) fn notes(&self, question: &NotesQuestion, resumed: Option<Resumed>) -> Attempt<NotePage> {
        let range = self.range_of(question)?;
        let most = question.most.to_le_bytes();
        let call = Call::of(self.generation, "notes", [range.start.as_slice(), &range.end, &most]);
        let beside = (self.owner.tenant.as_str(), keyspace::totals(&self.owner.tenant));
        let found = call.records(range, beside, |page| first(page, question.most as usize), resumed)?;
        Ok(self.page(found))
    }

    /// The keys of the order between the question's bounds.
    fn range_of(&self, question: &NotesQuestion) -> Result<KeyRange, Error> {
        let NotesQuestion { channel, since, until, most, after } = question;
        if !(1..=MOST_NOTES).contains(most) {
            return Err(Error::invalid("most", "from 1 to 1,000"));
        }
        check_name("channel", channel)?;
        let orders = keyspace::orders(&self.owner.tenant, Kind::Note, channel);
        let with = |bytes: [u8; 16]| [orders.as_slice(), &bytes].concat();
        let mut start = orders.clone();
        if let Some(until) = until {
            // The newest id before that time is the last of the millisecond before; before 1970 there is none.
            let until = Timestamp::checked("until", *until)?.milliseconds();
            start = match Timestamp::checked("until", until - 1) {
                Ok(last) => with(RecordId::last_of(last).newest_first()),
                Err(_) => end_of(orders.clone()),
            };
        }
        if !after.is_empty() {
            let mut next = with(parse_id("after", after)?.newest_first());
            next.push(0);
            start = start.max(next);
        }
        let end = match since {
            Some(since) => {
                let mut end = with(RecordId::first_of(Timestamp::checked("since", *since)?).newest_first());
                end.push(0);
                end
            }
            None => end_of(orders.clone()),
        };
        let end = end.max(start.clone());
        let most_bytes = (*most as usize + 1) * (orders.len() + 16 + ORDERED_BYTES);
        Ok(KeyRange { start, end, most_bytes: most_bytes as u32 })
    }

    fn page(&self, (ids, has_more, rows): (Vec<RecordId>, bool, Rows)) -> NotePage {
        let Counts { n_notes, .. } = rows.read(&keyspace::totals(&self.owner.tenant)).unwrap_or_default();
        let notes: Vec<Note> = ids.iter().filter_map(|id| self.note(&rows, *id)).collect();
        let n_damaged = (ids.len() - notes.len()) as u32;
        let next = ids.last().filter(|_| has_more).map_or_else(String::new, |id| id.text());
        NotePage { notes, n_notes, n_damaged, next }
    }

    fn note(&self, rows: &Rows, id: RecordId) -> Option<Note> {
        let key = keyspace::record(&self.owner.tenant, id);
        let (record, _) = Record::open(&key, rows.value(&key)?)?;
        let trust = record.trust();
        Some(Note {
            id: id.text(),
            event_id: record.event_id,
            text: record.text,
            time: record.time.milliseconds(),
            recorded: record.recorded.milliseconds(),
            channel: record.channel,
            origin: record.origin,
            trust,
            principal: record.principal,
            session: record.session,
            parents: record.parents.iter().map(|parent| parent.id().text()).collect(),
            anchors: record.anchors,
        })
    }
}

/// The ids of a page: the first of an order, as many as fit. Whether others follow.
fn first(page: &RowPage, most: usize) -> (Vec<RecordId>, bool) {
    let (mut ids, mut left) = (Vec::new(), MOST_TEXT_BYTES);
    for row in &page.rows {
        // The size is only needed to end a page in time; of a damaged row it is not known.
        let n_bytes = envelope::read(&row.key, &row.value).map_or(0, |ordered: Ordered| u64::from(ordered.n_bytes));
        if ids.len() == most || (!ids.is_empty() && n_bytes > left) {
            return (ids, true);
        }
        left = left.saturating_sub(n_bytes);
        ids.extend(ordered_id(&row.key));
    }
    (ids, !page.complete)
}
