//! Failed calls that a hook recorded before their transcript was read.

use serde_json::{Value as Json, json};

use super::*;
use crate::capture::Harness;
use crate::episode::{EventsQuestion, ExportLinesQuestion, ToolStatsQuestion};

const SESSION: &str = "11111111-2222-3333-4444-555555555555";
/// When the call of [`transcript`] began.
const STARTED: i64 = 1_795_168_800_000;

/// What a hook is given about a failed call.
fn hook_input() -> Json {
    json!({
        "hook_event_name": "PostToolUseFailure", "session_id": SESSION, "tool_name": "Edit", "tool_use_id": "t1",
        "tool_input": { "file_path": "/home/a/shop/cart.ts" }, "error": "String to replace not found in file",
    })
}

/// The lines of the same call: it began, and after two seconds it failed.
fn transcript() -> [Json; 2] {
    let line = |kind: &str, id: &str, time: &str, part: Json| {
        json!({
            "type": kind, "uuid": id, "sessionId": SESSION, "timestamp": time, "cwd": "/home/a/shop", "gitBranch": "fix/tax",
            "message": { "role": kind, "content": [part] },
        })
    };
    let input = json!({ "file_path": "/home/a/shop/cart.ts" });
    let call = json!({ "type": "tool_use", "id": "t1", "name": "Edit", "input": input });
    let result = json!({ "type": "tool_result", "tool_use_id": "t1", "content": "String to replace not found in file", "is_error": true });
    [line("assistant", "a", "2026-11-20T10:00:00Z", call), line("user", "u", "2026-11-20T10:00:02Z", result)]
}

impl World {
    /// The batch of lines, and the state after them.
    fn read(&self, lines: &[Json], state: &[u8], now: i64) -> (Vec<u8>, Vec<u8>) {
        let text: String = lines.iter().map(|line| line.to_string() + "\n").collect();
        let read = self.space().pack_transcript(Some(Harness::ClaudeCode), &text, state, "/home/a/shop", now).unwrap();
        assert_eq!(read.n_refused, 0);
        (read.packed.batch, read.state)
    }

    fn add_all(&mut self, batches: &[Vec<u8>]) -> Vec<Added> {
        let outcomes = self.add_batches(batches).into_iter();
        outcomes.flat_map(|outcome| if let Outcome::Taken(taken) = outcome { taken.added } else { panic!() }).collect()
    }

    fn exported(&self) -> Vec<Json> {
        let slice = self.run(|space, resumed| space.export_lines(&ExportLinesQuestion::default(), resumed)).unwrap();
        let lines = slice.text.lines().map(|line| serde_json::from_str(line).unwrap());
        lines.filter(|line: &Json| line["trailer"].is_null()).collect()
    }

    fn n_on_branch(&self, branch: &str) -> usize {
        let question = EventsQuestion { branch: branch.to_owned(), limit: 9, ..EventsQuestion::default() };
        self.run(|space, resumed| space.events(&question, resumed)).unwrap().events.len()
    }
}

/// Formerly such a call had neither branch, duration nor start for good: the transcript's line was known, and skipped.
#[test]
fn a_failure_that_a_hook_recorded_gets_what_its_transcript_states() {
    let mut world = World::default();
    let (told, _) = world.read(&[hook_input()], &[], NOW);
    let (lines, _) = world.read(&transcript(), &[], NOW);
    let first = world.add_all(core::slice::from_ref(&told));
    let mark = Event { parents: vec![first[0].id.clone()], ..note("this was my mistake", 9) };
    world.add(mark);
    let again = world.add_all(core::slice::from_ref(&lines));
    assert_eq!(
        again.iter().map(|one| (&one.id, one.is_new)).collect::<Vec<_>>(),
        [(&first[0].id, false), (&first[1].id, false)]
    );
    let exported = world.exported();
    let call = exported.iter().find(|line| line["kind"] == "tool_call").unwrap();
    assert_eq!((&call["branch"], &call["duration"]), (&json!("fix/tax"), &json!(2_000)));
    assert_eq!((&call["time"], &call["metadata"]["started"]), (&json!(NOW), &json!(STARTED)));
    assert_eq!(
        (&call["metadata"]["harness"], &call["error"]),
        (&json!("claude_code"), &json!("String to replace not found in file"))
    );
    let touch = exported.iter().find(|line| line["kind"] == "file_touch").unwrap();
    assert_eq!(touch["branch"], "fix/tax");
    assert_eq!((exported.len(), world.n_on_branch("fix/tax")), (3, 2), "the mark, the call and its touch");
    let question = ToolStatsQuestion { now: NOW, days: 1, channel: String::new(), intent: None };
    let tools = world.run(|space, resumed| space.tool_stats(&question, resumed)).unwrap().tools;
    assert_eq!((tools.len(), tools[0].n_calls, tools[0].mean_duration), (1, 1, Some(2_000.0)), "{tools:?}");
    // Whatever is told again, nothing changes any more.
    let rows = world.rows.clone();
    world.add_all(&[told, lines]);
    assert!(world.rows == rows);
    let parents = exported.iter().find(|line| line["kind"] == "note").unwrap()["parents"].clone();
    assert_eq!(parents, json!([first[0].id]));
    first.iter().for_each(|one| assert_eq!(world.forget(&one.id), Fate::Forgotten));
    assert_eq!((world.n_on_branch("fix/tax"), world.exported().len()), (0, 0));
}

