//! Adds batches of events. An event is recorded once, however often it is added.
//!
//! A batch is added as a whole or not at all, unless it says that each of its events is judged alone. The event of a
//! forgotten record stays forgotten. An event that was recorded with other content is refused, unless the note that it
//! became was updated since or the batch skips such events; its time, origin and principal may differ.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::adopt::{self, ChangedRecords};
use super::batch::{Batch, BatchEvent, unpack};
use super::compare::{check_same, is_same};
use super::complete::{CompletedRecords, before_completion, completed};
use super::derived::{self, RecordRef, TaskRow, day_of, learn, words};
use super::envelope::{Attribution, Parent, Record};
use super::event::{Body, TaskIntent, TaskStep};
use super::expire;
use super::keyspace::{self, Keyspace, Kind, hash_name};
use super::kinds::Retention;
pub(crate) use super::known::EventRow;
use super::known::{self, event_key};
use super::lines::RefusedLine;
use super::project::Project;
use super::rows::Rows;
use super::run::Call;
use super::situation::{Situated as _, unsituated};
use super::space::RecordSpace;
use super::stored::{self, record_of};
use super::trust::{Origin, Trust};
use super::upkeep;
use crate::ask::{Attempt, Resumed};
use crate::base::error::{Error, Limit};
use crate::base::id::RecordId;
use crate::effects::Effects;

/// The most batches in one call.
const MAX_BATCHES: usize = 1_000;
/// The most bytes of all batches of one call together.
const MAX_BYTES: usize = 32 << 20;
/// The most rounds of a call that adopts records: each level of records derived from adopted ones takes a round.
const MAX_ROUNDS: u32 = 1_000;

/// The rows and outcomes of one call that adds batches; the host still has to commit the rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Additions {
    /// The rows to commit.
    pub effects: Effects,
    /// The outcome of each batch, in the order of the batches.
    pub outcomes: Vec<Outcome>,
}

/// The outcome of a batch: it is added whole or not at all, unless each of its events is judged alone.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The batch was added; events of it may be refused singly.
    Taken(Taken),
    /// Nothing of the batch was added, for this reason.
    Refused(Error),
}

/// The events of a batch that was added, apart from those that were refused singly.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Taken {
    /// One for each event that was added or is known already, in the order of the batch.
    pub added: Vec<Added>,
    /// Events that were refused singly, each with the number of its line.
    pub refused: Vec<RefusedLine>,
}

/// An event that was added, or that is known already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Added {
    /// The id of its record.
    pub id: String,
    /// False if the event was known already, even if its record was forgotten since.
    pub is_new: bool,
    /// Whether the event had been imported, and its importer now claims it as their own.
    pub is_adopted: bool,
}

/// A record to add, of an event that is not known yet.
struct NewRecord {
    tenant: String,
    id: RecordId,
    record: Record,
    is_imported: bool,
}

impl RecordSpace {
    /// Adds packed batches, which may be of any tenant.
    pub(crate) fn add(&self, batches: &[Vec<u8>], resumed: Option<Resumed>) -> Attempt<Additions> {
        Error::check_limit("batches", batches.len(), MAX_BATCHES)?;
        Error::check_limit("bytes of batches", batches.iter().map(Vec::len).sum(), MAX_BYTES)?;
        let unpacked: Vec<Result<Batch, Error>> = batches.iter().map(|bytes| unpack(bytes)).collect();
        let call = Call::of(self.generation, "add", batches.iter().map(Vec::as_slice));
        let adopts = unpacked.iter().flatten().any(|batch| batch.adoption.is_some());
        let call = if adopts { call.with_rounds(MAX_ROUNDS) } else { call };
        let (outcomes, effects) = call.change(resumed, |rows| add_all(rows, &self.project, unpacked))?;
        Ok(Additions { effects, outcomes })
    }

