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
fn edit_key(of: RecordRef<'_>) -> Vec<u8> {
    keyspace::row_key(Keyspace::TaskEdit, of.tenant, [hash_name(&of.record.task).as_slice(), &of.id.bytes()])
}

/// The span of the keys of a file's pairs.
fn pairs_span((of, touch): (RecordRef<'_>, &FileTouch)) -> Span {
    keyspace::row_key(Keyspace::Pair, of.tenant, [hash_name(&touch.path).as_slice()]).into()
}

/// The keys of a pair: one for each of its files, and one in the ranking.
fn keys_of(tenant: &str, path: &str, Pair { other, days }: &Pair) -> [Vec<u8>; 3] {
    let (first, second) = if path < other.as_str() { (path, other.as_str()) } else { (other.as_str(), path) };
    let (one, two): (NameHash, NameHash) = (hash_name(first), hash_name(second));
    let rank = !(days.n().min(u64::from(u32::MAX)) as u32);
    [
        keyspace::row_key(Keyspace::Pair, tenant, [one.as_slice(), &two]),
        keyspace::row_key(Keyspace::Pair, tenant, [two.as_slice(), &one]),
        keyspace::row_key(
            Keyspace::Ranked,
            tenant,
            [&[keyspace::RANK_OF_FORMAT_2][..], &rank.to_be_bytes(), &one, &two],
        ),
    ]
}

/// The keys of all rows that name a file touched by these records.
fn keys(rows: &Rows, all: &[RecordRef<'_>]) -> BTreeSet<Vec<u8>> {
    let mut keys: BTreeSet<Vec<u8>> = touches(all).map(|(of, _)| edit_key(of)).collect();
    for (of, touch) in touches(all) {
        let pairs = pairs_span((of, touch));
        let of_file = rows.all(&pairs).filter_map(|(key, _)| rows.read::<Pair>(key));
        keys.extend(of_file.flat_map(|pair| keys_of(of.tenant, &touch.path, &pair)));
    }
    keys
}

/// Removes all rows that name a file touched by these records.
pub(super) fn remove(rows: &mut Rows, all: &[RecordRef<'_>]) {
    keys(rows, all).into_iter().for_each(|key| rows.remove(key));
}
