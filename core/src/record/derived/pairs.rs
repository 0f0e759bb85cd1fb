//! Co-edits: on how many occasions two files were edited together.
//!
//! An occasion is a task, without one a session, without both a day; imported edits have occasions of their own. A file
//! counts once on an occasion, however often it was edited. If an occasion has many files, only those whose paths have
//! the least hashes make pairs, so that the result does not depend on the order of the edits. Not here: what else is
//! derived from a touch (`files`).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::days::{Days, day_of};
use super::{RecordRef, Sign};
use crate::record::event::{Body, FileTouch};
use crate::record::keyspace::{self, Keyspace, NameHash, hash_name};
use crate::record::project::is_in_project;
use crate::record::rows::{Rows, Span};
use crate::record::trust::Origin;

/// The most files of an occasion that make pairs: a script may edit many files, which shows no connection between them.
const MAX_FILES: usize = 50;
/// The approximate bytes of the row of a file on an occasion.
const ROW_BYTES: usize = 160;
/// On how many occasions two files must have been edited together to be ranked.
pub(crate) const MIN_RANKED: u64 = 3;
/// The byte of the ranking of co-edits among the ranked rows.
const RANK: u8 = b'e';

/// The stored row of a file that was edited on an occasion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
struct OccasionFile {
    #[n(0)]
    path: String,
    /// The number of edits on each day. Without any edit the row is removed.
    #[n(1)]
    days: Days,
}

/// The stored row of a pair, for one of its files: how often the other was edited together with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct CoEditRow {
    #[n(0)]
    pub(crate) other: String,
    /// For each occasion the day by which both files had been edited.
    #[n(1)]
    pub(crate) days: Days,
    /// How many of the occasions were imported.
    #[n(2)]
    pub(crate) n_imported: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct RankedCoEdit {
    #[n(0)]
    pub(crate) path: String,
    #[n(1)]
    pub(crate) pair: CoEditRow,
}

/// The edits of an occasion that are added or removed: each file's path and the days of its edits, by the path's hash.
struct Occasion<'r> {
    tenant: &'r str,
    is_imported: bool,
    edits: BTreeMap<NameHash, (&'r str, Vec<u32>)>,
}

/// A pair that gains or loses an occasion.
struct PairChange<'r> {
    tenant: &'r str,
    is_imported: bool,
    path: String,
    other: String,
    day: u32,
    sign: Sign,
}

/// The files of an occasion that make pairs, by the hashes of their paths: each path with the day of its first edit.
type PairingFiles = BTreeMap<NameHash, (String, u32)>;

/// Whether a touch counts as an edit.
fn is_counted(touch: &FileTouch) -> bool {
    touch.operation.changes() && touch.success && is_in_project(&touch.path)
}

/// The prefix of the keys of the files that were edited on a record's occasion.
fn occasion_prefix(record_ref: RecordRef<'_>) -> Vec<u8> {
    let RecordRef { tenant, record, .. } = record_ref;
    let (tag, name) = match (record.task.as_str(), record.session.as_str()) {
        ("", "") => (b'd', alloc::format!("{}", day_of(record.time))),
        ("", session) => (b's', String::from(session)),
        (task, _) => (b't', String::from(task)),
    };
    let occasion_kind = [tag, u8::from(record.origin == Origin::Imported)];
    keyspace::row_key(Keyspace::Occasion, tenant, [&occasion_kind[..], &hash_name(&name)])
}

fn pair_key(tenant: &str, one: &NameHash, other: &NameHash) -> Vec<u8> {
    keyspace::row_key(Keyspace::Together, tenant, [one.as_slice(), other])
}

/// The prefix of the keys of a file's pairs.
pub(crate) fn pairs_prefix(tenant: &str, path: &str) -> Vec<u8> {
    keyspace::row_key(Keyspace::Together, tenant, [hash_name(path).as_slice()])
}

/// The prefix of the keys of ranked pairs, the most frequent first.
pub(crate) fn ranked_pairs_prefix(tenant: &str) -> Vec<u8> {
    keyspace::row_key(Keyspace::Ranked, tenant, [&[RANK][..]])
}

/// The occasions of records, by the prefixes of their keys.
fn occasions<'r>(record_refs: &[RecordRef<'r>]) -> BTreeMap<Vec<u8>, Occasion<'r>> {
    let mut occasions = BTreeMap::new();
    for record_ref in record_refs {
        let Some(Body::FileTouch(touch)) = &record_ref.record.body else { continue };
        if !is_counted(touch) {
            continue;
        }
        let is_imported = record_ref.record.origin == Origin::Imported;
        let new_occasion = || Occasion { tenant: record_ref.tenant, is_imported, edits: BTreeMap::new() };
        let occasion = occasions.entry(occasion_prefix(*record_ref)).or_insert_with(new_occasion);
        let (_, days) = occasion.edits.entry(hash_name(&touch.path)).or_insert((&touch.path, Vec::new()));
        days.push(day_of(record_ref.record.time));
    }
    occasions
}

