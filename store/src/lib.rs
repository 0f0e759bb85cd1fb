//! The tables of a store in redb: rows that only the component interprets, the host's scan entries, and the generation.
//!
//! The same code writes the files of all hosts: regular ones, those in a browser's private file system, and those in
//! memory. Commits are atomic, and a reader sees one snapshot. Not here: opening files, locks, and the meaning of rows.

mod checked;
mod commit;
mod copy;
mod fault;
mod fence;
mod head;
#[cfg(test)]
mod image;
mod leaves;
mod overlay;
mod page;
mod remains;
mod runs;
mod tables;
mod tree;
mod value;
mod verify;
mod waste;
pub mod whose;

pub use checked::CheckedFile;
pub use commit::Commit;
pub use copy::copy;
pub use fault::{Fault, damage_in_words, fault, guarded, silence_damage};
pub use fence::{Fence, FencedFile};
pub use leaves::Leaves;
pub use page::{Page, Row, page};
pub use remains::{DamagedFileRows, ReadCounts, open_damaged};
pub use tables::{View, claim, commit, folder_range, names_project, prepare, set_project};
pub use verify::verify;
pub use waste::{INDEX_GROWTH, RECORDS_GROWTH, compacted_size, is_wasteful, note_compacted};
