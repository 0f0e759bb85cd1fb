//! The ledger: records each prune with its reasons, and the state of the window at other moments.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use minicbor::{Decode, Encode};

use super::item::ItemKind;
use super::policy::{Fate, JudgedItem, Plan};
use super::recap::{self, Recap};
use super::space::{Window, WindowChanged};
use super::store::State;
use super::why::PartExplainer;
use crate::ask::{Attempt, Reply, Resumed, reply};
use crate::base::error::Error;
use crate::record::keyspace::{self, Keyspace};
use crate::record::rows::Rows;

/// The number of kept parts whose factors are recorded for comparison, lowest values first.
const N_COMPARED: usize = 50;
/// The most snapshots kept; the oldest is deleted for a new one.
const MAX_SNAPSHOTS: u32 = 100;

/// The event that a snapshot records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(index_only)]
pub enum SnapshotReason {
    /// A prune; the snapshot has the fate of each part in it.
    #[n(0)]
    Prune,
    /// The task was changed.
    #[n(1)]
    TaskSwitch,
    /// The caller asked for it.
    #[n(2)]
    Demand,
}

/// The fate of a part in a prune.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(index_only)]
pub enum ItemFate {
    /// It stayed.
    #[n(0)]
    Kept,
    /// It was pruned.
    #[n(1)]
    Pruned,
    /// It was among the lowest, but pruning it would lose cached text that is worth more.
    #[n(2)]
    Spared,
    /// It had been pruned before.
    #[n(3)]
    PrunedBefore,
    /// It may not be pruned.
    #[n(4)]
    Protected,
    /// It was replaced by a recap, with its whole message.
    #[n(5)]
    Recapped,
}

/// A factor of a part's value, as the policy computed it.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub struct NamedFactor {
    /// The policy's name of the factor, such as `idle`.
    #[n(0)]
    pub name: String,
    /// A summand for `idle`, `heat` and `uses`; else a multiplier.
    #[n(1)]
    pub value: f64,
}

/// A part in a snapshot.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub struct SnapshotItem {
    /// The id by which it can be restored.
    #[n(0)]
    pub id: String,
    /// The kind decides whether a policy may prune the part at all.
    #[n(1)]
    pub kind: ItemKind,
    /// The tool of the part; may be empty.
    #[n(2)]
    pub tool: String,
    /// The index of the part's message in the caller's list.
    #[n(3)]
    pub message: u32,
    /// The tokens of the whole part, before any prune.
    #[n(4)]
    pub tokens: u32,
    /// The value of the part; the lowest are pruned first. 0 if it was no candidate, or was cut as the last resort.
    #[n(5)]
    pub value: f64,
    /// The fate of the part, including why it could not be pruned.
    #[n(6)]
    pub fate: ItemFate,
    /// The factors of its value; only of parts that were pruned or spared, and of the 50 lowest that were kept.
    #[n(7)]
    pub factors: Vec<NamedFactor>,
    /// The path or command of its call; empty if there is none, and for parts without `why`.
    #[n(8)]
    #[cbor(default)]
    pub subject: String,
    /// The signals of the part in words; only of parts that were pruned, spared or recapped, and of the 50 lowest that
    /// were kept.
    #[n(9)]
    #[cbor(default)]
    pub why: String,
    /// The tokens of the part as it is edited after the prune; if a recap replaces its text, those of the recap.
    #[n(10)]
    #[cbor(default)]
    pub tokens_left: u32,
}

/// The state of a window at a moment.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub struct SnapshotOfWindow {
    /// The number of the snapshot, from 1.
    #[n(0)]
    pub number: u32,
    /// When it was made, in milliseconds since 1970.
    #[n(1)]
    pub time: i64,
    /// Why the snapshot was made. Stored with another reason than a prune, its target and saving are 0, and its first
    /// changed message is `None`.
    #[n(2)]
    pub reason: SnapshotReason,
    /// The task at the time; may be empty.
    #[n(3)]
    pub task: String,
    /// The tokens before the prune, corrected by the provider's count.
    #[n(4)]
    pub tokens_before: u64,
    /// The tokens after the prune, corrected likewise.
    #[n(5)]
    pub tokens_after: u64,
    /// The tokens at which a prune begins.
    #[n(6)]
    pub budget: u32,
    /// The tokens that the prune should leave.
    #[n(7)]
    pub target: u32,
    /// The index of the first message that was changed; `None` if none was.
    #[n(8)]
    pub first_changed: Option<u32>,
    /// The expected saving, in uncached tokens.
    #[n(9)]
    pub expected_saving: f64,
    /// All parts that had not been recapped before, and those of messages that carry recaps, in conversation order.
    #[n(10)]
    pub items: Vec<SnapshotItem>,
    /// The number of parts that had been recapped before.
    #[n(11)]
    #[cbor(default)]
    pub n_left: u32,
    /// The number of prunes of the window, including the one that the snapshot records.
    #[n(12)]
    #[cbor(default)]
    pub n_prunes: u32,
    /// For each recap, the id of the part whose text it replaces.
    #[n(13)]
    #[cbor(default)]
    pub recaps: Vec<String>,
    /// The provider's last count, if it was too far from the estimate to be used unchanged.
    #[n(14)]
    #[cbor(default)]
    pub not_believed: Option<u64>,
}

