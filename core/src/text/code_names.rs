//! Words in the form of a name in code: `parse_args`, `parseArgs`, `ParseArgs`, `--dry-run`, `src/cut.rs`. Whoever writes
//! one means that thing, where words of prose are shared by chance.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

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

/// The names in what an agent said that it means as code: names of products, as `GitHub`, look like names of types, so that
/// those count only between backquotes, with a parenthesis behind them, or in a path.
pub(crate) fn quoted_code_names(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    // Of an excerpt that begins within a quotation nobody knows what is quoted.
    let are_paired = text.matches('`').count().is_multiple_of(2);
    for (at, part) in text.split('`').enumerate() {
        let is_quoted = are_paired && at % 2 == 1;
        let is_code = |word: &&str| {
            is_quoted
                || word.contains(['(', '/'])
                || !word.split(|char: char| !char.is_alphanumeric() && char != '_').any(is_product_name)
        };
        let words: Vec<&str> = part.split_whitespace().filter(is_code).collect();
        names.extend(code_names(&words.join(" ")));
    }
    names
}

/// Whether a word could be the name of a product: it begins with a capital and has another one inside.
fn is_product_name(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && !word.contains('_') && is_code_name(word)
}

/// The addresses in a text that name one thing of a site, as an issue: those that end with a number, without what follows
/// `#` or `?`.
pub(crate) fn links(text: &str) -> BTreeSet<String> {
    let words =
        text.split(|char: char| char.is_whitespace() || matches!(char, '(' | ')' | '<' | '>' | '[' | ']' | '"'));
    let links = words.filter(|word| word.contains("://")).filter_map(|word| word.split(['#', '?']).next());
    let links = links.map(|link| link.trim_end_matches(['/', '.', ',', ':', ';', '\'', '`']).to_lowercase());
    let names_one_thing = |link: &String| {
        let path = link.split_once("://").and_then(|(_, rest)| rest.split_once('/'));
        let last_part = path.and_then(|(_, path)| path.rsplit('/').next());
        last_part.is_some_and(|part| part.contains(|char: char| char.is_ascii_digit()))
    };
    links.filter(names_one_thing).collect()
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
        let text = "See <https://git.example/a/b/issues/7#note-1>, [it](https://git.example/a/b/pull/12/). https://a.example/b http://localhost:3000 https://git.example/web3/lib";
        let links = links(text);
        let links: alloc::vec::Vec<&str> = links.iter().map(String::as_str).collect();
        assert_eq!(links, ["https://git.example/a/b/issues/7", "https://git.example/a/b/pull/12"]);
    }

    #[test]
    fn names_of_products_are_no_code() {
        let text =
            "On GitHub and in PowerShell `EnsureSetup` calls Window::Open(), readFile and MAX_SIZE of src/PageHead.ts.";
        let names = quoted_code_names(text);
        let names: alloc::vec::Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(names, ["ensuresetup", "max_size", "pagehead", "readfile", "src/pagehead.ts"]);
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
