//! The door: Scrubjay's core as a component. Each export converts its arguments, calls the façade, and converts the
//! answer; nothing is decided here.

mod compare;
mod convert;
mod graph;
mod memory;
mod recall;

use std::cell::RefCell;

use scrubjay_core::memory::Memory;

/// What `wit-bindgen` makes of the WIT.
#[allow(clippy::all, reason = "generated")]
mod bindings {
    wit_bindgen::generate!({ path: "../../wit", world: "scrubjay", default_bindings_module: "crate::bindings" });
}

thread_local! {
    /// One instance is one memory.
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Calls the façade.
fn with_memory<T>(call: impl FnOnce(&mut Memory) -> T) -> T {
    MEMORY.with_borrow_mut(call)
}

struct Component;

bindings::export!(Component with_types_in bindings);
