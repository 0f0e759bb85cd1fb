//! Resolves names under which modules re-export symbols.
//!
//! Resolves `package.Class`, where the package imports the class (`from .base import Class`, `pub use`, `export …
//! from`, glob imports). Also resolves aliases such as `Base` of `export { Class as Base }`. Linking a file records the
//! target of each of its imports. Not here: names by the module that defines the symbol (`name`).

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::name;
use crate::base::sort;
use crate::graph::kind::SymbolKind;
use crate::graph::model::names::NameId;
use crate::graph::model::{ImportTarget, SymbolId};
use crate::graph::space::GraphSpace;

/// The most modules that are examined for one name.
const MAX_MODULES: usize = 64;
/// Names for a module's whole export, which any file may have; none of them names a symbol.
const WHOLE_EXPORT_NAMES: [&str; 2] = ["default", "export="];

impl GraphSpace {
    /// The symbols, or members of them, that modules re-export under the typed name, by path and position.
    ///
    /// A typed qualifier restricts the modules. All edges must be loaded. O(symbols with the name + files, if there
    /// are glob imports).
    pub(super) fn reexports(&mut self, typed: &str) -> Vec<SymbolId> {
        let parts = name::name_parts(typed.trim());
        for n_front in (0..parts.len()).rev() {
            let (front, rest) = parts.split_at(n_front);
            let (given, members) = (rest[0], &rest[1..]);
            let owners = self.reexported_by(front, given);
            let found: Vec<SymbolId> = owners.iter().flat_map(|&owner| self.nested_members(owner, members)).collect();
            if !found.is_empty() {
                return name::disambiguate(&self.graph, found);
            }
        }
        Vec::new()
    }

    /// The symbols that modules re-export under a name, restricted to modules that fit the qualifier `front`.
    fn reexported_by(&mut self, front: &[&str], given: &str) -> BTreeSet<SymbolId> {
        if front.is_empty() && WHOLE_EXPORT_NAMES.contains(&given) {
            return BTreeSet::new();
        }
        let Some(given) = self.graph.names.get(given) else { return BTreeSet::new() };
        let imports = self.graph.symbols_named(given).filter(|&symbol| self.is_import(symbol));
        let named = imports.filter(|&import| name::is_inside(&self.graph, import, front));
        let mut modules: Vec<SymbolId> = named.map(|import| self.graph.symbol(import).parent).collect();
        if !front.is_empty() {
            let fitting = self.graph.files().filter(|(_, file)| name::fits_path(&file.path, front));
            modules.extend(fitting.map(|(file, _)| self.graph.root(file)));
        }
        let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
        while !modules.is_empty() {
            sort::sort_by(&mut modules, |&one, &other| self.order_of_ids(one, other));
            modules.retain(|&module| seen.len() < MAX_MODULES && seen.insert(module));
            self.decode_edges_around(modules.iter().map(|&module| self.graph.symbol(module).file).collect());
            for module in core::mem::take(&mut modules) {
                self.collect_imports(module, given, &mut found, &mut modules);
            }
        }
        found
    }

    /// Adds the symbols that a module imports under a name, and the modules from which it imports globs.
    fn collect_imports(
        &self,
        module: SymbolId,
        given: NameId,
        found: &mut BTreeSet<SymbolId>,
        modules: &mut Vec<SymbolId>,
    ) {
        let graph = &self.graph;
        let imports = graph.file(graph.symbol(module).file).imports.iter();
        for &ImportTarget { import: by, target, is_glob } in imports.filter(|import| graph.is_live(import.target)) {
            if is_glob && by == module {
                modules.push(target);
                let defined = graph.symbols_named(given).filter(|&symbol| graph.symbol(symbol).parent == target);
                found.extend(defined.filter(|&symbol| !self.is_import(symbol)));
            } else if !is_glob && self.is_bound(by, module, given) && graph.symbol(target).kind != SymbolKind::File {
                found.insert(target);
            }
        }
    }

    /// Whether an import binds a name in a module.
    fn is_bound(&self, import: SymbolId, module: SymbolId, name: NameId) -> bool {
        let at = self.graph.symbol(import);
        self.graph.is_live(import) && at.name == name && at.parent == module
    }

    /// The symbol itself, or its nested members with these names.
    fn nested_members(&self, owner: SymbolId, names: &[&str]) -> Vec<SymbolId> {
        let Some(last) = names.last() else { return vec![owner] };
        let Some(last) = self.graph.names.get(last) else { return Vec::new() };
        let qualified = format!("{}.{}", self.graph.qualified_name(owner), names.join("."));
        let is_member = |&symbol: &SymbolId| {
            self.graph.symbol(symbol).file == self.graph.symbol(owner).file
                && !self.is_import(symbol)
                && self.graph.qualified_name(symbol) == qualified
        };
        self.graph.symbols_named(last).filter(is_member).collect()
    }

    /// Whether a module may re-export a symbol under this name.
    pub(super) fn is_imported(&self, name: &str) -> bool {
        let name = self.graph.names.get(name);
        name.is_some_and(|name| self.graph.symbols_named(name).any(|symbol| self.is_import(symbol)))
    }

    fn is_import(&self, symbol: SymbolId) -> bool {
        matches!(self.graph.symbol(symbol).kind, SymbolKind::Import | SymbolKind::Block)
    }
}
