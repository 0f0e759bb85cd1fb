//! Ranks the symbols of the best files for a task, by their source: words, names, lines and neighbours.
//!
//! As for files, each part is scaled by its greatest value, weighted and added, and the addends explain the score.
//! Not here: what fits the budget (`pick`).

use alloc::vec::Vec;

use super::files::ScoredFile;
use super::mentioned::Mentions;
use super::named_symbols::NamedSymbol;
use super::parts::FactorValues;
use super::source::SourceText;
use super::task::TaskTerm;
use crate::base::map::Map;
use crate::base::score::Factor;
use crate::base::sort;
use crate::graph::kind::SymbolKind;
use crate::graph::model::{Graph, SymbolId};
use crate::text::bm25;
use crate::text::terms::{Term, terms};

/// Weights of the parts. Chosen like those in `files`, by the share of changed functions that fit in 4,000 tokens.
const FILE_WEIGHT: f64 = 0.4;
const WORDS: f64 = 1.0;
const NAMED: f64 = 0.3;
const LINE_MENTIONED: f64 = 0.5;
const NEIGHBOURS: f64 = 0.3;
/// Number of occurrences that a term in a symbol's own name counts as.
const NAME_OCCURRENCES: f64 = 3.0;
/// Number of top symbols that pass part of their score to neighbours.
const N_PASSING_SYMBOLS: usize = 30;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ScoredSymbol {
    pub(crate) symbol: SymbolId,
    /// Index of its file in [`SymbolEvidence::files`].
    pub(crate) file: usize,
    pub(crate) score: f64,
    pub(crate) factors: Vec<Factor>,
    /// Number of the task's terms that it contains.
    pub(crate) n_terms: usize,
    /// Score by words, relative to the best of all: 0 to 1.
    pub(crate) word_score: f64,
    pub(crate) reason: Reason,
}

/// The strongest evidence for a symbol.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reason {
    /// The task mentions this line.
    Line(u32),
    /// The task mentions the symbol's name.
    Named,
    /// The task names the symbol with its type or module.
    QualifiedName,
    /// Words shared with the task: indexes into the task's terms.
    Words(Vec<usize>),
    /// An important neighbour. If `refers`, the neighbour refers to the symbol; otherwise the symbol refers to the
    /// neighbour.
    Neighbour { other: SymbolId, refers: bool },
    /// The relevance of the symbol's file.
    File,
    /// The symbol is a test that reaches this chosen symbol.
    TestOf(SymbolId),
}

impl ScoredSymbol {
    /// Whether the only evidence is words that it or its file shares with the task.
    pub(crate) fn has_only_shared_words(&self) -> bool {
        matches!(self.reason, Reason::Words(_) | Reason::File)
    }
}

pub(crate) struct SymbolEvidence<'e> {
    pub(crate) graph: &'e Graph,
    pub(crate) terms: &'e [TaskTerm],
    /// Inverse document frequencies, parallel to `terms`.
    pub(crate) rarities: &'e [f64],
    pub(crate) mentioned: &'e Mentions,
    pub(crate) named: &'e [NamedSymbol],
    /// The best files, best first, each with its text if known.
    pub(crate) files: &'e [(ScoredFile, Option<SourceText<'e>>)],
}

/// A symbol whose score is being computed.
struct SymbolCandidate {
    symbol: SymbolId,
    /// Index of its file in [`SymbolEvidence::files`].
    file: usize,
    /// The indexes of the terms that it contains, each with its number of occurrences; those in its name count more.
    frequencies: Vec<(usize, f64)>,
    length: f64,
}

