//! The façade: one instance is one memory. Open it, change it, ask it.
//!
//! A memory is a function of the rows it was opened with and the changes applied since: no call reads anything else.
//! What a question needs beyond the loaded rows it asks for ([`Reply::Ask`]) and is called again with the answers.
//! Not here: how the rows are kept (the host), how names resolve (`graph::resolve`), what a question means (`graph::query`).

mod apply;
mod directory;
mod folded;
mod ingest;
mod joins;
mod manifests;
mod open;
mod rooms;
mod settle;
mod status;
pub(crate) mod words;

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::graph::code::Code;
use crate::graph::facts::Detail;
use crate::graph::links::{FileId, Graph};
use crate::graph::resolve::Roots;
use crate::map::Map;
use crate::row::key::Room;
use crate::text::terms::Cuts;
pub use apply::{Change, Effects, MOST_FILE_BYTES, ParsedFile, Refusal};
pub(crate) use apply::{MOST_PATH_BYTES, check_path};
pub use open::Opened;
pub use settle::{Settled, Unlinkable};
pub use status::{LanguageStatus, Status};

/// What an instance is opened for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Loads what each question needs, when it needs it.
    Reading,
    /// Loads every fact, so that changes can be linked.
    Writing,
}

/// A stored row that failed its check: left out, reported, never fatal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedRow {
    /// As it was given.
    pub key: Vec<u8>,
    /// The file it belonged to, where the key still tells.
    pub path: Option<String>,
}

/// One memory.
pub struct Memory {
    purpose: Purpose,
    generation: u64,
    next_stored_id: u32,
    /// Files without edges, as stored; counted anew where edges are loaded.
    n_unsettled_stored: u32,
    /// Symbols of all files, as stored: a hint of the room that they take.
    n_symbols_stored: u32,
    pub(crate) graph: Graph,
    /// Facts; filled only for writing.
    code: Code,
    roots: Roots,
    /// The names that each file's edges rest on; filled only for writing.
    traces: Map<FileId, Vec<u32>>,
    /// How far each room is loaded.
    progress: [rooms::Progress; Room::ALL.len()],
    /// Signatures and docs that questions asked for.
    details: Map<FileId, Vec<Detail<Arc<str>>>>,
    /// Words rows, sealed off but otherwise as stored.
    words: Map<FileId, Vec<u8>>,
    directory: directory::Directory,
    joins: joins::Joins,
    /// Edges that no question has needed yet; empty for writing.
    folded: folded::Folded,
    damaged: Vec<DamagedRow>,
    /// Words that were cut into terms before.
    cuts: Cuts,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::empty(Purpose::Writing, 0)
    }
}

impl Memory {
    /// A memory that has loaded nothing yet.
    fn empty(purpose: Purpose, generation: u64) -> Memory {
        Memory {
            purpose,
            generation,
            next_stored_id: 1,
            n_unsettled_stored: 0,
            n_symbols_stored: 0,
            graph: Graph::default(),
            code: Code::default(),
            roots: Roots::default(),
            traces: Map::default(),
            progress: Default::default(),
            details: Map::default(),
            words: Map::default(),
            directory: directory::Directory::default(),
            joins: joins::Joins::default(),
            folded: folded::Folded::default(),
            damaged: Vec::new(),
            cuts: Cuts::default(),
        }
    }

    /// A file's signatures and docs, if they were asked for.
    pub(crate) fn details_of(&self, file: FileId) -> Option<&[Detail<Arc<str>>]> {
        self.details.get(&file).map(Vec::as_slice)
    }

    /// A file's words row, if the room is loaded.
    pub(crate) fn words_bytes(&self, file: FileId) -> Option<&[u8]> {
        self.words.get(&file).map(Vec::as_slice)
    }

    /// Rows that failed their check since opening, without those of files that were taken in again or taken out since.
    pub fn damaged_rows(&self) -> &[DamagedRow] {
        &self.damaged
    }

    /// How many times the store was written when this instance last knew.
    pub fn generation(&self) -> u64 {
        self.generation
    }
}
