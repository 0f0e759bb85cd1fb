//! Ranks sections with BM25 over the terms of headings, paths and texts.
//!
//! The score only ranks. The fit is the share of the question that a section covers, by the same rule as for records.
//! All sections' rows are read: O(sections x terms).

use alloc::string::String;
use alloc::vec::Vec;

use super::asked::{DocumentQuery, MAX_TERMS};
use crate::ask::FileSpan;
use crate::base::score::Factor;
use crate::base::sort;
use crate::graph::stored::sections::{Document, StoredSection, TermCounts};
use crate::text::bm25;
use crate::text::fit::Fit;
use crate::text::terms::{Term, question_terms};

/// Weights of a term in a heading and in a path; a term in the text has weight 1.
const HEADING_WEIGHT: f64 = 1.0;
const PATH_WEIGHT: f64 = 0.5;
/// Least fit of a section that is returned. Documents have so many words that one word of three is found for any
/// question: see docs/recall.md.
pub(super) const MIN_FIT: f64 = 0.4;
/// Score of a section whose file or heading the question names: as much as an exact match in records.
const NAMED_SCORE: f64 = 10.0;

/// A section that has a term of the question, or whose path has one, or whose file the question names.
pub(super) struct SectionCandidate<'d> {
    pub(super) path: &'d str,
    hash: &'d [u8],
    pub(super) section: StoredSection<'d>,
    /// Bit set of the question's terms that the section or its path has.
    held_terms: u128,
    /// Whether the question names the section's file.
    is_named: bool,
    pub(super) fit: f64,
    pub(super) score: f64,
    pub(super) factors: Vec<Factor>,
}

/// The best sections, and totals over all sections.
pub(super) struct RankedSections<'d> {
    pub(super) best: Vec<SectionCandidate<'d>>,
    pub(super) best_fit: f64,
    pub(super) n_matching: u32,
    pub(super) unknown_words: Vec<String>,
    pub(super) n_documents: u32,
}

/// Counts over all sections, for BM25.
#[derive(Default)]
struct SectionTotals {
    n_sections: usize,
    n_documents: u32,
    /// The number of terms in all headings.
    n_heading_terms: f64,
    /// The number of terms in all texts.
    n_text_terms: f64,
    /// For each term of the question, the number of sections that have it.
    n_sections_with: Vec<u32>,
}

impl SectionCandidate<'_> {
    /// The lines of the section's text, without its heading.
    pub(super) fn span(&self) -> FileSpan {
        let StoredSection { text_line: first_line, last_line, .. } = self.section;
        FileSpan { path: self.path.into(), hash: self.hash.to_vec(), first_line, last_line }
    }
}

/// The best-ranked sections whose fit is at least [`MIN_FIT`], at most `limit`.
pub(super) fn rank<'d>(
    documents: impl Iterator<Item = (&'d str, Document<'d>)>,
    query: &DocumentQuery,
    limit: usize,
) -> RankedSections<'d> {
    let mut totals = SectionTotals { n_sections_with: vec![0; query.terms.len()], ..SectionTotals::default() };
    let mut candidates = Vec::new();
    for (path, document) in documents {
        totals.n_documents += 1;
        let path_terms = terms_in_path(path, query);
        let is_named = query.names_file(path);
        for section in document.sections {
            let held_terms = query.terms.iter().enumerate().filter(|(_, (term, _))| section.get(*term).is_some());
            let held_terms = held_terms.fold(path_terms, |held_terms, (at, _)| held_terms | 1 << at);
            totals.add(&section, held_terms);
            if held_terms != 0 || is_named {
                let (hash, factors) = (document.hash, Vec::new());
                candidates.push(SectionCandidate {
                    path,
                    hash,
                    section,
                    held_terms,
                    is_named,
                    fit: 0.0,
                    score: 0.0,
                    factors,
                });
            }
        }
    }
    let n_sections_with = || totals.n_sections_with.iter().copied();
    let rarities: Vec<f64> =
        n_sections_with().map(|n_sections_with| bm25::idf(n_sections_with, totals.n_sections)).collect();
    let fit = Fit::new(n_sections_with(), totals.n_sections);
    candidates.iter_mut().for_each(|one| one.set_score(query, &totals, &rarities, &fit));
    let best_fit = candidates.iter().map(|one| one.fit).fold(0.0, f64::max);
    let unknown_terms =
        query.terms.iter().zip(&totals.n_sections_with).filter(|(_, n_sections_with)| **n_sections_with == 0);
    let unknown_words = unknown_terms.map(|((_, word), _)| word.clone()).collect();
    let n_matching = candidates.len() as u32;
    candidates.retain(|one| one.fit >= MIN_FIT);
    // They are by path and line, and the sort is stable: ties keep that order.
    sort::sort_by(&mut candidates, |one, other| other.score.total_cmp(&one.score));
    candidates.truncate(limit);
    RankedSections { best: candidates, best_fit, n_matching, unknown_words, n_documents: totals.n_documents }
}

