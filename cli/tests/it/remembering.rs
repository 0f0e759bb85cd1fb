//! Notes on the command line: they survive whatever happens to a checkout.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::common;
use crate::common::{Project, stdout};

/// A project under git, and a folder for the user's data.
struct Desk {
    project: Project,
    home: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        let desk =
            Desk { project: Project::new(&[("a.py", "def f():\n    pass\n")]), home: tempfile::tempdir().unwrap() };
        desk.git(&["init", "-q"]);
        desk.git(&["add", "."]);
        desk.git(&["-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "first"]);
        desk
    }

    fn git(&self, arguments: &[&str]) {
        git(self.project.path(), arguments);
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.run_in(self.project.path(), arguments)
    }

    fn run_in(&self, folder: &Path, arguments: &[&str]) -> Output {
        common::program(folder).env("SCRUBJAY_HOME", self.home.path()).args(arguments).output().unwrap()
    }

    fn notes(&self) -> Vec<String> {
        self.notes_in(self.project.path())
    }

    fn notes_in(&self, folder: &Path) -> Vec<String> {
        let page: Value = serde_json::from_str(&stdout(&self.run_in(folder, &["--json", "notes"]))).unwrap();
        page["notes"].as_array().unwrap().iter().map(|note| note["text"].as_str().unwrap().to_owned()).collect()
    }

    fn remember(&self, text: &str) -> String {
        let output = self.run(&["remember", text]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        stdout(&output).trim().to_owned()
    }
}

fn git(folder: &Path, arguments: &[&str]) {
    assert!(Command::new("git").current_dir(folder).args(arguments).status().unwrap().success(), "{arguments:?}");
}

#[test]
fn cleaning_rebuilding_and_moving_a_checkout_leave_every_note() {
    let desk = Desk::new();
    desk.remember("first");
    let doctor = desk.run(&["doctor"]);
    assert_eq!(doctor.status.code(), Some(1), "nothing is indexed yet");
    assert!(stdout(&doctor).contains("1 note, "), "{}", stdout(&doctor));
    assert_eq!(desk.run(&["index"]).status.code(), Some(0));
    desk.remember("second");
    desk.git(&["clean", "-fdxq"]);
    assert_eq!(desk.notes(), ["second", "first"], "git clean");
    assert_eq!(desk.run(&["index", "--rebuild"]).status.code(), Some(0));
    assert_eq!(desk.notes(), ["second", "first"], "index --rebuild");
    let elsewhere = tempfile::tempdir().unwrap();
    let moved = elsewhere.path().join("moved");
    std::fs::rename(desk.project.path(), &moved).unwrap();
    assert_eq!(desk.notes_in(&moved), ["second", "first"], "another place");
    std::fs::rename(&moved, desk.project.path()).unwrap();
}

#[test]
fn notes_and_what_is_recalled_say_what_became_of_the_files_that_they_speak_of() {
    let desk = Desk::new();
    let at = |path: &str| desk.project.path().join(path);
    for path in ["same.py", "changed.py", "moved.py", "gone.py"] {
        std::fs::write(at(path), format!("def {}():\n    pass\n", &path[..2])).unwrap();
    }
    let files = ["--at", "same.py", "--at", "changed.py", "--at", "moved.py", "--at", "gone.py", "--at", ".gitignore"];
    assert_eq!(desk.run(&[&["remember", "the parser lives here"], &files[..]].concat()).status.code(), Some(0));
    let states = |command: &[&str], anchors: &str| {
        let page: Value = serde_json::from_str(&stdout(&desk.run(&[&["--json"], command].concat()))).unwrap();
        let anchors = page.pointer(anchors).and_then(Value::as_array).unwrap();
        let state = |anchor: &Value| format!("{}{}", anchor["now"]["state"], anchor["now"]["path"]).replace('"', "");
        anchors.iter().map(state).collect::<Vec<_>>().join(" ")
    };
    let shown = || {
        let of_notes = states(&["notes"], "/notes/0/anchors");
        let recalled = states(&["recall", "parser"], "/hits/0/event/event/anchors");
        assert_eq!(of_notes, recalled);
        (of_notes, stdout(&desk.run(&["notes"])), stdout(&desk.run(&["recall", "parser"])))
    };
    let (found, words, recalled) = shown();
    assert_eq!(found, ["nullnull"; 5].join(" "), "nothing is indexed");
    assert!(recalled.contains("    at: same.py\n    at: changed.py\n"), "{recalled}");
    assert!(words.contains(", at same.py, at changed.py, "), "{words}");
    std::fs::write(at("changed.py"), "def ch(more):\n    pass\n").unwrap();
    std::fs::rename(at("moved.py"), at("elsewhere.py")).unwrap();
    std::fs::remove_file(at("gone.py")).unwrap();
    assert_eq!(desk.run(&["index"]).status.code(), Some(0));
    let (found, words, recalled) = shown();
    assert_eq!(found, "samesame.py changedchanged.py movedelsewhere.py gone unknown");
    let places = "at same.py (same), at changed.py (changed), at moved.py (moved to elsewhere.py), at gone.py (gone), at .gitignore\n";
    assert!(words.contains(places), "{words}");
    let places: String =
        places.trim_end().split(", ").map(|place| place.replacen("at ", "    at: ", 1) + "\n").collect();
    assert!(recalled.contains(&places), "{recalled}");
}

/// Once a process that opened a project before its first note never saw any note.
#[test]
fn the_first_note_of_a_project_is_seen_by_who_had_it_open_before() {
    use scrubjay::records::{Place, Records, Settings};
    use scrubjay::wit::records::NotesQuestion;
    // The library looks where this process keeps its data, so the program is told the same place.
    let desk = Desk::new();
    let mut records =
        Records::open(Place::Project(desk.project.path().canonicalize().unwrap()), Settings::default()).unwrap();
    assert_eq!(records.totals().unwrap().n_notes, 0);
    let said = common::program(desk.project.path()).args(["remember", "first"]).output().unwrap();
    assert_eq!(said.status.code(), Some(0), "{}", String::from_utf8_lossy(&said.stderr));
    let question = NotesQuestion { limit: 10, ..NotesQuestion::default() };
    assert_eq!(records.notes(&question).unwrap().notes[0].text, "first");
    let id = records.notes(&question).unwrap().notes[0].id.clone();
    assert_eq!(records.forget(&[id]).unwrap().receipts.len(), 1);
}

#[test]
fn worktrees_share_a_memory_and_removing_one_takes_nothing_along() {
    let desk = Desk::new();
    desk.remember("from the main one");
    let place = tempfile::tempdir().unwrap();
    let tree = place.path().join("tree");
    desk.git(&["worktree", "add", "-q", tree.to_str().unwrap()]);
    assert_eq!(desk.notes_in(&tree), ["from the main one"]);
    assert_eq!(desk.run_in(&tree, &["remember", "from", "the", "tree"]).status.code(), Some(0));
    desk.git(&["worktree", "remove", "--force", tree.to_str().unwrap()]);
    assert_eq!(desk.notes(), ["from the tree", "from the main one"]);
}

#[test]
fn a_clone_has_a_memory_of_its_own_and_a_repository_cannot_name_another_one() {
    let desk = Desk::new();
    desk.remember("private");
    let place = tempfile::tempdir().unwrap();
    let clone = place.path().join("clone");
    git(place.path(), &["clone", "-q", desk.project.path().to_str().unwrap(), "clone"]);
    assert!(desk.notes_in(&clone).is_empty());
    // A checkout whose `.git` is a file that leads into the other project's.
    let forged = place.path().join("forged");
    std::fs::create_dir(&forged).unwrap();
    std::fs::write(forged.join(".git"), format!("gitdir: {}\n", desk.project.at(".git").display())).unwrap();
    assert!(desk.notes_in(&forged).is_empty());
    let linked = place.path().join("linked");
    std::fs::create_dir(&linked).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(desk.project.at(".git"), linked.join(".git")).unwrap();
    assert!(desk.notes_in(&linked).is_empty());
}

#[test]
fn a_memory_is_listed_attached_and_deleted_by_a_person() {
    let desk = Desk::new();
    desk.remember("kept");
    let list: Value = serde_json::from_str(&stdout(&desk.run(&["--json", "memory", "list"]))).unwrap();
    let id = list["memories"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(list["memories"][0]["is_there"], true);
    let other_desk = Desk { project: Project::new(&[]), home: tempfile::tempdir().unwrap() };
    let in_other = |arguments: &[&str]| desk.run_in(other_desk.project.path(), arguments);
    assert_eq!(in_other(&["remember", "of the other"]).status.code(), Some(0));
    assert_eq!(in_other(&["memory", "attach", &id[..8]]).status.code(), Some(0));
    assert_eq!((desk.notes_in(other_desk.project.path()), desk.notes().len()), (vec!["kept".to_owned()], 0));
    assert_eq!(desk.run(&["memory", "attach", &id[..8]]).status.code(), Some(0));
    assert_eq!(desk.notes(), ["kept"]);
    let list = stdout(&desk.run(&["memory", "list"]));
    assert!(list.contains("of no folder"), "the one that was let go: {list}");
    let unasked = desk.run(&["memory", "delete", &id]);
    assert_eq!((unasked.status.code(), desk.notes().len()), (Some(2), 1), "nobody confirmed it");
    assert_eq!(desk.run(&["memory", "delete", &id, "--yes"]).status.code(), Some(0));
    assert!(desk.notes().is_empty());
    assert_eq!(desk.run(&["memory", "delete", &id, "--yes"]).status.code(), Some(3), "there is none");
}

#[test]
fn a_backup_is_restored_and_what_was_there_is_kept_beside() {
    let desk = Desk::new();
    desk.remember("old");
    let backup = desk.home.path().join("backup.redb").to_str().unwrap().to_owned();
    assert_eq!(desk.run(&["memory", "backup", &backup]).status.code(), Some(0));
    assert_eq!(desk.run(&["memory", "backup", &backup]).status.code(), Some(1), "nothing is overwritten");
    desk.remember("new");
    assert_eq!(desk.run(&["memory", "restore", &backup, "--yes"]).status.code(), Some(0));
    assert_eq!(desk.notes(), ["old"]);
    let files_beside = |folder: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let projects = files_beside(&desk.home.path().join("projects"));
    let kept_copies =
        files_beside(&projects[0]).into_iter().filter(|path| path.to_string_lossy().contains("before-restore"));
    assert_eq!(kept_copies.count(), 1);
    let rubbish = desk.home.path().join("rubbish");
    std::fs::write(&rubbish, "no memory").unwrap();
    assert_eq!(desk.run(&["memory", "restore", rubbish.to_str().unwrap(), "--yes"]).status.code(), Some(1));
    assert_eq!(desk.notes(), ["old"]);
}

#[test]
fn an_event_is_remembered_once_and_standard_input_is_read() {
    let desk = Desk::new();
    let with =
        |event: &str| stdout(&desk.run(&["remember", "built", "--event", event, "--channel", "ci", "--from", "tool"]));
    assert_eq!(with("build-1"), with("build-1"));
    assert_ne!(with("build-1"), with("build-2"));
    let page: Value = serde_json::from_str(&stdout(&desk.run(&["--json", "notes", "--channel", "ci"]))).unwrap();
    assert_eq!((page["n_notes"].as_u64(), page["notes"][0]["trust"].as_str()), (Some(2), Some("untrusted")));
    let mut child = common::program(desk.project.path())
        .env("SCRUBJAY_HOME", desk.home.path())
        .args(["remember", "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), "line one\nline two\n".as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(desk.notes()[0], "line one\nline two");
}

/// Once the advice for a damaged file was to rebuild the index, which restores no note.
#[test]
fn a_damaged_memory_is_left_as_it_is_and_nothing_advises_to_rebuild_it() {
    let desk = Desk::new();
    desk.remember("first");
    let list: Value = serde_json::from_str(&stdout(&desk.run(&["--json", "memory", "list"]))).unwrap();
    let id = list["memories"][0]["id"].as_str().unwrap();
    let file = desk.home.path().join("projects").join(id).join("memory.redb");
    let backup = desk.home.path().join("backup.redb");
    assert_eq!(desk.run(&["memory", "backup", backup.to_str().unwrap()]).status.code(), Some(0));
    let rubbish = vec![0x55; 70_000];
    std::fs::write(&file, &rubbish).unwrap();
    for arguments in [&["notes"][..], &["remember", "second"], &["memory", "status"]] {
        let output = desk.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("memory restore") && !said.contains("rebuild"), "{said}");
        assert_eq!(std::fs::read(&file).unwrap(), rubbish, "{arguments:?}");
    }
    // There is a way out without a backup too.
    for bytes in [&rubbish[..], b""] {
        std::fs::write(&file, bytes).unwrap();
        let refused = desk.run(&["memory", "repair"]);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(1), "{said}");
        assert!(said.contains("memory restore FILE") && said.contains(&format!("or mv {}", file.display())), "{said}");
        assert!(!said.contains("try: scrubjay memory repair"), "{said}");
    }
    std::fs::write(&file, &rubbish).unwrap();
    // What the index holds is answered all the same.
    assert_eq!(desk.run(&["index"]).status.code(), Some(0));
    assert!(stdout(&desk.run(&["find", "f"])).contains("function f"));
    assert!(stdout(&desk.run(&["doctor"])).contains("memory restore"));
    // Once nobody was told that forgotten records may come back.
    let asked = desk.run(&["memory", "restore", backup.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&asked.stderr).into_owned();
    let (warned, refused) = (said.find("was forgotten since"), said.find("try again with --yes"));
    assert!(warned.is_some() && warned < refused, "{said}");
    let restored = desk.run(&["--json", "memory", "restore", backup.to_str().unwrap(), "--yes"]);
    assert_eq!(restored.status.code(), Some(0));
    assert!(serde_json::from_str::<Value>(&stdout(&restored)).unwrap()["unreadable_memory"]["n_unread"].is_null());
    assert_eq!(desk.notes(), ["first"]);
}

/// Once "nothing is damaged" was the answer about a missing file, and an empty memory was copied.
#[test]
fn a_memory_that_is_not_there_is_neither_mended_nor_copied() {
    let desk = Desk::new();
    for arguments in
        [&["memory", "repair", "--memory", "no/such"][..], &["memory", "backup", "new", "--memory", "none"]]
    {
        let refused = desk.run(arguments);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.contains("no store at ") || said.contains("no memory at "), "{said}");
    }
    assert_eq!(desk.run(&["memory", "backup", "new"]).status.code(), Some(1), "nothing was recorded yet");
    assert!(["no", "none", "new"].iter().all(|name| !desk.project.at(name).exists()));
    assert_eq!(desk.run(&["memory", "repair"]).status.code(), Some(0));
}

/// Once "1 record left out" was the message about an export that has all records, and the damage was reported twice.
#[test]
fn damage_is_reported_once_and_a_complete_export_reports_no_record_left_out() {
    let desk = Desk::new();
    for at in 0..40 {
        desk.remember(&format!("note {at} {}", "x".repeat(500)));
    }
    let status: Value = serde_json::from_str(&stdout(&desk.run(&["--json", "memory", "status"]))).unwrap();
    let file = status["path"].as_str().unwrap();
    let (intact_bytes, page) = (std::fs::read(file).unwrap(), 4_096);
    let mut n_complete = 0;
    for at in 1..intact_bytes.len() / page {
        let mut spoilt = intact_bytes.clone();
        spoilt[at * page + page - 64..(at + 1) * page].fill(0x5a);
        std::fs::write(file, &spoilt).unwrap();
        for command in ["export", "status"] {
            let output = desk.run(&["memory", command]);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(said.matches("the memory is damaged").count() <= 1, "{command}: {said}");
            let n_lines = stdout(&output).lines().filter(|line| line.contains("\"text\"")).count();
            if command == "export" && said.contains("damaged") && n_lines == 40 {
                n_complete += 1;
                assert!(output.status.code() == Some(1) && !said.contains("left out"), "{said}");
            }
        }
    }
    assert!(n_complete > 0);
}

#[test]
fn bad_input_is_told_with_what_to_do_and_changes_nothing() {
    let desk = Desk::new();
    desk.remember("kept");
    let long_text = "x".repeat(70_000);
    for (arguments, code) in [
        (vec!["remember"], 2),
        (vec!["remember", "  "], 2),
        (vec!["remember", &long_text], 2),
        (vec!["remember", "x", "--from", "nobody"], 2),
        (vec!["remember", "x", "--at", "../outside"], 1),
        (vec!["remember", "x", "--parent", "018bcfe5-6800-7525-b9df-ffbca3937010"], 3),
        (vec!["forget", "the last one"], 2),
        (vec!["forget", "018bcfe5-6800-7525-b9df-ffbca3937010"], 3),
        (vec!["notes", "--since", "banana"], 2),
        (vec!["notes", "--limit", "0"], 2),
        (vec!["memory", "attach", "abc"], 3),
        (vec!["memory", "restore", "/nowhere/at/all", "--yes"], 1),
    ] {
        let output = desk.run(&arguments);
        let said = String::from_utf8_lossy(&output.stderr).chars().take(300).collect::<String>();
        assert_eq!(
            output.status.code(),
            Some(code),
            "{:?}: {said}",
            arguments.iter().map(|one| &one[..one.len().min(40)])
        );
        assert!(!said.is_empty() || !output.stdout.is_empty());
    }
    assert_eq!(desk.notes(), ["kept"]);
}

#[test]
fn a_memory_of_its_greatest_size_takes_no_more_notes_and_shows_both_sizes() {
    let desk = Desk::new();
    desk.remember("first");
    let refused = desk.run(&["remember", "second", "--max-bytes", "4096"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(said.contains("bytes of the memory of 4096") && said.contains("memory backup FILE"), "{said}");
    let by_variable = |limit: &str| {
        let mut program = common::program(desk.project.path());
        program.env("SCRUBJAY_HOME", desk.home.path()).env("SCRUBJAY_MEMORY_BYTES", limit);
        program.args(["--json", "remember", "second"]).output().unwrap()
    };
    let error: Value = serde_json::from_str(&stdout(&by_variable("4096"))).unwrap();
    assert_eq!(error["error"]["code"], "full", "{error}");
    assert_eq!((by_variable("much").status.code(), desk.notes()), (Some(2), vec!["first".to_owned()]));
    assert_eq!(by_variable("").status.code(), Some(0), "an empty one counts as unset");
    let status = stdout(&desk.run(&["memory", "status", "--max-bytes", "1000000000"]));
    assert!(status.contains("\nlimit       1000.0 MB\n"), "{status}");
    assert_eq!(desk.run(&["remember", "third", "--max-bytes", "1000000000"]).status.code(), Some(0));
    let status = desk.run(&["--json", "memory", "status", "--max-bytes", "4096"]);
    let status: Value = serde_json::from_str(&stdout(&status)).unwrap();
    assert_eq!(status["max_bytes"], 4096);
    assert!(status["n_bytes"].as_u64().unwrap() > 4096, "{status}");
    assert_eq!(desk.run(&["remember", "none", "--max-bytes", "0"]).status.code(), Some(2));
}

/// Once an id of two lines put a line of its own into the output.
#[test]
fn an_id_that_is_given_makes_no_line_of_its_own() {
    let desk = Desk::new();
    desk.run(&["remember", "first"]);
    for words in
        [&["forget", "x\nerror: all is lost", "--yes"][..], &["note", "update", "x\nerror: all is lost", "new"]]
    {
        let said = desk.run(words);
        assert!(!stdout(&said).lines().any(|line| line.starts_with("error:")), "{}", stdout(&said));
    }
}
