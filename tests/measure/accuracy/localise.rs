//! Finding the files of a task: the ranking of `prepare` and plain BM25, for real issues at the commits they were
//! written at.
//!
//! The tasks are a JSON list of `{repo, base_commit, problem_statement, gold_files}`; `repo` is `owner/name`, and the
//! folder of repositories contains a git repository at `name`. A task counts as found among the first k files only if
//! these include all of its gold files.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::project::Project;
use super::{bm25, texts};
use crate::Outcome;

/// The numbers of first files that are considered.
const DEPTHS: [usize; 3] = [1, 5, 10];

pub(crate) fn measure(file: &Path, repositories: &Path) -> Outcome {
    let tasks: Value = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    let tasks = tasks.as_array().ok_or("the tasks are a list")?;
    let (mut ours, mut plain) = ([0; DEPTHS.len()], [0; DEPTHS.len()]);
    for (at, task) in tasks.iter().enumerate() {
        let text = |name: &str| task[name].as_str().ok_or(format!("task {at} has no {name}"));
        let name = text("repo")?.rsplit('/').next().unwrap_or_default();
        let texts = at_commit(&repositories.join(name), text("base_commit")?)?;
        let gold: Vec<&str> = task["gold_files"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let statement = text("problem_statement")?;
        let ranked = Project::of(&texts)?.ranked_files(&texts, statement)?;
        let worst = gold.iter().map(|gold| ranked.iter().position(|path| path == gold).map_or(usize::MAX, |at| at + 1));
        println!("task {name} {} {:?}", text("base_commit")?, worst.max().filter(|&worst| worst != usize::MAX));
        count(&mut ours, &ranked, &gold);
        count(&mut plain, &bm25::rank(&texts, statement), &gold);
    }
    for (rule, counts) in [("ours", ours), ("bm25", plain)] {
        let shares = counts.map(|n_found| format!("{:.3}", f64::from(n_found) / tasks.len().max(1) as f64));
        println!("ranked {rule} {} {}", shares.join(" "), tasks.len());
    }
    Ok(())
}

fn count(counts: &mut [u32; DEPTHS.len()], ranked: &[String], gold: &[&str]) {
    for (count, depth) in counts.iter_mut().zip(DEPTHS) {
        let first = &ranked[..ranked.len().min(depth)];
        *count += u32::from(gold.iter().all(|gold| first.iter().any(|path| path == gold)));
    }
}

/// The Python files of a repository as they were at a commit.
fn at_commit(repository: &Path, commit: &str) -> Result<BTreeMap<String, String>, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let (archive, tree) = (folder.path().join("archive.tar"), folder.path().join("tree"));
    std::fs::create_dir(&tree)?;
    run(Command::new("git").arg("-C").arg(repository).args(["archive", "-o"]).arg(&archive).arg(commit))?;
    run(Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(&tree))?;
    texts(&tree, "", &["python"])
}

fn run(command: &mut Command) -> Result<(), Box<dyn Error>> {
    let output = command.output().map_err(|error| format!("cannot start {command:?}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(format!("{command:?} failed: {said}").into()) }
}
