//! A machine-wide lock for hooks: hooks that run at the same time answer one after the other, so that none repeats what
//! another delivers.

use scrubjay::{home, open};
use std::fs::File;
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::noted::FOLDER;

/// How long a hook waits for the lock.
const MAX_LOCK_WAIT: Duration = Duration::from_millis(700);
const RETRY_PAUSE: Duration = Duration::from_millis(2);

/// Takes the lock, which is released when the file is dropped; `None` if others held it too long.
pub(super) fn take_lock() -> io::Result<Option<File>> {
    let data = home::data_folder()?;
    open::create_folders(&data, Path::new(FOLDER))?;
    let file = open::to_write_or_new(&data.join(FOLDER).join("telling.lock"))?;
    let began = Instant::now();
    while began.elapsed() < MAX_LOCK_WAIT {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(std::fs::TryLockError::WouldBlock) => thread::sleep(RETRY_PAUSE),
            Err(std::fs::TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok(None)
}
