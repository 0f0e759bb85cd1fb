//! The file adjacency: for each file the other files that its edges touch, and the numbers of its declined references
//! by name.
//!
//! It repeats data of edges rows, so that only the edges rows that a question needs are read. A row and the row of the
//! name index with the same number are about the same stored ids. Not here: the edges (`edges`), the places
//! (`declined`).

use alloc::vec::Vec;

use super::declined::DeclinedCount;
use crate::graph::model::STORED_END;
use crate::row::codec::{Reader, Writer};

/// A linked file, and the files that its edges touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileNeighbours {
    /// The file's stored id.
    pub(crate) stored_id: u32,
    /// Stored ids of the other files that the file's edges touch, sorted.
    pub(crate) others: Vec<u32>,
    /// Numbers of the file's declined references by name, sorted.
    pub(crate) declined_counts: Vec<DeclinedCount>,
}

/// Encodes the files of a row, which are sorted by stored id.
pub(crate) fn encode(files: &[FileNeighbours]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.count(files.len());
    let mut last_home = 0;
    for FileNeighbours { stored_id: home, others, declined_counts: declined } in files {
        writer.number(home - last_home);
        last_home = *home;
        writer.count(others.len());
        let mut previous = *home;
        for &other in others {
            writer.delta(previous, other);
            previous = other;
        }
        writer.count(declined.len());
        let mut hash = 0;
        for count in declined {
            writer.number(count.hash - hash);
            writer.number(count.n_calls);
            writer.number(count.n_uses);
            hash = count.hash;
        }
    }
    writer.finish()
}

/// Decodes a payload and calls `take` with each file. `None` if the payload is damaged; then the calls made so far are
/// invalid.
pub(crate) fn read(bytes: &[u8], take: &mut impl FnMut(FileNeighbours)) -> Option<()> {
    let mut reader = Reader::new(bytes);
    let mut home = 0u32;
    for _ in 0..reader.count(3)? {
        home = home.checked_add(reader.number()?).filter(|&home| home < STORED_END)?;
        let mut others = Vec::new();
        let mut previous = home;
        for _ in 0..reader.count(1)? {
            previous = reader.delta(previous)?;
            others.push(previous);
        }
        let mut declined = Vec::new();
        let mut hash = 0u32;
        for _ in 0..reader.count(3)? {
            hash = hash.checked_add(reader.number()?)?;
            declined.push(DeclinedCount { hash, n_calls: reader.number()?, n_uses: reader.number()? });
        }
        take(FileNeighbours { stored_id: home, others, declined_counts: declined });
    }
    reader.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::stored::sample::survives_damage;

    fn decode(bytes: &[u8]) -> Option<Vec<FileNeighbours>> {
        let mut files = Vec::new();
        read(bytes, &mut |file| files.push(file))?;
        Some(files)
    }

    fn files() -> Vec<FileNeighbours> {
        let count = |hash, n_calls, n_uses| DeclinedCount { hash, n_calls, n_uses };
        vec![
            FileNeighbours { stored_id: 64, others: vec![], declined_counts: vec![] },
            FileNeighbours {
                stored_id: 65,
                others: vec![3, 64, 70_000],
                declined_counts: vec![count(9, 2, 0), count(u32::MAX, 0, 1)],
            },
            FileNeighbours { stored_id: 127, others: vec![1], declined_counts: vec![count(0, 1, 1)] },
        ]
    }

    #[test]
    fn every_file_round_trips_with_its_others() {
        assert_eq!(decode(&encode(&files())), Some(files()));
    }

    #[test]
    fn damage_is_refused_or_decoded_differently_but_never_panics() {
        survives_damage(&encode(&files()), |bytes| decode(bytes).is_some());
    }
}