    /// Adds records of another store as they are, and learns from them in their order. None of them may be known.
    pub(crate) fn add_records(&self, records: &[(RecordId, Record)], resumed: Option<Resumed>) -> Attempt<Effects> {
        let call = Call::of(self.generation, "add-records", []);
        let new_record = |(id, record): &(RecordId, Record)| {
            let (tenant, is_imported) = (self.owner.tenant.clone(), record.origin == Origin::Imported);
            NewRecord { tenant, id: *id, record: record.clone(), is_imported }
        };
        let ((), effects) = call.change(resumed, |rows| {
            let mut ingest = Ingest::over(rows, &self.project);
            ingest.write_rows(records.iter().map(new_record).collect());
            write_all(ingest)
        })?;
        Ok(effects)
    }
}

/// Adds batches together with the rows derived from them; returns the outcome of each batch.
fn add_all(rows: &mut Rows, project: &Project, batches: Vec<Result<Batch, Error>>) -> Result<Vec<Outcome>, Error> {
    let mut ingest = Ingest::over(rows, project);
    let outcomes = batches.into_iter().map(|batch| match batch.and_then(|batch| ingest.take(&batch)) {
        Ok(taken) => Outcome::Taken(taken),
        Err(error) => Outcome::Refused(error),
    });
    let outcomes = outcomes.collect();
    write_all(ingest)?;
    Ok(outcomes)
}

/// Writes new records together with those that are learnt from them and the rows derived from both.
fn write_all(mut ingest: Ingest<'_>) -> Result<(), Error> {
    let (mut new_records, raised) = (with_observations(&mut ingest), core::mem::take(&mut ingest.raised));
    let (rows, completed) = (ingest.rows, ingest.completed);
    new_records.retain(|new| !is_known(rows, new));
    new_records.iter_mut().for_each(|new| limit_trust_to_parents(rows, new));
    stored::add_together(rows, &references_to(&new_records));
    let is_changed = !new_records.is_empty();
    let tenants: BTreeSet<String> = new_records.iter().map(|new| new.tenant.clone()).collect();
    new_records.into_iter().for_each(|new| write_record(rows, new));
    stored::complete_all(rows, completed);
    adopt::propagate_trust(rows, raised)?;
    tenants.iter().for_each(|tenant| _ = words::catch_up(rows, tenant, None));
    if is_changed {
        upkeep::do_small_slice(rows);
    }
    Ok(())
}

/// Adds records whose events came in no batch, with the rows derived from them. A record is skipped if its event is
/// known already, even if it was forgotten.
#[cfg(feature = "graph")]
pub(crate) fn add_unless_known(rows: &mut Rows, tenant: &str, records: BTreeMap<RecordId, Record>) {
    let new_records = records.into_iter();
    let new_records =
        new_records.map(|(id, record)| NewRecord { tenant: String::from(tenant), id, record, is_imported: false });
    let is_new =
        |new: &NewRecord| known::record_of_event(rows, (tenant, &new.record.event_id), new.id, false).is_none();
    let new_records: Vec<NewRecord> = new_records.filter(is_new).collect();
    if new_records.is_empty() {
        return;
    }
    stored::add_together(rows, &references_to(&new_records));
    for new_record in new_records {
        known::write_event_row(rows, tenant, &new_record.record.event_id, new_record.id);
        write_record(rows, new_record);
    }
    words::catch_up(rows, tenant, None);
}

/// The key of the row that counts the events that the batch's principal recorded on the batch's day.
fn quota_key(batch: &Batch) -> Vec<u8> {
    let day = day_of(batch.recorded).to_be_bytes();
    keyspace::row_key(Keyspace::Quota, &batch.tenant, [hash_name(&batch.principal).as_slice(), &day])
}

/// For each tenant and task in the batches so far, the newest step that states an intent, and that intent.
#[derive(Default)]
struct Intents(BTreeMap<(String, String), (Parent, TaskIntent)>);

impl Intents {
    /// Notes the intent that a task's step states, unless a later step stated one.
    fn note(&mut self, rows: &Rows, batch: &Batch, event: &BatchEvent) {
        let Some(Body::TaskStep(TaskStep { intent: Some(intent), .. })) = &event.body else { return };
        let step_ref = Parent::of(batch.id(event));
        let key = (batch.tenant.clone(), event.task.clone());
        let stated_intent = self.0.get(&key).copied().or_else(|| stored_intent(rows, batch, event));
        if stated_intent.is_none_or(|(stated_by, _)| stated_by < step_ref) {
            self.0.insert(key, (step_ref, *intent));
        }
    }

