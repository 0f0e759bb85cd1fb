//! Arguments from Python: their types are checked here, their values by the component.
//!
//! A wrong type is a `TypeError` that names the argument, as usual in Python. A text that is not Unicode cannot be passed on
//! and is `Invalid`; a number out of its type's range is passed on as the nearest one within, and the component's error
//! names the range it takes. A file may be given as any path inside the folder.

use std::path::PathBuf;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyUnicodeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString, PyTuple};
use scrubjay::files::root::Root;
use scrubjay::wit::Word;
use scrubjay::wit::types::{Anchor, TouchedLines};

use crate::errors;

/// An argument with this name is a file in the folder.
const FILE: &str = "path";

/// The arguments of a question, read in order.
pub(crate) struct Given<'a, 'py> {
    all: &'a Bound<'py, PyTuple>,
    root: Option<&'a Root>,
    next: usize,
}

impl<'a, 'py> Given<'a, 'py> {
    /// The arguments for a memory of this folder.
    pub(crate) fn new(all: &'a Bound<'py, PyTuple>, root: &'a Root) -> Given<'a, 'py> {
        Given { all, root: Some(root), next: 0 }
    }

    /// The arguments of a question that speaks of no file.
    pub(crate) fn without_root(all: &'a Bound<'py, PyTuple>) -> Given<'a, 'py> {
        Given { all, root: None, next: 0 }
    }

    /// Reads the next argument, which has this name.
    ///
    /// # Errors
    /// `TypeError` for a wrong type; `Invalid` for a text that is not Unicode and for an unknown enum case; `OutsideRoot`.
    pub(crate) fn take<T: Argument>(&mut self, argument: &str) -> PyResult<T> {
        let given = self.all.get_item(self.next)?;
        self.next += 1;
        if argument == FILE
            && let Some(path) = self.file(&given)?
        {
            return T::read(&PyString::new(given.py(), &path), argument);
        }
        T::read(&given, argument)
    }

    /// The path of a file relative to the folder, if it is given in another form.
    fn file(&self, given: &Bound<'py, PyAny>) -> PyResult<Option<String>> {
        let is_text = given.is_instance_of::<PyString>();
        if !is_text && !given.hasattr("__fspath__")? {
            return Err(wrong(given, FILE, "str or os.PathLike"));
        }
        let path = path(given, FILE)?;
        if is_text && !path.is_absolute() {
            return Ok(None);
        }
        let Some(root) = self.root else { return Ok(None) };
        let inside = root.inside(root.path(), &path);
        inside.map(Some).map_err(|error| errors::raised(given.py(), &error))
    }
}

/// A type of argument.
pub(crate) trait Argument: Sized {
    /// Reads the argument with this name.
    fn read(given: &Bound<'_, PyAny>, argument: &str) -> PyResult<Self>;
}

impl Argument for String {
    fn read(given: &Bound<'_, PyAny>, argument: &str) -> PyResult<String> {
        let text = given.cast::<PyString>().map_err(|_| wrong(given, argument, "str"))?;
        text.extract::<String>().map_err(|error| not_unicode(given.py(), error, argument))
    }
}

impl Argument for u32 {
    fn read(given: &Bound<'_, PyAny>, argument: &str) -> PyResult<u32> {
        match given.extract::<i64>() {
            Ok(number) => Ok(number.clamp(0, u32::MAX.into()) as u32),
            Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => {
                Ok(if given.lt(0)? { 0 } else { u32::MAX })
            }
            Err(error) => Err(retold(error, given, argument, "int")),
        }
    }
}

impl Argument for u64 {
    fn read(given: &Bound<'_, PyAny>, argument: &str) -> PyResult<u64> {
        match given.extract::<u64>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => {
                Ok(if given.lt(0)? { 0 } else { u64::MAX })
            }
            number => number.map_err(|error| retold(error, given, argument, "int")),
        }
    }
}

impl Argument for i64 {
    fn read(given: &Bound<'_, PyAny>, argument: &str) -> PyResult<i64> {
        match given.extract::<i64>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => {
                Ok(if given.lt(0)? { i64::MIN } else { i64::MAX })
            }
            number => number.map_err(|error| retold(error, given, argument, "int")),
        }
    }
}

impl Argument for f64 {
    fn read(given: &Bound<'_, PyAny>, argument: &str) -> PyResult<f64> {
        given.extract::<f64>().map_err(|error| retold(error, given, argument, "float"))
    }
}

