//! The output of a call so far: parts of its answer and messages beside them, in the order in which they are shown.
//!
//! Texts of a repository or a record cannot begin a line or move a cursor. A message is one line; the reasons for an
//! empty answer follow it on indented lines. In all other texts, characters that a terminal or a model obeys are
//! escaped.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt::Display;

use scrubjay_core::display::{escaped_line, escaped_lines};

use super::asker::{Asker, as_argument};
use super::hints::Hints;
use super::list::TOOLS;
use super::styled::Styled;
use crate::bindings::exports::scrubjay::memory::tools::{
    AnswerItem, AnswerObject, AnswerPart, MarkedText, ObjectMember,
};

pub(super) struct ToolOutput<'o> {
    asker: Asker<'o>,
    items: Vec<AnswerItem>,
    n_meanings: Option<u32>,
}

impl<'o> ToolOutput<'o> {
    pub(super) fn to(asker: Asker<'o>) -> ToolOutput<'o> {
        ToolOutput { asker, items: Vec::new(), n_meanings: None }
    }

    pub(super) fn asker(&self) -> Asker<'o> {
        self.asker
    }

    /// The spelling of an argument for the asker.
    pub(super) fn argument(&self, name: &str) -> String {
        self.asker.argument(name)
    }

    /// How the asker spells the arguments among `names` that a tool takes; a command takes all of them.
    pub(super) fn arguments_of(&self, tool: &str, names: &[&str]) -> Vec<String> {
        let tool = TOOLS.iter().find(|one| one.name == tool).filter(|_| self.asker.is_agent());
        let takes_argument = |name: &&&str| tool.is_none_or(|tool| tool.argument(as_argument(name)).is_some());
        names.iter().filter(takes_argument).map(|name| self.argument(name)).collect()
    }

    /// Tells a part of the answer: as text, and as an object.
    pub(super) fn answer(&mut self, text: Styled, object: AnswerObject) {
        self.items.push(AnswerItem::Answer(AnswerPart { text: text.into(), object }));
    }

    /// Tells the heading of one of several answers.
    pub(super) fn push_heading(&mut self, text: Styled) {
        self.items.push(AnswerItem::Heading(text.into()));
    }

    /// Notes that the answers are for several meanings of a name, of which there are `n_all`.
    pub(super) fn set_meaning_count(&mut self, n_all: u32) {
        self.n_meanings = Some(n_all);
    }

    /// Tells a message on one line.
    pub(super) fn say(&mut self, words: impl Display) {
        self.items.push(AnswerItem::Note(escaped_line(&words.to_string()).into_owned()));
    }

    /// Tells a message on one line, also if no notes are wanted.
    pub(super) fn warn(&mut self, words: impl Display) {
        self.items.push(AnswerItem::Warning(escaped_line(&words.to_string()).into_owned()));
    }

    /// Tells that nothing was found, and why.
    pub(super) fn say_nothing_found(&mut self, hints: &Hints) {
        let lines = hints.in_words(self.asker);
        self.items.push(AnswerItem::Note(message("nothing found", &lines)));
    }

    /// The items, and the number of all meanings if they answer for several; else `None`.
    pub(super) fn items(self) -> (Vec<AnswerItem>, Option<u32>) {
        (self.items, self.n_meanings)
    }
}

/// All items of an output, as one text with line ends.
pub(super) fn whole_text(items: &[AnswerItem]) -> String {
    let mut joined_text = String::new();
    for item in items {
        match item {
            AnswerItem::Answer(AnswerPart { text: MarkedText { text, .. }, .. })
            | AnswerItem::Heading(MarkedText { text, .. }) => joined_text.push_str(&escaped_lines(text)),
            AnswerItem::Note(words) | AnswerItem::Warning(words) => {
                joined_text.push_str(&escaped_lines(words));
                joined_text.push('\n');
            }
        }
    }
    joined_text
}

/// A message with lines below it; line ends in either are escaped.
pub(super) fn message(words: &str, lines_below: &[String]) -> String {
    let lines_below = lines_below.iter().map(|line| format!("\n  {}", escaped_line(line)));
    escaped_line(words).into_owned() + &lines_below.collect::<String>()
}

/// The object of a reply, with the hints of its answer.
pub(super) fn object(reply: u32, hints: &Hints, asker: Asker<'_>) -> AnswerObject {
    AnswerObject { reply, members: Vec::new(), hints: Some(hints.answer_hints(asker)) }
}

/// The object of a reply; the hints in the reply stay as they are.
pub(super) fn plain_object(reply: u32) -> AnswerObject {
    AnswerObject { reply, members: Vec::new(), hints: None }
}

impl AnswerObject {
    pub(super) fn with(mut self, name: &str, member: ObjectMember) -> AnswerObject {
        self.members.push((name.into(), member));
        self
    }
}
