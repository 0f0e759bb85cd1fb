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
    let shown = format!("{command:?}");
    let started = Instant::now();
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let child = child.with_context(|| format!("cannot start {shown}"))?;
    let (status, usage) = wait(child.id() as libc::pid_t)?;
    ensure!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0, "{shown} failed");
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
    let (waited, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        (libc::wait4(pid, &raw mut status, 0, &raw mut usage), usage)
    };
    ensure!(waited == pid, "the program could not be waited for");
    Ok((status, usage))
}

#[cfg(not(unix))]
pub fn run(_: &mut Command) -> anyhow::Result<ResourceUse> {
    anyhow::bail!("the time of other programs can be measured on Unix only")
}

/// Runs a program several times, each after `before`; returns the median of each figure.
pub fn median_of_runs(
    n_rounds: usize,
    mut before: impl FnMut() -> anyhow::Result<()>,
    mut command: impl FnMut() -> Command,
) -> anyhow::Result<ResourceUse> {
    let mut all = Vec::new();
    for _ in 0..n_rounds {
        before()?;
        all.push(run(&mut command())?);
    }
    Ok(medians(&all))
}

/// The least number of rounds in which two commands are compared.
const MIN_PAIRED: usize = 11;
/// The time after which no new round begins, once there are `MIN_PAIRED`.
const PAIRED_FOR: Duration = Duration::from_secs(60);

/// Runs two commands alternately, so that a change in the machine's speed affects both. Returns the least CPU time of
/// each, since other load only adds to it, and the medians of the rest. `before` is called before the second command.
pub fn median_of_pairs(
    mut one: impl FnMut() -> Command,
    mut before: impl FnMut() -> anyhow::Result<()>,
    mut other: impl FnMut() -> Command,
) -> anyhow::Result<(ResourceUse, ResourceUse)> {
    let (mut ones, mut others) = (Vec::new(), Vec::new());
    let started = Instant::now();
    while ones.len() < MIN_PAIRED || started.elapsed() < PAIRED_FOR {
        ones.push(run(&mut one())?);
        before()?;
        others.push(run(&mut other())?);
    }
    let summary = |all: &[ResourceUse]| ResourceUse {
        cpu: all.iter().map(|used| used.cpu).min().unwrap_or_default(),
        ..medians(all)
    };
    Ok((summary(&ones), summary(&others)))
}

fn medians(all: &[ResourceUse]) -> ResourceUse {
    ResourceUse {
        wall: middle(all.iter().map(|used| used.wall)),
        cpu: middle(all.iter().map(|used| used.cpu)),
        peak: middle(all.iter().map(|used| used.peak)),
    }
}

fn middle<T: Ord + Copy + Default>(values: impl Iterator<Item = T>) -> T {
    let mut values: Vec<T> = values.collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}
