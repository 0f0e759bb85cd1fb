//! The records of a memory on disk: processes share them, crashes do not damage them, and no process blocks another.

use std::fs;
use std::path::{Path, PathBuf};

use scrubjay::Error;
use scrubjay::records::{Place, Recorded, Records, Salvage, Settings, State};
use scrubjay::store::StoreError;
use scrubjay::wit::records::{Event, Fate, NewText, NotesQuestion, Owner};
use scrubjay::wit::types::Error as Refusal;

fn memory() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.redb");
    (folder, path)
}

fn open(path: &Path) -> Records {
    Records::open(Place::File(path.to_owned()), Settings::default()).unwrap()
}

fn event(event_id: &str) -> Event {
    Event { event_id: event_id.to_owned(), ..Records::note(format!("about {event_id}")).unwrap() }
}

fn texts(records: &mut Records) -> Vec<String> {
    let question = NotesQuestion { limit: 1_000, ..NotesQuestion::default() };
    let mut texts: Vec<String> = records.notes(&question).unwrap().notes.into_iter().map(|note| note.text).collect();
    texts.sort();
    texts
}

#[test]
fn a_note_is_there_in_another_process_and_gone_when_it_is_forgotten() {
    let (_folder, path) = memory();
    let mut one = open(&path);
    assert!(texts(&mut one).is_empty());
    let remembered = one.record(&[event("a"), event("b")]).unwrap();
    assert!(remembered.iter().all(|note| note.state == State::Added));
    let mut other = open(&path);
    assert_eq!(texts(&mut other), ["about a", "about b"]);
    assert_eq!(other.record(&[event("a")]).unwrap()[0].state, State::Known);
    assert_eq!(other.forget(&[remembered[0].id.clone()]).unwrap().receipts[0].fate, Fate::Forgotten);
    assert_eq!(texts(&mut one), ["about b"]);
    assert_eq!(one.totals().unwrap().n_forgotten, 1);
}

/// Once any tenant's copy had the records of all tenants.
#[test]
fn one_tenant_neither_copies_nor_replaces_the_records_of_all() {
    let (folder, path) = memory();
    open(&path).record(&[event("a")]).unwrap();
    let copy = folder.path().join("copy.redb");
    let default = Settings::default();
    let owner = Owner { tenant: "one".to_owned(), ..default.owner.clone() };
    let mut one = Records::open(Place::File(path.clone()), Settings { owner, ..default }).unwrap();
    let is_refused = |error: Error| matches!(error, Error::Refused(Refusal::Invalid(why)) if why.argument == "tenant");
    assert!(is_refused(one.backup(&copy).unwrap_err()));
    assert!(!copy.exists());
    open(&path).backup(&copy).unwrap();
    assert!(is_refused(one.restore(&copy).unwrap_err()));
    assert_eq!(texts(&mut open(&path)), ["about a"]);
}

#[test]
fn what_finds_the_lock_held_waits_durably_and_is_taken_in_by_the_next() {
    let (_folder, path) = memory();
    let mut records = open(&path);
    records.record(&[event("a")]).unwrap();
    // The lock of another machine cannot be judged.
    fs::write(path.with_extension("lock"), "host=elsewhere\nboot=b\nspace=s\npid=1\nstarted=1\n").unwrap();
    let waiting = records.record(&[event("b")]).unwrap();
    assert_eq!(waiting[0].state, State::Waiting);
    assert_eq!(records.on_disk().unwrap().n_waiting, 1);
    assert!(matches!(records.forget(&[waiting[0].id.clone()]), Err(Error::Store(_))));
    assert_eq!(texts(&mut records), ["about a"]);
    fs::remove_file(path.with_extension("lock")).unwrap();
    assert_eq!(texts(&mut open(&path)), ["about a", "about b"]);
    assert_eq!(records.forget(&[waiting[0].id.clone()]).unwrap().receipts[0].fate, Fate::Forgotten);
    assert_eq!(records.on_disk().unwrap().n_waiting, 0);
}

#[test]
fn a_note_that_is_refused_when_it_is_taken_in_is_not_acknowledged() {
    let (_folder, path) = memory();
    let mut records = open(&path);
    records.record(&[event("a")]).unwrap();
    let orphan = Event { parents: vec!["018bcfe5-6800-7525-b9df-ffbca3937010".to_owned()], ..event("b") };
    match record_while_lock_is_released(&mut records, &path, &orphan) {
        Err(Error::Refused(Refusal::Invalid(_) | Refusal::Unknown(_))) => {}
        other => panic!("{other:?}"),
    }
}