    /// The intent of the task that a tool call is for; `None` for any other event, or if no step states an intent.
    fn of(&self, rows: &Rows, batch: &Batch, event: &BatchEvent) -> Option<TaskIntent> {
        if event.task.is_empty() || !matches!(event.body, Some(Body::ToolCall(_))) {
            return None;
        }
        let intent_in_batch = self.0.get(&(batch.tenant.clone(), event.task.clone())).copied();
        intent_in_batch.or_else(|| stored_intent(rows, batch, event)).map(|(_, intent)| intent)
    }
}

/// The stored intent of an event's task, with the id of the step that stated it.
fn stored_intent(rows: &Rows, batch: &Batch, event: &BatchEvent) -> Option<(Parent, TaskIntent)> {
    let task: TaskRow = rows.read(&derived::task_key(&batch.tenant, &event.task))?;
    Some((task.stated_by[1]?, task.intent?))
}

/// The state of a batch while its events are checked; nothing of the batch is in the rows yet.
struct BatchState<'b> {
    new_records: Vec<NewRecord>,
    /// The ids of events that are known, each with the id of its record.
    known_events: Vec<(&'b str, RecordId)>,
    /// The index in `new_records` of each event, by the event's id.
    index_by_event_id: BTreeMap<&'b str, usize>,
    intents: Intents,
    /// The id of the batch's adoption; `None` if the batch has none, or if the adoption was forgotten.
    adoption: Option<RecordId>,
    /// The records whose trust the adoption raises.
    raised: ChangedRecords,
    /// Known records that get what they lack.
    completed: CompletedRecords,
}

/// The state of one call: the new records, intents and raised records of all batches accepted so far.
struct Ingest<'r> {
    project: &'r Project,
    rows: &'r mut Rows,
    intents: Intents,
    new_records: Vec<NewRecord>,
    raised: ChangedRecords,
    completed: CompletedRecords,
}

impl<'r> Ingest<'r> {
    fn over(rows: &'r mut Rows, project: &'r Project) -> Ingest<'r> {
        let (intents, new_records, raised) = (Intents::default(), Vec::new(), ChangedRecords::new());
        Ingest { project, rows, intents, new_records, raised, completed: CompletedRecords::new() }
    }
}

