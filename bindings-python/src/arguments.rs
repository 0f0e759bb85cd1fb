//! Reads arguments from Python: checks their types here, while the component checks their values.
//!
//! A wrong type is a `TypeError` that names the argument, as usual in Python. A text that is not Unicode cannot be
//! passed on and is `Invalid`. A number out of its type's range is passed on as the nearest number of the type, and the
//! component's error names the range of the argument. A file may be given as any path inside the folder.

use std::path::PathBuf;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyUnicodeError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use scrubjay::Error;
use scrubjay::files::root::Root;
use scrubjay::shown::without_secrets;
use scrubjay::wit::Word;
use scrubjay::wit::{graph, prepare, types, window};

use crate::errors;

/// The name of arguments that are a file in the folder.
const FILE_ARGUMENT: &str = "path";
/// The name of arguments that are a prefix of paths, which may be given as the path of a file or folder.
const PREFIX_ARGUMENT: &str = "path_prefix";
/// The names of arguments that are sequences whose items may be files.
const FILE_LIST_ARGUMENTS: [&str; 3] = ["focus", "recent", "paths"];

/// The arguments of a question, which are read in order.
pub(crate) struct ArgumentReader<'a, 'py> {
    values: &'a Bound<'py, PyTuple>,
    /// The memory's folder, to which paths are made relative; `None` for questions without files.
    root: Option<&'a Root>,
    /// Whether an absolute path outside the folder is passed on unchanged instead of refused.
    keeps_foreign: bool,
    /// The index of the next argument.
    n_taken: usize,
}

impl<'a, 'py> ArgumentReader<'a, 'py> {
    /// The arguments of a question about the code in this folder.
    pub(crate) fn new(values: &'a Bound<'py, PyTuple>, root: &'a Root) -> ArgumentReader<'a, 'py> {
        ArgumentReader { values, root: Some(root), keeps_foreign: false, n_taken: 0 }
    }

    /// The arguments of a question about records, in which an absolute path outside the folder is passed on unchanged.
    pub(crate) fn of_records(values: &'a Bound<'py, PyTuple>, root: &'a Root) -> ArgumentReader<'a, 'py> {
        ArgumentReader { keeps_foreign: true, ..ArgumentReader::new(values, root) }
    }

    /// The arguments of a question without files.
    pub(crate) fn without_root(values: &'a Bound<'py, PyTuple>) -> ArgumentReader<'a, 'py> {
        ArgumentReader { values, root: None, keeps_foreign: false, n_taken: 0 }
    }

    /// Reads the next argument. `argument` is its name.
    ///
    /// # Errors
    /// `TypeError` for a wrong type; `Invalid` for a text that is not Unicode, and for an unknown enum case;
    /// `OutsideRoot` and `NotUnicode` for a file.
    pub(crate) fn take<T: Argument>(&mut self, argument: &str) -> PyResult<T> {
        let value = self.values.get_item(self.n_taken)?;
        self.n_taken += 1;
        match argument {
            FILE_ARGUMENT | PREFIX_ARGUMENT => T::read(&self.file(&value, argument)?, argument),
            _ if FILE_LIST_ARGUMENTS.contains(&argument) => {
                let items: Vec<Bound<'py, PyAny>> = sequence(&value, argument)?;
                let items = items.iter().map(|item| self.file(item, argument)).collect::<PyResult<Vec<_>>>()?;
                T::read(&PyTuple::new(value.py(), items)?.into_any(), argument)
            }
            _ => T::read(&value, argument),
        }
    }

