//! Watching: keeps a memory up to date while the folder changes.
//!
//! The folder is scanned repeatedly, and a difference in path, size or time is only a hint: the ordinary run decides
//! what changed. So nothing is missed permanently after an overflow of events, a checkout, a restored backup or on a
//! network folder, and no limit on watched folders applies. A scan walks the folder and reads no files but ignore
//! files. The pause after it is 20 times as long, but at least 0.3 and at most 10 seconds. Between runs the index is
//! not locked. Not here: what a run does.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::bounds::{SharedBounds, current_bounds};
use super::{Indexed, Progress};
use crate::files::root::Root;
use crate::files::scope::Scope;
use crate::files::walk::{Found, walk_within};
use crate::store::StoreError;
use crate::{Error, Memory};

/// The least and greatest pause between two scans.
const MIN_PAUSE: Duration = Duration::from_millis(300);
const MAX_PAUSE: Duration = Duration::from_secs(10);
/// A pause is this many times as long as the scan before it, but within [`MIN_PAUSE`] and [`MAX_PAUSE`].
const PAUSE_FACTOR: u32 = 20;
/// Two scans this far apart must agree for the folder to count as quiet.
const QUIET_INTERVAL: Duration = Duration::from_millis(150);
/// A folder that is never quiet is indexed after this long.
const MAX_WAIT: Duration = Duration::from_secs(5);
/// A change within one tick of the file system's clock after a run may leave size and time unchanged. After one tick of
/// the coarsest clock another run compares such files by hash.
const TICK: Duration = Duration::from_millis(2_100);
/// The time after which a failed run is tried again.
const RETRY_DELAY: Duration = Duration::from_secs(5);
/// The interval at which the caller is asked whether to continue.
const ASK_INTERVAL: Duration = Duration::from_millis(50);

/// A report of a watcher.
#[derive(Debug)]
#[non_exhaustive]
pub enum Watched<'a> {
    /// The watcher is waiting.
    Idle,
    /// A run is in progress.
    Running(Progress),
    /// A run has ended, after this duration. Reported also for the first run and for runs without changes.
    Ran(&'a Indexed, Duration),
    /// A run failed, and will be repeated; its commits are kept.
    Failed(&'a Error),
}

/// Waits for changes of a folder, independently of the memory that indexes them.
pub struct Changes {
    root: Root,
    bounds: SharedBounds,
    /// The path of the index file; a run is due if the file is gone. `None` if the store is the caller's.
    store: Option<PathBuf>,
    known_files: Option<Vec<Found>>,
    /// The time after which a run is due even without a change; `None` if only a change makes a run due.
    wait: Option<Duration>,
}

impl Changes {
    /// Waits until a run is due and the folder is quiet; the first call waits only for quiet. `go_on` is called often;
    /// the result is `Break` if it breaks.
    ///
    /// # Errors
    /// [`Error::NoFolder`] if the folder is gone.
    pub fn wait(&mut self, go_on: &mut dyn FnMut() -> ControlFlow<()>) -> Result<ControlFlow<()>, Error> {
        if let Some(known_files) = self.known_files.take()
            && self.until_changed(&known_files, go_on)?.is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
        self.known_files = self.wait_for_quiet(go_on)?;
        Ok(if self.known_files.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    }

    /// Takes the outcome of a run: `Ok(true)` if the run changed the index. Returns false after an error that a retry
    /// cannot fix.
    pub fn ran(&mut self, changed: Result<bool, &Error>) -> bool {
        self.wait = match changed {
            Ok(true) => Some(TICK),
            Ok(false) => None,
            Err(_) => Some(RETRY_DELAY),
        };
        changed.err().is_none_or(is_worth_another_try)
    }

    /// Scans until two scans agree and git does not hold its index, or until the time limit is reached. `None` if the
    /// caller stops.
    fn wait_for_quiet(&self, go_on: &mut dyn FnMut() -> ControlFlow<()>) -> Result<Option<Vec<Found>>, Error> {
        let began = Instant::now();
        let mut last_scan = self.scan()?;
        loop {
            if pause(QUIET_INTERVAL, go_on).is_break() {
                return Ok(None);
            }
            let new_scan = self.scan()?;
            if new_scan == last_scan && !self.root.path().join(".git/index.lock").exists() || began.elapsed() > MAX_WAIT
            {
                return Ok(Some(new_scan));
            }
            last_scan = new_scan;
        }
    }

    /// Scans until something differs from the known state, or a run is due.
    fn until_changed(
        &self,
        known_files: &[Found],
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        let began = Instant::now();
        let mut length = MIN_PAUSE;
        loop {
            let time_left = self.wait.map(|wait| wait.saturating_sub(began.elapsed()));
            if time_left == Some(Duration::ZERO) {
                return Ok(ControlFlow::Continue(()));
            }
            if pause(time_left.map_or(length, |time_left| time_left.min(length)), go_on).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            let scan_began = Instant::now();
            let is_lost = self.store.as_ref().is_some_and(|store| !store.is_file());
            if is_lost || self.scan()? != known_files {
                return Ok(ControlFlow::Continue(()));
            }
            length = (scan_began.elapsed() * PAUSE_FACTOR).clamp(MIN_PAUSE, MAX_PAUSE);
        }
    }

    fn scan(&self) -> Result<Vec<Found>, Error> {
        self.root.check()?;
        Ok(walk_within(&self.root, &Scope::All, &current_bounds(&self.bounds)).files)
    }
}

impl Memory {
    /// The changes of the folder, for a caller that runs [`Memory::index`] after each and asks questions in between.
    pub fn changes(&mut self) -> Changes {
        let bounds = self.shared_bounds();
        let store = self.place().map(|place| place.store());
        Changes { root: self.root.clone(), bounds, store, known_files: None, wait: None }
    }

    /// Updates the memory, and again after each change of the folder, until `tell` breaks. `tell` is called often.
    ///
    /// # Errors
    /// [`Error::NoFolder`] if the folder is gone, and errors of [`Memory::index`] that another try does not fix. A full
    /// disk, another process that writes for long, and a failing component do not end the watch, and a deleted index is
    /// remade.
    pub fn watch(&mut self, tell: &mut dyn FnMut(Watched<'_>) -> ControlFlow<()>) -> Result<(), Error> {
        let mut changes = self.changes();
        while changes.wait(&mut || tell(Watched::Idle))?.is_continue() {
            let began = Instant::now();
            // A store that cannot be read is made again by the run.
            let generation_before = self.snapshot().ok().map(|snapshot| snapshot.generation());
            let result = self.index(&mut |progress| tell(Watched::Running(progress)));
            if matches!(result, Err(Error::Stopped)) {
                return Ok(());
            }
            let is_change =
                |indexed: &Indexed| Some(indexed.generation) != generation_before || indexed.remade.is_some();
            if !changes.ran(result.as_ref().map(is_change)) {
                return result.map(drop);
            }
            let watched = match &result {
                Ok(indexed) => Watched::Ran(indexed, began.elapsed()),
                Err(error) => Watched::Failed(error),
            };
            if tell(watched).is_break() {
                return Ok(());
            }
        }
        Ok(())
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

/// Waits for a duration, and asks the caller meanwhile whether to continue.
fn pause(length: Duration, go_on: &mut dyn FnMut() -> ControlFlow<()>) -> ControlFlow<()> {
    let began = Instant::now();
    loop {
        go_on()?;
        let time_left = length.saturating_sub(began.elapsed());
        if time_left.is_zero() {
            return ControlFlow::Continue(());
        }
        std::thread::sleep(time_left.min(ASK_INTERVAL));
    }
}
