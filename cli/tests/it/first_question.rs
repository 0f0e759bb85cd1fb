//! The first question at a shell, and one after a run that was cut short.

use crate::common::{Project, code, stderr, stdout};

#[test]
fn the_first_question_indexes_and_says_so_once() {
    let project = Project::new(&[("a.py", "def here():\n    pass\n"), ("node_modules/b/b.js", "function here() {}\n")]);
    let asked = project.run(&["find", "here"]);
    assert_eq!(code(&asked), 0, "{}", stderr(&asked));
    assert!(stderr(&asked).contains("nothing is indexed yet: indexing"), "{}", stderr(&asked));
    assert!(stdout(&asked).contains("a.py") && !stdout(&asked).contains("node_modules"), "{}", stdout(&asked));
    assert!(!stderr(&project.run(&["find", "here"])).contains("indexing"));
    let anew = Project::new(&[("a.py", "def here():\n    pass\n")]);
    assert_eq!(code(&anew.run(&["find", "here", "--as-is"])), 1, "an index that is asked as it is must be there");
}

#[test]
fn a_name_of_few_meanings_is_answered_for_all() {
    let uses = "from a import run as one\nfrom b import run as two\n\n\ndef main():\n    one()\n    two()\n";
    let project =
        Project::new(&[("a.py", "def run():\n    pass\n"), ("b.py", "def run():\n    pass\n"), ("c.py", uses)]);
    project.index();
    let asked = project.run(&["callers", "run"]);
    let (found, words) = (stdout(&asked), stderr(&asked));
    assert!(code(&asked) == 0 && words.contains("2 meanings"), "{words}");
    assert!(found.contains("via a.py#run") && found.contains("via b.py#run"), "{found}");
}
