//! Finds the names whose meaning for other files differs after a change to a file.
//!
//! The *meaning* of a name is a hash of all facts of the file about it: definitions, imports, bindings, calls,
//! supertypes, without byte offsets and line numbers. A name has one meaning inside the file and one outside, which
//! leaves out local bindings of functions. Traces are compared with the names whose meaning differs: a file that
//! looked up none of them keeps its edges.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use xxhash_rust::xxh3::xxh3_64;

use super::scope_index::{BoundItem, Declaration, FileScopes};
use super::{folder_of, hash_glob_imports};
use crate::base::map::Map;
use crate::graph::facts::{BindingKind, DefId, Expr, ExprId, ImportKind, List, Name};
use crate::graph::kind::SymbolKind;
use crate::graph::model::names::{NameId, Names, hash_in_file, hash_name};

/// Hashes of the names whose meaning differs between two states of a file, sorted. `None` is the state of a file that
/// does not exist.
pub(crate) fn changed_names(names: &Names, path: &str, old: Option<&FileScopes>, new: Option<&FileScopes>) -> Vec<u32> {
    let meanings =
        |scopes: Option<&FileScopes>| scopes.map_or_else(BTreeMap::new, |scopes| Meanings::of(names, path, scopes));
    let (old_meanings, new_meanings) = (meanings(old), meanings(new));
    let differing_names = |one: &BTreeMap<u32, u64>, other: &BTreeMap<u32, u64>| -> Vec<u32> {
        one.iter().filter(|&(name, meaning)| other.get(name) != Some(meaning)).map(|(&name, _)| name).collect()
    };
    let mut changed_hashes = differing_names(&old_meanings, &new_meanings);
    changed_hashes.extend(differing_names(&new_meanings, &old_meanings));
    changed_hashes.sort_unstable();
    changed_hashes.dedup();
    changed_hashes
}

struct Meanings<'a> {
    names: &'a Names,
    path: &'a str,
    scopes: &'a FileScopes,
    /// For each name, the sorted byte offsets at which a binding of it begins or ends. The position at which a name is
    /// read counts only as the number of these offsets up to it.
    boundaries: Map<NameId, Vec<u32>>,
    expr_hashes: Vec<u64>,
    scope_hashes: Vec<u64>,
    meanings: BTreeMap<u32, u64>,
}

impl<'a> Meanings<'a> {
    fn of(names: &'a Names, path: &'a str, scopes: &'a FileScopes) -> BTreeMap<u32, u64> {
        let mut boundaries: Map<NameId, Vec<u32>> = Map::default();
        for declaration in scopes.declarations() {
            let offsets = boundaries.entry(declaration.name).or_default();
            offsets.push(declaration.effective_from);
            let until = scopes
                .binding(declaration)
                .map_or(scopes.effective_until(declaration), |binding| binding.effective_until);
            if until != u32::MAX {
                offsets.push(until);
            }
        }
        for name in scopes.names() {
            if let Some(offsets) = boundaries.get_mut(name) {
                offsets.sort_unstable();
            }
        }
        let mut meanings = Meanings {
            names,
            path,
            scopes,
            boundaries,
            expr_hashes: Vec::new(),
            scope_hashes: Vec::new(),
            meanings: BTreeMap::new(),
        };
        meanings.hash_scopes();
        meanings.hash_exprs();
        meanings.hash_definitions();
        meanings.hash_imports(path);
        meanings.hash_bindings();
        meanings.hash_kind_order();
        meanings.hash_references();
        meanings.meanings
    }

    /// Adds words to a name's meaning inside the file and, unless `scope` is a function, to its meaning outside. The
    /// order of calls matters.
    fn fingerprint(&mut self, name: NameId, scope: DefId, words: &[u64]) {
        self.fingerprint_inside(name, words);
        let is_function = matches!(self.scopes.definition(scope).kind, SymbolKind::Function | SymbolKind::Method);
        if !is_function {
            let meaning = self.meanings.entry(self.names.hash(name)).or_default();
            *meaning = hash_words(*meaning, words);
        }
    }

    /// Adds words to a name's meaning inside the file only.
    fn fingerprint_inside(&mut self, name: NameId, words: &[u64]) {
        let meaning = self.meanings.entry(hash_in_file(self.path, self.names.hash(name))).or_default();
        *meaning = hash_words(*meaning, words);
    }

    fn name_hash(&self, name: Name) -> u64 {
        u64::from(self.names.hash(self.scopes.name(name)))
    }

    fn expr_hash(&self, expr: ExprId) -> u64 {
        self.expr_hashes[expr.0 as usize]
    }

    fn scope_hash(&self, scope: DefId) -> u64 {
        self.scope_hashes[scope.0 as usize]
    }

    fn list_hash(&self, list: List) -> u64 {
        let items = self.scopes.items(list).iter();
        items.fold(1, |hash, item| {
            hash_words(
                hash,
                &[self.name_hash(item.name), self.expr_hashes.get(item.value.0 as usize).copied().unwrap_or(0)],
            )
        })
    }

