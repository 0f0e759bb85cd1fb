//! Contexts of sessions: history, long-term summary, tasks, facts and state, which outlast a restart.
//!
//! A context is a JSON document (`document`) that a person can read. Its history is in rows of its own (`stored`), so
//! that appending costs the same whatever its length. A change may name the version that it is based on; it fails if
//! that is not the current one. Compaction (`compact`) cuts the history only at safe places (`cut`) and keeps the
//! essentials as data (`survived`). It summarises the rest by rule (`summary`), or takes the text of a model as an
//! argument. Only a question asks the model for that text (`summarise`). Versions that a compaction, a recovery or a
//! save replaced can be compared and recovered (`versions`). Touches of files tell which files to read again (`reread`)
//! and which files a new session will likely need (`begin`, `likely`). Calls tell unmended and mended failures
//! (`failures`, `mended`).
//!
//! Not here: conversations under a budget (`window`), of which only message formats are used; notes and past work for a
//! new session (`recall`).

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
mod mending_edit;
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
pub(crate) use mended::{MendedFailure, checks_project};
pub use reread::{FileToReread, FilesToReread, RereadQuestion};
pub use space::{SessionChanged, SessionContext, SessionQuestion};
pub use summarise::{SummariseQuestion, SummaryDraft};
pub use versions::{ChangedMember, CompareQuestion, Comparison, SessionVersion, VersionPage, VersionsQuestion};
