//! Runs commands whose answers are returned instead of printed: as text, and with `--json` also as JSON.
//!
//! Arguments, limits and errors are those of the command line. Not here: which commands a caller may run this way, and
//! whether the index is up to date; the caller decides both.

use std::path::Path;

use scrubjay::records::{Damage, Records};
use scrubjay::shown::{one_line, without_secrets};
use scrubjay::wit::records::Origin;
use scrubjay::{Error, Memory};
use serde_json::{Value, json};

use crate::arguments::misuse::Misuse;
use crate::arguments::{self, Arguments, Command};
use crate::index::fresh::Staleness;
use crate::memory::damaged::{tell_damage, tell_salvage, tell_waiting};
use crate::memory::place::RecordsSource;
use crate::output::asker::{Asker, ToolOffer};
use crate::output::{Output, json_without_secrets};
use crate::recall::{self, documents};
use crate::window::{self, WindowCommand};
use crate::{Context, Fault, carry_out, code, notes, session, work};

/// The output of a command that a tool called, as text and as JSON.
pub(crate) struct Answer {
    /// Everything that the command printed, as on a terminal.
    pub(crate) text: String,
    /// The object that `--json` prints, with one more member: `messages`, the messages about the answer. It is empty if
    /// only text was requested; an error always has its object.
    pub(crate) json: Value,
    pub(crate) is_error: bool,
}

/// The output of a command that ran on a caller's open memory.
#[derive(Debug)]
pub struct CommandOutput {
    /// Everything that the command printed, as on a terminal.
    pub text: String,
    /// The stable name of the error, if it ended with one.
    pub error: Option<String>,
}

/// Runs the command of an offered tool on an open memory, in its folder. `arguments` are those of the command line
/// without the program's name. The memory is returned even after an error.
pub fn run_on_memory(memory: Memory, arguments: &[String], offer: &ToolOffer) -> (Memory, CommandOutput) {
    let root = memory.root().path().to_owned();
    let mut context = Context::for_memory(memory);
    let arguments: Vec<String> = std::iter::once("scrubjay".to_owned()).chain(arguments.iter().cloned()).collect();
    let Answer { text, json, is_error } = answer(&arguments, &root, Some(&mut context), Staleness::default(), offer);
    let code = json["error"]["code"].as_str().unwrap_or("usage").to_owned();
    (context.into_memory(), CommandOutput { text, error: is_error.then_some(code) })
}

/// Runs a command; with `--json` among its arguments the answer has both forms. A question about code is asked of the
/// open memory, any other command is about the project in `root`. The answer begins with the messages in `known`, and
/// names only tools of the offer.
pub(crate) fn answer(
    arguments: &[String],
    root: &Path,
    context: Option<&mut Context>,
    known: Staleness,
    offer: &ToolOffer,
) -> Answer {
    let answer = answer_of(arguments, root, context, known, offer);
    // What was asked with a secret may be answered with it, be it in a hint or an error.
    let repeats = answer.is_error || arguments.iter().any(|argument| without_secrets(argument) != *argument);
    if repeats { answer.without_secrets() } else { answer }
}

fn answer_of(
    arguments: &[String],
    root: &Path,
    mut context: Option<&mut Context>,
    known: Staleness,
    offer: &ToolOffer,
) -> Answer {
    let arguments = match arguments::read(arguments) {
        Err(usage) => {
            let misuse = Misuse::of(&usage);
            let name = misuse.argument.trim_start_matches('-').trim_matches(['<', '>']).to_lowercase();
            return Answer::refusal("usage", &misuse.in_words(&name, "", ""));
        }
        Ok(arguments) => arguments,
    };
    let is_of_person = |context: &mut &mut Context| {
        context.memory.records().is_ok_and(|records| records.settings().owner.speaker == Origin::Person)
    };
    if matches!(arguments.command, Command::Note { .. }) && context.as_mut().is_some_and(is_of_person) {
        // A note would be a person's word, and an agent has written it.
        let why = "this memory is opened for a person, and an agent changes no note there: open it for an agent";
        return Answer::refusal("usage", why);
    }
    let mut output = Output::capturing(arguments.json, offer);
    let result = run(arguments, root, context, known, &mut output);
    if let Err(fault) = &result {
        output.warn_whole(&fault.in_words(output.asker()));
    }
    let failed = result.as_ref().err().map(|fault| output.with_staleness(fault.in_json(0, output.asker())));
    let mut captured = output.captured();
    let is_error = result.is_err();
    let mut json = match failed {
        Some(failed) => {
            captured.messages.pop();
            failed
        }
        None => captured.json.unwrap_or_else(|| json!({})),
    };
    if let (false, Some(members)) = (captured.messages.is_empty(), json.as_object_mut()) {
        members.entry("messages").or_insert_with(|| json!(captured.messages));
    }
    if captured.text.trim().is_empty() {
        captured.text = "nothing found\n".to_owned();
    }
    Answer { text: captured.text, json, is_error }
}

