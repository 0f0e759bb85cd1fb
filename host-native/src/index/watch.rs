//! Watching: keeps a memory up to date while the folder changes.
//!
//! The folder is scanned repeatedly, and a difference in path, size or time is only a hint: the ordinary run decides
//! what changed. So nothing is missed permanently after an overflow of events, a checkout, a restored backup or on a
//! network folder, and no limit on watched folders applies. A scan walks the folder and reads no file; scans take at
//! most a twentieth of one processor. Between runs the index is not locked. Not here: what a run does.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::{Indexed, Progress};
use crate::files::scope::Scope;
use crate::files::walk::{Found, walk};
use crate::store::StoreError;
use crate::{Error, Memory};

/// The least and greatest pause between two scans.
const LEAST_PAUSE: Duration = Duration::from_millis(300);
const MOST_PAUSE: Duration = Duration::from_secs(10);
/// A pause is this many times as long as the scan before it.
const PAUSE_FACTOR: u32 = 20;
/// The folder is quiet when two scans this far apart give the same result.
const QUIET: Duration = Duration::from_millis(150);
/// A folder that is never quiet is indexed after this long.
const MOST_WAIT: Duration = Duration::from_secs(5);
/// A change within one tick of the file system's clock after a run may leave size and time unchanged. After a tick of
/// the coarsest clock, a run compares by hash the files it cannot distinguish otherwise.
const TICK: Duration = Duration::from_millis(2_100);
/// The time after which a failed run is tried again.
const RETRY: Duration = Duration::from_secs(5);
/// How often the caller is asked whether to continue.
const ASK: Duration = Duration::from_millis(50);

/// What a watcher reports.
#[derive(Debug)]
#[non_exhaustive]
pub enum Watched<'a> {
    /// It is waiting.
    Idle,
    /// A run is in progress.
    Running(Progress),
    /// A run has ended, after this long; also the first run, and those that found no changes.
    Ran(&'a Indexed, Duration),
    /// A run failed. Its commits are kept, and it is tried again.
    Failed(&'a Error),
}

/// Breaks if the caller wants to stop.
type Tell<'a> = &'a mut dyn FnMut(Watched<'_>) -> ControlFlow<()>;

/// The result of one attempt to index.
enum Attempt {
    Ended,
    Ran { changed: bool },
    Failed,
}

impl Memory {
    /// Brings the memory up to date with the folder, and again after each change, until `tell` breaks. It is called
    /// often.
    ///
    /// # Errors
    /// [`Error::NoFolder`] if the folder is gone; and those of [`Memory::index`] that another try does not fix. A full
    /// disk, another process that writes for long, and a failing component do not end it, and an index that was taken
    /// away is made again.
    pub fn watch(&mut self, tell: &mut dyn FnMut(Watched<'_>) -> ControlFlow<()>) -> Result<(), Error> {
        loop {
            let Some(known) = self.quiet(tell)? else { return Ok(()) };
            let wait = match self.attempt(tell)? {
                Attempt::Ended => return Ok(()),
                Attempt::Ran { changed: true } => Some(TICK),
                Attempt::Ran { changed: false } => None,
                Attempt::Failed => Some(RETRY),
            };
            if self.until_changed(&known, wait, tell)?.is_break() {
                return Ok(());
            }
        }
    }

    /// Scans until two scans give the same result, or the time limit is reached. `None` if the caller wants to stop.
    fn quiet(&self, tell: Tell<'_>) -> Result<Option<Vec<Found>>, Error> {
        let began = Instant::now();
        let mut found = self.look()?;
        loop {
            if pause(QUIET, tell).is_break() {
                return Ok(None);
            }
            let again = self.look()?;
            if again == found && !self.root.path().join(".git/index.lock").exists() || began.elapsed() > MOST_WAIT {
                return Ok(Some(again));
            }
            found = again;
        }
    }

    /// Scans until something differs from the known state, or `wait` has passed.
    fn until_changed(&self, known: &[Found], wait: Option<Duration>, tell: Tell<'_>) -> Result<ControlFlow<()>, Error> {
        let began = Instant::now();
        let mut length = LEAST_PAUSE;
        loop {
            let left = wait.map(|wait| wait.saturating_sub(began.elapsed()));
            if left == Some(Duration::ZERO) {
                return Ok(ControlFlow::Continue(()));
            }
            if pause(left.map_or(length, |left| left.min(length)), tell).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            let looked = Instant::now();
            let is_lost = self.place().is_some_and(|place| !place.store().is_file());
            if is_lost || self.look()? != known {
                return Ok(ControlFlow::Continue(()));
            }
            length = (looked.elapsed() * PAUSE_FACTOR).clamp(LEAST_PAUSE, MOST_PAUSE);
        }
    }

    fn look(&self) -> Result<Vec<Found>, Error> {
        self.root.check()?;
        Ok(walk(&self.root, &Scope::All).files)
    }

    fn attempt(&mut self, tell: Tell<'_>) -> Result<Attempt, Error> {
        let began = Instant::now();
        // A store that cannot be read is made again by the run.
        let before = self.snapshot().ok().map(|snapshot| snapshot.generation());
        let ran = self.index(&mut |progress| tell(Watched::Running(progress)));
        let (attempt, watched) = match &ran {
            Ok(indexed) => {
                let changed = Some(indexed.generation) != before || indexed.remade.is_some();
                (Attempt::Ran { changed }, Watched::Ran(indexed, began.elapsed()))
            }
            Err(Error::Stopped) => return Ok(Attempt::Ended),
            Err(error) if is_worth_another_try(error) => (Attempt::Failed, Watched::Failed(error)),
            Err(_) => return ran.map(|_| Attempt::Ended),
        };
        Ok(if tell(watched).is_break() { Attempt::Ended } else { attempt })
    }
}

fn is_worth_another_try(error: &Error) -> bool {
    let may_pass =
        |error: &StoreError| matches!(error, StoreError::DiskFull(_) | StoreError::Locked { judged: true, .. });
    match error {
        Error::Store(error) => may_pass(error),
        other => matches!(other, Error::Guest(_)),
    }
}

/// Waits, and asks meanwhile whether to continue.
fn pause(length: Duration, tell: Tell<'_>) -> ControlFlow<()> {
    let began = Instant::now();
    loop {
        tell(Watched::Idle)?;
        let left = length.saturating_sub(began.elapsed());
        if left.is_zero() {
            return ControlFlow::Continue(());
        }
        std::thread::sleep(left.min(ASK));
    }
}
