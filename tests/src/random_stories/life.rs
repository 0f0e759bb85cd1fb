//! Plays a story on the core step by step, with crashes before and after commits, and compares all answers.

use scrubjay_core::ask::{Reply, Resumed};
use scrubjay_core::effects::Effects;
use scrubjay_core::episode::{EventsQuestion, ExportLinesQuestion};
use scrubjay_core::error::Error;
use scrubjay_core::memory::Memory;
use scrubjay_core::record::{
    EventKind, NewText, Origin, Outcome, Owner, PatternKind, RecordSettings, SecretPolicy, Selection, Trust,
};

use super::ask::{self, Asking};
use super::component::Component;
use super::generate::{Act, Generator, Step, Telling};
use super::model::{Batch, BatchEvent, Held, Model, SECRET, Seen, Taken, kept};
use super::remade;
use super::store::{Planted, Store};
use crate::rows::Rows;
use crate::window::generate::Chance;

/// The number of steps of a story.
pub(crate) const N_STEPS: usize = 24;
/// All questions are asked each time after this many steps, and at the end.
const FULL_CHECK_INTERVAL: usize = 12;
/// The number of lines that are imported at once.
const LINES_PER_IMPORT: usize = 40;
/// The entropy for ids of lines without one; every line of a story has one.
pub(crate) const ENTROPY: [u8; 16] = [7; 16];

/// The origins, and the trusts, that adopted lines state: as JSON and as values.
const ORIGINS: [(&str, Origin); 5] = [
    ("person", Origin::Person),
    ("person", Origin::Person),
    ("agent", Origin::Agent),
    ("tool", Origin::Tool),
    ("imported", Origin::Imported),
];
const TRUSTS: [(&str, Trust); 4] = [
    ("confirmed", Trust::Confirmed),
    ("confirmed", Trust::Confirmed),
    ("unconfirmed", Trust::Unconfirmed),
    ("untrusted", Trust::Untrusted),
];

/// A change of a store.
#[derive(Clone, Debug)]
pub enum Change {
    /// Adds batches.
    Add(Vec<Vec<u8>>),
    /// Forgets records, at a time.
    Forget(Vec<String>, i64),
    /// Forgets the records of a selection, at a time.
    Rollback(Selection, i64),
    /// Updates a note, at a time.
    Update(String, NewText, i64),
    /// Runs a slice of upkeep at a time, of this many rows.
    Upkeep(i64, u32),
}

/// The outcome that a change reports.
#[derive(Clone, Debug, PartialEq)]
enum Done {
    Added(Vec<Taken>),
    Forgotten(Vec<(String, String)>, u32),
    Updated(bool),
    Slice(u32, bool),
}

/// The counts of a played story.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoryCounts {
    /// Events that were new.
    pub n_events: usize,
    /// Commits of the core.
    pub n_commits: usize,
    /// Calls that were repeated after a crash.
    pub n_crashes: usize,
    /// Records that were forgotten.
    pub n_forgotten: usize,
    /// Observations that the core learnt.
    pub n_learnt: usize,
    /// Records that an adoption raised.
    pub n_adopted: usize,
    /// How often a planted fault happened.
    pub n_faults: u32,
}

pub(crate) struct Life<'c> {
    model: Model,
    store: Store,
    memory: Memory,
    chance: Chance,
    component: Option<&'c mut Component>,
    counts: StoryCounts,
}

/// Plays the story of a seed, also on the component if one is given. With `planted`, the store has this fault.
///
/// # Errors
/// The first broken promise, beginning with the name of the check; and how often the planted fault happened.
pub fn life(
    seed: u64,
    planted: Option<Planted>,
    component: Option<&mut Component>,
) -> Result<StoryCounts, (String, u32)> {
    let mut life = Life::new(seed, planted, component);
    let result = life.all(&mut Generator::new(seed));
    life.counts.n_faults = life.store.n_faults;
    result.map(|()| life.counts).map_err(|why| (why, life.store.n_faults))
}

