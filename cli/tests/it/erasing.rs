//! Erasing: no byte of a forgotten record is left in any file of the memory's folder, whenever the process dies.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Instant;

use scrubjay::records::{Erasure, Place, Records, Settings, State};
use scrubjay::store::holder::Holder;
use scrubjay::window::Window;
use scrubjay::wit::records::{Event, Fate, NotesQuestion};
use scrubjay::wit::window::{MessageFormat, Policy, WindowSettings};
use serde_json::{Value, json};

use crate::common;
use crate::common::stdout;

/// The letters of a canary: so many that none occurs by chance.
const LENGTH: usize = 24;
/// A lock whose holder cannot be checked from here.
const ELSEWHERE: &str = "host=elsewhere\nboot=b\nspace=s\npid=1\nstarted=1\n";

/// Random letters, the same in each run.
struct Random(u64);

impl Random {
    fn letters(&mut self) -> String {
        let mut letter = || {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            char::from(b"abcdefghijklmnopqrstuvwxyz012345"[(self.0 >> 40) as usize % 32])
        };
        (0..LENGTH).map(|_| letter()).collect()
    }
}

/// A memory with planted canaries.
struct Planted {
    folder: tempfile::TempDir,
    records: Records,
    random: Random,
    canaries: BTreeSet<String>,
    ids: Vec<String>,
}

