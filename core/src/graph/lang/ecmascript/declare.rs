//! The first pass over a file: its definitions, and the names that they and imports bind.
//!
//! Functions are used before their definition and occur inside expressions, so this pass comes before `relate`. A
//! function takes the name of the constant, field or property whose value it is.

use alloc::vec::Vec;

use super::super::by_node::DefinitionsByNode;
use super::definitions::{Definer, NewDefinition};
use super::imports;
use super::objects::{self, ObjectOwner};
use super::patterns;
use super::syntax::*;
use crate::base::map::Set;
use crate::graph::facts::{DefId, FactsBuilder, Flags, Name};
use crate::graph::kind::SymbolKind;
use crate::graph::syntax::{NodeId, Tree};
use crate::text::tokens::TokenCounts;

pub(super) struct DeclaredNames {
    definitions: DefinitionsByNode,
    /// Names that a definition or import of the file binds.
    bound_names: Set<Name>,
    /// Names of functions used as constructors: members are assigned to their prototype.
    constructors: Set<Name>,
}

impl DeclaredNames {
    pub(super) fn definition(&self, node: NodeId) -> Option<DefId> {
        self.definitions.get(node)
    }

    /// Whether members are assigned to the prototype of a function of this name.
    pub(super) fn is_constructor(&self, name: Name) -> bool {
        self.constructors.contains(&name)
    }

    /// Whether a definition or import of the file binds the name.
    pub(super) fn binds(&self, name: Name) -> bool {
        self.bound_names.contains(&name)
    }
}

/// Adds all definitions to the facts.
pub(super) fn declare<'t>(tree: &Tree<'t>, facts: &mut FactsBuilder, tokens: &TokenCounts<'t>) -> DeclaredNames {
    let definer = Definer { tree, tokens };
    let mut pass = DeclarePass {
        tree,
        facts,
        definer,
        defined_nodes: Vec::new(),
        bound_names: Set::default(),
        constructors: Set::default(),
        open_definitions: Vec::new(),
        blocks: Vec::new(),
        defined_members: Set::default(),
    };
    for at in 0..tree.len() as u32 {
        pass.node(NodeId(at));
    }
    let DeclarePass { defined_nodes, bound_names, constructors, .. } = pass;
    DeclaredNames { definitions: DefinitionsByNode::new(tree.len(), &defined_nodes), bound_names, constructors }
}

/// A definition that encloses the current node.
struct OpenDefinition {
    /// The first node after the definition's subtree.
    end: u32,
    definition: DefId,
    /// Whether the definition is a variable, a field, or the block of an object. Such a definition is the parent of
    /// functions in it, but other names in it belong to the scope around it.
    is_variable: bool,
}

struct DeclarePass<'a, 't> {
    tree: &'a Tree<'t>,
    facts: &'a mut FactsBuilder,
    definer: Definer<'a, 't>,
    /// The definitions so far, each with its node, in source order.
    defined_nodes: Vec<(NodeId, DefId)>,
    bound_names: Set<Name>,
    constructors: Set<Name>,
    open_definitions: Vec<OpenDefinition>,
    /// The enclosing blocks: the first node after each, and its end as a byte offset.
    blocks: Vec<(u32, u32)>,
    /// Names of fields and accessors that are already defined, each with the definition that contains it.
    defined_members: Set<(DefId, Name)>,
}

