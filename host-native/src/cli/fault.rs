//! Errors of the command line: what went wrong, why, and how to fix it; for people and as JSON.

use std::error::Error as _;
use std::io;
use std::path::{Path, PathBuf};

use scrubjay::Error;
use scrubjay::guest::GuestError;
use scrubjay::store::StoreError;
use scrubjay::wit::types;
use serde_json::{Value, json};

use super::Ending;
use super::asker::{Asker, Next};
use super::disambiguate::{Candidates, choices};
use super::hints::Hints;
use super::json::Json as _;
use super::output::message;
use super::text::{count, path_of};
use crate::open;

/// An error that ends the command.
#[derive(Debug)]
pub(crate) enum Fault {
    /// An error of the library.
    Library(Error),
    /// An error of the store of records, for which no advice about the index helps.
    Memory(StoreError),
    /// A memory's file of which nothing can be saved, and how it is damaged.
    BeyondRepair { path: PathBuf, how: String },
    /// The memory has the size that it may have.
    FullMemory(Error),
    /// A name under which nothing is recorded.
    Unrecorded(types::UnknownName),
    /// What the component refused about a window.
    Window(types::Error),
    /// What the component refused about a session.
    Session(types::Error),
    /// A name with several meanings, of which a command needs one.
    Meanings(Box<Candidates>),
    /// A name that nothing has, why that may be, and the languages that are not read.
    Unknown(Box<(types::UnknownName, Hints, Vec<types::UnreadLanguage>)>),
    /// No text where one is asked for, and what to do.
    NoText(&'static str),
    /// A file of which the log of git says nothing, those of the same name of which it does, and whether the file is there.
    NoHistory { path: String, near: Vec<String>, is_there: bool },
    /// A choice among the meanings of a name, and no name.
    NoName,
    /// No agent's settings are to be written.
    NoAgent,
    /// A file that is not indexed, and why.
    LeftOut { path: String, why: &'static str },
    /// A folder where a symbol or a file is required.
    Folder { path: String },
    /// A name where a file is required, and the file that defines a symbol of that name.
    NoFile { name: String, path: String },
    /// JSON was requested for output that has only one form.
    NoJson,
    /// More than one folder was given to index. The folder that contains all of them, if there is one.
    SeveralFolders { common: Option<PathBuf> },
    /// A folder that no path named, and that is the home folder, above it, or the top of a disk.
    NoProject { folder: PathBuf },
    /// The same where agents were to be set up.
    NoProjectToSetUp { folder: PathBuf },
    /// The program `git` was not found.
    NoGit,
    /// The error message of git.
    Git(String),
    /// No memory, or more than one, has an id that begins so.
    NoMemory(String),
    /// What cannot be undone was not confirmed.
    Unconfirmed,
    /// Nobody said that files are to be written.
    Unagreed,
    /// The standard input could not be read.
    Input(io::Error),
    /// A file that an argument names cannot be read.
    File(PathBuf, io::Error),
    /// A new file that an argument names cannot be written.
    NewFile(PathBuf, io::Error),
    /// Records are to be believed of a file that does not say who spoke.
    NobodySpoke,
    /// Lines that nobody has seen are to be believed.
    UnseenLines,
    /// The working folder no longer exists.
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
    /// The same as an error of records.
    pub(super) fn of_memory(self) -> Fault {
        match self {
            Fault::Library(Error::Store(error)) => Fault::Memory(error),
            Fault::Library(error @ Error::Refused(types::Error::Full(_))) => Fault::FullMemory(error),
            Fault::Library(Error::Refused(types::Error::Unknown(unknown))) => Fault::Unrecorded(unknown),
            other => other,
        }
    }

    /// The same as an error of windows.
    pub(super) fn of_window(self) -> Fault {
        match self {
            Fault::Library(Error::Refused(error)) if !matches!(error, types::Error::Full(_)) => Fault::Window(error),
            other => other.of_memory(),
        }
    }

    /// The same as an error of sessions.
    pub(super) fn of_session(self) -> Fault {
        match self.of_window() {
            Fault::Window(error) => Fault::Session(error),
            other => other,
        }
    }

    pub(super) fn ending(&self) -> Ending {
        match self {
            Fault::Window(error) | Fault::Session(error) => match error {
                types::Error::Unknown(_) | types::Error::Expired(_) | types::Error::Withheld(_) => Ending::Nothing,
                types::Error::Invalid(_) | types::Error::TooLarge(_) => Ending::Usage,
                _ => Ending::Error,
            },
            Fault::Library(Error::Refused(types::Error::Unknown(_)))
            | Fault::Unknown(_)
            | Fault::Unrecorded(_)
            | Fault::LeftOut { .. }
            | Fault::NoFile { .. }
            | Fault::Folder { .. }
            | Fault::NoHistory { .. }
            | Fault::NoMemory(_) => Ending::Nothing,
            Fault::Meanings(found) if found.symbols.is_empty() => Ending::Nothing,
            Fault::Library(Error::Stopped) => Ending::Interrupted,
            Fault::Library(Error::Refused(types::Error::Invalid(_) | types::Error::TooLarge(_)))
            | Fault::Unconfirmed
            | Fault::Unagreed
            | Fault::NoText(_)
            | Fault::NobodySpoke
            | Fault::UnseenLines
            | Fault::NoName
            | Fault::NoAgent
            | Fault::NoJson
            | Fault::NoProject { .. }
            | Fault::NoProjectToSetUp { .. }
            | Fault::SeveralFolders { .. } => Ending::Usage,
            _ => Ending::Error,
        }
    }

    /// What, why, and how to fix it, on a line each.
    pub(super) fn in_words(&self, asker: Asker<'_>) -> String {
        let why = self.why().map(|why| format!("why: {why}"));
        let below: Vec<String> = why.into_iter().chain(self.advice(asker)).collect();
        message(&format!("error: {}", self.what()), &below)
    }

    pub(super) fn in_json(&self, n_damaged: usize, asker: Asker<'_>) -> Value {
        let mut error = json!({ "kind": self.kind(), "message": self.what(), "why": self.why() });
        match self {
            Fault::Library(Error::Refused(types::Error::Ambiguous(many))) => {
                error["name"] = json!(many.name);
                error["candidates"] = many.candidates.json();
                error["n_candidates"] = json!(many.n_candidates);
            }
            Fault::Meanings(found) => {
                error["name"] = json!(found.name);
                error["candidates"] = found.listed().iter().map(types::Candidate::json).collect();
                error["n_candidates"] = json!(found.n_all());
            }
            Fault::Library(Error::Refused(types::Error::Unknown(unknown)))
            | Fault::Window(types::Error::Unknown(unknown))
            | Fault::Session(types::Error::Unknown(unknown))
            | Fault::Unrecorded(unknown) => {
                error["name"] = json!(unknown.name);
                error["suggestions"] = json!(unknown.suggestions);
            }
            Fault::Unknown(unknown) => {
                let (unknown, hints, languages) = &**unknown;
                error["name"] = json!(unknown.name);
                error["suggestions"] = json!(unknown.suggestions);
                error["hints"] = hints.json(asker);
                error["unread"] = languages.json();
            }
            Fault::NoHistory { near, .. } => error["suggestions"] = json!(near),
            Fault::Library(Error::Store(StoreError::Damaged(how)))
            | Fault::Memory(StoreError::Damaged(how))
            | Fault::BeyondRepair { how, .. } => error["how"] = json!(how),
            Fault::Window(types::Error::Floor(floor)) => {
                error["floor"] = json!(floor.actual);
                error["max_tokens"] = json!(floor.limit);
            }
            _ => {}
        }
        if n_damaged > 0 {
            error["n_damaged"] = json!(n_damaged);
        }
        json!({ "error": error })
    }

    pub(super) fn what(&self) -> String {
        match self {
            Fault::Library(error) | Fault::FullMemory(error) => error.to_string(),
            Fault::Memory(StoreError::Missing { path }) => format!("there is no memory at {}", path_of(path)),
            Fault::Memory(error) => error.to_string(),
            Fault::BeyondRepair { how, .. } => StoreError::Damaged(how.clone()).to_string(),
            Fault::Session(types::Error::Unknown(unknown)) => format!("nothing is known of a session {}", unknown.name),
            Fault::Window(error) | Fault::Session(error) => Error::Refused(error.clone()).to_string(),
            Fault::Meanings(found) if found.symbols.is_empty() => {
                let is_such = "of that kind and in such a file";
                match found.n_all() {
                    1 => format!("the one meaning of {} is not {is_such}", found.name),
                    n => format!("none of the {} meanings of {} is {is_such}", count(n.into()), found.name),
                }
            }
            Fault::Meanings(found) => format!("{} could mean {} symbols", found.name, found.n_all()),
            Fault::Unknown(unknown) => Error::Refused(types::Error::Unknown(unknown.0.clone())).to_string(),
            Fault::Unrecorded(unknown) => Error::Refused(types::Error::Unknown(unknown.clone())).to_string(),
            Fault::NoText(_) => "the text is empty".to_owned(),
            Fault::NoHistory { path, .. } => format!("no commit that git tells of changed {path}"),
            Fault::NoName => "--kind and --file choose among the meanings of a name, and there is none".to_owned(),
            Fault::NoAgent => "no agent or editor is found, here or in your home folder".to_owned(),
            Fault::LeftOut { path, .. } => format!("{path} is left out of the index"),
            Fault::Folder { path } if path.is_empty() => {
                "that is the whole folder, and a symbol or a file is asked for".to_owned()
            }
            Fault::Folder { path } => format!("{path} is a folder, and a symbol or a file is asked for"),
            Fault::NoFile { name, .. } => format!("{name} is no file, and a file is asked for"),
            Fault::NoJson => "a script for a shell is not given as JSON".to_owned(),
            Fault::SeveralFolders { .. } => "an index is of one folder".to_owned(),
            Fault::NoProject { folder } | Fault::NoProjectToSetUp { folder } => {
                format!("{} is no project", folder.display())
            }
            Fault::NoGit => "the program git is not found".to_owned(),
            Fault::Git(_) => "git tells no history of this folder".to_owned(),
            Fault::NoMemory(id) => format!("no memory has the id {id}"),
            Fault::Unconfirmed => "nothing was changed".to_owned(),
            Fault::Unagreed => "nothing was written".to_owned(),
            Fault::Input(_) => "the standard input cannot be read".to_owned(),
            Fault::File(path, _) => format!("{} cannot be read", path_of(path)),
            Fault::NewFile(path, error) if error.kind() == io::ErrorKind::AlreadyExists => {
                format!("{} exists", path_of(path))
            }
            Fault::NewFile(path, _) => format!("{} cannot be written", path_of(path)),
            Fault::NobodySpoke => "--mine does not go with --format mcp".to_owned(),
            Fault::UnseenLines => "--mine does not take lines from a pipe".to_owned(),
            Fault::NoFolder(_) => "the working folder cannot be reached".to_owned(),
            Fault::NoSignals(_) => "interruptions cannot be caught".to_owned(),
        }
    }

    fn why(&self) -> Option<String> {
        match self {
            Fault::Library(error) => error.source().map(ToString::to_string),
            Fault::Memory(error) => error.source().map(ToString::to_string),
            Fault::NewFile(_, error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Some("an export never overwrites a file".to_owned())
            }
            Fault::NobodySpoke => {
                Some("that server's file does not say who spoke, so nothing of it can be believed".to_owned())
            }
            Fault::UnseenLines => {
                Some("a person calls records their own, and of a pipe nobody has seen what it will bring".to_owned())
            }
            Fault::Git(words) => Some(words.clone()),
            Fault::SeveralFolders { .. } => {
                Some("what leads from one folder to another is found where both are in one index".to_owned())
            }
            Fault::NoProject { .. } | Fault::NoProjectToSetUp { .. } => {
                Some("it is your home folder, a folder above it, or the top of a disk, and nobody named it".to_owned())
            }
            Fault::LeftOut { why, .. } => Some((*why).to_owned()),
            Fault::NoHistory { near, is_there, .. } if near.is_empty() => Some(match is_there {
                true => "it is new, ignored, or only old commits and those of more than 50 files changed it".to_owned(),
                false => "there is no such file, and none was in the newest 10,000 commits".to_owned(),
            }),
            Fault::Unconfirmed => Some("what cannot be undone is done only when it is confirmed".to_owned()),
            Fault::Unagreed => {
                Some("your files are written only where you agree at a terminal, or with --yes".to_owned())
            }
            Fault::Window(_)
            | Fault::Session(_)
            | Fault::FullMemory(_)
            | Fault::BeyondRepair { .. }
            | Fault::Meanings(_)
            | Fault::Unknown(_)
            | Fault::Unrecorded(_)
            | Fault::NoText(_)
            | Fault::NoHistory { .. }
            | Fault::NoName
            | Fault::NoAgent
            | Fault::NoFile { .. }
            | Fault::Folder { .. }
            | Fault::NoJson
            | Fault::NoGit
            | Fault::NoMemory(_) => None,
            Fault::Input(error)
            | Fault::File(_, error)
            | Fault::NewFile(_, error)
            | Fault::NoFolder(error)
            | Fault::NoSignals(error) => Some(error.to_string()),
        }
    }

    /// The stable name of the case.
    fn kind(&self) -> &'static str {
        match self {
            Fault::Meanings(_) => "ambiguous",
            Fault::Unknown(_) | Fault::Unrecorded(_) => "unknown",
            Fault::NoText(_) | Fault::NoName | Fault::NoAgent | Fault::NobodySpoke | Fault::UnseenLines => "usage",
            Fault::NoHistory { .. } => "no_history",
            Fault::LeftOut { .. } => "left_out",
            Fault::NoFile { .. } => "no_file",
            Fault::Folder { .. } => "folder",
            Fault::NoJson => "usage",
            Fault::SeveralFolders { .. } => "several_folders",
            Fault::NoProject { .. } | Fault::NoProjectToSetUp { .. } => "no_project",
            Fault::NoGit => "no_git",
            Fault::Git(_) => "git",
            Fault::NoMemory(_) => "no_memory",
            Fault::Unconfirmed | Fault::Unagreed => "unconfirmed",
            Fault::Input(_) | Fault::File(..) => "input",
            Fault::NewFile(..) => "output",
            Fault::NoFolder(_) => "no_folder",
            Fault::NoSignals(_) => "no_signals",
            Fault::Memory(StoreError::Missing { .. }) => "missing",
            Fault::Memory(error) => error.kind(),
            Fault::BeyondRepair { .. } => "damaged",
            Fault::Library(error) | Fault::FullMemory(error) => error.kind(),
            Fault::Window(error) | Fault::Session(error) => Error::Refused(error.clone()).kind(),
        }
    }

    pub(super) fn advice(&self, asker: Asker<'_>) -> Vec<String> {
        let one = |line: &str| vec![line.to_owned()];
        let error = match self {
            Fault::Library(error) => error,
            Fault::Memory(error) => return memory_advice(error, asker),
            Fault::BeyondRepair { path, .. } => return beyond_repair(path),
            Fault::NewFile(_, error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return one("try: the name of a new file");
            }
            Fault::NobodySpoke => return one("try again without --mine"),
            Fault::UnseenLines => {
                return one("save the lines to a file, and run `scrubjay memory import --mine FILE` at a terminal");
            }
            Fault::FullMemory(_) => {
                let rewrite = "try: scrubjay memory backup FILE, then restore FILE: it leaves out what was forgotten";
                return vec![rewrite.to_owned(), "or a greater --max-bytes".to_owned()];
            }
            Fault::Window(error) => return window_advice(error, asker),
            Fault::Session(error) => return session_advice(error, asker),
            Fault::Unrecorded(unknown) => return unrecorded_advice(unknown, asker),
            Fault::NoFile { path, .. } => return one(&format!("it is called so in: {path}")),
            Fault::Meanings(found) if found.symbols.is_empty() => {
                return one(&format!("try without {}", choices(asker)));
            }
            Fault::Meanings(found) => return found.in_words(asker),
            Fault::Unknown(unknown) => return unknown_advice(&unknown.0, &unknown.1, asker),
            Fault::Folder { path } => return folder_advice(path, asker),
            Fault::NoText(advice) => return one(advice),
            Fault::NoHistory { near, .. } if !near.is_empty() => {
                return vec![format!("did you mean: {}", near.join(", "))];
            }
            Fault::NoName => return one("try: --around NAME beside them; --in PREFIX is a part of the graph"),
            Fault::NoAgent => {
                return one("name one: --claude, --codex, --cursor, --vscode, --opencode, --agents-md, --claude-md");
            }
            Fault::LeftOut { .. } | Fault::NoHistory { .. } | Fault::NoJson => return Vec::new(),
            Fault::SeveralFolders { common: Some(common) } => {
                let leaves_out = "a .scrubjayignore file there leaves out what is not wanted";
                return vec![format!("try: scrubjay index {}", path_of(common)), leaves_out.to_owned()];
            }
            Fault::SeveralFolders { common: None } => return one("try: scrubjay index FOLDER, for each by itself"),
            Fault::NoProjectToSetUp { .. } => {
                return one("try: scrubjay init --user, for every project, or --root FOLDER, with the folder of one");
            }
            Fault::NoProject { folder } => {
                let whole = format!("or, if all of it is meant: scrubjay index {}", folder.display());
                return vec!["try: scrubjay index FOLDER, with the folder of a project".to_owned(), whole];
            }
            Fault::NoGit => return one("try: install git"),
            Fault::NoMemory(_) => return one("try: scrubjay memory list; at least 8 of its digits are needed"),
            Fault::Unconfirmed => return one("try again with --yes"),
            Fault::Unagreed => return one("try again with --yes; --dry-run shows what would be written"),
            Fault::Git(_)
            | Fault::Input(_)
            | Fault::File(..)
            | Fault::NewFile(..)
            | Fault::NoFolder(_)
            | Fault::NoSignals(_) => return Vec::new(),
        };
        library_advice(error, asker)
    }
}

/// The same of what the library says.
fn library_advice(error: &Error, asker: Asker<'_>) -> Vec<String> {
    let one = |line: &str| vec![line.to_owned()];
    match error {
        Error::NotIndexed { .. } => one("try: scrubjay index"),
        Error::OutsideRoot { .. } => one(match asker {
            Asker::Shell => "try: a path below that folder, or --root FOLDER",
            Asker::Agent(_) => "try: a path below that folder",
        }),
        Error::Stopped => one("what was read is kept; `scrubjay index` goes on from there"),
        Error::Store(error) => store_advice(error),
        Error::Guest(GuestError::Incompatible(_)) => one("try: a build with the feature `compile`"),
        Error::Refused(types::Error::Ambiguous(many)) => {
            let candidate = |one: &types::Candidate| match one.first_line {
                0 => format!("  {}", one.path),
                line => format!("  {}  ({}:{line})", one.id, one.path),
            };
            let is_of_files = many.candidates.iter().all(|one| one.first_line == 0);
            let mut lines = one(if is_of_files { "try one of these paths:" } else { "try one of these ids:" });
            lines.extend(many.candidates.iter().map(candidate));
            lines
        }
        Error::Refused(types::Error::Unknown(unknown)) => unknown_advice(unknown, &Hints::default(), asker),
        Error::Refused(types::Error::Full(_)) => one("try: scrubjay index --rebuild, into an empty one"),
        Error::Refused(types::Error::NewerFormat(_)) => {
            one("try: a newer scrubjay, or `scrubjay index --rebuild`, which makes the index again")
        }
        _ => Vec::new(),
    }
}

fn unknown_advice(unknown: &types::UnknownName, hints: &Hints, asker: Asker<'_>) -> Vec<String> {
    let mut lines = hints.in_words(asker);
    if !unknown.suggestions.is_empty() {
        lines.push(format!("did you mean: {}", unknown.suggestions.join(", ")));
    }
    if lines.is_empty() {
        lines.extend(match asker {
            Asker::Shell => Some("try: scrubjay find TEXT, with a part of the name".to_owned()),
            agent => agent.tool("find").map(|find| format!("try: {find}, with a part of the name")),
        });
    }
    lines
}

fn unrecorded_advice(unknown: &types::UnknownName, asker: Asker<'_>) -> Vec<String> {
    let advice = match unknown.suggestions.as_slice() {
        [] => match asker {
            Asker::Shell => Some("try: scrubjay work events, which shows what is recorded".to_owned()),
            agent => agent.tool("recall").map(|recall| format!("try: {recall}, which finds what is recorded")),
        },
        like_it => Some(format!("did you mean: {}", like_it.join(", "))),
    };
    advice.into_iter().collect()
}

fn folder_advice(path: &str, asker: Asker<'_>) -> Vec<String> {
    let map = Next::new("map", &[]);
    let map = if path.is_empty() { map } else { map.with("focus", path) };
    let map = map.to(asker).map(|map| format!("try: {map}"));
    let find = match asker {
        Asker::Shell => Some(format!("or scrubjay find TEXT --in {}/", if path.is_empty() { "." } else { path })),
        agent => agent.tool("find").map(|find| format!("or {find} with {}", agent.argument("in"))),
    };
    map.into_iter().chain(find).collect()
}

fn window_advice(error: &types::Error, asker: Asker<'_>) -> Vec<String> {
    let advice = match error {
        types::Error::Unknown(_) if asker.is_agent() => {
            "an ID stands in a stub `[pruned ID; …]`, and a range of them in the first line of a `[recap …]`, of a window that is kept here"
                .to_owned()
        }
        types::Error::Unknown(unknown) if !unknown.suggestions.is_empty() => {
            format!("windows that were used last: {}", unknown.suggestions.join(", "))
        }
        types::Error::Unknown(unknown) if unknown.name.contains("..") => {
            "of what an older release pruned, a range is listed beside its conversation: give that on the standard input, with --format"
                .to_owned()
        }
        types::Error::Unknown(_) => "try: scrubjay window list, or scrubjay window explain --window NAME".to_owned(),
        types::Error::Floor(_) | types::Error::NewerFormat(_) if asker.is_agent() => return Vec::new(),
        types::Error::Floor(floor) => format!("try: --max-tokens {}, or fewer messages", floor.actual),
        types::Error::Conflict => "nothing was changed; try again".to_owned(),
        types::Error::NewerFormat(_) => "try: the release that wrote it, or a newer one".to_owned(),
        _ => return Vec::new(),
    };
    vec![advice]
}

fn session_advice(error: &types::Error, asker: Asker<'_>) -> Vec<String> {
    let advice = match error {
        types::Error::Unknown(unknown) if !unknown.suggestions.is_empty() => {
            return vec![format!("did you mean: {}", unknown.suggestions.join(", "))];
        }
        types::Error::Conflict if asker.is_agent() => "nothing was changed; try again",
        types::Error::Unknown(_) | types::Error::NewerFormat(_) if asker.is_agent() => return Vec::new(),
        types::Error::Unknown(_) => "try: scrubjay session list",
        types::Error::Conflict => "nothing was changed; `scrubjay session show` says how it is now",
        types::Error::NewerFormat(_) => "try: the release that wrote it, or a newer one",
        _ => return Vec::new(),
    };
    vec![advice.to_owned()]
}

/// The index may be made again and records may not, so nothing here says to remove or rebuild anything.
fn memory_advice(error: &StoreError, asker: Asker<'_>) -> Vec<String> {
    let advice = match error {
        StoreError::Locked { judged: true, .. } => "try again when that process is done".to_owned(),
        StoreError::Locked { path, .. } => {
            format!("its holder cannot be seen from here; if it cannot be running any more: rm {}", path_of(path))
        }
        StoreError::DiskFull(_) => "nothing is lost; try again with more room".to_owned(),
        StoreError::Damaged(_) => {
            return vec![
                "the file is left as it is; try: scrubjay memory repair, which saves what can be read".to_owned(),
                "or scrubjay memory restore FILE, if there is a backup; of one that is damaged too, `memory repair --memory FILE` saves what \
                 can be read, and `memory merge FILE` takes that in"
                    .to_owned(),
            ];
        }
        StoreError::Format { .. } => "try: the release that wrote it, or a newer one".to_owned(),
        StoreError::Missing { .. } => match asker {
            Asker::Shell => "try: scrubjay remember TEXT".to_owned(),
            agent => match agent.tool("remember") {
                Some(remember) => format!("try: {remember}"),
                None => return Vec::new(),
            },
        },
        StoreError::Unclosed | StoreError::Conflict { .. } => "try again".to_owned(),
        StoreError::Link { path } if open::is_shared(path) => own_copy(path),
        StoreError::Link { path } => format!("try: rm {}, or name another file", path.display()),
        StoreError::OtherProject { path, found, .. } => return other_advice(path, found),
        _ => return Vec::new(),
    };
    vec![advice]
}

/// What is left to do with a file of which nothing can be saved.
fn beyond_repair(path: &Path) -> Vec<String> {
    let path = path_of(path);
    vec![
        "nothing can be saved of it, and it is left as it is; if there is a backup, try: scrubjay memory restore FILE"
            .to_owned(),
        format!("or mv {path} {path}.damaged: the next thing that is recorded begins a new memory"),
    ]
}

/// What to do with the memory of another project.
fn other_advice(path: &Path, found: &str) -> Vec<String> {
    let path = path_of(path);
    vec![
        format!("if it was put there by mistake: mv {path} {path}.other, and put this project's own in its place"),
        format!(
            "to give this project that memory: mv {path} {path}.other, then scrubjay memory restore {path}.other; or, where the memory {found} is kept: scrubjay memory attach {found}"
        ),
    ]
}

/// How a hard link becomes a file of its own.
fn own_copy(path: &Path) -> String {
    let path = path_of(path);
    format!("it is a hard link to another file; try: cp {path} {path}.own && mv {path}.own {path}")
}

fn store_advice(error: &StoreError) -> Vec<String> {
    match error {
        StoreError::OtherProject { path, found, .. } => other_advice(path, found),
        StoreError::Missing { path } => {
            let folder = path.ancestors().nth(2).filter(|folder| *folder != Path::new(""));
            vec![
                folder.map_or("try: scrubjay index".to_owned(), |folder| {
                    format!("try: scrubjay index {}", path_of(folder))
                }),
            ]
        }
        StoreError::Foreign { .. } => vec!["try: scrubjay index, which makes the index again".to_owned()],
        StoreError::Link { path } if open::is_shared(path) => vec![own_copy(path)],
        StoreError::Link { path } => vec![format!("try: rm {}, then scrubjay index", path_of(path))],
        StoreError::Locked { judged: true, .. } => {
            vec!["try again when it is done, or with a longer --wait".to_owned()]
        }
        StoreError::Locked { path, .. } => vec![
            "it belongs to another machine or container, and cannot be seen from here".to_owned(),
            format!("if it cannot be running any more: rm {}", path_of(path)),
        ],
        StoreError::DiskFull(_) => vec!["nothing is lost; try again with more room".to_owned()],
        StoreError::Damaged(_) => vec!["try: scrubjay index --rebuild, which makes the index again".to_owned()],
        StoreError::Format { .. } => {
            vec!["another release made it; try: scrubjay index, which makes the index again".to_owned()]
        }
        StoreError::Unclosed => vec![
            "its writer was killed; try: scrubjay index".to_owned(),
            "where neither it nor your cache folder may be written: set SCRUBJAY_HOME to a folder that can".to_owned(),
        ],
        StoreError::Conflict { .. } => vec!["try again".to_owned()],
        _ => Vec::new(),
    }
}
