//! `cargo xtask bench records`: the cost of adding a note, alone and beside other writers, to an empty and to a full
//! store; the cost of the format of a record; and long runs of tests, of which the gate runs a tenth. `cargo xtask
//! bench records stories` has long runs of random stories, of power cuts while events are added, and of many processes.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, bail, ensure};

use super::child;
use super::{Programs, table};
use crate::workspace::Workspace;
use crate::{npm, process};

/// The number of notes of a writer that is measured alone.
const N_ALONE: u32 = 500;
/// The number of writers at once.
const N_WRITERS: u32 = 8;
/// The number of notes of each of these writers.
pub const N_EACH: u32 = 1_000;
/// The number of notes in a full store.
const N_FULL: u32 = 1_000_000;
/// The number of kills in the long run.
const N_KILLS: u32 = 300;
/// The number of random stories.
const N_STORIES: u32 = 10_000;
/// The number of random stories that also run on the component.
const N_COMPONENT: u32 = 1_000;
/// The number of random stories that also run on Node, which must end in the same state.
const N_NODE: u32 = 1_000;
/// The number of disk images after power cuts.
const N_IMAGES: u32 = 10_000;
/// The number of probes of one tenant about another.
const N_PROBES: u32 = 50_000;

pub fn command(workspace: &Workspace, programs: &Programs, arguments: &[&str]) -> anyhow::Result<()> {
    match arguments {
        [] => {}
        ["hosts"] => return super::mixed::command(workspace, programs),
        #[cfg(target_os = "linux")]
        ["power"] => return super::power::command(workspace, programs),
        _ => bail!("usage: cargo xtask bench records [hosts|stories|power]; power cuts need Linux"),
    }
    let folder = workspace.root().join("target/bench-records");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    let rows = measure(workspace, programs, &folder)?;
    std::fs::remove_dir_all(&folder)?;
    let mut text = String::from("| what | measured | goal |\n|---|---|---|\n");
    for (what, value, goal) in rows {
        text.push_str(&format!("| {what} | {value} | {goal} |\n"));
    }
    text.push_str(&format!("\nOn {}.\n", table::describe_machine()));
    println!("\n{text}");
    table::write(workspace, ("docs/costs.md", "records"), "cargo xtask bench records", &text)
}

/// Long runs of random stories of records, of power cuts, of probes of tenants, and of many processes.
pub fn stories(workspace: &Workspace) -> anyhow::Result<()> {
    let run = |words: &[&str], lengths: &[(&str, u32)]| {
        let mut test_run = process::cargo(workspace.root());
        test_run.args(["test", "--quiet"]).args(words).args(["--", "--nocapture"]);
        test_run.env("HOSTS", "node").envs(lengths.iter().map(|(name, n)| (*name, n.to_string())));
        process::run(&mut test_run).with_context(|| format!("a long run of {words:?} failed"))
    };
    npm::prepare(workspace)?;
    println!("running: {N_STORIES} stories, {N_COMPONENT} of them on the component, {N_NODE} on Node too");
    println!("and {N_PROBES} probes of tenants");
    let stories =
        [("STORIES", N_STORIES), ("COMPONENT_STORIES", N_COMPONENT), ("NODE_STORIES", N_NODE), ("PROBES", N_PROBES)];
    run(&["-p", "conformance", "--test", "it", "random_stories::"], &stories)?;
    println!("running: {N_IMAGES} images of a disk after a power cut, each cut again");
    run(&["-p", "scrubjay-store", "--test", "power_cuts_of_events"], &[("IMAGES", N_IMAGES)])?;
    println!("running: 16 processes of {N_EACH} events");
    run(&["-p", "conformance", "--test", "it", "events_of_many"], &[("EVENTS", N_EACH)])
}

type Rows = Vec<(&'static str, String, &'static str)>;

