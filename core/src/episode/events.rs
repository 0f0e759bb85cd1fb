//! Events, newest first, filtered by kind, channel, session, task, conversation, file, anchor, tool, branch, commit,
//! parent, metadata and time.

use alloc::string::String;
use alloc::vec::Vec;

use super::{check_page_limit, page_bytes};
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::path::MAX_PATH_BYTES;
use crate::base::sort::sort_by;
use crate::base::time::Timestamp;
use crate::record::batch::{check_name, parse_id};
use crate::record::check::filterable_members;
use crate::record::derived::{ListRow, anchored_paths};
use crate::record::envelope::Record;
use crate::record::fields::WordEnum as _;
use crate::record::keyspace::{self, Kind, Scope, end_of, ordered_id};
use crate::record::rows::{Rows, Span};
use crate::record::run::Call;
use crate::record::situation::{MEMBERS, Situated as _, situated};
use crate::record::{Event, EventBody, RecordSpace, Trust};

/// A page ends with the round in which the number of examined events reaches this one.
const MAX_EXAMINED_EVENTS: usize = 10_000;
/// The factor by which a round examines more events than the round before, while the page is not full.
const GROWTH: u32 = 4;
/// The approximate limit on the bytes of the records that a round examines.
const MAX_ROUND_BYTES: u64 = 32 << 20;
/// Once a page has an event, it ends before the examined records exceed this many bytes.
const MAX_PAGE_BYTES: usize = 4 << 20;
/// The most members of metadata that a question filters by.
const MAX_MEMBERS: usize = 8;
/// The most bytes of a member of metadata to filter by, as `name=value`.
const MAX_MEMBER_BYTES: usize = 400;

situated! { asked:
/// Filters of a list of events; an event must pass all of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EventsQuestion {
    /// Only events of these kinds; empty: of all.
    pub kinds: Vec<Kind>,
    /// Only events of this channel; empty: of all.
    pub channel: String,
    /// Only events of this conversation; empty: of all.
    pub conversation: String,
    /// Only touches of this file; empty: all events. The file is named by any form of its path, or by an end of its
    /// path that no other touched file has.
    pub path: String,
    /// Only notes, decisions and lessons about this file, in any form of its path; empty: all events.
    pub anchor: String,
    /// Only calls of this tool; empty: all events.
    pub tool: String,
    /// Only events that were derived from the record with this id; empty: all events.
    pub parent: String,
    /// Only events whose metadata has all of these members, each as `name=value`.
    pub metadata: Vec<String>,
    /// Only events at this time or later, in milliseconds since 1970; `None`: at any time.
    pub since: Option<i64>,
    /// Only events before this time, in milliseconds since 1970; `None`: at any time.
    pub until: Option<i64>,
    /// The most events to return, 1 to 1,000.
    pub limit: u32,
    /// The `next` of the page before; empty: the first page.
    pub after: String,
}
}

/// An event as it was recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedEvent {
    /// The id of the record.
    pub id: String,
    /// The kind of the record; for a learning or an observation, `event` is a note.
    pub kind: Kind,
    /// When it was recorded, in milliseconds since 1970.
    pub recorded: i64,
    /// How far the record may be relied on.
    pub trust: Trust,
    /// Who had the memory open when the event was recorded; empty if unknown.
    pub principal: String,
    /// The event, in the form in which events are passed to `pack`.
    pub event: Event,
}

/// A page of events. It may have fewer than the limit although more follow: if few of the examined records match, or if
/// the examined records are large.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EventPage {
    /// The events, newest first.
    pub events: Vec<RecordedEvent>,
    /// The number of events left out because their rows are damaged or missing.
    pub n_damaged: u32,
    /// The id after which the next page begins; empty at the end.
    pub next: String,
}

impl RecordSpace {
    /// Lists events. If no event matches, refuses a session, task, conversation, tool or parent of which nothing is
    /// recorded.
    pub(crate) fn events(&self, question: &EventsQuestion, resumed: Option<Resumed>) -> Attempt<EventPage> {
        self.page_call("events", question)?.answer(resumed, |rows| {
            let page = self.page(rows, question)?;
            self.check_names(rows, question, &page)?;
            Ok(page)
        })
    }

    /// Checks a question about events, and makes the call `name` for it.
    pub(crate) fn page_call(&self, name: &str, question: &EventsQuestion) -> Result<Call, Error> {
        check(question)?;
        self.normalized_path(&question.path)?;
        self.normalized_path(&question.anchor)?;
        keys_in_question(&[], question, page_start(question)?)?;
        let arguments = [alloc::format!("{question:?}")];
        Ok(Call::of(self.generation, name, arguments.iter().map(String::as_bytes)))
    }

    /// A path in a question, normalized as recorded paths are; empty for an empty one.
    fn normalized_path(&self, path: &str) -> Result<String, Error> {
        if path.is_empty() { Ok(String::new()) } else { self.project.path(path) }
    }

