//! Decides which memory a folder has, by comparing the folder with the entries in the user's data folder.
//!
//! Nothing that a clone, an archive or a copied folder carries selects a memory. There are three witnesses: the
//! project's path; the identity of its folder (the git folder, without git the folder itself) by inode and birth time;
//! and a mark left in it, which counts only together with the entry that names it. The path identifies the project
//! together with one of the others, or alone if the entry has no other. At another path, the identity alone does,
//! because no copy has it; unless the recorded folder is still at the old path, and is a different one. That happens
//! with a snapshot of a disk, which has the same inodes.
//!
//! A pure function, shared by all hosts: they observe folders, read and write files, and carry out a
//! [`MemoryDecision`]. Not here: those files, and questions to a person.

mod entry;
mod judge;
mod seen;
#[cfg(test)]
mod tests;
mod wire;
mod words;

pub use entry::{Entry, MemoryEntry};
pub use judge::{Answer, Facts, NewIds, judge};
pub use seen::{Agreement, Evidence, Identity, Kind, ObservedPath};
pub use wire::judge_packed;
pub use words::Notice;

/// Why a folder has this memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The path agrees, and the identity or the mark; or the path alone, if the entry has no other witness.
    Same,
    /// The recorded folder is still at its path, and this is another path to it, such as a mount point.
    OtherName,
    /// The folder was moved: its identity agrees, and the recorded folder is no longer at the recorded path.
    Moved,
    /// An older release used the memory here.
    Older,
    /// The folder has no memory yet.
    New,
}

/// The decision: the memory of a folder, and what to write before the memory is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryDecision {
    /// The id of the memory.
    pub id: String,
    /// Why the folder has this memory.
    pub reason: Reason,
    /// The witnesses that agree.
    pub agreed: Agreement,
    /// The path of the folder that the memory belongs to.
    pub path: String,
    /// The kind of folder that identifies the project.
    pub kind: Kind,
    /// The notice for the user; `None` if there is none, or if the user has seen it.
    pub notice: Option<Notice>,
    /// The mark to leave in the folder before the entry is written; `None` for no change.
    pub mark: Option<String>,
    /// The entry to write; `None` if it is up to date.
    pub entry: Option<Entry>,
}

impl MemoryDecision {
    /// Whether the folder has no memory until something is written.
    pub fn is_new(&self) -> bool {
        self.reason == Reason::New
    }

    /// Whether there is nothing to write.
    pub fn is_settled(&self) -> bool {
        self.entry.is_none() && self.mark.is_none()
    }
}
