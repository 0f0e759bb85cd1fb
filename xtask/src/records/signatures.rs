//! The questions for Python: a class with a method of each, whose signature says types and defaults, and whose documentation is
//! the interface's; the same for the asynchronous twin.
//!
//! Signatures are what the makers of tools for language models read, so annotations are objects and defaults are literals.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::bail;

use super::names::snake;
use super::python::{docs, plain};
use crate::wit::{Argument, Literal, Question, RECORD_INTERFACES, Type, Wit};

/// Which of the two classes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Plain,
    Async,
}

/// Arguments of these names are files or folders, and may be given in whatever form a path has.
const FILE: [&str; 2] = ["path", "path-prefix"];
/// Arguments of these names are sequences of such.
const FILES: [&str; 2] = ["focus", "recent"];
/// What Python calls a path.
const PATH: &str = "str | os.PathLike[str]";

pub fn write(wit: &Wit, kind: Kind) -> anyhow::Result<String> {
    let (before, first) = match kind {
        Kind::Plain => ("", "The questions that a memory answers"),
        Kind::Async => ("Async", "The questions that a memory answers, for asyncio"),
    };
    let def = if kind == Kind::Async { "async def" } else { "def" };
    let (mut of_records, mut of_code) = (String::new(), String::new());
    let mut used = BTreeSet::new();
    for question in wit.questions().filter(|question| !question.is_iterated()) {
        let methods =
            if RECORD_INTERFACES.contains(&question.interface.as_str()) { &mut of_records } else { &mut of_code };
        methods.push_str(&method(question, kind, &mut used)?);
    }
    let methods = format!(
        "{of_records}\n\nclass {before}Questions({before}RecordQuestions):\n    \"\"\"{first}.\"\"\"\n\n    __slots__ = ()\n{of_code}"
    );
    let mut text = format!("\"\"\"{first}. Written by `cargo xtask records` from `wit/`: change that.\"\"\"\n\n");
    for (module, is_used) in [("os", methods.contains("os.PathLike")), ("time", methods.contains("time.time()"))] {
        if is_used {
            let _ = writeln!(text, "import {module}");
        }
    }
    if methods.contains("Sequence[") {
        text.push_str("from collections.abc import Sequence\n");
    }
    text.push_str("from typing import Any\n\nfrom .records import (\n");
    used.iter().for_each(|name| _ = writeln!(text, "    {name},"));
    let _ = write!(
        text,
        ")\n\n\nclass {before}RecordQuestions:\n    \"\"\"{first} about its records.\"\"\"\n\n    __slots__ = ()\n\n    {def} _ask(self, question: str, *arguments: object) -> Any:\n        raise NotImplementedError\n"
    );
    Ok(text + &methods)
}

fn method(question: &Question, kind: Kind, used: &mut BTreeSet<String>) -> anyhow::Result<String> {
    let (def, wait) = if kind == Kind::Async { ("async def", "await ") } else { ("def", "") };
    let answer = plain(&question.answer)?;
    used.insert(answer.clone());
    let mut parameters = vec!["self".to_owned()];
    for one in question.required() {
        parameters.push(format!("{}: {}", snake(&one.name), hint(one, used)?));
    }
    if question.options().next().is_some() {
        parameters.push("*".to_owned());
    }
    for one in question.options() {
        parameters.push(format!("{}: {} = {}", snake(&one.name), hint(one, used)?, default(one)));
    }
    let name = snake(&question.name);
    let mut text = "\n".to_owned() + &declaration(def, &name, &parameters, &answer);
    text.push_str(&documentation(question)?);
    let given = |one: &Argument| match one.default {
        Some(Literal::Now) => format!(", {0} if {0} is not None else round(time.time() * 1000)", snake(&one.name)),
        _ => format!(", {}", snake(&one.name)),
    };
    let given: String = question.arguments.iter().map(given).collect();
    let step = format!("{}.{}", question.interface, question.name);
    let _ = writeln!(text, "        answer: {answer} = {wait}self._ask(\"{step}\"{given})\n        return answer");
    Ok(text)
}

/// The head of a method, on as many lines as it needs.
pub fn declaration(def: &str, name: &str, parameters: &[String], answer: &str) -> String {
    let one_line = format!("    {def} {name}({}) -> {answer}:\n", parameters.join(", "));
    if one_line.len() <= 121 {
        return one_line;
    }
    let several: String = parameters.iter().map(|one| format!("        {one},\n")).collect();
    format!("    {def} {name}(\n{several}    ) -> {answer}:\n")
}

