//! The commands about windows, as filters in a pipe, and with a window that outlives every process.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::talk::{assert_valid, stubs, talk};
use crate::common::{Project, code, program, stderr, stdout};

/// The number of kills of a process that prunes.
const N_KILLS: u64 = 12;

fn command(folder: &Path, words: &str) -> Command {
    let mut command = program(folder);
    command.args(words.split(' ').chain(["--memory", "memory.redb"]));
    command
}

fn start(mut command: Command, input: &str) -> Child {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A command that is refused does not read its input to the end.
    thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    child
}

fn piped(folder: &Path, words: &str, input: &str) -> Output {
    start(command(folder, words), input).wait_with_output().unwrap()
}

fn parsed(output: &Output) -> Value {
    serde_json::from_str(&stdout(output)).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

const PRUNE: &str = "window prune --format anthropic --window w --max-tokens 20000";

#[test]
fn a_request_comes_back_as_a_request_with_all_other_bytes_unchanged() {
    let project = Project::new(&[]);
    let request = format!("{{ \"model\":\"m\",\"x\":1e400, \"messages\":\n {}}}\n", json!(talk(60)));
    let done = piped(project.path(), "window prune --format anthropic --max-tokens 20000", &request);
    assert_eq!(code(&done), 0, "{}", stderr(&done));
    let edited = stdout(&done);
    assert!(edited.starts_with("{ \"model\":\"m\",\"x\":1e400, \"messages\":\n [") && edited.ends_with("]}\n"));
    assert!(stderr(&done).contains("parts pruned"), "{}", stderr(&done));
    assert!(!project.at("memory.redb").exists());
    let told = piped(project.path(), "window prune --format anthropic --max-tokens 20000 --json", &request);
    assert!(stdout(&told).starts_with(&format!("{{\"messages\":{},\"edits\":[", edited.trim_end())));
}

/// Once invisible characters were escaped, and the prompt cache of the provider began anew.
#[test]
fn messages_in_the_object_of_a_prune_keep_their_bytes_too() {
    let project = Project::new(&[]);
    let mut messages = talk(60);
    messages[0]["content"] = json!("a\u{200b}b\u{2028}c\u{ad}d\u{202e}e\u{9b}");
    let request = json!(messages).to_string();
    let edited = stdout(&piped(project.path(), "window prune --format anthropic --max-tokens 20000", &request));
    assert!(edited.contains("a\u{200b}b\u{2028}c\u{ad}d\u{202e}e\u{9b}"));
    let told = stdout(&piped(project.path(), "window prune --format anthropic --max-tokens 20000 --json", &request));
    assert!(told.starts_with(&format!("{{\"messages\":{},\"edits\":[", edited.trim_end())), "{told}");
    let figures = &told[edited.trim_end().len()..];
    assert!(!figures.contains(['\u{200b}', '\u{2028}', '\u{ad}']));
}

#[test]
fn a_window_is_explained_restored_listed_and_ended() {
    let project = Project::new(&[]);
    let (folder, messages) = (project.path(), talk(60));
    let text = json!(messages).to_string();
    let edited = parsed(&piped(folder, PRUNE, &text));
    let edited = edited.as_array().unwrap();
    assert_valid(edited);
    let stubs = stubs(&messages, edited);
    for (id, was) in &stubs[..3] {
        let (text, original) = (was.as_str().map_or_else(|| was.to_string(), str::to_owned), was.to_string());
        let restore = format!("window restore {id} --window w");
        assert_eq!(stdout(&piped(folder, &restore, "")), text);
        assert_eq!(stdout(&piped(folder, &format!("{restore} --original"), "")), original);
        let both = json!({ "id": id, "text": text, "original": original, "is_masked": false, "n_left": 0 });
        assert_eq!(parsed(&piped(folder, &format!("{restore} --json"), "")), both);
    }
    let explained = stdout(&piped(folder, "window explain --window w", ""));
    assert!(explained.contains("\n  src/part_") && explained.contains(" other things; --json has all"), "{explained}");
    assert!(explained.contains(": of step ") && explained.contains(", asked for by no call since"), "{explained}");
    let numbers = stdout(&piped(folder, "window explain --window w --factors", ""));
    assert!(numbers.contains(&stubs[0].0) && numbers.contains("left, of the least value first"), "{numbers}");
    assert!(explained.contains("to bring one back: scrubjay window restore "), "{explained}");
    let snapshot = parsed(&piped(folder, "window explain 1 --window w --json", ""));
    let n_pruned = snapshot["items"].as_array().unwrap().iter().filter(|item| item["fate"] == "pruned").count();
    assert_eq!(n_pruned, stubs.len());
    assert_eq!(code(&piped(folder, "window explain 9 --window w", "")), 3);
    let explain = format!("window explain {} --window w", stubs[0].0);
    let told = stdout(&piped(folder, &explain, ""));
    assert!(told.starts_with(&stubs[0].0) && told.contains(": pruned at snapshot 1 of "), "{told}");
    assert!(told.contains("\n  src/part_0.py\n  of step 1, "), "{told}");
    let part = parsed(&piped(folder, &format!("{explain} --json"), ""));
    assert_eq!((&part["snapshot"], &part["item"]["id"]), (&json!(1), &json!(stubs[0].0)));
    assert_eq!(code(&piped(folder, "window explain 0000000000000 --window w", "")), 3);
    assert!(stdout(&piped(folder, "window list", "")).starts_with("w  "));
    let status = parsed(&piped(folder, "window status --window w --format anthropic --json", &text));
    assert_eq!((&status["n_pruned"], &status["n_prunes"]), (&json!(stubs.len()), &json!(1)));
    assert_eq!(status["budget"], json!(16_000));
    let words = stdout(&piped(folder, "window status --window w", ""));
    assert!(words.contains("by 1 prune") && words.contains("a prune begins at 16,000 tokens"), "{words}");
    let made = parsed(&piped(folder, "window snapshot --window w --format anthropic --json", &text));
    assert_eq!((&made["number"], &made["reason"]), (&json!(2), &json!("demand")));
    let listed = stdout(&piped(folder, "window snapshots --window w", ""));
    assert!(listed.starts_with("2  ") && listed.contains("\n1  ") && listed.contains("  prune: "), "{listed}");
    let older = parsed(&piped(folder, "window snapshots --window w --before 2 --limit 1 --json", ""));
    assert_eq!((&older["snapshots"][0]["number"], &older["has_more"]), (&json!(1), &json!(false)));
    let learnings = parsed(&piped(folder, "window learnings --window w --json", ""));
    assert!(!learnings["learnings"].as_array().unwrap().is_empty());
    let kept_item = snapshot["items"].as_array().unwrap().iter().rfind(|item| item["fate"] != "pruned").unwrap();
    let pin = format!("window pin {} --window w --format anthropic", kept_item["id"].as_str().unwrap());
    assert_eq!(code(&piped(folder, &pin, &text)), 0);
    let ended = piped(folder, "window end --window w", "");
    assert!(code(&ended) == 0 && stdout(&ended).contains("w has ended"), "{}", stdout(&ended));
    let gone = piped(folder, &format!("window restore {} --window w", stubs[0].0), "");
    assert_eq!(code(&gone), 3, "{}", stderr(&gone));
    assert!(stderr(&gone).contains("try: scrubjay window list"), "{}", stderr(&gone));
    assert_eq!(code(&piped(folder, "window list", "")), 3);
    // What the window taught stays.
    assert_eq!(parsed(&piped(folder, "window learnings --window w --json", "")), learnings);
    assert_eq!(code(&piped(folder, "window learnings --window ww", "")), 3);
}

/// Once the command mended the memory without a message.
#[test]
fn a_window_that_ends_in_a_damaged_memory_says_what_was_lost() {
    const PAGE: usize = 4_096;
    let project = Project::new(&[]);
    let folder = project.path();
    assert_eq!(code(&piped(folder, PRUNE, &json!(talk(60)).to_string())), 0);
    let path = project.at("memory.redb");
    let intact_bytes = fs::read(&path).unwrap();
    let mut n_mended = 0;
    for page in 2..intact_bytes.len() / PAGE {
        let mut damaged = intact_bytes.clone();
        damaged[page * PAGE..(page + 1) * PAGE].fill(0x5a);
        fs::write(&path, &damaged).unwrap();
        let ended = piped(folder, "window end --window w", "");
        let is_mended =
            fs::read_dir(folder).unwrap().any(|entry| fs::read(entry.unwrap().path()).ok() == Some(damaged.clone()))
                && fs::read(&path).unwrap() != damaged;
        if is_mended && code(&ended) == 0 {
            assert!(stderr(&ended).contains("the memory was damaged: "), "page {page}: {}", stderr(&ended));
            n_mended += 1;
        }
    }
    assert!(n_mended > 0);
}

#[test]
fn parts_of_no_known_format_are_pruned_in_a_window_that_is_kept() {
    let project = Project::new(&[]);
    let folder = project.path();
    let part_text = |at: usize| format!("part {at}: {}", "a line of a file\n".repeat(200));
    let step = |at: usize| {
        let call = format!("c{at}");
        [
            json!({ "kind": "call", "message": 2 * at + 1, "text": "{}", "form": "fixed", "tool": "read", "call_id": call }),
            json!({ "kind": "tool_result", "message": 2 * at + 2, "text": part_text(at), "call_id": call }),
        ]
    };
    let mut parts = vec![json!({ "kind": "user", "message": 0, "text": "Mend the shelf." })];
    parts.extend((0..40).flat_map(step));
    let prune = "window prune --parts --window w --max-tokens 20000";
    let pruned = parsed(&piped(folder, prune, &json!(parts).to_string()));
    let edits = pruned["edits"].as_array().unwrap();
    assert!(!edits.is_empty() && pruned["tokens_after"].as_u64() < pruned["tokens_before"].as_u64(), "{pruned}");
    let id = edits[0]["id"].as_str().unwrap();
    assert_eq!(stdout(&piped(folder, &format!("window restore {id} --window w"), "")), part_text(0));
    assert_eq!(parsed(&piped(folder, prune, &json!(parts).to_string()))["n_pruned"], json!(0), "they stay pruned");
    let refused = piped(folder, prune, "[{\"kind\":\"user\",\"message\":0}]");
    assert!(code(&refused) != 0 && stderr(&refused).contains("text"), "{}", stderr(&refused));
    let refused_formats = piped(folder, &format!("{prune} --format anthropic"), "[]");
    assert_eq!(code(&refused_formats), 2, "{}", stderr(&refused_formats));
}

#[test]
fn what_a_task_needs_is_told_as_long_as_the_conversation_does_not_show_it() {
    let project = Project::new(&[("src/shelf.rs", "fn add_book_to_shelf() {\n    let shelf = 1;\n}\n")]);
    assert_eq!(code(&project.run(&["index"])), 0);
    let prepare = "window prepare add a book to the shelf --window w --format anthropic";
    let asked = json!([{ "role": "user", "content": "Add a book to the shelf." }]);
    let told = parsed(&piped(project.path(), &format!("{prepare} --json"), &asked.to_string()));
    assert_eq!(told["messages"], asked);
    let piece = told["context"]["pieces"][0]["text"].as_str().unwrap();
    assert!(piece.contains("fn add_book_to_shelf"), "{told}");
    assert!(stdout(&piped(project.path(), prepare, &asked.to_string())).contains("fn add_book_to_shelf"));
    let blocks = json!([{ "type": "text", "text": piece }, { "type": "text", "text": "Add it." }]);
    let conversation = json!([{ "role": "user", "content": blocks }]);
    let missing = piped(project.path(), prepare, &conversation.to_string());
    assert_eq!((code(&missing), stdout(&missing)), (3, String::new()), "{}", stderr(&missing));
}

/// Once ten of 24 prunes ended with an error, and the program did not try again.
#[test]
fn processes_that_prune_one_window_at_once_all_come_to_their_end() {
    let project = Project::new(&[]);
    let folder = project.path();
    // Each process demands a prune of its own.
    for round in 1..4 {
        let texts: Vec<String> = (0..4).map(|n| json!(talk(60 + 16 * round + 4 * n)).to_string()).collect();
        let children: Vec<Child> = texts.iter().map(|text| start(command(folder, PRUNE), text)).collect();
        for child in children {
            let done = child.wait_with_output().unwrap();
            assert_eq!(code(&done), 0, "round {round}: {}", stderr(&done));
            assert_valid(parsed(&done).as_array().unwrap());
        }
    }
}

/// A model knows only the id of a part, and not its window.
#[test]
fn a_part_is_restored_of_the_window_that_knows_it_some_characters_at_a_time() {
    let project = Project::new(&[]);
    let (folder, messages) = (project.path(), talk(60));
    let text = json!(messages).to_string();
    let edited = parsed(&piped(folder, PRUNE, &text));
    assert_eq!(code(&piped(folder, &PRUNE.replace("--window w", "--window later"), "[]")), 0);
    let stubs = stubs(&messages, edited.as_array().unwrap());
    let (id, was) = stubs.iter().find(|(_, was)| was.is_string()).unwrap();
    let (was, n_characters) = (was.as_str().unwrap(), was.as_str().unwrap().chars().count());
    assert_eq!(stdout(&piped(folder, &format!("window restore {id}"), "")), was);
    let first = piped(folder, &format!("window restore {id} --limit 100"), "");
    assert_eq!(stdout(&first), was.chars().take(100).collect::<String>());
    assert!(stderr(&first).contains(&format!("{} more characters: --skip 100 goes on", n_characters - 100)));
    let rest_of_part = parsed(&piped(folder, &format!("window restore {id} --skip 100 --limit 100000 --json"), ""));
    assert_eq!(
        (&rest_of_part["text"], &rest_of_part["n_left"]),
        (&json!(was.chars().skip(100).collect::<String>()), &json!(0))
    );
    let unknown = piped(folder, "window restore 0000000000000", "");
    assert!(code(&unknown) == 3 && stderr(&unknown).contains("0000000000000"), "{}", stderr(&unknown));
}

/// Once every command without the conversation on its input refused the range that a recap names.
#[test]
fn what_left_into_a_recap_is_listed_with_and_without_its_conversation() {
    let project = Project::new(&[]);
    let (folder, text) = (project.path(), json!(talk(200)).to_string());
    let edited = stdout(&piped(folder, PRUNE, &text));
    let named_range = edited.split("restore \\\"").nth(1).and_then(|rest| rest.split("\\\"").next()).unwrap();
    let listing = |words: &str, format: &str| {
        let mut command = command(folder, "window restore --window w");
        command.arg(format!("{named_range}{words}")).args(format.split_whitespace());
        stdout(&start(command, if format.is_empty() { "" } else { &text }).wait_with_output().unwrap())
    };
    let listed = listing(" *", "--format anthropic");
    // So many parts are told by what they are about, and a word finds those that name it.
    let about = listing("", "--format anthropic");
    assert!(about.contains(" parts, by what they are about"), "{about}");
    let found = listing(" part_7.py", "");
    assert!(found.lines().count() == 2 && found.lines().all(|line| line.contains("part_7.py")), "{found}");
    // Without the conversation what was pruned is listed, by any window that knows it, however a model writes the range.
    for asked in [named_range.to_owned(), named_range.to_uppercase(), format!("[{named_range}]")] {
        let mut command = command(folder, "window restore");
        command.arg(format!("{asked} *"));
        let without_input = start(command, "").wait_with_output().unwrap();
        assert_eq!(code(&without_input), 0, "{asked}: {}", stderr(&without_input));
        let lines: Vec<String> = stdout(&without_input).lines().map(str::to_owned).collect();
        assert!(lines.len() > 20 && lines[..20].iter().all(|line| listed.contains(line)), "{asked}: {lines:?}");
    }
    let first = listed.lines().next().unwrap();
    assert!(first.starts_with(&named_range[..13]) && first.contains(": step "), "{first}");
    let id = listed.lines().find(|line| line.contains(", tool-result read of ")).unwrap().get(..13).unwrap();
    assert!(stdout(&piped(folder, &format!("window restore {id} --window w"), "")).starts_with("def part_"));
}

/// Once `what-if` answered about a window that does not exist, and no command listed the windows.
#[test]
fn an_unknown_window_is_an_error_that_lists_the_known_ones() {
    let project = Project::new(&[]);
    let (folder, text) = (project.path(), json!(talk(60)).to_string());
    assert_eq!(code(&piped(folder, PRUNE, &text)), 0);
    for command in [
        "window what-if 20000 --format anthropic",
        "window status",
        "window explain",
        "window learnings",
        "window compare 1",
        "window recover 1 --format anthropic",
        "window restore 5gs3ww1c04g7z",
        "window pin 5gs3ww1c04g7z --format anthropic",
        "window end",
    ] {
        let refused = piped(folder, &format!("{command} --window ww"), &text);
        let said = stderr(&refused);
        assert!(
            code(&refused) == 3 && said.contains("nothing is called ww\n  windows that were used last: w\n"),
            "{command}: {said}"
        );
        let error = parsed(&piped(folder, &format!("{command} --window ww --json"), &text))["error"]["details"].clone();
        assert_eq!((&error["name"], &error["suggestions"]), (&json!("ww"), &json!(["w"])), "{command}");
    }
}

#[test]
fn errors_have_exit_codes_and_kinds() {
    let project = Project::new(&[]);
    let folder = project.path();
    let refused = |words: &str, input: &str| {
        let done = piped(folder, &format!("{words} --json"), input);
        (code(&done), parsed(&done)["error"]["code"].as_str().unwrap().to_owned())
    };
    let of = |code, kind: &str| (code, kind.to_owned());
    assert_eq!(refused(PRUNE, "not JSON"), of(2, "invalid"));
    assert_eq!(refused("window prune --format anthropic --max-tokens 10", "[]"), of(2, "usage"));
    assert_eq!(refused("window prune --format mail", "[]"), of(2, "usage"));
    assert_eq!(refused("window status --window none", ""), of(3, "unknown"));
    let long_messages = json!([{ "role": "user", "content": "to be kept ".repeat(20_000) }]).to_string();
    assert_eq!(refused(PRUNE, &long_messages), of(1, "floor"));
    let told = parsed(&piped(folder, &format!("{PRUNE} --json"), &long_messages));
    assert!(told["error"]["details"]["actual"].as_u64().unwrap() > 20_000);
    assert!(!project.at("memory.redb").exists());
}

#[test]
fn a_recording_is_played_as_a_list_a_request_and_lines() {
    let project = Project::new(&[]);
    let messages = talk(60);
    project.write("list.json", json!(messages).to_string());
    project.write("request.json", json!({ "system": "Be brief.", "messages": messages }).to_string());
    let line = |message: &Value| json!({ "type": "turn", "message": message }).to_string() + "\n";
    project
        .write("lines.jsonl", "{\"type\":\"summary\"}\n".to_owned() + &messages.iter().map(line).collect::<String>());
    let play = |file: &str| {
        let words = format!("window replay {file} --format anthropic --max-tokens 20000 --json");
        parsed(&program(project.path()).args(words.split(' ')).output().unwrap())
    };
    let played = play("list.json");
    assert_eq!(played["n_requests"], 60);
    let prunes = played["prunes"].as_array().unwrap();
    assert!((1..30).contains(&prunes.len()), "{prunes:?}");
    for prune in prunes {
        let figure = |name: &str| prune[name].as_u64().unwrap();
        assert!(figure("tokens_after") <= 20_000 && figure("tokens_cached") <= figure("tokens_after"), "{prune}");
    }
    assert!(played["tokens"].as_u64() < played["tokens_unpruned"].as_u64());
    assert_eq!(play("lines.jsonl"), played);
    assert_eq!(play("request.json")["n_requests"], 60);
    let words =
        program(project.path()).args(["window", "replay", "list.json", "--format", "anthropic"]).output().unwrap();
    assert!(stdout(&words).contains("60 requests, 0 prunes") && stdout(&words).contains("100.0 %"), "{words:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_prune_whose_messages_reach_nobody_is_kept_all_the_same() {
    let project = Project::new(&[]);
    let (folder, messages) = (project.path(), talk(60));
    let text = json!(messages).to_string();
    let mut unread = command(folder, PRUNE);
    let full_device = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut unread = unread.stdin(Stdio::piped()).stdout(full_device).stderr(Stdio::null()).spawn().unwrap();
    unread.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    assert_eq!(unread.wait().unwrap().code(), Some(1));
    let told = parsed(&piped(folder, &format!("{PRUNE} --json"), &text));
    assert_eq!(told["n_pruned"], 0);
    let edited = told["messages"].as_array().unwrap();
    assert!(!stubs(&messages, edited).is_empty());
    let status = parsed(&piped(folder, "window status --window w --json", ""));
    assert_eq!(status["n_prunes"], 1);
}

#[test]
fn a_process_that_is_killed_while_it_prunes_loses_nothing() {
    let project = Project::new(&[]);
    let (folder, messages) = (project.path(), talk(120));
    for round in 1..=N_KILLS {
        let conversation = &messages[..=(messages.len() - 1) / (2 * N_KILLS as usize) * 2 * round as usize];
        let text = json!(conversation).to_string();
        let mut killed = start(command(folder, PRUNE), &text);
        thread::sleep(Duration::from_millis(7 * round));
        // The process may have ended by itself.
        let _ = killed.kill();
        killed.wait().unwrap();
        let done = piped(folder, PRUNE, &text);
        assert_eq!(code(&done), 0, "{}", stderr(&done));
        let edited: Vec<Value> = serde_json::from_str(&stdout(&done)).unwrap();
        assert_valid(&edited);
        let second_prune = stdout(&piped(folder, PRUNE, &text));
        assert_eq!(second_prune, stdout(&done), "what was committed is what is edited");
        let place = scrubjay::records::Place::File(project.at("memory.redb"));
        let mut window = scrubjay::window::Window::open(place, "w".into(), Default::default()).unwrap();
        for (id, was) in stubs(conversation, &edited) {
            assert_eq!(window.restore(&id).unwrap().original, was.to_string());
        }
    }
}
