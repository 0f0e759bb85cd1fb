//! Pieces: records that can be delivered, and their quotation.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::base::id::RecordId;
use crate::record::Trust;
use crate::record::derived::day_of;
use crate::record::derived::words::recalled_text;
use crate::record::envelope::Record;
use crate::record::fields::WordEnum as _;
use crate::record::keyspace::Kind;
use crate::text::calendar::date;
use crate::text::quotation::labelled;
use crate::text::tokens::estimate_tokens;

/// The most bytes of a quoted text.
const MAX_CONTENT_BYTES: usize = 400;

/// The sort of record that a piece quotes; the quotation begins with words for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// A task that is active or paused.
    OpenTask,
    /// A failed call that nothing mended.
    Failure,
    /// An error, and the edits, commands or other call that mended it.
    Fix,
    /// A note that was recorded to be remembered.
    Note,
    /// A decision that was neither replaced nor given up.
    Decision,
    /// A lesson of an earlier session.
    Lesson,
    /// The request of a past session or task.
    PastWork,
    /// A turn of a conversation.
    Said,
    /// Files to read again, or that the session will likely touch.
    Files,
}

impl PieceKind {
    /// The words for the kind in a text.
    fn label(self) -> &'static str {
        match self {
            PieceKind::OpenTask => "open task",
            PieceKind::Failure => "not mended",
            PieceKind::Fix => "mended before",
            PieceKind::Note => "note",
            PieceKind::Decision => "decision",
            PieceKind::Lesson => "lesson",
            PieceKind::PastWork => "past work",
            PieceKind::Said => "said",
            PieceKind::Files => "files",
        }
    }

    /// The kind of piece for a record that was kept on purpose.
    pub(super) fn for_kept(kind: Kind) -> PieceKind {
        match kind {
            Kind::Decision => PieceKind::Decision,
            Kind::Lesson => PieceKind::Lesson,
            _ => PieceKind::Note,
        }
    }
}

/// A quotation of one record for an agent, with its reason.
#[derive(Clone, Debug, PartialEq)]
pub struct ToldPiece {
    /// The id of the quoted record.
    pub id: String,
    /// The sort of record that the piece quotes, such as an open task.
    pub kind: PieceKind,
    /// The time of the record, in milliseconds since 1970.
    pub time: i64,
    /// The least trust of the quoted record and of all that is delivered with it.
    pub trust: Trust,
    /// The reason for the delivery, in one sentence.
    pub why: String,
    /// The quotation: each line begins with `>`.
    pub text: String,
    /// Estimated tokens of `text`.
    pub tokens: u32,
}

/// A piece before its quotation is written.
#[derive(Clone, Debug)]
pub(super) struct PieceDraft {
    pub(super) id: RecordId,
    pub(super) kind: PieceKind,
    /// The lowest trust of the record and of everything delivered with it.
    pub(super) trust: Trust,
    pub(super) session: String,
    /// The reason for the delivery, in one sentence.
    pub(super) why: String,
    /// The quoted content; of drafts with the same content only the first is delivered.
    pub(super) content: String,
    /// Further lines below the content, each as label and text.
    pub(super) labelled_lines: Vec<(String, String)>,
}

impl PieceDraft {
    /// A draft that quotes `says` from a record.
    pub(super) fn of(id: RecordId, record: &Record, kind: PieceKind, why: String, says: &str) -> PieceDraft {
        let (trust, session) = (record.trust(), record.session.clone());
        PieceDraft { id, kind, trust, session, why, content: beginning_of(says), labelled_lines: Vec::new() }
    }

    /// A draft of a note, decision or lesson.
    pub(super) fn for_kept(id: RecordId, record: &Record, why: String) -> PieceDraft {
        PieceDraft::of(id, record, PieceKind::for_kept(record.kind), why, &recalled_text(record))
    }

    /// Writes the quotation.
    pub(super) fn piece(self) -> ToldPiece {
        let PieceDraft { id, kind, trust, session, why, content, labelled_lines, .. } = self;
        let day = date(day_of(id.time()).into());
        let session = if session.is_empty() { String::new() } else { format!("session {session}, ") };
        let label = format!("{}, {day}, {session}{}, {}", kind.label(), trust.word(), id.text());
        let mut text = labelled(&label, &content);
        labelled_lines.iter().for_each(|(label, said)| text.push_str(&labelled(label, said)));
        let (time, tokens) = (id.time().milliseconds(), estimate_tokens(&text));
        ToldPiece { id: id.text(), kind, time, trust, why, text, tokens }
    }
}

/// The beginning of a text, of at most `MAX_CONTENT_BYTES`; `…` follows if more was left out.
pub(super) fn beginning_of(text: &str) -> String {
    shortened(text, MAX_CONTENT_BYTES)
}

/// The beginning of a text, of at most `max_bytes`; `…` follows if more was left out.
pub(super) fn shortened(text: &str, max_bytes: usize) -> String {
    let text = text.trim();
    match text.len() > max_bytes {
        true => format!("{}…", &text[..text.floor_char_boundary(max_bytes)]),
        false => text.to_string(),
    }
}
