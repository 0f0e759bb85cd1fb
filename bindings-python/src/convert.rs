//! Converts answers for Python: records of the interface become dataclasses, words strings, and lists tuples. Bytes of
//! a record become hexadecimal digits, so that an answer as a dictionary is JSON.
//!
//! The lists of records and words are generated. If a field is missing in them, this does not compile.

use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use scrubjay::wit::{delivery, episodes, graph, memory, prepare, recall, records, session, types, window};

use crate::arguments::Raw;

pub(crate) trait ToPython {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>>;
}

macro_rules! plain {
    ($($plain:ty),*) => {$(
        impl ToPython for $plain {
            fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                self.into_bound_py_any(py)
            }
        }
    )*};
}

plain!(bool, u32, u64, i32, i64, f64, String);

impl ToPython for Vec<u8> {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.iter().map(|byte| format!("{byte:02x}")).collect::<String>().to_python(py)
    }
}

impl ToPython for Raw {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyBytes::new(py, &self.0).into_any())
    }
}

impl<T: ToPython> ToPython for Vec<T> {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let items: PyResult<Vec<_>> = self.iter().map(|item| item.to_python(py)).collect();
        Ok(PyTuple::new(py, items?)?.into_any())
    }
}

impl<T: ToPython> ToPython for Option<T> {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.as_ref().map_or_else(|| Ok(py.None().into_bound(py)), |some| some.to_python(py))
    }
}

impl<A: ToPython, B: ToPython> ToPython for (A, B) {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok((self.0.to_python(py)?, self.1.to_python(py)?).into_pyobject(py)?.into_any())
    }
}

/// Creates an object of a class in `scrubjay.records`, with its fields in order; imports each class once.
macro_rules! object {
    ($py:ident, $class:expr, [$($part:expr),*]) => {{
        static CLASS: pyo3::sync::PyOnceLock<Py<pyo3::types::PyType>> = pyo3::sync::PyOnceLock::new();
        let parts: Vec<Bound<'_, PyAny>> = vec![$(ToPython::to_python($part, $py)?),*];
        CLASS.import($py, "scrubjay.records", $class)?.as_any().call1(PyTuple::new($py, parts)?)
    }};
}

/// Implements `ToPython` for records, as dataclasses of the same name.
macro_rules! records {
    ($($module:ident::$record:ident { $($field:ident),* })*) => {$(
        impl ToPython for $module::$record {
            fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                let $module::$record { $($field),* } = self;
                object!(py, stringify!($record), [$($field),*])
            }
        }
    )*};
}

/// Implements `ToPython` for enumerations, as the words of their cases.
macro_rules! words {
    ($($module:ident::$enumeration:ident { $($case:ident = $word:literal,)* })*) => {$(
        impl ToPython for $module::$enumeration {
            fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                Ok(pyo3::types::PyString::intern(py, scrubjay::wit::Word::word(*self)).into_any())
            }
        }
    )*};
}

/// Implements `ToPython` for variants, as dataclasses named after the variant and the case.
macro_rules! variants {
    ($($module:ident::$variant:ident { $($case:ident $(($held:ident))? = $word:literal,)* })*) => {$(
        impl ToPython for $module::$variant {
            fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                match self {$(
                    $module::$variant::$case $(($held))? => {
                        object!(py, concat!(stringify!($variant), stringify!($case)), [$($held)?])
                    }
                )*}
            }
        }
    )*};
}

scrubjay::for_records!(records);
scrubjay::for_enumerations!(words);
scrubjay::for_variants!(variants);
