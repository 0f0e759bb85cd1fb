//! Turns that state the name of their speaker.

use super::*;
use crate::episode::EventsQuestion;

fn turn(event_id: &str, speaker: &str) -> Event {
    let speaker = speaker.to_owned();
    let turn = Turn { conversation: "c".to_owned(), text: "shall we?".to_owned(), speaker, ..Turn::default() };
    Event { body: EventBody::Turn(turn), ..note(event_id, 5) }
}

fn speakers(world: &World) -> Vec<String> {
    let question = EventsQuestion { conversation: "c".to_owned(), limit: 9, ..EventsQuestion::default() };
    let page = world.run(|space, resumed| space.events(&question, resumed)).unwrap();
    let speaker =
        |event: Event| if let EventBody::Turn(turn) = event.body { turn.speaker } else { panic!("{event:?}") };
    page.events.into_iter().map(|told| speaker(told.event)).collect()
}

#[test]
fn a_turn_says_who_took_it_as_an_event_and_as_a_line() {
    let mut world = World::default();
    world.add(turn("first", "Ada"));
    let line = "{\"kind\":\"turn\",\"conversation\":\"c\",\"text\":\"yes\",\"speaker\":\"Grace\"}\n";
    let packed_lines = world.space().pack_lines(line, NOW, &[7; 16], true).unwrap();
    world.add_batches(&[packed_lines.packed.batch]);
    assert_eq!(speakers(&world), ["Grace", "Ada"]);
}

#[test]
fn a_turn_told_again_with_another_speaker_is_refused_and_known_if_it_had_none() {
    let mut world = World::default();
    assert_eq!(world.tell(vec![turn("said", "Ada"), turn("unsaid", "")]), Ok(vec![true, true]));
    assert!(world.tell(vec![turn("said", "Grace")]).is_err_and(|why| why.contains("told before")));
    assert_eq!(world.tell(vec![turn("said", "Ada"), turn("unsaid", "Grace")]), Ok(vec![false, false]));
    assert_eq!(speakers(&world).into_iter().filter(|name| name == "Grace").count(), 0, "the record stays as it is");
}

#[test]
fn a_speaker_is_a_name_in_which_secrets_are_masked() {
    let mut world = World::default();
    for wrong in ["a".repeat(129), "Ada\nGrace".to_owned()] {
        assert!(world.tell(vec![turn("wrong", &wrong)]).is_err_and(|why| why.contains("speaker")), "{wrong:?}");
    }
    world.add(turn("secret", &format!("ghp_{}", "aB3".repeat(12))));
    assert_eq!(speakers(&world), ["[masked: github-token]"]);
}

/// The bytes are from the last release without speakers: a map of conversation, role and text.
#[test]
fn a_turn_of_nobody_by_name_is_stored_as_it_was_before_there_were_speakers() {
    let turn = Turn { conversation: "c".to_owned(), text: "yes".to_owned(), ..Turn::default() };
    assert_eq!(minicbor::to_vec(&turn).unwrap(), [&[0xa3, 0, 0x61, b'c', 1, 0, 2, 0x63][..], b"yes"].concat());
}

/// Settings and exports state the principal's name, and may state anybody's.
#[test]
fn a_principal_is_told_with_what_it_recorded_and_raises_no_trust() {
    let told = |principal: &str| {
        let mut world = World::default();
        world.owner.principal = principal.to_owned();
        for (at, origin) in [Origin::Person, Origin::Agent, Origin::Tool, Origin::Imported].into_iter().enumerate() {
            world.add(Event { origin, ..note(&at.to_string(), at as i64) });
        }
        let question = EventsQuestion { limit: 9, ..EventsQuestion::default() };
        let page = world.run(|space, resumed| space.events(&question, resumed)).unwrap();
        page.events.into_iter().map(|told| (told.principal, told.event.origin, told.trust)).collect::<Vec<_>>()
    };
    let (nobodys, adas) = (told(""), told("ada"));
    assert!(adas.iter().all(|(principal, ..)| principal == "ada"));
    let trusts =
        |all: &[(String, Origin, Trust)]| all.iter().map(|(_, origin, trust)| (*origin, *trust)).collect::<Vec<_>>();
    assert_eq!(trusts(&adas), trusts(&nobodys));
}

#[test]
fn a_line_in_the_name_of_the_principal_is_as_untrusted_as_any_other() {
    let mut world = World::default();
    world.owner.principal = "ada".to_owned();
    let line = "{\"kind\":\"note\",\"event_id\":\"theirs\",\"time\":1,\"recorded\":1,\"text\":\"x\",\"principal\":\"ada\",\"origin\":\"person\",\"trust\":\"confirmed\"}\n";
    world.import(line, false);
    let question = EventsQuestion { limit: 9, ..EventsQuestion::default() };
    let page = world.run(|space, resumed| space.events(&question, resumed)).unwrap();
    assert_eq!((page.events[0].event.origin, page.events[0].trust), (Origin::Imported, Trust::Untrusted));
}
