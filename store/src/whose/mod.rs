//! Decides which memory a folder has: compares what is seen of the folder with what the user's data folder recorded of
//! each project.
//!
//! Nothing that a clone, an archive or a copied folder carries chooses a memory. Three witnesses are heard: the path of the project, the
//! identity of its own thing (the git folder, or without git the folder itself) by inode and time of birth, and a mark that was left in
//! it, which is of no use without the entry that names it. Two of three are the same project. One alone is not, but for the identity of
//! a folder that is not where it was: no copy has it. A function of its inputs, shared by every host: they look at folders, read and
//! write files, and do what a [`Plan`] says. Not here: those files, and who asks a person.

mod entry;
mod judge;
mod seen;
#[cfg(test)]
mod tests;
mod wire;
mod words;

pub use entry::{Entry, Kept};
pub use judge::{Answer, Facts, Fresh, judge};
pub use seen::{Agreed, Identity, Kind, Seen, Witnesses};
pub use wire::judge_packed;
pub use words::Notice;

/// The reason why a folder has its memory, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Two of three witnesses agree, or all that the place has.
    Same,
    /// It is the recorded folder under another name, as a mount has it.
    OtherName,
    /// It was moved: its identity agrees, and the recorded folder is not there.
    Moved,
    /// A release before this one used the memory here.
    Older,
    /// It has no memory yet.
    New,
}

/// The steps to take before a memory is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The memory.
    pub id: String,
    /// The reason for this memory.
    pub reason: Reason,
    /// The witnesses that agreed.
    pub agreed: Agreed,
    /// The path of the folder that the memory belongs to.
    pub path: String,
    /// Whether it is known to git.
    pub kind: Kind,
    /// The notice for the user, if it was not given before.
    pub notice: Option<Notice>,
    /// The mark to leave, before the entry is written.
    pub mark: Option<String>,
    /// The entry to write, unless it is as it is to be.
    pub entry: Option<Entry>,
}

impl Plan {
    /// Whether the folder has no memory until something is written.
    pub fn is_new(&self) -> bool {
        self.reason == Reason::New
    }

    /// Whether there is nothing to write.
    pub fn is_settled(&self) -> bool {
        self.entry.is_none() && self.mark.is_none()
    }
}
