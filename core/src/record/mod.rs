//! Records of events, which cannot be computed again from anything else.
//!
//! A record belongs to one tenant, whose name is in every key. It is added once for each event, however often the event
//! is given, and forgotten for good. Every released format can be read. Not here: what follows from files (`graph`),
//! which process may write at a time, and where the bytes are stored (the host).

pub(crate) mod fields;
pub(crate) mod situation;
mod trust;

pub(crate) mod project;
mod settings;

pub(crate) mod envelope;
pub(crate) mod kinds;

pub(crate) mod event;
pub(crate) mod keyspace;
pub(crate) mod row_map;
pub(crate) mod rows;
pub(crate) mod run;

pub(crate) mod check;

pub(crate) mod batch;
pub(crate) mod guard;

pub(crate) mod derived;
pub(crate) mod stored;

mod compare;
mod complete;
pub(crate) mod known;

pub(crate) mod add;
mod adopt;
mod expire;
mod export_line;
pub(crate) mod forget;
mod import;
mod import_tombstones;
mod lines;
mod older_rules;
mod reference;
pub(crate) mod subagent;
mod table;
pub(crate) mod to_do;
pub(crate) mod totals;
mod transcript;
mod update;
mod upkeep;

pub(crate) mod id_prefix;
mod lost;
mod salvage;

mod space;

#[cfg(test)]
pub(crate) mod tests;

pub use crate::base::anchor::Anchor;
pub use add::{Added, Additions, Outcome, Taken};
pub use batch::Packed;
pub use event::Event;
pub(crate) use export_line::{Chain, damaged_trailer, export_line, trailer};
pub use forget::{Fate, Forgetting, Receipt, Selection};
pub use import::PackedImport;
pub use import_tombstones::ImportedTombstones;
pub use keyspace::Kind as EventKind;
pub use kinds::*;
pub use lines::{PackedLines, RefusedLine};
pub use lost::Lost;
pub use reference::PackedReference;
pub use salvage::{SalvagePart, Salvaged};
pub use settings::{RecordSettings, SecretPolicy};
pub use space::Owner;
pub(crate) use space::RecordSpace;
pub(crate) use table::{csv_header, csv_line};
pub use totals::RecordTotals;
pub use trust::{Origin, Trust};
pub use update::{NewText, Updated};
pub use upkeep::UpkeepSlice;
