//! The documentation of `--json`: every field of every command's answer is in `json.md`, in the section of the command.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

use crate::common;
use crate::common::{Project, stdout};

const DOCUMENT: &str = include_str!("../../json.md");

/// Collects the names of all members in an answer, at any depth.
fn fields(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                found.insert(name.clone());
                fields(value, found);
            }
        }
        Value::Array(all) => all.iter().for_each(|one| fields(one, found)),
        _ => {}
    }
}

fn section(title: &str) -> &'static str {
    let sections = DOCUMENT.split("\n## ").skip(1);
    let is_of_title = |text: &&str| text.lines().next().unwrap().split(", ").any(|name| name == title);
    sections.into_iter().find(is_of_title).unwrap_or_else(|| panic!("no section on {title}"))
}

fn git(project: &Project, arguments: &[&str]) {
    let author_options = ["-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "commit.gpgsign=false"];
    let output = Command::new("git").current_dir(project.path()).args(author_options).args(arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn every_field_of_every_answer_is_written_down() {
    let project = Project::of_size(3);
    project.write("card.py", "class Card:\n    pass\n\n\nclass Guest(Card):\n    pass\n");
    project.write("notes.txt", "notes\n");
    project.write("latin.py", b"x = '\xe9'\n");
    git(&project, &["init", "-q"]);
    for round in 0..2 {
        project.write("part_0.py", format!("def work_0():\n    return {round}\n"));
        project.write(
            "part_2.py",
            format!("from part_0 import work_0\n\n\ndef work_2():\n    return work_0() + {round}\n"),
        );
        git(&project, &["add", "."]);
        git(&project, &["commit", "-q", "-m", "change"]);
    }
    let questions = [
        "index",
        "find work --explain",
        "show part_1.py",
        "callers work_2",
        "callees work_1",
        "refs work_2",
        "impact work_2",
        "path work_1 work_2",
        "hierarchy Card",
        "deps part_1.py",
        "dependents part_2.py",
        "map",
        "prepare work_1",
        "export",
        "history part_0.py",
        "status",
        "doctor",
        "callers nothing",
        "callers open --min-confidence 2",
        "callers close",
        "callers close --all",
        "find nothing --kind enum",
        "find nothing --as-is",
        "init --claude --dry-run",
    ];
    for question in questions {
        let words: Vec<&str> = question.split(' ').chain(["--json"]).collect();
        let answer: Value = serde_json::from_str(&stdout(&project.run(&words))).unwrap();
        let section_name = if answer.get("error").is_some() { "errors" } else { words[0] };
        let written =
            [section_name, "symbols", "steps", "factors", "hints", "staleness", "answers"].map(section).concat();
        let mut found = BTreeSet::new();
        fields(&answer, &mut found);
        let missing: Vec<&String> = found.iter().filter(|name| !written.contains(&format!("`{name}`"))).collect();
        assert!(missing.is_empty(), "{question}: {missing:?}");
        assert!(found.len() > 1, "{question}: {answer}");
    }
}

#[test]
fn a_script_is_not_asked_for_as_json() {
    let refused = Project::new(&[]).run(&["completions", "bash", "--json"]);
    assert_eq!(common::code(&refused), 2);
    let error: Value = serde_json::from_str(&stdout(&refused)).unwrap();
    assert_eq!(error["error"]["code"], "usage");
}
