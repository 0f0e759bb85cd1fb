//! The interfaces that a Go type implements: those of which it has all methods, with equal parameters and results.
//!
//! Only interfaces of the project whose methods are all known are compared. Types are equal if they end in the same
//! names; an unknown type equals any other.
//!
//! The work is bounded. A type is compared with at most [`MAX_CANDIDATES`] interfaces and implements at most
//! [`MAX_INTERFACES`], the first that match. After [`MAX_COMPARISONS`] comparisons in one file no more are made.
//! Interfaces are analysed once for each file being linked.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::go::is_exported;
use super::{Linker, Rules};
use crate::base::map::{Map, Set};
use crate::base::sort;
use crate::graph::facts::{BindingKind, DefId, Expr, ExprId};
use crate::graph::kind::{EdgeKind, Strategy, SymbolKind};
use crate::graph::link::scope_index::{BoundItem, FileScopes};
use crate::graph::model::FileId;
use crate::graph::model::names::NameId;

/// The most methods of a type or interface that are considered.
const MAX_METHODS: usize = 256;
/// The most interfaces that a type is compared with: those that have a method's name in common with it, and those that
/// embed such an interface.
const MAX_CANDIDATES: usize = 512;
/// The most interfaces that a type is considered to implement.
const MAX_INTERFACES: usize = 64;
/// The most comparisons for one file: of interfaces, of methods and of parameter types.
const MAX_COMPARISONS: u32 = 4_000_000;
/// The depth to which types are compared.
const MAX_DEPTH: u32 = 8;

/// Types or interfaces, sorted by path and position.
type Types = Rc<[(FileId, DefId)]>;

/// The methods of a type or interface by name, embedded ones included.
pub(super) struct Methods {
    by_name: Map<NameId, (FileId, DefId)>,
    /// All names, sorted.
    names: Vec<NameId>,
    is_open: bool,
}

/// Interfaces found while a file is linked.
#[derive(Default)]
pub(super) struct Interfaces {
    /// For each method name, the interfaces that declare such a method themselves.
    by_method: Map<NameId, Types>,
    /// For each name, the interfaces that embed an interface of that name.
    by_embedded: Map<NameId, Types>,
    n_compared: u32,
}

