//! Reading what the component returns: one function for each record and variant, and one list of cases for each enumeration.

use anyhow::bail;
use wit_parser::{Type, TypeDefKind, TypeId};

use super::names::{constant, member, type_name};
use super::{Shape, Wit};

/// The function that reads a named type.
pub fn definition(wit: &Wit, id: TypeId) -> anyhow::Result<String> {
    let name = type_name(wit.name(id));
    let head = format!("export function load{name}(m: Abi, at: number): t.{name} {{\n");
    Ok(match &wit.resolve.types[id].kind {
        TypeDefKind::Record(record) => {
            let mut text = format!("{head}  return {{\n");
            for (place, field) in wit.fields(record) {
                text.push_str(&format!("    {}: {},\n", member(&field.name), expression(wit, &field.ty, place)?));
            }
            text + "  };\n}\n"
        }
        TypeDefKind::Variant(variant) => {
            let place = wit.payload(variant.tag(), variant.cases.iter().map(|case| case.ty.as_ref()));
            let mut text = format!("{head}  switch (m.u8(at)) {{\n");
            for (number, case) in variant.cases.iter().enumerate() {
                let value = match &case.ty {
                    Some(ty) => format!(", val: {}", expression(wit, ty, place)?),
                    None => String::new(),
                };
                text.push_str(&format!("    case {number}:\n      return {{ tag: \"{}\"{value} }};\n", case.name));
            }
            text + "    default:\n      return m.noCase();\n  }\n}\n"
        }
        // Read by its list of cases, where it stands.
        _ => String::new(),
    })
}

/// An expression that reads a type `place` bytes after `at`.
pub fn expression(wit: &Wit, ty: &Type, place: usize) -> anyhow::Result<String> {
    let at = offset(place);
    Ok(match wit.shape(ty)? {
        Shape::Plain(Type::Bool) => format!("m.u8({at}) !== 0"),
        Shape::Plain(Type::U32) => format!("m.u32({at})"),
        Shape::Plain(Type::U64) => format!("m.u64({at})"),
        Shape::Plain(Type::S64) => format!("m.s64({at})"),
        Shape::Plain(Type::F64) => format!("m.f64({at})"),
        Shape::Plain(Type::String) => format!("m.text({at})"),
        Shape::Plain(other) => bail!("the glue cannot read {other:?}"),
        Shape::Bytes => format!("m.loadBytes({at})"),
        Shape::Words => bail!("the glue cannot read a list of u32: nothing returns one yet"),
        Shape::List(item) => format!("m.loadList({at}, {}, {})", wit.size(item), reader(wit, item)?),
        Shape::Option(item) => {
            let inside = wit.payload(wit_parser::Int::U8, [None, Some(item)]);
            format!("m.u8({at}) === 0 ? undefined : {}", expression(wit, item, place + inside)?)
        }
        Shape::Named(id) => match &wit.resolve.types[id].kind {
            TypeDefKind::Enum(_) => format!("m.case({}, {at})", constant(wit.name(id))),
            _ => format!("load{}(m, {at})", type_name(wit.name(id))),
        },
    })
}

/// A function that reads a type at a place.
pub fn reader(wit: &Wit, ty: &Type) -> anyhow::Result<String> {
    match wit.shape(ty)? {
        Shape::Named(id) if !matches!(wit.resolve.types[id].kind, TypeDefKind::Enum(_)) => {
            Ok(format!("load{}", type_name(wit.name(id))))
        }
        _ => Ok(format!("(m, at) => {}", expression(wit, ty, 0)?)),
    }
}

pub fn offset(place: usize) -> String {
    if place == 0 { "at".to_owned() } else { format!("at + {place}") }
}
