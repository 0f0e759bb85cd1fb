//! Credentials in HTTP headers: `Authorization` with any scheme, and cookies.

use alloc::format;
use alloc::string::String;

use super::assigned::{has_form, value_start};
use super::forms::suffix_length;
use super::names::MAX_NAME_BYTES;
use super::values::{MAX_EXAMINED_BYTES, is_placeholder, is_random, may_be_password};
use super::{Secret, TextKind, first_kind, letters, mask};

/// The kind of a header's first secret, and the header's value with all secrets masked. `None` if it is neither an
/// authorization nor a cookie header, or holds no credentials.
pub(crate) fn mask_header(name: &str, value: &str) -> Option<(&'static str, String)> {
    let is_header = [AUTHORIZATION, COOKIE].iter().any(|header| ends_header(name.as_bytes(), header));
    let label = if is_header { format!("{name}: ") } else { return None };
    let header = format!("{label}{value}");
    let masked = mask(&header);
    Some((first_kind(&header)?, masked.strip_prefix(&label)?.into()))
}

/// A scheme of the `Authorization` header.
pub(super) struct Scheme {
    /// In lower case.
    pub(super) name: &'static [u8],
    /// Whether a secret follows the scheme's name even without the header before it.
    needs_no_header: bool,
}

const fn plain(name: &'static [u8]) -> Scheme {
    Scheme { name, needs_no_header: true }
}

const fn of_header(name: &'static [u8]) -> Scheme {
    Scheme { name, needs_no_header: false }
}

/// Known schemes, sorted by first letter. After an unknown scheme, the credential must look random.
pub(super) const SCHEMES: [Scheme; 14] = [
    plain(b"api-key"),
    plain(b"apikey"),
    of_header(b"basic"),
    plain(b"bearer"),
    of_header(b"bot"),
    of_header(b"geniekey"),
    of_header(b"jwt"),
    of_header(b"key"),
    of_header(b"oauth"),
    of_header(b"privatetoken"),
    of_header(b"splunk"),
    of_header(b"ssws"),
    plain(b"token"),
    of_header(b"zoho-oauthtoken"),
];

/// The range of indexes in [`SCHEMES`] for each first letter.
const SCHEME_RANGES: [(u8, u8); 128] = {
    let mut ranges = [(0, 0); 128];
    let mut at = 0;
    while at < SCHEMES.len() {
        let first_letter = SCHEMES[at].name[0] as usize;
        if ranges[first_letter].1 == 0 {
            ranges[first_letter].0 = at as u8;
        }
        at += 1;
        ranges[first_letter].1 = at as u8;
    }
    ranges
};

/// End of the names of authorization headers, in lower case.
const AUTHORIZATION: &[u8] = b"authorization";
/// Number of bytes before a scheme in which the header's name is searched for.
const MAX_HEADER_BYTES: usize = 24;
/// End of the names `Cookie` and `Set-Cookie`.
const COOKIE: &[u8] = b"cookie";
/// Greatest length in bytes of an `Authorization` header's parameters.
const MAX_PARAMETERS_BYTES: usize = 2048;
/// Names of parameters of an `Authorization` header that are no credentials.
const PUBLIC_PARAMETERS: [&[u8]; 12] = [
    b"cnonce",
    b"credential",
    b"hash",
    b"id",
    b"keyid",
    b"nonce",
    b"oauth_consumer_key",
    b"oauth_nonce",
    b"opaque",
    b"realm",
    b"signedheaders",
    b"uri",
];
/// Characters of a credential besides letters and digits.
const CREDENTIAL_PUNCTUATION: &[u8] = b"-._~+/=:!@#$%^&*?";
/// Least length in bytes of a credential after its header.
const MIN_HEADER_BYTES: usize = 8;
/// Least length in bytes of a credential without a header or with an unknown scheme.
const MIN_RANDOM_BYTES: usize = 16;
/// Parts of the names of cookies that hold credentials.
const SESSION_COOKIE_WORDS: [&[u8]; 7] = [b"sess", b"sid", b"auth", b"token", b"jwt", b"remember", b"login"];
/// Least length in bytes of the value of a cookie whose name shows that it holds credentials.
const MIN_SESSION_BYTES: usize = 6;

