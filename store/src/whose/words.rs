//! The notice, given once, about a memory that a folder does not have.

use super::entry::{escaped, is_digits, unescaped};

/// A claim of the folder on another memory, and why the claim is not enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Why the folder has not that memory.
    pub why: Why,
    /// The id of that memory.
    pub id: String,
    /// Where its project was last.
    pub path: String,
}

/// Why a folder has not a memory that something speaks for. The first ones are told before the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// The mark is of a project that is where it was: this is a copy.
    Copy,
    /// The mark is of a project that is not where it was: it may have been moved to another disk, or this is a copy of what was removed.
    MayHaveMoved,
    /// A file of an older release names a memory that was used elsewhere.
    OlderElsewhere,
    /// A project was at this path, and the system tells no identities.
    Unmarked,
    /// Another project was at this path.
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

    /// Whether a person may know that it is the same project.
    pub fn may_be_same(self) -> bool {
        matches!(self, Why::MayHaveMoved | Why::OlderElsewhere | Why::Unmarked)
    }
}

impl Notice {
    /// The notice in a sentence; `path` in a form that may be shown.
    pub fn in_words(&self, path: &str) -> String {
        let join = format!("`scrubjay memory attach {}` gives it that memory", self.id);
        match self.why {
            Why::Copy => format!("this is a copy of {path}, so it has a memory of its own"),
            Why::MayHaveMoved => {
                format!(
                    "this looks like the project that was at {path}, which is not there any more; if it was moved, {join}"
                )
            }
            Why::OlderElsewhere => {
                format!("a file here names a memory that was last used at {path}; if this is that project, {join}")
            }
            Why::Unmarked => {
                format!(
                    "a project that was at {path} has a memory, and nothing here says that this is the same one; if it is, {join}"
                )
            }
            Why::Replaced => {
                format!(
                    "another project was at {path} before, so this one has a memory of its own; if it is the same, {join}"
                )
            }
        }
    }

    /// The question to a person at a terminal who may know better; `None` if it cannot be the same project.
    pub fn question(&self, path: &str) -> Option<String> {
        self.why.may_be_same().then(|| format!("This looks like the project that was at {path}; use its memory?"))
    }

    pub(super) fn to_line(&self) -> String {
        format!("{} {} {}", self.why.word(), self.id, escaped(&self.path))
    }

    pub(super) fn from_line(line: &str) -> Option<Notice> {
        let mut parts = line.splitn(3, ' ');
        let word = parts.next()?;
        let why = Why::ALL.into_iter().find(|why| why.word() == word)?;
        let id = parts.next().filter(|id| is_digits(id))?.to_owned();
        Some(Notice { why, id, path: unescaped(parts.next()?) })
    }
}
