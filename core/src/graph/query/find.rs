//! Finding symbols by name: the whole name, a qualified name, a prefix or a substring.
//!
//! A score is the product of its factors: how well the name matches, the kind of symbol, and whether it belongs to a
//! test or to vendored code.

use alloc::string::String;
use alloc::vec::Vec;

use super::suggest::suggestions;
use super::{Symbol, check_most, check_path_prefix, check_skip, name, page};
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::score::Factor;
use crate::base::sort;
use crate::graph::facts::Flags;
use crate::graph::kind::SymbolKind;
use crate::graph::model::SymbolId;
use crate::graph::model::texts::index_of;
use crate::graph::space::{GraphSpace, UnreadLanguage};
use crate::graph::stored::keyspace::Keyspace;

/// The longest search text, in bytes.
const MOST_BYTES: usize = 1_000;

/// How well a name matches: exactly, exactly except for case, as a prefix, as a substring. Chosen so that a better
/// match outweighs all other factors together (their least product is 0.51).
const WHOLE: f64 = 1.0;
const WHOLE_BUT_FOR_CASE: f64 = 0.9;
const BEGINNING: f64 = 0.45;
const PART: f64 = 0.22;
/// How well the words of a text fit a name: it is made of exactly these, it has all of them, or they stand elsewhere
/// too. Chosen like those above; names and words never stand in one list.
const WHOLE_OF_WORDS: f64 = 0.8;
const ALL_WORDS: f64 = 0.4;
const WORDS: f64 = 0.2;
/// The factor for a name whose words are in another order.
const OTHER_ORDER: f64 = 0.8;
/// The factor for a symbol in a test, relative to tested code.
const IN_TEST: f64 = 0.9;
/// The factor for a symbol in vendored code, relative to the project's own. It is not combined with the factor for
/// tests.
const VENDORED: f64 = 0.85;

/// The arguments of `find`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FindQuestion {
    /// The search text: 1 to 1,000 bytes.
    pub text: String,
    /// Only these kinds; if empty, all except imports.
    pub kinds: Vec<SymbolKind>,
    /// Only files whose path starts with this.
    pub path_prefix: String,
    /// The most results: 1 to 1,000.
    pub most: u32,
    /// Includes the factors of each score.
    pub explain: bool,
    /// The number of results passed over: at most 100,000.
    pub skip: u32,
}

/// A matching symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The symbol.
    pub symbol: Symbol,
    /// Greater is better.
    pub score: f64,
    /// Empty unless requested.
    pub factors: Vec<Factor>,
}

/// The result of `find`.
#[derive(Clone, Debug, PartialEq)]
pub struct FindPage {
    /// Best first; equal scores by id.
    pub hits: Vec<Found>,
    /// The total number of matches.
    pub n_hits: u32,
    /// If nothing matches: what comes close, best first, at most 5.
    pub suggestions: Vec<String>,
    /// Files of languages that are not read.
    pub unread: Vec<UnreadLanguage>,
}

/// A match before its score is explained. The other factors are computed only for the matches that are returned.
pub(super) struct Scored {
    symbol: SymbolId,
    score: f64,
    fit: Fit,
}

/// How a symbol matches the search text.
#[derive(Clone, Copy)]
pub(super) enum Fit {
    Whole,
    /// Under this name a module re-exports it, or a subtype inherits it.
    Elsewhere,
    WholeButForCase,
    Beginning,
    Part,
    /// By the words of its name, signature and doc.
    Words(WordFit),
}

/// How the words of a text fit a symbol.
#[derive(Clone, Copy)]
pub(super) struct WordFit {
    pub(super) name: NameFit,
    /// The share of the words that it contains, by weight.
    pub(super) share: f64,
    /// Where these stand: 1 if all are in its name, less for outer names, its signature and its doc.
    pub(super) standing: f64,
}

/// How the words of a text fit a name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum NameFit {
    /// It is made of exactly these words, in this order.
    Whole,
    /// It has all of them, and these are such a share of its words.
    All { in_order: bool, share: f64 },
    /// Some or all words are not in it.
    Partly,
}

impl Fit {
    /// The match of a lower-case text found at this index of a name.
    fn at(index: usize, name: &str, lower: &str) -> Fit {
        match index {
            0 if name.len() == lower.len() => Fit::WholeButForCase,
            0 => Fit::Beginning,
            _ => Fit::Part,
        }
    }

