//! The class `Memory` of the extension, on which the package's class is built. Each method reads its arguments,
//! releases the interpreter, calls the library, and converts the answer. Signatures and documentation are in the
//! package.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyDict, PyTuple, PyType};
use scrubjay::files::root::Root;
use scrubjay::files::scope::Scope;
use scrubjay::index::{Extent, FreshenLimits, Freshness, StaleReason};
use scrubjay::records::{Config, Place, Settings};
use scrubjay::wit::graph::ExportQuestion;
use scrubjay::wit::memory::Purpose;
use scrubjay::wit::records::{Origin, Owner};
use scrubjay::wit::{graph, prepare};
use scrubjay::{Error, Write};
use scrubjay_cli::ToolOffer;

use crate::arguments::{Argument as _, ArgumentReader, read, record};
use crate::convert::ToPython;
use crate::ending::Call;
use crate::errors;
use crate::index::{Listener, report};
use crate::questions::questions;
use crate::records::Records;
use crate::slot::Slot;
use crate::watch::Changes;

type Answer<'py> = PyResult<Bound<'py, PyAny>>;

/// A memory of the code in a folder, used by one call at a time.
#[pyclass(module = "scrubjay._native", frozen)]
pub(crate) struct Memory {
    slot: Arc<Slot<scrubjay::Memory>>,
    root: Root,
}

impl Memory {
    fn opened(py: Python<'_>, open: impl Send + FnOnce() -> Result<scrubjay::Memory, Error>) -> PyResult<Memory> {
        let _call = Call::begin(py)?;
        let memory = py.detach(open).map_err(|error| errors::python_error(py, &error))?;
        let root = memory.root().clone();
        Ok(Memory { slot: Slot::new(memory).close_at_exit(), root })
    }

    /// The arguments of a question about code, in which an absolute path outside the folder is refused.
    fn argument_reader<'a, 'py>(&'a self, values: &'a Bound<'py, PyTuple>) -> ArgumentReader<'a, 'py> {
        ArgumentReader::new(values, &self.root)
    }

    /// Runs a function on the memory without holding the interpreter, and converts its answer.
    fn run<'py, T: ToPython + Send>(
        &self,
        py: Python<'py>,
        question: impl Send + FnOnce(&mut scrubjay::Memory) -> Result<T, Error>,
    ) -> Answer<'py> {
        self.slot.ask(py, question)
    }
}

#[pymethods]
impl Memory {
    /// Opens the memory of a folder for writing. `index` brings its index up to date.
    #[classmethod]
    #[pyo3(signature = (root, *, check, rebuild, exclude, memory, speaker, max_memory_bytes, rules))]
    #[allow(clippy::too_many_arguments, reason = "each is an argument of the method in Python, by its name")]
    fn open(
        cls: &Bound<'_, PyType>,
        root: &Bound<'_, PyAny>,
        check: &Bound<'_, PyAny>,
        rebuild: &Bound<'_, PyAny>,
        exclude: &Bound<'_, PyAny>,
        memory: Option<&Bound<'_, PyAny>>,
        speaker: &Bound<'_, PyAny>,
        max_memory_bytes: Option<&Bound<'_, PyAny>>,
        rules: &Bound<'_, PyTuple>,
    ) -> PyResult<Memory> {
        read!(root: PathBuf, check: bool, rebuild: bool, exclude: Option<Vec<String>>);
        let options = RecordsOptions::read(memory, speaker, max_memory_bytes, rules)?;
        Memory::opened(cls.py(), move || {
            options.apply_to(excluding(scrubjay::Memory::writing(&root, Write { check, rebuild })?, exclude)?)
        })
    }

