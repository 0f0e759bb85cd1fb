//! Formats answers as the command line prints them. Answers are read back from the dataclasses, and formatted by the
//! component.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use scrubjay::tools::describe;
use scrubjay::wit::tools::{Described, ToolReply};
use scrubjay::wit::{graph, prepare};

use crate::arguments::Argument as _;
use crate::errors::python_error;

/// The text of an answer, as the command line prints it, and a line for each thing that it leaves out.
#[pyfunction]
pub(crate) fn shown(answer: &Bound<'_, PyAny>) -> PyResult<String> {
    let Described { text, left_out } = described(answer)?;
    Ok(left_out.into_iter().fold(text, |text, line| text + &line + "\n"))
}

/// The last lines of an answer's text, which say what it leaves out; empty if it leaves out nothing.
#[pyfunction]
pub(crate) fn left_out(answer: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    Ok(described(answer)?.left_out)
}

fn described(answer: &Bound<'_, PyAny>) -> PyResult<Described> {
    describe(&read(answer)?).map_err(|error| python_error(answer.py(), &error))
}

fn read(answer: &Bound<'_, PyAny>) -> PyResult<ToolReply> {
    let name = answer.get_type().name()?;
    macro_rules! read_page {
        ($($module:ident::$page:ident as $case:ident)*) => {
            match name.to_str()? {
                $(stringify!($page) => ToolReply::$case($module::$page::read(answer, "answer")?),)*
                other => return Err(PyTypeError::new_err(format!("there is no text of a {other}"))),
            }
        };
    }
    Ok(read_page!(
        graph::FindPage as Find
        graph::WalkPage as Callers
        graph::PathPage as Path
        graph::HierarchyPage as Hierarchy
        graph::DependencyPage as Dependencies
        graph::UnresolvedPage as Unresolved
        graph::FileOutline as Outline
        graph::SourcePage as Source
        graph::RepositoryMap as Map
        prepare::Prepared as Prepare
    ))
}
