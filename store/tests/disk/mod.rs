//! A disk in memory that logs its writes and syncs, and the bytes that it may hold after a power cut.
//! Writes that were not synced are lost, come in another order, or are torn at a sector.

use std::io;
use std::sync::{Arc, Mutex};

use redb::{Builder, Database, StorageBackend};

const SECTOR_BYTES: usize = 512;

/// A change of a disk.
#[derive(Clone)]
pub(crate) enum Step {
    Write(u64, Vec<u8>),
    Resize(u64),
    Sync,
}

/// A disk in memory that logs its changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Disk(Arc<Mutex<DiskState>>);

#[derive(Default)]
pub(crate) struct DiskState {
    bytes: Vec<u8>,
    log: Vec<Step>,
}

impl std::fmt::Debug for DiskState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes", self.bytes.len())
    }
}

impl Disk {
    pub(crate) fn of(bytes: Vec<u8>) -> Disk {
        Disk(Arc::new(Mutex::new(DiskState { bytes, log: Vec::new() })))
    }

    pub(crate) fn n_steps(&self) -> usize {
        self.0.lock().unwrap().log.len()
    }

    pub(crate) fn log(&self) -> Vec<Step> {
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

impl DiskState {
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
        let state = self.0.lock().unwrap();
        let range = offset as usize..offset as usize + out.len();
        out.copy_from_slice(state.bytes.get(range).ok_or(io::ErrorKind::UnexpectedEof)?);
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
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }

    pub(crate) fn is_one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// The bytes that a disk may hold after a cut at a step: all synced changes, and any of the others in any order.
pub(crate) fn bytes_after_cut(bytes_before: &[u8], log: &[Step], at: usize, random: &mut Random) -> Vec<u8> {
    let n_synced = log[..at].iter().rposition(|step| matches!(step, Step::Sync)).map_or(0, |last| last + 1);
    let mut bytes = bytes_before.to_vec();
    log[..n_synced].iter().for_each(|step| apply(&mut bytes, step));
    let mut pending_steps = log[n_synced..at].to_vec();
    for place in (1..pending_steps.len()).rev() {
        pending_steps.swap(place, random.below(place + 1));
    }
    for step in &mut pending_steps {
        if random.is_one_in(3) {
            continue;
        }
        if let Step::Write(offset, data) = step
            && random.is_one_in(4)
        {
            // Torn: only some sectors of the write reach the disk.
            for (sector, part) in data.chunks(SECTOR_BYTES).enumerate() {
                if !random.is_one_in(2) {
                    apply(&mut bytes, &Step::Write(*offset + (sector * SECTOR_BYTES) as u64, part.to_vec()));
                }
            }
            continue;
        }
        apply(&mut bytes, step);
    }
    bytes
}

pub(crate) fn open(disk: &Disk) -> Database {
    Builder::new().create_with_backend(disk.clone()).unwrap()
}

/// The number of images that a test makes; the environment variable `IMAGES` sets another one for a long run.
pub(crate) fn n_images(usual: usize) -> usize {
    std::env::var("IMAGES").map_or(usual, |number| number.parse().unwrap())
}
