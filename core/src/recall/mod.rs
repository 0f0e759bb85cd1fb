//! Recall: filling a context with what matters to a task.
//!
//! A task is read (`task`), what it names is looked up (`mentioned`), files are ranked by words, names and neighbours
//! (`lexical`, `files`), the symbols of the best files by their source (`symbols`), and the budget is filled (`pick`,
//! `render`). Pure functions of the memory and the question; every score explains itself by the addends it is made of.
//! Not here: reading files (the host answers for them), the graph itself (`graph`).

mod files;
mod lexical;
mod listing;
mod mentioned;
mod parts;
mod pick;
mod prepare;
mod render;
mod source;
mod symbols;
mod task;
mod why;

pub use pick::{Piece, PieceForm};
pub use prepare::{PrepareQuestion, Prepared, RankedFile};

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
