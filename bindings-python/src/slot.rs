//! One memory, for one call at a time: other threads queue, and a signal ends the waiting.
//!
//! A memory belongs to the process that opened it. In a child made by `fork` it can be neither asked nor closed: its store and
//! its lock are the parent's.

use std::mem;
use std::ops::{Deref, DerefMut};
use std::process;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, ThreadId};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use scrubjay::Memory;

use crate::errors;

/// How long a thread waits for its turn before it looks for signals.
const PATIENCE: Duration = Duration::from_millis(50);

/// The slots of this process that may still be open.
static OPEN: Mutex<Vec<Weak<Slot>>> = Mutex::new(Vec::new());

/// Where a memory stands between two calls.
pub(crate) struct Slot {
    state: Mutex<State>,
    freed: Condvar,
    process: u32,
}

enum State {
    Idle(Box<Memory>),
    /// The thread uses it.
    Busy(ThreadId),
    Closed,
}

/// The memory, for the length of a call.
pub(crate) struct Turn<'a> {
    slot: &'a Slot,
    memory: Option<Box<Memory>>,
}

impl Slot {
    /// A slot with a memory in it.
    pub(crate) fn new(memory: Memory) -> Arc<Slot> {
        let state = Mutex::new(State::Idle(Box::new(memory)));
        let slot = Arc::new(Slot { state, freed: Condvar::new(), process: process::id() });
        let mut open = lock(&OPEN);
        open.retain(|slot| slot.strong_count() > 0);
        open.push(Arc::downgrade(&slot));
        slot
    }

    /// The memory, once no other thread uses it.
    ///
    /// # Errors
    /// `Closed`; `RuntimeError` where this very thread is in a call; what a signal handler raises meanwhile, as
    /// `KeyboardInterrupt`.
    pub(crate) fn take(&self, py: Python<'_>) -> PyResult<Turn<'_>> {
        loop {
            if self.process != process::id() {
                return Err(errors::closed(
                    py,
                    "the memory belongs to the process that opened it: open it anew after a fork",
                ));
            }
            match self.occupy() {
                State::Idle(memory) => return Ok(Turn { slot: self, memory: Some(memory) }),
                State::Closed => return Err(errors::closed(py, "the memory is closed")),
                State::Busy(user) if user == thread::current().id() => {
                    return Err(PyRuntimeError::new_err(
                        "the memory is in use by the call that this one was made from",
                    ));
                }
                State::Busy(_) => py.detach(|| self.wait()),
            }
            py.check_signals()?;
        }
    }

    /// The state as it was; a memory that was idle is busy now.
    fn occupy(&self) -> State {
        let mut state = lock(&self.state);
        match mem::replace(&mut *state, State::Busy(thread::current().id())) {
            State::Closed => {
                *state = State::Closed;
                State::Closed
            }
            State::Busy(user) => {
                *state = State::Busy(user);
                State::Busy(user)
            }
            idle => idle,
        }
    }

    fn wait(&self) {
        let state = lock(&self.state);
        if matches!(*state, State::Busy(_)) {
            // Whether it is free now or only time has passed, the caller looks again.
            drop(self.freed.wait_timeout(state, PATIENCE));
        }
    }

    fn put(&self, state: State) {
        *lock(&self.state) = state;
        self.freed.notify_one();
    }

    /// Closed, or not this process's to use.
    pub(crate) fn is_closed(&self) -> bool {
        self.process != process::id() || matches!(*lock(&self.state), State::Closed)
    }
}

impl Turn<'_> {
    /// Closes the memory for good.
    ///
    /// # Errors
    /// What the store says of it; the memory is closed all the same.
    pub(crate) fn close(mut self) -> Result<(), scrubjay::Error> {
        let closed = self.memory.take().map_or(Ok(()), |memory| memory.close());
        self.slot.put(State::Closed);
        // Everybody who waits is told.
        self.slot.freed.notify_all();
        closed
    }
}

impl Deref for Turn<'_> {
    type Target = Memory;

    fn deref(&self) -> &Memory {
        self.memory.as_ref().unwrap_or_else(|| unreachable!("a turn holds its memory until it ends"))
    }
}

impl DerefMut for Turn<'_> {
    fn deref_mut(&mut self) -> &mut Memory {
        self.memory.as_mut().unwrap_or_else(|| unreachable!("a turn holds its memory until it ends"))
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        if let Some(memory) = self.memory.take() {
            self.slot.put(State::Idle(memory));
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let state = mem::replace(self.state.get_mut().unwrap_or_else(PoisonError::into_inner), State::Closed);
        if self.process != process::id() {
            // Closing would write to the parent's store and take away its lock.
            mem::forget(state);
        }
    }
}

/// Closes every memory that no thread uses, so that the next process need not take this one for dead. For the interpreter's end.
#[pyfunction]
pub(crate) fn close_all(py: Python<'_>) {
    py.detach(|| {
        let open = mem::take(&mut *lock(&OPEN));
        for slot in open.iter().filter_map(Weak::upgrade).filter(|slot| slot.process == process::id()) {
            match slot.occupy() {
                // Nobody is left to be told how it went.
                State::Idle(memory) => drop(Turn { slot: &slot, memory: Some(memory) }.close()),
                State::Busy(_) | State::Closed => {}
            }
        }
    });
}

/// The lock, also after a panic elsewhere: what it guards is replaced whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