/// The symbols that can be shown of these files, best first; equal scores by file and position, symbols of vendored
/// files last.
pub(crate) fn rank_symbols(evidence: &SymbolEvidence<'_>) -> Vec<ScoredSymbol> {
    let mut indexes: Map<Term, usize> = Map::default();
    for (at, term) in evidence.terms.iter().enumerate() {
        indexes.insert(term.term, at);
    }
    let mut candidates: Vec<SymbolCandidate> = Vec::new();
    for (file, (scored, source)) in evidence.files.iter().enumerate() {
        let hits = source.as_ref().map(|source| TermHits::of(source, &indexes));
        for &symbol in &evidence.graph.file(scored.file).symbols {
            let is_named = evidence.named.iter().any(|named| named.symbol == symbol);
            if is_named || is_candidate(evidence.graph, symbol) {
                candidates.push(candidate(evidence, &indexes, symbol, file, hits.as_ref()));
            }
        }
    }
    let word_scores = word_scores(evidence, &candidates);
    let mention_strengths: Vec<f64> = candidates.iter().map(|at| mention_strength(evidence, at)).collect();
    let lines = mentioned_lines(evidence, &candidates);
    let line_values: Vec<f64> = lines.iter().map(|line| f64::from(u8::from(line.is_some()))).collect();
    let best_file = evidence.files.iter().map(|(file, _)| file.score).reduce(f64::max).unwrap_or(1.0);
    let file_shares: Vec<f64> = candidates.iter().map(|at| evidence.files[at.file].0.score / best_file).collect();
    let mut parts = vec![
        FactorValues::scaled("file", &file_shares, FILE_WEIGHT),
        FactorValues::scaled("words", &word_scores, WORDS),
        FactorValues::scaled("named", &mention_strengths, NAMED),
        FactorValues::scaled("line named", &line_values, LINE_MENTIONED),
    ];
    let own_scores: Vec<f64> =
        (0..candidates.len()).map(|at| parts[1..].iter().map(|part| part.values[at]).sum()).collect();
    let (passed_scores, givers) = neighbour_scores(evidence, &candidates, &own_scores);
    parts.push(FactorValues::scaled("neighbours", &passed_scores, NEIGHBOURS));
    let mut scored: Vec<ScoredSymbol> = (0..candidates.len())
        .map(|at| score_candidate(evidence, &candidates[at], &parts, at, (lines[at], givers[at])))
        .collect();
    let is_vendored = |scored: &ScoredSymbol| evidence.files[scored.file].0.is_vendored();
    sort::sort_by(&mut scored, |one, other| {
        is_vendored(one).cmp(&is_vendored(other)).then(other.score.total_cmp(&one.score))
    });
    scored
}

/// Whether a symbol is ranked: a type, a function or a macro that is not inside a function; or a constant or variable
/// directly in a file.
pub(crate) fn is_candidate(graph: &Graph, symbol: SymbolId) -> bool {
    use SymbolKind::*;
    let definition = graph.symbol(symbol);
    let parent = graph.symbol(definition.parent).kind;
    match definition.kind {
        Class | Interface | Enum | Function | Method | TypeAlias | Macro => {
            !definition.flags.has(crate::graph::facts::Flags::ANONYMOUS) && !is_in_function(graph, symbol)
        }
        Constant | Variable => parent == File,
        _ => false,
    }
}

fn is_in_function(graph: &Graph, symbol: SymbolId) -> bool {
    let parent = |at: &SymbolId| Some(graph.symbol(*at).parent);
    let mut outwards = core::iter::successors(parent(&symbol), parent).map(|at| graph.symbol(at).kind);
    outwards.find(|kind| matches!(kind, SymbolKind::File | SymbolKind::Function | SymbolKind::Method))
        != Some(SymbolKind::File)
}

/// Occurrences of the task's terms in a file's text.
struct TermHits {
    /// The line and the index of the term, sorted by line.
    hits: Vec<(u32, usize)>,
    /// At index n the number of terms in the first n lines, including those that are not in the task.
    n_terms_before: Vec<u32>,
}

impl TermHits {
    fn of(source: &SourceText<'_>, indexes: &Map<Term, usize>) -> TermHits {
        let (mut hits, mut n_terms_before, mut n_terms) = (Vec::new(), vec![0], 0);
        for (line, text) in (1..).zip(source.lines()) {
            terms(text, &mut |term| {
                n_terms += 1;
                if let Some(&index) = indexes.get(&term) {
                    hits.push((line, index));
                }
            });
            n_terms_before.push(n_terms);
        }
        TermHits { hits, n_terms_before }
    }

