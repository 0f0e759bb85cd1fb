//! Fills the budget: the source of the best symbols, then signatures of the next best, without repeating lines.
//!
//! Symbols that the task names come first, then those that they call. Others are taken greedily, best first, down to
//! a share of the best score: the budget is a limit, not a target. Tests of the chosen symbols are added if there is
//! room. A type too large for the budget contributes its signature and leaves the rest to its members. The cost of a
//! piece is that of its rendered text, including headings. Not here: which symbols are named (`named_symbols`), scores
//! (`symbols`), which tests cover a symbol (`covering`).

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::called::callees;
use super::covering::tests_of;
use super::files::ScoredFile;
use super::named_symbols::NamedSymbol;
use super::render::piece_text;
use super::source::SourceText;
use super::symbols::{Reason, ScoredSymbol};
use crate::base::map::Map;
use crate::base::score::Factor;
use crate::base::sort;
use crate::graph::facts::Detail;
use crate::graph::kind::SymbolKind;
use crate::graph::model::{Symbol, SymbolId};
use crate::graph::space::GraphSpace;
use crate::text::quoted_code::heading;
use crate::text::tokens::{Cost, estimate_tokens};

/// Divisor of the budget for the whole source of a type: at most an eighth.
const TYPE_BUDGET_DIVISOR: u32 = 8;
/// Divisor of the budget reserved for signatures.
const SIGNATURE_BUDGET_DIVISOR: u32 = 20;
/// Least share of the best score for which source is shown: in general, and if only words shared with the task speak
/// for the symbol.
const MIN_SOURCE_SHARES: [f64; 2] = [0.15, 0.35];
/// Least share of the best score for which a signature is shown, as for [`MIN_SOURCE_SHARES`].
const MIN_SIGNATURE_SHARES: [f64; 2] = [0.1, 0.3];
/// Functions that named symbols call leave the budget divided by this to all other pieces.
const REST_BUDGET_DIVISOR: u32 = 4;
/// Divisor of the budget for tests of chosen symbols, and the greatest number of such tests.
const TEST_BUDGET_DIVISOR: u32 = 5;
const MAX_TESTS: usize = 4;
/// Greatest number of pieces: more would be a mere listing.
const MAX_PIECES: usize = 500;
/// The budget counts as full once this many symbols did not fit.
const MAX_MISSES: usize = 50;

/// How a piece shows its symbol; the WIT's `prepare.piece-form`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceForm {
    /// Source text, with secrets masked.
    Source,
    /// A signature with its doc, because the source does not fit or scores too low.
    Signature,
    /// A signature, because the file changed or cannot be read.
    StaleSignature,
}

/// A piece of code and the reason for it; the WIT's `prepare.piece`.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The lasting id of the symbol.
    pub id: String,
    /// The path of its file.
    pub path: String,
    /// 1-based.
    pub first_line: u32,
    /// 1-based, included.
    pub last_line: u32,
    /// Tells what `text` is.
    pub form: PieceForm,
    /// The source or signature, not yet quoted for a prompt.
    pub text: String,
    /// Estimated tokens of `text`.
    pub tokens: u32,
    /// Greater is better.
    pub score: f64,
    /// The reason, in one sentence.
    pub why: String,
    /// The addends of the score.
    pub factors: Vec<Factor>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PickedSymbol {
    /// Index of the symbol in [`PickInput::ranked`].
    pub(crate) rank: usize,
    pub(crate) form: PieceForm,
    pub(crate) text: String,
    /// Replaces the reason of the ranking; `None` keeps it.
    pub(crate) reason: Option<Reason>,
}

pub(crate) struct PickInput<'c> {
    pub(crate) space: &'c GraphSpace,
    /// The symbols, best first.
    pub(crate) ranked: &'c [ScoredSymbol],
    /// The files of the symbols, each with its text if it is unchanged.
    pub(crate) files: &'c [(ScoredFile, Option<SourceText<'c>>)],
    /// The symbols that the task names unambiguously.
    pub(crate) named: &'c [NamedSymbol],
    /// In tokens.
    pub(crate) budget: u32,
}

/// Picks pieces whose rendered text fits the budget.
pub(crate) fn pick(input: &PickInput<'_>) -> Vec<PickedSymbol> {
    let mut picker = Picker {
        input,
        remaining: Cost::of_tokens(input.budget),
        picked: Vec::new(),
        has_heading: vec![false; input.files.len()],
        lines: Vec::new(),
    };
    picker.add_named();
    picker.add_called();
    picker.add_ranked(MIN_SOURCE_SHARES, Cost::of_tokens(input.budget / SIGNATURE_BUDGET_DIVISOR), Picker::source);
    picker.add_tests();
    picker.add_ranked(MIN_SIGNATURE_SHARES, Cost::default(), Picker::signature);
    picker.picked
}

