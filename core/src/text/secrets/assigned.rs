//! Secrets assigned to a name such as `password` or `api_key`, passwords in URLs, and tokens of Telegram bots.
//!
//! Programs assign many other things to such names: calls, variables, types, examples. So a value counts if it looks
//! random. A value that a person may have chosen counts only where neither a type nor a variable can stand: in quotes,
//! in the environment, in an option, in a URL. Not here: secrets that their form alone reveals (`forms`).

use core::ops::Range;

use super::commands::assigned_word;
use super::forms::{form_at, suffix_length};
use super::names::{self, MAX_NAME_BYTES, NameKind, is_name_byte, name_kind};
use super::typed::{constructor_argument, typed_name};
use super::values::{
    MAX_EXAMINED_BYTES, is_long_number, is_path_or_address, is_placeholder, is_random, is_short_random,
    may_be_chosen_key, may_be_password, may_be_password_in_code, may_be_type_name,
};
use super::{JSON_BASE64, Secret, TextKind, discord_token, letters};

/// Least length in bytes of a random-looking value that is assigned to a password.
const MIN_PASSWORD_BYTES: usize = 12;
/// Least length in bytes of a random-looking value that is assigned to a key or token.
const MIN_KEY_BYTES: usize = 16;
/// Least length in bytes of a value that a person may have chosen, if the name is not plainly that of a password.
const MIN_CHOSEN_BYTES: usize = 8;
/// Greatest distance in bytes between a member `name` and the member `value` beside it.
const MAX_SIBLING_DISTANCE: usize = 96;
/// Prefixes of methods that set a secret.
const SETTER_PREFIXES: [&[u8]; 12] = [
    b"set",
    b"with",
    b"password",
    b"passwd",
    b"pwd",
    b"secret",
    b"token",
    b"api",
    b"auth",
    b"access",
    b"private",
    b"client",
];
/// Bytes that may follow an unquoted value.
const VALUE_ENDS: &[u8] = b" \t\r\n&;,.:\"'`\\)}]<|";
/// Bytes of an unquoted value besides letters and digits; it may be base64, hexadecimal or percent-encoded.
const VALUE_PUNCTUATION: &[u8] = b"+/_-~=%";
/// Trailing punctuation of a word that belongs to the sentence and not to the value.
const SENTENCE_ENDS: &[u8] = b".,:";

/// The syntax around a value, which limits what the value can be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueContext {
    Quoted,
    /// Outside of code: the environment, an option, a URL, a settings file.
    OutsideCode,
    /// At the end of a line, as in YAML. The value could also be a type.
    LineEnd,
    /// Unquoted where code can be: the value could also be an expression or a type.
    MaybeCode,
}

/// Whether the value of a JSON member with this name is a secret.
pub(crate) fn is_secret_member(name: &str, value: &str) -> bool {
    let value = value.as_bytes();
    let is_secret = |kind_of_name| is_secret(value, kind_of_name, ValueContext::Quoted, TextKind::Text);
    value.iter().all(is_quoted_byte) && name_kind(name.as_bytes()).is_some_and(is_secret)
}

/// Whether a value is a secret, given the kind of its name, the syntax around it and the kind of text.
pub(super) fn is_secret(value: &[u8], kind_of_name: NameKind, context: ValueContext, text_kind: TextKind) -> bool {
    let min = if matches!(kind_of_name, NameKind::Key | NameKind::Loose) { MIN_KEY_BYTES } else { MIN_PASSWORD_BYTES };
    if is_random(value, min) || kind_of_name != NameKind::Loose && is_short_random(value) {
        // `PWD` is the folder that a program runs in.
        return kind_of_name != NameKind::Password || !is_path_or_address(value);
    }
    if context != ValueContext::MaybeCode
        && text_kind == TextKind::Text
        && letters::is_random_letters(value, MIN_PASSWORD_BYTES)
    {
        return !is_placeholder(value);
    }
    match (context, kind_of_name) {
        // Masking could make two names equal, and so lose one.
        _ if text_kind == TextKind::Name => false,
        (_, NameKind::Loose) => false,
        (ValueContext::LineEnd | ValueContext::MaybeCode, NameKind::Password) => may_be_password_in_code(value),
        (ValueContext::LineEnd | ValueContext::MaybeCode, _) => false,
        (ValueContext::Quoted, NameKind::Key) => value.len() >= MIN_CHOSEN_BYTES && may_be_chosen_key(value),
        (_, NameKind::Password) => is_long_number(value) || may_be_password(value),
        (ValueContext::OutsideCode, NameKind::Pass) => may_be_password(value),
        _ => value.len() >= MIN_CHOSEN_BYTES && may_be_password(value),
    }
}

