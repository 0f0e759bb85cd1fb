//! Transcripts of made-up sessions: those of Claude Code here, others in files of their own.

mod codex;
mod gemini_cli;
mod hook;
mod hostile;
mod kept_out;
mod messages;
mod pi;
mod speakers;
mod todos;

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde_json::{Value as Json, json};

use super::*;
use crate::record::batch::{Batch, unpack};
use crate::record::kinds::{Body, FileTouch, Role, ToolCall, Turn};
use crate::record::{Owner, RecordSettings};

const NOW: i64 = 1_800_000_000_000;
const SESSION: &str = "11111111-2222-3333-4444-555555555555";

fn space() -> RecordSpace {
    let mut space = RecordSpace::default();
    space.open(Owner::default(), RecordSettings::default(), 0).unwrap();
    space
}

fn line(kind: &str, id: &str, content: Json) -> Json {
    json!({
        "type": kind, "uuid": id, "parentUuid": null, "sessionId": SESSION, "timestamp": "2026-11-20T10:00:00.000Z",
        "cwd": "/home/a/shop", "gitBranch": "main", "version": "2.1.37", "isSidechain": false, "userType": "external",
        "message": { "role": kind, "content": content, "model": "a-model" },
    })
}

fn text(lines: &[Json]) -> String {
    lines.iter().map(|line| line.to_string() + "\n").collect()
}

fn read(text: &str) -> PackedTranscript {
    space().pack_transcript(None, text, &[], "/home/a/shop", NOW).unwrap()
}

/// All events of a transcript, read by as many calls as it takes.
fn read_whole(text: &str) -> Vec<(String, Body)> {
    let (mut rest, mut state, mut all) = (text, Vec::new(), Vec::new());
    loop {
        let packed = space().pack_transcript(None, rest, &state, "", NOW).unwrap();
        let events = batch(&packed).events;
        assert!(events.len() <= 1_000);
        all.extend(events.into_iter().map(|event| (event.event_id, event.body.unwrap())));
        if packed.n_bytes == 0 {
            return all;
        }
        (rest, state) = (&rest[packed.n_bytes as usize..], packed.state);
    }
}

/// Checks that a transcript gives the same events wherever it is cut, and however often it is read.
fn assert_cuts(whole: &str, n_events: usize) {
    let at_once = read_whole(whole);
    assert_eq!(at_once.len(), n_events, "{at_once:#?}");
    let (began, read) = (space().read_beginning(None, whole).unwrap(), read(whole));
    assert_eq!((began.session, began.folder), (read.session, read.folder));
    for cut in (1..whole.len()).filter(|cut| whole.is_char_boundary(*cut)) {
        let first = space().pack_transcript(None, &whole[..cut], &[], "", NOW).unwrap();
        let rest = &whole[first.n_bytes as usize..];
        let then = space().pack_transcript(None, rest, &first.state, "", NOW).unwrap();
        let events = batch(&first).events.into_iter().chain(batch(&then).events);
        let events: Vec<_> = events.map(|event| (event.event_id, event.body.unwrap())).collect();
        assert_eq!(events, at_once, "cut at {cut}");
        assert_eq!((first.n_refused, then.n_refused), (0, 0), "half a line is no fault: {cut}");
    }
}

fn batch(packed: &PackedTranscript) -> Batch {
    unpack(&packed.packed.batch).unwrap()
}

fn bodies(packed: &PackedTranscript) -> Vec<Body> {
    batch(packed).events.into_iter().map(|event| event.body.unwrap()).collect()
}

fn turns(lines: &[Json]) -> Vec<String> {
    let turn = |body| if let Body::Turn(Turn { text, .. }) = body { Some(text) } else { None };
    bodies(&read(&text(lines))).into_iter().filter_map(turn).collect()
}

fn tool_use(id: &str, tool: &str, input: Json) -> Json {
    line("assistant", &format!("use-{id}"), json!([{ "type": "tool_use", "id": id, "name": tool, "input": input }]))
}