    /// Converts an argument that is a file to a path relative to the folder. A relative `str` is passed on as it is,
    /// and so is every path if there is no folder.
    fn file(&self, value: &Bound<'py, PyAny>, argument: &str) -> PyResult<Bound<'py, PyAny>> {
        let is_text = value.is_instance_of::<PyString>();
        if !is_text && !value.hasattr("__fspath__")? {
            return Err(wrong_type(value, argument, "str or os.PathLike"));
        }
        let path = PathBuf::read(value, argument)?;
        let root = self.root.filter(|_| !is_text || path.is_absolute());
        let Some(root) = root else { return Ok(value.clone()) };
        let inside_path = match root.inside(root.path(), &path) {
            Err(Error::OutsideRoot { .. }) if self.keeps_foreign && path.is_absolute() => {
                path.to_str().map(str::to_owned).ok_or(Error::NotUnicode { path })
            }
            inside_path => inside_path,
        };
        let inside_path = inside_path.map_err(|error| errors::python_error(value.py(), &error))?;
        Ok(PyString::new(value.py(), &inside_path).into_any())
    }
}

/// Reads the arguments of a method, each into a variable of the same name.
macro_rules! read {
    ($($argument:ident: $type:ty),*) => {
        $(let $argument = <$type as $crate::arguments::Argument>::read($argument, stringify!($argument))?;)*
    };
}

pub(crate) use read;

/// Makes a record: reads the next arguments, in the order of its fields, and sets the fields after `;` to values.
macro_rules! record {
    ($given:ident => $record:ident { $($field:ident),* $(; $($other:ident: $value:expr),+)? }) => {
        $record { $($field: $given.take(stringify!($field))?,)* $($($other: $value),+)? }
    };
}

pub(crate) use record;

/// A type that is read from an argument in Python.
pub(crate) trait Argument: Sized {
    /// Converts an argument. `argument` is its name, for errors.
    fn read(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Self>;
}

impl Argument for String {
    fn read(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<String> {
        let text = value.cast::<PyString>().map_err(|_| wrong_type(value, argument, "str"))?;
        text.extract::<String>().map_err(|error| not_unicode(value.py(), error, argument))
    }
}

/// Implements `Argument` for integers. A number out of the type's range becomes the nearest number of the type.
macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl Argument for $integer {
            fn read(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<$integer> {
                match value.extract::<$integer>() {
                    Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
                        Ok(if value.lt(0)? { <$integer>::MIN } else { <$integer>::MAX })
                    }
                    number => number.map_err(|error| with_argument_name(error, value, argument, "int")),
                }
            }
        }
    )*};
}

integers!(u32, u64, i32, i64);

