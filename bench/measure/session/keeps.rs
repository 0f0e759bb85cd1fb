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
    n_looked: BTreeMap<LossKind, usize>,
    n_lost: BTreeMap<LossKind, usize>,
}

pub(super) fn print(sessions: &[Recording<'_>]) -> Outcome {
    let default_settings = CompactionSettings::default();
    let settings = [
        ("defaults (50 entries to 30, 100,000 tokens)", default_settings),
        ("20 entries to 10", CompactionSettings { max_entries: 20, keep_entries: 10, ..default_settings }),
        ("30,000 tokens", CompactionSettings { max_entries: 100_000_000, max_tokens: 30_000, ..default_settings }),
    ];
    println!("### What compactions keep\n");
    println!(
        "| limits, form of messages | sessions | compactions | entries that left | calls parted | histories changed | looked for | lost |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut total = Count::default();
    for (name, settings) in settings {
        for form in [MessageForm::Anthropic, MessageForm::OpenAi] {
            let mut count = Count::default();
            for recording in sessions {
                replay(recording, form, settings, &mut count)?;
            }
            let sum = |counts: &BTreeMap<LossKind, usize>| counts.values().sum::<usize>();
            let Count { n_compactions, n_removed, n_parted, n_changed, n_looked, n_lost } = &count;
            println!(
                "| {name}, {form:?} | {} | {n_compactions} | {n_removed} | {n_parted} | {n_changed} | {} | {} |",
                sessions.len(),
                sum(n_looked),
                sum(n_lost)
            );
            n_looked.iter().for_each(|(what, n)| *total.n_looked.entry(*what).or_default() += n);
            n_lost.iter().for_each(|(what, n)| *total.n_lost.entry(*what).or_default() += n);
        }
    }
    println!("\n| looked for after compactions | times | lost |\n|---|---|---|");
    for (what, n) in &total.n_looked {
        println!("| {what:?} | {n} | {} |", total.n_lost.get(what).unwrap_or(&0));
    }
    Ok(())
}

fn replay(recording: &Recording<'_>, form: MessageForm, settings: CompactionSettings, count: &mut Count) -> Outcome {
    let messages = entries(recording, form);
    let pairs = truth::call_result_pairs(&messages);
    let (mut world, mut first_kept) = (World::default(), 0);
    for (at, message_entry) in messages.iter().enumerate() {
        let entry = Value::from(vec![message_entry.message.clone()]).to_string();
        let appended = world.run(|memory, resumed| memory.append_to_session(ID, &entry, None, NOW, resumed))?;
        world.commit(&appended.effects)?;
        let compacted = world.run(|memory, resumed| memory.compact_session(ID, settings, None, None, NOW, resumed))?;
        world.commit(&compacted.effects)?;
        if compacted.report.trigger == CompactionTrigger::None {
            continue;
        }
        first_kept += compacted.report.n_removed as usize;
        count.n_compactions += 1;
        count.n_removed += compacted.report.n_removed as usize;
        count.n_parted +=
            pairs.iter().filter(|(call, result)| (*call + 1..=*result).contains(&first_kept) && *result <= at).count();
        let question = SessionQuestion { id: ID.into(), version: None };
        let context = world.run(|memory, resumed| memory.load_session(&question, resumed))?;
        let document: Value = serde_json::from_str(&context.document)?;
        let stays: &[MessageEntry<'_>] = &messages[first_kept..=at];
        let history = document["recent_history"].as_array().ok_or("a context without a history")?;
        let is_same =
            history.len() == stays.len() && history.iter().zip(stays).all(|(kept, entry)| *kept == entry.message);
        count.n_changed += usize::from(!is_same);
        for what in truth::find_losses(&messages[..first_kept], stays, &document["survived"], &mut count.n_looked) {
            *count.n_lost.entry(what).or_default() += 1;
        }
    }
    Ok(())
}
