//! The outline of a file: its properties and symbols.
//!
//! A first answer loads many outlines, so this row is small, contains each name once, and is decoded without copying.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::graph::facts::{Definition, Facts, Flags, Name};
use crate::graph::kind::SymbolKind;
use crate::row::codec::{Reader, Writer};

/// A file and its symbols; `N` is the type of their names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OutlineRow<N> {
    pub(crate) head: OutlineHead,
    /// The definitions in source order, parents before their children, and then the imports; index 0 is the file
    /// itself.
    pub(crate) symbols: Vec<StoredSymbol<N>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutlineHead {
    /// The file's id in stored rows; never reused.
    pub(crate) file_id: u32,
    /// The name of the file's language.
    pub(crate) language: String,
    /// SHA-256 of the file's bytes.
    pub(crate) hash: [u8; 32],
    /// 0 for an empty file.
    pub(crate) n_lines: u32,
    pub(crate) n_bytes: u32,
    /// Whether the parser reported errors.
    pub(crate) has_errors: bool,
    /// Whether the host stopped parsing at a limit.
    pub(crate) cut_short: bool,
}

/// A symbol; `N` is the type of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StoredSymbol<N> {
    /// Stable number of the symbol within the file, below [`SLOTS_END`].
    pub(crate) slot: u32,
    pub(crate) kind: SymbolKind,
    /// Without the names of enclosing symbols.
    pub(crate) name: N,
    /// Index of the enclosing symbol; 0 for the file itself.
    pub(crate) parent: u32,
    /// 1-based.
    pub(crate) first_line: u32,
    /// 1-based, inclusive.
    pub(crate) last_line: u32,
    /// Properties such as static, async or test.
    pub(crate) flags: Flags,
    /// Estimated tokens in the symbol's text.
    pub(crate) tokens: u32,
}

impl<N> StoredSymbol<N> {
    /// The same symbol with its name as another type.
    pub(crate) fn with_name<M>(self, name: M) -> StoredSymbol<M> {
        let StoredSymbol { slot, kind, parent, first_line, last_line, flags, tokens, .. } = self;
        StoredSymbol { slot, kind, name, parent, first_line, last_line, flags, tokens }
    }
}

/// The outline's symbols for a file's facts, one for each definition. `slots` is parallel to the definitions.
pub(crate) fn symbols_of(facts: &Facts, slots: &[u32]) -> Vec<StoredSymbol<Name>> {
    let symbol = |(definition, &slot): (&Definition, &u32)| StoredSymbol {
        slot,
        kind: definition.kind,
        name: definition.name,
        parent: definition.parent.0,
        first_line: definition.first_line,
        last_line: definition.last_line,
        flags: definition.flags,
        tokens: definition.tokens,
    };
    facts.definitions.iter().zip(slots).map(symbol).collect()
}

/// Upper bound, exclusive, of slots, because readers index arrays by slot. Even the largest file has fewer
/// definitions.
pub(crate) const SLOTS_END: u32 = 1 << 22;

const HAS_ERRORS: u8 = 1;
const CUT_SHORT: u8 = 2;

impl OutlineRow<Name> {
    /// Encodes an outline; `texts` are the file's distinct names, by [`Name`].
    pub(crate) fn encode(&self, texts: &[String]) -> Vec<u8> {
        let mut writer = Writer::default();
        encode_head(&self.head, &mut writer);
        let indexes = encode_names(&self.symbols, texts, &mut writer);
        writer.count(self.symbols.len());
        let (mut slot, mut line) = (0, 0);
        for (index, symbol) in (0..).zip(&self.symbols) {
            writer.byte(symbol.kind as u8);
            writer.delta(slot, symbol.slot);
            writer.number(indexes[symbol.name.0 as usize] - 1);
            writer.number(index - symbol.parent);
            writer.delta(line, symbol.first_line);
            writer.delta(symbol.first_line, symbol.last_line);
            writer.number(u32::from(symbol.flags.0));
            writer.number(symbol.tokens);
            (slot, line) = (symbol.slot + 1, symbol.first_line);
        }
        writer.finish()
    }
}