impl Argument for f64 {
    fn read(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<f64> {
        value.extract::<f64>().map_err(|error| with_argument_name(error, value, argument, "float"))
    }
}

impl Argument for bool {
    fn read(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<bool> {
        value.extract::<bool>().map_err(|error| with_argument_name(error, value, argument, "bool"))
    }
}

impl<T: Argument> Argument for Option<T> {
    fn read(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Option<T>> {
        if value.is_none() { Ok(None) } else { T::read(value, argument).map(Some) }
    }
}

impl<T: Argument> Argument for Vec<T> {
    fn read(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Vec<T>> {
        sequence(value, argument)?.iter().map(|one| T::read(one, argument)).collect()
    }
}

impl<A: Argument, B: Argument> Argument for (A, B) {
    fn read(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<(A, B)> {
        let pair = value.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>();
        let (first, second) = pair.map_err(|error| with_argument_name(error, value, argument, "a pair"))?;
        Ok((A::read(&first, argument)?, B::read(&second, argument)?))
    }
}

impl Argument for PathBuf {
    /// `Invalid` for a path that no file can have.
    fn read(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<PathBuf> {
        let path = value.extract::<PathBuf>().map_err(|error| not_unicode(value.py(), error, argument));
        path.map_err(|error| with_argument_name(error, value, argument, "str or os.PathLike"))
    }
}

impl Argument for Vec<u8> {
    /// Reads bytes from hexadecimal digits, the form in records.
    fn read(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Vec<u8>> {
        let digits = String::read(value, argument)?;
        bytes(&digits)
            .ok_or_else(|| errors::invalid(value.py(), argument, "a hash is not written in hexadecimal digits"))
    }
}

/// Bytes that are `bytes` in Python; those of records are hexadecimal digits.
pub(crate) struct Raw(pub(crate) Vec<u8>);

impl Argument for Raw {
    fn read(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Raw> {
        value.extract().map(Raw).map_err(|_| wrong_type(value, argument, "bytes"))
    }
}

/// Implements `Argument` for records, by reading the attributes of the dataclass.
macro_rules! records {
    ($($module:ident::$record:ident { $($field:ident),* })*) => {$(
        impl Argument for $module::$record {
            fn read(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Self> {
                let member = |name: &str| {
                    value.getattr_opt(name)?.ok_or_else(|| wrong_type(value, argument, stringify!($record)))
                };
                Ok(Self { $($field: Argument::read(&member(stringify!($field))?, argument)?),* })
            }
        }
    )*};
}

records! {
    types::Anchor { path, symbol, hash, commit }
    types::TouchedLines { path, first_line, last_line, weight }
    types::WeightedPath { path, weight }
    types::ZoneOffset { since, seconds }
    types::BesidePiece { id, text, why }
    window::CodePlace { path, first_line, last_line }
    types::Factor { name, value }
    graph::Symbol { id, name, qualified_name, kind, path, first_line, last_line, signature, doc, tokens }
    graph::Found { symbol, score, factors }
    types::UnreadLanguage { language, n_files }
    types::NextArgument { name, value }
    types::NextQuestion { question, arguments }
    types::Hint { kind, why, next }
    graph::FindPage { hits, n_hits, suggestions, unmatched, unread, hints }
    graph::Outlined { symbol, depth }
    graph::FileOutline { path, language, hash, n_lines, has_errors, symbols, hints }
    graph::Step { symbol, via, edge, strategy, confidence, path, line, depth, overridden }
    graph::WalkPage { symbol, meanings, steps, n_steps, depth_limited, n_unresolved, n_unresolved_files, unread, hints }
    graph::PathPage { source, target, steps, n_unresolved, n_unresolved_files, unread, hints }
    graph::HierarchyPage { symbol, above, n_above, below, n_below, depth_limited, n_unresolved, n_unresolved_files, unread, hints }
    graph::UnresolvedPlace { symbol, edge, path, line }
    graph::UnresolvedPage { symbol, places, n_places, n_files, unread }
    graph::Dependency { name, external, n_edges, line, depth }
    graph::DependencyPage { dependencies, n_dependencies, unread, hints }
    graph::SourcePage { symbol, text, last_line, n_lines_left_out, is_changed }
    graph::RepositoryMap { text, tokens, n_files, n_symbols, n_symbols_left_out, n_files_left_out, unknown_focus, unread, hints }
    prepare::Piece { id, path, first_line, last_line, form, text, tokens, score, why, factors }
    prepare::RankedFile { path, score, factors }
    prepare::Prepared {
        pieces, beside, n_beside_left_out, beside_tokens, tokens, text, files, n_files, n_left_out, unknown_focus, unread,
        hints
    }
}

/// Decodes hexadecimal digits; `None` if they are malformed.
fn bytes(digits: &str) -> Option<Vec<u8>> {
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else { return None };
    let nibble = |digit: u8| char::from(digit).to_digit(16).map(|value| value as u8);
    pairs.iter().map(|&[high, low]| Some(nibble(high)? << 4 | nibble(low)?)).collect()
}

/// The items of a sequence. Refuses a text: Python takes it for a sequence of texts, which no caller means.
fn sequence<'py>(value: &Bound<'py, PyAny>, argument: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
    value.extract().map_err(|error| with_argument_name(error, value, argument, "a sequence that is no str"))
}

/// Reads a case of an enumeration from its word.
fn word<W: Word>(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<W> {
    let word = String::read(value, argument)?;
    W::named(&word).ok_or_else(|| {
        let words: Vec<&str> = W::WORDS.iter().map(|(word, _)| *word).collect();
        let why = format!("`{}` is none of its words: {}", without_secrets(&word), words.join(", "));
        errors::invalid(value.py(), argument, &why)
    })
}

macro_rules! words {
    ($($module:ident::$enumeration:ident { $($case:ident = $word:literal,)* })*) => {$(
        impl Argument for scrubjay::wit::$module::$enumeration {
            fn read(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Self> {
                word(value, argument)
            }
        }
    )*};
}

scrubjay::for_enumerations!(words);

/// Reads a number from 0 on. `Invalid` below 0, instead of taking it for 0.
pub(crate) fn non_negative(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<u64> {
    let number = u64::try_from(i64::read(value, argument)?);
    number.map_err(|_| errors::invalid(value.py(), argument, "it is below 0"))
}

fn wrong_type(value: &Bound<'_, PyAny>, argument: &str, expected_type: &str) -> PyErr {
    let given_type = value.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("argument '{argument}' must be {expected_type}, not {given_type}"))
}

/// Replaces a `TypeError` by a `TypeError` that names the argument and the wanted type. Returns other errors unchanged.
pub(crate) fn with_argument_name(error: PyErr, value: &Bound<'_, PyAny>, argument: &str, expected_type: &str) -> PyErr {
    if error.is_instance_of::<PyTypeError>(value.py()) { wrong_type(value, argument, expected_type) } else { error }
}

fn not_unicode(py: Python<'_>, error: PyErr, argument: &str) -> PyErr {
    match error.is_instance_of::<PyUnicodeError>(py) && !error.is_instance_of::<PyTypeError>(py) {
        true => errors::invalid(py, argument, &error.value(py).to_string()),
        false => error,
    }
}
