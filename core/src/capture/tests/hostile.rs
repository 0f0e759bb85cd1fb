//! Hostile transcripts: random changes of lines, and very long lines.

use super::*;

/// A short transcript of each harness except `Messages`, by whose first line or head the harness is recognised.
fn seeds() -> Vec<String> {
    let mut assistant_line = line(
        "assistant",
        "a1",
        json!([
            { "type": "text", "text": "<private>x</private> ä <system-reminder>y" },
            { "type": "tool_use", "id": "t1", "name": "Edit", "input": { "file_path": "a.py", "old_string": "\u{1f980}" } },
        ]),
    );
    assistant_line["agentId"] = "b".into();
    vec![
        text(&[
            line("user", "u1", json!("hello there")),
            assistant_line,
            tool_result("t1", json!([{ "text": "ok" }]), true),
        ]),
        text(&[
            json!({ "timestamp": "2026-11-20T10:00:00Z", "type": "session_meta", "payload": { "id": "s", "cwd": "/a", "source": { "subagent": "review" } } }),
            json!({ "timestamp": "2026-11-20T10:00:01Z", "type": "response_item", "payload": { "type": "function_call", "name": "shell", "call_id": "1", "arguments": "{\"command\":[\"bash\",\"-lc\",\"*** Update File: a\"]}" } }),
            json!({ "timestamp": "2026-11-20T10:00:02Z", "type": "response_item", "payload": { "type": "function_call_output", "call_id": "1", "output": "{\"output\":\"x\",\"metadata\":{\"exit_code\":1}}" } }),
            json!({ "timestamp": "2026-11-20T10:00:03Z", "type": "event_msg", "payload": { "type": "user_message", "message": "## My request for Codex:ä" } }),
        ]),
        format!(
            "{{\n\"sessionId\": \"s\",\n\"projectHash\": \"h\",\n\"messages\": [\n{}\n],\n\"kind\": \"main\"\n}}",
            json!({
                "id": "1", "timestamp": "2026-11-20T10:00:00Z", "type": "gemini", "content": [{ "text": "ä" }],
                "toolCalls": [{
                    "id": "2", "name": "run_shell_command", "args": { "command": "ls" }, "status": "success",
                    "result": [{ "functionResponse": { "response": { "output": "Exit Code: 1" } } }],
                }],
            })
        ),
        text(&[
            json!({ "type": "session", "id": "s", "timestamp": "2026-11-20T10:00:00Z", "cwd": "/a", "parentSession": "x_y" }),
            json!({ "type": "message", "id": "1", "timestamp": "2026-11-20T10:00:00Z", "message": { "role": "assistant", "content": [{ "type": "toolCall", "id": "2", "name": "read", "arguments": { "path": "ä" } }] } }),
        ]),
    ]
}

/// The next pseudo-random number; the sequence is the same in every run.
fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

/// A text with up to four random changes: letters of JSON put in, parts removed or repeated.
fn mutated(text: &str, seed: &mut u64) -> String {
    const LETTERS: [&str; 14] =
        ["{", "}", "[", "]", "\"", ",", ":", "\n", "\\", "null", "-1e9", "ä", "<private>", "\u{0}"];
    let mut letters: Vec<String> = text.chars().map(String::from).collect();
    for _ in 0..=next(seed) % 4 {
        let (at, to) = (next(seed) % letters.len(), next(seed) % letters.len());
        match next(seed) % 4 {
            0 => letters[at] = LETTERS[next(seed) % LETTERS.len()].into(),
            1 => letters.insert(at, LETTERS[next(seed) % LETTERS.len()].into()),
            2 => drop(letters.drain(at.min(to)..at.max(to).min(at.min(to) + 40))),
            _ => letters.extend_from_within(at.min(to)..at.max(to)),
        }
        if letters.is_empty() {
            letters.push("{".into());
        }
    }
    letters.concat()
}

