//! An agent's conversation under a token budget: chooses the parts that stubs replace, and says when and why.
//!
//! The caller keeps its messages. It pushes their parts into the window ([`NewItem`]), and the window says which of
//! them to replace ([`Edit`]). A replaced part is called *pruned*; its bytes can be restored by its id.
//!
//! An edited conversation is as valid as the one that was pushed. A call and its result both stay, or are removed
//! together into a recap. Words of the user are removed last; the user's first and last words, the plan, and pinned
//! parts are never changed. Between two prunes the edited conversation only grows.
//!
//! The window is a function of the pushed parts: it has no clock, and relevance from elsewhere comes in as numbers. Not
//! here: the graph, prepare, records of other kinds, and providers' APIs; formats only read and write messages.

mod item;
mod settings;

pub(crate) mod arguments;
mod cost;
mod history;
mod masking;
mod terms;

mod policy;
mod signals;
mod stub;

pub mod formats;

mod clear;
mod explain;
mod last_resort;
mod learning;
mod prune;
mod recap;
mod restore;
mod saved;
#[cfg(feature = "graph")]
mod seen;
mod snapshot;
mod space;
mod store;
mod take;
mod what_if;
mod why;

pub use crate::base::code_place::CodePlace;
pub use clear::{ClearedWindows, clear};
pub use explain::Explanation;
pub use item::{BodyForm, Edit, ItemKind, NewItem};
pub use learning::{Learning, LearningPage};
pub use prune::Pruned;
pub use restore::{Restored, VisibleItem};
pub use saved::{ListedWindow, WindowPage};
pub use settings::{Policy, Settings, StubKind};
pub use snapshot::{ItemFate, NamedFactor, SnapshotItem, SnapshotOfWindow, SnapshotPage, SnapshotReason};
pub use space::{Window, WindowChanged, WindowOpened, WindowOwner, WindowStatus};
pub use take::{Pushed, PushedText};
pub use what_if::{ItemChange, RecoveredWindow, SnapshotComparison};
