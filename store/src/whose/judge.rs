//! Decides which memory a folder has, from observations and recorded entries.

use super::entry::is_digits;
use super::words::{Notice, Why};
use super::{Agreement, Entry, MemoryDecision, MemoryEntry, ObservedPath, Reason};

/// All inputs of the decision.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The starting folder and its ancestors, as far as its project may extend; of a repository only the top. Never
    /// empty.
    pub seen: &'a [ObservedPath],
    /// The memories in the user's data folder.
    pub kept: &'a [MemoryEntry],
    /// Observations at the paths that were requested; `None` if nothing is there.
    pub observed: &'a [(String, Option<ObservedPath>)],
    /// Random values for a new memory.
    pub fresh: &'a NewIds,
}

/// A new id and a new mark, each of 32 random hexadecimal digits.
#[derive(Clone, Debug)]
pub struct NewIds {
    /// The id of a new memory.
    pub id: String,
    /// A new mark.
    pub mark: String,
}

/// A decision, or a request for an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The decision.
    Plan(Box<MemoryDecision>),
    /// Observe this path, and ask again.
    Look(String),
}

/// The result of comparing an entry with a folder.
enum Verdict {
    Match(Reason, Agreement),
    Mismatch(Why),
    NoEvidence,
}

/// A path that must be observed before the decision.
struct Look(String);

/// Decides which memory the folder has.
pub fn judge(facts: Facts<'_>) -> Answer {
    decide_memory(facts).map_or_else(|Look(path)| Answer::Look(path), |plan| Answer::Plan(Box::new(plan)))
}

fn decide_memory(facts: Facts<'_>) -> Result<MemoryDecision, Look> {
    let first_of_ours = facts.seen.iter().position(|seen| seen.has_ours);
    let paths_in_reach = &facts.seen[..first_of_ours.map_or(facts.seen.len(), |at| at + 1)];
    for seen in paths_in_reach {
        if let Some(plan) = plan_by_entry(seen, facts)? {
            return Ok(plan);
        }
    }
    let seen = &facts.seen[first_of_ours.unwrap_or(0)];
    if let Some(plan) = plan_of_older_release(seen, facts)? {
        return Ok(plan);
    }
    let mut entry = Entry::of(&facts.fresh.id, seen, Some(facts.fresh.mark.clone()));
    entry.notice = notice_for_new(seen, facts)?;
    Ok(MemoryDecision {
        id: entry.id.clone(),
        reason: Reason::New,
        agreed: Agreement::default(),
        path: seen.path.clone(),
        kind: seen.kind(),
        notice: entry.notice.clone(),
        mark: entry.mark.clone(),
        entry: Some(entry),
    })
}

/// The plan for a folder that an entry identifies; of several entries, the one with the most evidence.
fn plan_by_entry(seen: &ObservedPath, facts: Facts<'_>) -> Result<Option<MemoryDecision>, Look> {
    let mut best: Option<(&Entry, Reason, Agreement)> = None;
    for entry in facts.kept.iter().filter_map(|kept| kept.entry.as_ref()) {
        let Verdict::Match(reason, agreed) = verdict_of(entry, seen, facts)? else { continue };
        let rank = |reason: Reason, agreed: Agreement| (agreed.count(), reason == Reason::Same, agreed.is_identical());
        let is_better = |(other, its_reason, its_agreed): &(&Entry, Reason, Agreement)| {
            (rank(reason, agreed), &other.id) > (rank(*its_reason, *its_agreed), &entry.id)
        };
        if best.as_ref().is_none_or(is_better) {
            best = Some((entry, reason, agreed));
        }
    }
    Ok(best.map(|(entry, reason, agreed)| plan_for_match(entry, seen, (reason, agreed), facts)))
}

/// Compares a folder with an entry.
fn verdict_of(entry: &Entry, seen: &ObservedPath, facts: Facts<'_>) -> Result<Verdict, Look> {
    let agreed = Agreement::between(entry, seen);
    if is_recorded_folder(entry, agreed) {
        return Ok(Verdict::Match(Reason::Same, agreed));
    }
    if agreed.path {
        let nothing_to_compare = agreed.identity.is_none() && (entry.mark.is_none() || seen.own().mark.is_none());
        return Ok(Verdict::Mismatch(if nothing_to_compare { Why::Unmarked } else { Why::Replaced }));
    }
    if !agreed.is_identical() && !agreed.mark || entry.path.is_empty() {
        return Ok(Verdict::NoEvidence);
    }
    let found_there = observation_at(&entry.path, facts)?
        .filter(|found_there| is_recorded_folder(entry, Agreement::between(entry, found_there)));
    let is_one_folder = |found_there: &ObservedPath| {
        let identities =
            [found_there, seen].map(|seen| seen.of_kind(entry.kind).and_then(|witnesses| witnesses.identity));
        identities[0].is_some() && identities[0] == identities[1]
    };
    Ok(match found_there {
        Some(found_there) if is_one_folder(found_there) => Verdict::Match(Reason::OtherName, agreed),
        Some(_) => Verdict::Mismatch(Why::Copy),
        // No copy has the inode and the time of birth, so it can only be the folder itself, with or without a mark.
        None if agreed.is_identical() => Verdict::Match(Reason::Moved, agreed),
        None => Verdict::Mismatch(Why::MayHaveMoved),
    })
}

