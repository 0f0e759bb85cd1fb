//! Finding symbols by name: the whole name, a qualified name, a prefix or a substring.
//!
//! A score is the product of its factors: how well the name matches, the kind of symbol, and whether it belongs to a
//! test or to vendored code.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::suggest::suggestions;
use super::{Symbol, check_page_limit, check_path_prefix, check_skip, name, page};
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::hint::Hint;
use crate::base::score::Factor;
use crate::base::sort;
use crate::graph::facts::Flags;
use crate::graph::kind::SymbolKind;
use crate::graph::model::SymbolId;
use crate::graph::model::names::NameId;
use crate::graph::model::texts::find_ignoring_case;
use crate::graph::space::{GraphSpace, UnreadLanguage};
use crate::graph::stored::keyspace::Keyspace;
use crate::text::secrets::mask;

/// Greatest length of the search text in bytes.
const MAX_BYTES: usize = 1_000;

/// Factors for a match of the name: exact, exact but for case, prefix, substring. A whole name in any case outweighs
/// any prefix, and a prefix any substring, whatever the other factors: their least product is 0.51.
const WHOLE_NAME: f64 = 1.0;
const WHOLE_NAME_OTHER_CASE: f64 = 0.9;
const NAME_PREFIX: f64 = 0.45;
const NAME_SUBSTRING: f64 = 0.22;
/// Factors for a match by words: the name is exactly these words, has all of them, or lacks some. Name matches and word
/// matches are never in one list.
const EXACT_WORDS: f64 = 0.8;
const ALL_WORDS: f64 = 0.4;
const SOME_WORDS: f64 = 0.2;
/// Factor for a name whose words are in another order.
const OTHER_ORDER: f64 = 0.8;
/// Factor for each informative word that a symbol lacks and another match has.
const MISSING_WORD: f64 = 0.1;
/// Factor for a symbol in a test.
const TEST_FACTOR: f64 = 0.9;
/// Factor for a symbol in vendored code; not combined with the factor for tests.
const VENDORED_FACTOR: f64 = 0.85;

/// The name or words that `find` looks for, and filters.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FindQuestion {
    /// The search text: 1 to 1,000 bytes.
    pub text: String,
    /// Only these kinds; if empty, all except imports.
    pub kinds: Vec<SymbolKind>,
    /// Only files whose path starts with this.
    pub path_prefix: String,
    /// Greatest number of results: 1 to 1,000.
    pub limit: u32,
    /// Whether to include the factors of each score.
    pub explain: bool,
    /// Number of results to skip: at most 100,000.
    pub skip: u32,
}

/// A matching symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// With signature and documentation.
    pub symbol: Symbol,
    /// Greater is better.
    pub score: f64,
    /// Empty unless requested.
    pub factors: Vec<Factor>,
}

/// The answer to `find`.
#[derive(Clone, Debug, PartialEq)]
pub struct FindPage {
    /// Best first; equal scores by id.
    pub hits: Vec<Found>,
    /// The total number of matches.
    pub n_hits: u32,
    /// Similar names, best first and at most 5, if nothing matches or not all words do.
    pub suggestions: Vec<String>,
    /// Words of the search text that no name, signature or doc has; empty if the text is found by name.
    pub unmatched: Vec<String>,
    /// Numbers of files in languages that are not parsed.
    pub unread: Vec<UnreadLanguage>,
    /// Possible reasons why no symbol is returned; empty otherwise.
    pub hints: Vec<Hint>,
}

/// A matching symbol with its score. The factors are computed later, for returned matches only.
pub(super) struct ScoredMatch {
    symbol: SymbolId,
    score: f64,
    fit: MatchKind,
}

/// The symbols whose name matches.
#[derive(Default)]
struct Matches {
    matches: Vec<ScoredMatch>,
    /// Number of further matches, all ranked after the page and counted without a score.
    n_unscored: u32,
}

/// How a symbol matches the search text.
#[derive(Clone, Copy)]
pub(super) enum MatchKind {
    Whole,
    /// The text is a name under which a module re-exports the symbol, or a subtype inherits it.
    OtherName,
    WholeOtherCase,
    Prefix,
    Substring,
    /// The words of the text are in the symbol's name, signature or doc.
    Words(WordMatch),
}

