//! Lists of steps as lines, those that follow each other in one file together on one line.
//!
//! A class that a test file calls eleven times is one line with the first of them, so that the callers in other files are seen. The
//! order of the answer is kept. Not here: JSON, which always has every step.

use scrubjay::wit::Word as _;
use scrubjay::wit::graph::{EdgeKind, Step};

use super::output::Output;
use super::painted::{Painted, Part};
use super::text::{indent, named_from, spoken, step_line};

/// So many steps in one file have a line each.
const MOST_APART: usize = 3;
/// Of more of them, so many are named.
const MOST_NAMED: usize = 8;

/// The lines of a list.
pub(super) fn lines(steps: &[Step], is_flat: bool) -> Painted {
    let mut text = Painted::default();
    for run in runs(steps) {
        match run {
            [first, ..] if run.len() > MOST_APART && !is_flat => together(&mut text, first, run),
            _ => run.iter().for_each(|step| step_line(&mut text, step, "")),
        }
    }
    text
}

/// Says how each step is seen, where not all are named.
pub(super) fn tell(steps: &[Step], is_flat: bool, output: &Output) {
    if !is_flat && runs(steps).any(|run| run.len() > MOST_NAMED) {
        match output.is_captured() {
            true => output.say("places in one file stand together; `steps` has each"),
            false => output.say("places in one file stand together; --flat gives a line each"),
        }
    }
}

/// Steps that follow each other in one file, equally far from the symbol.
fn runs(steps: &[Step]) -> impl Iterator<Item = &[Step]> {
    steps.chunk_by(|one, next| one.path == next.path && one.depth == next.depth)
}

fn together(text: &mut Painted, first: &Step, run: &[Step]) {
    let is_one_edge = run.iter().all(|step| step.edge == first.edge);
    let what = if is_one_edge { noun(first.edge) } else { "places" };
    text.put(&indent(first.depth)).part(Part::Path, &first.path).put(&format!("  {} {what}: ", run.len()));
    for (place, step) in run.iter().take(MOST_NAMED).enumerate() {
        text.put(if place > 0 { ", " } else { "" }).part(Part::Line, &step.line.to_string()).put(" ");
        text.part(Part::Name, named_from(&step.path, &step.symbol));
    }
    if let Some(more @ 1..) = run.len().checked_sub(MOST_NAMED) {
        text.put(&format!(", {more} more"));
    }
    text.put("  ").part(Part::Aside, &sureness(first, run)).put("\n");
}

/// What a file has several of.
fn noun(edge: EdgeKind) -> &'static str {
    match edge {
        EdgeKind::Calls => "calls",
        EdgeKind::Uses => "uses",
        EdgeKind::References => "references",
        EdgeKind::Imports => "imports",
        EdgeKind::Inherits | EdgeKind::Implements => "subtypes",
    }
}

fn sureness(first: &Step, run: &[Step]) -> String {
    let is_one = run.iter().all(|step| step.strategy == first.strategy);
    let (least, most) = run
        .iter()
        .map(|step| step.confidence)
        .fold((1.0_f64, 0.0_f64), |(least, most), one| (least.min(one), most.max(one)));
    let strategy = if is_one { spoken(first.strategy.word()) } else { "several ways".to_owned() };
    let (least, most) = (format!("{least:.2}"), format!("{most:.2}"));
    if least == most { format!("({strategy} {most})") } else { format!("({strategy}, {least} to {most})") }
}