    /// Opens the memory of an indexed folder for reading, concurrently with a writer.
    #[classmethod]
    #[pyo3(signature = (root, *, memory, speaker, max_memory_bytes, rules))]
    fn reading(
        cls: &Bound<'_, PyType>,
        root: &Bound<'_, PyAny>,
        memory: Option<&Bound<'_, PyAny>>,
        speaker: &Bound<'_, PyAny>,
        max_memory_bytes: Option<&Bound<'_, PyAny>>,
        rules: &Bound<'_, PyTuple>,
    ) -> PyResult<Memory> {
        read!(root: PathBuf);
        let options = RecordsOptions::read(memory, speaker, max_memory_bytes, rules)?;
        Memory::opened(cls.py(), move || options.apply_to(scrubjay::Memory::reading(&root)?))
    }

    /// Creates a memory of a folder whose index and records are not stored on disk.
    #[classmethod]
    #[pyo3(signature = (root, *, exclude, speaker))]
    fn in_memory(
        cls: &Bound<'_, PyType>,
        root: &Bound<'_, PyAny>,
        exclude: &Bound<'_, PyAny>,
        speaker: &Bound<'_, PyAny>,
    ) -> PyResult<Memory> {
        read!(root: PathBuf, exclude: Option<Vec<String>>, speaker: Origin);
        Memory::opened(cls.py(), move || {
            with_records_in_memory(excluding(scrubjay::Memory::in_memory(&root)?, exclude)?, speaker)
        })
    }

    /// Creates a memory of texts by their paths. Nothing is stored on disk.
    #[classmethod]
    #[pyo3(signature = (files, *, exclude, speaker))]
    fn of_texts(
        cls: &Bound<'_, PyType>,
        files: &Bound<'_, PyDict>,
        exclude: &Bound<'_, PyAny>,
        speaker: &Bound<'_, PyAny>,
    ) -> PyResult<Memory> {
        read!(exclude: Option<Vec<String>>, speaker: Origin);
        let mut texts = BTreeMap::new();
        for (name, text) in files {
            let name = PathBuf::read(&name, "files")?.to_string_lossy().replace('\\', "/");
            texts.insert(name, String::read(&text, "files")?);
        }
        Memory::opened(cls.py(), move || {
            with_records_in_memory(excluding(scrubjay::Memory::of_texts(texts)?, exclude)?, speaker)
        })
    }

    /// Waits until no other process is writing the index, at most `wait` seconds.
    fn wait_until_free(&self, py: Python<'_>, wait: &Bound<'_, PyAny>) -> PyResult<()> {
        read!(wait: f64);
        let _call = Call::begin(py)?;
        let patience = seconds(py, wait)?;
        let mut listener = Listener::new(None);
        let wait_result =
            self.slot.run(py, |turn| turn.wait_until_free(patience, &mut |stage| listener.tell(stage)))?;
        run_result(py, listener, wait_result)
    }

