//! Pages of code as text, and what each leaves out, for programs that show answers unchanged.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use scrubjay_core::display::{escaped_line, escaped_lines};

use super::asker::Asker;
use super::code::{MeaningCount, UNCOUNTED, place_lines, step_lines};
use super::text::{self, counted_noun, uncovered_files};
use crate::bindings::exports::scrubjay::memory::graph::WalkPage;
use crate::bindings::exports::scrubjay::memory::tools::{Described, ToolReply};
use crate::facade::UnreadLanguage;

/// A page of code as text; `None` for any other reply.
pub(super) fn describe(reply: &ToolReply) -> Option<Described> {
    let (text, notes): (String, Vec<Option<String>>) = match reply {
        ToolReply::Find(page) => {
            let close_names =
                (!page.suggestions.is_empty()).then(|| format!("close to it: {}", page.suggestions.join(", ")));
            let notes = vec![
                page_note(page.hits.len(), page.n_hits),
                text::unmatched_words(page, false),
                close_names,
                unread_note(&page.unread),
            ];
            (text::find_text(page).plain().to_owned(), notes)
        }
        ToolReply::Callers(page)
        | ToolReply::Callees(page)
        | ToolReply::References(page)
        | ToolReply::Impact(page)
        | ToolReply::Tests(page) => described_walk(page),
        ToolReply::Path(page) => {
            let n = page.steps.len();
            let places = unresolved_note(page.n_unresolved, page.n_unresolved_files);
            (text::path_text(page).plain().to_owned(), vec![page_note(n, n as u32), places, unread_note(&page.unread)])
        }
        ToolReply::Hierarchy(page) => {
            let (n, n_all) = (page.above.len() + page.below.len(), page.n_above + page.n_below);
            let depth_note = page.depth_limited.then(|| "types go on beyond this depth".to_owned());
            let places = unresolved_note(page.n_unresolved, page.n_unresolved_files);
            (
                text::hierarchy_text(page).plain().to_owned(),
                vec![page_note(n, n_all), depth_note, places, unread_note(&page.unread)],
            )
        }
        ToolReply::Dependencies(page) | ToolReply::Dependents(page) => {
            let notes = vec![page_note(page.dependencies.len(), page.n_dependencies), unread_note(&page.unread)];
            (text::dependencies_text(page).plain().to_owned(), notes)
        }
        ToolReply::Unresolved(page) => {
            let n = page.places.len();
            let notes = vec![page_note(n, page.n_places.unwrap_or(n as u32)), unread_note(&page.unread)];
            (place_lines(&page.places).plain().to_owned(), notes)
        }
        ToolReply::Outline(outline) => {
            let syntax_note = "it has syntax errors: what stands in them is missing";
            (text::outline_text(outline).plain().to_owned(), vec![outline.has_errors.then(|| syntax_note.to_owned())])
        }
        ToolReply::Source(page) => {
            let lines = counted_noun(page.n_lines_left_out, "line", "lines");
            let changed_note = "the file changed since it was indexed: there is no text";
            let left_out = (page.n_lines_left_out > 0).then(|| format!("left out: {lines} after these"));
            (page.text.clone(), vec![left_out, page.is_changed.then(|| changed_note.to_owned())])
        }
        ToolReply::Map(map) => {
            let left_out = text::left_out_of_map(map).map(|left_out| format!("left out: {left_out}"));
            (map.text.clone(), vec![left_out, unread_note(&map.unread)])
        }
        ToolReply::Prepare(prepared) => {
            let left_out = format!("left out: {}", text::left_out_of_context(prepared));
            (prepared.text.clone(), vec![Some(left_out), unread_note(&prepared.unread)])
        }
        _ => return None,
    };
    let left_out = notes.into_iter().flatten().map(|note| escaped_line(&note).into_owned()).collect();
    Some(Described { text: escaped_lines(&text).into_owned(), left_out })
}

fn described_walk(page: &WalkPage) -> (String, Vec<Option<String>>) {
    let depth_note = page.depth_limited.then(|| "it goes on beyond this depth".to_owned());
    let places = unresolved_note(page.n_unresolved, page.n_unresolved_files);
    let meanings = text::list_meanings(&page.meanings);
    let lines = step_lines(&page.steps, false, MeaningCount::of(&page.meanings), Asker::Shell);
    let notes =
        vec![meanings, page_note(page.steps.len(), page.n_steps), depth_note, places, unread_note(&page.unread)];
    (lines.plain().to_owned(), notes)
}

/// Says how many items of a list are on this page and how to get the others, or that the list is empty; `None` if the
/// page has all of them.
fn page_note(n_given: usize, n_all: u32) -> Option<String> {
    match (n_given as u64, u64::from(n_all)) {
        (0, 0) => Some("nothing found".to_owned()),
        (0, n_all) => Some(format!("nothing that far: there are {n_all}")),
        (n, n_all) if n < n_all => Some(format!("{n} of {n_all}: `skip` and `limit` give the others")),
        _ => None,
    }
}

/// Says how many more places may name the symbol, on a receiver of unknown type, or that they are not counted; `None`
/// if there are none.
fn unresolved_note(n_unresolved: Option<u32>, n_files: u32) -> Option<String> {
    match n_unresolved {
        Some(0) => None,
        Some(n) => {
            let (places, files) =
                (counted_noun(n, "more place", "more places"), counted_noun(n_files, "file", "files"));
            Some(format!("{places} in {files} may name it, on a receiver that is not known: `unresolved` lists them"))
        }
        None => Some(format!("places on a receiver that is not known are {UNCOUNTED}: `unresolved` lists them")),
    }
}

fn unread_note(languages: &[UnreadLanguage]) -> Option<String> {
    uncovered_files(languages).map(|uncovered| format!("not read: {uncovered}"))
}
