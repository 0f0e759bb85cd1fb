//! Loads, saves, extends and deletes contexts of sessions.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value as Json};

use super::document::{self, MAX_ENTRIES, MAX_HISTORY_BYTES, Members};
use super::entry::Entry;
use super::stored::{NumberedEntry, SessionHead, SessionRows};
use super::versions;
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::time::Timestamp;
use crate::effects::Effects;
use crate::record::RecordSpace;
use crate::record::batch::check_name;
use crate::record::forget::forget_context;
use crate::record::rows::Rows;
use crate::record::run::Call;
use crate::text::refusal::is_refusal;
use crate::window::ItemKind;

/// The session whose context is loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionQuestion {
    /// The session, 1 to 128 bytes.
    pub id: String,
    /// The number of a version; `None`: the current one.
    pub version: Option<u64>,
}

/// A context as one document, now or at a stored version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionContext {
    /// The id of the session: 1 to 128 bytes.
    pub id: String,
    /// The number of changes; 0: the session is new, and this is its initial context.
    pub version: u64,
    /// The time of the last change, in milliseconds since 1970; 0 for a new session.
    pub used: i64,
    /// The tokens of all entries of the history.
    pub tokens: u64,
    /// The document as JSON; see the interface.
    pub document: String,
    /// The number of entries missing because their rows are damaged.
    pub n_damaged: u32,
}

/// The rows of a change of a context, and the version after it.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionChanged {
    /// The rows that the host must commit.
    pub effects: Effects,
    /// The version after the change; 0 if the context was deleted.
    pub version: u64,
    /// Whether the context existed before; true for a fork.
    pub is_known: bool,
}

impl SessionChanged {
    /// The result with this version, whether the context existed before, and the effects.
    pub(super) fn of(((version, is_known), effects): ((u64, bool), Effects)) -> SessionChanged {
        SessionChanged { effects, version, is_known }
    }
}

/// Refuses an id that is empty or could be mistaken for a path.
pub(super) fn check_id(argument: &'static str, id: &str) -> Result<(), Error> {
    check_name(argument, id)?;
    match id.is_empty() || id.contains(['/', '\\']) || matches!(id, "." | "..") {
        true => Err(Error::invalid(argument, "a session has a plain name of 1 to 128 bytes, without slashes")),
        false => Ok(()),
    }
}

impl RecordSpace {
    /// The identity of a call about a session, and access to the session's rows.
    pub(super) fn session_call<'s>(
        &'s self,
        (name, id): (&str, &'s str),
        arguments: &[&[u8]],
        expected: Option<u64>,
    ) -> Result<(Call, SessionRows<'s>), Error> {
        check_id("id", id)?;
        let numbers =
            [u8::from(expected.is_some()).to_le_bytes().to_vec(), expected.unwrap_or(0).to_le_bytes().to_vec()]
                .concat();
        let parts = [id.as_bytes(), numbers.as_slice()].into_iter().chain(arguments.iter().copied());
        Ok((Call::of(self.generation, name, parts), SessionRows { tenant: &self.owner.tenant, id }))
    }

    /// The current context of a session, or the one at a version. A session without a context has the initial context
    /// of a new session as its current one.
    pub(crate) fn load_session(&self, question: &SessionQuestion, resumed: Option<Resumed>) -> Attempt<SessionContext> {
        let SessionQuestion { id, version } = question;
        let version_bytes = version.map_or(Vec::new(), |version| version.to_le_bytes().to_vec());
        let (call, session) = self.session_call(("session.load", id), &[&version_bytes], None)?;
        let (head, entries, n_damaged) = call.answer(resumed, |rows| {
            let head = match (session.head(rows, None)?, version) {
                (current_head, Some(version)) => versions::find_head(rows, session, current_head.as_ref(), *version)?,
                (current_head, None) => current_head.unwrap_or_else(|| SessionHead::new(id)),
            };
            let (entries, n_damaged) = session.entries_of(rows, &head);
            Ok((head, entries, n_damaged))
        })?;
        let document = head.members().with_history(entries.iter().map(|(_, entry)| entry.json.as_str()));
        let SessionHead { version, used, tokens, .. } = head;
        Ok(SessionContext { id: id.clone(), version, used: used.milliseconds(), tokens, document, n_damaged })
    }

