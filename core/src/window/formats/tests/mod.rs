//! Small messages of each format, and the parts that are read from them.

mod ai_sdk;
mod anthropic;
mod bad_input;
mod chat;
mod edits;
mod langchain;
mod responses;
mod scans;

use alloc::string::String;

use super::super::item::{BodyForm, Edit, ItemKind, NewItem};
use super::{MessageFormat, apply, original_json, read, replacement};

/// The parts of messages, a line each: message, pointer, kind and form, the tool and id of a call or result, and the
/// text.
fn parts(format: MessageFormat, messages: &str) -> Vec<String> {
    read(format, messages, 0).unwrap().iter().map(line).collect()
}

fn line(item: &NewItem) -> String {
    let mut line = format!("{} {} {:?} {:?}", item.message, item.pointer, item.kind, item.form);
    if !item.call_id.is_empty() {
        line += &format!(" {}={}{}", item.tool, item.call_id, if item.is_error { "!" } else { "" });
    }
    line + " | " + &item.text
}

fn check(format: MessageFormat, messages: &str, expected: &[&str]) {
    assert_eq!(parts(format, messages), expected);
    check_round_trip(format, messages);
}

/// The stub that replaces each part.
const STUB: &str = "[pruned 0000000000000; \"é\"]";

/// Checks that every prunable part can be pruned and restored, and that the parts read stay the same. The exception is
/// a stub in place of an image: it is read as the result of a call that had no result but the image.
fn check_round_trip(format: MessageFormat, messages: &str) {
    let items = read(format, messages, 0).unwrap();
    assert_eq!(apply(messages, &[], 0).unwrap(), messages);
    let becomes_stub = |item: &&NewItem| !matches!(item.form, BodyForm::Fixed | BodyForm::Drop);
    let edit = |item: &NewItem, replacement| Edit {
        message: item.message,
        pointer: item.pointer.clone(),
        replacement,
        id: String::new(),
    };
    let stubs: Vec<_> =
        items.iter().filter(becomes_stub).map(|item| edit(item, replacement(item.form, STUB))).collect();
    let pruned = apply(messages, &stubs, 0).unwrap();
    let reread = read(format, &pruned, 0).unwrap();
    let is_image = |item: &NewItem| item.kind == ItemKind::Media;
    let is_answered = |one: &NewItem| {
        let is_empty = one.kind == ItemKind::ToolResult && one.form == BodyForm::Fixed && one.text.is_empty();
        is_empty && items.iter().any(|item| is_image(item) && item.call_id == one.call_id)
    };
    let expected: Vec<&NewItem> = items.iter().filter(|item| !is_answered(item)).collect();
    assert_eq!(reread.len(), expected.len(), "{pruned}");
    for (one, other) in expected.into_iter().zip(&reread) {
        assert_eq!(one.call_id, other.call_id);
        assert!(is_image(one) || (one.kind, &one.pointer) == (other.kind, &other.pointer), "{one:?} {other:?}");
        assert_eq!(becomes_stub(&one), other.text.contains("[pruned 0"), "{pruned}");
    }
    let restored: Vec<_> =
        items.iter().filter(becomes_stub).map(|item| edit(item, Some(original_json(item)))).collect();
    assert_eq!(apply(&pruned, &restored, 0).unwrap(), messages);
}
