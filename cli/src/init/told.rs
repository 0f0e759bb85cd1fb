//! The messages of `init` about what it will do or has done.

use serde_json::{Value, json};

use super::harness::{EntryKind, Harness};
use super::plan::{FileEffect, Plan};
use super::program::Program;
use crate::Output;
use crate::capture::MemorySummary;

pub(super) fn plans_in_words(plans: &[Plan], is_planned: bool, summary: Option<&MemorySummary>) -> String {
    if plans.is_empty() {
        return "there is nothing to take back\n".to_owned();
    }
    let mut words = String::new();
    for Plan { target, effect, added, kept_entries, why, .. } in plans {
        let would_be = if is_planned && effect.is_change() { "would be " } else { "" };
        let remark = match (effect, why) {
            (FileEffect::Unchanged, Some(why)) => format!(": {why}"),
            (FileEffect::Unchanged, None) => ": there is nothing to do".to_owned(),
            (FileEffect::Kept | FileEffect::Refused, _) => ": it is left as it is".to_owned(),
            _ => String::new(),
        };
        words.push_str(&format!("{}  {would_be}{}{remark}\n", target.display_path, effect.word()));
        if is_planned {
            added.iter().flat_map(|one| one.lines()).for_each(|line| words.push_str(&format!("  + {line}\n")));
        }
        kept_entries
            .iter()
            .for_each(|one| words.push_str(&format!("  somebody wrote or changed the {one}, which stays\n")));
    }
    words.push_str(&summary.map(MemorySummary::in_words).unwrap_or_default());
    words
}

pub(super) fn plans_in_json(plans: &[Plan], is_planned: bool, summary: Option<&MemorySummary>) -> Value {
    let file = |plan: &Plan| {
        let Plan { target, effect, added, kept_entries, why, .. } = plan;
        json!({ "path": target.display_path, "did": effect.word(), "added": added, "left": kept_entries, "why": why })
    };
    json!({ "files": plans.iter().map(file).collect::<Value>(), "dry_run": is_planned, "knows": summary.map(MemorySummary::in_json) })
}

/// Prints why a file is not changed, and what the user must still do.
pub(super) fn print_remarks(plans: &[Plan], program: &Program, output: &Output) {
    for Plan { target, why, .. } in plans.iter().filter(|plan| plan.effect == FileEffect::Refused) {
        output.warn(format_args!("{} is left as it is: {}", target.display_path, why.as_deref().unwrap_or_default()));
    }
    let has_added = |wanted: &dyn Fn(&Plan) -> bool| plans.iter().any(|plan| !plan.added.is_empty() && wanted(plan));
    if let Some(note) = program.note.as_ref().filter(|_| has_added(&|plan| plan.target.part != EntryKind::Text)) {
        output.warn(format_args!("note: {note}"));
    }
    if has_added(&|plan| plan.target.part == EntryKind::Hooks && plan.target.harness == Some(Harness::Codex)) {
        output.say("note: Codex runs new hooks once you have looked at them: type /hooks in it; those of a project, once you trust the project");
    }
}
