//! The input of hooks, and answers to them.

use super::*;
use crate::record::event::Moment;

#[test]
fn members_of_another_type_are_read_as_empty() {
    let read = |text: &str| read_hook(text, "Stop");
    assert!(read("").is_err());
    assert!(read("{").is_err());
    let other = read(r#"{"session_id": 7, "cwd": [], "tool_input": "x", "transcript_path": null}"#).unwrap();
    let said = (other.name.as_str(), other.folder.as_str(), other.session.as_str(), other.moment);
    assert_eq!(said, ("Stop", "", "", None));
    let edit = r#"{"hook_event_name": "PreToolUse", "tool_name": "Edit", "tool_input": {"file_path": "/a/b.py"}}"#;
    let edit = read(edit).unwrap();
    assert_eq!((edit.paths.as_slice(), edit.moment), (&["/a/b.py".to_owned()][..], Some(Moment::BeforeEdit)));
    let reading = r#"{"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {"file_path": "/a/b.py"}}"#;
    assert_eq!(read(reading).unwrap().moment, Some(Moment::BeforeRead));
    let patch = "*** Begin Patch\n*** Update File: src/a.rs\n@@\n*** Add File: src/b.rs\n";
    let patch = json!({ "hook_event_name": "PreToolUse", "tool_input": { "command": patch } }).to_string();
    assert_eq!(read(&patch).unwrap().paths, ["src/a.rs", "src/b.rs"]);
}

#[test]
fn a_session_has_the_name_that_its_records_have() {
    let said =
        json!({ "session_id": "a/b", "agent_id": "7", "hook_event_name": "SessionEnd", "cwd": "/a" }).to_string();
    let event = read_hook(&said, "").unwrap();
    assert_eq!(event.folder, "/a");
    assert_eq!((&*event.session, event.is_end, &*event.to_record), ("a-b:7", true, ""));
}

#[test]
fn a_failure_on_many_lines_is_recorded_as_one() {
    let told = json!({
        "hook_event_name": "PostToolUseFailure", "session_id": SESSION, "tool_name": "Bash", "tool_use_id": "t1",
        "tool_input": { "command": "npm test" }, "error_message": "Exit code 1\nboom",
    });
    let event = read_hook(&serde_json::to_string_pretty(&told).unwrap(), "").unwrap();
    assert_eq!((event.moment, &*event.text), (Some(Moment::Failure), "Exit code 1\nboom"));
    let packed = space().pack_transcript(Some(Harness::ClaudeCode), &event.to_record, &[], "", NOW).unwrap();
    assert_eq!((packed.n_lines, packed.n_refused, packed.packed.ids.len()), (1, 0, 1));
}

#[test]
fn the_text_of_an_answer_is_left_out_of_turns() {
    let answer: Json = serde_json::from_str(&answer_hook("UserPromptSubmit", "you once said\n").unwrap()).unwrap();
    let told = answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap();
    assert_eq!(answer["hookSpecificOutput"]["hookEventName"], "UserPromptSubmit");
    assert_eq!(turns(&[line("user", "u1", json!(format!("{told}\nwhat now?")))]), ["what now?"]);
}

/// VS Code and Cursor run the hooks of Claude Code's settings, and spell some members in their own way.
#[test]
fn the_spellings_of_vs_code_and_cursor_are_read_as_claude_codes() {
    let read = |told: Json| read_hook(&told.to_string(), "PreToolUse").unwrap();
    let of_vs_code = |event: &str, beside: Json| {
        let mut told = json!({ "timestamp": "2026-11-20T10:00:00Z", "hookEventName": event, "sessionId": "v1", "cwd": "/a", "transcript_path": "/t/v1.jsonl" });
        beside.as_object().unwrap().iter().for_each(|(name, value)| told[name] = value.clone());
        read(told)
    };
    let edited = json!({ "tool_name": "replace_string_in_file", "tool_input": { "filePath": "/a/b.ts", "oldString": "x" }, "tool_use_id": "t1" });
    let event = of_vs_code("PreToolUse", edited);
    assert_eq!(
        (event.moment, &*event.session, &*event.folder, &*event.tool),
        (Some(Moment::BeforeEdit), "v1", "/a", "replace_string_in_file")
    );
    assert_eq!((event.paths, event.transcripts), (vec!["/a/b.ts".to_owned()], vec!["/t/v1.jsonl".to_owned()]));
    let event = of_vs_code(
        "PreToolUse",
        json!({ "tool_name": "editFiles", "tool_input": { "files": ["/a/c.ts", "/a/d.ts"] } }),
    );
    assert_eq!(event.paths, ["/a/c.ts", "/a/d.ts"]);
    // It calls hooks whatever the tool is.
    let event = of_vs_code("PreToolUse", json!({ "tool_name": "read_file", "tool_input": { "filePath": "/a/b.ts" } }));
    assert_eq!(event.moment, Some(Moment::BeforeRead));
    let prompted = of_vs_code("UserPromptSubmit", json!({ "prompt": "round the total" }));
    assert_eq!((prompted.moment, &*prompted.text), (Some(Moment::Prompt), "round the total"));

    let of_cursor = |event: &str, beside: Json| {
        let mut told = json!({ "hook_event_name": event, "conversation_id": "c1", "generation_id": "g", "workspace_roots": ["/a", "/b"], "cursor_version": "2.0" });
        beside.as_object().unwrap().iter().for_each(|(name, value)| told[name] = value.clone());
        read(told)
    };
    let prompted = of_cursor("beforeSubmitPrompt", json!({ "prompt": "round the total" }));
    assert_eq!(
        (prompted.moment, &*prompted.session, &*prompted.folder, &*prompted.text),
        (Some(Moment::Prompt), "c1", "/a", "round the total")
    );
    assert_eq!(of_cursor("sessionStart", json!({})).moment, Some(Moment::Start));
    let edited = json!({ "tool_name": "StrReplace", "tool_input": { "path": "/a/b.ts" } });
    assert_eq!(of_cursor("preToolUse", edited).moment, Some(Moment::BeforeEdit));
    assert!(of_cursor("sessionEnd", json!({})).is_end);
    let failed = json!({ "tool_name": "Shell", "tool_input": { "command": "npm test" }, "tool_use_id": "t2", "error_message": "Exit code 1" });
    let event = of_cursor("postToolUseFailure", failed);
    assert_eq!((event.moment, &*event.text), (Some(Moment::Failure), "Exit code 1"));
    let packed = space().pack_transcript(Some(Harness::ClaudeCode), &event.to_record, &[], "", NOW).unwrap();
    let [Body::ToolCall(call)] = &*bodies(&packed) else { panic!("one call") };
    assert_eq!((&*call.tool, &*call.error, &*batch(&packed).events[0].session), ("Shell", "Exit code 1", "c1"));
    for odd in ["", "ä", "é hook"] {
        assert!(!of_cursor(odd, json!({})).is_end);
    }
}