#[test]
fn whatever_is_changed_in_a_transcript_it_is_read_to_its_end_or_refused() {
    let mut seed = 1;
    for (harness, text) in Harness::ALL.into_iter().zip(seeds()) {
        assert_eq!(Harness::detect(&text).unwrap(), Some(harness));
        for _ in 0..2_000 {
            let text = mutated(&text, &mut seed);
            let packed = space().pack_transcript(Some(harness), &text, &[], "/a", NOW).unwrap();
            let rest = &text[packed.n_bytes as usize..];
            assert!(space().pack_transcript(None, rest, &packed.state, "/a", NOW).is_ok());
            let _ = space().pack_transcript(None, &text, &[], "/a", NOW);
        }
    }
}

/// A batch takes 1,000 events and 8 MiB.
#[test]
fn one_line_of_very_much_makes_no_more_than_a_batch() {
    let parts = |n: usize, part: Json| Json::from(vec![part; n]);
    let call = json!({
        "id": "1", "name": "write_file", "args": { "file_path": "a".repeat(3_000), "x": vec!["y".repeat(900); 30] }, "status": "success",
        "result": [{ "functionResponse": { "response": { "output": "z".repeat(9_000) } } }],
    });
    let gemini = json!({
        "id": "1", "timestamp": "2026-11-20T10:00:00Z", "type": "gemini", "content": "t".repeat(100_000), "toolCalls": parts(300, call),
    });
    let head = json!({ "sessionId": "s", "projectHash": "h" });
    let patch: String = (0..5_000).map(|n| format!("*** Add File: {n}\n")).collect();
    let patch = json!({ "timestamp": "2026-11-20T10:00:00Z", "type": "response_item", "payload": { "type": "custom_tool_call", "call_id": "1", "name": "apply_patch", "input": patch } });
    let meta = json!({ "timestamp": "2026-11-20T10:00:00Z", "type": "session_meta", "payload": { "id": "s" } });
    let done = json!({ "timestamp": "2026-11-20T10:00:00Z", "type": "response_item", "payload": { "type": "custom_tool_call_output", "call_id": "1", "output": "ok" } });
    let tool = json!({ "type": "tool_use", "id": "t", "name": "Read", "input": { "file_path": "a" } });
    let claude = line("assistant", "a1", parts(5_000, tool));
    for lines in
        [[&head, &gemini].map(|line| vec![line; 30]).concat(), [&meta, &patch, &done].repeat(60), vec![&claude; 40]]
    {
        let text: String = lines.iter().map(|line| line.to_string() + "\n").collect();
        let packed = read(&text[..text.len().min(16 << 20)]);
        assert!(batch(&packed).events.len() <= 1_000 && packed.packed.batch.len() <= 8 << 20);
        assert!(packed.n_bytes > 0);
    }
}

#[test]
fn lines_of_no_harness_are_refused_and_incomplete_lines_are_not() {
    for text in ["hello\n", "[1]\n{\"a\":1}\n", "{}\n"] {
        let refused = space().pack_transcript(None, text, &[], "", NOW);
        assert!(matches!(refused, Err(Error::Invalid { argument: "harness", .. })), "{text}: {refused:?}");
    }
    for text in ["", "{", "{\"type\":\"us", "{\n", "\n\n"] {
        let packed = space().pack_transcript(None, text, &[], "", NOW).unwrap();
        assert_eq!((packed.n_lines, packed.packed.ids.len()), (0, 0), "{text}");
    }
}

#[test]
fn very_many_wrappers_that_do_not_end_take_no_time() {
    let said = "<system-reminder><private>x</private>".repeat(100_000);
    let [said] = &*turns(&[line("user", "u1", json!(said))]) else { panic!("one turn") };
    assert!(said.starts_with("<system-reminder><system-reminder>") && !said.contains('x'));
}

