//! Questions on the command line are answered for the folder as it is now.

use std::fs;

use scrubjay::index::Progress;
use scrubjay::store::lock::Lock;
use serde_json::Value;

use crate::common::{Project, code, stderr, stdout};

fn project() -> Project {
    let project = Project::new(&[
        ("net.py", "def fetch():\n    return 1\n"),
        ("app.py", "from net import fetch\n\n\ndef main():\n    return fetch()\n"),
    ]);
    project.index();
    project
}

const MORE: &str = "from net import fetch\n\n\ndef again():\n    return fetch()\n";

#[test]
fn a_file_that_was_written_changed_or_removed_is_seen_by_the_next_question() {
    let project = project();
    let callers = || stdout(&project.run(&["callers", "fetch"]));
    assert_eq!(callers().lines().count(), 1);
    project.write("more.py", MORE);
    assert!(callers().contains("more.py:5"), "{}", callers());
    project.write("more.py", format!("\n\n{MORE}"));
    assert!(callers().contains("more.py:7"), "{}", callers());
    project.remove("more.py");
    assert_eq!(callers().lines().count(), 1);
    assert_eq!(project.graph(), project.fresh_graph());
}

#[test]
fn an_index_is_left_as_it_is_where_that_is_asked_for() {
    let project = project();
    project.write("more.py", MORE);
    let before = fs::read(project.at(".scrubjay/index.redb")).unwrap();
    assert_eq!(stdout(&project.run(&["callers", "fetch", "--as-is"])).lines().count(), 1);
    assert_eq!(fs::read(project.at(".scrubjay/index.redb")).unwrap(), before);
}

#[test]
fn where_much_changed_the_answer_says_that_it_is_older() {
    let project = project();
    for at in 0..600 {
        project.write(&format!("many/part{at}.py"), MORE);
    }
    let asked = project.run(&["callers", "fetch"]);
    assert_eq!((code(&asked), stdout(&asked).lines().count()), (0, 1));
    assert!(stderr(&asked).contains("600 files changed since the index was made; `scrubjay index` takes them in"));
}

#[test]
fn a_question_beside_a_process_that_writes_is_answered_from_what_that_has_committed() {
    let project = project();
    project.write("more.py", MORE);
    let lock = Lock::take(&project.at(".scrubjay/index.lock")).unwrap();
    let asked = project.run(&["callers", "fetch"]);
    assert_eq!((code(&asked), stdout(&asked).lines().count()), (0, 1), "{}", stderr(&asked));
    assert!(stderr(&asked).contains("1 file changed since the index was made; another process"), "{}", stderr(&asked));
    drop(lock);
    assert_eq!(stdout(&project.run(&["callers", "fetch"])).lines().count(), 2);
}

/// Once a program that reads `--json`, which has no messages, could not tell an answer of an outdated index from one
/// about the folder as it is.
#[test]
fn the_object_of_an_answer_tells_that_the_index_is_behind_whatever_is_said() {
    let project = project();
    let kinds = |question: &[&str]| -> Vec<(String, String)> {
        let output = project.run(&[question, &["--json", "--quiet"]].concat());
        let answer: Value = serde_json::from_str(&stdout(&output)).unwrap();
        let staleness = answer.get("staleness").and_then(Value::as_array).cloned().unwrap_or_default();
        let text = |hint: &Value, name: &str| hint[name].as_str().unwrap_or_default().to_owned();
        staleness.iter().map(|hint| (text(hint, "kind"), text(hint, "why"))).collect()
    };
    let kind = |kind: &str, why: &str| vec![(kind.to_owned(), why.to_owned())];
    assert_eq!(kinds(&["callers", "fetch"]), []);
    let unchecked = "what changed in the folder since the index was made is not taken in";
    assert_eq!(kinds(&["callers", "fetch", "--as-is"]), kind("unchecked", unchecked));
    project.write("more.py", MORE);
    // If nothing is found, the folder is compared with the index, to give reasons.
    let stale = "1 file changed since the index was made";
    assert_eq!(kinds(&["find", "again", "--as-is"]), kind("stale", stale));
    assert_eq!(kinds(&["callers", "again", "--as-is"]), kind("stale", stale), "of an error too");
    let lock = Lock::take(&project.at(".scrubjay/index.lock")).unwrap();
    let locked = "1 file changed since the index was made; another process is taking them in";
    for question in
        [&["callers", "fetch"][..], &["map"], &["status"], &["show", "net.py"], &["callers", "fetch", "--all"]]
    {
        assert_eq!(kinds(question), kind("stale", locked), "{question:?}");
    }
    drop(lock);
    assert_eq!(kinds(&["callers", "fetch"]), []);
    for at in 0..600 {
        project.write(&format!("many/part{at}.py"), MORE);
    }
    assert_eq!(kinds(&["callers", "fetch"]), kind("stale", "600 files changed since the index was made"));
}

/// Once an empty answer of an index that was cut short had no reasons, though the documentation promises them.
#[test]
fn an_empty_answer_of_an_unfinished_index_says_so_in_its_object() {
    let project = Project::of_size(300);
    assert!(project.index_until(|progress| !matches!(progress, Progress::Walked { .. })).is_err());
    let output = project.run(&["find", "zzzqqq", "--json", "--quiet", "--as-is"]);
    let answer: Value = serde_json::from_str(&stdout(&output)).unwrap();
    for member in ["hints", "staleness"] {
        let kinds = answer[member].as_array().unwrap().iter().map(|hint| hint["kind"].clone()).collect::<Vec<Value>>();
        assert!(kinds.contains(&Value::from("cut_short")), "{member}: {answer}");
    }
}
