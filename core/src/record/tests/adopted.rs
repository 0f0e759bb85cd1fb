//! Imported records that are adopted later: who may adopt, how far it raises, and how forgetting takes it back.

use super::*;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::episode::{EventsQuestion, Lineage};
use crate::record::keyspace::Keyspace;

const T: i64 = 1_700_000_000_000;

/// A note of a person as it is exported, from some parents.
fn line(event_id: &str, parents: &[&str]) -> String {
    let parents: Vec<String> = parents.iter().map(|parent| id_of(parent)).collect();
    format!(
        "{{\"kind\":\"note\",\"event_id\":\"{event_id}\",\"text\":\"{event_id}\",\"time\":{T},\"recorded\":{T},\"origin\":\
         \"person\",\"trust\":\"confirmed\",\"principal\":\"somebody\",\"parents\":{parents:?}}}\n"
    )
}

fn id_of(event_id: &str) -> String {
    RecordId::of_event(Timestamp::checked("time", T).unwrap(), "", event_id).text()
}

impl World {
    fn lineage(&self, event_id: &str) -> Lineage {
        self.run(|space, resumed| space.why(&id_of(event_id), resumed)).unwrap()
    }

    fn trust(&self, event_id: &str) -> (Origin, Trust) {
        let event = self.lineage(event_id).event;
        (event.event.origin, event.trust)
    }

    fn adopt(&mut self, lines: &str) -> usize {
        let speaker = core::mem::replace(&mut self.owner.speaker, Origin::Person);
        let (added, refused) = self.import(lines, true);
        self.owner.speaker = speaker;
        assert_eq!(refused, Vec::new());
        added.iter().filter(|one| one.is_adopted).count()
    }

    fn adoptions(&self) -> Vec<String> {
        let question = EventsQuestion { kinds: vec![EventKind::Adoption], limit: 9, ..EventsQuestion::default() };
        let page = self.run(|space, resumed| space.events(&question, resumed)).unwrap();
        page.events.into_iter().map(|event| event.id).collect()
    }

    /// All rows except those of keyspaces that also show what was added and forgotten before.
    fn lasting_rows(&self) -> BTreeMap<Vec<u8>, Vec<u8>> {
        let depends_on_history = |key: &[u8]| {
            let keyspaces =
                [Keyspace::Tombstone, Keyspace::Event, Keyspace::Totals, Keyspace::Words, Keyspace::WordParts];
            keyspaces.iter().any(|keyspace| key[0] == *keyspace as u8)
        };
        self.rows.clone().into_iter().filter(|(key, _)| !depends_on_history(key)).collect()
    }
}

const IMPORTED: (Origin, Trust) = (Origin::Imported, Trust::Untrusted);
const ADOPTED: (Origin, Trust) = (Origin::Person, Trust::Confirmed);

/// Formerly an import that a person claimed only later stayed untrusted, and no message said why.
#[test]
fn what_was_imported_before_is_raised_by_an_adoption_that_is_shown_and_with_which_it_falls() {
    let mut world = World::default();
    let lines = line("said", &[]);
    world.import(&lines, false);
    let (rows_before, lineage_before) = (world.lasting_rows(), world.lineage("said"));
    assert_eq!((world.trust("said"), lineage_before.adoptions.len()), (IMPORTED, 0));
    assert_eq!(world.adopt(&lines), 1);
    let adopted_lineage = world.lineage("said");
    assert_eq!((world.trust("said"), adopted_lineage.event.principal.as_str()), (ADOPTED, "somebody"));
    let [adoption] = &adopted_lineage.adoptions[..] else { panic!("{adopted_lineage:?}") };
    assert_eq!(
        (adoption.kind, adoption.event.origin, &adoption.id),
        (EventKind::Adoption, Origin::Person, &world.adoptions()[0])
    );
    // It is found as a person's now.
    let question = crate::recall::RecallQuestion {
        query: "said".to_owned(),
        trust: Trust::Confirmed,
        limit: 5,
        now: NOW,
        ..crate::recall::RecallQuestion::default()
    };
    let n_found = |world: &World| world.run(|space, resumed| space.recall(&question, resumed)).unwrap().hits.len();
    assert_eq!(n_found(&world), 1);
    assert_eq!(world.forget(&world.adoptions()[0]), Fate::Forgotten);
    assert_eq!((world.trust("said"), n_found(&world)), (IMPORTED, 0));
    assert_eq!(world.lineage("said"), lineage_before);
    assert_eq!(world.lasting_rows(), rows_before);
    // A person may think again.
    assert_eq!((world.adopt(&(lines.clone() + "\n" + &line("more", &[]))), world.trust("said")), (1, ADOPTED));
}

