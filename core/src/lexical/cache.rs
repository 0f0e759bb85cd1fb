//! A cache of parts of segments, which are valid as long as the index names their segments.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;

use super::segment::{Part, Segment, Segments};

/// Greatest total size of cached parts in bytes.
const MAX_BYTES: usize = 64 << 20;

/// Cached parts of segments.
#[derive(Debug, Default)]
pub(crate) struct PartCache {
    /// By the segment's id and version, and the part.
    parts: BTreeMap<(u32, u32, Part), Arc<[u8]>>,
    n_bytes: usize,
}

impl PartCache {
    /// Drops the parts of segments that are no longer in the index.
    pub(crate) fn keep(&mut self, segments: &Segments) {
        let is_named = |id: u32, version: u32| segments.list.iter().any(|one| (one.id, one.version) == (id, version));
        self.parts.retain(|(id, version, _), _| is_named(*id, *version));
        self.n_bytes = self.parts.values().map(|bytes| bytes.len()).sum();
    }

    pub(crate) fn get(&self, segment: &Segment, part: Part) -> Option<Arc<[u8]>> {
        self.parts.get(&(segment.id, segment.version, part)).cloned()
    }

    /// Caches a part. If there would be too many bytes, all others are dropped first.
    pub(crate) fn put(&mut self, segment: &Segment, part: Part, bytes: &Arc<[u8]>) {
        if self.n_bytes + bytes.len() > MAX_BYTES {
            self.parts.clear();
            self.n_bytes = 0;
        }
        self.n_bytes += bytes.len();
        self.parts.insert((segment.id, segment.version, part), bytes.clone());
    }
}
