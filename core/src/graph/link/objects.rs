//! JavaScript objects to which members are assigned: the definition that a block extends, and the functions that
//! construct such objects.
//!
//! A block extends only definitions of its own file, so that the members of objects follow from that file alone.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::blocks::Blocks;
use super::value::{Value, Values};
use super::{Linker, Rules, Site};
use crate::graph::facts::{DefId, Flags};
use crate::graph::kind::SymbolKind;
use crate::graph::link::scope_index::FileScopes;
use crate::graph::model::FileId;

impl Linker<'_> {
    /// The object or function that a block extends.
    pub(super) fn extended_object(
        &mut self,
        file: FileId,
        scopes: &FileScopes,
        block: DefId,
    ) -> Option<(FileId, DefId)> {
        let extensions = &scopes.facts.extensions;
        let at = extensions.binary_search_by_key(&block, |extension| extension.block).ok()?;
        let scope = scopes.definition(block).parent;
        let targets = self.named_values(Site { file, scope }, extensions[at].target);
        targets.iter().find_map(|found| match found.value {
            Value::Def(target_file, def) if target_file == file && has_members(scopes.definition(def).kind) => {
                Some((target_file, def))
            }
            _ => None,
        })
    }

    /// The blocks of a file that extend one of its definitions, as indexes into its extensions.
    pub(super) fn blocks_of_object(&mut self, file: FileId, scopes: &FileScopes, def: DefId) -> Vec<(FileId, u32)> {
        let name = scopes.name(scopes.definition(def).name);
        let Some(candidates) = self.scopes.blocks.get(&name) else { return Vec::new() };
        let start = candidates.partition_point(|block| block.0 < file);
        let of_file: Vec<(FileId, u32)> =
            candidates[start..].iter().copied().take_while(|block| block.0 == file).collect();
        let mut extensions = Vec::new();
        for (file, at) in of_file {
            let block = scopes.facts.extensions[at as usize].block;
            if self.extended_object(file, scopes, block) == Some((file, def)) {
                extensions.push((file, at));
            }
        }
        extensions
    }

    /// Whether members are assigned to a JavaScript definition.
    pub(super) fn is_object(&mut self, file: FileId, def: DefId) -> bool {
        self.object_blocks(file, def).is_some_and(|blocks| blocks.iter().next().is_some())
    }

    /// Whether a function constructs objects: members are assigned to its prototype.
    pub(super) fn makes_objects(&mut self, file: FileId, def: DefId) -> bool {
        let Some(scopes) = self.file(file) else { return false };
        let is_prototype = |&(_, block): &(FileId, DefId)| !scopes.definition(block).flags.has(Flags::STATIC);
        self.object_blocks(file, def).is_some_and(|blocks| blocks.iter().any(is_prototype))
    }

    fn object_blocks(&mut self, file: FileId, def: DefId) -> Option<Rc<Blocks>> {
        let scopes = self.file(file).filter(|_| self.rules(file) == Rules::Ecmascript)?;
        has_members(scopes.definition(def).kind).then(|| self.blocks_of(file, def))
    }

    /// A function and its instances may have members of one name. Keeps those of the instances if `is_of_instance`,
    /// else those of the function; all if that leaves none.
    pub(super) fn members_of_side(&self, values: Values, is_of_instance: bool) -> Values {
        let is_kept = |value: Value| {
            let Value::Def(file, def) = value else { return true };
            self.file(file).is_none_or(|scopes| {
                let block = scopes.definition(scopes.definition(def).parent);
                block.kind != SymbolKind::Block || block.flags.has(Flags::STATIC) != is_of_instance
            })
        };
        let mut kept_members = Values::default();
        values.iter().filter(|found| is_kept(found.value)).for_each(|found| kept_members.push(found));
        if kept_members.is_empty() { values } else { kept_members }
    }
}

/// Whether members can be assigned to definitions of this kind.
fn has_members(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Variable | SymbolKind::Constant | SymbolKind::Function | SymbolKind::Class)
}
