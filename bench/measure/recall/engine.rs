//! The measured engine: the core, with rows in a map.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use conformance::rows::Rows;
use scrubjay_core::ask::{Reply, Resumed};
use scrubjay_core::effects::Effects;
use scrubjay_core::error::Error as Refusal;
use scrubjay_core::memory::Memory;
use scrubjay_core::recall::RecallQuestion;
use scrubjay_core::record::{Owner, RecordSettings, SecretPolicy};

use super::events::Recording;
use super::recaller::{Answer, AskedQuery, LIMIT, ListUnit, Recaller};
use super::set::Doc;
use crate::time;

/// The number of events recorded at once.
const GROUP: usize = 64;
/// The first bytes of keys in the index of words.
const INDEX: [u8; 2] = [0xa0, 0xa1];

/// A store, and the memory that queries it.
#[derive(Default)]
struct Store {
    rows: Rows,
    memory: Memory,
}

impl Store {
    /// Answers a question, or prepares a change. Secrets are kept, so that all recallers have the same texts.
    fn run<T>(
        &mut self,
        call: impl Fn(&Memory, Option<Resumed>) -> Result<Reply<T>, Refusal>,
    ) -> Result<T, Box<dyn Error>> {
        let settings = RecordSettings { secrets: SecretPolicy::Keep, ..RecordSettings::default() };
        let opened = self.memory.open_records(Owner::default(), settings, self.rows.generation);
        opened.map_err(|error| format!("{error:?}"))?;
        let answer = self.rows.answer(&|_, _, _| None, |resumed| call(&self.memory, resumed));
        answer.map_err(|error| format!("{error:?}"))?.ok_or_else(|| "it asks without end".into())
    }

    fn commit(&mut self, effects: &Effects) -> Result<(), Box<dyn Error>> {
        if self.rows.commit(effects) { Ok(()) } else { Err("a change of another generation".into()) }
    }
}

/// The engine, with the texts of a set as records.
pub(super) struct Engine {
    name: &'static str,
    /// The options of every question, whose own query, limit, unit and time replace those here.
    asked: RecallQuestion,
    store: Store,
    recording: Recording,
    /// The ids of texts by the ids of their records, and the reverse.
    texts: BTreeMap<String, String>,
    records: BTreeMap<String, String>,
}

impl Engine {
    pub(super) fn new(set: &str, name: &'static str, asked: RecallQuestion) -> Engine {
        let (texts, records) = (BTreeMap::new(), BTreeMap::new());
        Engine { name, asked, store: Store::default(), recording: Recording::new(set), texts, records }
    }

    /// A copy of the store without these texts, and a new memory without caches.
    fn without_records(&self, removed_ids: &BTreeSet<String>) -> Result<Store, Box<dyn Error>> {
        let mut store = Store { rows: self.store.rows.clone(), memory: Memory::default() };
        let ids: Vec<String> = removed_ids.iter().filter_map(|id| self.records.get(id).cloned()).collect();
        for ids in ids.chunks(GROUP) {
            let now = self.recording.now();
            let forgotten = store.run(|memory, resumed| memory.forget(ids, now, resumed))?;
            store.commit(&forgotten.effects)?;
        }
        Ok(store)
    }

    fn question(&self, asked: AskedQuery<'_>) -> RecallQuestion {
        let per_session = if asked.unit == ListUnit::Text { 0 } else { 1 };
        let (query, now, limit) = (asked.query.q.clone(), self.recording.now(), LIMIT as u32);
        RecallQuestion { query, limit, per_session, now, ..self.asked.clone() }
    }
}

impl Recaller for Engine {
    fn name(&self) -> &str {
        self.name
    }

    fn add(&mut self, docs: &[Doc]) -> Result<(), Box<dyn Error>> {
        for docs in docs.chunks(GROUP) {
            let events = docs.iter().map(|doc| self.recording.event(doc)).collect();
            let settings = RecordSettings { secrets: SecretPolicy::Keep, ..RecordSettings::default() };
            let opened = self.store.memory.open_records(Owner::default(), settings, self.store.rows.generation);
            opened.map_err(|error| format!("{error:?}"))?;
            let packed = self.store.memory.pack(events, self.recording.now());
            let packed = packed.map_err(|error| format!("{error:?}"))?;
            let batches = [packed.batch];
            let added = self.store.run(|memory, resumed| memory.add(&batches, resumed))?;
            self.store.commit(&added.effects)?;
            for (doc, id) in docs.iter().zip(packed.ids) {
                self.records.insert(doc.id.clone(), id.clone());
                self.texts.insert(id, doc.id.clone());
            }
        }
        Ok(())
    }

    fn ask(&mut self, asked: AskedQuery<'_>) -> Result<Answer, Box<dyn Error>> {
        let question = self.question(asked);
        let mut reduced_store =
            if asked.removed.is_empty() { None } else { Some(self.without_records(asked.removed)?) };
        let store = reduced_store.as_mut().unwrap_or(&mut self.store);
        let (recalled, took) = time(|| store.run(|memory, resumed| memory.recall(&question, resumed)));
        let recalled = recalled?;
        let ids = recalled.hits.iter().filter_map(|hit| match asked.unit {
            ListUnit::Text => self.texts.get(&hit.event.id).cloned(),
            ListUnit::Session => hit.event.event.session.split_once(':').map(|(_, session)| session.to_owned()),
        });
        Ok(Answer { ids: ids.collect(), fit: recalled.best_fit, took })
    }

    fn n_bytes(&self) -> u64 {
        let index_rows =
            self.store.rows.rows.iter().filter(|(key, _)| key.first().is_some_and(|byte| INDEX.contains(byte)));
        index_rows.map(|(key, value)| (key.len() + value.len()) as u64).sum()
    }
}
