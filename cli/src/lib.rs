//! The command line: arguments in, questions to the library, answers out.
//!
//! Data goes to the standard output and messages to the standard error, so that either can be piped. Not here: semantics;
//! names are resolved, and answers computed, by the component.

mod arguments;
mod backtest;
mod capture;
mod code;
mod context;
mod delivered;
mod doctor;
mod fault;
mod git;
mod hook;
mod index;
mod init;
mod log;
mod mcp;
mod memory;
mod notes;
mod output;
mod recall;
mod record;
mod request;
mod session;
mod tool_call;
mod window;
mod work;

use std::ffi::OsString;

use scrubjay::shown::without_secrets;
use scrubjay::store::redb::silence_damage;
use serde_json::json;

use arguments::{Arguments, Command};
pub(crate) use context::Context;
pub(crate) use fault::Fault;
pub use output::asker::ToolOffer;
use output::{Colour, Output, text::shown};
pub use tool_call::{CalledTool, call_tool};

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
    let arguments = match arguments::read(arguments.clone()) {
        Ok(arguments) => arguments,
        Err(help) => {
            // The message may quote the wrong argument.
            let masked = |typed: &OsString| OsString::from(&*shown(&without_secrets(&typed.to_string_lossy())));
            let help = arguments::read(arguments.iter().map(masked).collect::<Vec<OsString>>()).err().unwrap_or(help);
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
                let error = json!({ "code": "usage", "message": message.trim_end() });
                output.answer(String::new, || json!({ "error": error }));
            }
            return u8::try_from(help.exit_code()).unwrap_or(Ending::Error as u8);
        }
    };
    let mut output = Output::new(arguments.json, arguments.quiet, arguments.color);
    let ending = carry_out(arguments, &mut output).unwrap_or_else(|fault| output.report_fault(&fault));
    output.ending_with_damage(ending) as u8
}

fn carry_out(arguments: Arguments, output: &mut Output) -> Result<Ending, Fault> {
    let root = arguments.root;
    match arguments.command {
        Command::Index(index) => index::index(&index, root, output),
        Command::Watch { path } => index::watch::watch(path.or(root), output),
        Command::Ask(question) => code::ask(question, &mut Context::of(root, arguments.as_is, output)?, output),
        Command::Remember(given) => notes::remember(given, root, output).map_err(Fault::of_memory),
        Command::Notes(given) => notes::notes(given, root, output).map_err(Fault::of_memory),
        Command::Forget(given) => notes::forget(&given, root, output).map_err(Fault::of_memory),
        Command::Record(given) => record::record(&given, root, output).map_err(Fault::of_memory),
        Command::Capture(given) => capture::capture(&given, root, output).map_err(Fault::of_memory),
        Command::Recall(given) => recall::recall(given, root, arguments.as_is, output).map_err(Fault::of_memory),
        Command::Delivered(given) => delivered::delivered(given, root, output).map_err(Fault::of_memory),
        Command::Backtest(given) => backtest::backtest(given, root, output).map_err(Fault::of_memory),
        Command::Log(given) => log::log(given, root, output).map_err(Fault::of_memory),
        Command::Work { what } => work::work(what, root, output).map_err(Fault::of_memory),
        Command::Note { what } => notes::note(what, root, output).map_err(Fault::of_memory),
        Command::Memory { what } => memory::memory(what, root, output).map_err(Fault::of_memory),
        Command::Session { what } => session::session(what, root, output).map_err(Fault::of_session),
        Command::Window { what } => window::window(what, root, output).map_err(Fault::of_window),
        Command::Hook(given) => Ok(hook::hook(&given)),
        Command::Doctor => doctor::doctor(root, output),
        Command::Init(given) => init::init(&given, root, output),
        Command::Mcp(given) => mcp::mcp(given, root, output),
        Command::Completions { .. } if output.is_json() => Err(Fault::NoJson),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut arguments::command(), "scrubjay", &mut script);
            output.write(&String::from_utf8_lossy(&script));
            Ok(Ending::Found)
        }
    }
}
