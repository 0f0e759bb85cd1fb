//! Ranks files by the words that they share with a task: BM25 over their fields.
//!
//! A file's count of a term is the sum over its fields, each weighted and normalised by the field's average length
//! (BM25F, Robertson and Zaragoza, 2004). Not here: which words belong to which field.

use alloc::vec::Vec;

use super::task::TaskTerm;
use crate::graph::stored::words::{FieldCounts, FileTerms, N_FIELDS};
use crate::text::bm25;

/// Weights of a file's path, names, docs and text; half to twice these weights rank nearly the same.
const FIELD_WEIGHTS: [f64; N_FIELDS] = [4.0, 3.0, 2.0, 1.0];

pub(crate) struct LexicalScores {
    /// By index of the file in the listing.
    pub(crate) scores: Vec<f64>,
    /// The inverse document frequency of each term of the task; 0 if no file contains it.
    pub(crate) rarities: Vec<f64>,
}

/// Scores files by their words; a file without a row scores 0. O(files x terms).
pub(crate) fn lexical_scores(terms: &[TaskTerm], files: &[Option<FileTerms<'_>>]) -> LexicalScores {
    let mut found: Vec<(u32, u32, FieldCounts)> = Vec::new();
    let mut n_with = vec![0u32; terms.len()];
    for (file, words) in (0..).zip(files) {
        let Some(words) = words else { continue };
        for (term, asked) in (0..).zip(terms) {
            if let Some(counts) = words.get(asked.term) {
                found.push((file, term, counts));
                n_with[term as usize] += 1;
            }
        }
    }
    let rarities: Vec<f64> = n_with.iter().map(|&n| if n == 0 { 0.0 } else { bm25::idf(n, files.len()) }).collect();
    let averages = average_lengths(files);
    let mut scores = vec![0.0; files.len()];
    for (file, term, counts) in found {
        let Some(words) = &files[file as usize] else { continue };
        let frequency: f64 = (0..N_FIELDS).map(|field| frequency(field, &counts, &words.n_terms, &averages)).sum();
        let weight = terms[term as usize].weight * rarities[term as usize];
        scores[file as usize] += bm25::saturated_weight(weight, frequency);
    }
    LexicalScores { scores, rarities }
}

fn average_lengths(files: &[Option<FileTerms<'_>>]) -> [f64; N_FIELDS] {
    let n_files = files.iter().flatten().count().max(1) as f64;
    core::array::from_fn(|field| {
        files.iter().flatten().map(|words| f64::from(words.n_terms[field])).sum::<f64>() / n_files
    })
}

fn frequency(field: usize, counts: &FieldCounts, lengths: &FieldCounts, averages: &[f64; N_FIELDS]) -> f64 {
    if counts[field] == 0 {
        return 0.0;
    }
    let length = f64::from(lengths[field]) / averages[field].max(1.0);
    bm25::length_normalised(FIELD_WEIGHTS[field] * f64::from(counts[field]), length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::stored::words::{Field, WordsRow};
    use crate::prepare::task::Task;
    use crate::text::terms::query_terms;

    /// The row of a file with this text and these names.
    fn row(names: &str, body: &str) -> Vec<u8> {
        let mut row = WordsRow::default();
        for (field, text) in [(Field::Names, names), (Field::Body, body)] {
            for term in query_terms(text) {
                row.add(field, term.term, term.n_times);
            }
        }
        row.encode()
    }

    fn scores(task: &str, rows: &[Vec<u8>]) -> (LexicalScores, Vec<TaskTerm>) {
        let terms = Task::read(task, &[]).terms;
        let files: Vec<_> = rows.iter().map(|row| FileTerms::read(row)).collect();
        (lexical_scores(&terms, &files), terms)
    }

    #[test]
    fn rare_words_count_more_than_common_ones() {
        let rows = [row("", "cookie request"), row("", "request"), row("", "request"), row("", "proxy request")];
        let (lexical, terms) = scores("cookie of a request", &rows);
        assert!(lexical.scores[0] > 2.0 * lexical.scores[1]);
        assert!(lexical.rarities[0] > lexical.rarities[1], "{terms:?}");
    }

    #[test]
    fn a_defined_name_counts_more_than_a_mention_and_a_short_file_more_than_a_long_one() {
        let long = "other words of this rather long file that says very little about anything ".repeat(9);
        let rows = [row("cookie", "cookie"), row("", "cookie"), row("", &format!("cookie {long}")), row("", "")];
        let (lexical, _) = scores("cookie", &rows);
        assert!(lexical.scores[0] > lexical.scores[1]);
        assert!(lexical.scores[1] > lexical.scores[2]);
        assert!(lexical.scores[3].abs() < f64::EPSILON);
    }

    #[test]
    fn files_without_known_words_score_zero() {
        let terms = Task::read("cookie", &[]).terms;
        assert_eq!(lexical_scores(&terms, &[None, None]).scores, [0.0, 0.0]);
        assert_eq!(lexical_scores(&[], &[]).scores, Vec::<f64>::new());
    }
}