    fn hash_scopes(&mut self) {
        for (at, definition) in self.scopes.facts.definitions.iter().enumerate() {
            let parent = if at == 0 { 0 } else { self.scope_hash(definition.parent) };
            self.scope_hashes.push(hash_words(parent, &[self.name_hash(definition.name), definition.kind as u64]));
        }
    }

    fn hash_exprs(&mut self) {
        for at in 0..self.scopes.facts.exprs.len() {
            let hash = match self.scopes.facts.exprs[at] {
                Expr::Unknown => 0,
                Expr::Name(name, at) => hash_words(1, &[self.name_hash(name), self.n_boundaries_before(name, at)]),
                Expr::Member(base, name) => hash_words(2, &[self.expr_hash(base), self.name_hash(name)]),
                Expr::Scoped(base, name) => hash_words(3, &[self.expr_hash(base), self.name_hash(name)]),
                Expr::Call(callee, list) => hash_words(4, &[self.expr_hash(callee), self.list_hash(list)]),
                Expr::Element(base, index) => hash_words(5, &[self.expr_hash(base), u64::from(index)]),
                Expr::Keyed(base, key) => hash_words(6, &[self.expr_hash(base), self.name_hash(key)]),
                Expr::Awaited(inner) => hash_words(7, &[self.expr_hash(inner)]),
                Expr::Unwrapped(inner) => hash_words(8, &[self.expr_hash(inner)]),
                Expr::EnclosingType => 9,
                Expr::Supertypes => 10,
                Expr::Root(level) => hash_words(11, &[u64::from(level)]),
                Expr::Literal(literal) => hash_words(12, &[literal as u64]),
                Expr::Items(container, list) => hash_words(13, &[container as u64, self.list_hash(list)]),
                Expr::Either(one, other) => hash_words(14, &[self.expr_hash(one), self.expr_hash(other)]),
                Expr::Generic(head, list) => hash_words(15, &[self.expr_hash(head), self.list_hash(list)]),
                Expr::Lambda(def) => hash_words(16, &[self.scope_hash(def)]),
                Expr::Indexed(base, index) => hash_words(17, &[self.expr_hash(base), self.expr_hash(index)]),
                Expr::Slice(base, bounds) => {
                    let (from, to) = bounds.indexes();
                    hash_words(18, &[self.expr_hash(base), u64::from(from), u64::from(to)])
                }
                Expr::Text(name) => hash_words(19, &[self.name_hash(name)]),
                Expr::Number(index) => hash_words(20, &[u64::from(index)]),
                Expr::Pair(key, value) => hash_words(21, &[self.expr_hash(key), self.expr_hash(value)]),
            };
            self.expr_hashes.push(hash);
        }
    }

    /// The number of bindings of a name that begin or end at or before a byte offset.
    fn n_boundaries_before(&self, name: Name, at: u32) -> u64 {
        let boundaries = self.boundaries.get(&self.scopes.name(name)).map_or(&[][..], Vec::as_slice);
        boundaries.partition_point(|&boundary| boundary <= at) as u64
    }

    fn hash_definitions(&mut self) {
        let lists_exports = u64::from(self.scopes.facts.exports.is_some());
        // If a file names its package, imports look up the package's name or its folder.
        let package = self.scopes.definition(DefId(0)).name;
        if package != Name(0) {
            self.fingerprint(self.scopes.name(package), DefId(0), &[7]);
            self.meanings.insert(hash_name(folder_of(self.path)), self.name_hash(package));
        }
        for (at, definition) in self.scopes.facts.definitions.iter().enumerate().skip(1) {
            let words = [
                self.scope_hash(DefId(at as u32)),
                u64::from(definition.flags.0),
                self.expr_hash(definition.returns),
                lists_exports,
            ];
            // A member is looked up from outside even if its type is local to a function.
            let is_member = matches!(definition.kind, SymbolKind::Method | SymbolKind::Field);
            let scope = if is_member { DefId(0) } else { definition.parent };
            self.fingerprint(self.scopes.name(definition.name), scope, &words);
            // The set of methods of an interface decides which types implement it.
            let parent = self.scopes.definition(definition.parent);
            if package != Name(0) && parent.kind == SymbolKind::Interface {
                self.fingerprint(self.scopes.name(parent.name), DefId(0), &[8, self.name_hash(definition.name)]);
            }
        }
        if let Some(list) = self.scopes.facts.exports {
            for item in self.scopes.items(list) {
                self.fingerprint(self.scopes.name(item.name), DefId(0), &[2]);
            }
        }
        for extension in &self.scopes.facts.extensions {
            let block = self.scopes.definition(extension.block);
            self.fingerprint(self.scopes.name(block.name), DefId(0), &[3, self.expr_hash(extension.target)]);
        }
    }

