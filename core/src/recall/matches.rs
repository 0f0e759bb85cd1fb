//! The documents that have terms of a question, and how much of the question each contains.

use alloc::vec::Vec;

use super::index::{DocPosition, Index};
use super::query::Query;
use crate::lexical::{Segment, postings_of};
use crate::text::bm25::idf;
use crate::text::fit::Fit;
use crate::text::terms::Term;

/// A feature of the question that a document has: its index, and how often it occurs. Features are the terms, then the
/// pairs of adjacent terms, then the exact phrases.
pub(super) type Feature = (u32, u32);

/// The documents that have a feature of a question.
#[derive(Debug, Default)]
pub(super) struct Matches {
    /// The rarity of each term, then of each pair, by index: rare ones count more. Exact phrases have none.
    pub(super) rarity: Vec<f64>,
    fit: Fit,
    /// How many documents have each feature, by the feature's index.
    pub(super) n_with: Vec<u64>,
    /// The documents, sorted by position.
    pub(super) documents: Vec<DocumentMatch>,
    /// The features of all documents, one document after another.
    features: Vec<Feature>,
}

/// A document that has a feature of a question.
#[derive(Clone, Copy, Debug)]
pub(super) struct DocumentMatch {
    pub(super) at: DocPosition,
    /// The range of its features among those of all documents.
    start: u32,
    end: u32,
}

/// The postings of a term in a segment.
#[derive(Debug, Default)]
struct PostingList {
    /// The places of documents, each with the index at which its positions begin in `positions`.
    docs: Vec<(u32, u32)>,
    positions: Vec<u32>,
}

impl PostingList {
    fn read(index: &Index<'_>, segment: &Segment, term: Term) -> PostingList {
        let mut list = PostingList::default();
        if let Some(block) = index.block(segment, term) {
            // The part's checksum was verified, so the list is not damaged.
            _ = postings_of(&block, term, &mut |posting| {
                list.docs.push((posting.document, list.positions.len() as u32));
                list.positions.extend_from_slice(posting.positions);
            });
        }
        list
    }

    fn positions(&self, at: usize) -> &[u32] {
        let end = self.docs.get(at + 1).map_or(self.positions.len(), |(_, next)| *next as usize);
        &self.positions[self.docs[at].1 as usize..end]
    }

    /// The postings of `second_list` at positions that directly follow one of this list, so that both terms are
    /// adjacent.
    fn followed_by(&self, second_list: &PostingList) -> PostingList {
        let (mut pair_list, mut at) = (PostingList::default(), 0);
        for (doc_at, &(doc, _)) in self.docs.iter().enumerate() {
            while second_list.docs.get(at).is_some_and(|(other, _)| *other < doc) {
                at += 1;
            }
            if second_list.docs.get(at).is_none_or(|(other, _)| *other != doc) {
                continue;
            }
            let start = pair_list.positions.len();
            let second_positions = second_list.positions(at);
            let ends = self.positions(doc_at).iter().map(|position| position + 1);
            pair_list.positions.extend(ends.filter(|end| second_positions.binary_search(end).is_ok()));
            if pair_list.positions.len() > start {
                pair_list.docs.push((doc, start as u32));
            }
        }
        pair_list
    }
}

impl Matches {
    /// The features of the question that a document has.
    pub(super) fn features(&self, document: DocumentMatch) -> &[Feature] {
        &self.features[document.start as usize..document.end as usize]
    }

    /// The fit of a record with these terms of the question. `terms` has a bit for each, by the term's index.
    pub(super) fn fit(&self, terms: u128) -> f64 {
        self.fit.of(terms)
    }

    /// The documents that have a term or an exact phrase of a question, before any filter.
    pub(super) fn find(index: &Index<'_>, query: &Query) -> Matches {
        let (n_terms, n_pairs) = (query.terms.len(), query.pairs.len());
        let mut matches = Matches::default();
        matches.n_with.resize(n_terms + n_pairs + query.exact.len(), 0);
        for (segment, at) in index.segments.list.iter().zip(0..) {
            let terms: Vec<PostingList> =
                query.terms.iter().map(|(term, _)| PostingList::read(index, segment, *term)).collect();
            let pairs: Vec<PostingList> =
                query.pairs.iter().map(|(one, next)| terms[*one].followed_by(&terms[*next])).collect();
            let exact: Vec<PostingList> =
                query.exact.iter().map(|terms| phrase_postings(index, segment, terms)).collect();
            let mut hits: Vec<(u32, u32, u32)> = Vec::new();
            for (feature, list) in terms.iter().chain(&pairs).chain(&exact).enumerate() {
                matches.n_with[feature] += list.docs.len() as u64;
                let docs = list.docs.iter().enumerate();
                hits.extend(docs.map(|(at, (doc, _))| (*doc, feature as u32, list.positions(at).len() as u32)));
            }
            // Each list is sorted already, so the stable sort merges them quickly.
            hits.sort();
            for doc_hits in hits.chunk_by(|one, next| one.0 == next.0) {
                let start = matches.features.len() as u32;
                matches.features.extend(doc_hits.iter().map(|(_, feature, n)| (*feature, *n)));
                let (at, end) = (DocPosition { segment: at, place: doc_hits[0].0 }, matches.features.len() as u32);
                matches.documents.push(DocumentMatch { at, start, end });
            }
        }
        let n_docs = index.n_docs();
        let of_words = &matches.n_with[..n_terms + n_pairs];
        matches.rarity = of_words.iter().map(|n_with| idf(*n_with as u32, n_docs as usize)).collect();
        let terms = matches.n_with.iter().zip(&query.terms);
        let terms = terms.map(|(n_with, (_, word))| (*n_with as u32, query.names.contains(word)));
        matches.fit = Fit::with_names(terms, n_docs as usize);
        matches
    }
}

fn phrase_postings(index: &Index<'_>, segment: &Segment, terms: &[Term]) -> PostingList {
    let mut lists = terms.iter().map(|term| PostingList::read(index, segment, *term));
    let Some(first) = lists.next() else { return PostingList::default() };
    lists.fold(first, |so_far, next| so_far.followed_by(&next))
}
