//! Answers as the command line prints them: read back from the dataclasses, so that there is one text of an answer.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use scrubjay::cli::AsText as _;
use scrubjay::wit::graph;

use crate::arguments::Argument as _;

/// The text of an answer.
#[pyfunction]
pub(crate) fn shown(answer: &Bound<'_, PyAny>) -> PyResult<String> {
    let name = answer.get_type().name()?;
    macro_rules! of {
        ($($page:ident)*) => {
            match name.to_str()? {
                $(stringify!($page) => graph::$page::read(answer, "answer")?.as_text(),)*
                other => return Err(PyTypeError::new_err(format!("there is no text of a {other}"))),
            }
        };
    }
    Ok(of!(FindPage WalkPage PathPage HierarchyPage DependencyPage MaybePage FileOutline))
}