/// Once a known event that had waited was reported as added.
#[test]
fn a_known_event_that_waited_is_told_to_be_known() {
    let (_folder, path) = memory();
    let mut records = open(&path);
    let first = records.record(&[event("a")]).unwrap().remove(0).id;
    let again = Event { time: 1_000, ..event("a") };
    let told = record_while_lock_is_released(&mut records, &path, &again).unwrap();
    assert_eq!((told.id, told.state), (first, State::Known));
}

/// Records a note that finds the lock held, and releases the lock while the note waits.
fn record_while_lock_is_released(records: &mut Records, path: &Path, note: &Event) -> Result<Recorded, Error> {
    let (lock, spool) = (path.with_extension("lock"), path.with_extension("spool"));
    let is_empty =
        || fs::read_dir(&spool).unwrap().all(|entry| entry.unwrap().path().extension() != Some("batch".as_ref()));
    // If this process is held up for longer than a writer waits, the note is recorded again.
    for _ in 0..100 {
        fs::write(&lock, "host=elsewhere\nboot=b\nspace=s\npid=1\nstarted=1\n").unwrap();
        let told = std::thread::scope(|scope| {
            scope.spawn(|| {
                while is_empty() {
                    std::thread::yield_now();
                }
                fs::remove_file(&lock).unwrap();
            });
            records.record(std::slice::from_ref(note))
        });
        match told {
            Ok(told) if told[0].state == State::Waiting => drop(records.totals().unwrap()),
            told => return told.map(|mut told| told.remove(0)),
        }
    }
    panic!("no writer was quick enough");
}

