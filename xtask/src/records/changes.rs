//! Generates the changes of records in Rust: the library's methods, a list by which hosts call them with their own
//! arguments, and a list of the answers that contain effects.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::bail;

use super::methods::{ERRORS, rust_type, use_lines};
use super::names::{doc_comment, snake_case, spoken_docs};
use crate::wit::{Answer, Argument, Change, Field, Parameter, Type, Wit};

const HEAD: &str = "\
//! The changes of records as the interface has them. Written by `cargo xtask records` from `wit/`: change that.

use super::{Records, now};
use crate::Error;
use crate::answer::effects;
";

/// The library's methods, and the effects in each answer, including those of changes written by hand.
pub fn write(wit: &Wit) -> anyhow::Result<String> {
    let mut text = "\nimpl Records {\n".to_owned();
    for change in generated_changes(wit) {
        text.push_str(&method(wit, change)?);
    }
    text.push_str("}\n\neffects! {\n");
    let answers = wit.interfaces.iter().flat_map(|interface| &interface.questions).map(|one| &one.answer);
    let answer_types =
        answers.filter(|answer| wit.has_effects(answer)).map(rust_type).collect::<anyhow::Result<BTreeSet<_>>>()?;
    answer_types.iter().for_each(|one| _ = writeln!(text, "    {one},"));
    text.push_str("}\n");
    Ok(format!("{HEAD}{}{text}", use_lines(wit, &text)))
}

/// The list of changes: for each the name of its step, its method, the arguments to read in order, and what to pass to
/// the method.
pub fn list_of_changes(wit: &Wit) -> anyhow::Result<String> {
    let line = |change: &Change| {
        let fields = change.arguments().map(|one| Ok(format!("{}: {}", snake_case(&one.name), owned_type(&one.ty)?)));
        let fields = fields.collect::<anyhow::Result<Vec<String>>>()?.join(", ");
        let call_arguments: Vec<String> = change.parameters.iter().filter_map(|one| call_argument(wit, one)).collect();
        Ok(format!(
            "\"{}\" {} {{ {fields} }} ({});\n",
            change.step(),
            snake_case(&change.name),
            call_arguments.join(", ")
        ))
    };
    generated_changes(wit).map(line).collect()
}

/// The changes that are generated.
pub fn generated_changes(wit: &Wit) -> impl Iterator<Item = &Change> {
    wit.changes().filter(|change| change.handwritten_reason().is_none())
}

/// The member of the answer that a change returns.
pub fn answer_member(change: &Change) -> anyhow::Result<&Field> {
    match &change.answer {
        Answer::Member(member) => Ok(member),
        Answer::Record(members) => {
            let names: Vec<&str> = members.iter().map(|one| one.name.as_str()).collect();
            bail!("`{}` gives {}: name one of them, or do it by hand", change.step(), names.join(", "))
        }
    }
}

fn method(wit: &Wit, change: &Change) -> anyhow::Result<String> {
    let (interface, name, member) = (&change.interface, snake_case(&change.name), answer_member(change)?);
    let (mut parameters, mut call_arguments, mut parameter_docs) = (String::new(), String::new(), String::new());
    for one in &change.parameters {
        let (variable, ty) = match one {
            Parameter::Now => ("now".to_owned(), None),
            Parameter::Plain(argument) => {
                let _ = write!(parameter_docs, "\n- `{}`: {}", argument.name, argument.docs.replace('\n', "\n  "));
                (snake_case(&argument.name), Some(borrowed_type(&argument.ty)?))
            }
            Parameter::Record { name, record, .. } => {
                (snake_case(name), Some(format!("{}{}", reference(wit, record), rust_type(record)?)))
            }
        };
        let _ = write!(call_arguments, ", {variable}");
        ty.into_iter().for_each(|ty| _ = write!(parameters, ", {variable}: {ty}"));
    }
    let now = if call_arguments.contains(", now") { "let now = now();\n" } else { "" };
    let docs = doc_comment(&spoken_docs(&format!("{}\n{parameter_docs}", change.docs)), "");
    Ok(format!(
        "{docs}{ERRORS}pub fn {name}(&mut self{parameters}) -> Result<{answer}, Error> {{\n{now}\
         let done = self.changed(\"{step}\", |exports, store, back| \
         exports.scrubjay_memory_{interface}().call_{name}(store{call_arguments}, back))?;\nOk(done.{answer_name}) }}\n\n",
        answer = rust_type(&member.ty)?,
        step = change.step(),
        answer_name = snake_case(&member.name),
    ))
}

