//! The records of answers for Python, written from `wit/`: dataclasses with their documentation, the lists by which the
//! extension makes them, and the words of enumerations, which the library has for every Rust program.
//!
//! What an answer can hold is made, and nothing else: questions are keyword arguments, refusals are exceptions.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, bail};
use wit_parser::{Docs, EnumCase, Function, Interface, Resolve, Type, TypeDef, TypeDefKind, TypeId};

use crate::glue::type_name;

/// Types that reach Python otherwise than by an answer: in an exception, and in the report of an index run.
const BESIDE_ANSWERS: [&str; 2] = ["candidate", "skip-reason"];

/// The files that are written, as text.
pub struct Written {
    /// The package's `records.py`.
    pub python: String,
    /// The extension's `generated.rs`.
    pub rust: String,
    /// The library's `generated.rs`.
    pub words: String,
}

/// Reads the interface and writes its records.
pub fn write(wit: &Path) -> anyhow::Result<Written> {
    let mut resolve = Resolve::default();
    let (package, _) = resolve.push_dir(wit).context("wit/ cannot be read")?;
    let interfaces: Vec<&Interface> =
        resolve.packages[package].interfaces.values().map(|id| &resolve.interfaces[*id]).collect();
    let mut wanted = BTreeSet::new();
    for interface in &interfaces {
        for function in interface.functions.values().filter(|function| is_question(function)) {
            function.result.iter().try_for_each(|result| reach(&resolve, answer(&resolve, result)?, &mut wanted))?;
        }
        for (_, id) in interface.types.iter().filter(|(name, _)| BESIDE_ANSWERS.contains(&name.as_str())) {
            reach(&resolve, &Type::Id(*id), &mut wanted)?;
        }
    }
    let order = interfaces.iter().flat_map(|interface| {
        let module = interface.name.as_deref().unwrap_or_default();
        interface.types.values().filter(|id| wanted.contains(id)).map(move |id| (module, *id))
    });
    let types: Vec<(&str, &TypeDef)> = order.map(|(module, id)| (module, &resolve.types[id])).collect();
    Ok(Written { python: python(&resolve, &types)?, rust: rust(&types), words: words(&types) })
}

/// A question may be asked back: its last parameter is the way back into it. Of these, two give no record: opening is the
/// host's own business, and the pages of an export are joined.
fn is_question(function: &Function) -> bool {
    let may_ask = function.params.last().is_some_and(|last| last.name == "resumed");
    may_ask && !["open", "export"].contains(&function.name.as_str())
}

/// The record of the case `done` of a function's reply.
fn answer<'a>(resolve: &'a Resolve, result: &'a Type) -> anyhow::Result<&'a Type> {
    if let Type::Id(id) = result
        && let TypeDefKind::Result(result) = &resolve.types[*id].kind
        && let Some(Type::Id(reply)) = &result.ok
        && let TypeDefKind::Variant(reply) = &resolve.types[*reply].kind
        && let Some(done) = reply.cases.iter().find(|case| case.name == "done")
    {
        return done.ty.as_ref().context("an answer without a record");
    }
    bail!("a question whose result is not `result<variant {{ done(record), ask(ask) }}, error>`")
}

/// Collects the records and enumerations that a type is made of.
fn reach(resolve: &Resolve, of: &Type, wanted: &mut BTreeSet<TypeId>) -> anyhow::Result<()> {
    let Type::Id(id) = of else { return Ok(()) };
    match &resolve.types[*id].kind {
        TypeDefKind::Record(record) => {
            wanted.insert(*id);
            record.fields.iter().try_for_each(|field| reach(resolve, &field.ty, wanted))
        }
        TypeDefKind::Enum(_) => {
            wanted.insert(*id);
            Ok(())
        }
        TypeDefKind::Option(inner) | TypeDefKind::List(inner) | TypeDefKind::Type(inner) => {
            reach(resolve, inner, wanted)
        }
        other => bail!("an answer holds a {}, which Python has no form for yet", other.as_str()),
    }
}

