//! Names that get values: assignments, parameters, loops, `with`, `except`, patterns, and what functions give back.

use super::relate::Relating;
use super::scopes::{FILE, How, ScopeKind};
use super::syntax::*;
use super::targets;
use crate::graph::facts::{
    Binding, BindingKind, Container, DefId, Expr, ExprId, List, Marks, Name, Reference, ReferenceKind,
};
use crate::graph::syntax::NodeId;

/// How deep a target's groups are followed.
const MOST_GROUPS: u32 = 8;
/// A place further on is not told from other places.
const MOST_STORED_PLACES: usize = 16;

/// What a target gets, and over which bytes it holds.
#[derive(Clone, Copy)]
struct Source {
    kind: BindingKind,
    index: u16,
    value: ExprId,
    annotation: ExprId,
    /// The node of the value, where the value itself is assigned.
    node: Option<NodeId>,
    at: u32,
    until: u32,
}

impl Source {
    fn new(kind: BindingKind, value: ExprId, at: u32) -> Source {
        Source { kind, index: 0, value, annotation: ExprId(0), node: None, at, until: u32::MAX }
    }

    fn unknown(self) -> Source {
        Source { kind: BindingKind::Assigned, value: ExprId(0), index: 0, node: None, ..self }
    }
}

impl Relating<'_, '_> {
    /// `target = value`, `target: annotation = value`.
    pub(super) fn assignment(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(target) = tree.child(node, FIELD_LEFT) else { return };
        let right = tree.child(node, FIELD_RIGHT);
        self.export(target, right);
        let annotation = tree.child(node, FIELD_TYPE);
        let is_alias = annotation.is_some_and(|node| tree.text(node).ends_with("TypeAlias"));
        let annotation = self.annotated(annotation, self.mentioning());
        let value = match right {
            Some(right) if is_alias => self.annotated(Some(right), self.mentioning()),
            _ => self.expr_or_unknown(right),
        };
        let annotation = if is_alias { ExprId(0) } else { annotation };
        let source = Source::new(BindingKind::Assigned, value, tree.end(node));
        self.bind(target, Source { annotation, node: right, ..source }, MOST_GROUPS);
    }

    /// `target += value`: the target keeps what it is, a list may get more items.
    pub(super) fn augmented_assignment(&mut self, node: NodeId) {
        let tree = self.tree;
        let (Some(target), Some(right)) = (tree.child(node, FIELD_LEFT), tree.child(node, FIELD_RIGHT)) else { return };
        self.export(target, Some(right));
        if matches!(tree.kind(right), LIST | TUPLE) {
            let value = self.expr(right);
            self.store(target, value, tree.end(node));
        }
    }

    /// `name := value`.
    pub(super) fn named_expression(&mut self, node: NodeId) {
        let Some(target) = self.tree.child(node, FIELD_NAME) else { return };
        let value = self.tree.child(node, FIELD_VALUE);
        let value = self.expr_or_unknown(value);
        self.bind(target, Source::new(BindingKind::Assigned, value, self.tree.start(node)), MOST_GROUPS);
    }

    /// `type Name = …`.
    pub(super) fn type_alias(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(left) = tree.child(node, FIELD_LEFT) else { return };
        let right = tree.child(node, FIELD_RIGHT);
        let value = self.annotated(right, self.mentioning());
        self.memo.set_done(left);
        for part in tree.subtree(left) {
            self.memo.set_done(part);
        }
        if let Some(name) = super::declare::type_alias_name(tree, left) {
            self.bind(name, Source::new(BindingKind::Assigned, value, tree.end(node)), MOST_GROUPS);
        }
    }

    /// `for target in value:`.
    pub(super) fn for_loop(&mut self, node: NodeId) {
        let tree = self.tree;
        let (Some(target), Some(right)) = (tree.child(node, FIELD_LEFT), tree.child(node, FIELD_RIGHT)) else { return };
        let value = self.iterated(right);
        self.bind(target, Source::new(BindingKind::Element, value, tree.end(right)), MOST_GROUPS);
    }

    /// `for target in value` of a comprehension, whose targets hold in all of it.
    pub(super) fn for_in_clause(&mut self, node: NodeId) {
        let tree = self.tree;
        let (Some(target), Some(right)) = (tree.child(node, FIELD_LEFT), tree.child(node, FIELD_RIGHT)) else { return };
        let value = self.iterated(right);
        let whole = tree.parent(node);
        let source = Source::new(BindingKind::Element, value, tree.start(whole));
        self.bind(target, Source { until: tree.end(whole), ..source }, MOST_GROUPS);
    }

