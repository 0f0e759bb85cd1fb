//! Generates lists of enumerations, records, variants, questions and changes, as macros that call a macro of a host
//! with them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::bail;

use super::names::{snake_case, type_name};
use super::{answers, answers_and_arguments, changes};
use crate::wit::{Definition, Literal, Question, RECORD_INTERFACES, Shape, Type, Wit};

const HEAD: &str = "\
//! What questions and answers consist of, as lists: each macro hands its list to a macro of the caller, which needs
//! the modules of the interface in its scope. Written by `cargo xtask records` from `wit/`: change that.
";

pub fn write(wit: &Wit) -> anyhow::Result<String> {
    let (words, mut records, mut variants) = (words(wit), String::new(), String::new());
    for one in answers(wit) {
        match &one.shape {
            Shape::Record(fields) => {
                let fields: Vec<String> = fields.iter().map(|field| snake_case(&field.name)).collect();
                let _ = writeln!(records, "{} {{ {} }}", path(one), fields.join(", "));
            }
            Shape::Variant(cases) => {
                let case = |case: &crate::wit::Case| {
                    let payload = if case.ty.is_some() { "(held)" } else { "" };
                    format!("{}{payload} = \"{}\",", type_name(&case.name), snake_case(&case.name))
                };
                let cases: Vec<String> = cases.iter().map(case).collect();
                let _ = writeln!(variants, "{} {{ {} }}", path(one), cases.join(" "));
            }
            Shape::Enum(_) => {}
            Shape::Flags => bail!("an answer holds the flags `{}`: make them a list of words", one.name),
        }
    }
    let questions: Vec<String> = wit.questions().map(question).collect::<anyhow::Result<_>>()?;
    let on_records = wit.questions().filter(|one| RECORD_INTERFACES.contains(&one.interface.as_str()));
    let on_records: Vec<String> = on_records.map(question).collect::<anyhow::Result<_>>()?;
    let on_code: String = questions.iter().filter(|one| !on_records.contains(one)).cloned().collect();
    Ok([
        HEAD.to_owned(),
        list("enumerations", "The enumerations of questions and answers, each case with its word.", &words),
        list("records", "The records that answers are made of.", &records),
        list("variants", "The variants that answers are made of, each case with its word.", &variants),
        list(
            "questions",
            "The questions, each with its name in stories, its method, and its arguments with their defaults.",
            &questions.concat(),
        ),
        list("code_questions", "The questions about code, each as in the list of all questions.", &on_code),
        list(
            "record_questions",
            "The questions about what was recorded, which records without a project answer too.",
            &on_records.concat(),
        ),
        list(
            "changes",
            "The changes of records, each with the name of its step, its method, what is read from the caller, and what the method takes.",
            &changes::list_of_changes(wit)?,
        ),
    ]
    .concat())
}

/// The enumerations of questions and answers, each case with its word.
fn words(wit: &Wit) -> String {
    let mut words = String::new();
    for one in answers_and_arguments(wit) {
        if let Shape::Enum(cases) = &one.shape {
            let cases = cases.iter().map(|case| format!("{} = \"{}\",", type_name(&case.name), snake_case(&case.name)));
            let _ = writeln!(words, "{} {{ {} }}", path(one), cases.collect::<Vec<_>>().join(" "));
        }
    }
    words
}

/// The enumerations of questions and answers, each case with its word, for the component itself.
pub fn write_words(wit: &Wit) -> String {
    let modules: BTreeSet<&str> = answers_and_arguments(wit)
        .into_iter()
        .filter(|one| matches!(one.shape, Shape::Enum(_)))
        .map(|one| one.interface.as_str())
        .collect();
    let modules: Vec<&str> = modules.into_iter().collect();
    format!(
        "//! The words of the interface's enumerations. Written by `cargo xtask records` from `wit/`: change that.\n\n\
         use super::word::{{Word, words}};\n\
         use crate::bindings::exports::scrubjay::memory::{{{}}};\n\nwords! {{\n{}}}\n",
        modules.join(", "),
        words(wit),
    )
}

fn list(name: &str, docs: &str, items: &str) -> String {
    let items: String = items.lines().map(|line| format!("            {line}\n")).collect();
    format!(
        "\n/// {docs}\n#[macro_export]\nmacro_rules! for_{name} {{\n    ($to:ident) => {{\n        $to! {{\n{items}        }}\n    }};\n}}\n"
    )
}

/// The path of a type: `graph::Symbol`.
fn path(one: &Definition) -> String {
    format!("{}::{}", one.interface, type_name(&one.name))
}

fn question(question: &Question) -> anyhow::Result<String> {
    let step = format!("\"{}.{}\" {}", question.interface, question.name, snake_case(&question.name));
    let Some(Type::Named { interface, name }) = &question.record else {
        let takes_required_texts = question.arguments.iter().all(|one| one.ty == Type::String && one.default.is_none());
        if !takes_required_texts {
            bail!("`{}` takes more than texts that must be given: make its parameters a record", question.name);
        }
        let names: Vec<String> = question.arguments.iter().map(|one| snake_case(&one.name)).collect();
        return Ok(format!("{step}({});\n", names.join(", ")));
    };
    let field = |one: &crate::wit::Argument| match &one.default {
        // The caller of the list is another crate.
        Some(Literal::Now) => format!("{} = $crate::records::now()", snake_case(&one.name)),
        // A list's user is another crate with its own type of offsets, and sets the zone itself.
        Some(Literal::Zone) => format!("{} = Vec::new()", snake_case(&one.name)),
        Some(default) => format!("{} = {}", snake_case(&one.name), literal(default, &one.ty)),
        None => snake_case(&one.name),
    };
    let fields: Vec<String> = question.arguments.iter().map(field).collect();
    Ok(format!("{step} {{ {interface}::{}; {} }};\n", type_name(name), fields.join(", ")))
}

/// A default as a Rust expression of the argument's type.
pub fn literal(default: &Literal, ty: &Type) -> String {
    match (default, ty) {
        (Literal::Integer(number), _) => grouped_digits(*number),
        (Literal::Float(number), _) => format!("{number:?}"),
        (Literal::Bool(is), _) => is.to_string(),
        (Literal::Empty, Type::String) => "String::new()".to_owned(),
        (Literal::Empty, _) => "Vec::new()".to_owned(),
        (Literal::Word(word), Type::Named { interface, name }) => {
            format!("{interface}::{}::{}", type_name(name), type_name(word))
        }
        (Literal::Word(_) | Literal::None, _) => "None".to_owned(),
        (Literal::Now, _) => "crate::records::now()".to_owned(),
        (Literal::Zone, _) => "crate::records::zone()".to_owned(),
    }
}

/// A number as a Rust literal with separators: `2_000`.
pub fn grouped_digits(number: i64) -> String {
    let digits = number.abs().to_string();
    let mut text = String::from(if number < 0 { "-" } else { "" });
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('_');
        }
        text.push(digit);
    }
    text
}
