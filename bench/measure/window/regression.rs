//! Constants by which counts of things add up to a cost, fitted by least absolute error relative to the cost.

/// What a step has of each class of characters, its calls, and itself once.
pub(super) type Counts = [f64; N];
const N: usize = 7;

/// Rounds of least squares, each weighted by the errors of the one before: the sum of absolute errors has then settled.
const ROUNDS: usize = 200;
/// A smaller relative error weighs no more than this one: the weight of none would be infinite.
const SMALLEST: f64 = 1e-4;

/// The constants for steps and their costs.
pub(super) fn fit(steps: &[(Counts, f64)]) -> Counts {
    let mut constants = [0.0; N];
    for _ in 0..ROUNDS {
        let mut equations = [[0.0; N + 1]; N];
        for (counts, cost) in steps {
            let error = (estimate(&constants, counts) / cost - 1.0).abs();
            let weight = 1.0 / (cost * cost * error.max(SMALLEST));
            for (equation, count) in equations.iter_mut().zip(counts) {
                let terms = counts.iter().chain([cost]);
                equation.iter_mut().zip(terms).for_each(|(sum, term)| *sum += weight * count * term);
            }
        }
        constants = solve(equations);
    }
    constants
}

pub(super) fn estimate(constants: &Counts, counts: &Counts) -> f64 {
    constants.iter().zip(counts).map(|(constant, count)| constant * count).sum()
}

/// Gauss-Jordan without a choice of pivots: the equations of a least squares fit need none.
fn solve(mut equations: [[f64; N + 1]; N]) -> Counts {
    for at in 0..N {
        let pivot = equations[at].map(|value| value / equations[at][at]);
        for (row, equation) in equations.iter_mut().enumerate() {
            let factor = if row == at { 0.0 } else { equation[at] };
            equation.iter_mut().zip(pivot).for_each(|(value, of_pivot)| *value -= factor * of_pivot);
        }
        equations[at] = pivot;
    }
    equations.map(|equation| equation[N])
}
