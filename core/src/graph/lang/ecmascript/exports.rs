//! Exports of a module under other names: `export`, `export … from`, `module.exports`.
//!
//! A name exported unchanged needs no fact, because it is a name of the module. An export under another name is an
//! import from the file itself. `export=` is the name of the module's whole export.

use super::imports::{self, ImportPosition, ImportedItem};
use super::objects;
use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Binding, BindingKind, DefId, Expr, ExprId, ImportKind};
use crate::graph::syntax::{NodeId, Tree};

/// The name of the value that `module.exports = …` and `export = …` export.
pub(crate) const WHOLE_EXPORT: &str = "export=";

/// The name under which an assignment exports its value, and the name's node: `exports.name = …`, `module.exports =
/// …`.
pub(super) fn export_target<'t>(tree: &Tree<'t>, assignment: NodeId) -> Option<(&'t str, NodeId)> {
    let left = tree.child(assignment, FIELD_LEFT).filter(|&left| tree.kind(left) == MEMBER)?;
    if tree.text(left) == "module.exports" {
        return Some((WHOLE_EXPORT, left));
    }
    let object = tree.child(left, FIELD_OBJECT)?;
    let name = tree.child(left, FIELD_PROPERTY)?;
    matches!(tree.text(object), "exports" | "module.exports").then(|| (tree.text(name), name))
}

impl<'t> RelatePass<'_, 't> {
    /// Whether an expression is the module's exports object: `exports`, `module.exports`.
    pub(super) fn is_exports_object(&mut self, node: NodeId) -> bool {
        let tree = self.tree;
        let root = match tree.kind(node) {
            IDENTIFIER if tree.text(node) == "exports" => node,
            MEMBER if tree.text(node) == "module.exports" => match tree.child(node, FIELD_OBJECT) {
                Some(root) => root,
                None => return false,
            },
            _ => return false,
        };
        let name = self.name(root);
        self.local(name).is_none() && !self.declared_names.binds(name)
    }

    /// `export` in all its forms.
    pub(super) fn export(&mut self, node: NodeId) {
        let tree = self.tree;
        let source = tree.child(node, FIELD_SOURCE).map(|source| unquote(tree.text(source)));
        let mut has_list = false;
        for child in tree.children(node) {
            match tree.kind(child) {
                EXPORT_SPECIFIER => {
                    has_list = true;
                    self.specifier(child, source.unwrap_or_default());
                }
                NAMESPACE_EXPORT => {
                    has_list = true;
                    let name = tree.children(child).next().map_or("default", |name| unquote(tree.text(name)));
                    self.add_export(child, ImportKind::Module, source.unwrap_or_default(), "", name);
                }
                _ => {}
            }
        }
        match source {
            Some(module) if !has_list && tree.text(node).contains('*') => {
                self.add_export(node, ImportKind::All, module, "", "");
            }
            None if !has_list => self.exported_value(node),
            _ => {}
        }
    }

    /// `name as alias`.
    fn specifier(&mut self, node: NodeId, module: &'t str) {
        let tree = self.tree;
        let name = imports::specifier_name(tree, node);
        let alias = tree.child(node, FIELD_ALIAS).map(|alias| unquote(tree.text(alias)));
        let alias = match alias {
            Some(alias) => alias,
            None if tree.text(node).trim_end().ends_with(" default") => "default",
            None => name,
        };
        if module.is_empty() {
            self.set_public(name);
        }
        for part in tree.children(node) {
            self.memo.set_done(part);
        }
        if !module.is_empty() || name != alias {
            self.add_export(node, ImportKind::Member, module, name, alias);
        }
    }

    fn add_export(&mut self, node: NodeId, kind: ImportKind, module: &str, member: &str, alias: &str) {
        let tree = self.tree;
        let position =
            ImportPosition { scope: self.definition(), offset: tree.start(node), line: tree.first_line(node) };
        imports::add(self.facts, &ImportedItem { kind, module, member, alias, is_reexported: true }, position);
    }

    /// `export default …`, `export = …`; an exported declaration keeps its own name too.
    fn exported_value(&mut self, node: NodeId) {
        let tree = self.tree;
        let header = tree.text(node).strip_prefix("export").unwrap_or_default().trim_start();
        let is_default = header.starts_with("default");
        let is_whole_export = header.starts_with('=');
        if !is_default && !is_whole_export {
            return;
        }
        let name = if is_default { "default" } else { WHOLE_EXPORT };
        let value = tree.children(node).find(|&child| tree.kind(child) != DECORATOR);
        if let Some(value) = value {
            self.export_value(node, value, name);
        }
    }

    /// Exports the value of a node under a name.
    fn export_value(&mut self, node: NodeId, value: NodeId, name: &str) {
        let tree = self.tree;
        let is_top_level = |pass: &mut Self, definition: DefId| {
            pass.facts.facts().definitions[definition.0 as usize].parent == DefId(0)
        };
        if let Some(definition) = self.declared_names.definition(value)
            && tree.kind(value) != ASSIGNMENT
            && is_top_level(self, definition)
        {
            let own_name = self.facts.facts().definitions[definition.0 as usize].name;
            let own_name = self.facts.facts().names[own_name.0 as usize].clone();
            if own_name != name {
                self.add_export(node, ImportKind::Member, "", &own_name, name);
            }
            return self.set_public(&own_name);
        }
        if matches!(tree.kind(value), IDENTIFIER | SHORTHAND) {
            self.set_public(tree.text(value));
            if tree.text(value) != name {
                self.add_export(node, ImportKind::Member, "", tree.text(value), name);
            }
            return;
        }
        let expr = self.expr(value);
        self.bind_export(name, expr, tree.end(node));
    }

    fn bind_export(&mut self, name: &str, value: ExprId, at: u32) {
        let (name, scope) = (self.facts.name(name), self.definition());
        self.facts.facts().bindings.push(Binding {
            owner: DefId(0),
            scope,
            name,
            kind: BindingKind::Assigned,
            index: 0,
            value,
            annotation: ExprId(0),
            effective_from: at,
            effective_until: u32::MAX,
        });
    }

    /// `module.exports = …`, `exports.name = …`. A literal object that is the whole export also exports its members.
    pub(super) fn assigned_export(&mut self, node: NodeId, name: &str, value: NodeId) {
        let tree = self.tree;
        if name != WHOLE_EXPORT || tree.kind(value) != OBJECT {
            return self.export_value(node, value, name);
        }
        let exported_expr = match objects::chain_variable(tree, node) {
            Some(variable) => {
                let name = self.name(variable);
                self.facts.expr(Expr::Name(name, tree.end(node)))
            }
            None => self.expr(value),
        };
        self.bind_export(WHOLE_EXPORT, exported_expr, tree.end(node));
        for part in tree.children(value) {
            match tree.kind(part) {
                SHORTHAND => self.export_value(node, part, tree.text(part)),
                PAIR => {
                    let member = super::declare::property(tree, part).map(|(name, _)| name);
                    if let (Some(member), Some(value)) = (member, tree.child(part, FIELD_VALUE)) {
                        self.export_value(node, value, member);
                    }
                }
                _ => {}
            }
        }
    }

    /// Records that the name is exported: at the end, top-level definitions with this name get
    /// [`Flags::PUBLIC`](crate::graph::facts::Flags::PUBLIC).
    fn set_public(&mut self, name: &str) {
        let name = self.facts.name(name);
        self.exported_names.insert(name);
    }
}
