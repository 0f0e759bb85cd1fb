//! Sample parts for tests.

use crate::window::history::{History, Item, ItemId, Key};
use crate::window::item::{BodyForm, ItemKind, NewItem};

/// A part of this kind and text, of response 0.
pub(crate) fn part(kind: ItemKind, text: &str) -> NewItem {
    NewItem { form: BodyForm::Text, ..NewItem::new(kind, 0, text) }
}

/// The result of a tool, as the only part of its conversation.
pub(crate) fn result(tool: &str, text: &str) -> Item {
    let mut history = History::default();
    let new = NewItem { tool: tool.into(), ..part(ItemKind::ToolResult, text) };
    history.push(new.clone(), Key::of(&new), ItemId(1), crate::text::tokens::estimate_tokens(text));
    history.items.remove(0)
}
