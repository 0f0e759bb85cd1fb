//! Generates the records of answers in Python: dataclasses with documentation, a class for each case of a variant, and
//! the words of enumerations.
//!
//! `dataclasses.asdict` of any record gives JSON: bytes are hexadecimal digits, and lists are tuples.
//! Not here: questions (`signatures`); refusals, which are exceptions.

use std::fmt::Write as _;

use anyhow::{bail, ensure};

use super::answers_and_arguments;
use super::names::{snake_case, spoken_docs, type_name};
use crate::wit::{Case, Definition, Field, Shape, Type, Wit};

const HEAD: &str = "\
\"\"\"The records that questions and answers are made of. Written by `cargo xtask records` from `wit/`: change that.\"\"\"

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from ._record import Page, Record
";

pub fn write(wit: &Wit) -> anyhow::Result<String> {
    let (mut text, mut names) = (String::new(), Vec::new());
    // A name that stands for a list of words is used as soon as it is written, so these come first.
    for one in answers_and_arguments(wit) {
        if let Shape::Enum(cases) = &one.shape {
            names.push(type_name(&one.name));
            text.push_str(&words(one, cases));
        }
    }
    // Also the records in questions, such as the offsets of a zone.
    for one in answers_and_arguments(wit) {
        ensure!(
            !one.docs.is_empty() || matches!(one.shape, Shape::Enum(_)),
            "`{}` has no documentation in wit/",
            one.name
        );
        match &one.shape {
            Shape::Record(fields) => {
                names.push(type_name(&one.name));
                text.push_str(&record(one, fields)?);
            }
            Shape::Variant(cases) => {
                names.extend(cases.iter().map(|case| class_of(one, case)).chain([type_name(&one.name)]));
                text.push_str(&variant(one, cases)?);
            }
            Shape::Enum(_) => {}
            Shape::Flags => bail!("an answer holds the flags `{}`: make them a list of words", one.name),
        }
    }
    names.sort();
    let names: String = names.iter().map(|name| format!("    \"{name}\",\n")).collect();
    Ok(format!("{HEAD}\n__all__ = [\n{names}]\n{text}"))
}

fn words(one: &Definition, cases: &[Case]) -> String {
    let mut text = format!("\n{} = Literal[\n", type_name(&one.name));
    cases.iter().for_each(|case| _ = writeln!(text, "    \"{}\",", snake_case(&case.name)));
    let docs = if one.docs.is_empty() { "One of these words." } else { &one.docs };
    let _ = write!(text, "]\n\"\"\"{}", docstring(docs, ""));
    for (nth, case) in cases.iter().filter(|case| !case.docs.is_empty()).enumerate() {
        text.push_str(if nth == 0 { "\n\n" } else { "\n" });
        let _ = write!(text, "- `{}`: {}", snake_case(&case.name), spoken_docs(&case.docs).replace('\n', " "));
    }
    text + "\n\"\"\"\n"
}

fn record(one: &Definition, fields: &[Field]) -> anyhow::Result<String> {
    let mut text = match items_and_lists(one, fields) {
        None => class(&type_name(&one.name), "Record", &one.docs),
        Some((item, lists)) => {
            let lists: String = lists.iter().map(|list| format!("\"{list}\", ")).collect();
            let lists = format!("    _lists: ClassVar[tuple[str, ...]] = ({})\n", lists.trim_end());
            class(&type_name(&one.name), &format!("Page[\"{item}\"]"), &one.docs) + &lists
        }
    };
    for field in fields {
        let _ = writeln!(text, "    {}: {}", snake_case(&field.name), hint(&field.ty)?);
        let is_bytes = field.ty == Type::List(Box::new(Type::Unsigned(8)));
        let docs = [field.docs.as_str(), if is_bytes { "In hexadecimal digits." } else { "" }].join(" ");
        if !docs.trim().is_empty() {
            let _ = writeln!(text, "    \"\"\"{}\"\"\"", docstring(docs.trim(), "    "));
        }
    }
    Ok(text)
}

/// The lists in a page: the type of the first list's items, and the names of all lists with items of this type. `None`
/// if the record is no page with a list of records.
fn items_and_lists(one: &Definition, fields: &[Field]) -> Option<(String, Vec<String>)> {
    let lists = fields.iter().filter_map(|field| match &field.ty {
        Type::List(item) => match &**item {
            Type::Named { name, .. } => Some((type_name(name), snake_case(&field.name))),
            _ => None,
        },
        _ => None,
    });
    let lists: Vec<(String, String)> = lists.filter(|_| one.name.ends_with("-page")).collect();
    let (item, _) = lists.first()?.clone();
    Some((item.clone(), lists.into_iter().filter(|(of, _)| *of == item).map(|(_, name)| name).collect()))
}

