//! Words that are searched for verbatim: paths, error codes, ids and quoted phrases.
//!
//! Such a word is rare and means one thing, while its stemmed parts mean many. Not here: the form of a path
//! (`named_file`).

use alloc::vec::Vec;

use super::named_file::{has_drive_letter, is_path_char, path_in};

/// The kind of a word that is searched for verbatim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exact {
    Path,
    /// An error code such as `E0425`, or the name of a system error such as `ENOENT`.
    ErrorCode,
    /// A UUID, or hexadecimal digits of a hash such as a commit's.
    Id,
}

/// Greatest length in bytes of an error code.
const MAX_CODE_BYTES: usize = 32;
/// Number of hexadecimal digits of a hash, abbreviated or whole.
const HASH_DIGITS: core::ops::RangeInclusive<usize> = 7..=40;
/// Offsets of the hyphens in a UUID.
const UUID_HYPHENS: [usize; 4] = [8, 13, 18, 23];
const UUID_BYTES: usize = 36;
/// Names of system errors, including those of sockets and of Node's DNS look-ups.
const ERRNO: [&str; 62] = [
    "EACCES",
    "EADDRINUSE",
    "EADDRNOTAVAIL",
    "EAGAIN",
    "EAI_AGAIN",
    "EALREADY",
    "EBADF",
    "EBUSY",
    "ECANCELED",
    "ECHILD",
    "ECONNABORTED",
    "ECONNREFUSED",
    "ECONNRESET",
    "EDEADLK",
    "EDESTADDRREQ",
    "EDOM",
    "EDQUOT",
    "EEXIST",
    "EFAULT",
    "EFBIG",
    "EHOSTDOWN",
    "EHOSTUNREACH",
    "EINPROGRESS",
    "EINTR",
    "EINVAL",
    "EISCONN",
    "EISDIR",
    "ELOOP",
    "EMFILE",
    "EMLINK",
    "EMSGSIZE",
    "ENAMETOOLONG",
    "ENETDOWN",
    "ENETUNREACH",
    "ENFILE",
    "ENOBUFS",
    "ENODEV",
    "ENOENT",
    "ENOEXEC",
    "ENOMEM",
    "ENOSPC",
    "ENOSYS",
    "ENOTCONN",
    "ENOTDIR",
    "ENOTEMPTY",
    "ENOTFOUND",
    "ENOTSOCK",
    "ENOTSUP",
    "ENOTTY",
    "ENXIO",
    "EOPNOTSUPP",
    "EOVERFLOW",
    "EPERM",
    "EPIPE",
    "EPROTO",
    "ERANGE",
    "EROFS",
    "ESRCH",
    "ESTALE",
    "ETIMEDOUT",
    "EWOULDBLOCK",
    "EXDEV",
];
/// Characters that separate words.
const DELIMITERS: [char; 17] = ['"', '\'', '`', '<', '>', '(', ')', '[', ']', '{', '}', '“', '”', '‘', '’', '«', '»'];
/// Opening quotation marks, each with the marks that close it.
const QUOTES: [(char, &[char]); 4] = [('"', &['"']), ('`', &['`']), ('“', &['”']), ('„', &['“', '”'])];

/// Calls `take` with each word to search for verbatim, in order. A path comes before the words in it. URLs are no
/// paths, but may contain ids. O(bytes).
pub(crate) fn exact_words<'t>(text: &'t str, take: &mut impl FnMut(Exact, &'t str)) {
    let is_around = |char: char| !char.is_ascii_alphanumeric() && (char.is_whitespace() || DELIMITERS.contains(&char));
    for run in text.split(is_around).filter(|run| run.bytes().any(marks_exact_word)) {
        let is_address = run.contains("://");
        for piece in path_candidates(run) {
            if let Some(path) = path_in(piece).filter(|_| !is_address) {
                take(Exact::Path, path);
            }
            for word in piece.split(|char: char| !char.is_alphanumeric() && char != '_' && char != '-') {
                exact_parts(word.trim_matches('-'), take);
            }
        }
    }
}

/// Whether a byte is a digit, a capital, a slash or a dot: every path, code and id has at least one of them.
fn marks_exact_word(byte: u8) -> bool {
    byte.is_ascii_digit() || byte.is_ascii_uppercase() || matches!(byte, b'/' | b'\\' | b'.')
}

