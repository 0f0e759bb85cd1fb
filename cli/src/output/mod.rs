//! Output of answers and messages.
//!
//! All output is treated as data, on a terminal, in a pipe and for an agent. Characters that move a cursor, set a
//! title, change the text direction or hide are escaped, in JSON too. Texts of records cannot begin a line of the
//! answer (`plain`), nor of a message. Only exports to a pipe or a file keep every byte, because programs read them.
//! Lists are cut to a terminal's width, and coloured if wanted.

pub(crate) mod asker;
pub(crate) mod hints;
pub(crate) mod json;
pub(crate) mod plain;
pub(crate) mod shell;
pub(crate) mod styled;
pub(crate) mod text;
pub(crate) mod times;

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process;

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use scrubjay::records::{DamageSeen, Records};
use scrubjay::shown::{escaped_json, one_line, several_lines, without_secrets};
use scrubjay::wit::records::Origin;
use scrubjay::wit::tools::IndexNote;
use serde_json::{Value, json};

use crate::Ending;
use crate::fault::Fault;
use crate::memory::damaged::tell_damage;
use asker::{Asker, ToolOffer};
use hints::Hint;
use plain::Plain;
use styled::Styled;

/// When colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless NO_COLOR is set; and where CLICOLOR_FORCE is set
    #[default]
    Auto,
    Always,
    Never,
}

impl Colour {
    /// Whether to use colours on a stream that is, or is not, a terminal.
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
    /// Whether part of the answer has been written.
    has_output: Cell<bool>,
    /// The number of damaged rows that the last question found.
    n_damaged: Cell<usize>,
    /// How the index differs from the folder's current state.
    staleness: RefCell<Vec<IndexNote>>,
    /// Problems of the memory, each by the member of the JSON object that tells it.
    memory: RefCell<Vec<(&'static str, Value)>>,
    /// The damage of the memory, which any answer may discover.
    damage_seen: RefCell<DamageSeen>,
    /// The captured output, if a caller wants it instead of having it printed.
    captured: Option<RefCell<CapturedOutput>>,
    /// The tools that the reader of the output may call.
    offer: ToolOffer,
    /// The JSON objects that [`Output::merge_answers`] collects; `None` outside of it.
    gathered: RefCell<Option<Vec<Value>>>,
}

/// The output of a command, for a caller that passes it on: everything in the order in which it was printed, and its
/// parts.
#[derive(Default)]
pub(crate) struct CapturedOutput {
    pub(crate) text: String,
    pub(crate) json: Option<Value>,
    pub(crate) messages: Vec<String>,
}

impl Output {
    pub(crate) fn new(json: bool, quiet: bool, colour: Colour) -> Output {
        let (has_output, n_damaged, staleness) = (Cell::new(false), Cell::new(0), RefCell::default());
        let (memory, damage_seen) = (RefCell::default(), RefCell::default());
        Output {
            json,
            quiet,
            colour,
            has_output,
            n_damaged,
            staleness,
            memory,
            damage_seen,
            captured: None,
            offer: ToolOffer::default(),
            gathered: RefCell::new(None),
        }
    }

    /// An output that prints nothing and captures everything, with the answer's JSON object if `json`.
    pub(crate) fn capturing(json: bool, offer: &ToolOffer) -> Output {
        Output { captured: Some(RefCell::default()), offer: offer.clone(), ..Output::new(json, false, Colour::Never) }
    }

    /// The captured output; empty if none was captured.
    pub(crate) fn captured(self) -> CapturedOutput {
        self.captured.map(RefCell::into_inner).unwrap_or_default()
    }

    /// The spelling of an argument for the caller.
    pub(crate) fn argument(&self, name: &str) -> String {
        self.asker().argument(name)
    }

    /// The caller: captured output is for an agent.
    pub(crate) fn asker(&self) -> Asker<'_> {
        if self.captured.is_some() { Asker::Agent(&self.offer) } else { Asker::Shell }
    }

