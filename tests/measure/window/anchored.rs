//! How far the total of a request is from what its provider counted, once the request before it was reported.

use scrubjay_core::window::{Policy, Settings, Window};

use super::ours::{items, prune};
use super::trace::{Kind, Segment};

/// Prints the median error of all requests of recorded sessions, and the one that 95 of 100 are within.
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
        let mut new = items(segment, n_pushed..*end);
        // The window's own estimate is what is measured.
        new.iter_mut().for_each(|item| item.tokens = None);
        window.push(new).expect("a recorded session is sound");
        n_pushed = *end;
        prune(&mut window, 0);
        let is_of_model = |kind| matches!(kind, Kind::Text | Kind::Think | Kind::Call);
        let response = segment.parts[*end..].iter().find(|part| is_of_model(part.kind));
        let counted = response.map_or(0, |part| part.counted);
        if counted == 0 {
            continue;
        }
        if is_reported {
            errors.push(100.0 * (window.status().tokens as f64 / counted as f64 - 1.0).abs());
        }
        window.report_usage(counted);
        is_reported = true;
    }
    errors
}