/// How the words of the search text match a symbol.
#[derive(Clone, Copy)]
pub(super) struct WordMatch {
    pub(super) name: NameWordMatch,
    /// Number of informative words that the symbol lacks and another match has.
    pub(super) n_missing: u32,
    /// Share of the words that the symbol has, by weight, from 0 to 1.
    pub(super) share: f64,
    /// Where the words are found: 1 if all are in its name, less for outer names, signature and doc.
    pub(super) placement: f64,
}

/// How the words of the search text match a name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum NameWordMatch {
    /// The name is exactly these words, in this order.
    Whole,
    /// The name has all of the words, and others; `share` is their share of the name's words.
    All { is_in_order: bool, share: f64 },
    /// Some words are not in the name.
    Partly,
}

impl MatchKind {
    /// The match of a lower-case text found at this index of a name.
    fn at(index: usize, name: &str, lower_text: &str) -> MatchKind {
        match index {
            0 if name.len() == lower_text.len() => MatchKind::WholeOtherCase,
            0 => MatchKind::Prefix,
            _ => MatchKind::Substring,
        }
    }

    /// Whether the whole name matches; such matches rank before all partial ones.
    fn is_whole(self) -> bool {
        matches!(self, MatchKind::Whole | MatchKind::WholeOtherCase)
    }

    fn factor(self) -> Factor {
        let (name, value) = match self {
            MatchKind::Whole => ("whole name", WHOLE_NAME),
            MatchKind::OtherName => ("name in another place", WHOLE_NAME),
            MatchKind::WholeOtherCase => ("whole name but for case", WHOLE_NAME_OTHER_CASE),
            MatchKind::Prefix => ("beginning of the name", NAME_PREFIX),
            MatchKind::Substring => ("part of the name", NAME_SUBSTRING),
            MatchKind::Words(WordMatch { name: NameWordMatch::Whole, .. }) => ("name of these words", EXACT_WORDS),
            MatchKind::Words(WordMatch { name: NameWordMatch::All { .. }, .. }) => ("all words in the name", ALL_WORDS),
            MatchKind::Words(_) => ("words", SOME_WORDS),
        };
        Factor { name, value }
    }
}

impl GraphSpace {
    /// Finds symbols by name, or by the words of their names, signatures and docs if no name matches.
    pub(crate) fn find(&mut self, question: &FindQuestion, resumed: Option<Resumed>) -> Attempt<FindPage> {
        check_page_limit(question.limit)?;
        check_skip(question.skip)?;
        Error::check_limit("bytes of text", question.text.len(), MAX_BYTES)?;
        if question.text.trim().is_empty() {
            return Err(Error::invalid("text", "it is empty").into());
        }
        check_path_prefix(&question.path_prefix)?;
        self.begin(resumed)?;
        let mut page = self.answer(question)?;
        if page.hits.is_empty() {
            page.hints = self.hints_of_list((page.n_hits, question.skip), |space| space.hints_of_find(question))?;
        }
        Ok(page)
    }

