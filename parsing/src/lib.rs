//! Parses a file's text to the packed tree that the component reads; the same on every host.
//!
//! The native host links all grammars; the JavaScript package links one into each of its parser modules. Equal texts
//! give equal trees on every host. Only whether a parse exceeds its time limit depends on the host; such a parse gives
//! no tree. Not here: disks, threads, clocks, and the list of languages.

pub mod grammars;

mod limit;
mod parse;
pub mod tree;

pub use parse::{Language, Parser, Refusal, Tree};
