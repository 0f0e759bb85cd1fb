//! Expressions and their lists of items within a facts row. An expression is stored as its case and the distances back
//! to its operands. So a decoded expression refers to earlier ones only, and following operands always ends.

use alloc::vec::Vec;

use super::enum_codes::EnumCode;
use crate::graph::facts::slice_bounds::SliceBounds;
use crate::graph::facts::{Container, DefId, Expr, ExprId, List, ListItem, Literal, Name};
use crate::row::codec::{Reader, Writer};

const NAME: u8 = 1;
const MEMBER: u8 = 2;
const SCOPED: u8 = 3;
const CALL: u8 = 4;
const ELEMENT: u8 = 5;
const KEYED: u8 = 6;
const AWAITED: u8 = 7;
const UNWRAPPED: u8 = 8;
const ENCLOSING_TYPE: u8 = 9;
const SUPERTYPES: u8 = 10;
const ROOT: u8 = 11;
const EITHER: u8 = 12;
const GENERIC: u8 = 13;
const LAMBDA: u8 = 14;
const INDEXED: u8 = 15;
const SLICE: u8 = 16;
const TEXT: u8 = 17;
const NUMBER: u8 = 18;
const PAIR: u8 = 19;
/// First code of literals.
const FIRST_LITERAL: u8 = 0x20;
/// First code of containers.
const FIRST_CONTAINER: u8 = 0x30;

/// Encodes and decodes the lists of expressions. The start of a list is written only if the list does not begin where
/// the previous one ends.
#[derive(Default)]
pub(super) struct Lists {
    expected_start: u32,
}

impl Lists {
    /// Writes 0 for the empty list at index 0. For any other list writes one more than a code of its length and of
    /// whether it starts at an unexpected index.
    pub(super) fn write(&mut self, list: List, writer: &mut Writer) {
        if list == List::default() {
            return writer.number(0);
        }
        let is_elsewhere = list.start != self.expected_start;
        writer.number(1 + (u32::from(list.len) << 1 | u32::from(is_elsewhere)));
        if is_elsewhere {
            writer.delta(self.expected_start, list.start);
        }
        self.expected_start = list.start + u32::from(list.len);
    }

    /// Reads a list, which must be within `n_items`.
    pub(super) fn read(&mut self, reader: &mut Reader<'_>, n_items: usize) -> Option<List> {
        let Some(code) = reader.number()?.checked_sub(1) else { return Some(List::default()) };
        let start = if code & 1 != 0 { reader.delta(self.expected_start)? } else { self.expected_start };
        let len = u16::try_from(code >> 1).ok()?;
        self.expected_start = start.checked_add(u32::from(len)).filter(|&end| end as usize <= n_items)?;
        Some(List { start, len })
    }
}

/// Writes items with their values as differences, because values usually follow one another.
pub(super) fn write_items(items: &[ListItem], writer: &mut Writer) {
    writer.count(items.len());
    let mut value = 0;
    for item in items {
        writer.number(item.name.0);
        writer.delta(value, item.value.0);
        value = item.value.0;
    }
}

/// Reads items. Their values are not checked here.
pub(super) fn read_items(reader: &mut Reader<'_>, n_names: usize) -> Option<Vec<ListItem>> {
    let n_items = reader.count(2)?;
    let mut items = Vec::with_capacity(n_items);
    let mut value = 0;
    for _ in 0..n_items {
        let name = Name(reader.below(n_names)?);
        value = reader.delta(value)?;
        items.push(ListItem { name, value: ExprId(value) });
    }
    Some(items)
}

/// Writes all expressions but the unknown one at index 0.
pub(super) fn write_exprs(exprs: &[Expr], writer: &mut Writer) {
    writer.count(exprs.len());
    let mut expr_writer = ExprWriter { writer, lists: Lists::default(), last_offset: 0, position: 0 };
    for (position, expr) in (0..).zip(exprs).skip(1) {
        expr_writer.position = position;
        expr_writer.write_expr(*expr);
    }
}

struct ExprWriter<'w> {
    writer: &'w mut Writer,
    lists: Lists,
    /// Byte offset in the file's text of the last name that was written; offsets are stored as differences.
    last_offset: u32,
    position: u32,
}

