//! Runs jobs on several threads and takes their results in order, with a bounded amount of work in flight.
//!
//! Not here: the jobs.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

type Outcome<R> = Result<R, Box<dyn Any + Send>>;

struct State<R> {
    /// The index of the first job that has not begun.
    next: usize,
    /// Finished results that are not yet taken, by index.
    results: BTreeMap<usize, Outcome<R>>,
    /// The total cost of jobs that have begun and are not yet taken.
    in_flight: u64,
    is_stopped: bool,
}

struct Shared<R> {
    state: Mutex<State<R>>,
    /// Notified when a job finishes, a result is taken, or the work stops.
    state_changed: Condvar,
}

impl<R> Shared<R> {
    fn lock(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<R>>) -> MutexGuard<'a, State<R>> {
        self.state_changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stops the workers when it is dropped, even in a panic of the consumer.
struct StopAtEnd<'a, R>(&'a Shared<R>);

impl<R> Drop for StopAtEnd<'_, R> {
    fn drop(&mut self) {
        self.0.lock().is_stopped = true;
        self.0.state_changed.notify_all();
    }
}

/// Runs all jobs on `n_threads` threads, and passes the results to `take` in the order of the jobs, until `take`
/// breaks.
///
/// Jobs begin while the total `cost` in flight is within `max_cost`, but always at least one. Each thread has its own
/// state, created by `begin`. A panic in a job is resumed here.
pub fn in_order<J: Sync, S, R: Send>(
    jobs: &[J],
    n_threads: usize,
    max_cost: u64,
    cost: impl Fn(&J) -> u64 + Sync,
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &J) -> R + Sync,
    mut take: impl FnMut(&J, R) -> ControlFlow<()>,
) {
    let state = State { next: 0, results: BTreeMap::new(), in_flight: 0, is_stopped: false };
    let shared = Shared { state: Mutex::new(state), state_changed: Condvar::new() };
    std::thread::scope(|scope| {
        let _stop = StopAtEnd(&shared);
        for _ in 0..n_threads.min(jobs.len()) {
            scope.spawn(|| {
                let mut own = begin();
                while let Some(index) = claim(&shared, jobs, max_cost, &cost) {
                    let outcome = catch_unwind(AssertUnwindSafe(|| work(&mut own, &jobs[index])));
                    shared.lock().results.insert(index, outcome);
                    shared.state_changed.notify_all();
                }
            });
        }
        for (index, job) in jobs.iter().enumerate() {
            let result = take_result(&shared, index, cost(job)).unwrap_or_else(|panic| resume_unwind(panic));
            if take(job, result).is_break() {
                return;
            }
        }
    });
}

/// Claims the next job and returns its index; `None` if all have begun or the consumer has stopped.
fn claim<J, R>(shared: &Shared<R>, jobs: &[J], max_cost: u64, cost: impl Fn(&J) -> u64) -> Option<usize> {
    let mut state = shared.lock();
    loop {
        let index = state.next;
        let cost = cost(jobs.get(index).filter(|_| !state.is_stopped)?);
        if state.in_flight == 0 || state.in_flight + cost <= max_cost {
            state.next += 1;
            state.in_flight += cost;
            return Some(index);
        }
        state = shared.wait(state);
    }
}

/// Waits for the job at an index and takes its result.
fn take_result<R>(shared: &Shared<R>, index: usize, cost: u64) -> Outcome<R> {
    let mut state = shared.lock();
    loop {
        if let Some(outcome) = state.results.remove(&index) {
            state.in_flight -= cost;
            shared.state_changed.notify_all();
            return outcome;
        }
        state = shared.wait(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(jobs: &[u64], max_cost: u64, stop_after: usize) -> Vec<u64> {
        let mut taken = Vec::new();
        let take = |_: &u64, square| {
            taken.push(square);
            if taken.len() == stop_after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        in_order(jobs, 3, max_cost, |job| *job, || (), |(), job| job * job, take);
        taken
    }

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let jobs: Vec<u64> = (0..1_000).collect();
        let expected: Vec<u64> = jobs.iter().map(|job| job * job).collect();
        assert_eq!(squares(&jobs, 5_000, usize::MAX), expected);
    }

    #[test]
    fn a_job_that_costs_more_than_the_limit_is_still_done() {
        assert_eq!(squares(&[7, 100, 3], 10, usize::MAX), [49, 10_000, 9]);
    }

    #[test]
    fn a_taker_that_leaves_stops_the_work() {
        let jobs: Vec<u64> = (0..10_000).collect();
        assert_eq!(squares(&jobs, 100_000, 2), [0, 1]);
    }

    #[test]
    #[should_panic(expected = "the job failed")]
    fn a_panic_in_a_job_is_resumed() {
        in_order(&[1, 2], 2, 10, |_| 1, || (), |(), _| panic!("the job failed"), |_, ()| ControlFlow::Continue(()));
    }
}
