//! `watch` keeps the store right, whatever happens to the files.
#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common;
use crate::common::{Project, program};

/// The longest time that a change may take to be indexed on a busy machine.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// A running `watch`, and the lines that it wrote.
struct Watcher {
    process: Child,
    lines: Receiver<String>,
}

impl Watcher {
    /// Starts a watcher, and waits for its first run.
    fn of(project: &Project) -> Watcher {
        Watcher::started(program(project.path()).args(["watch", "--json", "--quiet"]))
    }

    fn started(command: &mut Command) -> Watcher {
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let out = BufReader::new(process.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let watcher = Watcher { process, lines };
        watcher.run();
        watcher
    }

    /// The next run that the watcher reports.
    fn run(&self) -> Value {
        serde_json::from_str(&self.lines.recv_timeout(MAX_WAIT).expect("no run was told of")).unwrap()
    }

    /// Waits until the watcher writes a message with these words.
    fn wait_for_message(&mut self, words: &str) {
        let talk = BufReader::new(self.process.stderr.take().unwrap());
        assert!(talk.lines().map_while(Result::ok).any(|line| line.contains(words)), "it never said: {words}");
    }

    fn signal(&self, name: &str) {
        assert!(Command::new("kill").args([name, &self.process.id().to_string()]).status().unwrap().success());
    }

    /// Ends the watcher with a signal, and returns its exit code.
    fn end(mut self, signal: &str) -> Option<i32> {
        self.signal(signal);
        self.process.wait().unwrap().code()
    }
}

#[test]
fn a_watcher_that_nobody_reads_any_more_ends_and_leaves_no_lock() {
    let project = Project::of_size(3);
    let mut process = program(project.path()).args(["watch", "--quiet"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(process.stdout.take().unwrap());
    out.read_line(&mut String::new()).unwrap();
    drop(out);
    project.write("part_0.py", "def changed(): pass\n");
    assert_eq!(process.wait().unwrap().code(), Some(0));
    assert_eq!(std::fs::read(project.at(".scrubjay/index.lock")).unwrap(), b"");
    assert_eq!(project.find("changed"), ["part_0.py#changed"]);
}

#[test]
fn doctor_changes_nothing_of_what_a_killed_writer_left() {
    let project = Project::of_size(3_000);
    let mut run = program(project.path()).args(["index", "--quiet"]).spawn().unwrap();
    common::await_lock(&project);
    run.kill().unwrap();
    run.wait().unwrap();
    let lock_text = std::fs::read(project.at(".scrubjay/index.lock")).unwrap();
    // Other programs write to the same disk, so the room on it is left out.
    let told = || {
        let told = common::stdout(&project.run(&["doctor", "--root", "."]));
        told.lines().filter(|line| !line.contains(" disk ")).map(str::to_owned).collect::<Vec<String>>()
    };
    let first = told();
    assert!(first.iter().any(|line| line.contains("left by process")), "{first:?}");
    assert_eq!(told(), first);
    assert_eq!(std::fs::read(project.at(".scrubjay/index.lock")).unwrap(), lock_text);
    project.index();
    assert_eq!(common::code(&project.run(&["doctor"])), 0);
}

impl Drop for Watcher {
    fn drop(&mut self) {
        // The process is gone already if the test ended it.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Waits until the store holds what a fresh index would.
fn wait_until_indexed(project: &Project) {
    let fresh = project.fresh_graph();
    let began = Instant::now();
    while project.graph() != fresh {
        assert!(began.elapsed() < MAX_WAIT, "the store never became what a fresh index holds");
        sleep(Duration::from_millis(100));
    }
}

fn git(project: &Project, arguments: &[&str]) {
    let mut git = Command::new("git");
    git.current_dir(project.path()).args(["-c", "user.name=a", "-c", "user.email=a@example.org"]).args(arguments);
    let output = git.output().expect("the program git");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn an_edit_a_rename_and_a_deletion_get_in() {
    let project = Project::of_size(20);
    let watcher = Watcher::of(&project);
    project.write("part_3.py", "def work_3():\n    return 3\n");
    assert_eq!(watcher.run()["n_read"], 1);
    wait_until_indexed(&project);
    std::fs::rename(project.at("part_4.py"), project.at("moved.py")).unwrap();
    wait_until_indexed(&project);
    project.remove("part_5.py");
    project.write("new/folder/deep.py", "from part_6 import work_6\n\n\ndef deep():\n    work_6()\n");
    wait_until_indexed(&project);
    assert_eq!(watcher.end("-TERM"), Some(0));
    assert_eq!(project.graph(), project.fresh_graph());
}

#[test]
fn a_checkout_of_hundreds_of_files_gets_in_whole() {
    let project = Project::of_size(300);
    git(&project, &["init", "-q"]);
    git(&project, &["add", "."]);
    git(&project, &["commit", "-qm", "one"]);
    git(&project, &["checkout", "-qb", "other"]);
    for i in 0..250 {
        project.write(&format!("part_{i}.py"), format!("class Box{i}:\n    pass\n"));
    }
    (250..290).for_each(|i| project.remove(&format!("part_{i}.py")));
    (0..200).for_each(|i| project.write(&format!("more/part_{i}.py"), "def more():\n    pass\n"));
    git(&project, &["add", "."]);
    git(&project, &["commit", "-qm", "two"]);

    let watcher = Watcher::of(&project);
    for branch in ["-", "-", "-"] {
        git(&project, &["checkout", "-q", branch]);
        let run = watcher.run();
        assert!(run["n_read"].as_u64().unwrap() >= 250, "a checkout is taken in as one: {run}");
        wait_until_indexed(&project);
    }
    assert_eq!(watcher.end("-INT"), Some(0));
}

#[test]
fn an_index_that_is_taken_away_is_made_again() {
    let project = Project::of_size(3);
    let watcher = Watcher::of(&project);
    std::fs::remove_dir_all(project.at(".scrubjay")).unwrap();
    while watcher.run()["n_read"] != 3 {}
    assert_eq!(project.graph(), project.fresh_graph());
    assert_eq!(watcher.end("-INT"), Some(0));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_does_not_end_it() {
    let project = Project::of_size(10);
    // To the program, files that may not grow look like a disk with no room left. The signal that tells of it is left out.
    let mut watch = Command::new("sh");
    let watch = watch.current_dir(project.path()).args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"]);
    let watch = watch.args([env!("CARGO_BIN_EXE_scrubjay"), "watch", "--json"]);
    let mut watcher = Watcher::started(watch);
    let pid = watcher.process.id();
    let limit = |limit: &str| {
        let words = [format!("--pid={pid}"), format!("--fsize={limit}:unlimited")];
        assert!(Command::new("prlimit").args(words).status().unwrap().success());
    };
    let size = std::fs::metadata(project.at(".scrubjay/index.redb")).unwrap().len();
    limit(&(size + (64 << 10)).to_string());
    for i in 0..300 {
        let text: String = (0..40).map(|j| format!("def more_{i}_{j}(): return more_{i}_{j}()\n")).collect();
        project.write(&format!("more_{i}.py"), text);
    }
    watcher.wait_for_message("no space is left for the store; it is tried again");
    limit("unlimited");
    wait_until_indexed(&project);
    assert_eq!(watcher.end("-INT"), Some(0));
}

/// Once a watch held the lock all its life, and `index` beside it failed.
#[test]
fn beside_a_watch_others_index_and_watch_too() {
    let project = Project::of_size(3);
    let watcher = Watcher::of(&project);
    let second = Watcher::of(&project);
    for round in 0..5 {
        project.write("part_0.py", format!("def round_{round}():\n    pass\n"));
        let index = project.run(&["index"]);
        assert_eq!(common::code(&index), 0, "{}", common::stderr(&index));
        assert_eq!(project.find(&format!("round_{round}")), [format!("part_0.py#round_{round}")]);
    }
    assert_eq!((watcher.end("-INT"), second.end("-INT")), (Some(0), Some(0)));
    assert_eq!(project.graph(), project.fresh_graph());
}
