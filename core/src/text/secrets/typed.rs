//! Typed assignments of secrets: a type between a name and its `=`, and constructors around the value, such as
//! `Some("…")`, `b"…"`, `new String("…")`.

use core::ops::Range;

use super::assigned::name_before;
use super::names::{NameKind, name_kind};

/// Greatest length in bytes of a type.
const MAX_TYPE_BYTES: usize = 80;
/// Greatest length in bytes of the code between an operator and its string.
const MAX_WRAPPER_BYTES: usize = 48;
/// Names of string types that follow a name without a colon.
const STRING_TYPES: [&[u8]; 6] = [b"string", b"*string", b"[]byte", b"str", b"bytes", b"String"];
/// Names of calls that convert a string without looking it up.
const CONSTRUCTORS: [&[u8]; 16] = [
    b"some",
    b"from",
    b"new",
    b"borrowed",
    b"byte",
    b"bytes",
    b"string",
    b"str",
    b"just",
    b"of",
    b"default",
    b"ok",
    b"ref",
    b"secretstr",
    b"secretstring",
    b"value",
];

/// The byte range and kind of a secret's name that has a type between it and the operator at `at`.
pub(super) fn typed_name(bytes: &[u8], at: usize) -> Option<(Range<usize>, NameKind)> {
    let line = &bytes[at.saturating_sub(MAX_TYPE_BYTES)..at];
    let n = line.iter().rev().take_while(|byte| is_type_byte(**byte)).count();
    let declaration = line[line.len() - n..].trim_ascii_end();
    let start = at - n;
    // The last colon that is no part of `::` precedes the type.
    let is_colon = |place: &usize| {
        let is_colon_at = |place: Option<usize>| place.is_some_and(|place| bytes.get(place) == Some(&b':'));
        bytes[*place] == b':' && !is_colon_at(place.checked_sub(1)) && !is_colon_at(Some(place + 1))
    };
    let colon = (start..start + declaration.len()).rev().find(is_colon);
    if let Some(colon) = colon {
        // `?` or `!` after the name says whether its value may be missing.
        let end = colon - usize::from(matches!(bytes[..colon].last(), Some(b'?' | b'!')));
        let name = name_before(bytes, end);
        if let Some(kind_of_name) = name_kind(&bytes[name.clone()]) {
            return Some((name, kind_of_name));
        }
        // In JSON around the code, a colon precedes no type.
    }
    // `char key[] =`.
    if declaration.ends_with(b"]") {
        let bracket = declaration.iter().rposition(|byte| *byte == b'[')?;
        let name = name_before(bytes, start + bracket);
        return name_kind(&bytes[name.clone()]).map(|kind_of_name| (name, kind_of_name));
    }
    let blank = declaration.iter().rposition(|byte| matches!(byte, b' ' | b'\t'))?;
    let name = STRING_TYPES.contains(&&declaration[blank + 1..]).then(|| name_before(bytes, start + blank))?;
    name_kind(&bytes[name.clone()]).map(|kind_of_name| (name, kind_of_name))
}

/// The byte offset of the quote that opens a constructor's string argument, and whether the constructor only converts
/// the string.
pub(super) fn constructor_argument(bytes: &[u8], start: usize) -> Option<(usize, bool)> {
    let examined = &bytes[start..bytes.len().min(start + MAX_WRAPPER_BYTES)];
    let n = examined.iter().position(|byte| matches!(byte, b'"' | b'\'' | b'`'))?;
    let wrapper = &examined[..n];
    let wrapper = wrapper.strip_prefix(b"new ").unwrap_or(wrapper);
    if !wrapper.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_.:&<>@#$[](=*".contains(byte)) {
        return None;
    }
    let last_name = |wrapper: &[u8]| {
        let end = wrapper.iter().rposition(u8::is_ascii_alphanumeric).map_or(0, |last| last + 1);
        let start = wrapper[..end].iter().rposition(|byte| !byte.is_ascii_alphanumeric()).map_or(0, |at| at + 1);
        start..end
    };
    let is_prefix =
        wrapper.len() <= 3 && wrapper.iter().all(|byte| byte.is_ascii_alphabetic() || b"@$#".contains(byte));
    // The last name before the parenthesis or bracket: `aws.String(`, `Some(`, `<string>`.
    let is_constructor = || CONSTRUCTORS.iter().any(|maker| wrapper[last_name(wrapper)].eq_ignore_ascii_case(maker));
    Some((start + n, is_prefix || is_constructor()))
}

fn is_type_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_ .,:<>[]|&'?*!\"".contains(&byte)
}
