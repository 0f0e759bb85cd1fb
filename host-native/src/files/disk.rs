//! Tells which file systems are on the machine's own disks or in its memory; an unknown one does not count.
//!
//! On these file systems a write of one process is visible to all others at once, and the times of a folder change with
//! the names in it. Network file systems and those that a program provides may do neither. Implemented on Linux only.

use rustix::fs::StatFs;

/// The magic numbers of local file systems, from `linux/magic.h`.
const EXT: u64 = 0xef53;
const XFS: u64 = 0x5846_5342;
const BTRFS: u64 = 0x9123_683e;
const F2FS: u64 = 0xf2f5_2010;
const TMPFS: u64 = 0x0102_1994;
const OVERLAY: u64 = 0x794c_7630;

/// Whether a file system is known to be local.
pub(crate) fn is_own_disk(system: &StatFs) -> bool {
    // The numbers have 32 bits; the type that contains them depends on the machine.
    let kind = system.f_type as u64 & 0xffff_ffff;
    [EXT, XFS, BTRFS, F2FS, TMPFS, OVERLAY].contains(&kind)
}
