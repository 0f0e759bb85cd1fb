//! The class `Records` of the extension: a memory without a project, in a file that the caller names or nowhere.

use std::path::PathBuf;
use std::process;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyTuple};
use scrubjay::Error;
use scrubjay::records::{Place, Remembered, Settings};
use scrubjay::wit::records::{NewNote, NotesQuestion, Origin, Owner, Trust};

use crate::arguments::{Argument, Given, path};
use crate::convert::ToPython;
use crate::ending::Call;
use crate::errors;

type Answer<'py> = PyResult<Bound<'py, PyAny>>;

/// Records, used by one call at a time, in the process that opened them.
#[pyclass(module = "scrubjay._native", frozen)]
pub(crate) struct Records {
    records: Mutex<Option<scrubjay::records::Records>>,
    process: u32,
}

impl Records {
    fn run<'py, T: ToPython + Send>(
        &self,
        py: Python<'py>,
        call: impl Send + FnOnce(&mut scrubjay::records::Records) -> Result<T, Error>,
    ) -> Answer<'py> {
        let _call = Call::begin(py)?;
        if self.process != process::id() {
            return Err(errors::closed(
                py,
                "the records belong to the process that opened them: open them anew after a fork",
            ));
        }
        let answer = py.detach(|| {
            let mut records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
            records.as_mut().map(call)
        });
        let answer = answer.ok_or_else(|| errors::closed(py, "the records are closed"))?;
        answer.map_err(|error| errors::raised(py, &error))?.to_python(py)
    }
}

#[pymethods]
impl Records {
    /// Opens the records of a file, or without one records that nothing is kept of.
    #[new]
    #[pyo3(signature = (file, tenant, principal, trust, most_bytes))]
    fn open(
        py: Python<'_>,
        file: Option<&Bound<'_, PyAny>>,
        tenant: String,
        principal: String,
        trust: &Bound<'_, PyAny>,
        most_bytes: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Records> {
        let place = match file {
            Some(file) => Place::File(path(file, "file")?),
            None => Place::Nowhere,
        };
        let owner = Owner { tenant, principal, trust: Trust::read(trust, "trust")? };
        let settings = Settings { owner, most_bytes: size(most_bytes, "most_bytes")? };
        let opened = py.detach(|| scrubjay::records::Records::open(place, settings));
        let records = opened.map_err(|error| errors::raised(py, &error))?;
        Ok(Records { records: Mutex::new(Some(records)), process: process::id() })
    }

    /// Remembers a note; its id, and how it was taken.
    fn remember<'py>(&self, py: Python<'py>, note: &Bound<'py, PyTuple>) -> Answer<'py> {
        let given = note.iter().collect::<Vec<_>>();
        let [text, channel, origin, session, time, event_id, parents] = given.as_slice() else {
            return Err(PyValueError::new_err("seven arguments are needed"));
        };
        let note = self::note(py, [text, channel, origin, session, time, event_id, parents])?;
        self.run(py, move |records| Ok(taken(records.remember(&[note])?)))
    }

    /// Forgets notes; a receipt for each.
    fn forget<'py>(&self, py: Python<'py>, ids: Vec<String>) -> Answer<'py> {
        self.run(py, move |records| records.forget(&ids))
    }

    /// Asks a question by its name in the interface.
    fn ask<'py>(&self, py: Python<'py>, question: &str, arguments: &Bound<'py, PyTuple>) -> Answer<'py> {
        match question {
            "records.totals" => self.run(py, scrubjay::records::Records::totals),
            "records.notes" => {
                let mut given = Given::without_root(arguments);
                let question = NotesQuestion {
                    channel: given.take("channel")?,
                    since: given.take("since")?,
                    until: given.take("until")?,
                    most: given.take("most")?,
                    after: given.take("after")?,
                };
                self.run(py, move |records| records.notes(&question))
            }
            _ => Err(PyValueError::new_err(format!("there is no question `{question}` about records"))),
        }
    }

    /// Copies the live rows into a new file.
    fn backup<'py>(&self, py: Python<'py>, file: &Bound<'py, PyAny>) -> Answer<'py> {
        let file: PathBuf = path(file, "file")?;
        self.run(py, move |records| records.backup(&file).map(|()| true))
    }

    /// Closes the records. Closing again does nothing.
    fn close(&self, py: Python<'_>) {
        if self.process == process::id() {
            py.detach(|| drop(self.records.lock().unwrap_or_else(PoisonError::into_inner).take()));
        }
    }
}

impl Drop for Records {
    fn drop(&mut self) {
        if self.process != process::id() {
            // Closing would write to the parent's file.
            std::mem::forget(self.records.get_mut().unwrap_or_else(PoisonError::into_inner).take());
        }
    }
}

/// The note that is told by text, channel, origin, session, time, event id and parents.
pub(crate) fn note(py: Python<'_>, given: [&Bound<'_, PyAny>; 7]) -> PyResult<NewNote> {
    let [text, channel, origin, session, time, event_id, parents] = given;
    let note = scrubjay::records::Records::note(String::read(text, "text")?);
    let note = note.map_err(|error| errors::raised(py, &error))?;
    Ok(NewNote {
        channel: String::read(channel, "channel")?,
        origin: Origin::read(origin, "origin")?,
        session: String::read(session, "session")?,
        time: Option::read(time, "time")?.unwrap_or(note.time),
        event_id: Option::read(event_id, "event_id")?.unwrap_or(note.event_id),
        parents: Vec::read(parents, "parents")?,
        ..note
    })
}

/// The greatest size of a memory.
pub(crate) fn size(given: Option<&Bound<'_, PyAny>>, argument: &str) -> PyResult<Option<u64>> {
    let Some(given) = given else { return Ok(None) };
    match u64::try_from(i64::read(given, argument)?) {
        Ok(size @ 1..) => Ok(Some(size)),
        _ => Err(errors::invalid(given.py(), argument, "it is at least 1")),
    }
}

/// What the package makes its answer of.
pub(crate) fn taken(remembered: Vec<Remembered>) -> Vec<(String, String)> {
    remembered.into_iter().map(|one| (one.id, one.state.word().to_owned())).collect()
}