fn python(resolve: &Resolve, types: &[(&str, &TypeDef)]) -> anyhow::Result<String> {
    let mut text = String::from(
        "\"\"\"The records that answers are made of. Written by `cargo xtask records` from `wit/`: change that.\"\"\"\n\n\
         from __future__ import annotations\n\n\
         from dataclasses import dataclass\nfrom typing import Literal\n\n__all__ = [\n",
    );
    let mut names: Vec<String> = types.iter().map(|(_, one)| type_name(name(one))).collect();
    names.sort();
    names.iter().for_each(|name| _ = writeln!(text, "    \"{name}\","));
    text.push_str("]\n");
    // A name that stands for a list of words is used as soon as it is written, so these come first.
    for (_, one) in types {
        if let TypeDefKind::Enum(cases) = &one.kind {
            let _ = write!(text, "\n{} = Literal[\n", type_name(name(one)));
            for case in &cases.cases {
                let _ = writeln!(text, "    \"{}\",", snake(&case.name));
            }
            text.push_str("]\n\"\"\"");
            text.push_str(&docs(&one.docs, "One of these words.", ""));
            let told = cases.cases.iter().filter_map(|case| Some((&case.name, case.docs.contents.as_deref()?)));
            for (nth, (case, said)) in told.enumerate() {
                text.push_str(if nth == 0 { "\n\n" } else { "\n" });
                let _ = write!(text, "- `{}`: {}", snake(case), said.trim().replace('\n', " "));
            }
            text.push_str("\n\"\"\"\n");
        }
    }
    for (_, one) in types {
        if let TypeDefKind::Record(record) = &one.kind {
            let said = docs(&one.docs, "", "    ");
            if said.is_empty() {
                bail!("the record `{}` has no documentation in wit/", name(one));
            }
            let _ = write!(text, "\n\n@dataclass(frozen=True, slots=True)\nclass {}:\n", type_name(name(one)));
            let _ = write!(text, "    \"\"\"{said}\"\"\"\n\n");
            for field in &record.fields {
                let _ = writeln!(text, "    {}: {}", snake(&field.name), hint(resolve, &field.ty)?);
                if field.docs.contents.is_some() {
                    let _ = writeln!(text, "    \"\"\"{}\"\"\"", docs(&field.docs, "", "    "));
                }
            }
        }
    }
    Ok(text)
}

fn rust(types: &[(&str, &TypeDef)]) -> String {
    let mut text = String::from(
        "//! The records and enumerations that answers are made of. Written by `cargo xtask records` from `wit/`: change that.\n\n\
         use crate::convert::{records, words};\n\nwords! {\n",
    );
    for (module, one, _) in enumerations(types) {
        let _ = writeln!(text, "    {module}::{},", type_name(name(one)));
    }
    text.push_str("}\n\nrecords! {\n");
    for (module, one) in types {
        if let TypeDefKind::Record(record) = &one.kind {
            let fields: Vec<String> = record.fields.iter().map(|field| snake(&field.name)).collect();
            let _ = writeln!(text, "    {module}::{} {{ {} }}", type_name(name(one)), fields.join(", "));
        }
    }
    text.push_str("}\n");
    text
}

fn words(types: &[(&str, &TypeDef)]) -> String {
    let mut text = String::from(
        "//! The words of the interface's enumerations. Written by `cargo xtask records` from `wit/`: change that.\n\n\
         use super::words;\n\nwords! {\n",
    );
    for (module, one, cases) in enumerations(types) {
        let _ = writeln!(text, "    {module}::{} {{", type_name(name(one)));
        for case in cases {
            let _ = writeln!(text, "        {} = \"{}\",", type_name(&case.name), snake(&case.name));
        }
        text.push_str("    }\n");
    }
    text.push_str("}\n");
    text
}

