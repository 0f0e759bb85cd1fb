//! Generates the questions and changes in Python: classes with a method for each, whose signature has types and
//! defaults, and whose docstring is the interface's documentation.
//!
//! Makers of tools for language models read the signatures, so annotations are objects and defaults are literals.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::bail;

use super::changes;
use super::names::snake_case;
use super::python::{docstring, plain_type};
use crate::wit::{Argument, Change, JSON_LIST, JSON_OBJECT, Json, Literal, Question, RECORD_INTERFACES, Type, Wit};

/// Arguments with these names are files or folders, and accept any form of a path.
const PATH_ARGUMENTS: [&str; 2] = ["path", "path-prefix"];
/// Arguments with these names are sequences of files or folders.
const PATH_LIST_ARGUMENTS: [&str; 2] = ["focus", "recent"];
/// The function that reads an argument of JSON.
const JSON: &str = "json_of";
/// The function that reads an optional argument of JSON.
const MAYBE_JSON: &str = "maybe_json_of";
/// The function that reads a time.
const MOMENT: &str = "moment_of";
/// The type hint for a time.
const TIME: &str = "Time";
/// The function that returns the offsets of the machine's time zone.
const ZONE: &str = "own_zone";
/// The type hint for a JSON object.
const OBJECT: &str = "Mapping[str, Any]";
/// The type hint for a path.
const PATH: &str = "str | os.PathLike[str]";

/// The questions: those about records, then those about code.
pub fn questions(wit: &Wit) -> anyhow::Result<String> {
    let (mut of_records, mut of_code) = (String::new(), String::new());
    let mut used = BTreeSet::new();
    for question in wit.questions().filter(|question| !question.is_iterated()) {
        let is_of_records = RECORD_INTERFACES.contains(&question.interface.as_str());
        let methods = if is_of_records { &mut of_records } else { &mut of_code };
        methods.push_str(&question_method(question, &mut used)?);
    }
    let title = "The questions that a memory answers";
    let classes = [
        class("RecordQuestions", &format!("{title} about its records"), "_ask", "question"),
        of_records,
        format!("\n\nclass Questions(RecordQuestions):\n    \"\"\"{title}.\"\"\"\n\n    __slots__ = ()\n"),
        of_code,
    ];
    Ok(module(title, &classes.concat(), &used))
}

/// The changes of records.
pub fn changes(wit: &Wit) -> anyhow::Result<String> {
    let mut used = BTreeSet::new();
    let methods = changes::generated_changes(wit).map(|change| change_method(change, &mut used));
    let methods = methods.collect::<anyhow::Result<String>>()?;
    let title = "Changes of records";
    let expected = "A change with `expected`, a session's version as it was read, raises `Conflict` if the version is another one now";
    let class = class("Changes", &format!("{title}. {expected}"), "_change", "change");
    Ok(module(title, &(class + &methods), &used))
}

/// A class whose methods pass a name and arguments to one method, `method`.
fn class(name: &str, docs: &str, method: &str, parameter: &str) -> String {
    format!(
        "\n\nclass {name}:\n    \"\"\"{docs}.\"\"\"\n\n    __slots__ = ()\n\n    \
         def {method}(self, {parameter}: str, *arguments: object) -> Any:\n        raise NotImplementedError\n"
    )
}

/// A module with the imports that its classes need.
fn module(title: &str, classes: &str, used: &BTreeSet<String>) -> String {
    let mut text = format!("\"\"\"{title}. Written by `cargo xtask records` from `wit/`: change that.\"\"\"\n\n");
    for (module, is_used) in [("os", classes.contains("os.PathLike")), ("time", classes.contains("time.time()"))] {
        if is_used {
            let _ = writeln!(text, "import {module}");
        }
    }
    let of_collections = ["Mapping", "Sequence"].into_iter().filter(|name| classes.contains(&format!("{name}[")));
    let of_collections: Vec<&str> = of_collections.collect();
    if !of_collections.is_empty() {
        let _ = writeln!(text, "from collections.abc import {}", of_collections.join(", "));
    }
    text.push_str("from typing import Any\n\n");
    let of_arguments = [JSON, MAYBE_JSON, MOMENT].into_iter().filter(|name| classes.contains(&format!("{name}(")));
    let of_types = [TIME].into_iter().filter(|name| classes.contains(&format!(": {name} |")));
    let of_arguments: Vec<&str> = of_types.chain(of_arguments).collect();
    if !of_arguments.is_empty() {
        let _ = writeln!(text, "from ._arguments import {}", of_arguments.join(", "));
    }
    if classes.contains(&format!("{ZONE}(")) {
        let _ = writeln!(text, "from ._zone import {ZONE}");
    }
    text.push_str("from .records import (\n");
    used.iter().for_each(|name| _ = writeln!(text, "    {name},"));
    text + ")\n" + classes
}

