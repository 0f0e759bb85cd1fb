//! Ranks files for a task by a sum of evidence: words, names, neighbours, focus, and past work.
//!
//! Each part is scaled by its greatest value among all files, and weighted. Weighted sums of scaled scores do better
//! than rank fusion if one part is weak. Scores of docs, examples, tools and vendored files are damped, and those of
//! tests unless the task is about tests. Vendored files rank last. A file's factors are the addends of its score.

use alloc::vec::Vec;

use super::lexical::LexicalScores;
use super::listing::Listing;
use super::mentioned::Mentions;
use super::parts::FactorValues;
use crate::base::score::Factor;
use crate::base::sort;
use crate::graph::model::{FileId, Graph};
use crate::graph::query::is_secondary_path;

/// Weights of the parts, relative to words. Chosen on half of 47 real issues of two repositories; half to twice these
/// weights rank the other half nearly the same.
const WORDS: f64 = 1.0;
const PATH_NAMED: f64 = 0.5;
const MODULE_NAMED: f64 = 0.2;
const CODE_NAMES: f64 = 0.3;
const PLAIN_NAMES: f64 = 0.2;
const NEIGHBOURS: f64 = 0.2;
/// Weight of the focus: less than any name, more than a coincidental word.
const IN_FOCUS: f64 = 0.15;
/// Weights of files that past work touched, and of recently used ones. They are not tuned, because the issues used for
/// tuning have neither. Together they are little more than the focus.
const PAST_WORK: f64 = 0.1;
const RECENT: f64 = 0.08;

/// Share of the score that a test keeps, unless the task is about tests.
const TEST_SHARE: f64 = 0.3;
/// Share of the score that docs, examples and tools keep.
const ASIDE_SHARE: f64 = 0.5;
/// Share of the score that a vendored file keeps, unless the task names its path.
const VENDORED_SHARE: f64 = 0.3;
const VENDORED: &str = "vendored";

/// Weight of a file's best symbol: one matching function says more than the same words scattered over a long file.
const BEST_SYMBOL: f64 = 0.3;

/// Greatest number of vendored files in the result.
const MAX_VENDORED: usize = 5;

/// Number of top files that pass part of their score to neighbours.
const N_PASSING_FILES: usize = 20;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ScoredFile {
    pub(crate) file: FileId,
    /// Index in the listing of all files; `usize::MAX` for a file outside the ranking.
    pub(crate) index: usize,
    pub(crate) score: f64,
    pub(crate) factors: Vec<Factor>,
    pub(crate) damping: Damping,
}

/// Adds to each file's score a share of its best symbol's score (`best_of`, from 0 to 1), and ranks the files again.
pub(crate) fn rerank(files: &mut [ScoredFile], best_of: &dyn Fn(FileId) -> f64) {
    for file in files.iter_mut() {
        let value = BEST_SYMBOL * best_of(file.file) * file.damping.kept_share;
        if value > 0.0 {
            file.score += value;
            file.factors.push(Factor { name: "best symbol", value });
        }
    }
    sort_files(files);
}

/// Sorts best first; vendored files come after all of the project's own.
pub(crate) fn sort_files(files: &mut [ScoredFile]) {
    sort::sort_by(files, |one, other| {
        one.is_vendored().cmp(&other.is_vendored()).then(other.score.total_cmp(&one.score))
    });
}

impl ScoredFile {
    /// Whether the file is vendored and the task does not name its path.
    pub(crate) fn is_vendored(&self) -> bool {
        self.damping.name == VENDORED
    }

    /// A file with score 0 that is included because the task names one of its symbols.
    pub(crate) fn named_file(file: FileId, index: usize) -> ScoredFile {
        ScoredFile { index, damping: Damping { name: "", kept_share: 1.0 }, ..ScoredFile::unranked_file(file) }
    }

    /// A file outside the ranking, with score 0. It is included for its tests, or because a named symbol calls into it.
    pub(crate) fn unranked_file(file: FileId) -> ScoredFile {
        let damping = Damping { name: "a test", kept_share: TEST_SHARE };
        ScoredFile { file, index: usize::MAX, score: 0.0, factors: Vec::new(), damping }
    }
}

