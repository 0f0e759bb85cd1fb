//! Every file's facts, ready to be linked: names are the project's, and what a scope binds is found by name.
//!
//! Only an instance opened for writing holds it. Not here: what a name leads to (`resolve`).

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::crowds::Crowds;
use super::facts::{
    Binding, BindingKind, DefId, Definition, Expr, ExprId, Facts, Import, ImportKind, Item, List, Name, Reference,
    ReferenceKind,
};
use super::kind::SymbolKind;
use super::links::FileId;
use super::names::NameId;
use crate::map::Map;
use crate::order;

/// What a name can be bound to within its file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bound {
    /// A place in `Facts::definitions`.
    Definition(DefId),
    /// A place in `Facts::imports`.
    Import(u32),
    /// A place in `Facts::bindings`.
    Binding(u32),
}

/// One name bound in one scope, from one place on; how far is for [`FileCode::until`] to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The name.
    pub name: NameId,
    /// The byte offset from which it holds.
    pub at: u32,
    /// [`Bound`] in one word: its case in the highest bits, the place below.
    bound: u32,
}

impl Entry {
    const IMPORT: u32 = 1 << 30;
    const BINDING: u32 = 1 << 31;

    /// As it is sorted: scope and name, from and until, what is bound.
    fn of(&(owned, seen, bound): &(u64, u64, u32)) -> Entry {
        Entry { name: NameId(owned as u32), at: (seen >> 32) as u32, bound }
    }

    /// To what.
    pub fn bound(&self) -> Bound {
        match self.bound {
            definition @ ..Entry::IMPORT => Bound::Definition(DefId(definition)),
            import @ Entry::IMPORT..Entry::BINDING => Bound::Import(import - Entry::IMPORT),
            binding => Bound::Binding(binding - Entry::BINDING),
        }
    }
}

/// So many are counted one by one.
const FEW: usize = 8;

/// One file's facts with the project's names.
pub struct FileCode {
    /// The facts; `names` and `details` are empty here.
    pub facts: Facts,
    /// The project's names, by [`Name`].
    names: Vec<NameId>,
    /// Sorted by scope, name, place and end.
    entries: Vec<Entry>,
    /// Where each scope's entries start, by [`DefId`], and behind the last their end.
    starts: Vec<u32>,
    crowds: Crowds,
    /// Imports of kind `All`, by place.
    stars: Vec<u32>,
    /// Call references, sorted by the bare name of their callee: for what reaches parameters.
    calls: Vec<u32>,
    /// Functions without a name that are arguments of calls, sorted: the function, the reference, the argument's place.
    handed: Vec<(DefId, u32, u16)>,
    /// What a type or block inherits or implements, sorted by it, else in the order of the text.
    parents: Vec<(DefId, ExprId)>,
}

impl FileCode {
    /// Indexes facts with their names as the project's. O(n log n).
    pub fn new(mut facts: Facts, ids: Vec<NameId>) -> FileCode {
        facts.names = Vec::new();
        facts.details = Vec::new();
        // Facts live as long as their instance.
        facts.shrink();
        let id = |name: Name| ids[name.0 as usize];
        // Scope and name, from and until, and what is bound: three numbers are compared sooner than five.
        let two = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
        let mut entries = Vec::with_capacity(facts.definitions.len() + facts.imports.len() + facts.bindings.len());
        for (at, definition) in facts.definitions.iter().enumerate().skip(1) {
            if definition.name != Name(0) && definition.kind != SymbolKind::Block {
                let (from, until) = definition.seen();
                entries.push((two(definition.parent.0, id(definition.name).0), two(from, until), at as u32));
            }
        }
        let mut stars = Vec::new();
        for (at, import) in facts.imports.iter().enumerate() {
            let bound = Entry::IMPORT | at as u32;
            match import_alias(&facts, import) {
                Some(alias) => {
                    entries.push((two(import.scope.0, id(alias).0), two(import.at, u32::MAX), bound));
                }
                None if import.kind == ImportKind::All => stars.push(at as u32),
                None => {}
            }
        }
        for (at, binding) in facts.bindings.iter().enumerate() {
            let bound = Entry::BINDING | at as u32;
            entries.push((two(binding.owner.0, id(binding.name).0), two(binding.at, binding.seen_until()), bound));
        }
        entries.sort_unstable();
        let starts = starts_of(entries.iter().map(|entry| (entry.0 >> 32) as usize), facts.definitions.len());
        let sorted = entries;
        let entries: Vec<Entry> = sorted.iter().map(Entry::of).collect();
        let crowds =
            Crowds::new(&entries, |one, other| sorted[one].0 == sorted[other].0, |entry| until(&facts, entry.bound()));
        FileCode {
            calls: calls_by_name(&facts, &ids),
            handed: handed_functions(&facts),
            parents: parent_types(&facts),
            facts,
            names: ids,
            starts,
            entries,
            crowds,
            stars,
        }
    }

