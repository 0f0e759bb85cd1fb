//! Runs that are stopped, killed or trapped: the next run completes their index to exactly that of a fresh run.

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use scrubjay::guest::{Allowance, GuestError, Stop};
use scrubjay::index::{Indexed, Problem, Progress};

use crate::common;
use crate::common::{Project, program, walk};
#[cfg(target_os = "linux")]
use scrubjay::store::holder::Holder;
use scrubjay::wit::types;
use scrubjay::{Error, Memory, Write};

#[test]
fn a_run_stopped_anywhere_is_completed_by_the_next() {
    let fresh = Project::of_size(300).fresh_graph();
    // The walk is a step, each file is one, and so is each slice of linking but the last.
    for n_steps in [0, 1, 2, 63, 64, 65, 130, 299, 300, 301] {
        let project = Project::of_size(300);
        let mut n_left = n_steps;
        let stopped = project.index_until(|_| {
            n_left -= 1;
            n_left < 0
        });
        assert!(matches!(stopped, Err(Error::Stopped)), "after {n_steps} steps");
        project.index();
        assert_eq!(project.graph(), fresh, "after {n_steps} steps");
    }
}

#[test]
fn what_was_read_before_a_stop_is_not_read_again() {
    let project = Project::of_size(100);
    let mut n_steps = 0;
    let stopped = project.index_until(|_| {
        n_steps += 1;
        n_steps > 80
    });
    assert!(matches!(stopped, Err(Error::Stopped)));
    assert_eq!(project.index().n_read, 20);
}

#[test]
#[cfg(unix)]
fn a_killed_run_is_completed_by_the_next() {
    let project = Project::of_size(400);
    let fresh = project.fresh_graph();
    // `cargo xtask bench records` names a number for a long run.
    let n_kills: u64 = std::env::var("KILLS").map_or(8, |number| number.parse().unwrap());
    for kill in 0..n_kills {
        kill_after(5 + kill * 23 % 150, &project);
        // A change in between gives every run something to do, once the first is through.
        project.write("changing.py", format!("def run_{kill}():\n    pass\n"));
    }
    project.remove("changing.py");
    assert_eq!(project.run(&["index"]).status.code(), Some(0));
    assert_eq!(project.graph(), fresh);
}

#[test]
#[cfg(unix)]
fn a_store_whose_writer_was_killed_still_answers() {
    let project = Project::of_size(400);
    project.index();
    for milliseconds in [30, 60, 90, 120, 180, 250] {
        for i in 0..400 {
            project.write(&format!("part_{i}.py"), format!("def work_{i}():\n    return {milliseconds}\n"));
        }
        kill_after(milliseconds, &project);
        let found = project.run(&["find", "work_7", "--json"]);
        assert_eq!(common::code(&found), 0, "{}", common::stderr(&found));
    }
    project.index();
    assert_eq!(project.graph(), project.fresh_graph());
}

/// Once each question was refused until the memory was opened again.
#[test]
#[cfg(target_os = "linux")]
fn a_memory_that_is_open_for_reading_goes_on_after_a_writer_that_cannot_see_it_was_killed() {
    let project = Project::of_size(10);
    project.index();
    let mut reader = Memory::reading(project.path()).unwrap();
    assert_eq!(reader.callers(&walk("part_7.py#work_7")).unwrap().n_steps, 1);
    let dead = Holder { started: 1, ..Holder::this_process() }.to_lines();
    project.write(".scrubjay/index.lock.js", &dead);
    project.write(".scrubjay/index.turn", dead + "readers=none\nturn=1\n");
    assert_eq!(reader.status().unwrap().n_files, 10);
    assert!(!project.at(".scrubjay/index.lock.js").exists(), "what it left was not rolled back");
    project.write("new.py", "def brand_new():\n    pass\n");
    project.index();
    assert_eq!(reader.status().unwrap().n_files, 11);
}

