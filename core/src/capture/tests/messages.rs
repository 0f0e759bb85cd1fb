//! Conversations that programs write, in each format.

use super::*;
use crate::record::FileOperation;

/// The formats of [`messages`], which gives the same conversation in each: a question, an answer with two calls, of
/// which one fails, and another answer.
const FORMATS: [&str; 5] = ["anthropic", "openai_chat", "openai_responses", "ai_sdk", "langchain"];
const OUTPUT: &str = "Exit code 101\ntest cart ... FAILED";

fn header(format: &str, session: &str) -> Json {
    json!({ "conversation": { "format": format, "session": session } })
}

/// The messages of the conversation in a format.
fn messages(format: &str) -> Vec<Json> {
    let (read, run) = (json!({ "path": "src/cart.ts" }), json!({ "command": "npm test" }));
    match format {
        "anthropic" => vec![
            json!({ "role": "user", "content": "mend the cart" }),
            json!({ "role": "assistant", "content": [
                { "type": "text", "text": "I look." },
                { "type": "tool_use", "id": "c1", "name": "read_file", "input": read },
                { "type": "tool_use", "id": "c2", "name": "bash", "input": run },
            ] }),
            json!({ "role": "user", "content": [
                { "type": "tool_result", "tool_use_id": "c1", "content": "export class Cart {}" },
                { "type": "tool_result", "tool_use_id": "c2", "content": OUTPUT, "is_error": true },
            ] }),
            json!({ "role": "assistant", "content": "It is mended." }),
        ],
        "openai_chat" => vec![
            json!({ "role": "user", "content": "mend the cart" }),
            json!({ "role": "assistant", "content": "I look.", "tool_calls": [
                { "id": "c1", "type": "function", "function": { "name": "read_file", "arguments": read.to_string() } },
                { "id": "c2", "type": "function", "function": { "name": "bash", "arguments": run.to_string() } },
            ] }),
            json!({ "role": "tool", "tool_call_id": "c1", "content": "export class Cart {}", "status": "success" }),
            json!({ "role": "tool", "tool_call_id": "c2", "content": OUTPUT }),
            json!({ "role": "assistant", "content": "It is mended." }),
        ],
        "openai_responses" => vec![
            json!({ "role": "user", "content": "mend the cart" }),
            json!({ "type": "message", "role": "assistant", "content": [{ "type": "output_text", "text": "I look." }] }),
            json!({ "type": "function_call", "call_id": "c1", "name": "read_file", "arguments": read.to_string() }),
            json!({ "type": "function_call", "call_id": "c2", "name": "bash", "arguments": run.to_string() }),
            json!({ "type": "function_call_output", "call_id": "c1", "output": "export class Cart {}" }),
            json!({ "type": "function_call_output", "call_id": "c2", "output": OUTPUT }),
            json!({ "role": "assistant", "content": "It is mended." }),
        ],
        "ai_sdk" => vec![
            json!({ "role": "user", "content": [{ "type": "text", "text": "mend the cart" }] }),
            json!({ "role": "assistant", "content": [
                { "type": "text", "text": "I look." },
                { "type": "tool-call", "toolCallId": "c1", "toolName": "read_file", "input": read },
                { "type": "tool-call", "toolCallId": "c2", "toolName": "bash", "input": run },
            ] }),
            json!({ "role": "tool", "content": [
                { "type": "tool-result", "toolCallId": "c1", "toolName": "read_file",
                  "output": { "type": "text", "value": "export class Cart {}" } },
                { "type": "tool-result", "toolCallId": "c2", "toolName": "bash",
                  "output": { "type": "error-text", "value": OUTPUT } },
            ] }),
            json!({ "role": "assistant", "content": "It is mended." }),
        ],
        _ => vec![
            json!({ "type": "human", "content": "mend the cart" }),
            json!({ "lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", "AIMessage"], "kwargs": {
                "content": "I look.", "tool_calls": [
                    { "id": "c1", "name": "read_file", "args": read }, { "id": "c2", "name": "bash", "args": run },
                ],
            } }),
            json!({ "type": "tool", "data": { "tool_call_id": "c1", "content": "export class Cart {}", "status": "success" } }),
            json!({ "type": "tool", "data": { "tool_call_id": "c2", "content": OUTPUT, "status": "error" } }),
            json!({ "type": "ai", "content": "It is mended." }),
        ],
    }
}