fn documentation(question: &Question) -> anyhow::Result<String> {
    let indent = "        ";
    let told: Vec<String> = question.arguments.iter().map(argument).collect::<anyhow::Result<_>>()?;
    let said = docs(&question.docs, indent);
    Ok(match told.concat() {
        none if none.is_empty() => format!("{indent}\"\"\"{said}\"\"\"\n"),
        told => format!("{indent}\"\"\"{said}\n\n{indent}Args:\n{told}{indent}\"\"\"\n"),
    })
}

fn argument(one: &Argument) -> anyhow::Result<String> {
    let said = match &one.default {
        // Of a word, and of true and false, the interface's spelling is not Python's.
        Some(Literal::Word(word)) => {
            one.docs.replace(&format!("Default: {word}."), &format!("Default: {}.", snake(word)))
        }
        Some(Literal::Bool(is)) => one.docs.replace(&format!("Default: {is}."), &format!("Default: {}.", default(one))),
        // A plain parameter has no documentation in the interface; its name says all.
        _ if one.docs.is_empty() => match one.name.as_str() {
            "path" => "The file.".to_owned(),
            "id" => "The id of the record.".to_owned(),
            name => bail!("the argument `{name}` has no documentation"),
        },
        _ => one.docs.clone(),
    };
    Ok(format!("            {}: {}\n", snake(&one.name), docs(&said, "                ")))
}

fn hint(one: &Argument, used: &mut BTreeSet<String>) -> anyhow::Result<String> {
    if one.default == Some(Literal::Now) {
        return Ok("int | None".to_owned());
    }
    if FILE.contains(&one.name.as_str()) && one.ty == Type::String {
        return Ok(PATH.to_owned());
    }
    if FILES.contains(&one.name.as_str()) && one.ty == Type::List(Box::new(Type::String)) {
        return Ok(format!("Sequence[{PATH}]"));
    }
    asked(&one.ty, used)
}

/// What Python calls a type of an argument.
fn asked(ty: &Type, used: &mut BTreeSet<String>) -> anyhow::Result<String> {
    Ok(match ty {
        Type::Option(inner) => format!("{} | None", asked(inner, used)?),
        Type::List(item) if matches!(**item, Type::String | Type::Named { .. }) => {
            format!("Sequence[{}]", asked(item, used)?)
        }
        Type::List(_) | Type::Tuple(_) => bail!("a question takes a {ty:?}, which Python cannot hand over yet"),
        Type::Named { .. } => {
            let name = plain(ty)?;
            used.insert(name.clone());
            name
        }
        other => plain(other)?,
    })
}

fn default(one: &Argument) -> String {
    match (&one.default, &one.ty) {
        (Some(Literal::Integer(number)), _) => number.to_string(),
        (Some(Literal::Float(number)), _) => format!("{number:?}"),
        (Some(Literal::Bool(is)), _) => if *is { "True" } else { "False" }.to_owned(),
        (Some(Literal::Empty), Type::String) => "\"\"".to_owned(),
        (Some(Literal::Empty), _) => "()".to_owned(),
        (Some(Literal::Word(word)), _) => format!("\"{}\"", snake(word)),
        (Some(Literal::None | Literal::Now) | None, _) => "None".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wit::tests::{WIT, written};

    #[test]
    fn a_signature_has_types_and_literal_defaults_and_its_documentation_says_the_limits() {
        let text = write(&written(WIT).unwrap(), Kind::Plain).unwrap();
        let signature = "    def look(\n        self,\n        text: str,\n        *,\n        limit: int = 20,\n        ways: Sequence[Way] = (),\n        first: Way = \"unique_name\",\n        since: int | None = None,\n        focus: Sequence[str | os.PathLike[str]] = (),\n    ) -> Found:\n";
        assert!(text.contains(signature), "{text}");
        assert!(text.contains("            limit: Range: 1 to 1,000. Default: 20.\n"), "{text}");
        assert!(text.contains("            first: Default: unique_name.\n"), "{text}");
        assert!(text.contains("def show(self, path: str | os.PathLike[str]) -> Found:\n"), "{text}");
        assert!(text.contains("self._ask(\"graph.look\", text, limit, ways, first, since, focus)\n"), "{text}");
        let twin = write(&written(WIT).unwrap(), Kind::Async).unwrap();
        assert!(
            twin.contains("    async def show(") && twin.contains(" = await self._ask(\"graph.show\", path)\n"),
            "{twin}"
        );
    }
}
