//! Prepare: fills a context with the code relevant to a task.
//!
//! The task is parsed (`task`), and its mentions are resolved (`mentioned`). Files are ranked by words, names and
//! neighbours (`lexical`, `files`), then symbols of the best files by their source (`symbols`). Pieces fill the budget
//! (`pick`, `render`), some of them from other sources (`beside`). All is a pure function of the index, the texts of
//! the files and the question, and every score is explained by its addends. Not here: reading files (the host does
//! that), the graph itself (`graph`).

mod answer;
mod beside;
mod called;
mod covering;
mod files;
mod lexical;
mod listing;
mod mentioned;
mod named_symbols;
mod parts;
mod pick;
mod render;
mod source;
mod symbols;
mod task;
mod why;

pub use crate::base::beside::BesidePiece;
pub(crate) use answer::prepare;
pub use answer::{PrepareQuestion, Prepared, RankedFile};
pub use pick::{Piece, PieceForm};

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
