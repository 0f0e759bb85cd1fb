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
use super::question::DeliveryRequest;
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::recall::{AskedTerms, RecallHit, RecallQuestion, Strength};
use crate::record::RecordSpace;
use crate::record::event::{EventBody, Role};
use crate::record::keyspace::Kind;
use crate::record::rows::Rows;
use crate::record::stored::record_of;
use crate::text::chatter::{chatter_terms, terms_of};
use crate::text::code_names::code_names;
use crate::text::fit::{Fit, MIN_FIT_TEXTS};
use crate::text::terms::talk_terms;

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
/// The least terms of a turn that is worth quoting.
const MIN_TERMS: usize = 20;

/// What a prompt asks, by its words and by its names in code.
struct AskedPrompt {
    terms: AskedTerms,
    names: BTreeSet<String>,
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
        if terms_of(asked).len() < MIN_SHARED_OF_KEPT.0 {
            return Ok(Vec::new());
        }
        let question = RecallQuestion {
            query: String::from(asked),
            ..RecallQuestion::excluding_untrusted(KINDS.to_vec(), MAX_HITS, request.now)
        };
        let (recalled, terms) = self.recall_from_rows(rows, &question)?;
        let asked = AskedPrompt { terms, names: code_names(asked) };
        let is_pasted = text.lines().nth(MAX_TYPED_LINES).is_some();
        let may_be_told = |hit: &&RecallHit| match &hit.event.event.body {
            EventBody::Turn(turn) => turn.role == Role::Assistant && !is_pasted,
            _ => true,
        };
        let hits = recalled.hits.iter().filter(may_be_told);
        let strong_hits = hits.filter(|hit| Strength::of(hit.fit) == Strength::Strong);
        Ok(vec![strong_hits.filter_map(|hit| self.hit_piece(rows, &asked, hit)).collect()])
    }

    /// The piece for a hit; `None` unless its best-fitting part contains most of the prompt.
    fn hit_piece(&self, rows: &Rows, asked: &AskedPrompt, hit: &RecallHit) -> Option<PieceDraft> {
        let id = RecordId::parse(&hit.event.id)?;
        let record = record_of(rows, &self.owner.tenant, id)?;
        let fit = asked.fit(record.kind, &hit.excerpt)?;
        let why = format!("It holds {} % of what the prompt says.", libm::round(100.0 * fit) as u32);
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

impl AskedPrompt {
    /// The share of the prompt's words in the excerpt, weighted by rarity. `None` if the fit is not strong, if too few
    /// words or rare words are shared, or if a turn is too short or shares only words of prose.
    fn fit(&self, kind: Kind, excerpt: &str) -> Option<f64> {
        let (mut held_terms, mut n_terms) = (BTreeSet::new(), 0);
        talk_terms(excerpt, &mut |term| {
            n_terms += 1;
            held_terms.insert(term);
        });
        let chatter = chatter_terms();
        let AskedTerms { terms, n_docs } = &self.terms;
        let n_texts = (*n_docs).max(MIN_FIT_TEXTS as u64);
        let held_indices = terms.iter().enumerate().filter(|(_, (term, _))| held_terms.contains(term));
        let (mut mask, mut n_held, mut n_rare) = (0, 0, 0);
        for (at, (term, n_with)) in held_indices {
            mask |= 1u128 << at;
            n_held += 1;
            n_rare += usize::from(n_with * RARE_DIVISOR <= n_texts && !chatter.contains(term));
        }
        let fit = Fit::new(terms.iter().map(|(_, n_with)| *n_with as u32), n_texts as usize).of(mask);
        let is_kept = matches!(kind, Kind::Note | Kind::Decision | Kind::Lesson);
        let (min_held, min_rare) = if is_kept { MIN_SHARED_OF_KEPT } else { MIN_SHARED };
        let is_strong = Strength::of(fit) == Strength::Strong && n_held >= min_held && n_rare >= min_rare;
        let names_the_same =
            || n_rare >= MANY_RARE || fit >= WHOLE_FIT || !code_names(excerpt).is_disjoint(&self.names);
        let is_told = kind != Kind::Turn || n_terms >= MIN_TERMS && names_the_same();
        (is_strong && is_told).then_some(fit)
    }
}
