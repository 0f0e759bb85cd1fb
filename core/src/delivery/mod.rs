//! Delivery: gives an agent, unasked, records that help at a moment of its work.
//!
//! Each moment has candidates (`start`, `prompt`, `before_edit`, `failure`, `compacted`), each a quotation of one
//! record (`item`). A candidate is delivered if it fits into the budget and was not delivered to the session before,
//! nor lately to others (`repeats`). If no candidate is left, or only untrusted ones, the answer is empty, which is the
//! rule. The host records deliveries by the lines in the answer; they can be listed (`deliveries`). Not here: when to
//! ask (the host).

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
