//! Hints: reasons for an empty or short answer, each with the question to ask next.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use super::asker::{Asker, NextStep};
use super::word::Word as _;
use crate::bindings::exports::scrubjay::memory::tools::{AnswerHint, IndexNote};
use crate::bindings::exports::scrubjay::memory::types::{self, HintKind};
use crate::facade::NextQuestion;

/// One reason for an empty or short answer.
struct Hint {
    /// The stable name of the reason.
    kind: String,
    why: String,
    next: Option<NextStep>,
    /// The question that the component proposed; `None` if it proposed none, or if the hint is not the component's.
    question: Option<NextQuestion>,
    /// Whether the answer itself shows the reason, so that `in_words` leaves it out.
    is_always_shown: bool,
}

impl Hint {
    fn spelled_next(&self, asker: Asker<'_>) -> Option<String> {
        self.next.as_ref().and_then(|next| next.spelled_for(asker))
    }
}

/// The hints of one answer.
#[derive(Default)]
pub(super) struct Hints(Vec<Hint>);

impl Hints {
    pub(super) fn add(&mut self, kind: &str, why: impl Into<String>, next: Option<NextStep>) {
        self.0.push(Hint { kind: kind.to_owned(), why: why.into(), next, question: None, is_always_shown: false });
    }

    /// Adds a hint whose reason the answer itself shows.
    pub(super) fn add_always_shown(&mut self, kind: &str, why: impl Into<String>) {
        self.0.push(Hint { kind: kind.to_owned(), why: why.into(), next: None, question: None, is_always_shown: true });
    }

    /// Adds a hint that came with the component's answer to a command.
    pub(super) fn add_from_component(&mut self, hint: types::Hint, command: &'static str) {
        let is_always_shown = matches!(hint.kind, HintKind::End | HintKind::UnknownReceivers);
        let next = hint.next.as_ref().and_then(|next| NextStep::of(next, command));
        self.0.push(Hint {
            kind: hint.kind.word().to_owned(),
            why: hint.why,
            next,
            question: hint.next,
            is_always_shown,
        });
    }

    /// Adds a note of the host on how the index differs from the files.
    pub(super) fn add_index_note(&mut self, note: IndexNote) {
        let IndexNote { kind, why, is_mended_by_index, is_always_shown } = note;
        let next = is_mended_by_index.then(NextStep::index);
        self.0.push(Hint { kind, why, next, question: None, is_always_shown });
    }

    pub(super) fn has(&self, kind: &str) -> bool {
        self.0.iter().any(|hint| hint.kind == kind)
    }

    /// The hints as text, a line each.
    pub(super) fn in_words(&self, asker: Asker<'_>) -> Vec<String> {
        let line = |hint: &Hint| match hint.spelled_next(asker) {
            Some(next) => format!("{}; try: {next}", hint.why),
            None => hint.why.clone(),
        };
        self.0.iter().filter(|hint| !hint.is_always_shown).map(line).collect()
    }

    pub(super) fn answer_hints(&self, asker: Asker<'_>) -> Vec<AnswerHint> {
        let answer_hint = |hint: &Hint| {
            let (kind, why, next) = (hint.kind.clone(), hint.why.clone(), hint.question.clone());
            AnswerHint { kind, why, next, spelled: hint.spelled_next(asker) }
        };
        self.0.iter().map(answer_hint).collect()
    }
}