    /// `value as target`, of `with`, `except` and `case`.
    pub(super) fn as_pattern(&mut self, node: NodeId) {
        let tree = self.tree;
        let mut children = tree.children(node);
        let (Some(value), Some(target)) = (children.next(), children.next()) else { return };
        let at = tree.end(node);
        let source = match (tree.kind(value), tree.kind(tree.parent(node))) {
            (CASE_PATTERN, _) => {
                let class = NodeId(value.0 + 1);
                let class = (class < tree.after(value) && tree.kind(class) == CLASS_PATTERN)
                    .then(|| tree.children(class).next())
                    .flatten();
                let kind = if class.is_some() { BindingKind::Caught } else { BindingKind::Assigned };
                Source::new(kind, class.map_or(ExprId(0), |name| self.dotted_expr(name)), at)
            }
            (_, EXCEPT_CLAUSE) => Source::new(BindingKind::Caught, self.expr(value), at),
            _ => Source::new(BindingKind::Entered, self.expr(value), at),
        };
        self.bind(target, source, MOST_GROUPS);
    }

    /// The parameters of a function or lambda, and the types they mention.
    pub(super) fn parameters(&mut self, list: NodeId, function: DefId, at: u32) {
        let tree = self.tree;
        let outer = self.definition();
        let is_method = super::declare::takes_receiver(self.facts, function);
        let is_class_method = self.facts.facts().definitions[function.0 as usize].marks.has(Marks::CLASS_METHOD);
        let (mut is_first, mut index) = (true, 0u16);
        for parameter in targets::parameters(tree, list) {
            let is_receiver = core::mem::take(&mut is_first) && is_method && !parameter.is_rest;
            let annotation = self.annotated(parameter.annotation, function);
            let value = self.expr_or_unknown(parameter.default);
            let (kind, index) = match () {
                () if is_receiver && is_class_method => (BindingKind::ClassReceiver, 0),
                () if is_receiver => (BindingKind::Receiver, 0),
                () if parameter.is_rest => (BindingKind::Rest, 0),
                () if parameter.is_keyword_only => (BindingKind::Parameter, u16::MAX),
                () => {
                    index = index.saturating_add(1);
                    (BindingKind::Parameter, index - 1)
                }
            };
            let Some(name) = parameter.name else { continue };
            self.memo.set_done(name);
            let name = self.name(name);
            let until = u32::MAX;
            let binding = Binding { owner: function, scope: outer, name, kind, index, value, annotation, at, until };
            self.facts.facts().bindings.push(binding);
        }
    }

    /// `return value`.
    pub(super) fn returned(&mut self, node: NodeId) {
        let value = self.tree.children(node).next();
        let value = match value {
            Some(value) => self.expr(value),
            None => return,
        };
        self.give_back(BindingKind::Returned, value, self.tree.start(node));
    }

    /// `yield value`, `yield from values`.
    pub(super) fn yielded(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(value) = tree.children(node).next() else { return };
        let is_from = tree.source()[tree.start(node) as usize..tree.start(value) as usize].contains("from");
        let mut expr = self.expr(value);
        if is_from && expr != ExprId(0) {
            expr = self.facts.expr(Expr::Element(expr, u32::MAX));
        }
        self.give_back(BindingKind::Yielded, expr, tree.start(node));
    }

    fn give_back(&mut self, kind: BindingKind, value: ExprId, at: u32) {
        let scope = self.binding_scope();
        if scope.kind == ScopeKind::Function {
            self.push_result(scope.definition, kind, value, at);
        }
    }

    /// Notes what a function gives back.
    pub(super) fn push_result(&mut self, function: DefId, kind: BindingKind, value: ExprId, at: u32) {
        self.facts.facts().bindings.push(Binding {
            owner: function,
            scope: function,
            name: Name(0),
            kind,
            index: 0,
            value,
            annotation: ExprId(0),
            at,
            until: u32::MAX,
        });
    }

    /// The name that a keyword pattern gives a field to match: not a name that is read.
    pub(super) fn keyword_pattern(&mut self, node: NodeId) {
        if let Some(name) = self.tree.children(node).next() {
            self.memo.set_done(name);
        }
    }

    /// A name that a `case` pattern binds; of its value nothing is known.
    pub(super) fn capture(&mut self, node: NodeId) {
        let at = self.tree.end(node);
        self.bind_name(node, Source::new(BindingKind::Assigned, ExprId(0), at));
    }

