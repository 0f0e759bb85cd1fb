//! `show`: the symbols of a file, or the source of a symbol.

use alloc::borrow::{Cow, ToOwned as _};
use alloc::string::String;
use alloc::vec::Vec;

use super::meanings::{self, Choice};
use super::reasons;
use super::related_notes::{self, CodeSubject};
use crate::bindings::exports::scrubjay::memory::graph::{FileOutline, SourceQuestion};
use crate::bindings::exports::scrubjay::memory::tools::{ObjectMember, ReplyMember, ShowRequest};
use crate::bindings::exports::scrubjay::memory::types::Error;
use crate::tools::asker::{Asker, NextStep};
use crate::tools::fault::Fault;
use crate::tools::hints::Hints;
use crate::tools::output::{ToolOutput, object};
use crate::tools::replies::{Attempt, Replies};
use crate::tools::text;

/// The most bytes of a line of source that an agent is shown.
const MAX_LINE: usize = 2_000;

pub(super) fn show(call: &ShowRequest, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    let question = &call.question;
    // A text that is no path in the indexed folder may still be a name.
    let mut path_fault = None;
    // A name with a hash sign is an id, whatever folder it is asked in.
    if !question.name.contains('#') {
        match Replies::catch_fault(replies.inside_path(&question.name))? {
            Ok(path) => {
                if let Some(is_found) = file(call, path, replies, output)? {
                    return Ok(is_found);
                }
            }
            Err(fault) => path_fault = Some(fault),
        }
    }
    let choice = Choice { kinds: &question.kinds, prefix: &question.path_prefix, takes_all: call.all };
    let answered = meanings::ask_each_meaning(choice, &question.name, (replies, output), |name, replies, output| {
        source(question, name, replies, output)
    });
    match (Replies::catch_fault(answered)?, path_fault) {
        (Err(fault), Some(path_fault)) if fault.is_unknown() => Err(path_fault.into()),
        (answered, _) => Ok(answered?),
    }
}

/// Shows the symbols of the file at a path; `None` if the index knows no such file, and a fault if it was left out.
fn file(call: &ShowRequest, path: String, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<Option<bool>> {
    match Replies::catch_fault(replies.outline(path.clone()))? {
        Ok(outline) => return answer_outline(call, outline, replies, output).map(Some),
        Err(Fault::Refused(Error::Unknown(_) | Error::Invalid(_))) => {}
        Err(other) => return Err(other.into()),
    }
    match replies.left_out(path.clone())? {
        Some(why) => Err(Fault::LeftOut { path, why }.into()),
        None => Ok(None),
    }
}

fn answer_outline(
    call: &ShowRequest,
    mut outline: FileOutline,
    replies: &mut Replies,
    output: &mut ToolOutput<'_>,
) -> Attempt<bool> {
    let reply = replies.latest();
    output.say(format_args!("{}: {}, {} lines", outline.path, outline.language, outline.n_lines));
    if outline.has_errors {
        output.say("the grammar found errors in it: what could be read is shown");
    }
    let n_all = outline.symbols.len();
    let limit = call.question.max_lines;
    outline.symbols.truncate(limit as usize);
    let hints = reasons::hints_for(core::mem::take(&mut outline.hints), "show", replies)?;
    let symbols = ReplyMember { reply, member: "symbols".to_owned(), limit: Some(limit) };
    let object = object(reply, &hints, output.asker())
        .with("symbols", ObjectMember::OfReply(symbols))
        .with("n_symbols", ObjectMember::Count(n_all as u32));
    output.answer(text::outline_text(&outline), object);
    if n_all == 0 {
        output.say_nothing_found(&hints);
        return Ok(false);
    }
    if let n_left @ 1.. = n_all - outline.symbols.len() {
        let (symbols, limit) =
            (text::counted_noun(n_left as u64, "more symbol", "more symbols"), output.argument("limit"));
        output.say(format_args!("{symbols}; {limit} shows more"));
    }
    related_notes::report(&CodeSubject::of_file(&outline.path), replies, output)?;
    Ok(true)
}

fn source(
    question: &SourceQuestion,
    name: String,
    replies: &mut Replies,
    output: &mut ToolOutput<'_>,
) -> Attempt<bool> {
    let (kinds, path_prefix, max_lines) = (Vec::new(), String::new(), question.max_lines);
    let page = replies.source(SourceQuestion { name, max_lines, kinds, path_prefix })?;
    let reply = replies.latest();
    let symbol = &page.symbol;
    output.say(format_args!("{}, lines {} to {}", symbol.id, symbol.first_line, symbol.last_line));
    let mut hints = Hints::default();
    if page.is_changed {
        let why = format!("{} is another file than was indexed", symbol.path);
        hints.add("stale", why, Some(NextStep::index()));
    }
    let source_text = match output.asker() {
        Asker::Shell => text::with_line_end(&page.text),
        Asker::Agent(_) => text::fenced_text("source", &with_short_lines(&page.text)),
    };
    output.answer(source_text.into(), object(reply, &hints, output.asker()));
    if page.is_changed {
        hints.in_words(output.asker()).into_iter().for_each(|line| output.warn(line));
        return Ok(false);
    }
    let n_cut = page.text.lines().filter(|line| line.len() > MAX_LINE).count() as u64;
    if output.asker().is_agent() && n_cut > 0 {
        let lines = text::counted_noun(n_cut, "line is", "lines are");
        output.say(format_args!("{lines} cut after {MAX_LINE} bytes"));
    }
    if page.n_lines_left_out > 0 {
        let (lines, limit) =
            (text::counted_noun(page.n_lines_left_out, "more line", "more lines"), output.argument("limit"));
        output.say(format_args!("{lines}; {limit} shows more"));
    }
    related_notes::report(&CodeSubject::of_symbol(&symbol.path, &symbol.id), replies, output)?;
    Ok(true)
}

/// Source with its long lines cut, for an agent: one line of a minified file could fill its window.
fn with_short_lines(source: &str) -> Cow<'_, str> {
    if source.lines().all(|line| line.len() <= MAX_LINE) {
        return Cow::Borrowed(source);
    }
    let cut_line = |line: &str| match line.len() > MAX_LINE {
        true => format!("{} …\n", &line[..line.floor_char_boundary(MAX_LINE)]),
        false => format!("{line}\n"),
    };
    Cow::Owned(source.lines().map(cut_line).collect())
}