/// Updates the counts of pairs for records that are added or removed together.
pub(super) fn apply(rows: &mut Rows, record_refs: &[RecordRef<'_>], sign: Sign) {
    let (files, changes) = compute_changes(rows, &occasions(record_refs), sign);
    for (key, occasion_file) in files {
        match occasion_file.days.n() {
            0 => rows.set(key, None),
            _ => rows.put(key, &occasion_file),
        }
    }
    changes.iter().for_each(|change| change.count(rows));
}

/// The new rows of the files whose edits are added or removed, each with its key; and the pairs that gain or lose an
/// occasion by that.
fn compute_changes<'r>(
    rows: &Rows,
    occasions: &BTreeMap<Vec<u8>, Occasion<'r>>,
    sign: Sign,
) -> (Vec<(Vec<u8>, OccasionFile)>, Vec<PairChange<'r>>) {
    let (mut files, mut changes) = (Vec::new(), Vec::new());
    for (prefix, occasion) in occasions {
        let before = candidate_files(rows, prefix, occasion);
        let mut after = before.clone();
        for (hash, (path, days)) in &occasion.edits {
            let occasion_file = after
                .entry(*hash)
                .or_insert_with(|| OccasionFile { path: String::from(*path), ..OccasionFile::default() });
            days.iter().for_each(|day| occasion_file.days.count(*day, sign));
            files.push(([prefix.as_slice(), hash].concat(), occasion_file.clone()));
        }
        after.retain(|_, occasion_file| occasion_file.days.n() > 0);
        occasion.add_changes(&choose_files(&before), &choose_files(&after), &mut changes);
    }
    (files, changes)
}

/// The rows of an occasion's files that may make pairs, and of those whose edits are added or removed.
fn candidate_files(rows: &Rows, prefix: &[u8], occasion: &Occasion<'_>) -> BTreeMap<NameHash, OccasionFile> {
    // If some of the chosen files are removed, as many others take their places.
    let n_rows = MAX_FILES + occasion.edits.len();
    let span = Span::from(prefix.to_vec());
    let first_files =
        rows.first(&span, n_rows, ROW_BYTES).filter_map(|(key, _)| Some((*key.last_chunk()?, rows.read(key)?)));
    let edited_files = occasion.edits.keys().filter_map(|hash| Some((*hash, rows.read(&[prefix, hash].concat())?)));
    first_files.chain(edited_files).collect()
}

/// The files that make pairs: the first ones by the hashes of their paths, at most [`MAX_FILES`].
fn choose_files(files: &BTreeMap<NameHash, OccasionFile>) -> PairingFiles {
    let first_files = files.iter().take(MAX_FILES);
    first_files
        .map(|(hash, occasion_file)| (*hash, (occasion_file.path.clone(), occasion_file.days.first().unwrap_or(0))))
        .collect()
}

impl<'r> Occasion<'r> {
    /// Adds to `changes` each pair that is added, removed or gets another day between the two choices of files.
    fn add_changes(&self, before: &PairingFiles, after: &PairingFiles, changes: &mut Vec<PairChange<'r>>) {
        let changed_hashes: BTreeSet<&NameHash> =
            before.keys().chain(after.keys()).filter(|hash| before.get(*hash) != after.get(*hash)).collect();
        for (files, sign) in [(before, Sign::Remove), (after, Sign::Add)] {
            for hash in &changed_hashes {
                let Some((path, first_day)) = files.get(*hash) else { continue };
                for (other_hash, (other, other_first_day)) in files {
                    // A pair of two moved files comes up twice, and is taken once.
                    if other_hash != *hash && (!changed_hashes.contains(other_hash) || *hash < other_hash) {
                        let (path, other) = if path < other { (path, other) } else { (other, path) };
                        let (path, other, day) = (path.clone(), other.clone(), *first_day.max(other_first_day));
                        let Occasion { tenant, is_imported, .. } = *self;
                        changes.push(PairChange { tenant, is_imported, path, other, day, sign });
                    }
                }
            }
        }
    }
}

impl PairChange<'_> {
    /// The keys of the pair's rows, one for each of its files.
    fn keys(&self) -> [Vec<u8>; 2] {
        let (path_hash, other_hash) = (hash_name(&self.path), hash_name(&self.other));
        [pair_key(self.tenant, &path_hash, &other_hash), pair_key(self.tenant, &other_hash, &path_hash)]
    }

    /// Adds an occasion to the counts of the pair, or takes it away.
    fn count(&self, rows: &mut Rows) {
        let keys = self.keys();
        let before = rows.read::<CoEditRow>(&keys[0]).or_else(|| rows.read(&keys[1])).unwrap_or_default();
        let mut pair = before.clone();
        pair.days.count(self.day, self.sign);
        pair.n_imported = self.sign.count(pair.n_imported, u64::from(self.is_imported));
        let (n_before, n) = (before.days.n(), pair.days.n());
        for (key, other) in keys.into_iter().zip([&self.other, &self.path]) {
            pair.other.clone_from(other);
            match n {
                0 => rows.set(key, None),
                _ => rows.put(key, &pair),
            }
        }
        if n_before >= MIN_RANKED {
            rows.set(self.rank_key(n_before), None);
        }
        if n >= MIN_RANKED {
            pair.other.clone_from(&self.other);
            rows.put(self.rank_key(n), &RankedCoEdit { path: self.path.clone(), pair });
        }
    }

    /// The key of the pair in the ranking, with this count.
    fn rank_key(&self, n: u64) -> Vec<u8> {
        let inverse_count = !(n.min(u64::from(u32::MAX)) as u32);
        let (path_hash, other_hash) = (hash_name(&self.path), hash_name(&self.other));
        keyspace::row_key(
            Keyspace::Ranked,
            self.tenant,
            [&[RANK][..], &inverse_count.to_be_bytes(), &path_hash, &other_hash],
        )
    }
}
