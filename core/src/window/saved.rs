//! Saves a window as bytes, lists the windows of a store, and ends a window.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::bytes::ByteVec;
use minicbor::{Decode, Encode};

use super::settings::Settings;
use super::space::{KEEP_SECRETS, Window, WindowChanged, WindowOpened, WindowOwner};
use super::store::{Backend, State};
use crate::ask::{Attempt, Reply, Resumed, reply};
use crate::base::error::Error;
use crate::base::sort;
use crate::record::batch::check_name;
use crate::record::envelope;
use crate::record::keyspace::{self, Keyspace, end_of};
use crate::record::row_map::RowMap;
use crate::record::rows::Span;
use crate::record::run::Call;

/// The name in the checksum of saved bytes, in place of a row's key.
const SEAL_NAME: &[u8] = b"window";
/// The most bytes of a saved window, its bodies included.
const MAX_BYTES: usize = 256 << 20;
/// The most windows in one page.
const MAX_LISTED: u32 = 1_000;
/// The bytes per window that are read for a page; if rows are larger, a page has fewer windows.
const PAGE_ROW_BYTES: u32 = 4 << 10;

/// The name and the rows of a window, as they are saved.
#[derive(Encode, Decode)]
#[cbor(map)]
struct SavedWindow {
    #[n(0)]
    name: String,
    #[n(1)]
    rows: Vec<SavedRow>,
}

#[derive(Encode, Decode)]
#[cbor(map)]
struct SavedRow {
    #[n(0)]
    key: ByteVec,
    #[n(1)]
    value: ByteVec,
}

/// A window in a list, by the facts that its own row has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedWindow {
    /// The name that it was opened with.
    pub name: String,
    /// The time of its last change, in milliseconds since 1970.
    pub used: i64,
    /// Prunes of the window since it began.
    pub n_prunes: u32,
    /// The bytes stored for restoring.
    pub body_bytes: u64,
}

/// Windows of one tenant, at most as many as were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowPage {
    /// Ordered by name.
    pub windows: Vec<ListedWindow>,
    /// Whether there are more, after the last of these.
    pub has_more: bool,
}

impl Window {
    /// The rows of the window as bytes, to be loaded by another instance; empty for a window of the memory store. The
    /// messages are the caller's and must be pushed again.
    pub fn save(&self) -> Vec<u8> {
        let Backend::Map(map) = &self.store.backend else { return Vec::new() };
        let row =
            |(key, value): (&Vec<u8>, &Vec<u8>)| SavedRow { key: key.clone().into(), value: value.clone().into() };
        let saved = SavedWindow { name: self.store.name.clone(), rows: map.0.iter().map(row).collect() };
        envelope::encode_value(SEAL_NAME, &saved)
    }

    /// Loads a window from the bytes of [`Window::save`]; the caller then pushes its messages again.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the bytes are damaged or a setting is out of its range; [`Error::NewerFormat`] if a newer
    /// release wrote them; [`Error::TooLarge`] beyond 256 MiB.
    pub fn load(saved: &[u8], settings: Settings) -> Result<(Window, WindowOpened), Error> {
        Error::check_limit("bytes of a saved window", saved.len(), MAX_BYTES)?;
        let damaged = || Error::invalid("saved", "it is damaged, or was never saved");
        let SavedWindow { name, rows } = envelope::read(SEAL_NAME, saved).ok_or_else(damaged)?;
        let map = sort::map(rows.into_iter().map(|row| (row.key.into(), row.value.into())));
        let owner = WindowOwner { name, ..WindowOwner::default() };
        match reply(Window::of(owner, settings, KEEP_SECRETS, Backend::Map(RowMap(map)))?.read(None))? {
            Reply::Done(opened) => Ok(opened),
            Reply::Ask(_) => Err(damaged()),
        }
    }

    /// Ends the window: deletes its rows, so that nothing can be restored. Its learnings remain.
    ///
    /// # Errors
    /// [`Error::Conflict`] if another instance changed the window.
    pub fn end(&mut self, now: i64, resumed: Option<Resumed>) -> Result<Reply<WindowChanged>, Error> {
        reply(self.end_attempt(now, resumed))
    }

    fn end_attempt(&mut self, now: i64, resumed: Option<Resumed>) -> Attempt<WindowChanged> {
        let call = self.store.call("window.end", &[now.to_le_bytes().as_slice()]);
        let ((), effects) = self.store.change(call, resumed, |rows| {
            self.check_unchanged(rows)?;
            // In any order, since rows are kept by their keys.
            for id in self.pruned_rows.keys().copied().collect::<Vec<_>>() {
                rows.set(self.store.key(Keyspace::Pruned, id), None);
                rows.set(self.store.key(Keyspace::Body, id), None);
            }
            self.snapshot_keys().for_each(|key| rows.set(key, None));
            rows.set(self.store.state_key(), None);
            Ok(())
        })?;
        self.reset();
        Ok(WindowChanged { effects: self.store.commit(effects) })
    }

