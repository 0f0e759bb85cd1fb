//! Errors of the command line: what went wrong, why, and how to fix it; for people and as JSON.

pub(crate) mod advice;

use std::error::Error as _;
use std::io;
use std::path::PathBuf;

use scrubjay::Error;
use scrubjay::store::StoreError;
use scrubjay::wit::tools::ToolFault;
use scrubjay::wit::types;
use serde_json::{Map, Value, json};

use crate::Ending;
use crate::output::asker::Asker;
use crate::output::json::Json as _;
use crate::output::message_text;
use crate::output::text::path_of;
use crate::request::hint_json;

/// An error that ends the command.
#[derive(Debug)]
pub(crate) enum Fault {
    Library(Error),
    /// An error of the store of records, for which no advice about the index helps.
    Memory(StoreError),
    /// A memory's file of which nothing can be saved, and how it is damaged.
    BeyondRepair {
        path: PathBuf,
        how: String,
    },
    /// The memory's file has reached its maximum size.
    FullMemory(Error),
    /// A name under which nothing is recorded.
    UnrecordedName(types::UnknownName),
    /// A refusal of the component about a window.
    Window(types::Error),
    /// A refusal of the component about a session.
    Session(types::Error),
    /// Why a request to a tool has no answer, as the component tells it.
    Tool(Box<ToolFault>),
    /// No text was given where one is required; holds the advice.
    EmptyText(&'static str),
    /// The log of git does not name the file `path`. `similar_paths`: files in the log with the same name; `is_there`:
    /// `path` exists.
    NoHistory {
        path: String,
        similar_paths: Vec<String>,
        is_there: bool,
    },
    /// Options that choose among the meanings of a name were given without a name.
    ChoiceWithoutName,
    /// No agent was found for which `init` could write settings.
    NoAgent,
    /// A folder where a symbol or a file is required.
    IsFolder {
        path: String,
    },
    /// JSON was requested for output that has only one form.
    NoJson,
    /// More than one folder was given to index; the payload is the folder that contains all of them, if there is one.
    SeveralFolders {
        common: Option<PathBuf>,
    },
    /// No argument named the folder, and the working folder is the home folder or contains it.
    NoProject {
        folder: PathBuf,
    },
    /// As `NoProject`, when agents were to be set up.
    NoProjectToSetUp {
        folder: PathBuf,
    },
    /// The program `git` was not found.
    NoGit,
    /// The error message of git.
    Git(String),
    /// No memory, or more than one, has an id with this beginning.
    UnknownMemoryId(String),
    /// A change that cannot be undone was not confirmed.
    Unconfirmed,
    /// Writing files was not confirmed.
    WriteUnconfirmed,
    /// The standard input could not be read.
    UnreadableInput(io::Error),
    /// A file that an argument names cannot be read.
    UnreadableFile(PathBuf, io::Error),
    /// A new file that an argument names cannot be written, or exists already.
    UnwritableFile(PathBuf, io::Error),
    /// The records of an import are to be trusted, but the file does not say who spoke.
    UnknownSpeaker,
    /// An import from the standard input is to be trusted, although nobody has seen it.
    UnseenImport,
    /// An agent asked to change a note in a memory whose speaker is a person: the note would count as that person's
    /// word.
    AgentInPersonsName,
    /// The working folder cannot be reached: it may no longer exist.
    NoFolder(io::Error),
    /// The handler for interruptions could not be installed.
    NoSignals(io::Error),
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::Library(error)
    }
}

impl Fault {
    /// This error as one about records, if it comes from a store, a full memory or an unknown name.
    pub(crate) fn of_memory(self) -> Fault {
        match self {
            Fault::Library(Error::Store(error)) => Fault::Memory(error),
            Fault::Library(error @ Error::Refused(types::Error::Full(_))) => Fault::FullMemory(error),
            Fault::Library(Error::Refused(types::Error::Unknown(unknown))) => Fault::UnrecordedName(unknown),
            other => other,
        }
    }

    /// This error, as one about a window if the component refused. A full memory stays an error about records.
    pub(crate) fn of_window(self) -> Fault {
        match self {
            Fault::Library(Error::Refused(error)) if !matches!(error, types::Error::Full(_)) => Fault::Window(error),
            other => other.of_memory(),
        }
    }

