//! Scores of answers, and their confidence intervals.

use std::collections::BTreeSet;
use std::time::Duration;

use super::draw::Draw;
use super::recaller::Answer;
use super::set::Query;

/// The number of bootstrap samples, and the seed by which they are drawn.
const N_SAMPLES: usize = 1_000;
const SEED: u64 = 7;
/// The share of answerable questions whose answers the bound rejects.
const CUT: f64 = 0.1;

/// The scores of one list of results.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ListScores {
    pub(super) hit1: f64,
    /// The reciprocal rank of the first right result; 0 if none is listed.
    pub(super) reciprocal: f64,
    pub(super) any3: f64,
    pub(super) any5: f64,
    /// The share of right results that are among the first ten.
    pub(super) recall10: f64,
}

impl ListScores {
    pub(super) fn of(ids: &[String], gold: &BTreeSet<&str>) -> ListScores {
        let first_right_at = ids.iter().position(|id| gold.contains(id.as_str()));
        let within = |n: usize| f64::from(u8::from(first_right_at.is_some_and(|at| at < n)));
        let found_gold: BTreeSet<&str> =
            ids.iter().take(10).map(String::as_str).filter(|id| gold.contains(id)).collect();
        ListScores {
            hit1: within(1),
            reciprocal: first_right_at.map_or(0.0, |at| 1.0 / (at + 1) as f64),
            any3: within(3),
            any5: within(5),
            recall10: found_gold.len() as f64 / gold.len().max(1) as f64,
        }
    }
}

/// The scores of one question.
#[derive(Clone, Debug)]
pub(super) struct QuestionScores {
    pub(super) cat: u32,
    /// Whether some text or session is a right answer.
    pub(super) has_answer: bool,
    /// `None` if the right results are sessions.
    pub(super) texts: Option<ListScores>,
    /// `None` if the set has no sessions.
    pub(super) sessions: Option<ListScores>,
    /// The fit of the best text, and the fit after all right texts were removed.
    pub(super) fit: f64,
    pub(super) fit_without: f64,
    /// 1 if there are results, else 0; and the same after all right texts were removed.
    pub(super) is_given: f64,
    pub(super) is_given_without: f64,
    pub(super) took: Duration,
}

impl QuestionScores {
    /// The scores from the answer, and from the answer after the right texts were removed.
    pub(super) fn of(
        query: &Query,
        listings: (Option<ListScores>, Option<ListScores>),
        answer: &Answer,
        answer_without: &Answer,
    ) -> QuestionScores {
        let answer_rate = |answer: &Answer| f64::from(u8::from(!answer.ids.is_empty()));
        QuestionScores {
            cat: query.cat,
            has_answer: !query.gold.is_empty(),
            texts: listings.0,
            sessions: listings.1,
            fit: answer.fit,
            fit_without: answer_without.fit,
            is_given: answer_rate(answer),
            is_given_without: answer_rate(answer_without),
            took: answer.took,
        }
    }
}

/// The mean over questions in percent, with the bootstrap interval of 95 %.
pub(super) fn percent(scored: &[&QuestionScores], value_of: impl Fn(&QuestionScores) -> f64) -> String {
    with_interval(scored, |sample| sample.iter().map(|one| value_of(one)).sum::<f64>() / sample.len() as f64)
}

/// The share of questions whose best text, after all right ones were removed, still fits at least as well as the bound.
/// The bound rejects the tenth of answerable questions that fit worst.
pub(super) fn false_answers(scored: &[&QuestionScores]) -> String {
    with_interval(scored, |sample| {
        let mut fits: Vec<f64> = sample.iter().map(|one| one.fit).collect();
        fits.sort_by(f64::total_cmp);
        let bound = fits[(fits.len() as f64 * CUT) as usize];
        sample.iter().filter(|one| one.fit_without >= bound).count() as f64 / sample.len() as f64
    })
}

fn with_interval(scored: &[&QuestionScores], statistic: impl Fn(&[&QuestionScores]) -> f64) -> String {
    if scored.is_empty() {
        return String::new();
    }
    let mut draw = Draw::new(SEED);
    let mut samples: Vec<f64> = (0..N_SAMPLES)
        .map(|_| statistic(&(0..scored.len()).map(|_| scored[draw.number_below(scored.len())]).collect::<Vec<_>>()))
        .collect();
    samples.sort_by(f64::total_cmp);
    let (lower, upper) = (100.0 * samples[N_SAMPLES / 40], 100.0 * samples[N_SAMPLES - 1 - N_SAMPLES / 40]);
    format!("{:.1} [{lower:.0}, {upper:.0}]", 100.0 * statistic(scored))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(fit: f64, fit_without: f64) -> QuestionScores {
        QuestionScores::of(
            &Query::default(),
            (None, None),
            &Answer { fit, ..Answer::default() },
            &Answer { fit: fit_without, ..Answer::default() },
        )
    }

    #[test]
    fn a_listing_counts_from_the_first_right_one() {
        let ids = ["a", "b", "c", "d"].map(str::to_owned);
        let listing = ListScores::of(&ids, &BTreeSet::from(["d", "b", "z", "y"]));
        assert_eq!(listing, ListScores { hit1: 0.0, reciprocal: 0.5, any3: 1.0, any5: 1.0, recall10: 0.5 });
        assert_eq!(ListScores::of(&ids, &BTreeSet::from(["z"])), ListScores::default());
    }

    #[test]
    fn the_bound_of_false_answers_loses_one_answerable_question_of_ten() {
        // Bounds at 2, below which only the first fits: half of what is asked without an answer is at or above it.
        let scores: Vec<QuestionScores> =
            (1..=10).map(|n| scored(f64::from(n), if n % 2 == 0 { 2.0 } else { 1.5 })).collect();
        assert!(false_answers(&scores.iter().collect::<Vec<_>>()).starts_with("50.0 ["));
    }

    #[test]
    fn where_all_agree_the_interval_is_a_point() {
        let scores = vec![scored(1.0, 0.0); 5];
        assert_eq!(percent(&scores.iter().collect::<Vec<_>>(), |one| one.fit), "100.0 [100, 100]");
    }
}
