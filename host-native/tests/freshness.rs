//! Questions on the command line are about the folder as it is now.

mod common;

use std::fs;

use common::{Project, code, stderr, stdout};
use scrubjay::store::lock::Lock;

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
