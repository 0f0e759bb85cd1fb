//! At a user's prompt: turns, notes, decisions, lessons and tasks that contain most of the prompt, or nothing.
//!
//! This is stricter than recall, since nobody asked: a quote must contain most of the prompt by itself, including rare
//! words, since common words are everywhere. Of what an agent said in passing it must contain a name in code too; a note,
//! a decision or a lesson was kept to be told. What a person said is no news to a person, and pasted output shares names
//! by chance.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::item::{PieceDraft, PieceKind};
use super::last_work::LastWork;
use super::question::DeliveryRequest;
use super::session_list::listed_records;
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::recall::{AskedTerms, RecallHit, RecallQuestion, Strength};
use crate::record::RecordSpace;
use crate::record::envelope::Record;
use crate::record::event::{Body, EventBody, Role};
use crate::record::keyspace::{Kind, Scope, scope_prefix};
use crate::record::rows::{Rows, Span};
use crate::record::stored::record_of;
use crate::record::to_do::session_of_to_do;
use crate::text::chatter::{chatter_terms, continuing_terms, terms_of};
use crate::text::code_names::{code_names, links, quoted_code_names};
use crate::text::fit::{Fit, MIN_FIT_TEXTS};
use crate::text::terms::{Term, talk_terms};

/// The kinds of records that are searched.
const KINDS: [Kind; 5] = [Kind::Turn, Kind::Note, Kind::Decision, Kind::Lesson, Kind::TaskStep];
/// The most hits considered, including the session's own.
const MAX_HITS: u32 = 20;
/// The bytes of a prompt that are searched for; the rest is usually pasted.
const MAX_PROMPT_BYTES: usize = 512;
/// The most lines of a prompt that a person typed: more are pasted.
const MAX_TYPED_LINES: usize = 5;
/// A word is rare if at most one in this many records has it.
const RARE_DIVISOR: u64 = 25;
/// The least number of words of a prompt that a hit must contain, and of rare words among them.
const MIN_SHARED: (usize, usize) = (4, 2);
/// The number of shared rare words that tell the topic without a name in code.
const MANY_RARE: usize = 6;
/// The least fit of a text that holds a prompt as a whole, and so needs no name in code.
const WHOLE_FIT: f64 = 0.95;
/// As [`MIN_SHARED`], of a note, decision or lesson.
const MIN_SHARED_OF_KEPT: (usize, usize) = (3, 1);
/// The most records that are read to find what followed a turn.
const MAX_LATER_RECORDS: usize = 2048;
/// The least fit of earlier work with which a prompt goes on, and the least rare words that both have; in a small memory
/// the least words that are no small talk.
const WORK_FIT: f64 = 0.5;
const MIN_RARE_OF_WORK: usize = 4;
const MIN_TOPIC_OF_WORK: usize = 3;
/// As [`WORK_FIT`], of work that has a name in code of the prompt, with the rare words of [`MIN_SHARED`].
const NAMED_WORK_FIT: f64 = 0.3;
/// The share of a text's words in the prompt from which it is no news.
const MAX_KNOWN_SHARE: f64 = 0.6;
/// The least terms of a turn that is worth quoting.
const MIN_TERMS: usize = 20;

/// What a prompt asks, by its words and by its names in code.
pub(super) struct AskedPrompt {
    terms: AskedTerms,
    names: BTreeSet<String>,
    links: BTreeSet<String>,
    /// All terms of the prompt, also of what was pasted.
    all_terms: BTreeSet<Term>,
    chatter: BTreeSet<Term>,
}

/// What a text shares with a prompt.
struct Shared {
    /// The share of the prompt's words, weighted by rarity.
    fit: f64,
    n_words: usize,
    /// The words that are no small talk.
    n_topic: usize,
    /// Those of them that few records have.
    n_rare: usize,
    /// Whether both have a name in code.
    names_the_same: bool,
}

/// What relates earlier work to a prompt; a later one counts more.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) enum Relation {
    /// The prompt only says to go on, and the work was left last.
    LeftLast,
    /// The share of the prompt's words in what was asked and came of it.
    Words(f64),
    /// An address that both have, as of an issue.
    Address,
}

impl Relation {
    /// The reason for a piece about the work.
    pub(super) fn why(self) -> String {
        match self {
            Relation::LeftLast => String::from("It was asked for last, in another session."),
            Relation::Words(fit) => why_of_fit(fit),
            Relation::Address => String::from("It is about the address that the prompt names."),
        }
    }
}

