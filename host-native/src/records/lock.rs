//! The lock for writing a memory's file: whoever creates the lock file holds it, for one commit, about a millisecond.
//!
//! The file is created with its contents, so that it always names its holder. A lock of a dead process, of an earlier
//! boot of this machine, or of nobody is taken over; only a holder on another machine or in another process namespace
//! cannot be checked. JavaScript uses the same file in the same way. Not here: what to do while the lock is held
//! (`spool`).

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::open;
use crate::store::holder::{Holder, Life};
use crate::store::turns::MAX_TEXT_BYTES;

/// How long to wait for a live holder: it may be copying the file, and others may be quicker to take the lock.
const MAX_WAIT: Duration = Duration::from_secs(10);
/// The interval between two checks of a held lock.
const PAUSE: Duration = Duration::from_millis(1);

/// The lock, held until dropped.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
}

/// An attempt to take a lock.
#[derive(Debug)]
pub(super) enum LockAttempt {
    /// This process now holds it.
    Held(Lock),
    /// Another process holds it; the holder, if the lock file names it.
    Busy(Option<Holder>),
}

impl Lock {
    /// Takes the lock if it is free or its holder is dead.
    pub(super) fn try_take(path: &Path) -> io::Result<LockAttempt> {
        if create(path)? {
            return Ok(LockAttempt::Held(Lock { path: path.to_owned() }));
        }
        let Some(holder_text) = text(path)? else { return Ok(LockAttempt::Busy(None)) };
        if is_dead(&holder_text) && take_over(path, &holder_text)? && create(path)? {
            return Ok(LockAttempt::Held(Lock { path: path.to_owned() }));
        }
        Ok(LockAttempt::Busy(Holder::from_lines(&holder_text)))
    }

