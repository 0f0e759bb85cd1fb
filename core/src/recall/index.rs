//! The index of a tenant's words, as one question reads it.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use crate::lexical::{Class, Entry, Group, Part, PartCache, Parts, Segment, Segments, SharedBytes};
use crate::record::derived::words::{part_key, part_of, segments};
use crate::record::rows::Rows;

/// The segments of a tenant's index, with the parts that a question has read.
pub(super) struct Index<'r> {
    parts: CachedParts<'r>,
    pub(super) segments: Segments,
    /// The groups and classes of each segment, by the segment's index.
    tables: Vec<(Vec<Group>, Vec<Class>)>,
    /// The `Part::Docs` parts that were read so far, by the segment's index and the part; `None` for a part that is
    /// damaged or not loaded yet.
    docs: RefCell<BTreeMap<(usize, Part), Option<SharedBytes>>>,
    /// The part with documents that was read last.
    last_part: RefCell<Option<((usize, Part), SharedBytes)>>,
}

/// The position of a document: the index of its segment, and its place in the segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DocPosition {
    pub(super) segment: usize,
    pub(super) place: u32,
}

/// Finds the groups of documents that are asked for in ascending order of position.
pub(super) struct GroupCursor<'i> {
    tables: &'i [(Vec<Group>, Vec<Class>)],
    segment: usize,
    group: usize,
}

impl GroupCursor<'_> {
    /// The hash of a document's group; 0 if it belongs to none. A position must not precede those of earlier calls.
    pub(super) fn of(&mut self, at: DocPosition) -> u64 {
        if self.segment != at.segment {
            (self.segment, self.group) = (at.segment, 0);
        }
        let groups = self.tables.get(at.segment).map_or(&[][..], |(groups, _)| groups);
        while groups.get(self.group + 1).is_some_and(|next| next.first <= at.place) {
            self.group += 1;
        }
        groups.get(self.group).map_or(0, |group| group.hash)
    }
}

/// Reads the parts of segments from a cache, else from rows.
struct CachedParts<'r> {
    rows: &'r Rows,
    tenant: &'r str,
    cache: &'r RefCell<PartCache>,
    is_damaged: Cell<bool>,
}

impl Parts for CachedParts<'_> {
    fn part(&self, segment: &Segment, part: Part) -> Option<Arc<[u8]>> {
        if let Some(cached) = self.cache.borrow().get(segment, part) {
            return Some(cached);
        }
        let key = part_key(self.tenant, segment.id, part);
        let bytes = part_of(self.rows, &key);
        match &bytes {
            Some(bytes) => {
                self.cache.borrow_mut().put(segment, part, bytes);
                self.rows.note_cached(key);
            }
            None if self.rows.is_known(&key) => self.is_damaged.set(true),
            None => {}
        }
        bytes
    }
}

impl<'r> Index<'r> {
    pub(super) fn open(rows: &'r Rows, tenant: &'r str, cache: &'r RefCell<PartCache>) -> Index<'r> {
        let segments = segments(rows, tenant);
        if rows.check_complete().is_ok() {
            cache.borrow_mut().retain_listed(&segments);
        }
        let parts = CachedParts { rows, tenant, cache, is_damaged: Cell::new(false) };
        let tables = segments.list.iter().map(|segment| segment.groups(&parts).unwrap_or_default()).collect();
        Index { parts, segments, tables, docs: RefCell::default(), last_part: RefCell::default() }
    }

    /// Whether a part that was read is damaged, so that hits may be missing.
    pub(super) fn is_damaged(&self) -> bool {
        self.parts.is_damaged.get()
    }

    pub(super) fn n_docs(&self) -> u64 {
        self.segments.list.iter().map(|segment| u64::from(segment.n_docs)).sum()
    }

    /// The number of terms in all documents of the index.
    pub(super) fn n_terms(&self) -> u64 {
        self.segments.list.iter().map(|segment| segment.n_terms).sum()
    }

    /// The groups with live documents in all segments, each with the index of its segment. Documents without a group
    /// are in none.
    pub(super) fn groups(&self) -> impl Iterator<Item = (usize, &Group)> {
        self.tables.iter().enumerate().flat_map(|(segment, (groups, _))| {
            groups.iter().filter(|group| group.hash != 0 && group.n_docs > 0).map(move |group| (segment, group))
        })
    }

    /// A cursor at the first document.
    pub(super) fn groups_from_first(&self) -> GroupCursor<'_> {
        GroupCursor { tables: &self.tables, segment: 0, group: 0 }
    }

    /// The group with this hash in a segment; `None` if the segment has none of its documents.
    pub(super) fn group_in(&self, segment: usize, hash: u64) -> Option<&Group> {
        let groups = &self.tables.get(segment)?.0;
        groups.get(groups.binary_search_by_key(&hash, |group| group.hash).ok()?)
    }

    /// The block with the posting list of a term in a segment; `None` if the block is damaged or not loaded yet.
    pub(super) fn block(&self, segment: &Segment, term: u32) -> Option<SharedBytes> {
        segment.bytes(&self.parts, segment.part_of(term))
    }

    /// The entry of a document; `None` if the document was removed, or its part is damaged or not loaded yet.
    pub(super) fn entry(&self, at: DocPosition) -> Option<Entry> {
        let (part, place) = Segment::part_at(at.place);
        if let Some((_, bytes)) =
            self.last_part.borrow().as_ref().filter(|(loaded_part, _)| *loaded_part == (at.segment, part))
        {
            return Segment::entry_in(bytes, place).filter(|entry| !entry.flags.is_removed());
        }
        let mut docs = self.docs.borrow_mut();
        let bytes = docs
            .entry((at.segment, part))
            .or_insert_with(|| self.segments.list.get(at.segment)?.bytes(&self.parts, part));
        *self.last_part.borrow_mut() = bytes.clone().map(|bytes| ((at.segment, part), bytes));
        Segment::entry_in(bytes.as_ref()?, place).filter(|entry| !entry.flags.is_removed())
    }

    pub(super) fn class(&self, at: DocPosition, entry: &Entry) -> Option<&Class> {
        self.tables.get(at.segment)?.1.get(usize::from(entry.class))
    }
}
