//! The part of a folder that a run looks at: all of it, or what somebody hinted at.

use std::collections::BTreeSet;

/// Paths to look at. A hint is a file or a folder, and what it means is looked up on the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The whole folder.
    All,
    /// These paths, relative to the root, and what lies below them.
    Below(Vec<String>),
}

impl Scope {
    /// A file or folder is meant.
    pub fn holds(&self, path: &str) -> bool {
        match self {
            Scope::All => true,
            Scope::Below(hints) => hints.iter().any(|hint| is_below(path, hint)),
        }
    }

    /// The paths that hold everything meant; the empty one holds the whole folder. None holds another.
    pub fn tops(&self) -> Vec<&str> {
        match self {
            Scope::All => vec![""],
            Scope::Below(hints) => {
                let tops: BTreeSet<&str> = hints.iter().map(String::as_str).collect();
                let is_top = |path: &&str| !tops.iter().any(|top| top != path && is_below(path, top));
                tops.iter().copied().filter(is_top).collect()
            }
        }
    }

    /// A folder is meant, or lies on the way to what is.
    pub fn leads_through(&self, folder: &str) -> bool {
        match self {
            Scope::All => true,
            Scope::Below(hints) => hints.iter().any(|hint| is_below(hint, folder)) || self.holds(folder),
        }
    }
}

/// The path is the other one, or lies below it.
pub(super) fn is_below(path: &str, folder: &str) -> bool {
    let rest = path.strip_prefix(folder);
    folder.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::Scope;

    #[test]
    fn a_hint_holds_itself_and_what_lies_below_it() {
        let scope = Scope::Below(vec!["a/b".to_owned(), "c.py".to_owned()]);
        assert!(["a/b", "a/b/d.py", "c.py"].iter().all(|path| scope.holds(path)));
        assert!(!["a", "a/bc.py", "a/x.py", "c.pyx", ""].iter().any(|path| scope.holds(path)));
    }

    #[test]
    fn what_lies_below_another_hint_is_no_top() {
        let scope = Scope::Below(["c.py", "a/b/x.py", "a/b", "a/bc", "c.py"].map(str::to_owned).to_vec());
        assert_eq!(scope.tops(), ["a/b", "a/bc", "c.py"]);
        assert_eq!(Scope::All.tops(), [""]);
    }

    #[test]
    fn only_the_way_to_a_hint_is_walked() {
        let scope = Scope::Below(vec!["a/b/c.py".to_owned()]);
        assert!(["", "a", "a/b", "a/b/c.py"].iter().all(|path| scope.leads_through(path)));
        assert!(!["d", "a/e", "a/b/f.py"].iter().any(|path| scope.leads_through(path)));
    }
}