#[test]
fn no_transcript_makes_a_state_long() {
    let long = "n".repeat(50_000);
    let session = json!({ "id": &long, "cwd": &long, "git": { "branch": &long } });
    let mut lines = vec![json!({ "timestamp": "2026-11-20T10:00:00Z", "type": "session_meta", "payload": session })];
    let patch: String = (0..90).map(|n| format!("*** Add File: {n}{}\n", "p".repeat(1_000))).collect();
    let words = json!({ "words": vec!["w".repeat(900); 90] }).to_string();
    for n in 0..200 {
        let patched = json!({ "type": "custom_tool_call", "call_id": format!("{n}"), "name": &long, "input": patch });
        let called = json!({ "type": "function_call", "call_id": format!("f{n}"), "name": &long, "arguments": words });
        let titled = json!({ "type": "thread_name_updated", "thread_name": &long });
        lines.extend(
            [("response_item", patched), ("response_item", called), ("event_msg", titled)].map(
                |(kind, payload)| json!({ "timestamp": "2026-11-20T10:00:00Z", "type": kind, "payload": payload }),
            ),
        );
    }
    let text = text(&lines);
    let (mut rest, mut state) = (&*text, Vec::new());
    while !rest.is_empty() {
        let packed = space().pack_transcript(None, &rest[..rest.len().min(16 << 20)], &state, "", NOW).unwrap();
        assert!(packed.state.len() < 4 << 20, "{}", packed.state.len());
        (rest, state) = (&rest[packed.n_bytes as usize..], packed.state);
    }
}

/// Formerly a NUL lost the whole call or prompt, and a line without a valid time was dropped untold.
#[test]
fn a_nul_and_a_missing_time_cost_no_more_than_that_and_are_told() {
    let mut untimed = line("user", "u2", json!("without a time"));
    untimed.as_object_mut().unwrap().remove("timestamp");
    let mut of_another_calendar = line("user", "u3", json!("of another calendar"));
    of_another_calendar["timestamp"] = json!("20 November");
    let mut ahead = line("user", "u4", json!("of a clock that is ahead"));
    ahead["timestamp"] = json!("2999-01-01T00:00:00Z");
    let packed = read(&text(&[
        line("user", "u1", json!("the log ends with \u{0} here")),
        tool_use("t1", "Bash", json!({ "command": "printf 'a\u{0}b'" })),
        tool_result("t1", json!("a\u{0}b"), false),
        tool_use("t2", "Edit", json!({ "file_path": "a\u{0}.py" })),
        tool_result("t2", json!("\u{0} is no name"), true),
        untimed,
        of_another_calendar,
        ahead,
        line("user", "u5", json!("and on")),
    ]));
    let events = batch(&packed).events;
    // A line without a time comes a millisecond after the one before.
    let started = events[0].time.milliseconds();
    let times: Vec<i64> = events.iter().map(|event| event.time.milliseconds() - started).collect();
    assert_eq!(times, [0, 0, 0, 1, 2, 3, 0], "{events:#?}");
    let said = |body: Body| match body {
        Body::Turn(Turn { text, .. }) => text,
        Body::ToolCall(ToolCall { output, error, .. }) => output + &error,
        other => panic!("{other:?}"),
    };
    let said: Vec<String> = events.into_iter().map(|event| said(event.body.unwrap())).collect();
    let whole = [
        "the log ends with \u{fffd} here",
        "a\u{fffd}b",
        "\u{fffd} is no name",
        "without a time",
        "of another calendar",
        "of a clock that is ahead",
        "and on",
    ];
    assert_eq!(said, whole);
    let told: Vec<(u32, bool)> =
        packed.refused.iter().map(|one| (one.line, format!("{}", one.error).contains("time"))).collect();
    // A NUL in a path costs the touch of the file alone.
    assert_eq!(told, [(1, false), (3, false), (5, false), (6, true), (7, true), (8, true), (5, false)]);
    assert_eq!(packed.n_refused, 7);
}

#[test]
fn a_line_without_a_time_is_known_when_it_is_read_again() {
    for untimed in [
        text(&[
            json!({ "type": "session", "id": "s", "cwd": "/a" }),
            json!({ "type": "message", "id": "1", "message": { "role": "user", "content": "hello" } }),
        ]),
        text(&[{
            let mut first = line("user", "u1", json!("hello"));
            first["timestamp"] = json!(null);
            first
        }]),
    ] {
        let ids = |now: i64| {
            let packed = space().pack_transcript(None, &untimed, &[], "", now).unwrap();
            batch(&packed).events.into_iter().map(|event| event.event_id).collect::<Vec<_>>()
        };
        assert_eq!((ids(NOW).len(), ids(NOW)), (1, ids(NOW + 86_400_000)), "{untimed}");
    }
}
