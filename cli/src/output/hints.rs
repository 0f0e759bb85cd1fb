//! Hints: reasons for an empty or short answer, each with the question to ask next.

use scrubjay::wit::Word as _;
use scrubjay::wit::tools::IndexNote;
use scrubjay::wit::types::{self, HintKind, NextQuestion};
use serde_json::{Value, json};

use super::Output;
use super::asker::{Asker, NextStep};
use super::json::Json as _;

/// One reason for an empty or short answer.
#[derive(Clone, Debug)]
struct Hint {
    /// The stable name of the reason.
    kind: &'static str,
    why: String,
    next: Option<NextStep>,
    /// The question of the interface that `next` asks; `None` if a command alone asks it.
    question: Option<NextQuestion>,
    /// Whether it is printed beside every answer.
    is_said: bool,
}

impl Hint {
    fn next(&self, asker: Asker<'_>) -> Option<String> {
        self.next.as_ref().and_then(|next| next.spelled_for(asker))
    }
}

/// The hints of one answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hints(Vec<Hint>);

impl Hints {
    pub(crate) fn add(&mut self, kind: &'static str, why: impl Into<String>, next: Option<NextStep>) {
        self.0.push(Hint { kind, why: why.into(), next, question: None, is_said: false });
    }

    /// Adds a hint that is also printed beside every answer.
    pub(crate) fn add_shown(&mut self, kind: &'static str, why: impl Into<String>, next: Option<NextStep>) {
        self.0.push(Hint { kind, why: why.into(), next, question: None, is_said: true });
    }

    /// Adds a hint that came with the component's answer to a command.
    pub(crate) fn add_from_component(&mut self, found: &types::Hint, command: &'static str) {
        let is_said = matches!(found.kind, HintKind::End | HintKind::UnknownReceivers);
        let next = found.next.as_ref().and_then(|next| NextStep::of(next, command));
        let question = found.next.clone();
        self.0.push(Hint { kind: found.kind.word(), why: found.why.clone(), next, question, is_said });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn has(&self, kind: &str) -> bool {
        self.0.iter().any(|hint| hint.kind == kind)
    }

    /// Removes a hint by its stable name.
    pub(crate) fn drop(&mut self, kind: &str) {
        self.0.retain(|hint| hint.kind != kind);
    }

    /// The hints as text, a line each.
    pub(crate) fn in_words(&self, asker: Asker<'_>) -> Vec<String> {
        let line = |hint: &Hint| match hint.next(asker) {
            Some(next) => format!("{}; try: {next}", hint.why),
            None => hint.why.clone(),
        };
        self.0.iter().filter(|hint| !hint.is_said).map(line).collect()
    }

    /// Says that nothing was found, and why.
    pub(crate) fn tell(&self, output: &Output) {
        output.say_lines("nothing found", &self.in_words(output.asker()));
    }

    /// The hints as a host's notes about its index.
    pub(crate) fn notes(&self) -> Vec<IndexNote> {
        let note = |hint: &Hint| IndexNote {
            kind: hint.kind.to_owned(),
            why: hint.why.clone(),
            is_mended_by_index: hint.next.is_some(),
            is_said: hint.is_said,
        };
        self.0.iter().map(note).collect()
    }

    pub(crate) fn json(&self, asker: Asker<'_>) -> Value {
        let one = |hint: &Hint| {
            let next = hint.question.json();
            json!({ "kind": hint.kind, "why": hint.why, "next": next, "try": hint.next(asker) })
        };
        self.0.iter().map(one).collect()
    }

    /// Replaces the hints in an answer's JSON by these; without any, removes them.
    pub(crate) fn with(&self, mut answer: Value, output: &Output) -> Value {
        match answer.as_object_mut() {
            Some(answer) if self.0.is_empty() => drop(answer.remove("hints")),
            _ => answer["hints"] = self.json(output.asker()),
        }
        answer
    }
}
