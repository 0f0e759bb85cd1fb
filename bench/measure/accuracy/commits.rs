//! Makes tasks from the history of repositories: commits that fix an issue, with their messages as the tasks and the
//! source files that they change as the truth. The list has the form that `localise` reads.
//!
//! A commit is taken if it has one parent, names an issue that it fixes by number, and changes one to three sources
//! that are not tests. It adds and removes no such source. Its message must have at least six words and name none of
//! these files. References to issues and lines that sign a commit are removed from the task. The newest commits come
//! first. No answer affects the choice.

use std::error::Error;
use std::path::Path;

use serde_json::{Value, json};

use super::localise::{git, is_source, is_test};
use crate::Outcome;

/// The greatest number of sources, without tests, that a commit changes.
const MAX_GOLD: usize = 3;
/// The least number of words in a message.
const MIN_WORDS: usize = 6;
/// The greatest number of commits that are examined, from the newest.
const MAX_SEEN: usize = 4_000;
/// Beginnings of lines that name an author or reviewer.
const SIGNATURES: [&str; 4] = ["signed-off-by:", "co-authored-by:", "reviewed-by:", "acked-by:"];

/// Prints a list with `n_each` tasks of every repository in the folder.
pub(crate) fn measure(n_each: usize, repositories: &Path) -> Outcome {
    let mut folders: Vec<_> = std::fs::read_dir(repositories)?.collect::<Result<_, _>>()?;
    folders.sort_by_key(std::fs::DirEntry::file_name);
    let mut tasks = Vec::new();
    for folder in folders {
        let name = folder.file_name().to_string_lossy().into_owned();
        tasks.extend(tasks_of(&name, &folder.path(), n_each)?);
    }
    println!("{}", serde_json::to_string_pretty(&tasks)?);
    Ok(())
}

fn tasks_of(name: &str, repository: &Path, n_each: usize) -> Result<Vec<Value>, Box<dyn Error>> {
    let max_seen = MAX_SEEN.to_string();
    let commits = git(repository, &["log", "--no-merges", "-n", &max_seen, "--format=%H"])?;
    let mut tasks = Vec::new();
    for commit in commits.lines() {
        if tasks.len() == n_each {
            break;
        }
        let message = git(repository, &["show", "-s", "--format=%B", commit])?;
        if !mends_an_issue(&message) {
            continue;
        }
        let task = without_references(&message);
        let changed_files =
            git(repository, &["diff-tree", "-r", "--no-commit-id", "--name-status", "--no-renames", commit])?;
        if let Some(gold) = gold_of(&changed_files)
            && task.split_whitespace().count() >= MIN_WORDS
            && !gold.iter().any(|path| names_file(&task, path))
        {
            let base = git(repository, &["rev-parse", &format!("{commit}^")])?;
            tasks.push(json!({
                "repo": name,
                "base_commit": base.trim(),
                "problem_statement": task,
                "gold_files": gold,
            }));
        }
    }
    Ok(tasks)
}

/// Whether a message has `fixes #12`, `closes #12` or `resolves #12`, or a title that begins with such a verb and
/// contains `#12`.
fn mends_an_issue(message: &str) -> bool {
    let lowercase = message.to_lowercase();
    let words: Vec<&str> = lowercase.split_whitespace().collect();
    let is_number = |word: &str| {
        word.trim_start_matches('(')
            .strip_prefix('#')
            .is_some_and(|number| number.starts_with(|digit: char| digit.is_ascii_digit()))
    };
    let is_mending_word = |word: &str| {
        let word = word.trim_start_matches(['(', '*', '-']).trim_end_matches(':');
        ["fix", "close", "resolve"]
            .iter()
            .any(|verb| word.strip_prefix(verb).is_some_and(|end| ["", "s", "d", "es", "ed"].contains(&end)))
    };
    let has_pair = words.windows(2).any(|pair| is_mending_word(pair[0]) && is_number(pair[1]));
    let title = lowercase.lines().next().unwrap_or_default();
    let first_word = title.split(|letter: char| !letter.is_alphabetic()).next().unwrap_or_default();
    let begins_with_mending = is_mending_word(first_word) && title.split_whitespace().any(is_number);
    has_pair || begins_with_mending
}

/// A message without lines of authors and reviewers, and without references to issues and pages.
fn without_references(message: &str) -> String {
    let is_kept = |line: &&str| !SIGNATURES.iter().any(|start| line.trim_start().to_lowercase().starts_with(start));
    let is_word = |word: &&str| !word.contains("://") && !word.trim_start_matches(['(', '[']).starts_with('#');
    let lines = message.lines().filter(is_kept);
    let lines = lines.map(|line| line.split(' ').filter(is_word).collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// The sources that a commit changes, without tests. `None` if it adds or removes such a source, or changes none or
/// more than `MAX_GOLD`.
fn gold_of(changed_files: &str) -> Option<Vec<String>> {
    let mut gold = Vec::new();
    for (status, path) in changed_files.lines().filter_map(|line| line.split_once('\t')) {
        if is_source(path) && !is_test(path) {
            if status != "M" {
                return None;
            }
            gold.push(path.to_owned());
        }
    }
    (1..=MAX_GOLD).contains(&gold.len()).then_some(gold)
}

/// Whether a task contains the name of a file, with or without its ending.
fn names_file(task: &str, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let stem = name.split('.').next().unwrap_or(&name).to_owned();
    let lowercase = task.to_lowercase();
    lowercase.contains(&name)
        || lowercase.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|word| word == stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_is_taken_by_what_it_says_and_changes() {
        for message in ["Keep cookies\n\nFixes #12.", "fix: keep cookies (#12)", "closes: #3 and more", "(Resolved #4)"]
        {
            assert!(mends_an_issue(message), "{message}");
        }
        for message in ["Keep cookies (#12)", "fixture #12", "Fix cookies", "fixes # of things"] {
            assert!(!mends_an_issue(message), "{message}");
        }
        assert_eq!(gold_of("M\tsrc/a.py\nM\ttests/test_a.py\nA\tdocs/a.md"), Some(vec!["src/a.py".to_owned()]));
        assert_eq!(gold_of("M\tsrc/a.py\nA\tsrc/b.py"), None);
        assert_eq!(gold_of("M\ttests/test_a.py"), None);
    }

    #[test]
    fn a_task_says_what_is_wrong_and_not_where() {
        let message = "Keep cookies (#12)\n\nThey were lost, see https://example.org/1.\n\nFixes #12\nSigned-off-by: A";
        assert_eq!(without_references(message), "Keep cookies\n\nThey were lost, see\n\nFixes");
        assert!(names_file("The Parser is slow", "src/parser.rs") && names_file("see src/a_b.py", "x/a_b.py"));
        assert!(!names_file("The parsers are slow", "src/parser.rs"));
    }
}