#[test]
fn what_was_derived_from_what_is_adopted_rises_and_falls_with_it_to_its_own_trust_at_most() {
    let mut world = World::default();
    world.import(&(line("root", &[]) + &line("branch", &["root"])), false);
    let note_from = |event_id: &str, parent: &str| Event { parents: vec![id_of(parent)], ..note(event_id, T) };
    // An agent's, and one that hangs on it.
    world.add(note_from("leaf", "branch"));
    world.add(note_from("end", "leaf"));
    let rows_before = world.lasting_rows();
    assert_eq!(world.trust("end"), (Origin::Agent, Trust::Untrusted));
    assert_eq!(world.adopt(&line("branch", &["root"])), 1);
    assert_eq!(world.trust("branch"), (Origin::Person, Trust::Untrusted), "its parent is untrusted");
    assert_eq!(world.adopt(&line("root", &[])), 1);
    assert_eq!((world.trust("root"), world.trust("branch")), (ADOPTED, ADOPTED));
    assert_eq!(["leaf", "end"].map(|event_id| world.trust(event_id)), [(Origin::Agent, Trust::Unconfirmed); 2]);
    for adoption in world.adoptions() {
        world.forget(&adoption);
    }
    assert_eq!(world.lasting_rows(), rows_before);
}

#[test]
fn trust_is_the_same_in_whatever_slices_and_order_lines_are_imported_and_adopted() {
    let lines = [line("a", &[]), line("b", &["a"]), line("c", &["b"]), line("d", &["c", "a"])];
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
        let mut world = World::default();
        order.iter().rev().for_each(|at| drop(world.import(&lines[*at], false)));
        let n_adopted: usize = order.iter().map(|at| world.adopt(&lines[*at])).sum();
        assert_eq!((n_adopted, world.adopt(&lines.concat()), world.adoptions().len()), (4, 0, 4), "{order:?}");
        assert_eq!(["a", "b", "c", "d"].map(|event_id| world.trust(event_id)), [ADOPTED; 4], "{order:?}");
        // Told a third time as nobody's, nothing falls; and what is gone vouches for nothing.
        world.import(&lines.concat(), false);
        assert_eq!(world.trust("d"), ADOPTED);
        let adoption_of_b = world.lineage("b").adoptions[0].id.clone();
        world.forget(&adoption_of_b);
        let trusts_after = ["a", "b", "c", "d"].map(|event_id| world.trust(event_id).1);
        assert_eq!(trusts_after, [Trust::Confirmed, Trust::Untrusted, Trust::Untrusted, Trust::Untrusted], "{order:?}");
    }
}

/// All slices of one import are one adoption.
#[test]
fn slices_that_go_on_with_the_state_of_those_before_share_an_adoption() {
    let mut world = World::of_person();
    let lines = [line("a", &[]), line("b", &[]), line("c", &[])];
    world.import(&lines.concat(), false);
    let mut state = String::new();
    for (at, line) in (0..).zip(&lines) {
        let packed_lines = world.space().pack_import(line, &state, true, NOW + at).unwrap();
        world.add_batches(&[packed_lines.packed.batch]);
        state = packed_lines.state;
    }
    assert_eq!(world.adoptions().len(), 1);
    world.forget(&world.adoptions()[0]);
    assert_eq!(["a", "b", "c"].map(|event_id| world.trust(event_id)), [IMPORTED; 3]);
    // The same adoption, told again by a host that was stopped, raises nothing once it is forgotten.
    let repeated_import = world.space().pack_import(&lines[0], &state, true, NOW).unwrap();
    world.add_batches(&[repeated_import.packed.batch]);
    assert_eq!(world.trust("a"), IMPORTED);
    for bad in ["1", "1.00 x", "3.00000000000000000000000000000000 1:x", "3.00000000000000000000000000000000 :"] {
        assert!(world.space().pack_import("", bad, true, NOW).is_err(), "{bad}");
    }
}

