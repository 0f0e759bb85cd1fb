//! The files of a folder: finding, comparing with known ones, reading, parsing.
//!
//! Outside the root, only ignore files and git's settings are read. Not here: the store, and the component.

pub mod root;

pub mod hash;
pub mod scan;
pub mod scope;

pub mod exclude;
pub(crate) mod git;
mod glob;
mod ignored;
pub(crate) mod installed;
mod rules;

mod candidates;
#[cfg(target_os = "linux")]
pub(crate) mod disk;
mod folder;
pub(crate) mod listing;
pub mod walk;

pub mod parse;
pub use scrubjay_parsing::{grammars, tree};

pub mod pipeline;
pub mod spans;
