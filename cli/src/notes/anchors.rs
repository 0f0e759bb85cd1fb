//! Resolves the anchors of records to their current places in the index, if there is one.

use std::path::Path;

use scrubjay::Memory;
use scrubjay::wit::Word as _;
use scrubjay::wit::graph::{AnchorState, AnchorsQuestion, ResolvedAnchor};
use scrubjay::wit::types::Anchor;
use serde_json::Value;

use crate::output::json::Json as _;
use crate::output::text::shown;

/// The most anchors in one question.
const MAX_ASKED: usize = 1_000;

/// For each record, the current places of its anchors; `None` without a readable index.
pub(crate) struct Anchors(Option<Vec<Vec<ResolvedAnchor>>>);

impl Anchors {
    /// Resolves the anchors of records; records are shown without places if that fails.
    pub(crate) fn of<'a>(records: impl Iterator<Item = &'a [Anchor]> + Clone, root: &Path) -> Anchors {
        let all: Vec<Anchor> = records.clone().flatten().cloned().collect();
        let mut found = if all.is_empty() { None } else { resolve_all(root, &all) }.into_iter().flatten();
        let resolved = records.clone().map(|anchors| found.by_ref().take(anchors.len()).collect::<Vec<_>>());
        let resolved: Vec<Vec<ResolvedAnchor>> = resolved.collect();
        let is_whole = resolved.iter().zip(records).all(|(now, anchors)| now.len() == anchors.len());
        Anchors(is_whole.then_some(resolved))
    }

    /// The current place of one anchor, by the index of the record and the index of the anchor in the record.
    fn current_place(&self, record: usize, anchor: usize) -> Option<&ResolvedAnchor> {
        self.0.as_ref()?.get(record)?.get(anchor)
    }

    /// The places of a record in words: `a.py (changed)`, `a.py#f (moved to b.py#f)`.
    pub(crate) fn in_words(&self, record: usize, anchors: &[Anchor]) -> Vec<String> {
        let place = |(at, anchor): (usize, &Anchor)| {
            let own = if anchor.symbol.is_empty() { &anchor.path } else { &anchor.symbol };
            let words = match self.current_place(record, at) {
                None | Some(ResolvedAnchor { state: AnchorState::Unknown, .. }) => own.clone(),
                Some(ResolvedAnchor { state: AnchorState::Moved, path, symbol }) => {
                    format!("{own} (moved to {})", if symbol.is_empty() { path } else { symbol })
                }
                Some(ResolvedAnchor { state, .. }) => format!("{own} ({})", state.word()),
            };
            shown(&words).into_owned()
        };
        anchors.iter().enumerate().map(place).collect()
    }

    /// Adds the current places to the JSON of a record's anchors.
    pub(crate) fn add_to(&self, record: usize, anchors: &mut Value) {
        for (at, anchor) in anchors.as_array_mut().into_iter().flatten().enumerate() {
            anchor["now"] = self.current_place(record, at).map_or(Value::Null, |now| now.json());
        }
    }
}

fn resolve_all(root: &Path, anchors: &[Anchor]) -> Option<Vec<ResolvedAnchor>> {
    let mut memory = Memory::reading(root).ok()?;
    let mut resolved = Vec::new();
    for some in anchors.chunks(MAX_ASKED) {
        resolved.extend(memory.resolve_anchors(&AnchorsQuestion::new(some.to_vec())).ok()?.anchors);
    }
    Some(resolved)
}
