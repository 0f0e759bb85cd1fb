//! What a part taught, recorded before it is pruned: by rule, without a model.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::history::Item;
use super::item::ItemKind;
use super::space::Window;
use crate::ask::{Attempt, Reply, Resumed, reply};
use crate::base::error::Error;
use crate::base::id::{RecordId, hash_event};
use crate::base::time::Timestamp;
use crate::record::add::EventRow;
use crate::record::derived::Ordered;
use crate::record::envelope::{self, Parent, Record};
use crate::record::keyspace::{self, Kind};
use crate::record::rows::Rows;
use crate::record::{Origin, Trust};
use crate::text::error_line::first_error_line;
use crate::text::refusal::is_refusal;
use crate::text::secrets::mask;

/// The longest line of an error that is recorded, in bytes.
const MOST_LINE_BYTES: usize = 500;
/// The most learnings that are listed at once.
const MOST_LISTED: u32 = 1_000;

/// What a pruned part taught.
#[derive(Clone, Debug, PartialEq)]
pub struct Learning {
    /// The id of its record.
    pub id: String,
    /// When the part was said.
    pub time: i64,
    /// What it was.
    pub item: ItemKind,
    /// The tool of a call or result; else empty.
    pub tool: String,
    /// Paths that its call named.
    pub paths: Vec<String>,
    /// The tool failed.
    pub failed: bool,
    /// The first line that tells of the error; empty where it did not fail.
    pub first_error_line: String,
    /// The id of the part in its window.
    pub part: String,
}

/// Learnings.
#[derive(Clone, Debug, PartialEq)]
pub struct LearningPage {
    /// Newest first.
    pub learnings: Vec<Learning>,
    /// There are older ones.
    pub has_more: bool,
}

impl Window {
    /// Writes what a part taught, once for each part.
    pub(super) fn learn(&self, rows: &mut Rows, at: usize, now: Timestamp) {
        let item = &self.history.items[at];
        // A call is told by its result, which names its tool and paths.
        if !matches!(item.new.kind, ItemKind::ToolResult | ItemKind::Code) {
            return;
        }
        let tenant = &self.kept.tenant;
        let event_id = format!("window {} {}", self.kept.name, item.id.text());
        let time = Timestamp::checked("time", item.new.time).unwrap_or_default();
        let id = RecordId::of_event(time, tenant, &event_id);
        let record = self.record(item, event_id.clone(), time, now);
        let ordered = Ordered { n_bytes: record.text.len() as u32, kind: None, is_imported: false };
        for channel in ["", &record.channel] {
            rows.put(keyspace::order(tenant, Kind::Learning, channel, id), &ordered);
        }
        rows.put(keyspace::event(tenant, hash_event(tenant, &event_id)), &EventRow { record: Parent::of(id) });
        let key = keyspace::record(tenant, id);
        let value = record.seal(&key);
        rows.set(key, Some(value));
    }

    fn record(&self, item: &Item, event_id: String, time: Timestamp, recorded: Timestamp) -> Record {
        let call = item.partner.map(|at| &self.history.items[at as usize]);
        let paths = call.map_or_else(Vec::new, |call| call.paths.clone());
        let tool = call.map_or(&item.new.tool, |call| &call.new.tool).clone();
        let failed = item.new.is_error && !is_refusal(&item.new.text);
        let text = if failed { masked_error_line(&item.new.text) } else { String::new() };
        let name = |name: &String| self.guard.masked(name).into_owned();
        let learning = envelope::Learning {
            item: String::from(item.new.kind.word()),
            tool: name(&tool),
            paths: paths.iter().map(name).collect(),
            failed,
            part: item.id.text(),
        };
        Record {
            kind: Kind::Learning,
            time,
            recorded,
            origin: Origin::Tool,
            event_id,
            channel: format!("window:{}", self.kept.name),
            principal: self.kept.principal.clone(),
            session: String::new(),
            text,
            trust: Some(Trust::Untrusted),
            parents: Vec::new(),
            anchors: Vec::new(),
            learning: Some(learning),
            task: String::new(),
            metadata: String::new(),
            body: None,
            intent: None,
            updated: None,
        }
    }

    /// What the parts of this window taught that were pruned, newest first.
    ///
    /// # Errors
    /// [`Error::Invalid`] of `most`, 1 to 1,000.
    pub fn learnings(&self, most: u32, resumed: Option<Resumed>) -> Result<Reply<LearningPage>, Error> {
        reply(self.learnings_attempt(most, resumed))
    }

    fn learnings_attempt(&self, most: u32, resumed: Option<Resumed>) -> Attempt<LearningPage> {
        if !(1..=MOST_LISTED).contains(&most) {
            return Err(Error::invalid("most", "from 1 to 1,000").into());
        }
        let channel = format!("window:{}", self.kept.name);
        let call = self.kept.call("window.learnings", &[most.to_le_bytes().as_slice()]);
        let mut found = self.kept.listed(call, (Kind::Learning, &channel), most + 1, resumed)?;
        let has_more = found.len() > most as usize;
        found.truncate(most as usize);
        let learnings = found.into_iter().filter_map(|(id, record)| learning(id, record)).collect();
        Ok(LearningPage { learnings, has_more })
    }
}

fn learning(id: RecordId, record: Record) -> Option<Learning> {
    let envelope::Learning { item, tool, paths, failed, part } = record.learning?;
    let item = ItemKind::of_word(&item).unwrap_or(ItemKind::Other);
    let (time, first_error_line) = (record.time.milliseconds(), record.text);
    Some(Learning { id: id.text(), time, item, tool, paths, failed, first_error_line, part })
}

/// The line of an error that names it; secrets masked.
fn masked_error_line(text: &str) -> String {
    // A secret of several lines is only known as a whole.
    let masked = mask(text);
    let masked = first_error_line(&masked);
    String::from(&masked[..masked.floor_char_boundary(MOST_LINE_BYTES)])
}
