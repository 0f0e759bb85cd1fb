//! Slots: a slot contains an open object, and lends it to one call at a time. Callers are served in order of arrival,
//! and a signal interrupts waiting.
//!
//! An object belongs to the process that opened it. In a child made by `fork` it can neither be used nor closed: its
//! store and its lock are the parent's.

use std::collections::VecDeque;
use std::mem;
use std::ops::{Deref, DerefMut};
use std::process;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use scrubjay::records::Records;
use scrubjay::window::Window;
use scrubjay::{Error, Memory};

use crate::convert::ToPython;
use crate::ending::{self, Call};
use crate::errors;

/// The interval at which a waiting thread checks for signals.
const SIGNAL_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// The memories of this process that may still be open.
static OPEN_SLOTS: Mutex<Vec<Weak<Slot<Memory>>>> = Mutex::new(Vec::new());

/// An object that a slot can contain, with the words for its errors.
pub(crate) trait SlotContent: Send {
    /// The subject and verb of error messages: "the memory is".
    const NAME_AND_VERB: &'static str;
    /// The error message if a child made by `fork` uses the object.
    const FORK_MESSAGE: &'static str;

    /// Drops the object, unless its type has more to do.
    fn close(self) -> Result<(), Error>
    where
        Self: Sized,
    {
        Ok(())
    }
}

impl SlotContent for Memory {
    const NAME_AND_VERB: &'static str = "the memory is";
    const FORK_MESSAGE: &'static str = "the memory belongs to the process that opened it: open it anew after a fork";

    fn close(self) -> Result<(), Error> {
        self.close()
    }
}

impl SlotContent for Records {
    const NAME_AND_VERB: &'static str = "the records are";
    const FORK_MESSAGE: &'static str = "the records are of another process: open anew after a fork";
}

impl SlotContent for Window {
    const NAME_AND_VERB: &'static str = "the window is";
    const FORK_MESSAGE: &'static str = "the window is of another process: open anew after a fork";
}

/// Lends an open object to one call at a time.
pub(crate) struct Slot<T> {
    queue: Mutex<Queue<T>>,
    /// Notified whenever the next caller may be served.
    turn_changed: Condvar,
    /// The id of the process that opened the object.
    process_id: u32,
}

/// The queue of a slot. All of it is under one lock, so that a caller sees state and queue of the same moment.
struct Queue<T> {
    state: State<T>,
    /// The numbers of the waiting callers, in order of arrival.
    waiting_tickets: VecDeque<u64>,
    /// The number of callers so far: the number of the next ticket.
    n_tickets: u64,
}

enum State<T> {
    Idle(Box<T>),
    /// In use by the call of this thread.
    Busy(ThreadId),
    Closed,
}

/// A place in a slot's queue, until it is dropped.
struct Ticket<'a, T> {
    slot: &'a Slot<T>,
    number: u64,
}

/// The result of waiting at most `SIGNAL_CHECK_INTERVAL`.
enum WaitResult<'a, T> {
    Turn(Turn<'a, T>),
    /// The object was closed meanwhile.
    Closed,
    /// It is not this caller's turn yet.
    NotYet,
}

/// The open object, for the duration of a call. Dropping the turn gives the object back to its slot.
pub(crate) struct Turn<'a, T> {
    slot: &'a Slot<T>,
    content: Option<Box<T>>,
}

impl Slot<Memory> {
    /// Registers the memory to be closed when Python ends.
    pub(crate) fn close_at_exit(self) -> Arc<Slot<Memory>> {
        let slot = Arc::new(self);
        let mut open_slots = lock(&OPEN_SLOTS);
        open_slots.retain(|slot| slot.strong_count() > 0);
        open_slots.push(Arc::downgrade(&slot));
        slot
    }
}

impl<T> Slot<T> {
    fn put(&self, state: State<T>) {
        lock(&self.queue).state = state;
        self.turn_changed.notify_all();
    }
}

impl<T: SlotContent> Slot<T> {
    pub(crate) fn new(content: T) -> Slot<T> {
        let queue = Queue { state: State::Idle(Box::new(content)), waiting_tickets: VecDeque::new(), n_tickets: 0 };
        Slot { queue: Mutex::new(queue), turn_changed: Condvar::new(), process_id: process::id() }
    }