#[test]
fn what_was_never_remembered_is_not_forgotten_and_needs_no_folder() {
    let (folder, _) = memory();
    let mut records = open(&folder.path().join("none").join("memory.redb"));
    let id = "018bcfe5-6800-7525-b9df-ffbca3937010".to_owned();
    assert_eq!(records.forget(std::slice::from_ref(&id)).unwrap().receipts[0].fate, Fate::Unknown);
    let new_text = NewText { text: "x".to_owned(), metadata: String::new() };
    assert!(!records.update(&id, &new_text).unwrap());
    assert!(!records.delete_session("s", None).unwrap());
    assert!(matches!(records.save_session("s", "{}", Some(9)), Err(Error::Refused(Refusal::Conflict))));
    assert!(records.upkeep(100).unwrap().is_done);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Once a file that was whole when this process first opened it was copied with its later damage. Nothing could then
/// tell the damage from written data.
#[test]
fn upkeep_looks_for_damage_before_it_writes_a_wasteful_file_anew() {
    let (_folder, path) = memory();
    let mut first = open(&path);
    let long = |n: usize| {
        let text =
            (0..1_000u64).map(|at| format!("{:016x}", (at + n as u64 * 1_000).wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        Event { event_id: n.to_string(), ..Records::note(text.collect::<String>()).unwrap() }
    };
    let told = first.record(&(0..400).map(long).collect::<Vec<_>>()).unwrap();
    first.forget(&told[100..].iter().map(|note| note.id.clone()).collect::<Vec<_>>()).unwrap();
    drop(first);
    let intact_bytes = fs::read(&path).unwrap();
    let mut n_damaged = 0;
    for page in (1..intact_bytes.len() / 4_096).step_by(83) {
        fs::write(&path, &intact_bytes).unwrap();
        let mut records = open(&path);
        assert_eq!(records.verify().unwrap(), None);
        let mut damaged = intact_bytes.clone();
        damaged[page * 4_096 + 2_000..page * 4_096 + 2_064].fill(0x5A);
        fs::write(&path, &damaged).unwrap();
        let is_damaged = open(&path).verify().unwrap().is_some();
        assert!(records.upkeep(10_000).unwrap().is_done);
        match records.salvaged() {
            Some(salvage) => {
                let page_of = |file: Vec<u8>| file[page * 4_096..][..4_096].to_owned();
                assert!(page_of(fs::read(&salvage.kept).unwrap()) == page_of(damaged), "page {page}: it is kept");
                fs::remove_file(&salvage.kept).unwrap();
            }
            None => {
                assert!(!is_damaged, "page {page}: nothing was said of it");
                assert!(fs::metadata(&path).unwrap().len() < intact_bytes.len() as u64 / 2, "page {page}");
            }
        }
        n_damaged += usize::from(is_damaged);
    }
    assert!(n_damaged > 1, "{n_damaged} of the pages were in use");
}

#[test]
fn a_batch_that_is_damaged_is_kept_aside_and_holds_up_nothing() {
    let (_folder, path) = memory();
    let mut records = open(&path);
    records.record(&[event("a")]).unwrap();
    let spool = path.with_extension("spool");
    fs::write(spool.join("1.batch"), "rubbish").unwrap();
    records.record(&[event("b")]).unwrap();
    assert_eq!(texts(&mut records), ["about a", "about b"]);
    assert_eq!(records.on_disk().unwrap().refused, [spool.join("1.refused")]);
}

#[test]
fn more_batches_than_fit_into_one_call_are_taken_in() {
    let (_folder, path) = memory();
    let mut records = open(&path);
    records.record(&[event("a")]).unwrap();
    for n in 0..1_001 {
        fs::write(path.with_extension("spool").join(format!("{n}.batch")), "rubbish").unwrap();
    }
    assert_eq!(records.on_disk().unwrap().n_waiting, 1_001);
    records.record(&[event("b")]).unwrap();
    assert_eq!(texts(&mut records), ["about a", "about b"]);
    assert_eq!(records.on_disk().unwrap().refused.len(), 1_001);
}

#[test]
fn notes_of_many_threads_are_all_there_once() {
    let (_folder, path) = memory();
    std::thread::scope(|scope| {
        for thread in 0..6 {
            let path = &path;
            scope.spawn(move || {
                let mut records = open(path);
                for at in 0..30 {
                    records.record(&[event(&format!("{thread}-{at}"))]).unwrap();
                    if at % 10 == 0 {
                        texts(&mut records);
                    }
                }
            });
        }
    });
    assert_eq!(texts(&mut open(&path)).len(), 180);
}

#[test]
fn a_turn_of_a_writer_that_died_is_ended_by_the_next() {
    let (_folder, path) = memory();
    let mut records = open(&path);
    records.record(&[event("a")]).unwrap();
    fs::write(path.with_extension("turn"), "7").unwrap();
    assert_eq!(texts(&mut open(&path)), ["about a"]);
    assert_eq!(fs::read_to_string(path.with_extension("turn")).unwrap(), "8");
    records.record(&[event("b")]).unwrap();
    assert_eq!(texts(&mut records), ["about a", "about b"]);
}

#[test]
fn a_file_that_replaced_another_one_is_noticed() {
    let (folder, path) = memory();
    let mut records = open(&path);
    records.record(&[event("a")]).unwrap();
    let backup = folder.path().join("backup.redb");
    records.backup(&backup).unwrap();
    assert!(matches!(records.backup(&backup), Err(Error::Store(_))), "nothing is overwritten");
    records.record(&[event("b")]).unwrap();
    let mut other = open(&path);
    assert_eq!(texts(&mut other).len(), 2);
    records.restore(&backup).unwrap();
    assert_eq!((texts(&mut records), texts(&mut other)), (vec!["about a".to_owned()], vec!["about a".to_owned()]));
    other.record(&[event("c")]).unwrap();
    assert_eq!(texts(&mut records), ["about a", "about c"]);
}

#[test]
fn without_a_file_records_last_as_long_as_they_are_open() {
    let mut records = Records::open(Place::Nowhere, Settings::default()).unwrap();
    let id = records.record(&[event("a")]).unwrap().remove(0).id;
    assert_eq!(texts(&mut records), ["about a"]);
    assert_eq!(records.forget(&[id]).unwrap().receipts[0].fate, Fate::Forgotten);
    assert!(texts(&mut records).is_empty());
}

#[test]
fn a_memory_that_is_full_refuses_more_and_keeps_what_it_has() {
    let (_folder, path) = memory();
    open(&path).record(&[event("a")]).unwrap();
    let settings = Settings { max_bytes: Some(1), ..Settings::default() };
    let mut records = Records::open(Place::File(path), settings).unwrap();
    assert!(matches!(records.record(&[event("b")]), Err(Error::Refused(Refusal::Full(_)))));
    assert_eq!((texts(&mut records), records.on_disk().unwrap().max_bytes), (vec!["about a".to_owned()], Some(1)));
}

#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_a_file_is_refused_and_files_are_private() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (folder, path) = memory();
    let elsewhere = folder.path().join("elsewhere");
    fs::write(&elsewhere, "somebody else's").unwrap();
    symlink(&elsewhere, &path).unwrap();
    assert!(matches!(open(&path).record(&[event("a")]), Err(Error::Store(_))));
    assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "somebody else's");
    fs::remove_file(&path).unwrap();
    open(&path).record(&[event("a")]).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&path), mode(&path.with_extension("spool"))), (0o600, 0o700));
}

