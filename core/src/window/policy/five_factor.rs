//! The `five-factor` policy: age, task, dependents, kind and relevance multiplied.
//!
//! A known rule for agents' memories, kept for comparison and for hosts that supply tasks and dependencies. It ignores
//! size and use.

use super::super::item::ItemKind;
use super::PruneInput;

/// The decay constant of age, e^(-minutes/60): a half-life of 41.6 minutes.
const DECAY_MINUTES: f64 = 60.0;
/// The factor for a part of the current task.
const SAME_TASK_FACTOR: f64 = 2.0;
/// The increase of the factor for each dependent part.
const DEPENDENT_BONUS: f64 = 0.2;
const MAX_VALUE: f64 = 100.0;

/// The value of a part; passes each factor to `report_factor`.
pub(super) fn value(input: &PruneInput<'_>, at: u32, report_factor: &mut dyn FnMut(&'static str, f64)) -> f64 {
    let item = &input.history.items[at as usize];
    let minutes = input.prune_context.now.saturating_sub(item.pushed.time).max(0) as f64 / 60_000.0;
    let is_of_task = !input.prune_context.task.is_empty() && item.pushed.task == input.prune_context.task;
    let kind = match item.pushed.kind {
        ItemKind::System => MAX_VALUE,
        ItemKind::TaskState => 2.0,
        ItemKind::User | ItemKind::Summary => 1.5,
        ItemKind::Call => 1.2,
        ItemKind::Assistant | ItemKind::Thinking => 0.9,
        ItemKind::ToolResult | ItemKind::Media | ItemKind::Other => 0.8,
        ItemKind::Code => 0.7,
        ItemKind::GraphQuery => 0.6,
    };
    let factors = [
        ("age", libm::exp(-minutes / DECAY_MINUTES)),
        ("task", if is_of_task { SAME_TASK_FACTOR } else { 1.0 }),
        ("dependents", 1.0 + DEPENDENT_BONUS * f64::from(input.signals.n_dependents(item))),
        ("kind", kind),
        ("relevance", item.pushed.relevance),
    ];
    factors.iter().for_each(|(name, factor)| report_factor(name, *factor));
    factors.iter().map(|(_, factor)| factor).product::<f64>().clamp(0.0, MAX_VALUE)
}