fn lines(format: &str, messages: &[Json]) -> String {
    let all = messages.iter().map(|message| json!({ "message": message }));
    text(&core::iter::once(header(format, "s1")).chain(all).collect::<Vec<_>>())
}

/// The recorded events, each with its id. A stated success becomes `None`, since some formats state none.
fn bodies(format: &str) -> Vec<(String, Body)> {
    let mut all = read_whole(&lines(format, &messages(format)));
    for (_, body) in &mut all {
        if let Body::ToolCall(call) = body {
            call.success = call.success.filter(|success| !success);
        }
    }
    all
}

fn turns(events: &[(String, Body)]) -> Vec<(Role, &str)> {
    let turns = events.iter().filter_map(|(_, body)| if let Body::Turn(turn) = body { Some(turn) } else { None });
    turns.map(|turn| (turn.role, turn.text.as_str())).collect()
}

fn calls(events: &[(String, Body)]) -> Vec<&ToolCall> {
    events.iter().filter_map(|(_, body)| if let Body::ToolCall(call) = body { Some(call) } else { None }).collect()
}

fn touches(events: &[(String, Body)]) -> Vec<&FileTouch> {
    events.iter().filter_map(|(_, body)| if let Body::FileTouch(touch) = body { Some(touch) } else { None }).collect()
}

#[test]
fn a_conversation_is_the_same_in_every_format() {
    let whole = bodies("anthropic");
    assert_eq!(
        turns(&whole),
        [(Role::User, "mend the cart"), (Role::Assistant, "I look."), (Role::Assistant, "It is mended.")]
    );
    let [read, run] = calls(&whole)[..] else { panic!("{whole:?}") };
    assert_eq!((read.tool.as_str(), read.output.as_str(), read.success), ("read_file", "export class Cart {}", None));
    assert_eq!((run.error.as_str(), run.success), (OUTPUT, Some(false)));
    let touched: Vec<_> = touches(&whole).iter().map(|touch| (touch.path.as_str(), touch.operation)).collect();
    assert_eq!(touched, [("src/cart.ts", FileOperation::Read)]);
    for format in FORMATS {
        assert_eq!(bodies(format), whole, "{format}");
    }
}

#[test]
fn a_conversation_has_the_same_ids_in_slices_and_in_other_formats() {
    let all = messages("anthropic");
    let first = read(&lines("anthropic", &all[..2]));
    let more: String = all[2..].iter().map(|message| json!({ "message": message }).to_string() + "\n").collect();
    let then = space().pack_transcript(None, &more, &first.state, "", NOW + 5).unwrap();
    let parts: Vec<String> =
        [batch(&first), batch(&then)].into_iter().flat_map(|batch| batch.events).map(|event| event.event_id).collect();
    let whole: Vec<String> =
        read_whole(&lines("openai_chat", &messages("openai_chat"))).into_iter().map(|(id, _)| id).collect();
    assert_eq!(parts, whole);
    // A repeated text is another event, and so is the same text in another conversation.
    let again = json!({ "role": "user", "content": "mend the cart" });
    let twice = read_whole(&lines("anthropic", &[again.clone(), again]));
    assert_ne!(twice[0].0, twice[1].0);
    let other = text(&[header("anthropic", "s2"), json!({ "message": all[0] })]);
    assert_ne!(read_whole(&other)[0].0, whole[0]);
}

#[test]
fn a_call_that_a_person_denied_is_recorded_as_refused() {
    let call = json!({ "role": "assistant", "content": [
        { "type": "tool-call", "toolCallId": "c1", "toolName": "bash", "input": { "command": "rm -r dist" } },
        { "type": "tool-approval-request", "approvalId": "a1", "toolCallId": "c1" },
    ] });
    let denied = json!({ "role": "tool", "content": [
        { "type": "tool-result", "toolCallId": "c1", "toolName": "bash", "output": { "type": "execution-denied", "reason": "not now" } },
    ] });
    let answered = json!({ "role": "tool", "content": [
        { "type": "tool-approval-response", "approvalId": "a1", "approved": false, "reason": "not now" },
    ] });
    for refusal in [denied, answered] {
        let events = read_whole(&lines("ai_sdk", &[call.clone(), refusal]));
        let [bash] = calls(&events)[..] else { panic!("{events:?}") };
        assert_eq!((bash.refused, bash.success, bash.error.as_str()), (true, None, "not now"));
    }
}

