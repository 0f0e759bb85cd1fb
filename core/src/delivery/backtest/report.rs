//! What a replay told, and what came of it.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::{DeliverQuestion, Delivered, PieceKind, ToldPiece};
use crate::record::event::Moment;

/// What would have been told in the replayed sessions, and whether it was used.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BacktestReport {
    /// The number of sessions that were replayed.
    pub n_sessions: u64,
    /// The number of records in these sessions.
    pub n_events: u64,
    /// The number of records left out because their rows are damaged.
    pub n_damaged: u32,
    /// The number of failures whose error had been mended in an earlier session.
    pub n_mended_before: u64,
    /// A summary of each kind of moment that occurred.
    pub moments: Vec<MomentCounts>,
    /// The pieces that were told, in the order in which they were told.
    pub pieces: Vec<ReplayedPiece>,
}

/// What was told at the moments of a kind.
#[derive(Clone, Debug, PartialEq)]
pub struct MomentCounts {
    /// The kind of moment.
    pub moment: Moment,
    /// The number of such moments.
    pub n_moments: u64,
    /// The number of them at which something was told.
    pub n_told: u64,
    /// The number of pieces.
    pub n_pieces: u64,
    /// The number of pieces that were used: their session opened, edited or ran something that they name.
    pub n_used: u64,
    /// The number of pieces whose error their session repeated.
    pub n_repeated: u64,
    /// The estimated tokens of all texts.
    pub tokens: u64,
}

/// A piece that was told in a replay.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayedPiece {
    /// The session that was told.
    pub session: String,
    /// When it was told, in milliseconds since 1970.
    pub time: i64,
    /// The moment at which it was told.
    pub moment: Moment,
    /// The id of the quoted record.
    pub record_id: String,
    /// The kind of piece.
    pub kind: PieceKind,
    /// The quotation.
    pub text: String,
    /// Whether the session then read or changed a file that the piece names, for the first time.
    pub is_opened: bool,
    /// Whether the session then changed a file that the piece names, for the first time.
    pub is_edited: bool,
    /// Whether the session then ran a command that the piece names, for the first time.
    pub is_run: bool,
    /// Whether a call of the session then failed with the error that the piece quotes.
    pub is_repeated: bool,
}

impl ReplayedPiece {
    pub(super) fn of(piece: ToldPiece, question: &DeliverQuestion) -> ReplayedPiece {
        let ToldPiece { id, kind, text, .. } = piece;
        let (session, time, moment) = (question.session.clone(), question.now, question.moment);
        let (is_opened, is_edited, is_run, is_repeated) = (false, false, false, false);
        ReplayedPiece { session, time, moment, record_id: id, kind, text, is_opened, is_edited, is_run, is_repeated }
    }

    /// Whether the session opened, edited or ran something that the piece names.
    fn is_used(&self) -> bool {
        self.is_opened || self.is_edited || self.is_run
    }
}

impl BacktestReport {
    /// Counts a moment and what was told at it.
    pub(super) fn note_moment(&mut self, question: &DeliverQuestion, delivered: &Delivered) {
        let counts = self.counts_of(question.moment);
        counts.n_moments += 1;
        counts.n_told += u64::from(!delivered.pieces.is_empty());
        counts.tokens += u64::from(delivered.tokens);
    }

    /// Takes in the pieces that were told, and counts what came of them.
    pub(super) fn count(&mut self, pieces: impl Iterator<Item = ReplayedPiece>) {
        let mut pieces: Vec<ReplayedPiece> = pieces.collect();
        pieces.sort_by(|one, other| (one.time, &one.session).cmp(&(other.time, &other.session)));
        for piece in &pieces {
            let counts = self.counts_of(piece.moment);
            counts.n_pieces += 1;
            counts.n_used += u64::from(piece.is_used());
            counts.n_repeated += u64::from(piece.is_repeated);
        }
        self.pieces = pieces;
        self.moments.sort_by_key(|counts| counts.moment);
    }

    fn counts_of(&mut self, moment: Moment) -> &mut MomentCounts {
        let at = self.moments.iter().position(|counts| counts.moment == moment).unwrap_or_else(|| {
            let (n_moments, n_told, n_pieces, n_used, n_repeated, tokens) = (0, 0, 0, 0, 0, 0);
            self.moments.push(MomentCounts { moment, n_moments, n_told, n_pieces, n_used, n_repeated, tokens });
            self.moments.len() - 1
        });
        &mut self.moments[at]
    }
}
