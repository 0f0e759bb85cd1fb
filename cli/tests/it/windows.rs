//! Conversations under a budget: pruned ones stay valid, and no pruned part is lost.

use std::path::{Path, PathBuf};

use scrubjay::Error;
use scrubjay::records::{Place, Records, Settings};
use scrubjay::window::{Window, windows};
use scrubjay::wit::types::Error as Refusal;
use scrubjay::wit::window::{BodyForm, ItemKind, MessageFormat, NewItem, Policy, Restored, WindowSettings};
use serde_json::{Value, json};

use crate::common::talk::{assert_valid, stubs, talk};

const FORMAT: MessageFormat = MessageFormat::Anthropic;
const DAY: i64 = 86_400_000;

fn settings(max_tokens: u32) -> WindowSettings {
    WindowSettings { max_tokens, ..WindowSettings::default() }
}

fn memory() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.redb");
    (folder, path)
}

fn open(path: &Path, max_tokens: u32) -> Window {
    Window::open(Place::File(path.to_owned()), "test".into(), settings(max_tokens)).unwrap()
}

fn fit(window: &mut Window, messages: &[Value]) -> Vec<Value> {
    let (edited, pruned) = window.fit(FORMAT, &json!(messages).to_string()).unwrap();
    assert!(pruned.tokens_after <= pruned.tokens_before);
    serde_json::from_str(&edited).unwrap()
}

fn refused<T>(result: Result<T, Error>) -> Refusal {
    match result {
        Err(Error::Refused(refusal)) => refusal,
        Err(error) => panic!("{error:?}"),
        Ok(_) => panic!("it was not refused"),
    }
}

/// The restored form of a value: a string as its text, other values as JSON, and the original JSON of both.
fn held(original: &Value) -> Restored {
    Restored {
        text: original.as_str().map_or_else(|| original.to_string(), str::to_owned),
        original: original.to_string(),
        is_masked: false,
    }
}

/// Asserts that every pruned part comes back byte by byte; returns how many there are.
fn assert_restored(window: &mut Window, messages: &[Value], edited: &[Value]) -> usize {
    let stubs = stubs(messages, edited);
    for (id, was) in &stubs {
        assert_eq!(window.restore(id).unwrap(), held(was));
    }
    stubs.len()
}

#[test]
fn a_long_conversation_over_a_small_budget_stays_valid_and_everything_can_be_restored() {
    let messages = talk(120);
    for policy in [Policy::Evidence, Policy::FiveFactor, Policy::KeepLast, Policy::Lru] {
        let mut window = Window::new(WindowSettings { policy, ..settings(20_000) }).unwrap();
        let mut n_prunes = 0;
        for step in 1..=120 {
            let messages_so_far = &messages[..=2 * step];
            let (edited, pruned) = window.fit(FORMAT, &json!(messages_so_far).to_string()).unwrap();
            let edited: Vec<Value> = serde_json::from_str(&edited).unwrap();
            assert!(pruned.tokens_after <= 20_000, "{policy:?}: {}", pruned.tokens_after);
            assert_valid(&edited);
            assert_eq!(edited[0], messages[0]);
            n_prunes += u32::from(pruned.n_pruned > 0);
            if pruned.n_pruned > 0 {
                assert!(assert_restored(&mut window, messages_so_far, &edited) > 0);
                for edit in &pruned.edits {
                    window.restore(&edit.id).unwrap();
                }
            }
        }
        assert!((2..60).contains(&n_prunes), "{policy:?} pruned {n_prunes} times");
        assert_eq!(window.status().unwrap().n_prunes, n_prunes);
        window.snapshot().unwrap();
        let snapshots = window.snapshots(100, 0).unwrap().snapshots;
        // Parts that carry a recap are in the list, and may also count as left: up to three for each recap.
        let (n_items, n_recaps) = (window.status().unwrap().n_items, snapshots[0].recaps.len() as u32);
        let n_told = snapshots[0].items.len() as u32 + snapshots[0].n_left;
        assert!((n_items..=n_items + 3 * n_recaps).contains(&n_told), "{n_told} of {n_items}");
        let learnings = window.learnings(1).unwrap();
        assert!(learnings.learnings.len() == 1 && learnings.has_more);
    }
}