impl Ingest<'_> {
    /// Adds a batch. If it is refused, the rows stay as they are: nothing is written before all events are checked.
    fn take(&mut self, batch: &Batch) -> Result<Taken, Error> {
        let mut taken = Taken::default();
        let (new_records, known_events, index_by_event_id) = (Vec::new(), Vec::new(), BTreeMap::new());
        let (intents, adoption) = (Intents(self.intents.0.clone()), self.adoption(batch));
        let mut batch_state = BatchState {
            new_records,
            known_events,
            index_by_event_id,
            intents,
            adoption,
            raised: ChangedRecords::new(),
            completed: CompletedRecords::new(),
        };
        for event in &batch.events {
            match self.take_event(batch, event, &mut batch_state) {
                Ok(added) => taken.added.push(added),
                Err(error) if batch.each_alone => taken.refused.push(RefusedLine { line: event.line, error }),
                Err(error) => return Err(error),
            }
        }
        if let Some(adoption) = batch.adoption.as_ref().filter(|_| taken.added.iter().any(|one| one.is_adopted)) {
            self.take_event(batch, adoption, &mut batch_state)?;
        }
        let BatchState { new_records, known_events, intents, raised, completed, .. } = batch_state;
        self.count(batch, new_records.len() as u64)?;
        // Damage may have removed the row of a known event: it is written again.
        for (event_id, id) in known_events {
            if self.rows.read::<EventRow>(&event_key(&batch.tenant, event_id)).is_none() {
                known::write_event_row(self.rows, &batch.tenant, event_id, id);
            }
        }
        self.write_rows(new_records);
        self.complete(completed);
        self.intents = intents;
        self.raised.extend(raised);
        Ok(taken)
    }

    /// Writes the rows of new records and of their events, because later events may refer to them.
    fn write_rows(&mut self, new_records: Vec<NewRecord>) {
        for NewRecord { tenant, id, record, .. } in &new_records {
            known::write_event_row(self.rows, tenant, &record.event_id, *id);
            let key = keyspace::record_key(tenant, *id);
            let value = record.seal(&key);
            self.rows.set(key, Some(value));
        }
        self.new_records.extend(new_records);
    }

    /// Takes in completed versions of records: of new ones at once, because nothing is derived from them yet.
    fn complete(&mut self, completed: CompletedRecords) {
        for ((tenant, id), after) in completed {
            match self.new_records.iter_mut().find(|new| new.id == id && new.tenant == tenant) {
                Some(new) => {
                    let key = keyspace::record_key(&tenant, id);
                    let value = after.seal(&key);
                    self.rows.set(key, Some(value));
                    new.record = after;
                }
                None => _ = self.completed.insert((tenant, id), after),
            }
        }
    }

    /// Checks one event and adds it to `batch_state`. A refused event leaves `batch_state` unchanged.
    fn take_event<'b>(
        &self,
        batch: &Batch,
        event: &'b BatchEvent,
        batch_state: &mut BatchState<'b>,
    ) -> Result<Added, Error> {
        let tenant = &batch.tenant;
        if let Some(NewRecord { id, record, .. }) =
            batch_state.index_by_event_id.get(event.event_id.as_str()).map(|&at| &batch_state.new_records[at])
        {
            self.check_same(batch, record, event)?;
            return Ok(Added { id: id.text(), is_new: false, is_adopted: false });
        }
        let (tenant_and_event, is_for_ever) =
            ((tenant.as_str(), event.event_id.as_str()), kind_of(event).retention() == Retention::Forever);
        if let Some(id) = known::record_of_event(self.rows, tenant_and_event, batch.id(event), is_for_ever) {
            // A forgotten record is gone, so that there is nothing to compare.
            let key = (tenant.clone(), id);
            let completed_record = batch_state.completed.get(&key).or_else(|| self.completed.get(&key));
            let stored_record = completed_record.cloned().or_else(|| record_of(self.rows, tenant, id));
            stored_record.as_ref().map_or(Ok(()), |stored_record| self.check_same(batch, stored_record, event))?;
            let may_be_completed = batch.keeps_known && !self.raised.contains_key(&key);
            let known_record = stored_record.as_ref().filter(|_| may_be_completed);
            if let Some(after) = known_record.and_then(|known_record| completed(known_record, event)) {
                batch_state.completed.insert(key, after);
            }
            let is_adopted = stored_record
                .is_some_and(|stored_record| self.try_adopt(batch, event, (id, stored_record), batch_state));
            batch_state.known_events.push((&event.event_id, id));
            return Ok(Added { id: id.text(), is_new: false, is_adopted });
        }
        let parents = self.trust_of_parents(batch, event, &batch_state.new_records)?;
        batch_state.intents.note(self.rows, batch, event);
        let id = batch.id(event);
        let record = record(batch, event, parents, batch_state.intents.of(self.rows, batch, event));
        batch_state.index_by_event_id.insert(event.event_id.as_str(), batch_state.new_records.len());
        batch_state.new_records.push(NewRecord {
            tenant: tenant.clone(),
            id,
            record,
            is_imported: event.imported.is_some(),
        });
        Ok(Added { id: id.text(), is_new: true, is_adopted: false })
    }

    /// Refuses an event that is known with other content, unless the batch ignores such differences.
    fn check_same(&self, batch: &Batch, record: &Record, event: &BatchEvent) -> Result<(), Error> {
        if batch.keeps_known {
            return Ok(());
        }
        check_same(record, event, self.project)
            .or_else(|_| check_same(&before_completion(record, event), event, self.project))
    }

    /// Counts new events toward the principal's limit for a day; refuses them if they exceed it.
    fn count(&mut self, batch: &Batch, n_new: u64) -> Result<(), Error> {
        if batch.max_per_day == 0 || n_new == 0 {
            return Ok(());
        }
        let key = quota_key(batch);
        let n = self.rows.read::<u64>(&key).unwrap_or(0) + n_new;
        if n > u64::from(batch.max_per_day) {
            let what = "events of this principal today";
            return Err(Error::TooLarge(Limit { what, actual: n, limit: u64::from(batch.max_per_day) }));
        }
        self.rows.put(key, &n);
        Ok(())
    }

    /// The id of the batch's adoption; `None` if the batch has none, or if the adoption was forgotten and so raises
    /// nothing.
    fn adoption(&self, batch: &Batch) -> Option<RecordId> {
        let adoption = batch.adoption.as_ref()?;
        let adoption_id = batch.id(adoption);
        let id = known::record_of_event(self.rows, (&batch.tenant, &adoption.event_id), adoption_id, true)
            .unwrap_or(adoption_id);
        self.rows.value(&keyspace::tombstone_key(&batch.tenant, id)).is_none().then_some(id)
    }

    /// Attributes a known record to its importer; returns whether it did. The batch must have an adoption, the event
    /// all the content of the record, and [`Record::adopt`] must allow it.
    fn try_adopt(
        &self,
        batch: &Batch,
        event: &BatchEvent,
        (id, known): (RecordId, Record),
        batch_state: &mut BatchState<'_>,
    ) -> bool {
        let Some(adoption) = batch_state.adoption.filter(|_| is_same(&known, event, self.project)) else {
            return false;
        };
        let key = (batch.tenant.clone(), id);
        let raised_record = batch_state.raised.get(&key).or_else(|| self.raised.get(&key)).cloned();
        let mut record = raised_record.unwrap_or(known);
        let is_adopted = record.adopt(adoption, attribution(batch, event));
        if is_adopted {
            batch_state.raised.insert(key, record);
        }
        is_adopted
    }

    /// The least trust of the records that an event refers to; [`Trust::Confirmed`] if it refers to none. A missing
    /// record counts as untrusted if the event was imported; otherwise the event is refused.
    fn trust_of_parents(&self, batch: &Batch, event: &BatchEvent, new_records: &[NewRecord]) -> Result<Trust, Error> {
        let mut trust = Trust::Confirmed;
        for id in adopt::referenced_ids(&event.parents, event.body.as_ref()) {
            let trust_in_batch = new_records.iter().find(|new| new.id == id).map(|new| new.record.trust());
            let parent_trust = trust_in_batch.or_else(|| Some(record_of(self.rows, &batch.tenant, id)?.trust()));
            // A record that an export refers to may be forgotten, there or here. A row that is not read yet counts as
            // untrusted.
            let may_be_gone = event.imported.is_some() || !self.rows.is_known(&keyspace::record_key(&batch.tenant, id));
            let parent_trust = parent_trust.or_else(|| may_be_gone.then_some(Trust::Untrusted));
            trust = trust.min(parent_trust.ok_or_else(|| Error::unknown(&id.text(), Vec::new()))?);
        }
        Ok(trust)
    }
}

