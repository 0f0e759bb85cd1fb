//! The command `history`: which files change together with a file, from the log of git.
//!
//! Runs the program `git`; nothing of its output is stored. Renames are not followed.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::args::History;
use super::output::Output;
use super::{Asked, Ending, Fault};

/// The newest commits that are read.
const MOST_COMMITS: u32 = 10_000;
/// Commits with more files than this are ignored: they say nothing about which files belong together.
const MOST_FILES: usize = 50;
/// The least number of common changes: a single one may be a coincidence.
const LEAST_TOGETHER: u32 = 2;

/// What the log contains about one file.
#[derive(Debug, PartialEq)]
struct Changes {
    /// Commits that changed it.
    n_commits: u32,
    /// Sorted by the number of common changes, descending.
    together: Vec<Together>,
}

/// A file that changed together with it.
#[derive(Debug, PartialEq)]
struct Together {
    path: String,
    n_together: u32,
    n_commits: u32,
    /// The number of common changes, relative to the changes of the file that changed less often.
    confidence: f64,
}

pub(super) fn history(history: &History, asked: &Asked, output: &Output) -> Result<Ending, Fault> {
    let path = asked.path(&history.file)?;
    let log = log(asked.memory.root().path())?;
    let mut changes = changes(&path, commits(&log));
    let n_all = changes.together.len();
    changes.together.truncate(history.most as usize);
    output.say(format_args!("{path}: changed by {} commits", changes.n_commits));
    output.answer(|| in_words(&changes), || in_json(&path, &changes, n_all));
    if n_all == 0 {
        output.say("nothing found");
        return Ok(Ending::Nothing);
    }
    if changes.together.len() < n_all {
        output.say(format_args!("{} of {n_all}; --most shows more", changes.together.len()));
    }
    Ok(Ending::Found)
}

/// The names of the files of each commit; a commit begins with an entry of one byte 1. No command of the repository's settings
/// is run.
fn log(root: &Path) -> Result<String, Fault> {
    let mut git = Command::new("git");
    git.current_dir(root).env("GIT_OPTIONAL_LOCKS", "0").env("LC_ALL", "C");
    git.args(["--no-pager", "log", "-z", "--no-merges", "--no-renames", "--name-only", "--relative", "--format=%x01"]);
    git.args(["--no-show-signature", "--no-ext-diff", "--no-textconv", &format!("--max-count={MOST_COMMITS}")]);
    let answer = git.output().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Fault::NoGit,
        _ => Fault::Git(error.to_string()),
    })?;
    if !answer.status.success() {
        let words = String::from_utf8_lossy(&answer.stderr);
        return Err(Fault::Git(words.lines().next().unwrap_or("it failed").to_owned()));
    }
    Ok(String::from_utf8_lossy(&answer.stdout).into_owned())
}

fn commits(log: &str) -> impl Iterator<Item = Vec<&str>> {
    log.split('\u{1}').map(|commit| {
        commit.split('\0').map(|name| name.trim_start_matches('\n')).filter(|name| !name.is_empty()).collect()
    })
}

fn changes<'a>(path: &str, commits: impl Iterator<Item = Vec<&'a str>>) -> Changes {
    let mut times: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    let mut n_commits = 0;
    for names in commits.filter(|names| names.len() <= MOST_FILES) {
        let is_in = names.contains(&path);
        n_commits += u32::from(is_in);
        for name in names {
            let (all, together) = times.entry(name).or_default();
            *all += 1;
            *together += u32::from(is_in);
        }
    }
    let mut together: Vec<Together> = times
        .into_iter()
        .filter(|(name, (_, together))| *name != path && *together >= LEAST_TOGETHER)
        .map(|(name, (all, together))| Together {
            path: name.to_owned(),
            n_together: together,
            n_commits: all,
            confidence: f64::from(together) / f64::from(all.min(n_commits)),
        })
        .collect();
    together.sort_by(|one, other| {
        let by_times = other.n_together.cmp(&one.n_together);
        by_times.then(other.confidence.total_cmp(&one.confidence)).then_with(|| one.path.cmp(&other.path))
    });
    Changes { n_commits, together }
}

fn in_words(changes: &Changes) -> String {
    let line = |one: &Together| {
        format!("{}  ({} times together, {} in all, {:.2})\n", one.path, one.n_together, one.n_commits, one.confidence)
    };
    changes.together.iter().map(line).collect()
}

fn in_json(path: &str, changes: &Changes, n_all: usize) -> Value {
    let together = |one: &Together| {
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
        "together": changes.together.iter().map(together).collect::<Value>(),
        "n_files": n_all,
    })
}

#[cfg(test)]
mod tests {
    use super::{changes, commits};

    #[test]
    fn files_that_change_together_are_counted_against_the_rarer_one() {
        let wide: String = (0..51).map(|i| format!("{i}.py\0")).collect();
        let log =
            format!("\u{1}\0\na.py\0b.py\0\u{1}\0\na.py\0b.py\0c.py\0\u{1}\0\na.py\0\u{1}\0\n\0\u{1}\0\na.py\0{wide}");
        let found = changes("a.py", commits(&log));
        assert_eq!(found.n_commits, 3, "a commit of more than 50 files is left out");
        let [only] = found.together.as_slice() else { panic!("{found:?}") };
        assert_eq!((only.path.as_str(), only.n_together, only.n_commits), ("b.py", 2, 2));
        assert!((only.confidence - 1.0).abs() < 1e-9);
    }
}
