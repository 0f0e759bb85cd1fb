//! Secrets on a command line: behind an option that has a secret's name, and behind the options of programs that take a password
//! by a letter. Those of `.netrc` and of elements of XML are words between others too.
//!
//! A list of arguments is a command line as well: `["sshpass", "-p", "…"]`.

use super::assigned::{Around, has_form, is_secret, word_length};
use super::names::{self, Named, named};
use super::values::is_stand_in;
use super::{Secret, Stands};

/// What an option holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Password,
    /// The same, if it is written together with its letter: else it is asked for.
    PasswordAtOnce,
    /// `user:password`.
    UserAndPassword,
    Cookies,
}

/// A program that takes a secret by an option of a letter, or by one that does not say so.
pub(super) struct Command {
    /// How its name begins; whether it may go on, as that of `mysqldump`.
    name: &'static [u8],
    is_family: bool,
    options: &'static [(&'static [u8], Holds)],
}

const PASSWORD: &[(&[u8], Holds)] = &[(b"p", Holds::Password)];
const AT_ONCE: &[(&[u8], Holds)] = &[(b"p", Holds::PasswordAtOnce)];
const CURL: &[(&[u8], Holds)] = &[
    (b"u", Holds::UserAndPassword),
    (b"U", Holds::UserAndPassword),
    (b"b", Holds::Cookies),
    (b"user", Holds::UserAndPassword),
    (b"proxy-user", Holds::UserAndPassword),
    (b"cookie", Holds::Cookies),
];

