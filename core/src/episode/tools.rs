//! Statistics of tool calls, from counts of each day.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::sort::sort_by;
use crate::base::time::Timestamp;
use crate::record::batch::check_name;
use crate::record::derived::{DAY, ToolDay, day_of, tool_of, tools_between};
use crate::record::envelope;
use crate::record::rows::Span;
use crate::record::run::Call;
use crate::record::{RecordSpace, TaskIntent};

/// The most days of a question.
const MAX_DAYS: u32 = 366;

/// Filters of the statistics of tools.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolStatsQuestion {
    /// The time of the question, in milliseconds since 1970; its day is the last one that is counted.
    pub now: i64,
    /// The number of days of UTC to count, 1 to 366.
    pub days: u32,
    /// Only calls of this channel; empty: of all.
    pub channel: String,
    /// Only calls for tasks of this intent; `None`: all calls.
    pub intent: Option<TaskIntent>,
}

/// Sums and means of a tool's calls on the days of the question.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolStat {
    /// The tool's name, as calls gave it.
    pub tool: String,
    /// The number of calls of any outcome, refused ones included.
    pub n_calls: u64,
    /// The number of calls that were stated to have succeeded.
    pub n_successes: u64,
    /// The number of calls that were stated to have failed, without refused ones.
    pub n_failures: u64,
    /// The number of calls that were refused by a person, a permission or a sandbox.
    pub n_refused: u64,
    /// The number of calls whose outcome nobody stated.
    pub n_unknown: u64,
    /// The share of successes in successes and failures; `None` if there are neither.
    pub success_rate: Option<f64>,
    /// The mean duration of calls in milliseconds; `None` if no duration is known.
    pub mean_duration: Option<f64>,
    /// The mean number of tokens in the agent's context; `None` if no call stated them.
    pub mean_context_tokens: Option<f64>,
}

/// The statistics of the tools that were called.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolStatPage {
    /// The tools, the most often called first.
    pub tools: Vec<ToolStat>,
    /// The beginning of the first day (UTC) that was counted, in milliseconds since 1970.
    pub since: i64,
}

impl RecordSpace {
    pub(crate) fn tool_stats(&self, question: &ToolStatsQuestion, resumed: Option<Resumed>) -> Attempt<ToolStatPage> {
        let ToolStatsQuestion { now, days, channel, intent } = question;
        if !(1..=MAX_DAYS).contains(days) {
            return Err(Error::invalid("days", "from 1 to 366").into());
        }
        check_name("channel", channel)?;
        let last_day = day_of(Timestamp::checked("now", *now)?);
        let first_day = last_day.saturating_sub(days - 1);
        let tenant = &self.owner.tenant;
        let days_asked = [first_day.to_le_bytes(), last_day.to_le_bytes()].concat();
        let intent_byte = [intent.map_or(u8::MAX, |intent| intent as u8)];
        let call = Call::of(self.generation, "tool-stats", [days_asked.as_slice(), channel.as_bytes(), &intent_byte]);
        let (start, end) = tools_between(tenant, channel, first_day, last_day);
        let days = Span { start, end };
        let by_tool = call.answer(resumed, |rows| {
            let mut by_tool: BTreeMap<String, ToolDay> = BTreeMap::new();
            for (key, value) in rows.all(&days) {
                let Some((tool, call_intent)) = tool_of(key, tenant, channel) else { continue };
                if intent.is_none() || *intent == call_intent {
                    by_tool.entry(tool).or_default().add(envelope::read(key, value).unwrap_or_default());
                }
            }
            Ok(by_tool)
        })?;
        let mut tools: Vec<ToolStat> = by_tool.into_iter().map(|(tool, days)| tool_stat(tool, days)).collect();
        sort_by(&mut tools, |one, other| other.n_calls.cmp(&one.n_calls).then_with(|| one.tool.cmp(&other.tool)));
        Ok(ToolStatPage { tools, since: i64::from(first_day) * DAY })
    }
}

fn tool_stat(tool: String, days: ToolDay) -> ToolStat {
    let mean = |sum: u64, n: u64| (n > 0).then(|| sum as f64 / n as f64);
    let n_ended = days.n_calls.saturating_sub(days.n_refused + days.n_unknown);
    ToolStat {
        tool,
        n_calls: days.n_calls,
        n_successes: days.n_successes,
        n_failures: n_ended.saturating_sub(days.n_successes),
        n_refused: days.n_refused,
        n_unknown: days.n_unknown,
        success_rate: mean(days.n_successes, n_ended),
        mean_duration: mean(days.milliseconds, days.n_timed),
        mean_context_tokens: mean(days.context_tokens, days.n_context),
    }
}
