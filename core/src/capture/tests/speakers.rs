//! Who spoke: what a harness puts in a person's name is nobody's words, and what resembles it is the person's.

use super::*;

/// What notices say: each form of a notice is planted with each of these.
const TOLD: [&str; 4] = [
    "the build is done, 3 tests failed",
    "please read the output file before you go on",
    "remember: never push to main",
    "{\"decision\":\"approve\",\"reason\":\"all is fine\"}",
];

/// A line of a user with members beside its text.
fn marked(text: &str, members: Json) -> Json {
    let mut line = line("user", "n", json!(text));
    members.as_object().unwrap().iter().for_each(|(name, value)| line[name] = value.clone());
    line
}

/// A text that was queued, and reached the agent within the turn.
fn queued(text: &str) -> Vec<Json> {
    let operation = |members: Json| {
        let mut line = json!({ "type": "queue-operation", "timestamp": "2026-11-20T10:00:00Z", "sessionId": SESSION });
        members.as_object().unwrap().iter().for_each(|(name, value)| line[name] = value.clone());
        line
    };
    vec![operation(json!({ "operation": "enqueue", "content": text })), operation(json!({ "operation": "remove" }))]
}

/// A text that was queued, as newer releases write it.
fn attached(text: &str, members: Json) -> Json {
    let mut attachment = json!({ "type": "queued_command", "prompt": text, "timestamp": "2026-11-20T10:00:00Z" });
    members.as_object().unwrap().iter().for_each(|(name, value)| attachment[name] = value.clone());
    let mut line = line("attachment", "n", json!(null));
    line["attachment"] = attachment;
    line
}

fn codex(event: Json) -> Vec<Json> {
    let line =
        |kind: &str, payload: Json| json!({ "timestamp": "2026-11-20T10:00:00Z", "type": kind, "payload": payload });
    let context = json!({ "turn_id": "t", "cwd": "/a" });
    vec![
        line("session_meta", json!({ "id": "s", "cwd": "/a" })),
        line("turn_context", context),
        line("event_msg", event),
    ]
}

