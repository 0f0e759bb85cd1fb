//! The index of the words of records: records are added as they are recorded, and removed as they are forgotten.
//!
//! A commit writes a small segment of its records. Sixteen segments of a similar size are merged, small ones at once,
//! large ones by upkeep. If a memory is older than its index, its records are added some at a time. Until then no word
//! finds them, and answers say so. Not here: how terms are stored (`lexical`), and which records a question finds
//! (`recall`).

mod documents;

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::RecordRef;
use crate::base::id::RecordId;
use crate::lexical::{self, Document, Part, Parts, Segment, Segments, SpeakerClass, WrittenSegment};
use crate::record::envelope::{self, Record};
use crate::record::keyspace::{self, Keyspace};
use crate::record::rows::{Rows, Span};
use crate::record::totals::TenantCounts;
use crate::text::terms::Term;

pub(crate) use documents::{exact_term, group_of, recalled_text};

/// The version of the rules that turn records into documents and texts into terms. With a new version the index is made
/// anew.
const RULES: u8 = 3;
/// The most older records that are added to the index beside an addition of new ones.
const MAX_BESIDE: usize = 100;
/// The approximate limit on the bytes of older records that are added to the index beside an addition of new ones.
const BYTES_BESIDE: u32 = 256 << 10;
/// The approximate limit on the bytes of older records that a slice of upkeep adds to the index.
const BYTES_OF_UPKEEP: u32 = 4 << 20;

pub(crate) fn segments_key(tenant: &str) -> Vec<u8> {
    keyspace::tenant_prefix(Keyspace::Words, tenant)
}

/// Whether some records are not in the index yet, or were indexed by older rules.
pub(crate) fn has_unindexed(segments: &Segments) -> bool {
    segments.unindexed_from.is_some() || segments.rules != RULES
}

/// The segments of a tenant. An index that does not exist yet is empty, and all existing records are still to be added.
pub(crate) fn segments(rows: &Rows, tenant: &str) -> Segments {
    let counts: TenantCounts = rows.read(&keyspace::totals_key(tenant)).unwrap_or_default();
    let stored_segments: Option<Segments> = rows.read(&segments_key(tenant));
    stored_segments.unwrap_or_else(|| {
        let from = (counts.n_records > 0).then(|| first_record(tenant));
        Segments { rules: RULES, unindexed_from: from, ..Segments::default() }
    })
}

fn first_record(tenant: &str) -> Vec<u8> {
    keyspace::tenant_prefix(Keyspace::Record, tenant)
}

pub(crate) fn part_key(tenant: &str, segment: u32, part: Part) -> Vec<u8> {
    keyspace::row_key(Keyspace::WordParts, tenant, [&segment.to_be_bytes()[..], &part.key()])
}

/// Reads the parts of a tenant's segments from rows.
struct RowParts<'r> {
    rows: &'r Rows,
    tenant: &'r str,
}

impl Parts for RowParts<'_> {
    fn part(&self, segment: &Segment, part: Part) -> Option<Arc<[u8]>> {
        part_of(self.rows, &part_key(self.tenant, segment.id, part))
    }
}

/// The content of the row of a part; `None` if there is none or it is damaged.
pub(crate) fn part_of(rows: &Rows, key: &[u8]) -> Option<Arc<[u8]>> {
    Some(envelope::payload(key, rows.value(key)?)?.into())
}

/// Whether a record with this id, if there is one, is in the index.
fn is_indexed(segments: &Segments, tenant: &str, id: RecordId) -> bool {
    segments.unindexed_from.as_ref().is_none_or(|from| keyspace::record_key(tenant, id) < *from)
}

