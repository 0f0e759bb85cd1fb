//! Advice for errors of the command line.

use std::io;
use std::path::Path;

use scrubjay::Error;
use scrubjay::guest::GuestError;
use scrubjay::open;
use scrubjay::store::StoreError;
use scrubjay::wit::types;

use super::Fault;
use crate::output::asker::Asker;
use crate::output::shell::shell_word;
use crate::output::text::path_of;

impl Fault {
    pub(crate) fn advice(&self, asker: Asker<'_>) -> Vec<String> {
        let one = |line: &str| vec![line.to_owned()];
        let error = match self {
            Fault::Library(error) => error,
            Fault::Memory(error) => return memory_advice(error, asker),
            Fault::BeyondRepair { path, .. } => return beyond_repair(path),
            Fault::UnwritableFile(_, error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return one("try: the name of a new file");
            }
            Fault::UnknownSpeaker => return one("try again without --mine"),
            Fault::UnseenImport => {
                return one("save the lines to a file, and run `scrubjay memory import --mine FILE` at a terminal");
            }
            Fault::FullMemory(_) => {
                let rewrite = "try: scrubjay memory backup FILE, then restore FILE: it leaves out what was forgotten";
                return vec![rewrite.to_owned(), "or a greater --max-bytes".to_owned()];
            }
            Fault::Window(error) => return window_advice(error, asker),
            Fault::Session(error) => return session_advice(error, asker),
            Fault::UnrecordedName(unknown) => return unrecorded_advice(unknown, asker),
            Fault::Tool(fault) => return fault.advice.clone(),
            Fault::IsFolder { path } => return folder_advice(path),
            Fault::EmptyText(advice) => return one(advice),
            Fault::NoHistory { similar_paths, .. } if !similar_paths.is_empty() => {
                return vec![format!("did you mean: {}", similar_paths.join(", "))];
            }
            Fault::ChoiceWithoutName => {
                return one("try: --around NAME beside them; --in PREFIX is a part of the graph");
            }
            Fault::NoAgent => {
                return one("name one: --claude, --codex, --cursor, --vscode, --opencode, --agents-md, --claude-md");
            }
            Fault::NoHistory { .. } | Fault::NoJson => return Vec::new(),
            Fault::SeveralFolders { common: Some(common) } => {
                let leaves_out = "a .scrubjayignore file there leaves out what is not wanted";
                return vec![format!("try: scrubjay index {}", path_of(common)), leaves_out.to_owned()];
            }
            Fault::SeveralFolders { common: None } => return one("try: scrubjay index FOLDER, for each by itself"),
            Fault::NoProjectToSetUp { .. } => {
                return one("try: scrubjay init --user, for every project, or --root FOLDER, with the folder of one");
            }
            Fault::NoProject { folder } => {
                let index_all = format!("or, if all of it is meant: scrubjay index {}", folder.display());
                return vec!["try: scrubjay index FOLDER, with the folder of a project".to_owned(), index_all];
            }
            Fault::NoGit => return one("try: install git"),
            Fault::UnknownMemoryId(_) => return one("try: scrubjay memory list; at least 8 of its digits are needed"),
            Fault::Unconfirmed => return one("try again with --yes"),
            Fault::WriteUnconfirmed => return one("try again with --yes; --dry-run shows what would be written"),
            Fault::Git(_)
            | Fault::AgentInPersonsName
            | Fault::UnreadableInput(_)
            | Fault::UnreadableFile(..)
            | Fault::UnwritableFile(..)
            | Fault::NoFolder(_)
            | Fault::NoSignals(_) => return Vec::new(),
        };
        library_advice(error, asker)
    }
}

/// Advice for an error of the library.
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
        Error::Refused(types::Error::Unknown(unknown)) => unknown_advice(unknown, asker),
        Error::Refused(types::Error::Full(_)) => one("try: scrubjay index --rebuild, into an empty one"),
        Error::Refused(types::Error::NewerFormat(_)) => {
            one("try: a newer scrubjay, or `scrubjay index --rebuild`, which makes the index again")
        }
        _ => Vec::new(),
    }
}

fn unknown_advice(unknown: &types::UnknownName, asker: Asker<'_>) -> Vec<String> {
    if !unknown.suggestions.is_empty() {
        return vec![format!("did you mean: {}", unknown.suggestions.join(", "))];
    }
    let advice = match asker {
        Asker::Shell => Some("try: scrubjay find TEXT, with a part of the name".to_owned()),
        agent => agent.tool("find").map(|find| format!("try: {find}, with a part of the name")),
    };
    advice.into_iter().collect()
}

fn unrecorded_advice(unknown: &types::UnknownName, asker: Asker<'_>) -> Vec<String> {
    let advice = match unknown.suggestions.as_slice() {
        [] => match asker {
            Asker::Shell => Some("try: scrubjay work events, which shows what is recorded".to_owned()),
            agent => agent.tool("recall").map(|recall| format!("try: {recall}, which finds what is recorded")),
        },
        suggestions => Some(format!("did you mean: {}", suggestions.join(", "))),
    };
    advice.into_iter().collect()
}

fn folder_advice(path: &str) -> Vec<String> {
    if path.is_empty() {
        return vec!["try: scrubjay map".to_owned(), "or scrubjay find TEXT --in ./".to_owned()];
    }
    vec!["try: scrubjay map".to_owned(), format!("or scrubjay find TEXT --in {}/", shell_word(path))]
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

/// Advice for an error of the store of records. It never says to rebuild the store, nor to remove its file, unless that
/// is a link.
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

/// Advice for a file of which nothing can be saved.
fn beyond_repair(path: &Path) -> Vec<String> {
    let path = path_of(path);
    vec![
        "nothing can be saved of it, and it is left as it is; if there is a backup, try: scrubjay memory restore FILE"
            .to_owned(),
        format!("or mv {path} {path}.damaged: the next thing that is recorded begins a new memory"),
    ]
}

/// Advice for the memory of another project.
fn other_advice(path: &Path, found: &str) -> Vec<String> {
    let path = path_of(path);
    vec![
        format!("if it was put there by mistake: mv {path} {path}.other, and put this project's own in its place"),
        format!(
            "to give this project that memory: mv {path} {path}.other, then scrubjay memory restore {path}.other; or, where the memory {found} is kept: scrubjay memory attach {found}"
        ),
    ]
}

/// Advice that turns a hard link into a file of its own.
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
