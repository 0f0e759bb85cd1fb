//! Linking: makes the links of the files that have none.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::GraphSpace;
use super::apply::seal_row;
use crate::base::error::Error;
use crate::base::sort;
use crate::effects::Effects;
use crate::graph::link::{self, DeclinedReference, FileLinks};
use crate::graph::model::{FileId, SymbolId};
use crate::graph::stored::declined::{self, DeclinedPlace};
use crate::graph::stored::edges::{EdgesRow, StoredEdge, StoredImport};
use crate::graph::stored::keyspace::Keyspace;
use crate::graph::stored::trace;
use crate::text::terms::TermCache;

/// Greatest number of files that one call links.
pub(crate) const MAX_FILES: u32 = 10_000;

/// If more files than this are unlinked, as in a first run, the cache of terms is freed: linking does not use it.
const FEW_FILES: usize = 64;

/// The result of `link`.
#[derive(Clone, Debug, PartialEq)]
pub struct Linked {
    /// The effects, which the host commits.
    pub effects: Effects,
    /// The number of files still unlinked.
    pub n_to_link: u32,
}

/// The result of `quarantine`.
#[derive(Clone, Debug, PartialEq)]
pub struct Quarantined {
    /// The effects, which the host commits.
    pub effects: Effects,
    /// The file put in quarantine; `None` if all files are linked.
    pub path: Option<String>,
}

impl GraphSpace {
    /// Links up to `max_files` files, in the order of their paths.
    pub(crate) fn link(&mut self, max_files: u32) -> Result<Linked, Error> {
        self.check_writing()?;
        if max_files == 0 || max_files > MAX_FILES {
            return Err(Error::invalid("max-files", "1 to 10,000"));
        }
        let mut effects = self.start_effects();
        let unlinked: Vec<FileId> = self.graph.files().filter(|(_, file)| !file.is_linked).map(|(id, _)| id).collect();
        if unlinked.len() > FEW_FILES {
            self.term_cache = TermCache::default();
        }
        for &file in unlinked.iter().take(max_files as usize) {
            let links = link::link(&self.graph, &self.scopes, &self.roots, file);
            self.take_links(file, links, &mut effects);
        }
        self.finish_effects(&mut effects);
        Ok(Linked { effects, n_to_link: unlinked.len().saturating_sub(max_files as usize) as u32 })
    }

    /// Puts the first file to be linked in quarantine: it has no links until it changes.
    pub(crate) fn quarantine(&mut self) -> Result<Quarantined, Error> {
        self.check_writing()?;
        let mut effects = self.start_effects();
        let file = self.graph.files().find(|(_, file)| !file.is_linked).map(|(id, _)| id);
        if let Some(file) = file {
            let n_unlinked = self.scopes.file(file).map_or(0, |scopes| scopes.facts.references.len() as u32);
            self.take_links(file, FileLinks { n_unlinked, ..FileLinks::default() }, &mut effects);
        }
        self.finish_effects(&mut effects);
        Ok(Quarantined { effects, path: file.map(|file| (*self.graph.file(file).path).to_owned()) })
    }

    fn take_links(&mut self, file: FileId, links: FileLinks, effects: &mut Effects) {
        let FileLinks { edges, externals, imports, n_unlinked, declined_references: declined, trace } = links;
        let place_of = |symbol: SymbolId| {
            let symbol = self.graph.symbol(symbol);
            (self.graph.file(symbol.file).stored_id, symbol.slot)
        };
        let stored_edges = edges.iter().map(|edge| {
            let ((source_file, source), (target_file, target)) = (place_of(edge.source), place_of(edge.target));
            StoredEdge {
                source_file,
                source,
                line: edge.line,
                target_file,
                target,
                kind: edge.kind,
                strategy: edge.strategy,
            }
        });
        let stored_imports = imports.iter().map(|import| {
            let (target_file, target) = place_of(import.target);
            StoredImport { import: place_of(import.import).1, is_glob: import.is_glob, target_file, target }
        });
        let mut row = EdgesRow {
            home: self.graph.file(file).stored_id,
            edges: stored_edges.collect(),
            externals: externals.clone(),
            imports: stored_imports.collect(),
            n_unlinked,
            declined_references: self.stored_places(file, &declined),
        };
        sort::sort(&mut row.edges);
        sort::sort(&mut row.imports);
        let path = &self.graph.file(file).path;
        effects.puts.push(seal_row(Keyspace::Edges, path, &row.encode()));
        effects.puts.push(seal_row(Keyspace::Trace, path, &trace::encode(&trace)));
        self.graph.add_edges(file, edges.into_iter());
        let node = self.graph.file_mut(file);
        node.is_linked = true;
        node.n_unlinked = n_unlinked;
        node.externals = externals;
        node.imports = imports;
        self.traces.insert(file, trace);
        let stored_id = self.graph.file(file).stored_id;
        self.declined.forget(stored_id);
        // The places were just encoded, so they can be read.
        let _ = self.declined.set_places(stored_id, &row.declined_references);
        self.name_index.mark_relinked(stored_id);
    }

    /// The stored form of declined references.
    fn stored_places(&self, file: FileId, declined: &[DeclinedReference]) -> Vec<u8> {
        let mut by_name: BTreeMap<&str, Vec<DeclinedPlace>> = BTreeMap::new();
        for &DeclinedReference { name, source, line, is_call } in declined {
            let source = self.graph.symbol(source);
            // A block may extend a type of another file. Its references count as those of its own file, whose slot is
            // 0.
            let source = if source.file == file { source.slot } else { 0 };
            by_name.entry(self.graph.names.text(name)).or_default().push(DeclinedPlace { source, line, is_call });
        }
        by_name.values_mut().for_each(|places| {
            sort::sort(places);
            places.dedup();
        });
        declined::encode(by_name.iter().map(|(name, places)| (*name, places.as_slice())))
    }
}
