//! Contexts as they were before a compaction, or before a save took entries away: listed, compared, recovered.
//!
//! A version is a head; its entries are kept for as long as one that is kept has them.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value as Json;

use super::document::Members;
use super::entry::Entry;
use super::space::{Opened, SessionChanged};
use super::stored::{Head, Numbered, Place};
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::time::Timestamp;
use crate::record::RecordSpace;
use crate::record::gather::Gather;

/// How many versions of a session are kept.
const MAX_VERSIONS: usize = 10;

/// The question of `versions`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VersionsQuestion {
    /// The session.
    pub id: String,
}

/// A version of a context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionVersion {
    /// Its number.
    pub version: u64,
    /// When it was made.
    pub time: i64,
    /// What came after it: `entries`, `tokens`, `manual` (compactions), `save`, `recover`; empty for how it is now.
    pub until: String,
    /// Entries of its history.
    pub n_entries: u32,
    /// Their tokens.
    pub tokens: u64,
}

/// The versions of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionPage {
    /// Newest first; the first is how it is now.
    pub versions: Vec<SessionVersion>,
}

/// The question of `compare`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompareQuestion {
    /// The session.
    pub id: String,
    /// A version that is kept.
    pub older: u64,
    /// Another one; none: how it is now.
    pub newer: Option<u64>,
}

/// What is otherwise in a later version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The versions.
    pub older: u64,
    /// Which was compared with the first.
    pub newer: u64,
    /// Entries that are gone, each its JSON.
    pub removed: Vec<String>,
    /// Entries that are new.
    pub added: Vec<String>,
    /// Names of other members that differ, each with both values: JSON, empty where there is none.
    pub changed: Vec<ChangedMember>,
}

/// A member of the document that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedMember {
    /// Its name.
    pub name: String,
    /// Its value in the first version.
    pub older: String,
    /// Its value in the other one.
    pub newer: String,
}

/// Keeps a head as it was; what is beyond the newest ten goes, with the entries that only it had.
pub(super) fn keep(gather: &mut Gather, place: Place<'_>, before: Head, until: &str) -> Attempt<()> {
    if before.version == 0 {
        return Ok(());
    }
    let [_, prefix] = place.prefixes();
    let mut keys = gather.all(prefix)?;
    let key = place.version(before.version);
    let oldest_kept = keys.get(MAX_VERSIONS.saturating_sub(2)).and_then(|key| gather.rows.read::<Head>(key));
    let gone = keys.split_off(keys.len().min(MAX_VERSIONS - 1));
    let first_kept = oldest_kept.map_or(before.row, |head| head.row);
    for key in gone {
        if let Some(head) = gather.rows.read::<Head>(&key) {
            place.delete_entries(gather, head.row, first_kept)?;
        }
        gather.rows.set(key, None);
    }
    gather.rows.put(key, &Head { until: String::from(until), ..before });
    Ok(())
}

/// The head of a version that is kept, or of how it is now.
pub(super) fn find(gather: &mut Gather, place: Place<'_>, now: Option<Head>, version: u64) -> Attempt<Head> {
    if let Some(head) = now.filter(|head| head.version == version) {
        return Ok(head);
    }
    gather.keys(BTreeSet::from([place.version(version)]))?;
    let found = gather.rows.read(&place.version(version));
    found.ok_or_else(|| Error::invalid("version", "it is not kept: `session-versions` lists those that are").into())
}

impl RecordSpace {
    /// The versions of a session.
    pub(crate) fn session_versions(
        &self,
        question: &VersionsQuestion,
        resumed: Option<Resumed>,
    ) -> Attempt<VersionPage> {
        let Opened { mut gather, place, head } =
            self.open_session(("session.versions", &question.id), &[], None, resumed)?;
        let Some(head) = head else { return Err(self.unknown_session(&mut gather, &question.id)?.into()) };
        let [_, prefix] = place.prefixes();
        let keys = gather.all(prefix)?;
        gather.end()?;
        let kept = keys.iter().filter_map(|key| gather.rows.read::<Head>(key));
        let versions = [head].into_iter().chain(kept).map(|head| SessionVersion {
            version: head.version,
            time: head.used.milliseconds(),
            n_entries: head.n_entries(),
            tokens: head.tokens,
            until: head.until,
        });
        Ok(VersionPage { versions: versions.collect() })
    }

