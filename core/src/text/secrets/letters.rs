//! Tells random strings of letters from words and identifiers, by pairs of letters that are rare in words and
//! identifiers.

/// For each letter, the bit set of letters that often follow it (`a` in the lowest bit): the 384 pairs that make up
/// 98 % of those in Python's standard library and in this repository.
const COMMON_PAIRS: [u32; 26] = [
    0x1febd7f, 0x11efb1f, 0x11efdbf, 0x13ef97f, 0x1fffdff, 0x11ee93f, 0x01e79d1, 0x11e5919, 0x2aefc7f, 0x0144011,
    0x04c6959, 0x13cfd7f, 0x11cd91b, 0x13efdff, 0x0fefd7f, 0x11eedbd, 0x0100800, 0x17efd7f, 0x17ffdfd, 0x17ef9bf,
    0x00ef97f, 0x0004111, 0x0066199, 0x088913d, 0x00cf914, 0x0000111,
];
/// Greatest number of pairs for each rare pair in a random value.
const PAIRS_PER_RARE: usize = 6;
/// Greatest average length of the words of a mixed-case random value; those of identifiers are longer.
const MAX_MEAN_WORD_LETTERS: usize = 3;

/// Whether a value of letters only, or of base64 without digits, looks random.
pub(super) fn is_random_letters(value: &[u8], min: usize) -> bool {
    let is_joint = |byte: &u8| b"+/=_-".contains(byte);
    let n_joints = value.iter().filter(|byte| is_joint(byte)).count();
    if value.len() < min + n_joints
        || n_joints * 6 > value.len()
        || !value.iter().all(|byte| byte.is_ascii_alphabetic() || is_joint(byte))
    {
        return false;
    }
    let begins_word = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
    let letter_index = |letter: u8| usize::from(letter.to_ascii_lowercase() - b'a');
    let (mut n_pairs, mut n_rare, mut n_words) = (0, 0, 1);
    for pair in value.windows(2).filter(|pair| pair.iter().all(u8::is_ascii_alphabetic)) {
        if begins_word(pair) {
            n_words += 1;
            continue;
        }
        n_pairs += 1;
        n_rare += usize::from(COMMON_PAIRS[letter_index(pair[0])] >> letter_index(pair[1]) & 1 == 0);
    }
    n_words += value
        .windows(3)
        .filter(|three| three[..2].iter().all(u8::is_ascii_uppercase) && three[2].is_ascii_lowercase())
        .count();
    let is_mixed_case = value.iter().any(u8::is_ascii_lowercase) && value.iter().any(u8::is_ascii_uppercase);
    n_rare * PAIRS_PER_RARE >= n_pairs || is_mixed_case && n_words * MAX_MEAN_WORD_LETTERS >= value.len()
}
