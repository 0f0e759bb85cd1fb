//! Which names mean something else to other files after a file changed.
//!
//! Each name of a file has a *meaning*: a hash over all that the file says under it (definitions, imports, bindings,
//! calls, parent types), free of byte offsets and line numbers. It has one for who reads it inside the file, and one for
//! who looks it up from outside, which leaves out what functions bind for themselves. Names whose meaning differs are what
//! traces are held against: a file that looked none of them up keeps its edges.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use xxhash_rust::xxh3::xxh3_64;

use super::code::{Bound, Entry, FileCode};
use super::facts::{BindingKind, DefId, Expr, ExprId, ImportKind, List, Name};
use super::kind::SymbolKind;
use super::names::{NameId, Names, hash_in_file, hash_name};
use super::resolve::{folder_of, hash_stars};
use crate::map::Map;

/// Hashes of the names whose meaning differs between two states of a file; sorted. None stands for a file that is not there.
pub fn changed_names(names: &Names, path: &str, old: Option<&FileCode>, new: Option<&FileCode>) -> Vec<u32> {
    let meanings = |code: Option<&FileCode>| code.map_or_else(BTreeMap::new, |code| Meanings::of(names, path, code));
    let (old, new) = (meanings(old), meanings(new));
    let differs = |one: &BTreeMap<u32, u64>, other: &BTreeMap<u32, u64>| -> Vec<u32> {
        one.iter().filter(|&(name, meaning)| other.get(name) != Some(meaning)).map(|(&name, _)| name).collect()
    };
    let mut changed = differs(&old, &new);
    changed.extend(differs(&new, &old));
    changed.sort_unstable();
    changed.dedup();
    changed
}

struct Meanings<'a> {
    names: &'a Names,
    path: &'a str,
    code: &'a FileCode,
    /// Byte offsets at which each name is bound or ends to be, sorted: where a name is read counts only against them.
    turns: Map<NameId, Vec<u32>>,
    exprs: Vec<u64>,
    scopes: Vec<u64>,
    meanings: BTreeMap<u32, u64>,
}

impl<'a> Meanings<'a> {
    fn of(names: &'a Names, path: &'a str, code: &'a FileCode) -> BTreeMap<u32, u64> {
        let mut turns: Map<NameId, Vec<u32>> = Map::default();
        for entry in code.entries() {
            let at = turns.entry(entry.name).or_default();
            at.push(entry.at);
            let until = code.binding(entry).map_or(code.until(entry), |binding| binding.until);
            if until != u32::MAX {
                at.push(until);
            }
        }
        for name in code.names() {
            if let Some(at) = turns.get_mut(name) {
                at.sort_unstable();
            }
        }
        let mut meanings =
            Meanings { names, path, code, turns, exprs: Vec::new(), scopes: Vec::new(), meanings: BTreeMap::new() };
        meanings.hash_scopes();
        meanings.hash_exprs();
        meanings.definitions();
        meanings.imports(path);
        meanings.bindings();
        meanings.turns_of_kinds();
        meanings.references();
        meanings.meanings
    }

    /// Adds to the meaning of a name inside the file, and, where `scope` is no function, outside; the order counts.
    fn say(&mut self, name: NameId, scope: DefId, words: &[u64]) {
        self.say_inside(name, words);
        let is_function = matches!(self.code.definition(scope).kind, SymbolKind::Function | SymbolKind::Method);
        if !is_function {
            let meaning = self.meanings.entry(self.names.hash(name)).or_default();
            *meaning = mix(*meaning, words);
        }
    }

    /// Adds to the meaning of a name inside the file alone.
    fn say_inside(&mut self, name: NameId, words: &[u64]) {
        let meaning = self.meanings.entry(hash_in_file(self.path, self.names.hash(name))).or_default();
        *meaning = mix(*meaning, words);
    }

    fn name(&self, name: Name) -> u64 {
        u64::from(self.names.hash(self.code.name(name)))
    }

    fn expr(&self, expr: ExprId) -> u64 {
        self.exprs[expr.0 as usize]
    }

    fn scope(&self, scope: DefId) -> u64 {
        self.scopes[scope.0 as usize]
    }

    fn list(&self, list: List) -> u64 {
        let items = self.code.items(list).iter();
        items.fold(1, |hash, item| {
            mix(hash, &[self.name(item.name), self.exprs.get(item.value.0 as usize).copied().unwrap_or(0)])
        })
    }

