//! What a window promises holds in every conversation: random ones of each format, lived through message by message.
//!
//! Every conversation follows from its seed, by which a failure can be repeated.

use conformance::window::life::{Lived, life};
use conformance::window::{FORMATS, MessageFormat};

/// The number of conversations of each format. The variable `LIVES` sets another number; `cargo xtask nightly` sets
/// 20,000.
const N_LIVES: u64 = 500;
/// A regression: of two equal thoughts the first was pushed as its stub, and the second was taken for the first.
const THOUGHT_TWICE: u64 = 11_642;
/// A regression: the message that begins the current turn left into a recap, and the turn continued one without thoughts.
const TURNS_JOINED: [u64; 2] = [2_620, 3_951];

#[test]
fn a_window_keeps_its_promises_in_any_conversation() {
    std::thread::scope(|scope| FORMATS.iter().for_each(|format| _ = scope.spawn(|| live(*format))));
}

fn live(format: MessageFormat) {
    let n_lives = std::env::var("LIVES").map_or(N_LIVES, |n| n.parse().unwrap());
    let mut totals = Lived::default();
    for seed in (0..n_lives).chain([THOUGHT_TWICE]).chain(TURNS_JOINED) {
        let counts = life(format, seed).unwrap_or_else(|why| panic!("{format:?}, seed {seed}: {why}"));
        totals.n_requests += counts.n_requests;
        totals.n_prunes += counts.n_prunes;
        totals.n_pruned += counts.n_pruned;
        totals.n_floors += counts.n_floors;
        totals.n_gone += counts.n_gone;
    }
    println!("{format:?}, lives {n_lives}: {totals:?}");
    // A life in which nothing is pruned proves nothing.
    let has_happened = totals.n_prunes as u64 > n_lives / 2
        && totals.n_pruned > totals.n_prunes
        && totals.n_floors > 0
        && totals.n_gone > 0;
    assert!(has_happened, "{format:?}: {totals:?}");
}
