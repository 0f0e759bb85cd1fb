//! Masks known kinds of secrets, so that no key or password of a source gets into a store or a prompt.
//!
//! Three kinds of values are masked: keys in the form of a known service; values that look random after names such as
//! `password`; and values that a person may have chosen where nothing else can stand (a command line, a header, the
//! environment). A mask keeps the line breaks of the secret, so line numbers stay the same. Masked text is not masked
//! again. One pass, O(bytes).
//!
//! Not here: choosing the texts that are masked.

mod assigned;
mod commands;
mod forms;
mod headers;
mod letters;
mod names;
mod prefix_filter;
mod private_key;
mod programs;
mod typed;
mod values;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

pub(crate) use self::assigned::{has_secret_member, is_secret_member};
use self::commands::{CommandLine, OptionSecret};
use self::forms::{form_at, suffix_length};
pub(crate) use self::headers::mask_header;
use self::private_key::private_key;
use crate::text::unescape::Unescaped;

/// Version of the masking rules. Raise it when they mask more or treat more as private: upkeep then processes all
/// records of earlier versions again.
pub(crate) const RULES_VERSION: u32 = 2;

/// Length in bytes of the shortest text with a secret: `a://:b@`.
pub(crate) const MIN_SECRET: usize = 7;

/// Beginning of a base64-encoded JSON object, and so of the first two parts of a JSON web token.
const JSON_BASE64: &[u8] = b"eyJ";
/// Least length in bytes of each part of a JSON web token.
const MIN_PART_BYTES: usize = 10;

/// The kind of text that is searched for secrets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextKind {
    Text,
    /// A name. Fewer values are masked in names, because two names with equal masks can no longer be told apart.
    Name,
}

/// A secret's byte range and kind; the kind is shown in its place.
struct Secret {
    kind: &'static str,
    start: usize,
    end: usize,
}

/// A text with each secret replaced by its kind, as `[masked: aws-key]`.
pub(crate) fn mask(text: &str) -> Cow<'_, str> {
    masked_as(text, TextKind::Text)
}

/// Masks the secrets in a name, such as that of a path, session or tool.
pub(crate) fn mask_name(name: &str) -> Cow<'_, str> {
    masked_as(name, TextKind::Name)
}

fn masked_as(text: &str, text_kind: TextKind) -> Cow<'_, str> {
    let (mut masked, mut copied_end) = (String::new(), 0);
    for Secret { kind, start, end } in secrets(text, text_kind) {
        masked.push_str(&text[copied_end..start]);
        masked.push_str("[masked: ");
        masked.push_str(kind);
        masked.push(']');
        masked.extend(text[start..end].matches('\n'));
        copied_end = end;
    }
    if copied_end == 0 {
        return Cow::Borrowed(text);
    }
    masked.push_str(&text[copied_end..]);
    Cow::Owned(masked)
}

/// The secrets of a text, in order and not overlapping.
fn secrets(text: &str, text_kind: TextKind) -> Vec<Secret> {
    let bare = Unescaped::of(text.as_bytes());
    Scan::of(&bare, text_kind).map(|secret| secret.in_source(&bare)).collect()
}

/// The kind of the first secret in a text; `None` if it has none.
pub(crate) fn first_kind(text: &str) -> Option<&'static str> {
    first_secret_kind(text, TextKind::Text)
}

/// The kind of the first secret in a name; `None` if it has none.
pub(crate) fn first_kind_in_name(name: &str) -> Option<&'static str> {
    first_secret_kind(name, TextKind::Name)
}

fn first_secret_kind(text: &str, text_kind: TextKind) -> Option<&'static str> {
    secrets(text, text_kind).first().map(|secret| secret.kind)
}

impl Secret {
    /// The secret with its byte range in the original text, from which `bare` was decoded.
    fn in_source(self, bare: &Unescaped<'_>) -> Secret {
        let Range { start, end } = bare.source_range(self.start..self.end);
        Secret { start, end, ..self }
    }
}

