//! The command `history`: which files change together with a file, from the log of git.
//!
//! Nothing of git's output is stored. Renames are not followed. Not here: how git is run.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::arguments::History;
use crate::git::{Git, GitEnd, SAFE_LOG_OPTIONS};
use crate::index::interruption_flag;
use crate::output::Output;
use crate::output::hints::{self, Hint};
use crate::output::shell::shell_word;
use crate::output::text::{counted_noun, shown};
use crate::{Context, Ending, Fault};

/// The most commits that are read; the newest come first.
const MAX_COMMITS: u32 = 10_000;
/// Commits with more files than this are ignored: they say nothing about which files belong together.
const MAX_FILES: usize = 50;
/// The least number of common commits; a single one may be a coincidence.
const MIN_TOGETHER: u32 = 2;
/// The most bytes of a name; a commit with a longer one is ignored, since no system has such paths.
const MAX_NAME: usize = 4_096;
/// The most bytes of all stored names together, enough for about a million files. Beyond this, reading ends.
const MAX_NAMES: usize = 64 << 20;
/// The most suggestions of files with the same name if a file has no history.
const MAX_SIMILAR_PATHS: usize = 5;
/// The most files in one answer.
const MAX_SHOWN: u32 = 1_000;
/// Separates commits in the output; no file has this name.
const COMMIT_SEPARATOR: &[u8] = b"/";

/// The files that changed together with one file, according to the log.
#[derive(Debug, PartialEq)]
struct Changes {
    /// The number of commits that changed the file.
    n_commits: u32,
    /// Ordered by the number of common commits, descending.
    co_changes: Vec<CoChange>,
}

/// A file that changed together with the given one.
#[derive(Debug, PartialEq)]
struct CoChange {
    path: String,
    n_together: u32,
    n_commits: u32,
    /// The number of common commits divided by the commits of the file that changed less often: above 0, at most 1.
    confidence: f64,
}

pub(crate) fn history(history: &History, context: &Context, output: &Output) -> Result<Ending, Fault> {
    let path = context.typed().path(&history.file)?;
    if context.memory.root().path().join(&path).is_dir() {
        return Err(Fault::IsFolder { path });
    }
    let mut log = Log::of(&path);
    let interrupted = interruption_flag().map_err(Fault::NoSignals)?;
    let git = Git::command(context.memory.root().path())?.args(["log", "-z", "--no-merges", "--no-renames"]);
    let git = git.args(["--name-only", "--relative", "--format=tformat:/", &format!("--max-count={MAX_COMMITS}")]);
    if git.args(SAFE_LOG_OPTIONS).run(&interrupted, |piece| log.take(piece))? == GitEnd::Cut {
        log.drop_last();
        output.warn(format_args!("note: git was stopped: its newest {} commits are counted", log.n_commits));
    }
    if log.n_changes_so_far() == 0 {
        let is_there = context.memory.root().path().join(&path).is_file();
        return Err(Fault::NoHistory { similar_paths: log.similar_paths(), path: path.clone(), is_there });
    }
    let mut changes = log.changes();
    let n_all = changes.co_changes.len();
    changes.co_changes.truncate(history.limit as usize);
    output.say(format_args!("{path}: changed by {}", counted_noun(changes.n_commits.into(), "commit", "commits")));
    if n_all == 0 {
        let (kind, why) = ("alone".to_owned(), "no other file changed together with it twice".to_owned());
        let hints = [Hint { kind, why, command: Some(format!("scrubjay deps {}", shell_word(&path))) }];
        let mut answer = in_json(&path, &changes, n_all);
        answer["hints"] = hints::json(&hints);
        output.answer(|| in_words(&changes), || answer);
        hints::say_nothing_found(&hints, output);
        return Ok(Ending::Nothing);
    }
    output.answer(|| in_words(&changes), || in_json(&path, &changes, n_all));
    if changes.co_changes.len() < n_all {
        let n = changes.co_changes.len();
        output.say(match history.limit < MAX_SHOWN {
            true => format!("{n} of {n_all}; --limit shows more"),
            false => format!("{n} of {n_all}: one answer has no more"),
        });
    }
    Ok(Ending::Found)
}

