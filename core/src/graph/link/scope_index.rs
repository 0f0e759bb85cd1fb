//! The facts of all files, prepared for linking: names are interned, and a scope's bindings are found by name.
//!
//! Only an instance opened for writing has this index. Not here: resolving names (`link`).

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::shadow_index::ShadowIndex;
use crate::base::map::Map;
use crate::base::sort;
use crate::graph::facts::{
    Binding, BindingKind, DefId, Definition, Expr, ExprId, Facts, Import, ImportKind, List, ListItem, Name, Reference,
    ReferenceKind,
};
use crate::graph::kind::SymbolKind;
use crate::graph::model::FileId;
use crate::graph::model::names::NameId;

/// The item that a name is bound to within its file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum BoundItem {
    /// An index into `Facts::definitions`.
    Definition(DefId),
    /// An index into `Facts::imports`.
    Import(u32),
    /// An index into `Facts::bindings`.
    Binding(u32),
}

/// A name bound in a scope from an offset on. [`FileScopes::effective_until`] tells the offset at which it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Declaration {
    pub name: NameId,
    /// The byte offset from which the declaration is in effect.
    pub effective_from: u32,
    /// A [`BoundItem`] in one word: the case in the highest bits, the index below.
    packed_item: u32,
}

impl Declaration {
    const IMPORT: u32 = 1 << 30;
    const BINDING: u32 = 1 << 31;

    /// From the sort key of declarations: scope and name, start and end, and the bound item.
    fn of(&(scope_and_name, range, packed_item): &(u64, u64, u32)) -> Declaration {
        Declaration { name: NameId(scope_and_name as u32), effective_from: (range >> 32) as u32, packed_item }
    }

    pub(crate) fn item(&self) -> BoundItem {
        match self.packed_item {
            definition @ ..Declaration::IMPORT => BoundItem::Definition(DefId(definition)),
            import @ Declaration::IMPORT..Declaration::BINDING => BoundItem::Import(import - Declaration::IMPORT),
            binding => BoundItem::Binding(binding - Declaration::BINDING),
        }
    }
}

/// Number of a name's declarations up to which a linear scan counts them.
const MAX_SCANNED: usize = 8;

/// The facts of one file, with interned names.
pub(crate) struct FileScopes {
    /// The facts, without `names` and `details`.
    pub facts: Facts,
    /// Interned names; the index is a [`Name`].
    names: Vec<NameId>,
    /// Sorted by scope, name, offset and end.
    declarations: Vec<Declaration>,
    /// For each scope the index of its first declaration, by [`DefId`]; then the number of declarations.
    scope_starts: Vec<u32>,
    shadow_index: ShadowIndex,
    /// Indexes of the imports of kind `All`.
    glob_imports: Vec<u32>,
    /// Indexes of call references, sorted by the bare name of the callee. Parameters find their arguments by them.
    calls: Vec<u32>,
    /// Anonymous functions passed to calls: the function, the index of the reference, the index of the argument;
    /// sorted.
    passed_functions: Vec<(DefId, u32, u16)>,
    /// The supertypes of types and blocks, sorted by the type or block, otherwise in source order.
    parents: Vec<(DefId, ExprId)>,
}

