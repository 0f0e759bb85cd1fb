//! Observations of a folder, and how far they agree with an entry.

use super::Entry;

/// The kind of folder that identifies a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The git folder, which all worktrees of the project share.
    Git,
    /// The folder itself.
    Folder,
}

/// The identity of a folder, independent of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The number of its disk. Some systems reassign it at each start, so it is comparable only between observations at
    /// one time.
    pub device: u64,
    /// The inode number, which is reused once the folder is removed.
    pub inode: u64,
    /// The birth time in nanoseconds since 1970; never 0.
    pub born: u64,
}

impl Identity {
    /// An identity; `None` if the system provides no inode number or birth time.
    pub fn of(device: u64, inode: u64, born: u64) -> Option<Identity> {
        (inode != 0 && born != 0).then_some(Identity { device, inode, born })
    }

    fn agrees(self, other: Identity) -> bool {
        (self.inode, self.born) == (other.inode, other.born)
    }
}

/// The evidence for a folder besides its path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The folder's identity, if the system provides a lasting one.
    pub identity: Option<Identity>,
    /// The mark in it, if there is one.
    pub mark: Option<String>,
}

/// A folder as a host observes it, for comparison with entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObservedPath {
    /// The folder's path with links resolved; for a repository, that of the checkout that contains `.git`.
    pub path: String,
    /// The evidence for its git folder, if it has one.
    pub git: Option<Evidence>,
    /// The evidence for the folder itself.
    pub folder: Evidence,
    /// Whether it contains a folder of this program.
    pub has_ours: bool,
    /// Ids of its memory according to older releases: in their files, and derived from the path.
    pub older_ids: Vec<String>,
}

/// Which witnesses of an entry and a folder agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Whether the path agrees.
    pub path: bool,
    /// Whether the identity agrees; `None` if that of the entry or of the folder is unknown. False if the entry is for
    /// a git folder and there is none.
    pub identity: Option<bool>,
    /// Whether the mark agrees; false also if a clone may have brought it along.
    pub mark: bool,
}

impl ObservedPath {
    /// The kind of folder that identifies the project.
    pub fn kind(&self) -> Kind {
        if self.git.is_some() { Kind::Git } else { Kind::Folder }
    }

    /// The evidence for the folder that identifies the project.
    pub fn own(&self) -> &Evidence {
        self.git.as_ref().unwrap_or(&self.folder)
    }

    /// The evidence that an entry of this kind refers to: a folder that became a repository is still identified by
    /// its old evidence. `None` if the entry is for a git folder and there is none.
    pub(super) fn of_kind(&self, kind: Option<Kind>) -> Option<&Evidence> {
        match kind {
            Some(Kind::Git) => self.git.as_ref(),
            Some(Kind::Folder) => Some(&self.folder),
            None => Some(self.own()),
        }
    }
}

impl Agreement {
    pub(super) fn between(entry: &Entry, seen: &ObservedPath) -> Agreement {
        let path = !entry.path.is_empty() && entry.path == seen.path;
        let Some(witnesses) = seen.of_kind(entry.kind) else {
            return Agreement { path, identity: Some(false), mark: false };
        };
        let identity = entry.identity.zip(witnesses.identity).map(|(one, other)| one.agrees(other));
        let is_marked = entry.mark.is_some() && entry.mark == witnesses.mark;
        // A clone brings along what lies in a folder, and nothing that lies in a git folder.
        let may_be_cloned = entry.kind.is_some_and(|kind| kind != seen.kind()) && identity == Some(false);
        Agreement { path, identity, mark: is_marked && !may_be_cloned }
    }

    /// Whether the identity is known and agrees.
    pub fn is_identical(self) -> bool {
        self.identity == Some(true)
    }

    /// The number of witnesses that agree.
    pub(super) fn count(self) -> u32 {
        u32::from(self.path) + u32::from(self.is_identical()) + u32::from(self.mark)
    }
}
