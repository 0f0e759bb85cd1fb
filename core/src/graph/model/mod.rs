//! The graph in memory: files, their symbols, and the edges between symbols.
//!
//! Ids are dense and live as long as the instance. Each edge is in two linked lists, one by source and one by target,
//! so the edges of a file are replaced without touching those of other files. Not here: how edges are made (`link`),
//! stored bytes (`by_stored_id`).

mod ids;
mod name_index;
pub(crate) mod names;
mod ordinals;
mod paged;
pub(crate) mod test_path;
pub(crate) mod texts;
pub(crate) mod vendored;

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::{Bound, Range};

use self::names::{NameId, Names};
use self::ordinals::Ordinals;
use self::paged::Paged;
use self::test_path::is_test_path;
use self::vendored::ranks_as_vendored;
use crate::base::map::IndexTable;
use crate::graph::facts::Flags;
use crate::graph::kind::{EdgeKind, Strategy, SymbolKind};
use crate::text::identity::text_hash;

/// The id of a file. Ids are dense. A file that is removed and added again gets a new id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct FileId(pub u32);

/// The id of a symbol. Ids are dense.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct SymbolId(pub u32);

/// Upper bound, exclusive, of the stored ids of files, because arrays are indexed by them.
pub(crate) const STORED_END: u32 = 1 << 24;
/// The end of a linked list of edges or symbols.
pub(super) const LIST_END: u32 = u32::MAX;

#[derive(Debug)]
pub(crate) struct File {
    /// Relative to the root of the project. Answers share the text.
    pub path: Arc<str>,
    /// The id in stored rows. Never reused within a store.
    pub stored_id: u32,
    /// Index into `lang::LANGUAGES`.
    pub language: u8,
    /// Whether the path is that of a test: see [`is_test_path`].
    pub is_test: bool,
    /// Whether the path ranks below the project's own code: see [`ranks_as_vendored`].
    pub is_vendored: bool,
    /// SHA-256 of its bytes.
    pub hash: [u8; 32],
    /// 0 for an empty file.
    pub n_lines: u32,
    pub n_bytes: u32,
    /// Whether the parser reported errors.
    pub has_errors: bool,
    /// The symbols in source order; the first is the file itself. Empty if the outline is not loaded.
    pub symbols: Vec<SymbolId>,
    /// The symbols by slot; a slot is the stable number of a symbol within its file.
    pub slots: Vec<SymbolId>,
    /// False if the file's edges are not made yet, or a change dropped them.
    pub is_linked: bool,
    /// The number of imports and references whose target is outside the project or unknown.
    pub n_unlinked: u32,
    /// Imported modules outside the project, each with the line of its first import.
    pub externals: Vec<(String, u32)>,
    /// The targets of its imports, if its edges are loaded.
    pub imports: Vec<ImportTarget>,
    /// The range of its edges in the list of all edges: the edges of a file are contiguous.
    edges: Range<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbol {
    /// Without the names of enclosing definitions.
    pub name: NameId,
    pub file: FileId,
    /// The enclosing definition. The symbol of a file is its own parent.
    pub parent: SymbolId,
    /// 1-based.
    pub first_line: u32,
    /// 1-based, inclusive.
    pub last_line: u32,
    /// Estimated tokens in its text.
    pub tokens: u32,
    /// Number of the symbol within its file; it stays the same when the file changes.
    pub slot: u32,
    /// Index in its file's `symbols`; `u32::MAX` once the symbol is removed.
    pub index: u32,
    /// The number of the symbol among those of the same qualified name in the file, from 1. Blocks and the file itself
    /// are not counted.
    pub ordinal: u32,
    pub kind: SymbolKind,
    /// Properties such as static, async or test.
    pub flags: Flags,
    first_out: u32,
    first_in: u32,
    pub(super) next_named: u32,
}

impl Symbol {
    /// Whether the symbol still exists.
    pub(crate) fn is_existing(&self) -> bool {
        self.index != u32::MAX
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The symbol that contains the reference.
    pub source: SymbolId,
    /// The symbol that is referred to.
    pub target: SymbolId,
    /// The line of the reference in the file `home`, 1-based.
    pub line: u32,
    pub kind: EdgeKind,
    /// How its target was found.
    pub strategy: Strategy,
    /// The file that contains the reference: the source's file, except for an `impl` block in another file than its
    /// type.
    pub home: FileId,
    is_live: bool,
    next_out: u32,
    next_in: u32,
}

impl Edge {
    /// How sure the edge is, from 0 to 1. Containment, which follows from the tree of symbols, has 1.
    pub(crate) fn confidence(&self) -> f64 {
        if self.kind == EdgeKind::Contains { 1.0 } else { self.strategy.confidence() }
    }
}

/// An import and its target: code that names the import's module can reach the target through it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ImportTarget {
    /// The symbol of the import; for a glob import, the module that contains it.
    pub import: SymbolId,
    /// The symbol that the import leads to; for a glob import, a module.
    pub target: SymbolId,
    pub is_glob: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct NewEdge {
    pub source: SymbolId,
    pub line: u32,
    pub target: SymbolId,
    pub kind: EdgeKind,
    pub strategy: Strategy,
}

/// A file to add, without its outline.
pub(crate) struct NewFile {
    pub path: Arc<str>,
    pub stored_id: u32,
    pub language: u8,
}

pub(crate) struct NewSymbol {
    /// Number of the symbol within its file; it stays the same when the file changes.
    pub slot: u32,
    pub name: NameId,
    /// Index of the parent in the same list.
    pub parent: u32,
    pub kind: SymbolKind,
    /// 1-based.
    pub first_line: u32,
    /// 1-based, inclusive.
    pub last_line: u32,
    /// Estimated tokens in its text.
    pub tokens: u32,
    pub flags: Flags,
}

#[derive(Default)]
pub(crate) struct Graph {
    /// Names of symbols and, if facts are loaded, all names in them.
    pub names: Names,
    files: Vec<File>,
    /// Live files, sorted by path.
    paths: BTreeMap<Arc<str>, FileId>,
    /// Live files by the hash of their path: linking looks up far more paths than exist.
    by_path: IndexTable<FileId>,
    /// Whether the order of ids differs from the order of paths, because some file was added after one with a greater
    /// path.
    is_unordered: bool,
    /// Files by stored id; `u32::MAX` if none is live.
    by_stored_id: Vec<u32>,
    pub(super) symbols: Vec<Symbol>,
    /// The latest symbol of each name; [`Symbol::next_named`] continues the list. May be shorter than the table of
    /// names.
    pub(super) first_named: Vec<u32>,
    edges: Paged<Edge>,
    n_live_edges: u32,
    n_live_symbols: u32,
}

impl Graph {
    /// The live file with a path.
    pub(crate) fn file_of(&self, path: &str) -> Option<FileId> {
        self.by_path.find(text_hash(path), |id| *self.file(*id).path == *path).copied()
    }

