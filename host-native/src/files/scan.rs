//! What the last run knew of each file, so that a run with nothing changed reads no file at all.
//!
//! One entry a file, kept in the store beside the rows and committed with them: an entry promises that the rows of its file
//! are there. Not here: walking, hashing, and what the component thinks of a file.

use super::hash::Hash;
use super::walk::Found;

/// What became of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Its facts are stored, made from bytes with this hash.
    Indexed(Hash),
    /// It is not UTF-8, at this hash. Nothing of it is stored.
    NotUtf8(Hash),
    /// The component does not want it, for the reason with this number.
    Skipped(u8),
    /// Rows of it are stored, and must be made again.
    Stale,
    /// It could not be taken in, or not be linked, at this hash: it is not tried again before it changes.
    Failed {
        /// Of the bytes that failed.
        hash: Hash,
        /// How.
        failure: Failure,
        /// Rows of it are stored: of an earlier state, or where it has no links, of this one.
        has_rows: bool,
    },
}

/// How a file failed that was read. Where memory was short the file may not be to blame: that is not remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Failure {
    /// The component refused it.
    Refused,
    /// It took the component too long.
    Deadline,
    /// The component stopped on it.
    Trap,
    /// Parsing took too long.
    TimedOut,
    /// The component stopped while it linked it: it has symbols, but no edges of its own.
    Unlinked,
}

impl Failure {
    /// All of them, each at its number.
    pub const ALL: [Failure; 5] =
        [Failure::Refused, Failure::Deadline, Failure::Trap, Failure::TimedOut, Failure::Unlinked];

    /// The stable name of the case, for programs.
    pub fn kind(self) -> &'static str {
        match self {
            Failure::Refused => "refused",
            Failure::Deadline | Failure::Trap => "component",
            Failure::TimedOut => "timed_out",
            Failure::Unlinked => "unlinked",
        }
    }
}

/// What is remembered of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Bytes.
    pub size: u64,
    /// As in [`Found`].
    pub modified: i64,
    /// It was changed so shortly before it was looked at that a later change may bear the same time: only its hash can tell.
    pub racy: bool,
    /// What became of it.
    pub fate: Fate,
}

/// What a comparison of a file with its entry says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As it was: nothing to do.
    Same,
    /// Its size is the same and its time says nothing: compare the hash.
    Doubtful,
    /// New, or of another size: ask the component, read it.
    Changed,
}

/// Coarse clocks of file systems lag behind by up to this, in nanoseconds.
const FINE_CLOCK: i64 = 20_000_000;
/// Some file systems count in steps of two seconds; their times have no fraction.
const COARSE_CLOCK: i64 = 2_000_000_000;

impl Entry {
    /// The entry of a file that is read in a run that began at `scanned`, in nanoseconds since 1970.
    pub fn new(found: &Found, fate: Fate, scanned: i64) -> Entry {
        let clock = if found.modified % 1_000_000_000 == 0 { COARSE_CLOCK } else { FINE_CLOCK };
        let racy = found.modified.saturating_add(clock) >= scanned;
        Entry { size: found.size, modified: found.modified, racy, fate }
    }

    /// Compares what is remembered with what was found.
    pub fn compare(&self, found: &Found) -> Verdict {
        if self.size != found.size {
            return Verdict::Changed;
        }
        let in_time = self.modified == found.modified && !self.racy;
        match self.fate {
            // The component judges by path and size alone.
            Fate::Skipped(_) => Verdict::Same,
            Fate::Stale => Verdict::Changed,
            Fate::Indexed(_) | Fate::NotUtf8(_) | Fate::Failed { .. } if in_time => Verdict::Same,
            Fate::Indexed(_) | Fate::NotUtf8(_) | Fate::Failed { .. } => Verdict::Doubtful,
        }
    }

    /// The hash of the bytes it was made from, where they were read.
    pub fn hash(&self) -> Option<&Hash> {
        match &self.fate {
            Fate::Indexed(hash) | Fate::NotUtf8(hash) | Fate::Failed { hash, .. } => Some(hash),
            Fate::Skipped(_) | Fate::Stale => None,
        }
    }

    /// The store holds rows of the file.
    pub fn has_rows(&self) -> bool {
        matches!(self.fate, Fate::Indexed(_) | Fate::Stale | Fate::Failed { has_rows: true, .. })
    }

    /// As stored: size, time, flags, then the hash or the reason.
    pub fn encode(&self) -> Vec<u8> {
        let failed;
        let (kind, rest): (u8, &[u8]) = match &self.fate {
            Fate::Indexed(hash) => (0, hash),
            Fate::NotUtf8(hash) => (1, hash),
            Fate::Skipped(reason) => (2, std::slice::from_ref(reason)),
            Fate::Stale => (3, &[]),
            Fate::Failed { hash, failure, has_rows } => {
                failed = [&[*failure as u8, u8::from(*has_rows)], hash.as_slice()].concat();
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

    /// Reads what [`Entry::encode`] wrote; none for anything else, which makes the file count as new.
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
                let ([failure, has_rows], hash) = rest.split_first_chunk()?;
                let failure = *Failure::ALL.get(usize::from(*failure))?;
                Fate::Failed { hash: hash.try_into().ok()?, failure, has_rows: *has_rows != 0 }
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
    fn an_entry_is_read_as_it_was_written() {
        let failed = |failure| Fate::Failed { hash: [7; 32], failure, has_rows: failure == Failure::Trap };
        let fates = [Fate::Indexed([1; 32]), Fate::NotUtf8([2; 32]), Fate::Skipped(3), Fate::Stale];
        for fate in fates.into_iter().chain(Failure::ALL.map(failed)) {
            let entry = Entry { size: 5, modified: -6, racy: true, fate };
            assert_eq!(Entry::decode(&entry.encode()), Some(entry));
        }
        assert_eq!(Entry::decode(&[0; 17]), None);
    }
}
