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
    cached: Map<Key, Values>,
    /// The scopes visited in the current look-up with their results; a result is empty while its visit is in progress.
    visited: Map<Key, Values>,
    /// Whether the answer being computed came upon a scope whose visit had begun, so that it may be incomplete.
    has_cycle: bool,
    /// Answers in other caches that may be incomplete, because they depend on a visit in progress.
    dependent_answers: Vec<Question>,
}

impl GlobImports {
    /// The cached result of a scope, or its result within the current look-up.
    pub(super) fn cached_values(&mut self, key: Key) -> Option<Values> {
        if let Some(&values) = self.cached.get(&key) {
            return Some(values);
        }
        let visited_values = self.visited.get(&key).copied();
        self.has_cycle |= visited_values.is_some();
        visited_values
    }

    /// Starts a visit of a scope; the result must be passed to [`Self::end_visit`].
    pub(super) fn start_visit(&mut self, key: Key) -> Visit {
        let is_outermost = self.visited.is_empty();
        self.visited.insert(key, Values::default());
        Visit { is_outermost, had_cycle: self.start_answer() }
    }

    /// Ends a visit, and returns the answers that must be computed again.
    pub(super) fn end_visit(&mut self, key: Key, values: Values, visit: Visit) -> Vec<Question> {
        if visit.is_outermost {
            self.cached.insert(key, values);
            self.visited.clear();
            self.has_cycle = visit.had_cycle;
            return mem::take(&mut self.dependent_answers);
        }
        if !self.has_cycle {
            self.cached.insert(key, values);
        }
        self.visited.insert(key, values);
        self.has_cycle |= visit.had_cycle;
        Vec::new()
    }

    /// Begins an answer that will be cached. The returned flag must be passed to [`Self::finish_answer`].
    pub(super) fn start_answer(&mut self) -> bool {
        mem::replace(&mut self.has_cycle, false)
    }

    /// Ends an answer that will be cached. It is computed again later if it depends on a visit in progress.
    pub(super) fn finish_answer(&mut self, question: Question, had_cycle: bool) {
        if self.has_cycle && !self.visited.is_empty() {
            self.dependent_answers.push(question);
        }
        self.has_cycle |= had_cycle;
    }
}

/// A visit in progress.
pub(super) struct Visit {
    is_outermost: bool,
    had_cycle: bool,
}
