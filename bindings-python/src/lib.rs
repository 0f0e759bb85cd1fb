//! The extension module `scrubjay._native`: the library `scrubjay` for Python.
//!
//! In reading order: [`memory`] is the class `Memory`, [`records`] the class `Records`, [`sessions`] its summaries,
//! [`mending`] its methods about damage, [`window`] the class `Window`, [`watch`] the class `Changes`, [`shown`] the
//! text of answers. [`slot`] lends an open object to one call at a time; [`index`] reports the progress of a run and
//! lets it be stopped; [`ending`] ensures that no call runs when Python ends; [`arguments`] reads arguments,
//! [`convert`] converts results, and [`errors`] creates exceptions. Not here: semantics. The public package is in
//! `python/scrubjay/`, with signatures and documentation.

mod memory;
mod mending;
mod questions;
mod records;
mod sessions;
mod shown;
mod watch;
mod window;

mod ending;
mod index;
mod slot;

mod arguments;
mod convert;
mod errors;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use pyo3::prelude::*;

use crate::arguments::Argument as _;

/// The extension `scrubjay._native`. Only the package imports it: its classes and functions may change at any time.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::memory::Memory;
    #[pymodule_export]
    use super::records::Records;
    #[pymodule_export]
    use super::shown::{left_out, shown};
    #[pymodule_export]
    use super::slot::close_all;
    #[pymodule_export]
    use super::watch::Changes;
    #[pymodule_export]
    use super::window::{Window, windows};
    #[pymodule_export]
    use super::{locate, run};

    /// Initializes the module. Silences panics of redb: a damaged store raises an exception, and their message would
    /// only confuse.
    #[pymodule_init]
    fn init(module: &super::Bound<'_, super::PyModule>) -> super::PyResult<()> {
        scrubjay::store::redb::silence_damage();
        super::PyModuleMethods::add(module, "__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// The nearest indexed folder from `path` upwards; by default from the working folder.
#[pyfunction]
#[pyo3(signature = (path = None))]
fn locate(py: Python<'_>, path: Option<&Bound<'_, PyAny>>) -> PyResult<PathBuf> {
    let path = path.map(|path| PathBuf::read(path, "path")).transpose()?;
    scrubjay::locate(path.as_deref().unwrap_or(Path::new("."))).map_err(|error| errors::python_error(py, &error))
}

/// Runs the command line with arguments, the first of which is the program's name, and returns its exit code.
#[pyfunction]
fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| scrubjay_cli::run(arguments))
}
