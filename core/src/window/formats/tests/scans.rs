//! How often a conversation is scanned, which is most of what reading it costs.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::read;
use super::MessageFormat::Anthropic;
use super::{Edit, apply};
use crate::text::json::n_scanned;

/// A list of a hundred messages.
fn conversation() -> String {
    let messages: Vec<String> =
        (0..100).map(|at| format!(r#"{{"role":"user","content":"{at} {}"}}"#, "word ".repeat(50))).collect();
    format!("[{}]", messages.join(","))
}

/// The bytes that a call scans, in tenths of the conversation's length.
fn n_tenths_scanned<T>(conversation: &str, call: impl FnOnce() -> T) -> usize {
    n_scanned(call).0 * 10 / conversation.len()
}

#[test]
fn a_list_is_scanned_once_for_its_messages_and_each_message_once_for_its_members() {
    let list = conversation();
    assert_eq!(n_tenths_scanned(&list, || read(Anthropic, &list, 0).unwrap()), 19);
    // A request has the list as a member.
    let request = format!(r#"{{"system":"s","messages":{list}}}"#);
    assert_eq!(n_tenths_scanned(&list, || read(Anthropic, &request, 0).unwrap()), 29);
}

#[test]
fn edits_scan_a_list_once_and_the_messages_that_they_change() {
    let list = conversation();
    assert_eq!(n_tenths_scanned(&list, || apply(&list, &[], 0).unwrap()), 10);
    let edit = |message| Edit {
        message,
        pointer: "/content".into(),
        replacement: Some("\"shorter\"".into()),
        id: String::new(),
    };
    let edits: Vec<Edit> = (0..20).map(edit).collect();
    assert_eq!(n_tenths_scanned(&list, || apply(&list, &edits, 0).unwrap()), 12);
}
