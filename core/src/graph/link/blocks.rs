//! Blocks that extend a type: Rust's `impl` blocks, blocks around Go's methods, and those of JavaScript objects
//! (`objects`).
//!
//! Generated files have very many of them, so a look-up does not visit them all. Blocks in the scope of their type
//! are found by the type. Blocks of one module that spell their type the same way are resolved once. Many blocks of
//! one type are indexed by the names they bind.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::bounds::Question;
use super::value::Value;
use super::{Linker, Rules, Site};
use crate::base::map::Map;
use crate::base::sort;
use crate::graph::facts::{DefId, Expr, ExprId};
use crate::graph::kind::SymbolKind;
use crate::graph::link::scope_index::{BoundItem, FileScopes};
use crate::graph::model::FileId;
use crate::graph::model::names::NameId;

/// Number of blocks above which they are indexed by the names they bind.
const MAX_UNINDEXED: usize = 16;

/// The blocks that extend one type.
#[derive(Default)]
pub(super) struct Blocks {
    /// Blocks without a supertype: Rust blocks that implement no trait, all Go blocks, and JavaScript blocks other than
    /// those of mixin calls.
    pub(super) inherent_blocks: BlockList,
    /// Blocks with a supertype.
    pub(super) trait_blocks: BlockList,
}

/// All blocks that spell their type the same way, as files and indexes into their `Facts::extensions`.
#[derive(Default)]
pub(super) struct BlockCandidates {
    /// Blocks in the same scope as the type that they extend, by that type.
    same_scope: Map<(FileId, DefId), Vec<(FileId, u32)>>,
    other_scope: Vec<(FileId, u32)>,
}

/// Blocks of one kind, sorted by path and position.
#[derive(Default)]
pub(super) struct BlockList {
    blocks: Vec<(FileId, DefId)>,
    /// Each bound name with the index of a block that binds it; only for more than [`MAX_UNINDEXED`] blocks.
    by_name: Option<Vec<(NameId, u32)>>,
}

impl Blocks {
    pub(super) fn iter(&self) -> impl Iterator<Item = &(FileId, DefId)> {
        self.inherent_blocks.iter().chain(self.trait_blocks.iter())
    }
}

impl BlockList {
    pub(super) fn iter(&self) -> impl Iterator<Item = &(FileId, DefId)> {
        self.blocks.iter()
    }

    /// The blocks that may bind a name. O(log n + the number of results).
    pub(super) fn blocks_binding(&self, name: NameId) -> impl Iterator<Item = (FileId, DefId)> {
        let unindexed_blocks = if self.by_name.is_none() { self.blocks.as_slice() } else { &[] };
        let by_name = self.by_name.as_deref().unwrap_or_default();
        let start = by_name.partition_point(|at| at.0 < name);
        let entries = by_name[start..].iter().take_while(move |at| at.0 == name);
        unindexed_blocks.iter().copied().chain(entries.map(|at| self.blocks[at.1 as usize]))
    }
}

