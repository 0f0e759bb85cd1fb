//! How much is looked at for one reference, and what was left out for that.
//!
//! Answers are kept for the references that come later. One that had something left out of it counts for its own reference
//! alone: else a long look-up would take from others what they find with few steps.

use alloc::collections::BTreeSet;

use super::{DefId, ExprId, FileId, Linker, NameId};

/// Steps of evaluation for one reference.
const MOST_STEPS: u32 = 2_000;
/// Steps inside one another; bounds the stack.
const MOST_DEPTH: u32 = 40;

/// What an answer is kept for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Question {
    Value(FileId, ExprId),
    Import(FileId, u32),
    Module(FileId, u32),
    Lineage(FileId, DefId),
    Blocks(FileId, DefId),
    Member(FileId, DefId, NameId),
}

/// What is spent on a reference.
#[derive(Default)]
pub(super) struct Bounds {
    steps: u32,
    depth: u32,
    /// Something was left out of the answer that is being found.
    is_cut: bool,
    /// Answers that are kept and that had something left out.
    cut: BTreeSet<Question>,
}

impl Linker<'_> {
    /// Begins with another reference: it has all steps before it, and what others had left out is open again.
    pub(super) fn begin(&mut self) {
        (self.bounds.steps, self.bounds.is_cut) = (0, false);
        for question in core::mem::take(&mut self.bounds.cut) {
            self.forget(question);
        }
    }

    /// The answer is found anew when it is asked for again.
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

    /// Runs one step inside the bounds; nothing where they are passed.
    pub(super) fn bounded<T: Default>(&mut self, step: impl FnOnce(&mut Self) -> T) -> T {
        if !self.descend() {
            return T::default();
        }
        self.bounds.steps += 1;
        let found = step(self);
        self.ascend();
        found
    }

    /// Whether there is room for one more step inside those that are being made; [`Self::ascend`] ends it.
    pub(super) fn descend(&mut self) -> bool {
        let has_room = self.bounds.depth < MOST_DEPTH && self.bounds.steps < MOST_STEPS;
        self.bounds.depth += u32::from(has_room);
        self.bounds.is_cut |= !has_room;
        has_room
    }

    pub(super) fn ascend(&mut self) {
        self.bounds.depth -= 1;
    }

    /// Begins to find an answer, which [`Self::close`] ends with what this gives.
    pub(super) fn open(&mut self) -> bool {
        core::mem::replace(&mut self.bounds.is_cut, false)
    }

    /// Ends it: what was left out of this answer is left out of the one that it is part of.
    pub(super) fn close(&mut self, question: Question, outer_is_cut: bool) {
        if self.bounds.is_cut {
            self.bounds.cut.insert(question);
        }
        self.bounds.is_cut |= outer_is_cut;
    }

    /// An answer that was kept is part of the one that is being found.
    pub(super) fn reuse(&mut self, question: Question) {
        self.bounds.is_cut |= self.bounds.cut.contains(&question);
    }
}
