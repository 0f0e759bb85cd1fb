//! The facts that linking needs beyond the outline.
//!
//! Together with the outline, this row restores a file's [`Facts`] without details. Decoded facts are valid: all
//! indexes are within their tables, and expressions and definitions refer to earlier ones only.

use alloc::vec::Vec;

use super::enum_codes::EnumCode;
use super::exprs::{Bounds, Lists, read_exprs, read_items, write_exprs, write_items};
use super::outline::StoredSymbol;
use crate::graph::facts::{
    Binding, BindingKind, DefId, Definition, ExprId, Extension, Facts, Import, ImportKind, List, Name, Reference,
    ReferenceKind,
};
use crate::row::codec::{Reader, Writer};

/// Encodes facts. Of definitions it writes only the properties that the outline lacks.
pub(crate) fn encode(facts: &Facts) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.number(facts.n_lines);
    write_names(facts, &mut writer);
    write_items(&facts.items, &mut writer);
    write_exprs(&facts.exprs, &mut writer);
    write_definitions(&facts.definitions, &mut writer);
    write_imports(facts, &mut writer);
    write_bindings(&facts.bindings, &mut writer);
    write_references(&facts.references, &mut writer);
    writer.count(facts.extensions.len());
    for extension in &facts.extensions {
        writer.number(extension.block.0);
        writer.number(extension.target.0);
    }
    writer.finish()
}

/// Decodes facts, given the symbols of the file's outline. Returns the facts without names and details, and the names
/// apart. `intern` converts a name to the outline's type of names. `None` if the bytes are damaged or do not fit the
/// outline.
pub(crate) fn decode<N: Copy + Eq>(
    bytes: &[u8],
    outline: &[StoredSymbol<N>],
    intern: &mut impl FnMut(&str) -> N,
) -> Option<(Facts, Vec<N>)> {
    let mut reader = Reader::new(bytes);
    let n_lines = reader.number()?;
    let names = read_names(&mut reader, outline, intern)?;
    let items = read_items(&mut reader, names.len())?;
    let bounds = Bounds { n_names: names.len(), n_definitions: outline.len(), items: &items };
    let exprs = read_exprs(&mut reader, &bounds)?;
    if items.iter().any(|item| item.value.0 as usize >= exprs.len()) {
        return None;
    }
    let mut tables = FactsReader {
        reader: &mut reader,
        n_names: names.len(),
        n_definitions: outline.len(),
        n_exprs: exprs.len(),
        n_items: items.len(),
    };
    let definitions = tables.definitions(outline, &names)?;
    let (imports, exports) = tables.imports()?;
    let bindings = tables.bindings()?;
    let references = tables.references()?;
    let extensions = tables.extensions()?;
    reader.finish()?;
    let (no_names, details) = (Vec::new(), Vec::new());
    let facts = Facts {
        names: no_names,
        definitions,
        details,
        imports,
        exports,
        bindings,
        exprs,
        items,
        references,
        extensions,
        n_lines,
    };
    Some((facts, names))
}

/// Writes each name as one more than the index of the first definition with that name; as 0 and its text if there is
/// none.
fn write_names(facts: &Facts, writer: &mut Writer) {
    // For each name, the index of the first definition with it plus one.
    let mut first_definitions = vec![0; facts.names.len()];
    for (position, definition) in facts.definitions.iter().enumerate().rev() {
        first_definitions[definition.name.0 as usize] = position as u32 + 1;
    }
    writer.count(facts.names.len());
    for (first_definition, text) in first_definitions.into_iter().zip(&facts.names) {
        writer.number(first_definition);
        if first_definition == 0 {
            writer.text(text);
        }
    }
}

fn read_names<N: Copy>(
    reader: &mut Reader<'_>,
    outline: &[StoredSymbol<N>],
    intern: &mut impl FnMut(&str) -> N,
) -> Option<Vec<N>> {
    let n_names = reader.count(1)?;
    let mut names = Vec::with_capacity(n_names);
    for _ in 0..n_names {
        names.push(match reader.number()?.checked_sub(1) {
            Some(position) => outline.get(position as usize)?.name,
            None => intern(reader.text()?),
        });
    }
    Some(names)
}

