//! The file adjacency: the other files that the edges of a file touch, for as many files per row as in the name index.
//! It repeats what the heads of edges rows state, so that only rows that can contain an edge of the question are read.
//! Not here: the edges (`edges`).

use alloc::vec::Vec;

use crate::graph::model::STORED_END;
use crate::row::codec::{Reader, Writer};

/// The payload for the files of a row: each stored id with those of the other files that its edges touch; all sorted.
pub(crate) fn encode(files: &[(u32, Vec<u32>)]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.count(files.len());
    let mut last = 0;
    for (home, others) in files {
        writer.number(home - last);
        last = *home;
        writer.count(others.len());
        let mut near = *home;
        for &other in others {
            writer.step(near, other);
            near = other;
        }
    }
    writer.finish()
}

/// Decodes a payload and calls `take` with each file and its other files. `None` if the payload is damaged; then what
/// `take` received is invalid.
pub(crate) fn read(bytes: &[u8], take: &mut impl FnMut(u32, &[u32])) -> Option<()> {
    let mut reader = Reader::new(bytes);
    let (mut home, mut others) = (0u32, Vec::new());
    for _ in 0..reader.count(2)? {
        home = home.checked_add(reader.number()?).filter(|&home| home < STORED_END)?;
        others.clear();
        let mut near = home;
        for _ in 0..reader.count(1)? {
            near = reader.step(near)?;
            others.push(near);
        }
        take(home, &others);
    }
    reader.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::stored::sample::survives_damage;

    fn decode(bytes: &[u8]) -> Option<Vec<(u32, Vec<u32>)>> {
        let mut files = Vec::new();
        read(bytes, &mut |home, others| files.push((home, others.to_vec())))?;
        Some(files)
    }

    fn files() -> Vec<(u32, Vec<u32>)> {
        vec![(64, vec![]), (65, vec![3, 64, 70_000]), (127, vec![1])]
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