/// The credential after a scheme. After the header's name it is any value but a plain word; without the header it must
/// look random.
pub(super) fn credentials(bytes: &[u8], at: usize, text_kind: TextKind) -> Option<Secret> {
    let rest = &bytes[at..];
    let begins_with =
        |name: &[u8]| rest.get(name.len()) == Some(&b' ') && rest[..name.len()].eq_ignore_ascii_case(name);
    let (first, end) = SCHEME_RANGES[usize::from(rest[0].to_ascii_lowercase())];
    let scheme = SCHEMES[first as usize..end as usize].iter().find(|scheme| begins_with(scheme.name))?;
    let start = at + scheme.name.len() + 1;
    let is_basic = scheme.name == b"basic";
    let value = examined_bytes(bytes, start);
    let is_secret = match follows_header(&bytes[..at]) {
        true if is_basic => is_base64(value),
        true => {
            is_random(value, MIN_HEADER_BYTES)
                || may_be_password(value)
                || letters::is_random_letters(value, MIN_RANDOM_BYTES)
        }
        false => scheme.needs_no_header && is_random(value, MIN_RANDOM_BYTES),
    };
    credential_secret(bytes, start, is_secret, text_kind)
}

/// The credential of an `Authorization` header without a known scheme; `at` is the header's `:`. It must look random.
pub(super) fn unknown_scheme(bytes: &[u8], at: usize, text_kind: TextKind) -> Option<Secret> {
    let mut start = if ends_header(&bytes[..at], AUTHORIZATION) { value_start(bytes, at + 1)? } else { return None };
    let n_scheme = suffix_length(&bytes[start..bytes.len().min(start + MAX_HEADER_BYTES)], b"-");
    if bytes.get(start + n_scheme) == Some(&b' ') {
        start += n_scheme + 1;
    }
    credential_secret(bytes, start, is_random(examined_bytes(bytes, start), MIN_RANDOM_BYTES), text_kind)
}

/// The byte offset at which the parameters of an `Authorization` header end; `None` unless the header's `:` is at `at`.
pub(super) fn credentials_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = if ends_header(&bytes[..at], AUTHORIZATION) {
        &bytes[at..bytes.len().min(at + MAX_PARAMETERS_BYTES)]
    } else {
        return None;
    };
    Some(at + rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()))
}

/// The credential in a parameter of an `Authorization` header: a signature, a response, a token. `at` is the
/// parameter's `=`.
pub(super) fn parameter(bytes: &[u8], at: usize, text_kind: TextKind) -> Option<Secret> {
    let n_name = bytes[..at].iter().rev().take(MAX_NAME_BYTES).take_while(|byte| is_cookie_byte(**byte)).count();
    let name = &bytes[at - n_name..at];
    if name.is_empty() || PUBLIC_PARAMETERS.iter().any(|one| name.eq_ignore_ascii_case(one)) {
        return None;
    }
    let start = value_start(bytes, at + 1)?;
    credential_secret(bytes, start, is_random(examined_bytes(bytes, start), MIN_RANDOM_BYTES), text_kind)
}

/// Whether the name at the end of `text_before`, quoted or not, ends with `header`, in any case.
fn ends_header(text_before: &[u8], header: &[u8]) -> bool {
    let text_before = text_before.strip_suffix(b"\"").or_else(|| text_before.strip_suffix(b"'")).unwrap_or(text_before);
    text_before.len() >= header.len() && text_before[text_before.len() - header.len()..].eq_ignore_ascii_case(header)
}

/// The leading bytes of a credential that decide whether it is one.
fn examined_bytes(bytes: &[u8], start: usize) -> &[u8] {
    let rest = &bytes[start..bytes.len().min(start + MAX_EXAMINED_BYTES)];
    &rest[..suffix_length(rest, CREDENTIAL_PUNCTUATION)]
}

