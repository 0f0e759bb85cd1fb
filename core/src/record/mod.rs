//! What was lived: records of events, which cannot be made again.
//!
//! A record belongs to one tenant, who is a part of every key. It is added once for each event, however often the event
//! is told, and forgotten for good. Every format that was ever released is read. Not here: what follows from files (the
//! graph), who may write at a time and where the bytes lie (the host).

mod trust;

pub(crate) mod envelope;
pub(crate) mod keyspace;
pub(crate) mod rows;

pub(crate) mod batch;

pub(crate) mod add;
mod forget;
mod notes;
mod salvage;
mod totals;
mod upkeep;

mod space;

#[cfg(test)]
mod tests;

pub use crate::base::anchor::Anchor;
pub use add::{Added, Additions, Outcome};
pub use batch::{NewNote, Packed};
pub use forget::{Fate, Forgetting, Receipt};
pub use notes::{Note, NotePage, NotesQuestion};
pub use salvage::Salvaged;
pub use space::Owner;
pub(crate) use space::RecordSpace;
pub use totals::RecordTotals;
pub use trust::{Origin, Trust};
pub use upkeep::UpkeepSlice;
