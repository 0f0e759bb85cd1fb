//! Adoptions in the model: an import becomes a person's own, and the trust of records derived from it follows.

use std::collections::BTreeSet;

use scrubjay_core::record::{Origin, Owner, Trust};

use super::model::{Said, Tenant, lower, max_trust};

impl Tenant {
    /// Adopts records with the origin, trust and principal that each line claims; returns the ids of those that were raised.
    pub fn adopt(&mut self, claims: &[(String, Said)], owner: &Owner) -> Vec<String> {
        let mut raised = Vec::new();
        for (id, (origin, trust, principal)) in claims {
            let Some(held) = self.records.get_mut(id) else { continue };
            let trust = max_trust(*origin).min(owner.trust).min(*trust);
            let principal = if owner.trust == Trust::Confirmed { principal } else { &owner.principal };
            let was_imported = held.before.as_ref().map_or(held.event.origin, |before| before.0) == Origin::Imported;
            let is_higher = lower(*origin, held.event.origin) != *origin;
            if !was_imported || trust < held.own || trust == held.own && !is_higher {
                continue;
            }
            let own = (held.event.origin, held.own, held.principal.clone());
            held.before.get_or_insert(own);
            held.adoptions.push((String::new(), (*origin, trust, principal.clone())));
            held.apply_last_adoption();
            raised.push(id.clone());
        }
        self.update_trust(raised.clone());
        raised
    }

    /// Sets the id of the adoption in the records that were adopted last.
    pub fn name_adoption(&mut self, adoption: &str) {
        for (by, _) in self.records.values_mut().filter_map(|held| held.adoptions.last_mut()) {
            if by.is_empty() {
                adoption.clone_into(by);
            }
        }
    }

    /// Undoes the adoptions in `gone`.
    pub(super) fn undo_adoptions(&mut self, gone: &BTreeSet<String>) {
        let mut changed = Vec::new();
        for held in self.records.values_mut() {
            let n_before = held.adoptions.len();
            held.adoptions.retain(|(by, _)| !gone.contains(by));
            if held.adoptions.len() < n_before {
                held.apply_last_adoption();
                changed.push(held.id.clone());
            }
        }
        self.update_trust(changed);
    }

    /// Computes the trust of these records from their own and their parents' trust. Repeats that for records that are
    /// derived from changed ones.
    fn update_trust(&mut self, mut due: Vec<String>) {
        while let Some(id) = due.pop() {
            let held = &self.records[&id];
            let known = |id: &String| self.records.get(id).map_or(Trust::Untrusted, |held| held.trust);
            let trust = held.sources().map(known).chain([held.own]).min().unwrap_or(held.own);
            if trust != held.trust {
                due.extend(
                    self.records.values().filter(|one| one.sources().any(|of| *of == id)).map(|one| one.id.clone()),
                );
            }
            self.records.entry(id).and_modify(|held| held.trust = trust);
        }
    }
}
