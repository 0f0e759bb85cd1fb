//! What a class of the extension holds: it is used by one call at a time, in the process that opened it, and released of the
//! interpreter meanwhile.

use std::process;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use scrubjay::Error;

use crate::convert::ToPython;
use crate::ending::Call;
use crate::errors;

/// Something open, until it is closed.
pub(crate) struct Held<T> {
    open: Mutex<Option<T>>,
    process: u32,
    /// As errors call it, with its verb: "the records are", "the window is".
    what: &'static str,
}

impl<T: Send> Held<T> {
    pub(crate) fn new(open: T, what: &'static str) -> Held<T> {
        Held { open: Mutex::new(Some(open)), process: process::id(), what }
    }

    /// Calls, without holding the interpreter; the answer as Python's.
    ///
    /// # Errors
    /// `Closed`; the call's own.
    pub(crate) fn run<'py, A: ToPython + Send>(
        &self,
        py: Python<'py>,
        call: impl Send + FnOnce(&mut T) -> Result<A, Error>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.call(py, call)?.map_err(|error| errors::raised(py, &error))?.to_python(py)
    }

    /// Calls, without holding the interpreter.
    ///
    /// # Errors
    /// `Closed`.
    pub(crate) fn call<A: Send>(&self, py: Python<'_>, call: impl Send + FnOnce(&mut T) -> A) -> PyResult<A> {
        let _call = Call::begin(py)?;
        if self.process != process::id() {
            return Err(errors::closed(py, &format!("{} of another process: open anew after a fork", self.what)));
        }
        let answer = py.detach(|| {
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            open.as_mut().map(call)
        });
        answer.ok_or_else(|| errors::closed(py, &format!("{} closed", self.what)))
    }

    /// Closes it. Closing again does nothing.
    pub(crate) fn close(&self, py: Python<'_>) {
        if self.process == process::id() {
            py.detach(|| drop(self.open.lock().unwrap_or_else(PoisonError::into_inner).take()));
        }
    }
}

impl<T> Drop for Held<T> {
    fn drop(&mut self) {
        if self.process != process::id() {
            // Closing would write to the parent's file.
            std::mem::forget(self.open.get_mut().unwrap_or_else(PoisonError::into_inner).take());
        }
    }
}
