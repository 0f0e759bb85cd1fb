//! Generates the part of `cli/json.md` between two marks: the fields of answers in the program's JSON. All else
//! in the document is written by hand.

use std::fmt::Write as _;

use anyhow::Context;

use super::names::{snake_case, spoken_docs};
use crate::wit::{Definition, Field, Question, Shape, Type, Wit};

const BEGIN: &str = "<!-- Written by `cargo xtask records` from `wit/`: change that. -->\n";
const END: &str = "<!-- Written by hand. -->\n";

/// Questions whose commands have other names.
const COMMANDS: [(&str, &str); 5] = [
    ("deliveries", "delivered"),
    ("outline", "show"),
    ("references", "refs"),
    ("dependencies", "deps"),
    ("documents", "recall, in its member `documents`"),
];

/// Questions whose answers the program builds from more than the record, or shows within another answer.
const BY_HAND: [&str; 5] = ["status", "resolve-anchors", "functions-at", "remind", "deliver"];

/// The record with a JSON form of its own, documented by hand: there a hint names a command or a call of a tool.
const TYPE_WITH_OWN_FORM: &str = "hint";

/// The document with its generated part replaced.
pub fn write(wit: &Wit, document: &str) -> anyhow::Result<String> {
    let (before, rest) = document.split_once(BEGIN).context("json.md has no mark where the fields begin")?;
    let (_, after) = rest.split_once(END).context("json.md has no mark where the fields end")?;
    let mut text = format!("{before}{BEGIN}");
    let questions: Vec<&Question> =
        wit.questions().filter(|question| !BY_HAND.contains(&question.name.as_str())).collect();
    let shared = shared(wit, &questions);
    for one in shared.iter().filter(|one| one.name != TYPE_WITH_OWN_FORM) {
        let _ = write!(text, "\n## {}\n\n{}\n\n", plural(&one.name), spoken_docs(&one.docs));
        list(wit, one, &shared, "", &mut text);
    }
    let mut answers: Vec<(&Type, Vec<&str>)> = Vec::new();
    for question in questions {
        let command =
            COMMANDS.iter().find(|(name, _)| *name == question.name).map_or(question.name.as_str(), |(_, name)| name);
        match answers.iter_mut().find(|(answer, _)| **answer == question.answer) {
            Some((_, commands)) => commands.push(command),
            None => answers.push((&question.answer, vec![command])),
        }
    }
    for (answer, commands) in answers {
        let Some(one) = definition(wit, answer) else { continue };
        let _ = write!(text, "\n## {}\n\n", commands.join(", "));
        list(wit, one, &shared, "", &mut text);
    }
    Ok(format!("{text}\n{END}{after}"))
}

/// The records in several places of the answers. Each gets a section of its own.
fn shared<'a>(wit: &'a Wit, questions: &[&'a Question]) -> Vec<&'a Definition> {
    let mut answers: Vec<&Type> = Vec::new();
    questions.iter().for_each(|question| {
        if !answers.contains(&&question.answer) {
            answers.push(&question.answer);
        }
    });
    let reached = wit.reach(answers.iter().copied());
    let n_places = |one: &Definition| {
        let fields = reached.iter().filter_map(|other| match &other.shape {
            Shape::Record(fields) => Some(fields),
            _ => None,
        });
        fields
            .flatten()
            .filter(|field| definition(wit, inner(&field.ty)).is_some_and(|held| std::ptr::eq(held, one)))
            .count()
    };
    reached.iter().copied().filter(|one| matches!(one.shape, Shape::Record(_)) && n_places(one) > 1).collect()
}

fn list(wit: &Wit, one: &Definition, shared: &[&Definition], indent: &str, text: &mut String) {
    let Shape::Record(fields) = &one.shape else { return };
    for field in fields {
        let inner_type = definition(wit, inner(&field.ty));
        let shared_type = inner_type.filter(|inner_type| shared.iter().any(|one| std::ptr::eq(*one, *inner_type)));
        let _ = writeln!(text, "{indent}- `{}`{}", snake_case(&field.name), field_docs(field, shared_type));
        if let Some(inner_type) = inner_type.filter(|_| shared_type.is_none()) {
            list(wit, inner_type, shared, &format!("{indent}  "), text);
        }
    }
}

/// The form and the documentation of a field, after a colon; empty if the field has neither. `shared_type`: the field's
/// record, if that has a section of its own.
fn field_docs(field: &Field, shared_type: Option<&Definition>) -> String {
    let form = match (&field.ty, shared_type) {
        (Type::List(_), Some(held)) => format!("a list of [{0}](#{0})", plural(&held.name)),
        (_, Some(held)) => format!("a [{}](#{})", snake_case(&held.name), plural(&held.name)),
        (Type::List(item), _) if **item == Type::Unsigned(8) => "hexadecimal digits".to_owned(),
        (Type::List(_), _) => "a list".to_owned(),
        (Type::Option(_), _) => "or null".to_owned(),
        _ => String::new(),
    };
    let docs = spoken_docs(&field.docs).replace('\n', " ");
    let parts: Vec<String> = [form, docs].into_iter().filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { String::new() } else { format!(": {}", parts.join(". ")) }
}

fn plural(name: &str) -> String {
    snake_case(name) + "s"
}

/// The inner type of a list or an option.
fn inner(ty: &Type) -> &Type {
    match ty {
        Type::List(item) | Type::Option(item) => inner(item),
        other => other,
    }
}

fn definition<'a>(wit: &'a Wit, ty: &Type) -> Option<&'a Definition> {
    match ty {
        Type::Named { interface, name } => wit.definition(interface, name),
        _ => None,
    }
}
