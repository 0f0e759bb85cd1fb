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
    let mut all = Lived::default();
    for seed in (0..n_lives).chain([THOUGHT_TWICE]).chain(TURNS_JOINED) {
        let lived = life(format, seed).unwrap_or_else(|why| panic!("{format:?}, seed {seed}: {why}"));
        all.n_requests += lived.n_requests;
        all.n_prunes += lived.n_prunes;
        all.n_pruned += lived.n_pruned;
        all.n_floors += lived.n_floors;
        all.n_gone += lived.n_gone;
    }
    println!("{format:?}, lives {n_lives}: {all:?}");
    // A life in which nothing is pruned proves nothing.
    let is_lived =
        all.n_prunes as u64 > n_lives / 2 && all.n_pruned > all.n_prunes && all.n_floors > 0 && all.n_gone > 0;
    assert!(is_lived, "{format:?}: {all:?}");
}
