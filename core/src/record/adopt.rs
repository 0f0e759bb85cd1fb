//! Adoption: an importer claims an imported record as their own, until the adoption is forgotten.
//!
//! An adoption raises a record's trust at most to what the exported line states, the record's origin allows and the
//! importer has. The trust of derived records follows, whatever order they came in: each has the least of its own trust
//! and that of its parents. Each record stores its resulting trust, so that lists and the index of words need no
//! parents. Not here: which lines are adopted (`import`), and that only a person adopts (`import`, `batch`).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::envelope::{AdoptedBy, AdoptionHistory, Attribution, Parent, Record};
use super::event::Body;
use super::keyspace::{self, Scope};
use super::rows::{Rows, Span};
use super::stored::{self, record_of};
use super::trust::{Origin, Trust};
use crate::base::error::Error;
use crate::base::id::RecordId;

/// The most records that one call visits to compute the trust that follows from an adoption.
const MAX_STEPS: usize = 200_000;

/// Records to write again, by tenant and id. Their attribution has changed; their trust is still to be computed.
pub(super) type ChangedRecords = BTreeMap<(String, RecordId), Record>;

impl Record {
    /// Attributes this record to whoever adopts it. It must be imported, and either its trust must rise, or its origin
    /// must become a more trusted one at the same trust. Otherwise returns false and changes nothing.
    pub(super) fn adopt(&mut self, adoption: RecordId, attribution: Attribution) -> bool {
        let (current, first_origin) = (self.attribution(), self.adopted.as_ref().map(|adopted| adopted.before.origin));
        let is_more = attribution.trust >= current.trust
            && (attribution.trust > current.trust || attribution.origin < current.origin);
        if first_origin.unwrap_or(current.origin) != Origin::Imported || !is_more {
            return false;
        }
        let adopted = self.adopted.get_or_insert(AdoptionHistory { before: current, adoptions: Vec::new() });
        adopted.adoptions.push(AdoptedBy { record: Parent::of(adoption), attribution: attribution.clone() });
        self.set_attribution(attribution);
        true
    }

    /// Undoes an adoption. The record gets the attribution of the last adoption that is left; if none is left, the
    /// attribution that it had before any adoption.
    fn undo_adoption(&mut self, adoption: RecordId) {
        let Some(mut adopted) = self.adopted.take() else { return };
        adopted.adoptions.retain(|one| one.record != Parent::of(adoption));
        let attribution = adopted.adoptions.last().map_or(&adopted.before, |last| &last.attribution).clone();
        self.adopted = (!adopted.adoptions.is_empty()).then_some(adopted);
        self.set_attribution(attribution);
    }

    /// Sets the attribution; the trust that the parents allow is still to be computed.
    fn set_attribution(&mut self, Attribution { origin, trust, principal }: Attribution) {
        (self.origin, self.principal, self.own_trust) = (origin, principal, Some(trust));
    }

    /// Limits the record's current attribution, those of its adoptions, and the one from before any adoption, to the
    /// origin and trust of the speaker who rewrites its text.
    pub(super) fn limit_attributions(&mut self, speaker: Origin, max_trust: Trust) {
        let limited = |Attribution { origin, trust, principal }: &Attribution| {
            let origin = origin.spoken_by(speaker);
            Attribution { origin, trust: (*trust).min(max_trust).min(origin.trust()), principal: principal.clone() }
        };
        if let Some(adopted) = &mut self.adopted {
            adopted.before = limited(&adopted.before);
            adopted.adoptions.iter_mut().for_each(|one| one.attribution = limited(&one.attribution));
        }
        self.attribute(limited(&self.attribution()), self.trust());
    }
}

/// The ids of the records that an adoption raised.
pub(super) fn records_adopted_by(rows: &Rows, tenant: &str, adoption: RecordId) -> Vec<RecordId> {
    let adopted_span = Span::from(keyspace::scope_prefix(tenant, Scope::Adoption, &adoption.text()));
    rows.all(&adopted_span).filter_map(|(key, _)| keyspace::ordered_id(key)).collect()
}

/// Undoes adoptions in the records that they raised, except in records that are forgotten as well.
pub(super) fn undo_adoptions(
    rows: &mut Rows,
    tenant: &str,
    adoptions: impl Iterator<Item = RecordId>,
    forgotten: impl Fn(&RecordId) -> bool,
) -> Result<(), Error> {
    let mut changed = ChangedRecords::new();
    for adoption in adoptions {
        for id in records_adopted_by(rows, tenant, adoption).into_iter().filter(|id| !forgotten(id)) {
            let key = (String::from(tenant), id);
            let Some(mut record) = changed.remove(&key).or_else(|| record_of(rows, tenant, id)) else { continue };
            record.undo_adoption(adoption);
            changed.insert(key, record);
        }
    }
    propagate_trust(rows, changed)
}

/// Undoes adoptions in an older version of a record, if they were forgotten since.
pub(super) fn undo_forgotten_adoptions(rows: &Rows, tenant: &str, record: &mut Record) {
    let adoptions: Vec<RecordId> = record.adoptions().iter().map(|adoption| adoption.record.id()).collect();
    for adoption in adoptions {
        if rows.value(&keyspace::tombstone_key(tenant, adoption)).is_some() {
            record.undo_adoption(adoption);
            record.attribute(record.attribution(), record.trust());
        }
    }
}

/// Writes records whose attribution has changed, with their computed trust, and each derived record whose trust changes
/// as a result. An error if more than `MAX_STEPS` records are visited.
pub(super) fn propagate_trust(rows: &mut Rows, mut changed: ChangedRecords) -> Result<(), Error> {
    let mut unvisited: BTreeSet<(String, RecordId)> = changed.keys().cloned().collect();
    let mut n_steps = 0;
    while let Some(key) = unvisited.pop_first() {
        n_steps += 1;
        Error::check_limit("records whose trust follows: import or forget fewer at once", n_steps, MAX_STEPS)?;
        let (tenant, id) = (key.0.as_str(), key.1);
        // Children are read together with the record, before it is known whether its trust changes.
        let children_span = Span::from(keyspace::scope_prefix(tenant, Scope::Parent, &id.text()));
        let children: Vec<RecordId> =
            rows.all(&children_span).filter_map(|(key, _)| keyspace::ordered_id(key)).collect();
        let record_of = |id| changed.get(&(key.0.clone(), id)).cloned().or_else(|| record_of(rows, tenant, id));
        let Some(mut record) = record_of(id) else { continue };
        // A missing parent counts as untrusted.
        let trust_of = |id| record_of(id).map_or(Trust::Untrusted, |record| record.trust());
        let parents =
            referenced_ids(&record.parents, record.body.as_ref()).map(trust_of).min().unwrap_or(Trust::Confirmed);
        let before = record.trust();
        record.attribute(record.attribution(), parents);
        if record.trust() != before {
            unvisited.extend(children.into_iter().map(|id| (key.0.clone(), id)));
        }
        if record.trust() != before || changed.contains_key(&key) {
            changed.insert(key, record);
        }
    }
    stored::replace_all(rows, changed);
    Ok(())
}

/// The ids that a record refers to: its parents, and the strategy that it used.
pub(super) fn referenced_ids(parents: &[Parent], body: Option<&Body>) -> impl Iterator<Item = RecordId> {
    let strategy = match body {
        Some(Body::StrategyUse(strategy_use)) => RecordId::parse(&strategy_use.strategy),
        _ => None,
    };
    parents.iter().map(|parent| parent.id()).chain(strategy)
}