    /// The page of events that answers a question.
    pub(crate) fn page(&self, rows: &Rows, question: &EventsQuestion) -> Result<EventPage, Error> {
        let tenant = &self.owner.tenant;
        let path = match self.normalized_path(&question.path)? {
            path if path.is_empty() => path,
            path => self.resolve_file(rows, path)?,
        };
        let anchor = self.normalized_path(&question.anchor)?;
        let question = &EventsQuestion { path, anchor, ..question.clone() };
        let sources = list_prefixes(tenant, question);
        let mut page = EventPage::default();
        let mut after = page_start(question)?;
        let (mut n_examined, mut n_bytes, mut n_next) = (0, 0, question.limit);
        loop {
            let (ids, horizon) = next_ids(rows, &sources, question, after, n_next)?;
            let keys: Vec<Vec<u8>> = ids.iter().map(|id| keyspace::record_key(tenant, *id)).collect();
            let values: Vec<Option<&[u8]>> = keys.iter().map(|key| rows.value(key)).collect();
            // Whether a further round is needed is only seen once the records of this one are there.
            rows.check_complete()?;
            for (at, (key, value)) in keys.iter().zip(values).enumerate() {
                n_bytes += value.map_or(0, <[u8]>::len);
                let is_full = page.events.len() == question.limit as usize;
                if is_full || (n_bytes > MAX_PAGE_BYTES && !page.events.is_empty()) {
                    // The page ends with the record before this one, which may be the last of the round before.
                    page.next = at.checked_sub(1).map(|at| ids[at]).or(after).map_or_else(String::new, RecordId::text);
                    return Ok(page);
                }
                match value.and_then(|value| Record::open(key, value)) {
                    None => page.n_damaged += 1,
                    Some((record, _)) if fits_question(question, &record) => {
                        page.events.push(recorded_event(ids[at], record))
                    }
                    Some(_) => {}
                }
            }
            n_examined += ids.len();
            if horizon.is_none() || n_examined >= MAX_EXAMINED_EVENTS {
                page.next = horizon.map_or_else(String::new, RecordId::text);
                return Ok(page);
            }
            after = horizon;
            n_next = (n_next * GROWTH).min(MAX_EXAMINED_EVENTS as u32);
        }
    }
}

/// The prefixes of the keys to read: the list of the narrowest scope that the question names, else those of its kinds.
pub(super) fn list_prefixes(tenant: &str, question: &EventsQuestion) -> Vec<Vec<u8>> {
    let parent = RecordId::parse(&question.parent).map_or_else(String::new, RecordId::text);
    let member = question.metadata.first().map_or("", String::as_str);
    let situation = |is_wide| {
        let members = MEMBERS.iter().zip(question.names()).filter(move |(member, _)| member.is_wide == is_wide);
        members.rev().map(|(member, name)| (member.scope, name.as_str()))
    };
    let named = [
        (Scope::Parent, parent.as_str()),
        (Scope::Anchor, &question.anchor),
        (Scope::Path, &question.path),
        (Scope::Conversation, &question.conversation),
    ];
    let member_and_tool = [(Scope::Member, member), (Scope::Tool, &question.tool)];
    let mut named = named.into_iter().chain(situation(false)).chain(member_and_tool).chain(situation(true));
    match named.find(|(_, name)| !name.is_empty()) {
        Some((scope, name)) => vec![keyspace::scope_prefix(tenant, scope, name)],
        None => {
            let kinds = if question.kinds.is_empty() { Kind::ALL } else { &question.kinds };
            kinds.iter().map(|kind| keyspace::list_prefix(tenant, *kind, &question.channel)).collect()
        }
    }
}

/// The id of the event after which a question's page begins; `None`: at the newest.
pub(super) fn page_start(question: &EventsQuestion) -> Result<Option<RecordId>, Error> {
    if question.after.is_empty() { Ok(None) } else { parse_id("after", &question.after).map(Some) }
}

/// The span of the keys in the list with this prefix that are within the question's times and behind `after`.
fn keys_in_question(prefix: &[u8], question: &EventsQuestion, after: Option<RecordId>) -> Result<Span, Error> {
    let key_with_id = |bytes: [u8; 16]| [prefix, &bytes].concat();
    let (mut start, mut end) = (prefix.to_vec(), end_of(prefix.to_vec()));
    if let Some(until) = question.until {
        // The newest id before that time is the last of the millisecond before; before 1970 there is none.
        let until = Timestamp::checked("until", until)?.milliseconds();
        start = match Timestamp::checked("until", until - 1) {
            Ok(last_moment) => key_with_id(RecordId::greatest_at(last_moment).newest_first()),
            Err(_) => end.clone(),
        };
    }
    if let Some(after) = after {
        start = start.max([key_with_id(after.newest_first()).as_slice(), &[0]].concat());
    }
    if let Some(since) = question.since {
        let oldest_key = key_with_id(RecordId::least_at(Timestamp::checked("since", since)?).newest_first());
        end = [oldest_key.as_slice(), &[0]].concat();
    }
    Ok(Span { start, end })
}