/// Formerly answered questions were kept, and 64 of them displaced one that was still open.
#[test]
fn a_question_that_is_still_open_is_not_forgotten_for_answered_ones() {
    let asked = |id: &str| {
        json!({ "role": "assistant", "content": [
            { "type": "tool-call", "toolCallId": id, "toolName": "bash", "input": { "command": "make" } },
            { "type": "tool-approval-request", "approvalId": id, "toolCallId": id },
        ] })
    };
    let answered = |id: &str, approved: bool| {
        json!({ "role": "tool", "content": [
            { "type": "tool-approval-response", "approvalId": id, "approved": approved, "reason": "" },
        ] })
    };
    let others = (0..70).map(|at| format!("b{at}")).flat_map(|id| [asked(&id), answered(&id, true)]);
    let all: Vec<Json> = [asked("a")].into_iter().chain(others).chain([answered("a", false)]).collect();
    let events = read_whole(&lines("ai_sdk", &all));
    assert_eq!(calls(&events).iter().filter(|call| call.refused).count(), 1);
}

#[test]
fn what_the_agent_was_shown_of_this_memory_is_not_recorded_again() {
    let find = |name: &str| {
        [
            json!({ "role": "assistant", "content": [{ "type": "tool_use", "id": "c1", "name": name, "input": { "name": "Cart" } }] }),
            json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "c1", "content": "src/cart.ts:1" }] }),
        ]
    };
    let read = |head: Json, name: &str| {
        let all: Vec<Json> = find(name).into_iter().map(|message| json!({ "message": message })).collect();
        let events = read_whole(&text(&[vec![head], all].concat()));
        calls(&events)[0].output.clone()
    };
    let own = json!({ "conversation": { "format": "anthropic", "session": "s1", "own_tools": ["find"] } });
    assert_eq!(read(own, "find"), "");
    // A program's own tool may have the same name.
    assert_eq!(read(header("anthropic", "s1"), "find"), "src/cart.ts:1");
    assert_eq!(read(header("anthropic", "s1"), "mcp__scrubjay__find"), "");
}

#[test]
fn nothing_private_and_nothing_of_a_harness_is_recorded() {
    let said = "<system-reminder>be brief</system-reminder>mend <private>the shop of A</private> the cart";
    let events = read_whole(&lines("openai_chat", &[json!({ "role": "user", "content": said })]));
    assert_eq!(turns(&events), [(Role::User, "mend  the cart")]);
    let of_program = [
        json!({ "role": "system", "content": "You mend." }),
        json!({ "role": "user", "content": "<system-reminder>x</system-reminder>" }),
    ];
    assert_eq!(read_whole(&lines("openai_chat", &of_program)), []);
}