    /// The live file with a stored id.
    pub(crate) fn file_of_stored(&self, stored_id: u32) -> Option<FileId> {
        self.by_stored_id.get(stored_id as usize).copied().filter(|&file| file != LIST_END).map(FileId)
    }

    pub(crate) fn file(&self, file: FileId) -> &File {
        &self.files[file.0 as usize]
    }

    pub(crate) fn file_mut(&mut self, file: FileId) -> &mut File {
        &mut self.files[file.0 as usize]
    }

    /// Compares the paths of two files. Rows are loaded in that order, so comparing ids usually suffices.
    pub(crate) fn order_of_paths(&self, one: FileId, other: FileId) -> Ordering {
        match self.is_unordered {
            true => self.file(one).path.cmp(&self.file(other).path),
            false => one.cmp(&other),
        }
    }

    pub(crate) fn symbol(&self, symbol: SymbolId) -> &Symbol {
        &self.symbols[symbol.0 as usize]
    }

    /// Whether an id belongs to an existing symbol. False for the placeholder in a free slot.
    pub(crate) fn is_live(&self, symbol: SymbolId) -> bool {
        self.symbols.get(symbol.0 as usize).is_some_and(Symbol::is_existing)
    }

    /// Live files, sorted by path.
    pub(crate) fn files(&self) -> impl DoubleEndedIterator<Item = (FileId, &File)> {
        self.paths.values().map(|&id| (id, self.file(id)))
    }

    /// Live files whose path begins with `prefix`, sorted by path.
    pub(crate) fn files_below<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (FileId, &'a File)> {
        let following = self.paths.range::<str, _>((Bound::Included(prefix), Bound::Unbounded));
        following.take_while(move |(path, _)| path.starts_with(prefix)).map(|(_, &id)| (id, self.file(id)))
    }

