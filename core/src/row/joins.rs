//! Joins: which other files the edges of a file touch, as many files to a row as in the directory. They say what the heads of
//! edges rows say, so that only those rows are read that can hold an edge of the question. Not here: the edges (`edges`).

use alloc::vec::Vec;

use super::codec::{Reader, Writer};
use crate::graph::links::STORED_END;

/// The payload for the files of a row: each by its stored number, with those of the others that its edges touch; all sorted.
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

/// Reads a payload and hands over each file with the others. `None` where the payload is damaged: forget what came.
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
    use crate::row::sample::survives_damage;

    fn decode(bytes: &[u8]) -> Option<Vec<(u32, Vec<u32>)>> {
        let mut files = Vec::new();
        read(bytes, &mut |home, others| files.push((home, others.to_vec())))?;
        Some(files)
    }

    fn files() -> Vec<(u32, Vec<u32>)> {
        vec![(64, vec![]), (65, vec![3, 64, 70_000]), (127, vec![1])]
    }

    #[test]
    fn every_file_comes_back_with_the_others() {
        assert_eq!(decode(&encode(&files())), Some(files()));
    }

    #[test]
    fn damage_is_refused_or_read_as_something_else_but_never_a_panic() {
        survives_damage(&encode(&files()), |bytes| decode(bytes).is_some());
    }
}
