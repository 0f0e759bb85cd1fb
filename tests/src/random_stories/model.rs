//! The model of a memory: for each tenant a list of records, the events that are known and the ids that were forgotten.
//!
//! It is written from what the interface promises. Not here: answers (`answers`), and observations, which depend on the order of
//! events: they are taken over from the core, and only their parents and trust are checked.

use std::collections::{BTreeMap, BTreeSet};

use scrubjay_core::record::{
    Event, EventBody, EventKind, NewText, Origin, Owner, PatternKind, RecordSettings, SecretPolicy, Selection,
    TaskIntent, Trust,
};

use super::answers::kept_path;

/// A secret, as a part of a name.
macro_rules! secret {
    () => {
        "ghp_a1B2c3D4e5F6a7B8c9D0e1F2a3B4c5D6e7F8"
    };
}
pub(crate) use secret;

/// A secret, and its masked form.
pub const SECRET: &str = secret!();
const MASKED: &str = "[masked: github-token]";
/// Milliseconds of a day.
pub const DAY: i64 = 86_400_000;

/// A pattern that the core learnt, from its export.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The kind of the pattern.
    pub kind: PatternKind,
    /// The tool or folder.
    pub subject: String,
    /// The line of the error.
    pub signature: String,
    /// The edited files.
    pub files: Vec<String>,
}

impl Seen {
    /// The pattern as an import stores it under a policy; a refused text is stored as it is.
    pub(crate) fn kept(&self, policy: SecretPolicy) -> Seen {
        let name = |name: &String| guarded(policy, name).unwrap_or_else(|| name.clone());
        let Seen { kind, subject, signature, files } = self;
        Seen {
            kind: *kind,
            subject: name(subject),
            signature: name(signature),
            files: files.iter().map(name).collect(),
        }
    }
}

/// A record with everything on which answers depend.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// The id, as the core writes it.
    pub id: String,
    /// The kind of the event.
    pub kind: EventKind,
    /// The event as answers tell it.
    pub event: Event,
    /// The time of recording, in milliseconds since 1970.
    pub recorded: i64,
    /// The principal that had the memory open.
    pub principal: String,
    /// The trust, as far as the record's parents allow it.
    pub trust: Trust,
    /// Whether the note was updated.
    pub updated: bool,
    /// The intent that the task of a tool call had then; `None` without one.
    pub intent: Option<TaskIntent>,
    /// The pattern of an observation; `None` for other records.
    pub seen: Option<Seen>,
    /// The trust without the record's parents.
    pub own_trust: Trust,
    /// Origin, trust and principal before the first adoption; `None` if it is not adopted.
    pub unadopted: Option<Said>,
    /// The ids of its adoptions, each with what it states; the last one counts.
    pub adoptions: Vec<(String, Said)>,
}

/// Origin, trust without parents, and principal of a record.
pub type Said = (Origin, Trust, String);

/// The records of a tenant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tenant {
    /// By their ids, which sort by time.
    pub records: BTreeMap<String, Held>,
    /// The record of each event that was ever told, by the event's id.
    pub id_by_event: BTreeMap<String, String>,
    /// The ids of forgotten records.
    pub forgotten: BTreeSet<String>,
    quota: BTreeMap<(String, i64), u64>,
}

/// The records of all tenants.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// The tenants, by their names.
    pub tenants: BTreeMap<String, Tenant>,
}

/// An event of a batch, with the id that its record will have.
#[derive(Clone, Debug)]
pub struct BatchEvent {
    /// The id, as the core gave it.
    pub id: String,
    /// The event as it is stored.
    pub event: Event,
    /// The exported record, if the batch is an import.
    pub exported: Option<Held>,
}

/// A packed batch, as the model takes it.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The owner that had the memory open.
    pub owner: Owner,
    /// The time of packing, in milliseconds since 1970.
    pub recorded: i64,
    /// The most events per principal and day; 0 means no limit.
    pub max_per_day: u32,
    /// The events, in the order of the batch.
    pub events: Vec<BatchEvent>,
}

/// The outcome of a batch: each id with whether it is new; `None` if it is refused.
pub type Taken = Option<Vec<(String, bool)>>;

/// Records that are not stored yet, each with its tenant.
type Pending = Vec<(String, Held)>;

