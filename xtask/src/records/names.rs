//! Names of the WIT in other languages, and its documentation in their comments.

pub use crate::glue::type_name;

/// `type-alias` as `type_alias`.
pub fn snake(name: &str) -> String {
    name.replace('-', "_")
}

/// `path-prefix` as `PATH_PREFIX`.
pub fn constant(name: &str) -> String {
    snake(name).to_uppercase()
}

/// Documentation whose names of several words, which stand between backticks, are in snake_case.
pub fn spoken(docs: &str) -> String {
    let is_name = |text: &str| {
        text.contains('-')
            && text.split('-').all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase()))
    };
    let parts = docs.split('`').enumerate();
    let parts = parts.map(|(nth, part)| if nth % 2 == 1 && is_name(part) { snake(part) } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("`")
}

/// Documentation as lines of a comment in Rust.
pub fn comment(docs: &str, indent: &str) -> String {
    docs.lines().map(|line| format!("{indent}/// {line}").trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_documentation_are_spelled_as_the_language_does() {
        assert_eq!(spoken("As `min-confidence`, a-b, `a - b` and `x`."), "As `min_confidence`, a-b, `a - b` and `x`.");
        assert_eq!(comment("One.\n\nTwo.", "  "), "  /// One.\n  ///\n  /// Two.\n");
    }
}
