//! Generates the tools in JavaScript: a constant for each, with the JSON Schema of its arguments, so that a bundle
//! contains only those that are used.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::super::names::constant_name;
use super::{Argument, ArgumentType, Tool};

const HEAD: &str = "\
// The tools that agents are offered, with the JSON Schema of their arguments. Written by `cargo xtask records` from `wit/tools.json`:
// change that.
";

pub fn write(tools: &[Tool]) -> String {
    let mut text = HEAD.to_owned();
    for tool in tools {
        let properties: String =
            tool.arguments.iter().map(|one| format!("      {}: {},\n", one.name, schema(one))).collect();
        let required: Vec<String> =
            tool.arguments.iter().filter(|one| one.is_required).map(|one| format!("\"{}\"", one.name)).collect();
        let _ = write!(
            text,
            "\nexport const {} = {{\n  name: \"{}\",\n  description: {},\n  parameters: {{\n    type: \"object\",\n    \
             properties: {{\n{properties}    }},\n    required: [{}],\n  }},\n}} as const;\n",
            constant_name(&tool.name),
            tool.name,
            Value::from(tool.description.as_str()),
            required.join(", "),
        );
    }
    text.push_str("\n/** Every tool by its name, in the order of the list. */\nexport const TOOLS = {\n");
    tools.iter().for_each(|tool| text.push_str(&format!("  {}: {},\n", tool.name, constant_name(&tool.name))));
    let default: Vec<String> =
        tools.iter().filter(|tool| tool.is_default).map(|tool| format!("\"{}\"", tool.name)).collect();
    let _ = write!(
        text,
        "}} as const;\n\n/** The tools that are offered unless others are asked for. */\nexport const DEFAULT = [{}] as const;\n",
        default.join(", "),
    );
    text
}

/// The schema of an argument, with its members in the server's order.
fn schema(one: &Argument) -> String {
    let mut members: Vec<(&str, Value)> = match &one.takes {
        ArgumentType::Name | ArgumentType::Path | ArgumentType::Text => vec![("type", json!("string"))],
        ArgumentType::Texts | ArgumentType::Words { is_listed: false, .. } => {
            vec![("type", json!("array")), ("items", json!({ "type": "string" }))]
        }
        ArgumentType::Words { words, .. } => {
            vec![("type", json!("array")), ("items", json!({ "type": "string", "enum": words }))]
        }
        ArgumentType::Flag => vec![("type", json!("boolean"))],
        ArgumentType::Word { words, default } => {
            let mut members = vec![("type", json!("string")), ("enum", json!(words))];
            members.extend(default.as_ref().map(|word| ("default", json!(word))));
            members
        }
        ArgumentType::Number(number) => {
            let json_of = |text: String| serde_json::from_str(&text).unwrap_or(Value::Null);
            let mut members = vec![("type", json!(if number.is_share() { "number" } else { "integer" }))];
            members.extend((!number.has_variable_default).then(|| ("default", json_of(number.default()))));
            members.push(("minimum", json_of(number.written(number.range.0))));
            members.push(("maximum", json_of(number.written(number.range.1))));
            members
        }
    };
    members.extend((!one.docs.is_empty()).then(|| ("description", json!(one.docs))));
    let members: Vec<String> = members.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    format!("{{ {} }}", members.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::tests::tools;
    use super::write;

    #[test]
    fn a_tool_is_a_constant_with_a_schema() {
        let typescript = write(&tools());
        for part in [
            "export const LOOK = {\n  name: \"look\",\n  description: \"Looks.\",\n",
            "      text: { type: \"string\", description: \"a \\\"name\\\"\" },\n",
            "      limit: { type: \"integer\", default: 20, minimum: 1, maximum: 1000 },\n",
            "      question: { type: \"string\", enum: [\"file\",\"tasks\"] },\n",
            "      limit: { type: \"integer\", minimum: 1, maximum: 1000 },\n",
            "    required: [\"question\"],\n",
            "export const TOOLS = {\n  look: LOOK,\n  work: WORK,\n}",
            "export const DEFAULT = [\"look\"] as const;",
        ] {
            assert!(typescript.contains(part), "{part} is not in {typescript}");
        }
    }
}
