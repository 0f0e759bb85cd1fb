//! Small messages of each format, and the parts that are read of them.

mod ai_sdk;
mod anthropic;
mod bad_input;
mod chat;
mod edits;
mod langchain;
mod responses;

use alloc::string::String;

use super::super::item::{BodyForm, Edit, NewItem};
use super::{MessageFormat, apply, original, read, replacement};

/// The parts of messages, a line each: message, pointer, kind, form, then what is said of a call, then the text.
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
    survives(format, messages);
}

/// Every prunable part can be pruned and restored, and the parts stay the same.
fn survives(format: MessageFormat, messages: &str) {
    let items = read(format, messages, 0).unwrap();
    assert_eq!(apply(messages, &[], 0).unwrap(), messages);
    let stubbed = |item: &&NewItem| !matches!(item.form, BodyForm::Fixed | BodyForm::Drop);
    let edit = |item: &NewItem, replacement| Edit {
        message: item.message,
        pointer: item.pointer.clone(),
        replacement,
        id: String::new(),
    };
    let stubs: Vec<_> =
        items.iter().filter(stubbed).map(|item| edit(item, replacement(item.form, "[stub \"é\"]"))).collect();
    let pruned = apply(messages, &stubs, 0).unwrap();
    let again = read(format, &pruned, 0).unwrap();
    assert_eq!(again.len(), items.len(), "{pruned}");
    for (one, other) in items.iter().zip(&again) {
        assert_eq!((one.kind, &one.pointer, &one.call_id), (other.kind, &other.pointer, &other.call_id));
        assert_eq!(stubbed(&one), other.text.contains("[stub"), "{pruned}");
    }
    let restored: Vec<_> = items.iter().filter(stubbed).map(|item| edit(item, Some(original(item)))).collect();
    assert_eq!(apply(&pruned, &restored, 0).unwrap(), messages);
}
