//! Context for a task from both stores: the project's code, and records about it.
//!
//! The reminders from the records are passed with the question about code, which decides what fits into the budget and
//! in which order.

use crate::window::{Pruned, Window};
use crate::wit::prepare::{PrepareQuestion, Prepared};
use crate::wit::recall::{RemindQuestion, Reminder, Reminders};
use crate::wit::types::BesidePiece;
use crate::wit::window::MessageFormat;
use crate::{Error, Memory};

/// The most ids in `shown` of a question.
const MAX_VISIBLE_IDS: usize = 1_000;

impl Memory {
    /// The code that a task needs, as by [`Memory::prepare`], followed by reminders: similar past work with its
    /// failures, fitting notes, open tasks, and facts about the user.
    ///
    /// # Errors
    /// As for [`Memory::prepare`] and [`Memory::remind`].
    pub fn context(&mut self, question: &PrepareQuestion) -> Result<Prepared, Error> {
        let question = self.reminded(question)?;
        self.prepare(&question)
    }

    /// As [`Memory::context`], for the conversation in a window. `messages` are all messages of the conversation, the
    /// new one last; [`Window::fit`] pushes them and prunes. The context omits pieces whose text is still in the
    /// conversation as a part of its own, up to 1,000 pieces. Returns the messages to send, what was pruned, and the
    /// context.
    ///
    /// # Errors
    /// As for [`Memory::context`] and [`Window::fit`].
    pub fn context_in(
        &mut self,
        window: &mut Window,
        format: MessageFormat,
        messages: &str,
        question: &PrepareQuestion,
    ) -> Result<(String, Pruned, Prepared), Error> {
        let (messages, pruned) = window.fit(format, messages)?;
        let mut question = self.reminded(question)?;
        loop {
            let prepared = self.prepare(&question)?;
            let visible = visible(window, &prepared)?;
            if visible.is_empty() || question.shown.len() + visible.len() > MAX_VISIBLE_IDS {
                return Ok((messages, pruned, prepared));
            }
            question.shown.extend(visible);
        }
    }

    /// The question with reminders for its task; unchanged if nothing is recorded.
    ///
    /// # Errors
    /// As for [`Memory::remind`].
    pub fn reminded(&mut self, question: &PrepareQuestion) -> Result<PrepareQuestion, Error> {
        let mut question = question.clone();
        let on_disk = self.records()?.on_disk()?;
        if on_disk.path.is_some() && on_disk.n_bytes == 0 && on_disk.n_waiting == 0 {
            return Ok(question);
        }
        let (errors, budget) = (question.errors.clone(), question.budget);
        let Reminders { pieces, likely, .. } =
            self.remind(&RemindQuestion { errors, budget, ..RemindQuestion::new(question.task.as_str()) })?;
        let to_piece = |Reminder { id, text, why, .. }| BesidePiece { id, text, why };
        question.beside.extend(pieces.into_iter().map(to_piece));
        question.likely.extend(likely);
        Ok(question)
    }
}

/// The ids of pieces whose text is in the conversation.
fn visible(window: &mut Window, prepared: &Prepared) -> Result<Vec<String>, Error> {
    let code_pieces = prepared.pieces.iter().map(|piece| (&piece.id, &piece.text));
    let beside_pieces = prepared.beside.iter().map(|piece| (&piece.id, &piece.text));
    let mut visible = Vec::new();
    for (id, text) in code_pieces.chain(beside_pieces) {
        if window.already_visible(text)?.is_some() {
            visible.push(id.clone());
        }
    }
    Ok(visible)
}
