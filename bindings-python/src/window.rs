//! The class `Window` of the extension: a conversation under a budget. Signatures and documentation are in the package.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::{PyAny, PyTuple};
use scrubjay::Error;
use scrubjay::records::Place;
use scrubjay::window::Pruned;
use scrubjay::wit::window::{
    Edit, MessageFormat, NewItem, Pushed, Relevance, WindowOpened, WindowOwner, WindowPage, WindowSettings,
};

use crate::arguments::{Argument, ArgumentReader, Raw, non_negative, read, record};
use crate::convert::ToPython;
use crate::errors;
use crate::slot::Slot;

type Answer<'py> = PyResult<Bound<'py, PyAny>>;
/// An edit that the package passes back: message, pointer, replacement, id.
type EditTuple = (u32, String, Option<String>, String);

/// A window, used by one call at a time, in the process that opened it.
#[pyclass(module = "scrubjay._native", frozen)]
pub(crate) struct Window {
    slot: Slot<scrubjay::window::Window>,
}

#[pymethods]
impl Window {
    /// Opens a window. `settings` are in the interface's order; `saved` is a saved state, which may be empty; `memory`
    /// is the file of a memory, `project` the folder of a project; `owner` is tenant, principal and name.
    #[new]
    #[pyo3(signature = (settings, saved, memory, project, owner))]
    fn open(
        py: Python<'_>,
        settings: &Bound<'_, PyTuple>,
        saved: &Bound<'_, PyAny>,
        memory: Option<&Bound<'_, PyAny>>,
        project: Option<&Bound<'_, PyAny>>,
        owner: &Bound<'_, PyTuple>,
    ) -> PyResult<Window> {
        let settings = self::settings(settings)?;
        read!(saved: Raw);
        let place = place(memory, project)?;
        let mut arguments = ArgumentReader::without_root(owner);
        let owner = record!(arguments => WindowOwner { tenant, principal, name });
        let opened = py.detach(|| match place {
            None => scrubjay::window::Window::load(settings, &saved.0),
            Some(place) => scrubjay::window::Window::open(place, owner, settings),
        });
        let window = opened.map_err(|error| errors::python_error(py, &error))?;
        Ok(Window { slot: Slot::new(window) })
    }

