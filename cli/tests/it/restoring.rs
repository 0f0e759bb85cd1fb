//! A backup replaces a damaged memory: records that were forgotten since the backup stay forgotten, or a message says
//! that some may be back.
//!
//! The memory's file is too long to be verified whenever it is opened.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use scrubjay::Error;
use scrubjay::records::{Place, Records, Settings};
use scrubjay::store::StoreError;
use scrubjay::wit::records::Event;
use tempfile::TempDir;

const PAGE: usize = 4_096;
/// The number of notes, half of which are forgotten after the backup. The next is the number of letters in each.
const N_NOTES: usize = 3_000;
const N_LETTERS: usize = 1_500;
/// The number of copies with a damaged page; there are a quarter as many with a missing end. `cargo xtask nightly` sets
/// 60.
const N_SPOILT: (&str, usize) = ("SPOILT_COPIES", 4);
/// The most bytes of a file that is verified at each opening.
const SHORT: usize = 4 << 20;

/// Deterministic pseudorandom letters, which compress badly, and numbers of pages.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }

    fn letters(&mut self, n: usize) -> String {
        (0..n).map(|_| char::from(b' ' + self.below(94) as u8)).collect()
    }
}

/// A memory's file after records were forgotten, its backup from before, and the ids of the forgotten records.
#[derive(Clone)]
struct Recorded {
    intact: Vec<u8>,
    backup: Vec<u8>,
    forgotten: BTreeSet<String>,
}

impl Recorded {
    fn new() -> Recorded {
        let folder = tempfile::tempdir().unwrap();
        let (path, backup) = (folder.path().join("memory.redb"), folder.path().join("backup.redb"));
        let (mut records, mut chance) = (open(&path), Chance(7));
        let mut note = |at: usize| Event {
            event_id: at.to_string(),
            ..Records::note(format!("{at} {}", chance.letters(N_LETTERS))).unwrap()
        };
        let notes: Vec<Event> = (0..N_NOTES).map(&mut note).collect();
        let ids: Vec<String> =
            notes.chunks(500).flat_map(|notes| records.record(notes).unwrap()).map(|one| one.id).collect();
        records.backup(&backup).unwrap();
        let forgotten: Vec<String> = ids.into_iter().step_by(2).collect();
        forgotten.chunks(500).for_each(|ids| drop(records.forget(ids).unwrap()));
        drop(records);
        let (intact, backup) = (fs::read(&path).unwrap(), fs::read(&backup).unwrap());
        assert!(intact.len() > SHORT, "{}", intact.len());
        Recorded { intact, backup, forgotten: forgotten.into_iter().collect() }
    }
}

/// A folder with a memory and its backup.
struct World {
    folder: TempDir,
    intact: Vec<u8>,
    forgotten: BTreeSet<String>,
}

impl World {
    fn new() -> World {
        static RECORDED: OnceLock<Recorded> = OnceLock::new();
        let Recorded { intact, backup, forgotten } = RECORDED.get_or_init(Recorded::new).clone();
        let world = World { folder: tempfile::tempdir().unwrap(), intact, forgotten };
        fs::write(world.path(), &world.intact).unwrap();
        fs::write(world.folder.path().join("backup.redb"), backup).unwrap();
        world
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("memory.redb")
    }

    /// Makes `damaged` the memory's file, and restores the backup. Returns how many forgotten notes are back, and
    /// whether the memory reported before that some rows cannot be read.
    fn restored(&self, damaged: &[u8]) -> (usize, bool) {
        fs::write(self.path(), damaged).unwrap();
        let mut records = open(&self.path());
        let is_damaged = records.verify().unwrap().is_some();
        let is_said = records.unreadable().unwrap().is_some();
        records.restore(&self.folder.path().join("backup.redb")).unwrap();
        let ids_there = ids(&mut records);
        assert!(ids_there.len() >= N_NOTES - self.forgotten.len());
        drop(records);
        let kept_path = self.kept_path();
        assert!(!is_damaged || fs::read(&kept_path).unwrap() == damaged, "what was there is kept");
        fs::remove_file(kept_path).unwrap();
        let names = fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let salvaged_files: Vec<_> = names.filter(|name| name.to_string_lossy().contains(".salvaged.")).collect();
        assert!(salvaged_files.is_empty(), "{salvaged_files:?}");
        (ids_there.intersection(&self.forgotten).count(), is_said)
    }

    fn kept_path(&self) -> PathBuf {
        let mut paths = fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().path());
        paths.find(|path| path.to_string_lossy().contains("before-restore-")).unwrap()
    }
}

fn open(path: &Path) -> Records {
    Records::open(Place::File(path.to_owned()), Settings::default()).unwrap()
}

fn ids(records: &mut Records) -> BTreeSet<String> {
    let mut text = String::new();
    records
        .export(&mut |lines| {
            text.push_str(lines);
            Ok(())
        })
        .unwrap();
    let id = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].as_str().map(str::to_owned);
    text.lines().filter_map(id).collect()
}

