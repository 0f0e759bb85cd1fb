//! The allocator and the panic handler of the component, which has no standard library and no system below it.
//!
//! A panic traps at once. The standard library would build a message that nobody reads. Its code, and the paths of all
//! source files, would be in the component.

use core::alloc::{GlobalAlloc, Layout};
use core::panic::PanicInfo;

use dlmalloc::GlobalDlmalloc;

#[panic_handler]
fn panicked(_: &PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

#[global_allocator]
static HEAP: Heap = Heap;

/// The allocator. Its functions are not inlined, because their checks would be repeated at a thousand places.
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
