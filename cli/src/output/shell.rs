//! Words of commands as a shell reads them back. `core/component/src/tools/asker.rs` quotes the commands that tools advise
//! by the same rule.

/// A word of a command, quoted if a shell would read it otherwise.
pub(crate) fn shell_word(word: &str) -> String {
    let is_plain =
        |char: char| char.is_alphanumeric() || "_-./:#@%+=,~".contains(char) || cfg!(windows) && char == '\\';
    // At the beginning of a word these signs mean something to a shell.
    match !word.is_empty() && word.chars().all(is_plain) && !word.starts_with(['#', '~', '=']) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::shell_word;

    #[test]
    fn only_words_that_a_shell_reads_otherwise_are_quoted() {
        for word in ["src/a.py#A.b", "/usr/local/bin/scrubjay", "é"] {
            assert_eq!(shell_word(word), word);
        }
        for (word, quoted) in
            [("", "''"), ("a b", "'a b'"), ("it's/$x", r"'it'\''s/$x'"), ("#a", "'#a'"), ("~a", "'~a'")]
        {
            assert_eq!(shell_word(word), quoted);
        }
    }
}
