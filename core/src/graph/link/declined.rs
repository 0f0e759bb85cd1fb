//! Declined references: names that could mean something in the project, but of which too little is known for an edge;
//! most are members of an unknown value.
//!
//! An answer with edges also gives the number of declined references, so that an empty list is not taken for proof that
//! nothing refers to a symbol. Not here: counting them (`query::unresolved`).

use alloc::vec::Vec;

use super::value::{ExternalKind, FoundValue, Namespace, Value, Values};
use super::{DeclinedReference, Linker, Rules, Site};
use crate::graph::facts::{Expr, ExprId, ImportKind, Name, Reference, ReferenceKind};
use crate::graph::kind::{Strategy, SymbolKind};
use crate::graph::lang::LANGUAGES;
use crate::graph::link::scope_index::FileScopes;
use crate::graph::model::names::NameId;
use crate::graph::model::{Graph, SymbolId};

impl Linker<'_> {
    /// Records a reference without an edge under its last name, if the project defines that name and the reference is
    /// not known to be external.
    ///
    /// Members of a language's own types are recorded only for an unknown receiver, but whether the project defines the
    /// name or not: if that were asked, a new definition of such a name would have all files linked again. Names that
    /// begin with `__` are not recorded.
    pub(super) fn record_declined(&mut self, scopes: &FileScopes, site: Site, reference: &Reference, source: SymbolId) {
        let is_call = matches!(reference.kind, ReferenceKind::Call | ReferenceKind::Decorate);
        let Some((named_expr, name)) = last_name_expr(scopes, reference) else { return };
        let name = scopes.name(name);
        if self.text(name).starts_with("__") {
            return;
        }
        let base = match scopes.expr(named_expr) {
            Expr::Member(base, _) | Expr::Scoped(base, _) => Some(base),
            _ => None,
        };
        let is_own_member = base.is_some() && (self.language().is_own_member)(self.text(name));
        let may_be_in_project = match base {
            Some(base) if is_own_member => self.is_unknown_receiver(site, base, named_expr),
            Some(base) if self.is_certainly_external(site, base) => {
                !is_call && self.may_be_constant(scopes, site, named_expr)
            }
            Some(_) => true,
            None => !self.is_certainly_external(site, named_expr),
        };
        if !may_be_in_project {
            return;
        }
        if !is_own_member {
            self.record_dependency(name);
        }
        if is_own_member || self.is_defined(name) {
            self.result.declined_references.push(DeclinedReference { name, source, line: reference.line, is_call });
        }
    }

    /// Whether the project defines a symbol of this name that other files can refer to, in a language that shares
    /// names with this one. Locals of a function have no meaning outside of their file.
    fn is_defined(&self, name: NameId) -> bool {
        let rules = self.rules(self.home);
        self.graph.symbols_named(name).any(|symbol| {
            let symbol = self.graph.symbol(symbol);
            let is_member = matches!(symbol.kind, SymbolKind::Method | SymbolKind::Field);
            let is_local =
                || matches!(self.graph.symbol(symbol.parent).kind, SymbolKind::Function | SymbolKind::Method);
            !matches!(symbol.kind, SymbolKind::Import | SymbolKind::Block | SymbolKind::File)
                && self.rules(symbol.file) == rules
                && (symbol.file == self.home || is_member || !is_local())
        })
    }

    /// Whether a receiver's type is unknown: it has no known value, a value that may be anything, or a value of an
    /// unknown generic type. Also if the receiver is `self` and lacks the member, so that a subtype must have it.
    fn is_unknown_receiver(&mut self, site: Site, base: ExprId, named_expr: ExprId) -> bool {
        let values = self.eval(site, base);
        values.is_empty()
            || values.may_be_any()
            || self.is_of_unknown_generic(values)
            || self.may_be_in_subtype(site, values, named_expr)
    }

    /// Whether a member of an external value may still be a constant of a project's module.
    ///
    /// It may if the value computes its members (`__getattr__`). It may also if the value is imported and not certainly
    /// a module, as `settings` in `from django.conf import settings`.
    fn may_be_constant(&mut self, scopes: &FileScopes, site: Site, named_expr: ExprId) -> bool {
        let Expr::Member(base, name) = scopes.expr(named_expr) else { return false };
        let name = scopes.name(name);
        self.record_dependency(name);
        let rules = self.rules(self.home);
        let is_constant =
            |symbol| self.rules(self.graph.symbol(symbol).file) == rules && is_module_constant(self.graph, symbol);
        if !self.graph.symbols_named(name).any(is_constant) {
            return false;
        }
        let values = self.eval(site, base);
        let is_named_outside = values.iter().all(|found| found.value == Value::External(ExternalKind::ByName));
        match self.rules(self.home) {
            Rules::Python if is_named_outside => is_imported_member(scopes, base),
            Rules::Python => values.iter().any(|found| self.has_dynamic_members(found)),
            _ => false,
        }
    }

    fn has_dynamic_members(&mut self, receiver: FoundValue) -> bool {
        let (Value::Instance(..), Some(name)) = (receiver.value, self.special_name("__getattr__")) else {
            return false;
        };
        let members = self.run_bounded(|linker| linker.member(receiver, name));
        members.iter().any(|found| matches!(found.value, Value::Def(..)))
    }

    fn is_of_unknown_generic(&mut self, values: Values) -> bool {
        values.iter().any(|found| {
            let Value::Container(file, scope, expr, Namespace::Type) = found.value else { return false };
            let Some(scopes) = self.file(file) else { return false };
            match scopes.expr(expr) {
                Expr::Generic(head, _) if !self.is_signature(scopes, expr) => {
                    self.eval(Site { file, scope }, head).may_be_any()
                }
                _ => false,
            }
        })
    }

    fn may_be_in_subtype(&mut self, site: Site, receivers: Values, named_expr: ExprId) -> bool {
        let has_subtypes = matches!(self.rules(self.home), Rules::Python | Rules::Ecmascript);
        let is_self = |found: &FoundValue| {
            found.strategy == Strategy::SelfMember && matches!(found.value, Value::Instance(..) | Value::Def(..))
        };
        has_subtypes && receivers.iter().all(|found| is_self(&found)) && self.eval(site, named_expr).is_empty()
    }

    /// The first two members of the project with this name and an accepted kind, in languages that share names with
    /// this one.
    pub(super) fn members_named(&self, name: NameId, is_meant: fn(SymbolKind) -> bool) -> Vec<SymbolId> {
        let rules = self.rules(self.home);
        let members = self.graph.symbols_named(name).filter(|&symbol| {
            let symbol = self.graph.symbol(symbol);
            is_meant(symbol.kind) && self.rules(symbol.file) == rules
        });
        members.take(2).collect()
    }
}

