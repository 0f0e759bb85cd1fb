//! The files of a folder: found, compared with what is known, read, parsed.
//!
//! Nothing outside the root is ever read. Not here: the store, and what the component makes of a file.

pub mod root;

pub mod hash;
pub mod scan;
pub mod scope;

mod case;
pub mod walk;

pub mod parse;
pub use scrubjay_parsing::{grammars, tree};

pub mod pipeline;
pub mod spans;
