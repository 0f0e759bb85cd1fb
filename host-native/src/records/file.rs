//! The redb file of a memory, kept open between calls, while any number of processes write it in turn.
//!
//! Native processes detect each other's readers and writers by redb's own locks. JavaScript takes no such locks;
//! instead it counts its turns in another file. Whatever is read during a turn, or while a turn begins, is discarded.
//! Not here: whose turn it is (`lock`).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use redb::backends::FileBackend;
use redb::{Builder, ConcurrencyMode, Database, ReadOnlyDatabase};
use scrubjay_store::{
    CheckedFile, Fault, Fence, FencedFile, RECORDS_GROWTH, View, claim, commit, compacted_size, copy, fault, guarded,
    is_wasteful, names_project, note_compacted, prepare, set_project,
};

use super::damage::{verify, with_file_name};
use super::known::{FileIdentity, Known, VerifyScope, identity};
use super::leftovers::remove_drafts_of_dead;
use super::lock::{Lock, LockAttempt, unique};
use super::place::{Files, folder_of};
use super::spool;
use crate::open::{self, sync_folder};
use crate::store::turns::MAX_TEXT_BYTES;
use crate::store::{Commit, StoreError, on_disk};

/// The bytes of cached pages: records are read once, so caching the inner pages is enough.
const CACHE_BYTES: usize = 4 << 20;

/// The file of a memory, opened on demand.
pub(super) struct MemoryFile {
    files: Files,
    open: Option<Open>,
    pub(super) known: Option<Known>,
}

/// An open file, and its identity when it was opened.
struct Open {
    database: Handle,
    identity: Option<FileIdentity>,
    turn: u64,
    /// Whether this opening was already checked for the need of a copy before the next change.
    is_copy_checked: bool,
}

enum Handle {
    Writer(Database, Fence),
    Reader(ReadOnlyDatabase),
}

impl MemoryFile {
    pub(super) fn new(files: Files) -> MemoryFile {
        MemoryFile { files, open: None, known: None }
    }

    pub(super) fn files(&self) -> &Files {
        &self.files
    }

    /// A view of the current file, for a caller without the lock.
    ///
    /// # Errors
    /// [`StoreError::Missing`]; [`StoreError::Unclosed`] if a writer died or is in its turn; others of opening the
    /// file.
    pub(super) fn view(&mut self) -> Result<TurnView, StoreError> {
        let turn = self.turn()?;
        if is_active_turn(turn) {
            return Err(StoreError::Unclosed);
        }
        self.drop_stale(turn)?;
        if self.damage().is_some() {
            // A damaged file is opened as such, unless it was repaired in place.
            self.close_quietly();
        }
        let open = match self.open.take() {
            Some(open) => open,
            None => self.open_to_read(turn)?,
        };
        let open = self.open.insert(open);
        let view = match &open.database {
            Handle::Writer(database, _) => guarded(|| Ok::<_, StoreError>(View::of(database)?)),
            Handle::Reader(database) => guarded(|| Ok::<_, StoreError>(View::of(database)?)),
        };
        Ok(TurnView { view: view?, turn })
    }

    /// Whether nothing in this view was overwritten since by a writer that does not see readers.
    pub(super) fn is_unchanged(&self, seen: &TurnView) -> bool {
        self.turn().is_ok_and(|turn| turn == seen.turn)
    }

    /// If the file's writer died, verifies all of the file before it is opened for a question: opening it writes to it,
    /// and a damaged file must not change. The caller holds the lock.
    ///
    /// # Errors
    /// As for [`MemoryFile::verify`], and of opening it.
    pub(super) fn verify_unclosed(&mut self) -> Result<(), StoreError> {
        self.end_turn()?;
        match self.view() {
            Err(StoreError::Unclosed | StoreError::Closed) => self.verify(VerifyScope::Always, true),
            seen => seen.map(drop),
        }
    }

    /// A view of the current file, for a caller that holds the lock and may commit changes of it. Creates a missing
    /// file.
    pub(super) fn view_locked(&mut self) -> Result<View, StoreError> {
        let turn = self.end_turn()?;
        self.drop_stale(turn)?;
        if !matches!(&self.open, Some(Open { database: Handle::Writer(..), .. })) {
            self.close_quietly();
            self.open = Some(self.open_to_write(turn)?);
        }
        match &self.open {
            Some(Open { database: Handle::Writer(database, _), .. }) => guarded(|| Ok(View::of(database)?)),
            _ => Err(StoreError::Closed),
        }
    }

    /// Commits a change of the last locked view. After a fault the file is closed, and the next call opens it again.
    pub(super) fn commit(&mut self, change: &Commit) -> Result<(), StoreError> {
        let Some(Open { database: Handle::Writer(database, _), .. }) = &self.open else {
            return Err(StoreError::Closed);
        };
        let result = guarded(|| Ok(commit(database, change)?));
        match result {
            Err(StoreError::Damaged(_)) => self.close_damaged(),
            Err(_) => self.close_quietly(),
            Ok(()) => {}
        }
        result
    }

