//! Generates `types/`: the records, variants, enumerations and functions of each interface of the WIT, with their
//! documentation.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{bail, ensure};
use wit_parser::{Interface, Type, TypeDefKind, TypeId};

use super::names::{case_literal, doc_comment, member_name, type_name, variable_name, words};
use super::{Case, Shape, Wit};

const HEAD: &str = "\
// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.
";

/// A file for each interface, and one that exports all.
pub fn files(wit: &Wit) -> anyhow::Result<Vec<(String, String)>> {
    let (mut files, mut index_text, mut seen) = (Vec::new(), HEAD.to_owned() + "\n", BTreeSet::new());
    for interface in wit.interfaces() {
        let name = interface.name.as_deref().unwrap_or_default();
        for id in wit.own_types(interface) {
            ensure!(seen.insert(wit.name(id).to_owned()), "two types are named `{}`", wit.name(id));
        }
        files.push((format!("types/{name}.ts"), file(wit, interface)?));
        index_text.push_str(&format!("export type * from \"./types/{name}.js\";\n"));
    }
    for interface in wit.interfaces().filter(|interface| !interface.functions.is_empty()) {
        let name = interface.name.as_deref().unwrap_or_default();
        index_text.push_str(&format!("import type {{ {}Calls }} from \"./types/{name}.js\";\n", type_name(name)));
    }
    index_text
        .push_str("\n/** What the component exports. A refused call throws `Refused`, with the WIT's error. */\n");
    index_text.push_str("export interface Exports {\n");
    for interface in wit.interfaces().filter(|interface| !interface.functions.is_empty()) {
        let name = interface.name.as_deref().unwrap_or_default();
        index_text.push_str(&format!("  readonly {}: {}Calls;\n", member_name(name), type_name(name)));
    }
    files.push(("types.ts".to_owned(), index_text + "}\n"));
    Ok(files)
}

fn file(wit: &Wit, interface: &Interface) -> anyhow::Result<String> {
    let mut text = String::new();
    for id in wit.own_types(interface) {
        text.push('\n');
        text.push_str(&definition(wit, id)?);
    }
    if !interface.functions.is_empty() {
        let name = interface.name.as_deref().unwrap_or_default();
        text.push_str(&format!("\n{}export interface {}Calls {{\n", docs(&interface.docs, ""), type_name(name)));
        for function in interface.functions.values() {
            text.push_str(&docs(&function.docs, "  "));
            text.push_str(&format!("  {};\n", signature(wit, function)?));
        }
        text.push_str("}\n");
    }
    Ok(format!("{HEAD}{}{text}", imports(wit, interface, &text)))
}

/// Imports of the types of other interfaces that a text names. Types that occur only in errors are not among them,
/// since signatures have no errors.
fn imports(wit: &Wit, interface: &Interface, text: &str) -> String {
    let words: BTreeSet<&str> = words(text).collect();
    let mut imported_names: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (owner, name) in wit.used_types(interface) {
        let name = type_name(name);
        if words.contains(name.as_str()) {
            imported_names.entry(owner).or_default().push(name);
        }
    }
    let lines = imported_names
        .iter()
        .map(|(owner, names)| format!("\nimport type {{ {} }} from \"./{owner}.js\";\n", names.join(", ")));
    lines.collect()
}

/// The signature of a function: `find(question: FindQuestion, resumed: Resumed | undefined): FindReply`.
fn signature(wit: &Wit, function: &wit_parser::Function) -> anyhow::Result<String> {
    let mut parameters = Vec::new();
    for parameter in &function.params {
        parameters.push(format!("{}: {}", variable_name(&parameter.name), expression(wit, &parameter.ty, false)?));
    }
    let result = match &function.result {
        None => "void".to_owned(),
        Some(ty) => match wit.sides(ty) {
            Some((Some(done), _)) => expression(wit, &done, false)?,
            Some((None, _)) => "void".to_owned(),
            None => expression(wit, ty, false)?,
        },
    };
    Ok(format!("{}({}): {result}", member_name(&function.name), parameters.join(", ")))
}

