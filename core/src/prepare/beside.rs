//! Pieces from other sources, quoted behind the code under their own heading.
//!
//! Every piece is quoted, so that it cannot pass for code or for instructions. Not here: how pieces are found
//! (`recall::remind`).

use alloc::string::String;
use alloc::vec::Vec;

use crate::base::beside::BesidePiece;
use crate::base::error::Error;
use crate::text::display::on_one_line;
use crate::text::quotation::quotation;
use crate::text::quoted_code::RECORDED_HEADING;
use crate::text::tokens::{Cost, estimate_tokens};

/// The pieces take at most the budget divided by this.
const BUDGET_DIVISOR: u32 = 4;
/// Greatest number of pieces, and bytes of the text of each, and of its id and of its reason.
const MAX_PIECES: usize = 100;
const MAX_TEXT_BYTES: usize = 16 << 10;
const MAX_ID_BYTES: usize = 2 << 10;

/// The pieces that fit the budget.
#[derive(Debug, Default)]
pub(super) struct QuotedPieces {
    pub(super) pieces: Vec<BesidePiece>,
    /// The quoted pieces below their heading; empty if there are none.
    pub(super) text: String,
    pub(super) n_left_out: u32,
}

impl QuotedPieces {
    /// Takes, in order, each piece that still fits the pieces' share of the budget. Pieces whose id is in `shown` are
    /// skipped.
    pub(super) fn fill(pieces: &[BesidePiece], shown: &[String], budget: u32) -> QuotedPieces {
        let mut quoted_pieces = QuotedPieces::default();
        let mut cost_left = Cost::of_tokens(budget / BUDGET_DIVISOR).minus(Cost::of(RECORDED_HEADING));
        for piece in pieces {
            // In the form in which a result gives it, because `shown` has ids from results.
            let id: String = on_one_line(&piece.id).into();
            if shown.contains(&id) {
                continue;
            }
            let text = quotation(&piece.text);
            match cost_left.and_then(|cost_left| cost_left.minus(Cost::of(&text) + Cost::of("\n"))) {
                Some(new_cost_left) => {
                    cost_left = Some(new_cost_left);
                    quoted_pieces.add(BesidePiece { id, text, why: on_one_line(&piece.why).into() });
                }
                None => quoted_pieces.n_left_out += 1,
            }
        }
        quoted_pieces
    }

    fn add(&mut self, piece: BesidePiece) {
        if self.pieces.is_empty() {
            self.text.push_str(RECORDED_HEADING);
        }
        self.text.push_str(&piece.text);
        self.text.push('\n');
        self.pieces.push(piece);
    }

    /// Estimated tokens of `text`.
    pub(super) fn tokens(&self) -> u32 {
        estimate_tokens(&self.text)
    }
}

/// Refuses too many pieces, and pieces that are too long.
pub(super) fn check(pieces: &[BesidePiece]) -> Result<(), Error> {
    Error::check_limit("pieces beside the code", pieces.len(), MAX_PIECES)?;
    for BesidePiece { id, text, why } in pieces {
        Error::check_limit("bytes of a piece beside the code", text.len(), MAX_TEXT_BYTES)?;
        Error::check_limit("bytes of an id beside the code", id.len().max(why.len()), MAX_ID_BYTES)?;
    }
    Ok(())
}
