//! An answer as one text: the text of the command line, then lines about what the answer leaves out.

use scrubjay::shown::{one_line, several_lines};
use scrubjay::wit::graph::{
    DependencyPage, FileOutline, FindPage, HierarchyPage, PathPage, RepositoryMap, SourcePage, UnresolvedPage, WalkPage,
};
use scrubjay::wit::prepare::Prepared;
use scrubjay::wit::types::UnreadLanguage;

use super::asker::Asker;
use super::text::{self, counted_noun, uncovered_files};
use crate::code::grouped::{self, MeaningCount};
use crate::code::unresolved;

/// An answer as text.
pub trait AsText {
    /// The answer, as the command line prints it.
    fn found(&self) -> String;

    /// Notes about what the answer leaves out and why, a line each.
    fn left_out(&self) -> Vec<String>;

    /// The answer and its notes, each line with its line end.
    fn as_text(&self) -> String {
        let notes = self.left_out().into_iter().map(|line| one_line(&line).into_owned() + "\n");
        several_lines(&self.found()).into_owned() + &notes.collect::<String>()
    }
}

macro_rules! as_text {
    ($($answer:ty: $found:expr, $left_out:expr;)*) => {$(
        impl AsText for $answer {
            fn found(&self) -> String {
                let show: fn(&$answer) -> String = $found;
                show(self)
            }

            fn left_out(&self) -> Vec<String> {
                let tell: fn(&$answer) -> Vec<Option<String>> = $left_out;
                tell(self).into_iter().flatten().collect()
            }
        }
    )*};
}

as_text! {
    FindPage: |page| text::find_text(page).plain().to_owned(), |page| {
        let close = (!page.suggestions.is_empty()).then(|| format!("close to it: {}", page.suggestions.join(", ")));
        vec![pagination_note(page.hits.len(), page.n_hits), text::unmatched_words(page), close, unread_note(&page.unread)]
    };
    WalkPage: |page| grouped::step_lines(&page.steps, false, MeaningCount::of(&page.meanings), Asker::Shell).plain().to_owned(), |page| {
        let deeper = page.depth_limited.then(|| "it goes on beyond this depth".to_owned());
        let unresolved = unresolved_note(page.n_unresolved, page.n_unresolved_files);
        let several = text::list_meanings(&page.meanings);
        vec![several, pagination_note(page.steps.len(), page.n_steps), deeper, unresolved, unread_note(&page.unread)]
    };
    PathPage: |page| text::path_text(page).plain().to_owned(), |page| {
        let n = page.steps.len();
        vec![pagination_note(n, n as u32), unresolved_note(page.n_unresolved, page.n_unresolved_files), unread_note(&page.unread)]
    };
    HierarchyPage: |page| text::hierarchy_text(page).plain().to_owned(), |page| {
        let (n, n_all) = (page.above.len() + page.below.len(), page.n_above + page.n_below);
        let deeper = page.depth_limited.then(|| "types go on beyond this depth".to_owned());
        vec![pagination_note(n, n_all), deeper, unresolved_note(page.n_unresolved, page.n_unresolved_files), unread_note(&page.unread)]
    };
    DependencyPage: |page| text::dependencies_text(page).plain().to_owned(), |page| {
        vec![pagination_note(page.dependencies.len(), page.n_dependencies), unread_note(&page.unread)]
    };
    UnresolvedPage: |page| unresolved::place_lines(&page.places).plain().to_owned(), |page| {
        let n = page.places.len();
        vec![pagination_note(n, page.n_places.unwrap_or(n as u32)), unread_note(&page.unread)]
    };
    FileOutline: |answer| text::outline_text(answer).plain().to_owned(), |answer| {
        vec![answer.has_errors.then(|| "it has syntax errors: what stands in them is missing".to_owned())]
    };
    SourcePage: |page| page.text.clone(), |page| {
        let lines = counted_noun(page.n_lines_left_out.into(), "line", "lines");
        let changed = page.is_changed.then(|| "the file changed since it was indexed: there is no text".to_owned());
        vec![(page.n_lines_left_out > 0).then(|| format!("left out: {lines} after these")), changed]
    };
    RepositoryMap: |map| map.text.clone(), |map| {
        vec![text::left_out_of_map(map).map(|left_out| format!("left out: {left_out}")), unread_note(&map.unread)]
    };
    Prepared: |prepared| prepared.text.clone(), |prepared| {
        vec![Some(format!("left out: {}", text::left_out_of_context(prepared))), unread_note(&prepared.unread)]
    };
}

/// Says how many items of a list are on other pages, and how to get them; `None` if all are shown.
fn pagination_note(n_given: usize, n_all: u32) -> Option<String> {
    match (n_given as u64, u64::from(n_all)) {
        (0, 0) => Some("nothing found".to_owned()),
        (0, n_all) => Some(format!("nothing that far: there are {n_all}")),
        (n, n_all) if n < n_all => Some(format!("{n} of {n_all}: `skip` and `limit` give the others")),
        _ => None,
    }
}

/// Says how many more places may name the symbol, on a receiver of unknown type; `None` if there are none.
fn unresolved_note(n_unresolved: Option<u32>, n_files: u32) -> Option<String> {
    match n_unresolved {
        Some(0) => None,
        Some(n) => {
            let (places, files) =
                (counted_noun(n.into(), "more place", "more places"), counted_noun(n_files.into(), "file", "files"));
            Some(format!("{places} in {files} may name it, on a receiver that is not known: `unresolved` lists them"))
        }
        None => Some(format!(
            "places on a receiver that is not known are {}: `unresolved` lists them",
            unresolved::UNCOUNTED
        )),
    }
}

fn unread_note(languages: &[UnreadLanguage]) -> Option<String> {
    uncovered_files(languages).map(|uncovered| format!("not read: {uncovered}"))
}
