//! A page of one of redb's trees: its checksum, and what it states of the pages below it.
//!
//! Nothing of it is believed: a page is none where what it states lies outside it. A leaf has its kind in a byte, a byte that is free,
//! and the number of its rows in two; then where each key ends, unless all are of one length, where each value does, likewise, and
//! then all keys and all values. A branch has the same beginning and four bytes that are free, the checksums of its children, their
//! numbers, where each key ends, and the keys. The checksum is that of all up to the last end.

use xxhash_rust::xxh3::xxh3_128;

/// The kinds of pages.
const LEAF: u8 = 1;
const BRANCH: u8 = 2;
/// The bytes before what a leaf has, and before what a branch has.
const LEAF_HEAD: usize = 4;
const BRANCH_HEAD: usize = 8;
/// The bytes of a checksum, and of the number of a page.
const CHECKSUM: usize = 16;
const NUMBER: usize = 8;
/// The layout of a table's description: its kind, the number of its rows, whether it has a root, the root, and the
/// lengths of keys and values, each behind a byte that says whether there is one.
const TABLE: u8 = 3;
const HAS_ROOT: usize = 9;
const ROOT: usize = 10;
const KEY_BYTES: usize = ROOT + NUMBER + CHECKSUM + 8;
const VALUE_BYTES: usize = KEY_BYTES + 5;

/// The kind of a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tree {
    /// The tables, by their names.
    Tables,
    /// The rows of a table, whose keys and values may each be of one length.
    Rows { key: Option<usize>, value: Option<usize> },
}

/// A page as its parent states it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) number: u64,
    pub(crate) checksum: u128,
}

/// A parsed page.
pub(crate) struct Read {
    /// Its own checksum.
    pub(crate) checksum: u128,
    pub(crate) children: Vec<(Child, Tree)>,
}

impl Child {
    /// A child whose number and checksum are at these offsets of a page.
    pub(crate) fn at(page: &[u8], number: usize, checksum: usize) -> Option<Child> {
        let number = u64::from_le_bytes(*page.get(number..)?.first_chunk()?);
        Some(Child { number, checksum: u128::from_le_bytes(*page.get(checksum..)?.first_chunk()?) })
    }
}

/// Parses a page of a tree; `None` if it is no such page.
pub(crate) fn children(page: &[u8], tree: Tree) -> Option<Read> {
    let n = usize::from(u16::from_le_bytes([*page.get(2)?, *page.get(3)?]));
    match *page.first()? {
        BRANCH => branch(page, n, tree),
        LEAF => leaf(page, n, tree),
        _ => None,
    }
}

fn branch(page: &[u8], n_keys: usize, tree: Tree) -> Option<Read> {
    let n_children = n_keys + 1;
    let numbers = BRANCH_HEAD + CHECKSUM * n_children;
    let ends = numbers + NUMBER * n_children;
    let end = match tree {
        Tree::Rows { key: Some(length), .. } => ends + length * n_keys,
        _ => number(page, ends + 4 * n_keys.checked_sub(1)?)?,
    };
    let checksum = xxh3_128(page.get(..end)?);
    let child = |at| Some((Child::at(page, numbers + NUMBER * at, BRANCH_HEAD + CHECKSUM * at)?, tree));
    Some(Read { checksum, children: (0..n_children).map(child).collect::<Option<_>>()? })
}

fn leaf(page: &[u8], n_rows: usize, tree: Tree) -> Option<Read> {
    let (key, value) = match tree {
        Tree::Tables => (None, None),
        Tree::Rows { key, value } => (key, value),
    };
    let n_ends = [key, value].iter().filter(|length| length.is_none()).count() * n_rows;
    let keys = LEAF_HEAD + 4 * n_ends;
    let key_end = |row: usize| match key {
        Some(length) => Some(keys + length * (row + 1)),
        None => number(page, LEAF_HEAD + 4 * row),
    };
    let values = key_end(n_rows.checked_sub(1)?)?;
    let value_end = |row: usize| match value {
        Some(length) => Some(values + length * (row + 1)),
        None => number(page, LEAF_HEAD + 4 * (n_ends - n_rows + row)),
    };
    let checksum = xxh3_128(page.get(..value_end(n_rows - 1)?)?);
    let mut children = Vec::new();
    if let Tree::Tables = tree {
        for row in 0..n_rows {
            let start = if row == 0 { values } else { value_end(row - 1)? };
            children.extend(table(page.get(start..value_end(row)?)?));
        }
    }
    Some(Read { checksum, children })
}

/// The topmost page of a table of rows, if it has one.
fn table(told: &[u8]) -> Option<(Child, Tree)> {
    if *told.first()? != TABLE || *told.get(HAS_ROOT)? == 0 {
        return None;
    }
    let length = |at: usize| Some(if *told.get(at)? == 0 { None } else { Some(number(told, at + 1)?) });
    let tree = Tree::Rows { key: length(KEY_BYTES)?, value: length(VALUE_BYTES)? };
    Some((Child::at(told, ROOT, ROOT + NUMBER)?, tree))
}

fn number(page: &[u8], at: usize) -> Option<usize> {
    Some(u32::from_le_bytes(*page.get(at..)?.first_chunk()?) as usize)
}
