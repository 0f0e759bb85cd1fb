//! Events that are added again: after an older release recorded them, or with more content than before.

use super::*;
use crate::episode::EventsQuestion;

fn call(event_id: &str, success: Option<bool>, error: &str) -> Event {
    let call = ToolCall { tool: "bash".to_owned(), success, error: error.to_owned(), ..ToolCall::default() };
    Event { body: EventBody::ToolCall(call), ..note(event_id, 5) }
}

fn edit(event_id: &str, path: &str, why: &str) -> Event {
    let body = FileTouch { why: why.to_owned(), ..touch_of(path, FileOperation::Edit) };
    Event { body: EventBody::FileTouch(body), ..note(event_id, 5) }
}

impl World {
    /// Rewrites the record of an event as another release would have written it.
    fn rewrite(&mut self, id: &str, change: impl Fn(&mut envelope::Record)) {
        let key = keyspace::record_key(&self.owner.tenant, crate::base::id::RecordId::parse(id).unwrap());
        let (mut record, _) = envelope::Record::open(&key, &self.rows[&key]).unwrap();
        change(&mut record);
        let value = record.seal(&key);
        self.rows.insert(key, value);
    }

    pub(super) fn tell(&mut self, events: Vec<Event>) -> Result<Vec<bool>, String> {
        let packed = self.space().pack(events, NOW).map_err(|error| format!("{error}"))?;
        match self.add_batches(&[packed.batch]).remove(0) {
            Outcome::Taken(taken) => Ok(taken.added.into_iter().map(|added| added.is_new).collect()),
            Outcome::Refused(error) => Err(format!("{error}")),
        }
    }
}

fn set_outcome(record: &mut envelope::Record, success: Option<bool>, refused: bool) {
    if let Some(event::Body::ToolCall(call)) = &mut record.body {
        (call.success, call.refused) = (success, refused);
    }
}

/// Formerly a whole batch was refused if the previous release had recorded all of its events but one.
#[test]
fn what_an_older_release_recorded_is_known_when_it_is_told_again() {
    let mut world = World::default();
    world.owner.roots = vec!["/home/u/p".to_owned()];
    let secret = format!("{{\"password\":[\"{}\"]}}", "aB3dE6gH9jK2mN5pQ8");
    let with_secret = |json: &str| Event { metadata: json.to_owned(), ..note("secret", 5) };
    let told_events = vec![
        call("unsaid", None, ""),
        call("failed", None, "boom"),
        call("refused", Some(false), "E  assert 'rejected by user'"),
        edit("seeded", "src/a.py", "its subject"),
        Event { metadata: "{\"author\":\"A. Other\"}".to_owned(), ..edit("author", "src/a.py", "") },
        with_secret(&secret),
    ];
    let ids: Vec<String> = told_events.iter().map(|event| world.add(event.clone()).id).collect();
    world.rewrite(&ids[0], |record| set_outcome(record, Some(true), false));
    world.rewrite(&ids[1], |record| set_outcome(record, Some(true), false));
    world.rewrite(&ids[2], |record| set_outcome(record, None, true));
    world.rewrite(&ids[3], |record| {
        let Some(event::Body::FileTouch(touch)) = &mut record.body else { panic!() };
        (touch.path, touch.why) = ("/home/u/p/./src/a.py".to_owned(), String::new());
    });
    world.rewrite(&ids[4], |record| record.metadata.clear());
    world.rewrite(&ids[5], |record| record.metadata.clone_from(&secret));
    let repeated_events = told_events.into_iter().chain([note("new", 6)]).collect();
    assert_eq!(world.tell(repeated_events), Ok(vec![false, false, false, false, false, false, true]));
}

#[test]
fn what_contradicts_a_record_is_refused_as_before() {
    let mut world = World::default();
    let metadata = |json: &str| Event { metadata: json.to_owned(), ..note("member", 5) };
    let told_events =
        [call("ended", Some(true), ""), edit("touched", "a.py", "why"), metadata("{\"a\":1}"), note("said", 5)];
    told_events.iter().for_each(|event| drop(world.add(event.clone())));
    let in_other_channel = Event { channel: "c".to_owned(), ..note("said", 5) };
    let without_metadata = Event { metadata: String::new(), ..metadata("") };
    for contradiction in [
        call("ended", Some(false), ""),
        call("ended", None, "The user declined"),
        edit("touched", "b.py", "why"),
        edit("touched", "a.py", "another"),
        metadata("{\"a\":2}"),
        metadata("{\"b\":1}"),
        without_metadata,
        in_other_channel,
    ] {
        let refused = world.tell(vec![contradiction.clone()]);
        assert!(refused.as_ref().is_err_and(|why| why.contains("told before")), "{contradiction:?}: {refused:?}");
    }
}

