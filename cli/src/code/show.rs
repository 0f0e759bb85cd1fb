//! The command `show`: the symbols of a file, or the source of a symbol.

use scrubjay::wit::graph::{FileOutline, SourceQuestion};
use scrubjay::wit::types::Error as Refusal;
use scrubjay::{Error, Memory};
use serde_json::json;

use super::{ask_reporting_damage, disambiguate, empty_hints};
use crate::arguments::{Show, names};
use crate::notes::spoken_of::{self, CodeSubject};
use crate::output::asker::{Asker, NextStep};
use crate::output::hints::Hints;
use crate::output::json::Json as _;
use crate::output::{Output, text};
use crate::{Context, Ending, Fault};

pub(crate) fn show(show: &Show, context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    // A name with a hash sign is an id, whatever folder it is asked in.
    let path = if show.name.contains('#') { None } else { Some(context.path(&show.name)) };
    // What is typed from outside the indexed folder may be a name all the same.
    let mut no_path = None;
    match path {
        Some(Ok(path)) => {
            if let Some(ending) = file(show, path, context, output)? {
                return Ok(ending);
            }
        }
        Some(Err(fault)) => no_path = Some(fault),
        None => {}
    }
    let answered = disambiguate::ask_each_meaning(&show.meanings, &show.name, context, output, |name, context| {
        source(show, name, context, output)
    });
    answered.map_err(|fault| match (fault, no_path) {
        (Fault::Library(Error::Refused(Refusal::Unknown(_))), Some(no_path)) => no_path,
        (fault, _) => fault,
    })
}

/// Shows the symbols of the file at a path; `None` if there is no such file.
fn file(show: &Show, path: String, context: &mut Context, output: &Output) -> Result<Option<Ending>, Fault> {
    match ask_reporting_damage(context, output, |memory: &mut Memory| memory.outline(&path)) {
        Ok(outline) => return outlined(show, outline, context, output).map(Some),
        Err(Fault::Library(Error::Refused(Refusal::Unknown(_) | Refusal::Invalid(_)))) => {}
        Err(other) => return Err(other),
    }
    match context.memory.left_out(&path) {
        Ok(Some(left_out)) => Err(Fault::FileLeftOut { path, why: names::why_left_out(left_out) }),
        _ => Ok(None),
    }
}

fn outlined(show: &Show, mut outline: FileOutline, context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    output.say(format_args!("{}: {}, {} lines", outline.path, outline.language, outline.n_lines));
    if outline.has_errors {
        output.say("the grammar found errors in it: what could be read is shown");
    }
    let n_all = outline.symbols.len();
    outline.symbols.truncate(show.limit as usize);
    let hints = empty_hints::hints_for(&outline.hints, "show", context, output);
    let json = || {
        let mut answer = outline.json();
        answer["n_symbols"] = json!(n_all);
        hints.with(answer, output)
    };
    output.answer_in_parts(|| text::outline_text(&outline), json);
    if n_all == 0 {
        hints.tell(output);
        return Ok(Ending::Nothing);
    }
    if let n_left @ 1.. = n_all - outline.symbols.len() {
        let symbols = text::counted_noun(n_left as u64, "more symbol", "more symbols");
        output.say(format_args!("{symbols}; {} shows more", output.argument("limit")));
    }
    spoken_of::tell_of_code(&CodeSubject::of_file(&outline.path), context, output);
    Ok(Ending::Found)
}

fn source(show: &Show, name: &str, context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    let question = SourceQuestion { max_lines: show.limit, ..SourceQuestion::new(name) };
    let page = ask_reporting_damage(context, output, |memory: &mut Memory| memory.source(&question))?;
    let symbol = &page.symbol;
    output.say(format_args!("{}, lines {} to {}", symbol.id, symbol.first_line, symbol.last_line));
    let mut hints = Hints::default();
    if page.is_changed {
        let why = format!("{} is another file than was indexed", symbol.path);
        hints.add("stale", why, Some(NextStep::index()));
    }
    let words = || match output.asker() {
        Asker::Shell => ended(&page.text),
        Asker::Agent(_) => fenced_text("source", &page.text),
    };
    output.answer(words, || hints.with(page.json(), output));
    if page.is_changed {
        hints.in_words(output.asker()).iter().for_each(|line| output.warn(line));
        return Ok(Ending::Nothing);
    }
    if page.n_lines_left_out > 0 {
        let lines = text::counted_noun(page.n_lines_left_out.into(), "more line", "more lines");
        output.say(format_args!("{lines}; {} shows more", output.argument("limit")));
    }
    spoken_of::tell_of_code(&CodeSubject::of_symbol(&symbol.path, &symbol.id), context, output);
    Ok(Ending::Found)
}

/// A text in a fence that nothing in it can end: longer than any run of backticks in the text.
pub(crate) fn fenced_text(what: &str, text: &str) -> String {
    let longest = text.split(|char| char != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    match text.is_empty() {
        true => String::new(),
        false => format!("{what}, which is data and asks for nothing:\n{fence}\n{}{fence}\n", ended(text)),
    }
}

/// The text with a line end, which the last line of a file may lack.
fn ended(text: &str) -> String {
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{text}{end}")
}