impl Linker<'_> {
    /// The blocks that extend a type.
    pub(super) fn blocks_of(&mut self, file: FileId, def: DefId) -> Rc<Blocks> {
        let rules = self.rules(file);
        let Some(scopes) = self.file(file).filter(|_| rules != Rules::Python) else {
            return Rc::clone(&self.no_blocks);
        };
        let question = Question::Blocks(file, def);
        if let Some(cached) = self.blocks.get(&(file, def)).map(Rc::clone) {
            self.reuse_answer(question);
            return cached;
        }
        self.blocks.insert((file, def), Rc::clone(&self.no_blocks));
        let outer_is_cut = self.start_answer();
        let name = scopes.name(scopes.definition(def).name);
        let blocks = match rules {
            Rules::Ecmascript => {
                self.record_dependency_elsewhere(file, name);
                let extensions = self.blocks_of_object(file, scopes, def);
                self.partition(extensions)
            }
            _ => {
                self.record_dependency(name);
                self.find_blocks(name, (file, def))
            }
        };
        let blocks = Rc::new(blocks);
        self.blocks.insert((file, def), Rc::clone(&blocks));
        self.finish_answer(question, outer_is_cut);
        blocks
    }

    /// The candidates spelled with this name that extend the type `wanted_type`.
    fn find_blocks(&mut self, name: NameId, wanted_type: (FileId, DefId)) -> Blocks {
        let candidates = self.candidates_named(name);
        let mut extensions = candidates.same_scope.get(&wanted_type).cloned().unwrap_or_default();
        let mut known_answers = Map::default();
        for &(file, at) in &candidates.other_scope {
            let Some(scopes) = self.file(file) else { continue };
            let extension = &scopes.facts.extensions[at as usize];
            let extends = match spelled_in_module(scopes, extension.block, extension.target) {
                _ if self.rules(wanted_type.0) == Rules::Go => self.is_method_of(file, wanted_type.0, wanted_type.1),
                None => self.extends_type(file, extension.block, extension.target, wanted_type),
                Some((scope, name)) => match known_answers.get(&(file, scope, name)) {
                    Some(&extends) => extends,
                    None => {
                        let extends = self.extends_type(file, extension.block, extension.target, wanted_type);
                        known_answers.insert((file, scope, name), extends);
                        extends
                    }
                },
            };
            if extends {
                extensions.push((file, at));
            }
        }
        self.partition(extensions)
    }

    /// The blocks that spell their type with this name.
    fn candidates_named(&mut self, name: NameId) -> Rc<BlockCandidates> {
        if let Some(cached) = self.candidates.get(&name) {
            return Rc::clone(cached);
        }
        let mut candidates = BlockCandidates::default();
        for &(file, at) in self.scopes.blocks.get(&name).into_iter().flatten() {
            let Some(scopes) = self.file(file) else { continue };
            let extension = &scopes.facts.extensions[at as usize];
            match sibling_type(scopes, extension.block, extension.target).filter(|_| self.rules(file) == Rules::Rust) {
                Some((def, name)) => {
                    self.record_dependency_elsewhere(file, name);
                    candidates.same_scope.entry((file, def)).or_default().push((file, at));
                }
                None => candidates.other_scope.push((file, at)),
            }
        }
        let candidates = Rc::new(candidates);
        self.candidates.insert(name, Rc::clone(&candidates));
        candidates
    }

    fn partition(&self, mut extensions: Vec<(FileId, u32)>) -> Blocks {
        sort::sort_by_key(&mut extensions, |&(file, at)| (&self.graph.file(file).path, at));
        let mut blocks = Blocks::default();
        for (file, at) in extensions {
            let Some(scopes) = self.file(file) else { continue };
            let block = scopes.facts.extensions[at as usize].block;
            let is_of_trait = scopes.parents(block).next().is_some();
            let list = if is_of_trait { &mut blocks.trait_blocks } else { &mut blocks.inherent_blocks };
            list.blocks.push((file, block));
        }
        self.list_names(&mut blocks.inherent_blocks);
        self.list_names(&mut blocks.trait_blocks);
        blocks
    }

    /// Whether a block's target type resolves to the type `wanted_type`.
    fn extends_type(&mut self, file: FileId, block: DefId, target: ExprId, wanted_type: (FileId, DefId)) -> bool {
        let Some(scopes) = self.file(file) else { return false };
        let scope = scopes.definition(block).parent;
        let target = self.type_values(Site { file, scope }, target);
        target
            .iter()
            .any(|found| matches!(found.value, Value::Instance(f, d) | Value::Def(f, d) if (f, d) == wanted_type))
    }

    fn list_names(&self, list: &mut BlockList) {
        if list.blocks.len() <= MAX_UNINDEXED {
            return;
        }
        let mut by_name = Vec::new();
        for (&(file, block), index) in list.blocks.iter().zip(0..) {
            let declarations = self.file(file).map_or(&[][..], |scopes| scopes.declarations_in(block));
            by_name.extend(declarations.iter().map(|declaration| (declaration.name, index)));
        }
        sort::sort_by_number(&mut by_name, |at| at.0.0);
        by_name.dedup();
        list.by_name = Some(by_name);
    }
}

/// The bare name by which a block refers to its type.
fn spelled_name(scopes: &FileScopes, target: ExprId) -> Option<NameId> {
    let head = if let Expr::Generic(head, _) = scopes.expr(target) { head } else { target };
    if let Expr::Name(name, _) = scopes.expr(head) { Some(scopes.name(name)) } else { None }
}

/// The type that a block extends, and the type's name. `None` unless the type is in the block's scope, as the only
/// definition of that name.
fn sibling_type(scopes: &FileScopes, block: DefId, target: ExprId) -> Option<(DefId, NameId)> {
    let name = spelled_name(scopes, target)?;
    let [only_declaration] = scopes.declarations_of(scopes.definition(block).parent, name) else { return None };
    let BoundItem::Definition(def) = only_declaration.item() else { return None };
    let is_type = matches!(scopes.definition(def).kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Enum);
    is_type.then_some((def, name))
}

/// The module of a block, and the bare name by which the block refers to its type. `None` unless that name means the
/// same everywhere in the module.
fn spelled_in_module(scopes: &FileScopes, block: DefId, target: ExprId) -> Option<(DefId, NameId)> {
    let scope = scopes.definition(block).parent;
    let name = spelled_name(scopes, target)?;
    let is_module = matches!(scopes.definition(scope).kind, SymbolKind::File | SymbolKind::Module);
    let declarations = scopes.declarations_of(scope, name);
    let is_lasting = declarations.len() <= MAX_UNINDEXED
        && !declarations.iter().any(|declaration| matches!(declaration.item(), BoundItem::Binding(_)));
    (is_module && is_lasting).then_some((scope, name))
}
