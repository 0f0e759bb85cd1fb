//! Which interfaces a Go type implements: those of whose methods it has every one, with parameters and results alike.
//!
//! Only interfaces of the project all of whose methods are known are compared. Types are alike where they end in the
//! same names; what is not known of one is no difference.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::go::is_exported;
use super::{Linker, Rules};
use crate::graph::code::{Bound, FileCode};
use crate::graph::facts::{BindingKind, DefId, Expr, ExprId};
use crate::graph::kind::{EdgeKind, Strategy, SymbolKind};
use crate::graph::links::FileId;
use crate::graph::names::NameId;
use crate::map::Map;

/// The most methods of a type or interface that are looked at.
const MOST_METHODS: usize = 256;
/// How deep types are compared.
const MOST_DEPTH: u32 = 8;

/// Methods by name, and whether more may be there.
pub(super) struct Methods {
    known: Map<NameId, (FileId, DefId)>,
    /// The names of all, sorted.
    names: Vec<NameId>,
    open: bool,
}

impl Linker<'_> {
    /// Edges from the types of the file that is linked to the interfaces that they implement.
    pub(super) fn link_implements(&mut self, code: &FileCode) {
        for (at, definition) in code.facts.definitions.iter().enumerate() {
            if definition.kind != SymbolKind::Class || definition.parent != DefId(0) {
                continue;
            }
            self.steps = 0;
            let def = DefId(at as u32);
            let methods = self.methods(self.home, def);
            for (file, interface) in self.candidates(&methods) {
                if self.implements(&methods, file, interface) {
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
        let lineage = self.lineage(file, def);
        let mut methods = Methods { known: Map::default(), names: Vec::new(), open: lineage.open };
        for &(file, def) in &lineage.types {
            if let Some(code) = self.file(file) {
                self.consult(code.name(code.definition(def).name));
            }
            let blocks = self.blocks_of(file, def);
            for &(file, holder) in std::iter::once(&(file, def)).chain(blocks.iter()) {
                let Some(code) = self.file(file) else { continue };
                let entries = code.entries();
                let from = entries.partition_point(|entry| entry.owner < holder);
                for entry in entries[from..].iter().take_while(|entry| entry.owner == holder) {
                    let Bound::Definition(member) = entry.bound else { continue };
                    if code.definition(member).kind == SymbolKind::Method && methods.known.len() < MOST_METHODS {
                        methods.known.entry(entry.name).or_insert((file, member));
                    }
                }
            }
        }
        methods.names.extend(methods.known.keys());
        methods.names.sort_unstable();
        methods
    }

    /// Interfaces that have a method of one of these names, by path and place, and what embeds them.
    fn candidates(&mut self, methods: &Methods) -> Vec<(FileId, DefId)> {
        let mut found: BTreeSet<(&str, u32, FileId)> = BTreeSet::new();
        for &name in &methods.names {
            self.consult(name);
            for symbol in self.graph.named(name) {
                let parent = self.graph.symbol(self.graph.symbol(symbol).parent);
                if parent.kind == SymbolKind::Interface && self.rules(parent.file) == Rules::Go {
                    found.insert((&self.graph.file(parent.file).path, parent.place, parent.file));
                }
            }
        }
        let mut candidates: Vec<(FileId, DefId)> =
            found.into_iter().map(|(_, place, file)| (file, DefId(place))).collect();
        let n_direct = candidates.len();
        for at in 0..n_direct {
            let heirs = self.embedding(candidates[at]);
            heirs.into_iter().for_each(|heir| {
                if !candidates.contains(&heir) {
                    candidates.push(heir);
                }
            });
        }
        candidates
    }

    /// Interfaces that embed one under its name.
    fn embedding(&mut self, (file, def): (FileId, DefId)) -> Vec<(FileId, DefId)> {
        let Some(code) = self.file(file) else { return Vec::new() };
        let name = code.name(code.definition(def).name);
        self.consult(name);
        let mut heirs = self.code.heirs.get(&name).cloned().unwrap_or_default();
        heirs.retain(|&(file, heir)| {
            let kind = self.file(file).map(|code| code.definition(heir).kind);
            kind == Some(SymbolKind::Interface) && self.rules(file) == Rules::Go
        });
        crate::order::sort_by_key(&mut heirs, |&(file, def)| (&self.graph.file(file).path, def));
        heirs
    }

    fn implements(&mut self, methods: &Methods, file: FileId, interface: DefId) -> bool {
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
    fn are_alike(&self, one: (FileId, DefId), other: (FileId, DefId)) -> bool {
        let (Some(a), Some(b)) = (self.file(one.0), self.file(other.0)) else { return false };
        let (given, asked) = (parameters(a, one.1), parameters(b, other.1));
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
    let entries = code.entries();
    let from = entries.partition_point(|entry| entry.owner < function);
    let of_function = entries[from..].iter().take_while(|entry| entry.owner == function);
    let mut parameters: Vec<(u16, ExprId)> = of_function
        .filter_map(|entry| match entry.bound {
            Bound::Binding(at) => Some(&code.facts.bindings[at as usize]),
            _ => None,
        })
        .filter(|binding| matches!(binding.kind, BindingKind::Parameter | BindingKind::Rest))
        .map(|binding| (binding.index, binding.annotation))
        .collect();
    parameters.sort_unstable_by_key(|parameter| parameter.0);
    parameters.into_iter().map(|parameter| parameter.1).collect()
}
