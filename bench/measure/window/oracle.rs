//! The reverse greedy oracle, which knows all later demands. It starts with every prunable part removed, and restores
//! the part that serves most unserved demands for its size, one after the other.

use super::demand::Demands;
use super::replay::{REFERENCE_STUB_TOKENS, State};
use super::trace::Kind;

/// All candidates in the order in which they are removed: first those that were never restored, then the others, the
/// last restored one first.
pub(super) fn order(state: &State<'_>, demands: &Demands, step: usize, need: i64) -> Vec<usize> {
    let n_before = state.segment.ends[step];
    let parts = &state.segment.parts;
    let is_candidate = |at: usize| {
        let part = &parts[at];
        let is_of_kind = matches!(part.kind, Kind::Result | Kind::Call | Kind::Think);
        is_of_kind && state.is_live[at] && part.tokens > REFERENCE_STUB_TOKENS * 3 && part.step + 1 < step
    };
    let candidates: Vec<usize> = (0..n_before).filter(|at| is_candidate(*at)).collect();
    let mut is_taken = vec![false; n_before];
    let mut room =
        -need + candidates.iter().map(|at| i64::from(parts[*at].tokens - REFERENCE_STUB_TOKENS)).sum::<i64>();
    // Demands that only candidates serve. The demands of a step together weigh 1, because a step misses once.
    let mut open_demands: Vec<(f64, Vec<usize>)> = Vec::new();
    for step_demands in &demands.by_step[step..] {
        let served = |at: &usize| *at >= n_before || state.is_live[*at] && !is_candidate(*at);
        let open_of_step: Vec<_> = step_demands.iter().filter(|demand| !demand.support.iter().any(served)).collect();
        for demand in &open_of_step {
            let holders = demand.support.iter().copied().filter(|at| is_candidate(*at)).collect();
            open_demands.push((1.0 / open_of_step.len() as f64, holders));
        }
    }
    let mut gains = vec![0.0; n_before];
    let mut serves = vec![Vec::new(); n_before];
    for (number, (weight, holders)) in open_demands.iter().enumerate() {
        for at in holders {
            gains[*at] += weight;
            serves[*at].push(number);
        }
    }
    let mut is_served = vec![false; open_demands.len()];
    let mut kept_parts = Vec::new();
    loop {
        let is_affordable = |at: &&usize| {
            !is_taken[**at] && gains[**at] > 1e-9 && i64::from(parts[**at].tokens - REFERENCE_STUB_TOKENS) <= room
        };
        let density = |at: usize| gains[at] / f64::from(parts[at].tokens - REFERENCE_STUB_TOKENS);
        let best = candidates.iter().filter(is_affordable).max_by(|a, b| density(**a).total_cmp(&density(**b)));
        let Some(best) = best.copied() else { break };
        is_taken[best] = true;
        room -= i64::from(parts[best].tokens - REFERENCE_STUB_TOKENS);
        kept_parts.push(best);
        for number in &serves[best] {
            if !std::mem::replace(&mut is_served[*number], true) {
                let (weight, holders) = &open_demands[*number];
                holders.iter().for_each(|at| gains[*at] -= weight);
            }
        }
    }
    // The largest of the others leave first, so that few leave.
    let mut order: Vec<usize> = candidates.into_iter().filter(|at| !is_taken[*at]).collect();
    order.sort_by_key(|at| std::cmp::Reverse(parts[*at].tokens));
    order.extend(kept_parts.into_iter().rev());
    order
}
