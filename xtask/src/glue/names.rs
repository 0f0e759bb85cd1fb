//! Converts names of the WIT to TypeScript: `max-bytes` to `maxBytes`, `key-range` to `KeyRange`. Cases of enumerations
//! and variants are strings, the same in every language: `tool-call` is `"tool_call"`.

use std::collections::BTreeSet;

/// The name of a member, a function or an argument.
pub fn member_name(name: &str) -> String {
    let mut words = name.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| name + &capital(word))
}

/// Names that cannot be variables: reserved words, and names that the glue's own functions use.
#[rustfmt::skip]
const RESERVED_NAMES: [&str; 30] = [
    "arguments", "await", "break", "case", "catch", "class", "const", "continue", "default", "delete", "do", "else", "enum",
    "eval", "export", "exports", "for", "function", "if", "import", "in", "m", "new", "return", "switch", "this", "typeof", "var",
    "with", "yield",
];

/// The name of a variable, with `_` behind it if the name is in [`RESERVED_NAMES`].
pub fn variable_name(name: &str) -> String {
    let name = member_name(name);
    if RESERVED_NAMES.contains(&name.as_str()) { name + "_" } else { name }
}

/// The name of a type: `FindQuestion` for `find-question`.
pub fn type_name(name: &str) -> String {
    name.split('-').map(capital).collect()
}

/// The name of a constant: `SYMBOL_KIND` for `symbol-kind`.
pub fn constant_name(name: &str) -> String {
    name.replace('-', "_").to_uppercase()
}

/// The string for a case of an enumeration or variant.
pub fn case_literal(case: &str) -> String {
    format!("\"{}\"", spelled(case))
}

/// Documentation in which names of cases, between backticks, are spelled as in TypeScript.
pub fn spoken_docs(text: &str, cases: &BTreeSet<String>) -> String {
    let parts = text.split('`');
    let parts = parts.map(|part| if cases.contains(part) { spelled(part) } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("`")
}

fn spelled(case: &str) -> String {
    case.replace('-', "_")
}

/// Documentation as a comment with this indentation; empty if there is none.
pub fn doc_comment(docs: Option<&str>, indent: &str) -> String {
    let Some(docs) = docs.map(str::trim).filter(|docs| !docs.is_empty()) else { return String::new() };
    let lines: Vec<&str> = docs.lines().map(str::trim_end).collect();
    if let [line] = lines.as_slice() {
        return format!("{indent}/** {line} */\n");
    }
    let body: String = lines.iter().map(|line| format!("{indent} * {line}").trim_end().to_owned() + "\n").collect();
    format!("{indent}/**\n{body}{indent} */\n")
}

/// A text with each line indented.
pub fn indent(text: &str, n_spaces: usize) -> String {
    text.lines().map(|line| format!("{:n_spaces$}{line}\n", "")).collect()
}

/// The identifiers that occur in a text.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '$')
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{case_literal, constant_name, doc_comment, member_name, spoken_docs, type_name};

    #[test]
    fn names_are_spelled_as_typescript_does() {
        assert_eq!(member_name("n-hits"), "nHits");
        assert_eq!(type_name("find-question"), "FindQuestion");
        assert_eq!(constant_name("symbol-kind"), "SYMBOL_KIND");
        assert_eq!(case_literal("tool-call"), "\"tool_call\"");
    }

    #[test]
    fn comments_name_cases_as_they_are_spelled() {
        let cases = BTreeSet::from(["keep-last".to_owned()]);
        assert_eq!(
            spoken_docs("/** As `keep-last`, keep-last and `max-bytes`. */", &cases),
            "/** As `keep_last`, keep-last and `max-bytes`. */"
        );
    }

    #[test]
    fn one_line_of_docs_is_one_line_of_comment() {
        assert_eq!(doc_comment(Some("Bytes.\n"), "  "), "  /** Bytes. */\n");
        assert_eq!(doc_comment(Some("A\n\nB"), ""), "/**\n * A\n *\n * B\n */\n");
        assert_eq!(doc_comment(None, ""), "");
    }
}
