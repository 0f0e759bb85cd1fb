//! Scrubjay's memory engine as a function of its inputs.
//!
//! No clock, no randomness, no files, no threads: rows, parsed files, time and entropy come in as arguments, and
//! effects go out as values. The same inputs give the same bytes on every host.

#![forbid(unsafe_code)]

pub mod ask;
pub mod error;
pub mod graph;
mod map;
pub mod memory;
mod order;
pub mod recall;
pub(crate) mod row;
pub(crate) mod text;
