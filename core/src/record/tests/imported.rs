//! Imported lines: who they are attributed to, and that a refused one is left out alone.

use super::*;
use crate::episode::{EventsQuestion, ExportLinesQuestion};

const T: i64 = 1_700_000_000_000;

fn line(event_id: &str, members: &str) -> String {
    format!("{{\"kind\":\"note\",\"event_id\":\"{event_id}\",\"text\":\"{event_id}\",\"time\":{T}{members}}}\n")
}

impl World {
    pub(super) fn import(&mut self, lines: &str, is_mine: bool) -> (Vec<Added>, Vec<(u32, String)>) {
        let packed_lines = self.space().pack_import(lines, "", is_mine, NOW).unwrap();
        let mut refused = packed_lines.refused;
        let added = match self.add_batches(&[packed_lines.packed.batch]).remove(0) {
            Outcome::Taken(taken) => {
                refused.extend(taken.refused);
                taken.added
            }
            Outcome::Refused(error) => panic!("{error:?}"),
        };
        let line_and_error = |one: RefusedLine| (one.line, alloc::format!("{:?}", one.error));
        (added, refused.into_iter().map(line_and_error).collect())
    }
}

#[test]
fn an_import_is_nobodys_word_until_its_importer_calls_it_their_own() {
    let lines = line("said", ",\"origin\":\"person\",\"trust\":\"confirmed\",\"principal\":\"somebody\"");
    for (is_mine, expected) in
        [(false, (Origin::Imported, Trust::Untrusted, "me")), (true, (Origin::Person, Trust::Confirmed, "somebody"))]
    {
        let mut world = World::of_person();
        world.owner.principal = "me".to_owned();
        world.import(&lines, is_mine);
        let note = world.page(&all()).notes.remove(0);
        assert_eq!((note.origin, note.trust, note.principal.as_str()), expected);
    }
    let mut world = World::of_person();
    world.owner.trust = Trust::Unconfirmed;
    world.import(&lines, true);
    assert_eq!(world.page(&all()).notes[0].trust, Trust::Unconfirmed, "nor is it trusted more than its importer");
}

#[test]
fn a_line_that_says_something_else_of_an_event_is_left_out_alone_and_told_by_its_number() {
    let mut world = World::default();
    let contradiction = line("one", "").replace("\"text\":\"one\"", "\"text\":\"another\"");
    let (added, refused) =
        world.import(&[line("one", ""), contradiction, line("two", ""), line("one", "")].concat(), false);
    assert_eq!((added.len(), refused[0].0), (3, 2), "{refused:?}");
    assert!(refused.len() == 1 && refused[0].1.contains("event-id"), "{refused:?}");
    let parent = "00000000-03e8-7234-b86a-f9ddcd7e3a0e";
    let lines =
        format!("{{\"text\":\"kept\"}}\n{{\"text\":\"an orphan\",\"parents\":[\"{parent}\"]}}\n{{\"text\":\"too\"}}");
    let packed_lines = world.space().pack_lines(&lines, NOW, &[1; 16], true).unwrap();
    let outcome = world.add_batches(&[packed_lines.packed.batch]).remove(0);
    let Outcome::Taken(Taken { added, refused }) = outcome else { panic!("{outcome:?}") };
    assert_eq!((added.len(), refused.len(), refused[0].line), (2, 1, 2));
    let packed_lines = world.space().pack_lines(&lines, NOW, &[2; 16], false).unwrap();
    assert!(matches!(world.add_batches(&[packed_lines.packed.batch])[..], [Outcome::Refused(Error::Unknown { .. })]));
}

