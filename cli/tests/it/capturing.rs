//! `scrubjay capture`: each event of a harness's transcript is recorded once, however often and by whatever it is
//! captured.

use std::fs;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::common::code;
use crate::common::harness::{Home, Session};

/// The lines of a session with four events.
fn session_lines(session: &mut Session<'_>) -> Vec<String> {
    let cart = session.cwd.join("src/cart.py");
    let input = json!({ "file_path": cart, "old_string": "0", "new_string": "1" });
    [
        session.line("user", &json!("round the total to cents")),
        session.line(
            "assistant",
            &json!([{ "type": "tool_use", "id": format!("{}-t", session.id), "name": "Edit", "input": input }]),
        ),
        session.line(
            "user",
            &json!([{ "type": "tool_result", "tool_use_id": format!("{}-t", session.id), "content": "done" }]),
        ),
        session.line("assistant", &json!([{ "type": "text", "text": "The total is rounded." }])),
    ]
    .into_iter()
    .map(|line| line + "\n")
    .collect()
}

fn n_of(answer: &Value, name: &str) -> u64 {
    answer[name].as_u64().unwrap_or_else(|| panic!("no {name} in {answer}"))
}

fn n_records(home: &Home) -> u64 {
    n_of(&home.ask(&["memory", "status"]), "n_records")
}

#[test]
fn a_transcript_is_recorded_once_whole_in_parts_and_again() {
    let home = Home::new();
    let mut session = home.session("one", &home.shop());
    let lines = session_lines(&mut session);
    let transcript = lines.concat();
    // The transcript grows, and is captured in the middle of a line.
    let mut n_added = 0;
    for end in [10, lines[0].len(), lines[0].len() + lines[1].len() + 7, transcript.len()] {
        let n_before = fs::metadata(session.transcript()).map_or(0, |known| known.len() as usize);
        session.append(&transcript[n_before..end]);
        let answer = home.ask(&["capture"]);
        n_added += n_of(&answer, "n_added");
        assert_eq!(n_of(&answer, "n_refused"), 0, "{answer}");
    }
    assert_eq!((n_added, n_records(&home)), (4, 4));
    assert_eq!(n_of(&home.ask(&["capture"]), "n_lines"), 0, "nothing is new");
    // A copy under another name, like a transcript that was restored from elsewhere.
    let copy = home.path().join("copy.jsonl");
    fs::copy(session.transcript(), &copy).unwrap();
    let again = home.ask(&["capture", copy.to_str().unwrap()]);
    assert_eq!((n_of(&again, "n_added"), n_of(&again, "n_known")), (0, 4), "{again}");
    let touched = home.ask(&["work", "file", "src/cart.py"]);
    assert_eq!(touched["touches"][0]["operation"], "edit", "{touched}");
}

#[test]
fn two_processes_record_each_event_once() {
    let home = Home::new();
    for n in 0..20 {
        let mut session = home.session(&format!("s{n}"), &home.shop());
        let lines = session_lines(&mut session);
        session.append(&lines.concat());
    }
    let start = || home.program(&home.shop()).arg("capture").stdout(Stdio::null()).spawn().unwrap();
    let children: Vec<_> = (0..2).map(|_| start()).collect();
    for mut one in children {
        assert!(one.wait().unwrap().success());
    }
    home.ask(&["capture"]);
    assert_eq!(n_records(&home), 80);
}

#[test]
fn transcripts_of_a_project_are_found_by_the_folder_of_their_session() {
    let home = Home::new();
    let other = home.repository("other");
    let (below, worktree) = (home.shop().join("src"), home.path().join("shop-fix"));
    let mut git = std::process::Command::new("git");
    git.current_dir(home.shop()).args(["worktree", "add", "-q"]).arg(&worktree);
    assert!(git.status().unwrap().success());
    for (name, cwd) in [("top", &home.shop()), ("below", &below), ("worktree", &worktree), ("other", &other)] {
        let mut session = home.session(name, cwd);
        let lines = session_lines(&mut session);
        session.append(&lines.concat());
    }
    let dry_run = home.ask(&["capture", "--dry-run"]);
    assert_eq!((n_of(&dry_run, "n_transcripts"), n_of(&dry_run, "n_elsewhere"), n_of(&dry_run, "n_added")), (3, 1, 12));
    assert!(!home.data().join("projects").exists(), "a dry run writes nothing");
    let taken = home.ask(&["capture"]);
    assert_eq!((n_of(&taken, "n_transcripts"), n_of(&taken, "n_elsewhere"), n_of(&taken, "n_added")), (3, 1, 12));
    let touched = home.ask(&["work", "file", "src/cart.py"]);
    let of_worktree = touched["touches"].as_array().unwrap().iter().any(|one| one["session"] == "worktree");
    assert!(of_worktree, "a path in a worktree is the project's: {touched}");
    let all = home.ask(&["capture", "--all"]);
    assert_eq!((n_of(&all, "n_projects"), n_of(&all, "n_added")), (2, 4), "{all}");
}

