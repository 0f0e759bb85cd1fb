//! The names that each scope of a file binds, and the scope that binds a name at a place.
//!
//! Python decides this for a whole function, so it is computed before anything is resolved (`declare`). The names of
//! a class are visible in its body, but not in its functions. Not here: the values of names.

use alloc::vec::Vec;

use crate::base::map::Map;
use crate::graph::facts::{DefId, Name};
use crate::graph::syntax::NodeId;

/// A scope, by index; 0 is the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct ScopeId(pub(super) u32);

/// The scope of the file.
pub(super) const FILE: ScopeId = ScopeId(0);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScopeKind {
    File,
    Class,
    /// A function or lambda.
    Function,
    /// A comprehension: it binds only its own targets; other names belong to the enclosing scope.
    Comprehension,
}

/// One scope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    pub(super) kind: ScopeKind,
    pub(super) parent: ScopeId,
    /// The definition that has this scope; for a comprehension, that of the enclosing scope.
    pub(super) definition: DefId,
    /// The node it spans: a body or a comprehension.
    pub(super) node: NodeId,
}

/// The ways in which a scope binds a name, as a set of flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct How(u16);

impl How {
    /// As a variable that is not a symbol: a local, a parameter, a loop's target.
    pub(super) const VARIABLE: How = How(1);
    /// As a symbol that other files could see: a definition or an import.
    pub(super) const SYMBOL: How = How(1 << 1);
    /// By `import name`: it is certainly a module.
    pub(super) const MODULE: How = How(1 << 2);
    /// As the receiver of a method.
    pub(super) const RECEIVER: How = How(1 << 3);
    /// `global name`.
    pub(super) const GLOBAL: How = How(1 << 4);
    /// `nonlocal name`.
    pub(super) const NONLOCAL: How = How(1 << 5);
    /// By an import.
    pub(super) const IMPORT: How = How(1 << 6);
    /// By the assignment of a literal text or number.
    pub(super) const LITERAL: How = How(1 << 7);
    /// By the assignment of a display: it is certainly a container.
    pub(super) const DISPLAY: How = How(1 << 8);
    /// The name is bound more than once.
    pub(super) const AGAIN: How = How(1 << 9);

    /// The union of both sets.
    pub(super) const fn with(self, other: How) -> How {
        How(self.0 | other.0)
    }

    /// Whether any of `other` is set.
    pub(super) fn is(self, other: How) -> bool {
        self.0 & other.0 != 0
    }
}

/// The uses of a name or attribute anywhere in a file, other than binding it, as a set of flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Use(u8);

impl Use {
    /// Its value is modified, or items are added or removed at its end.
    pub(super) const GROWN: Use = Use(1);
    /// Indexes of its items change.
    pub(super) const MOVED: Use = Use(1 << 1);
    /// Another scope or another owner of the object binds it.
    pub(super) const BOUND: Use = Use(1 << 2);
    /// It is used as an index or a key.
    pub(super) const KEY: Use = Use(1 << 3);
    /// It is passed to a function, which may add items to it.
    pub(super) const HANDED: Use = Use(1 << 4);

    /// The union of both sets.
    pub(super) const fn with(self, other: Use) -> Use {
        Use(self.0 | other.0)
    }

    /// Whether any of `other` is set.
    pub(super) fn is(self, other: Use) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the uses include a change of its content.
    pub(super) fn is_change(self) -> bool {
        self.is(Use::GROWN.with(Use::MOVED).with(Use::BOUND))
    }
}

/// Number of enclosing scopes in which a name is looked up before that of the file.
const MAX_STEPS: usize = 256;

/// All scopes of a file, in pre-order.
pub(super) struct Scopes {
    scopes: Vec<Scope>,
    names: Map<(ScopeId, Name), How>,
    /// By name, up to the last one that has a use.
    uses: Vec<Use>,
    /// Functions, classes and lambdas by node, in source order.
    definitions: Vec<(NodeId, DefId)>,
    /// Whether there is a glob import, which may bind any name.
    pub(super) has_star: bool,
}

