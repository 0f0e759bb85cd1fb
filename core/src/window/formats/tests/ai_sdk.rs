//! The AI SDK's messages: the parts that are read from each documented shape.

use super::MessageFormat::AiSdk;
use super::check;

#[test]
fn calls_and_outputs_of_every_type_are_read() {
    check(
        AiSdk,
        r#"[
  {"role": "system", "content": "Be brief."},
  {"role": "user", "content": [{"type": "text", "text": "Look"}, {"type": "file", "data": "AAAA", "mediaType": "image/png"}]},
  {"role": "assistant", "content": [
    {"type": "text", "text": "I look."},
    {"type": "tool-call", "toolCallId": "c1", "toolName": "read", "input": {"p": 1}},
    {"type": "tool-call", "toolCallId": "c2", "toolName": "web", "input": {"q": 1}, "providerExecuted": true},
    {"type": "tool-result", "toolCallId": "c2", "toolName": "web", "output": {"type": "json", "value": [1]}},
    {"type": "tool-approval-request", "approvalId": "a1", "toolCallId": "c1"}]},
  {"role": "tool", "content": [
    {"type": "tool-result", "toolCallId": "c1", "toolName": "read", "output": {"type": "text", "value": "t"}},
    {"type": "tool-result", "toolCallId": "c3", "toolName": "ls", "output": {"type": "json", "value": {"n": 1.0}}},
    {"type": "tool-result", "toolCallId": "c4", "toolName": "ls", "output": {"type": "json", "value": [2], "providerOptions": {"x": {}}}},
    {"type": "tool-result", "toolCallId": "c5", "toolName": "ls", "output": {"type": "error-text", "value": "no"}},
    {"type": "tool-result", "toolCallId": "c6", "toolName": "ls", "output": {"type": "error-json", "value": {"e": 1}}},
    {"type": "tool-result", "toolCallId": "c7", "toolName": "ls", "output": {"type": "content", "value": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}},
    {"type": "tool-result", "toolCallId": "c8", "toolName": "ls", "output": {"type": "content", "value": [{"type": "text", "text": "a"}, {"type": "media", "data": "AAAA", "mediaType": "image/png"}]}},
    {"type": "tool-result", "toolCallId": "c9", "toolName": "ls", "output": {"type": "execution-denied", "reason": "asked not to"}},
    {"type": "tool-result", "toolCallId": "c0", "toolName": "ls", "output": {"type": "content", "value": [{"type": "text", "text": "a"}], "providerOptions": {}}}]}
]"#,
        &[
            "0 /content System Fixed | Be brief.",
            "1 /content/0/text User Fixed | Look",
            "1 /content/1 Media TextBlock | image/png",
            "2 /content/0/text Assistant Fixed | I look.",
            "2 /content/1/input Call Object read=c1 | {\"p\": 1}",
            "2 /content/2/input Call Fixed web=c2 | {\"q\": 1}",
            "2 /content/3 ToolResult Fixed web=c2 | {\"type\": \"json\", \"value\": [1]}",
            r#"2 /content/4 Other Fixed | {"type": "tool-approval-request", "approvalId": "a1", "toolCallId": "c1"}"#,
            "3 /content/0/output ToolResult TextOutput read=c1 | t",
            "3 /content/1/output ToolResult TextOutput ls=c3 | {\"n\": 1.0}",
            "3 /content/2/output/value ToolResult Text ls=c4 | [2]",
            "3 /content/3/output/value ToolResult Text ls=c5! | no",
            "3 /content/4/output/value ToolResult Text ls=c6! | {\"e\": 1}",
            "3 /content/5/output ToolResult TextOutput ls=c7 | a\nb",
            "3 /content/6/output/value/0/text ToolResult Text ls=c8 | a",
            "3 /content/6/output/value/1 Media TextBlock ls=c8 | image/png",
            "3 /content/7/output ToolResult Fixed ls=c9! | asked not to",
            "3 /content/8/output/value/0/text ToolResult Text ls=c0 | a",
        ],
    );
}

#[test]
fn the_older_names_are_read() {
    check(
        AiSdk,
        r#"[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"c1","toolName":"read","args":{"p":1}}]},
            {"role":"tool","content":[
              {"type":"tool-result","toolCallId":"c1","toolName":"read","result":"t","isError":true},
              {"type":"tool-result","toolCallId":"c2","toolName":"ls","result":{"n":1}},
              {"type":"tool-result","toolCallId":"c3","toolName":"ls","result":[1,2]},
              {"type":"tool-result","toolCallId":"c4","toolName":"ls","result":"told twice","experimental_content":[]}]}]"#,
        &[
            "0 /content/0/args Call Object read=c1 | {\"p\":1}",
            "1 /content/0/result ToolResult Text read=c1! | t",
            "1 /content/1/result ToolResult Text ls=c2 | {\"n\":1}",
            "1 /content/2/result ToolResult Text ls=c3 | [1,2]",
            "1 /content/3 ToolResult Fixed ls=c4 | told twice",
        ],
    );
}

#[test]
fn what_was_thought_is_pruned_as_its_provider_allows() {
    check(
        AiSdk,
        r#"[{"role":"assistant","content":[
            {"type":"reasoning","text":"plain"},
            {"type":"reasoning","text":"signed","providerOptions":{"anthropic":{"signature":"s"}}},
            {"type":"reasoning","text":"signed before","signature":"s"},
            {"type":"redacted-reasoning","data":"d"},
            {"type":"reasoning","text":"tied","providerOptions":{"openai":{"itemId":"rs_1"}}},
            {"type":"text","text":"said"}]}]"#,
        &[
            "0 /content/0/text Thinking Text | plain",
            "0 /content/1 Thinking Drop | signed",
            "0 /content/2 Thinking Drop | signed before",
            "0 /content/3 Thinking Drop | d",
            "0 /content/4 Thinking Fixed | tied",
            "0 /content/5/text Assistant Fixed | said",
        ],
    );
}
