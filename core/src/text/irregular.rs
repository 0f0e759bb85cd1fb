//! Irregular forms of English words, such as `went` for `go`, which no suffix rule finds.
//!
//! The list has only forms that Porter's stemmer (`stem`) does not reduce to their base. It leaves out forms that
//! mostly mean something else (`leaves`, `lives`, `rose`, `bit`, `bound`), and those of `be`, `do` and `have`, which
//! say nothing.

/// Irregular forms with their bases, sorted by form.
const IRREGULAR_FORMS: [(&str, &str); 125] = [
    ("analyses", "analysis"),
    ("ate", "eat"),
    ("became", "become"),
    ("began", "begin"),
    ("begun", "begin"),
    ("bent", "bend"),
    ("best", "good"),
    ("better", "good"),
    ("blew", "blow"),
    ("bought", "buy"),
    ("broke", "break"),
    ("broken", "break"),
    ("brought", "bring"),
    ("built", "build"),
    ("burnt", "burn"),
    ("came", "come"),
    ("caught", "catch"),
    ("children", "child"),
    ("chose", "choose"),
    ("chosen", "choose"),
    ("criteria", "criterion"),
    ("dealt", "deal"),
    ("drank", "drink"),
    ("drawn", "draw"),
    ("dreamt", "dream"),
    ("drew", "draw"),
    ("driven", "drive"),
    ("drove", "drive"),
    ("dug", "dig"),
    ("eaten", "eat"),
    ("fallen", "fall"),
    ("fed", "feed"),
    ("feet", "foot"),
    ("fell", "fall"),
    ("felt", "feel"),
    ("flew", "fly"),
    ("flown", "fly"),
    ("forgot", "forget"),
    ("forgotten", "forget"),
    ("fought", "fight"),
    ("found", "find"),
    ("froze", "freeze"),
    ("frozen", "freeze"),
    ("gave", "give"),
    ("given", "give"),
    ("gone", "go"),
    ("got", "get"),
    ("gotten", "get"),
    ("grew", "grow"),
    ("grown", "grow"),
    ("heard", "hear"),
    ("held", "hold"),
    ("hid", "hide"),
    ("hidden", "hide"),
    ("hung", "hang"),
    ("indices", "index"),
    ("kept", "keep"),
    ("knew", "know"),
    ("knives", "knife"),
    ("known", "know"),
    ("learnt", "learn"),
    ("led", "lead"),
    ("left", "leave"),
    ("lent", "lend"),
    ("lit", "light"),
    ("lost", "lose"),
    ("made", "make"),
    ("matrices", "matrix"),
    ("meant", "mean"),
    ("men", "man"),
    ("met", "meet"),
    ("mice", "mouse"),
    ("overridden", "override"),
    ("overrode", "override"),
    ("paid", "pay"),
    ("people", "person"),
    ("ran", "run"),
    ("rebuilt", "rebuild"),
    ("rewritten", "rewrite"),
    ("rewrote", "rewrite"),
    ("ridden", "ride"),
    ("rode", "ride"),
    ("said", "say"),
    ("sang", "sing"),
    ("sank", "sink"),
    ("saw", "see"),
    ("seen", "see"),
    ("sent", "send"),
    ("shelves", "shelf"),
    ("shook", "shake"),
    ("shot", "shoot"),
    ("shown", "show"),
    ("slept", "sleep"),
    ("sold", "sell"),
    ("sought", "seek"),
    ("spent", "spend"),
    ("spoke", "speak"),
    ("spoken", "speak"),
    ("stole", "steal"),
    ("stolen", "steal"),
    ("stood", "stand"),
    ("struck", "strike"),
    ("stuck", "stick"),
    ("swam", "swim"),
    ("taken", "take"),
    ("taught", "teach"),
    ("teeth", "tooth"),
    ("thought", "think"),
    ("threw", "throw"),
    ("thrown", "throw"),
    ("told", "tell"),
    ("took", "take"),
    ("tore", "tear"),
    ("torn", "tear"),
    ("understood", "understand"),
    ("vertices", "vertex"),
    ("went", "go"),
    ("woke", "wake"),
    ("women", "woman"),
    ("won", "win"),
    ("wore", "wear"),
    ("worse", "bad"),
    ("worst", "bad"),
    ("written", "write"),
    ("wrote", "write"),
];

/// The base of an irregular form in lower case; `None` for every other word.
pub(crate) fn base_form(word: &str) -> Option<&'static str> {
    let first = usize::from(word.bytes().next().filter(u8::is_ascii_lowercase)? - b'a');
    let alike = &IRREGULAR_FORMS[LETTER_STARTS[first]..LETTER_STARTS[first + 1]];
    let at = alike.binary_search_by_key(&word, |&(form, _)| form).ok()?;
    Some(alike[at].1)
}

/// For each letter from `a`, the index of the first form in [`IRREGULAR_FORMS`] that begins with it; last, the number
/// of forms.
static LETTER_STARTS: [usize; 27] = {
    let (mut starts, mut letter, mut at) = ([IRREGULAR_FORMS.len(); 27], 0, 0);
    while letter < 26 {
        while at < IRREGULAR_FORMS.len() && IRREGULAR_FORMS[at].0.as_bytes()[0] < b'a' + letter as u8 {
            at += 1;
        }
        starts[letter] = at;
        letter += 1;
    }
    starts
};

#[cfg(test)]
mod tests {
    use super::super::stem::stem;
    use super::*;

    fn stemmed(word: &str) -> Vec<u8> {
        let mut bytes = word.as_bytes().to_vec();
        stem(&mut bytes);
        bytes
    }

    #[test]
    fn what_happened_is_found_by_the_word_for_what_happens() {
        for (form, base) in [("went", "go"), ("children", "child"), ("bought", "buy"), ("better", "good")] {
            assert_eq!(base_form(form), Some(base));
        }
        for (first, _) in [IRREGULAR_FORMS[0], IRREGULAR_FORMS[IRREGULAR_FORMS.len() - 1]] {
            assert!(base_form(first).is_some(), "{first}");
        }
        for other in ["", "a", "go", "goes", "walked", "wentt", "Went", "zzz", "été"] {
            assert_eq!(base_form(other), None, "{other}");
        }
    }

    #[test]
    fn each_form_stands_once_and_in_order() {
        assert!(IRREGULAR_FORMS.is_sorted_by(|(form, _), (next, _)| form < next));
    }

    #[test]
    fn a_base_has_no_other_base() {
        for (form, base) in IRREGULAR_FORMS {
            assert_eq!(base_form(base), None, "{form} is {base}, which is something else in turn");
            assert!([form, base].iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase())), "{form}");
        }
    }

    #[test]
    fn only_what_the_stemmer_keeps_apart_is_here() {
        for (form, base) in IRREGULAR_FORMS {
            assert_ne!(stemmed(form), stemmed(base), "{form} and {base}");
        }
    }
}
