//! Unpacking of values to targets: names, fields of receivers, items of containers, and groups of these.

use alloc::vec::Vec;

use super::exprs::MAX_DEPTH;
use super::kills;
use super::relate::RelatePass;
use super::scopes::{BindingFlags, FILE, UseFlags};
use super::subscripts::parse_number;
use super::syntax::*;
use super::targets;
use crate::graph::facts::{Binding, BindingKind, Container, DefId, Expr, ExprId, Name};
use crate::graph::syntax::{NodeId, Tree};

/// Depth to which nested groups of targets are followed.
pub(super) const MAX_GROUPS: u32 = 8;
/// Number of indexes that are distinguished when items are stored; greater ones are unknown.
const MAX_STORED_INDEXES: u32 = 16;

/// A value for a target, and the byte range in which the binding is visible.
#[derive(Clone, Copy)]
pub(super) struct BoundSource {
    kind: BindingKind,
    index: u16,
    value: ExprId,
    annotation: ExprId,
    /// The node of the value; `None` if only a part or a result of the value is bound.
    node: Option<NodeId>,
    /// The assignment statement, if it always runs before the code after it.
    statement: Option<NodeId>,
    visible_from: u32,
    visible_until: u32,
}

impl BoundSource {
    pub(super) fn new(kind: BindingKind, value: ExprId, at: u32) -> BoundSource {
        BoundSource {
            kind,
            index: 0,
            value,
            annotation: ExprId(0),
            node: None,
            statement: None,
            visible_from: at,
            visible_until: u32::MAX,
        }
    }

    /// The same source for a statement that always runs before the code after it.
    pub(super) fn with_statement(self, statement: NodeId) -> BoundSource {
        BoundSource { statement: Some(statement), ..self }
    }

    /// The same source with an annotated type and the node of the value.
    pub(super) fn annotated_source(self, annotation: ExprId, node: Option<NodeId>) -> BoundSource {
        BoundSource { annotation, node, ..self }
    }

    /// The same source, with a binding that is visible only up to a byte offset.
    pub(super) fn until_offset(self, until: u32) -> BoundSource {
        BoundSource { visible_until: until, ..self }
    }

    fn unknown_source(self) -> BoundSource {
        BoundSource { kind: BindingKind::Assigned, value: ExprId(0), index: 0, node: None, ..self }
    }
}

impl RelatePass<'_, '_> {
    pub(super) fn bind(&mut self, target: NodeId, source: BoundSource, depth: u32) {
        match self.tree.kind(target) {
            IDENTIFIER => self.bind_name(target, source),
            ATTRIBUTE => self.bind_attribute(target, source),
            SUBSCRIPT => self.bind_subscript(target, source),
            AS_PATTERN_TARGET | PARENTHESIZED => {
                if let (Some(inner), Some(depth)) = (self.tree.children(target).next(), depth.checked_sub(1)) {
                    self.bind(inner, source, depth);
                }
            }
            kind if targets::is_group(kind) => self.bind_group(target, source, depth),
            _ => {}
        }
    }

    /// Binds each part of a group to the item at its index. If the value is a container literal, the expression of that
    /// item is bound.
    fn bind_group(&mut self, group: NodeId, source: BoundSource, depth: u32) {
        let Some(depth) = depth.checked_sub(1) else { return self.bind_unknown(group, source) };
        let tree = self.tree;
        if is_splat(tree, group) {
            return self.bind_unknown(group, source);
        }
        if let Some(group_items) = source.node.and_then(|literal| GroupItems::new(tree, group, literal)) {
            return self.bind_pairs(group, &group_items, source, depth);
        }
        let source_expr = self.source_expr(source);
        let mut has_position = source_expr != ExprId(0);
        for (index, part) in tree.children(group).enumerate() {
            has_position &= !is_splat(tree, part) && index < usize::from(u16::MAX);
            let part_source = match has_position {
                true => BoundSource {
                    kind: BindingKind::TupleItem,
                    index: index as u16,
                    value: source_expr,
                    node: None,
                    ..source
                },
                false => source.unknown_source(),
            };
            self.bind(part, part_source, depth);
        }
    }

    fn bind_pairs(&mut self, group: NodeId, group_items: &GroupItems, source: BoundSource, depth: u32) {
        let tree = self.tree;
        for (index, part) in tree.children(group).enumerate() {
            let items = group_items.items(index);
            let source = BoundSource { kind: BindingKind::Assigned, index: 0, ..source };
            if let (true, Some(name)) = (is_splat(tree, part), tree.children(part).next()) {
                let list_start = self.facts.open_list();
                for &item in items {
                    let value = self.expr(item);
                    self.facts.push_item(Name(0), value);
                }
                let list = self.facts.close_container_items(list_start);
                let value = self.facts.expr(Expr::Items(Container::Sequence, list));
                self.bind(name, BoundSource { value, node: None, ..source }, depth);
            } else if let Some(&item) = items.first() {
                let value = self.expr(item);
                self.bind(part, BoundSource { value, node: Some(item), ..source }, depth);
            }
        }
    }