/// The id as the core writes it.
pub fn canonical(id: &str) -> String {
    let digits: String = id.chars().filter(char::is_ascii_hexdigit).collect::<String>().to_ascii_lowercase();
    let group_ends = [0, 8, 12, 16, 20, 32];
    group_ends.windows(2).map(|cut| digits[cut[0]..cut[1]].to_owned()).collect::<Vec<_>>().join("-")
}

/// The text as a policy stores it; `None` if it is refused.
fn guarded(policy: SecretPolicy, text: &str) -> Option<String> {
    match policy {
        _ if !text.contains(SECRET) => Some(text.to_owned()),
        SecretPolicy::Keep => Some(text.to_owned()),
        SecretPolicy::Mask => Some(text.replace(SECRET, MASKED)),
        SecretPolicy::Refuse => None,
    }
}

/// A name of a question in its stored form: secrets in questions are masked.
pub(crate) fn stored(name: &str) -> String {
    name.replace(SECRET, MASKED)
}

/// An event in its stored form for a speaker; `None` if the event by itself is refused.
pub fn kept(event: &Event, speaker: Origin, policy: SecretPolicy, now: i64) -> Option<Event> {
    let mut event = event.clone();
    event.origin = lower_origin(event.origin, speaker);
    if event.time > now + DAY || event.event_id.is_empty() || event.session.contains('/') {
        return None;
    }
    if policy != SecretPolicy::Keep && event.event_id.contains(SECRET) {
        return None;
    }
    if event.channel.is_empty() {
        "_global".clone_into(&mut event.channel);
    }
    event.parents = event.parents.iter().map(|parent| canonical(parent)).collect();
    match &mut event.body {
        EventBody::ToolCall(call) if call.refused && call.success == Some(true) => return None,
        EventBody::ToolCall(call) => {
            call.refused |= call.success != Some(true) && call.error.starts_with("exec command rejected by user");
            if !call.refused && !call.error.is_empty() {
                call.success = call.success.or(Some(false));
            }
        }
        EventBody::FileTouch(touch) => touch.path = kept_path(&touch.path)?,
        EventBody::TaskStep(_) if event.task.is_empty() => return None,
        EventBody::Delivery(_) if event.session.is_empty() || event.parents.len() != 1 => return None,
        EventBody::StrategyUse(used) => used.strategy = canonical(&used.strategy),
        _ => {}
    }
    guard(event, policy)
}

/// An event with all texts but its id as a policy stores them; `None` if it is refused.
fn guard(mut event: Event, policy: SecretPolicy) -> Option<Event> {
    let texts: Vec<&mut String> = match &mut event.body {
        EventBody::Note(text) => vec![text],
        EventBody::Turn(turn) => {
            vec![&mut turn.conversation, &mut turn.title, &mut turn.model, &mut turn.speaker, &mut turn.text]
        }
        EventBody::ToolCall(call) => vec![&mut call.tool, &mut call.parameters, &mut call.output, &mut call.error],
        EventBody::FileTouch(touch) => vec![&mut touch.path, &mut touch.why, &mut touch.change],
        EventBody::TaskStep(step) => vec![&mut step.description, &mut step.outcome],
        EventBody::Strategy(plan) => {
            let names = plan.tools.iter_mut().chain([&mut plan.task_type]);
            names.chain([&mut plan.description, &mut plan.context]).collect()
        }
        EventBody::StrategyUse(_) => Vec::new(),
        EventBody::WorkingValue(value) => vec![&mut value.conversation, &mut value.key, &mut value.value],
        EventBody::ProfileValue(value) => vec![&mut value.key, &mut value.value],
        EventBody::Decision(decision) => {
            let texts = [&mut decision.title, &mut decision.superseded_by, &mut decision.context, &mut decision.choice];
            texts.into_iter().chain([&mut decision.rationale, &mut decision.revisit_if]).collect()
        }
        EventBody::Lesson(lesson) => vec![&mut lesson.subject, &mut lesson.text],
        EventBody::Thought(thought) => vec![&mut thought.conversation, &mut thought.text],
        EventBody::Delivery(told) => vec![&mut told.why, &mut told.about],
        EventBody::Adoption(_) => Vec::new(),
    };
    let names = [&mut event.channel, &mut event.session, &mut event.branch, &mut event.task, &mut event.metadata];
    for text in texts.into_iter().chain(names) {
        *text = guarded(policy, text)?;
    }
    Some(event)
}

