//! The name index: all files and the names in each, several files per row.
//!
//! It is a cache of the outlines, so that a question loads only the outlines that it needs. Not here: selecting these
//! (`space::name_index`).

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::keyspace::{self, Keyspace};
use crate::base::map::Map;
use crate::graph::model::STORED_END;
use crate::graph::model::names::{NameId, Names};
use crate::graph::model::texts::Texts;
use crate::row::codec::{Reader, Writer};

/// The state of the store that the index's rows describe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Head {
    /// The generation for which the index was written; at any other generation it is outdated.
    pub(crate) generation: u64,
    /// Number of files in all rows.
    pub(crate) n_files: u32,
    /// Number of linked files: those in all rows of the file adjacency.
    pub(crate) n_linked: u32,
}

impl Head {
    pub(crate) fn encode(self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.raw(&self.generation.to_le_bytes());
        writer.number(self.n_files);
        writer.number(self.n_linked);
        writer.finish()
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Head> {
        let mut reader = Reader::new(bytes);
        let generation = u64::from_le_bytes(reader.raw(8)?.try_into().ok()?);
        let head = Head { generation, n_files: reader.number()?, n_linked: reader.number()? };
        reader.finish().map(|()| head)
    }
}

/// The key of the head, which sorts first.
pub(crate) fn head_key() -> Vec<u8> {
    keyspace::key(Keyspace::NameIndex, "")
}

/// Files per row: a file's stored id divided by this is the number of its row.
const FILES_PER_ROW: u32 = 64;

/// The version of the rows' contents.
pub(crate) const VERSION: u32 = 3;

/// A file to be encoded, with the names in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ListedFile<'a> {
    /// Never reused within a store.
    pub(crate) stored_id: u32,
    /// A name of a language in `lang::LANGUAGES`.
    pub(crate) language: &'a str,
    /// Relative to the root of the project.
    pub(crate) path: &'a str,
    /// The distinct names of the file's symbols, those of definitions first.
    pub(crate) names: &'a [NameId],
    /// Number of names of definitions; the others are only imported.
    pub(crate) n_defined: usize,
}

/// A decoded file. [`name_indexes`] reads its names, which are indexes into the row's texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DecodedFile<'a> {
    /// Never reused within a store.
    pub(crate) stored_id: u32,
    /// A name of a language in `lang::LANGUAGES`.
    pub(crate) language: &'a str,
    /// Relative to the root of the project.
    pub(crate) path: &'a str,
    /// Encoded names of definitions.
    pub(crate) defined: &'a [u8],
    /// Encoded names that are only imported.
    pub(crate) imported: &'a [u8],
}

/// The number of the row that lists a file.
pub(crate) fn row_of(stored_id: u32) -> u32 {
    stored_id / FILES_PER_ROW
}

/// The stored ids of the files that a row lists.
pub(crate) fn files_of(row: u32) -> Range<u32> {
    row * FILES_PER_ROW..(row + 1) * FILES_PER_ROW
}

/// The key of a row of the name index or the file adjacency.
pub(crate) fn key(keyspace: Keyspace, row: u32) -> Vec<u8> {
    keyspace::key(keyspace, &format!("{row:05x}"))
}

