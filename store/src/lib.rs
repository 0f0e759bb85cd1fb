//! The tables of a store in redb: rows that only the component understands, what is remembered of files, and the generation.
//!
//! The same code writes the file of every host, whatever it keeps the file in: an ordinary one, a browser's private files, or
//! memory. What is committed is committed whole, or not at all; what is read is read from one view. Not here: files and locks,
//! and what the rows mean.

mod commit;
mod copy;
mod fault;
mod page;
mod tables;
mod value;
mod waste;

pub use commit::Commit;
pub use copy::copy;
pub use fault::{Fault, fault, guarded, silence_damage};
pub use page::{Page, Row, page};
pub use tables::{View, below, commit, prepare};
pub use waste::{is_wasteful, note_compacted};
