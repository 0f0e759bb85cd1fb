//! Who may write: the owner of the lock file, on all hosts.
//!
//! A writer creates the file exclusively and writes its identity to it. The lock of a dead process is taken over only
//! if its death is proved (same machine, same boot, no such process), never because time has passed. Otherwise the
//! holder is reported and a person decides. Not here: the file system's own locks, which some hosts lack.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::{StoreError, system};

/// How long a reader waits for the end of a turn, and how often it checks.
const PATIENCE: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(10);

/// A process that holds a lock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holder {
    /// The name of its machine.
    pub host: String,
    /// The boot of the machine and the namespace of process ids; empty if the system does not tell.
    pub boot: String,
    /// The process id.
    pub pid: u32,
    /// The start time in the system's unit; 0 if the system does not tell.
    pub started: u64,
}

/// The lock, held until dropped.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    holder: Holder,
    after_crash: bool,
}

impl Lock {
    /// Takes the lock.
    ///
    /// # Errors
    /// [`StoreError::Locked`] with the holder; otherwise a fault of the file system.
    pub fn take(path: &Path) -> Result<Lock, StoreError> {
        let holder = Holder::this_process();
        if create(path, &holder)? {
            return Ok(Lock { path: path.to_owned(), holder, after_crash: false });
        }
        let found = read(path)?;
        let locked = || StoreError::Locked { path: path.to_owned(), holder: found.clone() };
        if !found.as_ref().is_some_and(Holder::is_provably_dead) {
            return Err(locked());
        }
        match take_over(path, found.as_ref(), &holder)? {
            true => Ok(Lock { path: path.to_owned(), holder, after_crash: true }),
            false => Err(StoreError::Locked { path: path.to_owned(), holder: read(path)? }),
        }
    }

    /// The holder of a lock, and whether that process is known to be dead; `None` if the lock is free. A lock that
    /// names no holder is an error.
    ///
    /// # Errors
    /// A fault of the file system, or `InvalidData`.
    pub fn holder(path: &Path) -> io::Result<Option<(Holder, bool)>> {
        if !path.try_exists()? {
            return Ok(None);
        }
        let holder = read(path)?.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?;
        let is_dead = holder.is_provably_dead();
        Ok(Some((holder, is_dead)))
    }

