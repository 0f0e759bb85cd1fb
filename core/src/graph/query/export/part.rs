//! The part of the graph that is exported.
//!
//! A neighbourhood grows along references only: with containment, two steps from a function would reach its whole
//! file.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use crate::graph::model::{Edge, FileId, Graph, SymbolId};
use crate::graph::query::containment::{Containers, is_displayed};

pub(super) struct ExportedPart {
    members: Members,
    containers: Containers,
}

enum Members {
    /// All files whose path starts with this prefix.
    Below(String),
    /// These symbols, and edges between them.
    Symbols(BTreeSet<SymbolId>),
}

impl ExportedPart {
    /// The files whose path starts with a prefix.
    pub(super) fn below(graph: &Graph, prefix: String) -> ExportedPart {
        ExportedPart { members: Members::Below(prefix), containers: Containers::of(graph) }
    }

    /// A symbol with the displayed symbols inside it, except members of blocks, and the symbols within `depth` edges of
    /// these in either direction.
    pub(super) fn around(graph: &Graph, start: SymbolId, depth: u32) -> ExportedPart {
        let mut symbols = BTreeSet::from([start]);
        // A parent precedes its children.
        for &symbol in &graph.file(graph.symbol(start).file).symbols {
            if symbols.contains(&graph.symbol(symbol).parent) && is_displayed(graph, symbol) {
                symbols.insert(symbol);
            }
        }
        let mut front: Vec<SymbolId> = symbols.iter().copied().collect();
        for _ in 0..depth {
            let targets = front.iter().flat_map(|&at| graph.out_edges(at).map(|edge| edge.target));
            let sources = front.iter().flat_map(|&at| graph.in_edges(at).map(|edge| edge.source));
            let next_front: BTreeSet<SymbolId> = targets.chain(sources).filter(|end| !symbols.contains(end)).collect();
            symbols.extend(&next_front);
            front = next_front.into_iter().collect();
        }
        ExportedPart { members: Members::Symbols(symbols), containers: Containers::of(graph) }
    }

    /// Whether the part consists of whole files.
    pub(super) fn is_of_files(&self) -> bool {
        matches!(self.members, Members::Below(_))
    }

    pub(super) fn contains_file(&self, graph: &Graph, file: FileId) -> bool {
        let node = graph.file(file);
        match &self.members {
            Members::Below(prefix) => node.path.starts_with(prefix),
            Members::Symbols(symbols) => node.symbols.iter().any(|symbol| symbols.contains(symbol)),
        }
    }

    pub(super) fn contains_symbol(&self, graph: &Graph, symbol: SymbolId) -> bool {
        match &self.members {
            Members::Below(_) => self.contains_file(graph, graph.symbol(symbol).file),
            Members::Symbols(symbols) => symbols.contains(&symbol),
        }
    }

    pub(super) fn contains_edge(&self, graph: &Graph, edge: &Edge) -> bool {
        self.contains_symbol(graph, edge.source) && self.contains_symbol(graph, edge.target)
    }

    /// The containment edges to the symbols of a file, whether the container is in the part or not.
    pub(super) fn containments(&self, graph: &Graph, file: FileId) -> Vec<Edge> {
        self.containers.edges_in(graph, file).collect()
    }
}