/// Whether a secret may be recognised at a byte; on a command line it may be at any byte.
const MAY_BEGIN_SECRET: [bool; 256] = {
    let (mut flags, mut at) = ([false; 256], 0);
    while at < 256 {
        flags[at] = (at as u8).is_ascii_alphanumeric()
            || matches!(at as u8, b':' | b'=' | b',' | b'-' | b'<' | b'{' | b'~' | b'\'' | b'(');
        at += 1;
    }
    flags
};

/// One pass over a text, with the state that later bytes depend on.
struct Scan<'t> {
    bytes: &'t [u8],
    /// Offsets from `at` on at which a terminal sequence was removed; a word may begin there.
    removed_at: &'t [usize],
    text_kind: TextKind,
    at: usize,
    /// The byte offset at which the last secret ends.
    last_end: usize,
    /// Byte offset before which no JSON web token begins.
    no_token_before: usize,
    /// The byte offset at which the last cookies end.
    cookies_end: usize,
    /// The byte offset at which the parameters of the last `Authorization` header end.
    credentials_end: usize,
    /// The command line in which the current byte is; `None` outside of command lines.
    command_line: Option<CommandLine>,
}

impl Iterator for Scan<'_> {
    type Item = Secret;

    fn next(&mut self) -> Option<Secret> {
        while let Some(byte) = self.bytes.get(self.at) {
            if !MAY_BEGIN_SECRET[usize::from(*byte)] && self.command_line.is_none() {
                self.at += 1;
                continue;
            }
            // A secret that is recognised after its beginning may begin inside the last one.
            if let Some(secret) = self.secret().filter(|secret| secret.start >= self.last_end) {
                (self.at, self.last_end) = (secret.end, secret.end);
                return Some(secret);
            }
            self.at = self.next_offset();
        }
        None
    }
}

