//! The gaps of a list: files of languages that are not read, and items beyond its limit.

use serde_json::Value;

use crate::common::{Project, code, stderr, stdout};

fn project() -> Project {
    let callers: String = (0..5).map(|at| format!("\n\ndef caller_{at}():\n    return used()\n")).collect();
    Project::new(&[
        ("lib.py", &*format!("def used():\n    return 1\n{callers}")),
        ("server/Main.cs", "class Main {}\n"),
        ("server/Shop.cs", "class Shop {}\n"),
        ("native/fast.hpp", "class Fast {};\n"),
    ])
}

#[test]
fn a_class_of_another_language_is_not_found_and_that_its_files_are_not_read_is_said() {
    let project = project();
    project.index();
    let found = project.run(&["find", "Shop"]);
    assert_eq!(code(&found), 3);
    assert!(stderr(&found).contains("not read: 2 files of C#, 1 file of C++"), "{}", stderr(&found));
    let callers = project.run(&["callers", "used"]);
    assert!(stderr(&callers).contains("not read: 2 files of C#"), "{}", stderr(&callers));
    let status = stdout(&project.run(&["status"]));
    assert!(status.contains("2 files of C#"), "{status}");
    let answer: Value = serde_json::from_str(&stdout(&project.run(&["find", "Shop", "--json"]))).unwrap();
    assert_eq!(answer["unread"][0]["language"], "C#");
}

#[test]
fn a_run_without_changes_writes_nothing_and_a_removed_unread_file_is_not_counted() {
    let project = project();
    project.index();
    let generation = |project: &Project| {
        let status: Value = serde_json::from_str(&stdout(&project.run(&["status", "--json"]))).unwrap();
        status["generation"].clone()
    };
    let before = generation(&project);
    project.index();
    assert_eq!(generation(&project), before);
    project.remove("native/fast.hpp");
    project.index();
    let found = project.run(&["find", "Shop"]);
    assert!(stderr(&found).contains("not read: 2 files of C#\n"), "{}", stderr(&found));
}

#[test]
fn a_list_that_was_cut_goes_on_where_it_ended() {
    let project = project();
    project.index();
    let mut seen = Vec::new();
    for skip in ["0", "2", "4"] {
        let page = project.run(&["callers", "used", "--limit", "2", "--skip", skip, "--flat"]);
        seen.extend(stdout(&page).lines().map(str::to_owned));
        if skip == "0" {
            assert!(stderr(&page).contains("1 to 2 of 5; --skip 2 goes on"), "{}", stderr(&page));
        }
    }
    let whole = stdout(&project.run(&["callers", "used", "--flat"]));
    assert_eq!(seen, whole.lines().collect::<Vec<&str>>());
    let past_end = project.run(&["callers", "used", "--skip", "9"]);
    assert_eq!(code(&past_end), 3);
    assert!(stderr(&past_end).contains("nothing behind 9: 5 are all there are"), "{}", stderr(&past_end));
}
