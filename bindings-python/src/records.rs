//! The class `Records` of the extension: the records of a memory, or records without a project, in a file or in memory.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyTuple};
use scrubjay::Error;
use scrubjay::files::root::Root;
use scrubjay::records::situation::Situated as _;
use scrubjay::records::{Backup, Chosen, Config, Erasure, Imported, Merged, Place, Recorded, anchor};
use scrubjay::wit::Word as _;
use scrubjay::wit::capture::Harness;
use scrubjay::wit::records::{Event, EventBody, Origin, Owner, RefusedLine, Selection};
use scrubjay::wit::{delivery, episodes, recall, records, session, types};

use crate::arguments::{Argument, ArgumentReader, Raw, read, record};
use crate::convert::ToPython;
use crate::errors;
use crate::mending::mend;
use crate::questions::questions;
use crate::sessions::Summarising;
use crate::slot::Slot;

type Answer<'py> = PyResult<Bound<'py, PyAny>>;

/// Records, used by one call at a time, in the process that opened them.
#[pyclass(module = "scrubjay._native", frozen)]
pub(crate) struct Records {
    access: Access,
}

/// Whose slot lends the records to a call.
enum Access {
    /// Records without a project.
    Own(Slot<scrubjay::records::Records>),
    /// The records of a memory, and the memory's folder.
    Memory(Arc<Slot<scrubjay::Memory>>, Root),
}

impl Records {
    /// Shares the slot of a memory, whose records these are.
    pub(crate) fn of(slot: &Arc<Slot<scrubjay::Memory>>, root: &Root) -> Records {
        Records { access: Access::Memory(slot.clone(), root.clone()) }
    }

    /// The arguments of a question about records, or of a change. An absolute path outside a memory's folder is passed
    /// on unchanged.
    fn argument_reader<'a, 'py>(&'a self, values: &'a Bound<'py, PyTuple>) -> ArgumentReader<'a, 'py> {
        match &self.access {
            Access::Own(_) => ArgumentReader::without_root(values),
            Access::Memory(_, root) => ArgumentReader::of_records(values, root),
        }
    }

    /// Runs a function on the records without holding the interpreter, and converts its answer.
    fn run<'py, T: ToPython + Send>(
        &self,
        py: Python<'py>,
        question: impl Send + FnOnce(&mut scrubjay::records::Records) -> Result<T, Error>,
    ) -> Answer<'py> {
        self.call(py, question)?.to_python(py)
    }

    /// Runs a function on the records without holding the interpreter.
    fn call<T: Send>(
        &self,
        py: Python<'_>,
        question: impl Send + FnOnce(&mut scrubjay::records::Records) -> Result<T, Error>,
    ) -> PyResult<T> {
        match &self.access {
            Access::Own(slot) => slot.call(py, question),
            Access::Memory(slot, _) => slot.call(py, |memory| question(memory.records()?)),
        }
    }
}

