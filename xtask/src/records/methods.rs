//! Generates the library's method for each question, the conversions of replies, and questions with the interface's
//! defaults.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use anyhow::bail;

use super::lists::literal;
use super::names::{doc_comment, snake_case, spoken_docs, type_name};
use crate::wit::RECORD_INTERFACES;
use crate::wit::{Argument, Question, Type, Wit};

const HEAD: &str = "\
//! The questions as the interface has them. Written by `cargo xtask records` from `wit/`: change that.

use crate::records::Records;
use crate::{Error, Memory};
";

const DEFAULTS: &str = "\
//! What each reply becomes, and questions with the defaults of the interface. Written by `cargo xtask records` from `wit/`: change
//! that.
#![allow(clippy::derivable_impls, reason = \"written by a program\")]

use crate::answer::replies;
";

pub const ERRORS: &str = "\
///
/// # Errors
/// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
";

pub fn write(wit: &Wit) -> anyhow::Result<String> {
    let mut text = String::new();
    for (owner, is_of_records) in [("Memory", false), ("Records", true)] {
        let _ = write!(text, "\nimpl {owner} {{\n");
        for question in
            wit.questions().filter(|question| RECORD_INTERFACES.contains(&question.interface.as_str()) == is_of_records)
        {
            text.push_str(&method(question)?);
        }
        text.push_str("}\n");
    }
    text.push_str("\nimpl Memory {\n");
    for question in wit.questions().filter(|question| RECORD_INTERFACES.contains(&question.interface.as_str())) {
        text.push_str(&delegating_method(question)?);
    }
    text.push_str("}\n");
    Ok(format!("{HEAD}{}{text}", use_lines(wit, &text)))
}

/// The conversions of replies, and constructors of questions with defaults.
pub fn write_defaults(wit: &Wit) -> anyhow::Result<String> {
    let mut text = "\nreplies! {\n".to_owned();
    let mut seen = BTreeSet::new();
    for question in wit.interfaces.iter().flat_map(|interface| &interface.questions) {
        let reply = rust_type(&question.reply)?;
        if seen.insert(reply.clone()) {
            let _ = writeln!(text, "    {reply} => {},", rust_type(&question.answer)?);
        }
    }
    text.push_str("}\n");
    let mut seen = BTreeMap::new();
    for question in wit.all_questions() {
        let Some(record) = &question.record else { continue };
        let record = rust_type(record)?;
        match seen.get(&record) {
            None => text.push_str(&with_defaults(&record, "new", &question.arguments)?),
            Some(known) if *known == question.arguments => {}
            Some(_) => {
                let constructor = format!("of_{}", snake_case(&question.name));
                text.push_str(&with_defaults(&record, &constructor, &question.arguments)?);
            }
        }
        seen.entry(record).or_insert_with(|| question.arguments.clone());
    }
    for one in &wit.settings {
        text.push_str(&with_defaults(&rust_type(&one.record)?, "new", &one.arguments)?);
    }
    Ok(format!("{DEFAULTS}{}{text}", use_lines(wit, &text)))
}

/// The `use` lines for the modules of the interface that a text names.
pub fn use_lines(wit: &Wit, text: &str) -> String {
    let interfaces =
        wit.interfaces.iter().map(|one| one.name.as_str()).filter(|name| text.contains(&format!("{name}::")));
    format!("use crate::wit::{{{}}};\n", interfaces.collect::<Vec<_>>().join(", "))
}

/// A method of the memory that calls the same method of its records.
fn delegating_method(question: &Question) -> anyhow::Result<String> {
    let name = snake_case(&question.name);
    let (parameters, arguments) = parameters(question)?;
    Ok(format!(
        "{docs}{ERRORS}pub fn {name}(&mut self{parameters}) -> Result<{answer}, Error> {{\n\
         self.records()?.{name}({arguments}) }}\n\n",
        docs = doc_comment(&spoken_docs(&question.docs), ""),
        answer = rust_type(&question.answer)?,
        arguments = arguments.trim_start_matches(", "),
    ))
}

/// The parameters of a question's method after `self`, and the arguments to pass on, each preceded by a comma.
fn parameters(question: &Question) -> anyhow::Result<(String, String)> {
    Ok(match &question.record {
        Some(record) => (format!(", question: &{}", rust_type(record)?), ", question".to_owned()),
        None => {
            let names = question.arguments.iter().map(|one| snake_case(&one.name));
            names.fold(Default::default(), |(parameters, arguments), name| {
                (format!("{parameters}, {name}: &str"), format!("{arguments}, {name}"))
            })
        }
    })
}

fn method(question: &Question) -> anyhow::Result<String> {
    let (interface, name) = (&question.interface, snake_case(&question.name));
    let (parameters, arguments) = parameters(question)?;
    Ok(format!(
        "{docs}{ERRORS}pub fn {name}(&mut self{parameters}) -> Result<{answer}, Error> {{\n\
         self.ask(\"{interface}.{name}\", |exports, store, back| \
         exports.scrubjay_memory_{interface}().call_{name}(store{arguments}, back)) }}\n\n",
        docs = doc_comment(&spoken_docs(&question.docs), ""),
        answer = rust_type(&question.answer)?,
    ))
}

/// A constructor that takes the required arguments; `Default` if there are none.
fn with_defaults(record: &str, name: &str, arguments: &[Argument]) -> anyhow::Result<String> {
    let field = |one: &Argument| match (&one.default, &one.ty) {
        (Some(default), ty) => format!("{}: {}", snake_case(&one.name), literal(default, ty)),
        (None, Type::String) => format!("{0}: {0}.into()", snake_case(&one.name)),
        (None, _) => snake_case(&one.name),
    };
    let fields = arguments.iter().map(field).collect::<Vec<_>>().join(", ");
    let required = arguments.iter().filter(|one| one.default.is_none());
    let parameters: Vec<String> = required.map(parameter).collect::<anyhow::Result<_>>()?;
    Ok(if parameters.is_empty() {
        format!("\nimpl Default for {record} {{ fn default() -> Self {{ Self {{ {fields} }} }} }}\n")
    } else {
        format!(
            "\nimpl {record} {{\n/// A question in which each member that is not a parameter has the interface's default.\n\
             pub fn {name}({}) -> Self {{ Self {{ {fields} }} }} }}\n",
            parameters.join(", ")
        )
    })
}

fn parameter(one: &Argument) -> anyhow::Result<String> {
    let ty = if one.ty == Type::String { "impl Into<String>".to_owned() } else { rust_type(&one.ty)? };
    Ok(format!("{}: {ty}", snake_case(&one.name)))
}

/// The Rust type for a type of the interface; the interface's modules must be in scope.
pub fn rust_type(ty: &Type) -> anyhow::Result<String> {
    Ok(match ty {
        Type::Bool => "bool".to_owned(),
        Type::Unsigned(bits) => format!("u{bits}"),
        Type::Signed(bits) => format!("i{bits}"),
        Type::Float => "f64".to_owned(),
        Type::String => "String".to_owned(),
        Type::Option(inner) => format!("Option<{}>", rust_type(inner)?),
        Type::List(inner) => format!("Vec<{}>", rust_type(inner)?),
        Type::Tuple(_) => bail!("a question takes a tuple: make it a record"),
        Type::Named { interface, name } => format!("{interface}::{}", type_name(name)),
    })
}
