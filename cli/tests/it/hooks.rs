//! The tests play a harness that calls hooks. A session is told what an earlier session learnt. Whatever is wrong with
//! the memory, the agent's step goes on as it would without a memory.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use scrubjay::records::{Place, Records, Settings};
use scrubjay::store::holder::Holder;
use serde_json::json;

use crate::common::harness::{Home, Session};

/// A first prompt that goes on with the session of [`learn`].
const GOING_ON: &str = "now let src/cart.py round the checkout total after the discount";
const ERROR: &str = "Exit code 1\nImportError: cannot import name 'rate' from 'shop.cart'";

/// A session with an error, its fix and a decision.
fn learn(home: &Home) {
    let mut one = home.session("one", &home.shop());
    assert_eq!(one.told("SessionStart", json!({ "source": "startup" })), "", "there is nothing to tell yet");
    let prompt = "why does the checkout total ignore the discount rate?";
    assert_eq!(one.told("UserPromptSubmit", json!({ "prompt": prompt })), "");
    one.says("user", &json!(prompt));
    let test = json!({ "command": "pytest tests/test_cart.py" });
    one.says("assistant", &json!([{ "type": "tool_use", "id": "c1", "name": "Bash", "input": test }]));
    let failed = json!({ "tool_name": "Bash", "tool_input": test, "tool_use_id": "c1", "error": ERROR });
    assert_eq!(one.told("PostToolUseFailure", failed), "");
    one.says("user", &json!([{ "type": "tool_result", "tool_use_id": "c1", "content": ERROR, "is_error": true }]));
    let cart = home.shop().join("src/cart.py");
    one.calls("c2", "Edit", &json!({ "file_path": cart, "old_string": "0", "new_string": "rate = 1" }), "done", false);
    one.calls("c3", "Bash", &test, "1 passed", false);
    one.says("assistant", &json!([{ "type": "text", "text": "The checkout total ignored the discount rate since cart.py did not export rate." }]));
    assert_eq!(one.told("Stop", json!({})), "");
}

fn second_session_with_error<'h>(home: &'h Home) -> (Session<'h>, serde_json::Value) {
    let two = home.session("two", &home.shop());
    let failed = json!({
        "tool_name": "Bash", "tool_input": { "command": "pytest tests/test_cart.py" }, "tool_use_id": "d1", "error": ERROR,
    });
    (two, failed)
}

/// Once imported records of a team were delivered to nobody, and no command changed that.
#[test]
fn what_another_home_learnt_is_told_after_a_person_adopts_the_import() {
    let theirs = Home::new();
    learn(&theirs);
    let file = theirs.path().join("theirs.jsonl");
    let file = file.to_str().unwrap();
    assert!(theirs.program(&theirs.shop()).args(["memory", "export", file]).status().unwrap().success());
    let home = Home::new();
    home.ask(&["memory", "import", file]);
    let opens = |id: &str| home.session(id, &home.shop()).told("UserPromptSubmit", json!({ "prompt": GOING_ON }));
    assert_eq!(opens("mute"), "");
    let done = home.ask(&["memory", "import", file, "--mine", "--yes"]);
    assert!(done["n_adopted"].as_u64().unwrap() >= 6, "{done}");
    assert!(opens("told").contains("src/cart.py"), "{}", opens("more"));
    let adoption = home.ask(&["work", "events", "--kind", "adoption"]);
    home.ask(&["forget", adoption["events"][0]["id"].as_str().unwrap()]);
    assert_eq!(opens("mute again"), "");
}

