//! The window: its settings, the conversation so far, and copies of its rows.

use alloc::string::String;
use alloc::vec::Vec;

use super::cost::{self, TokenOffset};
use super::history::{History, ItemId};
use super::recap::{self, Recap, RecapContext};
use super::settings::Settings;
use super::signals::Signals;
use super::snapshot::SnapshotReason;
use super::store::{Backend, PrunedRow, State, WindowStore, read_pruned};
use crate::ask::{Attempt, Reply, Resumed, reply};
use crate::base::error::Error;
use crate::base::map::Map;
use crate::effects::Effects;
use crate::record::SecretPolicy;
use crate::record::batch::check_name;
use crate::record::guard::Guard;
use crate::record::keyspace::Keyspace;
use crate::record::row_map::RowMap;
use crate::record::rows::Rows;
use crate::record::run::Call;

/// A guard that leaves secrets as they are.
pub(super) const KEEP_SECRETS: Guard = Guard(SecretPolicy::Keep);
/// The most ids in one call.
const MAX_IDS: usize = 10_000;

/// A conversation under a token budget; see the module.
#[derive(Clone, Debug)]
pub struct Window {
    pub(super) settings: Settings,
    /// The policy on secrets for everything that is stored.
    pub(super) guard: Guard,
    pub(super) store: WindowStore,
    pub(super) history: History,
    pub(super) signals: Signals,
    /// The current recaps, in conversation order.
    pub(super) recaps: Vec<Recap>,
    /// Whether recapped parts were pushed since recaps were laid out.
    pub(super) needs_layout: bool,
    /// A copy of the window's row.
    pub(super) state: State,
    /// Copies of the rows of pruned parts.
    pub(super) pruned_rows: Map<ItemId, PrunedRow>,
    /// The correction of token totals.
    pub(super) token_offset: TokenOffset,
    /// The bytes of all pushed texts and original values.
    pub(super) n_bytes: usize,
    /// The estimated tokens of the last request; `None` if this instance knows of none.
    pub(super) requested_tokens: Option<u64>,
    /// The time of the last request, in milliseconds since 1970.
    pub(super) last_request: Option<i64>,
}

/// The owner and name of a window, by which its rows are found and its records attributed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WindowOwner {
    /// The tenant of the memory; empty for the only one.
    pub tenant: String,
    /// Who has the memory open; may be empty.
    pub principal: String,
    /// The window's name, 1 to 128 bytes.
    pub name: String,
}

/// The history of a window before it was opened here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WindowOpened {
    /// Prunes of the window since it began.
    pub n_prunes: u32,
    /// Parts that were pruned, of which each can be restored while its body is stored.
    pub n_pruned: u32,
    /// Whether the window existed before.
    pub is_known: bool,
}

/// Counts, token totals and the task of a window at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct WindowStatus {
    /// The number of parts in this instance, pruned ones included.
    pub n_items: u32,
    /// The number of pruned parts in this instance, recapped ones included.
    pub n_pruned: u32,
    /// The number of responses of the model.
    pub n_steps: u32,
    /// The tokens of the conversation as it is edited, corrected by the provider's count.
    pub tokens: u64,
    /// The tokens of the conversation without edits.
    pub tokens_unpruned: u64,
    /// The tokens at which a prune begins.
    pub budget: u32,
    /// Prunes of the window since it began.
    pub n_prunes: u32,
    /// The bytes stored for restoring.
    pub body_bytes: u64,
    /// The current task; may be empty.
    pub task: String,
    /// The provider's last count, if it is too far from the estimate to be used unchanged.
    pub not_believed: Option<u64>,
}

/// The result of a change without an answer of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct WindowChanged {
    /// The rows that the host must commit.
    pub effects: Effects,
}

impl Window {
    /// A window that is stored in this instance alone. Secrets are kept, since the caller decides where it is saved.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a setting is out of its range.
    pub fn new(settings: Settings) -> Result<Window, Error> {
        let owner = WindowOwner { name: String::from("window"), ..WindowOwner::default() };
        Window::of(owner, settings, KEEP_SECRETS, Backend::Map(RowMap::default()))
    }

