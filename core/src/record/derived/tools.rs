//! The counts of tool calls, by channel, day of UTC, tool and intent of the task.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::days::day_of;
use super::{RecordRef, Sign};
use crate::record::event::{TaskIntent, ToolCall};
use crate::record::fields::WordEnum as _;
use crate::record::keyspace::{self, Keyspace};
use crate::record::rows::Rows;

/// The byte that stands for no intent: the call is for no task, or nobody stated the task's intent.
const NO_INTENT: u8 = u8::MAX;

/// The stored counts of a tool's calls on a day for tasks of one intent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct ToolDay {
    #[n(0)]
    pub(crate) n_calls: u64,
    #[n(1)]
    pub(crate) n_successes: u64,
    /// The number of calls whose duration is known.
    #[n(2)]
    pub(crate) n_timed: u64,
    /// The sum of the known durations, in milliseconds.
    #[n(3)]
    pub(crate) milliseconds: u64,
    /// The number of calls that stated the tokens in their agent's context.
    #[n(4)]
    pub(crate) n_context: u64,
    /// The sum of the stated tokens in the agents' contexts.
    #[n(5)]
    pub(crate) context_tokens: u64,
    /// The number of calls whose outcome nobody stated.
    #[n(6)]
    #[cbor(default)]
    pub(crate) n_unknown: u64,
    /// The number of refused calls, which count neither as successes nor as unknown.
    #[n(7)]
    #[cbor(default)]
    pub(crate) n_refused: u64,
}

impl ToolDay {
    fn count(&mut self, call: &ToolCall, sign: Sign) {
        self.n_calls = sign.count(self.n_calls, 1);
        self.n_successes = sign.count(self.n_successes, u64::from(call.success == Some(true)));
        let is_unknown = call.success.is_none() && !call.refused;
        self.n_unknown = sign.count(self.n_unknown, u64::from(is_unknown));
        self.n_refused = sign.count(self.n_refused, u64::from(call.refused));
        self.n_timed = sign.count(self.n_timed, u64::from(call.duration.is_some()));
        self.milliseconds = sign.count(self.milliseconds, u64::from(call.duration.unwrap_or(0)));
        self.n_context = sign.count(self.n_context, u64::from(call.context_tokens.is_some()));
        self.context_tokens = sign.count(self.context_tokens, u64::from(call.context_tokens.unwrap_or(0)));
    }

    pub(crate) fn add(&mut self, other: ToolDay) {
        self.n_calls += other.n_calls;
        self.n_successes += other.n_successes;
        self.n_timed += other.n_timed;
        self.milliseconds += other.milliseconds;
        self.n_context += other.n_context;
        self.context_tokens += other.context_tokens;
        self.n_unknown += other.n_unknown;
        self.n_refused += other.n_refused;
    }
}

pub(super) fn apply(rows: &mut Rows, record_ref: RecordRef<'_>, call: &ToolCall, sign: Sign) {
    for key in keys(record_ref, call) {
        let mut day: ToolDay = rows.read(&key).unwrap_or_default();
        day.count(call, sign);
        match day.n_calls {
            0 => rows.set(key, None),
            _ => rows.put(key, &day),
        }
    }
}

/// The keys of a call's two counts: of all channels together, and of its own channel.
fn keys(record_ref: RecordRef<'_>, call: &ToolCall) -> [Vec<u8>; 2] {
    let RecordRef { tenant, record, .. } = record_ref;
    let day = day_of(record.time).to_be_bytes();
    let intent = [intent_byte(record.intent)];
    ["", &record.channel].map(|channel| {
        let parts = [&[channel.len() as u8], channel.as_bytes(), &day, &intent, call.tool.as_bytes()];
        keyspace::row_key(Keyspace::ToolDay, tenant, parts)
    })
}

/// The range of keys of a channel's counts from the first to the last day, both included; an empty channel means all
/// channels.
pub(crate) fn tools_between(tenant: &str, channel: &str, first_day: u32, last_day: u32) -> (Vec<u8>, Vec<u8>) {
    let key = |day: u32| {
        let parts = [&[channel.len() as u8], channel.as_bytes(), &day.to_be_bytes()];
        keyspace::row_key(Keyspace::ToolDay, tenant, parts)
    };
    (key(first_day), key(last_day + 1))
}

/// The tool and the intent in the key of a row of this tenant and channel; `None` for a key of another form.
pub(crate) fn tool_of(key: &[u8], tenant: &str, channel: &str) -> Option<(String, Option<TaskIntent>)> {
    // The keyspace, two lengths and the day.
    let (&intent, tool) = key.get(tenant.len() + channel.len() + 7..)?.split_first()?;
    let tool = String::from(core::str::from_utf8(tool).ok()?);
    Some((tool, TaskIntent::ALL.iter().copied().find(|one| *one as u8 == intent)))
}

fn intent_byte(intent: Option<TaskIntent>) -> u8 {
    intent.map_or(NO_INTENT, |intent| intent as u8)
}
