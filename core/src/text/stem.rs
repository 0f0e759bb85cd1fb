//! Porter's stemming algorithm (An algorithm for suffix stripping, 1980): `connections`, `connected` and `connecting`
//! become one term.
//!
//! Works in place on lower-case ASCII words. A task may say "validating" where the code says `validator` and
//! "validation". Not here: splitting text into words (`terms`).

use alloc::vec::Vec;

/// A suffix and its replacement.
struct Rule {
    suffix: &'static [u8],
    replacement: &'static [u8],
}

const fn rule(suffix: &'static str, with: &'static str) -> Rule {
    Rule { suffix: suffix.as_bytes(), replacement: with.as_bytes() }
}

/// A list of rules of which the first match applies; a longer suffix comes before a shorter one that also matches.
struct Step<const N: usize> {
    rules: [Rule; N],
    /// For each letter from `a`, the bit sets of the rules whose suffix has it as the last letter but one, and as the
    /// last letter. For most words the intersection of two such sets is nearly empty.
    rules_by_letter: [[u32; 26]; 2],
}

const fn step<const N: usize>(rules: [Rule; N]) -> Step<N> {
    let (mut ending, mut at) = ([[0; 26]; 2], 0);
    while at < N {
        let suffix = rules[at].suffix;
        ending[0][(suffix[suffix.len() - 2] - b'a') as usize] |= 1 << at;
        ending[1][(suffix[suffix.len() - 1] - b'a') as usize] |= 1 << at;
        at += 1;
    }
    Step { rules, rules_by_letter: ending }
}

impl<const N: usize> Step<N> {
    /// The first rule whose suffix the word has; `None` if it has none of them.
    fn rule_for(&self, word: &[u8]) -> Option<&Rule> {
        let indexes = |of: &[u32; 26], letter: u8| of.get(usize::from(letter.wrapping_sub(b'a'))).copied();
        let &[before, last] = word.last_chunk()?;
        let mut fitting = indexes(&self.rules_by_letter[0], before)? & indexes(&self.rules_by_letter[1], last)?;
        while fitting != 0 {
            let rule = &self.rules[fitting.trailing_zeros() as usize];
            if word.ends_with(rule.suffix) {
                return Some(rule);
            }
            fitting &= fitting - 1;
        }
        None
    }
}

static STEP_2: Step<21> = step([
    rule("ational", "ate"),
    rule("tional", "tion"),
    rule("enci", "ence"),
    rule("anci", "ance"),
    rule("izer", "ize"),
    rule("bli", "ble"),
    rule("alli", "al"),
    rule("entli", "ent"),
    rule("ousli", "ous"),
    rule("eli", "e"),
    rule("ization", "ize"),
    rule("ation", "ate"),
    rule("ator", "ate"),
    rule("alism", "al"),
    rule("iveness", "ive"),
    rule("fulness", "ful"),
    rule("ousness", "ous"),
    rule("aliti", "al"),
    rule("iviti", "ive"),
    rule("biliti", "ble"),
    rule("logi", "log"),
]);

static STEP_3: Step<7> = step([
    rule("icate", "ic"),
    rule("ative", ""),
    rule("alize", "al"),
    rule("iciti", "ic"),
    rule("ical", "ic"),
    rule("ful", ""),
    rule("ness", ""),
]);

static STEP_4: Step<20> = step([
    rule("al", ""),
    rule("ance", ""),
    rule("ence", ""),
    rule("er", ""),
    rule("ic", ""),
    rule("able", ""),
    rule("ible", ""),
    rule("ant", ""),
    rule("ement", ""),
    rule("ment", ""),
    rule("ent", ""),
    rule("sion", "s"),
    rule("tion", "t"),
    rule("ou", ""),
    rule("ism", ""),
    rule("ate", ""),
    rule("iti", ""),
    rule("ous", ""),
    rule("ive", ""),
    rule("ize", ""),
]);

/// Properties of the letters before a suffix, on which rules depend.
struct Shape {
    /// Porter's measure: the number of runs of vowels followed by a run of consonants.
    measure: u32,
    has_vowel: bool,
    /// Whether it ends in consonant, vowel, consonant, with the last one not `w`, `x` or `y`: `hop`, but not `snow`.
    is_short: bool,
}

impl Shape {
    fn of(word: &[u8]) -> Shape {
        let (mut measure, mut has_vowel, mut last) = (0, false, 0b000u8);
        let mut was_vowel = false;
        for (at, byte) in word.iter().enumerate() {
            let is_vowel = match byte {
                b'a' | b'e' | b'i' | b'o' | b'u' => true,
                b'y' => at != 0 && !was_vowel,
                _ => false,
            };
            measure += u32::from(was_vowel && !is_vowel);
            has_vowel |= is_vowel;
            last = (last << 1 | u8::from(is_vowel)) & 0b111;
            was_vowel = is_vowel;
        }
        let is_short = word.len() >= 3 && last == 0b010 && !matches!(word.last(), Some(b'w' | b'x' | b'y'));
        Shape { measure, has_vowel, is_short }
    }
}