    fn within(&self, first_line: u32, last_line: u32) -> &[(u32, usize)] {
        let from = self.hits.partition_point(|hit| hit.0 < first_line);
        let to = self.hits.partition_point(|hit| hit.0 <= last_line);
        &self.hits[from..to.max(from)]
    }

    fn n_terms(&self, first_line: u32, last_line: u32) -> u32 {
        let n_terms_up_to =
            |line: u32| self.n_terms_before.get(line as usize).or(self.n_terms_before.last()).copied().unwrap_or(0);
        n_terms_up_to(last_line).saturating_sub(n_terms_up_to(first_line.saturating_sub(1)))
    }
}

fn candidate(
    evidence: &SymbolEvidence<'_>,
    indexes: &Map<Term, usize>,
    symbol: SymbolId,
    file: usize,
    hits: Option<&TermHits>,
) -> SymbolCandidate {
    let definition = evidence.graph.symbol(symbol);
    let mut counts = vec![0.0; evidence.terms.len()];
    let mut length = 1.0;
    if let Some(hits) = hits {
        hits.within(definition.first_line, definition.last_line).iter().for_each(|&(_, term)| counts[term] += 1.0);
        length += f64::from(hits.n_terms(definition.first_line, definition.last_line));
    }
    terms(evidence.graph.names.text(definition.name), &mut |term| {
        if let Some(&index) = indexes.get(&term) {
            counts[index] += NAME_OCCURRENCES;
        }
    });
    let frequencies = counts.into_iter().enumerate().filter(|&(_, count)| count > 0.0).collect();
    SymbolCandidate { symbol, file, frequencies, length }
}

/// The BM25 addend of one term for a candidate.
fn word_score(
    evidence: &SymbolEvidence<'_>,
    candidate: &SymbolCandidate,
    average: f64,
    (term, count): (usize, f64),
) -> f64 {
    let weight = evidence.terms[term].weight * evidence.rarities[term];
    bm25::saturated_weight(weight, bm25::length_normalised(count, candidate.length / average))
}

fn average_length(candidates: &[SymbolCandidate]) -> f64 {
    candidates.iter().map(|candidate| candidate.length).sum::<f64>() / candidates.len().max(1) as f64
}

fn word_scores(evidence: &SymbolEvidence<'_>, candidates: &[SymbolCandidate]) -> Vec<f64> {
    let average = average_length(candidates);
    let score = |candidate: &SymbolCandidate| {
        candidate.frequencies.iter().map(|&hit| word_score(evidence, candidate, average, hit)).sum()
    };
    candidates.iter().map(score).collect()
}

fn mention_strength(evidence: &SymbolEvidence<'_>, candidate: &SymbolCandidate) -> f64 {
    evidence.mentioned.strength(candidate.symbol)
}

/// For each candidate, the first mentioned line in it that is in no candidate inside it; `None` if there is none.
fn mentioned_lines(evidence: &SymbolEvidence<'_>, candidates: &[SymbolCandidate]) -> Vec<Option<u32>> {
    let mut lines = vec![None; candidates.len()];
    for &(index, line) in &evidence.mentioned.lines {
        let mut candidates_around = (0..candidates.len()).filter(|&at| {
            let symbol = evidence.graph.symbol(candidates[at].symbol);
            let is_of_file = evidence.files[candidates[at].file].0.index == index;
            is_of_file && symbol.first_line <= line && line <= symbol.last_line
        });
        // Candidates are in the order of the text: the last one around the line is the innermost.
        if let Some(innermost) = candidates_around.next_back() {
            lines[innermost].get_or_insert(line);
        }
    }
    lines
}

