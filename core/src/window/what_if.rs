//! Simulates a prune at another budget, compares snapshots, and recovers the edits of a snapshot.
//!
//! These are questions, which change nothing. Not here: the content of a snapshot, the policies.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::item::{Edit, ItemKind};
use super::policy;
use super::recap;
use super::settings::Settings;
use super::snapshot::{ItemFate, SnapshotItem, SnapshotOfWindow, SnapshotReason};
use super::space::Window;
use crate::ask::{Attempt, Reply, Resumed, reply};
use crate::base::error::{Error, Limit};
use crate::base::sort::sort_by_key;
use crate::base::time::Timestamp;

/// A part whose fate differs between two snapshots.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemChange {
    /// The id of the part, as stubs write it.
    pub id: String,
    /// The kind of the part, which is the same in both snapshots.
    pub kind: ItemKind,
    /// The tool of the part; may be empty.
    pub tool: String,
    /// The index of the part's message in the caller's list.
    pub message: u32,
    /// The tokens of the whole part, before any prune.
    pub tokens: u32,
    /// The fate of the part in the older snapshot; `None` if it was absent.
    pub older: Option<ItemFate>,
    /// The fate of the part in the newer snapshot; `None` if it was absent.
    pub newer: Option<ItemFate>,
}

/// The differences between two snapshots.
#[derive(Clone, Debug, PartialEq)]
pub struct SnapshotComparison {
    /// The number of the older snapshot.
    pub older: u32,
    /// The number of the newer snapshot.
    pub newer: u32,
    /// The tokens of the edited conversation at the older snapshot.
    pub tokens_older: u64,
    /// The tokens of the edited conversation at the newer snapshot.
    pub tokens_newer: u64,
    /// Parts in only one of them, or pruned in only one; in conversation order.
    pub changes: Vec<ItemChange>,
}

/// The edits of the messages at a snapshot.
#[derive(Clone, Debug, PartialEq)]
pub struct RecoveredWindow {
    /// The edits of the messages as they were pushed.
    pub edits: Vec<Edit>,
    /// The number of messages at the time.
    pub n_messages: u32,
    /// The number of parts of that time that are no longer in the conversation.
    pub n_missing: u32,
}

impl Window {
    /// Simulates a prune with another token limit; returns the snapshot that it would make, with the number 0.
    ///
    /// # Errors
    /// [`Error::Invalid`] if `max_tokens` or `now` is out of its range; [`Error::Floor`] as for [`Window::prune`].
    pub fn what_if(&self, max_tokens: u32, now: i64) -> Result<SnapshotOfWindow, Error> {
        let time = Timestamp::checked("now", now)?.milliseconds();
        let settings = Settings { max_tokens, ..self.settings.clone() };
        settings.check()?;
        let tokens_before = self.token_offset.total(self.history.tokens());
        let prune_context =
            policy::PruneContext { budget: settings.budget(), ..self.prune_context(now, tokens_before) };
        let plan = self.plan(&settings, &prune_context);
        let tokens_after = tokens_before.saturating_sub(u64::from(plan.freed_tokens));
        if tokens_after > u64::from(max_tokens) {
            let what = "tokens of what stays";
            return Err(Error::Floor(Limit { what, actual: tokens_after, limit: u64::from(max_tokens) }));
        }
        Ok(SnapshotOfWindow {
            number: 0,
            time,
            reason: SnapshotReason::Demand,
            task: self.state.task.clone(),
            tokens_before,
            tokens_after,
            budget: settings.budget(),
            target: plan.target,
            first_changed: self.first_changed(&plan),
            expected_saving: plan.saving,
            items: self.snapshot_items(Some(&plan)),
            n_left: self.n_recapped(),
            n_prunes: self.state.n_prunes + 1,
            recaps: self.recap_ids(Some(&plan)),
            not_believed: self.state.not_believed,
        })
    }

    /// Compares two snapshots; without `newer` the second one is the newest.
    ///
    /// # Errors
    /// [`Error::Invalid`] if no snapshot of a number is kept; [`Error::Stale`] if the store was written since the
    /// ticket was made.
    pub fn compare_snapshots(
        &self,
        older: u32,
        newer: Option<u32>,
        resumed: Option<Resumed>,
    ) -> Result<Reply<SnapshotComparison>, Error> {
        let newer = newer.unwrap_or(self.state.n_snapshots);
        let numbers = [older.to_le_bytes(), newer.to_le_bytes()].concat();
        reply(self.kept_snapshots(("window.compare-snapshots", &numbers), [older, newer], resumed).map(comparison_of))
    }

    /// The edits at a snapshot. Parts that were pruned since stay as they were pushed.
    ///
    /// # Errors
    /// As for [`Window::compare_snapshots`].
    pub fn recover_snapshot(&self, number: u32, resumed: Option<Resumed>) -> Result<Reply<RecoveredWindow>, Error> {
        let call = ("window.recover-snapshot", number.to_le_bytes());
        let found = self.kept_snapshots((call.0, &call.1), [number, number], resumed);
        reply(found.map(|[snapshot, _]| self.recovered_edits(&snapshot)))
    }

    /// The edits at a snapshot, of the parts that are still in the conversation.
    fn recovered_edits(&self, snapshot: &SnapshotOfWindow) -> RecoveredWindow {
        let items_then = by_id(snapshot);
        let current_ids: Vec<String> = self.history.items.iter().map(|item| item.id.text()).collect();
        let is_slot = |at: &u32| snapshot.recaps.contains(&current_ids[*at as usize]);
        let slots: Vec<u32> = (0..current_ids.len() as u32).filter(is_slot).collect();
        let recaps = self.recap_context(&self.settings).lay_out(snapshot.n_prunes, &slots);
        RecoveredWindow {
            edits: recap::edits(&self.history, &recaps, snapshot.n_prunes),
            n_messages: snapshot.items.last().map_or(0, |item| item.message + 1),
            n_missing: (items_then.len() - current_ids.iter().filter(|id| items_then.contains_key(id.as_str())).count())
                as u32,
        }
    }

