//! Stems: `connections`, `connected` and `connecting` are one term.
//!
//! Porter's algorithm (An algorithm for suffix stripping, 1980) on lower-case ASCII words, in place. A task speaks of
//! "validating", the code of `validator` and "validation": a plural rule alone would keep them apart.
//! Not here: what is a word (`terms`).

/// A suffix and what replaces it.
type Rule = (&'static [u8], &'static [u8]);

const STEP_2: &[Rule] = &[
    (b"ational", b"ate"),
    (b"tional", b"tion"),
    (b"enci", b"ence"),
    (b"anci", b"ance"),
    (b"izer", b"ize"),
    (b"bli", b"ble"),
    (b"alli", b"al"),
    (b"entli", b"ent"),
    (b"ousli", b"ous"),
    (b"eli", b"e"),
    (b"ization", b"ize"),
    (b"ation", b"ate"),
    (b"ator", b"ate"),
    (b"alism", b"al"),
    (b"iveness", b"ive"),
    (b"fulness", b"ful"),
    (b"ousness", b"ous"),
    (b"aliti", b"al"),
    (b"iviti", b"ive"),
    (b"biliti", b"ble"),
    (b"logi", b"log"),
];

const STEP_3: &[Rule] = &[
    (b"icate", b"ic"),
    (b"ative", b""),
    (b"alize", b"al"),
    (b"iciti", b"ic"),
    (b"ical", b"ic"),
    (b"ful", b""),
    (b"ness", b""),
];

const STEP_4: &[Rule] = &[
    (b"al", b""),
    (b"ance", b""),
    (b"ence", b""),
    (b"er", b""),
    (b"ic", b""),
    (b"able", b""),
    (b"ible", b""),
    (b"ant", b""),
    (b"ement", b""),
    (b"ment", b""),
    (b"ent", b""),
    (b"sion", b"s"),
    (b"tion", b"t"),
    (b"ou", b""),
    (b"ism", b""),
    (b"ate", b""),
    (b"iti", b""),
    (b"ous", b""),
    (b"ive", b""),
    (b"ize", b""),
];

/// What the rules ask of the letters before a suffix.
struct Shape {
    /// How often a run of vowels is followed by a run of consonants.
    measure: u32,
    has_vowel: bool,
    /// Ends consonant, vowel, consonant, the last of them not `w`, `x` or `y`: `hop`, but not `snow`.
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

/// Cuts `word` (lower-case ASCII letters) to its stem. Words of one or two letters stay.
pub(crate) fn stem(word: &mut Vec<u8>) {
    if word.len() <= 2 {
        return;
    }
    plural(word);
    past_and_progressive(word);
    if word.ends_with(b"y") && Shape::of(&word[..word.len() - 1]).has_vowel {
        swap_suffix(word, 1, b"i");
    }
    replace(word, STEP_2, 1);
    replace(word, STEP_3, 1);
    replace(word, STEP_4, 2);
    final_e(word);
}

fn swap_suffix(word: &mut Vec<u8>, n_bytes: usize, with: &[u8]) {
    word.truncate(word.len() - n_bytes);
    word.extend_from_slice(with);
}

fn plural(word: &mut Vec<u8>) {
    if !word.ends_with(b"s") || word.ends_with(b"ss") {
        return;
    }
    let n_bytes = if word.ends_with(b"sses") || word.ends_with(b"ies") { 2 } else { 1 };
    word.truncate(word.len() - n_bytes);
}

fn past_and_progressive(word: &mut Vec<u8>) {
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

/// Applies the first rule whose suffix fits, if what stands before it has at least `least` of measure.
fn replace(word: &mut Vec<u8>, rules: &[Rule], least: u32) {
    let Some((suffix, with)) = rules.iter().find(|(suffix, _)| word.ends_with(suffix)) else { return };
    // `sion` and `tion` keep a letter, which belongs to what is measured.
    let stem = word.len() - suffix.len() + if least == 2 { with.len() } else { 0 };
    if Shape::of(&word[..stem]).measure >= least {
        swap_suffix(word, suffix.len(), with);
    }
}

fn final_e(word: &mut Vec<u8>) {
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
    fn the_papers_examples_hold() {
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
    fn words_that_tasks_and_code_use_for_one_thing_meet() {
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
    fn the_shortest_words_have_no_stem_to_lose() {
        for word in ["", "s", "is", "ed", "ing", "eed", "ies", "sses", "yy", "e"] {
            stemmed(word);
        }
        assert_eq!(stemmed("as"), "as");
    }
}
