//! Names that announce a secret, in an assignment, an option or an XML element.
//!
//! Only a name's ending counts, in lower case and without `-` and `_`: `--db-password` and `DB_PASSWORD` both
//! announce one.

/// The kind of value that a name announces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
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
type End = (&'static [u8], Named);

/// Name endings, grouped by their last letter.
const ENDS: [(u8, &[End]); 8] = [
    (b'd', &[(b"password", Named::Password), (b"passwd", Named::Password), (b"pwd", Named::Password)]),
    (b'e', &[(b"passphrase", Named::Password), (b"passcode", Named::Password), (b"keybase", Named::Key)]),
    (b'k', &[(b"psk", Named::Loose)]),
    (
        b's',
        &[
            (b"dbpass", Named::Password),
            (b"pgpass", Named::Password),
            (b"sshpass", Named::Password),
            (b"rootpass", Named::Password),
            (b"smtppass", Named::Password),
            (b"userpass", Named::Password),
            (b"keypass", Named::Password),
            (b"storepass", Named::Password),
            (b"requirepass", Named::Password),
        ],
    ),
    (b't', &[(b"secret", Named::Key), (b"salt", Named::Loose)]),
    (b'n', &[(b"token", Named::Key)]),
    (
        b'y',
        &[
            (b"apikey", Named::Key),
            (b"authkey", Named::Key),
            (b"accesskey", Named::Key),
            (b"accountkey", Named::Key),
            (b"secretkey", Named::Key),
            (b"privatekey", Named::Key),
            (b"signingkey", Named::Key),
            (b"encryptionkey", Named::Key),
            (b"masterkey", Named::Key),
            (b"appkey", Named::Loose),
            (b"applicationkey", Named::Loose),
            (b"functionskey", Named::Key),
            (b"hmackey", Named::Key),
            (b"sharedkey", Named::Key),
            (b"storagekey", Named::Loose),
            (b"subscriptionkey", Named::Key),
        ],
    ),
    (b'l', &[(b"credential", Named::Loose)]),
];
/// Last words of names; they do not count as part of a longer word, as in `bypass`.
const LAST_WORDS: [(&[u8], Named); 8] = [
    (b"pass", Named::Pass),
    (b"pw", Named::Pass),
    (b"pswd", Named::Pass),
    (b"auth", Named::Loose),
    (b"pepper", Named::Loose),
    (b"sas", Named::Loose),
    (b"creds", Named::Loose),
    (b"credentials", Named::Loose),
];
/// The last two letters of all endings and last words.
const LAST_LETTERS: [&[u8; 2]; 17] = [
    b"al", b"as", b"de", b"ds", b"en", b"er", b"et", b"ey", b"ls", b"lt", b"pw", b"rd", b"se", b"sk", b"ss", b"th",
    b"wd",
];
/// [`LAST_LETTERS`] as a bit set of second letters for each first letter.
const PAIRS: [u32; 26] = {
    let (mut pairs, mut at) = ([0; 26], 0);
    while at < LAST_LETTERS.len() {
        let [first, second] = *LAST_LETTERS[at];
        pairs[(first - b'a') as usize] |= 1 << (second - b'a');
        at += 1;
    }
    pairs
};
/// Ending of environment variables that hold a key, and words before it whose keys are not secret.
const KEY: &[u8] = b"_KEY";
const KNOWN_TO_ALL: [&[u8]; 9] =
    [b"CACHE", b"CLIENT", b"FOREIGN", b"HOST", b"IDEMPOTENCY", b"PARTITION", b"PRIMARY", b"PUBLIC", b"SORT"];

/// Words after a secret's name that distinguish several of its kind, and the greatest number of digits that do.
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
const MAX_DIGITS: usize = 2;

/// Greatest length in bytes of a name that is examined.
pub(super) const MAX_NAME: usize = 64;

/// The kind of secret that a name announces, if any; also with a qualifier, as in `API_KEY_2` and `DB_PASSWORD_PROD`.
pub(super) fn named(name: &[u8]) -> Option<Named> {
    named_as_it_is(name).or_else(|| named_as_it_is(unqualified(name)?).filter(|named| *named != Named::Loose))
}

/// A name without its qualifier; `None` if it has none.
fn unqualified(name: &[u8]) -> Option<&[u8]> {
    let n_digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let n_behind = match n_digits {
        0 => QUALIFIERS.iter().find(|word| is_last_word(name, word))?.len(),
        n => (n <= MAX_DIGITS).then_some(n)?,
    };
    let rest = &name[..name.len() - n_behind];
    Some(&rest[..rest.iter().rposition(|byte| !matches!(byte, b'_' | b'-'))? + 1])
}

/// Whether `word` is the last word of a name, and not the end of a longer one.
fn is_last_word(name: &[u8], word: &[u8]) -> bool {
    let Some(start) = name.len().checked_sub(word.len()) else { return false };
    let (before, word_of_name) = name.split_at(start);
    let is_new = match before.last() {
        None | Some(b'_' | b'-') => true,
        Some(letter) => !letter.is_ascii_uppercase() && word_of_name[0].is_ascii_uppercase(),
    };
    is_new && word_of_name.eq_ignore_ascii_case(word)
}

fn named_as_it_is(name: &[u8]) -> Option<Named> {
    let last = may_end(name)?;
    let letters = || name.iter().rev().filter(|byte| !matches!(byte, b'_' | b'-')).map(u8::to_ascii_lowercase);
    let ends = |end: &[u8]| letters().take(end.len()).eq(end.iter().rev().copied());
    let (_, of_letter) = ENDS.iter().find(|(letter, _)| *letter == last).unwrap_or(&(0, &[]));
    if let Some((_, named)) = of_letter.iter().find(|(end, _)| ends(end)) {
        return Some(*named);
    }
    if let Some((_, named)) = LAST_WORDS.iter().find(|(word, _)| is_last_word(name, word)) {
        return Some(*named);
    }
    let of = name.strip_suffix(KEY).filter(|of| !of.iter().any(u8::is_ascii_lowercase))?;
    (!KNOWN_TO_ALL.iter().any(|known| of.ends_with(known))).then_some(Named::Loose)
}

/// The last letter of a name if a secret's name may end so.
fn may_end(name: &[u8]) -> Option<u8> {
    let place = |byte: &u8| byte.to_ascii_lowercase().wrapping_sub(b'a');
    let (last, before) = (name.last()?, &name[..name.len() - 1]);
    let first = before.iter().rev().find(|byte| !matches!(byte, b'_' | b'-'))?;
    let of_first = PAIRS.get(usize::from(place(first)))?;
    (place(last) < 26 && of_first >> place(last) & 1 == 1).then_some(last.to_ascii_lowercase())
}

/// Length in bytes of the name at the beginning.
pub(super) fn length(bytes: &[u8]) -> usize {
    bytes.iter().take(MAX_NAME).take_while(|byte| is_of_name(**byte)).count()
}

/// Whether a byte may be part of a name.
pub(super) fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}
