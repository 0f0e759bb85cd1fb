//! Backtest: replays recorded sessions, and says what hooks would have told agents at each moment, and whether a session
//! then used it.
//!
//! A memory of its own takes in the history in the order in which it became known (`history`). At each moment at which
//! a harness calls a hook, this memory is asked as a hook asks (`moments`), so that nothing is told that was not known
//! then. What a session does is compared with what it was told (`uses`). The question reads the whole history twice:
//! first to see when sessions began, then to replay it (`question`). Not here: what is told at a moment (`delivery`).

mod history;
mod moments;
mod question;
mod replay;
mod report;
#[cfg(test)]
mod tests;
mod uses;

pub use question::BacktestQuestion;
pub use report::{BacktestReport, MomentCounts, ReplayedPiece};
