//! Transcripts of Codex: both logs, forks, subagents, results in every form, and the oldest form.

use super::*;

const THREAD: &str = "0199aaaa-1111-7222-8333-444455556666";
const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";
const TURN: &str = "0199bbbb-1111-7222-8333-444455556666";

fn wrapped(kind: &str, second: u32, payload: Json) -> Json {
    json!({ "timestamp": format!("2026-11-20T10:00:{second:02}.000Z"), "type": kind, "payload": payload })
}

fn meta() -> Json {
    let git = json!({ "branch": "main", "commit_hash": COMMIT });
    wrapped("session_meta", 0, json!({ "id": THREAD, "cwd": "/home/a/shop", "source": "cli", "git": git }))
}

fn context() -> Json {
    wrapped("turn_context", 1, json!({ "cwd": "/home/a/shop", "model": "a-model", "turn_id": TURN }))
}

fn item(second: u32, payload: Json) -> Json {
    wrapped("response_item", second, payload)
}

fn event(second: u32, payload: Json) -> Json {
    wrapped("event_msg", second, payload)
}

fn message(second: u32, role: &str, said: &str) -> Json {
    let kind = if role == "assistant" { "output_text" } else { "input_text" };
    item(second, json!({ "type": "message", "role": role, "content": [{ "type": kind, "text": said }] }))
}

fn call(second: u32, id: &str, name: &str, arguments: Json) -> Json {
    let arguments = arguments.to_string();
    item(second, json!({ "type": "function_call", "name": name, "arguments": arguments, "call_id": id }))
}

fn result(second: u32, id: &str, output: Json) -> Json {
    item(second, json!({ "type": "function_call_output", "call_id": id, "output": output }))
}

fn session() -> Vec<Json> {
    vec![
        meta(),
        message(0, "developer", "sandbox rules"),
        message(0, "user", "# AGENTS.md instructions for /home/a/shop\n\n<INSTRUCTIONS>\nbe brief\n</INSTRUCTIONS>"),
        message(0, "user", "<environment_context><cwd>/home/a/shop</cwd></environment_context>"),
        context(),
        message(1, "user", "add a discount"),
        event(1, json!({ "type": "user_message", "message": "add a discount", "images": [] })),
        item(2, json!({ "type": "reasoning", "summary": [], "encrypted_content": "xyz" })),
        event(2, json!({ "type": "agent_message", "message": "I run the tests.", "phase": "commentary" })),
        message(2, "assistant", "I run the tests."),
        call(3, "call_1", "shell", json!({ "command": ["bash", "-lc", "npm test"], "workdir": "." })),
        result(4, "call_1", json!("Exit code: 1\nWall time: 0.4 seconds\nOutput:\nrate is not a number\n")),
        call(5, "call_2", "exec_command", json!({ "cmd": "cat src/cart.ts" })),
        event(6, json!({ "type": "exec_command_end", "call_id": "call_2", "exit_code": 0, "aggregated_output": "x" })),
        result(6, "call_2", json!("Process exited with code 0\nOutput:\nx")),
        item(
            7,
            json!({
                "type": "custom_tool_call", "call_id": "call_3", "name": "apply_patch",
                "input": "*** Begin Patch\n*** Update File: src/cart.ts\n@@\n-a\n+b\n*** Add File: src/rate.ts\n+c\n*** End Patch",
            }),
        ),
        item(
            8,
            json!({
                "type": "custom_tool_call_output", "call_id": "call_3",
                "output": "{\"output\":\"Success. Updated the following files\",\"metadata\":{\"exit_code\":0}}",
            }),
        ),
        event(9, json!({ "type": "token_count", "info": null })),
        message(9, "assistant", "It is done."),
    ]
}

