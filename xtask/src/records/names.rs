//! Converts names of the WIT, and its documentation, to other languages.

pub use crate::glue::type_name;

/// A name in snake_case: `type_alias` for `type-alias`.
pub fn snake_case(name: &str) -> String {
    name.replace('-', "_")
}

/// The name of a constant: `PATH_PREFIX` for `path-prefix`.
pub fn constant_name(name: &str) -> String {
    snake_case(name).to_uppercase()
}

/// Documentation in which names of several words between backticks are in snake_case.
pub fn spoken_docs(docs: &str) -> String {
    let is_name = |text: &str| {
        text.contains('-')
            && text.split('-').all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase()))
    };
    let parts = docs.split('`').enumerate();
    let parts = parts.map(|(nth, part)| if nth % 2 == 1 && is_name(part) { snake_case(part) } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("`")
}

/// Documentation as the lines of a Rust comment.
pub fn doc_comment(docs: &str, indent: &str) -> String {
    docs.lines().map(|line| format!("{indent}/// {line}").trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_documentation_are_spelled_as_the_language_does() {
        assert_eq!(
            spoken_docs("As `min-confidence`, a-b, `a - b` and `x`."),
            "As `min_confidence`, a-b, `a - b` and `x`."
        );
        assert_eq!(doc_comment("One.\n\nTwo.", "  "), "  /// One.\n  ///\n  /// Two.\n");
    }
}