fn kind(body: &EventBody) -> EventKind {
    match body {
        EventBody::Note(_) => EventKind::Note,
        EventBody::Turn(_) => EventKind::Turn,
        EventBody::ToolCall(_) => EventKind::ToolCall,
        EventBody::FileTouch(_) => EventKind::FileTouch,
        EventBody::TaskStep(_) => EventKind::TaskStep,
        EventBody::Strategy(_) => EventKind::Strategy,
        EventBody::StrategyUse(_) => EventKind::StrategyUse,
        EventBody::WorkingValue(_) => EventKind::WorkingValue,
        EventBody::ProfileValue(_) => EventKind::ProfileValue,
        EventBody::Decision(_) => EventKind::Decision,
        EventBody::Lesson(_) => EventKind::Lesson,
        EventBody::Thought(_) => EventKind::Thought,
        EventBody::Delivery(_) => EventKind::Delivery,
        EventBody::Adoption(_) => EventKind::Adoption,
    }
}

pub(super) fn max_trust(origin: Origin) -> Trust {
    match origin {
        Origin::Person => Trust::Confirmed,
        Origin::Agent => Trust::Unconfirmed,
        Origin::Tool | Origin::Imported => Trust::Untrusted,
    }
}

/// The less trusted of two origins.
pub(super) fn lower_origin(one: Origin, other: Origin) -> Origin {
    let order = [Origin::Imported, Origin::Tool, Origin::Agent, Origin::Person];
    order.into_iter().find(|origin| [one, other].contains(origin)).unwrap_or(one)
}

/// Whether an event agrees with a record, whoever tells it, and whether or not secrets were kept. Members that the record lacks
/// agree with anything.
fn says_the_same(held: &Held, event: &Event, seen: Option<&Seen>) -> bool {
    let Event { time, event_id, origin, .. } = held.event.clone();
    let told = guard(Event { time, event_id, origin, ..event.clone() }, SecretPolicy::Mask);
    let known = guard(held.event.clone(), SecretPolicy::Mask);
    let is_same = || {
        let (Some(known), Some(told)) = (known, told) else { return false };
        filled(known, &told) == told && held.seen.as_ref() == seen
    };
    held.updated || is_same()
}

/// A record's event, with its missing members taken from another event.
fn filled(mut known: Event, told: &Event) -> Event {
    let fill = |known: &mut String, told: &String| {
        if known.is_empty() {
            known.clone_from(told);
        }
    };
    fill(&mut known.session, &told.session);
    fill(&mut known.branch, &told.branch);
    fill(&mut known.commit, &told.commit);
    fill(&mut known.task, &told.task);
    fill(&mut known.metadata, &told.metadata);
    match (&mut known.body, &told.body) {
        (EventBody::Turn(known), EventBody::Turn(told)) => {
            known.tokens = known.tokens.or(told.tokens);
            fill(&mut known.title, &told.title);
            fill(&mut known.model, &told.model);
            fill(&mut known.speaker, &told.speaker);
        }
        (EventBody::ToolCall(known), EventBody::ToolCall(told)) => {
            fill(&mut known.parameters, &told.parameters);
            // A success beside an error may be what an older release took it for.
            let is_said = known.success == Some(false) || known.error.is_empty();
            let known_end = if known.refused { Some(false) } else { known.success.filter(|_| is_said) };
            let told_end = if told.refused { Some(false) } else { told.success };
            if known_end.is_none() || told_end.is_none() || known_end == told_end {
                (known.success, known.refused) = (told.success, told.refused);
            }
            fill(&mut known.output, &told.output);
            fill(&mut known.error, &told.error);
            known.duration = known.duration.or(told.duration);
            known.context_tokens = known.context_tokens.or(told.context_tokens);
        }
        (EventBody::FileTouch(known), EventBody::FileTouch(told)) => {
            fill(&mut known.why, &told.why);
            fill(&mut known.change, &told.change);
        }
        (EventBody::TaskStep(known), EventBody::TaskStep(told)) => {
            fill(&mut known.description, &told.description);
            fill(&mut known.outcome, &told.outcome);
            known.intent = known.intent.or(told.intent);
        }
        (EventBody::Strategy(known), EventBody::Strategy(told)) => fill(&mut known.task_type, &told.task_type),
        (EventBody::Decision(known), EventBody::Decision(told)) => {
            fill(&mut known.context, &told.context);
            fill(&mut known.rationale, &told.rationale);
            fill(&mut known.revisit_if, &told.revisit_if);
            fill(&mut known.superseded_by, &told.superseded_by);
        }
        (EventBody::Delivery(known), EventBody::Delivery(told)) => fill(&mut known.about, &told.about),
        (EventBody::Lesson(known), EventBody::Lesson(told)) => fill(&mut known.subject, &told.subject),
        _ => {}
    }
    known
}

