//! Learnings: records of errors and files that a pruned part showed, derived by rule, without a model.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::history::Item;
use super::item::ItemKind;
use super::space::Window;
use crate::ask::{Attempt, Reply, Resumed, reply};
use crate::base::error::Error;
use crate::base::id::{RecordId, hash_event};
use crate::base::path::MAX_PATH_BYTES;
use crate::base::sort::sort;
use crate::base::time::Timestamp;
use crate::record::add::EventRow;
use crate::record::batch::{MAX_AHEAD_MILLISECONDS, channel_of_window};
use crate::record::derived::ListRow;
use crate::record::envelope::{self, Parent, Record};
use crate::record::keyspace::{self, Kind};
use crate::record::kinds::{MAX_FILES, MAX_TOOL_BYTES};
use crate::record::project::Project;
use crate::record::rows::Rows;
use crate::record::situation::unsituated;
use crate::record::{Origin, Trust};
use crate::text::error_line::first_error_line;
use crate::text::refusal::is_refusal;

/// The most bytes of an error line that is recorded.
const MAX_LINE_BYTES: usize = 500;
/// The most learnings in one page.
const MAX_LISTED: u32 = 1_000;

/// A learning from a part that was pruned.
#[derive(Clone, Debug, PartialEq)]
pub struct Learning {
    /// The id of its record.
    pub id: String,
    /// When the part was written, in milliseconds since 1970.
    pub time: i64,
    /// The kind of the pruned part: a result or code.
    pub item: ItemKind,
    /// The tool of a call or result; else empty.
    pub tool: String,
    /// Paths that its call named or whose code it quotes, sorted.
    pub paths: Vec<String>,
    /// Whether the tool failed; a refused call did not.
    pub failed: bool,
    /// The first line that names the error; empty if the tool did not fail.
    pub first_error_line: String,
    /// The id of the part in its window.
    pub part: String,
}

/// Learnings of one window, at most as many as were asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct LearningPage {
    /// Newest first.
    pub learnings: Vec<Learning>,
    /// Whether there are older ones.
    pub has_more: bool,
}

impl Window {
    /// Records the learning of a result or of code, once per part; other parts have none.
    pub(super) fn learn(&self, rows: &mut Rows, at: usize, now: Timestamp) {
        let item = &self.history.items[at];
        // A call has no learning of its own: that of its result names the tool and the paths.
        if !matches!(item.pushed.kind, ItemKind::ToolResult | ItemKind::Code) {
            return;
        }
        let tenant = &self.store.tenant;
        let event_id = format!("window {} {}", self.store.name, item.id.text());
        // A record with a time in the future could not be imported.
        let is_ahead = item.pushed.time > now.milliseconds().saturating_add(MAX_AHEAD_MILLISECONDS);
        let time = Timestamp::checked("time", item.pushed.time).unwrap_or_default();
        let time = if is_ahead { now } else { time };
        let id = RecordId::of_event(time, tenant, &event_id);
        let record = self.record(item, event_id.clone(), time, now);
        let list_row = ListRow { n_bytes: record.text.len() as u32, kind: None, is_imported: false };
        for channel in ["", &record.channel] {
            rows.put(keyspace::list_key(tenant, Kind::Learning, channel, id), &list_row);
        }
        rows.put(keyspace::event_key(tenant, hash_event(tenant, &event_id)), &EventRow { record: Parent::of(id) });
        let key = keyspace::record_key(tenant, id);
        let value = record.seal(&key);
        rows.set(key, Some(value));
        #[cfg(feature = "graph")]
        self.record_quoted_code_views(rows, item, &record);
    }

    /// The record of a part's learning, untrusted and in the channel of the window.
    fn record(&self, item: &Item, event_id: String, time: Timestamp, recorded: Timestamp) -> Record {
        let call = item.partner.map(|at| &self.history.items[at as usize]);
        let called_paths = call.map_or(&[][..], |call| call.paths.as_slice()).iter();
        let quoted_paths = item.pushed.places.iter().filter_map(|place| self.place_path(&place.path));
        let mut paths: Vec<String> = called_paths.map(|path| self.path(path)).chain(quoted_paths).collect();
        sort(&mut paths);
        paths.dedup();
        paths.truncate(MAX_FILES);
        let tool = call.map_or(&item.pushed.tool, |call| &call.pushed.tool).clone();
        let failed = item.pushed.is_error && !is_refusal(&item.pushed.text);
        let text = if failed { self.error_line(&item.pushed.text) } else { String::new() };
        let learning = envelope::LearningFields {
            item: String::from(item.pushed.kind.word()),
            tool: fitting(&self.guard.masked_name(&tool), MAX_TOOL_BYTES),
            paths,
            failed,
            part: item.id.text(),
        };
        unsituated!(Record {
            kind: Kind::Learning,
            time,
            recorded,
            origin: Origin::Tool,
            event_id,
            channel: channel_of_window(&self.store.name),
            principal: self.store.principal.clone(),
            text,
            trust: Some(Trust::Untrusted),
            parents: Vec::new(),
            anchors: Vec::new(),
            learning: Some(learning),
            metadata: String::new(),
            body: None,
            intent: None,
            updated: None,
            own_trust: None,
            adopted: None,
        })
    }