    /// The answer without hints on why it may be empty. Not inlined: the question and its hints share the code.
    #[inline(never)]
    pub(super) fn answer(&mut self, question: &FindQuestion) -> Attempt<FindPage> {
        let Matches { mut matches, n_unscored } = self.matches_by_name(question)?;
        if self.may_have_other_name(&question.text, &matches)? {
            self.need_symbols_and_stored_edges()?;
            let other_symbols = self.other_meanings(&question.text)?;
            matches.retain(|scored| !other_symbols.contains(&scored.symbol));
            let wanted_symbols = other_symbols.into_iter().filter(|&symbol| self.passes_filters(symbol, question));
            matches.extend(wanted_symbols.map(|symbol| self.score_match(symbol, MatchKind::OtherName)));
        }
        let mut unmatched = Vec::new();
        if matches.is_empty() {
            // A secret is no word of the index, and none of its parts is repeated.
            (matches, unmatched) = match mask(&question.text) {
                Cow::Borrowed(_) => self.find_by_words(question)?,
                Cow::Owned(text) => self.find_by_words(&FindQuestion { text, ..question.clone() })?,
            };
        }
        let n_hits = matches.len() as u32 + n_unscored;
        let is_as_typed = n_hits > 0 && unmatched.is_empty();
        let suggestions = if is_as_typed { Vec::new() } else { self.suggestions_for(question) };
        // The last symbol of a name comes first, so reversing nearly sorts the matches.
        matches.reverse();
        sort::sort_by(&mut matches, |one, other| {
            other.score.total_cmp(&one.score).then_with(|| self.order_of_ids(one.symbol, other.symbol))
        });
        page(&mut matches, question.skip, question.limit);
        let files = matches.iter().map(|scored| self.graph.symbol(scored.symbol).file);
        self.need_details(files)?;
        let hits = matches.into_iter().map(|ScoredMatch { symbol, score, fit }| Found {
            symbol: self.shown_symbol(symbol),
            score,
            factors: if question.explain { self.factors(symbol, fit) } else { Vec::new() },
        });
        let (hits, unread) = (hits.collect(), self.unread_languages());
        Ok(FindPage { hits, n_hits, suggestions, unmatched, unread, hints: Vec::new() })
    }

    /// Whether a text that is no whole name of a match may be a name that a module re-exports or a subtype inherits.
    fn may_have_other_name(&self, text: &str, matches: &[ScoredMatch]) -> Attempt<bool> {
        let parts = name::name_parts(text.trim());
        let Some(last_part) = parts.last().filter(|_| !text.trim().contains(' ')) else { return Ok(false) };
        if matches.iter().any(|scored| scored.fit.is_whole()) {
            return Ok(false);
        }
        self.need_named("", true, last_part)?;
        Ok(parts.len() > 1 || self.is_imported(last_part))
    }

    /// Names and paths similar to the text, of the requested kinds.
    fn suggestions_for(&self, question: &FindQuestion) -> Vec<String> {
        let takes_files = question.kinds.is_empty() || question.kinds.contains(&SymbolKind::File);
        suggestions(&self.graph, &question.text, &|symbol| match self.graph.symbol(symbol).kind {
            SymbolKind::File => takes_files && self.is_under_prefix(symbol, question),
            _ => self.passes_filters(symbol, question),
        })
    }

    /// The order of ids: by path, then by position in the file.
    pub(crate) fn order_of_ids(&self, one: SymbolId, other: SymbolId) -> core::cmp::Ordering {
        let (one, other) = (self.graph.symbol(one), self.graph.symbol(other));
        self.graph.order_of_paths(one.file, other.file).then(one.index.cmp(&other.index))
    }

    /// The symbols whose name matches. Partial matches are only counted if the page ends before them.
    fn matches_by_name(&self, question: &FindQuestion) -> Attempt<Matches> {
        self.need_files()?;
        if question.kinds.contains(&SymbolKind::File) {
            self.need(Keyspace::Outline)?;
        }
        self.need_outlines(self.files_with_path_end(question.text.trim()))?;
        let mut matches = self.files_by_name(question);
        if question.kinds.is_empty() && !matches.is_empty() {
            return Ok(Matches { matches, n_unscored: 0 });
        }
        matches.reserve(question.limit as usize);
        let mut qualifiers = name::name_parts(question.text.trim());
        let last_part = qualifiers.pop().unwrap_or_default();
        let with_imports = question.kinds.contains(&SymbolKind::Import);
        self.need_named(&question.path_prefix, with_imports, last_part)?;
        let typed_name = self.graph.names.get(last_part);
        let named_symbols = typed_name.into_iter().flat_map(|name| self.wanted_named(name, question));
        let wanted_symbols = named_symbols.filter(|&symbol| self.is_qualified_by(symbol, &qualifiers));
        matches.extend(wanted_symbols.map(|symbol| self.score_match(symbol, MatchKind::Whole)));
        if !qualifiers.is_empty() || last_part.is_empty() {
            return Ok(Matches { matches, n_unscored: 0 });
        }
        let lower_text = last_part.to_lowercase();
        self.need_containing(&question.path_prefix, with_imports, &lower_text)?;
        Ok(self.add_containing(question, typed_name, &lower_text, matches))
    }

