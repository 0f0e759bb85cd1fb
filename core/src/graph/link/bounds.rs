//! Bounds on the work for one reference, and the answers that these bounds made incomplete.
//!
//! Answers are cached for later references, but an incomplete one is valid only for its own reference. Otherwise a long
//! look-up would hide from other references the answers that they find in a few steps.

use alloc::collections::BTreeSet;

use super::{DefId, ExprId, FileId, Linker, NameId};

/// The most evaluation steps for one reference.
const MAX_STEPS: u32 = 2_000;
/// The greatest depth of nested steps; it bounds the stack.
const MAX_DEPTH: u32 = 40;

/// The key of a cached answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Question {
    Value(FileId, ExprId),
    Import(FileId, u32),
    Module(FileId, u32),
    Lineage(FileId, DefId),
    Blocks(FileId, DefId),
    Member(FileId, DefId, NameId),
}

/// The work done so far for the current reference.
#[derive(Default)]
pub(super) struct Bounds {
    steps: u32,
    depth: u32,
    /// Whether the answer being computed is incomplete because a bound was reached.
    is_incomplete: bool,
    /// Cached answers that are incomplete.
    incomplete_answers: BTreeSet<Question>,
}

impl Linker<'_> {
    /// Starts a new reference: resets the steps, and drops the cached answers that were incomplete.
    pub(super) fn start_reference(&mut self) {
        (self.bounds.steps, self.bounds.is_incomplete) = (0, false);
        for question in core::mem::take(&mut self.bounds.incomplete_answers) {
            self.forget(question);
        }
    }

    /// Removes an answer from its cache.
    pub(super) fn forget(&mut self, question: Question) {
        match question {
            Question::Value(file, expr) => self.memo.forget(file, expr),
            Question::Import(file, import) => drop(self.imports.remove(&(file, import))),
            Question::Module(file, import) => drop(self.modules.remove(&(file, import))),
            Question::Lineage(file, def) => drop(self.lineages.remove(&(file, def))),
            Question::Blocks(file, def) => drop(self.blocks.remove(&(file, def))),
            Question::Member(file, def, name) => drop(self.members.remove(&(file, def, name))),
        }
    }

    /// Runs a step within the bounds; returns the default if they are exceeded.
    pub(super) fn run_bounded<T: Default>(&mut self, step: impl FnOnce(&mut Self) -> T) -> T {
        if !self.descend() {
            return T::default();
        }
        self.bounds.steps += 1;
        let result = step(self);
        self.ascend();
        result
    }

    /// Starts a nested step if the bounds allow it. [`Self::ascend`] must end it.
    pub(super) fn descend(&mut self) -> bool {
        let has_room = self.bounds.depth < MAX_DEPTH && self.bounds.steps < MAX_STEPS;
        self.bounds.depth += u32::from(has_room);
        self.bounds.is_incomplete |= !has_room;
        has_room
    }

    pub(super) fn ascend(&mut self) {
        self.bounds.depth -= 1;
    }

    /// Starts an answer; the returned flag must be passed to [`Self::finish_answer`].
    pub(super) fn start_answer(&mut self) -> bool {
        core::mem::replace(&mut self.bounds.is_incomplete, false)
    }

    /// Ends an answer. If it is incomplete, so is the outer answer, which needs it. `outer_is_cut` is the flag that
    /// [`Self::start_answer`] returned: whether the outer answer was incomplete before.
    pub(super) fn finish_answer(&mut self, question: Question, outer_is_cut: bool) {
        if self.bounds.is_incomplete {
            self.bounds.incomplete_answers.insert(question);
        }
        self.bounds.is_incomplete |= outer_is_cut;
    }

    /// Uses a cached answer: if it is incomplete, so is the answer being computed.
    pub(super) fn reuse_answer(&mut self, question: Question) {
        self.bounds.is_incomplete |= self.bounds.incomplete_answers.contains(&question);
    }
}
