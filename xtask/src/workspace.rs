//! The folders of a checkout: its root, and the output folders of commands.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::component::write_if_changed;
use crate::process;

/// The path of a file that only the root of a checkout has.
const MARK_FILE: &str = "xtask/Cargo.toml";

/// The licence files that every copy must contain.
pub const LICENCE_FILES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// A checkout of the project.
pub struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// The checkout that this command is for: the one whose manifest cargo runs, or else the one around the working
    /// folder.
    ///
    /// Never the one in which this program was built: a checkout may be copied with its `target/`, which cargo
    /// considers up to date.
    pub fn here() -> anyhow::Result<Workspace> {
        let place = match std::env::var_os("CARGO_MANIFEST_DIR") {
            Some(manifest) => PathBuf::from(manifest),
            None => std::env::current_dir().context("the working folder cannot be found")?,
        };
        Workspace::around(&place)
    }

    /// The checkout around a folder.
    pub fn around(place: &Path) -> anyhow::Result<Workspace> {
        let root = place.ancestors().find(|folder| folder.join(MARK_FILE).is_file());
        let root = root.with_context(|| format!("{} is in no checkout of the project", place.display()))?;
        ensure!(root.is_absolute(), "{} must be an absolute path", place.display());
        Ok(Workspace { root: root.to_path_buf() })
    }

    /// The folder that holds the workspace's `Cargo.toml`.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Copies `folders` to a folder, as a new workspace of `members` with the same lock file and settings.
    pub fn copy_part(&self, to: &Path, members: &[&str], folders: &[&str]) -> anyhow::Result<()> {
        if to.exists() {
            std::fs::remove_dir_all(to).with_context(|| format!("cannot clear {}", to.display()))?;
        }
        for source in folders.iter().chain(&["Cargo.lock"]) {
            process::copy(&self.root.join(source), &to.join(source))?;
        }
        let manifest = std::fs::read_to_string(self.root.join("Cargo.toml")).context("cannot read Cargo.toml")?;
        let line = |line: &str| match line.starts_with("members = ") {
            true => format!("members = {members:?}\n"),
            false => format!("{line}\n"),
        };
        write_if_changed(&to.join("Cargo.toml"), manifest.lines().map(line).collect::<String>().as_bytes())?;
        Ok(())
    }

    /// Copies the licence files into a folder that is packed.
    pub fn copy_licences(&self, folder: &Path) -> anyhow::Result<()> {
        LICENCE_FILES.iter().try_for_each(|licence| process::copy(&self.root.join(licence), &folder.join(licence)))
    }

    /// The common version of all packages.
    pub fn version(&self) -> anyhow::Result<String> {
        let manifest = std::fs::read_to_string(self.root.join("Cargo.toml")).context("cannot read Cargo.toml")?;
        let line = manifest.lines().find_map(|line| line.strip_prefix("version = "));
        Ok(line.context("Cargo.toml states no version")?.trim_matches('"').to_owned())
    }

    /// Cargo's target folder for this machine.
    pub fn target_dir(&self) -> PathBuf {
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.root.join("target"), |folder| self.root.join(folder))
    }

    /// Cargo's target folder for WebAssembly, shared by every caller, whatever its own target folder is.
    pub fn wasm_target_dir(&self) -> PathBuf {
        self.root.join("target/wasm")
    }

    /// Cargo's target folder for this program and the example, which share dependencies.
    pub fn tools_target_dir(&self) -> PathBuf {
        self.root.join("target/xtask")
    }

    /// The folder of the finished component; `.cargo/config.toml` names the same folder for build scripts.
    pub fn component_dir(&self) -> PathBuf {
        self.root.join("target/component")
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::process::Command;

    use super::{MARK_FILE, Workspace};

    /// A copy of the files by which a checkout is recognised.
    fn copied_checkout(name: &str) -> PathBuf {
        let root = std::env::temp_dir().join(format!("scrubjay-{name}-{}", std::process::id()));
        fs::create_dir_all(root.join("xtask/src")).unwrap();
        fs::write(root.join(MARK_FILE), "").unwrap();
        root.canonicalize().unwrap()
    }

    #[test]
    fn a_copied_checkout_is_its_own_place() {
        let copy = copied_checkout("workspace");
        for place in ["", "xtask", "xtask/src"] {
            assert_eq!(Workspace::around(&copy.join(place)).unwrap().root(), copy);
        }
        assert!(Workspace::around(Path::new("/")).is_err());
        fs::remove_dir_all(copy).unwrap();
    }

    /// The next test runs this one in another process, with the folder to expect in a variable.
    #[test]
    fn where_this_is() {
        if let Some(expected) = std::env::var_os("SCRUBJAY_TEST_ROOT") {
            assert_eq!(Workspace::here().unwrap().root(), Path::new(&expected));
        }
    }

    /// A program that was built in one checkout must work for another one, run by cargo or by hand.
    #[test]
    fn a_program_that_was_copied_along_works_where_it_is_run() {
        let copy = copied_checkout("copied-program");
        for manifest in [None, Some(copy.join("xtask"))] {
            let mut program = Command::new(std::env::current_exe().unwrap());
            program.args(["--exact", "workspace::tests::where_this_is"]).current_dir(&copy);
            program.env("SCRUBJAY_TEST_ROOT", &copy).env_remove("CARGO_MANIFEST_DIR");
            program.envs(manifest.map(|manifest| ("CARGO_MANIFEST_DIR", manifest)));
            assert!(program.output().unwrap().status.success());
        }
        fs::remove_dir_all(copy).unwrap();
    }
}
