//! The door: Scrubjay's core as a component. Each export takes its arguments, calls the façade, and gives the answer to the
//! host; nothing is decided here.
//!
//! `bindings` is made from the WIT, by which every type lies in memory; many of its types are the core's own. `convert` says how
//! the others are turned into each other, `door` has the functions of each interface with its types, and `instance` the memory and
//! the window that they ask.
//!
//! With the features `graph` and `records` it is the world `scrubjay`; with `records` alone the world `windows`.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

#[cfg(target_arch = "wasm32")]
mod alone;
#[cfg(feature = "records")]
mod bindings;
#[cfg(feature = "records")]
#[macro_use]
mod convert;
#[cfg(feature = "records")]
mod door;
#[cfg(feature = "records")]
mod facade;
#[cfg(feature = "records")]
mod instance;
