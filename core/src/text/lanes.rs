//! Finds bytes of a class, and runs of them, eight bytes at a time (SWAR).
//!
//! A loop over single bytes is slow in an interruptible component, where each iteration checks the epoch. Not here:
//! what the classes are used for.

/// The number of bytes that [`class_bits`] examines, and of bits in its result.
pub(crate) const BLOCK: usize = 64;

/// The high bit of each of eight bytes; it is set in non-ASCII bytes.
pub(crate) const HIGH_BITS: u64 = repeat_byte(0x80);
const LOW_BITS: u64 = repeat_byte(0x7f);

/// A word of eight copies of a byte.
const fn repeat_byte(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// A bit set of those bytes, among at most [`BLOCK`] bytes, that are of a class. The first byte has the lowest bit.
///
/// `class` gets eight bytes, and sets the high bit of each byte of the class. It must not set the bit of a zero byte,
/// because the last eight bytes are padded with zeros.
#[inline]
pub(crate) fn class_bits(block: &[u8], mut class: impl FnMut(u64) -> u64) -> u64 {
    // The product collects the highest bits of eight bytes in its highest byte.
    let mut gathered =
        |eight: [u8; 8]| (class(u64::from_le_bytes(eight)) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let (eights, rest) = block.as_chunks::<8>();
    let mut bits = eights.iter().zip((0..).step_by(8)).fold(0, |bits, (&eight, at)| bits | gathered(eight) << at);
    if !rest.is_empty() {
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        bits |= gathered(last) << (8 * eights.len());
    }
    bits
}

/// Calls `take` with each run of bytes for which `of_runs` sets a bit. Runs must begin and end on character
/// boundaries.
#[inline]
pub(crate) fn runs<'t>(text: &'t str, mut of_runs: impl FnMut(&[u8]) -> u64, mut take: impl FnMut(&'t str)) {
    let (mut start, mut in_run) = (0, false);
    // The last block may be empty; a run that lasts to the end of the text ends there.
    for at in (0..=text.len()).step_by(BLOCK) {
        let of_runs = of_runs(&text.as_bytes()[at..text.len().min(at + BLOCK)]);
        let mut edges = of_runs ^ (of_runs << 1 | u64::from(in_run));
        while edges != 0 {
            let edge = at + edges.trailing_zeros() as usize;
            edges &= edges - 1;
            if in_run {
                take(&text[start..edge]);
            }
            (start, in_run) = (edge, !in_run);
        }
    }
}

/// The class of line ends.
#[inline]
pub(crate) fn line_ends(eight: u64) -> u64 {
    let differs = eight ^ repeat_byte(b'\n');
    !((differs & LOW_BITS).wrapping_add(LOW_BITS) | differs) & HIGH_BITS
}

/// The class of ASCII white space.
#[inline]
pub(crate) fn blanks(eight: u64) -> u64 {
    let lower = eight & LOW_BITS;
    let controls = at_least(lower, b'\t') & !at_least(lower, b'\r' + 1);
    let spaces = !at_least(lower ^ repeat_byte(b' '), 1);
    (controls | spaces) & !eight & HIGH_BITS
}

/// The class of word bytes: ASCII letters, digits, underscores, and all non-ASCII bytes.
#[inline]
pub(crate) fn word_bytes(eight: u64) -> u64 {
    let lower = eight & LOW_BITS;
    let small = lower | repeat_byte(b'a' - b'A');
    let letters = at_least(small, b'a') & !at_least(small, b'z' + 1);
    let digits = at_least(lower, b'0') & !at_least(lower, b'9' + 1);
    let underscores = !at_least(lower ^ repeat_byte(b'_'), 1);
    (letters | digits | underscores | eight) & HIGH_BITS
}

/// Sets the high bit of each byte that is at least `first`. All bytes must be below 0x80, so no sum overflows into
/// the next byte.
#[inline]
fn at_least(lower: u64, first: u8) -> u64 {
    lower.wrapping_add(repeat_byte(0x80 - first))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same bit set, computed byte by byte.
    fn one_by_one(block: &[u8], is_of: impl Fn(u8) -> bool) -> u64 {
        block.iter().zip(0..).fold(0, |bits, (&byte, at)| bits | u64::from(is_of(byte)) << at)
    }

    #[test]
    fn every_byte_is_classified_correctly_next_to_every_other() {
        let is_of_words = |byte: u8| byte >= 0x80 || byte == b'_' || byte.is_ascii_alphanumeric();
        for one in 0..=u8::MAX {
            for other in 0..=u8::MAX {
                for block in [[one, other, one, one, other, other, one, other, other], [other; 9]] {
                    assert_eq!(class_bits(&block, word_bytes), one_by_one(&block, is_of_words), "{block:?}");
                    assert_eq!(class_bits(&block, line_ends), one_by_one(&block, |byte| byte == b'\n'), "{block:?}");
                    let is_blank = |byte: u8| matches!(byte, b' ' | b'\t'..=b'\r');
                    assert_eq!(class_bits(&block, blanks), one_by_one(&block, is_blank), "{block:?}");
                }
            }
        }
    }

    #[test]
    fn blocks_of_every_length_are_examined_to_their_ends() {
        let text: Vec<u8> = (0..BLOCK).map(|at| if at % 3 == 0 { b'\n' } else { b'a' }).collect();
        for len in 0..=BLOCK {
            let block = &text[..len];
            assert_eq!(class_bits(block, line_ends), one_by_one(block, |byte| byte == b'\n'));
            assert_eq!(class_bits(block, word_bytes), one_by_one(block, |byte| byte == b'a'));
        }
    }
}
