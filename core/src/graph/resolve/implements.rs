//! Which interfaces a Go type implements: those of whose methods it has every one, with parameters and results alike.
//!
//! Only interfaces of the project all of whose methods are known are compared. Types are alike where they end in the
//! same names; what is not known of one is no difference.
//!
//! The work is bounded: a type is held against [`MOST_CANDIDATES`] interfaces and said to implement [`MOST_INTERFACES`],
//! the first by path and place; past [`MOST_COMPARED`] in one file nothing more is compared. What is known of an interface
//! is found out once for each file that is linked.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::go::is_exported;
use super::{Linker, Rules};
use crate::graph::code::{Bound, FileCode};
use crate::graph::facts::{BindingKind, DefId, Expr, ExprId};
use crate::graph::kind::{EdgeKind, Strategy, SymbolKind};
use crate::graph::links::FileId;
use crate::graph::names::NameId;
use crate::map::{Map, Set};
use crate::order;

/// The most methods of a type or interface that are looked at.
const MOST_METHODS: usize = 256;
/// The most interfaces that a type is held against: those that share a method's name with it, and what embeds them.
const MOST_CANDIDATES: usize = 512;
/// The most interfaces that a type is said to implement.
const MOST_INTERFACES: usize = 64;
/// The most interfaces and types of parameters that are compared for one file.
const MOST_COMPARED: u32 = 4_000_000;
/// How deep types are compared.
const MOST_DEPTH: u32 = 8;

/// Types or interfaces, by path and place.
type Types = Rc<[(FileId, DefId)]>;

/// Methods by name, and whether more may be there.
pub(super) struct Methods {
    known: Map<NameId, (FileId, DefId)>,
    /// The names of all, sorted.
    names: Vec<NameId>,
    open: bool,
}

/// What was found out of interfaces while a file is linked.
#[derive(Default)]
pub(super) struct Interfaces {
    /// Those that have a method of a name.
    with_method: Map<NameId, Types>,
    /// Those that embed one of a name.
    embedding: Map<NameId, Types>,
    n_compared: u32,
}