    /// Whether the last owner died while it held the lock.
    pub fn after_crash(&self) -> bool {
        self.after_crash
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A lock that a person removed may belong to another process by now.
        if read(&self.path).ok().flatten().as_ref() == Some(&self.holder) {
            // If the lock cannot be removed, the next owner will find this process dead.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Fails while a host writes that cannot see readers, as in JavaScript, because it may overwrite pages that are being
/// read. Returns the content of the lock file, which such a host changes with each of its turns; `None` if there is
/// none.
///
/// # Errors
/// [`StoreError::Locked`] with the holder; [`StoreError::Unclosed`] if it died.
pub(super) fn allow_reading(path: &Path) -> Result<Option<String>, StoreError> {
    let Some(text) = text(path)? else { return Ok(None) };
    if field(&text, "readers") != Some("none") {
        return Ok(Some(text));
    }
    match Holder::from_lines(&text) {
        Some(holder) if holder.is_provably_dead() => Err(StoreError::Unclosed),
        holder => Err(StoreError::Locked { path: path.to_owned(), holder }),
    }
}

/// The same after the end of such a host's turn, which comes soon if a file was just edited. Longer turns are not
/// waited for.
///
/// # Errors
/// As for [`allow_reading`].
pub(super) fn wait_to_read(path: &Path) -> Result<Option<String>, StoreError> {
    let began = Instant::now();
    loop {
        match allow_reading(path) {
            Err(StoreError::Locked { holder: Some(_), .. }) if began.elapsed() < PATIENCE => thread::sleep(PAUSE),
            allowed => return allowed,
        }
    }
}

/// Creates the lock file atomically. False if it exists.
fn create(path: &Path, holder: &Holder) -> io::Result<bool> {
    static DRAFTS: AtomicU32 = AtomicU32::new(0);
    let n = DRAFTS.fetch_add(1, Ordering::Relaxed);
    let draft = path.with_extension(format!("lock.{}.{}.{n}", holder.pid, holder.started));
    fill(fs::File::create(&draft)?, &draft, holder)?;
    let linked = fs::hard_link(&draft, path);
    let removed = fs::remove_file(&draft);
    match linked {
        Ok(()) => removed.map(|()| true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => removed.map(|()| false),
        // For a file system without hard links: the file is created first and then written.
        Err(_) => create_in_place(path, holder),
    }
}

fn create_in_place(path: &Path, holder: &Holder) -> io::Result<bool> {
    match fs::File::create_new(path) {
        Ok(file) => fill(file, path, holder).map(|()| true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
}

/// Writes a holder to its new file. If that fails the file is removed, because a lock without a holder would never be
/// taken over.
fn fill(mut file: fs::File, path: &Path, holder: &Holder) -> io::Result<()> {
    let written = file.write_all(holder.to_lines().as_bytes());
    drop(file);
    if written.is_err() {
        fs::remove_file(path)?;
    }
    written
}

/// Replaces the lock of a dead process. A second lock file prevents two processes from doing so at once. False if
/// another one was faster.
fn take_over(path: &Path, dead: Option<&Holder>, holder: &Holder) -> io::Result<bool> {
    let guard = path.with_extension("lock.takeover");
    let is_guarded = create_in_place(&guard, holder)? || clear(&guard, holder)? && create_in_place(&guard, holder)?;
    if !is_guarded {
        return Ok(false);
    }
    let outcome = (|| {
        if read(path)?.as_ref() == dead {
            fs::remove_file(path)?;
        }
        create(path, holder)
    })();
    fs::remove_file(&guard)?;
    outcome
}

/// Removes the guard of a take-over whose process died during it. The guard is moved aside before it is checked again,
/// so that only one of two processes that find it dead removes it. A live guard moved by mistake is put back.
fn clear(guard: &Path, holder: &Holder) -> io::Result<bool> {
    let is_dead = |path: &Path| Ok::<bool, io::Error>(read(path)?.is_some_and(|found| found.is_provably_dead()));
    if !is_dead(guard)? {
        return Ok(false);
    }
    let aside = guard.with_extension(format!("dead.{}.{}", holder.pid, holder.started));
    match fs::rename(guard, &aside) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(error),
    }
    if is_dead(&aside)? {
        return fs::remove_file(&aside).map(|()| true);
    }
    fs::rename(&aside, guard).map(|()| false)
}

/// The holder in a lock file; `None` if the file does not exist or names none.
fn read(path: &Path) -> io::Result<Option<Holder>> {
    Ok(text(path)?.as_deref().and_then(Holder::from_lines))
}

/// The content of a lock file; `None` if it does not exist.
pub(super) fn text(path: &Path) -> io::Result<Option<String>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The value of a line `name=value`.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='))
}

impl Holder {
    /// This process.
    pub fn this_process() -> Holder {
        let pid = std::process::id();
        Holder { host: system::host(), boot: system::boot(), pid, started: system::started(pid).unwrap_or(0) }
    }

    /// Whether the process certainly no longer exists.
    fn is_provably_dead(&self) -> bool {
        let here = Holder::this_process();
        let comparable = !self.boot.is_empty() && self.started != 0 && self.host == here.host && self.boot == here.boot;
        comparable && system::can_see_processes() && system::started(self.pid) != Some(self.started)
    }

    fn to_lines(&self) -> String {
        format!("host={}\nboot={}\npid={}\nstarted={}\n", self.host, self.boot, self.pid, self.started)
    }

    fn from_lines(text: &str) -> Option<Holder> {
        let field = |name| field(text, name);
        Some(Holder {
            host: field("host")?.to_owned(),
            boot: field("boot")?.to_owned(),
            pid: field("pid")?.parse().ok()?,
            started: field("started")?.parse().ok()?,
        })
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "process {} on {}", self.pid, if self.host.is_empty() { "this machine" } else { &self.host })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lock_file() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.lock");
        (folder, path)
    }

    #[test]
    fn a_second_owner_is_told_the_holder_of_the_lock() {
        let (_folder, path) = lock_file();
        let _held = Lock::take(&path).unwrap();
        let Err(StoreError::Locked { holder, .. }) = Lock::take(&path) else { panic!("it was taken twice") };
        assert_eq!(holder, Some(Holder::this_process()));
    }

    #[test]
    fn a_lock_is_removed_when_its_owner_is_done() {
        let (folder, path) = lock_file();
        drop(Lock::take(&path).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn the_lock_of_a_dead_process_is_taken_over() {
        let (folder, path) = lock_file();
        let dead = Holder { started: 1, ..Holder::this_process() };
        fs::write(&path, dead.to_lines()).unwrap();
        let lock = Lock::take(&path).unwrap();
        assert!(lock.after_crash());
        drop(lock);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_killed_take_over_does_not_block_the_next_one() {
        let (folder, path) = lock_file();
        let dead = Holder { started: 1, ..Holder::this_process() };
        fs::write(&path, dead.to_lines()).unwrap();
        fs::write(path.with_extension("lock.takeover"), dead.to_lines()).unwrap();
        let lock = Lock::take(&path).unwrap();
        assert!(lock.after_crash());
        drop(lock);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_lock_of_another_machine_or_an_earlier_boot_is_never_taken_over() {
        let (_folder, path) = lock_file();
        let here = Holder::this_process();
        let elsewhere = Holder { host: "elsewhere".to_owned(), started: 1, ..here.clone() };
        let earlier = Holder { boot: "earlier".to_owned(), started: 1, ..here.clone() };
        let unknown = Holder { started: 0, ..here };
        for holder in [elsewhere, earlier, unknown] {
            fs::write(&path, holder.to_lines()).unwrap();
            assert!(
                matches!(Lock::take(&path), Err(StoreError::Locked { holder: Some(found), .. }) if found == holder)
            );
        }
    }

    #[test]
    fn a_lock_without_a_holder_is_left_to_a_person() {
        let (_folder, path) = lock_file();
        fs::write(&path, "").unwrap();
        assert!(matches!(Lock::take(&path), Err(StoreError::Locked { holder: None, .. })));
    }

    #[test]
    fn a_lock_that_was_removed_and_taken_by_another_process_is_left_to_it() {
        let (_folder, path) = lock_file();
        let lock = Lock::take(&path).unwrap();
        let other = Holder { pid: 1, ..Holder::this_process() }.to_lines();
        fs::write(&path, &other).unwrap();
        drop(lock);
        assert_eq!(fs::read_to_string(&path).unwrap(), other);
    }

    #[test]
    fn readers_are_refused_only_by_a_holder_that_cannot_see_them() {
        let (_folder, path) = lock_file();
        let here = Holder::this_process();
        assert!(allow_reading(&path).is_ok(), "nobody writes");
        let held = Lock::take(&path).unwrap();
        assert!(allow_reading(&path).is_ok(), "a writer that sees readers");
        drop(held);
        fs::write(&path, here.to_lines() + "readers=none\n").unwrap();
        let refused = allow_reading(&path);
        assert!(matches!(refused, Err(StoreError::Locked { holder: Some(found), .. }) if found == here));
        fs::write(&path, Holder { started: 1, ..here }.to_lines() + "readers=none\n").unwrap();
        assert!(
            matches!(allow_reading(&path), Err(StoreError::Unclosed)),
            "it died: the store must be recovered first"
        );
    }
}
