//! The JSON objects of answers, made of the replies that an answer names.

use scrubjay::tools::ToolOutcome;
use scrubjay::wit::tools::{
    AnswerHint, AnswerItem, AnswerObject, ForgottenRecord, ObjectMember, Remembered, ReplyMember, RestoredPart,
    ToolReply,
};
use serde_json::{Value, json};

use crate::output::json::Json as _;

/// The JSON object of an outcome. An outcome about each meaning of a name has one object with the list of all answers.
/// Any other has the object of its last answer; `None` if it has no answer.
pub(crate) fn whole_object(outcome: &ToolOutcome) -> Option<Value> {
    let answers = outcome.answer.items.iter().filter_map(|item| match item {
        AnswerItem::Answer(answer) => Some(object(&answer.object, &outcome.replies)),
        _ => None,
    });
    let mut answers: Vec<Value> = answers.collect();
    match outcome.answer.n_meanings {
        Some(n_meanings) => Some(json!({ "answers": answers, "n_meanings": n_meanings })),
        None => answers.pop(),
    }
}

/// The object of one answer, made of the replies that it names.
pub(super) fn object(object: &AnswerObject, replies: &[ToolReply]) -> Value {
    let mut json = reply_json(replies, object.reply);
    match (&object.hints, json.as_object_mut()) {
        (Some(hints), Some(members)) if hints.is_empty() => drop(members.remove("hints")),
        (Some(hints), _) => json["hints"] = hints.iter().map(hint_json).collect(),
        (None, _) => {}
    }
    for (name, member) in &object.members {
        json[name] = match member {
            ObjectMember::Count(n) => json!(n),
            ObjectMember::Text(text) => json!(text),
            ObjectMember::Nothing => Value::Null,
            ObjectMember::Reply(reply) => reply_json(replies, *reply),
            ObjectMember::Anchors(resolved) => with_places(json[name].take(), *resolved, replies),
            ObjectMember::OfReply(ReplyMember { reply, member, limit }) => {
                let mut value = reply_json(replies, *reply)[member].take();
                if let (Some(limit), Some(items)) = (limit, value.as_array_mut()) {
                    items.truncate(*limit as usize);
                }
                value
            }
        };
    }
    json
}

/// The records of a list with the places of their anchors, as they are now.
fn with_places(mut list: Value, resolved: Option<u32>, replies: &[ToolReply]) -> Value {
    let resolved = resolved.and_then(|at| replies.get(at as usize));
    let mut places = match resolved {
        Some(ToolReply::ResolveAnchors(page)) => page.anchors.as_slice(),
        _ => &[],
    }
    .iter();
    for record in list.as_array_mut().into_iter().flatten() {
        let anchors = if record["anchors"].is_array() {
            &mut record["anchors"]
        } else {
            &mut record["event"]["event"]["anchors"]
        };
        for anchor in anchors.as_array_mut().into_iter().flatten() {
            anchor["now"] = places.next().map_or(Value::Null, |now| now.json());
        }
    }
    list
}

pub(crate) fn hint_json(hint: &AnswerHint) -> Value {
    json!({ "kind": hint.kind, "why": hint.why, "next": hint.next.json(), "try": hint.spelled })
}

/// The reply with this number as JSON; null if there is none, or no answer shows replies of its kind.
fn reply_json(replies: &[ToolReply], at: u32) -> Value {
    let Some(reply) = replies.get(at as usize) else { return Value::Null };
    match reply {
        ToolReply::Find(page) => page.json(),
        ToolReply::Outline(outline) => outline.json(),
        ToolReply::Source(page) => page.json(),
        ToolReply::Callers(page)
        | ToolReply::Callees(page)
        | ToolReply::References(page)
        | ToolReply::Impact(page)
        | ToolReply::Tests(page) => page.json(),
        ToolReply::Path(page) => page.json(),
        ToolReply::Hierarchy(page) => page.json(),
        ToolReply::Unresolved(page) => page.json(),
        ToolReply::Dependencies(page) | ToolReply::Dependents(page) => page.json(),
        ToolReply::Map(map) => map.json(),
        ToolReply::Prepare(prepared) => prepared.json(),
        ToolReply::Documents(page) => page.json(),
        ToolReply::FunctionsAt(page) => page.json(),
        ToolReply::Recall(recalled) => recalled.json(),
        ToolReply::Notes(page) => page.json(),
        ToolReply::FileHistory(summary) => summary.json(),
        ToolReply::CoEdits(page) => page.json(),
        ToolReply::LastTouches(page) => page.json(),
        ToolReply::ToolStats(page) => page.json(),
        ToolReply::Tasks(page) => page.json(),
        ToolReply::Reread(files) => files.json(),
        ToolReply::Failures(page) => page.json(),
        ToolReply::BeginSession(beginning) => beginning.json(),
        ToolReply::Remember(Remembered { id, state, .. }) => json!({ "id": id, "state": state }),
        ToolReply::Update(is_known) => json!({ "is_known": is_known }),
        ToolReply::Forget(ForgottenRecord { receipts, n_derived }) => {
            json!({ "receipts": receipts.json(), "n_derived": n_derived, "dry_run": false })
        }
        ToolReply::Restore(RestoredPart { text, is_masked }) => json!({ "text": text, "is_masked": is_masked }),
        _ => Value::Null,
    }
}