impl ExprWriter<'_> {
    fn write_expr(&mut self, expr: Expr) {
        match expr {
            Expr::Unknown => self.writer.byte(0),
            Expr::Name(name, at) => {
                self.writer.byte(NAME);
                self.writer.number(name.0);
                self.writer.delta(self.last_offset, at);
                self.last_offset = at;
            }
            Expr::Member(value, name) => self.write_named(MEMBER, value, name),
            Expr::Scoped(value, name) => self.write_named(SCOPED, value, name),
            Expr::Keyed(value, name) => self.write_named(KEYED, value, name),
            Expr::Call(value, list) => self.write_list(CALL, value, list),
            Expr::Generic(value, list) => self.write_list(GENERIC, value, list),
            Expr::Element(value, index) => {
                self.write_unary(ELEMENT, value);
                self.writer.number(index.wrapping_add(1));
            }
            Expr::Awaited(value) => self.write_unary(AWAITED, value),
            Expr::Unwrapped(value) => self.write_unary(UNWRAPPED, value),
            Expr::EnclosingType => self.writer.byte(ENCLOSING_TYPE),
            Expr::Supertypes => self.writer.byte(SUPERTYPES),
            Expr::Root(level) => {
                self.writer.byte(ROOT);
                self.writer.byte(level);
            }
            Expr::Literal(literal) => self.writer.byte(FIRST_LITERAL + literal.number()),
            Expr::Items(container, list) => {
                self.writer.byte(FIRST_CONTAINER + container.number());
                self.lists.write(list, self.writer);
            }
            Expr::Slice(value, bounds) => {
                let (from, to) = bounds.indexes();
                self.write_unary(SLICE, value);
                self.writer.number(from);
                self.writer.number(to.wrapping_add(1));
            }
            Expr::Text(name) => {
                self.writer.byte(TEXT);
                self.writer.number(name.0);
            }
            Expr::Number(position) => {
                self.writer.byte(NUMBER);
                self.writer.number(position);
            }
            Expr::Either(one, other) => self.write_binary(EITHER, one, other),
            Expr::Indexed(value, index) => self.write_binary(INDEXED, value, index),
            Expr::Pair(key, value) => self.write_binary(PAIR, key, value),
            Expr::Lambda(definition) => {
                self.writer.byte(LAMBDA);
                self.writer.number(definition.0);
            }
        }
    }

    fn write_unary(&mut self, case: u8, value: ExprId) {
        self.writer.byte(case);
        self.write_operand(value);
    }

    fn write_binary(&mut self, case: u8, one: ExprId, other: ExprId) {
        self.write_unary(case, one);
        self.write_operand(other);
    }

    fn write_named(&mut self, case: u8, value: ExprId, name: Name) {
        self.write_unary(case, value);
        self.writer.number(name.0);
    }

    fn write_list(&mut self, case: u8, value: ExprId, list: List) {
        self.write_unary(case, value);
        self.lists.write(list, self.writer);
    }

    /// Writes the distance back to an operand; 0 for the unknown expression.
    fn write_operand(&mut self, value: ExprId) {
        self.writer.number(if value.0 == 0 { 0 } else { self.position.wrapping_sub(value.0) });
    }
}

/// Sizes of the tables that expressions may refer to, and the items of lists.
pub(super) struct Bounds<'i> {
    pub(super) n_names: usize,
    pub(super) n_definitions: usize,
    pub(super) items: &'i [ListItem],
}

/// Reads expressions, and adds the unknown one at index 0.
pub(super) fn read_exprs(reader: &mut Reader<'_>, bounds: &Bounds<'_>) -> Option<Vec<Expr>> {
    // The unknown expression always exists and takes no byte.
    let n_exprs = reader.number().filter(|&n| n > 0 && reader.has_bytes(n as usize - 1))?;
    let mut exprs = Vec::with_capacity(n_exprs as usize);
    exprs.push(Expr::Unknown);
    let mut expr_reader = ExprReader { reader, bounds, lists: Lists::default(), last_offset: 0, position: 0 };
    for position in 1..n_exprs {
        expr_reader.position = position;
        exprs.push(expr_reader.read_expr()?);
    }
    Some(exprs)
}

struct ExprReader<'r, 'b> {
    reader: &'r mut Reader<'b>,
    bounds: &'r Bounds<'r>,
    lists: Lists,
    last_offset: u32,
    position: u32,
}

impl ExprReader<'_, '_> {
    fn read_expr(&mut self) -> Option<Expr> {
        Some(match self.reader.byte()? {
            0 => Expr::Unknown,
            NAME => {
                let name = self.name()?;
                self.last_offset = self.reader.delta(self.last_offset)?;
                Expr::Name(name, self.last_offset)
            }
            MEMBER => Expr::Member(self.read_operand()?, self.name()?),
            SCOPED => Expr::Scoped(self.read_operand()?, self.name()?),
            KEYED => Expr::Keyed(self.read_operand()?, self.name()?),
            CALL => Expr::Call(self.read_operand()?, self.list()?),
            GENERIC => Expr::Generic(self.read_operand()?, self.list()?),
            ELEMENT => Expr::Element(self.read_operand()?, self.reader.number()?.wrapping_sub(1)),
            AWAITED => Expr::Awaited(self.read_operand()?),
            UNWRAPPED => Expr::Unwrapped(self.read_operand()?),
            ENCLOSING_TYPE => Expr::EnclosingType,
            SUPERTYPES => Expr::Supertypes,
            ROOT => Expr::Root(self.reader.byte()?),
            EITHER => Expr::Either(self.read_operand()?, self.read_operand()?),
            INDEXED => Expr::Indexed(self.read_operand()?, self.read_operand()?),
            PAIR => Expr::Pair(self.read_operand()?, self.read_operand()?),
            SLICE => Expr::Slice(
                self.read_operand()?,
                SliceBounds::new(self.reader.number()?, self.reader.number()?.wrapping_sub(1)),
            ),
            TEXT => Expr::Text(self.name()?),
            NUMBER => Expr::Number(self.reader.number()?),
            LAMBDA => Expr::Lambda(DefId(self.reader.below(self.bounds.n_definitions)?)),
            case @ FIRST_LITERAL..FIRST_CONTAINER => Expr::Literal(Literal::from_number(case - FIRST_LITERAL)?),
            case @ FIRST_CONTAINER.. => Expr::Items(Container::from_number(case - FIRST_CONTAINER)?, self.list()?),
            _ => return None,
        })
    }

    fn name(&mut self) -> Option<Name> {
        self.reader.below(self.bounds.n_names).map(Name)
    }

    fn read_operand(&mut self) -> Option<ExprId> {
        match self.reader.number()? {
            0 => Some(ExprId(0)),
            distance => self.position.checked_sub(distance).map(ExprId),
        }
    }

    /// Reads a list; `None` unless its values are all earlier expressions.
    fn list(&mut self) -> Option<List> {
        let list = self.lists.read(self.reader, self.bounds.items.len())?;
        let items = &self.bounds.items[list.start as usize..][..usize::from(list.len)];
        items.iter().all(|item| item.value.0 < self.position).then_some(list)
    }
}
