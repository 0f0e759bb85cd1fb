//! Pruning: records what the policy removes, then returns the edits.

use alloc::vec::Vec;

use super::formats::{self, ByteRange, EditRanges};
use super::history::{Item, ItemId};
use super::item::{Edit, ItemKind};
use super::last_resort::{self, Cut};
use super::policy::{self, Fate, Plan, PruneContext};
use super::recap::{self, Change, RecapPlan, RecapPlanner};
use super::settings::{Policy, Settings};
use super::snapshot::SnapshotReason;
use super::space::Window;
use super::store::{Body, PrunedRow, SecretTreatment, State};
use super::stub::{self, Excerpt};
use crate::ask::{Attempt, Reply, Resumed, reply};
use crate::base::error::{Error, Limit};
use crate::base::map::{Map, Set};
use crate::base::sort::sort_by_number;
use crate::base::time::Timestamp;
use crate::effects::Effects;
use crate::record::keyspace::Keyspace;
use crate::record::rows::Rows;

/// The treatment of a request that stays over the token limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OnFloor {
    /// It is refused, and nothing is changed.
    Refuse,
    /// It is pruned as far as possible and sent.
    Send,
}

/// The result of a prune, with the edits of the caller's messages.
#[derive(Clone, Debug, PartialEq)]
pub struct Pruned {
    /// The rows, which the host must commit before the edits are used.
    pub effects: Effects,
    /// The edits of the messages as they were pushed: everything pruned now or before, in conversation order.
    pub edits: Vec<Edit>,
    /// The number of parts pruned now.
    pub n_pruned: u32,
    /// The tokens before the prune, corrected by the provider's count.
    pub tokens_before: u64,
    /// The tokens after the prune, corrected likewise.
    pub tokens_after: u64,
    /// The index of the first message that this prune changed; the messages before it remain cached.
    pub first_changed: Option<u32>,
    /// The expected saving in uncached tokens; it may be negative if the budget demanded the prune.
    pub expected_saving: f64,
    /// The number of its snapshot; 0 if nothing was pruned now.
    pub snapshot: u32,
}

/// The new state of a window after a prune.
struct Outcome {
    plan: Plan,
    state: State,
    /// The new rows of pruned and recapped parts.
    pruned_rows: Vec<(ItemId, PrunedRow)>,
}

impl Window {
    /// Prunes if the budget demands it or a cold cache makes it cheap; returns all edits in any case. To be called
    /// before each request, after pushing everything.
    ///
    /// # Errors
    /// [`Error::Floor`] if the parts that may not be pruned exceed the token limit; then nothing is changed.
    /// [`Error::Conflict`] if another instance changed the window.
    pub fn prune(&mut self, now: i64, resumed: Option<Resumed>) -> Result<Reply<Pruned>, Error> {
        reply(self.prune_attempt(now, OnFloor::Refuse, resumed))
    }

    /// Like [`Window::prune`], but prunes as far as possible where the token limit cannot be met.
    ///
    /// # Errors
    /// [`Error::Conflict`] if another instance changed the window.
    pub fn prune_anyway(&mut self, now: i64, resumed: Option<Resumed>) -> Result<Reply<Pruned>, Error> {
        reply(self.prune_attempt(now, OnFloor::Send, resumed))
    }

    fn prune_attempt(&mut self, now: i64, on_floor: OnFloor, resumed: Option<Resumed>) -> Attempt<Pruned> {
        let time = Timestamp::checked("now", now)?;
        if self.needs_layout {
            self.lay_out_recaps();
        }
        let tokens_before = self.token_offset.total(self.history.tokens());
        let prune_context = self.prune_context(now, tokens_before);
        let n_items = self.history.items.len() as u64;
        let on_floor_byte = [u8::from(on_floor == OnFloor::Send)];
        let call =
            self.store.call("window.prune", &[now.to_le_bytes().as_slice(), &n_items.to_le_bytes(), &on_floor_byte]);
        // Whether anything is pruned is known without rows. Which parts are pruned costs far more to find out, so it is
        // decided once, when the rows are there: a host calls up to three times for one prune.
        let (outcome, effects) = match self.would_prune(&prune_context) {
            true => self.store.change(call, resumed, |rows| self.decide(rows, &prune_context, (time, on_floor)))?,
            false => {
                self.check_floor(&prune_context, &Plan::default(), on_floor)?;
                (None, Effects::default())
            }
        };
        let Some(Outcome { plan, state, pruned_rows }) = outcome else {
            self.note_request(now);
            return Ok(self.result(Effects::default(), (&Plan::default(), None), tokens_before, 0));
        };
        let snapshot = state.n_snapshots;
        let first_changed = self.first_changed(&plan);
        self.set_cut_stubs(&plan);
        let cuts = plan.cuts.iter().map(|cut| cut.index);
        plan.victims.iter().copied().chain(cuts).for_each(|at| self.mark_pruned(at as usize, state.n_prunes, false));
        if let Some(recap_plan) = &plan.recap_plan {
            self.mark_all_recapped(recap_plan, state.n_prunes);
        }
        self.pruned_rows.extend(pruned_rows);
        let effects = self.commit(state, effects);
        self.note_request(now);
        Ok(self.result(effects, (&plan, first_changed), tokens_before, snapshot))
    }

