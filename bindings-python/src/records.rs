//! The class `Records` of the extension: a memory without a project, in a file that the caller names or nowhere.

use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyTuple};
use scrubjay::Error;
use scrubjay::records::{Backup, Chosen, Config, Erasure, Forgotten, Imported, Merged, Place, Recorded};
use scrubjay::wit::records::{Event, EventBody, NewText, Origin, Owner, Receipt, RefusedLine, Selection};
use scrubjay::wit::{episodes, recall, records, session, types};

use crate::arguments::{Argument, Given, read};
use crate::convert::ToPython;
use crate::errors;
use crate::held::Held;
use crate::mending::mend;
use crate::questions::questions;
use crate::sessions::{Change, Summarising};

type Answer<'py> = PyResult<Bound<'py, PyAny>>;

/// Records, used by one call at a time, in the process that opened them.
#[pyclass(module = "scrubjay._native", frozen)]
pub(crate) struct Records {
    held: Held<scrubjay::records::Records>,
}

impl Records {
    /// The arguments of a question.
    fn given<'a, 'py>(&self, _step: &str, all: &'a Bound<'py, PyTuple>) -> Given<'a, 'py> {
        Given::without_root(all)
    }

    /// Asks, without holding the interpreter.
    fn run<'py, T: ToPython + Send>(
        &self,
        py: Python<'py>,
        question: impl Send + FnOnce(&mut scrubjay::records::Records) -> Result<T, Error>,
    ) -> Answer<'py> {
        self.held.run(py, question)
    }
}

#[pymethods]
impl Records {
    /// Opens the records of a file, or without one records that nothing is kept of.
    #[new]
    #[pyo3(signature = (file, owner, max_bytes, rules))]
    fn open(
        py: Python<'_>,
        file: Option<&Bound<'_, PyAny>>,
        owner: &Bound<'_, PyTuple>,
        max_bytes: Option<&Bound<'_, PyAny>>,
        rules: &Bound<'_, PyTuple>,
    ) -> PyResult<Records> {
        let place = match file {
            Some(file) => Place::File(PathBuf::read(file, "file")?),
            None => Place::Nowhere,
        };
        let mut told = Given::without_root(owner);
        let owner = Owner {
            tenant: told.take("tenant")?,
            principal: told.take("principal")?,
            speaker: told.take("speaker")?,
            trust: told.take("trust")?,
            roots: Vec::new(),
        };
        let given = config(rules, max_bytes, "max_bytes")?;
        let opened = py.detach(|| {
            let user = if place == Place::Nowhere { Config::default() } else { Config::of_user()? };
            scrubjay::records::Records::open(place, given.or(user).settings(owner))
        });
        let records = opened.map_err(|error| errors::raised(py, &error))?;
        Ok(Records { held: Held::new(records, "the records are") })
    }

    /// Remembers a note; its id, and how it was taken.
    fn remember<'py>(&self, py: Python<'py>, note: &Bound<'py, PyTuple>) -> Answer<'py> {
        let note = self::note(note)?;
        self.run(py, move |records| Ok(taken(records.record(&[note])?)))
    }

    /// Records events, which are given as lines of JSON: all of them or none.
    fn record<'py>(&self, py: Python<'py>, lines: String) -> Answer<'py> {
        let recorded = self.held.call(py, move |records| records.record_all_lines(&lines))?;
        self::recorded(py, recorded)
    }

    /// Updates a note; whether there is one.
    fn update<'py>(
        &self,
        py: Python<'py>,
        id: &Bound<'py, PyAny>,
        text: &Bound<'py, PyAny>,
        metadata: &Bound<'py, PyAny>,
    ) -> Answer<'py> {
        read!(id: String, text: String, metadata: String);
        self.run(py, move |records| records.update(&id, &NewText { text, metadata }))
    }

    /// Takes in exported lines; what became of them.
    fn import_lines<'py>(
        &self,
        py: Python<'py>,
        lines: &Bound<'py, PyAny>,
        state: String,
        format: &Bound<'py, PyAny>,
        mine: &Bound<'py, PyAny>,
    ) -> Answer<'py> {
        read!(lines: String, format: LineFormat, mine: bool);
        let read = self.held.call(py, move |records| import(records, &lines, &state, (format, mine)))?;
        imported(py, read)
    }

    /// Writes the records of a kind into a Parquet file; how many were left out.
    fn export_parquet<'py>(&self, py: Python<'py>, kind: &Bound<'py, PyAny>, file: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(kind: episodes::EventKind, file: PathBuf);
        self.held.run(py, move |records| records.export_parquet(kind, &file))
    }

    /// Takes in the records of another memory's file; what became of them.
    fn merge<'py>(&self, py: Python<'py>, file: &Bound<'py, PyAny>, mine: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(file: PathBuf, mine: bool);
        let merged = self.held.call(py, move |records| records.merge(&file, mine))?;
        self::merged(py, merged)
    }

    /// Forgets records, by their ids or those of a selection: a receipt for each, and how many were forgotten beside them.
    fn forget<'py>(&self, py: Python<'py>, chosen: &Bound<'py, PyAny>, dry_run: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(dry_run: bool);
        let chosen = self::chosen(chosen)?;
        self.run(py, move |records| forget(records, &chosen, dry_run))
    }

    /// Erases what was forgotten, and forgets records before, by their ids or those of a selection.
    fn erase<'py>(&self, py: Python<'py>, chosen: &Bound<'py, PyAny>, dry_run: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(dry_run: bool);
        let chosen = self::chosen(chosen)?;
        self.run(py, move |records| erase(records, &chosen, dry_run))
    }

    /// Changes the context of a session; its version, whether it was there, or what a compaction did.
    fn change_session<'py>(&self, py: Python<'py>, change: &Bound<'py, PyTuple>) -> Answer<'py> {
        let change = Change::read(change)?;
        self.run(py, move |records| change.make(records))
    }

    /// A summary of a session in the words of a model, or what to ask the model first.
    fn summarise_session<'py>(
        &self,
        py: Python<'py>,
        question: &Bound<'py, PyTuple>,
        said: Option<(Vec<String>, String)>,
    ) -> Answer<'py> {
        let asked = Summarising::read(question, said)?;
        self.run(py, move |records| asked.ask(records))
    }

    /// Asks a question by its name in the interface.
    fn ask<'py>(&self, py: Python<'py>, question: &str, arguments: &Bound<'py, PyTuple>) -> Answer<'py> {
        asked(self, py, question, arguments)
    }

    /// Asks about damage of the file.
    fn mend<'py>(&self, py: Python<'py>, word: &str) -> Answer<'py> {
        self.run(py, |records| mend(records, word))
    }

    /// Copies the live rows into a new file.
    fn backup<'py>(&self, py: Python<'py>, file: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(file: PathBuf);
        self.held.run(py, move |records| records.backup(&file).map(|()| true))
    }

    /// Closes the records. Closing again does nothing.
    fn close(&self, py: Python<'_>) {
        self.held.close(py);
    }
}

