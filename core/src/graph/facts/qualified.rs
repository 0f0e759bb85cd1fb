//! The total length of a file's qualified names: nesting multiplies them, so a small file could exhaust memory.
//!
//! Not here: building the names (`model::ids`).

use alloc::vec::Vec;

use super::{Facts, Name};

/// Greatest total length in bytes of a file's qualified names. The largest hand-written files have a twentieth of it.
/// About 360 nested names of 256 bytes reach it, or about 4,000 of one byte.
pub(crate) const MAX_QUALIFIED_BYTES: usize = 16 << 20;

/// Total length in bytes of the qualified names of a file's definitions and imports. O(definitions + imports).
pub(crate) fn qualified_bytes(facts: &Facts) -> usize {
    let n_bytes = |name: Name| facts.names.get(name.0 as usize).map_or(0, |name| name.len() + 1);
    let mut name_lengths: Vec<usize> = Vec::with_capacity(facts.definitions.len());
    for definition in &facts.definitions {
        // Parents come first; the file itself is its own parent.
        let outer_length = name_lengths.get(definition.parent.0 as usize).copied().unwrap_or(0);
        name_lengths.push(outer_length.saturating_add(n_bytes(definition.name)));
    }
    let imported_lengths = facts.imports.iter().map(|import| {
        let outer_length = name_lengths.get(import.scope.0 as usize).copied().unwrap_or(0);
        outer_length.saturating_add(n_bytes(import.alias).max(n_bytes(import.member)))
    });
    let imported_length = imported_lengths.fold(0_usize, usize::saturating_add);
    name_lengths.iter().fold(imported_length, |sum, &length| sum.saturating_add(length))
}
