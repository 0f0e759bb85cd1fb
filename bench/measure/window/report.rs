//! The figures of many replays, as rows of a table.

use super::replay::Tally;
use super::{AROUND, ReplayedPolicy, Run};

/// The number of bootstrap samples, and the seed by which they are drawn.
const N_SAMPLES: usize = 1_000;
const SEED: u64 = 7;
/// The index of the nominal budget among those around it.
const NOMINAL: usize = 2;

pub(super) fn print(
    budget: u32,
    low: f64,
    (n_sessions, n_segments): (usize, usize),
    cases: &[(String, ReplayedPolicy)],
    runs: &[Run],
) {
    let sum = |count: fn(&Run) -> usize| runs.iter().map(count).sum::<usize>();
    println!("\n### {budget} tokens, others down to {low}\n");
    println!(
        "{n_sessions} sessions, {n_segments} segments; {} words are demanded that only prunable parts hold, {} that others hold, {} that \
         none does.\n",
        sum(|run| run.n_hard),
        sum(|run| run.n_easy),
        sum(|run| run.n_novel)
    );
    println!("| policy | miss steps | found | edit lines found | tokens | cost | prunes a segment | orphaning |");
    println!("|---|---|---|---|---|---|---|---|");
    let unpruned = total(runs, 0, &[NOMINAL]);
    for (number, (name, _)) in cases.iter().enumerate() {
        let tally = total(runs, number, &[NOMINAL]);
        println!("| {name} | {} | {} |", row(&tally, &unpruned, n_segments), tally.n_orphaning_prunes);
    }
    println!("\nMean of five budgets around it:\n");
    println!(
        "| policy | miss steps | found | edit lines found | tokens | cost | prunes a segment | within two requests of the last | requests over the budget | gap closed, 95 % interval | to the reverse \
         oracle | sessions that cost more than unpruned; the worst | cost if the cache expires |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    let find = |case_name: &str| cases.iter().position(|(name, _)| name == case_name).unwrap_or(0);
    let (fifo, oracle, reverse) = (find("fifo"), find("oracle"), find("reverse oracle"));
    let all_budgets: Vec<usize> = (0..AROUND.len()).collect();
    let unpruned = total(runs, 0, &all_budgets);
    let mut savings = Vec::new();
    for (number, (name, _)) in cases.iter().enumerate().skip(1) {
        let tally = total(runs, number, &all_budgets);
        let gaps = |to| {
            let all_runs: Vec<&Run> = runs.iter().collect();
            let (lower, upper) = interval(runs, |runs| gap(runs, number, fifo, to));
            format!("{:.0} [{:.0}, {:.0}]", gap(&all_runs, number, fifo, to), lower, upper)
        };
        let (n_dearer, worst) = costs_against_unpruned(runs, number);
        println!(
            "| {name} | {} | {:.0} % | {:.1} % | {} | {} | {n_dearer:.0} %; {worst:.0} % | {:.1} |",
            row(&tally, &unpruned, n_segments * AROUND.len()),
            100.0 * tally.n_hasty_prunes as f64 / tally.prunes.max(1) as f64,
            100.0 * tally.n_over_budget as f64 / tally.n_requests.max(1) as f64,
            gaps(oracle),
            gaps(reverse),
            100.0 * tally.expiring_cost / unpruned.expiring_cost
        );
        if tally.actual_saving != 0.0 {
            savings.push((
                name,
                tally.expected_saving / tally.prunes as f64,
                tally.actual_saving / tally.prunes as f64,
            ));
        }
    }
    for (name, expected, actual) in savings.iter().filter(|(_, expected, _)| *expected != 0.0) {
        println!(
            "\nA prune of {name} is expected to save {expected:.0} tokens at the full price; up to the segment's end it saves {actual:.0}."
        );
    }
}

fn row(tally: &Tally, unpruned: &Tally, n_segments: usize) -> String {
    let share = |part: u64, remainder: u64| 100.0 * part as f64 / (part + remainder).max(1) as f64;
    format!(
        "{:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1}",
        100.0 * tally.miss_share(),
        share(tally.hits, tally.misses),
        share(tally.line_hits, tally.line_misses),
        100.0 * tally.tokens as f64 / unpruned.tokens as f64,
        100.0 * tally.cost / unpruned.cost,
        tally.prunes as f64 / n_segments.max(1) as f64
    )
}

fn total(runs: &[Run], case: usize, budgets: &[usize]) -> Tally {
    let mut sum = Tally::default();
    for run in runs {
        budgets.iter().for_each(|budget| sum.add(&run.tallies[case][*budget]));
    }
    sum
}

/// How far `case` closes the gap between the missed steps of `from_case` and of `to_case`, in percent: 0 if it misses as
/// many steps as `from_case`, 100 if as few as `to_case`. The mean over the budgets.
fn gap(runs: &[&Run], case: usize, from_case: usize, to_case: usize) -> f64 {
    let gap_at_budget = |budget: usize| {
        let share = |case: usize| {
            let case_tallies = runs.iter().map(|run| &run.tallies[case][budget]);
            let (missed, n_steps) = case_tallies.fold((0, 0), |sum, one| (sum.0 + one.missed_steps, sum.1 + one.steps));
            missed as f64 / n_steps.max(1) as f64
        };
        100.0 * (share(from_case) - share(case)) / (share(from_case) - share(to_case))
    };
    (0..AROUND.len()).map(gap_at_budget).sum::<f64>() / AROUND.len() as f64
}

/// The bounds of the 95 % bootstrap interval of a figure; samples are drawn from whole sessions.
fn interval(runs: &[Run], figure: impl Fn(&[&Run]) -> f64) -> (f64, f64) {
    let mut sessions: Vec<Vec<&Run>> = Vec::new();
    for run in runs {
        match sessions.last_mut().filter(|last| last[0].session == run.session) {
            Some(last) => last.push(run),
            None => sessions.push(vec![run]),
        }
    }
    let mut state = SEED;
    let mut random = || {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let hash = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        hash ^ hash >> 31
    };
    let mut figures: Vec<f64> = (0..N_SAMPLES)
        .map(|_| {
            let drawn_runs = (0..sessions.len()).flat_map(|_| &sessions[(random() % sessions.len() as u64) as usize]);
            figure(&drawn_runs.copied().collect::<Vec<&Run>>())
        })
        .collect();
    figures.sort_by(f64::total_cmp);
    (figures[N_SAMPLES / 40], figures[N_SAMPLES - 1 - N_SAMPLES / 40])
}

/// The percentage of sessions, counted once for each budget, that cost more than without pruning; and the greatest cost
/// of a session in percent of its cost without pruning.
fn costs_against_unpruned(runs: &[Run], case: usize) -> (f64, f64) {
    let mut costs: Vec<f64> = Vec::new();
    for session_runs in runs.chunk_by(|a, b| a.session == b.session) {
        for budget in 0..AROUND.len() {
            let cost = |case: usize| session_runs.iter().map(|run| run.tallies[case][budget].cost).sum::<f64>();
            costs.push(100.0 * cost(case) / cost(0));
        }
    }
    let n_dearer = costs.iter().filter(|cost| **cost > 100.0).count();
    (100.0 * n_dearer as f64 / costs.len().max(1) as f64, costs.iter().copied().fold(0.0, f64::max))
}