    /// The project's name for one of the file's.
    pub fn name(&self, name: Name) -> NameId {
        self.names[name.0 as usize]
    }

    /// Every name the file knows.
    pub fn names(&self) -> &[NameId] {
        &self.names
    }

    /// Everything that is bound, by scope, name and place.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The byte offset to which an entry is seen; `u32::MAX` where it is seen in all of its scope.
    pub fn until(&self, entry: &Entry) -> u32 {
        until(&self.facts, entry.bound())
    }

    /// Whether an entry holds at a byte offset.
    pub fn holds(&self, entry: &Entry, at: u32) -> bool {
        entry.at <= at && at < self.until(entry)
    }

    /// What a scope binds to a name, in the order of the text.
    pub fn bound(&self, owner: DefId, name: NameId) -> &[Entry] {
        let entries = self.bound_in(owner);
        let from = entries.partition_point(|entry| entry.name < name);
        let entries = &entries[from..];
        // Mostly none or one.
        let len = match entries.iter().take(FEW).take_while(|entry| entry.name == name).count() {
            FEW => entries.partition_point(|entry| entry.name == name),
            len => len,
        };
        &entries[..len]
    }

    /// What may matter at a byte offset of all that a scope binds to a name, as [`FileCode::bound`] gives it: of very many
    /// those that hold there, those that last, and definitions that come later.
    pub fn near<'a>(&self, bound: &'a [Entry], at: u32) -> Cow<'a, [Entry]> {
        self.crowds.near(bound, at).map_or(Cow::Borrowed(bound), Cow::Owned)
    }

    /// Everything that a scope binds, by name and place.
    #[inline]
    pub fn bound_in(&self, owner: DefId) -> &[Entry] {
        let at = owner.0 as usize;
        &self.entries[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The imports of everything that a scope makes, by place.
    pub fn stars_in(&self, scope: DefId) -> impl DoubleEndedIterator<Item = u32> {
        self.stars.iter().copied().filter(move |&star| self.facts.imports[star as usize].scope == scope)
    }

    /// What a function gives back (`Returned`, `Yielded`): they are bound to the empty name.
    pub fn results(&self, function: DefId) -> &[Entry] {
        self.bound(function, NameId(0))
    }

    /// References of kind `Call` whose callee ends in this name.
    pub fn calls_named(&self, name: NameId) -> impl Iterator<Item = u32> {
        let called = |call: u32| called_name(&self.facts, &self.names, &self.facts.references[call as usize]);
        let from = self.calls.partition_point(|&call| called(call) < Some(name));
        self.calls[from..].iter().copied().take_while(move |&call| called(call) == Some(name))
    }

    /// The calls that are given a function without a name: places of references, and which argument it is.
    pub fn handed(&self, function: DefId) -> impl Iterator<Item = (u32, u16)> {
        let from = self.handed.partition_point(|handed| handed.0 < function);
        self.handed[from..].iter().take_while(move |handed| handed.0 == function).map(|handed| (handed.1, handed.2))
    }

    /// The parameters of a function, by name.
    pub fn parameters(&self, function: DefId) -> impl Iterator<Item = &Binding> {
        let bindings = self.bound_in(function).iter().filter_map(|entry| self.binding(entry));
        bindings.filter(|binding| binding.kind == BindingKind::Parameter)
    }

    /// The binding that an entry is of; none for a definition and an import.
    pub fn binding(&self, entry: &Entry) -> Option<&Binding> {
        match entry.bound() {
            Bound::Binding(at) => self.facts.bindings.get(at as usize),
            Bound::Definition(_) | Bound::Import(_) => None,
        }
    }

    /// The expressions of the types that a type or block inherits or implements, in order.
    pub fn parents(&self, of: DefId) -> impl Iterator<Item = ExprId> {
        let from = self.parents.partition_point(|parent| parent.0 < of);
        self.parents[from..].iter().take_while(move |parent| parent.0 == of).map(|parent| parent.1)
    }

    /// An expression.
    pub fn expr(&self, id: ExprId) -> Expr {
        self.facts.exprs[id.0 as usize]
    }

    /// A definition.
    pub fn definition(&self, id: DefId) -> &Definition {
        &self.facts.definitions[id.0 as usize]
    }

    /// The items of a list.
    pub fn items(&self, list: List) -> &[Item] {
        list_items(&self.facts, list)
    }
}

fn until(facts: &Facts, bound: Bound) -> u32 {
    match bound {
        Bound::Definition(definition) => facts.definitions[definition.0 as usize].seen().1,
        Bound::Import(_) => u32::MAX,
        Bound::Binding(place) => facts.bindings[place as usize].seen_until(),
    }
}

/// Where the entries of each of `n_owners` scopes start, and behind the last their end; `owners` has one for each entry.
fn starts_of(owners: impl Iterator<Item = usize>, n_owners: usize) -> Vec<u32> {
    let mut starts = vec![0; n_owners + 1];
    owners.for_each(|owner| starts[owner + 1] += 1);
    let mut before = 0;
    for start in &mut starts {
        before += *start;
        *start = before;
    }
    starts
}

fn list_items(facts: &Facts, list: List) -> &[Item] {
    &facts.items[list.start as usize..list.start as usize + list.len as usize]
}

/// The name an import binds; none for a star.
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
    order::sort_by_key(&mut parents, |parent| parent.0);
    parents
}