impl Argument for bool {
    fn read(given: &Bound<'_, PyAny>, argument: &str) -> PyResult<bool> {
        given.cast::<PyBool>().map(|is| is.is_true()).map_err(|_| wrong(given, argument, "bool"))
    }
}

impl<T: Argument> Argument for Option<T> {
    fn read(given: &Bound<'_, PyAny>, argument: &str) -> PyResult<Option<T>> {
        if given.is_none() { Ok(None) } else { T::read(given, argument).map(Some) }
    }
}

impl<T: Argument> Argument for Vec<T> {
    fn read(given: &Bound<'_, PyAny>, argument: &str) -> PyResult<Vec<T>> {
        // In Python a text is also a sequence of texts, but is never intended as one.
        let items: Vec<Bound<'_, PyAny>> =
            given.extract().map_err(|error| retold(error, given, argument, "a sequence that is no str"))?;
        items.iter().map(|one| T::read(one, argument)).collect()
    }
}

impl Argument for Anchor {
    /// A place of a note, by its members.
    fn read(given: &Bound<'_, PyAny>, argument: &str) -> PyResult<Anchor> {
        let text = |name: &str| match given.getattr_opt(name)? {
            Some(member) => String::read(&member, argument),
            None => Err(wrong(given, argument, "a sequence of Anchor")),
        };
        let digits = text("hash")?;
        let hash = bytes(&digits)
            .ok_or_else(|| errors::invalid(given.py(), argument, "a hash is not written in hexadecimal digits"))?;
        Ok(Anchor { path: text("path")?, symbol: text("symbol")?, hash, commit: text("commit")? })
    }
}

impl Argument for TouchedLines {
    /// Lines of a file, by their members.
    fn read(given: &Bound<'_, PyAny>, argument: &str) -> PyResult<TouchedLines> {
        let member = |name: &str| match given.getattr_opt(name)? {
            Some(member) => Ok(member),
            None => Err(wrong(given, argument, "a sequence of TouchedLines")),
        };
        Ok(TouchedLines {
            path: Argument::read(&member("path")?, argument)?,
            first_line: Argument::read(&member("first_line")?, argument)?,
            last_line: Argument::read(&member("last_line")?, argument)?,
            weight: Argument::read(&member("weight")?, argument)?,
        })
    }
}

/// Bytes from hexadecimal digits.
fn bytes(digits: &str) -> Option<Vec<u8>> {
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else { return None };
    let nibble = |digit: u8| char::from(digit).to_digit(16).map(|value| value as u8);
    pairs.iter().map(|&[high, low]| Some(nibble(high)? << 4 | nibble(low)?)).collect()
}

/// A case of one of the interface's enums.
fn word<W: Word>(given: &Bound<'_, PyAny>, argument: &str) -> PyResult<W> {
    let word = String::read(given, argument)?;
    W::named(&word).ok_or_else(|| errors::invalid(given.py(), argument, &format!("`{word}` is none of its words")))
}

macro_rules! words {
    ($($module:ident::$enumeration:ident { $($case:ident = $word:literal,)* })*) => {$(
        impl Argument for scrubjay::wit::$module::$enumeration {
            fn read(given: &Bound<'_, PyAny>, argument: &str) -> PyResult<Self> {
                word(given, argument)
            }
        }
    )*};
}

scrubjay::for_enumerations!(words);

/// A path of the file system.
///
/// # Errors
/// `Invalid` for a path that no file can have.
pub(crate) fn path(given: &Bound<'_, PyAny>, argument: &str) -> PyResult<PathBuf> {
    given.extract::<PathBuf>().map_err(|error| not_unicode(given.py(), error, argument))
}

fn wrong(given: &Bound<'_, PyAny>, argument: &str, wanted: &str) -> PyErr {
    let is = given.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("argument '{argument}' must be {wanted}, not {is}"))
}

/// Adds the argument's name to a `TypeError`; other errors are unchanged.
fn retold(error: PyErr, given: &Bound<'_, PyAny>, argument: &str, wanted: &str) -> PyErr {
    if error.is_instance_of::<PyTypeError>(given.py()) { wrong(given, argument, wanted) } else { error }
}

fn not_unicode(py: Python<'_>, error: PyErr, argument: &str) -> PyErr {
    match error.is_instance_of::<PyUnicodeError>(py) && !error.is_instance_of::<PyTypeError>(py) {
        true => errors::invalid(py, argument, &error.value(py).to_string()),
        false => error,
    }
}