#[pymethods]
impl Records {
    /// Opens the records in a file, or, without a file, in memory.
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
        let mut arguments = ArgumentReader::without_root(owner);
        let owner = record!(arguments => Owner { tenant, principal, speaker, trust; roots: Vec::new() });
        let given_config = config(rules, max_bytes, "max_bytes")?;
        let opened = py.detach(|| {
            let user_config = if place == Place::Nowhere { Config::default() } else { Config::of_user()? };
            scrubjay::records::Records::open(place, given_config.or(user_config).settings(owner))
        });
        let records = opened.map_err(|error| errors::python_error(py, &error))?;
        Ok(Records { access: Access::Own(Slot::new(records)) })
    }

    /// Records a note, which may refer to files in the memory's folder. Returns its id and state.
    fn remember<'py>(&self, py: Python<'py>, note: &Bound<'py, PyTuple>, at: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(at: Vec<PathBuf>);
        let note = self::note(note)?;
        let root = if let Access::Memory(_, root) = &self.access { Some(root.clone()) } else { None };
        self.run(py, move |records| {
            let anchors = root.iter().flat_map(|root| at.iter().map(|file| anchor(root, root.path(), file)));
            let note = Event { anchors: anchors.collect::<Result<_, Error>>()?, ..note };
            Ok(ids_and_states(records.record(&[note])?))
        })
    }

    /// Records events, given as lines of JSON, all or none. Returns their ids and states.
    fn record<'py>(&self, py: Python<'py>, lines: String) -> Answer<'py> {
        match self.call(py, move |records| records.record_all_lines(&lines))? {
            Ok(recorded) => ids_and_states(recorded).to_python(py),
            Err(RefusedLine { line, error }) => Err(errors::of_event(py, line, &error)),
        }
    }

    /// Records events as `record` does, but leaves out refused ones. Returns the ids and states of the others, and the
    /// refused lines with their errors.
    fn record_each<'py>(&self, py: Python<'py>, lines: String) -> Answer<'py> {
        let (recorded, refused) = self.call(py, move |records| records.record_lines(&lines))?;
        let refused = refused_pairs(py, refused.into_iter().map(|one| (u64::from(one.line), one.error)))?;
        tuple(py, [ids_and_states(recorded).to_python(py), Ok(refused)])
    }

    /// Imports exported lines. Returns the ids and states of the records, the refused lines with their errors, the
    /// state for the next lines, and whether the text is complete.
    fn import_lines<'py>(
        &self,
        py: Python<'py>,
        lines: &Bound<'py, PyAny>,
        state: String,
        format: &Bound<'py, PyAny>,
        mine: &Bound<'py, PyAny>,
    ) -> Answer<'py> {
        read!(lines: String, format: LineFormat, mine: bool);
        let imported = self.call(py, move |records| import(records, &lines, &state, (format, mine)))?;
        let Imported { taken, refused, state, is_whole } = imported;
        let refused = refused_pairs(py, refused.into_iter().map(|one| (u64::from(one.line), one.error)))?;
        tuple(py, [ids_and_states(taken).to_python(py), Ok(refused), state.to_python(py), is_whole.to_python(py)])
    }

    /// Records lines of a transcript. Returns counts, the refused lines with their errors, the number of bytes read,
    /// the state for the next lines, the session and the folder.
    fn capture_lines<'py>(
        &self,
        py: Python<'py>,
        lines: &Bound<'py, PyAny>,
        harness: &Bound<'py, PyAny>,
        folder: &Bound<'py, PyAny>,
        state: &Bound<'py, PyAny>,
    ) -> Answer<'py> {
        read!(lines: String, folder: String, state: Raw);
        let harness = if harness.is_none() { None } else { Some(harness_of(harness)?) };
        let (captured, state) =
            self.call(py, move |records| records.capture_lines(harness, &lines, &state.0, &folder))?;
        let refused = refused_pairs(py, captured.refused.into_iter().map(|one| (u64::from(one.line), one.error)))?;
        let [n_added, n_known, n_waiting, n_unknown, n_bytes] =
            [captured.n_added, captured.n_known, captured.n_waiting, captured.n_unknown, captured.n_bytes]
                .map(|n| n.to_python(py));
        let state = Raw(state).to_python(py);
        let (session, folder) = (captured.session.to_python(py), captured.folder.to_python(py));
        tuple(py, [n_added, n_known, n_waiting, n_unknown, Ok(refused), n_bytes, state, session, folder])
    }

    /// Writes the records of a kind into a Parquet file. Returns how many damaged records were left out.
    fn export_parquet<'py>(&self, py: Python<'py>, kind: &Bound<'py, PyAny>, file: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(kind: episodes::EventKind, file: PathBuf);
        self.run(py, move |records| records.export_parquet(kind, &file))
    }

    /// Adds the records of another memory's file. Returns counts and the refused records.
    fn merge<'py>(&self, py: Python<'py>, file: &Bound<'py, PyAny>, mine: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(file: PathBuf, mine: bool);
        let merged = self.call(py, move |records| records.merge(&file, mine))?;
        let Merged { n_added, n_known, n_adopted, n_forgotten, n_waiting, refused, n_damaged } = merged;
        let refused = refused_pairs(py, refused.into_iter().map(|(place, one)| (place, one.error)));
        let [n_added, n_known, n_adopted, n_forgotten, n_waiting, n_damaged] =
            [n_added, n_known, n_adopted, n_forgotten, n_waiting, n_damaged].map(|n| n.to_python(py));
        tuple(py, [n_added, n_known, n_adopted, n_forgotten, n_waiting, refused, n_damaged])
    }

    /// Forgets records, by their ids or a selection. Returns a receipt for each, and how many derived records were
    /// forgotten too.
    fn forget<'py>(&self, py: Python<'py>, chosen: &Bound<'py, PyAny>, dry_run: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(dry_run: bool);
        let chosen = self::chosen(chosen)?;
        self.run(py, move |records| {
            let forget_result = if dry_run { records.would_forget(&chosen) } else { records.forget_chosen(&chosen) };
            forget_result.map(|forgotten| (forgotten.receipts, forgotten.n_derived))
        })
    }

    /// Forgets records, by their ids or a selection, and then erases from the files everything that was ever forgotten.
    fn erase<'py>(&self, py: Python<'py>, chosen: &Bound<'py, PyAny>, dry_run: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(dry_run: bool);
        let chosen = self::chosen(chosen)?;
        self.run(py, move |records| if dry_run { records.would_erase(&chosen) } else { records.erase_chosen(&chosen) })
    }

    /// Makes a change by its name in the interface, with all of its arguments in the interface's order.
    fn change<'py>(&self, py: Python<'py>, change: &str, arguments: &Bound<'py, PyTuple>) -> Answer<'py> {
        make_change(self, py, change, arguments)
    }

    /// Drafts a summary of a session by a model's answer. Without the answer, returns the request for the model, or the
    /// summary if an answer is recorded already.
    fn summarise_session<'py>(
        &self,
        py: Python<'py>,
        question: &Bound<'py, PyTuple>,
        said: Option<(Vec<String>, String)>,
    ) -> Answer<'py> {
        let summarising = Summarising::read(question, said)?;
        self.run(py, move |records| summarising.ask(records))
    }

    /// Asks a question by its name in the interface.
    fn ask<'py>(&self, py: Python<'py>, question: &str, arguments: &Bound<'py, PyTuple>) -> Answer<'py> {
        answer_question(self, py, question, arguments)
    }

    /// Carries out an operation about damage of the file, selected by a word.
    fn mend<'py>(&self, py: Python<'py>, word: &str) -> Answer<'py> {
        self.run(py, |records| mend(records, word))
    }

    /// Copies all records that are not forgotten into a new file. Returns `True`, as every call returns an answer.
    fn backup<'py>(&self, py: Python<'py>, file: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(file: PathBuf);
        self.run(py, move |records| records.backup(&file).map(|()| true))
    }

    /// Closes the records. Does nothing if they belong to a memory, or are closed.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        if let Access::Own(slot) = &self.access { slot.close(py) } else { Ok(()) }
    }
}