    fn hash_scopes(&mut self) {
        for (at, definition) in self.code.facts.definitions.iter().enumerate() {
            let parent = if at == 0 { 0 } else { self.scope(definition.parent) };
            self.scopes.push(mix(parent, &[self.name(definition.name), definition.kind as u64]));
        }
    }

    fn hash_exprs(&mut self) {
        for at in 0..self.code.facts.exprs.len() {
            let hash = match self.code.facts.exprs[at] {
                Expr::Unknown => 0,
                Expr::Name(name, at) => mix(1, &[self.name(name), self.turn(name, at)]),
                Expr::Member(of, name) => mix(2, &[self.expr(of), self.name(name)]),
                Expr::Scoped(of, name) => mix(3, &[self.expr(of), self.name(name)]),
                Expr::Call(callee, list) => mix(4, &[self.expr(callee), self.list(list)]),
                Expr::Element(of, index) => mix(5, &[self.expr(of), u64::from(index)]),
                Expr::Keyed(of, key) => mix(6, &[self.expr(of), self.name(key)]),
                Expr::Awaited(inner) => mix(7, &[self.expr(inner)]),
                Expr::Opened(inner) => mix(8, &[self.expr(inner)]),
                Expr::EnclosingType => 9,
                Expr::Parents => 10,
                Expr::Root(level) => mix(11, &[u64::from(level)]),
                Expr::Literal(literal) => mix(12, &[literal as u64]),
                Expr::Items(container, list) => mix(13, &[container as u64, self.list(list)]),
                Expr::Either(one, other) => mix(14, &[self.expr(one), self.expr(other)]),
                Expr::Generic(head, list) => mix(15, &[self.expr(head), self.list(list)]),
                Expr::Lambda(def) => mix(16, &[self.scope(def)]),
                Expr::Indexed(of, index) => mix(17, &[self.expr(of), self.expr(index)]),
                Expr::Slice(of, bounds) => {
                    let (from, to) = bounds.places();
                    mix(18, &[self.expr(of), u64::from(from), u64::from(to)])
                }
                Expr::Text(name) => mix(19, &[self.name(name)]),
                Expr::Number(place) => mix(20, &[u64::from(place)]),
                Expr::Pair(key, value) => mix(21, &[self.expr(key), self.expr(value)]),
            };
            self.exprs.push(hash);
        }
    }

    /// How many bindings of a name begin or end before a place.
    fn turn(&self, name: Name, at: u32) -> u64 {
        let turns = self.turns.get(&self.code.name(name)).map_or(&[][..], Vec::as_slice);
        turns.partition_point(|&turn| turn <= at) as u64
    }

    fn definitions(&mut self) {
        let lists_exports = u64::from(self.code.facts.exports.is_some());
        // Where a file says which package it is of, imports look for that, or for its folder.
        let package = self.code.definition(DefId(0)).name;
        if package != Name(0) {
            self.say(self.code.name(package), DefId(0), &[7]);
            self.meanings.insert(hash_name(folder_of(self.path)), self.name(package));
        }
        for (at, definition) in self.code.facts.definitions.iter().enumerate().skip(1) {
            let words = [
                self.scope(DefId(at as u32)),
                u64::from(definition.marks.0),
                self.expr(definition.returns),
                lists_exports,
            ];
            // A member is looked up from outside even where a function holds it.
            let is_member = matches!(definition.kind, SymbolKind::Method | SymbolKind::Field);
            let scope = if is_member { DefId(0) } else { definition.parent };
            self.say(self.code.name(definition.name), scope, &words);
            // Which methods an interface has decides what implements it.
            let parent = self.code.definition(definition.parent);
            if package != Name(0) && parent.kind == SymbolKind::Interface {
                self.say(self.code.name(parent.name), DefId(0), &[8, self.name(definition.name)]);
            }
        }
        if let Some(list) = self.code.facts.exports {
            for item in self.code.items(list) {
                self.say(self.code.name(item.name), DefId(0), &[2]);
            }
        }
        for extension in &self.code.facts.extensions {
            let block = self.code.definition(extension.block);
            self.say(self.code.name(block.name), DefId(0), &[3, self.expr(extension.target)]);
        }
    }