/// The Rust type of a method's parameter; long values are borrowed.
fn borrowed_type(ty: &Type) -> anyhow::Result<String> {
    Ok(match ty {
        Type::String => "&str".to_owned(),
        Type::List(item) => format!("&[{}]", rust_type(item)?),
        Type::Option(some) => format!("Option<{}>", borrowed_type(some)?),
        other => rust_type(other)?,
    })
}

/// The Rust type that a host reads from its caller; bytes are read as text.
fn owned_type(ty: &Type) -> anyhow::Result<String> {
    Ok(match ty {
        Type::List(item) if **item == Type::Unsigned(8) => "String".to_owned(),
        Type::Option(some) => format!("Option<{}>", owned_type(some)?),
        other => rust_type(other)?,
    })
}

/// The expression to pass for a parameter that was read; `None` for the time, which the method takes by itself.
fn call_argument(wit: &Wit, parameter: &Parameter) -> Option<String> {
    let passed_value = |one: &Argument| match &one.ty {
        Type::Option(some) if wit.has_text_or_list(some) => {
            format!("{}.as_deref(){}", snake_case(&one.name), as_bytes(some))
        }
        ty if wit.has_text_or_list(ty) => {
            format!("&{}{}", snake_case(&one.name), if as_bytes(ty).is_empty() { "" } else { ".into_bytes()" })
        }
        _ => snake_case(&one.name),
    };
    match parameter {
        Parameter::Now => None,
        Parameter::Plain(argument) => Some(passed_value(argument)),
        Parameter::Record { record, fields, .. } => {
            let fields: Vec<String> = fields.iter().map(|one| snake_case(&one.name)).collect();
            Some(format!("{}{} {{ {} }}", reference(wit, record), rust_type(record).ok()?, fields.join(", ")))
        }
    }
}

fn as_bytes(ty: &Type) -> &'static str {
    if matches!(ty, Type::List(item) if **item == Type::Unsigned(8)) { ".map(str::as_bytes)" } else { "" }
}

/// `&` if a record contains something long and so is passed as a reference; otherwise empty.
fn reference(wit: &Wit, record: &Type) -> &'static str {
    if wit.has_text_or_list(record) { "&" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wit::changes::tests::WIT;
    use crate::wit::tests::wit_of_text;

    #[test]
    fn a_change_is_a_method_that_gives_what_its_documentation_says() {
        let wit = WIT.replace("/// Turns it round.", "/// Turns it round. Gives `is-known`: whether there was one.");
        let text = write(&wit_of_text(&wit).unwrap()).unwrap();
        let save = "/// Saves a document. The version after it.\n///\n/// - `id`: The session. Length: 1 to 128 bytes.\n/// - `document`: What is saved,\n///   whole.\n/// - `expected`: The version that it is of.\n";
        assert!(text.contains(save), "{text}");
        let head = "pub fn save(&mut self, id: &str, document: &str, expected: Option<u64>) -> Result<u64, Error> {\nlet now = now();\n";
        assert!(text.contains(head), "{text}");
        let call = "exports.scrubjay_memory_session().call_save(store, id, document, expected, now, back))?;\nOk(done.version) }";
        assert!(text.contains(call), "{text}");
        assert!(
            text.contains(
                "pub fn drop(&mut self, id: &str, settings: session::KeepSettings) -> Result<u32, Error> {\nlet done"
            ),
            "{text}"
        );
        assert!(text.contains("effects! {\n    session::Changed,\n    session::Kept,\n}"), "{text}");
        let listed = list_of_changes(&wit_of_text(&wit).unwrap()).unwrap();
        let drop = "\"session.drop\" drop { id: String, keep: u32 } (&id, session::KeepSettings { keep });\n";
        assert!(listed.contains(drop), "{listed}");
    }

    #[test]
    fn a_change_that_gives_several_members_is_refused() {
        let error = write(&wit_of_text(WIT).unwrap()).err().unwrap();
        assert!(error.to_string().contains("session.turn"), "{error}");
    }
}
