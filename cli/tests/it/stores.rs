//! Stores that cannot be used as they are: each case has its own message, and nothing is lost.

use std::fs;
use std::ops::ControlFlow;
use std::process::Command;

use redb::{Database, ReadableTable, TableDefinition};
use scrubjay::files::scope::Scope;
use scrubjay::index::Progress;
use scrubjay::store::Remade;
use scrubjay::{Error, Memory, Write};

use crate::common;
use crate::common::{Project, code, stderr, stdout, walk};

#[test]
fn a_run_beside_another_one_is_told_who_runs_and_readers_are_not_held_up() {
    let project = Project::of_size(5);
    project.index();
    let mut is_told = false;
    project.write("part_0.py", "def changed():\n    pass\n");
    let held = project.index_until(|progress| {
        if !is_told && matches!(progress, Progress::Read { .. }) {
            is_told = true;
            let second = project.run(&["index", "--wait", "0"]);
            assert_eq!(code(&second), 1);
            assert!(stderr(&second).contains(&format!("process {}", std::process::id())), "{}", stderr(&second));
            assert!(!stderr(&second).contains("rm "), "a process that lives is not in the way: {}", stderr(&second));
            assert_eq!(code(&project.run(&["find", "work_1"])), 0);
        }
        false
    });
    assert!(held.is_ok() && is_told);
    assert_eq!(code(&project.run(&["index", "--wait", "0"])), 0);
}

/// Once the run was refused, and its user had to find out when to try again.
#[test]
fn a_run_beside_another_one_waits_for_it_and_says_for_whom() {
    let project = Project::of_size(5);
    let mut second = None;
    project
        .index_until(|_| {
            if second.is_none() {
                let mut program = common::program(project.path());
                second = Some(program.arg("index").stderr(std::process::Stdio::piped()).spawn().unwrap());
                std::thread::sleep(std::time::Duration::from_millis(2_000));
            }
            false
        })
        .unwrap();
    let second = second.unwrap().wait_with_output().unwrap();
    assert_eq!(code(&second), 0, "{}", stderr(&second));
    let waits = format!("waiting for process {}, which writes the index", std::process::id());
    assert!(stderr(&second).contains(&waits), "{}", stderr(&second));
}

/// Once an open memory kept all others from writing, for as long as a watch or an agent lived.
#[test]
fn a_memory_that_is_open_and_runs_nothing_keeps_nobody_from_indexing() {
    let project = Project::of_size(5);
    let mut one = Memory::writing(project.path(), Write::default()).unwrap();
    let mut other_memory = Memory::writing(project.path(), Write::default()).unwrap();
    for (round, memory) in [&mut one, &mut other_memory].into_iter().enumerate() {
        memory.wait_at_most(std::time::Duration::ZERO);
        project.write("new.py", format!("def new_{round}():\n    pass\n"));
        memory.index(&mut |_| ControlFlow::Continue(())).unwrap();
    }
    for memory in [&mut one, &mut other_memory] {
        assert_eq!(memory.find(&common::find("new_1")).unwrap().hits[0].symbol.id, "new.py#new_1");
    }
}

#[test]
fn a_memory_that_was_opened_before_there_was_an_index_answers_from_that_of_another_process() {
    let project = Project::of_size(5);
    let mut memory = Memory::writing(project.path(), Write::default()).unwrap();
    assert_eq!(memory.status().unwrap().n_files, 0);
    assert_eq!(code(&project.run(&["index"])), 0);
    assert_eq!(memory.status().unwrap().n_files, 5);
}

#[test]
fn a_reader_sees_what_a_writer_commits() {
    let project = Project::of_size(5);
    project.index();
    let mut reader = Memory::reading(project.path()).unwrap();
    assert_eq!(reader.status().unwrap().n_files, 5);
    project.write("new.py", "def brand_new():\n    return 1\n");
    project.index();
    assert_eq!(reader.status().unwrap().n_files, 6);
    project.try_index(Write { rebuild: true, check: false }).unwrap();
    assert_eq!(reader.find(&common::find("brand_new")).unwrap().hits[0].symbol.id, "new.py#brand_new");
}