fn question_method(question: &Question, used: &mut BTreeSet<String>) -> anyhow::Result<String> {
    let answer = plain_type(&question.answer)?;
    used.insert(answer.clone());
    let call_argument = |one: &Argument| match one.default {
        Some(Literal::Now) => format!(", {0} if {0} is not None else round(time.time() * 1000)", snake_case(&one.name)),
        Some(Literal::Zone) => format!(", {0} if {0} is not None else {ZONE}()", snake_case(&one.name)),
        _ if is_time(one) => format!(", {MOMENT}({0}, \"{0}\")", snake_case(&one.name)),
        _ => format!(", {}", snake_case(&one.name)),
    };
    let call_arguments: String = question.arguments.iter().map(call_argument).collect();
    let call = format!("_ask(\"{}.{}\"{call_arguments})", question.interface, question.name);
    let (required, options) = (question.required().collect(), question.options().collect());
    method((&question.name, &question.docs), (required, options), (&answer, &call), used)
}

fn change_method(change: &Change, used: &mut BTreeSet<String>) -> anyhow::Result<String> {
    let member = changes::answer_member(change)?;
    let answer = plain_type(&member.ty)?;
    if matches!(member.ty, Type::Named { .. }) {
        used.insert(answer.clone());
    }
    let call_argument = |one: &Argument| match (one.json(), &one.default) {
        (None, _) => format!(", {}", snake_case(&one.name)),
        (Some(_), default) => {
            let read = if default.is_some() { MAYBE_JSON } else { JSON };
            format!(", {read}({0}, \"{0}\")", snake_case(&one.name))
        }
    };
    let call_arguments: String = change.arguments().map(call_argument).collect();
    let call = format!("_change(\"{}\"{call_arguments})", change.step());
    let (required, options) = (change.required().collect(), change.options().collect());
    method((&change.name, &change.docs), (required, options), (&answer, &call), used)
}

/// A method: its name and documentation, its required and optional parameters, the type of its answer, and its body.
fn method(
    (name, docs): (&str, &str),
    (required, options): (Vec<&Argument>, Vec<&Argument>),
    (answer, call): (&str, &str),
    used: &mut BTreeSet<String>,
) -> anyhow::Result<String> {
    let mut parameters = vec!["self".to_owned()];
    for one in &required {
        parameters.push(format!("{}: {}", snake_case(&one.name), hint(one, used)?));
    }
    if !options.is_empty() {
        parameters.push("*".to_owned());
    }
    for one in &options {
        parameters.push(format!("{}: {} = {}", snake_case(&one.name), hint(one, used)?, default(one)));
    }
    let mut text = "\n".to_owned() + &declaration("def", &snake_case(name), &parameters, answer);
    text.push_str(&documentation(docs, required.into_iter().chain(options))?);
    let _ = writeln!(text, "        answer: {answer} = self.{call}\n        return answer");
    Ok(text)
}

/// The declaration of a method, on several lines if necessary.
pub fn declaration(def: &str, name: &str, parameters: &[String], answer: &str) -> String {
    let one_line = format!("    {def} {name}({}) -> {answer}:\n", parameters.join(", "));
    if one_line.len() <= 121 {
        return one_line;
    }
    let several: String = parameters.iter().map(|one| format!("        {one},\n")).collect();
    format!("    {def} {name}(\n{several}    ) -> {answer}:\n")
}

fn documentation<'a>(docs: &str, arguments: impl Iterator<Item = &'a Argument>) -> anyhow::Result<String> {
    let indent = "        ";
    let argument_docs: Vec<String> = arguments.map(argument).collect::<anyhow::Result<_>>()?;
    let docs = docstring(docs, indent);
    Ok(match argument_docs.concat() {
        none if none.is_empty() => format!("{indent}\"\"\"{docs}\"\"\"\n"),
        argument_docs => format!("{indent}\"\"\"{docs}\n\n{indent}Args:\n{argument_docs}{indent}\"\"\"\n"),
    })
}

fn argument(one: &Argument) -> anyhow::Result<String> {
    let docs = match &one.default {
        // Of a word, and of true and false, the interface's spelling is not Python's.
        Some(Literal::Word(word)) => {
            one.docs.replace(&format!("Default: {word}."), &format!("Default: {}.", snake_case(word)))
        }
        Some(Literal::Bool(is)) => one.docs.replace(&format!("Default: {is}."), &format!("Default: {}.", default(one))),
        Some(Literal::Empty) if one.json().is_some() => {
            one.docs.replace(JSON_OBJECT, "A dictionary").replace("Default: \"\".", "Default: None.")
        }
        None if one.json().is_some() => {
            let text =
                one.docs.replace(JSON_OBJECT, "A dictionary or its JSON").replace(JSON_LIST, "A list or its JSON");
            text.replace("or its JSON of objects", "of dictionaries or its JSON")
        }
        // A plain parameter has no documentation in the interface; its name says all.
        _ if one.docs.is_empty() => match one.name.as_str() {
            "path" => "The file.".to_owned(),
            "id" => "The id of the record.".to_owned(),
            name => bail!("the argument `{name}` has no documentation"),
        },
        _ => one.docs.clone(),
    };
    Ok(format!("            {}: {}\n", snake_case(&one.name), docstring(&docs, "                ")))
}

