//! Files that nobody would want to index: each is reported, and none does harm.

use std::fs;
use std::path::Path;

use scrubjay::files::parse::NotParsed;
use scrubjay::files::root::Root;
use scrubjay::files::walk::Unreachable;
use scrubjay::index::{Problem, Progress};
use scrubjay::{Error, Memory};

use crate::common::Project;

const GOOD: (&str, &str) = ("good.py", "def good():\n    return 1\n");

#[test]
fn a_file_that_is_not_utf8_is_declined_by_name_and_the_rest_is_taken() {
    let project = Project::new(&[GOOD]);
    project.write("latin.py", b"name = 'caf\xe9'\n");
    let indexed = project.index();
    let [(path, Problem::Declined(NotParsed::NotUtf8(_)))] = indexed.problems.as_slice() else {
        panic!("{:?}", indexed.problems)
    };
    assert_eq!(path, "latin.py");
    assert_eq!(project.find("good"), ["good.py#good"]);
    assert_eq!(project.index().n_read, 0, "it is not read again while it is as it was");
}

#[test]
fn a_file_that_stops_being_utf8_is_taken_out() {
    let project = Project::new(&[GOOD, ("other.py", "def other():\n    return 1\n")]);
    project.index();
    project.write("other.py", b"def other(): return '\xff'\n");
    project.index();
    assert_eq!(project.find("other"), [] as [&str; 0]);
    assert_eq!(project.graph(), project.fresh_graph());
}

#[test]
fn a_file_of_50_mb_is_left_out_without_being_read() {
    let project = Project::new(&[GOOD]);
    fs::File::create(project.at("huge.py")).unwrap().set_len(50 << 20).unwrap();
    let indexed = project.index();
    assert_eq!((indexed.n_read, indexed.skipped.values().sum::<u64>()), (1, 1));
}

#[test]
fn a_million_nested_parentheses_do_no_harm() {
    let project = Project::new(&[GOOD]);
    let deep = format!("x = {}1{}\n", "(".repeat(1_000_000), ")".repeat(1_000_000));
    project.write("deep.py", deep);
    project.write("open.py", "(".repeat(1_000_000));
    let indexed = project.index();
    assert_eq!(indexed.n_read, 3);
    assert_eq!(project.find("good"), ["good.py#good"]);
}

/// Once four megabytes of nothing but tokens took more than a gigabyte to parse.
#[test]
fn of_a_file_with_very_many_tokens_the_beginning_is_taken_in_and_the_run_says_so() {
    let project = Project::new(&[GOOD]);
    project.write("many.js", format!("function first() {{}}\nx = {}c\n", "a?b:".repeat(800_000)));
    let indexed = project.index();
    assert_eq!(indexed.problems, [("many.js".to_owned(), Problem::CutShort)]);
    assert_eq!(project.find("first"), ["many.js#first"]);
}

#[test]
fn what_can_be_read_of_broken_syntax_is_kept() {
    let project = Project::new(&[("broken.py", "def whole():\n    return 1\n\n\ndef half(:\n    retur\n\nclass (\n")]);
    let indexed = project.index();
    assert_eq!((indexed.n_read, indexed.problems.len()), (1, 0));
    assert_eq!(project.find("whole"), ["broken.py#whole"]);
}

#[test]
#[cfg(unix)]
fn links_lead_neither_in_circles_nor_outside() {
    let outside = Project::new(&[("outside.py", "def outside():\n    return 1\n")]);
    let project = Project::new(&[GOOD]);
    std::os::unix::fs::symlink(project.path(), project.at("circle")).unwrap();
    std::os::unix::fs::symlink(outside.path(), project.at("away")).unwrap();
    std::os::unix::fs::symlink(outside.at("outside.py"), project.at("away.py")).unwrap();
    assert_eq!(project.index().n_read, 1);
    assert_eq!(project.find("outside"), [] as [&str; 0]);
}

