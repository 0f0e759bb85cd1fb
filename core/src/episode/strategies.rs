//! Strategies, ranked by how often they worked.

use alloc::string::String;
use alloc::vec::Vec;

use super::{LIST_ROW_BYTES, MAX_LIMIT, check_page_limit, page_bytes};
use crate::ask::{Attempt, Resumed};
use crate::base::id::RecordId;
use crate::base::sort::sort_by;
use crate::record::batch::{GLOBAL_CHANNEL, check_name};
use crate::record::derived::{ListRow, Tally, tally_key};
use crate::record::event::Body;
use crate::record::keyspace::{self, Kind, Scope, ordered_id};
use crate::record::rows::{Rows, Span};
use crate::record::run::Call;
use crate::record::stored::record_of;
use crate::record::{RecordSpace, Trust};

/// How many of the newest records derived from a strategy are searched for its last use.
const MAX_DERIVED_EXAMINED: usize = 64;

/// Filters of a ranking of strategies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrategiesQuestion {
    /// Only strategies for this type of task; empty: for all.
    pub task_type: String,
    /// Only strategies of this channel and `_global`; empty: of all.
    pub channel: String,
    /// The most strategies to return, 1 to 1,000.
    pub limit: u32,
}

/// A strategy, with how often it worked.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedStrategy {
    /// The id of the record.
    pub id: String,
    /// The strategy, in words.
    pub description: String,
    /// The circumstances in which it fits.
    pub context: String,
    /// The type of task that it is for.
    pub task_type: String,
    /// The tools that it uses, in order.
    pub tools: Vec<String>,
    /// The channel of the record.
    pub channel: String,
    /// How far the record may be relied on.
    pub trust: Trust,
    /// How often it worked.
    pub n_successes: u64,
    /// How often it did not work.
    pub n_failures: u64,
    /// The score by which strategies are ranked: (successes + 1) / (uses + 2), Laplace's rule of succession.
    pub score: f64,
    /// When it was last used, in milliseconds since 1970; `None` if no use is among the newest records derived from the
    /// strategy.
    pub last_used: Option<i64>,
}

/// A page of ranked strategies: of the newest 1,000 in the question's channel and the newest 1,000 in `_global`, or
/// without a channel of the newest 1,000 in all channels.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyPage {
    /// The strategies, the best first.
    pub strategies: Vec<RankedStrategy>,
    /// Whether there are more strategies.
    pub has_more: bool,
}

impl RecordSpace {
    pub(crate) fn strategies(&self, question: &StrategiesQuestion, resumed: Option<Resumed>) -> Attempt<StrategyPage> {
        let StrategiesQuestion { task_type, channel, limit } = question;
        check_page_limit(*limit)?;
        check_name("task-type", task_type)?;
        check_name("channel", channel)?;
        let parts = [task_type.as_bytes(), channel.as_bytes(), &limit.to_le_bytes()];
        let mut channels = vec![channel.as_str()];
        if !channel.is_empty() && channel != GLOBAL_CHANNEL {
            channels.push(GLOBAL_CHANNEL);
        }
        let call = Call::of(self.generation, "strategies", parts);
        let (mut strategies, mut has_more) =
            call.answer(resumed, |rows| Ok(ranked_strategies_in(rows, &self.owner.tenant, &channels)))?;
        strategies.retain(|one| task_type.is_empty() || one.task_type == *task_type);
        sort_by(&mut strategies, |one, other| other.score.total_cmp(&one.score).then_with(|| one.id.cmp(&other.id)));
        has_more |= strategies.len() > *limit as usize;
        strategies.truncate(*limit as usize);
        Ok(StrategyPage { strategies, has_more })
    }
}

/// The newest strategies of these channels with their scores, not sorted by them; and whether there are more.
fn ranked_strategies_in(rows: &Rows, tenant: &str, channels: &[&str]) -> (Vec<RankedStrategy>, bool) {
    let (mut ranked_strategies, mut has_more) = (Vec::new(), false);
    for channel in channels {
        let prefix = keyspace::list_prefix(tenant, Kind::Strategy, channel);
        let max_bytes = page_bytes(&prefix, MAX_LIMIT);
        let (keys, is_all) = rows.page(&Span::from(prefix), max_bytes);
        has_more |= !is_all || keys.len() > MAX_LIMIT as usize;
        let ids = keys.iter().filter_map(|key| ordered_id(key)).take(MAX_LIMIT as usize);
        ranked_strategies.extend(ids.filter_map(|id| ranked_strategy(rows, tenant, id)));
    }
    (ranked_strategies, has_more)
}

fn ranked_strategy(rows: &Rows, tenant: &str, id: RecordId) -> Option<RankedStrategy> {
    let (tally, last_used): (Tally, _) =
        (rows.read(&tally_key(tenant, id)).unwrap_or_default(), last_use(rows, tenant, id));
    let record = record_of(rows, tenant, id)?;
    let trust = record.trust();
    let Some(Body::Strategy(strategy)) = record.body else { return None };
    Some(RankedStrategy {
        id: id.text(),
        description: strategy.description,
        context: strategy.context,
        task_type: strategy.task_type,
        tools: strategy.tools,
        channel: record.channel,
        trust,
        n_successes: tally.n_successes,
        n_failures: tally.n_failures,
        score: tally.score(),
        last_used,
    })
}

/// When a strategy was last used, in milliseconds since 1970; `None` if no use is among the newest records derived from
/// the strategy.
fn last_use(rows: &Rows, tenant: &str, id: RecordId) -> Option<i64> {
    let derived_span = Span::from(keyspace::scope_prefix(tenant, Scope::Parent, &id.text()));
    let newest_derived =
        rows.first(&derived_span, MAX_DERIVED_EXAMINED, derived_span.start.len() + LIST_ROW_BYTES as usize);
    let is_of_use = |key: &[u8]| rows.read(key).is_some_and(|one: ListRow| one.kind == Some(Kind::StrategyUse));
    let uses = newest_derived.map(|(key, _)| key).filter(|key| is_of_use(key)).filter_map(ordered_id);
    let is_own = |use_id: &RecordId| match record_of(rows, tenant, *use_id).and_then(|record| record.body) {
        Some(Body::StrategyUse(strategy_use)) => RecordId::parse(&strategy_use.strategy) == Some(id),
        // A use that is not loaded yet is taken for one of this strategy; the next round examines it.
        _ => !rows.is_known(&keyspace::record_key(tenant, *use_id)),
    };
    Some(uses.into_iter().find(is_own)?.time().milliseconds())
}
