//! To-do lists of agents, and the answers of persons in results.

use super::*;
use crate::record::kinds::{TaskStatus, TaskStep};

/// The steps of tasks that lines give: the task, its status, and what is new about it.
fn steps(lines: &[Json]) -> Vec<(String, TaskStatus, String)> {
    steps_of(&read(&text(lines)))
}

fn steps_of(packed: &PackedTranscript) -> Vec<(String, TaskStatus, String)> {
    let step = |event: crate::record::batch::BatchEvent| match event.body {
        Some(Body::TaskStep(TaskStep { status, description, outcome, .. })) => {
            Some((event.task, status, description + &outcome))
        }
        _ => None,
    };
    batch(packed).events.into_iter().filter_map(step).collect()
}

/// A call and its result, as two lines.
fn called(id: &str, tool: &str, input: Json, result: &str) -> [Json; 2] {
    [tool_use(id, tool, input), tool_result(id, json!(result), false)]
}

fn list(id: &str, items: &[(&str, &str)]) -> [Json; 2] {
    let todo = |(words, status): &(&str, &str)| json!({ "content": words, "status": status, "activeForm": words });
    called(id, "TodoWrite", json!({ "todos": items.iter().map(todo).collect::<Vec<_>>() }), "Todos have been modified")
}

fn step(task: &str, status: TaskStatus, words: &str) -> (String, TaskStatus, String) {
    (task.to_owned(), status, words.to_owned())
}

#[test]
fn a_list_that_is_stated_again_tells_only_what_is_new() {
    let lines = [
        list("t1", &[("add the tax", "in_progress"), ("test it", "pending")]),
        list("t2", &[("add the tax", "in_progress"), ("test it", "pending")]),
        list("t3", &[("add the tax", "completed"), ("test it", "in_progress"), ("write it down", "pending")]),
        list("t4", &[("test it", "completed")]),
    ]
    .concat();
    let told = steps(&lines);
    let [tax, test, note] = [0, 1, 4].map(|at: usize| told[at].0.clone());
    assert!(tax.starts_with("to-do ") && tax.ends_with(&format!(" of {SESSION}")), "{tax}");
    assert_eq!(
        told,
        [
            step(&tax, TaskStatus::Active, "add the tax"),
            step(&test, TaskStatus::Paused, "test it"),
            step(&tax, TaskStatus::Completed, ""),
            step(&test, TaskStatus::Active, ""),
            step(&note, TaskStatus::Paused, "write it down"),
            step(&test, TaskStatus::Completed, ""),
            step(&note, TaskStatus::Failed, "taken off the list"),
        ]
    );
    assert_cuts(&text(&lines), 4 + 7);
    let events = batch(&read(&text(&lines))).events;
    assert!(events.iter().all(|event| event.origin == crate::record::Origin::Agent));
}

#[test]
fn tasks_that_an_agent_makes_one_by_one_keep_their_numbers() {
    let failed = [
        tool_use("t5", "TaskUpdate", json!({ "taskId": "1", "status": "deleted" })),
        tool_result("t5", json!("Task not found"), true),
    ];
    let lines = [
        called(
            "t1",
            "TaskCreate",
            json!({ "subject": "Add the tax", "description": "19 % for all", "activeForm": "x" }),
            "Task #1 created successfully: Add the tax",
        ),
        called("t2", "TaskCreate", json!({ "subject": "Answer #7" }), "Task #2 created successfully: Answer #7"),
        called("t3", "TaskUpdate", json!({ "taskId": "1", "status": "in_progress" }), "Updated task #1 status"),
        called("t4", "TaskUpdate", json!({ "taskId": "2", "addBlockedBy": ["1"] }), "Updated task #2 blockedBy"),
        failed,
        called(
            "t6",
            "TaskUpdate",
            json!({ "taskId": "1", "status": "completed", "description": "19 and 7 %" }),
            "Updated task #1 status",
        ),
        called("t7", "TaskUpdate", json!({ "taskId": "2", "status": "deleted" }), "Updated task #2 deleted"),
    ]
    .concat();
    let [one, two] = ["1", "2"].map(|number| format!("to-do {number} of {SESSION}"));
    assert_eq!(
        steps(&lines),
        [
            step(&one, TaskStatus::Paused, "Add the tax: 19 % for all"),
            step(&two, TaskStatus::Paused, "Answer #7"),
            step(&one, TaskStatus::Active, ""),
            step(&one, TaskStatus::Completed, "19 and 7 %"),
            step(&two, TaskStatus::Failed, ""),
        ]
    );
    assert_cuts(&text(&lines), 7 + 5);
}

/// Formerly an id that ended so made the step's own id look like a password, and the step was refused.
#[test]
fn no_id_of_a_step_looks_like_a_secret() {
    let lines = list("toolu_01GNqZRetLYUdBRyyJqyN4PW", &[("add the tax", "pending"), ("test it", "pending")]);
    let packed = read(&text(&lines));
    assert_eq!((packed.n_refused, steps_of(&packed).len()), (0, 2));
}

