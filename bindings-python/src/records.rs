//! The class `Records` of the extension: a memory without a project, in a file that the caller names or nowhere.

use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyTuple};
use scrubjay::records::{Backup, Erasure, Place, Remembered, Settings};
use scrubjay::wit::records::{NewNote, NotesQuestion, Origin, Owner, Trust};

use crate::arguments::{Argument, Given, path};
use crate::convert::ToPython;
use crate::errors;
use crate::held::Held;

type Answer<'py> = PyResult<Bound<'py, PyAny>>;

/// Records, used by one call at a time, in the process that opened them.
#[pyclass(module = "scrubjay._native", frozen)]
pub(crate) struct Records {
    held: Held<scrubjay::records::Records>,
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
        Ok(Records { held: Held::new(records, "the records are") })
    }

    /// Remembers a note; its id, and how it was taken.
    fn remember<'py>(&self, py: Python<'py>, note: &Bound<'py, PyTuple>) -> Answer<'py> {
        let given = note.iter().collect::<Vec<_>>();
        let [text, channel, origin, session, time, event_id, parents] = given.as_slice() else {
            return Err(PyValueError::new_err("seven arguments are needed"));
        };
        let note = self::note(py, [text, channel, origin, session, time, event_id, parents])?;
        self.held.run(py, move |records| Ok(taken(records.remember(&[note])?)))
    }

    /// Forgets notes; a receipt for each.
    fn forget<'py>(&self, py: Python<'py>, ids: Vec<String>) -> Answer<'py> {
        self.held.run(py, move |records| records.forget(&ids))
    }

    /// Erases what was forgotten, and forgets notes before.
    fn erase<'py>(&self, py: Python<'py>, ids: Vec<String>) -> Answer<'py> {
        self.held.run(py, move |records| records.erase(&ids))
    }

    /// Asks a question by its name in the interface.
    fn ask<'py>(&self, py: Python<'py>, question: &str, arguments: &Bound<'py, PyTuple>) -> Answer<'py> {
        match question {
            "records.totals" => self.held.run(py, scrubjay::records::Records::totals),
            "records.notes" => {
                let mut given = Given::without_root(arguments);
                let question = NotesQuestion {
                    channel: given.take("channel")?,
                    since: given.take("since")?,
                    until: given.take("until")?,
                    most: given.take("most")?,
                    after: given.take("after")?,
                };
                self.held.run(py, move |records| records.notes(&question))
            }
            _ => Err(PyValueError::new_err(format!("there is no question `{question}` about records"))),
        }
    }

    /// Copies the live rows into a new file.
    fn backup<'py>(&self, py: Python<'py>, file: &Bound<'py, PyAny>) -> Answer<'py> {
        let file: PathBuf = path(file, "file")?;
        self.held.run(py, move |records| records.backup(&file).map(|()| true))
    }

    /// Closes the records. Closing again does nothing.
    fn close(&self, py: Python<'_>) {
        self.held.close(py);
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

/// What the package makes its answer of: all that erasing did, in the order of its fields.
impl ToPython for Erasure {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Erasure { receipts, n_bodies, rewritten, removed, backups } = self;
        let text = |path: &PathBuf| path.to_string_lossy().into_owned();
        let texts = |paths: &[PathBuf]| paths.iter().map(text).collect::<Vec<String>>();
        let backup = |one: &Backup| (text(&one.path), (one.time, one.is_there));
        let backups: Vec<(String, (i64, bool))> = backups.iter().map(backup).collect();
        let files = [texts(rewritten).to_python(py)?, texts(removed).to_python(py)?, backups.to_python(py)?];
        let [rewritten, removed, backups] = files;
        let fields = [receipts.to_python(py)?, n_bodies.to_python(py)?, rewritten, removed, backups];
        Ok(PyTuple::new(py, fields)?.into_any())
    }
}

/// What the package makes its answer of.
pub(crate) fn taken(remembered: Vec<Remembered>) -> Vec<(String, String)> {
    remembered.into_iter().map(|one| (one.id, one.state.word().to_owned())).collect()
}
