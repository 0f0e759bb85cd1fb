//! An agent's conversation under a token budget: what is pruned, what is kept of it, and how the messages are edited.
//!
//! A [`Window`] is one instance of the component, alone or with a memory store. The caller keeps its messages and
//! pushes them; the window returns the edits to make. What a prune removes is durable in the store before the edits are
//! returned, so that a crash in between loses nothing. A refused call changes nothing. Edits are only returned for the
//! whole conversation: if the instance is lost, because it trapped or another process changed the window, calls are
//! refused with a conflict until the messages are pushed again from the first one on.
//! Not here: the choice of parts, the formats of messages and the texts of stubs, which are the component's.

mod calls;
mod list;
mod live;
mod pushed;

pub use self::list::windows;

/// The most attempts at a change if other processes change the same window; in each round one of them succeeds.
const MAX_TRIES: u32 = 10;

use std::ops::Range;

use self::calls::RowStorage;
use self::live::Live;
use self::pushed::PushedConversation;
use crate::Error;
use crate::records::{self, Place, Records, Salvage};
use crate::wit::records::{Origin, Owner, Trust};
use crate::wit::types::Error as Refusal;
use crate::wit::window::{
    self, Edit, Explanation, LearningPage, MessageFormat, NewItem, PruneReply, Pushed, RecoveredWindow, Relevance,
    Restored, SnapshotComparison, SnapshotOfWindow, SnapshotPage, VisibleItem, WindowOpened, WindowOwner,
    WindowSettings, WindowStatus,
};
use crate::wit::window_text::{ByteRange, PushedText};

/// A conversation under a token budget. See the module.
///
/// ```
/// use scrubjay::window::Window;
/// use scrubjay::wit::window::{MessageFormat, WindowSettings};
///
/// # fn main() -> Result<(), scrubjay::Error> {
/// let mut window = Window::new(WindowSettings { max_tokens: 50_000, ..WindowSettings::default() })?;
/// let messages = r#"[{"role": "user", "content": "Fix the login."}]"#;
/// let (edited, pruned) = window.fit(MessageFormat::Anthropic, messages)?;
/// assert_eq!((edited.as_str(), pruned.n_pruned), (messages, 0));
/// # Ok(())
/// # }
/// ```
pub struct Window {
    live: Live,
    storage: RowStorage,
    settings: WindowSettings,
    /// The current time for calls, in milliseconds since 1970; `None` for the system's.
    clock: Option<i64>,
    /// The number of the first message that was pushed; `None` before the first push.
    first: Option<u32>,
    /// The conversation in the instance, if `push_changed` pushed it.
    pushed: Option<PushedConversation>,
}

/// The outcome of a prune.
#[derive(Clone, Debug, PartialEq)]
pub struct Pruned {
    /// The edits for everything that is pruned, now or earlier, in the order of the conversation.
    pub edits: Vec<Edit>,
    /// The number of parts that were pruned now.
    pub n_pruned: u32,
    /// The tokens before the prune, corrected by the provider's count.
    pub tokens_before: u64,
    /// The tokens after the prune, corrected likewise.
    pub tokens_after: u64,
    /// The first message that was changed now, if any: those before it can be read from the prompt cache.
    pub first_changed: Option<u32>,
    /// The tokens that this prune is expected to save, at the price without a cache; below 0 if the budget required a
    /// loss.
    pub expected_saving: f64,
    /// The number of the prune's snapshot; 0 if nothing was pruned now.
    pub snapshot: u32,
}

impl From<&str> for WindowOwner {
    /// The window of this name, in a memory with only one tenant.
    fn from(name: &str) -> WindowOwner {
        WindowOwner { tenant: String::new(), principal: String::new(), name: name.to_owned() }
    }
}

impl Window {
    /// A window that is stored only by [`Window::save`].
    ///
    /// # Errors
    /// [`Error::Refused`] for an invalid setting; [`Error::Guest`].
    pub fn new(settings: WindowSettings) -> Result<Window, Error> {
        Window::load(settings, &[])
    }

