//! Writing what a caller gives: one function for each record and variant, which checks each value as it is written.
//!
//! Arguments of a function travel flat, as numbers, where the standard says so (`flat`); what lies in lists is written to
//! memory (`statement`).

use anyhow::bail;
use wit_parser::{Type, TypeDefKind, TypeId};

use super::load::offset;
use super::names::{constant, member, type_name};
use super::{Shape, Wit};

/// The function that writes a named type.
pub fn definition(wit: &Wit, id: TypeId) -> anyhow::Result<String> {
    let name = type_name(wit.name(id));
    let head = format!("export function store{name}(m: Abi, at: number, value: t.{name}, name: string): void {{\n");
    Ok(match &wit.resolve.types[id].kind {
        TypeDefKind::Record(record) => {
            let mut text = head + "  m.object(value, name);\n";
            for (place, field) in wit.fields(record) {
                let field_name = member(&field.name);
                let write = statement(wit, &field.ty, place, &format!("value.{field_name}"), &quoted(&field_name))?;
                text.push_str(&format!("  {write}\n"));
            }
            text + "}\n"
        }
        TypeDefKind::Variant(variant) => {
            let place = wit.payload(variant.tag(), variant.cases.iter().map(|case| case.ty.as_ref()));
            let mut text = head + "  m.object(value, name);\n  switch (value.tag) {\n";
            for (number, case) in variant.cases.iter().enumerate() {
                text.push_str(&format!("    case \"{}\":\n      m.putU8(at, {number});\n", case.name));
                if let Some(ty) = &case.ty {
                    let write = statement(wit, ty, place, "value.val", &quoted(&case.name))?;
                    text.push_str(&format!("      {write}\n"));
                }
                text.push_str("      return;\n");
            }
            text + "    default:\n      m.invalid(name, \"not one of its cases\");\n  }\n}\n"
        }
        _ => String::new(),
    })
}

/// A statement that writes `value` `place` bytes after `at`.
pub fn statement(wit: &Wit, ty: &Type, place: usize, value: &str, name: &str) -> anyhow::Result<String> {
    let at = offset(place);
    Ok(match wit.shape(ty)? {
        Shape::Plain(Type::Bool) => format!("m.putU8({at}, m.bool({value}, {name}));"),
        Shape::Plain(Type::U32) => format!("m.putU32({at}, m.uint({value}, {name}));"),
        Shape::Plain(Type::F64) => format!("m.putF64({at}, m.float({value}, {name}));"),
        Shape::Plain(Type::String) => format!("m.putPair({at}, m.newText({value}, {name}));"),
        Shape::Plain(other) => bail!("the glue cannot write {other:?} into memory"),
        Shape::Bytes => format!("m.putPair({at}, m.newBytes({value}, {name}));"),
        Shape::Words => format!("m.putPair({at}, m.newWords({value}, {name}));"),
        Shape::List(item) => format!("m.putPair({at}, {});", list(wit, item, value, name)?),
        Shape::Option(_) => bail!("the glue cannot write an option into memory"),
        Shape::Named(id) => match &wit.resolve.types[id].kind {
            TypeDefKind::Enum(_) => format!("m.putU8({at}, m.number({}, {value}, {name}));", constant(wit.name(id))),
            _ => format!("store{}(m, {at}, {value}, {name});", type_name(wit.name(id))),
        },
    })
}

/// An expression that writes a list and gives its address.
fn list(wit: &Wit, item: &Type, value: &str, name: &str) -> anyhow::Result<String> {
    let writer = match wit.shape(item)? {
        Shape::Named(id) if !matches!(wit.resolve.types[id].kind, TypeDefKind::Enum(_)) => {
            format!("store{}", type_name(wit.name(id)))
        }
        _ => format!("(m, at, value, name) => {{ {} }}", statement(wit, item, 0, "value", "name")?),
    };
    Ok(format!("m.newList({value}, {}, {}, {name}, {writer})", wit.size(item), wit.align(item)))
}

/// The numbers that an argument travels as.
#[derive(Default)]
pub struct Flat {
    /// Statements that come first.
    pub before: String,
    /// One expression for each number.
    pub numbers: Vec<String>,
}

/// Adds an argument; `value` is the expression of it, `prefix` is free for names of variables.
pub fn flat(wit: &Wit, ty: &Type, value: &str, prefix: &str, name: &str, flat: &mut Flat) -> anyhow::Result<()> {
    let pair = |flat: &mut Flat, address: String| {
        flat.before.push_str(&format!("      const {prefix} = {address};\n      const {prefix}N = m.length;\n"));
        flat.numbers.extend([prefix.to_owned(), format!("{prefix}N")]);
    };
    match wit.shape(ty)? {
        Shape::Plain(Type::Bool) => flat.numbers.push(format!("m.bool({value}, {name})")),
        Shape::Plain(Type::U32) => flat.numbers.push(format!("m.uint({value}, {name})")),
        Shape::Plain(Type::U64) => flat.numbers.push(format!("m.ulong({value}, {name})")),
        Shape::Plain(Type::S64) => flat.numbers.push(format!("m.long({value}, {name})")),
        Shape::Plain(Type::F64) => flat.numbers.push(format!("m.float({value}, {name})")),
        Shape::Plain(Type::String) => pair(flat, format!("m.newText({value}, {name})")),
        Shape::Plain(other) => bail!("the glue cannot hand over {other:?}"),
        Shape::Bytes => pair(flat, format!("m.newBytes({value}, {name})")),
        Shape::Words => pair(flat, format!("m.newWords({value}, {name})")),
        Shape::List(item) => pair(flat, list(wit, item, value, name)?),
        Shape::Option(item) => self::option(wit, item, value, prefix, name, flat)?,
        Shape::Named(id) => match &wit.resolve.types[id].kind {
            TypeDefKind::Enum(_) => flat.numbers.push(format!("m.number({}, {value}, {name})", constant(wit.name(id)))),
            TypeDefKind::Record(record) => {
                flat.before.push_str(&format!("      m.object({value}, {name});\n"));
                for field in &record.fields {
                    let field_name = member(&field.name);
                    let (value, prefix) =
                        (format!("{value}.{field_name}"), format!("{prefix}{}", type_name(&field.name)));
                    self::flat(wit, &field.ty, &value, &prefix, &quoted(&field_name), flat)?;
                }
            }
            _ => bail!("the glue cannot hand over a variant as an argument: put it into a list"),
        },
    }
    Ok(())
}

/// An optional record of texts and lists: zeros where it is not given.
fn option(wit: &Wit, item: &Type, value: &str, prefix: &str, name: &str, out: &mut Flat) -> anyhow::Result<()> {
    let mut inner = Flat::default();
    flat(wit, item, value, prefix, name, &mut inner)?;
    let slots: Vec<String> = (0..inner.numbers.len()).map(|number| format!("{prefix}{number}")).collect();
    let zeros: String = slots.iter().map(|slot| format!("      let {slot} = 0;\n")).collect();
    let sets: String =
        slots.iter().zip(&inner.numbers).map(|(slot, number)| format!("        {slot} = {number};\n")).collect();
    let before = inner.before.replace("\n      ", "\n        ");
    out.before.push_str(&format!(
        "{zeros}      if ({value} !== undefined) {{\n  {}{sets}      }}\n",
        before.trim_end_matches(' ')
    ));
    out.numbers.push(format!("{value} === undefined ? 0 : 1"));
    out.numbers.extend(slots);
    Ok(())
}

fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}
