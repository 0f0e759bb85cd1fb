//! Strategies by how often they succeeded.

use alloc::string::String;
use alloc::vec::Vec;

use super::{MAX_LIMIT, bytes_of, check_page_limit};
use crate::ask::{Attempt, Resumed};
use crate::base::id::RecordId;
use crate::base::sort::sort_by;
use crate::record::batch::{GLOBAL, check_name};
use crate::record::derived::{Tally, range_of, tally_key};
use crate::record::event::Body;
use crate::record::gather::Gather;
use crate::record::keyspace::{self, Kind, ordered_id};
use crate::record::rows::Call;
use crate::record::stored::record_of;
use crate::record::{RecordSpace, Trust};

/// The question of `strategies`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrategiesQuestion {
    /// Empty: for all.
    pub task_type: String,
    /// Only of this channel and `_global`; empty: of all.
    pub channel: String,
    /// 1 to 1,000.
    pub limit: u32,
}

/// A strategy and how it did.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedStrategy {
    /// Of its record.
    pub id: String,
    /// What it is.
    pub description: String,
    /// When it fits.
    pub context: String,
    /// The sort of task that it is for.
    pub task_type: String,
    /// In their order.
    pub tools: Vec<String>,
    /// What it belongs to.
    pub channel: String,
    /// How far it may be relied on.
    pub trust: Trust,
    /// How often it worked.
    pub n_successes: u64,
    /// And how often not.
    pub n_failures: u64,
    /// Laplace's rule of succession, by which they are ranked.
    pub score: f64,
}

/// Strategies.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyPage {
    /// The best first.
    pub strategies: Vec<RankedStrategy>,
    /// There are more than these.
    pub has_more: bool,
}

impl RecordSpace {
    /// Strategies by how often they succeeded.
    pub(crate) fn strategies(&self, question: &StrategiesQuestion, resumed: Option<Resumed>) -> Attempt<StrategyPage> {
        let StrategiesQuestion { task_type, channel, limit } = question;
        check_page_limit(*limit)?;
        check_name("task-type", task_type)?;
        check_name("channel", channel)?;
        let tenant = &self.owner.tenant;
        let parts = [task_type.as_bytes(), channel.as_bytes(), &limit.to_le_bytes()];
        let mut gather = Gather::new(Call::of(self.generation, "strategies", parts), resumed)?;
        let mut channels = vec![channel.as_str()];
        if !channel.is_empty() && channel != GLOBAL {
            channels.push(GLOBAL);
        }
        let ranges = channels.iter().map(|channel| range_of(keyspace::orders(tenant, Kind::Strategy, channel)));
        let (mut ids, mut has_more) = (Vec::new(), false);
        for (keys, is_all) in
            gather.pages(ranges.collect(), bytes_of(&keyspace::orders(tenant, Kind::Strategy, channel), MAX_LIMIT))?
        {
            has_more |= !is_all || keys.len() > MAX_LIMIT as usize;
            ids.extend(keys.iter().filter_map(|key| ordered_id(key)).take(MAX_LIMIT as usize));
        }
        let keys = ids.iter().flat_map(|id| [keyspace::record(tenant, *id), tally_key(tenant, *id)]);
        gather.keys(keys.collect())?;
        gather.end()?;
        let mut strategies: Vec<RankedStrategy> =
            ids.into_iter().filter_map(|id| ranked(&gather, tenant, id)).collect();
        strategies.retain(|one| task_type.is_empty() || one.task_type == *task_type);
        sort_by(&mut strategies, |one, other| other.score.total_cmp(&one.score).then_with(|| one.id.cmp(&other.id)));
        has_more |= strategies.len() > *limit as usize;
        strategies.truncate(*limit as usize);
        Ok(StrategyPage { strategies, has_more })
    }
}

fn ranked(gather: &Gather, tenant: &str, id: RecordId) -> Option<RankedStrategy> {
    let record = record_of(&gather.rows, tenant, id)?;
    let trust = record.trust();
    let Some(Body::Strategy(strategy)) = record.body else { return None };
    let tally: Tally = gather.rows.read(&tally_key(tenant, id)).unwrap_or_default();
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
    })
}
