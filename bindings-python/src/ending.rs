//! Interpreter shutdown: waits for running calls of other threads, and lets no new ones begin.
//!
//! Until 3.13, Python ends a thread that returns to the interpreter during shutdown by unwinding its stack. If the
//! stack has frames of this module, the process is aborted. So no call may be running then. Not here: calls in which a
//! function of the caller's takes longer than the wait.

use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyAny;

use crate::errors;

/// The longest wait of the shutdown for running calls. They end within moments, unless a caller's own function runs in
/// them.
const MAX_WAIT: Duration = Duration::from_secs(5);
/// The interval at which the shutdown checks whether calls have ended.
const PAUSE: Duration = Duration::from_millis(1);

/// The number of running calls, from reading their arguments to converting their results.
static N_RUNNING: AtomicUsize = AtomicUsize::new(0);
/// The thread that shuts down the interpreter; unset before the shutdown.
static ENDING_THREAD: OnceLock<ThreadId> = OnceLock::new();
/// The process in which calls were counted: a child made by `fork` has none of the counted threads.
static COUNTING_PROCESS: OnceLock<u32> = OnceLock::new();
/// The exception for calls during the shutdown. It is created when the shutdown begins, because creating it runs Python
/// code.
static REFUSAL: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// Counts a running call until it is dropped.
pub(crate) struct Call(());

impl Call {
    /// Begins a call.
    ///
    /// # Errors
    /// `Closed` during shutdown, except in the thread that shuts down.
    pub(crate) fn begin(py: Python<'_>) -> PyResult<Call> {
        match REFUSAL.get(py) {
            Some(refusal) if has_begun() => Err(PyErr::from_value(refusal.bind(py).clone())),
            _ => {
                COUNTING_PROCESS.get_or_init(process::id);
                N_RUNNING.fetch_add(1, Ordering::SeqCst);
                Ok(Call(()))
            }
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        N_RUNNING.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Whether the interpreter is shutting down, and this is not the thread that does so.
pub(crate) fn has_begun() -> bool {
    ENDING_THREAD.get().is_some_and(|ending| *ending != thread::current().id())
}

/// Begins the shutdown: lets only this thread make further calls, and waits for those of other threads, at most
/// [`MAX_WAIT`].
pub(crate) fn begin(py: Python<'_>) {
    REFUSAL.get_or_init(py, || errors::closed(py, "Python is ending").into_value(py).into_any());
    ENDING_THREAD.get_or_init(|| thread::current().id());
    if COUNTING_PROCESS.get().is_some_and(|process| *process == process::id()) {
        py.detach(|| {
            let wait_began = Instant::now();
            while N_RUNNING.load(Ordering::SeqCst) > 0 && wait_began.elapsed() < MAX_WAIT {
                thread::sleep(PAUSE);
            }
        });
    }
}
