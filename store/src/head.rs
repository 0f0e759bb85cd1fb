//! The head of a redb file, as far as it must be right for anything to be read.
//!
//! It alone is under no checksum: its first bytes, the length of a page, and the flags that say which of the two last commits
//! counts. Not here: whether what the commits name is whole.

use std::io;

use redb::StorageBackend;

use crate::tree::Child;

/// The first bytes of every redb file.
const MAGIC: [u8; 9] = *b"redb\x1A\x0A\xA9\x0D\x0A";
/// Where the flags stand, and what they mean.
const FLAGS: usize = 9;
const IS_SECOND: u8 = 1;
const IS_OPEN: u8 = 2;
const TWO_PHASES: u8 = 4;
const IS_UNFLUSHED: u8 = 8;
/// Where the length of a page stands, that of a region's head, and that of a region, each in four bytes.
const PAGE: usize = 12;
const REGION_HEAD: usize = 16;
const REGION: usize = 20;
/// Where it is said how many regions are full, and how many pages the last one has.
const N_REGIONS: usize = 24;
const LAST_REGION: usize = 28;
/// The bytes of the head that are read here.
const N_BYTES: usize = 32;
/// The length of a page in all our files.
const PAGE_BYTES: u32 = 4_096;
/// Where the two commits stand, and how many bytes each has; in one, whether it names a topmost page, where that stands, where its
/// checksum, and the number of the commit.
const COMMITS: [usize; 2] = [64, 192];
const COMMIT_BYTES: usize = 128;
const HAS_ROOT: usize = 1;
const ROOT: usize = 8;
const ROOT_CHECKSUM: usize = ROOT + 8;
const COMMIT: usize = 104;

/// The description of the last commit in a head.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    /// Its number.
    pub(crate) commit: u64,
    /// The topmost page of its tables, and that of the commit before it while that is the one to be read.
    pub(crate) roots: [Option<Child>; 2],
    region_head: u64,
    region: u64,
}

impl Head {
    /// Parses a head; `None` if the bytes are none, which redb reports itself.
    pub(crate) fn of(bytes: &[u8]) -> Option<Head> {
        let bytes = bytes.get(..COMMITS[1] + COMMIT_BYTES).filter(|bytes| bytes.starts_with(&MAGIC))?;
        let pages = |at: usize| Some(u64::from(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?)));
        let flags = bytes[FLAGS];
        let last = usize::from(flags & IS_SECOND != 0);
        let commit = |at: usize| &bytes[COMMITS[at]..COMMITS[at] + COMMIT_BYTES];
        let root = |at: usize| Child::at(commit(at), ROOT, ROOT_CHECKSUM).filter(|_| commit(at)[HAS_ROOT] != 0);
        let before = if flags & IS_UNFLUSHED == 0 { None } else { root(1 - last) };
        Some(Head {
            commit: u64::from_le_bytes(*commit(last)[COMMIT..].first_chunk()?),
            roots: [before, root(last)],
            region_head: pages(REGION_HEAD)?,
            region: pages(REGION)?,
        })
    }

    /// Where a page begins. In its number stand, from the last bit on, which it is among those of its length in its region, in 20 bits,
    /// the region, in 20, and in the first five of how many pages it has the length: as a power of two.
    pub(crate) fn place_of(&self, page: Child) -> u64 {
        let order = page.number >> 59;
        let (index, region) = (page.number & (0xf_ffff >> order), page.number >> 20 & 0xf_ffff);
        let n_before = region.saturating_mul(self.region_head.saturating_add(self.region));
        let n_before = n_before.saturating_add(self.region_head).saturating_add(index << order).saturating_add(1);
        n_before.saturating_mul(PAGE_BYTES.into())
    }
}

/// Whether the flags are such as a writer leaves. A reader of a file that was closed, and whose last commit counts as not flushed
/// all the same, would be given the one before it.
pub(crate) fn is_possible(file: &impl StorageBackend) -> io::Result<bool> {
    let mut head = [0; FLAGS + 1];
    file.read(0, &mut head)?;
    Ok(has_possible_flags(&head))
}

/// The same of the bytes of a head.
pub(crate) fn has_possible_flags(head: &[u8]) -> bool {
    head.get(FLAGS).is_none_or(|flags| flags & IS_UNFLUSHED == 0 || flags & IS_OPEN != 0)
}

/// Puts right what cannot be otherwise, so that the last commit can be read, or the one before it, and makes a file that was
/// cut as long as its head says. The caller's file is under an overlay: it stays as it is.
pub(crate) fn mend(file: &impl StorageBackend, is_older: bool) -> io::Result<()> {
    let n_bytes = file.len()?;
    let mut head = [0; N_BYTES];
    let n_there = N_BYTES.min(usize::try_from(n_bytes).unwrap_or(N_BYTES));
    file.read(0, &mut head[..n_there])?;
    head[..MAGIC.len()].copy_from_slice(&MAGIC);
    head[FLAGS] = ((head[FLAGS] & IS_SECOND) ^ u8::from(is_older)) | TWO_PHASES;
    head[PAGE..REGION_HEAD].copy_from_slice(&PAGE_BYTES.to_le_bytes());
    let stated = stated_length(&head);
    file.set_len(n_bytes.max(stated.min(max_stated(n_bytes))).max(PAGE_BYTES.into()))?;
    file.write(0, &head)
}

/// The length of the file as its head states it.
fn stated_length(head: &[u8; N_BYTES]) -> u64 {
    let number = |at: usize| u64::from(u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]));
    let of_pages = |n: u64| n.saturating_mul(PAGE_BYTES.into());
    let full = of_pages(number(REGION_HEAD) + number(REGION)).saturating_mul(number(N_REGIONS));
    let last = if number(LAST_REGION) > 0 { of_pages(number(REGION_HEAD) + number(LAST_REGION)) } else { 0 };
    full.saturating_add(last).saturating_add(PAGE_BYTES.into())
}

/// The longest file that a head may state to be believed: behind the end of the file there is nothing to read anyway.
fn max_stated(n_bytes: u64) -> u64 {
    n_bytes.saturating_add(1 << 40)
}
