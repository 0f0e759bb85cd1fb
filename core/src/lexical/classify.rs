//! Changes the class of documents in a segment. Their terms, positions and slots stay.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::document::Class;
use super::groups;
use super::segment::{Part, Parts, Segment, document_parts, encode_whole};
use super::write::WrittenSegment;
use crate::base::id::RecordId;

/// The class and speaker that all documents of a record get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SpeakerClass {
    pub(crate) trust: u8,
    pub(crate) origin: u8,
    /// Whether the speaker is a person; ignored for documents that are turns.
    pub(crate) is_human: bool,
}

/// The segment with new classes for the documents of these records, and its changed parts. `Some(None)` if the segment
/// has none of these documents.
///
/// `None` while parts are missing, if they are damaged, or if the segment would have more than 65,536 classes.
pub(crate) fn classify(
    segment: &Segment,
    parts: &impl Parts,
    new_classes: &BTreeMap<RecordId, SpeakerClass>,
) -> Option<Option<WrittenSegment>> {
    let (entries, read_groups) = (segment.entries(parts), segment.groups(parts));
    let (mut entries, (read_groups, mut classes)) = (entries?, read_groups?);
    let mut changed_docs = BTreeSet::new();
    for (entry, at) in entries.iter_mut().zip(0..) {
        let Some(SpeakerClass { trust, origin, is_human }) =
            new_classes.get(&entry.id).filter(|_| !entry.flags.is_removed())
        else {
            continue;
        };
        let channel = classes.get(usize::from(entry.class))?.channel.clone();
        let class = Class { channel, trust: *trust, origin: *origin };
        let known_index = classes.iter().position(|known| *known == class);
        let class_index = known_index.unwrap_or(classes.len());
        entry.class = u16::try_from(class_index).ok()?;
        if known_index.is_none() {
            classes.push(class);
        }
        if !entry.flags.is_turn() {
            entry.flags = entry.flags.with_speaker(*is_human);
        }
        changed_docs.insert(Segment::part_at(at).0);
    }
    if changed_docs.is_empty() {
        return Some(None);
    }
    let new_segment = Segment { version: segment.version + 1, ..*segment };
    let (groups, docs) = (groups::write(&read_groups, &classes), document_parts(&entries).collect::<Vec<_>>());
    if segment.is_whole {
        let terms = segment.bytes(parts, Part::Terms(0))?;
        let parts = vec![(Part::Whole, encode_whole(&groups, &docs.concat(), &terms))];
        return Some(Some(WrittenSegment { segment: new_segment, parts }));
    }
    let docs = docs.into_iter().zip(0..).map(|(docs, at)| (Part::Docs(at), docs));
    let docs = docs.filter(|(part, _)| changed_docs.contains(part));
    Some(Some(WrittenSegment {
        segment: new_segment,
        parts: [(Part::Groups, groups)].into_iter().chain(docs).collect(),
    }))
}
