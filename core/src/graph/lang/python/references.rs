//! References: calls, decorators, superclasses, and names and members that are read.

use super::builtins::is_dunder;
use super::definitions::decorator_name;
use super::relate::RelatePass;
use super::scopes::BindingFlags;
use super::syntax::*;
use super::unpack::BoundSource;
use crate::graph::facts::{BindingKind, Container, Expr, ExprId, Name, Reference, ReferenceKind};
use crate::graph::syntax::{NodeId, Tree};

/// Greatest number of links in a chain of members, of parentheses around a node, and of segments of a dotted name that
/// are followed.
const MAX_LINKS: usize = 64;

impl RelatePass<'_, '_> {
    pub(super) fn push_reference(&mut self, kind: ReferenceKind, expr: ExprId, at: u32) {
        let (scope, line) = (self.reference_owner(), self.tree.line(at));
        self.facts.facts().references.push(Reference { scope, kind, expr, line });
    }

    /// Adds references to a class's superclasses, in order. Other references in the class's header belong to the class.
    pub(super) fn class(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(class) = self.scopes.definition(node) else { return };
        let Some(body) = tree.child(node, FIELD_BODY) else { return };
        self.enter_header(class, body);
        if !has_bases(tree, node) {
            return;
        }
        for superclass in tree.children(node).take_while(|&child| child < body) {
            if tree.field(superclass) == 0
                && !matches!(tree.kind(superclass), KEYWORD_ARGUMENT | LIST_SPLAT | DICTIONARY_SPLAT)
            {
                self.push_superclass(superclass);
            }
        }
    }

    /// Adds a reference to a superclass, without its type arguments, and references to these arguments.
    fn push_superclass(&mut self, superclass: NodeId) {
        let tree = self.tree;
        let parent = match tree.kind(superclass) {
            SUBSCRIPT => {
                for argument in tree.children(superclass).skip(1) {
                    let annotation = self.annotation(argument);
                    self.mention_types(annotation, self.reference_owner());
                }
                tree.child(superclass, FIELD_VALUE)
            }
            _ => Some(superclass),
        };
        let Some(parent) = parent else { return };
        let expr = self.expr(parent);
        self.set_path_root_done(parent);
        if expr != ExprId(0) && tree.text(parent) != "object" {
            self.push_reference(ReferenceKind::Inherit, expr, tree.start(parent));
        }
    }

    /// Binds a function's parameters, and sets its result type.
    pub(super) fn function(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(function) = self.scopes.definition(node) else { return };
        let list = tree.child(node, FIELD_PARAMETERS);
        let return_annotation = tree.child(node, FIELD_RETURN_TYPE);
        if let Some(list) = list {
            self.parameters(list, function, tree.end(return_annotation.unwrap_or(list)));
        }
        let return_annotation = self.annotation_or_unknown(return_annotation, function);
        self.facts.facts().definitions[function.0 as usize].returns = return_annotation;
    }

    /// Binds a lambda's parameters, and its body as its result.
    pub(super) fn lambda(&mut self, node: NodeId) {
        let tree = self.tree;
        let (Some(function), Some(body)) = (self.scopes.definition(node), tree.child(node, FIELD_BODY)) else { return };
        if let Some(list) = tree.child(node, FIELD_PARAMETERS) {
            self.parameters(list, function, tree.start(body));
        }
        let value = self.expr(body);
        self.push_result(function, BindingKind::ReturnValue, value, tree.start(body));
    }

    /// Adds a reference for `@decorator`. Built-in decorators are flags of the definition, and no references.
    pub(super) fn decorator(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(value) = tree.children(node).next() else { return };
        let name = decorator_name(tree, node);
        let is_builtin = match tree.kind(value) {
            IDENTIFIER => self.is_builtin_node(value),
            ATTRIBUTE => matches!(name, "setter" | "getter" | "deleter"),
            _ => false,
        };
        self.set_path_root_done(value);
        let expr = self.expr(value);
        if is_builtin {
            self.set_path_done(value);
        } else if expr != ExprId(0) {
            self.push_reference(ReferenceKind::Decorate, expr, self.last_name_offset(value));
        }
    }

