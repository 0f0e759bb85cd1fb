//! Digests a run of messages: user messages, file activity, and failures that were not fixed.
//!
//! A digest is a fold over the parts in order, so that a growing run costs only its new parts. It keeps indices of
//! parts and names of files; texts are read and masked when the recap is written. Not here: what fits into the recap
//! (`text`).

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

/// The calls that named a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FileActivity {
    pub(crate) n_reads: u32,
    pub(crate) n_edits: u32,
    /// Whether the last call that named it failed.
    pub(crate) has_failed: bool,
    /// The index of that call's result.
    pub(crate) last_result: u32,
}

/// The parts of a run that its recap may mention, by index or by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digest {
    /// The indices of the parts digested so far.
    pub(crate) indices: Range<u32>,
    /// Indices of the parts with words of the user.
    pub(crate) user_parts: Vec<u32>,
    /// Indices of the model's words to the user.
    pub(crate) assistant_parts: Vec<u32>,
    /// The activity on each file, by path.
    pub(crate) files: BTreeMap<String, FileActivity>,
    /// The index of the last failed result of each question, by the question's hash.
    pub(crate) failures: BTreeMap<u64, u32>,
    /// The number of calls of each tool.
    pub(crate) tools: BTreeMap<String, u32>,
    /// Indices of recaps that the caller pushed as they were sent.
    pub(crate) earlier_recaps: Vec<u32>,
}

impl Digest {
    /// An empty digest that begins at the part `start`.
    pub(crate) fn empty_at(start: u32) -> Digest {
        Digest { indices: start..start, ..Digest::default() }
    }

    /// Digests the parts up to `end`. O(new parts).
    pub(crate) fn extend(&mut self, history: &History, signals: &Signals, end: u32) {
        for at in self.indices.end..end {
            self.add_part(history, signals, at);
        }
        self.indices.end = end;
    }

    fn add_part(&mut self, history: &History, signals: &Signals, at: u32) {
        let item = &history.items[at as usize];
        if item.was_pushed_as_stub && stub::is_recap(&item.pushed.text) {
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

    /// Counts the result for the files that its call names, and notes or clears the failure of its question.
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
