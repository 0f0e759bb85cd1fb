//! Hints on why no edge leads from or to a symbol.

use alloc::vec::Vec;

use super::elsewhere::AnsweredTexts;
use super::{hint, next_question, next_question_of, quoted_string, without_filters};
use crate::ask::Attempt;
use crate::base::hint::{Hint, HintKind, NextQuestion};
use crate::graph::kind::SymbolKind;
use crate::graph::query::walk::WalkKind;
use crate::graph::query::{HierarchyPage, MAX_DEPTH, PathPage, PathQuestion, Symbol, WalkPage, WalkQuestion};
use crate::graph::space::GraphSpace;
use crate::text::display::counted_noun;

/// A follow-up question whose argument `name` is the symbol's id.
fn question_about(question: &str, symbol: &Symbol) -> Option<NextQuestion> {
    next_question_of(question, "name", &symbol.id)
}

impl GraphSpace {
    /// Hints on why a walk has no result.
    pub(in crate::graph::query) fn hints_of_walk(
        &mut self,
        question: &WalkQuestion,
        walk_kind: WalkKind,
        page: &WalkPage,
        texts: AnsweredTexts,
    ) -> Attempt<Vec<Hint>> {
        let (mut hints, symbol) = (Vec::new(), &page.symbol);
        if question.min_confidence > 0.0 {
            let unfiltered = WalkQuestion { limit: 1, min_confidence: 0.0, ..question.clone() };
            hints.extend(low_confidence_hint(
                self.answer_walk(&unfiltered, walk_kind)?.n_steps,
                question_about(walk_kind.question(), symbol),
            ));
        }
        if walk_kind == WalkKind::Tests && question.depth < MAX_DEPTH {
            let deepest = WalkQuestion { limit: 1, depth: MAX_DEPTH, ..question.clone() };
            if let n @ 1.. = self.answer_walk(&deepest, walk_kind)?.n_steps {
                let why = format!("{} further away", counted_noun(n, "test is", "tests are"));
                let arguments = [("name", quoted_string(&symbol.id)), ("depth", format!("{MAX_DEPTH}"))];
                hints.push(hint(HintKind::Depth, why, next_question("tests", &arguments)));
            }
        }
        let places = if walk_kind == WalkKind::Callees { "source" } else { "unresolved" };
        let n_unresolved = match page.n_unresolved {
            // The number is unknown if types of the language have the name too; there may still be none.
            None if self.has_no_declined_reference(&symbol.id)? => Some(0),
            n => n,
        };
        hints.extend(unknown_receivers_hint(n_unresolved, question_about(places, symbol)));
        if walk_kind == WalkKind::Callers {
            let references = WalkQuestion { depth: 1, limit: 1, ..question.clone() };
            if let n @ 1.. = self.answer_walk(&references, WalkKind::References)?.n_steps {
                let places = counted_noun(n, "place names it without a call", "places name it without a call");
                hints.push(hint(HintKind::NotCalled, places, question_about("references", symbol)));
            }
        }
        if hints.is_empty() && walk_kind != WalkKind::Callees {
            hints.extend(self.named_elsewhere(walk_kind, symbol, texts)?);
        }
        if hints.is_empty() {
            hints.push(unproven_hint(walk_kind, symbol, page.depth_limited.then_some(question.depth)));
        }
        Ok(hints)
    }

    /// The hint that unresolved places may lead to the symbol or its callers, or else that files without an edge
    /// contain the symbol's name. `None` if there are neither.
    fn named_elsewhere(&mut self, walk_kind: WalkKind, symbol: &Symbol, texts: AnsweredTexts) -> Attempt<Option<Hint>> {
        let start = self.resolve(&symbol.id)?;
        let symbols = if walk_kind == WalkKind::Tests { self.symbols_leading_to(start)? } else { vec![start] };
        let unlisted_counts = symbols.iter().map(|&at| self.count_unlisted(at, false).n_places);
        let n_places = unlisted_counts.flatten().fold(0, u32::saturating_add);
        if n_places > 0 {
            let why = counted_noun(n_places, "place may lead to what calls it", "places may lead to what calls it");
            return Ok(Some(hint(HintKind::UnknownReceivers, why, question_about("impact", symbol))));
        }
        let mut occurrences = self.read_occurrences(start, texts)?;
        if walk_kind == WalkKind::Tests {
            occurrences.retain_files(|file| self.graph.file(file).is_test);
        }
        let sentence = self.occurrence_sentence(NO_EDGE_PREFIX, &occurrences);
        Ok(sentence
            .map(|sentence| hint(HintKind::NamedElsewhere, sentence, next_question_of("find", "text", symbol.name()))))
    }

