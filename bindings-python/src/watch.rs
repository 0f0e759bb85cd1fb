//! The class `Changes` of the extension: waits for changes of a folder, while its memory can be used.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use scrubjay::index;

use crate::ending::{self, Call};
use crate::errors;

/// Watches a folder for changes. Only one thread can wait at a time: another one gets a `RuntimeError`.
#[pyclass(module = "scrubjay._native", frozen, weakref)]
pub(crate) struct Changes {
    changes: Mutex<index::Changes>,
    is_stopped: AtomicBool,
}

impl Changes {
    pub(crate) fn new(changes: index::Changes) -> Changes {
        Changes { changes: Mutex::new(changes), is_stopped: AtomicBool::new(false) }
    }
}

#[pymethods]
impl Changes {
    /// Waits until an index run is due. `False` once the watch was stopped.
    fn wait(&self, py: Python<'_>) -> PyResult<bool> {
        let _call = Call::begin(py)?;
        let mut signal_error = None;
        let wait_result = py.detach(|| {
            let Ok(mut changes) = self.changes.try_lock() else { return None };
            Some(changes.wait(&mut || {
                if self.is_stopped.load(Ordering::Relaxed) || ending::has_begun() {
                    return ControlFlow::Break(());
                }
                signal_error = Python::attach(|py| py.check_signals()).err();
                if signal_error.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }))
        });
        match (signal_error, wait_result) {
            (Some(signal_error), _) => Err(signal_error),
            (None, Some(wait_result)) => {
                Ok(wait_result.map_err(|error| errors::python_error(py, &error))?.is_continue())
            }
            (None, None) => Err(PyRuntimeError::new_err("another thread waits for these changes")),
        }
    }

    /// Reports the outcome of the run: whether it changed the index; `None` if it failed and is to be retried.
    #[pyo3(signature = (changed))]
    fn ran(&self, changed: Option<bool>) {
        let mut changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        match changed {
            Some(changed) => _ = changes.ran(Ok(changed)),
            None => _ = changes.ran(Err(&scrubjay::Error::Stopped)),
        }
    }

    /// Stops the watch, from any thread.
    fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}