impl<'t> DeclarePass<'_, 't> {
    fn node(&mut self, node: NodeId) {
        let tree = self.tree;
        while self.open_definitions.last().is_some_and(|open| open.end <= node.0) {
            self.open_definitions.pop();
        }
        while self.blocks.last().is_some_and(|&(end, _)| end <= node.0) {
            self.blocks.pop();
        }
        match tree.kind(node) {
            FUNCTION | GENERATOR => self.define_named(node, SymbolKind::Function),
            FUNCTION_SIGNATURE if !is_overloaded(tree, node) => self.define_named(node, SymbolKind::Function),
            ARROW | FUNCTION_EXPRESSION | GENERATOR_EXPRESSION => self.function_value(node),
            CLASS | ABSTRACT_CLASS => self.define_named(node, SymbolKind::Class),
            CLASS_EXPRESSION => self.class_expression(node),
            INTERFACE => self.define_named(node, SymbolKind::Interface),
            ENUM => self.define_named(node, SymbolKind::Enum),
            TYPE_ALIAS => self.define_named(node, SymbolKind::TypeAlias),
            NAMESPACE | AMBIENT_MODULE => self.define_named(node, SymbolKind::Module),
            METHOD => self.method(node),
            METHOD_SIGNATURE | ABSTRACT_METHOD if !is_overloaded(tree, node) => self.method(node),
            FIELD_DEFINITION | PUBLIC_FIELD | PROPERTY_SIGNATURE => self.field(node),
            REQUIRED_PARAMETER | OPTIONAL_PARAMETER => self.parameter_property(node),
            DECLARATOR => self.declarator(node),
            ASSIGNMENT => self.assignment(node),
            CALL => self.mixin_call(node),
            IMPORT => self.import(node),
            PROPERTY_NAME | STRING | ENUM_ASSIGNMENT => self.enum_member(node),
            BLOCK | SWITCH_BODY | CATCH | FOR | FOR_IN => self.block(node),
            _ => {}
        }
    }

    /// Enters a block inside a function or at the top level. The body of a function does not count, because it is the
    /// function's own scope.
    fn block(&mut self, node: NodeId) {
        if !is_definition_body(self.tree, node) {
            self.blocks.push((self.tree.next_after_subtree(node).0, self.tree.end(node)));
        }
    }

    /// The enclosing definition in whose scope names are bound.
    fn scope(&self) -> DefId {
        self.open_definitions.iter().rev().find(|open| !open.is_variable).map_or(DefId(0), |open| open.definition)
    }

    /// The enclosing definition, including variables: it becomes the parent of functions.
    fn enclosing_definition(&self) -> DefId {
        self.open_definitions.last().map_or(DefId(0), |open| open.definition)
    }

    fn kind_of(&mut self, definition: DefId) -> SymbolKind {
        self.facts.facts().definitions[definition.0 as usize].kind
    }

    fn scope_end(&self) -> u32 {
        self.blocks.last().map_or(u32::MAX, |&(_, end)| end)
    }

    /// Defines a node under its own name; a default export without a name is called `default`.
    fn define_named(&mut self, node: NodeId, kind: SymbolKind) {
        let tree = self.tree;
        let name = tree.child(node, FIELD_NAME).map(|name| (unquote(tree.text(name)), tree.start(name)));
        let is_default = tree.kind(tree.parent(node)) == EXPORT;
        let Some((name, at)) = name.or(is_default.then(|| ("default", tree.start(node)))) else { return };
        let (parent, until) = (self.scope(), self.scope_end());
        self.define(NewDefinition {
            node,
            statement: statement(tree, node),
            kind,
            name,
            name_offset: at,
            parent,
            visible_until: until,
            flags: Flags::default(),
        });
        self.bind(name);
    }

    fn define(&mut self, item: NewDefinition<'t>) -> DefId {
        let node = item.node;
        use SymbolKind::{Block, Constant, Field, Variable};
        let is_variable = matches!(item.kind, Variable | Constant | Field | Block);
        let definition = self.definer.define(self.facts, item);
        self.defined_nodes.push((node, definition));
        self.open_definitions.push(OpenDefinition {
            end: self.tree.next_after_subtree(node).0,
            definition,
            is_variable,
        });
        definition
    }

    fn bind(&mut self, name: &str) {
        let name = self.facts.name(name);
        self.bound_names.insert(name);
    }

    /// Defines a function expression. Its name is that of the variable, property or export whose value it is; otherwise
    /// its own name, that of the member it is assigned to, or `<lambda>`.
    fn function_value(&mut self, node: NodeId) {
        let tree = self.tree;
        let outer_node = tree.parent(node);
        let is_value = matches!(tree.field(node), FIELD_VALUE | FIELD_RIGHT);
        let name = match tree.kind(outer_node) {
            DECLARATOR | FIELD_DEFINITION | PUBLIC_FIELD | PAIR if is_value => property(tree, outer_node),
            ASSIGNMENT if is_value => {
                super::exports::export_target(tree, outer_node).map(|(name, node)| (name, tree.start(node)))
            }
            EXPORT if tree.field(node) == FIELD_VALUE => Some(("default", tree.start(node))),
            _ => None,
        };
        let outer_definition = self.enclosing_definition();
        let own_name = tree.child(node, FIELD_NAME).map(|name| (tree.text(name), tree.start(name)));
        let name = name.filter(|(name, _)| own_name.is_none() || *name != super::exports::WHOLE_EXPORT);
        let member = match tree.kind(outer_node) {
            ASSIGNMENT if name.is_none() && is_value => tree.child(outer_node, FIELD_LEFT),
            _ => None,
        };
        let member = member.and_then(|left| tree.child_of(left, MEMBER, FIELD_PROPERTY));
        let (name, at, flags) = match name.or(own_name).or(member.map(|name| (tree.text(name), tree.start(name)))) {
            Some((name, at)) => (name, at, Flags::default()),
            None => ("<lambda>", tree.start(node), Flags::ANONYMOUS),
        };
        let is_field = matches!(tree.kind(outer_node), FIELD_DEFINITION | PUBLIC_FIELD) && is_value;
        let is_in_object = tree.kind(outer_node) == PAIR && is_value;
        let is_assigned = member.is_some() && self.kind_of(outer_definition) == SymbolKind::Block;
        let kind = if is_field || is_in_object || is_assigned { SymbolKind::Method } else { SymbolKind::Function };
        let is_named_by_outer =
            is_value && matches!(tree.kind(outer_node), DECLARATOR | FIELD_DEFINITION | PUBLIC_FIELD | PAIR);
        let statement_node = if is_named_by_outer { statement(tree, outer_node) } else { node };
        // A function expression's own name is visible only inside the function, and a property's name in no scope.
        let until = match tree.kind(outer_node) {
            DECLARATOR if is_value => self.scope_end(),
            ASSIGNMENT if is_value && super::exports::export_target(tree, outer_node).is_some() => u32::MAX,
            PAIR => at,
            ASSIGNMENT if is_assigned => u32::MAX,
            // The member of an unknown object has no name in any scope.
            ASSIGNMENT if member.is_some() => at,
            _ if is_field || flags.has(Flags::ANONYMOUS) || own_name.is_none() => u32::MAX,
            _ => tree.end(node),
        };
        self.define(NewDefinition {
            node,
            statement: statement_node,
            kind,
            name,
            name_offset: at,
            parent: outer_definition,
            visible_until: until,
            flags,
        });
        if tree.kind(outer_node) != PAIR && !flags.has(Flags::ANONYMOUS) && !is_field && member.is_none() {
            self.bind(name);
        }
    }

    fn class_expression(&mut self, node: NodeId) {
        let tree = self.tree;
        let outer_node = tree.parent(node);
        let name = match tree.kind(outer_node) {
            DECLARATOR => property(tree, outer_node),
            EXPORT => Some(("default", tree.start(node))),
            _ => None,
        };
        let own_name = tree.child(node, FIELD_NAME).map(|name| (tree.text(name), tree.start(name)));
        let (name, at, flags) = match name.or(own_name) {
            Some((name, at)) => (name, at, Flags::default()),
            None => ("<class>", tree.start(node), Flags::ANONYMOUS),
        };
        let statement_node = if tree.kind(outer_node) == DECLARATOR { statement(tree, outer_node) } else { node };
        let (parent, until) = (self.scope(), self.scope_end());
        self.define(NewDefinition {
            node,
            statement: statement_node,
            kind: SymbolKind::Class,
            name,
            name_offset: at,
            parent,
            visible_until: until,
            flags,
        });
        self.bind(name);
    }

    /// A method of a class or interface, or of an object.
    fn method(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some((name, at)) = property(tree, node) else { return };
        let is_in_object = tree.kind(tree.parent(node)) == OBJECT;
        let parent = self.enclosing_definition();
        let is_accessor = super::definitions::is_accessor(tree, node, at);
        let key = (parent, self.facts.name(name));
        if is_accessor && !self.defined_members.insert(key) {
            return;
        }
        let flags = if is_accessor { Flags::PROPERTY } else { Flags::default() };
        let until = if is_in_object { at } else { u32::MAX };
        self.define(NewDefinition {
            node,
            statement: node,
            kind: SymbolKind::Method,
            name,
            name_offset: at,
            parent,
            visible_until: until,
            flags,
        });
    }

    /// Defines a field of a class or interface. A field whose value is a function is defined as a method instead.
    fn field(&mut self, node: NodeId) {
        let tree = self.tree;
        let parent = self.scope();
        let is_method = tree.child(node, FIELD_VALUE).is_some_and(|value| is_function_value(tree.kind(value)));
        if is_method || !matches!(self.kind_of(parent), SymbolKind::Class | SymbolKind::Interface) {
            return;
        }
        if let Some((name, at)) = property(tree, node) {
            self.add_field(node, node, name, at, parent);
        }
    }

    fn add_field(&mut self, node: NodeId, statement_node: NodeId, name: &'t str, at: u32, parent: DefId) {
        let key = (parent, self.facts.name(name));
        if self.defined_members.insert(key) {
            let (kind, until, flags) = (SymbolKind::Field, u32::MAX, Flags::default());
            self.define(NewDefinition {
                node,
                statement: statement_node,
                kind,
                name,
                name_offset: at,
                parent,
                visible_until: until,
                flags,
            });
        }
    }

    /// Defines the field that a parameter such as `constructor(private x: X)` declares.
    fn parameter_property(&mut self, node: NodeId) {
        let tree = self.tree;
        if !is_parameter_property(tree, node) {
            return;
        }
        let method = self.scope();
        let class = self.facts.facts().definitions[method.0 as usize].parent;
        let Some(pattern) = tree.child(node, FIELD_PATTERN).filter(|&pattern| tree.kind(pattern) == IDENTIFIER) else {
            return;
        };
        if self.kind_of(class) == SymbolKind::Class {
            self.add_field(node, node, tree.text(pattern), tree.start(pattern), class);
            self.open_definitions.pop_if(|open| open.is_variable);
        }
    }

    /// Defines a variable of a file or namespace, unless a function or class takes its name.
    fn declarator(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(name) = tree.child(node, FIELD_NAME) else { return };
        let value = tree.child(node, FIELD_VALUE);
        let names_value = tree.kind(name) == IDENTIFIER
            && value.is_some_and(|value| is_function_value(tree.kind(value)) || tree.kind(value) == CLASS_EXPRESSION);
        let scope = self.scope();
        let is_top_level =
            matches!(self.kind_of(scope), SymbolKind::File | SymbolKind::Module) && self.blocks.is_empty();
        if value.is_some_and(|value| imports::required_module(tree, value).is_some()) {
            for name_node in patterns::pattern_names(tree, name) {
                self.bind(tree.text(name_node));
            }
            return;
        }
        if names_value || !is_top_level {
            return;
        }
        let statement_node = statement(tree, node);
        if tree.kind(name) == IDENTIFIER {
            return self.variable(node, statement_node, name, scope);
        }
        for name_node in patterns::pattern_names(tree, name) {
            self.variable(name_node, statement_node, name_node, scope);
            self.open_definitions.pop();
        }
    }

    fn variable(&mut self, node: NodeId, statement_node: NodeId, name: NodeId, parent: DefId) {
        let tree = self.tree;
        let text = tree.text(name);
        let is_constant = text.bytes().any(|byte| byte.is_ascii_uppercase())
            && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
        let kind = if is_constant { SymbolKind::Constant } else { SymbolKind::Variable };
        let (at, until, flags) = (tree.start(name), u32::MAX, Flags::default());
        self.define(NewDefinition {
            node,
            statement: statement_node,
            kind,
            name: text,
            name_offset: at,
            parent,
            visible_until: until,
            flags,
        });
        self.bind(text);
    }

    /// Defines the block of an object to which members are assigned. `this.name = value` in a method defines a field
    /// of its class.
    fn assignment(&mut self, node: NodeId) {
        let tree = self.tree;
        let right = tree.child(node, FIELD_RIGHT);
        let owner_of_function = right
            .and_then(|right| objects::function_owner(tree, right).filter(|_| is_function_value(tree.kind(right))));
        if let Some(owner) =
            owner_of_function.map(|(owner, _)| owner).or_else(|| objects::prototype_assignment(tree, node))
        {
            self.define_block(node, owner);
            return;
        }
        let Some(left) = tree.child(node, FIELD_LEFT).filter(|&left| tree.kind(left) == MEMBER) else { return };
        let (Some(object), Some(name)) = (tree.child(left, FIELD_OBJECT), tree.child(left, FIELD_PROPERTY)) else {
            return;
        };
        if tree.kind(object) != THIS {
            return;
        }
        let Some(class) = self.receiver_class() else { return };
        let is_declared = self.declares(class, tree.text(name));
        if !is_declared {
            self.add_field(left, node, tree.text(name), tree.start(name), class);
            self.open_definitions.pop_if(|open| open.is_variable);
        }
    }

    /// Defines the block of an object that is the target of a mixin call.
    fn mixin_call(&mut self, node: NodeId) {
        if let Some((owner, _)) = objects::mixin_operands(self.tree, node) {
            self.define_block(node, owner);
            self.open_definitions.pop();
        }
    }

    /// Defines a block that extends an object; `node` is the node of the block.
    fn define_block(&mut self, node: NodeId, owner: ObjectOwner) {
        let tree = self.tree;
        let (name, at, parent) = (tree.text(owner.name), tree.start(owner.name), self.scope());
        let flags = if owner.is_prototype { Flags::ANONYMOUS } else { Flags::ANONYMOUS.with(Flags::STATIC) };
        if owner.is_prototype {
            let name = self.facts.name(name);
            self.constructors.insert(name);
        }
        let (kind, until) = (SymbolKind::Block, u32::MAX);
        self.define(NewDefinition {
            node,
            statement: node,
            kind,
            name,
            name_offset: at,
            parent,
            visible_until: until,
            flags,
        });
    }

    /// The class of which `this` is an instance; `None` if `this` may be anything.
    fn receiver_class(&mut self) -> Option<DefId> {
        let tree = self.tree;
        for open in self.open_definitions.iter().rev() {
            let definition = &self.facts.facts().definitions[open.definition.0 as usize];
            let (kind, parent) = (definition.kind, definition.parent);
            match kind {
                SymbolKind::Method => {
                    let is_class = self.facts.facts().definitions[parent.0 as usize].kind == SymbolKind::Class;
                    return is_class.then_some(parent);
                }
                SymbolKind::Function => {
                    let node =
                        self.defined_nodes.iter().rev().find(|defined_node| defined_node.1 == open.definition)?.0;
                    if tree.kind(node) != ARROW {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        None
    }

    /// Whether the body of a class declares a member, before or after the current node; true if there is no body.
    fn declares(&mut self, class: DefId, name: &str) -> bool {
        let tree = self.tree;
        let Some(&(node, _)) = self.defined_nodes.iter().rev().find(|defined_node| defined_node.1 == class) else {
            return true;
        };
        let Some(body) = tree.child(node, FIELD_BODY) else { return true };
        let members = tree.children(body).filter(|&member| tree.kind(member) != DECORATOR);
        members.filter_map(|member| property(tree, member)).any(|(declared_name, _)| declared_name == name)
    }

    fn import(&mut self, node: NodeId) {
        for imported in imports::imported_items(self.tree, node) {
            self.bind(imported.alias);
        }
    }

    fn enum_member(&mut self, node: NodeId) {
        let tree = self.tree;
        if tree.kind(tree.parent(node)) != ENUM_BODY {
            return;
        }
        let name = if tree.kind(node) == ENUM_ASSIGNMENT { tree.child(node, FIELD_NAME) } else { Some(node) };
        let Some(name) = name else { return };
        let (text, at, parent) = (unquote(tree.text(name)), tree.start(name), self.scope());
        if self.kind_of(parent) == SymbolKind::Enum {
            let (kind, until, flags) = (SymbolKind::Constant, u32::MAX, Flags::default());
            self.define(NewDefinition {
                node,
                statement: node,
                kind,
                name: text,
                name_offset: at,
                parent,
                visible_until: until,
                flags,
            });
        }
    }
}

/// The name of a member, property or variable, and the name's byte offset; `None` for a computed name.
pub(super) fn property<'t>(tree: &Tree<'t>, node: NodeId) -> Option<(&'t str, u32)> {
    let field = match tree.kind(node) {
        PAIR => FIELD_KEY,
        FIELD_DEFINITION => FIELD_PROPERTY,
        _ => FIELD_NAME,
    };
    let name = tree.child(node, field)?;
    match tree.kind(name) {
        IDENTIFIER | PROPERTY_NAME | PRIVATE_NAME => Some((tree.text(name), tree.start(name))),
        STRING => Some((unquote(tree.text(name)), tree.start(name))).filter(|(name, _)| !name.is_empty()),
        _ => None,
    }
}

/// The whole statement of a definition: from `export` on, and, for the first declarator of a declaration, from `const`
/// or the like on.
fn statement(tree: &Tree<'_>, node: NodeId) -> NodeId {
    let mut outermost = node;
    for _ in 0..2 {
        let outer_node = tree.parent(outermost);
        let is_part_of_outer = match tree.kind(outer_node) {
            LEXICAL | VAR => tree.children(outer_node).next() == Some(outermost),
            EXPORT => true,
            _ => false,
        };
        if !is_part_of_outer {
            break;
        }
        outermost = outer_node;
    }
    outermost
}

/// Whether a signature is followed by another signature or the function itself, with the same name.
fn is_overloaded(tree: &Tree<'_>, node: NodeId) -> bool {
    let outer_node = tree.parent(node);
    let (statement_node, container) =
        if tree.kind(outer_node) == EXPORT { (outer_node, tree.parent(outer_node)) } else { (node, outer_node) };
    let next_node = tree.next_after_subtree(statement_node);
    if container == statement_node || next_node >= tree.next_after_subtree(container) {
        return false;
    }
    let next_node = if tree.kind(next_node) == EXPORT {
        tree.child(next_node, FIELD_DECLARATION).unwrap_or(next_node)
    } else {
        next_node
    };
    let is_function = matches!(
        tree.kind(next_node),
        FUNCTION | GENERATOR | FUNCTION_SIGNATURE | METHOD | METHOD_SIGNATURE | ABSTRACT_METHOD
    );
    let name = |node| property(tree, node).map(|(name, _)| name);
    is_function && name(node).is_some() && name(node) == name(next_node)
}

/// Whether a constructor parameter is also a field.
pub(super) fn is_parameter_property(tree: &Tree<'_>, parameter: NodeId) -> bool {
    let text_before = match tree.child(parameter, FIELD_PATTERN) {
        Some(pattern) => &tree.source()[tree.start(parameter) as usize..tree.start(pattern) as usize],
        None => return false,
    };
    tree.child_of_kind(parameter, ACCESSIBILITY).is_some()
        || text_before.split_whitespace().any(|word| matches!(word, "readonly" | "override"))
}

/// Whether a block is the body of a function or namespace, so that its names belong to that definition.
pub(super) fn is_definition_body(tree: &Tree<'_>, block: NodeId) -> bool {
    tree.kind(block) == BLOCK
        && matches!(
            tree.kind(tree.parent(block)),
            FUNCTION
                | GENERATOR
                | FUNCTION_EXPRESSION
                | GENERATOR_EXPRESSION
                | ARROW
                | METHOD
                | NAMESPACE
                | AMBIENT_MODULE
        )
}