    /// Calls `call` once for each opening of the file.
    pub(super) fn once_per_opening<E>(&mut self, call: impl FnOnce(&mut MemoryFile) -> Result<(), E>) -> Result<(), E> {
        if self.open.as_ref().is_some_and(|open| open.is_copy_checked) {
            return Ok(());
        }
        call(self)?;
        if let Some(open) = &mut self.open {
            open.is_copy_checked = true;
        }
        Ok(())
    }

    /// Copies the live rows to a new file, without writing to this one. The caller ensures that nobody writes to it.
    pub(super) fn copy_to(&self, to: &Path) -> Result<(), StoreError> {
        check_new(to)?;
        match &self.open {
            Some(Open { database: Handle::Writer(database, _), .. }) => make_file(to, |new| copy(database, new)),
            _ => {
                let database = open_unwritten(&self.files.store)?;
                make_file(to, |new| copy(&database, new))
            }
        }
    }

    /// Makes a draft beside this file with the rows of another file, to replace this one. A damaged file is refused.
    pub(super) fn draft_of(&self, from: &Path) -> Result<PathBuf, StoreError> {
        verify(from)?;
        let draft = unique(&self.files.store, "restored");
        let source = open_other(from)?;
        guarded(|| Ok::<_, StoreError>(View::of(&source).map(drop)?))?;
        let project = self.files.project.as_ref().map(|project| project.as_str());
        make_file(&draft, |new| {
            copy(&source, new)?;
            // The draft replaces the memory of this project, whatever project it named before.
            set_project(new, project)
        })?;
        Ok(draft)
    }

    /// Replaces this file by a draft, and keeps the old one under the name `kept`. At any moment a file with the
    /// memory's name exists.
    pub(super) fn replace(&mut self, draft: &Path, kept: &Path) -> Result<(), StoreError> {
        self.abandon();
        let path = &self.files.store;
        if path.try_exists()? && fs::hard_link(path, kept).is_err() {
            open::copy(path, kept)?;
        }
        fs::rename(draft, path)?;
        self.known = None;
        Ok(sync_folder(self.files.folder())?)
    }

    /// Replaces the file by a copy of its live rows, so that it contains no deleted data.
    pub(super) fn rewrite(&mut self) -> Result<(), StoreError> {
        let Some(Open { database: Handle::Writer(database, _), .. }) = &self.open else {
            return Err(StoreError::Closed);
        };
        let path = self.files.store.clone();
        let draft = unique(&path, "erased");
        make_file(&draft, |new| {
            copy(database, new)?;
            note_compacted(new, compacted_size(new)?)
        })?;
        self.abandon();
        fs::rename(draft, path)?;
        Ok(sync_folder(self.files.folder())?)
    }

    /// As [`MemoryFile::rewrite`], if the file is much larger than its rows. Verifies it first: the copy has new
    /// checksums, under which damage would go unnoticed.
    pub(super) fn compact(&mut self) -> Result<(), StoreError> {
        let Some(Open { database: Handle::Writer(database, _), .. }) = &self.open else {
            return Err(StoreError::Closed);
        };
        let size = on_disk(&self.files.store)?;
        if guarded(|| Ok::<_, StoreError>(is_wasteful(database, size, RECORDS_GROWTH)?))? {
            self.verify(VerifyScope::Always, true)?;
            self.rewrite()?;
        }
        Ok(())
    }

    /// Closes a file that proved damaged and restores its head, unless more was written to it since. The caller holds
    /// the lock.
    pub(super) fn close_damaged(&mut self) {
        let Some(Open { database: Handle::Writer(_, fence), identity: opened_identity, turn, .. }) = &self.open else {
            return self.close_quietly();
        };
        let (fence, turn, path) = (fence.clone(), *turn, self.files.store.clone());
        let is_same =
            identity(&path).is_ok_and(|found| found == *opened_identity) && self.turn().is_ok_and(|now| now == turn);
        self.abandon();
        if is_same {
            // If that fails, the damaged file keeps the mark of a file that was being written.
            let _ = restore_head(&path, &fence);
        }
    }

    /// Closes the file without a last write to it.
    pub(super) fn abandon(&mut self) {
        if let Some(Open { database: Handle::Writer(_, fence), .. }) = &self.open {
            fence.shut();
        }
        self.close_quietly();
    }

    /// Closes the file if it was replaced, or if a writer unseen by redb has written to it.
    fn drop_stale(&mut self, turn: u64) -> Result<(), StoreError> {
        let identity = identity(&self.files.store)?;
        let Some(open) = &self.open else { return Ok(()) };
        if open.identity == identity && open.turn == turn {
            return Ok(());
        }
        self.abandon();
        Ok(())
    }

