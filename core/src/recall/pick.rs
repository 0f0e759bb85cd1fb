//! Filling the budget: source of the best symbols, then signatures of the runners-up, never twice the same lines.
//!
//! Symbols are taken greedily, best first. A type too large for the budget gives its signature and leaves the room to its
//! members. What a piece costs is what its text costs once rendered, headings included. Not here: scores (`symbols`).

use std::collections::{BTreeMap, BTreeSet};

use super::render::{file_heading, piece_text};
use super::source::Source;
use super::symbols::ScoredSymbol;
use crate::graph::facts::Detail;
use crate::graph::kind::SymbolKind;
use crate::graph::links::{FileId, Symbol};
use crate::graph::query::Factor;
use crate::memory::Memory;
use crate::text::tokens::{Cost, estimate};

/// A type gets its whole source only where that takes at most this share of the budget.
const MOST_OF_BUDGET: u32 = 8;
/// The share of the budget that source leaves to signatures: a twentieth.
const FOR_SIGNATURES: u32 = 20;
/// Source is for symbols that score at least this share of the best: a budget need not be filled.
const LEAST_FOR_SOURCE: f64 = 0.15;
/// The same for signatures.
const LEAST_FOR_SIGNATURE: f64 = 0.1;
/// More pieces than this are no context but a listing.
const MOST_PIECES: usize = 500;
/// After so many symbols that did not fit, the budget counts as filled.
const MOST_MISSES: usize = 50;

/// How a piece shows its symbol; the WIT's `recall.piece-form`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceForm {
    /// Source text.
    Source,
    /// A signature with its doc.
    Signature,
    /// A signature, because the file changed or cannot be read.
    StaleSignature,
}

/// One piece of code, and why it is here; the WIT's `recall.piece`.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The id of the symbol.
    pub id: String,
    /// Its file.
    pub path: String,
    /// 1-based.
    pub first_line: u32,
    /// 1-based, included.
    pub last_line: u32,
    /// How it shows the symbol.
    pub form: PieceForm,
    /// Source or signature.
    pub text: String,
    /// Estimated tokens of `text`.
    pub tokens: u32,
    /// Greater is better.
    pub score: f64,
    /// One sentence.
    pub why: String,
    /// The addends of the score.
    pub factors: Vec<Factor>,
}

/// A symbol that is shown, and how.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Picked {
    /// Its place in the ranking.
    pub(crate) rank: usize,
    pub(crate) form: PieceForm,
    pub(crate) text: String,
}

/// What is to be filled, and with what.
pub(crate) struct Choice<'c> {
    pub(crate) memory: &'c Memory,
    /// Best first.
    pub(crate) ranked: &'c [ScoredSymbol],
    /// The texts of files, where the host could give them as they were indexed.
    pub(crate) sources: &'c BTreeMap<FileId, &'c Source<'c>>,
    /// Tokens.
    pub(crate) budget: u32,
}

/// Picks pieces whose rendered text fits the budget.
pub(crate) fn pick(choice: &Choice<'_>) -> Vec<Picked> {
    let mut filling = Filling {
        choice,
        left: Cost::of_tokens(choice.budget),
        picked: Vec::new(),
        files: BTreeSet::new(),
        lines: BTreeSet::new(),
    };
    let best = choice.ranked.first().map_or(0.0, |best| best.score);
    let least = |share: f64| move |symbol: &&ScoredSymbol| symbol.score >= best * share && symbol.score > 0.0;
    let reserve = Cost::of_tokens(choice.budget / FOR_SIGNATURES);
    let n_for_source = choice.ranked.iter().take_while(least(LEAST_FOR_SOURCE)).count();
    let n_for_signature = choice.ranked.iter().take_while(least(LEAST_FOR_SIGNATURE)).count();
    filling.fill(0..n_for_source, reserve, Filling::source);
    filling.fill(0..n_for_signature, Cost::default(), Filling::signature);
    filling.picked
}

