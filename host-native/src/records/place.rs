//! Where a memory lies: in the user's data folder, a folder for each project, or in a file that the caller names.
//!
//! Not in the project's own folder: cleaning a checkout or removing a worktree must not take along what cannot be made
//! again. Folders are for the user alone, and links are refused. Not here: the file itself (`file`).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::project::ProjectId;
use crate::home;
use crate::store::place::make_private;

/// The memory's file in the folder of its project.
const FILE: &str = "memory.redb";
/// The file there that says where the project was used last.
const ROOT: &str = "root";

/// Where a memory is to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the user's data folder, for the project that this folder belongs to.
    Project(PathBuf),
    /// In the user's data folder, for the project with this id.
    Id(ProjectId),
    /// In this file.
    File(PathBuf),
    /// Nowhere: it is lost when it is dropped.
    Nowhere,
}

/// The files of a memory.
#[derive(Clone, Debug)]
pub(super) struct Files {
    /// The redb file.
    pub(super) store: PathBuf,
    /// The lock of one commit.
    pub(super) lock: PathBuf,
    /// A counter that a writer which cannot see readers makes odd for its turn.
    pub(super) turn: PathBuf,
    /// Batches of writers that found the lock held.
    pub(super) spool: PathBuf,
    /// Which backups were made of it, and where.
    pub(super) backups: PathBuf,
    /// What was lost when it was salvaged.
    pub(super) losses: PathBuf,
}

impl Files {
    /// The files of a memory that is to be read; `None` if the project has none.
    pub(super) fn find(place: &Place) -> io::Result<Option<Files>> {
        Ok(match place {
            Place::Nowhere => None,
            Place::File(file) => Some(Files::of(file)),
            Place::Id(id) => Some(Files::of(&folder(id)?.join(FILE))),
            Place::Project(root) => match ProjectId::find(root)? {
                Some(id) => Some(Files::of(&folder(&id)?.join(FILE))),
                None => None,
            },
        })
    }

    /// The same for writing: folder and id are made if there are none.
    pub(super) fn make(place: &Place) -> io::Result<Option<Files>> {
        if let Place::Project(root) = place {
            let folder = folder(&ProjectId::find_or_make(root)?)?;
            make_private(&folder)?;
            note_root(&folder, root)?;
        }
        let files = Files::find(place)?;
        if let Some(files) = &files {
            make_private(files.folder())?;
            make_private(&files.spool)?;
        }
        Ok(files)
    }

    /// The files of a memory whose store is this one.
    pub(super) fn of(store: &Path) -> Files {
        Files {
            store: store.to_owned(),
            lock: store.with_extension("lock"),
            turn: store.with_extension("turn"),
            spool: store.with_extension("spool"),
            backups: store.with_extension("backups"),
            losses: store.with_extension("losses"),
        }
    }

    /// Where the file is kept as it was at some moment: its name, the moment, and its ending.
    pub(super) fn beside(&self, moment: &str) -> PathBuf {
        self.store.with_extension(format!("{moment}.redb"))
    }

    /// The files that were kept so, by their names.
    pub(super) fn kept(&self) -> io::Result<Vec<PathBuf>> {
        let entries = match fs::read_dir(self.folder()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let own = self.store.file_stem().unwrap_or_default().as_encoded_bytes();
        let is_kept = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().as_encoded_bytes();
            let moment = name.strip_prefix(own).and_then(|name| name.strip_suffix(b".redb")).unwrap_or_default();
            moment.starts_with(b".before-") || moment.starts_with(b".damaged-")
        };
        let paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
        let mut kept: Vec<PathBuf> = paths.into_iter().filter(is_kept).collect();
        kept.sort();
        Ok(kept)
    }

    /// The folder that they lie in.
    pub(super) fn folder(&self) -> &Path {
        folder_of(&self.store)
    }

    /// Refuses what is no ordinary file: a link, a device, a pipe.
    pub(super) fn check(&self) -> io::Result<()> {
        for file in [&self.store, &self.lock, &self.turn, &self.backups, &self.losses] {
            match file.symlink_metadata() {
                Ok(found) if !found.is_file() => {
                    let why = format!("{} is a link or no ordinary file: remove it, or name another", file.display());
                    return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// The folder that a file lies in.
pub(super) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A project that a memory is kept of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its id.
    pub id: ProjectId,
    /// Where it was used last.
    pub root: Option<PathBuf>,
    /// Whether it is still there.
    pub is_there: bool,
    /// Bytes on disk.
    pub n_bytes: u64,
}

/// The projects that memories are kept of in the user's data folder, by their ids.
///
/// # Errors
/// Those of the file system.
pub fn kept() -> io::Result<Vec<Kept>> {
    let entries = match fs::read_dir(projects()?) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut kept = Vec::new();
    for entry in entries {
        let entry = entry?;
        let Some(id) = entry.file_name().to_str().and_then(ProjectId::parse) else { continue };
        let store = entry.path().join(FILE);
        let Ok(n_bytes) = crate::store::on_disk(&store) else { continue };
        let root = fs::read_to_string(entry.path().join(ROOT)).ok().map(PathBuf::from);
        let is_there =
            root.as_deref().is_some_and(|root| ProjectId::find(root).is_ok_and(|found| found.as_ref() == Some(&id)));
        kept.push(Kept { id, root, is_there, n_bytes });
    }
    kept.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(kept)
}

/// Whether a memory is kept of a project.
pub(super) fn is_kept(id: &ProjectId) -> io::Result<bool> {
    folder(id)?.join(FILE).try_exists()
}

/// Removes the memory of a project with everything that belongs to it.
///
/// # Errors
/// Those of the file system; `NotFound` if there is none.
pub fn delete(id: &ProjectId) -> io::Result<()> {
    fs::remove_dir_all(folder(id)?)
}

/// The folder of a project.
pub(super) fn folder(id: &ProjectId) -> io::Result<PathBuf> {
    Ok(projects()?.join(id.as_str()))
}

fn projects() -> io::Result<PathBuf> {
    Ok(home::data()?.join("projects"))
}

/// Notes where a project was used last, for people who look for a memory.
fn note_root(folder: &Path, root: &Path) -> io::Result<()> {
    let (file, text) = (folder.join(ROOT), root.to_string_lossy());
    match fs::read_to_string(&file) {
        Ok(known) if known == text => Ok(()),
        _ => fs::write(file, text.as_bytes()),
    }
}
