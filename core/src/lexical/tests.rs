//! Compares an index with a list of its documents, while documents come and go and segments are merged.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::*;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::text::terms::Term;

/// The parts of an index by segment and key.
#[derive(Default)]
struct StoredParts {
    parts: BTreeMap<(u32, [u8; 5]), Vec<u8>>,
    segments: Vec<Segment>,
    next_id: u32,
}

impl Parts for StoredParts {
    fn part(&self, segment: &Segment, part: Part) -> Option<Arc<[u8]>> {
        Some(self.parts.get(&(segment.id, part.key()))?.as_slice().into())
    }
}

impl StoredParts {
    fn put(&mut self, written: WrittenSegment) {
        let id = written.segment.id;
        self.next_id = self.next_id.max(id + 1);
        self.segments.push(written.segment);
        self.parts.extend(written.parts.into_iter().map(|(part, bytes)| ((id, part.key()), bytes)));
    }

    fn drop(&mut self, id: u32) {
        self.segments.retain(|segment| segment.id != id);
        self.parts.retain(|(segment_id, _), _| *segment_id != id);
    }

    fn merge(&mut self, merged: &[Segment]) {
        let written = merge(self.next_id, merged, self).unwrap();
        merged.iter().for_each(|segment| self.drop(segment.id));
        self.put(written);
    }

    fn remove(&mut self, removed_doc: &Document) {
        let (ids, terms) = (BTreeSet::from([removed_doc.entry.id]), removed_doc.terms.iter().copied().collect());
        for segment in self.segments.clone() {
            let Some(written) = remove(&segment, self, &ids, &terms).unwrap() else { continue };
            let new_segment = written.segment;
            self.parts.extend(written.parts.into_iter().map(|(part, bytes)| ((segment.id, part.key()), bytes)));
            match new_segment.n_docs {
                0 => self.drop(segment.id),
                _ => self.segments.iter_mut().filter(|one| one.id == segment.id).for_each(|one| *one = new_segment),
            }
        }
    }

    /// What the index stores of its documents: their properties, and the positions of their terms. Independent of
    /// segments.
    fn content(&self) -> BTreeMap<DocumentKey, BTreeMap<Term, Vec<u32>>> {
        let mut content = BTreeMap::new();
        for segment in &self.segments {
            let (groups, classes) = segment.groups(self).unwrap();
            let mut docs = Vec::new();
            for group in &groups {
                let mut recounted = Group { n_docs: 0, n_terms: 0, n_turns: 0, ..*group };
                for at in group.first..group.first + group.n_slots {
                    let (part, at) = Segment::part_at(at);
                    let entry = Segment::entry_in(&segment.bytes(self, part).unwrap(), at).unwrap();
                    recounted.n_turns += u32::from(docs.len() < (group.first + group.n_turns) as usize);
                    if !entry.flags.is_removed() {
                        recounted.n_docs += 1;
                        recounted.n_terms += u32::from(entry.n_terms);
                    }
                    docs.push((group.hash, entry, classes.get(usize::from(entry.class)).cloned()));
                }
                assert_eq!(recounted, *group);
            }
            let key = |at: u32| {
                let (group, entry, class) = docs[at as usize].clone();
                (group, entry.id.bytes(), entry.chunk, class, entry.n_terms, entry.flags.is_turn())
            };
            let live_docs = docs.iter().filter(|(_, entry, _)| !entry.flags.is_removed());
            assert_eq!(live_docs.count(), segment.n_docs as usize);
            for (at, (_, entry, _)) in docs.iter().enumerate() {
                if !entry.flags.is_removed() {
                    content.insert(key(at as u32), BTreeMap::new());
                }
            }
            for term in 0..N_TERMS {
                let term = term_of(term);
                let block = segment.bytes(self, segment.part_of(term)).unwrap();
                let take = &mut |posting: Posting<'_>| {
                    content.get_mut(&key(posting.document)).unwrap().insert(term, posting.positions.to_vec());
                };
                postings_of(&block, term, take).unwrap();
            }
        }
        content
    }
}

type DocumentKey = (u64, [u8; 16], u8, Option<Class>, u16, bool);

const N_TERMS: u32 = 40;

/// Spreads small numbers over the range of terms, as a hash does.
fn term_of(n: u32) -> Term {
    (n + 1).wrapping_mul(0x9e37_79b9)
}