/// The state of reading the log of git.
struct Log<'a> {
    path: &'a str,
    /// For each file, the number of its commits, and of those that also changed the given file.
    counts: BTreeMap<String, (u32, u32)>,
    /// The bytes of all names in `counts`.
    n_bytes: usize,
    /// The number of commits whose reading has begun, including the current one.
    n_commits: u32,
    n_changes: u32,
    /// The names in the commit that is being read; `None` if the commit is ignored.
    names: Option<BTreeSet<String>>,
    /// The beginning of a name that continues in the next piece of output.
    partial_name: Vec<u8>,
    is_first_name: bool,
}

impl Log<'_> {
    fn of(path: &str) -> Log<'_> {
        let (counts, names, partial_name) = (BTreeMap::new(), Some(BTreeSet::new()), Vec::new());
        Log { path, counts, n_bytes: 0, n_commits: 0, n_changes: 0, names, partial_name, is_first_name: false }
    }

    /// Reads a piece of the output; returns whether more is wanted.
    fn take(&mut self, piece: &[u8]) -> bool {
        let mut parts = piece.split(|byte| *byte == 0).peekable();
        while let Some(part) = parts.next() {
            // One byte more than a name may have shows that it is too long.
            let room = (MAX_NAME + 2).saturating_sub(self.partial_name.len());
            self.partial_name.extend(part.iter().take(room));
            if parts.peek().is_some() {
                let name = std::mem::take(&mut self.partial_name);
                self.take_name(&name);
            }
        }
        self.n_bytes <= MAX_NAMES
    }

    fn take_name(&mut self, name: &[u8]) {
        if name == COMMIT_SEPARATOR {
            self.count_commit();
            self.n_commits += 1;
            self.is_first_name = true;
            return;
        }
        // Git writes a line end before the first name.
        let name =
            if std::mem::take(&mut self.is_first_name) { name.strip_prefix(b"\n").unwrap_or(name) } else { name };
        let Some(names) = &mut self.names else { return };
        if name.len() > MAX_NAME || names.len() == MAX_FILES {
            self.names = None;
        } else {
            names.insert(String::from_utf8_lossy(name).into_owned());
        }
    }

    /// Counts the commit that was read completely.
    fn count_commit(&mut self) {
        let Some(names) = self.names.replace(BTreeSet::new()) else { return };
        let is_in = names.contains(self.path);
        self.n_changes += u32::from(is_in);
        for name in names {
            let n_bytes = name.len();
            let (n_all, n_together) = self.counts.entry(name).or_insert_with(|| {
                self.n_bytes += n_bytes;
                (0, 0)
            });
            *n_all += 1;
            *n_together += u32::from(is_in);
        }
    }

    /// Drops the commit that is being read.
    fn drop_last(&mut self) {
        self.names = None;
        self.n_commits = self.n_commits.saturating_sub(1);
    }

    /// The number of commits that changed the file, including the one that is being read.
    fn n_changes_so_far(&self) -> u32 {
        let is_in = self.names.as_ref().is_some_and(|names| names.contains(self.path));
        self.n_changes + u32::from(is_in)
    }

    /// Files in the log whose paths end with the given path; if there are none, with its last name. The shortest come
    /// first, at most [`MAX_SIMILAR_PATHS`].
    fn similar_paths(&self) -> Vec<String> {
        let name = self.path.rsplit('/').next().unwrap_or(self.path);
        let ending_with = |end: &str| -> Vec<&String> {
            let names_of_last_commit = self.names.iter().flatten();
            let paths = self.counts.keys().chain(names_of_last_commit);
            paths
                .filter(|known| {
                    known.strip_suffix(end).is_some_and(|before| before.ends_with('/') || before.is_empty())
                })
                .collect()
        };
        let mut similar_paths = ending_with(self.path);
        if similar_paths.is_empty() {
            similar_paths = ending_with(name);
        }
        similar_paths.sort_by_key(|path| (path.len(), *path));
        similar_paths.dedup();
        similar_paths.into_iter().take(MAX_SIMILAR_PATHS).cloned().collect()
    }

    fn changes(mut self) -> Changes {
        self.count_commit();
        let n_changes = self.n_changes;
        let other_files = self.counts.into_iter().filter(|(name, _)| name != self.path);
        let mut together: Vec<CoChange> = other_files
            .filter(|(_, (_, together))| *together >= MIN_TOGETHER)
            .map(|(path, (n_all, n_together))| CoChange {
                path,
                n_together,
                n_commits: n_all,
                confidence: f64::from(n_together) / f64::from(n_all.min(n_changes)),
            })
            .collect();
        together.sort_by(|one, other| {
            let by_times = other.n_together.cmp(&one.n_together);
            by_times.then(other.confidence.total_cmp(&one.confidence)).then_with(|| one.path.cmp(&other.path))
        });
        Changes { n_commits: n_changes, co_changes: together }
    }
}