    /// A page of a tenant's windows in the memory store at generation `at`, by name, starting after `after`; `limit` is
    /// 1 to 1,000.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the tenant, the limit or `after` is not valid.
    pub fn list(
        tenant: &str,
        at: u64,
        (limit, after): (u32, &str),
        resumed: Option<Resumed>,
    ) -> Result<Reply<WindowPage>, Error> {
        reply(list(tenant, at, (limit, after), resumed))
    }
}

fn list(tenant: &str, at: u64, (limit, after): (u32, &str), resumed: Option<Resumed>) -> Attempt<WindowPage> {
    check_name("tenant", tenant)?;
    check_name("after", after)?;
    if !(1..=MAX_LISTED).contains(&limit) {
        return Err(Error::invalid("limit", "from 1 to 1,000").into());
    }
    let tenant_prefix = keyspace::windows_prefix(tenant);
    let mut start = tenant_prefix.clone();
    if !after.is_empty() {
        start = keyspace::window_key(tenant, after);
        start.push(0);
    }
    let span = Span { start, end: end_of(tenant_prefix.clone()) };
    let call = Call::of(at, "window.list", [tenant.as_bytes(), &limit.to_le_bytes(), after.as_bytes()]);
    call.answer(resumed, |rows| {
        let (keys, is_all) = rows.page(&span, limit * PAGE_ROW_BYTES);
        let listed_window = |key: &Vec<u8>| {
            let name = core::str::from_utf8(key.get(tenant_prefix.len()..)?).ok()?;
            let state: State = rows.read(key)?;
            let (used, n_prunes, body_bytes) = (state.used.milliseconds(), state.n_prunes, state.body_bytes);
            Some(ListedWindow { name: name.into(), used, n_prunes, body_bytes })
        };
        let has_more = !is_all || keys.len() > limit as usize;
        Ok(WindowPage { windows: keys.iter().take(limit as usize).filter_map(listed_window).collect(), has_more })
    })
}

#[cfg(test)]
mod tests {
    use super::super::item::{ItemKind, NewItem};
    use super::super::policy::fixtures::part;
    use super::*;

    fn with_question(mut window: Window) -> Window {
        window.push(Vec::from([part(ItemKind::User, "Where is the parser?")])).unwrap();
        window
    }

    #[test]
    fn the_count_of_the_provider_is_saved_at_once() {
        let mut window = with_question(Window::new(Settings::default()).unwrap());
        window.prune(1_000, None).unwrap();
        window.report_usage(50_000);
        let (loaded, _) = Window::load(&window.save(), Settings::default()).unwrap();
        // The saved row has no time yet, which must not be read as 1970.
        assert_eq!(loaded.last_request, None);
        let mut loaded = with_question(loaded);
        assert_eq!(loaded.status().tokens, 50_000);
        assert!(loaded.set_task("parser", 2_000, None).is_ok(), "and it can be changed");
        loaded.report_usage(60_000);
        assert_eq!(loaded.status().tokens, 60_000);
        let (again, _) = Window::load(&loaded.save(), Settings::default()).unwrap();
        assert_eq!((again.last_request, again.status().task.as_str()), (Some(2_000), "parser"));
    }

    /// Formerly pushed messages had no task, so that a policy that counts tasks never saw one.
    #[test]
    fn messages_have_the_task_set_before_them_even_after_a_restart() {
        let said = |n: u32| NewItem { message: n, ..part(ItemKind::User, &alloc::format!("message {n}")) };
        let tasks = |window: &Window| -> Vec<String> {
            window.history.items.iter().map(|item| item.pushed.task.clone()).collect()
        };
        let mut window = Window::new(Settings::default()).unwrap();
        window.push((0..2).map(said).collect()).unwrap();
        window.set_task("parser", 1_000, None).unwrap();
        window.push((2..4).map(said).collect()).unwrap();
        window.set_task("", 2_000, None).unwrap();
        let (mut loaded, _) = Window::load(&window.save(), Settings::default()).unwrap();
        loaded.set_task("docs", 3_000, None).unwrap();
        loaded.push((0..5).map(said).collect()).unwrap();
        assert_eq!(tasks(&loaded), ["", "", "parser", "parser", "docs"]);
    }

    /// Formerly a restart doubled the total, and half of a conversation was pruned for nothing.
    #[test]
    fn the_count_of_the_provider_is_compared_with_the_request_it_counted() {
        let mut window = with_question(Window::new(Settings::default()).unwrap());
        window.prune(1_000, None).unwrap();
        let (mut loaded, _) = Window::load(&window.save(), Settings::default()).unwrap();
        loaded.report_usage(50_000);
        assert_eq!(with_question(loaded).status().tokens, 50_000, "of the request before the restart");
        let mut never_asked = with_question(Window::new(Settings::default()).unwrap());
        let tokens = never_asked.status().tokens;
        never_asked.report_usage(50_000);
        assert_eq!(never_asked.status().tokens, tokens, "of no request that is known");
    }
}