    fn imports(&mut self, path: &str) {
        let mut stars = 0;
        for import in &self.code.facts.imports {
            let words = [
                4,
                import.kind as u64,
                self.scope(import.scope),
                self.list(import.module),
                u64::from(import.level),
                self.name(import.member),
                u64::from(import.reexported) | u64::from(import.replacing) << 1,
            ];
            let bound = if import.alias != Name(0) {
                Some(import.alias)
            } else {
                (import.member != Name(0)).then_some(import.member)
            };
            let first = || self.code.items(import.module).first().map(|item| item.name);
            match (import.kind, bound.or_else(first)) {
                (ImportKind::All, _) => stars = mix(stars, &words),
                (_, Some(name)) => self.say(self.code.name(name), import.scope, &words),
                (_, None) => {}
            }
        }
        self.meanings.insert(hash_stars(path), stars);
    }

    fn bindings(&mut self) {
        for binding in &self.code.facts.bindings {
            let words = [
                5,
                self.scope(binding.owner),
                self.scope(binding.scope),
                binding.kind as u64,
                u64::from(binding.index),
                self.expr(binding.value),
                self.expr(binding.annotation),
            ];
            // What a function gives back is said under the function's name, and so is what it takes: a method of Go fits
            // an interface by it, and others hand it callbacks.
            let owner = self.code.definition(binding.owner);
            let is_method = owner.kind == SymbolKind::Method;
            let is_taken = matches!(binding.kind, BindingKind::Parameter | BindingKind::Rest);
            if is_taken && is_method && self.code.definition(DefId(0)).name != Name(0) {
                self.say(self.code.name(owner.name), DefId(0), &words[2..]);
            } else if binding.kind == BindingKind::Parameter && binding.annotation != ExprId(0) {
                self.say(self.code.name(owner.name), if is_method { DefId(0) } else { owner.parent }, &words);
            }
            match binding.name {
                Name(0) => self.say(self.code.name(owner.name), owner.parent, &words),
                name if binding.kind == BindingKind::Field => self.say(self.code.name(name), DefId(0), &words),
                name => self.say(self.code.name(name), binding.owner, &words),
            }
        }
    }

    /// In which order definitions, imports and bindings of one name come: each kind is said by itself.
    fn turns_of_kinds(&mut self) {
        for scope in 0..self.code.facts.definitions.len() {
            let scope = DefId(scope as u32);
            for same in self.code.bound_in(scope).chunk_by(|one, other| one.name == other.name) {
                let kind = |entry: &Entry| match entry.bound() {
                    Bound::Definition(_) => 1,
                    Bound::Import(_) => 2,
                    Bound::Binding(_) => 3,
                };
                if same.iter().any(|entry| kind(entry) != kind(&same[0])) {
                    let order = same.iter().fold(0, |order, entry| mix(order, &[kind(entry)]));
                    self.say(same[0].name, scope, &[9, self.scope(scope), order]);
                }
            }
        }
    }

    fn references(&mut self) {
        for reference in &self.code.facts.references {
            use super::facts::ReferenceKind::*;
            let words = [6, reference.kind as u64, self.scope(reference.scope), self.expr(reference.expr)];
            match reference.kind {
                Call => {
                    let Expr::Call(callee, _) = self.code.expr(reference.expr) else { continue };
                    if let Some(name) = self.last_name(callee) {
                        self.say_inside(name, &words);
                    }
                }
                Inherit | Implement => {
                    self.say(self.code.name(self.code.definition(reference.scope).name), DefId(0), &words);
                    if let Some(name) = self.last_name(reference.expr) {
                        self.say(name, DefId(0), &words);
                    }
                }
                Use | Decorate | Type | Enter | EnterAsync | Iterate | IterateAsync => {}
            }
        }
    }

    fn last_name(&self, expr: ExprId) -> Option<NameId> {
        let mut at = expr;
        loop {
            match self.code.expr(at) {
                Expr::Name(name, _) | Expr::Member(_, name) | Expr::Scoped(_, name) => {
                    return Some(self.code.name(name));
                }
                Expr::Generic(head, _) | Expr::Element(head, _) | Expr::Indexed(head, _) => at = head,
                _ => return None,
            }
        }
    }
}

/// One copy for the many places that call it.
#[inline(never)]
fn mix(seed: u64, words: &[u64]) -> u64 {
    let mut bytes = [0; 64];
    for (at, word) in core::iter::once(&seed).chain(words).enumerate().take(8) {
        bytes[at * 8..at * 8 + 8].copy_from_slice(&word.to_le_bytes());
    }
    xxh3_64(&bytes[..(words.len() + 1) * 8])
}
