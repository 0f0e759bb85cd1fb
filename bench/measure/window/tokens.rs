//! The error of the estimated tokens of a step, compared with a provider's count.
//!
//! Each line of the file is a step: `src`, `delta` (the true tokens), `len`, and characters by class: `w` letters, `d`
//! digits, `pu` punctuation and tabs, `nl` line ends; the rest is blank. `tools` are its calls. Constants are fitted to the
//! first half of each source's steps, in the order of the file; the second half is only scored. The file names no sessions,
//! but each session's steps are contiguous, so at most one session of each source is in both halves.

use std::collections::BTreeMap;
use std::path::Path;

use scrubjay_core::window::{ItemKind, NewItem, Settings, Window};
use serde_json::Value;

use super::regression::{Counts, estimate, fit};
use crate::Outcome;

/// A step: its source, the provider's tokens, and estimates of them.
struct Step {
    source: String,
    provider_tokens: f64,
    estimated: f64,
    /// The tokens by an older estimate: 0.373 for each character.
    characters: f64,
    /// The numbers of letters, digits, marks, line ends, blanks and calls, and 1 for the constant term.
    counts: Counts,
}

pub(super) fn measure(file: &Path) -> Outcome {
    let text = std::fs::read_to_string(file)?;
    let steps: Vec<Step> = text.lines().map(step).collect::<Result<_, Box<dyn std::error::Error>>>()?;
    let mut by_source: BTreeMap<&str, Vec<&Step>> = BTreeMap::new();
    for step in &steps {
        by_source.entry(&step.source).or_default().push(step);
    }
    let middle = |steps: &[&Step]| steps.len().div_ceil(2);
    let first_halves: Vec<_> = by_source.iter().map(|(source, steps)| (*source, &steps[..middle(steps)])).collect();
    let second_halves: Vec<_> = by_source.iter().map(|(source, steps)| (*source, &steps[middle(steps)..])).collect();
    let refitted = fitted(&first_halves);
    println!(
        "\n| steps | median error of a step: the window's estimate | fitted anew | 0.373 a character | all steps together |"
    );
    println!("|---|---|---|---|---|");
    print("fitted half", &first_halves, &refitted);
    print("half not fitted", &second_halves, &refitted);
    println!();
    for (source, steps) in &by_source {
        let other_sources: Vec<_> = by_source.iter().filter(|(other, _)| *other != source).collect();
        let other_sources: Vec<_> = other_sources.iter().map(|(other, steps)| (**other, steps.as_slice())).collect();
        let constants = fitted(&other_sources);
        let error = error(steps, |step| estimate(&constants, &step.counts));
        println!(
            "Fitted anew on all steps but those of {source}, the constants are {error:.1} % off on these, in the median."
        );
    }
    println!("\nOnce a request was counted, only what came after it is estimated.");
    Ok(())
}

fn fitted(by_source: &[(&str, &[&Step])]) -> Counts {
    let steps = by_source.iter().flat_map(|(_, steps)| steps.iter());
    fit(&steps.map(|step| (step.counts, step.provider_tokens)).collect::<Vec<_>>())
}

/// Prints a row for the steps of each source, and one for all of them.
fn print(half: &str, by_source: &[(&str, &[&Step])], refitted: &Counts) {
    let all_steps: Vec<&Step> = by_source.iter().flat_map(|(_, steps)| steps.iter().copied()).collect();
    for (source, steps) in by_source.iter().copied().chain([("all", all_steps.as_slice())]) {
        let (estimated, counted) = (sum(steps, |step| step.estimated), sum(steps, |step| step.provider_tokens));
        println!(
            "| {half}, {source}: {} | {:.1} % | {:.1} % | {:.1} % | {:+.1} % |",
            steps.len(),
            error(steps, |step| step.estimated),
            error(steps, |step| estimate(refitted, &step.counts)),
            error(steps, |step| step.characters),
            100.0 * (estimated / counted - 1.0)
        );
    }
}

fn sum(steps: &[&Step], value_of: impl Fn(&Step) -> f64) -> f64 {
    steps.iter().map(|step| value_of(step)).sum()
}

fn error(steps: &[&Step], value_of: impl Fn(&Step) -> f64) -> f64 {
    let mut errors: Vec<f64> =
        steps.iter().map(|step| 100.0 * (value_of(step) / step.provider_tokens - 1.0).abs()).collect();
    errors.sort_by(f64::total_cmp);
    errors.get(errors.len() / 2).copied().unwrap_or(f64::NAN)
}

fn step(line: &str) -> Result<Step, Box<dyn std::error::Error>> {
    let step: Value = serde_json::from_str(line)?;
    let number = |name: &str| step[name].as_u64().unwrap_or(0) as usize;
    let (letters, digits, marks, line_ends) = (number("w"), number("d"), number("pu"), number("nl"));
    let blanks = number("len").saturating_sub(letters + digits + marks + line_ends);
    // A text with as many characters of each class, since the estimate depends on nothing else.
    let classes = [("a", letters), ("1", digits), (".", marks), ("\n", line_ends), (" ", blanks)];
    let text: String = classes.iter().map(|(character, n)| character.repeat(*n)).collect();
    let n_calls = step["tools"].as_array().map_or(0, Vec::len);
    Ok(Step {
        source: step["src"].as_str().unwrap_or_default().to_owned(),
        provider_tokens: number("delta") as f64,
        estimated: estimated(text, n_calls) as f64,
        characters: number("len") as f64 * 0.373,
        counts: [letters, digits, marks, line_ends, blanks, n_calls, 1].map(|n| n as f64),
    })
}

/// The tokens that a window estimates for a response with this many calls, the first of which contains all of the
/// step's text.
fn estimated(text: String, n_calls: usize) -> u64 {
    let mut window = Window::new(Settings::default()).expect("the settings are sound");
    let call = |at: usize| NewItem {
        call_id: at.to_string(),
        ..NewItem::new(
            if n_calls == 0 { ItemKind::Assistant } else { ItemKind::Call },
            at as u32,
            if at == 0 { text.as_str() } else { "" },
        )
    };
    window.push((0..n_calls.max(1)).map(call).collect()).expect("calls are sound");
    window.status().tokens_unpruned
}