#[test]
#[cfg(unix)]
fn what_links_lead_to_is_indexed_once_where_it_lies() {
    let project = Project::new(&[("package/good.py", GOOD.1)]);
    std::os::unix::fs::symlink(project.at("package"), project.at("alias")).unwrap();
    std::os::unix::fs::symlink("good.py", project.at("package/same.py")).unwrap();
    std::os::unix::fs::symlink("nowhere.py", project.at("broken.py")).unwrap();
    std::os::unix::fs::symlink("two.py", project.at("one.py")).unwrap();
    std::os::unix::fs::symlink("one.py", project.at("two.py")).unwrap();
    let indexed = project.index();
    assert_eq!((indexed.n_read, indexed.problems.len()), (1, 0));
    let root = Root::at(project.path()).unwrap();
    for typed in ["alias/good.py", "package/same.py", "alias/same.py"] {
        assert_eq!(root.inside(root.path(), Path::new(typed)).unwrap(), "package/good.py", "{typed}");
    }
}

#[test]
#[cfg(unix)]
fn no_name_leads_outside_the_root() {
    let outside = Project::new(&[("outside.py", "secret = 1\n")]);
    let project = Project::new(&[GOOD]);
    std::os::unix::fs::symlink(outside.path(), project.at("away")).unwrap();
    let root = Root::at(project.path()).unwrap();
    let absolute = outside.at("outside.py");
    for name in ["../outside.py", "a/../../outside.py", "", ".", "away/outside.py", absolute.to_str().unwrap()] {
        assert!(root.read(name, 1_000).is_err(), "{name}");
    }
    for typed in ["..", "../elsewhere.py", "away/outside.py", "/etc/hostname"] {
        assert!(matches!(root.inside(root.path(), Path::new(typed)), Err(Error::OutsideRoot { .. })), "{typed}");
    }
    assert_eq!(root.inside(root.path(), Path::new("gone/../good.py")).unwrap(), "good.py");
}

#[test]
fn a_file_deleted_while_the_run_goes_on_is_told_of_and_forgotten() {
    let project = Project::new(&[GOOD, ("fleeting.py", "def fleeting():\n    return 1\n")]);
    let indexed = project.index_until(|progress| {
        if matches!(progress, Progress::Walked { .. }) {
            project.remove("fleeting.py");
        }
        false
    });
    assert_eq!(indexed.unwrap().problems, [("fleeting.py".to_owned(), Problem::Declined(NotParsed::Gone))]);
    assert_eq!(project.graph(), project.fresh_graph());
}

#[test]
#[cfg(target_os = "linux")]
fn a_name_that_is_not_unicode_is_told_of() {
    use std::os::unix::ffi::OsStrExt;
    let project = Project::new(&[GOOD]);
    let name = std::ffi::OsStr::from_bytes(b"na\xefve.py");
    fs::write(project.path().join(name), "x = 1\n").unwrap();
    let indexed = project.index();
    assert_eq!(indexed.problems, [("na\u{fffd}ve.py".to_owned(), Problem::Unreachable(Unreachable::NotUnicode))]);
}

#[test]
fn odd_names_in_unicode_are_as_good_as_any() {
    let names = [
        "ünï.py",
        "日本語/ファイル.py",
        "e\u{301}.py",
        "with space.py",
        "🐦.py",
        "a#b.py",
        "odd:one.py",
        "\u{202e}odd.py",
    ];
    let project = Project::new(&[]);
    for name in names {
        project.write(name, "def odd():\n    return 1\n");
    }
    let indexed = project.index();
    assert_eq!((indexed.n_read as usize, indexed.problems), (names.len(), Vec::new()));
    assert_eq!(project.find("odd").len(), names.len());
    for name in names {
        let outline = Memory::reading(project.path()).unwrap().outline(name).unwrap();
        assert_eq!(outline.path, name);
    }
}

#[test]
fn a_folder_that_does_not_exist_is_told_of() {
    let project = Project::new(&[]);
    assert!(matches!(Memory::reading(&project.at("nowhere")), Err(Error::NoFolder { .. })));
    assert!(matches!(scrubjay::locate(project.path()), Err(Error::NotIndexed { .. })));
}
