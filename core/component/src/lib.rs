//! The door: Scrubjay's core as a component. Each export converts its arguments, calls the façade and converts the
//! answer; nothing is decided there. `tools` decides which questions a tool of an agent asks, and writes the tool's
//! answer; that needs no memory.
//!
//! `bindings` is generated from the WIT; many of its types are the core's own. `convert` and `door` convert the others,
//! `door` also has the functions of each interface, and `instance` holds the memory and the window that they call.
//!
//! With the features `graph` and `records` it is the world `scrubjay`; with `records` alone the world `windows`.

#![cfg_attr(target_arch = "wasm32", no_std)]

#[cfg_attr(feature = "graph", macro_use)]
extern crate alloc;

#[cfg(feature = "records")]
mod bindings;
#[cfg(target_arch = "wasm32")]
mod runtime;
#[cfg(feature = "records")]
#[macro_use]
mod convert;
#[cfg(feature = "records")]
mod door;
#[cfg(feature = "records")]
mod facade;
#[cfg(feature = "records")]
mod instance;
#[cfg(feature = "graph")]
mod tools;
