//! The types of the core that the exports use, gathered under one name each.

pub(crate) use scrubjay_core::ask::{
    Answer, Ask, FileSpan, KeyRange, ModelRequest, Reply, Request, Resumed, Row, RowPage,
};
#[cfg(feature = "graph")]
pub(crate) use scrubjay_core::capture::*;
#[cfg(feature = "graph")]
pub(crate) use scrubjay_core::delivery::*;
#[cfg(feature = "graph")]
pub(crate) use scrubjay_core::effects::DamagedRow;
pub(crate) use scrubjay_core::effects::{Effects, Refusal};
#[cfg(feature = "graph")]
pub(crate) use scrubjay_core::episode::*;
pub(crate) use scrubjay_core::error::{Candidate, Error, ImportedName, Limit};
#[cfg(feature = "graph")]
pub(crate) use scrubjay_core::graph::kind::{EdgeKind, Strategy, SymbolKind};
#[cfg(feature = "graph")]
pub(crate) use scrubjay_core::graph::lang::{LanguageSpec, NodeKind, language_specs};
#[cfg(feature = "graph")]
pub(crate) use scrubjay_core::graph::query::*;
pub(crate) use scrubjay_core::hint::{Hint, HintKind, NextArgument, NextQuestion};
#[cfg(feature = "graph")]
pub(crate) use scrubjay_core::memory::mask_text;
pub(crate) use scrubjay_core::memory::without_secrets;
#[cfg(feature = "graph")]
pub(crate) use scrubjay_core::memory::{
    Change, EndingCount, LanguageStatus, Linked, Memory, Opened, ParsedFile, Purpose, Quarantined, Status,
    UnreadLanguage,
};
#[cfg(feature = "graph")]
pub(crate) use scrubjay_core::prepare::{BesidePiece, Piece, PieceForm, PrepareQuestion, Prepared, RankedFile};
#[cfg(feature = "graph")]
pub(crate) use scrubjay_core::recall::*;
#[cfg(not(feature = "graph"))]
pub(crate) use scrubjay_core::record::SecretPolicy;
#[cfg(feature = "graph")]
pub(crate) use scrubjay_core::record::*;
pub(crate) use scrubjay_core::score::Factor;
#[cfg(feature = "graph")]
pub(crate) use scrubjay_core::session::*;
#[cfg(feature = "graph")]
pub(crate) use scrubjay_core::window::formats::ByteRange;
pub(crate) use scrubjay_core::window::formats::{self, MessageFormat};
pub(crate) use scrubjay_core::window::{
    BodyForm, CodePlace, Edit, Explanation, ItemChange, ItemFate, ItemKind, Learning, LearningPage, ListedWindow,
    NamedFactor, NewItem, Policy, Pruned, Pushed, RecoveredWindow, Restored, Settings, SnapshotComparison,
    SnapshotItem, SnapshotOfWindow, SnapshotPage, SnapshotReason, StubKind, VisibleItem, Window, WindowChanged,
    WindowOpened, WindowOwner, WindowPage, WindowStatus,
};
#[cfg(feature = "graph")]
pub(crate) use scrubjay_core::window::{ClearedWindows, PushedText};

/// The reply of `restore`. The answers in this reply and in those below are types that the core and the WIT share.
pub(crate) type RestoreReply = Reply<Restored>;
#[cfg(feature = "graph")]
pub(crate) type OpenReply = Reply<Opened>;
#[cfg(feature = "graph")]
pub(crate) type StatusReply = Reply<Status>;
#[cfg(feature = "graph")]
pub(crate) type TotalsReply = Reply<RecordTotals>;
#[cfg(feature = "graph")]
pub(crate) type CoEditsReply = Reply<CoEditPage>;
#[cfg(feature = "graph")]
pub(crate) type ExportLinesReply = Reply<ExportedLines>;
#[cfg(feature = "graph")]
pub(crate) type ExportCsvReply = Reply<ExportedCsv>;
#[cfg(feature = "graph")]
pub(crate) type ToolStatsReply = Reply<ToolStatPage>;
#[cfg(feature = "graph")]
pub(crate) type ProfileReply = Reply<UserProfile>;
#[cfg(feature = "graph")]
pub(crate) type LoadSessionReply = Reply<SessionContext>;
#[cfg(feature = "graph")]
pub(crate) type SessionsReply = Reply<SessionPage>;
#[cfg(feature = "graph")]
pub(crate) type SessionVersionsReply = Reply<VersionPage>;
#[cfg(feature = "graph")]
pub(crate) type CompareSessionsReply = Reply<Comparison>;
#[cfg(feature = "graph")]
pub(crate) type SummariseSessionReply = Reply<SummaryDraft>;
