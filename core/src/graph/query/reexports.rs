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
            let (module_parts, remaining_parts) = parts.split_at(n_front);
            let (given_name, members) = (remaining_parts[0], &remaining_parts[1..]);
            let owners = self.reexported_symbols(module_parts, given_name);
            let symbols: Vec<SymbolId> = owners.iter().flat_map(|&owner| self.nested_members(owner, members)).collect();
            if !symbols.is_empty() {
                return name::disambiguate(&self.graph, symbols);
            }
        }
        Vec::new()
    }

    /// The symbols that modules re-export under a name, restricted to modules that fit the qualifier `module_parts`.
    fn reexported_symbols(&mut self, module_parts: &[&str], given_name: &str) -> BTreeSet<SymbolId> {
        if module_parts.is_empty() && WHOLE_EXPORT_NAMES.contains(&given_name) {
            return BTreeSet::new();
        }
        let Some(given_name) = self.graph.names.get(given_name) else { return BTreeSet::new() };
        let imports = self.graph.symbols_named(given_name).filter(|&symbol| self.is_import(symbol));
        let matching_imports = imports.filter(|&import| name::is_inside(&self.graph, import, module_parts));
        let mut modules: Vec<SymbolId> = matching_imports.map(|import| self.graph.symbol(import).parent).collect();
        if !module_parts.is_empty() {
            let fitting_files = self.graph.files().filter(|(_, file)| name::fits_path(&file.path, module_parts));
            modules.extend(fitting_files.map(|(file, _)| self.graph.root(file)));
        }
        let (mut symbols, mut seen_modules) = (BTreeSet::new(), BTreeSet::new());
        while !modules.is_empty() {
            sort::sort_by(&mut modules, |&one, &other| self.order_of_ids(one, other));
            modules.retain(|&module| seen_modules.len() < MAX_MODULES && seen_modules.insert(module));
            self.decode_edges_around(modules.iter().map(|&module| self.graph.symbol(module).file).collect());
            for module in core::mem::take(&mut modules) {
                self.collect_imports(module, given_name, &mut symbols, &mut modules);
            }
        }
        symbols
    }

    /// Adds the symbols that a module imports under a name, and the modules from which it imports globs.
    fn collect_imports(
        &self,
        module: SymbolId,
        given_name: NameId,
        symbols: &mut BTreeSet<SymbolId>,
        modules: &mut Vec<SymbolId>,
    ) {
        let graph = &self.graph;
        let imports = graph.file(graph.symbol(module).file).imports.iter();
        for &ImportTarget { import: import_symbol, target, is_glob } in
            imports.filter(|import| graph.is_live(import.target))
        {
            if is_glob && import_symbol == module {
                modules.push(target);
                let definitions =
                    graph.symbols_named(given_name).filter(|&symbol| graph.symbol(symbol).parent == target);
                symbols.extend(definitions.filter(|&symbol| !self.is_import(symbol)));
            } else if !is_glob
                && self.is_bound(import_symbol, module, given_name)
                && graph.symbol(target).kind != SymbolKind::File
            {
                symbols.insert(target);
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
        let Some(last_name) = names.last() else { return vec![owner] };
        let Some(last_name) = self.graph.names.get(last_name) else { return Vec::new() };
        let qualified_name = format!("{}.{}", self.graph.qualified_name(owner), names.join("."));
        let is_member = |&symbol: &SymbolId| {
            self.graph.symbol(symbol).file == self.graph.symbol(owner).file
                && !self.is_import(symbol)
                && self.graph.qualified_name(symbol) == qualified_name
        };
        self.graph.symbols_named(last_name).filter(is_member).collect()
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
