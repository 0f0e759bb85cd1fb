//! The graph in memory: files, their symbols, and the edges between symbols, ready to be asked.
//!
//! Ids are dense and live as long as the instance. Edges hang in two chains, one by source and one by target, so a
//! file's edges are replaced without touching any other's. Not here: how edges come about (`resolve`), stored bytes (`row`).

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::{Bound, Range};

use super::facts::Marks;
use super::kind::{EdgeKind, Strategy, SymbolKind};
use super::names::{NameId, Names};
use super::ordinals::Ordinals;
use super::paged::Paged;
use super::test_path::is_test_path;
use super::vendored::is_vendored_path;
use crate::map::Places;
use crate::text::identity::identity;

/// A file, dense. A file that is removed and comes back is another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u32);

/// A symbol, dense.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SymbolId(pub u32);

/// Stored numbers of files are below this: arrays are kept by them.
pub const STORED_END: u32 = 1 << 24;
/// No edge or symbol, at the end of a chain.
pub(super) const NONE: u32 = u32::MAX;

/// A file of the graph.
#[derive(Debug)]
pub struct File {
    /// Relative to the root; answers share it.
    pub path: Arc<str>,
    /// Its number in stored rows: never used twice in a store.
    pub stored_id: u32,
    /// Its place in `lang::LANGUAGES`.
    pub language: u8,
    /// Its path is one where tests live.
    pub is_test: bool,
    /// Its path is one where copies of other people's code are kept.
    pub is_vendored: bool,
    /// SHA-256 of its bytes.
    pub hash: [u8; 32],
    /// 0 for an empty file.
    pub n_lines: u32,
    /// Bytes.
    pub n_bytes: u32,
    /// The grammar found errors.
    pub has_errors: bool,
    /// Its symbols in the order of the text; the first is the file itself. None where its outline is not read.
    pub symbols: Vec<SymbolId>,
    /// Its symbols by slot: the stable number of a symbol within its file.
    pub slots: Vec<SymbolId>,
    /// Its links are made.
    pub linked: bool,
    /// References whose target is outside or unknown.
    pub n_unlinked: u32,
    /// Modules outside the project that it imports, with the first line.
    pub externals: Vec<(String, u32)>,
    /// Where its edges stand among all: a file's are added together.
    edges: Range<u32>,
}

/// A symbol of the graph.
#[derive(Clone, Copy, Debug)]
pub struct Symbol {
    /// Bare.
    pub name: NameId,
    /// Where it stands.
    pub file: FileId,
    /// The definition it stands in; the file's own symbol is its own parent.
    pub parent: SymbolId,
    /// 1-based.
    pub first_line: u32,
    /// 1-based, included.
    pub last_line: u32,
    /// Estimated tokens of its text.
    pub tokens: u32,
    /// Stable within its file.
    pub slot: u32,
    /// Its place in its file's `symbols`; `u32::MAX` when it is gone.
    pub place: u32,
    /// Which symbol of its qualified name in its file it is, from 1. Blocks and the file itself do not count.
    pub ordinal: u32,
    /// What it is.
    pub kind: SymbolKind,
    /// Marks.
    pub marks: Marks,
    first_out: u32,
    first_in: u32,
    pub(super) next_named: u32,
}

impl Symbol {
    /// It is still there.
    pub fn live(&self) -> bool {
        self.place != u32::MAX
    }
}

/// An edge of the graph.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Where the reference stands.
    pub source: SymbolId,
    /// What it means.
    pub target: SymbolId,
    /// 1-based, in the source's file.
    pub line: u32,
    /// What it says.
    pub kind: EdgeKind,
    /// How its target was found.
    pub strategy: Strategy,
    /// The file it stands in: its source's, but for an `impl` block away from its type.
    pub home: FileId,
    live: bool,
    next_out: u32,
    next_in: u32,
}

/// An edge to add.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "as in `Edge`")]
pub struct NewEdge {
    pub source: SymbolId,
    pub line: u32,
    pub target: SymbolId,
    pub kind: EdgeKind,
    pub strategy: Strategy,
}

/// A file to add: what is known of it without its outline.
#[expect(missing_docs, reason = "as in `File`")]
pub struct NewFile {
    pub path: Arc<str>,
    pub stored_id: u32,
    pub language: u8,
}

/// What a file's new symbols are made from.
pub struct NewSymbol {
    /// Stable within the file.
    pub slot: u32,
    /// Bare.
    pub name: NameId,
    /// A place in the same list.
    pub parent: u32,
    /// What it is.
    pub kind: SymbolKind,
    /// 1-based.
    pub first_line: u32,
    /// 1-based, included.
    pub last_line: u32,
    /// Estimated tokens.
    pub tokens: u32,
    /// Marks.
    pub marks: Marks,
}

