//! When a person asks something: what was said, noted or decided that holds most of it, or nothing.
//!
//! Stricter than recall, as nobody asked: what is quoted must hold by itself most of what the prompt says, and words of it that few
//! records have, as those of chatter stand everywhere.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::item::{Item, PieceKind};
use super::question::Asking;
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::recall::{AskedTerms, RecallHit, RecallQuestion, Strength};
use crate::record::RecordSpace;
use crate::record::keyspace::Kind;
use crate::record::rows::Rows;
use crate::record::stored::record_of;
use crate::text::chatter::{chatter, terms_of};
use crate::text::fit::{Fit, MIN_FIT_TEXTS};
use crate::text::terms::talk_terms;

/// The kinds of records that are searched: talk, and what was kept on purpose.
const KINDS: [Kind; 5] = [Kind::Turn, Kind::Note, Kind::Decision, Kind::Lesson, Kind::TaskStep];
/// The hits that are looked at, of which some are the session's own.
const MAX_HITS: u32 = 20;
/// The most bytes of a prompt that are looked for: what follows is mostly a paste.
const MAX_ASKED: usize = 512;
/// A word is telling if at most one of this many records has it.
const FEW: u64 = 25;
/// The least words of a prompt that a hit must hold, and the least telling ones among them.
const MIN_HELD: usize = 4;
const MIN_TELLING: usize = 2;
/// A text that was said and has less terms than this says nothing that helps.
const MIN_TERMS: usize = 20;

impl RecordSpace {
    /// The pieces to tell at a prompt: the hits that fit it strongly; none where it has too few words.
    pub(super) fn of_prompt(&self, rows: &Rows, asking: &Asking<'_>) -> Result<Vec<Vec<Item>>, Error> {
        let text = asking.text.trim();
        let asked = &text[..text.floor_char_boundary(MAX_ASKED)];
        if terms_of(asked).len() < MIN_HELD {
            return Ok(Vec::new());
        }
        let question = RecallQuestion {
            query: String::from(asked),
            ..RecallQuestion::relied_on(KINDS.to_vec(), MAX_HITS, asking.now)
        };
        let (recalled, asked) = self.recalled(rows, &question)?;
        let strong = recalled.hits.iter().filter(|hit| Strength::of(hit.fit) == Strength::Strong);
        Ok(vec![strong.filter_map(|hit| self.of_hit(rows, &asked, hit)).collect()])
    }

    /// The piece for a hit; none unless the part of it that fits best holds what the prompt says.
    fn of_hit(&self, rows: &Rows, asked: &AskedTerms, hit: &RecallHit) -> Option<Item> {
        let id = RecordId::parse(&hit.event.id)?;
        let record = record_of(rows, &self.owner.tenant, id)?;
        let fit = asked.fit(record.kind, &hit.excerpt)?;
        let why = format!("It holds {} % of what the prompt says.", libm::round(100.0 * fit) as u32);
        let open = if record.kind == Kind::TaskStep { self.of_task(rows, &record.task) } else { None };
        let kind = match record.kind {
            Kind::TaskStep => PieceKind::PastWork,
            Kind::Turn => PieceKind::Said,
            kept => PieceKind::of_kept(kept),
        };
        Some(match open {
            Some(open) => Item { why, ..open },
            None => Item::of(id, &record, kind, why, &hit.excerpt),
        })
    }
}

impl AskedTerms {
    /// The share of the prompt's words that the excerpt holds, weighted by rarity. `None` where that is no strong fit,
    /// where too few words or telling words are held, or where the excerpt of a turn is too short.
    fn fit(&self, kind: Kind, excerpt: &str) -> Option<f64> {
        let (mut held, mut n_terms) = (BTreeSet::new(), 0);
        talk_terms(excerpt, &mut |term| {
            n_terms += 1;
            held.insert(term);
        });
        let chatter = chatter();
        let n_texts = self.n_docs.max(MIN_FIT_TEXTS as u64);
        let places = self.terms.iter().enumerate().filter(|(_, (term, _))| held.contains(term));
        let (mut mask, mut n_held, mut n_telling) = (0, 0, 0);
        for (at, (term, n_with)) in places {
            mask |= 1u128 << at;
            n_held += 1;
            n_telling += usize::from(n_with * FEW <= n_texts && !chatter.contains(term));
        }
        let fit = Fit::new(self.terms.iter().map(|(_, n_with)| *n_with as u32), n_texts as usize).of(mask);
        let is_said_enough = kind != Kind::Turn || n_terms >= MIN_TERMS;
        let is_strong = Strength::of(fit) == Strength::Strong && n_held >= MIN_HELD && n_telling >= MIN_TELLING;
        (is_strong && is_said_enough).then_some(fit)
    }
}