    fn bind_unknown(&mut self, group: NodeId, source: BoundSource) {
        let tree = self.tree;
        for name_node in targets::single_targets(tree, group).filter(|&name_node| tree.kind(name_node) == IDENTIFIER) {
            self.bind_name(name_node, source.unknown_source());
        }
    }

    /// The value of a source as one expression; unknown for a context value or an exception.
    fn source_expr(&mut self, source: BoundSource) -> ExprId {
        let index = match source.kind {
            BindingKind::Assigned => return source.value,
            BindingKind::Element => u32::MAX,
            BindingKind::TupleItem => u32::from(source.index),
            _ => return ExprId(0),
        };
        self.facts.expr_of(source.value, Expr::Element(source.value, index))
    }

    pub(super) fn bind_name(&mut self, target: NodeId, source: BoundSource) {
        self.memo.set_done(target);
        let name = self.name(target);
        let (owner, flags) = self.owner(name);
        let is_whole_value = source.kind == BindingKind::Assigned && source.statement.is_some();
        let kills_earlier = is_whole_value && self.facts.may_resolve(source.value) && self.is_rebinding(owner, flags);
        self.push_binding(
            owner,
            name,
            if kills_earlier { self.killing_source(source, BindingKind::Reassigned) } else { source },
        );
    }

    /// The same source as a binding that kills earlier ones, up to the end of its statement list.
    fn killing_source(&self, source: BoundSource, kind: BindingKind) -> BoundSource {
        let Some(statement) = source.statement else { return source };
        BoundSource {
            kind,
            visible_until: kills::statement_list_end(self.tree, statement).max(source.visible_from),
            ..source
        }
    }

    /// Binds a name to a narrower value in a byte range, in addition to its other bindings.
    pub(super) fn bind_narrowed(&mut self, node: NodeId, source: BoundSource) {
        let name = self.name(node);
        let (owner, _) = self.owner(name);
        self.push_binding(owner, name, source);
    }

    /// The definition that owns a name, and the ways in which that definition binds the name. The owner is the current
    /// function, class or file, or the scope that `global` or `nonlocal` selects.
    fn owner(&mut self, name: Name) -> (DefId, BindingFlags) {
        let scope = self.scope_id();
        match self.scopes.look_up(scope, name) {
            Some((FILE, flags)) if flags != BindingFlags::default() => (DefId(0), flags),
            Some((found_scope, flags)) => (self.scopes.get(found_scope).definition, flags),
            None => (self.binding_scope().definition, BindingFlags::default()),
        }
    }

    fn push_binding(&mut self, owner: DefId, name: Name, source: BoundSource) {
        let BoundSource { kind, index, value, annotation, visible_from: at, visible_until: until, .. } = source;
        let scope = self.definition();
        self.facts.facts().bindings.push(Binding {
            owner,
            scope,
            name,
            kind,
            index,
            value,
            annotation,
            effective_from: at,
            effective_until: until,
        });
    }

    /// `self.name = value` binds a field of the class.
    fn bind_attribute(&mut self, target: NodeId, source: BoundSource) {
        if let Some((class, name)) = self.field_of_receiver(target) {
            let value = self.source_expr(source);
            self.push_binding(
                class,
                name,
                BoundSource { kind: BindingKind::Field, index: 0, value, visible_until: u32::MAX, ..source },
            );
        }
    }

    /// The class and the name of the field that an attribute of a receiver refers to.
    fn field_of_receiver(&mut self, target: NodeId) -> Option<(DefId, Name)> {
        let object = self.tree.child(target, FIELD_OBJECT)?;
        let field = self.tree.child(target, FIELD_ATTRIBUTE)?;
        if self.tree.kind(object) != IDENTIFIER {
            return None;
        }
        let object = self.name(object);
        let method = self.receiving_method(object)?;
        let class = self.facts.facts().definitions[method.0 as usize].parent;
        Some((class, self.name(field)))
    }

