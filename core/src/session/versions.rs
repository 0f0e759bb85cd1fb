//! Versions of contexts, from before a compaction, a recovery, or a save that did not keep all entries: listed,
//! compared, recovered, and forked under another id.
//!
//! A version is a head; its entries are kept as long as a stored version has them.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value as Json;

use super::document::Members;
use super::entry::Entry;
use super::space::{SessionChanged, check_id};
use super::stored::{NumberedEntry, SessionHead, SessionRows};
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::time::Timestamp;
use crate::record::RecordSpace;
use crate::record::envelope;
use crate::record::rows::Rows;

/// The most versions of a session that are stored.
const MAX_VERSIONS: usize = 10;

/// The session whose versions are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VersionsQuestion {
    /// The id of the session: 1 to 128 bytes.
    pub id: String,
}

/// A version of a context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionVersion {
    /// The number of changes up to this version.
    pub version: u64,
    /// When it was made, in milliseconds since 1970.
    pub time: i64,
    /// The change that replaced it: `entries`, `tokens`, `manual` (compactions), `save`, `recover`; empty for the
    /// current one.
    pub until: String,
    /// The number of entries in its history.
    pub n_entries: u32,
    /// The tokens of these entries.
    pub tokens: u64,
}

/// The current version, and at most ten stored ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionPage {
    /// Newest first, beginning with the current one.
    pub versions: Vec<SessionVersion>,
}

/// Two versions of a session that are compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompareQuestion {
    /// The id of the session: 1 to 128 bytes.
    pub id: String,
    /// The number of one version, stored or current.
    pub older: u64,
    /// The number of the other version; `None`: the current one.
    pub newer: Option<u64>,
}

/// The differences between two versions of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The number of the version that the question names `older`.
    pub older: u64,
    /// The number of the version that the question names `newer`, or of the current one.
    pub newer: u64,
    /// Entries that only the version `older` has, as JSON.
    pub removed: Vec<String>,
    /// Entries that only the version `newer` has, as JSON.
    pub added: Vec<String>,
    /// Other members that differ, with both values.
    pub changed: Vec<ChangedMember>,
}

/// A member of the document that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedMember {
    /// The member's name in the document.
    pub name: String,
    /// The member's JSON in the older version; empty if absent.
    pub older: String,
    /// The member's JSON in the newer version; empty if absent.
    pub newer: String,
}

/// Stores a head as a version; beyond `MAX_VERSIONS` the oldest are deleted, with entries that no other version has.
pub(super) fn keep_version(rows: &mut Rows, session: SessionRows<'_>, old_head: SessionHead, until: &str) {
    if old_head.version == 0 {
        return;
    }
    let mut keys: Vec<Vec<u8>> = rows.all(&session.versions_span()).map(|(key, _)| key.to_vec()).collect();
    let key = session.version_key(old_head.version);
    let oldest_kept = keys.get(MAX_VERSIONS.saturating_sub(2)).and_then(|key| rows.read::<SessionHead>(key));
    let expired_keys = keys.split_off(keys.len().min(MAX_VERSIONS - 1));
    let first_kept = oldest_kept.map_or(old_head.row, |head| head.row);
    for key in expired_keys {
        if let Some(head) = rows.read::<SessionHead>(&key) {
            session.delete_entries(rows, head.row, first_kept);
        }
        rows.set(key, None);
    }
    rows.put(key, &SessionHead { until: String::from(until), ..old_head });
}

/// The head of the version with this number, be it the current one or a stored one.
///
/// # Errors
/// [`Error::Invalid`] if the version is not kept.
pub(super) fn find_head(
    rows: &Rows,
    session: SessionRows<'_>,
    current_head: Option<&SessionHead>,
    version: u64,
) -> Result<SessionHead, Error> {
    if let Some(head) = current_head.filter(|head| head.version == version) {
        return Ok(head.clone());
    }
    let found = rows.read(&session.version_key(version));
    found.ok_or_else(|| Error::invalid("version", "it is not kept: `session-versions` lists those that are"))
}

impl RecordSpace {
    pub(crate) fn session_versions(
        &self,
        question: &VersionsQuestion,
        resumed: Option<Resumed>,
    ) -> Attempt<VersionPage> {
        let (call, session) = self.session_call(("session.versions", &question.id), &[], None)?;
        let (head, kept_heads) = call.answer(resumed, |rows| {
            let span = session.versions_span();
            let kept_heads = rows.all(&span).filter_map(|(key, value)| envelope::read::<SessionHead>(key, value));
            let kept_heads: Vec<SessionHead> = kept_heads.collect();
            Ok((session.require(rows, session.head(rows, None)?)?, kept_heads))
        })?;
        let versions = [head].into_iter().chain(kept_heads).map(|head| SessionVersion {
            version: head.version,
            time: head.used.milliseconds(),
            n_entries: head.n_entries(),
            tokens: head.tokens,
            until: head.until,
        });
        Ok(VersionPage { versions: versions.collect() })
    }

