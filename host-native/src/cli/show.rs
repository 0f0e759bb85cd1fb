//! `show`: the symbols of a file, or the source of a symbol.

use scrubjay::wit::graph::{FileOutline, SourceQuestion};
use scrubjay::wit::types::Error as Refusal;
use scrubjay::{Error, Memory};

use super::args::Show;
use super::ask::told;
use super::json::Json as _;
use super::output::Output;
use super::{Asked, Ending, Fault, meaning, names, text};

pub(super) fn show(show: &Show, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    // A name with a hash sign is an id, whatever folder it is asked in.
    let path = if show.name.contains('#') { None } else { Some(asked.path(&show.name)) };
    // What is typed from outside the indexed folder may be a name all the same.
    let mut no_path = None;
    match path {
        Some(Ok(path)) => {
            if let Some(ending) = file(path, asked, output)? {
                return Ok(ending);
            }
        }
        Some(Err(fault)) => no_path = Some(fault),
        None => {}
    }
    let answered =
        meaning::each(&show.meanings, &show.name, asked, output, |name, asked| source(show, name, asked, output));
    answered.map_err(|fault| match (fault, no_path) {
        (Fault::Library(Error::Refused(Refusal::Unknown(_))), Some(no_path)) => no_path,
        (fault, _) => fault,
    })
}

/// The symbols of a file, if there is one at this path.
fn file(path: String, asked: &mut Asked, output: &Output) -> Result<Option<Ending>, Fault> {
    match told(asked, output, |memory: &mut Memory| memory.outline(&path)) {
        Ok(outline) => return Ok(Some(outlined(&outline, output))),
        Err(Fault::Library(Error::Refused(Refusal::Unknown(_) | Refusal::Invalid(_)))) => {}
        Err(other) => return Err(other),
    }
    match asked.memory.left_out(&path) {
        Ok(Some(left_out)) => Err(Fault::LeftOut { path, why: names::why_left_out(left_out) }),
        _ => Ok(None),
    }
}

fn outlined(outline: &FileOutline, output: &Output) -> Ending {
    output.say(format_args!("{}: {}, {} lines", outline.path, outline.language, outline.n_lines));
    if outline.has_errors {
        output.say("the grammar found errors in it: what could be read is shown");
    }
    output.answer_in_parts(|| text::outline(outline), || outline.json());
    if outline.symbols.is_empty() { Ending::Nothing } else { Ending::Found }
}

fn source(show: &Show, name: &str, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    let question = SourceQuestion { most_lines: show.most, ..SourceQuestion::new(name) };
    let page = told(asked, output, |memory: &mut Memory| memory.source(&question))?;
    let symbol = &page.symbol;
    output.say(format_args!("{}, lines {} to {}", symbol.id, symbol.first_line, symbol.last_line));
    output.answer(|| ended(&page.text), || page.json());
    if page.is_changed {
        output.warn(format_args!("{} is another file than was indexed; try: scrubjay index", symbol.path));
        return Ok(Ending::Nothing);
    }
    if page.n_lines_left_out > 0 {
        let lines = text::many(page.n_lines_left_out.into(), "more line", "more lines");
        output.say(format_args!("{lines}; {} shows more", output.argument("most")));
    }
    Ok(Ending::Found)
}

/// The last line of a file may have no end.
fn ended(text: &str) -> String {
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{text}{end}")
}
