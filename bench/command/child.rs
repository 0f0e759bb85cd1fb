//! Runs programs, and measures their time and memory.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

/// The resources that a program used, from its start to its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct ResourceUse {
    pub wall: Duration,
    /// CPU time of all its threads, in user and system mode.
    pub cpu: Duration,
    /// The greatest resident memory, in bytes.
    pub peak: u64,
}

/// Runs a program, discards its output, and measures it; fails if the program does.
#[cfg(unix)]
pub fn run(command: &mut Command) -> anyhow::Result<ResourceUse> {
    let command_text = format!("{command:?}");
    let started = Instant::now();
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let child = child.with_context(|| format!("cannot start {command_text}"))?;
    let (status, usage) = wait(child.id() as libc::pid_t)?;
    ensure!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0, "{command_text} failed");
    let seconds = |time: libc::timeval| Duration::from_micros(time.tv_sec as u64 * 1_000_000 + time.tv_usec as u64);
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    let (cpu, peak) = (seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss as u64 * unit);
    Ok(ResourceUse { wall: started.elapsed(), cpu, peak })
}

#[cfg(unix)]
fn wait(pid: libc::pid_t) -> anyhow::Result<(i32, libc::rusage)> {
    let mut status = 0;
    // SAFETY: a usage is plain numbers, for which zero is a value; the call writes to the two places it is given, and the
    // child is ours and waited for nowhere else.
    let (waited_pid, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        (libc::wait4(pid, &raw mut status, 0, &raw mut usage), usage)
    };
    ensure!(waited_pid == pid, "the program could not be waited for");
    Ok((status, usage))
}

#[cfg(not(unix))]
pub fn run(_: &mut Command) -> anyhow::Result<ResourceUse> {
    anyhow::bail!("the time of other programs can be measured on Unix only")
}

/// Runs a program several times, each after `prepare`; returns the median of each figure.
pub fn median_of_runs(
    n_rounds: usize,
    mut prepare: impl FnMut() -> anyhow::Result<()>,
    mut command: impl FnMut() -> Command,
) -> anyhow::Result<ResourceUse> {
    let mut runs = Vec::new();
    for _ in 0..n_rounds {
        prepare()?;
        runs.push(run(&mut command())?);
    }
    Ok(medians(&runs))
}

/// The least number of rounds in which two commands are compared.
const MIN_PAIRED: usize = 11;
/// The time after which no new round begins, once there are `MIN_PAIRED`.
const PAIRED_FOR: Duration = Duration::from_secs(60);

/// Runs two commands alternately, so that a change in the machine's speed affects both. Returns the least CPU time of
/// each, since other load only adds to it, and the medians of the rest. `prepare` is called before the second command.
pub fn median_of_pairs(
    mut first_command: impl FnMut() -> Command,
    mut prepare: impl FnMut() -> anyhow::Result<()>,
    mut second_command: impl FnMut() -> Command,
) -> anyhow::Result<(ResourceUse, ResourceUse)> {
    let (mut first_runs, mut second_runs) = (Vec::new(), Vec::new());
    let started = Instant::now();
    while first_runs.len() < MIN_PAIRED || started.elapsed() < PAIRED_FOR {
        first_runs.push(run(&mut first_command())?);
        prepare()?;
        second_runs.push(run(&mut second_command())?);
    }
    let summary = |runs: &[ResourceUse]| ResourceUse {
        cpu: runs.iter().map(|used| used.cpu).min().unwrap_or_default(),
        ..medians(runs)
    };
    Ok((summary(&first_runs), summary(&second_runs)))
}

fn medians(runs: &[ResourceUse]) -> ResourceUse {
    ResourceUse {
        wall: middle(runs.iter().map(|used| used.wall)),
        cpu: middle(runs.iter().map(|used| used.cpu)),
        peak: middle(runs.iter().map(|used| used.peak)),
    }
}

fn middle<T: Ord + Copy + Default>(values: impl Iterator<Item = T>) -> T {
    let mut values: Vec<T> = values.collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}