#[test]
fn what_both_logs_of_a_session_hold_is_recorded_once() {
    let packed = read(&text(&session()));
    assert_eq!((packed.n_refused, packed.n_unknown), (0, 0));
    assert_eq!((&*packed.session, &*packed.folder), (THREAD, "/home/a/shop"));
    let [said, answered, failed, seen, patched, first, second, done] =
        <[Body; 8]>::try_from(bodies(&packed)).unwrap_or_else(|all| panic!("{all:#?}"));
    let Body::Turn(Turn { role: Role::User, text, .. }) = said else { panic!("{said:?}") };
    assert_eq!(text, "add a discount");
    let Body::Turn(Turn { role: Role::Assistant, text, model, .. }) = answered else { panic!("{answered:?}") };
    assert_eq!((&*text, &*model), ("I run the tests.", "a-model"));
    let Body::ToolCall(ToolCall { parameters, success: Some(false), error, .. }) = failed else { panic!("{failed:?}") };
    assert!(parameters.contains(r#""command":"npm test""#), "{parameters}");
    assert_eq!(error, "Exit code 1\nrate is not a number");
    let Body::ToolCall(ToolCall { success: Some(true), output, .. }) = seen else { panic!("{seen:?}") };
    assert_eq!(output, "x");
    let Body::ToolCall(ToolCall { tool, success: Some(true), .. }) = patched else { panic!("{patched:?}") };
    assert_eq!(tool, "apply_patch");
    let paths =
        [first, second].map(|touch| if let Body::FileTouch(touch) = touch { touch.path } else { String::new() });
    assert_eq!(paths, ["src/cart.ts", "src/rate.ts"]);
    let Body::Turn(Turn { role: Role::Assistant, .. }) = done else { panic!("{done:?}") };
    assert!(batch(&packed).events.iter().all(|event| event.branch == "main" && event.session == THREAD));
    assert!(batch(&packed).events.iter().all(|event| event.commit == COMMIT));
}

#[test]
fn an_invalid_commit_is_left_out_and_the_branch_stays() {
    let lines = text(&session()).replace(COMMIT, "abc");
    let packed = read(&lines);
    assert!(batch(&packed).events.iter().all(|event| event.branch == "main" && event.commit.is_empty()));
}

#[test]
fn wherever_it_is_cut_the_same_is_recorded() {
    assert_cuts(&text(&session()), 8);
}

#[test]
fn a_fork_repeats_its_beginning_under_the_same_ids() {
    let fork = wrapped(
        "session_meta",
        30,
        json!({ "id": "0199cccc-1111-7222-8333-444455556666", "cwd": "/home/a/shop", "forked_from_id": THREAD }),
    );
    let mut copy = session();
    for line in &mut copy {
        line["timestamp"] = "2026-11-21T08:00:00.000Z".into();
    }
    copy.insert(0, fork);
    let ids = |packed: &PackedTranscript| -> Vec<_> {
        let events = batch(packed).events.into_iter().map(|event| event.event_id);
        // The ids of these calls are numbers, which another session may have too.
        events.filter(|id| id.contains(":turn:")).collect()
    };
    let (original, forked) = (read(&text(&session())), read(&text(&copy)));
    assert_eq!(ids(&original), ids(&forked));
    let event = &batch(&forked).events[0];
    assert!(event.metadata.contains(&format!(r#""parent_session":"{THREAD}""#)), "{}", event.metadata);
    assert_eq!(event.session, "0199cccc-1111-7222-8333-444455556666");
}

#[test]
fn a_subagent_is_a_session_with_a_parent() {
    let source = json!({ "subagent": { "thread_spawn": { "parent_thread_id": THREAD, "depth": 1 } } });
    let meta = wrapped("session_meta", 0, json!({ "id": "child", "cwd": "/home/a/shop", "source": source }));
    let packed = read(&text(&[meta, message(1, "assistant", "found it")]));
    let [event] = &*batch(&packed).events else { panic!("one event") };
    assert!(event.metadata.contains(&format!(r#""parent_session":"{THREAD}""#)), "{}", event.metadata);
}

#[test]
fn how_a_call_ended_is_read_from_every_form_of_its_result() {
    let ended = |output: Json| {
        let lines = [meta(), call(1, "call_1", "shell", json!({ "command": ["ls"] })), result(2, "call_1", output)];
        let [Body::ToolCall(call)] = &*bodies(&read(&text(&lines))) else { panic!("one call") };
        (call.success, call.refused, if call.error.is_empty() { call.output.clone() } else { call.error.clone() })
    };
    let said = |success, refused, said: &str| (success, refused, String::from(said));
    let shell = r#"{"output":"no such file","metadata":{"exit_code":2,"duration_seconds":0.1}}"#;
    assert_eq!(ended(json!(shell)), said(Some(false), false, "Exit code 2\nno such file"));
    assert_eq!(ended(json!({ "content": "bad", "success": false })), said(Some(false), false, "bad"));
    assert_eq!(ended(json!([{ "type": "input_text", "text": "fine" }])), said(Some(true), false, "fine"));
    assert_eq!(ended(json!("Plan updated")), said(Some(true), false, "Plan updated"));
    let unified = "Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nExit code: 9\n";
    assert_eq!(ended(json!(unified)), said(Some(true), false, "Exit code: 9"));
    let running = "Chunk ID: 1\nWall time: 1 seconds\nProcess running with session ID 7\nOutput:\nlistening";
    assert_eq!(ended(json!(running)), said(None, false, "listening"));
    let refused = "exec command rejected by user";
    assert_eq!(ended(json!(refused)), said(Some(false), true, refused));
    assert_eq!(ended(json!("aborted by user after 2.1s")), said(None, false, "aborted by user after 2.1s"));
}

#[test]
fn a_server_says_in_an_event_that_its_tool_failed() {
    let lines = [
        meta(),
        call(1, "call_1", "mcp__tracker__find", json!({ "id": 7 })),
        event(
            2,
            json!({
                "type": "mcp_tool_call_end", "call_id": "call_1",
                "result": { "Ok": { "content": [{ "type": "text", "text": "no such ticket" }], "isError": true } },
            }),
        ),
        result(2, "call_1", json!("no such ticket")),
    ];
    let [Body::ToolCall(call)] = &*bodies(&read(&text(&lines))) else { panic!("one call") };
    assert_eq!((call.success, &*call.error), (Some(false), "no such ticket"));
}

#[test]
fn the_oldest_form_has_no_envelope_no_times_and_no_events() {
    let plain = |role: &str, said: &str| json!({ "type": "message", "role": role, "content": [{ "type": "input_text", "text": said }] });
    let lines = text(&[
        json!({ "id": THREAD, "timestamp": "2025-07-01T10:00:00.000Z", "instructions": null }),
        json!({ "record_type": "state" }),
        plain(
            "user",
            "<environment_context>\nCurrent working directory: /home/a/shop\nApproval policy: never\n</environment_context>",
        ),
        plain("user", "why is it slow?"),
        plain("assistant", "It sleeps."),
        plain("user", "why is it slow?"),
    ]);
    let packed = read(&lines);
    assert_eq!(&*packed.folder, "/home/a/shop");
    let events = batch(&packed).events;
    assert_eq!(events.len(), 3);
    assert!(events.windows(2).all(|two| two[0].time < two[1].time && two[0].event_id != two[1].event_id));
    assert_cuts(&lines, 3);
}

#[test]
fn what_an_editor_puts_before_a_request_was_not_typed() {
    let asked = "# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\nrename it\n";
    let kinds =
        [("plain", asked), ("environment_context", "<environment_context/>"), ("user_instructions", "be brief")];
    let mut lines: Vec<_> =
        kinds.map(|(kind, said)| event(1, json!({ "type": "user_message", "message": said, "kind": kind }))).to_vec();
    lines.insert(0, meta());
    assert_eq!(turns(&lines), ["rename it"]);
}
