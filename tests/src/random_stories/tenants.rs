//! Asks as one tenant about everything of another: every answer and every change must be as in a store without the other.

use std::fmt::Debug;

use scrubjay_core::ask::Reply;
use scrubjay_core::episode::{
    CoEditsQuestion, EventsQuestion, FileHistoryQuestion, LastTouchesQuestion, NotesQuestion, PatternsQuestion,
    StrategiesQuestion, TasksQuestion, ToolStatsQuestion, WorkingMemoryQuestion,
};
use scrubjay_core::error::Error;
use scrubjay_core::memory::Memory;
use scrubjay_core::record::{Event, EventBody, NewText, Outcome, Owner, RecordSettings, Selection, StrategyUse};

use super::generate::{Generator, TENANTS};
use super::model::{Batch, BatchEvent, Model, kept};
use super::store::Store;
use crate::window::generate::Chance;

/// A mark in every text of the other tenant, and in no text of the asking one.
const MARK: &str = "not-yours";
/// The number of batches of each tenant, and the most events in a batch.
const N_BATCHES: usize = 6;
const N_EVENTS: usize = 12;
const NOW: i64 = 1_700_000_600_000;

/// Two stores: one has both tenants, the other only the asking one.
struct Pair {
    store_of_both: Store,
    store_of_one: Store,
    memory: Memory,
    owner: Owner,
    their_events: Vec<Event>,
    their_ids: Vec<String>,
}

/// Makes `n` random probes of a seed.
///
/// # Errors
/// The first answer that shows something of the other tenant.
pub fn probe(seed: u64, n: usize) -> Result<(), String> {
    let mut chance = Chance::new(seed);
    let mut pair = pair(seed, &mut chance)?;
    (0..n).try_for_each(|at| pair.probe(&mut chance).map_err(|why| format!("probe {at}: {why}")))
}

fn pair(seed: u64, chance: &mut Chance) -> Result<Pair, String> {
    let asking_tenant = chance.below(TENANTS.len());
    let other_tenant = (asking_tenant + 1 + chance.below(TENANTS.len() - 1)) % TENANTS.len();
    let owner = Owner { tenant: TENANTS[asking_tenant].to_owned(), ..Owner::default() };
    let (mut generator, mut model) = (Generator::new(seed), Model::default());
    let mut pair = Pair {
        store_of_both: Store::new(None, 0),
        store_of_one: Store::new(None, 0),
        memory: Memory::default(),
        owner: owner.clone(),
        their_events: Vec::new(),
        their_ids: Vec::new(),
    };
    for _ in 0..N_BATCHES {
        for tenant in [asking_tenant, other_tenant] {
            let owner = Owner { tenant: TENANTS[tenant].to_owned(), ..Owner::default() };
            let mut events: Vec<Event> =
                (0..N_EVENTS).map(|_| generator.event(&model, &owner.tenant)).filter(is_kept).collect();
            match tenant == other_tenant {
                true => events.iter_mut().for_each(mark),
                false => events.iter_mut().for_each(remove_references),
            }
            let (batch, ids) = pair.pack(&owner, &events)?;
            let batch_events = ids.iter().zip(&events).filter_map(|(id, event)| {
                let event = kept(event, owner.speaker, RecordSettings::default().secrets, NOW)?;
                Some(BatchEvent { id: id.clone(), event, exported: None })
            });
            model.add(&[Batch { owner: owner.clone(), recorded: NOW, max_per_day: 0, events: batch_events.collect() }]);
            add(&mut pair.store_of_both, &mut pair.memory, &batch)?;
            match tenant == other_tenant {
                true => {
                    pair.their_events.extend(events);
                    pair.their_ids.extend(ids);
                }
                false => add(&mut pair.store_of_one, &mut pair.memory, &batch)?,
            }
        }
    }
    // How often a store was written is told to every tenant.
    pair.store_of_one.rows.generation = pair.store_of_both.rows.generation;
    Ok(pair)
}

fn is_kept(event: &Event) -> bool {
    kept(event, event.origin, RecordSettings::default().secrets, NOW).is_some()
}

/// Removes references from an event of the asking tenant, so that its batches are never refused.
fn remove_references(event: &mut Event) {
    event.parents.clear();
    if matches!(event.body, EventBody::StrategyUse(_) | EventBody::Delivery(_)) {
        event.body = EventBody::Note("mine".to_owned());
    }
}