struct Picker<'c> {
    input: &'c PickInput<'c>,
    remaining: Cost,
    picked: Vec<PickedSymbol>,
    /// For each file, whether its heading is counted already.
    has_heading: Vec<bool>,
    /// The line ranges shown as source: index of the file, first and last line.
    lines: Vec<(usize, u32, u32)>,
}

impl<'c> Picker<'c> {
    /// Adds the symbols that the task names. Each has an equal share of half the budget for its source. A symbol with
    /// longer source is added by its signature, without the doc if the doc does not fit.
    fn add_named(&mut self) {
        let named_symbols = self.input.named;
        let source_share = Cost::of_tokens(self.input.budget / 2 / named_symbols.len().max(1) as u32);
        for named in named_symbols {
            let rank = self.input.ranked.iter().position(|scored| scored.symbol == named.symbol);
            let Some(rank) = rank.filter(|&rank| !self.is_picked(rank)) else { continue };
            let reason = named.line.map_or(Reason::QualifiedName, Reason::Line);
            let source = self.source(rank).filter(|source| Cost::of(&source.text) <= source_share);
            let forms = [source, self.signature(rank), self.bare_signature(rank)];
            let forms = forms.into_iter().flatten().map(|form| PickedSymbol { reason: Some(reason.clone()), ..form });
            forms.into_iter().any(|form| self.try_add(form, Cost::default()));
        }
    }

    /// Adds the source of functions that named symbols call, but leaves a part of the budget.
    fn add_called(&mut self) {
        let graph = &self.input.space.graph;
        let reserve = Cost::of_tokens(self.input.budget / REST_BUDGET_DIVISOR);
        for named in self.input.named {
            for callee in callees(graph, named.symbol) {
                let rank = self.input.ranked.iter().position(|scored| scored.symbol == callee);
                let Some(rank) = rank.filter(|&rank| !self.is_picked(rank)) else { continue };
                let reason = Some(Reason::Neighbour { other: named.symbol, refers: true });
                if let Some(source) = self.source(rank) {
                    self.try_add(PickedSymbol { reason, ..source }, reserve);
                }
            }
        }
    }

    /// Adds symbols with at least these shares of the best score, best first, leaving `reserve`.
    fn add_ranked(&mut self, min_shares: [f64; 2], reserve: Cost, show: fn(&Self, usize) -> Option<PickedSymbol>) {
        let is_vendored = |scored: &ScoredSymbol| self.input.files[scored.file].0.is_vendored();
        let scores = self.input.ranked.iter().map(|scored| (is_vendored(scored), scored.score));
        let best_score = scores.clone().map(|(_, score)| score).fold(0.0, f64::max);
        let best_own = scores.filter(|(is_vendored, _)| !is_vendored).map(|(_, score)| score).fold(0.0, f64::max);
        let mut n_misses = 0;
        for (rank, scored) in self.input.ranked.iter().enumerate() {
            if n_misses == MAX_MISSES || self.picked.len() == MAX_PIECES {
                return;
            }
            // The project's own code is compared with the best of its own.
            let best_score = if self.input.files[scored.file].0.is_vendored() { best_score } else { best_own };
            let [min_share, min_by_words] = min_shares;
            let min_share = if scored.has_only_shared_words() { min_by_words } else { min_share };
            // Most tasks have only words. If a task names code, a single shared word such as `fix` justifies no piece.
            let says_little = !self.input.named.is_empty() && scored.has_only_shared_words() && scored.n_terms < 2;
            if scored.score <= 0.0 || scored.score < best_score * min_share || says_little || self.is_picked(rank) {
                continue;
            }
            if let Some(picked) = show(self, rank) {
                n_misses += usize::from(!self.try_add(picked, reserve));
            }
        }
    }

