//! The command `index`: makes or updates the index of a folder, and reports what a run did.

pub(crate) mod fresh;
pub(crate) mod progress;
pub(crate) mod watch;

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use scrubjay::files::root::canonical;
use scrubjay::files::scan::Failure;
use scrubjay::index::{Extent, Indexed, Problem, skip_reason};
use scrubjay::store::holder::Life;
use scrubjay::store::lock::Lock;
use scrubjay::store::place::{INDEX_FOLDER, Place};
use scrubjay::store::reach;
use scrubjay::store::{Remade, StoreError};
use scrubjay::wit::Word;
use scrubjay::{Error, Memory, Write, locate};
use serde_json::{Value, json};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::arguments::{Index, names};
use crate::memory::place::repository_root;
use crate::output::Output;
use crate::output::text::{count, counted_noun, path_of, shown, size_text};
use crate::{Ending, Fault};
use progress::ProgressLine;

/// The most problems that are listed; others are only counted.
const MAX_PROBLEMS: usize = 20;
/// The most folders or patterns that one line names.
const MAX_NAMED: usize = 5;

pub(crate) fn index(index: &Index, root: Option<PathBuf>, output: &mut Output) -> Result<Ending, Fault> {
    let interrupted = interruption_flag().map_err(Fault::NoSignals)?;
    let current_folder = std::env::current_dir().map_err(Fault::NoFolder)?;
    let named_folder = match index.paths.as_slice() {
        [] => root,
        [path] => Some(path.clone()),
        several => return Err(Fault::SeveralFolders { common: common_folder(&current_folder, several) }),
    };
    let folder = match named_folder {
        Some(folder) => folder,
        None => default_folder(&current_folder)?,
    };
    if current_folder != folder {
        output.say(format_args!("indexing {}", path_of(&folder)));
    }
    if let Some(outer) = outer_index(&current_folder.join(&folder)) {
        let advice = format!("to bring that up to date: scrubjay index {}", path_of(&outer));
        output.warn(format_args!(
            "note: this folder gets an index of its own beside that of {}; {advice}",
            path_of(&outer)
        ));
    }
    tell_repository(&current_folder.join(&folder), output);
    warn_of_wide_folder(&current_folder.join(&folder), output);
    let began = Instant::now();
    let mut line = ProgressLine::new();
    let mut memory = Memory::writing(&folder, Write { check: index.check, rebuild: index.rebuild })?;
    memory.wait_at_most(Duration::from_secs(index.wait));
    index.excluding.apply_to(&mut memory)?;
    let result = memory.index(&mut |progress| {
        line.show(progress, output);
        if interrupted.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    line.clear(output);
    let indexed = result?;
    if let Some(place) = memory.place().filter(|place| !place.is_inside(memory.root().path())) {
        output.say(format_args!("the folder may not be written, so its index lies in {}", path_of(&place.folder())));
    }
    memory.close()?;
    tell(&indexed, began.elapsed(), output);
    if output.is_json() {
        output.answer(String::new, || in_json(&indexed));
    }
    Ok(Ending::Found)
}

/// Opens the memory of a folder to ask it. Indexes the folder first, with a message, if it has no index or its last run
/// was cut short. An index that another process is writing is opened as it is.
pub(crate) fn open_complete(root: &Path, output: &Output) -> Result<Memory, Fault> {
    let what = match Memory::reading(root) {
        Ok(memory) if memory.extent()? == Extent::Whole || is_written(&memory) => return Ok(memory),
        Ok(memory) if memory.extent()? == Extent::Part => "an index run was cut short: completing it",
        Ok(_) | Err(Error::NotIndexed { .. } | Error::Store(StoreError::Missing { .. })) => {
            "nothing is indexed yet: indexing"
        }
        Err(error) => return Err(error.into()),
    };
    output.say(format_args!("{what} {}", path_of(root)));
    let interrupted = interruption_flag().map_err(Fault::NoSignals)?;
    let mut line = ProgressLine::new();
    let mut memory = Memory::writing(root, Write::default())?;
    let result = memory.index(&mut |progress| {
        line.show(progress, output);
        if interrupted.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    line.clear(output);
    result?;
    memory.close()?;
    Ok(Memory::reading(root)?)
}

/// Whether a process that is not known to be dead holds the lock of the index; false if the lock cannot be read.
fn is_written(memory: &Memory) -> bool {
    let holder = memory.place().and_then(|place| Lock::holder(&place.lock()).ok().flatten());
    matches!(holder, Some((_, Life::Alive | Life::Unknown)))
}

/// The folder of a command if no argument names one: the nearest indexed folder from here upwards, else the current
/// folder.
///
/// # Errors
/// [`Fault::NoProject`] if the current folder is the home folder or contains it.
pub(crate) fn default_folder(current_folder: &Path) -> Result<PathBuf, Fault> {
    match locate(current_folder) {
        Ok(indexed) => Ok(indexed),
        // A folder of the system is refused later, as one that an argument names.
        Err(_) if is_too_wide(current_folder) && !reach::is_systems_folder(current_folder) => {
            Err(Fault::NoProject { folder: current_folder.to_owned() })
        }
        Err(_) => Ok(current_folder.to_owned()),
    }
}

/// The nearest indexed folder above `folder`, in the same project, if `folder` has no index yet: questions asked below
/// `folder` will use the new index instead.
fn outer_index(folder: &Path) -> Option<PathBuf> {
    let folder = canonical(folder).ok().filter(|folder| is_new(folder))?;
    let folders = reach::folders(&folder, reach::home().as_deref());
    locate(folders.get(1)?).ok()
}

/// Warns that all of a folder is read, if it is too wide to be a project and has no index yet.
fn warn_of_wide_folder(folder: &Path, output: &Output) {
    let Some(folder) = canonical(folder).ok().filter(|folder| is_too_wide(folder) && is_new(folder)) else { return };
    output.warn(format_args!(
        "note: {0} is no project: every file below it that is of a language that is read, and that no ignore rule leaves out, is read, \
         and commands in {0} itself are about all of them; Ctrl-C ends it, and removing {1} undoes it",
        folder.display(),
        folder.join(INDEX_FOLDER).display()
    ));
}

/// Whether a folder is the home folder, contains it, or is one of the system's, as the root of a disk.
fn is_too_wide(folder: &Path) -> bool {
    canonical(folder).is_ok_and(|folder| reach::is_too_wide(&folder, reach::home().as_deref()))
}

/// Says that a folder without an index is only a part of its repository; silent if there is an index above it.
fn tell_repository(folder: &Path, output: &Output) {
    let Some(folder) = canonical(folder).ok().filter(|folder| is_new(folder)) else { return };
    let top = repository_root(&folder).filter(|top| *top != folder);
    if let Some(top) = top.filter(|top| locate(top).is_err()) {
        output.warn(format_args!(
            "note: only this folder of the repository {} is indexed; for all of it: scrubjay index {}",
            path_of(top),
            path_of(top)
        ));
    }
}

/// Whether a folder has no index yet.
fn is_new(folder: &Path) -> bool {
    folder.is_dir() && Place::to_read(folder).is_ok_and(|place| !place.store().exists())
}

/// The innermost folder that contains all the paths; `None` if that is the root of a disk.
fn common_folder(current_folder: &Path, paths: &[PathBuf]) -> Option<PathBuf> {
    let full_paths =
        paths.iter().map(|path| canonical(&current_folder.join(path)).unwrap_or_else(|_| current_folder.join(path)));
    let common = full_paths.reduce(|common, path| {
        let same_parts = common.components().zip(path.components()).take_while(|(one, other)| one == other);
        same_parts.map(|(part, _)| part).collect()
    })?;
    common.parent().is_some().then_some(common)
}

/// A flag that becomes true on an interruption. A second interruption ends the program at once and loses some seconds
/// of work at most.
pub(crate) fn interruption_flag() -> io::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_default(signal, Arc::clone(&interrupted))?;
        flag::register(signal, Arc::clone(&interrupted))?;
    }
    Ok(interrupted)
}

fn tell(indexed: &Indexed, elapsed: Duration, output: &Output) {
    if let Some(why) = indexed.remade.and_then(why_remade) {
        output.warn(format_args!("note: the index was made again from nothing: {why}"));
    }
    output.say(format_args!(
        "{} read ({}){}, {} unchanged, {} removed, in {:.1} s",
        counted_noun(indexed.n_read, "file", "files"),
        size_text(indexed.n_bytes),
        unindexed_text(indexed),
        count(indexed.n_same),
        count(indexed.n_removed),
        elapsed.as_secs_f64(),
    ));
    let left_out =
        |(&reason, &n): (&u8, &u64)| format!("{} {}", count(n), names::skip_reason_text(skip_reason(reason)));
    let mut left_out: Vec<String> = indexed.skipped.iter().map(left_out).collect();
    if indexed.n_not_utf8 > 0 {
        left_out.push(format!("{} not UTF-8", count(indexed.n_not_utf8)));
    }
    if !left_out.is_empty() {
        output.say(format_args!("left out: {}", left_out.join(", ")));
    }
    if let Some(words) = installed_in_words(&indexed.installed, indexed.n_installed) {
        output.say(format_args!("not entered: {words}"));
    }
    if !indexed.exclude.is_empty() {
        output.say(format_args!(
            "excluded: {}; `scrubjay index --no-exclude` takes it back",
            patterns_in_words(&indexed.exclude)
        ));
    }
    if let n_failed @ 1.. = indexed.failed_before.len() {
        let advice = "`scrubjay doctor` names them, and `scrubjay index --check` tries them again";
        let files = counted_noun(n_failed as u64, "file", "files");
        output.say(format_args!("{files} failed before and not changed since: {advice}"));
    }
    if indexed.n_damaged > 0 {
        let rows = counted_noun(indexed.n_damaged, "damaged row was", "damaged rows were");
        output.warn(format_args!("{rows} found, and made again where the file is known"));
    }
    for problem in indexed.problems.iter().take(MAX_PROBLEMS) {
        output.warn(problem_in_words(problem));
    }
    if let Some(more @ 1..) = indexed.problems.len().checked_sub(MAX_PROBLEMS) {
        output.warn(format_args!("and {more} more; --json lists them all"));
    }
}

/// The installed folders as text, the first ones by name; `None` if there are none.
pub(crate) fn installed_in_words(installed: &[String], n_installed: u64) -> Option<String> {
    let shown_folders: Vec<_> = installed.iter().take(MAX_NAMED).map(|path| format!("{}/", shown(path))).collect();
    let more = if n_installed > shown_folders.len() as u64 { ", …" } else { "" };
    let folders = counted_noun(n_installed, "folder", "folders");
    (n_installed > 0)
        .then(|| format!("{folders} that package managers or builds fill: {}{more}", shown_folders.join(", ")))
}

/// The first patterns, escaped for a terminal and separated by commas.
pub(crate) fn patterns_in_words(exclude: &[String]) -> String {
    let shown_patterns: Vec<_> = exclude.iter().take(MAX_NAMED).map(|pattern| shown(pattern)).collect();
    let more = if exclude.len() > MAX_NAMED { ", …" } else { "" };
    format!("{}{more}", shown_patterns.join(", "))
}

/// Says how many of the files that were read are not in the index.
fn unindexed_text(indexed: &Indexed) -> String {
    let is_read = |(_, problem): &&(String, Problem)| {
        matches!(problem, Problem::Declined(_) | Problem::Refused(_) | Problem::Stopped(_))
    };
    match indexed.problems.iter().filter(is_read).count() as u64 {
        0 => String::new(),
        n => format!(", {} of them not taken in", count(n)),
    }
}

/// Why the index was remade; `None` if that was requested.
pub(crate) fn why_remade(remade: Remade) -> Option<&'static str> {
    match remade {
        Remade::Asked => None,
        Remade::Foreign => Some("the one that was there was not made by this user, and was not read"),
        Remade::Damaged => Some("it was damaged"),
        _ => Some("another release had made it"),
    }
}

/// A file that could not be indexed or linked, with the reason, as text.
pub(crate) fn problem_in_words((path, problem): &(String, Problem)) -> String {
    let what = match problem {
        Problem::Quarantined(_) => "not linked",
        Problem::CutShort => "taken in part",
        _ => "not taken",
    };
    format!("{what}: {}: {problem}", shown(path))
}

pub(crate) fn in_json(indexed: &Indexed) -> Value {
    let skipped = indexed.skipped.iter().map(|(&reason, &n)| (skip_reason(reason).word().to_owned(), json!(n)));
    let problem = |(path, problem): &(String, Problem)| json!({ "path": path, "kind": problem.kind(), "why": problem.to_string() });
    let failed = |(path, failure): &(String, Failure)| json!({ "path": path, "kind": failure.kind() });
    json!({
        "n_read": indexed.n_read,
        "n_bytes": indexed.n_bytes,
        "n_same": indexed.n_same,
        "n_removed": indexed.n_removed,
        "failed_before": indexed.failed_before.iter().map(failed).collect::<Value>(),
        "n_damaged": indexed.n_damaged,
        "remade": indexed.remade.map(Remade::kind),
        "generation": indexed.generation,
        "n_not_utf8": indexed.n_not_utf8,
        "skipped": Value::Object(skipped.collect()),
        "installed": indexed.installed,
        "n_installed": indexed.n_installed,
        "exclude": indexed.exclude,
        "problems": indexed.problems.iter().map(problem).collect::<Value>(),
    })
}