    /// Loads a window from the bytes of [`Window::save`].
    ///
    /// # Errors
    /// [`Error::Refused`] for an invalid setting, or for bytes that are damaged or of a newer release;
    /// [`Error::Guest`].
    pub fn load(settings: WindowSettings, saved: &[u8]) -> Result<Window, Error> {
        Window::opened(settings, RowStorage::Alone(saved.to_vec()))
    }

    /// Opens a window of a memory store, which other processes may share. Nothing is written before the first change: a
    /// prune, a pin, a task or a snapshot.
    ///
    /// # Errors
    /// [`Error::Refused`] for an invalid setting or name; [`Error::Store`]; [`Error::Guest`].
    pub fn open(place: Place, owner: WindowOwner, settings: WindowSettings) -> Result<Window, Error> {
        let records = records_of(place, &owner.tenant, &owner.principal)?;
        let owner = WindowOwner { principal: records.settings().owner.principal.clone(), ..owner };
        Window::opened(settings, RowStorage::Store(Box::new(records), owner))
    }

    fn opened(settings: WindowSettings, storage: RowStorage) -> Result<Window, Error> {
        let mut window = Window { live: Live::default(), storage, settings, clock: None, first: None, pushed: None };
        window.ensure_open()?;
        Ok(window)
    }

    /// Whether the window existed when it was opened, and its numbers of prunes and pruned parts then.
    pub fn found(&self) -> WindowOpened {
        self.live.found
    }

    /// The salvage of a damaged memory that a call has done since the window was opened, if any.
    pub fn salvaged(&self) -> Option<&Salvage> {
        match &self.storage {
            RowStorage::Alone(_) => None,
            RowStorage::Store(records, _) => records.salvaged(),
        }
    }

    /// Sets the current time for calls, in milliseconds since 1970, to replay past conversations; `None` for the
    /// system's.
    pub fn set_clock(&mut self, now: Option<i64>) {
        self.clock = now;
    }

    fn now(&self) -> i64 {
        self.clock.unwrap_or_else(records::now)
    }

    /// Adds parts in the order of the conversation: new ones, or again from an earlier message on. Known parts are
    /// compared; from the first that differs, all are replaced.
    ///
    /// # Errors
    /// [`Error::Refused`], which names the message; then nothing is added. [`Error::Guest`].
    pub fn push(&mut self, items: &[NewItem]) -> Result<Pushed, Error> {
        let Some(first) = items.first().map(|item| item.message) else { return self.nothing_pushed() };
        self.with_push(first, |window| {
            window.call_without_rows("window.push", |exports, store| {
                exports.scrubjay_memory_window().call_push(store, items)
            })
        })
    }

    /// As [`Window::push`], for messages of a format as JSON: a list, whose first message has the number `first`, or a
    /// whole request.
    ///
    /// # Errors
    /// As for [`Window::push`].
    pub fn push_messages(&mut self, format: MessageFormat, messages: &str, first: u32) -> Result<Pushed, Error> {
        let now = self.now();
        self.with_push(first, |window| {
            window.call_without_rows("window.push-messages", |exports, store| {
                exports.scrubjay_memory_window().call_push_messages(store, format, messages, first, now)
            })
        })
    }

    /// Prunes if the budget requires it, or if a cold prompt cache makes it cheap; returns all edits in any case. To be
    /// called before each request, after all messages were pushed.
    ///
    /// # Errors
    /// [`Error::Refused`]: with the floor if the budget cannot be met, which changes nothing; with a conflict if
    /// another process changed the window: push again from the first message on. [`Error::Store`]; [`Error::Guest`].
    pub fn prune(&mut self) -> Result<Pruned, Error> {
        let now = self.now();
        self.pruned(calls::call(|exports, store, resumed| {
            exports.scrubjay_memory_window().call_prune(store, now, resumed)
        }))
    }