/// A generator of pseudo-random numbers, given a seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32 % bound
    }

    fn document(&mut self, n: i64, max_terms: u32) -> Document {
        let time = Timestamp::checked("now", n / 3).unwrap();
        let id = RecordId::of_event(time, "", &alloc::format!("{n}"));
        let terms: Vec<Term> = (0..self.roll(max_terms)).map(|_| term_of(self.roll(N_TERMS))).collect();
        let channel = ["_global", "work"][self.roll(2) as usize].into();
        let entry = Entry {
            id,
            n_terms: terms.len() as u16,
            speaker: 0,
            statement: 0,
            flags: Flags::of(self.roll(2) == 0, false, false, false),
            chunk: self.roll(3) as u8,
            kind: 0,
            class: 0,
        };
        Document { group: u64::from(self.roll(4)), class: Class { channel, trust: 1, origin: 0 }, entry, terms }
    }
}

fn content_of(documents: &[Document]) -> BTreeMap<DocumentKey, BTreeMap<Term, Vec<u32>>> {
    let document_content = |document: &Document| {
        let Document { group, class, entry, terms } = document;
        let mut positions: BTreeMap<Term, Vec<u32>> = BTreeMap::new();
        terms.iter().zip(0..).for_each(|(term, at)| positions.entry(*term).or_default().push(at));
        let key = (*group, entry.id.bytes(), entry.chunk, Some(class.clone()), entry.n_terms, entry.flags.is_turn());
        (key, positions)
    };
    documents.iter().map(document_content).collect()
}

/// Adds, removes and merges at random, and compares the index with a list of its documents after each step.
fn check_random_history(seed: u64, n_steps: u32, max_documents: u32, max_terms: u32) {
    let (mut dice, mut stored_parts, mut documents, mut n) = (Dice(seed), StoredParts::default(), Vec::new(), 0);
    for _ in 0..n_steps {
        match dice.roll(6) {
            0 if !documents.is_empty() => {
                let removed_doc: Document = documents.swap_remove(dice.roll(documents.len() as u32) as usize);
                stored_parts.remove(&removed_doc);
            }
            1 if stored_parts.segments.len() > 1 => {
                let n_merged = 2 + dice.roll(stored_parts.segments.len() as u32 - 1) as usize;
                stored_parts.merge(&stored_parts.segments.clone()[..n_merged]);
            }
            _ => {
                let new_docs: Vec<Document> = (0..1 + dice.roll(max_documents))
                    .map(|_| {
                        n += 1;
                        dice.document(n, max_terms)
                    })
                    .collect();
                documents.extend(new_docs.iter().cloned());
                let id = stored_parts.next_id;
                stored_parts.put(write(id, new_docs));
            }
        }
        assert_eq!(stored_parts.content(), content_of(&documents), "seed {seed}");
    }
    documents.iter().for_each(|removed_doc| stored_parts.remove(removed_doc));
    assert!(stored_parts.segments.is_empty() && stored_parts.parts.is_empty(), "seed {seed}");
}

#[test]
fn an_index_has_the_content_of_its_documents_after_any_history() {
    (0..300).for_each(|seed| check_random_history(seed, 30, 6, 12));
}

#[test]
fn an_index_of_large_segments_has_the_content_of_its_documents() {
    (0..2).for_each(|seed| check_random_history(seed, 4, 1_500, 40));
}

#[test]
fn segments_of_a_tier_are_merged_from_sixteen_on() {
    let small = |id| Segment { id, n_bytes: 100, ..Segment::default() };
    let large = |id| Segment { id, n_bytes: 500 << 10, ..Segment::default() };
    assert_eq!(merge_candidates(&[0; 15].map(small), true), []);
    let mixed: Vec<Segment> = (0..16).map(large).chain((16..32).map(small)).collect();
    assert_eq!(merge_candidates(&mixed, true), mixed[16..], "the smallest first");
    assert_eq!(merge_candidates(&mixed[..16], true), [], "what takes long is left to upkeep,");
    assert_eq!(merge_candidates(&mixed[..16], false), mixed[..16]);
    let large_segments: Vec<Segment> = (0..64).map(large).collect();
    assert_eq!(merge_candidates(&large_segments, true), large_segments[..16], "but for a store that never sees any");
}

#[test]
fn damaged_parts_give_nothing_and_no_panic() {
    let mut dice = Dice(7);
    let documents = (0..20).map(|n| dice.document(n, 12)).collect();
    let written = write(0, documents);
    let (segment, bytes) = (written.segment, written.parts[0].1.clone());
    for at in 0..bytes.len() {
        for damaged_bytes in [bytes[..at].to_vec(), [&bytes[..at], &[bytes[at] ^ 0xff], &bytes[at + 1..]].concat()] {
            let stored_parts = StoredParts {
                parts: BTreeMap::from([((0, Part::Whole.key()), damaged_bytes)]),
                ..StoredParts::default()
            };
            _ = merge(1, &[segment], &stored_parts);
            _ = remove(&segment, &stored_parts, &BTreeSet::from([RecordId::from_bytes([0; 16])]), &BTreeSet::new());
            _ = segment.groups(&stored_parts);
        }
    }
}