/// The name by which the macro `questions` knows the class.
type Respondent = Records;

scrubjay::for_record_questions!(questions);

/// Defines the function `make_change`. It reads the arguments of a change in order, and makes the change with this name.
macro_rules! changes {
    ($($step:literal $change:ident { $($argument:ident: $type:ty),* } ($($given:expr),*);)*) => {
        fn make_change<'py>(
            records: &Records,
            py: Python<'py>,
            step: &str,
            values: &Bound<'py, PyTuple>,
        ) -> Answer<'py> {
            let mut arguments = records.argument_reader(values);
            match step {
                $($step => {
                    $(let $argument: $type = arguments.take(stringify!($argument))?;)*
                    records.run(py, move |records| records.$change($($given),*))
                })*
                _ => Err(PyValueError::new_err(format!("there is no change `{step}`"))),
            }
        }
    };
}

scrubjay::for_changes!(changes);

/// Reads a note from a tuple: text, channel, origin, time, event id, parents, metadata as JSON, task, session, branch
/// and commit.
fn note(values: &Bound<'_, PyTuple>) -> PyResult<Event> {
    let py = values.py();
    let mut arguments = ArgumentReader::without_root(values);
    let body = EventBody::Note(arguments.take("text")?);
    let event = scrubjay::records::Records::event(body).map_err(|error| errors::python_error(py, &error))?;
    let note = Event {
        channel: arguments.take("channel")?,
        // The most trusted origin, which the engine lowers to the speaker.
        origin: arguments.take::<Option<Origin>>("origin")?.unwrap_or(Origin::Person),
        time: arguments.take::<Option<i64>>("time")?.unwrap_or(event.time),
        event_id: arguments.take::<Option<String>>("event_id")?.unwrap_or(event.event_id),
        parents: arguments.take("parents")?,
        metadata: arguments.take("metadata")?,
        ..event
    };
    let names: Vec<&str> = note.situation().into_iter().map(|(name, _)| name).collect();
    let situation =
        names.into_iter().map(|name| Ok((name, arguments.take(name)?))).collect::<PyResult<Vec<(_, String)>>>()?;
    Ok(note.situated(situation))
}

/// Reads which records are chosen: a list of ids, or a tuple with a selection.
fn chosen(value: &Bound<'_, PyAny>) -> PyResult<Chosen> {
    Ok(match value.cast::<PyTuple>() {
        Ok(selection) => Chosen::Selection(self::selection(selection)?),
        Err(_) => Chosen::Ids(Vec::read(value, "ids")?),
    })
}

