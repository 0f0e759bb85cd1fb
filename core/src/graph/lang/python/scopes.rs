//! Which names each scope of a file binds, and where a name that is read was bound.
//!
//! Python decides this for a whole function at once, so it is known before anything is read (`declare`). A class's
//! names are seen in its body, never in the functions inside. Not here: what the names stand for.

use alloc::vec::Vec;

use crate::graph::facts::{DefId, Name};
use crate::graph::syntax::NodeId;
use crate::map::Map;

/// A scope, by its place; 0 is the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct ScopeId(pub(super) u32);

/// The file's own scope.
pub(super) const FILE: ScopeId = ScopeId(0);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScopeKind {
    File,
    Class,
    /// A function or lambda.
    Function,
    /// A comprehension: its own targets, everything else is the surrounding scope's.
    Comprehension,
}

/// One scope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    pub(super) kind: ScopeKind,
    pub(super) parent: ScopeId,
    /// The definition whose scope it is; a comprehension's is the one around it.
    pub(super) definition: DefId,
    /// The node it spans: a body, or a comprehension.
    pub(super) node: NodeId,
}

/// How a scope binds a name: a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct How(u16);

impl How {
    /// As a variable that is no symbol: a local, a parameter, a loop's target.
    pub(super) const VARIABLE: How = How(1);
    /// As something other files could see: a definition or an import.
    pub(super) const SYMBOL: How = How(1 << 1);
    /// By `import name`: certainly a module.
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
    /// By the assignment of a display: certainly a container.
    pub(super) const DISPLAY: How = How(1 << 8);
    /// More than once.
    pub(super) const AGAIN: How = How(1 << 9);

    /// Both sets together.
    pub(super) const fn with(self, other: How) -> How {
        How(self.0 | other.0)
    }

    /// Whether any of `other` holds.
    pub(super) fn is(self, other: How) -> bool {
        self.0 & other.0 != 0
    }
}

/// What a file does with a name or an attribute, beside binding it, in whatever scope: a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Use(u8);

impl Use {
    /// Its value is altered, or it gets or loses items at the end.
    pub(super) const GROWN: Use = Use(1);
    /// Its items change their places.
    pub(super) const MOVED: Use = Use(1 << 1);
    /// Another scope, or whoever holds the object, binds it.
    pub(super) const BOUND: Use = Use(1 << 2);
    /// It stands as an index or a key.
    pub(super) const KEY: Use = Use(1 << 3);
    /// It is handed to a function, which may add to it.
    pub(super) const HANDED: Use = Use(1 << 4);

    /// Both sets together.
    pub(super) const fn with(self, other: Use) -> Use {
        Use(self.0 | other.0)
    }

    /// Whether any of `other` holds.
    pub(super) fn is(self, other: Use) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether what it holds is changed.
    pub(super) fn is_change(self) -> bool {
        self.is(Use::GROWN.with(Use::MOVED).with(Use::BOUND))
    }
}

/// The most scopes that a name is looked for in before the file's own.
const MOST_STEPS: usize = 256;

/// Every scope of a file, in the order in which a walk enters them.
pub(super) struct Scopes {
    scopes: Vec<Scope>,
    names: Map<(ScopeId, Name), How>,
    /// By name, as far as any is used so.
    uses: Vec<Use>,
    /// Functions, classes and lambdas by node, in the order of the text.
    definitions: Vec<(NodeId, DefId)>,
    /// A star import may bind any name.
    pub(super) has_star: bool,
}

impl Scopes {
    /// The scope of the file alone.
    pub(super) fn new() -> Scopes {
        let file = Scope { kind: ScopeKind::File, parent: FILE, definition: DefId(0), node: NodeId(0) };
        Scopes { scopes: vec![file], names: Map::default(), uses: Vec::new(), definitions: Vec::new(), has_star: false }
    }

    /// Adds a scope; its node must come after every earlier scope's.
    pub(super) fn add(&mut self, scope: Scope) -> ScopeId {
        self.scopes.push(scope);
        ScopeId(self.scopes.len() as u32 - 1)
    }

    /// The scope with this id.
    pub(super) fn get(&self, scope: ScopeId) -> Scope {
        self.scopes[scope.0 as usize]
    }

    /// The scope after the last one that was entered, where there is one.
    pub(super) fn next(&self, entered: u32) -> Option<(ScopeId, NodeId)> {
        self.scopes.get(entered as usize).map(|scope| (ScopeId(entered), scope.node))
    }

    /// Notes a function, class or lambda. Nodes come in the order of the text.
    pub(super) fn define(&mut self, node: NodeId, definition: DefId) {
        self.definitions.push((node, definition));
    }

    /// The definition that a function, class or lambda became.
    pub(super) fn definition(&self, node: NodeId) -> Option<DefId> {
        let at = self.definitions.binary_search_by_key(&node, |&(node, _)| node).ok()?;
        Some(self.definitions[at].1)
    }

    /// Binds a name in a scope, in one more way.
    pub(super) fn bind(&mut self, scope: ScopeId, name: Name, how: How) {
        let known = self.names.entry((scope, name)).or_default();
        let again = if *known == How::default() { How::default() } else { How::AGAIN };
        known.0 |= how.0 | again.0;
    }

    /// Notes what the file does with a name.
    pub(super) fn use_name(&mut self, name: Name, how: Use) {
        let at = name.0 as usize;
        if self.uses.len() <= at {
            self.uses.resize(at + 1, Use::default());
        }
        self.uses[at] = self.uses[at].with(how);
    }

    /// What the file does with a name.
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

    /// The scope that statements in `scope` bind names in: a comprehension's is the one around it.
    pub(super) fn binding_scope(&self, mut scope: ScopeId) -> ScopeId {
        while self.get(scope).kind == ScopeKind::Comprehension {
            scope = self.get(scope).parent;
        }
        scope
    }

    /// Where a name that is read in `from` was bound, and how. None: nowhere in this file.
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
            at = if steps < MOST_STEPS { scope.parent } else { FILE };
        }
    }
}
