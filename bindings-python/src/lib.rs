//! The extension module `scrubjay._native`: the library `scrubjay` for Python.
//!
//! In reading order: [`memory`] is the class `Memory`; [`slot`] gives it to one call at a time; [`index`] tells how far a run
//! is and lets it be stopped; [`ending`] sees to it that no call runs when Python ends; [`arguments`] reads what Python hands
//! over, [`convert`] makes what it gets, [`errors`] raises.
//! Not here: any meaning. What the package adds in Python is in `python/scrubjay/`.

mod memory;

mod ending;
mod index;
mod slot;

mod arguments;
mod convert;
mod errors;
mod generated;

use std::ffi::OsString;
use std::path::PathBuf;

use pyo3::prelude::*;

/// What of the package is written in Rust.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::memory::Memory;
    #[pymodule_export]
    use super::slot::close_all;
    #[pymodule_export]
    use super::{locate, run};

    /// A damaged store is told by an exception; what redb says of it on the standard error would only confuse.
    #[pymodule_init]
    fn init() {
        scrubjay::store::redb::silence_damage();
    }
}

/// The nearest folder from `path` upwards that has been indexed.
#[pyfunction]
#[pyo3(signature = (path = PathBuf::from(".")))]
fn locate(py: Python<'_>, path: PathBuf) -> PyResult<PathBuf> {
    scrubjay::locate(&path).map_err(|error| errors::raised(py, &error))
}

/// Runs the command line on arguments, the first of which is the program's name, and gives its exit code.
#[pyfunction]
fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| scrubjay::cli::run(arguments))
}