    /// Indexes changed files, if there are few. Returns how many changed files were not indexed, and why not: `locked`,
    /// `many`, or the text of an error; empty if nothing is known to be missing.
    fn freshen<'py>(&self, py: Python<'py>) -> Answer<'py> {
        let _call = Call::begin(py)?;
        let mut listener = Listener::new(None);
        let freshness =
            self.slot.run(py, |mut turn| turn.freshen(&FreshenLimits::default(), &mut |stage| listener.tell(stage)))?;
        let (n_changed, why) = match run_result(py, listener, freshness)? {
            Freshness::Stale { n_changed, why: StaleReason::Locked } => (n_changed, "locked".to_owned()),
            Freshness::Stale { n_changed, why: StaleReason::Failed(error) } => (n_changed, error.to_string()),
            Freshness::Stale { n_changed, .. } => (n_changed, "many".to_owned()),
            _ => (0, String::new()),
        };
        (n_changed, why).to_python(py)
    }

    /// Calls a tool for agents. Returns the text for a model, and the code of the error if the call failed. Hints in
    /// the text name only the given tools, each with the prefix.
    fn tool<'py>(
        &self,
        py: Python<'py>,
        tool: String,
        arguments: String,
        tools: Vec<String>,
        prefix: String,
    ) -> Answer<'py> {
        let _call = Call::begin(py)?;
        let offer = ToolOffer { prefix, names: tools };
        let call_tool = |memory| scrubjay_cli::call_tool(memory, &tool, &arguments, &offer);
        let call_output = self.slot.run(py, |turn| turn.lend(call_tool))?;
        (call_output.text, call_output.error).to_python(py)
    }

    /// Creates a watcher for changes of the folder.
    fn changes(&self, py: Python<'_>) -> PyResult<Changes> {
        let _call = Call::begin(py)?;
        Ok(Changes::new(self.slot.run(py, |mut turn| turn.changes())?))
    }

    /// The purpose that the memory was opened for: `writing` or `reading`.
    #[getter]
    fn purpose<'py>(&self, py: Python<'py>) -> Answer<'py> {
        let word = |memory: &mut scrubjay::Memory| {
            Ok(if memory.purpose() == Purpose::Writing { "writing" } else { "reading" }.to_owned())
        };
        self.run(py, word)
    }

    /// Indexes changed files, and returns the report. Waits for another process that is indexing, at most `wait`
    /// seconds.
    #[pyo3(signature = (progress, paths, wait))]
    fn index<'py>(
        &self,
        py: Python<'py>,
        progress: Option<Bound<'py, PyAny>>,
        paths: &Bound<'py, PyAny>,
        wait: &Bound<'py, PyAny>,
    ) -> Answer<'py> {
        read!(paths: Option<Vec<PathBuf>>, wait: Option<f64>);
        let _call = Call::begin(py)?;
        let wait = wait.map(|wait| seconds(py, wait)).transpose()?;
        let mut listener = Listener::new(progress.map(Bound::unbind));
        let indexed = self.slot.run(py, |mut turn| {
            let scope = scope(&turn, paths)?;
            wait.into_iter().for_each(|patience| turn.wait_at_most(patience));
            turn.index_within(&scope, &mut |progress| listener.tell(progress))
        })?;
        report(py, &run_result(py, listener, indexed)?)
    }

    /// The records of the memory, which use its slot: one call at a time for both.
    #[getter]
    fn records(&self) -> Records {
        Records::of(&self.slot, &self.root)
    }

    /// Asks a question about code by its name in the interface, with all of its arguments in the interface's order.
    #[pyo3(signature = (question, arguments))]
    fn ask<'py>(&self, py: Python<'py>, question: &str, arguments: &Bound<'py, PyTuple>) -> Answer<'py> {
        answer_question(self, py, question, arguments)
    }

    /// Exports the graph, or a part of it, as one text. The arguments are those of `graph.export` except the cursor, in
    /// the interface's order.
    fn export<'py>(&self, py: Python<'py>, arguments: &Bound<'py, PyTuple>) -> Answer<'py> {
        let mut arguments = ArgumentReader::new(arguments, &self.root);
        let question = record!(arguments => ExportQuestion { format, path_prefix, around, depth; cursor: 0 });
        self.run(py, |memory| memory.export_whole(&question))
    }

    /// Whether the index covers none, some or all of the folder's files.
    fn extent<'py>(&self, py: Python<'py>) -> Answer<'py> {
        let word = |memory: &mut scrubjay::Memory| {
            Ok(match memory.extent()? {
                Extent::Nothing => "nothing".to_owned(),
                Extent::Part => "part".to_owned(),
                Extent::Whole => "whole".to_owned(),
            })
        };
        self.run(py, word)
    }

    /// Rows that could not be read since the memory was opened. Answers since then lack them.
    fn damaged<'py>(&self, py: Python<'py>) -> Answer<'py> {
        self.run(py, scrubjay::Memory::damaged)
    }

    /// Closes the memory, after earlier calls of other threads. Closing again does nothing.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.slot.close(py)
    }

    /// Whether the memory was closed, or belongs to another process.
    #[getter]
    fn closed(&self) -> bool {
        self.slot.is_closed()
    }

    /// The absolute path of the folder, with links resolved.
    #[getter]
    fn root<'py>(&self, py: Python<'py>) -> Answer<'py> {
        let _call = Call::begin(py)?;
        let root = self.slot.run(py, |turn| turn.root().path().as_os_str().to_owned())?;
        Ok(root.into_pyobject(py)?.into_any())
    }
}

