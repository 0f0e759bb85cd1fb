//! The component in wasmtime, loaded from machine code that was compiled with this library, with limits on memory and
//! time.
//!
//! A trap kills its instance, never the host: the instance is dropped and the next one is opened from the store. Not
//! here: the questions to the component.

pub mod bindings;
mod config;
mod deadline;
mod error;
mod instance;
#[cfg(target_os = "linux")]
mod large_pages;

use std::cell::RefCell;

pub use config::config;
pub use error::{GuestError, Stop};
pub use instance::{Allowance, Guest, Instance, Limits};

/// A new instance. The component is loaded on the first call and stored in `guest`.
///
/// # Errors
/// As for [`Guest::load`] and [`Guest::instance`].
pub(crate) fn start_instance(guest: &mut Option<Guest>) -> Result<Instance, GuestError> {
    let loaded = match guest.take() {
        Some(loaded) => loaded,
        None => Guest::load()?,
    };
    guest.insert(loaded).instance(Allowance::default())
}

/// Makes a call that needs no open store, on an instance that each thread keeps for such calls.
///
/// # Errors
/// As for [`start_instance`] and [`Instance::call`].
pub(crate) fn on_spare_instance<T>(
    name: &'static str,
    make: impl FnOnce(&bindings::Scrubjay, &mut wasmtime::Store<Limits>) -> wasmtime::Result<T>,
) -> Result<T, GuestError> {
    thread_local! {
        static SPARE: RefCell<(Option<Guest>, Option<Instance>)> = const { RefCell::new((None, None)) };
    }
    SPARE.with_borrow_mut(|(guest, spare)| {
        let mut instance = spare.take().map_or_else(|| start_instance(guest), Ok)?;
        let made = instance.call(name, make)?;
        *spare = Some(instance);
        Ok(made)
    })
}

/// The component's WebAssembly, for hosts that run it by themselves.
pub const COMPONENT: &[u8] = include_bytes!(env!("SCRUBJAY_COMPONENT"));

/// The SHA-256 of [`COMPONENT`], for programs that need not include the component itself.
pub const COMPONENT_HASH: &[u8; 32] = include_bytes!(env!("SCRUBJAY_COMPONENT_HASH"));

/// The component as machine code, compiled with the configuration of [`config`].
const PRECOMPILED: &[u8] = include_bytes!(env!("SCRUBJAY_MACHINE_CODE"));
