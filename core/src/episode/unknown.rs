//! Refuses a question that names something of which nothing is recorded, and suggests similar names.
//!
//! Names are checked only if an answer is empty, so that other answers cost no more. Not here: names of things that can
//! exist without a record, such as a file, a type of task, a branch, a channel, or the conversation of a question about
//! working memory. A question about one of these has an empty answer.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::events::{EventPage, EventsQuestion, list_prefixes, next_ids};
use crate::base::error::{Error, MAX_SUGGESTED};
use crate::record::RecordSpace;
use crate::record::batch::parse_id;
use crate::record::envelope::Record;
use crate::record::event::Body;
use crate::record::fields::WordEnum as _;
use crate::record::keyspace::{self, Kind, Scope};
use crate::record::rows::{Rows, Span};
use crate::record::stored::record_of;
use crate::text::edits::closest_names;

/// How many of the newest records are searched for similar names.
const N_NEWEST: u32 = 200;

/// A kind of name in a question. The question is refused if nothing is recorded of the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameKind {
    Session,
    Task,
    Conversation,
    Tool,
    /// The id of a record.
    Parent,
}

impl NameKind {
    /// The name of this kind in a record; `None` or empty if the record has none.
    fn of(self, record: Record) -> Option<String> {
        match (self, record.body) {
            (NameKind::Session, _) => Some(record.session),
            (NameKind::Task, _) => Some(record.task),
            // Working values are listed by principal, channel and conversation, and not by conversation alone.
            (NameKind::Conversation, Some(Body::WorkingValue(value))) => Some(value.conversation),
            (NameKind::Conversation, Some(body)) => Some(String::from(body.listed_by(Scope::Conversation))),
            (NameKind::Tool, Some(body)) => Some(String::from(body.listed_by(Scope::Tool))),
            _ => None,
        }
    }

    /// The kinds of records that can have a name of this kind.
    fn kinds(self) -> Vec<Kind> {
        let listed_by = |scope| Kind::ALL.iter().copied().filter(move |kind| kind.is_listed_by(scope));
        match self {
            NameKind::Session | NameKind::Task => Kind::ALL.to_vec(),
            NameKind::Conversation => listed_by(Scope::Conversation).chain([Kind::WorkingValue]).collect(),
            NameKind::Tool => listed_by(Scope::Tool).collect(),
            NameKind::Parent => Vec::new(),
        }
    }
}

impl RecordSpace {
    /// Refuses a question about events whose answer is empty and that names something unknown.
    pub(crate) fn check_names(&self, rows: &Rows, question: &EventsQuestion, page: &EventPage) -> Result<(), Error> {
        let is_only_page = question.after.is_empty() && page.next.is_empty();
        if !is_only_page || !page.events.is_empty() || page.n_damaged > 0 {
            return Ok(());
        }
        let EventsQuestion { session, task, conversation, tool, parent, .. } = question;
        let names = [
            (NameKind::Session, session),
            (NameKind::Task, task),
            (NameKind::Conversation, conversation),
            (NameKind::Tool, tool),
            (NameKind::Parent, parent),
        ];
        names.into_iter().try_for_each(|(name_kind, name)| self.check_named(rows, name_kind, name))
    }

    /// Refuses a name of which nothing is recorded, with similar ones; an empty name passes.
    pub(crate) fn check_named(&self, rows: &Rows, name_kind: NameKind, name: &str) -> Result<(), Error> {
        if name.is_empty() || self.is_recorded(rows, name_kind, name)? {
            return Ok(());
        }
        rows.check_complete()?;
        let names = self.newest_names(rows, name_kind)?;
        // The name of a conversation may only be in working values, which are not listed by conversation alone.
        if names.contains(name) {
            return Ok(());
        }
        let suggestions = closest_names(name, names.iter().map(String::as_str), MAX_SUGGESTED);
        Err(Error::unknown(name, suggestions))
    }

    /// Whether something is recorded of a name.
    fn is_recorded(&self, rows: &Rows, name_kind: NameKind, name: &str) -> Result<bool, Error> {
        let tenant = &self.owner.tenant;
        let has_row = |row: Vec<u8>| rows.value(&row).is_some();
        let is_listed = |scope| !rows.page(&Span::from(keyspace::scope_prefix(tenant, scope, name)), 1).0.is_empty();
        Ok(match name_kind {
            // A session may have a context and no record.
            NameKind::Session => is_listed(Scope::Session) | has_row(keyspace::session_context_key(tenant, name)),
            NameKind::Task => is_listed(Scope::Task),
            NameKind::Conversation => is_listed(Scope::Conversation),
            NameKind::Tool => is_listed(Scope::Tool),
            NameKind::Parent => has_row(keyspace::record_key(tenant, parse_id("parent", name)?)),
        })
    }

    /// The names of this kind in the newest records.
    fn newest_names(&self, rows: &Rows, name_kind: NameKind) -> Result<BTreeSet<String>, Error> {
        let tenant = &self.owner.tenant;
        let newest_events = EventsQuestion { kinds: name_kind.kinds(), limit: N_NEWEST, ..EventsQuestion::default() };
        if newest_events.kinds.is_empty() {
            return Ok(BTreeSet::new());
        }
        let (mut ids, _) = next_ids(rows, &list_prefixes(tenant, &newest_events), &newest_events, None, N_NEWEST)?;
        ids.truncate(N_NEWEST as usize);
        Ok(ids.iter().filter_map(|id| name_kind.of(record_of(rows, tenant, *id)?)).collect())
    }
}
