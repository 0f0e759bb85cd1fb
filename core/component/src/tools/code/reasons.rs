//! Reasons for an empty answer or an unknown name: those that came with the answer, whether the index matches the
//! files, and where else in the files an unknown name occurs.

use alloc::borrow::ToOwned as _;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::meanings::Candidates;
use crate::bindings::exports::scrubjay::memory::graph::FindQuestion;
use crate::bindings::exports::scrubjay::memory::types::{Error, Hint, HintKind, UnknownName};
use crate::facade::{ImportedName, UnreadLanguage};
use crate::tools::asker::NextStep;
use crate::tools::fault::Fault;
use crate::tools::hints::Hints;
use crate::tools::replies::{Attempt, Replies};
use crate::tools::text::{counted_noun, uncovered_files, with_separators};

/// The most places that a message names.
const MAX_NAMED: usize = 3;

/// The hints that came with an answer to a command, behind those about the index; none if none came with the answer.
pub(super) fn hints_for(found_hints: Vec<Hint>, command: &'static str, replies: &mut Replies) -> Attempt<Hints> {
    if found_hints.is_empty() {
        return Ok(Hints::default());
    }
    let mut hints = index_hints(replies)?;
    // An index that was never made is named only once, and one that is not complete does not show that something is
    // missing.
    let is_index_whole = !["not_indexed", "cut_short", "being_written"].iter().any(|kind| hints.has(kind));
    let is_indexed = !hints.has("not_indexed");
    let is_passed_on = |hint: &Hint| match hint.kind {
        HintKind::NothingIndexed => is_indexed,
        HintKind::Incomplete
        | HintKind::NoMatch
        | HintKind::NoUses
        | HintKind::NoCalls
        | HintKind::NoTests
        | HintKind::NoTypes
        | HintKind::NoImports => is_index_whole,
        _ => true,
    };
    found_hints.into_iter().filter(is_passed_on).for_each(|hint| hints.add_from_component(hint, command));
    Ok(hints)
}

/// The hints for an empty list, or for a page beyond a list's end; none for any other page.
pub(super) fn list_hints(
    (n, n_all, skip): (usize, u32, u32),
    found_hints: Vec<Hint>,
    command: &'static str,
    replies: &mut Replies,
) -> Attempt<Hints> {
    let mut hints = Hints::default();
    match (n, n_all) {
        (0, 0) => return hints_for(found_hints, command, replies),
        (0, _) => hints.add_always_shown("end", past_end_message(n_all, skip)),
        _ => {}
    }
    Ok(hints)
}

/// The message for a page beyond the end of a list.
pub(super) fn past_end_message(n_all: u32, skip: u32) -> String {
    let all_count = counted_noun(n_all, "is all there is", "are all there are");
    format!("nothing behind {}: {all_count}", with_separators(skip))
}

/// Hints about the state of the index, for any question.
fn index_hints(replies: &mut Replies) -> Attempt<Hints> {
    let mut hints = Hints::default();
    replies.index_state()?.into_iter().for_each(|note| hints.add_index_note(note));
    Ok(hints)
}

/// Explains a fault. For an ambiguous name it lists the meanings. For an unknown name it says that this is a folder or
/// a file that was left out, or else where the name may be.
pub(super) fn explained(fault: Fault, replies: &mut Replies) -> Attempt<Fault> {
    let unknown_name = match fault {
        Fault::Refused(Error::Ambiguous(ambiguity)) => {
            return Ok(Fault::SeveralMeanings(Box::new(Candidates::of(ambiguity))));
        }
        Fault::Refused(Error::Unknown(unknown_name)) => unknown_name,
        fault => return Ok(fault),
    };
    if let Ok(path) = Replies::catch_fault(replies.inside_path(&unknown_name.name))? {
        if let Some(why) = replies.left_out(path.clone())? {
            return Ok(Fault::LeftOut { path, why });
        }
        if replies.is_folder(path.clone())? {
            return Ok(Fault::IsFolder { path });
        }
    }
    let mut hints = index_hints(replies)?;
    add_reasons(&unknown_name, &mut hints);
    let languages = unread_languages(&unknown_name.name, replies)?;
    if let Some(uncovered) = uncovered_files(&languages) {
        hints.add("unread", format!("it may be in what is not read: {uncovered}"), None);
    }
    Ok(Fault::UnknownName(Box::new((unknown_name, hints, languages))))
}

fn add_reasons(unknown_name: &UnknownName, hints: &mut Hints) {
    if let Some(ImportedName { name, path, first_line }) = &unknown_name.imported {
        let why = format!("{name} comes from outside the index: {path}:{first_line} imports it");
        hints.add("library", why, Some(NextStep::new("find", &[name]).with("kind", "import")));
    }
    if !unknown_name.named_in.is_empty() {
        hints.add("named_elsewhere", occurrences_text(&unknown_name.named_in), None);
    }
}

/// Says where a name occurs in files if no symbol has it.
fn occurrences_text(places: &[String]) -> String {
    let (first_places, other_places) = places.split_at(places.len().min(MAX_NAMED));
    let ellipsis = if other_places.is_empty() { "" } else { ", …" };
    format!("no symbol of the index has the name, but it stands at {}{ellipsis}", first_places.join(", "))
}

/// The languages in the folder that are not read; empty if the index cannot be asked.
fn unread_languages(name: &str, replies: &mut Replies) -> Attempt<Vec<UnreadLanguage>> {
    let (text, kinds, path_prefix) = (name.to_owned(), Vec::new(), String::new());
    let question = FindQuestion { text, kinds, path_prefix, limit: 1, explain: false, skip: 0 };
    let page = Replies::catch_fault(replies.find(question))?;
    Ok(page.map(|page| page.unread).unwrap_or_default())
}
