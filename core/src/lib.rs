//! Scrubjay's memory engine as a function of its inputs.
//!
//! No clock, no randomness, no files, no threads: rows, parsed files, time and entropy come in as arguments, and
//! effects go out as values. The same inputs give the same bytes on every host. There is no standard library here, so that
//! nothing of a system can be called.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), no_std)]

#[macro_use]
extern crate alloc;

pub mod ask;
pub mod error;
pub mod graph;
mod map;
pub mod memory;
mod order;
pub mod recall;
pub(crate) mod row;
pub(crate) mod text;
