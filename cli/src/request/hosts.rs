//! The hosts of requests to tools: an open memory, or records that a command opened. They also convert typed paths.

use std::path::{Path, PathBuf};

use scrubjay::files::root::Root;
use scrubjay::records::Records;
use scrubjay::tools::{Runner, ToolHost};
use scrubjay::wit::tools::{IndexNote, NewNote, Remembered, RestoredPart, ToolFault, TypedPlace};
use scrubjay::wit::window::Restored;
use scrubjay::{Error, Memory};

use crate::arguments::names;
use crate::context::{Context, TypedPaths};
use crate::fault::Fault;
use crate::index::fresh::freshen;
use crate::memory::place::OpenRecords;
use crate::output::Output;
use crate::output::asker::Asker;
use crate::{notes, window};

/// An open memory, with its records.
pub(crate) struct ContextHost<'c> {
    pub(crate) context: &'c mut Context,
    pub(crate) output: &'c Output,
}

impl ToolHost for ContextHost<'_> {
    fn runner(&mut self) -> Result<Runner<'_>, Error> {
        Ok(Runner::Memory(&mut self.context.memory))
    }

    fn memory(&mut self) -> Option<&mut Memory> {
        Some(&mut self.context.memory)
    }

    fn records(&mut self) -> Result<&mut Records, Error> {
        self.context.memory.records()
    }

    fn remember(&mut self, note: &NewNote) -> Result<Remembered, Error> {
        let (root, folder) = (self.context.memory.root().clone(), self.context.folder.clone());
        notes::remember_of_agent(note, self.context.memory.records()?, &root, &folder)
    }

    fn restore(&mut self, id: &str) -> Result<RestoredPart, Error> {
        let place = self.context.memory.records()?.place().clone();
        restored_part(window::restore_from_any(&place, id)?)
    }

    fn place(&mut self, typed: &str) -> TypedPlace {
        place(self.context.typed(), typed, self.output.asker())
    }

    fn index_notes(&mut self) -> Vec<IndexNote> {
        let Context { memory, staleness, .. } = &mut *self.context;
        if staleness.notes.iter().any(|note| note.kind == "unchecked")
            && let Ok(changed) = memory.outdated()
        {
            staleness.add_changes(changed.len() as u64, self.output);
        }
        staleness.notes.clone()
    }

    fn left_out(&mut self, path: &str) -> Option<String> {
        let why = self.context.memory.left_out(path).ok().flatten();
        why.map(|why| names::why_left_out(why).to_owned())
    }

    fn failed(&mut self, error: Error) -> String {
        Fault::Library(error).in_words(self.output.asker())
    }
}

/// Records that a command opened, and the code of their project, which is opened only if it is asked about.
pub(crate) struct RecordsHost<'c> {
    found: &'c mut OpenRecords,
    root: Root,
    folder: PathBuf,
    /// Whether the index is asked without being updated first.
    as_is: bool,
    /// The code; `None`: it was not asked about yet; `Some(None)`: it has no index that can be opened.
    memory: Option<Option<Memory>>,
    output: &'c Output,
}

impl<'c> RecordsHost<'c> {
    pub(crate) fn of(found: &'c mut OpenRecords, as_is: bool, output: &'c Output) -> Result<RecordsHost<'c>, Fault> {
        let root = Root::at(&found.root)?;
        let folder = std::env::current_dir().map_err(Fault::NoFolder)?;
        Ok(RecordsHost { found, root, folder, as_is, memory: None, output })
    }

    /// Opens the index of the project, and updates it unless `as_is`. `None`: there is no index that can be opened. If
    /// the update fails, says why, and the index stays as it is.
    fn open_memory(&self) -> Option<Memory> {
        let mut memory = Memory::reading(&self.found.root).ok()?;
        if !self.as_is {
            match freshen(&mut memory) {
                Ok(staleness) => staleness.tell(self.output),
                Err(error) => {
                    self.output.warn(format_args!("the repository's documents are as they were indexed: {error}"));
                }
            }
        }
        Some(memory)
    }
}

impl ToolHost for RecordsHost<'_> {
    fn runner(&mut self) -> Result<Runner<'_>, Error> {
        Ok(Runner::Records(&mut self.found.records))
    }

    fn memory(&mut self) -> Option<&mut Memory> {
        if self.memory.is_none() {
            self.memory = Some(self.open_memory());
        }
        self.memory.as_mut().and_then(Option::as_mut)
    }

    fn records(&mut self) -> Result<&mut Records, Error> {
        Ok(&mut self.found.records)
    }

    fn remember(&mut self, note: &NewNote) -> Result<Remembered, Error> {
        notes::remember_of_agent(note, &mut self.found.records, &self.root, &self.folder)
    }

    fn restore(&mut self, id: &str) -> Result<RestoredPart, Error> {
        restored_part(window::restore_from_any(&self.found.records.place().clone(), id)?)
    }

    fn place(&mut self, typed: &str) -> TypedPlace {
        place(TypedPaths { root: &self.root, folder: &self.folder }, typed, self.output.asker())
    }

    fn index_notes(&mut self) -> Vec<IndexNote> {
        Vec::new()
    }

    fn left_out(&mut self, _: &str) -> Option<String> {
        None
    }

    fn failed(&mut self, error: Error) -> String {
        error.to_string()
    }
}

/// A typed text as a name, a path prefix, a path and a recorded path; or why it is no path.
fn place(paths: TypedPaths<'_>, typed: &str, asker: Asker<'_>) -> TypedPlace {
    let (path, refused) = match paths.path(typed) {
        Ok(path) => (path, None),
        Err(fault) => (String::new(), Some(tool_fault(&fault, asker))),
    };
    let (name, prefix, recorded) = (paths.name(typed), paths.prefix(typed), recorded_path(paths, typed));
    TypedPlace { name, prefix, path, recorded, refused }
}

/// A typed path as records have it: relative to the root if a file of the project is meant, otherwise as it was typed.
fn recorded_path(TypedPaths { root, folder }: TypedPaths<'_>, typed: &str) -> String {
    let path = Path::new(typed);
    let climbs = typed.split(['/', '\\']).any(|part| part == "..");
    let path_inside = root.inside(folder, path).ok();
    path_inside
        .filter(|path_inside| path.is_absolute() || climbs || root.path().join(path_inside).exists())
        .unwrap_or_else(|| typed.to_owned())
}

/// A fault of the command line as one of tools.
fn tool_fault(fault: &Fault, asker: Asker<'_>) -> ToolFault {
    ToolFault {
        code: fault.code().to_owned(),
        message: fault.sentence(),
        why: fault.why(),
        advice: fault.advice(asker),
        refusal: None,
        hints: None,
        unread: Vec::new(),
    }
}

fn restored_part(Restored { text, is_masked, .. }: Restored) -> Result<RestoredPart, Error> {
    Ok(RestoredPart { text, is_masked })
}