    /// Waits for the lock: `patience` for a holder that cannot be checked, at least [`MAX_WAIT`] for any other.
    pub(super) fn wait(path: &Path, patience: Duration) -> io::Result<LockAttempt> {
        let began = Instant::now();
        let limit = |holder: &Option<Holder>| {
            let is_unknown = holder.as_ref().is_some_and(|holder| holder.life() == Life::Unknown);
            if is_unknown { patience } else { patience.max(MAX_WAIT) }
        };
        loop {
            match Lock::try_take(path)? {
                LockAttempt::Busy(holder) if began.elapsed() < limit(&holder) => thread::sleep(PAUSE),
                taken => return Ok(taken),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Nobody takes the lock of a process that lives, so the file is this one's. If it cannot be removed, the next
        // writer finds this process dead.
        let _ = open::remove(&self.path);
    }
}

/// Creates the lock file with its contents; false if it exists.
fn create(path: &Path) -> io::Result<bool> {
    let draft = unique(path, "draft");
    let content = Holder::this_process().to_lines();
    // Not synced: after a power failure nobody needs to know the holder.
    open::create_private(&draft)?.write_all(content.as_bytes())?;
    let linked = fs::hard_link(&draft, path);
    open::remove(&draft)?;
    match linked {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        // For a file system without hard links. A process that dies between the two steps leaves an empty file, which
        // is that of a dead one.
        Err(_) => match open::create_private(path) {
            Ok(mut file) => file.write_all(content.as_bytes()).map(|()| true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        },
    }
}

/// Whether a lock names nobody, or a dead process.
fn is_dead(text: &str) -> bool {
    Holder::from_lines(text).is_none_or(|holder| holder.life() == Life::Dead)
}

/// Removes the lock of a dead process; false if another process is doing so. Only the holder of a second file, the
/// guard, may do so: between check and removal a live process may take the lock.
fn take_over(path: &Path, dead_text: &str) -> io::Result<bool> {
    let guard = path.with_extension("lock.takeover");
    if !create(&guard)? {
        // A process that died here left the guard, which is removed; a later attempt takes over the lock.
        if let Some(holder_text) = text(&guard)?
            && is_dead(&holder_text)
        {
            remove_dead_guard(&guard, &holder_text)?;
        }
        return Ok(false);
    }
    let removed = match text(path)? {
        Some(holder_text) if holder_text == dead_text => open::remove(path).map(|()| true),
        _ => Ok(false),
    };
    open::remove(&guard)?;
    removed
}

/// Moves a dead guard aside and checks it again; a live one that was moved by mistake is put back.
fn remove_dead_guard(guard: &Path, dead_text: &str) -> io::Result<()> {
    let aside_path = unique(guard, "dead");
    match fs::rename(guard, &aside_path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        renamed => renamed?,
    }
    if text(&aside_path)?.as_deref() == Some(dead_text) {
        open::remove(&aside_path)
    } else {
        fs::rename(&aside_path, guard)
    }
}

/// The content of a file, up to a limit; `None` if it does not exist.
fn text(path: &Path) -> io::Result<Option<String>> {
    open::read_text(path, MAX_TEXT_BYTES)
}

/// A path beside a file; no other call and no other process uses that path.
pub(super) fn unique(path: &Path, word: &str) -> PathBuf {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    let n = CALLS.fetch_add(1, Ordering::Relaxed);
    let holder = Holder::this_process();
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    path.with_file_name(format!("{name}.{word}.{}.{}.{n}", holder.pid, holder.started))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lock_file() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memory.lock");
        (folder, path)
    }

    fn is_held(path: &Path) -> bool {
        matches!(Lock::try_take(path).unwrap(), LockAttempt::Held(_))
    }

    #[test]
    fn one_at_a_time_holds_it_and_leaves_nothing() {
        let (folder, path) = lock_file();
        let LockAttempt::Held(lock) = Lock::try_take(&path).unwrap() else { panic!("it is free") };
        assert!(
            matches!(Lock::try_take(&path).unwrap(), LockAttempt::Busy(Some(holder)) if holder == Holder::this_process())
        );
        drop(lock);
        assert!(is_held(&path));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_lock_without_a_living_holder_needs_no_person() {
        let (folder, path) = lock_file();
        let dead = Holder { started: 1, ..Holder::this_process() }.to_lines();
        let before_the_reboot = Holder { boot: "an earlier one".to_owned(), ..Holder::this_process() }.to_lines();
        for dead_text in ["", &dead, &before_the_reboot] {
            fs::write(&path, dead_text).unwrap();
            assert!(is_held(&path), "{dead_text:?}");
            fs::write(&path, dead_text).unwrap();
            fs::write(path.with_extension("lock.takeover"), dead_text).unwrap();
            assert!(!is_held(&path) && is_held(&path), "after a take-over that died too: {dead_text:?}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_holder_elsewhere_is_not_judged() {
        let (_folder, path) = lock_file();
        let elsewhere = Holder { host: "another".to_owned(), ..Holder::this_process() };
        fs::write(&path, elsewhere.to_lines()).unwrap();
        assert!(matches!(Lock::try_take(&path).unwrap(), LockAttempt::Busy(Some(holder)) if holder == elsewhere));
    }

    #[test]
    fn a_living_holder_is_waited_for_longer_than_one_that_cannot_be_judged() {
        let (_folder, path) = lock_file();
        let patience = Duration::from_millis(1);
        let LockAttempt::Held(lock) = Lock::try_take(&path).unwrap() else { panic!("it is free") };
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(patience * 50);
                drop(lock);
            });
            assert!(matches!(Lock::wait(&path, patience).unwrap(), LockAttempt::Held(_)));
        });
        let elsewhere = Holder { host: "another".to_owned(), ..Holder::this_process() };
        fs::write(&path, elsewhere.to_lines()).unwrap();
        assert!(matches!(Lock::wait(&path, patience).unwrap(), LockAttempt::Busy(Some(_))));
    }

    #[test]
    fn many_threads_each_hold_it_alone() {
        let (folder, path) = lock_file();
        let counter = folder.path().join("n");
        fs::write(&counter, "0").unwrap();
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let LockAttempt::Held(_lock) = Lock::wait(&path, Duration::from_secs(60)).unwrap() else {
                            panic!("it was held for a minute")
                        };
                        let n: u32 = fs::read_to_string(&counter).unwrap().parse().unwrap();
                        fs::write(&counter, (n + 1).to_string()).unwrap();
                    }
                });
            }
        });
        assert_eq!(fs::read_to_string(&counter).unwrap(), "200");
    }
}