impl<'c> Life<'c> {
    pub(crate) fn new(seed: u64, planted: Option<Planted>, mut component: Option<&'c mut Component>) -> Life<'c> {
        if let Some(component) = &mut component {
            component.begin();
        }
        let (store, chance) = (Store::new(planted, seed ^ 0xfa17), Chance::new(seed ^ 0xa5c));
        Life {
            model: Model::default(),
            store,
            memory: Memory::default(),
            chance,
            component,
            counts: StoryCounts::default(),
        }
    }

    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    pub(crate) fn rows(&self) -> &Rows {
        &self.store.rows
    }

    fn all(&mut self, generator: &mut Generator) -> Result<(), String> {
        let mut now = 0;
        for at in 0..N_STEPS {
            let step = generator.step(&self.model);
            now = step.now;
            let id = generator.id(&self.model, &step.owner.tenant);
            self.step(&step).map_err(|why| format!("{why}\n  at step {at}: {step:?}"))?;
            if self.chance.once_in(3) {
                self.memory = Memory::default();
            }
            let tenant = self.model.of(&step.owner.tenant).clone();
            let Life { store, memory, chance, .. } = self;
            let mut asking = Asking { store, memory, owner: &step.owner, tenant: &tenant, now };
            asking.three_random(chance, &id).map_err(|why| format!("{why}\n  after step {at}: {step:?}"))?;
            if at % FULL_CHECK_INTERVAL == FULL_CHECK_INTERVAL - 1 {
                ask::all(&mut self.store, &mut self.memory, &self.model, now)
                    .map_err(|why| format!("{why}\n  after step {at}"))?;
            }
        }
        // The questions alone must see what is planted.
        if self.store.planted.is_none() {
            remade::check(&self.store)?;
        }
        ask::all(&mut self.store, &mut self.memory, &self.model, now)
    }

    pub(crate) fn step(&mut self, step: &Step) -> Result<(), String> {
        self.act(step)?;
        if step.dies_after {
            self.counts.n_crashes += 1;
            self.act(step).map_err(|why| format!("told again: {why}"))?;
        }
        Ok(())
    }

    fn act(&mut self, step: &Step) -> Result<(), String> {
        let (owner, settings, now) = (&step.owner, step.settings, step.now);
        match &step.act {
            Act::Add(tellings) => self.add(tellings, step),
            Act::Forget(ids) => {
                let expected = self.model.of(&owner.tenant).forget(ids);
                let got = self.make_change(step, Change::Forget(ids.clone(), now))?;
                self.check_forgotten(got, expected)
            }
            Act::Rollback(selection) => {
                let change = Change::Rollback(selection.clone(), now);
                if *selection == Selection::default() {
                    return refused("rollback", self.make_change(step, change)?.as_ref());
                }
                let tenant = self.model.of(&owner.tenant);
                let ids = tenant.select(selection, settings.secrets);
                let mut expected = tenant.forget(&ids);
                expected.0.sort();
                let got = self.make_change(step, change)?;
                self.check_forgotten(got, expected)
            }
            Act::Update(id, new_text) => {
                let expected = self.model.of(&owner.tenant).update(id, new_text, owner, settings.secrets);
                let got = self.make_change(step, Change::Update(id.clone(), new_text.clone(), now))?;
                expect("update", &got.ok(), &expected.map(Done::Updated))
            }
            Act::Upkeep(budget) => self.upkeep(step, *budget),
            Act::Move => self.move_to_new_store(step),
            Act::Adopt(seed) => self.adopt_some(step, *seed),
        }
    }

    fn check_forgotten(
        &mut self,
        got: Result<Done, Error>,
        expected: (Vec<(String, &str)>, u32),
    ) -> Result<(), String> {
        let n_derived = expected.1;
        self.counts.n_forgotten += expected.0.iter().filter(|(_, fate)| *fate == "Forgotten").count();
        let mut got = got;
        if let Ok(Done::Forgotten(receipts, _)) = &mut got
            && expected.0.is_sorted()
        {
            receipts.sort();
        }
        let expected = expected.0.into_iter().map(|(id, fate)| (id, fate.to_owned())).collect();
        expect("forget", &got, &Ok(Done::Forgotten(expected, n_derived)))
    }

    fn upkeep(&mut self, step: &Step, budget: u32) -> Result<(), String> {
        let expected = self.model.of(&step.owner.tenant).expire(step.settings, step.now);
        let mut n_expired = 0;
        for _ in 0..10_000 {
            match self.make_change(step, Change::Upkeep(step.now, budget))? {
                Ok(Done::Slice(n, true)) => return expect("upkeep", &(n_expired + n), &expected),
                Ok(Done::Slice(n, false)) => n_expired += n,
                other => return Err(format!("upkeep: {other:?}")),
            }
        }
        Err("upkeep: it never ends".to_owned())
    }

    fn add(&mut self, tellings: &[(Telling, usize)], step: &Step) -> Result<(), String> {
        let (mut batches, mut packed) = (Vec::new(), Vec::new());
        for (telling, times) in tellings {
            if let Some((batch, bytes)) = self.pack(telling, step.now)? {
                batches.extend(vec![batch; *times]);
                packed.extend(vec![bytes; *times]);
            }
        }
        let expected = self.model.add(&batches);
        let got = self.make_change(step, Change::Add(packed))?;
        expect("add", &got, &Ok(Done::Added(expected.clone())))?;
        let new = expected.iter().flatten().flatten().filter(|(_, is_new)| *is_new).map(|(id, _)| id.clone());
        let new: Vec<String> = new.collect();
        self.counts.n_events += new.len();
        let mut tenants: Vec<&str> = batches.iter().map(|batch| batch.owner.tenant.as_str()).collect();
        tenants.sort_unstable();
        tenants.dedup();
        tenants.iter().try_for_each(|tenant| self.add_learnt(tenant, &new, step.now))
    }

    /// Packs a telling, and compares what is refused with the model. Returns the batch and its bytes; `None` if it is refused.
    fn pack(&mut self, telling: &Telling, now: i64) -> Result<Option<(Batch, Vec<u8>)>, String> {
        let Telling { owner, settings, events, as_lines } = telling;
        let events: Vec<Option<_>> =
            events.iter().map(|event| kept(event, owner.speaker, settings.secrets, now)).collect();
        self.memory
            .open_records(owner.clone(), *settings, self.store.rows.generation)
            .map_err(|error| format!("open: {error:?}"))?;
        let packed = if *as_lines {
            let lines: Vec<String> = telling.events.iter().map(super::spoken::line).collect();
            let text = lines.join("\n");
            let read = self
                .memory
                .pack_lines(&text, now, &ENTROPY, false)
                .map_err(|error| format!("pack-lines: {error:?}"))?;
            let refused: Vec<usize> = read.refused.iter().map(|line| line.line as usize - 1).collect();
            let expected: Vec<usize> = (0..events.len()).filter(|at| events[*at].is_none()).collect();
            expect("pack-lines", &refused, &expected)?;
            if let Some(component) = &mut self.component {
                component.pack_lines((owner, *settings), &text, now, &read.packed.batch)?;
            }
            read.packed
        } else {
            let packed = self.memory.pack(telling.events.clone(), now);
            if events.iter().any(Option::is_none) || packed.is_err() {
                let is_refused = events.iter().any(Option::is_none);
                expect("pack", &packed.is_err(), &is_refused).map_err(|why| format!("{why} {packed:?}"))?;
                return Ok(None);
            }
            packed.map_err(|error| format!("pack: {error:?}"))?
        };
        let batch_events = packed.ids.into_iter().zip(events.into_iter().flatten());
        let batch_events = batch_events.map(|(id, event)| BatchEvent { id, event, exported: None }).collect();
        let max_per_day = settings.max_per_day;
        Ok(Some((Batch { owner: owner.clone(), recorded: now, max_per_day, events: batch_events }, packed.batch)))
    }

    /// Adds the observations that the core learnt from new records to the model.
    fn add_learnt(&mut self, tenant: &str, new: &[String], now: i64) -> Result<(), String> {
        let owner = Owner { tenant: tenant.to_owned(), ..Owner::default() };
        let tenant_before = self.model.of(tenant).clone();
        let Life { store, memory, .. } = self;
        let mut asking = Asking { store, memory, owner: &owner, tenant: &tenant_before, now };
        let question =
            EventsQuestion { kinds: vec![EventKind::Observation], limit: 1_000, ..EventsQuestion::default() };
        let mut new_events = asking.pages(&question)?;
        new_events.retain(|observation| !tenant_before.records.contains_key(&observation.id));
        if new_events.is_empty() {
            return Ok(());
        }
        let lines = export(&mut self.store, &mut self.memory, &owner)?;
        for observation in new_events {
            let source_id = observation.event.event_id.rsplit(':').next().unwrap_or_default();
            if !new.iter().any(|id| id == source_id) {
                return Err(format!("learnt: of nothing new: {observation:?}"));
            }
            let line = lines.iter().find(|line| line["id"] == observation.id.as_str());
            let seen = line.map(seen).ok_or("export: an observation is missing")?;
            let held = Held {
                id: observation.id,
                kind: observation.kind,
                event: observation.event,
                recorded: observation.recorded,
                principal: observation.principal,
                trust: observation.trust,
                updated: false,
                intent: None,
                seen: Some(seen),
                own_trust: observation.trust,
                unadopted: None,
                adoptions: Vec::new(),
            };
            self.counts.n_learnt += 1;
            self.model.of(tenant).learn(held)?;
        }
        Ok(())
    }

    /// Makes a change, with a crash before its commit if the step says so; returns its outcome, or the refusal.
    fn make_change(&mut self, step: &Step, change: Change) -> Result<Result<Done, Error>, String> {
        let (owner, settings) = match &step.act {
            // Batches have their own owners; the one who adds them may be another.
            _ if matches!(change, Change::Add(_)) => (Owner::default(), RecordSettings::default()),
            _ => (step.owner.clone(), step.settings),
        };
        self.store.begin();
        let outcome = self.attempt((&owner, settings), &change)?;
        if step.dies_before {
            self.counts.n_crashes += 1;
            self.memory = Memory::default();
            let second_outcome = self.attempt((&owner, settings), &change)?;
            expect("effects", &second_outcome, &outcome)?;
        }
        let (effects, done) = match outcome {
            Ok(done) => done,
            Err(error) => {
                if let Some(component) = &mut self.component {
                    component.refuses((&owner, settings), &change)?;
                }
                return Ok(Err(error));
            }
        };
        if !self.store.commit(&effects) {
            return Err("commit: of another generation".to_owned());
        }
        self.counts.n_commits += 1;
        if let Some(component) = &mut self.component {
            component.change((&owner, settings), &change, &self.store.rows)?;
        }
        Ok(Ok(done))
    }

    fn attempt(
        &mut self,
        (owner, settings): (&Owner, RecordSettings),
        change: &Change,
    ) -> Result<Result<(Effects, Done), Error>, String> {
        let opened = self.memory.open_records(owner.clone(), settings, self.store.rows.generation);
        opened.map_err(|error| format!("open: {error:?}"))?;
        let memory = &self.memory;
        Ok(self.store.answer(|resumed| call(memory, change, resumed)))
    }

    /// Adopts some lines of an export as a person's own, with random origins and trusts.
    fn adopt_some(&mut self, step: &Step, seed: u64) -> Result<(), String> {
        let owner = Owner { speaker: Origin::Person, ..step.owner.clone() };
        // What is stored is kept as it is.
        let settings = RecordSettings { max_per_day: 0, secrets: SecretPolicy::Keep, ..step.settings };
        let step = Step { owner: owner.clone(), settings, ..step.clone() };
        let mut chance = Chance::new(seed);
        let mut chosen = Vec::new();
        for mut line in export(&mut self.store, &mut self.memory, &owner)? {
            let (origin_word, origin) = ORIGINS[chance.below(ORIGINS.len())];
            let (trust_word, trust) = TRUSTS[chance.below(TRUSTS.len())];
            let id = line["id"].as_str().map(str::to_owned);
            let Some(id) = id.filter(|_| chance.once_in(2)) else { continue };
            (line["origin"], line["trust"], line["principal"]) = (origin_word.into(), trust_word.into(), "q".into());
            chosen.push((line.to_string(), (id, (origin, trust, "q".to_owned()))));
        }
        let (mut state, mut adoption) = (String::new(), None);
        for chosen in chosen.chunks(LINES_PER_IMPORT) {
            let (lines, claims): (Vec<String>, Vec<_>) = chosen.iter().cloned().unzip();
            let open = |life: &mut Self| life.memory.open_records(owner.clone(), settings, life.store.rows.generation);
            open(self).map_err(|error| format!("open: {error:?}"))?;
            let read = self.memory.pack_import(&lines.join("\n"), &state, true, step.now);
            let read = read.map_err(|error| format!("adopt: {error:?}"))?;
            expect("adopt", &read.refused, &Vec::new())?;
            state = read.state;
            let raised = self.model.of(&owner.tenant).adopt(&claims, &owner);
            let expected: Vec<(String, bool)> = claims.iter().map(|(id, _)| (id.clone(), false)).collect();
            let got = self.make_change(&step, Change::Add(vec![read.packed.batch]))?;
            expect("adopt", &got, &Ok(Done::Added(vec![Some(expected)])))?;
            adoption = self.expect_adoption(&owner, raised.len(), adoption)?;
            self.counts.n_adopted += raised.len();
        }
        Ok(())
    }

    /// Adds the record of an adoption to the model. It must be new exactly if records were raised, and `adoption`, which is that
    /// of the lines before, is `None`. Returns its id, which is not always the greatest: several may have the same time.
    fn expect_adoption(
        &mut self,
        owner: &Owner,
        n_raised: usize,
        adoption: Option<String>,
    ) -> Result<Option<String>, String> {
        let tenant_before = self.model.of(&owner.tenant).clone();
        let Life { store, memory, .. } = self;
        let mut asking = Asking { store, memory, owner, tenant: &tenant_before, now: 0 };
        let question = EventsQuestion { kinds: vec![EventKind::Adoption], limit: 1_000, ..EventsQuestion::default() };
        let mut new_events = asking.pages(&question)?;
        new_events.retain(|adoption_event| !tenant_before.records.contains_key(&adoption_event.id));
        expect("adoption", &new_events.len(), &usize::from(n_raised > 0 && adoption.is_none()))?;
        let adoption = adoption.or_else(|| new_events.first().map(|adoption_event| adoption_event.id.clone()));
        let tenant = self.model.of(&owner.tenant);
        for adoption_event in new_events {
            let trust = adoption_event.trust;
            tenant.id_by_event.insert(adoption_event.event.event_id.clone(), adoption_event.id.clone());
            let (id, kind, event, recorded) =
                (adoption_event.id, adoption_event.kind, adoption_event.event, adoption_event.recorded);
            expect("adoption", &(event.origin, trust), &(Origin::Person, owner.trust))?;
            let (principal, updated, intent, seen) = (adoption_event.principal, false, None, None);
            let (own_trust, unadopted, adoptions) = (trust, None, Vec::new());
            let held = Held {
                id,
                kind,
                event,
                recorded,
                principal,
                trust,
                updated,
                intent,
                seen,
                own_trust,
                unadopted,
                adoptions,
            };
            tenant.records.insert(held.id.clone(), held);
        }
        adoption.iter().for_each(|adoption| tenant.name_adoption(adoption));
        Ok(adoption)
    }

    /// Exports all records, imports them into a new store, and asks all questions of it.
    fn move_to_new_store(&mut self, step: &Step) -> Result<(), String> {
        let mut settings = RecordSettings { max_per_day: 0, ..step.settings };
        let of_events = || self.model.tenants.values().flat_map(|tenant| tenant.records.values());
        // Otherwise an event whose id holds a secret would be left out.
        if of_events().any(|held| held.event.event_id.contains(SECRET)) {
            settings.secrets = SecretPolicy::Keep;
        } else if settings.secrets == SecretPolicy::Refuse {
            settings.secrets = SecretPolicy::Mask;
        }
        let (mut store, mut model) = (Store::new(None, 0), Model::default());
        for (name, tenant) in self.model.tenants.clone() {
            let (principal, speaker) = ("mover".to_owned(), Origin::Person);
            let owner = Owner { tenant: name.clone(), principal, speaker, ..Owner::default() };
            let lines = exported(&mut self.store, &mut self.memory, &owner)?;
            let records: Vec<Held> = tenant.records.into_values().collect();
            let (mut state, mut at, mut is_whole) = (String::new(), 0, false);
            for lines in lines.chunks(LINES_PER_IMPORT) {
                self.memory
                    .open_records(owner.clone(), settings, store.rows.generation)
                    .map_err(|error| format!("{error:?}"))?;
                let read = self.memory.pack_import(&lines.join("\n"), &state, true, step.now);
                let read = read.map_err(|error| format!("import: {error:?}"))?;
                expect("import", &read.refused, &Vec::new())?;
                (state, is_whole) = (read.state, read.is_whole);
                let ids = read.packed.ids;
                let exported_slice = records.get(at..at + ids.len()).ok_or("export: records that are not there")?;
                at += ids.len();
                let batch_events = ids.into_iter().zip(exported_slice).map(|(id, exported)| {
                    let event = kept(&exported.event, exported.event.origin, settings.secrets, exported.event.time);
                    let event = event.unwrap_or_else(|| exported.event.clone());
                    let seen = exported.seen.as_ref().map(|seen| seen.kept(settings.secrets));
                    BatchEvent { id, event, exported: Some(Held { seen, ..exported.clone() }) }
                });
                let batch =
                    Batch { owner: owner.clone(), recorded: step.now, max_per_day: 0, events: batch_events.collect() };
                let expected = model.add(&[batch]);
                let (memory, change) = (&self.memory, Change::Add(vec![read.packed.batch]));
                let got = store.answer(|resumed| call(memory, &change, resumed));
                let (effects, done) = got.map_err(|error| format!("import: {error:?}"))?;
                expect("import", &done, &Done::Added(expected))?;
                expect("import", &store.commit(&effects), &true)?;
            }
            expect("export", &(at, is_whole), &(records.len(), true))?;
        }
        ask::all(&mut store, &mut self.memory, &model, step.now).map_err(|why| format!("imported: {why}"))?;
        remade::check(&store).map_err(|why| format!("imported: {why}"))
    }
}

fn refused(check: &str, got: Result<&Done, &Error>) -> Result<(), String> {
    if got.is_err() { Ok(()) } else { Err(format!("{check}: it is not refused: {got:?}")) }
}

fn expect<T: PartialEq + std::fmt::Debug>(check: &str, got: &T, expected: &T) -> Result<(), String> {
    if got == expected { Ok(()) } else { Err(format!("{check}:\n{}", ask::first_difference(got, expected))) }
}

fn call(memory: &Memory, change: &Change, resumed: Option<Resumed>) -> Result<Reply<(Effects, Done)>, Error> {
    Ok(match change {
        Change::Add(batches) => map(memory.add(batches, resumed)?, |added| {
            let taken = added.outcomes.into_iter().map(|outcome| match outcome {
                Outcome::Taken(taken) => Some(taken.added.into_iter().map(|one| (one.id, one.is_new)).collect()),
                Outcome::Refused(_) => None,
            });
            (added.effects, Done::Added(taken.collect()))
        }),
        Change::Forget(ids, now) => map(memory.forget(ids, *now, resumed)?, forgetting),
        Change::Rollback(selection, now) => map(memory.rollback(selection, *now, resumed)?, forgetting),
        Change::Update(id, new_text, now) => map(memory.update(id, new_text, *now, resumed)?, |updated| {
            (updated.effects, Done::Updated(updated.is_known))
        }),
        Change::Upkeep(now, budget) => map(memory.upkeep(*now, *budget, resumed)?, |slice| {
            (slice.effects, Done::Slice(slice.n_expired, slice.is_done))
        }),
    })
}

fn forgetting(done: scrubjay_core::record::Forgetting) -> (Effects, Done) {
    let receipts = done.receipts.into_iter().map(|receipt| (receipt.id, format!("{:?}", receipt.fate)));
    (done.effects, Done::Forgotten(receipts.collect(), done.n_derived))
}

fn map<T, U>(reply: Reply<T>, change: impl FnOnce(T) -> U) -> Reply<U> {
    match reply {
        Reply::Done(done) => Reply::Done(change(done)),
        Reply::Ask(ask) => Reply::Ask(ask),
    }
}

/// All lines of an export.
fn exported(store: &mut Store, memory: &mut Memory, owner: &Owner) -> Result<Vec<String>, String> {
    let opened = memory.open_records(owner.clone(), RecordSettings::default(), store.rows.generation);
    opened.map_err(|error| format!("open: {error:?}"))?;
    let (mut text, mut question) = (String::new(), ExportLinesQuestion::default());
    loop {
        let slice = store.answer(|resumed| memory.export_lines(&question, resumed));
        let slice = slice.map_err(|error| format!("export: {error:?}"))?;
        expect("export", &slice.n_damaged, &0)?;
        text.push_str(&slice.text);
        question.after = slice.next;
        if question.after.is_empty() {
            return Ok(text.lines().map(str::to_owned).collect());
        }
    }
}

fn export(store: &mut Store, memory: &mut Memory, owner: &Owner) -> Result<Vec<serde_json::Value>, String> {
    let lines = exported(store, memory, owner)?;
    lines.iter().map(|line| serde_json::from_str(line).map_err(|error| format!("export: {error}"))).collect()
}

fn seen(line: &serde_json::Value) -> Seen {
    let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
    let kind = if line["pattern"] == "error_fix" { PatternKind::ErrorFix } else { PatternKind::Refactor };
    // What was mended by a command, or in another form, has no files.
    let files = line["files"].as_array().into_iter().flatten().filter_map(|file| Some(file.as_str()?.to_owned()));
    Seen { kind, subject: text("subject"), signature: text("signature"), files: files.collect() }
}
