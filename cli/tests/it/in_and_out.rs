//! Memories that replace one another, and records that are imported, or exported in another form.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::common;
use crate::common::{Project, stdout};

/// A project, and a folder for the user's data.
struct Desk {
    project: Project,
    home: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        Desk { project: Project::new(&[]), home: tempfile::tempdir().unwrap() }
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.run_in(self.project.path(), arguments)
    }

    fn run_in(&self, folder: &Path, arguments: &[&str]) -> Output {
        common::program(folder).env("SCRUBJAY_HOME", self.home.path()).args(arguments).output().unwrap()
    }

    /// The output of a command, which must succeed.
    fn said(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        stdout(&output)
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.said(&[&["--json"], arguments].concat())).unwrap()
    }

    fn remember(&self, text: &str) -> String {
        self.said(&["remember", text]).trim().to_owned()
    }

    fn notes(&self) -> Vec<String> {
        let page: Value = serde_json::from_str(&stdout(&self.run(&["--json", "notes"]))).unwrap();
        page["notes"].as_array().unwrap().iter().map(|note| note["text"].as_str().unwrap().to_owned()).collect()
    }

    fn git(&self, arguments: &[&str]) {
        let mut git = std::process::Command::new("git");
        git.current_dir(self.project.path()).args(["-c", "user.name=a", "-c", "user.email=a@example.com"]);
        assert!(git.args(arguments).status().unwrap().success(), "{arguments:?}");
    }

    fn commit(&self, files: &[&str], text: &str) {
        files.iter().for_each(|file| self.project.write(file, text));
        self.git(&["add", "."]);
        self.git(&["commit", "-qm", text]);
    }
}

#[test]
fn what_was_forgotten_since_a_backup_stays_forgotten_when_it_is_restored() {
    let desk = Desk::new();
    desk.remember("stays");
    let id = desk.remember("the secret");
    desk.said(&["memory", "backup", "backup.redb"]);
    desk.remember("later");
    desk.said(&["forget", &id]);
    assert_eq!(desk.notes(), ["later", "stays"]);
    desk.said(&["memory", "restore", "backup.redb", "--yes"]);
    assert_eq!(desk.notes(), ["stays"], "as it was at the backup, without what was forgotten since");
    let again = desk.run(&["forget", &id]);
    assert!(!stdout(&again).contains("the secret"));
    assert_eq!(desk.json(&["memory", "status"])["n_forgotten"], 1);
    let store = desk.json(&["memory", "status"])["path"].as_str().unwrap().to_owned();
    let has = |file: &Path, words: &str| {
        std::fs::read(file).unwrap().windows(words.len()).any(|part| part == words.as_bytes())
    };
    assert!(has(&desk.project.at("backup.redb"), "the secret") && !has(Path::new(&store), "the secret"));
    // Nothing is left of the copy under which it was made ready.
    let left = walk(desk.home.path()).into_iter().filter(|name| name.contains("restored")).collect::<Vec<_>>();
    assert_eq!(left, Vec::<String>::new());
}

#[test]
fn what_was_recorded_after_a_backup_and_forgotten_does_not_come_back_by_an_export() {
    let desk = Desk::new();
    desk.remember("stays");
    desk.said(&["memory", "backup", "backup.redb"]);
    let id = desk.remember("the later secret");
    desk.said(&["memory", "export", "all.jsonl"]);
    desk.said(&["forget", &id]);
    desk.said(&["memory", "restore", "backup.redb", "--yes"]);
    assert_eq!(desk.json(&["memory", "status"])["n_forgotten"], 1);
    desk.said(&["memory", "import", "all.jsonl"]);
    assert_eq!(desk.notes(), ["stays"]);
}

#[test]
fn a_backup_of_another_memory_is_restored_whole() {
    let (desk, other) = (Desk::new(), Desk::new());
    other.remember("of another");
    let backup = desk.project.at("backup.redb");
    other.said(&["memory", "backup", backup.to_str().unwrap()]);
    let id = desk.remember("own");
    desk.said(&["forget", &id]);
    desk.said(&["memory", "restore", "backup.redb", "--yes"]);
    assert_eq!(desk.notes(), ["of another"]);
}

#[test]
fn a_damaged_memory_gives_way_to_its_backup() {
    let desk = Desk::new();
    desk.remember("stays");
    desk.said(&["memory", "backup", "backup.redb"]);
    let store = desk.json(&["memory", "status"])["path"].as_str().unwrap().to_owned();
    std::fs::write(&store, b"no store at all").unwrap();
    desk.said(&["memory", "restore", "backup.redb", "--yes"]);
    assert_eq!(desk.notes(), ["stays"]);
}

