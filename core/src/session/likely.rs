//! Ranks the files that a new session will likely touch: files of recent sessions, of sessions with a similar request,
//! and files that the message names or whose path shares words with it.
//!
//! A file's score is the sum of five factors:
//!
//! - `recency`: for each session that touched it (1 + ln(touches) / 2) · e^(-age/3), with the session's age in
//!   sessions.
//! - `similar`: for each such session (1 + ln(touches) / 2), times twice the similarity of its request to the message,
//!   by BM25.
//! - `frequency`: 0.3 · ln(1 + n) for the n sessions that touched it.
//! - `words`: twice the share of the path's words that the message has; rare words weigh more.
//! - `named`: 3 for a file whose name is in the message, added to the most that past sessions give any file. A name
//!   without its extension gains less, a path with its folders twice as much.
//!
//! The constants were chosen on the older two thirds of recorded sessions, and scored on the newest third. Nothing was
//! gained there by files that were touched together with the chosen ones, by tests of files, or by counting edits above
//! reads. `docs/session.md` has the figures.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::begin::LikelyFile;
use crate::base::sort::sort_by;
use crate::text::bm25::{idf, length_normalised, saturated_weight};
use crate::text::terms::{Term, term_set, terms};
use crate::window::NamedFactor;

/// The decay constant of recency, in sessions.
const DECAY_SESSIONS: f64 = 3.0;
/// The weight of the logarithm of the touches in a session.
const TOUCH_WEIGHT: f64 = 0.5;
/// The weight of a session with the same request, relative to the newest session.
const SIMILARITY_WEIGHT: f64 = 2.0;
/// The weight of the logarithm of the number of sessions.
const FREQUENCY_WEIGHT: f64 = 0.3;
/// The score of a path that shares all its words with the message.
const WORDS_WEIGHT: f64 = 2.0;
/// The score of a file that the message names, added to the most that past sessions give any file. It exceeds
/// [`WORDS_WEIGHT`], so that a named file comes first.
const NAME_WEIGHT: f64 = 3.0;
/// The share of [`NAME_WEIGHT`] for a name without its extension.
const STEM_SHARE: f64 = 0.7;
/// The most bytes of a request that are read; a pasted log says little about the request.
const MAX_REQUEST_BYTES: usize = 16 << 10;

/// A recorded session.
#[derive(Debug, Default)]
pub(super) struct PastSession {
    /// The number of touches of each file.
    pub(super) files: BTreeMap<String, u32>,
    /// The first request of the session; empty if none was recorded.
    pub(super) request: String,
}

/// Ranks the files of past sessions, which are given newest first; files of equal scores are ordered by path.
pub(super) fn likely_files(sessions: &[PastSession], message: &str) -> Vec<LikelyFile> {
    let message_terms = term_counts(message);
    let similarities = similarities(sessions, &message_terms);
    let mut files: BTreeMap<&str, [f64; 5]> = BTreeMap::new();
    for (age, (session, similarity)) in sessions.iter().zip(similarities).enumerate() {
        let recency = libm::exp(-(age as f64) / DECAY_SESSIONS);
        for (path, n_touches) in &session.files {
            let weight = 1.0 + TOUCH_WEIGHT * libm::log(f64::from(*n_touches));
            let [recency_sum, similarity_sum, n_sessions, ..] = files.entry(path).or_default();
            *recency_sum += weight * recency;
            *similarity_sum += weight * SIMILARITY_WEIGHT * similarity;
            *n_sessions += 1.0;
        }
    }
    let shares = shared_words(files.keys().copied(), &message_terms);
    let lower_message = message.to_lowercase();
    let past_score =
        |[recency, similarity, n_sessions, ..]: &[f64; 5]| recency + similarity + frequency_score(*n_sessions);
    let max_past_score = files.values().map(past_score).fold(0.0, f64::max);
    let file = |((path, factors), share): ((&str, [f64; 5]), f64)| {
        let [recency, similarity, n_sessions, ..] = factors;
        let factors = [
            ("recency", recency),
            ("similar", similarity),
            ("frequency", frequency_score(n_sessions)),
            ("words", WORDS_WEIGHT * share),
            ("named", name_match(path, &lower_message).map_or(0.0, |name| name.gain(max_past_score))),
        ];
        let factors = factors.into_iter().filter(|(_, value)| *value > 0.0);
        let factors: Vec<NamedFactor> = factors.map(|(name, value)| NamedFactor { name: name.into(), value }).collect();
        LikelyFile { path: path.into(), score: factors.iter().map(|factor| factor.value).sum(), factors }
    };
    let mut files: Vec<LikelyFile> = files.into_iter().zip(shares).map(file).collect();
    sort_by(&mut files, |one, other| other.score.total_cmp(&one.score).then_with(|| one.path.cmp(&other.path)));
    files
}

