//! Objects to which members are assigned: `obj.m = function`, `X.prototype.m = function`, `X.prototype = { … }`, and
//! mixin calls such as `mixin(obj, other)`.
//!
//! Each such member is in a block that extends its object, like a method in Rust or Go, because the assignment may be
//! anywhere in the file. Not here: the object that a block extends (`link::objects`), and assignments to `exports`
//! (`exports`).

use alloc::vec::Vec;

use super::declare::property;
use super::exports;
use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Binding, BindingKind, DefId, Expr, ExprId, Extension, List, ReferenceKind};
use crate::graph::syntax::{NodeId, Tree};

/// Greatest number of assignments in a chain (`a.x = a.y = function`).
const MAX_CHAIN: usize = 16;

/// Library functions that give their first argument the members of the others.
const MIXIN_FUNCTIONS: [&str; 8] =
    ["assign", "defaults", "extend", "inherits", "merge", "mixin", "setPrototypeOf", "mergeDescriptors"];

/// An object to which members are assigned.
#[derive(Clone, Copy)]
pub(super) struct ObjectOwner {
    /// The node of the object's name; if `is_prototype`, of the constructor function's name.
    pub(super) name: NodeId,
    /// Whether the members are assigned to the prototype of a constructor function.
    pub(super) is_prototype: bool,
}

impl RelatePass<'_, '_> {
    /// The value of `this` in a function that is neither a method of a class nor of an object bound to a variable. It
    /// is the object on which the function is defined, the exports of the module, or the instance that the function
    /// constructs; otherwise unknown.
    pub(super) fn this_value(&mut self, node: NodeId, function: DefId) -> ExprId {
        let tree = self.tree;
        if let Some(owner) = this_owner(tree, node) {
            return self.assigned_object(owner);
        }
        let outer_node = tree.parent(node);
        let assignment = if tree.kind(outer_node) == PAIR || tree.kind(node) == METHOD {
            literal_assignment(tree, node)
        } else {
            Some(outer_node)
        };
        if assignment.is_some_and(|outer_node| {
            tree.kind(outer_node) == ASSIGNMENT && exports::export_target(tree, outer_node).is_some()
        }) {
            return self.facts.expr(Expr::Root(0));
        }
        let name = self.facts.facts().definitions[function.0 as usize].name;
        if !self.declared_names.is_constructor(name) {
            return ExprId(0);
        }
        let constructor = self.facts.expr(Expr::Name(name, tree.start(node)));
        self.facts.expr(Expr::Call(constructor, List::default()))
    }

    /// The object to which members are assigned, as an expression.
    fn assigned_object(&mut self, owner: ObjectOwner) -> ExprId {
        let name = self.name(owner.name);
        let named = self.facts.expr(Expr::Name(name, self.tree.start(owner.name)));
        if owner.is_prototype { self.facts.expr(Expr::Call(named, List::default())) } else { named }
    }

    /// Adds facts of a block: the object that it extends, the objects mixed into that object, and further names of its
    /// member.
    pub(super) fn add_extension(&mut self, node: NodeId, block: DefId) {
        let tree = self.tree;
        let mixin = mixin_operands(tree, node);
        let prototype_owner = || prototype_assignment(tree, node);
        let owner_of_function = || tree.child(node, FIELD_RIGHT).and_then(|right| function_owner(tree, right));
        let owner = mixin
            .as_ref()
            .map(|(owner, _)| *owner)
            .or_else(prototype_owner)
            .or_else(|| owner_of_function().map(|(owner, _)| owner));
        let Some(owner) = owner else { return };
        let name = self.name(owner.name);
        let target = self.facts.expr(Expr::Name(name, tree.start(owner.name)));
        self.facts.facts().extensions.push(Extension { block, target });
        for mixed_object in mixin.map(|(_, mixed_objects)| mixed_objects).unwrap_or_default() {
            let expr = self.expr(mixed_object);
            self.push_parent(block, ReferenceKind::Implement, expr, tree.start(mixed_object));
        }
        let Some(function) = owner_of_function().and(tree.child(node, FIELD_RIGHT)) else { return };
        let value = self.expr(function);
        let Some(definition) = self.declared_names.definition(function) else { return };
        let defined_name = self.facts.facts().definitions[definition.0 as usize].name;
        for name in chain_names(tree, node) {
            let name = self.facts.name(name);
            if name == defined_name {
                continue;
            }
            let (scope, index, annotation) = (self.definition(), 0, ExprId(0));
            let (kind, at, until) = (BindingKind::Assigned, tree.start(node), u32::MAX);
            let binding = Binding {
                owner: block,
                scope,
                name,
                kind,
                index,
                value,
                annotation,
                effective_from: at,
                effective_until: until,
            };
            self.facts.facts().bindings.push(binding);
        }
    }
}