impl Held {
    /// The ids of the records that it derives from: its parents, and the strategy that it used.
    pub fn sources(&self) -> impl Iterator<Item = &String> {
        let used = match &self.event.body {
            EventBody::StrategyUse(used) => Some(&used.strategy),
            _ => None,
        };
        self.event.parents.iter().chain(used)
    }

    /// The key of a value, which a later record with the same key replaces; `None` for other records.
    fn key(&self) -> Option<Vec<String>> {
        let principal = self.principal.clone();
        match &self.event.body {
            EventBody::WorkingValue(value) => {
                let channel = self.event.channel.clone();
                Some(vec![principal, channel, value.conversation.clone(), value.key.clone()])
            }
            EventBody::ProfileValue(value) => Some(vec![principal, value.key.clone()]),
            EventBody::Decision(decision) => Some(vec![self.event.channel.clone(), decision.title.clone()]),
            _ => None,
        }
    }

    /// Takes over origin, trust and principal of the last adoption, or those from before any.
    pub(super) fn apply_last_adoption(&mut self) {
        let said = self.adoptions.last().map(|(_, said)| said.clone()).or(self.unadopted.clone());
        if let Some((origin, trust, principal)) = said {
            (self.event.origin, self.own_trust, self.principal) = (origin, trust, principal);
        }
        if self.adoptions.is_empty() {
            self.unadopted = None;
        }
    }

    fn has_retention(&self) -> bool {
        use EventKind::{Delivery, FileTouch, Learning, Observation, StrategyUse, Thought, ToolCall, Turn};
        matches!(self.kind, Turn | ToolCall | FileTouch | StrategyUse | Learning | Observation | Thought | Delivery)
    }
}

/// Whether records of a kind are removed only when they are forgotten.
fn stays(kind: EventKind) -> bool {
    use EventKind::{Adoption, Decision, Lesson, Note, ProfileValue, Strategy, TaskStep};
    matches!(kind, Note | TaskStep | Strategy | ProfileValue | Decision | Lesson | Adoption)
}

impl Model {
    /// The records of a tenant.
    pub fn of(&mut self, tenant: &str) -> &mut Tenant {
        self.tenants.entry(tenant.to_owned()).or_default()
    }

    /// Adds batches: each whole or not at all.
    pub fn add(&mut self, batches: &[Batch]) -> Vec<Taken> {
        let mut pending = Pending::new();
        let taken = batches.iter().map(|batch| self.take(batch, &mut pending)).collect();
        for (tenant, held) in pending {
            self.of(&tenant).settle(held);
        }
        taken
    }

    fn take(&mut self, batch: &Batch, pending: &mut Pending) -> Taken {
        let tenant = batch.owner.tenant.clone();
        let records = self.of(&tenant);
        let (n_before, mut taken) = (pending.len(), Vec::new());
        let result = batch.events.iter().try_for_each(|told| {
            taken.push(records.take_one(batch, told, &tenant, pending)?);
            Some(())
        });
        let n_new = (pending.len() - n_before) as u64;
        let is_over = batch.max_per_day > 0 && n_new > 0 && {
            let day = (batch.owner.principal.clone(), batch.recorded / DAY);
            let n = records.quota.get(&day).copied().unwrap_or(0) + n_new;
            let is_over = n > u64::from(batch.max_per_day);
            if result.is_some() && !is_over {
                records.quota.insert(day, n);
            }
            is_over
        };
        if result.is_none() || is_over {
            pending.truncate(n_before);
            return None;
        }
        for (_, held) in &pending[n_before..] {
            records.id_by_event.insert(held.event.event_id.clone(), held.id.clone());
        }
        Some(taken)
    }
}

