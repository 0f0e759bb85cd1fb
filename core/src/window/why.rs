//! In words: what a part is about, and what the conversation tells of it.
//!
//! These are facts, which hold whatever the policy makes of them. Not here: the factors of a value, which are numbers (`policy`).

use alloc::string::String;
use alloc::vec::Vec;

use super::arguments::CallSort;
use super::history::{History, Item};
use super::item::ItemKind;
use super::signals::{Known, Signals};
use super::{held, stub};
use crate::base::map::Map;
use crate::record::guard::Guard;
use crate::text::display;

/// The facts about a conversation that the explanations of its parts are made from.
pub(super) struct Facts<'w> {
    history: &'w History,
    signals: &'w Signals,
    guard: Guard,
    heats: Vec<f64>,
    /// The step in which each file was edited last.
    edited: Map<&'w str, u32>,
}

impl<'w> Facts<'w> {
    /// O(parts).
    pub(super) fn of(history: &'w History, signals: &'w Signals, guard: Guard) -> Facts<'w> {
        let mut edited = Map::default();
        for (at, item) in history.items.iter().enumerate() {
            if signals.of(at as u32).sort == Some(CallSort::Edit) {
                edited.extend(item.paths.iter().map(|path| (path.as_str(), item.step)));
            }
        }
        Facts { history, signals, guard, heats: signals.heats(history), edited }
    }

    /// The subject of a part, masked: the path or the first line of the command that its call names; empty where it
    /// names none.
    pub(super) fn subject(&self, at: usize) -> String {
        let subject = held::subject(self.history, self.guard, at);
        subject.map_or_else(String::new, |subject| display::plain(&stub::subject(&subject)).into_owned())
    }

    /// When it came, whether something took its place since, and whether anything asks for it.
    pub(super) fn words(&self, at: usize) -> String {
        let (item, known) = (&self.history.items[at], self.signals.of(at as u32));
        let mut words = alloc::format!("of step {}", item.step + 1);
        let mut add = |what: &str| {
            words.push_str(", ");
            words.push_str(what);
        };
        if item.new.kind == ItemKind::Thinking {
            add("thinking whose calls are made");
        }
        if let Some(why) = superseded(item, known) {
            add(why);
        }
        if let Some(step) = self.edited_since(at) {
            add(&alloc::format!("its file edited at step {}", step + 1));
        }
        match (known.n_unique, known.n_lines) {
            (_, 0) => {}
            // A call is some lines, which its result or its file has too.
            _ if item.new.kind == ItemKind::Call => {}
            (0, _) => add("each of its lines stands elsewhere or was changed"),
            (unique, all) if unique * 2 < all => add("most of its lines stand elsewhere or were changed"),
            _ => {}
        }
        let idle = self.history.n_steps.saturating_sub(known.last + 1);
        match known.uses {
            0 => add("asked for by no call since"),
            _ => add(&alloc::format!("last asked for {} ago", steps(idle))),
        }
        if self.heats[at] <= 0.0 {
            add("named by nothing of late");
        }
        words
    }

    /// The call that a part is, or whose result it is.
    fn call(&self, at: usize) -> Option<&Item> {
        let item = &self.history.items[at];
        match item.new.kind {
            ItemKind::Call => Some(item),
            _ => item.partner.map(|call| &self.history.items[call as usize]),
        }
    }

    /// The step after its own in which a file was edited that its call names, or that it quotes.
    fn edited_since(&self, at: usize) -> Option<u32> {
        let step = self.history.items[at].step;
        let called = self.call(at).map_or(&[][..], |call| call.paths.as_slice());
        let quoted = self.history.items[at].new.places.iter().map(|place| &place.path);
        let edited = called.iter().chain(quoted).filter_map(|path| self.edited.get(path.as_str()).copied());
        edited.filter(|edited| *edited > step).max()
    }
}

fn superseded(item: &Item, known: &Known) -> Option<&'static str> {
    match (known.is_superseded, known.sort) {
        (false, _) => None,
        _ if item.new.is_error => Some("it failed"),
        (true, Some(CallSort::Edit)) => Some("it repeats what its call says"),
        (true, _) => Some("asked again since"),
    }
}

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
    fn what_left_is_told_by_what_it_was_about_and_what_came_of_it() {
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
        let Ok(Reply::Done(Some(told))) = window.find_snapshot(None, None) else { panic!("it pruned") };
        let about = |subject: &str| -> &SnapshotItem {
            told.items.iter().find(|item| item.subject == subject && item.kind == ItemKind::ToolResult).unwrap()
        };
        let read = &about("src/a.rs").why;
        assert!(read.starts_with("of step 1, its file edited at step 3, "), "{read}");
        assert!(read.contains("last asked for 9 steps ago"), "{read}");
        let failed = &about("make").why;
        assert!(failed.starts_with("of step 2, it failed, "), "{failed}");
        assert!(failed.contains("asked for by no call since"), "{failed}");
    }
}
