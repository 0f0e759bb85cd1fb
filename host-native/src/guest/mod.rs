//! The component in wasmtime: loaded from what was compiled with this library, with limits on memory and time.
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

pub use config::config;
pub use error::{GuestError, Stop};
pub use instance::{Allowance, Guest, Instance, Limits};

/// A new instance of a component that is loaded once, when it is first needed.
///
/// # Errors
/// As for [`Guest::load`] and [`Guest::instance`].
pub(crate) fn started(guest: &mut Option<Guest>) -> Result<Instance, GuestError> {
    let loaded = match guest.take() {
        Some(loaded) => loaded,
        None => Guest::load()?,
    };
    guest.insert(loaded).instance(Allowance::default())
}

/// The component itself, for hosts that run it in their own way.
pub const COMPONENT: &[u8] = include_bytes!(env!("SCRUBJAY_COMPONENT"));

/// The SHA-256 of that: who only names the component need not carry it.
pub const COMPONENT_HASH: &[u8; 32] = include_bytes!(env!("SCRUBJAY_COMPONENT_HASH"));

/// The same as machine code, compiled with the configuration of [`config`].
const PRECOMPILED: &[u8] = include_bytes!(env!("SCRUBJAY_MACHINE_CODE"));