impl FileScopes {
    /// Indexes facts whose names have these interned ids. O(n log n).
    pub(crate) fn new(mut facts: Facts, ids: Vec<NameId>) -> FileScopes {
        facts.names = Vec::new();
        facts.details = Vec::new();
        // Facts live as long as the instance.
        facts.shrink();
        let id = |name: Name| ids[name.0 as usize];
        // The numbers are scope and name, start and end, and the bound item. Three numbers are compared faster than
        // five.
        let packed = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
        let mut declarations = Vec::with_capacity(facts.definitions.len() + facts.imports.len() + facts.bindings.len());
        for (at, definition) in facts.definitions.iter().enumerate().skip(1) {
            if definition.name != Name(0) && definition.kind != SymbolKind::Block {
                let (from, until) = definition.visible_range();
                declarations.push((packed(definition.parent.0, id(definition.name).0), packed(from, until), at as u32));
            }
        }
        let mut glob_imports = Vec::new();
        for (at, import) in facts.imports.iter().enumerate() {
            let packed_item = Declaration::IMPORT | at as u32;
            match import_alias(&facts, import) {
                Some(alias) => {
                    declarations.push((
                        packed(import.scope.0, id(alias).0),
                        packed(import.offset, u32::MAX),
                        packed_item,
                    ));
                }
                None if import.kind == ImportKind::All => glob_imports.push(at as u32),
                None => {}
            }
        }
        for (at, binding) in facts.bindings.iter().enumerate() {
            let packed_item = Declaration::BINDING | at as u32;
            declarations.push((
                packed(binding.owner.0, id(binding.name).0),
                packed(binding.effective_from, binding.visible_until()),
                packed_item,
            ));
        }
        declarations.sort_unstable();
        let scope_starts =
            starts_of(declarations.iter().map(|declaration| (declaration.0 >> 32) as usize), facts.definitions.len());
        let sorted_keys = declarations;
        let declarations: Vec<Declaration> = sorted_keys.iter().map(Declaration::of).collect();
        let shadow_index = ShadowIndex::new(
            &declarations,
            |one, other| sorted_keys[one].0 == sorted_keys[other].0,
            |declaration| end_of(&facts, declaration.item()),
        );
        FileScopes {
            calls: calls_by_name(&facts, &ids),
            passed_functions: find_passed_functions(&facts),
            parents: parent_types(&facts),
            facts,
            names: ids,
            scope_starts,
            declarations,
            shadow_index,
            glob_imports,
        }
    }

    pub(crate) fn name(&self, name: Name) -> NameId {
        self.names[name.0 as usize]
    }

    /// The interned names of the file, by [`Name`].
    pub(crate) fn names(&self) -> &[NameId] {
        &self.names
    }

    /// All declarations, sorted by scope, name, offset and end.
    pub(crate) fn declarations(&self) -> &[Declaration] {
        &self.declarations
    }

    /// The byte offset at which the visibility of a declaration ends; `u32::MAX` if it is visible in the rest of its
    /// scope.
    pub(crate) fn effective_until(&self, declaration: &Declaration) -> u32 {
        end_of(&self.facts, declaration.item())
    }

    /// Whether a declaration is in effect at a byte offset.
    pub(crate) fn is_in_effect(&self, declaration: &Declaration, at: u32) -> bool {
        declaration.effective_from <= at && at < self.effective_until(declaration)
    }

    /// The declarations of a name in a scope, in source order.
    pub(crate) fn declarations_of(&self, owner: DefId, name: NameId) -> &[Declaration] {
        let declarations = self.declarations_in(owner);
        let start = declarations.partition_point(|declaration| declaration.name < name);
        let declarations = &declarations[start..];
        // There is usually none or one.
        let len = match declarations.iter().take(MAX_SCANNED).take_while(|declaration| declaration.name == name).count()
        {
            MAX_SCANNED => declarations.partition_point(|declaration| declaration.name == name),
            len => len,
        };
        &declarations[..len]
    }

