//! Decides by the component's list whether a folder is an installed one: filled by a tool, and not to be indexed.
//!
//! Not here: what is in the list, which is the same for every host.

use crate::wit::graph::InstalledFolder;

/// The component's list of installed folders; empty until the component was asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Installed(Vec<InstalledFolder>);

impl Installed {
    pub(crate) fn of(folders: Vec<InstalledFolder>) -> Installed {
        Installed(folders)
    }

    /// Whether a folder is an installed one by its name alone, the last part of its path.
    pub(super) fn is_named(&self, inside_name: &str) -> bool {
        self.0.iter().any(|known| known.holds.is_empty() && known.name == name_of(inside_name))
    }

    /// Whether a folder is an installed one because it contains an entry of this name.
    pub(super) fn is_marked(&self, inside_name: &str, holds: &str) -> bool {
        let is_meant = |known: &InstalledFolder| known.name.is_empty() || known.name == name_of(inside_name);
        self.0.iter().any(|known| known.holds == holds && is_meant(known))
    }

    /// The list for storage, a line for each folder.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let lines = self.0.iter().map(|InstalledFolder { name, holds }| format!("{name}/{holds}\n"));
        lines.collect::<String>().into_bytes()
    }

    /// Decodes the result of [`Installed::encode`]; `None` for anything else.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Installed> {
        let lines = str::from_utf8(bytes).ok()?.lines();
        let folders = lines.map(|line| {
            let (name, holds) = line.split_once('/')?;
            let folder = InstalledFolder { name: name.to_owned(), holds: holds.to_owned() };
            (!name.is_empty() || !holds.is_empty()).then_some(folder)
        });
        folders.collect::<Option<Vec<_>>>().map(Installed)
    }
}

fn name_of(inside_name: &str) -> &str {
    inside_name.rsplit('/').next().unwrap_or(inside_name)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A folder known by its name, one by an entry in it, and one by both.
    pub(in crate::files) fn three_installed() -> Installed {
        Installed::decode(b"node_modules/\n/pyvenv.cfg\nvendor/modules.txt\n").unwrap()
    }

    #[test]
    fn a_folder_is_known_by_its_name_by_what_it_holds_or_by_both() {
        let known = three_installed();
        assert!(known.is_named("node_modules") && known.is_named("a/node_modules"));
        assert!(!known.is_named("a/node_modules/b") && !known.is_named("env") && !known.is_named("vendor"));
        assert!(known.is_marked("any", "pyvenv.cfg") && known.is_marked("a/vendor", "modules.txt"));
        assert!(!known.is_marked("any", "modules.txt") && !known.is_marked("any", "") && !known.is_marked("any", "a"));
    }

    #[test]
    fn the_list_round_trips() {
        assert_eq!(Installed::decode(&three_installed().encode()), Some(three_installed()));
        assert_eq!(Installed::decode(b""), Some(Installed::default()));
        assert_eq!(Installed::decode(b"/\n"), None);
        assert_eq!(Installed::decode(b"a\n"), None);
    }
}
