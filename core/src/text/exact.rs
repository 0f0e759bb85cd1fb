//! What of a text is looked for as it stands: paths, codes of errors, ids, and phrases in quotes.

use alloc::vec::Vec;

/// What is looked for as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exact {
    Path,
    ErrorCode,
    Id,
}

/// The most bytes of one.
const MAX_BYTES: usize = 256;

/// The codes without a number that operating systems and package managers give.
const ERRNO: [&str; 32] = [
    "EACCES",
    "EADDRINUSE",
    "EADDRNOTAVAIL",
    "EAGAIN",
    "EBADF",
    "EBUSY",
    "ECONNABORTED",
    "ECONNREFUSED",
    "ECONNRESET",
    "EEXIST",
    "EHOSTUNREACH",
    "EINTR",
    "EINVAL",
    "EIO",
    "EISDIR",
    "ELOOP",
    "EMFILE",
    "ENETUNREACH",
    "ENOENT",
    "ENOMEM",
    "ENOSPC",
    "ENOTDIR",
    "ENOTEMPTY",
    "ENOTFOUND",
    "ENOTSUP",
    "EPERM",
    "EPIPE",
    "ERESOLVE",
    "EROFS",
    "ESRCH",
    "ETIMEDOUT",
    "EXDEV",
];

/// Calls `take` with each path, code of an error and id of a text.
pub(crate) fn exacts<'t>(text: &'t str, take: &mut impl FnMut(Exact, &'t str)) {
    let is_apart = |char: char| char.is_whitespace() || "\"'`(),;[]{}<>|=".contains(char);
    for word in text.split(is_apart).filter(|word| word.len() <= MAX_BYTES && !word.contains("://")) {
        let word = without_place(word.trim_end_matches(['.', ':', '!', '?']));
        if is_path(word) {
            take(Exact::Path, word.trim_start_matches("./"));
        } else if is_code(word) {
            take(Exact::ErrorCode, word);
        } else if is_id(word) {
            take(Exact::Id, word);
        }
    }
}

/// A path without the line and column behind it.
fn without_place(word: &str) -> &str {
    let mut rest = word;
    while let Some((before, place)) = rest.rsplit_once(':') {
        if place.is_empty() || !place.bytes().all(|byte| byte.is_ascii_digit()) || before.is_empty() {
            break;
        }
        rest = before;
    }
    rest
}

/// Whether it is the path of a file: with an ending, or of more than two parts.
fn is_path(word: &str) -> bool {
    let parts: Vec<&str> = word.split(['/', '\\']).collect();
    let ending = parts.last().and_then(|name| name.rsplit_once('.')).map(|(name, ending)| (!name.is_empty(), ending));
    let is_ending = |ending: &str| {
        (1..=5).contains(&ending.len())
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && ending.starts_with(|char: char| char.is_ascii_alphabetic())
    };
    let has_ending = ending.is_some_and(|(is_named, ending)| is_named && is_ending(ending));
    let is_plain = |part: &&str| part.chars().all(|char| char.is_alphanumeric() || "_-.+@#~$".contains(char));
    // A name with an ending but without a folder may be an abbreviation.
    let is_name = has_ending && word.len() > 4 && ending.is_some_and(|(_, ending)| ending.len() > 1 || parts.len() > 1);
    let is_file = if parts.len() > 2 { true } else { is_name };
    is_file && word.chars().any(char::is_alphabetic) && parts.iter().all(is_plain)
}

/// Whether it is the code of an error: capitals and a number, as `E0425`, `TS2345` and `CVE-2024-1234`, or as `ENOENT`.
fn is_code(word: &str) -> bool {
    let n_capitals = word.bytes().take_while(u8::is_ascii_uppercase).count();
    let rest = &word[n_capitals..];
    let digits = rest.trim_start_matches('-');
    let is_number = digits.len() >= 2 && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    (1..=8).contains(&n_capitals) && is_number && (n_capitals > 1 || digits.len() >= 3) || ERRNO.contains(&word)
}

/// Whether it is an id: a UUID, or a hash in hexadecimal.
fn is_id(word: &str) -> bool {
    let is_hex = |part: &str| part.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_uuid = word.len() == 36 && word.split('-').map(str::len).eq([8, 4, 4, 4, 12]) && word.split('-').all(is_hex);
    let has = |is: fn(&u8) -> bool| word.as_bytes().iter().any(is);
    let is_hash =
        (7..=64).contains(&word.len()) && is_hex(word) && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic);
    is_uuid || is_hash
}

/// The phrases of a question that stand in quotes, each of two words or more.
pub(crate) fn phrases(question: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (open, close) in [('"', '"'), ('“', '”'), ('`', '`'), ('«', '»')] {
        let mut rest = question;
        while let Some((_, after)) = rest.split_once(open) {
            let Some((phrase, next)) = after.split_once(close) else { break };
            if phrase.split_whitespace().nth(1).is_some() {
                found.push(phrase);
            }
            rest = next;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(Exact, &str)> {
        let mut found = Vec::new();
        exacts(text, &mut |exact, written| found.push((exact, written)));
        found
    }

    #[test]
    fn paths_are_told_from_words() {
        for path in ["src/net/client.go", "client.go", ".\\src\\a.py", "a/b/c", "Cargo.toml", "größe/maß.rs"] {
            assert_eq!(found(path), [(Exact::Path, path.trim_start_matches("./"))], "{path}");
        }
        assert_eq!(found("see `src/a.py:12:5`, and ./b.py."), [(Exact::Path, "src/a.py"), (Exact::Path, "b.py")]);
        for text in ["and/or", "e.g. this", "1.2.3", "https://example.org/a/b.html", "etc.", "i.e.", "v1.2", "3.5"] {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn codes_and_ids_are_told_from_words() {
        for code in ["E0425", "TS2345", "ENOENT", "CVE-2024-1234", "ORA-00942", "SQLSTATE42", "EADDRINUSE"] {
            assert_eq!(found(code), [(Exact::ErrorCode, code)], "{code}");
        }
        for id in ["01a21df7-a9e6-7104-8dee-67a8a8a54307", "70cdae1a", "86d27089c0ffee"] {
            assert_eq!(found(id), [(Exact::Id, id)], "{id}");
        }
        for text in ["HTTP", "A1", "H2", "deadbeef", "1234567", "ERROR", "EVERY one", "X86"] {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn phrases_stand_in_quotes() {
        assert_eq!(
            phrases("the \"file is locked\" error of `git status` and \"one\""),
            ["file is locked", "git status"]
        );
        assert_eq!(phrases("“as it was” \"without an end"), ["as it was"]);
        assert_eq!(phrases(""), [""; 0]);
    }
}
