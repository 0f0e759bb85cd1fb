//! What left whole, listed by its ids, so that each part can be asked for.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::held;
use super::super::history::{Item, ItemId};
use super::super::space::Window;
use super::super::store::PrunedRow;
use crate::base::sort::sort_by_key;
use crate::text::shown;

/// The most parts of a list: some 10,000 tokens.
const MAX_LISTED: usize = 200;
/// Bytes of each part that are repeated.
const LONGEST_HEAD: usize = 60;
/// What stands between the first and the last id of a range.
const MARK: &str = "..";

/// The two ids of a range.
pub(crate) fn ends(text: &str) -> Option<(ItemId, ItemId)> {
    let (first, last) = text.split_once(MARK)?;
    Some((ItemId::asked(first)?, ItemId::asked(last)?))
}

impl Window {
    /// A line for each part from one to another, in the order of the conversation, and how to go on: of all that was pushed, or, where
    /// that is not in this instance, of what was pruned. None where one of the two is in neither.
    pub(in super::super) fn listed(&self, first: ItemId, last: ItemId) -> Option<String> {
        let pushed = || Some(self.history.items.get(self.place(first)?..=self.place(last)?)?.iter());
        if let Some(items) = pushed() {
            return Some(listed(items.map(|item| (item.id, self.line(item))), last));
        }
        let place = |id: ItemId| self.pruned.get(&id).filter(|row| !row.line.is_empty()).map(|row| row.place);
        // Who pushes what was sent counts places anew: then parts that left at another time may be between the two as well.
        let (one, other) = (place(first)?, place(last)?);
        let places = one.min(other)..=one.max(other);
        let is_in = |row: &PrunedRow| places.contains(&row.place) && !row.line.is_empty();
        let mut rows: Vec<_> = self.pruned.iter().filter(|(_, row)| is_in(row)).collect();
        sort_by_key(&mut rows, |(id, row)| (row.place, **id));
        Some(listed(rows.into_iter().map(|(id, row)| (*id, row.line.clone())), last))
    }

    /// What a list says of a part.
    pub(in super::super) fn line(&self, item: &Item) -> String {
        let said = held::masked(self.guard, item);
        let head = &said[..said.floor_char_boundary(LONGEST_HEAD)];
        let head = shown::unquoted(head.lines().next().unwrap_or_default());
        let (step, kind) = (item.step + 1, item.new.kind.word());
        let tool = shown::unquoted(&self.guard.masked(&item.new.tool));
        let what = if tool.is_empty() { String::from(kind) } else { format!("{kind} {tool}") };
        format!("step {step}, {what} of {} tokens: `{head}`", item.tokens)
    }
}

/// The first lines of a list, and from where it goes on up to the last part.
fn listed(parts: impl ExactSizeIterator<Item = (ItemId, String)>, last: ItemId) -> String {
    let n_more = parts.len().saturating_sub(MAX_LISTED);
    let mut lines = Vec::new();
    for (n_before, (id, line)) in parts.enumerate() {
        if n_before == MAX_LISTED {
            lines.push(format!("[{n_more} more: {}{MARK}{}]", id.text(), last.text()));
            break;
        }
        lines.push(format!("{}: {line}", id.text()));
    }
    lines.join("\n")
}