impl Linker<'_> {
    /// Adds edges from the types of the file being linked to the interfaces they implement.
    pub(super) fn link_implements(&mut self, scopes: &FileScopes) {
        for (at, definition) in scopes.facts.definitions.iter().enumerate() {
            if definition.kind != SymbolKind::Class || definition.parent != DefId(0) {
                continue;
            }
            let def = DefId(at as u32);
            let methods = self.methods(self.home, def);
            let mut n_found = 0;
            for (file, interface) in self.candidate_interfaces(&methods) {
                if n_found == MAX_INTERFACES || self.interfaces.n_compared >= MAX_COMPARISONS {
                    break;
                }
                if self.implements(&methods, file, interface) {
                    n_found += 1;
                    let strategy = if file == self.home { Strategy::Lexical } else { Strategy::Imported };
                    let (source, target) = (self.symbol(self.home, def), self.symbol(file, interface));
                    self.push_edge(source, target, EdgeKind::Implements, strategy, definition.first_line);
                }
            }
        }
    }

    /// The methods of a type, including embedded ones. Cached, because an interface is compared with many types.
    fn methods(&mut self, file: FileId, def: DefId) -> Rc<Methods> {
        if let Some(cached) = self.methods.get(&(file, def)) {
            return Rc::clone(cached);
        }
        let methods = Rc::new(self.find_methods(file, def));
        self.methods.insert((file, def), Rc::clone(&methods));
        methods
    }

    fn find_methods(&mut self, file: FileId, def: DefId) -> Methods {
        // Each type gets the full budget, so that its methods do not depend on earlier look-ups.
        self.start_reference();
        let lineage = self.lineage(file, def);
        let mut methods = Methods { by_name: Map::default(), names: Vec::new(), is_open: lineage.is_open };
        for &(file, def) in &lineage.types {
            if let Some(scopes) = self.file(file) {
                self.record_dependency(scopes.name(scopes.definition(def).name));
            }
            let blocks = self.blocks_of(file, def);
            for &(file, holder) in core::iter::once(&(file, def)).chain(blocks.inherent_blocks.iter()) {
                let Some(scopes) = self.file(file) else { continue };
                for declaration in scopes.declarations_in(holder) {
                    let BoundItem::Definition(member) = declaration.item() else { continue };
                    if scopes.definition(member).kind == SymbolKind::Method && methods.by_name.len() < MAX_METHODS {
                        methods.by_name.entry(declaration.name).or_insert((file, member));
                    }
                }
            }
        }
        methods.names.extend(methods.by_name.keys());
        sort::sort(&mut methods.names);
        methods
    }

    /// Interfaces that declare a method of one of these names, sorted by path and position; then interfaces that embed
    /// one of these. At most [`MAX_CANDIDATES`].
    fn candidate_interfaces(&mut self, methods: &Methods) -> Vec<(FileId, DefId)> {
        let mut declaring_interfaces: Vec<(FileId, DefId)> = Vec::new();
        for &name in &methods.names {
            declaring_interfaces.extend(self.interfaces_with_method(name).iter());
        }
        self.sort_and_truncate(&mut declaring_interfaces);
        let mut seen_interfaces: Set<(FileId, DefId)> = declaring_interfaces.iter().copied().collect();
        let mut candidates = declaring_interfaces.clone();
        for interface in declaring_interfaces {
            for &subtype in self.interfaces_embedding(interface).iter() {
                if candidates.len() == MAX_CANDIDATES {
                    return candidates;
                }
                if seen_interfaces.insert(subtype) {
                    candidates.push(subtype);
                }
            }
        }
        candidates
    }

    /// Interfaces that declare a method with this name themselves.
    fn interfaces_with_method(&mut self, name: NameId) -> Types {
        if let Some(cached) = self.interfaces.by_method.get(&name) {
            return Rc::clone(cached);
        }
        self.record_dependency(name);
        let mut interfaces: Vec<(FileId, DefId)> = Vec::new();
        for symbol in self.graph.symbols_named(name) {
            let parent = self.graph.symbol(self.graph.symbol(symbol).parent);
            if parent.kind == SymbolKind::Interface && self.rules(parent.file) == Rules::Go {
                interfaces.push((parent.file, DefId(parent.index)));
            }
        }
        self.sort_and_truncate(&mut interfaces);
        let interfaces: Types = interfaces.into();
        self.interfaces.by_method.insert(name, Rc::clone(&interfaces));
        interfaces
    }

    /// Sorts types by path and position, removes duplicates and keeps the first [`MAX_CANDIDATES`].
    fn sort_and_truncate(&self, types: &mut Vec<(FileId, DefId)>) {
        sort::sort_by_key(types, |&(file, def)| (&self.graph.file(file).path, def));
        types.dedup();
        types.truncate(MAX_CANDIDATES);
    }

    /// Interfaces that embed an interface with this one's name.
    fn interfaces_embedding(&mut self, (file, def): (FileId, DefId)) -> Types {
        let Some(scopes) = self.file(file) else { return Rc::from([]) };
        let name = scopes.name(scopes.definition(def).name);
        if let Some(cached) = self.interfaces.by_embedded.get(&name) {
            return Rc::clone(cached);
        }
        self.record_dependency(name);
        let mut subtypes = self.scopes.subtypes.get(&name).cloned().unwrap_or_default();
        subtypes.retain(|&(file, subtype)| {
            let kind = self.file(file).map(|scopes| scopes.definition(subtype).kind);
            kind == Some(SymbolKind::Interface) && self.rules(file) == Rules::Go
        });
        self.sort_and_truncate(&mut subtypes);
        let subtypes: Types = subtypes.into();
        self.interfaces.by_embedded.insert(name, Rc::clone(&subtypes));
        subtypes
    }

    fn implements(&mut self, methods: &Methods, file: FileId, interface: DefId) -> bool {
        self.interfaces.n_compared += 1;
        let wanted_methods = self.methods(file, interface);
        if wanted_methods.is_open || wanted_methods.by_name.is_empty() {
            return false;
        }
        wanted_methods.names.iter().all(|&name| {
            self.record_dependency(name);
            let (Some(&own_method), Some(&wanted_method)) =
                (methods.by_name.get(&name), wanted_methods.by_name.get(&name))
            else {
                return false;
            };
            // A name that is not exported is distinct in each package.
            let is_same_name = is_exported(self.text(name)) || self.share_package(own_method.0, wanted_method.0);
            is_same_name && self.have_same_signature(own_method, wanted_method)
        })
    }

    /// Whether two methods have equal parameters and results.
    fn have_same_signature(&mut self, one: (FileId, DefId), other: (FileId, DefId)) -> bool {
        let (Some(one_scopes), Some(other_scopes)) = (self.file(one.0), self.file(other.0)) else { return false };
        let (one_types, other_types) = (parameters(one_scopes, one.1), parameters(other_scopes, other.1));
        self.interfaces.n_compared += 1 + other_types.len() as u32;
        let returns = (one_scopes.definition(one.1).returns, other_scopes.definition(other.1).returns);
        one_types.len() == other_types.len()
            && one_types
                .iter()
                .zip(&other_types)
                .all(|(&one, &other)| self.is_same_type((one_scopes, one), (other_scopes, other), MAX_DEPTH))
            && self.is_same_type((one_scopes, returns.0), (other_scopes, returns.1), MAX_DEPTH)
    }

    fn is_same_type(&self, (a, one): (&FileScopes, ExprId), (b, other): (&FileScopes, ExprId), depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return true };
        let are_same_items = |one, other| {
            let (one, other) = (a.items(one), b.items(other));
            let pairs = || one.iter().zip(other).all(|(x, y)| self.is_same_type((a, x.value), (b, y.value), depth));
            one.is_empty() || other.is_empty() || one.len() == other.len() && pairs()
        };
        match (a.expr(one), b.expr(other)) {
            (Expr::Unknown, _) | (_, Expr::Unknown) => true,
            (Expr::Literal(one), Expr::Literal(other)) => one == other,
            (Expr::Name(one, _) | Expr::Member(_, one), Expr::Name(other, _) | Expr::Member(_, other)) => {
                a.name(one) == b.name(other)
            }
            (Expr::Generic(one, one_list), Expr::Generic(other, other_list)) => {
                self.is_same_type((a, one), (b, other), depth) && are_same_items(one_list, other_list)
            }
            (Expr::Items(one, one_list), Expr::Items(other, other_list)) => {
                one == other && are_same_items(one_list, other_list)
            }
            _ => false,
        }
    }
}

/// The types of a function's parameters, in order.
fn parameters(scopes: &FileScopes, function: DefId) -> Vec<ExprId> {
    let mut parameters: Vec<(u16, ExprId)> = scopes
        .declarations_in(function)
        .iter()
        .filter_map(|declaration| match declaration.item() {
            BoundItem::Binding(at) => Some(&scopes.facts.bindings[at as usize]),
            _ => None,
        })
        .filter(|binding| matches!(binding.kind, BindingKind::Parameter | BindingKind::Variadic))
        .map(|binding| (binding.index, binding.annotation))
        .collect();
    sort::sort_by_key(&mut parameters, |parameter| parameter.0);
    parameters.into_iter().map(|parameter| parameter.1).collect()
}
