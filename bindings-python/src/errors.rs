//! Converts errors to exceptions: the class follows from the error's code, the attributes from its details.
//!
//! The classes are in `python/scrubjay/errors.py`, each with its code.

use std::error::Error as _;

use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use scrubjay::Error;
use scrubjay::shown::{one_line, without_secrets};
use scrubjay::store::StoreError;
use scrubjay::wit::types::{self, Limit};

use crate::convert::ToPython;

/// Creates the exception for an error of the library.
pub(crate) fn python_error(py: Python<'_>, error: &Error) -> PyErr {
    if let Error::Refused(types::Error::Invalid(refused)) = error
        && refused.argument.contains('-')
    {
        return invalid(py, &refused.argument.replace('-', "_"), &refused.why);
    }
    let mut message = error.source().map_or_else(|| error.to_string(), |source| format!("{error}: {source}"));
    if let Error::Store(StoreError::Locked { path, judged: false, .. }) = error {
        message += &format!("; if it cannot be running any more, remove {}", path.display());
    }
    let message = without_secrets(&message);
    payload(py, error).and_then(|payload| exception(py, error.code(), &message, payload)).unwrap_or_else(|error| error)
}

/// Creates the exception for a refused event. Its text names the event by its number, from 1 on.
pub(crate) fn of_event(py: Python<'_>, number: u32, error: &types::Error) -> PyErr {
    let event_error = python_error(py, &Error::Refused(error.clone()));
    let add_number = || {
        let value = event_error.value(py);
        let arguments = value.getattr("args")?.cast_into::<PyTuple>()?;
        let message = format!("event {number}: {}", arguments.get_item(0)?).into_bound_py_any(py)?;
        let other_arguments = arguments.iter().skip(1);
        value.setattr("args", PyTuple::new(py, [message].into_iter().chain(other_arguments).collect::<Vec<_>>())?)
    };
    add_number().err().unwrap_or(event_error)
}

/// Creates the exception for an argument that cannot be passed on.
pub(crate) fn invalid(py: Python<'_>, argument: &str, why: &str) -> PyErr {
    python_error(
        py,
        &Error::Refused(types::Error::Invalid(types::InvalidArgument {
            argument: argument.to_owned(),
            why: why.to_owned(),
        })),
    )
}

/// Creates the exception for an object that can no longer be used.
pub(crate) fn closed(py: Python<'_>, why: &str) -> PyErr {
    exception(py, "closed", why, Vec::new()).unwrap_or_else(|error| error)
}

/// Converts an error of the component to an exception object that is returned, not raised.
pub(crate) fn refusal<'py>(py: Python<'py>, error: &types::Error) -> Bound<'py, PyAny> {
    python_error(py, &Error::Refused(error.clone())).into_value(py).into_bound(py).into_any()
}

fn exception(py: Python<'_>, code: &str, message: &str, payload: Vec<Bound<'_, PyAny>>) -> PyResult<PyErr> {
    static CLASSES: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
    let class = CLASSES.import(py, "scrubjay.errors", "BY_CODE")?.as_any().get_item(code)?;
    // Error texts of the system may quote untrusted text too.
    let mut arguments = vec![one_line(message).into_bound_py_any(py)?];
    arguments.extend(payload);
    Ok(PyErr::from_value(class.call1(PyTuple::new(py, arguments)?)?))
}

/// The attributes of an error's exception, in the order of the exception's class.
fn payload<'py>(py: Python<'py>, error: &Error) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let path = |path: &std::path::Path| path.to_string_lossy().into_owned().to_python(py);
    match error {
        Error::NoFolder { path: file_path, .. }
        | Error::NotIndexed { from: file_path }
        | Error::NotUnicode { path: file_path } => Ok(vec![path(file_path)?]),
        Error::OutsideRoot { path: file_path, root } => Ok(vec![path(file_path)?, path(root)?]),
        Error::Store(
            StoreError::Missing { path: file_path }
            | StoreError::Foreign { path: file_path }
            | StoreError::Link { path: file_path },
        ) => Ok(vec![path(file_path)?]),
        Error::Store(StoreError::OtherProject { path: file_path, project, found }) => {
            Ok(vec![path(file_path)?, project.to_python(py)?, found.to_python(py)?])
        }
        Error::Store(StoreError::Locked { path: file_path, holder, .. }) => {
            let (host, pid) = holder.as_ref().map(|holder| (holder.host.clone(), holder.pid)).unzip();
            Ok(vec![path(file_path)?, host.to_python(py)?, pid.to_python(py)?])
        }
        Error::Store(StoreError::Format { found, .. }) => Ok(vec![found.to_python(py)?]),
        Error::Refused(refusal) => refusal_payload(py, refusal),
        _ => Ok(Vec::new()),
    }
}

fn refusal_payload<'py>(py: Python<'py>, error: &types::Error) -> PyResult<Vec<Bound<'py, PyAny>>> {
    match error {
        types::Error::Invalid(invalid) => Ok(vec![invalid.argument.to_python(py)?, invalid.why.to_python(py)?]),
        types::Error::TooLarge(Limit { what, actual, limit })
        | types::Error::Full(Limit { what, actual, limit })
        | types::Error::Floor(Limit { what, actual, limit }) => {
            Ok(vec![what.to_python(py)?, actual.to_python(py)?, limit.to_python(py)?])
        }
        types::Error::Unknown(unknown) => {
            let (suggestions, named_in) = (unknown.suggestions.to_python(py)?, unknown.named_in.to_python(py)?);
            Ok(vec![unknown.name.to_python(py)?, suggestions, unknown.imported.to_python(py)?, named_in])
        }
        types::Error::Ambiguous(ambiguity) => Ok(vec![
            ambiguity.name.to_python(py)?,
            ambiguity.candidates.to_python(py)?,
            ambiguity.n_candidates.to_python(py)?,
        ]),
        types::Error::NewerFormat(format) => Ok(vec![format.to_python(py)?]),
        types::Error::Expired(id) | types::Error::Withheld(id) => Ok(vec![id.to_python(py)?]),
        types::Error::NotIndexed => Ok(vec![py.None().into_bound(py)]),
        types::Error::Stale | types::Error::ReadOnly | types::Error::Conflict => Ok(Vec::new()),
    }
}