/// Who is asked.
type Asked = Records;

scrubjay::for_record_questions!(questions);

/// The note that is told by text, channel, origin, session, branch, task, time, event id, parents and metadata, which is JSON.
pub(crate) fn note(given: &Bound<'_, PyTuple>) -> PyResult<Event> {
    let py = given.py();
    let mut given = Given::without_root(given);
    let body = EventBody::Note(given.take("text")?);
    let event = scrubjay::records::Records::event(body).map_err(|error| errors::raised(py, &error))?;
    Ok(Event {
        channel: given.take("channel")?,
        // Nobody is relied on more: it is who speaks.
        origin: given.take::<Option<Origin>>("origin")?.unwrap_or(Origin::Person),
        session: given.take("session")?,
        branch: given.take("branch")?,
        task: given.take("task")?,
        time: given.take::<Option<i64>>("time")?.unwrap_or(event.time),
        event_id: given.take::<Option<String>>("event_id")?.unwrap_or(event.event_id),
        parents: given.take("parents")?,
        metadata: given.take("metadata")?,
        ..event
    })
}

/// The records that are named by a list of ids, or chosen by a selection in a tuple.
pub(crate) fn chosen(given: &Bound<'_, PyAny>) -> PyResult<Chosen> {
    Ok(match given.cast::<PyTuple>() {
        Ok(selection) => Chosen::Selection(self::selection(selection)?),
        Err(_) => Chosen::Ids(Vec::read(given, "ids")?),
    })
}

/// Forgets what is chosen, or says what would be forgotten.
pub(crate) fn forget(
    records: &mut scrubjay::records::Records,
    chosen: &Chosen,
    dry_run: bool,
) -> Result<(Vec<Receipt>, u32), Error> {
    let done = if dry_run { records.would_forget(chosen) } else { records.forget_chosen(chosen) };
    done.map(forgotten)
}

/// Erases, or says what would be erased.
pub(crate) fn erase(
    records: &mut scrubjay::records::Records,
    chosen: &Chosen,
    dry_run: bool,
) -> Result<Erasure, Error> {
    if dry_run { records.would_erase(chosen) } else { records.erase_chosen(chosen) }
}

/// Whose lines are imported.
#[derive(Clone, Copy)]
pub(crate) enum LineFormat {
    Jsonl,
    Mcp,
}

impl Argument for LineFormat {
    fn read(given: &Bound<'_, PyAny>, argument: &str) -> PyResult<LineFormat> {
        match String::read(given, argument)?.as_str() {
            "jsonl" => Ok(LineFormat::Jsonl),
            "mcp" => Ok(LineFormat::Mcp),
            _ => Err(errors::invalid(given.py(), argument, "neither jsonl nor mcp")),
        }
    }
}

/// Takes in lines. Those of a server have no trailer that could be missing.
pub(crate) fn import(
    records: &mut scrubjay::records::Records,
    lines: &str,
    state: &str,
    (format, is_mine): (LineFormat, bool),
) -> Result<Imported, Error> {
    match format {
        LineFormat::Jsonl => records.import_lines(lines, state, is_mine),
        LineFormat::Mcp => {
            let (taken, refused) = records.import_reference(lines)?;
            Ok(Imported { taken, refused, state: String::new(), is_whole: true })
        }
    }
}

