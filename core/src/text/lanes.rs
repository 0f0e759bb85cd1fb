//! Bytes of a class, and runs of them, found eight at a time.
//!
//! A loop by bytes is mostly its own turns, each of which is also a look at the epoch in a component that can be interrupted.
//! Not here: what the classes are for.

/// How many bytes [`bits`] looks at, and how many bits it has.
pub(crate) const BLOCK: usize = 64;

/// The highest bit of each of eight bytes; alone it says that a byte lies beyond ASCII.
pub(crate) const HIGHEST: u64 = each(0x80);
const LOWER: u64 = each(0x7f);

/// Eight times the same byte.
const fn each(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// Which bytes of at most [`BLOCK`] are of a class, the first at the lowest bit. `class` keeps of eight bytes the highest bit of
/// each that is; a zero, with which the last eight are filled up, must not be.
#[inline]
pub(crate) fn bits(block: &[u8], mut class: impl FnMut(u64) -> u64) -> u64 {
    // The product brings the highest bits of eight bytes together in its own highest byte.
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

/// Hands over the runs of a text's bytes that `of_runs` gives a bit for in each block, which must begin and end between characters.
#[inline]
pub(crate) fn runs<'t>(text: &'t str, mut of_runs: impl FnMut(&[u8]) -> u64, mut take: impl FnMut(&'t str)) {
    let (mut start, mut in_run) = (0, false);
    // The last block may be empty, so that a run ends in it at the latest.
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
    let differs = eight ^ each(b'\n');
    !((differs & LOWER).wrapping_add(LOWER) | differs) & HIGHEST
}

/// The class of ASCII's white space.
#[inline]
pub(crate) fn blanks(eight: u64) -> u64 {
    let lower = eight & LOWER;
    let controls = from(lower, b'\t') & !from(lower, b'\r' + 1);
    let spaces = !from(lower ^ each(b' '), 1);
    (controls | spaces) & !eight & HIGHEST
}

/// The class of what can stand in a word: ASCII letters, digits, underscores, and every byte beyond ASCII.
#[inline]
pub(crate) fn of_words(eight: u64) -> u64 {
    let lower = eight & LOWER;
    let small = lower | each(b'a' - b'A');
    let letters = from(small, b'a') & !from(small, b'z' + 1);
    let digits = from(lower, b'0') & !from(lower, b'9' + 1);
    let underscores = !from(lower ^ each(b'_'), 1);
    (letters | digits | underscores | eight) & HIGHEST
}

/// Sets the highest bit of each byte, below 0x80 all of them, from `first` on: no sum reaches the next byte.
#[inline]
fn from(lower: u64, first: u8) -> u64 {
    lower.wrapping_add(each(0x80 - first))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One bit for each byte of a class, asked one by one.
    fn one_by_one(block: &[u8], is_of: impl Fn(u8) -> bool) -> u64 {
        block.iter().zip(0..).fold(0, |bits, (&byte, at)| bits | u64::from(is_of(byte)) << at)
    }

    #[test]
    fn every_byte_is_told_beside_every_neighbour() {
        let is_of_words = |byte: u8| byte >= 0x80 || byte == b'_' || byte.is_ascii_alphanumeric();
        for one in 0..=u8::MAX {
            for other in 0..=u8::MAX {
                for block in [[one, other, one, one, other, other, one, other, other], [other; 9]] {
                    assert_eq!(bits(&block, of_words), one_by_one(&block, is_of_words), "{block:?}");
                    assert_eq!(bits(&block, line_ends), one_by_one(&block, |byte| byte == b'\n'), "{block:?}");
                    let is_blank = |byte: u8| matches!(byte, b' ' | b'\t'..=b'\r');
                    assert_eq!(bits(&block, blanks), one_by_one(&block, is_blank), "{block:?}");
                }
            }
        }
    }

    #[test]
    fn blocks_of_every_length_are_seen_to_their_ends() {
        let text: Vec<u8> = (0..BLOCK).map(|at| if at % 3 == 0 { b'\n' } else { b'a' }).collect();
        for len in 0..=BLOCK {
            let block = &text[..len];
            assert_eq!(bits(block, line_ends), one_by_one(block, |byte| byte == b'\n'));
            assert_eq!(bits(block, of_words), one_by_one(block, |byte| byte == b'a'));
        }
    }
}