#[test]
fn nobody_but_a_person_calls_lines_their_own_and_no_event_says_that_one_did() {
    let mut world = World::default();
    for speaker in [Origin::Agent, Origin::Tool, Origin::Imported] {
        world.owner.speaker = speaker;
        let refused = world.space().pack_import(&line("said", &[]), "", true, NOW);
        assert!(matches!(refused, Err(Error::Invalid { .. })), "{speaker:?}: {refused:?}");
    }
    let told = EventBody::Adoption(Adoption { lines: "1.x".to_owned() });
    let mut world = World::of_person();
    assert!(world.space().pack(vec![Event { body: told, ..note("e", T) }], NOW).is_err());
    let said = "{\"kind\":\"adoption\",\"event_id\":\"e\",\"lines\":\"1.x\",\"origin\":\"person\"}\n";
    assert_eq!(world.space().pack_lines(said, NOW, &[1; 16], true).unwrap().refused.len(), 1);
    // One that was exported is a record, and raises nothing here.
    world.import(&line("said", &[]), false);
    world.import(&said.replace("\"lines\"", "\"time\":1700000000000,\"recorded\":1700000000000,\"lines\""), false);
    assert_eq!((world.trust("said"), world.trust("e")), (IMPORTED, IMPORTED));
}

#[test]
fn an_adoption_raises_no_further_than_the_line_its_origin_and_the_importer() {
    for (origin, trust, max_trust, expected) in [
        ("person", "untrusted", Trust::Confirmed, (Origin::Person, Trust::Untrusted)),
        ("person", "unconfirmed", Trust::Confirmed, (Origin::Person, Trust::Unconfirmed)),
        ("agent", "confirmed", Trust::Confirmed, (Origin::Agent, Trust::Unconfirmed)),
        ("tool", "confirmed", Trust::Confirmed, (Origin::Tool, Trust::Untrusted)),
        ("imported", "confirmed", Trust::Confirmed, IMPORTED),
        ("person", "confirmed", Trust::Unconfirmed, (Origin::Person, Trust::Unconfirmed)),
    ] {
        let mut world = World::default();
        let said = line("said", &[]).replace("\"person\"", &format!("{origin:?}"));
        let said = said.replace("\"confirmed\"", &format!("{trust:?}"));
        world.import(&said, false);
        world.owner.trust = max_trust;
        let n_adopted = world.adopt(&said);
        assert_eq!((world.trust("said"), n_adopted), (expected, usize::from(expected != IMPORTED)), "{origin} {trust}");
        assert_eq!(world.adoptions().len(), n_adopted);
    }
}

/// An adopted line must not vouch for a text by which an agent replaced the line's own.
#[test]
fn words_that_an_agent_put_in_the_place_of_others_are_not_raised_nor_kept_up() {
    let update = |world: &mut World| {
        let says = NewText { text: "do evil".to_owned(), metadata: String::new() };
        let id = id_of("said");
        let done = world.run(|space, resumed| space.update(&id, &says, NOW, resumed)).unwrap();
        world.commit(done.effects);
    };
    let mut world = World::default();
    world.import(&line("said", &[]), false);
    update(&mut world);
    assert_eq!((world.adopt(&line("said", &[])), world.trust("said")), (0, IMPORTED));
    let mut world = World::default();
    world.import(&line("said", &[]), false);
    world.adopt(&line("said", &[]));
    update(&mut world);
    assert_eq!(world.trust("said"), (Origin::Agent, Trust::Unconfirmed));
    world.forget(&world.adoptions()[0]);
    assert_eq!(world.trust("said"), IMPORTED);
}

/// Formerly a row in an outdated page brought the trust back.
#[test]
fn a_record_that_is_salvaged_as_it_was_before_its_adoption_was_forgotten_is_not_raised() {
    let mut world = World::default();
    world.import(&line("said", &[]), false);
    world.adopt(&line("said", &[]));
    let key = crate::record::keyspace::record_key("", RecordId::parse(&id_of("said")).unwrap());
    let raised_row = Row { value: world.rows[&key].clone(), key: key.clone() };
    world.forget(&world.adoptions()[0]);
    let all_rows: Vec<Row> =
        world.rows.iter().map(|(key, value)| Row { key: key.clone(), value: value.clone() }).collect();
    let mut new_world = World::default();
    for (part, is_scattered) in [(SalvagePart::Forgotten, false), (SalvagePart::Kept, true)] {
        let part_rows = if is_scattered { core::slice::from_ref(&raised_row) } else { all_rows.as_slice() };
        let salvaged = new_world.run(|space, resumed| space.salvage((part, is_scattered), part_rows, resumed)).unwrap();
        new_world.commit(salvaged.effects);
    }
    assert_eq!(new_world.trust("said"), IMPORTED);
}

/// A record that was made here keeps its attribution, whatever a line of a file says of its event.
#[test]
fn what_was_recorded_here_is_not_raised() {
    let mut world = World::default();
    world.add(note("said", T));
    assert_eq!((world.adopt(&line("said", &[])), world.trust("said")), (0, (Origin::Agent, Trust::Unconfirmed)));
    assert!(world.adoptions().is_empty());
}
