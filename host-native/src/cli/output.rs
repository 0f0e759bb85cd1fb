//! Where answers and talk go.

use std::cell::Cell;
use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};
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

    /// Gives one of many answers, each on a line of its own as soon as it is known.
    ///
    /// # Errors
    /// Where it cannot be written: for whoever has a store to close before it ends by [`Output::unwritten`].
    pub(super) fn line(&self, text: impl FnOnce() -> String, json: impl FnOnce() -> Value) -> io::Result<()> {
        self.put(&format!("{}\n", if self.json { json().to_string() } else { text() }))
    }

    /// Writes a part of an answer. Ends the program where nobody reads it: only for what holds no lock.
    pub(super) fn write(&self, answer: &str) {
        if let Err(error) = self.put(answer) {
            process::exit(self.unwritten(&error) as i32);
        }
    }

    /// How to end where an answer could not be written.
    pub(super) fn unwritten(&self, error: &io::Error) -> Ending {
        if error.kind() == ErrorKind::BrokenPipe {
            // Whoever read the answers has seen enough.
            return Ending::Found;
        }
        self.warn(format_args!("error: the answer cannot be written: {error}"));
        Ending::Error
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
        // All in one go, so that no end of the program leaves a terminal that does not wrap.
        let line = format!("\r\x1b[?7l{words}\x1b[K\x1b[?7h");
        let _ = io::stderr().write_all(line.as_bytes());
    }

    /// Whether somebody watches, on a terminal that can replace what it shows.
    pub(super) fn is_watched(&self) -> bool {
        !self.quiet && io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|kind| kind != "dumb")
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
