//! What `wit-bindgen` makes of the WIT. The types listed here are the core's own: their members and cases are taken by name, so
//! that one that differs does not compile. Of the others it makes types of its own.
//!
//! No enumeration may be listed, whose cases would go by their order; nor a record of numbers alone, which in a list would go
//! as it lies.
#![allow(clippy::all, missing_docs, unreachable_pub, reason = "written by a program")]

#[cfg(feature = "graph")]
wit_bindgen::generate!({
    path: "../../wit",
    world: "scrubjay",
    disable_run_ctors_once_workaround: true,
    with: {
        "scrubjay:memory/types@0.1.0/anchor": crate::facade::Anchor,
        "scrubjay:memory/types@0.1.0/answer": crate::facade::Answer,
        "scrubjay:memory/types@0.1.0/ask": crate::facade::Ask,
        "scrubjay:memory/types@0.1.0/candidate": crate::facade::Candidate,
        "scrubjay:memory/types@0.1.0/damaged-row": crate::facade::DamagedRow,
        "scrubjay:memory/types@0.1.0/file-span": crate::facade::FileSpan,
        "scrubjay:memory/types@0.1.0/key-range": crate::facade::KeyRange,
        "scrubjay:memory/types@0.1.0/request": crate::facade::Request,
        "scrubjay:memory/types@0.1.0/resumed": crate::facade::Resumed,
        "scrubjay:memory/types@0.1.0/row": crate::facade::Row,
        "scrubjay:memory/types@0.1.0/row-page": crate::facade::RowPage,
        "scrubjay:memory/memory@0.1.0/change": crate::facade::Change,
        "scrubjay:memory/memory@0.1.0/language-status": crate::facade::LanguageStatus,
        "scrubjay:memory/memory@0.1.0/memory-status": crate::facade::Status,
        "scrubjay:memory/memory@0.1.0/open-reply": crate::facade::OpenReply,
        "scrubjay:memory/memory@0.1.0/opened": crate::facade::Opened,
        "scrubjay:memory/memory@0.1.0/parsed-file": crate::facade::ParsedFile,
        "scrubjay:memory/memory@0.1.0/status-reply": crate::facade::StatusReply,
        "scrubjay:memory/graph@0.1.0/dependency": crate::facade::Dependency,
        "scrubjay:memory/graph@0.1.0/dependency-page": crate::facade::DependencyPage,
        "scrubjay:memory/graph@0.1.0/dependency-reply": crate::facade::DependencyReply,
        "scrubjay:memory/graph@0.1.0/export-page": crate::facade::ExportPage,
        "scrubjay:memory/graph@0.1.0/export-reply": crate::facade::ExportReply,
        "scrubjay:memory/graph@0.1.0/file-question": crate::facade::FileQuestion,
        "scrubjay:memory/graph@0.1.0/map-question": crate::facade::MapQuestion,
        "scrubjay:memory/graph@0.1.0/map-reply": crate::facade::MapReply,
        "scrubjay:memory/graph@0.1.0/repository-map": crate::facade::RepositoryMap,
        "scrubjay:memory/graph@0.1.0/walk-question": crate::facade::WalkQuestion,
        "scrubjay:memory/recall@0.1.0/prepare-question": crate::facade::PrepareQuestion,
        "scrubjay:memory/records@0.1.0/added": crate::facade::Added,
        "scrubjay:memory/records@0.1.0/notes-question": crate::facade::NotesQuestion,
        "scrubjay:memory/records@0.1.0/packed": crate::facade::Packed,
        "scrubjay:memory/records@0.1.0/record-totals": crate::facade::RecordTotals,
        "scrubjay:memory/records@0.1.0/totals-reply": crate::facade::TotalsReply,
        "scrubjay:memory/window@0.1.0/edit": crate::facade::Edit,
        "scrubjay:memory/window@0.1.0/pushed": crate::facade::Pushed,
        "scrubjay:memory/window@0.1.0/restore-reply": crate::facade::RestoreReply,
        "scrubjay:memory/window@0.1.0/restored": crate::facade::Restored,
        "scrubjay:memory/window@0.1.0/window-opened": crate::facade::WindowOpened,
        "scrubjay:memory/window@0.1.0/window-owner": crate::facade::WindowOwner,
        "scrubjay:memory/window@0.1.0/window-status": crate::facade::WindowStatus,
    },
});

#[cfg(not(feature = "graph"))]
wit_bindgen::generate!({
    path: "../../wit",
    world: "windows",
    disable_run_ctors_once_workaround: true,
    with: {
        "scrubjay:memory/types@0.1.0/answer": crate::facade::Answer,
        "scrubjay:memory/types@0.1.0/ask": crate::facade::Ask,
        "scrubjay:memory/types@0.1.0/candidate": crate::facade::Candidate,
        "scrubjay:memory/types@0.1.0/damaged-row": crate::facade::DamagedRow,
        "scrubjay:memory/types@0.1.0/file-span": crate::facade::FileSpan,
        "scrubjay:memory/types@0.1.0/key-range": crate::facade::KeyRange,
        "scrubjay:memory/types@0.1.0/request": crate::facade::Request,
        "scrubjay:memory/types@0.1.0/resumed": crate::facade::Resumed,
        "scrubjay:memory/types@0.1.0/row": crate::facade::Row,
        "scrubjay:memory/types@0.1.0/row-page": crate::facade::RowPage,
        "scrubjay:memory/window@0.1.0/edit": crate::facade::Edit,
        "scrubjay:memory/window@0.1.0/pushed": crate::facade::Pushed,
        "scrubjay:memory/window@0.1.0/restore-reply": crate::facade::RestoreReply,
        "scrubjay:memory/window@0.1.0/restored": crate::facade::Restored,
        "scrubjay:memory/window@0.1.0/window-opened": crate::facade::WindowOpened,
        "scrubjay:memory/window@0.1.0/window-owner": crate::facade::WindowOwner,
        "scrubjay:memory/window@0.1.0/window-status": crate::facade::WindowStatus,
    },
});
