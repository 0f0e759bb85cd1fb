//! An order of functions in which each follows those that it shares most bytes with.
//!
//! gzip finds repetitions within the last 32 KiB, but a compiler writes similar code in distant places: a generic
//! function for each of its types, and the same steps around each call. Equal functions give the same order.

use std::collections::VecDeque;

/// The length of byte runs that are compared: shorter runs are everywhere, and longer ones are rarely shared.
const RUN_LENGTH: usize = 6;
/// The most functions that may share a run; a more common run does not distinguish functions.
const MAX_HOLDERS: usize = 200;
/// The bytes of preceding functions that the next one is compared with: most of gzip's window.
const WINDOW: usize = 30_000;

/// The order: for each position, the index of its function. Of the functions that are left, always the one comes next
/// that [`Window::prefers`] over the others.
pub fn order_by_similarity(bodies: &[&[u8]]) -> Vec<usize> {
    let shared_runs = SharedRuns::of(bodies);
    let mut window = Window::over(&shared_runs, bodies);
    let mut functions_left: Vec<usize> = (0..bodies.len()).collect();
    let mut order = Vec::with_capacity(bodies.len());
    while !functions_left.is_empty() {
        let best = (0..functions_left.len()).reduce(|best, other| {
            if window.prefers(functions_left[other], functions_left[best]) { other } else { best }
        });
        let function = functions_left.remove(best.unwrap_or(0));
        window.move_on(function);
        order.push(function);
    }
    order
}

/// The byte runs that several functions share.
struct SharedRuns {
    /// For each shared run, its functions.
    holders: Vec<Vec<usize>>,
    /// For each function, its shared runs.
    runs_of_function: Vec<Vec<usize>>,
}

impl SharedRuns {
    fn of(bodies: &[&[u8]]) -> SharedRuns {
        let mut runs: Vec<(&[u8], usize)> = Vec::new();
        for (function, body) in bodies.iter().enumerate() {
            runs.extend(body.windows(RUN_LENGTH).map(|run| (run, function)));
        }
        runs.sort_unstable();
        runs.dedup();
        let mut shared_runs = SharedRuns { holders: Vec::new(), runs_of_function: vec![Vec::new(); bodies.len()] };
        for same_run in runs.chunk_by(|one, next| one.0 == next.0) {
            if (2..=MAX_HOLDERS).contains(&same_run.len()) {
                same_run
                    .iter()
                    .for_each(|&(_, function)| shared_runs.runs_of_function[function].push(shared_runs.holders.len()));
                shared_runs.holders.push(same_run.iter().map(|&(_, function)| function).collect());
            }
        }
        shared_runs
    }
}

/// The last functions of the order so far, and how many runs each function shares with them.
struct Window<'a> {
    shared_runs: &'a SharedRuns,
    bodies: &'a [&'a [u8]],
    functions: VecDeque<usize>,
    n_bytes: usize,
    /// For each run, the number of functions in the window that have it.
    n_held: Vec<usize>,
    /// For each function, the number of its runs in the window.
    n_shared: Vec<usize>,
}

impl<'a> Window<'a> {
    fn over(shared_runs: &'a SharedRuns, bodies: &'a [&'a [u8]]) -> Window<'a> {
        let (n_held, n_shared) = (vec![0; shared_runs.holders.len()], vec![0; bodies.len()]);
        Window { shared_runs, bodies, functions: VecDeque::new(), n_bytes: 0, n_held, n_shared }
    }

    /// Whether one function fits better here than another: by the shared runs divided by the square root of its length.
    /// A plain ratio would prefer short functions, and a plain count long ones.
    fn prefers(&self, one: usize, other: usize) -> bool {
        let worth = |function: usize, against: usize| {
            let n_shared = self.n_shared[function] as u128;
            n_shared * n_shared * (self.bodies[against].len() as u128 + 1)
        };
        worth(one, other) > worth(other, one)
    }

    /// Adds the next function to the window, and removes those that are now too far back.
    fn move_on(&mut self, function: usize) {
        self.functions.push_back(function);
        self.n_bytes += self.bodies[function].len();
        for &run in &self.shared_runs.runs_of_function[function] {
            self.n_held[run] += 1;
            if self.n_held[run] == 1 {
                self.shared_runs.holders[run].iter().for_each(|&holder| self.n_shared[holder] += 1);
            }
        }
        while self.n_bytes > WINDOW && self.functions.len() > 1 {
            let Some(removed_function) = self.functions.pop_front() else { return };
            self.n_bytes -= self.bodies[removed_function].len();
            for &run in &self.shared_runs.runs_of_function[removed_function] {
                self.n_held[run] -= 1;
                if self.n_held[run] == 0 {
                    self.shared_runs.holders[run].iter().for_each(|&holder| self.n_shared[holder] -= 1);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alike_stands_together_and_everything_stands_once() {
        let [red, green, blue] = [b"the one that is red", b"some other is green", b"and a third is blue"];
        let bodies: Vec<Vec<u8>> = (0..9)
            .map(|place: u8| [[red, green, blue][usize::from(place % 3)].as_slice(), &[place]].concat())
            .collect();
        let bodies: Vec<&[u8]> = bodies.iter().map(Vec::as_slice).collect();
        assert_eq!(order_by_similarity(&bodies), [0, 3, 6, 1, 4, 7, 2, 5, 8]);
        assert_eq!(order_by_similarity(&[]), [0; 0]);
    }
}
