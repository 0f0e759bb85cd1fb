//! `show` with the name of a file or of a symbol.

use crate::common::{Project, code, program, stderr, stdout};

const SHOP: &str = "import os\n\n\nclass Shelf:\n    def add(self, thing):\n        return thing";

#[test]
fn a_name_shows_its_source_and_a_path_the_symbols_of_the_file() {
    let project = Project::new(&[("src/shop.py", SHOP), ("notes.txt", "add")]);
    project.index();
    let source = project.run(&["show", "Shelf.add"]);
    assert_eq!((code(&source), stdout(&source).as_str()), (0, "    def add(self, thing):\n        return thing\n"));
    assert!(stderr(&source).contains("src/shop.py#Shelf.add, lines 5 to 6"), "{}", stderr(&source));
    let cut = project.run(&["show", "src/shop.py#Shelf", "--limit", "1"]);
    assert_eq!(
        (stdout(&cut).as_str(), stderr(&cut).contains("2 more lines; --limit shows more")),
        ("class Shelf:\n", true)
    );
    let outline = project.run(&["show", "src/shop.py"]);
    assert!(stdout(&outline).contains("class Shelf"), "{}", stdout(&outline));
    let left_out = project.run(&["show", "notes.txt"]);
    assert_eq!(code(&left_out), 3, "{}", stderr(&left_out));
    assert!(stderr(&project.run(&["show", "Shelf.ad"])).contains("nothing is called Shelf.ad"));
}

#[test]
fn a_file_that_was_edited_is_said_to_differ_from_the_indexed_one() {
    let project = Project::new(&[("shop.py", SHOP)]);
    project.index();
    project.write("shop.py", "class Shelf: pass\n");
    let shown = project.run(&["show", "Shelf.add", "--as-is"]);
    assert_eq!((code(&shown), stdout(&shown).as_str()), (3, ""));
    assert!(stderr(&shown).contains("shop.py is another file than was indexed"), "{}", stderr(&shown));
}

#[test]
fn a_name_is_shown_from_outside_the_folder_too_and_a_path_there_is_refused() {
    let project = Project::new(&[("src/shop.py", SHOP)]);
    project.index();
    let elsewhere = tempfile::tempdir().unwrap();
    let show = |name: &str| {
        program(elsewhere.path()).args(["--root", project.path().to_str().unwrap(), "show", name]).output().unwrap()
    };
    assert!(stdout(&show("Shelf.add")).contains("def add"), "{}", stderr(&show("Shelf.add")));
    assert!(stderr(&show("other.py")).contains("outside"), "{}", stderr(&show("other.py")));
}