/// The substrings of a run that could be paths, some of them empty: of `src/a.rs:12:5` these are `src/a.rs`, `12` and
/// `5`.
fn path_candidates(run: &str) -> impl Iterator<Item = &str> {
    let n_drive = if has_drive_letter(run) { 2 } else { 0 };
    let first = run[n_drive..].find(|char| !is_path_char(char)).map_or(run.len(), |at| n_drive + at);
    let (first, rest) = run.split_at(first);
    core::iter::once(first).chain(rest.split(|char| !is_path_char(char)))
}

/// Calls `take` with a word if it is searched for verbatim as a whole; otherwise with those of its parts between
/// hyphens that are.
fn exact_parts<'t>(word: &'t str, take: &mut impl FnMut(Exact, &'t str)) {
    let exact = |word: &str| match () {
        () if is_uuid(word) || is_hash(word) => Some(Exact::Id),
        () if is_error_code(word) => Some(Exact::ErrorCode),
        () => None,
    };
    if let Some(exact) = exact(word) {
        return take(exact, word);
    }
    if word.contains('-') {
        word.split('-').for_each(|part| _ = exact(part).map(|exact| take(exact, part)));
    }
}

/// Whether a word is an error code: `E0425`, `TS2345`, `SQLSTATE42P01`, `CVE-2024-1234`, `ENOENT`.
fn is_error_code(word: &str) -> bool {
    if word.len() > MAX_CODE_BYTES {
        return false;
    }
    let rest = word.trim_start_matches(|char: char| char.is_ascii_uppercase());
    let n_capitals = word.len() - rest.len();
    let number = rest.strip_prefix('-').unwrap_or(rest);
    let tail = number.trim_start_matches(|char: char| char.is_ascii_digit());
    let is_numbered = n_capitals > 0 && number.len() - tail.len() >= 2;
    let is_of_code = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    let has_tail = n_capitals > 1 && (tail.bytes().all(is_of_code) || is_digit_groups(tail));
    is_numbered && (tail.is_empty() || has_tail) || ERRNO.contains(&word)
}

/// Whether the tail of a code is groups of digits, such as the `-1234` of `CVE-2024-1234`.
fn is_digit_groups(tail: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    tail.strip_prefix('-').is_some_and(|numbers| numbers.split('-').all(is_number))
}

fn is_uuid(word: &str) -> bool {
    let is_right = |(at, byte): (usize, u8)| match UUID_HYPHENS.contains(&at) {
        true => byte == b'-',
        false => byte.is_ascii_hexdigit(),
    };
    word.len() == UUID_BYTES && word.bytes().enumerate().all(is_right)
}

/// Whether a word is a hash: hexadecimal digits, with both numbers and letters, and all letters in one case.
pub(crate) fn is_hash(word: &str) -> bool {
    let has = |is: fn(&u8) -> bool| word.as_bytes().iter().any(is);
    HASH_DIGITS.contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_hexdigit())
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_lowercase) != has(u8::is_ascii_uppercase)
}

/// Phrases of two words or more that a question has in quotes or backticks. O(bytes).
pub(crate) fn quoted_phrases(question: &str) -> Vec<&str> {
    let (mut phrases, mut rest) = (Vec::new(), question);
    // The end of a quote that is never closed is searched for once.
    let mut is_closed = [true; QUOTES.len()];
    while let Some(at) = rest.find(|char| quote_index(char).is_some()) {
        let mut from_quote = rest[at..].chars();
        let kind = from_quote.next().and_then(quote_index);
        rest = from_quote.as_str();
        let Some(kind) = kind.filter(|&kind| is_closed[kind]) else { continue };
        let Some(end) = rest.find(QUOTES[kind].1) else {
            is_closed[kind] = false;
            continue;
        };
        let (phrase, from_close) = rest.split_at(end);
        rest = from_close.strip_prefix(QUOTES[kind].1).unwrap_or(from_close);
        if has_two_words(phrase) {
            phrases.push(phrase.trim());
        }
    }
    phrases
}

/// The index in [`QUOTES`] of an opening quotation mark; `None` for any other character.
fn quote_index(char: char) -> Option<usize> {
    QUOTES.iter().position(|&(opening, _)| opening == char)
}