fn write_definitions(definitions: &[Definition], writer: &mut Writer) {
    writer.count(definitions.len());
    let mut at = 0;
    for definition in definitions {
        writer.number(definition.name.0);
        writer.delta(at, definition.name_offset);
        write_until(definition.name_offset, definition.visible_until, writer);
        writer.number(definition.returns.0);
        at = definition.name_offset;
    }
}

/// Writes an end offset relative to its start; `u32::MAX` takes one byte.
fn write_until(at: u32, until: u32, writer: &mut Writer) {
    writer.number(if until == u32::MAX { 0 } else { until.wrapping_sub(at).wrapping_add(1) });
}

const IS_REEXPORTED: u8 = 1 << 2;
const HAS_LEVEL: u8 = 1 << 3;
const IS_REPLACING: u8 = 1 << 4;

fn write_imports(facts: &Facts, writer: &mut Writer) {
    let mut lists = Lists::default();
    writer.count(facts.imports.len());
    let (mut at, mut line) = (0, 0);
    for import in &facts.imports {
        let flag = |flag, set| if set { flag } else { 0 };
        let flags = flag(IS_REEXPORTED, import.is_reexported)
            | flag(HAS_LEVEL, import.level != 0)
            | flag(IS_REPLACING, import.is_replacing);
        writer.byte(import.kind.number() | flags);
        if import.level != 0 {
            writer.byte(import.level);
        }
        writer.number(import.scope.0);
        lists.write(import.module, writer);
        writer.number(import.member.0);
        writer.number(import.alias.0);
        writer.delta(at, import.offset);
        writer.delta(line, import.line);
        (at, line) = (import.offset, import.line);
    }
    writer.byte(u8::from(facts.exports.is_some()));
    if let Some(exports) = facts.exports {
        lists.write(exports, writer);
    }
}

const HAS_OTHER_SCOPE: u8 = 1 << 4;
const HAS_ANNOTATION: u8 = 1 << 5;
const HAS_END: u8 = 1 << 6;
const HAS_INDEX: u8 = 1 << 7;

fn write_bindings(bindings: &[Binding], writer: &mut Writer) {
    writer.count(bindings.len());
    let (mut owner, mut value, mut at) = (0, 0, 0);
    for binding in bindings {
        let flag = |flag, set| if set { flag } else { 0 };
        let flags = flag(HAS_OTHER_SCOPE, binding.scope != binding.owner)
            | flag(HAS_ANNOTATION, binding.annotation.0 != 0)
            | flag(HAS_END, binding.effective_until != u32::MAX)
            | flag(HAS_INDEX, binding.index != 0);
        writer.byte(binding.kind.number() | flags);
        writer.delta(owner, binding.owner.0);
        if flags & HAS_OTHER_SCOPE != 0 {
            writer.delta(binding.owner.0, binding.scope.0);
        }
        writer.number(binding.name.0);
        if flags & HAS_INDEX != 0 {
            writer.number(u32::from(binding.index));
        }
        writer.delta(value, binding.value.0);
        if flags & HAS_ANNOTATION != 0 {
            writer.number(binding.annotation.0);
        }
        writer.delta(at, binding.effective_from);
        if flags & HAS_END != 0 {
            write_until(binding.effective_from, binding.effective_until, writer);
        }
        (owner, value, at) = (binding.owner.0, binding.value.0, binding.effective_from);
    }
}

const SAME_SCOPE: u8 = 1 << 3;
const SAME_LINE: u8 = 1 << 4;
/// The fourth bit of the kind; the first three bits are below the flags.
const FURTHER_KIND: u8 = 1 << 5;

fn write_references(references: &[Reference], writer: &mut Writer) {
    writer.count(references.len());
    let (mut scope, mut expr, mut line) = (0, 0, 0);
    for reference in references {
        let scope_flag = if reference.scope.0 == scope { SAME_SCOPE } else { 0 };
        let line_flag = if reference.line == line { SAME_LINE } else { 0 };
        let kind = reference.kind.number();
        let kind_flag = if kind > 7 { FURTHER_KIND } else { 0 };
        writer.byte(kind & 7 | kind_flag | scope_flag | line_flag);
        if scope_flag == 0 {
            writer.delta(scope, reference.scope.0);
        }
        writer.delta(expr, reference.expr.0);
        if line_flag == 0 {
            writer.delta(line, reference.line);
        }
        (scope, expr, line) = (reference.scope.0, reference.expr.0, reference.line);
    }
}