    /// Live files directly in a folder, sorted by path. `folder` ends with a slash, or is empty for the root.
    pub(crate) fn files_in<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = FileId> + use<'a> {
        let mut start = folder.to_owned();
        core::iter::from_fn(move || {
            loop {
                let (path, &id) =
                    self.paths.range::<str, _>((Bound::Included(start.as_str()), Bound::Unbounded)).next()?;
                let rest_of_path = path.strip_prefix(folder)?;
                start.clear();
                match rest_of_path.find('/') {
                    // Skips everything below that folder: `0` is the character after `/`.
                    Some(end) => start.extend([folder, &rest_of_path[..end], "0"]),
                    None => {
                        start.extend([path, "\0"]);
                        return Some(id);
                    }
                }
            }
        })
    }

    /// The number of live files.
    pub(crate) fn n_files(&self) -> usize {
        self.paths.len()
    }

    /// The number of live symbols, without those of the files themselves.
    pub(crate) fn n_symbols(&self) -> usize {
        self.n_live_symbols as usize
    }

    /// One more than the greatest symbol id: the length of arrays indexed by symbols.
    pub(crate) fn symbols_end(&self) -> usize {
        self.symbols.len()
    }

    /// The number of edges, without dropped ones and without containment.
    pub(crate) fn n_edges(&self) -> usize {
        self.n_live_edges as usize
    }

    /// The symbol of the file itself. The file's outline must be loaded.
    pub(crate) fn root(&self, file: FileId) -> SymbolId {
        self.file(file).symbols[0]
    }

    /// Live edges from a symbol, the latest added first.
    pub(crate) fn out_edges(&self, symbol: SymbolId) -> impl Iterator<Item = &Edge> {
        self.edge_list(self.symbol(symbol).first_out, |edge| edge.next_out)
    }

    /// Live edges to a symbol, the latest added first.
    pub(crate) fn in_edges(&self, symbol: SymbolId) -> impl Iterator<Item = &Edge> {
        self.edge_list(self.symbol(symbol).first_in, |edge| edge.next_in)
    }

    /// All live edges, in unspecified order.
    pub(crate) fn edges(&self) -> impl Iterator<Item = &Edge> {
        self.edges.iter().filter(|edge| self.is_edge_live(edge))
    }

    /// The containment edge from a symbol to a symbol in it. Its line is the first line of the contained symbol.
    pub(crate) fn containment(&self, container: SymbolId, contained: SymbolId) -> Edge {
        let Symbol { file, first_line, .. } = *self.symbol(contained);
        Edge {
            source: container,
            target: contained,
            line: first_line,
            kind: EdgeKind::Contains,
            strategy: Strategy::Lexical,
            home: file,
            is_live: true,
            next_out: LIST_END,
            next_in: LIST_END,
        }
    }

    fn edge_list(&self, first_index: u32, next_of: fn(&Edge) -> u32) -> impl Iterator<Item = &Edge> {
        let mut at = first_index;
        core::iter::from_fn(move || {
            while at != LIST_END {
                let edge = &self.edges[at];
                at = next_of(edge);
                if self.is_edge_live(edge) {
                    return Some(edge);
                }
            }
            None
        })
    }

    /// Whether an edge and its ends exist. Between `apply` and `link` an edge may still refer to a removed symbol.
    fn is_edge_live(&self, edge: &Edge) -> bool {
        edge.is_live && self.symbol(edge.source).is_existing() && self.symbol(edge.target).is_existing()
    }

    /// Adds a file without symbols. No live file may have the path or the stored id, and the id must be below
    /// [`STORED_END`].
    pub(crate) fn add_file(&mut self, file: NewFile) -> FileId {
        let id = FileId(self.files.len() as u32);
        self.is_unordered |= self.files.last().is_some_and(|last| last.path >= file.path);
        self.paths.insert(file.path.clone(), id);
        self.by_path.insert_unique(text_hash(&file.path), id, |id| text_hash(&self.files[id.0 as usize].path));
        let at = file.stored_id as usize;
        if self.by_stored_id.len() <= at {
            self.by_stored_id.resize(at + 1, LIST_END);
        }
        self.by_stored_id[at] = id.0;
        let NewFile { path, stored_id, language } = file;
        self.files.push(File {
            is_test: is_test_path(&path),
            is_vendored: ranks_as_vendored(&path),
            path,
            stored_id,
            language,
            hash: [0; 32],
            n_lines: 0,
            n_bytes: 0,
            has_errors: false,
            symbols: Vec::new(),
            slots: Vec::new(),
            is_linked: false,
            n_unlinked: 0,
            externals: Vec::new(),
            imports: Vec::new(),
            edges: 0..0,
        });
        id
    }

