//! The door: Scrubjay's core as a component. Each export converts its arguments, calls the façade, and converts the
//! answer; nothing is decided here.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

#[cfg(target_arch = "wasm32")]
mod alone;
mod compare;
mod convert;
mod graph;
mod memory;
mod recall;

use core::cell::{LazyCell, RefCell};
use core::mem::ManuallyDrop;

use scrubjay_core::memory::Memory;

/// What `wit-bindgen` makes of the WIT.
#[allow(clippy::all, reason = "generated")]
mod bindings {
    wit_bindgen::generate!({ path: "../../wit", world: "scrubjay", default_bindings_module: "crate::bindings" });
}

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

struct Component;

bindings::export!(Component with_types_in bindings);