    /// Adds a reference for a call.
    pub(super) fn call(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(callee) = tree.child(node, FIELD_FUNCTION) else { return };
        let bare_callee = self.without_parentheses(callee);
        if tree.kind(bare_callee) == IDENTIFIER {
            let name = self.name(bare_callee);
            if self.is_unlinked_builtin(name, tree.text(bare_callee)) {
                return;
            }
        }
        if let Some(annotation) = self.cast_type(node) {
            self.annotation_or_unknown(Some(annotation), self.reference_owner());
        }
        let expr = self.expr(node);
        let Expr::Call(called_expr, _) = self.facts.facts().exprs[expr.0 as usize] else { return };
        if self.cast_type(node).is_some() || self.is_literal_method(called_expr) {
            return;
        }
        if matches!(tree.kind(bare_callee), IDENTIFIER | ATTRIBUTE) {
            self.memo.set_done(bare_callee);
        }
        self.push_reference(ReferenceKind::Call, expr, self.last_name_offset(bare_callee));
        self.store_arguments(node, bare_callee);
    }

    /// A node without enclosing parentheses.
    fn without_parentheses(&self, mut node: NodeId) -> NodeId {
        for _ in 0..MAX_LINKS {
            match self.tree.children(node).next() {
                Some(inner) if self.tree.kind(node) == PARENTHESIZED => node = inner,
                _ => break,
            }
        }
        node
    }

    /// Whether a callee is a literal or a method of one, neither of which belongs to a project.
    pub(super) fn is_literal_method(&mut self, callee: ExprId) -> bool {
        let facts = self.facts.facts();
        match facts.exprs[callee.0 as usize] {
            Expr::Member(object, _) => matches!(facts.exprs[object.0 as usize], Expr::Literal(_)),
            Expr::Literal(_) => true,
            _ => false,
        }
    }

    /// Adds the items that `list.append(item)` or `list.extend([…])` store. For `__all__.append` and `__all__.extend`,
    /// adds exported names.
    fn store_arguments(&mut self, call: NodeId, callee: NodeId) {
        let tree = self.tree;
        if tree.kind(callee) != ATTRIBUTE {
            return;
        }
        let (Some(object), Some(name)) = (tree.child(callee, FIELD_OBJECT), tree.child(callee, FIELD_ATTRIBUTE)) else {
            return;
        };
        let name = tree.text(name);
        let position = match name {
            "append" | "add" | "extend" | "update" => 1,
            "insert" => 2,
            _ => return,
        };
        let Some(argument) = tree.children(call).nth(position) else { return };
        self.export(object, Some(argument));
        if !matches!(name, "append" | "add") && !self.is_container(object) {
            return;
        }
        if matches!(name, "extend" | "update") {
            return self.store_items(object, argument, call);
        }
        let value = self.expr(argument);
        if self.facts.may_resolve(value) {
            let stored_item = self.facts.container_literal(Container::Sequence, Name(0), value);
            self.store_item(object, BoundSource::new(BindingKind::StoredItem, stored_item, tree.end(call)));
        }
    }

    /// Adds a reference to a name that can lead to a definition, unless it is a module before a dot.
    pub(super) fn identifier(&mut self, node: NodeId) {
        let tree = self.tree;
        if matches!(tree.field(node), FIELD_NAME | FIELD_ATTRIBUTE | FIELD_ALIAS) || self.memo.is_done(node) {
            return;
        }
        if super::targets::captured_name(tree, node).is_some() {
            return self.capture_pattern(node);
        }
        let name = self.name(node);
        let Some(flags) = self.binding_flags(name) else { return };
        let is_qualifier = tree.field(node) == FIELD_OBJECT;
        if flags.has_any(BindingFlags::SYMBOL) && !(is_qualifier && flags.has_any(BindingFlags::MODULE)) {
            let expr = self.expr(node);
            self.push_reference(ReferenceKind::Use, expr, tree.start(node));
        }
    }

