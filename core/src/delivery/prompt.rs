//! At a user's prompt: turns, notes, decisions, lessons and tasks that contain most of the prompt, or nothing.
//!
//! This is stricter than recall, since nobody asked: a quote must contain most of the prompt by itself, including rare
//! words, since common words are everywhere. Of what an agent said in passing it must contain a name in code too; a note,
//! a decision or a lesson was kept to be told. What a person said is no news to a person, and pasted output shares names
//! by chance.

use alloc::string::String;
use alloc::vec::Vec;

use super::asked::{AskedPrompt, Relation};
use super::item::{PieceDraft, PieceKind};
use super::last_work::LastWork;
use super::question::DeliveryRequest;
use super::session_list::listed_records;
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::recall::{RecallHit, RecallQuestion, Strength};
use crate::record::RecordSpace;
use crate::record::envelope::Record;
use crate::record::event::{Body, EventBody, Role};
use crate::record::keyspace::{Kind, Scope, scope_prefix};
use crate::record::rows::{Rows, Span};
use crate::record::stored::record_of;
use crate::record::to_do::session_of_to_do;

/// The kinds of records that are searched.
const KINDS: [Kind; 5] = [Kind::Turn, Kind::Note, Kind::Decision, Kind::Lesson, Kind::TaskStep];
/// The most hits considered, including the session's own.
const MAX_HITS: u32 = 20;
/// The bytes of a prompt that are searched for; the rest is usually pasted.
const MAX_PROMPT_BYTES: usize = 512;
/// The most lines of a prompt that a person typed: more are pasted.
const MAX_TYPED_LINES: usize = 5;
/// The most records that are read to find what followed a turn.
const MAX_LATER_RECORDS: usize = 2048;

impl RecordSpace {
    /// The pieces for a prompt: earlier work with which it goes on, then what contains most of it by itself.
    pub(super) fn prompt_pieces(
        &self,
        rows: &Rows,
        request: &DeliveryRequest<'_>,
    ) -> Result<Vec<Vec<PieceDraft>>, Error> {
        let text = request.text.trim();
        // The words of an address are those of its site.
        let words = text.split_whitespace().filter(|word| !word.contains("://"));
        let typed = words.collect::<Vec<&str>>().join(" ");
        let typed = &typed[..typed.floor_char_boundary(MAX_PROMPT_BYTES)];
        let work_of = |work: Option<&LastWork>| work.map(LastWork::piece).into_iter().collect();
        let asked = AskedPrompt::of(text, typed);
        if asked.is_brief() && !asked.has_names() {
            // Nothing is compared by words, so that none is looked up.
            let work = self.continued_work(rows, request, &asked)?;
            return Ok(vec![work_of(work.as_ref())]);
        }
        let question = RecallQuestion {
            query: String::from(typed),
            ..RecallQuestion::excluding_untrusted(KINDS.to_vec(), MAX_HITS, request.now)
        };
        let (recalled, terms) = self.recall_from_rows(rows, &question)?;
        let asked = asked.counted(terms);
        let work = self.continued_work(rows, request, &asked)?;
        let mut lists: Vec<Vec<PieceDraft>> = vec![work_of(work.as_ref())];
        if asked.is_brief() {
            return Ok(lists);
        }
        let is_pasted = text.lines().nth(MAX_TYPED_LINES).is_some();
        let may_be_told = |hit: &&RecallHit| match &hit.event.event.body {
            EventBody::Turn(turn) => turn.role == Role::Assistant && !is_pasted,
            _ => true,
        };
        let hits = recalled.hits.iter().filter(may_be_told);
        let strong_hits = hits.filter(|hit| Strength::of(hit.fit) == Strength::Strong);
        let pieces = strong_hits.filter_map(|hit| self.hit_piece(rows, &asked, hit));
        let pieces = pieces.filter(|piece| !work.as_ref().is_some_and(|work| work.quotes(piece.id)));
        lists.push(newest_said(pieces.collect()));
        Ok(lists)
    }

    /// The piece for a hit; `None` unless its best-fitting part contains most of the prompt. An agent's own list of to-dos
    /// and what it said before its next call tell what it was about to do, and not what came of it.
    fn hit_piece(&self, rows: &Rows, asked: &AskedPrompt, hit: &RecallHit) -> Option<PieceDraft> {
        let id = RecordId::parse(&hit.event.id)?;
        let record = record_of(rows, &self.owner.tenant, id)?;
        let fit = asked.fit(record.kind, &hit.excerpt)?;
        if session_of_to_do(&record.task).is_some() || record.kind == Kind::Turn && !self.is_closing(rows, id, &record)
        {
            return None;
        }
        let why = Relation::Words(fit).why();
        let open_task = if record.kind == Kind::TaskStep { self.task_piece(rows, &record.task) } else { None };
        let kind = match record.kind {
            Kind::TaskStep => PieceKind::PastWork,
            Kind::Turn => PieceKind::Said,
            kept => PieceKind::for_kept(kept),
        };
        Some(match open_task {
            Some(open_task) => PieceDraft { why, ..open_task },
            None => PieceDraft::of(id, &record, kind, why, &hit.excerpt),
        })
    }

    /// Whether an agent's turn closed its work: whether a person spoke next, or nobody.
    fn is_closing(&self, rows: &Rows, id: RecordId, record: &Record) -> bool {
        let prefix = scope_prefix(&self.owner.tenant, Scope::Session, &record.session);
        let end = [prefix.as_slice(), &id.newest_first()].concat();
        let later_records = listed_records(rows, &Span { start: prefix, end }, MAX_LATER_RECORDS);
        let next_id = later_records.iter().rev().find(|(_, kind)| matches!(kind, Kind::Turn | Kind::ToolCall));
        let next = next_id.and_then(|(id, _)| record_of(rows, &self.owner.tenant, *id));
        let is_of_person = |next: Record| matches!(next.body, Some(Body::Turn(turn)) if turn.role == Role::User);
        later_records.len() < MAX_LATER_RECORDS && next.is_none_or(is_of_person)
    }
}

/// The pieces without what was said earlier in a session that said more: that may have been overtaken.
fn newest_said(mut pieces: Vec<PieceDraft>) -> Vec<PieceDraft> {
    let said: Vec<(String, RecordId)> = pieces.iter().map(|piece| (piece.session.clone(), piece.id)).collect();
    let is_last = |piece: &PieceDraft| said.iter().all(|(session, id)| *session != piece.session || *id <= piece.id);
    pieces.retain(|piece| piece.kind != PieceKind::Said || is_last(piece));
    pieces
}
