//! The place of a memory: a folder for each project in the user's data folder, or a file that the caller names.
//!
//! Memories are not in the project's folder: cleaning a checkout or removing a worktree must not delete what cannot be
//! remade. Folders are private to the user, and links are refused. Not here: the file itself (`file`).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::lock::unique;
use super::project::ProjectId;
use super::registry;
use crate::store::StoreError;
use crate::{home, open};

/// The name of the memory's file in the folder of its project.
pub(super) const MEMORY_FILE: &str = "memory.redb";
/// The name of the file with the path where the project was last used.
pub(super) const ROOT_FILE: &str = "root";
/// The folder of all projects in the user's data folder.
pub(super) const PROJECTS_FOLDER: &str = "projects";
/// The most bytes read of a path's file, more than a path has.
const MAX_ROOT_FILE_BYTES: u64 = 16 << 10;

/// The folder or file that contains a memory, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The user's data folder, for the project that this folder belongs to.
    Project(PathBuf),
    /// The user's data folder, for the project with this id.
    Id(ProjectId),
    /// This file, without a project.
    File(PathBuf),
    /// Memory only: the records are lost when they are dropped.
    Nowhere,
}

/// The files of a memory.
#[derive(Clone, Debug)]
pub(super) struct Files {
    /// The project of the memory; `None` for a file without a project.
    pub(super) project: Option<ProjectId>,
    /// The redb file.
    pub(super) store: PathBuf,
    /// The lock file, held for one commit.
    pub(super) lock: PathBuf,
    /// The counter of turns, which is odd while a writer that does not see readers is writing.
    pub(super) turn: PathBuf,
    /// The folder for batches of writers that found the lock held.
    pub(super) spool: PathBuf,
    /// The list of backups with their paths.
    pub(super) backups: PathBuf,
    /// The list of losses from salvages.
    pub(super) losses: PathBuf,
    /// The folder with the progress of each captured transcript.
    pub(super) captured: PathBuf,
}

impl Files {
    /// The files of a memory, for reading; `None` if the project has none.
    ///
    /// # Errors
    /// As for [`registry::find`]; [`StoreError::Link`].
    pub(super) fn find(place: &Place) -> Result<Option<Files>, StoreError> {
        match place {
            Place::Nowhere => Ok(None),
            Place::File(file) => Ok(Some(Files::of(file))),
            Place::Id(id) => Files::of_id(id).map(Some),
            Place::Project(root) => registry::find(root, None)?.as_ref().map(Files::of_id).transpose(),
        }
    }

    /// The files of a memory, for writing; creates the folder and the id if there are none. `known_files` are the files
    /// that were found before; `knows_why_new`: the user knows why the memory is new, if it is.
    pub(super) fn make(
        place: &Place,
        known_files: Option<&Files>,
        knows_why_new: bool,
    ) -> Result<Option<Files>, StoreError> {
        let guess = known_files.and_then(|files| files.project.as_ref());
        let id = match place {
            Place::Project(root) => Some(registry::find_or_make(root, guess, knows_why_new)?),
            Place::Id(id) => Some(id.clone()),
            Place::File(_) | Place::Nowhere => None,
        };
        if let Some(id) = &id {
            open::create_folders(&home::data_folder()?, &folder_in_data(id))?;
        }
        if let (Place::Project(root), Some(id)) = (place, &id) {
            note_root(&folder(id)?, root)?;
        }
        let files = match id {
            Some(id) => Some(Files::of_id(&id)?),
            None => Files::find(place)?,
        };
        if let Some(files) = &files {
            open::create_folders(files.folder(), Path::new(files.spool.file_name().unwrap_or_default()))?;
        }
        Ok(files)
    }

    /// The files of the memory with this id; no component below the data folder may be a link.
    fn of_id(id: &ProjectId) -> Result<Files, StoreError> {
        let (data, folder) = (home::data_folder()?, folder(id)?);
        open::check_folders(&data, &folder)?;
        Ok(Files { project: Some(id.clone()), ..Files::of(&folder.join(MEMORY_FILE)) })
    }

    /// The files of a memory without a project, whose store is this file.
    pub(super) fn of(store: &Path) -> Files {
        Files {
            project: None,
            store: store.to_owned(),
            lock: store.with_extension("lock"),
            turn: store.with_extension("turn"),
            spool: store.with_extension("spool"),
            backups: store.with_extension("backups"),
            losses: store.with_extension("losses"),
            captured: store.with_extension("captured"),
        }
    }

