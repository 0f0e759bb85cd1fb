//! Lists sessions: runs of agents, with their records and contexts.

use alloc::string::String;
use alloc::vec::Vec;

use super::stored::{SessionHead, SessionRows};
use crate::ask::{Attempt, Resumed};
use crate::base::error::{Error, MAX_SUGGESTED};
use crate::base::time::Timestamp;
use crate::record::RecordSpace;
use crate::record::batch::check_name;
use crate::record::derived::{RankedSession, SessionRow, ranked_sessions_span, session_key, session_rank_key};
use crate::record::envelope::Parent;
use crate::record::event::{Body, Role, Turn};
use crate::record::rows::{Rows, Span};
use crate::record::run::Call;
use crate::record::stored::record_of;
use crate::text::edits::closest_names;

/// The most sessions in a page.
const MAX_LISTED: u32 = 1_000;
/// An upper bound of the bytes of a row that ranks a session.
const MAX_RANK_ROW_BYTES: usize = 512;
/// The newest sessions that are searched for similar names.
const MAX_SEARCHED: usize = 1_000;
/// The most bytes of a request in a title.
const MAX_TITLE_BYTES: usize = 100;
/// The most bytes of a context's goal or summary in a list.
const MAX_ABOUT_BYTES: usize = 200;

/// Asks for one session, or for a page of all sessions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionsQuestion {
    /// Only this session; empty: all.
    pub id: String,
    /// The most sessions, 1 to 1,000.
    pub limit: u32,
    /// The `next` of the page before; empty for the most recently active.
    pub after: String,
}

/// A session: one run of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedSession {
    /// The session's name, as events and contexts have it.
    pub id: String,
    /// The title that its harness or program states, else the first words of its first request; empty without either.
    pub title: String,
    /// The number of the session's records, except learnings, deliveries and adoptions.
    pub n_records: u64,
    /// The time of its first record, in milliseconds since 1970; `None` without records.
    pub started: Option<i64>,
    /// The time of its newest record or of the last change of its context, whichever is later, in milliseconds since
    /// 1970.
    pub active: i64,
    /// The session's context; `None` if it has none, or if the context's row is damaged.
    pub context: Option<ListedContext>,
}

/// The context of a session in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedContext {
    /// The number of changes.
    pub version: u64,
    /// The time of the last change, in milliseconds since 1970.
    pub used: i64,
    /// The number of entries in its history.
    pub n_entries: u32,
    /// The tokens of these entries.
    pub tokens: u64,
    /// The beginning of the context's goal if a compaction stored a goal, else of its summary; may be empty.
    pub about: String,
}

/// The session that was asked for, or a page of all sessions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionPage {
    /// The sessions, most recently active first.
    pub sessions: Vec<ListedSession>,
    /// The ids of listed sessions whose context is missing because its row is damaged.
    pub damaged: Vec<String>,
    /// The position of the next page; empty at the end.
    pub next: String,
}

impl RecordSpace {
    /// The sessions of the tenant, or the one that is asked for.
    pub(crate) fn sessions(&self, question: &SessionsQuestion, resumed: Option<Resumed>) -> Attempt<SessionPage> {
        let SessionsQuestion { id, limit, after } = question;
        check_name("id", id)?;
        if !(1..=MAX_LISTED).contains(limit) {
            return Err(Error::invalid("limit", "from 1 to 1,000").into());
        }
        let parts = [id.as_bytes(), after.as_bytes(), &limit.to_le_bytes()];
        let call = Call::of(self.generation, "session.sessions", parts);
        let mut span = ranked_sessions_span(&self.owner.tenant);
        if !after.is_empty() {
            span.start = self.key_after(after)?;
        }
        call.answer(resumed, |rows| match id.as_str() {
            "" => Ok(self.page_of(rows, &span, *limit as usize)),
            id => self.single_page(rows, id),
        })
    }

    /// A page of sessions within a span of the ranking.
    fn page_of(&self, rows: &Rows, span: &Span, limit: usize) -> SessionPage {
        let mut page = SessionPage::default();
        let mut last_position = None;
        for (at, (key, _)) in rows.first(span, limit + 1, MAX_RANK_ROW_BYTES).enumerate() {
            if at == limit {
                page.next = last_position.unwrap_or_default();
                break;
            }
            if let Some(RankedSession { name }) = rows.read(key)
                && let Some(row) = rows.read::<SessionRow>(&session_key(&self.owner.tenant, &name))
            {
                last_position = Some(alloc::format!("{}:{name}", row.active().milliseconds()));
                self.add_session(rows, row, &mut page);
            }
        }
        page
    }