/// Messages that are known by their hashes are not pushed again. A message that the caller changed in place is pushed
/// again, with all messages after it.
#[test]
fn a_message_that_was_changed_in_place_is_taken_in_as_it_is_now() {
    let mut messages = talk(60);
    let mut window = Window::new(settings(20_000)).unwrap();
    fit(&mut window, &messages);
    for place in [2, 120, 1] {
        messages[place]["content"][0]["text"] = json!(format!("Changed at {place}."));
        messages[place]["content"][0]["content"] = json!(format!("Changed at {place}."));
        fit(&mut window, &messages);
        let mut fresh = Window::new(settings(20_000)).unwrap();
        fit(&mut fresh, &messages);
        let (known, fresh) = (window.status().unwrap(), fresh.status().unwrap());
        assert_eq!((known.n_items, known.tokens_unpruned), (fresh.n_items, fresh.tokens_unpruned), "{place}");
    }
    let n_items = window.status().unwrap().n_items;
    messages.truncate(21);
    fit(&mut window, &messages);
    assert_eq!(window.status().unwrap().n_items, 31);
    window.end().unwrap();
    fit(&mut window, &talk(60));
    assert_eq!(window.status().unwrap().n_items, n_items);
}

#[test]
fn what_is_never_pruned_keeps_its_bytes() {
    let mut window = Window::new(WindowSettings { policy: Policy::Unbounded, ..settings(1_000_000) }).unwrap();
    let messages = "[ {\"role\":\"user\", \"content\":\"a\\u00e9 1e400\", \"x\":1e400} ]\n";
    assert_eq!(window.fit(FORMAT, messages).unwrap().0, messages);
}

#[test]
fn a_window_that_was_saved_goes_on_where_it_was() {
    let messages = talk(60);
    let mut window = Window::new(settings(20_000)).unwrap();
    let edited = fit(&mut window, &messages);
    let saved = window.save().unwrap();
    let mut again = Window::load(settings(20_000), &saved).unwrap();
    assert!(again.found().is_known);
    assert_eq!(fit(&mut again, &messages), edited);
    assert!(assert_restored(&mut again, &messages, &edited) > 0);
    assert!(matches!(refused(Window::load(settings(20_000), &saved[1..])), Refusal::Invalid(_)));
}

#[test]
fn a_window_of_a_memory_is_there_in_another_process_and_nothing_is_made_before_the_first_prune() {
    let (_folder, path) = memory();
    let messages = talk(60);
    let mut one = open(&path, 20_000);
    fit(&mut one, &messages[..5]);
    assert!(!path.exists());
    let edited = fit(&mut one, &messages);
    drop(one);
    let mut other = open(&path, 20_000);
    assert!(other.found().is_known);
    assert_eq!(fit(&mut other, &messages), edited);
    assert!(assert_restored(&mut other, &messages, &edited) > 0);
    let listed = windows(Place::File(path.clone()), "", 10, "").unwrap().windows;
    assert_eq!((listed.len(), listed[0].name.as_str(), listed[0].n_prunes), (1, "test", 1));
    assert!(windows(Place::File(path.clone()), "another", 10, "").unwrap().windows.is_empty());
    other.end().unwrap();
    assert!(windows(Place::File(path), "", 10, "").unwrap().windows.is_empty());
}

#[test]
fn two_processes_that_change_one_window_conflict_and_the_next_call_works() {
    let (_folder, path) = memory();
    let messages = talk(80);
    let (mut one, mut other) = (open(&path, 20_000), open(&path, 20_000));
    let text = json!(messages[..121]).to_string();
    other.push_messages(FORMAT, &text, 0).unwrap();
    let edited = fit(&mut one, &messages[..121]);
    assert_eq!(refused(other.prune()), Refusal::Conflict);
    // Each call conflicts until the conversation is given again.
    assert_eq!(refused(other.prune()), Refusal::Conflict);
    assert_eq!(refused(other.status()), Refusal::Conflict);
    assert_eq!(refused(other.push_messages(FORMAT, &json!(messages[121..]).to_string(), 121)), Refusal::Conflict);
    assert_eq!(fit(&mut other, &messages[..121]), edited);
    other.push_messages(FORMAT, &json!(messages[121..]).to_string(), 121).unwrap();
    let pruned = other.prune().unwrap();
    let whole = other.edit_messages(&json!(messages).to_string(), 0, &pruned.edits).unwrap();
    assert_restored(&mut other, &messages, &serde_json::from_str::<Vec<Value>>(&whole).unwrap());
}

