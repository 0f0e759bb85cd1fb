//! Secrets that their surroundings tell: what is assigned to a name such as `password` or `api_key`, what an `Authorization`
//! says, and the passwords and signatures in addresses.
//!
//! What is assigned is taken for a secret only where it looks random, because programs assign many other things to such names:
//! calls, names of variables, examples. Not here: what is a secret wherever it stands (`forms`).

use super::forms::{run, word};
use super::{JSON, Secret, Stands, discord};

/// How names end that a secret is assigned to, in small letters without `-` and `_`.
const NAMES: [&[u8]; 12] = [
    b"password",
    b"passwd",
    b"passphrase",
    b"pwd",
    b"secret",
    b"token",
    b"apikey",
    b"accesskey",
    b"accountkey",
    b"secretkey",
    b"privatekey",
    b"signingkey",
];
/// The longest name that is looked at, and the least bytes of what is assigned to a password, and to another.
const MOST_NAME: usize = 64;
const LEAST_PASSWORD: usize = 12;
const LEAST_ASSIGNED: usize = 16;
/// The most bytes of a value in which it is told whether it is random.
const MOST_LOOKED_AT: usize = 128;
/// The header that says who asks, and the bytes in which it stands before its scheme.
const HEADER: &[u8] = b"authorization";
const MOST_HEADER: usize = 24;
/// What may follow a value without quotes.
const ENDS: &[u8] = b" \t\r\n&;,.:\"'`\\)}]<|";
/// What a value without quotes consists of, besides letters and digits; in base64, in hexadecimal or escaped for an address.
const JOINTS: &[u8] = b"+/_-~=%";

/// Whether what is assigned to a name is a secret, of a member of JSON.
pub(crate) fn is_assigned(name: &str, value: &str) -> bool {
    let value = value.as_bytes();
    value.iter().all(is_quotable) && least_for(name.as_bytes()).is_some_and(|least| is_random(value, least))
}

/// What is assigned at a `:` or `=`.
pub(super) fn assigned(bytes: &[u8], at: usize, stands: Stands) -> Option<Secret> {
    let least = least_for(name_before(bytes, at))?;
    let operator = bytes[at..].iter().take(3).take_while(|byte| b":=>".contains(byte)).count();
    let mut start = value_at(bytes, at + operator)?;
    let is_escaped = bytes.get(start) == Some(&b'\\');
    let quote = *bytes.get(start + usize::from(is_escaped))?;
    let is_quoted = matches!(quote, b'"' | b'\'' | b'`');
    start += if is_quoted { 1 + usize::from(is_escaped) } else { 0 };
    let rest = &bytes[start..];
    let looked_at = &rest[..rest.len().min(MOST_LOOKED_AT)];
    let is_of_value = if is_quoted { is_quotable } else { is_plain };
    let n_value = looked_at.iter().position(|byte| !is_of_value(byte)).unwrap_or(looked_at.len());
    let value = &rest[..n_value];
    // What has a form of its own is masked by that.
    if !is_random(value, least) || has_form(bytes, start, stands) {
        return None;
    }
    let after = rest.get(n_value);
    let is_whole = match is_quoted {
        true => after == Some(&quote) || after == Some(&b'\\') && rest.get(n_value + 1) == Some(&quote),
        false => after.is_none_or(|end| ENDS.contains(end)),
    };
    // Of a longer value it is not looked how it ends, so that no byte is looked at for each of many names.
    let end = match n_value == MOST_LOOKED_AT {
        true => start + rest.iter().position(|byte| !is_of_value(byte)).unwrap_or(rest.len()),
        false if is_whole => start + n_value,
        false => return None,
    };
    Some(Secret { kind: "secret", start, end })
}

/// Where what is assigned begins: behind its operator, or below it where it is indented, as in YAML. Of a list the first counts.
fn value_at(bytes: &[u8], operator_end: usize) -> Option<usize> {
    let skipped = |at: usize, is: fn(&u8) -> bool| at + bytes[at..].iter().take_while(|byte| is(byte)).count();
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    let mut at = skipped(operator_end, is_blank);
    // How YAML begins a text of several lines.
    if matches!(bytes.get(at), Some(b'|' | b'>')) {
        let sign = skipped(at + 1, |byte| matches!(byte, b'+' | b'-' | b'0'..=b'9' | b' ' | b'\t'));
        at = if matches!(bytes.get(sign), Some(b'\n' | b'\r')) { sign } else { at };
    }
    loop {
        let next = skipped(at, is_space);
        let is_below = bytes[at..next].contains(&b'\n');
        at = match (bytes.get(next)?, bytes.get(next + 1)) {
            (b'[', _) => next + 1,
            (b'-', Some(b' ')) if is_below => next + 2,
            (b'"' | b'\'' | b'`' | b'\\', _) => return Some(next),
            _ if is_below && !is_blank(&bytes[next - 1]) => return None,
            _ => return Some(next),
        };
    }
}

/// Whether JSON has a member whose name is one of a secret's: what it holds may be one that a text does not tell.
pub(crate) fn assigns(json: &str) -> bool {
    let bytes = json.as_bytes();
    let is_space = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    let mut colons = bytes.iter().enumerate().filter(|(_, byte)| **byte == b':').map(|(at, _)| at);
    colons.any(|at| {
        let end = at - bytes[..at].iter().rev().take_while(is_space).count();
        bytes[..end].ends_with(b"\"") && least_for(name_before(bytes, end)).is_some()
    })
}