    /// The speaker of typed records: a person at a terminal, otherwise an agent, since any program may run this one.
    pub(crate) fn speaker(&self) -> Origin {
        let is_typed = self.captured.is_none() && io::stdin().is_terminal();
        if is_typed { Origin::Person } else { Origin::Agent }
    }

    /// Stores how the index differs from the folder, for the answer's JSON object.
    pub(crate) fn note_staleness(&self, notes: &[IndexNote]) {
        *self.staleness.borrow_mut() = notes.to_vec();
    }

    /// Adds to a JSON object how the index differs from the folder, and the problems of the memory.
    pub(crate) fn with_staleness(&self, mut object: Value) -> Value {
        let staleness = self.staleness.borrow();
        if !staleness.is_empty() && object.is_object() {
            let hint = |note: &IndexNote| match self.asker() {
                Asker::Shell => Hint::from(note),
                // The server updates the index by itself.
                Asker::Agent(_) => Hint { command: None, ..Hint::from(note) },
            };
            object["staleness"] = hints::json(&staleness.iter().map(hint).collect::<Vec<_>>());
        }
        if let Value::Object(members) = &mut object {
            members.extend(self.memory.borrow().iter().map(|(name, state)| ((*name).to_owned(), state.clone())));
        }
        object
    }

    /// Adds a problem of the memory to the answer's JSON object; returns whether it is new.
    pub(crate) fn note_memory_state(&self, name: &'static str, state: Value) -> bool {
        let mut memory = self.memory.borrow_mut();
        let is_new = !memory.iter().any(|(known, how)| *known == name && *how == state);
        memory.retain(|(known, _)| *known != name);
        memory.push((name, state));
        is_new
    }

    /// Reports damage of these records beside every later answer.
    pub(crate) fn watch_for_damage(&self, records: &Records) {
        *self.damage_seen.borrow_mut() = records.damage_seen();
    }

    /// Prints the damage that was found, if any.
    fn tell_seen_damage(&self) {
        let seen = self.damage_seen.borrow().get();
        seen.iter().for_each(|damage| tell_damage(damage, self));
    }

    /// The exit code, adjusted for damage: an answer from a damaged memory is incomplete, so it ends as an error.
    pub(crate) fn ending_with_damage(&self, ending: Ending) -> Ending {
        self.tell_seen_damage();
        let is_damaged = self.damage_seen.borrow().get().is_some();
        match ending {
            Ending::Found | Ending::Nothing if is_damaged => Ending::Error,
            ending => ending,
        }
    }

    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Writes the answer: text, or JSON if requested. Only the requested form is built.
    pub(crate) fn answer(&self, text: impl FnOnce() -> String, json: impl FnOnce() -> Value) {
        self.answer_in_parts(|| text().into(), json);
    }

    /// Writes an answer made of records: the text from their plain form, the JSON from the answer itself.
    pub(crate) fn tell<T: Plain>(&self, answer: &T, text: impl FnOnce(&T) -> String, json: impl FnOnce() -> Value) {
        self.answer(|| text(&answer.plain()), json);
    }

    /// As [`Output::answer`], for a text with styled parts.
    pub(crate) fn answer_in_parts(&self, text: impl FnOnce() -> Styled, json: impl FnOnce() -> Value) {
        self.tell_seen_damage();
        if self.captured.is_some() || !self.json {
            self.show_text(&text());
        }
        if !self.json {
            return;
        }
        let json = json();
        match (&mut *self.gathered.borrow_mut(), &self.captured) {
            (Some(gathered), _) => gathered.push(json),
            (None, Some(captured)) => captured.borrow_mut().json = Some(self.with_staleness(json)),
            (None, None) => self.write(&format!("{:#}\n", self.with_staleness(json))),
        }
    }

