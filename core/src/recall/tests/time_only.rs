//! Scenario tests of questions that name a time and little or nothing else.

use super::begin::{call, decision_body, in_session, step, turn_body};
use super::*;
use crate::record::event::TaskStatus;
use crate::record::kinds::{DecisionStatus, FileOperation, FileTouch};

fn touch_body(path: &str) -> EventBody {
    EventBody::FileTouch(FileTouch {
        path: path.into(),
        operation: FileOperation::Write,
        first_line: 0,
        last_line: 0,
        success: true,
        why: String::new(),
        change: String::new(),
    })
}

/// A store with events of yesterday, 2033-05-17, from 20 to 15 hours ago, and one of the day before and one of today.
fn yesterday() -> World {
    let mut world = person();
    let events = vec![
        in_session("old", 50, call("make old", "error: of another day")),
        in_session("one", 20, turn_body(Role::User, "make the parser quick")),
        in_session("one", 19, turn_body(Role::Assistant, "I failed, as I decided")),
        in_session("one", 18, touch_body("src/parser.rs")),
        in_session("one", 17, touch_body("src/lexer.rs")),
        in_session("one", 17, call("cargo test", "linker: no space")),
        in_session("one", 16, call("cargo test", "linker: no space")),
        in_session("one", 16, call("cargo check", "")),
        in_session("one", 15, decision_body("which parser", DecisionStatus::Accepted)),
        in_session("two", 15, EventBody::Note("the disk is small".into())),
        in_session("new", 1, decision_body("which store", DecisionStatus::Accepted)),
    ];
    let batch = world.pack(events);
    world.add_batches(&[batch]);
    world
}

fn of_task(task: &str, hours_ago: i64, body: EventBody) -> Event {
    Event { task: task.into(), ..in_session("tasks", hours_ago, body) }
}

fn question(query: &str) -> RecallQuestion {
    RecallQuestion { query: query.into(), now: NOW, ..RecallQuestion::default() }
}

fn excerpts(world: &World, question: &RecallQuestion) -> Vec<String> {
    recall(world, question).hits.into_iter().map(|hit| hit.excerpt).collect()
}

const FAILED: &str = "bash cargo test: linker: no space";
const ASKED: &str = "make the parser quick";
const DONE: &str = "changed src/lexer.rs, src/parser.rs";
const NOTED: &str = "the disk is small";
const DECIDED: &str = "which parser\nso";

#[test]
fn a_time_with_a_word_for_a_kind_is_answered_by_log_lines_of_that_kind() {
    let world = yesterday();
    for (query, expected) in [
        ("what failed yesterday", &[FAILED][..]),
        ("Were there any errors or failures yesterday?", &[FAILED]),
        ("yesterday's failures", &[FAILED]),
        ("what broke on 2033-05-17?", &[FAILED]),
        ("what went wrong yesterday?", &[FAILED]),
        ("what did I ask yesterday", &[ASKED]),
        ("what was I asked for yesterday", &[ASKED]),
        ("what did we decide on 2033-05-17", &[DECIDED]),
        ("what did we decide on 17 May?", &[DECIDED]),
        ("which decisions were made yesterday", &[DECIDED]),
        ("what was noted yesterday", &[NOTED]),
        ("what did I do yesterday", &[DONE]),
        ("what did we change yesterday", &[DONE]),
        ("what changed and what failed yesterday", &[FAILED, DONE]),
        ("what did we decide last week", &[]),
        ("what failed in May", &[FAILED, "bash make old: error: of another day"]),
    ] {
        assert_eq!(excerpts(&world, &question(query)), expected, "{query}");
    }
}

#[test]
fn a_time_alone_is_answered_by_the_whole_log_of_that_time() {
    let world = yesterday();
    let all_excerpts = [NOTED, DECIDED, FAILED, DONE, ASKED];
    for query in ["yesterday", "yesterday?", "on 2033-05-17", "what happened yesterday?", "what did happen yesterday"] {
        let mut excerpts_found = excerpts(&world, &question(query));
        // The first two are of one moment.
        excerpts_found[..2].sort_by_key(|excerpt| excerpt != NOTED);
        assert_eq!(excerpts_found, all_excerpts, "{query}");
    }
    let two_hits = RecallQuestion { limit: 2, ..question("yesterday") };
    assert_eq!(excerpts(&world, &two_hits).len(), 2);
    let of_session = RecallQuestion { session: "two".into(), ..question("yesterday") };
    assert_eq!(excerpts(&world, &of_session), [NOTED]);
    let of_channel = RecallQuestion { channel: "elsewhere".into(), ..question("what failed yesterday") };
    assert_eq!(excerpts(&world, &of_channel), [FAILED], "it is of the channel of all");
    let small_budget = RecallQuestion { budget: 30, ..question("yesterday") };
    let recalled = recall(&world, &small_budget);
    assert_eq!((recalled.hits.len(), recalled.n_beyond_budget), (1, 4));
    assert_eq!(excerpts(&world, &question("last month")), [""; 0], "nothing was recorded then");
}

