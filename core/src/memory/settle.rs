//! Settling: making the links of files that have none.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::apply::sealed;
use super::{Effects, Memory};
use crate::error::Error;
use crate::graph::links::{FileId, SymbolId};
use crate::graph::resolve::{self, Linked};
use crate::order;
use crate::row::edges::{EdgesRow, StoredEdge};
use crate::row::key::Room;
use crate::row::trace;
use crate::text::terms::Cuts;

/// The most files in one slice.
pub(crate) const MOST_FILES: u32 = 10_000;

/// Where more than these are to be linked, as after a first index, the edges get the room of the cache of words, which linking
/// has no use for.
const FEW_FILES: usize = 64;

/// A slice of settling.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled {
    /// To be committed.
    pub effects: Effects,
    /// Files still to be linked.
    pub n_unsettled: u32,
}

/// A file whose links are given up.
#[derive(Clone, Debug, PartialEq)]
pub struct Unlinkable {
    /// To be committed.
    pub effects: Effects,
    /// The file; none where every file is linked.
    pub path: Option<String>,
}

impl Memory {
    /// Links up to `most_files` files, in the order of their paths.
    pub fn settle(&mut self, most_files: u32) -> Result<Settled, Error> {
        self.check_writing()?;
        if most_files == 0 || most_files > MOST_FILES {
            return Err(Error::invalid("most-files", "1 to 10,000"));
        }
        let mut effects = self.start_effects();
        let unlinked: Vec<FileId> = self.graph.files().filter(|(_, file)| !file.linked).map(|(id, _)| id).collect();
        if unlinked.len() > FEW_FILES {
            self.cuts = Cuts::default();
        }
        for &file in unlinked.iter().take(most_files as usize) {
            let linked = resolve::link(&self.graph, &self.code, &self.roots, file);
            self.take_links(file, linked, &mut effects);
        }
        self.finish_effects(&mut effects);
        Ok(Settled { effects, n_unsettled: unlinked.len().saturating_sub(most_files as usize) as u32 })
    }

    /// Gives up the file that `settle` would begin with: it stays without links until it changes, for it rests on no name.
    pub fn set_aside(&mut self) -> Result<Unlinkable, Error> {
        self.check_writing()?;
        let mut effects = self.start_effects();
        let file = self.graph.files().find(|(_, file)| !file.linked).map(|(id, _)| id);
        if let Some(file) = file {
            let n_unlinked = self.code.file(file).map_or(0, |code| code.facts.references.len() as u32);
            self.take_links(file, Linked { n_unlinked, ..Linked::default() }, &mut effects);
        }
        self.finish_effects(&mut effects);
        Ok(Unlinkable { effects, path: file.map(|file| (*self.graph.file(file).path).to_owned()) })
    }

    fn take_links(&mut self, file: FileId, linked: Linked, effects: &mut Effects) {
        let Linked { edges, externals, n_unlinked, trace } = linked;
        let stored = |symbol: SymbolId| {
            let symbol = self.graph.symbol(symbol);
            (self.graph.file(symbol.file).stored_id, symbol.slot)
        };
        let stored_edges = edges.iter().map(|edge| {
            let ((source_file, source), (target_file, target)) = (stored(edge.source), stored(edge.target));
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
        let mut row = EdgesRow {
            home: self.graph.file(file).stored_id,
            edges: stored_edges.collect(),
            externals: externals.clone(),
            n_unlinked,
        };
        order::sort(&mut row.edges);
        let path = &self.graph.file(file).path;
        effects.puts.push(sealed(Room::Edges, path, &row.encode()));
        effects.puts.push(sealed(Room::Trace, path, &trace::encode(&trace)));
        self.graph.add_edges(file, edges.into_iter());
        let entry = self.graph.file_mut(file);
        entry.linked = true;
        entry.n_unlinked = n_unlinked;
        entry.externals = externals;
        self.traces.insert(file, trace);
        self.directory.relink(self.graph.file(file).stored_id);
    }
}
