//! Output of answers and messages.
//!
//! On a terminal, control characters in file contents and paths are escaped: indexed text must not move a cursor,
//! set a title or reverse the direction of a line. Lists are cut to its width there, and coloured where that is wanted. Piped output
//! is unchanged.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt::{Display, Write as _};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process;

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use serde_json::{Value, json};

use super::Ending;
use super::asker::Asker;
use super::fault::Fault;
use super::hints::Hints;
use super::painted::Painted;
use super::text::is_obeyed;

/// When there are colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless NO_COLOR is set; and where CLICOLOR_FORCE is set
    #[default]
    Auto,
    Always,
    Never,
}

impl Colour {
    /// Whether a stream that is, or is not, a terminal has colours.
    fn is_wanted(self, is_terminal: bool) -> bool {
        match self {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto if anstyle_query::no_color() => false,
            Colour::Auto if anstyle_query::clicolor_force() => true,
            Colour::Auto => {
                is_terminal && anstyle_query::clicolor() != Some(false) && anstyle_query::term_supports_color()
            }
        }
    }
}

/// The two output streams, and their options.
pub(crate) struct Output {
    json: bool,
    quiet: bool,
    colour: Colour,
    /// A part of the answer has been written.
    begun: Cell<bool>,
    /// Damaged rows found by the last question.
    n_damaged: Cell<usize>,
    /// How the answer falls short of the folder.
    short: RefCell<Hints>,
    /// Where both forms of an answer go, and messages too, instead of the streams.
    captured: Option<RefCell<Captured>>,
    /// The objects of several answers, while they are gathered into one.
    gathered: RefCell<Option<Vec<Value>>>,
}

/// What a command says, for a caller that hands it on: all in the order in which it was said, and the parts of it.
#[derive(Default)]
pub(crate) struct Captured {
    pub(crate) text: String,
    pub(crate) json: Option<Value>,
    pub(crate) messages: Vec<String>,
}

impl Output {
    pub(super) fn new(json: bool, quiet: bool, colour: Colour) -> Output {
        let (begun, n_damaged, short) = (Cell::new(false), Cell::new(0), RefCell::default());
        Output { json, quiet, colour, begun, n_damaged, short, captured: None, gathered: RefCell::new(None) }
    }

    /// One that prints nothing, and keeps what is said; the object of an answer too, where it is wanted.
    #[cfg(feature = "mcp")]
    pub(super) fn capturing(json: bool) -> Output {
        Output { captured: Some(RefCell::default()), ..Output::new(json, false, Colour::Never) }
    }

    /// What was kept.
    #[cfg(feature = "mcp")]
    pub(super) fn captured(self) -> Captured {
        self.captured.map(RefCell::into_inner).unwrap_or_default()
    }

    /// How an argument is named to whoever asks.
    pub(super) fn argument(&self, name: &str) -> String {
        self.asker().argument(name)
    }

    /// Who asks: answers that are handed on are an agent's.
    pub(super) fn asker(&self) -> Asker {
        if self.captured.is_some() { Asker::Agent } else { Asker::Shell }
    }

    /// Keeps how the answer falls short of the folder, for its object, whatever is said of it.
    pub(super) fn falls_short(&self, hints: &Hints) {
        *self.short.borrow_mut() = hints.clone();
    }

    /// An object with how it falls short of the folder.
    pub(super) fn with_shortfall(&self, mut object: Value) -> Value {
        let short = self.short.borrow();
        if !short.is_empty() && object.is_object() {
            object["behind"] = short.json(self.asker());
        }
        object
    }

    /// JSON was requested.
    pub(super) fn is_json(&self) -> bool {
        self.json
    }

    /// Writes the answer: text, or JSON if requested. Only the requested form is built.
    pub(crate) fn answer(&self, text: impl FnOnce() -> String, json: impl FnOnce() -> Value) {
        self.answer_in_parts(|| text().into(), json);
    }

    /// The same of a text whose parts are known.
    pub(super) fn answer_in_parts(&self, text: impl FnOnce() -> Painted, json: impl FnOnce() -> Value) {
        if self.captured.is_some() || !self.json {
            self.show_text(&text());
        }
        if !self.json {
            return;
        }
        let json = json();
        match (&mut *self.gathered.borrow_mut(), &self.captured) {
            (Some(gathered), _) => gathered.push(json),
            (None, Some(captured)) => captured.borrow_mut().json = Some(self.with_shortfall(json)),
            (None, None) => self.write(&format!("{:#}\n", self.with_shortfall(json))),
        }
    }

    /// Writes several answers, whose objects become one.
    pub(super) fn answers<R>(&self, n_all: u32, ask: impl FnOnce() -> Result<R, Fault>) -> Result<R, Fault> {
        *self.gathered.borrow_mut() = Some(Vec::new());
        let result = ask();
        let answers = self.gathered.borrow_mut().take();
        let result = result?;
        self.answer(String::new, || json!({ "answers": answers, "n_meanings": n_all }));
        Ok(result)
    }

    /// Writes what stands before one of several answers, whose objects tell of themselves.
    pub(super) fn head(&self, text: &Painted) {
        if self.captured.is_some() || !self.json {
            self.show_text(text);
        }
    }