    /// Reserves capacity for a total number of symbols, so that loading a graph does not reallocate.
    pub(crate) fn reserve_symbols(&mut self, n_symbols: usize) {
        self.symbols.reserve_exact(n_symbols.saturating_sub(self.symbols.len()));
    }

    /// Replaces the symbols of a file. A symbol whose slot is also in `new_symbols` keeps its id and the edges to it.
    /// `new_symbols` begins with the file itself, and parents come before their children.
    pub(crate) fn set_symbols(&mut self, file: FileId, new_symbols: &[NewSymbol]) {
        let old_ids = core::mem::take(&mut self.file_mut(file).symbols);
        for &symbol in &old_ids {
            self.symbols[symbol.0 as usize].index = u32::MAX;
        }
        self.n_live_symbols -= old_ids.len().saturating_sub(1) as u32;
        self.n_live_symbols += new_symbols.len().saturating_sub(1) as u32;
        let mut symbols: Vec<SymbolId> = Vec::with_capacity(new_symbols.len());
        let slots = &mut self.file_mut(file).slots;
        slots.reserve(new_symbols.len().saturating_sub(slots.len()));
        let mut ordinals = Ordinals::of(new_symbols.len());
        for (index, new_symbol) in new_symbols.iter().enumerate() {
            let id = self.symbol_in_slot(file, new_symbol.slot);
            let name = new_symbol.name;
            let parent = symbols.get(new_symbol.parent as usize).copied().unwrap_or(id);
            let ordinal = ordinals.next(new_symbol.parent, name, new_symbol.kind);
            let symbol = self.symbol(id);
            let (old_name, is_new) = (symbol.name, symbol.parent == SymbolId(LIST_END));
            let symbol = &mut self.symbols[id.0 as usize];
            *symbol = Symbol {
                name,
                parent,
                index: index as u32,
                ordinal,
                first_line: new_symbol.first_line,
                last_line: new_symbol.last_line,
                tokens: new_symbol.tokens,
                kind: new_symbol.kind,
                flags: new_symbol.flags,
                ..*symbol
            };
            if !is_new && old_name != name {
                self.drop_name(old_name, id);
            }
            if is_new || old_name != name {
                self.add_name(name, id);
            }
            symbols.push(id);
        }
        self.file_mut(file).symbols = symbols;
    }

    /// The symbol in a slot of a file. A free slot gets a new symbol.
    fn symbol_in_slot(&mut self, file: FileId, slot: u32) -> SymbolId {
        let slots = &self.files[file.0 as usize].slots;
        if let Some(&id) = slots.get(slot as usize)
            && id.0 != LIST_END
        {
            return id;
        }
        let id = SymbolId(self.symbols.len() as u32);
        if self.symbols.len() == self.symbols.capacity() {
            // Not doubled: the symbols of a large project take several megabytes.
            self.symbols.reserve_exact((self.symbols.len() / 4).max(64));
        }
        self.symbols.push(Symbol {
            name: NameId(0),
            file,
            parent: SymbolId(LIST_END),
            first_line: 0,
            last_line: 0,
            tokens: 0,
            slot,
            index: u32::MAX,
            ordinal: 1,
            kind: SymbolKind::File,
            flags: Flags::default(),
            first_out: LIST_END,
            first_in: LIST_END,
            next_named: LIST_END,
        });
        let slots = &mut self.files[file.0 as usize].slots;
        if slots.len() <= slot as usize {
            slots.resize(slot as usize + 1, SymbolId(LIST_END));
        }
        slots[slot as usize] = id;
        id
    }