    /// What opening found: whether the window was there already, and its prunes and pruned parts so far.
    fn found<'py>(&self, py: Python<'py>) -> Answer<'py> {
        self.slot.ask::<WindowOpened>(py, |window| Ok(window.found()))
    }

    /// Pushes parts, each a tuple of the members of the interface's `new-item`, in order.
    fn push<'py>(&self, py: Python<'py>, parts: Vec<Bound<'py, PyTuple>>) -> Answer<'py> {
        let items = parts.iter().map(new_item).collect::<PyResult<Vec<NewItem>>>()?;
        self.slot.ask::<Pushed>(py, move |window| window.push(&items))
    }

    /// Pushes messages: a JSON list, whose first message has the index `first`, or a whole request.
    fn push_messages<'py>(
        &self,
        py: Python<'py>,
        format: &Bound<'py, PyAny>,
        messages: &Bound<'py, PyAny>,
        first: &Bound<'py, PyAny>,
    ) -> Answer<'py> {
        read!(format: MessageFormat, messages: String);
        let first = u32::try_from(non_negative(first, "first")?).unwrap_or(u32::MAX);
        self.slot.ask::<Pushed>(py, move |window| window.push_messages(format, &messages, first))
    }

    /// Prunes; with `anyway` as far as possible. Returns a tuple in the order of the package's class `Pruned`.
    fn prune<'py>(&self, py: Python<'py>, anyway: bool) -> Answer<'py> {
        self.slot.ask(py, move |window| Ok(PrunedTuple(if anyway { window.prune_anyway() } else { window.prune() }?)))
    }

    /// Pushes all messages of a conversation, and prunes. Returns the same tuple as `prune`.
    fn fit<'py>(
        &self,
        py: Python<'py>,
        format: &Bound<'py, PyAny>,
        messages: &Bound<'py, PyAny>,
        anyway: bool,
    ) -> Answer<'py> {
        read!(format: MessageFormat, messages: String);
        self.slot.ask(py, move |window| {
            let pruned = if anyway {
                window.push_and_prune_anyway(format, &messages)
            } else {
                window.push_and_prune(format, &messages)
            };
            Ok(PrunedTuple(pruned?))
        })
    }

    /// Applies edits to a JSON list of messages. All other text stays the same.
    fn edit_messages<'py>(
        &self,
        py: Python<'py>,
        messages: &Bound<'py, PyAny>,
        first: u32,
        edits: Vec<EditTuple>,
    ) -> Answer<'py> {
        read!(messages: String);
        let edit = |(message, pointer, replacement, id)| Edit { message, pointer, replacement, id };
        let edits: Vec<Edit> = edits.into_iter().map(edit).collect();
        self.slot.ask(py, move |window| window.edit_messages(&messages, first, &edits))
    }

    /// The content of a part, pruned or not.
    fn restore<'py>(&self, py: Python<'py>, id: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(id: String);
        self.slot.ask(py, move |window| window.restore(&id))
    }

    /// The newest part with this text, if the edited conversation still shows it; otherwise `None`.
    fn already_visible<'py>(&self, py: Python<'py>, content: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(content: String);
        self.slot.ask(py, move |window| window.already_visible(&content))
    }

    /// Corrects the estimate of tokens by the provider's count.
    fn report_usage<'py>(&self, py: Python<'py>, input_tokens: &Bound<'py, PyAny>) -> Answer<'py> {
        let tokens = non_negative(input_tokens, "input_tokens")?;
        self.slot.ask(py, move |window| window.report_usage(tokens).map(|()| true))
    }

    /// Sets the relevance of parts. `relevance`: pairs of an id and a number from 0.0 to 1.0.
    fn set_relevance<'py>(&self, py: Python<'py>, relevance: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(relevance: Vec<(String, f64)>);
        let relevance: Vec<Relevance> = relevance.into_iter().map(|(id, value)| Relevance { id, value }).collect();
        self.slot.ask(py, move |window| window.set_relevance(&relevance).map(|()| true))
    }

    fn pin<'py>(&self, py: Python<'py>, ids: &Bound<'py, PyAny>, pinned: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(ids: Vec<String>, pinned: bool);
        self.slot.ask(py, move |window| window.pin(&ids, pinned).map(|()| true))
    }

    /// Sets the task of the conversation, and makes a snapshot. An empty text means no task.
    fn set_task<'py>(&self, py: Python<'py>, task: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(task: String);
        self.slot.ask(py, move |window| window.set_task(&task).map(|()| true))
    }

    /// Makes a snapshot of the window's parts and their values.
    fn snapshot<'py>(&self, py: Python<'py>) -> Answer<'py> {
        self.slot.ask(py, |window| window.snapshot().map(|()| true))
    }

    /// Lists snapshots, newest first; if `before` is not 0, only those with a number below it.
    fn snapshots<'py>(&self, py: Python<'py>, limit: &Bound<'py, PyAny>, before: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(limit: u32, before: u32);
        self.slot.ask(py, move |window| window.snapshots(limit, before))
    }

    /// The snapshot with a number, or that of the newest prune.
    #[pyo3(signature = (number))]
    fn find_snapshot<'py>(&self, py: Python<'py>, number: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(number: Option<u32>);
        self.slot.ask(py, move |window| window.find_snapshot(number))
    }

    /// What the newest snapshot that judged a part says of it; `None` if none judged it.
    fn explain<'py>(&self, py: Python<'py>, id: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(id: String);
        self.slot.ask(py, move |window| window.explain(&id))
    }

    /// The snapshot that a prune with another token limit would make. Changes nothing.
    fn what_if<'py>(&self, py: Python<'py>, max_tokens: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(max_tokens: u32);
        self.slot.ask(py, move |window| window.what_if(max_tokens))
    }

    /// Compares two snapshots by their numbers. `newer`: `None` for the newest snapshot.
    fn compare_snapshots<'py>(
        &self,
        py: Python<'py>,
        older: &Bound<'py, PyAny>,
        newer: &Bound<'py, PyAny>,
    ) -> Answer<'py> {
        read!(older: u32, newer: Option<u32>);
        self.slot.ask(py, move |window| window.compare_snapshots(older, newer))
    }

    /// The edits of the original messages as of a snapshot.
    fn recover_snapshot<'py>(&self, py: Python<'py>, number: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(number: u32);
        self.slot.ask(py, move |window| window.recover_snapshot(number))
    }

    /// Learnings from pruned parts, newest first.
    fn learnings<'py>(&self, py: Python<'py>, limit: &Bound<'py, PyAny>) -> Answer<'py> {
        read!(limit: u32);
        self.slot.ask(py, move |window| window.learnings(limit))
    }

    /// The window's tokens, prunes and stored bytes as of now.
    fn status<'py>(&self, py: Python<'py>) -> Answer<'py> {
        self.slot.ask(py, scrubjay::window::Window::status)
    }

    /// The state of a window without a memory, as `open` takes it for `saved`.
    fn save<'py>(&self, py: Python<'py>) -> Answer<'py> {
        self.slot.ask(py, |window| Ok(Raw(window.save()?)))
    }

    /// Ends the window for good: nothing of it can be restored.
    fn end<'py>(&self, py: Python<'py>) -> Answer<'py> {
        self.slot.ask(py, |window| window.end().map(|()| true))
    }

    /// Closes the window. Closing again does nothing.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.slot.close(py)
    }
}

