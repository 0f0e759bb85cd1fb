//! A list that grows in pages, so that growing copies at most the first page.
//!
//! A full `Vec` of many megabytes is copied into one of twice its size, and WebAssembly memory, which cannot shrink,
//! keeps the space of the old one. Not here: removing items.

use alloc::vec;
use alloc::vec::Vec;
use core::iter::Flatten;
use core::ops::{Index, IndexMut, Range};
use core::slice::Iter;

/// Items per page; a power of two, so that an index splits into page and offset.
const PAGE_ITEMS: usize = 1 << 12;

/// Items by index, from 0.
#[derive(Debug)]
pub(super) struct Paged<T> {
    /// All full except the last.
    pages: Vec<Vec<T>>,
}

impl<T> Default for Paged<T> {
    fn default() -> Paged<T> {
        Paged { pages: Vec::new() }
    }
}

impl<T> Paged<T> {
    pub(super) fn len(&self) -> usize {
        self.pages.last().map_or(0, |last| (self.pages.len() - 1) * PAGE_ITEMS + last.len())
    }

    pub(super) fn push(&mut self, item: T) {
        match self.pages.last_mut() {
            Some(page) if page.len() < PAGE_ITEMS => page.push(item),
            // A small list stays small: the first page grows with its items.
            None => self.pages.push(vec![item]),
            Some(_) => {
                let mut page = Vec::with_capacity(PAGE_ITEMS);
                page.push(item);
                self.pages.push(page);
            }
        }
    }

    pub(super) fn iter(&self) -> Flatten<Iter<'_, Vec<T>>> {
        self.pages.iter().flatten()
    }

    pub(super) fn range(&self, positions: Range<u32>) -> impl Iterator<Item = &T> {
        positions.map(|at| &self[at])
    }
}

impl<T> Index<u32> for Paged<T> {
    type Output = T;

    fn index(&self, at: u32) -> &T {
        &self.pages[at as usize / PAGE_ITEMS][at as usize % PAGE_ITEMS]
    }
}

impl<T> IndexMut<u32> for Paged<T> {
    fn index_mut(&mut self, at: u32) -> &mut T {
        &mut self.pages[at as usize / PAGE_ITEMS][at as usize % PAGE_ITEMS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_found_at_its_index_and_never_moves() {
        let n_items = 2 * PAGE_ITEMS as u32 + 1;
        let mut list = Paged::default();
        let mut addresses = Vec::new();
        for at in 0..n_items {
            assert_eq!(list.len(), at as usize);
            list.push(at);
            if at as usize >= PAGE_ITEMS {
                addresses.push(&raw const list[at]);
            }
        }
        assert!((0..n_items).all(|at| list[at] == at));
        assert!(addresses.iter().zip(PAGE_ITEMS as u32..).all(|(&address, at)| core::ptr::eq(address, &list[at])));
        assert!(list.iter().copied().eq(0..n_items));
        assert!(
            list.range(PAGE_ITEMS as u32 - 1..PAGE_ITEMS as u32 + 1)
                .copied()
                .eq([PAGE_ITEMS as u32 - 1, PAGE_ITEMS as u32])
        );
        list[PAGE_ITEMS as u32] = 0;
        assert_eq!((list[PAGE_ITEMS as u32 - 1], list[PAGE_ITEMS as u32]), (PAGE_ITEMS as u32 - 1, 0));
    }
}
