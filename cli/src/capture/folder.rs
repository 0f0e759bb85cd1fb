//! Finds the project of a session by the folder in which the session began.

use std::path::{Path, PathBuf};

use scrubjay::records::{Config, roots};

use crate::memory::place::project_around;

/// Names of folders inside a checkout that hold worktrees, made by harnesses or people.
const WORKTREES: [&str; 2] = ["worktrees", ".worktrees"];

/// The folder in which a session began, and the checkout around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SessionStart {
    folder: PathBuf,
    /// The checkout around the folder, or the folder itself outside of any; `None` if the folder no longer exists.
    pub(crate) checkout: Option<PathBuf>,
}

impl SessionStart {
    pub(crate) fn in_folder(folder: &Path) -> SessionStart {
        let folder = folder.to_owned();
        let checkout = folder.is_dir().then(|| project_around(&folder).unwrap_or_else(|| folder.clone()));
        SessionStart { folder, checkout }
    }

    /// The folder whose files count as files of the project at `root`. `None`: the session was in another project.
    pub(crate) fn folder_within(&self, root: &Path) -> Option<PathBuf> {
        let own_roots = roots(root);
        match &self.checkout {
            Some(checkout) => roots(checkout).iter().any(|name| own_roots.contains(name)).then(|| checkout.clone()),
            None => own_roots.iter().find_map(|root| folder_of_deleted(&self.folder, Path::new(root))),
        }
    }

    /// Whether the user's settings exclude the folder or its checkout from recording.
    pub(crate) fn is_excluded(&self, config: &Config) -> bool {
        config.excludes(&self.folder) || self.checkout.as_deref().is_some_and(|checkout| config.excludes(checkout))
    }
}

/// [`SessionStart::folder_within`] for a deleted folder: its worktree if it was in one of [`WORKTREES`], else `root`.
/// `None`: the folder was not below `root`.
fn folder_of_deleted(folder: &Path, root: &Path) -> Option<PathBuf> {
    let path_below = folder.strip_prefix(root).ok()?;
    let mut parts = path_below.components();
    let is_of_worktrees = parts.by_ref().any(|part| WORKTREES.iter().any(|name| part.as_os_str() == *name));
    let n_left = parts.clone().count();
    match (is_of_worktrees, parts.next()) {
        (true, Some(_)) => folder.ancestors().nth(n_left - 1).map(Path::to_owned),
        _ => Some(root.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deleted_worktree_counts_as_a_checkout_and_a_deleted_folder_as_a_part_of_one() {
        let within = |folder: &str| folder_of_deleted(Path::new(folder), Path::new("/home/a/shop"));
        let shop = Some(PathBuf::from("/home/a/shop"));
        assert_eq!(within("/home/a/shop/old"), shop);
        assert_eq!(within("/home/a/shop/.claude/worktrees"), shop);
        let worktree = Some(PathBuf::from("/home/a/shop/.claude/worktrees/x"));
        assert_eq!(within("/home/a/shop/.claude/worktrees/x"), worktree);
        assert_eq!(within("/home/a/shop/.claude/worktrees/x/src/b"), worktree);
        assert_eq!(within("/home/a/shop2"), None);
    }
}