/// The score of a file that this many sessions touched.
fn frequency_score(n_sessions: f64) -> f64 {
    FREQUENCY_WEIGHT * libm::log1p(n_sessions)
}

/// For each session, the similarity of its request to the message: BM25 as a share of the message's maximum.
fn similarities(sessions: &[PastSession], message_terms: &BTreeMap<Term, u32>) -> Vec<f64> {
    let texts: Vec<BTreeMap<Term, u32>> = sessions.iter().map(|session| term_counts(&session.request)).collect();
    let document_frequency = document_frequency(texts.iter().flat_map(BTreeMap::keys));
    let weight = |term: &Term| idf(document_frequency.get(term).copied().unwrap_or(0), texts.len());
    let weights: Vec<(Term, f64)> = message_terms.keys().map(|term| (*term, weight(term))).collect();
    let total_weight: f64 = weights.iter().map(|(_, weight)| weight).sum();
    let length = |text: &BTreeMap<Term, u32>| f64::from(text.values().sum::<u32>());
    let mean_length = texts.iter().map(length).sum::<f64>() / texts.len().max(1) as f64;
    let similarity = |text: &BTreeMap<Term, u32>| {
        let length_share = length(text) / mean_length;
        let term_score = |(term, weight): &(Term, f64)| {
            let n_times = text.get(term).map_or(0.0, |n_times| f64::from(*n_times));
            if n_times > 0.0 { saturated_weight(*weight, length_normalised(n_times, length_share)) } else { 0.0 }
        };
        if total_weight > 0.0 { weights.iter().map(term_score).sum::<f64>() / total_weight } else { 0.0 }
    };
    texts.iter().map(similarity).collect()
}

/// For each path, the share of its words in the message, weighted by rarity among paths.
fn shared_words<'p>(paths: impl Iterator<Item = &'p str>, message_terms: &BTreeMap<Term, u32>) -> Vec<f64> {
    let words: Vec<_> = paths.map(|path| term_set(without_ending(path))).collect();
    let document_frequency = document_frequency(words.iter().flatten());
    let weight = |word: &Term| idf(document_frequency.get(word).copied().unwrap_or(0), words.len());
    let share = |path_words: &alloc::collections::BTreeSet<Term>| {
        let total_weight: f64 = path_words.iter().map(weight).sum();
        let shared_weight: f64 = path_words.iter().filter(|word| message_terms.contains_key(word)).map(weight).sum();
        if total_weight > 0.0 { shared_weight / total_weight } else { 0.0 }
    };
    words.iter().map(share).collect()
}

/// The number of texts that contain each term, given each text's terms once.
fn document_frequency<'t>(terms: impl Iterator<Item = &'t Term>) -> BTreeMap<Term, u32> {
    let mut document_frequency = BTreeMap::new();
    terms.for_each(|term| *document_frequency.entry(*term).or_default() += 1);
    document_frequency
}

/// How a message names a file.
#[derive(Clone, Copy)]
enum NameMatch {
    /// By its name without the extension.
    Stem,
    /// By its name.
    Whole,
    /// By its path.
    Path,
}

impl NameMatch {
    /// The score of a file that is named in this way; `max_past_score` is the most that past sessions give any file.
    fn gain(self, max_past_score: f64) -> f64 {
        match self {
            NameMatch::Stem => max_past_score + STEM_SHARE * NAME_WEIGHT,
            NameMatch::Whole => max_past_score + NAME_WEIGHT,
            NameMatch::Path => 2.0 * (max_past_score + NAME_WEIGHT),
        }
    }
}

/// How a message in lower case names a file. A name without extension counts only if it has an underscore or a hyphen.
fn name_match(path: &str, message: &str) -> Option<NameMatch> {
    let lower_path = path.to_lowercase();
    let name = lower_path.rsplit('/').next().unwrap_or_default();
    let stem = without_ending(name);
    if lower_path.contains('/') && has_name(message, &lower_path) {
        Some(NameMatch::Path)
    } else if has_name(message, name) {
        Some(NameMatch::Whole)
    } else {
        (stem.contains(['_', '-']) && has_name(message, stem)).then_some(NameMatch::Stem)
    }
}

/// Whether a name occurs in a text, not as the end of a longer name.
fn has_name(text: &str, name: &str) -> bool {
    let is_part = |char: char| char.is_alphanumeric() || "_-.".contains(char);
    !name.is_empty() && text.match_indices(name).any(|(at, _)| !text[..at].ends_with(is_part))
}

/// A path without the extension of its name; a dotfile has none.
fn without_ending(path: &str) -> &str {
    match path.rsplit_once('.') {
        Some((before, ending)) if !before.is_empty() && !before.ends_with('/') && !ending.contains('/') => before,
        _ => path,
    }
}