#[cfg(unix)]
#[test]
fn no_other_file_is_changed_through_a_hard_link_in_the_place_of_a_memorys_own() {
    let other = memory();
    open(&other.1).record(&[event("theirs")]).unwrap();
    let whole = fs::read(&other.1).unwrap();
    for ending in ["redb", "lock", "turn", "losses"] {
        for foreign_bytes in [b"theirs".as_slice(), b"", &whole] {
            let (folder, path) = memory();
            let elsewhere = folder.path().join("elsewhere");
            fs::write(&elsewhere, foreign_bytes).unwrap();
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::hard_link(&elsewhere, path.with_extension(ending)).unwrap();
            let done = open(&path).record(&[event("a")]);
            assert!(fs::read(&elsewhere).unwrap() == foreign_bytes, "{ending}");
            if ending == "redb" && !foreign_bytes.is_empty() && foreign_bytes.len() > 6 {
                let link = path.clone();
                assert!(
                    matches!(&done, Err(Error::Store(StoreError::Link { path })) if *path == link),
                    "{ending}: {done:?}"
                );
            }
        }
    }
}

/// Once a question for notes wrote a new file, and the losses were named nowhere.
#[test]
fn who_reads_a_damaged_memory_is_told_and_changes_nothing() {
    let (_folder, path) = memory();
    let notes: Vec<Event> = (0..1_000).map(|at| event(&format!("{at:04}"))).collect();
    open(&path).record(&notes).unwrap();
    let intact_bytes = fs::read(&path).unwrap();
    let n_pages = intact_bytes.len() / 4096;
    let mut n_read = 0;
    for page in (1..n_pages).step_by(n_pages / 20) {
        let mut damaged = intact_bytes.clone();
        damaged[page * 4096..(page + 1) * 4096].fill(0x5a);
        fs::write(&path, &damaged).unwrap();
        let mut records = open(&path);
        let shown = records.notes(&NotesQuestion { limit: 1_000, ..NotesQuestion::default() });
        let is_all = shown.as_ref().is_ok_and(|shown| shown.notes.len() == 1_000);
        assert!(is_all || shown.is_err() || records.damage().is_some(), "page {page}");
        n_read += u32::from(shown.is_ok() && records.damage().is_some());
        assert_eq!(fs::read(&path).unwrap(), damaged, "page {page}");
        assert!(records.losses().unwrap().is_empty());
    }
    assert!(n_read > 2, "{n_read}");
}

/// Once the server for agents salvaged a memory before a person had looked at it.
#[test]
fn a_process_that_does_not_mend_records_into_a_queue_until_somebody_mends() {
    let (_folder, path) = memory();
    let notes: Vec<Event> = (0..1_000).map(|at| event(&format!("{at:04}"))).collect();
    open(&path).record(&notes).unwrap();
    let intact_bytes = fs::read(&path).unwrap();
    let n_pages = intact_bytes.len() / 4096;
    let mut n_waited = 0;
    for page in (1..n_pages).step_by(n_pages / 10) {
        let mut damaged = intact_bytes.clone();
        damaged[page * 4096..(page + 1) * 4096].fill(0x5a);
        fs::write(&path, &damaged).unwrap();
        let settings = Settings { mends: false, ..Settings::default() };
        let mut records = Records::open(Place::File(path.clone()), settings).unwrap();
        let recorded = records.record(&[event("waits")]).unwrap();
        if records.damage().is_none() {
            continue;
        }
        assert_eq!(recorded[0].state, State::Waiting);
        assert!(matches!(
            records.forget(std::slice::from_ref(&recorded[0].id)),
            Err(Error::Store(StoreError::Damaged(_)))
        ));
        assert_eq!(fs::read(&path).unwrap(), damaged);
        let Ok(Some(_)) = open(&path).repair(&mut |_| {}) else { continue };
        n_waited += 1;
        let shown = open(&path).notes(&NotesQuestion { limit: 1_000, ..NotesQuestion::default() }).unwrap();
        assert!(shown.notes.iter().any(|note| note.id == recorded[0].id), "page {page}");
    }
    assert!(n_waited > 1, "{n_waited}");
}