    /// Those declarations in `declarations`, a result of [`FileScopes::declarations_of`], that may be in effect at a
    /// byte offset.
    ///
    /// A short list is returned whole. Of a long one the result has at most 96: declarations in effect at the offset,
    /// others that last to the end of the scope, and later definitions and imports.
    pub(crate) fn candidates_at<'a>(&self, declarations: &'a [Declaration], at: u32) -> Cow<'a, [Declaration]> {
        self.shadow_index.candidates_at(declarations, at).map_or(Cow::Borrowed(declarations), Cow::Owned)
    }

    /// All declarations in a scope, sorted by name and position.
    #[inline]
    pub(crate) fn declarations_in(&self, owner: DefId) -> &[Declaration] {
        let at = owner.0 as usize;
        &self.declarations[self.scope_starts[at] as usize..self.scope_starts[at + 1] as usize]
    }

    /// The glob imports in a scope, as indexes into `Facts::imports`.
    pub(crate) fn glob_imports_in(&self, scope: DefId) -> impl DoubleEndedIterator<Item = u32> {
        self.glob_imports.iter().copied().filter(move |&import| self.facts.imports[import as usize].scope == scope)
    }

    /// The results of a function (`ReturnValue`, `YieldValue`), which are bound to the empty name.
    pub(crate) fn results(&self, function: DefId) -> &[Declaration] {
        self.declarations_of(function, NameId(0))
    }

    /// Call references whose callee ends in this name, as indexes into `Facts::references`.
    pub(crate) fn calls_named(&self, name: NameId) -> impl Iterator<Item = u32> {
        let callee_name = |call: u32| called_name(&self.facts, &self.names, &self.facts.references[call as usize]);
        let start = self.calls.partition_point(|&call| callee_name(call) < Some(name));
        self.calls[start..].iter().copied().take_while(move |&call| callee_name(call) == Some(name))
    }

    /// The calls to which an anonymous function is passed: the index of the reference, and of the argument.
    pub(crate) fn calls_passing(&self, function: DefId) -> impl Iterator<Item = (u32, u16)> {
        let start = self.passed_functions.partition_point(|passed| passed.0 < function);
        self.passed_functions[start..]
            .iter()
            .take_while(move |passed| passed.0 == function)
            .map(|passed| (passed.1, passed.2))
    }

    /// The parameters of a function, sorted by name; neither the receiver nor variadic ones are among them.
    pub(crate) fn parameters(&self, function: DefId) -> impl Iterator<Item = &Binding> {
        let bindings = self.declarations_in(function).iter().filter_map(|declaration| self.binding(declaration));
        bindings.filter(|binding| binding.kind == BindingKind::Parameter)
    }

    /// The binding of a declaration; `None` for a definition or an import.
    pub(crate) fn binding(&self, declaration: &Declaration) -> Option<&Binding> {
        match declaration.item() {
            BoundItem::Binding(at) => self.facts.bindings.get(at as usize),
            BoundItem::Definition(_) | BoundItem::Import(_) => None,
        }
    }

    /// The expressions of the supertypes of a type or block, in source order.
    pub(crate) fn parents(&self, owner: DefId) -> impl Iterator<Item = ExprId> {
        let start = self.parents.partition_point(|parent| parent.0 < owner);
        self.parents[start..].iter().take_while(move |parent| parent.0 == owner).map(|parent| parent.1)
    }

    pub(crate) fn expr(&self, id: ExprId) -> Expr {
        self.facts.exprs[id.0 as usize]
    }

    pub(crate) fn definition(&self, id: DefId) -> &Definition {
        &self.facts.definitions[id.0 as usize]
    }

    pub(crate) fn items(&self, list: List) -> &[ListItem] {
        list_items(&self.facts, list)
    }
}

fn end_of(facts: &Facts, item: BoundItem) -> u32 {
    match item {
        BoundItem::Definition(definition) => facts.definitions[definition.0 as usize].visible_range().1,
        BoundItem::Import(_) => u32::MAX,
        BoundItem::Binding(index) => facts.bindings[index as usize].visible_until(),
    }
}

/// For each of `n_owners` scopes the index of its first declaration; then the number of declarations. `owners` has
/// the scope of each declaration.
fn starts_of(owners: impl Iterator<Item = usize>, n_owners: usize) -> Vec<u32> {
    let mut scope_starts = vec![0; n_owners + 1];
    owners.for_each(|owner| scope_starts[owner + 1] += 1);
    let mut n_before = 0;
    for start in &mut scope_starts {
        n_before += *start;
        *start = n_before;
    }
    scope_starts
}

fn list_items(facts: &Facts, list: List) -> &[ListItem] {
    &facts.items[list.start as usize..list.start as usize + list.len as usize]
}

/// The name that an import binds; `None` for a glob import.
fn import_alias(facts: &Facts, import: &Import) -> Option<Name> {
    use ImportKind::*;
    if import.alias != Name(0) {
        return Some(import.alias);
    }
    match import.kind {
        All => None,
        Member => Some(import.member),
        Module => list_items(facts, import.module).first().map(|item| item.name),
    }
}

fn parent_types(facts: &Facts) -> Vec<(DefId, ExprId)> {
    let is_parent = |kind| matches!(kind, ReferenceKind::Inherit | ReferenceKind::Implement);
    let mut parents: Vec<_> =
        facts.references.iter().filter(|at| is_parent(at.kind)).map(|at| (at.scope, at.expr)).collect();
    sort::sort_by_key(&mut parents, |parent| parent.0);
    parents
}

fn find_passed_functions(facts: &Facts) -> Vec<(DefId, u32, u16)> {
    let mut passed_functions = Vec::new();
    let calls = facts.references.iter().zip(0..).filter(|(reference, _)| reference.kind == ReferenceKind::Call);
    for (reference, at) in calls {
        let Expr::Call(_, arguments) = facts.exprs[reference.expr.0 as usize] else { continue };
        for (item, index) in list_items(facts, arguments).iter().zip(0..) {
            if let Expr::Lambda(function) = facts.exprs[item.value.0 as usize] {
                passed_functions.push((function, at, index));
            }
        }
    }
    sort::sort(&mut passed_functions);
    passed_functions
}