struct Filling<'c> {
    choice: &'c Choice<'c>,
    left: Cost,
    picked: Vec<Picked>,
    files: BTreeSet<FileId>,
    /// File, first and last line of what is shown as source, and of what is shown by its signature.
    lines: BTreeSet<(FileId, u32, u32)>,
}

impl<'c> Filling<'c> {
    fn fill(&mut self, ranks: std::ops::Range<usize>, reserve: Cost, show: fn(&Self, usize) -> Option<Picked>) {
        let mut n_misses = 0;
        for rank in ranks {
            if n_misses == MOST_MISSES || self.picked.len() == MOST_PIECES {
                return;
            }
            if self.is_shown(rank) {
                continue;
            }
            if let Some(picked) = show(self, rank) {
                n_misses += usize::from(!self.take(picked, reserve));
            }
        }
    }

    fn symbol(&self, rank: usize) -> &'c Symbol {
        self.choice.memory.graph.symbol(self.choice.ranked[rank].symbol)
    }

    /// Whether lines of it are shown already, or it was picked before.
    fn is_shown(&self, rank: usize) -> bool {
        let symbol = self.symbol(rank);
        let overlaps = |&(_, first, last): &(FileId, u32, u32)| first <= symbol.last_line && symbol.first_line <= last;
        let of_file = (symbol.file, 0, 0)..=(symbol.file, u32::MAX, u32::MAX);
        self.lines.range(of_file).any(overlaps) || self.picked.iter().any(|picked| picked.rank == rank)
    }

    /// A symbol's source; its signature where there is no source, or a type is too large to show.
    fn source(&self, rank: usize) -> Option<Picked> {
        let symbol = self.symbol(rank);
        let Some(source) = self.choice.sources.get(&symbol.file) else { return self.signature(rank) };
        if is_type(symbol.kind) && symbol.tokens > self.choice.budget / MOST_OF_BUDGET {
            return self.signature(rank);
        }
        let text = source.span(symbol.first_line, symbol.last_line).to_owned();
        (!text.is_empty()).then_some(Picked { rank, form: PieceForm::Source, text })
    }

    fn signature(&self, rank: usize) -> Option<Picked> {
        let is_stale = !self.choice.sources.contains_key(&self.symbol(rank).file);
        let form = if is_stale { PieceForm::StaleSignature } else { PieceForm::Signature };
        let Detail { signature, doc } = self.choice.memory.detail(self.choice.ranked[rank].symbol);
        let text = if doc.is_empty() { signature } else { format!("{signature}\n{doc}") };
        (!text.is_empty()).then_some(Picked { rank, form, text })
    }

    /// Takes a piece where it fits and leaves `reserve`.
    fn take(&mut self, picked: Picked, reserve: Cost) -> bool {
        let symbol = self.symbol(picked.rank);
        let graph = &self.choice.memory.graph;
        let heading = match self.files.contains(&symbol.file) {
            true => Cost::default(),
            false => Cost::of(&file_heading(&graph.file(symbol.file).path)),
        };
        let piece = piece_text(self.choice.memory, self.choice.ranked[picked.rank].symbol, picked.form, &picked.text);
        let Some(left) = self.left.less(heading + Cost::of(&piece)).filter(|&left| left >= reserve) else {
            return false;
        };
        self.left = left;
        self.files.insert(symbol.file);
        if picked.form == PieceForm::Source {
            self.lines.insert((symbol.file, symbol.first_line, symbol.last_line));
        }
        self.picked.push(picked);
        true
    }
}

fn is_type(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Enum)
}

impl Picked {
    /// The piece as it is given out.
    pub(crate) fn piece(self, memory: &Memory, ranked: &ScoredSymbol, why: String) -> Piece {
        let symbol = memory.graph.symbol(ranked.symbol);
        Piece {
            id: memory.graph.lasting_id(ranked.symbol),
            path: memory.graph.file(symbol.file).path.clone(),
            first_line: symbol.first_line,
            last_line: symbol.last_line,
            form: self.form,
            tokens: estimate(&self.text),
            text: self.text,
            score: ranked.score,
            why,
            factors: ranked.factors.clone(),
        }
    }
}
