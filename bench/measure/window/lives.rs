//! Plays whole conversations in a window, with all invariants checked: generated ones of any length, and recorded ones in
//! every format. A violation ends the run with the format and the seed.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use conformance::window::FORMATS;
use conformance::window::life::{Lived, life, recorded_life};
use conformance::window::recorded::{Heard, turns};

use super::N_THREADS;
use super::trace::{Kind, Part, Segment};
use crate::Outcome;

/// The budgets for recorded conversations.
const BUDGETS: [u32; 2] = [30_000, 60_000];
/// The greatest number of parts of a conversation, since each prune is checked as a whole.
const MAX_PARTS: usize = 3_000;

/// Plays the conversations of `n` seeds in each format.
pub(super) fn run_generated(n: u64) -> Outcome {
    let totals = play_all(n * FORMATS.len() as u64, &|number| {
        let (format, seed) = (FORMATS[(number % FORMATS.len() as u64) as usize], number / FORMATS.len() as u64);
        life(format, seed).map_err(|why| format!("{format:?}, seed {seed}: {why}"))
    })?;
    print("generated", n * FORMATS.len() as u64, totals);
    Ok(())
}

/// Plays recorded conversations in each format.
pub(super) fn run_recorded(segments: &[Segment]) -> Outcome {
    let recorded: Vec<_> =
        segments.iter().map(|segment| turns(segment.parts.iter().take(MAX_PARTS).filter_map(heard_part))).collect();
    let n = recorded.len() * FORMATS.len() * BUDGETS.len();
    let totals = play_all(n as u64, &|number| {
        let (life_number, budget) = (number as usize / BUDGETS.len(), BUDGETS[number as usize % BUDGETS.len()]);
        let (at, format) = (life_number / FORMATS.len(), FORMATS[life_number % FORMATS.len()]);
        recorded_life(format, &recorded[at], budget).map_err(|why| format!("{format:?}, session {at}, {budget}: {why}"))
    })?;
    print("recorded", n as u64, totals);
    Ok(())
}

fn play_all(n: u64, play: &(dyn Fn(u64) -> Result<Lived, String> + Sync)) -> Result<Lived, Box<dyn std::error::Error>> {
    let (next_number, finished) = (AtomicU64::new(0), Mutex::new(Ok(Lived::default())));
    std::thread::scope(|scope| {
        for _ in 0..N_THREADS {
            scope.spawn(|| {
                loop {
                    let number = next_number.fetch_add(1, Ordering::Relaxed);
                    if number >= n {
                        return;
                    }
                    let lived = play(number);
                    let Ok(mut totals) = finished.lock() else { return };
                    match (&mut *totals, lived) {
                        (Ok(totals), Ok(lived)) => {
                            totals.n_requests += lived.n_requests;
                            totals.n_prunes += lived.n_prunes;
                            totals.n_pruned += lived.n_pruned;
                            totals.n_floors += lived.n_floors;
                            totals.n_gone += lived.n_gone;
                        }
                        (_, Err(why)) => {
                            *totals = Err(why);
                            next_number.store(n, Ordering::Relaxed);
                        }
                        (Err(_), _) => return,
                    }
                }
            });
        }
    });
    finished.into_inner().map_err(|_| "a life panicked")?.map_err(Into::into)
}

fn heard_part(part: &Part) -> Option<Heard> {
    let (text, response) = (part.text.clone(), part.response);
    Some(match part.kind {
        Kind::User | Kind::Compact => Heard::User(text),
        Kind::Text => Heard::Said { response, text },
        Kind::Think => Heard::Thought { response, text },
        Kind::Call => {
            Heard::Called { response, id: part.id.clone(), tool: part.tool.clone(), input: part.input.clone().into() }
        }
        Kind::Result => Heard::Answered { id: part.id.clone(), text, is_error: part.is_error },
        Kind::Meta => return None,
    })
}

fn print(what: &str, n: u64, Lived { n_requests, n_prunes, n_pruned, n_floors, n_gone }: Lived) {
    println!(
        "{n} {what} conversations: {n_requests} requests, {n_prunes} prunes of {n_pruned} parts, each valid and each part restored; {n_gone} messages left whole; {n_floors} floors above the budget"
    );
}