    /// Plans a prune and writes its rows; `None` if nothing is pruned.
    fn decide(
        &self,
        rows: &mut Rows,
        prune_context: &PruneContext,
        (time, on_floor): (Timestamp, OnFloor),
    ) -> Result<Option<Outcome>, Error> {
        self.check_unchanged(rows)?;
        let plan = self.plan(&self.settings, prune_context);
        self.check_floor(prune_context, &plan, on_floor)?;
        if plan.is_empty() {
            return Ok(None);
        }
        let mut state = self.next_state(prune_context.now)?;
        state.n_prunes += 1;
        let mut pruned_rows = Vec::new();
        for id in self.expired_bodies(prune_context.now, &plan) {
            pruned_rows.extend(self.delete_body(rows, &mut state, id).map(|row| (id, row)));
        }
        for at in plan.indices() {
            if self.history.items[at as usize].prune_number.is_none() {
                let cut = plan.cuts.iter().find(|cut| cut.index == at);
                pruned_rows.push(self.write_pruned(rows, &mut state, (at as usize, cut), time));
            }
        }
        if let Some(recap_plan) = &plan.recap_plan {
            self.write_recapped(rows, (recap_plan, state.n_prunes), &mut pruned_rows);
        }
        self.put_snapshot(rows, &mut state, SnapshotReason::Prune, Some(&plan));
        rows.put(self.store.state_key(), &state);
        Ok(Some(Outcome { plan, state, pruned_rows }))
    }

    /// Plans a prune; empty if it is not worth the edits.
    pub(super) fn plan(&self, settings: &Settings, prune_context: &PruneContext) -> Plan {
        let plan = self.plan_with_last_resort(settings, prune_context);
        if policy::is_worth_pruning(plan.freed_tokens, prune_context) { plan } else { Plan::default() }
    }

    /// Plans a prune, with cuts in the newest step if the token limit cannot be met otherwise.
    fn plan_with_last_resort(&self, settings: &Settings, prune_context: &PruneContext) -> Plan {
        let plan = self.plan_older_than_newest_step(settings, prune_context);
        let tokens_left = prune_context.tokens.saturating_sub(u64::from(plan.freed_tokens));
        match tokens_left > u64::from(settings.max_tokens) {
            true => self.plan_with_cuts(settings, prune_context, tokens_left).unwrap_or(plan),
            false => plan,
        }
    }

    /// Plans a prune without cuts in the newest step.
    pub(super) fn plan_older_than_newest_step(&self, settings: &Settings, prune_context: &PruneContext) -> Plan {
        let mut plan = policy::plan(&self.history, &self.signals, settings, prune_context);
        let Some(target) = policy::target_if_due(&self.history, settings, prune_context) else { return plan };
        let context = self.recap_context(settings);
        let tokens = prune_context.tokens.saturating_sub(u64::from(plan.freed_tokens));
        let planner = RecapPlanner { context, victims: &plan.victims, tokens, target, budget: prune_context.budget };
        plan.recap_plan = planner.choose();
        if settings.policy == Policy::Evidence {
            self.keep_highest(&mut plan, prune_context, target);
        }
        if let Some(recap_plan) = &plan.recap_plan {
            plan.target = target;
            plan.freed_tokens =
                u32::try_from(self.history.tokens().saturating_sub(recap_plan.tokens)).unwrap_or(u32::MAX);
            let first = plan.indices().first().copied();
            plan.saving = policy::expected_saving((&self.history, settings, prune_context), first, plan.freed_tokens);
        }
        plan
    }

    /// Keeps the highest-valued victims, as far as recaps free more than the target demands. Thinking stays a victim,
    /// since it is pruned with its whole loop.
    fn keep_highest(&self, plan: &mut Plan, prune_context: &PruneContext, target: u32) {
        let Some(recap_plan) = &mut plan.recap_plan else { return };
        let estimated_tokens = self.history.tokens();
        let mut room = u64::from(target)
            .saturating_sub((prune_context.tokens + recap_plan.tokens).saturating_sub(estimated_tokens));
        let mut kept_indices = Set::default();
        for judged in plan.judged_items.iter_mut().rev().filter(|judged| judged.fate == Fate::Pruned) {
            let item = &self.history.items[judged.index as usize];
            let is_in_run = || recap_plan.recaps.iter().any(|recap| recap.holds(judged.index));
            let tokens = u64::from(item.tokens.saturating_sub(item.stub_tokens));
            if tokens > room || item.pushed.kind == ItemKind::Thinking || is_in_run() {
                continue;
            }
            room -= tokens;
            recap_plan.tokens += tokens;
            judged.fate = Fate::Kept;
            kept_indices.insert(judged.index);
        }
        plan.victims.retain(|at| !kept_indices.contains(at));
    }