    pub(crate) fn compare_sessions(&self, question: &CompareQuestion, resumed: Option<Resumed>) -> Attempt<Comparison> {
        let CompareQuestion { id, older, newer } = question;
        let numbers = [older.to_le_bytes(), newer.unwrap_or(0).to_le_bytes()].concat();
        let (call, session) = self.session_call(("session.compare", id), &[&numbers], None)?;
        let ((older, older_entries), (newer, newer_entries)) = call.answer(resumed, |rows| {
            let head = session.require(rows, session.head(rows, None)?)?;
            let [older, newer] = [*older, newer.unwrap_or(head.version)].map(|version| {
                let found_head = find_head(rows, session, Some(&head), version)?;
                let (entries, _) = session.entries_of(rows, &found_head);
                Ok((found_head, entries))
            });
            Ok((older?, newer?))
        })?;
        let (removed, added) =
            (missing_entries(&older_entries, &newer_entries), missing_entries(&newer_entries, &older_entries));
        Ok(Comparison {
            older: older.version,
            newer: newer.version,
            removed,
            added,
            changed: changed_members(&older.members(), &newer.members()),
        })
    }

    /// Restores a version; the current state is stored as a version.
    pub(crate) fn recover_session(
        &self,
        id: &str,
        version: u64,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Attempt<SessionChanged> {
        let now = Timestamp::checked("now", now)?;
        let numbers = [version.to_le_bytes(), now.milliseconds().to_le_bytes()].concat();
        let (call, session) = self.session_call(("session.recover", id), &[&numbers], expected)?;
        let changed = call.change(resumed, |rows| {
            let old_head = session.require(rows, session.head(rows, expected)?)?;
            let found_head = find_head(rows, session, Some(&old_head), version)?;
            let head = recovered_head(rows, session, &old_head, found_head, now);
            keep_version(rows, session, old_head, "recover");
            session.put(rows, &head);
            Ok((head.version, true))
        })?;
        Ok(SessionChanged::of(changed))
    }

    /// Copies a context, or a stored version of it, to a new id.
    pub(crate) fn fork_session(
        &self,
        id: &str,
        fork: &str,
        version: Option<u64>,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Attempt<SessionChanged> {
        check_id("fork", fork)?;
        let now = Timestamp::checked("now", now)?;
        let numbers = [version.unwrap_or(0).to_le_bytes(), now.milliseconds().to_le_bytes()].concat();
        let (call, session) = self.session_call(("session.fork", id), &[fork.as_bytes(), &numbers], expected)?;
        let fork_rows = SessionRows { id: fork, ..session };
        let changed = call.change(resumed, |rows| {
            let head = session.require(rows, session.head(rows, expected)?)?;
            let found_head = match version {
                Some(version) => find_head(rows, session, Some(&head), version)?,
                None => head,
            };
            let (entries, _) = session.entries_of(rows, &found_head);
            let is_taken = fork_rows.head(rows, None)?.is_some();
            rows.check_complete()?;
            if is_taken {
                return Err(Error::invalid("fork", "there is a session of this id"));
            }
            let entries: Vec<Entry> = entries.into_iter().map(|(_, entry)| entry).collect();
            let mut members = found_head.members();
            members.set_text("session_id", fork);
            let mut head = SessionHead { version: 1, used: now, members: members.text(), ..SessionHead::default() };
            fork_rows.append(rows, &mut head, None, &entries);
            fork_rows.put(rows, &head);
            Ok((head.version, true))
        })?;
        Ok(SessionChanged::of(changed))
    }
}

/// Writes the entries of a version anew, after all others; returns the new head of the context.
fn recovered_head(
    rows: &mut Rows,
    session: SessionRows<'_>,
    old_head: &SessionHead,
    found_head: SessionHead,
    now: Timestamp,
) -> SessionHead {
    let (entries, _) = session.entries_of(rows, &found_head);
    let entries: Vec<Entry> = entries.into_iter().map(|(_, entry)| entry).collect();
    // The entries of a later version must have higher numbers, so these are written anew, after all others.
    let version = old_head.version + 1;
    let (first, row) = (old_head.end, old_head.end);
    let mut head = SessionHead {
        version,
        used: now,
        first,
        row,
        end: first,
        tokens: 0,
        members: found_head.members,
        until: String::new(),
    };
    session.append(rows, &mut head, None, &entries);
    head
}

/// The entries that another history lacks, compared by content, since recovered ones have new numbers.
fn missing_entries(entries: &[NumberedEntry], other_entries: &[NumberedEntry]) -> Vec<String> {
    let mut n_known: BTreeMap<&str, usize> = BTreeMap::new();
    other_entries.iter().for_each(|(_, entry)| *n_known.entry(&entry.json).or_default() += 1);
    let is_missing = |entry: &&Entry| match n_known.get_mut(entry.json.as_str()) {
        Some(n @ 1..) => {
            *n -= 1;
            false
        }
        _ => true,
    };
    entries.iter().map(|(_, entry)| entry).filter(is_missing).map(|entry| entry.json.clone()).collect()
}

/// The members that differ, except the history.
fn changed_members(older: &Members, newer: &Members) -> Vec<ChangedMember> {
    let names: BTreeSet<&str> = older.names().chain(newer.names()).collect();
    let differs = |name: &&str| {
        let value = |members: &Members| members.get(name).map(|text| serde_json::from_str::<Json>(text).ok());
        value(older) != value(newer)
    };
    let json = |members: &Members, name| String::from(members.get(name).unwrap_or_default());
    let changed = names.into_iter().filter(differs);
    changed
        .map(|name| ChangedMember { name: String::from(name), older: json(older, name), newer: json(newer, name) })
        .collect()
}
