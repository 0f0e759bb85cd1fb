//! Shared by the tests: a project in a folder of its own, with the library and the program to use on it.

pub(crate) mod client;
pub(crate) mod harness;
pub(crate) mod planted;
pub(crate) mod talk;

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use scrubjay::index::{Indexed, Progress};
use scrubjay::wit::graph::{ExportQuestion, FindQuestion, WalkQuestion};
use scrubjay::{Error, Memory, Write};
use tempfile::TempDir;

/// A temporary folder with files.
pub(crate) struct Project {
    folder: TempDir,
}

impl Project {
    /// Writes files, given as pairs of path and text.
    pub(crate) fn new(files: &[(&str, &str)]) -> Project {
        let project = Project { folder: tempfile::tempdir().unwrap() };
        for (path, text) in files {
            project.write(path, text);
        }
        project
    }

    /// A project whose names need care in every format: spaces, quotes, the name of an edge, and signs of markup.
    pub(crate) fn with_odd_names() -> Project {
        Project::new(&[
            (
                "lib.py",
                "class Base:\n    def save(self):\n        pass\n\n\nclass Child(Base):\n    def save(self):\n        helper()\n\n\ndef helper():\n    pass\n",
            ),
            (
                "who calls me/a & \"b\".py",
                "from lib import Child\n\n\ndef run():\n    Child().save()\n\n\nsquare = lambda x: x\n",
            ),
            ("far.py", "def far():\n    pass\n"),
            ("web/a<b>.ts", "export class Page {\n  'odd name'() { return 1; }\n  open() { return this.open(); }\n}\n"),
        ])
    }

    /// A project of `n` files that call one another.
    pub(crate) fn of_size(n: usize) -> Project {
        let project = Project::new(&[]);
        for i in 0..n {
            let next = (i + 1) % n;
            let text = format!(
                "from part_{next} import work_{next}\n\n\nclass Box{i}:\n    \"\"\"Box number {i}.\"\"\"\n\n    \
                 def open(self):\n        return self.close()\n\n    def close(self):\n        return work_{next}()\n\n\n\
                 def work_{i}():\n    return Box{i}().open()\n",
            );
            project.write(&format!("part_{i}.py"), &text);
        }
        project
    }

    /// The sources of this crate, as a project with long answers.
    pub(crate) fn of_sources() -> Project {
        let (project, top) = (Project::new(&[]), Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
        let mut folders = vec![top.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                match path.strip_prefix(&top) {
                    _ if path.is_dir() => folders.push(path),
                    Ok(inside) => project.write(inside.to_str().unwrap(), fs::read_to_string(&path).unwrap()),
                    Err(_) => {}
                }
            }
        }
        project
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.at(path)).unwrap();
    }

    /// Brings the index up to date with the library.
    pub(crate) fn index(&self) -> Indexed {
        self.try_index(Write::default()).unwrap()
    }

    pub(crate) fn try_index(&self, options: Write) -> Result<Indexed, Error> {
        let mut memory = Memory::writing(self.path(), options)?;
        let indexed = memory.index(&mut |_| ControlFlow::Continue(()))?;
        memory.close()?;
        Ok(indexed)
    }

    /// Indexes until `stop` returns true, which interrupts the run.
    pub(crate) fn index_until(&self, mut stop: impl FnMut(Progress) -> bool) -> Result<Indexed, Error> {
        let mut memory = Memory::writing(self.path(), Write::default())?;
        memory.index(&mut |progress| if stop(progress) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// The whole graph as canonical text.
    pub(crate) fn graph(&self) -> String {
        whole_graph(&mut Memory::reading(self.path()).unwrap())
    }

    /// The whole graph as a new index would have it.
    pub(crate) fn fresh_graph(&self) -> String {
        let mut memory = Memory::in_memory(self.path()).unwrap();
        memory.index(&mut |_| ControlFlow::Continue(())).unwrap();
        whole_graph(&mut memory)
    }

    /// The ids of the symbols that are found.
    pub(crate) fn find(&self, text: &str) -> Vec<String> {
        let page = Memory::reading(self.path()).unwrap().find(&find(text)).unwrap();
        page.hits.into_iter().map(|found| found.symbol.id).collect()
    }

    /// Runs the program in the project's folder.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        program(self.path()).args(arguments).output().unwrap()
    }
}

/// The program, to be run in a folder.
pub(crate) fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scrubjay"));
    command.current_dir(folder);
    // Times are shown in the zone of the machine.
    command.env("TZ", "UTC0");
    command
}

/// Waits until a program has the lock: from then on the program handles signals.
pub(crate) fn await_lock(project: &Project) {
    while fs::read(project.at(".scrubjay/index.lock")).map_or(true, |text| text.is_empty()) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

pub(crate) fn find(text: &str) -> FindQuestion {
    FindQuestion::new(text)
}

pub(crate) fn walk(name: &str) -> WalkQuestion {
    WalkQuestion::new(name)
}

pub(crate) fn whole_graph(memory: &mut Memory) -> String {
    memory.export_whole(&ExportQuestion::default()).unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}
