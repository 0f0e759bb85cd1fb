//! One memory, for one call at a time: callers are served in order of arrival, and a signal interrupts waiting.
//!
//! A memory belongs to the process that opened it. In a child made by `fork` it can neither be used nor closed: its store and
//! its lock are the parent's.

use std::collections::VecDeque;
use std::mem;
use std::ops::{Deref, DerefMut};
use std::process;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use scrubjay::Memory;

use crate::{ending, errors};

/// How long a thread waits for its turn before it checks for signals.
const PATIENCE: Duration = Duration::from_millis(50);

/// The slots of this process that may still be open.
static OPEN: Mutex<Vec<Weak<Slot>>> = Mutex::new(Vec::new());

/// The slot of a memory.
pub(crate) struct Slot {
    line: Mutex<Line>,
    /// Notified whenever the next caller may be served.
    moved: Condvar,
    process: u32,
}

/// The memory and its waiting callers.
struct Line {
    state: State,
    /// The numbers of the waiting callers, in order of arrival.
    waiting: VecDeque<u64>,
    n_came: u64,
}

enum State {
    Idle(Box<Memory>),
    /// The thread that uses the memory.
    Busy(ThreadId),
    Closed,
}

/// A place in the queue, until it is dropped.
struct Ticket<'a> {
    slot: &'a Slot,
    number: u64,
}

/// The result of waiting for a while.
enum Found<'a> {
    Turn(Turn<'a>),
    /// The memory was closed meanwhile.
    Closed,
    /// Other callers are still ahead.
    Nothing,
}

/// The memory for the duration of a call.
pub(crate) struct Turn<'a> {
    slot: &'a Slot,
    memory: Option<Box<Memory>>,
}

impl Slot {
    /// A slot that contains a memory.
    pub(crate) fn new(memory: Memory) -> Arc<Slot> {
        let line = Line { state: State::Idle(Box::new(memory)), waiting: VecDeque::new(), n_came: 0 };
        let slot = Arc::new(Slot { line: Mutex::new(line), moved: Condvar::new(), process: process::id() });
        let mut open = lock(&OPEN);
        open.retain(|slot| slot.strong_count() > 0);
        open.push(Arc::downgrade(&slot));
        slot
    }

    /// Waits for this call's turn, and runs a function on the memory without holding the interpreter.
    ///
    /// # Errors
    /// `Closed`; `RuntimeError` if this thread is already in a call; whatever a signal handler raises meanwhile, such as
    /// `KeyboardInterrupt`.
    pub(crate) fn run<T: Send>(&self, py: Python<'_>, call: impl Send + FnOnce(Turn<'_>) -> T) -> PyResult<T> {
        let ticket = self.join(py)?;
        let mut call = Some(call);
        loop {
            // Other callers may use the memory while this thread waits for the interpreter.
            let done = py.detach(|| match ticket.wait() {
                Found::Turn(turn) => Some(call.take().map(|call| call(turn))),
                Found::Closed => Some(None),
                Found::Nothing => None,
            });
            match done {
                Some(answer) => return answer.ok_or_else(|| errors::closed(py, "the memory is closed")),
                None if ending::has_begun() => return Err(errors::closed(py, "Python is ending")),
                None => py.check_signals()?,
            }
        }
    }

    /// A place at the end of the queue.
    fn join(&self, py: Python<'_>) -> PyResult<Ticket<'_>> {
        if self.process != process::id() {
            return Err(errors::closed(
                py,
                "the memory belongs to the process that opened it: open it anew after a fork",
            ));
        }
        let mut line = lock(&self.line);
        if matches!(line.state, State::Busy(user) if user == thread::current().id()) {
            return Err(PyRuntimeError::new_err("the memory is in use by the call that this one was made from"));
        }
        let number = line.n_came;
        line.n_came += 1;
        line.waiting.push_back(number);
        Ok(Ticket { slot: self, number })
    }

    fn put(&self, state: State) {
        lock(&self.line).state = state;
        self.moved.notify_all();
    }

    /// Whether it is closed, or belongs to another process.
    pub(crate) fn is_closed(&self) -> bool {
        self.process != process::id() || matches!(lock(&self.line).state, State::Closed)
    }
}

impl Line {
    /// Takes the memory, which is in use from now on; `None` if it is already in use, or closed.
    fn take(&mut self) -> Option<Box<Memory>> {
        match mem::replace(&mut self.state, State::Busy(thread::current().id())) {
            State::Idle(memory) => Some(memory),
            other => {
                self.state = other;
                None
            }
        }
    }
}

impl<'a> Ticket<'a> {
    /// Waits a while for the turn.
    fn wait(&self) -> Found<'a> {
        let until = Instant::now() + PATIENCE;
        let mut line = lock(&self.slot.line);
        loop {
            if matches!(line.state, State::Closed) {
                return Found::Closed;
            }
            if line.waiting.front() == Some(&self.number)
                && let Some(memory) = line.take()
            {
                line.waiting.pop_front();
                return Found::Turn(Turn { slot: self.slot, memory: Some(memory) });
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Found::Nothing;
            }
            line = self.slot.moved.wait_timeout(line, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        lock(&self.slot.line).waiting.retain(|number| *number != self.number);
        self.slot.moved.notify_all();
    }
}

impl Turn<'_> {
    /// Has a function take the memory and give it back. If it panics, the memory is gone and so is closed.
    pub(crate) fn lend<T>(mut self, call: impl FnOnce(Memory) -> (Memory, T)) -> T {
        let memory = self.memory.take().unwrap_or_else(|| unreachable!("a turn holds its memory until it ends"));
        let (memory, answer) = call(*memory);
        self.memory = Some(Box::new(memory));
        answer
    }

    /// Closes the memory; all waiting calls fail.
    ///
    /// # Errors
    /// The store's error; the memory is closed nevertheless.
    pub(crate) fn close(mut self) -> Result<(), scrubjay::Error> {
        let closed = self.memory.take().map_or(Ok(()), |memory| memory.close());
        self.slot.put(State::Closed);
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
        match self.memory.take() {
            Some(memory) => self.slot.put(State::Idle(memory)),
            None if thread::panicking() => self.slot.put(State::Closed),
            None => {}
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let line = self.line.get_mut().unwrap_or_else(PoisonError::into_inner);
        let state = mem::replace(&mut line.state, State::Closed);
        if self.process != process::id() {
            // Closing would write to the parent's store and release its lock.
            mem::forget(state);
        }
    }
}

/// Closes every memory, so that the next process does not take this one for crashed. For interpreter shutdown: from now on no
/// other thread is answered.
#[pyfunction]
pub(crate) fn close_all(py: Python<'_>) {
    ending::begin(py);
    py.detach(|| {
        let open = mem::take(&mut *lock(&OPEN));
        for slot in open.iter().filter_map(Weak::upgrade).filter(|slot| slot.process == process::id()) {
            let idle = lock(&slot.line).take();
            if let Some(memory) = idle {
                // No caller is left to report an error to.
                drop(Turn { slot: &slot, memory: Some(memory) }.close());
            }
        }
    });
}

/// Takes the lock, even after a panic elsewhere: its content is only ever replaced as a whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