/// The secret assigned by the `:` or `=` at offset `at`.
pub(super) fn assigned_secret(bytes: &[u8], at: usize, text_kind: TextKind) -> Option<Secret> {
    let (name, kind_of_name, is_typed) = assignee(bytes, at)?;
    let n_operator = bytes[at..].iter().take(3).take_while(|byte| b":=>".contains(byte)).count();
    let start = assigned_start(bytes, at + n_operator)?;
    let is_quote = |at: usize| matches!(bytes[at], b'"' | b'\'' | b'`');
    let is_secret = |value: &[u8], context| is_secret(value, kind_of_name, context, text_kind);
    if is_quote(start) {
        return in_quotes(bytes, start, text_kind, |value| is_secret(value, ValueContext::Quoted));
    }
    // A value in a known form is masked as that form.
    if has_form(bytes, start, text_kind) {
        return None;
    }
    let n_unquoted = || {
        unquoted_length(bytes, &name, at..start, |value, context| match context {
            ValueContext::LineEnd if kind_of_name == NameKind::Password && !may_be_type_name(value) => {
                is_secret(value, ValueContext::OutsideCode)
            }
            // The part after a dot is a member.
            ValueContext::LineEnd | ValueContext::MaybeCode => !value.contains(&b'.') && is_secret(value, context),
            _ => is_secret(value, context),
        })
    };
    if let Some(n_value) = (!is_typed).then(n_unquoted).flatten() {
        return Some(Secret { kind: "secret", start, end: start + n_value });
    }
    let (quote, is_plain) = constructor_argument(bytes, start)?;
    in_quotes(bytes, quote, text_kind, |value| {
        if is_plain { is_secret(value, ValueContext::Quoted) } else { is_random(value, MIN_KEY_BYTES) }
    })
}

/// The secret assigned to an environment variable by the operator at `at`: `DB_PASSWORD=…`, or `$env:API_TOKEN = "…"`
/// in PowerShell. The secret may be a plain word.
pub(super) fn environment_secret(bytes: &[u8], at: usize, text_kind: TextKind) -> Option<Secret> {
    let name = name_before(bytes, at);
    if bytes[name.clone()].eq_ignore_ascii_case(b"value") {
        let (variable, kind_of_name) = sibling_name(bytes, name.start)?;
        let is_variable = kind_of_name == NameKind::Password || !variable.iter().any(u8::is_ascii_lowercase);
        return assigned_word(bytes, at, is_variable && kind_of_name != NameKind::Loose, text_kind);
    }
    let kind_of_name = name_kind(&bytes[name.clone()])?;
    let text_before = &bytes[..name.start];
    let is_in_quotes = || value_start(bytes, at + 1).is_some_and(|start| b"\"'".contains(&bytes[start - 1]));
    let is_of_powershell =
        text_before.len() >= 4 && text_before[text_before.len() - 4..].eq_ignore_ascii_case(b"env:") && is_in_quotes();
    let is_of_shell = bytes[at] == b'=' && name.end == at && is_password_variable(&bytes[name], kind_of_name);
    assigned_word(bytes, at, is_of_powershell || is_of_shell, text_kind)
}

/// Whether an environment variable has the name of a password, such as `PGPASSWORD`. A bare `PASSWORD` may be a
/// variable in code.
fn is_password_variable(name: &[u8], kind_of_name: NameKind) -> bool {
    let is_longer = name.contains(&b'_') || name.len() > b"PASSWORD".len();
    matches!(kind_of_name, NameKind::Password | NameKind::Pass) && is_longer && !name.iter().any(u8::is_ascii_lowercase)
}