    /// Closes the file and ignores errors; commits are already durable.
    pub(super) fn close_quietly(&mut self) {
        drop_quietly(self.open.take());
    }

    fn open_to_read(&mut self, turn: u64) -> Result<Open, StoreError> {
        self.files.check()?;
        let path = &self.files.store;
        let identity = identity(path)?;
        if identity.is_none() {
            return Err(StoreError::Missing { path: path.clone() });
        }
        let is_damaged = match self.verify(VerifyScope::IfShort, false) {
            Err(StoreError::Damaged(_)) => true,
            verified => verified.map(|()| false)?,
        };
        let path = &self.files.store;
        let database = match is_damaged {
            false => open_other(path),
            // Reads what is readable, without changing the file.
            true => file_backend(path)
                .and_then(scrubjay_store::open_damaged)
                .map_err(|error| with_file_name(path, error.into())),
        }?;
        match is_damaged {
            false => self.check_project(guarded(|| View::of(&database)))?,
            true => self.check_project_if_readable()?,
        }
        Ok(Open { database: Handle::Reader(database), identity, turn, is_copy_checked: false })
    }

    fn open_to_write(&mut self, turn: u64) -> Result<Open, StoreError> {
        self.files.check()?;
        remove_drafts_of_dead(&self.files.store);
        spool::remove_drafts_of_dead(&self.files.spool);
        let is_new = identity(&self.files.store)?.is_none();
        if is_new {
            make_file(&self.files.store, prepare)?;
        }
        // Opening a file writes to it, and a damaged file must stay as it is.
        self.verify(VerifyScope::IfShort, true)?;
        let path = &self.files.store;
        let identity = identity(path)?;
        let (database, fence) = match opened_to_write(path, true) {
            // After a crash redb decides which commit is valid, and falls back on the one before.
            Err(StoreError::Damaged(_)) if verify(path).is_ok() => opened_to_write(path, false),
            opened => opened,
        }?;
        if let Some(project) = &self.files.project
            && let Err(fault) = guarded(|| claim(&database, project.as_str()))
        {
            fence.shut();
            drop_quietly(database);
            restore_head(path, &fence)?;
            return Err(self.with_path(fault));
        }
        Ok(Open { database: Handle::Writer(database, fence), identity, turn, is_copy_checked: false })
    }

    /// Fails if this is the memory of another project, as far as a possibly damaged file tells.
    pub(super) fn check_project_if_readable(&self) -> Result<(), StoreError> {
        let opened = file_backend(&self.files.store).and_then(scrubjay_store::open_damaged);
        let (Some(project), Ok(database)) = (&self.files.project, opened) else { return Ok(()) };
        match names_project(&database, project.as_str()) {
            Err(fault @ Fault::OtherProject { .. }) => Err(self.with_path(fault)),
            _ => Ok(()),
        }
    }

    /// Fails if this is the memory of another project. A damaged file without a view is reported when it is read.
    fn check_project(&self, view: Result<View, Fault>) -> Result<(), StoreError> {
        let (Some(project), Ok(view)) = (&self.files.project, view) else { return Ok(()) };
        match view.belongs_to(project.as_str()) {
            Err(fault @ Fault::OtherProject { .. }) => Err(self.with_path(fault)),
            _ => Ok(()),
        }
    }

    /// The error for a fault of the file, with its path if the error has one.
    fn with_path(&self, fault: Fault) -> StoreError {
        match fault.into() {
            StoreError::OtherProject { project, found, .. } => {
                StoreError::OtherProject { path: self.files.store.clone(), project, found }
            }
            other => other,
        }
    }

    /// The counter of turns; odd during a turn.
    pub(super) fn turn(&self) -> io::Result<u64> {
        let text = open::read_text(&self.files.turn, MAX_TEXT_BYTES)?;
        Ok(text.and_then(|text| text.trim().parse().ok()).unwrap_or(0))
    }

    /// Ends the turn of a writer that died; the caller holds the lock, so no writer lives.
    fn end_turn(&self) -> io::Result<u64> {
        let turn = self.turn()?;
        if !is_active_turn(turn) {
            return Ok(turn);
        }
        self.set_turn(turn + 1)?;
        Ok(turn + 1)
    }

    fn set_turn(&self, turn: u64) -> io::Result<()> {
        open::replace(&self.files.turn, &unique(&self.files.turn, "draft"), turn.to_string().as_bytes())
    }
}

