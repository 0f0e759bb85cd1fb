//! Generates the code that writes a caller's values into memory: a function for each record, variant and set of flags,
//! which checks each value as it writes it.
//!
//! Not here: arguments that travel as numbers (`flat`).

use anyhow::bail;
use wit_parser::{Int, Type, TypeDefKind, TypeId};

use super::load::{byte_order, flags_kind, offset, tag_kind, view_kind};
use super::names::{case_literal, constant_name, indent, member_name, type_name};
use super::{Case, Shape, Wit};

/// The generated function that writes a named type; empty for an enumeration.
pub fn definition(wit: &Wit, id: TypeId) -> anyhow::Result<String> {
    let name = type_name(wit.name(id));
    let head = format!("export function store{name}(m: Abi, at: number, value: t.{name}, name: string): void {{\n");
    Ok(match &wit.resolve.types[id].kind {
        TypeDefKind::Record(record) => {
            let mut text = head + "  m.object(value, name);\n";
            for (place, field) in wit.fields(record) {
                let field_name = member_name(&field.name);
                let value = GivenValue::of(format!("value.{field_name}"), quoted(&field_name));
                let statements = match (wit.shape(&field.ty)?, wit.is_shown(id)) {
                    // Programs give these types in the form in which they are shown.
                    (Shape::Bytes, true) => {
                        format!("m.putPair({}, m.newHex({}, {}));", offset("at", place), value.value, value.name)
                    }
                    (_, true) => statement(wit, &field.ty, "at", place, &GivenValue { is_shown: true, ..value })?,
                    _ => statement(wit, &field.ty, "at", place, &value)?,
                };
                text.push_str(&indent(&statements, 2));
            }
            text + "}\n"
        }
        TypeDefKind::Variant(variant) => {
            let cases = variant.cases.iter().map(|case| (case.name.as_str(), case.ty.as_ref()));
            let given = GivenValue::of("value".to_owned(), "name".to_owned());
            head + &indent(&choice(wit, variant.tag(), &cases.collect::<Vec<_>>(), "at", 0, &given)?, 2) + "}\n"
        }
        // Their bits, which also travel without memory.
        TypeDefKind::Flags(flags) => {
            let bit = |(place, flag): (usize, &wit_parser::Flag)| {
                let flag = member_name(&flag.name);
                format!("(m.bool(value.{flag}, \"{flag}\") << {place})")
            };
            let sum: Vec<String> = flags.flags.iter().enumerate().map(bit).collect();
            format!(
                "export function store{name}(m: Abi, value: t.{name}, name: string): number {{\n  m.object(value, name);\n  return {};\n}}\n",
                sum.join(" | ")
            )
        }
        _ => String::new(),
    })
}

/// A caller's value: its expression, and an expression for its name in errors.
pub struct GivenValue {
    pub value: String,
    pub name: String,
    /// Whether the value has the form that programs are shown, in which integers of 64 bits are numbers.
    pub is_shown: bool,
}

impl GivenValue {
    /// A value that has the form of arguments.
    pub fn of(value: String, name: String) -> GivenValue {
        GivenValue { value, name, is_shown: false }
    }

    /// A part of the value, whose errors use the name of the whole.
    pub fn part(&self, part: &str) -> Self {
        Self { value: format!("{}{part}", self.value), name: self.name.clone(), is_shown: self.is_shown }
    }

    /// The payload of a case, whose errors use the name of the case.
    pub fn carried(&self, case: &str) -> Self {
        Self { value: format!("{}.value", self.value), name: case_literal(case), is_shown: self.is_shown }
    }
}

/// Statements that write a value at `place` bytes after `base`.
pub fn statement(wit: &Wit, ty: &Type, base: &str, place: usize, given: &GivenValue) -> anyhow::Result<String> {
    let at = offset(base, place);
    Ok(match wit.shape(ty)? {
        Shape::Plain(Type::String) | Shape::Bytes | Shape::Words | Shape::List(_) => {
            format!("m.putPair({at}, {});", copy_expression(wit, ty, given)?)
        }
        Shape::Plain(ty @ (Type::U64 | Type::S64)) if given.is_shown => {
            let value = format!("m.widened({}, {})", given.value, given.name);
            let wide = GivenValue { value, name: given.name.clone(), is_shown: true };
            number_statement(view_kind(ty)?, &at, &checked_expression(ty, &wide)?)
        }
        Shape::Plain(ty) => number_statement(view_kind(ty)?, &at, &checked_expression(ty, given)?),
        Shape::Option(item) => {
            let payload_offset = wit.payload(Int::U8, [None, Some(item)]);
            let value = &given.value;
            let payload_statements = statement(wit, item, base, place + payload_offset, given)?;
            let presence_tag = number_statement("Uint8", &at, &format!("{value} === undefined ? 0 : 1"));
            format!("{presence_tag}\nif ({value} !== undefined) {{\n{}}}", indent(&payload_statements, 2))
        }
        Shape::Tuple(items) => {
            let mut lines = vec![tuple(items, given)];
            for (number, (item_offset, item)) in wit.places(items).into_iter().zip(items).enumerate() {
                lines.push(statement(wit, item, base, place + item_offset, &given.part(&format!("[{number}]")))?);
            }
            lines.join("\n")
        }
        Shape::Choice(cases) => choice(wit, Int::U8, &cases, base, place, given)?,
        Shape::Named(id) => {
            let (GivenValue { value, name, .. }, ty) = (given, type_name(wit.name(id)));
            match &wit.resolve.types[id].kind {
                TypeDefKind::Enum(cases) => number_statement(tag_kind(cases.tag()), &at, &number(wit, id, given)),
                TypeDefKind::Flags(flags) => number_statement(flags_kind(flags)?, &at, &number(wit, id, given)),
                _ => format!("store{ty}(m, {at}, {value}, {name});"),
            }
        }
    })
}

