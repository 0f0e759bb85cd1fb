//! Loads stored rows into the graph. A damaged row is skipped and reported; a row in a newer format is an error.

use alloc::string::String;
use alloc::vec::Vec;

use super::{GraphSpace, Purpose};
use crate::ask::Row;
use crate::base::error::Error;
use crate::base::sort;
use crate::graph::kind::SymbolKind;
use crate::graph::lang::LANGUAGES;
use crate::graph::link::scope_index::FileScopes;
use crate::graph::model::names::NameId;
use crate::graph::model::{FileId, ImportTarget, NewEdge, NewFile, NewSymbol, STORED_END, SymbolId};
use crate::graph::stored::edges::{EdgesHead, StoredEdge, StoredImport};
use crate::graph::stored::keyspace::{self, Keyspace};
use crate::graph::stored::outline::{self, OutlineHead};
use crate::graph::stored::{declined, details, edges, facts, meta::MetaRow, name_index, trace, words::FileTerms};
use crate::row::seal::{self, Flaw};

/// The version of a keyspace's contents. A cache of another version is rebuilt; rows of truth are migrated, never
/// dropped.
pub(super) fn content_version(keyspace: Keyspace) -> u32 {
    match keyspace {
        Keyspace::Edges | Keyspace::Trace => crate::graph::link::VERSION,
        Keyspace::NameIndex | Keyspace::FileAdjacency => name_index::VERSION,
        _ => 0,
    }
}

/// A decoded edges row, with the graph's ids.
pub(super) struct DecodedEdges {
    pub(super) head: EdgesHead,
    pub(super) edges: Vec<NewEdge>,
    /// Whether both ends of every wanted edge are known.
    is_complete: bool,
}

/// A symbol of an outline, in the form that the graph takes.
pub(super) fn new_symbol(symbol: outline::StoredSymbol<NameId>) -> NewSymbol {
    let outline::StoredSymbol { slot, kind, name, parent, first_line, last_line, flags, tokens } = symbol;
    NewSymbol { slot, kind, name, parent, first_line, last_line, flags, tokens }
}

/// Whether no two symbols of a file share a slot: they would become one symbol, which could be its own ancestor.
fn is_each_slot_used_once(symbols: &[NewSymbol]) -> bool {
    let is_ascending = |slots: &mut dyn Iterator<Item = u32>| slots.is_sorted_by(|one, other| one < other);
    // The slots of a file that was never changed are ascending.
    if is_ascending(&mut symbols.iter().map(|symbol| symbol.slot)) {
        return true;
    }
    let mut slots: Vec<u32> = symbols.iter().map(|symbol| symbol.slot).collect();
    sort::sort(&mut slots);
    is_ascending(&mut slots.into_iter())
}

impl GraphSpace {
    /// Loads one row of a keyspace. A damaged row is reported; a row of another version is skipped.
    pub(super) fn ingest(&mut self, keyspace: Keyspace, row: Row) -> Result<(), Error> {
        let payload = match seal::open(&row.key, content_version(keyspace), &row.value) {
            Ok(payload) => payload,
            Err(Flaw::OtherStamp) => return Ok(()),
            Err(Flaw::NewerFormat(format)) => return Err(Error::NewerFormat(u32::from(format))),
            Err(Flaw::Damaged) => {
                self.report_damaged_row(keyspace, &row);
                return Ok(());
            }
        };
        let path = keyspace::parse(&row.key).map(|(_, path)| path).unwrap_or_default();
        let outcome = match keyspace {
            Keyspace::Meta => self.ingest_meta(payload),
            Keyspace::NameIndex => self.ingest_name_index(&row.key, payload),
            Keyspace::FileAdjacency if self.purpose == Purpose::Reading => self.ingest_adjacency(payload),
            Keyspace::FileAdjacency => Some(()),
            Keyspace::Outline => self.ingest_outline(path, payload),
            Keyspace::Manifest => self.ingest_manifest(path, payload),
            Keyspace::Sections => self.ingest_document(path, payload),
            // Rows of a file without an outline are ignored.
            _ => match self.graph.file_of(path) {
                Some(file) => self.ingest_for(keyspace, file, payload),
                None => Some(()),
            },
        };
        if outcome.is_none() {
            self.report_damaged_row(keyspace, &row);
        }
        Ok(())
    }

    fn report_damaged_row(&mut self, keyspace: Keyspace, row: &Row) {
        if matches!(keyspace, Keyspace::NameIndex | Keyspace::FileAdjacency) {
            self.report_damaged_name_index();
        }
        self.report_damaged(row);
    }