/// The attribution of an event: trusted no more than the owner, the event's origin and an imported line allow.
fn attribution(batch: &Batch, event: &BatchEvent) -> Attribution {
    let imported_trust = event.imported.as_ref().map_or(Trust::Confirmed, |imported| imported.trust);
    // Only an owner who is trusted in full may bring records of other principals.
    let of_others = event.imported.as_ref().filter(|_| batch.max_trust == Trust::Confirmed);
    let principal = of_others.map_or(&batch.principal, |imported| &imported.principal).clone();
    Attribution {
        origin: event.origin,
        trust: event.origin.trust().min(batch.max_trust).min(imported_trust),
        principal,
    }
}

/// Takes the new records out of `ingest`, each followed by the observations that are learnt from it.
fn with_observations(ingest: &mut Ingest<'_>) -> Vec<NewRecord> {
    let (rows, new_records) = (&mut *ingest.rows, core::mem::take(&mut ingest.new_records));
    let mut added_records = Vec::with_capacity(new_records.len());
    for new_record in new_records {
        let record_ref = RecordRef { tenant: &new_record.tenant, id: new_record.id, record: &new_record.record };
        // An export brings its observations along.
        let observations = if new_record.is_imported { Vec::new() } else { learn::learn(rows, record_ref) };
        let tenant = new_record.tenant.clone();
        added_records.push(new_record);
        let is_imported = false;
        added_records.extend(observations.into_iter().map(|(id, record)| NewRecord {
            tenant: tenant.clone(),
            id,
            record,
            is_imported,
        }));
    }
    added_records
}

