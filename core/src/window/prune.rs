//! Pruning: who leaves is the policy's to say; what leaves is recorded first, and then the edits are handed over.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::formats;
use super::history::{Item, ItemId};
use super::item::Edit;
use super::policy::{self, Moment, Plan};
use super::snapshot::SnapshotReason;
use super::space::Window;
use super::store::{Body, HeldSecret, PrunedRow, State};
use super::stub;
use crate::ask::{Attempt, Reply, Resumed, reply};
use crate::base::error::{Error, Limit};
use crate::base::time::Timestamp;
use crate::effects::Effects;
use crate::record::keyspace::Keyspace;
use crate::record::rows::Rows;

/// What a prune did, and how the caller's messages are to be edited.
#[derive(Clone, Debug, PartialEq)]
pub struct Pruned {
    /// To be committed before the edits are used.
    pub effects: Effects,
    /// Of the messages as they were pushed: all that is pruned, now and before, in the order of the conversation.
    pub edits: Vec<Edit>,
    /// Parts that were pruned now.
    pub n_pruned: u32,
    /// Tokens before, held to what the provider counted.
    pub tokens_before: u64,
    /// And after.
    pub tokens_after: u64,
    /// The first message that this prune changed: what stands before it can be read from the prompt cache.
    pub first_changed: Option<u32>,
    /// What this prune is expected to save, in tokens at the price without a cache; below 0 where the budget demanded it.
    pub expected_saving: f64,
    /// The number of its snapshot; 0 where nothing was pruned now.
    pub snapshot: u32,
}

impl Window {
    /// Prunes if the budget demands it, or if a cold cache makes it cheap; and gives all edits in any case. Called before each
    /// request, after everything was pushed.
    ///
    /// # Errors
    /// [`Error::Floor`] where what may not be pruned is beyond the most tokens: nothing is changed; [`Error::Conflict`].
    pub fn prune(&mut self, now: i64, resumed: Option<Resumed>) -> Result<Reply<Pruned>, Error> {
        reply(self.prune_attempt(now, resumed))
    }

    fn prune_attempt(&mut self, now: i64, resumed: Option<Resumed>) -> Attempt<Pruned> {
        let time = Timestamp::checked("now", now)?;
        let tokens_before = self.anchor.total(self.history.tokens());
        let moment = self.moment(now, tokens_before);
        let n_items = self.history.items.len() as u64;
        let call = self.store.call("window.prune", &[now.to_le_bytes().as_slice(), &n_items.to_le_bytes()]);
        // That something leaves is known at once; what, which costs far more, is decided when the rows are here, and so once: to a
        // window of a store a host comes up to three times with one prune.
        let prunes = policy::prunes(&self.history, &self.signals, &self.settings, &moment);
        let rows = prunes.then(|| self.unchanged(call, BTreeSet::new(), resumed)).transpose()?;
        let plan = match rows {
            Some(_) => policy::plan(&self.history, &self.signals, &self.settings, &moment),
            None => Plan::default(),
        };
        let floor = tokens_before.saturating_sub(u64::from(plan.freed));
        let limit = u64::from(self.settings.max_tokens);
        if floor > limit {
            let what = "tokens of what stays";
            return Err(Error::Floor(Limit { what, actual: floor, limit }).into());
        }
        let Some(mut rows) = rows.filter(|_| !plan.victims.is_empty()) else {
            self.note_request(now);
            return Ok(self.result(Effects::default(), &plan, tokens_before, 0));
        };
        let expired = self.expired(now, &plan);
        let mut state = self.next_state(now)?;
        state.n_prunes += 1;
        expired.into_iter().for_each(|id| self.give_up(&mut rows, &mut state, id));
        for &victim in &plan.victims {
            self.take_away(&mut rows, &mut state, victim as usize, time);
        }
        self.put_snapshot(&mut rows, &mut state, SnapshotReason::Prune, Some(&plan));
        let snapshot = state.n_snapshots;
        let effects = self.commit(call, rows, state);
        self.note_request(now);
        Ok(self.result(effects, &plan, tokens_before, snapshot))
    }

    pub(super) fn moment(&self, now: i64, tokens: u64) -> Moment {
        let idle = self.last_request.map_or(0, |last| now.saturating_sub(last));
        let is_cold = u64::try_from(idle).is_ok_and(|idle| idle > u64::from(self.settings.cache_lifetime));
        Moment { now, tokens, budget: self.settings.budget(), is_cold, task: self.state.task.clone() }
    }

    fn note_request(&mut self, now: i64) {
        self.requested = self.history.tokens();
        self.last_request = Some(self.last_request.map_or(now, |last| last.max(now)));
    }

    /// Writes the rows of a part that leaves, and puts its stub in its place.
    fn take_away(&mut self, rows: &mut Rows, state: &mut State, at: usize, time: Timestamp) {
        self.learn(rows, at, time);
        let item = &self.history.items[at];
        let (id, prune) = (item.id, state.n_prunes);
        let (mut n_bytes, mut secret) = (0, HeldSecret::None);
        if let Some(body) = self.body(at) {
            (n_bytes, secret) = (body.n_bytes(), body.secret);
            if secret != HeldSecret::Refused {
                let body = Body { time, text: &body.text, original: &body.original, form: item.new.form };
                rows.put(self.store.key(Keyspace::Body, id), &body);
            }
        }
        state.body_bytes += n_bytes;
        let tokens = item.tokens;
        self.mark_pruned(at, prune, false);
        let stub = stub::hash(&self.history.items[at].stub);
        let row = PrunedRow { prune, time, tokens, stub, n_bytes, secret };
        rows.put(self.store.key(Keyspace::Pruned, id), &row);
        self.pruned.insert(id, row);
    }

    /// Deletes the body of a part that was pruned, once: from then on nothing of it is kept.
    fn give_up(&mut self, rows: &mut Rows, state: &mut State, id: ItemId) {
        let Some(row) = self.pruned.get_mut(&id) else { return };
        state.body_bytes = state.body_bytes.saturating_sub(core::mem::take(&mut row.n_bytes));
        rows.put(self.store.key(Keyspace::Pruned, id), row);
        rows.set(self.store.key(Keyspace::Body, id), None);
    }

    fn result(&self, effects: Effects, plan: &Plan, tokens_before: u64, snapshot: u32) -> Pruned {
        Pruned {
            effects,
            edits: self.edits(),
            n_pruned: plan.victims.len() as u32,
            tokens_before,
            tokens_after: self.anchor.total(self.history.tokens()),
            first_changed: plan.victims.first().map(|&at| self.history.items[at as usize].new.message),
            expected_saving: plan.saving,
            snapshot,
        }
    }

    /// How the messages that were pushed are to be edited, in the order of the conversation.
    pub fn edits(&self) -> Vec<Edit> {
        let pruned = self.history.items.iter().filter(|item| item.pruned.is_some() && !item.stub.is_empty());
        pruned.map(edit).collect()
    }
}

pub(super) fn edit(item: &Item) -> Edit {
    Edit {
        message: item.new.message,
        pointer: item.new.pointer.clone(),
        replacement: formats::replacement(item.new.form, &item.stub),
        id: item.id.text(),
    }
}
