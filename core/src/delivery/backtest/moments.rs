//! The moments of a session at which a harness calls a hook, as the records of the session show them.
//!
//! A compaction leaves no record, so that none is replayed.

use alloc::string::String;

use super::super::DeliverQuestion;
use super::history::Known;
use crate::capture::MAX_TEXT;
use crate::record::derived::Aim;
use crate::record::event::{Body, FileOperation, Moment, Role};

/// The start of a session, just before its first record.
pub(super) fn at_start(session: &str, first: &Known) -> DeliverQuestion {
    DeliverQuestion {
        session: String::from(session),
        branch: first.record.branch.clone(),
        now: first.began,
        ..DeliverQuestion::default()
    }
}

/// The moment just before a record: a prompt, or the reading or edit of a file.
pub(super) fn before(known: &Known) -> Option<DeliverQuestion> {
    match &known.record.body {
        // What a subagent is asked for is no prompt of a person.
        Some(Body::Turn(turn)) if turn.role == Role::User && known.parent.is_none() => {
            Some(DeliverQuestion { text: beginning(&turn.text), ..at(known, Moment::Prompt, known.began) })
        }
        Some(Body::FileTouch(touch)) => {
            let moment = match touch.operation {
                FileOperation::Read | FileOperation::View => Moment::BeforeRead,
                operation if operation.changes() => Moment::BeforeEdit,
                _ => return None,
            };
            Some(DeliverQuestion { paths: alloc::vec![touch.path.clone()], ..at(known, moment, known.began) })
        }
        _ => None,
    }
}

/// The moment just after a record: a call that failed.
pub(super) fn after(known: &Known) -> Option<DeliverQuestion> {
    let Some(Body::ToolCall(call)) = &known.record.body else { return None };
    call.failed().then(|| DeliverQuestion {
        text: beginning(call.error_text()),
        tool: call.tool.clone(),
        command: beginning(&Aim::command(call)),
        ..at(known, Moment::Failure, known.at)
    })
}

fn at(known: &Known, moment: Moment, now: i64) -> DeliverQuestion {
    let (session, branch) = (String::from(known.session()), known.record.branch.clone());
    DeliverQuestion { session, moment, branch, now, ..DeliverQuestion::default() }
}

fn beginning(text: &str) -> String {
    String::from(&text[..text.floor_char_boundary(MAX_TEXT)])
}
