//! The directory: which files there are, and which names stand in each, some files to a row. It is a cache of the outlines,
//! so that a question reads the outlines of those files alone that it can be about. Not here: which files those are (`memory`).

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::codec::{Reader, Writer};
use super::key::{self, Room};
use crate::graph::links::STORED_END;
use crate::graph::names::{NameId, Names};
use crate::map::Map;

/// Which files the rest lists, and when that was true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Head {
    /// The generation that it was written for: where the store has another, something else wrote that knows of no directory.
    pub(crate) generation: u64,
    /// Files in all rows.
    pub(crate) n_files: u32,
    /// Files in all rows of the joins: those that are linked.
    pub(crate) n_linked: u32,
}

impl Head {
    /// The payload.
    pub(crate) fn encode(self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.raw(&self.generation.to_le_bytes());
        writer.number(self.n_files);
        writer.number(self.n_linked);
        writer.finish()
    }

    /// Reads a payload.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Head> {
        let mut reader = Reader::new(bytes);
        let generation = u64::from_le_bytes(reader.raw(8)?.try_into().ok()?);
        let head = Head { generation, n_files: reader.number()?, n_linked: reader.number()? };
        reader.finish().map(|()| head)
    }
}

/// The key of the head, which comes first.
pub(crate) fn head_key() -> Vec<u8> {
    key::key(Room::Directory, "")
}

/// Files of a row: those whose stored numbers, divided by this, are the row's.
const PER_ROW: u32 = 64;

/// The version of what rows say.
pub(crate) const VERSION: u32 = 1;

/// A file as it is listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Listed<'a> {
    /// Its number in stored rows.
    pub(crate) stored_id: u32,
    /// Its language's name.
    pub(crate) language: &'a str,
    /// Relative to the root.
    pub(crate) path: &'a str,
    /// The distinct names of its symbols, in the order of their first places.
    pub(crate) names: &'a [NameId],
    /// How many of them definitions bear; the rest stands in imports alone.
    pub(crate) n_own: u32,
}

/// The row that lists a file.
pub(crate) fn row_of(stored_id: u32) -> u32 {
    stored_id / PER_ROW
}

/// The stored numbers of the files that a row lists.
pub(crate) fn files_of(row: u32) -> Range<u32> {
    row * PER_ROW..(row + 1) * PER_ROW
}

/// The key of a row, here or of the joins.
pub(crate) fn key(room: Room, row: u32) -> Vec<u8> {
    key::key(room, &format!("{row:05x}"))
}

