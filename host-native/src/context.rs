//! Context for a task from both stores: the code of the project, and what was recorded about it.
//!
//! Two stores answer: what the one has found is handed to the other as it is, which decides what of it has room and where it stands.

use crate::window::{Pruned, Window};
use crate::wit::prepare::{PrepareQuestion, Prepared};
use crate::wit::recall::{RemindQuestion, Reminder, Reminders};
use crate::wit::types::BesidePiece;
use crate::wit::window::MessageFormat;
use crate::{Error, Memory};

/// The most ids of visible pieces in a question.
const MAX_VISIBLE_IDS: usize = 1_000;

impl Memory {
    /// The code that a task needs, as by [`Memory::prepare`], and behind it what was recorded that the task calls to mind: past work
    /// like it with what went wrong, notes that fit, open tasks, what is kept of the user.
    ///
    /// # Errors
    /// As for [`Memory::prepare`] and [`Memory::remind`].
    pub fn context(&mut self, question: &PrepareQuestion) -> Result<Prepared, Error> {
        let question = self.reminded(question)?;
        self.prepare(&question)
    }

    /// The same for a conversation that is kept in a window, whose last message is the new one. Its messages are pushed and pruned
    /// where they pass the budget, as by [`Window::fit`]; and of what the task needs, pieces are left out whose text still stands in
    /// the conversation as a part of its own.
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

    /// A question with what was recorded that its task calls to mind; the same one where nothing was recorded.
    ///
    /// # Errors
    /// As for [`Memory::remind`].
    pub fn reminded(&mut self, question: &PrepareQuestion) -> Result<PrepareQuestion, Error> {
        let mut question = question.clone();
        let stands = self.records()?.on_disk()?;
        if stands.path.is_some() && stands.n_bytes == 0 && stands.n_waiting == 0 {
            return Ok(question);
        }
        let (errors, budget) = (question.errors.clone(), question.budget);
        let Reminders { pieces, likely, .. } =
            self.remind(&RemindQuestion { errors, budget, ..RemindQuestion::new(question.task.as_str()) })?;
        let beside = |Reminder { id, text, why, .. }| BesidePiece { id, text, why };
        question.beside.extend(pieces.into_iter().map(beside));
        question.likely.extend(likely);
        Ok(question)
    }
}

/// The ids of pieces whose text stands in a conversation.
fn visible(window: &mut Window, prepared: &Prepared) -> Result<Vec<String>, Error> {
    let code = prepared.pieces.iter().map(|piece| (&piece.id, &piece.text));
    let beside = prepared.beside.iter().map(|piece| (&piece.id, &piece.text));
    let mut visible = Vec::new();
    for (id, text) in code.chain(beside) {
        if window.already_visible(text)?.is_some() {
            visible.push(id.clone());
        }
    }
    Ok(visible)
}
