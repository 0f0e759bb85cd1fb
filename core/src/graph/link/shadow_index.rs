//! An index for names that one scope binds very often, as in generated files: it finds the declarations in effect at
//! an offset.
//!
//! Scanning all declarations for every read takes quadratic time, and one such file would keep all others from being
//! linked. The index finds the declarations in effect at the offset, the latest first, and those that last through the
//! whole scope. Not here: resolving them (`link`).

use alloc::vec::Vec;

use super::scope_index::{BoundItem, Declaration};
use crate::base::map::Map;
use crate::base::sort;

/// Number of declarations of a name in one scope above which the name is indexed.
pub(super) const MAX_UNINDEXED: usize = 64;

/// The most declarations of each sort that are returned, more than the values that are followed for one expression.
const MAX_RETURNED: usize = 16;

/// The indexed names of one file.
#[derive(Default)]
pub(super) struct ShadowIndex {
    /// The indexed names. The key is the item of a name's first declaration.
    names: Map<BoundItem, IndexedName>,
}

impl ShadowIndex {
    /// Indexes names with many declarations. `declarations` are sorted by scope, name, offset and end; `is_same_name`
    /// tells whether two have the same scope and name. O(n).
    pub(super) fn new(
        declarations: &[Declaration],
        is_same_name: impl Fn(usize, usize) -> bool,
        end_of: impl Fn(&Declaration) -> u32,
    ) -> ShadowIndex {
        let mut index = ShadowIndex::default();
        let mut start = 0;
        for at in 1..=declarations.len() {
            if at < declarations.len() && is_same_name(start, at) {
                continue;
            }
            if at - start > MAX_UNINDEXED {
                index.names.insert(declarations[start].item(), IndexedName::new(&declarations[start..at], &end_of));
            }
            start = at;
        }
        index
    }

    /// The declarations of a name in a scope that may be in effect at a byte offset, in source order; `None` if the
    /// name is not indexed. O(log n), except for nested blocks.
    pub(super) fn candidates_at(&self, declarations: &[Declaration], at: u32) -> Option<Vec<Declaration>> {
        if declarations.len() <= MAX_UNINDEXED {
            return None;
        }
        let indexed_name = self.names.get(&declarations[0].item())?;
        Some(indexed_name.candidates_at(at).into_iter().map(|index| declarations[index as usize]).collect())
    }
}

/// The declarations of an indexed name. Definitions and imports are apart, because they may count at any distance.
#[derive(Default)]
struct IndexedName {
    bindings: SortedDeclarations,
    non_bindings: SortedDeclarations,
}

impl IndexedName {
    fn new(declarations: &[Declaration], end_of: impl Fn(&Declaration) -> u32) -> IndexedName {
        let mut indexed_name = IndexedName::default();
        for (declaration, index) in declarations.iter().zip(0..) {
            let list = match declaration.item() {
                BoundItem::Binding(_) => &mut indexed_name.bindings,
                BoundItem::Definition(_) | BoundItem::Import(_) => &mut indexed_name.non_bindings,
            };
            list.push(declaration.effective_from, end_of(declaration), index);
        }
        indexed_name
    }

    fn candidates_at(&self, at: u32) -> Vec<u32> {
        let mut indexes = Vec::with_capacity(6 * MAX_RETURNED);
        for list in [&self.bindings, &self.non_bindings] {
            indexes.extend(list.in_effect_at(at).take(MAX_RETURNED));
            // Declarations that last to the end of the scope.
            indexes.extend(list.in_effect_at(u32::MAX - 1).take(MAX_RETURNED));
        }
        // A function may be referred to before its definition, and in some languages a type anywhere.
        let non_bindings = &self.non_bindings;
        indexes.extend(non_bindings.0[non_bindings.n_until(at)..].iter().take(MAX_RETURNED).map(|member| member.index));
        indexes.extend(non_bindings.0.iter().rev().take(MAX_RETURNED).map(|member| member.index));
        sort::sort(&mut indexes);
        indexes.dedup();
        indexes
    }
}

/// Bindings, or definitions and imports, of one name, sorted by offset.
#[derive(Default)]
struct SortedDeclarations(Vec<IndexedDeclaration>);

struct IndexedDeclaration {
    effective_from: u32,
    visible_until: u32,
    /// Length of the list up to and including the latest earlier declaration that ends after this one; 0 if none does.
    n_outer: u32,
    /// Index among all declarations of the name.
    index: u32,
}

impl SortedDeclarations {
    /// Appends a declaration. Amortised O(1).
    fn push(&mut self, at: u32, until: u32, index: u32) {
        let mut n_outer = self.0.len();
        while let Some(earlier) = n_outer.checked_sub(1).map(|last| &self.0[last])
            && earlier.visible_until <= until
        {
            n_outer = earlier.n_outer as usize;
        }
        self.0.push(IndexedDeclaration { effective_from: at, visible_until: until, n_outer: n_outer as u32, index });
    }

    fn n_until(&self, at: u32) -> usize {
        self.0.partition_point(|member| member.effective_from <= at)
    }

    /// The indexes of the declarations in effect at a byte offset, the latest first.
    fn in_effect_at(&self, at: u32) -> impl Iterator<Item = u32> {
        let mut n_left = self.n_until(at);
        core::iter::from_fn(move || {
            loop {
                let member = &self.0[n_left.checked_sub(1)?];
                if at < member.visible_until {
                    n_left -= 1;
                    return Some(member.index);
                }
                // The skipped declarations end no later than this one, so none of them is in effect.
                n_left = member.n_outer as usize;
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_in_effect_are_the_same_as_in_a_linear_scan() {
        // Nested blocks, some with the same end, and some that last to the end.
        let mut spans: Vec<(u32, u32)> = Vec::new();
        for block in 0..20_u32 {
            let start = block * 100;
            spans.extend([(start, start + 90), (start + 5, start + 90), (start + 10, start + 40)]);
            spans.extend([(start + 12, start + 30), (start + 15, u32::MAX), (start + 50, start + 60)]);
        }
        spans.sort_unstable();
        let mut list = SortedDeclarations::default();
        spans.iter().zip(0..).for_each(|(span, index)| list.push(span.0, span.1, index));
        for at in (0..2_100).chain([u32::MAX - 1]) {
            let scanned: Vec<u32> = (0..spans.len() as u32)
                .rev()
                .filter(|&i| (spans[i as usize].0..spans[i as usize].1).contains(&at))
                .collect();
            assert_eq!(list.in_effect_at(at).collect::<Vec<_>>(), scanned, "at {at}");
        }
    }
}
