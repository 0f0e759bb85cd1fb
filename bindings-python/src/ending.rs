//! Interpreter shutdown: running calls of other threads are awaited, and no new ones begin.
//!
//! Until 3.13, Python ends a thread that comes back for the interpreter too late by unwinding its stack, and a process whose
//! stack has frames of this module in it is aborted by that. So none of them may be there when it comes. Not here: what a
//! function of the caller's that lasts longer does to its thread.

use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyAny;

use crate::errors;

/// How long shutdown waits for running calls: they end within moments, unless a caller's own function runs in them.
const MAX_WAIT: Duration = Duration::from_secs(5);
/// The interval at which it checks whether they have ended.
const PAUSE: Duration = Duration::from_millis(1);

/// The running calls, from reading their arguments to converting their results.
static N_RUNNING: AtomicUsize = AtomicUsize::new(0);
/// The thread that shuts down the interpreter, and its process: a child made by `fork` has none of the counted threads.
static ENDING: OnceLock<ThreadId> = OnceLock::new();
static COUNTED_IN: OnceLock<u32> = OnceLock::new();
/// The exception for later calls: created beforehand, because creating it would run Python.
static REFUSAL: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// A running call.
pub(crate) struct Call(());

impl Call {
    /// A call begins.
    ///
    /// # Errors
    /// `Closed` during shutdown, except in the thread that shuts down.
    pub(crate) fn begin(py: Python<'_>) -> PyResult<Call> {
        match REFUSAL.get(py) {
            Some(refusal) if has_begun() => Err(PyErr::from_value(refusal.bind(py).clone())),
            _ => {
                COUNTED_IN.get_or_init(process::id);
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
    ENDING.get().is_some_and(|ending| *ending != thread::current().id())
}

/// Begins the shutdown: from now on only this thread may call, and the calls of other threads have ended.
pub(crate) fn begin(py: Python<'_>) {
    REFUSAL.get_or_init(py, || errors::closed(py, "Python is ending").into_value(py).into_any());
    ENDING.get_or_init(|| thread::current().id());
    if COUNTED_IN.get().is_some_and(|process| *process == process::id()) {
        py.detach(|| {
            let begun = Instant::now();
            while N_RUNNING.load(Ordering::SeqCst) > 0 && begun.elapsed() < MAX_WAIT {
                thread::sleep(PAUSE);
            }
        });
    }
}
