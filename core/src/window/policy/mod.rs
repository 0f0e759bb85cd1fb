//! Who leaves, in which order and how many.

use alloc::string::String;
use alloc::vec::Vec;

use super::history::History;
use super::settings::Settings;
use super::signals::Signals;
use crate::base::score::Factor;

/// When a window is judged.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    /// In milliseconds since 1970.
    pub(crate) now: i64,
    /// The tokens of the request, held to what the provider counted.
    pub(crate) tokens: u64,
    /// The tokens at which a prune begins.
    pub(crate) budget: u32,
    /// The prompt cache has expired.
    pub(crate) is_cold: bool,
    /// The task that the conversation is about; empty: none.
    pub(crate) task: String,
}

/// What became of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It stays.
    Kept,
    /// It leaves.
    Pruned,
    /// It would leave, but the prompt cache before it is worth more.
    Spared,
}

/// What a part is worth.
#[derive(Clone, Debug)]
pub(crate) struct Judged {
    pub(crate) at: u32,
    pub(crate) value: f64,
    pub(crate) factors: Vec<Factor>,
    pub(crate) fate: Fate,
}

/// Who leaves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// In the order of the conversation.
    pub(crate) victims: Vec<u32>,
    /// Every candidate, in the order in which they leave.
    pub(crate) judged: Vec<Judged>,
    /// The tokens that were to be left.
    pub(crate) target: u32,
    /// The tokens that are freed.
    pub(crate) freed: u32,
    /// What is expected to be saved, in tokens at the price without a cache.
    pub(crate) saving: f64,
}

/// Judges a window.
pub(crate) fn plan(history: &History, _signals: &Signals, settings: &Settings, moment: &Moment) -> Plan {
    let mut plan = Plan { target: (f64::from(moment.budget) * settings.low) as u32, ..Plan::default() };
    if moment.tokens <= u64::from(moment.budget) {
        return plan;
    }
    for at in (0..history.items.len()).filter(|&at| history.is_candidate(at, 2)) {
        if moment.tokens - u64::from(plan.freed) <= u64::from(plan.target) {
            break;
        }
        plan.victims.push(at as u32);
        plan.freed += history.items[at].tokens.saturating_sub(15);
        plan.judged.push(Judged { at: at as u32, value: at as f64, factors: Vec::new(), fate: Fate::Pruned });
    }
    plan
}