    /// Adds the symbols whose name contains the text but is not the typed one.
    fn add_containing(
        &self,
        question: &FindQuestion,
        typed_name: Option<NameId>,
        lower_text: &str,
        mut matches: Vec<ScoredMatch>,
    ) -> Matches {
        let mut partial_matches: Vec<(NameId, MatchKind)> = Vec::new();
        for (name, index) in self.graph.names.containing(lower_text).filter(|&(name, _)| Some(name) != typed_name) {
            match MatchKind::at(index, self.graph.names.text(name), lower_text) {
                fit if fit.is_whole() => {
                    matches.extend(self.wanted_named(name, question).map(|symbol| self.score_match(symbol, fit)))
                }
                fit => partial_matches.push((name, fit)),
            }
        }
        let n_shown = question.skip as usize + question.limit as usize;
        if matches.iter().filter(|scored| scored.fit.is_whole()).count() >= n_shown {
            let n_unscored =
                partial_matches.into_iter().map(|(name, _)| self.wanted_named(name, question).count()).sum::<usize>();
            return Matches { matches, n_unscored: n_unscored as u32 };
        }
        for (name, fit) in partial_matches {
            matches.extend(self.wanted_named(name, question).map(|symbol| self.score_match(symbol, fit)));
        }
        Matches { matches, n_unscored: 0 }
    }

    /// The symbols with a name that satisfy the question's restrictions.
    fn wanted_named<'s>(&'s self, name: NameId, question: &'s FindQuestion) -> impl Iterator<Item = SymbolId> + 's {
        // The name of a file's symbol is not the file's name.
        self.graph.symbols_named(name).filter(|&symbol| {
            self.graph.symbol(symbol).kind != SymbolKind::File && self.passes_filters(symbol, question)
        })
    }

    /// Files whose name, name without extension, or end of the path matches, if files are requested. If no kinds are
    /// requested, only by a text with a slash or a dot, and only by the end of the path.
    fn files_by_name(&self, question: &FindQuestion) -> Vec<ScoredMatch> {
        let typed = question.text.trim().trim_start_matches("./");
        if question.kinds.is_empty() && typed.contains(['/', '.']) {
            let matching_files =
                name::files_with_path(&self.graph, typed).filter(|&file| self.is_under_prefix(file, question));
            return matching_files.map(|file| self.score_match(file, MatchKind::Whole)).collect();
        }
        if !question.kinds.contains(&SymbolKind::File) {
            return Vec::new();
        }
        let (lower_text, tail) = (typed.to_lowercase(), format!("/{typed}"));
        let fit_of = |path: &str| {
            let name = path.rsplit('/').next().unwrap_or(path);
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            let is_whole = path == typed || stem == typed || path.ends_with(&tail);
            if is_whole {
                Some(MatchKind::Whole)
            } else {
                Some(MatchKind::at(find_ignoring_case(name, &lower_text)?, name, &lower_text))
            }
        };
        let files = self.graph.files_below(&question.path_prefix);
        let fitting_files = files.filter_map(|(id, file)| Some((id, fit_of(&file.path)?)));
        fitting_files.map(|(id, fit)| self.score_match(self.graph.root(id), fit)).collect()
    }

    fn is_qualified_by(&self, symbol: SymbolId, qualifiers: &[&str]) -> bool {
        name::is_inside(&self.graph, symbol, qualifiers)
    }

    fn is_under_prefix(&self, symbol: SymbolId, question: &FindQuestion) -> bool {
        // Without a prefix, many symbols are counted without looking at their files.
        question.path_prefix.is_empty()
            || self.graph.file(self.graph.symbol(symbol).file).path.starts_with(&question.path_prefix)
    }

    pub(crate) fn passes_filters(&self, symbol: SymbolId, question: &FindQuestion) -> bool {
        let at = self.graph.symbol(symbol);
        let is_wanted_kind = match question.kinds.is_empty() {
            true => !matches!(at.kind, SymbolKind::Import | SymbolKind::File),
            false => question.kinds.contains(&at.kind),
        };
        is_wanted_kind && self.is_shown(symbol) && self.is_under_prefix(symbol, question)
    }

