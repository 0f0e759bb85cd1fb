//! The stored properties of documents, besides their terms. All entries have the same length, so one is read by its
//! index.

use crate::base::id::RecordId;
use crate::text::terms::Term;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) id: RecordId,
    /// Number of terms with repetitions, at most 65,535.
    pub(crate) n_terms: u16,
    /// First term of the speaker's name; 0 if nobody is named.
    pub(crate) speaker: Term,
    /// Share of the text's characters outside questions: 0 for none, 255 for all.
    pub(crate) statement: u8,
    pub(crate) flags: Flags,
    /// 0-based index of the chunk in a long text.
    pub(crate) chunk: u8,
    /// The record's kind as a number.
    pub(crate) kind: u8,
    /// Index in the segment's list of classes.
    pub(crate) class: u16,
}

/// A bit set of yes-or-no properties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags(u8);

const TURN: u8 = 1;
const HUMAN: u8 = 2;
const ASKS: u8 = 4;
const NAMES_TIME: u8 = 8;
const REMOVED: u8 = 128;

impl Flags {
    /// `asks` and `names_time` tell whether the text has a question and a word for a time.
    pub(crate) fn of(is_turn: bool, is_human: bool, asks: bool, names_time: bool) -> Flags {
        let flags = [(is_turn, TURN), (is_human, HUMAN), (asks, ASKS), (names_time, NAMES_TIME)];
        Flags(flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag).sum())
    }

    pub(crate) fn is_turn(self) -> bool {
        self.0 & TURN != 0
    }

    pub(crate) fn is_human(self) -> bool {
        self.0 & HUMAN != 0
    }

    /// The same flags, except for whether the speaker is a person.
    pub(super) fn with_speaker(self, is_human: bool) -> Flags {
        Flags(if is_human { self.0 | HUMAN } else { self.0 & !HUMAN })
    }

    pub(crate) fn asks(self) -> bool {
        self.0 & ASKS != 0
    }

    pub(crate) fn names_time(self) -> bool {
        self.0 & NAMES_TIME != 0
    }

    /// Whether the document was removed. Its slot stays, so that the indexes of other documents stay the same.
    pub(crate) fn is_removed(self) -> bool {
        self.0 & REMOVED != 0
    }
}

impl Entry {
    pub(super) const BYTES: usize = 28;

    /// The entry of a removed document: all zero but the flag, so nothing of the document is left.
    pub(super) fn removed() -> Entry {
        let (id, flags) = (RecordId::from_bytes([0; 16]), Flags(REMOVED));
        Entry { id, n_terms: 0, speaker: 0, statement: 0, flags, chunk: 0, kind: 0, class: 0 }
    }

    pub(super) fn bytes(&self) -> [u8; Entry::BYTES] {
        let Entry { id, n_terms, speaker, statement, flags, chunk, kind, class } = *self;
        let mut bytes = [0; Entry::BYTES];
        bytes[..16].copy_from_slice(&id.bytes());
        bytes[16..18].copy_from_slice(&n_terms.to_le_bytes());
        bytes[18..22].copy_from_slice(&speaker.to_le_bytes());
        bytes[22..26].copy_from_slice(&[statement, flags.0, chunk, kind]);
        bytes[26..].copy_from_slice(&class.to_le_bytes());
        bytes
    }

    pub(super) fn read(bytes: &[u8; Entry::BYTES]) -> Entry {
        let (id, other_bytes) = bytes.split_first_chunk::<16>().unwrap_or((&[0; 16], &[]));
        let [n0, n1, s0, s1, s2, s3, statement, flags, chunk, kind, c0, c1] = *other_bytes else {
            return Entry::removed();
        };
        Entry {
            id: RecordId::from_bytes(*id),
            n_terms: u16::from_le_bytes([n0, n1]),
            speaker: u32::from_le_bytes([s0, s1, s2, s3]),
            statement,
            flags: Flags(flags),
            chunk,
            kind,
            class: u16::from_le_bytes([c0, c1]),
        }
    }
}
