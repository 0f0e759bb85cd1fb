//! Names under which modules give on what stands elsewhere: `package.Class`, where the package takes the class from a
//! module of its own (`from .base import Class`, `pub use`, `export … from`, and the same of everything).
//!
//! An import and what it leads to are joined by their line: an edge from the module, in the line of the import. Not here:
//! names by where a symbol stands (`name`).

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::name;
use crate::graph::kind::{EdgeKind, SymbolKind};
use crate::graph::links::{Edge, SymbolId};
use crate::graph::names::NameId;
use crate::memory::Memory;
use crate::order;

/// The most modules that are looked into for one name.
const MOST_MODULES: usize = 64;

impl Memory {
    /// The symbols that a module of the typed front gives on under the typed name, or members of these, by path and place.
    /// Edges must have been asked for. O(symbols of the name + files, where a module takes everything of another).
    pub(super) fn given_on(&mut self, typed: &str) -> Vec<SymbolId> {
        let parts = name::parts(typed.trim());
        for n_front in (1..parts.len()).rev() {
            let (front, rest) = parts.split_at(n_front);
            let (given, members) = (rest[0], &rest[1..]);
            let owners = self.given_on_by(front, given);
            let found: Vec<SymbolId> = owners.iter().flat_map(|&owner| self.members_of(owner, members)).collect();
            if !found.is_empty() {
                return name::told_apart(&self.graph, found);
            }
        }
        Vec::new()
    }

    /// What modules that fit the front give on under a name.
    fn given_on_by(&mut self, front: &[&str], given: &str) -> BTreeSet<SymbolId> {
        let Some(given) = self.graph.names.get(given) else { return BTreeSet::new() };
        let imports = self.graph.named(given).filter(|&symbol| self.is_import(symbol));
        let named = imports.filter(|&import| name::stands_in(&self.graph, import, front));
        let mut modules: Vec<SymbolId> = named.map(|import| self.graph.symbol(import).parent).collect();
        let fitting = self.graph.files().filter(|(_, file)| name::fits_path(&file.path, front));
        modules.extend(fitting.map(|(file, _)| self.graph.root(file)));
        let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
        while !modules.is_empty() {
            order::sort_by(&mut modules, |&one, &other| self.order(one, other));
            modules.retain(|&module| seen.len() < MOST_MODULES && seen.insert(module));
            self.edges_around(modules.iter().map(|&module| self.graph.symbol(module).file).collect());
            for module in core::mem::take(&mut modules) {
                self.look_into(module, given, &mut found, &mut modules);
            }
        }
        found
    }

    /// Adds what a module takes under a name, and the modules of which it takes everything.
    fn look_into(&self, module: SymbolId, given: NameId, found: &mut BTreeSet<SymbolId>, modules: &mut Vec<SymbolId>) {
        let graph = &self.graph;
        let file = graph.symbol(module).file;
        let imports = graph.file(file).symbols.iter().map(|&symbol| graph.symbol(symbol));
        let imports = imports.filter(|at| at.kind == SymbolKind::Import && at.parent == module);
        let lines: Vec<(u32, NameId)> = imports.map(|at| (at.first_line, at.name)).collect();
        // In Go an import without a name of its own takes its package's.
        let takes_all = !graph.file(file).path.ends_with(".go");
        let is_bound = |edge: &Edge, name| lines.contains(&(edge.line, name));
        let (mut same, mut renamed) = (BTreeSet::new(), BTreeSet::new());
        for edge in graph.out_edges(module).filter(|edge| edge.kind == EdgeKind::Imports) {
            let target = graph.symbol(edge.target);
            if target.kind != SymbolKind::File {
                if target.name == given && is_bound(edge, given) {
                    same.insert(edge.target);
                } else if is_bound(edge, given) && !is_bound(edge, target.name) {
                    renamed.insert(edge.target);
                }
            } else if takes_all && !lines.iter().any(|&(line, _)| line == edge.line) {
                modules.push(edge.target);
                let defined = graph.named(given).filter(|&symbol| graph.symbol(symbol).parent == edge.target);
                same.extend(defined.filter(|&symbol| !self.is_import(symbol)));
            }
        }
        // What the module takes under the very name is meant before what it may take under another in the same line.
        found.extend(if same.is_empty() { renamed } else { same });
    }

    /// A symbol itself, or its members of these names, one in the other.
    fn members_of(&self, owner: SymbolId, names: &[&str]) -> Vec<SymbolId> {
        let Some(last) = names.last() else { return vec![owner] };
        let Some(last) = self.graph.names.get(last) else { return Vec::new() };
        let qualified = format!("{}.{}", self.graph.qualified_name(owner), names.join("."));
        let is_member = |&symbol: &SymbolId| {
            self.graph.symbol(symbol).file == self.graph.symbol(owner).file
                && !self.is_import(symbol)
                && self.graph.qualified_name(symbol) == qualified
        };
        self.graph.named(last).filter(is_member).collect()
    }

    fn is_import(&self, symbol: SymbolId) -> bool {
        matches!(self.graph.symbol(symbol).kind, SymbolKind::Import | SymbolKind::Block)
    }
}
