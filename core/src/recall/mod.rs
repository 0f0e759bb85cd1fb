//! Recall: the records that fit a question, best first, each with the reasons, and how well the best one fits.
//!
//! `query` reads a question; `index` and `matches` find the documents that have its terms; `filter` drops those that
//! were not asked for. `score` and `weighting` rank the rest together with their neighbours, and `choose` keeps what
//! still holds, each text and task once, a limited number of a session. A score only orders hits; how well the best one
//! fits is told apart from it (`strength`). A time in a question filters (`time`), and a question that names nothing but
//! a time is answered from the log (`time_only`). Words that no index has are searched for in the texts of records
//! (`text_search`). Also here, because they search by words: the beginning of a session (`begin`) and reminders for a task
//! (`remind`, `reminder`). Not here: how terms are stored (`lexical`, `record::derived::words`) and recall of code
//! (`prepare`).

mod begin;
mod choose;
mod filter;
mod index;
mod matches;
mod nearby_turns;
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
pub(crate) use remind::interleaved;
pub use remind::{RemindQuestion, Reminders};
pub use reminder::{Reminder, ReminderKind};
pub use strength::Strength;
pub use weighting::Weighting;

#[cfg(test)]
mod tests;
