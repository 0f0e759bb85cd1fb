//! Recall: what was recorded that fits a question, best first, with the reasons, and how well the best of it fits.
//!
//! A question is read (`query`), the index gives the documents that have its terms (`index`, `matches`), those that the filters
//! let through are scored together with what stands beside them (`score`, `weighting`), and the best are chosen: what still
//! holds, each text and task once, at most so many of a session (`choose`). How well the best one fits is said apart from its
//! score, which only orders (`strength`). What a new session should begin with is put together here too, as it looks for words
//! (`begin`), and what a task calls to mind beside the code that it needs (`remind`, `reminder`). A time that a question names filters
//! (`time`); where it says little beside that, what happened then answers it (`of_time`). What no index has is looked for as it stands
//! (`written`). Not here: how words are stored (`lexical`) and of what (`record::derived::words`), recall of code (`prepare`).

mod around;
mod begin;
mod choose;
mod filter;
mod index;
mod matches;
mod of_time;
mod query;
mod question;
mod remind;
mod reminder;
mod score;
mod sequence;
mod strength;
mod time;
mod weighting;
mod written;

pub use crate::base::beside::WeightedPath;
pub(crate) use choose::is_outdated;
pub(crate) use question::AskedTerms;
pub use question::{RecallHit, RecallQuestion, Recalled};
pub(crate) use remind::in_turn;
pub use remind::{RemindQuestion, Reminders};
pub use reminder::{Reminder, ReminderKind};
pub use strength::Strength;
pub use weighting::Weighting;

#[cfg(test)]
mod tests;
