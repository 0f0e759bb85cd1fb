//! What a program brings along where there is no system below it and no standard library: its memory, and how it ends.
//!
//! A panic is a trap, at once. The standard library would put a message together for nobody to read, and its code and every
//! place in the sources that could be named would be in the component.

use core::alloc::{GlobalAlloc, Layout};
use core::panic::PanicInfo;

use dlmalloc::GlobalDlmalloc;

#[panic_handler]
fn panicked(_: &PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

#[global_allocator]
static HEAP: Heap = Heap;

/// The allocator, by one function for each of its calls: inlined, their checks would stand at a thousand places.
struct Heap;

// SAFETY: each call is handed on as it is.
unsafe impl GlobalAlloc for Heap {
    #[inline(never)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller vouches.
        unsafe { GlobalDlmalloc.alloc(layout) }
    }

    #[inline(never)]
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as the caller vouches.
        unsafe { GlobalDlmalloc.dealloc(at, layout) }
    }

    #[inline(never)]
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, n_bytes: usize) -> *mut u8 {
        // SAFETY: as the caller vouches.
        unsafe { GlobalDlmalloc.realloc(at, layout, n_bytes) }
    }
}
