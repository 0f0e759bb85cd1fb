//! Runs the console examples in the README and the guide.
//!
//! In a `console` block, a line `$ scrubjay …` runs in a copy of the example's project, and its standard output must be
//! the lines that follow. A line `…` stands for any lines. Each page begins with a new project and memory.

use std::path::Path;

use anyhow::{Context, ensure};

use super::count::Count;
use super::program;
use crate::process;
use crate::workspace::Workspace;

const PROJECT: &str = "examples/embed-rust/project";
const README: &str = "README.md";
const GUIDE: &str = "docs/guide";

/// A command line with the expected output.
struct Example<'a> {
    command: &'a str,
    answer: Vec<&'a str>,
}

/// Runs every example of every page; one check each.
pub fn check(workspace: &Workspace) -> anyhow::Result<Count> {
    program::build(workspace)?;
    let mut counts = Vec::new();
    for page in pages(workspace.root())? {
        let text =
            std::fs::read_to_string(workspace.root().join(&page)).with_context(|| format!("cannot read {page}"))?;
        let count = check_page(workspace, &page, &text)?;
        ensure!(page != README || count != Count::default(), "the README has no console examples");
        counts.push(count);
    }
    Ok(counts.into_iter().sum())
}

/// The README and the pages of the guide, in the order of their names.
fn pages(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut pages = vec![README.to_owned()];
    for entry in std::fs::read_dir(root.join(GUIDE)).with_context(|| format!("cannot read {GUIDE}"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        pages.extend(name.ends_with(".md").then(|| format!("{GUIDE}/{name}")));
    }
    pages.sort();
    Ok(pages)
}

fn check_page(workspace: &Workspace, page: &str, text: &str) -> anyhow::Result<Count> {
    // Outside the checkout, which may be indexed itself: a folder below it would be taken for a part of it.
    let folder = std::env::temp_dir().join(format!("scrubjay-pages-{}", std::process::id()));
    process::copy(&workspace.root().join(PROJECT), &folder.join("project"))?;
    let count = run_all(workspace, page, text, &folder);
    std::fs::remove_dir_all(&folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    count
}

fn run_all(workspace: &Workspace, page: &str, text: &str, folder: &Path) -> anyhow::Result<Count> {
    let mut count = Count::default();
    for example in examples(text) {
        let output = answer(workspace, folder, example.command)?;
        let is_expected = fits(&example.answer, &output.lines().collect::<Vec<_>>());
        println!("{page}: $ {} ... {}", example.command, if is_expected { "ok" } else { "FAILED" });
        if !is_expected {
            println!("    the page expects\n{}\n    and this came\n{output}", example.answer.join("\n"));
        }
        count.n_passed += u32::from(is_expected);
        count.n_failed += u32::from(!is_expected);
        if !is_expected {
            count.failures.push(format!("{page}: $ {}", example.command));
        }
    }
    Ok(count)
}

fn answer(workspace: &Workspace, folder: &Path, command: &str) -> anyhow::Result<String> {
    let program = workspace.target_dir().join("debug");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::iter::once(program).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(places).context("the search path cannot be extended")?;
    let mut shell = process::command("sh", &folder.join("project"));
    // The examples use a memory of their own, not that of the person who runs the gate.
    shell.args(["-c", command]).env("PATH", path).env("NO_COLOR", "1").env("SCRUBJAY_HOME", folder.join("home"));
    process::output(&mut shell)
}

fn examples(page: &str) -> Vec<Example<'_>> {
    let mut examples: Vec<Example<'_>> = Vec::new();
    let mut is_in_console = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_in_console = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| is_in_console) {
            examples.push(Example { command, answer: Vec::new() });
        } else if let Some(example) = examples.last_mut().filter(|_| is_in_console) {
            example.answer.push(line);
        }
    }
    examples
}

/// Whether the lines match the expected ones, in which `…` stands for any number of lines.
fn fits(expected: &[&str], lines: &[&str]) -> bool {
    match expected.split_first() {
        None => lines.is_empty(),
        Some((&"…", rest)) => (0..=lines.len()).any(|n_skipped| fits(rest, &lines[n_skipped..])),
        Some((first, rest)) => lines.split_first().is_some_and(|(line, after)| line == first && fits(rest, after)),
    }
}

#[cfg(test)]
mod tests {
    use super::{examples, fits};

    #[test]
    fn a_console_block_gives_commands_and_their_answers() {
        let examples = examples("```console\n$ a b\nx\n$ c\n```\nthis is text\n```sh\n$ not this\n```\n");
        assert_eq!(examples.len(), 2);
        assert_eq!((examples[0].command, examples[0].answer.as_slice()), ("a b", ["x"].as_slice()));
        assert!(examples[1].answer.is_empty());
    }

    #[test]
    fn three_dots_stand_for_any_lines() {
        assert!(fits(&["a", "…", "d"], &["a", "b", "c", "d"]));
        assert!(fits(&["a", "…"], &["a"]));
        assert!(!fits(&["a", "…", "d"], &["a", "b"]));
        assert!(!fits(&[], &["a"]));
    }
}
