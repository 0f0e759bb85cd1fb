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
    let listed = match version {
        // Versions are kept of the context alone.
        Some(_) => None,
        None => {
            let asked = SessionsQuestion { id: id.clone(), ..SessionsQuestion::default() };
            found.records.sessions(&asked)?.sessions.pop()
        }
    };
    let mut events = None;
    if listed.as_ref().is_some_and(|listed| listed.n_records > 0) {
        let asked = EventsQuestion { session: id.clone(), limit, ..EventsQuestion::default() };
        events = Some(found.records.events(&asked)?);
    }
    let mut context = None;
    if listed.as_ref().is_none_or(|listed| listed.context.is_some()) {
        context = Some(found.records.load_session(&SessionQuestion { id, version })?);
    }
    output.answer(
        || words(listed.as_ref(), events.as_ref(), context.as_ref()),
        || {
            json!({
                "session": listed.as_ref().map(ListedSession::json),
                "events": events.as_ref().map(EventPage::json),
                "context": context.as_ref().map(in_members),
            })
        },
    );
    if let Some(page) = events.filter(|page| !page.next.is_empty()) {
        let session = listed.as_ref().map_or_else(String::new, |listed| shown(&listed.id).into_owned());
        output.say(format_args!("there are more: scrubjay work events --session {session} --after {}", page.next));
    }
    if let Some(n @ 1..) = context.map(|context| context.n_damaged) {
        output.warn(format_args!("{n} entries are missing, because their rows are damaged"));
    }
    Ok(ending(&found, false, "", output))
}

fn words(listed: Option<&ListedSession>, events: Option<&EventPage>, context: Option<&SessionContext>) -> String {
    let listed = listed.map(|listed| text::session_line(&listed.plain()));
    let events = events.into_iter().flat_map(|page| page.plain().events);
    let events = events.map(|one| work::event_text(&one));
    let context = context.map(|context| escaped_json(&format!("{:#}\n", document(context))).into_owned());
    listed.into_iter().chain(events).chain(context).collect()
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
