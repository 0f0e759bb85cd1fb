//! Generates the table of questions for the scenarios' JavaScript hosts: which arguments are positional, and which are
//! optional.

use std::fmt::Write as _;

use super::names::snake_case;
use crate::wit::Wit;

const HEAD: &str = "\
// What steps consist of. Written by `cargo xtask records` from `wit/`: change that.

/** The arguments of each question: those that stand by position, and the others that may be given. */
";

pub fn write(wit: &Wit) -> String {
    let mut text = HEAD.to_owned() + "export const QUESTIONS = {\n";
    for question in wit.questions().filter(|question| !question.is_iterated()) {
        let _ = writeln!(
            text,
            "  \"{}.{}\": {{ required: [{}], options: [{}] }},",
            question.interface,
            question.name,
            quoted(question.required().map(|one| snake_case(&one.name))),
            quoted(question.options().map(|one| snake_case(&one.name))),
        );
    }
    text + "};\n"
}

fn quoted(names: impl Iterator<Item = String>) -> String {
    names.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}