    fn hash_imports(&mut self, path: &str) {
        let mut glob_imports = 0;
        for import in &self.scopes.facts.imports {
            let words = [
                4,
                import.kind as u64,
                self.scope_hash(import.scope),
                self.list_hash(import.module),
                u64::from(import.level),
                self.name_hash(import.member),
                u64::from(import.is_reexported) | u64::from(import.is_replacing) << 1,
            ];
            let bound_name = if import.alias != Name(0) {
                Some(import.alias)
            } else {
                (import.member != Name(0)).then_some(import.member)
            };
            let first_part = || self.scopes.items(import.module).first().map(|item| item.name);
            match (import.kind, bound_name.or_else(first_part)) {
                (ImportKind::All, _) => glob_imports = hash_words(glob_imports, &words),
                (_, Some(name)) => self.fingerprint(self.scopes.name(name), import.scope, &words),
                (_, None) => {}
            }
        }
        self.meanings.insert(hash_glob_imports(path), glob_imports);
    }

    fn hash_bindings(&mut self) {
        for binding in &self.scopes.facts.bindings {
            let words = [
                5,
                self.scope_hash(binding.owner),
                self.scope_hash(binding.scope),
                binding.kind as u64,
                u64::from(binding.index),
                self.expr_hash(binding.value),
                self.expr_hash(binding.annotation),
            ];
            // Results of a function are part of the meaning of the function's name. So are its parameters: they decide
            // whether a Go method satisfies an interface, and callers pass callbacks to them.
            let owner = self.scopes.definition(binding.owner);
            let is_method = owner.kind == SymbolKind::Method;
            let is_parameter = matches!(binding.kind, BindingKind::Parameter | BindingKind::Variadic);
            if is_parameter && is_method && self.scopes.definition(DefId(0)).name != Name(0) {
                self.fingerprint(self.scopes.name(owner.name), DefId(0), &words[2..]);
            } else if binding.kind == BindingKind::Parameter && binding.annotation != ExprId(0) {
                self.fingerprint(self.scopes.name(owner.name), if is_method { DefId(0) } else { owner.parent }, &words);
            }
            match binding.name {
                Name(0) => self.fingerprint(self.scopes.name(owner.name), owner.parent, &words),
                name if binding.kind == BindingKind::Field => {
                    self.fingerprint(self.scopes.name(name), DefId(0), &words)
                }
                name => self.fingerprint(self.scopes.name(name), binding.owner, &words),
            }
        }
    }

    /// Adds the relative order of a name's definitions, imports and bindings, because the other functions add each of
    /// these kinds separately.
    fn hash_kind_order(&mut self) {
        for scope in 0..self.scopes.facts.definitions.len() {
            let scope = DefId(scope as u32);
            for namesakes in self.scopes.declarations_in(scope).chunk_by(|one, other| one.name == other.name) {
                let kind = |declaration: &Declaration| match declaration.item() {
                    BoundItem::Definition(_) => 1,
                    BoundItem::Import(_) => 2,
                    BoundItem::Binding(_) => 3,
                };
                if namesakes.iter().any(|declaration| kind(declaration) != kind(&namesakes[0])) {
                    let order = namesakes.iter().fold(0, |order, declaration| hash_words(order, &[kind(declaration)]));
                    self.fingerprint(namesakes[0].name, scope, &[9, self.scope_hash(scope), order]);
                }
            }
        }
    }

    fn hash_references(&mut self) {
        for reference in &self.scopes.facts.references {
            use crate::graph::facts::ReferenceKind::*;
            let words = [6, reference.kind as u64, self.scope_hash(reference.scope), self.expr_hash(reference.expr)];
            match reference.kind {
                Call => {
                    let Expr::Call(callee, _) = self.scopes.expr(reference.expr) else { continue };
                    if let Some(name) = self.last_name(callee) {
                        self.fingerprint_inside(name, &words);
                    }
                }
                Inherit | Implement => {
                    self.fingerprint(self.scopes.name(self.scopes.definition(reference.scope).name), DefId(0), &words);
                    if let Some(name) = self.last_name(reference.expr) {
                        self.fingerprint(name, DefId(0), &words);
                    }
                }
                Use | Decorate | Type | EnterContext | EnterAsyncContext | Iterate | IterateAsync => {}
            }
        }
    }

    fn last_name(&self, expr: ExprId) -> Option<NameId> {
        let mut at = expr;
        loop {
            match self.scopes.expr(at) {
                Expr::Name(name, _) | Expr::Member(_, name) | Expr::Scoped(_, name) => {
                    return Some(self.scopes.name(name));
                }
                Expr::Generic(head, _) | Expr::Element(head, _) | Expr::Indexed(head, _) => at = head,
                _ => return None,
            }
        }
    }
}

/// Hashes at most seven words with a seed. Not inlined: it has many callers.
#[inline(never)]
fn hash_words(seed: u64, words: &[u64]) -> u64 {
    let mut bytes = [0; 64];
    for (at, word) in core::iter::once(&seed).chain(words).enumerate().take(8) {
        bytes[at * 8..at * 8 + 8].copy_from_slice(&word.to_le_bytes());
    }
    xxh3_64(&bytes[..(words.len() + 1) * 8])
}
