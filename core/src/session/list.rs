//! The sessions that a memory knows: runs of agents, with what they recorded and, where there is one, their context.

use alloc::string::String;
use alloc::vec::Vec;

use super::stored::{Head, Place};
use crate::ask::{Attempt, Resumed};
use crate::base::error::{Error, MAX_SUGGESTED};
use crate::base::time::Timestamp;
use crate::record::RecordSpace;
use crate::record::batch::check_name;
use crate::record::derived::{RankedSession, SessionRow, ranked_sessions, session_key, session_rank};
use crate::record::rows::{Rows, Span};
use crate::record::run::Call;
use crate::text::edits::closest_names;

/// The most sessions of a page.
const MAX_LISTED: u32 = 1_000;
/// More bytes than a row has that ranks a session.
const RANKED_BYTES: usize = 512;
/// The newest sessions among which names are looked for that are like one.
const LOOKED_AT: usize = 1_000;
/// Bytes of a goal that a list shows.
const SHOWN_BYTES: usize = 200;

/// The question of `sessions`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionsQuestion {
    /// Only this session; empty: all.
    pub id: String,
    /// How many at most, 1 to 1,000.
    pub limit: u32,
    /// The `next` of the page before; empty: from the one on that was active last.
    pub after: String,
}

/// A session: one run of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedSession {
    /// Its name, as events and contexts have it.
    pub id: String,
    /// Records of it, of every kind but learnings.
    pub n_records: u64,
    /// When the first of them happened; none where there are none.
    pub started: Option<i64>,
    /// When the newest of them happened, or its context was last changed.
    pub active: i64,
    /// Its context, where it has one.
    pub context: Option<ListedContext>,
}

/// The context of a session in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedContext {
    /// Counts the changes.
    pub version: u64,
    /// When it was last changed.
    pub used: i64,
    /// Entries of its history.
    pub n_entries: u32,
    /// Their tokens.
    pub tokens: u64,
    /// The beginning of its goal, once a compaction kept it, else of its summary; may be empty.
    pub about: String,
}

/// A page of sessions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionPage {
    /// The sessions, the last active first.
    pub sessions: Vec<ListedSession>,
    /// The ids of those whose context is left out, because its row is damaged.
    pub damaged: Vec<String>,
    /// The position to go on after; empty at the end.
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
        let mut span = ranked_sessions(&self.owner.tenant);
        if !after.is_empty() {
            span.start = self.place_after(after)?;
        }
        call.answer(resumed, |rows| match id.as_str() {
            "" => Ok(self.page_of(rows, &span, *limit as usize)),
            id => self.one(rows, id),
        })
    }

    fn page_of(&self, rows: &Rows, span: &Span, limit: usize) -> SessionPage {
        let mut page = SessionPage::default();
        let mut last = None;
        for (at, (key, _)) in rows.first(span, limit + 1, RANKED_BYTES).enumerate() {
            if at == limit {
                page.next = last.unwrap_or_default();
                break;
            }
            if let Some(RankedSession { name }) = rows.read(key)
                && let Some(row) = rows.read::<SessionRow>(&session_key(&self.owner.tenant, &name))
            {
                last = Some(alloc::format!("{}:{name}", row.active().milliseconds()));
                self.list(rows, row, &mut page);
            }
        }
        page
    }

    /// The page with one session; refused by its name where nothing is known of it.
    fn one(&self, rows: &Rows, id: &str) -> Result<SessionPage, Error> {
        let tenant = &self.owner.tenant;
        let mut page = SessionPage::default();
        if let Some(row) = rows.read(&session_key(tenant, id)) {
            self.list(rows, row, &mut page);
            return Ok(page);
        }
        rows.check_complete()?;
        let newest = ranked_sessions(tenant);
        let names = rows.first(&newest, LOOKED_AT, RANKED_BYTES).filter_map(|(key, _)| rows.read(key));
        let names: Vec<String> = names.map(|RankedSession { name }| name).collect();
        let suggestions = closest_names(id, names.iter().map(String::as_str), MAX_SUGGESTED);
        Err(Error::unknown(id, suggestions))
    }

    fn list(&self, rows: &Rows, row: SessionRow, page: &mut SessionPage) {
        let active = row.active().milliseconds();
        let SessionRow { name: id, n_records, first, used, .. } = row;
        let place = Place { tenant: &self.owner.tenant, id: &id };
        let context = used.and_then(|_| rows.read(&place.key()).map(|head: Head| listed(&head)));
        if used.is_some() && context.is_none() {
            page.damaged.push(id.clone());
        }
        let started = first.map(|first| first.id().time().milliseconds());
        page.sessions.push(ListedSession { id, n_records, started, active, context });
    }

    /// The key after the place of the last session of a page.
    fn place_after(&self, after: &str) -> Result<Vec<u8>, Error> {
        let refused = || Error::invalid("after", "it is no `next` of a page of sessions");
        let (active, name) = after.split_once(':').ok_or_else(refused)?;
        let active = active.parse().ok().and_then(|active| Timestamp::checked("after", active).ok());
        let place = session_rank(&self.owner.tenant, active.ok_or_else(refused)?, name);
        Ok([place.as_slice(), &[0]].concat())
    }
}

fn listed(head: &Head) -> ListedContext {
    let members = head.members();
    let goal = members.json("survived").and_then(|survived| Some(String::from(survived.get("goal")?.as_str()?)));
    let mut about = goal.filter(|goal| !goal.is_empty()).unwrap_or_else(|| members.said("long_term_summary"));
    about.truncate(about.floor_char_boundary(SHOWN_BYTES));
    let (version, used) = (head.version, head.used.milliseconds());
    ListedContext { version, used, n_entries: head.n_entries(), tokens: head.tokens, about }
}
