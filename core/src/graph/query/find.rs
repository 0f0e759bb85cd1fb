//! Finding symbols by name: whole, qualified, beginning, part.
//!
//! A score is the product of its factors: how the name fits, what kind of thing it is, whether it is a test's or
//! stands in a copy of other people's code.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Symbol, check_most, name};
use crate::ask::{Reply, Resumed};
use crate::error::Error;
use crate::graph::facts::Marks;
use crate::graph::kind::SymbolKind;
use crate::graph::links::SymbolId;
use crate::graph::texts::place_of;
use crate::memory::{MOST_PATH_BYTES, Memory};
use crate::order;
use crate::row::key::Room;

/// The longest text that is looked for, in bytes.
const MOST_BYTES: usize = 1_000;

/// How well a name fits: the whole name as typed, the whole name but for case, a beginning, a part.
/// Chosen so that a better fit outweighs every other factor (the least product of those is 0.51).
const WHOLE: f64 = 1.0;
const WHOLE_BUT_FOR_CASE: f64 = 0.9;
const BEGINNING: f64 = 0.45;
const PART: f64 = 0.22;
/// What a symbol is worth whose words all fit; the best fit by name is worth more.
const WORDS: f64 = 0.2;
/// What a symbol of a test is worth beside one that the test is of.
const IN_TEST: f64 = 0.9;
/// What a symbol of a copy of others' code is worth beside one's own; its tests are worth no less.
const VENDORED: f64 = 0.85;

/// The question of `find`.
#[derive(Clone, Debug, PartialEq)]
pub struct FindQuestion {
    /// 1 to 1,000 bytes.
    pub text: String,
    /// Only these; none given: all but imports.
    pub kinds: Vec<SymbolKind>,
    /// Only files whose path begins so.
    pub path_prefix: String,
    /// 1 to 1,000.
    pub most: u32,
    /// Gives each score's factors.
    pub explain: bool,
}

/// One step of a score.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// What it is.
    pub name: &'static str,
    /// What it contributed.
    pub value: f64,
}

/// A symbol that fits.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The symbol.
    pub symbol: Symbol,
    /// Greater is better.
    pub score: f64,
    /// Empty unless asked for.
    pub factors: Vec<Factor>,
}

/// The result of `find`.
#[derive(Clone, Debug, PartialEq)]
pub struct FindPage {
    /// Best first; equal scores by id.
    pub hits: Vec<Found>,
    /// How many fit in all.
    pub n_hits: u32,
}

/// A symbol that fits, and how. What else made its score is told of those alone that are shown.
pub(super) struct Scored {
    symbol: SymbolId,
    score: f64,
    fit: Fit,
}

/// How a symbol fits what was typed.
#[derive(Clone, Copy)]
pub(super) enum Fit {
    Whole,
    WholeButForCase,
    Beginning,
    Part,
    /// Not by its name: by its words, which hold this share of those typed.
    Words(f64),
}

impl Fit {
    /// Of a name that holds what was typed, in lower case, from a place on.
    fn at(place: usize, name: &str, lower: &str) -> Fit {
        match place {
            0 if name.len() == lower.len() => Fit::WholeButForCase,
            0 => Fit::Beginning,
            _ => Fit::Part,
        }
    }

    fn factor(self) -> Factor {
        let (name, value) = match self {
            Fit::Whole => ("whole name", WHOLE),
            Fit::WholeButForCase => ("whole name but for case", WHOLE_BUT_FOR_CASE),
            Fit::Beginning => ("beginning of the name", BEGINNING),
            Fit::Part => ("part of the name", PART),
            Fit::Words(_) => ("words", WORDS),
        };
        Factor { name, value }
    }
}

impl Memory {
    /// Finds symbols: by name, else by the words of their names, signatures and docs.
    pub fn find(&mut self, question: &FindQuestion, resumed: Option<Resumed>) -> Result<Reply<FindPage>, Error> {
        check_most(question.most)?;
        Error::check_limit("bytes of text", question.text.len(), MOST_BYTES)?;
        if question.text.trim().is_empty() {
            return Err(Error::invalid("text", "it is empty"));
        }
        Error::check_limit("bytes in a path", question.path_prefix.len(), MOST_PATH_BYTES)?;
        self.resume(resumed)?;
        let mut found = match self.by_name(question) {
            Reply::Ask(ask) => return Ok(Reply::Ask(ask)),
            Reply::Done(named) => named,
        };
        if found.is_empty() && name::parts(&question.text).len() > 1 && !question.text.trim().contains(' ') {
            if let Some(ask) = self.need(Room::Outline).or_else(|| self.need_some_edges()) {
                return Ok(Reply::Ask(ask));
            }
            let elsewhere = self.elsewhere(&question.text);
            let wanted = elsewhere.into_iter().filter(|&symbol| self.is_wanted(symbol, question));
            found = wanted.map(|symbol| self.scored(symbol, Fit::Whole)).collect();
        }
        if found.is_empty() {
            match self.by_words(question)? {
                Reply::Ask(ask) => return Ok(Reply::Ask(ask)),
                Reply::Done(words) => found = words,
            }
        }
        let n_hits = found.len() as u32;
        // The last symbol of a name comes first: the other way round they are nearly in order.
        found.reverse();
        order::sort_by(&mut found, |one, other| {
            other.score.total_cmp(&one.score).then_with(|| self.order(one.symbol, other.symbol))
        });
        found.truncate(question.most as usize);
        let files = found.iter().map(|scored| self.graph.symbol(scored.symbol).file);
        if let Some(ask) = self.need_details(files) {
            return Ok(Reply::Ask(ask));
        }
        let hits = found.into_iter().map(|Scored { symbol, score, fit }| Found {
            symbol: self.shown(symbol),
            score,
            factors: if question.explain { self.factors(symbol, fit) } else { Vec::new() },
        });
        Ok(Reply::Done(FindPage { hits: hits.collect(), n_hits }))
    }

