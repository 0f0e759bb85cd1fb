//! The command line: arguments in, questions to the library, answers out.
//!
//! Data goes to the standard output and messages to the standard error, so that either can be piped. Not here: semantics;
//! names are resolved, and answers computed, by the component.

mod advice;
mod anchors;
mod args;
mod as_text;
mod ask;
mod asker;
#[cfg(feature = "mcp")]
mod capture;
mod captured;
mod damaged;
mod delivered;
mod disambiguate;
mod doctor;
mod documents;
mod draft;
mod empty_hints;
mod erase;
mod export;
mod fault;
mod fresh;
mod git;
mod grouped;
mod hints;
mod history;
mod hook;
mod index;
mod init;
mod json;
mod limits;
mod log;
mod memory;
#[cfg(feature = "mcp")]
mod misuse;
mod names;
mod narrowed;
mod notes;
mod output;
mod place;
mod plain;
mod progress;
mod recall;
mod record;
mod seed;
mod session;
mod show;
mod spoken_of;
mod status;
mod styled;
mod text;
mod times;
mod unresolved;
mod watch;
mod window;
mod words;
mod work;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use scrubjay::shown::without_secrets;
use scrubjay::store::redb::silence_damage;
use scrubjay::{Error, Memory, locate};
use serde_json::json;

use args::{Arguments, Command};
#[cfg(feature = "mcp")]
pub(crate) use args::{Exclusion, Mcp};
pub use as_text::AsText;
pub use asker::Offer;
#[cfg(feature = "mcp")]
pub(crate) use asker::as_option;
#[cfg(feature = "mcp")]
pub(crate) use captured::{Answer, answer};
#[cfg(feature = "mcp")]
pub use captured::{Said, said};
pub(crate) use fault::Fault;
pub(crate) use fresh::Staleness;
#[cfg(feature = "mcp")]
pub(crate) use misuse::{Misuse, misuse};
use output::Colour;
pub(crate) use output::Output;
#[cfg(feature = "mcp")]
pub(crate) use place::around;
use text::shown;

/// The exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Found = 0,
    Error = 1,
    Usage = 2,
    Nothing = 3,
    /// The code that shells report for a program that Ctrl-C ended.
    Interrupted = 130,
}

/// Runs the program and returns its exit code. The first argument is the program's name. Writes to the streams of the
/// process, and ends the process if the output is closed.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    silence_damage();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let wants_json = arguments.iter().any(|argument| argument == "--json");
    let arguments_given = arguments.clone();
    let arguments = match args::read(arguments.clone()) {
        Ok(arguments) => arguments,
        Err(help) => {
            // What is wrong may be quoted.
            let plain = |typed: &OsString| OsString::from(&*shown(&without_secrets(&typed.to_string_lossy())));
            let help = args::read(arguments.iter().map(plain).collect::<Vec<OsString>>()).err().unwrap_or(help);
            if hook::is_called(&arguments_given) {
                return Ending::Found as u8;
            }
            let output = Output::new(wants_json, false, Colour::Auto);
            if !help.use_stderr() {
                // Help is an answer, and is text whatever format was requested.
                output.write(&help.render().to_string());
                return Ending::Found as u8;
            }
            let message = without_secrets(&help.render().to_string());
            output.warn_whole(message.trim_end());
            if wants_json {
                let error = json!({ "kind": "usage", "message": message.trim_end() });
                output.answer(String::new, || json!({ "error": error }));
            }
            return u8::try_from(help.exit_code()).unwrap_or(Ending::Error as u8);
        }
    };
    let mut output = Output::new(arguments.json, arguments.quiet, arguments.color);
    let ending = carry_out(arguments, &mut output).unwrap_or_else(|fault| output.report_fault(&fault));
    output.adjusted(ending) as u8
}

fn carry_out(arguments: Arguments, output: &mut Output) -> Result<Ending, Fault> {
    let root = arguments.root;
    match arguments.command {
        Command::Index(index) => index::index(&index, root, output),
        Command::Watch { path } => watch::watch(path.or(root), output),
        Command::Ask(question) => ask::ask(question, &mut Context::of(root, arguments.as_is, output)?, output),
        Command::Remember(given) => notes::remember(given, root, output).map_err(Fault::of_memory),
        Command::Notes(given) => notes::notes(given, root, output).map_err(Fault::of_memory),
        Command::Forget(given) => notes::forget(&given, root.into(), output).map_err(Fault::of_memory),
        Command::Record(given) => record::record(&given, root, output).map_err(Fault::of_memory),
        Command::Capture(given) => capture::capture(&given, root, output).map_err(Fault::of_memory),
        Command::Recall(given) => recall::recall(given, root, arguments.as_is, output).map_err(Fault::of_memory),
        Command::Delivered(given) => delivered::delivered(given, root, output).map_err(Fault::of_memory),
        Command::Log(given) => log::log(given, root, output).map_err(Fault::of_memory),
        Command::Work { what } => work::work(what, root.into(), output).map_err(Fault::of_memory),
        Command::Note { what } => notes::note(what, root.into(), output).map_err(Fault::of_memory),
        Command::Memory { what } => memory::memory(what, root, output).map_err(Fault::of_memory),
        Command::Session { what } => session::session(what, root.into(), output).map_err(Fault::of_session),
        Command::Window { what } => window::window(what, root, output).map_err(Fault::of_window),
        Command::Hook(given) => Ok(hook::hook(&given)),
        Command::Doctor => doctor::doctor(root, output),
        Command::Init(given) => init::init(&given, root, output),
        #[cfg(feature = "mcp")]
        Command::Mcp(given) => crate::mcp::mcp(given, root, output),
        Command::Completions { .. } if output.is_json() => Err(Fault::NoJson),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut args::command(), "scrubjay", &mut script);
            output.write(&String::from_utf8_lossy(&script));
            Ok(Ending::Found)
        }
    }
}

