//! The reports of an index run to its caller, during the run and at its end.

use std::collections::BTreeMap;
use std::fmt;

use super::bounds::MAX_NAMED;
use crate::Error;
use crate::files::parse::NotParsed;
use crate::files::scan::Failure;
use crate::files::walk::{Bounds, Unreachable, Walked};
use crate::guest::Stop;
use crate::store::Remade;
use crate::wit::graph::SkipReason;
use crate::wit::{Word, types};

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// Another process writes the index; this one waits for it.
    Waiting {
        /// The id of that process; 0 if it is unknown.
        pid: u32,
    },
    /// The folder is being walked, or the walk has just ended.
    Walked {
        /// Files found so far.
        n_files: u64,
    },
    /// Files are being read.
    Read {
        /// Files read so far, including those that could not be indexed.
        n_files: u64,
        /// The number of all files to be read.
        n_of: u64,
        /// Bytes read so far.
        n_bytes: u64,
    },
    /// References are being linked.
    Linking {
        /// Files still to be linked.
        n_left: u32,
    },
}

/// Why a file was not indexed, or not completely.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// The file could not be accessed or named.
    Unreachable(Unreachable),
    /// The file could not be read or parsed, for this reason.
    Declined(NotParsed),
    /// The component refused the file, whose earlier rows are kept.
    Refused(types::Error),
    /// The component failed on the file, also in further tries if they could help; its earlier rows are kept.
    Stopped(Stop),
    /// The component failed to link the file, which has symbols but no edges of its own.
    Quarantined(Stop),
    /// The file has too many tokens, nodes or levels to be parsed completely: nodes are missing.
    CutShort,
}

impl Problem {
    /// The stable name of the case, for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Problem::Unreachable(Unreachable::NotUnicode) => "not_unicode",
            Problem::Unreachable(Unreachable::Refused(_)) | Problem::Declined(NotParsed::Unreadable(_)) => "unreadable",
            Problem::Declined(NotParsed::Gone) => "gone",
            Problem::Declined(NotParsed::NotUtf8(_)) => "not_utf8",
            Problem::Declined(NotParsed::TooLarge) => "size",
            Problem::Declined(NotParsed::TimedOut) => "timed_out",
            Problem::Refused(_) => "refused",
            Problem::Stopped(_) => "component",
            Problem::Quarantined(_) => "quarantined",
            Problem::CutShort => "cut_short",
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Unreachable(Unreachable::NotUnicode) => write!(f, "its name is not Unicode"),
            Problem::Unreachable(Unreachable::Refused(why)) | Problem::Declined(NotParsed::Unreadable(why)) => {
                write!(f, "{why}")
            }
            Problem::Declined(NotParsed::Gone) => write!(f, "it was deleted while it was being read"),
            Problem::Declined(NotParsed::NotUtf8(_)) => write!(f, "it is not UTF-8"),
            Problem::Declined(NotParsed::TooLarge) => write!(f, "it grew past 4 MiB"),
            Problem::Declined(NotParsed::TimedOut) => {
                write!(f, "parsing took too long; later runs try it again")
            }
            Problem::CutShort => write!(f, "it has too many tokens or levels to be parsed as a whole"),
            Problem::Refused(error) => Error::Refused(error.clone()).fmt(f),
            Problem::Stopped(Stop::Deadline) => write!(f, "it took the component too long"),
            Problem::Stopped(Stop::Memory) => write!(f, "it took the component too much memory"),
            Problem::Stopped(Stop::Trap(how)) => write!(f, "the component failed on it: {how}"),
            Problem::Quarantined(Stop::Deadline) => write!(f, "to link it took the component too long"),
            Problem::Quarantined(Stop::Memory) => write!(f, "to link it took the component too much memory"),
            Problem::Quarantined(Stop::Trap(how)) => write!(f, "the component failed to link it: {how}"),
        }
    }
}

/// The report of a finished run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Indexed {
    /// The number of unchanged files.
    pub n_same: u64,
    /// The number of files read, including those that could not be indexed.
    pub n_read: u64,
    /// The number of bytes of the files read.
    pub n_bytes: u64,
    /// The number of files that were deleted, or are left out now; their rows were removed.
    pub n_removed: u64,
    /// Files that the component skipped, by the number of its reason: see [`skip_reason`].
    pub skipped: BTreeMap<u8, u64>,
    /// The number of unchanged files that are not UTF-8; those that were read are among the problems.
    pub n_not_utf8: u64,
    /// Installed folders, which were not entered: the first 100, sorted by path. Ignored ones are not among them.
    pub installed: Vec<String>,
    /// The number of all installed folders.
    pub n_installed: u64,
    /// The patterns by which files are excluded: see [`Memory::exclude`](crate::Memory::exclude).
    pub exclude: Vec<String>,
    /// Files that could not be indexed or linked, or not completely.
    pub problems: Vec<(String, Problem)>,
    /// Unchanged files that failed in an earlier run and were not tried again.
    pub failed_before: Vec<(String, Failure)>,
    /// The number of damaged rows that were found; those of files were remade.
    pub n_damaged: u64,
    /// Why the index was remade; `None` if it was not.
    pub remade: Option<Remade>,
    /// The generation of the store after the run.
    pub generation: u64,
}

impl Indexed {
    pub(super) fn begin(walked: &Walked, bounds: &Bounds) -> Indexed {
        let problem = |(path, why): &(String, Unreachable)| (path.clone(), Problem::Unreachable(why.clone()));
        Indexed {
            problems: walked.unreachable.iter().map(problem).collect(),
            installed: walked.installed.iter().take(MAX_NAMED).cloned().collect(),
            n_installed: walked.installed.len() as u64,
            exclude: bounds.exclude.patterns().to_vec(),
            ..Indexed::default()
        }
    }
}

/// The reason with this number, under which skipped files are counted; [`SkipReason::Path`] for an unknown number.
#[must_use]
pub fn skip_reason(number: u8) -> SkipReason {
    let known = SkipReason::WORDS.iter().find(|(_, reason)| *reason as u8 == number);
    known.map_or(SkipReason::Path, |(_, reason)| *reason)
}
