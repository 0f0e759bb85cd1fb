//! Titles of sessions in lists.

use super::*;
use crate::session::SessionsQuestion;

fn turn(session: &str, time: i64, role: Role, text: &str, title: &str) -> Event {
    let (conversation, text, title) = (session.to_owned(), text.to_owned(), title.to_owned());
    let body = EventBody::Turn(Turn { conversation, role, text, title, ..Turn::default() });
    Event { session: session.to_owned(), body, ..note(&format!("{session} {time}"), time) }
}

impl World {
    fn titles(&self) -> Vec<(String, String)> {
        let question = SessionsQuestion { limit: 9, ..SessionsQuestion::default() };
        let page = self.run(|space, resumed| space.sessions(&question, resumed)).unwrap();
        page.sessions.into_iter().map(|session| (session.id, session.title)).collect()
    }
}

/// Formerly a list of sessions had ids alone.
#[test]
fn a_session_is_listed_by_its_title_or_by_what_was_asked_first() {
    let long_request = format!("add {}", "a discount of the season ".repeat(9));
    let mut world = World::default();
    let call = EventBody::ToolCall(ToolCall { tool: "bash".to_owned(), ..ToolCall::default() });
    world.add(Event { session: "c".to_owned(), body: call, ..note("call", 1) });
    let events = vec![
        turn("a", 3, Role::User, "round the total\n\nto cents", ""),
        turn("a", 5, Role::User, "and now the tax", ""),
        turn("b", 6, Role::User, "hello", "Greetings"),
        turn("b", 8, Role::Assistant, "hello", "Greetings and taxes"),
        turn("c", 9, Role::Assistant, "I look at it first.", ""),
        turn("c", 10, Role::User, &long_request, ""),
    ];
    let ids: Vec<String> = events.into_iter().rev().map(|event| world.add(event).id).collect();
    let listed = |titles: [&str; 3]| {
        ["c", "b", "a"].map(str::to_owned).into_iter().zip(titles.map(str::to_owned)).collect::<Vec<_>>()
    };
    let long_title = format!("add {} …", ["a discount of the season"; 3].join(" ") + " a discount of the");
    assert_eq!(world.titles(), listed([&long_title, "Greetings and taxes", "round the total to cents"]));
    // What names a session may be forgotten.
    for forgotten in [&ids[0], &ids[2], &ids[5]] {
        world.forget(forgotten);
    }
    assert_eq!(world.titles(), listed(["", "Greetings", "and now the tax"]));
}
