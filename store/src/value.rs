//! The stored form of a row's value: verbatim, or compressed if that saves a quarter.
//!
//! A damaged value decodes to other bytes, which the component detects by the row's checksum.

use std::borrow::Cow;

use lz4_flex::block::{compress, decompress};

const VERBATIM: u8 = 0;
/// First byte of a compressed value; the length of the value follows in four bytes, little-endian, then an LZ4 block.
const COMPRESSED: u8 = 1;
/// Least length in bytes of a value that is compressed.
const MIN_COMPRESSED_BYTES: usize = 64;
/// Greatest length in bytes of a value that is compressed (64 MiB): longer ones are stored verbatim, and a greater
/// stated length is damage.
const MAX_BYTES: usize = 1 << 26;

/// The stored form of a value: one byte longer than it, or at most three quarters as long.
pub(crate) fn encode_value(value: &[u8]) -> Vec<u8> {
    if (MIN_COMPRESSED_BYTES..=MAX_BYTES).contains(&value.len()) {
        let block = compress(value);
        if block.len() + 5 <= value.len() / 4 * 3 {
            return [&[COMPRESSED][..], &(value.len() as u32).to_le_bytes(), &block].concat();
        }
    }
    [&[VERBATIM], value].concat()
}

/// Decodes a stored form; a damaged one yields other bytes.
pub(crate) fn decode_value(stored: &[u8]) -> Cow<'_, [u8]> {
    match stored {
        [VERBATIM, value @ ..] => Cow::Borrowed(value),
        [COMPRESSED, content @ ..] => decompressed(content).map_or(Cow::Borrowed(content), Cow::Owned),
        other => Cow::Borrowed(other),
    }
}

fn decompressed(content: &[u8]) -> Option<Vec<u8>> {
    let (length, block) = content.split_first_chunk::<4>()?;
    let length = u32::from_le_bytes(*length) as usize;
    decompress(block, Some(length).filter(|&length| length <= MAX_BYTES)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_round_trips_and_grows_by_a_byte_at_most() {
        let noise = |n: usize| {
            (0..n).scan(7u32, |x, _| {
                *x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                Some((*x >> 24) as u8)
            })
        };
        for n in [0, 1, 63, 64, 65, 1_000, 100_000] {
            for bytes in [vec![b'a'; n], noise(n).collect(), b"def shelf(self): ".repeat(n)] {
                let stored = encode_value(&bytes);
                assert!(stored.len() <= bytes.len() + 1, "{n}");
                assert_eq!(decode_value(&stored), bytes, "{n}");
            }
        }
        assert!(encode_value(&b"def shelf(self): ".repeat(100)).len() < 100);
    }

    #[test]
    fn a_value_that_is_too_long_to_be_compressed_round_trips() {
        for n in [MAX_BYTES, MAX_BYTES + 1] {
            let bytes = vec![b'a'; n];
            assert!(decode_value(&encode_value(&bytes)) == bytes, "{n}");
        }
    }

    #[test]
    fn a_damaged_value_decodes_to_other_bytes_and_never_panics() {
        let encoded = encode_value(&b"def shelf(self, title): return title ".repeat(50));
        for at in 0..encoded.len() {
            for damage in [0, 1, 0x80, 0xff] {
                let mut bytes = encoded.clone();
                bytes[at] ^= damage;
                let _ = decode_value(&bytes);
                let _ = decode_value(&bytes[..at]);
            }
        }
        assert_eq!(*decode_value(&[COMPRESSED, 255, 255, 255, 255, 0]), [255, 255, 255, 255, 0]);
        assert_eq!(*decode_value(&[9, 1]), [9, 1]);
    }
}
