//! LangChain's messages: the parts that are read from each documented shape.

use super::MessageFormat::Langchain;
use super::check;

#[test]
fn plain_messages_are_read() {
    check(
        Langchain,
        r#"[{"type":"system","content":"Be brief."},{"role":"user","content":"hi"},{"type":"human","content":["a",{"type":"text","text":"b"}]},
            {"type":"ai","content":"I look.","tool_calls":[{"name":"read","args":{"p":1},"id":"c1","type":"tool_call"},{"name":"ls","args":{},"id":null}],
             "invalid_tool_calls":[{"name":"cut","args":"{\"a","id":"c2","error":null,"type":"invalid_tool_call"}]},
            {"type":"tool","content":"text","tool_call_id":"c1","status":"success","artifact":{"big":1}},
            {"role":"tool","content":[{"type":"text","text":"x"},"y"],"tool_call_id":"c2","status":"error","name":"cut"}]"#,
        &[
            "0 /content System Fixed | Be brief.",
            "1 /content User Fixed | hi",
            "2 /content/0 User Fixed | a",
            "2 /content/1/text User Fixed | b",
            "3 /content Assistant Fixed | I look.",
            "3 /tool_calls/0/args Call Object read=c1 | {\"p\":1}",
            "3 /tool_calls/1/args Other Fixed | {}",
            r#"3 /invalid_tool_calls/0 Call Fixed cut=c2 | {"name":"cut","args":"{\"a","id":"c2","error":null,"type":"invalid_tool_call"}"#,
            "4 /content ToolResult Text read=c1 | text",
            "5 /content ToolResult Text cut=c2! | x\ny",
        ],
    );
}

#[test]
fn messages_to_dict_is_read() {
    check(
        Langchain,
        r#"[{"type":"human","data":{"content":"hi","type":"human","additional_kwargs":{}}},
            {"type":"ai","data":{"content":"","type":"ai","tool_calls":[{"name":"read","args":{"p":1},"id":"c1"}]}},
            {"type":"tool","data":{"content":"r","tool_call_id":"c1","type":"tool"}}]"#,
        &[
            "0 /data/content User Fixed | hi",
            "1 /data/content Assistant Fixed | ",
            "1 /data/tool_calls/0/args Call Object read=c1 | {\"p\":1}",
            "2 /data/content ToolResult Text read=c1 | r",
        ],
    );
}

/// A message of Anthropic's model as each language serializes it, with the call twice.
fn serialized(package: &str) -> String {
    format!(
        r#"[{{"lc":1,"type":"constructor","id":[{package},"messages","AIMessage"],"kwargs":{{
            "content":[{{"type":"thinking","thinking":"hm","signature":"s"}},{{"type":"text","text":"I look."}},
                {{"type":"tool_use","id":"c1","name":"read","input":{{"p":1}}}}],
            "tool_calls":[{{"name":"read","args":{{"p":1}},"id":"c1","type":"tool_call"}}]}}}},
           {{"lc":1,"type":"constructor","id":[{package},"messages","ToolMessage"],"kwargs":{{"content":"r","tool_call_id":"c1"}}}}]"#
    )
}

#[test]
fn a_call_given_twice_is_read_where_langchain_sends_it() {
    let lines = |call| {
        [
            "0 /kwargs/content/0 Thinking Drop | hm",
            "0 /kwargs/content/1/text Assistant Fixed | I look.",
            call,
            "1 /kwargs/content ToolResult Text read=c1 | r",
        ]
    };
    let python = r#"0 /kwargs/tool_calls/0/args Call Object read=c1 | {"p":1}"#;
    check(Langchain, &serialized(r#""langchain","schema""#), &lines(python));
    let javascript = r#"0 /kwargs/content/2/input Call Object read=c1 | {"p":1}"#;
    check(Langchain, &serialized(r#""langchain_core""#), &lines(javascript));
}

#[test]
fn calls_that_only_the_provider_named_are_read() {
    check(
        Langchain,
        r#"[{"type":"ai","content":"","additional_kwargs":{"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}}]"#,
        &[
            "0 /content Assistant Fixed | ",
            "0 /additional_kwargs/tool_calls/0/function/arguments Call ObjectText f=c1 | {}",
        ],
    );
}

#[test]
fn blocks_of_other_providers_are_read() {
    check(
        Langchain,
        r#"[{"type":"ai","content":[{"type":"reasoning","reasoning":"r","id":"rs_1"},{"type":"tool_call","id":"c1","name":"f","args":{"a":1}},{"type":"image","url":"u"}]},
            {"type":"remove","content":"","id":"m1"}]"#,
        &[
            "0 /content/0 Thinking Fixed | r",
            "0 /content/1/args Call Object f=c1 | {\"a\":1}",
            "0 /content/2 Other Fixed | ",
            "1 /content Other Fixed | ",
        ],
    );
}