fn run(
    arguments: Arguments,
    root: &Path,
    context: Option<&mut Context>,
    known: Staleness,
    output: &mut Output,
) -> Result<crate::Ending, Fault> {
    match (arguments.command, context) {
        (Command::Ask(question), Some(context)) => {
            context.note_staleness(known, output)?;
            code::ask(question, context, output)
        }
        (Command::Remember(given), Some(context)) => {
            let (root, folder) = (context.memory.root().clone(), context.folder.clone());
            let remember = |records: &mut Records| notes::remember_in(given, records, &root, &folder, output);
            of_records(context.memory.records()?, output, tell_waiting, remember)
        }
        (Command::Notes(given), Some(context)) => {
            let root = context.memory.root().clone();
            let list = |records: &mut Records| notes::show_notes(given, records, root.path(), output);
            of_records(context.memory.records()?, output, tell_damage, list)
        }
        (Command::Recall(given), Some(context)) => {
            let root = context.memory.root().clone();
            let question = given.documents_question();
            let documents =
                question.and_then(|question| documents::search_memory(&mut context.memory, &question, output));
            let find = |records: &mut Records| recall::recall_in(given, records, (root.path(), documents), output);
            of_records(context.memory.records()?, output, tell_damage, find)
        }
        (Command::Forget(given), Some(context)) => {
            notes::forget(&given, context.records()?, output).map_err(Fault::of_memory)
        }
        (Command::Note { what }, Some(context)) => {
            notes::note(what, context.records()?, output).map_err(Fault::of_memory)
        }
        (Command::Work { what }, Some(context)) => {
            work::work(what, context.records()?, output).map_err(Fault::of_memory)
        }
        (Command::Session { what }, Some(context)) => {
            session::session(what, context.records()?, output).map_err(Fault::of_session)
        }
        (
            Command::Window { what: WindowCommand::Restore { id, format, window, limit, skip, original, .. } },
            Some(context),
        ) => {
            let place = context.memory.records()?.place().clone();
            let what = (&*id, format.as_deref(), window.as_deref());
            window::print_restored(place, what, (original, skip, limit), output).map_err(Fault::of_window)
        }
        (command, _) => carry_out(Arguments { command, root: Some(root.to_owned()), ..arguments }, output),
    }
}

impl Context {
    /// The records of the memory, for a command about them.
    fn records(&mut self) -> Result<RecordsSource<'_>, Fault> {
        let root = self.memory.root().path().to_owned();
        Ok(RecordsSource::Open(self.memory.records()?, root))
    }
}

/// Runs a command on the records of an open memory, and reports what it salvaged or else what the damage means for it.
fn of_records(
    records: &mut Records,
    output: &Output,
    tell_what_it_means: fn(&Damage, &Output),
    command: impl FnOnce(&mut Records) -> Result<crate::Ending, Fault>,
) -> Result<crate::Ending, Fault> {
    let before = records.salvaged().cloned();
    let ending = command(records);
    match records.salvaged() {
        Some(salvage) if Some(salvage) != before.as_ref() => tell_salvage(salvage, output),
        _ => records.damage().iter().for_each(|damage| tell_what_it_means(damage, output)),
    }
    ending.map_err(Fault::of_memory)
}

impl Answer {
    /// An error of the library from before the question was asked.
    pub(crate) fn of_error(error: Error, offer: &ToolOffer) -> Answer {
        let fault = Fault::Library(error);
        Answer {
            text: format!("{}\n", fault.in_words(Asker::Agent(offer))),
            json: fault.in_json(0, Asker::Agent(offer)),
            is_error: true,
        }
    }

    /// Adds a note about the answer as one line, even if the note quotes line ends.
    pub(crate) fn note(&mut self, words: &str) {
        let words = one_line(words);
        self.text.push_str(&words);
        self.text.push('\n');
        if let Some(members) = self.json.as_object_mut() {
            let messages = members.entry("messages").or_insert_with(|| json!([]));
            messages.as_array_mut().into_iter().for_each(|messages| messages.push(json!(words)));
        }
    }

    fn without_secrets(self) -> Answer {
        Answer { text: without_secrets(&self.text), json: json_without_secrets(self.json), ..self }
    }

    /// A refusal by the caller itself: the stable name of the error, and a message that says what to do.
    pub(crate) fn refusal(code: &str, message: &str) -> Answer {
        let message = without_secrets(&one_line(message));
        let error = json!({ "error": { "code": code, "message": message } });
        Answer { text: format!("error: {message}\n"), json: error, is_error: true }
    }
}
