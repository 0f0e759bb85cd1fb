//! Chunks: the parts of a long text, each of which is found and scored by itself.
//!
//! Chunks end at the ends of paragraphs, lines, sentences or words, if there are any. They do not overlap: each byte is
//! in one chunk.

use core::cmp::Reverse;
use core::ops::Range;

use super::sentences::is_sentence_end;

/// Greatest length of a chunk in bytes; a text no longer than this is one chunk.
const MAX_BYTES: usize = 1_200;
/// Preferred length of a chunk in bytes.
const AIM_BYTES: usize = 800;
/// Least length in bytes of each chunk of a text that has several.
const MIN_BYTES: usize = 400;
/// Greatest number of chunks of a text, so that a chunk's index fits a byte. The last chunk has the whole rest of the
/// text.
const MAX_CHUNKS: usize = 255;

/// A boundary at which a chunk may end, in ascending order of preference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Word,
    Sentence,
    Line,
    Paragraph,
}

/// The chunks of a text in order, as byte ranges on character boundaries; none for an empty text. O(bytes).
pub(crate) fn chunks(text: &str) -> impl Iterator<Item = Range<usize>> {
    let (mut start, mut n_chunks) = (0, 0);
    core::iter::from_fn(move || {
        if start == text.len() {
            return None;
        }
        n_chunks += 1;
        let end = if n_chunks == MAX_CHUNKS { text.len() } else { start + first_len(&text[start..]) };
        Some(core::mem::replace(&mut start, end)..end)
    })
}

/// Length in bytes of the first chunk: up to the best boundary and, of equally good ones, the nearest to [`AIM_BYTES`].
fn first_len(rest: &str) -> usize {
    if rest.len() <= MAX_BYTES {
        return rest.len();
    }
    // The rest must not be too short for a chunk either.
    let longest = MAX_BYTES.min(rest.len() - MIN_BYTES);
    let places = (MIN_BYTES..=longest).filter(|&at| rest.is_char_boundary(at));
    let ends = places.filter_map(|at| Some((end_at(&rest[..at])?, Reverse(at.abs_diff(AIM_BYTES)), at)));
    ends.max().map_or(rest.floor_char_boundary(AIM_BYTES), |(_, _, at)| at)
}

/// The kind of boundary at the end of `before`; `None` inside a word. O(1).
fn end_at(before: &str) -> Option<End> {
    if before.ends_with("\n\n") || before.ends_with("\n\r\n") {
        Some(End::Paragraph)
    } else if before.ends_with('\n') {
        Some(End::Line)
    } else if is_sentence_end(before) {
        Some(End::Sentence)
    } else {
        before.ends_with(char::is_whitespace).then_some(End::Word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk_texts(text: &str) -> Vec<&str> {
        chunks(text).map(|range| &text[range]).collect()
    }

    /// Pseudo-random numbers (xorshift64).
    struct Chance(u64);

    impl Chance {
        fn below(&mut self, end: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as usize % end
        }

        fn text(&mut self, n_pieces: usize) -> String {
            const PIECES: [&str; 12] =
                ["word ", "été", "漢字", "🦀", ". ", "? ", "\n", "\n\n", "\r\n\r\n", "x", "longerword", "。"];
            // Some texts have only the first few kinds of pieces, so that each kind of end is the best one in some
            // text.
            let n_kinds = 1 + self.below(PIECES.len());
            let first = self.below(PIECES.len());
            (0..n_pieces).map(|_| PIECES[(first + self.below(n_kinds)) % PIECES.len()]).collect()
        }
    }

    #[test]
    fn every_byte_of_any_text_is_in_one_chunk_of_a_bounded_size() {
        let mut chance = Chance(7);
        for _ in 0..400 {
            let n_pieces = chance.below(4_000);
            let text = chance.text(n_pieces);
            let texts = chunk_texts(&text);
            assert_eq!(texts.concat(), text);
            assert!(texts.len() < MAX_CHUNKS);
            let shortest = if texts.len() > 1 { MIN_BYTES } else { 1 };
            for chunk in texts {
                assert!((shortest..=MAX_BYTES).contains(&chunk.len()), "{} bytes", chunk.len());
            }
        }
    }

    #[test]
    fn a_text_is_whole_as_long_as_it_may_be() {
        assert_eq!(chunk_texts(""), [""; 0]);
        for text in ["a".to_owned(), "a\n\n".repeat(400)] {
            assert_eq!(chunk_texts(&text), [&text]);
        }
        assert_eq!(chunk_texts(&"a".repeat(1_201)).iter().map(|chunk| chunk.len()).collect::<Vec<_>>(), [800, 401]);
    }

    /// For each kind of end, a text in which a chunk ends at the better end, although a worse one is nearer to the aim.
    #[test]
    fn a_text_is_cut_where_it_pauses_most() {
        let words = |n_bytes: usize| "word ".repeat(n_bytes / 5);
        for (better, worse) in [("\n\n", "\n"), ("\n\r\n", "\n"), ("\n", "end. "), ("end. ", "no_end "), (" ", "é")] {
            let within = if better == " " { "x".repeat(300) } else { words(300) };
            let head = format!("{within}{within}{better}");
            let text = format!("{head}{}{worse}{}", &within[..200], within.repeat(3));
            assert_eq!(chunk_texts(&text)[0], head, "{better:?}");
        }
        let (near, far) = (words(750), words(450));
        assert_eq!(chunk_texts(&format!("{far}\n{}\n{}", words(300), words(600)))[0].len(), far.len() + 302);
        assert_eq!(chunk_texts(&format!("{near}\n{}\n{}", words(300), words(600)))[0].len(), near.len() + 1);
    }

    #[test]
    fn the_last_chunk_has_the_rest_of_the_longest_texts() {
        let text = "漢".repeat(100_000);
        let texts = chunk_texts(&text);
        assert_eq!(texts.len(), 255);
        assert_eq!(texts.concat(), text);
        assert!(texts[..254].iter().all(|chunk| chunk.len() == 798));
    }
}
