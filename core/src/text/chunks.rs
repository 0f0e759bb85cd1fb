//! Long texts in parts, each of which is a document of its own.

use alloc::vec::Vec;
use core::ops::Range;

/// A text of up to so many bytes is one part, and no part has more.
const MAX_BYTES: usize = 1_200;
/// About the bytes of a part of a longer one.
const PART_BYTES: usize = 800;
/// The most parts: the last one has all the rest.
const MAX_PARTS: usize = 255;

/// The parts of a text, one after the other, cut where paragraphs end, else lines, else sentences, else words; none of an empty text.
pub(crate) fn chunks(text: &str) -> Vec<Range<usize>> {
    let (mut parts, mut start) = (Vec::new(), 0);
    while start < text.len() {
        let is_rest = text.len() - start <= MAX_BYTES || parts.len() + 1 == MAX_PARTS;
        let end = if is_rest { text.len() } else { start + cut(&text[start..]) };
        parts.push(start..end);
        start = end;
    }
    parts
}

/// Where the first part of a long text ends.
fn cut(text: &str) -> usize {
    let (least, most) = (text.floor_char_boundary(PART_BYTES / 2), text.floor_char_boundary(PART_BYTES));
    let window = &text[least..most];
    let ends = ["\n\n", "\n", ". ", " "];
    let end = ends.iter().find_map(|end| Some(least + window.rfind(end)? + end.len()));
    end.unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;

    #[test]
    fn a_text_is_the_sum_of_its_parts_none_of_which_is_empty_or_long() {
        let words = ["word ", "sentence. ", "line\n", "paragraph\n\n", "ünïcödé", "一二三"];
        for seed in 0..200_usize {
            let text: String = (0..seed * 7).map(|at| words[(at * (seed + 3) / 5) % words.len()]).collect();
            let parts = chunks(&text);
            assert_eq!(parts.iter().map(|part| &text[part.clone()]).collect::<String>(), text);
            assert!(parts.iter().all(|part| !part.is_empty() && part.len() <= MAX_BYTES), "{parts:?}");
        }
        assert_eq!(chunks(&"a".repeat(1_000_000)).len(), MAX_PARTS);
        assert!(chunks("").is_empty());
    }

    #[test]
    fn a_long_text_is_cut_where_a_paragraph_ends() {
        let text = "a sentence. ".repeat(50) + "\n\n" + &"another one. ".repeat(90);
        assert_eq!(chunks(&text)[0].end, 602);
    }
}
