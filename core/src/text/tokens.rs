//! Token estimates: the likely number of a language model's tokens in a text, without the model's vocabulary.
//!
//! Each character counts by its class. The weights have the least absolute error, relative to a step's cost, on half of
//! the steps whose true cost a provider reported. `docs/window.md` names that half, and has the error on the other
//! half. Weights are in thousandths, so that sums are exact. The estimate for a text never exceeds the sum of its
//! parts' estimates. Not here: the fixed cost of a message around the text.

use alloc::vec::Vec;

/// A letter from `a` to `z`, in either case.
const LETTER: u16 = 263;
/// A decimal digit: models split numbers finely.
const DIGIT: u16 = 720;
/// A line end, including the token boundary that it causes.
const NEWLINE: u16 = 1_095;
/// A blank; a run of blanks is usually one token.
const BLANK: u16 = 53;
/// Punctuation, and characters of two bytes, which were too few in the sample for a weight of their own.
const OTHER: u16 = 722;
/// A character of three bytes (most scripts of Asia, arrows): a guess on the high side, not fitted.
const THREE_BYTES: u16 = 1_100;
/// A character of four bytes (emoji): a guess on the high side, not fitted.
const FOUR_BYTES: u16 = 2_200;

/// Thousandths of a token for each byte; a character counts at its first byte.
const WEIGHTS: [u16; 256] = weights();

const fn weights() -> [u16; 256] {
    let mut weights = [OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        weights[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' => LETTER,
            b'0'..=b'9' => DIGIT,
            b'\n' => NEWLINE,
            b' ' | b'\t' | b'\r' => BLANK,
            0x80..=0xbf => 0,
            0xe0..=0xef => THREE_BYTES,
            0xf0..=0xff => FOUR_BYTES,
            _ => OTHER,
        };
        byte += 1;
    }
    weights
}

/// The estimated tokens of a text, rounded up. O(bytes).
pub(crate) fn estimate_tokens(text: &str) -> u32 {
    Cost::of(text).tokens()
}

/// An exact token cost in thousandths; the cost of a text is the sum of its parts' costs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Cost {
    thousandths: u64,
}

impl Cost {
    /// The cost of a text. O(bytes).
    pub(crate) fn of(text: &str) -> Cost {
        Cost { thousandths: thousandths(text.as_bytes()) }
    }

    /// The greatest cost that rounds up to this many tokens.
    pub(crate) fn of_tokens(tokens: u32) -> Cost {
        Cost { thousandths: u64::from(tokens) * 1_000 }
    }

    /// The cost in tokens, rounded up.
    pub(crate) fn tokens(self) -> u32 {
        self.thousandths.div_ceil(1_000).try_into().unwrap_or(u32::MAX)
    }

    /// The cost that remains after `spent`; `None` if `spent` is greater.
    pub(crate) fn minus(self, spent: Cost) -> Option<Cost> {
        self.thousandths.checked_sub(spent.thousandths).map(|thousandths| Cost { thousandths })
    }
}

impl core::ops::Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost { thousandths: self.thousandths.saturating_add(other.thousandths) }
    }
}

impl core::iter::Sum for Cost {
    fn sum<I: Iterator<Item = Cost>>(costs: I) -> Cost {
        costs.fold(Cost::default(), |sum, cost| sum + cost)
    }
}

fn thousandths(bytes: &[u8]) -> u64 {
    let weight = |byte: u8| u32::from(WEIGHTS[usize::from(byte)]);
    let (eights, rest) = bytes.as_chunks::<8>();
    // Read as one number: eight bytes per iteration, and one memory access each for the weights.
    let of_eight = |eight: &[u8; 8]| {
        let bytes = u64::from_le_bytes(*eight);
        u64::from((0..8).fold(0, |sum, at| sum + weight((bytes >> (8 * at)) as u8)))
    };
    eights.iter().map(of_eight).sum::<u64>() + rest.iter().map(|&byte| u64::from(weight(byte))).sum::<u64>()
}

/// Number of bytes between two stored sums. The cost of a span reads at most twice as many bytes.
const STRIDE: usize = 64;

/// Token estimates for spans of one text, each in constant time.
pub(crate) struct TokenCounts<'t> {
    bytes: &'t [u8],
    /// Sum of thousandths before every `STRIDE`-th byte.
    sums_before: Vec<u64>,
}

impl<'t> TokenCounts<'t> {
    /// Sums up a text once. O(bytes).
    pub(crate) fn new(text: &'t str) -> TokenCounts<'t> {
        let bytes = text.as_bytes();
        let mut sum = 0;
        let before_chunk = |chunk| {
            let before = sum;
            sum += thousandths(chunk);
            before
        };
        let before = bytes.chunks(STRIDE).map(before_chunk).collect();
        TokenCounts { bytes, sums_before: before }
    }

    /// The estimated tokens of the bytes from `start` to before `end`, both limited to the text. O(1).
    pub(crate) fn span(&self, start: usize, end: usize) -> u32 {
        Cost { thousandths: self.sum_before(end).saturating_sub(self.sum_before(start)) }.tokens()
    }

    fn sum_before(&self, at: usize) -> u64 {
        let at = at.min(self.bytes.len());
        let stored = at.saturating_sub(1) / STRIDE;
        self.sums_before.get(stored).map_or(0, |before| before + thousandths(&self.bytes[stored * STRIDE..at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_count_by_their_weights_and_round_up() {
        assert_eq!(estimate_tokens(""), 0);
        assert_eq!(estimate_tokens("a"), 1);
        assert_eq!(estimate_tokens("abcd"), 2);
        assert_eq!(estimate_tokens("    "), 1);
        assert_eq!(estimate_tokens("1234"), 3);
        assert_eq!(estimate_tokens("})];"), 3);
        assert_eq!(estimate_tokens("漢字"), 3);
    }

    #[test]
    fn a_whole_never_costs_more_than_its_parts() {
        let text = "fn naïve(x: &str) -> u32 { 42 }\n🦀 // done\n".repeat(40);
        for at in (0..text.len()).filter(|&at| text.is_char_boundary(at)) {
            let (head, tail) = text.split_at(at);
            assert!(estimate_tokens(&text) <= estimate_tokens(head) + estimate_tokens(tail));
        }
    }

    #[test]
    fn spans_cost_the_same_as_their_text() {
        let text = "def f(a, b=10):\n    return {'k': a}\n".repeat(20);
        let counts = TokenCounts::new(&text);
        for start in (0..text.len()).step_by(7) {
            for end in (start..=text.len()).step_by(13) {
                assert_eq!(counts.span(start, end), estimate_tokens(&text[start..end]), "{start}..{end}");
            }
        }
        assert_eq!(counts.span(0, usize::MAX), estimate_tokens(&text));
        assert_eq!(counts.span(9, 3), 0);
        assert_eq!(TokenCounts::new("").span(0, 5), 0);
    }
}
