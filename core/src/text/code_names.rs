//! Words in the form of a name in code: `parse_args`, `parseArgs`, `ParseArgs`, `--dry-run`, `src/cut.rs`. Whoever writes
//! one means that thing, where words of prose are shared by chance.

use alloc::collections::BTreeSet;
use alloc::string::String;

use super::exact::exact_words;

/// The names in a text, in lower case. Those in addresses of the web are none.
pub(crate) fn code_names(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for word in text.split_whitespace().filter(|word| !word.contains("://")) {
        let is_of_name = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-');
        let parts = word.split(|char: char| !is_of_name(char)).filter(|part| is_code_name(part));
        names.extend(parts.map(|part| part.trim_matches('-').to_lowercase()));
        exact_words(word, &mut |_, exact| _ = names.insert(exact.to_lowercase()));
    }
    names
}

/// The addresses in a text that name one thing of a site, as an issue: those with a number, without what follows `#` or
/// `?`.
pub(crate) fn links(text: &str) -> BTreeSet<String> {
    let words =
        text.split(|char: char| char.is_whitespace() || matches!(char, '(' | ')' | '<' | '>' | '[' | ']' | '"'));
    let links = words.filter(|word| word.contains("://")).filter_map(|word| word.split(['#', '?']).next());
    let links = links.map(|link| link.trim_end_matches(['/', '.', ',', ':', ';', '\'', '`']).to_lowercase());
    links.filter(|link| link.contains(|char: char| char.is_ascii_digit())).collect()
}

/// Whether a word is in the form of a name in code: joined by underscores, in camel case, or an option of a command.
fn is_code_name(word: &str) -> bool {
    let inner = word.trim_matches(['_', '-']);
    let is_option = word.starts_with("--") && !inner.is_empty();
    let mut letters = inner.chars().zip(inner.chars().skip(1));
    is_option || inner.contains('_') || letters.any(|(one, next)| one.is_lowercase() && next.is_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_with_a_number_names_one_thing() {
        let text = "See <https://git.example/a/b/issues/7#note-1>, [it](https://git.example/a/b/pull/12/). https://a.example/b";
        let links = links(text);
        let links: alloc::vec::Vec<&str> = links.iter().map(String::as_str).collect();
        assert_eq!(links, ["https://git.example/a/b/issues/7", "https://git.example/a/b/pull/12"]);
    }

    #[test]
    fn names_are_told_from_words_of_prose() {
        let text = "Why does `parseArgs(--dry-run)` in src/cut.rs call self.parse_args? See https://a.example/readFile \
            and E0382; the well-known GNU tool and the URL stay words.";
        let names = code_names(text);
        let names: alloc::vec::Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(names, ["dry-run", "e0382", "parse_args", "parseargs", "src/cut.rs"]);
        assert!(code_names("-- --- _ __ don't Stop").is_empty());
    }
}
