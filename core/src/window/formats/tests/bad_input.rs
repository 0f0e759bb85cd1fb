//! Messages that no provider would send: they are refused with a reason, or read as they are.

use super::super::read;
use super::MessageFormat::{self, AiSdk, Anthropic, Langchain, OpenaiChat, OpenaiResponses};
use super::{apply, check_round_trip, parts};
use crate::base::error::Error;

const ALL: [MessageFormat; 5] = [Anthropic, OpenaiChat, OpenaiResponses, AiSdk, Langchain];

fn refusal(format: MessageFormat, messages: &str, first: u32) -> String {
    match read(format, messages, first) {
        Err(Error::Invalid { argument, why }) => format!("{argument}: {why}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_not_json_is_refused_with_the_number_of_the_message() {
    for format in ALL {
        let why = "messages: it is not JSON: expected `,` or `}` at line 1 column 30, in message 8";
        assert_eq!(refusal(format, r#"[{"role":"user"},{"role":"a" x}]"#, 7), why);
        for text in [
            "",
            "nope",
            "{",
            "[",
            "[1,]",
            "[] []",
            "\u{feff}[]",
            "[{\"a\":\"\u{1}\"}]",
            "[{\"a\":\"\\x\"}]",
            "[{\"a\":01}]",
        ] {
            assert!(refusal(format, text, 0).starts_with("messages: it is not JSON"), "{text}");
        }
        for text in ["1", "\"a\"", "null", "{}", r#"{"messages":1}"#, r#"{"messages":{}}"#, r#"{"messages":"a"}"#] {
            assert_eq!(refusal(format, text, 0), "messages: it is neither a list nor a request with one");
        }
        assert_eq!(refusal(format, r#"[{},["user","hi"]]"#, 3), "messages: message 4 is no object");
        assert_eq!(refusal(format, "[{},{}]", u32::MAX), "first: the numbers of the messages do not fit 32 bits");
    }
}

#[test]
fn nesting_of_any_depth_is_passed_through_and_costs_no_stack() {
    for depth in [10_000, 200_000] {
        let deep = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let nested = format!("{}1{}", r#"{"content":"#.repeat(depth), "}".repeat(depth));
        for format in ALL {
            assert_eq!(refusal(format, &deep, 0), "messages: message 0 is no object");
            for value in [&deep, &nested] {
                let messages = format!(
                    r#"[{{"role":"user","type":"x","content":[{value}],"kwargs":{value}}},{{"role":"user","content":{value}}}]"#
                );
                assert!(!parts(format, &messages).is_empty());
                check_round_trip(format, &messages);
            }
        }
        let call = format!(
            r#"[{{"role":"assistant","content":[{{"type":"tool_use","id":"t","name":"n","input":{nested}}}]}}]"#
        );
        assert_eq!(read(Anthropic, &call, 0).unwrap()[0].text, nested);
        check_round_trip(Anthropic, &call);
    }
}

#[test]
fn odd_members_are_read_faithfully_or_passed_through() {
    let values = [
        "null",
        "true",
        "0",
        "1e999",
        "-0",
        "123456789012345678901234567890",
        "\"\"",
        r#""\ud800""#,
        r#""\/\u0041""#,
        "[]",
        "{}",
        "[null]",
        "[[]]",
        r#"[{"type":"text"}]"#,
        r#"[{"type":"text","text":null}]"#,
        r#"[{"type":1,"text":"x"}]"#,
        r#"[{"type":"tool_use"}]"#,
        r#"[{"type":"tool_use","id":5,"input":null}]"#,
        r#"[{"type":"tool_result","content":null}]"#,
        r#"[{"type":"tool_result","tool_use_id":"t","content":null}]"#,
        r#"[{"type":"tool-result","toolCallId":"t","output":5}]"#,
        r#"[{"type":"tool-result","toolCallId":"t","output":{"type":"text"}}]"#,
        r#"[{"type":"thinking"},"x"]"#,
        r#"[{"id":"t","function":{"arguments":1e400}},7]"#,
        r#"{"id":"t","function":[]}"#,
    ];
    let members = [
        "role",
        "type",
        "content",
        "tool_calls",
        "tool_call_id",
        "output",
        "arguments",
        "call_id",
        "kwargs",
        "data",
        "id",
    ];
    for format in ALL {
        for role in ["user", "assistant", "tool", "system", "ai", "nobody"] {
            for kind in ["message", "tool", "function_call", "function_call_output", "reasoning", "constructor"] {
                for member in members {
                    for value in values {
                        // The last member of a name counts.
                        let messages = format!(
                            r#"[{{"role":"{role}","type":"{kind}","call_id":"c","tool_call_id":"d","{member}":{value}}}]"#
                        );
                        check_round_trip(format, &messages);
                    }
                }
            }
        }
    }
}

#[test]
fn the_last_of_members_with_one_name_counts_and_is_edited() {
    let messages = r#"[{"role":"tool","tool_call_id":"c","content":"first","c\u006fntent":"last"}]"#;
    let items = read(OpenaiChat, messages, 0).unwrap();
    assert_eq!(items[0].text, "last");
    check_round_trip(OpenaiChat, messages);
}

#[test]
fn half_a_surrogate_pair_is_shown_and_can_be_restored() {
    let messages = r#"[{"role":"tool","tool_call_id":"c","content":"a\ud83dz \ud83d\ude00"}]"#;
    let items = read(OpenaiChat, messages, 0).unwrap();
    assert_eq!(items[0].text, "a\u{fffd}\u{fffd}\u{fffd}z \u{1f600}");
    assert_eq!(items[0].original, r#""a\ud83dz \ud83d\ude00""#);
    check_round_trip(OpenaiChat, messages);
}

#[test]
fn large_texts_take_linear_time() {
    // One large value, many blocks in a message, many messages, and many calls given twice.
    let n = 100_000;
    let value = "x\\n".repeat(n);
    let one = format!(r#"[{{"role":"tool","tool_call_id":"c","content":"{value}"}}]"#);
    let block = |at| format!(r#"{{"type":"tool_result","tool_use_id":"t{at}","content":"r"}}"#);
    let blocks: Vec<_> = (0..n).map(block).collect();
    let many = format!(r#"[{{"role":"user","content":[{}]}}]"#, blocks.join(","));
    let messages: Vec<_> =
        (0..n).map(|at| format!(r#"{{"role":"tool","tool_call_id":"c{at}","content":"r"}}"#)).collect();
    let list = format!("[{}]", messages.join(","));
    let calls: Vec<_> = (0..n).map(|at| format!(r#"{{"id":"c{at}","name":"n","args":{{"a":1}}}}"#)).collect();
    let uses: Vec<_> =
        (0..n).map(|at| format!(r#"{{"type":"tool_use","id":"c{at}","name":"n","input":{{"a":1}}}}"#)).collect();
    let twice = format!(r#"[{{"type":"ai","content":[{}],"tool_calls":[{}]}}]"#, uses.join(","), calls.join(","));
    for (format, messages) in
        [(OpenaiChat, &one), (Anthropic, &many), (OpenaiChat, &list), (Langchain, &list), (Langchain, &twice)]
    {
        check_round_trip(format, messages);
    }
    assert_eq!(apply(&many, &[], 0).unwrap(), many);
}