fn has_form(bytes: &[u8], start: usize, stands: Stands) -> bool {
    let is_word = || word(bytes, start, stands).is_some();
    bytes[start..].starts_with(JSON) || is_word() || discord(bytes, start).is_some()
}

fn is_quotable(byte: &u8) -> bool {
    byte.is_ascii_graphic() && !b"\"'`\\<>{}()[],;".contains(byte)
}

fn is_plain(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || JOINTS.contains(byte)
}

/// The name before an operator, in or without quotes.
fn name_before(bytes: &[u8], at: usize) -> &[u8] {
    let mut end = at;
    let mut skip = |is: fn(u8) -> bool, most: usize| {
        let n = bytes[..end].iter().rev().take(most).take_while(|byte| is(**byte)).count();
        end -= n;
    };
    skip(|byte| matches!(byte, b' ' | b'\t'), usize::MAX);
    skip(|byte| matches!(byte, b'"' | b'\'' | b'`'), 1);
    skip(|byte| byte == b'\\', 1);
    let is_of_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let n_name = bytes[..end].iter().rev().take(MOST_NAME).take_while(is_of_name).count();
    // `?sig=` and `&sig=` are an address's signature.
    let is_signature = &bytes[end - n_name..end] == b"sig" && matches!(bytes[..end - n_name].last(), Some(b'?' | b'&'));
    if is_signature { b"token" } else { &bytes[end - n_name..end] }
}

/// The least bytes of a secret that is assigned to a name; none to one that holds none.
fn least_for(name: &[u8]) -> Option<usize> {
    let letters = || name.iter().rev().filter(|byte| !matches!(byte, b'_' | b'-')).map(u8::to_ascii_lowercase);
    let ends = |end: &[u8]| letters().take(end.len()).eq(end.iter().rev().copied());
    let name = NAMES.iter().find(|end| ends(end))?;
    Some(if name.starts_with(b"p") && *name != b"privatekey" { LEAST_PASSWORD } else { LEAST_ASSIGNED })
}

/// Whether a value looks as if it was drawn and not written: letters and digits take turns, and small ones with capitals, once in
/// five bytes. Words and names change so where one ends, which is seldom.
pub(super) fn is_random(value: &[u8], least: usize) -> bool {
    let looked_at = &value[..value.len().min(MOST_LOOKED_AT)];
    let class = |byte: &u8| match byte {
        b'0'..=b'9' => Some(0),
        b'a'..=b'z' => Some(1),
        b'A'..=b'Z' => Some(2),
        _ => None,
    };
    let mut last = None;
    let (mut n_turns, mut has_digit) = (0, false);
    for class in looked_at.iter().filter_map(class) {
        has_digit |= class == 0;
        n_turns += usize::from(last.is_some_and(|last| last != class && (last, class) != (2, 1)));
        last = Some(class);
    }
    value.len() >= least && has_digit && n_turns * 5 >= looked_at.len()
}

/// What an HTTP header gives to prove who asks: `Bearer` with what looks random, `Basic` after `Authorization`.
pub(super) fn credentials(bytes: &[u8], at: usize, stands: Stands) -> Option<Secret> {
    let has = |scheme: &[u8]| bytes.get(at..at + scheme.len()).is_some_and(|word| word.eq_ignore_ascii_case(scheme));
    let start = at + if has(b"bearer ") { 7 } else { 6 };
    let value = || &bytes[start..start + run(&bytes[start..], b"-._~+/=")];
    let is_secret = if has(b"bearer ") {
        is_random(value(), LEAST_ASSIGNED) && !has_form(bytes, start, stands)
    } else {
        has(b"basic ") && value().len() >= LEAST_PASSWORD && is_header(&bytes[..at])
    };
    is_secret.then(|| Secret { kind: "credentials", start, end: start + value().len() })
}

/// Whether what stands before a scheme is the name of its header.
fn is_header(before: &[u8]) -> bool {
    let near = &before[before.len().saturating_sub(MOST_HEADER)..];
    near.windows(HEADER.len()).any(|word| word.eq_ignore_ascii_case(HEADER))
}

/// The password in `scheme://user:password@host`. What stands in braces or behind `$`, `<` or `%` names one.
pub(super) fn password(bytes: &[u8], colon: usize) -> Option<Secret> {
    let user = bytes[colon..].strip_prefix(b"://")?;
    if colon == 0 || !bytes[colon - 1].is_ascii_alphanumeric() {
        return None;
    }
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"/?#\"'`<>()[]{},;\\".contains(byte);
    let n_authority = user.iter().position(is_end).unwrap_or(user.len());
    let authority = &user[..n_authority];
    let host = authority.iter().rposition(|&byte| byte == b'@')?;
    let secret = authority.iter().position(|&byte| byte == b':').filter(|&at| at + 1 < host)? + 1;
    let start = colon + 3;
    let is_named = matches!(authority[secret], b'$' | b'%' | b'*' | b'.');
    (!is_named).then_some(Secret { kind: "password", start: start + secret, end: start + host })
}

/// The token of a Telegram bot after its number, `123456789:AA…`.
pub(super) fn bot(bytes: &[u8], colon: usize) -> Option<Secret> {
    let n_digits = bytes[..colon].iter().rev().take(12).take_while(|byte| byte.is_ascii_digit()).count();
    let rest = bytes[colon + 1..].get(..36).unwrap_or(&bytes[colon + 1..]);
    let is_token = (8..=11).contains(&n_digits) && rest.starts_with(b"AA") && run(rest, b"_-") == 35;
    is_token.then_some(Secret { kind: "telegram-token", start: colon + 1, end: colon + 36 })
}
