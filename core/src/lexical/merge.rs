//! Merges segments of similar size.
//!
//! A segment is merged with fifteen others of its tier. So each document is rewritten only a few times, and an index of
//! any size has few segments. The cost is proportional to the size of the merged segments. While recording, the largest
//! tier is therefore merged only at 64 segments; before that, it waits for upkeep.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::document::{Class, SortKey};
use super::entry::Entry;
use super::postings::{PostingList, PostingLists, TermBlocks, read};
use super::segment::{Part, Parts, Segment, SharedBytes};
use super::write::{DocumentList, WrittenSegment, bits_of};
use crate::text::terms::Term;

/// Number of segments that are merged into one.
pub(super) const FANOUT: usize = 16;
/// Upper bounds of the tiers in bytes, exclusive. Segments beyond the last one are not merged.
const TIERS: [u32; 3] = [4 << 10, 64 << 10, 1 << 20];
/// Number of segments of the largest tier at which recording merges some of them, so that a store without upkeep stays
/// fast.
const MAX_WAITING_SEGMENTS: usize = 4 * FANOUT;

/// The segments to merge next: the 16 oldest of the lowest tier that is full; empty if no tier is full. If
/// `is_recording`, the largest tier is full only at `MAX_WAITING_SEGMENTS` segments. `segments` are the oldest first.
pub(crate) fn merge_candidates(segments: &[Segment], is_recording: bool) -> Vec<Segment> {
    for tier in 0..TIERS.len() {
        let is_large = tier + 1 == TIERS.len();
        let n_needed = if is_large && is_recording { MAX_WAITING_SEGMENTS } else { FANOUT };
        let tier_segments = segments.iter().filter(|segment| tier_of(segment) == tier);
        let tier_segments: Vec<Segment> = tier_segments.copied().collect();
        if tier_segments.len() >= n_needed {
            return tier_segments[..FANOUT].into();
        }
    }
    Vec::new()
}

fn tier_of(segment: &Segment) -> usize {
    TIERS.iter().take_while(|limit| segment.n_bytes >= **limit).count()
}

struct MergeInput {
    /// The new index of each document; `None` for a removed one.
    new_indexes: Vec<Option<u32>>,
    blocks: Vec<SharedBytes>,
}

/// Merges segments into one; `None` while parts of them are missing, or if they are damaged.
pub(crate) fn merge(id: u32, segments: &[Segment], parts: &impl Parts) -> Option<WrittenSegment> {
    // All parts are requested before any is examined, so the host gives them in one round.
    let loaded_segments: Vec<Option<LoadedSegment>> =
        segments.iter().map(|segment| LoadedSegment::of(segment, parts)).collect();
    let loaded_segments = loaded_segments.into_iter().collect::<Option<Vec<LoadedSegment>>>()?;
    let mut live_docs: Vec<(SortKey, usize, u32)> = Vec::new();
    for (segment, at) in loaded_segments.iter().zip(0..) {
        let live_entries = segment.entries.iter().zip(0..).filter(|((_, entry), _)| !entry.flags.is_removed());
        live_docs.extend(live_entries.map(|((group, entry), place)| (SortKey::of(*group, entry), at, place)));
    }
    live_docs.sort_unstable();
    let docs = DocumentList::of(live_docs.iter().filter_map(|(_, input, place)| {
        let input_segment = &loaded_segments[*input];
        let (group, entry) = input_segment.entries[*place as usize];
        Some((group, input_segment.classes.get(usize::from(entry.class))?, entry))
    }));
    if docs.entries.len() != live_docs.len() {
        return None;
    }
    let mut inputs: Vec<MergeInput> = loaded_segments.into_iter().map(MergeInput::of).collect();
    for ((_, input, place), new_index) in live_docs.iter().zip(0..) {
        inputs[*input].new_indexes[*place as usize] = Some(new_index);
    }
    let n_bytes = inputs.iter().flat_map(|input| &input.blocks).map(|block| block.len()).sum();
    let blocks = merge_postings(&inputs, TermBlocks::new(bits_of(n_bytes)))?;
    Some(docs.into_segment(id, blocks))
}

struct LoadedSegment {
    /// Each document's entry with the hash of its group, in order.
    entries: Vec<(u64, Entry)>,
    classes: Vec<Class>,
    blocks: Vec<SharedBytes>,
}

impl LoadedSegment {
    fn of(segment: &Segment, parts: &impl Parts) -> Option<LoadedSegment> {
        let blocks = (0..1 << segment.bits).map(|at| segment.bytes(parts, Part::Terms(at)));
        let blocks: Vec<Option<SharedBytes>> = blocks.collect();
        let (entries, groups) = (segment.entries(parts), segment.groups(parts));
        let (entries, (groups, classes)) = (entries?, groups?);
        let doc_groups = groups.iter().flat_map(|group| core::iter::repeat_n(group.hash, group.n_slots as usize));
        let docs: Vec<(u64, Entry)> = doc_groups.zip(entries).collect();
        let blocks = blocks.into_iter().collect::<Option<Vec<SharedBytes>>>()?;
        (docs.len() == segment.n_slots as usize).then_some(LoadedSegment { entries: docs, classes, blocks })
    }
}

impl MergeInput {
    fn of(LoadedSegment { entries: docs, blocks, .. }: LoadedSegment) -> MergeInput {
        MergeInput { new_indexes: vec![None; docs.len()], blocks }
    }

    /// All posting lists, in the order of their terms.
    fn lists(&self) -> impl Iterator<Item = (Term, &[u8])> {
        self.blocks.iter().flat_map(|block| PostingLists::of(block))
    }
}

/// Merges the posting lists of all inputs into one list for each term; `None` if a list is damaged.
fn merge_postings(inputs: &[MergeInput], mut blocks: TermBlocks) -> Option<TermBlocks> {
    let mut streams: Vec<_> = inputs.iter().map(|input| (input, input.lists())).collect();
    let mut current_lists: Vec<Option<&[u8]>> = vec![None; inputs.len()];
    let mut pending_terms: BTreeSet<(Term, usize)> = BTreeSet::new();
    for (at, (_, stream)) in streams.iter_mut().enumerate() {
        advance(stream, at, &mut current_lists, &mut pending_terms);
    }
    let mut list = PostingList::default();
    while let Some(&(term, _)) = pending_terms.first() {
        list.clear();
        while let Some(&(_, at)) = pending_terms.first().filter(|(known, _)| *known == term) {
            pending_terms.pop_first();
            let new_indexes = &streams[at].0.new_indexes;
            read(current_lists[at]?, &mut |posting| {
                if let Some(Some(new_index)) = new_indexes.get(posting.document as usize) {
                    list.push(*new_index, posting.positions);
                }
            })?;
            advance(&mut streams[at].1, at, &mut current_lists, &mut pending_terms);
        }
        blocks.add(term, &mut list);
    }
    Some(blocks)
}

/// Reads the next list of the input at `at` into `current_lists`, and its term into `pending_terms`. Does nothing at
/// the input's end.
fn advance<'b>(
    stream: &mut impl Iterator<Item = (Term, &'b [u8])>,
    at: usize,
    current_lists: &mut [Option<&'b [u8]>],
    pending_terms: &mut BTreeSet<(Term, usize)>,
) {
    if let Some((term, list)) = stream.next() {
        current_lists[at] = Some(list);
        pending_terms.insert((term, at));
    }
}
