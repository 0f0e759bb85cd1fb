//! The names that a secret stands behind, wherever that is: in an assignment, an option, an element of XML.
//!
//! A name is known by how it ends, in small letters and without `-` and `_`, so that `--db-password` is one as `DB_PASSWORD` is.

/// What a name says of what stands behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// Somebody may have chosen it.
    Password,
    /// The same by a word that programs use for other things too: `pass`, `pw`.
    Pass,
    /// It was drawn.
    Key,
}

/// How names end.
const ENDS: [(&[u8], Named); 20] = [
    (b"password", Named::Password),
    (b"passwd", Named::Password),
    (b"passphrase", Named::Password),
    (b"passcode", Named::Password),
    (b"pwd", Named::Password),
    (b"dbpass", Named::Password),
    (b"pgpass", Named::Password),
    (b"sshpass", Named::Password),
    (b"rootpass", Named::Password),
    (b"smtppass", Named::Password),
    (b"userpass", Named::Password),
    (b"secret", Named::Key),
    (b"token", Named::Key),
    (b"apikey", Named::Key),
    (b"authkey", Named::Key),
    (b"accesskey", Named::Key),
    (b"accountkey", Named::Key),
    (b"secretkey", Named::Key),
    (b"privatekey", Named::Key),
    (b"signingkey", Named::Key),
];
/// The last words of names; within another word they say nothing, as in `bypass`.
const LAST_WORDS: [&[u8]; 3] = [b"pass", b"pw", b"pswd"];
/// How the last bytes of all of these read.
const LAST_LETTERS: &[u8] = b"desytnw";

/// The longest name that is looked at.
pub(super) const MAX_NAME: usize = 64;

/// What a name says, if it is one of a secret's.
pub(super) fn named(name: &[u8]) -> Option<Named> {
    LAST_LETTERS.contains(&name.last()?.to_ascii_lowercase()).then_some(())?;
    let letters = || name.iter().rev().filter(|byte| !matches!(byte, b'_' | b'-')).map(u8::to_ascii_lowercase);
    let ends = |end: &[u8]| letters().take(end.len()).eq(end.iter().rev().copied());
    if let Some((_, named)) = ENDS.iter().find(|(end, _)| ends(end)) {
        return Some(*named);
    }
    let is_last_word = LAST_WORDS.iter().any(|word| {
        let Some(start) = name.len().checked_sub(word.len()) else { return false };
        let (before, word_of_name) = name.split_at(start);
        let is_new = match before.last() {
            None | Some(b'_' | b'-') => true,
            Some(letter) => !letter.is_ascii_uppercase() && word_of_name[0].is_ascii_uppercase(),
        };
        is_new && word_of_name.eq_ignore_ascii_case(word)
    });
    is_last_word.then_some(Named::Pass)
}

/// The number of bytes of a name that begins here.
pub(super) fn length(bytes: &[u8]) -> usize {
    bytes.iter().take(MAX_NAME).take_while(|byte| is_of_name(**byte)).count()
}

/// Whether a byte is one of a name's.
pub(super) fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}
