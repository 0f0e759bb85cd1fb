//! The speaker is fixed when a memory is opened, and no text raises it.

use super::*;

const ALL: [&str; 4] = ["person", "agent", "tool", "imported"];

fn lines() -> String {
    let line = |origin: &str| format!("{{\"event_id\":\"{origin}\",\"text\":\"{origin}\",\"origin\":\"{origin}\"}}\n");
    ALL.map(line).concat() + "{\"event_id\":\"unsaid\",\"text\":\"unsaid\"}\n"
}

impl World {
    fn take(&mut self, packed: &Packed) -> Taken {
        match self.add_batches(core::slice::from_ref(&packed.batch)).remove(0) {
            Outcome::Taken(taken) => taken,
            refused => panic!("{refused:?}"),
        }
    }

    /// The origin and trust of each note, by its text.
    fn spoken(&self) -> BTreeMap<String, (Origin, Trust)> {
        self.page(&all()).notes.into_iter().map(|note| (note.text, (note.origin, note.trust))).collect()
    }
}

#[test]
fn a_line_that_calls_itself_a_persons_is_believed_of_a_person_alone() {
    for (speaker, expected) in [
        (Origin::Person, [Origin::Person, Origin::Agent, Origin::Tool, Origin::Imported, Origin::Agent]),
        (Origin::Agent, [Origin::Agent, Origin::Agent, Origin::Tool, Origin::Imported, Origin::Agent]),
        (Origin::Tool, [Origin::Tool, Origin::Tool, Origin::Tool, Origin::Imported, Origin::Tool]),
    ] {
        let mut world = World { owner: Owner { speaker, ..Owner::default() }, ..World::default() };
        let packed_lines = world.space().pack_lines(&lines(), NOW, &[7; 16], true).unwrap();
        assert_eq!(world.take(&packed_lines.packed).added.len(), 5);
        let spoken = world.spoken();
        for (text, origin) in ALL.into_iter().chain(["unsaid"]).zip(expected) {
            assert_eq!(spoken[text], (origin, origin.trust()), "{text} as {speaker:?} tells it");
        }
    }
}

#[test]
fn who_tells_an_event_again_changes_nothing_of_it() {
    let mut world = World::of_person();
    let said = world.add(note("said", 1));
    world.owner.speaker = Origin::Agent;
    assert_eq!(world.add(note("said", 1)), Added { id: said.id, is_new: false, is_adopted: false });
    assert_eq!(world.spoken()["said"], (Origin::Person, Trust::Confirmed));
    world.add(note("guessed", 2));
    world.owner.speaker = Origin::Person;
    assert!(!world.add(note("guessed", 2)).is_new);
    assert_eq!(world.spoken()["guessed"], (Origin::Agent, Trust::Unconfirmed), "told again it is not confirmed");
}

#[test]
fn a_persons_note_that_an_agent_updates_is_the_agents() {
    let mut world = World::of_person();
    let id = world.add(note("said", 1)).id;
    world.owner.speaker = Origin::Agent;
    let says = NewText { text: "other words".to_owned(), metadata: String::new() };
    let updated = world.run(|space, resumed| space.update(&id, &says, NOW, resumed)).unwrap();
    world.commit(updated.effects);
    assert_eq!(world.spoken()["other words"], (Origin::Agent, Trust::Unconfirmed));
}