    /// Hints on why a symbol has no supertypes, subtypes or overrides.
    pub(in crate::graph::query) fn hints_of_hierarchy(
        &mut self,
        question: &WalkQuestion,
        page: &HierarchyPage,
    ) -> Attempt<Vec<Hint>> {
        let symbol = &page.symbol;
        if question.min_confidence > 0.0 {
            let unfiltered =
                self.answer_hierarchy(&WalkQuestion { limit: 1, min_confidence: 0.0, ..question.clone() })?;
            if let Some(hint) =
                low_confidence_hint(unfiltered.n_above + unfiltered.n_below, question_about("hierarchy", symbol))
            {
                return Ok(vec![hint]);
            }
        }
        let why = match symbol.kind {
            SymbolKind::Method => "it overrides nothing that is read, and nothing that is read overrides it",
            SymbolKind::Class | SymbolKind::Interface | SymbolKind::Enum | SymbolKind::TypeAlias => {
                "it inherits nothing that is read, and nothing that is read inherits it"
            }
            _ => "only types and their members have something above or below them",
        };
        Ok(vec![hint(HintKind::NoTypes, why, question_about("references", symbol))])
    }

    /// Hints on why no path leads from one symbol to another, and whether a path leads back.
    pub(in crate::graph::query) fn hints_of_path(
        &mut self,
        question: &PathQuestion,
        page: &PathPage,
    ) -> Attempt<Vec<Hint>> {
        let mut hints = Vec::new();
        let path_question = |source: &str, target: &str| {
            next_question("path", &[("source", quoted_string(source)), ("target", quoted_string(target))])
        };
        let (has_kinds, has_min_confidence) = (!question.kinds.is_empty(), question.min_confidence > 0.0);
        if has_kinds || has_min_confidence {
            let unfiltered = PathQuestion { kinds: Vec::new(), min_confidence: 0.0, ..question.clone() };
            if let n @ 1.. = self.answer_path(&unfiltered)?.steps.len() as u32 {
                let filters = [(has_kinds, "kind"), (has_min_confidence, "confidence")];
                let edges = counted_noun(n, "edge leads there", "edges lead there");
                hints.push(without_filters(&edges, &filters, path_question(&question.source, &question.target)));
            }
        }
        let (source, target) = (question.target.clone(), question.source.clone());
        let reverse_page = self.answer_path(&PathQuestion { source, target, ..question.clone() })?;
        hints.push(match reverse_page.steps.len() as u32 {
            0 => {
                let why = format!("nothing leads there within {}", counted_noun(question.depth, "edge", "edges"));
                hint(HintKind::NoPath, why, None)
            }
            n => {
                let edges = counted_noun(n, "edge does", "edges do");
                let why = format!("nothing leads there; the other way round {edges} so");
                hint(HintKind::OtherWay, why, path_question(&question.target, &question.source))
            }
        });
        hints.extend(unknown_receivers_hint(page.n_unresolved, question_about("unresolved", &page.target)));
        Ok(hints)
    }
}

/// Beginning of a hint's sentence; the files or places that contain the name follow.
pub(super) const NO_EDGE_PREFIX: &str = "no edge that is known leads here, but";

fn low_confidence_hint(n: u32, next: Option<NextQuestion>) -> Option<Hint> {
    (n > 0).then(|| hint(HintKind::MinConfidence, format!("{} less sure", counted_noun(n, "is", "are")), next))
}

/// The hint that there are uncertain references, which are not in the list; `None` if there are none.
fn unknown_receivers_hint(n_places: Option<u32>, next: Option<NextQuestion>) -> Option<Hint> {
    let why = match n_places {
        Some(0) => return None,
        Some(n) => counted_noun(n, "place has the name and no edge", "places have the name and no edge"),
        None => "places with a receiver that is not known are not counted, because types of the language have such a member too".into(),
    };
    Some(hint(HintKind::UnknownReceivers, why, next))
}

/// The hint that an empty result does not prove that nothing uses the symbol.
/// `depth`: that of the question, if edges go on beyond it.
fn unproven_hint(walk_kind: WalkKind, symbol: &Symbol, depth: Option<u32>) -> Hint {
    match (walk_kind, symbol.kind) {
        (WalkKind::Callees, _) => {
            let why = "it calls nothing that is read: what it calls may be of a library, or built in";
            hint(HintKind::NoCalls, why, question_about("source", symbol))
        }
        (WalkKind::Tests, _) => {
            let why = match depth {
                Some(depth) => format!("no test is within {} of it", counted_noun(depth, "step", "steps")),
                None => {
                    "no chain of calls that is read leads to it from a test: a framework or a name made at run time may"
                        .into()
                }
            };
            hint(HintKind::NoTests, why, question_about("callers", symbol))
        }
        (_, SymbolKind::File) => {
            let why = "no file that is read imports it or uses what is in it: it may be run by itself, or loaded by a framework or by a name made at run time";
            hint(HintKind::NoUses, why, next_question_of("find", "text", symbol.name()))
        }
        _ => {
            let why = "nothing that is read names it: it may be called from outside, by a framework or by a name made at run time";
            hint(HintKind::NoUses, why, next_question_of("find", "text", symbol.name()))
        }
    }
}