#[test]
fn other_records_and_windows_in_the_same_memory_are_no_conflict() {
    let (_folder, path) = memory();
    let messages = talk(60);
    let mut window = open(&path, 20_000);
    window.push_messages(FORMAT, &json!(messages).to_string(), 0).unwrap();
    let mut records = Records::open(Place::File(path.clone()), scrubjay::records::Settings::default()).unwrap();
    records.record(&[Records::note("in between").unwrap()]).unwrap();
    let mut alfa = Window::open(Place::File(path.clone()), "alfa".into(), settings(20_000)).unwrap();
    let edited = fit(&mut alfa, &messages);
    assert_eq!(fit(&mut window, &messages), edited);
    let page = |records: &mut Records, limit, after| {
        let page = records.windows(limit, after).unwrap();
        (page.windows.iter().map(|one| one.name.clone()).collect::<Vec<_>>(), page.has_more)
    };
    assert_eq!(page(&mut records, 2, ""), (vec!["alfa".to_owned(), "test".to_owned()], false));
    assert_eq!(page(&mut records, 1, ""), (vec!["alfa".to_owned()], true));
    assert_eq!(page(&mut records, 1, "alfa"), (vec!["test".to_owned()], false));
}

/// A conversation with an image in every fourth result.
fn talk_with_images(n_steps: usize) -> Vec<Value> {
    let mut messages = talk(n_steps);
    for message in messages.iter_mut().skip(2).step_by(8) {
        let image = json!({ "type": "base64", "media_type": "image/png", "data": "iVBORw0K".repeat(500) });
        message["content"][0]["content"] = json!([{ "type": "image", "source": image }]);
    }
    messages
}

