//! A user with two projects: a repository, and a folder that is in no repository. The memory of each has one note.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{self, stderr, stdout};

/// The note in the memory of the repository `shop`; the constant below is the note of the folder `attic`.
pub(super) const OF_SHOP: &str = "the larder is painted vermilion";
pub(super) const OF_ATTIC: &str = "the rafters are eaten by beetles";

pub(super) struct World {
    top: TempDir,
}

impl World {
    pub(super) fn new() -> World {
        let world = World { top: tempfile::tempdir().unwrap() };
        world.repository("work/shop");
        world.folder("work/attic");
        world.remember(&world.at("work/shop"), OF_SHOP);
        world.remember(&world.at("work/attic"), OF_ATTIC);
        world
    }

    /// The world as an older release left it: an id in each project, and no newer file about it in the data folder.
    pub(super) fn of_older_release() -> World {
        let world = World::new();
        for (project, id_file) in [("work/shop", ".git/scrubjay-id"), ("work/attic", ".scrubjay/id")] {
            let id = world.id_of(project);
            fs::write(world.at(project).join(id_file), format!("{id}\n")).unwrap();
            let folder = world.data().join("projects").join(&id);
            fs::write(folder.join("root"), world.real(project).to_str().unwrap()).unwrap();
            let _ = fs::remove_file(folder.join("whose"));
        }
        for mark in ["work/shop/.git/scrubjay-mark", "work/attic/.scrubjay/mark"] {
            let _ = fs::remove_file(world.at(mark));
        }
        world
    }

    pub(super) fn at(&self, path: &str) -> PathBuf {
        self.top.path().join(path)
    }

    fn real(&self, path: &str) -> PathBuf {
        self.at(path).canonicalize().unwrap()
    }

    pub(super) fn shop(&self) -> PathBuf {
        self.at("work/shop")
    }

    pub(super) fn attic(&self) -> PathBuf {
        self.at("work/attic")
    }

    pub(super) fn data(&self) -> PathBuf {
        self.at("data")
    }

    pub(super) fn folder(&self, path: &str) -> PathBuf {
        let folder = self.at(path);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("a.py"), "def f():\n    pass\n").unwrap();
        folder
    }

    pub(super) fn repository(&self, path: &str) -> PathBuf {
        let folder = self.folder(path);
        git(&folder, &["init", "-q"]);
        self.commit(&folder);
        folder
    }

    pub(super) fn commit(&self, folder: &Path) {
        git(folder, &["add", "-f", "."]);
        git(folder, &["-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "one"]);
    }

    /// Adds a submodule whose source is a repository of its own.
    pub(super) fn submodule(&self, project: &Path, name: &str) -> PathBuf {
        let source = self.repository(&format!("sources/{name}"));
        let source = source.to_str().unwrap();
        git(project, &["-c", "protocol.file.allow=always", "submodule", "add", "-q", source, name]);
        project.join(name)
    }

    /// The id of the memory that was used last in a project.
    pub(super) fn id_of(&self, project: &str) -> String {
        let root = self.real(project);
        let ids = fs::read_dir(self.data().join("projects")).unwrap().map(|entry| entry.unwrap());
        let is_of = |folder: &Path| fs::read_to_string(folder.join("root")).is_ok_and(|said| Path::new(&said) == root);
        let mut ids = ids.filter(|entry| is_of(&entry.path())).map(|entry| entry.file_name().into_string().unwrap());
        let id = ids.next().unwrap();
        assert_eq!(ids.next(), None, "one of {project}");
        id
    }

    /// Copies into a folder all marks that a copy of a project has, also those of an older release.
    pub(super) fn carry(&self, project: &str, into: &Path) {
        let from = self.at(project);
        fs::create_dir_all(into.join(".scrubjay")).unwrap();
        for name in ["mark", "id"] {
            for file in [from.join(".scrubjay").join(name), from.join(".git").join(format!("scrubjay-{name}"))] {
                if let Ok(bytes) = fs::read(file) {
                    fs::write(into.join(".scrubjay").join(name), &bytes).unwrap();
                    if into.join(".git").is_dir() {
                        fs::write(into.join(".git").join(format!("scrubjay-{name}")), &bytes).unwrap();
                    }
                }
            }
        }
        let id = self.id_of(project) + "\n";
        fs::write(into.join(".scrubjay/id"), &id).unwrap();
        if into.join(".git").is_dir() {
            fs::write(into.join(".git/scrubjay-id"), &id).unwrap();
        }
    }

    pub(super) fn command(&self, folder: &Path) -> Command {
        let mut command = common::program(folder);
        command.env("HOME", self.top.path()).env("SCRUBJAY_HOME", self.data()).env_remove("PWD");
        command
    }

    pub(super) fn run(&self, folder: &Path, arguments: &[&str]) -> Output {
        self.command(folder).args(arguments).stdin(Stdio::null()).output().unwrap()
    }

    pub(super) fn remember(&self, folder: &Path, text: &str) {
        let output = self.run(folder, &["remember", text]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }

    /// The texts of the notes of a folder's memory.
    pub(super) fn notes(&self, folder: &Path) -> Vec<String> {
        let output = self.run(folder, &["--json", "notes"]);
        let page: Value = serde_json::from_str(&stdout(&output)).unwrap_or_default();
        let notes = page["notes"].as_array().cloned().unwrap_or_default();
        notes.iter().map(|note| note["text"].as_str().unwrap().to_owned()).collect()
    }

    /// All texts that commands and a hook print in a folder.
    pub(super) fn everything_said(&self, folder: &Path) -> String {
        let mut said = String::new();
        for arguments in [
            &["notes"][..],
            &["recall", "larder vermilion rafters beetles"],
            &["memory", "export", "-"],
            &["session", "begin"],
        ] {
            let output = self.run(folder, arguments);
            said += &(stdout(&output) + &stderr(&output));
        }
        for event in ["SessionStart", "UserPromptSubmit"] {
            said += &self.hook(folder, event);
        }
        said
    }

    /// The output of a hook.
    pub(super) fn hook(&self, folder: &Path, event: &str) -> String {
        use std::io::Write as _;
        let said = json!({
            "session_id": "s-1", "cwd": folder, "hook_event_name": event, "transcript_path": "",
            "prompt": "who painted the larder vermilion, and who ate the rafters, beetles?", "source": "startup",
        });
        let mut hook = self.command(folder);
        hook.args(["hook", event]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut hook = hook.spawn().unwrap();
        hook.stdin.take().unwrap().write_all(said.to_string().as_bytes()).unwrap();
        stdout(&hook.wait_with_output().unwrap())
    }
}

pub(super) fn git(folder: &Path, arguments: &[&str]) {
    let output = Command::new("git").current_dir(folder).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
}

/// Runs a line of shell in a folder, which must succeed.
pub(super) fn shell(folder: &Path, line: &str) {
    let output = Command::new("sh").current_dir(folder).args(["-ec", line]).output().unwrap();
    assert!(output.status.success(), "{line}: {}", stderr(&output));
}
