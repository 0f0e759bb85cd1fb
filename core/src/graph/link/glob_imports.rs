//! A cache of the names that glob imports bring into a scope.
//!
//! Glob imports may be circular: a module imports all names of its parent, which imports all names of its modules.
//! Each scope is therefore visited once per look-up: a second visit returns the first result, or nothing while the
//! first is in progress. An answer that depends on a scope in progress is complete only for the outermost look-up,
//! and is computed again after it. Not here: the look-up (`lexical`).

use alloc::vec::Vec;
use core::mem;

use super::bounds::Question;
use super::value::Values;
use super::{DefId, FileId, NameId};
use crate::base::map::Map;

/// A scope and a name in it.
type Key = (FileId, DefId, NameId);

/// The cached results.
#[derive(Default)]
pub(super) struct GlobImports {
    known: Map<Key, Values>,
    /// During a look-up: the result of each scope, empty while it is in progress.
    seen: Map<Key, Values>,
    /// Whether a scope was visited again since the innermost answer was started.
    circled: bool,
    /// Answers in other caches that depend on a scope in progress.
    leaning: Vec<Question>,
}

impl GlobImports {
    /// The cached result of a scope, or its result within the current look-up.
    pub(super) fn known(&mut self, key: Key) -> Option<Values> {
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let seen = self.seen.get(&key).copied();
        self.circled |= seen.is_some();
        seen
    }

    /// Starts a visit of a scope; the result must be passed to [`Self::end`].
    pub(super) fn begin(&mut self, key: Key) -> Looking {
        let is_outermost = self.seen.is_empty();
        self.seen.insert(key, Values::default());
        Looking { is_outermost, circled_before: self.open() }
    }

    /// Ends a visit, and returns the answers that must be computed again.
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

    /// Starts a cached answer; the returned flag must be passed to [`Self::close`].
    pub(super) fn open(&mut self) -> bool {
        mem::replace(&mut self.circled, false)
    }

    /// Ends a cached answer.
    pub(super) fn close(&mut self, question: Question, circled_before: bool) {
        if self.circled && !self.seen.is_empty() {
            self.leaning.push(question);
        }
        self.circled |= circled_before;
    }
}

/// A visit in progress.
pub(super) struct Looking {
    is_outermost: bool,
    circled_before: bool,
}
