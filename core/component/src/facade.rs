//! The core's types that cross the door, by one name each.

pub(crate) use scrubjay_core::ask::{Answer, Ask, FileSpan, KeyRange, Reply, Request, Resumed, Row, RowPage};
pub(crate) use scrubjay_core::effects::{DamagedRow, Effects, Refusal};
pub(crate) use scrubjay_core::error::{Candidate, Error, Limit};
pub(crate) use scrubjay_core::graph::kind::{EdgeKind, Strategy, SymbolKind};
pub(crate) use scrubjay_core::graph::lang::{Admitted, NodeKind, admitted};
pub(crate) use scrubjay_core::graph::query::*;
pub(crate) use scrubjay_core::memory::{
    Change, LanguageStatus, Linked, Memory, Opened, ParsedFile, Purpose, Quarantined, Status,
};
pub(crate) use scrubjay_core::recall::{Piece, PieceForm, PrepareQuestion, Prepared, RankedFile};
pub(crate) use scrubjay_core::record::{
    Added, Additions, Anchor, Fate, Forgetting, NewNote, Note, NotePage, NotesQuestion, Origin, Outcome, Owner, Packed,
    Receipt, RecordTotals, Salvaged, Trust, UpkeepSlice,
};
pub(crate) use scrubjay_core::score::Factor;

/// The replies whose answers are the core's own.
pub(crate) type OpenReply = Reply<Opened>;
pub(crate) type StatusReply = Reply<Status>;
pub(crate) type DependencyReply = Reply<DependencyPage>;
pub(crate) type MapReply = Reply<RepositoryMap>;
pub(crate) type ExportReply = Reply<ExportPage>;
pub(crate) type TotalsReply = Reply<RecordTotals>;
