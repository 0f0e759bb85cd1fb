//! Containment as edges: from a file, type or function to each symbol directly in it.
//!
//! Every displayed symbol but a file is contained by exactly one displayed symbol, and there are no cycles. The members
//! of a block are contained by the type that it extends, if that is known for certain. Otherwise the symbol that
//! contains the block contains them. Imports and blocks are no ends of edges. Not here: following such edges (`path`,
//! `export`).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::hierarchy::is_type;
use crate::base::map::Map;
use crate::graph::kind::SymbolKind;
use crate::graph::lang::{LANGUAGES, Rules};
use crate::graph::model::names::NameId;
use crate::graph::model::{Edge, File, FileId, Graph, SymbolId};

/// The containers of blocks' members. All symbols must be loaded.
#[derive(Default)]
pub(super) struct Containers {
    block_types: Map<SymbolId, SymbolId>,
    /// For each type, the other files with blocks that extend it.
    other_files: BTreeMap<SymbolId, BTreeSet<FileId>>,
}

impl Containers {
    /// Finds the type of each block. O(symbols), plus all symbols of a block's name where the block is not beside its
    /// type.
    pub(super) fn of(graph: &Graph) -> Containers {
        let mut containers = Containers::default();
        for (file, node) in graph.files() {
            let is_block = |symbol: &&SymbolId| graph.symbol(**symbol).kind == SymbolKind::Block;
            let blocks: Vec<SymbolId> = node.symbols.iter().filter(is_block).copied().collect();
            if blocks.is_empty() {
                continue;
            }
            let siblings = SiblingIndex::of(graph, node);
            let mut types_elsewhere: Map<NameId, Option<SymbolId>> = Map::default();
            for block in blocks {
                let name = graph.symbol(block).name;
                let extended = siblings.extended_symbol(graph, block);
                let extended = extended
                    .or_else(|| *types_elsewhere.entry(name).or_insert_with(|| type_in_other_scope(graph, file, name)));
                let Some(extended) = extended else { continue };
                containers.block_types.insert(block, extended);
                if graph.symbol(extended).file != file {
                    containers.other_files.entry(extended).or_default().insert(file);
                }
            }
        }
        containers
    }

    /// The symbol that directly contains a symbol; `None` for a file.
    pub(super) fn container(&self, graph: &Graph, symbol: SymbolId) -> Option<SymbolId> {
        let mut at = parent(graph, symbol)?;
        while graph.symbol(at).kind == SymbolKind::Block {
            match self.block_types.get(&at) {
                Some(&extended) => return Some(extended),
                None => at = parent(graph, at)?,
            }
        }
        Some(at)
    }

    /// The containment edges to the symbols of a file, in source order.
    pub(super) fn edges_in<'a>(&'a self, graph: &'a Graph, file: FileId) -> impl Iterator<Item = Edge> + 'a {
        let contained = graph.file(file).symbols.iter().skip(1).filter(|&&symbol| is_displayed(graph, symbol));
        contained.filter_map(|&symbol| Some(graph.containment(self.container(graph, symbol)?, symbol)))
    }

    /// The files that may have symbols contained in this one: its own, and those of blocks that extend it.
    pub(super) fn files_of<'a>(&'a self, graph: &'a Graph, symbol: SymbolId) -> impl Iterator<Item = FileId> + 'a {
        let other_files = self.other_files.get(&symbol).into_iter().flatten().copied();
        other_files.chain([graph.symbol(symbol).file])
    }

    /// The containment edges from a symbol down to one inside it; empty if `inner` is not inside `outer`.
    pub(super) fn edges_down(&self, graph: &Graph, outer: SymbolId, inner: SymbolId) -> Vec<Edge> {
        let (mut edges, mut at) = (Vec::new(), inner);
        while at != outer {
            let Some(container) = self.container(graph, at) else { return Vec::new() };
            edges.push(graph.containment(container, at));
            at = container;
        }
        edges.reverse();
        edges
    }
}

/// Whether a symbol is displayed: imports and blocks are not, and no edge ends at them.
pub(super) fn is_displayed(graph: &Graph, symbol: SymbolId) -> bool {
    !matches!(graph.symbol(symbol).kind, SymbolKind::Import | SymbolKind::Block)
}

/// The definitions of a file by container and name. Of several, the first type is kept, or else the first definition.
struct SiblingIndex(Map<(SymbolId, NameId), SymbolId>);

impl SiblingIndex {
    fn of(graph: &Graph, file: &File) -> SiblingIndex {
        let mut by_container = Map::default();
        for are_types in [true, false] {
            for &symbol in file.symbols.iter().skip(1).filter(|&&symbol| is_displayed(graph, symbol)) {
                let node = graph.symbol(symbol);
                if is_type(node.kind) == are_types {
                    by_container.entry((node.parent, node.name)).or_insert(symbol);
                }
            }
        }
        SiblingIndex(by_container)
    }

    /// The symbol that a block extends, if it is in the same scope: a type, in JavaScript also a function or
    /// variable.
    fn extended_symbol(&self, graph: &Graph, block: SymbolId) -> Option<SymbolId> {
        let at = graph.symbol(block);
        self.0.get(&(at.parent, at.name)).copied()
    }
}

/// The type in another scope that a block of this file extends. In Go it is in the block's package, in Rust in its
/// crate. `None` unless exactly one type fits.
fn type_in_other_scope(graph: &Graph, file: FileId, name: NameId) -> Option<SymbolId> {
    let rules = rules(graph, file);
    if !matches!(rules, Rules::Go | Rules::Rust) {
        return None;
    }
    let home_folder = extension_folder(&graph.file(file).path, rules);
    let mut fitting_types = graph.symbols_named(name).filter(|&symbol| {
        let (kind, symbol_file) = (graph.symbol(symbol).kind, graph.symbol(symbol).file);
        let is_of_home = self::rules(graph, symbol_file) == rules
            && self::extension_folder(&graph.file(symbol_file).path, rules) == home_folder;
        is_type(kind) && is_of_home && !is_in_block(graph, symbol)
    });
    let first_type = fitting_types.next()?;
    fitting_types.next().is_none().then_some(first_type)
}

/// Whether a symbol is inside a block. No block extends such a symbol by name: the containment could become a cycle.
fn is_in_block(graph: &Graph, symbol: SymbolId) -> bool {
    core::iter::successors(parent(graph, symbol), |&at| parent(graph, at))
        .any(|at| graph.symbol(at).kind == SymbolKind::Block)
}

/// The enclosing definition or block. `None` for a file, and for a symbol without a valid parent in damaged rows.
fn parent(graph: &Graph, symbol: SymbolId) -> Option<SymbolId> {
    let parent = graph.symbol(symbol).parent;
    (parent != symbol).then_some(parent)
}

fn rules(graph: &Graph, file: FileId) -> Rules {
    LANGUAGES[usize::from(graph.file(file).language)].rules
}

/// The folder in which a block may extend a type of another file: in Rust the crate's sources, otherwise the file's
/// folder.
fn extension_folder(path: &str, rules: Rules) -> &str {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_sources = |(at, _): &(usize, &str)| {
        let (before, after) = (&folder[..*at], &folder[at + "src".len()..]);
        (before.is_empty() || before.ends_with('/')) && (after.is_empty() || after.starts_with('/'))
    };
    match rules {
        Rules::Rust => {
            folder.match_indices("src").find(is_sources).map_or(folder, |(at, _)| &folder[..at + "src".len()])
        }
        _ => folder,
    }
}

#[cfg(test)]
mod tests;
