//! The lock for writing an index: held by one process at a time, of any host.
//!
//! A native writer holds the operating system's lock on an open file, which ends with the process; the text in the file
//! only names the holder. JavaScript has no such lock: it creates a second file with its identity. Each side takes its
//! own lock, and then checks for a live holder of the other. On this machine a stale lock never needs manual removal:
//! an empty text, a process that ended and an earlier boot count as dead. Only a JavaScript writer on another machine
//! or in another process namespace cannot be checked. Not here: that check ([`super::holder`]), and readers
//! ([`super::turns`]).

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::StoreError;
use super::holder::{Holder, Life};
use super::turns::{MAX_TEXT_BYTES, text};
use crate::open;

/// The interval between attempts of a waiting writer; jitter from the clock is added.
const RETRY_PAUSE: Duration = Duration::from_millis(30);
/// How long to wait for a JavaScript writer that may be about to withdraw.
const WITHDRAWAL_WAIT: Duration = Duration::from_millis(100);
/// The interval between checks of that JavaScript writer.
const WITHDRAWAL_POLL: Duration = Duration::from_millis(5);

/// The lock, held until dropped.
#[derive(Debug)]
pub struct Lock {
    file: File,
    holder: Holder,
    is_after_crash: bool,
}

impl Lock {
    /// Takes the lock if it is free or its holder is dead, without waiting; but a JavaScript writer, which may be about
    /// to withdraw, is given 100 ms.
    ///
    /// # Errors
    /// [`StoreError::Locked`] with the holder; otherwise a fault of the file system.
    pub fn take(path: &Path) -> Result<Lock, StoreError> {
        let mut file = open::to_write_or_new(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(held(path, read(path)?)),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut old_text = String::new();
        // The lock file is never removed, because waiting processes have it open. A text that is not UTF-8 was not
        // written by this program.
        let is_after_crash =
            (&mut file).take(MAX_TEXT_BYTES).read_to_string(&mut old_text).is_err() || !old_text.trim().is_empty();
        let holder = Holder::this_process();
        write_text(&mut file, &holder.to_lines())?;
        let mut lock = Lock { file, holder, is_after_crash };
        lock.is_after_crash |= lock.check_other_lock(&beside(path))?;
        remove_drafts(&beside(path));
        Ok(lock)
    }

    /// Waits for the lock and takes it. `tell` is called while it waits, and may break.
    ///
    /// # Errors
    /// As for [`Lock::take`], after `patience`, or at once if the holder cannot be checked. Returns `None` if `tell`
    /// broke.
    pub fn wait(
        path: &Path,
        patience: Duration,
        tell: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> Result<Option<Lock>, StoreError> {
        let began = Instant::now();
        loop {
            let (pid, error) = match Lock::take(path) {
                Err(StoreError::Locked { judged: true, holder, path }) => {
                    (holder.as_ref().map_or(0, |holder| holder.pid), StoreError::Locked { judged: true, holder, path })
                }
                taken => return taken.map(Some),
            };
            if began.elapsed() >= patience {
                return Err(error);
            }
            if tell(pid).is_break() {
                return Ok(None);
            }
            thread::sleep(RETRY_PAUSE + Duration::from_nanos(u64::from(began.elapsed().subsec_nanos() % 10_000_000)));
        }
    }

    /// The holder of a lock, and whether it lives; `None` if the lock is free.
    ///
    /// # Errors
    /// A fault of the file system.
    pub fn holder(path: &Path) -> io::Result<Option<(Holder, Life)>> {
        for file in [path.to_owned(), beside(path)] {
            let Some(holder) = read(&file)? else { continue };
            let life = match holder.life() {
                // The operating system knows whether its own lock is held.
                Life::Unknown if file == path => holder_life(path)?,
                life => life,
            };
            return Ok(Some((holder, life)));
        }
        Ok(None)
    }

    /// Whether the previous holder died while it held the lock.
    pub(crate) fn is_after_crash(&self) -> bool {
        self.is_after_crash
    }

    /// Fails if a live JavaScript writer holds its lock. Removes the lock of a dead one; returns whether there was one.
    fn check_other_lock(&self, other_lock: &Path) -> Result<bool, StoreError> {
        let began = Instant::now();
        loop {
            let Some(lines) = text(other_lock)? else { return Ok(false) };
            let holder = Holder::from_lines(&lines);
            match holder.as_ref().map_or(Life::Dead, Holder::life) {
                Life::Dead => return remove_dead(other_lock, &self.holder).map(|()| true),
                Life::Unknown => {
                    return Err(StoreError::Locked { path: other_lock.to_owned(), holder, judged: false });
                }
                Life::Alive if began.elapsed() > WITHDRAWAL_WAIT => return Err(held(other_lock, holder)),
                Life::Alive => thread::sleep(WITHDRAWAL_POLL),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A process that was forked from the owner has the same open file, and must not release the owner's lock.
        if self.holder.pid == std::process::id() {
            // If the text cannot be cleared, the lock is free all the same; the next owner then checks the store once
            // more.
            let _ = self.file.set_len(0);
            let _ = self.file.unlock();
        }
    }
}

/// The path of a JavaScript writer's lock file.
pub fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".js");
    PathBuf::from(name)
}

fn held(path: &Path, holder: Option<Holder>) -> StoreError {
    StoreError::Locked { path: path.to_owned(), holder, judged: true }
}

/// Replaces the text of the lock file, without emptying it first: other hosts take an empty text for a free lock.
fn write_text(file: &mut File, lines: &str) -> io::Result<()> {
    file.rewind()?;
    file.write_all(lines.as_bytes())?;
    file.set_len(lines.len() as u64)
}

/// The holder in a lock's file; `None` if the file does not exist or names none.
fn read(path: &Path) -> io::Result<Option<Holder>> {
    Ok(text(path)?.as_deref().and_then(Holder::from_lines))
}

/// Whether the operating system's lock is held, by any process.
fn holder_life(path: &Path) -> io::Result<Life> {
    match open::to_write(path)?.try_lock_shared() {
        Ok(()) => Ok(Life::Dead),
        Err(TryLockError::WouldBlock) => Ok(Life::Alive),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Removes the lock of a dead JavaScript writer. Moves it aside and checks again, because another writer may have done
/// the same and taken the lock meanwhile; a live lock that was moved by mistake is put back.
fn remove_dead(other_lock: &Path, our_holder: &Holder) -> Result<(), StoreError> {
    let aside_path = other_lock.with_extension(format!("dead.{}.{}", our_holder.pid, our_holder.started));
    match fs::rename(other_lock, &aside_path) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error.into()),
    }
    let holder = read(&aside_path)?;
    if holder.as_ref().is_none_or(|holder| holder.life() == Life::Dead) {
        return Ok(fs::remove_file(&aside_path)?);
    }
    fs::rename(&aside_path, other_lock)?;
    Err(held(other_lock, holder))
}

/// Removes drafts of JavaScript writers that were killed while taking the lock. A live writer that loses its draft
/// fails to take the lock, as it would anyway.
fn remove_drafts(other_lock: &Path) {
    let prefix = format!("{}.", other_lock.file_name().unwrap_or_default().to_string_lossy());
    let entries = other_lock.parent().and_then(|folder| folder.read_dir().ok()).into_iter().flatten();
    for entry in entries.filter_map(Result::ok).filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix))
    {
        // What stays is in nobody's way.
        let _ = open::remove(&entry.path());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lock_file() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("index.lock");
        (folder, path)
    }

