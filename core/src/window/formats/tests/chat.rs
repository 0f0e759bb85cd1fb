//! Chat Completions: the parts that are read from each documented shape.

use super::MessageFormat::OpenaiChat;
use super::check;

#[test]
fn calls_beside_the_content_and_results_of_their_own_are_read() {
    check(
        OpenaiChat,
        r#"[
  {"role": "developer", "content": "Be brief."},
  {"role": "user", "content": [{"type": "text", "text": "Look"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}]},
  {"role": "assistant", "content": null, "reasoning_content": "Hm.", "tool_calls": [
    {"id": "c1", "type": "function", "function": {"name": "read", "arguments": "{\"path\": \"\u00e4\"}"}},
    {"id": "c2", "type": "custom", "custom": {"name": "patch", "input": "*** Begin"}}]},
  {"role": "tool", "tool_call_id": "c1", "content": "text"},
  {"role": "tool", "tool_call_id": "c2", "content": [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]},
  {"role": "assistant", "content": [{"type": "text", "text": "Done"}, {"type": "refusal", "refusal": "No."}], "refusal": null}
]"#,
        &[
            "0 /content System Fixed | Be brief.",
            "1 /content/0/text User Fixed | Look",
            "1 /content/1 Media TextBlock | image/png, 3 bytes",
            "2 /reasoning_content Thinking Text | Hm.",
            "2 /tool_calls/0/function/arguments Call ObjectText read=c1 | {\"path\": \"ä\"}",
            "2 /tool_calls/1/custom/input Call Fixed patch=c2 | *** Begin",
            "3 /content ToolResult Text read=c1 | text",
            "4 /content ToolResult Text patch=c2 | one\ntwo",
            "5 /content/0/text Assistant Fixed | Done",
            "5 /content/1/refusal Assistant Fixed | No.",
        ],
    );
}

#[test]
fn arguments_that_are_not_json_or_no_string_are_read() {
    check(
        OpenaiChat,
        r#"[{"role":"assistant","tool_calls":[
            {"id":"c1","function":{"name":"a","arguments":"{\"cut"}},
            {"id":"c2","function":{"name":"b","arguments":{"x":1}}},
            {"id":"c3","function":{"name":"c","arguments":""}},
            {"function":{"name":"d","arguments":"{}"}}]}]"#,
        &[
            "0 /tool_calls/0/function/arguments Call ObjectText a=c1 | {\"cut",
            "0 /tool_calls/1/function/arguments Call Object b=c2 | {\"x\":1}",
            "0 /tool_calls/2/function/arguments Call Fixed c=c3 | ",
            r#"0 /tool_calls/3/function/arguments Other Fixed | "{}""#,
        ],
    );
}

#[test]
fn signed_reasoning_stays() {
    check(
        OpenaiChat,
        r#"[{"role":"assistant","content":"a","reasoning":"b","reasoning_details":[{"type":"reasoning.encrypted","data":"x"}]}]"#,
        &["0 /reasoning Thinking Fixed | b", "0 /content Assistant Fixed | a"],
    );
}

#[test]
fn a_message_that_says_nothing_is_passed_through() {
    check(
        OpenaiChat,
        r#"[{"role":"assistant","content":null}]"#,
        &[r#"0  Other Fixed | {"role":"assistant","content":null}"#],
    );
    check(
        OpenaiChat,
        r#"[{"role":"assistant","content":null,"function_call":{"name":"f","arguments":"{}"}},{"role":"function","name":"f","content":"r"}]"#,
        &[
            r#"0  Other Fixed | {"role":"assistant","content":null,"function_call":{"name":"f","arguments":"{}"}}"#,
            "1 /content Other Fixed | r",
        ],
    );
}

#[test]
fn an_id_that_is_used_again_means_the_newest_call() {
    check(
        OpenaiChat,
        r#"[{"role":"assistant","tool_calls":[{"id":"0","type":"function","function":{"name":"a","arguments":"{}"}}]},
            {"role":"tool","tool_call_id":"0","content":"x"},
            {"role":"assistant","tool_calls":[{"id":"0","type":"function","function":{"name":"b","arguments":"{}"}}]},
            {"role":"tool","tool_call_id":"0","content":"y"},
            {"role":"tool","tool_call_id":"none","content":"orphan"}]"#,
        &[
            "0 /tool_calls/0/function/arguments Call ObjectText a=0 | {}",
            "1 /content ToolResult Text a=0 | x",
            "2 /tool_calls/0/function/arguments Call ObjectText b=0 | {}",
            "3 /content ToolResult Text b=0 | y",
            "4 /content ToolResult Text =none | orphan",
        ],
    );
}