#[test]
fn a_line_of_a_hundred_megabytes_and_half_a_line_keep_no_other_out() {
    let home = Home::new();
    let mut session = home.session("long", &home.shop());
    let lines = session_lines(&mut session);
    session.append(&lines[0]);
    session.append(&format!("{{\"type\":\"user\",\"message\":\"{}\"}}\n", "x".repeat(100 << 20)));
    session.append("{ no JSON\n\n\u{fffd}\n");
    session.append(&lines[1..].concat());
    session.append("{\"type\":\"us");
    let output = home.program(&home.shop()).args(["capture", "--json"]).output().unwrap();
    assert_eq!(code(&output), 0, "{output:?}");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((n_of(&answer, "n_added"), n_of(&answer, "n_refused")), (4, 3), "{answer}");
}

#[test]
fn a_call_that_waits_for_its_result_is_erased_too() {
    let home = Home::new();
    let mut session = home.session("one", &home.shop());
    let input = json!({ "command": "echo quizzicalword" });
    session.says("assistant", &json!([{ "type": "tool_use", "id": "t", "name": "Bash", "input": input }]));
    session.says("user", &json!("and now?"));
    home.ask(&["capture"]);
    let holds = || {
        let mut holds = false;
        for entry in walk(&home.memory()) {
            let hex: String = "quizzicalword".bytes().map(|byte| format!("{byte:02x}")).collect();
            let bytes = fs::read(entry).unwrap();
            holds |= [b"quizzicalword".as_slice(), hex.as_bytes()]
                .iter()
                .any(|word| bytes.windows(word.len()).any(|part| part == *word));
        }
        holds
    };
    assert!(holds(), "the state has the call");
    home.ask(&["forget", "--session", "one", "--erase", "--yes"]);
    assert!(!holds());
    let again = home.ask(&["capture"]);
    assert_eq!(n_of(&again, "n_added"), 0, "what was forgotten stays so: {again}");
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(walk(&path)) } else { files.push(path) }
    }
    files
}

#[test]
fn a_folder_that_is_excluded_stays_out() {
    let home = Home::new();
    let mut session = home.session("one", &home.shop());
    let lines = session_lines(&mut session);
    session.append(&lines.concat());
    fs::create_dir_all(home.data()).unwrap();
    fs::write(home.data().join("config.json"), json!({ "exclude_folders": [home.path()] }).to_string()).unwrap();
    let answer = home.ask(&["capture"]);
    assert_eq!((n_of(&answer, "n_transcripts"), n_of(&answer, "n_excluded")), (0, 1), "{answer}");
    assert_eq!(session.told("UserPromptSubmit", json!({ "prompt": "round the total" })), "");
    assert!(!home.data().join("projects").exists());
}

/// A session that began in an excluded part of a project is not captured by `capture` or by hooks, wherever its agent
/// works later.
#[test]
fn a_part_of_a_project_that_is_excluded_stays_out() {
    let home = Home::new();
    let secret = home.shop().join("secret");
    fs::create_dir_all(&secret).unwrap();
    fs::create_dir_all(home.data()).unwrap();
    fs::write(home.data().join("config.json"), json!({ "exclude_folders": [secret] }).to_string()).unwrap();
    let mut session = home.session("one", &secret);
    let lines = session_lines(&mut session);
    session.append(&lines.concat());
    assert_eq!(session.told("Stop", json!({})), "");
    assert_eq!(session.told("Stop", json!({ "cwd": home.shop() })), "");
    let answer = home.ask(&["capture"]);
    assert_eq!((n_of(&answer, "n_transcripts"), n_of(&answer, "n_excluded")), (0, 1), "{answer}");
    assert_eq!(home.ask(&["memory", "status"])["n_records"], 0);
}

