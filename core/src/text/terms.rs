//! Terms: the words of a text in a form that tasks and code share.
//!
//! `HTTPAdapter.build_responses2` gives `http`, `adapt`, `httpadapter`, `build`, `respons`, `buildresponses2`: the
//! stems of each identifier's parts, and each identifier of several parts as a whole. Stop words, single letters and
//! single digits give no terms. Texts and questions are split by the same code, so they are comparable. Not here:
//! counting (`graph::space::words`), scoring (`prepare`).

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;

use super::by_identity::ByIdentity;
use super::identity::text_hash;
#[cfg(feature = "records")]
use super::irregular::base_form;
use super::lanes;
use super::stem::stem;
use super::word_table::WordTable;
use crate::base::map::Map;
use xxhash_rust::xxh3::xxh3_64;

/// The lower 32 bits of a term's xxh3 hash. Two given terms collide with a probability of about one in four billion.
pub(crate) type Term = u32;

/// Greatest length in bytes of an identifier's part; a longer one is data (a digest, a blob), not a word.
const MAX_PART_BYTES: usize = 40;
/// Greatest length in bytes of an identifier; a longer one gives no terms.
const MAX_WORD_BYTES: usize = 80;

/// Words without information, by first letter from `a`: frequent English words, and words in every file of code.
const STOP_WORDS: [&[&str]; 26] = [
    &["an", "and", "are", "as", "at", "am", "any", "all", "also", "after", "again", "about", "aren", "actually"],
    &["be", "by", "but", "been", "being", "both", "because", "before", "below", "between", "bool"],
    &["can", "could", "couldn", "cannot", "class", "cls"],
    &["do", "does", "did", "done", "doing", "don", "doesn", "didn", "def", "during"],
    &["each", "else", "elif", "etc", "even", "eg"],
    &["for", "from", "fn", "few", "false", "further"],
    &["get", "got", "give"],
    &["has", "have", "had", "he", "her", "here", "his", "him", "how", "hasn", "haven", "however", "hi", "hello"],
    &["in", "is", "it", "if", "its", "into", "isn", "impl", "int", "import", "ie", "instead"],
    &["just"],
    &["know"],
    &["let", "like", "ll"],
    &["me", "my", "more", "most", "mut", "may", "might", "must", "much", "maybe", "mod"],
    &["no", "not", "nor", "now", "new", "none"],
    &["of", "on", "or", "our", "out", "over", "own", "other", "only", "off", "once"],
    &["pub", "please", "pass"],
    &["quite"],
    &["re", "return", "really", "rather"],
    &[
        "self", "so", "such", "some", "same", "she", "should", "shouldn", "since", "seems", "still", "str", "sure",
        "struct",
    ],
    &[
        "the", "to", "that", "this", "they", "their", "them", "then", "than", "there", "these", "those", "through",
        "too", "true", "thanks",
    ],
    &["up", "us", "use", "under", "until", "using", "used"],
    &["ve", "very", "via"],
    &[
        "was", "we", "were", "what", "when", "where", "which", "while", "who", "why", "will", "with", "would", "wasn",
        "won", "wouldn", "want", "whether", "without",
    ],
    &[],
    &["you", "your", "yes", "yet"],
    &[],
];

/// Calls `take` with the terms of a text in order, with repetitions. O(bytes).
pub(crate) fn terms(text: &str, take: &mut impl FnMut(Term)) {
    let mut splitter = WordSplitter::default();
    each_word(text, &mut |word| {
        splitter.word(word, &mut |term, _| take(hash(term)));
    });
}

/// Calls `take` with the terms of natural language, in order. As [`terms`], but stop words of code count, irregular
/// forms become their base, and scripts without blanks give pairs of characters. O(bytes).
pub(crate) fn talk_terms(text: &str, take: &mut impl FnMut(Term)) {
    each_talk_term(text, &mut |term, _| take(term));
}

/// The number of terms of natural language, with repetitions.
pub(crate) fn n_talk_terms(text: &str) -> usize {
    let mut n_terms = 0;
    talk_terms(text, &mut |_| n_terms += 1);
    n_terms
}

/// As [`talk_terms`], each with the part of the text that it comes from.
fn each_talk_term(text: &str, take: &mut impl FnMut(Term, &str)) {
    let mut splitter = WordSplitter { is_talk: true, ..WordSplitter::default() };
    each_word(text, &mut |word| match word.is_ascii() {
        true => _ = splitter.word(word, &mut |term, written| take(hash(term), written)),
        false => each_script_run(word, &mut |run, is_unspaced| match is_unspaced {
            true => each_pair(run, &mut |pair| take(hash(pair.as_bytes()), pair)),
            false => _ = splitter.word(run, &mut |term, written| take(hash(term), written)),
        }),
    });
}