/// The secret in a C++ brace initialiser, as in `kSecret{"…"}`, at the brace.
pub(super) fn brace_initialised(bytes: &[u8], brace: usize, text_kind: TextKind) -> Option<Secret> {
    let is_quoted = bytes.get(brace + 1) == Some(&b'"') && bytes[..brace].last().is_some_and(u8::is_ascii_alphanumeric);
    let kind_of_name = if is_quoted { name_kind(&bytes[name_before(bytes, brace)])? } else { return None };
    in_quotes(bytes, brace + 1, text_kind, |value| is_secret(value, kind_of_name, ValueContext::Quoted, text_kind))
}

/// The secret in the argument after a quoted name, as in `set("API_TOKEN", "…")`; `comma` is between the two.
pub(super) fn second_argument(bytes: &[u8], comma: usize, text_kind: TextKind) -> Option<Secret> {
    let quote = bytes[..comma].last().filter(|quote| matches!(quote, b'"' | b'\''))?;
    let name = name_before(bytes, comma);
    let kind_of_name = name_kind(&bytes[name.clone()])?;
    let call = bytes[..name.start].strip_suffix(&[*quote])?;
    let start = value_start(bytes, comma + 1)?;
    if !call.ends_with(b"(") || start == comma + 1 || !matches!(bytes[start - 1], b'"' | b'\'') {
        return None;
    }
    in_quotes(bytes, start - 1, text_kind, |value| is_secret(value, kind_of_name, ValueContext::Quoted, text_kind))
}

/// The secret in the argument of a setter, as in `.setPassword("…")` and `.token("…")`; `open` is the parenthesis.
/// Other methods with such names may ask for a secret or check one.
pub(super) fn setter_argument(bytes: &[u8], open: usize, text_kind: TextKind) -> Option<Secret> {
    bytes.get(open + 1).filter(|quote| matches!(quote, b'"' | b'\''))?;
    let name = name_before(bytes, open);
    let method_name = &bytes[name.clone()];
    let is_method = name.end == open && matches!(bytes[..name.start].last(), Some(b'.' | b'>'));
    let kind_of_name = if is_method { name_kind(method_name)? } else { return None };
    let has_prefix = |word: &&[u8]| method_name.get(..word.len()).is_some_and(|begun| begun.eq_ignore_ascii_case(word));
    if !SETTER_PREFIXES.iter().any(has_prefix) {
        return None;
    }
    in_quotes(bytes, open + 1, text_kind, |value| is_secret(value, kind_of_name, ValueContext::Quoted, text_kind))
}

/// The name on the left of the operator at `at`, the kind of secret that it announces, and whether the name has a type.
fn assignee(bytes: &[u8], at: usize) -> Option<(Range<usize>, NameKind, bool)> {
    let name = name_before(bytes, at);
    let announced_kind = match &bytes[name.clone()] {
        // `?sig=` and `&sig=` hold the signature of an address, and so does Amazon's header.
        b"sig" if matches!(bytes[..name.start].last(), Some(b'?' | b'&')) => Some(NameKind::Key),
        b"X-Amz-Signature" => Some(NameKind::Key),
        word if word.eq_ignore_ascii_case(b"value") => {
            sibling_name(bytes, name.start).map(|(_, kind_of_name)| kind_of_name)
        }
        word => name_kind(word),
    };
    if let Some(kind_of_name) = announced_kind {
        return Some((name, kind_of_name, false));
    }
    let is_single = bytes[at] == b'=' && !matches!(bytes.get(at + 1), Some(b'=' | b'>' | b'~'));
    let is_assignment = is_single && !matches!(bytes[..at].last(), Some(b'=' | b'!' | b'<' | b'+' | b'-' | b':'));
    let (name, kind_of_name) = is_assignment.then(|| typed_name(bytes, at)).flatten()?;
    Some((name, kind_of_name, true))
}