    /// As [`Window::prune`], for a request that is sent in any case: prunes all it can, even if that does not meet the
    /// budget.
    ///
    /// # Errors
    /// As for [`Window::prune`], without the floor.
    pub fn prune_anyway(&mut self) -> Result<Pruned, Error> {
        let now = self.now();
        self.pruned(calls::call(|exports, store, resumed| {
            exports.scrubjay_memory_window().call_prune_anyway(store, now, resumed)
        }))
    }

    fn pruned(&mut self, call: impl calls::Call<PruneReply>) -> Result<Pruned, Error> {
        // Most calls prune nothing, for which no row and no lock is needed.
        let done = match self.change_without_rows("window.prune", &call)? {
            Some(done) => {
                if done.n_pruned > 0 {
                    self.save()?;
                }
                done
            }
            None => self.change("window.prune", &call)?,
        };
        let window::Pruned { edits, n_pruned, tokens_before, tokens_after, .. } = done;
        let window::Pruned { first_changed, expected_saving, snapshot, .. } = done;
        Ok(Pruned { edits, n_pruned, tokens_before, tokens_after, first_changed, expected_saving, snapshot })
    }

    /// Messages as JSON with edits applied; unedited parts keep their bytes. `first` is the number of the first
    /// message.
    ///
    /// # Errors
    /// [`Error::Refused`] for an edit that does not fit; [`Error::Guest`].
    pub fn edit_messages(&mut self, messages: &str, first: u32, edits: &[Edit]) -> Result<String, Error> {
        self.call_without_rows("window.edit-messages", |exports, store| {
            exports.scrubjay_memory_window().call_edit_messages(store, messages, first, edits)
        })
    }

    /// Pushes all messages of a conversation, prunes, and returns the messages to send. Repeats this if another process
    /// changed the window meanwhile.
    ///
    /// # Errors
    /// As for [`Window::push`] and [`Window::prune`].
    pub fn fit(&mut self, format: MessageFormat, messages: &str) -> Result<(String, Pruned), Error> {
        let pruned = self.push_and_prune(format, messages)?;
        let edited = self.edited(messages, &pruned.edits)?;
        Ok((edited, pruned))
    }

    /// As [`Window::fit`], for a request that is sent in any case, as by [`Window::prune_anyway`].
    ///
    /// # Errors
    /// As for [`Window::fit`], without the floor.
    pub fn fit_anyway(&mut self, format: MessageFormat, messages: &str) -> Result<(String, Pruned), Error> {
        let pruned = self.push_and_prune_anyway(format, messages)?;
        let edited = self.edited(messages, &pruned.edits)?;
        Ok((edited, pruned))
    }

    /// Pushes all messages of a conversation and prunes, as [`Window::fit`], for a caller that applies the edits
    /// itself.
    ///
    /// # Errors
    /// As for [`Window::fit`].
    pub fn push_and_prune(&mut self, format: MessageFormat, messages: &str) -> Result<Pruned, Error> {
        try_again(|| {
            self.push_changed(format, messages)?;
            self.prune()
        })
    }

    /// As [`Window::push_and_prune`], for a request that is sent in any case, as by [`Window::prune_anyway`].
    ///
    /// # Errors
    /// As for [`Window::fit_anyway`].
    pub fn push_and_prune_anyway(&mut self, format: MessageFormat, messages: &str) -> Result<Pruned, Error> {
        try_again(|| {
            self.push_changed(format, messages)?;
            self.prune_anyway()
        })
    }

    /// The messages that were pushed last, with the edits of the prune after them.
    fn edited(&mut self, messages: &str, edits: &[Edit]) -> Result<String, Error> {
        if edits.is_empty() {
            return Ok(messages.to_owned());
        }
        let Some(conversation) = self.pushed.take() else { return self.edit_messages(messages, 0, edits) };
        let ranges = self.call_without_rows("window-text.edit-ranges", |exports, store| {
            exports.scrubjay_memory_window_text().call_edit_ranges(store, conversation.messages())
        })?;
        self.pushed = Some(conversation);
        match ranges.and_then(|ranges| pushed::replaced(messages, edits, &ranges)) {
            Some(edited) => Ok(edited),
            // A part was pushed in another form than the one in which it is known.
            None => self.edit_messages(messages, 0, edits),
        }
    }