/// The graph.
#[derive(Default)]
pub struct Graph {
    /// Names of symbols (and, where facts are loaded, of everything).
    pub names: Names,
    files: Vec<File>,
    /// In their order.
    paths: BTreeMap<Arc<str>, FileId>,
    /// The same by their hashes: linking asks for far more paths than there are.
    by_path: Places<FileId>,
    /// Some file came after one whose path is greater: ids do not tell the order of paths.
    out_of_order: bool,
    /// By stored number; `u32::MAX` where none is live.
    stored: Vec<u32>,
    pub(super) symbols: Vec<Symbol>,
    /// The latest symbol of each name; [`Symbol::next_named`] leads on. May be shorter than the names.
    pub(super) first_named: Vec<u32>,
    edges: Paged<Edge>,
    n_live_edges: u32,
    n_live_symbols: u32,
}

impl Graph {
    /// The live file of a path.
    pub fn file_of(&self, path: &str) -> Option<FileId> {
        self.by_path.find(identity(path), |id| *self.file(*id).path == *path).copied()
    }

    /// The live file with a stored number.
    pub fn file_of_stored(&self, stored_id: u32) -> Option<FileId> {
        self.stored.get(stored_id as usize).copied().filter(|&file| file != NONE).map(FileId)
    }

    /// A file.
    pub fn file(&self, file: FileId) -> &File {
        &self.files[file.0 as usize]
    }

    /// A file, to change.
    pub fn file_mut(&mut self, file: FileId) -> &mut File {
        &mut self.files[file.0 as usize]
    }

    /// The order of two files' paths. A store's rows come in that order, so mostly ids tell it.
    pub fn order_of_paths(&self, one: FileId, other: FileId) -> Ordering {
        match self.out_of_order {
            true => self.file(one).path.cmp(&self.file(other).path),
            false => one.cmp(&other),
        }
    }

    /// A symbol.
    pub fn symbol(&self, symbol: SymbolId) -> &Symbol {
        &self.symbols[symbol.0 as usize]
    }

    /// Whether an id stands for a symbol that is still there; a free slot holds none.
    pub fn is_live(&self, symbol: SymbolId) -> bool {
        self.symbols.get(symbol.0 as usize).is_some_and(Symbol::live)
    }

    /// Live files, by path.
    pub fn files(&self) -> impl DoubleEndedIterator<Item = (FileId, &File)> {
        self.paths.values().map(|&id| (id, self.file(id)))
    }

    /// Live files whose path begins with `prefix`, by path.
    pub fn files_below<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (FileId, &'a File)> {
        let from = self.paths.range::<str, _>((Bound::Included(prefix), Bound::Unbounded));
        from.take_while(move |(path, _)| path.starts_with(prefix)).map(|(_, &id)| (id, self.file(id)))
    }