    /// The score is the product of the factors of the match.
    pub(super) fn score_match(&self, symbol: SymbolId, fit: MatchKind) -> ScoredMatch {
        let mut score = 1.0;
        self.each_factor(symbol, fit, |factor| score *= factor.value);
        ScoredMatch { symbol, score, fit }
    }

    fn factors(&self, symbol: SymbolId, fit: MatchKind) -> Vec<Factor> {
        let mut factors = Vec::new();
        self.each_factor(symbol, fit, |factor| factors.push(factor));
        factors
    }

    fn each_factor(&self, symbol: SymbolId, fit: MatchKind, mut take: impl FnMut(Factor)) {
        let at = self.graph.symbol(symbol);
        let file = self.graph.file(at.file);
        take(fit.factor());
        take(kind_factor(at.kind));
        if file.is_vendored {
            take(Factor { name: "vendored", value: VENDORED_FACTOR });
        } else if at.flags.has(Flags::TEST) || file.is_test {
            take(Factor { name: "in a test", value: TEST_FACTOR });
        }
        if let MatchKind::Words(WordMatch { name, n_missing, share, placement }) = fit {
            if n_missing > 0 {
                take(Factor { name: "words that it lacks", value: (0..n_missing).map(|_| MISSING_WORD).product() });
            }
            take(Factor { name: "share of the words", value: share });
            take(Factor { name: "where they stand", value: placement });
            if let NameWordMatch::All { is_in_order, share } = name {
                take(Factor { name: "share of the name", value: (1.0 + share) / 2.0 });
                take(Factor { name: "order of the words", value: if is_in_order { 1.0 } else { OTHER_ORDER } });
            }
        }
    }
}

/// Factor for the kind: types and functions rank before members and variables.
fn kind_factor(kind: SymbolKind) -> Factor {
    use SymbolKind::*;
    let value = match kind {
        Class | Interface | Enum | Function | Module | Macro => 1.0,
        Method | TypeAlias => 0.95,
        Constant | File => 0.85,
        Variable | Field => 0.75,
        Import | Block => 0.6,
    };
    Factor { name: "kind", value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::testing::TestWorld;

    /// Two files of functions with names of few letters, so that names contain each other.
    fn world(seed: u64) -> TestWorld {
        let mut state = seed;
        let mut random_below = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % n
        };
        let mut file = |n_names: u64| -> String {
            let mut name =
                || (0..1 + random_below(4)).map(|_| ['a', 'A', 'b'][random_below(3) as usize]).collect::<String>();
            (0..n_names).map(|_| format!("def {}():\n    1\n\n", name())).collect()
        };
        TestWorld::new(&[("a.py", &file(30)), ("tests/test_b.py", &file(20))], &[])
    }

    #[test]
    fn all_pages_together_are_one_large_page_and_each_tells_the_same_number() {
        for seed in 0..20 {
            let (world, text) = (world(seed), ["a", "ab", "AB", "b"][seed as usize % 4]);
            let mut space = world.space();
            let mut page = |limit, skip| {
                let question = FindQuestion { text: text.into(), limit, skip, ..FindQuestion::default() };
                world.run(|resumed| space.find(&question, resumed)).unwrap()
            };
            let large_page = page(1_000, 0);
            assert_eq!(large_page.n_hits as usize, large_page.hits.len(), "seed {seed}");
            for limit in [1, 2, 7] {
                let skips = (0..=large_page.n_hits).step_by(limit as usize);
                let pages: Vec<FindPage> = skips.map(|skip| page(limit, skip)).collect();
                assert!(pages.iter().all(|page| page.n_hits == large_page.n_hits), "seed {seed}, {limit} a page");
                let all_hits: Vec<Found> = pages.into_iter().flat_map(|page| page.hits).collect();
                assert_eq!(all_hits, large_page.hits, "seed {seed}, {limit} a page");
            }
        }
    }
}