/// Reads tables of facts, and checks that indexes are within their tables.
struct FactsReader<'r, 'b> {
    reader: &'r mut Reader<'b>,
    n_names: usize,
    n_definitions: usize,
    n_exprs: usize,
    n_items: usize,
}

impl FactsReader<'_, '_> {
    fn name(&mut self) -> Option<Name> {
        self.reader.below(self.n_names).map(Name)
    }

    fn definition(&mut self) -> Option<DefId> {
        self.reader.below(self.n_definitions).map(DefId)
    }

    fn definition_from(&mut self, previous: u32) -> Option<DefId> {
        self.reader.delta(previous).filter(|&index| (index as usize) < self.n_definitions).map(DefId)
    }

    fn expr(&mut self) -> Option<ExprId> {
        self.reader.below(self.n_exprs).map(ExprId)
    }

    fn expr_from(&mut self, previous: u32) -> Option<ExprId> {
        self.reader.delta(previous).filter(|&index| (index as usize) < self.n_exprs).map(ExprId)
    }

    fn read_until(&mut self, at: u32) -> Option<u32> {
        Some(self.reader.number()?.checked_sub(1).map_or(u32::MAX, |len| at.wrapping_add(len)))
    }

    /// The definitions. `None` if their number or a name differs from the outline: then the rows are from two versions
    /// of the file.
    fn definitions<N: Copy + Eq>(&mut self, outline: &[StoredSymbol<N>], names: &[N]) -> Option<Vec<Definition>> {
        if self.reader.count(4)? != outline.len() {
            return None;
        }
        let mut definitions = Vec::with_capacity(outline.len());
        let mut last_offset = 0;
        for symbol in outline {
            let name = self.name().filter(|name| names[name.0 as usize] == symbol.name)?;
            let at = self.reader.delta(last_offset)?;
            definitions.push(Definition {
                kind: symbol.kind,
                name,
                parent: DefId(symbol.parent),
                first_line: symbol.first_line,
                last_line: symbol.last_line,
                name_offset: at,
                visible_until: self.read_until(at)?,
                flags: symbol.flags,
                returns: self.expr()?,
                tokens: symbol.tokens,
            });
            last_offset = at;
        }
        Some(definitions)
    }

    fn imports(&mut self) -> Option<(Vec<Import>, Option<List>)> {
        let mut lists = Lists::default();
        let n_imports = self.reader.count(6)?;
        let mut imports = Vec::with_capacity(n_imports);
        let (mut at, mut line) = (0, 0);
        for _ in 0..n_imports {
            let head = self.reader.byte().filter(|head| head >> 5 == 0)?;
            let level = if head & HAS_LEVEL != 0 { self.reader.byte()? } else { 0 };
            let scope = self.definition()?;
            let module = lists.read(self.reader, self.n_items)?;
            let (member, alias) = (self.name()?, self.name()?);
            (at, line) = (self.reader.delta(at)?, self.reader.delta(line)?);
            let kind = ImportKind::from_number(head & 3)?;
            let (is_reexported, is_replacing) = (head & IS_REEXPORTED != 0, head & IS_REPLACING != 0);
            imports.push(Import {
                kind,
                scope,
                module,
                level,
                member,
                alias,
                is_reexported,
                is_replacing,
                offset: at,
                line,
            });
        }
        let exports = match self.reader.byte()? {
            0 => None,
            1 => Some(lists.read(self.reader, self.n_items)?),
            _ => return None,
        };
        Some((imports, exports))
    }

    fn bindings(&mut self) -> Option<Vec<Binding>> {
        let n_bindings = self.reader.count(5)?;
        let mut bindings: Vec<Binding> = Vec::with_capacity(n_bindings);
        for _ in 0..n_bindings {
            let previous = bindings
                .last()
                .map_or((0, 0, 0), |previous| (previous.owner.0, previous.value.0, previous.effective_from));
            bindings.push(self.binding(previous)?);
        }
        Some(bindings)
    }