    /// Runs a function on the object without holding the interpreter, and converts its answer.
    pub(crate) fn ask<'py, A: ToPython + Send>(
        &self,
        py: Python<'py>,
        question: impl Send + FnOnce(&mut T) -> Result<A, Error>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.call(py, question)?.to_python(py)
    }

    /// Runs a function on the object without holding the interpreter, and converts its error to an exception.
    pub(crate) fn call<A: Send>(
        &self,
        py: Python<'_>,
        question: impl Send + FnOnce(&mut T) -> Result<A, Error>,
    ) -> PyResult<A> {
        let _call = Call::begin(py)?;
        self.run(py, |mut turn| question(&mut turn))?.map_err(|error| errors::python_error(py, &error))
    }

    /// Closes the object, after earlier calls of other threads. Closing again does nothing.
    pub(crate) fn close(&self, py: Python<'_>) -> PyResult<()> {
        if self.is_closed() {
            return Ok(());
        }
        let _call = Call::begin(py)?;
        self.run(py, |turn| turn.close())?.map_err(|error| errors::python_error(py, &error))
    }

    /// Waits for this call's turn, and runs a function on the object without holding the interpreter.
    ///
    /// # Errors
    /// `Closed`; `RuntimeError` if this thread is already in a call; whatever a signal handler raises meanwhile, such
    /// as `KeyboardInterrupt`.
    pub(crate) fn run<A: Send>(&self, py: Python<'_>, call: impl Send + FnOnce(Turn<'_, T>) -> A) -> PyResult<A> {
        let ticket = self.take_ticket(py)?;
        let mut call = Some(call);
        loop {
            // The turn ends before this thread waits for the interpreter, so that other callers can use the object.
            let outcome = py.detach(|| match ticket.wait() {
                WaitResult::Turn(turn) => Some(call.take().map(|call| call(turn))),
                WaitResult::Closed => Some(None),
                WaitResult::NotYet => None,
            });
            match outcome {
                Some(answer) => {
                    return answer.ok_or_else(|| errors::closed(py, &format!("{} closed", T::NAME_AND_VERB)));
                }
                None if ending::has_begun() => return Err(errors::closed(py, "Python is ending")),
                None => py.check_signals()?,
            }
        }
    }

    /// Takes a place at the end of the queue.
    fn take_ticket(&self, py: Python<'_>) -> PyResult<Ticket<'_, T>> {
        if self.process_id != process::id() {
            return Err(errors::closed(py, T::FORK_MESSAGE));
        }
        let mut queue = lock(&self.queue);
        if matches!(queue.state, State::Busy(user) if user == thread::current().id()) {
            return Err(PyRuntimeError::new_err(format!(
                "{} in use by the call that this one was made from",
                T::NAME_AND_VERB
            )));
        }
        let number = queue.n_tickets;
        queue.n_tickets += 1;
        queue.waiting_tickets.push_back(number);
        Ok(Ticket { slot: self, number })
    }

    /// Whether the object is closed, or belongs to another process.
    pub(crate) fn is_closed(&self) -> bool {
        self.process_id != process::id() || matches!(lock(&self.queue).state, State::Closed)
    }
}

impl<T> Queue<T> {
    /// Takes the object, which counts as in use from now on; `None` if it is already in use, or closed.
    fn take_content(&mut self) -> Option<Box<T>> {
        match mem::replace(&mut self.state, State::Busy(thread::current().id())) {
            State::Idle(content) => Some(content),
            state => {
                self.state = state;
                None
            }
        }
    }
}

impl<'a, T> Ticket<'a, T> {
    /// Waits for the turn, at most `SIGNAL_CHECK_INTERVAL`.
    fn wait(&self) -> WaitResult<'a, T> {
        let deadline = Instant::now() + SIGNAL_CHECK_INTERVAL;
        let mut queue = lock(&self.slot.queue);
        loop {
            if matches!(queue.state, State::Closed) {
                return WaitResult::Closed;
            }
            if queue.waiting_tickets.front() == Some(&self.number)
                && let Some(content) = queue.take_content()
            {
                queue.waiting_tickets.pop_front();
                return WaitResult::Turn(Turn { slot: self.slot, content: Some(content) });
            }
            let time_left = deadline.saturating_duration_since(Instant::now());
            if time_left.is_zero() {
                return WaitResult::NotYet;
            }
            queue = self.slot.turn_changed.wait_timeout(queue, time_left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl<T> Drop for Ticket<'_, T> {
    fn drop(&mut self) {
        lock(&self.slot.queue).waiting_tickets.retain(|number| *number != self.number);
        self.slot.turn_changed.notify_all();
    }
}

impl<T> Turn<'_, T> {
    /// Runs a function that takes the object by value and gives it back. If the function panics, the slot is closed.
    pub(crate) fn lend<A>(mut self, call: impl FnOnce(T) -> (T, A)) -> A {
        let content = self.content.take().unwrap_or_else(|| unreachable!("a turn holds what is open until it ends"));
        let (content, answer) = call(*content);
        self.content = Some(Box::new(content));
        answer
    }

    /// Closes the object. All waiting calls fail.
    ///
    /// # Errors
    /// The store's error; the object is closed nevertheless.
    fn close(mut self) -> Result<(), Error>
    where
        T: SlotContent,
    {
        let close_result = self.content.take().map_or(Ok(()), |content| content.close());
        self.slot.put(State::Closed);
        close_result
    }
}

impl<T> Deref for Turn<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.content.as_ref().unwrap_or_else(|| unreachable!("a turn holds what is open until it ends"))
    }
}

impl<T> DerefMut for Turn<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.content.as_mut().unwrap_or_else(|| unreachable!("a turn holds what is open until it ends"))
    }
}

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        match self.content.take() {
            Some(content) => self.slot.put(State::Idle(content)),
            None if thread::panicking() => self.slot.put(State::Closed),
            None => {}
        }
    }
}

impl<T> Drop for Slot<T> {
    fn drop(&mut self) {
        let queue = self.queue.get_mut().unwrap_or_else(PoisonError::into_inner);
        let state = mem::replace(&mut queue.state, State::Closed);
        if self.process_id != process::id() {
            // Closing would write to the parent's store and release its lock.
            mem::forget(state);
        }
    }
}

/// Closes every memory that no call uses, when the interpreter shuts down, so that the next process does not take this
/// process for crashed. Calls of other threads fail from now on.
#[pyfunction]
pub(crate) fn close_all(py: Python<'_>) {
    ending::begin(py);
    py.detach(|| {
        let open_slots = mem::take(&mut *lock(&OPEN_SLOTS));
        for slot in open_slots.iter().filter_map(Weak::upgrade).filter(|slot| slot.process_id == process::id()) {
            let idle = lock(&slot.queue).take_content();
            if let Some(memory) = idle {
                // No caller is left to report an error to.
                drop(Turn { slot: &slot, content: Some(memory) }.close());
            }
        }
    });
}

/// Locks a mutex, even if a thread panicked while holding it: its content is always replaced as a whole, so never
/// inconsistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
