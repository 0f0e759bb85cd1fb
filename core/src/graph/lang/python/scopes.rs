//! The names that each scope of a file binds, and the scope that binds a name at a place.
//!
//! Python decides for a whole function which names it binds, so `declare` computes this before anything is resolved.
//! The names of a class are visible in its body, but not in its functions. Not here: the values of names.

use alloc::vec::Vec;

use crate::base::map::Map;
use crate::graph::facts::{DefId, Name};
use crate::graph::syntax::NodeId;

/// A scope, by index; 0 is the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct ScopeId(pub(super) u32);

pub(super) const FILE: ScopeId = ScopeId(0);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScopeKind {
    File,
    Class,
    /// A function or lambda.
    Function,
    /// A comprehension: it binds only its own targets. Its other names belong to the enclosing scope.
    Comprehension,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    pub(super) kind: ScopeKind,
    pub(super) parent: ScopeId,
    /// The definition that has this scope; for a comprehension, the enclosing scope's.
    pub(super) definition: DefId,
    /// The node of the scope's code: a body or a comprehension.
    pub(super) node: NodeId,
}

/// The ways in which a scope binds a name, as a set of flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct BindingFlags(u16);

impl BindingFlags {
    /// As a variable that is not a symbol: a local, a parameter, a loop's target.
    pub(super) const VARIABLE: BindingFlags = BindingFlags(1);
    /// As a symbol that other files could see: a definition or an import.
    pub(super) const SYMBOL: BindingFlags = BindingFlags(1 << 1);
    /// By `import name`: the value is certainly a module.
    pub(super) const MODULE: BindingFlags = BindingFlags(1 << 2);
    /// As the receiver of a method.
    pub(super) const RECEIVER: BindingFlags = BindingFlags(1 << 3);
    /// `global name`.
    pub(super) const GLOBAL: BindingFlags = BindingFlags(1 << 4);
    /// `nonlocal name`.
    pub(super) const NONLOCAL: BindingFlags = BindingFlags(1 << 5);
    /// By an import.
    pub(super) const IMPORT: BindingFlags = BindingFlags(1 << 6);
    /// By the assignment of a literal text or number.
    pub(super) const LITERAL: BindingFlags = BindingFlags(1 << 7);
    /// By the assignment of a container literal: the value is certainly a container.
    pub(super) const CONTAINER: BindingFlags = BindingFlags(1 << 8);
    /// The name is bound more than once.
    pub(super) const REPEATED: BindingFlags = BindingFlags(1 << 9);

    /// The union of both sets.
    pub(super) const fn with(self, other: BindingFlags) -> BindingFlags {
        BindingFlags(self.0 | other.0)
    }

    /// Whether any of `other` is set.
    pub(super) fn has_any(self, other: BindingFlags) -> bool {
        self.0 & other.0 != 0
    }
}

/// The uses of a name or attribute anywhere in a file, other than binding it, as a set of flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct UseFlags(u8);

impl UseFlags {
    /// Items are added or removed at the end of the name's value, or the name is the target of an augmented assignment,
    /// which may add some.
    pub(super) const CHANGED_AT_END: UseFlags = UseFlags(1);
    /// Indexes of items of the name's value change.
    pub(super) const REINDEXED: UseFlags = UseFlags(1 << 1);
    /// A `global` or `nonlocal` statement has the name, or an assignment binds an attribute of that name.
    pub(super) const REBOUND: UseFlags = UseFlags(1 << 2);
    /// The name is used as an index or a key.
    pub(super) const KEY: UseFlags = UseFlags(1 << 3);
    /// The name's value is passed to a function, which may add items to the value.
    pub(super) const PASSED: UseFlags = UseFlags(1 << 4);

    /// The union of both sets.
    pub(super) const fn with(self, other: UseFlags) -> UseFlags {
        UseFlags(self.0 | other.0)
    }

    /// Whether any of `other` is set.
    pub(super) fn has_any(self, other: UseFlags) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the uses may change or replace the name's value.
    pub(super) fn has_change(self) -> bool {
        self.has_any(UseFlags::CHANGED_AT_END.with(UseFlags::REINDEXED).with(UseFlags::REBOUND))
    }
}

/// Number of enclosing scopes in which a name is looked up before that of the file.
const MAX_OUTER_SCOPES: usize = 256;

/// All scopes of a file, in pre-order.
pub(super) struct Scopes {
    scopes: Vec<Scope>,
    name_flags: Map<(ScopeId, Name), BindingFlags>,
    /// The index is a [`Name`]. The list ends at the last name that has a use.
    uses: Vec<UseFlags>,
    /// Functions, classes and lambdas by their node, in source order.
    definitions: Vec<(NodeId, DefId)>,
    /// Whether there is a glob import, which may bind any name.
    pub(super) has_glob: bool,
}