fn credential_secret(bytes: &[u8], start: usize, is_secret: bool, text_kind: TextKind) -> Option<Secret> {
    if !is_secret || has_form(bytes, start, text_kind) {
        return None;
    }
    let value = &bytes[start..start + suffix_length(&bytes[start..], CREDENTIAL_PUNCTUATION)];
    let n_sentence_end = value.iter().rev().take_while(|byte| b".:?".contains(byte)).count();
    let end = start + value.len() - n_sentence_end;
    let is_call = bytes.get(end).is_some_and(|byte| b"([{".contains(byte));
    (!is_call).then_some(Secret { kind: "credentials", start, end })
}

/// Whether the name of the `Authorization` header is among the bytes right before a scheme.
fn follows_header(text_before: &[u8]) -> bool {
    let last_bytes = &text_before[text_before.len().saturating_sub(MAX_HEADER_BYTES)..];
    last_bytes.windows(AUTHORIZATION.len()).any(|word| word.eq_ignore_ascii_case(AUTHORIZATION))
}

/// Whether a value may be a user name and password in base64, and is no word.
fn is_base64(value: &[u8]) -> bool {
    let has_capital_within = value.windows(2).any(|two| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase());
    let is_mixed = has_capital_within || value.iter().any(|byte| byte.is_ascii_digit() || *byte == b'=');
    value.len() >= MIN_HEADER_BYTES && is_mixed && !is_placeholder(value)
}

/// The byte offset at which the cookies of a header end; `None` unless the header's `:` is at `at`. A `Set-Cookie`
/// header has a single cookie before its attributes.
pub(super) fn cookies_end(bytes: &[u8], at: usize) -> Option<usize> {
    let start = if ends_header(&bytes[..at], COOKIE) { value_start(bytes, at + 1)? } else { return None };
    cookies_end_from(bytes, start, ends_header(&bytes[..at], b"set-cookie"))
}

/// The byte offset at which the cookies that begin at `start` end, or, if `is_single`, the first of them. `None` if no
/// `name=` is there.
pub(super) fn cookies_end_from(bytes: &[u8], start: usize, is_single: bool) -> Option<usize> {
    let rest = &bytes[start..];
    let n_name = rest.iter().take_while(|byte| is_cookie_byte(**byte)).count();
    let is_begun = n_name > 0 && rest.get(n_name) == Some(&b'=');
    let is_end = |byte: &u8| b"\n\r\"'`\\".contains(byte) || is_single && *byte == b';';
    is_begun.then(|| start + rest.iter().position(is_end).unwrap_or(rest.len()))
}

fn is_cookie_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// The value of a cookie, whose `=` is at `at`. For a session cookie it may be any value; for other cookies it must not
/// be a plain word.
pub(super) fn cookie(bytes: &[u8], at: usize, text_kind: TextKind) -> Option<Secret> {
    let n_name = bytes[..at].iter().rev().take(MAX_NAME_BYTES).take_while(|byte| is_cookie_byte(**byte)).count();
    let name = &bytes[at - n_name..at];
    if name.is_empty() || bytes[..at - name.len()].ends_with(b"=") {
        return None;
    }
    let start = at + 1;
    let value_length = |rest: &[u8]| {
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || b";,\"'`\\<>(){}".contains(byte);
        rest.iter().position(is_end).unwrap_or(rest.len())
    };
    let rest = &bytes[start..];
    let value = &rest[..value_length(&rest[..rest.len().min(MAX_EXAMINED_BYTES)])];
    let name_has = |part: &&[u8]| name.windows(part.len()).any(|word| word.eq_ignore_ascii_case(part));
    let is_of_session =
        || SESSION_COOKIE_WORDS.iter().any(name_has) && value.len() >= MIN_SESSION_BYTES && !is_placeholder(value);
    let is_secret = is_random(value, MIN_HEADER_BYTES) || may_be_password(value) || is_of_session();
    let secret = || Secret { kind: "cookie", start, end: start + value_length(rest) };
    (is_secret && !has_form(bytes, start, text_kind)).then(secret)
}
