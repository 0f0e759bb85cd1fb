//! Where things are: the project's root and the folders that the commands write.

use std::path::{Path, PathBuf};

/// A checkout of the project.
pub struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// The checkout that this program was built from.
    pub fn here() -> Workspace {
        let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
        Workspace { root: xtask.parent().unwrap_or(xtask).to_path_buf() }
    }

    /// The folder that holds the workspace's `Cargo.toml`.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where cargo builds for this machine.
    pub fn target_dir(&self) -> PathBuf {
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.root.join("target"), |folder| self.root.join(folder))
    }

    /// Where cargo builds for wasm: shared by every caller, whatever its own target folder is.
    pub fn wasm_target_dir(&self) -> PathBuf {
        self.root.join("target/wasm")
    }

    /// Where this program and the example are built; they share what both depend on.
    pub fn tools_target_dir(&self) -> PathBuf {
        self.root.join("target/xtask")
    }

    /// Where the finished component lies; `.cargo/config.toml` names the same folder for build scripts.
    pub fn component_dir(&self) -> PathBuf {
        self.root.join("target/component")
    }
}