/// Statements that write a choice of several cases.
fn choice(
    wit: &Wit,
    tag: Int,
    cases: &[Case<'_>],
    base: &str,
    place: usize,
    given: &GivenValue,
) -> anyhow::Result<String> {
    let at = offset(base, place);
    let place = place + wit.payload(tag, cases.iter().map(|(_, ty)| *ty));
    let mut arms = Vec::new();
    for (number, (name, ty)) in cases.iter().enumerate() {
        let mut arm = number_statement(tag_kind(tag), &at, &number.to_string()) + "\n";
        if let Some(ty) = ty {
            arm.push_str(&statement(wit, ty, base, place, &given.carried(name))?);
        }
        arms.push((*name, arm));
    }
    Ok(switch(given, &arms))
}

/// A `switch` with the statements for each case.
pub fn switch(GivenValue { value, name, .. }: &GivenValue, arms: &[(&str, String)]) -> String {
    let mut text = format!("m.object({value}, {name});\nswitch ({value}.kind) {{\n");
    for (case, arm) in arms {
        text.push_str(&format!("  case {}: {{\n{}    break;\n  }}\n", case_literal(case), indent(arm, 4)));
    }
    text + &format!("  default:\n    m.invalid({name}, \"not one of its cases\");\n}}")
}

/// A statement that checks that a value is a tuple.
pub fn tuple(items: &[Type], GivenValue { value, name, .. }: &GivenValue) -> String {
    format!("m.tuple({value}, {}, {name});", items.len())
}

/// An expression that copies a string or list into memory, and returns its address.
pub fn copy_expression(wit: &Wit, ty: &Type, GivenValue { value, name, .. }: &GivenValue) -> anyhow::Result<String> {
    Ok(match wit.shape(ty)? {
        Shape::Bytes => format!("m.newArray({value}, Uint8Array, {name})"),
        Shape::Words => format!("m.newArray({value}, Uint32Array, {name})"),
        Shape::List(item) => {
            let (size, align) = (wit.size(item), wit.align(item));
            format!("m.newList({value}, {size}, {align}, {name}, {})", writer(wit, item)?)
        }
        _ => format!("m.newText({value}, {name})"),
    })
}

/// A generated function that writes an item of a list.
fn writer(wit: &Wit, item: &Type) -> anyhow::Result<String> {
    if let Shape::Named(id) = wit.shape(item)?
        && matches!(wit.resolve.types[id].kind, TypeDefKind::Record(_) | TypeDefKind::Variant(_))
    {
        return Ok(format!("store{}", type_name(wit.name(id))));
    }
    let given = GivenValue::of("value".to_owned(), "name".to_owned());
    let body = statement(wit, item, "at", 0, &given)?;
    if body.contains('\n') {
        return Ok(format!("(m, at, value, name) => {{\n{}}}", indent(&body, 2)));
    }
    Ok(format!("(m, at, value, name) => {{ {body} }}"))
}

/// An expression for the number of an enumeration's case, or of flags.
pub fn number(wit: &Wit, id: TypeId, GivenValue { value, name, .. }: &GivenValue) -> String {
    match &wit.resolve.types[id].kind {
        TypeDefKind::Enum(_) => format!("m.number({}, {value}, {name})", constant_name(wit.name(id))),
        _ => format!("store{}(m, {value}, {name})", type_name(wit.name(id))),
    }
}

/// An expression that checks a number.
pub fn checked_expression(ty: Type, GivenValue { value, name, .. }: &GivenValue) -> anyhow::Result<String> {
    Ok(match ty {
        Type::Bool => format!("m.bool({value}, {name})"),
        Type::U8 => format!("m.whole({value}, 0, 0xff, {name})"),
        Type::U16 => format!("m.whole({value}, 0, 0xffff, {name})"),
        Type::U32 => format!("m.whole({value}, 0, 0xffff_ffff, {name})"),
        Type::U64 => format!("m.ulong({value}, {name})"),
        Type::S8 => format!("m.whole({value}, -0x80, 0x7f, {name})"),
        Type::S16 => format!("m.whole({value}, -0x8000, 0x7fff, {name})"),
        Type::S32 => format!("m.whole({value}, -0x8000_0000, 0x7fff_ffff, {name})"),
        Type::S64 => format!("m.long({value}, {name})"),
        Type::F32 | Type::F64 => format!("m.float({value}, {name})"),
        Type::Char => format!("m.point({value}, {name})"),
        other => bail!("the glue cannot write {other:?}"),
    })
}

/// A statement that writes a number. The value's expression must not allocate memory, which would invalidate the view.
fn number_statement(kind: &str, at: &str, value: &str) -> String {
    format!("m.view.set{kind}({at}, {value}{});", byte_order(kind))
}

pub fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}