    /// This error, turned into one about a session if the component refused.
    pub(crate) fn of_session(self) -> Fault {
        match self.of_window() {
            Fault::Window(error) => Fault::Session(error),
            other => other,
        }
    }

    pub(crate) fn ending(&self) -> Ending {
        match self {
            Fault::Window(error) | Fault::Session(error) => match error {
                types::Error::Unknown(_) | types::Error::Expired(_) | types::Error::Withheld(_) => Ending::Nothing,
                types::Error::Invalid(_) | types::Error::TooLarge(_) => Ending::Usage,
                _ => Ending::Error,
            },
            Fault::Library(Error::Refused(types::Error::Unknown(_)))
            | Fault::UnrecordedName(_)
            | Fault::IsFolder { .. }
            | Fault::NoHistory { .. }
            | Fault::UnknownMemoryId(_) => Ending::Nothing,
            Fault::Tool(fault) => ending_of_tool(fault),
            Fault::Library(Error::Stopped) => Ending::Interrupted,
            Fault::Library(Error::Refused(types::Error::Invalid(_) | types::Error::TooLarge(_)))
            | Fault::Unconfirmed
            | Fault::WriteUnconfirmed
            | Fault::EmptyText(_)
            | Fault::UnknownSpeaker
            | Fault::UnseenImport
            | Fault::ChoiceWithoutName
            | Fault::NoAgent
            | Fault::NoJson
            | Fault::NoProject { .. }
            | Fault::NoProjectToSetUp { .. }
            | Fault::SeveralFolders { .. } => Ending::Usage,
            _ => Ending::Error,
        }
    }

    /// The error as text: what, why, and how to fix it, a line each.
    pub(crate) fn in_words(&self, asker: Asker<'_>) -> String {
        let why = self.why().map(|why| format!("why: {why}"));
        let further_lines: Vec<String> = why.into_iter().chain(self.advice(asker)).collect();
        message_text(&format!("error: {}", self.sentence()), &further_lines)
    }

    pub(crate) fn in_json(&self, n_damaged: usize) -> Value {
        let mut error = json!({ "code": self.code(), "message": self.sentence(), "why": self.why() });
        let mut details = self.details();
        if n_damaged > 0 {
            details.insert("n_damaged".to_owned(), json!(n_damaged));
        }
        if !details.is_empty() {
            error["details"] = Value::Object(details);
        }
        json!({ "error": error })
    }

    /// The details of the error for programs, with the names of the interface.
    fn details(&self) -> Map<String, Value> {
        let mut details = Map::new();
        let mut add = |name: &str, value: Value| drop(details.insert(name.to_owned(), value));
        match self {
            Fault::Tool(fault) => {
                fault.refusal.iter().for_each(|refusal| add_refusal(refusal, &mut add));
                if let Some(hints) = &fault.hints {
                    add("hints", hints.iter().map(hint_json).collect());
                    add("unread", fault.unread.json());
                }
            }
            Fault::UnrecordedName(unknown) => add_refusal(&types::Error::Unknown(unknown.clone()), &mut add),
            Fault::Library(Error::Refused(error)) | Fault::FullMemory(Error::Refused(error)) => {
                add_refusal(error, &mut add);
            }
            Fault::Window(error) | Fault::Session(error) => add_refusal(error, &mut add),
            Fault::NoHistory { similar_paths, .. } => add("suggestions", json!(similar_paths)),
            Fault::Library(Error::Store(StoreError::Damaged(how)))
            | Fault::Memory(StoreError::Damaged(how))
            | Fault::BeyondRepair { how, .. } => add("how", json!(how)),
            _ => {}
        }
        details
    }