/// Marks the texts of an event of the other tenant, and extends its names, which then begin like the asking tenant's.
fn mark(event: &mut Event) {
    for name in [&mut event.session, &mut event.branch, &mut event.task, &mut event.channel] {
        if !name.is_empty() && name != "_global" {
            name.push_str(MARK);
        }
    }
    event.event_id.push_str(if event.event_id.len().is_multiple_of(2) { MARK } else { "" });
    event.metadata = format!("{{\"k\":\"v{MARK}\"}}");
    event.parents.clear();
    let text = match &mut event.body {
        EventBody::Note(text) => text,
        EventBody::Turn(turn) => &mut turn.text,
        EventBody::ToolCall(call) => &mut call.tool,
        EventBody::FileTouch(touch) => &mut touch.path,
        EventBody::TaskStep(step) => &mut step.description,
        EventBody::Strategy(plan) => &mut plan.description,
        // It has no parent any more.
        EventBody::StrategyUse(_) | EventBody::Delivery(_) | EventBody::Adoption(_) => {
            return event.body = EventBody::Note(MARK.to_owned());
        }
        EventBody::WorkingValue(value) => &mut value.value,
        EventBody::ProfileValue(value) => &mut value.value,
        EventBody::Decision(decision) => &mut decision.choice,
        EventBody::Lesson(lesson) => &mut lesson.text,
        EventBody::Thought(thought) => &mut thought.text,
    };
    text.push_str(MARK);
}

fn add(store: &mut Store, memory: &mut Memory, batch: &[u8]) -> Result<(), String> {
    let opened = memory.open_records(Owner::default(), RecordSettings::default(), store.rows.generation);
    opened.map_err(|error| format!("{error:?}"))?;
    let batches = [batch.to_vec()];
    let added = store.answer(|resumed| memory.add(&batches, resumed)).map_err(|error| format!("{error:?}"))?;
    match (added.outcomes.as_slice(), store.commit(&added.effects)) {
        ([Outcome::Taken(_)], true) => Ok(()),
        (other, _) => Err(format!("{other:?}")),
    }
}

impl Pair {
    fn pack(&mut self, owner: &Owner, events: &[Event]) -> Result<(Vec<u8>, Vec<String>), String> {
        let opened =
            self.memory.open_records(owner.clone(), RecordSettings::default(), self.store_of_both.rows.generation);
        opened.map_err(|error| format!("{error:?}"))?;
        let packed = self.memory.pack(events.to_vec(), NOW).map_err(|error| format!("{error:?}"))?;
        Ok((packed.batch, packed.ids))
    }

    /// Asks both stores; fails if their answers differ, or if one has the mark more often than the question.
    fn ask<T: PartialEq + Debug>(
        &mut self,
        question: &dyn Debug,
        call: impl Fn(&Memory, Option<scrubjay_core::ask::Resumed>) -> Result<Reply<T>, Error>,
    ) -> Result<(), String> {
        let generation = self.store_of_both.rows.generation;
        let opened = self.memory.open_records(self.owner.clone(), RecordSettings::default(), generation);
        opened.map_err(|error| format!("{error:?}"))?;
        let memory = &self.memory;
        let answer_of_both = self.store_of_both.answer(|resumed| call(memory, resumed));
        let answer_of_one = self.store_of_one.answer(|resumed| call(memory, resumed));
        let is_marked = answer_of_both.as_ref().is_ok_and(|answer_of_both| {
            let text = format!("{answer_of_both:?}");
            // An answer may repeat the question.
            text.matches(MARK).count() > format!("{question:?}").matches(MARK).count()
        });
        match answer_of_both == answer_of_one && !is_marked {
            true => Ok(()),
            false => Err(format!("{question:?}: {answer_of_both:?}, without the other tenant {answer_of_one:?}")),
        }
    }