    /// Loads two snapshots; an error if one of them is not kept.
    fn kept_snapshots(
        &self,
        (name, arguments): (&str, &[u8]),
        numbers: [u32; 2],
        resumed: Option<Resumed>,
    ) -> Attempt<[SnapshotOfWindow; 2]> {
        let keys = numbers.map(|number| self.snapshot_key(number));
        self.store.answer(self.store.call(name, &[arguments]), resumed, |rows| {
            match keys.each_ref().map(|key| rows.read(key)) {
                [Some(first), Some(second)] => Ok([first, second]),
                _ => Err(Error::invalid("snapshot", "no snapshot of this number is kept")),
            }
        })
    }
}

/// Whether a fate means that the part was not visible.
fn is_pruned(fate: ItemFate) -> bool {
    matches!(fate, ItemFate::Pruned | ItemFate::PrunedBefore | ItemFate::Recapped)
}

/// The parts of a snapshot by their ids.
fn by_id(snapshot: &SnapshotOfWindow) -> BTreeMap<&str, &SnapshotItem> {
    snapshot.items.iter().map(|item| (item.id.as_str(), item)).collect()
}

/// The differences between two loaded snapshots.
fn comparison_of([older, newer]: [SnapshotOfWindow; 2]) -> SnapshotComparison {
    let (older_items, newer_items) = (by_id(&older), by_id(&newer));
    let missing_items = older.items.iter().filter(|item| !newer_items.contains_key(item.id.as_str()));
    let mut changes = Vec::new();
    for item in missing_items.chain(&newer.items) {
        let fate = |items: &BTreeMap<&str, &SnapshotItem>| items.get(item.id.as_str()).map(|item| item.fate);
        let (older, newer) = (fate(&older_items), fate(&newer_items));
        if older.map(is_pruned) != newer.map(is_pruned) {
            let SnapshotItem { id, kind, tool, message, tokens, .. } = item.clone();
            changes.push(ItemChange { id, kind, tool, message, tokens, older, newer });
        }
    }
    sort_by_key(&mut changes, |change| change.message);
    SnapshotComparison {
        older: older.number,
        newer: newer.number,
        tokens_older: older.tokens_after,
        tokens_newer: newer.tokens_after,
        changes,
    }
}

#[cfg(test)]
mod tests {
    use super::super::item::NewItem;
    use super::super::policy::fixtures::part;
    use super::super::settings::Policy;
    use super::*;

    /// A call and its result, as the n-th response.
    fn pair(n: u32) -> Vec<NewItem> {
        let of = |kind, text: &str, message| {
            let (call_id, response) = (alloc::format!("call {n}"), n);
            NewItem { message, call_id, response, tool: "read".into(), ..part(kind, text) }
        };
        let body = alloc::format!("{n} {}", "letters ".repeat(400));
        Vec::from([of(ItemKind::Call, "{}", 2 * n), of(ItemKind::ToolResult, &body, 2 * n + 1)])
    }

    fn done<T>(reply: Result<Reply<T>, Error>) -> T {
        match reply.unwrap() {
            Reply::Done(done) => done,
            Reply::Ask(_) => panic!("a window without a store asks for nothing"),
        }
    }

    fn window(max_tokens: u32) -> Window {
        let settings = Settings { max_tokens, policy: Policy::Lru, recap_share: 0.0, ..Settings::default() };
        let mut window = Window::new(settings).unwrap();
        window.push((0..40).flat_map(pair).collect()).unwrap();
        window
    }

    #[test]
    fn a_simulated_prune_equals_the_prune_at_that_limit_and_changes_nothing() {
        let generous = window(100_000);
        let before = generous.status();
        let simulated = generous.what_if(20_000, 1).unwrap();
        assert_eq!(generous.status(), before);
        let mut strict = window(20_000);
        let pruned = done(strict.prune(1, None));
        assert!(pruned.n_pruned > 3);
        let left = simulated.items.iter().filter(|item| item.fate == ItemFate::Pruned);
        assert_eq!(left.count() as u32, pruned.n_pruned);
        assert_eq!((simulated.tokens_before, simulated.tokens_after), (pruned.tokens_before, pruned.tokens_after));
        assert!(matches!(generous.what_if(1_000, 1), Err(Error::Floor(_))));
        assert!(matches!(generous.what_if(1, 1), Err(Error::Invalid { .. })));
    }

    #[test]
    fn snapshots_are_compared_and_the_edits_of_one_come_back() {
        let mut window = window(20_000);
        done(window.snapshot(1, None));
        let first = done(window.prune(2, None));
        window.push((40..60).flat_map(pair).collect()).unwrap();
        let second = done(window.prune(3, None));
        assert!(second.n_pruned > 0);
        let all = done(window.compare_snapshots(1, Some(2), None));
        assert_eq!(all.changes.len() as u32, first.n_pruned);
        assert!(all.changes.iter().all(|one| one.older == Some(ItemFate::Kept) && one.newer == Some(ItemFate::Pruned)));
        assert!(all.tokens_newer < all.tokens_older);
        let then = done(window.recover_snapshot(2, None));
        assert_eq!((then.edits, then.n_messages, then.n_missing), (first.edits, 80, 0));
        assert_eq!(done(window.recover_snapshot(1, None)).edits, []);
        let none = window.compare_snapshots(1, Some(9), None);
        assert!(matches!(none, Err(Error::Invalid { argument: "snapshot", .. })));
    }
}