    /// Whether a prune may change something, decided at a small part of the cost of a plan.
    fn would_prune(&self, prune_context: &PruneContext) -> bool {
        let is_due = || policy::target_if_due(&self.history, &self.settings, prune_context).is_some();
        policy::would_prune(&self.history, &self.signals, &self.settings, prune_context)
            || (is_due() && recap::could_be_recapped(&self.history, &self.recaps, &self.settings))
            || last_resort::has_cuttable(&self.history, &self.settings, prune_context)
    }

    /// Writes the rows of recapped parts, and of the slots of old and new recaps. `pruned` has the rows of the parts
    /// pruned now, and afterwards also the written ones.
    fn write_recapped(
        &self,
        rows: &mut Rows,
        (recap_plan, prune): (&RecapPlan, u32),
        pruned: &mut Vec<(ItemId, PrunedRow)>,
    ) {
        let mut known_rows: Map<ItemId, PrunedRow> = pruned.drain(..).collect();
        let slots: Map<u32, u64> =
            recap_plan.recaps.iter().map(|recap| (recap.slot(), stub::hash_stub(&recap.text))).collect();
        let old_slots = self.recaps.iter().map(recap::Recap::slot).filter(|slot| !slots.contains_key(slot));
        let mut changed_indices: Vec<u32> = recap_plan.parts.iter().copied().chain(old_slots).collect();
        changed_indices.extend(recap_plan.recaps.iter().map(recap::Recap::slot));
        sort_by_number(&mut changed_indices, |at| *at);
        changed_indices.dedup();
        for at in changed_indices {
            let item = &self.history.items[at as usize];
            let Some(mut row) = known_rows.remove(&item.id).or_else(|| self.pruned_rows.get(&item.id).cloned()) else {
                continue;
            };
            if row.recapped_in == 0 {
                row.recapped_in = prune;
            }
            row.is_carrier = slots.contains_key(&at);
            row.stub = slots.get(&at).copied().unwrap_or(row.stub);
            rows.put(self.store.key(Keyspace::Pruned, item.id), &row);
            pruned.push((item.id, row));
        }
        pruned.extend(known_rows);
    }

    /// Marks the parts that a plan recaps, and takes over its recaps.
    fn mark_all_recapped(&mut self, recap_plan: &RecapPlan, prune: u32) {
        for &at in &recap_plan.parts {
            let item = &mut self.history.items[at as usize];
            item.recapped_in = Some(prune);
            if item.prune_number.is_none() {
                self.history.prune(at as usize, prune, 0);
                self.signals.prune(at as usize);
            }
        }
        self.history.items.iter_mut().for_each(|item| item.is_carrier = false);
        for recap in &recap_plan.recaps {
            self.history.items[recap.slot() as usize].is_carrier = true;
        }
        self.recaps.clone_from(&recap_plan.recaps);
        self.recount_recapped();
    }

    /// Refuses a plan that stays over the token limit, unless it is sent anyway.
    fn check_floor(&self, prune_context: &PruneContext, plan: &Plan, on_floor: OnFloor) -> Result<(), Error> {
        let floor = prune_context.tokens.saturating_sub(u64::from(plan.freed_tokens));
        let limit = u64::from(self.settings.max_tokens);
        if floor <= limit || on_floor == OnFloor::Send {
            return Ok(());
        }
        Err(Error::Floor(Limit { what: "tokens of what stays", actual: floor, limit }))
    }

    /// The circumstances of a prune now.
    pub(super) fn prune_context(&self, now: i64, tokens: u64) -> PruneContext {
        let idle = self.last_request.map_or(0, |last| now.saturating_sub(last));
        let is_cold = u64::try_from(idle).is_ok_and(|idle| idle > u64::from(self.settings.cache_lifetime));
        PruneContext { now, tokens, budget: self.settings.budget(), is_cold, task: self.state.task.clone() }
    }

    /// Notes the time and the estimated tokens of a request.
    fn note_request(&mut self, now: i64) {
        self.requested_tokens = Some(self.history.tokens());
        self.state.requested_tokens = self.requested_tokens;
        self.last_request = Some(self.last_request.map_or(now, |last| last.max(now)));
        self.store.keep_state(&self.state);
    }