/// Formerly the second of two notes was refused as known, and two files of a cache were taken for one.
#[test]
fn events_and_files_that_are_called_by_a_hash_stay_apart_and_a_secret_names_no_event() {
    let mut world = World::default();
    let (one, other) = ("0a".repeat(16), "1b".repeat(16));
    for hash in [&one, &other] {
        assert_eq!(world.tell(vec![note(&format!("key-{hash}"), 5)]), Ok(vec![true]));
        let path = format!("cache/key-{hash}.json");
        assert_eq!(world.tell(vec![edit(&path, &path, "")]), Ok(vec![true]));
        let question = EventsQuestion { path: path.clone(), limit: 5, ..EventsQuestion::default() };
        let page =
            world.run(|space, resumed| space.events(&space.guard().masked_question(&question), resumed)).unwrap();
        assert_eq!(page.events.len(), 1, "{path}");
    }
    let secret = format!("ghp_{}", "aB3".repeat(12));
    let refused = world.tell(vec![note(&secret, 5)]).unwrap_err();
    assert!(
        refused.contains("event-id") && refused.contains("github-token") && !refused.contains(&secret),
        "{refused}"
    );
    world.settings.secrets = SecretPolicy::Keep;
    assert_eq!(world.tell(vec![note(&secret, 5)]), Ok(vec![true]));
}

/// Formerly a masked text could be longer than the limit, and the memory's own export was refused.
#[test]
fn a_note_that_is_too_long_once_it_is_masked_is_not_updated() {
    let mut world = World::default();
    let id = world.add(note("n", 5)).id;
    let address = "a://:b@c ";
    let text = address.repeat((64 << 10) / address.len());
    let says = NewText { text: text.clone(), metadata: String::new() };
    let updated = world.run(|space, resumed| space.update(&id, &says, NOW, resumed));
    assert!(matches!(updated, Err(Error::Invalid { argument: "text", .. })));
    world.settings.secrets = SecretPolicy::Keep;
    assert!(world.run(|space, resumed| space.update(&id, &says, NOW, resumed)).unwrap().is_known);
}

/// Formerly a list of secrets under a secret's name was stored unmasked.
#[test]
fn a_list_under_the_name_of_a_secret_is_masked_as_a_text_would_be() {
    let mut world = World::default();
    let secrets = ["aB3dE6gH9jK2mN5pQ8", "cD4fG7hJ1kM3nP6qR9"];
    for json in [
        format!("{{\"password\":[\"{}\",[\"{}\"]]}}", secrets[0], secrets[1]),
        format!("{{\"password\"\n      :       \"{}\", \"token\":[{{}},\"{}\"]}}", secrets[0], secrets[1]),
    ] {
        let call = ToolCall { tool: "t".to_owned(), parameters: json.clone(), ..ToolCall::default() };
        let event = Event { metadata: json.clone(), body: EventBody::ToolCall(call), ..note(&json, 5) };
        world.add(Event { event_id: format!("{}", json.len()), ..event });
    }
    let holds = |value: &[u8]| secrets.iter().any(|one| value.windows(one.len()).any(|bytes| bytes == one.as_bytes()));
    assert!(world.rows.values().all(|value| !holds(value)));
}

/// Formerly lists of arguments, and members that are headers, were stored unmasked.
#[test]
fn in_json_the_neighbours_of_a_secret_tell_of_it_too() {
    let mut world = World::default();
    let secrets = ["hunter2", "Zq7w8e9r0t1y", "s3ss10nV4lue"];
    let json = format!(
        "{{\"args\":[\"sshpass\",\"-p\",\"{0}\",\"say \\\"it\\\"\"],\"options\":[\"--password\",\"{0}\"],\
         \"headers\":{{\"Authorization\":\"Token {1}\",\"Cookie\":\"session={2}; theme=dark\"}}}}",
        secrets[0], secrets[1], secrets[2],
    );
    let call = ToolCall { tool: "t".to_owned(), parameters: json.clone(), ..ToolCall::default() };
    world.add(Event { metadata: json, body: EventBody::ToolCall(call), ..note("call", 5) });
    let holds = |value: &[u8], text: &str| value.windows(text.len()).any(|bytes| bytes == text.as_bytes());
    assert!(world.rows.values().all(|value| !secrets.iter().any(|secret| holds(value, secret))));
    assert!(world.rows.values().any(|value| holds(value, "theme=dark")), "what is none stays");
    world.settings.secrets = SecretPolicy::Refuse;
    let call =
        ToolCall { tool: "t".to_owned(), parameters: "[\"--password\",\"hunter2\"]".to_owned(), ..ToolCall::default() };
    let refused = world.tell(vec![Event { body: EventBody::ToolCall(call), ..note("refused", 5) }]).unwrap_err();
    assert!(refused.contains("parameters") && !refused.contains("hunter2"), "{refused}");
}