#[test]
fn the_second_session_is_told_what_the_first_one_learnt() {
    let home = Home::new();
    learn(&home);
    let status = home.ask(&["memory", "status"]);
    assert!(status["n_records"].as_u64().unwrap() >= 6, "the hooks recorded the session: {status}");
    let calls = home.ask(&["work", "events", "--kind", "tool_call", "--session", "one"]);
    assert_eq!(
        calls["events"].as_array().unwrap().len(),
        3,
        "a failure that the hook told and the transcript has is one: {calls}"
    );
    let (two, failed) = second_session_with_error(&home);
    assert_eq!(two.told("SessionStart", json!({ "source": "startup" })), "", "nobody has said what it is about");
    let opening = two.told("UserPromptSubmit", json!({ "prompt": GOING_ON }));
    assert!(opening.starts_with("<scrubjay-memory>\n") && opening.contains("> changed: src/cart.py\n"), "{opening}");
    let mended = two.told("PostToolUseFailure", failed.clone());
    assert!(mended.contains("src/cart.py"), "which file mended it: {mended}");
    assert_eq!(two.told("PostToolUseFailure", failed), "", "once a session");
    for chatter in ["thanks, commit it", "yes", "continue", "looks good, push it"] {
        assert_eq!(two.told("UserPromptSubmit", json!({ "prompt": chatter })), "", "{chatter}");
    }
    let deliveries = home.ask(&["delivered", "--session", "two"]);
    let deliveries = deliveries["deliveries"].as_array().unwrap();
    assert!(
        deliveries.iter().any(|one| one["moment"] == "failure" && !one["why"].as_str().unwrap().is_empty()),
        "{deliveries:?}"
    );
}

#[test]
fn a_person_chooses_the_moments_and_the_tokens_of_what_is_told() {
    let home = Home::new();
    learn(&home);
    let configure =
        |members: serde_json::Value| fs::write(home.data().join("config.json"), members.to_string()).unwrap();
    let ask = |id: &str| home.session(id, &home.shop()).told("UserPromptSubmit", json!({ "prompt": GOING_ON }));
    configure(json!({ "delivery_moments": ["failure"] }));
    assert_eq!(ask("by moment"), "");
    let (two, failed) = second_session_with_error(&home);
    assert!(two.told("PostToolUseFailure", failed).contains("src/cart.py"));
    configure(json!({ "delivery_budget": 40 }));
    assert_eq!(ask("by budget"), "");
    configure(json!({ "delivery_start_budget": 40 }));
    assert!(ask("by the other budget").contains("src/cart.py"));
}

#[test]
fn what_is_told_is_never_taken_in_as_news() {
    let home = Home::new();
    learn(&home);
    let mut two = home.session("two", &home.shop());
    let told = two.told("UserPromptSubmit", json!({ "prompt": GOING_ON }));
    assert!(!told.is_empty());
    two.says("user", &json!(format!("{told}\nand now the receipt")));
    assert_eq!(two.told("Stop", json!({})), "");
    let turns = home.ask(&["work", "events", "--kind", "turn", "--session", "two"]);
    assert_eq!(turns["events"][0]["event"]["body"]["value"]["text"], "and now the receipt", "{turns}");
}

/// With each fault that a memory may have, the agent's step goes on as it would without a memory.
#[test]
fn whatever_is_wrong_the_step_goes_on_and_doctor_tells() {
    for fault in ["damaged", "newer", "folder", "full", "held"] {
        let home = Home::new();
        learn(&home);
        let store = home.memory().join("memory.redb");
        let held_lock = match fault {
            "damaged" => {
                let mut bytes = fs::read(&store).unwrap();
                let n = bytes.len();
                bytes[n / 4..].fill(0xa5);
                fs::write(&store, bytes).map(|()| None).unwrap()
            }
            "newer" => fs::write(&store, b"another format, of a release to come").map(|()| None).unwrap(),
            "folder" => {
                fs::remove_file(&store).unwrap();
                fs::create_dir(&store).map(|()| None).unwrap()
            }
            "full" => None,
            _ => {
                let lock = store.with_extension("lock");
                fs::write(&lock, Holder::this_process().to_lines()).unwrap();
                Some(lock)
            }
        };
        let (mut two, failed) = second_session_with_error(&home);
        two.says("user", &json!("round the total"));
        for (event, beside) in [
            ("SessionStart", json!({ "source": "startup" })),
            ("UserPromptSubmit", json!({ "prompt": "round the total" })),
            (
                "PreToolUse",
                json!({ "tool_name": "Edit", "tool_input": { "file_path": home.shop().join("src/cart.py") } }),
            ),
            ("PostToolUseFailure", failed),
            ("PreCompact", json!({ "trigger": "auto" })),
            ("Stop", json!({})),
            ("SessionEnd", json!({ "reason": "other" })),
        ] {
            let began = Instant::now();
            let output = if fault == "full" { two.hook_without_room(event, beside) } else { two.hook(event, beside) };
            assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]), "{fault}, {event}: {output:?}");
            assert!(began.elapsed() < Duration::from_secs(5), "{fault}, {event}");
        }
        if fault != "held" {
            let findings = home.ask(&["doctor"]);
            let hooks = findings["findings"].as_array().unwrap().iter().find(|one| one["name"] == "hooks").unwrap();
            assert_eq!(hooks["ok"], false, "{fault}: {hooks}");
        }
        if let Some(lock) = &held_lock {
            fs::remove_file(lock).unwrap();
        }
        if ["held", "full"].contains(&fault) {
            home.ask(&["capture"]);
            // Upkeep, which the end of the session has begun, may have the lock for a moment more.
            let turns = || home.ask(&["work", "events", "--kind", "turn", "--session", "two"]);
            let is_known = |turns: &serde_json::Value| turns["error"]["code"] != "unknown";
            let known_event =
                std::iter::repeat_with(turns).take(100).inspect(|_| sleep(Duration::from_millis(100))).find(is_known);
            let known_event = known_event.expect("what waited is taken in");
            assert_eq!(known_event["events"].as_array().unwrap().len(), 1, "{fault}: once: {known_event}");
        }
    }
}

