//! The interface `memory`.

use alloc::vec::Vec;

use scrubjay_core::ask::Reply;
use scrubjay_core::memory as core;

use crate::bindings::exports::scrubjay::memory::memory::{
    Change, Guest, LanguageStatus, MemoryStatus, OpenReply, Opened, ParsedFile, Purpose, Settled, StatusReply,
};
use crate::bindings::exports::scrubjay::memory::types::{DamagedRow, Effects, Error, Resumed};
use crate::{Component, convert, with_memory};

impl Guest for Component {
    fn open(purpose: Purpose, at: u64, resumed: Option<Resumed>) -> Result<OpenReply, Error> {
        let purpose = match purpose {
            Purpose::Reading => core::Purpose::Reading,
            Purpose::Writing => core::Purpose::Writing,
        };
        let reply = with_memory(|memory| memory.open(purpose, at, convert::resumed(resumed)));
        Ok(match reply.map_err(convert::error)? {
            Reply::Ask(ask) => OpenReply::Ask(convert::ask(ask)),
            Reply::Done(core::Opened { n_files, n_unsettled, damaged }) => {
                OpenReply::Done(Opened { n_files, n_unsettled, damaged: convert::damaged(damaged) })
            }
        })
    }

    fn apply(changes: Vec<Change>, now: i64, entropy: Vec<u8>) -> Result<Effects, Error> {
        let changes: Vec<core::Change> = changes.into_iter().map(change).collect();
        let effects = with_memory(|memory| memory.apply(&changes, now, &entropy));
        effects.map(convert::effects).map_err(convert::error)
    }

    fn settle(most_files: u32) -> Result<Settled, Error> {
        let settled = with_memory(|memory| memory.settle(most_files)).map_err(convert::error)?;
        Ok(Settled { effects: convert::effects(settled.effects), n_unsettled: settled.n_unsettled })
    }

    fn status(resumed: Option<Resumed>) -> Result<StatusReply, Error> {
        let reply = with_memory(|memory| memory.status(convert::resumed(resumed)));
        Ok(match reply.map_err(convert::error)? {
            Reply::Ask(ask) => StatusReply::Ask(convert::ask(ask)),
            Reply::Done(done) => StatusReply::Done(status(done)),
        })
    }

    fn damaged() -> Vec<DamagedRow> {
        convert::damaged(with_memory(|memory| memory.damaged_rows().to_vec()))
    }

    fn digest() -> Result<u64, Error> {
        with_memory(|memory| memory.digest()).map_err(convert::error)
    }
}

fn change(change: Change) -> core::Change {
    match change {
        Change::Removed(path) => core::Change::Removed(path),
        Change::Parsed(ParsedFile { path, hash, language, text, nodes, has_errors, cut_short }) => {
            core::Change::Parsed(core::ParsedFile { path, hash, language, text, nodes, has_errors, cut_short })
        }
    }
}

fn status(status: core::Status) -> MemoryStatus {
    let languages = status.languages.into_iter().map(|at| LanguageStatus {
        language: at.language,
        n_files: at.n_files,
        n_lines: at.n_lines,
        n_bytes: at.n_bytes,
    });
    MemoryStatus {
        generation: status.generation,
        n_files: status.n_files,
        n_unsettled: status.n_unsettled,
        n_symbols: status.n_symbols,
        n_edges: status.n_edges,
        n_unlinked: status.n_unlinked,
        languages: languages.collect(),
        n_vendored: status.n_vendored,
        n_with_errors: status.n_with_errors,
        live_bytes: status.live_bytes,
        damaged: convert::damaged(status.damaged),
    }
}
