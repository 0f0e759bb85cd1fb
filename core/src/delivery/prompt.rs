//! When a person asks something: what was said, noted or done that answers it, if it does so strongly.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::item::{Item, PieceKind};
use super::question::Asking;
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::recall::{RecallHit, RecallQuestion, Strength};
use crate::record::RecordSpace;
use crate::record::keyspace::Kind;
use crate::record::rows::Rows;
use crate::record::stored::record_of;
use crate::text::terms::{Term, asked_terms};

/// What is looked for: talk and what was kept on purpose.
const KINDS: [Kind; 5] = [Kind::Turn, Kind::Note, Kind::Decision, Kind::Lesson, Kind::TaskStep];
/// So many hits are looked at, as some of them are the session's own.
const MAX_HITS: u32 = 20;
/// A prompt of less terms asks nothing that could be looked up.
const MIN_TERMS: usize = 3;

impl RecordSpace {
    /// What there is to tell of a prompt.
    pub(super) fn of_prompt(&self, rows: &Rows, asking: &Asking<'_>) -> Result<Vec<Vec<Item>>, Error> {
        let terms: BTreeSet<Term> = asked_terms(asking.text).into_iter().map(|asked| asked.term).collect();
        if terms.len() < MIN_TERMS {
            return Ok(Vec::new());
        }
        let question = RecallQuestion {
            query: String::from(asking.text),
            ..RecallQuestion::relied_on(KINDS.to_vec(), MAX_HITS, asking.now)
        };
        let recalled = self.recalled(rows, &question)?;
        let strong = recalled.hits.iter().filter(|hit| Strength::of(hit.fit) == Strength::Strong);
        Ok(vec![strong.filter_map(|hit| self.of_hit(rows, hit)).collect()])
    }

    fn of_hit(&self, rows: &Rows, hit: &RecallHit) -> Option<Item> {
        let id = RecordId::parse(&hit.event.id)?;
        let record = record_of(rows, &self.owner.tenant, id)?;
        let why = format!("It holds {} % of what the prompt says.", libm::round(100.0 * hit.fit) as u32);
        Some(match hit.event.kind {
            Kind::TaskStep => match self.of_task(rows, &record.task) {
                Some(open) => Item { why, ..open },
                None => Item::of(id, &record, PieceKind::PastWork, why, &hit.excerpt),
            },
            Kind::Turn => Item::of(id, &record, PieceKind::Said, why, &hit.excerpt),
            _ => Item::of(id, &record, PieceKind::of_kept(record.kind), why, &hit.excerpt),
        })
    }
}
