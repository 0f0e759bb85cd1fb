//! The edges that a file contains: a cache, because they follow from the facts of all files. Symbols are identified by
//! file id and slot, so an edge stays valid when the lines of its target change. Not here: whether a target still
//! exists (`space`).

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use crate::base::map::{Map, Set};
use crate::graph::kind::{EdgeKind, Strategy};
use crate::row::codec::{Reader, Writer};

/// The edges of a file's references, and all other results of linking the file.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct EdgesRow {
    /// The stored id of the file.
    pub(crate) home: u32,
    /// Sorted by the source's file, source and line.
    pub(crate) edges: Vec<StoredEdge>,
    /// Imported modules outside the project, each with its line.
    pub(crate) externals: Vec<(String, u32)>,
    /// The targets of the file's imports, sorted.
    pub(crate) imports: Vec<StoredImport>,
    /// The number of imports and references whose target is outside the project or unknown.
    pub(crate) n_unlinked: u32,
    /// Declined references in stored form: see the module `declined`.
    pub(crate) declined_references: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct StoredImport {
    /// The slot of the import's symbol in the row's own file; for a glob import, of the module that contains it.
    pub(crate) import: u32,
    pub(crate) is_glob: bool,
    /// The stored id of the target's file.
    pub(crate) target_file: u32,
    /// The target's slot in that file.
    pub(crate) target: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct StoredEdge {
    /// The stored id of the source's file: the row's own file, except for an `impl` block in another file than its
    /// type.
    pub(crate) source_file: u32,
    /// The source's slot in `source_file`.
    pub(crate) source: u32,
    /// 1-based, in the row's own file.
    pub(crate) line: u32,
    /// The stored id of the target's file.
    pub(crate) target_file: u32,
    /// The target's slot in `target_file`.
    pub(crate) target: u32,
    pub(crate) kind: EdgeKind,
    /// How the edge's target was resolved.
    pub(crate) strategy: Strategy,
}

#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct EdgesHead {
    /// See [`EdgesRow::home`].
    pub(crate) home: u32,
    /// See [`EdgesRow::externals`].
    pub(crate) externals: Vec<(String, u32)>,
    /// See [`EdgesRow::imports`].
    pub(crate) imports: Vec<StoredImport>,
    /// See [`EdgesRow::n_unlinked`].
    pub(crate) n_unlinked: u32,
    /// See [`EdgesRow::declined_references`].
    pub(crate) declined_references: Vec<u8>,
}

/// Flag in the byte of kind (bits 4 to 6) and strategy (bits 0 to 3): the source is in another file.
const SOURCE_ELSEWHERE: u8 = 0x80;

impl EdgesRow {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.number(self.home);
        writer.number(self.n_unlinked);
        writer.count(self.declined_references.len());
        writer.raw(&self.declined_references);
        writer.count(self.externals.len());
        for (module, line) in &self.externals {
            writer.text(module);
            writer.number(*line);
        }
        let indexes = self.encode_files(&mut writer);
        let index = |file| indexes.get(&file).copied().unwrap_or(0);
        writer.count(self.edges.len());
        let (mut source, mut line) = (0, 0);
        for edge in &self.edges {
            let is_elsewhere = edge.source_file != self.home;
            let head = (edge.kind as u8) << 4 | edge.strategy as u8 | if is_elsewhere { SOURCE_ELSEWHERE } else { 0 };
            writer.byte(head);
            if is_elsewhere {
                writer.number(index(edge.source_file));
            }
            writer.delta(source, edge.source);
            writer.delta(line, edge.line);
            writer.number(index(edge.target_file));
            writer.number(edge.target);
            (source, line) = (edge.source, edge.line);
        }
        writer.count(self.imports.len());
        let mut import_slot = 0;
        for import in &self.imports {
            writer.delta(import_slot, import.import);
            writer.byte(u8::from(import.is_glob));
            writer.number(index(import.target_file));
            writer.number(import.target);
            import_slot = import.import;
        }
        writer.finish()
    }

    /// Writes the other files that edges and imports touch, and returns the index of each; the row's own file has index
    /// 0.
    fn encode_files(&self, writer: &mut Writer) -> Map<u32, u32> {
        let mut indexes: Map<u32, u32> = Map::default();
        let mut files = vec![self.home];
        indexes.insert(self.home, 0);
        let edge_files = self.edges.iter().flat_map(|edge| [edge.source_file, edge.target_file]);
        for file in edge_files.chain(self.imports.iter().map(|import| import.target_file)) {
            indexes.entry(file).or_insert_with(|| {
                files.push(file);
                files.len() as u32 - 1
            });
        }
        writer.count(files.len() - 1);
        for pair in files.windows(2) {
            writer.delta(pair[0], pair[1]);
        }
        indexes
    }

    #[cfg(test)]
    pub(crate) fn decode(bytes: &[u8]) -> Option<EdgesRow> {
        let mut edges = Vec::new();
        let EdgesHead { home, externals, imports, n_unlinked, declined_references: declined } =
            read(bytes, &mut |edge| edges.push(edge))?;
        Some(EdgesRow { home, edges, externals, imports, n_unlinked, declined_references: declined })
    }
}