impl<'t> Scan<'t> {
    fn of(bare: &'t Unescaped<'t>, text_kind: TextKind) -> Scan<'t> {
        let (bytes, seams) = (&*bare.bytes, &*bare.removed_at);
        Scan {
            bytes,
            removed_at: seams,
            text_kind,
            at: 0,
            last_end: 0,
            no_token_before: 0,
            cookies_end: 0,
            credentials_end: 0,
            command_line: None,
        }
    }

    /// The byte offset to examine next: the end of the word at `at`, or the next byte if there is no word, or if it is
    /// the letter of an escape such as `\n`. An earlier offset at which a terminal sequence was removed comes
    /// first.
    fn next_offset(&mut self) -> usize {
        let rest = &self.bytes[self.at..];
        let is_within = rest[0].is_ascii_alphanumeric() && !self.bytes[..self.at].ends_with(b"\\");
        let n_of_word = if is_within { rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count() } else { 1 };
        let next = self.at + n_of_word;
        if self.removed_at.is_empty() {
            return next;
        }
        let n_behind = self.removed_at.iter().take_while(|seam| **seam <= self.at).count();
        self.removed_at = &self.removed_at[n_behind..];
        self.removed_at.first().map_or(next, |seam| next.min(*seam))
    }

    fn begins_word(&self) -> bool {
        begins_word(self.bytes, self.at) || self.removed_at.first() == Some(&self.at)
    }

    /// The secret that is recognised at the current offset; it may begin before that offset.
    fn secret(&mut self) -> Option<Secret> {
        let Scan { bytes, text_kind, at, .. } = *self;
        if self.command_line.is_some() {
            self.command_line.take_if(|line| !line.contains(at));
            let found = self.command_line.as_ref().and_then(|line| line.word_at(bytes, at, text_kind));
            if found.is_some() {
                return found;
            }
        }
        match bytes[at] {
            b':' => self.after_colon(),
            b'=' if at < self.cookies_end => headers::cookie(bytes, at, text_kind),
            b'=' if at < self.credentials_end
                && let Some(secret) = headers::parameter(bytes, at, text_kind) =>
            {
                Some(secret)
            }
            b'=' => assigned::assigned_secret(bytes, at, text_kind).or_else(|| self.command_line_secret()),
            b',' => assigned::second_argument(bytes, at, text_kind),
            b'-' => private_key(bytes, at).or_else(|| self.option()).or_else(|| mailchimp_key(bytes, at)),
            b'<' if self.command_line.is_some()
                && let Some(secret) = commands::here_string(bytes, at, text_kind) =>
            {
                Some(secret)
            }
            b'<' => commands::xml_element(bytes, at, text_kind),
            b'{' => assigned::brace_initialised(bytes, at, text_kind),
            b'~' => azure_secret(bytes, at),
            b'\'' => commands::sql_password(bytes, at, text_kind),
            b'(' => assigned::setter_argument(bytes, at, text_kind),
            b'|' | b'\n' => {
                self.command_line = None;
                None
            }
            letter if letter.is_ascii_alphanumeric() => {
                if self.begins_word() && prefix_filter::may_begin_secret(bytes, at) { self.word(letter) } else { None }
            }
            _ => None,
        }
    }

    /// The secret in an assignment on a command line or to an environment variable of PowerShell.
    fn command_line_secret(&self) -> Option<Secret> {
        let Scan { bytes, text_kind, at, .. } = *self;
        let on_line = || self.command_line.as_ref().and_then(|line| line.assigned_secret(bytes, at, text_kind));
        on_line().or_else(|| assigned::environment_secret(bytes, at, text_kind))
    }

    fn after_colon(&mut self) -> Option<Secret> {
        let Scan { bytes, text_kind, at, .. } = *self;
        if at >= self.cookies_end {
            self.cookies_end = headers::cookies_end(bytes, at).unwrap_or(0);
        }
        if at >= self.credentials_end {
            self.credentials_end = headers::credentials_end(bytes, at).unwrap_or(0);
        }
        let found = assigned::url_password(bytes, at).or_else(|| assigned::telegram_token(bytes, at));
        found
            .or_else(|| assigned::assigned_secret(bytes, at, text_kind))
            .or_else(|| headers::unknown_scheme(bytes, at, text_kind))
            .or_else(|| self.command_line_secret())
    }

    fn option(&mut self) -> Option<Secret> {
        let command = self.command_line.as_ref().map(|line| line.command);
        match commands::find_option_secret(self.bytes, self.at, command, self.text_kind)? {
            OptionSecret::Secret(secret) => Some(secret),
            OptionSecret::Cookies(start) if self.at >= self.cookies_end => {
                self.cookies_end = headers::cookies_end_from(self.bytes, start, false).unwrap_or(0);
                None
            }
            OptionSecret::Cookies(_) => None,
        }
    }

    fn word(&mut self, letter: u8) -> Option<Secret> {
        let Scan { bytes, text_kind, at, .. } = *self;
        if !self.command_line.as_ref().is_some_and(|line| line.is_before_secret(at))
            && let Some(line) = CommandLine::of(bytes, at)
        {
            self.command_line = Some(line);
        }
        let found = match letter {
            b'e' if at >= self.no_token_before => return web_token(bytes, at, &mut self.no_token_before),
            b'M'..=b'O' => discord_token(bytes, at),
            b'a' => terraform_token(bytes, at),
            b'm' => maxmind_key(bytes, at),
            b'P' => private_key::putty_key(bytes, at),
            b'p' => commands::netrc_password(bytes, at, text_kind),
            _ => None,
        };
        found.or_else(|| headers::credentials(bytes, at, text_kind)).or_else(|| form_at(bytes, at, text_kind))
    }
}

/// Whether a word begins at `at`; the letter of an escape such as `\n` belongs to no word.
fn begins_word(bytes: &[u8], at: usize) -> bool {
    let byte_before = |n: usize| at.checked_sub(n).map(|place| bytes[place]);
    !byte_before(1).is_some_and(|byte| byte.is_ascii_alphanumeric()) || byte_before(2) == Some(b'\\')
}

