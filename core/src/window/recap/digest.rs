//! What a run of messages was about, part by part: what was asked, which files were touched how, what failed and was not mended.
//!
//! A fold over the parts in their order, so that a run that grows costs only what is new in it. Keeps places of parts and names of
//! files; texts are read, and secrets masked, when a recap is written. Not here: what of it there is room for (`text`).

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::super::arguments::CallEffect;
use super::super::history::{History, Item, UserWords};
use super::super::item::ItemKind;
use super::super::signals::Signals;
use super::super::stub;
use crate::text::refusal::is_refusal;

/// What was done to a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FileActivity {
    pub(crate) n_reads: u32,
    pub(crate) n_edits: u32,
    /// The last call that named it failed.
    pub(crate) has_failed: bool,
    /// The place of that call's result.
    pub(crate) last_result: u32,
}

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digest {
    /// Places of the parts that were taken in.
    pub(crate) places: Range<u32>,
    /// What the user said, and the model to the user.
    pub(crate) user_parts: Vec<u32>,
    pub(crate) assistant_parts: Vec<u32>,
    pub(crate) files: BTreeMap<String, FileActivity>,
    /// The last result of each question that failed, by the question.
    pub(crate) failures: BTreeMap<u64, u32>,
    /// How often each tool was called.
    pub(crate) tools: BTreeMap<String, u32>,
    /// Recaps that came as the caller sent them.
    pub(crate) earlier_recaps: Vec<u32>,
}

impl Digest {
    /// The digest of nothing, before a place.
    pub(crate) fn empty_at(start: u32) -> Digest {
        Digest { places: start..start, ..Digest::default() }
    }

    /// Takes in what stands up to a place. O(parts that are new).
    pub(crate) fn extend(&mut self, history: &History, signals: &Signals, end: u32) {
        for at in self.places.end..end {
            self.add_part(history, signals, at);
        }
        self.places.end = end;
    }

    fn add_part(&mut self, history: &History, signals: &Signals, at: u32) {
        let item = &history.items[at as usize];
        if item.is_echo && stub::is_recap(&item.pushed.text) {
            return self.earlier_recaps.push(at);
        }
        if item.user_words == UserWords::User {
            self.user_parts.push(at);
        }
        match item.pushed.kind {
            ItemKind::Assistant if !item.pushed.text.trim().is_empty() => self.assistant_parts.push(at),
            ItemKind::Call if !item.pushed.tool.is_empty() => {
                *self.tools.entry(item.pushed.tool.clone()).or_default() += 1;
            }
            ItemKind::ToolResult => self.add_result(history, signals, at, item),
            _ => {}
        }
    }

    fn add_result(&mut self, history: &History, signals: &Signals, at: u32, item: &Item) {
        let Some(place) = item.partner else { return };
        let has_failed = item.pushed.is_error && !is_refusal(&item.pushed.text);
        let question = signals.question(place);
        match has_failed {
            true => _ = self.failures.insert(question, at),
            false => _ = self.failures.remove(&question),
        }
        let is_edit = signals.of(place).effect == Some(CallEffect::Edit);
        for path in &history.items[place as usize].paths {
            let work = self.files.entry(path.clone()).or_default();
            work.n_edits += u32::from(is_edit);
            work.n_reads += u32::from(!is_edit);
            (work.has_failed, work.last_result) = (has_failed, at);
        }
    }
}