    fn lines(change: impl FnOnce(&mut Holder)) -> String {
        let mut holder = Holder::this_process();
        change(&mut holder);
        holder.to_lines()
    }

    #[test]
    fn a_second_owner_is_told_the_holder_of_the_lock() {
        let (_folder, path) = lock_file();
        let held = Lock::take(&path).unwrap();
        let Err(StoreError::Locked { holder, judged: true, .. }) = Lock::take(&path) else { panic!("taken twice") };
        assert_eq!(holder, Some(Holder::this_process()));
        assert_eq!(Lock::holder(&path).unwrap(), Some((Holder::this_process(), Life::Alive)));
        drop(held);
        assert_eq!(Lock::holder(&path).unwrap(), None);
        assert!(!Lock::take(&path).unwrap().is_after_crash());
    }

    /// After a power failure the lock file may be empty or from another boot; no person must have to remove it.
    #[test]
    fn whatever_a_dead_owner_left_in_the_file_is_no_lock() {
        let (_folder, path) = lock_file();
        let of_earlier_boot = lines(|holder| holder.boot = "earlier".to_owned());
        let of_container = lines(|holder| holder.space = "pid:[1]".to_owned());
        for left in [String::new(), of_earlier_boot, of_container, "host=x\nbo".to_owned()] {
            fs::write(&path, &left).unwrap();
            assert_eq!(Lock::take(&path).unwrap().is_after_crash(), !left.is_empty(), "{left}");
            assert_eq!(fs::read(&path).unwrap(), b"", "{left}");
        }
        fs::write(&path, [0xff; 10]).unwrap();
        assert!(Lock::take(&path).unwrap().is_after_crash());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_writer_in_javascript_is_seen_as_long_as_it_lives() {
        let (folder, path) = lock_file();
        let other = beside(&path);
        fs::write(&other, lines(|_| ())).unwrap();
        assert!(matches!(Lock::take(&path), Err(StoreError::Locked { judged: true, path, .. }) if path == other));
        assert_eq!(fs::read(&path).unwrap(), b"", "it withdrew");
        for dead in [String::new(), lines(|holder| holder.started = 1), lines(|holder| holder.boot = "1".to_owned())] {
            fs::write(&other, &dead).unwrap();
            assert!(Lock::take(&path).unwrap().is_after_crash(), "{dead}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{dead}");
        }
    }

    #[test]
    fn a_writer_in_javascript_that_cannot_be_judged_is_left_to_a_person() {
        let (_folder, path) = lock_file();
        for change in [
            |holder: &mut Holder| holder.host = "elsewhere".to_owned(),
            |holder: &mut Holder| holder.space = "pid:[1]".to_owned(),
        ] {
            fs::write(beside(&path), lines(change)).unwrap();
            assert!(matches!(Lock::take(&path), Err(StoreError::Locked { judged: false, holder: Some(_), .. })));
            let waited = Lock::wait(&path, Duration::from_secs(60), &mut |_| panic!("it waits in vain"));
            assert!(matches!(waited, Err(StoreError::Locked { judged: false, .. })));
        }
    }

    #[test]
    fn who_waits_has_the_lock_when_its_holder_is_done_or_stops_when_told_to() {
        let (_folder, path) = lock_file();
        let mut held = Some(Lock::take(&path).unwrap());
        let mut n_told = 0;
        let lock = Lock::wait(&path, Duration::from_secs(60), &mut |pid| {
            assert_eq!(pid, std::process::id());
            n_told += 1;
            if n_told == 3 {
                held = None;
            }
            ControlFlow::Continue(())
        });
        let _held = lock.unwrap().unwrap();
        assert!(Lock::wait(&path, Duration::from_secs(60), &mut |_| ControlFlow::Break(())).unwrap().is_none());
        let refused = Lock::wait(&path, Duration::ZERO, &mut |_| ControlFlow::Continue(()));
        assert!(matches!(refused, Err(StoreError::Locked { judged: true, .. })));
    }
}
