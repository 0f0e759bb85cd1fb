//! `cargo xtask test`: the gate. Everything that must hold is a stage of it, and continuous integration runs nothing
//! else. `cargo xtask nightly` adds stages that are slow and seldom fail.
//!
//! The last line is `N passed, M failed`: the tests that the stages ran, and one for each stage that is itself a check.

pub mod count;
mod pages;
pub mod program;
mod stages;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context as _;

pub use count::{Count, count_tests};
pub use stages::OPTIONAL_FEATURES;

use crate::workspace::Workspace;

/// The result of a stage.
struct Run {
    name: &'static str,
    count: Count,
    took: Duration,
}

/// Runs every stage of the gate.
pub fn command(workspace: &Workspace) -> ExitCode {
    run(workspace, &stages::ALL.iter().collect::<Vec<_>>())
}

/// Runs every stage of the gate, and then the slow ones.
pub fn nightly(workspace: &Workspace) -> ExitCode {
    run(workspace, &stages::ALL.iter().chain(&stages::NIGHTLY).collect::<Vec<_>>())
}

/// Runs the stages with these names, on what earlier stages have made.
pub fn stages(workspace: &Workspace, names: &[&str]) -> anyhow::Result<ExitCode> {
    let all = || stages::ALL.iter().chain(&stages::NIGHTLY);
    let stage = |name: &&str| {
        all().find(|stage| stage.name == *name).with_context(|| {
            let known: Vec<&str> = all().map(|stage| stage.name).collect();
            format!("there is no stage {name:?}: {}", known.join(", "))
        })
    };
    Ok(run(workspace, &names.iter().map(stage).collect::<anyhow::Result<Vec<_>>>()?))
}

/// Runs all stages, even after a failure, and prints a summary.
fn run(workspace: &Workspace, stages: &[&stages::Stage]) -> ExitCode {
    let mut runs = Vec::new();
    for (place, stage) in stages.iter().enumerate() {
        println!("\n== {} of {}: {}", place + 1, stages.len(), stage.name);
        let started = Instant::now();
        let count = (stage.run)(workspace).unwrap_or_else(|error| {
            let error = format!("error: {error:#}");
            println!("{error}");
            Count { failures: vec![error], ..Count::failure() }
        });
        runs.push(Run { name: stage.name, count, took: started.elapsed() });
    }
    sum_up(&runs)
}

fn sum_up(runs: &[Run]) -> ExitCode {
    println!("\n== summary");
    for run in runs {
        let verdict = if run.count.n_failed == 0 { "ok" } else { "FAILED" };
        println!("{:<28} {verdict:<6} {:>5} passed {:>6.1} min", run.name, run.count.n_passed, minutes(run.took));
    }
    println!("{:<28} {:>26.1} min", "together", minutes(runs.iter().map(|run| run.took).sum()));
    for run in runs.iter().filter(|run| run.count.n_failed > 0) {
        println!("\nfailed in {}:", run.name);
        run.count.failures.iter().for_each(|line| println!("    {line}"));
    }
    let total: Count = runs.iter().map(|run| run.count.clone()).sum();
    println!("{} passed, {} failed", total.n_passed, total.n_failed);
    if total.n_failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn minutes(took: Duration) -> f64 {
    took.as_secs_f64() / 60.0
}
