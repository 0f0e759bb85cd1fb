//! Index runs: reports their progress, lets them be stopped, and converts their report.

use std::mem::{Discriminant, discriminant};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use scrubjay::index::{Indexed, Problem, Progress, skip_reason};
use scrubjay::store::Remade;

use crate::convert::ToPython;
use crate::{ending, errors};

/// How long the interpreter is left alone within a stage of a run, before it is entered to check for signals and to
/// report progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// Reports the progress of a run to the caller: every 50 ms, at each new stage, and at the last file. Stops the run if
/// the caller or a signal handler raises.
pub(crate) struct Listener {
    callback: Option<Py<PyAny>>,
    /// When progress was last reported, and its stage; `None` before the first report.
    last_report: Option<(Instant, Discriminant<Progress>)>,
    /// `None`: no exception stopped the run.
    callback_error: Option<PyErr>,
}

impl Listener {
    /// `callback`: the function to call; `None` to check only for signals.
    pub(crate) fn new(callback: Option<Py<PyAny>>) -> Listener {
        Listener { callback, last_report: None, callback_error: None }
    }

    /// Handles a report of the run. Called for every file, without holding the interpreter.
    pub(crate) fn tell(&mut self, progress: Progress) -> ControlFlow<()> {
        if ending::has_begun() {
            return ControlFlow::Break(());
        }
        let is_new = self.last_report.is_none_or(|(reported_at, stage)| {
            reported_at.elapsed() >= REPORT_INTERVAL || stage != discriminant(&progress)
        });
        let is_last = matches!(progress, Progress::Read { n_files, n_of, .. } if n_files == n_of);
        if !is_new && !is_last {
            return ControlFlow::Continue(());
        }
        let call_result = Python::attach(|py| {
            py.check_signals()?;
            let Some(callback) = &self.callback else { return Ok(()) };
            callback.call1(py, (progress_record(py, progress)?,)).map(|_| ())
        });
        self.last_report = Some((Instant::now(), discriminant(&progress)));
        match call_result {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.callback_error = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// The exception that stopped the run; `None` if none did.
    pub(crate) fn into_callback_error(self) -> Option<PyErr> {
        self.callback_error
    }
}

/// Converts a run's progress to a record of the package.
fn progress_record(py: Python<'_>, progress: Progress) -> PyResult<Bound<'_, PyAny>> {
    let (class, numbers) = match progress {
        Progress::Waiting { pid } => ("Waiting", vec![pid.into()]),
        Progress::Walked { n_files } => ("Walked", vec![n_files]),
        Progress::Read { n_files, n_of, n_bytes } => ("Read", vec![n_files, n_of, n_bytes]),
        Progress::Linking { n_left } => ("Linking", vec![n_left.into()]),
        _ => ("Walked", vec![0]),
    };
    py.import("scrubjay.report")?.getattr(class)?.call1(PyTuple::new(py, numbers)?)
}

/// Converts a run's report to a record of the package.
pub(crate) fn report<'py>(py: Python<'py>, indexed: &Indexed) -> PyResult<Bound<'py, PyAny>> {
    let module = py.import("scrubjay.report")?;
    let problem_class = module.getattr("Problem")?;
    let problems: PyResult<Vec<_>> = indexed
        .problems
        .iter()
        .map(|(path, why)| {
            let error = match why {
                Problem::Refused(error) => errors::refusal(py, error),
                _ => py.None().into_bound(py),
            };
            problem_class.call1((path, why.kind(), why.to_string(), error))
        })
        .collect();
    let failed_class = module.getattr("Failed")?;
    let failed_before: PyResult<Vec<_>> =
        indexed.failed_before.iter().map(|(path, failure)| failed_class.call1((path, failure.kind()))).collect();
    let skipped = PyDict::new(py);
    for (&reason, n_files) in &indexed.skipped {
        skipped.set_item(skip_reason(reason).to_python(py)?, n_files)?;
    }
    let members = PyDict::new(py);
    for (name, number) in [
        ("n_same", indexed.n_same),
        ("n_read", indexed.n_read),
        ("n_bytes", indexed.n_bytes),
        ("n_removed", indexed.n_removed),
        ("n_not_utf8", indexed.n_not_utf8),
        ("n_installed", indexed.n_installed),
        ("n_damaged", indexed.n_damaged),
        ("generation", indexed.generation),
    ] {
        members.set_item(name, number)?;
    }
    members.set_item("skipped", skipped)?;
    members.set_item("installed", PyTuple::new(py, &indexed.installed)?)?;
    members.set_item("exclude", PyTuple::new(py, &indexed.exclude)?)?;
    members.set_item("problems", PyTuple::new(py, problems?)?)?;
    members.set_item("failed_before", PyTuple::new(py, failed_before?)?)?;
    members.set_item("remade", indexed.remade.map(Remade::kind))?;
    module.getattr("Indexed")?.call((), Some(&members))
}
