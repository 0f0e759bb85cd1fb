//! Replays recorded sessions of agents under policies of the context window.
//!
//!     measure window FILE [--budgets 50000,30000] [--part tune|aside|all] [--low 0.7] [--only NAME] [--joined STEPS]
//!     measure window --speed FILE      the time that a window of recorded parts takes; see `speed`
//!     measure window --lives N        plays N generated conversations in each format; fails at a broken invariant
//!     measure window --lives FILE     plays recorded conversations likewise
//!     measure window --said FILE      how much of a person's words in results stays readable; see `said`
//!     measure window --usage FILE     how far counts of providers are from estimates; see `anchored`
//!     measure window --tokens FILE    how far estimated tokens are from counted ones; see `tokens`
//!
//! FILE has a session in each line, see `trace`; only totals are printed. Prints the rows of a table.

mod anchored;
mod baselines;
mod demand;
mod known;
mod lives;
mod oracle;
mod ours;
mod regression;
mod replay;
mod report;
mod said;
mod speed;
mod tokens;
pub(crate) mod trace;
mod words;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use scrubjay_core::window::{Policy, Settings, StubKind};

use crate::Outcome;
use baselines::{Baseline, RULES, Rule};
use demand::Demands;
use ours::CorePolicy;
use replay::{REFERENCE_STUB_TOKENS, Stub, Tally, replay};
use trace::{Kind, Segment, Share};

/// The least number of calls in a replayed segment, and its least length as a multiple of the budget.
const MIN_CALLS: usize = 40;
const MIN_LENGTH: f64 = 1.3;
/// Multiples of each nominal budget, since the result for a single budget varies by points with the moment of the
/// prune.
const AROUND: [f64; 5] = [0.9, 0.95, 1.0, 1.05, 1.1];
/// The number of threads, as many as the usual machine has cores.
const N_THREADS: usize = 2;

pub(crate) fn measure(arguments: &[&str]) -> Outcome {
    let usage = "usage: measure window FILE [--budgets N,N] [--part tune|aside|all] [--low SHARE] [--only NAME] [--joined STEPS]";
    let [file, options @ ..] = arguments else { return Err(usage.into()) };
    if *file == "--tokens" {
        return options.first().map_or_else(|| Err(usage.into()), |file| tokens::measure(Path::new(file)));
    }
    if *file == "--speed" {
        let file = options.first().ok_or(usage)?;
        speed::print(&trace::read(Path::new(file), Share::All)?.0);
        return Ok(());
    }
    if let ["--said" | "--usage", file] = *arguments {
        let segments = trace::read(Path::new(file), Share::All)?.0;
        if arguments[0] == "--said" {
            said::print(&segments)
        } else {
            anchored::print_growth(&segments)
        }
        return Ok(());
    }
    if *file == "--lives" {
        let [what] = options else { return Err(usage.into()) };
        return match what.parse() {
            Ok(n) => lives::run_generated(n),
            Err(_) => lives::run_recorded(&trace::read(Path::new(what), Share::All)?.0),
        };
    }
    let (mut budgets, mut share, mut low, mut only, mut steps) = (vec![50_000, 30_000], Share::All, 0.7, None, None);
    for option in options.chunks(2) {
        match *option {
            ["--budgets", list] => budgets = list.split(',').map(str::parse).collect::<Result<_, _>>()?,
            ["--part", "all"] => share = Share::All,
            ["--part", "tune"] => share = Share::Tune,
            ["--part", "aside"] => share = Share::Aside,
            // The cases with which others are compared are always replayed.
            ["--only", name] => only = Some(name),
            ["--low", text] => low = text.parse()?,
            ["--joined", n] => steps = Some(n.parse()?),
            _ => return Err(usage.into()),
        }
    }
    let (segments, n_sessions) = match steps {
        None => trace::read(Path::new(file), share)?,
        Some(n_steps) => trace::read_joined(Path::new(file), share, n_steps)?,
    };
    println!("Sessions: {}.", share.description());
    for budget in budgets {
        let is_long = |segment: &&Segment| {
            let n_calls = segment.parts.iter().filter(|part| part.kind == Kind::Call).count();
            let n_tokens: u64 = segment.parts.iter().map(|part| u64::from(part.tokens)).sum();
            n_calls >= MIN_CALLS && n_tokens as f64 >= f64::from(budget) * MIN_LENGTH
        };
        let segments: Vec<&Segment> = segments.iter().filter(is_long).collect();
        let mut cases = cases();
        let is_measure = |name: &str| ["none", "fifo", "oracle", "reverse oracle"].contains(&name);
        cases.retain(|(name, _)| only.is_none_or(|only| name == only || is_measure(name)));
        let runs = run(&segments, &cases, (budget, low));
        report::print(budget, low, (n_sessions, segments.len()), &cases, &runs);
    }
    if only.is_none() && steps.is_none() {
        known::print(&segments);
        anchored::print(&segments);
    }
    Ok(())
}