/// Whether a folder is the recorded one and still at its path: the path agrees, and the identity or the mark does too,
/// unless the entry has no witness but the path.
fn is_recorded_folder(entry: &Entry, agreed: Agreement) -> bool {
    agreed.path && (agreed.is_identical() || agreed.mark || entry.has_path_alone)
}

fn observation_at<'a>(path: &str, facts: Facts<'a>) -> Result<Option<&'a ObservedPath>, Look> {
    let observation = facts.observed.iter().find(|(at, _)| at == path);
    observation.map(|(_, there)| there.as_ref()).ok_or_else(|| Look(path.to_owned()))
}

/// The plan for a folder that has the memory of this entry: with the new entry and mark, where they change. A folder
/// that is reached by another path ([`Reason::OtherName`]) gets neither.
fn plan_for_match(
    entry: &Entry,
    seen: &ObservedPath,
    (reason, agreed): (Reason, Agreement),
    facts: Facts<'_>,
) -> MemoryDecision {
    let own_evidence = seen.own();
    let mut plan = MemoryDecision {
        id: entry.id.clone(),
        reason,
        agreed,
        path: seen.path.clone(),
        kind: seen.kind(),
        notice: entry.notice.clone(),
        mark: None,
        entry: None,
    };
    if reason == Reason::OtherName {
        plan.path.clone_from(&entry.path);
        return plan;
    }
    let is_damaged = facts.kept.iter().any(|kept| kept.id == entry.id && kept.is_damaged);
    // A folder in which no mark could be left is marked only once it was moved or its kind changed.
    let may_be_marked =
        is_damaged || entry.mark.is_some() || reason == Reason::Moved || entry.kind != Some(seen.kind());
    let mark = entry.mark.clone().or_else(|| may_be_marked.then(|| facts.fresh.mark.clone()));
    plan.mark = mark.clone().filter(|_| mark != own_evidence.mark);
    let mut new_entry = Entry { notice: entry.notice.clone(), ..Entry::of(&entry.id, seen, mark) };
    // Another host may know an identity that this host does not.
    new_entry.identity = new_entry.identity.or(entry.identity.filter(|_| entry.kind == new_entry.kind));
    new_entry.has_path_alone &= new_entry.identity.is_none();
    plan.entry = (new_entry != *entry || is_damaged).then_some(new_entry);
    plan
}

/// The plan for a folder whose memory an older release made: a file in the folder, or its path, gives the id of the
/// memory, which was used here last. `None` if there is no such memory.
fn plan_of_older_release(seen: &ObservedPath, facts: Facts<'_>) -> Result<Option<MemoryDecision>, Look> {
    for memory in facts.kept.iter().filter(|memory| memory.entry.is_none() && seen.older_ids.contains(&memory.id)) {
        if was_used_here(memory, seen, facts)? {
            let entry = Entry::of(&memory.id, seen, Some(facts.fresh.mark.clone()));
            return Ok(Some(MemoryDecision {
                id: memory.id.clone(),
                reason: Reason::Older,
                agreed: Agreement { path: true, ..Agreement::default() },
                path: seen.path.clone(),
                kind: seen.kind(),
                notice: None,
                mark: entry.mark.clone(),
                entry: Some(entry),
            }));
        }
    }
    Ok(None)
}

/// Whether an older release used a memory here last, in any of the project's folders.
fn was_used_here(memory: &MemoryEntry, seen: &ObservedPath, facts: Facts<'_>) -> Result<bool, Look> {
    let Some(root) = &memory.root else { return Ok(false) };
    Ok(*root == seen.path || observation_at(root, facts)?.is_some_and(|there| there.path == seen.path))
}

/// The notice for a folder without a memory. It is about one of the memories that some evidence points to: the one
/// that the folder does not have for the most important reason. `None` if no evidence points to any.
fn notice_for_new(seen: &ObservedPath, facts: Facts<'_>) -> Result<Option<Notice>, Look> {
    let mut notice: Option<Notice> = None;
    for memory in facts.kept.iter().filter(|memory| is_digits(&memory.id)) {
        let (why, path) = match &memory.entry {
            Some(entry) => match verdict_of(entry, seen, facts)? {
                Verdict::Mismatch(why) => (why, entry.path.clone()),
                _ => continue,
            },
            None if seen.older_ids.contains(&memory.id) => {
                (Why::OlderElsewhere, memory.root.clone().unwrap_or_default())
            }
            None => continue,
        };
        if notice.as_ref().is_none_or(|notice| why < notice.why) {
            notice = Some(Notice { why, id: memory.id.clone(), path });
        }
    }
    Ok(notice)
}
