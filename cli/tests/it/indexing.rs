//! The files that an index run adds, leaves out and reads again.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use scrubjay::files::root::Root;
use scrubjay::files::scope::Scope;
use scrubjay::files::walk::walk;
use scrubjay::index::Progress;
use scrubjay::{Memory, Write};

use crate::common;
use crate::common::Project;

#[test]
fn an_empty_folder_is_an_index_without_files() {
    let project = Project::new(&[]);
    let indexed = project.index();
    assert_eq!((indexed.n_read, indexed.n_same, indexed.problems.len()), (0, 0, 0));
    assert_eq!(project.find("anything"), [] as [&str; 0]);
}

#[test]
fn a_second_run_reads_nothing() {
    let project = Project::of_size(10);
    age(&project);
    assert_eq!(project.index().n_read, 10);
    let again = project.index();
    assert_eq!((again.n_read, again.n_same, again.n_removed), (0, 10, 0));
}

#[test]
fn a_touched_file_with_the_same_bytes_is_not_read_into_the_store_again() {
    let project = Project::of_size(3);
    age(&project);
    let generation = project.index().generation;
    project.write("part_1.py", fs::read(project.at("part_1.py")).unwrap());
    let again = project.index();
    assert_eq!((again.n_read, again.n_same, again.generation), (0, 3, generation));
}

#[test]
fn a_change_of_the_same_size_at_the_same_time_is_seen() {
    let project = Project::new(&[("a.py", "def early(): pass\n")]);
    // As if the clock of the file system had not moved on between the first change, the run, and the second change.
    let time = SystemTime::now() + Duration::from_secs(1);
    let stop_clock = || fs::File::options().write(true).open(project.at("a.py")).unwrap().set_modified(time).unwrap();
    stop_clock();
    project.index();
    project.write("a.py", "def later(): pass\n");
    stop_clock();
    assert_eq!(project.index().n_read, 1);
    assert_eq!(project.find("later"), ["a.py#later"]);
}

#[test]
fn changed_new_and_removed_files_leave_what_a_fresh_index_would_hold() {
    let project = Project::of_size(20);
    project.index();
    project.write("part_3.py", "def work_3():\n    return 3\n");
    project.write("deeper/new.py", "from part_3 import work_3\n\n\ndef new():\n    return work_3()\n");
    project.remove("part_7.py");
    let indexed = project.index();
    assert_eq!((indexed.n_read, indexed.n_removed), (2, 1));
    assert_eq!(project.graph(), project.fresh_graph());
}

#[test]
fn a_file_that_becomes_unwanted_is_taken_out() {
    let project = Project::of_size(3);
    project.index();
    project.write("part_1.py", format!("{}#{}", "work_1 = 1\n", " ".repeat(5 << 20)));
    let indexed = project.index();
    assert_eq!(indexed.skipped.values().sum::<u64>(), 1);
    assert_eq!(project.graph(), project.fresh_graph());
}

#[test]
fn the_walk_lists_what_git_lists() {
    let project = Project::new(&[
        (".gitignore", "*.log\n/build/\n!keep.log\nsub/*.tmp\n**/cache\n"),
        ("a.py", ""),
        ("b.log", ""),
        ("keep.log", ""),
        ("build/out.py", ""),
        ("sub/build/in.py", ""),
        ("sub/x.tmp", ""),
        ("sub/deep/x.tmp", ""),
        ("sub/.gitignore", "local.py\n!important.log\n"),
        ("sub/local.py", ""),
        ("sub/important.log", ""),
        ("sub/deep/cache/c.py", ""),
        (".hidden/h.py", ""),
        ("with space/ü.py", ""),
        (".git/info/exclude", "secret.py\n"),
        ("secret.py", ""),
    ]);
    git(&project, &["init", "--quiet"]);
    project.write(".git/info/exclude", "secret.py\n");
    assert_eq!(walked(project.path()), gits(&project));
}

