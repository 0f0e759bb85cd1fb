//! Declined references: members named on a receiver of which too little is known for an edge.
//!
//! They are noted where the project has such a member, and counted beside each list. Not here: how they are counted (`query::unresolved`).

use alloc::vec::Vec;

use super::value::{Found, Namespace, Outside, Value, Values};
use super::{DeclinedReference, Linker, Rules, Site};
use crate::graph::facts::{Expr, ExprId, ImportKind, Reference, ReferenceKind};
use crate::graph::kind::{Strategy, SymbolKind};
use crate::graph::lang::LANGUAGES;
use crate::graph::link::scope_index::FileScopes;
use crate::graph::model::names::NameId;
use crate::graph::model::{Graph, SymbolId};

impl Linker<'_> {
    /// Notes that a member is named on a receiver whose type is not known, if the project has such a member: a method for
    /// a call, a field or a constant of a module too for a use. What languages' own types have is noted whether the project has it or not, as every
    /// edit of such a name would link all files anew.
    pub(super) fn decline(
        &mut self,
        scopes: &FileScopes,
        site: Site,
        named: ExprId,
        reference: &Reference,
        source: SymbolId,
    ) {
        let Expr::Member(of, name) = scopes.expr(named) else { return };
        let name = scopes.name(name);
        if self.text(name).starts_with("__") {
            return;
        }
        let is_call = reference.kind == ReferenceKind::Call;
        let is_own = (self.language().is_own_member)(self.text(name));
        if !is_own {
            self.record_dependency(name);
        }
        let is_member: fn(SymbolKind) -> bool = match is_call {
            true => |kind| kind == SymbolKind::Method,
            false => |kind| matches!(kind, SymbolKind::Method | SymbolKind::Field),
        };
        let has_member = is_own || !self.members_named(name, is_member).is_empty();
        let has_constant = !is_call && self.has_constant(name);
        if has_member && self.is_unknown_receiver(site, of, named)
            || has_constant && self.may_give_a_module(scopes, site, of, named)
        {
            self.linked.declined.push(DeclinedReference { name, source, line: reference.line, is_call });
        }
    }

    /// Whether the type of a receiver is not known: nothing is, or one of its values may be anything; or it is the object
    /// itself, and a type below its own must have the member.
    fn is_unknown_receiver(&mut self, site: Site, of: ExprId, named: ExprId) -> bool {
        let values = self.eval(site, of);
        values.is_empty()
            || values.may_be_any()
            || self.is_of_unknown_generic(values)
            || self.is_left_to_subtypes(site, values, named)
    }

    /// Whether a module of the project has a constant of this name that an object may give on.
    fn has_constant(&self, name: NameId) -> bool {
        let rules = self.rules(self.home);
        let named = self.graph.symbols_named(name);
        named
            .into_iter()
            .any(|symbol| self.rules(self.graph.symbol(symbol).file) == rules && is_module_constant(self.graph, symbol))
    }

    /// Whether the members of a receiver may be those of a module of the project: it is not known, it makes its members itself
    /// (`__getattr__`), or it is imported from outside and no module for sure, as `settings` of `from django.conf import settings`.
    fn may_give_a_module(&mut self, scopes: &FileScopes, site: Site, of: ExprId, named: ExprId) -> bool {
        if self.is_unknown_receiver(site, of, named) {
            return true;
        }
        let values = self.eval(site, of);
        let is_named_outside = values.iter().all(|found| found.value == Value::External(Outside::Named));
        match self.rules(self.home) {
            Rules::Python if is_named_outside => is_imported_member(scopes, of),
            Rules::Python => values.iter().any(|found| self.makes_its_members(found)),
            _ => false,
        }
    }

    fn makes_its_members(&mut self, of: Found) -> bool {
        let (Value::Instance(..), Some(name)) = (of.value, self.special("__getattr__")) else { return false };
        let made = self.bounded(|linker| linker.member(of, name));
        made.iter().any(|found| matches!(found.value, Value::Def(..)))
    }

    fn is_of_unknown_generic(&mut self, values: Values) -> bool {
        values.iter().any(|found| {
            let Value::Held(file, scope, expr, Namespace::Type) = found.value else { return false };
            let Some(scopes) = self.file(file) else { return false };
            match scopes.expr(expr) {
                Expr::Generic(head, _) if !self.is_signature(scopes, expr) => {
                    self.eval(Site { file, scope }, head).may_be_any()
                }
                _ => false,
            }
        })
    }

    fn is_left_to_subtypes(&mut self, site: Site, receivers: Values, named: ExprId) -> bool {
        let has_subtypes = matches!(self.rules(self.home), Rules::Python | Rules::Ecmascript);
        let is_itself = |found: &Found| {
            found.strategy == Strategy::SelfMember && matches!(found.value, Value::Instance(..) | Value::Def(..))
        };
        has_subtypes && receivers.iter().all(|found| is_itself(&found)) && self.eval(site, named).is_empty()
    }

    /// The first two members of a name that the project has, in languages that know each other.
    pub(super) fn members_named(&self, name: NameId, is_meant: fn(SymbolKind) -> bool) -> Vec<SymbolId> {
        let rules = self.rules(self.home);
        let named = self.graph.symbols_named(name).filter(|&symbol| {
            let symbol = self.graph.symbol(symbol);
            is_meant(symbol.kind) && self.rules(symbol.file) == rules
        });
        named.take(2).collect()
    }
}

/// Whether a symbol is a constant of a module, written in capitals, in a language whose modules are objects.
pub(crate) fn is_module_constant(graph: &Graph, symbol: SymbolId) -> bool {
    let at = graph.symbol(symbol);
    let is_of_file = at.kind == SymbolKind::Constant && graph.symbol(at.parent).kind == SymbolKind::File;
    let rules = LANGUAGES[usize::from(graph.file(at.file).language)].rules;
    let name = graph.names.text(at.name);
    is_of_file
        && matches!(rules, Rules::Python | Rules::Ecmascript)
        && name.contains(|char: char| char.is_ascii_uppercase())
        && !name.contains(char::is_lowercase)
}

/// Whether an expression is a name that is imported from a module, or a member of something.
fn is_imported_member(scopes: &FileScopes, expr: ExprId) -> bool {
    match scopes.expr(expr) {
        Expr::Name(name, _) => {
            let imports = &scopes.facts.imports;
            imports.iter().any(|import| import.kind == ImportKind::Member && import.alias == name)
        }
        Expr::Member(..) => true,
        _ => false,
    }
}