fn enumerations<'a>(
    types: &'a [(&'a str, &'a TypeDef)],
) -> impl Iterator<Item = (&'a str, &'a TypeDef, &'a [EnumCase])> {
    types.iter().filter_map(|(module, one)| match &one.kind {
        TypeDefKind::Enum(found) => Some((*module, *one, found.cases.as_slice())),
        _ => None,
    })
}

/// What Python calls a type.
fn hint(resolve: &Resolve, of: &Type) -> anyhow::Result<String> {
    Ok(match of {
        Type::Bool => "bool".to_owned(),
        Type::U8 | Type::U16 | Type::U32 | Type::U64 | Type::S8 | Type::S16 | Type::S32 | Type::S64 => "int".to_owned(),
        Type::F32 | Type::F64 => "float".to_owned(),
        Type::String => "str".to_owned(),
        Type::Id(id) => match &resolve.types[*id].kind {
            TypeDefKind::Record(_) | TypeDefKind::Enum(_) => type_name(name(&resolve.types[*id])),
            TypeDefKind::List(Type::U8) => "bytes".to_owned(),
            TypeDefKind::List(item) => format!("tuple[{}, ...]", hint(resolve, item)?),
            TypeDefKind::Option(some) => format!("{} | None", hint(resolve, some)?),
            TypeDefKind::Type(other) => hint(resolve, other)?,
            other => bail!("a {} has no form in Python yet", other.as_str()),
        },
        other => bail!("{other:?} has no form in Python yet"),
    })
}

/// The documentation as the inside of a docstring, or what stands for it.
fn docs(docs: &Docs, otherwise: &str, indent: &str) -> String {
    let said = docs.contents.as_deref().unwrap_or(otherwise).trim();
    said.replace('\\', "\\\\").replace("\n", &format!("\n{indent}"))
}

fn name(one: &TypeDef) -> &str {
    one.name.as_deref().unwrap_or_default()
}

/// `type-alias` as `type_alias`.
fn snake(name: &str) -> String {
    name.replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIT: &str = "package a:b; interface i {
        /// Why it was refused.
        variant error { stale }
        /// A place.
        record place { /// From 1 on.
            line: u32, hash: list<u8>, doc: option<string> }
        /// How it was found.
        enum way { /// By a name.
            unique-name, flow }
        /// What was found.
        record found { places: list<place>, way: way }
        /// Not part of an answer.
        record row { key: list<u8> }
        variant reply { done(found), ask(row) }
        look: func(name: string, resumed: option<row>) -> result<reply, error>;
        put: func(rows: list<row>) -> result<_, error>; }";

    fn written(wit: &str) -> anyhow::Result<Written> {
        let folder = std::env::temp_dir().join(format!("scrubjay-records-{}-{}", std::process::id(), wit.len()));
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join("a.wit"), wit)?;
        let written = write(&folder);
        std::fs::remove_dir_all(&folder)?;
        written
    }

    #[test]
    fn what_an_answer_holds_is_written_with_its_documentation() {
        let Written { python, rust, words } = written(WIT).unwrap();
        let class = "class Place:\n    \"\"\"A place.\"\"\"\n\n    line: int\n    \"\"\"From 1 on.\"\"\"\n    hash: bytes\n    doc: str | None\n";
        assert!(python.contains(class), "{python}");
        assert!(python.contains("Way = Literal[\n    \"unique_name\",\n    \"flow\",\n]"), "{python}");
        assert!(python.contains("places: tuple[Place, ...]\n    way: Way\n"), "{python}");
        assert!(!python.contains("Row") && !python.contains("Error"), "{python}");
        assert!(rust.contains("i::Found { places, way }"), "{rust}");
        assert!(rust.contains("i::Way,"), "{rust}");
        assert!(words.contains("i::Way {\n        UniqueName = \"unique_name\","), "{words}");
    }

    #[test]
    fn a_record_that_says_nothing_of_itself_is_refused() {
        let error = written(&WIT.replace("/// A place.", "")).err().unwrap();
        assert!(error.to_string().contains("`place`"), "{error}");
    }
}