fn definition(wit: &Wit, id: TypeId) -> anyhow::Result<String> {
    let ty = &wit.resolve.types[id];
    let (docs_above, name, shown) = (docs(&ty.docs, ""), type_name(wit.name(id)), wit.is_shown(id));
    let body = match &ty.kind {
        TypeDefKind::Flags(flags) => {
            let flag = |flag: &wit_parser::Flag| {
                format!("{}  {}: boolean;\n", docs(&flag.docs, "  "), member_name(&flag.name))
            };
            format!("export interface {name} {{\n{}}}\n", flags.flags.iter().map(flag).collect::<String>())
        }
        TypeDefKind::Record(record) => {
            let mut fields = String::new();
            for field in &record.fields {
                let ty = expression(wit, &field.ty, shown)?;
                fields.push_str(&format!("{}  {}: {ty};\n", docs(&field.docs, "  "), member_name(&field.name)));
            }
            format!("export interface {name} {{\n{fields}}}\n")
        }
        TypeDefKind::Enum(cases) => {
            let case =
                |case: &wit_parser::EnumCase| format!("\n{}  | {}", docs(&case.docs, "  "), case_literal(&case.name));
            format!("export type {name} ={};\n", cases.cases.iter().map(case).collect::<String>())
        }
        TypeDefKind::Variant(variant) => {
            let mut cases = String::new();
            for found in &variant.cases {
                let case_type = case(wit, (&found.name, found.ty.as_ref()), shown)?;
                cases.push_str(&format!("\n{}  | {case_type}", docs(&found.docs, "  ")));
            }
            format!("export type {name} ={cases};\n")
        }
        // A name for a type that has none of its own.
        _ => format!("export type {name} = {};\n", expression(wit, &Type::Id(id), shown)?),
    };
    Ok(docs_above + &body)
}

/// The TypeScript type of a value; `shown`: in the form for programs instead of that for the host.
fn expression(wit: &Wit, ty: &Type, shown: bool) -> anyhow::Result<String> {
    Ok(match wit.shape(ty)? {
        Shape::Plain(Type::Bool) => "boolean".to_owned(),
        Shape::Plain(Type::String | Type::Char) => "string".to_owned(),
        Shape::Plain(Type::U64 | Type::S64) if shown => "number".to_owned(),
        Shape::Plain(Type::U64 | Type::S64) => "bigint".to_owned(),
        Shape::Plain(Type::U8 | Type::U16 | Type::U32 | Type::S8 | Type::S16 | Type::S32 | Type::F32 | Type::F64) => {
            "number".to_owned()
        }
        Shape::Plain(other) => bail!("the glue knows no {other:?}: teach it, or do without"),
        Shape::Bytes if shown => "string".to_owned(),
        Shape::Bytes => "Uint8Array".to_owned(),
        Shape::Words => "Uint32Array".to_owned(),
        Shape::List(item) => match wit.shape(item)? {
            Shape::Option(_) | Shape::Choice(_) => format!("({})[]", expression(wit, item, shown)?),
            _ => format!("{}[]", expression(wit, item, shown)?),
        },
        Shape::Option(item) => format!("{} | undefined", expression(wit, item, shown)?),
        Shape::Tuple(items) => {
            let items = items.iter().map(|item| expression(wit, item, shown)).collect::<anyhow::Result<Vec<_>>>()?;
            format!("[{}]", items.join(", "))
        }
        Shape::Choice([one, other]) => format!("{} | {}", case(wit, one, shown)?, case(wit, other, shown)?),
        Shape::Named(id) => type_name(wit.name(id)),
    })
}

/// The TypeScript type of a variant's case: `{ kind: "done"; value: FindPage }`.
fn case(wit: &Wit, (name, ty): Case<'_>, shown: bool) -> anyhow::Result<String> {
    let value = match ty {
        Some(ty) => format!("; value: {}", expression(wit, ty, shown)?),
        None => String::new(),
    };
    Ok(format!("{{ kind: {}{value} }}", case_literal(name)))
}

fn docs(docs: &wit_parser::Docs, indent: &str) -> String {
    doc_comment(docs.contents.as_deref(), indent)
}