    /// The page with one session; if it is unknown, an error with similar names.
    fn single_page(&self, rows: &Rows, id: &str) -> Result<SessionPage, Error> {
        let tenant = &self.owner.tenant;
        let mut page = SessionPage::default();
        if let Some(row) = rows.read(&session_key(tenant, id)) {
            self.add_session(rows, row, &mut page);
            return Ok(page);
        }
        rows.check_complete()?;
        let ranked_span = ranked_sessions_span(tenant);
        let names = rows.first(&ranked_span, MAX_SEARCHED, MAX_RANK_ROW_BYTES).filter_map(|(key, _)| rows.read(key));
        let names: Vec<String> = names.map(|RankedSession { name }| name).collect();
        let suggestions = closest_names(id, names.iter().map(String::as_str), MAX_SUGGESTED);
        Err(Error::unknown(id, suggestions))
    }

    /// Adds a session with its context to a page.
    fn add_session(&self, rows: &Rows, row: SessionRow, page: &mut SessionPage) {
        let active_time = row.active().milliseconds();
        let title = self.title_of(rows, &row);
        let SessionRow { name: id, n_records, first, context_changed, .. } = row;
        let session_rows = SessionRows { tenant: &self.owner.tenant, id: &id };
        let context = context_changed
            .and_then(|_| rows.read(&session_rows.head_key()).map(|head: SessionHead| listed_context(&head)));
        if context_changed.is_some() && context.is_none() {
            page.damaged.push(id.clone());
        }
        let started = first.map(|first| first.id().time().milliseconds());
        page.sessions.push(ListedSession { id, title, n_records, started, active: active_time, context });
    }

    /// The title of a session: the one that was stated last, else the first words of its first request.
    fn title_of(&self, rows: &Rows, row: &SessionRow) -> String {
        let turn_of = |turn: Option<Parent>| match record_of(rows, &self.owner.tenant, turn?.id())?.body? {
            Body::Turn(turn) => Some(turn),
            _ => None,
        };
        if let Some(Turn { title, .. }) = turn_of(row.titled).filter(|turn| !turn.title.is_empty()) {
            return title;
        }
        // Rows of older releases name no turn; mostly the first record is the request.
        let asked = [row.first, row.asked].into_iter().filter_map(turn_of).find(|turn| turn.role == Role::User);
        asked.map_or_else(String::new, |turn| first_words(&turn.text))
    }

    /// The first key after that of a page's last session, from the page's `next`.
    fn key_after(&self, after: &str) -> Result<Vec<u8>, Error> {
        let refusal = || Error::invalid("after", "it is no `next` of a page of sessions");
        let (active_time, name) = after.split_once(':').ok_or_else(refusal)?;
        let active_time =
            active_time.parse().ok().and_then(|active_time| Timestamp::checked("after", active_time).ok());
        let key = session_rank_key(&self.owner.tenant, active_time.ok_or_else(refusal)?, name);
        Ok([key.as_slice(), &[0]].concat())
    }
}

/// The first words of a text on one line, with an ellipsis where there are more.
fn first_words(text: &str) -> String {
    let end = text.floor_char_boundary(MAX_TITLE_BYTES);
    let words = text[..end].split_whitespace().collect::<Vec<_>>().join(" ");
    match (text.len() > end, words.rsplit_once(' ')) {
        (true, Some((whole_words, _))) => alloc::format!("{whole_words} …"),
        (true, None) => alloc::format!("{words}…"),
        (false, _) => words,
    }
}

fn listed_context(head: &SessionHead) -> ListedContext {
    let members = head.members();
    let goal = members.json("survived").and_then(|survived| Some(String::from(survived.get("goal")?.as_str()?)));
    let mut about = goal.filter(|goal| !goal.is_empty()).unwrap_or_else(|| members.text_of("long_term_summary"));
    about.truncate(about.floor_char_boundary(MAX_ABOUT_BYTES));
    let (version, used) = (head.version, head.used.milliseconds());
    ListedContext { version, used, n_entries: head.n_entries(), tokens: head.tokens, about }
}