/// Once an index of another release had to be moved away by hand before any question was answered again.
#[test]
fn an_index_of_another_release_is_made_again_by_the_next_run() {
    let project = Project::of_size(2);
    project.index();
    for (format, kind) in [(1, "older_format"), (99, "newer_format")] {
        set_format(&project, format);
        let asked = project.run(&["find", "Box0", "--json"]);
        assert!(stdout(&asked).contains(kind), "{}", stdout(&asked));
        assert!(stderr(&asked).contains("scrubjay index, which makes the index again"), "{}", stderr(&asked));
        let run = project.run(&["index"]);
        assert_eq!(code(&run), 0, "{}", stderr(&run));
        assert!(stderr(&run).contains("made again from nothing: another release had made it"), "{}", stderr(&run));
        assert_eq!(project.graph(), project.fresh_graph());
    }
    alter(&project, |meta| drop(meta.insert("mark", &[7; 32][..]).unwrap()));
    assert_eq!(project.index().remade, Some(Remade::Release));
    assert_eq!(project.index().remade, None);
}

/// Writes the number of another format into a store.
fn set_format(project: &Project, format: u64) {
    alter(project, |meta| drop(meta.insert("format", &format.to_le_bytes()[..]).unwrap()));
}

/// Alters the meta values of a store.
fn alter(project: &Project, change: impl FnOnce(&mut redb::Table<'_, &str, &[u8]>)) {
    let meta: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("meta");
    let database = Database::create(project.at(".scrubjay/index.redb")).unwrap();
    let transaction = database.begin_write().unwrap();
    change(&mut transaction.open_table(meta).unwrap());
    transaction.commit().unwrap();
}

#[test]
fn an_index_that_is_no_store_is_told_of_and_made_again_by_the_next_run() {
    let project = Project::of_size(2);
    project.index();
    for content in [&b"not a store at all, but long enough to look at"[..], &[0; 100_000], b""] {
        fs::write(project.at(".scrubjay/index.redb"), content).unwrap();
        let asked = project.run(&["find", "work_1"]);
        assert_eq!(code(&asked), 1);
        assert!(stderr(&asked).contains("scrubjay index"), "{}", stderr(&asked));
        assert!(!stderr(&asked).contains("panicked"), "{}", stderr(&asked));
        assert_eq!(project.index().remade, Some(Remade::Damaged));
        assert_eq!(project.graph(), project.fresh_graph());
    }
}

#[test]
fn flipped_bits_give_a_right_answer_or_a_typed_refusal() {
    let project = Project::of_size(60);
    project.index();
    let path = project.at(".scrubjay/index.redb");
    let intact_bytes = fs::read(&path).unwrap();
    let answer = |memory: &mut Memory| memory.callers(&walk("part_7.py#work_7")).map(|page| page.steps);
    let right_answer = answer(&mut Memory::reading(project.path()).unwrap()).unwrap();
    let mut n_refused = 0;
    for i in 0..200 {
        let mut damaged = intact_bytes.clone();
        let place = (i * 7_919 + 13) * 101 % damaged.len();
        damaged[place] ^= 1 << (i % 8);
        fs::write(&path, damaged).unwrap();
        let mut memory = match Memory::reading(project.path()) {
            Ok(memory) => memory,
            Err(Error::Store(_)) => {
                n_refused += 1;
                continue;
            }
            Err(other) => panic!("byte {place}: {other}"),
        };
        match answer(&mut memory) {
            Ok(steps) if memory.status().is_ok_and(|status| status.damaged.is_empty()) => {
                assert_eq!(steps, right_answer, "byte {place}")
            }
            Ok(_) | Err(Error::Store(_) | Error::Refused(_)) => n_refused += 1,
            Err(other) => panic!("byte {place}: {other}"),
        }
    }
    assert!(n_refused < 200, "most bits of a file are not in the way of one question");
    fs::write(&path, intact_bytes).unwrap();
    assert_eq!(answer(&mut Memory::reading(project.path()).unwrap()).unwrap(), right_answer);
}

#[test]
fn the_check_mends_a_damaged_row() {
    let project = Project::of_size(10);
    project.index();
    damage_rows(&project, "part_3.py");
    let asked = project.run(&["find", "work_3"]);
    assert!(stderr(&asked).contains("damaged rows were left out"), "{}", stderr(&asked));
    assert_eq!(code(&project.run(&["find", "work_4"])), 0, "what is whole is still found");
    let repair = project.try_index(Write { check: true, rebuild: false }).unwrap();
    assert_eq!(repair.n_read, 1);
    assert!(repair.n_damaged > 0);
    assert_eq!(project.graph(), project.fresh_graph());
}

/// Once the answer only said that nothing has the name, and users took the damage for an answer.
#[test]
fn damage_is_reported_beside_an_empty_answer_too() {
    let project = Project::of_size(10);
    project.index();
    damage_rows(&project, "part_3.py");
    for question in [&["callers", "work_3"][..], &["show", "part_3.py"], &["refs", "Box3.open"], &["find", "zzzzzz"]] {
        let asked = project.run(question);
        assert_eq!(code(&asked), 3, "{question:?}");
        assert!(stderr(&asked).contains(" left out of the answer; try: scrubjay index"), "{}", stderr(&asked));
    }
    let refused: serde_json::Value =
        serde_json::from_str(&stdout(&project.run(&["callers", "work_3", "--json"]))).unwrap();
    assert!(refused["error"]["details"]["n_damaged"].as_u64() > Some(0), "{refused}");
}

/// Once the damage was reported as wrong usage, and the error did not mention the store.
#[test]
fn a_store_that_gives_rows_out_of_order_is_damaged() {
    let project = Project::of_size(60);
    project.index();
    let path = project.at(".scrubjay/index.redb");
    let mut bytes = fs::read(&path).unwrap();
    let name = b"part_30.py";
    let places: Vec<usize> = (0..bytes.len() - name.len()).filter(|&at| bytes[at..].starts_with(name)).collect();
    places.iter().for_each(|&at| bytes[at] = b'~');
    fs::write(&path, bytes).unwrap();
    let ask = |question: &[&str]| project.run(&[question, &["--as-is"]].concat());
    assert_eq!(code(&ask(&["callers", "work_7"])), 0, "what does not need these rows is answered");
    for question in [&["impact", "work_7", "--depth", "2"][..], &["map"], &["status"]] {
        let asked = ask(question);
        assert_eq!(code(&asked), 1, "{question:?}: {}", stderr(&asked));
        assert!(stderr(&asked).contains("error: the store is damaged: "), "{}", stderr(&asked));
        assert!(stderr(&asked).contains("index --rebuild"), "{}", stderr(&asked));
    }
    let doctor = stdout(&project.run(&["doctor"]));
    assert!(doctor.contains("the store is damaged: ") && doctor.contains("index --rebuild"), "{doctor}");
    assert_eq!(project.index().remade, Some(Remade::Damaged));
    assert_eq!(project.graph(), project.fresh_graph());
}

/// Once every later run of the same memory read the mended file again, and counted it as damaged.
#[test]
fn what_was_mended_is_damaged_no_more() {
    let project = Project::of_size(10);
    project.index();
    damage_rows(&project, "part_3.py");
    let mut memory = Memory::writing(project.path(), Write { check: true, rebuild: false }).unwrap();
    assert!(memory.index(&mut |_| ControlFlow::Continue(())).unwrap().n_damaged > 0);
    project.write("new.py", "def brand_new():\n    return 1\n");
    let later = memory.index(&mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((later.n_read, later.n_damaged), (1, 0));
    assert_eq!(memory.damaged().unwrap().len(), 0);
}

/// Once a run of a part took a damaged file elsewhere for one that is gone.
#[test]
fn a_run_of_a_part_leaves_damage_elsewhere_as_it_is() {
    let project = Project::of_size(10);
    project.index();
    damage_rows(&project, "part_3.py");
    project.write("new.py", "def brand_new():\n    return 1\n");
    let mut memory = Memory::writing(project.path(), Write::default()).unwrap();
    let part = Scope::Below(vec!["new.py".to_owned()]);
    let run = memory.index_within(&part, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((run.n_read, run.n_removed), (1, 0));
    memory.close().unwrap();
    project.try_index(Write { check: true, rebuild: false }).unwrap();
    assert_eq!(project.graph(), project.fresh_graph());
}

/// Alters every row whose key ends with `path_end`: the rows of the files with such paths.
fn damage_rows(project: &Project, path_end: &str) {
    let rows: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("rows");
    let database = Database::create(project.at(".scrubjay/index.redb")).unwrap();
    let transaction = database.begin_write().unwrap();
    {
        let mut rows = transaction.open_table(rows).unwrap();
        let keys: Vec<Vec<u8>> = rows.iter().unwrap().map(|row| row.unwrap().0.value().to_vec()).collect();
        for key in keys.iter().filter(|key| key.ends_with(path_end.as_bytes())) {
            let mut value = rows.get(key.as_slice()).unwrap().unwrap().value().to_vec();
            *value.last_mut().unwrap() ^= 1;
            rows.insert(key.as_slice(), value.as_slice()).unwrap();
        }
    }
    transaction.commit().unwrap();
}

#[test]
fn the_check_finds_a_page_that_was_altered() {
    let project = Project::of_size(60);
    project.index();
    let path = project.at(".scrubjay/index.redb");
    let mut bytes = fs::read(&path).unwrap();
    let text = b"Box number 7.";
    let place = bytes.windows(text.len()).position(|window| window == text).unwrap();
    bytes[place] ^= 1;
    fs::write(&path, bytes).unwrap();
    assert_eq!(project.try_index(Write { check: true, rebuild: false }).unwrap().remade, Some(Remade::Damaged));
    assert_eq!(project.graph(), project.fresh_graph());
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_of_and_the_store_is_as_it_was() {
    let project = Project::of_size(10);
    project.index();
    let before = project.graph();
    for i in 0..300 {
        let text: String = (0..40).map(|j| format!("def more_{i}_{j}(): return more_{i}_{j}()\n")).collect();
        project.write(&format!("more_{i}.py"), text);
    }
    let size = fs::metadata(project.at(".scrubjay/index.redb")).unwrap().len();
    // Files may not grow past this many blocks of 512 or 1,024 bytes: to the program it looks like a disk with no room left.
    let limited = format!("trap '' XFSZ; ulimit -f {}; exec \"$@\"", size / 512 + 64);
    let output = Command::new("sh")
        .current_dir(project.path())
        .args(["-c", &limited, "sh", env!("CARGO_BIN_EXE_scrubjay"), "index", "--json"])
        .output()
        .unwrap();
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stdout(&output).contains("\"disk_full\""), "{}", stdout(&output));
    for i in 0..300 {
        project.remove(&format!("more_{i}.py"));
    }
    project.index();
    assert_eq!(project.graph(), before);
}

#[test]
fn rewriting_everything_does_not_make_the_file_grow_without_end() {
    let project = Project::of_size(1_000);
    project.index();
    let path = project.at(".scrubjay/index.redb");
    let once = fs::metadata(&path).unwrap().len();
    for round in 0..10 {
        for i in 0..1_000 {
            let mut text = fs::read_to_string(project.at(&format!("part_{i}.py"))).unwrap();
            text.push_str(&format!("# {round}\n"));
            project.write(&format!("part_{i}.py"), text);
        }
        project.index();
    }
    let after = fs::metadata(&path).unwrap().len();
    assert!(after <= once * 2, "{once} bytes became {after}");
    assert_eq!(project.graph(), project.fresh_graph());
}