/// Bit set of the question's terms that a path has.
fn terms_in_path(path: &str, query: &DocumentQuery) -> u128 {
    let path_terms: Vec<Term> = question_terms(path).into_iter().map(|one| one.term).collect();
    let held_terms = query.terms.iter().enumerate().filter(|(_, (term, _))| path_terms.contains(term));
    held_terms.fold(0, |held_terms, (at, _)| held_terms | 1 << at)
}

impl SectionTotals {
    fn add(&mut self, section: &StoredSection<'_>, held_terms: u128) {
        self.n_sections += 1;
        self.n_heading_terms += f64::from(section.n_terms.heading);
        self.n_text_terms += f64::from(section.n_terms.text);
        self.n_sections_with
            .iter_mut()
            .enumerate()
            .for_each(|(at, n_with)| *n_with += u32::from(has_term(held_terms, at)));
    }

    /// A section's number of terms divided by the average; `total` is the total of all sections.
    fn relative_length(&self, n_terms: u32, total: f64) -> f64 {
        f64::from(n_terms) / (total / self.n_sections.max(1) as f64).max(1.0)
    }
}

impl SectionCandidate<'_> {
    /// Sets the section's score, its factors and its fit.
    fn set_score(&mut self, query: &DocumentQuery, totals: &SectionTotals, rarities: &[f64], fit: &Fit) {
        let n_terms = self.section.n_terms;
        let (heading_length, text_length) = (
            totals.relative_length(n_terms.heading, totals.n_heading_terms),
            totals.relative_length(n_terms.text, totals.n_text_terms),
        );
        let (mut text, mut heading, mut path) = (0.0, 0.0, 0.0);
        for (at, ((term, _), rarity)) in query.terms.iter().zip(rarities).enumerate() {
            if !has_term(self.held_terms, at) {
                continue;
            }
            let TermCounts { heading: in_heading, text: in_text } = self.section.get(*term).unwrap_or_default();
            let weight_of = |n, length| bm25::saturated_weight(*rarity, bm25::length_normalised(f64::from(n), length));
            text += weight_of(in_text, text_length);
            heading += HEADING_WEIGHT * weight_of(in_heading, heading_length);
            path += if in_heading + in_text == 0 { PATH_WEIGHT * weight_of(1, 1.0) } else { 0.0 };
        }
        let named_score =
            NAMED_SCORE * f64::from(u8::from(self.is_named) + u8::from(query.names_title(self.section.title)));
        let factors = [("text", text), ("heading", heading), ("path", path), ("named", named_score)];
        let factors = factors.into_iter().filter(|(_, value)| *value > 0.0);
        self.factors = factors.map(|(name, value)| Factor { name, value }).collect();
        self.score = text + heading + path + named_score;
        self.fit = if self.is_named { 1.0 } else { fit.of(self.held_terms) };
    }
}

fn has_term(held_terms: u128, at: usize) -> bool {
    held_terms >> at & 1 == 1
}

const _: () = assert!(MAX_TERMS <= u128::BITS as usize, "which terms a section has is kept in so many bits");