/// A name for each form of a notice, and its lines with what it tells.
type NoticeForm = (&'static str, fn(&str) -> Vec<Json>);

const NOTICE_FORMS: [NoticeForm; 28] = [
    ("an expanded skill", |told| vec![marked(told, json!({ "isMeta": true }))]),
    ("a summary", |told| vec![marked(told, json!({ "isCompactSummary": true }))]),
    ("a text for the screen", |told| vec![marked(told, json!({ "isVisibleInTranscriptOnly": true }))]),
    ("a companion of a turn", |told| vec![marked(told, json!({ "turnCompanion": true }))]),
    ("a text of the harness", |told| vec![marked(told, json!({ "promptSource": "system", "permissionMode": "auto" }))]),
    ("a task's end", |told| vec![marked(told, json!({ "origin": { "kind": "task-notification" } }))]),
    ("another session", |told| vec![marked(told, json!({ "origin": { "kind": "peer", "fromSession": "s" } }))]),
    ("an interruption", |_| {
        vec![line("user", "n", json!([{ "type": "text", "text": "[Request interrupted by user]" }]))]
    }),
    ("an interruption of a call", |_| {
        vec![line("user", "n", json!([{ "type": "text", "text": "[Request interrupted by user for tool use]" }]))]
    }),
    ("a command", |_| {
        vec![marked(
            "<command-name>/clear</command-name>\n  <command-message>clear</command-message>\n  <command-args></command-args>",
            json!({}),
        )]
    }),
    ("a command's output", |told| {
        vec![marked(&format!("<local-command-stdout>{told}</local-command-stdout>"), json!({}))]
    }),
    ("a command's caveat", |told| {
        vec![marked(&format!("<local-command-caveat>Caveat: {told}</local-command-caveat>"), json!({}))]
    }),
    ("a shell's command", |told| vec![marked(&format!("<bash-input>echo {told}</bash-input>"), json!({}))]),
    ("a shell's output", |told| {
        vec![marked(&format!("<bash-stdout>{told}</bash-stdout><bash-stderr></bash-stderr>"), json!({}))]
    }),
    ("a reminder", |told| vec![marked(&format!("<system-reminder>\n{told}\n</system-reminder>"), json!({}))]),
    ("two reminders", |told| {
        let reminder = format!("<system-reminder>\n{told}\n</system-reminder>");
        vec![line(
            "user",
            "n",
            json!([{ "type": "text", "text": reminder }, { "type": "text", "text": format!("{reminder}\n\n{reminder}") }]),
        )]
    }),
    ("an editor's file", |told| {
        vec![marked(&format!("<ide_opened_file>{told}</ide_opened_file>"), json!({ "permissionMode": "default" }))]
    }),
    ("a hook's text", |told| {
        vec![marked(&format!("<user-prompt-submit-hook>{told}</user-prompt-submit-hook>"), json!({}))]
    }),
    ("a hook that stops", |told| vec![marked(&format!("Operation stopped by hook: {told}"), json!({}))]),
    ("a hook's feedback", |told| vec![marked(&format!("Stop hook feedback:\n- [check.sh]: {told}"), json!({}))]),
    ("a task's notification with instructions", |told| {
        let text = format!("<task-notification>\n<task-id>b1</task-id>\n</task-notification>\n{told}");
        vec![marked(&text, json!({ "permissionMode": "bypassPermissions", "todos": [] }))]
    }),
    ("an agent of a team", |told| {
        vec![marked(&format!("<teammate-message teammate_id=\"reviewer\">\n{told}\n</teammate-message>"), json!({}))]
    }),
    ("a queued notification", |told| queued(&format!("<task-notification>{told}</task-notification>"))),
    ("a queued object", |told| {
        queued(&json!({ "task_id": "b1", "description": told, "task_type": "local_bash" }).to_string())
    }),
    ("an attached notification", |told| vec![attached(told, json!({ "commandMode": "task-notification" }))]),
    ("an attachment of the harness", |told| vec![attached(told, json!({ "origin": { "kind": "task-notification" } }))]),
    ("an environment of Codex", |told| {
        codex(json!({ "type": "user_message", "kind": "environment_context", "message": told }))
    }),
    ("an abortion of Codex", |told| {
        codex(json!({ "type": "user_message", "message": format!("<turn_aborted>\n{told}\n</turn_aborted>") }))
    }),
];

/// Prompts that resemble notices, logs and data.
const PROMPTS: [&str; 60] = [
    "stop",
    "Stop.",
    "stop hook",
    "continue",
    "yes",
    "no",
    "1",
    "[WIP] mend the cart",
    "[ ] write the test first",
    "[Request interrupted by user] is shown twice in our log, why?",
    "why does it say [Request interrupted by user]",
    "[Request interrupted by user for tool use] - what did I stop here?",
    "what is a <system-reminder>be brief</system-reminder> for?",
    "our parser drops `<system-reminder>x</system-reminder>`, keep it",
    "the text <system-reminder>be brief</system-reminder> comes twice",
    "I see <command-name>/clear</command-name> in the export, hide it",
    "strip <local-command-stdout>bye</local-command-stdout> from the titles",
    "please handle <task-notification>done</task-notification> as well",
    "is <ide_selection>a.ts</ide_selection> sent by the editor?",
    "the log has this:\n```\n<system-reminder>\nbe brief\n</system-reminder>\n```\nis it ours?",
    "why this?\n```xml\n<task-notification>\n<status>done</status>\n</task-notification>\n```",
    "a <system-reminder> is never closed in this file",
    "a <bash-input> tag without an end",
    "{\"task_id\":\"b1\",\"description\":\"mend it\"}",
    "{\"task_id\":\"b1\",\"description\":\"x\",\"task_type\":\"local_bash\",\"cart\":3}",
    "{\"decision\":\"block\",\"reason\":\"tests fail\"} <- our hook prints this, what is wrong?",
    "{\"rate\": 0.19, \"country\": \"DE\"}",
    "[{\"id\":1,\"name\":\"cart\"},{\"id\":2,\"name\":\"shelf\"}]",
    "[1, 2, 3]",
    "{}",
    "[test:e2e] $ go test ./... FAIL cart_test.go:12",
    "2026-11-20T10:00:00Z ERROR cart: rate is not a number",
    "Exit code 1\nTypeError: rate is not a number",
    "error: could not compile `cart`",
    "npm ERR! code ELIFECYCLE",
    "Traceback (most recent call last):\n  File \"cart.py\", line 3, in <module>",
    "panicked at src/cart.rs:12:5:\nindex out of bounds",
    "> Stop hook feedback: two tests fail\n\nwhat does this mean?",
    "the hook says \"Operation stopped by hook: dirty tree\" and nothing else",
    "Caveat: the messages below are from the old log",
    "This session is being continued tomorrow, note where we are",
    "Base directory is wrong in the script",
    "Implement the following plan:\n\n# Tax\n\n1. Add it.\n2. Test it.",
    "# AGENTS.md is out of date, rewrite it",
    "System: the cart runs on two machines",
    "<div class=\"cart\">\n  <span>3</span>\n</div>\ncentre this",
    "<my-cart items=\"3\"></my-cart>",
    "<skills> should be a list of links",
    "<?xml version=\"1.0\"?>\n<settings><hook-name>a</hook-name></settings>",
    "a < b && b > c is wrong in cart.ts",
    "/review the cart",
    "/home/a/shop/src/cart.ts has the bug",
    "/api/v1/cart returns 500",
    "!git status shows nothing",
    "@src/cart.ts explain this",
    "#12 is open again",
    "-- why is this comment here",
    "Command: npm test\nOutput: 3 failed",
    "task-notification should be a kind of its own",
    "tool_use_error: what is it?",
];

#[test]
fn what_a_harness_writes_in_a_persons_name_is_nobodys_words() {
    let (mut planted, mut taken_for_words) = (0, Vec::new());
    for (form, lines) in NOTICE_FORMS {
        for told in TOLD {
            planted += 1;
            let said = turns(&lines(told));
            taken_for_words.extend(said.into_iter().map(|words| (form, words)));
        }
    }
    assert!(planted >= 60 && NOTICE_FORMS.len() >= 12);
    assert_eq!(taken_for_words, []);
}

#[test]
fn what_resembles_a_notice_is_the_persons_words() {
    for prompt in PROMPTS {
        let reminder = "<system-reminder>\nbe brief\n</system-reminder>";
        let parts = json!([{ "type": "text", "text": reminder }, { "type": "text", "text": prompt }]);
        for lines in [
            vec![marked(prompt, json!({}))],
            vec![marked(prompt, json!({ "origin": { "kind": "human" }, "promptSource": "typed" }))],
            vec![line("user", "n", parts)],
            vec![marked(&format!("{reminder}\n{prompt}\n\n{reminder}"), json!({ "promptSource": "sdk" }))],
            vec![attached(prompt, json!({ "commandMode": "prompt", "origin": { "kind": "human" } }))],
            queued(prompt),
        ] {
            assert_eq!(turns(&lines), [prompt], "{lines:#?}");
        }
        let of_codex = codex(json!({ "type": "user_message", "kind": "plain", "message": prompt }));
        assert_eq!(turns(&of_codex), [prompt]);
    }
}

/// Where the harness states that a person typed a text, its beginning does not make it a notice.
#[test]
fn a_typed_prompt_may_begin_like_a_notice() {
    for prompt in [
        "Stop hook feedback: what is this in my terminal?",
        "Operation stopped by hook: dirty tree\nhow do I go on?",
        "# AGENTS.md instructions are too long, shorten them",
    ] {
        assert_eq!(turns(&[marked(prompt, json!({ "promptSource": "typed" }))]), [prompt]);
        assert_eq!(turns(&[marked(prompt, json!({ "origin": { "kind": "human" } }))]), [prompt]);
        assert_eq!(turns(&[marked(prompt, json!({}))]), [""; 0], "nothing says who typed it");
    }
}

#[test]
fn the_arguments_of_a_command_are_the_persons_words() {
    let command = "<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>the cart,\nand say <b>why</b></command-args>";
    assert_eq!(turns(&[marked(command, json!({}))]), ["/review the cart,\nand say <b>why</b>"]);
}

#[test]
fn words_beside_a_notice_are_kept() {
    for (text, words) in [
        ("[Request interrupted by user]\nuse a map instead", "use a map instead"),
        ("<ide_opened_file>a.ts</ide_opened_file>\nmend it", "mend it"),
        ("mend it\n<system-reminder>\nbe brief\n</system-reminder>", "mend it"),
        ("first\n<system-reminder>\nbe brief\n</system-reminder>\nlast", "first\n\nlast"),
        ("<system-reminder>be brief</system-reminder>mend it", "mend it"),
        // A block that is never closed does not hide a reminder behind it.
        ("see ```\nmend it\n<system-reminder>\nbe brief\n</system-reminder>", "see ```\nmend it"),
        (
            "the <system-reminder> is odd\n<system-reminder>\nbe brief\n</system-reminder>",
            "the <system-reminder> is odd",
        ),
    ] {
        assert_eq!(turns(&[marked(text, json!({}))]), [words], "{text}");
    }
    let result = json!({ "type": "tool_result", "tool_use_id": "t", "content": "ok" });
    let beside = line("user", "n", json!([result, { "type": "text", "text": "and test it" }]));
    assert_eq!(turns(&[beside]), ["and test it"]);
}

#[test]
fn a_plan_that_is_handed_in_is_kept_whole() {
    let steps: String = (0..200).map(|n| format!("{n}. Move shelf {n} to the other room.\n")).collect();
    let plan = format!("Implement the following plan:\n\n# Rooms\n\n{}", steps.trim_end());
    let mut handed_in = line("user", "n", json!(plan));
    handed_in["planContent"] = json!(steps);
    assert_eq!(turns(&[handed_in]), [plan]);
}
