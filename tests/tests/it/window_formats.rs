//! Pruned messages stay valid, whatever the history: random ones of each format, judged by the providers' rules.
//!
//! Every history follows from its seed, by which a failure can be repeated.

use std::collections::BTreeSet;

use conformance::window::generate::{Chance, history};
use conformance::window::judge::{compare, judge};
use conformance::window::trial::trial;
use conformance::window::{FORMATS, MessageFormat};
use scrubjay_core::window::formats::read;
use serde_json::{Value, json};

/// Histories of each format.
const N_HISTORIES: u64 = 300;

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn any_history_is_read_pruned_and_restored() {
    for format in FORMATS {
        for seed in 0..N_HISTORIES {
            trial(format, seed).unwrap_or_else(|why| panic!("{format:?}, seed {seed}: {why}"));
        }
    }
}

#[test]
fn the_histories_have_every_part_that_a_format_prunes() {
    let parts_seen = |format| -> BTreeSet<String> {
        let texts = (0..100).map(|seed| history(format, seed).text);
        let items = texts.flat_map(|text| read(format, &text, 0).unwrap());
        items.map(|item| format!("{:?} {:?}", item.kind, item.form)).collect()
    };
    let expected: [(MessageFormat, &[&str]); 5] = [
        (
            MessageFormat::Anthropic,
            &["Call Object", "ToolResult Text", "ToolResult Fixed", "Thinking Drop", "Media TextBlock"],
        ),
        (
            MessageFormat::OpenaiChat,
            &["Call ObjectText", "ToolResult Text", "Thinking Text", "System Fixed", "Media TextBlock"],
        ),
        (
            MessageFormat::OpenaiResponses,
            &["Call ObjectText", "Call Fixed", "ToolResult Text", "Thinking Fixed", "Media InputTextBlock"],
        ),
        (
            MessageFormat::AiSdk,
            &[
                "Call Object",
                "ToolResult Text",
                "ToolResult TextOutput",
                "Thinking Text",
                "Thinking Drop",
                "Thinking Fixed",
            ],
        ),
        (
            MessageFormat::Langchain,
            &["Call Object", "ToolResult Text", "Thinking Drop", "System Fixed", "Media TextBlock"],
        ),
    ];
    for (format, parts) in expected {
        let parts_seen = parts_seen(format);
        for part in parts.iter().chain(&["User Fixed", "Assistant Fixed"]) {
            assert!(parts_seen.contains(*part), "{format:?} has no {part}: {parts_seen:?}");
        }
    }
}

#[test]
fn the_judges_refuse_a_history_that_lost_a_message_of_calls_or_results() {
    for format in FORMATS {
        let mut n_refused = 0;
        for seed in 0..N_HISTORIES {
            let history = history(format, seed);
            let messages = parsed(&history.text);
            let at = Chance::new(seed).below(history.messages.len());
            let message = &history.messages[at];
            let has_pair =
                ["tool_use", "call_id", "toolCallId"].iter().any(|name| message.contains(&format!("\"{name}")))
                    || (message.contains("tool_call") && message.contains("call_0") || message.contains("_call_id"));
            let mut shortened = messages.clone();
            shortened.as_array_mut().unwrap().remove(at);
            if has_pair && !history.is_in_flight {
                assert!(
                    judge(format, &shortened).is_err(),
                    "{format:?}, seed {seed}, without message {at}: {shortened}"
                );
                n_refused += 1;
            }
            assert!(compare(format, &messages, &shortened).is_err(), "{format:?}, seed {seed}, without message {at}");
        }
        assert!(n_refused > N_HISTORIES / 10, "{format:?}: only {n_refused}");
    }
}

#[test]
fn the_judges_refuse_what_a_provider_does() {
    let user = json!({ "role": "user", "content": "hi" });
    let thought = json!({ "type": "thinking", "thinking": "hm", "signature": "s" });
    let tool_use = json!({ "type": "tool_use", "id": "t", "name": "n", "input": {} });
    let result = json!({ "type": "tool_result", "tool_use_id": "t", "content": "r" });
    let text = json!({ "type": "text", "text": "x" });
    let tool_request = json!({ "role": "assistant", "content": [thought, tool_use] });
    let anthropic = |messages: Value| judge(MessageFormat::Anthropic, &messages);
    assert_eq!(anthropic(json!([user, tool_request, { "role": "user", "content": [result, text] }])), Ok(()));
    let refused = |messages: Value| anthropic(messages).unwrap_err();
    let answered = |content: Value| refused(json!([user, tool_request, { "role": "user", "content": content }]));
    assert_eq!(answered(json!([text, result])), "message 2: a result comes after something else");
    assert_eq!(answered(json!([result, result])), "message 2: the result t answers no call that waits");
    assert_eq!(answered(json!([text])), "the call t is not answered");
    assert_eq!(answered(json!([])), "message 2: the content is empty");
    assert_eq!(
        answered(json!([{ "type": "tool_result", "tool_use_id": "t", "content": 1 }])),
        "message 2: a result is neither a text nor a list"
    );
    let called = |input: Value| {
        refused(
            json!([user, { "role": "assistant", "content": [{ "type": "tool_use", "id": "t", "name": "n", "input": input }] }]),
        )
    };
    assert_eq!(called(json!("[pruned]")), "message 1: the input of a call is no object");

    let original = json!([user, tool_request, { "role": "user", "content": [result] }]);
    let mut edited = original.clone();
    edited[1]["content"][0]["thinking"] = json!("[pruned]");
    let why = "turn 1: what was thought is neither whole nor gone";
    assert_eq!(compare(MessageFormat::Anthropic, &original, &edited).unwrap_err(), why);
    edited[1]["content"].as_array_mut().unwrap().remove(0);
    assert_eq!(compare(MessageFormat::Anthropic, &original, &edited).unwrap_err(), why);
    let mut later = original.clone();
    later[2]["content"].as_array_mut().unwrap().push(text);
    edited[2] = later[2].clone();
    assert_eq!(compare(MessageFormat::Anthropic, &later, &edited), Ok(()));

    let call = |arguments: Value| json!([user, { "role": "assistant", "tool_calls": [{ "id": "c", "type": "function", "function": { "name": "n", "arguments": arguments } }] }, { "role": "tool", "tool_call_id": "c", "content": "r" }]);
    assert_eq!(judge(MessageFormat::OpenaiChat, &call(json!("{}"))), Ok(()));
    assert_eq!(
        judge(MessageFormat::OpenaiChat, &call(json!({}))).unwrap_err(),
        "message 1: the arguments of a call are no string"
    );
    assert_eq!(
        judge(MessageFormat::OpenaiChat, &call(json!("[pruned]"))).unwrap_err(),
        "message 1: the arguments of a call are no object"
    );
    let lone_thought = json!([{ "type": "reasoning", "id": "rs", "summary": [] }, { "role": "user", "content": "hi" }]);
    assert_eq!(
        judge(MessageFormat::OpenaiResponses, &lone_thought).unwrap_err(),
        "message 0: a thought comes without the item that follows it"
    );
}