impl Scopes {
    /// Only the scope of the file itself, without names.
    pub(super) fn new() -> Scopes {
        let file = Scope { kind: ScopeKind::File, parent: FILE, definition: DefId(0), node: NodeId(0) };
        Scopes {
            scopes: vec![file],
            name_flags: Map::default(),
            uses: Vec::new(),
            definitions: Vec::new(),
            has_glob: false,
        }
    }

    /// Adds a scope; its node must come after those of earlier scopes.
    pub(super) fn add(&mut self, scope: Scope) -> ScopeId {
        self.scopes.push(scope);
        ScopeId(self.scopes.len() as u32 - 1)
    }

    pub(super) fn get(&self, scope: ScopeId) -> Scope {
        self.scopes[scope.0 as usize]
    }

    /// The scope with this index, and its node; `None` after the last scope.
    pub(super) fn scope_at(&self, index: u32) -> Option<(ScopeId, NodeId)> {
        self.scopes.get(index as usize).map(|scope| (ScopeId(index), scope.node))
    }

    /// Records the definition of a function, class or lambda. The calls come in source order.
    pub(super) fn define(&mut self, node: NodeId, definition: DefId) {
        self.definitions.push((node, definition));
    }

    /// The definition of the function, class or lambda at a node.
    pub(super) fn definition(&self, node: NodeId) -> Option<DefId> {
        let at = self.definitions.binary_search_by_key(&node, |&(node, _)| node).ok()?;
        Some(self.definitions[at].1)
    }

    /// Adds a way in which a scope binds a name.
    pub(super) fn bind(&mut self, scope: ScopeId, name: Name, flags: BindingFlags) {
        let bound_flags = self.name_flags.entry((scope, name)).or_default();
        let repeat_flag =
            if *bound_flags == BindingFlags::default() { BindingFlags::default() } else { BindingFlags::REPEATED };
        bound_flags.0 |= flags.0 | repeat_flag.0;
    }

    /// Records a use of a name.
    pub(super) fn use_name(&mut self, name: Name, flags: UseFlags) {
        let at = name.0 as usize;
        if self.uses.len() <= at {
            self.uses.resize(at + 1, UseFlags::default());
        }
        self.uses[at] = self.uses[at].with(flags);
    }

    /// The uses of a name anywhere in the file.
    pub(super) fn uses(&self, name: Name) -> UseFlags {
        self.uses.get(name.0 as usize).copied().unwrap_or_default()
    }

    /// Whether a scope binds a name once, to a literal, and nothing changes it.
    pub(super) fn is_literal(&self, scope: ScopeId, name: Name) -> bool {
        let flags = self.name_flags.get(&(scope, name)).copied().unwrap_or_default();
        flags.has_any(BindingFlags::LITERAL)
            && !flags.has_any(BindingFlags::REPEATED.with(BindingFlags::GLOBAL).with(BindingFlags::NONLOCAL))
            && !self.uses(name).has_change()
    }

    /// The scope in which statements of `scope` bind names. For a comprehension this is the enclosing scope.
    pub(super) fn binding_scope(&self, mut scope: ScopeId) -> ScopeId {
        while self.get(scope).kind == ScopeKind::Comprehension {
            scope = self.get(scope).parent;
        }
        scope
    }

    /// The scope that binds a name read in `reading_scope`, and the ways in which it binds it. `None` if no scope of
    /// the file does.
    pub(super) fn look_up(&self, reading_scope: ScopeId, name: Name) -> Option<(ScopeId, BindingFlags)> {
        let (mut current_scope, mut has_left_function, mut steps) = (reading_scope, false, 0);
        loop {
            let scope = self.get(current_scope);
            let is_hidden = scope.kind == ScopeKind::Class && has_left_function;
            let flags = self.name_flags.get(&(current_scope, name)).copied().filter(|_| !is_hidden);
            match flags {
                Some(flags) if flags.has_any(BindingFlags::GLOBAL) && current_scope != FILE => {
                    current_scope = FILE;
                    continue;
                }
                Some(flags) if !flags.has_any(BindingFlags::NONLOCAL) => return Some((current_scope, flags)),
                _ if current_scope == FILE => return None,
                _ => {}
            }
            has_left_function |= scope.kind == ScopeKind::Function;
            steps += 1;
            current_scope = if steps < MAX_OUTER_SCOPES { scope.parent } else { FILE };
        }
    }
}
