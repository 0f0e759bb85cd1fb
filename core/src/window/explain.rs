//! Explanations: finds a prune's snapshot, or the newest snapshot that judged a part.
//!
//! Snapshots are read from the newest on, one in each round of asking, because the wanted one is mostly among the first
//! and each holds every part of its window. Not here: what a snapshot holds.

use alloc::string::String;
use core::ops::RangeInclusive;

use super::snapshot::{ItemFate, SnapshotItem, SnapshotOfWindow, SnapshotReason};
use super::space::Window;
use crate::ask::{Attempt, Reply, Resumed, Ticket, reply};
use crate::base::error::Error;

/// The entry of one part in a snapshot.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The number of the snapshot, from 1.
    pub snapshot: u32,
    /// When the snapshot was made, in milliseconds since 1970.
    pub time: i64,
    /// The event that the snapshot records.
    pub reason: SnapshotReason,
    /// The part as the snapshot recorded it.
    pub item: SnapshotItem,
}

impl Window {
    /// The snapshot with this number; for `None` that of the newest prune. Returns `None` if no such snapshot is kept.
    ///
    /// # Errors
    /// [`Error::Stale`] if the store was written since the ticket was made.
    pub fn find_snapshot(
        &self,
        number: Option<u32>,
        resumed: Option<Resumed>,
    ) -> Result<Reply<Option<SnapshotOfWindow>>, Error> {
        let kept_numbers = self.snapshot_numbers();
        let found = match number {
            Some(number) if !kept_numbers.contains(&number) => Ok(None),
            Some(number) => self.newest_matching("window.find-snapshot", number..=number, &|_| true, resumed),
            None => self.newest_matching(
                "window.newest-prune",
                kept_numbers,
                &|snapshot| snapshot.reason == SnapshotReason::Prune,
                resumed,
            ),
        };
        reply(found)
    }

    /// The entry of a part in the newest snapshot that judged it; `None` if there is none.
    ///
    /// # Errors
    /// [`Error::Stale`] if the store was written since the ticket was made.
    pub fn explain(&self, id: &str, resumed: Option<Resumed>) -> Result<Reply<Option<Explanation>>, Error> {
        let judges_part = |snapshot: &SnapshotOfWindow| snapshot.items.iter().any(|item| is_judged(item, id));
        let call = String::from("window.explain ") + id;
        let found = self.newest_matching(&call, self.snapshot_numbers(), &judges_part, resumed);
        reply(found.map(|found| found.and_then(|snapshot| explanation(snapshot, id))))
    }

    /// The newest of these snapshots that satisfies a predicate. One snapshot is loaded per round.
    fn newest_matching(
        &self,
        call: &str,
        numbers: RangeInclusive<u32>,
        is_wanted: &dyn Fn(&SnapshotOfWindow) -> bool,
        mut resumed: Option<Resumed>,
    ) -> Attempt<Option<SnapshotOfWindow>> {
        let call_for = |number: u32| self.store.call(call, &[&number.to_le_bytes()]);
        let mut newest = *numbers.end();
        if let Some(Resumed { ticket, .. }) = &resumed {
            let is_ticket_of = |number: &u32| call_for(*number).check(ticket) != Err(Ticket::unknown());
            newest = numbers.clone().rev().find(is_ticket_of).ok_or_else(Ticket::unknown)?;
        }
        for number in (*numbers.start()..=newest).rev() {
            let key = self.snapshot_key(number);
            let found =
                self.store.answer(call_for(number), resumed.take(), |rows| Ok(rows.read(&key).filter(is_wanted)))?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

/// Whether this is the part with the id, and the policy judged it.
fn is_judged(item: &SnapshotItem, id: &str) -> bool {
    let is_judged =
        matches!(item.fate, ItemFate::Pruned | ItemFate::Spared | ItemFate::Recapped) || !item.factors.is_empty();
    item.id == id && is_judged
}

fn explanation(snapshot: SnapshotOfWindow, id: &str) -> Option<Explanation> {
    let SnapshotOfWindow { number, time, reason, items, .. } = snapshot;
    let item = items.into_iter().find(|item| is_judged(item, id))?;
    Some(Explanation { snapshot: number, time, reason, item })
}

#[cfg(test)]
mod tests {
    use super::super::settings::Settings;
    use super::super::space::{KEEP_SECRETS, WindowOwner};
    use super::super::store::Backend;
    use super::*;
    use crate::ask::{Answer, Ask, RowPage};
    use alloc::vec::Vec;

    fn resumed(Ask { ticket, requests }: Ask) -> Option<Resumed> {
        let none = Answer::Rows(RowPage { rows: Vec::new(), complete: true });
        Some(Resumed { ticket, answers: vec![none; requests.len()] })
    }

    #[test]
    fn snapshots_are_read_one_by_one_and_a_ticket_of_another_question_is_refused() {
        let owner = WindowOwner { name: "w".into(), ..WindowOwner::default() };
        let mut window = Window::of(owner, Settings::default(), KEEP_SECRETS, Backend::Store(1)).unwrap();
        window.state.n_snapshots = 3;
        let mut asks = Vec::new();
        let mut answers = None;
        while let Reply::Ask(ask) = window.explain("x", answers).unwrap() {
            assert_eq!(window.explain("y", resumed(ask.clone())).unwrap_err(), Ticket::unknown());
            assert_eq!(window.find_snapshot(None, resumed(ask.clone())).unwrap_err(), Ticket::unknown());
            assert!(!asks.contains(&ask), "it asks for the same again");
            asks.push(ask.clone());
            answers = resumed(ask);
        }
        assert_eq!(asks.len(), 3);
        window.set_generation(2);
        assert_eq!(window.explain("x", resumed(asks.remove(0))).unwrap_err(), Error::Stale);
        assert_eq!(window.find_snapshot(Some(4), None).unwrap(), Reply::Done(None));
    }
}