const fn program(name: &'static [u8], options: &'static [(&'static [u8], Holds)]) -> Command {
    Command { name, is_family: false, options }
}

const fn family(name: &'static [u8], options: &'static [(&'static [u8], Holds)]) -> Command {
    Command { name, is_family: true, options }
}

/// `login` is that of `docker`, `podman`, `az`, `oc` and others.
const COMMANDS: [Command; 10] = [
    program(b"curl", CURL),
    family(b"ldap", &[(b"w", Holds::Password)]),
    program(b"login", PASSWORD),
    family(b"mariadb", AT_ONCE),
    family(b"mongo", PASSWORD),
    family(b"mysql", AT_ONCE),
    program(b"redis-cli", &[(b"a", Holds::Password)]),
    program(b"sqlcmd", &[(b"P", Holds::Password)]),
    program(b"sshpass", PASSWORD),
    program(b"zip", &[(b"P", Holds::Password)]),
];

/// The most bytes of a command's line, and of a login before its password.
pub(super) const MAX_LINE: usize = 1024;
const MAX_WORDS: usize = 160;
/// The least bytes of a password that stands where nothing else does; written together with its letter it may be a word's rest.
const MIN: usize = 3;
const MIN_AT_ONCE: usize = 4;
/// What is written together with `-p` and no password, as in `-protocol`.
const RESTS: [&[u8]; 4] = [b"assword", b"ort", b"rotocol", b"lugin"];
/// The most letters of options in one word.
const MAX_LETTERS: usize = 6;
/// The most digits of a port, which has the letter of a password.
const MAX_PORT: usize = 5;

/// The command whose name stands here.
pub(super) fn command(bytes: &[u8], at: usize) -> Option<&'static Command> {
    let rest = &bytes[at..];
    let begins = |command: &&Command| command.name[0] == rest[0] && rest.starts_with(command.name);
    let command = COMMANDS.iter().find(begins)?;
    let n_more = if command.is_family { names::length(&rest[command.name.len()..]) } else { 0 };
    let after = rest.get(command.name.len() + n_more)?;
    matches!(after, b' ' | b'\t' | b'"' | b'\'').then_some(command)
}

/// What an option tells at its first `-`.
pub(super) enum OptionSecret {
    Secret(Secret),
    /// Cookies, from here on.
    Cookies(usize),
}

/// The secret that an option holds.
pub(super) fn option(bytes: &[u8], at: usize, command: Option<&Command>, stands: Stands) -> Option<OptionSecret> {
    let begins = at
        .checked_sub(1)
        .is_none_or(|before| bytes[before].is_ascii_whitespace() || b"\"'`[(".contains(&bytes[before]));
    let n_dashes = bytes[at..].iter().take(3).take_while(|byte| **byte == b'-').count();
    if !begins || n_dashes > 2 {
        return None;
    }
    let start = at + n_dashes;
    let name = &bytes[start..start + names::length(&bytes[start..])];
    let end = start + name.len();
    if let Some(command) = command {
        let whole = command.options.iter().find(|(option, _)| option.len() > 1 && n_dashes == 2 && *option == name);
        if let Some((_, holds)) = whole {
            return held(bytes, argument(bytes, end)?, *holds, stands);
        }
        let told = if n_dashes == 1 { of_letter(bytes, start, end, command, stands) } else { None };
        if told.is_some() {
            return told;
        }
    }
    let named = named(name).filter(|_| name.len() > 2)?;
    let (start, value) = argument(bytes, end)?;
    let is_secret = is_secret(value, named, Around::NoCode, stands) && !has_form(bytes, start, stands);
    is_secret.then(|| OptionSecret::Secret(Secret { kind: "secret", start, end: start + value.len() }))
}

/// What an option of one letter holds, apart from it or written together with it. Before the last of several letters, as in
/// `-sSu`, stand some that hold nothing.
fn of_letter(bytes: &[u8], start: usize, end: usize, command: &Command, stands: Stands) -> Option<OptionSecret> {
    let letters = &bytes[start..end];
    let of = |letter: &[u8]| command.options.iter().find(|(option, _)| option.len() == 1 && *option == letter);
    if let Some((_, holds)) = of(letters.get(..1)?) {
        let behind = start + 1;
        let together = || quoted(bytes, behind).unwrap_or((behind, &bytes[behind..][..word_length(&bytes[behind..])]));
        let is_apart = behind == end && *holds != Holds::PasswordAtOnce;
        return held(bytes, if is_apart { argument(bytes, end)? } else { together() }, *holds, stands);
    }
    let is_several = letters.len() <= MAX_LETTERS && letters.iter().all(u8::is_ascii_alphabetic);
    let (_, holds) =
        of(&letters[letters.len() - 1..]).filter(|(_, holds)| is_several && *holds == Holds::UserAndPassword)?;
    held(bytes, argument(bytes, end)?, *holds, stands)
}

fn held(bytes: &[u8], (start, value): (usize, &[u8]), holds: Holds, stands: Stands) -> Option<OptionSecret> {
    let (start, value, min) = match holds {
        Holds::Cookies => return Some(OptionSecret::Cookies(start)),
        Holds::UserAndPassword => {
            let colon = value.iter().position(|byte| *byte == b':')?;
            (start + colon + 1, &value[colon + 1..], MIN)
        }
        Holds::PasswordAtOnce => (start, value, MIN_AT_ONCE),
        Holds::Password => (start, value, MIN),
    };
    let is_port = holds == Holds::Password && value.len() <= MAX_PORT && value.iter().all(u8::is_ascii_digit);
    let is_rest = holds == Holds::PasswordAtOnce && RESTS.iter().any(|rest| value.starts_with(rest));
    let is_secret =
        value.len() >= min && !is_port && !is_rest && !is_stand_in(value) && !has_form(bytes, start, stands);
    is_secret.then(|| OptionSecret::Secret(Secret { kind: "password", start, end: start + value.len() }))
}

/// The argument behind an option: the next word, or the next text of a list.
fn argument(bytes: &[u8], end: usize) -> Option<(usize, &[u8])> {
    let blanks = |at: usize| at + bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let unescaped = |at: usize| at + usize::from(bytes.get(at) == Some(&b'\\'));
    let mut start = match bytes.get(end)? {
        b' ' | b'\t' => blanks(end),
        b'=' => end + 1,
        b'"' | b'\'' | b'\\' => {
            let behind = unescaped(end) + 1;
            let comma = behind + usize::from(bytes.get(behind) == Some(&b' '));
            let next = comma + 1 + bytes.get(comma + 1..)?.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let is_list = bytes[comma] == b',' && matches!(bytes.get(unescaped(next)), Some(b'"' | b'\''));
            if is_list { next } else { return None }
        }
        _ => return None,
    };
    if let Some(quoted) = quoted(bytes, start) {
        return Some(quoted);
    }
    // A line that goes on.
    if bytes[start..].starts_with(b"\\\n") {
        start = blanks(start + 2);
    }
    Some((start, &bytes[start..start + word_length(&bytes[start..])]))
}

/// What stands in the quotes that open here.
fn quoted(bytes: &[u8], at: usize) -> Option<(usize, &[u8])> {
    let start = at + usize::from(bytes.get(at) == Some(&b'\\')) + 1;
    let quote = bytes.get(start - 1).filter(|quote| matches!(quote, b'"' | b'\''))?;
    let rest = &bytes[start..];
    let n_value = rest.iter().take(MAX_WORDS).position(|byte| byte == quote || matches!(byte, b'\\' | b'\n'))?;
    Some((start, &rest[..n_value]))
}

/// The password of a `.netrc`: what follows `machine m login l password`.
pub(super) fn netrc(bytes: &[u8], at: usize, stands: Stands) -> Option<Secret> {
    const WORD: &[u8] = b"password";
    let is_word = bytes[at..].starts_with(WORD) && bytes.get(at + WORD.len()).is_some_and(u8::is_ascii_whitespace);
    let near = if is_word { &bytes[at.saturating_sub(MAX_WORDS)..at] } else { return None };
    if !near.last().is_none_or(u8::is_ascii_whitespace) {
        return None;
    }
    let mut words = near.split(u8::is_ascii_whitespace).rev().filter(|word| !word.is_empty());
    // In a list of arguments or in a source the first word is not alone.
    let is = |word: Option<&[u8]>, ends: &[u8]| word.is_some_and(|word| word.ends_with(ends));
    words.next()?;
    let is_entry = match words.next() {
        Some(b"login" | b"account") => is(words.next(), b"default") || is(words.next(), b"machine"),
        word => is(word, b"machine"),
    };
    let start = at + WORD.len() + bytes[at + WORD.len()..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let value = if is_entry { &bytes[start..start + word_length(&bytes[start..])] } else { return None };
    let is_secret = value.len() >= MIN && !is_stand_in(value) && !has_form(bytes, start, stands);
    is_secret.then_some(Secret { kind: "password", start, end: start + value.len() })
}

/// What an element of XML with a secret's name holds, at its `<`.
pub(super) fn element(bytes: &[u8], at: usize, stands: Stands) -> Option<Secret> {
    let n_name = names::length(&bytes[at + 1..]);
    let mut name = at + 1..at + 1 + n_name;
    // Behind that of its namespace.
    if bytes.get(name.end) == Some(&b':') {
        name = name.end + 1..name.end + 1 + names::length(&bytes[name.end + 1..]);
    }
    let (named, end) = (named(&bytes[name.clone()])?, name.end);
    let attributes = bytes[end..].iter().take(MAX_WORDS);
    let start = end + attributes.take_while(|byte| !b"<>{}".contains(byte)).count() + 1;
    let rest = bytes.get(start..).filter(|_| bytes[start - 1] == b'>')?;
    let n_value = rest.iter().take(MAX_WORDS).position(|byte| *byte == b'<' || byte.is_ascii_whitespace())?;
    let value = &rest[..n_value];
    let around = if named == Named::Key { Around::Quotes } else { Around::NoCode };
    let is_secret = rest[n_value..].starts_with(b"</") && is_secret(value, named, around, stands);
    (is_secret && !has_form(bytes, start, stands)).then_some(Secret { kind: "secret", start, end: start + n_value })
}
