//! The door: Scrubjay's core as a component. Each export takes its arguments, calls the façade, and writes the answer for the
//! host to read; nothing is decided here.
//!
//! The glue is ours: `layout` says how values lie in memory, `lift` takes arguments and `lower` writes answers, `shapes` knows
//! the records of the WIT, and `exports` its functions.

#![cfg_attr(target_arch = "wasm32", no_std)]
#![cfg_attr(not(target_arch = "wasm32"), allow(dead_code, reason = "nothing is exported elsewhere"))]

extern crate alloc;

#[cfg(target_arch = "wasm32")]
mod alone;
mod compare;
mod exports;
mod layout;
mod lift;
mod lower;
mod shapes;

use core::cell::{LazyCell, RefCell};
use core::mem::ManuallyDrop;

use scrubjay_core::memory::Memory;

/// One instance is one memory, which ends with it and needs no code to be dropped.
static MEMORY: OneThread<LazyCell<ManuallyDrop<RefCell<Memory>>>> = OneThread(LazyCell::new(ManuallyDrop::default));

/// What only one thread ever sees.
struct OneThread<T>(T);

// SAFETY: an instance of the component has one thread.
unsafe impl<T> Sync for OneThread<T> {}

/// Calls the façade.
fn with_memory<T>(call: impl FnOnce(&mut Memory) -> T) -> T {
    call(&mut MEMORY.0.borrow_mut())
}
