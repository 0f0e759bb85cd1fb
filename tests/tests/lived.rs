//! What is recorded is kept, counted and forgotten as promised in any story: random ones, on the core and on the component, held
//! to a model; and the model sees twelve faults that are planted in the store.
//!
//! Every story comes from a seed, so a failure is told by its number and happens again.

use std::sync::Mutex;

use conformance::lived::component::Component;
use conformance::lived::life::{Lived, life};
use conformance::lived::store::PLANTED;
use conformance::lived::tenants::probe;

// Stories among the first thousand that once failed: 2, a strategy's use by an id in capital letters stayed when the strategy was
// forgotten; 5, turns of another channel took the places of working memory; 88, what was recorded late never expired.

/// Stories, of them those that the component lives through too, and probes of tenants: a tenth of what
/// `cargo xtask bench records lived` has, which names its own.
const N_STORIES: (&str, u64) = ("STORIES", 1_000);
const N_COMPONENT: (&str, u64) = ("COMPONENT_STORIES", 100);
const N_PROBES: (&str, u64) = ("PROBES", 5_000);
/// Probes of a pair of tenants.
const N_OF_PAIR: u64 = 250;
/// Failures that are told.
const MOST_TOLD: usize = 20;
/// Stories in which a planted fault must be seen.
const N_PLANTED: u64 = 40;

fn number((variable, usual): (&str, u64)) -> u64 {
    std::env::var(variable).map_or(usual, |number| number.parse().unwrap())
}

/// Does a work for each number on all processors; the failures, least first.
fn on_all(n: u64, work: impl Fn(u64) -> Result<(), String> + Sync) -> Vec<(u64, String)> {
    let n_threads = std::thread::available_parallelism().map_or(1, |n| n.get()) as u64;
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for first in 0..n_threads {
            let (work, failures) = (&work, &failures);
            scope.spawn(move || {
                for at in (first..n).step_by(n_threads as usize) {
                    if let Err(why) = work(at) {
                        failures.lock().unwrap().push((at, why));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    failures
}

fn assert_none(failures: &[(u64, String)]) {
    let brief = |(seed, why): &(u64, String)| format!("{seed} {}", why.lines().next().unwrap_or_default());
    if let Some((seed, why)) = failures.first() {
        let others: Vec<String> = failures.iter().take(MOST_TOLD).map(brief).collect();
        panic!("{} seeds fail:\n{}\nthe first is {seed}: {why}", failures.len(), others.join("\n"));
    }
}

#[test]
fn every_story_is_answered_as_its_records_say() {
    let (n, all) = (number(N_STORIES), Mutex::new(Lived::default()));
    let failures = on_all(n, |seed| {
        let lived = life(seed, None, None).map_err(|(why, _)| why)?;
        let mut all = all.lock().unwrap();
        all.n_events += lived.n_events;
        all.n_commits += lived.n_commits;
        all.n_crashes += lived.n_crashes;
        all.n_forgotten += lived.n_forgotten;
        all.n_learnt += lived.n_learnt;
        Ok(())
    });
    assert_none(&failures);
    let all = all.into_inner().unwrap();
    println!("stories {n}: {all:?}");
    // A story in which nothing happens proves nothing.
    let n = n as usize;
    assert!(
        all.n_events > 50 * n && all.n_crashes > 4 * n && all.n_forgotten > 2 * n && all.n_learnt > n / 8,
        "{all:?}"
    );
}

#[test]
fn the_component_writes_the_same_rows_in_every_story() {
    let mut component = Component::load().unwrap();
    for seed in 0..number(N_COMPONENT) {
        life(seed, None, Some(&mut component)).unwrap_or_else(|(why, _)| panic!("seed {seed}: {why}"));
    }
}

#[test]
fn every_planted_fault_is_seen() {
    for planted in PLANTED {
        let (mut n_faults, mut seen) = (0, None);
        for seed in 0..N_PLANTED {
            match life(seed, Some(planted), None) {
                Ok(lived) => n_faults += lived.n_faults,
                Err((why, n)) => {
                    n_faults += n;
                    seen = Some((seed, why));
                    break;
                }
            }
        }
        let Some((seed, why)) = seen else { panic!("{planted:?} is not seen, which happened {n_faults} times") };
        assert!(n_faults > 0, "{planted:?} never happened, and seed {seed} fails: {why}");
        println!(
            "{planted:?}: seen in story {seed} by {}",
            why.lines().next().unwrap_or_default().split(':').next().unwrap_or_default()
        );
    }
}

#[test]
fn nothing_of_a_tenant_is_seen_by_another() {
    let n_probes = number(N_PROBES);
    assert_none(&on_all(n_probes.div_ceil(N_OF_PAIR), |seed| probe(seed, N_OF_PAIR as usize)));
    println!("probes {n_probes}");
}
