//! Updates the index before a question, if few files changed, so that the answer is about the folder's current state. A
//! missing index is made, however long that takes.
//!
//! One walk and one comparison with the entries decide whether to run, and the run uses their results. Not here:
//! asking, and how a host reports that an answer is out of date.

use std::ops::ControlFlow;
use std::time::Duration;

use super::{Extent, Progress, Survey};
use crate::files::scope::Scope;
use crate::store::StoreError;
use crate::{Error, Memory};

/// Limits on the work before a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreshenLimits {
    /// The most changed files that are read before a question.
    pub max_files: u64,
    /// How long to wait for another process that writes the index.
    pub patience: Duration,
}

impl Default for FreshenLimits {
    /// Limits that take a fraction of a second: 500 files, and a short wait for another process.
    fn default() -> FreshenLimits {
        FreshenLimits { max_files: 500, patience: Duration::from_millis(250) }
    }
}

/// How the index differs from the folder, after [`Memory::freshen`].
#[derive(Debug)]
#[non_exhaustive]
pub enum Freshness {
    /// The index matches the folder.
    Fresh,
    /// Changes are missing from the index: too many files changed, another process is writing, or the update failed.
    /// Questions are answered from the index as it is.
    Stale {
        /// The number of new, changed and deleted files; 0 if unknown.
        n_changed: u64,
        /// Why the changes are missing.
        why: StaleReason,
    },
    /// There is no complete index, and this memory may only read: see [`Memory::extent`].
    Unfinished,
}

/// Why changes are missing from an index.
#[derive(Debug)]
#[non_exhaustive]
pub enum StaleReason {
    /// More files changed than [`FreshenLimits::max_files`]; [`Memory::index`] reads them.
    Many,
    /// Another process is writing the index.
    Locked,
    /// The run failed.
    Failed(Error),
}

