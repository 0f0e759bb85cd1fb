//! Rows about edits near each other, which formats up to 2 derived and nothing reads any more.
//! Upkeep removes all of them; this module removes those that name a file of a removed touch, so that no trace is left.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::days::Days;
use super::{RecordRef, touches};
use crate::record::event::FileTouch;
use crate::record::keyspace::{self, Keyspace, NameHash, hash_name};
use crate::record::rows::{Rows, Span};

/// The row of a pair of files: how often they were edited together.
#[derive(Clone, Debug, Encode, Decode)]
#[cbor(map)]
struct Pair {
    #[n(0)]
    other: String,
    #[n(1)]
    days: Days,
}

/// The key of an edit for a task.
fn edit_key(record_ref: RecordRef<'_>) -> Vec<u8> {
    keyspace::row_key(
        Keyspace::TaskEdit,
        record_ref.tenant,
        [hash_name(&record_ref.record.task).as_slice(), &record_ref.id.bytes()],
    )
}

/// The span of the keys of a file's pairs.
fn pairs_span((record_ref, touch): (RecordRef<'_>, &FileTouch)) -> Span {
    keyspace::row_key(Keyspace::Pair, record_ref.tenant, [hash_name(&touch.path).as_slice()]).into()
}

/// The keys of a pair: one for each of its files, and one in the ranking.
fn keys_of(tenant: &str, path: &str, Pair { other, days }: &Pair) -> [Vec<u8>; 3] {
    let (first, second) = if path < other.as_str() { (path, other.as_str()) } else { (other.as_str(), path) };
    let (first_hash, second_hash): (NameHash, NameHash) = (hash_name(first), hash_name(second));
    let rank = !(days.n().min(u64::from(u32::MAX)) as u32);
    [
        keyspace::row_key(Keyspace::Pair, tenant, [first_hash.as_slice(), &second_hash]),
        keyspace::row_key(Keyspace::Pair, tenant, [second_hash.as_slice(), &first_hash]),
        keyspace::row_key(
            Keyspace::Ranked,
            tenant,
            [&[keyspace::RANK_OF_FORMAT_2][..], &rank.to_be_bytes(), &first_hash, &second_hash],
        ),
    ]
}

/// The keys of all rows that name a file touched by these records.
fn keys(rows: &Rows, record_refs: &[RecordRef<'_>]) -> BTreeSet<Vec<u8>> {
    let mut keys: BTreeSet<Vec<u8>> = touches(record_refs).map(|(record_ref, _)| edit_key(record_ref)).collect();
    for (record_ref, touch) in touches(record_refs) {
        let pairs = pairs_span((record_ref, touch));
        let pairs_of_file = rows.all(&pairs).filter_map(|(key, _)| rows.read::<Pair>(key));
        keys.extend(pairs_of_file.flat_map(|pair| keys_of(record_ref.tenant, &touch.path, &pair)));
    }
    keys
}

/// Removes all rows that name a file touched by these records.
pub(super) fn remove(rows: &mut Rows, record_refs: &[RecordRef<'_>]) {
    keys(rows, record_refs).into_iter().for_each(|key| rows.remove(key));
}