fn references_to(new_records: &[NewRecord]) -> Vec<RecordRef<'_>> {
    new_records.iter().map(|NewRecord { tenant, id, record, .. }| RecordRef { tenant, id: *id, record }).collect()
}

/// Whether a record is a newly learnt observation whose event is known already, even if it was forgotten.
fn is_known(rows: &Rows, NewRecord { tenant, id, record, is_imported }: &NewRecord) -> bool {
    let is_learnt = record.kind == Kind::Observation && !is_imported;
    is_learnt && known::record_of_event(rows, (tenant, &record.event_id), *id, false).is_some()
}

/// Limits the trust of a newly learnt observation to that of the records it was derived from.
fn limit_trust_to_parents(rows: &Rows, NewRecord { tenant, record, is_imported, .. }: &mut NewRecord) {
    if record.kind == Kind::Observation && !*is_imported {
        let trusts = record.parents.iter().filter_map(|parent| Some(record_of(rows, tenant, parent.id())?.trust()));
        let parents = trusts.min().unwrap_or(Trust::Confirmed);
        record.attribute(Attribution { trust: record.origin.trust(), ..record.attribution() }, parents);
    }
}

/// Writes a new record and the rows derived from it.
fn write_record(rows: &mut Rows, new_record: NewRecord) {
    let NewRecord { tenant, id, record, is_imported } = new_record;
    if record.kind == Kind::Observation && !is_imported {
        known::write_event_row(rows, &tenant, &record.event_id, id);
    }
    expire::rewind_for(rows, &tenant, id, record.kind);
    // `Ingest::take` has written the row already, except for an observation.
    match rows.value(&keyspace::record_key(&tenant, id)).map(<[u8]>::len) {
        Some(n_bytes) if record.kind != Kind::Observation => stored::write_derived(rows, &tenant, id, &record, n_bytes),
        _ => stored::put(rows, &tenant, id, record),
    }
}

/// The kind of record that an event becomes.
fn kind_of(event: &BatchEvent) -> Kind {
    let is_learning = event.imported.as_ref().is_some_and(|imported| imported.learning.is_some());
    let kind = if is_learning { Kind::Learning } else { Kind::Note };
    event.body.as_ref().map_or(kind, Body::kind)
}

/// The record that an event becomes, trusted at most as far as its parents are.
fn record(batch: &Batch, event: &BatchEvent, parents: Trust, intent: Option<TaskIntent>) -> Record {
    let (kind, attribution, mut event) = (kind_of(event), attribution(batch, event), event.clone());
    let imported = event.imported.take();
    let situation = event.take_situation();
    let mut record = unsituated!(Record {
        kind,
        time: event.time,
        recorded: imported.as_ref().map_or(batch.recorded, |imported| imported.recorded),
        origin: event.origin,
        event_id: event.event_id,
        channel: event.channel,
        principal: String::new(),
        text: event.text,
        trust: None,
        parents: event.parents,
        anchors: event.anchors,
        updated: imported.as_ref().and_then(|imported| imported.updated),
        intent: imported.as_ref().map_or(intent, |imported| imported.intent),
        learning: imported.and_then(|imported| imported.learning),
        metadata: event.metadata,
        body: event.body,
        own_trust: None,
        adopted: None,
    })
    .situated(situation);
    record.attribute(attribution, parents);
    record
}
