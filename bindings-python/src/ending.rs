//! The interpreter's end: calls of other threads that run are waited for, and none begins any more.
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

/// How long the end waits for calls that run: they end within moments, but for what a caller's own function does in them.
const MOST_WAIT: Duration = Duration::from_secs(5);
/// How often it looks whether they are done.
const PAUSE: Duration = Duration::from_millis(1);

/// Calls that run now, from reading their arguments to making their answers.
static N_RUNNING: AtomicUsize = AtomicUsize::new(0);
/// The thread that ends the interpreter, and its process: a child made by `fork` has none of the threads that were counted.
static ENDING: OnceLock<ThreadId> = OnceLock::new();
static COUNTED_IN: OnceLock<u32> = OnceLock::new();
/// What later calls are refused by: made beforehand, because making it would run Python.
static REFUSAL: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// A call that runs.
pub(crate) struct Call(());

impl Call {
    /// A call begins.
    ///
    /// # Errors
    /// `Closed` where the interpreter ends, but for the thread that ends it.
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

/// Whether the interpreter ends, and this is not the thread that ends it.
pub(crate) fn has_begun() -> bool {
    ENDING.get().is_some_and(|ending| *ending != thread::current().id())
}

/// The end begins: from now on only this thread asks, and what others asked is done.
pub(crate) fn begin(py: Python<'_>) {
    REFUSAL.get_or_init(py, || errors::closed(py, "Python is ending").into_value(py).into_any());
    ENDING.get_or_init(|| thread::current().id());
    if COUNTED_IN.get().is_some_and(|process| *process == process::id()) {
        py.detach(|| {
            let begun = Instant::now();
            while N_RUNNING.load(Ordering::SeqCst) > 0 && begun.elapsed() < MOST_WAIT {
                thread::sleep(PAUSE);
            }
        });
    }
}
