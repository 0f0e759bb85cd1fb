//! `cargo xtask bench records hosts`: eight processes in three languages add notes to one file at the same time, beside a
//! watch, index runs, and readers in two languages. Readers check that each answer is a committed state.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context, ensure};

use super::records::N_EACH;
use super::{Programs, hosts_folder};
use crate::workspace::Workspace;
use crate::{npm, process, python};

/// The host of each writer.
const WRITERS: [Host; 8] =
    [Host::Rust, Host::Node, Host::Python, Host::Rust, Host::Node, Host::Python, Host::Rust, Host::Node];
/// The seconds for which readers read.
const READ_SECONDS: &str = "20";

#[derive(Clone, Copy)]
enum Host {
    Rust,
    Node,
    Python,
}

pub fn command(workspace: &Workspace, programs: &Programs) -> anyhow::Result<()> {
    npm::prepare(workspace)?;
    python::check_wheel(workspace)?;
    let folder = workspace.root().join("target/bench-mixed");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    let project = folder.join("project");
    std::fs::create_dir_all(&project)?;
    for at in 0..200 {
        std::fs::write(
            project.join(format!("part_{at}.py")),
            format!("def work_{at}():\n    return work_{}()\n", at + 1),
        )?;
    }
    let run =
        Run { workspace, programs, memory: &folder.join("memory.redb"), project: &project, home: &folder.join("home") };
    let n_runs = run.run_all()?;
    run.check()?;
    std::fs::remove_dir_all(&folder)?;
    println!(
        "8 writers of {N_EACH} notes beside a watch, {n_runs} index runs and 4 readers: each note once, each state committed"
    );
    Ok(())
}

struct Run<'a> {
    workspace: &'a Workspace,
    programs: &'a Programs,
    memory: &'a Path,
    project: &'a Path,
    home: &'a Path,
}

impl Run<'_> {
    /// Runs all processes at once; returns the number of index runs.
    fn run_all(&self) -> anyhow::Result<u32> {
        let mut watch = self.scrubjay(&["watch"]).spawn()?;
        let readers = [Host::Rust, Host::Node, Host::Rust, Host::Node];
        let readers = readers.iter().map(|host| self.reader(*host)?.spawn().context("cannot start a reader"));
        let readers: Vec<Child> = readers.collect::<anyhow::Result<_>>()?;
        let mut writers = Vec::new();
        for (at, host) in WRITERS.iter().enumerate() {
            writers.push(self.writer(*host, &at.to_string())?.spawn().context("cannot start a writer")?);
        }
        let is_over = AtomicBool::new(false);
        let n_runs = thread::scope(|scope| -> anyhow::Result<u32> {
            let indexing = scope.spawn(|| self.index_until(&is_over));
            let exit_result = writers.into_iter().chain(readers).try_for_each(wait_for_success);
            is_over.store(true, Ordering::SeqCst);
            let n_runs = indexing.join().map_err(|_| anyhow::anyhow!("an index run failed"))?;
            exit_result.and(n_runs)
        });
        watch.kill()?;
        watch.wait()?;
        n_runs
    }

    fn index_until(&self, is_over: &AtomicBool) -> anyhow::Result<u32> {
        let mut n_runs = 0;
        while !is_over.load(Ordering::SeqCst) {
            std::fs::write(self.project.join("changing.py"), format!("def run_{n_runs}():\n    pass\n"))?;
            process::run(&mut self.scrubjay(&["index", "."]))?;
            n_runs += 1;
        }
        Ok(n_runs)
    }

    fn check(&self) -> anyhow::Result<()> {
        for at in 0..WRITERS.len() {
            let mut notes =
                self.scrubjay(&["--json", "--quiet", "notes", "--limit", "1000", "--channel", &at.to_string()]);
            let page = process::output(notes.arg("--memory").arg(self.memory).stdout(Stdio::piped()))?;
            let page: serde_json::Value = serde_json::from_str(&page)?;
            let mut numbers_found: Vec<u64> =
                page["notes"].as_array().into_iter().flatten().filter_map(note_number).collect();
            numbers_found.sort_unstable();
            ensure!(
                numbers_found == (0..u64::from(N_EACH)).collect::<Vec<_>>(),
                "channel {at} has {} notes",
                numbers_found.len()
            );
        }
        Ok(())
    }

    fn scrubjay(&self, words: &[&str]) -> Command {
        let mut command = process::command(&self.programs.scrubjay, self.project);
        command.args(words).env("SCRUBJAY_HOME", self.home).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn writer(&self, host: Host, name: &str) -> anyhow::Result<Command> {
        let (mut command, n) = (self.host(host)?, N_EACH.to_string());
        if !matches!(host, Host::Python) {
            command.arg("write");
        }
        command.arg(self.memory).args([name, &n]);
        Ok(command)
    }

    fn reader(&self, host: Host) -> anyhow::Result<Command> {
        let mut command = self.host(host)?;
        command.arg("read").arg(self.memory).arg(READ_SECONDS);
        Ok(command)
    }

    fn host(&self, host: Host) -> anyhow::Result<Command> {
        let scripts = hosts_folder(self.workspace)?;
        let mut command = match host {
            Host::Rust => Command::new(&self.programs.writers),
            Host::Node => process::command("node", &scripts),
            Host::Python => process::command("python3", &scripts),
        };
        match host {
            Host::Rust => {}
            Host::Node => _ = command.arg("notes.mjs"),
            Host::Python => _ = command.arg("notes.py").env("PATH", python::search_path(self.workspace)?),
        }
        command.stdout(Stdio::null());
        Ok(command)
    }
}

fn note_number(note: &serde_json::Value) -> Option<u64> {
    note["text"].as_str()?.parse().ok()
}

fn wait_for_success(mut child: Child) -> anyhow::Result<()> {
    ensure!(child.wait()?.success(), "a process failed");
    Ok(())
}
