//! Generates the defaults and limits of questions' numbers, as constants of the library.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::lists::literal;
use super::methods::rust_type;
use super::names::{constant_name, doc_comment, snake_case, spoken_docs};
use crate::wit::{Argument, Literal, Type, Wit};

const HEAD: &str = "\
//! The default and the range of each number in a question: a module for each record, and one for each function with
//! defaults of its own.
//! Written by `cargo xtask records` from `wit/`: change that.
";

/// The modules. `home` is the path of the module with the type of a number's bounds.
pub fn write(wit: &Wit, home: &str) -> anyhow::Result<String> {
    let (mut text, mut seen) = (HEAD.to_owned(), BTreeMap::<&str, Vec<String>>::new());
    let of_questions = wit
        .all_questions()
        .filter_map(|question| Some((Some(&question.name), question.record.as_ref()?, &question.arguments)));
    let of_settings = wit.settings.iter().map(|one| (None, &one.record, &one.arguments));
    for (function, record, arguments) in of_questions.chain(of_settings) {
        let Type::Named { name, .. } = record else { continue };
        let constants: Vec<String> = arguments.iter().map(bounded_constant).collect::<anyhow::Result<_>>()?;
        match (seen.get(name.as_str()), function) {
            (Some(known_constants), Some(function)) => {
                let further_constants: Vec<String> =
                    constants.into_iter().filter(|one| !known_constants.contains(one)).collect();
                write_module(&mut text, home, function, &further_constants);
            }
            (Some(_), None) => {}
            (None, _) => {
                write_module(&mut text, home, name, &constants);
                seen.insert(name, constants);
            }
        }
    }
    Ok(text)
}

/// Appends a module of constants to a text; nothing if there are none.
fn write_module(text: &mut String, home: &str, owner: &str, constants: &[String]) {
    if constants.iter().any(|one| !one.is_empty()) {
        let _ = write!(text, "\n/// The numbers of `{}`.\npub mod {} {{\n", owner, snake_case(owner));
        let _ = write!(text, "use {home}::Bounded;\n\n{}}}\n", constants.concat());
    }
}

/// The constant for a number with a default and a range; empty for another argument.
fn bounded_constant(one: &Argument) -> anyhow::Result<String> {
    let (Some(default), Some((min, max))) = (&one.default, one.limits.range) else { return Ok(String::new()) };
    let bound = |bound: f64| match default {
        Literal::Integer(_) => literal(&Literal::Integer(bound as i64), &one.ty),
        _ => literal(&Literal::Float(bound), &one.ty),
    };
    Ok(format!(
        "{}pub const {}: Bounded<{}> = Bounded {{ default: {}, min: {}, max: {} }};\n",
        doc_comment(&spoken_docs(&one.docs), ""),
        constant_name(&one.name),
        rust_type(&one.ty)?,
        literal(default, &one.ty),
        bound(min),
        bound(max),
    ))
}