/// The payload for files in the order of their stored numbers.
pub(crate) fn encode(files: &[Listed<'_>], names: &Names) -> Vec<u8> {
    let mut languages = Vec::new();
    let (mut table, mut places): (Vec<NameId>, Map<NameId, u32>) = Default::default();
    let mut rest = Writer::default();
    rest.count(files.len());
    let (mut path, mut stored_id) = ("", 0);
    for file in files {
        rest.number(file.stored_id - stored_id);
        let language = languages.iter().position(|&language| language == file.language);
        rest.count(language.unwrap_or_else(|| {
            languages.push(file.language);
            languages.len() - 1
        }));
        let n_shared = shared(path, file.path);
        rest.count(n_shared);
        rest.text(&file.path[n_shared..]);
        rest.count(file.names.len());
        rest.number(file.n_own);
        for &name in file.names {
            rest.number(*places.entry(name).or_insert_with(|| {
                table.push(name);
                table.len() as u32 - 1
            }));
        }
        (path, stored_id) = (file.path, file.stored_id);
    }
    let mut writer = Writer::default();
    writer.count(languages.len());
    languages.iter().for_each(|language| writer.text(language));
    writer.count(table.len());
    table.iter().for_each(|&name| writer.text(names.text(name)));
    writer.raw(&rest.finish());
    writer.finish()
}

/// Reads a payload and hands over each file. `name` is given each distinct name once, and says how it is held. `None` where the
/// payload is damaged: forget what came.
pub(crate) fn read<'b>(
    bytes: &'b [u8],
    name: &mut impl FnMut(&'b str) -> NameId,
    take: &mut impl FnMut(Listed<'_>) -> Option<()>,
) -> Option<()> {
    let mut reader = Reader::new(bytes);
    let languages: Vec<&str> = texts(&mut reader, &mut |text| text)?;
    let table: Vec<NameId> = texts(&mut reader, name)?;
    let (mut path, mut stored_id, mut names) = (String::new(), 0u32, Vec::new());
    for _ in 0..reader.count(6)? {
        stored_id = stored_id.checked_add(reader.number()?).filter(|&stored_id| stored_id < STORED_END)?;
        let language = languages.get(reader.number()? as usize)?;
        let n_shared = reader.number()? as usize;
        if !path.is_char_boundary(n_shared) {
            return None;
        }
        path.truncate(n_shared);
        path.push_str(reader.text()?);
        let n_names = reader.count(1)?;
        let n_own = reader.number().filter(|&n_own| n_own as usize <= n_names)?;
        names.clear();
        for _ in 0..n_names {
            names.push(*table.get(reader.number()? as usize)?);
        }
        take(Listed { stored_id, language, path: &path, names: &names, n_own })?;
    }
    reader.finish()
}

fn texts<'b, T>(reader: &mut Reader<'b>, take: &mut impl FnMut(&'b str) -> T) -> Option<Vec<T>> {
    let n_texts = reader.count(1)?;
    let mut taken = Vec::with_capacity(n_texts);
    reader.texts(n_texts, &mut |text| taken.push(take(text)))?;
    Some(taken)
}

/// How many bytes two paths have in common at their beginnings, whole characters.
fn shared(one: &str, other: &str) -> usize {
    let n_alike = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    (0..=n_alike).rev().find(|&at| one.is_char_boundary(at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned;

    use super::*;
    use crate::row::sample::survives_damage;

    type Owned = (u32, String, String, Vec<String>, u32);

    const FILES: [(u32, &str, &str, &[&str], u32); 4] = [
        (64, "python", "src/größe/a.py", &["a", "sing", "os"], 2),
        (65, "python", "src/größer.py", &["größer"], 1),
        (70, "rust", "src/grüße.rs", &["sing", "a"], 2),
        (127, "python", "src/grüße.rs", &[], 0),
    ];

    fn encoded() -> Vec<u8> {
        let mut names = Names::default();
        let ids: Vec<Vec<NameId>> =
            FILES.iter().map(|file| file.3.iter().map(|name| names.intern(name)).collect()).collect();
        let mut listed = Vec::new();
        for (&(stored_id, language, path, _, n_own), names) in FILES.iter().zip(&ids) {
            listed.push(Listed { stored_id, language, path, names, n_own });
        }
        encode(&listed, &names)
    }

    fn decoded(bytes: &[u8]) -> Option<Vec<Owned>> {
        let (mut names, mut files) = (Names::default(), Vec::new());
        read(bytes, &mut |text| names.intern(text), &mut |file| {
            let ids = file.names.to_vec();
            files.push((file.stored_id, file.language.to_owned(), file.path.to_owned(), ids, file.n_own));
            Some(())
        })?;
        let texts = |ids: Vec<NameId>| ids.into_iter().map(|id| names.text(id).to_owned()).collect();
        Some(files.into_iter().map(|(id, language, path, ids, n)| (id, language, path, texts(ids), n)).collect())
    }

    #[test]
    fn every_file_comes_back_with_its_names() {
        let owned = FILES.map(|(stored_id, language, path, names, n_own)| {
            (
                stored_id,
                language.to_owned(),
                path.to_owned(),
                names.iter().map(|&name| name.to_owned()).collect(),
                n_own,
            )
        });
        assert_eq!(decoded(&encoded()), Some(owned.to_vec()));
    }

    #[test]
    fn the_head_comes_back() {
        let head = Head { generation: u64::MAX - 1, n_files: 70_000, n_linked: 69_999 };
        assert_eq!(Head::decode(&head.encode()), Some(head));
        assert_eq!(Head::decode(b""), None);
        assert!(head_key() < key(Room::Directory, 0));
    }

    #[test]
    fn damage_is_refused_or_read_as_something_else_but_never_a_panic() {
        survives_damage(&encoded(), |bytes| decoded(bytes).is_some());
    }

    #[test]
    fn a_file_stands_in_the_row_of_its_number() {
        for stored_id in [0, 1, 63, 64, 200_000] {
            assert!(files_of(row_of(stored_id)).contains(&stored_id));
        }
        let key = |stored_id| key(Room::Joins, row_of(stored_id));
        assert!(key(9) < key(100) && key(100) < key(STORED_END - 1));
    }
}
