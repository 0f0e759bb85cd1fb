//! From stored rows to the graph. A row that fails its check is left out and told of; one of a newer format stops.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Memory, Purpose};
use crate::ask::Row;
use crate::error::Error;
use crate::graph::code::FileCode;
use crate::graph::kind::SymbolKind;
use crate::graph::lang::LANGUAGES;
use crate::graph::links::{FileId, NewEdge, NewFile, NewSymbol, STORED_END, SymbolId};
use crate::graph::names::NameId;
use crate::row::edges::{EdgesHead, StoredEdge};
use crate::row::key::{self, Room};
use crate::row::outline::{self, OutlineHead};
use crate::row::seal::{self, Flaw};
use crate::row::{details, directory, edges, facts, meta::MetaRow, trace, words::Words};

/// Version of what makes a room's rows. A cache of another version is made again; truth is migrated, never dropped.
pub(super) fn stamp(room: Room) -> u32 {
    match room {
        Room::Edges | Room::Trace => crate::graph::resolve::VERSION,
        Room::Directory | Room::Joins => directory::VERSION,
        _ => 0,
    }
}

/// An edges row, by the graph's ids.
pub(super) struct ReadEdges {
    pub(super) head: EdgesHead,
    pub(super) edges: Vec<NewEdge>,
    /// Every wanted edge has both its ends.
    whole: bool,
}

/// A symbol of an outline, as the graph takes it.
pub(super) fn new_symbol(symbol: outline::Symbol<NameId>) -> NewSymbol {
    let outline::Symbol { slot, kind, name, parent, first_line, last_line, marks, tokens } = symbol;
    NewSymbol { slot, kind, name, parent, first_line, last_line, marks, tokens }
}

impl Memory {
    /// Takes one row of a room in.
    pub(super) fn ingest(&mut self, room: Room, row: Row) -> Result<(), Error> {
        let payload = match seal::open(&row.key, stamp(room), &row.value) {
            Ok(payload) => payload,
            Err(Flaw::OtherStamp) => return Ok(()),
            Err(Flaw::NewerFormat(format)) => return Err(Error::NewerFormat(u32::from(format))),
            Err(Flaw::Damaged) => {
                self.damaged_row(room, &row);
                return Ok(());
            }
        };
        let path = key::parse(&row.key).map(|(_, path)| path).unwrap_or_default();
        let taken = match room {
            Room::Meta => self.ingest_meta(payload),
            Room::Directory => self.ingest_directory(&row.key, payload),
            Room::Joins if self.purpose == Purpose::Reading => self.ingest_joins(payload),
            Room::Joins => Some(()),
            Room::Outline => self.ingest_outline(path, payload),
            Room::Manifest => self.ingest_manifest(path, payload),
            // What belongs to a file without an outline belongs to nothing.
            _ => match self.graph.file_of(path) {
                Some(file) => self.ingest_for(room, file, payload),
                None => Some(()),
            },
        };
        if taken.is_none() {
            self.damaged_row(room, &row);
        }
        Ok(())
    }

    fn damaged_row(&mut self, room: Room, row: &Row) {
        if matches!(room, Room::Directory | Room::Joins) {
            self.damaged_directory();
        }
        self.damaged(row);
    }

    fn ingest_for(&mut self, room: Room, file: FileId, payload: &[u8]) -> Option<()> {
        match room {
            Room::Details => {
                self.details.insert(file, details::decode(payload)?);
            }
            Room::Words => {
                Words::read(payload)?;
                self.words.insert(file, payload.to_vec());
            }
            Room::Facts => self.ingest_facts(file, payload)?,
            Room::Trace => {
                self.traces.insert(file, trace::decode(payload)?);
            }
            Room::Edges if self.purpose == Purpose::Reading => self.folded.keep(file, payload),
            Room::Edges => self.ingest_edges(file, payload)?,
            Room::Meta | Room::Directory | Room::Joins | Room::Outline | Room::Manifest => {}
        }
        Some(())
    }

    fn ingest_meta(&mut self, payload: &[u8]) -> Option<()> {
        let meta = MetaRow::decode(payload)?;
        self.next_stored_id = self.next_stored_id.max(meta.next_file_id);
        self.n_unsettled_stored = meta.n_unsettled;
        self.n_symbols_stored = meta.n_symbols;
        Some(())
    }