fn tool_result(id: &str, content: Json, is_error: bool) -> Json {
    let part = json!({ "type": "tool_result", "tool_use_id": id, "content": content, "is_error": is_error });
    line("user", &format!("result-{id}"), json!([part]))
}

fn calls(lines: &[Json]) -> Vec<ToolCall> {
    let call = |body| if let Body::ToolCall(call) = body { Some(call) } else { None };
    bodies(&read(&text(lines))).into_iter().filter_map(call).collect()
}

#[test]
fn a_session_becomes_turns_calls_and_touches() {
    let packed = read(&text(&[
        line("user", "u1", json!("add a discount to the cart")),
        line("assistant", "a1", json!([{ "type": "text", "text": "I look at the cart first." }])),
        tool_use("t1", "Read", json!({ "file_path": "/home/a/shop/src/cart.ts", "offset": 10, "limit": 5 })),
        tool_result("t1", json!("function total() {}"), false),
        tool_use("t2", "Bash", json!({ "command": "npm test" })),
        tool_result("t2", json!([{ "type": "text", "text": "Exit code 1\nTypeError: rate is not a number" }]), true),
    ]));
    assert_eq!((packed.n_lines, packed.n_refused, packed.n_unknown), (6, 0, 0));
    assert_eq!((&*packed.session, &*packed.folder), (SESSION, "/home/a/shop"));
    let [said, answered, call, touch, failed] = <[Body; 5]>::try_from(bodies(&packed)).unwrap();
    let Body::Turn(Turn { role: Role::User, text, conversation, .. }) = said else { panic!("{said:?}") };
    assert_eq!((&*text, &*conversation), ("add a discount to the cart", SESSION));
    let Body::Turn(Turn { role: Role::Assistant, model, .. }) = answered else { panic!("{answered:?}") };
    assert_eq!(model, "a-model");
    let Body::ToolCall(ToolCall { tool, success: Some(true), output, .. }) = call else { panic!("{call:?}") };
    assert_eq!((&*tool, &*output), ("Read", "function total() {}"));
    let Body::FileTouch(FileTouch { path, first_line: 10, last_line: 14, .. }) = touch else { panic!("{touch:?}") };
    assert_eq!(path, "src/cart.ts", "a path below the transcript's folder is the project's");
    let Body::ToolCall(ToolCall { success: Some(false), error, .. }) = failed else { panic!("{failed:?}") };
    assert!(error.ends_with("TypeError: rate is not a number"), "{error}");
    for event in batch(&packed).events {
        assert_eq!((&*event.session, &*event.branch, event.origin), (SESSION, "main", crate::record::Origin::Agent));
        assert_eq!(event.metadata, r#"{"harness":"claude_code"}"#);
    }
}

#[test]
fn wherever_a_transcript_is_cut_the_same_is_recorded() {
    let whole = text(&[
        line("user", "u1", json!("why is it slow? ä")),
        tool_use("t1", "Grep", json!({ "pattern": "sleep" })),
        tool_use("t2", "Edit", json!({ "file_path": "a.py", "old_string": "x", "new_string": "y" })),
        tool_result("t2", json!("done"), false),
        tool_result("t1", json!("a.py:3: sleep(1)"), false),
    ]);
    assert_cuts(&whole, 4);
}

#[test]
fn lines_that_cannot_be_read_are_reported_and_the_others_read() {
    let good = line("user", "u1", json!("hello there")).to_string();
    let long = format!("{{\"type\":\"user\",\"message\":\"{}\"}}", "x".repeat(MAX_LINE));
    let lines = [
        &*good,
        "{",
        "[1]",
        "\"text\"",
        "",
        "{\"type\":\"of-tomorrow\"}",
        &long,
        "{\"type\":7}",
        &good.replace("u1", "u2"),
    ];
    let packed = read(&(lines.join("\n") + "\n"));
    assert_eq!((packed.n_lines, packed.n_refused, packed.n_unknown, batch(&packed).events.len()), (9, 4, 2, 2));
    assert_eq!(packed.refused.iter().map(|one| one.line).collect::<Vec<_>>(), [2, 3, 4, 7]);
}

#[test]
fn words_that_nobody_said_are_no_turns() {
    let mut meta = line("user", "m", json!("expanded skill"));
    meta["isMeta"] = true.into();
    let mut summary = line("user", "s", json!("what was before"));
    summary["isCompactSummary"] = true.into();
    let said = turns(&[
        meta,
        summary,
        line(
            "user",
            "1",
            json!(
                "<command-name>/clear</command-name><command-message>clear</command-message><command-args></command-args>"
            ),
        ),
        line(
            "user",
            "2",
            json!(
                "<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>the cart</command-args>"
            ),
        ),
        line("user", "3", json!("<local-command-stdout>bye</local-command-stdout>")),
        line(
            "user",
            "4",
            json!("<system-reminder>be nice</system-reminder>\nfix the <title> tag <private>my pin</private>please"),
        ),
        line("user", "5", json!([{ "type": "text", "text": "[Request interrupted by user for tool use]" }])),
        line("user", "6", json!("<ide_opened_file>a.ts</ide_opened_file>")),
        line("user", "7", json!("<scrubjay-memory>\nyou once said\n</scrubjay-memory>\nwhat now?")),
        line("user", "8", json!("secret <private>to the end")),
        line(
            "user",
            "9",
            json!("<task-notification>\n<status>done</status>\n</task-notification>\nRead the output file"),
        ),
        line("user", "10", json!("Operation stopped by hook: another session is active")),
        line("user", "11", json!("/model")),
    ]);
    assert_eq!(said, ["/review the cart", "fix the <title> tag please", "what now?", "secret"]);
}

#[test]
fn calls_are_kept_short_and_without_private_parts() {
    let secret = format!("ghp_{}", "a1B2".repeat(9));
    let calls = calls(&[
        tool_use("t1", "Write", json!({ "file_path": "a.txt", "content": "line\n".repeat(10_000) })),
        tool_result("t1", json!("ok"), false),
        tool_use(
            "t2",
            "Bash",
            json!({ "command": format!("curl -H 'Authorization: Bearer {secret}' x"), "why": "<private>me</private>" }),
        ),
        tool_result("t2", json!("y".repeat(100_000)), false),
        tool_use("t3", "mcp__scrubjay__recall", json!({ "words": ["cart"] })),
        tool_result("t3", json!("what was said before"), false),
    ]);
    assert!(calls[0].parameters.len() < 1_300, "{}", calls[0].parameters.len());
    assert!(!calls[1].parameters.contains("a1B2") && !calls[1].parameters.contains("me<"), "{}", calls[1].parameters);
    assert!(calls[1].output.len() < 2_010);
    assert_eq!(calls[2].output, "", "what this memory told is no news");
}

#[test]
fn no_secret_of_a_waiting_call_is_in_the_state() {
    let secret = format!("ghp_{}", "a1B2".repeat(9));
    let typed = json!({
        "type": "queue-operation", "operation": "enqueue", "timestamp": "2026-11-20T10:00:00Z", "sessionId": SESSION,
        "content": format!("use {secret}"),
    });
    let packed = read(&text(&[tool_use("t1", "Bash", json!({ "command": format!("export TOKEN={secret}") })), typed]));
    assert!(!packed.state.windows(8).any(|part| part == &secret.as_bytes()[4..12]));
}

#[test]
fn a_call_has_the_tokens_that_the_model_had_read() {
    let with_usage = |usage: Json| {
        let mut answer = tool_use("t1", "Bash", json!({ "command": "make" }));
        answer["message"]["usage"] = usage;
        let result = tool_result("t1", json!("done"), false);
        calls(&[answer, result])[0].context_tokens
    };
    let usage = json!({ "input_tokens": 4, "cache_creation_input_tokens": 1_000, "cache_read_input_tokens": 20_000, "output_tokens": 1 });
    assert_eq!(with_usage(usage), Some(21_004));
    for nothing in [
        json!({}),
        json!({ "input_tokens": 0 }),
        json!({ "input_tokens": -3 }),
        json!({ "input_tokens": i64::MAX }),
        json!("many"),
    ] {
        assert_eq!(with_usage(nothing.clone()), None, "{nothing}");
    }
}

#[test]
fn a_refused_call_touches_nothing() {
    let denied = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
    let lines = [tool_use("t1", "Edit", json!({ "file_path": "a.py" })), tool_result("t1", json!(denied), true)];
    let [Body::ToolCall(call)] = &*bodies(&read(&text(&lines))) else { panic!("more than a call") };
    assert!(call.refused, "{call:?}");
}

#[test]
fn a_subagent_is_a_session_with_a_parent() {
    let mut of_agent = line("user", "u1", json!("look for dead code"));
    of_agent["agentId"] = "abc".into();
    of_agent["isSidechain"] = true.into();
    let packed = read(&text(&[of_agent]));
    let [event] = &*batch(&packed).events else { panic!("one event") };
    assert_eq!(event.session, format!("{SESSION}:abc"));
    assert_eq!(event.metadata, format!(r#"{{"harness":"claude_code","parent_session":"{SESSION}"}}"#));
}

#[test]
fn windows_paths_become_relative_to_the_project() {
    let space = space();
    let lines = text(&[
        tool_use("t1", "Write", json!({ "file_path": "c:\\Work\\Shop\\src\\a.ts" })),
        tool_result("t1", json!("ok"), false),
    ]);
    let packed = space.pack_transcript(Some(Harness::ClaudeCode), &lines, &[], "C:\\Work\\shop", NOW).unwrap();
    let Some(Body::FileTouch(touch)) = bodies(&packed).pop() else { panic!("no touch") };
    assert_eq!(touch.path, "src/a.ts");
}

#[test]
fn however_many_calls_wait_none_is_lost() {
    let mut lines: Vec<Json> =
        (0..200).map(|n| tool_use(&format!("t{n}"), "Bash", json!({ "command": "sleep" }))).collect();
    lines.extend((0..200).map(|n| tool_result(&format!("t{n}"), json!("ok"), false)));
    let calls = calls(&lines);
    assert_eq!(calls.len(), 200);
    assert_eq!(calls.iter().filter(|call| call.success.is_none()).count(), 136, "the oldest had no result in time");
}

#[test]
fn a_state_that_was_changed_is_refused() {
    let packed = read(&text(&[tool_use("t1", "Bash", json!({ "command": "ls" }))]));
    let mut state = packed.state;
    *state.last_mut().unwrap() ^= 1;
    let refused = space().pack_transcript(Some(Harness::ClaudeCode), "", &state, "", NOW);
    assert!(matches!(refused, Err(Error::Invalid { argument: "state", .. })), "{refused:?}");
}

#[test]
fn a_failure_from_a_hook_is_the_same_event_as_in_the_transcript() {
    let told = json!({
        "hook_event_name": "PostToolUseFailure", "session_id": SESSION, "tool_name": "Bash", "tool_use_id": "t1",
        "tool_input": { "command": "npm test" }, "error": "Exit code 1\nboom", "cwd": "/home/a/shop",
    });
    let of_hook = space().pack_transcript(Some(Harness::ClaudeCode), &text(&[told]), &[], "", NOW).unwrap();
    let of_hook = batch(&of_hook);
    let lines =
        [tool_use("t1", "Bash", json!({ "command": "npm test" })), tool_result("t1", json!("Exit code 1\nboom"), true)];
    let of_transcript = batch(&read(&text(&lines)));
    let [one, other] = [&of_hook, &of_transcript].map(|batch| &batch.events[0]);
    assert_eq!((&one.event_id, &one.session), (&other.event_id, &other.session));
    let error = |body: &Option<Body>| {
        if let Some(Body::ToolCall(call)) = body { call.error.clone() } else { panic!("no call") }
    };
    assert_eq!(error(&one.body), error(&other.body));
}

/// What the harness does with the queue of texts at a second of a minute.
fn queue(operation: &str, second: u32, content: &str) -> Json {
    json!({
        "type": "queue-operation", "operation": operation, "timestamp": format!("2026-11-20T10:00:{second:02}.000Z"),
        "sessionId": SESSION, "content": content,
    })
}

#[test]
fn text_typed_while_the_agent_works_is_one_event() {
    let attached = |id: &str, second: u32, mode: &str, origin: &str, prompt: Json| {
        let mut line = line("attachment", id, json!(null));
        line["attachment"] = json!({
            "type": "queued_command", "prompt": prompt, "commandMode": mode, "origin": { "kind": origin },
            "timestamp": format!("2026-11-20T10:00:{second:02}.000Z"),
        });
        line
    };
    let mut context = line("attachment", "a5", json!(null));
    context["attachment"] = json!({ "type": "hook_additional_context", "content": ["you once said"] });
    let mut peer = line("user", "u9", json!("from another session"));
    peer["origin"] = json!({ "kind": "peer" });
    let lines = text(&[
        line("user", "u1", json!("begin")),
        queue("enqueue", 1, "use tabs"),
        queue("enqueue", 2, "<task-notification>done</task-notification>"),
        queue("enqueue", 3, "then commit"),
        queue("remove", 4, ""),
        queue("remove", 4, ""),
        queue("dequeue", 5, ""),
        line("user", "u2", json!("then commit")),
        queue("enqueue", 6, "no, wait"),
        queue("popAll", 7, "no, wait"),
        queue("enqueue", 8, "and test it"),
        queue("remove", 9, ""),
        attached("a1", 8, "prompt", "human", json!([{ "type": "text", "text": "and test it" }])),
        attached("a2", 10, "prompt", "peer", json!("hand-back")),
        attached("a3", 11, "task-notification", "task-notification", json!("done")),
        context,
        peer,
    ]);
    let said: Vec<_> = read_whole(&lines).into_iter().collect();
    let words: Vec<_> =
        said.iter().map(|(_, body)| if let Body::Turn(turn) = body { &*turn.text } else { "" }).collect();
    assert_eq!(words, ["begin", "use tabs", "then commit", "and test it", "and test it"]);
    assert_eq!(said[3].0, said[4].0, "the queue and the attachment tell of one turn");
    assert_cuts(&lines, 5);
}

/// Once each task in the background was a turn of the person, and half of what a developer had "said" was such notices.
#[test]
fn a_queued_notice_of_a_task_is_nobodys_word() {
    let notice =
        r#"{"task_id":"a33b01c","tool_use_id":"t1","description":"Look at the shelf","task_type":"local_agent"}"#;
    let pasted = r#"{"task_id":"7","task_type":"mend","owner":"ada"}"#;
    let lines = text(&[
        line("user", "u1", json!("begin")),
        queue("enqueue", 1, notice),
        queue("enqueue", 2, pasted),
        queue("remove", 3, ""),
        queue("remove", 4, ""),
        queue("enqueue", 5, r#"{"task_id":"b4d9efa","description":"status","task_type":"local_bash"}"#),
        queue("enqueue", 6, "[1, 2]"),
        queue("remove", 7, ""),
        queue("remove", 8, ""),
    ]);
    let said = read_whole(&lines);
    let words: Vec<_> =
        said.iter().map(|(_, body)| if let Body::Turn(turn) = body { &*turn.text } else { "" }).collect();
    assert_eq!(words, ["begin", pasted, "[1, 2]"]);
}

#[test]
fn where_a_session_began_is_read_without_the_rest_of_it() {
    let began = |text: &str| space().read_beginning(None, text).unwrap();
    let told = text(&[line("user", "u1", json!("mend the cart")), json!({ "no": "line of it" })]);
    assert_eq!(began(&told), TranscriptBeginning { session: SESSION.into(), folder: "/home/a/shop".into() });
    // Half of a line that is being written says nothing, and lines that are no JSON keep no other from being read.
    let half = &told[..told.len() / 2];
    assert_eq!(began(&format!("{{ no JSON\n{told}")), began(&told));
    assert_eq!(space().read_beginning(Some(Harness::ClaudeCode), half).unwrap_or_default().session.len() % 36, 0);
    assert!(space().read_beginning(None, "{\"weather\": \"fine\"}\n").is_err());
    assert_eq!(space().read_beginning(Some(Harness::Pi), "").unwrap(), TranscriptBeginning::default());
}
