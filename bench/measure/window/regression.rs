//! Fits the constants of a linear estimate of costs, with the least absolute error relative to the cost.

/// The counts of a step: five classes of characters, calls, and 1 for the constant term.
pub(super) type Counts = [f64; N];
const N: usize = 7;

/// The number of weighted least-squares rounds, each with weights from the errors of the one before; the sum of
/// absolute errors no longer changes after them.
const ROUNDS: usize = 200;
/// The least relative error that is used as a weight, because an error of zero would weigh infinitely.
const SMALLEST: f64 = 1e-4;

/// The constants for these steps, each with its counts and cost.
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

/// Solves the equations by Gauss-Jordan elimination without pivoting, which least-squares equations do not need.
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
