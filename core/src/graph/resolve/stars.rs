//! What star imports bring into a scope under a name, kept.
//!
//! Star imports lead in circles (a module takes all of its parent, which takes all of its modules), so each scope is looked
//! at once in one look-up: the second time it gives what it gave, or nothing while it is still looked at. What leaned on
//! such a scope is whole only for the outermost look-up, and found anew after it.
//! Not here: looking (`lexical`).

use alloc::vec::Vec;
use core::mem;

use super::bounds::Question;
use super::value::Values;
use super::{DefId, FileId, NameId};
use crate::map::Map;

/// A scope, and a name in it.
type Key = (FileId, DefId, NameId);

/// What is known of star imports.
#[derive(Default)]
pub(super) struct Stars {
    known: Map<Key, Values>,
    /// Within the look-up that is going on: what each scope gave, nothing while it is still looked at.
    seen: Map<Key, Values>,
    /// A scope was met again, since the innermost answer was begun.
    circled: bool,
    /// Answers that are kept elsewhere and that leaned on a scope that is still looked at.
    leaning: Vec<Question>,
}

impl Stars {
    /// What a scope gives, or gave while this look-up is going on.
    pub(super) fn known(&mut self, key: Key) -> Option<Values> {
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let seen = self.seen.get(&key).copied();
        self.circled |= seen.is_some();
        seen
    }

    /// Begins to look at a scope; [`Self::end`] ends it with what this gives.
    pub(super) fn begin(&mut self, key: Key) -> Looking {
        let is_outermost = self.seen.is_empty();
        self.seen.insert(key, Values::default());
        Looking { is_outermost, circled_before: self.open() }
    }

    /// Ends it, and gives the answers that are to be found anew.
    pub(super) fn end(&mut self, key: Key, values: Values, looking: Looking) -> Vec<Question> {
        if looking.is_outermost {
            self.known.insert(key, values);
            self.seen.clear();
            self.circled = looking.circled_before;
            return mem::take(&mut self.leaning);
        }
        if !self.circled {
            self.known.insert(key, values);
        }
        self.seen.insert(key, values);
        self.circled |= looking.circled_before;
        Vec::new()
    }

    /// Begins to find an answer that is kept; [`Self::close`] ends it with what this gives.
    pub(super) fn open(&mut self) -> bool {
        mem::replace(&mut self.circled, false)
    }

    /// Ends it.
    pub(super) fn close(&mut self, question: Question, circled_before: bool) {
        if self.circled && !self.seen.is_empty() {
            self.leaning.push(question);
        }
        self.circled |= circled_before;
    }
}

/// A scope that is looked at.
pub(super) struct Looking {
    is_outermost: bool,
    circled_before: bool,
}
