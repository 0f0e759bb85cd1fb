//! Splits text into sentences and tells questions from statements.
//!
//! A mark ends a sentence only before a blank or the text's end, so `client.go` and `a?b:c` are not split. Quotes and
//! brackets may be between the two, and the marks of scripts without blanks need no blank. A line end always ends a
//! sentence, as lists and headings have no marks.

/// A sentence, including preceding blanks, its mark and its line end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sentence<'t> {
    pub(crate) text: &'t str,
    pub(crate) is_question: bool,
}

/// Marks that end a sentence if a blank follows.
const END_MARKS: [char; 3] = ['.', '!', '?'];
/// Marks that end a sentence whatever follows, in scripts without blanks.
const WIDE_MARKS: [char; 3] = ['。', '！', '？'];
/// Characters that may be between a mark and the blank.
const CLOSING_MARKS: [char; 9] = ['"', '\'', ')', ']', '”', '’', '»', '*', '_'];

/// The sentences of a text, which together are the whole text. O(bytes) in total.
pub(crate) fn sentences(text: &str) -> impl Iterator<Item = Sentence<'_>> {
    let mut rest = text;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (end, is_question) = first_sentence_end(rest);
        let (text, behind) = rest.split_at(end);
        rest = behind;
        Some(Sentence { text, is_question })
    })
}

/// Whether `before` ends with a mark that ends a sentence: a wide mark, or another mark and one blank, with at most one
/// closing mark between the two. A line end alone does not count. O(1).
pub(crate) fn is_sentence_end(before: &str) -> bool {
    if before.ends_with(WIDE_MARKS) {
        return true;
    }
    let Some(sentence) = before.strip_suffix(char::is_whitespace) else { return false };
    sentence.strip_suffix(CLOSING_MARKS).unwrap_or(sentence).ends_with(END_MARKS)
}

/// The byte offset at which the first sentence ends, and whether it is a question.
fn first_sentence_end(text: &str) -> (usize, bool) {
    let (mut has_mark, mut is_wide, mut is_question) = (false, false, false);
    for (at, char) in text.char_indices() {
        match char {
            '\n' => return (at + 1, is_question),
            _ if END_MARKS.contains(&char) || WIDE_MARKS.contains(&char) => {
                has_mark = true;
                is_wide |= WIDE_MARKS.contains(&char);
                is_question |= matches!(char, '?' | '？');
            }
            _ if has_mark && CLOSING_MARKS.contains(&char) => {}
            _ if is_wide || has_mark && char.is_whitespace() => return (at, is_question),
            _ => (has_mark, is_question) = (false, false),
        }
    }
    (text.len(), is_question)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<(&str, bool)> {
        let found: Vec<Sentence<'_>> = sentences(text).collect();
        assert_eq!(found.iter().map(|sentence| sentence.text).collect::<String>(), text);
        let trimmed = found.iter().map(|sentence| (sentence.text.trim(), sentence.is_question));
        trimmed.filter(|(text, _)| !text.is_empty()).collect()
    }

    #[test]
    fn marks_before_blanks_and_line_ends_end_sentences() {
        assert_eq!(split("It fails. Why? No!"), [("It fails.", false), ("Why?", true), ("No!", false)]);
        assert_eq!(
            split("# Why\n- one\n- two?\nend"),
            [("# Why", false), ("- one", false), ("- two?", true), ("end", false)]
        );
        assert_eq!(
            split("(Really?!) \"Yes.\" *ok?*\r\n"),
            [("(Really?!)", true), ("\"Yes.\"", false), ("*ok?*", true)]
        );
        assert_eq!(split("好吗？好。Ja"), [("好吗？", true), ("好。", false), ("Ja", false)]);
    }

    #[test]
    fn marks_within_words_end_nothing() {
        for whole in ["client.go has v1.2.3", "https://a.b/c?d=e", "x = a?b:c", "f()?;", "été…"] {
            assert_eq!(split(whole), [(whole, false)]);
        }
        assert_eq!(sentences("").next(), None);
    }

    #[test]
    fn a_sentence_end_is_recognised_from_the_text_before_it() {
        for end in ["Done. ", "Why? ", "\"Yes.\" ", "(no!)\n", "好。"] {
            assert!(is_sentence_end(end), "{end}");
        }
        for other in ["", " ", "Done.", "client.", "a ", "été ", "“ "] {
            assert!(!is_sentence_end(other), "{other}");
        }
    }
}