    /// Writes the rows of a part that is pruned; returns its id and its own row.
    fn write_pruned(
        &self,
        rows: &mut Rows,
        state: &mut State,
        (at, cut): (usize, Option<&Cut>),
        time: Timestamp,
    ) -> (ItemId, PrunedRow) {
        self.learn(rows, at, time);
        let item = &self.history.items[at];
        let (mut n_bytes, mut secret) = (0, SecretTreatment::None);
        if let Some(body) = self.body(at) {
            (n_bytes, secret) = (body.n_bytes(), body.secret);
            if secret != SecretTreatment::Refused {
                let body = Body { time, text: &body.text, original: &body.original, form: item.pushed.form };
                rows.put(self.store.key(Keyspace::Body, item.id), &body);
            }
        }
        state.body_bytes += n_bytes;
        let (prune, tokens) = (state.n_prunes, item.tokens);
        let stub = stub::hash_stub(cut.map_or(&item.stub, |cut| &cut.stub));
        let excerpt = cut.map_or(Excerpt::NONE, |cut| cut.excerpt);
        let (place, line, subject) = (at as u32, self.list_line(item), self.list_subject(at));
        let (recapped_in, is_carrier) = (0, false);
        let row = PrunedRow {
            prune,
            time,
            tokens,
            stub,
            n_bytes,
            secret,
            recapped_in,
            is_carrier,
            place,
            line,
            excerpt,
            subject,
        };
        rows.put(self.store.key(Keyspace::Pruned, item.id), &row);
        (item.id, row)
    }

    /// Deletes the body of a pruned part, if it is stored; returns its new row.
    fn delete_body(&self, rows: &mut Rows, state: &mut State, id: ItemId) -> Option<PrunedRow> {
        let mut row = self.pruned_rows.get(&id)?.clone();
        state.body_bytes = state.body_bytes.saturating_sub(core::mem::take(&mut row.n_bytes));
        rows.put(self.store.key(Keyspace::Pruned, id), &row);
        rows.set(self.store.key(Keyspace::Body, id), None);
        Some(row)
    }

    /// The index of the first message that a plan changes, including messages whose recap changes.
    pub(super) fn first_changed(&self, plan: &Plan) -> Option<u32> {
        let recaps_after = plan.recap_plan.as_ref().map_or(&[][..], |recap_plan| &recap_plan.recaps);
        let changed_recaps = recaps_after.iter().filter(|recap| !recap.is_in(&self.recaps));
        let first_of_recaps = changed_recaps.map(|recap| recap.first_message(&self.history)).min();
        let first_of_parts = plan.indices().first().map(|&at| self.history.items[at as usize].pushed.message);
        first_of_recaps.into_iter().chain(first_of_parts).min()
    }

    fn result(
        &self,
        effects: Effects,
        (plan, first_changed): (&Plan, Option<u32>),
        tokens_before: u64,
        snapshot: u32,
    ) -> Pruned {
        Pruned {
            effects,
            edits: self.edits(),
            n_pruned: plan.indices().len() as u32,
            tokens_before,
            tokens_after: self.token_offset.total(self.history.tokens()),
            first_changed,
            expected_saving: plan.saving,
            snapshot,
        }
    }

    /// The edits of the pushed messages, in conversation order.
    pub fn edits(&self) -> Vec<Edit> {
        recap::edits(&self.history, &self.recaps, u32::MAX)
    }
}

impl Window {
    /// The bytes that each edit of [`Window::edits`] replaces or removes, in the order of the edits.
    ///
    /// The result equals that of `formats::apply`. `messages`: the bytes of all messages that were pushed by
    /// [`Window::push_text`], in one text. `None` if the place of an edited part is not known.
    ///
    /// # Errors
    /// [`Error::Invalid`] if `messages` are out of order or overlap.
    pub fn edit_ranges(&self, messages: &[ByteRange]) -> Result<Option<Vec<ByteRange>>, Error> {
        let ranges = EditRanges::of(messages);
        let mut ranges = ranges.ok_or_else(|| Error::invalid("messages", "they do not stand one after the other"))?;
        let mut range = |(item, change): (&Item, Change<'_>)| {
            let (message, place) = (item.pushed.message, item.place.as_ref());
            match change {
                Change::MessageRemoval => ranges.left_out_message(message),
                change if change.is_removal(item) => ranges.left_out(message, place?),
                _ => ranges.replaced(message, place?),
            }
        };
        Ok(recap::changes(&self.history, &self.recaps, u32::MAX).into_iter().map(&mut range).collect())
    }
}

/// The edit that replaces a part by its stub.
pub(super) fn edit(item: &Item) -> Edit {
    Edit {
        message: item.pushed.message,
        pointer: item.pushed.pointer.clone(),
        replacement: formats::replacement(item.pushed.form, &item.stub),
        id: item.id.text(),
    }
}