fn measure(workspace: &Workspace, programs: &Programs, folder: &Path) -> anyhow::Result<Rows> {
    let (empty_file, full_file, shared_file) =
        (folder.join("empty.redb"), folder.join("full.redb"), folder.join("many.redb"));
    println!("measuring: one note");
    let alone_times = finish(writer(programs, &empty_file, "alone", N_ALONE)?)?;
    let n_syncs = syncs(programs, &folder.join("synced.redb"))?;
    let remember_run = child::median_of_runs(
        30,
        || Ok(()),
        || {
            let mut command = process::command(&programs.scrubjay, folder);
            command.args(["remember", "--memory"]).arg(&empty_file).arg("a note");
            command
        },
    )?;
    println!("measuring: one note among {N_FULL}");
    process::run(&mut measuring(programs, &["fill", text(&full_file)?, &N_FULL.to_string()]))?;
    let beside_times = finish(writer(programs, &full_file, "beside", N_ALONE)?)?;
    println!("measuring: {N_WRITERS} writers at once");
    let baseline_times = finish(writer(programs, &folder.join("one.redb"), "0", N_EACH)?)?;
    let began = std::time::Instant::now();
    let names: Vec<String> = (0..N_WRITERS).map(|at| at.to_string()).collect();
    let writers: Vec<Child> =
        names.iter().map(|name| writer(programs, &shared_file, name, N_EACH)).collect::<anyhow::Result<_>>()?;
    let mut parallel_times = Vec::new();
    for child in writers {
        parallel_times.extend(finish(child)?);
    }
    let rate = parallel_times.len() as f64 / began.elapsed().as_secs_f64();
    println!("measuring: the form of a record");
    let figures: BTreeMap<String, f64> = process::output(&mut measuring(programs, &["format"]))?
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?)))
        .collect();
    let form = |what: &str| {
        let figure = |name: &str| figures.get(&format!("format_{what}_{name}")).copied().unwrap_or(f64::NAN);
        format!("{:.0}, {:.0}", figure("library"), figure("by_hand"))
    };
    println!("running: {N_KILLS} kills, and {N_WRITERS} writers of {N_EACH} notes beside readers");
    let mut test_run = process::cargo(workspace.root());
    test_run.args(["test", "--quiet", "-p", "conformance", "--test", "it", "many_writers::"]);
    test_run.env("KILLS", N_KILLS.to_string()).env("NOTES", N_EACH.to_string());
    process::run(&mut test_run).context("a long run failed")?;
    let mut test_run = process::cargo(workspace.root());
    test_run.args(["test", "--quiet", "-p", "scrubjay-cli", "--test", "it", "a_killed_run_is_completed_by_the_next"]);
    process::run(test_run.env("KILLS", N_KILLS.to_string())).context("a long run failed")?;
    let mut test_run = process::cargo(workspace.root());
    test_run.args(["test", "--quiet", "-p", "scrubjay-cli", "--test", "it", "wherever_it_is_killed"]);
    process::run(test_run.env("KILLS", N_KILLS.to_string())).context("a long run failed")?;
    let (p50, p95) = (|times: &[u64]| percentile(times, 50), |times: &[u64]| percentile(times, 95));
    Ok(vec![
        (
            "one note in a process that stays open, median and p95",
            format!("{:.2}, {:.2} ms", p50(&alone_times), p95(&alone_times)),
            "",
        ),
        ("its syncs", n_syncs, "2"),
        ("the same among a million notes", format!("{:.2}, {:.2} ms", p50(&beside_times), p95(&beside_times)), ""),
        ("`scrubjay remember`, a whole process", format!("{:.0} ms", remember_run.wall.as_secs_f64() * 1e3), "15 ms"),
        (
            "8 processes at once: median, p95",
            format!("{:.1}, {:.1} ms", p50(&parallel_times), p95(&parallel_times)),
            "",
        ),
        ("their p95 against that of one alone", format!("{:.1}x", p95(&parallel_times) / p95(&baseline_times)), "12x"),
        ("notes a second of the 8", format!("{rate:.0}"), ""),
        ("bytes of a record: `minicbor`, by hand", form("bytes"), ""),
        ("nanoseconds to write one: `minicbor`, by hand", form("write_ns"), ""),
        ("nanoseconds to read one: `minicbor`, by hand", form("read_ns"), ""),
        ("300 kills of an index run: graphs that are not those of a fresh one", "0".to_owned(), "0"),
        ("300 kills of a writer: acknowledged notes that are lost, or there twice", "0".to_owned(), "0"),
        (
            "8 writers of 1,000 notes beside readers: notes lost or there twice, states that never were",
            "0".to_owned(),
            "0",
        ),
    ])
}

fn measuring(programs: &Programs, words: &[&str]) -> Command {
    let mut command = Command::new(&programs.writers);
    command.args(words).stdin(Stdio::null());
    command
}

fn writer(programs: &Programs, file: &Path, name: &str, n: u32) -> anyhow::Result<Child> {
    let words = ["write", text(file)?, name, &n.to_string()];
    measuring(programs, &words).stdout(Stdio::piped()).spawn().context("cannot start a writer")
}

/// Waits for a writer to end; returns the microseconds of each of its notes.
fn finish(child: Child) -> anyhow::Result<Vec<u64>> {
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "a writer failed");
    let text = String::from_utf8(output.stdout)?;
    Ok(text.lines().filter_map(|line| line.split_once(' ')?.1.parse().ok()).collect())
}

/// The milliseconds that this percentage of notes does not exceed.
fn percentile(times: &[u64], percent: usize) -> f64 {
    let mut times = times.to_vec();
    times.sort_unstable();
    let index = (times.len() * percent / 100).min(times.len().saturating_sub(1));
    times.get(index).map_or(f64::NAN, |time| *time as f64 / 1e3)
}

/// The number of sync calls per note, as text. Counts the calls of two writers by `strace`; their difference is that of
/// 100 notes, without the calls of opening and closing.
fn syncs(programs: &Programs, file: &Path) -> anyhow::Result<String> {
    let count = |n: u32| -> anyhow::Result<Option<usize>> {
        let log = file.with_extension(format!("strace{n}"));
        let mut traced = Command::new("strace");
        traced.args(["-f", "-qq", "-e", "trace=fsync,fdatasync", "-o"]).arg(&log).arg(&programs.writers);
        traced.args(["write", text(file)?, &format!("s{n}"), &n.to_string()]).stdout(Stdio::null());
        match traced.status() {
            Ok(status) if status.success() => {
                let calls = std::fs::read_to_string(&log)?;
                Ok(Some(calls.lines().filter(|line| line.contains("sync(") && !line.contains("resumed")).count()))
            }
            _ => Ok(None),
        }
    };
    let (Some(n_few), Some(n_more)) = (count(10)?, count(110)?) else {
        return Ok("not counted: no strace here".to_owned());
    };
    Ok(format!("{:.2}", (n_more as f64 - n_few as f64) / 100.0))
}

fn text(path: &Path) -> anyhow::Result<&str> {
    path.to_str().context("the folder's path is not Unicode")
}