    /// Live files that lie in a folder itself, by path; `folder` ends with a slash, or is empty for the top.
    pub fn files_in<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = FileId> + use<'a> {
        let mut from = folder.to_owned();
        core::iter::from_fn(move || {
            loop {
                let (path, &id) =
                    self.paths.range::<str, _>((Bound::Included(from.as_str()), Bound::Unbounded)).next()?;
                let inner = path.strip_prefix(folder)?;
                from.clear();
                match inner.find('/') {
                    // What comes after everything below that folder.
                    Some(end) => from.extend([folder, &inner[..end], "0"]),
                    None => {
                        from.extend([path, "\0"]);
                        return Some(id);
                    }
                }
            }
        })
    }

    /// How many live files there are.
    pub fn n_files(&self) -> usize {
        self.paths.len()
    }

    /// How many live symbols there are, files left out.
    pub fn n_symbols(&self) -> usize {
        self.n_live_symbols as usize
    }

    /// One more than the greatest symbol id: the length of arrays beside the symbols.
    pub fn symbols_end(&self) -> usize {
        self.symbols.len()
    }

    /// How many live edges there are.
    pub fn n_edges(&self) -> usize {
        self.n_live_edges as usize
    }

    /// The symbol that stands for the file itself.
    pub fn root(&self, file: FileId) -> SymbolId {
        self.file(file).symbols[0]
    }

    /// Live edges from a symbol.
    pub fn out_edges(&self, symbol: SymbolId) -> impl Iterator<Item = &Edge> {
        self.chain(self.symbol(symbol).first_out, |edge| edge.next_out)
    }

    /// Live edges to a symbol.
    pub fn in_edges(&self, symbol: SymbolId) -> impl Iterator<Item = &Edge> {
        self.chain(self.symbol(symbol).first_in, |edge| edge.next_in)
    }

    /// Every live edge, in no order that lasts.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        self.edges.iter().filter(|edge| self.edge_live(edge))
    }

    fn chain(&self, first: u32, next: fn(&Edge) -> u32) -> impl Iterator<Item = &Edge> {
        let mut at = first;
        core::iter::from_fn(move || {
            while at != NONE {
                let edge = &self.edges[at];
                at = next(edge);
                if self.edge_live(edge) {
                    return Some(edge);
                }
            }
            None
        })
    }

    /// Between `apply` and `settle` an edge may still hang on a symbol that is gone.
    fn edge_live(&self, edge: &Edge) -> bool {
        edge.live && self.symbol(edge.source).live() && self.symbol(edge.target).live()
    }

    /// Adds a file without symbols. The path and the stored number must not be live; the number is below [`STORED_END`].
    pub fn add_file(&mut self, file: NewFile) -> FileId {
        let id = FileId(self.files.len() as u32);
        self.out_of_order |= self.files.last().is_some_and(|last| last.path >= file.path);
        self.paths.insert(file.path.clone(), id);
        self.by_path.insert_unique(identity(&file.path), id, |id| identity(&self.files[id.0 as usize].path));
        let at = file.stored_id as usize;
        if self.stored.len() <= at {
            self.stored.resize(at + 1, NONE);
        }
        self.stored[at] = id.0;
        let NewFile { path, stored_id, language } = file;
        self.files.push(File {
            is_test: is_test_path(&path),
            is_vendored: is_vendored_path(&path),
            path,
            stored_id,
            language,
            hash: [0; 32],
            n_lines: 0,
            n_bytes: 0,
            has_errors: false,
            symbols: Vec::new(),
            slots: Vec::new(),
            linked: false,
            n_unlinked: 0,
            externals: Vec::new(),
            edges: 0..0,
        });
        id
    }

    /// Takes room for so many symbols in all, so that a graph that is read in is not moved while it grows.
    pub fn reserve_symbols(&mut self, n_symbols: usize) {
        self.symbols.reserve_exact(n_symbols.saturating_sub(self.symbols.len()));
    }

    /// Gives a file its symbols, in the place of those it had. A symbol whose slot stays keeps its id, and so the edges to it.
    /// `new` begins with the file itself, a parent before its children.
    pub fn set_symbols(&mut self, file: FileId, new: &[NewSymbol]) {
        let old = core::mem::take(&mut self.file_mut(file).symbols);
        for &symbol in &old {
            self.symbols[symbol.0 as usize].place = u32::MAX;
        }
        self.n_live_symbols -= old.len().saturating_sub(1) as u32;
        self.n_live_symbols += new.len().saturating_sub(1) as u32;
        let mut symbols: Vec<SymbolId> = Vec::with_capacity(new.len());
        let slots = &mut self.file_mut(file).slots;
        slots.reserve(new.len().saturating_sub(slots.len()));
        let mut ordinals = Ordinals::of(new.len());
        for (place, from) in new.iter().enumerate() {
            let id = self.slot(file, from.slot);
            let name = from.name;
            let parent = symbols.get(from.parent as usize).copied().unwrap_or(id);
            let ordinal = ordinals.next(from.parent, name, from.kind);
            let symbol = self.symbol(id);
            let (old_name, is_new) = (symbol.name, symbol.parent == SymbolId(NONE));
            let symbol = &mut self.symbols[id.0 as usize];
            *symbol = Symbol {
                name,
                parent,
                place: place as u32,
                ordinal,
                first_line: from.first_line,
                last_line: from.last_line,
                tokens: from.tokens,
                kind: from.kind,
                marks: from.marks,
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

    /// The symbol in a slot of a file; a new one where the slot is free.
    fn slot(&mut self, file: FileId, slot: u32) -> SymbolId {
        let slots = &self.files[file.0 as usize].slots;
        if let Some(&id) = slots.get(slot as usize)
            && id.0 != NONE
        {
            return id;
        }
        let id = SymbolId(self.symbols.len() as u32);
        if self.symbols.len() == self.symbols.capacity() {
            // Not twice as many: a large project's are several megabytes.
            self.symbols.reserve_exact((self.symbols.len() / 4).max(64));
        }
        self.symbols.push(Symbol {
            name: NameId(0),
            file,
            parent: SymbolId(NONE),
            first_line: 0,
            last_line: 0,
            tokens: 0,
            slot,
            place: u32::MAX,
            ordinal: 1,
            kind: SymbolKind::File,
            marks: Marks::default(),
            first_out: NONE,
            first_in: NONE,
            next_named: NONE,
        });
        let slots = &mut self.files[file.0 as usize].slots;
        if slots.len() <= slot as usize {
            slots.resize(slot as usize + 1, SymbolId(NONE));
        }
        slots[slot as usize] = id;
        id
    }

    /// Takes a file and its symbols and outgoing edges out of the graph. Edges to it are its referrers' to drop.
    pub fn remove_file(&mut self, file: FileId) {
        self.drop_edges(file);
        let symbols = core::mem::take(&mut self.file_mut(file).symbols);
        for symbol in &symbols {
            self.symbols[symbol.0 as usize].place = u32::MAX;
        }
        self.n_live_symbols -= symbols.len().saturating_sub(1) as u32;
        let gone = &mut self.files[file.0 as usize];
        gone.slots = Vec::new();
        self.paths.remove(&gone.path);
        if let Ok(entry) = self.by_path.find_entry(identity(&gone.path), |&id| id == file) {
            entry.remove();
        }
        self.stored[gone.stored_id as usize] = NONE;
    }

    /// Drops the edges that stand in a file, and what goes with them: it is unlinked afterwards.
    pub fn drop_edges(&mut self, file: FileId) {
        let file = &mut self.files[file.0 as usize];
        for at in core::mem::take(&mut file.edges) {
            self.edges[at].live = false;
            self.n_live_edges -= 1;
        }
        file.linked = false;
        file.n_unlinked = 0;
        file.externals.clear();
    }

    /// Gives a file its edges. It must have none.
    pub fn add_edges(&mut self, home: FileId, edges: impl Iterator<Item = NewEdge>) {
        let start = self.edges.len() as u32;
        self.add_loose_edges(home, edges);
        self.files[home.0 as usize].edges = start..self.edges.len() as u32;
    }

    /// Adds some of the edges that stand in a file, as often as it takes; [`Graph::edges_in`] does not give them.
    pub fn add_loose_edges(&mut self, home: FileId, edges: impl Iterator<Item = NewEdge>) {
        let start = self.edges.len() as u32;
        for NewEdge { source, line, target, kind, strategy } in edges {
            let at = self.edges.len() as u32;
            let next_out = core::mem::replace(&mut self.symbols[source.0 as usize].first_out, at);
            let next_in = core::mem::replace(&mut self.symbols[target.0 as usize].first_in, at);
            self.edges.push(Edge { source, target, line, kind, strategy, home, live: true, next_out, next_in });
        }
        self.n_live_edges += self.edges.len() as u32 - start;
    }

    /// The edges that stand in a file, in the order they were added.
    pub fn edges_in(&self, file: FileId) -> impl Iterator<Item = &Edge> {
        let at = &self.file(file).edges;
        self.edges.range(at.clone()).filter(|edge| self.edge_live(edge))
    }

    /// The files that the edges standing in a file touch, each as often as they do.
    pub fn files_joined(&self, file: FileId) -> impl Iterator<Item = FileId> {
        let edges = self.edges.range(self.file(file).edges.clone());
        edges.flat_map(|edge| [edge.source, edge.target]).map(|symbol| self.symbol(symbol).file)
    }

    /// Forgets every edge.
    pub fn forget_edges(&mut self) {
        for symbol in &mut self.symbols {
            (symbol.first_out, symbol.first_in) = (NONE, NONE);
        }
        self.files.iter_mut().for_each(|file| file.edges = 0..0);
        self.edges = Paged::default();
        self.n_live_edges = 0;
    }

    /// Forgets dead edges once they outnumber live ones.
    pub fn compact_edges(&mut self) {
        if self.edges.len() < 1024 || self.edges.len() < 2 * self.n_live_edges as usize {
            return;
        }
        let old = core::mem::take(&mut self.edges);
        let places: Vec<Range<u32>> = self.files.iter().map(|file| file.edges.clone()).collect();
        self.forget_edges();
        for (home, at) in (0..).zip(places) {
            let live = old.range(at).filter(|edge| edge.live);
            self.add_edges(
                FileId(home),
                live.map(|edge| {
                    let Edge { source, target, kind, strategy, line, .. } = *edge;
                    NewEdge { source, line, target, kind, strategy }
                }),
            );
        }
    }

    /// Bytes that the graph holds, estimated from its arrays.
    pub fn live_bytes(&self) -> usize {
        self.symbols.len() * (size_of::<Symbol>() + 24)
            + self.edges.len() * size_of::<Edge>()
            + self.files.len() * (size_of::<File>() + 64)
            + self.names.n_names() * 32
    }
}