/// The evidence by which files are ranked. Values in `lexical` and `mentioned` are by index in the listing.
pub(crate) struct FileEvidence<'s> {
    pub(crate) graph: &'s Graph,
    pub(crate) listing: &'s Listing,
    pub(crate) lexical: &'s LexicalScores,
    pub(crate) mentioned: &'s Mentions,
    pub(crate) focus: &'s [FileId],
    /// Recently used files, latest first.
    pub(crate) recent: &'s [FileId],
    /// Files that past work touched, with weights.
    pub(crate) likely: &'s [(FileId, f64)],
    pub(crate) is_about_tests: bool,
}

/// The best files, at most `limit`, and the number of files with a score.
///
/// Best first, equal scores by path; vendored ones last, at most [`MAX_VENDORED`]. O(files + edges of the best).
pub(crate) fn rank_files(evidence: &FileEvidence<'_>, limit: usize) -> (Vec<ScoredFile>, usize) {
    let mentioned = evidence.mentioned;
    let files = &evidence.listing.files;
    let focus_values: Vec<f64> = files.iter().map(|file| f64::from(u8::from(evidence.focus.contains(file)))).collect();
    let dampings: Vec<Damping> = files.iter().map(|&file| damping(evidence, file)).collect();
    let mut parts = vec![
        FactorValues::scaled("words", &evidence.lexical.scores, WORDS),
        FactorValues::scaled("path named", &mentioned.paths, PATH_NAMED),
        FactorValues::scaled("module named", &mentioned.modules, MODULE_NAMED),
        FactorValues::scaled("names in code", &mentioned.code_names, CODE_NAMES),
        FactorValues::scaled("names", &mentioned.plain_names, PLAIN_NAMES),
        FactorValues::scaled("in focus", &focus_values, IN_FOCUS),
        FactorValues::scaled("touched by past work", &past_work_weights(evidence), PAST_WORK),
        FactorValues::scaled("recent", &recency(evidence), RECENT),
    ];
    let own_scores = damped_sums(&parts, &dampings);
    parts.push(FactorValues::scaled("neighbours", &neighbour_scores(evidence, &own_scores), NEIGHBOURS));
    let scores = damped_sums(&parts, &dampings);
    let scored_file = |index: usize| {
        let damping = dampings[index];
        let mut factors: Vec<Factor> = parts.iter().filter_map(|part| part.factor(index)).collect();
        factors.extend(damping.factor(factors.iter().map(|factor| factor.value).sum()));
        ScoredFile { file: files[index], index, score: scores[index], factors, damping }
    };
    let n_scored = scores.iter().filter(|score| **score > 0.0).count();
    let (vendored_indexes, own_indexes) =
        best_indexes(&scores, n_scored).into_iter().partition(|&at| dampings[at].name == VENDORED);
    let (vendored_indexes, own_indexes): (Vec<usize>, Vec<usize>) = (vendored_indexes, own_indexes);
    let best_indexes = own_indexes.into_iter().chain(vendored_indexes.into_iter().take(MAX_VENDORED)).take(limit);
    (best_indexes.map(scored_file).collect(), n_scored)
}

/// For each file, its greatest weight in past work; 0 without any.
fn past_work_weights(evidence: &FileEvidence<'_>) -> Vec<f64> {
    let mut weights = vec![0.0; evidence.listing.len()];
    for &(file, weight) in evidence.likely {
        let file_weight: &mut f64 = &mut weights[evidence.listing.index(file)];
        *file_weight = file_weight.max(weight);
    }
    weights
}

/// For each file, how recently it was used: 1 for the latest, falling linearly; 0 if it is not among the recent ones.
fn recency(evidence: &FileEvidence<'_>) -> Vec<f64> {
    let mut shares = vec![0.0; evidence.listing.len()];
    let n_files = evidence.recent.len();
    for (place, &file) in evidence.recent.iter().enumerate() {
        let file_share: &mut f64 = &mut shares[evidence.listing.index(file)];
        *file_share = file_share.max((n_files - place) as f64 / n_files as f64);
    }
    shares
}

/// For each file, the damped sum of its parts.
fn damped_sums(parts: &[FactorValues], dampings: &[Damping]) -> Vec<f64> {
    let sum = |index: usize| parts.iter().map(|part| part.values[index]).sum::<f64>();
    dampings.iter().enumerate().map(|(index, damping)| sum(index) * damping.kept_share).collect()
}

