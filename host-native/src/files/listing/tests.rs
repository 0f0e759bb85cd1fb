//! A walk with listings finds what a walk without them finds.

use std::fs::{self, File};
use std::ops::ControlFlow;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use super::{Arc, Listings, device};
use crate::files::exclude::Exclude;
use crate::files::installed::tests::three_installed;
use crate::files::root::Root;
use crate::files::scope::Scope;
use crate::files::walk::{Bounds, nanoseconds, walk_again, walk_within};

/// Longer than a step of the clock for stamps.
const TICK: Duration = Duration::from_millis(20);
/// A time difference in nanoseconds after which every stamp older than a tick can be trusted.
const LATER: i64 = 10_000_000_000;

struct Project {
    folder: tempfile::TempDir,
    listings: Listings,
    bounds: Bounds,
    /// Folders that the last walk did not enter.
    installed: Vec<String>,
}

impl Project {
    fn new() -> Project {
        let bounds = Bounds { installed: Arc::new(three_installed()), ..Bounds::default() };
        let (folder, listings) = (tempfile::tempdir().unwrap(), Listings::default());
        let project = Project { folder, listings, bounds, installed: Vec::new() };
        fs::create_dir_all(project.at(".git/info")).unwrap();
        for path in ["one.py", "a/two.py", "a/b/three.py", "a/b/three.log", "c/four.py"] {
            project.write(path, "x = 1\n");
        }
        project.write(".gitignore", "*.log\n");
        project
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Walks as if it were `later` nanoseconds from now, compares with a walk without listings, and returns the paths.
    fn walked_at(&mut self, later: i64) -> Vec<String> {
        sleep(TICK);
        let root = Root::at(self.folder.path()).unwrap();
        let now = nanoseconds(SystemTime::now()) + later;
        let mut go_on = |_| ControlFlow::Continue(());
        let again = walk_again(&root, &self.bounds, &mut self.listings, now, &mut go_on).unwrap();
        let anew = walk_within(&root, &Scope::All, &self.bounds);
        assert_eq!((&again.files, &again.unreachable), (&anew.files, &anew.unreachable));
        assert_eq!(again.installed, anew.installed);
        self.installed.clone_from(&again.installed);
        again.files.into_iter().map(|found| found.path).collect()
    }

    fn walked(&mut self) -> Vec<String> {
        self.walked_at(LATER)
    }

    fn exclude(&mut self, patterns: &[&str]) {
        let patterns: Vec<String> = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
        self.bounds.exclude = Exclude::of(&patterns).unwrap();
    }
}

/// Checks the paths that a walk finds after an edit, beside `.gitignore`.
fn check(edit: impl FnOnce(&Project), expected: &[&str]) {
    let mut project = Project::new();
    assert_eq!(project.walked(), [".gitignore", "a/b/three.py", "a/two.py", "c/four.py", "one.py"]);
    edit(&project);
    for _ in 0..2 {
        assert_eq!(project.walked()[1..], *expected);
    }
}

#[test]
fn a_new_file_and_a_new_folder_are_found() {
    check(
        |project| {
            project.write("a/b/new.py", "");
            project.write("c/new/new.py", "");
        },
        &["a/b/new.py", "a/b/three.py", "a/two.py", "c/four.py", "c/new/new.py", "one.py"],
    );
}

#[test]
fn an_edit_that_leaves_the_size_is_found() {
    check(|project| project.write("a/two.py", "x = 2\n"), &["a/b/three.py", "a/two.py", "c/four.py", "one.py"]);
}

#[test]
fn what_is_deleted_or_has_another_name_is_found() {
    check(
        |project| {
            fs::remove_file(project.at("one.py")).unwrap();
            fs::rename(project.at("a/two.py"), project.at("a/too.py")).unwrap();
            fs::rename(project.at("a/b"), project.at("c/b")).unwrap();
        },
        &["a/too.py", "c/b/three.py", "c/four.py"],
    );
}

#[test]
fn a_folder_in_the_place_of_another_is_found_whatever_its_time() {
    check(
        |project| {
            let time = fs::metadata(project.at("c")).unwrap().modified().unwrap();
            fs::rename(project.at("c"), project.at("gone")).unwrap();
            fs::remove_dir_all(project.at("gone")).unwrap();
            project.write("c/five.py", "");
            File::open(project.at("c")).unwrap().set_modified(time).unwrap();
        },
        &["a/b/three.py", "a/two.py", "c/five.py", "one.py"],
    );
}

/// Archives and copies that preserve times change files this way.
#[test]
fn a_file_in_a_folder_whose_time_is_set_back_is_found() {
    check(
        |project| {
            let time = fs::metadata(project.at("c")).unwrap().modified().unwrap();
            project.write("c/five.py", "");
            File::open(project.at("c")).unwrap().set_modified(time).unwrap();
        },
        &["a/b/three.py", "a/two.py", "c/five.py", "c/four.py", "one.py"],
    );
}

#[test]
fn a_link_that_becomes_a_file_and_a_file_that_becomes_a_link_are_found() {
    let mut project = Project::new();
    symlink("one.py", project.at("link.py")).unwrap();
    symlink("a", project.at("linked")).unwrap();
    assert_eq!(project.walked().len(), 5);
    fs::remove_file(project.at("link.py")).unwrap();
    project.write("link.py", "x = 1\n");
    fs::remove_file(project.at("linked")).unwrap();
    project.write("linked/new.py", "");
    fs::remove_file(project.at("a/two.py")).unwrap();
    symlink("b/three.py", project.at("a/two.py")).unwrap();
    let found = [".gitignore", "a/b/three.py", "c/four.py", "link.py", "linked/new.py", "one.py"];
    assert_eq!(project.walked(), found);
}

#[test]
fn rules_that_changed_hold_for_folders_that_did_not() {
    check(|project| project.write(".gitignore", "four*\n"), &["a/b/three.log", "a/b/three.py", "a/two.py", "one.py"]);
    check(|project| project.write(".git/info/exclude", "three.py\n"), &["a/two.py", "c/four.py", "one.py"]);
    check(|project| project.write("a/.gitignore", "b/\n"), &["a/.gitignore", "a/two.py", "c/four.py", "one.py"]);
    check(
        |project| project.write("a/b/.scrubjayignore", "!three.log\n"),
        &["a/b/.scrubjayignore", "a/b/three.log", "a/b/three.py", "a/two.py", "c/four.py", "one.py"],
    );
}

#[test]
fn rules_that_changed_below_or_are_gone_hold() {
    let mut project = Project::new();
    project.write("a/.gitignore", "two.py\n");
    assert_eq!(project.walked(), [".gitignore", "a/.gitignore", "a/b/three.py", "c/four.py", "one.py"]);
    project.write("a/.gitignore", "tri.py\n");
    assert_eq!(project.walked(), [".gitignore", "a/.gitignore", "a/b/three.py", "a/two.py", "c/four.py", "one.py"]);
    fs::remove_file(project.at(".gitignore")).unwrap();
    assert!(project.walked().contains(&"a/b/three.log".to_owned()));
}

#[test]
fn a_folder_that_becomes_a_repository_has_rules_of_its_own() {
    check(
        |project| project.write("a/b/.git/info/exclude", "three.py\n"),
        &["a/b/three.log", "a/two.py", "c/four.py", "one.py"],
    );
}

#[test]
fn a_folder_is_kept_while_it_is_as_it_was_unless_it_changed_lately() {
    let mut project = Project::new();
    if device(project.folder.path()).is_none() {
        return;
    }
    project.walked_at(0);
    assert!(project.listings.get("a").is_none(), "the clock may hide a change");
    project.walked();
    let before = Arc::clone(project.listings.get("a").unwrap());
    project.write("c/new.py", "");
    project.walked();
    assert!(Arc::ptr_eq(&before, project.listings.get("a").unwrap()));
    fs::remove_dir_all(project.at("a")).unwrap();
    project.walked();
    assert!(project.listings.get("a").is_none() && project.listings.get("a/b").is_none());
}

#[test]
fn a_folder_that_a_tool_fills_is_named_and_not_entered_as_long_as_its_marker_is_there() {
    let mut project = Project::new();
    assert_eq!(project.walked().len(), 5);
    project.write("a/pyvenv.cfg", "");
    project.write("c/node_modules/d/x.py", "");
    project.write("vendor/x.py", "");
    for _ in 0..2 {
        assert_eq!(project.walked(), [".gitignore", "c/four.py", "one.py", "vendor/x.py"]);
        assert_eq!(project.installed, ["a", "c/node_modules"]);
    }
    fs::remove_file(project.at("a/pyvenv.cfg")).unwrap();
    project.write("vendor/modules.txt", "");
    for _ in 0..2 {
        assert_eq!(project.walked(), [".gitignore", "a/b/three.py", "a/two.py", "c/four.py", "one.py"]);
        assert_eq!(project.installed, ["c/node_modules", "vendor"]);
    }
}

/// A root that is an installed folder is read, because the caller named it.
#[test]
fn the_root_is_never_taken_for_a_folder_that_a_tool_fills() {
    let mut project = Project::new();
    project.write("pyvenv.cfg", "");
    assert_eq!(project.walked().len(), 6);
    let root = Root::at(&project.at("a")).unwrap();
    project.write("a/pyvenv.cfg", "");
    assert_eq!(walk_within(&root, &Scope::All, &project.bounds).files.len(), 3);
}

/// Tools do not make such links, and a link could lead out of the folder.
#[test]
fn a_link_marks_no_folder() {
    let mut project = Project::new();
    symlink("two.py", project.at("a/pyvenv.cfg")).unwrap();
    assert_eq!((project.walked().len(), project.installed.len()), (5, 0));
}

/// Python 3.13 writes a `.gitignore` into each virtual environment that ignores all files there. A project's rules may
/// do the same. Then the folder is not reported.
#[test]
fn what_rules_ignore_is_not_named_as_a_folder_that_a_tool_fills() {
    let mut project = Project::new();
    project.write("a/pyvenv.cfg", "");
    project.write(".gitignore", "a/\n");
    assert_eq!((project.walked().len(), project.installed.len()), (3, 0));
}

#[test]
fn what_is_excluded_stays_out_whatever_files_of_rules_say_until_it_is_not() {
    let mut project = Project::new();
    project.write(".scrubjayignore", "!three.*\n");
    assert!(project.walked().contains(&"a/b/three.log".to_owned()));
    project.exclude(&["three.*", "/c/"]);
    for _ in 0..2 {
        assert_eq!(project.walked()[2..], ["a/two.py", "one.py"]);
    }
    project.exclude(&["/a/b"]);
    assert_eq!(project.walked()[2..], ["a/two.py", "c/four.py", "one.py"]);
    project.exclude(&[]);
    assert_eq!(project.walked().len(), 7);
}

/// The next number of a reproducible pseudorandom sequence, below `limit`.
fn next(seed: &mut u64, limit: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % limit
}

fn edit_at_random(project: &Project, seed: &mut u64) {
    const FOLDERS: [&str; 6] = ["", "a/", "a/b/", "c/", "c/d/", "c/d/e/"];
    const NAMES: [&str; 12] = [
        "x.py",
        "y.py",
        "z.log",
        ".gitignore",
        ".scrubjayignore",
        "b",
        "d",
        "pyvenv.cfg",
        "vendor",
        "vendor/modules.txt",
        ".git",
        ".git/info/exclude",
    ];
    const RULES: [&str; 8] = ["x.py", "*.log", "!z.log", "b/", "/a/y.py", "d", "**/e/*", "!*"];
    let (folder, name) = (FOLDERS[next(seed, FOLDERS.len())], NAMES[next(seed, NAMES.len())]);
    let path = project.at(&format!("{folder}{name}"));
    // Where the random edit cannot be made, nothing is edited.
    let _ = fs::create_dir_all(path.parent().unwrap());
    let _ = match next(seed, 8) {
        0..4 => fs::write(&path, format!("{}\n{}\n", RULES[next(seed, RULES.len())], RULES[next(seed, RULES.len())])),
        4 => fs::remove_file(&path),
        5 => fs::remove_dir_all(&path),
        6 => symlink(["x.py", "b", "nothing"][next(seed, 3)], &path),
        _ => fs::rename(&path, project.at(FOLDERS[next(seed, FOLDERS.len())]).join(NAMES[next(seed, 9)])),
    };
}

#[test]
fn any_edits_are_found_as_by_a_walk_that_knows_nothing() {
    let mut n_installed = 0;
    for mut seed in 0..6 {
        let mut project = Project::new();
        for _ in 0..25 {
            for _ in 0..next(&mut seed, 4) {
                edit_at_random(&project, &mut seed);
            }
            match next(&mut seed, 8) {
                0 => project.exclude(&["x.*", "/c/d/"]),
                1 => project.exclude(&[]),
                _ => {}
            }
            project.walked();
            n_installed += project.installed.len();
        }
    }
    assert!(n_installed > 10, "{n_installed}");
}