    /// Opens a window of the memory store at generation `at`; `secrets` is the memory's policy on secrets.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a setting or a name is not valid; [`Error::NewerFormat`] if a newer release wrote the
    /// store.
    pub fn open(
        owner: WindowOwner,
        settings: Settings,
        secrets: SecretPolicy,
        at: u64,
        resumed: Option<Resumed>,
    ) -> Result<Reply<(Window, WindowOpened)>, Error> {
        reply(
            Window::of(owner, settings, Guard(secrets), Backend::Store(at))
                .map_err(Into::into)
                .and_then(|window| window.read(resumed)),
        )
    }

    /// A window over a backend, not loaded yet.
    pub(super) fn of(owner: WindowOwner, settings: Settings, guard: Guard, backend: Backend) -> Result<Window, Error> {
        settings.check()?;
        let WindowOwner { tenant, principal, mut name } = owner;
        guard.check_owner(&tenant, &principal)?;
        guard.apply_to_text("window", &mut name)?;
        for (argument, value) in [("tenant", &tenant), ("principal", &principal), ("window", &name)] {
            check_name(argument, value)?;
        }
        if name.is_empty() {
            return Err(Error::invalid("window", "it has no name"));
        }
        Ok(Window {
            settings,
            guard,
            store: WindowStore { tenant, principal, name, backend },
            history: History::default(),
            signals: Signals::default(),
            recaps: Vec::new(),
            needs_layout: false,
            state: State::default(),
            pruned_rows: Map::default(),
            token_offset: TokenOffset::default(),
            n_bytes: 0,
            requested_tokens: None,
            last_request: None,
        })
    }

    /// Loads the window's row and the rows of its pruned parts.
    pub(super) fn read(mut self, resumed: Option<Resumed>) -> Attempt<(Window, WindowOpened)> {
        let call = self.store.call("window.open", &[]);
        let (state, pruned) = (self.store.state_key(), self.store.span_of(Keyspace::Pruned));
        let load_rows = |rows: &Rows| Ok((rows.read::<State>(&state), read_pruned(rows, &pruned)));
        let (found, pruned) = self.store.answer(call, resumed, load_rows)?;
        let is_known = found.is_some();
        self.state = found.unwrap_or_default();
        self.token_offset = TokenOffset::of_offset(self.state.offset);
        // In the memory store these are the tokens at the last change, and not of the last request.
        self.requested_tokens = self.state.requested_tokens.filter(|_| matches!(self.store.backend, Backend::Map(_)));
        // The row of a window without any change has only the provider's count, and no time.
        self.last_request = (self.state.version > 0).then(|| self.state.used.milliseconds());
        self.pruned_rows = pruned;
        let opened = WindowOpened { n_prunes: self.state.n_prunes, n_pruned: self.pruned_rows.len() as u32, is_known };
        Ok((self, opened))
    }

    /// Follows the memory store to another generation, after a change of something else in it.
    pub fn set_generation(&mut self, generation: u64) {
        if let Backend::Store(at) = &mut self.store.backend {
            *at = generation;
        }
    }

    /// Counts the parts and tokens as they are now. O(parts).
    pub fn status(&self) -> WindowStatus {
        let unpruned = self.history.items.iter().map(|item| u64::from(item.tokens)).sum();
        WindowStatus {
            n_items: self.history.items.len() as u32,
            n_pruned: self.history.items.iter().filter(|item| item.prune_number.is_some()).count() as u32,
            n_steps: self.history.n_steps,
            tokens: self.token_offset.total(self.history.tokens()),
            tokens_unpruned: self.token_offset.total(unpruned),
            budget: self.settings.budget(),
            n_prunes: self.state.n_prunes,
            body_bytes: self.state.body_bytes,
            task: self.state.task.clone(),
            not_believed: self.state.not_believed,
        }
    }

    /// Corrects totals by the provider's count for the last request. A window of the memory store writes the correction
    /// with its next change, so that a request costs no commit. Ignored if this instance does not know that request. A
    /// count below half of the estimate, or above twice the estimate plus half of the token limit, is clamped, and
    /// [`WindowStatus::not_believed`] has the reported count.
    pub fn report_usage(&mut self, input_tokens: u64) {
        let Some(requested_tokens) = self.requested_tokens else { return };
        let believed_tokens = cost::plausible_count(requested_tokens, input_tokens, self.settings.max_tokens);
        self.token_offset = TokenOffset::between(requested_tokens, believed_tokens);
        self.state.offset = self.token_offset.offset();
        self.state.not_believed = Some(input_tokens).filter(|counted| *counted != believed_tokens);
        self.store.keep_state(&self.state);
    }

