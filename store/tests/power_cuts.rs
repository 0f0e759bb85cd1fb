//! Power cuts at the storage backend: writes that were not synced are lost, come in another order, or are torn at a
//! sector.
//!
//! A file is written by commits, and each write and sync is logged. Then the power is cut at random places of that
//! log, and the bytes that a disk may hold are opened. They must be one of the committed states, and not older than the
//! last one acknowledged before the cut. The same holds if a second cut comes while the file is opened again.

mod disk;

use std::collections::BTreeMap;

use disk::{Disk, Random, bytes_after_cut, n_images, open};
use redb::Database;
use scrubjay_store::{Commit, View, commit, prepare};

/// The number of images that are made from the log, unless `IMAGES` sets another number, and the number of commits in
/// the log.
const N_IMAGES: usize = 400;
const N_COMMITS: u64 = 40;

type Rows = BTreeMap<Vec<u8>, Vec<u8>>;

/// A change of some rows, some of them large; `rows` becomes the content after it.
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

fn state(database: &Database) -> (u64, Rows) {
    let view = View::of(database).unwrap();
    let page = view.range(&[], &[0xff; 2], u32::MAX).unwrap();
    (view.generation(), page.rows.into_iter().collect())
}

#[test]
fn after_a_power_cut_a_store_is_in_a_state_that_was_committed_and_has_all_that_was_acknowledged() {
    let mut random = Random(0x5c2b_9a17);
    let disk = Disk::default();
    let mut database = open(&disk);
    prepare(&database).unwrap();
    // The log begins once the file exists: a new file appears whole by a rename, which is not tested here.
    let first_step = disk.n_steps();
    let mut rows = Rows::new();
    let mut states = vec![rows.clone()];
    let mut acknowledged = vec![first_step];
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
    for _ in 0..n_images(N_IMAGES) {
        let at = first_step + random.below(log.len() + 1 - first_step);
        let n_acknowledged = acknowledged.iter().filter(|n_steps| **n_steps <= at).count() as u64 - 1;
        let image = bytes_after_cut(&[], &log, at, &mut random);
        let cut_disk = Disk::of(image.clone());
        check(&open(&cut_disk), n_acknowledged, &states, at);
        // The power goes again while the file is opened.
        let second_log = cut_disk.log();
        let second_image = bytes_after_cut(&image, &second_log, random.below(second_log.len() + 1), &mut random);
        check(&open(&Disk::of(second_image)), n_acknowledged, &states, at);
    }
}

fn check(database: &Database, n_acknowledged: u64, states: &[Rows], at: usize) {
    let (generation, rows) = state(database);
    assert!(
        generation >= n_acknowledged && generation <= n_acknowledged + 1,
        "cut at {at}: {generation} after {n_acknowledged} was acknowledged"
    );
    assert!(rows == states[generation as usize], "cut at {at}: generation {generation} never was so");
}
