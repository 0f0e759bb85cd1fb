//! The state of the graph: the loaded rows, the effects of changes, and the requests for further rows.
//!
//! The state is a function of the rows that the host passed and of the changes applied since: no call reads anything
//! else. A question that needs further rows requests them from the host. Not here: name resolution (`link`), encoding
//! of rows (`stored`), the meaning of questions (`query`).

mod apply;
mod declined;
mod digest;
mod documents;
mod file_adjacency;
mod ingest;
mod keyspaces;
mod lazy_edges;
mod link;
mod lost;
mod manifests;
mod name_index;
mod open;
mod status;
mod unread;
pub(crate) mod words;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::base::map::Map;
use crate::effects::DamagedRow;
use crate::graph::facts::Detail;
use crate::graph::link::Roots;
use crate::graph::link::scope_index::ScopeIndex;
use crate::graph::model::{FileId, Graph};
use crate::graph::stored::keyspace::Keyspace;
use crate::text::terms::TermCache;
pub(crate) use apply::MAX_FILE_BYTES;
pub use apply::{Change, ParsedFile};
pub use link::{Linked, Quarantined};
pub use open::Opened;
pub use status::{LanguageStatus, Status};
pub use unread::{EndingCount, UnreadLanguage};

/// The access mode of an instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Loads rows when a question needs them.
    Reading,
    /// Loads all facts, so that changes can be linked.
    Writing,
}

pub(crate) struct GraphSpace {
    purpose: Purpose,
    generation: u64,
    next_stored_id: u32,
    /// Stored number of files that are not linked; not used once all edges are in the graph.
    n_to_link_stored: u32,
    /// Stored number of symbols in all files; a hint for reserving memory.
    n_symbols_stored: u32,
    /// The languages that are not parsed, as indexes in `lang::unread`, each with its number of files.
    unread: Vec<(u32, u32)>,
    pub(crate) graph: Graph,
    /// The facts of all files; filled only for writing.
    scopes: ScopeIndex,
    roots: Roots,
    /// Hashes of the names that each file's edges depend on; filled only for writing.
    traces: Map<FileId, Vec<u32>>,
    /// How far each keyspace is loaded.
    progress: [keyspaces::Progress; Keyspace::ALL.len()],
    /// Loaded signatures and docs.
    details: Map<FileId, Vec<Detail<Arc<str>>>>,
    /// Rows of words by file, as stored but without their checksum.
    words: Map<FileId, Vec<u8>>,
    /// Rows of sections by the document's path, as stored but without their checksum.
    documents: BTreeMap<String, Vec<u8>>,
    name_index: name_index::NameIndex,
    file_adjacency: file_adjacency::FileAdjacency,
    declined: declined::DeclinedReferences,
    /// Edges rows in stored form, until all edges are decoded; empty for writing.
    lazy_edges: lazy_edges::LazyEdges,
    damaged: Vec<DamagedRow>,
    expected: lost::ExpectedRows,
    /// Terms of words that occurred before.
    term_cache: TermCache,
}

impl GraphSpace {
    /// A graph without any row, at this generation.
    pub(crate) fn unopened(purpose: Purpose, generation: u64) -> GraphSpace {
        GraphSpace {
            purpose,
            generation,
            next_stored_id: 1,
            n_to_link_stored: 0,
            n_symbols_stored: 0,
            unread: Vec::new(),
            graph: Graph::default(),
            scopes: ScopeIndex::default(),
            roots: Roots::default(),
            traces: Map::default(),
            progress: Default::default(),
            details: Map::default(),
            words: Map::default(),
            documents: BTreeMap::new(),
            name_index: name_index::NameIndex::default(),
            file_adjacency: file_adjacency::FileAdjacency::default(),
            declined: declined::DeclinedReferences::default(),
            lazy_edges: lazy_edges::LazyEdges::default(),
            damaged: Vec::new(),
            expected: lost::ExpectedRows::default(),
            term_cache: TermCache::default(),
        }
    }

    /// An empty graph, open for writing at generation 0.
    pub(crate) fn empty() -> GraphSpace {
        let mut space = GraphSpace::unopened(Purpose::Writing, 0);
        space.progress.fill(keyspaces::Progress::Loaded);
        space.compare_name_index();
        space
    }

    /// The signatures and docs of a file, if loaded.
    pub(crate) fn details_of(&self, file: FileId) -> Option<&[Detail<Arc<str>>]> {
        self.details.get(&file).map(Vec::as_slice)
    }

    /// The words row of a file; `None` if it is not loaded, missing or damaged.
    pub(crate) fn words_bytes(&self, file: FileId) -> Option<&[u8]> {
        self.words.get(&file).map(Vec::as_slice)
    }

    /// The rows that were found damaged or missing since opening, except those that were rewritten or deleted later.
    pub(crate) fn damaged_rows(&self) -> &[DamagedRow] {
        &self.damaged
    }
}