    fn factor(self) -> Factor {
        let (name, value) = match self {
            Fit::Whole => ("whole name", WHOLE),
            Fit::Elsewhere => ("name in another place", WHOLE),
            Fit::WholeButForCase => ("whole name but for case", WHOLE_BUT_FOR_CASE),
            Fit::Beginning => ("beginning of the name", BEGINNING),
            Fit::Part => ("part of the name", PART),
            Fit::Words(WordFit { name: NameFit::Whole, .. }) => ("name of these words", WHOLE_OF_WORDS),
            Fit::Words(WordFit { name: NameFit::All { .. }, .. }) => ("all words in the name", ALL_WORDS),
            Fit::Words(_) => ("words", WORDS),
        };
        Factor { name, value }
    }
}

impl GraphSpace {
    /// Finds symbols by name, or by the words of their names, signatures and docs if no name matches.
    pub(crate) fn find(&mut self, question: &FindQuestion, resumed: Option<Resumed>) -> Attempt<FindPage> {
        check_most(question.most)?;
        check_skip(question.skip)?;
        Error::check_limit("bytes of text", question.text.len(), MOST_BYTES)?;
        if question.text.trim().is_empty() {
            return Err(Error::invalid("text", "it is empty").into());
        }
        check_path_prefix(&question.path_prefix)?;
        self.resume(resumed)?;
        let mut found = self.by_name(question)?;
        if self.may_be_elsewhere(&question.text, &found)? {
            self.need_symbols_and_stored_edges()?;
            let elsewhere = self.elsewhere(&question.text)?;
            found.retain(|scored| !elsewhere.contains(&scored.symbol));
            let wanted = elsewhere.into_iter().filter(|&symbol| self.is_wanted(symbol, question));
            found.extend(wanted.map(|symbol| self.scored(symbol, Fit::Elsewhere)));
        }
        if found.is_empty() {
            found = self.by_words(question)?;
        }
        let n_hits = found.len() as u32;
        let suggestions = if n_hits == 0 { self.suggested(question) } else { Vec::new() };
        // The last symbol of a name comes first, so reversing nearly sorts them.
        found.reverse();
        sort::sort_by(&mut found, |one, other| {
            other.score.total_cmp(&one.score).then_with(|| self.order(one.symbol, other.symbol))
        });
        page(&mut found, question.skip, question.most);
        let files = found.iter().map(|scored| self.graph.symbol(scored.symbol).file);
        self.need_details(files)?;
        let hits = found.into_iter().map(|Scored { symbol, score, fit }| Found {
            symbol: self.shown(symbol),
            score,
            factors: if question.explain { self.factors(symbol, fit) } else { Vec::new() },
        });
        Ok(FindPage { hits: hits.collect(), n_hits, suggestions, unread: self.unread_languages() })
    }

    /// Whether a text may be a name that nothing has itself: one that a module or a subtype gives.
    fn may_be_elsewhere(&self, text: &str, found: &[Scored]) -> Attempt<bool> {
        let parts = name::parts(text.trim());
        let Some(last) = parts.last().filter(|_| !text.trim().contains(' ')) else { return Ok(false) };
        if found.iter().any(|scored| matches!(scored.fit, Fit::Whole | Fit::WholeButForCase)) {
            return Ok(false);
        }
        self.need_named("", true, last)?;
        Ok(parts.len() > 1 || self.is_imported(last))
    }

    /// Names and paths that come close to the text, among what is asked for.
    fn suggested(&self, question: &FindQuestion) -> Vec<String> {
        let takes_files = question.kinds.is_empty() || question.kinds.contains(&SymbolKind::File);
        suggestions(&self.graph, &question.text, &|symbol| match self.graph.symbol(symbol).kind {
            SymbolKind::File => takes_files && self.is_below(symbol, question),
            _ => self.is_wanted(symbol, question),
        })
    }

    /// The order of ids: by path, then by position in the file.
    pub(crate) fn order(&self, one: SymbolId, other: SymbolId) -> core::cmp::Ordering {
        let (one, other) = (self.graph.symbol(one), self.graph.symbol(other));
        self.graph.order_of_paths(one.file, other.file).then(one.index.cmp(&other.index))
    }

