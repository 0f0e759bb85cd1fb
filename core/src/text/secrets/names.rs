//! Names that announce a secret, in an assignment, an option or an XML element.
//!
//! Only a name's ending counts, in lower case and without `-` and `_`: `--db-password` and `DB_PASSWORD` both announce
//! a secret.

/// The kind of value that a name announces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NameKind {
    /// A password, which a person may have chosen.
    Password,
    /// A password, but the word has other uses too: `pass`, `pw`.
    Pass,
    /// A key or token, which was generated at random.
    Key,
    /// A key, but the word has other uses too: `auth`, `salt`, `MAPS_KEY`.
    Loose,
}

/// An ending of names, and the kind of value that it announces.
type NameEnding = (&'static [u8], NameKind);

/// Name endings, grouped by their last letter.
const NAME_ENDINGS: [(u8, &[NameEnding]); 8] = [
    (b'd', &[(b"password", NameKind::Password), (b"passwd", NameKind::Password), (b"pwd", NameKind::Password)]),
    (b'e', &[(b"passphrase", NameKind::Password), (b"passcode", NameKind::Password), (b"keybase", NameKind::Key)]),
    (b'k', &[(b"psk", NameKind::Loose)]),
    (
        b's',
        &[
            (b"dbpass", NameKind::Password),
            (b"pgpass", NameKind::Password),
            (b"sshpass", NameKind::Password),
            (b"rootpass", NameKind::Password),
            (b"smtppass", NameKind::Password),
            (b"userpass", NameKind::Password),
            (b"keypass", NameKind::Password),
            (b"storepass", NameKind::Password),
            (b"requirepass", NameKind::Password),
        ],
    ),
    (b't', &[(b"secret", NameKind::Key), (b"salt", NameKind::Loose)]),
    (b'n', &[(b"token", NameKind::Key)]),
    (
        b'y',
        &[
            (b"apikey", NameKind::Key),
            (b"authkey", NameKind::Key),
            (b"accesskey", NameKind::Key),
            (b"accountkey", NameKind::Key),
            (b"secretkey", NameKind::Key),
            (b"privatekey", NameKind::Key),
            (b"signingkey", NameKind::Key),
            (b"encryptionkey", NameKind::Key),
            (b"masterkey", NameKind::Key),
            (b"appkey", NameKind::Loose),
            (b"applicationkey", NameKind::Loose),
            (b"functionskey", NameKind::Key),
            (b"hmackey", NameKind::Key),
            (b"sharedkey", NameKind::Key),
            (b"storagekey", NameKind::Loose),
            (b"subscriptionkey", NameKind::Key),
        ],
    ),
    (b'l', &[(b"credential", NameKind::Loose)]),
];
/// Last words of names; they do not count as part of a longer word, as in `bypass`.
const LAST_WORDS: [(&[u8], NameKind); 8] = [
    (b"pass", NameKind::Pass),
    (b"pw", NameKind::Pass),
    (b"pswd", NameKind::Pass),
    (b"auth", NameKind::Loose),
    (b"pepper", NameKind::Loose),
    (b"sas", NameKind::Loose),
    (b"creds", NameKind::Loose),
    (b"credentials", NameKind::Loose),
];
/// The last two letters of all endings and last words.
const LAST_LETTERS: [&[u8; 2]; 17] = [
    b"al", b"as", b"de", b"ds", b"en", b"er", b"et", b"ey", b"ls", b"lt", b"pw", b"rd", b"se", b"sk", b"ss", b"th",
    b"wd",
];
/// [`LAST_LETTERS`] as a bit set of second letters for each first letter.
const LETTER_PAIRS: [u32; 26] = {
    let (mut pairs, mut at) = ([0; 26], 0);
    while at < LAST_LETTERS.len() {
        let [first, second] = *LAST_LETTERS[at];
        pairs[(first - b'a') as usize] |= 1 << (second - b'a');
        at += 1;
    }
    pairs
};
/// Ending of environment variables that hold a key.
const KEY_SUFFIX: &[u8] = b"_KEY";
/// Words before `_KEY` in the names of environment variables whose key is no secret.
const PUBLIC_KEY_WORDS: [&[u8]; 9] =
    [b"CACHE", b"CLIENT", b"FOREIGN", b"HOST", b"IDEMPOTENCY", b"PARTITION", b"PRIMARY", b"PUBLIC", b"SORT"];

/// Words after a secret's name that tell several secrets of one kind apart.
const QUALIFIERS: [&[u8]; 15] = [
    b"admin",
    b"backup",
    b"confirm",
    b"confirmation",
    b"dev",
    b"live",
    b"new",
    b"old",
    b"primary",
    b"prod",
    b"production",
    b"root",
    b"secondary",
    b"staging",
    b"test",
];
/// Greatest number of digits after a secret's name that tell several secrets of one kind apart.
const MAX_QUALIFIER_DIGITS: usize = 2;

/// Greatest length in bytes of a name that is examined.
pub(super) const MAX_NAME_BYTES: usize = 64;

/// The kind of secret that a name announces; `None` if it announces none. A name with a qualifier counts too, such as
/// `API_KEY_2` and `DB_PASSWORD_PROD`, but not for [`NameKind::Loose`].
pub(super) fn name_kind(name: &[u8]) -> Option<NameKind> {
    exact_name_kind(name)
        .or_else(|| exact_name_kind(unqualified(name)?).filter(|kind_of_name| *kind_of_name != NameKind::Loose))
}

/// A name without its qualifier; `None` if it has none.
fn unqualified(name: &[u8]) -> Option<&[u8]> {
    let n_digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let n_qualifier = match n_digits {
        0 => QUALIFIERS.iter().find(|word| is_last_word(name, word))?.len(),
        n => (n <= MAX_QUALIFIER_DIGITS).then_some(n)?,
    };
    let rest = &name[..name.len() - n_qualifier];
    Some(&rest[..rest.iter().rposition(|byte| !matches!(byte, b'_' | b'-'))? + 1])
}

/// Whether `word` is the last word of a name, and not the end of a longer one.
fn is_last_word(name: &[u8], word: &[u8]) -> bool {
    let Some(start) = name.len().checked_sub(word.len()) else { return false };
    let (prefix, word_of_name) = name.split_at(start);
    let begins_word = match prefix.last() {
        None | Some(b'_' | b'-') => true,
        Some(letter) => !letter.is_ascii_uppercase() && word_of_name[0].is_ascii_uppercase(),
    };
    begins_word && word_of_name.eq_ignore_ascii_case(word)
}

fn exact_name_kind(name: &[u8]) -> Option<NameKind> {
    let last_letter = secret_last_letter(name)?;
    let letters = || name.iter().rev().filter(|byte| !matches!(byte, b'_' | b'-')).map(u8::to_ascii_lowercase);
    let name_ends = |end: &[u8]| letters().take(end.len()).eq(end.iter().rev().copied());
    let (_, endings) = NAME_ENDINGS.iter().find(|(letter, _)| *letter == last_letter).unwrap_or(&(0, &[]));
    if let Some((_, kind_of_name)) = endings.iter().find(|(end, _)| name_ends(end)) {
        return Some(*kind_of_name);
    }
    if let Some((_, kind_of_name)) = LAST_WORDS.iter().find(|(word, _)| is_last_word(name, word)) {
        return Some(*kind_of_name);
    }
    let key_name = name.strip_suffix(KEY_SUFFIX).filter(|key_name| !key_name.iter().any(u8::is_ascii_lowercase))?;
    (!PUBLIC_KEY_WORDS.iter().any(|known| key_name.ends_with(known))).then_some(NameKind::Loose)
}

/// The last letter of a name in lower case; `None` if no secret's name has the last two letters of this one.
fn secret_last_letter(name: &[u8]) -> Option<u8> {
    let letter_index = |byte: &u8| byte.to_ascii_lowercase().wrapping_sub(b'a');
    let (last, letters_before) = (name.last()?, &name[..name.len() - 1]);
    let letter_before = letters_before.iter().rev().find(|byte| !matches!(byte, b'_' | b'-'))?;
    let following_letters = LETTER_PAIRS.get(usize::from(letter_index(letter_before)))?;
    (letter_index(last) < 26 && following_letters >> letter_index(last) & 1 == 1).then_some(last.to_ascii_lowercase())
}

/// Length in bytes of the name at the beginning of `bytes`, at most [`MAX_NAME_BYTES`].
pub(super) fn name_length(bytes: &[u8]) -> usize {
    bytes.iter().take(MAX_NAME_BYTES).take_while(|byte| is_name_byte(**byte)).count()
}

/// Whether a byte may be part of a name.
pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}