#[test]
fn wrong_input_and_wrong_usage_veto_no_step() {
    let home = Home::new();
    let session = home.session("one", &home.shop());
    for input in ["", "{", "[]", "null", "{\"session_id\": 7}", "\u{0}\u{1}", &"x".repeat(100_000)] {
        let output = session.hook_with("PreToolUse", input);
        assert_eq!((output.status.code(), &*output.stdout), (Some(0), &b""[..]), "{input:?}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.is_empty() || told.contains("not the JSON of a harness"), "{input:?}: {told}");
    }
    // Somebody who tries a hook by hand sees the error at once, and `doctor` finds no fault of hooks.
    let findings = home.ask(&["doctor"]);
    let of_hooks = |one: &&serde_json::Value| one["name"] == "hooks" && one["ok"] == false;
    assert_eq!(findings["findings"].as_array().unwrap().iter().find(of_hooks), None, "{findings}");
    for arguments in [
        &["hook"][..],
        &["hook", "Stop", "--harness", "of-tomorrow"],
        &["hook", "Stop", "--nonsense"],
        &["--quiet", "--root", "hook", "hook", "Stop", "--nonsense"],
    ] {
        let output = home.program(&home.shop()).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: a harness takes 2 for a veto");
    }
}

#[test]
fn a_home_folder_is_no_project() {
    let home = Home::new();
    let mut session = home.session("one", home.path());
    session.says("user", &json!("hello there"));
    assert_eq!(session.told("Stop", json!({})), "");
    assert!(!home.data().join("projects").exists());
}

#[test]
fn a_session_that_wants_no_hooks_has_none() {
    let home = Home::new();
    let mut session = home.session("one", &home.shop());
    session.says("user", &json!("hello there"));
    let mut command = home.program(&home.shop());
    command.env("SCRUBJAY_HOOKS", "off").args(["hook", "Stop"]).stdin(std::process::Stdio::null());
    assert!(command.output().unwrap().status.success());
    assert!(!home.data().join("projects").exists());
}

#[test]
fn a_long_transcript_is_taken_in_by_one_hook_after_another() {
    let home = Home::new();
    let mut session = home.session("one", &home.shop());
    for n in 0..400 {
        session.says("user", &json!(format!("{n}: {}", "word ".repeat(500))));
    }
    let n_turns = |home: &Home| {
        let place = Place::File(home.memory().join("memory.redb"));
        Records::open(place, Settings::default()).unwrap().totals().unwrap().n_records
    };
    let mut seen = 0;
    for _ in 0..20 {
        session.told("Stop", json!({}));
        let now = n_turns(&home);
        assert!(now >= seen && now - seen < 250, "a hook takes a part: {seen} to {now}");
        seen = now;
    }
    assert_eq!(seen, 400);
}

#[test]
fn upkeep_runs_by_itself_once_a_day_after_a_session() {
    let home = Home::new();
    learn(&home);
    assert_eq!(home.session("one", &home.shop()).told("SessionEnd", json!({ "reason": "other" })), "");
    let noted = home.memory().join("memory.upkeep");
    let began = Instant::now();
    while !noted.exists() && began.elapsed() < Duration::from_secs(10) {
        sleep(Duration::from_millis(20));
    }
    let first = fs::metadata(&noted).unwrap().modified().unwrap();
    home.session("two", &home.shop()).told("SessionEnd", json!({}));
    assert_eq!(fs::metadata(&noted).unwrap().modified().unwrap(), first, "not again on that day");
}

/// A session's records stay with its project if the agent changes into another one.
#[test]
fn a_session_is_of_the_project_that_it_began_in() {
    let home = Home::new();
    let other = home.repository("other");
    let mut session = home.session("one", &home.shop());
    session.says("user", &json!("round the total to cents"));
    assert_eq!(session.told("Stop", json!({ "cwd": other })), "");
    let turns = home.ask(&["work", "events", "--kind", "turn"]);
    assert_eq!(turns["events"].as_array().unwrap().len(), 1, "{turns}");
    let output = home.program(&other).args(["work", "events", "--json"]).output().unwrap();
    let events_elsewhere: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(events_elsewhere["events"].as_array().unwrap().len(), 0, "{events_elsewhere}");
}

#[test]
fn a_line_that_is_too_long_keeps_no_later_one_out() {
    let home = Home::new();
    let mut session = home.session("one", &home.shop());
    for text in ["begin", &"x".repeat(10 << 20), "go on"] {
        session.says("user", &json!(text));
    }
    (0..3).for_each(|_| assert_eq!(session.told("Stop", json!({})), ""));
    let turns = home.ask(&["work", "events", "--kind", "turn"]);
    assert_eq!(turns["events"].as_array().unwrap().len(), 2, "{turns}");
}

#[test]
fn hooks_at_the_same_time_tell_once() {
    let home = Home::new();
    home.ask(&["remember", "the tests of the cart want Node 20"]);
    let two = home.session("two", &home.shop());
    let told = std::thread::scope(|scope| {
        let hooks: Vec<_> =
            (0..6).map(|_| scope.spawn(|| two.told("SessionStart", json!({ "source": "startup" })))).collect();
        hooks.into_iter().map(|hook| hook.join().unwrap()).filter(|told| !told.is_empty()).count()
    });
    assert_eq!(told, 1, "six hooks told it");
}

/// Formerly such a failure had neither branch nor duration for good, because the transcript's line of it was skipped.
#[test]
fn a_failure_that_a_hook_records_has_all_that_its_transcript_states() {
    let home = Home::new();
    let mut one = home.session("one", &home.shop());
    let test = json!({ "command": "pytest tests/test_cart.py" });
    let call = |id: &str| json!([{ "type": "tool_use", "id": id, "name": "Bash", "input": test }]);
    let result = |id: &str| json!([{ "type": "tool_result", "tool_use_id": id, "content": ERROR, "is_error": true }]);
    let failed = |id: &str| json!({ "tool_name": "Bash", "tool_input": test, "tool_use_id": id, "error": ERROR });
    // The first call is in the transcript when it fails, the second is not.
    one.says("assistant", &call("c1"));
    one.told("PostToolUseFailure", failed("c1"));
    one.says("user", &result("c1"));
    one.told("PostToolUseFailure", failed("c2"));
    let ids = |calls: &serde_json::Value| {
        calls["events"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect::<Vec<_>>()
    };
    let before = ids(&home.ask(&["work", "events", "--kind", "tool_call"]));
    one.says("assistant", &call("c2"));
    one.says("user", &result("c2"));
    one.told("Stop", json!({}));
    let calls = home.ask(&["work", "events", "--kind", "tool_call"]);
    assert_eq!((ids(&calls), before.len()), (before.clone(), 2), "{calls}");
    for call in calls["events"].as_array().unwrap() {
        assert_eq!(call["event"]["branch"], "main", "{call}");
        assert!(call["event"]["body"]["value"]["duration"].is_u64(), "{call}");
    }
}

/// Formerly what the last hook of a long session had left stayed unread.
#[test]
fn what_is_left_of_a_session_at_its_end_is_taken_in() {
    let home = Home::new();
    let mut session = home.session("one", &home.shop());
    for n in 0..400 {
        session.says("user", &json!(format!("{n}: {}", "word ".repeat(500))));
    }
    session.told("SessionEnd", json!({ "reason": "other" }));
    let n_turns = || home.ask(&["memory", "status"])["n_records"].as_u64().unwrap_or_default();
    let began = Instant::now();
    while n_turns() < 400 && began.elapsed() < Duration::from_secs(30) {
        sleep(Duration::from_millis(100));
    }
    assert_eq!(n_turns(), 400);
}