    /// The path for an old state of the file: its name with the moment before the extension.
    pub(super) fn kept_path(&self, moment: &str) -> PathBuf {
        self.store.with_extension(format!("{moment}.redb"))
    }

    /// The kept old states of the file, sorted by name.
    pub(super) fn kept_files(&self) -> io::Result<Vec<PathBuf>> {
        let entries = match fs::read_dir(self.folder()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let store_stem = self.store.file_stem().unwrap_or_default().as_encoded_bytes();
        let is_kept = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().as_encoded_bytes();
            let moment = name.strip_prefix(store_stem).and_then(|name| name.strip_suffix(b".redb")).unwrap_or_default();
            moment.starts_with(b".before-") || moment.starts_with(b".damaged-")
        };
        let paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
        let mut kept: Vec<PathBuf> = paths.into_iter().filter(is_kept).collect();
        kept.sort();
        Ok(kept)
    }

    /// The folder of the store, in which all other files are too.
    pub(super) fn folder(&self) -> &Path {
        folder_of(&self.store)
    }

    /// Fails if another kind of file, such as a link, a device or a pipe, has the name of one of the files or folders.
    pub(super) fn check(&self) -> io::Result<()> {
        open::check_folder(&self.spool)?;
        open::check_folder(&self.captured)?;
        let files = [&self.store, &self.lock, &self.turn, &self.backups, &self.losses];
        files.into_iter().try_for_each(|file| open::check_file(file))
    }
}

/// The parent folder of a file; `.` for a bare file name.
pub(super) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A project with a memory in the user's data folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownProject {
    /// The id of the memory.
    pub id: ProjectId,
    /// The last known path of the project; `None` for a memory that belongs to no folder.
    pub root: Option<PathBuf>,
    /// Whether the folder at `root` exists and still has this memory.
    pub is_there: bool,
    /// Whether the project's entry cannot be read completely.
    pub is_unrecorded: bool,
    /// The bytes of the memory on disk.
    pub n_bytes: u64,
}

/// The projects with memories in the user's data folder, sorted by id.
///
/// # Errors
/// Errors of the file system.
pub fn known_projects() -> Result<Vec<KnownProject>, StoreError> {
    let entries = registry::all_entries()?;
    let mut projects = Vec::new();
    for memory in &entries {
        let Some(id) = ProjectId::parse(&memory.id) else { continue };
        let Ok(n_bytes) = crate::store::on_disk(&folder(&id)?.join(MEMORY_FILE)) else { continue };
        let path = memory.entry.as_ref().map_or(memory.root.as_deref(), |entry| Some(entry.path.as_str()));
        let root = path.filter(|path| !path.is_empty()).map(PathBuf::from);
        let is_there = root.as_deref().is_some_and(|root| registry::has_memory(&id, root, &entries));
        projects.push(KnownProject { id, root, is_there, is_unrecorded: memory.is_damaged, n_bytes });
    }
    Ok(projects)
}

/// Deletes the memory of a project, with all its files.
///
/// # Errors
/// Errors of the file system; `NotFound` if there is none.
pub fn delete(id: &ProjectId) -> io::Result<()> {
    fs::remove_dir_all(folder(id)?)
}

/// The absolute path of the folder of a project's memory.
pub(super) fn folder(id: &ProjectId) -> io::Result<PathBuf> {
    Ok(home::data_folder()?.join(folder_in_data(id)))
}

/// The path of a project's folder, relative to the user's data folder.
fn folder_in_data(id: &ProjectId) -> PathBuf {
    Path::new(PROJECTS_FOLDER).join(id.as_str())
}

/// The folder of all projects' memories; no component of its path below the data folder may be a link.
pub(super) fn projects() -> io::Result<PathBuf> {
    let (data, projects) = (home::data_folder()?, home::data_folder()?.join(PROJECTS_FOLDER));
    open::check_folders(&data, &projects).map(|()| projects)
}

/// Stores the path where a project was last used, for people who look for a memory.
fn note_root(folder: &Path, root: &Path) -> io::Result<()> {
    let (file, text) = (folder.join(ROOT_FILE), root.to_string_lossy());
    match open::read_text(&file, MAX_ROOT_FILE_BYTES) {
        Ok(Some(known)) if known == text => Ok(()),
        _ => open::replace(&file, &unique(&file, "draft"), text.as_bytes()),
    }
}