/// The name in the member beside a member `value`, and that name's kind: `name: API_TOKEN`, `"name": "API_TOKEN",
/// "value":`.
fn sibling_name(bytes: &[u8], value_at: usize) -> Option<(&[u8], NameKind)> {
    const NAMES: [&[u8]; 2] = [b"name", b"key"];
    let text_before = &bytes[value_at.saturating_sub(MAX_SIBLING_DISTANCE)..value_at];
    let is_of_word = |byte: &u8| names::is_name_byte(*byte);
    let end = text_before.iter().rposition(is_of_word)? + 1;
    let start = text_before[..end].iter().rposition(|byte| !is_of_word(byte))? + 1;
    let kind_of_name = name_kind(&text_before[start..end])?;
    let member_before = text_before[..start].trim_ascii_end();
    let member_before = member_before.strip_suffix(b"\"").unwrap_or(member_before).trim_ascii_end();
    let member_before = member_before.strip_suffix(b":").or_else(|| member_before.strip_suffix(b"="))?.trim_ascii_end();
    let member_before = member_before.strip_suffix(b"\"").unwrap_or(member_before);
    let is_name = |name: &&[u8]| {
        member_before.len() >= name.len()
            && member_before[member_before.len() - name.len()..].eq_ignore_ascii_case(name)
    };
    NAMES.iter().any(is_name).then_some((&text_before[start..end], kind_of_name))
}

/// The secret in the quotes that open at `open`. `None` if a known form of secret begins there, which is masked as that
/// form.
fn in_quotes(bytes: &[u8], open: usize, text_kind: TextKind, is_secret: impl Fn(&[u8]) -> bool) -> Option<Secret> {
    let start = open + 1;
    if has_form(bytes, start, text_kind) {
        return None;
    }
    let n_value = length_in_quotes(&bytes[start..], bytes[open], is_secret)?;
    Some(Secret { kind: "secret", start, end: start + n_value })
}

/// Length in bytes of the secret in quotes; `None` if the quotes hold no secret.
fn length_in_quotes(from_value: &[u8], quote: u8, is_secret: impl Fn(&[u8]) -> bool) -> Option<usize> {
    let n_value = value_length(&from_value[..from_value.len().min(MAX_EXAMINED_BYTES)], is_quoted_byte);
    let byte_after = from_value.get(n_value);
    // A text that was cut lacks the closing quote.
    let is_whole = || matches!(byte_after, None | Some(0xe2)) || byte_after == Some(&quote);
    match is_secret(&from_value[..n_value]) {
        true if n_value == MAX_EXAMINED_BYTES => Some(value_length(from_value, is_quoted_byte)),
        true => is_whole().then_some(n_value),
        false => None,
    }
}

/// Length in bytes of an unquoted secret: a shell word outside of code, otherwise letters, digits and
/// [`VALUE_PUNCTUATION`].
fn unquoted_length(
    bytes: &[u8],
    name: &Range<usize>,
    operator: Range<usize>,
    is_secret: impl Fn(&[u8], ValueContext) -> bool,
) -> Option<usize> {
    let from_value = &bytes[operator.end..];
    let n_word = word_length(from_value);
    // A word on the next line may be a name itself.
    if from_value.get(n_word) == Some(&b':') && bytes[operator.clone()].contains(&b'\n') {
        return None;
    }
    let end = operator.end + n_word;
    if is_secret(&from_value[..n_word], value_context(bytes, name, operator, end)) {
        return Some(n_word);
    }
    let n_value = value_length(&from_value[..from_value.len().min(MAX_EXAMINED_BYTES)], is_unquoted_byte);
    match is_secret(&from_value[..n_value], ValueContext::MaybeCode) {
        true if n_value == MAX_EXAMINED_BYTES => Some(value_length(from_value, is_unquoted_byte)),
        true => from_value.get(n_value).is_none_or(|end| VALUE_ENDS.contains(end)).then_some(n_value),
        false => None,
    }
}

/// Number of leading bytes that may belong to a value.
fn value_length(from_value: &[u8], is_of_value: fn(&u8) -> bool) -> usize {
    from_value.iter().position(|byte| !is_of_value(byte)).unwrap_or(from_value.len())
}

