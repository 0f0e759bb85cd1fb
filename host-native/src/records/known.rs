//! The damage of a memory's file that this process knows.
//!
//! A short file is verified when it is first opened. In a file of any length every page is checked against its checksum
//! as it is read (`scrubjay_store::CheckedFile`); a failure has the whole file verified. Known damage stays known until
//! the file changes. Not here: repair (`salvage`).

use std::fs;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use super::damage::{SHORT_FILE_BYTES, verify, verify_shared};
use super::file::MemoryFile;
use super::verified;
use crate::store::StoreError;

/// When to verify a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VerifyScope {
    /// A short file that this process has not verified yet.
    IfShort,
    /// Any file.
    Always,
}

/// The result of the last verification of a file.
pub(super) struct Known {
    identity: FileIdentity,
    stamp: FileStamp,
    pub(super) damage: Option<String>,
}

/// Identifies a file: device and inode, or an equivalent.
pub(super) type FileIdentity = (u64, u64);
/// The size and time of a file, which change when it is written.
pub(super) type FileStamp = (u64, Option<SystemTime>);

impl MemoryFile {
    /// The known damage of the file.
    pub(super) fn damage(&self) -> Option<&str> {
        self.known.as_ref()?.damage.as_deref()
    }

    /// Verifies the file if it exists and `scope` requires it; otherwise reports the damage that is known. `is_locked`
    /// says whether the caller holds the lock.
    ///
    /// # Errors
    /// [`StoreError::Damaged`]; others of reading it.
    pub(super) fn verify(&mut self, scope: VerifyScope, is_locked: bool) -> Result<(), StoreError> {
        self.files().check()?;
        let path = self.files().store.clone();
        let Some((identity, stamp)) = state(&path)? else {
            self.known = None;
            return Ok(());
        };
        let known = self.known.take().filter(|known| known.identity == identity);
        let is_enough = match &known {
            _ if scope == VerifyScope::Always => false,
            // The file may have been repaired in place.
            Some(Known { damage: Some(_), stamp: known_stamp, .. }) => *known_stamp == stamp,
            Some(_) => true,
            None => stamp.0 > SHORT_FILE_BYTES,
        };
        let known = match known {
            Some(known) if is_enough => known,
            None if is_enough => Known { identity, stamp, damage: None },
            _ => {
                let verified = if is_locked { verify(&path) } else { verify_shared(self.files()) };
                let damage = match verified {
                    Ok(()) => None,
                    Err(StoreError::Damaged(how)) => Some(how),
                    Err(other) => return Err(other),
                };
                if stamp.0 > SHORT_FILE_BYTES {
                    verified::note(self.files(), (identity, stamp), damage.as_deref());
                }
                Known { identity, stamp, damage }
            }
        };
        match &self.known.insert(known).damage {
            Some(how) => Err(StoreError::Damaged(how.clone())),
            None => Ok(()),
        }
    }

    /// Verifies the whole file after a page failed its checksum; returns whether to read again. A file that is known to
    /// be damaged is not verified again.
    ///
    /// # Errors
    /// As for [`MemoryFile::verify`], except for damage.
    pub(super) fn verify_after_bad_page(&mut self, is_locked: bool) -> Result<bool, StoreError> {
        if self.damage().is_some() {
            return Ok(false);
        }
        match is_locked {
            true => self.close_damaged(),
            false => self.abandon(),
        }
        match self.verify(VerifyScope::Always, is_locked) {
            Ok(()) | Err(StoreError::Damaged(_)) => Ok(true),
            Err(error) => Err(error),
        }
    }
}

/// The identity and the stamp of a file; `None` if it does not exist.
pub(super) fn state(path: &Path) -> io::Result<Option<(FileIdentity, FileStamp)>> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(Some((identity_of(&metadata), (metadata.len(), metadata.modified().ok())))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The identity of a file, which changes if another file replaces it; `None` if it does not exist.
pub(super) fn identity(path: &Path) -> io::Result<Option<FileIdentity>> {
    Ok(state(path)?.map(|(identity, _)| identity))
}

#[cfg(unix)]
fn identity_of(metadata: &fs::Metadata) -> FileIdentity {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

/// Uses the creation time as identity, because an open file cannot be replaced on such systems.
#[cfg(not(unix))]
fn identity_of(metadata: &fs::Metadata) -> FileIdentity {
    let since = |time: SystemTime| time.duration_since(SystemTime::UNIX_EPOCH).ok();
    (metadata.created().ok().and_then(since).map_or(0, |since| since.as_nanos() as u64), 0)
}