#[test]
fn what_was_forgotten_in_a_project_stays_forgotten_in_a_memory_that_it_gets() {
    let desk = Desk::new();
    desk.git(&["init", "-q"]);
    desk.remember("stays");
    let id = desk.remember("the secret");
    let own_id = desk.json(&["memory", "list"])["memories"][0]["id"].as_str().unwrap().to_owned();
    desk.said(&["memory", "export", "out.jsonl"]);
    // A second project with the same records: a copy of its memory.
    let copy = Desk { project: Project::new(&[]), home: desk.home };
    copy.git(&["init", "-q"]);
    let out = desk.project.at("out.jsonl");
    copy.said(&["memory", "import", out.to_str().unwrap()]);
    copy.said(&["forget", &id]);
    assert_eq!(copy.notes(), ["stays"]);
    copy.said(&["memory", "attach", &own_id]);
    assert_eq!(copy.notes(), ["stays"]);
}

#[test]
fn a_merge_adds_each_record_once_and_leaves_the_other_memory_as_it_is() {
    let (desk, other) = (Desk::new(), Desk::new());
    for text in ["one", "two", "three"] {
        other.remember(text);
    }
    let backup_of_other = desk.project.at("theirs.redb");
    other.said(&["memory", "backup", backup_of_other.to_str().unwrap()]);
    let before = std::fs::read(&backup_of_other).unwrap();
    let first = desk.json(&["memory", "merge", "theirs.redb"]);
    assert_eq!((&first["n_added"], &first["n_known"]), (&Value::from(3), &Value::from(0)));
    let page = desk.json(&["notes"]);
    let id = page["notes"][0]["id"].as_str().unwrap();
    desk.said(&["forget", id]);
    let again = desk.json(&["memory", "merge", "theirs.redb"]);
    assert_eq!([&again["n_added"], &again["n_known"], &again["n_forgotten"]], [0, 2, 1]);
    assert_eq!(desk.notes(), ["two", "one"]);
    assert_eq!(std::fs::read(&backup_of_other).unwrap(), before);
    assert_eq!(walk(desk.project.path()).iter().filter(|name| name.contains("theirs")).count(), 1);
    let missing = desk.run(&["memory", "merge", "nowhere.redb"]);
    assert_eq!(missing.status.code(), Some(1), "{}", String::from_utf8_lossy(&missing.stderr));
}

#[test]
fn records_of_a_kind_are_written_as_comma_separated_values() {
    let desk = Desk::new();
    let calls = "{\"kind\":\"tool_call\",\"event_id\":\"1\",\"tool\":\"bash\",\"parameters\":{\"command\":\"a, \\\"b\\\"\"},\
                 \"output\":\"first\\nsecond\",\"success\":true,\"time\":1000}\n\
                 {\"kind\":\"note\",\"event_id\":\"2\",\"text\":\"no call\"}\n";
    desk.project.write("events.jsonl", calls);
    desk.said(&["record", "events.jsonl"]);
    let csv = desk.said(&["memory", "export", "--format", "csv", "--kind", "tool_call"]);
    let (header, row) = csv.split_once("\r\n").unwrap();
    assert!(header.starts_with("id,event_id,time,recorded,") && header.contains(",tool,parameters,output,success,"));
    assert!(row.contains(",1,1000,") && row.ends_with("\r\n") && !csv.contains("no call"));
    assert!(row.contains("bash,\"{\"\"command\"\":\"\"a, \\\"\"b\\\"\"\"\"}\",\"first\nsecond\",true"), "{row}");
    desk.said(&["memory", "export", "calls.csv", "--format", "csv", "--kind", "tool_call"]);
    assert_eq!(std::fs::read_to_string(desk.project.at("calls.csv")).unwrap(), csv);
    assert_ne!(desk.run(&["memory", "export", "--format", "csv"]).status.code(), Some(0), "the kind is missing");
}

#[test]
fn entities_and_relations_of_another_server_become_notes_once() {
    let desk = Desk::new();
    let file = "{\"type\":\"entity\",\"name\":\"Ada\",\"entityType\":\"person\",\"observations\":[\"likes tea\",\"is 36\"]}\n\
                {\"type\":\"entity\",\"name\":\"empty\",\"entityType\":\"thing\",\"observations\":[]}\n\
                {\"type\":\"dance\"}\n\
                {\"type\":\"relation\",\"from\":\"Ada\",\"to\":\"Charles\",\"relationType\":\"knows\"}\n";
    desk.project.write("memory.json", file);
    let import = ["--json", "memory", "import", "--format", "mcp", "memory.json"];
    let first: Value = serde_json::from_str(&stdout(&desk.run(&import))).unwrap();
    assert_eq!((&first["n_added"], &first["refused"][0]["line"]), (&Value::from(3), &Value::from(3)));
    let again: Value = serde_json::from_str(&stdout(&desk.run(&import))).unwrap();
    assert_eq!((&again["n_added"], &again["n_known"]), (&Value::from(0), &Value::from(3)));
    let mut notes = desk.notes();
    notes.sort();
    assert_eq!(notes, ["Ada knows Charles", "Ada: is 36", "Ada: likes tea"]);
    let of_ada = desk.json(&["work", "events", "--metadata", "entity=Ada"]);
    assert_eq!(of_ada["events"].as_array().unwrap().len(), 2);
    assert!(of_ada["events"].as_array().unwrap().iter().all(|event| event["event"]["origin"] == "imported"));
}