/// Snapshots of one window, at most as many as were asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct SnapshotPage {
    /// Newest first.
    pub snapshots: Vec<SnapshotOfWindow>,
    /// Whether older ones are kept.
    pub has_more: bool,
}

impl Window {
    /// Stores a snapshot of the current state.
    ///
    /// # Errors
    /// [`Error::Conflict`] if another instance changed the window.
    pub fn snapshot(&mut self, now: i64, resumed: Option<Resumed>) -> Result<Reply<WindowChanged>, Error> {
        reply(self.snapshot_attempt(now, resumed))
    }

    fn snapshot_attempt(&mut self, now: i64, resumed: Option<Resumed>) -> Attempt<WindowChanged> {
        let call = self.store.call("window.snapshot", &[now.to_le_bytes().as_slice()]);
        let put = |rows: &mut Rows, state: &mut State| self.put_snapshot(rows, state, SnapshotReason::Demand, None);
        let (state, effects) = self.changed(call, now, resumed, put)?;
        Ok(WindowChanged { effects: self.commit(state, effects) })
    }

    /// Writes a snapshot of the current state, or of the state after a prune by `plan`.
    pub(super) fn put_snapshot(&self, rows: &mut Rows, state: &mut State, reason: SnapshotReason, plan: Option<&Plan>) {
        state.n_snapshots += 1;
        let freed_tokens = plan.map_or(0, |plan| u64::from(plan.freed_tokens));
        let tokens_after = self.token_offset.total(self.history.tokens().saturating_sub(freed_tokens));
        let snapshot = SnapshotOfWindow {
            number: state.n_snapshots,
            time: state.used.milliseconds(),
            reason,
            task: state.task.clone(),
            tokens_before: tokens_after + freed_tokens,
            tokens_after,
            budget: self.settings.budget(),
            target: plan.map_or(0, |plan| plan.target),
            first_changed: plan.and_then(|plan| self.first_changed(plan)),
            expected_saving: plan.map_or(0.0, |plan| plan.saving),
            items: self.snapshot_items(plan),
            n_left: self.n_recapped(),
            n_prunes: state.n_prunes,
            recaps: self.recap_ids(plan),
            not_believed: state.not_believed,
        };
        rows.put(self.snapshot_key(state.n_snapshots), &snapshot);
        if let Some(oldest) = state.n_snapshots.checked_sub(MAX_SNAPSHOTS).filter(|oldest| *oldest > 0) {
            rows.set(self.snapshot_key(oldest), None);
        }
    }

    pub(super) fn snapshot_keys(&self) -> impl Iterator<Item = Vec<u8>> {
        self.snapshot_numbers().map(|number| self.snapshot_key(number))
    }

    /// The numbers of the kept snapshots: the newest [`MAX_SNAPSHOTS`].
    pub(super) fn snapshot_numbers(&self) -> RangeInclusive<u32> {
        let newest_number = self.state.n_snapshots;
        newest_number.saturating_sub(MAX_SNAPSHOTS) + 1..=newest_number
    }

    pub(super) fn snapshot_key(&self, number: u32) -> Vec<u8> {
        let store = &self.store;
        keyspace::named_key(Keyspace::Snapshot, &store.tenant, &store.name, &(!number).to_be_bytes())
    }

    /// The number of recapped parts.
    pub(super) fn n_recapped(&self) -> u32 {
        self.history.items.iter().filter(|item| item.recapped_in.is_some()).count() as u32
    }

    /// For each recap after the plan, or each current one without a plan, the id of the part whose text it replaces.
    pub(super) fn recap_ids(&self, plan: Option<&Plan>) -> Vec<String> {
        self.recaps_after(plan).iter().map(|recap| self.history.items[recap.slot() as usize].id.text()).collect()
    }

    /// The recaps after the plan, or the current ones if there is none.
    fn recaps_after<'w>(&'w self, plan: Option<&'w Plan>) -> &'w [Recap] {
        let recap_plan = plan.and_then(|plan| plan.recap_plan.as_ref());
        recap_plan.map_or(&self.recaps, |recap_plan| &recap_plan.recaps)
    }

    /// The tokens of each part after the plan, or now if there is none.
    fn tokens_left(&self, plan: Option<&Plan>) -> Vec<u32> {
        let mut tokens: Vec<u32> = self.history.items.iter().map(|item| item.tokens_left).collect();
        for &victim in plan.iter().flat_map(|plan| &plan.victims) {
            tokens[victim as usize] = self.history.items[victim as usize].stub_tokens;
        }
        for cut in plan.iter().flat_map(|plan| &plan.cuts) {
            tokens[cut.index as usize] = cut.stub_tokens;
        }
        let costs = recap::costs(&self.history, self.recaps_after(plan), plan.map(|plan| &plan.victims[..]));
        costs.into_iter().for_each(|(at, cost)| tokens[at] = cost);
        tokens
    }

