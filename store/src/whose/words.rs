//! The notice about a memory that a folder might be expected to have but does not; it is given once.

use super::entry::{escape_line_breaks, is_digits, unescape_line_breaks};

/// Another memory that may be the folder's, and why the evidence is not enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Why the folder does not have that memory.
    pub why: Why,
    /// The id of that memory.
    pub id: String,
    /// The last known path of that memory's project.
    pub path: String,
}

/// Why a folder does not have a memory despite some evidence; in descending order of importance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// The mark or the identity is that of a project that is still at its path: this folder is a copy.
    Copy,
    /// The mark is that of a project that is no longer at its path: it was moved to another disk, or this folder is a
    /// copy of a project that was removed.
    MayHaveMoved,
    /// The id of an older release, from its file or derived from the path, is that of a memory that was last used
    /// elsewhere.
    OlderElsewhere,
    /// A project was at this path, and neither identities nor marks can be compared.
    Unmarked,
    /// Another project was at this path: an identity or a mark differs.
    Replaced,
}

impl Why {
    const ALL: [Why; 5] = [Why::Copy, Why::MayHaveMoved, Why::OlderElsewhere, Why::Unmarked, Why::Replaced];

    /// The stable name of the case.
    pub fn word(self) -> &'static str {
        match self {
            Why::Copy => "copy",
            Why::MayHaveMoved => "may_have_moved",
            Why::OlderElsewhere => "older_elsewhere",
            Why::Unmarked => "unmarked",
            Why::Replaced => "replaced",
        }
    }

    /// Whether it may be the same project, so that a person should be asked.
    pub fn may_be_same(self) -> bool {
        matches!(self, Why::MayHaveMoved | Why::OlderElsewhere | Why::Unmarked)
    }
}

impl Notice {
    /// The notice as a sentence; `path` is in a displayable form.
    pub fn in_words(&self, path: &str) -> String {
        let attaching = format!("`scrubjay memory attach {}` gives it that memory", self.id);
        match self.why {
            Why::Copy => format!("this is a copy of {path}, so it has a memory of its own"),
            Why::MayHaveMoved => {
                format!(
                    "this looks like the project that was at {path}, which is not there any more; if it was moved, {attaching}"
                )
            }
            Why::OlderElsewhere => {
                format!("a file here names a memory that was last used at {path}; if this is that project, {attaching}")
            }
            Why::Unmarked => {
                format!(
                    "a project that was at {path} has a memory, and nothing here says that this is the same one; if it is, {attaching}"
                )
            }
            Why::Replaced => {
                format!(
                    "another project was at {path} before, so this one has a memory of its own; if it is the same, {attaching}"
                )
            }
        }
    }

    /// The question for a person at a terminal; `None` if `may_be_same` is false.
    pub fn question(&self, path: &str) -> Option<String> {
        self.why.may_be_same().then(|| format!("This looks like the project that was at {path}; use its memory?"))
    }

    pub(super) fn to_line(&self) -> String {
        format!("{} {} {}", self.why.word(), self.id, escape_line_breaks(&self.path))
    }

    pub(super) fn from_line(line: &str) -> Option<Notice> {
        let mut parts = line.splitn(3, ' ');
        let word = parts.next()?;
        let why = Why::ALL.into_iter().find(|why| why.word() == word)?;
        let id = parts.next().filter(|id| is_digits(id))?.to_owned();
        Some(Notice { why, id, path: unescape_line_breaks(parts.next()?) })
    }
}
