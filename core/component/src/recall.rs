//! The interface `recall`.

use scrubjay_core::ask::Reply;
use scrubjay_core::recall as core;

use crate::bindings::exports::scrubjay::memory::recall::{
    Guest, Piece, PieceForm, PrepareQuestion, PrepareReply, Prepared, RankedFile,
};
use crate::bindings::exports::scrubjay::memory::types::{Error, Resumed};
use crate::{Component, convert, with_memory};

impl Guest for Component {
    fn prepare(question: PrepareQuestion, resumed: Option<Resumed>) -> Result<PrepareReply, Error> {
        let PrepareQuestion { task, budget, focus } = question;
        let question = core::PrepareQuestion { task, budget, focus };
        let reply = with_memory(|memory| memory.prepare(&question, convert::resumed(resumed)));
        Ok(match reply.map_err(convert::error)? {
            Reply::Ask(ask) => PrepareReply::Ask(convert::ask(ask)),
            Reply::Done(done) => PrepareReply::Done(prepared(done)),
        })
    }
}

fn prepared(prepared: core::Prepared) -> Prepared {
    let file = |file: core::RankedFile| RankedFile {
        path: file.path,
        score: file.score,
        factors: convert::factors(file.factors),
    };
    Prepared {
        pieces: prepared.pieces.into_iter().map(piece).collect(),
        tokens: prepared.tokens,
        text: prepared.text,
        files: prepared.files.into_iter().map(file).collect(),
    }
}

fn piece(piece: core::Piece) -> Piece {
    Piece {
        id: piece.id,
        path: piece.path,
        first_line: piece.first_line,
        last_line: piece.last_line,
        form: match piece.form {
            core::PieceForm::Source => PieceForm::Source,
            core::PieceForm::Signature => PieceForm::Signature,
            core::PieceForm::StaleSignature => PieceForm::StaleSignature,
        },
        text: piece.text,
        tokens: piece.tokens,
        score: piece.score,
        why: piece.why,
        factors: convert::factors(piece.factors),
    }
}
