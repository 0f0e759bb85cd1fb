//! Makes questions about past work from recorded sessions of an agent: a question is a user's first request, and the
//! right answers are earlier sessions that changed the same files.
//!
//! Only sessions that ended before a question are searched. Each question is asked twice: of users' texts, and of all
//! texts.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;

use super::set::{Doc, Query, Set};
use crate::session::{is_by_user, touched_file};
use crate::window::trace::{self, Kind, Part, Segment, Share};

/// A text, its time, and whether a user wrote it.
struct Said {
    is_user: bool,
    time: i64,
    text: String,
}

/// A recorded session.
struct Task {
    began: i64,
    ended: i64,
    said: Vec<Said>,
    changed: BTreeSet<String>,
}

/// The sets of users' texts and of all texts, from a file of recorded sessions.
pub(super) fn task_sets(file: &Path) -> Result<Vec<Set>, Box<dyn Error>> {
    let (segments, _) = trace::read(file, Share::All)?;
    let mut tasks: Vec<Task> = segments.chunk_by(|one, next| one.session == next.session).map(task).collect();
    tasks.sort_by_key(|task| task.ended);
    Ok([("what users said", true), ("all talk", false)].map(|(id, of_users)| set(id, &tasks, of_users)).to_vec())
}

fn task(segments: &[Segment]) -> Task {
    let parts: Vec<&Part> = segments.iter().flat_map(|segment| &segment.parts).collect();
    let is_talk = |part: &Part| is_by_user(part) || part.kind == Kind::Text && !part.text.trim().is_empty();
    let messages = parts.iter().filter(|part| is_talk(part)).map(|part| Said {
        is_user: part.kind == Kind::User,
        time: part.time,
        text: part.text.clone(),
    });
    Task {
        began: parts.iter().map(|part| part.time).find(|time| *time > 0).unwrap_or(0),
        ended: parts.iter().map(|part| part.time).max().unwrap_or(0),
        said: messages.collect(),
        changed: segments.iter().flat_map(changed_files).collect(),
    }
}

/// The files that a part of a session changed successfully.
fn changed_files(segment: &Segment) -> Vec<String> {
    let failed: BTreeSet<usize> =
        segment.parts.iter().filter(|part| part.is_error).filter_map(|part| part.call).collect();
    let calls = segment.parts.iter().enumerate().filter(|(at, part)| part.kind == Kind::Call && !failed.contains(at));
    calls.filter_map(|(_, call)| touched_file(call)).filter(|(_, is_change)| *is_change).map(|(path, _)| path).collect()
}

/// The set of these tasks, which are sorted by their ends.
fn set(id: &str, tasks: &[Task], of_users: bool) -> Set {
    let (mut docs, mut n_docs) = (Vec::new(), Vec::new());
    for (number, task) in tasks.iter().enumerate() {
        for (at, message) in task.said.iter().enumerate().filter(|(_, message)| message.is_user || !of_users) {
            docs.push(Doc {
                id: format!("t{number}:{at}"),
                text: message.text.clone(),
                session: format!("t{number}"),
                speaker: if message.is_user { "user" } else { "assistant" }.to_owned(),
                time: message.time.to_string(),
            });
        }
        n_docs.push(docs.len());
    }
    let mut tasks_by_beginning: Vec<&Task> = tasks.iter().collect();
    tasks_by_beginning.sort_by_key(|task| task.began);
    let queries = tasks_by_beginning.iter().filter_map(|task| {
        let n_over = tasks.partition_point(|other_task| other_task.ended < task.began);
        let shares = |other_task: &Task| !other_task.changed.is_disjoint(&task.changed);
        let gold = (0..n_over).filter(|at| shares(&tasks[*at])).map(|at| format!("t{at}"));
        let gold: Vec<String> = gold.collect();
        let first_message = task.said.iter().find(|said| said.is_user)?;
        let n_known = n_over.checked_sub(1).and_then(|last| n_docs.get(last).copied());
        (!gold.is_empty()).then(|| Query { q: first_message.text.clone(), gold, n_known, ..Query::default() })
    });
    Set { id: id.to_owned(), queries: queries.collect(), docs }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(began: i64, ended: i64, q: &str, changed: &[&str]) -> Task {
        let said = [(true, q), (false, "done")];
        let said = said.map(|(is_user, text)| Said { is_user, time: began, text: text.to_owned() }).into();
        Task { began, ended, said, changed: changed.iter().map(|path| (*path).to_owned()).collect() }
    }

    #[test]
    fn only_sessions_that_were_over_and_changed_the_same_file_answer() {
        let tasks = [
            task(0, 10, "mend the shelf", &["shelf.go"]),
            task(12, 20, "paint the shop", &["shop.go"]),
            task(15, 30, "sort the shelf", &["shelf.go", "shop.go"]),
        ];
        let user_set = set("u", &tasks, true);
        assert_eq!((user_set.docs.len(), set("a", &tasks, false).docs.len()), (3, 6));
        let [query] = user_set.queries.as_slice() else { panic!("one question has an answer") };
        assert_eq!(
            (query.q.as_str(), query.gold.as_slice(), query.n_known),
            ("sort the shelf", &["t0".to_owned()][..], Some(1))
        );
    }
}