    fn ingest_outline(&mut self, path: &str, payload: &[u8]) -> Option<()> {
        let known = self.graph.file_of(path);
        if self.purpose == Purpose::Reading && known.is_some_and(|file| !self.graph.file(file).symbols.is_empty()) {
            // A question has asked for it before.
            return Some(());
        }
        let mut symbols = Vec::new();
        let head = outline::read(payload, &mut |text| self.graph.names.intern(text), &mut |symbol| {
            symbols.push(new_symbol(symbol));
        })?;
        let language = LANGUAGES.iter().position(|language| language.name == head.language)? as u8;
        if head.file_id >= STORED_END || self.graph.file_of_stored(head.file_id) != known {
            return None;
        }
        self.next_stored_id = self.next_stored_id.max(head.file_id.saturating_add(1));
        let OutlineHead { file_id: stored_id, hash, n_lines, n_bytes, has_errors, .. } = head;
        let file = match known {
            Some(file) if self.graph.file(file).symbols.is_empty() && self.graph.file(file).language == language => {
                file
            }
            Some(_) => return None,
            None => self.graph.add_file(NewFile { path: path.into(), stored_id, language }),
        };
        let entry = self.graph.file_mut(file);
        (entry.hash, entry.n_lines, entry.n_bytes, entry.has_errors) = (hash, n_lines, n_bytes, has_errors);
        self.graph.set_symbols(file, &symbols);
        if self.purpose == Purpose::Writing {
            self.add_roots(path);
        }
        Some(())
    }

    fn ingest_facts(&mut self, file: FileId, payload: &[u8]) -> Option<()> {
        let symbols = self.graph.file(file).symbols.iter().map(|&id| self.graph.symbol(id));
        let definitions = symbols.filter(|symbol| symbol.kind != SymbolKind::Import);
        let definitions: Vec<outline::Symbol<NameId>> = definitions
            .map(|symbol| outline::Symbol {
                slot: symbol.slot,
                kind: symbol.kind,
                name: symbol.name,
                parent: self.graph.symbol(symbol.parent).place,
                first_line: symbol.first_line,
                last_line: symbol.last_line,
                marks: symbol.marks,
                tokens: symbol.tokens,
            })
            .collect();
        let (facts, names) = facts::decode(payload, &definitions, &mut |text| self.graph.names.intern(text))?;
        self.code.insert(file, FileCode::new(facts, names));
        Some(())
    }

    /// Edges whose ends are all there; else the file counts as unlinked (writing), or goes without them (reading).
    pub(super) fn ingest_edges(&mut self, home: FileId, payload: &[u8]) -> Option<()> {
        let ReadEdges { head, edges, whole } = self.read_edges(payload, &|_| true)?;
        if head.home != self.graph.file(home).stored_id || !whole && self.purpose == Purpose::Writing {
            return Some(());
        }
        self.graph.add_edges(home, edges.into_iter());
        let file = self.graph.file_mut(home);
        file.linked = true;
        file.n_unlinked = head.n_unlinked;
        file.externals = head.externals;
        Some(())
    }

    /// The wanted edges of a row; those without both ends are left out.
    pub(super) fn read_edges(&self, payload: &[u8], is_wanted: &dyn Fn(&StoredEdge) -> bool) -> Option<ReadEdges> {
        let mut edges: Vec<NewEdge> = Vec::new();
        let mut whole = true;
        let head = edges::read(payload, &mut |edge| {
            if is_wanted(&edge) {
                match self.ends(&edge) {
                    Some(edge) => edges.push(edge),
                    None => whole = false,
                }
            }
        })?;
        Some(ReadEdges { head, edges, whole })
    }

    fn ends(&self, edge: &StoredEdge) -> Option<NewEdge> {
        let symbol = |stored_id: u32, slot: u32| -> Option<SymbolId> {
            let file = self.graph.file_of_stored(stored_id)?;
            let symbol = *self.graph.file(file).slots.get(slot as usize)?;
            self.graph.is_live(symbol).then_some(symbol)
        };
        let source = symbol(edge.source_file, edge.source)?;
        let target = symbol(edge.target_file, edge.target)?;
        Some(NewEdge { source, line: edge.line, target, kind: edge.kind, strategy: edge.strategy })
    }

    /// Counts a file where modules are looked up; its folders become names. Gives the names whose meaning changed.
    pub(super) fn add_roots(&mut self, path: &str) -> Vec<String> {
        for (at, _) in path.match_indices('/') {
            self.graph.names.intern(&path[..=at]);
        }
        self.roots.add(path)
    }

    /// Takes a file out of everything.
    pub(super) fn forget_file(&mut self, file: FileId) -> Vec<String> {
        let path = self.graph.file(file).path.clone();
        self.directory.change(self.graph.file(file).stored_id);
        self.directory.relink(self.graph.file(file).stored_id);
        self.graph.remove_file(file);
        self.code.remove(file);
        self.traces.remove(&file);
        self.details.remove(&file);
        self.words.remove(&file);
        self.roots.remove(&path)
    }
}
