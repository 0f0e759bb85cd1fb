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
    headings: f64,
    /// The number of terms in all texts.
    texts: f64,
    /// For each term of the question, the number of sections that have it.
    n_with: Vec<u32>,
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
    asked: &DocumentQuery,
    limit: usize,
) -> RankedSections<'d> {
    let mut counted = SectionTotals { n_with: vec![0; asked.terms.len()], ..SectionTotals::default() };
    let mut candidates = Vec::new();
    for (path, document) in documents {
        counted.n_documents += 1;
        let in_path = held_by_path(path, asked);
        let is_named = asked.names_file(path);
        for section in document.sections {
            let held = asked.terms.iter().enumerate().filter(|(_, (term, _))| section.get(*term).is_some());
            let held = held.fold(in_path, |held, (at, _)| held | 1 << at);
            counted.add(&section, held);
            if held != 0 || is_named {
                let (hash, factors) = (document.hash, Vec::new());
                candidates.push(SectionCandidate {
                    path,
                    hash,
                    section,
                    held_terms: held,
                    is_named,
                    fit: 0.0,
                    score: 0.0,
                    factors,
                });
            }
        }
    }
    let n_with = || counted.n_with.iter().copied();
    let rarities: Vec<f64> = n_with().map(|n_with| bm25::idf(n_with, counted.n_sections)).collect();
    let fit = Fit::new(n_with(), counted.n_sections);
    candidates.iter_mut().for_each(|one| one.set_score(asked, &counted, &rarities, &fit));
    let best_fit = candidates.iter().map(|one| one.fit).fold(0.0, f64::max);
    let unknown = asked.terms.iter().zip(&counted.n_with).filter(|(_, n_with)| **n_with == 0);
    let unknown_words = unknown.map(|((_, word), _)| word.clone()).collect();
    let n_matching = candidates.len() as u32;
    candidates.retain(|one| one.fit >= MIN_FIT);
    // They are by path and line, and the sort is stable: ties keep that order.
    sort::sort_by(&mut candidates, |one, other| other.score.total_cmp(&one.score));
    candidates.truncate(limit);
    RankedSections { best: candidates, best_fit, n_matching, unknown_words, n_documents: counted.n_documents }
}

/// Bit set of the question's terms that a path has.
fn held_by_path(path: &str, asked: &DocumentQuery) -> u128 {
    let of_path: Vec<Term> = question_terms(path).into_iter().map(|one| one.term).collect();
    let held = asked.terms.iter().enumerate().filter(|(_, (term, _))| of_path.contains(term));
    held.fold(0, |held, (at, _)| held | 1 << at)
}

impl SectionTotals {
    fn add(&mut self, section: &StoredSection<'_>, held: u128) {
        self.n_sections += 1;
        self.headings += f64::from(section.n_terms.heading);
        self.texts += f64::from(section.n_terms.text);
        self.n_with.iter_mut().enumerate().for_each(|(at, n_with)| *n_with += u32::from(has_term(held, at)));
    }

    /// A section's number of terms divided by the average; `of_all` is the total of all sections.
    fn relative_length(&self, n_terms: u32, of_all: f64) -> f64 {
        f64::from(n_terms) / (of_all / self.n_sections.max(1) as f64).max(1.0)
    }
}

impl SectionCandidate<'_> {
    /// Sets the section's score, its factors and its fit.
    fn set_score(&mut self, asked: &DocumentQuery, counted: &SectionTotals, rarities: &[f64], fit: &Fit) {
        let lengths = self.section.n_terms;
        let (of_heading, of_text) = (
            counted.relative_length(lengths.heading, counted.headings),
            counted.relative_length(lengths.text, counted.texts),
        );
        let (mut text, mut heading, mut path) = (0.0, 0.0, 0.0);
        for (at, ((term, _), rarity)) in asked.terms.iter().zip(rarities).enumerate() {
            if !has_term(self.held_terms, at) {
                continue;
            }
            let TermCounts { heading: in_heading, text: in_text } = self.section.get(*term).unwrap_or_default();
            let worth = |n, length| bm25::saturated_weight(*rarity, bm25::length_normalised(f64::from(n), length));
            text += worth(in_text, of_text);
            heading += HEADING_WEIGHT * worth(in_heading, of_heading);
            path += if in_heading + in_text == 0 { PATH_WEIGHT * worth(1, 1.0) } else { 0.0 };
        }
        let named = NAMED_SCORE * f64::from(u8::from(self.is_named) + u8::from(asked.names_title(self.section.title)));
        let factors = [("text", text), ("heading", heading), ("path", path), ("named", named)];
        let factors = factors.into_iter().filter(|(_, value)| *value > 0.0);
        self.factors = factors.map(|(name, value)| Factor { name, value }).collect();
        self.score = text + heading + path + named;
        self.fit = if self.is_named { 1.0 } else { fit.of(self.held_terms) };
    }
}

fn has_term(held: u128, at: usize) -> bool {
    held >> at & 1 == 1
}

const _: () = assert!(MAX_TERMS <= u128::BITS as usize, "which terms a section has is kept in so many bits");
