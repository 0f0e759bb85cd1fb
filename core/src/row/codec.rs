//! Variable-length numbers, and a reader that tolerates any input.
//!
//! Numbers are varints: seven bits per byte, low bits first. Signed ones have their sign in the lowest bit (zigzag).
//! The reader returns `None` if the bytes end early or a value does not fit, and returns a count only if that many
//! records can still follow.

use alloc::vec::Vec;

#[derive(Default)]
pub(crate) struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    pub(crate) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Writes a number in 1 to 5 bytes.
    #[inline]
    pub(crate) fn number(&mut self, number: u32) {
        if number < 0x80 { self.byte(number as u8) } else { self.long_number(number) }
    }

    fn long_number(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// Writes the difference from `from` to `to`, in either direction; small differences take few bytes.
    #[inline]
    pub(crate) fn delta(&mut self, from: u32, to: u32) {
        let step = to.wrapping_sub(from) as i32;
        self.number((step << 1 ^ step >> 31) as u32);
    }

    /// Writes the number of records that follow.
    pub(crate) fn count(&mut self, n_records: usize) {
        self.number(n_records as u32);
    }

    /// Writes a text, preceded by its length.
    pub(crate) fn text(&mut self, text: &str) {
        self.count(text.len());
        self.raw(text.as_bytes());
    }

    /// Writes bytes without their length.
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Reserves space for records of `N` bytes each, which the caller fills.
    pub(crate) fn records<const N: usize>(&mut self, n_records: usize) -> &mut [[u8; N]] {
        let start = self.bytes.len();
        self.bytes.resize(start + n_records * N, 0);
        self.bytes[start..].as_chunks_mut().0
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

#[derive(Clone)]
pub(crate) struct Reader<'b> {
    unread: &'b [u8],
}

impl<'b> Reader<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Reader<'b> {
        Reader { unread: bytes }
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.unread.split_first()?;
        self.unread = rest;
        Some(byte)
    }

    #[inline]
    pub(crate) fn number(&mut self) -> Option<u32> {
        match self.unread {
            [byte @ 0..0x80, rest @ ..] => {
                self.unread = rest;
                Some(u32::from(*byte))
            }
            _ => self.long_number(),
        }
    }

    fn long_number(&mut self) -> Option<u32> {
        let mut number = 0;
        for index in 0..5 {
            let byte = self.byte()?;
            let bits = u32::from(byte & 0x7f);
            if index == 4 && bits > 0xf {
                return None;
            }
            number |= bits << (7 * index);
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// Reads a difference; returns `from` plus the difference.
    #[inline]
    pub(crate) fn delta(&mut self, from: u32) -> Option<u32> {
        let folded = self.number()?;
        let step = (folded >> 1) ^ (folded & 1).wrapping_neg();
        Some(from.wrapping_add(step))
    }

    /// Reads a number; `None` unless it is below `end`.
    #[inline]
    pub(crate) fn below(&mut self, end: usize) -> Option<u32> {
        self.number().filter(|&number| (number as usize) < end)
    }

    /// Reads the number of records that follow, each of at least `min_bytes` (1 or more).
    pub(crate) fn count(&mut self, min_bytes: usize) -> Option<usize> {
        let n_records = self.number()? as usize;
        (n_records <= self.unread.len() / min_bytes).then_some(n_records)
    }

    pub(crate) fn has_bytes(&self, n_bytes: usize) -> bool {
        n_bytes <= self.unread.len()
    }

    /// Reads a text, preceded by its length.
    pub(crate) fn text(&mut self) -> Option<&'b str> {
        let n_bytes = self.count(1)?;
        core::str::from_utf8(self.raw(n_bytes)?).ok()
    }

    /// Reads texts with their lengths, and calls `take` with each. `None` may follow some calls of `take`.
    pub(crate) fn texts(&mut self, n_texts: usize, take: &mut impl FnMut(&'b str)) -> Option<()> {
        let start = self.clone();
        for _ in 0..n_texts {
            let n_bytes = self.count(1)?;
            self.raw(n_bytes)?;
        }
        let block = &start.unread[..start.unread.len() - self.unread.len()];
        // Lengths below 128 are ASCII characters themselves, so usually the whole block is valid UTF-8 and is checked
        // at once.
        let valid_text = core::str::from_utf8(block).ok();
        let mut reader = Reader::new(block);
        for _ in 0..n_texts {
            let n_bytes = reader.count(1)?;
            let at = block.len() - reader.unread.len();
            let bytes = reader.raw(n_bytes)?;
            take(match valid_text.and_then(|valid_text| valid_text.get(at..at + n_bytes)) {
                Some(text) => text,
                None => core::str::from_utf8(bytes).ok()?,
            });
        }
        Some(())
    }

    pub(crate) fn raw(&mut self, n_bytes: usize) -> Option<&'b [u8]> {
        let (bytes, rest) = self.unread.split_at_checked(n_bytes)?;
        self.unread = rest;
        Some(bytes)
    }

    /// `None` unless everything was read.
    pub(crate) fn finish(self) -> Option<()> {
        self.unread.is_empty().then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: [u32; 10] = [0, 1, 127, 128, 16_383, 16_384, 1 << 21, 1 << 28, u32::MAX - 1, u32::MAX];

    #[test]
    fn numbers_and_steps_round_trip() {
        let mut writer = Writer::default();
        for from in NUMBERS {
            writer.number(from);
            NUMBERS.iter().for_each(|&to| writer.delta(from, to));
        }
        let bytes = writer.finish();
        let mut reader = Reader::new(&bytes);
        for from in NUMBERS {
            assert_eq!(reader.number(), Some(from));
            NUMBERS.iter().for_each(|&to| assert_eq!(reader.delta(from), Some(to)));
        }
        assert_eq!(reader.finish(), Some(()));
    }

    #[test]
    fn small_steps_take_one_byte() {
        for to in [100 - 64, 99, 100, 101, 163] {
            let mut writer = Writer::default();
            writer.delta(100, to);
            assert_eq!(writer.finish().len(), 1, "{to}");
        }
    }

    #[test]
    fn texts_round_trip_whatever_their_lengths_look_like() {
        let long_texts = ["é".repeat(64), "x".repeat(127), "ß".repeat(100), "y".repeat(16_512)];
        for texts in [vec![""], vec!["a", "", "naïve", "日本"], long_texts.iter().map(String::as_str).collect()] {
            let mut writer = Writer::default();
            texts.iter().for_each(|text| writer.text(text));
            writer.byte(0xff);
            let bytes = writer.finish();
            let mut reader = Reader::new(&bytes);
            let mut texts_read = Vec::new();
            assert_eq!(reader.texts(texts.len(), &mut |text| texts_read.push(text)), Some(()));
            assert_eq!((texts_read, reader.unread), (texts, &[0xff][..]));
        }
    }

    #[test]
    fn a_text_that_is_cut_inside_a_character_is_refused_even_if_the_whole_is_valid() {
        // The length is one byte, but the character has two.
        for bytes in [&b"\x01\xc3\xa9"[..], b"\x02\xc3\xa9\x01\xff", b"\x05abc"] {
            assert_eq!(Reader::new(bytes).texts(2, &mut |_| {}), None, "{bytes:?}");
        }
    }

    #[test]
    fn a_number_that_does_not_fit_or_does_not_end_is_refused() {
        for bytes in [&b""[..], b"\x80", b"\xff\xff\xff\xff\x1f", b"\x80\x80\x80\x80\x80\x00"] {
            assert_eq!(Reader::new(bytes).number(), None, "{bytes:?}");
        }
    }

    #[test]
    fn a_count_beyond_the_bytes_is_refused_before_anything_is_allocated() {
        let mut writer = Writer::default();
        writer.count(u32::MAX as usize);
        writer.raw(b"abc");
        let bytes = writer.finish();
        assert_eq!(Reader::new(&bytes).count(1), None);
        assert_eq!(Reader::new(&bytes).text(), None);
        assert_eq!(Reader::new(b"\x03abc").count(2), None);
        assert_eq!(Reader::new(b"\x03abc").text(), Some("abc"));
        assert_eq!(Reader::new(b"\x02\xff\xff").text(), None);
    }
}