/// Adds new records to the index, except those that [`catch_up`] still comes to.
pub(super) fn add(rows: &mut Rows, record_refs: &[RecordRef<'_>]) {
    for (tenant, records) in group_by_tenant(record_refs) {
        let mut segments = segments(rows, tenant);
        // Texts are split into words only if no row was missed, as the run is repeated otherwise.
        if rows.check_complete().is_err() {
            continue;
        }
        let records = records.into_iter().filter(|of| is_indexed(&segments, tenant, of.id));
        let documents = records.flat_map(documents::documents).collect();
        add_segment(rows, tenant, &mut segments, documents);
        merge_due(rows, tenant, &mut segments, true);
        rows.put(segments_key(tenant), &segments);
    }
}

/// Removes records from the index. If a segment is damaged, the index is emptied and [`catch_up`] fills it again.
pub(super) fn remove(rows: &mut Rows, record_refs: &[RecordRef<'_>]) {
    for (tenant, records) in group_by_tenant(record_refs) {
        let mut segments = segments(rows, tenant);
        let indexed: Vec<RecordRef<'_>> =
            records.into_iter().filter(|of| is_indexed(&segments, tenant, of.id)).collect();
        let ids: BTreeSet<RecordId> = indexed.iter().map(|of| of.id).collect();
        let terms: BTreeSet<Term> =
            indexed.into_iter().flat_map(documents::documents).flat_map(|document| document.terms).collect();
        let (mut kept_segments, mut is_damaged) = (Vec::with_capacity(segments.list.len()), false);
        for segment in core::mem::take(&mut segments.list) {
            let may_hold =
                ids.iter().any(|id| (segment.first_time..=segment.last_time).contains(&id.time().milliseconds()));
            let removal =
                if may_hold { lexical::remove(&segment, &RowParts { rows, tenant }, &ids, &terms) } else { Some(None) };
            match removal {
                Some(None) => kept_segments.push(segment),
                Some(Some(WrittenSegment { segment: after, .. })) if after.n_docs == 0 => {
                    drop_parts(rows, tenant, &segment)
                }
                Some(Some(written)) => kept_segments.push(write_parts(rows, tenant, written)),
                // A part is missing, and this run is repeated; or a part is damaged, and the index is made anew.
                None => is_damaged = true,
            }
        }
        segments.list = kept_segments;
        match is_damaged {
            true => _ = empty_index(rows, tenant, segments.next_id),
            false => rows.put(segments_key(tenant), &segments),
        }
    }
}

/// Updates the speaker classes of records whose attribution has changed.
pub(super) fn update_attributions(rows: &mut Rows, record_refs: &[RecordRef<'_>]) {
    for (tenant, records) in group_by_tenant(record_refs) {
        let mut segments = segments(rows, tenant);
        let classes: BTreeMap<RecordId, SpeakerClass> =
            records.iter().map(|of| (of.id, documents::speaker_class_of(of.record))).collect();
        let (mut kept_segments, mut is_damaged) = (Vec::with_capacity(segments.list.len()), false);
        for segment in core::mem::take(&mut segments.list) {
            let may_hold =
                classes.keys().any(|id| (segment.first_time..=segment.last_time).contains(&id.time().milliseconds()));
            let new_classes =
                if may_hold { lexical::classify(&segment, &RowParts { rows, tenant }, &classes) } else { Some(None) };
            match new_classes {
                Some(None) => kept_segments.push(segment),
                Some(Some(written)) => kept_segments.push(write_parts(rows, tenant, written)),
                // As in `remove`.
                None => is_damaged = true,
            }
        }
        segments.list = kept_segments;
        match is_damaged {
            true => _ = empty_index(rows, tenant, segments.next_id),
            false => rows.put(segments_key(tenant), &segments),
        }
    }
}

/// Adds some older records to the index, or merges some segments; returns whether nothing is left to do. Without
/// `max_records` it runs beside an addition, and does only what is quick.
pub(in crate::record) fn catch_up(rows: &mut Rows, tenant: &str, max_records: Option<u32>) -> bool {
    let (is_beside, mut segments) = (max_records.is_none(), segments(rows, tenant));
    // A missed row would be taken for an empty index.
    if rows.check_complete().is_err() {
        return false;
    }
    if segments.rules != RULES {
        empty_index(rows, tenant, segments.next_id);
        return false;
    }
    let Some(unindexed_start) = segments.unindexed_from.clone() else {
        let is_done = is_beside || !merge_due(rows, tenant, &mut segments, false);
        if !is_done {
            rows.put(segments_key(tenant), &segments);
        }
        return is_done;
    };
    let end = keyspace::end_of(first_record(tenant));
    let max_bytes = if is_beside { BYTES_BESIDE } else { BYTES_OF_UPKEEP };
    let (mut keys, is_all) = rows.page(&Span { start: unindexed_start, end }, max_bytes);
    let max_records = max_records.map_or(MAX_BESIDE, |max_records| max_records as usize);
    let is_all = is_all && keys.len() <= max_records;
    keys.truncate(max_records);
    segments.unindexed_from = keys.last().filter(|_| !is_all).map(|last| [last.as_slice(), &[0]].concat());
    let open_record = |key: &Vec<u8>| Some((keyspace::id_at_end(key)?, Record::open(key, rows.value(key)?)?.0));
    let records: Vec<(RecordId, Record)> = keys.iter().filter_map(open_record).collect();
    if rows.check_complete().is_err() {
        return false;
    }
    let records = records.iter().map(|(id, record)| RecordRef { tenant, id: *id, record });
    let documents = records.flat_map(documents::documents).collect();
    add_segment(rows, tenant, &mut segments, documents);
    merge_due(rows, tenant, &mut segments, is_beside);
    rows.put(segments_key(tenant), &segments);
    false
}

/// Writes a segment of new documents, and adds it to the list.
fn add_segment(rows: &mut Rows, tenant: &str, segments: &mut Segments, documents: Vec<Document>) {
    if documents.is_empty() {
        return;
    }
    let written = lexical::write(segments.next_id, documents);
    segments.next_id += 1;
    segments.list.push(write_parts(rows, tenant, written));
}

/// Merges the segments of one tier that is full, or empties the index if one of them is damaged; returns whether it did
/// either. Beside an addition it leaves out slow merges.
fn merge_due(rows: &mut Rows, tenant: &str, segments: &mut Segments, is_beside: bool) -> bool {
    let candidates = lexical::merge_candidates(&segments.list, is_beside);
    if candidates.is_empty() {
        return false;
    }
    let Some(written) = lexical::merge(segments.next_id, &candidates, &RowParts { rows, tenant }) else {
        *segments = empty_index(rows, tenant, segments.next_id);
        return true;
    };
    candidates.iter().for_each(|segment| drop_parts(rows, tenant, segment));
    segments.list.retain(|segment| candidates.iter().all(|merged| merged.id != segment.id));
    segments.next_id += 1;
    segments.list.push(write_parts(rows, tenant, written));
    true
}

/// Writes the parts of a segment; returns the segment.
fn write_parts(rows: &mut Rows, tenant: &str, WrittenSegment { segment, parts }: WrittenSegment) -> Segment {
    for (part, bytes) in parts {
        let key = part_key(tenant, segment.id, part);
        let value = envelope::seal_value(&key, &bytes);
        rows.set(key, Some(value));
    }
    segment
}

fn drop_parts(rows: &mut Rows, tenant: &str, segment: &Segment) {
    segment.parts().into_iter().for_each(|part| rows.set(part_key(tenant, segment.id, part), None));
}

/// Empties the index; the existing records are then added to it some at a time.
fn empty_index(rows: &mut Rows, tenant: &str, next_id: u32) -> Segments {
    let old_segments: Segments = rows.read(&segments_key(tenant)).unwrap_or_default();
    old_segments.list.iter().for_each(|segment| drop_parts(rows, tenant, segment));
    let segments = Segments { rules: RULES, next_id, list: Vec::new(), unindexed_from: Some(first_record(tenant)) };
    rows.put(segments_key(tenant), &segments);
    segments
}

fn group_by_tenant<'r>(record_refs: &[RecordRef<'r>]) -> BTreeMap<&'r str, Vec<RecordRef<'r>>> {
    let mut tenants: BTreeMap<&str, Vec<RecordRef<'_>>> = BTreeMap::new();
    record_refs.iter().for_each(|of| tenants.entry(of.tenant).or_default().push(*of));
    tenants
}
