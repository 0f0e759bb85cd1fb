//! What is at hand in a conversation, and what is known of the user.

use alloc::string::String;
use alloc::vec::Vec;

use super::check_page_limit;
use super::events::{EventPage, EventsQuestion, RecordedEvent};
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::record::RecordSpace;
use crate::record::batch::{GLOBAL, check_name};
use crate::record::derived::{KeyValueRow, KeyValueScope, key_values_of};
use crate::record::envelope;
use crate::record::event::Body;
use crate::record::keyspace::Kind;
use crate::record::rows::{Rows, Span};
use crate::record::run::Call;
use crate::record::stored::record_of;

/// The question of `working-memory`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkingMemoryQuestion {
    /// The conversation.
    pub conversation: String,
    /// Its channel; empty: `_global`.
    pub channel: String,
    /// Values whose lifetime is over at this time are left out.
    pub now: i64,
    /// How many turns at most, 1 to 1,000.
    pub limit: u32,
}

/// A value that is at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldValue {
    /// The id of its record.
    pub id: String,
    /// Its key.
    pub key: String,
    /// The value itself.
    pub value: String,
    /// When it was set.
    pub time: i64,
    /// When it is gone; none: never.
    pub expires: Option<i64>,
}

/// The working memory of a conversation: its values, newest turns and thoughts.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkingSet {
    /// In the order of their keys.
    pub values: Vec<HeldValue>,
    /// Newest first.
    pub turns: Vec<RecordedEvent>,
    /// There are more turns.
    pub has_more_turns: bool,
    /// Thoughts of the conversation, newest first.
    pub thoughts: Vec<RecordedEvent>,
    /// There are more thoughts.
    pub has_more_thoughts: bool,
    /// The value of the key `active_goal`; none: there is no goal.
    pub active_goal: Option<String>,
}

/// The key of the goal of a conversation.
const ACTIVE_GOAL: &str = "active_goal";

/// The profile of the user: its values by key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserProfile {
    /// In the order of their keys.
    pub values: Vec<HeldValue>,
}

impl RecordSpace {
    /// The working memory of a conversation.
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
        let channel = if channel.is_empty() { GLOBAL } else { channel };
        let numbers = [now.to_le_bytes().as_slice(), &limit.to_le_bytes()].concat();
        let parts = [conversation.as_bytes(), channel.as_bytes(), &numbers];
        let held = KeyValueScope::Working { principal, channel, conversation };
        let of = |kind| EventsQuestion {
            kinds: vec![kind],
            channel: String::from(channel),
            conversation: conversation.clone(),
            // One more tells whether there are more.
            limit: *limit + 1,
            ..EventsQuestion::default()
        };
        let call = Call::of(self.generation, "working-memory", parts);
        let (mut values, turns, thoughts) = call.answer(resumed, |rows| {
            let (turns, thoughts) = (self.page(rows, &of(Kind::Turn)), self.page(rows, &of(Kind::Thought)));
            Ok((self.held(rows, held), turns?, thoughts?))
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

    /// The values of the profile, within a call that reads more.
    pub(crate) fn profile_values(&self, rows: &Rows) -> Vec<HeldValue> {
        self.held(rows, KeyValueScope::Profile { principal: &self.owner.principal })
    }

    fn held(&self, rows: &Rows, held: KeyValueScope<'_>) -> Vec<HeldValue> {
        let span = Span::from(key_values_of(&self.owner.tenant, held));
        let found = rows.all(&span).filter_map(|(key, value)| envelope::read::<KeyValueRow>(key, value));
        found.filter_map(|row| self.held_value(rows, row.record.id())).collect()
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

/// The first `limit` events of a page, and whether there are more. A page of large events, or one after which many
/// other records come, may end before it has as many as were asked for.
fn first_of(page: EventPage, limit: u32) -> (Vec<RecordedEvent>, bool) {
    let EventPage { mut events, next, .. } = page;
    let has_more = events.len() > limit as usize || !next.is_empty();
    events.truncate(limit as usize);
    (events, has_more)
}