#[test]
fn what_recording_refuses_is_refused_of_an_import_too() {
    let far_time = 100_000_000_000_000i64;
    let long_text = "x".repeat(5_000);
    let learning = |json: &str| {
        format!(
            "{{\"kind\":\"learning\",\"event_id\":\"l\",\"time\":{T},\"item\":\"tool-result\",\"part\":\"p\"{json}}}\n"
        )
    };
    for bad_line in [
        line("far", "").replace(&T.to_string(), &far_time.to_string()),
        line("e", &format!(",\"recorded\":{far_time}")),
        line("e", &format!(",\"updated\":{far_time}")),
        line("e", ",\"principal\":\"a\\nb\""),
        line("e", ",\"session\":\"a/b\""),
        line("e", ",\"channel\":\"\\u001b[2J\""),
        line("e", "").replace("\"text\":\"e\"", "\"text\":\"\\u0000\""),
        line("e", &format!(",\"metadata\":{{\"a\":\"{}\"}}", "x".repeat(1 << 20))),
        learning(&format!(",\"tool\":\"{long_text}\"")),
        learning(",\"part\":\"\\u0007\""),
        learning(&format!(",\"files\":[\"{long_text}\"]")),
        format!(
            "{{\"kind\":\"observation\",\"pattern\":\"error_fix\",\"event_id\":\"o\",\"time\":{T},\"subject\":\"{long_text}\"}}\n"
        ),
        "\0\n".to_owned(),
    ] {
        for is_mine in [false, true] {
            let mut world = World::of_person();
            let (added, refused) =
                world.import(&[line("before", ""), bad_line.clone(), line("after", "")].concat(), is_mine);
            let start = bad_line.get(..100).unwrap_or(&bad_line);
            assert_eq!((added.len(), refused.len()), (2, 1), "{start}: {refused:?}");
            assert_eq!(refused[0].0, 2, "{start}");
        }
    }
}

/// Formerly a window with a long name exported learnings that no import accepted.
#[test]
fn what_a_window_of_a_long_name_learnt_before_is_imported_into_a_channel_that_fits() {
    let learning = |name: &str| {
        format!(
            "{{\"kind\":\"learning\",\"event_id\":\"l {name}\",\"time\":{T},\"channel\":\"window:{name}\",\"item\":\"tool-result\",\
             \"files\":[\"/home/u/p/a.py\",\"../b\"]}}\n"
        )
    };
    let (one, other) = (["a"; 127].concat() + "b", ["a"; 128].concat());
    let mut world = World::of_person();
    world.owner.roots = vec!["/home/u/p".to_owned()];
    let (added, refused) = world.import(&[learning(&one), learning(&other), learning("w")].concat(), true);
    assert_eq!((added.len(), refused), (3, Vec::new()));
    let question = EventsQuestion { limit: 5, ..EventsQuestion::default() };
    let events = world.run(|space, resumed| space.events(&question, resumed)).unwrap().events;
    let mut channels: Vec<&str> = events.iter().map(|event| event.event.channel.as_str()).collect();
    channels.sort_unstable();
    channels.dedup();
    assert!(channels.len() == 3 && channels.contains(&"window:w"), "{channels:?}");
    let EventBody::Note(text) = &events[0].event.body else { panic!() };
    assert!(text.contains("a.py, ../b") && !text.contains("/home"), "{text}");
}

#[test]
fn a_trailer_that_does_not_fit_leaves_what_was_read_in_place() {
    let mut world = World::default();
    let lines = line("one", "") + "{\"trailer\":{\"n_lines\":7,\"hash\":\"00\"}}\n";
    let (added, refused) = world.import(&lines, false);
    assert_eq!((added.len(), refused.len(), refused[0].0), (1, 1, 2));
    assert!(!world.space().pack_import(&lines, "", false, NOW).unwrap().is_whole);
}

/// Formerly the export of a damaged memory did not say so in its last line, and a reader took it for complete.
#[test]
fn an_export_of_a_damaged_memory_says_so_in_its_last_line_and_is_never_taken_for_whole() {
    let mut world = World::default();
    world.import(&line("one", ""), false);
    let question = ExportLinesQuestion { is_damaged: true, ..ExportLinesQuestion::default() };
    let text = world.run(|space, resumed| space.export_lines(&question, resumed)).unwrap().text;
    let last_line = text.lines().last().unwrap();
    assert!(
        last_line.starts_with("{\"trailer\"")
            && last_line.contains("\"is_damaged\":true")
            && !last_line.contains("hash"),
        "{last_line}"
    );
    let packed_lines = World::default().space().pack_import(&text, "", false, NOW).unwrap();
    assert!(!packed_lines.is_whole);
    assert!(
        packed_lines.refused[0].error.to_string().contains("damaged when they were exported"),
        "{:?}",
        packed_lines.refused
    );
}