/// Whether a symbol is an upper-case constant of a module, in a language whose modules are objects.
fn is_module_constant(graph: &Graph, symbol: SymbolId) -> bool {
    let symbol = graph.symbol(symbol);
    let is_of_file = symbol.kind == SymbolKind::Constant && graph.symbol(symbol.parent).kind == SymbolKind::File;
    let rules = LANGUAGES[usize::from(graph.file(symbol.file).language)].rules;
    let name = graph.names.text(symbol.name);
    is_of_file
        && matches!(rules, Rules::Python | Rules::Ecmascript)
        && name.contains(|char: char| char.is_ascii_uppercase())
        && !name.contains(char::is_lowercase)
}

/// Whether an expression is a name imported from a module, or a member of a value.
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

/// The expression that names a reference's target, and the last name in it.
fn last_name_expr(scopes: &FileScopes, reference: &Reference) -> Option<(ExprId, Name)> {
    let mut at = reference.expr;
    if reference.kind == ReferenceKind::Call
        && let Expr::Call(callee, _) = scopes.expr(at)
    {
        at = callee;
    }
    loop {
        match scopes.expr(at) {
            Expr::Name(name, _) | Expr::Member(_, name) | Expr::Scoped(_, name) => return Some((at, name)),
            // An expression comes after its operands, so this ends.
            Expr::Generic(head, _) | Expr::Element(head, _) => at = head,
            _ => return None,
        }
    }
}
