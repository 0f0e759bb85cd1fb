//! The places that notes speak of, as they are now in the index, where there is one.

use std::path::Path;

use scrubjay::Memory;
use scrubjay::wit::Word as _;
use scrubjay::wit::graph::{AnchorState, AnchorsQuestion, ResolvedAnchor};
use scrubjay::wit::records::NotePage;
use scrubjay::wit::types::Anchor;
use serde_json::Value;

use super::json::Json as _;

/// How many places are asked about at once: as many as a question takes.
const MAX_ASKED: usize = 1_000;

/// For each note of a page, where each of its places is now; nothing where the project has no index that can be read.
pub(super) struct Anchors(Option<Vec<Vec<ResolvedAnchor>>>);

impl Anchors {
    /// Resolves the places of a page. Notes are shown all the same where that fails: an index is a cache.
    pub(super) fn of(page: &NotePage, root: &Path) -> Anchors {
        let all: Vec<Anchor> = page.notes.iter().flat_map(|note| note.anchors.iter().cloned()).collect();
        if all.is_empty() {
            return Anchors(None);
        }
        let mut found = resolved(root, &all).into_iter().flatten();
        let resolved = page.notes.iter().map(|note| found.by_ref().take(note.anchors.len()).collect::<Vec<_>>());
        let resolved: Vec<Vec<ResolvedAnchor>> = resolved.collect();
        let is_whole = resolved.iter().zip(&page.notes).all(|(now, note)| now.len() == note.anchors.len());
        Anchors(is_whole.then_some(resolved))
    }

    /// Where a place is now, by its note's place in the page and its own in the note.
    fn now(&self, note: usize, anchor: usize) -> Option<&ResolvedAnchor> {
        self.0.as_ref()?.get(note)?.get(anchor)
    }

    /// A place in words: `a.py (changed)`, `a.py#f (moved to b.py#f)`.
    pub(super) fn in_words(&self, note: usize, at: usize, anchor: &Anchor) -> String {
        let shown = if anchor.symbol.is_empty() { &anchor.path } else { &anchor.symbol };
        match self.now(note, at) {
            None | Some(ResolvedAnchor { state: AnchorState::Unknown, .. }) => shown.clone(),
            Some(ResolvedAnchor { state: AnchorState::Moved, path, symbol }) => {
                format!("{shown} (moved to {})", if symbol.is_empty() { path } else { symbol })
            }
            Some(ResolvedAnchor { state, .. }) => format!("{shown} ({})", state.word()),
        }
    }

    /// A page as JSON, with where each place is now.
    pub(super) fn json(&self, page: &NotePage) -> Value {
        let mut answer = page.json();
        for (at_note, note) in page.notes.iter().enumerate() {
            for at in 0..note.anchors.len() {
                answer["notes"][at_note]["anchors"][at]["now"] =
                    self.now(at_note, at).map_or(Value::Null, |now| now.json());
            }
        }
        answer
    }
}

fn resolved(root: &Path, anchors: &[Anchor]) -> Option<Vec<ResolvedAnchor>> {
    let mut memory = Memory::reading(root).ok()?;
    let mut resolved = Vec::new();
    for some in anchors.chunks(MAX_ASKED) {
        resolved.extend(memory.resolve_anchors(&AnchorsQuestion::new(some.to_vec())).ok()?.anchors);
    }
    Some(resolved)
}
