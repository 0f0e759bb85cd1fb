//! Imports in all their forms, and the names a module lists in `__all__`.

use alloc::vec::Vec;

use super::anew;
use super::syntax::*;
use crate::graph::facts::{DefId, ExprId, FactsBuilder, Import, ImportKind, Item, List, MOST_ITEMS, Name};
use crate::graph::syntax::{NodeId, Tree};

/// One name that an import statement brings in, as written.
pub(super) struct Imported<'t> {
    kind: ImportKind,
    level: u8,
    module: &'t str,
    member: &'t str,
    /// After `as`; empty where there is none.
    alias: &'t str,
}

impl<'t> Imported<'t> {
    /// The name it binds; none for a star.
    pub(super) fn bound(&self) -> Option<&'t str> {
        match self.kind {
            _ if !self.alias.is_empty() => Some(self.alias),
            ImportKind::All => None,
            ImportKind::Member => Some(self.member),
            ImportKind::Module => parts(self.module).next(),
        }
    }

    /// Whether what it binds is a module for certain.
    pub(super) fn is_module(&self) -> bool {
        self.kind == ImportKind::Module
    }
}

/// What an import statement of any form brings in, in order.
pub(super) fn imported<'a, 't>(tree: &'a Tree<'t>, statement: NodeId) -> impl Iterator<Item = Imported<'t>> + 'a {
    let (level, module) = origin(tree, statement);
    let is_from = tree.kind(statement) != IMPORT;
    tree.children(statement).filter_map(move |node| {
        let kind = match tree.kind(node) {
            WILDCARD_IMPORT => return Some(Imported { kind: ImportKind::All, level, module, member: "", alias: "" }),
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
            ImportKind::Module => Imported { kind, level, module: name, member: "", alias },
            _ => Imported { kind, level, module, member: name, alias },
        })
    })
}

/// The level and the module that a statement imports from.
fn origin<'t>(tree: &Tree<'t>, statement: NodeId) -> (u8, &'t str) {
    if tree.kind(statement) == FUTURE_IMPORT {
        return (0, "__future__");
    }
    let module = tree.child(statement, FIELD_MODULE_NAME).map_or("", |node| tree.text(node));
    let path = module.trim_start_matches(|c: char| c == '.' || c.is_whitespace());
    let dots = module[..module.len() - path.len()].bytes().filter(|&byte| byte == b'.').count();
    (dots.min(usize::from(u8::MAX)) as u8, path)
}

/// The parts of a dotted name.
pub(super) fn parts(dotted: &str) -> impl Iterator<Item = &str> {
    dotted.split('.').map(str::trim).filter(|part| !part.is_empty())
}

/// Adds an import statement to the facts.
pub(super) fn add(facts: &mut FactsBuilder, tree: &Tree<'_>, statement: NodeId, scope: DefId) {
    let (at, line) = (tree.start(statement), tree.first_line(statement));
    let replacing = anew::is_in_own_body(tree, statement);
    for import in imported(tree, statement) {
        let module = path(facts, import.module);
        let member = if import.member.is_empty() { Name(0) } else { facts.name(import.member) };
        let alias = match import.kind {
            // `import a` binds `a` itself; `import a.b` binds `a` too, which is not what it names.
            ImportKind::Module if import.alias.is_empty() && module.len > 1 => Name(0),
            _ => import.bound().map_or(Name(0), |name| facts.name(name)),
        };
        let Imported { kind, level, .. } = import;
        let reexported = scope == DefId(0);
        let import = Import { kind, scope, module, level, member, alias, reexported, replacing, at, line };
        facts.facts().imports.push(import);
    }
}

fn path(facts: &mut FactsBuilder, dotted: &str) -> List {
    let parts: Vec<Item> =
        parts(dotted).map(|part| Item { name: facts.name(part), value: ExprId(0) }).take(MOST_ITEMS).collect();
    facts.list(&parts)
}

/// The longest `__all__` that is kept.
const MOST_EXPORTS: usize = 4_096;

/// What a module lists in `__all__`, gathered over its statements.
#[derive(Default)]
pub(super) struct Exports {
    names: Vec<Name>,
    listed: bool,
    /// A part of it is computed: then the list would hide names.
    unreadable: bool,
}

impl Exports {
    /// Adds what an expression lists.
    pub(super) fn add(&mut self, facts: &mut FactsBuilder, tree: &Tree<'_>, value: Option<NodeId>) {
        self.listed = true;
        let Some(value) = value else { return };
        for node in tree.subtree(value) {
            match tree.kind(node) {
                LIST | TUPLE | EXPRESSION_LIST | PARENTHESIZED | BINARY_OPERATOR | CONCATENATED_STRING => {}
                STRING => self.names.push(facts.name(super::strings::content(tree.text(node)).text)),
                _ => self.unreadable = true,
            }
        }
    }

    /// Puts the list into the facts.
    pub(super) fn finish(self, facts: &mut FactsBuilder) {
        if !self.listed || self.unreadable {
            return;
        }
        let items = &mut facts.facts().items;
        let start = items.len() as u32;
        let kept = self.names.len().min(MOST_EXPORTS);
        items.extend(self.names[..kept].iter().map(|&name| Item { name, value: ExprId(0) }));
        facts.facts().exports = Some(List { start, len: kept as u16 });
    }
}