    /// The path of a place in the form of records; `None` if it leads out of the project or is invalid.
    pub(super) fn place_path(&self, path: &str) -> Option<String> {
        Project::default().path(&self.guard.masked_name(path)).ok()
    }

    /// A path of a call in the form of records, as far as possible without the project.
    fn path(&self, path: &str) -> String {
        let path = self.guard.masked_name(path);
        fitting(&Project::default().path(&path).unwrap_or_else(|_| path.into_owned()), MAX_PATH_BYTES)
    }

    /// The first line of an error text that names the error, shortened and masked.
    fn error_line(&self, text: &str) -> String {
        // A secret of several lines is only known as a whole.
        fitting(first_error_line(&self.guard.masked(text)), MAX_LINE_BYTES)
    }

    /// The learnings of this window, newest first.
    ///
    /// # Errors
    /// [`Error::Invalid`] unless `limit` is 1 to 1,000.
    pub fn learnings(&self, limit: u32, resumed: Option<Resumed>) -> Result<Reply<LearningPage>, Error> {
        reply(self.learnings_attempt(limit, resumed))
    }

    fn learnings_attempt(&self, limit: u32, resumed: Option<Resumed>) -> Attempt<LearningPage> {
        if !(1..=MAX_LISTED).contains(&limit) {
            return Err(Error::invalid("limit", "from 1 to 1,000").into());
        }
        let channel = channel_of_window(&self.store.name);
        let call = self.store.call("window.learnings", &[limit.to_le_bytes().as_slice()]);
        let mut found = self.store.newest_records(call, (Kind::Learning, &channel), limit + 1, resumed)?;
        let has_more = found.len() > limit as usize;
        found.truncate(limit as usize);
        let learnings = found.into_iter().filter_map(|(id, record)| learning(id, record)).collect();
        Ok(LearningPage { learnings, has_more })
    }
}

/// The learning in a record; `None` for other records.
fn learning(id: RecordId, record: Record) -> Option<Learning> {
    let envelope::LearningFields { item, tool, paths, failed, part } = record.learning?;
    let item = ItemKind::of_word(&item).unwrap_or(ItemKind::Other);
    let (time, first_error_line) = (record.time.milliseconds(), record.text);
    Some(Learning { id: id.text(), time, item, tool, paths, failed, first_error_line, part })
}

/// A text as records accept it: without NUL, and shortened to `limit` bytes.
fn fitting(text: &str, limit: usize) -> String {
    let text = text.replace('\0', "\u{fffd}");
    String::from(&text[..text.floor_char_boundary(limit)])
}

#[cfg(test)]
mod tests {

    use super::super::item::NewItem;
    use super::super::policy::fixtures::part;
    use super::super::settings::{Policy, Settings};
    use super::super::space::{KEEP_SECRETS, WindowOwner};
    use super::super::store::Backend;
    use super::*;
    use crate::base::code_place::CodePlace;
    use crate::record::export_line;
    use crate::record::row_map::RowMap;
    use crate::record::{Owner, RecordSpace};

    const NOW: i64 = 1_700_000_000_000;

    /// A window that read files of these paths and pruned the results.
    fn pruned(name: &str, paths: &[&str]) -> Window {
        let owner = WindowOwner { name: name.into(), ..WindowOwner::default() };
        let settings =
            Settings { max_tokens: 20_000, threshold: 0.05, policy: Policy::KeepLast, ..Settings::default() };
        let settings = Settings { keep_last: 1, ..settings };
        let mut window = Window::of(owner, settings, KEEP_SECRETS, Backend::Map(RowMap::default())).unwrap();
        let of = |n: usize, kind, text: &str, message: usize| NewItem {
            message: message as u32,
            call_id: format!("call {n}"),
            response: n as u32,
            tool: "Read\0".into(),
            is_error: true,
            time: 9_000_000_000_000,
            ..part(kind, text)
        };
        let last = "last.py";
        for (n, path) in paths.iter().chain([&last; 4]).enumerate() {
            let call = format!("{{\"path\":{}}}", crate::text::json::string(path));
            let result = format!("error\0 {n} {}", "letters ".repeat(250));
            let items = [of(n, ItemKind::Call, &call, 2 * n), of(n, ItemKind::ToolResult, &result, 2 * n + 1)];
            window.push(items.into()).unwrap();
        }
        let Ok(Reply::Done(pruned)) = window.prune(NOW, None) else { panic!("nothing is asked for") };
        assert!(pruned.n_pruned as usize >= paths.len(), "{}", pruned.n_pruned);
        window
    }