/// Once `--mine` was ignored without a message.
#[test]
fn a_format_without_speakers_cannot_be_imported_as_ones_own() {
    let desk = Desk::new();
    desk.project.write("memory.json", "{\"type\":\"relation\",\"from\":\"a\",\"to\":\"b\",\"relationType\":\"is\"}\n");
    let refused = desk.run(&["memory", "import", "--format", "mcp", "--mine", "--yes", "memory.json"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && said.contains("who spoke"), "{said}");
    assert_eq!(desk.notes(), Vec::<String>::new());
}

/// Once the error said that the target file cannot be read.
#[test]
fn an_export_overwrites_nothing_and_says_so() {
    let desk = Desk::new();
    desk.remember("one");
    desk.project.write("there", "mine");
    let table = ["--format", "csv", "--kind", "note"];
    for refused_arguments in [&["there"][..], &[&["there"], &table[..]].concat(), &["no/such/folder"]] {
        let refused = desk.run(&[&["memory", "export"], refused_arguments].concat());
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(1) && !said.contains("cannot be read"), "{said}");
        let why = if refused_arguments[0] == "there" { "there exists" } else { "cannot be written" };
        assert!(said.contains(why), "{said}");
    }
    assert_eq!(std::fs::read_to_string(desk.project.at("there")).unwrap(), "mine");
}

#[test]
fn more_observations_than_a_batch_has_are_all_taken() {
    let desk = Desk::new();
    let observations: Vec<String> = (0..2_500).map(|at| format!("fact {at}")).collect();
    let entity = serde_json::json!({
        "type": "entity", "name": "Ada", "entityType": "person", "observations": observations,
    });
    desk.project.write("memory.json", format!("{entity}\n"));
    assert_eq!(desk.json(&["memory", "import", "--format", "mcp", "memory.json"])["n_added"], 2_500);
}

#[test]
fn files_that_were_committed_together_are_known_from_the_log_of_git() {
    let desk = Desk::new();
    desk.git(&["init", "-q"]);
    for at in 0..3 {
        desk.commit(&["a.py", "b.py"], &format!("both {at}"));
    }
    let many_files: Vec<String> = (0..21).map(|at| format!("many{at}.py")).collect();
    desk.commit(&many_files.iter().map(String::as_str).collect::<Vec<_>>(), "too many");
    let first = desk.json(&["work", "seed"]);
    assert_eq!((&first["n_added"], &first["n_known"]), (&Value::from(6), &Value::from(0)));
    let pairs = desk.json(&["work", "together"]);
    assert_eq!(pairs["pairs"].as_array().unwrap().len(), 1);
    let pair = &pairs["pairs"][0];
    assert_eq!([&pair["path"], &pair["other"]], ["a.py", "b.py"]);
    assert_eq!(pair["n"], 3);
    desk.commit(&["a.py", "b.py"], "both again");
    let again = desk.json(&["work", "seed"]);
    assert_eq!((&again["n_added"], &again["n_known"]), (&Value::from(2), &Value::from(6)));
    assert_eq!(desk.json(&["work", "together", "a.py"])["pairs"][0]["n"], 4);
    assert_eq!(desk.json(&["work", "seed", "--commits", "1"])["n_known"], 2);
}

#[test]
fn what_a_forgotten_commit_taught_stays_forgotten_when_it_is_seeded_again() {
    let desk = Desk::new();
    desk.git(&["init", "-q"]);
    desk.commit(&["a.py", "b.py"], "both");
    desk.said(&["work", "seed"]);
    let events = desk.json(&["work", "events", "--kind", "file_touch"]);
    let ids: Vec<&str> =
        events["events"].as_array().unwrap().iter().map(|event| event["id"].as_str().unwrap()).collect();
    desk.said(&[&["forget"], ids.as_slice()].concat());
    assert_eq!(desk.json(&["work", "seed"])["n_known"], 2);
    assert_eq!(desk.run(&["work", "events", "--kind", "file_touch"]).status.code(), Some(3), "nothing is found");
}

/// The names of all files below a folder.
fn walk(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        names.push(path.file_name().unwrap().to_string_lossy().into_owned());
        if path.is_dir() {
            names.extend(walk(&path));
        }
    }
    names
}
