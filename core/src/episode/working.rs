//! The working memory of a conversation, and the profile of the user.

use alloc::string::String;
use alloc::vec::Vec;

use super::check_page_limit;
use super::events::{EventPage, EventsQuestion, RecordedEvent};
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::record::RecordSpace;
use crate::record::batch::{GLOBAL_CHANNEL, check_name};
use crate::record::derived::{KeyValueRow, KeyValueScope, key_values_prefix};
use crate::record::envelope;
use crate::record::event::Body;
use crate::record::keyspace::Kind;
use crate::record::rows::{Rows, Span};
use crate::record::run::Call;
use crate::record::stored::record_of;

/// The conversation whose working memory is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkingMemoryQuestion {
    /// The name of the conversation: 1 to 128 bytes.
    pub conversation: String,
    /// The channel of the conversation; empty: `_global`.
    pub channel: String,
    /// The time of the question, in milliseconds since 1970: values whose lifetime has ended by then are left out.
    pub now: i64,
    /// The most turns to return, and the most thoughts, 1 to 1,000.
    pub limit: u32,
}

/// A value of a conversation or of the profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldValue {
    /// The id of the record.
    pub id: String,
    /// The key of the value, unique in its conversation or profile.
    pub key: String,
    /// The newest value of the key: a text or JSON.
    pub value: String,
    /// When it was set, in milliseconds since 1970.
    pub time: i64,
    /// When its lifetime ends, in milliseconds since 1970; `None`: never.
    pub expires: Option<i64>,
}

/// The working memory of a conversation: its values, and its newest turns and thoughts.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkingSet {
    /// The values, sorted by key.
    pub values: Vec<HeldValue>,
    /// The newest turns, newest first.
    pub turns: Vec<RecordedEvent>,
    /// Whether there are more turns.
    pub has_more_turns: bool,
    /// The newest thoughts, newest first.
    pub thoughts: Vec<RecordedEvent>,
    /// Whether there are more thoughts.
    pub has_more_thoughts: bool,
    /// The value of the key `active_goal`; `None` if there is none.
    pub active_goal: Option<String>,
}

/// The key of a conversation's goal.
const ACTIVE_GOAL: &str = "active_goal";

/// Facts about the user who has the memory open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserProfile {
    /// The values, sorted by key.
    pub values: Vec<HeldValue>,
}

impl RecordSpace {
    pub(crate) fn working_memory(
        &self,
        question: &WorkingMemoryQuestion,
        resumed: Option<Resumed>,
    ) -> Attempt<WorkingSet> {
        let WorkingMemoryQuestion { conversation, channel, now, limit } = question;
        check_page_limit(*limit)?;
        check_name("conversation", conversation)?;
        check_name("channel", channel)?;
        if conversation.is_empty() {
            return Err(Error::invalid("conversation", "it is empty").into());
        }
        let now = Timestamp::checked("now", *now)?.milliseconds();
        let principal = self.owner.principal.as_str();
        let channel = if channel.is_empty() { GLOBAL_CHANNEL } else { channel };
        let numbers = [now.to_le_bytes().as_slice(), &limit.to_le_bytes()].concat();
        let parts = [conversation.as_bytes(), channel.as_bytes(), &numbers];
        let working_scope = KeyValueScope::Working { principal, channel, conversation };
        let events_of = |kind| EventsQuestion {
            kinds: vec![kind],
            channel: String::from(channel),
            conversation: conversation.clone(),
            // One more tells whether there are more.
            limit: *limit + 1,
            ..EventsQuestion::default()
        };
        let call = Call::of(self.generation, "working-memory", parts);
        let (mut values, turns, thoughts) = call.answer(resumed, |rows| {
            let (turns, thoughts) =
                (self.page(rows, &events_of(Kind::Turn)), self.page(rows, &events_of(Kind::Thought)));
            Ok((self.values_in(rows, working_scope), turns?, thoughts?))
        })?;
        values.retain(|value| value.expires.is_none_or(|expires| expires > now));
        let active_goal = values.iter().find(|value| value.key == ACTIVE_GOAL).map(|value| value.value.clone());
        let (turns, has_more_turns) = first_of(turns, *limit);
        let (thoughts, has_more_thoughts) = first_of(thoughts, *limit);
        Ok(WorkingSet { values, turns, has_more_turns, thoughts, has_more_thoughts, active_goal })
    }

    /// The profile of the user who has the memory open.
    pub(crate) fn profile(&self, resumed: Option<Resumed>) -> Attempt<UserProfile> {
        let call = Call::of(self.generation, "profile", []);
        call.answer(resumed, |rows| Ok(UserProfile { values: self.profile_values(rows) }))
    }

    /// The values of the profile, sorted by key.
    pub(crate) fn profile_values(&self, rows: &Rows) -> Vec<HeldValue> {
        self.values_in(rows, KeyValueScope::Profile { principal: &self.owner.principal })
    }

    fn values_in(&self, rows: &Rows, scope: KeyValueScope<'_>) -> Vec<HeldValue> {
        let span = Span::from(key_values_prefix(&self.owner.tenant, scope));
        let value_rows = rows.all(&span).filter_map(|(key, value)| envelope::read::<KeyValueRow>(key, value));
        value_rows.filter_map(|row| self.held_value(rows, row.record.id())).collect()
    }

    fn held_value(&self, rows: &Rows, id: RecordId) -> Option<HeldValue> {
        let record = record_of(rows, &self.owner.tenant, id)?;
        let time = record.time.milliseconds();
        let (key, value, lifetime) = match record.body? {
            Body::WorkingValue(value) => (value.key, value.value, Some(value.lifetime)),
            Body::ProfileValue(value) => (value.key, value.value, None),
            _ => return None,
        };
        let expires = lifetime.map(|lifetime| time + i64::from(lifetime));
        Some(HeldValue { id: id.text(), key, value, time, expires })
    }
}

/// The first `limit` events of a page, and whether there are more. The page itself may have fewer, if its events are
/// large or many others come between.
fn first_of(page: EventPage, limit: u32) -> (Vec<RecordedEvent>, bool) {
    let EventPage { mut events, next, .. } = page;
    let has_more = events.len() > limit as usize || !next.is_empty();
    events.truncate(limit as usize);
    (events, has_more)
}
