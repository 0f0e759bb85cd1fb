//! Tests with long conversations.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::formats::{self, MessageFormat};
use super::super::prune::Pruned;
use super::super::space::Window;
use super::*;
use crate::ask::Reply;

fn opened() -> Window {
    Window::new(Settings { max_tokens: 20_000, ..Settings::default() }).unwrap()
}

fn pruned(window: &mut Window, now: i64) -> Pruned {
    let Ok(Reply::Done(pruned)) = window.prune(now, None) else { panic!("the budget is met") };
    pruned
}

fn restored(window: &Window, id: &str) -> String {
    let Ok(Reply::Done(restored)) = window.restore(id, 0, None) else { panic!("it is kept") };
    restored.text
}

/// The tokens of all parts after the prune of a snapshot.
fn tokens_in_snapshot(window: &Window, snapshot: u32) -> u64 {
    let Ok(Reply::Done(Some(found))) = window.find_snapshot(Some(snapshot), None) else { panic!("it is kept") };
    found.items.iter().map(|item| u64::from(item.tokens_left)).sum()
}

/// The messages of a step in Anthropic's format.
fn step(n: usize) -> [String; 2] {
    let call = format!(
        r#"{{"role":"assistant","content":[{{"type":"tool_use","id":"c{n}","name":"Bash","input":{{"command":"run case_{n}"}}}}]}}"#
    );
    let body = format!("case_{n} of the suite passed. ").repeat(6);
    let result =
        format!(r#"{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"c{n}","content":"{body}"}}]}}"#);
    [call, result]
}

const GOAL: &str = r#"{"role":"user","content":"Run every case."}"#;

/// Formerly, a loop of small calls ended with the error `floor`, at the 201st call under this budget.
#[test]
fn six_hundred_small_calls_stay_in_the_budget_and_all_that_left_is_listed_and_comes_back() {
    let mut window = opened();
    let mut messages = Vec::from([String::from(GOAL)]);
    let mut last = None;
    for n in 0..600 {
        let first = messages.len() as u32;
        messages.extend(step(n));
        let text = format!("[{}]", messages[first as usize..].join(","));
        let text = if n == 0 { format!("[{}]", messages.join(",")) } else { text };
        window.push_messages(MessageFormat::Anthropic, &text, if n == 0 { 0 } else { first }, 0).unwrap();
        let done = pruned(&mut window, 0);
        assert!(done.tokens_after <= 16_000, "call {n}: {}", done.tokens_after);
        if done.snapshot > 0 {
            assert_eq!(tokens_in_snapshot(&window, done.snapshot), done.tokens_after, "call {n}");
        }
        last = Some(done);
    }
    let edited = formats::apply(&format!("[{}]", messages.join(",")), &last.unwrap().edits, 0).unwrap();
    let recap = edited.split("[recap ").nth(1).unwrap();
    let range = recap.split("\\\"").nth(1).unwrap();
    let lines = listed(&window, range);
    let index = restored(&window, range);
    assert!(index.lines().count() < 140 && index.len() < 20_000, "{index}");
    // A word of the wanted part leads to it in two calls.
    let named = restored(&window, &format!("{range} CASE_7 "));
    assert!(named.lines().count() < 60 && named.lines().all(|line| line.contains("case_7")), "{named}");
    assert_eq!(
        restored(&window, named.lines().next().unwrap().split(':').next().unwrap()),
        r#"{"command":"run case_7"}"#
    );
    assert_eq!(restored(&window, &format!("{range} nothing`")), "[none of its parts names `nothing`]");
    let ids: Vec<&str> = lines.iter().map(|line| &line[..13]).collect();
    assert!(ids.len() > 800, "{}", ids.len());
    assert_eq!(restored(&window, ids[0]), r#"{"command":"run case_0"}"#);
    assert!(ids.iter().all(|id| !restored(&window, id).is_empty()));

    // What was pruned is listed without the conversation; of what stayed beside the recap there is nothing to list.
    let (loaded, _) = Window::load(&window.save(), Settings::default()).unwrap();
    let after = listed(&loaded, range);
    assert!(after.len() + 1 >= lines.len(), "{} of {}", after.len(), lines.len());
    assert!(after.iter().all(|line| lines.contains(line)), "{after:?}");
    assert!(after.iter().all(|line| restored(&loaded, &line[..13]) == restored(&window, &line[..13])));

    // As models ask for them.
    let id = ids[0];
    for asked in
        [id.to_uppercase(), format!("[{id}]"), format!("[pruned {id}; Bash; restore gives it]"), format!("`{id}` ")]
    {
        assert_eq!(restored(&loaded, &asked), restored(&loaded, id), "{asked}");
    }
    for asked in [range.to_uppercase(), format!("[{range}]"), format!("\"{}\"", range.replace("..", " .. "))] {
        assert_eq!(restored(&loaded, &asked), restored(&loaded, range), "{asked}");
    }
}

/// The lines of a range, page after page.
fn listed(window: &Window, range: &str) -> Vec<String> {
    let mut page = restored(window, &format!("{range} *"));
    let mut listed = Vec::new();
    loop {
        let lines: Vec<&str> = page.lines().collect();
        listed.extend(lines.iter().filter(|line| !line.starts_with('[')).map(|line| String::from(*line)));
        let Some(more) = lines.last().and_then(|line| line.strip_prefix('[')?.split('"').nth(1)) else { break };
        page = restored(window, more);
    }
    listed
}

/// If a caller goes on with the edited messages, the conversation is the same, and the next recap absorbs the last one.
#[test]
fn a_recap_that_is_pushed_as_it_was_sent_is_known_and_absorbed() {
    let mut window = opened();
    let mut messages = Vec::from([String::from(GOAL)]);
    let mut n_recaps = 0;
    for n in 0..500 {
        messages.extend(step(n));
        let text = format!("[{}]", messages.join(","));
        window.push_messages(MessageFormat::Anthropic, &text, 0, 0).unwrap();
        let done = pruned(&mut window, 0);
        assert!(done.tokens_after <= 16_000, "call {n}: {}", done.tokens_after);
        if done.edits.iter().any(|edit| edit.pointer.is_empty()) {
            let edited = formats::apply(&text, &done.edits, 0).unwrap();
            n_recaps += 1;
            let value = crate::text::json::Value::parse(&edited).unwrap();
            messages = value.list().iter().map(|message| String::from(message.source())).collect();
            window.push_messages(MessageFormat::Anthropic, &edited, 0, 0).unwrap();
            assert_eq!(window.edits(), [], "what was sent is edited again");
        }
    }
    assert!(n_recaps > 2, "{n_recaps}");
    let recaps = messages.iter().filter(|message| message.contains("\"[recap ")).count();
    assert_eq!(recaps, 1);
    assert!(messages.iter().any(|message| message.contains("before that, recap ")), "the one before is not told");
}

/// A conversation of two hundred steps, in which the user speaks before each seventh and refuses the fifth.
fn spoken() -> Vec<String> {
    let refused = "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the \
                   user said:\\nnever touch the top shelf";
    let mut messages = Vec::from([String::from(GOAL)]);
    for n in 0..200 {
        if n % 7 == 6 {
            messages.push(format!(r#"{{"role":"assistant","content":"Done up to {n}."}}"#));
            messages.push(format!(r#"{{"role":"user","content":"Go on with shelf {n}."}}"#));
        }
        let [call, result] = step(n);
        messages.push(call);
        messages.push(match n {
            4 => format!(
                r#"{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"c4","is_error":true,"content":"{refused}"}}]}}"#
            ),
            _ => result.replace("passed. ", "passed, and so did all of what it stands on. "),
        });
    }
    messages
}

fn sent_after(window: &mut Window, messages: &[String]) -> String {
    let all = format!("[{}]", messages.join(","));
    window.push_messages(MessageFormat::Anthropic, &all, 0, 0).unwrap();
    let done = pruned(window, 0);
    formats::apply(&all, &done.edits, 0).unwrap()
}

/// Formerly one of eleven recaps had no room for the refusal, and a new process did not know a range that began with a
/// part that stayed.
#[test]
fn a_refusal_is_quoted_in_one_of_many_recaps_and_all_their_ranges_are_known() {
    let messages = spoken();
    for max_tokens in [4_000, 8_000, 20_000] {
        let settings = Settings { max_tokens, ..Settings::default() };
        let mut window = Window::new(settings.clone()).unwrap();
        let results = (0..messages.len()).filter(|at| messages[*at].contains("tool_result"));
        for (n, at) in results.enumerate().skip(5) {
            let sent = sent_after(&mut window, &messages[..=at]);
            assert!(sent.contains("never touch the top shelf"), "{max_tokens}, step {n}: {sent}");
            if n % 30 == 29 {
                let (loaded, _) = Window::load(&window.save(), settings.clone()).unwrap();
                for recap in sent.split("[recap ").skip(1) {
                    assert!(!restored(&loaded, recap.split("\\\"").nth(1).unwrap()).is_empty());
                }
            }
        }
    }
}

/// Formerly messages whose recap was gone could not be removed again, and each request ended with the error `floor`.
#[test]
fn a_conversation_that_is_taken_back_goes_on() {
    let messages = spoken();
    let results: Vec<usize> = (0..messages.len()).filter(|at| messages[*at].contains("tool_result")).collect();
    for back in [20, 40, 90, 150, 180] {
        let mut window = Window::new(Settings { max_tokens: 4_000, ..Settings::default() }).unwrap();
        results.iter().for_each(|at| _ = sent_after(&mut window, &messages[..=*at]));
        results.iter().skip(back).for_each(|at| _ = sent_after(&mut window, &messages[..=*at]));
    }
}

/// Formerly the notice of a program that began the current turn was recapped, so that the turn continued the one before
/// it, whose thinking was pruned: Anthropic refuses such a request.
#[test]
fn the_beginning_of_the_current_turn_stays_although_the_user_did_not_write_it() {
    let notice = r#"{"role":"user","content":"Stop hook feedback: two cases are not run yet."}"#;
    // The first call is the live plan, which stays in the turn before.
    let thoughtful_step = |n: usize| {
        let [call, result] = step(n);
        let thinking = format!(
            r#"[{{"type":"thinking","thinking":"Case {n} is next, and the others wait.","signature":"s{n}"}},"#
        );
        let call = call.replacen('[', &thinking, 1);
        [if n == 0 { call.replace("Bash", "TodoWrite") } else { call }, result]
    };
    let settings = Settings { max_tokens: 3_000, ..Settings::default() };
    let mut window = Window::new(settings.clone()).unwrap();
    let mut messages = Vec::from([String::from(GOAL)]);
    (0..8).for_each(|n| messages.extend(thoughtful_step(n)));
    messages.extend([String::from(r#"{"role":"assistant","content":"Done."}"#), String::from(notice)]);
    let mut n_recaps = 0;
    for n in 8..60 {
        messages.extend(thoughtful_step(n));
        let sent = sent_after(&mut window, &messages);
        let (_, turn) = sent.split_once(notice).unwrap_or_else(|| panic!("the notice left at step {n}: {sent}"));
        let n_parts = |kind: &str| turn.matches(&format!(r#""type":"{kind}""#)).count();
        assert_eq!(n_parts("thinking"), n_parts("tool_use"), "step {n}: {turn}");
        n_recaps += turn.matches("[recap ").count();
    }
    assert!(n_recaps > 0, "nothing of the current turn was recapped");
    let (mut loaded, _) = Window::load(&window.save(), settings).unwrap();
    loaded.push_messages(MessageFormat::Anthropic, &format!("[{}]", messages.join(",")), 0, 0).unwrap();
    assert_eq!(loaded.edits(), window.edits());
}