    /// Adds a reference to a member whose chain begins at a receiver, or at a name that may lead to a definition; none to
    /// a member such as `__init__`.
    pub(super) fn attribute(&mut self, node: NodeId) {
        let tree = self.tree;
        if self.memo.is_done(node) {
            return;
        }
        let Some(name) = tree.child(node, FIELD_ATTRIBUTE) else { return };
        if is_dunder(tree.text(name)) || !self.chain_may_resolve(node) {
            return;
        }
        let expr = self.expr(node);
        self.push_reference(ReferenceKind::Use, expr, tree.start(name));
    }

    /// Whether a member chain begins at a receiver, or at a name that can lead to a definition.
    fn chain_may_resolve(&mut self, chain: NodeId) -> bool {
        let tree = self.tree;
        let mut node = chain;
        for _ in 0..MAX_LINKS {
            node = match tree.kind(node) {
                IDENTIFIER => {
                    let name = self.name(node);
                    return self.binding_flags(name).is_some_and(|flags| {
                        flags.has_any(BindingFlags::SYMBOL) || flags.has_any(BindingFlags::RECEIVER)
                    });
                }
                ATTRIBUTE | CALL | SUBSCRIPT | AWAIT | PARENTHESIZED => match tree.children(node).next() {
                    Some(inner) => inner,
                    None => return false,
                },
                _ => return false,
            };
        }
        false
    }

    /// A dotted name in a `case` pattern: binds the name, or adds a reference to a class or constant.
    pub(super) fn dotted_name(&mut self, node: NodeId) {
        if super::targets::captured_name(self.tree, node).is_some() {
            return self.capture_pattern(node);
        }
        let first_segment = super::imports::segments(self.tree.text(node)).next().unwrap_or("");
        let name = self.facts.name(first_segment);
        if self.name_may_resolve(name) {
            let expr = self.dotted_expr(node);
            self.push_reference(ReferenceKind::Use, expr, self.tree.start(node));
        }
    }

    /// The expression of a dotted name that is a single node.
    pub(super) fn dotted_expr(&mut self, node: NodeId) -> ExprId {
        if let Some(expr) = self.memo.expr(node) {
            return expr;
        }
        let mut expr = ExprId(0);
        for part in super::imports::segments(self.tree.text(node)).take(MAX_LINKS) {
            let name = self.facts.name(part);
            expr = match expr {
                ExprId(0) => self.facts.expr(Expr::Name(name, self.tree.start(node))),
                outer => self.facts.expr(Expr::Member(outer, name)),
            };
        }
        self.memo.set_expr(node, expr);
        expr
    }

    /// The byte offset of the last name in a callee or decorator.
    fn last_name_offset(&self, node: NodeId) -> u32 {
        let tree = self.tree;
        let named = match tree.kind(node) {
            ATTRIBUTE => tree.child(node, FIELD_ATTRIBUTE),
            CALL => {
                return tree.child(node, FIELD_FUNCTION).map_or(tree.start(node), |callee| self.callee_offset(callee));
            }
            _ => None,
        };
        tree.start(named.unwrap_or(node))
    }

    fn callee_offset(&self, callee: NodeId) -> u32 {
        let name = self.tree.child(callee, FIELD_ATTRIBUTE);
        self.tree.start(name.unwrap_or(callee))
    }

    /// Flags a node that a reference covers as done; the names inside it are not flagged.
    pub(super) fn set_path_root_done(&mut self, node: NodeId) {
        if matches!(self.tree.kind(node), IDENTIFIER | ATTRIBUTE) {
            self.memo.set_done(node);
        }
    }

    /// Whether a node is a built-in name that the file does not bind.
    pub(super) fn is_builtin_node(&mut self, node: NodeId) -> bool {
        self.tree.kind(node) == IDENTIFIER && {
            let name = self.name(node);
            self.binding_flags(name).is_none()
        }
    }
}

/// Whether a parenthesis follows a class's name. In malformed code, other code may be parsed as superclasses.
fn has_bases(tree: &Tree<'_>, class: NodeId) -> bool {
    let node_before = tree.child(class, FIELD_TYPE_PARAMETERS).or_else(|| tree.child(class, FIELD_NAME));
    node_before.is_some_and(|node| tree.source()[tree.end(node) as usize..].trim_start().starts_with('('))
}
