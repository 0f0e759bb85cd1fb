//! The words of prose, each with the gap before it. The punctuation in a gap decides whether `May` and `7` are one
//! date, or `May` begins a sentence.
//!
//! Not here: the parts of identifiers (`terms`).

/// A run of letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Word<'t> {
    /// The characters between this word and the one before it, or the text's start.
    pub(crate) gap: &'t str,
    pub(crate) text: &'t str,
}

/// The words of a text in order. O(bytes) in total.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut rest = text;
    core::iter::from_fn(move || {
        let (gap, from_word) = rest.split_at(rest.find(char::is_alphanumeric)?);
        let n_bytes = from_word.find(|char: char| !char.is_alphanumeric()).unwrap_or(from_word.len());
        let (text, behind) = from_word.split_at(n_bytes);
        rest = behind;
        Some(Word { gap, text })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_with_the_marks_before_them() {
        let found: Vec<(&str, &str)> = words("… 7th of May, 2023·été!").map(|word| (word.gap, word.text)).collect();
        assert_eq!(found, [("… ", "7th"), (" ", "of"), (" ", "May"), (", ", "2023"), ("·", "été")]);
        for none in ["", " ", "?!", "🦀"] {
            assert_eq!(words(none).next(), None, "{none}");
        }
    }
}
