//! Power cuts at the storage backend: writes that were not synced are lost, come in another order, or are torn at a sector.
//!
//! A file is written by commits, and each write and sync is noted. Then the power is cut at random places of that log, and what
//! a disk may hold is opened: it must be one of the states that were committed, at least the last one that was acknowledged
//! before the cut; also where a second cut comes while the file is opened again.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};

use redb::{Builder, Database, StorageBackend};
use scrubjay_store::{Commit, View, commit, prepare};

/// Images that are made of each log, and commits of a log. `IMAGES` names another number for a long run.
const N_IMAGES: usize = 400;
const N_COMMITS: u64 = 40;
const SECTOR: usize = 512;

/// What was done to a disk, in its order.
#[derive(Clone)]
enum Step {
    Write(u64, Vec<u8>),
    Resize(u64),
    Sync,
}

/// A disk that notes what is done to it.
#[derive(Clone, Debug, Default)]
struct Disk(Arc<Mutex<Noted>>);

#[derive(Default)]
struct Noted {
    bytes: Vec<u8>,
    log: Vec<Step>,
}

impl std::fmt::Debug for Noted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes", self.bytes.len())
    }
}

impl Disk {
    fn of(bytes: Vec<u8>) -> Disk {
        Disk(Arc::new(Mutex::new(Noted { bytes, log: Vec::new() })))
    }

    fn n_steps(&self) -> usize {
        self.0.lock().unwrap().log.len()
    }

    fn log(&self) -> Vec<Step> {
        self.0.lock().unwrap().log.clone()
    }
}

fn apply(bytes: &mut Vec<u8>, step: &Step) {
    match step {
        Step::Write(at, data) => {
            let (at, end) = (*at as usize, *at as usize + data.len());
            if bytes.len() < end {
                bytes.resize(end, 0);
            }
            bytes[at..end].copy_from_slice(data);
        }
        Step::Resize(length) => bytes.resize(*length as usize, 0),
        Step::Sync => {}
    }
}

impl Noted {
    fn take(&mut self, step: Step) {
        apply(&mut self.bytes, &step);
        self.log.push(step);
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.lock().unwrap().bytes.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let noted = self.0.lock().unwrap();
        let range = offset as usize..offset as usize + out.len();
        out.copy_from_slice(noted.bytes.get(range).ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.0.lock().unwrap().take(Step::Resize(length));
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        self.0.lock().unwrap().take(Step::Sync);
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.0.lock().unwrap().take(Step::Write(offset, data.to_vec()));
        Ok(())
    }
}

/// Random numbers that are the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }

    fn is_one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// What a disk may hold after a cut: all that was synced, and of the rest any part in any order.
fn cut(before: &[u8], log: &[Step], at: usize, random: &mut Random) -> Vec<u8> {
    let synced = log[..at].iter().rposition(|step| matches!(step, Step::Sync)).map_or(0, |last| last + 1);
    let mut bytes = before.to_vec();
    log[..synced].iter().for_each(|step| apply(&mut bytes, step));
    let mut pending = log[synced..at].to_vec();
    for place in (1..pending.len()).rev() {
        pending.swap(place, random.below(place + 1));
    }
    for step in &mut pending {
        if random.is_one_in(3) {
            continue;
        }
        if let Step::Write(offset, data) = step
            && random.is_one_in(4)
        {
            // Torn: some sectors of it reach the disk.
            for (sector, part) in data.chunks(SECTOR).enumerate() {
                if !random.is_one_in(2) {
                    apply(&mut bytes, &Step::Write(*offset + (sector * SECTOR) as u64, part.to_vec()));
                }
            }
            continue;
        }
        apply(&mut bytes, step);
    }
    bytes
}

type Rows = BTreeMap<Vec<u8>, Vec<u8>>;

/// A change of some rows, some of them large, and the rows after it.
fn change(at: u64, rows: &mut Rows, random: &mut Random) -> Commit {
    let mut puts = Vec::new();
    for _ in 0..=random.below(6) {
        let (key, length) = (vec![random.below(40) as u8], random.below(9_000));
        puts.push((key, (0..length).map(|_| random.below(256) as u8).collect::<Vec<u8>>()));
    }
    let deletes: Vec<Vec<u8>> = (0..random.below(3)).map(|_| vec![random.below(40) as u8]).collect();
    let mut change = Commit::from(at);
    assert!(change.add(at, at + 1, deletes.clone(), puts.clone()));
    deletes.iter().for_each(|key| drop(rows.remove(key)));
    rows.extend(puts);
    change
}

fn open(disk: &Disk) -> Database {
    Builder::new().create_with_backend(disk.clone()).unwrap()
}

fn state(database: &Database) -> (u64, Rows) {
    let view = View::of(database).unwrap();
    let page = view.range(&[], &[0xff; 2], u32::MAX).unwrap();
    (view.generation(), page.rows.into_iter().collect())
}

#[test]
fn after_a_power_cut_a_store_is_in_a_state_that_was_committed_and_has_all_that_was_acknowledged() {
    let n_images = std::env::var("IMAGES").map_or(N_IMAGES, |number| number.parse().unwrap());
    let mut random = Random(0x5c2b_9a17);
    let disk = Disk::default();
    let mut database = open(&disk);
    prepare(&database).unwrap();
    // From here on the file exists; that a new one appears whole is the work of a rename.
    let made = disk.n_steps();
    let mut rows = Rows::new();
    let mut states = vec![rows.clone()];
    let mut acknowledged = vec![made];
    for at in 0..N_COMMITS {
        commit(&database, &change(at, &mut rows, &mut random)).unwrap();
        acknowledged.push(disk.n_steps());
        states.push(rows.clone());
        if at % 10 == 9 {
            drop(database);
            database = open(&disk);
        }
    }
    drop(database);
    let log = disk.log();
    for _ in 0..n_images {
        let at = made + random.below(log.len() + 1 - made);
        let least = acknowledged.iter().filter(|n_steps| **n_steps <= at).count() as u64 - 1;
        let image = cut(&[], &log, at, &mut random);
        let once = Disk::of(image.clone());
        check(&open(&once), least, &states, at);
        // The power goes again while the file is opened.
        let again = once.log();
        let second = cut(&image, &again, random.below(again.len() + 1), &mut random);
        check(&open(&Disk::of(second)), least, &states, at);
    }
}

fn check(database: &Database, least: u64, states: &[Rows], at: usize) {
    let (generation, rows) = state(database);
    assert!(generation >= least && generation <= least + 1, "cut at {at}: {generation} after {least} was acknowledged");
    assert!(rows == states[generation as usize], "cut at {at}: generation {generation} never was so");
}