/// The replayed policy: a baseline with its stubs, or the core's with its settings and whether it is told the time.
#[derive(Clone, Debug)]
enum ReplayedPolicy {
    Baseline(Rule, StubSort),
    Ours(Settings, bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StubSort {
    /// Ten tokens and no words, as in the reference evaluator.
    Reference,
    Outline,
}

/// All cases with their names; the first one never prunes.
fn cases() -> Vec<(String, ReplayedPolicy)> {
    let mut cases: Vec<(String, ReplayedPolicy)> = RULES
        .iter()
        .map(|(name, rule)| ((*name).to_owned(), ReplayedPolicy::Baseline(*rule, StubSort::Reference)))
        .collect();
    cases.push(("fifo, our outline".into(), ReplayedPolicy::Baseline(Rule::Fifo, StubSort::Outline)));
    let ours = |policy, stub| Settings { policy, stub, ..Settings::default() };
    for (name, policy) in [("five-factor", Policy::FiveFactor), ("keep-last", Policy::KeepLast), ("lru", Policy::Lru)] {
        cases.push((format!("ours: {name}"), ReplayedPolicy::Ours(ours(policy, StubKind::Outline), false)));
    }
    cases.push((
        "ours: evidence, bare stub".into(),
        ReplayedPolicy::Ours(ours(Policy::Evidence, StubKind::Bare), false),
    ));
    cases.push(("ours: evidence".into(), ReplayedPolicy::Ours(ours(Policy::Evidence, StubKind::Outline), false)));
    cases.push((
        "ours: evidence, told the time".into(),
        ReplayedPolicy::Ours(ours(Policy::Evidence, StubKind::Outline), true),
    ));
    cases
}

/// The tallies of a segment's replays, for each case and each budget of `AROUND`.
#[derive(Debug)]
struct Run {
    session: usize,
    tallies: Vec<[Tally; AROUND.len()]>,
    n_easy: usize,
    n_novel: usize,
    n_hard: usize,
}

fn run(segments: &[&Segment], cases: &[(String, ReplayedPolicy)], budget: (u32, f64)) -> Vec<Run> {
    let (next_segment, finished) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..N_THREADS {
            scope.spawn(|| {
                while let Some(segment) = segments.get(next_segment.fetch_add(1, Ordering::Relaxed)) {
                    let run = run_one(segment, cases, budget);
                    finished.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(run);
                }
            });
        }
    });
    let mut runs = finished.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    runs.sort_by_key(|run: &Run| run.session);
    runs
}

fn run_one(segment: &Segment, cases: &[(String, ReplayedPolicy)], (nominal, low): (u32, f64)) -> Run {
    let demands = demand::demands(segment);
    let settings = Settings::default();
    let reference = vec![Stub { tokens: REFERENCE_STUB_TOKENS, words: Vec::new() }; segment.parts.len()];
    let outline = ours::stubs(segment, &settings);
    let stubs = |sort| match sort {
        StubSort::Reference => &reference,
        StubSort::Outline => &outline,
    };
    let replay_case = |policy: &ReplayedPolicy, budget: u32, demands: &Demands| match policy {
        ReplayedPolicy::Baseline(rule, sort) => {
            let mut baseline = Baseline::new(*rule, (budget, low), segment, demands);
            replay(segment, demands, stubs(*sort), budget, &mut baseline)
        }
        ReplayedPolicy::Ours(settings, tells_cold) => {
            let mut ours = CorePolicy::new(settings, budget, *tells_cold);
            replay(segment, demands, &reference, budget, &mut ours)
        }
    };
    let budgets = AROUND.map(|factor| (f64::from(nominal) * factor).round() as u32);
    let tallies = cases.iter().map(|(_, policy)| budgets.map(|budget| replay_case(policy, budget, &demands))).collect();
    Run {
        session: segment.session,
        tallies,
        n_easy: demands.n_easy,
        n_novel: demands.n_novel,
        n_hard: demands.by_step.iter().map(Vec::len).sum(),
    }
}
