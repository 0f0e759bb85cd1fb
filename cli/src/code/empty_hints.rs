//! Hints about an empty answer that only the host can give: whether the index matches the folder's current files, and
//! where a name occurs that the index lacks.
//!
//! Not here: why an answer is empty otherwise, which is a part of it, and how reasons are told (`hints`).

use scrubjay::Error;
use scrubjay::wit::graph::FindQuestion;
use scrubjay::wit::types::{Error as Refusal, Hint, HintKind, ImportedName, UnreadLanguage};

use crate::Context;
use crate::arguments::names;
use crate::fault::Fault;
use crate::output::Output;
use crate::output::asker::NextStep;
use crate::output::hints::Hints;
use crate::output::text::{count, counted_noun, uncovered_files};

/// The most places that a message names.
const MAX_NAMED: usize = 3;

/// The hints for an answer to a command; none if the answer is complete.
pub(crate) fn hints_for(found: &[Hint], command: &'static str, context: &mut Context, output: &Output) -> Hints {
    if found.is_empty() {
        return Hints::default();
    }
    let mut hints = index_hints(context, output);
    // What was never indexed is told of as such, and an index that is not complete denies nothing.
    let is_whole = !["not_indexed", "cut_short", "being_written"].iter().any(|kind| hints.has(kind));
    let is_told = |hint: &&Hint| match hint.kind {
        HintKind::NothingIndexed => !hints.has("not_indexed"),
        HintKind::Incomplete
        | HintKind::NoMatch
        | HintKind::NoUses
        | HintKind::NoCalls
        | HintKind::NoTests
        | HintKind::NoTypes
        | HintKind::NoImports => is_whole,
        _ => true,
    };
    let told: Vec<&Hint> = found.iter().filter(is_told).collect();
    told.into_iter().for_each(|hint| hints.add_from_component(hint, command));
    hints
}

/// The hints for a list without items, or for a page beyond its end.
pub(crate) fn list_hints(
    (n, n_all, skip): (usize, u32, u32),
    found: &[Hint],
    command: &'static str,
    context: &mut Context,
    output: &Output,
) -> Hints {
    let mut hints = Hints::default();
    match (n, n_all) {
        (0, 0) => return hints_for(found, command, context, output),
        (0, _) => hints.add_shown("end", past_end_message(n_all, skip), None),
        _ => {}
    }
    hints
}

/// The message for a page beyond the end of a list.
pub(crate) fn past_end_message(n_all: u32, skip: u32) -> String {
    let all = counted_noun(n_all.into(), "is all there is", "are all there are");
    format!("nothing behind {}: {all}", count(skip.into()))
}

/// Hints about the state of the index, for any question.
fn index_hints(context: &mut Context, output: &Output) -> Hints {
    if context.staleness.hints.has("unchecked")
        && let Ok(changed) = context.memory.outdated()
    {
        context.staleness.add_changes(changed.len() as u64, output);
    }
    context.staleness.hints.clone()
}

/// Adds known reasons to an error: for an unknown name, a folder, or a file that is left out of the index.
pub(crate) fn with_reasons(fault: Fault, context: &mut Context, output: &Output) -> Fault {
    let Fault::Library(Error::Refused(Refusal::Unknown(unknown))) = fault else { return fault };
    if let Ok(path) = context.path(&unknown.name) {
        if let Ok(Some(left_out)) = context.memory.left_out(&path) {
            return Fault::FileLeftOut { path, why: names::why_left_out(left_out) };
        }
        if context.memory.root().path().join(&path).is_dir() {
            return Fault::IsFolder { path };
        }
    }
    let mut hints = index_hints(context, output);
    if let Some(ImportedName { name, path, first_line }) = &unknown.imported {
        let why = format!("{name} comes from outside the index: {path}:{first_line} imports it");
        hints.add("library", why, Some(NextStep::new("find", &[name]).with("kind", "import")));
    }
    if !unknown.named_in.is_empty() {
        hints.add("named_elsewhere", said_to_stand(&unknown.named_in), None);
    }
    let languages = unread(&unknown.name, context);
    if let Some(uncovered) = uncovered_files(&languages) {
        hints.add("unread", format!("it may be in what is not read: {uncovered}"), None);
    }
    Fault::UnknownName(Box::new((unknown, hints, languages)))
}

/// Says where a name occurs in files if no symbol has it.
fn said_to_stand(places: &[String]) -> String {
    let (first, others) = places.split_at(places.len().min(MAX_NAMED));
    let more = if others.is_empty() { "" } else { ", …" };
    format!("no symbol of the index has the name, but it stands at {}{more}", first.join(", "))
}

/// The languages in the folder that are not read; empty if the index cannot be asked.
fn unread(name: &str, context: &mut Context) -> Vec<UnreadLanguage> {
    let question = FindQuestion { limit: 1, ..FindQuestion::new(name) };
    context.memory.find(&question).map(|page| page.unread).unwrap_or_default()
}