/// Once every attempt left a draft of its lock behind.
#[test]
#[cfg(target_os = "linux")]
fn a_run_that_finds_no_room_for_its_lock_leaves_nothing_behind_and_the_next_takes_over_from_the_dead() {
    let project = Project::of_size(400);
    let mut run = program(project.path()).args(["index", "--quiet"]).spawn().unwrap();
    while !project.at(".scrubjay/index.redb").exists() {
        assert!(run.try_wait().unwrap().is_none(), "it was done before it could be killed");
    }
    run.kill().unwrap();
    run.wait().unwrap();
    let names = || {
        let entries = std::fs::read_dir(project.at(".scrubjay")).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    // No file may be written: to the program it looks like a disk without room.
    let full = Command::new("sh")
        .current_dir(project.path())
        .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_scrubjay"), "index", "--json"])
        .output()
        .unwrap();
    assert_eq!(common::code(&full), 1, "{}", common::stderr(&full));
    assert_eq!(names(), [".gitignore", "index.lock", "index.redb"]);
    assert_eq!(project.run(&["index"]).status.code(), Some(0));
    assert_eq!(names(), [".gitignore", "index.lock", "index.redb"]);
    assert_eq!(project.graph(), project.fresh_graph());
}

#[cfg(unix)]
fn kill_after(milliseconds: u64, project: &Project) {
    let mut run = program(project.path()).args(["index", "--quiet"]).spawn().unwrap();
    sleep(Duration::from_millis(milliseconds));
    // The run may have ended already.
    let _ = run.kill();
    run.wait().unwrap();
}

#[test]
#[cfg(unix)]
fn an_interrupted_program_says_how_to_go_on() {
    let project = Project::of_size(3_000);
    let run = program(project.path()).arg("index").stderr(Stdio::piped()).spawn().unwrap();
    common::await_lock(&project);
    signal(&run, "-INT");
    let output = run.wait_with_output().unwrap();
    assert_eq!(common::code(&output), 130, "{}", common::stderr(&output));
    assert!(common::stderr(&output).contains("`scrubjay index` goes on from there"), "{}", common::stderr(&output));
    assert_eq!(std::fs::read(project.at(".scrubjay/index.lock")).unwrap(), b"");
    assert_eq!(common::code(&project.run(&["index"])), 0);
    assert_eq!(project.graph(), project.fresh_graph());
}

#[test]
#[cfg(unix)]
fn a_second_interruption_ends_the_program_at_once_and_nothing_is_lost() {
    use std::os::unix::process::ExitStatusExt;
    let project = Project::of_size(3);
    project.write("many.py", seconds_of_work());
    let mut run = program(project.path()).args(["index", "--quiet"]).spawn().unwrap();
    common::await_lock(&project);
    // After this time the program is busy with the long file. It handles the first signal only when that file is done.
    sleep(Duration::from_millis(300));
    signal(&run, "-INT");
    sleep(Duration::from_millis(50));
    signal(&run, "-TERM");
    assert!(run.wait().unwrap().signal().is_some(), "it ends as a program does that catches no signal");
    assert_ne!(std::fs::read(project.at(".scrubjay/index.lock")).unwrap(), b"");
    project.remove("many.py");
    assert_eq!(common::code(&project.run(&["index"])), 0);
    assert_eq!(project.graph(), project.fresh_graph());
}

/// Once a kill lost all files read since the start, if their rows were fewer than 8 MiB.
#[test]
fn a_slow_run_commits_every_few_seconds() {
    let project = Project::of_size(300);
    let mut seen = 0;
    project
        .index_until(|progress| {
            if let Progress::Read { n_files, .. } = progress {
                if n_files == 70 {
                    sleep(Duration::from_millis(2_100));
                }
                if n_files == 250 {
                    seen = Memory::reading(project.path()).unwrap().status().unwrap().n_files;
                }
            }
            false
        })
        .unwrap();
    assert!((70..250).contains(&seen), "{seen}");
}

/// Once the only message was that nothing was found.
#[test]
fn answers_say_that_an_index_is_not_whole_yet() {
    let project = Project::of_size(300);
    let says = |words: &str| {
        for question in [&["find", "work_1"][..], &["status"], &["callers", "part_1.py#work_1"]] {
            let talk = common::stderr(&project.run(question));
            let is_said = if words.is_empty() { !talk.contains("index") } else { talk.contains(words) };
            assert!(is_said, "{question:?}: {talk}");
        }
    };
    let under_way = format!("an index run is under way (process {} ", std::process::id());
    let begun = project.index_until(|progress| {
        says(if matches!(progress, Progress::Walked { .. }) { &under_way } else { return true });
        false
    });
    assert!(matches!(begun, Err(Error::Stopped)));
    let as_is = common::stderr(&project.run(&["find", "work_1", "--as-is"]));
    assert!(as_is.contains("an index run was cut short: `scrubjay index` completes it"), "{as_is}");
    let first = common::stderr(&project.run(&["find", "work_1"]));
    assert!(first.starts_with("an index run was cut short: completing it "), "{first}");
    says("");
    let without_code = Project::new(&[("a.py", "A = 1\n")]);
    assert!(matches!(without_code.index_until(|_| true), Err(Error::Stopped)));
    let asked = without_code.run(&["find", "A"]);
    assert_eq!(common::code(&asked), 0, "{}", common::stderr(&asked));
    assert!(common::stderr(&asked).starts_with("nothing is indexed yet: indexing "));
    assert_eq!(common::stderr(&without_code.run(&["find", "A"])), "");
    let empty = Project::new(&[]);
    empty.index();
    let nothing = "nothing found\n  no file here is of a language that is read\n";
    assert_eq!(common::stderr(&empty.run(&["find", "A"])), nothing);
}

#[cfg(unix)]
fn signal(run: &std::process::Child, name: &str) {
    assert!(Command::new("kill").args([name, &run.id().to_string()]).status().unwrap().success());
}

/// A file on which the component works for some seconds.
fn seconds_of_work() -> String {
    (0..60_000).map(|i| format!("class C{i}:\n def f{i}(s): s.f{i}()\n")).collect()
}

#[test]
fn a_call_that_takes_too_long_is_stopped_and_the_next_one_answered() {
    let project = Project::of_size(5);
    project.index();
    let mut memory = Memory::reading(project.path()).unwrap();
    let callers = memory.callers(&walk("work_1")).unwrap();
    memory.allow(Allowance { call: Duration::ZERO, ..Allowance::default() });
    let stopped = memory.callers(&walk("work_1"));
    assert!(matches!(stopped, Err(Error::Guest(GuestError::Stopped { stop: Stop::Deadline, .. }))));
    memory.allow(Allowance::default());
    assert_eq!(memory.callers(&walk("work_1")).unwrap(), callers);
}

#[test]
fn a_question_that_is_too_much_for_the_component_leaves_the_next_one_its_answer() {
    let project = Project::of_size(100);
    let many_functions: String = (0..60_000).map(|i| format!("def f{i}(): return f{i}()\n")).collect();
    project.write("many.py", many_functions);
    project.index();
    let mut memory = Memory::reading(project.path()).unwrap();
    memory.allow(Allowance { memory: 8 << 20, ..Allowance::default() });
    let callers = memory.callers(&walk("work_1")).unwrap();
    for _ in 0..2 {
        let stopped = memory.status();
        assert!(matches!(stopped, Err(Error::Guest(GuestError::Stopped { stop: Stop::Memory, .. }))), "{stopped:?}");
        assert_eq!(memory.callers(&walk("work_1")).unwrap(), callers);
    }
    memory.allow(Allowance::default());
    assert!(memory.status().is_ok());
}

#[test]
fn a_file_that_is_too_much_for_the_component_is_told_of_and_the_rest_is_taken() {
    let project = Project::of_size(100);
    let many_functions: String = (0..60_000).map(|i| format!("def f{i}(): return f{i}()\n")).collect();
    project.write("part_50_many.py", many_functions);
    let mut memory = Memory::writing(project.path(), Write::default()).unwrap();
    memory.allow(Allowance { memory: 24 << 20, ..Allowance::default() });
    let indexed = memory.index(&mut |_| std::ops::ControlFlow::Continue(())).unwrap();
    memory.close().unwrap();
    let [(path, problem)] = indexed.problems.as_slice() else { panic!("{:?}", indexed.problems) };
    assert_eq!(path, "part_50_many.py");
    assert!(matches!(problem, Problem::Stopped(Stop::Memory) | Problem::Refused(types::Error::Full(_))), "{problem:?}");
    project.remove("part_50_many.py");
    project.index();
    assert_eq!(project.graph(), project.fresh_graph());
}

/// Runs the index with this limit of time for each call of the component.
fn index_within(project: &Project, write: Write, call: Duration) -> Indexed {
    let mut memory = Memory::writing(project.path(), write).unwrap();
    memory.allow(Allowance { call, ..Allowance::default() });
    let indexed = memory.index(&mut |_| std::ops::ControlFlow::Continue(())).unwrap();
    memory.close().unwrap();
    indexed
}

#[test]
fn a_file_that_took_too_long_is_tried_again_in_two_later_runs_and_then_when_it_changes_or_a_check_is_asked_for() {
    let project = Project::of_size(3);
    // The component may take a fifth of a second.
    let many = seconds_of_work();
    project.write("many.py", &many);
    let index = |write: Write, call: Duration| index_within(&project, write, call);
    let (brief, long) = (Duration::from_millis(200), Duration::from_secs(60));
    for n_read in [4, 1, 1] {
        let run = index(Write::default(), brief);
        assert!(matches!(run.problems.as_slice(), [(path, Problem::Stopped(Stop::Deadline))] if path == "many.py"));
        assert_eq!((run.n_read, run.failed_before), (n_read, Vec::new()));
    }
    let again = index(Write::default(), long);
    assert_eq!((again.n_read, again.problems, again.failed_before[0].0.as_str()), (0, Vec::new(), "many.py"));
    project.write("many.py", many.replacen("def f0(", "def g0(", 1));
    assert_eq!(index(Write::default(), brief).n_read, 1, "it has changed");
    let checked = index(Write { check: true, ..Write::default() }, long);
    assert_eq!((checked.n_read, checked.failed_before), (1, Vec::new()));
    assert_eq!(index(Write::default(), long).n_same, 4);
}

/// Once a machine that was busy during one run kept the symbols of a file out until the file changed.
#[test]
fn a_file_that_took_too_long_once_is_taken_in_by_the_next_run() {
    let project = Project::of_size(3);
    project.write("many.py", seconds_of_work());
    let busy = index_within(&project, Write::default(), Duration::from_millis(200));
    assert_eq!(busy.problems.len(), 1);
    let next = index_within(&project, Write::default(), Duration::from_secs(60));
    assert_eq!((next.n_read, next.problems, next.failed_before), (1, Vec::new(), Vec::new()));
    assert_eq!(project.graph(), project.fresh_graph());
}

/// A file that is parsed at once, and on which linking works for seconds.
fn seconds_of_linking() -> String {
    let block = |i| format!("mod m{i} {{ use super::S; impl S {{ fn f{i}(&self) {{ self.f{i}() }} }} }}\n");
    format!("struct S;\n{}", (0..6_000).map(block).collect::<String>())
}

/// Once each run began anew with the file that cannot be linked in time, and no file after it was ever linked.
#[test]
fn a_file_that_cannot_be_linked_in_time_is_quarantined_and_the_others_are_linked() {
    let project = Project::of_size(3);
    project.write("part_1_many.rs", seconds_of_linking());
    let index = |write: Write, call: Duration| index_within(&project, write, call);
    let (brief, long) = (Duration::from_millis(500), Duration::from_secs(60));
    let first = index(Write::default(), brief);
    assert_eq!(first.problems, [("part_1_many.rs".to_owned(), Problem::Quarantined(Stop::Deadline))]);
    let mut memory = Memory::reading(project.path()).unwrap();
    assert_eq!(memory.status().unwrap().n_to_link, 0);
    assert_eq!(memory.callers(&walk("work_1")).unwrap().steps.len(), 1);
    assert_eq!(memory.callees(&walk("f1")).unwrap().steps, []);
    assert_eq!(memory.left_out("part_1_many.rs").unwrap(), None, "its symbols are there");
    drop(memory);

    let told = |command: &str| common::stdout(&project.run(&[command]));
    assert!(told("doctor").contains("part_1_many.rs (the component failed to link it"), "{}", told("doctor"));
    assert!(told("status").contains("failed      1 file"), "{}", told("status"));

    for n_left in [1, 0] {
        let again = index(Write::default(), brief);
        assert_eq!(again.problems, first.problems, "{n_left} more tries");
        assert_eq!((again.n_read, again.failed_before), (1, Vec::new()), "{n_left} more tries");
    }
    project.write("part_2.py", "def work_2(): pass\n");
    let again = index(Write::default(), brief);
    assert_eq!((again.n_read, again.problems, again.failed_before[0].1.kind()), (1, Vec::new(), "quarantined"));
    let checked = index(Write { check: true, ..Write::default() }, long);
    assert_eq!((checked.n_read, checked.problems), (1, Vec::new()));
    assert_eq!(project.graph(), project.fresh_graph());
}
