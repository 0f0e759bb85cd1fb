//! Which files a task is about: words, names, neighbours and what is in hand, in one sum.
//!
//! Each part is scaled by its greatest value among all files and weighed (weighted sums of scaled scores beat rank fusion
//! where one part is weak). Files of tests, docs and examples are then damped, unless tests are what the task is about, and so
//! are copies of other people's code.
//! A file's factors are the addends of its score.

use alloc::vec::Vec;

use super::lexical::Lexical;
use super::listing::Listing;
use super::mentioned::Mentioned;
use super::parts::Part;
use crate::graph::links::{FileId, Graph};
use crate::graph::query::Factor;
use crate::order;

/// What each part weighs beside the words. Chosen on half of 47 real issues of two repositories; from half to twice as
/// much the other half ranks nearly the same.
const WORDS: f64 = 1.0;
const PATH_NAMED: f64 = 0.5;
const MODULE_NAMED: f64 = 0.2;
const CODE_NAMES: f64 = 0.3;
const PLAIN_NAMES: f64 = 0.2;
const NEIGHBOURS: f64 = 0.2;
/// A leaning: less than any name, more than a chance word.
const IN_FOCUS: f64 = 0.15;

/// What is left of the score of a test, where the task is not about tests.
const TEST_LEFT: f64 = 0.3;
/// What is left of the score of docs, examples and tools beside the code.
const ASIDE_LEFT: f64 = 0.5;
/// What is left of the score of a copy of other people's code, where the task does not name its path.
const VENDORED_LEFT: f64 = 0.3;

/// How many of the best files pass their score on to their neighbours.
const N_SOURCES: usize = 20;

/// A file and the addends of its score.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ScoredFile {
    pub(crate) file: FileId,
    /// Its place among all files.
    pub(crate) place: usize,
    pub(crate) score: f64,
    pub(crate) factors: Vec<Factor>,
    pub(crate) damping: Damping,
}

/// What is known of the files, by place.
pub(crate) struct Signals<'s> {
    pub(crate) graph: &'s Graph,
    pub(crate) listing: &'s Listing,
    pub(crate) lexical: &'s Lexical,
    pub(crate) mentioned: &'s Mentioned,
    /// Files in hand.
    pub(crate) focus: &'s [FileId],
    pub(crate) is_about_tests: bool,
}

/// The best files, best first, at most `most`; equal scores by path. O(files + edges of the best).
pub(crate) fn rank_files(signals: &Signals<'_>, most: usize) -> Vec<ScoredFile> {
    let mentioned = signals.mentioned;
    let files = &signals.listing.files;
    let focused: Vec<f64> = files.iter().map(|file| f64::from(u8::from(signals.focus.contains(file)))).collect();
    let dampings: Vec<Damping> = files.iter().map(|&file| damping(signals, file)).collect();
    let mut parts = vec![
        Part::scaled("words", &signals.lexical.scores, WORDS),
        Part::scaled("path named", &mentioned.paths, PATH_NAMED),
        Part::scaled("module named", &mentioned.modules, MODULE_NAMED),
        Part::scaled("names in code", &mentioned.code_names, CODE_NAMES),
        Part::scaled("names", &mentioned.plain_names, PLAIN_NAMES),
        Part::scaled("in focus", &focused, IN_FOCUS),
    ];
    let alone = sums(&parts, &dampings);
    parts.push(Part::scaled("neighbours", &passed_on(signals, &alone), NEIGHBOURS));
    let scores = sums(&parts, &dampings);
    best_of(&scores, most)
        .into_iter()
        .map(|place| {
            let damping = dampings[place];
            let mut factors: Vec<Factor> = parts.iter().filter_map(|part| part.factor(place)).collect();
            factors.extend(damping.factor(factors.iter().map(|factor| factor.value).sum()));
            ScoredFile { file: files[place], place, score: scores[place], factors, damping }
        })
        .collect()
}

/// Every file's parts in one sum, damped.
fn sums(parts: &[Part], dampings: &[Damping]) -> Vec<f64> {
    let sum = |place: usize| parts.iter().map(|part| part.values[place]).sum::<f64>();
    dampings.iter().enumerate().map(|(place, damping)| sum(place) * damping.left).collect()
}

/// The places of the greatest scores above zero. Files come by path, and the sort is stable.
fn best_of(scores: &[f64], most: usize) -> Vec<usize> {
    let mut best: Vec<usize> = (0..scores.len()).filter(|&place| scores[place] > 0.0).collect();
    order::sort_by(&mut best, |&one, &other| scores[other].total_cmp(&scores[one]));
    best.truncate(most);
    best
}

/// What is left of a score, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Damping {
    name: &'static str,
    /// 1 where nothing is taken.
    pub(crate) left: f64,
}

impl Damping {
    /// What is taken off a whole, as an addend.
    pub(crate) fn factor(self, whole: f64) -> Option<Factor> {
        (self.left < 1.0).then_some(Factor { name: self.name, value: whole * (self.left - 1.0) })
    }
}

fn damping(signals: &Signals<'_>, file: FileId) -> Damping {
    let at = signals.graph.file(file);
    let is_named = signals.mentioned.paths[signals.listing.place(file)] > 0.0;
    match () {
        () if at.is_vendored && !is_named => Damping { name: "vendored", left: VENDORED_LEFT },
        () if at.is_test && !signals.is_about_tests => Damping { name: "a test", left: TEST_LEFT },
        () if is_aside(&at.path) => Damping { name: "beside the code", left: ASIDE_LEFT },
        () => Damping { name: "", left: 1.0 },
    }
}

/// Whether a path is one of docs, examples, benchmarks or tools, by the usual names.
fn is_aside(path: &str) -> bool {
    let is_aside = |folder: &str| {
        matches!(
            folder,
            "doc" | "docs" | "example" | "examples" | "bench" | "benchmarks" | "scripts" | "extra" | "tools"
        )
    };
    path.rsplit_once('/').is_some_and(|(folders, _)| folders.split('/').any(is_aside)) || path == "setup.py"
}

/// What each file gets from the best: each passes its score on along its edges to other files, both ways, in shares.
fn passed_on(signals: &Signals<'_>, scores: &[f64]) -> Vec<f64> {
    let mut passed = vec![0.0; scores.len()];
    for source in best_of(scores, N_SOURCES) {
        let shares = shares(signals, signals.listing.files[source]);
        let whole: u32 = shares.iter().map(|&(_, share)| share).sum();
        for (place, share) in shares {
            passed[place] += scores[source] * f64::from(share) / f64::from(whole);
        }
    }
    passed
}

/// The files that a file's edges lead to or come from, with the confidence of those edges in hundredths, summed up.
fn shares(signals: &Signals<'_>, file: FileId) -> Vec<(usize, u32)> {
    let graph = signals.graph;
    let of = |symbol| graph.symbol(symbol).file;
    let mut ends: Vec<(usize, u32)> = Vec::new();
    for &symbol in &graph.file(file).symbols {
        let outwards = graph.out_edges(symbol).map(|edge| (of(edge.target), edge));
        for (other, edge) in outwards.chain(graph.in_edges(symbol).map(|edge| (of(edge.source), edge))) {
            if other != file {
                ends.push((signals.listing.place(other), (edge.strategy.confidence() * 100.0) as u32));
            }
        }
    }
    // By place and then summed: the order in which edges hang together does not matter.
    order::sort(&mut ends);
    ends.chunk_by(|one, other| one.0 == other.0)
        .map(|same| (same[0].0, same.iter().map(|&(_, share)| share).sum()))
        .collect()
}
