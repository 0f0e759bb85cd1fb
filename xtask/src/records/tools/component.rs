//! Generates the tools for the component: the arguments that each takes, with their limits.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::super::lists::grouped_digits;
use super::{Argument, ArgumentType, LIMITS, Tool, limit_constant};

pub fn write(tools: &[Tool]) -> String {
    let (mut uses, mut list) = (BTreeSet::new(), String::new());
    for tool in tools {
        let arguments: String = tool.arguments.iter().map(|one| argument(one, &mut uses)).collect();
        let _ = writeln!(list, "Tool {{ name: {:?}, arguments: &[{arguments}] }},", tool.name);
    }
    let uses: String =
        uses.into_iter().map(|one| format!("use crate::bindings::exports::scrubjay::memory::{one};\n")).collect();
    let limits = LIMITS.map(limit_constant);
    format!(
        "//! The tools of agents, and what each takes. Written by `cargo xtask records` from `wit/tools.json`: change that.\n\n\
         use super::arguments::{{Argument, ArgumentType, Tool, enum_words}};\nuse super::limits;\nuse super::word::Bounded;\n{uses}\n\
         {}\n\
         /// All tools.\npub(super) const TOOLS: &[Tool] = &[\n{list}];\n",
        limits.concat(),
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
            format!("{}({limits})", if number.is_share() { "Share" } else { "Number" })
        }
        ArgumentType::Word { words, default } => format!("Word {{ words: &{words:?}, default: {default:?} }}"),
        ArgumentType::Words { interface, name, .. } => {
            uses.insert(format!("{interface}::{name}"));
            format!("Words(enum_words::<{name}>)")
        }
    };
    format!("Argument {{ name: {:?}, takes: ArgumentType::{takes}, is_required: {} }},\n", one.name, one.is_required)
}

#[cfg(test)]
mod tests {
    use super::super::tests::tools;
    use super::write;

    #[test]
    fn a_tool_has_its_arguments_with_their_limits() {
        let rust = write(&tools());
        for part in [
            "use crate::bindings::exports::scrubjay::memory::graph::Way;\n",
            "Argument { name: \"text\", takes: ArgumentType::Text(NAME), is_required: true }",
            "takes: ArgumentType::Words(enum_words::<Way>), is_required: false",
            "takes: ArgumentType::Number(limits::look_question::LIMIT)",
            "takes: ArgumentType::Number(Bounded { default: 0, min: 0, max: 9 })",
            "takes: ArgumentType::Word { words: &[\"file\", \"tasks\"], default: None }, is_required: true",
        ] {
            assert!(rust.contains(part), "{part} is not in {rust}");
        }
    }
}
