//! Encodes and decodes the groups of a segment, each with the range of its documents, and the segment's classes.

use alloc::string::String;
use alloc::vec::Vec;

use super::document::Class;
use crate::row::codec::{Reader, Writer};

/// The documents of a group in a segment: first the turns, then all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) hash: u64,
    /// Index of the first document.
    pub(crate) first: u32,
    /// Number of slots of turns, including removed ones.
    pub(crate) n_turns: u32,
    /// Number of slots, including those of removed documents.
    pub(crate) n_slots: u32,
    /// Number of live documents.
    pub(crate) n_docs: u32,
    /// Number of terms in live documents.
    pub(crate) n_terms: u32,
}

/// `groups` must be in the order of their documents, because the index of a group's first document is not stored.
pub(super) fn write(groups: &[Group], classes: &[Class]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.count(groups.len());
    for Group { hash, n_turns, n_slots, n_docs, n_terms, .. } in groups {
        writer.raw(&hash.to_le_bytes());
        [n_turns, n_slots, n_docs, n_terms].into_iter().for_each(|number| writer.number(*number));
    }
    writer.count(classes.len());
    for Class { channel, trust, origin } in classes {
        writer.text(channel);
        writer.byte(*trust);
        writer.byte(*origin);
    }
    writer.finish()
}

pub(super) fn read(bytes: &[u8]) -> Option<(Vec<Group>, Vec<Class>)> {
    let mut reader = Reader::new(bytes);
    let (n_groups, mut first) = (reader.count(12)?, 0_u32);
    let mut groups = Vec::with_capacity(n_groups);
    for _ in 0..n_groups {
        let hash = u64::from_le_bytes(*reader.raw(8)?.first_chunk()?);
        let mut number = || reader.number();
        let (n_turns, n_slots, n_docs, n_terms) = (number()?, number()?, number()?, number()?);
        groups.push(Group { hash, first, n_turns, n_slots, n_docs, n_terms });
        first = first.checked_add(n_slots)?;
    }
    let n_classes = reader.count(3)?;
    let mut classes = Vec::with_capacity(n_classes);
    for _ in 0..n_classes {
        let channel = String::from(reader.text()?);
        classes.push(Class { channel, trust: reader.byte()?, origin: reader.byte()? });
    }
    reader.finish()?;
    Some((groups, classes))
}
