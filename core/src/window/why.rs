//! Explains a part in words: its subject, and the signals about it.
//!
//! An explanation states facts that hold for every policy. Not here: the factors of a value (`policy`).

use alloc::string::String;
use alloc::vec::Vec;

use super::arguments::CallEffect;
use super::history::{History, Item};
use super::item::ItemKind;
use super::signals::{PartSignals, Signals};
use super::{masking, stub};
use crate::base::map::Map;
use crate::record::guard::Guard;
use crate::text::display;

/// The inputs of explanations.
pub(super) struct PartExplainer<'w> {
    history: &'w History,
    signals: &'w Signals,
    guard: Guard,
    /// For each part, how much its words are mentioned now.
    mention_weights: Vec<f64>,
    /// The step of the last edit of each file.
    last_edit_steps: Map<&'w str, u32>,
}

impl<'w> PartExplainer<'w> {
    /// Prepares explanations. O(parts).
    pub(super) fn of(history: &'w History, signals: &'w Signals, guard: Guard) -> PartExplainer<'w> {
        let mut last_edit_steps = Map::default();
        for (at, item) in history.items.iter().enumerate() {
            if signals.of(at as u32).effect == Some(CallEffect::Edit) {
                last_edit_steps.extend(item.paths.iter().map(|path| (path.as_str(), item.step)));
            }
        }
        PartExplainer { history, signals, guard, mention_weights: signals.mention_weights(history), last_edit_steps }
    }

    /// The masked subject of a part: the path or first line of the command of its call; may be empty.
    pub(super) fn subject(&self, at: usize) -> String {
        let subject = masking::masked_subject(self.history, self.guard, at);
        subject.map_or_else(String::new, |subject| display::on_one_line(&stub::shorten_subject(&subject)).into_owned())
    }

    /// Says when the part came, whether it is superseded or its file was edited since, and when it was last asked for.
    pub(super) fn explanation(&self, at: usize) -> String {
        let (item, signals) = (&self.history.items[at], self.signals.of(at as u32));
        let mut words = alloc::format!("of step {}", item.step + 1);
        let mut add_clause = |what: &str| {
            words.push_str(", ");
            words.push_str(what);
        };
        if item.pushed.kind == ItemKind::Thinking {
            add_clause("thinking whose calls are made");
        }
        if let Some(why) = superseded(item, signals) {
            add_clause(why);
        }
        if let Some(step) = self.edited_since(at) {
            add_clause(&alloc::format!("its file edited at step {}", step + 1));
        }
        match (signals.n_unique, signals.n_lines) {
            (_, 0) => {}
            // The lines of a call are in its result or its file too.
            _ if item.pushed.kind == ItemKind::Call => {}
            (0, _) => add_clause("each of its lines stands elsewhere or was changed"),
            (n_unique, n_lines) if n_unique * 2 < n_lines => {
                add_clause("most of its lines stand elsewhere or were changed")
            }
            _ => {}
        }
        let n_idle_steps = self.history.n_steps.saturating_sub(signals.last_asked_step + 1);
        match signals.uses {
            0 => add_clause("asked for by no call since"),
            _ => add_clause(&alloc::format!("last asked for {} ago", steps(n_idle_steps))),
        }
        if self.mention_weights[at] <= 0.0 {
            add_clause("named by nothing of late");
        }
        words
    }

    /// The call that a part is or answers; `None` without one.
    fn call(&self, at: usize) -> Option<&Item> {
        let item = &self.history.items[at];
        match item.pushed.kind {
            ItemKind::Call => Some(item),
            _ => item.partner.map(|call| &self.history.items[call as usize]),
        }
    }

    /// The step of the newest edit of a file that a part's call names or that the part quotes; `None` if no such edit
    /// is later than the part.
    fn edited_since(&self, at: usize) -> Option<u32> {
        let step = self.history.items[at].step;
        let called_paths = self.call(at).map_or(&[][..], |call| call.paths.as_slice());
        let quoted_paths = self.history.items[at].pushed.places.iter().map(|place| &place.path);
        let edit_steps =
            called_paths.iter().chain(quoted_paths).filter_map(|path| self.last_edit_steps.get(path.as_str()).copied());
        edit_steps.filter(|edit_step| *edit_step > step).max()
    }
}

/// Why a part is superseded; `None` if it is not.
fn superseded(item: &Item, signals: &PartSignals) -> Option<&'static str> {
    match (signals.is_superseded, signals.effect) {
        (false, _) => None,
        _ if item.pushed.is_error => Some("it failed"),
        (true, Some(CallEffect::Edit)) => Some("it repeats what its call says"),
        (true, _) => Some("asked again since"),
    }
}

/// A number of steps in words.
fn steps(n: u32) -> String {
    if n == 1 { String::from("1 step") } else { alloc::format!("{n} steps") }
}

#[cfg(test)]
mod tests {
    use super::super::formats::MessageFormat;
    use super::super::settings::Settings;
    use super::super::snapshot::SnapshotItem;
    use super::super::space::Window;
    use super::*;
    use crate::ask::Reply;

    /// The messages of a call and its result.
    fn step(n: usize, (tool, input): (&str, &str), result: &str, is_error: bool) -> String {
        alloc::format!(
            r#",{{"role":"assistant","content":[{{"type":"tool_use","id":"t{n}","name":"{tool}","input":{input}}}]}},
            {{"role":"user","content":[{{"type":"tool_result","tool_use_id":"t{n}","is_error":{is_error},"content":"{result}"}}]}}"#
        )
    }

    fn lines(of: &str) -> String {
        (0..60).map(|n| alloc::format!("let {of}_{n} = compute({n});\\n")).collect()
    }

    #[test]
    fn a_pruned_part_is_explained_by_its_subject_its_step_and_its_use() {
        let mut messages = String::from(r#"[{"role":"user","content":"Mend it."}"#);
        messages += &step(0, ("Read", r#"{"file_path":"src/a.rs"}"#), &lines("alpha"), false);
        messages += &step(1, ("Bash", r#"{"command":"make"}"#), &lines("failure"), true);
        let edit =
            r#"{"file_path":"src/a.rs","old_string":"let alpha_1 = compute(1);","new_string":"let alpha_1 = 1;"}"#;
        messages += &step(2, ("Edit", edit), "Done.", false);
        (3..12).for_each(|n| messages += &step(n, ("Bash", r#"{"command":"true"}"#), "", false));
        let settings = Settings { max_tokens: 2_000, threshold: 0.5, recap_share: 0.0, ..Settings::default() };
        let mut window = Window::new(settings).unwrap();
        window.push_messages(MessageFormat::Anthropic, &(messages + "]"), 0, 0).unwrap();
        assert!(matches!(window.prune(0, None), Ok(Reply::Done(_))));
        let Ok(Reply::Done(Some(snapshot))) = window.find_snapshot(None, None) else { panic!("it pruned") };
        let result_about = |subject: &str| -> &SnapshotItem {
            snapshot.items.iter().find(|item| item.subject == subject && item.kind == ItemKind::ToolResult).unwrap()
        };
        let read = &result_about("src/a.rs").why;
        assert!(read.starts_with("of step 1, its file edited at step 3, "), "{read}");
        assert!(read.contains("last asked for 9 steps ago"), "{read}");
        let failed = &result_about("make").why;
        assert!(failed.starts_with("of step 2, it failed, "), "{failed}");
        assert!(failed.contains("asked for by no call since"), "{failed}");
    }
}