/// A client secret of Azure, whose `~` is at `tilde`: three letters, a digit, `Q~`, and the rest. Only the rest is
/// masked.
fn azure_secret(bytes: &[u8], tilde: usize) -> Option<Secret> {
    let has_beginning = tilde >= 5 && bytes[tilde - 1] == b'Q' && bytes[tilde - 2].is_ascii_digit();
    let n_rest = if has_beginning { suffix_length(&bytes[tilde + 1..], b"_~.-") } else { 0 };
    (n_rest >= 31).then_some(Secret { kind: "azure-secret", start: tilde + 1, end: tilde + 1 + n_rest })
}

/// A key of Mailchimp, whose `-` is at `dash`: 32 hexadecimal digits and a data centre such as `-us14`.
fn mailchimp_key(bytes: &[u8], dash: usize) -> Option<Secret> {
    let data_centre = bytes[dash..].strip_prefix(b"-us")?;
    let n_digits = data_centre.iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
    let start = dash.checked_sub(32).filter(|_| (1..=2).contains(&n_digits))?;
    let is_key = bytes[start..dash].iter().all(u8::is_ascii_hexdigit) && begins_word(bytes, start);
    is_key.then_some(Secret { kind: "mailchimp-key", start, end: dash + 3 + n_digits })
}

/// A token of Terraform Cloud: fourteen letters and digits, `.atlasv1.`, and the rest. `at` is the offset of `atlasv1`.
fn terraform_token(bytes: &[u8], at: usize) -> Option<Secret> {
    const WORD: &[u8] = b"atlasv1.";
    let start = at.checked_sub(15).filter(|_| bytes[at - 1] == b'.' && bytes[at..].starts_with(WORD))?;
    let rest_start = at + WORD.len();
    let n_rest = suffix_length(&bytes[rest_start..], b"_-=");
    let is_token = n_rest >= 40 && bytes[start..at - 1].iter().all(u8::is_ascii_alphanumeric);
    is_token.then_some(Secret { kind: "terraform-token", start, end: rest_start + n_rest })
}

/// A key of MaxMind: six letters and digits, `_`, 29 more, and `_mmk`. `at` is the offset of `mmk`.
fn maxmind_key(bytes: &[u8], at: usize) -> Option<Secret> {
    let start = at.checked_sub(37).filter(|_| bytes[at..].starts_with(b"mmk"))?;
    let key = &bytes[start..at];
    let is_key = key.iter().enumerate().all(|(nth, byte)| match nth {
        6 | 36 => *byte == b'_',
        _ => byte.is_ascii_alphanumeric(),
    });
    is_key.then_some(Secret { kind: "maxmind-key", start, end: at + 3 })
}

/// The token of a Discord bot: its id in base64, a time and a code, separated by dots.
fn discord_token(bytes: &[u8], start: usize) -> Option<Secret> {
    let mut end = start;
    for (nth_part, lengths) in [24..=28, 6..=7, 27..=45].into_iter().enumerate() {
        let rest = &bytes[end..];
        let n_part = suffix_length(&rest[..rest.len().min(46)], b"_-");
        if !lengths.contains(&n_part) || nth_part < 2 && rest.get(n_part) != Some(&b'.') {
            return None;
        }
        end += n_part + usize::from(nth_part < 2);
    }
    Some(Secret { kind: "discord-token", start, end })
}

/// A JSON web token: three parts separated by dots, the first two of which are JSON objects. Sets `no_token_before` to
/// the end of the first part, so that each part is read three times at most.
fn web_token(bytes: &[u8], start: usize, no_token_before: &mut usize) -> Option<Secret> {
    if !bytes[start..].starts_with(JSON_BASE64) {
        return None;
    }
    let mut end = start;
    for nth_part in 0..3 {
        let rest = &bytes[end..];
        let n_part = suffix_length(rest, b"_-");
        if nth_part == 0 {
            *no_token_before = start + n_part;
        }
        if n_part < MIN_PART_BYTES
            || nth_part < 2 && (!rest.starts_with(JSON_BASE64) || rest.get(n_part) != Some(&b'.'))
        {
            return None;
        }
        end += n_part + usize::from(nth_part < 2);
    }
    Some(Secret { kind: "web-token", start, end })
}

#[cfg(test)]
mod tests;
