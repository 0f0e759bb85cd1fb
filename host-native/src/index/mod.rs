//! Indexing: compares the files of the folder with the scan entries, passes changes to the component, and stores its
//! rows.
//!
//! A run without changes starts no component, and reads only files of which size and time cannot show that they are
//! unchanged. After a run that is stopped, killed or refused, the next run completes the store to exactly the content
//! of a fresh one. Not here: the meaning of what is stored.

pub(crate) mod bounds;
mod fresh;
mod known;
mod plan;
mod report;
mod turn;
mod unread;
mod watch;
mod writer;

pub use fresh::{FreshenLimits, Freshness, StaleReason};
pub use known::{Extent, Known, LeftOut};
pub use report::{Indexed, Problem, Progress, skip_reason};
pub use watch::{Changes, Watched};

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::SystemTime;

use crate::files::hash::hash;
use crate::files::parse::{Languages, MAX_FILE_BYTES, NotParsed, Parsed, Parsers};
use crate::files::pipeline::in_order;
use crate::files::root::Root;
use crate::files::scan::{Entry, Failure, Fate};
use crate::files::scope::Scope;
use crate::files::walk::{Bounds, Found, Walked, nanoseconds, walk_again, walk_while};
use crate::store::stamps::META_STAMP;
use crate::store::{META_MARK, Remade, Snapshot, StoreError};
use crate::wit::graph::{self, SkipReason, Verdict};
use crate::wit::memory::{Change, ParsedFile};
use crate::{Error, Memory};
use plan::{ChangedFile, Plan};
use unread::Unread;
use writer::{META_TO_LINK, Writer};

/// The most bytes of files that are read but not yet applied.
const MAX_IN_FLIGHT: u64 = 8 << 20;
/// The mark of this release: the hash of everything that determines the rows of an index.
pub const INDEX_MARK: &[u8; 32] = include_bytes!(env!("SCRUBJAY_INDEX_MARK"));
/// The most files in one call of the component's `admit`.
const MAX_LISTED: usize = 100_000;

impl Memory {
    /// Brings the memory up to date with the folder. `progress` is called often, and may stop the run.
    ///
    /// # Errors
    /// [`Error::NoFolder`] if the folder is gone; [`Error::Stopped`] if `progress` broke; [`Error::Store`],
    /// [`Error::Guest`], [`Error::Refused`]. After any error the commits so far are kept, and the next run continues
    /// from there.
    pub fn index(&mut self, progress: &mut dyn FnMut(Progress) -> ControlFlow<()>) -> Result<Indexed, Error> {
        self.index_within(&Scope::All, progress)
    }