impl Tenant {
    fn take_one(
        &mut self,
        batch: &Batch,
        told: &BatchEvent,
        tenant: &str,
        pending: &mut Pending,
    ) -> Option<(String, bool)> {
        let BatchEvent { id, event, exported } = told;
        let find = |id: &String| pending.iter().find(|(of, held)| of == tenant && held.id == *id).map(|(_, held)| held);
        let same_told = pending.iter().find(|(of, held)| of == tenant && held.event.event_id == event.event_id);
        // What goes only where it is forgotten was lost where nothing is left of its record, as after one of another kind that is over.
        let kind_told = exported.as_ref().map_or_else(|| kind(&event.body), |exported| exported.kind);
        let is_known = |id: &&String| {
            let is_left = self.records.contains_key(*id) || self.forgotten.contains(*id);
            is_left || find(id).is_some() || !stays(kind_told)
        };
        let known_id = same_told
            .map(|(_, held)| &held.id)
            .or_else(|| self.id_by_event.get(&event.event_id).filter(is_known))
            .cloned();
        let seen = exported.as_ref().and_then(|exported| exported.seen.clone());
        if let Some(known_id) = known_id {
            let held = find(&known_id).or_else(|| self.records.get(&known_id));
            let is_same = held.is_none_or(|held| says_the_same(held, event, seen.as_ref()));
            return is_same.then_some((known_id, false));
        }
        let mut trust = max_trust(event.origin).min(batch.owner.trust);
        let intent = match (&event.body, exported) {
            (_, Some(exported)) => exported.intent,
            (EventBody::ToolCall(_), None) => self.intent(&event.task, tenant, pending),
            _ => None,
        };
        let mut held = Held {
            id: id.clone(),
            kind: kind_told,
            event: event.clone(),
            recorded: exported.as_ref().map_or(batch.recorded, |exported| exported.recorded),
            principal: batch.owner.principal.clone(),
            trust,
            updated: exported.as_ref().is_some_and(|exported| exported.updated),
            intent,
            seen,
            own_trust: trust,
            unadopted: None,
            adoptions: Vec::new(),
        };
        if let Some(exported) = exported {
            trust = trust.min(exported.trust);
            if batch.owner.trust == Trust::Confirmed {
                held.principal.clone_from(&exported.principal);
            }
        }
        held.own_trust = trust;
        for source in held.sources() {
            let source_trust = find(source).or_else(|| self.records.get(source)).map(|source| source.trust);
            trust = trust.min(source_trust.or(exported.as_ref().map(|_| Trust::Untrusted))?);
        }
        held.trust = trust;
        pending.push((tenant.to_owned(), held));
        Some((id.clone(), true))
    }

    /// The intent of a task, from its newest step that states one.
    fn intent(&self, task: &str, tenant: &str, pending: &Pending) -> Option<TaskIntent> {
        let new_records = pending.iter().filter(|(of, _)| of == tenant).map(|(_, held)| held);
        let steps = self.records.values().chain(new_records).filter(|held| !task.is_empty() && held.event.task == task);
        let stated_intents = steps.filter_map(|held| match &held.event.body {
            EventBody::TaskStep(step) => Some((&held.id, step.intent?)),
            _ => None,
        });
        stated_intents.max_by_key(|(id, _)| *id).map(|(_, intent)| intent)
    }

    fn settle(&mut self, held: Held) {
        self.records.insert(held.id.clone(), held);
    }

    /// Whether a value is the newest of its key.
    pub fn holds(&self, held: &Held) -> bool {
        let key = held.key();
        let has_same_key = |other: &&Held| other.kind == held.kind && other.key() == key;
        self.records.values().filter(has_same_key).all(|other| other.id <= held.id)
    }

    /// Adds an observation of the core, if it can exist.
    ///
    /// # Errors
    /// An observation whose parents are unknown, or that is trusted or known already.
    pub fn learn(&mut self, held: Held) -> Result<(), String> {
        let is_founded =
            held.event.parents.len() > 1 && held.event.parents.iter().all(|id| self.records.contains_key(id));
        if !is_founded || held.trust != Trust::Untrusted || self.id_by_event.contains_key(&held.event.event_id) {
            return Err(format!("an observation that cannot be: {held:?}"));
        }
        self.id_by_event.insert(held.event.event_id.clone(), held.id.clone());
        self.records.insert(held.id.clone(), held);
        Ok(())
    }