/// For each candidate, the score that it gets from the best ones along edges; and the neighbour that contributes most,
/// with whether the neighbour refers to the candidate (`true`) or the candidate to the neighbour.
fn neighbour_scores(
    evidence: &SymbolEvidence<'_>,
    candidates: &[SymbolCandidate],
    scores: &[f64],
) -> (Vec<f64>, Vec<Option<(SymbolId, bool)>>) {
    let graph = evidence.graph;
    let mut indexes = vec![usize::MAX; graph.symbols_end()];
    for (at, candidate) in candidates.iter().enumerate() {
        indexes[candidate.symbol.0 as usize] = at;
    }
    let mut best_candidates: Vec<usize> = (0..scores.len()).filter(|&at| scores[at] > 0.0).collect();
    let is_named = |at: usize| evidence.named.iter().any(|named| named.symbol == candidates[at].symbol);
    sort::sort_by(&mut best_candidates, |&one, &other| {
        is_named(other).cmp(&is_named(one)).then(scores[other].total_cmp(&scores[one]))
    });
    let mut passed_scores = vec![0.0; scores.len()];
    let mut givers: Vec<Option<(f64, SymbolId, bool)>> = vec![None; scores.len()];
    for &source in best_candidates.iter().take(N_PASSING_SYMBOLS) {
        let symbol = candidates[source].symbol;
        let outgoing = graph.out_edges(symbol).map(|edge| (edge.target, true, edge));
        let incoming = graph.in_edges(symbol).map(|edge| (edge.source, false, edge));
        let mut ends: Vec<(usize, bool, u32)> = outgoing
            .chain(incoming)
            .map(|(end, refers, edge)| (indexes[end.0 as usize], refers, (edge.strategy.confidence() * 100.0) as u32))
            .filter(|&(end, ..)| end != usize::MAX && end != source)
            .collect();
        sort::sort(&mut ends);
        ends.dedup_by_key(|end| end.0);
        // The square root of their number: a hub says less about each of its neighbours than a leaf does, but still
        // something.
        let share = scores[source] / libm::sqrt(ends.len().max(1) as f64);
        for (end, refers, confidence) in ends {
            let passed_score = share * f64::from(confidence) / 100.0;
            passed_scores[end] += passed_score;
            if givers[end].is_none_or(|(max_passed, ..)| passed_score > max_passed) {
                givers[end] = Some((passed_score, symbol, refers));
            }
        }
    }
    (passed_scores, givers.into_iter().map(|giver| giver.map(|(_, symbol, refers)| (symbol, refers))).collect())
}

fn score_candidate(
    evidence: &SymbolEvidence<'_>,
    candidate: &SymbolCandidate,
    parts: &[FactorValues],
    at: usize,
    (line, giver): (Option<u32>, Option<(SymbolId, bool)>),
) -> ScoredSymbol {
    let mut factors: Vec<Factor> = parts.iter().filter_map(|part| part.factor(at)).collect();
    let strongest_factor =
        factors.iter().filter(|factor| factor.name != "file").max_by(|one, other| one.value.total_cmp(&other.value));
    let reason = match (strongest_factor.map(|factor| factor.name), line, giver) {
        (Some("line named"), Some(line), _) => Reason::Line(line),
        (Some("named"), ..) => Reason::Named,
        (Some("words"), ..) => Reason::Words(best_terms(evidence, candidate)),
        (Some("neighbours"), _, Some((other, refers))) => Reason::Neighbour { other, refers },
        _ => Reason::File,
    };
    let damping = evidence.files[candidate.file].0.damping;
    factors.extend(damping.factor(factors.iter().map(|factor| factor.value).sum()));
    let score = factors.iter().map(|factor| factor.value).sum();
    let word_score = parts.iter().find(|part| part.name == "words").map_or(0.0, |part| part.values[at] / WORDS);
    ScoredSymbol {
        symbol: candidate.symbol,
        file: candidate.file,
        score,
        factors,
        n_terms: candidate.frequencies.len(),
        word_score,
        reason,
    }
}

/// The indexes of the terms with the greatest scores for a candidate, at most three.
fn best_terms(evidence: &SymbolEvidence<'_>, candidate: &SymbolCandidate) -> Vec<usize> {
    let weight = |term: usize| evidence.terms[term].weight * evidence.rarities[term];
    let score = |hit: &(usize, f64)| bm25::saturated_weight(weight(hit.0), hit.1);
    let mut hits = candidate.frequencies.clone();
    sort::sort_by(&mut hits, |one, other| score(other).total_cmp(&score(one)));
    hits.iter().take(3).map(|hit| hit.0).collect()
}