/// Once an overwritten page kept every note from being read.
#[test]
fn what_can_be_read_of_a_damaged_file_is_saved_and_the_file_is_kept() {
    let (_folder, path) = memory();
    for first in (0..3_000).step_by(1_000) {
        let notes: Vec<Event> = (first..first + 1_000).map(|at| event(&format!("{at:04}"))).collect();
        open(&path).record(&notes).unwrap();
    }
    let intact_bytes = fs::read(&path).unwrap();
    let mut n_salvaged = 0;
    let n_pages = intact_bytes.len() / 4096;
    for page in (1..n_pages).step_by(n_pages / 40) {
        let mut damaged = intact_bytes.clone();
        damaged[page * 4096..(page + 1) * 4096].fill(0x5a);
        fs::write(&path, &damaged).unwrap();
        let mut records = open(&path);
        let Ok(Some(salvage)) = records.repair(&mut |_| {}) else { continue };
        n_salvaged += 1;
        let totals = records.totals().unwrap();
        let question = NotesQuestion { limit: 1_000, ..NotesQuestion::default() };
        let shown = records.notes(&question).unwrap();
        assert!(shown.notes.iter().all(|note| note.text == format!("about {}", note.event_id)), "page {page}");
        assert_eq!(fs::read(&salvage.kept).unwrap(), damaged, "page {page}");
        assert!(totals.n_notes <= 3_000 && salvage.n_records == totals.n_notes);
        // Every note is there, named, counted, or among what could not be read.
        let n_told = salvage.n_records + salvage.n_lost;
        assert!(n_told >= 3_000 || salvage.n_unread != Some(0), "page {page}: {n_told}, {:?}", salvage.n_unread);
        assert_eq!(
            open(&path).losses().unwrap().last(),
            Some(&Salvage { lost: salvage.lost.iter().take(1_000).cloned().collect(), ..salvage.clone() })
        );
        fs::remove_file(&salvage.kept).unwrap();
        // The new file is a memory like any other.
        records.record(&[event("after it")]).unwrap();
        assert_eq!(open(&path).totals().unwrap().n_notes, salvage.n_records + 1, "page {page}");
    }
    assert!(n_salvaged > 2, "{n_salvaged} of the damaged files were salvaged");
}

/// Once one flipped bit in the page of tombstones let the next import bring forgotten records back without a message.
/// If a page that leads to all others was damaged, no record was saved.
#[test]
fn a_page_that_is_gone_takes_no_more_than_its_rows_and_brings_back_nothing_that_was_forgotten() {
    let (_folder, path) = memory();
    let notes: Vec<Event> = (0..600).map(|at| event(&format!("{at:04}"))).collect();
    let mut records = open(&path);
    for batch in notes.chunks(100) {
        records.record(batch).unwrap();
    }
    let ids: Vec<String> = records.record(&notes[..60]).unwrap().into_iter().map(|one| one.id).collect();
    records.forget(&ids).unwrap();
    drop(records);
    let intact_bytes = fs::read(&path).unwrap();
    let mut n_damaged = 0;
    for page in 1..intact_bytes.len() / 4096 {
        let mut damaged = intact_bytes.clone();
        damaged[page * 4096..(page + 1) * 4096].fill(0x5a);
        fs::write(&path, &damaged).unwrap();
        let mut records = open(&path);
        let Ok(Some(salvage)) = records.repair(&mut |_| {}) else { continue };
        n_damaged += 1;
        assert!(salvage.n_records >= 540 - 100, "page {page}: {} of 540 are saved", salvage.n_records);
        records.record(&notes).unwrap();
        let n_back = records.totals().unwrap().n_notes - 540;
        assert!(
            n_back <= salvage.n_tombstones_lost,
            "page {page}: {n_back} are back, told {}",
            salvage.n_tombstones_lost
        );
        fs::remove_file(&salvage.kept).unwrap();
    }
    assert!(n_damaged > 10, "{n_damaged} pages count");
}