#[test]
fn plans_of_codex_are_tasks_too() {
    let item =
        |payload: Json| json!({ "timestamp": "2026-11-20T10:00:00Z", "type": "response_item", "payload": payload });
    let plan = json!({ "explanation": "in order", "plan": [{ "step": "Add the tax", "status": "in_progress" }, { "step": "Test it", "status": "pending" }] });
    let lines = [
        json!({ "timestamp": "2026-11-20T10:00:00Z", "type": "session_meta", "payload": { "id": "s", "cwd": "/a" } }),
        item(json!({ "type": "function_call", "name": "update_plan", "call_id": "c", "arguments": plan.to_string() })),
        item(json!({ "type": "function_call_output", "call_id": "c", "output": "Plan updated" })),
    ];
    let told = steps(&lines);
    let words: Vec<_> = told.iter().map(|(_, status, words)| (*status, words.as_str())).collect();
    assert_eq!(words, [(TaskStatus::Active, "Add the tax"), (TaskStatus::Paused, "Test it")]);
}

#[test]
fn what_is_no_list_makes_no_task() {
    for lines in [
        called("t", "TodoWrite", json!({ "todos": "none" }), "ok"),
        called("t", "TodoWrite", json!({ "todos": [{ "status": "pending" }, 7, {}] }), "ok"),
        called("t", "TaskCreate", json!({ "subject": "Add the tax" }), "created"),
        called("t", "TaskUpdate", json!({ "status": "completed" }), "ok"),
        called("t", "Task", json!({ "description": "Add the tax", "prompt": "add it" }), "ok #1"),
        called(
            "t",
            "mcp__board__todo_write",
            json!({ "todos": [{ "content": "Add the tax", "status": "pending" }] }),
            "ok",
        ),
    ] {
        assert_eq!(steps(&lines), [], "{lines:?}");
    }
}

/// A line with very many calls, each of very many items, stays within a batch.
#[test]
fn lists_without_end_stay_within_a_batch() {
    let items: Vec<Json> = (0..500).map(|n| json!({ "content": format!("item {n}"), "status": "pending" })).collect();
    let part = |n: usize| {
        let items: Vec<Json> = items.iter().cycle().skip(n * 31).take(40).cloned().collect();
        json!({ "type": "tool_use", "id": format!("t{n}"), "name": "TodoWrite", "input": { "todos": items } })
    };
    let result = |n: usize| json!({ "type": "tool_result", "tool_use_id": format!("t{n}"), "content": "ok" });
    let calls = line("assistant", "a", (0..64).map(part).collect());
    let results = line("user", "u", (0..64).map(result).collect());
    let mut lines: Vec<Json> = (0..798).map(|n| line("user", &format!("u{n}"), json!("hello"))).collect();
    lines.splice(0..0, [calls]);
    lines.push(results);
    let packed = read(&text(&lines));
    assert!((850..=1_000).contains(&packed.packed.ids.len()), "{}", packed.packed.ids.len());
    assert_eq!(packed.n_refused, 1, "what was too much is told");
}

#[test]
fn an_answer_and_the_reason_of_a_refusal_are_turns_of_the_person() {
    let answered = "User has answered your questions: \"Which rate?\"=\"7 %, as for books\", \"When?\"=\"now\". You can now continue with the user's answers in mind.";
    let refusal = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nuse a map";
    let lines = [
        called("t1", "AskUserQuestion", json!({ "questions": [] }), answered),
        [tool_use("t2", "Edit", json!({ "file_path": "a.py" })), tool_result("t2", json!(refusal), true)],
        // Programs, and servers that anybody may have written, answer for nobody.
        called("t3", "Bash", json!({ "command": "cat answers" }), answered),
        [tool_use("t4", "mcp__shop__buy", json!({})), tool_result("t4", json!(refusal), true)],
    ]
    .concat();
    let packed = read(&text(&lines));
    let answers: Vec<(String, String)> = batch(&packed)
        .events
        .into_iter()
        .filter_map(|event| match event.body {
            Some(Body::Turn(Turn { role: Role::User, text, .. })) => Some((text, event.metadata)),
            _ => None,
        })
        .collect();
    let marked =
        |text: &str, call: &str| (text.to_owned(), json!({ "answer_to": call, "harness": "claude_code" }).to_string());
    assert_eq!(answers, [marked("Which rate? = 7 %, as for books\nWhen? = now", "t1"), marked("use a map", "t2")]);
    let item =
        |payload: Json| json!({ "timestamp": "2026-11-20T10:00:00Z", "type": "response_item", "payload": payload });
    let of_codex = [
        json!({ "timestamp": "2026-11-20T10:00:00Z", "type": "session_meta", "payload": { "id": "s", "cwd": "/a" } }),
        item(json!({ "type": "function_call", "name": "request_user_input", "call_id": "c", "arguments": "{}" })),
        item(
            json!({ "type": "function_call_output", "call_id": "c", "output": "{\"answers\":{\"rate\":{\"answers\":[\"7 %\",\"for books\"]}}}" }),
        ),
    ];
    assert_eq!(turns(&of_codex), ["rate = 7 %, for books"]);
}