    /// As [`Memory::index`], for a part of the folder: paths from a watcher, or a file that an editor has just written.
    /// All else is assumed to be unchanged, and the report counts only files in scope. All files are covered if another
    /// release made the index, if damaged rows are to be remade, or if other patterns exclude files.
    ///
    /// # Errors
    /// As for [`Memory::index`].
    pub fn index_within(
        &mut self,
        scope: &Scope,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Indexed, Error> {
        self.root.check()?;
        self.check_writable()?;
        let surveyed = match self.must_run() {
            true => None,
            false => match self.survey(scope, progress) {
                // A store that cannot be read is made again by the run.
                Err(Error::Store(_)) => None,
                surveyed => Some(surveyed?),
            },
        };
        if let Some(survey) = surveyed.as_ref().filter(|survey| survey.is_whole) {
            let plan = survey.plan(&self.root, progress)?;
            if plan.is_settled() && survey.to_note.is_empty() {
                // Such a run needs no lock and opens nothing for writing.
                return self.run(survey, plan, scope, progress);
            }
        }
        self.run_locked(surveyed, scope, progress)
    }

    /// A run that may change the store.
    fn run_locked(
        &mut self,
        surveyed: Option<Survey>,
        scope: &Scope,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Indexed, Error> {
        let former_snapshot = self.snapshot();
        self.exclusions.keep(former_snapshot);
        let begun = self.begin_run(INDEX_MARK, &mut |pid| progress(Progress::Waiting { pid }))?;
        let Some(remade) = begun else { return Err(Error::Stopped) };
        let result = self.run_or_make_again(surveyed, remade, scope, progress);
        // The lock is released whatever the result is.
        let ended = self.end_run();
        let report = result?;
        ended?;
        Ok(report)
    }

    /// Runs under the lock. If the existing index proves damaged, runs once more on an empty one.
    fn run_or_make_again(
        &mut self,
        surveyed: Option<Survey>,
        remade: Option<Remade>,
        scope: &Scope,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Indexed, Error> {
        let result = self.run_within(surveyed, scope, progress);
        let is_damaged = matches!(result, Err(Error::Store(StoreError::Damaged(_))));
        if is_damaged && remade.is_none() && self.make_again()? {
            let report = self.run_within(None, scope, progress)?;
            return Ok(Indexed { remade: Some(Remade::Damaged), ..report });
        }
        Ok(Indexed { remade, ..result? })
    }

    /// Runs on the store that is open for writing. Uses `surveyed` if the store was not written after that survey, and
    /// no damaged rows are to be remade.
    fn run_within(
        &mut self,
        surveyed: Option<Survey>,
        scope: &Scope,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Indexed, Error> {
        let state_now = store_state(&*self.snapshot()?)?;
        let survey = match surveyed.filter(|survey| survey.store_state == state_now && !self.mend) {
            Some(survey) => survey,
            None => self.survey(scope, progress)?,
        };
        let plan = survey.plan(&self.root, progress)?;
        self.run(&survey, plan, scope, progress)
    }

    fn run(
        &mut self,
        survey: &Survey,
        plan: Plan<'_>,
        scope: &Scope,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Indexed, Error> {
        let scope = if survey.covers_all { &Scope::All } else { scope };
        let writer = Writer::new(self, survey.store_state.0, survey.to_link);
        let report = Indexed::begin(&survey.walked, &survey.bounds);
        let (scanned, unread) = (survey.scanned, Unread::default());
        let mut run = Run { writer, scope, scanned, report, unread, progress };
        if !survey.same_engine {
            run.writer.set_mark(INDEX_MARK);
        }
        survey.to_note.iter().for_each(|(name, value)| run.writer.note(name, value));
        let report = run.carry_out(plan)?;
        self.exclusions.forget_replacement();
        Ok(report)
    }

    /// Walks the folder, and reads the scan entries of the files in scope.
    fn survey(
        &mut self,
        scope: &Scope,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Survey, Error> {
        let scanned = nanoseconds(SystemTime::now());
        let snapshot = self.snapshot()?;
        let same_engine = snapshot.meta(META_MARK)?.is_some_and(|value| value == INDEX_MARK);
        let to_link = snapshot.meta(META_TO_LINK)?.is_some_and(|value| value == [1]);
        let (bounds, is_bounded_anew) = self.bounds(&*snapshot)?;
        // The whole folder is considered if another release made the rows, if they must be checked, or if other files
        // are excluded.
        let covers_all = !same_engine || self.mend || is_bounded_anew;
        let scope = if covers_all { &Scope::All } else { scope };

        let mut tell = |n_files| progress(Progress::Walked { n_files });
        let walked = match scope {
            Scope::All => walk_again(&self.root, &bounds, &mut self.listings, scanned, &mut tell),
            scope => walk_while(&self.root, scope, &bounds, &mut tell),
        };
        let walked = walked.ok_or(Error::Stopped)?;
        let n_files = walked.files.len() as u64;
        go_on(progress(Progress::Walked { n_files }))?;
        let mut entries = Vec::new();
        for path in scope.tops() {
            entries.extend(snapshot.scanned(path)?);
        }
        // `a.py` sorts before `a/b.py`, but after `a`.
        entries.sort_unstable();
        let to_note = bounds::changed_meta_values(&*snapshot, &bounds, matches!(scope, Scope::All).then_some(&walked))?;
        // Pages may have been written over meanwhile, by a run that cannot see readers.
        let is_whole = same_engine && !to_link && self.store.unchanged();
        let at = store_state(&*snapshot)?;
        Ok(Survey {
            walked,
            bounds,
            to_note,
            entries,
            scanned,
            same_engine,
            to_link,
            covers_all,
            is_whole,
            store_state: at,
        })
    }
}

/// The state of the folder and of the store's entries before a run changes anything.
struct Survey {
    walked: Walked,
    bounds: Bounds,
    /// Meta values that must be updated, by name.
    to_note: BTreeMap<&'static str, Vec<u8>>,
    /// The entries of the store, sorted by path.
    entries: Vec<(String, Vec<u8>)>,
    /// The start of the survey, in nanoseconds since 1970.
    scanned: i64,
    /// Whether this release made the rows.
    same_engine: bool,
    /// Whether some files are not linked yet.
    to_link: bool,
    /// Whether the survey covers the whole folder, even if a part was requested.
    covers_all: bool,
    /// Whether this release made the rows, all files are linked, and all that was read is from one commit.
    is_whole: bool,
    /// The state of the surveyed store: a run uses the survey only if the store still has it.
    store_state: StoreState,
}

/// The state of a store: its generation, and its stamp, because a remade store counts generations anew.
type StoreState = (u64, Option<Vec<u8>>);

fn store_state(snapshot: &dyn Snapshot) -> Result<StoreState, StoreError> {
    Ok((snapshot.generation(), snapshot.meta(META_STAMP)?))
}

impl Survey {
    /// Plans the run; reads files for which only a hash can show a change.
    fn plan(&self, root: &Root, progress: &mut dyn FnMut(Progress) -> ControlFlow<()>) -> Result<Plan<'_>, Error> {
        let n_files = self.walked.files.len() as u64;
        let mut plan = Plan::new(&self.walked, &self.entries, self.same_engine);
        go_on(plan.compare_hashes(root, self.scanned, &mut || progress(Progress::Walked { n_files })))?;
        Ok(plan)
    }
}

/// A file to read, in the language that the component chose.
struct Job<'a> {
    changed: ChangedFile<'a>,
    language: String,
}

/// An index run, from its plan to its report.
struct Run<'a> {
    writer: Writer<'a>,
    /// The part of the folder that the report counts.
    scope: &'a Scope,
    /// The start of the run, in nanoseconds since 1970.
    scanned: i64,
    report: Indexed,
    /// Files in scope whose language is not read.
    unread: Unread,
    progress: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
}

impl Run<'_> {
    fn carry_out(mut self, mut plan: Plan<'_>) -> Result<Indexed, Error> {
        let before = self.writer.generation();
        self.writer.retried = std::mem::take(&mut plan.retried);
        plan.entries.iter().for_each(|(path, entry)| self.writer.remember(path, entry.as_ref()));
        self.report.skipped = std::mem::take(&mut plan.skipped);
        self.unread = std::mem::take(&mut plan.unread);
        let mend = self.writer.memory.mend;
        if !plan.is_idle() || self.writer.to_link || mend {
            let (mut paths, n_damaged) = self.writer.damaged()?;
            self.report.n_damaged = n_damaged;
            paths.retain(|path| self.scope.holds(path));
            plan.read_again(&paths);
            if mend {
                plan.try_again();
            }
            self.remove(&plan.gone_paths)?;
            self.read(&plan.changed)?;
            self.link()?;
        }
        if matches!(self.scope, Scope::All) {
            self.writer.tell_unread(&self.unread)?;
        }
        self.writer.commit()?;
        self.writer.memory.mend = false;
        self.report.failed_before =
            plan.failed.iter().map(|(found, failure, _)| (found.path.clone(), *failure)).collect();
        self.report.n_not_utf8 = plan.n_not_utf8;
        self.report.n_same = plan.unchanged.len() as u64;
        self.report.problems.append(&mut self.writer.problems);
        self.report.generation = self.writer.generation();
        if self.report.generation != before {
            self.writer.memory.store.compact()?;
        }
        Ok(self.report)
    }

    fn remove(&mut self, gone_paths: &[String]) -> Result<(), Error> {
        for path in gone_paths {
            self.writer.push(path, Change::Removed(path.clone()), None, true)?;
        }
        self.report.n_removed = gone_paths.len() as u64;
        self.writer.apply()
    }

    /// Asks the component which files it wants, and indexes these.
    fn read(&mut self, changed: &[ChangedFile<'_>]) -> Result<(), Error> {
        if changed.is_empty() {
            return Ok(());
        }
        let (languages, verdicts) = self.admit(changed)?;
        let mut jobs = Vec::new();
        for (&changed, verdict) in changed.iter().zip(verdicts) {
            match verdict {
                Verdict::Read(language) if languages.know(&language) => jobs.push(Job { changed, language }),
                Verdict::Read(_) => self.skip(changed, SkipReason::Language)?,
                Verdict::Skip(reason) => self.skip(changed, reason)?,
            }
        }
        self.take_in(&languages, &jobs)
    }

    fn admit(&mut self, changed: &[ChangedFile<'_>]) -> Result<(Arc<Languages>, Vec<Verdict>), Error> {
        let languages = self.writer.memory.live.languages()?;
        let mut opened = self.writer.opened()?;
        let mut verdicts = Vec::with_capacity(changed.len());
        for chunk in changed.chunks(MAX_LISTED) {
            let listed: Vec<graph::ListedFile> = chunk.iter().map(|changed| to_listed(changed.found)).collect();
            let answer = opened
                .instance
                .call("graph.admit", |exports, store| exports.scrubjay_memory_graph().call_admit(store, &listed))?;
            verdicts.extend(answer.map_err(Error::Refused)?);
        }
        self.writer.memory.live.keep(opened);
        if verdicts.len() != changed.len() {
            return Err(Error::Contract { call: "graph.admit", what: "not one verdict for each file" });
        }
        Ok((languages, verdicts))
    }

    fn skip(&mut self, changed: ChangedFile<'_>, reason: SkipReason) -> Result<(), Error> {
        *self.report.skipped.entry(reason as u8).or_default() += 1;
        if reason == SkipReason::Language {
            self.unread.count(&changed.found.path);
        }
        self.leave_out(changed, Some(Fate::Skipped(reason as u8)))
    }

    /// Removes the rows of a file, if it has any, and stores its entry, or without `fate` deletes it.
    fn leave_out(&mut self, changed: ChangedFile<'_>, fate: Option<Fate>) -> Result<(), Error> {
        let path = &changed.found.path;
        let entry = fate.map(|fate| Entry::new(changed.found, fate, self.scanned));
        if changed.is_stored {
            return self.writer.push(path, Change::Removed(path.clone()), entry, true);
        }
        self.writer.remember(path, entry.as_ref());
        Ok(())
    }

    /// Reads and parses files on all processors; applies them on this thread, in the order of the paths.
    fn take_in(&mut self, languages: &Languages, jobs: &[Job<'_>]) -> Result<(), Error> {
        let root = self.writer.memory.root.clone();
        let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut result = Ok(());
        in_order(
            jobs,
            n_threads,
            MAX_IN_FLIGHT,
            |job| job.changed.found.size,
            || Parsers::new(languages),
            |parsers, job| parsers.read(&root, &job.changed.found.path, &job.language),
            |job, outcome| {
                result = self.take(job, outcome, jobs.len() as u64);
                if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            },
        );
        if matches!(result, Ok(()) | Err(Error::Stopped)) {
            self.writer.apply()?;
        }
        if matches!(result, Err(Error::Stopped)) {
            // Files that were applied before a stop are kept. Otherwise linking follows and commits, so that a few
            // files cost one commit.
            self.writer.commit()?;
        }
        result
    }

    fn take(&mut self, job: &Job<'_>, outcome: Result<Parsed, NotParsed>, n_jobs: u64) -> Result<(), Error> {
        let found = job.changed.found;
        match outcome {
            Ok(parsed) => {
                let entry = Entry::new(found, Fate::Indexed(parsed.hash), self.scanned);
                if parsed.cut_short {
                    self.report.problems.push((found.path.clone(), Problem::CutShort));
                }
                let file = parsed_file(&found.path, &job.language, parsed);
                self.writer.push(&found.path, Change::Parsed(file), Some(entry), job.changed.is_stored)?;
            }
            Err(declined) => self.decline(job.changed, declined)?,
        }
        self.report.n_read += 1;
        self.report.n_bytes += found.size;
        let (n_files, n_bytes) = (self.report.n_read, self.report.n_bytes);
        go_on((self.progress)(Progress::Read { n_files, n_of: n_jobs, n_bytes }))
    }

    fn decline(&mut self, changed: ChangedFile<'_>, declined: NotParsed) -> Result<(), Error> {
        match &declined {
            // A fresh index would contain nothing of it.
            NotParsed::Gone => self.leave_out(changed, None)?,
            NotParsed::NotUtf8(hash) => self.leave_out(changed, Some(Fate::NotUtf8(*hash)))?,
            NotParsed::TimedOut => self.remember_slow(changed),
            // Nothing is known of it: its rows are kept, and the next run tries again.
            NotParsed::TooLarge | NotParsed::Unreadable(_) => {}
        }
        self.report.problems.push((changed.found.path.clone(), Problem::Declined(declined)));
        Ok(())
    }

    /// Stores that parsing a file took too long, with the hash of its current bytes. Stores nothing if the file has
    /// changed since the walk: the next run considers it anyway.
    fn remember_slow(&mut self, changed: ChangedFile<'_>) {
        let (found, root) = (changed.found, &self.writer.memory.root);
        let Ok(bytes) = root.read(&found.path, MAX_FILE_BYTES) else { return };
        let metadata = root.open(&found.path).and_then(|file| file.metadata());
        let is_as_found = metadata.is_ok_and(|metadata| {
            metadata.len() == found.size && metadata.modified().is_ok_and(|time| nanoseconds(time) == found.modified)
        });
        if is_as_found {
            let tries_left = self.writer.tries_left(&found.path);
            let (hash, failure, has_rows) = (hash(&bytes), Failure::TimedOut, changed.is_stored);
            let fate = Fate::Failed { hash, failure, has_rows, tries_left };
            self.writer.remember(&found.path, Some(&Entry::new(found, fate, self.scanned)));
        }
    }

    fn link(&mut self) -> Result<(), Error> {
        loop {
            let n_left = self.writer.link()?;
            if n_left == 0 {
                return Ok(());
            }
            if (self.progress)(Progress::Linking { n_left }).is_break() {
                self.writer.commit()?;
                return Err(Error::Stopped);
            }
        }
    }
}

fn to_listed(found: &Found) -> graph::ListedFile {
    graph::ListedFile { path: found.path.clone(), size: u32::try_from(found.size).unwrap_or(u32::MAX) }
}

fn parsed_file(path: &str, language: &str, parsed: Parsed) -> ParsedFile {
    ParsedFile {
        path: path.to_owned(),
        hash: parsed.hash.to_vec(),
        language: language.to_owned(),
        text: parsed.text,
        nodes: parsed.nodes,
        has_errors: parsed.has_errors,
        cut_short: parsed.cut_short,
    }
}

fn go_on(flow: ControlFlow<()>) -> Result<(), Error> {
    if flow.is_break() { Err(Error::Stopped) } else { Ok(()) }
}