#[test]
fn a_line_states_its_time_the_durations_of_calls_and_attempts() {
    let result =
        |text: &str, status: &str| json!({ "type": "tool", "tool_call_id": "c1", "content": text, "status": status });
    let all = text(&[
        json!({ "conversation": { "format": "langchain", "session": "s1", "parent": "s0", "metadata": { "team": "a" } } }),
        json!({ "message": { "type": "ai", "content": "", "tool_calls": [{ "id": "c1", "name": "fetch_rates", "args": {} }],
            "usage_metadata": { "input_tokens": 120, "output_tokens": 9 } }, "time": 1_700_000_000_000_i64 }),
        json!({ "message": result("timed out", "error"), "durations": { "c1": 30 }, "is_attempt": true, "time": 1_700_000_001_000_i64 }),
        json!({ "message": result("timed out", "error"), "durations": { "c1": 40 }, "is_attempt": true, "time": 1_700_000_001_000_i64 }),
        json!({ "message": result("1.2", "success"), "durations": { "c1": 12 }, "time": "2023-11-14T22:15:00Z" }),
    ]);
    let packed = read(&all);
    let events = batch(&packed).events;
    let stamps: Vec<_> = events.iter().map(|event| (event.event_id.as_str(), event.time.milliseconds())).collect();
    assert_eq!(stamps.len(), 3, "{stamps:?}");
    assert_eq!(stamps[0].0, stamps[1].0, "the same attempt twice");
    assert!(stamps[0].0.starts_with(stamps[2].0), "{stamps:?}");
    // The time at which the call was made.
    assert_eq!(stamps[2].1, 1_700_000_000_000);
    let bodies: Vec<_> = events.iter().map(|event| (String::new(), event.body.clone().unwrap())).collect();
    let durations: Vec<_> =
        calls(&bodies).iter().map(|call| (call.success, call.duration, call.context_tokens)).collect();
    assert_eq!(
        durations,
        [(Some(false), Some(30), Some(120)), (Some(false), Some(40), Some(120)), (Some(true), Some(12), Some(120))]
    );
    assert_eq!(events[2].metadata, r#"{"parent_session":"s0","team":"a"}"#);
}

#[test]
fn messages_of_no_known_shape_are_ignored_or_refused() {
    let odd = [
        json!(7),
        json!({ "role": "user" }),
        json!({ "role": "user", "content": 7 }),
        json!({ "role": "tool", "content": "x" }),
    ];
    assert_eq!(read(&lines("anthropic", &odd)).packed.ids.len(), 0);
    let unknown = read(&lines("yaml", &[json!({ "role": "user", "content": "hi" })]));
    assert_eq!((unknown.n_refused, unknown.n_unknown, unknown.packed.ids.len()), (1, 1, 0));
    assert_eq!(read(&lines("anthropic", &[json!(["user", "hi"])])).n_refused, 1, "what is told is no message");
}

#[test]
fn the_words_of_a_tools_name_tell_how_it_touches_its_file() {
    use crate::capture::touched::files_by_words;
    let touched = |tool: &str, given: Json| {
        let given = given.to_string();
        files_by_words(tool, &Value::parse(&given).unwrap().object().unwrap())
            .into_iter()
            .map(|it| (it.path, it.operation))
            .next()
    };
    let at = |path: &str, operation| Some((String::from(path), operation));
    assert_eq!(touched("ReadFile", json!({ "filePath": "src/a.py" })), at("src/a.py", FileOperation::Read));
    assert_eq!(
        touched("mcp__fs__edit_file", json!({ "path": "/tmp/a.py", "edits": [] })),
        at("/tmp/a.py", FileOperation::Edit)
    );
    assert_eq!(touched("save_as", json!({ "filename": "a.py" })), at("a.py", FileOperation::Write));
    let editor = |command: &str| touched("str_replace_based_edit_tool", json!({ "command": command, "path": "a.py" }));
    assert_eq!(editor("view"), at("a.py", FileOperation::Read));
    assert_eq!(editor("create"), at("a.py", FileOperation::Write));
    assert_eq!(editor("str_replace"), at("a.py", FileOperation::Edit));
    assert_eq!(editor("undo"), None);
    for (tool, path) in [
        ("create_directory", "src"),
        ("read_web_page", "/index.html"),
        ("list_dir", "src"),
        ("grep", "src"),
        ("read_file", "src/"),
        ("read_file", "../a.py"),
        ("read_file", "https://a.example/x"),
        ("read_file", "a\nb"),
        ("read_file", " . "),
    ] {
        assert_eq!(touched(tool, json!({ "path": path })), None, "{tool} {path}");
    }
}

#[test]
fn a_message_of_400_calls_is_read_and_one_of_more_is_reported() {
    let of = |n: usize| {
        let calls = (0..n).map(|n| json!({ "type": "tool_use", "id": format!("c{n}"), "name": "read_file", "input": { "path": format!("{n}.ts") } }));
        let results = (0..n).map(|n| json!({ "type": "tool_result", "tool_use_id": format!("c{n}"), "content": "x" }));
        let messages = [
            json!({ "role": "assistant", "content": calls.collect::<Vec<_>>() }),
            json!({ "role": "user", "content": results.collect::<Vec<_>>() }),
        ];
        lines("anthropic", &messages)
    };
    assert_eq!(read_whole(&of(400)).len(), 800);
    assert_eq!(read(&of(401)).n_refused, 2);
}

#[test]
fn no_text_has_a_nul_and_no_long_metadata_is_left_out_in_silence() {
    let call = [
        json!({ "role": "assistant", "content": [{ "type": "tool_use", "id": "c1", "name": "echo", "input": { "text": "a\0b" } }] }),
        json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "c1", "content": "a\0b" }, { "type": "text", "text": "c\0d" }] }),
    ];
    let packed = read(&lines("anthropic", &call));
    assert_eq!((packed.n_refused, packed.packed.ids.len()), (0, 2));
    let head =
        json!({ "conversation": { "format": "anthropic", "session": "s1", "metadata": { "a": "x".repeat(20_000) } } });
    assert!(read(&text(&[head])).n_refused > 0);
}