fn has_two_words(phrase: &str) -> bool {
    phrase.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).nth(1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(Exact, &str)> {
        let mut found = Vec::new();
        exact_words(text, &mut |exact, word| found.push((exact, word)));
        found
    }

    fn words(text: &str, of: Exact) -> Vec<&str> {
        found(text).into_iter().filter(|(exact, _)| *exact == of).map(|(_, word)| word).collect()
    }

    #[test]
    fn paths_are_found_among_marks_and_without_their_lines() {
        for text in [
            "See src/net/client.go.",
            "(src/net/client.go:12:5)",
            "src/net/client.go:12: undefined",
            "`src/net/client.go`, and",
            "path=src/net/client.go;",
            "[it](src/net/client.go#L3)",
            "“src/net/client.go”",
            "src/net/client.go's end",
            "src/net/client.go::TestDial or https://a.b/c/d.go",
        ] {
            assert_eq!(found(text), [(Exact::Path, "src/net/client.go")], "{text}");
        }
        assert_eq!(
            words("C:\\src\\a.py:3 .\\b.py a.rs,b.rs", Exact::Path),
            ["C:\\src\\a.py", ".\\b.py", "a.rs", "b.rs"]
        );
    }

    #[test]
    fn addresses_and_plain_words_give_nothing() {
        for text in [
            "",
            "https://example.com/a/b/client.go?x=src/a.go",
            "e.g. 1.2.3 and/or that",
            "HTTP 404 with exit 137",
            "UTF-8, A4 and ECHO",
            "a 12345678 deadbeef Facade2 0x7fff12ab",
            "été·漢字 🦀 ‘’“”",
            "- -- --- :: :/ \\",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn codes_of_errors_are_found() {
        let text = "error[E0425]: TS2345, ENOENT: SQLSTATE42P01 (CVE-2024-1234) ORA-00942; fix-E0308 EAI_AGAIN, \
                    I18N E04x UTF-16-LE éE0425 TS-1-2";
        assert_eq!(
            words(text, Exact::ErrorCode),
            ["E0425", "TS2345", "ENOENT", "SQLSTATE42P01", "CVE-2024-1234", "ORA-00942", "E0308", "EAI_AGAIN",]
        );
    }

    #[test]
    fn ids_are_found_also_in_addresses() {
        let uuid = "018f3c1e-7b2a-7c3d-9e4f-5a6b7c8d9e0f";
        let sha = "9ae052a3f1b24c58d7e6a9b0c1d2e3f4a5b6c7d8";
        let text = format!("{uuid} in {sha}, 9ae052a. https://a.b/commit/88e5e9aa fix-70cdae1a {sha}0 9AE052A");
        assert_eq!(words(&text, Exact::Id), [uuid, sha, "9ae052a", "88e5e9aa", "70cdae1a", "9AE052A"]);
        assert_eq!(words("ae0525a,18446744, 9ae052", Exact::Id), ["ae0525a"]);
    }

    #[test]
    fn what_is_in_a_path_is_found_behind_it() {
        let text = "docs/CVE-2024-1234.md";
        assert_eq!(found(text), [(Exact::Path, text), (Exact::ErrorCode, "CVE-2024-1234")]);
    }

    #[test]
    fn phrases_stand_between_quotes() {
        assert_eq!(
            quoted_phrases("who said \"not on my watch\", “so it is” or `git push -f`, and „wie es ist“?"),
            ["not on my watch", "so it is", "git push -f", "wie es ist"]
        );
        assert_eq!(quoted_phrases("a 5\" screen and `two words` or “été là”"), ["two words", "été là"]);
        assert_eq!(quoted_phrases("```\ncargo test\n``` \"`a b` c\""), ["cargo test", "`a b` c"]);
        for none in ["", "\"one\"", "`` \"\" “”", "\"- -\"", "“open", "it's John's own", "\""] {
            assert_eq!(quoted_phrases(none), [""; 0], "{none}");
        }
    }

    #[test]
    fn quotes_that_are_never_closed_take_no_more_time() {
        let text = "“„`a b` ".repeat(50_000);
        assert_eq!(quoted_phrases(&text).len(), 50_000);
    }

    /// All pairs and triples of these pieces are searched: no word may begin or end inside a character.
    #[test]
    fn whatever_a_text_holds_is_cut_between_its_characters() {
        const PIECES: [&str; 18] =
            ["/", "\\", ".", ":", "-", "C:\\", "a", "é", "漢", "🦀", "“", "”", "\"", "`", "://", "E12", ".go", " "];
        for first in PIECES {
            for second in PIECES {
                for third in PIECES {
                    let text = [first, second, third, second, first].concat();
                    assert!(found(&text).iter().all(|(_, word)| text.contains(word) && !word.is_empty()));
                    assert!(quoted_phrases(&text).iter().all(|phrase| text.contains(phrase)));
                }
            }
        }
    }
}
