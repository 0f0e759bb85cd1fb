//! The places in code that records are about, as they are now in the index, if there is one.

use alloc::string::String;
use alloc::vec::Vec;

use crate::bindings::exports::scrubjay::memory::graph::{AnchorState, AnchorsQuestion, ResolvedAnchor};
use crate::bindings::exports::scrubjay::memory::tools::ObjectMember;
use crate::facade::Anchor;
use crate::tools::replies::{Attempt, HostReply, Replies};
use crate::tools::text::shown;
use crate::tools::word::Word as _;

/// The most anchors of one question; further ones are shown without their present places.
const MAX_ASKED: usize = 1_000;

/// The anchors of several records, resolved to the places where they are now.
pub(super) struct Anchors {
    resolved_anchors: Vec<ResolvedAnchor>,
    /// The index of the reply with these places; `None` if there is no anchor, or no index that can be asked.
    reply: Option<u32>,
}

impl Anchors {
    /// Resolves the anchors of records, in their order.
    pub(super) fn of<'a>(records: impl Iterator<Item = &'a [Anchor]>, replies: &mut Replies) -> Attempt<Anchors> {
        let anchors: Vec<Anchor> = records.flatten().take(MAX_ASKED).cloned().collect();
        if anchors.is_empty() {
            return Ok(Anchors { resolved_anchors: Vec::new(), reply: None });
        }
        Ok(match replies.resolve_anchors(AnchorsQuestion { anchors })? {
            HostReply::Given(page) => Anchors { resolved_anchors: page.anchors, reply: Some(replies.latest()) },
            HostReply::Nothing | HostReply::Failed(_) => Anchors { resolved_anchors: Vec::new(), reply: None },
        })
    }

    /// The places of a record in words: `a.py (changed)`, `a.py#f (moved to b.py#f)`. `first` is the index of its first
    /// anchor among all.
    pub(super) fn in_words(&self, first: usize, anchors: &[Anchor]) -> Vec<String> {
        let place = |(at, anchor): (usize, &Anchor)| {
            let anchor_name = if anchor.symbol.is_empty() { &anchor.path } else { &anchor.symbol };
            let words = match self.resolved_anchors.get(first + at) {
                None | Some(ResolvedAnchor { state: AnchorState::Unknown, .. }) => anchor_name.clone(),
                Some(ResolvedAnchor { state: AnchorState::Moved, path, symbol }) => {
                    format!("{anchor_name} (moved to {})", if symbol.is_empty() { path } else { symbol })
                }
                Some(ResolvedAnchor { state, .. }) => format!("{anchor_name} ({})", state.word()),
            };
            shown(&words).into_owned()
        };
        anchors.iter().enumerate().map(place).collect()
    }

    /// The member of an answer's object that has the places.
    pub(super) fn member(&self) -> ObjectMember {
        ObjectMember::Anchors(self.reply)
    }
}