    pub(crate) fn sentence(&self) -> String {
        match self {
            Fault::Library(error) | Fault::FullMemory(error) => error.to_string(),
            Fault::Memory(StoreError::Missing { path }) => format!("there is no memory at {}", path_of(path)),
            Fault::Memory(error) => error.to_string(),
            Fault::BeyondRepair { how, .. } => StoreError::Damaged(how.clone()).to_string(),
            Fault::Session(types::Error::Unknown(unknown)) => format!("nothing is known of a session {}", unknown.name),
            Fault::Window(error) | Fault::Session(error) => Error::Refused(error.clone()).to_string(),
            Fault::Tool(fault) => fault.message.clone(),
            Fault::UnrecordedName(unknown) => Error::Refused(types::Error::Unknown(unknown.clone())).to_string(),
            Fault::EmptyText(_) => "the text is empty".to_owned(),
            Fault::NoHistory { path, .. } => format!("no commit that git tells of changed {path}"),
            Fault::ChoiceWithoutName => {
                "--kind and --file choose among the meanings of a name, and there is none".to_owned()
            }
            Fault::NoAgent => "no agent or editor is found, here or in your home folder".to_owned(),
            Fault::IsFolder { path } if path.is_empty() => {
                "that is the whole folder, and a symbol or a file is asked for".to_owned()
            }
            Fault::IsFolder { path } => format!("{path} is a folder, and a symbol or a file is asked for"),
            Fault::NoJson => "a script for a shell is not given as JSON".to_owned(),
            Fault::SeveralFolders { .. } => "an index is of one folder".to_owned(),
            Fault::NoProject { folder } | Fault::NoProjectToSetUp { folder } => {
                format!("{} is no project", folder.display())
            }
            Fault::NoGit => "the program git is not found".to_owned(),
            Fault::Git(_) => "git tells no history of this folder".to_owned(),
            Fault::UnknownMemoryId(id) => format!("no memory has the id {id}"),
            Fault::Unconfirmed => "nothing was changed".to_owned(),
            Fault::WriteUnconfirmed => "nothing was written".to_owned(),
            Fault::UnreadableInput(_) => "the standard input cannot be read".to_owned(),
            Fault::UnreadableFile(path, _) => format!("{} cannot be read", path_of(path)),
            Fault::UnwritableFile(path, error) if error.kind() == io::ErrorKind::AlreadyExists => {
                format!("{} exists", path_of(path))
            }
            Fault::UnwritableFile(path, _) => format!("{} cannot be written", path_of(path)),
            Fault::UnknownSpeaker => "--mine does not go with --format mcp".to_owned(),
            Fault::UnseenImport => "--mine does not take lines from a pipe".to_owned(),
            Fault::AgentInPersonsName => {
                "this memory is opened for a person, and an agent changes no note there: open it for an agent"
                    .to_owned()
            }
            Fault::NoFolder(_) => "the working folder cannot be reached".to_owned(),
            Fault::NoSignals(_) => "interruptions cannot be caught".to_owned(),
        }
    }

    pub(crate) fn why(&self) -> Option<String> {
        match self {
            Fault::Library(error) => error.source().map(ToString::to_string),
            Fault::Memory(error) => error.source().map(ToString::to_string),
            Fault::UnwritableFile(_, error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Some("an export never overwrites a file".to_owned())
            }
            Fault::UnknownSpeaker => {
                Some("that server's file does not say who spoke, so nothing of it can be believed".to_owned())
            }
            Fault::UnseenImport => {
                Some("a person calls records their own, and of a pipe nobody has seen what it will bring".to_owned())
            }
            Fault::Git(words) => Some(words.clone()),
            Fault::SeveralFolders { .. } => {
                Some("what leads from one folder to another is found where both are in one index".to_owned())
            }
            Fault::NoProject { .. } | Fault::NoProjectToSetUp { .. } => {
                Some("it is your home folder, a folder above it, or the top of a disk, and nobody named it".to_owned())
            }
            Fault::Tool(fault) => fault.why.clone(),
            Fault::NoHistory { similar_paths, is_there, .. } if similar_paths.is_empty() => Some(match is_there {
                true => "it is new, ignored, or only old commits and those of more than 50 files changed it".to_owned(),
                false => "there is no such file, and none was in the newest 10,000 commits".to_owned(),
            }),
            Fault::Unconfirmed => Some("what cannot be undone is done only when it is confirmed".to_owned()),
            Fault::WriteUnconfirmed => {
                Some("your files are written only where you agree at a terminal, or with --yes".to_owned())
            }
            Fault::Window(_)
            | Fault::Session(_)
            | Fault::FullMemory(_)
            | Fault::BeyondRepair { .. }
            | Fault::UnrecordedName(_)
            | Fault::EmptyText(_)
            | Fault::NoHistory { .. }
            | Fault::ChoiceWithoutName
            | Fault::NoAgent
            | Fault::IsFolder { .. }
            | Fault::NoJson
            | Fault::NoGit
            | Fault::AgentInPersonsName
            | Fault::UnknownMemoryId(_) => None,
            Fault::UnreadableInput(error)
            | Fault::UnreadableFile(_, error)
            | Fault::UnwritableFile(_, error)
            | Fault::NoFolder(error)
            | Fault::NoSignals(error) => Some(error.to_string()),
        }
    }