    fn binding(&mut self, (owner, value, at): (u32, u32, u32)) -> Option<Binding> {
        let head = self.reader.byte()?;
        let owner = self.definition_from(owner)?;
        let scope = if head & HAS_OTHER_SCOPE != 0 { self.definition_from(owner.0)? } else { owner };
        let name = self.name()?;
        let index = if head & HAS_INDEX != 0 { self.reader.number()?.try_into().ok()? } else { 0 };
        let value = self.expr_from(value)?;
        let annotation = if head & HAS_ANNOTATION != 0 { self.expr()? } else { ExprId(0) };
        let at = self.reader.delta(at)?;
        let until = if head & HAS_END != 0 { self.read_until(at)? } else { u32::MAX };
        let kind = BindingKind::from_number(head & 0xf)?;
        Some(Binding { owner, scope, name, kind, index, value, annotation, effective_from: at, effective_until: until })
    }

    fn references(&mut self) -> Option<Vec<Reference>> {
        let n_references = self.reader.count(2)?;
        let mut references = Vec::with_capacity(n_references);
        let (mut scope, mut expr, mut line) = (DefId(0), ExprId(0), 0);
        for _ in 0..n_references {
            let head = self.reader.byte().filter(|head| head >> 6 == 0)?;
            if head & SAME_SCOPE == 0 {
                scope = self.definition_from(scope.0)?;
            }
            expr = self.expr_from(expr.0)?;
            if head & SAME_LINE == 0 {
                line = self.reader.delta(line)?;
            }
            let high_bit = if head & FURTHER_KIND != 0 { 8 } else { 0 };
            let kind = ReferenceKind::from_number(head & 7 | high_bit)?;
            references.push(Reference { scope, kind, expr, line });
        }
        Some(references)
    }

    fn extensions(&mut self) -> Option<Vec<Extension>> {
        let n_extensions = self.reader.count(2)?;
        (0..n_extensions).map(|_| Some(Extension { block: self.definition()?, target: self.expr()? })).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::model::names::{NameId, Names};
    use crate::graph::stored::outline::symbols_of;
    use crate::graph::stored::sample::{Random, survives_damage};

    fn outline(facts: &Facts, names: &mut Names) -> Vec<StoredSymbol<NameId>> {
        let slots: Vec<u32> = (0..facts.definitions.len() as u32).collect();
        let interned = symbols_of(facts, &slots).into_iter().map(|symbol| {
            let name = names.intern(&facts.names[symbol.name.0 as usize]);
            symbol.with_name(name)
        });
        interned.collect()
    }

    /// The facts that bytes decode to, with their names.
    fn read(bytes: &[u8], outline: &[StoredSymbol<NameId>], names: &mut Names) -> Option<Facts> {
        let (mut facts, ids) = decode(bytes, outline, &mut |text| names.intern(text))?;
        facts.names = ids.into_iter().map(|id| names.text(id).to_owned()).collect();
        Some(facts)
    }

    #[test]
    fn outline_and_facts_rows_restore_equal_facts_without_details() {
        for seed in 0..500 {
            let mut facts = Random(seed).facts();
            let mut names = Names::default();
            let outline = outline(&facts, &mut names);
            facts.details.clear();
            assert_eq!(read(&encode(&facts), &outline, &mut names).as_ref(), Some(&facts), "seed {seed}");
        }
    }

    #[test]
    fn facts_decoded_from_damaged_bytes_are_safe_to_follow() {
        for seed in 0..6 {
            let facts = Random(seed).facts();
            let mut names = Names::default();
            let outline = outline(&facts, &mut names);
            survives_damage(&encode(&facts), |bytes| {
                let Some(facts) = read(bytes, &outline, &mut names) else { return false };
                // Encoding follows all indexes. Unusual encodings of the same facts give other bytes when they are
                // encoded again.
                let read_again = read(&encode(&facts), &outline, &mut names);
                assert_eq!(read_again.as_ref(), Some(&facts));
                true
            });
        }
    }

    #[test]
    fn facts_of_another_outline_are_refused() {
        let facts = Random(3).facts();
        let mut names = Names::default();
        let outline = outline(&facts, &mut names);
        assert_eq!(read(&encode(&facts), &outline[..outline.len() - 1], &mut names), None);
    }
}