    fn learnt(window: &Window) -> LearningPage {
        let Ok(Reply::Done(page)) = window.learnings(100, None) else { panic!("nothing is asked for") };
        page
    }

    /// Formerly long paths, long names of windows, a NUL and a clock that ran ahead made lines that no import accepted.
    #[test]
    fn exported_learnings_of_a_window_can_be_imported() {
        let (long, name) = ("d/".repeat(4_000) + "a.py", "w".repeat(128));
        let window = pruned(&name, &[&long, "nul\0.py"]);
        let ids = learnt(&window).learnings.into_iter().map(|one| RecordId::parse(&one.id).unwrap());
        let Backend::Map(rows) = &window.store.backend else { panic!("it lies in a map") };
        let exported = |id: RecordId| {
            let key = keyspace::record_key("", id);
            export_line(id, Record::open(&key, &rows.0[&key]).unwrap().0)
        };
        let lines: Vec<String> = ids.map(exported).collect();
        let owner = Owner { speaker: Origin::Person, ..Owner::default() };
        let space = RecordSpace { owner, ..RecordSpace::default() };
        let read = space.pack_import(&lines.join("\n"), "", true, NOW).unwrap();
        assert!(lines.len() > 2 && read.refused.is_empty(), "{:?}", read.refused);
    }

    #[test]
    fn windows_whose_long_names_begin_alike_have_different_channels() {
        let channels: Vec<String> = ["x", "y"].map(|end| channel_of_window(&("w".repeat(127) + end))).into();
        assert!(channels[0] != channels[1] && channels.iter().all(|channel| channel.len() == 128), "{channels:?}");
        assert_eq!(channel_of_window("w"), "window:w");
    }

    #[test]
    fn pruned_code_names_its_files_in_the_learning_and_in_the_stub() {
        let settings = Settings { max_tokens: 4_000, threshold: 0.3, policy: Policy::Lru, ..Settings::default() };
        let mut window = Window::new(settings).unwrap();
        let place = |path: &str, first_line, last_line| CodePlace { path: path.into(), first_line, last_line };
        let text = "x = 1\n".repeat(400);
        let code = |message, places| NewItem { message, places, ..part(ItemKind::Code, &text) };
        let places = alloc::vec![place("src\\b.py", 3, 9), place("a.py", 0, 0), place("a.py", 2, 2)];
        let said = |message| NewItem { message, response: message, ..part(ItemKind::Assistant, "I see.") };
        let parts = [code(0, places), said(1), code(2, Vec::new()), said(3), code(4, Vec::new())];
        window.push(parts.into()).unwrap();
        let Ok(Reply::Done(pruned)) = window.prune(NOW, None) else { panic!("nothing is asked for") };
        let stub = pruned.edits[0].replacement.clone().unwrap();
        assert!(stub.contains("; code src\\\\b.py:3-9 and 2 more; "), "{stub}");
        let paths: Vec<Vec<String>> = learnt(&window).learnings.into_iter().map(|one| one.paths).collect();
        assert!(paths.contains(&["a.py".into(), "src/b.py".into()].into()), "{paths:?}");
        let backwards = code(5, alloc::vec![place("a.py", 3, 2)]);
        assert!(matches!(window.push([backwards].into()), Err(Error::Invalid { .. })));
        let many = code(5, alloc::vec![place("a.py", 1, 2); 101]);
        assert!(matches!(window.push([many].into()), Err(Error::TooLarge(_))));
    }

    #[test]
    fn paths_of_learnings_have_the_form_of_recorded_paths() {
        let window = pruned("w", &["./src//a.py", "src\\b.py", "../c.py"]);
        let paths: Vec<String> = learnt(&window).learnings.into_iter().flat_map(|one| one.paths).collect();
        for path in ["src/a.py", "src/b.py", "../c.py"] {
            assert!(paths.iter().any(|one| one == path), "{path}: {paths:?}");
        }
    }
}