    /// Forgets records and all that derive from them; returns the fates, and how many of the forgotten ones were not named.
    pub fn forget(&mut self, ids: &[String]) -> (Vec<(String, &'static str)>, u32) {
        let ids: Vec<String> = ids.iter().map(|id| canonical(id)).collect();
        let mut gone_ids: BTreeSet<String> = ids.iter().filter(|id| self.records.contains_key(*id)).cloned().collect();
        loop {
            let derives = |held: &&Held| !gone_ids.contains(&held.id) && held.sources().any(|id| gone_ids.contains(id));
            let derived_ids: Vec<String> = self.records.values().filter(derives).map(|held| held.id.clone()).collect();
            if derived_ids.is_empty() {
                break;
            }
            gone_ids.extend(derived_ids);
        }
        let fate = |id: &String| match (gone_ids.contains(id), self.forgotten.contains(id)) {
            (true, _) => "Forgotten",
            (false, true) => "AlreadyForgotten",
            (false, false) => "Unknown",
        };
        let receipts = ids.iter().map(|id| (id.clone(), fate(id))).collect();
        let n_derived = gone_ids.iter().filter(|id| !ids.contains(id)).count() as u32;
        self.records.retain(|id, _| !gone_ids.contains(id));
        self.undo_adoptions(&gone_ids);
        self.forgotten.extend(gone_ids);
        (receipts, n_derived)
    }

    /// The ids of the records in a selection.
    pub fn select(&self, selection: &Selection, policy: SecretPolicy) -> Vec<String> {
        let Selection { session, principal, channel, origin, since } = selection;
        let as_stored = |name: &String| if policy == SecretPolicy::Keep { name.clone() } else { stored(name) };
        let (session, channel) = (&as_stored(session), &as_stored(channel));
        let is = |wanted: &str, has: &str| wanted.is_empty() || wanted == has;
        let is_selected = |held: &&Held| {
            is(session, &held.event.session)
                && is(principal, &held.principal)
                && is(channel, &held.event.channel)
                && origin.is_none_or(|origin| origin == held.event.origin)
                && since.is_none_or(|since| held.event.time >= since)
        };
        self.records.values().filter(is_selected).map(|held| held.id.clone()).collect()
    }

    /// Updates a note; returns whether it exists, or `None` if the text is refused.
    pub fn update(&mut self, id: &str, new_text: &NewText, owner: &Owner, policy: SecretPolicy) -> Option<bool> {
        let (text, metadata) = (guarded(policy, &new_text.text)?, guarded(policy, &new_text.metadata)?);
        let Some(held) = self.records.get_mut(&canonical(id)).filter(|held| held.kind == EventKind::Note) else {
            return Some(false);
        };
        (held.event.body, held.event.metadata) = (EventBody::Note(text), metadata);
        held.event.origin = lower_origin(held.event.origin, owner.speaker);
        held.own_trust = held.own_trust.min(owner.trust).min(max_trust(held.event.origin));
        held.trust = held.trust.min(held.own_trust);
        for said in held.unadopted.iter_mut().chain(held.adoptions.iter_mut().map(|(_, said)| said)) {
            said.0 = lower_origin(said.0, owner.speaker);
            said.1 = said.1.min(owner.trust).min(max_trust(said.0));
        }
        held.updated = true;
        Some(true)
    }

    /// Removes the records that upkeep removes, and returns their number.
    pub fn expire(&mut self, settings: RecordSettings, now: i64) -> u32 {
        let n_before = self.records.len();
        let cutoff = now - i64::from(settings.retention_days) * DAY;
        // A value that has ended takes along those that it took the place of.
        let ended_value = |held: &Held| match &held.event.body {
            EventBody::WorkingValue(value) if held.event.time + i64::from(value.lifetime) <= now => {
                Some((held.key(), held.id.clone()))
            }
            _ => None,
        };
        let ended_values: Vec<(Option<Vec<String>>, String)> = self.records.values().filter_map(ended_value).collect();
        self.records.retain(|_, held| {
            let is_over = match &held.event.body {
                EventBody::WorkingValue(_) => {
                    let key = held.key();
                    ended_values.iter().any(|(other, id)| *other == key && held.id <= *id)
                }
                _ => settings.retention_days > 0 && held.has_retention() && held.event.time < cutoff,
            };
            !is_over
        });
        (n_before - self.records.len()) as u32
    }
}
