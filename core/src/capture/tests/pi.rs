//! Transcripts of pi: all branches of the tree, and the oldest form without ids.

use super::*;

fn entry(id: &str, parent: &str, message: Json) -> Json {
    json!({
        "type": "message", "id": id, "parentId": parent, "timestamp": "2026-11-20T10:00:01.000Z", "message": message,
    })
}

fn session() -> Vec<Json> {
    vec![
        json!({
            "type": "session", "version": 3, "id": "a-session", "timestamp": "2026-11-20T10:00:00.000Z", "cwd": "/home/a/shop",
            "parentSession": "/home/a/.pi/agent/sessions/--home-a-shop--/2026-11-19_the-parent.jsonl",
        }),
        json!({ "type": "model_change", "id": "m1", "parentId": null, "provider": "p", "modelId": "m" }),
        json!({ "type": "session_info", "id": "i1", "parentId": "m1", "name": "discounts" }),
        entry("e1", "i1", json!({ "role": "user", "content": [{ "type": "text", "text": "add a discount" }] })),
        entry(
            "e2",
            "e1",
            json!({
                "role": "assistant", "model": "a-model",
                "content": [
                    { "type": "thinking", "thinking": "hm" },
                    { "type": "text", "text": "I edit it." },
                    { "type": "toolCall", "id": "call_1", "name": "edit", "arguments": { "path": "src/cart.ts", "newText": "x" } },
                    { "type": "toolCall", "id": "call_2", "name": "bash", "arguments": { "command": "npm test" } },
                ],
            }),
        ),
        entry(
            "e3",
            "e2",
            json!({ "role": "toolResult", "toolCallId": "call_1", "toolName": "edit", "content": [{ "type": "text", "text": "ok" }], "isError": false }),
        ),
        entry(
            "e4",
            "e3",
            json!({ "role": "toolResult", "toolCallId": "call_2", "toolName": "bash", "content": [{ "type": "text", "text": "Command exited with code 1" }], "isError": true }),
        ),
        entry("e5", "e4", json!({ "role": "bashExecution", "command": "ls", "output": "a", "exitCode": 0 })),
        // Another branch of the tree.
        entry("e6", "e1", json!({ "role": "user", "content": "a smaller one" })),
    ]
}

#[test]
fn all_branches_become_turns_calls_and_touches() {
    let packed = read(&text(&session()));
    assert_eq!((packed.n_refused, packed.n_unknown), (0, 0));
    assert_eq!((&*packed.session, &*packed.folder), ("a-session", "/home/a/shop"));
    let [said, answered, edited, touch, failed, again] =
        <[Body; 6]>::try_from(bodies(&packed)).unwrap_or_else(|all| panic!("{all:#?}"));
    let Body::Turn(Turn { role: Role::User, title, .. }) = said else { panic!("{said:?}") };
    assert_eq!(title, "discounts");
    let Body::Turn(Turn { role: Role::Assistant, text, model, .. }) = answered else { panic!("{answered:?}") };
    assert_eq!((&*text, &*model), ("I edit it.", "a-model"));
    let Body::ToolCall(ToolCall { success: Some(true), .. }) = edited else { panic!("{edited:?}") };
    let Body::FileTouch(FileTouch { path, .. }) = touch else { panic!("{touch:?}") };
    assert_eq!(path, "src/cart.ts");
    let Body::ToolCall(ToolCall { success: Some(false), .. }) = failed else { panic!("{failed:?}") };
    let Body::Turn(Turn { text, .. }) = again else { panic!("{again:?}") };
    assert_eq!(text, "a smaller one");
    assert!(batch(&packed).events.iter().all(|event| event.metadata.contains(r#""parent_session":"the-parent""#)));
}

#[test]
fn wherever_it_is_cut_the_same_is_recorded() {
    assert_cuts(&text(&session()), 6);
}

#[test]
fn the_oldest_form_has_no_ids() {
    let mut lines = session();
    for line in &mut lines[1..] {
        line.as_object_mut().unwrap().retain(|name, _| name != "id" && name != "parentId");
    }
    let turns = |lines: &[Json]| -> Vec<_> {
        let ids = read_whole(&text(lines)).into_iter().map(|(id, _)| id);
        ids.filter(|id| id.contains(":turn:")).collect()
    };
    let ids = turns(&lines);
    assert_eq!(ids.len(), 3);
    lines[0]["id"] = "a-branch".into();
    lines[0]["branchedFrom"] = lines[0]["parentSession"].take();
    assert_eq!(turns(&lines), ids, "a branch repeats its beginning");
    let event = &batch(&read(&text(&lines))).events[0];
    assert!(event.metadata.contains(r#""parent_session":"the-parent""#), "{}", event.metadata);
}
