//! Pipes and devices in place of files, rules without an end, and links that lead outside. No run waits for them,
//! follows them or runs out of memory, and each is reported.
#![cfg(unix)]

use std::fs;
use std::io::Read;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use scrubjay::Error;
use scrubjay::files::root::Root;
use scrubjay::files::scope::Scope;
use scrubjay::files::walk::{Unreachable, walk};
use scrubjay::index::{Problem, Progress};
use serde_json::Value;

use crate::common::{Project, program};

/// Longer than any run takes, and short enough to wait for.
const MAX_WAIT: Duration = Duration::from_secs(60);
const GOOD: &str = "def good():\n    return 1\n";

/// The files with ignore rules, and those that say where such rules are.
const RULES: [&str; 5] = [".gitignore", ".scrubjayignore", ".git/config", ".git/info/exclude", "in/.gitignore"];

fn project() -> Project {
    let project = Project::new(&[("good.py", GOOD), ("in/good.py", GOOD)]);
    fs::create_dir_all(project.at(".git/info")).unwrap();
    project
}

/// Makes a pipe that nobody writes to.
fn pipe(project: &Project, path: &str) {
    assert!(Command::new("mkfifo").arg(project.at(path)).status().unwrap().success());
}

/// The program's answer as JSON; fails if the program does not end.
fn answer(project: &Project, arguments: &[&str]) -> Value {
    let mut program = program(project.path());
    let mut child = program.args(arguments).arg("--json").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > MAX_WAIT {
            child.kill().unwrap();
            panic!("{arguments:?} does not come to an end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn problems(answer: &Value) -> Vec<&str> {
    answer["problems"].as_array().unwrap().iter().map(|problem| problem["path"].as_str().unwrap()).collect()
}

#[test]
fn rules_that_are_no_ordinary_files_are_told_of_and_not_waited_for() {
    for path in RULES {
        let make: [&dyn Fn(&Project); 4] = [
            &|project| pipe(project, path),
            &|project| symlink("/dev/zero", project.at(path)).unwrap(),
            &|project| symlink(project.at("good.py"), project.at(path)).unwrap(),
            &|project| drop(UnixListener::bind(project.at(path)).unwrap()),
        ];
        for (number, make) in make.iter().enumerate() {
            let project = project();
            make(&project);
            let indexed = answer(&project, &["index"]);
            assert_eq!((indexed["n_read"].as_u64(), problems(&indexed)), (Some(2), vec![path]), "{number}: {indexed}");
        }
    }
}

#[test]
fn a_repository_that_is_a_pipe_or_leads_in_a_circle_does_no_harm() {
    let make: [&dyn Fn(&Project); 4] = [
        &|project| pipe(project, ".git"),
        &|project| symlink(".git", project.at(".git")).unwrap(),
        &|project| project.write(".git", "gitdir: .git\n"),
        &|project| project.write(".git", format!("gitdir: {}", "x".repeat(1 << 20))),
    ];
    for make in make {
        let project = Project::new(&[("good.py", GOOD)]);
        make(&project);
        assert_eq!(answer(&project, &["index"])["n_read"], 1);
    }
}

#[test]
fn files_that_turn_into_pipes_and_links_during_a_run_do_not_stop_it() {
    let project = project();
    let names: Vec<String> = (0..20).map(|i| format!("part_{i:02}.py")).collect();
    for name in &names {
        project.write(name, GOOD);
    }
    let outside = Project::new(&[("secret.py", "def secret():\n    return 1\n")]);
    let mut swapped = false;
    let indexed = project.index_until(|progress| {
        if matches!(progress, Progress::Walked { .. }) && !swapped {
            swapped = true;
            for (number, name) in names.iter().enumerate() {
                project.remove(name);
                match number % 2 {
                    0 => pipe(&project, name),
                    _ => symlink(outside.at("secret.py"), project.at(name)).unwrap(),
                }
            }
            fs::rename(project.at("in"), project.at("out")).unwrap();
            symlink(outside.path(), project.at("in")).unwrap();
        }
        false
    });
    let problems = indexed.unwrap().problems;
    let is_told =
        |name: &String| problems.iter().any(|(path, problem)| path == name && matches!(problem, Problem::Declined(_)));
    assert!(names.iter().all(is_told), "{problems:?}");
    assert_eq!(project.find("good"), ["good.py#good"]);
    assert_eq!(project.find("secret"), [] as [&str; 0]);
}

#[test]
fn an_indexed_file_that_is_a_pipe_now_is_changed_for_every_question() {
    let project = project();
    project.index();
    project.remove("good.py");
    pipe(&project, "good.py");
    for [question, about] in [["prepare", "good"], ["show", "good.py"], ["find", "good"]] {
        answer(&project, &[question, about, "--as-is"]);
    }
    assert_eq!(answer(&project, &["index"])["n_removed"], 1);
}

#[test]
fn of_rules_without_measure_the_first_ones_hold_and_the_rest_are_told_of() {
    let project = project();
    let many_patterns: String = (0..200_000).map(|i| format!("foo{i}/**/bar*\n")).collect();
    project.write(".gitignore", format!("in/\n{many_patterns}good.py\n"));
    project.write(".scrubjayignore", format!("/{}\n", "x".repeat(10_000)));
    let indexed = answer(&project, &["index"]);
    assert_eq!((indexed["n_read"].as_u64(), problems(&indexed)), (Some(1), vec![".gitignore", ".scrubjayignore"]));
}

#[test]
fn a_path_that_costly_rules_are_about_is_left_out_and_told_of() {
    let project = project();
    project.write(".gitignore", "*g*o*o*d*.*y*p\n".repeat(300));
    let long_name = format!("{}.py", "good".repeat(50));
    project.write(&long_name, GOOD);
    let walked = walk(&Root::at(project.path()).unwrap(), &Scope::All);
    assert!(walked.files.iter().any(|found| found.path == ".gitignore"));
    let [(path, Unreachable::Refused(why)), ..] = walked.unreachable.as_slice() else { panic!("{walked:?}") };
    assert!(*path == long_name && why.contains("too long to decide"), "{why}");
}

#[test]
fn odd_trees_are_walked_in_bounded_depth_without_end() {
    let project = project();
    // Deeper than the system takes a path.
    let half = "dd/".repeat(1_300);
    let make = format!("mkdir -p {half} && cd -P {half} && mkdir -p {half}");
    Command::new("sh").args(["-c", &make]).current_dir(project.path()).stderr(Stdio::null()).status().unwrap();
    symlink(project.path(), project.at("in/circle")).unwrap();
    let indexed = answer(&project, &["index"]);
    assert_eq!(indexed["n_read"], 2);
    assert!(problems(&indexed).iter().all(|path| path.starts_with("dd/")));
    Command::new("rm").args(["-rf", "dd"]).current_dir(project.path()).status().unwrap();
}

#[test]
fn a_run_that_is_stopped_while_it_walks_has_not_walked_to_the_end() {
    let project = project();
    project.write(".gitignore", "*a*b*c*d*e\n".repeat(150));
    for i in 0..40_000 {
        fs::write(project.at(&format!("aabbccdd{i:040}.py")), "").unwrap();
    }
    let mut told = Vec::new();
    let stopped = project.index_until(|progress| {
        told.push(progress);
        true
    });
    assert!(matches!(stopped, Err(Error::Stopped)));
    assert!(matches!(told.as_slice(), [Progress::Walked { n_files: 0..40_000 }]), "{told:?}");
}