    /// Symbols whose name matches. Exact names are looked up; all names are scanned only if those do not fill the page.
    fn by_name(&self, question: &FindQuestion) -> Attempt<Vec<Scored>> {
        self.need_files()?;
        if question.kinds.contains(&SymbolKind::File) {
            self.need(Keyspace::Outline)?;
        }
        self.need_outlines(self.files_ending(question.text.trim()))?;
        let mut found = self.files_by_name(question);
        if question.kinds.is_empty() && !found.is_empty() {
            return Ok(found);
        }
        found.reserve(question.most as usize);
        let mut around = name::parts(question.text.trim());
        let last = around.pop().unwrap_or_default();
        let imports = question.kinds.contains(&SymbolKind::Import);
        self.need_named(&question.path_prefix, imports, last)?;
        let typed = self.graph.names.get(last);
        let named = typed.into_iter().flat_map(|name| self.graph.symbols_named(name));
        let is_wanted = |&symbol: &SymbolId| {
            // The name of a file's symbol is not the file's name.
            self.graph.symbol(symbol).kind != SymbolKind::File && self.is_wanted(symbol, question)
        };
        let wanted = named.filter(is_wanted).filter(|&symbol| self.stands_in(symbol, &around));
        found.extend(wanted.map(|symbol| self.scored(symbol, Fit::Whole)));
        if found.len() >= question.most as usize || !around.is_empty() || last.is_empty() {
            return Ok(found);
        }
        let lower = last.to_lowercase();
        self.need_holding(&question.path_prefix, imports, &lower)?;
        for (name, index) in self.graph.names.holding(&lower).filter(|&(name, _)| Some(name) != typed) {
            let fit = Fit::at(index, self.graph.names.text(name), &lower);
            let wanted = self.graph.symbols_named(name).filter(is_wanted);
            found.extend(wanted.map(|symbol| self.scored(symbol, fit)));
        }
        Ok(found)
    }

    /// Files that match by name, if files are requested: by the whole name, without its extension, or as the end of a
    /// path. If no kinds are requested, only files whose path is or ends with the text, which must contain a slash or
    /// an extension.
    fn files_by_name(&self, question: &FindQuestion) -> Vec<Scored> {
        let typed = question.text.trim().trim_start_matches("./");
        if question.kinds.is_empty() && typed.contains(['/', '.']) {
            let matching = name::files(&self.graph, typed).filter(|&file| self.is_below(file, question));
            return matching.map(|file| self.scored(file, Fit::Whole)).collect();
        }
        if !question.kinds.contains(&SymbolKind::File) {
            return Vec::new();
        }
        let (lower, tail) = (typed.to_lowercase(), format!("/{typed}"));
        let fit_of = |path: &str| {
            let name = path.rsplit('/').next().unwrap_or(path);
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            let is_whole = path == typed || stem == typed || path.ends_with(&tail);
            if is_whole { Some(Fit::Whole) } else { Some(Fit::at(index_of(name, &lower)?, name, &lower)) }
        };
        let files = self.graph.files_below(&question.path_prefix);
        let fitting = files.filter_map(|(id, file)| Some((id, fit_of(&file.path)?)));
        fitting.map(|(id, fit)| self.scored(self.graph.root(id), fit)).collect()
    }

    fn stands_in(&self, symbol: SymbolId, around: &[&str]) -> bool {
        name::stands_in(&self.graph, symbol, around)
    }

    fn is_below(&self, symbol: SymbolId, question: &FindQuestion) -> bool {
        self.graph.file(self.graph.symbol(symbol).file).path.starts_with(&question.path_prefix)
    }

    pub(crate) fn is_wanted(&self, symbol: SymbolId, question: &FindQuestion) -> bool {
        let at = self.graph.symbol(symbol);
        let kind = match question.kinds.is_empty() {
            true => !matches!(at.kind, SymbolKind::Import | SymbolKind::File),
            false => question.kinds.contains(&at.kind),
        };
        kind && self.is_shown(symbol) && self.is_below(symbol, question)
    }

    /// The score for a match.
    pub(super) fn scored(&self, symbol: SymbolId, fit: Fit) -> Scored {
        let mut score = 1.0;
        self.each_factor(symbol, fit, |factor| score *= factor.value);
        Scored { symbol, score, fit }
    }

    fn factors(&self, symbol: SymbolId, fit: Fit) -> Vec<Factor> {
        let mut factors = Vec::new();
        self.each_factor(symbol, fit, |factor| factors.push(factor));
        factors
    }

    fn each_factor(&self, symbol: SymbolId, fit: Fit, mut take: impl FnMut(Factor)) {
        let at = self.graph.symbol(symbol);
        let file = self.graph.file(at.file);
        take(fit.factor());
        take(kind_factor(at.kind));
        if file.is_vendored {
            take(Factor { name: "vendored", value: VENDORED });
        } else if at.flags.has(Flags::TEST) || file.is_test {
            take(Factor { name: "in a test", value: IN_TEST });
        }
        if let Fit::Words(WordFit { name, share, standing }) = fit {
            take(Factor { name: "share of the words", value: share });
            take(Factor { name: "where they stand", value: standing });
            if let NameFit::All { in_order, share } = name {
                take(Factor { name: "share of the name", value: (1.0 + share) / 2.0 });
                take(Factor { name: "order of the words", value: if in_order { 1.0 } else { OTHER_ORDER } });
            }
        }
    }
}

/// Prefers types and functions, which people mostly look for, over their members and variables.
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
