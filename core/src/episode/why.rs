//! The lineage of a record: the records that it derives from, and the records that derive from it.

use alloc::vec::Vec;

use super::events::{RecordedEvent, recorded_event};
use super::newest_of;
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::record::RecordSpace;
use crate::record::id_prefix::{check_id, resolve_id};
use crate::record::keyspace::Scope;
use crate::record::run::Call;
use crate::record::stored::record_of;

/// The most children that are returned: as many as the parents that an event may have.
const MAX_CHILDREN: u32 = 100;

/// A record with the records around it: parents, children and adoptions.
#[derive(Clone, Debug, PartialEq)]
pub struct Lineage {
    /// The record that was asked for.
    pub event: RecordedEvent,
    /// The records that this record was derived from, except those that were forgotten or expired.
    pub parents: Vec<RecordedEvent>,
    /// The number of records that this record was derived from, forgotten ones included.
    pub n_parents: u32,
    /// The records that were derived from this record, newest first; at most 100.
    pub children: Vec<RecordedEvent>,
    /// Whether more records were derived from this record.
    pub has_more_children: bool,
    /// The adoptions by which an importer claimed an imported record as their own, the first one first.
    pub adoptions: Vec<RecordedEvent>,
}

impl RecordSpace {
    /// A record by its id, with its lineage.
    pub(crate) fn why(&self, id: &str, resumed: Option<Resumed>) -> Attempt<Lineage> {
        let call = Call::of(self.generation, "why", [id.as_bytes()]);
        check_id("id", id)?;
        let tenant = &self.owner.tenant;
        call.answer(resumed, |rows| {
            let parsed = resolve_id(rows, tenant, "id", id)?;
            let mut children = newest_of(rows, tenant, Scope::Parent, &parsed.text(), MAX_CHILDREN + 1);
            let has_more_children = children.len() > MAX_CHILDREN as usize;
            children.truncate(MAX_CHILDREN as usize);
            let unknown_id = || Error::unknown(id, Vec::new());
            let record = record_of(rows, tenant, parsed).ok_or_else(unknown_id)?;
            let parents: Vec<RecordId> = record.parents.iter().map(|parent| parent.id()).collect();
            let n_parents = parents.len() as u32;
            let recorded_events = |ids: Vec<RecordId>| -> Vec<RecordedEvent> {
                ids.into_iter().filter_map(|id| Some(recorded_event(id, record_of(rows, tenant, id)?))).collect()
            };
            let adoptions = record.adoptions().iter().map(|adoption| adoption.record.id()).collect();
            let [parents, children, adoptions] = [parents, children, adoptions].map(recorded_events);
            Ok(Lineage {
                parents,
                n_parents,
                children,
                has_more_children,
                adoptions,
                event: recorded_event(parsed, record),
            })
        })
    }
}