/// The syntax around an unquoted value. Environment variables have no lower-case letters, and headers begin with `X-`.
/// In code there is a call around the value, or a blank beside `=`.
fn value_context(bytes: &[u8], name: &Range<usize>, operator: Range<usize>, end: usize) -> ValueContext {
    let has = |part: &[u8], letter: fn(&u8) -> bool| part.iter().any(letter);
    let is_header = bytes[name.clone()].get(..2).is_some_and(|begins| begins.eq_ignore_ascii_case(b"x-"));
    let is_of_environment = is_header || !has(&bytes[name.clone()], u8::is_ascii_lowercase);
    let is_without_blanks = bytes[operator.clone()] == *b"=" && operator.start == name.end;
    let byte_before = bytes[..name.start].last();
    let is_in_call = match byte_before {
        Some(b' ') => bytes[..name.start].trim_ascii_end().last().is_some_and(|byte| b"(,".contains(byte)),
        // In a line of settings, names may have several parts.
        Some(b'.') => bytes.get(end).is_some_and(|byte| !b"\r\n\"'`\\".contains(byte)),
        Some(byte) => !byte.is_ascii_whitespace() && !b"?&;\"'`".contains(byte),
        None => false,
    };
    let ends_call = bytes.get(end).is_some_and(|byte| b",)".contains(byte));
    let ends_line = || bytes.get(end).is_none_or(|byte| b"\r\n\"\\".contains(byte));
    match is_without_blanks {
        true if is_of_environment || bytes[name.clone()].starts_with(b"--") || !is_in_call && !ends_call => {
            ValueContext::OutsideCode
        }
        false if bytes[operator.clone()].starts_with(b": ") && ends_line() => {
            // YAML sets variables of the environment like this too.
            if is_of_environment { ValueContext::OutsideCode } else { ValueContext::LineEnd }
        }
        _ => ValueContext::MaybeCode,
    }
}

/// Length in bytes of a word in a shell, URL or settings file; 0 if the word is a call or too long.
pub(super) fn word_length(from_word: &[u8]) -> usize {
    let examined = &from_word[..from_word.len().min(MAX_EXAMINED_BYTES)];
    let is_of_word = |byte: &u8| {
        let is_bracket = matches!(byte, b'<' | b'>' | b'(' | b')' | b'{' | b'}' | b'[' | b']');
        byte.is_ascii_graphic() && !is_bracket && !matches!(byte, b'"' | b'\'' | b'`' | b'\\' | b'|' | b';')
    };
    let n_word = match examined.iter().position(|byte| !is_of_word(byte)) {
        Some(end) if b"([{".contains(&from_word[end]) => return 0,
        Some(end) => end,
        None if examined.len() == MAX_EXAMINED_BYTES => return 0,
        None => examined.len(),
    };
    // Whether the next member of a form, an address or a list begins here.
    let begins_member = |at: usize| {
        let after_separator = &from_word[at + 1..n_word];
        let n_name = names::name_length(after_separator);
        after_separator.first().is_none_or(|first| *first == b'&')
            || n_name > 0 && matches!(after_separator.get(n_name), Some(b'=' | b':'))
    };
    let is_end = |at: &usize| matches!(from_word[*at], b'&' | b',') && begins_member(*at);
    let n_word = (0..n_word).find(is_end).unwrap_or(n_word);
    from_word[..n_word].iter().rposition(|byte| !SENTENCE_ENDS.contains(byte)).map_or(0, |last| last + 1)
}

/// The byte offset of a value after an operator, inside its quotes if it has any.
pub(super) fn value_start(bytes: &[u8], operator_end: usize) -> Option<usize> {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let start = operator_end + bytes[operator_end..].iter().take_while(is_blank).count();
    Some(if matches!(bytes.get(start)?, b'"' | b'\'' | b'`') { start + 1 } else { start })
}

/// The byte offset of the assigned value: after the operator, or, if indented as in YAML, on the next line. For a list
/// it is that of the first element.
fn assigned_start(bytes: &[u8], operator_end: usize) -> Option<usize> {
    let end_of_run = |at: usize, is: fn(&u8) -> bool| at + bytes[at..].iter().take_while(|byte| is(byte)).count();
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    let mut at = end_of_run(operator_end, is_blank);
    // YAML begins a text of several lines with these signs.
    if matches!(bytes.get(at), Some(b'|' | b'>')) {
        let after_signs = end_of_run(at + 1, |byte| matches!(byte, b'+' | b'-' | b'0'..=b'9' | b' ' | b'\t'));
        at = if matches!(bytes.get(after_signs), Some(b'\n' | b'\r')) { after_signs } else { at };
    }
    loop {
        let next_start = end_of_run(at, is_space);
        let is_below = bytes[at..next_start].contains(&b'\n');
        at = match (bytes.get(next_start)?, bytes.get(next_start + 1)) {
            (b'[', _) => next_start + 1,
            (b'-', Some(b' ')) if is_below => next_start + 2,
            (b'"' | b'\'' | b'`', _) => return Some(next_start),
            (b'>' | b'|' | b'#' | b'*' | b'+', _) if is_below => next_start + 1,
            (b'/', Some(b'/')) if is_below => next_start + 2,
            _ if is_below && !is_blank(&bytes[next_start - 1]) => return None,
            _ => return Some(next_start),
        };
    }
}

