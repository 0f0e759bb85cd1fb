//! Generates the tools in Python: methods from whose signatures and docstrings frameworks derive schemas.
//!
//! Some frameworks read the description of an argument from the docstring, and require one for each argument. Others
//! use the first item after the type in `Annotated`, which must be a string.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::super::python::docstring;
use super::{Argument, ArgumentType, Tool};

const HEAD: &str = "\
\"\"\"The tools as methods. Written by `cargo xtask records` from `wit/tools.json`: change that.\"\"\"

# Annotations here are objects, not texts: schemas are made of them in other modules.

from typing import Annotated, Any, List, Literal, Optional

from ._arguments import Range
";

pub fn write(tools: &[Tool]) -> String {
    let (mut uses, mut methods) = (BTreeSet::new(), String::new());
    tools.iter().for_each(|tool| methods.push_str(&method(tool, &mut uses)));
    let uses = uses.into_iter().collect::<Vec<_>>().join(", ");
    let uses = if uses.is_empty() { uses } else { format!("from .records import {uses}\n") };
    let names_where = |is_wanted: fn(&Tool) -> bool| -> String {
        tools.iter().filter(|tool| is_wanted(tool)).map(|tool| format!("    \"{}\",\n", tool.name)).collect()
    };
    format!(
        "{HEAD}{uses}\nALL = (\n{})\n\"\"\"Every tool.\"\"\"\n\nDEFAULT = (\n{})\n\"\"\"The tools that are offered unless others are asked for.\"\"\"\n\n\
         OF_CODE = (\n{})\n\"\"\"The tools that ask about code.\"\"\"\n\n\
         \n\
         class Tools:\n    \"\"\"The tools, each of which hands its arguments to `_answer`.\"\"\"\n{methods}\n\
         \x20   def _answer(self, tool: str, arguments: dict[str, Any]) -> str:\n        raise NotImplementedError\n",
        names_where(|_| true),
        names_where(|tool| tool.is_default),
        names_where(|tool| tool.is_of_code),
    )
}

fn method(tool: &Tool, uses: &mut BTreeSet<String>) -> String {
    // Python wants required parameters first.
    let required = tool.arguments.iter().filter(|one| one.is_required);
    let optional = tool.arguments.iter().filter(|one| !one.is_required);
    let parameters: Vec<String> = required.chain(optional).map(|one| parameter(one, uses)).collect();
    let line = format!("    def {}(self, {}) -> str:\n", tool.name, parameters.join(", "));
    let mut text = match line.len() {
        0..=121 => format!("\n{line}"),
        _ => {
            format!(
                "\n    def {}(\n        self,\n        {},\n    ) -> str:\n",
                tool.name,
                parameters.join(",\n        ")
            )
        }
    };
    let description = docstring(&tool.description, "        ");
    let argument_docs: String = tool.arguments.iter().map(docstring_line).collect();
    text.push_str(&format!("        \"\"\"{description}\n\n        Args:\n{argument_docs}        \"\"\"\n"));
    let passed_arguments: Vec<String> = tool.arguments.iter().map(|one| format!("\"{0}\": {0}", one.name)).collect();
    let _ = writeln!(text, "        return self._answer(\"{}\", {{{}}})", tool.name, passed_arguments.join(", "));
    text
}

/// The docstring's line for an argument.
fn docstring_line(one: &Argument) -> String {
    format!("            {}: {}\n", one.name, docstring(&argument_description(one), "                "))
}

/// The description of an argument; if it has none, its name in words.
fn argument_description(one: &Argument) -> String {
    if one.docs.is_empty() { one.name.replace('_', " ") } else { one.docs.clone() }
}

fn parameter(one: &Argument, uses: &mut BTreeSet<String>) -> String {
    let (hint, default) = match &one.takes {
        ArgumentType::Name | ArgumentType::Path | ArgumentType::Text => ("str".to_owned(), "\"\"".to_owned()),
        ArgumentType::Texts => ("List[str]".to_owned(), "[]".to_owned()),
        ArgumentType::Words { name, is_listed: true, .. } => {
            uses.insert(name.clone());
            (format!("List[{name}]"), "[]".to_owned())
        }
        ArgumentType::Words { .. } => ("List[str]".to_owned(), "[]".to_owned()),
        ArgumentType::Flag => ("bool".to_owned(), "False".to_owned()),
        ArgumentType::Number(number) => {
            let kind = if number.is_share() { "float" } else { "int" };
            let [min, max] = [number.range.0, number.range.1].map(|end| number.written(end));
            match number.has_variable_default {
                true => (format!("Optional[Annotated[{kind}, Range({min}, {max})]]"), "None".to_owned()),
                false => (kind.to_owned(), number.default()),
            }
        }
        ArgumentType::Word { words, default } => {
            let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
            (format!("Literal[{}]", words.join(", ")), format!("\"{}\"", default.as_deref().unwrap_or_default()))
        }
    };
    let range = match &one.takes {
        ArgumentType::Number(number) if !number.has_variable_default => {
            let [min, max] = [number.range.0, number.range.1].map(|end| number.written(end));
            format!(", Range({min}, {max})")
        }
        _ => String::new(),
    };
    let hint = format!("Annotated[{hint}, {:?}{range}]", argument_description(one));
    if one.is_required { format!("{}: {hint}", one.name) } else { format!("{}: {hint} = {default}", one.name) }
}

#[cfg(test)]
mod tests {
    use super::super::tests::tools;
    use super::write;

    #[test]
    fn a_method_has_the_signature_that_a_schema_is_made_of() {
        let python = write(&tools());
        for part in [
            "from .records import Way\n",
            "DEFAULT = (\n    \"look\",\n)\n",
            "        text: Annotated[str, \"a \\\"name\\\"\"],\n        way: Annotated[List[Way], \"way\"] = [],\n",
            "        path_prefix: Annotated[str, \"path prefix\"] = \"\",\n        limit: Annotated[int, \"limit\", Range(1, 1000)] = 20,\n",
            "        \"\"\"Looks.\n\n        Args:\n            text: a \"name\"\n            way: way\n            path_prefix: path prefix\n",
            "return self._answer(\"look\", {\"text\": text, \"way\": way, \"path_prefix\": path_prefix, \"limit\": limit, \"all\": all})\n",
            "question: Annotated[Literal[\"file\", \"tasks\"], \"question\"],",
            "limit: Annotated[Optional[Annotated[int, Range(1, 1000)]], \"limit\"] = None",
            "return self._answer(\"work\", {\"question\": question, \"of\": of, \"limit\": limit, \"skip\": skip})\n",
        ] {
            assert!(python.contains(part), "{part} is not in {python}");
        }
    }
}
