//! Removes documents from a segment: their postings, and the contents of their entries. Their slots stay.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::entry::Entry;
use super::groups;
use super::postings::{PostingList, PostingLists, TermBlocks, read};
use super::segment::{Part, Parts, Segment, SharedBytes, document_parts, encode_whole};
use super::write::WrittenSegment;
use crate::base::id::RecordId;
use crate::text::terms::Term;

/// The segment without the documents of these records, and its changed parts. `Some(None)` if the segment has none of
/// these documents.
///
/// `None` while parts are missing, or if they are damaged. `terms` are the terms of the records, and may include
/// others.
pub(crate) fn remove(
    segment: &Segment,
    parts: &impl Parts,
    ids: &BTreeSet<RecordId>,
    terms: &BTreeSet<Term>,
) -> Option<Option<WrittenSegment>> {
    let (entries, read_groups) = (segment.entries(parts), segment.groups(parts));
    let (mut entries, (mut groups, classes)) = (entries?, read_groups?);
    let removed_docs: BTreeSet<u32> =
        entries.iter().zip(0..).filter(|(entry, _)| ids.contains(&entry.id)).map(|(_, at)| at).collect();
    if removed_docs.is_empty() {
        return Some(None);
    }
    let mut new_segment = Segment { version: segment.version + 1, ..*segment };
    let mut n_left: u64 = 0;
    for &at in &removed_docs {
        let entry = core::mem::replace(&mut entries[at as usize], Entry::removed());
        let group_index = groups.partition_point(|group| group.first <= at).checked_sub(1)?;
        groups[group_index].n_docs = groups[group_index].n_docs.saturating_sub(1);
        groups[group_index].n_terms = groups[group_index].n_terms.saturating_sub(entry.n_terms.into());
        new_segment.n_docs = new_segment.n_docs.saturating_sub(1);
        new_segment.n_terms = new_segment.n_terms.saturating_sub(entry.n_terms.into());
        n_left += u64::from(entry.n_terms);
    }
    let all_blocks = 0..1 << segment.bits;
    let touched_blocks = terms.iter().filter_map(|term| block_of_term(segment, *term));
    let touched_blocks: BTreeSet<u32> =
        if segment.is_whole { all_blocks.clone().collect() } else { touched_blocks.collect() };
    let mut changed_blocks = without_documents(segment, parts, touched_blocks, &removed_docs, &mut n_left)?;
    if n_left > 0 {
        // The texts give other terms now than when they were indexed, so all blocks are searched.
        changed_blocks = without_documents(segment, parts, all_blocks.collect(), &removed_docs, &mut 0)?;
    }
    let (groups, docs) = (groups::write(&groups, &classes), document_parts(&entries).collect::<Vec<_>>());
    if segment.is_whole {
        let terms = changed_blocks.pop().map_or_else(Vec::new, |(_, block)| block);
        let parts = vec![(Part::Whole, encode_whole(&groups, &docs.concat(), &terms))];
        return Some(Some(WrittenSegment { segment: new_segment, parts }));
    }
    let changed_docs: BTreeSet<Part> = removed_docs.iter().map(|at| Segment::part_at(*at).0).collect();
    let docs = docs.into_iter().zip(0..).map(|(docs, at)| (Part::Docs(at), docs));
    let docs = docs.filter(|(part, _)| changed_docs.contains(part));
    let parts = [(Part::Groups, groups)].into_iter().chain(docs).chain(changed_blocks).collect();
    Some(Some(WrittenSegment { segment: new_segment, parts }))
}

fn block_of_term(segment: &Segment, term: Term) -> Option<u32> {
    match segment.part_of(term) {
        Part::Terms(block) => Some(block),
        _ => None,
    }
}

/// These blocks without the documents. Subtracts the number of removed positions from `n_left`. `None` while a block is
/// missing, or if one is damaged.
fn without_documents(
    segment: &Segment,
    parts: &impl Parts,
    blocks: BTreeSet<u32>,
    removed_docs: &BTreeSet<u32>,
    n_left: &mut u64,
) -> Option<Vec<(Part, Vec<u8>)>> {
    let loaded_blocks: Vec<(u32, Option<SharedBytes>)> =
        blocks.into_iter().map(|block| (block, segment.bytes(parts, Part::Terms(block)))).collect();
    let mut changed_blocks = Vec::with_capacity(loaded_blocks.len());
    for (block, bytes) in loaded_blocks {
        let remaining_bytes = block_without(segment, block, &bytes?, removed_docs, n_left)?;
        changed_blocks.push((Part::Terms(block), remaining_bytes));
    }
    Some(changed_blocks)
}

fn block_without(
    segment: &Segment,
    block: u32,
    bytes: &[u8],
    removed_docs: &BTreeSet<u32>,
    n_left: &mut u64,
) -> Option<Vec<u8>> {
    let (mut blocks, mut list) = (TermBlocks::new(segment.bits), PostingList::default());
    for (term, postings) in PostingLists::of(bytes) {
        list.clear();
        read(postings, &mut |posting| match removed_docs.contains(&posting.document) {
            true => *n_left = n_left.saturating_sub(posting.positions.len() as u64),
            false => list.push(posting.document, posting.positions),
        })?;
        blocks.add(term, &mut list);
    }
    blocks.finish().into_iter().nth(block as usize)
}
