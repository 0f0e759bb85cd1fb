//! Test helpers: rows generated from a seed, and damaged bytes.

use super::edges::{EdgesRow, StoredEdge, StoredImport};
use super::outline::{OutlineHead, OutlineRow, symbols_of};
use crate::graph::facts::slice_bounds::SliceBounds;
use crate::graph::facts::{
    Binding, BindingKind, Container, DefId, Definition, Detail, Expr, ExprId, Extension, Facts, FactsBuilder, Flags,
    Import, ImportKind, List, ListItem, Literal, Name, Reference, ReferenceKind,
};
use crate::graph::kind::{EdgeKind, Strategy, SymbolKind};

/// A small generator (splitmix64), determined by its seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    pub(crate) fn below(&mut self, end: u32) -> u32 {
        (self.next() % u64::from(end.max(1))) as u32
    }

    /// Usually a small number, sometimes any, to cover all lengths of varints.
    fn number(&mut self) -> u32 {
        match self.below(8) {
            0 => u32::MAX,
            1 => self.next() as u32,
            _ => self.below(300),
        }
    }

    pub(crate) fn pick<T: Copy>(&mut self, cases: &[T]) -> T {
        cases[self.below(cases.len() as u32) as usize]
    }

    pub(crate) fn text(&mut self) -> String {
        let n_chars = self.below(12);
        (0..n_chars).map(|_| self.pick(&['a', 'B', '_', 'ü', '漢', '🦀', '\n', '0'])).collect()
    }

    pub(crate) fn outline(&mut self, facts: &Facts) -> OutlineRow<Name> {
        let slots: Vec<u32> = facts.definitions.iter().map(|_| self.below(1_000)).collect();
        let head = OutlineHead {
            file_id: self.number(),
            language: self.text(),
            hash: core::array::from_fn(|_| self.next() as u8),
            n_lines: self.number(),
            n_bytes: self.number(),
            has_errors: self.below(2) == 1,
            cut_short: self.below(2) == 1,
        };
        OutlineRow { head, symbols: symbols_of(facts, &slots) }
    }

    pub(crate) fn edges(&mut self) -> EdgesRow {
        let home = self.number();
        let files = [home, self.number(), self.number()];
        let edge = |random: &mut Random| StoredEdge {
            source_file: random.pick(&files),
            source: random.number(),
            line: random.number(),
            target_file: random.pick(&files),
            target: random.number(),
            kind: random.pick(&[EdgeKind::Calls, EdgeKind::Imports, EdgeKind::References]),
            strategy: random.pick(&[Strategy::Lexical, Strategy::Flow, Strategy::UniqueName]),
        };
        let n_edges = self.below(30);
        let mut edges: Vec<StoredEdge> = (0..n_edges).map(|_| edge(self)).collect();
        edges.sort_unstable_by_key(|edge| (edge.source, edge.line));
        let n_externals = self.below(4);
        let externals = (0..n_externals).map(|_| (self.text(), self.number())).collect();
        let import = |random: &mut Random| StoredImport {
            import: random.number(),
            is_glob: random.below(2) == 0,
            target_file: random.pick(&files),
            target: random.number(),
        };
        let n_imports = self.below(6);
        let mut imports: Vec<StoredImport> = (0..n_imports).map(|_| import(self)).collect();
        imports.sort_unstable();
        let declined = self.text().into_bytes();
        EdgesRow { home, edges, externals, imports, n_unlinked: self.number(), declined_references: declined }
    }

    /// Random facts: any case may occur, and all indexes satisfy the rules of facts.
    pub(crate) fn facts(&mut self) -> Facts {
        let mut builder = FactsBuilder::new(self.below(900), self.number(), self.text());
        for _ in 0..self.below(30) {
            let text = self.text();
            builder.name(&text);
        }
        for _ in 0..self.below(60) {
            let items: Vec<ListItem> = (0..self.below(4)).map(|_| self.item(builder.facts())).collect();
            let list = if self.below(3) == 0 { List::default() } else { builder.list(&items) };
            let expr = self.expr(builder.facts(), list);
            builder.expr(expr);
        }
        for _ in 0..self.below(20) {
            let definition = self.definition(builder.facts());
            builder.define(definition, Detail { signature: self.text(), doc: self.text() });
        }
        let facts = builder.facts();
        facts.imports = (0..self.below(6)).map(|_| self.import(facts)).collect();
        facts.exports = (self.below(2) == 0).then(|| self.list(facts));
        facts.bindings = (0..self.below(12)).map(|_| self.binding(facts)).collect();
        facts.references = (0..self.below(20)).map(|_| self.reference(facts)).collect();
        facts.extensions =
            (0..self.below(3)).map(|_| Extension { block: self.def_id(facts), target: self.expr_id(facts) }).collect();
        builder.finish()
    }

    fn name(&mut self, facts: &Facts) -> Name {
        Name(self.below(facts.names.len() as u32))
    }

    fn expr_id(&mut self, facts: &Facts) -> ExprId {
        ExprId(self.below(facts.exprs.len() as u32))
    }

    fn def_id(&mut self, facts: &Facts) -> DefId {
        DefId(self.below(facts.definitions.len() as u32))
    }

    fn until(&mut self, at: u32) -> u32 {
        if self.below(2) == 0 { u32::MAX } else { at.saturating_add(self.below(500)) }
    }

    fn item(&mut self, facts: &Facts) -> ListItem {
        ListItem { name: self.name(facts), value: self.expr_id(facts) }
    }

    fn list(&mut self, facts: &Facts) -> List {
        let start = self.below(facts.items.len() as u32);
        List { start, len: self.below((facts.items.len() as u32 - start + 1).min(5)) as u16 }
    }

    fn expr(&mut self, facts: &Facts, list: List) -> Expr {
        let (value, name, number) = (self.expr_id(facts), self.name(facts), self.number());
        match self.below(22) {
            0 => Expr::Name(name, number),
            1 => Expr::Member(value, name),
            2 => Expr::Scoped(value, name),
            3 => Expr::Call(value, list),
            4 => Expr::Element(value, number),
            5 => Expr::Keyed(value, name),
            6 => Expr::Awaited(value),
            7 => Expr::Unwrapped(value),
            8 => Expr::EnclosingType,
            9 => Expr::Supertypes,
            10 => Expr::Root(number as u8),
            11 => Expr::Literal(self.pick(&[
                Literal::Text,
                Literal::Number,
                Literal::Bool,
                Literal::Null,
                Literal::Other,
            ])),
            12 => Expr::Items(self.pick(&[Container::Tuple, Container::Sequence, Container::Mapping]), list),
            13 => Expr::Either(value, self.expr_id(facts)),
            14 => Expr::Generic(value, list),
            15 => Expr::Lambda(DefId(0)),
            16 => Expr::Indexed(value, self.expr_id(facts)),
            17 => Expr::Slice(value, SliceBounds::new(number, self.number())),
            18 => Expr::Text(name),
            19 => Expr::Number(number),
            20 => Expr::Pair(value, self.expr_id(facts)),
            _ => Expr::Name(name, self.below(90)),
        }
    }

    fn definition(&mut self, facts: &Facts) -> Definition {
        let (first_line, at) = (self.below(500), self.number());
        Definition {
            kind: self.pick(&[SymbolKind::Class, SymbolKind::Method, SymbolKind::Variable, SymbolKind::Block]),
            name: self.name(facts),
            parent: self.def_id(facts),
            first_line,
            last_line: first_line + self.below(50),
            name_offset: at,
            visible_until: self.until(at),
            flags: Flags(self.below(1 << 9) as u16),
            returns: self.expr_id(facts),
            tokens: self.number(),
        }
    }

    fn import(&mut self, facts: &Facts) -> Import {
        Import {
            kind: self.pick(&[ImportKind::Module, ImportKind::Member, ImportKind::All]),
            scope: self.def_id(facts),
            module: self.list(facts),
            level: self.below(4) as u8,
            member: self.name(facts),
            alias: self.name(facts),
            is_reexported: self.below(2) == 1,
            is_replacing: self.below(2) == 1,
            offset: self.number(),
            line: self.number(),
        }
    }

    fn binding(&mut self, facts: &Facts) -> Binding {
        let at = self.number();
        Binding {
            owner: self.def_id(facts),
            scope: self.def_id(facts),
            name: self.name(facts),
            kind: self.pick(&[
                BindingKind::Assigned,
                BindingKind::Parameter,
                BindingKind::TupleItem,
                BindingKind::ReplacedItem,
            ]),
            index: self.number() as u16,
            value: self.expr_id(facts),
            annotation: self.expr_id(facts),
            effective_from: at,
            effective_until: self.until(at),
        }
    }

    fn reference(&mut self, facts: &Facts) -> Reference {
        Reference {
            scope: self.def_id(facts),
            kind: self.pick(&[
                ReferenceKind::Call,
                ReferenceKind::Use,
                ReferenceKind::Inherit,
                ReferenceKind::Implement,
                ReferenceKind::Iterate,
                ReferenceKind::IterateAsync,
            ]),
            expr: self.expr_id(facts),
            line: self.number(),
        }
    }
}

/// Calls `read` with every shorter prefix of `bytes`, every single bit flipped, and 2,000 random byte strings. Checks
/// that nothing panics, that the whole is accepted and that every shorter prefix is refused.
pub(crate) fn survives_damage(bytes: &[u8], mut read: impl FnMut(&[u8]) -> bool) {
    assert!(read(bytes));
    for end in 0..bytes.len() {
        assert!(!read(&bytes[..end]), "cut at {end}");
    }
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        read(&flipped);
    }
    let mut random = Random(bytes.len() as u64);
    for _ in 0..2_000 {
        let n_bytes = random.below(64);
        let noise: Vec<u8> = (0..n_bytes).map(|_| random.next() as u8 & random.pick(&[0x07, 0x7f, 0xff])).collect();
        read(&noise);
    }
}