/// The result of a run. An exception that the listener raised takes precedence.
fn run_result<T>(py: Python<'_>, listener: Listener, result: Result<T, Error>) -> PyResult<T> {
    match listener.into_callback_error() {
        Some(callback_error) => Err(callback_error),
        None => result.map_err(|error| errors::python_error(py, &error)),
    }
}

fn seconds(py: Python<'_>, wait: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(wait).map_err(|_| errors::invalid(py, "wait", "it is a number of seconds from 0 on"))
}

/// The caller's options for the records of a memory.
struct RecordsOptions {
    /// The file of records; `None` for the project's own.
    file: Option<PathBuf>,
    speaker: Origin,
    /// The caller's settings, which take precedence over the user's.
    config: Config,
}

impl RecordsOptions {
    fn read(
        memory: Option<&Bound<'_, PyAny>>,
        speaker: &Bound<'_, PyAny>,
        max_bytes: Option<&Bound<'_, PyAny>>,
        rules: &Bound<'_, PyTuple>,
    ) -> PyResult<RecordsOptions> {
        let file = memory.map(|file| PathBuf::read(file, "memory")).transpose()?;
        let config = crate::records::config(rules, max_bytes, "max_memory_bytes")?;
        read!(speaker: Origin);
        Ok(RecordsOptions { file, speaker, config })
    }

    /// Opens the memory's records with these options, if any of them differs from its default.
    fn apply_to(self, mut memory: scrubjay::Memory) -> Result<scrubjay::Memory, Error> {
        let RecordsOptions { file, speaker, config } = self;
        let mut owner = Settings::default().owner;
        if file.is_some() || config != Config::default() || speaker != owner.speaker {
            owner.speaker = speaker;
            // Paths in the records are relative to the project even if the file is elsewhere.
            owner.roots = memory.roots();
            let place = file.map_or_else(|| Place::Project(memory.root().path().to_owned()), Place::File);
            let config = config.or(Config::of_user()?);
            let settings = config.settings(owner);
            memory.use_records(scrubjay::records::Records::open(place, settings)?);
        }
        Ok(memory)
    }
}

/// Excludes files of a memory by patterns; `None` keeps the stored patterns.
fn excluding(mut memory: scrubjay::Memory, patterns: Option<Vec<String>>) -> Result<scrubjay::Memory, Error> {
    if let Some(patterns) = patterns {
        memory.exclude(&patterns)?;
    }
    Ok(memory)
}

/// Gives a memory records that are not stored on disk, with this speaker.
fn with_records_in_memory(mut memory: scrubjay::Memory, speaker: Origin) -> Result<scrubjay::Memory, Error> {
    let settings = Settings::default();
    let owner = Owner { speaker, roots: memory.roots(), ..settings.owner };
    memory.use_records(scrubjay::records::Records::open(Place::Nowhere, Settings { owner, ..settings })?);
    Ok(memory)
}

/// The scope of a run over these paths; all files for `None`.
fn scope(memory: &scrubjay::Memory, paths: Option<Vec<PathBuf>>) -> Result<Scope, Error> {
    let Some(paths) = paths else { return Ok(Scope::All) };
    let root = memory.root();
    let inside_paths: Result<Vec<String>, Error> = paths.iter().map(|path| root.inside(root.path(), path)).collect();
    inside_paths.map(Scope::Below)
}

/// The name by which the macro `questions` knows the class.
type Respondent = Memory;

scrubjay::for_code_questions!(questions);
