//! Appends recorded sessions to a context, message by message, with a compaction at every limit. Counts calls that are
//! separated from their results, and losses of content that must be preserved.

use std::collections::BTreeMap;

use scrubjay_core::session::{CompactionSettings, CompactionTrigger, SessionQuestion};
use serde_json::Value;

use super::Recording;
use super::messages::{MessageEntry, MessageForm, entries};
use super::truth::{self, LossKind};
use super::world::World;
use crate::Outcome;

const NOW: i64 = 2_000_000_000_000;
const ID: &str = "recorded";

#[derive(Default)]
struct Count {
    n_compactions: usize,
    n_removed: usize,
    n_parted: usize,
    n_changed: usize,
    looked: BTreeMap<LossKind, usize>,
    lost: BTreeMap<LossKind, usize>,
}

pub(super) fn print(sessions: &[Recording<'_>]) -> Outcome {
    let usual = CompactionSettings::default();
    let settings = [
        ("defaults (50 entries to 30, 100,000 tokens)", usual),
        ("20 entries to 10", CompactionSettings { max_entries: 20, keep_entries: 10, ..usual }),
        ("30,000 tokens", CompactionSettings { max_entries: 100_000_000, max_tokens: 30_000, ..usual }),
    ];
    println!("### What compactions keep\n");
    println!(
        "| limits, form of messages | sessions | compactions | entries that left | calls parted | histories changed | looked for | lost |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut all = Count::default();
    for (name, settings) in settings {
        for form in [MessageForm::Anthropic, MessageForm::OpenAi] {
            let mut count = Count::default();
            for recording in sessions {
                replay(recording, form, settings, &mut count)?;
            }
            let sum = |of: &BTreeMap<LossKind, usize>| of.values().sum::<usize>();
            let Count { n_compactions, n_removed, n_parted, n_changed, looked, lost } = &count;
            println!(
                "| {name}, {form:?} | {} | {n_compactions} | {n_removed} | {n_parted} | {n_changed} | {} | {} |",
                sessions.len(),
                sum(looked),
                sum(lost)
            );
            looked.iter().for_each(|(what, n)| *all.looked.entry(*what).or_default() += n);
            lost.iter().for_each(|(what, n)| *all.lost.entry(*what).or_default() += n);
        }
    }
    println!("\n| looked for after compactions | times | lost |\n|---|---|---|");
    for (what, n) in &all.looked {
        println!("| {what:?} | {n} | {} |", all.lost.get(what).unwrap_or(&0));
    }
    Ok(())
}

fn replay(recording: &Recording<'_>, form: MessageForm, settings: CompactionSettings, count: &mut Count) -> Outcome {
    let said = entries(recording, form);
    let pairs = truth::call_result_pairs(&said);
    let (mut world, mut first_kept) = (World::default(), 0);
    for (at, one) in said.iter().enumerate() {
        let entry = Value::from(vec![one.message.clone()]).to_string();
        let changed = world.run(|memory, resumed| memory.append_to_session(ID, &entry, None, NOW, resumed))?;
        world.commit(&changed.effects)?;
        let done = world.run(|memory, resumed| memory.compact_session(ID, settings, None, None, NOW, resumed))?;
        world.commit(&done.effects)?;
        if done.report.trigger == CompactionTrigger::None {
            continue;
        }
        first_kept += done.report.n_removed as usize;
        count.n_compactions += 1;
        count.n_removed += done.report.n_removed as usize;
        count.n_parted +=
            pairs.iter().filter(|(call, result)| (*call + 1..=*result).contains(&first_kept) && *result <= at).count();
        let question = SessionQuestion { id: ID.into(), version: None };
        let context = world.run(|memory, resumed| memory.load_session(&question, resumed))?;
        let document: Value = serde_json::from_str(&context.document)?;
        let stays: &[MessageEntry<'_>] = &said[first_kept..=at];
        let history = document["recent_history"].as_array().ok_or("a context without a history")?;
        let is_same =
            history.len() == stays.len() && history.iter().zip(stays).all(|(kept, said)| *kept == said.message);
        count.n_changed += usize::from(!is_same);
        for what in truth::find_losses(&said[..first_kept], stays, &document["survived"], &mut count.looked) {
            *count.lost.entry(what).or_default() += 1;
        }
    }
    Ok(())
}