/// Whether JSON has a member with a secret's name. The form of its value may not show that it is a secret.
pub(crate) fn has_secret_member(json: &str) -> bool {
    let bytes = json.as_bytes();
    let is_space = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    let mut colons = bytes.iter().enumerate().filter(|(_, byte)| **byte == b':').map(|(at, _)| at);
    colons.any(|at| {
        let end = at - bytes[..at].iter().rev().take_while(is_space).count();
        bytes[..end].ends_with(b"\"") && name_kind(&bytes[name_before(bytes, end)]).is_some()
    })
}

pub(super) fn has_form(bytes: &[u8], start: usize, text_kind: TextKind) -> bool {
    let is_word = || form_at(bytes, start, text_kind).is_some();
    bytes[start..].starts_with(JSON_BASE64) || is_word() || discord_token(bytes, start).is_some()
}

fn is_quoted_byte(byte: &u8) -> bool {
    byte.is_ascii_graphic() && !b"\"'`\\<>{}()[],;".contains(byte)
}

fn is_unquoted_byte(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || VALUE_PUNCTUATION.contains(byte)
}

/// The byte range of the name before an operator, without its quotes.
pub(super) fn name_before(bytes: &[u8], at: usize) -> Range<usize> {
    let mut end = at;
    let mut skip = |is: fn(u8) -> bool, limit: usize| {
        let n = bytes[..end].iter().rev().take(limit).take_while(|byte| is(**byte)).count();
        end -= n;
    };
    skip(|byte| matches!(byte, b' ' | b'\t'), usize::MAX);
    skip(|byte| matches!(byte, b'"' | b'\'' | b'`'), 1);
    let n_name = bytes[..end].iter().rev().take(MAX_NAME_BYTES).take_while(|byte| is_name_byte(**byte)).count();
    end - n_name..end
}

/// The password in `scheme://user:password@host`. A password in braces or after `$`, `<` or `%` is a placeholder, and
/// not returned. A random-looking text before the `@` without a colon is returned whole.
pub(super) fn url_password(bytes: &[u8], colon: usize) -> Option<Secret> {
    let address = bytes[colon..].strip_prefix(b"://")?;
    if colon == 0 || !bytes[colon - 1].is_ascii_alphanumeric() {
        return None;
    }
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"/?#\"'`<>()[]{},;\\".contains(byte);
    let n_authority = address.iter().position(is_end).unwrap_or(address.len());
    let authority = &address[..n_authority];
    let user_end = authority.iter().rposition(|&byte| byte == b'@')?;
    let start = colon + 3;
    let Some(password_start) = authority[..user_end].iter().position(|&byte| byte == b':').map(|at| at + 1) else {
        let is_token = is_random(&authority[..user_end], MIN_KEY_BYTES) && !has_form(bytes, start, TextKind::Text);
        return is_token.then_some(Secret { kind: "password", start, end: start + user_end });
    };
    let is_named = password_start == user_end || matches!(authority[password_start], b'$' | b'%' | b'*' | b'.');
    let is_known_or_placeholder = || {
        is_placeholder(&authority[password_start..user_end]) || has_form(bytes, start + password_start, TextKind::Text)
    };
    (!is_named && !is_known_or_placeholder()).then_some(Secret {
        kind: "password",
        start: start + password_start,
        end: start + user_end,
    })
}

/// The token of a Telegram bot, after its numeric id: `123456789:AA…`.
pub(super) fn telegram_token(bytes: &[u8], colon: usize) -> Option<Secret> {
    let n_digits = bytes[..colon].iter().rev().take(12).take_while(|byte| byte.is_ascii_digit()).count();
    let rest = bytes[colon + 1..].get(..36).unwrap_or(&bytes[colon + 1..]);
    let is_token = (8..=11).contains(&n_digits) && rest.starts_with(b"AA") && suffix_length(rest, b"_-") == 35;
    is_token.then_some(Secret { kind: "telegram-token", start: colon + 1, end: colon + 36 })
}
