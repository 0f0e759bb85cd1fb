//! A filter for words that may be part of a secret: by their form, as a program's name or as a header's scheme. The
//! filter reads only the first three bytes of a word; words that do not pass are skipped.

use super::forms::FORMS;
use super::headers::SCHEMES;
use super::programs::COMMANDS;

/// Beginnings of words that have rules of their own, besides forms, programs and schemes.
const OTHER_PREFIXES: [&[u8]; 5] = [b"atlasv1.", b"eyJ", b"mmk", b"Private-Lines", b"password"];
const N_BITS: usize = 64;
/// Number of hash values of three bytes.
const N_HASHES: usize = 1 << 16;

/// Bit set of the hashes of the first three bytes of words that may be part of a secret.
static PREFIX_HASHES: [u64; N_HASHES / N_BITS] = prefix_hashes();

const fn prefix_hashes() -> [u64; N_HASHES / N_BITS] {
    let mut bits = [0; N_HASHES / N_BITS];
    let mut at = 0;
    while at < FORMS.len() {
        add_prefix(&mut bits, FORMS[at].prefix.as_bytes(), false);
        at += 1;
    }
    at = 0;
    while at < COMMANDS.len() {
        add_prefix(&mut bits, COMMANDS[at].name, false);
        at += 1;
    }
    at = 0;
    while at < SCHEMES.len() {
        add_prefix(&mut bits, SCHEMES[at].name, true);
        at += 1;
    }
    at = 0;
    while at < OTHER_PREFIXES.len() {
        add_prefix(&mut bits, OTHER_PREFIXES[at], false);
        at += 1;
    }
    bits
}

/// Adds the first three letters of a word. A word of two letters is added with every possible third byte.
const fn add_prefix(bits: &mut [u64; N_HASHES / N_BITS], word: &[u8], in_any_case: bool) {
    let mut third = if word.len() > 2 { word[2] as usize } else { 0 };
    let end = if word.len() > 2 { third + 1 } else { 256 };
    while third < end {
        let mut case = 0;
        while case < 8 {
            set_bit(bits, in_case(word[0], case & 1), in_case(word[1], case & 2), in_case(third as u8, case & 4));
            case += if in_any_case { 1 } else { 8 };
        }
        third += 1;
    }
}

const fn in_case(letter: u8, is_capital: usize) -> u8 {
    if is_capital == 0 { letter } else { letter.to_ascii_uppercase() }
}

const fn set_bit(bits: &mut [u64; N_HASHES / N_BITS], first: u8, second: u8, third: u8) {
    let hash = hash_three(first, second, third);
    bits[hash / N_BITS] |= 1 << (hash % N_BITS);
}

const fn hash_three(first: u8, second: u8, third: u8) -> usize {
    ((first as usize) << 9 ^ (second as usize) << 4 ^ third as usize) & (N_HASHES - 1)
}

/// Whether the word that begins at `at` may be part of a secret; false positives are possible.
pub(super) fn may_begin_secret(bytes: &[u8], at: usize) -> bool {
    let Some([first, second, third]) = bytes.get(at..at + 3) else { return false };
    let hash = hash_three(*first, *second, *third);
    // Tokens of Discord begin with one of these letters, and any letters may follow.
    matches!(first, b'M'..=b'O') || PREFIX_HASHES[hash / N_BITS] >> (hash % N_BITS) & 1 == 1
}