    /// The order of ids: path, then place in the file.
    pub(crate) fn order(&self, one: SymbolId, other: SymbolId) -> core::cmp::Ordering {
        let (one, other) = (self.graph.symbol(one), self.graph.symbol(other));
        self.graph.order_of_paths(one.file, other.file).then(one.place.cmp(&other.place))
    }

    /// Symbols whose name fits. Whole names are looked up; every name is compared only where those do not fill the page.
    fn by_name(&self, question: &FindQuestion) -> Reply<Vec<Scored>> {
        let has_files = question.kinds.contains(&SymbolKind::File);
        let all = || self.need(Room::Outline).filter(|_| has_files);
        let paths = || self.need_outlines(self.files_ending(question.text.trim()));
        if let Some(ask) = self.need_files().or_else(all).or_else(paths) {
            return Reply::Ask(ask);
        }
        let mut found = self.files_by_name(question);
        if question.kinds.is_empty() && !found.is_empty() {
            return Reply::Done(found);
        }
        found.reserve(question.most as usize);
        let mut around = name::parts(question.text.trim());
        let last = around.pop().unwrap_or_default();
        let imports = question.kinds.contains(&SymbolKind::Import);
        if let Some(ask) = self.need_named(&question.path_prefix, imports, last) {
            return Reply::Ask(ask);
        }
        let typed = self.graph.names.get(last);
        let named = typed.into_iter().flat_map(|name| self.graph.named(name));
        let is_wanted = |&symbol: &SymbolId| {
            // What a file's symbol is called says nothing of the file.
            self.graph.symbol(symbol).kind != SymbolKind::File && self.is_wanted(symbol, question)
        };
        let wanted = named.filter(is_wanted).filter(|&symbol| self.stands_in(symbol, &around));
        found.extend(wanted.map(|symbol| self.scored(symbol, Fit::Whole)));
        if found.len() >= question.most as usize || !around.is_empty() || last.is_empty() {
            return Reply::Done(found);
        }
        let lower = last.to_lowercase();
        if let Some(ask) = self.need_holding(&question.path_prefix, imports, &lower) {
            return Reply::Ask(ask);
        }
        for (name, place) in self.graph.names.holding(&lower).filter(|&(name, _)| Some(name) != typed) {
            let fit = Fit::at(place, self.graph.names.text(name), &lower);
            let wanted = self.graph.named(name).filter(is_wanted);
            found.extend(wanted.map(|symbol| self.scored(symbol, fit)));
        }
        Reply::Done(found)
    }

    /// Files, where they are asked for, whose own name fits: as a whole, without its ending, or as the end of a path. Where no
    /// kinds are asked for, those whose path is or ends in what was typed with its slash or ending.
    fn files_by_name(&self, question: &FindQuestion) -> Vec<Scored> {
        let typed = question.text.trim().trim_start_matches("./");
        if question.kinds.is_empty() && typed.contains(['/', '.']) {
            let meant = name::files(&self.graph, typed).filter(|&file| self.is_below(file, question));
            return meant.map(|file| self.scored(file, Fit::Whole)).collect();
        }
        if !question.kinds.contains(&SymbolKind::File) {
            return Vec::new();
        }
        let (lower, tail) = (typed.to_lowercase(), format!("/{typed}"));
        let fit_of = |path: &str| {
            let name = path.rsplit('/').next().unwrap_or(path);
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            let is_whole = path == typed || stem == typed || path.ends_with(&tail);
            if is_whole { Some(Fit::Whole) } else { Some(Fit::at(place_of(name, &lower)?, name, &lower)) }
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

    /// A score from how well the symbol fits.
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
        } else if at.marks.has(Marks::TEST) || file.is_test {
            take(Factor { name: "in a test", value: IN_TEST });
        }
        if let Fit::Words(share) = fit {
            take(Factor { name: "share of the words", value: share });
        }
    }
}

/// What people mostly look for: types and functions, before their members and variables.
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
