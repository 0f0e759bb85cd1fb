//! The component's linear memory in large pages, where the system has them.
//!
//! A new instance soon uses megabytes that were never touched, and in small pages each four kilobytes of them interrupt the
//! program once, which tells where a process only opens a store and answers. Promises what wasmtime asks of a
//! memory: it begins as zeros, stays where it is, and nothing but itself lies behind it as far as machine code reaches without
//! a check. Its end is rounded up to a whole large page: what the component is refused is still what it asks for.
//!
//! Not here: how much it may grow (`instance`).

use std::io;
use std::ptr::{NonNull, null_mut};

use rustix::mm::{Advice, MapFlags, MprotectFlags, ProtFlags, madvise, mmap_anonymous, mprotect, munmap};
use wasmtime::{LinearMemory, MemoryCreator, MemoryType};

/// Bytes of a large page on most machines; where it is another number the advice is of less use, and nothing else.
const LARGE_PAGE: usize = 2 << 20;

/// Makes memories that ask for large pages.
pub(super) struct LargePages;

/// Addresses that belong to one memory, the first `open` bytes from `base` on readable and writable.
struct Reservation {
    mapped: NonNull<u8>,
    n_mapped: usize,
    base: NonNull<u8>,
    capacity: usize,
    open: usize,
    size: usize,
}

// SAFETY: the addresses are this value's alone, and no thread is tied to them.
unsafe impl Send for Reservation {}
// SAFETY: as above; a shared reference only tells where and how long.
unsafe impl Sync for Reservation {}

impl Reservation {
    /// Reserves `capacity` bytes and `guard` more that stay closed, from the beginning of a large page on.
    fn new(capacity: usize, guard: usize) -> io::Result<Reservation> {
        let n_mapped = capacity + guard + LARGE_PAGE;
        let flags = MapFlags::PRIVATE | MapFlags::NORESERVE;
        // SAFETY: the system chooses addresses that nothing else uses.
        let mapped = unsafe { mmap_anonymous(null_mut(), n_mapped, ProtFlags::empty(), flags)? };
        let mapped = NonNull::new(mapped.cast::<u8>()).ok_or(io::ErrorKind::OutOfMemory)?;
        let before = mapped.as_ptr().align_offset(LARGE_PAGE);
        // SAFETY: at most a large page from the beginning, and one more than asked for was mapped.
        let base = unsafe { mapped.add(before) };
        // SAFETY: within what was mapped. A system that has no large pages refuses, and small ones do as well.
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
            // SAFETY: within what was mapped, and closed until now.
            unsafe { mprotect(self.base.add(self.open).as_ptr().cast(), open - self.open, readable)? };
            self.open = open;
        }
        self.size = size;
        Ok(())
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        // SAFETY: mapped by `new` and lent to nobody who outlives this. Nothing could be done where the system refuses.
        let _ = unsafe { munmap(self.mapped.as_ptr().cast(), self.n_mapped) };
    }
}

// SAFETY: the memory has the size, the room to grow and the guard that are asked for, and nobody else has its addresses.
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

// SAFETY: mapped in whole pages, and closed from its end to the end of its guard, but for the rest of a large page that
// belongs to nobody else.
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
        // SAFETY: as many bytes are open, and the memory is lent for as long.
        unsafe { std::slice::from_raw_parts_mut(memory.base.as_ptr(), memory.size) }
    }

    #[test]
    fn a_memory_grows_in_place_and_begins_as_zeros() {
        let mut memory = Reservation::new(64 << 20, PAGE).unwrap();
        memory.grow(PAGE).unwrap();
        bytes(&mut memory).fill(7);
        let place = memory.base;
        memory.grow(5 << 20).unwrap();
        assert_eq!(memory.base, place);
        let (old, new) = bytes(&mut memory).split_at(PAGE);
        assert!(old.iter().all(|byte| *byte == 7));
        assert!(new.iter().all(|byte| *byte == 0));
    }

    #[test]
    fn a_memory_begins_a_large_page_and_ends_with_what_was_reserved() {
        let mut memory = Reservation::new(3 * PAGE, PAGE).unwrap();
        assert_eq!(memory.base.as_ptr().align_offset(LARGE_PAGE), 0);
        memory.grow(3 * PAGE).unwrap();
        assert_eq!(memory.open, 3 * PAGE);
        assert_eq!(memory.grow(4 * PAGE).unwrap_err().kind(), io::ErrorKind::OutOfMemory);
        assert_eq!(memory.size, 3 * PAGE);
    }
}