fn handed_functions(facts: &Facts) -> Vec<(DefId, u32, u16)> {
    let mut handed = Vec::new();
    let calls = facts.references.iter().zip(0..).filter(|(reference, _)| reference.kind == ReferenceKind::Call);
    for (reference, at) in calls {
        let Expr::Call(_, arguments) = facts.exprs[reference.expr.0 as usize] else { continue };
        for (item, place) in list_items(facts, arguments).iter().zip(0..) {
            if let Expr::Lambda(function) = facts.exprs[item.value.0 as usize] {
                handed.push((function, at, place));
            }
        }
    }
    order::sort(&mut handed);
    handed
}

/// The bare name of what a reference calls.
fn called_name(facts: &Facts, ids: &[NameId], reference: &Reference) -> Option<NameId> {
    let Expr::Call(callee, _) = facts.exprs[reference.expr.0 as usize] else { return None };
    match facts.exprs[callee.0 as usize] {
        Expr::Name(name, _) | Expr::Member(_, name) | Expr::Scoped(_, name) => Some(ids[name.0 as usize]),
        _ => None,
    }
}

fn calls_by_name(facts: &Facts, ids: &[NameId]) -> Vec<u32> {
    let calls = facts.references.iter().zip(0..).filter(|(reference, _)| reference.kind == ReferenceKind::Call);
    let mut named: Vec<(NameId, u32)> =
        calls.filter_map(|(reference, at)| Some((called_name(facts, ids, reference)?, at))).collect();
    order::sort_by_number(&mut named, |call| call.0.0);
    named.iter().map(|call| call.1).collect()
}

/// Every file's facts.
#[derive(Default)]
pub struct Code {
    /// By [`FileId`].
    files: Vec<Option<FileCode>>,
    /// `impl` blocks by the bare name of the type they extend.
    pub blocks: Map<NameId, Vec<(FileId, u32)>>,
    /// Definitions that name a parent type, by that type's bare name.
    pub heirs: Map<NameId, Vec<(FileId, DefId)>>,
}

impl Code {
    /// A file's facts.
    pub fn file(&self, file: FileId) -> Option<&FileCode> {
        self.files.get(file.0 as usize)?.as_ref()
    }

    /// Adds a file's facts, or puts them in the place of the old.
    pub fn insert(&mut self, file: FileId, code: FileCode) {
        self.remove(file);
        for (at, extension) in code.facts.extensions.iter().enumerate() {
            let name = code.name(code.definition(extension.block).name);
            insert_sorted(self.blocks.entry(name).or_default(), (file, at as u32));
        }
        for (name, definition) in parents(&code) {
            insert_sorted(self.heirs.entry(name).or_default(), (file, definition));
        }
        let at = file.0 as usize;
        if self.files.len() <= at {
            self.files.resize_with(at + 1, || None);
        }
        self.files[at] = Some(code);
    }

    /// Removes a file's facts.
    pub fn remove(&mut self, file: FileId) {
        let Some(code) = self.files.get_mut(file.0 as usize).and_then(Option::take) else { return };
        for extension in &code.facts.extensions {
            let name = code.name(code.definition(extension.block).name);
            self.blocks.entry(name).or_default().retain(|block| block.0 != file);
        }
        for (name, _) in parents(&code) {
            self.heirs.entry(name).or_default().retain(|heir| heir.0 != file);
        }
    }
}

/// Keeps lists in the order of files, whatever order they came in.
fn insert_sorted<T: Ord + Copy>(list: &mut Vec<T>, item: T) {
    let at = list.partition_point(|&other| other < item);
    if list.get(at) != Some(&item) {
        list.insert(at, item);
    }
}

/// The parent types that a file's definitions name: bare name and heir.
fn parents(code: &FileCode) -> Vec<(NameId, DefId)> {
    let inherits = code.facts.references.iter().filter(|reference| reference.kind == ReferenceKind::Inherit);
    inherits
        .filter_map(|reference| {
            let mut expr = reference.expr;
            loop {
                match code.facts.exprs[expr.0 as usize] {
                    Expr::Name(name, _) | Expr::Member(_, name) | Expr::Scoped(_, name) => {
                        return Some((code.name(name), reference.scope));
                    }
                    Expr::Generic(head, _) | Expr::Element(head, _) | Expr::Indexed(head, _) => expr = head,
                    _ => return None,
                }
            }
        })
        .collect()
}