/// The terms of a question in order, with repetitions.
pub(crate) fn question_terms(text: &str) -> Vec<QueryTerm> {
    let mut found = Vec::new();
    each_talk_term(text, &mut |term, text| found.push(QueryTerm { text: text.to_owned(), term, n_times: 1 }));
    found
}

/// Calls `take` with each run of a word's characters that belong to scripts without blanks (`true`), or to other
/// scripts.
fn each_script_run<'t>(word: &'t str, take: &mut impl FnMut(&'t str, bool)) {
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let is_unspaced = is_unspaced(first);
        let end = rest.find(|char| is_unspaced != self::is_unspaced(char)).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        take(run, is_unspaced);
        rest = after;
    }
}

/// Calls `take` with each pair of adjacent characters; with the only character if there is just one.
fn each_pair<'t>(run: &'t str, take: &mut impl FnMut(&'t str)) {
    let starts = || run.char_indices().map(|(at, _)| at);
    let ends = starts().skip(2).chain([run.len()]);
    starts().zip(ends).for_each(|(start, end)| take(&run[start..end]));
}

/// Whether a character belongs to a script without blanks between words: Thai to Khmer, kana, Han.
fn is_unspaced(char: char) -> bool {
    matches!(char, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

pub(crate) fn term_set(text: &str) -> BTreeSet<Term> {
    let mut set = BTreeSet::new();
    terms(text, &mut |term| _ = set.insert(term));
    set
}

/// A cache from words to their terms, as most words recur in other files. It does not affect results.
#[derive(Default)]
pub(crate) struct TermCache {
    words: WordTable,
    splitter: WordSplitter,
}

/// Number of cached words at which the cache is cleared. Their table takes 2 MB, and the terms of words with several
/// terms come on top.
const MAX_CACHED_WORDS: usize = 1 << 16;

impl TermCache {
    /// The terms of a word; `identity` is its [`text_hash`].
    fn of(&mut self, word: &str, identity: u64) -> &[Term] {
        if self.words.n_words() >= MAX_CACHED_WORDS {
            self.words = WordTable::default();
        }
        self.words.terms(identity, |terms| {
            self.splitter.word(word, &mut |term, _| terms.push(hash(term)));
        })
    }

    /// Calls `take` with the terms of a text in order, as [`terms`] does.
    pub(crate) fn terms(&mut self, text: &str, take: &mut impl FnMut(Term)) {
        each_word(text, &mut |word| self.of(word, text_hash(word)).iter().for_each(|&term| take(term)));
    }

    /// Calls `take` with each term of each distinct word of a file, and the word's number of occurrences. Words come in
    /// order of first occurrence; a term that several words share comes several times. Words without a term go to
    /// `bare`. O(bytes).
    pub(crate) fn counted_terms<'t>(
        &mut self,
        text: &'t str,
        take: &mut impl FnMut(Term, u32),
        bare: &mut impl FnMut(&'t str, u32),
    ) {
        let mut words: ByIdentity<(&str, u32)> = ByIdentity::of_text(text.len());
        each_word(text, &mut |word| words.item(text_hash(word), || (word, 0)).1 += 1);
        for (identity, (word, n_times)) in words.into_items() {
            match self.of(word, identity) {
                [] => bare(word, n_times),
                terms => terms.iter().for_each(|&term| take(term, n_times)),
            }
        }
    }
}

/// The term of a name that has no other terms, such as `now` or `T`: the hash of its letters as written.
pub(crate) fn bare_term(name: &str) -> Term {
    hash(name.as_bytes())
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct QueryTerm {
    /// The first word, identifier or part that has this term, as written; only for display.
    pub(crate) text: String,
    pub(crate) term: Term,
    /// Number of occurrences in the question.
    pub(crate) n_times: u32,
}

/// The distinct terms of a question, in the order of their first occurrences.
pub(crate) fn query_terms(text: &str) -> Vec<QueryTerm> {
    let mut found: Vec<QueryTerm> = Vec::new();
    let mut indexes: Map<Term, usize> = Map::default();
    let mut splitter = WordSplitter::default();
    each_word(text, &mut |word| {
        let mut of_word: Vec<(Term, String)> = Vec::new();
        let is_whole = splitter.word(word, &mut |term, written| of_word.push((hash(term), written.to_owned())));
        if let Some((_, text)) = of_word.last_mut().filter(|_| is_whole) {
            *text = word.to_owned();
        }
        for (term, text) in of_word {
            let index = *indexes.entry(term).or_insert(found.len());
            match found.get_mut(index) {
                Some(known) => known.n_times += 1,
                None => found.push(QueryTerm { text, term, n_times: 1 }),
            }
        }
    });
    found
}

/// A word in a name such as `getUserName`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NameWord {
    /// The hash of the word's stem.
    pub(crate) term: Term,
    /// Whether it is no stop word, no single letter or digit, and not too long.
    pub(crate) is_content: bool,
}

/// Splits names into words, in order and including stop words: `getUserName` gives `get`, `user` and `name`.
pub(crate) struct NameSplitter {
    splitter: WordSplitter,
}

impl Default for NameSplitter {
    fn default() -> NameSplitter {
        NameSplitter { splitter: WordSplitter { keeps_all: true, ..WordSplitter::default() } }
    }
}

impl NameSplitter {
    /// Calls `take` with each word of a name, and with its text in lower case.
    pub(crate) fn words(&mut self, name: &str, take: &mut impl FnMut(NameWord, &[u8])) {
        let mut stemmed = Vec::new();
        each_word(name, &mut |word| {
            self.splitter.word(word, &mut |part, _| {
                stemmed.clear();
                stemmed.extend_from_slice(part);
                stem_if_word(&mut stemmed);
                take(NameWord { term: hash(&stemmed), is_content: is_informative(part) }, part);
            });
        });
    }
}

/// The term of a whole identifier, given its parts in lower case.
pub(crate) fn whole_term(parts: &[String]) -> Term {
    hash(parts.concat().as_bytes())
}

fn hash(term: &[u8]) -> Term {
    xxh3_64(term) as u32
}

/// Calls `take` with each run of letters, digits and underscores; some runs may be empty.
fn each_word<'t>(text: &'t str, take: &mut impl FnMut(&'t str)) {
    let seen = Cell::new(0);
    let of_words = |eight| {
        seen.set(seen.get() | eight);
        lanes::word_bytes(eight)
    };
    // All bytes beyond ASCII count as word bytes here, so runs begin and end on character boundaries. A run with such
    // bytes is split again, because some of its characters may separate words.
    lanes::runs(
        text,
        |block| lanes::class_bits(block, of_words),
        |run| match seen.get() & lanes::HIGH_BITS {
            0 => take(run),
            _ if run.is_ascii() => take(run),
            _ => run.split(|char: char| !char.is_alphanumeric() && char != '_').for_each(&mut *take),
        },
    );
}

/// A character class for splitting identifiers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CharClass {
    Lower,
    Upper,
    Digit,
    Separator,
}

/// Splits one word at a time; its buffers are reused.
#[derive(Default)]
struct WordSplitter {
    part: Vec<u8>,
    whole: Vec<u8>,
    n_parts: u32,
    /// Whether to give every part unstemmed, and no whole words.
    keeps_all: bool,
    /// Whether the text is natural language: see [`talk_terms`].
    is_talk: bool,
    /// Byte offset in the word at which the current part begins.
    part_start: usize,
}

impl WordSplitter {
    /// Calls `take` with the terms of a word, each with the part of the word that it comes from. Returns whether the
    /// last term, if there is one, is that of the whole word; this says nothing if `keeps_all` is set.
    fn word(&mut self, word: &str, take: &mut impl FnMut(&[u8], &str)) -> bool {
        if word.len() > MAX_WORD_BYTES {
            return false;
        }
        (self.n_parts, self.part, self.whole) = (0, take_cleared(&mut self.part), take_cleared(&mut self.whole));
        self.part_start = 0;
        if word.is_ascii() {
            self.ascii(word, take);
        } else {
            self.unicode(word, take);
        }
        self.end_part(word, word.len(), take);
        let is_short = self.whole.len() <= MAX_PART_BYTES;
        if self.n_parts > 1 && is_short && !self.keeps_all {
            take(&self.whole, word);
        }
        is_short
    }

    fn ascii(&mut self, word: &str, take: &mut impl FnMut(&[u8], &str)) {
        let mut before = CharClass::Separator;
        let bytes = word.as_bytes();
        for (at, &byte) in bytes.iter().enumerate() {
            let class = match byte {
                b'a'..=b'z' => CharClass::Lower,
                b'A'..=b'Z' => CharClass::Upper,
                b'0'..=b'9' => CharClass::Digit,
                _ => CharClass::Separator,
            };
            let lower_follows = bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
            if starts_part(before, class, lower_follows) {
                self.end_part(word, at, take);
            }
            if class != CharClass::Separator {
                self.part.push(byte.to_ascii_lowercase());
            }
            before = class;
        }
    }

    fn unicode(&mut self, word: &str, take: &mut impl FnMut(&[u8], &str)) {
        let mut before = CharClass::Separator;
        let mut chars = word.char_indices().peekable();
        while let Some((at, char)) = chars.next() {
            let class = match char {
                _ if char.is_uppercase() => CharClass::Upper,
                _ if char.is_alphabetic() => CharClass::Lower,
                _ if char.is_numeric() => CharClass::Digit,
                _ => CharClass::Separator,
            };
            if starts_part(before, class, chars.peek().is_some_and(|(_, next)| next.is_lowercase())) {
                self.end_part(word, at, take);
            }
            if class != CharClass::Separator {
                let mut buffer = [0; 4];
                for lower in char.to_lowercase() {
                    self.part.extend_from_slice(lower.encode_utf8(&mut buffer).as_bytes());
                }
            }
            before = class;
        }
    }

    /// Whether the current part gives a term. In natural language, an irregular form is first replaced by its base.
    fn is_informative_part(&mut self) -> bool {
        #[cfg(feature = "records")]
        if self.is_talk
            && let Some(base) = core::str::from_utf8(&self.part).ok().and_then(base_form)
        {
            self.part.clear();
            self.part.extend_from_slice(base.as_bytes());
        }
        is_informative(&self.part) || self.is_talk && is_code_stop_word(&self.part)
    }

    /// Ends the current part at offset `at`. The next one begins there, or after a separator.
    fn end_part(&mut self, word: &str, at: usize, take: &mut impl FnMut(&[u8], &str)) {
        let written = word.get(self.part_start..at).unwrap_or_default().trim_start_matches('_');
        self.part_start = at;
        if self.part.is_empty() {
            return;
        }
        self.n_parts += 1;
        self.whole.extend_from_slice(&self.part);
        if self.keeps_all {
            take(&self.part, written);
        } else if self.is_informative_part() {
            stem_if_word(&mut self.part);
            take(&self.part, written);
        }
        self.part.clear();
    }
}

/// Stop words of code that count in natural language.
const CODE_STOP_WORDS: [&str; 16] = [
    "bool", "class", "cls", "false", "import", "int", "mod", "mut", "none", "pass", "pub", "return", "self", "str",
    "struct", "true",
];

fn is_code_stop_word(part: &[u8]) -> bool {
    CODE_STOP_WORDS.iter().any(|word| word.as_bytes() == part)
}

fn is_informative(part: &[u8]) -> bool {
    part.len() > 1 && part.len() <= MAX_PART_BYTES && !is_stop_word(part)
}

fn stem_if_word(part: &mut Vec<u8>) {
    if part.iter().all(u8::is_ascii_lowercase) {
        stem(part);
    }
}

fn take_cleared(buffer: &mut Vec<u8>) -> Vec<u8> {
    let mut taken = core::mem::take(buffer);
    taken.clear();
    taken
}

/// Whether a part begins between two classes: `aB`, `a1`, `1a`, and at the last capital of `ABc`. Separators belong
/// to no part.
fn starts_part(before: CharClass, class: CharClass, lower_follows: bool) -> bool {
    match (before, class) {
        (CharClass::Upper, CharClass::Lower) => false,
        (CharClass::Upper, CharClass::Upper) => lower_follows,
        _ => before != class,
    }
}

fn is_stop_word(part: &[u8]) -> bool {
    let Some(&first @ b'a'..=b'z') = part.first() else { return false };
    STOP_WORDS[usize::from(first - b'a')].iter().any(|word| word.as_bytes() == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<String> {
        let (mut found, mut splitter) = (Vec::new(), WordSplitter::default());
        each_word(text, &mut |word| {
            splitter.word(word, &mut |term, _| found.push(String::from_utf8(term.to_vec()).unwrap()));
        });
        found
    }

    #[test]
    fn identifiers_give_their_parts_and_themselves() {
        assert_eq!(split("HTTPAdapter"), ["http", "adapt", "httpadapter"]);
        assert_eq!(split("build_responses2"), ["build", "respons", "buildresponses2"]);
        assert_eq!(split("requests.models"), ["request", "model"]);
        assert_eq!(split("sha256sum"), ["sha", "256", "sum", "sha256sum"]);
        assert_eq!(split("_private __init__"), ["privat", "init"]);
        assert_eq!(split("parseURL getX"), ["pars", "url", "parseurl", "getx"]);
    }

    /// A regression: if the whole word was too long, its last part was displayed as the word.
    #[test]
    fn a_term_is_displayed_as_the_word_only_if_it_stands_for_the_whole() {
        let shown = |text: &str| query_terms(text).into_iter().map(|term| term.text).collect::<Vec<_>>();
        assert_eq!(shown("HttpAdapter"), ["Http", "Adapter", "HttpAdapter"]);
        assert_eq!(shown("hooks"), ["hooks"]);
        assert_eq!(shown("aVeryLongNameOfSomethingThatIsRegistered_hooks").last().map(String::as_str), Some("hooks"));
        assert_eq!(
            shown("user_Authentication2 __größen"),
            ["user", "Authentication", "user_Authentication2", "__größen"]
        );
    }

    #[test]
    fn case_and_separators_do_not_distinguish_identifiers() {
        assert_eq!(split("registerHook"), split("register_hook"));
        assert_eq!(split("REGISTER_HOOK"), split("RegisterHook"));
        assert_ne!(split("register_hook").last(), split("register_hooks").last());
    }

    #[test]
    fn stop_words_are_dropped_and_words_are_stemmed() {
        assert_eq!(split("the hooks of a Request aren't called 404 times"), ["hook", "request", "call", "404", "time"]);
        assert_eq!(split("def f(self): return x1"), ["x1"]);
    }

    #[test]
    fn names_keep_their_stop_words_and_give_no_whole() {
        let words = |name: &str| {
            let mut words = Vec::new();
            NameSplitter::default().words(name, &mut |word, text| {
                words.push((String::from_utf8(text.to_vec()).unwrap(), word.is_content));
            });
            words
        };
        let content = |text: &str| (text.to_owned(), true);
        assert_eq!(
            words("getUser_names2"),
            [("get".into(), false), content("user"), content("names"), ("2".into(), false)]
        );
        assert_eq!(words("reset-queries"), words("resetQueries"));
        let term = |name: &str| query_terms(name).last().unwrap().term;
        assert_eq!(whole_term(&["get".into(), "user".into()]), term("getUser"));
    }

    #[test]
    fn other_scripts_are_lower_cased_and_kept() {
        assert_eq!(split("naïve Größe ÉTÉ"), ["naïve", "größe", "été"]);
        assert_eq!(split("данныеФайла"), ["данные", "файла", "данныефайла"]);
        assert_eq!(split("→ x·yy"), ["yy"]);
    }

    #[test]
    fn blobs_are_not_words() {
        assert_eq!(split(&"a".repeat(41)), [""; 0]);
        assert_eq!(split(&"x9".repeat(60)), [""; 0]);
    }

    /// Words are found in blocks of 64 bytes, and a word may cross two of them.
    #[test]
    fn words_are_found_whole_at_any_position() {
        let words =
            ["alpha", "größe", "x9_", "naïve", "LongerThanMostWordsAre_AndThenSome_SoThatItCrossesMoreThanABlock"];
        for n_blanks in 0..140 {
            let text = format!("{}{}·→ {}", " ".repeat(n_blanks), words.join("+"), words.join("·"));
            let mut found = Vec::new();
            each_word(&text, &mut |word| found.push(word));
            found.retain(|word| !word.is_empty());
            assert_eq!(found, words.repeat(2), "{n_blanks}");
        }
    }

    #[test]
    fn a_question_keeps_each_term_once_with_its_count() {
        let terms = query_terms("hooks hook HOOK session");
        assert_eq!(terms.len(), 2);
        assert_eq!((terms[0].text.as_str(), terms[0].n_times), ("hooks", 3));
        let texts: Vec<String> = query_terms("register_hooks").into_iter().map(|term| term.text).collect();
        assert_eq!(texts, ["register", "hooks", "register_hooks"]);
        let mut seen = Vec::new();
        super::terms("session", &mut |term| seen.push(term));
        assert_eq!(seen, [terms[1].term]);
    }

    #[test]
    fn counting_a_file_at_once_counts_the_same_terms() {
        let text = "def getHooks(hooks): hook(getHooks, hooks) # naïve · hooks".repeat(3);
        let (mut one_by_one, mut at_once) = (Vec::new(), Vec::new());
        super::terms(&text, &mut |term| one_by_one.push(term));
        TermCache::default().counted_terms(
            &text,
            &mut |term, n| at_once.extend(core::iter::repeat_n(term, n as usize)),
            &mut |_, _| {},
        );
        one_by_one.sort_unstable();
        at_once.sort_unstable();
        assert_eq!(one_by_one, at_once);
    }
}
