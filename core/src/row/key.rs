//! Keys: one byte for the room, then the file's path. Rows of a room stand together, in path order. Rows of the directory
//! and the joins have a number in the place of a path.

use alloc::vec::Vec;

/// What a row is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum Room {
    /// One row, without a path: what the store as a whole knows.
    Meta = 0x01,
    /// Files and the names in them, some files to a row.
    Directory = 0x02,
    /// The files that the edges of each file touch, some files to a row.
    Joins = 0x03,
    /// A file, its symbols and their places.
    Outline = 0x10,
    /// Signatures and docs, beside the outline's symbols.
    Details = 0x11,
    /// What resolving needs beyond the outline.
    Facts = 0x12,
    /// Terms and how often the file holds them.
    Words = 0x13,
    /// What a manifest states; such a file has no other row.
    Manifest = 0x14,
    /// What the file's references mean.
    Edges = 0x18,
    /// The names on which those meanings rest.
    Trace = 0x19,
}

impl Room {
    /// Every room.
    pub(crate) const ALL: [Room; 10] = [
        Room::Meta,
        Room::Directory,
        Room::Joins,
        Room::Outline,
        Room::Details,
        Room::Facts,
        Room::Words,
        Room::Manifest,
        Room::Edges,
        Room::Trace,
    ];

    /// The rooms of one file of code, truth first.
    pub(crate) const OF_FILE: [Room; 6] =
        [Room::Outline, Room::Details, Room::Facts, Room::Words, Room::Edges, Room::Trace];
}

/// The key of a file's row; for [`Room::Meta`] the path is empty.
pub(crate) fn key(room: Room, path: &str) -> Vec<u8> {
    let mut key = Vec::with_capacity(1 + path.len());
    key.push(room as u8);
    key.extend_from_slice(path.as_bytes());
    key
}

/// The first key of a room, and the first key after it.
pub(crate) fn range(room: Room) -> (Vec<u8>, Vec<u8>) {
    (vec![room as u8], vec![room as u8 + 1])
}

/// What a key says, even where its row is damaged; none for one that is not ours.
pub(crate) fn parse(key: &[u8]) -> Option<(Room, &str)> {
    let (&first, path) = key.split_first()?;
    let room = Room::ALL.into_iter().find(|&room| room as u8 == first)?;
    Some((room, core::str::from_utf8(path).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_lies_in_its_rooms_range_and_tells_its_path() {
        for room in Room::ALL {
            let key = key(room, "src/ä b.py");
            let (start, end) = range(room);
            assert!(start <= key && key < end);
            assert_eq!(parse(&key), Some((room, "src/ä b.py")));
        }
    }

    #[test]
    fn strange_keys_say_nothing() {
        for key in [&b""[..], b"\x00a", b"\xffa", b"\x10\xff\xfe"] {
            assert_eq!(parse(key), None);
        }
    }
}
