//! Clearing: deletes all texts that the windows of a memory store keep: bodies, list lines, subjects and explanations of
//! parts, and tasks. The windows themselves remain.
//!
//! Clearing is done in slices, each a change of its own. All bodies and all tasks are deleted, because bodies cannot be
//! searched for a text. The windows' own rows come last, so that an interrupted clearing is repeated as a whole.
//! Not here: the bytes that are left in the store's file.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::snapshot::SnapshotOfWindow;
use super::store::{PrunedRow, State};
use crate::ask::{Attempt, Reply, Resumed, reply};
use crate::base::error::Error;
use crate::effects::Effects;
use crate::record::keyspace::{self, Keyspace, end_of};
use crate::record::rows::{Rows, Span};
use crate::record::run::Call;

/// The order of clearing: a window's own row comes last, so that an interrupted run starts over.
const KEYSPACE_ORDER: [Keyspace; 4] = [Keyspace::Pruned, Keyspace::Body, Keyspace::Snapshot, Keyspace::Window];
/// The most bytes of rows in one slice.
const MAX_BYTES: u32 = 4 << 20;
/// The most rows in one slice.
const MAX_ROWS: usize = 10_000;

/// The deletions of one slice of clearing, and the position of the next slice.
#[derive(Clone, Debug, PartialEq)]
pub struct ClearedWindows {
    /// The rows, which the host must commit before the next slice.
    pub effects: Effects,
    /// The number of bodies deleted by this slice.
    pub n_bodies: u32,
    /// The position of the next slice; empty at the end.
    pub next: Vec<u8>,
}

/// Clears one slice of a tenant's windows in the memory store at generation `at`; an empty `after` starts over.
///
/// # Errors
/// [`Error::Invalid`] if no slice ended at `after`.
pub fn clear(tenant: &str, at: u64, after: &[u8], resumed: Option<Resumed>) -> Result<Reply<ClearedWindows>, Error> {
    reply(slice(tenant, at, after, resumed))
}

fn slice(tenant: &str, at: u64, after: &[u8], resumed: Option<Resumed>) -> Attempt<ClearedWindows> {
    let (keyspace_index, start) = slice_start(tenant, after)?;
    let span = Span { start, end: end_of(first_key(KEYSPACE_ORDER[keyspace_index], tenant)) };
    let call = Call::of(at, "window.clear", [tenant.as_bytes(), after]);
    let ((n_taken, last_key), effects) = call.change(resumed, |rows| {
        let (mut keys, is_all) = rows.page(&span, MAX_BYTES);
        let is_last = is_all && keys.len() <= MAX_ROWS;
        keys.truncate(MAX_ROWS);
        keys.iter().for_each(|key| clear_row(rows, KEYSPACE_ORDER[keyspace_index], key));
        Ok((keys.len() as u32, keys.pop().filter(|_| !is_last)))
    })?;
    let next_position = match last_key {
        Some(key) => [key.as_slice(), &[0]].concat(),
        None => KEYSPACE_ORDER.get(keyspace_index + 1).map_or_else(Vec::new, |keyspace| first_key(*keyspace, tenant)),
    };
    let n_bodies = if KEYSPACE_ORDER[keyspace_index] == Keyspace::Body { n_taken } else { 0 };
    Ok(ClearedWindows { effects, n_bodies, next: next_position })
}

/// The index into `KEYSPACE_ORDER` and the first key of a slice.
fn slice_start(tenant: &str, after: &[u8]) -> Result<(usize, Vec<u8>), Error> {
    if after.is_empty() {
        return Ok((0, first_key(KEYSPACE_ORDER[0], tenant)));
    }
    let has_position = |keyspace: &Keyspace| {
        let start = first_key(*keyspace, tenant);
        start.as_slice() <= after && after < end_of(start.clone()).as_slice()
    };
    let keyspace_index =
        KEYSPACE_ORDER.iter().position(has_position).ok_or_else(|| Error::invalid("after", "no slice ended there"))?;
    Ok((keyspace_index, after.to_vec()))
}

fn first_key(keyspace: Keyspace, tenant: &str) -> Vec<u8> {
    keyspace::tenant_prefix(keyspace, tenant)
}

/// Removes the texts from a row: list line, subject and explanations of parts, and tasks. Deletes a body, and a row that cannot be decoded, since such a row
/// may hold a text.
fn clear_row(rows: &mut Rows, keyspace: Keyspace, key: &[u8]) {
    match keyspace {
        Keyspace::Pruned => edit_row(rows, key, |pruned: &mut PrunedRow| {
            (core::mem::take(&mut pruned.n_bytes) > 0) | clear_text(&mut pruned.line) | clear_text(&mut pruned.subject)
        }),
        Keyspace::Snapshot => edit_row(rows, key, |snapshot: &mut SnapshotOfWindow| {
            let mut has_changed = clear_text(&mut snapshot.task);
            for item in &mut snapshot.items {
                has_changed |= clear_text(&mut item.subject) | clear_text(&mut item.why);
            }
            has_changed
        }),
        Keyspace::Window => edit_row(rows, key, |state: &mut State| {
            let had_task = clear_text(&mut state.task) | !core::mem::take(&mut state.tasks).is_empty();
            let has_changed = core::mem::take(&mut state.body_bytes) > 0 || had_task;
            // An instance that knows the rows as they were is refused, and reads them again.
            state.version += u64::from(has_changed);
            has_changed
        }),
        _ => rows.set(key.to_vec(), None),
    }
}