/// The indexes of the greatest scores above zero, at most `limit`; equal scores by path.
fn best_indexes(scores: &[f64], limit: usize) -> Vec<usize> {
    let mut best: Vec<usize> = (0..scores.len()).filter(|&index| scores[index] > 0.0).collect();
    sort::sort_by(&mut best, |&one, &other| scores[other].total_cmp(&scores[one]));
    best.truncate(limit);
    best
}

/// The share of a score that a file keeps, and the reason, which is the name of a factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Damping {
    name: &'static str,
    /// Share that is kept, from 0 to 1; 1 for no damping.
    pub(crate) kept_share: f64,
}

impl Damping {
    /// The damping as a negative addend to `sum`; `None` if nothing is subtracted.
    pub(crate) fn factor(self, sum: f64) -> Option<Factor> {
        (self.kept_share < 1.0).then_some(Factor { name: self.name, value: sum * (self.kept_share - 1.0) })
    }
}

fn damping(evidence: &FileEvidence<'_>, file: FileId) -> Damping {
    let at = evidence.graph.file(file);
    let is_named = evidence.mentioned.paths[evidence.listing.index(file)] > 0.0;
    match () {
        () if at.is_vendored && !is_named => Damping { name: VENDORED, kept_share: VENDORED_SHARE },
        () if at.is_test && !evidence.is_about_tests => Damping { name: "a test", kept_share: TEST_SHARE },
        () if is_secondary_path(&at.path) => Damping { name: "beside the code", kept_share: ASIDE_SHARE },
        () => Damping { name: "", kept_share: 1.0 },
    }
}

/// For each file, the score that it gets from the best files along edges, in both directions. An edge counts less the
/// more edges its ends have: a file that everything imports says little.
fn neighbour_scores(evidence: &FileEvidence<'_>, scores: &[f64]) -> Vec<f64> {
    let mut passed_scores = vec![0.0; scores.len()];
    let mut degrees: Vec<Option<f64>> = vec![None; scores.len()];
    let degree = |file| f64::from(edge_ends(evidence.graph, file).map(|(_, confidence)| confidence).sum::<u32>());
    for source in best_indexes(scores, N_PASSING_FILES) {
        let source_degree = degree(evidence.listing.files[source]);
        for (index, confidence) in neighbour_confidences(evidence, evidence.listing.files[source]) {
            let target_degree = *degrees[index].get_or_insert_with(|| degree(evidence.listing.files[index]));
            passed_scores[index] += scores[source] * f64::from(confidence) / libm::sqrt(source_degree * target_degree);
        }
    }
    passed_scores
}

/// The file at the other end of each edge between a file and another, with the edge's confidence in hundredths.
fn edge_ends(graph: &Graph, file: FileId) -> impl Iterator<Item = (FileId, u32)> {
    let file_of = |symbol| graph.symbol(symbol).file;
    let edges = graph.file(file).symbols.iter().flat_map(move |&symbol| {
        let outwards = graph.out_edges(symbol).map(move |edge| (file_of(edge.target), edge));
        outwards.chain(graph.in_edges(symbol).map(move |edge| (file_of(edge.source), edge)))
    });
    let edges_to_others = edges.filter(move |&(other, _)| other != file);
    edges_to_others.map(|(other, edge)| (other, (edge.strategy.confidence() * 100.0) as u32))
}

/// The files at the other ends of a file's edges, each by its index in the listing, with the sum of the edges'
/// confidences in hundredths.
fn neighbour_confidences(evidence: &FileEvidence<'_>, file: FileId) -> Vec<(usize, u32)> {
    let ends = edge_ends(evidence.graph, file).map(|(other, confidence)| (evidence.listing.index(other), confidence));
    let mut ends: Vec<(usize, u32)> = ends.collect();
    // Sorted by index before summing, so that the order of edges does not matter.
    sort::sort(&mut ends);
    ends.chunk_by(|one, other| one.0 == other.0)
        .map(|same| (same[0].0, same.iter().map(|&(_, confidence)| confidence).sum()))
        .collect()
}
