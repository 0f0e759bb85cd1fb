//! Masks what has the form of a known kind of secret, so that no key or password in a source stands in a store or a prompt.
//!
//! Only forms by which their makers tell them apart: nothing is guessed from how random a text looks. A mask keeps the line
//! breaks of what it replaces, so lines keep their numbers. One pass, O(bytes). Not here: names, which linking needs as they
//! are.

use alloc::borrow::Cow;
use alloc::string::String;

/// No shorter text has a secret: the shortest is the password in `a://:b@`.
pub(crate) const LEAST_SECRET: usize = 7;

/// A form of one word: its beginning, and what follows.
struct Form {
    kind: &'static str,
    prefix: &'static str,
    /// What the rest may consist of, besides letters and digits.
    joints: &'static [u8],
    /// The least length of the rest.
    least: usize,
    /// Whether the rest has a capital, a small letter and a digit: the prefix alone is common.
    is_mixed: bool,
}

const fn form(kind: &'static str, prefix: &'static str, joints: &'static [u8], least: usize) -> Form {
    Form { kind, prefix, joints, least, is_mixed: false }
}

/// By the first letter of the prefix.
const FORMS: &[Form] = &[
    form("aws-key", "AKIA", b"", 16),
    form("aws-key", "ASIA", b"", 16),
    form("google-key", "AIza", b"_-", 35),
    form("github-token", "ghp_", b"", 30),
    form("github-token", "gho_", b"", 30),
    form("github-token", "ghu_", b"", 30),
    form("github-token", "ghs_", b"", 30),
    form("github-token", "ghr_", b"", 30),
    form("github-token", "github_pat_", b"_", 22),
    form("stripe-key", "rk_live_", b"", 16),
    form("stripe-key", "sk_live_", b"", 16),
    form("stripe-key", "sk_test_", b"", 16),
    Form { kind: "api-key", prefix: "sk-", joints: b"_-", least: 20, is_mixed: true },
    form("slack-token", "xapp-", b"-", 10),
    form("slack-token", "xoxa-", b"-", 10),
    form("slack-token", "xoxb-", b"-", 10),
    form("slack-token", "xoxe-", b"-", 10),
    form("slack-token", "xoxo-", b"-", 10),
    form("slack-token", "xoxp-", b"-", 10),
    form("slack-token", "xoxr-", b"-", 10),
    form("slack-token", "xoxs-", b"-", 10),
];

/// The beginning of a JSON object in base64, as both of the first parts of a JSON web token begin.
const JSON: &[u8] = b"eyJ";
/// The most bytes in which a capital, a small letter and a digit are looked for.
const MOST_MIXED: usize = 64;
/// The least bytes of each part of a JSON web token.
const LEAST_PART: usize = 10;

const BEGIN: &[u8] = b"-----BEGIN ";
const END: &[u8] = b"-----END ";
const PRIVATE_KEY: &[u8] = b"PRIVATE KEY";
const DASHES: &[u8] = b"-----";
/// The longest label of a key, as in `BEGIN ENCRYPTED PRIVATE KEY`.
const MOST_LABEL: usize = 64;
/// The least bytes in base64 that make a block a key, and not code that looks for one.
const LEAST_BASE64: usize = 40;

/// A secret: its bytes, and what takes their place.
struct Secret {
    kind: &'static str,
    start: usize,
    end: usize,
}

