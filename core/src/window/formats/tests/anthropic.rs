//! Anthropic's Messages: the parts that are read from each documented shape.

use alloc::format;
use alloc::vec::Vec;

use super::MessageFormat::Anthropic;
use super::{ItemKind, check, read};

#[test]
fn a_turn_with_thinking_and_two_calls_is_read() {
    check(
        Anthropic,
        r#"[
  {"role": "user", "content": "Fix the b\u00fcg"},
  {"role": "assistant", "content": [
    {"type": "thinking", "thinking": "Look first.", "signature": "c2ln"},
    {"type": "redacted_thinking", "data": "ZGF0YQ=="},
    {"type": "text", "text": "I look."},
    {"type": "tool_use", "id": "t1", "name": "Read", "input": {"path": "a.rs", "n": 1.50}, "cache_control": {"type": "ephemeral"}},
    {"type": "tool_use", "id": "t2", "name": "Bash", "input": {}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "t1", "content": "fn a()\n"},
    {"type": "tool_result", "tool_use_id": "t2", "is_error": true, "content": [{"type": "text", "text": "no"}, {"text": "such", "type": "text"}]},
    {"type": "text", "text": "Go on."}]}
]"#,
        &[
            "0 /content User Fixed | Fix the büg",
            "1 /content/0 Thinking Drop | Look first.",
            "1 /content/1 Thinking Drop | ZGF0YQ==",
            "1 /content/2/text Assistant Fixed | I look.",
            "1 /content/3/input Call Object Read=t1 | {\"path\": \"a.rs\", \"n\": 1.50}",
            "1 /content/4/input Call Object Bash=t2 | {}",
            "2 /content/0/content ToolResult Text Read=t1 | fn a()\n",
            "2 /content/1/content ToolResult Text Bash=t2! | no\nsuch",
            "2 /content/2/text User Fixed | Go on.",
        ],
    );
}

#[test]
fn a_result_with_an_image_has_a_part_for_each_text() {
    let messages = r#"[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[
        {"type":"text","text":"before"},
        {"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}},
        {"type":"text","text":"after","cache_control":{"type":"ephemeral"}}]}]}]"#;
    check(
        Anthropic,
        messages,
        &[
            "0 /content/0/content/0/text ToolResult Text =t1 | before",
            "0 /content/0/content/1 Media TextBlock =t1 | image/png",
            "0 /content/0/content/2/text ToolResult Text =t1 | after",
        ],
    );
}

#[test]
fn a_result_without_a_text_settles_its_call_and_stays() {
    check(
        Anthropic,
        r#"[{"role":"user","content":[
            {"type":"tool_result","tool_use_id":"t1"},
            {"type":"tool_result","tool_use_id":"t2","content":""},
            {"type":"tool_result","tool_use_id":"t3","content":[]},
            {"type":"tool_result","tool_use_id":"t4","content":[{"type":"image","source":{"type":"url","url":"x"}}]}]}]"#,
        &[
            "0 /content/0 ToolResult Fixed =t1 | ",
            "0 /content/1/content ToolResult Fixed =t2 | ",
            "0 /content/2/content ToolResult Fixed =t3 | ",
            "0 /content/3/content/0 Media TextBlock =t4 | image",
            "0 /content/3/content ToolResult Fixed =t4 | ",
        ],
    );
}

#[test]
fn what_the_provider_runs_and_what_is_not_known_passes_through() {
    check(
        Anthropic,
        r#"[{"role":"assistant","content":[
            {"type":"server_tool_use","id":"s1","name":"web_search","input":{"query":"q"}},
            {"type":"web_search_tool_result","tool_use_id":"s1","content":[{"type":"web_search_result","url":"u"}]},
            {"type":"container_upload","file_id":"f"},
            {"type":"hologram","text":"text of another kind"}]},
           {"role":"user","content":[{"type":"document","source":{"type":"base64","data":"JVBERi0="}},
            {"type":"document","source":{"type":"text","data":"plain"}}]}]"#,
        &[
            r#"0 /content/0/input Call Fixed web_search=s1 | {"query":"q"}"#,
            r#"0 /content/1 ToolResult Fixed web_search=s1 | [{"type":"web_search_result","url":"u"}]"#,
            r#"0 /content/2 Other Fixed | {"type":"container_upload","file_id":"f"}"#,
            r#"0 /content/3 Other Fixed | {"type":"hologram","text":"text of another kind"}"#,
            "1 /content/0 Media TextBlock | file",
            "1 /content/1 Media TextBlock | file",
        ],
    );
}

#[test]
fn thinking_that_is_all_a_message_says_stays() {
    check(
        Anthropic,
        r#"[{"role":"assistant","content":[{"type":"thinking","thinking":"a","signature":"s"},{"type":"redacted_thinking","data":"b"}]}]"#,
        &["0 /content/0 Thinking Fixed | a", "0 /content/1 Thinking Fixed | b"],
    );
}

#[test]
fn a_whole_request_says_its_system_prompt_without_a_place() {
    let messages = r#"{"model":"m","system":[{"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral"}}],
        "messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"N","input":{"a":1}}]}]}"#;
    check(
        Anthropic,
        messages,
        &[
            r#"0  System Fixed | [{"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral"}}]"#,
            "0 /content User Fixed | hi",
            r#"1 /content/0/input Call Object N=t | {"a":1}"#,
        ],
    );
    check(Anthropic, r#"{"system":"Be brief.","messages":[]}"#, &["0  System Fixed | Be brief."]);
}

#[test]
fn code_that_was_prepared_is_no_words_of_the_user() {
    let text = r"## a.py\n\nLines 3-9, `a`:\n```python\nx\n```\n\n";
    let messages = format!(
        r#"[{{"role": "user", "content": "{text}"}},
        {{"role": "user", "content": [{{"type": "text", "text": "{text}"}}, {{"type": "text", "text": "{text}Mend it."}}]}}]"#
    );
    let kinds: Vec<ItemKind> = read(Anthropic, &messages, 0).unwrap().iter().map(|item| item.kind).collect();
    assert_eq!(kinds, [ItemKind::Code, ItemKind::Code, ItemKind::User]);
}
