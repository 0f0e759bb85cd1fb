//! Members: of modules, of types through their ancestors and `impl` blocks, of instances.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::iter::once;

use super::bounds::Question;
use super::lexical::is_exported;
use super::types::passes_through;
use super::value::{Found, Value, Values, weaker};
use super::{Lineage, Linker, Place, Rules, latest};
use crate::graph::code::{Bound, Entry, FileCode};
use crate::graph::facts::{DefId, Marks};
use crate::graph::kind::{Strategy, SymbolKind};
use crate::graph::links::FileId;
use crate::graph::names::NameId;
use crate::order;

/// The most bindings of a variable that are looked at for what it is.
const MOST_FOLLOWED: usize = 64;
/// The most ancestors of a type that are looked at.
const MOST_ANCESTORS: usize = 64;
/// The most blocks of a type that are looked at for the traits that it implements.
const MOST_TRAITS: usize = 256;
/// The most subtypes that are looked at for an override.
const MOST_HEIRS: usize = 16;

impl Linker<'_> {
    /// What `value.name` means; empty where the value has no such member that is known.
    pub(super) fn member(&mut self, of: Found, name: NameId) -> Values {
        match of.value {
            Value::Def(file, def) => {
                let Some(code) = self.file(file) else { return Values::default() };
                match code.definition(def).kind {
                    SymbolKind::File if self.rules(file) == Rules::Go => {
                        self.package_member(file, name).at_most(weaker(of.strategy, Strategy::Qualified))
                    }
                    SymbolKind::File | SymbolKind::Module => {
                        self.module_member(file, def, name).at_most(weaker(of.strategy, Strategy::Qualified))
                    }
                    _ => self.type_member(file, def, name).at_most(weaker(of.strategy, Strategy::Qualified)),
                }
            }
            Value::Instance(file, def) => {
                let found = self.type_member(file, def, name);
                let found = match found.is_empty() {
                    false => found,
                    true if self.rules(file) == Rules::Go => {
                        self.through_underlying(file, def, |linker, found| linker.member(found, name))
                    }
                    true => self.overrides(file, def, name),
                };
                found.at_most(of.strategy)
            }
            Value::Parents(file, def) => {
                let lineage = self.lineage(file, def);
                self.member_in(&lineage.types[1.min(lineage.types.len())..], lineage.open, name)
                    .at_most(Strategy::SuperMember)
            }
            Value::Folder(folder) => self.folder_member(folder, name),
            Value::Held(file, ..) if matches!(self.rules(file), Rules::Ecmascript | Rules::Go) => {
                self.object_member(of, name).unwrap_or(Values::external())
            }
            Value::Held(..) => match self.passed_through(of) {
                Some(inner) => {
                    let mut values = Values::default();
                    inner.iter().for_each(|inner| values.extend(self.bounded(|linker| linker.member(inner, name))));
                    values
                }
                None => Values::external(),
            },
            Value::External | Value::Yields(..) | Value::HeldValues(..) => Values::external(),
            Value::Local(..) => Values::default(),
        }
    }

    /// What a pointer-like type lets its members through to (Rust's `Box`, `Arc`, …).
    pub(super) fn passed_through(&mut self, of: Found) -> Option<Values> {
        let Value::Held(file, _, expr, _) = of.value else { return None };
        let code = self.file(file)?;
        (self.rules(file) == Rules::Rust && passes_through(self, code, expr)).then(|| self.element(of, u32::MAX))
    }

    /// A name of a module: bound in it, brought in by a star, or a module below it.
    pub(super) fn module_member(&mut self, file: FileId, module: DefId, name: NameId) -> Values {
        self.consult(name);
        let Some(code) = self.file(file) else { return Values::default() };
        let is_ecmascript = self.rules(file) == Rules::Ecmascript;
        // What holds over a few bytes of the module is no name of it, nor what JavaScript imports for itself.
        let is_its_own =
            |entry: &Entry| is_ecmascript && matches!(entry.bound(), Bound::Import(_)) && !is_exported(code, entry);
        let lasts = |entry: &Entry| code.until(entry) == u32::MAX && !is_its_own(entry);
        let bound = &latest::left(code, code.bound(module, name), u32::MAX);
        let values = self.bound_values(file, code, bound, lasts);
        if !values.is_empty() {
            return values;
        }
        let starred = self.starred(file, module, name);
        if starred.is_empty() { self.submodule(file, name) } else { starred }
    }

    /// A member of a type, its own or an ancestor's; outside where an ancestor is.
    fn type_member(&mut self, file: FileId, def: DefId, name: NameId) -> Values {
        let question = Question::Member(file, def, name);
        if let Some(&known) = self.members.get(&(file, def, name)) {
            self.reuse(question);
            return known;
        }
        let outer = self.open();
        let lineage = self.lineage(file, def);
        let values = self.member_in(&lineage.types, lineage.open, name);
        self.members.insert((file, def, name), values);
        self.close(question, outer);
        values
    }

    fn member_in(&mut self, types: &[(FileId, DefId)], open: bool, name: NameId) -> Values {
        self.consult(name);
        for &(file, def) in types {
            let values = self.member_of_one(file, def, name);
            if !values.is_empty() {
                return values;
            }
        }
        if open { Values::external() } else { Values::default() }
    }

    /// A member of one type without its ancestors: what it and its own blocks have hides what its traits' blocks have.
    fn member_of_one(&mut self, file: FileId, def: DefId, name: NameId) -> Values {
        let blocks = self.blocks_of(file, def);
        let mut values = self.own_member(file, def, name);
        for (some, of_trait) in [(&blocks.own, false), (&blocks.of_traits, true)] {
            for (file, block) in some.binding(name) {
                values.extend(self.own_member(file, block, name));
            }
            // One trait in several forms (`TryFrom<u8>`, `TryFrom<u16>`): what it is given decides, and that is not known.
            if of_trait && values.iter().nth(1).is_some() {
                return values.at_most(Strategy::Overridden);
            }
            if !values.is_empty() {
                break;
            }
        }
        values
    }

    fn own_member(&mut self, file: FileId, def: DefId, name: NameId) -> Values {
        let Some(code) = self.file(file) else { return Values::default() };
        self.bound_values(file, code, &latest::left(code, code.bound(def, name), u32::MAX), |_| true)
    }

    /// Overrides in subtypes, for a member that the type calls on itself without having it.
    fn overrides(&mut self, file: FileId, def: DefId, name: NameId) -> Values {
        let Some(code) = self.file(file) else { return Values::default() };
        let type_name = code.name(code.definition(def).name);
        self.consult(type_name);
        let mut heirs = self.code.heirs.get(&type_name).cloned().unwrap_or_default();
        order::sort_by_key(&mut heirs, |&(file, def)| (&self.graph.file(file).path, def));
        let mut values = Values::default();
        for (heir_file, heir) in heirs.into_iter().take(MOST_HEIRS) {
            if (heir_file, heir) != (file, def) && self.lineage(heir_file, heir).types.contains(&(file, def)) {
                values.extend(self.own_member(heir_file, heir, name));
            }
        }
        values.at_most(Strategy::Overridden)
    }

    /// A type and its ancestors: depth first, and what several share after the last that shares it.
    pub(super) fn lineage(&mut self, file: FileId, def: DefId) -> Rc<Lineage> {
        let question = Question::Lineage(file, def);
        if let Some(known) = self.lineages.get(&(file, def)).map(Rc::clone) {
            self.reuse(question);
            return known;
        }
        // While it is being found out, a type that inherits itself sees only itself.
        self.lineages.insert((file, def), Rc::new(Lineage { types: vec![(file, def)], open: false }));
        let outer = self.open();
        let mut lineage = Lineage { types: vec![(file, def)], open: false };
        for found in self.parents_of(file, def) {
            match found.value {
                Value::Def(file, def) | Value::Instance(file, def) if self.descend() => {
                    let above = self.lineage(file, def);
                    self.ascend();
                    lineage.open |= above.open;
                    lineage.types.retain(|known| !above.types.contains(known));
                    lineage.types.extend(&above.types);
                }
                _ => lineage.open = true,
            }
        }
        lineage.types.retain(|&known| known != (file, def));
        lineage.types.insert(0, (file, def));
        lineage.types.truncate(MOST_ANCESTORS);
        let lineage = Rc::new(lineage);
        self.lineages.insert((file, def), Rc::clone(&lineage));
        self.close(question, outer);
        lineage
    }

    /// The types that a type, and the blocks that extend it, inherit or implement; what is unknown counts as outside, and so do
    /// more than can matter.
    fn parents_of(&mut self, file: FileId, def: DefId) -> Vec<Found> {
        let outside = Found { value: Value::External, strategy: Strategy::Lexical };
        let blocks = self.blocks_of(file, def);
        let mut parents = Vec::new();
        for (n_before, &(file, holder)) in once(&(file, def)).chain(blocks.of_traits.iter()).enumerate() {
            if n_before > MOST_TRAITS {
                parents.push(outside);
                break;
            }
            let Some(code) = self.file(file) else { continue };
            let scope = if holder == def { code.definition(holder).parent } else { holder };
            for expr in code.parents(holder).collect::<Vec<_>>() {
                let values = self.typed(Place { file, scope }, expr);
                match values.is_empty() {
                    true => parents.push(outside),
                    false => parents.extend(values.iter()),
                }
            }
        }
        parents
    }

    /// The type that a scope stands in: the nearest type around it, or the one that its `impl` block extends.
    pub(super) fn enclosing_type(&mut self, place: Place) -> Option<(FileId, DefId)> {
        let code = self.file(place.file)?;
        let mut at = place.scope;
        loop {
            match code.definition(at).kind {
                SymbolKind::Class | SymbolKind::Interface | SymbolKind::Enum => return Some((place.file, at)),
                SymbolKind::Block => return self.extended(place.file, code, at),
                _ if at == DefId(0) => return None,
                _ => at = code.definition(at).parent,
            }
        }
    }

    fn extended(&mut self, file: FileId, code: &FileCode, block: DefId) -> Option<(FileId, DefId)> {
        let extensions = &code.facts.extensions;
        let at = extensions.binary_search_by_key(&block, |extension| extension.block).ok()?;
        let extension = &extensions[at];
        let scope = code.definition(block).parent;
        self.typed(Place { file, scope }, extension.target).iter().find_map(|found| match found.value {
            Value::Instance(file, def) | Value::Def(file, def) => Some((file, def)),
            _ => None,
        })
    }

    /// What a thing with a name is worth when it is read: a variable its values, a property what it returns.
    pub(super) fn read(&mut self, found: Found) -> Values {
        let values = match found.value {
            Value::Local(file, binding) => self.bounded(|linker| linker.binding_values(file, binding)),
            Value::Def(file, def) => {
                let Some(code) = self.file(file) else { return Values::default() };
                let definition = code.definition(def);
                match definition.kind {
                    SymbolKind::Variable | SymbolKind::Field | SymbolKind::TypeAlias => self.bound_to(file, code, def),
                    SymbolKind::Constant if !is_variant(code, def) => self.bound_to(file, code, def),
                    SymbolKind::Constant => Values::one(Value::Instance(file, definition.parent), Strategy::Qualified),
                    SymbolKind::Method if definition.marks.has(Marks::PROPERTY) => {
                        self.bounded(|linker| linker.returned(file, def))
                    }
                    _ => return Values::one(found.value, found.strategy),
                }
            }
            _ => return Values::one(found.value, found.strategy),
        };
        values.at_most(found.strategy)
    }

    /// The values of a variable's bindings; where one has an annotation, only what annotations say.
    fn bound_to(&mut self, file: FileId, code: &FileCode, def: DefId) -> Values {
        let definition = code.definition(def);
        let bindings: Vec<u32> = code
            .bound(definition.parent, code.name(definition.name))
            .iter()
            .filter_map(|entry| match entry.bound() {
                Bound::Binding(binding) => Some(binding),
                _ => None,
            })
            .take(MOST_FOLLOWED)
            .collect();
        let says = |&at: &u32| {
            let annotation = code.facts.bindings[at as usize].annotation;
            annotation.0 != 0 && !self.is_signature(code, annotation)
        };
        let told: Vec<u32> = bindings.iter().copied().filter(says).collect();
        let bindings = if told.is_empty() { bindings } else { told };
        let mut values = Values::default();
        for at in bindings {
            values.extend(self.bounded(|linker| linker.binding_values(file, at)));
        }
        match definition.kind {
            // A function that a field holds has reached it as a value.
            SymbolKind::Field => values.at_most(Strategy::FieldType).definitions_at_most(Strategy::Flow),
            _ => values,
        }
    }
}

/// Whether a constant is a variant of an enumeration.
pub(super) fn is_variant(code: &FileCode, def: DefId) -> bool {
    let definition = code.definition(def);
    definition.kind == SymbolKind::Constant && code.definition(definition.parent).kind == SymbolKind::Enum
}