/// The object of a member expression.
pub(super) fn member_owner(tree: &Tree<'_>, member: NodeId) -> Option<ObjectOwner> {
    let object = tree.child_of(member, MEMBER, FIELD_OBJECT)?;
    object_named(tree, object)
}

/// The object that a node names: `obj`, or `X.prototype`. `None` for `module` and `exports`, whose members are
/// exports.
fn object_named(tree: &Tree<'_>, object: NodeId) -> Option<ObjectOwner> {
    let (name, is_prototype) = match tree.kind(object) {
        IDENTIFIER => (object, false),
        MEMBER if tree.child(object, FIELD_PROPERTY).is_some_and(|name| tree.text(name) == "prototype") => {
            (tree.child(object, FIELD_OBJECT)?, true)
        }
        _ => return None,
    };
    let is_plain_object = tree.kind(name) == IDENTIFIER && !matches!(tree.text(name), "exports" | "module");
    is_plain_object.then_some(ObjectOwner { name, is_prototype })
}

/// The object whose members are all assigned at once: `X.prototype = { … }`.
pub(super) fn prototype_assignment(tree: &Tree<'_>, assignment: NodeId) -> Option<ObjectOwner> {
    let left = tree.child(assignment, FIELD_LEFT).filter(|&left| tree.kind(left) == MEMBER)?;
    let is_object = tree.child(assignment, FIELD_RIGHT).is_some_and(|right| tree.kind(right) == OBJECT);
    object_named(tree, left).filter(|owner| owner.is_prototype && is_object)
}

/// The object to which a function is assigned as a member, and the node of the member's name.
pub(super) fn function_owner(tree: &Tree<'_>, function: NodeId) -> Option<(ObjectOwner, NodeId)> {
    let assignment = tree.parent(function);
    if tree.kind(assignment) != ASSIGNMENT || tree.field(function) != FIELD_RIGHT {
        return None;
    }
    let left = tree.child(assignment, FIELD_LEFT)?;
    let property = tree.child_of(left, MEMBER, FIELD_PROPERTY)?;
    Some((member_owner(tree, left)?, property))
}

/// The member names in a chain of assignments that ends in this one.
pub(super) fn chain_names<'t>(tree: &Tree<'t>, assignment: NodeId) -> Vec<&'t str> {
    let (mut names, mut at) = (Vec::new(), assignment);
    for _ in 0..MAX_CHAIN {
        if tree.kind(at) != ASSIGNMENT {
            break;
        }
        let left = tree.child(at, FIELD_LEFT).and_then(|left| tree.child_of(left, MEMBER, FIELD_PROPERTY));
        names.extend(left.map(|name| tree.text(name)));
        at = tree.parent(at);
    }
    names
}

/// The target object of a mixin call, and the objects mixed into it.
pub(super) fn mixin_operands(tree: &Tree<'_>, call: NodeId) -> Option<(ObjectOwner, Vec<NodeId>)> {
    let callee = tree.child(call, FIELD_FUNCTION)?;
    let callee_name = match tree.kind(callee) {
        IDENTIFIER => callee,
        _ => tree.child_of(callee, MEMBER, FIELD_PROPERTY)?,
    };
    if !MIXIN_FUNCTIONS.contains(&tree.text(callee_name)) {
        return None;
    }
    let mut arguments = tree.children(call).filter(|&part| tree.field(part) != FIELD_FUNCTION);
    let owner = object_named(tree, arguments.next()?)?;
    let mixed_objects: Vec<NodeId> = arguments
        .filter_map(|mixed_object| object_named(tree, mixed_object))
        .map(|mixed_object| mixed_object.name)
        .collect();
    (!mixed_objects.is_empty()).then_some((owner, mixed_objects))
}