    /// Writes a part of an answer as text.
    fn show_text(&self, text: &Painted) {
        let mut out = io::stdout();
        let (is_terminal, is_captured) = (out.is_terminal(), self.captured.is_some());
        let is_coloured = !is_captured && self.colour.is_wanted(is_terminal);
        if is_captured || !is_terminal && !is_coloured {
            return self.write(text.plain());
        }
        self.begun.set(true);
        let text = text.on_terminal(is_terminal.then(width).flatten(), is_coloured);
        if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            process::exit(self.unwritten(&error) as i32);
        }
    }

    /// Writes one of many answers, each on its own line as soon as it is available.
    ///
    /// # Errors
    /// If it cannot be written: for callers that must close a store before they end by [`Output::unwritten`].
    pub(super) fn line(&self, text: impl FnOnce() -> String, json: impl FnOnce() -> Value) -> io::Result<()> {
        self.put(&format!("{}\n", if self.json { json().to_string() } else { text() }))
    }

    /// Writes a part of an answer. Ends the program if the output is closed: only for callers that hold no lock.
    pub(super) fn write(&self, answer: &str) {
        if let Err(error) = self.put(answer) {
            process::exit(self.unwritten(&error) as i32);
        }
    }

    /// The end of the program after an answer could not be written.
    pub(super) fn unwritten(&self, error: &io::Error) -> Ending {
        if error.kind() == ErrorKind::BrokenPipe {
            // The reader closed the pipe on purpose.
            return Ending::Found;
        }
        self.warn(format_args!("error: the answer cannot be written: {error}"));
        Ending::Error
    }

    fn put(&self, answer: &str) -> io::Result<()> {
        self.begun.set(true);
        if let Some(captured) = &self.captured {
            captured.borrow_mut().text.push_str(answer);
            return Ok(());
        }
        let mut out = io::stdout().lock();
        let answer = if out.is_terminal() { visible(answer, self.json) } else { answer.into() };
        out.write_all(answer.as_bytes()).and_then(|()| out.flush())
    }

    /// Writes a message, unless `--quiet` was given.
    pub(super) fn say(&self, words: impl Display) {
        if !self.quiet {
            self.warn(words);
        }
    }

    /// Writes a message even with `--quiet`.
    pub(super) fn warn(&self, words: impl Display) {
        let words = words.to_string();
        if let Some(captured) = &self.captured {
            let mut captured = captured.borrow_mut();
            captured.text.push_str(&words);
            captured.text.push('\n');
            captured.messages.push(words);
            return;
        }
        let is_terminal = io::stderr().is_terminal();
        let words = if is_terminal { visible(&words, false) } else { words.into() };
        let words = if self.colour.is_wanted(is_terminal) { signalled(&words) } else { words };
        // If the standard error is closed, there is nowhere to report it.
        let _ = writeln!(io::stderr(), "{words}");
    }

    /// Records that a question found damaged rows: the JSON of a later error says so too.
    pub(super) fn met_damage(&self, n_damaged: usize) {
        self.n_damaged.set(n_damaged);
    }

    /// Shows a line that the next one replaces.
    pub(super) fn show(&self, words: &str) {
        // The terminal knows its own width: it cuts what is wider (wrapping is off meanwhile) and erases the rest of the line.
        // In one write, so that the program cannot end with wrapping still off.
        let line = format!("\r\x1b[?7l{words}\x1b[K\x1b[?7h");
        let _ = io::stderr().write_all(line.as_bytes());
    }

    /// Whether the standard error is a terminal that can replace lines.
    pub(super) fn is_watched(&self) -> bool {
        !self.quiet
            && self.captured.is_none()
            && io::stderr().is_terminal()
            && std::env::var_os("TERM").is_none_or(|kind| kind != "dumb")
    }

    /// Reports an error; as JSON too, unless part of an answer was already written.
    pub(super) fn fault(&self, fault: &Fault) -> Ending {
        self.warn(fault.in_words(self.asker()));
        if self.json && !self.begun.get() {
            self.answer(String::new, || fault.in_json(self.n_damaged.get(), self.asker()));
        }
        fault.ending()
    }
}

/// The columns of the terminal that the standard output is.
#[cfg(unix)]
fn width() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(io::stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|&columns| columns > 0)
}

#[cfg(not(unix))]
fn width() -> Option<usize> {
    None
}

/// A message whose first word says what it is in a colour.
fn signalled(words: &str) -> Cow<'_, str> {
    let signs = [("error:", AnsiColor::Red.on_default().bold()), ("note:", AnsiColor::Yellow.on_default())];
    let sign =
        signs.into_iter().find_map(|(sign, style): (&str, Style)| Some((sign, style, words.strip_prefix(sign)?)));
    sign.map_or(words.into(), |(sign, style, rest)| format!("{style}{sign}{style:#}{rest}").into())
}

/// Escapes control characters, in the syntax of JSON for JSON. Tabs and line ends are kept.
pub(super) fn visible(text: &str, is_json: bool) -> Cow<'_, str> {
    if !text.chars().any(is_obeyed) {
        return text.into();
    }
    let mut visible = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let ends_line = char == '\r' && chars.peek() == Some(&'\n');
        let _ = match is_obeyed(char) && !ends_line {
            // All of them have at most four digits.
            true if is_json => write!(visible, "\\u{:04x}", u32::from(char)),
            true => write!(visible, "{}", char.escape_unicode()),
            false => visible.write_char(char),
        };
    }
    visible.into()
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn what_a_terminal_would_obey_is_spelled_out_and_nothing_else_is() {
        let text = "a\x1b]0;b\x07\u{9b}\u{7f}\rc\u{202e}\u{2066}\td\r\n";
        assert_eq!(visible(text, false), "a\\u{1b}]0;b\\u{7}\\u{9b}\\u{7f}\\u{d}c\\u{202e}\\u{2066}\td\r\n");
        assert_eq!(visible("日本語 e\u{301}\n\tü\r\n", false), "日本語 e\u{301}\n\tü\r\n");
        let json = visible("\"\u{9b}\u{2069}\"\n", true).into_owned();
        assert_eq!(json, "\"\\u009b\\u2069\"\n");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), "\u{9b}\u{2069}");
    }
}