/// The next ids of all lists together, newest first, of which about `n_next` are read from each list; and the id after
/// which to go on, `None` at the end of all lists.
pub(super) fn next_ids(
    rows: &Rows,
    sources: &[Vec<u8>],
    question: &EventsQuestion,
    after: Option<RecordId>,
    n_next: u32,
) -> Result<(Vec<RecordId>, Option<RecordId>), Error> {
    let (mut ids, mut horizon) = (Vec::new(), None);
    for source in sources {
        let (keys, is_all) = rows.page(&keys_in_question(source, question, after)?, page_bytes(source, n_next));
        // The unread rest of a list may have ids newer than some ids of other lists, which therefore wait.
        horizon = horizon.max(keys.last().and_then(|key| ordered_id(key)).filter(|_| !is_all));
        ids.extend(keys.iter().filter_map(|key| listed_id(rows, key, question)));
    }
    ids.retain(|(id, _)| horizon.is_none_or(|horizon| *id >= horizon));
    sort_by(&mut ids, |(one, _), (other, _)| other.cmp(one));
    let mut n_bytes = 0;
    let is_within = |(_, record_bytes): &&(RecordId, u32)| {
        n_bytes += u64::from(*record_bytes);
        n_bytes <= MAX_ROUND_BYTES
    };
    let n_within = ids.iter().take_while(is_within).count().max(1);
    if n_within < ids.len() {
        ids.truncate(n_within);
        horizon = ids.last().map(|(id, _)| *id);
    }
    Ok((ids.into_iter().map(|(id, _)| id).collect(), horizon))
}

/// The id in a key of a list, and the approximate bytes of its record; `None` if the question does not ask for the
/// record's kind.
fn listed_id(rows: &Rows, key: &[u8], question: &EventsQuestion) -> Option<(RecordId, u32)> {
    let row = rows.read::<ListRow>(key);
    let kind = row.and_then(|row| row.kind);
    let is_asked = kind.is_none_or(|kind| question.kinds.is_empty() || question.kinds.contains(&kind));
    Some((ordered_id(key).filter(|_| is_asked)?, row.map_or(0, |row| row.n_bytes)))
}

/// Refuses filters that are malformed, too long or too many, and a limit out of range.
pub(crate) fn check(question: &EventsQuestion) -> Result<(), Error> {
    check_page_limit(question.limit)?;
    let EventsQuestion { channel, conversation, tool, .. } = question;
    check_name("channel", channel)?;
    question.check_situation()?;
    check_name("conversation", conversation)?;
    check_name("tool", tool)?;
    for path in [&question.path, &question.anchor] {
        Error::check_limit("bytes of a path", path.len(), MAX_PATH_BYTES)?;
    }
    Error::check_limit("members of metadata", question.metadata.len(), MAX_MEMBERS)?;
    for member in &question.metadata {
        if member.is_empty() || member.len() > MAX_MEMBER_BYTES || !member.contains('=') {
            return Err(Error::invalid("metadata", "each is `name=value`, of at most 400 bytes"));
        }
    }
    if question.parent.is_empty() { Ok(()) } else { parse_id("parent", &question.parent).map(drop) }
}

pub(super) fn fits_question(question: &EventsQuestion, record: &Record) -> bool {
    let fits = |asked: &str, has: &str| asked.is_empty() || asked == has;
    let listed_by = |scope| record.body.as_ref().map_or("", |body| body.listed_by(scope));
    let has_members = || {
        let has = filterable_members(&record.metadata);
        question.metadata.iter().all(|member| has.contains(member))
    };
    fits(&question.channel, &record.channel)
        && question.names().into_iter().zip(record.names()).all(|(asked, has)| fits(asked, has))
        && fits(&question.conversation, listed_by(Scope::Conversation))
        && fits(&question.path, listed_by(Scope::Path))
        && (question.anchor.is_empty() || anchored_paths(record).contains(question.anchor.as_str()))
        && fits(&question.tool, listed_by(Scope::Tool))
        && (question.metadata.is_empty() || has_members())
}

/// A record as an event; a learning becomes a note.
pub(crate) fn recorded_event(id: RecordId, mut record: Record) -> RecordedEvent {
    let (kind, trust, situation) = (record.kind, record.trust(), record.take_situation());
    let text = match &record.learning {
        Some(learning) => alloc::format!("{} {}: {}", learning.tool, learning.paths.join(", "), record.text),
        None => record.text,
    };
    let body = EventBody::from_stored(text, record.body);
    let event = Event {
        channel: record.channel,
        parents: record.parents.iter().map(|parent| parent.id().text()).collect(),
        anchors: record.anchors,
        metadata: record.metadata,
        ..Event::of(record.event_id, record.time.milliseconds(), record.origin, body)
    };
    let event = event.situated(situation);
    let recorded = record.recorded.milliseconds();
    RecordedEvent { id: id.text(), kind, recorded, trust, principal: record.principal, event }
}