/// Empties a text; returns whether it was not empty.
fn clear_text(text: &mut String) -> bool {
    !core::mem::take(text).is_empty()
}

/// Rewrites a row if `change` returns true; deletes a row that cannot be decoded.
fn edit_row<T: Encode<()> + for<'v> Decode<'v, ()>>(rows: &mut Rows, key: &[u8], change: impl FnOnce(&mut T) -> bool) {
    match rows.read::<T>(key) {
        Some(mut payload) => {
            if change(&mut payload) {
                rows.put(key.to_vec(), &payload);
            }
        }
        None => rows.set(key.to_vec(), None),
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;

    use super::super::item::{ItemKind, NewItem};
    use super::super::policy::fixtures::part;
    use super::super::settings::{Policy, Settings};
    use super::super::space::{Window, WindowOwner};
    use super::*;
    use crate::ask::{Answer, Ask, Request, Row, RowPage};
    use crate::record::SecretPolicy;

    /// A memory store in a map.
    #[derive(Default)]
    struct World {
        rows: BTreeMap<Vec<u8>, Vec<u8>>,
        generation: u64,
        /// The most rows of a page; `None`: no limit.
        max_rows: Option<usize>,
    }

    impl World {
        fn run<T>(&self, mut call: impl FnMut(Option<Resumed>) -> Result<Reply<T>, Error>) -> Result<T, Error> {
            let mut resumed = None;
            loop {
                match call(resumed.take())? {
                    Reply::Done(done) => return Ok(done),
                    Reply::Ask(Ask { requests, ticket }) => {
                        let answers = requests.iter().map(|request| Answer::Rows(self.answer(request))).collect();
                        resumed = Some(Resumed { ticket, answers });
                    }
                }
            }
        }

        fn answer(&self, request: &Request) -> RowPage {
            let row = |(key, value): (&Vec<u8>, &Vec<u8>)| Row { key: key.clone(), value: value.clone() };
            match request {
                Request::Keys(keys) => {
                    let rows = keys.iter().filter_map(|key| self.rows.get_key_value(key)).map(row).collect();
                    RowPage { rows, complete: true }
                }
                Request::Range(range) => {
                    let limit = self.max_rows.unwrap_or(usize::MAX);
                    let mut rows = self.rows.range(range.start.clone()..range.end.clone()).map(row);
                    let page = rows.by_ref().take(limit).collect();
                    RowPage { complete: rows.next().is_none(), rows: page }
                }
                Request::Span(_) | Request::Model(_) => panic!("windows ask for no lines"),
            }
        }

        fn commit(&mut self, effects: Effects) {
            self.generation = effects.to_generation;
            effects.deletes.iter().for_each(|key| drop(self.rows.remove(key)));
            self.rows.extend(effects.puts.into_iter().map(|row| (row.key, row.value)));
        }

        fn open(&self, tenant: &str) -> Window {
            let settings =
                Settings { max_tokens: 100_000, threshold: 0.05, policy: Policy::KeepLast, ..Settings::default() };
            // Nothing leaves whole, so that each body has an edit.
            let settings = Settings { keep_last: 1, recap_share: 0.0, ..settings };
            let owner = WindowOwner { tenant: tenant.into(), name: "talk".into(), ..WindowOwner::default() };
            self.run(|resumed| {
                Window::open(owner.clone(), settings.clone(), SecretPolicy::Mask, self.generation, resumed)
            })
            .unwrap()
            .0
        }

        /// A window with a task and pruned parts, and the ids of these parts.
        fn pruned(&mut self, tenant: &str) -> (Window, Vec<String>) {
            let mut window = self.open(tenant);
            let Ok(changed) = self.run(|resumed| window.set_task("secret task", 1, resumed)) else { panic!("a task") };
            self.commit(changed.effects);
            window.set_generation(self.generation);
            window.push((0..8).flat_map(pair).collect()).unwrap();
            let whole = self.run(|resumed| window.prune(2, resumed)).unwrap();
            self.commit(whole.effects);
            window.set_generation(self.generation);
            window.report_usage(90_000);
            let pruned = self.run(|resumed| window.prune(2, resumed)).unwrap();
            assert!(pruned.n_pruned > 2, "{}", pruned.n_pruned);
            self.commit(pruned.effects);
            window.set_generation(self.generation);
            (window, pruned.edits.into_iter().map(|edit| edit.id).collect())
        }

        /// Clears in slices of at most `max_rows` rows; returns the number of deleted bodies.
        fn clear(&mut self, tenant: &str, max_rows: Option<usize>) -> u32 {
            self.max_rows = max_rows;
            let (mut n_bodies, mut after) = (0, Vec::new());
            loop {
                let done = self.run(|resumed| clear(tenant, self.generation, &after, resumed)).unwrap();
                n_bodies += done.n_bodies;
                self.commit(done.effects);
                after = done.next;
                if after.is_empty() {
                    self.max_rows = None;
                    return n_bodies;
                }
            }
        }

        fn n_rows_with(&self, text: &str) -> usize {
            let is_in = |value: &&Vec<u8>| value.windows(text.len()).any(|found| found == text.as_bytes());
            self.rows.values().filter(is_in).count()
        }
    }

    /// A call and its result, as the n-th response.
    fn pair(n: u32) -> Vec<NewItem> {
        let of = |kind, text: &str, message| {
            let (call_id, response) = (alloc::format!("call {n}"), n);
            NewItem { message, call_id, response, tool: "read".into(), ..part(kind, text) }
        };
        let body = alloc::format!("{n} secret {}", "letters ".repeat(250));
        let arguments = "{\"command\":\"cat secret\"}";
        Vec::from([of(ItemKind::Call, arguments, 2 * n), of(ItemKind::ToolResult, &body, 2 * n + 1)])
    }

    #[test]
    fn clearing_removes_all_texts_of_one_tenant_and_of_no_other() {
        for max_rows in [Some(1), Some(3), None] {
            let mut world = World::default();
            let (_, ids) = world.pruned("me");
            let (mut other_window, other_ids) = world.pruned("other");
            let n_secret = world.n_rows_with("secret");
            assert_eq!(world.clear("me", max_rows), ids.len() as u32);
            assert_eq!((world.n_rows_with("secret"), world.clear("me", None)), (n_secret / 2, 0));

            let mut reopened = world.open("me");
            assert_eq!((reopened.status().body_bytes, reopened.status().task), (0, String::new()));
            reopened.push((0..8).flat_map(pair).collect()).unwrap();
            let restored = world.run(|resumed| reopened.restore(&ids[0], 3, resumed));
            assert!(matches!(restored, Err(Error::Expired(_))), "{restored:?}");
            other_window.set_generation(world.generation);
            assert!(
                world.run(|resumed| other_window.restore(&other_ids[0], 3, resumed)).unwrap().text.contains("secret")
            );
        }
    }

    #[test]
    fn the_next_change_by_an_instance_opened_before_clearing_is_refused() {
        let mut world = World::default();
        let (mut window, ids) = world.pruned("me");
        world.clear("me", None);
        window.set_generation(world.generation);
        assert!(matches!(world.run(|resumed| window.pin(&ids, true, 3, resumed)), Err(Error::Conflict)));
    }

    #[test]
    fn a_change_that_asks_or_is_refused_alters_nothing() {
        let mut world = World::default();
        let (mut window, ids) = world.pruned("me");
        window.push((8..16).flat_map(pair).collect()).unwrap();
        world.clear("me", None);
        window.set_generation(world.generation);
        let before = alloc::format!("{window:?}");
        assert!(matches!(window.prune(3, None), Ok(Reply::Ask(_))));
        let pruned = world.run(|resumed| window.prune(3, resumed)).map(|done| done.effects);
        let other_changes = [
            world.run(|resumed| window.pin(&ids, true, 3, resumed)),
            world.run(|resumed| window.set_task("other", 3, resumed)),
            world.run(|resumed| window.snapshot(3, resumed)),
            world.run(|resumed| window.end(3, resumed)),
        ];
        for refused in other_changes.map(|done| done.map(|changed| changed.effects)).into_iter().chain([pruned]) {
            assert!(matches!(refused, Err(Error::Conflict)), "{refused:?}");
        }
        assert_eq!(alloc::format!("{window:?}"), before);
    }

    #[test]
    fn a_row_that_cannot_be_read_is_deleted_too() {
        let mut world = World::default();
        world.pruned("me");
        for value in world.rows.iter_mut().filter(|(key, _)| key[0] >= Keyspace::Window as u8).map(|(_, value)| value) {
            value.push(0);
        }
        world.clear("me", None);
        assert_eq!(world.n_rows_with("secret"), 0);
    }

    #[test]
    fn a_position_that_no_slice_returned_is_refused() {
        for after in [&[0][..], &[0x81, 2, b'm', b'e'], &[0x89, 1, b'm'], &[0xff; 40]] {
            let refused = clear("me", 0, after, None);
            assert!(matches!(refused, Err(Error::Invalid { argument: "after", .. })), "{after:?}");
        }
    }
}