impl Drop for MemoryFile {
    fn drop(&mut self) {
        let Some(Open { database: Handle::Writer(_, fence), turn, .. }) = &self.open else { return };
        // Closing writes to the file, so only the holder of the lock may close it, and only the file that it knows.
        // Otherwise the file stays as after a crash, and is opened from that in a millisecond.
        let lock = Lock::try_take(&self.files.lock);
        let may_write = matches!(lock, Ok(LockAttempt::Held(_))) && self.turn().is_ok_and(|now| now == *turn);
        if !may_write {
            fence.shut();
        }
        self.close_quietly();
    }
}

/// Fails if a file of this name exists.
pub(super) fn check_new(path: &Path) -> Result<(), StoreError> {
    if !path.try_exists()? {
        return Ok(());
    }
    let why = format!("{} exists: name another file", path.display());
    Err(StoreError::Io(io::Error::new(io::ErrorKind::AlreadyExists, why)))
}

/// Creates a file under a temporary name first, so that a process that dies leaves no partial file.
pub(super) fn make_file(path: &Path, fill: impl FnOnce(&Database) -> Result<(), Fault>) -> Result<(), StoreError> {
    let draft = unique(path, "draft");
    let file = open::create_private(&draft)?;
    let made = guarded(|| {
        let database = builder().create_with_backend(FileBackend::new(file).map_err(fault)?).map_err(fault)?;
        fill(&database)?;
        Ok::<_, StoreError>(database.close().map_err(fault)?)
    });
    match made.and_then(|()| Ok(fs::rename(&draft, path)?)) {
        Ok(()) => Ok(sync_folder(folder_of(path))?),
        Err(error) => {
            // What is left of it is of no use to anybody.
            let _ = open::remove(&draft);
            Err(error)
        }
    }
}

/// Opens the file of another memory for reading only.
pub(super) fn open_other(path: &Path) -> Result<ReadOnlyDatabase, StoreError> {
    let opened = file_backend(path)
        .and_then(|file| guarded(|| builder().open_read_only_with_backend(CheckedFile::over(file)).map_err(fault)));
    opened.map_err(|error| with_file_name(path, error.into()))
}

/// As [`open_other`], for a file that nobody writes. A file whose writer died is opened too, without changing a byte.
pub(super) fn open_unwritten(path: &Path) -> Result<ReadOnlyDatabase, StoreError> {
    match open_other(path) {
        Err(StoreError::Unclosed) => {
            let opened = file_backend(path).and_then(|file| scrubjay_store::open_damaged(CheckedFile::over(file)));
            opened.map_err(|error| with_file_name(path, error.into()))
        }
        opened => opened,
    }
}

/// Opens a file for reading only. A link is followed: the memory's own files were checked before, others a person
/// named.
pub(super) fn file_backend(path: &Path) -> Result<FileBackend, Fault> {
    let file = open::open_of_user(path).map_err(|error| match open::NotOrdinary::of(&error) {
        // The person who named it need not remove it.
        Some(_) => io::Error::new(io::ErrorKind::InvalidInput, format!("{} is not an ordinary file", path.display())),
        None => error,
    })?;
    FileBackend::new(file).map_err(fault)
}

/// Opens a file for writing; with `is_checked`, each page is checked as it is read.
fn opened_to_write(path: &Path, is_checked: bool) -> Result<(Database, Fence), StoreError> {
    let (file, fence) = (open::to_write(path)?, Fence::default());
    let file = FencedFile::new(FileBackend::new(file).map_err(fault)?, fence.clone())?;
    let opened = guarded(|| {
        let opened = match is_checked {
            true => builder().create_with_backend(CheckedFile::over(file)),
            false => builder().create_with_backend(file),
        };
        Ok::<_, StoreError>(opened.map_err(fault)?)
    });
    if opened.is_err() {
        fence.shut();
        restore_head(path, &fence)?;
    }
    Ok((opened?, fence))
}

fn drop_quietly<T>(open: T) {
    let _: Result<(), StoreError> = guarded(|| {
        drop(open);
        Ok(())
    });
}

/// Restores the head of a closed file from before opening, unless more was written.
fn restore_head(path: &Path, fence: &Fence) -> Result<(), StoreError> {
    Ok(fence.restore_head(&FileBackend::new(open::to_write(path)?).map_err(fault)?)?)
}

/// Opens a file for writing that no other process has open.
pub(super) fn open_file(path: &Path) -> Result<Database, StoreError> {
    let file = open::to_write(path)?;
    guarded(|| {
        let backend = FileBackend::new(file).map_err(fault)?;
        Ok::<_, StoreError>(builder().create_with_backend(backend).map_err(fault)?)
    })
}

/// A view of the file, and the turn in which it was taken.
pub(super) struct TurnView {
    pub(super) view: View,
    pub(super) turn: u64,
}

/// Whether a turn is in progress: the counter is odd.
fn is_active_turn(turn: u64) -> bool {
    turn % 2 == 1
}

pub(super) fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES).set_concurrency_mode(ConcurrencyMode::MultiWriter);
    builder
}