#[test]
fn rules_hold_in_either_case_where_git_says_so() {
    let project = Project::new(&[
        (".gitignore", "Build/\nout/\ngen_*.py\n"),
        ("build/a.py", ""),
        ("Out/b.py", ""),
        ("sub/Gen_c.py", ""),
        ("keep.py", ""),
    ]);
    git(&project, &["init", "--quiet"]);
    // As git notes for itself on a disk that takes `A` for `a`.
    git(&project, &["config", "core.ignorecase", "true"]);
    assert_eq!(walked(project.path()), [".gitignore", "keep.py"]);
    assert_eq!(gits(&project), [".gitignore", "keep.py"]);
    let further = Project::new(&[]);
    git(&project, &["add", ".gitignore", "keep.py"]);
    git(&project, &["-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "one"]);
    git(&project, &["worktree", "add", "--quiet", further.at("tree").to_str().unwrap()]);
    further.write("tree/BUILD/a.py", "");
    assert_eq!(walked(&further.at("tree")), [".gitignore", "keep.py"]);
    git(&project, &["config", "core.ignorecase", "false"]);
    assert_eq!(walked(project.path()), gits(&project));
    assert!(walked(project.path()).contains(&"Out/b.py".to_owned()));
}

fn git(project: &Project, arguments: &[&str]) -> String {
    let said = Command::new("git").current_dir(project.path()).args(arguments).output().unwrap();
    assert!(said.status.success(), "git {arguments:?}: {}", common::stderr(&said));
    common::stdout(&said)
}

/// The files that git lists, the expected answer.
fn gits(project: &Project) -> Vec<String> {
    let listed = git(project, &["-c", "core.quotePath=false", "ls-files", "-co", "--exclude-standard"]);
    let mut paths: Vec<String> = listed.lines().map(str::to_owned).collect();
    paths.sort();
    paths
}

fn walked(folder: &Path) -> Vec<String> {
    walk(&Root::at(folder).unwrap(), &Scope::All).files.into_iter().map(|found| found.path).collect()
}

#[test]
fn a_folder_in_no_repository_obeys_its_own_ignore_files() {
    let project = Project::new(&[(".gitignore", "left_out.py\n"), ("left_out.py", "a = 1\n"), ("taken.py", "b = 1\n")]);
    assert_eq!(project.index().n_read, 1);
}

#[test]
fn progress_is_told_in_the_order_of_the_work() {
    let project = Project::of_size(5);
    let mut seen = Vec::new();
    project
        .index_until(|progress| {
            seen.push(progress);
            false
        })
        .unwrap();
    assert_eq!(seen[0], Progress::Walked { n_files: 5 });
    let read = |progress: &Progress| match progress {
        Progress::Read { n_files, n_of: 5, .. } => Some(*n_files),
        _ => None,
    };
    assert_eq!(seen.iter().filter_map(read).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
}

#[test]
fn a_hinted_run_looks_only_where_it_was_told_to() {
    let project = Project::of_size(5);
    project.write(".gitignore", "ignored.py\n");
    let mut memory = Memory::writing(project.path(), Write::default()).unwrap();
    let mut run = |scope: &Scope| memory.index_within(scope, &mut |_| ControlFlow::Continue(())).unwrap();
    run(&Scope::All);
    project.write("part_1.py", "def changed():\n    return 1\n");
    project.write("part_2.py", "def unseen():\n    return 1\n");
    project.write("sub/deep/new.py", "def new():\n    return 1\n");
    project.write("ignored.py", "def ignored():\n    return 1\n");
    project.remove("part_3.py");
    let hints = ["part_1.py", "part_3.py", "sub", "ignored.py", "nowhere/at/all.py"].map(str::to_owned);
    let indexed = run(&Scope::Below(hints.to_vec()));
    assert_eq!((indexed.n_read, indexed.n_removed, indexed.n_same), (2, 1, 0));
    let rest = run(&Scope::All);
    assert_eq!((rest.n_read, rest.n_removed, rest.n_same), (1, 0, 4));
    drop(memory);
    assert_eq!(project.graph(), project.fresh_graph());
}

#[test]
fn a_store_is_kept_out_of_git() {
    let project = Project::of_size(1);
    project.index();
    assert_eq!(fs::read_to_string(project.at(".scrubjay/.gitignore")).unwrap(), "*\n");
}

/// Makes every file of the top folder an hour old, so that its time is certainly before the run.
fn age(project: &Project) {
    let old_time = SystemTime::now() - Duration::from_secs(3_600);
    for entry in fs::read_dir(project.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::File::options().write(true).open(path).unwrap().set_modified(old_time).unwrap();
        }
    }
}

#[test]
fn a_scrubjayignore_leaves_out_more_and_brings_back_what_git_ignores() {
    let project = Project::new(&[
        (".gitignore", "made/\n"),
        (".scrubjayignore", "old/\n!made/\n"),
        ("a.py", "def here():\n    pass\n"),
        ("old/b.py", "def gone():\n    pass\n"),
        ("made/c.py", "def back():\n    pass\n"),
        ("part/.scrubjayignore", "*.py\n"),
        ("part/d.py", "def below():\n    pass\n"),
    ]);
    project.index();
    assert_eq!(project.find("here").len() + project.find("back").len(), 2);
    assert_eq!(project.find("gone").len() + project.find("below").len(), 0);
    project.remove("part/.scrubjayignore");
    assert_eq!(project.index().n_read, 1, "rules are read anew at each run");
}
