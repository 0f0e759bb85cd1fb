//! Patterns: counts of equal observations.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};
use xxhash_rust::xxh3::Xxh3;

use super::days::{Days, day_of};
use super::{RecordRef, Sign};
use crate::record::event::{Observation, PatternKind};
use crate::record::keyspace::{self, Keyspace, NameHash};
use crate::record::rows::Rows;

/// The most files that a pattern counts separately.
const MAX_FILES: usize = 64;
/// The byte of the ranking of patterns among the ranked rows.
const RANK: u8 = b'o';

/// Observations of equal kind, subject and signature, counted.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct PatternRow {
    #[n(0)]
    pub(crate) kind: PatternKind,
    #[n(1)]
    pub(crate) subject: String,
    #[n(2)]
    pub(crate) signature: String,
    #[n(3)]
    pub(crate) days: Days,
    /// The files that were edited, each with how often.
    #[n(4)]
    pub(crate) files: BTreeMap<String, u64>,
}

fn pattern_hash(observation: &Observation) -> NameHash {
    let mut hash = Xxh3::new();
    hash.update(&[observation.pattern as u8]);
    for part in [&observation.subject, &observation.signature] {
        hash.update(&(part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.digest128().to_be_bytes()
}

pub(crate) fn pattern_key(tenant: &str, hash: &[u8]) -> Vec<u8> {
    keyspace::row_key(Keyspace::Pattern, tenant, [hash])
}

/// The prefix of the keys of a kind's ranked patterns, the most frequent first. A key ends with the pattern's hash.
pub(crate) fn ranked_patterns_prefix(tenant: &str, kind: PatternKind) -> Vec<u8> {
    keyspace::row_key(Keyspace::Ranked, tenant, [&[RANK, kind as u8][..]])
}

/// Counts an observation that is added or removed.
pub(super) fn apply(rows: &mut Rows, record_ref: RecordRef<'_>, observation: &Observation, sign: Sign) {
    let hash = pattern_hash(observation);
    let key = pattern_key(record_ref.tenant, &hash);
    let mut pattern = rows.read(&key).unwrap_or_else(|| PatternRow {
        kind: observation.pattern,
        subject: observation.subject.clone(),
        signature: observation.signature.clone(),
        days: Days::default(),
        files: BTreeMap::new(),
    });
    let rank_key = |n: u64| {
        let inverse_count = !(n.min(u64::from(u32::MAX)) as u32);
        [ranked_patterns_prefix(record_ref.tenant, observation.pattern).as_slice(), &inverse_count.to_be_bytes(), &hash]
            .concat()
    };
    if pattern.days.n() > 0 {
        rows.set(rank_key(pattern.days.n()), None);
    }
    pattern.days.count(day_of(record_ref.record.time), sign);
    for file in &observation.files {
        if pattern.files.contains_key(file) || pattern.files.len() < MAX_FILES {
            let n = pattern.files.entry(file.clone()).or_default();
            *n = sign.count(*n, 1);
        }
    }
    pattern.files.retain(|_, n| *n > 0);
    match pattern.days.n() {
        0 => rows.set(key, None),
        n => {
            rows.put(rank_key(n), &());
            rows.put(key, &pattern);
        }
    }
}
