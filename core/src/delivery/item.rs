//! What may be told: a record with what it says, and how it is quoted.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::record::Trust;
use crate::record::derived::day_of;
use crate::record::derived::words::recalled_text;
use crate::record::envelope::Record;
use crate::record::fields::Word as _;
use crate::record::keyspace::Kind;
use crate::text::calendar::date;
use crate::text::quotation::labelled;
use crate::text::tokens::estimate;

/// The most bytes of a text that is told.
const MAX_CONTENT_BYTES: usize = 400;

/// The kind of a piece to tell: a failure, a fix, a note …
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// A task that is active or paused.
    OpenTask,
    /// A call that failed, and that nothing mended.
    Failure,
    /// An error that was mended, and by which edits.
    Fix,
    /// A note.
    Note,
    /// A decision that holds.
    Decision,
    /// A lesson.
    Lesson,
    /// The request of a past session or task.
    PastWork,
    /// Something that was said.
    Said,
    /// Files to look at.
    Files,
}

impl PieceKind {
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

/// Something recorded that an agent is told.
#[derive(Clone, Debug, PartialEq)]
pub struct ToldPiece {
    /// The id of the record that is quoted.
    pub id: String,
    /// The kind of the piece.
    pub kind: PieceKind,
    /// When it happened.
    pub time: i64,
    /// How far it may be relied on.
    pub trust: Trust,
    /// The reason, in one sentence.
    pub why: String,
    /// A quotation: each of its lines begins with `>`.
    pub text: String,
    /// Estimated tokens of `text`.
    pub tokens: u32,
}

/// A piece to tell, before it is written as text.
#[derive(Clone, Debug)]
pub(super) struct PieceDraft {
    pub(super) id: RecordId,
    pub(super) kind: PieceKind,
    /// The lowest trust of the record and of all else that is told with it.
    pub(super) trust: Trust,
    pub(super) session: String,
    /// When what it says was replaced.
    pub(super) updated: Option<Timestamp>,
    pub(super) why: String,
    /// The content; of two items with the same content one is told.
    pub(super) content: String,
    /// Further lines below the content, each behind its label.
    pub(super) labelled_lines: Vec<(String, String)>,
}

impl PieceDraft {
    /// A record, with what it says.
    pub(super) fn of(id: RecordId, record: &Record, kind: PieceKind, why: String, says: &str) -> PieceDraft {
        let (trust, session, updated) = (record.trust(), record.session.clone(), record.updated);
        PieceDraft { id, kind, trust, session, updated, why, content: beginning_of(says), labelled_lines: Vec::new() }
    }

    /// A note, a decision or a lesson.
    pub(super) fn for_kept(id: RecordId, record: &Record, why: String) -> PieceDraft {
        PieceDraft::of(id, record, PieceKind::for_kept(record.kind), why, &recalled_text(record))
    }

    /// The whole of it as a quotation.
    pub(super) fn piece(self) -> ToldPiece {
        let PieceDraft { id, kind, trust, session, why, content: says, labelled_lines: beside, .. } = self;
        let day = date(day_of(id.time()).into());
        let session = if session.is_empty() { String::new() } else { format!("session {session}, ") };
        let label = format!("{}, {day}, {session}{}, {}", kind.label(), trust.word(), id.text());
        let mut text = labelled(&label, &says);
        beside.iter().for_each(|(label, said)| text.push_str(&labelled(label, said)));
        let (time, tokens) = (id.time().milliseconds(), estimate(&text));
        ToldPiece { id: id.text(), kind, time, trust, why, text, tokens }
    }
}

/// The beginning of a text.
pub(super) fn beginning_of(text: &str) -> String {
    let text = text.trim();
    match text.len() > MAX_CONTENT_BYTES {
        true => format!("{}…", &text[..text.floor_char_boundary(MAX_CONTENT_BYTES)]),
        false => text.to_string(),
    }
}
