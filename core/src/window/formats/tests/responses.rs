//! The items of Responses: the parts that are read from each documented shape.

use super::super::read;
use super::MessageFormat::OpenaiResponses;
use super::check;

const ITEMS: &str = r#"[
  {"role": "user", "content": [{"type": "input_text", "text": "Fix it"}, {"type": "input_image", "image_url": "data:image/png;base64,AAAA"}]},
  {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "First"}, {"type": "summary_text", "text": "look"}], "encrypted_content": "gAAA"},
  {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "read", "arguments": "{\"p\":1}", "status": "completed"},
  {"type": "custom_tool_call", "call_id": "c2", "name": "apply_patch", "input": "*** Begin"},
  {"type": "function_call_output", "call_id": "c1", "output": "text"},
  {"type": "custom_tool_call_output", "call_id": "c2", "output": [{"type": "input_text", "text": "ok"}]},
  {"type": "message", "id": "msg_1", "role": "assistant", "content": [{"type": "output_text", "text": "Done", "annotations": []}, {"type": "refusal", "refusal": "No"}]},
  {"type": "web_search_call", "id": "ws_1", "status": "completed"},
  {"type": "function_call_output", "call_id": "c9", "output": [{"type": "input_image", "image_url": "u"}], "status": "incomplete"}
]"#;

#[test]
fn items_are_read() {
    check(
        OpenaiResponses,
        ITEMS,
        &[
            "0 /content/0/text User Fixed | Fix it",
            "0 /content/1 Media InputTextBlock | image/png, 3 bytes",
            "1  Thinking Fixed | First\nlook",
            "2 /arguments Call ObjectText read=c1 | {\"p\":1}",
            "3 /input Call Fixed apply_patch=c2 | *** Begin",
            "4 /output ToolResult Text read=c1 | text",
            "5 /output ToolResult Text apply_patch=c2 | ok",
            "6 /content/0/text Assistant Fixed | Done",
            "6 /content/1/refusal Assistant Fixed | No",
            r#"7  Other Fixed | {"type": "web_search_call", "id": "ws_1", "status": "completed"}"#,
            "8 /output/0 Media InputTextBlock =c9 | image",
            "8 /output ToolResult Fixed =c9! | ",
        ],
    );
}

#[test]
fn a_run_of_the_models_items_is_one_response() {
    let responses: Vec<_> =
        read(OpenaiResponses, ITEMS, 0).unwrap().iter().map(|item| (item.message, item.response)).collect();
    let runs = [(0, 0), (0, 0), (1, 1), (2, 1), (3, 1), (4, 4), (5, 5), (6, 6), (6, 6), (7, 6), (8, 8), (8, 8)];
    assert_eq!(responses, runs);
}

#[test]
fn a_whole_request_is_read() {
    check(
        OpenaiResponses,
        r#"{"model":"m","instructions":"Be brief.","input":[{"role":"user","content":"hi"}]}"#,
        &["0  System Fixed | Be brief.", "0 /content User Fixed | hi"],
    );
    check(OpenaiResponses, r#"{"input":"hi"}"#, &["0  User Fixed | hi"]);
}
