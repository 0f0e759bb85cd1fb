//! Secrets on a command line: the argument of an option with a secret's name, and options of known programs that take a
//! password by a letter. Also the passwords in `.netrc` and in XML elements.
//!
//! An argument list is a command line too: `["sshpass", "-p", "…"]`.

use super::assigned::{ValueContext, has_form, is_secret, name_before, value_start, word_length};
use super::names::{self, NameKind, name_kind};
use super::programs::{self, AssignmentScope, Command, OptionValue, SecretWord};
use super::values::{is_path_or_address, is_placeholder};
use super::{Secret, TextKind};

/// Greatest length in bytes of a command line.
pub(super) const MAX_LINE_BYTES: usize = 1024;
/// Greatest length in bytes of a word or quoted text on a command line.
const MAX_WORD_BYTES: usize = 160;
/// Number of a command's first words among which a secret is searched for.
const MAX_ARGUMENTS: usize = 8;
/// Least length in bytes of a value that its name or position makes a secret.
const MIN_NAMED_BYTES: usize = 6;
/// Least length in bytes of a password that is a word of its own and by its position can be nothing else.
const MIN_PASSWORD_BYTES: usize = 3;
/// Least length in bytes of a password that is attached to its option's letter, where it may be the rest of a word.
const MIN_ATTACHED_BYTES: usize = 4;
/// Words attached to `-p` that are no passwords, as in `-protocol`.
const NOT_PASSWORDS: [&[u8]; 4] = [b"assword", b"ort", b"rotocol", b"lugin"];
/// Texts that show that a program reads a secret from its standard input.
const STDIN_READERS: [&[u8]; 4] = [b"-stdin", b"--with-token", b"sudo -S", b"chpasswd"];
/// Beginning of an SQL statement that sets a password.
const SET_PASSWORD: &[u8] = b"set password";
/// Greatest length in bytes of an SQL statement before the password that it sets.
const MAX_STATEMENT_BYTES: usize = 100;
/// Greatest number of option letters in one word.
const MAX_OPTION_LETTERS: usize = 6;
/// Greatest number of digits of a port; some programs take a port by the letter by which others take a password.
const MAX_PORT_DIGITS: usize = 5;

/// A command line from its command's name on.
pub(super) struct CommandLine {
    pub(super) command: &'static Command,
    name_end: usize,
    end: usize,
    /// Start and end of the word that is a secret by its position; `None` if there is no such word.
    secret_word: Option<(usize, usize)>,
}

impl CommandLine {
    /// The command line whose command's name is at offset `at`.
    pub(super) fn of(bytes: &[u8], at: usize) -> Option<CommandLine> {
        // A part of a name or of a file's path is no command. A sign of a diff may begin the line.
        let byte_before = bytes[..at].last().unwrap_or(&b'\n');
        let is_inside_name = b"._-=".contains(byte_before) && !matches!(bytes[..at], [b'-'] | [.., b'\n', b'-']);
        let (command, n_name) = programs::command(&bytes[at..]).filter(|_| !is_inside_name)?;
        let word = secret_word(bytes, at + n_name, command.secret_word);
        // The name of a program that prints may stand beside any word, so a secret must follow it.
        if command.secret_word == SecretWord::Piped && word.is_none() {
            return None;
        }
        Some(CommandLine { command, name_end: at + n_name, end: at + MAX_LINE_BYTES, secret_word: word })
    }

    /// Whether `at` is inside the command's name or before its secret word, where no other command begins.
    pub(super) fn is_before_secret(&self, at: usize) -> bool {
        at < self.name_end || self.secret_word.is_some_and(|(start, _)| at < start)
    }

    /// Whether `at` is less than [`MAX_LINE_BYTES`] behind the beginning of the command line.
    pub(super) fn contains(&self, at: usize) -> bool {
        at < self.end
    }

    /// The secret word of the command, if that word begins at `at`.
    pub(super) fn word_at(&self, bytes: &[u8], at: usize, text_kind: TextKind) -> Option<Secret> {
        let (start, end) = self.secret_word.filter(|(start, _)| *start == at)?;
        is_secret_value(bytes, start, end, text_kind).then_some(Secret { kind: "password", start, end })
    }

