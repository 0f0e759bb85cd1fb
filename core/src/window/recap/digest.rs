//! What a run of messages was about, part by part: what was asked, which files were touched how, what failed and was not mended.
//!
//! A fold over the parts in their order, so that a run that grows costs only what is new in it. Keeps places of parts and names of
//! files; texts are read, and secrets masked, when a recap is written. Not here: what of it there is room for (`text`).

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::super::arguments::CallSort;
use super::super::history::{History, Item, Words};
use super::super::item::ItemKind;
use super::super::signals::Signals;
use super::super::stub;
use crate::text::refusal::is_refusal;

/// What was done to a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FileWork {
    pub(crate) n_reads: u32,
    pub(crate) n_edits: u32,
    /// The last call that named it failed.
    pub(crate) has_failed: bool,
    /// The place of that call's result.
    pub(crate) last: u32,
}

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digest {
    /// Places of the parts that were taken in.
    pub(crate) places: Range<u32>,
    /// What the user said, and the model to the user.
    pub(crate) asked: Vec<u32>,
    pub(crate) said: Vec<u32>,
    pub(crate) files: BTreeMap<String, FileWork>,
    /// The last result of each question that failed, by the question.
    pub(crate) failures: BTreeMap<u64, u32>,
    /// How often each tool was called.
    pub(crate) tools: BTreeMap<String, u32>,
    /// Recaps that came as the caller sent them.
    pub(crate) recaps: Vec<u32>,
}

impl Digest {
    /// The digest of nothing, before a place.
    pub(crate) fn at(start: u32) -> Digest {
        Digest { places: start..start, ..Digest::default() }
    }

    /// Takes in what stands up to a place. O(parts that are new).
    pub(crate) fn extend(&mut self, history: &History, signals: &Signals, end: u32) {
        for at in self.places.end..end {
            self.take(history, signals, at);
        }
        self.places.end = end;
    }

    fn take(&mut self, history: &History, signals: &Signals, at: u32) {
        let item = &history.items[at as usize];
        if item.is_echo && stub::is_recap(&item.new.text) {
            return self.recaps.push(at);
        }
        if item.words == Words::User {
            self.asked.push(at);
        }
        match item.new.kind {
            ItemKind::Assistant if !item.new.text.trim().is_empty() => self.said.push(at),
            ItemKind::Call if !item.new.tool.is_empty() => {
                *self.tools.entry(item.new.tool.clone()).or_default() += 1;
            }
            ItemKind::ToolResult => self.result(history, signals, at, item),
            _ => {}
        }
    }

    fn result(&mut self, history: &History, signals: &Signals, at: u32, item: &Item) {
        let Some(place) = item.partner else { return };
        let has_failed = item.new.is_error && !is_refusal(&item.new.text);
        let question = signals.question(place);
        match has_failed {
            true => _ = self.failures.insert(question, at),
            false => _ = self.failures.remove(&question),
        }
        let is_edit = signals.of(place).sort == Some(CallSort::Edit);
        for path in &history.items[place as usize].paths {
            let work = self.files.entry(path.clone()).or_default();
            work.n_edits += u32::from(is_edit);
            work.n_reads += u32::from(!is_edit);
            (work.has_failed, work.last) = (has_failed, at);
        }
    }
}
