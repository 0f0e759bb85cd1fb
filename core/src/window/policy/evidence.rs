//! The value of a part by what the conversation tells of it.
//!
//! `type · superseded · unique^0.5 · (3·e^(-idle/25) + 1.5·ln(1+heat) + 0.5·ln(1+uses)) / tokens^0.35`. The form and the constants were
//! chosen on recorded coding sessions of one Go repository and checked on other months and repositories, where formulas that were
//! learnt did worse. Left out because they gained nothing there: rare words, words of the goal, the activity of files, files of
//! one folder or one change, a bonus for the young.

use alloc::vec::Vec;

use super::super::arguments::CallEffect;
use super::super::item::ItemKind;
use super::PruneInput;

/// The steps without use in which the share of a recent use falls to 1/e.
const IDLE_STEPS: f64 = 25.0;
/// What counts how much: that it was used of late, that its words are spoken of, that it was used often.
const IDLE_WEIGHT: f64 = 3.0;
const HEAT_WEIGHT: f64 = 1.5;
const USES_WEIGHT: f64 = 0.5;
/// Large parts leave first, but not in proportion: without it 46 points of the gap are lost.
const TOKENS_EXPONENT: f64 = 0.35;
/// A repeated call's older result, the echo of an edit, a failure.
const SUPERSEDED_FACTOR: f64 = 0.2;
/// What a part is. Thinking is worth little once its calls are made; what was written into a file stands there only.
const THINKING_FACTOR: f64 = 0.1;
const EDIT_FACTOR: f64 = 2.0;
const PLAN_FACTOR: f64 = 0.5;
/// Results of what neither reads nor searches nor runs, images and files.
const OTHER_RESULT_FACTOR: f64 = 0.6;

/// How much is said of each part now.
pub(super) struct Evidence {
    heats: Vec<f64>,
}

impl Evidence {
    pub(super) fn new(case: &PruneInput<'_>) -> Evidence {
        Evidence { heats: case.signals.heats(case.history) }
    }

    pub(super) fn value(
        &self,
        case: &PruneInput<'_>,
        at: u32,
        n_unique: u32,
        tell: &mut dyn FnMut(&'static str, f64),
    ) -> f64 {
        let (item, known) = (&case.history.items[at as usize], case.signals.of(at));
        let idle = case.history.n_steps.saturating_sub(known.last_asked_step);
        let idle = IDLE_WEIGHT * libm::exp(-f64::from(idle) / IDLE_STEPS);
        let heat = HEAT_WEIGHT * libm::log1p(self.heats[at as usize]);
        let uses = USES_WEIGHT * libm::log1p(f64::from(known.uses));
        let kind = kind_factor(item.pushed.kind, known.effect);
        let superseded = if known.is_superseded { SUPERSEDED_FACTOR } else { 1.0 };
        let unique = libm::sqrt(f64::from(1 + n_unique) / f64::from(1 + known.n_lines));
        let size = 1.0 / libm::pow(f64::from(item.tokens.max(1)), TOKENS_EXPONENT);
        tell("idle", idle);
        tell("heat", heat);
        tell("uses", uses);
        for (name, factor) in [
            ("kind", kind),
            ("superseded", superseded),
            ("unique", unique),
            ("size", size),
            ("relevance", item.pushed.relevance),
        ] {
            tell(name, factor);
        }
        kind * superseded * unique * size * item.pushed.relevance * (idle + heat + uses)
    }
}

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