    /// The secret assigned at a `=` or `:`; it may be a plain word.
    pub(super) fn assigned_secret(&self, bytes: &[u8], at: usize, text_kind: TextKind) -> Option<Secret> {
        let name = &bytes[name_before(bytes, at)];
        let is_secret = match self.command.assignments {
            AssignmentScope::SecretNames => {
                name_kind(name).is_some_and(|kind_of_name| kind_of_name != NameKind::Loose || name.ends_with(b"_KEY"))
            }
            AssignmentScope::All => !name.is_empty() && !name.starts_with(b"--"),
        };
        assigned_word(bytes, at, is_secret, text_kind)
    }
}

/// The secret in a here-string, whose `<<<` is at `at`.
pub(super) fn here_string(bytes: &[u8], at: usize, text_kind: TextKind) -> Option<Secret> {
    bytes[at..].starts_with(b"<<<").then(|| assigned_word(bytes, at + 2, true, text_kind))?
}

/// The word after an operator as a secret; `None` unless `is_secret` is set and the word can be a secret.
pub(super) fn assigned_word(bytes: &[u8], at: usize, is_secret: bool, text_kind: TextKind) -> Option<Secret> {
    let start = if is_secret { value_start(bytes, at + 1)? } else { return None };
    let (start, value) = match quoted(bytes, start - usize::from(start > at + 1)) {
        Some(quoted) => quoted,
        None => (start, &bytes[start..start + word_length(&bytes[start..])]),
    };
    is_secret_value(bytes, start, start + value.len(), text_kind).then_some(Secret {
        kind: "secret",
        start,
        end: start + value.len(),
    })
}

/// Whether a value in the position of a secret is one: it is long enough, no placeholder, path or address, and has no
/// known form of its own.
fn is_secret_value(bytes: &[u8], start: usize, end: usize, text_kind: TextKind) -> bool {
    let value = &bytes[start..end];
    text_kind == TextKind::Text
        && value.len() >= MIN_NAMED_BYTES
        && !is_placeholder(value)
        && !is_path_or_address(value)
        && value.iter().any(u8::is_ascii_alphanumeric)
        && !has_form(bytes, start, text_kind)
}

/// The last component of a setting's name, as in `//registry.example/:_authToken`.
fn last_component(name: &[u8]) -> &[u8] {
    name.rsplit(|byte| *byte == b':').next().unwrap_or(name)
}

/// The password in an SQL statement, in the quotes that open at `quote`: `IDENTIFIED BY '…'`, `PASSWORD '…'`, `SET
/// PASSWORD … = '…'`.
pub(super) fn sql_password(bytes: &[u8], quote: usize, text_kind: TextKind) -> Option<Secret> {
    const PASSWORD_CLAUSES: [&[u8]; 2] = [b"identified by", b"password"];
    let statement = bytes[..quote].strip_suffix(b"(").unwrap_or(&bytes[..quote]).trim_ascii_end();
    let ends_before_quote = |end: &&[u8]| {
        statement.len() >= end.len() && statement[statement.len() - end.len()..].eq_ignore_ascii_case(end)
    };
    let is_behind_words = || {
        statement.len() < quote
            && matches!(statement.last(), Some(b'y' | b'Y' | b'd' | b'D'))
            && PASSWORD_CLAUSES.iter().any(ends_before_quote)
    };
    if !is_behind_words() && !statement.strip_suffix(b"=").is_some_and(sets_password) {
        return None;
    }
    let (start, value) = quoted(bytes, quote)?;
    let is_word = !value.iter().any(u8::is_ascii_whitespace);
    (is_word && is_secret_value(bytes, start, start + value.len(), text_kind)).then_some(Secret {
        kind: "password",
        start,
        end: start + value.len(),
    })
}

/// Whether an SQL statement before a `=` sets a password.
fn sets_password(statement: &[u8]) -> bool {
    let last_bytes = &statement[statement.len().saturating_sub(MAX_STATEMENT_BYTES)..];
    let statement = last_bytes.rsplit(|byte| matches!(byte, b';' | b'\n')).next().unwrap_or(last_bytes);
    statement.windows(SET_PASSWORD.len()).any(|words| words.eq_ignore_ascii_case(SET_PASSWORD))
}