    /// Writes the answers that `ask` gives, about `n_all` meanings of a name. Their JSON objects become a list in one
    /// object, which is not written if `ask` fails.
    pub(crate) fn merge_answers<R>(&self, n_all: u32, ask: impl FnOnce() -> Result<R, Fault>) -> Result<R, Fault> {
        *self.gathered.borrow_mut() = Some(Vec::new());
        let result = ask();
        let answers = self.gathered.borrow_mut().take();
        let result = result?;
        self.answer(String::new, || json!({ "answers": answers, "n_meanings": n_all }));
        Ok(result)
    }

    /// Prints the heading of one of several answers; omitted in JSON, whose objects identify themselves.
    pub(crate) fn head(&self, text: &Styled) {
        if self.captured.is_some() || !self.json {
            self.show_text(text);
        }
    }

    /// Writes a part of an answer as text.
    fn show_text(&self, text: &Styled) {
        let mut out = io::stdout();
        let (is_terminal, is_captured) = (out.is_terminal(), self.captured.is_some());
        let is_coloured = !is_captured && self.colour.is_wanted(is_terminal);
        if is_captured || !is_terminal && !is_coloured {
            return self.write(text.plain());
        }
        self.has_output.set(true);
        let text = text.on_terminal(is_terminal.then(width).flatten(), is_coloured);
        if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            process::exit(self.ending_if_unwritten(&error) as i32);
        }
    }

    /// Writes data for programs, byte by byte: an export, or messages to send. On a terminal it is escaped like any
    /// text.
    pub(crate) fn data(&self, text: impl FnOnce() -> String, json: impl FnOnce() -> Value) {
        let is_exact = self.captured.is_none() && !self.json && !io::stdout().is_terminal();
        match is_exact {
            true => self.export(&text()),
            false => self.answer(text, json),
        }
    }

    /// Writes a part of an export.
    pub(crate) fn export(&self, text: &str) {
        if let Err(error) = self.put_data(text) {
            process::exit(self.ending_if_unwritten(&error) as i32);
        }
    }

    /// Writes one of many answers on its own line, as soon as it is available.
    ///
    /// # Errors
    /// The line cannot be written. A caller can then close its store before it ends with
    /// [`Output::ending_if_unwritten`].
    pub(crate) fn line(&self, text: impl FnOnce() -> String, json: impl FnOnce() -> Value) -> io::Result<()> {
        let line = if self.json { json().to_string() } else { one_line(&text()).into_owned() };
        self.write_answer(&format!("{line}\n"))
    }

    /// Writes a part of an answer. Ends the process if the output is closed: only for callers that hold no lock.
    pub(crate) fn write(&self, answer: &str) {
        if let Err(error) = self.write_answer(answer) {
            process::exit(self.ending_if_unwritten(&error) as i32);
        }
    }

    /// The exit code after an answer could not be written.
    pub(crate) fn ending_if_unwritten(&self, error: &io::Error) -> Ending {
        if error.kind() == ErrorKind::BrokenPipe {
            // The reader closed the pipe on purpose.
            return Ending::Found;
        }
        self.warn(format_args!("error: the answer cannot be written: {error}"));
        Ending::Error
    }

    fn write_answer(&self, answer: &str) -> io::Result<()> {
        let is_json = self.json && self.captured.is_none();
        self.put_data(&if is_json { escaped_json(answer) } else { several_lines(answer) })
    }

    fn put_data(&self, text: &str) -> io::Result<()> {
        self.has_output.set(true);
        if let Some(captured) = &self.captured {
            captured.borrow_mut().text.push_str(&several_lines(text));
            return Ok(());
        }
        let mut out = io::stdout().lock();
        let text = match out.is_terminal() {
            true if self.json => escaped_json(text),
            true => several_lines(text),
            false => text.into(),
        };
        out.write_all(text.as_bytes()).and_then(|()| out.flush())
    }

    /// Writes a message on one line, unless `--quiet` was given.
    pub(crate) fn say(&self, words: impl Display) {
        if !self.quiet {
            self.warn(words);
        }
    }

    /// As [`Output::say`], with lines below the message.
    pub(crate) fn say_lines(&self, words: &str, further_lines: &[String]) {
        if !self.quiet {
            self.warn_whole(&message_text(words, further_lines));
        }
    }

    /// Writes a message of several lines, unless `--quiet` was given.
    pub(crate) fn say_whole(&self, words: &str) {
        if !self.quiet {
            self.warn_whole(words);
        }
    }

    /// Writes a message on one line even with `--quiet`.
    pub(crate) fn warn(&self, words: impl Display) {
        self.warn_whole(&one_line(&words.to_string()));
    }

    /// Writes a message of several lines even with `--quiet`; quoted text cannot begin a line.
    pub(crate) fn warn_whole(&self, words: &str) {
        let words = several_lines(words).into_owned();
        if let Some(captured) = &self.captured {
            let mut captured = captured.borrow_mut();
            captured.text.push_str(&words);
            captured.text.push('\n');
            captured.messages.push(words);
            return;
        }
        let is_coloured = self.colour.is_wanted(io::stderr().is_terminal());
        let words = if is_coloured { with_coloured_severity(&words) } else { words.as_str().into() };
        // If the standard error is closed, there is nowhere to report it.
        let _ = writeln!(io::stderr(), "{words}");
    }

    /// Notes how many damaged rows a question found, for the JSON of a later error.
    pub(crate) fn note_damaged_rows(&self, n_damaged: usize) {
        self.n_damaged.set(n_damaged);
    }

    /// Shows a progress line, which the next one replaces.
    pub(crate) fn show_progress(&self, words: &str) {
        // The terminal knows its own width: it cuts what is wider (wrapping is off meanwhile) and erases the rest of the line.
        // In one write, so that the program cannot end with wrapping still off.
        let line = format!("\r\x1b[?7l{}\x1b[K\x1b[?7h", one_line(words));
        let _ = io::stderr().write_all(line.as_bytes());
    }

    /// Whether progress is shown: unless `--quiet` was given, on a standard error that is a terminal and can replace
    /// lines.
    pub(crate) fn can_replace_lines(&self) -> bool {
        !self.quiet
            && self.captured.is_none()
            && io::stderr().is_terminal()
            && std::env::var_os("TERM").is_none_or(|kind| kind != "dumb")
    }

    /// Reports an error; also as JSON, unless part of an answer was already written.
    pub(crate) fn report_fault(&self, fault: &Fault) -> Ending {
        self.warn_whole(&without_secrets(&fault.in_words(self.asker())));
        if self.json && !self.has_output.get() {
            self.answer(String::new, || json_without_secrets(fault.in_json(self.n_damaged.get())));
        }
        fault.ending()
    }
}

