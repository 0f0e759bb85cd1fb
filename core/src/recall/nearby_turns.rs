//! Turns before and after a hit that is a turn.

use alloc::vec::Vec;

use super::index::Index;
use super::question::RecallHit;
use super::sequence::turns_of;
use crate::base::id::RecordId;
use crate::episode::{RecordedEvent, recorded_event};
use crate::record::derived::words::group_of;
use crate::record::rows::Rows;
use crate::record::stored::record_of;

/// Adds to each hit that is a turn up to `n` turns before it and `n` after it.
pub(super) fn add_around(rows: &Rows, tenant: &str, index: &Index<'_>, n: usize, hits: &mut [RecallHit]) {
    if n == 0 {
        return;
    }
    for hit in hits {
        let Some(id) = RecordId::parse(&hit.event.id) else { continue };
        let Some(record) = record_of(rows, tenant, id) else { continue };
        let turns = turns_of(index, group_of(&record), |_| 0.0);
        let Some(at) = turns.iter().position(|turn| turn.id == id) else { continue };
        let events_of = |ids: &mut dyn Iterator<Item = RecordId>| -> Vec<RecordedEvent> {
            ids.filter_map(|id| Some(recorded_event(id, record_of(rows, tenant, id)?))).collect()
        };
        hit.before = events_of(&mut turns[at.saturating_sub(n)..at].iter().map(|turn| turn.id));
        hit.after = events_of(&mut turns[at + 1..].iter().take(n).map(|turn| turn.id));
    }
}
