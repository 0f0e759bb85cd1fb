//! Scan entries: the outcome of the last run for each file, so that a run without changes reads no files but racy ones.
//!
//! There is one entry per file, stored next to the rows and committed with them: an entry that states rows of its file
//! guarantees that they exist. Not here: walking, hashing, and the component's judgement of a file.

use super::hash::Hash;
use super::walk::Found;

/// The outcome of indexing a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The facts of the file are stored, from bytes with this hash.
    Indexed(Hash),
    /// The bytes with this hash are not UTF-8. No rows of the file are stored.
    NotUtf8(Hash),
    /// The component skips the file, for the reason with this number.
    Skipped(u8),
    /// Stored rows of the file must be remade.
    Stale,
    /// The bytes with this hash could not be indexed or linked. The file is tried again after a change, and before that
    /// at most `tries_left` times.
    Failed {
        /// The hash of the failed bytes.
        hash: Hash,
        /// The kind of failure.
        failure: Failure,
        /// Whether the store has rows of the file: of an earlier version, or of this one if only its links are missing.
        has_rows: bool,
        /// In how many later runs the file is tried again without a change; 0 if no further try is worth it.
        tries_left: u8,
    },
}

/// How often a file that took too long is tried again, each time in a later run. The cause may be other work on the
/// machine; but a file that always takes too long must not slow down every run.
pub(crate) const MAX_RETRIES: u8 = 2;

/// How a file failed after it was read. Running out of memory may not be the file's fault, so it is not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Failure {
    /// The component refused it.
    Refused,
    /// The component exceeded its time limit.
    Deadline,
    /// The component trapped on it.
    Trap,
    /// Parsing exceeded its time limit.
    TimedOut,
    /// The component stopped while linking it: it has symbols, but no edges of its own.
    Quarantined,
}

impl Failure {
    /// All cases, in the order of their numbers.
    pub const ALL: [Failure; 5] =
        [Failure::Refused, Failure::Deadline, Failure::Trap, Failure::TimedOut, Failure::Quarantined];

    /// The stable name of the case, for programs.
    pub fn kind(self) -> &'static str {
        match self {
            Failure::Refused => "refused",
            Failure::Deadline | Failure::Trap => "component",
            Failure::TimedOut => "timed_out",
            Failure::Quarantined => "quarantined",
        }
    }
}

/// The stored entry of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Size in bytes.
    pub size: u64,
    /// The time of the last change, in nanoseconds since 1970.
    pub modified: i64,
    /// Whether it was changed so shortly before the scan that a later change may have the same time, so that only its
    /// hash can show a change.
    pub racy: bool,
    /// The outcome of indexing it.
    pub fate: Fate,
}

/// The result of comparing a file with its entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Unchanged, as far as size and time tell; for a skipped file, the size alone.
    Same,
    /// The size is the same and the time is inconclusive: compare the hash.
    Doubtful,
    /// Of another size, or with rows that must be remade: ask the component and read it.
    Changed,
}

/// The greatest step of file times that have a fraction of a second, in nanoseconds.
const FINE_CLOCK: i64 = 20_000_000;
/// The greatest step of file times that have no fraction of a second: two seconds, in nanoseconds.
pub(super) const COARSE_CLOCK: i64 = 2_000_000_000;

impl Entry {
    /// The entry of a file that is read in a run that began at `scanned`, in nanoseconds since 1970.
    pub fn new(found: &Found, fate: Fate, scanned: i64) -> Entry {
        let clock = if found.modified % 1_000_000_000 == 0 { COARSE_CLOCK } else { FINE_CLOCK };
        let racy = found.modified.saturating_add(clock) >= scanned;
        Entry { size: found.size, modified: found.modified, racy, fate }
    }