    fn bind(&mut self, target: NodeId, source: Source, depth: u32) {
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

    /// Each part of a group gets the value in its place; where the value is a display, its very item.
    fn bind_group(&mut self, group: NodeId, source: Source, depth: u32) {
        let Some(depth) = depth.checked_sub(1) else { return self.bind_unknown(group, source) };
        let tree = self.tree;
        let is_splat = |node: NodeId| matches!(tree.kind(node), LIST_SPLAT_PATTERN | LIST_SPLAT);
        if is_splat(group) {
            return self.bind_unknown(group, source);
        }
        let display = source.node.filter(|&node| self.matches_display(group, node));
        let mut items = display.map(|node| tree.children(node));
        let whole = self.whole(source);
        let mut has_place = whole != ExprId(0);
        for (index, part) in tree.children(group).enumerate() {
            has_place &= !is_splat(part) && index < usize::from(u16::MAX);
            let part_source = match items.as_mut().and_then(Iterator::next) {
                Some(item) => {
                    let value = self.expr(item);
                    Source { kind: BindingKind::Assigned, index: 0, value, node: Some(item), ..source }
                }
                None if has_place => {
                    Source { kind: BindingKind::Part, index: index as u16, value: whole, node: None, ..source }
                }
                None => source.unknown(),
            };
            self.bind(part, part_source, depth);
        }
    }

    fn bind_unknown(&mut self, group: NodeId, source: Source) {
        let tree = self.tree;
        for leaf in targets::leaves(tree, group).filter(|&leaf| tree.kind(leaf) == IDENTIFIER) {
            self.bind_name(leaf, source.unknown());
        }
    }

    /// Whether a display has an item for each part of a group.
    fn matches_display(&self, group: NodeId, display: NodeId) -> bool {
        let tree = self.tree;
        let is_plain = |node| !matches!(tree.kind(node), LIST_SPLAT_PATTERN | LIST_SPLAT);
        matches!(tree.kind(display), TUPLE | EXPRESSION_LIST | LIST)
            && tree.children(group).map(is_plain).eq(tree.children(display).map(is_plain))
            && tree.children(group).all(is_plain)
    }

    /// What a source gives, as one expression.
    fn whole(&mut self, source: Source) -> ExprId {
        let index = match source.kind {
            BindingKind::Assigned => return source.value,
            BindingKind::Element => u32::MAX,
            BindingKind::Part => u32::from(source.index),
            _ => return ExprId(0),
        };
        self.facts.expr_of(source.value, Expr::Element(source.value, index))
    }

    fn bind_name(&mut self, target: NodeId, source: Source) {
        self.memo.set_done(target);
        let name = self.name(target);
        let owner = self.owner(name);
        self.push(owner, name, source);
    }

    /// The definition whose name it is: the function itself, or what `global` and `nonlocal` say.
    fn owner(&mut self, name: Name) -> DefId {
        let scope = self.scope_id();
        match self.scopes.look_up(scope, name) {
            Some((FILE, how)) if how != How::default() => DefId(0),
            Some((found, _)) => self.scopes.get(found).definition,
            None => self.binding_scope().definition,
        }
    }

    fn push(&mut self, owner: DefId, name: Name, source: Source) {
        let Source { kind, index, value, annotation, at, until, .. } = source;
        let scope = self.definition();
        self.facts.facts().bindings.push(Binding { owner, scope, name, kind, index, value, annotation, at, until });
    }

    /// `self.name = value` binds a field of the class.
    fn bind_attribute(&mut self, target: NodeId, source: Source) {
        if let Some((class, name)) = self.field_of_receiver(target) {
            let value = self.whole(source);
            self.push(class, name, Source { kind: BindingKind::Field, index: 0, value, until: u32::MAX, ..source });
        }
    }

    /// The class and the name of a field, for an attribute of a receiver.
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

    /// `container[place] = value` stores one more item.
    fn bind_subscript(&mut self, target: NodeId, source: Source) {
        let tree = self.tree;
        let value = self.whole(source);
        let (Some(container), Some(place)) = (tree.child(target, FIELD_VALUE), tree.children(target).nth(1)) else {
            return;
        };
        if !self.facts.leads(value) {
            return;
        }
        let stored = match tree.kind(place) {
            SLICE => return,
            STRING => {
                let key = self.key(place);
                self.facts.display_of(Container::Mapping, key, value)
            }
            INTEGER => self.item_at(tree.text(place), value),
            _ => self.facts.display_of(Container::Mapping, Name(0), value),
        };
        self.store(container, stored, source.at);
    }

    /// A sequence of which the item at a written place is known.
    fn item_at(&mut self, place: &str, value: ExprId) -> ExprId {
        let from = self.facts.open_list();
        let before = place.parse().ok().filter(|&place| place < MOST_STORED_PLACES);
        (0..before.unwrap_or(0)).for_each(|_| self.facts.push_item(Name(0), ExprId(0)));
        self.facts.push_item(Name(0), value);
        let list = self.facts.close_list(from);
        let container = if before.is_some() { Container::Sequence } else { Container::Mapping };
        self.facts.expr(Expr::Items(container, list))
    }

    /// Notes items that a name or a receiver's field holds from here on.
    pub(super) fn store(&mut self, container: NodeId, items: ExprId, at: u32) {
        let source = Source::new(BindingKind::Stored, items, at);
        match self.tree.kind(container) {
            IDENTIFIER => {
                let name = self.name(container);
                let owner = self.owner(name);
                self.push(owner, name, source);
            }
            ATTRIBUTE => {
                if let Some((class, name)) = self.field_of_receiver(container) {
                    self.push(class, name, source);
                }
            }
            _ => {}
        }
    }

    /// `raise Type` makes an instance of it.
    pub(super) fn raised(&mut self, node: NodeId) {
        let Some(value) = self.tree.children(node).next() else { return };
        if !matches!(self.tree.kind(value), IDENTIFIER | ATTRIBUTE) || self.is_builtin_node(value) {
            return;
        }
        let callee = self.expr(value);
        let expr = self.facts.expr(Expr::Call(callee, List::default()));
        self.set_path_root_done(value);
        let (scope, line) = (self.mentioning(), self.tree.first_line(value));
        self.facts.facts().references.push(Reference { scope, kind: ReferenceKind::Call, expr, line });
    }
}