    /// Adds at most one test for each chosen symbol, for the best symbols first. A symbol gets none if a test of it is
    /// shown already.
    fn add_tests(&mut self) {
        let graph = &self.input.space.graph;
        let test_room = Cost::of_tokens(self.input.budget / TEST_BUDGET_DIVISOR);
        let reserve = self.remaining.minus(test_room).unwrap_or_default();
        let mut ranks: Map<SymbolId, usize> = Map::default();
        ranks.extend(self.input.ranked.iter().enumerate().map(|(rank, scored)| (scored.symbol, rank)));
        let mut picked_ranks: Vec<usize> = self.picked.iter().map(|picked| picked.rank).collect();
        sort::sort(&mut picked_ranks);
        let mut n_tests = 0;
        for covered_symbol in picked_ranks.into_iter().map(|rank| self.input.ranked[rank].symbol) {
            if n_tests == MAX_TESTS {
                return;
            }
            let tests = tests_of(graph, covered_symbol).into_iter().filter_map(|test| ranks.get(&test).copied());
            for rank in tests.filter(|&rank| self.input.ranked[rank].symbol != covered_symbol) {
                if self.is_picked(rank) {
                    break;
                }
                let test = self.source(rank).filter(|test| test.form == PieceForm::Source);
                let test = test.map(|test| PickedSymbol { reason: Some(Reason::TestOf(covered_symbol)), ..test });
                if test.is_some_and(|test| self.try_add(test, reserve)) {
                    n_tests += 1;
                    break;
                }
            }
        }
    }

    fn symbol(&self, rank: usize) -> &'c Symbol {
        self.input.space.graph.symbol(self.input.ranked[rank].symbol)
    }

    /// Whether the symbol was picked, or some of its lines are shown already.
    fn is_picked(&self, rank: usize) -> bool {
        let (symbol, file) = (self.symbol(rank), self.input.ranked[rank].file);
        let overlaps = |&(shown_file, first, last): &(_, u32, u32)| {
            shown_file == file && first <= symbol.last_line && symbol.first_line <= last
        };
        self.lines.iter().any(overlaps) || self.picked.iter().any(|picked| picked.rank == rank)
    }

    fn source_of(&self, rank: usize) -> Option<&'c SourceText<'c>> {
        self.input.files[self.input.ranked[rank].file].1.as_ref()
    }

    /// A symbol's source; its signature if there is no source, or if a type is too large.
    fn source(&self, rank: usize) -> Option<PickedSymbol> {
        let symbol = self.symbol(rank);
        let Some(source) = self.source_of(rank) else { return self.signature(rank) };
        if is_type(symbol.kind) && symbol.tokens > self.input.budget / TYPE_BUDGET_DIVISOR {
            return self.signature(rank);
        }
        let text = source.span(symbol.first_line, symbol.last_line).to_owned();
        (!text.is_empty()).then_some(PickedSymbol { rank, form: PieceForm::Source, text, reason: None })
    }

    fn signature(&self, rank: usize) -> Option<PickedSymbol> {
        let form = if self.source_of(rank).is_none() { PieceForm::StaleSignature } else { PieceForm::Signature };
        let Detail { signature, doc } = self.input.space.detail(self.input.ranked[rank].symbol);
        let text = if doc.is_empty() { signature.to_string() } else { format!("{signature}\n{doc}") };
        (!text.is_empty()).then_some(PickedSymbol { rank, form, text, reason: None })
    }

    /// The signature without the doc, for very small budgets.
    fn bare_signature(&self, rank: usize) -> Option<PickedSymbol> {
        let text = self.input.space.detail(self.input.ranked[rank].symbol).signature.to_string();
        self.signature(rank).map(|piece| PickedSymbol { text, ..piece })
    }

    /// Adds a piece if it fits and leaves `reserve`; returns whether the piece was added.
    fn try_add(&mut self, picked: PickedSymbol, reserve: Cost) -> bool {
        let (symbol, scored) = (self.symbol(picked.rank), &self.input.ranked[picked.rank]);
        let path = &self.input.space.graph.file(symbol.file).path;
        let heading = if self.has_heading[scored.file] { Cost::default() } else { Cost::of(&heading(path)) };
        let piece = piece_text(self.input.space, scored.symbol, picked.form, &picked.text);
        let cost_left = self.remaining.minus(heading + Cost::of(&piece)).filter(|&cost_left| cost_left >= reserve);
        let Some(cost_left) = cost_left else { return false };
        self.remaining = cost_left;
        self.has_heading[scored.file] = true;
        if picked.form == PieceForm::Source {
            self.lines.push((scored.file, symbol.first_line, symbol.last_line));
        }
        self.picked.push(picked);
        true
    }
}

fn is_type(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Enum)
}

impl PickedSymbol {
    pub(crate) fn piece(self, space: &GraphSpace, ranked: &ScoredSymbol, why: String) -> Piece {
        let symbol = space.graph.symbol(ranked.symbol);
        Piece {
            id: space.graph.lasting_id(ranked.symbol),
            path: space.graph.file(symbol.file).path.to_string(),
            first_line: symbol.first_line,
            last_line: symbol.last_line,
            form: self.form,
            tokens: estimate_tokens(&self.text),
            text: self.text,
            score: ranked.score,
            why,
            factors: ranked.factors.clone(),
        }
    }
}
