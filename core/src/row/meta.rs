//! What the store as a whole knows: one row.

use alloc::vec::Vec;

use super::codec::{Reader, Writer};

/// See the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MetaRow {
    /// The number that the next new file gets. Numbers are never used twice, so an edge to a file that is gone stays one.
    pub(crate) next_file_id: u32,
    /// Files without an edges row: an instance that has not read edges knows it from here.
    pub(crate) n_unsettled: u32,
    /// Symbols of all files, so that an instance takes their room at once. A hint: nothing rests on it.
    pub(crate) n_symbols: u32,
}

impl MetaRow {
    /// The payload.
    pub(crate) fn encode(self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.number(self.next_file_id);
        writer.number(self.n_unsettled);
        writer.number(self.n_symbols);
        writer.finish()
    }

    /// Reads a payload.
    pub(crate) fn decode(bytes: &[u8]) -> Option<MetaRow> {
        let mut reader = Reader::new(bytes);
        let row =
            MetaRow { next_file_id: reader.number()?, n_unsettled: reader.number()?, n_symbols: reader.number()? };
        reader.finish().map(|()| row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_comes_back() {
        let row = MetaRow { next_file_id: 70_000, n_unsettled: 3, n_symbols: 500_000 };
        assert_eq!(MetaRow::decode(&row.encode()), Some(row));
        assert_eq!(MetaRow::decode(b""), None);
        assert_eq!(MetaRow::decode(b"\x01\x01\x01\x01"), None);
    }
}
