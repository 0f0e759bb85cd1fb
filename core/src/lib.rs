//! Scrubjay's memory engine as a function of its inputs.
//!
//! No clock, no randomness, no files, no threads: rows, parsed files, time and entropy come in as arguments, and
//! effects are returned as values. The same inputs give the same bytes on every host. The crate does not use the
//! standard library, so it cannot call the operating system.
//!
//! [`memory::Memory`] is the façade; [`ask`] is how a call requests rows and lines from its host.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), no_std)]
#![cfg_attr(
    not(all(feature = "graph", feature = "records")),
    allow(dead_code, unused_imports, reason = "what spaces share waits for one")
)]

#[macro_use]
extern crate alloc;

mod base;

pub mod ask;
#[cfg(feature = "records")]
pub mod capture;
#[cfg(feature = "records")]
pub mod delivery;
pub mod effects;
#[cfg(feature = "records")]
pub mod episode;
#[cfg(feature = "graph")]
pub mod graph;
#[cfg(feature = "records")]
mod lexical;
pub mod memory;
#[cfg(feature = "graph")]
pub mod prepare;
#[cfg(feature = "records")]
pub mod recall;
#[cfg(feature = "records")]
pub mod record;
mod row;
#[cfg(feature = "records")]
pub mod session;
mod text;
#[cfg(feature = "records")]
pub mod window;

#[cfg(feature = "records")]
pub use base::time;
pub use base::{error, hint, score};
pub use text::display;
#[cfg(feature = "records")]
pub use text::moment;