    /// The stable name of the error.
    pub(crate) fn code(&self) -> &str {
        match self {
            Fault::Tool(fault) => &fault.code,
            Fault::UnrecordedName(_) => "unknown",
            Fault::EmptyText(_)
            | Fault::ChoiceWithoutName
            | Fault::NoAgent
            | Fault::UnknownSpeaker
            | Fault::UnseenImport => "usage",
            Fault::NoHistory { .. } => "no_history",
            Fault::IsFolder { .. } => "folder",
            Fault::NoJson | Fault::AgentInPersonsName => "usage",
            Fault::SeveralFolders { .. } => "several_folders",
            Fault::NoProject { .. } | Fault::NoProjectToSetUp { .. } => "no_project",
            Fault::NoGit => "no_git",
            Fault::Git(_) => "git",
            Fault::UnknownMemoryId(_) => "no_memory",
            Fault::Unconfirmed | Fault::WriteUnconfirmed => "unconfirmed",
            Fault::UnreadableInput(_) | Fault::UnreadableFile(..) => "input",
            Fault::UnwritableFile(..) => "output",
            Fault::NoFolder(_) => "no_folder",
            Fault::NoSignals(_) => "no_signals",
            Fault::Memory(StoreError::Missing { .. }) => "missing",
            Fault::Memory(error) => error.code(),
            Fault::BeyondRepair { .. } => "damaged",
            Fault::Library(error) | Fault::FullMemory(error) => error.code(),
            Fault::Window(error) | Fault::Session(error) => Error::Refused(error.clone()).code(),
        }
    }
}

/// The exit code of a request without an answer.
fn ending_of_tool(fault: &ToolFault) -> Ending {
    let has_no_candidates = matches!(&fault.refusal, Some(types::Error::Ambiguous(many)) if many.candidates.is_empty());
    match fault.code.as_str() {
        "unknown" | "left_out" | "folder" | "no_file" => Ending::Nothing,
        "ambiguous" if has_no_candidates => Ending::Nothing,
        "invalid" | "too_large" => Ending::Usage,
        _ => Ending::Error,
    }
}

/// Adds the details of a refusal of the component, as the interface has them.
fn add_refusal(error: &types::Error, add: &mut impl FnMut(&str, Value)) {
    match error {
        types::Error::Invalid(types::InvalidArgument { argument, why }) => {
            add("argument", json!(argument));
            add("why", json!(why));
        }
        types::Error::TooLarge(excess) | types::Error::Full(excess) | types::Error::Floor(excess) => {
            add("what", json!(excess.what));
            add("actual", json!(excess.actual));
            add("limit", json!(excess.limit));
        }
        types::Error::Unknown(types::UnknownName { name, suggestions, imported, named_in }) => {
            add("name", json!(name));
            add("suggestions", json!(suggestions));
            add("imported", imported.json());
            add("named_in", json!(named_in));
        }
        types::Error::Ambiguous(types::Ambiguity { name, candidates, n_candidates }) => {
            add("name", json!(name));
            add("candidates", candidates.json());
            add("n_candidates", json!(n_candidates));
        }
        types::Error::NewerFormat(format) => add("format", json!(format)),
        types::Error::Expired(id) | types::Error::Withheld(id) => add("id", json!(id)),
        types::Error::Stale | types::Error::ReadOnly | types::Error::Conflict | types::Error::NotIndexed => {}
    }
}