/// Whether the line pipes its output to a program that reads a secret.
fn is_piped_to_reader(bytes: &[u8]) -> bool {
    let line = bytes[..bytes.len().min(MAX_LINE_BYTES)].split(|byte| *byte == b'\n').next().unwrap_or_default();
    let Some(pipe) = line.iter().position(|byte| *byte == b'|') else { return false };
    STDIN_READERS.iter().any(|reader| line[pipe..].windows(reader.len()).any(|words| words == *reader))
}

/// Start and end of the word that is a secret by its position; `None` if there is no such word.
fn secret_word(bytes: &[u8], behind_name: usize, word_rule: SecretWord) -> Option<(usize, usize)> {
    if word_rule == SecretWord::None || word_rule == SecretWord::Piped && !is_piped_to_reader(&bytes[behind_name..]) {
        return None;
    }
    let (mut at, mut n_words, mut last_word) = (behind_name, 0, None);
    let (mut is_named, mut is_argument, mut has_letter) = (false, false, false);
    for _ in 0..MAX_ARGUMENTS {
        at += bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let (start, end) = match quoted(bytes, at) {
            Some((start, value)) => (start, start + value.len()),
            None => {
                let n = bytes[at..]
                    .iter()
                    .take(MAX_WORD_BYTES)
                    .take_while(|byte| !b" \t\r\n|;&<>\"'`".contains(byte))
                    .count();
                (at, at + n)
            }
        };
        let value = &bytes[start..end];
        if value.is_empty() && start == at {
            break;
        }
        at = if start == at { end } else { end + 1 };
        // On Windows, an option may be a letter after a slash.
        if let Some(options) =
            value.strip_prefix(b"-").or_else(|| value.strip_prefix(b"/").filter(|rest| rest.len() == 1))
        {
            has_letter |= matches!(word_rule, SecretWord::Last(letter) if options.contains(&letter));
            is_argument = word_rule == SecretWord::FirstPositional && !options.contains(&b'=');
            continue;
        }
        if core::mem::take(&mut is_argument) {
            continue;
        }
        n_words += 1;
        match word_rule {
            SecretWord::FirstPositional => return Some((start, end)),
            // The format of `printf` may come before it.
            SecretWord::Piped if !value.starts_with(b"%") => return Some((start, end)),
            SecretWord::Nth(nth) if n_words == nth => return Some((start, end)),
            SecretWord::AfterName(_) | SecretWord::AfterVariable if is_named => return Some((start, end)),
            SecretWord::AfterShare
                if n_words > 1 && !value.contains(&b'\\') && !matches!(value.first(), Some(b'/' | b'*')) =>
            {
                return Some((start, end));
            }
            SecretWord::AfterName(nth) if n_words == nth => is_named = name_kind(last_component(value)).is_some(),
            SecretWord::AfterVariable if n_words == 1 => {
                is_named = name_kind(value).is_some() && !value.iter().any(u8::is_ascii_lowercase);
            }
            _ => {}
        }
        last_word =
            Some((start, end)).filter(|_| n_words > 2 || n_words > 1 && bytes[behind_name..start].contains(&b'n'));
        // Quotes around the whole command end it.
        if at == end && matches!(bytes.get(end), Some(b'"' | b'\'' | b'`')) {
            break;
        }
    }
    last_word.filter(|_| has_letter)
}

/// The secret that the argument of an option has.
pub(super) enum OptionSecret {
    Secret(Secret),
    /// The argument has cookies; they begin at this byte offset.
    Cookies(usize),
}

