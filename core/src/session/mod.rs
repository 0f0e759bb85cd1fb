//! The context of an agent's session, kept so that it survives: its history, its long-term summary, tasks, facts and state.
//!
//! A context is a JSON document (`document`) that a person can read; its history lies in rows of its own (`stored`), so that
//! appending costs the same whatever came before. A change may say which version it is of, and is in conflict where another
//! process was first. Compaction (`compact`) cuts the history where no call is parted from its result (`cut`), keeps as data
//! what must survive (`survived`), and summarises the rest: by rule (`summary`), or with the text of a model, which is asked
//! for by a question (`summarise`), never by a change. Versions before a compaction can be compared and recovered
//! (`versions`). What to read again afterwards, and what a new session should begin with, follows from touches of files
//! (`reread`, `begin`, `likely`); what still fails, and what was mended how, from calls (`failures`, `mended`).
//!
//! Not here: the conversation under a budget (`window`), of which a session knows nothing but how messages are read; notes and past
//! work that fit what a new session is asked (`recall`).

mod asked;
mod begin;
mod compact;
mod cut;
mod document;
mod entry;
mod failures;
mod likely;
mod list;
mod mended;
mod reread;
mod space;
mod stored;
mod summarise;
mod summary;
mod survived;
mod unknown;
mod versions;

#[cfg(test)]
mod tests;

pub use crate::base::touched::TouchedLines;
pub use begin::{BeginQuestion, Beginning, FittingNote, LikelyFile, PastError, PastWork};
pub(crate) use begin::{LookBack, RecentWork};
pub use compact::{Compacted, Compaction, CompactionSettings, CompactionTrigger};
pub use failures::{FailurePage, FailuresQuestion};
pub use list::{ListedContext, ListedSession, SessionPage, SessionsQuestion};
pub use mended::MendedError;
pub(crate) use mended::Mending;
pub use reread::{FileToReread, FilesToReread, RereadQuestion};
pub use space::{SessionChanged, SessionContext, SessionQuestion};
pub use summarise::{SummariseQuestion, SummaryDraft};
pub use versions::{ChangedMember, CompareQuestion, Comparison, SessionVersion, VersionPage, VersionsQuestion};
