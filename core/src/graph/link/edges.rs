//! Makes edges from a file's references and imports.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use super::members::is_variant;
use super::value::{FoundValue, Value, Values};
use super::{Linker, Rules, Site, ecmascript};
use crate::base::sort;
use crate::graph::facts::{
    DefId, Definition, Expr, ExprId, Flags, Import, ImportKind, ListItem, Name, Reference, ReferenceKind,
};
use crate::graph::kind::{EdgeKind, Strategy, SymbolKind};
use crate::graph::lang::CalledArgument;
use crate::graph::link::scope_index::FileScopes;
use crate::graph::model::{FileId, ImportTarget, NewEdge, SymbolId};

impl Linker<'_> {
    /// Links all imports and references of the file.
    pub(super) fn link_all(&mut self) {
        let Some(scopes) = self.file(self.home) else { return };
        // In the outline, imports that bind a name follow the definitions.
        let mut next_symbol = scopes.facts.definitions.len() as u32;
        for (at, import) in scopes.facts.imports.iter().enumerate() {
            self.start_reference();
            self.link_import(scopes, at as u32, import, DefId(next_symbol));
            next_symbol += u32::from(import.kind != ImportKind::All);
        }
        for reference in &scopes.facts.references {
            self.start_reference();
            self.link_reference(scopes, reference);
        }
        if self.rules(self.home) == Rules::Go {
            self.link_implements(scopes);
        }
        let links = &mut self.result;
        sort::sort_by(&mut links.edges, |one, other| {
            let key = |edge: &NewEdge| (edge.source, edge.line, edge.target, edge.kind);
            let surest = || other.strategy.confidence().total_cmp(&one.strategy.confidence());
            key(one).cmp(&key(other)).then_with(surest).then_with(|| one.strategy.cmp(&other.strategy))
        });
        links.edges.dedup_by_key(|edge| (edge.source, edge.line, edge.target, edge.kind));
        sort::sort(&mut links.externals);
        links.externals.dedup_by(|later, first| later.0 == first.0);
        sort::sort(&mut links.imports);
        links.imports.dedup();
    }

    /// Links an import. `import_def` is the import's symbol in the outline; for a glob import, which has none, it is
    /// ignored.
    fn link_import(&mut self, scopes: &FileScopes, at: u32, import: &Import, import_def: DefId) {
        if self.rules(self.home) == Rules::Ecmascript && import.module.len == 0 {
            return self.link_own_export(at, import, import_def);
        }
        let has_one_segment = self.is_single_segment(self.home, import);
        let modules = match has_one_segment {
            true => self.import_member(self.home, at, import),
            false => self.import_module(self.home, at),
        };
        let n_inside = modules.iter().filter(|module| !module.value.is_external()).count();
        if n_inside == 0 {
            self.result.n_unlinked += 1;
            self.record_external(scopes, import);
        }
        let source = self.symbol(self.home, self.enclosing_symbol(scopes, import.scope));
        for module in modules.iter() {
            if let (Value::Def(file, _), Rules::Go) = (module.value, self.rules(self.home)) {
                self.link_package(source, file, import.line);
            } else if let Value::Def(file, _) = module.value {
                self.push_edge(source, self.symbol(file, DefId(0)), EdgeKind::Imports, Strategy::Imported, import.line);
            }
        }
        if import.kind == ImportKind::All {
            let targets = modules.iter().filter_map(|module| match module.value {
                Value::Def(file, def) => Some(self.symbol(file, def)),
                _ => None,
            });
            let targets = targets.map(|target| ImportTarget { import: source, target, is_glob: true });
            self.result.imports.extend(targets.collect::<Vec<_>>());
        }
        if import.kind == ImportKind::Member && !has_one_segment {
            let import_symbol = self.symbol(self.home, import_def);
            for found in self.import_member(self.home, at, import).iter() {
                if let Some(target) = self.target_symbol(found) {
                    self.push_edge(source, target, EdgeKind::Imports, Strategy::Imported, import.line);
                    self.result.imports.push(ImportTarget { import: import_symbol, target, is_glob: false });
                }
            }
        }
    }

    /// Records the target of an export under another name (`export { a as b }`). There is no edge: a file does not
    /// depend on itself.
    fn link_own_export(&mut self, at: u32, import: &Import, import_def: DefId) {
        let import_symbol = self.symbol(self.home, import_def);
        for found in self.import_member(self.home, at, import).iter() {
            if let Some(target) = self.target_symbol(found) {
                self.result.imports.push(ImportTarget { import: import_symbol, target, is_glob: false });
            }
        }
    }

    fn record_external(&mut self, scopes: &FileScopes, import: &Import) {
        let parts: Vec<&str> =
            scopes.items(import.module).iter().map(|item| self.text(scopes.name(item.name))).collect();
        let path = match self.rules(self.home) {
            Rules::Rust => parts.first().copied().unwrap_or(self.text(scopes.name(import.member))).to_owned(),
            Rules::Python => parts.join("."),
            Rules::Ecmascript => ecmascript::package_name_of(parts.first().copied().unwrap_or_default()).to_owned(),
            Rules::Go => parts.join("/"),
        };
        if import.level == 0 && !path.is_empty() {
            self.result.externals.push((path, import.line));
        }
    }

    fn link_reference(&mut self, scopes: &FileScopes, reference: &Reference) {
        let site = Site { file: self.home, scope: reference.scope };
        let n_edges_before = self.result.edges.len();
        let source = self.source_symbol(scopes, reference);
        match reference.kind {
            ReferenceKind::Call => self.link_call(scopes, site, reference, source),
            ReferenceKind::Decorate => {
                let callees = self.eval(site, reference.expr);
                self.link_callees(callees, reference.line, source);
            }
            ReferenceKind::Use => self.link_use(site, reference, source),
            ReferenceKind::Type => {
                let named_values = self.named_values(site, reference.expr);
                self.link_named(self.drop_kinds(named_values, is_value), reference.line, source);
            }
            ReferenceKind::Inherit | ReferenceKind::Implement => self.link_parent(scopes, reference, source),
            // The value is usually external, which does not count as an unlinked reference.
            ReferenceKind::EnterContext
            | ReferenceKind::EnterAsyncContext
            | ReferenceKind::Iterate
            | ReferenceKind::IterateAsync => {
                return self.link_protocol(site, reference, source);
            }
        }
        if self.result.edges.len() == n_edges_before {
            self.result.n_unlinked += 1;
            self.record_declined(scopes, site, reference, source);
        }
    }

    /// The symbol that a reference belongs to; for a reference of an `impl` block itself, the type that the block
    /// extends.
    fn source_symbol(&mut self, scopes: &FileScopes, reference: &Reference) -> SymbolId {
        if scopes.definition(reference.scope).kind == SymbolKind::Block {
            let site = Site { file: self.home, scope: reference.scope };
            if let Some((file, def)) = self.enclosing_type(site) {
                return self.symbol(file, def);
            }
        }
        self.symbol(self.home, self.enclosing_symbol(scopes, reference.scope))
    }

    /// The symbol of a scope; of a block, or of an anonymous function in JavaScript or Go, the symbol around it.
    fn enclosing_symbol(&self, scopes: &FileScopes, scope: DefId) -> DefId {
        let mut at = scope;
        let merges_anonymous = self.rules(self.home).merges_anonymous();
        let is_skipped =
            |at: &Definition| at.kind == SymbolKind::Block || merges_anonymous && at.flags.has(Flags::ANONYMOUS);
        while is_skipped(scopes.definition(at)) {
            at = scopes.definition(at).parent;
        }
        at
    }

    fn link_call(&mut self, scopes: &FileScopes, site: Site, reference: &Reference, source: SymbolId) {
        let Expr::Call(callee, arguments) = scopes.expr(reference.expr) else { return };
        let callees = self.eval_callee(scopes, site, callee);
        if matches!(scopes.expr(callee), Expr::Scoped(..) | Expr::Name(..)) && self.rules(self.home) == Rules::Rust {
            self.link_variants(site, callee, reference.line, source);
        }
        if callees.is_empty() {
            self.link_unique(scopes, site, callee, reference, source);
        } else if callees.has_only_external()
            && let Expr::Name(name, _) = scopes.expr(callee)
            && let Some(argument) = self.called_argument(scopes, name, scopes.items(arguments))
        {
            let argument_values = self.eval(site, argument).limited_to(Strategy::Flow);
            self.link_callees(argument_values, reference.line, source);
        }
        self.link_callees(callees, reference.line, source);
    }

    /// Adds edges to the enum variants that a path names: creating one is a call.
    fn link_variants(&mut self, site: Site, callee: ExprId, line: u32, source: SymbolId) {
        for found in self.named_values(site, callee).iter() {
            if let Value::Def(file, def) = found.value
                && self.file(file).is_some_and(|scopes| is_variant(scopes, def))
            {
                self.push_edge(source, self.symbol(file, def), EdgeKind::Calls, found.strategy, line);
            }
        }
    }

    /// The argument that a built-in function of the language calls.
    fn called_argument(&self, scopes: &FileScopes, function: Name, arguments: &[ListItem]) -> Option<ExprId> {
        let is_named = |item: &&ListItem| item.name != Name(0) && self.text(scopes.name(item.name)) == "key";
        let item = match (self.language().called_argument)(self.text(scopes.name(function)))? {
            CalledArgument::First => arguments.first().filter(|item| item.name == Name(0)),
            CalledArgument::Key => arguments.iter().find(is_named),
        };
        item.map(|item| item.value)
    }

    /// The values of a callee, without its generic arguments.
    fn eval_callee(&mut self, scopes: &FileScopes, site: Site, callee: ExprId) -> Values {
        match scopes.expr(callee) {
            Expr::Generic(head, _) => self.eval(site, head),
            _ => self.eval(site, callee),
        }
    }

    /// The values without definitions of the kinds that `is_left_out` accepts, if other definitions remain: a
    /// TypeScript name may be both a type and a value. In other languages all values stay.
    fn drop_kinds(&self, values: Values, is_left_out: fn(SymbolKind) -> bool) -> Values {
        let kind = |found: &FoundValue| match found.value {
            Value::Def(file, def) => self.file(file).map(|scopes| scopes.definition(def).kind),
            _ => None,
        };
        let is_kept = |found: &FoundValue| kind(found).is_some_and(|kind| !is_left_out(kind));
        if self.rules(self.home) != Rules::Ecmascript || !values.iter().any(|found| is_kept(&found)) {
            return values;
        }
        let mut kept_values = Values::default();
        values.iter().filter(|found| kind(found).is_none() || is_kept(found)).for_each(|found| kept_values.push(found));
        kept_values
    }

    fn link_callees(&mut self, callees: Values, line: u32, source: SymbolId) {
        for callee in self.drop_kinds(callees, is_compile_time_type).iter() {
            match callee.value {
                Value::Def(file, def) => {
                    let Some(scopes) = self.file(file) else { continue };
                    let Some(def) = self.called_definition(file, scopes, def) else { continue };
                    self.push_edge(source, self.symbol(file, def), EdgeKind::Calls, callee.strategy, line);
                    if let (SymbolKind::Class, Some(constructor)) =
                        (scopes.definition(def).kind, self.rules(file).constructor())
                    {
                        let instance = FoundValue { value: Value::Instance(file, def), ..callee };
                        self.link_method(instance, constructor, line, source);
                    }
                }
                Value::Instance(..) => self.link_method(callee, "__call__", line, source),
                _ => {}
            }
        }
    }

    /// The definition that a call of `def` calls; `None` for a file. For an anonymous function of JavaScript or Go it
    /// is also `None`, or the variable if the function is the value of a Go variable.
    fn called_definition(&self, file: FileId, scopes: &FileScopes, def: DefId) -> Option<DefId> {
        let definition = scopes.definition(def);
        if definition.kind == SymbolKind::File {
            return None;
        }
        if !definition.flags.has(Flags::ANONYMOUS) || !self.rules(file).merges_anonymous() {
            return Some(def);
        }
        let is_value =
            scopes.definition(definition.parent).kind == SymbolKind::Variable && self.rules(file) == Rules::Go;
        is_value.then_some(definition.parent)
    }

    /// Adds edges to the method of this name that code runs without naming it, such as a constructor.
    pub(super) fn link_method(&mut self, receiver: FoundValue, method: &str, line: u32, source: SymbolId) {
        let Some(name) = self.special_name(method) else { return };
        for found in self.run_bounded(|linker| linker.member(receiver, name)).iter() {
            if let (Value::Def(..), Some(target)) = (found.value, self.target_symbol(found)) {
                self.push_edge(source, target, EdgeKind::Calls, found.strategy, line);
            }
        }
    }

    /// Links the only method with a name, if nothing is known of the receiver. Members of the language's own types and
    /// names that begin with `__` are not linked.
    fn link_unique(
        &mut self,
        scopes: &FileScopes,
        site: Site,
        callee: ExprId,
        reference: &Reference,
        source: SymbolId,
    ) {
        let Expr::Member(base, name) = scopes.expr(callee) else { return };
        let name = scopes.name(name);
        if (self.language().is_own_member)(self.text(name)) {
            return;
        }
        self.record_dependency(name);
        if !self.eval(site, base).is_empty() || self.text(name).starts_with("__") {
            return;
        }
        let methods = self.members_named(name, |kind| kind == SymbolKind::Method);
        match methods.as_slice() {
            [] => {}
            &[only_method] => {
                self.push_edge(source, only_method, EdgeKind::Calls, Strategy::UniqueName, reference.line)
            }
            _ => {}
        }
    }

    fn link_use(&mut self, site: Site, reference: &Reference, source: SymbolId) {
        let values = self.named_values(site, reference.expr);
        self.link_named(values, reference.line, source);
    }

    /// Adds edges to definitions that are named without being called; reading a property is a call.
    fn link_named(&mut self, values: Values, line: u32, source: SymbolId) {
        use SymbolKind::*;
        for found in values.iter() {
            let Value::Def(file, def) = found.value else { continue };
            let Some(scopes) = self.file(file) else { continue };
            let definition = scopes.definition(def);
            let kind = match definition.kind {
                Method if definition.flags.has(Flags::PROPERTY) => EdgeKind::Calls,
                Variable | Constant | Field => EdgeKind::Uses,
                File => continue,
                _ => EdgeKind::References,
            };
            let target = self.symbol(file, def);
            if target != source {
                self.push_edge(source, target, kind, found.strategy, line);
            }
        }
    }

    fn link_parent(&mut self, scopes: &FileScopes, reference: &Reference, source: SymbolId) {
        let kind = if reference.kind == ReferenceKind::Inherit { EdgeKind::Inherits } else { EdgeKind::Implements };
        let scope = scopes.definition(reference.scope).parent;
        let site = Site { file: self.home, scope };
        for found in self.type_values(site, reference.expr).iter() {
            if let Value::Instance(file, def) = found.value {
                // A supertype is named directly, so only its name decides the confidence.
                let strategy = if file == self.home { Strategy::Lexical } else { Strategy::Imported };
                self.push_edge(source, self.symbol(file, def), kind, strategy, reference.line);
            }
        }
    }

    fn target_symbol(&self, found: FoundValue) -> Option<SymbolId> {
        match found.value {
            Value::Def(file, def) => Some(self.symbol(file, def)),
            _ => None,
        }
    }

    /// The graph's symbol of a definition, at the same index; the file's own symbol if the file's rows are
    /// inconsistent.
    pub(super) fn symbol(&self, file: FileId, def: DefId) -> SymbolId {
        let symbols = &self.graph.file(file).symbols;
        symbols.get(def.0 as usize).copied().unwrap_or(symbols[0])
    }

    pub(super) fn push_edge(
        &mut self,
        source: SymbolId,
        target: SymbolId,
        kind: EdgeKind,
        strategy: Strategy,
        line: u32,
    ) {
        self.result.edges.push(NewEdge { source, line, target, kind, strategy });
    }
}

/// Whether a kind of definition does not exist at run time.
fn is_compile_time_type(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Interface | SymbolKind::TypeAlias)
}

/// Whether a kind of definition is not a type.
fn is_value(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Function | SymbolKind::Variable | SymbolKind::Constant)
}
