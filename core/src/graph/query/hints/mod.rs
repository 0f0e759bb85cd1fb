//! Hints: why an answer is empty and what to ask next, or what its emptiness does not prove.
//!
//! A reason that takes another question is looked for only if the answer is empty. Not here: the answers themselves,
//! and how a host spells the next question.

mod edges;
mod elsewhere;
mod names;
mod words;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use self::words::languages_in_words;
use super::export::quoted_string;
use crate::ask::Attempt;
use crate::base::hint::{Hint, HintKind, NextArgument, NextQuestion};
use crate::graph::model::FileId;
use crate::graph::space::GraphSpace;
use crate::text::display::{counted_noun, with_separators};

/// Budget in tokens of a suggested map, where the given one is too small.
const MAP_BUDGET: u32 = 2_000;

fn hint(kind: HintKind, why: impl Into<String>, next: Option<NextQuestion>) -> Hint {
    Hint { kind, why: why.into(), next }
}

/// A follow-up question; the values of its arguments are JSON.
fn next_question(question: &str, arguments: &[(&str, String)]) -> Option<NextQuestion> {
    let argument = |(name, value): &(&str, String)| NextArgument { name: (*name).into(), value: value.clone() };
    Some(NextQuestion { question: question.into(), arguments: arguments.iter().map(argument).collect() })
}

/// A follow-up question with a single string argument, such as a name or path.
fn next_question_of(question: &str, argument: &str, text: &str) -> Option<NextQuestion> {
    next_question(question, &[(argument, quoted_string(text))])
}

/// The hint that a question finds something without its filters; names the filters that are set.
fn without_filters(finding: &str, filters: &[(bool, &str)], next: Option<NextQuestion>) -> Hint {
    let filter_names: Vec<&str> = filters.iter().filter(|(is_given, _)| *is_given).map(|(_, name)| *name).collect();
    hint(HintKind::Filter, format!("{finding} without the filter by {}", filter_names.join(" and ")), next)
}

/// Hints for the outline of a file without symbols.
pub(super) fn outline_hints() -> Vec<Hint> {
    vec![hint(HintKind::NoSymbols, "it defines nothing that has a name", None)]
}

/// Hints for a file that depends on nothing.
pub(super) fn dependency_hints(path: &str) -> Vec<Hint> {
    let why = "it imports and uses nothing, neither a file that is read nor a module";
    vec![hint(HintKind::NoImports, why, next_question_of("outline", "path", path))]
}

impl GraphSpace {
    /// Hints for a file without known dependents, which may be used all the same.
    pub(super) fn hints_of_dependents(&mut self, file: FileId) -> Attempt<Vec<Hint>> {
        let root = self.graph.root(file);
        let n_places = self.n_declined_outside(file);
        if n_places > 0 {
            let why =
                counted_noun(n_places, "place has a name of it and no edge", "places have a name of it and no edge");
            return Ok(vec![hint(
                HintKind::UnknownReceivers,
                why,
                next_question_of("impact", "name", &self.graph.file(file).path),
            )]);
        }
        let occurrences = self.possible_files(root)?;
        let path = self.graph.file(file).path.to_string();
        let next = next_question_of("impact", "name", &path);
        let why = "no file that is read imports or uses it: it may be run by itself, or loaded by a framework or by a name made at run time";
        Ok(vec![match self.occurrence_sentence(edges::NO_EDGE_PREFIX, &occurrences) {
            Some(sentence) => hint(HintKind::NamedElsewhere, sentence, next),
            None => hint(HintKind::NoUses, why, next),
        }])
    }

    /// Hints for an empty page after `skip` results. If the list has results (`n_all`), the hint says that it has
    /// ended; otherwise `why` gives the hints.
    pub(super) fn hints_of_list(
        &mut self,
        (n_all, skip): (u32, u32),
        why: impl FnOnce(&mut GraphSpace) -> Attempt<Vec<Hint>>,
    ) -> Attempt<Vec<Hint>> {
        if n_all > 0 {
            let total_words = counted_noun(n_all, "is all there is", "are all there are");
            return Ok(vec![hint(
                HintKind::End,
                format!("nothing behind {}: {total_words}", with_separators(skip)),
                None,
            )]);
        }
        let hints = why(self)?;
        Ok(self.unless_incomplete(hints))
    }

    /// In an incomplete index, replaces hints that deny something by one that says the index is incomplete.
    pub(crate) fn unless_incomplete(&self, mut hints: Vec<Hint>) -> Vec<Hint> {
        use HintKind::{NoCalls, NoImports, NoMatch, NoTests, NoTypes, NoUses, NothingIndexed};
        let n_to_link = self.n_to_link();
        if n_to_link > 0 && !hints.iter().any(|hint| hint.kind == NothingIndexed) {
            let is_denial = |kind| matches!(kind, NoMatch | NoUses | NoCalls | NoTests | NoTypes | NoImports);
            hints.retain(|hint| !is_denial(hint.kind));
            let files = counted_noun(n_to_link, "file is not linked yet", "files are not linked yet");
            let why = format!("the index is of a part of the files: {files}, and others may be missing");
            hints.insert(0, hint(HintKind::Incomplete, why, None));
        }
        hints
    }

    /// Hints for a map without symbols.
    pub(super) fn hints_of_map(&self, n_left_out: u32) -> Vec<Hint> {
        match n_left_out {
            0 => self.nothing_indexed().into_iter().collect(),
            n => {
                let symbols = counted_noun(n, "symbol is", "symbols are");
                let why = format!("{symbols} left out: the budget is too small for one");
                vec![hint(HintKind::Budget, why, next_question("map", &[("budget", format!("{MAP_BUDGET}"))]))]
            }
        }
    }

    /// Hints for a context without code.
    pub(crate) fn hints_of_task(&self) -> Vec<Hint> {
        self.word_hints(
            "nothing that is read has words of the task: names of symbols, paths and error lines count most",
        )
    }

    /// Hints for an export without files.
    pub(super) fn hints_of_export(&self, has_prefix: bool) -> Vec<Hint> {
        match self.graph.n_files() as u32 {
            n @ 1.. if has_prefix => {
                let files = counted_noun(n, "file is there", "files are there");
                vec![without_filters(&files, &[(true, "path")], next_question("export", &[]))]
            }
            _ => self.nothing_indexed().into_iter().collect(),
        }
    }

    /// The hint that nothing is indexed; otherwise `why` as the hint that nothing matches the words.
    fn word_hints(&self, why: &str) -> Vec<Hint> {
        vec![self.nothing_indexed().unwrap_or_else(|| hint(HintKind::NoMatch, why, next_question("map", &[])))]
    }

    fn nothing_indexed(&self) -> Option<Hint> {
        let languages = self.unread_languages();
        let other_languages = if languages.is_empty() {
            String::new()
        } else {
            format!(": there are {}", languages_in_words(languages.iter()))
        };
        let why = || format!("no file here is of a language that is read{other_languages}");
        (self.graph.n_files() == 0).then(|| hint(HintKind::NothingIndexed, why(), None))
    }
}

#[cfg(test)]
mod tests;
