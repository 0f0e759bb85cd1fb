//! The command `session show`: the records of a session, newest first, and its context if it has one.

use std::path::PathBuf;

use scrubjay::shown::escaped_json;
use scrubjay::wit::episodes::{EventPage, EventsQuestion};
use scrubjay::wit::session::{ListedSession, SessionContext, SessionQuestion, SessionsQuestion};
use serde_json::{Value, json};

use super::args::Show;
use super::{ending, text};
use crate::output::Output;
use crate::output::json::Json as _;
use crate::output::plain::Plain as _;
use crate::output::text::shown;
use crate::{Ending, Fault, work};

pub(super) fn show(given: Show, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let Show { id, version, limit, place } = given;
    let mut found = place.open(root, output)?;
    let listed_session = match version {
        // Versions are kept of the context alone.
        Some(_) => None,
        None => {
            let question = SessionsQuestion { id: id.clone(), ..SessionsQuestion::default() };
            found.records.sessions(&question)?.sessions.pop()
        }
    };
    let mut events = None;
    if listed_session.as_ref().is_some_and(|listed_session| listed_session.n_records > 0) {
        let question = EventsQuestion { session: id.clone(), limit, ..EventsQuestion::default() };
        events = Some(found.records.events(&question)?);
    }
    let mut context = None;
    if listed_session.as_ref().is_none_or(|listed_session| listed_session.context.is_some()) {
        context = Some(found.records.load_session(&SessionQuestion { id, version })?);
    }
    output.answer(
        || words(listed_session.as_ref(), events.as_ref(), context.as_ref()),
        || {
            json!({
                "session": listed_session.as_ref().map(ListedSession::json),
                "events": events.as_ref().map(EventPage::json),
                "context": context.as_ref().map(in_members),
            })
        },
    );
    if let Some(page) = events.filter(|page| !page.next.is_empty()) {
        let session =
            listed_session.as_ref().map_or_else(String::new, |listed_session| shown(&listed_session.id).into_owned());
        output.say(format_args!("there are more: scrubjay work events --session {session} --after {}", page.next));
    }
    if let Some(n @ 1..) = context.map(|context| context.n_damaged) {
        output.warn(format_args!("{n} entries are missing, because their rows are damaged"));
    }
    Ok(ending(&found, false, "", output))
}

fn words(
    listed_session: Option<&ListedSession>,
    events: Option<&EventPage>,
    context: Option<&SessionContext>,
) -> String {
    let listed_session = listed_session.map(|listed_session| text::session_line(&listed_session.plain()));
    let events = events.into_iter().flat_map(|page| page.plain().events);
    let events = events.map(|one| work::event_text(&one));
    let context = context.map(|context| escaped_json(&format!("{:#}\n", document(context))).into_owned());
    listed_session.into_iter().chain(events).chain(context).collect()
}

fn document(context: &SessionContext) -> Value {
    serde_json::from_str(&context.document).unwrap_or_default()
}

fn in_members(context: &SessionContext) -> Value {
    let SessionContext { version, used, tokens, n_damaged, .. } = context;
    json!({
        "version": version, "used": used, "tokens": tokens, "n_damaged": n_damaged, "document": document(context),
    })
}