/// The bare name of a call's callee.
fn called_name(facts: &Facts, ids: &[NameId], reference: &Reference) -> Option<NameId> {
    let Expr::Call(callee, _) = facts.exprs[reference.expr.0 as usize] else { return None };
    match facts.exprs[callee.0 as usize] {
        Expr::Name(name, _) | Expr::Member(_, name) | Expr::Scoped(_, name) => Some(ids[name.0 as usize]),
        _ => None,
    }
}

fn calls_by_name(facts: &Facts, ids: &[NameId]) -> Vec<u32> {
    let calls = facts.references.iter().zip(0..).filter(|(reference, _)| reference.kind == ReferenceKind::Call);
    let mut named_calls: Vec<(NameId, u32)> =
        calls.filter_map(|(reference, at)| Some((called_name(facts, ids, reference)?, at))).collect();
    sort::sort_by_number(&mut named_calls, |call| call.0.0);
    named_calls.iter().map(|call| call.1).collect()
}

#[derive(Default)]
pub(crate) struct ScopeIndex {
    /// By [`FileId`].
    files: Vec<Option<FileScopes>>,
    /// Blocks by the bare name of the type or object that they extend, as files and indexes into `Facts::extensions`.
    pub blocks: Map<NameId, Vec<(FileId, u32)>>,
    /// Definitions with supertypes, by the bare name of each supertype.
    pub subtypes: Map<NameId, Vec<(FileId, DefId)>>,
}

impl ScopeIndex {
    /// The facts of a file; `None` if it is not a source file or its facts are not loaded.
    pub(crate) fn file(&self, file: FileId) -> Option<&FileScopes> {
        self.files.get(file.0 as usize)?.as_ref()
    }

    /// Adds or replaces the facts of a file.
    pub(crate) fn insert(&mut self, file: FileId, scopes: FileScopes) {
        self.remove(file);
        for (at, extension) in scopes.facts.extensions.iter().enumerate() {
            let name = scopes.name(scopes.definition(extension.block).name);
            insert_sorted(self.blocks.entry(name).or_default(), (file, at as u32));
        }
        for (name, definition) in named_supertypes(&scopes) {
            insert_sorted(self.subtypes.entry(name).or_default(), (file, definition));
        }
        let at = file.0 as usize;
        if self.files.len() <= at {
            self.files.resize_with(at + 1, || None);
        }
        self.files[at] = Some(scopes);
    }

    /// Removes a file's facts.
    pub(crate) fn remove(&mut self, file: FileId) {
        let Some(scopes) = self.files.get_mut(file.0 as usize).and_then(Option::take) else { return };
        for extension in &scopes.facts.extensions {
            let name = scopes.name(scopes.definition(extension.block).name);
            self.blocks.entry(name).or_default().retain(|block| block.0 != file);
        }
        for (name, _) in named_supertypes(&scopes) {
            self.subtypes.entry(name).or_default().retain(|subtype| subtype.0 != file);
        }
    }
}

/// Inserts an item in order, so that lists do not depend on the order of insertion.
fn insert_sorted<T: Ord + Copy>(list: &mut Vec<T>, item: T) {
    let at = list.partition_point(|&other| other < item);
    if list.get(at) != Some(&item) {
        list.insert(at, item);
    }
}

/// For each supertype that a file names, the supertype's bare name and the subtype.
fn named_supertypes(scopes: &FileScopes) -> Vec<(NameId, DefId)> {
    let inherit_references =
        scopes.facts.references.iter().filter(|reference| reference.kind == ReferenceKind::Inherit);
    inherit_references
        .filter_map(|reference| {
            let mut expr = reference.expr;
            loop {
                match scopes.facts.exprs[expr.0 as usize] {
                    Expr::Name(name, _) | Expr::Member(_, name) | Expr::Scoped(_, name) => {
                        return Some((scopes.name(name), reference.scope));
                    }
                    Expr::Generic(head, _) | Expr::Element(head, _) | Expr::Indexed(head, _) => expr = head,
                    _ => return None,
                }
            }
        })
        .collect()
}
