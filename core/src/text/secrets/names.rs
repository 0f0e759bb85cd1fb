//! The names that a secret stands behind, wherever that is: in an assignment, an option, an element of XML.
//!
//! A name is known by how it ends, in small letters and without `-` and `_`, so that `--db-password` is one as `DB_PASSWORD` is.

/// The kind of value that a name announces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// Somebody may have chosen it.
    Password,
    /// A password, by a word that programs use for other things too: `pass`, `pw`.
    Pass,
    /// It was drawn.
    Key,
    /// A key, by a word that programs use for other things too: `auth`, `salt`, `MAPS_KEY`.
    Loose,
}

/// An ending of names, and what it says of them.
type End = (&'static [u8], Named);

/// How names end, by their last letter.
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
/// The last words of names; within another word they say nothing, as in `bypass`.
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
/// The last two letters of all of these.
const LAST_LETTERS: [&[u8; 2]; 17] = [
    b"al", b"as", b"de", b"ds", b"en", b"er", b"et", b"ey", b"ls", b"lt", b"pw", b"rd", b"se", b"sk", b"ss", b"th",
    b"wd",
];
/// A bit for each second letter, by the first.
const PAIRS: [u32; 26] = {
    let (mut pairs, mut at) = ([0; 26], 0);
    while at < LAST_LETTERS.len() {
        let [first, second] = *LAST_LETTERS[at];
        pairs[(first - b'a') as usize] |= 1 << (second - b'a');
        at += 1;
    }
    pairs
};
/// What a variable of the environment is called whose value is a key, and what it is the key of where everybody may know it.
const KEY: &[u8] = b"_KEY";
const KNOWN_TO_ALL: [&[u8]; 9] =
    [b"CACHE", b"CLIENT", b"FOREIGN", b"HOST", b"IDEMPOTENCY", b"PARTITION", b"PRIMARY", b"PUBLIC", b"SORT"];

/// Words that stand behind a secret's name to tell it from others of its kind, and the most digits that do.
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

/// The longest name that is looked at.
pub(super) const MAX_NAME: usize = 64;

/// The kind of secret that a name announces, if any; also of one of several, as `API_KEY_2` and `DB_PASSWORD_PROD`.
pub(super) fn named(name: &[u8]) -> Option<Named> {
    named_as_it_is(name).or_else(|| named_as_it_is(unqualified(name)?).filter(|named| *named != Named::Loose))
}

/// A name without what tells it from others of its kind.
fn unqualified(name: &[u8]) -> Option<&[u8]> {
    let n_digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let n_behind = match n_digits {
        0 => QUALIFIERS.iter().find(|word| is_last_word(name, word))?.len(),
        n => (n <= MAX_DIGITS).then_some(n)?,
    };
    let rest = &name[..name.len() - n_behind];
    Some(&rest[..rest.iter().rposition(|byte| !matches!(byte, b'_' | b'-'))? + 1])
}

/// Whether a name ends with a word that begins in it.
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

/// The last letter of a name that may be one of a secret's.
fn may_end(name: &[u8]) -> Option<u8> {
    let place = |byte: &u8| byte.to_ascii_lowercase().wrapping_sub(b'a');
    let (last, before) = (name.last()?, &name[..name.len() - 1]);
    let first = before.iter().rev().find(|byte| !matches!(byte, b'_' | b'-'))?;
    let of_first = PAIRS.get(usize::from(place(first)))?;
    (place(last) < 26 && of_first >> place(last) & 1 == 1).then_some(last.to_ascii_lowercase())
}

/// The number of bytes of a name that begins here.
pub(super) fn length(bytes: &[u8]) -> usize {
    bytes.iter().take(MAX_NAME).take_while(|byte| is_of_name(**byte)).count()
}

/// Whether a byte is one of a name's.
pub(super) fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}