/// The number of occurrences of each term in the first [`MAX_REQUEST_BYTES`] of a text.
fn term_counts(text: &str) -> BTreeMap<Term, u32> {
    let mut counts = BTreeMap::new();
    let text = &text[..text.floor_char_boundary(MAX_REQUEST_BYTES)];
    terms(text, &mut |term| *counts.entry(term).or_default() += 1);
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn past(request: &str, files: &[(&str, u32)]) -> PastSession {
        PastSession {
            files: files.iter().map(|(path, n)| (String::from(*path), *n)).collect(),
            request: request.into(),
        }
    }

    fn order(sessions: &[PastSession], message: &str) -> Vec<String> {
        likely_files(sessions, message).into_iter().map(|file| file.path).collect()
    }

    fn three_sessions() -> Vec<PastSession> {
        vec![
            past("bump the version for the release", &[("release/notes.md", 1)]),
            past("colours of the status table", &[("ui/table.go", 2)]),
            past("the upload fails behind a proxy", &[("net/client.go", 4), ("net/retry_queue.go", 1)]),
        ]
    }

    #[test]
    fn without_a_message_the_newest_sessions_files_come_first() {
        assert_eq!(
            order(&three_sessions(), ""),
            ["release/notes.md", "ui/table.go", "net/client.go", "net/retry_queue.go"]
        );
    }

    #[test]
    fn files_of_a_session_that_was_asked_for_the_same_come_before_newer_ones() {
        let found = likely_files(&three_sessions(), "uploads through a proxy fail again");
        assert_eq!(found[0].path, "net/client.go");
        let names: Vec<&str> = found[0].factors.iter().map(|factor| factor.name.as_ref()).collect();
        assert_eq!(names, ["recency", "similar", "frequency"]);
        assert_eq!(found[0].score.to_bits(), found[0].factors.iter().map(|one| one.value).sum::<f64>().to_bits());
    }

    #[test]
    fn a_file_that_the_message_names_comes_first_with_or_without_its_ending() {
        for message in ["why does retry_queue.go sleep?", "why does the retry_queue sleep?", "net/retry_queue.go:12"] {
            assert_eq!(order(&three_sessions(), message)[0], "net/retry_queue.go", "{message}");
        }
        let factors = |message| {
            likely_files(&three_sessions(), message).into_iter().flat_map(|file| file.factors).collect::<Vec<_>>()
        };
        assert!(factors("see old_retry_queue.go and mytable.go").iter().all(|factor| factor.name != "named"));
    }

    /// Thirty sessions that touched the same files often, and an older one that touched two files with the same name.
    fn busy() -> Vec<PastSession> {
        let general: Vec<(String, u32)> = (0..20).map(|n| (format!("src/general{n}.go"), 9)).collect();
        let general: Vec<(&str, u32)> = general.iter().map(|(path, n)| (path.as_str(), *n)).collect();
        let mut sessions: Vec<PastSession> = (0..30).map(|_| past("why does the client fail?", &general)).collect();
        sessions.push(past("", &[("old/retry_queue.go", 9), ("net/retry_queue.go", 1)]));
        sessions
    }

    #[test]
    fn a_file_that_is_named_comes_before_those_that_thirty_newer_sessions_touched() {
        for (message, first) in [
            ("why does retry_queue.go fail?", "old/retry_queue.go"),
            ("why does the retry_queue fail?", "old/retry_queue.go"),
            ("why does net/retry_queue.go fail?", "net/retry_queue.go"),
            ("/home/me/shop/net/retry_queue.go:12: why does the client fail?", "net/retry_queue.go"),
        ] {
            assert_eq!(order(&busy(), message)[0], first, "{message}");
        }
        assert_eq!(order(&busy(), "why does the client fail?").last().unwrap(), "net/retry_queue.go");
    }

    #[test]
    fn a_file_of_many_sessions_comes_before_one_that_was_touched_as_often_in_one() {
        let mut sessions =
            vec![past("", &[("z.go", 1)]), past("", &[("z.go", 1)]), past("", &[("z.go", 1), ("a.go", 3)])];
        sessions.insert(0, past("", &[]));
        assert_eq!(order(&sessions, ""), ["z.go", "a.go"]);
    }

    #[test]
    fn nothing_recorded_and_strange_messages_give_no_fault() {
        assert_eq!(order(&[], "anything"), [""; 0]);
        let all = order(&three_sessions(), "");
        for message in ["\u{0}", "....", "Ünïcode İ ß _-.", "// \\ ."] {
            assert_eq!(order(&three_sessions(), message), all, "{message:?}");
        }
    }
}