fn in_words(changes: &Changes) -> String {
    let line = |one: &CoChange| {
        format!(
            "{}  ({} times together, {} in all, {:.2})\n",
            shown(&one.path),
            one.n_together,
            one.n_commits,
            one.confidence
        )
    };
    changes.co_changes.iter().map(line).collect()
}

fn in_json(path: &str, changes: &Changes, n_all: usize) -> Value {
    let co_change = |one: &CoChange| {
        json!({
            "path": one.path,
            "n_together": one.n_together,
            "n_commits": one.n_commits,
            "confidence": one.confidence,
        })
    };
    json!({
        "path": path,
        "n_commits": changes.n_commits,
        "together": changes.co_changes.iter().map(co_change).collect::<Value>(),
        "n_files": n_all,
    })
}

#[cfg(test)]
mod tests {
    use super::{Changes, Log, MAX_NAME};

    /// The result of reading a log in pieces of `size` bytes.
    fn changes_in(log: &[u8], size: usize) -> Changes {
        let mut parsed_log = Log::of("a.py");
        assert!(log.chunks(size).all(|piece| parsed_log.take(piece)));
        parsed_log.changes()
    }

    #[test]
    fn files_that_change_together_are_counted_against_the_rarer_one() {
        let wide: String = (0..51).map(|i| format!("{i}.py\0")).collect();
        let log = format!("/\0\na.py\0b.py\0/\0\na.py\0b.py\0c.py\0/\0\na.py\0/\0/\0\na.py\0{wide}");
        for size in [1, 7, 1 << 16] {
            let found = changes_in(log.as_bytes(), size);
            assert_eq!(found.n_commits, 3, "a commit of more than 50 files is left out");
            let [only] = found.co_changes.as_slice() else { panic!("{found:?}") };
            assert_eq!((only.path.as_str(), only.n_together, only.n_commits), ("b.py", 2, 2));
            assert!((only.confidence - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn no_name_is_taken_for_another_or_for_the_end_of_a_commit() {
        let odd_names = ["\n", "\u{1}", "a.py\n", "\na.py", "-/-"];
        let names: String = odd_names.iter().map(|name| format!("{name}\0")).collect();
        let found = changes_in(format!("/\0\na.py\0{names}").repeat(2).as_bytes(), 5);
        assert_eq!(found.n_commits, 2);
        let mut together: Vec<&str> = found.co_changes.iter().map(|one| one.path.as_str()).collect();
        together.sort_by_key(|name| odd_names.iter().position(|odd| odd == name));
        assert_eq!(together, odd_names);
    }

    #[test]
    fn a_commit_with_a_name_that_no_system_takes_is_left_out() {
        let log = format!("/\0\na.py\0{}\0/\0\na.py\0{}\0", "x".repeat(MAX_NAME), "x".repeat(MAX_NAME + 1));
        assert_eq!(changes_in(log.as_bytes(), 1 << 16).n_commits, 1);
    }
}