    fn probe(&mut self, chance: &mut Chance) -> Result<(), String> {
        let their_event = self.their_events[chance.below(self.their_events.len())].clone();
        let id = self.their_ids[chance.below(self.their_ids.len())].clone();
        let (path, tool, conversation) = match &their_event.body {
            EventBody::FileTouch(touch) => (touch.path.clone(), String::new(), "k".to_owned()),
            EventBody::ToolCall(call) => (String::new(), call.tool.clone(), "k".to_owned()),
            EventBody::Turn(turn) => (String::new(), String::new(), turn.conversation.clone()),
            _ => (String::new(), String::new(), "k1".to_owned()),
        };
        let limit = [1, 5, 1_000][chance.below(3)];
        let channel = their_event.channel.clone();
        match chance.below(17) {
            0..=4 => self.events(chance, &their_event, &id, (path, tool, conversation), limit),
            5 => {
                let after = if chance.once_in(2) { id } else { String::new() };
                let question = NotesQuestion { channel, limit, after, ..NotesQuestion::default() };
                self.ask(&question, |memory, resumed| memory.notes(&question, resumed))
            }
            6 => self.ask(&id, |memory, resumed| memory.why(&id, resumed)),
            7 => {
                let question =
                    FileHistoryQuestion { path: if path.is_empty() { "a.py".to_owned() } else { path }, limit };
                self.ask(&question, |memory, resumed| memory.file_history(&question, resumed))
            }
            8 => {
                let contains = if path.is_empty() { MARK.to_owned() } else { path[path.len() / 2..].to_owned() };
                let question = LastTouchesQuestion { contains, limit };
                self.ask(&question, |memory, resumed| memory.last_touches(&question, resumed))
            }
            9 => {
                let question = CoEditsQuestion { path, min_occasions: 3, limit };
                self.ask(&question, |memory, resumed| memory.co_edits(&question, resumed))
            }
            10 => {
                let question = WorkingMemoryQuestion { conversation, channel, now: NOW, limit };
                self.ask(&question, |memory, resumed| memory.working_memory(&question, resumed))
            }
            11 => {
                let question = ToolStatsQuestion { now: NOW, days: 30, channel, intent: None };
                self.ask(&question, |memory, resumed| memory.tool_stats(&question, resumed))?;
                let question = TasksQuestion { statuses: Vec::new(), limit };
                self.ask(&question, |memory, resumed| memory.tasks(&question, resumed))
            }
            12 => {
                let question = PatternsQuestion { kind: None, subject: tool, limit };
                self.ask(&question, |memory, resumed| memory.patterns(&question, resumed))?;
                let question = StrategiesQuestion { task_type: String::new(), channel, limit };
                self.ask(&question, |memory, resumed| memory.strategies(&question, resumed))
            }
            13 => {
                self.ask(&"profile", |memory, resumed| memory.profile(resumed))?;
                self.ask(&"totals", |memory, resumed| memory.totals(resumed))?;
                let question = scrubjay_core::episode::ExportLinesQuestion::default();
                self.ask(&question, |memory, resumed| memory.export_lines(&question, resumed))
            }
            _ => self.change(chance, &their_event, &id),
        }
    }

    fn events(
        &mut self,
        chance: &mut Chance,
        their_event: &Event,
        id: &str,
        (path, tool, conversation): (String, String, String),
        limit: u32,
    ) -> Result<(), String> {
        let mut question = EventsQuestion { limit, ..EventsQuestion::default() };
        match chance.below(10) {
            0 => question.channel.clone_from(&their_event.channel),
            1 => question.session.clone_from(&their_event.session),
            2 => question.task.clone_from(&their_event.task),
            3 => question.conversation = conversation,
            4 => question.path = path,
            5 => question.tool = tool,
            6 => id.clone_into(&mut question.parent),
            7 => question.metadata = vec![format!("k=v{MARK}")],
            8 => question.branch.clone_from(&their_event.branch),
            _ => id.clone_into(&mut question.after),
        }
        if chance.once_in(3) {
            question.since = Some(their_event.time);
        }
        self.ask(&question, |memory, resumed| memory.events(&question, resumed))
    }

    /// Makes a change that names records of the other tenant; its effects must be those in a store without that tenant.
    fn change(&mut self, chance: &mut Chance, their_event: &Event, id: &str) -> Result<(), String> {
        match chance.below(5) {
            0 => {
                let ids = [id.to_owned()];
                self.ask(&ids, |memory, resumed| memory.forget(&ids, NOW, resumed))
            }
            1 => {
                let new_text = NewText { text: "mine".to_owned(), metadata: String::new() };
                self.ask(&id, |memory, resumed| memory.update(id, &new_text, NOW, resumed))
            }
            2 => {
                let (session, channel) = (their_event.session.clone(), their_event.channel.clone());
                let question = Selection { session, channel, since: Some(their_event.time), ..Selection::default() };
                self.ask(&question, |memory, resumed| memory.rollback(&question, NOW, resumed))
            }
            3 => self.ask(&"upkeep", |memory, resumed| memory.upkeep(NOW, 100, resumed)),
            _ => {
                let used = StrategyUse { strategy: id.to_owned(), success: true };
                let event = match chance.below(3) {
                    0 => Event { parents: vec![id.to_owned()], ..their_event.clone() },
                    1 => Event { body: EventBody::StrategyUse(used), ..their_event.clone() },
                    _ => their_event.clone(),
                };
                let (batch, _) = self.pack(&self.owner.clone(), core::slice::from_ref(&event))?;
                // The rows of one's own event say what one told oneself.
                let batches = [batch];
                let question = format!("{event:?} {MARK} {MARK} {MARK} {MARK} {MARK} {MARK}");
                self.ask(&question, |memory, resumed| memory.add(&batches, resumed))
            }
        }
    }
}
