//! Finding the files of a task: the ranking of `prepare` and plain BM25, for real issues at the commits at which they
//! were written.
//!
//! The tasks are a JSON list of `{repo, base_commit, problem_statement, gold_files}`; `repo` is `owner/name` or a name,
//! and the folder of repositories contains a git repository at `name`. A task counts as found among the first k files
//! only if these include all of its gold files. The program `measure accuracy commits` makes such a list.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use scrubjay_core::graph::lang::LANGUAGES;

use super::project::Project;
use super::{bm25, manifests, texts};
use crate::Outcome;

/// The numbers of first files in which gold files are searched.
const DEPTHS: [usize; 3] = [1, 5, 10];

pub(crate) fn measure(file: &Path, repositories: &Path) -> Outcome {
    let tasks: Value = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    let tasks = tasks.as_array().ok_or("the tasks are a list")?;
    let (mut our_counts, mut bm25_counts) = ([0; DEPTHS.len()], [0; DEPTHS.len()]);
    // Tokens of pieces in gold files, and of all pieces.
    let (mut n_in_gold, mut n_tokens) = (0, 0);
    for (at, task) in tasks.iter().enumerate() {
        let text = |name: &str| task[name].as_str().ok_or(format!("task {at} has no {name}"));
        let name = text("repo")?.rsplit('/').next().unwrap_or_default();
        let texts = at_commit(&repositories.join(name), text("base_commit")?)?;
        let gold: Vec<&str> = task["gold_files"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let statement = text("problem_statement")?;
        let prepared = Project::of(&texts)?.prepare(&texts, statement)?;
        for piece in &prepared.pieces {
            n_in_gold += if gold.contains(&piece.path.as_str()) { piece.tokens } else { 0 };
            n_tokens += piece.tokens;
        }
        let ranked: Vec<&str> = prepared.files.iter().map(|file| file.path.as_str()).collect();
        let worst = gold.iter().map(|gold| ranked.iter().position(|path| path == gold).map_or(usize::MAX, |at| at + 1));
        println!("task {name} {} {:?}", text("base_commit")?, worst.max().filter(|&worst| worst != usize::MAX));
        count(&mut our_counts, &ranked, &gold);
        // Tests are left out, as the files to fix are not among them.
        let untested = texts.iter().filter(|(path, _)| is_source(path) && !is_test(path));
        let untested: Vec<(&str, &str)> = untested.map(|(path, text)| (path.as_str(), text.as_str())).collect();
        count(&mut bm25_counts, &bm25::rank(&untested, statement), &gold);
    }
    for (rule, counts) in [("ours", our_counts), ("bm25", bm25_counts)] {
        let shares = counts.map(|n_found| format!("{:.3}", f64::from(n_found) / tasks.len().max(1) as f64));
        println!("ranked {rule} {} {}", shares.join(" "), tasks.len());
    }
    let n_tasks = tasks.len().max(1) as f64;
    println!("tokens {:.0} {:.3}", f64::from(n_tokens) / n_tasks, f64::from(n_in_gold) / f64::from(n_tokens.max(1)));
    Ok(())
}

fn count(counts: &mut [u32; DEPTHS.len()], ranked: &[&str], gold: &[&str]) {
    for (count, depth) in counts.iter_mut().zip(DEPTHS) {
        let first_files = &ranked[..ranked.len().min(depth)];
        *count += u32::from(gold.iter().all(|gold| first_files.contains(gold)));
    }
}

/// The sources and manifests of a repository at a commit.
fn at_commit(repository: &Path, commit: &str) -> Result<BTreeMap<String, String>, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let (archive, tree) = (folder.path().join("archive.tar"), folder.path().join("tree"));
    std::fs::create_dir(&tree)?;
    git(repository, &["archive", "-o", archive.to_str().ok_or("a folder that is not Unicode")?, commit])?;
    output(Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(&tree))?;
    let languages: Vec<&str> = LANGUAGES.iter().map(|language| language.name).collect();
    let mut project_texts = texts(&tree, "", &languages)?;
    project_texts.extend(manifests(&tree, "")?);
    Ok(project_texts)
}

/// Whether a path has the ending of an indexed language.
pub(super) fn is_source(path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    LANGUAGES.iter().any(|language| language.extensions.contains(&ending))
}

/// Whether a path is that of a test, by the usual conventions.
pub(super) fn is_test(path: &str) -> bool {
    path.split('/').any(|part| {
        let stem = part.split('.').next().unwrap_or(part);
        let is_folder = ["test", "tests", "testing", "__tests__", "spec", "specs", "benches"].contains(&part);
        is_folder
            || part.starts_with("test_")
            || stem.ends_with("_test")
            || stem.ends_with("_tests")
            || part.contains(".test.")
            || part.contains(".spec.")
    })
}

/// Runs git, and returns its output.
pub(super) fn git(repository: &Path, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    output(Command::new("git").arg("-C").arg(repository).args(arguments))
}

fn output(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let output = command.output().map_err(|error| format!("cannot start {command:?}: {error}"))?;
    let error_text = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{command:?} failed: {error_text}").into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