    fn ingest_for(&mut self, keyspace: Keyspace, file: FileId, payload: &[u8]) -> Option<()> {
        match keyspace {
            Keyspace::Details => {
                self.details.insert(file, details::decode(payload)?);
            }
            Keyspace::Words => {
                FileTerms::read(payload)?;
                self.words.insert(file, payload.to_vec());
            }
            Keyspace::Facts => self.ingest_facts(file, payload)?,
            Keyspace::Trace => {
                self.traces.insert(file, trace::decode(payload)?);
            }
            Keyspace::Edges if self.purpose == Purpose::Reading => {
                let counts = edges::declined_references(payload).and_then(declined::counts);
                self.declined.set_counts(self.graph.file(file).stored_id, counts.unwrap_or_default());
                self.lazy_edges.keep(file, payload);
            }
            Keyspace::Edges => self.ingest_edges(file, payload)?,
            Keyspace::Meta | Keyspace::NameIndex | Keyspace::FileAdjacency => {}
            Keyspace::Outline | Keyspace::Manifest | Keyspace::Sections => {}
        }
        Some(())
    }

    fn ingest_meta(&mut self, payload: &[u8]) -> Option<()> {
        let meta = MetaRow::decode(payload)?;
        self.next_stored_id = self.next_stored_id.max(meta.next_file_id);
        self.n_to_link_stored = meta.n_to_link;
        self.n_symbols_stored = meta.n_symbols;
        self.unread = meta.unread;
        self.expected.n_files = meta.n_files;
        self.expected.n_documents = meta.n_documents;
        self.expected.n_linked = meta.n_files.saturating_sub(meta.n_to_link);
        Some(())
    }

    fn ingest_outline(&mut self, path: &str, payload: &[u8]) -> Option<()> {
        let known_file = self.graph.file_of(path);
        if self.purpose == Purpose::Reading && known_file.is_some_and(|file| !self.graph.file(file).symbols.is_empty())
        {
            // An earlier question has already requested this row.
            return Some(());
        }
        let mut symbols = Vec::new();
        let head = outline::read(payload, &mut |text| self.graph.names.intern(text), &mut |symbol| {
            symbols.push(new_symbol(symbol));
        })?;
        if !is_each_slot_used_once(&symbols) {
            return None;
        }
        let language = LANGUAGES.iter().position(|language| language.name == head.language)? as u8;
        if head.file_id >= STORED_END || self.graph.file_of_stored(head.file_id) != known_file {
            return None;
        }
        self.next_stored_id = self.next_stored_id.max(head.file_id.saturating_add(1));
        let OutlineHead { file_id: stored_id, hash, n_lines, n_bytes, has_errors, .. } = head;
        let file = match known_file {
            Some(file) if self.graph.file(file).symbols.is_empty() && self.graph.file(file).language == language => {
                file
            }
            Some(_) => return None,
            None => self.graph.add_file(NewFile { path: path.into(), stored_id, language }),
        };
        let node = self.graph.file_mut(file);
        (node.hash, node.n_lines, node.n_bytes, node.has_errors) = (hash, n_lines, n_bytes, has_errors);
        self.graph.set_symbols(file, &symbols);
        if self.purpose == Purpose::Writing {
            self.add_roots(path);
        }
        Some(())
    }

    fn ingest_facts(&mut self, file: FileId, payload: &[u8]) -> Option<()> {
        let symbols = self.graph.file(file).symbols.iter().map(|&id| self.graph.symbol(id));
        let definitions = symbols.filter(|symbol| symbol.kind != SymbolKind::Import);
        let definitions: Vec<outline::StoredSymbol<NameId>> = definitions
            .map(|symbol| outline::StoredSymbol {
                slot: symbol.slot,
                kind: symbol.kind,
                name: symbol.name,
                parent: self.graph.symbol(symbol.parent).index,
                first_line: symbol.first_line,
                last_line: symbol.last_line,
                flags: symbol.flags,
                tokens: symbol.tokens,
            })
            .collect();
        let (facts, names) = facts::decode(payload, &definitions, &mut |text| self.graph.names.intern(text))?;
        self.scopes.insert(file, FileScopes::new(facts, names));
        Some(())
    }

    /// Loads the edges of a file. If ends of some edges are missing, the file counts as unlinked for writing; for
    /// reading, those edges are left out. A row that names another file than `home` is ignored. `None` if the row is
    /// damaged.
    pub(super) fn ingest_edges(&mut self, home: FileId, payload: &[u8]) -> Option<()> {
        let DecodedEdges { head, edges, is_complete } = self.read_edges(payload, &|_| true)?;
        if head.home != self.graph.file(home).stored_id || !is_complete && self.purpose == Purpose::Writing {
            return Some(());
        }
        self.graph.add_edges(home, edges.into_iter());
        let file = self.graph.file_mut(home);
        file.is_linked = true;
        file.n_unlinked = head.n_unlinked;
        file.externals = head.externals;
        self.declined.set_places(head.home, &head.declined_references)?;
        self.ingest_imports(home, &head.imports);
        Some(())
    }

