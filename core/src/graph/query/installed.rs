//! Folders that a package manager or build fills, and which are never indexed, whatever git ignores. They are
//! recognised by their name, a marker file in them, or both.
//!
//! Vendored code in other folders is indexed, and ranks behind the project's own. Not here: finding such folders on a
//! disk.

/// How a folder that a package manager or build fills is recognised: by its name, a marker in it, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstalledFolder {
    /// The folder's name; empty for any name.
    pub name: &'static str,
    /// The name of a file or folder inside that marks the folder; empty if the folder's own name is enough.
    pub holds: &'static str,
}

/// The folders that count as installed, each with a link to the document that specifies it.
pub const INSTALLED_FOLDERS: &[InstalledFolder] = &[
    // https://docs.npmjs.com/cli/configuring-npm/folders
    by_name("node_modules"),
    // https://bower.io/docs/config/#directory
    by_name("bower_components"),
    // https://docs.python.org/3/library/site.html
    by_name("site-packages"),
    // https://wiki.debian.org/Python#Deviations_from_upstream
    by_name("dist-packages"),
    // https://peps.python.org/pep-0582/
    by_name("__pypackages__"),
    // https://tox.wiki/en/latest/config.html#work_dir
    by_name(".tox"),
    // https://nox.thea.codes/en/stable/config.html#noxenv
    by_name(".nox"),
    // https://peps.python.org/pep-0405/#specification
    by_marker("pyvenv.cfg"),
    // https://docs.conda.io/projects/conda/en/stable/dev-guide/specs/index.html
    by_marker("conda-meta"),
    // Cargo's, under any name: https://doc.rust-lang.org/cargo/reference/build-cache.html. Its `CACHEDIR.TAG` is no
    // marker, because every cache has one.
    by_marker(".rustc_info.json"),
    // https://go.dev/ref/mod#vendoring
    InstalledFolder { name: "vendor", holds: "modules.txt" },
    // https://getcomposer.org/doc/01-basic-usage.md#autoloading
    InstalledFolder { name: "vendor", holds: "autoload.php" },
];

const fn by_name(name: &'static str) -> InstalledFolder {
    InstalledFolder { name, holds: "" }
}

const fn by_marker(holds: &'static str) -> InstalledFolder {
    InstalledFolder { name: "", holds }
}

/// Whether a path is inside an installed folder, as far as folder names tell: markers are not looked at.
pub(super) fn is_installed_path(path: &str) -> bool {
    let mut folders = path.split('/').peekable();
    while let Some(folder) = folders.next() {
        let Some(subfolder) = folders.peek() else { return false };
        let is_named = INSTALLED_FOLDERS.iter().any(|known| known.holds.is_empty() && known.name == folder);
        // Only a `target` with one of Cargo's folders is Cargo's.
        if is_named || folder == "target" && matches!(*subfolder, "debug" | "release" | "doc" | "package") {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_folder_is_known_by_something() {
        for InstalledFolder { name, holds } in INSTALLED_FOLDERS {
            assert!(!name.is_empty() || !holds.is_empty());
            // Hosts keep them as lines, with a slash between the two.
            assert!(![name, holds].iter().any(|word| word.contains(['/', '\n'])));
        }
    }

    #[test]
    fn what_only_a_marker_tells_is_not_refused_by_its_path() {
        for path in ["a/node_modules/b.js", ".tox/py/c.py", "__pypackages__/a.py", "x/target/doc/a.js"] {
            assert!(is_installed_path(path), "{path}");
        }
        for path in ["node_modules", "env/a.py", "vendor/a.php", "target/a.rs", "a/conda-meta/b.py"] {
            assert!(!is_installed_path(path), "{path}");
        }
    }
}