/// A copy that was exported before the transcript was read was refused, line by line, as if it said something else.
#[test]
fn an_export_from_before_a_completion_is_known() {
    let mut world = World::default();
    world.add_all(&[world.read(&[hook_input()], &[], NOW).0]);
    let slice = world.run(|space, resumed| space.export_lines(&ExportLinesQuestion::default(), resumed)).unwrap();
    world.add_all(&[world.read(&transcript(), &[], NOW).0]);
    let (added, refused) = world.import(&slice.text, false);
    assert_eq!((added.len(), refused), (2, vec![]));
    assert!(added.iter().all(|one| !one.is_new));
    assert_eq!((world.exported().len(), world.n_on_branch("fix/tax")), (2, 2));
    let other = slice.text.replace("String to replace not found", "String to replace was found twice");
    let refused = world.import(&other, false).1;
    assert_eq!(refused.iter().filter(|(_, why)| why.contains("said something else")).count(), 1, "{refused:?}");
}

#[test]
fn both_are_one_record_where_a_spool_adds_them_together() {
    let mut world = World::default();
    let (told, lines) = (world.read(&[hook_input()], &[], NOW).0, world.read(&transcript(), &[], NOW).0);
    let added = world.add_all(&[told, lines]);
    assert_eq!(added.iter().map(|one| one.is_new).collect::<Vec<_>>(), [true, true, false, false]);
    assert_eq!((world.exported().len(), world.n_on_branch("fix/tax")), (2, 2));
}

#[test]
fn a_hook_knows_the_beginning_of_a_call_that_the_transcript_has() {
    let mut world = World::default();
    let [begun, ended] = transcript();
    let (lines, state) = world.read(&[begun], &[], NOW);
    let told = world.read(&[hook_input()], &state, STARTED + 1_500).0;
    let added = world.add_all(&[lines, told, world.read(&[ended], &state, NOW).0]);
    assert_eq!(added.iter().filter(|one| one.is_new).count(), 2, "{added:?}");
    let exported = world.exported();
    let call = exported.iter().find(|line| line["kind"] == "tool_call").unwrap();
    assert_eq!(
        (&call["branch"], &call["duration"], &call["time"]),
        (&json!("fix/tax"), &json!(1_500), &json!(STARTED))
    );
    assert_eq!(call["metadata"], json!({ "harness": "claude_code" }));
}

#[test]
fn what_a_record_has_stays_and_a_fork_completes_nothing() {
    let mut world = World::default();
    world.add_all(&[world.read(&transcript(), &[], NOW).0]);
    let rows = world.rows.clone();
    let on_another_branch = transcript().map(|mut line| {
        (line["gitBranch"], line["timestamp"]) = (json!("main"), json!("2026-11-21T10:00:00Z"));
        line
    });
    world.add_all(&[world.read(&on_another_branch, &[], NOW).0]);
    assert!(world.rows == rows, "the branch and the duration that it has stay");

    let mut world = World::default();
    world.add_all(&[world.read(&[hook_input()], &[], NOW).0]);
    let rows = world.rows.clone();
    let of_fork = transcript().map(|mut line| {
        line["sessionId"] = json!("99999999-2222-3333-4444-555555555555");
        line
    });
    world.add_all(&[world.read(&of_fork, &[], NOW).0]);
    assert!(world.rows == rows, "it is the call of the session that made it");
}