#[test]
fn a_hit_of_a_time_has_a_date_factor_and_counts_its_records() {
    let recalled = recall(&yesterday(), &question("what failed yesterday"));
    let [hit] = recalled.hits.as_slice() else { panic!("{recalled:?}") };
    assert_eq!((hit.event.kind, hit.n_alike, hit.fit), (Kind::ToolCall, 1, 1.0));
    assert_eq!((hit.factors[0].name.as_str(), hit.factors[0].value, hit.score), ("date", 1.0, 1.0));
    assert_eq!((recalled.strength, recalled.best_fit, recalled.n_matching), (Strength::Strong, 1.0, 2));
    assert!(recalled.since.is_some() && recalled.until.is_some());
    assert!(recalled.unknown_words.is_empty(), "{recalled:?}");
    let with_turns = RecallQuestion { around: 1, ..question("what did I ask yesterday") };
    let hits = recall(&yesterday(), &with_turns).hits;
    assert_eq!((hits[0].before.len(), hits[0].after.len()), (0, 1), "{hits:?}");
    let empty_answer = recall(&yesterday(), &question("what failed today"));
    assert_eq!((empty_answer.hits.len(), empty_answer.strength, empty_answer.n_matching), (0, Strength::None, 0));
}

#[test]
fn without_changed_files_what_was_done_is_answered_by_the_whole_log() {
    let mut world = person();
    let events = vec![
        in_session("talk", 20, turn_body(Role::User, "hello, thanks for bug 3")),
        in_session("talk", 19, call("ls", "no such folder")),
        of_task("bug 3", 18, step(TaskStatus::Active, "a look at it", "")),
        of_task("bug 2", 60, step(TaskStatus::Failed, "find it", "nobody can reproduce it")),
        of_task("bug 1", 61, step(TaskStatus::Completed, "find it", "it was the clock")),
    ];
    let batch = world.pack(events);
    world.add_batches(&[batch]);
    let expected = ["bash ls: no such folder", "hello, thanks for bug 3"];
    assert_eq!(excerpts(&world, &question("what did I do yesterday?")), expected);
    assert_eq!(excerpts(&world, &question("what changed yesterday?")), [""; 0]);
    for (query, expected) in [("what did I do", "it was the clock"), ("what failed", "nobody can reproduce it")] {
        let question = question(&format!("{query} on 2033-05-15?"));
        let hits = recall(&world, &question).hits;
        let [hit] = hits.as_slice() else { panic!("{query}: {hits:?}") };
        assert_eq!((hit.event.kind, hit.excerpt.as_str()), (Kind::TaskStep, expected));
    }
}

#[test]
fn a_question_of_a_time_with_other_words_or_kinds_is_answered_by_those() {
    let mut world = yesterday();
    let batch = world.pack(vec![
        in_session("one", 16, EventBody::Note("a proxy fails now and then".into())),
        in_session("gone", 14, decision_body("which shell", DecisionStatus::Deprecated)),
    ]);
    world.add_batches(&[batch]);
    let excerpts_of = |query: &str| excerpts(&world, &question(query));
    assert_eq!(excerpts_of("what of the proxy failed yesterday")[0], "a proxy fails now and then");
    // In quotes it is a word that is looked for.
    let in_quotes = excerpts_of("what \"failed\" yesterday");
    assert!(in_quotes.contains(&"I failed, as I decided".into()), "{in_quotes:?}");
    assert!(!in_quotes.contains(&FAILED.into()), "{in_quotes:?}");
    let of_kinds =
        |kinds: &[Kind], query: &str| excerpts(&world, &RecallQuestion { kinds: kinds.to_vec(), ..question(query) });
    assert_eq!(of_kinds(&[Kind::ToolCall], "what failed yesterday"), [FAILED]);
    assert_eq!(of_kinds(&[Kind::Note], "what failed yesterday"), [""; 0]);
    assert_eq!(of_kinds(&[Kind::ToolCall], "yesterday").len(), 3, "all calls, and not only those that failed");
    let recalled = recall(&world, &question("what did we decide yesterday"));
    assert_eq!((recalled.hits.len(), recalled.n_outdated), (1, 1));
}

#[test]
fn a_question_without_a_letter_or_a_digit_is_refused_and_lists_nothing() {
    let world = yesterday();
    for query in ["🦜", "?", "- — …", "_", "\"!\""] {
        let refused = world.run(|space, resumed| space.recall(&question(query), resumed));
        let Err(Error::Invalid { argument: "query", why }) = refused else { panic!("{query}: {refused:?}") };
        assert!(why.contains("letters and digits") && why.contains("say in words"), "{why}");
    }
    for query in ["🦜 parser", "né", "7", "鸟"] {
        assert!(world.run(|space, resumed| space.recall(&question(query), resumed)).is_ok(), "{query}");
    }
}