/// Encodes files, which are sorted by stored id.
pub(crate) fn encode(files: &[ListedFile<'_>], names: &Names) -> Vec<u8> {
    let mut languages = Vec::new();
    let (mut name_table, mut indexes): (Vec<NameId>, Map<NameId, u32>) = Default::default();
    let mut files_writer = Writer::default();
    files_writer.count(files.len());
    let (mut path, mut stored_id) = ("", 0);
    for file in files {
        files_writer.number(file.stored_id - stored_id);
        let language = languages.iter().position(|&language| language == file.language);
        files_writer.count(language.unwrap_or_else(|| {
            languages.push(file.language);
            languages.len() - 1
        }));
        let n_shared = common_prefix_len(path, file.path);
        files_writer.count(n_shared);
        files_writer.text(&file.path[n_shared..]);
        for names in [&file.names[..file.n_defined], &file.names[file.n_defined..]] {
            let mut list = Writer::default();
            for &name in names {
                list.number(*indexes.entry(name).or_insert_with(|| {
                    name_table.push(name);
                    name_table.len() as u32 - 1
                }));
            }
            let list = list.finish();
            files_writer.count(list.len());
            files_writer.raw(&list);
        }
        (path, stored_id) = (file.path, file.stored_id);
    }
    let mut writer = Writer::default();
    writer.count(languages.len());
    languages.iter().for_each(|language| writer.text(language));
    let texts = || name_table.iter().map(|&name| names.text(name));
    writer.count(name_table.len());
    texts().for_each(|text| writer.count(text.len()));
    texts().for_each(|text| writer.raw(text.as_bytes()));
    writer.raw(&files_writer.finish());
    writer.finish()
}

/// Decodes a payload: calls `take` with each file, and returns the texts of the names. `None` if the payload is damaged
/// or `take` returns `None`; then the calls made so far are invalid.
pub(crate) fn read(bytes: &[u8], take: &mut impl FnMut(DecodedFile<'_>) -> Option<()>) -> Option<Texts> {
    let mut reader = Reader::new(bytes);
    let n_languages = reader.count(1)?;
    let mut languages = Vec::with_capacity(n_languages);
    reader.texts(n_languages, &mut |language| languages.push(language))?;
    let texts = read_texts(&mut reader)?;
    let (mut path, mut stored_id) = (String::new(), 0u32);
    for _ in 0..reader.count(6)? {
        stored_id = stored_id.checked_add(reader.number()?).filter(|&stored_id| stored_id < STORED_END)?;
        let language = languages.get(reader.number()? as usize)?;
        let n_shared = reader.number()? as usize;
        if !path.is_char_boundary(n_shared) {
            return None;
        }
        path.truncate(n_shared);
        path.push_str(reader.text()?);
        let mut list = || reader.count(1).and_then(|n_bytes| reader.raw(n_bytes));
        let (defined, imported) = (list()?, list()?);
        take(DecodedFile { stored_id, language, path: &path, defined, imported })?;
    }
    reader.finish().map(|()| texts)
}

/// The texts of names: their lengths, and then one buffer, so that all texts are searched at once.
fn read_texts(reader: &mut Reader<'_>) -> Option<Texts> {
    let n_texts = reader.count(1)?;
    let (mut text_ends, mut end) = (Vec::with_capacity(n_texts), 0u32);
    for _ in 0..n_texts {
        end = end.checked_add(reader.number()?)?;
        text_ends.push(end);
    }
    Texts::new(core::str::from_utf8(reader.raw(end as usize)?).ok()?, text_ends)
}

/// The indexes of a file's names in its row's texts, up to the first malformed one.
pub(crate) fn name_indexes(list: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let mut reader = Reader::new(list);
    core::iter::from_fn(move || reader.number().map(|index| index as usize))
}

/// Length in bytes of the common prefix of two paths, ending on a character boundary.
fn common_prefix_len(one: &str, other: &str) -> usize {
    let n_alike = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    (0..=n_alike).rev().find(|&at| one.is_char_boundary(at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned;

    use super::*;
    use crate::graph::stored::sample::survives_damage;

    /// A file with its id, language and path, and its names of definitions and of imports.
    type OwnedFile = (u32, String, String, Vec<String>, Vec<String>);

    const FILES: [(u32, &str, &str, &[&str], usize); 4] = [
        (64, "python", "src/größe/a.py", &["a", "sing", "os"], 2),
        (65, "python", "src/größer.py", &["größer"], 1),
        (70, "rust", "src/grüße.rs", &["sing", "a"], 2),
        (127, "python", "src/grüße.rs", &[], 0),
    ];

    fn encoded() -> Vec<u8> {
        let mut names = Names::default();
        let ids: Vec<Vec<NameId>> =
            FILES.iter().map(|file| file.3.iter().map(|name| names.intern(name)).collect()).collect();
        let mut listed_files = Vec::new();
        for (&(stored_id, language, path, _, n_defined), names) in FILES.iter().zip(&ids) {
            listed_files.push(ListedFile { stored_id, language, path, names, n_defined });
        }
        encode(&listed_files, &names)
    }

    fn decoded(bytes: &[u8]) -> Option<Vec<OwnedFile>> {
        let mut files = Vec::new();
        let texts = read(bytes, &mut |file| {
            let path = file.path.to_owned();
            files.push((file.stored_id, file.language.to_owned(), path, file.defined.to_vec(), file.imported.to_vec()));
            Some(())
        })?;
        let names = |list: Vec<u8>| {
            let indexes = name_indexes(&list).filter(|&index| index < texts.n_texts());
            indexes.map(|index| texts.text(index).to_owned()).collect()
        };
        let with_texts =
            |(id, language, path, defined, imported)| (id, language, path, names(defined), names(imported));
        Some(files.into_iter().map(with_texts).collect())
    }

    #[test]
    fn every_file_round_trips_with_its_names() {
        let expected = FILES.map(|(stored_id, language, path, names, n_defined)| {
            let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
            let (defined, imported) = names.split_at(n_defined);
            (stored_id, language.to_owned(), path.to_owned(), owned(defined), owned(imported))
        });
        assert_eq!(decoded(&encoded()), Some(expected.to_vec()));
    }

    #[test]
    fn the_head_round_trips() {
        let head = Head { generation: u64::MAX - 1, n_files: 70_000, n_linked: 69_999 };
        assert_eq!(Head::decode(&head.encode()), Some(head));
        assert_eq!(Head::decode(b""), None);
        assert!(head_key() < key(Keyspace::NameIndex, 0));
    }

    #[test]
    fn damage_is_refused_or_decoded_differently_but_never_panics() {
        survives_damage(&encoded(), |bytes| decoded(bytes).is_some());
    }

    #[test]
    fn a_file_is_in_the_row_of_its_stored_id() {
        for stored_id in [0, 1, 63, 64, 200_000] {
            assert!(files_of(row_of(stored_id)).contains(&stored_id));
        }
        let key = |stored_id| key(Keyspace::FileAdjacency, row_of(stored_id));
        assert!(key(9) < key(100) && key(100) < key(STORED_END - 1));
    }
}
