//! Generates the tools for the server: a constant list with the description and arguments of each.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::super::lists::grouped_digits;
use super::{Argument, ArgumentType, Effect, LIMITS, Tool, limit_constant};

pub fn write(tools: &[Tool]) -> String {
    let (mut uses, mut list) = (BTreeSet::new(), String::new());
    for tool in tools {
        let arguments: String = tool.arguments.iter().map(|one| argument(one, &mut uses)).collect();
        let effect = match tool.effect {
            Effect::Reads => "Reads",
            Effect::AddsRecords => "AddsRecords",
            Effect::Replaces => "Replaces",
        };
        let _ = writeln!(
            list,
            "ToolSpec {{ name: {:?}, description: {:?}, is_of_code: {}, effect: Effect::{effect}, is_default: {}, \
             arguments: &[{arguments}] }},",
            tool.name, tool.description, tool.is_of_code, tool.is_default,
        );
    }
    let uses: String = uses.into_iter().map(|one| format!("use scrubjay::wit::{one};\n")).collect();
    let limits: String = LIMITS.into_iter().filter(|(name, ..)| *name != "MAX_TEXTS").map(limit_constant).collect();
    format!(
        "//! The tools that an agent is offered. Written by `cargo xtask records` from `wit/tools.json`: change that.\n\n\
         {uses}use scrubjay::wit::{{Bounded, limits}};\n\n\
         use super::arguments::{{Argument, ArgumentType, enum_words}};\n\
         use super::tools::{{Effect, ToolSpec}};\n\n\
         {}\n\
         /// All tools.\npub(super) const ALL: &[ToolSpec] = &[\n{list}];\n",
        limits,
    )
}

fn argument(one: &Argument, uses: &mut BTreeSet<String>) -> String {
    let takes = match &one.takes {
        ArgumentType::Name | ArgumentType::Path | ArgumentType::Text => {
            format!("Text({})", one.takes.limit().unwrap_or_default())
        }
        ArgumentType::Texts => "Texts".to_owned(),
        ArgumentType::Flag => "Flag".to_owned(),
        ArgumentType::Number(number) => {
            let limits = number.constant.clone().unwrap_or_else(|| {
                let [default, min, max] =
                    [number.default().parse().unwrap_or(0), number.range.0 as i64, number.range.1 as i64]
                        .map(grouped_digits);
                format!("Bounded {{ default: {default}, min: {min}, max: {max} }}")
            });
            let case = match (number.has_variable_default, number.is_share()) {
                (true, _) => "Limit",
                (false, true) => "Share",
                (false, false) => "BoundedNumber",
            };
            format!("{case}({limits})")
        }
        ArgumentType::Word { words, default } => format!("Word {{ words: &{words:?}, default: {default:?} }}"),
        ArgumentType::Words { interface, name, is_listed, .. } => {
            if *is_listed {
                uses.insert(format!("{interface}::{name}"));
            }
            if *is_listed { format!("Words(enum_words::<{name}>)") } else { "UnlistedWords".to_owned() }
        }
    };
    format!(
        "Argument {{ name: {:?}, takes: ArgumentType::{takes}, means: {:?}, is_required: {} }},\n",
        one.name, one.docs, one.is_required
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::tools;
    use super::write;

    #[test]
    fn a_tool_is_a_constant_with_its_arguments() {
        let rust = write(&tools());
        for part in [
            "use scrubjay::wit::graph::Way;\n",
            "name: \"text\", takes: ArgumentType::Text(NAME), means: \"a \\\"name\\\"\", is_required: true",
            "takes: ArgumentType::Words(enum_words::<Way>)",
            "name: \"path_prefix\", takes: ArgumentType::Text(PATH)",
            "takes: ArgumentType::BoundedNumber(limits::look_question::LIMIT)",
            "takes: ArgumentType::Limit(limits::look_question::LIMIT)",
            "takes: ArgumentType::BoundedNumber(Bounded { default: 0, min: 0, max: 9 })",
            "takes: ArgumentType::Word { words: &[\"file\", \"tasks\"], default: None }",
            "effect: Effect::Replaces, is_default: false",
        ] {
            assert!(rust.contains(part), "{part} is not in {rust}");
        }
    }
}
