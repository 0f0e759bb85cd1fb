//! Adoptions in the model: an import becomes a person's own, and the trust of records derived from it follows.

use std::collections::BTreeSet;

use scrubjay_core::record::{Origin, Owner, Trust};

use super::model::{Said, Tenant, lower_origin, max_trust};

impl Tenant {
    /// Adopts records with the origin, trust and principal that each line claims; returns the ids of those that were raised.
    pub fn adopt(&mut self, claims: &[(String, Said)], owner: &Owner) -> Vec<String> {
        let mut raised_ids = Vec::new();
        for (id, (origin, trust, principal)) in claims {
            let Some(held) = self.records.get_mut(id) else { continue };
            let trust = max_trust(*origin).min(owner.trust).min(*trust);
            let principal = if owner.trust == Trust::Confirmed { principal } else { &owner.principal };
            let was_imported =
                held.unadopted.as_ref().map_or(held.event.origin, |unadopted| unadopted.0) == Origin::Imported;
            let is_higher = lower_origin(*origin, held.event.origin) != *origin;
            if !was_imported || trust < held.own_trust || trust == held.own_trust && !is_higher {
                continue;
            }
            let state_before = (held.event.origin, held.own_trust, held.principal.clone());
            held.unadopted.get_or_insert(state_before);
            held.adoptions.push((String::new(), (*origin, trust, principal.clone())));
            held.apply_last_adoption();
            raised_ids.push(id.clone());
        }
        self.update_trust(raised_ids.clone());
        raised_ids
    }

    /// Sets the id of the adoption in the records that were adopted last.
    pub fn name_adoption(&mut self, adoption: &str) {
        for (adoption_id, _) in self.records.values_mut().filter_map(|held| held.adoptions.last_mut()) {
            if adoption_id.is_empty() {
                adoption.clone_into(adoption_id);
            }
        }
    }

    /// Undoes the adoptions in `gone_ids`.
    pub(super) fn undo_adoptions(&mut self, gone_ids: &BTreeSet<String>) {
        let mut changed_ids = Vec::new();
        for held in self.records.values_mut() {
            let n_before = held.adoptions.len();
            held.adoptions.retain(|(adoption_id, _)| !gone_ids.contains(adoption_id));
            if held.adoptions.len() < n_before {
                held.apply_last_adoption();
                changed_ids.push(held.id.clone());
            }
        }
        self.update_trust(changed_ids);
    }

    /// Computes the trust of these records from their own and their parents' trust. Repeats that for records that are
    /// derived from changed ones.
    fn update_trust(&mut self, mut due_ids: Vec<String>) {
        while let Some(id) = due_ids.pop() {
            let held = &self.records[&id];
            let trust_of = |id: &String| self.records.get(id).map_or(Trust::Untrusted, |held| held.trust);
            let trust = held.sources().map(trust_of).chain([held.own_trust]).min().unwrap_or(held.own_trust);
            if trust != held.trust {
                due_ids.extend(
                    self.records
                        .values()
                        .filter(|one| one.sources().any(|source| *source == id))
                        .map(|one| one.id.clone()),
                );
            }
            self.records.entry(id).and_modify(|held| held.trust = trust);
        }
    }
}
