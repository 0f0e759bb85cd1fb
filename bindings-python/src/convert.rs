//! What Python gets: the records of the interface as dataclasses, its words as strings, lists as tuples.
//!
//! Which records and words there are is generated; a field that is missing there does not compile.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

/// A value that becomes Python's.
pub(crate) trait ToPython {
    /// The object of it.
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

plain!(bool, u32, u64, f64, String);

impl ToPython for Vec<u8> {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyBytes::new(py, self).into_any())
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

/// Records as the dataclasses of the same name.
macro_rules! records {
    ($($module:ident::$record:ident { $($field:ident),* })*) => {$(
        impl $crate::convert::ToPython for scrubjay::wit::$module::$record {
            fn to_python<'py>(&self, py: pyo3::Python<'py>) -> pyo3::PyResult<pyo3::Bound<'py, pyo3::PyAny>> {
                static CLASS: pyo3::sync::PyOnceLock<pyo3::Py<pyo3::types::PyType>> = pyo3::sync::PyOnceLock::new();
                let scrubjay::wit::$module::$record { $($field),* } = self;
                let fields = [$($crate::convert::ToPython::to_python($field, py)?),*];
                let class = CLASS.import(py, "scrubjay.records", stringify!($record))?;
                pyo3::types::PyAnyMethods::call1(class.as_any(), pyo3::types::PyTuple::new(py, fields)?)
            }
        }
    )*};
}

/// Cases of enumerations as their words.
macro_rules! words {
    ($($module:ident::$enumeration:ident,)*) => {$(
        impl $crate::convert::ToPython for scrubjay::wit::$module::$enumeration {
            fn to_python<'py>(&self, py: pyo3::Python<'py>) -> pyo3::PyResult<pyo3::Bound<'py, pyo3::PyAny>> {
                Ok(pyo3::types::PyString::intern(py, scrubjay::wit::Word::word(*self)).into_any())
            }
        }
    )*};
}

pub(crate) use {records, words};

use pyo3::IntoPyObjectExt as _;