/// The object that is `this` in a function. The function is passed to a call beside the object, or assigned to a
/// computed member of it.
///
/// `defineGetter(obj, "name", function)`, `Object.defineProperty(obj, "name", { get: function })`,
/// `obj.__defineGetter__("name", function)`; `obj[name] = function`.
pub(super) fn this_owner(tree: &Tree<'_>, function: NodeId) -> Option<ObjectOwner> {
    let outer_node = tree.parent(function);
    match tree.kind(outer_node) {
        ASSIGNMENT => {
            let left = tree.child(outer_node, FIELD_LEFT).filter(|&left| tree.kind(left) == SUBSCRIPT)?;
            object_named(tree, tree.child(left, FIELD_OBJECT)?)
        }
        PAIR => {
            let (name, _) = property(tree, outer_node)?;
            let is_descriptor_key = matches!(name, "get" | "set" | "value");
            object_of_defining_call(tree, tree.parent(outer_node)).filter(|_| is_descriptor_key)
        }
        CALL => object_of_defining_call(tree, function),
        _ => None,
    }
}

/// The object of which a call defines a member by this argument: `obj` in `define(obj, "name", argument)` and in
/// `obj.__defineGetter__("name", argument)`.
fn object_of_defining_call(tree: &Tree<'_>, argument: NodeId) -> Option<ObjectOwner> {
    let call = tree.parent(argument);
    let callee = tree.child_of(call, CALL, FIELD_FUNCTION)?;
    let mut arguments = tree.children(call).filter(|&part| tree.field(part) != FIELD_FUNCTION);
    let (first, second) = (arguments.next()?, arguments.next()?);
    if tree.kind(first) == STRING && second == argument {
        let is_define_call =
            tree.child(callee, FIELD_PROPERTY).is_some_and(|name| tree.text(name).starts_with("__define"));
        return member_owner(tree, callee).filter(|_| is_define_call);
    }
    let is_third = tree.kind(second) == STRING && arguments.next() == Some(argument);
    object_named(tree, first).filter(|_| is_third)
}

/// The parent of the object literal that has a function as a member: an assignment, if the literal is assigned.
fn literal_assignment(tree: &Tree<'_>, function: NodeId) -> Option<NodeId> {
    let member = if tree.kind(function) == METHOD { function } else { tree.parent(function) };
    let object = tree.parent(member);
    (tree.kind(object) == OBJECT).then(|| tree.parent(object))
}

/// The innermost assignment of a chain of assignments.
pub(super) fn innermost_assignment(tree: &Tree<'_>, assignment: NodeId) -> NodeId {
    let mut at = assignment;
    for _ in 0..MAX_CHAIN {
        match tree.child_of(at, ASSIGNMENT, FIELD_RIGHT) {
            Some(right) if tree.kind(right) == ASSIGNMENT => at = right,
            _ => break,
        }
    }
    at
}

/// The variable that gets the value of a chain of assignments: `x` in `var x = exports = module.exports = {}`.
pub(super) fn chain_variable(tree: &Tree<'_>, assignment: NodeId) -> Option<NodeId> {
    let mut at = assignment;
    for _ in 0..MAX_CHAIN {
        let outer_node = tree.parent(at);
        let name = match tree.kind(outer_node) {
            DECLARATOR => tree.child(outer_node, FIELD_NAME)?,
            ASSIGNMENT if tree.field(at) == FIELD_RIGHT => tree.child(outer_node, FIELD_LEFT)?,
            _ => return None,
        };
        if tree.kind(name) == IDENTIFIER && tree.text(name) != "exports" {
            return Some(name);
        }
        at = outer_node;
    }
    None
}
