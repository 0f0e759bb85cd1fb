//! Files that were edited together: an edit of the one and an edit of the other for one task, less than five minutes apart.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::days::{Days, day_of};
use super::{Needs, Of, Sign};
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::record::event::{Body, FileTouch};
use crate::record::keyspace::{self, Keyspace, NameHash, hash_name};
use crate::record::rows::Rows;

/// Edits that are less apart than this belong together: five minutes, as the design of the memory has it.
const WITHIN: i64 = 300_000;
/// The most edits around one that it is counted with. Who edits more files in five minutes runs a script, which teaches nothing.
const MOST_AROUND: usize = 64;
/// How often files must have been edited together before they are ranked.
pub(crate) const LEAST_RANKED: u64 = 3;
/// The order of pairs among ranked rows.
const RANK: u8 = b'p';

/// An edit for a task.
#[derive(Clone, Debug, Encode, Decode)]
#[cbor(map)]
struct TaskEdit {
    #[n(0)]
    path: String,
    /// Whether there were few enough around it.
    #[n(1)]
    is_counted: bool,
}

/// How often a file was edited together with another one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct PairRow {
    #[n(0)]
    pub(crate) other: String,
    #[n(1)]
    pub(crate) days: Days,
}

/// A pair among those that are ranked.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct RankedPair {
    #[n(0)]
    pub(crate) path: String,
    #[n(1)]
    pub(crate) other: String,
    #[n(2)]
    pub(crate) days: Days,
}

fn is_counted(of: Of<'_>, touch: &FileTouch) -> bool {
    touch.operation.changes() && touch.success && !of.record.task.is_empty()
}

fn edits(tenant: &str, task: &str) -> Vec<u8> {
    keyspace::row(Keyspace::TaskEdit, tenant, [hash_name(task).as_slice()])
}

fn edit_key(of: Of<'_>) -> Vec<u8> {
    [edits(of.tenant, &of.record.task).as_slice(), &of.id.bytes()].concat()
}

/// The edits of the task that are near enough.
fn around(of: Of<'_>) -> (Vec<u8>, Vec<u8>) {
    let edits = edits(of.tenant, &of.record.task);
    let time = of.record.time.milliseconds();
    let at = |time: i64| Timestamp::checked("time", time).unwrap_or_default();
    let first = RecordId::first_of(at(time - WITHIN + 1)).bytes();
    let last = RecordId::last_of(at(time + WITHIN - 1)).bytes();
    ([edits.as_slice(), &first].concat(), [edits.as_slice(), &last, &[0]].concat())
}

fn pair_key(tenant: &str, one: &NameHash, other: &NameHash) -> Vec<u8> {
    keyspace::row(Keyspace::Pair, tenant, [one.as_slice(), other])
}

/// The beginning of the keys of a file's pairs.
pub(crate) fn pairs_of(tenant: &str, path: &str) -> Vec<u8> {
    keyspace::row(Keyspace::Pair, tenant, [hash_name(path).as_slice()])
}

/// The beginning of the keys of ranked pairs, the most frequent first.
pub(crate) fn ranked_pairs(tenant: &str) -> Vec<u8> {
    keyspace::row(Keyspace::Ranked, tenant, [&[RANK][..]])
}

/// Which pairs an edit makes is only known once the edits around are loaded: see [`needs_later`].
pub(super) fn needs(of: Of<'_>, touch: &FileTouch, needs: &mut Needs) {
    if !is_counted(of, touch) {
        return;
    }
    needs.keys.insert(edit_key(of));
    needs.ranges.push(around(of));
}

/// The keys of the pairs that these records make or unmake, one after the other, once all else that they depend on is loaded.
pub(super) fn needs_later<'r>(rows: &Rows, all: impl Iterator<Item = Of<'r>>, sign: Sign) -> BTreeSet<Vec<u8>> {
    let (mut keys, mut here) = (BTreeSet::new(), BTreeMap::new());
    for of in all {
        let Some(Body::FileTouch(touch)) = &of.record.body else { continue };
        if !is_counted(of, touch) {
            continue;
        }
        let (own, (start, end)) = (edit_key(of), around(of));
        let stored = rows.range(&start, &end).filter(|(key, _)| *key != own);
        let stored = stored.filter_map(|(key, _)| rows.read::<TaskEdit>(key)).filter(|edit| edit.is_counted);
        let mut near: Vec<NameHash> = stored.map(|edit| hash_name(&edit.path)).collect();
        near.extend(here.range(start..end).map(|(_, path)| *path));
        // As `apply` does, which counts no edit with too many around it.
        if sign == Sign::Add && near.len() >= MOST_AROUND {
            continue;
        }
        let path = hash_name(&touch.path);
        keys.extend(near.iter().filter(|other| **other != path).map(|other| pair_key(of.tenant, &path, other)));
        if sign == Sign::Add {
            here.insert(own, path);
        }
    }
    keys
}

pub(super) fn apply(rows: &mut Rows, of: Of<'_>, touch: &FileTouch, sign: Sign) {
    if !is_counted(of, touch) {
        return;
    }
    let key = edit_key(of);
    let (start, end) = around(of);
    let near = rows.range(&start, &end).filter(|(near, _)| *near != key.as_slice());
    let near = near.filter_map(|(key, _)| Some((keyspace::id_at_end(key)?, rows.read::<TaskEdit>(key)?)));
    let near: Vec<(RecordId, TaskEdit)> = near.filter(|(_, edit)| edit.is_counted).collect();
    let is_counted = match sign {
        Sign::Add => near.len() < MOST_AROUND,
        Sign::Remove => rows.read::<TaskEdit>(&key).is_some_and(|edit| edit.is_counted),
    };
    match sign {
        Sign::Add => rows.put(key, &TaskEdit { path: touch.path.clone(), is_counted }),
        Sign::Remove => rows.set(key, None),
    }
    for (id, edit) in near.into_iter().filter(|(_, edit)| is_counted && edit.path != touch.path) {
        // The later of the two says on which day it was.
        let day = day_of(id.time().max(of.record.time));
        count(rows, of.tenant, &touch.path, &edit.path, day, sign);
    }
}

/// Counts a pair once more or less, from both of its files' sides.
fn count(rows: &mut Rows, tenant: &str, path: &str, other: &str, day: u32, sign: Sign) {
    let (path, other) = if path < other { (path, other) } else { (other, path) };
    let (one, two) = (hash_name(path), hash_name(other));
    let keys = [pair_key(tenant, &one, &two), pair_key(tenant, &two, &one)];
    let mut days = rows.read::<PairRow>(&keys[0]).or_else(|| rows.read(&keys[1])).unwrap_or_default().days;
    let before = days.n();
    days.count(day, sign);
    let n = days.n();
    for (key, other) in keys.into_iter().zip([other, path]) {
        match n {
            0 => rows.set(key, None),
            _ => rows.put(key, &PairRow { other: String::from(other), days: days.clone() }),
        }
    }
    let rank = |n: u64| {
        let first = !(n.min(u64::from(u32::MAX)) as u32);
        keyspace::row(Keyspace::Ranked, tenant, [&[RANK][..], &first.to_be_bytes(), &one, &two])
    };
    if before >= LEAST_RANKED {
        rows.set(rank(before), None);
    }
    if n >= LEAST_RANKED {
        rows.put(rank(n), &RankedPair { path: String::from(path), other: String::from(other), days });
    }
}