/// Decodes a payload and calls `take` with each edge. `None` if the payload is damaged; then the calls made so far are
/// invalid.
pub(crate) fn read(bytes: &[u8], take: &mut impl FnMut(StoredEdge)) -> Option<EdgesHead> {
    let mut reader = Reader::new(bytes);
    let (home, n_unlinked) = (reader.number()?, reader.number()?);
    let declined = read_declined(&mut reader)?.to_vec();
    let n_externals = reader.count(2)?;
    let external = |_| Some((reader.text()?.to_owned(), reader.number()?));
    let externals = (0..n_externals).map(external).collect::<Option<Vec<_>>>()?;
    let files = decode_files(&mut reader, home)?;
    let n_edges = reader.count(5)?;
    let (mut source, mut line) = (0, 0);
    for _ in 0..n_edges {
        let head = reader.byte()?;
        let source_index = if head & SOURCE_ELSEWHERE != 0 { reader.below(files.len())? } else { 0 };
        source = reader.delta(source)?;
        line = reader.delta(line)?;
        let target_index = reader.below(files.len())?;
        take(StoredEdge {
            source_file: files[source_index as usize],
            source,
            line,
            target_file: files[target_index as usize],
            target: reader.number()?,
            kind: EdgeKind::from_number(head >> 4 & 7).filter(|kind| *kind != EdgeKind::Contains)?,
            strategy: Strategy::from_number(head & 0xf)?,
        });
    }
    let imports = read_imports(&mut reader, &files)?;
    reader.finish().map(|()| EdgesHead { home, externals, imports, n_unlinked, declined_references: declined })
}

fn read_imports(reader: &mut Reader<'_>, files: &[u32]) -> Option<Vec<StoredImport>> {
    let n_imports = reader.count(4)?;
    let mut import_slot = 0;
    let import = |_| {
        import_slot = reader.delta(import_slot)?;
        let is_glob = match reader.byte()? {
            0 => false,
            1 => true,
            _ => return None,
        };
        let target_file = files[reader.below(files.len())? as usize];
        Some(StoredImport { import: import_slot, is_glob, target_file, target: reader.number()? })
    };
    (0..n_imports).map(import).collect()
}

/// Whether an edge of a row may touch one of these files, given by stored ids. Decodes only the head of the row. `None`
/// if it is damaged.
pub(crate) fn touches(bytes: &[u8], files: &Set<u32>) -> Option<bool> {
    let mut reader = Reader::new(bytes);
    let (mut file, _) = (reader.number()?, reader.number()?);
    read_declined(&mut reader)?;
    for _ in 0..reader.count(2)? {
        let (_, _) = (reader.text()?, reader.number()?);
    }
    let n_others = reader.count(1)?;
    for _ in 0..n_others {
        if files.contains(&file) {
            return Some(true);
        }
        file = reader.delta(file)?;
    }
    Some(files.contains(&file))
}

/// The declined references of a row in stored form. Decodes only the head of the row; `None` if it is damaged.
pub(crate) fn declined_references(bytes: &[u8]) -> Option<&[u8]> {
    let mut reader = Reader::new(bytes);
    let (_, _) = (reader.number()?, reader.number()?);
    read_declined(&mut reader)
}

fn read_declined<'b>(reader: &mut Reader<'b>) -> Option<&'b [u8]> {
    let n_bytes = reader.count(1)?;
    reader.raw(n_bytes)
}

fn decode_files(reader: &mut Reader<'_>, home: u32) -> Option<Vec<u32>> {
    let n_files = reader.count(1)?;
    let mut files = vec![home];
    for at in 0..n_files {
        files.push(reader.delta(files[at])?);
    }
    Some(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::stored::sample::{Random, survives_damage};

    #[test]
    fn every_edges_row_round_trips() {
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

    /// Outlines alone determine containment. An edge of that kind in a row would give any two symbols a confidence of
    /// 1.
    #[test]
    fn containment_in_a_row_is_damage() {
        let encoded_row = |kind| {
            let edge = StoredEdge {
                source_file: 1,
                source: 2,
                line: 3,
                target_file: 1,
                target: 4,
                kind,
                strategy: Strategy::Lexical,
            };
            EdgesRow { home: 1, edges: vec![edge], ..EdgesRow::default() }.encode()
        };
        for &kind in EdgeKind::ALL {
            assert_eq!(EdgesRow::decode(&encoded_row(kind)).is_some(), kind != EdgeKind::Contains, "{kind:?}");
        }
    }

    #[test]
    fn damage_is_refused_or_decoded_differently_but_never_panics() {
        for seed in 0..4 {
            survives_damage(&Random(seed).edges().encode(), |bytes| EdgesRow::decode(bytes).is_some());
        }
    }
}
