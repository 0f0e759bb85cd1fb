//! Recall: finds the records that fit a question, best first, each with its reasons.
//!
//! `query` reads a question; `index` and `matches` find the documents that have its terms; `filter` drops those that
//! the question excludes. `score` and `weighting` rank the rest together with their neighbours. `choose` leaves out
//! outdated records, equal texts and tasks, and all but a limited number of each session. A score only orders hits;
//! `strength` says how well the best record fits. A time in a question filters (`time`); a question with nothing but a
//! time is answered from the log (`time_only`). Words that are in no index are searched for in the texts of records
//! (`text_search`). A record that the question names stands first (`named`).
//!
//! Also here, because they search by words: suggestions for a new session (`begin`) and reminders for a task (`remind`,
//! `reminder`). Not here: how terms are stored (`lexical`, `record::derived::words`) and recall of code (`prepare`).

mod begin;
mod choose;
mod filter;
mod index;
mod matches;
mod mending;
mod named;
mod nearby_turns;
mod order;
mod query;
mod question;
mod remind;
mod reminder;
mod score;
mod sequence;
mod strength;
mod text_search;
mod time;
mod time_only;
mod weighting;

pub use crate::base::beside::WeightedPath;
pub(crate) use choose::is_outdated;
pub(crate) use question::AskedTerms;
pub use question::{RecallHit, RecallQuestion, Recalled};
pub(crate) use remind::interleave;
pub use remind::{RemindQuestion, Reminders};
pub use reminder::{Reminder, ReminderKind};
pub use strength::Strength;
pub use weighting::Weighting;

#[cfg(test)]
mod tests;
