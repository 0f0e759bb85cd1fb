//! A memory with contexts and records through the core, over rows in a map.

use conformance::rows::Rows;
use scrubjay_core::ask::{Reply, Resumed};
use scrubjay_core::error::Error;
use scrubjay_core::memory::Memory;
use scrubjay_core::record::{Event, Owner, RecordSettings, SecretPolicy};

use crate::Outcome;

/// The number of events recorded at once.
const GROUP: usize = 64;

/// Settings that keep secrets, so that no difference comes from masking.
fn settings() -> RecordSettings {
    RecordSettings { secrets: SecretPolicy::Keep, ..RecordSettings::default() }
}

#[derive(Default)]
pub(super) struct World {
    rows: Rows,
    memory: Memory,
}

impl World {
    /// Answers a question, or prepares a change.
    pub(super) fn run<T>(
        &mut self,
        call: impl Fn(&Memory, Option<Resumed>) -> Result<Reply<T>, Error>,
    ) -> Result<T, Box<dyn std::error::Error>> {
        let opened = self.memory.open_records(Owner::default(), settings(), self.rows.generation);
        opened.map_err(|error| format!("{error:?}"))?;
        let answer = self.rows.answer(&|_, _, _| None, |resumed| call(&self.memory, resumed));
        answer.map_err(|error| format!("{error:?}"))?.ok_or_else(|| "it asks without end".into())
    }

    pub(super) fn commit(&mut self, effects: &scrubjay_core::effects::Effects) -> Outcome {
        if self.rows.commit(effects) { Ok(()) } else { Err("a change of another generation".into()) }
    }

    pub(super) fn record(&mut self, events: &[Event], now: i64) -> Outcome {
        for group in events.chunks(GROUP) {
            let opened = self.memory.open_records(Owner::default(), settings(), self.rows.generation);
            opened.map_err(|error| format!("{error:?}"))?;
            let packed = self.memory.pack(group.to_vec(), now).map_err(|error| format!("{error:?}"))?;
            let batches = [packed.batch];
            let added = self.run(|memory, resumed| memory.add(&batches, resumed))?;
            self.commit(&added.effects)?;
        }
        Ok(())
    }
}
