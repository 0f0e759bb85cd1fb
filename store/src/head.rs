//! The head of a redb file: the parts that must be valid for anything to be read.
//!
//! These are the magic bytes, the length of a page, and the flags that select one of the last two commits; no checksum
//! covers them. Not here: whether the pages of a commit are valid.

use std::io;

use redb::StorageBackend;

use crate::tree::Child;

/// The first bytes of every redb file.
const MAGIC: [u8; 9] = *b"redb\x1A\x0A\xA9\x0D\x0A";
/// Offset of the byte of flags, and its bits.
const FLAGS_AT: usize = 9;
const IS_SECOND: u8 = 1;
const IS_OPEN: u8 = 2;
const TWO_PHASES: u8 = 4;
const IS_UNFLUSHED: u8 = 8;
/// Offsets of the lengths of a page, of a region's head, and of a region, each in four bytes.
const PAGE_LENGTH_AT: usize = 12;
const REGION_HEAD_AT: usize = 16;
const REGION_LENGTH_AT: usize = 20;
/// Offsets of the number of full regions, and of the number of pages in the last region if it is not full.
const N_REGIONS_AT: usize = 24;
const LAST_REGION_AT: usize = 28;
/// Length of the part of the head that is repaired.
const HEAD_BYTES: usize = 32;
/// Length of a page in bytes, in all our files.
const PAGE_BYTES: u32 = 4_096;
/// Offsets of the two commits, the length of a commit, and offsets within it: whether it has a root page, that page,
/// the page's checksum, the number of the commit.
const COMMITS_AT: [usize; 2] = [64, 192];
const COMMIT_BYTES: usize = 128;
const HAS_ROOT_AT: usize = 1;
const ROOT_AT: usize = 8;
const ROOT_CHECKSUM_AT: usize = ROOT_AT + 8;
const COMMIT_NUMBER_AT: usize = 104;

/// The last commit as the head describes it, and what is needed to find its pages.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    /// Number of the commit.
    pub(crate) commit: u64,
    /// The root pages of the tables: that of the commit before the last one, then that of the last one. `None` for a
    /// commit without a root page; the first also if the last commit is flushed.
    pub(crate) roots: [Option<Child>; 2],
    n_head_pages: u64,
    n_region_pages: u64,
}

impl Head {
    /// Parses a head; `None` for bytes without a valid head, which redb reports itself.
    pub(crate) fn of(bytes: &[u8]) -> Option<Head> {
        let bytes = bytes.get(..COMMITS_AT[1] + COMMIT_BYTES).filter(|bytes| bytes.starts_with(&MAGIC))?;
        let pages = |at: usize| Some(u64::from(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?)));
        let flags = bytes[FLAGS_AT];
        let last_slot = usize::from(flags & IS_SECOND != 0);
        let commit_bytes = |at: usize| &bytes[COMMITS_AT[at]..COMMITS_AT[at] + COMMIT_BYTES];
        let root = |at: usize| {
            Child::at(commit_bytes(at), ROOT_AT, ROOT_CHECKSUM_AT).filter(|_| commit_bytes(at)[HAS_ROOT_AT] != 0)
        };
        let root_before = if flags & IS_UNFLUSHED == 0 { None } else { root(1 - last_slot) };
        Some(Head {
            commit: u64::from_le_bytes(*commit_bytes(last_slot)[COMMIT_NUMBER_AT..].first_chunk()?),
            roots: [root_before, root(last_slot)],
            n_head_pages: pages(REGION_HEAD_AT)?,
            n_region_pages: pages(REGION_LENGTH_AT)?,
        })
    }

    /// Offset in bytes of a page in the file. Of the bits of a page's number, the highest 5 are the binary logarithm of
    /// its length in pages, the lowest 20 its index among the pages of equal length in its region, the next 20 the
    /// region.
    pub(crate) fn offset_of(&self, page: Child) -> u64 {
        let order = page.number >> 59;
        let (index, region) = (page.number & (0xf_ffff >> order), page.number >> 20 & 0xf_ffff);
        let n_before = region.saturating_mul(self.n_head_pages.saturating_add(self.n_region_pages));
        let n_before = n_before.saturating_add(self.n_head_pages).saturating_add(index << order).saturating_add(1);
        n_before.saturating_mul(PAGE_BYTES.into())
    }
}

/// Whether redb can have written the flags in the head of a file. redb never marks a file as closed and its last commit
/// as not flushed; of a file with both marks it would read the commit before.
pub(crate) fn has_possible_head(file: &impl StorageBackend) -> io::Result<bool> {
    let mut head = [0; FLAGS_AT + 1];
    file.read(0, &mut head)?;
    Ok(has_possible_flags(&head))
}

/// Whether redb can have written the flags in a head; true also if the head is too short to have flags.
pub(crate) fn has_possible_flags(head: &[u8]) -> bool {
    head.get(FLAGS_AT).is_none_or(|flags| flags & IS_UNFLUSHED == 0 || flags & IS_OPEN != 0)
}

/// Repairs the head so that the last commit can be read, or the one before if `is_older`, and extends a truncated
/// file to the stated length. The caller passes an overlay: the file itself stays as it is.
pub(crate) fn repair_head(file: &impl StorageBackend, is_older: bool) -> io::Result<()> {
    let n_bytes = file.len()?;
    let mut head = [0; HEAD_BYTES];
    let n_there = HEAD_BYTES.min(usize::try_from(n_bytes).unwrap_or(HEAD_BYTES));
    file.read(0, &mut head[..n_there])?;
    head[..MAGIC.len()].copy_from_slice(&MAGIC);
    head[FLAGS_AT] = ((head[FLAGS_AT] & IS_SECOND) ^ u8::from(is_older)) | TWO_PHASES;
    head[PAGE_LENGTH_AT..REGION_HEAD_AT].copy_from_slice(&PAGE_BYTES.to_le_bytes());
    let stated_bytes = stated_length(&head);
    file.set_len(n_bytes.max(stated_bytes.min(max_stated_length(n_bytes))).max(PAGE_BYTES.into()))?;
    file.write(0, &head)
}

/// Length of the file in bytes as its head states it.
fn stated_length(head: &[u8; HEAD_BYTES]) -> u64 {
    let number = |at: usize| u64::from(u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]));
    let of_pages = |n: u64| n.saturating_mul(PAGE_BYTES.into());
    let full_regions = of_pages(number(REGION_HEAD_AT) + number(REGION_LENGTH_AT)).saturating_mul(number(N_REGIONS_AT));
    let last_region =
        if number(LAST_REGION_AT) > 0 { of_pages(number(REGION_HEAD_AT) + number(LAST_REGION_AT)) } else { 0 };
    full_regions.saturating_add(last_region).saturating_add(PAGE_BYTES.into())
}

/// The greatest length that is accepted from a head: 1 TiB more than the file has.
fn max_stated_length(n_bytes: u64) -> u64 {
    n_bytes.saturating_add(1 << 40)
}
