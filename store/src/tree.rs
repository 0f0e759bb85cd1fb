//! A page of one of redb's trees: its checksum, and those that it states for its children.
//!
//! Nothing is trusted: a page is invalid if an offset in it is beyond its end.
//!
//! A leaf: kind (1 byte), unused (1), number of rows (2); the end of each key, unless all have one length, and of
//! each value, likewise; all keys, all values. A branch: the same beginning, unused (4), checksums of its children,
//! their numbers, the end of each key, the keys. The checksum covers everything up to the last end.

use xxhash_rust::xxh3::xxh3_128;

/// Values of the kind byte.
const LEAF_KIND: u8 = 1;
const BRANCH_KIND: u8 = 2;
/// Number of bytes before the contents of a leaf, and of a branch.
const LEAF_HEAD_BYTES: usize = 4;
const BRANCH_HEAD_BYTES: usize = 8;
/// Length in bytes of a checksum, and of a page's number.
const CHECKSUM_BYTES: usize = 16;
const NUMBER_BYTES: usize = 8;
/// Kind and offsets of a table's description: kind, number of rows, whether it has a root, the root, and the lengths
/// of keys and of values, each after a byte that says whether it is fixed.
const TABLE_KIND: u8 = 3;
const HAS_ROOT_AT: usize = 9;
const ROOT_AT: usize = 10;
const KEY_LENGTH_AT: usize = ROOT_AT + NUMBER_BYTES + CHECKSUM_BYTES + 8;
const VALUE_LENGTH_AT: usize = KEY_LENGTH_AT + 5;

/// The kind of a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tree {
    /// The tables, by their names.
    Tables,
    /// The rows of a table, with the lengths of its keys and of its values in bytes; `None` for lengths that vary.
    Rows { key: Option<usize>, value: Option<usize> },
}

/// A page's number and checksum, as its parent states them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) number: u64,
    pub(crate) checksum: u128,
}

/// A parsed page.
pub(crate) struct ParsedPage {
    /// The checksum of the page itself.
    pub(crate) checksum: u128,
    pub(crate) children: Vec<(Child, Tree)>,
}

impl Child {
    /// The child whose number and checksum are at these offsets of a page; `None` if the page is too short.
    pub(crate) fn at(page: &[u8], number_at: usize, checksum_at: usize) -> Option<Child> {
        let number = u64::from_le_bytes(*page.get(number_at..)?.first_chunk()?);
        Some(Child { number, checksum: u128::from_le_bytes(*page.get(checksum_at..)?.first_chunk()?) })
    }
}

/// Parses a page of a tree; `None` if it is no such page.
pub(crate) fn parse_page(page: &[u8], tree: Tree) -> Option<ParsedPage> {
    let n = usize::from(u16::from_le_bytes([*page.get(2)?, *page.get(3)?]));
    match *page.first()? {
        BRANCH_KIND => branch(page, n, tree),
        LEAF_KIND => leaf(page, n, tree),
        _ => None,
    }
}

fn branch(page: &[u8], n_keys: usize, tree: Tree) -> Option<ParsedPage> {
    let n_children = n_keys + 1;
    let numbers_at = BRANCH_HEAD_BYTES + CHECKSUM_BYTES * n_children;
    let ends_at = numbers_at + NUMBER_BYTES * n_children;
    let end = match tree {
        Tree::Rows { key: Some(length), .. } => ends_at + length * n_keys,
        _ => read_number(page, ends_at + 4 * n_keys.checked_sub(1)?)?,
    };
    let checksum = xxh3_128(page.get(..end)?);
    let child =
        |at| Some((Child::at(page, numbers_at + NUMBER_BYTES * at, BRANCH_HEAD_BYTES + CHECKSUM_BYTES * at)?, tree));
    Some(ParsedPage { checksum, children: (0..n_children).map(child).collect::<Option<_>>()? })
}

fn leaf(page: &[u8], n_rows: usize, tree: Tree) -> Option<ParsedPage> {
    let (key, value) = match tree {
        Tree::Tables => (None, None),
        Tree::Rows { key, value } => (key, value),
    };
    let n_ends = [key, value].iter().filter(|length| length.is_none()).count() * n_rows;
    let keys_at = LEAF_HEAD_BYTES + 4 * n_ends;
    let key_end = |row: usize| match key {
        Some(length) => Some(keys_at + length * (row + 1)),
        None => read_number(page, LEAF_HEAD_BYTES + 4 * row),
    };
    let values_at = key_end(n_rows.checked_sub(1)?)?;
    let value_end = |row: usize| match value {
        Some(length) => Some(values_at + length * (row + 1)),
        None => read_number(page, LEAF_HEAD_BYTES + 4 * (n_ends - n_rows + row)),
    };
    let checksum = xxh3_128(page.get(..value_end(n_rows - 1)?)?);
    let mut children = Vec::new();
    if let Tree::Tables = tree {
        for row in 0..n_rows {
            let start = if row == 0 { values_at } else { value_end(row - 1)? };
            children.extend(table_root(page.get(start..value_end(row)?)?));
        }
    }
    Some(ParsedPage { checksum, children })
}

/// The root page of a table, from its description; `None` if the table is empty, or if this is no valid description of
/// a table.
fn table_root(description: &[u8]) -> Option<(Child, Tree)> {
    if *description.first()? != TABLE_KIND || *description.get(HAS_ROOT_AT)? == 0 {
        return None;
    }
    let length =
        |at: usize| Some(if *description.get(at)? == 0 { None } else { Some(read_number(description, at + 1)?) });
    let tree = Tree::Rows { key: length(KEY_LENGTH_AT)?, value: length(VALUE_LENGTH_AT)? };
    Some((Child::at(description, ROOT_AT, ROOT_AT + NUMBER_BYTES)?, tree))
}

fn read_number(page: &[u8], at: usize) -> Option<usize> {
    Some(u32::from_le_bytes(*page.get(at..)?.first_chunk()?) as usize)
}
