//! The door: Scrubjay's core as a component. Each export takes its arguments, calls the façade, and gives the answer to the
//! host; nothing is decided here.
//!
//! `bindings` is made from the WIT, by which every type lies in memory; many of its types are the core's own. `convert` turns the
//! others into each other, `exports` has the functions, and `instance` the memory that they ask.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

#[cfg(target_arch = "wasm32")]
mod alone;
#[cfg(all(feature = "graph", feature = "lived"))]
mod bindings;
#[cfg(all(feature = "graph", feature = "lived"))]
mod convert;
#[cfg(all(feature = "graph", feature = "lived"))]
mod exports;
#[cfg(all(feature = "graph", feature = "lived"))]
mod facade;
#[cfg(all(feature = "graph", feature = "lived"))]
mod instance;