/// The secret in the argument of the option that begins at `at`.
pub(super) fn find_option_secret(
    bytes: &[u8],
    at: usize,
    command: Option<&Command>,
    text_kind: TextKind,
) -> Option<OptionSecret> {
    let begins_option = at
        .checked_sub(1)
        .is_none_or(|before| bytes[before].is_ascii_whitespace() || b"\"'`[(".contains(&bytes[before]));
    let n_dashes = bytes[at..].iter().take(3).take_while(|byte| **byte == b'-').count();
    if !begins_option || n_dashes > 2 {
        return None;
    }
    let start = at + n_dashes;
    let name = &bytes[start..start + names::name_length(&bytes[start..])];
    let end = start + name.len();
    if let Some(command) = command {
        let exact_option = command.options.iter().find(|(option, _)| option.len() > 1 && *option == name);
        if let Some((_, option_value)) = exact_option {
            return option_secret(bytes, next_argument(bytes, end)?, *option_value, text_kind);
        }
        let is_attached = |(option, option_value): &&(&[u8], OptionValue)| {
            option.len() > 1 && *option_value == OptionValue::AttachedPassword && name.starts_with(option)
        };
        if let Some((option, option_value)) = command.options.iter().find(is_attached) {
            let start = start + option.len();
            return option_secret(
                bytes,
                (start, &bytes[start..start + word_length(&bytes[start..])]),
                *option_value,
                text_kind,
            );
        }
        let found = if n_dashes == 1 { letter_option(bytes, start, end, command, text_kind) } else { None };
        if found.is_some() {
            return found;
        }
    }
    let kind_of_name = name_kind(name).filter(|_| name.len() > 2)?;
    let (start, value) = next_argument(bytes, end)?;
    let is_word = || command.is_some() || bytes.get(end) == Some(&b'=');
    let is_secret = is_secret(value, kind_of_name, ValueContext::OutsideCode, text_kind)
        && !has_form(bytes, start, text_kind)
        || is_word() && is_secret_value(bytes, start, start + value.len(), text_kind);
    is_secret.then(|| OptionSecret::Secret(Secret { kind: "secret", start, end: start + value.len() }))
}

/// The secret of a one-letter option, separate from the option or attached to it. In a group of letters such as `-sSu`,
/// only the last letter takes an argument.
fn letter_option(
    bytes: &[u8],
    start: usize,
    end: usize,
    command: &Command,
    text_kind: TextKind,
) -> Option<OptionSecret> {
    let letters = &bytes[start..end];
    let option_for = |letter: &[u8]| command.options.iter().find(|(option, _)| option.len() == 1 && *option == letter);
    if let Some((_, option_value)) = option_for(letters.get(..1)?) {
        let after_letter = start + 1;
        let attached = || {
            quoted(bytes, after_letter)
                .unwrap_or((after_letter, &bytes[after_letter..][..word_length(&bytes[after_letter..])]))
        };
        let may_be_separate = after_letter == end && *option_value != OptionValue::AttachedPassword;
        let separate = if may_be_separate { next_argument(bytes, end) } else { None };
        return option_secret(bytes, separate.unwrap_or_else(attached), *option_value, text_kind);
    }
    let is_several = letters.len() <= MAX_OPTION_LETTERS && letters.iter().all(u8::is_ascii_alphabetic);
    let (_, option_value) = option_for(&letters[letters.len() - 1..])
        .filter(|(_, option_value)| is_several && *option_value == OptionValue::UserAndPassword)?;
    option_secret(bytes, next_argument(bytes, end)?, *option_value, text_kind)
}

fn option_secret(
    bytes: &[u8],
    (start, value): (usize, &[u8]),
    option_value: OptionValue,
    text_kind: TextKind,
) -> Option<OptionSecret> {
    let (start, value, min_bytes) = match option_value {
        OptionValue::Cookies => return Some(OptionSecret::Cookies(start)),
        OptionValue::UserAndPassword => {
            let colon = value.iter().position(|byte| b":%,".contains(byte)).filter(|_| !is_path_or_address(value))?;
            (start + colon + 1, &value[colon + 1..], MIN_PASSWORD_BYTES)
        }
        OptionValue::Source => {
            let n = b"pass:".len();
            value.starts_with(b"pass:").then(|| (start + n, &value[n..], MIN_PASSWORD_BYTES))?
        }
        OptionValue::AttachedPassword => (start, value, MIN_ATTACHED_BYTES),
        OptionValue::Password => (start, value, MIN_PASSWORD_BYTES),
    };
    let is_port =
        option_value == OptionValue::Password && value.len() <= MAX_PORT_DIGITS && value.iter().all(u8::is_ascii_digit);
    let is_rest_of_word =
        option_value == OptionValue::AttachedPassword && NOT_PASSWORDS.iter().any(|rest| value.starts_with(rest));
    let is_secret = value.len() >= min_bytes
        && !is_port
        && !is_rest_of_word
        && !is_placeholder(value)
        && !has_form(bytes, start, text_kind);
    is_secret.then(|| OptionSecret::Secret(Secret { kind: "password", start, end: start + value.len() }))
}

