//! Imports in all their forms, and the names that a module exports by `__all__`.

use alloc::vec::Vec;

use super::kills;
use super::syntax::*;
use crate::graph::facts::{DefId, ExprId, FactsBuilder, Import, ImportKind, List, ListItem, MAX_ITEMS, Name};
use crate::graph::syntax::{NodeId, Tree};

/// One imported name, as written.
pub(super) struct ImportedItem<'t> {
    kind: ImportKind,
    level: u8,
    module: &'t str,
    member: &'t str,
    /// The name after `as`; empty if there is none.
    alias: &'t str,
}

impl<'t> ImportedItem<'t> {
    /// The name that the import binds; `None` for a glob import.
    pub(super) fn bound_name(&self) -> Option<&'t str> {
        match self.kind {
            _ if !self.alias.is_empty() => Some(self.alias),
            ImportKind::All => None,
            ImportKind::Member => Some(self.member),
            ImportKind::Module => segments(self.module).next(),
        }
    }

    /// Whether the bound value is certainly a module.
    pub(super) fn is_module(&self) -> bool {
        self.kind == ImportKind::Module
    }
}

/// The names that an import statement of any form imports, in order.
pub(super) fn imported_items<'a, 't>(
    tree: &'a Tree<'t>,
    statement: NodeId,
) -> impl Iterator<Item = ImportedItem<'t>> + 'a {
    let (level, module) = origin(tree, statement);
    let is_from = tree.kind(statement) != IMPORT;
    tree.children(statement).filter_map(move |node| {
        let kind = match tree.kind(node) {
            WILDCARD_IMPORT => {
                return Some(ImportedItem { kind: ImportKind::All, level, module, member: "", alias: "" });
            }
            _ if tree.field(node) != FIELD_NAME => return None,
            _ if is_from => ImportKind::Member,
            _ => ImportKind::Module,
        };
        let (name, alias) = match tree.kind(node) {
            ALIASED_IMPORT => (tree.child(node, FIELD_NAME)?, tree.child(node, FIELD_ALIAS)),
            _ => (node, None),
        };
        let (name, alias) = (tree.text(name), alias.map_or("", |alias| tree.text(alias)));
        Some(match kind {
            ImportKind::Module => ImportedItem { kind, level, module: name, member: "", alias },
            _ => ImportedItem { kind, level, module, member: name, alias },
        })
    })
}

/// The level and the module of an import statement.
fn origin<'t>(tree: &Tree<'t>, statement: NodeId) -> (u8, &'t str) {
    if tree.kind(statement) == FUTURE_IMPORT {
        return (0, "__future__");
    }
    let module = tree.child(statement, FIELD_MODULE_NAME).map_or("", |node| tree.text(node));
    let path = module.trim_start_matches(|c: char| c == '.' || c.is_whitespace());
    let n_dots = module[..module.len() - path.len()].bytes().filter(|&byte| byte == b'.').count();
    (n_dots.min(usize::from(u8::MAX)) as u8, path)
}

/// The segments of a dotted name.
pub(super) fn segments(dotted: &str) -> impl Iterator<Item = &str> {
    dotted.split('.').map(str::trim).filter(|part| !part.is_empty())
}

pub(super) fn add(facts: &mut FactsBuilder, tree: &Tree<'_>, statement: NodeId, scope: DefId) {
    let (at, line) = (tree.start(statement), tree.first_line(statement));
    let is_replacing = kills::is_in_definition_body(tree, statement);
    for import in imported_items(tree, statement) {
        let module = module_path(facts, import.module);
        let member = if import.member.is_empty() { Name(0) } else { facts.name(import.member) };
        let alias = match import.kind {
            // `import a` binds `a` itself. `import a.b` binds `a` too, but names `a.b`.
            ImportKind::Module if import.alias.is_empty() && module.len > 1 => Name(0),
            _ => import.bound_name().map_or(Name(0), |name| facts.name(name)),
        };
        let ImportedItem { kind, level, .. } = import;
        let is_reexported = scope == DefId(0);
        let import =
            Import { kind, scope, module, level, member, alias, is_reexported, is_replacing, offset: at, line };
        facts.facts().imports.push(import);
    }
}

fn module_path(facts: &mut FactsBuilder, dotted: &str) -> List {
    let parts: Vec<ListItem> =
        segments(dotted).map(|part| ListItem { name: facts.name(part), value: ExprId(0) }).take(MAX_ITEMS).collect();
    facts.list(&parts)
}

/// Greatest number of names of an `__all__` that are kept.
const MAX_EXPORTS: usize = 4_096;

/// The names in `__all__`, collected from all statements that change it.
#[derive(Default)]
pub(super) struct Exports {
    names: Vec<Name>,
    is_listed: bool,
    /// Whether a part of `__all__` is computed, so that the list may lack names.
    is_computed: bool,
}

impl Exports {
    /// Adds the names that an expression lists.
    pub(super) fn add(&mut self, facts: &mut FactsBuilder, tree: &Tree<'_>, value: Option<NodeId>) {
        self.is_listed = true;
        let Some(value) = value else { return };
        for node in tree.subtree(value) {
            match tree.kind(node) {
                LIST | TUPLE | EXPRESSION_LIST | PARENTHESIZED | BINARY_OPERATOR | CONCATENATED_STRING => {}
                STRING => self.names.push(facts.name(super::strings::literal_content(tree.text(node)).text)),
                _ => self.is_computed = true,
            }
        }
    }

    /// Adds the list to the facts, unless it may lack names.
    pub(super) fn finish(self, facts: &mut FactsBuilder) {
        if !self.is_listed || self.is_computed {
            return;
        }
        let items = &mut facts.facts().items;
        let start = items.len() as u32;
        let n_kept = self.names.len().min(MAX_EXPORTS);
        items.extend(self.names[..n_kept].iter().map(|&name| ListItem { name, value: ExprId(0) }));
        facts.facts().exports = Some(List { start, len: n_kept as u16 });
    }
}