impl Linker<'_> {
    /// Edges from the types of the file that is linked to the interfaces that they implement.
    pub(super) fn link_implements(&mut self, code: &FileCode) {
        for (at, definition) in code.facts.definitions.iter().enumerate() {
            if definition.kind != SymbolKind::Class || definition.parent != DefId(0) {
                continue;
            }
            let def = DefId(at as u32);
            let methods = self.methods(self.home, def);
            let mut n_found = 0;
            for (file, interface) in self.candidates(&methods) {
                if n_found == MOST_INTERFACES || self.interfaces.n_compared >= MOST_COMPARED {
                    break;
                }
                if self.implements(&methods, file, interface) {
                    n_found += 1;
                    let strategy = if file == self.home { Strategy::Lexical } else { Strategy::Imported };
                    let (source, target) = (self.symbol(self.home, def), self.symbol(file, interface));
                    self.edge(source, target, EdgeKind::Implements, strategy, definition.first_line);
                }
            }
        }
    }

    /// The methods of a type, what it embeds included. An interface is held against many types, so they are kept.
    fn methods(&mut self, file: FileId, def: DefId) -> Rc<Methods> {
        if let Some(known) = self.methods.get(&(file, def)) {
            return Rc::clone(known);
        }
        let methods = Rc::new(self.find_methods(file, def));
        self.methods.insert((file, def), Rc::clone(&methods));
        methods
    }

    fn find_methods(&mut self, file: FileId, def: DefId) -> Methods {
        // Each type has the whole allowance, so that what is known of it does not rest on what was asked before.
        self.begin();
        let lineage = self.lineage(file, def);
        let mut methods = Methods { known: Map::default(), names: Vec::new(), open: lineage.open };
        for &(file, def) in &lineage.types {
            if let Some(code) = self.file(file) {
                self.consult(code.name(code.definition(def).name));
            }
            let blocks = self.blocks_of(file, def);
            for &(file, holder) in core::iter::once(&(file, def)).chain(blocks.own.iter()) {
                let Some(code) = self.file(file) else { continue };
                for entry in code.bound_in(holder) {
                    let Bound::Definition(member) = entry.bound() else { continue };
                    if code.definition(member).kind == SymbolKind::Method && methods.known.len() < MOST_METHODS {
                        methods.known.entry(entry.name).or_insert((file, member));
                    }
                }
            }
        }
        methods.names.extend(methods.known.keys());
        order::sort(&mut methods.names);
        methods
    }

    /// Interfaces that have a method of one of these names, by path and place, and what embeds them.
    fn candidates(&mut self, methods: &Methods) -> Vec<(FileId, DefId)> {
        let mut direct: Vec<(FileId, DefId)> = Vec::new();
        for &name in &methods.names {
            direct.extend(self.with_method(name).iter());
        }
        self.first(&mut direct);
        let mut seen: Set<(FileId, DefId)> = direct.iter().copied().collect();
        let mut candidates = direct.clone();
        for interface in direct {
            for &heir in self.embedding(interface).iter() {
                if candidates.len() == MOST_CANDIDATES {
                    return candidates;
                }
                if seen.insert(heir) {
                    candidates.push(heir);
                }
            }
        }
        candidates
    }

    /// Interfaces that have a method of this name themselves.
    fn with_method(&mut self, name: NameId) -> Types {
        if let Some(known) = self.interfaces.with_method.get(&name) {
            return Rc::clone(known);
        }
        self.consult(name);
        let mut interfaces: Vec<(FileId, DefId)> = Vec::new();
        for symbol in self.graph.named(name) {
            let parent = self.graph.symbol(self.graph.symbol(symbol).parent);
            if parent.kind == SymbolKind::Interface && self.rules(parent.file) == Rules::Go {
                interfaces.push((parent.file, DefId(parent.place)));
            }
        }
        self.first(&mut interfaces);
        let interfaces: Types = interfaces.into();
        self.interfaces.with_method.insert(name, Rc::clone(&interfaces));
        interfaces
    }

    /// Keeps each type once and of many only the first, by path and place.
    fn first(&self, types: &mut Vec<(FileId, DefId)>) {
        order::sort_by_key(types, |&(file, def)| (&self.graph.file(file).path, def));
        types.dedup();
        types.truncate(MOST_CANDIDATES);
    }

    /// Interfaces that embed one under its name.
    fn embedding(&mut self, (file, def): (FileId, DefId)) -> Types {
        let Some(code) = self.file(file) else { return Rc::from([]) };
        let name = code.name(code.definition(def).name);
        if let Some(known) = self.interfaces.embedding.get(&name) {
            return Rc::clone(known);
        }
        self.consult(name);
        let mut heirs = self.code.heirs.get(&name).cloned().unwrap_or_default();
        heirs.retain(|&(file, heir)| {
            let kind = self.file(file).map(|code| code.definition(heir).kind);
            kind == Some(SymbolKind::Interface) && self.rules(file) == Rules::Go
        });
        self.first(&mut heirs);
        let heirs: Types = heirs.into();
        self.interfaces.embedding.insert(name, Rc::clone(&heirs));
        heirs
    }

    fn implements(&mut self, methods: &Methods, file: FileId, interface: DefId) -> bool {
        self.interfaces.n_compared += 1;
        let wanted = self.methods(file, interface);
        if wanted.open || wanted.known.is_empty() {
            return false;
        }
        wanted.names.iter().all(|&name| {
            self.consult(name);
            let (Some(&own), Some(&asked)) = (methods.known.get(&name), wanted.known.get(&name)) else { return false };
            // What is not exported is another thing in each package.
            let is_seen = is_exported(self.text(name)) || self.share_package(own.0, asked.0);
            is_seen && self.are_alike(own, asked)
        })
    }

    /// Whether two methods take and give the same.
    fn are_alike(&mut self, one: (FileId, DefId), other: (FileId, DefId)) -> bool {
        let (Some(a), Some(b)) = (self.file(one.0), self.file(other.0)) else { return false };
        let (given, asked) = (parameters(a, one.1), parameters(b, other.1));
        self.interfaces.n_compared += 1 + asked.len() as u32;
        let returns = (a.definition(one.1).returns, b.definition(other.1).returns);
        given.len() == asked.len()
            && given.iter().zip(&asked).all(|(&one, &other)| self.same_type((a, one), (b, other), MOST_DEPTH))
            && self.same_type((a, returns.0), (b, returns.1), MOST_DEPTH)
    }

    fn same_type(&self, (a, one): (&FileCode, ExprId), (b, other): (&FileCode, ExprId), depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return true };
        let same_items = |one, other| {
            let (one, other) = (a.items(one), b.items(other));
            let pairs = || one.iter().zip(other).all(|(x, y)| self.same_type((a, x.value), (b, y.value), depth));
            one.is_empty() || other.is_empty() || one.len() == other.len() && pairs()
        };
        match (a.expr(one), b.expr(other)) {
            (Expr::Unknown, _) | (_, Expr::Unknown) => true,
            (Expr::Literal(one), Expr::Literal(other)) => one == other,
            (Expr::Name(one, _) | Expr::Member(_, one), Expr::Name(other, _) | Expr::Member(_, other)) => {
                a.name(one) == b.name(other)
            }
            (Expr::Generic(one, inner), Expr::Generic(other, held)) => {
                self.same_type((a, one), (b, other), depth) && same_items(inner, held)
            }
            (Expr::Items(one, inner), Expr::Items(other, held)) => one == other && same_items(inner, held),
            _ => false,
        }
    }
}

/// The types of a function's parameters, in order.
fn parameters(code: &FileCode, function: DefId) -> Vec<ExprId> {
    let mut parameters: Vec<(u16, ExprId)> = code
        .bound_in(function)
        .iter()
        .filter_map(|entry| match entry.bound() {
            Bound::Binding(at) => Some(&code.facts.bindings[at as usize]),
            _ => None,
        })
        .filter(|binding| matches!(binding.kind, BindingKind::Parameter | BindingKind::Rest))
        .map(|binding| (binding.index, binding.annotation))
        .collect();
    order::sort_by_key(&mut parameters, |parameter| parameter.0);
    parameters.into_iter().map(|parameter| parameter.1).collect()
}
