//! Transcripts of Gemini CLI, as a document and as lines.

use super::*;

const HEAD: [(&str, &str); 4] = [
    ("sessionId", "77777777-2222-3333-4444-555555555555"),
    ("projectHash", "abcdef"),
    ("startTime", "2026-11-20T10:00:00.000Z"),
    ("lastUpdated", "2026-11-20T10:30:00.000Z"),
];

fn head() -> Json {
    Json::Object(HEAD.into_iter().map(|(name, said)| (String::from(name), said.into())).collect())
}

fn message(id: u32, kind: &str, content: Json) -> Json {
    json!({
        "id": format!("00000000-0000-0000-0000-{id:012}"), "timestamp": "2026-11-20T10:00:01.000Z", "type": kind,
        "content": content, "model": "a-model",
    })
}

fn called(id: &str, name: &str, args: Json, status: &str, response: Json) -> Json {
    json!({
        "id": id, "name": name, "args": args, "status": status, "timestamp": "2026-11-20T10:00:02.000Z",
        "result": [{ "functionResponse": { "id": id, "name": name, "response": response } }],
    })
}

fn messages() -> Vec<Json> {
    let mut works = message(2, "gemini", json!("I write it."));
    works["toolCalls"] = json!([
        called(
            "w-1",
            "write_file",
            json!({ "file_path": "/home/a/shop/a.md" }),
            "success",
            json!({ "output": "written" })
        ),
        called(
            "r-2",
            "run_shell_command",
            json!({ "command": "npm test" }),
            "success",
            json!({ "output": "Output: 1 failed\nExit Code: 1\nSignal: 0" })
        ),
        called(
            "r-3",
            "replace",
            json!({ "file_path": "/home/a/shop/b.md" }),
            "cancelled",
            json!({ "error": "[Operation Cancelled] Reason: User did not allow tool call" })
        ),
        called("r-4", "read_file", json!({ "file_path": "/home/a/shop/c.md" }), "executing", json!({})),
    ]);
    let referenced = json!([
        { "text": "look at @a.md" },
        { "text": "\n--- Content from referenced files ---" },
        { "text": "# Secret plans" },
    ]);
    vec![
        message(1, "user", referenced),
        works,
        message(3, "info", json!("An update is available")),
        message(4, "gemini", json!([{ "text": "hm", "thought": true }, { "text": "Done." }])),
    ]
}

/// A document with its session before its messages, as the harness writes it. Built by hand, because a map would sort the
/// members.
fn document(messages: &[Json]) -> String {
    let head = HEAD.map(|(name, said)| format!("  \"{name}\": \"{said}\",\n")).concat();
    let messages = serde_json::to_string_pretty(messages).unwrap().replace('\n', "\n  ");
    format!("{{\n{head}  \"messages\": {messages},\n  \"summary\": \"A plan\"\n}}")
}

fn assert_session(packed: &PackedTranscript) {
    assert_eq!((packed.n_refused, packed.n_unknown), (0, 0));
    assert_eq!(packed.session, HEAD[0].1);
    let [said, works, wrote, touch, failed, refused, done] =
        <[Body; 7]>::try_from(bodies(packed)).unwrap_or_else(|all| panic!("{all:#?}"));
    let text = |body: Body| if let Body::Turn(turn) = body { turn.text } else { panic!("{body:?}") };
    assert_eq!([said, works, done].map(text), ["look at @a.md", "I write it.", "Done."]);
    let Body::ToolCall(ToolCall { success: Some(true), output, .. }) = wrote else { panic!("{wrote:?}") };
    assert_eq!(output, "written");
    let Body::FileTouch(FileTouch { path, .. }) = touch else { panic!("{touch:?}") };
    assert_eq!(path, "a.md");
    let Body::ToolCall(ToolCall { success: Some(false), refused: false, .. }) = failed else { panic!("{failed:?}") };
    let Body::ToolCall(ToolCall { refused: true, .. }) = refused else { panic!("{refused:?}") };
}

#[test]
fn a_document_becomes_turns_calls_and_touches_however_it_is_laid_out() {
    let document = document(&messages());
    assert_session(&read(&document));
    assert_session(&read(&document.replace('\n', "")));
}

#[test]
fn lines_give_the_same_events_and_rewritten_messages_count_once() {
    let mut lines = vec![head()];
    lines.extend(messages());
    lines.push(json!({ "$set": { "lastUpdated": "x", "messages": [message(9, "user", json!("a summary"))] } }));
    lines.push(json!({ "$rewindTo": "00000000-0000-0000-0000-000000000004" }));
    assert_session(&read(&text(&lines)));
    let mut early = messages()[1].clone();
    early["toolCalls"][1]["status"] = "executing".into();
    lines.insert(2, early);
    let ids: alloc::collections::BTreeSet<_> = read_whole(&text(&lines)).into_iter().map(|(id, _)| id).collect();
    assert_eq!(ids.len(), 7);
}

#[test]
fn wherever_it_is_cut_the_same_is_recorded() {
    assert_cuts(&document(&messages()), 7);
    let mut lines = vec![head()];
    lines.extend(messages());
    assert_cuts(&text(&lines), 7);
}

#[test]
fn a_long_document_is_read_in_parts() {
    let messages: Vec<_> = (0..3_000).map(|n| message(n, "user", json!(format!("line {n}")))).collect();
    assert_eq!(read_whole(&document(&messages)).len(), 3_000);
}

#[test]
fn rubbish_among_the_messages_is_refused() {
    let broken = document(&messages()).replacen("\"messages\": [", "\"messages\": [\n  }{\n  oh no,\n  7,", 1);
    let packed = read(&broken);
    assert_eq!((packed.n_refused, batch(&packed).events.len()), (3, 7));
}