/// Once events were never read if they replaced others that had been read before.
#[test]
fn a_transcript_whose_end_was_replaced_is_read_again() {
    let home = Home::new();
    let mut session = home.session("one", &home.shop());
    let said = |session: &mut Session<'_>, what: &str| -> String {
        (0..20).map(|n| session.line("user", &json!(format!("{what} {n} of the total"))) + "\n").collect()
    };
    let (begun, left, other) =
        (said(&mut session, "begin"), said(&mut session, "leave"), said(&mut session, "go another way"));
    session.append(&(begun.clone() + &left));
    home.ask(&["capture"]);
    fs::write(session.transcript(), begun + &other).unwrap();
    let answer = home.ask(&["capture"]);
    assert_eq!(
        (n_of(&answer, "n_added"), n_of(&answer, "n_known"), n_of(&answer, "n_refused")),
        (20, 20, 0),
        "{answer}"
    );
    assert_eq!(n_records(&home), 60);
}

/// Formerly no transcript was found where the first line with a folder ended beyond 256 KiB.
#[test]
fn a_session_that_begins_with_a_screenshot_is_found() {
    for n_bytes in [300 << 10, 5 << 20] {
        let home = Home::new();
        let mut session = home.session("one", &home.shop());
        session.append("{\"type\":\"file-history-snapshot\",\"messageId\":\"m\"}\n");
        let image = json!({ "type": "image", "source": { "type": "base64", "data": "A".repeat(n_bytes) } });
        session.says("user", &json!([image, { "type": "text", "text": "why is the total wrong here?" }]));
        session.says("assistant", &json!([{ "type": "text", "text": "It is not rounded." }]));
        let answer = home.ask(&["capture"]);
        assert_eq!((n_of(&answer, "n_transcripts"), n_of(&answer, "n_added")), (1, 2), "{answer}");
        let gives = answer["gives"]["claude_code"].as_array().unwrap();
        assert!(gives.contains(&json!("outcomes")) && gives.contains(&json!("context tokens")), "{answer}");
        let sessions = home.ask(&["session", "list"]);
        assert_eq!(sessions["sessions"][0]["title"], "why is the total wrong here?", "{sessions}");
    }
}

#[test]
fn prompts_whose_transcripts_are_gone_come_from_the_history_if_it_is_wanted() {
    let home = Home::new();
    let other = home.repository("other");
    let mut kept = home.session("kept", &home.shop());
    kept.says("user", &json!("round the total to cents"));
    let prompt = |session: &str, time: i64, project: &std::path::Path, display: &str| {
        json!({ "display": display, "pastedContents": {}, "timestamp": time, "project": project, "sessionId": session })
            .to_string()
    };
    let of_older_release = json!({ "display": "of whom?", "timestamp": 1_790_000_000_000_i64, "project": home.shop() });
    let lines = [
        prompt("gone", 1_790_000_000_000, &home.shop(), "why is the tax missing? <private>my pin</private>"),
        prompt("gone", 1_790_000_001_000, &home.shop(), "/clear"),
        prompt("gone", 1_790_000_002_000, &home.shop().join("src"), "and the discount?"),
        prompt("kept", 1_790_000_003_000, &home.shop(), "round the total to cents"),
        prompt("elsewhere", 1_790_000_004_000, &other, "of another project"),
        of_older_release.to_string(),
        "{ no JSON".to_owned(),
    ];
    fs::write(home.path().join(".claude/history.jsonl"), lines.join("\n") + "\n").unwrap();
    assert_eq!(n_of(&home.ask(&["capture"]), "n_added"), 1, "it is not read unasked");
    let taken = home.ask(&["capture", "--history"]);
    assert_eq!((n_of(&taken, "n_added"), n_of(&taken, "n_prompts")), (2, 2), "{taken}");
    assert_eq!(n_of(&home.ask(&["capture", "--history"]), "n_added"), 0);
    let turns = home.ask(&["work", "events", "--kind", "turn", "--session", "gone"]);
    let texts: Vec<&Value> =
        turns["events"].as_array().unwrap().iter().map(|one| &one["event"]["body"]["value"]["text"]).collect();
    assert_eq!(texts, ["and the discount?", "why is the tax missing?"]);
    let doctor = home.ask(&["doctor"]);
    let lifetime = doctor["findings"].as_array().unwrap().iter().find(|one| one["name"] == "lifetime").unwrap();
    assert!(lifetime["found"].as_str().unwrap().contains("after 30 days"), "{lifetime}");
}
