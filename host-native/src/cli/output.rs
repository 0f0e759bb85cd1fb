//! Where answers and talk go.

use std::cell::Cell;
use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::ops::ControlFlow;
use std::process;

use serde_json::Value;

use super::Ending;
use super::fault::Fault;

/// The two ways out, and how they were asked for.
pub(crate) struct Output {
    json: bool,
    quiet: bool,
    /// A part of the answer has been given.
    begun: Cell<bool>,
}

impl Output {
    pub(super) fn new(json: bool, quiet: bool) -> Output {
        Output { json, quiet, begun: Cell::new(false) }
    }

    /// JSON was asked for.
    pub(super) fn is_json(&self) -> bool {
        self.json
    }

    /// Gives the answer: the text, or the JSON where that was asked for. Each is made only when it is wanted.
    pub(super) fn answer(&self, text: impl FnOnce() -> String, json: impl FnOnce() -> Value) {
        self.write(&if self.json { format!("{:#}\n", json()) } else { text() });
    }

    /// Gives one of many answers, each on a line of its own as soon as it is known. Breaks where nobody reads them any more.
    pub(super) fn line(&self, text: impl FnOnce() -> String, json: impl FnOnce() -> Value) -> ControlFlow<()> {
        match self.put(&format!("{}\n", if self.json { json().to_string() } else { text() })) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                if error.kind() != ErrorKind::BrokenPipe {
                    self.warn(format_args!("error: the answer cannot be written: {error}"));
                }
                ControlFlow::Break(())
            }
        }
    }

    /// Writes a part of an answer. Ends the program where nobody reads it: only for what holds no lock.
    pub(super) fn write(&self, answer: &str) {
        match self.put(answer) {
            Ok(()) => {}
            // Whoever read the answer has seen enough.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => process::exit(Ending::Found as i32),
            Err(error) => {
                self.warn(format_args!("error: the answer cannot be written: {error}"));
                process::exit(Ending::Error as i32);
            }
        }
    }

    fn put(&self, answer: &str) -> io::Result<()> {
        self.begun.set(true);
        let mut out = io::stdout().lock();
        out.write_all(answer.as_bytes()).and_then(|()| out.flush())
    }

    /// Says something beside the answer, unless told to be quiet.
    pub(super) fn say(&self, words: impl Display) {
        if !self.quiet {
            self.warn(words);
        }
    }

    /// Says something even where told to be quiet.
    pub(super) fn warn(&self, words: impl Display) {
        // Nobody can be told that nobody can be told.
        let _ = writeln!(io::stderr(), "{words}");
    }

    /// Shows something that is replaced by what is shown next.
    pub(super) fn show(&self, words: &str) {
        // The terminal knows its own width: it cuts what is wider (wrapping is off meanwhile) and erases the rest of the line.
        let _ = write!(io::stderr(), "\r\x1b[?7l{words}\x1b[K\x1b[?7h").and_then(|()| io::stderr().flush());
    }

    /// Whether somebody watches.
    pub(super) fn is_watched(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Tells what went wrong; as JSON too, unless that would follow a part of an answer.
    pub(super) fn fault(&self, fault: &Fault) -> Ending {
        self.warn(fault.in_words());
        if self.json && !self.begun.get() {
            self.answer(String::new, || fault.in_json());
        }
        fault.ending()
    }
}