fn hint(one: &Argument, used: &mut BTreeSet<String>) -> anyhow::Result<String> {
    if one.default == Some(Literal::Now) {
        return Ok("int | None".to_owned());
    }
    if PATH_ARGUMENTS.contains(&one.name.as_str()) && one.ty == Type::String {
        return Ok(PATH.to_owned());
    }
    if PATH_LIST_ARGUMENTS.contains(&one.name.as_str()) && one.ty == Type::List(Box::new(Type::String)) {
        return Ok(format!("Sequence[{PATH}]"));
    }
    if is_time(one) {
        return Ok(format!("{TIME} | None"));
    }
    if one.default == Some(Literal::Zone) {
        return Ok(format!("{} | None", hint_of_type(&one.ty, used)?));
    }
    match one.json() {
        Some(Json::Object) if one.default.is_some() => return Ok(format!("{OBJECT} | None")),
        Some(Json::Object) => return Ok(format!("str | {OBJECT}")),
        Some(Json::List) => return Ok(format!("str | Sequence[{OBJECT}]")),
        None => {}
    }
    hint_of_type(&one.ty, used)
}

/// Whether an argument is an optional time, for which Python has several types.
fn is_time(one: &Argument) -> bool {
    one.ty == Type::Option(Box::new(Type::Signed(64)))
}

/// The type hint for an argument's type.
fn hint_of_type(ty: &Type, used: &mut BTreeSet<String>) -> anyhow::Result<String> {
    Ok(match ty {
        Type::Option(inner) => format!("{} | None", hint_of_type(inner, used)?),
        // Bytes are the UTF-8 of a text.
        Type::List(item) if **item == Type::Unsigned(8) => "str".to_owned(),
        Type::List(item) if matches!(**item, Type::String | Type::Named { .. }) => {
            format!("Sequence[{}]", hint_of_type(item, used)?)
        }
        Type::List(_) | Type::Tuple(_) => bail!("a question takes a {ty:?}, which Python cannot hand over yet"),
        Type::Named { .. } => {
            let name = plain_type(ty)?;
            used.insert(name.clone());
            name
        }
        other => plain_type(other)?,
    })
}

fn default(one: &Argument) -> String {
    match (&one.default, &one.ty) {
        (Some(Literal::Integer(number)), _) => number.to_string(),
        (Some(Literal::Float(number)), _) => format!("{number:?}"),
        (Some(Literal::Bool(is)), _) => if *is { "True" } else { "False" }.to_owned(),
        (Some(Literal::Empty), Type::String) if one.json().is_some() => "None".to_owned(),
        (Some(Literal::Empty), Type::String) => "\"\"".to_owned(),
        (Some(Literal::Empty), _) => "()".to_owned(),
        (Some(Literal::Word(word)), _) => format!("\"{}\"", snake_case(word)),
        (Some(Literal::None | Literal::Now | Literal::Zone) | None, _) => "None".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wit::changes::tests::WIT as CHANGES;
    use crate::wit::tests::{WIT, wit_of_text};

    #[test]
    fn a_signature_has_types_and_literal_defaults_and_its_documentation_says_the_limits() {
        let text = questions(&wit_of_text(WIT).unwrap()).unwrap();
        let signature = "    def look(\n        self,\n        text: str,\n        *,\n        limit: int = 20,\n        ways: Sequence[Way] = (),\n        first: Way = \"unique_name\",\n        since: Time | None = None,\n        focus: Sequence[str | os.PathLike[str]] = (),\n    ) -> Found:\n";
        assert!(text.contains(signature), "{text}");
        assert!(text.contains("            limit: Range: 1 to 1,000. Default: 20.\n"), "{text}");
        assert!(text.contains("            first: Default: unique_name.\n"), "{text}");
        assert!(text.contains("def show(self, path: str | os.PathLike[str]) -> Found:\n"), "{text}");
        assert!(
            text.contains("self._ask(\"graph.look\", text, limit, ways, first, moment_of(since, \"since\"), focus)\n"),
            "{text}"
        );
    }

    #[test]
    fn a_change_takes_json_as_python_has_it() {
        let wit =
            CHANGES.replace("What is saved,", "A JSON object,").replace("/// Turns", "/// Gives `version`: it. Turns");
        let text = changes(&wit_of_text(&wit).unwrap()).unwrap();
        let signature =
            "    def save(self, id: str, document: str | Mapping[str, Any], *, expected: int | None = None) -> int:\n";
        assert!(text.contains(signature), "{text}");
        assert!(text.contains("            document: A dictionary or its JSON,\n                whole.\n"), "{text}");
        let call =
            "        answer: int = self._change(\"session.save\", id, json_of(document, \"document\"), expected)\n";
        assert!(text.contains(call), "{text}");
        assert!(text.contains("    def drop(self, id: str, *, keep: int = 30) -> int:\n"), "{text}");
    }
}
