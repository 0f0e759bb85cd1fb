//! What Python hands over: values of the right type that the component may still refuse.
//!
//! A wrong type is a `TypeError`, as everywhere in Python. A text that is not Unicode cannot be handed on and is `Invalid`
//! here; a number that does not fit is handed on as the nearest one that does, and the component says what it takes.

use std::path::PathBuf;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyUnicodeError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use scrubjay::wit::Word;

use crate::errors;

/// A number that the interface takes as `u32`.
#[derive(Clone, Copy)]
pub(crate) struct Count(pub(crate) u32);

impl<'a, 'py> FromPyObject<'a, 'py> for Count {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Count> {
        match given.extract::<i64>() {
            Ok(number) => Ok(Count(number.clamp(0, u32::MAX.into()) as u32)),
            Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => {
                Ok(Count(if given.lt(0)? { 0 } else { u32::MAX }))
            }
            Err(error) => Err(error),
        }
    }
}

/// A text.
///
/// # Errors
/// `Invalid` for one with lone surrogates.
pub(crate) fn text(given: &Bound<'_, PyString>, argument: &str) -> PyResult<String> {
    given.extract::<String>().map_err(|error| not_unicode(given.py(), error, argument))
}

/// A list of texts.
///
/// # Errors
/// As for [`text`].
pub(crate) fn texts(given: &[Bound<'_, PyString>], argument: &str) -> PyResult<Vec<String>> {
    given.iter().map(|one| text(one, argument)).collect()
}

/// A list of words, each of which the interface knows.
///
/// # Errors
/// `Invalid` for a word that it does not know.
pub(crate) fn words<W: Word>(given: &[Bound<'_, PyString>], argument: &str) -> PyResult<Vec<W>> {
    let word = |one: &Bound<'_, PyString>| {
        let word = text(one, argument)?;
        W::named(&word).ok_or_else(|| errors::invalid(one.py(), argument, &format!("`{word}` is none of its words")))
    };
    given.iter().map(word).collect()
}

/// A path of the file system.
///
/// # Errors
/// `Invalid` for one that no file can have.
pub(crate) fn path(given: &Bound<'_, PyAny>, argument: &str) -> PyResult<PathBuf> {
    given.extract::<PathBuf>().map_err(|error| not_unicode(given.py(), error, argument))
}

fn not_unicode(py: Python<'_>, error: PyErr, argument: &str) -> PyErr {
    match error.is_instance_of::<PyUnicodeError>(py) && !error.is_instance_of::<PyTypeError>(py) {
        true => errors::invalid(py, argument, &error.value(py).to_string()),
        false => error,
    }
}