    /// The parts with their fates under the plan, or with their current state if there is none.
    pub(super) fn snapshot_items(&self, plan: Option<&Plan>) -> Vec<SnapshotItem> {
        let mut judged_by_part: Vec<Option<&JudgedItem>> = vec![None; self.history.items.len()];
        let mut n_compared = 0;
        let mut has_factors = vec![false; self.history.items.len()];
        for judged in plan.iter().flat_map(|plan| &plan.judged_items) {
            let is_shown = judged.fate != Fate::Kept || n_compared < N_COMPARED;
            n_compared += usize::from(judged.fate == Fate::Kept);
            judged_by_part[judged.index as usize] = Some(judged);
            has_factors[judged.index as usize] = is_shown;
        }
        let mut is_recapped = vec![false; self.history.items.len()];
        let recap_plan = plan.and_then(|plan| plan.recap_plan.as_ref());
        recap_plan.iter().flat_map(|recap_plan| &recap_plan.parts).for_each(|at| is_recapped[*at as usize] = true);
        let explainer = plan.map(|_| PartExplainer::of(&self.history, &self.signals, self.guard));
        let tokens_left = self.tokens_left(plan);
        let item = |at: usize| {
            let item = &self.history.items[at];
            let fate = match (judged_by_part[at], item.prune_number) {
                _ if is_recapped[at] => ItemFate::Recapped,
                (Some(judged), _) => judged.fate.into(),
                (None, Some(_)) => ItemFate::PrunedBefore,
                (None, None) if plan.is_some() => ItemFate::Protected,
                (None, None) => ItemFate::Kept,
            };
            let factors = judged_by_part[at].filter(|_| has_factors[at]).map_or(&[][..], |judged| &judged.factors);
            let explainer = explainer.as_ref().filter(|_| is_recapped[at] || has_factors[at]);
            let named_factor =
                |factor: &crate::base::score::Factor| NamedFactor { name: factor.name.into(), value: factor.value };
            SnapshotItem {
                id: item.id.text(),
                kind: item.pushed.kind,
                tool: self.guard.masked(&item.pushed.tool).into_owned(),
                message: item.pushed.message,
                tokens: item.tokens,
                tokens_left: tokens_left[at],
                value: judged_by_part[at].map_or(0.0, |judged| judged.value),
                fate,
                factors: factors.iter().map(named_factor).collect(),
                subject: explainer.map_or_else(String::new, |explainer| explainer.subject(at)),
                why: explainer.map_or_else(String::new, |explainer| explainer.explanation(at)),
            }
        };
        let mut is_carried = vec![false; self.history.items.len()];
        let recaps = self.recaps.iter().chain(self.recaps_after(plan));
        recaps.for_each(|recap| recap.carrier().for_each(|at| is_carried[at] = true));
        let is_listed =
            |at: &usize| is_recapped[*at] || is_carried[*at] || self.history.items[*at].recapped_in.is_none();
        (0..self.history.items.len()).filter(is_listed).map(item).collect()
    }

    /// A page of snapshots with all their parts, newest first, starting below the number `before`; 0: from the newest.
    /// `limit` is 1 to 100.
    ///
    /// # Errors
    /// [`Error::Invalid`] unless `limit` is 1 to 100.
    pub fn snapshots(&self, limit: u32, before: u32, resumed: Option<Resumed>) -> Result<Reply<SnapshotPage>, Error> {
        reply(self.snapshots_attempt(limit, before, resumed))
    }

    fn snapshots_attempt(&self, limit: u32, before: u32, resumed: Option<Resumed>) -> Attempt<SnapshotPage> {
        if !(1..=MAX_SNAPSHOTS).contains(&limit) {
            return Err(Error::invalid("limit", "from 1 to 100").into());
        }
        let newest_number =
            if before == 0 { self.state.n_snapshots } else { before.saturating_sub(1).min(self.state.n_snapshots) };
        let oldest_number = newest_number.saturating_sub(limit - 1).max(1);
        let call = self.store.call("window.snapshots", &[limit.to_le_bytes().as_slice(), &before.to_le_bytes()]);
        let snapshots = self.store.answer(call, resumed, |rows| {
            Ok((oldest_number..=newest_number)
                .rev()
                .filter_map(|number| rows.read(&self.snapshot_key(number)))
                .collect())
        })?;
        let oldest_kept = self.state.n_snapshots.saturating_sub(MAX_SNAPSHOTS) + 1;
        Ok(SnapshotPage { snapshots, has_more: oldest_number > oldest_kept })
    }
}

impl From<Fate> for ItemFate {
    fn from(fate: Fate) -> ItemFate {
        match fate {
            Fate::Kept => ItemFate::Kept,
            Fate::Pruned => ItemFate::Pruned,
            Fate::Spared => ItemFate::Spared,
        }
    }
}
