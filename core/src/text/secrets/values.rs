//! Classifies possible values of secrets: random ones, chosen passwords, code, and placeholders.
//!
//! The context of a value does not count here: callers decide which class suffices (`assigned`, `commands`, `headers`).

/// Number of leading bytes of a value that are examined.
pub(super) const MAX_EXAMINED_BYTES: usize = 128;
/// Least length in bytes of a chosen password.
const MIN_CHOSEN_BYTES: usize = 6;
/// Least length in bytes of a chosen password with fewer than two changes of character class.
const MIN_UNIFORM_BYTES: usize = 7;
/// Least length in bytes of a short random value.
const MIN_RANDOM_BYTES: usize = 8;
/// Least number of changes of character class in a short random value.
const MIN_CLASS_CHANGES: usize = 3;
/// Greatest length in bytes of a word such as `k8s`, in which letters and digits alternate.
const MAX_SHORT_WORD_BYTES: usize = 3;

/// Words that placeholders for a secret are made of, in examples and code: `your-token`, `testPassword1`.
const PLACEHOLDER_WORDS: [&[u8]; 114] = [
    b"a",
    b"abc",
    b"access",
    b"admin",
    b"and",
    b"any",
    b"api",
    b"apikey",
    b"app",
    b"auth",
    b"aws",
    b"bar",
    b"basic",
    b"baz",
    b"bearer",
    b"bytes",
    b"change",
    b"changeme",
    b"client",
    b"config",
    b"credential",
    b"credentials",
    b"data",
    b"db",
    b"default",
    b"development",
    b"dummy",
    b"empty",
    b"enter",
    b"env",
    b"example",
    b"fake",
    b"false",
    b"field",
    b"file",
    b"flag",
    b"foo",
    b"for",
    b"from",
    b"get",
    b"github",
    b"guest",
    b"here",
    b"hidden",
    b"id",
    b"in",
    b"input",
    b"insert",
    b"int",
    b"invalid",
    b"is",
    b"key",
    b"local",
    b"localhost",
    b"login",
    b"manager",
    b"masked",
    b"me",
    b"mock",
    b"my",
    b"name",
    b"new",
    b"nil",
    b"none",
    b"null",
    b"oauth",
    b"oauth2",
    b"of",
    b"old",
    b"option",
    b"optional",
    b"options",
    b"pass",
    b"passphrase",
    b"passwd",
    b"password",
    b"path",
    b"placeholder",
    b"postgres",
    b"production",
    b"prompt",
    b"provider",
    b"pwd",
    b"read",
    b"redacted",
    b"replace",
    b"required",
    b"root",
    b"sample",
    b"secret",
    b"session",
    b"sha",
    b"some",
    b"stdin",
    b"str",
    b"string",
    b"test",
    b"text",
    b"that",
    b"the",
    b"this",
    b"to",
    b"token",
    b"true",
    b"type",
    b"undefined",
    b"user",
    b"username",
    b"value",
    b"with",
    b"word",
    b"write",
    b"xxx",
    b"your",
];
/// Substrings of templates, which no secret contains.
const TEMPLATE_PARTS: [&[u8]; 7] = [b"${", b"{{", b"$(", b"...", b"***", b"xxx", b"XXX"];
/// Separators of words in names, paths and lists of rules.
const SEPARATORS: &[u8] = b"-_./:|,=";

/// Character classes of a value, counted in one pass.
#[derive(Default)]
struct Composition {
    has_digit: bool,
    has_lower: bool,
    has_upper: bool,
    /// Whether it has punctuation that no name, number or path has.
    has_special: bool,
    /// Number of changes between digits, lower-case and upper-case letters. A change from an upper-case to a lower-case
    /// letter does not count.
    n_class_changes: usize,
}

impl Composition {
    fn of(value: &[u8]) -> Composition {
        let (mut classes, mut last_class) = (Composition::default(), None);
        for byte in value {
            let class = match byte {
                b'0'..=b'9' => 0,
                b'a'..=b'z' => 1,
                b'A'..=b'Z' => 2,
                _ => {
                    classes.has_special |= b"!@#$%^&*+?~".contains(byte);
                    continue;
                }
            };
            classes.has_digit |= class == 0;
            classes.has_lower |= class == 1;
            classes.has_upper |= class == 2;
            classes.n_class_changes +=
                usize::from(last_class.is_some_and(|last_class| last_class != class && (last_class, class) != (2, 1)));
            last_class = Some(class);
        }
        classes
    }

    fn has_all_classes(&self) -> bool {
        self.has_digit && self.has_lower && self.has_upper && self.has_special
    }
}

/// Whether a value of at least `min` bytes looks random: it has a digit, and its character class changes at least once
/// in five bytes. Words and names change class only at word boundaries.
pub(super) fn is_random(value: &[u8], min: usize) -> bool {
    let examined = &value[..value.len().min(MAX_EXAMINED_BYTES)];
    let classes = Composition::of(examined);
    value.len() >= min && classes.has_digit && classes.n_class_changes * 5 >= examined.len()
}

