//! The component's linear memory in large pages, if the system supports them.
//!
//! A new instance soon uses megabytes of fresh memory. With small pages, every four kilobytes cause a page fault, which
//! matters if a process only opens a store and answers. The memory satisfies wasmtime's requirements: it is zeroed,
//! never moves, and nothing else is mapped behind it within the reach of unchecked machine code. Its end is rounded up
//! to a whole large page, but the component cannot use more than its limit.
//!
//! Not here: how much it may grow (`instance`).

use std::io;
use std::ptr::{NonNull, null_mut};

use rustix::mm::{Advice, MapFlags, MprotectFlags, ProtFlags, madvise, mmap_anonymous, mprotect, munmap};
use wasmtime::{LinearMemory, MemoryCreator, MemoryType};

/// The size of a large page on most machines. With another size the advice is less useful, but harmless.
const LARGE_PAGE: usize = 2 << 20;

/// Creates memories that ask for large pages.
pub(super) struct LargePages;

/// The addresses of one memory; the first `open` bytes from `base` are readable and writable.
struct Reservation {
    mapped: NonNull<u8>,
    n_mapped: usize,
    base: NonNull<u8>,
    capacity: usize,
    open: usize,
    size: usize,
}

// SAFETY: the addresses belong to this value alone, and are not tied to a thread.
unsafe impl Send for Reservation {}
// SAFETY: as above; a shared reference only gives the address and lengths.
unsafe impl Sync for Reservation {}

impl Reservation {
    /// Reserves `capacity` bytes and an inaccessible `guard` after them, starting at the boundary of a large page.
    fn new(capacity: usize, guard: usize) -> io::Result<Reservation> {
        let n_mapped = capacity + guard + LARGE_PAGE;
        let flags = MapFlags::PRIVATE | MapFlags::NORESERVE;
        // SAFETY: the system chooses addresses that nothing else uses.
        let mapped = unsafe { mmap_anonymous(null_mut(), n_mapped, ProtFlags::empty(), flags)? };
        let mapped = NonNull::new(mapped.cast::<u8>()).ok_or(io::ErrorKind::OutOfMemory)?;
        let before = mapped.as_ptr().align_offset(LARGE_PAGE);
        // SAFETY: at most one large page from the start, and one more than requested was mapped.
        let base = unsafe { mapped.add(before) };
        // SAFETY: within the mapping. A system without large pages refuses, and small ones work as well.
        let _ = unsafe { madvise(base.as_ptr().cast(), capacity, Advice::LinuxHugepage) };
        Ok(Reservation { mapped, n_mapped, base, capacity, open: 0, size: 0 })
    }

    fn grow(&mut self, size: usize) -> io::Result<()> {
        if size > self.capacity {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        let open = size.next_multiple_of(LARGE_PAGE).min(self.capacity);
        if open > self.open {
            let readable = MprotectFlags::READ | MprotectFlags::WRITE;
            // SAFETY: within the mapping, and inaccessible until now.
            unsafe { mprotect(self.base.add(self.open).as_ptr().cast(), open - self.open, readable)? };
            self.open = open;
        }
        self.size = size;
        Ok(())
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        // SAFETY: mapped by `new`, and not borrowed by anything that outlives this. A refusal by the system cannot be
        // handled.
        let _ = unsafe { munmap(self.mapped.as_ptr().cast(), self.n_mapped) };
    }
}

// SAFETY: the memory has the requested size, capacity and guard, and nothing else uses its addresses.
unsafe impl MemoryCreator for LargePages {
    fn new_memory(
        &self,
        _: MemoryType,
        minimum: usize,
        maximum: Option<usize>,
        reserved: Option<usize>,
        guard: usize,
    ) -> Result<Box<dyn LinearMemory>, String> {
        let capacity = reserved.or(maximum).unwrap_or(minimum).max(minimum);
        let made = Reservation::new(capacity, guard).and_then(|mut memory| memory.grow(minimum).map(|()| memory));
        made.map(|memory| Box::new(memory) as Box<dyn LinearMemory>).map_err(|error| error.to_string())
    }
}

// SAFETY: mapped in whole pages, and inaccessible from its end to the end of its guard, except for the rest of a large
// page that belongs to nothing else.
unsafe impl LinearMemory for Reservation {
    fn byte_size(&self) -> usize {
        self.size
    }

    fn byte_capacity(&self) -> usize {
        self.capacity
    }

    fn grow_to(&mut self, size: usize) -> wasmtime::Result<()> {
        Ok(self.grow(size)?)
    }

    fn as_ptr(&self) -> *mut u8 {
        self.base.as_ptr()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: usize = 1 << 16;

    /// All bytes of a memory.
    fn bytes(memory: &mut Reservation) -> &mut [u8] {
        // SAFETY: this many bytes are accessible, and the memory is borrowed for as long.
        unsafe { std::slice::from_raw_parts_mut(memory.base.as_ptr(), memory.size) }
    }

    #[test]
    fn a_memory_grows_in_place_and_starts_zeroed() {
        let mut memory = Reservation::new(64 << 20, PAGE).unwrap();
        memory.grow(PAGE).unwrap();
        bytes(&mut memory).fill(7);
        let base = memory.base;
        memory.grow(5 << 20).unwrap();
        assert_eq!(memory.base, base);
        let (old, new) = bytes(&mut memory).split_at(PAGE);
        assert!(old.iter().all(|byte| *byte == 7));
        assert!(new.iter().all(|byte| *byte == 0));
    }

    #[test]
    fn a_memory_starts_at_a_large_page_and_ends_with_its_reservation() {
        let mut memory = Reservation::new(3 * PAGE, PAGE).unwrap();
        assert_eq!(memory.base.as_ptr().align_offset(LARGE_PAGE), 0);
        memory.grow(3 * PAGE).unwrap();
        assert_eq!(memory.open, 3 * PAGE);
        assert_eq!(memory.grow(4 * PAGE).unwrap_err().kind(), io::ErrorKind::OutOfMemory);
        assert_eq!(memory.size, 3 * PAGE);
    }
}
