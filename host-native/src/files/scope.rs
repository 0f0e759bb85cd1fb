//! The part of a folder that a run considers: all of it, or given paths.

use std::collections::BTreeSet;

/// The paths to consider. The disk tells whether a path is a file or a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The whole folder.
    All,
    /// These paths, relative to the root, and everything below them.
    Below(Vec<String>),
}

impl Scope {
    /// Whether a file or folder is in scope.
    pub fn holds(&self, path: &str) -> bool {
        match self {
            Scope::All => true,
            Scope::Below(hints) => hints.iter().any(|hint| is_below(path, hint)),
        }
    }

    /// The fewest paths that contain the whole scope; the empty path stands for the root.
    pub(crate) fn tops(&self) -> Vec<&str> {
        match self {
            Scope::All => vec![""],
            Scope::Below(hints) => {
                let tops: BTreeSet<&str> = hints.iter().map(String::as_str).collect();
                let is_top = |path: &&str| !tops.iter().any(|top| top != path && is_below(path, top));
                tops.iter().copied().filter(is_top).collect()
            }
        }
    }

    /// Whether a folder is in scope or contains a path in scope.
    pub(crate) fn leads_through(&self, folder: &str) -> bool {
        match self {
            Scope::All => true,
            Scope::Below(hints) => hints.iter().any(|hint| is_below(hint, folder)) || self.holds(folder),
        }
    }
}

/// Whether a path is equal to a folder or below it.
pub(super) fn is_below(path: &str, folder: &str) -> bool {
    let rest = path.strip_prefix(folder);
    folder.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::Scope;

    #[test]
    fn a_path_in_scope_includes_everything_below_it() {
        let scope = Scope::Below(vec!["a/b".to_owned(), "c.py".to_owned()]);
        assert!(["a/b", "a/b/d.py", "c.py"].iter().all(|path| scope.holds(path)));
        assert!(!["a", "a/bc.py", "a/x.py", "c.pyx", ""].iter().any(|path| scope.holds(path)));
    }

    #[test]
    fn a_path_below_another_one_is_not_a_top() {
        let scope = Scope::Below(["c.py", "a/b/x.py", "a/b", "a/bc", "c.py"].map(str::to_owned).to_vec());
        assert_eq!(scope.tops(), ["a/b", "a/bc", "c.py"]);
        assert_eq!(Scope::All.tops(), [""]);
    }

    #[test]
    fn only_folders_on_the_way_to_the_scope_are_walked() {
        let scope = Scope::Below(vec!["a/b/c.py".to_owned()]);
        assert!(["", "a", "a/b", "a/b/c.py"].iter().all(|path| scope.leads_through(path)));
        assert!(!["d", "a/e", "a/b/f.py"].iter().any(|path| scope.leads_through(path)));
    }
}
