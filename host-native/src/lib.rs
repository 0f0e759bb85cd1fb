//! Scrubjay for Rust hosts: the memory component in wasmtime, a store in one redb file, and parsing by tree-sitter.
//!
//! This library decides nothing: it transports rows, files and answers between the disk and the component, which
//! interprets them.
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use scrubjay::wit::graph::FindQuestion;
//! use scrubjay::{Memory, Write};
//!
//! # fn main() -> Result<(), scrubjay::Error> {
//! let mut memory = Memory::writing("my-project".as_ref(), Write::default())?;
//! memory.index(&mut |_| ControlFlow::Continue(()))?;
//! let question = FindQuestion { limit: 5, ..FindQuestion::new("Session.get") };
//! for found in memory.find(&question)?.hits {
//!     println!("{} {}", found.symbol.id, found.symbol.signature);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! In reading order: [`Memory`] is the entry point. [`files`] finds and parses, [`store`] keeps rows, [`guest`] runs
//! the component, [`index`] connects the three, and [`wit`] contains the records of the component's interface.

mod context;
mod error;
pub mod home;
mod memory;
mod questions;

mod answer;
pub mod files;
pub mod guest;
pub mod index;
pub mod open;
#[cfg(feature = "petgraph")]
pub mod petgraph;
pub mod records;
pub mod shown;
pub mod store;
pub mod tools;
pub mod window;
pub mod wit;

pub use error::Error;
pub use memory::{Memory, Write, locate};

/// Compiles and runs the README's Rust example as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// Compiles and runs the example on the crate's own page as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Page;

/// Compiles and runs the guide's examples as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/guide/rust.md")]
struct Guide;