    /// Loads the targets of a file's imports; leaves out targets whose symbols are not loaded.
    pub(super) fn ingest_imports(&mut self, home: FileId, imports: &[StoredImport]) {
        let home_id = self.graph.file(home).stored_id;
        let targets = imports.iter().filter_map(|&StoredImport { import, is_glob, target_file, target }| {
            let (import, target) = (self.symbol_at(home_id, import)?, self.symbol_at(target_file, target)?);
            Some(ImportTarget { import, target, is_glob })
        });
        self.graph.file_mut(home).imports = targets.collect();
    }

    /// The wanted edges of a row. Edges with an end that is not loaded are left out.
    pub(super) fn read_edges(&self, payload: &[u8], is_wanted: &dyn Fn(&StoredEdge) -> bool) -> Option<DecodedEdges> {
        let mut edges: Vec<NewEdge> = Vec::new();
        let mut is_complete = true;
        let head = edges::read(payload, &mut |edge| {
            if is_wanted(&edge) {
                match self.resolve_ends(&edge) {
                    Some(edge) => edges.push(edge),
                    None => is_complete = false,
                }
            }
        })?;
        Some(DecodedEdges { head, edges, is_complete })
    }

    fn resolve_ends(&self, edge: &StoredEdge) -> Option<NewEdge> {
        let source = self.symbol_at(edge.source_file, edge.source)?;
        let target = self.symbol_at(edge.target_file, edge.target)?;
        Some(NewEdge { source, line: edge.line, target, kind: edge.kind, strategy: edge.strategy })
    }

    /// The live symbol in a slot of a file.
    fn symbol_at(&self, stored_id: u32, slot: u32) -> Option<SymbolId> {
        let file = self.graph.file_of_stored(stored_id)?;
        let symbol = *self.graph.file(file).slots.get(slot as usize)?;
        self.graph.is_live(symbol).then_some(symbol)
    }

    /// Adds a file to module look-up, and its folders to the names. Returns the names whose resolution changes.
    pub(super) fn add_roots(&mut self, path: &str) -> Vec<String> {
        for (at, _) in path.match_indices('/') {
            self.graph.names.intern(&path[..=at]);
        }
        self.roots.add(path)
    }

    /// Removes a file with everything loaded for it. Returns the names whose resolution changes.
    pub(super) fn forget_file(&mut self, file: FileId) -> Vec<String> {
        let path = self.graph.file(file).path.clone();
        self.name_index.mark_changed(self.graph.file(file).stored_id);
        self.name_index.mark_relinked(self.graph.file(file).stored_id);
        self.declined.forget(self.graph.file(file).stored_id);
        self.graph.remove_file(file);
        self.scopes.remove(file);
        self.traces.remove(&file);
        self.details.remove(&file);
        self.words.remove(&file);
        self.roots.remove(&path)
    }
}

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned;

    use super::*;
    use crate::graph::facts::Name;
    use crate::graph::stored::keyspace::key;
    use crate::graph::stored::outline::OutlineRow;
    use crate::prepare::testing::TestWorld;

    /// A regression: in a sealed row an inner symbol had the slot of an outer one, and climbing to its parents never
    /// ended.
    #[test]
    fn an_outline_whose_symbols_share_a_slot_is_damaged() {
        let text = "class A:\n    def f(self):\n        1\n";
        let mut world = TestWorld::new(&[("a.py", text)], &[]);
        let key = key(Keyspace::Outline, "a.py");
        let payload = seal::open(&key, 0, &world.rows[&key]).unwrap().to_vec();
        let row = OutlineRow::decode(&payload).unwrap();
        let texts: Vec<String> = row.symbols.iter().map(|symbol| symbol.name.to_owned()).collect();
        let symbols = row.symbols.iter().zip(0..).map(|(symbol, at)| {
            let slot = if at == 2 { 1 } else { symbol.slot };
            outline::StoredSymbol { slot, ..symbol.with_name(Name(at)) }
        });
        let row_payload = OutlineRow { head: row.head, symbols: symbols.collect() }.encode(&texts);
        world.rows.insert(key.clone(), seal::seal(&key, 0, &row_payload));
        let mut space = world.space();
        let outline = world.run(|resumed| space.outline("a.py", resumed));
        assert!(outline.is_err(), "{outline:?}");
        assert!(space.damaged_rows().iter().any(|row| row.key == key), "{:?}", space.damaged_rows());
    }
}
