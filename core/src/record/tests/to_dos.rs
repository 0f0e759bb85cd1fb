//! To-dos of agents, which are tasks.

use super::*;
use crate::episode::TasksQuestion;
use crate::session::BeginQuestion;

/// A long list of an agent's to-dos must not take the place of other open tasks.
#[test]
fn of_the_to_dos_of_a_session_the_newest_stands_in_an_opening_and_all_are_listed() {
    let step = |task: String, time: i64| {
        let body = EventBody::TaskStep(TaskStep { description: format!("do {task}"), ..TaskStep::default() });
        Event { task, body, ..note(&format!("step {time}"), time) }
    };
    let to_dos = (0..60).map(|n| step(format!("to-do {n} of session-{}", n % 2), NOW - 100 + n));
    let mut world = World::of_person();
    world.add_batches(&[world.pack([step("move house".to_owned(), 5)].into_iter().chain(to_dos).collect())]);
    let question = BeginQuestion { message: String::new(), limit: 10, now: NOW };
    let beginning = world.run(|space, resumed| space.begin_session(&question, resumed)).unwrap();
    let opening: Vec<&str> = beginning.tasks.iter().map(|task| task.name.as_str()).collect();
    assert_eq!(opening, ["to-do 59 of session-1", "to-do 58 of session-0", "move house"]);
    let listed = TasksQuestion { limit: 100, ..TasksQuestion::default() };
    let listed = world.run(|space, resumed| space.tasks(&listed, resumed)).unwrap();
    assert_eq!(listed.tasks.len(), 61);
}