/// What became of another memory's records.
pub(crate) fn merged<'py>(py: Python<'py>, merged: Result<Merged, Error>) -> Answer<'py> {
    let Merged { n_added, n_known, n_forgotten, n_waiting, refused, n_damaged } =
        merged.map_err(|error| errors::raised(py, &error))?;
    let refused = left_out(py, refused.into_iter().map(|(place, one)| (place, one.error)))?;
    let [n_added, n_known, n_forgotten, n_waiting, n_damaged] =
        [n_added, n_known, n_forgotten, n_waiting, n_damaged].map(|n| n.to_python(py));
    Ok(PyTuple::new(py, [n_added?, n_known?, n_forgotten?, n_waiting?, refused, n_damaged?])?.into_any())
}

/// What was refused, each by its number and with its error.
fn left_out<'py>(py: Python<'py>, refused: impl Iterator<Item = (u64, types::Error)>) -> Answer<'py> {
    let one =
        |(number, error): (u64, types::Error)| PyTuple::new(py, [number.to_python(py)?, errors::refusal(py, &error)]);
    Ok(PyTuple::new(py, refused.map(one).collect::<PyResult<Vec<_>>>()?)?.into_any())
}

/// What became of exported lines: what was taken, lines with what they were refused for, the state, and whether all was read.
pub(crate) fn imported<'py>(py: Python<'py>, imported: Result<Imported, Error>) -> Answer<'py> {
    let Imported { taken, refused, state, is_whole } = imported.map_err(|error| errors::raised(py, &error))?;
    let left_out = left_out(py, refused.into_iter().map(|one| (u64::from(one.line), one.error)))?;
    let fields = [self::taken(taken).to_python(py)?, left_out, state.to_python(py)?, is_whole.to_python(py)?];
    Ok(PyTuple::new(py, fields)?.into_any())
}

/// The records that session, principal, channel, origin and time choose.
pub(crate) fn selection(given: &Bound<'_, PyTuple>) -> PyResult<Selection> {
    let mut given = Given::without_root(given);
    Ok(Selection {
        session: given.take("session")?,
        principal: given.take("principal")?,
        channel: given.take("channel")?,
        origin: given.take("origin")?,
        since: given.take("since")?,
    })
}

/// What is set: the policy for secrets, the days of retention, the most events of a day, and the greatest size under its name.
pub(crate) fn config(rules: &Bound<'_, PyTuple>, limit: Option<&Bound<'_, PyAny>>, argument: &str) -> PyResult<Config> {
    let mut given = Given::without_root(rules);
    Ok(Config {
        secrets: given.take("secrets")?,
        retention_days: given.take("retention_days")?,
        max_per_day: given.take("max_per_day")?,
        memory_bytes: size(limit, argument)?,
    })
}

/// The greatest size of a memory.
fn size(given: Option<&Bound<'_, PyAny>>, argument: &str) -> PyResult<Option<u64>> {
    let Some(given) = given else { return Ok(None) };
    match u64::try_from(i64::read(given, argument)?) {
        Ok(size @ 1..) => Ok(Some(size)),
        _ => Err(errors::invalid(given.py(), argument, "it is at least 1")),
    }
}

/// What the package makes its answer of: all that erasing did, in the order of its fields.
impl ToPython for Erasure {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Erasure { receipts, n_derived, n_bodies, rewritten, removed, backups } = self;
        let text = |path: &PathBuf| path.to_string_lossy().into_owned();
        let texts = |paths: &[PathBuf]| paths.iter().map(text).collect::<Vec<String>>();
        let backup = |one: &Backup| (text(&one.path), (one.time, one.is_there));
        let backups: Vec<(String, (i64, bool))> = backups.iter().map(backup).collect();
        let files = [texts(rewritten).to_python(py)?, texts(removed).to_python(py)?, backups.to_python(py)?];
        let [rewritten, removed, backups] = files;
        let fields =
            [receipts.to_python(py)?, n_derived.to_python(py)?, n_bodies.to_python(py)?, rewritten, removed, backups];
        Ok(PyTuple::new(py, fields)?.into_any())
    }
}

/// What the package makes its answer of.
pub(crate) fn taken(recorded: Vec<Recorded>) -> Vec<(String, String)> {
    recorded.into_iter().map(|one| (one.id, one.state.word().to_owned())).collect()
}

/// What became of events; an error names the one that is refused by its number.
pub(crate) fn recorded<'py>(
    py: Python<'py>,
    recorded: Result<Result<Vec<Recorded>, RefusedLine>, Error>,
) -> Answer<'py> {
    match recorded.map_err(|error| errors::raised(py, &error))? {
        Ok(recorded) => taken(recorded).to_python(py),
        Err(RefusedLine { line, error }) => Err(errors::of_event(py, line, &error)),
    }
}

/// The receipts, and how many records were forgotten beside them.
fn forgotten(forgotten: Forgotten) -> (Vec<Receipt>, u32) {
    (forgotten.receipts, forgotten.n_derived)
}
