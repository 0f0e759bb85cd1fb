//! Tells which file systems are on the machine's own disks or in its memory; an unknown one does not count.
//!
//! There what one process writes is seen by all others at once, and a folder's times change with the names in it. Neither holds on
//! each file system of a network, or that a program makes. Known on Linux alone.

use rustix::fs::StatFs;

/// Their numbers, from `linux/magic.h`.
const EXT: u64 = 0xef53;
const XFS: u64 = 0x5846_5342;
const BTRFS: u64 = 0x9123_683e;
const F2FS: u64 = 0xf2f5_2010;
const TMPFS: u64 = 0x0102_1994;
const OVERLAY: u64 = 0x794c_7630;

/// Whether a file system is one of these.
pub(crate) fn is_own(system: &StatFs) -> bool {
    // The numbers have 32 bits; the type that contains them depends on the machine.
    let kind = system.f_type as u64 & 0xffff_ffff;
    [EXT, XFS, BTRFS, F2FS, TMPFS, OVERLAY].contains(&kind)
}
