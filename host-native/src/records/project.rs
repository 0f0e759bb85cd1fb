//! Which project a folder belongs to: 128 random bits, kept where a checkout does not take them along and cleaning does
//! not take them away.
//!
//! In git's folder, which all worktrees share and no clone copies; without git in `.scrubjay`. Where nothing may be
//! written the id follows from the folder's path. Promises that nothing which a repository contains leads to another
//! project's id. Not here: what is kept of a project (`place`).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::hash::hash;

/// The id's file in git's folder, and in ours.
const IN_GIT: &str = "scrubjay-id";
const IN_OURS: &str = ".scrubjay/id";
/// The most bytes of a file that names a folder or an id.
const MOST_BYTES: u64 = 4_096;

/// The id of a project: 32 hexadecimal digits, so that it can be the name of a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProjectId(String);

impl ProjectId {
    /// Reads an id.
    pub fn parse(text: &str) -> Option<ProjectId> {
        let text = text.trim();
        let is_id = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        is_id.then(|| ProjectId(text.to_owned()))
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id of the project that a folder belongs to, if it has one.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn find(root: &Path) -> io::Result<Option<ProjectId>> {
        for file in files(root) {
            if let Some(id) = read(&file)?.as_deref().and_then(ProjectId::parse) {
                return Ok(Some(id));
            }
        }
        let by_path = ProjectId::of_path(root);
        Ok(super::place::is_kept(&by_path)?.then_some(by_path))
    }

    /// The same, which is made if there is none.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn find_or_make(root: &Path) -> io::Result<ProjectId> {
        if let Some(id) = ProjectId::find(root)? {
            return Ok(id);
        }
        let mut bits = [0; 16];
        getrandom::fill(&mut bits).map_err(io::Error::other)?;
        let id = ProjectId(hex(&bits));
        match id.write(root) {
            Ok(()) => Ok(ProjectId::find(root)?.unwrap_or(id)),
            Err(error)
                if matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem) =>
            {
                Ok(ProjectId::of_path(root))
            }
            Err(error) => Err(error),
        }
    }

    /// Makes this the id of the project that a folder belongs to.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn attach(&self, root: &Path) -> io::Result<()> {
        for file in files(root) {
            match fs::remove_file(&file) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        self.write(root)
    }

    /// Writes the id, unless another process has just done so.
    fn write(&self, root: &Path) -> io::Result<()> {
        let file = &files(root)[0];
        if let Some(folder) = file.parent().filter(|folder| folder.ends_with(".scrubjay")) {
            match fs::create_dir(folder) {
                Ok(()) => fs::write(folder.join(".gitignore"), "*\n")?,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                // Without the folder its files would be missing, which says nothing of why.
                Err(error) => return Err(error),
            }
        }
        // Whole or not at all, and the first one stays.
        let draft = super::lock::unique(file, "draft");
        fs::write(&draft, format!("{}\n", self.0))?;
        fs::File::open(&draft)?.sync_all()?;
        let linked = fs::hard_link(&draft, file);
        fs::remove_file(&draft)?;
        match linked {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            Err(_) => fs::write(file, format!("{}\n", self.0)),
            Ok(()) => Ok(()),
        }
    }

    fn of_path(root: &Path) -> ProjectId {
        ProjectId(hex(&hash(root.as_os_str().as_encoded_bytes())[..16]))
    }
}

/// The folder of a project under each of its names: as it is given, as the shell names it, without links, and where a worktree
/// belongs to a checkout, that one.
pub fn roots(root: &Path) -> Vec<String> {
    let mut names: Vec<PathBuf> = Vec::new();
    names.extend(std::path::absolute(root).ok());
    let real = root.canonicalize().ok();
    names.extend(real.as_deref().and_then(in_shell));
    names.extend(real);
    let is_worktree = root.join(".git").is_file();
    names.extend(
        git_folder(root)
            .filter(|git| is_worktree && git.ends_with(".git"))
            .and_then(|git| Some(git.parent()?.to_owned())),
    );
    let mut told: Vec<String> = Vec::new();
    for name in names.iter().filter_map(|name| name.to_str()) {
        if !told.iter().any(|known| known == name) {
            told.push(name.to_owned());
        }
    }
    told
}

/// A folder above the working folder by the name that the shell has for it, which may lead through links.
fn in_shell(root: &Path) -> Option<PathBuf> {
    let here = PathBuf::from(std::env::var_os("PWD")?);
    let below = here.canonicalize().ok()?.strip_prefix(root).ok()?.components().count();
    let root_in_shell = here.ancestors().nth(below)?;
    (root_in_shell.canonicalize().ok()? == root).then(|| root_in_shell.to_owned())
}

/// Where the id of a folder's project may stand: first where a new one is written.
fn files(root: &Path) -> Vec<PathBuf> {
    let in_git = git_folder(root).map(|git| git.join(IN_GIT));
    let top = root.ancestors().find(|folder| folder.join(".scrubjay").is_dir()).unwrap_or(root);
    in_git.into_iter().chain([top.join(IN_OURS)]).collect()
}

/// The folder that all worktrees of the repository around a folder share.
fn git_folder(root: &Path) -> Option<PathBuf> {
    let entry = root.ancestors().map(|folder| folder.join(".git")).find(|entry| entry.symlink_metadata().is_ok())?;
    let kind = entry.symlink_metadata().ok()?.file_type();
    if kind.is_dir() {
        return Some(entry);
    }
    if !kind.is_file() {
        return None;
    }
    // A worktree's or submodule's: a file that names a folder, which must name it in turn. Anybody can write the first.
    let named = read(&entry).ok()??;
    let folder = entry.parent()?.join(named.trim().strip_prefix("gitdir:")?.trim()).canonicalize().ok()?;
    let back = read(&folder.join("gitdir")).ok().flatten();
    if back.is_some_and(|back| Path::new(back.trim()).canonicalize().is_ok_and(|back| back == entry)) {
        let common = read(&folder.join("commondir")).ok()??;
        return folder.join(common.trim()).canonicalize().ok();
    }
    let outer = entry.parent()?.parent()?;
    let is_submodule = outer.ancestors().any(|above| folder.starts_with(above.join(".git").join("modules")));
    is_submodule.then_some(folder)
}

/// A short text, if there is an ordinary file of this name.
fn read(path: &Path) -> io::Result<Option<String>> {
    match path.symlink_metadata() {
        Ok(found) if found.is_file() && found.len() <= MOST_BYTES => {
            let bytes = fs::read(path)?;
            Ok(String::from_utf8(bytes).ok())
        }
        Ok(_) => Ok(None),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(error),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