/// Lists the windows in the file of a memory, or in a project's memory.
#[pyfunction]
#[pyo3(signature = (memory, project, tenant, limit, after))]
pub(crate) fn windows<'py>(
    py: Python<'py>,
    memory: Option<&Bound<'py, PyAny>>,
    project: Option<&Bound<'py, PyAny>>,
    tenant: &Bound<'py, PyAny>,
    limit: &Bound<'py, PyAny>,
    after: &Bound<'py, PyAny>,
) -> Answer<'py> {
    let place = place(memory, project)?.unwrap_or(Place::Nowhere);
    read!(tenant: String, limit: u32, after: String);
    let page = py.detach(|| scrubjay::window::windows(place, &tenant, limit, &after));
    let page: Result<WindowPage, Error> = page;
    page.map_err(|error| errors::python_error(py, &error))?.to_python(py)
}

fn place(memory: Option<&Bound<'_, PyAny>>, project: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Place>> {
    Ok(match (memory, project) {
        (Some(file), _) => Some(Place::File(PathBuf::read(file, "memory")?)),
        (None, Some(folder)) => Some(Place::Project(PathBuf::read(folder, "project")?)),
        (None, None) => None,
    })
}

fn new_item(values: &Bound<'_, PyTuple>) -> PyResult<NewItem> {
    let mut arguments = ArgumentReader::without_root(values);
    Ok(record!(arguments => NewItem {
        kind, message, pointer, text, original, form, response, tool, call_id, is_error, tokens, task, is_pinned, relevance,
        dependencies, time, places
    }))
}

/// Reads settings from a tuple in the order of `window-settings` in the WIT.
fn settings(values: &Bound<'_, PyTuple>) -> PyResult<WindowSettings> {
    let mut arguments = ArgumentReader::without_root(values);
    Ok(record!(arguments => WindowSettings {
        policy, max_tokens, threshold, low, recap_share, keep_last, stub, cache_read, cache_write, cache_lifetime, max_body_bytes,
        max_window_bytes, body_lifetime, caller_keeps
    }))
}

/// The result of a prune, which becomes a tuple in the order of the package's class `Pruned`.
struct PrunedTuple(Pruned);

impl ToPython for PrunedTuple {
    fn to_python<'py>(&self, py: Python<'py>) -> Answer<'py> {
        let Pruned { edits, n_pruned, tokens_before, tokens_after, first_changed, expected_saving, snapshot } = &self.0;
        let parts = [
            edits.to_python(py)?,
            n_pruned.to_python(py)?,
            tokens_before.to_python(py)?,
            tokens_after.to_python(py)?,
            first_changed.to_python(py)?,
            expected_saving.to_python(py)?,
            snapshot.to_python(py)?,
        ];
        Ok(PyTuple::new(py, parts)?.into_any())
    }
}
