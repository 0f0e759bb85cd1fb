//! The filter of a question, which applies before the best records are chosen.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::index::{DocPosition, Index};
use super::question::RecallQuestion;
use crate::base::id::RecordId;
use crate::lexical::Entry;
use crate::record::batch::GLOBAL_CHANNEL;
use crate::record::derived::DAY;
use crate::record::fields::WordEnum as _;
use crate::record::keyspace::{self, Kind, Scope};
use crate::record::kinds::Retention;
use crate::record::rows::{Rows, Span};
use crate::record::situation::Situated as _;

/// The filter of a question, with everything that it needs to test records.
pub(super) struct Filter<'q> {
    question: &'q RecallQuestion,
    kinds: Vec<u8>,
    /// A record before this time has expired if the retention applies to its kind; in milliseconds since 1970.
    expired_before: i64,
    /// Sets of records; a record must be in each of them.
    scopes: Vec<BTreeSet<RecordId>>,
}

impl<'q> Filter<'q> {
    pub(super) fn of(rows: &Rows, tenant: &str, question: &'q RecallQuestion, retention_days: u32) -> Filter<'q> {
        let RecallQuestion { conversation, metadata, .. } = question;
        let situation = question.situation().map(|(member, name)| (member.scope, name));
        let named_scopes = situation.chain([(Scope::Conversation, conversation)]).filter(|(_, name)| !name.is_empty());
        let mut names: Vec<(Scope, &str)> = named_scopes.map(|(scope, name)| (scope, name.as_str())).collect();
        names.extend(metadata.iter().map(|member| (Scope::Member, member.as_str())));
        let ids_in_scope = |(scope, name): (Scope, &str)| {
            let span = Span::from(keyspace::scope_prefix(tenant, scope, name));
            rows.all(&span).filter_map(|(key, _)| keyspace::ordered_id(key)).collect()
        };
        let scopes = names.into_iter().map(ids_in_scope).collect();
        let days = i64::from(retention_days);
        let expired_before = if days == 0 { i64::MIN } else { question.now - days * DAY };
        let kinds = question.kinds.iter().map(|kind| *kind as u8).collect();
        Filter { question, kinds, expired_before, scopes }
    }

    /// Whether a record passes the filter.
    pub(super) fn admits(&self, index: &Index<'_>, at: DocPosition, entry: &Entry) -> bool {
        let RecallQuestion { channel, trust, since, until, .. } = self.question;
        let time = entry.id.time().milliseconds();
        let is_expired =
            || time < self.expired_before && kind_of(entry).is_none_or(|kind| kind.retention() == Retention::Days);
        let is_of_class = || {
            index.class(at, entry).is_some_and(|class| {
                class.trust >= *trust as u8
                    && (channel.is_empty() || class.channel == *channel || class.channel == GLOBAL_CHANNEL)
            })
        };
        (self.kinds.is_empty() || self.kinds.contains(&entry.kind))
            && since.is_none_or(|since| time >= since)
            && until.is_none_or(|until| time < until)
            && !is_expired()
            && self.scopes.iter().all(|ids| ids.contains(&entry.id))
            && is_of_class()
    }
}

/// The kind of the record that a document belongs to; `None` if this release does not know the kind.
pub(super) fn kind_of(entry: &Entry) -> Option<Kind> {
    // Most kinds stand in the list at the place that is their number.
    let kind_at_place = Kind::ALL.get(usize::from(entry.kind)).copied().filter(|kind| *kind as u8 == entry.kind);
    kind_at_place.or_else(|| Kind::ALL.iter().copied().find(|kind| *kind as u8 == entry.kind))
}
