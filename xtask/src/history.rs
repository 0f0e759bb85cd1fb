//! `cargo xtask check-history --repo PATH`: walks through real commits, indexes each as a change of the one before, and
//! compares the graph with one built from nothing at that commit. They must be the same bytes.
//!
//! The repository itself is not changed: the command works in two clones, and deletes them.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use crate::gate::{Count, program};
use crate::process;
use crate::workspace::Workspace;

const USAGE: &str = "usage: cargo xtask check-history --repo PATH [--commits N] [--every K]";

/// The options of the command.
struct Walk {
    repository: PathBuf,
    /// The number of newest commits, by first parents, to walk through from the oldest.
    n_commits: usize,
    /// The interval of commits at which graphs are compared; at the last commit they always are.
    interval: usize,
}

/// Counts and times of a walk.
#[derive(Default)]
struct WalkStats {
    n_compared: usize,
    n_changed: usize,
    n_removed: usize,
    time_of_changes: Duration,
    time_of_builds: Duration,
}

/// A temporary folder, deleted when it is dropped.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing can be done about a temporary folder that stays.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// `cargo xtask check-history` with its arguments.
pub fn command(workspace: &Workspace, arguments: &[&str]) -> anyhow::Result<()> {
    let (n_commits, stats) = walk_through(workspace, &read(arguments)?)?;
    println!(
        "{n_commits} commits, {} files changed and {} removed on the way; {} graphs compared, all the same bytes",
        stats.n_changed, stats.n_removed, stats.n_compared,
    );
    println!(
        "as changes {:.1} s, from nothing {:.1} s",
        stats.time_of_changes.as_secs_f64(),
        stats.time_of_builds.as_secs_f64()
    );
    Ok(())
}

/// Runs the command on a small generated repository, which has no file to index at its first and last commits.
pub fn check(workspace: &Workspace) -> anyhow::Result<Count> {
    let scratch = Scratch(std::env::temp_dir().join(format!("scrubjay-commits-{}", std::process::id())));
    let repository = scratch.0.as_path();
    std::fs::create_dir_all(repository)?;
    git(repository, &["init", "--quiet"])?;
    let commit = || {
        git(repository, &["add", "--all"])?;
        let author_options =
            ["-c", "user.name=scrubjay", "-c", "user.email=scrubjay@localhost", "-c", "commit.gpgsign=false"];
        git(repository, &[&author_options[..], &["commit", "--quiet", "--message", "next"]].concat())
    };
    let write = |name: &str, text: &str| std::fs::write(repository.join(name), text);
    write("LICENSE", "Nothing to index yet.\n")?;
    commit()?;
    write("README.md", "# A shelf\n\nIt saves books.\n")?;
    write("store.py", "def save():\n    pass\n")?;
    write("main.py", "from store import save\n\nsave()\n")?;
    commit()?;
    std::fs::rename(repository.join("store.py"), repository.join("shelf.py"))?;
    commit()?;
    write("main.py", "from shelf import save\n\nsave()\n")?;
    commit()?;
    for name in ["README.md", "main.py", "shelf.py"] {
        std::fs::remove_file(repository.join(name))?;
    }
    commit()?;
    let walk = Walk { repository: repository.to_owned(), n_commits: 100, interval: 1 };
    let (n_commits, stats) = walk_through(workspace, &walk)?;
    let counts = (n_commits, stats.n_compared, stats.n_changed, stats.n_removed);
    ensure!(counts == (5, 5, 5, 4), "of a repository of 5 commits, 5 changed files and 4 removed it saw {counts:?}");
    Ok(Count::success())
}

