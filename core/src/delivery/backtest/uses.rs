//! What a session does with what it was told: it opens or edits a file that a piece names, runs a command that it
//! names, or repeats the error that it quotes.
//!
//! Only what the session had not done before counts, and never what the moment itself was about.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::{DeliverQuestion, PieceKind};
use super::history::Known;
use super::report::ReplayedPiece;
use crate::record::derived::{Aim, learn};
use crate::record::event::{Body, FileTouch, ToolCall};

/// What one session was told and what it did so far.
#[derive(Clone, Debug, Default)]
pub(super) struct SessionUses {
    told: Vec<TrackedPiece>,
    /// The files that the session read or changed.
    touched: BTreeSet<String>,
    /// The files that it changed.
    changed: BTreeSet<String>,
    /// The commands that it ran, by program and sub-command.
    ran: BTreeSet<String>,
}

#[derive(Clone, Debug)]
struct TrackedPiece {
    piece: ReplayedPiece,
    /// The signature of the quoted error; empty: none.
    signature: String,
    /// The files of the moment.
    paths: Vec<String>,
}

impl SessionUses {
    /// Notes pieces that were told at a moment, each with the signature of the error that it quotes.
    pub(super) fn tell(&mut self, pieces: Vec<(String, ReplayedPiece)>, question: &DeliverQuestion) {
        let tracked = |(signature, piece)| TrackedPiece { piece, signature, paths: question.paths.clone() };
        self.told.extend(pieces.into_iter().map(tracked));
    }

    /// The pieces that the session was told.
    pub(super) fn into_told(self) -> impl Iterator<Item = ReplayedPiece> {
        self.told.into_iter().map(|tracked| tracked.piece)
    }

    /// Notes what begins: the touch of a file, or a command.
    pub(super) fn begin(&mut self, known: &Known) {
        match &known.record.body {
            Some(Body::FileTouch(touch)) => self.touch(touch),
            Some(Body::ToolCall(call)) => self.run(call),
            _ => {}
        }
    }

    /// Notes a call that ended with an error that was told.
    pub(super) fn end(&mut self, known: &Known) {
        let Some(Body::ToolCall(call)) = known.record.body.as_ref().filter(|_| !self.told.is_empty()) else { return };
        let signature = if call.failed() { learn::signature(&call.error) } else { String::new() };
        for tracked in self.told.iter_mut().filter(|_| !signature.is_empty()) {
            tracked.piece.is_repeated |= tracked.signature == signature;
        }
    }

    fn touch(&mut self, touch: &FileTouch) {
        let is_first = self.touched.insert(touch.path.clone());
        let is_first_change = touch.operation.changes() && self.changed.insert(touch.path.clone());
        for tracked in self.told.iter_mut().filter(|tracked| tracked.names_path(&touch.path)) {
            tracked.piece.is_opened |= is_first;
            tracked.piece.is_edited |= is_first_change;
        }
    }

    fn run(&mut self, call: &ToolCall) {
        let subject = Aim::of(call).subject;
        let Some(command) =
            subject.strip_prefix(call.tool.as_str()).map(str::trim).filter(|command| !command.is_empty())
        else {
            return;
        };
        if self.ran.insert(String::from(command)) {
            for tracked in self.told.iter_mut().filter(|tracked| tracked.names_command(command)) {
                tracked.piece.is_run = true;
            }
        }
    }
}

impl TrackedPiece {
    fn names_path(&self, path: &str) -> bool {
        !self.paths.iter().any(|of_moment| of_moment == path) && names(&self.piece.text, path)
    }

    /// Whether the piece is about commands and names this one. What people said names commands in passing.
    fn names_command(&self, command: &str) -> bool {
        let is_about_commands = matches!(
            self.piece.kind,
            PieceKind::Failure | PieceKind::Fix | PieceKind::Note | PieceKind::Decision | PieceKind::Lesson
        );
        is_about_commands && names(&self.piece.text, command)
    }
}

/// Whether a text holds a name by itself, and not as a part of a longer one.
fn names(text: &str, name: &str) -> bool {
    let is_part = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-' | '/');
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        let begins = !before.ends_with(|char| is_part(char) || char == '.');
        let extension = after.strip_prefix('.').is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
        begins && !after.starts_with(is_part) && !extension
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_held_by_itself_alone() {
        for (text, holds) in [
            ("> files: src/cut.rs, src/join.rs", true),
            ("see src/cut.rs.", true),
            ("(src/cut.rs)", true),
            ("lib/src/cut.rs", false),
            ("src/cut.rs.orig", false),
            ("src/cut.rsx", false),
            ("./src/cut.rs", false),
        ] {
            assert_eq!(names(text, "src/cut.rs"), holds, "{text}");
        }
    }
}