impl RecordSpace {
    /// The pieces for a prompt, a list for each hit that contains most of it; none if the prompt has too few words.
    pub(super) fn prompt_pieces(
        &self,
        rows: &Rows,
        request: &DeliveryRequest<'_>,
    ) -> Result<Vec<Vec<PieceDraft>>, Error> {
        let text = request.text.trim();
        // The words of an address are those of its site.
        let words = text.split_whitespace().filter(|word| !word.contains("://"));
        let typed = words.collect::<Vec<&str>>().join(" ");
        let asked = &typed[..typed.floor_char_boundary(MAX_PROMPT_BYTES)];
        let question = RecallQuestion {
            query: String::from(asked),
            ..RecallQuestion::excluding_untrusted(KINDS.to_vec(), MAX_HITS, request.now)
        };
        let (recalled, terms) = self.recall_from_rows(rows, &question)?;
        let n_terms = terms_of(asked).len();
        let asked = AskedPrompt {
            terms,
            names: code_names(asked),
            links: links(text),
            all_terms: terms_of(text),
            chatter: chatter_terms(),
        };
        let work = self.continued_work(rows, request, &asked)?;
        let mut lists: Vec<Vec<PieceDraft>> = vec![work.iter().map(LastWork::piece).collect()];
        if n_terms < MIN_SHARED_OF_KEPT.0 {
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
        let why = why_of_fit(fit);
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
}

impl RecordSpace {
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

impl AskedPrompt {
    /// The share of the prompt's words in the excerpt, weighted by rarity. `None` if the fit is not strong, if too few
    /// words or rare words are shared, or if a turn is too short or shares only words of prose.
    fn fit(&self, kind: Kind, excerpt: &str) -> Option<f64> {
        let shared = self.shared_with(excerpt);
        if kind == Kind::Turn && self.says_already(excerpt) {
            return None;
        }
        let is_kept = matches!(kind, Kind::Note | Kind::Decision | Kind::Lesson);
        let (min_held, min_rare) = if is_kept { MIN_SHARED_OF_KEPT } else { MIN_SHARED };
        let is_strong =
            Strength::of(shared.fit) == Strength::Strong && shared.n_words >= min_held && shared.n_rare >= min_rare;
        let names_the_same = shared.n_rare >= MANY_RARE || shared.fit >= WHOLE_FIT || shared.names_the_same;
        let is_told = kind != Kind::Turn || n_terms(excerpt) >= MIN_TERMS && names_the_same;
        (is_strong && is_told).then_some(shared.fit)
    }

    /// Whether a text is no news: the prompt has most of its words.
    fn says_already(&self, text: &str) -> bool {
        let terms = terms_of(text);
        let n_known = terms.intersection(&self.all_terms).count() as f64;
        n_known >= MAX_KNOWN_SHARE * terms.len() as f64
    }

    /// What a text shares with the prompt.
    fn shared_with(&self, text: &str) -> Shared {
        let held_terms = terms_of(text);
        let AskedTerms { terms, n_docs } = &self.terms;
        let n_texts = (*n_docs).max(MIN_FIT_TEXTS as u64);
        let held_indices = terms.iter().enumerate().filter(|(_, (term, _))| held_terms.contains(term));
        let (mut mask, mut n_words, mut n_topic, mut n_rare) = (0, 0, 0, 0);
        for (at, term) in held_indices {
            mask |= 1u128 << at;
            n_words += 1;
            n_topic += usize::from(!self.chatter.contains(&term.0));
            n_rare += usize::from(self.is_rare(term));
        }
        let fit = Fit::new(terms.iter().map(|(_, n_with)| *n_with as u32), n_texts as usize).of(mask);
        Shared { fit, n_words, n_topic, n_rare, names_the_same: !quoted_code_names(text).is_disjoint(&self.names) }
    }

    /// What relates the text of earlier work to the prompt; `None` if the prompt is about other work.
    pub(super) fn relation_to(&self, work: &str) -> Option<Relation> {
        if !links(work).is_disjoint(&self.links) {
            return Some(Relation::Address);
        }
        let shared = self.shared_with(work);
        let is_named = shared.names_the_same && shared.n_rare >= MIN_SHARED.1 && shared.fit >= NAMED_WORK_FIT;
        // In a small memory the words of a session's topic are in many of its records, which are most.
        let is_small = self.terms.n_docs < MIN_FIT_TEXTS as u64;
        let tells_topic = match is_small {
            true => shared.n_topic >= MIN_TOPIC_OF_WORK,
            false => shared.n_rare >= MIN_RARE_OF_WORK,
        };
        let is_told = tells_topic && shared.fit >= WORK_FIT;
        (is_named || is_told).then_some(Relation::Words(shared.fit))
    }

    /// Whether the prompt only says to go on, without any word of what.
    pub(super) fn only_continues(&self) -> bool {
        let (chatter, continuing) = (&self.chatter, continuing_terms());
        let mut terms = self.terms.terms.iter().map(|(term, _)| term);
        let is_small_talk = self.names.is_empty()
            && self.links.is_empty()
            && terms.clone().all(|term| chatter.contains(term) || continuing.contains(term));
        is_small_talk && terms.any(|term| continuing.contains(term))
    }

    /// Whether few records have a term, and it is no small talk.
    fn is_rare(&self, (term, n_with): &(Term, u64)) -> bool {
        n_with * RARE_DIVISOR <= self.terms.n_docs.max(MIN_FIT_TEXTS as u64) && !self.chatter.contains(term)
    }
}

/// The pieces without what was said earlier in a session that said more: that may have been overtaken.
fn newest_said(mut pieces: Vec<PieceDraft>) -> Vec<PieceDraft> {
    let said: Vec<(String, RecordId)> = pieces.iter().map(|piece| (piece.session.clone(), piece.id)).collect();
    let is_last = |piece: &PieceDraft| said.iter().all(|(session, id)| *session != piece.session || *id <= piece.id);
    pieces.retain(|piece| piece.kind != PieceKind::Said || is_last(piece));
    pieces
}

/// The reason for a piece that holds a share of the prompt.
fn why_of_fit(fit: f64) -> String {
    format!("It holds {} % of what the prompt says.", libm::round(100.0 * fit) as u32)
}

fn n_terms(text: &str) -> usize {
    let mut n_terms = 0;
    talk_terms(text, &mut |_| n_terms += 1);
    n_terms
}
