//! Paths in every form, as they are recorded and asked for.

use super::*;
use crate::episode::{EventsQuestion, FileHistoryQuestion, FileSummary, LastTouchesQuestion};

fn edit(event_id: &str, path: &str) -> Event {
    Event { body: EventBody::FileTouch(touch_of(path, FileOperation::Edit)), ..note(event_id, 5) }
}

fn world() -> World {
    let mut world = World::default();
    world.owner.roots = vec!["/home/u/p".to_owned(), "C:\\p".to_owned()];
    world
}

impl World {
    fn history(&self, path: &str) -> Result<FileSummary, Error> {
        let question = FileHistoryQuestion { path: path.to_owned(), limit: 5 };
        self.run(|space, resumed| space.file_history(&question, resumed))
    }

    fn n_events_of(&self, path: &str) -> Result<usize, Error> {
        let question = EventsQuestion { path: path.to_owned(), limit: 10, ..EventsQuestion::default() };
        self.run(|space, resumed| space.events(&question, resumed)).map(|page| page.events.len())
    }
}

const FORMS: [&str; 6] =
    ["/home/u/p/src/a.py", "./src/a.py", "src/../src/a.py", "C:\\p\\src\\a.py", "src\\a.py", "src/a.py"];

#[test]
fn a_file_is_found_in_every_form_of_its_path_whichever_was_recorded() {
    let mut world = world();
    for form in FORMS {
        world.add(edit(form, form));
    }
    for form in FORMS {
        let summary = world.history(form).unwrap();
        assert_eq!((summary.path.as_str(), summary.n_touches), ("src/a.py", 6), "{form}");
        assert_eq!(world.n_events_of(form), Ok(6), "{form}");
        let question = LastTouchesQuestion { contains: form.to_owned(), limit: 10 };
        let touches = world.run(|space, resumed| space.last_touches(&question, resumed)).unwrap().touches.len();
        assert!(touches == 6 || form.contains(".."), "{form}");
    }
}

#[test]
fn a_name_means_the_only_touched_file_that_has_it() {
    let mut world = world();
    world.add(edit("1", "src/deep/signing.py"));
    for name in ["signing.py", "deep/signing.py"] {
        assert_eq!(world.history(name).unwrap().path, "src/deep/signing.py");
        assert_eq!(world.n_events_of(name), Ok(1), "the events of a name were none");
    }
    assert_eq!(world.history("igning.py").unwrap().n_touches, 0);
    world.add(edit("2", "lib/signing.py"));
    let Err(Error::Ambiguous { n_candidates: 2, candidates, .. }) = world.history("signing.py") else { panic!() };
    assert_eq!(candidates[0].path, "lib/signing.py");
    assert!(matches!(world.n_events_of("signing.py"), Err(Error::Ambiguous { n_candidates: 2, .. })));
    world.add(edit("3", "signing.py"));
    assert_eq!(world.history("signing.py").unwrap().path, "signing.py");
}

#[test]
fn a_path_that_leads_out_of_the_project_is_refused_on_every_way_in() {
    let world = world();
    let space = world.space();
    let outside_path = "../../.ssh/id_rsa";
    let is_refused = |error: &Error| format!("{error}").contains("\"../../.ssh/id_rsa\": it leads out of the project");
    assert!(space.pack(vec![edit("1", outside_path)], NOW).is_err_and(|error| is_refused(&error)));
    let line = format!("{{\"kind\":\"file_touch\",\"path\":\"{outside_path}\",\"operation\":\"read\"}}\n");
    assert!(is_refused(&space.pack_lines(&line, NOW, &[0; 16], true).unwrap().refused[0].error));
    assert!(is_refused(&space.pack_import(&line, "", false, NOW).unwrap().refused[0].error));
    let anchored =
        Event { anchors: vec![Anchor { path: outside_path.to_owned(), ..Anchor::default() }], ..note("e", 5) };
    assert!(space.pack(vec![anchored], NOW).is_err_and(|error| is_refused(&error)));
}

#[test]
fn a_file_elsewhere_is_found_by_its_path_alone() {
    let mut world = world();
    world.add(edit("1", "/etc/hosts"));
    assert_eq!(world.history("/etc/hosts").unwrap().n_touches, 1);
    assert_eq!(world.history("hosts").unwrap().n_touches, 0);
}

#[test]
fn an_anchor_of_the_project_is_kept_relative_with_its_symbol() {
    let world = world();
    let path = "/home/u/p/src/a.py";
    let anchor = Anchor { path: path.to_owned(), symbol: format!("{path}#C.m"), ..Anchor::default() };
    let mut changed_world = world.clone();
    changed_world.add(Event { anchors: vec![anchor], ..note("e", 5) });
    let anchor = changed_world.page(&all()).notes.remove(0).anchors.remove(0);
    assert_eq!((anchor.path.as_str(), anchor.symbol.as_str()), ("src/a.py", "src/a.py#C.m"));
}
