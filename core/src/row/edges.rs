//! The edges that stand in a file, as a cache: they follow from all files' facts. Symbols are named by file number and
//! slot, so an edge survives whatever changes its target's lines. Not here: whether a target still exists (`graph`).

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::codec::{Reader, Writer};
use crate::graph::kind::{EdgeKind, Strategy};
use crate::map::{Map, Set};

/// What the references of one file mean.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct EdgesRow {
    /// The file's number in stored rows.
    pub(crate) home: u32,
    /// By source and line.
    pub(crate) edges: Vec<StoredEdge>,
    /// Modules outside the project that the file imports, with the line.
    pub(crate) externals: Vec<(String, u32)>,
    /// References whose target is outside or unknown.
    pub(crate) n_unlinked: u32,
}

/// One edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct StoredEdge {
    /// The file of its source: the row's own, but for an `impl` block away from its type.
    pub(crate) source_file: u32,
    /// The source's slot in that file.
    pub(crate) source: u32,
    /// 1-based, in the row's own file.
    pub(crate) line: u32,
    /// The file of its target.
    pub(crate) target_file: u32,
    /// The target's slot in that file.
    pub(crate) target: u32,
    /// What it says.
    pub(crate) kind: EdgeKind,
    /// How its target was found.
    pub(crate) strategy: Strategy,
}

/// What a row says beside its edges.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct EdgesHead {
    /// See [`EdgesRow::home`].
    pub(crate) home: u32,
    /// See [`EdgesRow::externals`].
    pub(crate) externals: Vec<(String, u32)>,
    /// See [`EdgesRow::n_unlinked`].
    pub(crate) n_unlinked: u32,
}

/// In the byte of kind (bits 4 to 6) and strategy (bits 0 to 3): the source stands in another file.
const SOURCE_AWAY: u8 = 0x80;

impl EdgesRow {
    /// The payload.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.number(self.home);
        writer.number(self.n_unlinked);
        writer.count(self.externals.len());
        for (module, line) in &self.externals {
            writer.text(module);
            writer.number(*line);
        }
        let places = self.encode_files(&mut writer);
        let place = |file| places.get(&file).copied().unwrap_or(0);
        writer.count(self.edges.len());
        let (mut source, mut line) = (0, 0);
        for edge in &self.edges {
            let away = edge.source_file != self.home;
            let head = (edge.kind as u8) << 4 | edge.strategy as u8 | if away { SOURCE_AWAY } else { 0 };
            writer.byte(head);
            if away {
                writer.number(place(edge.source_file));
            }
            writer.step(source, edge.source);
            writer.step(line, edge.line);
            writer.number(place(edge.target_file));
            writer.number(edge.target);
            (source, line) = (edge.source, edge.line);
        }
        writer.finish()
    }

    /// Writes the other files that edges touch, and tells where each stands; the row's own file stands at 0.
    fn encode_files(&self, writer: &mut Writer) -> Map<u32, u32> {
        let mut places: Map<u32, u32> = Map::default();
        let mut files = vec![self.home];
        places.insert(self.home, 0);
        for file in self.edges.iter().flat_map(|edge| [edge.source_file, edge.target_file]) {
            places.entry(file).or_insert_with(|| {
                files.push(file);
                files.len() as u32 - 1
            });
        }
        writer.count(files.len() - 1);
        for pair in files.windows(2) {
            writer.step(pair[0], pair[1]);
        }
        places
    }

    /// Reads a payload.
    #[cfg(test)]
    pub(crate) fn decode(bytes: &[u8]) -> Option<EdgesRow> {
        let mut edges = Vec::new();
        let EdgesHead { home, externals, n_unlinked } = read(bytes, &mut |edge| edges.push(edge))?;
        Some(EdgesRow { home, edges, externals, n_unlinked })
    }
}

/// Reads a payload and hands over each edge. `None` where the payload is damaged: forget what came.
pub(crate) fn read(bytes: &[u8], take: &mut impl FnMut(StoredEdge)) -> Option<EdgesHead> {
    let mut reader = Reader::new(bytes);
    let (home, n_unlinked) = (reader.number()?, reader.number()?);
    let n_externals = reader.count(2)?;
    let external = |_| Some((reader.text()?.to_owned(), reader.number()?));
    let externals = (0..n_externals).map(external).collect::<Option<Vec<_>>>()?;
    let files = decode_files(&mut reader, home)?;
    let n_edges = reader.count(5)?;
    let (mut source, mut line) = (0, 0);
    for _ in 0..n_edges {
        let head = reader.byte()?;
        let source_place = if head & SOURCE_AWAY != 0 { reader.below(files.len())? } else { 0 };
        source = reader.step(source)?;
        line = reader.step(line)?;
        let target_place = reader.below(files.len())?;
        take(StoredEdge {
            source_file: files[source_place as usize],
            source,
            line,
            target_file: files[target_place as usize],
            target: reader.number()?,
            kind: EdgeKind::from_number(head >> 4 & 7)?,
            strategy: Strategy::from_number(head & 0xf)?,
        });
    }
    reader.finish().map(|()| EdgesHead { home, externals, n_unlinked })
}

/// Whether any edge of a row can touch one of these files, by their stored numbers: read from the row's head alone.
pub(crate) fn touches(bytes: &[u8], files: &Set<u32>) -> Option<bool> {
    let mut reader = Reader::new(bytes);
    let (mut file, _) = (reader.number()?, reader.number()?);
    for _ in 0..reader.count(2)? {
        let (_, _) = (reader.text()?, reader.number()?);
    }
    let n_others = reader.count(1)?;
    for _ in 0..n_others {
        if files.contains(&file) {
            return Some(true);
        }
        file = reader.step(file)?;
    }
    Some(files.contains(&file))
}

fn decode_files(reader: &mut Reader<'_>, home: u32) -> Option<Vec<u32>> {
    let n_files = reader.count(1)?;
    let mut files = vec![home];
    for at in 0..n_files {
        files.push(reader.step(files[at])?);
    }
    Some(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::sample::{Random, survives_damage};

    #[test]
    fn every_row_of_edges_comes_back() {
        for seed in 0..300 {
            let row = Random(seed).edges();
            assert_eq!(EdgesRow::decode(&row.encode()).as_ref(), Some(&row), "seed {seed}");
        }
    }

    #[test]
    fn an_edge_within_a_file_takes_five_bytes() {
        let edge = |line| StoredEdge {
            source_file: 70_000,
            source: 40,
            line,
            target_file: 70_000,
            target: 9,
            kind: EdgeKind::Calls,
            strategy: Strategy::SelfMember,
        };
        let row = |n| EdgesRow { home: 70_000, edges: (1..=n).map(edge).collect(), ..EdgesRow::default() };
        assert_eq!(row(60).encode().len() - row(50).encode().len(), 50);
    }

    #[test]
    fn damage_is_refused_or_read_as_something_else_but_never_a_panic() {
        for seed in 0..4 {
            survives_damage(&Random(seed).edges().encode(), |bytes| EdgesRow::decode(bytes).is_some());
        }
    }
}
