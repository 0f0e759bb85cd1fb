//! Imports in all their forms: `import`, `require`, `import()`, and `export … from`.
//!
//! The path of a module is one segment, as written. An import without a name binds that path as a name.

use alloc::vec::Vec;

use super::syntax::*;
use crate::graph::facts::{DefId, ExprId, FactsBuilder, Import, ImportKind, List, ListItem, Name};
use crate::graph::syntax::{NodeId, Tree};

/// One imported name, as written.
pub(super) struct ImportedItem<'t> {
    pub(super) kind: ImportKind,
    /// The specifier as written; empty for the file itself.
    pub(super) module: &'t str,
    pub(super) member: &'t str,
    /// The name that the import binds; empty for a glob import.
    pub(super) alias: &'t str,
    pub(super) is_reexported: bool,
}

/// The scope and place of an import.
#[derive(Clone, Copy)]
pub(super) struct ImportPosition {
    pub(super) scope: DefId,
    pub(super) offset: u32,
    pub(super) line: u32,
}

/// The names that an `import` statement imports, in order.
pub(super) fn imported_items<'t>(tree: &Tree<'t>, statement: NodeId) -> Vec<ImportedItem<'t>> {
    let Some(source) = tree.child_of_kind(statement, STRING) else { return Vec::new() };
    let module = unquote(tree.text(source));
    let is_required = tree.source()[tree.start(statement) as usize..tree.start(source) as usize].contains("require");
    let imported_item = |kind, member, alias| ImportedItem { kind, module, member, alias, is_reexported: false };
    let mut items = Vec::new();
    for child in tree.children(statement) {
        match tree.kind(child) {
            IDENTIFIER if is_required => items.push(imported_item(ImportKind::Module, "", tree.text(child))),
            IDENTIFIER => items.push(imported_item(ImportKind::Member, "default", tree.text(child))),
            NAMESPACE_IMPORT => {
                if let Some(name) = tree.children(child).next() {
                    items.push(imported_item(ImportKind::Module, "", tree.text(name)));
                }
            }
            IMPORT_SPECIFIER => {
                let alias = tree.child(child, FIELD_ALIAS);
                let name = specifier_name(tree, child);
                items.push(imported_item(ImportKind::Member, name, alias.map_or(name, |alias| tree.text(alias))));
            }
            _ => {}
        }
    }
    if items.is_empty() {
        items.push(imported_item(ImportKind::Module, "", module));
    }
    items
}

/// The name in a specifier of `import` or `export`; `default` if it has no node, as this keyword has none.
pub(super) fn specifier_name<'t>(tree: &Tree<'t>, specifier: NodeId) -> &'t str {
    match tree.child(specifier, FIELD_NAME) {
        Some(name) => unquote(tree.text(name)),
        None => "default",
    }
}

/// The module of `require("…")` or `import("…")`, awaited or not.
pub(super) fn required_module<'t>(tree: &Tree<'t>, value: NodeId) -> Option<&'t str> {
    let call = if tree.kind(value) == AWAIT { tree.children(value).next()? } else { value };
    let callee = tree.child_of(call, CALL, FIELD_FUNCTION)?;
    let is_import =
        tree.kind(callee) == DYNAMIC_IMPORT || tree.kind(callee) == IDENTIFIER && tree.text(callee) == "require";
    let argument = tree.children(call).nth(1).filter(|&argument| tree.kind(argument) == STRING);
    argument.filter(|_| is_import).map(|argument| unquote(tree.text(argument)))
}

pub(super) fn add(facts: &mut FactsBuilder, imported: &ImportedItem<'_>, position: ImportPosition) {
    let name = |facts: &mut FactsBuilder, text: &str| if text.is_empty() { Name(0) } else { facts.name(text) };
    let module = match imported.module {
        "" => List::default(),
        path => {
            let item = ListItem { name: facts.name(path), value: ExprId(0) };
            facts.list(&[item])
        }
    };
    let (member, alias) = (name(facts, imported.member), name(facts, imported.alias));
    let ImportedItem { kind, is_reexported, .. } = *imported;
    let ImportPosition { scope, offset: at, line } = position;
    let import =
        Import { kind, scope, module, level: 0, member, alias, is_reexported, is_replacing: false, offset: at, line };
    facts.facts().imports.push(import);
}
