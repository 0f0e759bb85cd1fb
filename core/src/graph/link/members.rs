//! Members of modules, of types including supertypes and `impl` blocks, and of instances.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::iter::once;

use super::bounds::Question;
use super::lexical::is_exported;
use super::types::is_pointer;
use super::value::{ExternalKind, FoundValue, Value, Values, weaker_strategy};
use super::{Lineage, Linker, Rules, Site, reaching};
use crate::base::sort;
use crate::graph::facts::{DefId, Flags};
use crate::graph::kind::{Strategy, SymbolKind};
use crate::graph::link::scope_index::{BoundItem, Declaration, FileScopes};
use crate::graph::model::FileId;
use crate::graph::model::names::NameId;

/// The most bindings of a variable that are followed.
const MAX_FOLLOWED: usize = 64;
/// The most types of a lineage: a type and its supertypes.
const MAX_ANCESTORS: usize = 64;
/// The most blocks of a type that are searched for supertypes.
const MAX_TRAITS: usize = 256;
/// The most subtypes that are searched for an override.
const MAX_SUBTYPES: usize = 16;

impl Linker<'_> {
    /// Resolves `value.name`; empty if the value has no such known member.
    pub(super) fn member(&mut self, receiver: FoundValue, name: NameId) -> Values {
        match receiver.value {
            Value::Def(file, def) => {
                let Some(scopes) = self.file(file) else { return Values::default() };
                match scopes.definition(def).kind {
                    SymbolKind::File if self.rules(file) == Rules::Go => self
                        .package_member(file, name)
                        .limited_to(weaker_strategy(receiver.strategy, Strategy::Qualified)),
                    SymbolKind::File | SymbolKind::Module => self
                        .module_member(file, def, name)
                        .limited_to(weaker_strategy(receiver.strategy, Strategy::Qualified)),
                    SymbolKind::Function if self.rules(file) == Rules::Ecmascript => {
                        let members = self.type_member(file, def, name);
                        self.members_of_side(members, false)
                            .limited_to(weaker_strategy(receiver.strategy, Strategy::Qualified))
                    }
                    _ => self
                        .type_member(file, def, name)
                        .limited_to(weaker_strategy(receiver.strategy, Strategy::Qualified)),
                }
            }
            Value::Instance(file, def) => {
                let members = self.type_member(file, def, name);
                let members = if self.makes_objects(file, def) { self.members_of_side(members, true) } else { members };
                let members = match members.is_empty() {
                    false => members,
                    true if self.rules(file) == Rules::Go => {
                        self.for_underlying_type(file, def, |linker, found| linker.member(found, name))
                    }
                    true => self.overrides(file, def, name),
                };
                members.limited_to(receiver.strategy)
            }
            Value::Parents(file, def) => {
                let lineage = self.lineage(file, def);
                self.member_of_types(&lineage.types[1.min(lineage.types.len())..], lineage.is_open, name)
                    .limited_to(Strategy::SuperMember)
            }
            Value::Folder(folder) => self.folder_member(folder, name),
            Value::Container(file, ..) if matches!(self.rules(file), Rules::Ecmascript | Rules::Go) => {
                self.object_member(receiver, name).unwrap_or(Values::external_untyped())
            }
            Value::Container(..) => match self.pointee(receiver) {
                Some(inner) => {
                    let mut values = Values::default();
                    inner.iter().for_each(|inner| values.extend(self.run_bounded(|linker| linker.member(inner, name))));
                    values
                }
                None => Values::external_untyped(),
            },
            Value::External(ExternalKind::ByName) => Values::external(ExternalKind::ByName),
            Value::External(_) | Value::GeneratorValues(..) | Value::UnorderedContainer(..) => {
                Values::external_untyped()
            }
            Value::Local(..) => Values::default(),
        }
    }

    /// The target of a pointer-like type, such as Rust's `Box` or `Arc`; the members of the target are read through it.
    /// `None` for other values.
    pub(super) fn pointee(&mut self, pointer: FoundValue) -> Option<Values> {
        let Value::Container(file, _, expr, _) = pointer.value else { return None };
        let scopes = self.file(file)?;
        (self.rules(file) == Rules::Rust && is_pointer(self, scopes, expr)).then(|| self.element(pointer, u32::MAX))
    }

    /// A name of a module: bound in it, brought in by a glob import, or a submodule.
    pub(super) fn module_member(&mut self, file: FileId, module: DefId, name: NameId) -> Values {
        self.record_dependency(name);
        let Some(scopes) = self.file(file) else { return Values::default() };
        let is_ecmascript = self.rules(file) == Rules::Ecmascript;
        // Names with limited visibility do not belong to the module, nor do imports that a JavaScript module does not
        // re-export.
        let is_private_import = |declaration: &Declaration| {
            is_ecmascript && matches!(declaration.item(), BoundItem::Import(_)) && !is_exported(scopes, declaration)
        };
        let is_lasting = |declaration: &Declaration| {
            scopes.effective_until(declaration) == u32::MAX && !is_private_import(declaration)
        };
        let declarations = &reaching::reaching_declarations(scopes, scopes.declarations_of(module, name), u32::MAX);
        let values = self.bound_values(file, scopes, declarations, is_lasting);
        if !values.is_empty() {
            return values;
        }
        let glob_values = self.glob_imported_values(file, module, name);
        if glob_values.is_empty() { self.submodule(file, name) } else { glob_values }
    }

    /// A member of a type or its supertypes; external if it is missing and a supertype is external.
    fn type_member(&mut self, file: FileId, def: DefId, name: NameId) -> Values {
        let question = Question::Member(file, def, name);
        if let Some(&cached) = self.members.get(&(file, def, name)) {
            self.reuse_answer(question);
            return cached;
        }
        let outer_is_cut = self.start_answer();
        let lineage = self.lineage(file, def);
        let values = self.member_of_types(&lineage.types, lineage.is_open, name);
        self.members.insert((file, def, name), values);
        self.finish_answer(question, outer_is_cut);
        values
    }

    fn member_of_types(&mut self, types: &[(FileId, DefId)], is_open: bool, name: NameId) -> Values {
        self.record_dependency(name);
        for &(file, def) in types {
            let values = self.member_of_one(file, def, name);
            if !values.is_empty() {
                return values;
            }
        }
        if is_open { Values::external_untyped() } else { Values::default() }
    }

    /// A member of one type without its supertypes. The type and its inherent blocks take precedence over its trait
    /// blocks.
    fn member_of_one(&mut self, file: FileId, def: DefId, name: NameId) -> Values {
        let blocks = self.blocks_of(file, def);
        // The bindings of a JavaScript function are its locals, not its members.
        let is_function = self.file(file).is_some_and(|scopes| scopes.definition(def).kind == SymbolKind::Function);
        let mut values = if is_function { Values::default() } else { self.own_member(file, def, name) };
        for (block_list, is_of_trait) in [(&blocks.inherent_blocks, false), (&blocks.trait_blocks, true)] {
            for (file, block) in block_list.blocks_binding(name) {
                values.extend(self.own_member(file, block, name));
            }
            // One trait may be implemented with different arguments (`TryFrom<u8>`, `TryFrom<u16>`). The type of the
            // argument decides between them, and is not known.
            if is_of_trait && values.iter().nth(1).is_some() {
                return values.limited_to(Strategy::Overridden);
            }
            if !values.is_empty() {
                break;
            }
        }
        values
    }

    fn own_member(&mut self, file: FileId, def: DefId, name: NameId) -> Values {
        let Some(scopes) = self.file(file) else { return Values::default() };
        self.bound_values(
            file,
            scopes,
            &reaching::reaching_declarations(scopes, scopes.declarations_of(def, name), u32::MAX),
            |_| true,
        )
    }

    /// Definitions of a member in the subtypes of a type that lacks the member.
    fn overrides(&mut self, file: FileId, def: DefId, name: NameId) -> Values {
        let Some(scopes) = self.file(file) else { return Values::default() };
        let type_name = scopes.name(scopes.definition(def).name);
        self.record_dependency(type_name);
        let mut subtypes = self.scopes.subtypes.get(&type_name).cloned().unwrap_or_default();
        sort::sort_by_key(&mut subtypes, |&(file, def)| (&self.graph.file(file).path, def));
        let mut values = Values::default();
        for (subtype_file, subtype) in subtypes.into_iter().take(MAX_SUBTYPES) {
            if (subtype_file, subtype) != (file, def)
                && self.lineage(subtype_file, subtype).types.contains(&(file, def))
            {
                values.extend(self.own_member(subtype_file, subtype, name));
            }
        }
        values.limited_to(Strategy::Overridden)
    }

    /// A type and its supertypes, depth first; a shared supertype comes after the last type that shares it.
    pub(super) fn lineage(&mut self, file: FileId, def: DefId) -> Rc<Lineage> {
        let question = Question::Lineage(file, def);
        if let Some(cached) = self.lineages.get(&(file, def)).map(Rc::clone) {
            self.reuse_answer(question);
            return cached;
        }
        // While it is being computed, a type that inherits itself has no supertypes.
        self.lineages.insert((file, def), Rc::new(Lineage { types: vec![(file, def)], is_open: false }));
        let outer_is_cut = self.start_answer();
        let mut lineage = Lineage { types: vec![(file, def)], is_open: false };
        for found in self.parents_of(file, def) {
            match found.value {
                Value::Def(file, def) | Value::Instance(file, def) if self.descend() => {
                    let parent_lineage = self.lineage(file, def);
                    self.ascend();
                    lineage.is_open |= parent_lineage.is_open;
                    lineage.types.retain(|known| !parent_lineage.types.contains(known));
                    lineage.types.extend(&parent_lineage.types);
                }
                _ => lineage.is_open = true,
            }
        }
        lineage.types.retain(|&known| known != (file, def));
        lineage.types.insert(0, (file, def));
        lineage.types.truncate(MAX_ANCESTORS);
        let lineage = Rc::new(lineage);
        self.lineages.insert((file, def), Rc::clone(&lineage));
        self.finish_answer(question, outer_is_cut);
        lineage
    }

    /// The supertypes of a type, including those of the blocks that extend it. Unknown supertypes and those beyond the
    /// bound count as external.
    fn parents_of(&mut self, file: FileId, def: DefId) -> Vec<FoundValue> {
        let unknown_parent =
            FoundValue { value: Value::External(ExternalKind::OfUnknownType), strategy: Strategy::Lexical };
        let blocks = self.blocks_of(file, def);
        let mut parents = Vec::new();
        for (n_before, &(file, holder)) in once(&(file, def)).chain(blocks.trait_blocks.iter()).enumerate() {
            if n_before > MAX_TRAITS {
                parents.push(unknown_parent);
                break;
            }
            let Some(scopes) = self.file(file) else { continue };
            let scope = if holder == def { scopes.definition(holder).parent } else { holder };
            for expr in scopes.parents(holder).collect::<Vec<_>>() {
                let values = self.type_values(Site { file, scope }, expr);
                match values.is_empty() {
                    true => parents.push(unknown_parent),
                    false => parents.extend(values.iter()),
                }
            }
        }
        parents
    }

    /// The type that contains a scope: the nearest enclosing type, or the type extended by the enclosing `impl`
    /// block.
    pub(super) fn enclosing_type(&mut self, site: Site) -> Option<(FileId, DefId)> {
        let scopes = self.file(site.file)?;
        let mut at = site.scope;
        let is_ecmascript = self.rules(site.file) == Rules::Ecmascript;
        loop {
            match scopes.definition(at).kind {
                SymbolKind::Class | SymbolKind::Interface | SymbolKind::Enum => return Some((site.file, at)),
                SymbolKind::Block if is_ecmascript => return self.extended_object(site.file, scopes, at),
                SymbolKind::Block => return self.extended_type(site.file, scopes, at),
                _ if at == DefId(0) => return None,
                _ => at = scopes.definition(at).parent,
            }
        }
    }

    fn extended_type(&mut self, file: FileId, scopes: &FileScopes, block: DefId) -> Option<(FileId, DefId)> {
        let extensions = &scopes.facts.extensions;
        let at = extensions.binary_search_by_key(&block, |extension| extension.block).ok()?;
        let extension = &extensions[at];
        let scope = scopes.definition(block).parent;
        self.type_values(Site { file, scope }, extension.target).iter().find_map(|found| match found.value {
            Value::Instance(file, def) | Value::Def(file, def) => Some((file, def)),
            _ => None,
        })
    }

    /// The values that reading a definition gives: those of a variable, or the result of a property.
    pub(super) fn read_definition(&mut self, found: FoundValue) -> Values {
        let values = match found.value {
            Value::Local(file, binding) => self.run_bounded(|linker| linker.binding_values(file, binding)),
            Value::Def(file, def) => {
                let Some(scopes) = self.file(file) else { return Values::default() };
                let definition = scopes.definition(def);
                match definition.kind {
                    SymbolKind::Variable | SymbolKind::Constant if self.is_object(file, def) => {
                        let mut values = Values::one(Value::Instance(file, def), Strategy::Lexical);
                        values.extend(self.variable_values(file, scopes, def));
                        values
                    }
                    SymbolKind::Variable | SymbolKind::Field | SymbolKind::TypeAlias => {
                        self.variable_values(file, scopes, def)
                    }
                    SymbolKind::Constant if !is_variant(scopes, def) => self.variable_values(file, scopes, def),
                    SymbolKind::Constant => Values::one(Value::Instance(file, definition.parent), Strategy::Qualified),
                    SymbolKind::Method if definition.flags.has(Flags::PROPERTY) => {
                        self.run_bounded(|linker| linker.function_results(file, def))
                    }
                    _ => return Values::one(found.value, found.strategy),
                }
            }
            _ => return Values::one(found.value, found.strategy),
        };
        values.limited_to(found.strategy)
    }

    /// The values of a variable's bindings. If some bindings are annotated with a type other than a function type, only
    /// the values of these bindings.
    fn variable_values(&mut self, file: FileId, scopes: &FileScopes, def: DefId) -> Values {
        let definition = scopes.definition(def);
        let bindings: Vec<u32> = scopes
            .declarations_of(definition.parent, scopes.name(definition.name))
            .iter()
            .filter_map(|declaration| match declaration.item() {
                BoundItem::Binding(binding) => Some(binding),
                _ => None,
            })
            .take(MAX_FOLLOWED)
            .collect();
        let is_annotated = |&at: &u32| {
            let annotation = scopes.facts.bindings[at as usize].annotation;
            annotation.0 != 0 && !self.is_signature(scopes, annotation)
        };
        let annotated: Vec<u32> = bindings.iter().copied().filter(is_annotated).collect();
        let bindings = if annotated.is_empty() { bindings } else { annotated };
        let mut values = Values::default();
        let mut has_unknown = false;
        for at in bindings {
            let bound_values = self.run_bounded(|linker| linker.binding_values(file, at));
            has_unknown |= bound_values.is_empty();
            values.extend(bound_values);
        }
        let values = values.with_others(has_unknown);
        match definition.kind {
            // A function stored in a field got there as a value.
            SymbolKind::Field => values.limited_to(Strategy::FieldType).definitions_limited_to(Strategy::Flow),
            _ => values,
        }
    }
}

/// Whether a constant is a variant of an enum.
pub(super) fn is_variant(scopes: &FileScopes, def: DefId) -> bool {
    let definition = scopes.definition(def);
    definition.kind == SymbolKind::Constant && scopes.definition(definition.parent).kind == SymbolKind::Enum
}
