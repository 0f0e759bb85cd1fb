//! What left whole, listed by its ids, so that each part can be asked for.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::held;
use super::super::history::{Item, ItemId};
use super::super::space::Window;
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
    Some((ItemId::parse(first)?, ItemId::parse(last)?))
}

impl Window {
    /// A line for each part from one to another, in the order of the conversation, and how to go on; none where one of them is not in
    /// this instance.
    pub(in super::super) fn listed(&self, first: ItemId, last: ItemId) -> Option<String> {
        let (from, to) = (self.place(first)?, self.place(last)?);
        let parts = self.history.items.get(from..=to)?;
        let mut lines: Vec<String> = parts.iter().take(MAX_LISTED).map(|item| self.line(item)).collect();
        if let Some(next) = parts.get(MAX_LISTED) {
            let n_more = parts.len() - MAX_LISTED;
            lines.push(format!("[{n_more} more: {}{MARK}{}]", next.id.text(), last.text()));
        }
        Some(lines.join("\n"))
    }

    fn line(&self, item: &Item) -> String {
        let said = held::masked(self.guard, item);
        let head = &said[..said.floor_char_boundary(LONGEST_HEAD)];
        let head = shown::unquoted(head.lines().next().unwrap_or_default());
        let (id, step, kind) = (item.id.text(), item.step + 1, item.new.kind.word());
        let tool = shown::unquoted(&self.guard.masked(&item.new.tool));
        let what = if tool.is_empty() { String::from(kind) } else { format!("{kind} {tool}") };
        format!("{id}: step {step}, {what} of {} tokens: `{head}`", item.tokens)
    }
}
