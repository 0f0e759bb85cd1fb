//! From a file's references and imports to edges.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use super::members::is_variant;
use super::value::{Found, Value, Values};
use super::{Linker, Place, Rules, ecmascript};
use crate::graph::code::FileCode;
use crate::graph::facts::{
    DefId, Definition, Expr, ExprId, Import, ImportKind, Item, Marks, Name, Reference, ReferenceKind,
};
use crate::graph::kind::{EdgeKind, Strategy, SymbolKind};
use crate::graph::lang::CalledArgument;
use crate::graph::links::{FileId, NewEdge, SymbolId};
use crate::graph::names::NameId;
use crate::order;

impl Linker<'_> {
    /// Links everything that the file mentions.
    pub(super) fn link_all(&mut self) {
        let Some(code) = self.file(self.home) else { return };
        for (at, import) in code.facts.imports.iter().enumerate() {
            self.begin();
            self.link_import(code, at as u32, import);
        }
        for reference in &code.facts.references {
            self.begin();
            self.link_reference(code, reference);
        }
        if self.rules(self.home) == Rules::Go {
            self.link_implements(code);
        }
        let linked = &mut self.linked;
        order::sort_by(&mut linked.edges, |one, other| {
            let place = |edge: &NewEdge| (edge.source, edge.line, edge.target, edge.kind);
            let surest = || other.strategy.confidence().total_cmp(&one.strategy.confidence());
            place(one).cmp(&place(other)).then_with(surest).then_with(|| one.strategy.cmp(&other.strategy))
        });
        linked.edges.dedup_by_key(|edge| (edge.source, edge.line, edge.target, edge.kind));
        order::sort(&mut linked.externals);
        linked.externals.dedup_by(|later, first| later.0 == first.0);
    }

    fn link_import(&mut self, code: &FileCode, at: u32, import: &Import) {
        if self.rules(self.home) == Rules::Ecmascript && import.module.len == 0 {
            return;
        }
        let names_one = self.names_one(self.home, import);
        let modules = match names_one {
            true => self.import_member(self.home, at, import),
            false => self.import_module(self.home, at),
        };
        let inside = modules.iter().filter(|module| module.value != Value::External).count();
        if inside == 0 {
            self.linked.n_unlinked += 1;
            self.external(code, import);
        }
        let source = self.symbol(self.home, self.enclosing_symbol(code, import.scope));
        for module in modules.iter() {
            if let (Value::Def(file, _), Rules::Go) = (module.value, self.rules(self.home)) {
                self.link_package(source, file, import.line);
            } else if let Value::Def(file, _) = module.value {
                self.edge(source, self.symbol(file, DefId(0)), EdgeKind::Imports, Strategy::Imported, import.line);
            }
        }
        if import.kind == ImportKind::Member && !names_one {
            for found in self.import_member(self.home, at, import).iter() {
                if let Some(target) = self.target(found) {
                    self.edge(source, target, EdgeKind::Imports, Strategy::Imported, import.line);
                }
            }
        }
    }

    fn external(&mut self, code: &FileCode, import: &Import) {
        let parts: Vec<&str> = code.items(import.module).iter().map(|item| self.text(code.name(item.name))).collect();
        let path = match self.rules(self.home) {
            Rules::Rust => parts.first().copied().unwrap_or(self.text(code.name(import.member))).to_owned(),
            Rules::Python => parts.join("."),
            Rules::Ecmascript => ecmascript::package(parts.first().copied().unwrap_or_default()).to_owned(),
            Rules::Go => parts.join("/"),
        };
        if import.level == 0 && !path.is_empty() {
            self.linked.externals.push((path, import.line));
        }
    }

    fn link_reference(&mut self, code: &FileCode, reference: &Reference) {
        let place = Place { file: self.home, scope: reference.scope };
        let before = self.linked.edges.len();
        let source = self.source(code, reference);
        match reference.kind {
            ReferenceKind::Call => self.link_call(code, place, reference, source),
            ReferenceKind::Decorate => {
                let callees = self.eval(place, reference.expr);
                self.link_callees(callees, reference.line, source);
            }
            ReferenceKind::Use => self.link_use(place, reference, source),
            ReferenceKind::Type => {
                let named = self.named(place, reference.expr);
                self.link_named(self.without(named, is_value), reference.line, source);
            }
            ReferenceKind::Inherit | ReferenceKind::Implement => self.link_parent(code, reference, source),
            // Mostly it is something outside, which is no reference that leads nowhere.
            ReferenceKind::Enter | ReferenceKind::EnterAsync | ReferenceKind::Iterate | ReferenceKind::IterateAsync => {
                return self.link_protocol(place, reference, source);
            }
        }
        if self.linked.edges.len() == before {
            self.linked.n_unlinked += 1;
        }
    }

    /// Who makes the reference: for what an `impl` block says of its type, the type.
    fn source(&mut self, code: &FileCode, reference: &Reference) -> SymbolId {
        if code.definition(reference.scope).kind == SymbolKind::Block {
            let place = Place { file: self.home, scope: reference.scope };
            if let Some((file, def)) = self.enclosing_type(place) {
                return self.symbol(file, def);
            }
        }
        self.symbol(self.home, self.enclosing_symbol(code, reference.scope))
    }

    /// The scope itself, or for a block of an outside type, what is around it; for a callback of JavaScript, the
    /// function that it is written in.
    fn enclosing_symbol(&self, code: &FileCode, scope: DefId) -> DefId {
        let mut at = scope;
        let lifts = self.rules(self.home).lifts_nameless();
        let passes = |at: &Definition| at.kind == SymbolKind::Block || lifts && at.marks.has(Marks::ANONYMOUS);
        while passes(code.definition(at)) {
            at = code.definition(at).parent;
        }
        at
    }

    fn link_call(&mut self, code: &FileCode, place: Place, reference: &Reference, source: SymbolId) {
        let Expr::Call(callee, arguments) = code.expr(reference.expr) else { return };
        let callees = self.eval_callee(code, place, callee);
        if matches!(code.expr(callee), Expr::Scoped(..) | Expr::Name(..)) && self.rules(self.home) == Rules::Rust {
            self.link_variants(place, callee, reference.line, source);
        }
        if callees.is_empty() {
            self.link_unique(code, place, callee, reference, source);
        } else if callees.only_external()
            && let Expr::Name(name, _) = code.expr(callee)
            && let Some(argument) = self.called_argument(code, name, code.items(arguments))
        {
            let handed = self.eval(place, argument).at_most(Strategy::Flow);
            self.link_callees(handed, reference.line, source);
        }
        self.link_callees(callees, reference.line, source);
    }

    /// Edges to the variants that a path names: making one is a call.
    fn link_variants(&mut self, place: Place, callee: ExprId, line: u32, source: SymbolId) {
        for found in self.named(place, callee).iter() {
            if let Value::Def(file, def) = found.value
                && self.file(file).is_some_and(|code| is_variant(code, def))
            {
                self.edge(source, self.symbol(file, def), EdgeKind::Calls, found.strategy, line);
            }
        }
    }

    /// The argument that a function of the language itself calls.
    fn called_argument(&self, code: &FileCode, function: Name, arguments: &[Item]) -> Option<ExprId> {
        let is_named = |item: &&Item| item.name != Name(0) && self.text(code.name(item.name)) == "key";
        let item = match (self.language().called_argument)(self.text(code.name(function)))? {
            CalledArgument::First => arguments.first().filter(|item| item.name == Name(0)),
            CalledArgument::Key => arguments.iter().find(is_named),
        };
        item.map(|item| item.value)
    }

    /// What is called: a property that is called is what it returned.
    fn eval_callee(&mut self, code: &FileCode, place: Place, callee: ExprId) -> Values {
        match code.expr(callee) {
            Expr::Generic(head, _) => self.eval(place, head),
            _ => self.eval(place, callee),
        }
    }

    /// In TypeScript a name can be a type's and a value's at once: those that are meant here, where both are there.
    fn without(&self, named: Values, left_out: fn(SymbolKind) -> bool) -> Values {
        let kind = |found: &Found| match found.value {
            Value::Def(file, def) => self.file(file).map(|code| code.definition(def).kind),
            _ => None,
        };
        let is_meant = |found: &Found| kind(found).is_some_and(|kind| !left_out(kind));
        if self.rules(self.home) != Rules::Ecmascript || !named.iter().any(|found| is_meant(&found)) {
            return named;
        }
        let mut meant = Values::default();
        named.iter().filter(|found| kind(found).is_none() || is_meant(found)).for_each(|found| meant.push(found));
        meant
    }

    fn link_callees(&mut self, callees: Values, line: u32, source: SymbolId) {
        for callee in self.without(callees, is_mere_type).iter() {
            match callee.value {
                Value::Def(file, def) => {
                    let Some(code) = self.file(file) else { continue };
                    let Some(def) = self.called_definition(file, code, def) else { continue };
                    self.edge(source, self.symbol(file, def), EdgeKind::Calls, callee.strategy, line);
                    if let (SymbolKind::Class, Some(constructor)) =
                        (code.definition(def).kind, self.rules(file).constructor())
                    {
                        let made = Found { value: Value::Instance(file, def), ..callee };
                        self.link_method(made, constructor, line, source);
                    }
                }
                Value::Instance(..) => self.link_method(callee, "__call__", line, source),
                _ => {}
            }
        }
    }

    /// What a call of a definition is said to call: a module is not called, and what has no name is part of what it is
    /// written in, but for a variable's value.
    fn called_definition(&self, file: FileId, code: &FileCode, def: DefId) -> Option<DefId> {
        let definition = code.definition(def);
        if definition.kind == SymbolKind::File {
            return None;
        }
        if !definition.marks.has(Marks::ANONYMOUS) || !self.rules(file).lifts_nameless() {
            return Some(def);
        }
        let is_value = code.definition(definition.parent).kind == SymbolKind::Variable && self.rules(file) == Rules::Go;
        is_value.then_some(definition.parent)
    }

    /// An edge to the method that a construction or call of an instance runs.
    pub(super) fn link_method(&mut self, of: Found, method: &str, line: u32, source: SymbolId) {
        let Some(name) = self.special(method) else { return };
        for found in self.bounded(|linker| linker.member(of, name)).iter() {
            if let (Value::Def(..), Some(target)) = (found.value, self.target(found)) {
                self.edge(source, target, EdgeKind::Calls, found.strategy, line);
            }
        }
    }

    /// The only method of this name, where nothing is known of the receiver.
    fn link_unique(&mut self, code: &FileCode, place: Place, callee: ExprId, reference: &Reference, source: SymbolId) {
        let Expr::Member(of, name) = code.expr(callee) else { return };
        let name = code.name(name);
        if (self.language().is_own_member)(self.text(name)) {
            return;
        }
        self.consult(name);
        if !self.eval(place, of).is_empty() || self.text(name).starts_with("__") {
            return;
        }
        if let Some(target) = self.only_method(name) {
            self.edge(source, target, EdgeKind::Calls, Strategy::UniqueName, reference.line);
        }
    }

    fn only_method(&self, name: NameId) -> Option<SymbolId> {
        let rules = self.rules(self.home);
        let mut methods = self.graph.named(name).filter(|&symbol| {
            let symbol = self.graph.symbol(symbol);
            symbol.kind == SymbolKind::Method && self.rules(symbol.file) == rules
        });
        let only = methods.next();
        if methods.next().is_some() { None } else { only }
    }

    fn link_use(&mut self, place: Place, reference: &Reference, source: SymbolId) {
        let named = self.named(place, reference.expr);
        self.link_named(named, reference.line, source);
    }

    /// Edges to what is named without being called; a property that is read is called.
    fn link_named(&mut self, named: Values, line: u32, source: SymbolId) {
        use SymbolKind::*;
        for found in named.iter() {
            let Value::Def(file, def) = found.value else { continue };
            let Some(code) = self.file(file) else { continue };
            let definition = code.definition(def);
            let kind = match definition.kind {
                Method if definition.marks.has(Marks::PROPERTY) => EdgeKind::Calls,
                Variable | Constant | Field => EdgeKind::Uses,
                File => continue,
                _ => EdgeKind::References,
            };
            let target = self.symbol(file, def);
            if target != source {
                self.edge(source, target, kind, found.strategy, line);
            }
        }
    }

    fn link_parent(&mut self, code: &FileCode, reference: &Reference, source: SymbolId) {
        let kind = if reference.kind == ReferenceKind::Inherit { EdgeKind::Inherits } else { EdgeKind::Implements };
        let scope = code.definition(reference.scope).parent;
        let place = Place { file: self.home, scope };
        for found in self.typed(place, reference.expr).iter() {
            if let Value::Instance(file, def) = found.value {
                // A parent type is named outright: how sure it is, is how sure its name is.
                let strategy = if file == self.home { Strategy::Lexical } else { Strategy::Imported };
                self.edge(source, self.symbol(file, def), kind, strategy, reference.line);
            }
        }
    }

    fn target(&self, found: Found) -> Option<SymbolId> {
        match found.value {
            Value::Def(file, def) => Some(self.symbol(file, def)),
            _ => None,
        }
    }

    /// The graph's symbol of a definition: they stand in the same order.
    pub(super) fn symbol(&self, file: FileId, def: DefId) -> SymbolId {
        self.graph.file(file).symbols[def.0 as usize]
    }

    pub(super) fn edge(&mut self, source: SymbolId, target: SymbolId, kind: EdgeKind, strategy: Strategy, line: u32) {
        self.linked.edges.push(NewEdge { source, line, target, kind, strategy });
    }
}

/// Whether nothing of it is left when the program runs.
fn is_mere_type(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Interface | SymbolKind::TypeAlias)
}

/// Whether no type is called so.
fn is_value(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Function | SymbolKind::Variable | SymbolKind::Constant)
}
