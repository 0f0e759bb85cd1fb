//! Keys of rows: one byte for the keyspace, then the file's path.
//!
//! The rows of a keyspace are contiguous and sorted by path. Rows of the name index and the file adjacency have a
//! number instead of a path.

use alloc::vec::Vec;

/// The kind of a row: the first byte of its key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum Keyspace {
    /// One row without a path: data about the store as a whole.
    Meta = 0x01,
    /// Files and the names in them, several files per row.
    NameIndex = 0x02,
    /// The files that the edges of each file touch, several files per row.
    FileAdjacency = 0x03,
    /// A file and its symbols with their positions.
    Outline = 0x10,
    /// Signatures and docs, parallel to the outline's symbols.
    Details = 0x11,
    /// The facts that linking needs beyond the outline.
    Facts = 0x12,
    /// Terms and their counts in the file.
    Words = 0x13,
    /// The contents of a manifest; such a file has no other row.
    Manifest = 0x14,
    /// The sections of a document with their terms; such a file has no other row.
    Sections = 0x15,
    /// The edges from the file's references.
    Edges = 0x18,
    /// The names that the edges depend on.
    Trace = 0x19,
}

impl Keyspace {
    /// All keyspaces, in ascending order of their bytes.
    pub(crate) const ALL: [Keyspace; 11] = [
        Keyspace::Meta,
        Keyspace::NameIndex,
        Keyspace::FileAdjacency,
        Keyspace::Outline,
        Keyspace::Details,
        Keyspace::Facts,
        Keyspace::Words,
        Keyspace::Manifest,
        Keyspace::Sections,
        Keyspace::Edges,
        Keyspace::Trace,
    ];

    /// The keyspaces of a source file, rows of truth first.
    pub(crate) const OF_FILE: [Keyspace; 6] =
        [Keyspace::Outline, Keyspace::Details, Keyspace::Facts, Keyspace::Words, Keyspace::Edges, Keyspace::Trace];
}

/// The key of a file's row; the path is empty for [`Keyspace::Meta`].
pub(crate) fn key(keyspace: Keyspace, path: &str) -> Vec<u8> {
    let mut key = Vec::with_capacity(1 + path.len());
    key.push(keyspace as u8);
    key.extend_from_slice(path.as_bytes());
    key
}

/// The first key of a keyspace, and the first key after it.
pub(crate) fn range(keyspace: Keyspace) -> (Vec<u8>, Vec<u8>) {
    (vec![keyspace as u8], vec![keyspace as u8 + 1])
}

/// The keyspace and path of a key, even if its row is damaged; `None` for a key of another form.
pub(crate) fn parse(key: &[u8]) -> Option<(Keyspace, &str)> {
    let (&keyspace_byte, path) = key.split_first()?;
    let keyspace = Keyspace::ALL.into_iter().find(|&keyspace| keyspace as u8 == keyspace_byte)?;
    Some((keyspace, core::str::from_utf8(path).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_in_its_keyspaces_range_and_contains_its_path() {
        for keyspace in Keyspace::ALL {
            let key = key(keyspace, "src/ä b.py");
            let (start, end) = range(keyspace);
            assert!(start <= key && key < end);
            assert_eq!(parse(&key), Some((keyspace, "src/ä b.py")));
        }
    }

    #[test]
    fn malformed_keys_are_refused() {
        for key in [&b""[..], b"\x00a", b"\xffa", b"\x10\xff\xfe"] {
            assert_eq!(parse(key), None);
        }
    }
}