/// The text with each secret replaced by its kind, as `[masked: aws-key]`.
pub(crate) fn mask(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let (mut masked, mut kept, mut at, mut no_token_before) = (String::new(), 0, 0, 0);
    while at < bytes.len() {
        let Some(Secret { kind, start, end }) = secret_at(bytes, at, &mut no_token_before) else {
            at += 1;
            continue;
        };
        masked.push_str(&text[kept..start]);
        masked.push_str("[masked: ");
        masked.push_str(kind);
        masked.push(']');
        masked.extend(text[start..end].matches('\n'));
        (kept, at) = (end, end);
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    masked.push_str(&text[kept..]);
    Cow::Owned(masked)
}

/// The secret that is recognised at an offset. `no_token_before` keeps where no web token begins, from one call to the next.
fn secret_at(bytes: &[u8], at: usize, no_token_before: &mut usize) -> Option<Secret> {
    match bytes[at] {
        b':' => password(bytes, at),
        b'-' => private_key(bytes, at),
        b'e' if at >= *no_token_before && begins_word(bytes, at) => web_token(bytes, at, no_token_before),
        b'A' | b'g' | b'r' | b's' | b'x' if begins_word(bytes, at) => word(bytes, at),
        _ => None,
    }
}

/// Whether a word begins here; the letter of an escape such as `\n` belongs to none.
fn begins_word(bytes: &[u8], at: usize) -> bool {
    let before = |n: usize| at.checked_sub(n).map(|place| bytes[place]);
    !before(1).is_some_and(|byte| byte.is_ascii_alphanumeric()) || before(2) == Some(b'\\')
}

fn word(bytes: &[u8], start: usize) -> Option<Secret> {
    let rest = &bytes[start..];
    let form = FORMS.iter().find(|form| rest.starts_with(form.prefix.as_bytes()))?;
    let rest = &rest[form.prefix.len()..];
    // Of what turns out not to be a secret only the beginning was read.
    let first = &rest[..run(&rest[..rest.len().min(MOST_MIXED)], form.joints)];
    let has = |is: fn(&u8) -> bool| first.iter().any(is);
    let is_mixed = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_digit);
    if first.len() < form.least || form.is_mixed && !is_mixed {
        return None;
    }
    Some(Secret { kind: form.kind, start, end: start + form.prefix.len() + run(rest, form.joints) })
}

/// The number of letters, digits and joints at the beginning.
fn run(bytes: &[u8], joints: &[u8]) -> usize {
    let is_of_run = |byte: &u8| byte.is_ascii_alphanumeric() || joints.contains(byte);
    bytes.iter().position(|byte| !is_of_run(byte)).unwrap_or(bytes.len())
}

/// Three parts with dots between them, the first two of them objects. If there is none, none begins in the first part either,
/// so each part is read three times at most.
fn web_token(bytes: &[u8], start: usize, no_token_before: &mut usize) -> Option<Secret> {
    if !bytes[start..].starts_with(JSON) {
        return None;
    }
    let mut end = start;
    for part in 0..3 {
        let rest = &bytes[end..];
        let n_part = run(rest, b"_-");
        if part == 0 {
            *no_token_before = start + n_part;
        }
        if n_part < LEAST_PART || part < 2 && (!rest.starts_with(JSON) || rest.get(n_part) != Some(&b'.')) {
            return None;
        }
        end += n_part + usize::from(part < 2);
    }
    Some(Secret { kind: "web-token", start, end })
}