/// A class for each case, distinguished by `kind`, and a name for their union.
fn variant(one: &Definition, cases: &[Case]) -> anyhow::Result<String> {
    let mut text = String::new();
    for case in cases {
        let docs = if case.docs.is_empty() { &one.docs } else { &case.docs };
        text.push_str(&class(&class_of(one, case), "Record", docs));
        if let Some(ty) = &case.ty {
            let _ = writeln!(text, "    value: {}", hint(ty)?);
        }
        let word = snake_case(&case.name);
        let _ = writeln!(text, "    kind: Literal[\"{word}\"] = \"{word}\"");
    }
    let classes: Vec<String> = cases.iter().map(|case| class_of(one, case)).collect();
    let _ = write!(
        text,
        "\n\n{} = {}\n\"\"\"{}\"\"\"\n",
        type_name(&one.name),
        classes.join(" | "),
        docstring(&one.docs, "")
    );
    Ok(text)
}

fn class(name: &str, base: &str, docs: &str) -> String {
    let docs = docstring(docs, "    ");
    format!("\n\n@dataclass(frozen=True, slots=True)\nclass {name}({base}):\n    \"\"\"{docs}\"\"\"\n\n")
}

/// The name of a case's class: `VerdictSkip`.
fn class_of(one: &Definition, case: &Case) -> String {
    type_name(&one.name) + &type_name(&case.name)
}

/// The Python type hint for a type in an answer.
fn hint(ty: &Type) -> anyhow::Result<String> {
    Ok(match ty {
        Type::Tuple(parts) => {
            format!("tuple[{}]", parts.iter().map(hint).collect::<anyhow::Result<Vec<_>>>()?.join(", "))
        }
        Type::List(item) if **item == Type::Unsigned(8) => "str".to_owned(),
        Type::List(item) => format!("tuple[{}, ...]", hint(item)?),
        Type::Option(some) => format!("{} | None", hint(some)?),
        other => plain_type(other)?,
    })
}

/// The Python type hint for a type without other types in it.
pub fn plain_type(ty: &Type) -> anyhow::Result<String> {
    Ok(match ty {
        Type::Bool => "bool".to_owned(),
        Type::Unsigned(_) | Type::Signed(_) => "int".to_owned(),
        Type::Float => "float".to_owned(),
        Type::String => "str".to_owned(),
        Type::Named { name, .. } => type_name(name),
        other => bail!("{other:?} has no form in Python here"),
    })
}

/// Documentation as the text of a docstring.
pub fn docstring(docs: &str, indent: &str) -> String {
    spoken_docs(docs).replace('\\', "\\\\").replace('\n', &format!("\n{indent}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wit::tests::wit_of_text;

    const WIT: &str = "package a:b; interface i {
        /// Why it was refused.
        variant error { stale }
        /// A place.
        record place { /// From 1 on.
            line: u32, hash: list<u8>, doc: option<string>, at: s64, pair: tuple<u32, f64> }
        /// How it was found.
        enum way { /// By a name.
            unique-name, flow }
        /// What it is about.
        variant about { nothing, /// A file.
            file(string) }
        /// What was found.
        record found { places: list<place>, way: way, about: about }
        /// Not part of an answer.
        record row { key: list<u8> }
        variant reply { done(found), ask(row) }
        look: func(name: string, resumed: option<row>) -> result<reply, error>;
        put: func(rows: list<row>) -> result<_, error>; }";

    #[test]
    fn what_an_answer_holds_is_written_with_its_documentation() {
        let python = write(&wit_of_text(WIT).unwrap()).unwrap();
        let class = "class Place(Record):\n    \"\"\"A place.\"\"\"\n\n    line: int\n    \"\"\"From 1 on.\"\"\"\n    hash: str\n    \"\"\"In hexadecimal digits.\"\"\"\n    doc: str | None\n    at: int\n    pair: tuple[int, float]\n";
        assert!(python.contains(class), "{python}");
        assert!(python.contains("Way = Literal[\n    \"unique_name\",\n    \"flow\",\n]"), "{python}");
        assert!(python.contains("places: tuple[Place, ...]\n    way: Way\n"), "{python}");
        assert!(!python.contains("Row") && !python.contains("Error"), "{python}");
    }

    #[test]
    fn each_case_of_a_variant_is_a_class_that_says_which_it_is() {
        let python = write(&wit_of_text(WIT).unwrap()).unwrap();
        let class = "class AboutFile(Record):\n    \"\"\"A file.\"\"\"\n\n    value: str\n    kind: Literal[\"file\"] = \"file\"\n";
        assert!(python.contains(class), "{python}");
        assert!(python.contains("\nAbout = AboutNothing | AboutFile\n\"\"\"What it is about.\"\"\"\n"), "{python}");
    }

    #[test]
    fn a_page_iterates_over_what_it_lists() {
        let wit = WIT.replace("record found", "record found-page").replace("done(found)", "done(found-page)");
        let python = write(&wit_of_text(&wit).unwrap()).unwrap();
        let class = "class FoundPage(Page[\"Place\"]):\n    \"\"\"What was found.\"\"\"\n\n    _lists: ClassVar[tuple[str, ...]] = (\"places\",)\n    places: tuple[Place, ...]\n";
        assert!(python.contains(class), "{python}");
    }

    #[test]
    fn a_record_that_says_nothing_of_itself_is_refused() {
        let error = write(&wit_of_text(&WIT.replace("/// A place.", "")).unwrap()).err().unwrap();
        assert!(error.to_string().contains("`place`"), "{error}");
    }
}