/// Whether a short value looks random. Stricter than [`is_random`]: names with a number, such as `Ed25519Key`, change
/// class as often.
pub(super) fn is_short_random(value: &[u8]) -> bool {
    let classes = Composition::of(value);
    let alternates =
        classes.has_digit && classes.n_class_changes >= MIN_CLASS_CHANGES && classes.n_class_changes * 4 >= value.len();
    (MIN_RANDOM_BYTES..=MAX_EXAMINED_BYTES).contains(&value.len()) && alternates && !is_code_or_placeholder(value)
}

/// Whether a value may be a password that a person chose: letters with digits, or letters of both cases with
/// punctuation, and neither code nor a placeholder.
pub(super) fn may_be_password(value: &[u8]) -> bool {
    let classes = Composition::of(value);
    let is_mixed = match classes.has_digit {
        true => classes.has_lower || classes.has_upper,
        false => classes.has_lower && classes.has_upper && classes.has_special,
    };
    let min = if classes.n_class_changes >= 2 { MIN_CHOSEN_BYTES } else { MIN_UNIFORM_BYTES };
    (min..=MAX_EXAMINED_BYTES).contains(&value.len()) && is_mixed && !is_code_or_placeholder(value)
}

/// As [`may_be_password`], for places where a type or variable can be: the value has punctuation that neither has.
pub(super) fn may_be_password_in_code(value: &[u8]) -> bool {
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let has_sign = value.iter().any(|byte| b"!@#$%^&?~".contains(byte));
    value.len() >= MIN_RANDOM_BYTES && has_sign && is_letter(value.first()) && may_be_password(value)
}

/// As [`may_be_password`], for a key in quotes: the class changes at least twice, and it is no type name such as
/// `V1SecretProjection`.
pub(super) fn may_be_chosen_key(value: &[u8]) -> bool {
    Composition::of(value).n_class_changes >= 2 && !may_be_type_name(value) && may_be_password(value)
}

/// Whether a value may be the name of a type: an upper-case letter, then mostly lower-case ones.
pub(super) fn may_be_type_name(value: &[u8]) -> bool {
    let n_small = value.iter().filter(|byte| byte.is_ascii_lowercase()).count();
    value.first().is_some_and(u8::is_ascii_uppercase) && n_small * 4 >= value.len() * 3
}

/// Whether a value is a number long enough for a password.
pub(super) fn is_long_number(value: &[u8]) -> bool {
    value.len() >= MIN_CHOSEN_BYTES && value.iter().all(u8::is_ascii_digit)
}

fn is_code_or_placeholder(value: &[u8]) -> bool {
    is_placeholder(value) || is_separated_words(value) || is_path_or_address(value)
}

/// Whether a value is a placeholder: it names a secret, stands for one in an example, or is masked already.
pub(super) fn is_placeholder(value: &[u8]) -> bool {
    let begins_as_template = value.first().is_none_or(|first| b"$<{%*[@(-&#.".contains(first));
    begins_as_template || TEMPLATE_PARTS.iter().any(|part| value.windows(part.len()).any(|window| window == *part)) || {
        let is_capital = |at: usize| value[at].is_ascii_uppercase();
        let (mut at, mut n_words, mut are_known) = (0, 0, true);
        while at < value.len() {
            let start = at;
            while at < value.len()
                && value[at].is_ascii_alphabetic()
                && (at == start || is_capital(at - 1) || !is_capital(at))
            {
                at += 1;
            }
            if at == start {
                at += 1;
                continue;
            }
            n_words += 1;
            are_known &= PLACEHOLDER_WORDS.iter().any(|word| word.eq_ignore_ascii_case(&value[start..at]));
        }
        n_words > 0 && are_known && !Composition::of(value).has_all_classes()
    }
}

/// Whether a value is words or numbers with separators: `test-password-123`, `required|min:8`, `user1.password`.
fn is_separated_words(value: &[u8]) -> bool {
    let is_word = |part: &[u8]| {
        let n_capitals = part.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
        let n_small = part[n_capitals..].iter().take_while(|byte| byte.is_ascii_lowercase()).count();
        let is_plain = (n_capitals <= 1 || n_small == 0) && part[n_capitals + n_small..].iter().all(u8::is_ascii_digit);
        is_plain || part.len() <= MAX_SHORT_WORD_BYTES
    };
    let parts = || value.split(|byte| SEPARATORS.contains(byte)).filter(|part| !part.is_empty());
    parts().count() > 1 && parts().all(is_word)
}

/// Whether a value is a path, a URL or a mail address.
pub(super) fn is_path_or_address(value: &[u8]) -> bool {
    let is_path = matches!(value, [b'/' | b'~', ..] | [b'.', b'/', ..] | [_, b':', b'/' | b'\\', ..]);
    let is_address = || value.windows(3).any(|window| window == b"://");
    let is_of_mail = || {
        let host = value.iter().position(|byte| *byte == b'@').map(|at| &value[at + 1..]);
        host.is_some_and(|host| {
            let top_domain = host.iter().rposition(|byte| *byte == b'.').map(|at| &host[at + 1..]);
            top_domain.is_some_and(|top_domain| top_domain.len() >= 2 && top_domain.iter().all(u8::is_ascii_lowercase))
        })
    };
    is_path || is_address() || is_of_mail()
}