    /// Sets the relevance of parts by other sources, 0.0 to 1.0, which multiplies their values. Unknown ids are
    /// ignored.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a number outside the range; [`Error::TooLarge`] for more than 10,000 ids.
    pub fn set_relevance(&mut self, relevance: &[(String, f64)]) -> Result<(), Error> {
        Error::check_limit("ids", relevance.len(), MAX_IDS)?;
        if relevance.iter().any(|(_, value)| !(0.0..=1.0).contains(value)) {
            return Err(Error::invalid("relevance", "from 0.0 to 1.0"));
        }
        let values: Map<ItemId, f64> =
            relevance.iter().filter_map(|(id, value)| Some((ItemId::parse(id)?, *value))).collect();
        for item in &mut self.history.items {
            item.pushed.relevance = values.get(&item.id).copied().unwrap_or(item.pushed.relevance);
        }
        Ok(())
    }

    /// Pins parts, so that they are never pruned, or unpins them.
    ///
    /// # Errors
    /// [`Error::Unknown`] names the first id that no part has; [`Error::TooLarge`] for more than 10,000 ids;
    /// [`Error::Conflict`] if another instance changed the window.
    pub fn pin(
        &mut self,
        ids: &[String],
        is_pinned: bool,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Result<Reply<WindowChanged>, Error> {
        reply(self.pin_attempt(ids, is_pinned, now, resumed))
    }

    fn pin_attempt(
        &mut self,
        ids: &[String],
        is_pinned: bool,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Attempt<WindowChanged> {
        Error::check_limit("ids", ids.len(), MAX_IDS)?;
        let unknown = |id: &String| Error::unknown(id, Vec::new());
        let known_id = |id: &String| self.index_of(ItemId::parse_lenient(id)?).map(|at| self.history.items[at].id);
        let part_ids: Vec<ItemId> =
            ids.iter().map(|id| known_id(id).ok_or_else(|| unknown(id))).collect::<Result<_, _>>()?;
        let time = now.to_le_bytes();
        let flag = [u8::from(is_pinned)];
        let arguments: Vec<&[u8]> = ids.iter().map(String::as_bytes).chain([time.as_slice(), &flag]).collect();
        let call = self.store.call("window.pin", &arguments);
        let (state, effects) = self.changed(call, now, resumed, |_, state| {
            state.pinned.retain(|id| !part_ids.contains(&ItemId(*id)));
            if is_pinned {
                state.pinned.extend(part_ids.iter().map(|id| id.0));
            }
        })?;
        for item in self.history.items.iter_mut().filter(|item| part_ids.contains(&item.id)) {
            item.pushed.is_pinned = is_pinned;
        }
        Ok(WindowChanged { effects: self.commit(state, effects) })
    }

    /// Sets the task of the parts that are pushed from now on; may be empty.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the task's name is not valid; [`Error::Conflict`] if another instance changed the window.
    pub fn set_task(&mut self, task: &str, now: i64, resumed: Option<Resumed>) -> Result<Reply<WindowChanged>, Error> {
        reply(self.set_task_attempt(task, now, resumed))
    }

    fn set_task_attempt(&mut self, task: &str, now: i64, resumed: Option<Resumed>) -> Attempt<WindowChanged> {
        let mut name = String::from(task);
        self.guard.apply_to_text("task", &mut name)?;
        check_name("task", &name)?;
        let call = self.store.call("window.set-task", &[task.as_bytes(), &now.to_le_bytes()]);
        let (state, effects) = self.changed(call, now, resumed, |rows, state| {
            state.begin_task(self.n_messages(), &name);
            self.put_snapshot(rows, state, SnapshotReason::TaskSwitch, None);
        })?;
        Ok(WindowChanged { effects: self.commit(state, effects) })
    }

    /// Makes the change `change`; returns the new state and the effects. A conflict if another instance changed the
    /// window.
    pub(super) fn changed(
        &self,
        call: Call,
        now: i64,
        resumed: Option<Resumed>,
        change: impl Fn(&mut Rows, &mut State),
    ) -> Attempt<(State, Effects)> {
        self.store.change(call, resumed, |rows| {
            self.check_unchanged(rows)?;
            let mut state = self.next_state(now)?;
            change(rows, &mut state);
            rows.put(self.store.state_key(), &state);
            Ok(state)
        })
    }

    /// Refuses a change if the stored window has another version than this instance. The check also fails while the
    /// window's row is not loaded: that run is discarded and repeated with the row. So it comes before costly work.
    pub(super) fn check_unchanged(&self, rows: &Rows) -> Result<(), Error> {
        let key = self.store.state_key();
        let version = rows.read(&key).map_or(0, |state: State| state.version);
        if rows.is_known(&key) && version == self.state.version { Ok(()) } else { Err(Error::Conflict) }
    }

    /// The state after one more change.
    pub(super) fn next_state(&self, now: i64) -> Result<State, Error> {
        let now = crate::base::time::Timestamp::checked("now", now)?;
        // A clock that runs backwards does not make a window younger.
        let (version, used) = (self.state.version + 1, self.state.used.max(now));
        Ok(State { version, used, n_messages: self.n_messages(), ..self.state.clone() })
    }

    /// The number of known messages; before any push, that of the last change.
    fn n_messages(&self) -> u32 {
        self.history.items.last().map_or(self.state.n_messages, |last| last.pushed.message.saturating_add(1))
    }

    /// Takes over a new state; returns the effects to commit.
    pub(super) fn commit(&mut self, state: State, effects: Effects) -> Effects {
        self.state = state;
        self.store.commit(effects)
    }

    /// Resets the window as if it were new.
    pub(super) fn reset(&mut self) {
        (self.history, self.signals, self.state) = Default::default();
        (self.pruned_rows, self.token_offset, self.n_bytes) = Default::default();
        (self.recaps, self.needs_layout) = Default::default();
        (self.requested_tokens, self.last_request) = Default::default();
    }

    /// The index of the part with this id.
    pub(super) fn index_of(&self, id: ItemId) -> Option<usize> {
        self.history.items.iter().position(|item| item.id == id)
    }

    /// Marks a pruned part as recapped at the prune with the number `recap_prune`; 0: it is not recapped.
    /// `was_pushed_as_stub`: the caller pushed the stub or recap, so that no recap is marked.
    pub(super) fn mark_recapped(&mut self, at: usize, recap_prune: u32, is_carrier: bool, was_pushed_as_stub: bool) {
        let item = &mut self.history.items[at];
        item.was_pushed_as_stub = was_pushed_as_stub;
        if recap_prune == 0 || was_pushed_as_stub {
            return;
        }
        (item.recapped_in, item.is_carrier) = (Some(recap_prune), is_carrier);
        self.needs_layout = true;
    }

    /// Lays out recaps after recapped parts were pushed, once a part follows that is not recapped.
    pub(super) fn lay_out_if_needed(&mut self) {
        let ends_unrecapped = self.history.items.last().is_some_and(|item| item.recapped_in.is_none());
        if self.needs_layout && ends_unrecapped {
            self.lay_out_recaps();
        }
    }

    /// Lays out recaps by the marks of the parts.
    pub(super) fn lay_out_recaps(&mut self) {
        self.needs_layout = false;
        let slots = self.history.recap_slots();
        self.recaps = self.recap_context(&self.settings).lay_out(u32::MAX, &slots);
        self.recount_recapped();
    }

    /// Sets the tokens of recapped parts to their current cost.
    pub(super) fn recount_recapped(&mut self) {
        for (at, tokens) in recap::costs(&self.history, &self.recaps, None) {
            self.history.set_tokens_left(at, tokens);
        }
    }

    /// The inputs of recaps under these settings.
    pub(super) fn recap_context<'b>(&'b self, settings: &'b Settings) -> RecapContext<'b> {
        let Window { history, signals, guard, recaps, .. } = self;
        RecapContext { history, signals, settings, guard: *guard, recaps }
    }

    /// Marks a part as replaced by its stub at the prune with the number `prune`. `was_pushed_as_stub`: the caller
    /// pushed the stub, so that there is nothing to edit.
    pub(super) fn mark_pruned(&mut self, at: usize, prune: u32, was_pushed_as_stub: bool) {
        let item = &self.history.items[at];
        let tokens = if was_pushed_as_stub { item.tokens } else { item.stub_tokens };
        self.history.prune(at, prune, tokens);
        self.signals.prune(at);
    }
}
