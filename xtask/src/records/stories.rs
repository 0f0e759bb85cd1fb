//! What the scenarios' hosts in JavaScript know of the questions: which arguments stand by position, and which texts are words.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::answers;
use super::names::snake;
use crate::wit::{Shape, Type, Wit};

const HEAD: &str = "\
// What steps and answers consist of. Written by `cargo xtask records` from `wit/`: change that.

/** The arguments of each question: those that stand by position, the others that may be given, and those that are words. */
";

pub fn write(wit: &Wit) -> String {
    let mut text = HEAD.to_owned() + "export const QUESTIONS = {\n";
    for question in wit.questions().filter(|question| !question.is_iterated()) {
        let words = question.arguments.iter().filter(|one| is_word(wit, &one.ty)).map(|one| snake(&one.name));
        let _ = writeln!(
            text,
            "  \"{}.{}\": {{ required: [{}], options: [{}], words: [{}] }},",
            question.interface,
            question.name,
            quoted(question.required().map(|one| snake(&one.name))),
            quoted(question.options().map(|one| snake(&one.name))),
            quoted(words),
        );
    }
    let mut members = BTreeSet::new();
    for one in answers(wit) {
        if let Shape::Record(fields) = &one.shape {
            members.extend(fields.iter().filter(|field| is_word(wit, &field.ty)).map(|field| snake(&field.name)));
        }
    }
    let members = quoted(members.into_iter());
    text + &format!(
        "}};\n\n/** Members of answers whose texts are words. */\nexport const WORDS = new Set([{members}]);\n"
    )
}

fn quoted(names: impl Iterator<Item = String>) -> String {
    names.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

fn is_word(wit: &Wit, ty: &Type) -> bool {
    match ty {
        Type::List(inner) | Type::Option(inner) => is_word(wit, inner),
        Type::Named { interface, name } => {
            wit.definition(interface, name).is_some_and(|one| matches!(one.shape, Shape::Enum(_)))
        }
        _ => false,
    }
}
