//! Formats lists of steps; more than three consecutive steps in one file share a line.
//!
//! A class that a test file calls eleven times takes one line, so that callers in other files are visible too. The
//! order of the answer is kept. For an agent a shared line names every step, because the agent gets only the text. Not
//! here: JSON, which always has every step.

use alloc::borrow::ToOwned as _;
use alloc::string::{String, ToString as _};

use crate::bindings::exports::scrubjay::memory::graph::{EdgeKind, Step, Symbol};
use crate::bindings::exports::scrubjay::memory::tools::LinePart;
use crate::tools::asker::Asker;
use crate::tools::output::ToolOutput;
use crate::tools::styled::Styled;
use crate::tools::text::{indentation, shortest_name, spoken_name, step_line, via_symbol};
use crate::tools::word::Word as _;

/// The most consecutive steps in one file that get a line each.
const MAX_APART: usize = 3;
/// The most steps that a shared line names for a person.
const MAX_NAMED: usize = 8;

/// Whether the steps of a list belong to one meaning of a name or to several.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::tools) enum MeaningCount {
    /// The one meaning of a name.
    One,
    /// Several meanings: each step names its own.
    Several,
}

impl MeaningCount {
    /// `Several` if the page lists meanings, which it does only if the name has more than one.
    pub(in crate::tools) fn of(meanings: &[Symbol]) -> MeaningCount {
        if meanings.is_empty() { MeaningCount::One } else { MeaningCount::Several }
    }

    /// The text behind a step: the meaning that it belongs to, if the name has several and the step is at depth 1; else
    /// what [`via_symbol`] gives.
    fn via(self, step: &Step) -> String {
        if self == MeaningCount::Several && step.depth == 1 { format!(", via {}", step.via) } else { via_symbol(step) }
    }
}

/// The lines of a list for this asker. With `is_flat` each step has a line of its own.
pub(in crate::tools) fn step_lines(
    steps: &[Step],
    is_flat: bool,
    meaning_count: MeaningCount,
    asker: Asker<'_>,
) -> Styled {
    let mut text = Styled::default();
    let max_named = if asker.is_agent() { usize::MAX } else { MAX_NAMED };
    for run in runs(steps) {
        match run {
            [first, ..] if run.len() > MAX_APART && !is_flat => {
                push_run(&mut text, first, run, meaning_count, max_named)
            }
            _ => run.iter().for_each(|step| step_line(&mut text, step, "", &meaning_count.via(step))),
        }
    }
    text
}

/// Says how to see each step, if some are not named.
pub(super) fn report_hidden_steps(steps: &[Step], is_flat: bool, output: &mut ToolOutput<'_>) {
    if !is_flat && !output.asker().is_agent() && runs(steps).any(|run| run.len() > MAX_NAMED) {
        output.say("places in one file stand together; --flat gives a line each");
    }
}

/// Groups consecutive steps in one file at the same distance.
fn runs(steps: &[Step]) -> impl Iterator<Item = &[Step]> {
    steps.chunk_by(|one, next| one.path == next.path && one.depth == next.depth)
}

fn push_run(text: &mut Styled, first: &Step, run: &[Step], meaning_count: MeaningCount, max_named: usize) {
    let has_one_edge = run.iter().all(|step| step.edge == first.edge);
    let edge_noun = if has_one_edge { noun(first.edge) } else { "places" };
    text.put(&indentation(first.depth))
        .part(LinePart::Path, &first.path)
        .put(&format!("  {} {edge_noun}: ", run.len()));
    let has_one_via = run.iter().all(|step| step.via == first.via);
    for (at, step) in run.iter().take(max_named).enumerate() {
        text.put(if at > 0 { ", " } else { "" }).part(LinePart::Line, &step.line.to_string()).put(" ");
        text.part(LinePart::Name, shortest_name(&step.path, &step.symbol));
        if !has_one_via {
            text.put(meaning_count.via(step).trim_start_matches(','));
        }
    }
    if let Some(n_more @ 1..) = run.len().checked_sub(max_named) {
        text.put(&format!(", {n_more} more"));
    }
    let via_text = if has_one_via { meaning_count.via(first) } else { String::new() };
    text.put("  ").part(LinePart::Aside, &format!("({}{via_text})", confidence_range(first, run))).put("\n");
}

/// The plural noun for edges of this kind.
fn noun(edge: EdgeKind) -> &'static str {
    match edge {
        EdgeKind::Calls => "calls",
        EdgeKind::Uses => "uses",
        EdgeKind::References => "references",
        EdgeKind::Imports => "imports",
        EdgeKind::Inherits | EdgeKind::Implements => "subtypes",
        EdgeKind::Contains => "members",
    }
}

/// The strategy of a run's steps, and their confidence: one value, or the least and the greatest.
fn confidence_range(first: &Step, run: &[Step]) -> String {
    let has_one_strategy = run.iter().all(|step| step.strategy == first.strategy);
    let (min, max) =
        run.iter().map(|step| step.confidence).fold((1.0_f64, 0.0_f64), |(min, max), one| (min.min(one), max.max(one)));
    let strategy = if has_one_strategy { spoken_name(first.strategy.word()) } else { "several ways".to_owned() };
    let (min, max) = (format!("{min:.2}"), format!("{max:.2}"));
    if min == max { format!("{strategy} {max}") } else { format!("{strategy}, {min} to {max}") }
}
