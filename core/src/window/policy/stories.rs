//! Parts of conversations for tests.

use alloc::string::String;

use crate::window::history::{History, Item, ItemId};
use crate::window::item::{Form, ItemKind, NewItem};

/// A part of a kind with this text, of response 0.
pub(crate) fn part(kind: ItemKind, text: &str) -> NewItem {
    NewItem {
        kind,
        message: 0,
        pointer: String::new(),
        text: text.into(),
        original: String::new(),
        form: Form::Text,
        response: 0,
        tool: String::new(),
        call_id: String::new(),
        is_error: false,
        tokens: None,
        task: String::new(),
        is_pinned: false,
        relevance: 1.0,
        dependencies: vec![],
        time: 0,
    }
}

/// A result of a tool.
pub(crate) fn result(tool: &str, text: &str) -> Item {
    let mut history = History::default();
    let new = NewItem { tool: tool.into(), ..part(ItemKind::ToolResult, text) };
    history.push(new, ItemId(1), crate::text::tokens::estimate(text));
    history.items.remove(0)
}