impl Planted {
    fn new() -> Planted {
        let folder = tempfile::tempdir().unwrap();
        let records = open(&folder.path().join("memory.redb"));
        Planted { folder, records, random: Random(7), canaries: BTreeSet::new(), ids: Vec::new() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("memory.redb")
    }

    fn canary(&mut self) -> String {
        let canary = self.random.letters();
        self.canaries.insert(canary.clone());
        canary
    }

    fn notes(&mut self, n: usize, state: State) {
        let notes: Vec<Event> = (0..n).map(|_| Records::note(self.canary()).unwrap()).collect();
        let told = self.records.record(&notes).unwrap();
        assert!(told.iter().all(|one| one.state == state), "{:?}", told[0]);
        self.ids.extend(told.into_iter().map(|one| one.id));
    }

    /// Records notes while the lock is held: some wait, and some are refused when they are applied.
    fn add_waiting(&mut self, n_waiting: usize, n_refused: usize) {
        let lock = self.path().with_extension("lock");
        let is_left = |paths: &[PathBuf]| paths.iter().any(|path| path.exists());
        fs::write(&lock, ELSEWHERE).unwrap();
        let orphan = |text: String| Event {
            parents: vec!["018bcfe5-6800-7525-b9df-ffbca3937010".to_owned()],
            ..Records::note(text).unwrap()
        };
        let orphans: Vec<Event> = (0..n_refused).map(|_| orphan(self.canary())).collect();
        assert!(orphans.is_empty() || self.records.record(&orphans).unwrap()[0].state == State::Waiting);
        fs::remove_file(&lock).unwrap();
        self.records.totals().unwrap();
        let refused = self.records.on_disk().unwrap().refused;
        assert!(refused.len() == usize::from(n_refused > 0) && (n_refused == 0 || is_left(&refused)));
        fs::write(&lock, ELSEWHERE).unwrap();
        self.notes(n_waiting, State::Waiting);
        fs::remove_file(lock).unwrap();
    }

    /// A window with so many canaries: one in its task, the others in pruned results of tools.
    fn window(&mut self, n: usize) -> Window {
        let settings = WindowSettings { threshold: 0.05, policy: Policy::KeepLast, ..WindowSettings::default() };
        let settings = WindowSettings { max_tokens: 60_000, keep_last: 1, ..settings };
        let mut window = Window::open(Place::File(self.path()), "talk".into(), settings).unwrap();
        window.set_task(&self.canary()).unwrap();
        let mut messages = vec![json!({ "role": "user", "content": "Find out why the login fails." })];
        for step in 0..=n {
            let id = format!("toolu_{step}");
            let words = if step < n - 1 { self.canary() } else { "the last ones".to_owned() };
            let body: String = (0..20).map(|line| format!("line {line} of {step}\n")).collect();
            let call = json!({ "type": "tool_use", "id": id, "name": "read", "input": {} });
            let result = json!({ "type": "tool_result", "tool_use_id": id, "content": format!("{body}{words}") });
            messages.push(json!({ "role": "assistant", "content": [call] }));
            messages.push(json!({ "role": "user", "content": [result] }));
        }
        let (_, pruned) = window.fit(MessageFormat::Anthropic, &json!(messages).to_string()).unwrap();
        assert!(pruned.n_pruned as usize >= n - 1, "{} of {n}", pruned.n_pruned);
        window
    }

    /// Damages pages of rows, so that the file is salvaged and kept. Notes without canaries make it large enough for
    /// that.
    fn damage_and_salvage(&mut self) {
        for first in [0, 1_000] {
            let others: Vec<Event> = (0..1_000).map(|at| Records::note(format!("{}", first + at)).unwrap()).collect();
            self.records.record(&others).unwrap();
        }
        let let_go = || open(&Path::new("none").join("memory.redb"));
        self.records = let_go();
        let intact_bytes = fs::read(self.path()).unwrap();
        let n_pages = intact_bytes.len() / 4096;
        for page in (1..n_pages).step_by(n_pages / 12) {
            let mut bytes = intact_bytes.clone();
            bytes[page * 4096..(page + 1) * 4096].fill(0x5a);
            fs::write(self.path(), &bytes).unwrap();
            self.records = open(&self.path());
            let salvaged = self.records.repair(&mut |_| {});
            if salvaged.is_ok_and(|salvage| salvage.is_some_and(|salvage| salvage.n_records > 2_000)) {
                return;
            }
            self.records = let_go();
            for name in names(self.folder.path()).into_iter().filter(|name| name.contains("damaged")) {
                fs::remove_file(self.folder.path().join(name)).unwrap();
            }
        }
        panic!("no damage was salvaged");
    }

    /// The number of canaries left in each file.
    fn canaries_left(&self) -> BTreeMap<String, usize> {
        let mut canaries_left = BTreeMap::new();
        for path in files(self.folder.path()) {
            let bytes = fs::read(&path).unwrap();
            let is_canary = |found: &&[u8]| std::str::from_utf8(found).is_ok_and(|found| self.canaries.contains(found));
            let n = bytes.windows(LENGTH).filter(is_canary).collect::<BTreeSet<_>>().len();
            if n > 0 {
                canaries_left.insert(path.strip_prefix(self.folder.path()).unwrap().to_string_lossy().into_owned(), n);
            }
        }
        canaries_left
    }

    fn n_left(&self) -> usize {
        self.canaries_left().values().sum()
    }
}

fn open(path: &Path) -> Records {
    Records::open(Place::File(path.to_owned()), Settings::default()).unwrap()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

fn names(folder: &Path) -> Vec<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

/// The name of a draft that a dead process left: its start differs from that of the living process.
fn dead(what: &str) -> String {
    let Holder { pid, started, .. } = Holder::this_process();
    format!("{what}.{pid}.{}.0", started + 1)
}

/// Once the bytes of deleted rows stayed in the memory's file and in the files beside it.
#[test]
fn of_a_thousand_canaries_in_every_file_none_is_left() {
    let mut memory = Planted::new();
    memory.notes(300, State::Added);
    memory.damage_and_salvage();
    fs::copy(memory.path(), memory.path().with_extension("before-2.redb")).unwrap();
    memory.notes(199, State::Added);
    let backup = memory.folder.path().join("of mine.redb");
    memory.records.backup(&backup).unwrap();
    memory.records.restore(&backup).unwrap();
    fs::remove_file(backup).unwrap();
    let mut window = memory.window(300);
    memory.add_waiting(100, 99);
    let drafts = [
        memory.path().with_file_name(dead("memory.redb.draft")),
        memory.path().with_extension("spool").join(format!("{}.draft", dead("1.of"))),
    ];
    for draft in &drafts {
        let canary = memory.canary();
        fs::write(draft, canary).unwrap();
    }
    assert_eq!(memory.canaries.len(), 1_000);

    let ids = memory.ids.clone();
    let n_lost = memory.records.forget(&ids).unwrap().receipts.iter().filter(|one| one.fate != Fate::Forgotten).count();
    assert!(n_lost < 100, "{n_lost} were lost with the damage");
    let found = memory.canaries_left();
    let in_files_named =
        |part: &str| found.iter().filter(|(name, _)| name.contains(part)).map(|(_, n)| n).sum::<usize>();
    for (part, min) in [
        ("memory.redb", 300),
        ("damaged-", 200),
        ("before-2", 200),
        ("before-restore-", 300),
        (".refused", 99),
        ("memory.redb.draft", 1),
        ("1.of.", 1),
    ] {
        assert!(in_files_named(part) >= min, "{part}: {found:?}");
    }

    let forecast = memory.records.would_erase(&ids.as_slice().into()).unwrap();
    assert_eq!(memory.canaries_left(), found, "it only says what it would do");
    let erasure = memory.records.erase(&ids).unwrap();
    assert_eq!(memory.canaries_left(), BTreeMap::new());
    assert_eq!(forecast, erasure);
    let n_known = erasure.receipts.iter().filter(|one| one.fate == Fate::AlreadyForgotten).count();
    assert_eq!((n_known, erasure.receipts.len()), (ids.len() - n_lost, ids.len()));
    assert!(erasure.n_bodies >= 299, "{}", erasure.n_bodies);
    assert_eq!((erasure.rewritten.len(), erasure.removed.len()), (1, 7), "{:?}", erasure.removed);
    assert!(erasure.backups.iter().all(|backup| !backup.is_there) && erasure.backups.len() == 1);

    let shown = format!("{erasure:?}");
    assert!(memory.canaries.iter().all(|canary| !shown.contains(canary)));
    assert_eq!(open(&memory.path()).totals().unwrap().n_forgotten, (ids.len() - n_lost) as u64);
    window.set_task("another").unwrap_err();
    assert_eq!(
        Window::open(Place::File(memory.path()), "talk".into(), WindowSettings::default()).unwrap().found().n_prunes,
        1
    );
}

#[test]
fn what_is_not_erased_stays_and_what_was_forgotten_needs_no_id() {
    let mut memory = Planted::new();
    let kept = memory.records.record(&[Records::note("this one stays").unwrap()]).unwrap().remove(0).id;
    memory.notes(20, State::Added);
    let mut other = open(&memory.path());
    assert_eq!(other.totals().unwrap().n_notes, 21);
    let ids = memory.ids.clone();
    memory.records.forget(&ids).unwrap();
    assert!(memory.n_left() > 0);
    let erasure = memory.records.erase(&[]).unwrap();
    assert_eq!((memory.n_left(), erasure.receipts), (0, Vec::new()));
    // Whoever had the old file open reads and writes the new one.
    other.record(&[Records::note("and this one is new").unwrap()]).unwrap();
    let notes = memory.records.notes(&NotesQuestion::default()).unwrap();
    let texts: Vec<&str> = notes.notes.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(texts, ["and this one is new", "this one stays"]);
    let unknown = "018bcfe5-6800-7525-b9df-ffbca3937010".to_owned();
    let receipts = memory.records.erase(&[kept, unknown]).unwrap().receipts;
    assert_eq!(receipts.iter().map(|one| one.fate).collect::<Vec<_>>(), [Fate::Forgotten, Fate::Unknown]);
    assert!(memory.records.erase(&["no id".to_owned()]).is_err());
}

#[test]
fn a_backup_is_named_and_not_touched_whatever_it_is_called() {
    let mut memory = Planted::new();
    memory.notes(3, State::Added);
    let named_paths =
        ["memory.before-1.redb", "elsewhere.redb", "gone.redb"].map(|name| memory.folder.path().join(name));
    for path in &named_paths {
        memory.records.backup(path).unwrap();
    }
    fs::remove_file(&named_paths[2]).unwrap();
    let ids = memory.ids.clone();
    let Erasure { removed, backups, .. } = memory.records.erase(&ids).unwrap();
    assert_eq!(removed, Vec::<PathBuf>::new());
    assert_eq!(backups.iter().map(|backup| backup.is_there).collect::<Vec<_>>(), [true, true, false]);
    assert_eq!(
        backups.iter().map(|one| one.path.file_name()).collect::<Vec<_>>(),
        named_paths.iter().map(|one| one.file_name()).collect::<Vec<_>>()
    );
    assert_eq!(memory.canaries_left().keys().collect::<Vec<_>>(), ["elsewhere.redb", "memory.before-1.redb"]);
}

#[test]
fn where_nothing_was_ever_remembered_nothing_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let mut records = open(&folder.path().join("none").join("memory.redb"));
    let id = "018bcfe5-6800-7525-b9df-ffbca3937010".to_owned();
    assert_eq!(records.erase(&[id]).unwrap().receipts[0].fate, Fate::Unknown);
    assert_eq!(records.erase(&[]).unwrap(), Erasure::default());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let mut nowhere = Records::open(Place::Nowhere, Settings::default()).unwrap();
    let id = nowhere.record(&[Records::note("gone").unwrap()]).unwrap().remove(0).id;
    assert_eq!(nowhere.erase(&[id]).unwrap().receipts[0].fate, Fate::Forgotten);
    assert_eq!(nowhere.totals().unwrap().n_notes, 0);
}

#[test]
fn a_draft_that_a_living_process_writes_is_left_to_it() {
    let mut memory = Planted::new();
    memory.notes(1, State::Added);
    let Holder { pid, started, .. } = Holder::this_process();
    let draft = memory.path().with_extension("spool").join(format!("1.of.{pid}.{started}.0.draft"));
    fs::write(&draft, "a note of another thread").unwrap();
    assert_eq!(memory.records.erase(&[]).unwrap().removed, Vec::<PathBuf>::new());
    assert!(draft.exists());
}

/// Writers and readers have the file open while erasing replaces it again and again.
#[test]
fn notes_of_others_are_all_there_when_the_file_is_replaced_beside_them() {
    const N_WRITERS: usize = 3;
    const N_NOTES: usize = 60;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.redb");
    let told = std::thread::scope(|scope| {
        let write = |name: usize| {
            let path = &path;
            move || {
                let mut records = open(path);
                let note = |at: usize| Records::note(format!("{name} {at}")).unwrap();
                (0..N_NOTES).flat_map(|at| records.record(&[note(at)]).unwrap()).collect::<Vec<_>>()
            }
        };
        let writers: Vec<_> = (0..N_WRITERS).map(|name| scope.spawn(write(name))).collect();
        let (mut eraser, mut reader, mut n_seen) = (open(&path), open(&path), 0);
        while writers.iter().any(|writer| !writer.is_finished()) {
            eraser.erase(&[]).unwrap();
            let n_notes = reader.totals().unwrap().n_notes;
            assert!(n_seen <= n_notes, "{n_seen} notes were there, and now {n_notes}");
            n_seen = n_notes;
        }
        writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect::<Vec<_>>()
    });
    let question = NotesQuestion { limit: 1_000, ..NotesQuestion::default() };
    let found: BTreeSet<String> = open(&path).notes(&question).unwrap().notes.into_iter().map(|note| note.id).collect();
    assert_eq!((told.len(), found.len()), (N_WRITERS * N_NOTES, N_WRITERS * N_NOTES));
    assert!(told.iter().all(|note| found.contains(&note.id)));
}

fn run(memory: &Planted, arguments: &[&str]) -> Output {
    let file = memory.path();
    let place = ["--memory", file.to_str().unwrap()];
    common::program(memory.folder.path()).args(arguments).args(place).output().unwrap()
}

#[test]
fn the_program_asks_says_what_it_would_do_and_gives_a_receipt() {
    let mut memory = Planted::new();
    memory.notes(4, State::Added);
    let ids = memory.ids.clone();
    let dry = run(&memory, &["--json", "forget", &ids[0], "--dry-run"]);
    let answer: Value = serde_json::from_str(&stdout(&dry)).unwrap();
    assert_eq!((&answer["receipts"][0]["fate"], &answer["dry_run"]), (&"forgotten".into(), &true.into()));
    let unasked = run(&memory, &["forget", &ids[0], "--erase"]);
    assert_eq!(unasked.status.code(), Some(2), "nobody confirmed it");
    assert_eq!(memory.records.totals().unwrap().n_notes, 4);
    assert!(stdout(&run(&memory, &["forget", &ids[0], "--erase", "--dry-run"])).contains("would be written anew"));
    assert_eq!(memory.records.totals().unwrap().n_notes, 4);

    let backup = memory.folder.path().join("mine.redb").to_str().unwrap().to_owned();
    assert_eq!(run(&memory, &["memory", "backup", &backup]).status.code(), Some(0));
    let done = run(&memory, &["--json", "forget", &ids[0], "--erase", "--yes"]);
    let answer: Value = serde_json::from_str(&stdout(&done)).unwrap();
    assert_eq!(
        (&answer["receipts"][0]["fate"], &answer["backups"][0]["is_there"]),
        (&"forgotten".into(), &true.into())
    );
    fs::remove_file(&backup).unwrap();
    assert_eq!(memory.canaries_left().get("memory.redb"), Some(&3));
    assert_eq!(run(&memory, &["forget", &ids[1]]).status.code(), Some(0));
    assert_eq!(run(&memory, &["memory", "erase", "--yes"]).status.code(), Some(0));
    assert_eq!(memory.canaries_left().get("memory.redb"), Some(&2));
    assert_eq!(
        run(&memory, &["forget", "018bcfe5-6800-7525-b9df-ffbca3937010", "--erase", "--yes"]).status.code(),
        Some(3)
    );
}

/// Kills the program at moments that are spread over its run.
#[test]
#[cfg(unix)]
fn wherever_it_is_killed_the_memory_is_whole_and_erasing_again_ends_it() {
    // `cargo xtask bench records` names a number for a long run.
    let n_kills: u32 = std::env::var("KILLS").map_or(12, |number| number.parse().unwrap());
    let erase = |memory: &Planted| {
        let file = memory.path();
        let mut command = common::program(memory.folder.path());
        command.args(["memory", "erase", "--yes", "--memory", file.to_str().unwrap()]);
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        command
    };
    let planted = || {
        let mut memory = Planted::new();
        memory.notes(200, State::Added);
        fs::copy(memory.path(), memory.path().with_extension("before-2.redb")).unwrap();
        let ids = memory.ids.clone();
        memory
            .records
            .record(&(0..100).map(|at| Records::note(format!("stays {at}")).unwrap()).collect::<Vec<_>>())
            .unwrap();
        memory.window(40);
        memory.records.forget(&ids).unwrap();
        memory
    };
    let memory = planted();
    let began = Instant::now();
    assert!(erase(&memory).status().unwrap().success());
    let whole_time = began.elapsed();
    let mut n_unfinished = 0;
    for kill in 0..n_kills {
        let mut memory = planted();
        let mut child = erase(&memory).spawn().unwrap();
        std::thread::sleep(whole_time * kill / n_kills);
        child.kill().unwrap();
        child.wait().unwrap();
        n_unfinished += usize::from(memory.n_left() > 0);
        memory.records = open(&memory.path());
        let totals = memory.records.totals().unwrap();
        assert_eq!((totals.n_notes, totals.n_forgotten), (100, 200), "kill {kill}");
        assert!(memory.records.salvaged().is_none(), "kill {kill}");
        memory.records.erase(&[]).unwrap();
        assert_eq!(memory.canaries_left(), BTreeMap::new(), "kill {kill}");
        let others = names(memory.folder.path()).into_iter().filter(|name| name.starts_with("memory.redb."));
        assert_eq!(others.collect::<Vec<_>>(), Vec::<String>::new(), "kill {kill}");
    }
    assert!(n_unfinished > 0, "every kill was too late");
}
