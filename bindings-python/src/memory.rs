//! The class `Memory`: each method reads its arguments, lets go of the interpreter, asks, and makes the answer.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyAny, PyString, PyType};
use scrubjay::files::scope::Scope;
use scrubjay::wit::{graph, recall};
use scrubjay::{Error, Write};

use crate::arguments::{Count, path, text, texts, words};
use crate::convert::ToPython;
use crate::ending::Call;
use crate::errors;
use crate::index::{Listener, report};
use crate::slot::Slot;

type Text<'a, 'py> = &'a Bound<'py, PyString>;
type Texts<'py> = Vec<Bound<'py, PyString>>;
type Answer<'py> = PyResult<Bound<'py, PyAny>>;

/// A memory of the code in a folder.
///
/// Open one by `Memory.open`, `Memory.reading` or `Memory.in_memory`, and close it, best by `with`. It may be used from any
/// thread: calls queue, in the order in which they come. After a fork only the process that opened it may use it.
///
/// Where Python ends while daemon threads ask, their calls are waited for, but for five seconds at most: until 3.13, a thread
/// that a `progress` of its own holds up for longer may abort the process then.
#[pyclass(module = "scrubjay", frozen, weakref)]
pub(crate) struct Memory {
    slot: Arc<Slot>,
}

impl Memory {
    fn opened(py: Python<'_>, open: impl Send + FnOnce() -> Result<scrubjay::Memory, Error>) -> PyResult<Memory> {
        let _call = Call::begin(py)?;
        let memory = py.detach(open).map_err(|error| errors::raised(py, &error))?;
        Ok(Memory { slot: Slot::new(memory) })
    }

    /// Asks, without the interpreter.
    fn ask<'py, T: ToPython + Send>(
        &self,
        py: Python<'py>,
        question: impl Send + FnOnce(&mut scrubjay::Memory) -> Result<T, Error>,
    ) -> Answer<'py> {
        let _call = Call::begin(py)?;
        let answer = self.slot.run(py, |mut turn| question(&mut turn))?;
        answer.map_err(|error| errors::raised(py, &error))?.to_python(py)
    }
}

#[pymethods]
impl Memory {
    /// Opens the memory of a folder to change it, and creates it where there is none. One process at a time.
    ///
    /// `check` verifies every page and row first, which is done anyway after a crash; `rebuild` puts the store aside and begins
    /// a new one.
    #[classmethod]
    #[pyo3(signature = (root, *, check = false, rebuild = false))]
    fn open(cls: &Bound<'_, PyType>, root: &Bound<'_, PyAny>, check: bool, rebuild: bool) -> PyResult<Memory> {
        let root = path(root, "root")?;
        Memory::opened(cls.py(), move || scrubjay::Memory::writing(&root, Write { check, rebuild }))
    }

    /// Opens the memory of an indexed folder to ask it, beside whoever writes.
    #[classmethod]
    fn reading(cls: &Bound<'_, PyType>, root: &Bound<'_, PyAny>) -> PyResult<Memory> {
        let root = path(root, "root")?;
        Memory::opened(cls.py(), move || scrubjay::Memory::reading(&root))
    }

    /// A memory of a folder that keeps nothing on disk.
    #[classmethod]
    fn in_memory(cls: &Bound<'_, PyType>, root: &Bound<'_, PyAny>) -> PyResult<Memory> {
        let root = path(root, "root")?;
        Memory::opened(cls.py(), move || scrubjay::Memory::in_memory(&root))
    }

