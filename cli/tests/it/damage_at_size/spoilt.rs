//! Damages copies of a file as disks, cables and programs do.

use super::made::{Chance, MadeMemory};

pub(super) const PAGE: usize = 4_096;

/// The kinds of damage.
pub(super) const KINDS: [&str; 6] = ["flips", "zeros", "swap", "tail", "older", "noise"];

/// A copy with damage of one of [`KINDS`].
pub(super) fn spoilt(made: &MadeMemory, kind: &str, chance: &mut Chance) -> Vec<u8> {
    let mut bytes = made.intact.clone();
    let n_pages = bytes.len() / PAGE;
    match kind {
        "flips" => {
            for _ in 0..1 + chance.below(8) {
                let at = chance.below(bytes.len());
                // Another bit of this byte says which of the last two commits counts. A crash leaves it either way, so
                // it stays.
                bytes[at] ^= if at == 9 { 2 } else { 1 << chance.below(8) };
            }
        }
        "zeros" => {
            let (first, n) = (chance.below(n_pages), 1 + chance.below(3));
            bytes[first * PAGE..((first + n) * PAGE).min(n_pages * PAGE)].fill(0);
        }
        "swap" => {
            let (one, other) = (chance.below(n_pages), chance.below(n_pages));
            put(&mut bytes, &made.intact, one, other);
            put(&mut bytes, &made.intact, other, one);
        }
        "tail" => bytes.truncate(made.intact.len() / 2 + chance.below(made.intact.len() / 2)),
        "older" => {
            // Not the first page: with the first page of the older state, the file would be in the older state.
            let is_other = |page: &usize| *page > 0 && page_of(&made.earlier, *page) != page_of(&made.intact, *page);
            let others: Vec<usize> = (0..made.earlier.len() / PAGE).filter(is_other).collect();
            for _ in 0..1 + chance.below(2) {
                let page = *chance.one(&others);
                put(&mut bytes, &made.earlier, page, page);
            }
        }
        _ => {
            let page = chance.below(n_pages);
            bytes[page * PAGE..(page + 1) * PAGE].fill_with(|| chance.below(256) as u8);
        }
    }
    bytes
}

fn page_of(bytes: &[u8], page: usize) -> &[u8] {
    &bytes[page * PAGE..(page + 1) * PAGE]
}

/// Replaces the page `to` of a file by the page `page` of another file.
fn put(bytes: &mut [u8], from: &[u8], page: usize, to: usize) {
    bytes[to * PAGE..(to + 1) * PAGE].copy_from_slice(page_of(from, page));
}
