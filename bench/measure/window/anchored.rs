//! Compares a window's estimates with the counts of providers: the error of a request's estimated total after the count
//! of an earlier request was reported, and the growth of counts relative to that of estimates. A window uses the growth
//! to decide whether it believes a count.

use scrubjay_core::window::{Policy, Settings, Window};

use super::ours::{items, prune, prune_anyway};
use super::trace::{Kind, Segment};

/// Prints the median and the 95th percentile of the error, over the counted requests that follow another counted
/// request of their segment.
pub(super) fn print(segments: &[Segment]) {
    let mut errors: Vec<f64> = segments.iter().flat_map(errors_of).collect();
    errors.sort_by(f64::total_cmp);
    let at = |share: f64| errors.get((errors.len() as f64 * share) as usize).copied().unwrap_or(f64::NAN);
    println!(
        "\n{} requests whose predecessor was reported: the estimated total is {:.2} % off in the median, and at most {:.1} % in 95 of 100.",
        errors.len(),
        at(0.5),
        at(0.95)
    );
}

fn errors_of(segment: &Segment) -> Vec<f64> {
    let settings = Settings { policy: Policy::Unbounded, max_tokens: 100_000_000, ..Settings::default() };
    let mut window = Window::new(settings).expect("the settings are sound");
    let (mut n_pushed, mut is_reported) = (0, false);
    let mut errors = Vec::new();
    for end in &segment.ends {
        let mut new_items = items(segment, n_pushed..*end);
        // The window's own estimate is measured.
        new_items.iter_mut().for_each(|item| item.tokens = None);
        window.push(new_items).expect("a recorded session is sound");
        n_pushed = *end;
        prune(&mut window, 0);
        let is_of_model = |kind| matches!(kind, Kind::Text | Kind::Think | Kind::Call);
        let response = segment.parts[*end..].iter().find(|part| is_of_model(part.kind));
        let counted_tokens = response.map_or(0, |part| part.provider_tokens);
        if counted_tokens == 0 {
            continue;
        }
        if is_reported {
            errors.push(100.0 * (window.status().tokens as f64 / counted_tokens as f64 - 1.0).abs());
        }
        window.report_usage(counted_tokens);
        is_reported = true;
    }
    errors
}

/// The least growth of a conversation, in tokens, for a comparison of count and estimate: enough for errors of single
/// parts to cancel out.
const MIN_GROWN: u64 = 2_000;

/// Prints the counted growth of sessions as a share of the estimated one, and how many counts a window with the default
/// budget does not believe.
pub(super) fn print_growth(segments: &[Segment]) {
    let (mut n_counted, mut n_not_believed, mut shares) = (0, 0, Vec::new());
    for segment in segments {
        let growth = growth_of(segment);
        n_counted += growth.n_counted;
        n_not_believed += growth.n_not_believed;
        shares.extend(growth.shares);
    }
    shares.sort_by(f64::total_cmp);
    let at = |share: f64| shares.get((shares.len() as f64 * share) as usize).copied().unwrap_or(f64::NAN);
    println!(
        "{} requests: what a conversation grew by is counted at {:.2} times the estimate in the median; between {:.2} and {:.2} in 98 of 100, \
         and between {:.2} and {:.2} in all.",
        shares.len(),
        at(0.5),
        at(0.01),
        at(0.99),
        at(0.0),
        shares.last().copied().unwrap_or(f64::NAN)
    );
    println!("\nOf {n_counted} counts {n_not_believed} are not believed by a window of the default budget.");
}

/// The growth of counts in a segment.
#[derive(Default)]
struct Growth {
    n_counted: usize,
    n_not_believed: usize,
    shares: Vec<f64>,
}

fn growth_of(segment: &Segment) -> Growth {
    let settings = Settings { policy: Policy::Unbounded, ..Settings::default() };
    let mut window = Window::new(settings).expect("the settings are sound");
    let (mut n_pushed, mut first_totals) = (0, None);
    let mut growth = Growth::default();
    for end in &segment.ends {
        let mut new_items = items(segment, n_pushed..*end);
        new_items.iter_mut().for_each(|item| item.tokens = None);
        window.push(new_items).expect("a recorded session is sound");
        n_pushed = *end;
        let is_of_model = |kind| matches!(kind, Kind::Text | Kind::Think | Kind::Call);
        let counted_tokens =
            segment.parts[*end..].iter().find(|part| is_of_model(part.kind)).map_or(0, |part| part.provider_tokens);
        if counted_tokens == 0 {
            continue;
        }
        // `estimated` is the window's own: before the first report, or after its estimate was reported as the count.
        let estimated = prune_anyway(&mut window).tokens_after;
        window.report_usage(counted_tokens);
        growth.n_counted += 1;
        growth.n_not_believed += usize::from(window.status().not_believed.is_some());
        window.report_usage(estimated);
        let (estimated_first, counted_first) = *first_totals.get_or_insert((estimated, counted_tokens));
        if estimated >= estimated_first + MIN_GROWN {
            let grown = counted_tokens.saturating_sub(counted_first);
            growth.shares.push(grown as f64 / (estimated - estimated_first) as f64);
        }
    }
    growth
}