    /// Pushes the messages of a conversation that the instance does not have.
    fn push_changed(&mut self, format: MessageFormat, messages: &str) -> Result<(), Error> {
        let earlier = self.pushed.take().filter(|_| self.live.is_whole);
        if let Some(mut conversation) = earlier
            && let Some(new) = conversation.new_messages(format, messages)
            && self.push_new(format, messages, new, &mut conversation)?
        {
            self.pushed = Some(conversation);
            return Ok(());
        }
        let PushedText { pushed, messages: places } = self.push_text(format, messages, 0)?;
        if pushed.n_new == 0 && pushed.n_known == 0 {
            // The new conversation has no part, and a push of nothing would leave the earlier one in place.
            self.live.close();
            self.first = None;
        }
        self.pushed = PushedConversation::of(format, messages, places);
        Ok(())
    }

    /// Pushes the new messages, which are the bytes `new` of the text. False if they are refused as invalid, or if
    /// their byte ranges do not fit: the caller then pushes the whole text, so that an error has the number of the
    /// message.
    fn push_new(
        &mut self,
        format: MessageFormat,
        text: &str,
        new: Range<usize>,
        conversation: &mut PushedConversation,
    ) -> Result<bool, Error> {
        if new.is_empty() {
            return Ok(true);
        }
        let list = format!("[{}]", &text[new.clone()]);
        let pushed = match self.push_text(format, &list, conversation.messages().len() as u32) {
            Err(Error::Refused(Refusal::Invalid(_))) => return Ok(false),
            pushed => pushed?,
        };
        // A bracket precedes the messages in the list, but not in `new`.
        let in_text = |at: u64| (at + new.start as u64).saturating_sub(1);
        let place = |one: ByteRange| ByteRange { start: in_text(one.start), end: in_text(one.end) };
        Ok(conversation.add(text, pushed.messages.into_iter().map(place).collect()).is_some())
    }

    fn push_text(&mut self, format: MessageFormat, messages: &str, first: u32) -> Result<PushedText, Error> {
        let now = self.now();
        self.with_push(first, |window| {
            window.call_without_rows("window-text.push-text", |exports, store| {
                exports.scrubjay_memory_window_text().call_push_text(store, format, messages, first, now)
            })
        })
    }

    /// The content of a part by its id, pruned or not: its text, and the bytes of its value. Changes nothing: to bring
    /// the part back into the conversation, append it.
    ///
    /// # Errors
    /// [`Error::Refused`]: as unknown; as expired if the content is no longer stored; as withheld if it never was,
    /// because it held a secret; [`Error::Store`]; [`Error::Guest`].
    pub fn restore(&mut self, id: &str) -> Result<Restored, Error> {
        let now = self.now();
        self.read(
            "window.restore",
            calls::call(|exports, store, resumed| {
                exports.scrubjay_memory_window().call_restore(store, id, now, resumed)
            }),
        )
    }

    /// The newest part whose text is `content`, or that quotes it as a piece of prepared code, if the edited conversation
    /// still shows it; otherwise `None`.
    ///
    /// # Errors
    /// [`Error::Refused`] with a conflict, as for [`Window::prune`]; [`Error::Guest`].
    pub fn already_visible(&mut self, content: &str) -> Result<Option<VisibleItem>, Error> {
        self.check_not_lost()?;
        self.call_without_rows("window.already-visible", |exports, store| {
            exports.scrubjay_memory_window().call_already_visible(store, content)
        })
    }

    /// Corrects the token counts by the provider's: the input tokens, including cached ones, of the last request for
    /// which [`Window::prune`] was called. Ignored if another instance of the window made that request. A count that is
    /// far from the estimate counts only up to a limit.
    ///
    /// # Errors
    /// [`Error::Refused`] with a conflict, as for [`Window::prune`]; [`Error::Guest`].
    pub fn report_usage(&mut self, input_tokens: u64) -> Result<(), Error> {
        self.check_not_lost()?;
        self.call_without_rows("window.report-usage", |exports, store| {
            exports.scrubjay_memory_window().call_report_usage(store, input_tokens)
        })
    }