/// Walks through the commits; returns their number, and counts and times.
fn walk_through(workspace: &Workspace, walk: &Walk) -> anyhow::Result<(usize, WalkStats)> {
    let scrubjay = program::build(workspace)?;
    let scratch = Scratch(std::env::temp_dir().join(format!("scrubjay-history-{}", std::process::id())));
    let (changed_clone, fresh_clone) = (scratch.0.join("changed"), scratch.0.join("fresh"));
    for clone in [&changed_clone, &fresh_clone] {
        std::fs::create_dir_all(clone).with_context(|| format!("cannot make {}", clone.display()))?;
        git(clone, &["clone", "--quiet", "--no-checkout", &walk.repository.to_string_lossy(), "."])?;
    }
    let commits =
        git(&changed_clone, &["rev-list", "--first-parent", &format!("--max-count={}", walk.n_commits), "HEAD"])?;
    let commits: Vec<&str> = commits.lines().rev().collect();
    ensure!(!commits.is_empty(), "the repository has no commits");
    let mut stats = WalkStats::default();
    for (place, commit) in commits.iter().enumerate() {
        index_commit(&scrubjay, &changed_clone, commit, &mut stats)?;
        if (place + 1) % walk.interval == 0 || place + 1 == commits.len() {
            compare(&scrubjay, &changed_clone, &fresh_clone, commit, &mut stats)?;
        }
    }
    Ok((commits.len(), stats))
}

fn read(arguments: &[&str]) -> anyhow::Result<Walk> {
    let (mut repository, mut n_commits, mut interval) = (None, 100, 1);
    for pair in arguments.chunks(2) {
        match pair {
            ["--repo", path] => repository = Some(PathBuf::from(path)),
            ["--commits", n] => n_commits = n.parse().context(USAGE)?,
            ["--every", n] => interval = n.parse().context(USAGE)?,
            _ => bail!(USAGE),
        }
    }
    let repository = repository.context(USAGE)?;
    let repository = repository.canonicalize().with_context(|| format!("cannot open {}", repository.display()))?;
    ensure!(n_commits > 0 && interval > 0, USAGE);
    Ok(Walk { repository, n_commits, interval })
}

/// Checks out a commit, and indexes its changes.
fn index_commit(scrubjay: &Path, folder: &Path, commit: &str, stats: &mut WalkStats) -> anyhow::Result<()> {
    git(folder, &["checkout", "--quiet", "--force", "--detach", commit])?;
    let began = Instant::now();
    let report_text = process::output(process::command(scrubjay, folder).args(["index", ".", "--json", "--quiet"]))?;
    stats.time_of_changes += began.elapsed();
    let report: serde_json::Value = serde_json::from_str(&report_text).context("the report of a run is no JSON")?;
    let number = |name: &str| report[name].as_u64().unwrap_or_default() as usize;
    stats.n_changed += number("n_read");
    stats.n_removed += number("n_removed");
    Ok(())
}

/// Builds the graph of a commit from nothing in `fresh_clone`, and fails if it differs from the updated one in
/// `changed_clone`.
fn compare(
    scrubjay: &Path,
    changed_clone: &Path,
    fresh_clone: &Path,
    commit: &str,
    stats: &mut WalkStats,
) -> anyhow::Result<()> {
    git(fresh_clone, &["checkout", "--quiet", "--force", "--detach", commit])?;
    let began = Instant::now();
    process::run(process::command(scrubjay, fresh_clone).args(["index", ".", "--rebuild", "--quiet"]))?;
    stats.time_of_builds += began.elapsed();
    let (changed_graph, fresh_graph) = (export(scrubjay, changed_clone)?, export(scrubjay, fresh_clone)?);
    if let Some((line, (one, other))) =
        changed_graph.lines().zip(fresh_graph.lines()).enumerate().find(|(_, (one, other))| one != other)
    {
        bail!("at {commit}, line {}:\n  as changes    {one}\n  from nothing  {other}", line + 1);
    }
    ensure!(changed_graph == fresh_graph, "at {commit} one graph is longer than the other");
    stats.n_compared += 1;
    Ok(())
}

/// The graph of a folder as canonical text; empty if the commit has no file to index.
fn export(scrubjay: &Path, folder: &Path) -> anyhow::Result<String> {
    const NOTHING_FOUND: i32 = 3;
    let mut command = process::command(scrubjay, folder);
    let output = command.args(["export", "--quiet"]).output().context("cannot start scrubjay")?;
    let succeeded = output.status.success() || output.status.code() == Some(NOTHING_FOUND);
    ensure!(succeeded, "the export failed: {}", String::from_utf8_lossy(&output.stderr).trim_end());
    String::from_utf8(output.stdout).context("the export is not UTF-8")
}

fn git(folder: &Path, arguments: &[&str]) -> anyhow::Result<String> {
    process::output(process::command("git", folder).args(arguments))
}