    /// Compares the entry with the size and time that a walk found.
    pub fn compare(&self, found: &Found) -> Verdict {
        if self.size != found.size {
            return Verdict::Changed;
        }
        let has_same_time = self.modified == found.modified && !self.racy;
        match self.fate {
            // The component decides by path and size alone.
            Fate::Skipped(_) => Verdict::Same,
            Fate::Stale => Verdict::Changed,
            Fate::Indexed(_) | Fate::NotUtf8(_) | Fate::Failed { .. } if has_same_time => Verdict::Same,
            Fate::Indexed(_) | Fate::NotUtf8(_) | Fate::Failed { .. } => Verdict::Doubtful,
        }
    }

    /// The hash of the file's bytes, if the entry has one.
    pub fn hash(&self) -> Option<&Hash> {
        match &self.fate {
            Fate::Indexed(hash) | Fate::NotUtf8(hash) | Fate::Failed { hash, .. } => Some(hash),
            Fate::Skipped(_) | Fate::Stale => None,
        }
    }

    /// Whether the store has rows of the file.
    pub(crate) fn has_rows(&self) -> bool {
        matches!(self.fate, Fate::Indexed(_) | Fate::Stale | Fate::Failed { has_rows: true, .. })
    }

    /// The stored form: size, time, flags, then the hash or the reason.
    pub fn encode(&self) -> Vec<u8> {
        let failed;
        let (kind, rest): (u8, &[u8]) = match &self.fate {
            Fate::Indexed(hash) => (0, hash),
            Fate::NotUtf8(hash) => (1, hash),
            Fate::Skipped(reason) => (2, std::slice::from_ref(reason)),
            Fate::Stale => (3, &[]),
            Fate::Failed { hash, failure, has_rows, tries_left } => {
                failed = [&[*failure as u8, u8::from(*has_rows), *tries_left], hash.as_slice()].concat();
                (4, &failed)
            }
        };
        let mut bytes = Vec::with_capacity(18 + rest.len());
        bytes.extend(self.size.to_le_bytes());
        bytes.extend(self.modified.to_le_bytes());
        bytes.extend([u8::from(self.racy), kind]);
        bytes.extend(rest);
        bytes
    }

    /// Decodes the result of [`Entry::encode`]; `None` for anything else, so that the file counts as new.
    pub fn decode(bytes: &[u8]) -> Option<Entry> {
        let (size, bytes) = bytes.split_first_chunk()?;
        let (modified, bytes) = bytes.split_first_chunk()?;
        let ([racy, kind], rest) = bytes.split_first_chunk()?;
        let fate = match kind {
            0 => Fate::Indexed(rest.try_into().ok()?),
            1 => Fate::NotUtf8(rest.try_into().ok()?),
            2 => Fate::Skipped(*rest.first()?),
            3 => Fate::Stale,
            4 => {
                let ([failure, has_rows, tries_left], hash) = rest.split_first_chunk()?;
                let failure = *Failure::ALL.get(usize::from(*failure))?;
                let tries_left = (*tries_left).min(MAX_RETRIES);
                Fate::Failed { hash: hash.try_into().ok()?, failure, has_rows: *has_rows != 0, tries_left }
            }
            _ => return None,
        };
        Some(Entry { size: u64::from_le_bytes(*size), modified: i64::from_le_bytes(*modified), racy: *racy != 0, fate })
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, Failure, Fate};

    #[test]
    fn an_entry_round_trips() {
        let failed = |failure| {
            let tries_left = if failure == Failure::Deadline { 1 } else { 0 };
            Fate::Failed { hash: [7; 32], failure, has_rows: failure == Failure::Trap, tries_left }
        };
        let fates = [Fate::Indexed([1; 32]), Fate::NotUtf8([2; 32]), Fate::Skipped(3), Fate::Stale];
        for fate in fates.into_iter().chain(Failure::ALL.map(failed)) {
            let entry = Entry { size: 5, modified: -6, racy: true, fate };
            assert_eq!(Entry::decode(&entry.encode()), Some(entry));
        }
        assert_eq!(Entry::decode(&[0; 17]), None);
    }
}