    /// Removes a file with its symbols and the edges that it contains. The caller must drop the edges to the file, by
    /// [`Graph::drop_edges`] of the files that contain them.
    pub(crate) fn remove_file(&mut self, file: FileId) {
        self.drop_edges(file);
        let symbols = core::mem::take(&mut self.file_mut(file).symbols);
        for symbol in &symbols {
            self.symbols[symbol.0 as usize].index = u32::MAX;
        }
        self.n_live_symbols -= symbols.len().saturating_sub(1) as u32;
        let removed_file = &mut self.files[file.0 as usize];
        removed_file.slots = Vec::new();
        self.paths.remove(&removed_file.path);
        if let Ok(entry) = self.by_path.find_entry(text_hash(&removed_file.path), |&id| id == file) {
            entry.remove();
        }
        self.by_stored_id[removed_file.stored_id as usize] = LIST_END;
    }

    /// Drops the edges that a file contains and marks it as not linked.
    pub(crate) fn drop_edges(&mut self, file: FileId) {
        let file = &mut self.files[file.0 as usize];
        for at in core::mem::take(&mut file.edges) {
            self.edges[at].is_live = false;
            self.n_live_edges -= 1;
        }
        file.is_linked = false;
        file.n_unlinked = 0;
        file.externals.clear();
        file.imports.clear();
    }

    /// Sets the edges of a file, which must have none.
    pub(crate) fn add_edges(&mut self, home: FileId, edges: impl Iterator<Item = NewEdge>) {
        let start = self.edges.len() as u32;
        self.add_loose_edges(home, edges);
        self.files[home.0 as usize].edges = start..self.edges.len() as u32;
    }

    /// Adds some of a file's edges; may be called repeatedly. [`Graph::edges_in`] does not return them.
    pub(crate) fn add_loose_edges(&mut self, home: FileId, edges: impl Iterator<Item = NewEdge>) {
        let start = self.edges.len() as u32;
        for NewEdge { source, line, target, kind, strategy } in edges {
            let at = self.edges.len() as u32;
            let next_out = core::mem::replace(&mut self.symbols[source.0 as usize].first_out, at);
            let next_in = core::mem::replace(&mut self.symbols[target.0 as usize].first_in, at);
            self.edges.push(Edge { source, target, line, kind, strategy, home, is_live: true, next_out, next_in });
        }
        self.n_live_edges += self.edges.len() as u32 - start;
    }

    /// The edges that a file contains, in the order they were added.
    pub(crate) fn edges_in(&self, file: FileId) -> impl Iterator<Item = &Edge> {
        let edge_range = &self.file(file).edges;
        self.edges.range(edge_range.clone()).filter(|edge| self.is_edge_live(edge))
    }

    /// The files at both ends of a file's edges, with repetitions.
    pub(crate) fn edge_files(&self, file: FileId) -> impl Iterator<Item = FileId> {
        let edges = self.edges.range(self.file(file).edges.clone());
        edges.flat_map(|edge| [edge.source, edge.target]).map(|symbol| self.symbol(symbol).file)
    }

    /// Removes all edges.
    pub(crate) fn forget_edges(&mut self) {
        for symbol in &mut self.symbols {
            (symbol.first_out, symbol.first_in) = (LIST_END, LIST_END);
        }
        self.files.iter_mut().for_each(|file| file.edges = 0..0);
        self.edges = Paged::default();
        self.n_live_edges = 0;
    }

    /// Removes dead edges if there are at least 1,024 edges, of which at least half are dead.
    pub(crate) fn compact_edges(&mut self) {
        if self.edges.len() < 1024 || self.edges.len() < 2 * self.n_live_edges as usize {
            return;
        }
        let old_edges = core::mem::take(&mut self.edges);
        let edge_ranges: Vec<Range<u32>> = self.files.iter().map(|file| file.edges.clone()).collect();
        self.forget_edges();
        for (home, at) in (0..).zip(edge_ranges) {
            let live_edges = old_edges.range(at).filter(|edge| edge.is_live);
            self.add_edges(
                FileId(home),
                live_edges.map(|edge| {
                    let Edge { source, target, kind, strategy, line, .. } = *edge;
                    NewEdge { source, line, target, kind, strategy }
                }),
            );
        }
    }

    /// Memory of the graph in bytes, estimated from its lengths.
    pub(crate) fn live_bytes(&self) -> usize {
        self.symbols.len() * (size_of::<Symbol>() + 24)
            + self.edges.len() * size_of::<Edge>()
            + self.files.len() * (size_of::<File>() + 64)
            + self.names.n_names() * 32
    }
}