    /// What is otherwise in another version.
    pub(crate) fn compare_sessions(&self, question: &CompareQuestion, resumed: Option<Resumed>) -> Attempt<Comparison> {
        let CompareQuestion { id, older, newer } = question;
        let numbers = [older.to_le_bytes(), newer.unwrap_or(0).to_le_bytes()].concat();
        let Opened { mut gather, place, head } =
            self.open_session(("session.compare", id), &[&numbers], None, resumed)?;
        let Some(head) = head else { return Err(self.unknown_session(&mut gather, id)?.into()) };
        let older = find(&mut gather, place, Some(head.clone()), *older)?;
        let newer = find(&mut gather, place, Some(head.clone()), newer.unwrap_or(head.version))?;
        let (left, _) = place.load_entries(&mut gather, &older)?;
        let (right, _) = place.load_entries(&mut gather, &newer)?;
        gather.end()?;
        let (removed, added) = (others(&left, &right), others(&right, &left));
        Ok(Comparison {
            older: older.version,
            newer: newer.version,
            removed,
            added,
            changed: changed(&older.members(), &newer.members()),
        })
    }

    /// Brings a version back: the context is as it was then, and how it is now is kept as a version.
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
        let mut opened = self.open_session(("session.recover", id), &[&numbers], expected, resumed)?;
        let Some(before) = opened.head.clone() else {
            return Err(self.unknown_session(&mut opened.gather, id)?.into());
        };
        let found = find(&mut opened.gather, opened.place, Some(before.clone()), version)?;
        let (entries, _) = opened.place.load_entries(&mut opened.gather, &found)?;
        let entries: Vec<Entry> = entries.into_iter().map(|(_, entry)| entry).collect();
        // Entries of a version lie before those of later ones, so that they are written anew after them all.
        let version = before.version + 1;
        let (first, row) = (before.end, before.end);
        let mut head = Head {
            version,
            used: now,
            first,
            row,
            end: first,
            tokens: 0,
            members: found.members,
            until: String::new(),
        };
        opened.place.append(&mut opened.gather, &mut head, &entries);
        keep(&mut opened.gather, opened.place, before, "recover")?;
        opened.done(&head)
    }
}

/// The entries that another history does not have, each as often as it lacks it: what is recovered has other numbers.
fn others(entries: &[Numbered], known: &[Numbered]) -> Vec<String> {
    let mut n_known: BTreeMap<&str, usize> = BTreeMap::new();
    known.iter().for_each(|(_, entry)| *n_known.entry(&entry.json).or_default() += 1);
    let is_other = |entry: &&Entry| match n_known.get_mut(entry.json.as_str()) {
        Some(n @ 1..) => {
            *n -= 1;
            false
        }
        _ => true,
    };
    entries.iter().map(|(_, entry)| entry).filter(is_other).map(|entry| entry.json.clone()).collect()
}

fn changed(older: &Members, newer: &Members) -> Vec<ChangedMember> {
    let names: BTreeSet<&str> = older.names().chain(newer.names()).collect();
    let differs = |name: &&str| {
        let value = |members: &Members| members.get(name).map(|text| serde_json::from_str::<Json>(text).ok());
        value(older) != value(newer)
    };
    let of = |members: &Members, name| String::from(members.get(name).unwrap_or_default());
    let changed = names.into_iter().filter(differs);
    changed
        .map(|name| ChangedMember { name: String::from(name), older: of(older, name), newer: of(newer, name) })
        .collect()
}