/// JSON with known forms of secrets masked in its texts.
pub(crate) fn json_without_secrets(mut json: Value) -> Value {
    let mut pending_values = vec![&mut json];
    while let Some(value) = pending_values.pop() {
        match value {
            Value::String(text) => *text = without_secrets(text),
            Value::Array(list) => pending_values.extend(list),
            Value::Object(members) => pending_values.extend(members.values_mut()),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    json
}

/// The width in columns if the standard output is a terminal.
#[cfg(unix)]
fn width() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(io::stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|&columns| columns > 0)
}

#[cfg(not(unix))]
fn width() -> Option<usize> {
    None
}

/// A message with lines below it; quoted line ends are escaped.
pub(crate) fn message_text(words: &str, further_lines: &[String]) -> String {
    let further_lines = further_lines.iter().map(|line| format!("\n  {}", one_line(line)));
    one_line(words).into_owned() + &further_lines.collect::<String>()
}

/// A message whose first word has the colour of its severity.
fn with_coloured_severity(words: &str) -> Cow<'_, str> {
    let signs = [("error:", AnsiColor::Red.on_default().bold()), ("note:", AnsiColor::Yellow.on_default())];
    let sign =
        signs.into_iter().find_map(|(sign, style): (&str, Style)| Some((sign, style, words.strip_prefix(sign)?)));
    sign.map_or(words.into(), |(sign, style, rest)| format!("{style}{sign}{style:#}{rest}").into())
}