    /// Saves a document as the context of a session. If entries were only removed at the beginning or added at the end,
    /// the others keep their rows; otherwise all are written anew.
    pub(crate) fn save_session(
        &self,
        id: &str,
        document: &str,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Attempt<SessionChanged> {
        let now = Timestamp::checked("now", now)?;
        let time = now.milliseconds().to_le_bytes();
        let (call, session) = self.session_call(("session.save", id), &[document.as_bytes(), &time], expected)?;
        let changed = call.change(resumed, |rows| {
            let old_head = session.head(rows, expected)?;
            let head = self.save_document(rows, session, old_head.as_ref(), document, now)?;
            session.put(rows, &head);
            Ok((head.version, old_head.is_some()))
        })?;
        Ok(SessionChanged::of(changed))
    }

    /// Writes the entries of a document; returns the new head. The old head is stored as a version, if some of its
    /// entries were dropped or all are written anew.
    fn save_document(
        &self,
        rows: &mut Rows,
        session: SessionRows<'_>,
        old_head: Option<&SessionHead>,
        document: &str,
        now: Timestamp,
    ) -> Result<SessionHead, Error> {
        let old_head = old_head.cloned().unwrap_or_default();
        let (known_entries, n_damaged) = session.entries_of(rows, &old_head);
        rows.check_complete()?;
        let (members, mut entries) = document::parse((session.id, self.guard()), document)?;
        let mut members = members.text();
        self.guard().apply_to_json("document", &mut members)?;
        document::check_members(&members)?;
        let mut head = SessionHead { version: old_head.version + 1, used: now, members, ..old_head.clone() };
        // Entries that are stored already were searched for secrets when they came; unchanged ones are not searched
        // again.
        let mut n_dropped = n_dropped_first(&known_entries, &entries);
        let n_new = n_dropped.map_or(0, |n_dropped| known_entries.len() - n_dropped);
        self.guard_entries("document", &mut entries[n_new..])?;
        n_dropped = n_dropped.or_else(|| n_dropped_first(&known_entries, &entries));
        match (n_damaged, n_dropped) {
            (0, Some(n_dropped)) => {
                let n_known = known_entries.len() - n_dropped;
                drop_first(rows, session, &mut head, &known_entries[..n_dropped]);
                let last_row = session.last_row(rows, &session.entry_keys(&old_head), &head);
                session.append(rows, &mut head, last_row, &entries[n_known..]);
            }
            _ => {
                head = SessionHead { first: old_head.end, row: old_head.end, tokens: 0, ..head };
                session.append(rows, &mut head, None, &entries);
            }
        }
        if head.first != old_head.first {
            versions::keep_version(rows, session, old_head, "save");
        }
        Ok(head)
    }

    /// Appends entries to a history, and counts their tools and tokens.
    pub(crate) fn append_to_session(
        &self,
        id: &str,
        entries: &str,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Attempt<SessionChanged> {
        let now = Timestamp::checked("now", now)?;
        let time = now.milliseconds().to_le_bytes();
        let (call, session) = self.session_call(("session.append", id), &[entries.as_bytes(), &time], expected)?;
        let changed = call.change(resumed, |rows| {
            let known_head = session.head(rows, expected)?;
            let is_known = known_head.is_some();
            let old_head = known_head.unwrap_or_else(|| SessionHead::new(id));
            let last_row = session.last_row(rows, &session.last_entry_keys(&old_head), &old_head);
            rows.check_complete()?;
            let mut entries = document::read_entries(entries)?;
            self.guard_entries("entries", &mut entries)?;
            Error::check_limit("entries of a history", old_head.n_entries() as usize + entries.len(), MAX_ENTRIES)?;
            let mut members = old_head.members();
            count_usage(&mut members, &entries);
            let mut head =
                SessionHead { version: old_head.version + 1, used: now, members: members.text(), ..old_head };
            session.append(rows, &mut head, last_row, &entries);
            session.put(rows, &head);
            Ok((head.version, is_known))
        })?;
        Ok(SessionChanged::of(changed))
    }

    /// Deletes the context of a session, with its versions.
    pub(crate) fn delete_session(
        &self,
        id: &str,
        expected: Option<u64>,
        resumed: Option<Resumed>,
    ) -> Attempt<SessionChanged> {
        let (call, session) = self.session_call(("session.delete", id), &[], expected)?;
        let changed = call.change(resumed, |rows| {
            let head = session.head(rows, expected)?;
            forget_context(rows, session.tenant, id);
            Ok((0, head.is_some()))
        })?;
        Ok(SessionChanged::of(changed))
    }

    /// Masks or refuses secrets in entries.
    fn guard_entries(&self, field: &'static str, entries: &mut [Entry]) -> Result<(), Error> {
        entries.iter_mut().try_for_each(|entry| self.guard().apply_to_json(field, &mut entry.json))?;
        let n_bytes = entries.iter().map(|entry| entry.json.len()).sum();
        Error::check_limit("bytes of a history", n_bytes, MAX_HISTORY_BYTES)
    }
}

/// Removes the first entries, `leaving_entries`, from a head.
pub(super) fn drop_first(
    rows: &Rows,
    session: SessionRows<'_>,
    head: &mut SessionHead,
    leaving_entries: &[NumberedEntry],
) {
    head.tokens -= leaving_entries.iter().map(|(_, entry)| u64::from(entry.tokens)).sum::<u64>().min(head.tokens);
    if let Some((last, _)) = leaving_entries.last() {
        head.first = last + 1;
        head.row = session.row_of(rows, head, head.first);
    }
}

/// The number of known entries that a document dropped at the beginning of the history. `None` if the document does not
/// begin with all other known entries, or has no entries.
fn n_dropped_first(known_entries: &[NumberedEntry], entries: &[Entry]) -> Option<usize> {
    let first = match entries.first() {
        Some(first) => known_entries.iter().position(|(_, entry)| entry.json == first.json)?,
        None => return None,
    };
    let remaining_entries = &known_entries[first..];
    let is_prefix = remaining_entries.len() <= entries.len()
        && remaining_entries.iter().zip(entries).all(|((_, one), other)| one == other);
    is_prefix.then_some(first)
}

/// Adds the calls, failures and tokens of new entries to the document's counters.
fn count_usage(members: &mut Members, entries: &[Entry]) {
    let mut stats = object_or_empty(members.json("tool_stats"));
    let mut usage = object_or_empty(members.json("token_usage"));
    for entry in entries {
        let mut is_of_model = false;
        for item in entry.items() {
            is_of_model |= item.kind.is_from_model();
            if item.kind == ItemKind::Call {
                add_count(&mut stats, "total_calls", 1);
                let by_tool = stats.entry("by_tool").or_insert_with(|| Json::Object(Map::new()));
                if let Json::Object(by_tool) = by_tool {
                    add_count(by_tool, &item.tool, 1);
                }
            }
            if item.kind == ItemKind::ToolResult && item.is_error && !is_refusal(&item.text) {
                add_count(&mut stats, "failures", 1);
            }
        }
        add_count(&mut usage, if is_of_model { "total_output" } else { "total_input" }, u64::from(entry.tokens));
        add_count(&mut usage, "by_session", u64::from(entry.tokens));
    }
    members.set_json("tool_stats", Json::Object(stats));
    members.set_json("token_usage", Json::Object(usage));
}

fn object_or_empty(value: Option<Json>) -> Map<String, Json> {
    match value {
        Some(Json::Object(members)) => members,
        _ => Map::new(),
    }
}

fn add_count(members: &mut Map<String, Json>, name: &str, n: u64) {
    let old_count = members.get(name).and_then(Json::as_u64).unwrap_or(0);
    members.insert(String::from(name), Json::from(old_count.saturating_add(n)));
}
