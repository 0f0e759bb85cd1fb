//! What an index run tells its caller: while it goes on, and at its end.

use std::collections::BTreeMap;

use crate::files::parse::Declined;
use crate::files::scan::Failure;
use crate::files::walk::{Unreachable, Walked};
use crate::guest::Stop;
use crate::wit::types;

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// The folder was walked.
    Walked {
        /// Files found.
        n_files: u64,
    },
    /// Files are being read.
    Read {
        /// Files read so far.
        n_files: u64,
        /// Files to be read.
        n_of: u64,
        /// Bytes read so far.
        n_bytes: u64,
    },
    /// References are being linked.
    Settling {
        /// Files still to be linked.
        n_left: u32,
    },
}

/// Why a file was not taken in, or not wholly.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// It could not be found properly.
    Unreachable(Unreachable),
    /// It could not be read or parsed.
    Declined(Declined),
    /// The component refused it; what was stored of it stays.
    Refused(types::Error),
    /// The component failed on it three times; what was stored of it stays.
    Stopped(Stop),
}

/// What a run did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Indexed {
    /// Files that were as they were.
    pub n_same: u64,
    /// Files read.
    pub n_read: u64,
    /// Bytes of the files read.
    pub n_bytes: u64,
    /// Files that are gone.
    pub n_removed: u64,
    /// Files that the component did not want, by the number of its reason.
    pub skipped: BTreeMap<u8, u64>,
    /// Files that could not be taken in, by path.
    pub problems: Vec<(String, Problem)>,
    /// Files that failed in an earlier run and are as they were: they were not tried again. By path.
    pub failed_before: Vec<(String, Failure)>,
    /// Damaged rows that were found; those of files were made again.
    pub n_damaged: u64,
    /// The generation of the store.
    pub generation: u64,
}

impl Indexed {
    /// The store has other rows than before.
    pub(super) fn has_written(&self) -> bool {
        self.n_read + self.n_removed > 0
    }

    pub(super) fn begin(walked: &Walked) -> Indexed {
        let problem = |(path, why): &(String, Unreachable)| (path.clone(), Problem::Unreachable(why.clone()));
        Indexed { problems: walked.unreachable.iter().map(problem).collect(), ..Indexed::default() }
    }
}
