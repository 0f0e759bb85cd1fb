//! The blocks that extend a type: Rust's `impl`, and what stands for each of Go's methods.
//!
//! Generated files have very many of them, of one type or of types that are named alike, so they are not all looked at for each
//! look-up: a block beside its type is found by that, blocks of one module that name their type alike are resolved once, and of
//! many those that bind a name are found by it.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::bounds::Question;
use super::value::Value;
use super::{Linker, Place, Rules};
use crate::graph::code::{Bound, FileCode};
use crate::graph::facts::{DefId, Expr, ExprId};
use crate::graph::kind::SymbolKind;
use crate::graph::links::FileId;
use crate::graph::names::NameId;
use crate::map::Map;
use crate::order;

/// Of more blocks than these those that bind a name are found by it.
const FEW: usize = 16;

/// The blocks of a type.
#[derive(Default)]
pub(super) struct Blocks {
    /// What the type has of itself.
    pub(super) own: Strand,
    /// What it has of the traits that it implements.
    pub(super) of_traits: Strand,
}

/// The blocks that name a type alike: files, and places among the file's extensions.
#[derive(Default)]
pub(super) struct Candidates {
    /// Those that stand beside the type that they mean, by that.
    beside: Map<(FileId, DefId), Vec<(FileId, u32)>>,
    elsewhere: Vec<(FileId, u32)>,
}

/// Some blocks, by path and place.
#[derive(Default)]
pub(super) struct Strand {
    blocks: Vec<(FileId, DefId)>,
    /// Where they are many: each name with the places of the blocks that bind it.
    by_name: Option<Vec<(NameId, u32)>>,
}

impl Strand {
    pub(super) fn iter(&self) -> impl Iterator<Item = &(FileId, DefId)> {
        self.blocks.iter()
    }

    /// The blocks that may bind a name. O(log n) and those that do.
    pub(super) fn binding(&self, name: NameId) -> impl Iterator<Item = (FileId, DefId)> {
        let few = if self.by_name.is_none() { self.blocks.as_slice() } else { &[] };
        let by_name = self.by_name.as_deref().unwrap_or_default();
        let from = by_name.partition_point(|at| at.0 < name);
        let named = by_name[from..].iter().take_while(move |at| at.0 == name);
        few.iter().copied().chain(named.map(|at| self.blocks[at.1 as usize]))
    }
}

