//! Decisions, each as its newest record has it.

use alloc::string::String;
use alloc::vec::Vec;

use super::{MAX_LIMIT, check_page_limit};
use crate::ask::{Attempt, Resumed};
use crate::base::sort::sort_by;
use crate::record::batch::{GLOBAL_CHANNEL, check_name};
use crate::record::derived::{KeyValueRow, KeyValueScope, key_values_prefix};
use crate::record::envelope::Record;
use crate::record::guard::{Guard, MaskNames};
use crate::record::kinds::{Body, Decision, DecisionStatus};
use crate::record::rows::{Rows, Span};
use crate::record::run::Call;
use crate::record::stored::record_of;
use crate::record::{Anchor, RecordSpace, Trust};

/// An estimate of the bytes of a row that names the newest record of a title.
const ROW_BYTES: usize = 256;

/// Filters of a list of decisions, by channel and by status.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecisionsQuestion {
    /// Only decisions of these statuses; empty: of all.
    pub statuses: Vec<DecisionStatus>,
    /// Only decisions of this channel and of `_global`; empty: only of `_global`.
    pub channel: String,
    /// The most decisions to return, 1 to 1,000.
    pub limit: u32,
}

/// A decision, as its newest record has it.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedDecision {
    /// The id of the decision's newest record.
    pub id: String,
    /// When the record's event happened, in milliseconds since 1970.
    pub time: i64,
    /// The question's channel, or `_global`.
    pub channel: String,
    /// How far the record may be relied on.
    pub trust: Trust,
    /// The places in the code that the decision is about.
    pub anchors: Vec<Anchor>,
    /// Title, choice, reasons and status, as the record states them.
    pub decision: Decision,
}

/// The decisions that pass the filters, among at most 1,000 titles of each channel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DecisionPage {
    /// The decisions, newest first.
    pub decisions: Vec<RecordedDecision>,
    /// Whether there are more decisions, or more titles than are examined.
    pub has_more: bool,
}

impl MaskNames for DecisionsQuestion {
    fn mask(&mut self, guard: Guard) {
        guard.mask_name(&mut self.channel);
    }
}

impl RecordSpace {
    pub(crate) fn decisions(&self, question: &DecisionsQuestion, resumed: Option<Resumed>) -> Attempt<DecisionPage> {
        let DecisionsQuestion { statuses, channel, limit } = question;
        check_page_limit(*limit)?;
        check_name("channel", channel)?;
        let status_bytes: Vec<u8> = statuses.iter().map(|status| *status as u8).collect();
        let parts = [status_bytes.as_slice(), channel.as_bytes(), &limit.to_le_bytes()];
        let asked_channel = Some(channel.as_str()).filter(|channel| !channel.is_empty() && *channel != GLOBAL_CHANNEL);
        let call = Call::of(self.generation, "decisions", parts);
        let mut page = call.answer(resumed, |rows| {
            let mut page = DecisionPage::default();
            asked_channel
                .into_iter()
                .chain([GLOBAL_CHANNEL])
                .for_each(|channel| self.add_decisions(rows, channel, &mut page));
            Ok(page)
        })?;
        page.decisions.retain(|one| statuses.is_empty() || statuses.contains(&one.decision.status));
        sort_by(&mut page.decisions, |one, other| other.id.cmp(&one.id));
        page.has_more |= page.decisions.len() > *limit as usize;
        page.decisions.truncate(*limit as usize);
        Ok(page)
    }

    /// Adds the decisions of a channel to a page.
    fn add_decisions(&self, rows: &Rows, channel: &str, page: &mut DecisionPage) {
        let tenant = &self.owner.tenant;
        let titles = Span::from(key_values_prefix(tenant, KeyValueScope::Decisions { channel }));
        for (at, (key, _)) in rows.first(&titles, MAX_LIMIT as usize + 1, ROW_BYTES).enumerate() {
            if at == MAX_LIMIT as usize {
                page.has_more = true;
                break;
            }
            let Some(KeyValueRow { record }) = rows.read(key) else { continue };
            let Some(decision_record) = record_of(rows, tenant, record.id()) else { continue };
            let trust = decision_record.trust();
            if let Record { body: Some(Body::Decision(decision)), time, channel, anchors, .. } = decision_record {
                let (id, time) = (record.id().text(), time.milliseconds());
                page.decisions.push(RecordedDecision { id, time, channel, trust, anchors, decision });
            }
        }
    }
}