fn spoilt(intact: &[u8], page: usize) -> Vec<u8> {
    let mut bytes = intact.to_vec();
    bytes[page * PAGE..(page + 1) * PAGE].fill(0x5a);
    bytes
}

/// Once a damaged page brought all of 4,500 forgotten notes back in 11 of 60 copies without a message, and a missing
/// end did so in every copy. In 12 of 60 copies a sound backup was refused.
#[test]
fn what_was_forgotten_stays_so_where_a_backup_takes_a_damaged_memorys_place_or_it_is_said() {
    let world = World::new();
    let n_spoilt = std::env::var(N_SPOILT.0).map_or(N_SPOILT.1, |n| n.parse().unwrap());
    let n_cut = n_spoilt.div_ceil(4);
    let (mut chance, n_pages) = (Chance(3), world.intact.len() / PAGE);
    let spoilt = (0..n_spoilt).map(|_| spoilt(&world.intact, 1 + chance.below(n_pages - 1))).collect::<Vec<_>>();
    let mut chance = Chance(5);
    let cut = (0..n_cut).map(|_| world.intact[..chance.below(world.intact.len())].to_vec()).collect::<Vec<_>>();
    let (mut n_all_stayed, mut n_said) = (0, 0);
    for (at, damaged) in spoilt.iter().chain(&cut).enumerate() {
        let (n_back, is_said) = world.restored(damaged);
        assert!(n_back == 0 || is_said, "copy {at}: {n_back} came back");
        n_all_stayed += usize::from(n_back == 0);
        n_said += usize::from(is_said);
    }
    assert!(n_all_stayed >= n_spoilt * 3 / 4, "{n_all_stayed} of {}", n_spoilt + n_cut);
    assert!(n_said > n_cut / 2, "{n_said}");
    assert_eq!(world.restored(&world.intact), (0, false));
    assert_eq!(world.restored(b"no store at all"), (world.forgotten.len(), true));
}

/// Once notes that were forgotten in a damaged memory came back in the memory that replaced it, since the damage hid
/// some of them.
#[test]
fn a_memory_is_verified_before_another_one_replaces_it() {
    let world = World::new();
    let (mut chance, n_pages) = (Chance(3), world.intact.len() / PAGE);
    let other = world.folder.path().join("other.redb");
    let mut n_refused = 0;
    for _ in 0..4 {
        fs::copy(world.folder.path().join("backup.redb"), &other).unwrap();
        fs::write(world.path(), spoilt(&world.intact, 1 + chance.below(n_pages - 1))).unwrap();
        let mut there = open(&world.path());
        match open(&other).keep_to(&mut there) {
            Ok(n) => assert_eq!(n, world.forgotten.len() as u64),
            Err(Error::Store(StoreError::Damaged(_))) => n_refused += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(n_refused > 0);
}

/// Once a process verified a long memory only once in its life, and mended it only once.
#[test]
fn a_memory_that_stays_open_is_verified_by_each_round_of_upkeep_and_mended_as_often_as_it_is_damaged() {
    let world = World::new();
    let mut records = open(&world.path());
    let upkeep = |records: &mut Records| while !records.upkeep(10_000).unwrap().is_done {};
    upkeep(&mut records);
    let mut times = BTreeSet::new();
    for _ in 0..2 {
        let intact = fs::read(world.path()).unwrap();
        let mut chance = Chance(3);
        let page = std::iter::repeat_with(|| 1 + chance.below(intact.len() / PAGE - 1)).find(|page| {
            fs::write(world.folder.path().join("try.redb"), spoilt(&intact, *page)).unwrap();
            open(&world.folder.path().join("try.redb")).verify().unwrap().is_some()
        });
        // Damages the page in the file itself, as a disk does.
        let file = fs::OpenOptions::new().write(true).open(world.path()).unwrap();
        std::os::unix::fs::FileExt::write_all_at(&file, &[0x5a; PAGE], (page.unwrap() * PAGE) as u64).unwrap();
        upkeep(&mut records);
        times.insert(records.salvaged().unwrap().kept.clone());
        assert_eq!(records.verify().unwrap(), None);
    }
    assert_eq!(times.len(), 2, "{times:?}");
    assert_eq!(records.losses().unwrap().len(), 2);
}

/// Once the memory was refused, because a page of its rows had more rows than the component accepts at once.
#[test]
fn a_memory_of_very_many_small_records_is_restored() {
    const N: usize = 16_000;
    let world = tempfile::tempdir().unwrap();
    let (path, backup) = (world.path().join("memory.redb"), world.path().join("backup.redb"));
    let mut records = open(&path);
    let note = |at: usize| Event { event_id: at.to_string(), ..Records::note(at.to_string()).unwrap() };
    let notes: Vec<Event> = (0..N).map(note).collect();
    notes.chunks(1_000).for_each(|notes| _ = records.record(notes).unwrap());
    records.backup(&backup).unwrap();
    records.restore(&backup).unwrap();
    assert_eq!(records.totals().unwrap().n_records, N as u64);
}