/// Ways to write a conversation: the shortest, one for people, and requests with members beside the messages.
const SPELLINGS: [fn(&[Value]) -> String; 4] = [
    |messages| json!(messages).to_string(),
    |messages| format!(" {:#}\n", json!(messages)),
    |messages| format!(r#"{{"max_tokens": 9, "messages": {}, "system": "é"}}"#, json!(messages)),
    |messages| format!(r#"{{"messages": {:#}}}"#, json!(messages)),
];

#[test]
fn a_conversation_that_is_fitted_step_by_step_has_the_bytes_of_one_that_is_pushed_and_edited_whole() {
    let messages = talk_with_images(60);
    let open = || {
        let mut window = Window::new(settings(6_000)).unwrap();
        window.set_clock(Some(20_000 * DAY));
        window
    };
    for spelled in SPELLINGS {
        let (mut one, mut other, mut n_whole) = (open(), open(), 0);
        let mut compare = |text: &str| {
            let (edited, pruned) = one.fit(FORMAT, text).unwrap();
            other.push_messages(FORMAT, text, 0).unwrap();
            assert_eq!(other.prune().unwrap(), pruned);
            assert_eq!(other.edit_messages(text, 0, &pruned.edits).unwrap(), edited);
            n_whole += pruned.edits.iter().filter(|edit| edit.pointer.is_empty()).count();
            edited
        };
        for step in 1..=60 {
            compare(&spelled(&messages[..=2 * step]));
        }
        // The edited conversation is given to the windows: then they know some parts in another form.
        let sent = compare(&spelled(&messages));
        assert_ne!(sent, spelled(&messages));
        compare(&sent);
        compare(&spelled(&messages[..61]));
        compare(&spelled(&messages));
        assert!(n_whole > 0, "no message left whole");
    }
}

#[test]
fn an_error_in_a_new_message_is_that_of_the_whole_text() {
    let known = json!(talk(3)).to_string();
    let known = known.strip_suffix(']').unwrap();
    let said = |result: Result<(String, _), Error>| match refused(result) {
        Refusal::Invalid(invalid) => invalid.why,
        other => panic!("{other:?}"),
    };
    for wrong_end in [",]", ", \n]", ",{\"role\"}]", ",{}],[]", "],[]", ",{},]", ",7]", "", "\u{a0}]"] {
        let mut window = Window::new(settings(20_000)).unwrap();
        window.fit(FORMAT, &format!("{known}]")).unwrap();
        let text = format!("{known}{wrong_end}");
        let fresh = said(Window::new(settings(20_000)).unwrap().fit(FORMAT, &text));
        assert_eq!(said(window.fit(FORMAT, &text)), fresh, "{wrong_end}");
        assert_eq!(window.fit(FORMAT, &format!("{known}]")).unwrap().0, format!("{known}]"));
    }
}

#[test]
fn a_conversation_may_get_shorter_or_begin_again() {
    let messages = talk(60);
    let mut window = Window::new(settings(20_000)).unwrap();
    let edited = fit(&mut window, &messages);
    assert_eq!(fit(&mut window, &messages[..41]), edited[..41]);
    assert_eq!(fit(&mut window, &[]), Vec::<Value>::new());
    assert_eq!(fit(&mut window, &messages[..41]), edited[..41]);
    assert_eq!(fit(&mut window, &[json!({ "role": "user", "content": "Another." })]).len(), 1);
    assert_eq!(window.status().unwrap().n_items, 1);
}

#[test]
fn bad_input_is_refused_and_changes_nothing() {
    let messages = talk(60);
    let mut window = Window::new(settings(20_000)).unwrap();
    let edited = fit(&mut window, &messages);
    let before = window.status().unwrap();
    let orphan = json!([{ "role": "user", "content": [
        { "type": "tool_result", "tool_use_id": "nobody", "content": "x" },
    ] }]);
    for bad_text in ["", "{", "[1]", "7", "[{\"role\":\"user\",\"content\":\"\\ud8\"}]", &orphan.to_string()] {
        assert!(matches!(refused(window.fit(FORMAT, bad_text)), Refusal::Invalid(_)), "{bad_text}");
    }
    for id in ["", "nothing", "0000000000000", "é"] {
        assert!(matches!(refused(window.restore(id)), Refusal::Unknown(_)), "{id}");
        assert!(matches!(refused(window.pin(&[id.to_owned()], true)), Refusal::Unknown(_)), "{id}");
    }
    assert!(matches!(refused(window.snapshots(0, 0)), Refusal::Invalid(_)));
    assert!(matches!(refused(window.learnings(1_001)), Refusal::Invalid(_)));
    assert!(matches!(refused(window.set_task(&"x".repeat(129))), Refusal::Invalid(_) | Refusal::TooLarge(_)));
    assert_eq!(window.status().unwrap(), before);
    assert_eq!(fit(&mut window, &messages), edited);
    assert!(matches!(refused(Window::new(settings(999))), Refusal::Invalid(_)));
    assert!(matches!(refused(Window::new(WindowSettings { low: f64::NAN, ..settings(5_000) })), Refusal::Invalid(_)));
    assert!(matches!(
        refused(Window::open(Place::Nowhere, "".into(), settings(5_000))),
        Refusal::Invalid(_) | Refusal::TooLarge(_)
    ));
}

#[test]
fn a_budget_that_cannot_be_met_names_its_floor_and_changes_nothing() {
    let (_folder, path) = memory();
    let messages = json!([{ "role": "user", "content": "to be kept ".repeat(2_000) }]);
    let mut window = open(&path, 1_000);
    let Refusal::Floor(floor) = refused(window.fit(FORMAT, &messages.to_string())) else { panic!("no floor") };
    assert!(floor.actual > 1_000 && floor.limit == 1_000, "{floor:?}");
    assert!(!path.exists());
    let mut wider = open(&path, u32::try_from(floor.actual).unwrap());
    assert_eq!(fit(&mut wider, messages.as_array().unwrap()), *messages.as_array().unwrap());
}

#[test]
fn a_part_that_is_no_longer_kept_has_expired() {
    let (_folder, path) = memory();
    let messages = talk(60);
    let mut window = open(&path, 20_000);
    window.set_clock(Some(20_000 * DAY));
    let edited = fit(&mut window, &messages);
    let (id, was) = stubs(&messages, &edited).remove(0);
    window.set_clock(Some(20_007 * DAY));
    assert_eq!(window.restore(&id).unwrap(), held(&was));
    window.set_clock(Some(20_008 * DAY));
    assert_eq!(refused(window.restore(&id)), Refusal::Expired(id));
}

#[test]
fn a_window_in_a_damaged_memory_goes_on_with_what_could_be_saved() {
    let (_folder, path) = memory();
    let messages = talk(60);
    fit(&mut open(&path, 20_000), &messages);
    let intact_bytes = std::fs::read(&path).unwrap();
    let n_pages = intact_bytes.len() / 4096;
    let mut n_salvaged = 0;
    for page in (1..n_pages).step_by(n_pages / 12) {
        let mut damaged = intact_bytes.clone();
        damaged[page * 4096..(page + 1) * 4096].fill(0x5a);
        std::fs::write(&path, &damaged).unwrap();
        // Opening a window only reads. A damaged memory is mended by a change of it, or on request.
        let repaired = Records::open(Place::File(path.clone()), Settings::default()).unwrap().repair(&mut |_| {});
        n_salvaged += u32::from(matches!(repaired, Ok(Some(_))));
        let opened = Window::open(Place::File(path.clone()), "test".into(), settings(20_000));
        let Ok(mut window) = opened else { continue };
        let text = json!(messages).to_string();
        // A loss in the window may cause a conflict, after which the next call works.
        let fitted = window.fit(FORMAT, &text).or_else(|_| window.fit(FORMAT, &text));
        let Ok((edited, _)) = fitted else { continue };
        let edited: Vec<Value> = serde_json::from_str(&edited).unwrap();
        assert_valid(&edited);
        for (id, was) in stubs(&messages, &edited) {
            match window.restore(&id) {
                Ok(restored) => assert_eq!(restored, held(&was), "page {page}"),
                Err(error) => assert!(matches!(error, Error::Refused(Refusal::Expired(_)) | Error::Store(_))),
            }
        }
    }
    assert!(n_salvaged > 1, "{n_salvaged} of the damaged files were salvaged");
}

#[test]
fn a_pin_a_task_and_usage_are_told() {
    let (_folder, path) = memory();
    let messages = talk(60);
    let mut window = open(&path, 20_000);
    window.push_messages(FORMAT, &json!(messages[..9]).to_string(), 0).unwrap();
    let result = messages[2]["content"][0]["content"].as_str().unwrap();
    let visible = window.already_visible(result).unwrap().unwrap();
    assert_eq!((visible.message, visible.kind), (2, ItemKind::ToolResult));
    window.pin(std::slice::from_ref(&visible.id), true).unwrap();
    window.set_task("login").unwrap();
    window.snapshot().unwrap();
    let edited = fit(&mut window, &messages);
    assert_eq!(edited[2], messages[2], "what is pinned stays");
    assert!(window.already_visible(result).unwrap().is_some());
    assert_eq!(window.status().unwrap().task, "login");
    let tokens = window.status().unwrap().tokens;
    window.report_usage(tokens + 1_000).unwrap();
    assert_eq!(window.status().unwrap().tokens, tokens + 1_000);
    let numbers: Vec<u32> = window.snapshots(10, 0).unwrap().snapshots.iter().map(|one| one.number).collect();
    assert_eq!(numbers, [3, 2, 1]);
}

#[test]
fn a_hundred_thousand_parts_are_taken_and_pruned() {
    let (_folder, path) = memory();
    let part = |at: u32| NewItem {
        kind: if at.is_multiple_of(2) { ItemKind::Call } else { ItemKind::ToolResult },
        message: at,
        pointer: "/content".to_owned(),
        text: format!("{{\"part\":{at},\"text\":\"{}\"}}", "a few words of text ".repeat(20)),
        original: String::new(),
        form: if at.is_multiple_of(2) { BodyForm::Object } else { BodyForm::Plain },
        response: at / 2,
        tool: "read".to_owned(),
        call_id: format!("call_{}", at / 2),
        is_error: false,
        tokens: None,
        task: String::new(),
        is_pinned: false,
        relevance: 1.0,
        dependencies: Vec::new(),
        time: 0,
        places: Vec::new(),
    };
    let items: Vec<NewItem> = (0..100_000).map(part).collect();
    let mut window = open(&path, 7_000_000);
    assert_eq!(window.push(&items).unwrap().n_items, 100_000);
    let pruned = window.prune().unwrap();
    assert!(pruned.n_pruned > 10_000, "{}", pruned.n_pruned);
    assert!(pruned.tokens_after <= 7_000_000);
    for edit in pruned.edits.iter().step_by(997) {
        assert_eq!(window.restore(&edit.id).unwrap().text, items[edit.message as usize].text);
    }
}
