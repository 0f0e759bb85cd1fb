//! The extent of a project above a folder: up to the top of a repository, and never to the home folder.

use crate::common::{Project, code, program, stderr, stdout};

/// Once settings of an agent were written to the folder around the repository, and its notes were recorded for that
/// folder.
#[test]
fn a_repository_in_an_indexed_folder_is_a_project_of_its_own() {
    let outer = Project::new(&[
        ("outer.py", "def outermost():\n    pass\n"),
        ("fresh/.git/HEAD", "ref: refs/heads/main\n"),
        ("tree/.git", "gitdir: ../elsewhere\n"),
        ("plain/a.py", "A = 1\n"),
    ]);
    let home = tempfile::tempdir().unwrap();
    let run = |folder: &str, arguments: &[&str]| {
        program(&outer.at(folder)).env("SCRUBJAY_HOME", home.path()).args(arguments).output().unwrap()
    };
    assert_eq!(code(&run("", &["index"])), 0);
    assert_eq!(code(&run("", &["remember", "of the outer folder"])), 0);
    for inner in ["fresh", "tree"] {
        assert_eq!(code(&run(inner, &["init", "--claude", "--no-hooks", "--yes"])), 0);
        assert!(outer.at(&format!("{inner}/.mcp.json")).exists() && !outer.at(".mcp.json").exists());
        let asked = run(inner, &["find", "outermost"]);
        let words = stderr(&asked);
        assert!(code(&asked) == 3 && words.contains("nothing is indexed yet: indexing"), "{words}");
        assert!(!stdout(&run(inner, &["notes"])).contains("of the outer folder"));
        assert!(!stderr(&run(inner, &["index"])).contains("beside that of"), "it is no part of the other");
    }
    assert!(stdout(&run("plain", &["find", "outermost"])).contains("outer.py"), "a folder without git is a part of it");
    assert!(stdout(&run("plain", &["notes"])).contains("of the outer folder"));
}

/// Once `index` in the home folder made an index of everything, and every folder below counted as part of it.
#[test]
fn a_home_folder_is_indexed_only_where_it_is_named() {
    let home = Project::new(&[("a.py", "def here():\n    pass\n"), ("below/b.py", "B = 1\n")]);
    let run = |folder: &str, arguments: &[&str]| {
        program(&home.at(folder)).env("HOME", home.path()).args(arguments).output().unwrap()
    };
    for command in ["index", "watch"] {
        let refused = run("", &[command]);
        let words = stderr(&refused);
        assert!(
            code(&refused) == 2 && words.contains("is no project") && words.contains("scrubjay index FOLDER"),
            "{words}"
        );
    }
    assert!(!home.at(".scrubjay").exists());
    let named = run("", &["index", "."]);
    assert!(code(&named) == 0 && stderr(&named).contains("every file below it"), "{}", stderr(&named));
    assert!(!stderr(&run("", &["index"])).contains("no project"), "it has been named before");
    assert!(stdout(&run("", &["find", "here"])).contains("a.py"));
    assert_eq!(code(&run("below", &["find", "here"])), 3, "and is not of what lies below it");
}
