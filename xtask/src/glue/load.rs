//! Generates the code that reads the component's results: a function for each record, variant and set of flags. An
//! enumeration is read by its list of cases, which `calls` generates.

use anyhow::bail;
use wit_parser::{FlagsRepr, Int, Type, TypeDefKind, TypeId};

use super::names::{case_literal, constant_name, member_name, type_name};
use super::{Case, Shape, Wit};

/// The generated function that reads a named type; empty for an enumeration.
pub fn loader(wit: &Wit, id: TypeId) -> anyhow::Result<String> {
    let (name, shown) = (type_name(wit.name(id)), wit.is_shown(id));
    let head = format!("export function load{name}(m: Abi, at: number): t.{name} {{\n");
    Ok(match &wit.resolve.types[id].kind {
        TypeDefKind::Record(record) => {
            let mut text = format!("{head}  return {{\n");
            for (place, field) in wit.fields(record) {
                text.push_str(&format!(
                    "    {}: {},\n",
                    member_name(&field.name),
                    expression(wit, &field.ty, place, shown)?
                ));
            }
            text + "  };\n}\n"
        }
        TypeDefKind::Variant(variant) => {
            let place = wit.payload(variant.tag(), variant.cases.iter().map(|case| case.ty.as_ref()));
            let mut text = format!("{head}  switch ({}) {{\n", number(tag_kind(variant.tag()), "at"));
            for (number, found) in variant.cases.iter().enumerate() {
                let value = case(wit, (&found.name, found.ty.as_ref()), place, shown)?;
                text.push_str(&format!("    case {number}:\n      return {value};\n"));
            }
            text + "    default:\n      return m.noCase();\n  }\n}\n"
        }
        // Read from their bits, which also come without memory.
        TypeDefKind::Flags(flags) => {
            let mut text = format!("export function load{name}(bits: number): t.{name} {{\n  return {{\n");
            for (place, flag) in flags.flags.iter().enumerate() {
                let test = format!("    {}: (bits & {:#x}) !== 0,\n", member_name(&flag.name), 1_u64 << place);
                text.push_str(&test);
            }
            text + "  };\n}\n"
        }
        // An enumeration is read by its list of cases.
        _ => String::new(),
    })
}

/// An expression that reads a type at `place` bytes after `at`; `shown`: in the form for programs instead of that for
/// the host.
fn expression(wit: &Wit, ty: &Type, place: usize, shown: bool) -> anyhow::Result<String> {
    let at = offset("at", place);
    Ok(match wit.shape(ty)? {
        Shape::Plain(Type::Bool) => format!("{} !== 0", number("Uint8", &at)),
        Shape::Plain(Type::String) => format!("m.text({at})"),
        Shape::Plain(Type::Char) => format!("m.letter({})", number("Uint32", &at)),
        Shape::Plain(long @ (Type::U64 | Type::S64)) if shown => {
            format!("Number({})", number(view_kind(long)?, &at))
        }
        Shape::Plain(other) => number(view_kind(other)?, &at),
        Shape::Bytes if shown => format!("m.hex({at})"),
        Shape::Bytes => format!("m.loadBytes({at})"),
        Shape::Words => format!("m.loadWords({at})"),
        Shape::List(item) => format!("m.loadList({at}, {}, {})", wit.size(item), reader(wit, item, shown)?),
        Shape::Option(item) => {
            let payload_offset = wit.payload(Int::U8, [None, Some(item)]);
            let payload = expression(wit, item, place + payload_offset, shown)?;
            format!("{} === 0 ? undefined : {payload}", number("Uint8", &at))
        }
        Shape::Tuple(items) => {
            let places = wit.places(items);
            let items = places
                .into_iter()
                .zip(items)
                .map(|(item_offset, item)| expression(wit, item, place + item_offset, shown));
            format!("[{}]", items.collect::<anyhow::Result<Vec<_>>>()?.join(", "))
        }
        Shape::Choice([first, second]) => {
            let place = place + wit.payload(Int::U8, [first.1, second.1]);
            let (first, second) = (case(wit, first, place, shown)?, case(wit, second, place, shown)?);
            format!("{} === 0 ? {first} : {second}", number("Uint8", &at))
        }
        Shape::Named(id) => match &wit.resolve.types[id].kind {
            TypeDefKind::Enum(cases) => {
                format!("m.case({}, {})", constant_name(wit.name(id)), number(tag_kind(cases.tag()), &at))
            }
            TypeDefKind::Flags(flags) => {
                format!("load{}({})", type_name(wit.name(id)), number(flags_kind(flags)?, &at))
            }
            _ => format!("load{}(m, {at})", type_name(wit.name(id))),
        },
    })
}

/// An expression that reads a case, with its payload at `place` bytes after `at`.
fn case(wit: &Wit, (name, ty): Case<'_>, place: usize, shown: bool) -> anyhow::Result<String> {
    let value = match ty {
        Some(ty) => format!(", value: {}", expression(wit, ty, place, shown)?),
        None => String::new(),
    };
    Ok(format!("{{ kind: {}{value} }}", case_literal(name)))
}

/// A generated function that reads a type at an address.
pub fn reader(wit: &Wit, ty: &Type, shown: bool) -> anyhow::Result<String> {
    let is_read_at_a_place =
        |id: TypeId| matches!(wit.resolve.types[id].kind, TypeDefKind::Record(_) | TypeDefKind::Variant(_));
    match wit.shape(ty)? {
        Shape::Named(id) if is_read_at_a_place(id) => Ok(format!("load{}", type_name(wit.name(id)))),
        _ => Ok(format!("(m, at) => {}", expression(wit, ty, 0, shown)?)),
    }
}

/// An expression that reads a number of a kind, as `DataView` names it.
fn number(kind: &str, at: &str) -> String {
    format!("m.view.get{kind}({at}{})", byte_order(kind))
}

/// The argument for the byte order; empty for numbers of one byte.
pub fn byte_order(kind: &str) -> &'static str {
    if kind.ends_with("nt8") { "" } else { ", true" }
}

/// The `DataView` name of a number's kind in memory.
pub fn view_kind(ty: Type) -> anyhow::Result<&'static str> {
    Ok(match ty {
        Type::Bool | Type::U8 => "Uint8",
        Type::U16 => "Uint16",
        Type::U32 | Type::Char => "Uint32",
        Type::U64 => "BigUint64",
        Type::S8 => "Int8",
        Type::S16 => "Int16",
        Type::S32 => "Int32",
        Type::S64 => "BigInt64",
        Type::F32 => "Float32",
        Type::F64 => "Float64",
        other => bail!("{other:?} is no number"),
    })
}

/// The `DataView` name of the number that identifies a case.
pub fn tag_kind(tag: Int) -> &'static str {
    match tag {
        Int::U8 => "Uint8",
        Int::U16 => "Uint16",
        Int::U32 | Int::U64 => "Uint32",
    }
}

/// The `DataView` name of the number that contains flags.
pub fn flags_kind(flags: &wit_parser::Flags) -> anyhow::Result<&'static str> {
    Ok(match flags.repr() {
        FlagsRepr::U8 => "Uint8",
        FlagsRepr::U16 => "Uint16",
        FlagsRepr::U32(1) => "Uint32",
        FlagsRepr::U32(_) => bail!("the standard allows 32 flags"),
    })
}

/// An expression for an address: a base plus an offset.
pub fn offset(base: &str, place: usize) -> String {
    if place == 0 { base.to_owned() } else { format!("{base} + {place}") }
}
