//! Formats answers as the command line prints them. Answers are read back from the dataclasses, so that only the
//! library formats.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use scrubjay::wit::{graph, prepare};
use scrubjay_cli::AsText;

use crate::arguments::Argument as _;

/// The text of an answer, as the command line prints it.
#[pyfunction]
pub(crate) fn shown(answer: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(read(answer)?.as_text())
}

/// Lines that say what an answer leaves out.
#[pyfunction]
pub(crate) fn left_out(answer: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    Ok(read(answer)?.left_out())
}

fn read(answer: &Bound<'_, PyAny>) -> PyResult<Box<dyn AsText>> {
    let name = answer.get_type().name()?;
    macro_rules! of {
        ($($module:ident::$page:ident)*) => {
            match name.to_str()? {
                $(stringify!($page) => Box::new($module::$page::read(answer, "answer")?) as Box<dyn AsText>,)*
                other => return Err(PyTypeError::new_err(format!("there is no text of a {other}"))),
            }
        };
    }
    Ok(of!(
        graph::FindPage graph::WalkPage graph::PathPage graph::HierarchyPage graph::DependencyPage graph::UnresolvedPage
        graph::FileOutline graph::SourcePage graph::RepositoryMap prepare::Prepared
    ))
}