    /// Sets the relevance of parts, from 0.0 to 1.0, by which their values are multiplied. Unknown ids are ignored.
    ///
    /// # Errors
    /// [`Error::Refused`]; [`Error::Guest`].
    pub fn set_relevance(&mut self, relevance: &[Relevance]) -> Result<(), Error> {
        self.check_not_lost()?;
        self.call_without_rows("window.set-relevance", |exports, store| {
            exports.scrubjay_memory_window().call_set_relevance(store, relevance)
        })
    }

    /// Pins parts, which then are never pruned, or unpins them.
    ///
    /// # Errors
    /// [`Error::Refused`]: as unknown for the first id without a part, else as for [`Window::prune`]; [`Error::Store`].
    pub fn pin(&mut self, ids: &[String], is_pinned: bool) -> Result<(), Error> {
        let now = self.now();
        self.change_without_answer("window.pin", |exports, store, resumed| {
            exports.scrubjay_memory_window().call_pin(store, ids, is_pinned, now, resumed)
        })
    }

    /// Sets the task of the conversation; empty for none. Makes a snapshot.
    ///
    /// # Errors
    /// As for [`Window::pin`].
    pub fn set_task(&mut self, task: &str) -> Result<(), Error> {
        let now = self.now();
        self.change_without_answer("window.set-task", |exports, store, resumed| {
            exports.scrubjay_memory_window().call_set_task(store, task, now, resumed)
        })
    }

    /// Stores a snapshot of the window.
    ///
    /// # Errors
    /// As for [`Window::pin`].
    pub fn snapshot(&mut self) -> Result<(), Error> {
        let now = self.now();
        self.change_without_answer("window.snapshot", |exports, store, resumed| {
            exports.scrubjay_memory_window().call_snapshot(store, now, resumed)
        })
    }

    /// Ends the window: nothing of it can be restored any more. Its learnings stay.
    ///
    /// # Errors
    /// As for [`Window::pin`].
    pub fn end(&mut self) -> Result<(), Error> {
        let now = self.now();
        let end = calls::call(|exports, store, resumed| exports.scrubjay_memory_window().call_end(store, now, resumed));
        self.change("window.end", &end)?;
        (self.first, self.pushed) = (None, None);
        Ok(())
    }

    /// The state of the window: tokens, parts and limits.
    ///
    /// # Errors
    /// [`Error::Refused`] with a conflict, as for [`Window::prune`]; [`Error::Guest`].
    pub fn status(&mut self) -> Result<WindowStatus, Error> {
        self.check_not_lost()?;
        self.call_without_rows("window.status", |exports, store| exports.scrubjay_memory_window().call_status(store))
    }

    /// The snapshots, newest first, up to `limit`; only those before the number `before`, or all for 0.
    ///
    /// # Errors
    /// [`Error::Refused`]; [`Error::Store`]; [`Error::Guest`].
    pub fn snapshots(&mut self, limit: u32, before: u32) -> Result<SnapshotPage, Error> {
        self.read(
            "window.snapshots",
            calls::call(|exports, store, resumed| {
                exports.scrubjay_memory_window().call_snapshots(store, limit, before, resumed)
            }),
        )
    }

    /// The snapshot with this number, or without a number that of the newest prune; `None` if it is not stored.
    ///
    /// # Errors
    /// As for [`Window::snapshots`].
    pub fn find_snapshot(&mut self, number: Option<u32>) -> Result<Option<SnapshotOfWindow>, Error> {
        let page = self.read(
            "window.find-snapshot",
            calls::call(|exports, store, resumed| {
                exports.scrubjay_memory_window().call_find_snapshot(store, number, resumed)
            }),
        )?;
        Ok(page.snapshots.into_iter().next())
    }