impl Memory {
    /// Updates the index before a question, if that takes only a moment. If more files changed than [`FreshenLimits`]
    /// allows, or another process is writing, the index stays as it is, which the result says.
    ///
    /// A memory opened for writing creates a missing index and completes a partial one, however long that takes. A
    /// memory opened for reading leaves that to others, but adds changes by a run of its own, which locks the index.
    /// Unchanged files that failed before cause no run by themselves. `progress` may stop the run.
    ///
    /// ```no_run
    /// use std::ops::ControlFlow;
    /// use scrubjay::index::{FreshenLimits, Freshness};
    /// use scrubjay::{Memory, Write};
    ///
    /// # fn main() -> Result<(), scrubjay::Error> {
    /// let mut memory = Memory::writing(".".as_ref(), Write::default())?;
    /// let fresh = memory.freshen(&FreshenLimits::default(), &mut |_| ControlFlow::Continue(()))?;
    /// if let Freshness::Stale { n_changed, .. } = fresh {
    ///     eprintln!("{n_changed} files changed since the index was made");
    /// }
    /// let status = memory.status()?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Stopped`] if `progress` broke; [`Error::NoFolder`]; if there is no index, those of [`Memory::index`].
    pub fn freshen(
        &mut self,
        limits: &FreshenLimits,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Freshness, Error> {
        self.root.check()?;
        let extent = self.extent().unwrap_or(Extent::Nothing);
        if extent != Extent::Whole {
            return self.create_or_complete(extent, limits, progress);
        }
        let survey = match self.survey(&Scope::All, progress) {
            Err(error @ (Error::Stopped | Error::NoFolder { .. })) => return Err(error),
            Err(error) => return Ok(stale(0, StaleReason::Failed(error))),
            Ok(survey) => survey,
        };
        let plan = survey.plan(&self.root, progress)?;
        let n_changed = plan.n_changed();
        // Entries of files that may have been edited in the same tick of the clock are stored, so that the next
        // question need not read these files again.
        let is_stored = plan.entries.is_empty() && survey.to_note.is_empty();
        if n_changed == 0 && (is_stored || !self.may_write()) {
            return Ok(Freshness::Fresh);
        }
        if n_changed > limits.max_files {
            return Ok(stale(n_changed, StaleReason::Many));
        }
        drop(plan);
        self.run_for_survey(survey, n_changed, limits, progress)
    }

    /// Creates or completes the index, unless this memory may only read.
    fn create_or_complete(
        &mut self,
        extent: Extent,
        limits: &FreshenLimits,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Freshness, Error> {
        if !self.may_write() {
            return Ok(Freshness::Unfinished);
        }
        // Without an index no question can be answered, so the run waits as long as it must.
        let patience = if extent == Extent::Nothing { Duration::MAX } else { limits.patience };
        let result = self.with_patience(patience, |memory| memory.index(progress));
        match result {
            Ok(_) => Ok(Freshness::Fresh),
            Err(error @ (Error::Stopped | Error::NoFolder { .. })) => Err(error),
            Err(error) if extent == Extent::Nothing => Err(error),
            Err(error) => Ok(stale(0, stale_reason(error))),
        }
    }

    /// Runs the index update for the changes that a survey found.
    fn run_for_survey(
        &mut self,
        survey: Survey,
        n_changed: u64,
        limits: &FreshenLimits,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Freshness, Error> {
        let mut n_found = 0;
        let mut tell = |update: Progress| match update {
            // An index that turned out to be damaged, or of another release, would be made again as a whole.
            Progress::Read { n_of, .. } if n_of > limits.max_files => {
                n_found = n_of;
                ControlFlow::Break(())
            }
            other => progress(other),
        };
        let result = self.with_patience(limits.patience, |memory| {
            memory.as_writer(|memory| memory.run_locked(Some(survey), &Scope::All, &mut tell))
        });
        match result {
            Ok(_) => Ok(Freshness::Fresh),
            Err(Error::Stopped) if n_found > 0 => Ok(stale(n_found, StaleReason::Many)),
            Err(error @ (Error::Stopped | Error::NoFolder { .. })) => Err(error),
            Err(error) => Ok(stale(n_changed, stale_reason(error))),
        }
    }

    /// Calls a function while this memory may write, even if it was opened for reading.
    fn as_writer<T>(&mut self, run: impl FnOnce(&mut Memory) -> Result<T, Error>) -> Result<T, Error> {
        if self.may_write() {
            return run(self);
        }
        self.set_writes(true);
        let result = run(self);
        self.set_writes(false);
        result
    }

    fn may_write(&self) -> bool {
        self.check_writable().is_ok()
    }
}

fn stale(n_changed: u64, why: StaleReason) -> Freshness {
    Freshness::Stale { n_changed, why }
}

fn stale_reason(error: Error) -> StaleReason {
    match error {
        Error::Store(StoreError::Locked { .. }) => StaleReason::Locked,
        other => StaleReason::Failed(other),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::Write;
    use crate::store::lock::Lock;
    use crate::wit::graph::FindQuestion;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("old.py"), "def old():\n    pass\n").unwrap();
        folder
    }

    fn freshen(memory: &mut Memory) -> Freshness {
        memory.freshen(&FreshenLimits::default(), &mut |_| ControlFlow::Continue(())).unwrap()
    }

    fn finds(memory: &mut Memory, name: &str) -> bool {
        let page = memory.find(&FindQuestion::new(name)).unwrap();
        page.hits.iter().any(|hit| hit.symbol.name == name)
    }

    fn add(folder: &Path, name: &str) {
        fs::write(folder.join(format!("{name}.py")), format!("def {name}():\n    pass\n")).unwrap();
    }

    #[test]
    fn a_memory_for_writing_makes_its_index_and_follows_each_edit() {
        let folder = folder();
        let mut memory = Memory::writing(folder.path(), Write::default()).unwrap();
        for name in ["first", "second"] {
            add(folder.path(), name);
            assert!(matches!(freshen(&mut memory), Freshness::Fresh));
            assert!(finds(&mut memory, name));
        }
        fs::remove_file(folder.path().join("first.py")).unwrap();
        assert!(matches!(freshen(&mut memory), Freshness::Fresh));
        assert!(!finds(&mut memory, "first"));
    }

    #[test]
    fn a_memory_for_reading_takes_changes_in_and_still_only_reads() {
        let folder = folder();
        Memory::writing(folder.path(), Write::default()).unwrap().index(&mut |_| ControlFlow::Continue(())).unwrap();
        let mut memory = Memory::reading(folder.path()).unwrap();
        assert!(finds(&mut memory, "old"));
        for name in ["first", "second"] {
            add(folder.path(), name);
            assert!(matches!(freshen(&mut memory), Freshness::Fresh));
            assert!(finds(&mut memory, name));
        }
        assert!(matches!(memory.index(&mut |_| ControlFlow::Continue(())), Err(Error::Store(StoreError::ReadOnly(_)))));
        let changed_paths = Memory::reading(folder.path()).unwrap().changed().unwrap();
        assert_eq!(changed_paths, Vec::<String>::new());
    }

    /// After a pause of two seconds stored listings are used, and every edit in the folders must still be found.
    #[test]
    fn edits_after_a_while_without_any_are_followed() {
        let folder = folder();
        let mut memory = Memory::writing(folder.path(), Write::default()).unwrap();
        std::thread::sleep(Duration::from_millis(2_100));
        for name in ["first", "second"] {
            assert!(matches!(freshen(&mut memory), Freshness::Fresh));
            add(folder.path(), name);
            fs::write(folder.path().join("old.py"), format!("def {name}ly():\n    pass\n")).unwrap();
            assert!(matches!(freshen(&mut memory), Freshness::Fresh));
            assert!(finds(&mut memory, name) && finds(&mut memory, &format!("{name}ly")));
        }
    }

    #[test]
    fn what_takes_long_or_is_locked_stays_as_it_is_and_is_counted() {
        let folder = folder();
        let mut memory = Memory::writing(folder.path(), Write::default()).unwrap();
        freshen(&mut memory);
        add(folder.path(), "one");
        let lock = Lock::take(&memory.place().unwrap().lock()).unwrap();
        let locked = freshen(&mut memory);
        assert!(matches!(locked, Freshness::Stale { n_changed: 1, why: StaleReason::Locked }), "{locked:?}");
        drop(lock);
        let no_files = FreshenLimits { max_files: 0, ..FreshenLimits::default() };
        let freshness = memory.freshen(&no_files, &mut |_| ControlFlow::Continue(())).unwrap();
        assert!(matches!(freshness, Freshness::Stale { n_changed: 1, why: StaleReason::Many }), "{freshness:?}");
        assert!(!finds(&mut memory, "one") && finds(&mut memory, "old"));
        assert!(matches!(freshen(&mut memory), Freshness::Fresh));
        assert!(finds(&mut memory, "one"));
    }
}
