//! Masks older records: upkeep applies newer rules on secrets to records that earlier rules let through.
//!
//! Each tenant's records are checked in slices, and once again after each change of the rules' version or of the choice
//! whether secrets are masked. A row stores the version, the choice and the position. Nothing is refused, as the
//! records exist already. Not here: the rules (`text::secrets`, `text::private`) and where they apply (`guard`).

use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::derived::RecordRef;
use super::envelope::Record;
use super::guard::Guard;
use super::keyspace::{self, Keyspace};
use super::rows::{Rows, Span};
use super::settings::SecretPolicy;
use super::stored::{self, record_of};
use crate::base::id::RecordId;
use crate::text::secrets::RULES_VERSION;

/// The approximate bytes of a record, by which the size of a slice is estimated.
const RECORD_BYTES: u32 = 512;

/// How far a tenant's records were checked, and by which version of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
struct Position {
    #[n(0)]
    rules: u32,
    /// Whether secrets are masked; if a person keeps secrets, only private parts are removed.
    #[n(1)]
    masks_secrets: bool,
    /// The key of the next record; empty if all records were checked.
    #[n(2)]
    #[cbor(with = "minicbor::bytes")]
    next: Vec<u8>,
}

/// Masks a slice of about `budget` records of a tenant; returns how many changed, and whether none is left to check.
pub(super) fn mask_slice(rows: &mut Rows, tenant: &str, guard: Guard, budget: u32) -> (u32, bool) {
    let (key, masks_secrets) = (position_key(tenant), guard.0 != SecretPolicy::Keep);
    let saved_position = rows
        .read(&key)
        .filter(|position: &Position| position.rules == RULES_VERSION && position.masks_secrets == masks_secrets);
    if saved_position.as_ref().is_some_and(|position| position.next.is_empty()) {
        return (0, true);
    }
    let (first_key, end) = keyspace::records_since(tenant, RecordId::least_at(Default::default()));
    let start = saved_position.map_or_else(Vec::new, |position| position.next).max(first_key);
    let (keys, is_all) = rows.page(&Span { start, end }, budget.saturating_mul(RECORD_BYTES));
    if keys.is_empty() && is_all {
        return (0, true);
    }
    let mut changed = Vec::new();
    for id in keys.iter().filter_map(|key| keyspace::id_at_end(key)) {
        let Some(before) = record_of(rows, tenant, id) else { continue };
        let mut after = before.clone();
        guard.apply_to_record(&mut after);
        if after != before {
            changed.push((id, before, after));
        }
    }
    replace_records(rows, tenant, &changed);
    let next = match keys.last() {
        Some(last) if !is_all => [last.as_slice(), &[0]].concat(),
        _ => Vec::new(),
    };
    rows.put(key, &Position { rules: RULES_VERSION, masks_secrets, next });
    (changed.len() as u32, is_all)
}

/// Replaces records by their masked versions, with the rows derived from them.
fn replace_records(rows: &mut Rows, tenant: &str, changed: &[(RecordId, Record, Record)]) {
    let before: Vec<(&str, RecordId, &Record)> = changed.iter().map(|(id, before, _)| (tenant, *id, before)).collect();
    stored::remove_all(rows, &before);
    let after: Vec<RecordRef<'_>> =
        changed.iter().map(|(id, _, after)| RecordRef { tenant, id: *id, record: after }).collect();
    stored::add_together(rows, &after);
    for (id, _, after) in changed {
        stored::put(rows, tenant, *id, after.clone());
    }
}

fn position_key(tenant: &str) -> Vec<u8> {
    keyspace::row_key(Keyspace::Rules, tenant, [])
}
