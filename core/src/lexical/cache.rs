//! A cache of parts of segments. A part is valid as long as the index lists its segment in the same version.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;

use super::segment::{Part, Segment, Segments};

/// Greatest total size of cached parts in bytes.
const MAX_BYTES: usize = 64 << 20;

#[derive(Debug, Default)]
pub(crate) struct PartCache {
    /// By the id and version of the part's segment, and the part.
    parts: BTreeMap<(u32, u32, Part), Arc<[u8]>>,
    n_bytes: usize,
}

impl PartCache {
    /// Drops the parts of segments that the index no longer lists in the same version.
    pub(crate) fn retain_listed(&mut self, segments: &Segments) {
        let is_listed = |id: u32, version: u32| segments.list.iter().any(|one| (one.id, one.version) == (id, version));
        self.parts.retain(|(id, version, _), _| is_listed(*id, *version));
        self.n_bytes = self.parts.values().map(|bytes| bytes.len()).sum();
    }

    pub(crate) fn get(&self, segment: &Segment, part: Part) -> Option<Arc<[u8]>> {
        self.parts.get(&(segment.id, segment.version, part)).cloned()
    }

    /// Caches a part. If the total would exceed the limit, all other parts are dropped first.
    pub(crate) fn put(&mut self, segment: &Segment, part: Part, bytes: &Arc<[u8]>) {
        if self.n_bytes + bytes.len() > MAX_BYTES {
            self.parts.clear();
            self.n_bytes = 0;
        }
        self.n_bytes += bytes.len();
        self.parts.insert((segment.id, segment.version, part), bytes.clone());
    }
}