#[derive(Clone, Copy)]
enum LineFormat {
    /// Lines that `export_lines` wrote.
    Jsonl,
    /// Lines of the Model Context Protocol's reference memory server.
    Mcp,
}

impl Argument for LineFormat {
    fn read(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<LineFormat> {
        match String::read(value, argument)?.as_str() {
            "jsonl" => Ok(LineFormat::Jsonl),
            "mcp" => Ok(LineFormat::Mcp),
            _ => Err(errors::invalid(value.py(), argument, "neither jsonl nor mcp")),
        }
    }
}

/// Reads a harness from its word; `None` in Python is handled by the caller.
fn harness_of(value: &Bound<'_, PyAny>) -> PyResult<Harness> {
    let harness = Harness::named(&String::read(value, "harness")?);
    harness.ok_or_else(|| {
        errors::invalid(value.py(), "harness", "neither claude_code, codex, gemini_cli, pi nor messages")
    })
}

/// Imports lines in one of the formats. Lines of another server have no trailer, and always count as complete.
fn import(
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

/// Makes a tuple of converted values. Fails with the first error among them.
fn tuple<'py, const N: usize>(py: Python<'py>, values: [Answer<'py>; N]) -> Answer<'py> {
    let values: PyResult<Vec<_>> = values.into_iter().collect();
    Ok(PyTuple::new(py, values?)?.into_any())
}

/// Makes a tuple of pairs: the number of a refused item, and its error as an exception object.
fn refused_pairs<'py>(py: Python<'py>, refused: impl Iterator<Item = (u64, types::Error)>) -> Answer<'py> {
    let refused_pair =
        |(number, error): (u64, types::Error)| PyTuple::new(py, [number.to_python(py)?, errors::refusal(py, &error)]);
    Ok(PyTuple::new(py, refused.map(refused_pair).collect::<PyResult<Vec<_>>>()?)?.into_any())
}

/// Reads a selection from session, principal, channel, origin and time.
fn selection(values: &Bound<'_, PyTuple>) -> PyResult<Selection> {
    let mut arguments = ArgumentReader::without_root(values);
    Ok(record!(arguments => Selection { session, principal, channel, origin, since }))
}

/// Reads settings: `rules` are the policy for secrets, the days of retention and the most events per day; `limit` is
/// the maximum size in bytes, an argument named `argument`.
pub(crate) fn config(rules: &Bound<'_, PyTuple>, limit: Option<&Bound<'_, PyAny>>, argument: &str) -> PyResult<Config> {
    let mut arguments = ArgumentReader::without_root(rules);
    let memory_bytes = size(limit, argument)?;
    Ok(
        record!(arguments => Config { secrets, retention_days, max_per_day; memory_bytes: memory_bytes, exclude_folders: None, delivery: None, delivery_moments: None, delivery_budget: None, delivery_start_budget: None, principal: None, unknown: Vec::new() }),
    )
}

/// Reads the maximum size of a memory in bytes; `None` if there is none.
fn size(value: Option<&Bound<'_, PyAny>>, argument: &str) -> PyResult<Option<u64>> {
    let Some(value) = value else { return Ok(None) };
    match u64::try_from(i64::read(value, argument)?) {
        Ok(size @ 1..) => Ok(Some(size)),
        _ => Err(errors::invalid(value.py(), argument, "it is at least 1")),
    }
}

/// A tuple of the fields, in the order of the package's class.
impl ToPython for Erasure {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Erasure { receipts, n_derived, n_bodies, rewritten, removed, backups } = self;
        let text = |path: &PathBuf| path.to_string_lossy().into_owned();
        let texts = |paths: &[PathBuf]| paths.iter().map(text).collect::<Vec<String>>().to_python(py);
        let backup = |one: &Backup| (text(&one.path), (one.time, one.is_there));
        let backups = backups.iter().map(backup).collect::<Vec<(String, (i64, bool))>>().to_python(py);
        let counts = [receipts.to_python(py), n_derived.to_python(py), n_bodies.to_python(py)];
        let [receipts, n_derived, n_bodies] = counts;
        tuple(py, [receipts, n_derived, n_bodies, texts(rewritten), texts(removed), backups])
    }
}

/// Converts the outcome of recorded events to pairs of an id and the word of a state.
fn ids_and_states(recorded: Vec<Recorded>) -> Vec<(String, String)> {
    recorded.into_iter().map(|one| (one.id, one.state.word().to_owned())).collect()
}