    /// Brings the memory up to date with the folder.
    ///
    /// `progress` is told how far the run is, some times a second, and may stop it by raising. Whatever stops it, what was
    /// taken in stays, and the next run goes on from there.
    ///
    /// `paths` are files or folders that may have changed, absolute or relative to the memory's folder: only there is looked,
    /// and only that is reported.
    #[pyo3(signature = (progress = None, *, paths = None))]
    fn index<'py>(
        &self,
        py: Python<'py>,
        progress: Option<Bound<'py, PyAny>>,
        paths: Option<Vec<Bound<'py, PyAny>>>,
    ) -> Answer<'py> {
        let _call = Call::begin(py)?;
        let paths: Option<Vec<PathBuf>> =
            paths.map(|paths| paths.iter().map(|one| path(one, "paths")).collect()).transpose()?;
        let mut listener = Listener::new(progress.map(Bound::unbind));
        let indexed = self.slot.run(py, |mut turn| {
            let scope = scope(&turn, paths)?;
            turn.index_within(&scope, &mut |progress| listener.tell(progress))
        })?;
        match (listener.into_raised(), indexed) {
            (Some(raised), _) => Err(raised),
            (None, Ok(indexed)) => report(py, &indexed),
            (None, Err(error)) => Err(errors::raised(py, &error)),
        }
    }

    /// Finds symbols: exact names first, then qualified names, beginnings, parts, and words.
    ///
    /// `kinds` and `path_prefix` narrow it down; `most` is 1 to 1,000; `explain` gives each score's factors.
    #[pyo3(signature = (text, *, kinds = Vec::new(), path_prefix = None, most = Count(20), explain = false))]
    fn find<'py>(
        &self,
        py: Python<'py>,
        text: Text<'_, 'py>,
        kinds: Texts<'py>,
        path_prefix: Option<Text<'_, 'py>>,
        most: Count,
        explain: bool,
    ) -> Answer<'py> {
        let question = graph::FindQuestion {
            text: self::text(text, "text")?,
            kinds: words(&kinds, "kinds")?,
            path_prefix: path_prefix.map_or_else(|| Ok(String::new()), |prefix| self::text(prefix, "path_prefix"))?,
            most: most.0,
            explain,
        };
        self.ask(py, |memory| memory.find(&question))
    }

    /// The symbols of one file.
    fn outline<'py>(&self, py: Python<'py>, path: Text<'_, 'py>) -> Answer<'py> {
        let path = text(path, "path")?;
        self.ask(py, |memory| memory.outline(&path))
    }

    /// Who calls a symbol.
    ///
    /// `name` is what people type: an id, `Class.method`, a bare name, or `path:line`. `depth` is 1 to 10, `most` 1 to 1,000;
    /// edges below `least_confidence` are left out, which is a `float`: an integer beyond every one is an `OverflowError`.
    #[pyo3(signature = (name, *, depth = Count(1), most = Count(100), least_confidence = 0.0))]
    fn callers<'py>(
        &self,
        py: Python<'py>,
        name: Text<'_, 'py>,
        depth: Count,
        most: Count,
        least_confidence: f64,
    ) -> Answer<'py> {
        let question = walk(name, depth, most, least_confidence)?;
        self.ask(py, |memory| memory.callers(&question))
    }

    /// What a symbol calls. The arguments are those of `callers`.
    #[pyo3(signature = (name, *, depth = Count(1), most = Count(100), least_confidence = 0.0))]
    fn callees<'py>(
        &self,
        py: Python<'py>,
        name: Text<'_, 'py>,
        depth: Count,
        most: Count,
        least_confidence: f64,
    ) -> Answer<'py> {
        let question = walk(name, depth, most, least_confidence)?;
        self.ask(py, |memory| memory.callees(&question))
    }

    /// Every place that names a symbol, whatever the kind of edge. `depth` must be 1.
    #[pyo3(signature = (name, *, depth = Count(1), most = Count(100), least_confidence = 0.0))]
    fn references<'py>(
        &self,
        py: Python<'py>,
        name: Text<'_, 'py>,
        depth: Count,
        most: Count,
        least_confidence: f64,
    ) -> Answer<'py> {
        let question = walk(name, depth, most, least_confidence)?;
        self.ask(py, |memory| memory.references(&question))
    }

    /// What a change of a symbol, or of a file by its path, can reach. The arguments are those of `callers`.
    #[pyo3(signature = (name, *, depth = Count(1), most = Count(100), least_confidence = 0.0))]
    fn impact<'py>(
        &self,
        py: Python<'py>,
        name: Text<'_, 'py>,
        depth: Count,
        most: Count,
        least_confidence: f64,
    ) -> Answer<'py> {
        let question = walk(name, depth, most, least_confidence)?;
        self.ask(py, |memory| memory.impact(&question))
    }

    /// The types above and below a type; for a member of a type, what it overrides and what overrides it. The arguments are
    /// those of `callers`; `most` holds for each list.
    #[pyo3(signature = (name, *, depth = Count(1), most = Count(100), least_confidence = 0.0))]
    fn hierarchy<'py>(
        &self,
        py: Python<'py>,
        name: Text<'_, 'py>,
        depth: Count,
        most: Count,
        least_confidence: f64,
    ) -> Answer<'py> {
        let question = walk(name, depth, most, least_confidence)?;
        self.ask(py, |memory| memory.hierarchy(&question))
    }

    /// The shortest chain of edges from one symbol to another, of at most `depth` edges: 1 to 10.
    ///
    /// `kinds` are the kinds of edges that it may take; none given: calls alone, or where these lead nowhere, all.
    #[pyo3(signature = (source, target, *, depth = Count(10), kinds = Vec::new(), least_confidence = 0.0))]
    fn path<'py>(
        &self,
        py: Python<'py>,
        source: Text<'_, 'py>,
        target: Text<'_, 'py>,
        depth: Count,
        kinds: Texts<'py>,
        least_confidence: f64,
    ) -> Answer<'py> {
        let question = graph::PathQuestion {
            source: text(source, "source")?,
            target: text(target, "target")?,
            depth: depth.0,
            kinds: words(&kinds, "kinds")?,
            least_confidence,
        };
        self.ask(py, |memory| memory.path(&question))
    }

    /// The files and outside modules that a file imports or uses, by its path as answers show it.
    ///
    /// `depth` is 1 to 10, `most` 1 to 1,000.
    #[pyo3(signature = (path, *, depth = Count(1), most = Count(100)))]
    fn dependencies<'py>(&self, py: Python<'py>, path: Text<'_, 'py>, depth: Count, most: Count) -> Answer<'py> {
        let question = file(path, depth, most)?;
        self.ask(py, |memory| memory.dependencies(&question))
    }

    /// The files that import or use a file. The arguments are those of `dependencies`.
    #[pyo3(signature = (path, *, depth = Count(1), most = Count(100)))]
    fn dependents<'py>(&self, py: Python<'py>, path: Text<'_, 'py>, depth: Count, most: Count) -> Answer<'py> {
        let question = file(path, depth, most)?;
        self.ask(py, |memory| memory.dependents(&question))
    }

    /// The most important symbols of the repository, ready for a prompt, in a budget of tokens: 64 to 1,000,000.
    ///
    /// `focus` are paths or names to lean towards.
    #[pyo3(signature = (*, budget = Count(2000), focus = Vec::new()))]
    fn map<'py>(&self, py: Python<'py>, budget: Count, focus: Texts<'py>) -> Answer<'py> {
        let question = graph::MapQuestion { budget: budget.0, focus: texts(&focus, "focus")? };
        self.ask(py, |memory| memory.map(&question))
    }

    /// The whole graph as text, one symbol or edge a line: equal for equal code, whatever way it was indexed.
    fn export<'py>(&self, py: Python<'py>) -> Answer<'py> {
        self.ask(py, scrubjay::Memory::export_whole)
    }

    /// The code that a task needs, in a budget of tokens (64 to 1,000,000), each piece with its reasons.
    ///
    /// Identifiers, paths and error lines in the task count; `focus` are the paths in hand.
    #[pyo3(signature = (task, *, budget = Count(8000), focus = Vec::new()))]
    fn prepare<'py>(&self, py: Python<'py>, task: Text<'_, 'py>, budget: Count, focus: Texts<'py>) -> Answer<'py> {
        let question =
            recall::PrepareQuestion { task: text(task, "task")?, budget: budget.0, focus: texts(&focus, "focus")? };
        self.ask(py, |memory| memory.prepare(&question))
    }

    /// How the memory stands.
    fn status<'py>(&self, py: Python<'py>) -> Answer<'py> {
        self.ask(py, scrubjay::Memory::status)
    }

    /// Rows that could not be read since the memory was last opened: what the answers since then were given without.
    fn damaged<'py>(&self, py: Python<'py>) -> Answer<'py> {
        self.ask(py, scrubjay::Memory::damaged)
    }

    /// Closes the memory, once the calls of other threads are done. A closed one may be closed again.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        if self.slot.is_closed() {
            return Ok(());
        }
        let _call = Call::begin(py)?;
        self.slot.run(py, |turn| turn.close())?.map_err(|error| errors::raised(py, &error))
    }

    /// Whether the memory was closed, or belongs to another process.
    #[getter]
    fn closed(&self) -> bool {
        self.slot.is_closed()
    }

    /// The folder, by its canonical path.
    #[getter]
    fn root<'py>(&self, py: Python<'py>) -> Answer<'py> {
        let _call = Call::begin(py)?;
        let root = self.slot.run(py, |turn| turn.root().path().as_os_str().to_owned())?;
        Ok(root.into_pyobject(py)?.into_any())
    }

    fn __enter__(this: Py<Memory>) -> Py<Memory> {
        this
    }

    #[pyo3(signature = (*_raised))]
    fn __exit__(&self, py: Python<'_>, _raised: &Bound<'_, PyAny>) -> PyResult<()> {
        self.close(py)
    }
}

/// The part of the folder that these paths mean; all of it where none are given.
fn scope(memory: &scrubjay::Memory, paths: Option<Vec<PathBuf>>) -> Result<Scope, Error> {
    let Some(paths) = paths else { return Ok(Scope::All) };
    let root = memory.root();
    let inside: Result<Vec<String>, Error> = paths.iter().map(|path| root.inside(root.path(), path)).collect();
    inside.map(Scope::Below)
}

fn walk(name: Text<'_, '_>, depth: Count, most: Count, least_confidence: f64) -> PyResult<graph::WalkQuestion> {
    Ok(graph::WalkQuestion { name: text(name, "name")?, depth: depth.0, most: most.0, least_confidence })
}

fn file(path: Text<'_, '_>, depth: Count, most: Count) -> PyResult<graph::FileQuestion> {
    Ok(graph::FileQuestion { path: text(path, "path")?, depth: depth.0, most: most.0 })
}