/// The memory to query, and the working folder.
pub(crate) struct Context {
    memory: Memory,
    folder: PathBuf,
    /// How the index differs from the folder's current state.
    staleness: Staleness,
}

impl Context {
    /// A context for a memory that its owner keeps open and up to date, with the memory's folder as the working folder.
    #[cfg(feature = "mcp")]
    pub(crate) fn over(memory: Memory) -> Context {
        let folder = memory.root().path().to_owned();
        Context { memory, folder, staleness: Staleness::default() }
    }

    /// Returns the memory.
    #[cfg(feature = "mcp")]
    fn into_memory(self) -> Memory {
        self.memory
    }

    /// The memory, for updating its index.
    #[cfg(feature = "mcp")]
    pub(crate) fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    fn of(root: Option<PathBuf>, as_is: bool, output: &Output) -> Result<Context, Fault> {
        let folder = std::env::current_dir().map_err(Fault::NoFolder)?;
        let root = match root {
            Some(root) => root,
            None => match locate(&folder) {
                Err(Error::NotIndexed { .. }) if !as_is => index::default_folder(&folder)?,
                located => located?,
            },
        };
        let mut memory = if as_is { Memory::reading(&root)? } else { index::open_complete(&root, output)? };
        let staleness = if as_is { Staleness::unchecked() } else { fresh::freshen(&mut memory)? };
        let mut context = Context { memory, folder, staleness: Staleness::default() };
        context.note_staleness(staleness, output)?;
        Ok(context)
    }

    /// Stores and reports how the index differs from the folder, and whether it covers the whole folder.
    fn note_staleness(&mut self, known: Staleness, output: &Output) -> Result<(), Fault> {
        self.staleness = known;
        self.staleness.add_extent(&self.memory)?;
        self.staleness.tell(output);
        Ok(())
    }

    /// Converts a typed path to the form of answers, relative to the root: first as relative to the working folder,
    /// else as relative to the root.
    fn path(&self, typed: &str) -> Result<String, Fault> {
        let root = self.memory.root();
        let slashed = typed.replace('\\', "/");
        let is_there = |folder: &Path| folder.join(typed).exists() || folder.join(&slashed).exists();
        let from_root = || root.inside(root.path(), typed.as_ref());
        if !is_there(&self.folder) && is_there(root.path()) {
            return Ok(from_root()?);
        }
        match root.inside(&self.folder, typed.as_ref()) {
            Err(Error::OutsideRoot { .. }) if is_there(root.path()) => Ok(from_root()?),
            inside => Ok(inside?),
        }
    }

    /// Converts a typed path prefix: an existing folder or file as in [`Context::path`], anything else unchanged. An
    /// empty one means the whole project, whatever the working folder; `.` and `..` stand for what is inside a folder.
    fn prefix(&self, typed: &str) -> String {
        if typed.is_empty() {
            return String::new();
        }
        let folder = typed.strip_suffix(['/', '\\']);
        let is_inside = folder.is_some()
            || matches!(typed.rsplit(['/', '\\']).next(), Some("." | ".."))
            || Path::new(typed).is_absolute() && Path::new(typed).is_dir();
        match self.path(folder.unwrap_or(typed)) {
            Ok(path) if path.is_empty() && is_inside => path,
            Ok(path) if !path.is_empty() && self.memory.root().path().join(&path).exists() => {
                path + if is_inside { "/" } else { "" }
            }
            _ => typed.to_owned(),
        }
    }

    /// Converts a typed name; if it contains a file's path, alone or before a line, that is converted to the form of
    /// answers.
    fn name(&self, typed: &str) -> String {
        let is_file = |path: &str| {
            self.folder.join(path).is_file()
                || path.contains('\\') && self.folder.join(path.replace('\\', "/")).is_file()
        };
        let (path, line) = match typed.rsplit_once(':') {
            Some((path, line)) if line.bytes().all(|digit| digit.is_ascii_digit()) && is_file(path) => (path, line),
            _ if is_file(typed) => (typed, ""),
            _ => return typed.to_owned(),
        };
        match self.path(path) {
            Ok(path) if line.is_empty() => path,
            Ok(path) => format!("{path}:{line}"),
            Err(_) => typed.to_owned(),
        }
    }
}