#[test]
fn an_exit_code_says_how_a_command_ended_where_nothing_else_does() {
    let success = |output: &str| {
        let call = json!({ "role": "assistant", "tool_calls": [
            { "id": "c1", "type": "function", "function": { "name": "bash", "arguments": "{\"command\":\"make\"}" } },
        ] });
        let events = read_whole(&lines(
            "openai_chat",
            &[call, json!({ "role": "tool", "tool_call_id": "c1", "content": output })],
        ));
        calls(&events)[0].success
    };
    assert_eq!(success("exit code: 101"), Some(false));
    assert_eq!(success("Process exited with code 1\nmake: nothing to do"), Some(false));
    assert_eq!(success("Exit code: 0\nWall time: 1 seconds\nOutput:\ndone"), Some(true));
    assert_eq!(success("Exit code: 2\nWall time: 1 seconds\nOutput:\nno"), Some(false));
    assert_eq!(success(r#"{"output":"2 failed","exit_code":1}"#), Some(false));
    assert_eq!(success(r#"{"output":"","metadata":{"exit_code":0}}"#), Some(true));
    assert_eq!(success(r#"{"content":"x","success":1}"#), None);
    assert_eq!(success("err: is how Go names errors"), None);
    assert_eq!(success("the exit code is 7"), None);
    assert_eq!(success("Exit code"), None);
}

#[test]
fn a_line_that_is_too_long_is_refused_once_and_the_next_one_is_read() {
    let long = json!({ "message": { "role": "user", "content": "x".repeat(MAX_LINE) } }).to_string();
    let next = json!({ "message": { "role": "user", "content": "mend the cart" } }).to_string() + "\n";
    let whole = text(&[header("anthropic", "s1")]) + &long + "\n" + &next;
    for cut in [MAX_LINE + 1_000, long.len() + 50, whole.len()] {
        let (mut rest, mut state, mut n_refused, mut said) = (whole.as_str(), Vec::new(), 0, Vec::new());
        while !rest.is_empty() {
            let given = &rest[..cut.min(rest.len())];
            let packed = space().pack_transcript(None, given, &state, "", NOW).unwrap();
            assert!(packed.n_bytes > 0, "cut {cut}");
            n_refused += packed.n_refused;
            said.extend(batch(&packed).events.into_iter().map(|event| (event.event_id, event.body.unwrap())));
            (rest, state) = (&rest[packed.n_bytes as usize..], packed.state);
        }
        assert_eq!((n_refused, turns(&said)), (1, vec![(Role::User, "mend the cart")]), "cut {cut}");
    }
}

#[test]
fn nothing_private_or_secret_is_kept_in_an_argument_a_name_or_the_state() {
    const KEY: &str = "AKIAZ7Q4M2X9R5T8W3LP";
    let hidden = "<private>the shop of A</private>";
    let call = json!({ "role": "assistant", "content": [{ "type": "tool_use", "id": KEY, "name": format!("read_{KEY}"),
        "input": { "id": hidden, "kind": [hidden], "path": format!("src/{KEY}.ts"), "token": KEY } }] });
    let asked = json!({ "role": "assistant", "content": [{ "type": "tool-approval-request", "approvalId": KEY, "toolCallId": KEY }] });
    let head = json!({ "conversation": { "format": "anthropic", "session": KEY, "parent": KEY, "own_tools": [KEY],
        "metadata": { "id": hidden, "key": KEY } } });
    let result =
        json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": KEY, "content": "done" }] });
    let open = read(&text(&[head, json!({ "message": call }), json!({ "message": asked })]));
    let rest = json!({ "message": result }).to_string() + "\n";
    let packed = space().pack_transcript(None, &rest, &open.state, "", NOW).unwrap();
    let events = alloc::format!("{:?}", batch(&packed).events);
    assert_eq!(batch(&packed).events.len(), 2, "{events}");
    for kept in [
        alloc::format!("{:?}", String::from_utf8_lossy(&open.state)),
        alloc::format!("{:?}", String::from_utf8_lossy(&packed.state)),
        events,
    ] {
        assert!(!kept.contains(KEY) && !kept.contains("shop of A"), "{kept}");
    }
}

#[test]
fn a_call_of_one_conversation_has_no_result_of_another() {
    let call = |command: &str| json!({ "message": { "role": "assistant", "content": [{ "type": "tool_use", "id": "c1", "name": "bash", "input": { "command": command } }] } });
    let result = json!({ "message": { "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "c1", "content": "of s2" }] } });
    let both = [header("anthropic", "s1"), call("deploy"), header("anthropic", "s2"), result.clone()];
    assert_eq!(read_whole(&text(&both)), []);
    let own = [header("anthropic", "s1"), call("deploy"), header("anthropic", "s2"), call("test"), result];
    assert_eq!(
        calls(&read_whole(&text(&own))).iter().map(|call| call.parameters.as_str()).collect::<Vec<_>>(),
        [r#"{"command":"test"}"#]
    );
}

#[test]
fn a_tool_that_the_provider_runs_has_its_result_in_the_message_of_its_call() {
    let searched = json!({ "role": "assistant", "content": [
        { "type": "server_tool_use", "id": "c1", "name": "web_search", "input": { "query": "glue" } },
        { "type": "web_search_tool_result", "tool_use_id": "c1", "content": "wood glue" },
        { "type": "text", "text": "It is wood glue." },
    ] });
    let events = read_whole(&lines("anthropic", &[searched]));
    assert_eq!(
        (calls(&events)[0].output.as_str(), turns(&events)),
        ("wood glue", vec![(Role::Assistant, "It is wood glue.")])
    );
}

#[test]
fn names_that_differ_are_different_sessions() {
    let names = ["a/b", "a-b", "a\\b", "a\u{1}b", "\u{1}", &"x".repeat(128), &"x".repeat(129), &"x".repeat(130)];
    let mut sessions: Vec<String> =
        names.iter().map(|name| read(&text(&[header("anthropic", name)])).session).collect();
    assert!(sessions.iter().all(|name| (1..=128).contains(&name.len()) && !name.contains(['/', '\\'])), "{sessions:?}");
    sessions.sort();
    sessions.dedup();
    assert_eq!(sessions.len(), names.len());
}

#[test]
fn a_message_with_an_odd_time_gets_the_time_of_reading() {
    let said = |text: &str, time: Json| json!({ "message": { "role": "user", "content": text }, "time": time });
    let odd = [json!("9999-12-31T23:59:59Z"), json!(i64::MAX), json!(-5), json!("yesterday"), json!(1.5), json!([])];
    let all: Vec<Json> = odd.into_iter().map(|time| said("then", time)).chain([said("now", json!(NOW))]).collect();
    let packed = read(&text(&[vec![header("anthropic", "s1")], all].concat()));
    let events = batch(&packed).events;
    assert_eq!((packed.n_refused, events.len()), (0, 7));
    assert!(events.iter().all(|event| (NOW..NOW + 10).contains(&event.time.milliseconds())));
    assert!(events.is_sorted_by_key(|event| event.time.milliseconds()));
}