/// The argument after an option: the next word, or the next string of a list. Returns its byte offset and its bytes.
fn next_argument(bytes: &[u8], end: usize) -> Option<(usize, &[u8])> {
    let after_blanks = |at: usize| at + bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let start = match bytes.get(end)? {
        b' ' | b'\t' => after_blanks(end),
        b'=' => end + 1,
        b'"' | b'\'' => {
            let behind = end + 1;
            let comma = behind + usize::from(bytes.get(behind) == Some(&b' '));
            let next_start =
                comma + 1 + bytes.get(comma + 1..)?.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let is_list = bytes.get(comma) == Some(&b',') && matches!(bytes.get(next_start), Some(b'"' | b'\''));
            if is_list { next_start } else { return None }
        }
        _ => return None,
    };
    if let Some(quoted) = quoted(bytes, start) {
        return Some(quoted);
    }
    Some((start, &bytes[start..start + word_length(&bytes[start..])]))
}

/// The content of the quotes that open at `at`: its byte offset and its bytes.
fn quoted(bytes: &[u8], at: usize) -> Option<(usize, &[u8])> {
    let start = at + 1;
    let quote = bytes.get(at).filter(|quote| matches!(quote, b'"' | b'\''))?;
    let rest = &bytes[start..];
    let n_value = rest.iter().take(MAX_WORD_BYTES).position(|byte| byte == quote || *byte == b'\n')?;
    Some((start, &rest[..n_value]))
}

/// The password in a `.netrc`, after `machine m login l password`; `at` is the offset of that last word.
pub(super) fn netrc_password(bytes: &[u8], at: usize, text_kind: TextKind) -> Option<Secret> {
    const WORD: &[u8] = b"password";
    let is_word = bytes[at..].starts_with(WORD) && bytes.get(at + WORD.len()).is_some_and(u8::is_ascii_whitespace);
    let text_before = if is_word { &bytes[at.saturating_sub(MAX_WORD_BYTES)..at] } else { return None };
    if !text_before.last().is_none_or(u8::is_ascii_whitespace) {
        return None;
    }
    let mut words = text_before.split(u8::is_ascii_whitespace).rev().filter(|word| !word.is_empty());
    // In a list of arguments or in source code, other bytes may precede the first word.
    let ends_with = |word: Option<&[u8]>, ending: &[u8]| word.is_some_and(|word| word.ends_with(ending));
    words.next()?;
    let is_entry = match words.next() {
        Some(b"login" | b"account") => ends_with(words.next(), b"default") || ends_with(words.next(), b"machine"),
        word => ends_with(word, b"machine"),
    };
    let start = at + WORD.len() + bytes[at + WORD.len()..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let value = if is_entry { &bytes[start..start + word_length(&bytes[start..])] } else { return None };
    let is_secret = value.len() >= MIN_PASSWORD_BYTES && !is_placeholder(value) && !has_form(bytes, start, text_kind);
    is_secret.then_some(Secret { kind: "password", start, end: start + value.len() })
}

/// The content of an XML element with a secret's name; `at` is the offset of its `<`.
pub(super) fn xml_element(bytes: &[u8], at: usize, text_kind: TextKind) -> Option<Secret> {
    let n_name = names::name_length(&bytes[at + 1..]);
    let mut name = at + 1..at + 1 + n_name;
    // The name after the namespace.
    if bytes.get(name.end) == Some(&b':') {
        name = name.end + 1..name.end + 1 + names::name_length(&bytes[name.end + 1..]);
    }
    let (kind_of_name, end) = (name_kind(&bytes[name.clone()])?, name.end);
    let attributes = bytes[end..].iter().take(MAX_WORD_BYTES);
    let start = end + attributes.take_while(|byte| !b"<>{}".contains(byte)).count() + 1;
    let rest = bytes.get(start..).filter(|_| bytes[start - 1] == b'>')?;
    let n_value = rest.iter().take(MAX_WORD_BYTES).position(|byte| *byte == b'<' || byte.is_ascii_whitespace())?;
    let value = &rest[..n_value];
    let context = if kind_of_name == NameKind::Key { ValueContext::Quoted } else { ValueContext::OutsideCode };
    let is_secret = rest[n_value..].starts_with(b"</") && is_secret(value, kind_of_name, context, text_kind);
    (is_secret && !has_form(bytes, start, text_kind)).then_some(Secret { kind: "secret", start, end: start + n_value })
}
