//! Delivery: gives an agent, unasked, records that help at a moment of its work.
//!
//! Each moment has candidates (`start`, `prompt`, `before_edit`, `failure`, `compacted`), each a quotation of one
//! record (`item`). Untrusted candidates are left out, and so are those that may not be repeated (`repeats`). Of the
//! others the first few are delivered, as far as they fit into the budget. Mostly there are none, and the answer is
//! empty. The host records deliveries by the lines in the answer; they can be listed (`deliveries`). What would have been
//! told in recorded sessions is found by replaying them (`backtest`). Not here: when to ask (the host).

mod asked;
mod backtest;
mod before_edit;
mod compacted;
mod deliveries;
mod failure;
mod item;
mod last_work;
mod prompt;
mod question;
mod repeats;
mod session_list;
mod start;

pub use backtest::{BacktestQuestion, BacktestReport, MomentCounts, ReplayedPiece};
pub use deliveries::{DeliveriesQuestion, DeliveryPage, ToldItem};
pub use item::{PieceKind, ToldPiece};
pub use question::{DeliverQuestion, Delivered};

#[cfg(test)]
mod tests;