    /// The fate and value of a part in the newest snapshot that has the part; `None` if none has.
    ///
    /// # Errors
    /// As for [`Window::snapshots`].
    pub fn explain(&mut self, id: &str) -> Result<Option<Explanation>, Error> {
        let explained = self.read(
            "window.explain",
            calls::call(|exports, store, resumed| exports.scrubjay_memory_window().call_explain(store, id, resumed)),
        )?;
        Ok(explained.explanation)
    }

    /// The snapshot that a prune with this budget would make now; its number is 0.
    ///
    /// # Errors
    /// As for [`Window::prune`]. Nothing is ever changed.
    pub fn what_if(&mut self, max_tokens: u32) -> Result<SnapshotOfWindow, Error> {
        self.check_not_lost()?;
        let now = self.now();
        self.call_without_rows("window.what-if", |exports, store| {
            exports.scrubjay_memory_window().call_what_if(store, max_tokens, now)
        })
    }

    /// The differences between two snapshots; `None` for `newer` means the newest.
    ///
    /// # Errors
    /// [`Error::Refused`] for the number of a missing snapshot; as for [`Window::snapshots`].
    pub fn compare_snapshots(&mut self, older: u32, newer: Option<u32>) -> Result<SnapshotComparison, Error> {
        self.read(
            "window.compare-snapshots",
            calls::call(|exports, store, resumed| {
                exports.scrubjay_memory_window().call_compare_snapshots(store, older, newer, resumed)
            }),
        )
    }

    /// The edits at the time of a snapshot, for the conversation as it was sent then. Does not change the window.
    ///
    /// # Errors
    /// As for [`Window::compare_snapshots`]; also with a conflict, as for [`Window::prune`].
    pub fn recover_snapshot(&mut self, number: u32) -> Result<RecoveredWindow, Error> {
        self.check_not_lost()?;
        self.read(
            "window.recover-snapshot",
            calls::call(|exports, store, resumed| {
                exports.scrubjay_memory_window().call_recover_snapshot(store, number, resumed)
            }),
        )
    }

    /// The learnings from pruned parts, newest first, up to `limit`.
    ///
    /// # Errors
    /// As for [`Window::snapshots`].
    pub fn learnings(&mut self, limit: u32) -> Result<LearningPage, Error> {
        self.read(
            "window.learnings",
            calls::call(|exports, store, resumed| {
                exports.scrubjay_memory_window().call_learnings(store, limit, resumed)
            }),
        )
    }

    /// The content of a window without a store, for [`Window::load`]; empty for a window with a store, which already
    /// has it.
    ///
    /// # Errors
    /// [`Error::Guest`].
    pub fn save(&mut self) -> Result<Vec<u8>, Error> {
        let saved =
            self.call_without_rows("window.save", |exports, store| exports.scrubjay_memory_window().call_save(store))?;
        if let RowStorage::Alone(kept) = &mut self.storage {
            kept.clone_from(&saved);
        }
        Ok(saved)
    }
}

/// Makes a change of a window, and repeats it if another process changed the window meanwhile. The change must push the
/// messages that the window needs.
///
/// # Errors
/// Errors of the change; [`Error::Refused`] with a conflict if others changed the window ten times.
pub fn try_again<T>(mut change: impl FnMut() -> Result<T, Error>) -> Result<T, Error> {
    for _ in 1..MAX_TRIES {
        match change() {
            Err(Error::Refused(Refusal::Conflict)) => {}
            done => return done,
        }
    }
    change()
}

/// The records of the memory store that contains the window.
fn records_of(place: Place, tenant: &str, principal: &str) -> Result<Records, Error> {
    let (tenant, principal) = (tenant.to_owned(), principal.to_owned());
    let owner = Owner { tenant, principal, speaker: Origin::Agent, trust: Trust::Confirmed, roots: Vec::new() };
    let config = match place {
        Place::Nowhere => records::Config::default(),
        _ => records::Config::of_user()?,
    };
    Records::open(place, config.settings(owner))
}

/// The error if a window's conversation was lost with its instance.
fn conflict() -> Error {
    Error::Refused(Refusal::Conflict)
}