impl Linker<'_> {
    /// The blocks that extend a type.
    pub(super) fn blocks_of(&mut self, file: FileId, def: DefId) -> Rc<Blocks> {
        let rules = self.rules(file);
        let Some(code) = self.file(file).filter(|_| matches!(rules, Rules::Rust | Rules::Go)) else {
            return Rc::clone(&self.no_blocks);
        };
        let question = Question::Blocks(file, def);
        if let Some(known) = self.blocks.get(&(file, def)).map(Rc::clone) {
            self.reuse(question);
            return known;
        }
        self.blocks.insert((file, def), Rc::clone(&self.no_blocks));
        let outer = self.open();
        let name = code.name(code.definition(def).name);
        self.consult(name);
        let blocks = Rc::new(self.find_blocks(name, (file, def)));
        self.blocks.insert((file, def), Rc::clone(&blocks));
        self.close(question, outer);
        blocks
    }

    /// The blocks that name a type so and mean this one.
    fn find_blocks(&mut self, name: NameId, of: (FileId, DefId)) -> Blocks {
        let candidates = self.candidates_named(name);
        let mut meant = candidates.beside.get(&of).cloned().unwrap_or_default();
        let mut known = Map::default();
        for &(file, at) in &candidates.elsewhere {
            let Some(code) = self.file(file) else { continue };
            let extension = &code.facts.extensions[at as usize];
            let extends = match spelled_in_module(code, extension.block, extension.target) {
                _ if self.rules(of.0) == Rules::Go => self.is_method_of(file, of.0, of.1),
                None => self.means(file, extension.block, extension.target, of),
                Some((scope, name)) => match known.get(&(file, scope, name)) {
                    Some(&extends) => extends,
                    None => {
                        let extends = self.means(file, extension.block, extension.target, of);
                        known.insert((file, scope, name), extends);
                        extends
                    }
                },
            };
            if extends {
                meant.push((file, at));
            }
        }
        self.in_strands(meant)
    }

    /// The blocks that name a type so.
    fn candidates_named(&mut self, name: NameId) -> Rc<Candidates> {
        if let Some(known) = self.candidates.get(&name) {
            return Rc::clone(known);
        }
        let mut candidates = Candidates::default();
        for &(file, at) in self.code.blocks.get(&name).into_iter().flatten() {
            let Some(code) = self.file(file) else { continue };
            let extension = &code.facts.extensions[at as usize];
            match type_beside(code, extension.block, extension.target).filter(|_| self.rules(file) == Rules::Rust) {
                Some((def, name)) => {
                    self.consult_elsewhere(file, name);
                    candidates.beside.entry((file, def)).or_default().push((file, at));
                }
                None => candidates.elsewhere.push((file, at)),
            }
        }
        let candidates = Rc::new(candidates);
        self.candidates.insert(name, Rc::clone(&candidates));
        candidates
    }

    fn in_strands(&self, mut extensions: Vec<(FileId, u32)>) -> Blocks {
        order::sort_by_key(&mut extensions, |&(file, at)| (&self.graph.file(file).path, at));
        let mut blocks = Blocks::default();
        for (file, at) in extensions {
            let Some(code) = self.file(file) else { continue };
            let block = code.facts.extensions[at as usize].block;
            let is_of_trait = code.parents(block).next().is_some();
            let strand = if is_of_trait { &mut blocks.of_traits } else { &mut blocks.own };
            strand.blocks.push((file, block));
        }
        self.list_names(&mut blocks.own);
        self.list_names(&mut blocks.of_traits);
        blocks
    }

    /// Whether what a block says that it extends is this type.
    fn means(&mut self, file: FileId, block: DefId, target: ExprId, of: (FileId, DefId)) -> bool {
        let Some(code) = self.file(file) else { return false };
        let scope = code.definition(block).parent;
        let target = self.typed(Place { file, scope }, target);
        target.iter().any(|found| matches!(found.value, Value::Instance(f, d) | Value::Def(f, d) if (f, d) == of))
    }

    fn list_names(&self, strand: &mut Strand) {
        if strand.blocks.len() <= FEW {
            return;
        }
        let mut by_name = Vec::new();
        for (&(file, block), place) in strand.blocks.iter().zip(0..) {
            let entries = self.file(file).map_or(&[][..], |code| code.bound_in(block));
            by_name.extend(entries.iter().map(|entry| (entry.name, place)));
        }
        order::sort_by_number(&mut by_name, |at| at.0.0);
        by_name.dedup();
        strand.by_name = Some(by_name);
    }
}

/// The bare name by which a block says what it extends.
fn spelled(code: &FileCode, target: ExprId) -> Option<NameId> {
    let head = if let Expr::Generic(head, _) = code.expr(target) { head } else { target };
    if let Expr::Name(name, _) = code.expr(head) { Some(code.name(name)) } else { None }
}

/// The type that a block extends, and its name, where it stands in the same scope and nothing else is called so there.
fn type_beside(code: &FileCode, block: DefId, target: ExprId) -> Option<(DefId, NameId)> {
    let name = spelled(code, target)?;
    let [only] = code.bound(code.definition(block).parent, name) else { return None };
    let Bound::Definition(def) = only.bound() else { return None };
    let is_type = matches!(code.definition(def).kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Enum);
    is_type.then_some((def, name))
}

/// The module of a block and the bare name by which it says what it extends, where the same name means the same thing all over
/// that module.
fn spelled_in_module(code: &FileCode, block: DefId, target: ExprId) -> Option<(DefId, NameId)> {
    let scope = code.definition(block).parent;
    let name = spelled(code, target)?;
    let is_module = matches!(code.definition(scope).kind, SymbolKind::File | SymbolKind::Module);
    let bound = code.bound(scope, name);
    let is_lasting = bound.len() <= FEW && !bound.iter().any(|entry| matches!(entry.bound(), Bound::Binding(_)));
    (is_module && is_lasting).then_some((scope, name))
}
