//! The exported interface `recall`: finds records by their words.

use super::{Door, ExportResult};
use crate::bindings::exports::scrubjay::memory::{recall, types};
use crate::facade::{self, RemindQuestion, Resumed};
use crate::instance::with_memory;

impl recall::Guest for Door {
    questions! {
        recall: recall::RecallQuestion => recall::RecallReply,
        remind: RemindQuestion => recall::RemindReply,
    }
}

scrubjay_core::situation! { [situated_record] {
    recall::RecallQuestion => facade::RecallQuestion {
        query: same, kinds: list, channel: same, conversation: same, metadata: same, trust: into,
        since: same, until: same, outdated: same, weak: same, weighting: into, limit: same, per_session: same, budget: same, around: same, zone: list, now: same,
    }
} }

records! {
    facade::RecallHit => recall::RecallHit {
        event: into, score: same, factors: list, fit: same, excerpt: same, n_alike: same, newer_id: same, before: list,
        after: list,
    }
    facade::Recalled => recall::Recalled {
        hits: list, strength: into, best_fit: same, n_matching: same, n_outdated: same, n_of_session: same, n_beyond_budget: same, unknown_words: same,
        weighting: into, since: same, until: same, is_incomplete: same,
    }
    facade::Reminder => recall::Reminder {
        id: same, kind: into, time: same, trust: into, text: same, tokens: same, score: same, why: same, n_alike: same,
    }
    facade::Reminders => recall::Reminders {
        pieces: list, text: same, tokens: same, n_left_out: same, likely: same, is_incomplete: same,
    }
}

replies! {
    facade::Recalled => recall::RecallReply
    facade::Reminders => recall::RemindReply
}

enumerations! {
    recall::Weighting => facade::Weighting { Auto, People, Assistant, Work, Shares }
    facade::Weighting => recall::Weighting { Auto, People, Assistant, Work, Shares }
    facade::Strength => types::Strength { None, Weak, Strong }
    facade::ReminderKind => recall::ReminderKind { PastWork, Note, Decision, Lesson, OpenTask, Profile }
}
