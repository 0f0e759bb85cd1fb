//! The `evidence` policy: values a part by the conversation's own evidence.
//!
//! `type · superseded · unique^0.5 · (3·e^(-idle/25) + 1.5·ln(1+heat) + 0.5·ln(1+uses)) / tokens^0.35`, times the
//! relevance by other sources. Form and constants were chosen on recorded coding sessions of one Go repository and
//! checked on other months and repositories, where learnt formulas did worse. Left out, since they gained nothing
//! there: rare words, words of the goal, activity of files, files of one folder or change, a bonus for new parts.

use alloc::vec::Vec;

use super::super::arguments::CallEffect;
use super::super::item::ItemKind;
use super::PruneInput;

/// The decay constant of recency: steps without use after which it falls to 1/e.
const IDLE_STEPS: f64 = 25.0;
/// The weight of recency of use.
const IDLE_WEIGHT: f64 = 3.0;
/// The weight of recent mentions of the part's words.
const HEAT_WEIGHT: f64 = 1.5;
/// The weight of the number of uses.
const USES_WEIGHT: f64 = 0.5;
/// The value of a part is divided by its tokens to this power, so that large parts are pruned first, but less than
/// proportionally. Without this factor, the policy closes 46 points less of the gap to the best policy.
const TOKENS_EXPONENT: f64 = 0.35;
/// The factor for the older result of a repeated call, the result of an edit, and a failure.
const SUPERSEDED_FACTOR: f64 = 0.2;
/// The factor for thinking, which matters little once its calls are made.
const THINKING_FACTOR: f64 = 0.1;
/// The factor for calls that edit, since the text they write is nowhere else.
const EDIT_FACTOR: f64 = 2.0;
/// The factor for calls that write the to-do list.
const PLAN_FACTOR: f64 = 0.5;
/// The factor for results of calls that neither look up nor edit, and for media.
const OTHER_RESULT_FACTOR: f64 = 0.6;

/// The evidence of the conversation at one moment.
pub(super) struct Evidence {
    /// For each part, how much its words were mentioned lately.
    mention_weights: Vec<f64>,
}

impl Evidence {
    pub(super) fn new(input: &PruneInput<'_>) -> Evidence {
        Evidence { mention_weights: input.signals.mention_weights(input.history) }
    }

    /// The value of a part; passes each factor to `report_factor`.
    pub(super) fn value(
        &self,
        input: &PruneInput<'_>,
        at: u32,
        n_unique: u32,
        report_factor: &mut dyn FnMut(&'static str, f64),
    ) -> f64 {
        let (item, signals) = (&input.history.items[at as usize], input.signals.of(at));
        let idle = input.history.n_steps.saturating_sub(signals.last_asked_step);
        let idle = IDLE_WEIGHT * libm::exp(-f64::from(idle) / IDLE_STEPS);
        let heat = HEAT_WEIGHT * libm::log1p(self.mention_weights[at as usize]);
        let uses = USES_WEIGHT * libm::log1p(f64::from(signals.uses));
        let kind = kind_factor(item.pushed.kind, signals.effect);
        let superseded = if signals.is_superseded { SUPERSEDED_FACTOR } else { 1.0 };
        let unique = libm::sqrt(f64::from(1 + n_unique) / f64::from(1 + signals.n_lines));
        let size = 1.0 / libm::pow(f64::from(item.tokens.max(1)), TOKENS_EXPONENT);
        report_factor("idle", idle);
        report_factor("heat", heat);
        report_factor("uses", uses);
        for (name, factor) in [
            ("kind", kind),
            ("superseded", superseded),
            ("unique", unique),
            ("size", size),
            ("relevance", item.pushed.relevance),
        ] {
            report_factor(name, factor);
        }
        kind * superseded * unique * size * item.pushed.relevance * (idle + heat + uses)
    }
}

/// The factor for the kind of a part and the effect of its call.
fn kind_factor(kind: ItemKind, effect: Option<CallEffect>) -> f64 {
    match (kind, effect) {
        (ItemKind::Thinking, _) => THINKING_FACTOR,
        (ItemKind::Media, _) => OTHER_RESULT_FACTOR,
        (ItemKind::Call, Some(CallEffect::Plan)) => PLAN_FACTOR,
        (ItemKind::Call, Some(CallEffect::Edit)) => EDIT_FACTOR,
        (ItemKind::ToolResult, Some(CallEffect::Plan | CallEffect::Other) | None) => OTHER_RESULT_FACTOR,
        _ => 1.0,
    }
}