    /// Adds an item to a container for `container[index] = value`.
    fn bind_subscript(&mut self, target: NodeId, source: BoundSource) {
        let tree = self.tree;
        let value = self.source_expr(source);
        let (Some(container), Some(position)) = (tree.child(target, FIELD_VALUE), tree.children(target).nth(1)) else {
            return;
        };
        if !self.facts.may_resolve(value) {
            return;
        }
        let stored_item = match tree.kind(position) {
            SLICE => return,
            INTEGER if parse_number(tree.text(position)).is_some_and(|position| position < MAX_STORED_INDEXES) => {
                self.item_at(tree.text(position), value)
            }
            _ => {
                let (name, value) = self.keyed_item(Some(position), value, MAX_DEPTH);
                self.facts.container_literal(Container::Mapping, name, value)
            }
        };
        let source = BoundSource {
            statement: source.statement,
            ..BoundSource::new(BindingKind::StoredItem, stored_item, source.visible_from)
        };
        let has_known_key = tree.kind(container) == IDENTIFIER
            && match tree.kind(position) {
                STRING => true,
                INTEGER => {
                    let name = self.name(container);
                    !self.scopes.uses(name).has_any(UseFlags::REINDEXED)
                }
                _ => false,
            };
        self.store_item(
            container,
            if has_known_key { self.killing_source(source, BindingKind::ReplacedItem) } else { source },
        );
    }

    /// A sequence in which only the item at the index is known; `position` is that index as written.
    fn item_at(&mut self, position: &str, value: ExprId) -> ExprId {
        let list_start = self.facts.open_list();
        (0..parse_number(position).unwrap_or(0)).for_each(|_| self.facts.push_item(Name(0), ExprId(0)));
        self.facts.push_item(Name(0), value);
        self.push_any_number();
        let list = self.facts.close_list(list_start);
        self.facts.expr(Expr::Items(Container::Sequence, list))
    }

    /// Adds all items of a container literal to a container at unknown indexes; items of a dictionary keep their keys.
    /// `adding_node` is the call or assignment that adds them.
    pub(super) fn store_items(&mut self, container: NodeId, literal: NodeId, adding_node: NodeId) {
        let tree = self.tree;
        if !matches!(tree.kind(literal), LIST | TUPLE | SET | DICTIONARY) {
            return;
        }
        let items = self.expr(literal);
        let source = BoundSource::new(BindingKind::StoredItem, items, tree.end(adding_node));
        let source = match tree.kind(literal) {
            DICTIONARY if kills::is_statement(tree, adding_node) && tree.kind(container) == IDENTIFIER => {
                self.killing_source(source.with_statement(adding_node), BindingKind::ReplacedItem)
            }
            DICTIONARY => source,
            _ => BoundSource { value: self.without_indexes(items), ..source },
        };
        self.store_item(container, source);
    }

    /// Whether a node is a name to which its scope assigns a container literal, so that its methods are known.
    pub(super) fn is_container(&mut self, node: NodeId) -> bool {
        self.tree.kind(node) == IDENTIFIER && {
            let name = self.name(node);
            self.binding_flags(name).is_some_and(|flags| flags.has_any(BindingFlags::CONTAINER))
        }
    }

    /// Adds items to a name or to a receiver's field, from the source's position on.
    pub(super) fn store_item(&mut self, container: NodeId, source: BoundSource) {
        match self.tree.kind(container) {
            IDENTIFIER => {
                let name = self.name(container);
                let (owner, _) = self.owner(name);
                self.push_binding(owner, name, source);
            }
            ATTRIBUTE => {
                if let Some((class, name)) = self.field_of_receiver(container) {
                    self.push_binding(class, name, source);
                }
            }
            _ => {}
        }
    }
}

fn is_splat(tree: &Tree<'_>, node: NodeId) -> bool {
    matches!(tree.kind(node), LIST_SPLAT_PATTERN | LIST_SPLAT)
}

/// The items of a container literal, assigned to the parts of a group of targets.
struct GroupItems {
    items: Vec<NodeId>,
    n_parts: usize,
    /// The index of the starred part, which takes all items that the other parts leave.
    splat_index: Option<usize>,
}

impl GroupItems {
    /// Assigns items to parts. `None` if their numbers do not fit, if `literal` has starred items, or if it is not a
    /// tuple or list.
    fn new(tree: &Tree<'_>, group: NodeId, literal: NodeId) -> Option<GroupItems> {
        if !matches!(tree.kind(literal), TUPLE | EXPRESSION_LIST | LIST) {
            return None;
        }
        let items: Vec<NodeId> = tree.children(literal).collect();
        let n_parts = tree.children(group).count();
        let splat_index = tree.children(group).position(|part| is_splat(tree, part));
        let fits = match splat_index {
            Some(_) => items.len() + 1 >= n_parts,
            None => items.len() == n_parts,
        };
        (fits && !items.iter().any(|&item| is_splat(tree, item))).then_some(GroupItems { items, n_parts, splat_index })
    }

    /// The items for the part at an index: one item, or any number of them for the starred part.
    fn items(&self, part: usize) -> &[NodeId] {
        let from_end = self.n_parts - part;
        let range = match self.splat_index {
            Some(splat_index) if part == splat_index => part..self.items.len() + 1 - from_end,
            Some(splat_index) if part > splat_index => self.items.len() - from_end..self.items.len() + 1 - from_end,
            _ => part..part + 1,
        };
        self.items.get(range).unwrap_or_default()
    }
}
