//! How long the qualified names of a file are together: nesting multiplies them, so a small file could fill the memory.
//!
//! Not here: making the names (`model::ids`).

use alloc::vec::Vec;

use super::{Facts, Name};

/// The most bytes of all qualified names of a file. A file of the greatest size that people write has a twentieth; names
/// of 256 bytes reach it when 360 of them are nested, names of one byte when 4,000 are.
pub(crate) const MAX_QUALIFIED_BYTES: usize = 16 << 20;

/// The bytes of the qualified names of a file's definitions and imports. O(definitions + imports).
pub(crate) fn qualified_bytes(facts: &Facts) -> usize {
    let bytes_of = |name: Name| facts.names.get(name.0 as usize).map_or(0, |name| name.len() + 1);
    let mut each: Vec<usize> = Vec::with_capacity(facts.definitions.len());
    for definition in &facts.definitions {
        // Parents come first; the file itself is its own parent.
        let outer = each.get(definition.parent.0 as usize).copied().unwrap_or(0);
        each.push(outer.saturating_add(bytes_of(definition.name)));
    }
    let imported = facts.imports.iter().map(|import| {
        let outer = each.get(import.scope.0 as usize).copied().unwrap_or(0);
        outer.saturating_add(bytes_of(import.alias).max(bytes_of(import.member)))
    });
    let imported = imported.fold(0_usize, usize::saturating_add);
    each.iter().fold(imported, |all, &one| all.saturating_add(one))
}
