//! Delivery: what an agent should be told at a moment of its work, and what it was told.
//!
//! At each moment there are candidates (`start`, `prompt`, `before_edit`, `failure`, `compacted`), each of them one record (`item`).
//! Of these is told what the budget has room for, and what a session was not told yet and no other one of late (`told`). Silence is the
//! rule: with nothing that fits, or only with what anybody may have written, the answer is empty. What is told is recorded by who told
//! it, from the lines that the answer has, and listed (`deliveries`). Not here: when an agent is asked for (the host).

mod before_edit;
mod compacted;
mod deliveries;
mod failure;
mod item;
mod prompt;
mod question;
mod repeats;
mod start;

pub use deliveries::{DeliveriesQuestion, DeliveryPage, ToldItem};
pub use item::{PieceKind, ToldPiece};
pub use question::{DeliverQuestion, Delivered};

#[cfg(test)]
mod tests;