impl Scopes {
    /// Only the scope of the file.
    pub(super) fn new() -> Scopes {
        let file = Scope { kind: ScopeKind::File, parent: FILE, definition: DefId(0), node: NodeId(0) };
        Scopes { scopes: vec![file], names: Map::default(), uses: Vec::new(), definitions: Vec::new(), has_star: false }
    }

    /// Adds a scope; its node must come after those of earlier scopes.
    pub(super) fn add(&mut self, scope: Scope) -> ScopeId {
        self.scopes.push(scope);
        ScopeId(self.scopes.len() as u32 - 1)
    }

    /// The scope with this id.
    pub(super) fn get(&self, scope: ScopeId) -> Scope {
        self.scopes[scope.0 as usize]
    }

    /// The scope after the last one entered, if there is one.
    pub(super) fn next(&self, entered: u32) -> Option<(ScopeId, NodeId)> {
        self.scopes.get(entered as usize).map(|scope| (ScopeId(entered), scope.node))
    }

    /// Records a function, class or lambda. Nodes come in source order.
    pub(super) fn define(&mut self, node: NodeId, definition: DefId) {
        self.definitions.push((node, definition));
    }

    /// The definition of the function, class or lambda at a node, if it has one.
    pub(super) fn definition(&self, node: NodeId) -> Option<DefId> {
        let at = self.definitions.binary_search_by_key(&node, |&(node, _)| node).ok()?;
        Some(self.definitions[at].1)
    }

    /// Adds a way in which a scope binds a name.
    pub(super) fn bind(&mut self, scope: ScopeId, name: Name, how: How) {
        let known = self.names.entry((scope, name)).or_default();
        let again = if *known == How::default() { How::default() } else { How::AGAIN };
        known.0 |= how.0 | again.0;
    }

    /// Records a use of a name.
    pub(super) fn use_name(&mut self, name: Name, how: Use) {
        let at = name.0 as usize;
        if self.uses.len() <= at {
            self.uses.resize(at + 1, Use::default());
        }
        self.uses[at] = self.uses[at].with(how);
    }

    /// The uses of a name.
    pub(super) fn uses(&self, name: Name) -> Use {
        self.uses.get(name.0 as usize).copied().unwrap_or_default()
    }

    /// Whether a scope binds a name once, to a literal, and nothing changes it.
    pub(super) fn is_literal(&self, scope: ScopeId, name: Name) -> bool {
        let how = self.names.get(&(scope, name)).copied().unwrap_or_default();
        how.is(How::LITERAL)
            && !how.is(How::AGAIN.with(How::GLOBAL).with(How::NONLOCAL))
            && !self.uses(name).is_change()
    }

    /// The scope in which statements of `scope` bind names: for a comprehension, the enclosing one.
    pub(super) fn binding_scope(&self, mut scope: ScopeId) -> ScopeId {
        while self.get(scope).kind == ScopeKind::Comprehension {
            scope = self.get(scope).parent;
        }
        scope
    }

    /// The scope that binds a name read in `from`, and how; `None` if none in this file does.
    pub(super) fn look_up(&self, from: ScopeId, name: Name) -> Option<(ScopeId, How)> {
        let (mut at, mut left_function, mut steps) = (from, false, 0);
        loop {
            let scope = self.get(at);
            let hidden = scope.kind == ScopeKind::Class && left_function;
            let how = self.names.get(&(at, name)).copied().filter(|_| !hidden);
            match how {
                Some(how) if how.is(How::GLOBAL) && at != FILE => {
                    at = FILE;
                    continue;
                }
                Some(how) if !how.is(How::NONLOCAL) => return Some((at, how)),
                _ if at == FILE => return None,
                _ => {}
            }
            left_function |= scope.kind == ScopeKind::Function;
            steps += 1;
            at = if steps < MAX_STEPS { scope.parent } else { FILE };
        }
    }
}
