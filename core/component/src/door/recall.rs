//! What was recorded, by its words.

use super::{Answered, Door};
use crate::bindings::exports::scrubjay::memory::{recall, types};
use crate::facade::{self, Resumed};
use crate::instance::with_memory;

impl recall::Guest for Door {
    questions! {
        recall: recall::RecallQuestion => recall::RecallReply,
    }
}

records! {
    recall::RecallQuestion => facade::RecallQuestion {
        query: same, kinds: list, channel: same, session: same, task: same, conversation: same, branch: same, metadata: same, trust: into,
        since: same, until: same, outdated: same, weak: same, weighting: into, limit: same, per_session: same, budget: same, around: same, now: same,
    }
    facade::RecallHit => recall::RecallHit {
        event: into, score: same, factors: list, fit: same, excerpt: same, n_alike: same, before: list,
        after: list,
    }
    facade::Recalled => recall::Recalled {
        hits: list, strength: into, best_fit: same, n_matching: same, n_outdated: same, n_of_session: same, n_beyond_budget: same, unknown_words: same,
        weighting: into, is_incomplete: same,
    }
}

replies! {
    facade::Recalled => recall::RecallReply
}

enumerations! {
    recall::Weighting => facade::Weighting { Auto, People, Assistant, Work, Shares }
    facade::Weighting => recall::Weighting { Auto, People, Assistant, Work, Shares }
    facade::Strength => types::Strength { None, Weak, Strong }
}