/// The password in `scheme://user:password@host`. What stands in braces or behind `$`, `<` or `%` names one.
fn password(bytes: &[u8], colon: usize) -> Option<Secret> {
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

/// A private key from its `BEGIN` to its `END`, or to where a cut text leaves off. In a source its lines may be strings.
fn private_key(bytes: &[u8], start: usize) -> Option<Secret> {
    let label = bytes[start..].strip_prefix(BEGIN)?;
    let label = &label[..label.len().min(MOST_LABEL)];
    let n_label = label.windows(DASHES.len()).position(|window| window == DASHES)?;
    if !label[..n_label].ends_with(PRIVATE_KEY) {
        return None;
    }
    let body = start + BEGIN.len() + n_label + DASHES.len();
    let (mut at, mut longest, mut length) = (body, 0, 0);
    while at < bytes.len() && !bytes[at..].starts_with(DASHES) {
        let byte = bytes[at];
        let is_base64 = byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
        if !is_base64 && !byte.is_ascii_whitespace() && !b"\\\"'`,:.-".contains(&byte) {
            break;
        }
        length = if is_base64 { length + 1 } else { 0 };
        longest = longest.max(length);
        at += 1;
    }
    let end = match bytes[at..].starts_with(END) {
        true => bytes[at + END.len()..].windows(DASHES.len()).take(MOST_LABEL).position(|window| window == DASHES),
        false => None,
    };
    let end = end.map_or(at, |n_label| at + END.len() + n_label + DASHES.len());
    (longest >= LEAST_BASE64).then_some(Secret { kind: "private-key", start, end })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    /// Put together here, so that no scanner takes this file for one with secrets.
    fn secrets() -> [(&'static str, String); 12] {
        let (upper, digits) = ("ABCDEFGHIJKLMNOP", "0123456789".repeat(4));
        let mixed = "aB3".repeat(12);
        let token = |kind: &str| format!("eyJ{mixed}.eyJ{mixed}.{kind}{mixed}");
        [
            ("aws-key", format!("AKIA{upper}")),
            ("aws-key", format!("ASIA{}", &digits[..16])),
            ("github-token", format!("ghp_{mixed}")),
            ("github-token", format!("github_pat_{mixed}_{mixed}")),
            ("slack-token", format!("xoxb-{digits}-{mixed}")),
            ("stripe-key", format!("sk_live_{mixed}")),
            ("google-key", format!("AIza{}", &digits[..35])),
            ("api-key", format!("sk-{mixed}")),
            ("api-key", format!("sk-ant-api03-{mixed}-{mixed}")),
            ("api-key", format!("sk-proj-{mixed}_{mixed}")),
            ("web-token", token("x")),
            ("web-token", token("_-")),
        ]
    }

    #[test]
    fn each_known_form_is_masked_wherever_it_stands() {
        for (kind, secret) in secrets() {
            for (before, after) in
                [("", ""), ("KEY = \"", "\""), ("ä(", ")é"), ("'\\n", "\\n'"), ("Bearer ", ".\n"), ("a_", ";")]
            {
                let text = format!("{before}{secret}{after}");
                assert_eq!(mask(&text), format!("{before}[masked: {kind}]{after}"), "{text}");
            }
        }
    }

    #[test]
    fn only_the_password_of_an_address_is_masked() {
        let masked = mask("x = 'postgres://me:hunter2@db:5432/a', http://:p@ss@h/?a=b:c@d");
        assert_eq!(masked, "x = 'postgres://me:[masked: password]@db:5432/a', http://:[masked: password]@h/?a=b:c@d");
        for harmless in [
            "https://example.org:80/a@b",
            "postgres://{user}:{password}@{host}/",
            "http://$USER:$PASS@host",
            "a://<user>:<pass>@host",
            "git@host:a/b://",
            "ssh://git@host/",
            "://a:b@c",
        ] {
            assert_eq!(mask(harmless), harmless);
        }
    }

    #[test]
    fn a_private_key_is_masked_and_its_lines_are_kept() {
        let base64 = "MIIEowIBAAKCAQEA".repeat(4);
        for label in ["PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY"] {
            let whole = format!("a\n-----BEGIN {label}-----\n{base64}\n{base64}==\n-----END {label}-----\nb\n");
            assert_eq!(mask(&whole), "a\n[masked: private-key]\n\n\n\nb\n");
            let escaped = format!("k = \"-----BEGIN {label}-----\\n{base64}\\n-----END {label}-----\\n\";");
            assert_eq!(mask(&escaped), "k = \"[masked: private-key]\\n\";");
            let cut = format!("-----BEGIN {label}-----\n{base64}…");
            assert_eq!(mask(&cut), "[masked: private-key]\n…");
        }
        let code = "if line == \"-----BEGIN PRIVATE KEY-----\" or line == \"-----END PRIVATE KEY-----\": pass";
        assert_eq!(mask(code), code);
        let public = format!("-----BEGIN PUBLIC KEY-----\n{base64}\n-----END PUBLIC KEY-----\n");
        assert_eq!(mask(&public), public);
    }

    #[test]
    fn what_is_only_like_a_secret_stays() {
        for harmless in [
            "AKIA",
            "AKIAabc",
            "MAKIAABCDEFGHIJKLMNOP",
            "ghp_short",
            "xoxb-",
            "sk-learn-estimator-doc-link-and-more",
            "task-0aA1bB2cC3dD4eE5fF6gG7",
            "eyJhbGciOi.abc.def",
            "sk_live_",
            "AIzaShort",
            "é",
        ] {
            assert_eq!(mask(harmless), harmless);
            assert!(matches!(mask(harmless), Cow::Borrowed(_)));
        }
    }

    /// What begins like a secret again and again: a second look at the same bytes would be seen in minutes.
    #[test]
    fn no_text_takes_more_than_one_pass() {
        let n = 300_000;
        for text in [
            "-----BEGIN RSA PRIVATE KEY-----\n",
            "a://",
            "a://b:c",
            "eyJ-",
            "eyJaaaaaaaaaa.",
            "sk-",
            "xoxb-",
            "-----",
            "AIza_",
        ] {
            assert!(mask(&text.repeat(n)).len() <= text.len() * n + 100, "{text}");
        }
        assert_eq!(mask(&format!("a://{}", ":".repeat(n))).len(), n + 4);
    }
}