#[cfg(test)]
impl<'b> OutlineRow<&'b str> {
    pub(crate) fn decode(bytes: &'b [u8]) -> Option<OutlineRow<&'b str>> {
        let mut symbols = Vec::new();
        let head = read(bytes, &mut |name| name, &mut |symbol| symbols.push(symbol))?;
        Some(OutlineRow { head, symbols })
    }
}

/// Decodes a payload and calls `take` with each symbol. A parent has a smaller index, index 0 is the file, and imports
/// come last. `make_name` is called once with each distinct name, and its result becomes the name of symbols. `None` if
/// the payload is damaged; then the calls made so far are invalid.
pub(crate) fn read<'b, N: Copy>(
    bytes: &'b [u8],
    make_name: &mut impl FnMut(&'b str) -> N,
    take: &mut impl FnMut(StoredSymbol<N>),
) -> Option<OutlineHead> {
    let mut reader = Reader::new(bytes);
    let head = decode_head(&mut reader)?;
    let names = decode_names(&mut reader, make_name)?;
    let n_symbols = reader.count(8)?;
    if n_symbols == 0 {
        return None;
    }
    let (mut slot, mut line, mut is_import) = (0, 0, false);
    for index in 0..n_symbols as u32 {
        let symbol = decode_symbol(&mut reader, &names, index, slot, line)?;
        // Imports come last, so that definitions have the same indexes here and in the facts. Otherwise parents in the
        // facts could form a circle.
        if is_import && symbol.kind != SymbolKind::Import {
            return None;
        }
        (slot, line, is_import) = (symbol.slot + 1, symbol.first_line, symbol.kind == SymbolKind::Import);
        take(symbol);
    }
    reader.finish().map(|()| head)
}

fn decode_symbol<N: Copy>(
    reader: &mut Reader<'_>,
    names: &[N],
    index: u32,
    slot: u32,
    line: u32,
) -> Option<StoredSymbol<N>> {
    let kind = SymbolKind::from_number(reader.byte()?)?;
    if (kind == SymbolKind::File) != (index == 0) {
        return None;
    }
    let slot = reader.delta(slot).filter(|&slot| slot < SLOTS_END)?;
    let name = *names.get(reader.number()? as usize)?;
    let parent = index.checked_sub(reader.number()?)?;
    if parent == index && index != 0 {
        return None;
    }
    let first_line = reader.delta(line)?;
    let last_line = reader.delta(first_line)?;
    let flags = Flags(reader.number()?.try_into().ok()?);
    // A search for the named symbol around a nameless function ends at the file, so the file must not be nameless.
    if index == 0 && flags.has(Flags::ANONYMOUS) {
        return None;
    }
    Some(StoredSymbol { slot, kind, name, parent, first_line, last_line, flags, tokens: reader.number()? })
}

fn encode_head(head: &OutlineHead, writer: &mut Writer) {
    writer.number(head.file_id);
    writer.text(&head.language);
    writer.raw(&head.hash);
    writer.number(head.n_lines);
    writer.number(head.n_bytes);
    writer.byte(if head.has_errors { HAS_ERRORS } else { 0 } | if head.cut_short { CUT_SHORT } else { 0 });
}

fn decode_head(reader: &mut Reader<'_>) -> Option<OutlineHead> {
    let file_id = reader.number()?;
    let language = reader.text()?.to_owned();
    let hash = reader.raw(32)?.try_into().ok()?;
    let (n_lines, n_bytes) = (reader.number()?, reader.number()?);
    let flags = reader.byte().filter(|&flags| flags <= HAS_ERRORS | CUT_SHORT)?;
    let (has_errors, cut_short) = (flags & HAS_ERRORS != 0, flags & CUT_SHORT != 0);
    Some(OutlineHead { file_id, language, hash, n_lines, n_bytes, has_errors, cut_short })
}

/// Writes the names of symbols in order of first occurrence, and returns the index of each, from 1.
fn encode_names(symbols: &[StoredSymbol<Name>], texts: &[String], writer: &mut Writer) -> Vec<u32> {
    let mut indexes = vec![0; texts.len()];
    let mut names = Vec::new();
    for symbol in symbols {
        let index = &mut indexes[symbol.name.0 as usize];
        if *index == 0 {
            names.push(&texts[symbol.name.0 as usize]);
            *index = names.len() as u32;
        }
    }
    writer.count(names.len());
    names.iter().for_each(|name| writer.text(name));
    indexes
}

fn decode_names<'b, N>(reader: &mut Reader<'b>, make_name: &mut impl FnMut(&'b str) -> N) -> Option<Vec<N>> {
    let n_names = reader.count(1)?;
    let mut names = Vec::with_capacity(n_names);
    reader.texts(n_names, &mut |text| names.push(make_name(text)))?;
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::stored::sample::{Random, survives_damage};

    #[test]
    fn every_outline_round_trips() {
        for seed in 0..300 {
            let facts = Random(seed).facts();
            let row = Random(seed + 1_000).outline(&facts);
            let bytes = row.encode(&facts.names);
            let decoded = OutlineRow::decode(&bytes).unwrap();
            assert_eq!((&decoded.head, decoded.symbols.len()), (&row.head, row.symbols.len()), "seed {seed}");
            for (decoded, symbol) in decoded.symbols.into_iter().zip(row.symbols) {
                let name = facts.names[symbol.name.0 as usize].as_str();
                assert_eq!(decoded, symbol.with_name(name), "seed {seed}");
            }
        }
    }

    #[test]
    fn symbols_decoded_from_damaged_bytes_have_parents_before_children() {
        for seed in 0..4 {
            let facts = Random(seed).facts();
            survives_damage(&Random(seed + 1_000).outline(&facts).encode(&facts.names), |bytes| {
                let Some(row) = OutlineRow::decode(bytes) else { return false };
                let parents = (0..).zip(&row.symbols).skip(1).all(|(index, symbol)| symbol.parent < index);
                assert!(parents && row.symbols[0].parent == 0);
                assert!(row.symbols.iter().all(|symbol| symbol.slot < SLOTS_END));
                true
            });
        }
    }

    /// A regression: in a sealed row a definition had become an import, and the definitions after it moved. Climbing to
    /// their parents never ended.
    #[test]
    fn a_definition_after_an_import_is_refused() {
        let facts = (0..).map(|seed| Random(seed).facts()).find(|facts| facts.definitions.len() > 2).unwrap();
        let mut symbols = symbols_of(&facts, &(0..facts.definitions.len() as u32).collect::<Vec<_>>());
        symbols[1].kind = SymbolKind::Import;
        let mut row = Random(2).outline(&facts);
        row.symbols = symbols;
        assert_eq!(OutlineRow::decode(&row.encode(&facts.names)), None);
        row.symbols.truncate(2);
        assert!(OutlineRow::decode(&row.encode(&facts.names)).is_some());
    }

    #[test]
    fn an_outline_without_its_file_is_refused() {
        let facts = Random(1).facts();
        let mut row = Random(2).outline(&facts);
        row.symbols.clear();
        assert_eq!(OutlineRow::decode(&row.encode(&facts.names)), None);
    }
}