/// Reduces a lower-case ASCII word to its stem; words of one or two letters are unchanged.
pub(crate) fn stem(word: &mut Vec<u8>) {
    if word.len() <= 2 {
        return;
    }
    strip_plural(word);
    strip_past_and_progressive(word);
    if word.ends_with(b"y") && Shape::of(&word[..word.len() - 1]).has_vowel {
        swap_suffix(word, 1, b"i");
    }
    replace(word, &STEP_2, 1);
    replace(word, &STEP_3, 1);
    replace(word, &STEP_4, 2);
    strip_final_e(word);
}

fn swap_suffix(word: &mut Vec<u8>, n_bytes: usize, with: &[u8]) {
    word.truncate(word.len() - n_bytes);
    word.extend_from_slice(with);
}

fn strip_plural(word: &mut Vec<u8>) {
    if !word.ends_with(b"s") || word.ends_with(b"ss") {
        return;
    }
    let n_bytes = if word.ends_with(b"sses") || word.ends_with(b"ies") { 2 } else { 1 };
    word.truncate(word.len() - n_bytes);
}

fn strip_past_and_progressive(word: &mut Vec<u8>) {
    if word.ends_with(b"eed") {
        if Shape::of(&word[..word.len() - 3]).measure > 0 {
            word.pop();
        }
        return;
    }
    let n_bytes = if word.ends_with(b"ed") { 2 } else { 3 };
    if (n_bytes == 3 && !word.ends_with(b"ing")) || !Shape::of(&word[..word.len() - n_bytes]).has_vowel {
        return;
    }
    word.truncate(word.len() - n_bytes);
    if [b"at", b"bl", b"iz"].iter().any(|&suffix| word.ends_with(suffix)) {
        word.push(b'e');
    } else if let [.., before, last] = word[..]
        && before == last
        && !matches!(last, b'a' | b'e' | b'i' | b'o' | b'u' | b'l' | b's' | b'z')
    {
        word.pop();
    } else {
        let shape = Shape::of(word);
        if shape.measure == 1 && shape.is_short {
            word.push(b'e');
        }
    }
}

/// Applies the matching rule if the part before the suffix has at least the measure `min`.
fn replace<const N: usize>(word: &mut Vec<u8>, step: &Step<N>, min: u32) {
    let Some(rule) = step.rule_for(word) else { return };
    // The letter that `sion` and `tion` keep counts for the measure.
    let n_measured = word.len() - rule.suffix.len() + if min == 2 { rule.replacement.len() } else { 0 };
    if Shape::of(&word[..n_measured]).measure >= min {
        swap_suffix(word, rule.suffix.len(), rule.replacement);
    }
}

fn strip_final_e(word: &mut Vec<u8>) {
    if let [before @ .., b'e'] = &word[..] {
        let shape = Shape::of(before);
        if shape.measure > 1 || (shape.measure == 1 && !shape.is_short) {
            word.pop();
        }
    }
    if word.ends_with(b"ll") && Shape::of(&word[..word.len() - 1]).measure > 1 {
        word.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stemmed(word: &str) -> String {
        let mut bytes = word.as_bytes().to_vec();
        stem(&mut bytes);
        String::from_utf8(bytes).unwrap()
    }

    /// The examples of the paper, rule by rule.
    #[test]
    fn the_examples_of_the_paper_hold() {
        for (word, expected) in [
            ("caresses", "caress"),
            ("ponies", "poni"),
            ("ties", "ti"),
            ("cats", "cat"),
            ("feed", "feed"),
            ("agreed", "agre"),
            ("plastered", "plaster"),
            ("bled", "bled"),
            ("motoring", "motor"),
            ("sing", "sing"),
            ("conflated", "conflat"),
            ("troubled", "troubl"),
            ("sized", "size"),
            ("hopping", "hop"),
            ("falling", "fall"),
            ("hissing", "hiss"),
            ("failing", "fail"),
            ("filing", "file"),
            ("happy", "happi"),
            ("sky", "sky"),
            ("relational", "relat"),
            ("conditional", "condit"),
            ("vietnamization", "vietnam"),
            ("operator", "oper"),
            ("hopefulness", "hope"),
            ("sensibiliti", "sensibl"),
            ("triplicate", "triplic"),
            ("formative", "form"),
            ("goodness", "good"),
            ("revival", "reviv"),
            ("adoption", "adopt"),
            ("replacement", "replac"),
            ("probate", "probat"),
            ("rate", "rate"),
            ("cease", "ceas"),
            ("controll", "control"),
            ("roll", "roll"),
        ] {
            assert_eq!(stemmed(word), expected, "{word}");
        }
    }

    #[test]
    fn different_words_of_tasks_and_code_for_one_thing_have_one_stem() {
        for family in [
            &["connect", "connects", "connected", "connecting", "connection", "connections"][..],
            &["validate", "validates", "validated", "validating", "validator", "validation"],
            &["parse", "parses", "parsed", "parsing"],
            &["redirect", "redirects", "redirected", "redirection"],
            &["query", "queries"],
        ] {
            let stems: Vec<String> = family.iter().map(|word| stemmed(word)).collect();
            assert!(stems.iter().all(|stem| *stem == stems[0]), "{stems:?}");
        }
    }

    #[test]
    fn the_shortest_words_are_unchanged() {
        for word in ["", "s", "is", "ed", "ing", "eed", "ies", "sses", "yy", "e"] {
            stemmed(word);
        }
        assert_eq!(stemmed("as"), "as");
    }
}
