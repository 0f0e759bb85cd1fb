//! The meta row: counts of the store as a whole.

use alloc::vec::Vec;

use crate::graph::model::STORED_END;
use crate::row::codec::{Reader, Writer};

/// Counts of the store as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct MetaRow {
    /// The id of the next new file. Ids are never reused, so an edge to a removed file never refers to another one.
    pub(crate) next_file_id: u32,
    /// Number of files without an edges row.
    pub(crate) n_to_link: u32,
    /// Number of symbols in all files; a hint for reserving memory.
    pub(crate) n_symbols: u32,
    /// Number of files, by which a loss of rows is detected.
    pub(crate) n_files: u32,
    /// Number of documents, by which a loss of rows is detected.
    pub(crate) n_documents: u32,
    /// The languages that are not parsed, as ascending indexes in `lang::unread`, each with its number of files.
    pub(crate) unread: Vec<(u32, u32)>,
}

impl MetaRow {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.number(self.next_file_id);
        writer.number(self.n_to_link);
        writer.number(self.n_symbols);
        writer.number(self.n_files);
        writer.number(self.n_documents);
        writer.count(self.unread.len());
        for &(language, n_files) in &self.unread {
            writer.number(language);
            writer.number(n_files);
        }
        writer.finish()
    }

    /// Decodes a payload. `None` if it is damaged, or has an id that no file can have.
    pub(crate) fn decode(bytes: &[u8]) -> Option<MetaRow> {
        let mut reader = Reader::new(bytes);
        let (next_file_id, n_to_link, n_symbols) = (reader.number()?, reader.number()?, reader.number()?);
        if next_file_id > STORED_END {
            return None;
        }
        let (n_files, n_documents) = (reader.number()?, reader.number()?);
        let mut unread = Vec::new();
        for _ in 0..reader.count(2)? {
            unread.push((reader.number()?, reader.number()?));
        }
        let row = MetaRow { next_file_id, n_to_link, n_symbols, n_files, n_documents, unread };
        reader.finish().map(|()| row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meta_row_round_trips() {
        let row = MetaRow {
            next_file_id: 70_000,
            n_to_link: 3,
            n_symbols: 500_000,
            n_files: 9_000,
            n_documents: 300,
            unread: vec![(3, 7), (5, 900)],
        };
        assert_eq!(MetaRow::decode(&row.encode()), Some(row.clone()));
        assert_eq!(MetaRow::decode(b""), None);
        let max = MetaRow { next_file_id: STORED_END, ..row.clone() };
        assert_eq!(MetaRow::decode(&max.encode()), Some(max));
        assert_eq!(MetaRow::decode(&MetaRow { next_file_id: STORED_END + 1, ..row }.encode()), None);
        assert_eq!(MetaRow::decode(b"\x01\x01\x01\x01\x01\x00").map(|row| row.n_files), Some(1));
        assert_eq!(MetaRow::decode(b"\x01\x01\x01\x01"), None);
        assert_eq!(MetaRow::decode(b"\x01\x01\x01\x01\x01\x01"), None);
    }
}
