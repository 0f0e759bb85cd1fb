//! Makes the steps of a story from a seed: events of all kinds, repeated alike or with changes, out of order and in the future,
//! with parents, unknown parents and secrets; and forgetting, rolling back, updating, upkeep and moving to another store.
//!
//! Names are few and prefixes of each other, so that names that must not be mixed up often meet. Of most sorts, one
//! name contains a secret.

use scrubjay_core::memory::Memory;
use scrubjay_core::record::{
    Anchor, Decision, DecisionStatus, Delivery, Event, EventBody, FileOperation, FileTouch, Lesson, LessonTopic,
    Moment, NewText, Origin, Owner, ProfileValue, RecordSettings, Role, SecretPolicy, Selection, StrategyPlan,
    StrategyUse, TaskIntent, TaskStatus, TaskStep, Thought, ToolCall, Trust, Turn, WorkingValue,
};

use super::model::{DAY, Model, SECRET, secret};
use crate::window::generate::Chance;

/// The names of tenants.
pub const TENANTS: [&str; 4] = ["", "a", "ab", "b"];
const PRINCIPALS: [&str; 3] = ["", "p", "pq"];
pub(crate) const CHANNELS: [&str; 5] = ["", "c", "cd", "_global", concat!("c ", secret!())];
pub(crate) const SESSIONS: [&str; 5] = ["", "s", "s1", "s12", concat!("s ", secret!())];
pub(crate) const COMMITS: [&str; 3] = [
    "",
    "0123456789abcdef0123456789abcdef01234567",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
];
pub(crate) const BRANCHES: [&str; 5] = ["", "b", "b/1", "b/12", concat!("b ", secret!())];
const SPEAKERS: [&str; 4] = ["", "", "Ada", concat!("Ada ", secret!())];
pub(crate) const TASKS: [&str; 5] = ["", "t", "t1", "t12", concat!("t ", secret!())];
pub(crate) const CONVERSATIONS: [&str; 3] = ["k", "k1", concat!("k ", secret!())];
pub(crate) const PATHS: [&str; 8] = [
    "a.py",
    "src/a.py",
    "src/A.py",
    "./src/a.py",
    "src\\b.py",
    "src/b.pyi",
    "docs/c.md",
    concat!("src\\", secret!(), ".py"),
];
/// Further paths of touches: one leads out of the project and is refused; one is elsewhere and makes no pairs.
const OTHER_PATHS: [&str; 3] = ["src/../src/a.py", "../out.py", "/etc/a.py"];
pub(crate) const TOOLS: [&str; 4] = ["bash", "ba", "edit", concat!("ba ", secret!())];
pub(crate) const TASK_TYPES: [&str; 4] = ["", "fix", "fixing", concat!("fix ", secret!())];
pub(crate) const MEMBERS: [&str; 6] = [
    "",
    r#"{"k":"v"}"#,
    r#"{"k":1,"l":true}"#,
    r#"{"k":"vw","m":[1]}"#,
    concat!(r#"{"k":"v "#, secret!(), r#""}"#),
    concat!(r#"{"k "#, secret!(), r#"":"v"}"#),
];
/// Members of metadata that questions name.
pub(crate) const ASKED_MEMBERS: [&str; 7] =
    ["k=v", "k=1", "l=true", "k=vw", "m=[1]", concat!("k=v ", secret!()), concat!("k ", secret!(), "=v")];
const KEYS: [&str; 3] = ["x", "xy", concat!("x ", secret!())];
/// The time at which stories begin, in milliseconds since 1970.
const START: i64 = 1_700_000_000_000;
/// The most events of most batches. A claimed event comes in addition.
const MAX_EVENTS: usize = 8;
/// One batch in so many is a long one.
const LONG_ONE_IN: usize = 24;
/// The most events of a long batch.
const MAX_LONG_EVENTS: usize = 70;

/// Events that one owner tells at once.
#[derive(Clone, Debug)]
pub struct Telling {
    /// The owner who tells the events.
    pub owner: Owner,
    /// The settings with which the events are packed.
    pub settings: RecordSettings,
    /// The events, in the order in which they are told.
    pub events: Vec<Event>,
    /// Whether the events are told as lines of JSON.
    pub as_lines: bool,
}

/// The change that a step makes.
#[derive(Clone, Debug)]
pub enum Act {
    /// Adds batches, each this many times: more than once if it was in the spool of a process that died.
    Add(Vec<(Telling, usize)>),
    /// Forgets records by their ids.
    Forget(Vec<String>),
    /// Forgets the records of a selection.
    Rollback(Selection),
    /// Updates a note.
    Update(String, NewText),
    /// Runs upkeep until it is done, in slices of this many rows.
    Upkeep(u32),
    /// Exports all records, and imports them into a new store.
    Move,
    /// Adopts some records as a person's own, with claims that follow from this seed.
    Adopt(u64),
}

/// A step of a story.
#[derive(Clone, Debug)]
pub struct Step {
    /// The owner who makes the change.
    pub owner: Owner,
    /// The settings under which the change is made.
    pub settings: RecordSettings,
    /// The time of the step, in milliseconds since 1970.
    pub now: i64,
    /// The change.
    pub act: Act,
    /// Whether the process dies before the commit; the step is then repeated.
    pub dies_before: bool,
    /// Whether the process dies after the commit, before it learns of the commit; the step is then repeated.
    pub dies_after: bool,
}

/// Makes the steps of a story.
pub struct Generator {
    pub(crate) chance: Chance,
    now: i64,
    n_events: u32,
    tenants: [&'static str; 2],
    told_events: Vec<(String, Event)>,
}

fn trust(chance: &mut Chance) -> Trust {
    match chance.below(6) {
        0 => Trust::Untrusted,
        1 => Trust::Unconfirmed,
        _ => Trust::Confirmed,
    }
}

impl Generator {
    /// The generator of a seed's story.
    pub fn new(seed: u64) -> Generator {
        let mut chance = Chance::new(seed);
        let first = chance.below(TENANTS.len());
        let second = (first + 1 + chance.below(TENANTS.len() - 1)) % TENANTS.len();
        let tenants = [TENANTS[first], TENANTS[second]];
        Generator { chance, now: START, n_events: 0, tenants, told_events: Vec::new() }
    }

    fn one<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.chance.below(all.len())]
    }

    /// A random owner, of one of the story's two tenants.
    pub fn owner(&mut self) -> Owner {
        let tenant = self.one(&self.tenants.clone()).to_owned();
        let principal = self.one(&PRINCIPALS).to_owned();
        let speaker = self.one(&[Origin::Person, Origin::Person, Origin::Agent, Origin::Tool]);
        Owner { tenant, principal, speaker, trust: trust(&mut self.chance), roots: Vec::new() }
    }

    fn settings(&mut self) -> RecordSettings {
        let secrets = match self.chance.below(8) {
            0 => SecretPolicy::Refuse,
            1 => SecretPolicy::Keep,
            _ => SecretPolicy::Mask,
        };
        let max_per_day = if self.chance.once_in(10) { 30 } else { 0 };
        let retention_days = self.one(&[0, 0, 7, 30]);
        RecordSettings { secrets, retention_days, max_per_day }
    }

    /// The next step; existing ids come from the model.
    pub fn step(&mut self, model: &Model) -> Step {
        self.now += match self.chance.below(12) {
            0 => DAY * (1 + self.chance.below(10) as i64),
            1 => 3_600_000,
            _ => self.chance.below(120_000) as i64,
        };
        let (owner, mut settings) = (self.owner(), self.settings());
        let act = match self.chance.below(24) {
            0..=1 => Act::Forget((0..=self.chance.below(3)).map(|_| self.id(model, &owner.tenant)).collect()),
            2 => self.rollback(),
            3..=4 => self.update(model, &owner.tenant),
            5..=6 => Act::Upkeep(self.one(&[1, 2, 10, 1_000])),
            7 if self.chance.once_in(4) => Act::Move,
            8 => Act::Adopt(self.chance.below(1 << 20) as u64),
            _ => self.add(model, &owner),
        };
        if let Act::Upkeep(_) = act {
            // The model has each record as it was recorded, so upkeep must not mask here; masking by upkeep has tests of its own.
            settings.secrets = SecretPolicy::Keep;
        }
        let (dies_before, dies_after) = (self.chance.once_in(5), self.chance.once_in(5));
        Step { owner, settings, now: self.now, act, dies_before, dies_after }
    }

    fn add(&mut self, model: &Model, owner: &Owner) -> Act {
        let n = if self.chance.once_in(5) { 2 + self.chance.below(2) } else { 1 };
        let mut batches = Vec::new();
        for at in 0..n {
            let (owner, settings) = (if at == 0 { owner.clone() } else { self.owner() }, self.settings());
            let limit = if self.chance.once_in(LONG_ONE_IN) { MAX_LONG_EVENTS } else { MAX_EVENTS };
            let n_events = 1 + self.chance.below(limit);
            let mut events = Vec::new();
            for _ in 0..n_events {
                events.push(self.event(model, &owner.tenant));
            }
            if self.chance.once_in(12) {
                self.claim(&owner, &mut events);
            }
            let as_lines = self.chance.once_in(4);
            let told_events = events.iter().map(|event| (owner.tenant.clone(), event.clone()));
            self.told_events.extend(told_events);
            let times = if self.chance.once_in(8) { 2 } else { 1 };
            batches.push((Telling { owner, settings, events, as_lines }, times));
        }
        Act::Add(batches)
    }

    /// Adds an event under the id that an observation of another event would have.
    fn claim(&mut self, owner: &Owner, events: &mut Vec<Event>) {
        let mut memory = Memory::default();
        let Some(call) = events.iter().find(|event| matches!(event.body, EventBody::ToolCall(_))).cloned() else {
            return;
        };
        let is_open = memory.open_records(owner.clone(), RecordSettings::default(), 0).is_ok();
        let Ok(packed) = memory.pack(vec![call.clone()], self.now) else { return };
        if let Some(id) = packed.ids.first().filter(|_| is_open) {
            let (event_id, body) = (format!("observed:fix:{id}"), EventBody::Note("claimed".to_owned()));
            events.insert(0, Event { event_id, body, parents: Vec::new(), ..call });
        }
    }

    /// A new event, or one that was told before, sometimes changed.
    pub fn event(&mut self, model: &Model, tenant: &str) -> Event {
        let told_at: Vec<usize> =
            self.told_events.iter().enumerate().filter(|(_, (of, _))| of == tenant).map(|(at, _)| at).collect();
        if !told_at.is_empty() && self.chance.once_in(10) {
            let mut event = self.told_events[told_at[self.chance.below(told_at.len())]].1.clone();
            match self.chance.below(6) {
                0 => event.body = self.body(model, tenant),
                1 => event.time = self.time(),
                _ => {}
            }
            return event;
        }
        self.n_events += 1;
        let body = self.body(model, tenant);
        // Without a record to quote, a delivery would be refused with its whole batch.
        let has_any = model.tenants.get(tenant).is_some_and(|known| !known.records.is_empty());
        let is_delivery = matches!(body, EventBody::Delivery(_)) && !self.chance.once_in(10);
        let body = if is_delivery && !has_any { EventBody::Note(self.text("note")) } else { body };
        let is_delivery = is_delivery && has_any;
        let n_parents = match self.chance.once_in(4) {
            _ if is_delivery => 1,
            true => 1 + self.chance.below(3),
            false => 0,
        };
        let needs_task = matches!(body, EventBody::TaskStep(_)) && !self.chance.once_in(60);
        let (event_id, time) = (self.event_id(), self.time());
        let channel = self.one(&CHANNELS).to_owned();
        let origin = self.one(&[Origin::Person, Origin::Agent, Origin::Tool, Origin::Imported]);
        Event {
            channel,
            session: match self.chance.once_in(300) {
                true => "a/b".to_owned(),
                false if is_delivery => self.one(&SESSIONS[1..]).to_owned(),
                false => self.one(&SESSIONS).to_owned(),
            },
            branch: self.one(&BRANCHES).to_owned(),
            commit: self.one(&COMMITS).to_owned(),
            task: if needs_task { self.one(&TASKS[1..]).to_owned() } else { self.one(&TASKS).to_owned() },
            parents: (0..n_parents).map(|_| self.parent(model, tenant)).collect(),
            anchors: match self.chance.once_in(6) {
                true => vec![Anchor { path: "src/a.py".to_owned(), ..Anchor::default() }],
                false => Vec::new(),
            },
            metadata: self.one(&MEMBERS).to_owned(),
            ..Event::of(event_id, time, origin, body)
        }
    }

    fn event_id(&mut self) -> String {
        // An id is refused for it, unless secrets are kept.
        let secret = if self.chance.once_in(200) { concat!(" ", secret!()) } else { "" };
        format!("e{}{secret}", self.n_events)
    }

    fn time(&mut self) -> i64 {
        self.now
            + match self.chance.below(40) {
                0 => DAY - 1,
                1 if self.chance.once_in(4) => DAY + 1 + self.chance.below(1_000) as i64,
                2 => -DAY * self.chance.below(60) as i64,
                3 => 3_600_000,
                4..=8 => 0,
                _ => -(self.chance.below(600_000) as i64),
            }
    }

    /// An id for a tenant: of a record, of a forgotten one, of a known event, or of none; sometimes in capitals.
    pub(crate) fn id(&mut self, model: &Model, tenant: &str) -> String {
        let Some(records) = model.tenants.get(tenant) else { return unknown() };
        let pick = |chance: &mut Chance, ids: Vec<&String>| {
            if ids.is_empty() { unknown() } else { ids[chance.below(ids.len())].clone() }
        };
        let id = match self.chance.below(12) {
            0 => return unknown(),
            1 => pick(&mut self.chance, records.forgotten.iter().collect()),
            2 => pick(&mut self.chance, records.id_by_event.values().collect()),
            _ => pick(&mut self.chance, records.records.keys().collect()),
        };
        if self.chance.once_in(8) { id.to_uppercase() } else { id }
    }

    fn parent(&mut self, model: &Model, tenant: &str) -> String {
        let records = model.tenants.get(tenant).map(|records| records.records.keys().collect::<Vec<_>>());
        match records.filter(|ids| !ids.is_empty()) {
            Some(ids) if !self.chance.once_in(40) => {
                let id = ids[self.chance.below(ids.len())].clone();
                if self.chance.once_in(8) { id.to_uppercase() } else { id }
            }
            _ => self.id(model, tenant),
        }
    }

    fn text(&mut self, text: &str) -> String {
        let secret = if self.chance.once_in(12) { SECRET } else { "plain" };
        format!("{text} {secret} {}", self.chance.below(5))
    }

    fn body(&mut self, model: &Model, tenant: &str) -> EventBody {
        match self.chance.below(29) {
            0..=2 => EventBody::Note(self.text("note")),
            3..=4 => EventBody::Turn(Turn {
                conversation: self.one(&CONVERSATIONS).to_owned(),
                role: self.one(&[Role::User, Role::Assistant, Role::System, Role::Tool]),
                text: self.text("turn"),
                tokens: self.one(&[None, Some(7)]),
                speaker: self.one(&SPEAKERS).to_owned(),
                ..Turn::default()
            }),
            5..=10 => self.call(),
            11..=17 => self.touch(),
            18..=19 => EventBody::TaskStep(TaskStep {
                status: self.one(&[TaskStatus::Active, TaskStatus::Paused, TaskStatus::Completed, TaskStatus::Failed]),
                description: if self.chance.once_in(2) { self.text("task") } else { String::new() },
                intent: self.one(&[None, Some(TaskIntent::CodeReading), Some(TaskIntent::ProjectFixing)]),
                outcome: if self.chance.once_in(3) { self.text("outcome") } else { String::new() },
            }),
            20 => EventBody::Strategy(StrategyPlan {
                description: self.text("strategy"),
                context: self.text("context"),
                task_type: self.one(&TASK_TYPES).to_owned(),
                tools: vec![self.one(&TOOLS).to_owned()],
            }),
            21 => EventBody::StrategyUse(StrategyUse {
                strategy: self.strategy(model, tenant),
                success: self.chance.once_in(2),
            }),
            22..=23 => EventBody::WorkingValue(WorkingValue {
                conversation: self.one(&CONVERSATIONS).to_owned(),
                key: self.one(&KEYS).to_owned(),
                value: self.text("value"),
                lifetime: self.one(&[0, 60_000, 3_600_000, 400_000_000]),
            }),
            24 => EventBody::Lesson(Lesson {
                topic: LessonTopic::Workflow,
                subject: self.one(&TOOLS).to_owned(),
                text: self.text("lesson"),
            }),
            25 => EventBody::Thought(Thought {
                conversation: self.one(&CONVERSATIONS).to_owned(),
                text: self.text("thought"),
            }),
            26 => self.decision(),
            27 => EventBody::Delivery(Delivery {
                moment: self.one(&[
                    Moment::Start,
                    Moment::Prompt,
                    Moment::BeforeEdit,
                    Moment::BeforeRead,
                    Moment::Failure,
                    Moment::Compacted,
                ]),
                why: self.text("because"),
                about: self.text("about"),
                tokens: 9,
            }),
            _ => EventBody::ProfileValue(ProfileValue { key: self.one(&KEYS).to_owned(), value: self.text("value") }),
        }
    }

    fn decision(&mut self) -> EventBody {
        let status = self.one(&[DecisionStatus::Proposed, DecisionStatus::Accepted, DecisionStatus::Superseded]);
        let superseded_by = if status == DecisionStatus::Superseded { self.one(&KEYS) } else { "" };
        EventBody::Decision(Decision {
            title: self.one(&KEYS).to_owned(),
            choice: self.text("choice"),
            rationale: if self.chance.once_in(2) { self.text("because") } else { String::new() },
            status,
            superseded_by: superseded_by.to_owned(),
            ..Decision::default()
        })
    }

    fn call(&mut self) -> EventBody {
        let success = self.one(&[Some(true), Some(true), Some(false), Some(false), None]);
        let refused = self.chance.once_in(12);
        let error = match success {
            Some(true) => String::new(),
            _ if self.chance.once_in(6) => "exec command rejected by user".to_owned(),
            None if self.chance.once_in(2) => String::new(),
            _ => self.text("error[E1]: no"),
        };
        EventBody::ToolCall(ToolCall {
            tool: self.one(&TOOLS).to_owned(),
            parameters: self.one(&["", r#"{"command":"cargo test -p a"}"#, r#"{"a":1}"#]).to_owned(),
            output: self.text("output"),
            success,
            error,
            duration: self.one(&[None, Some(5), Some(900)]),
            context_tokens: self.one(&[None, Some(1_000)]),
            refused,
        })
    }

    fn touch(&mut self) -> EventBody {
        let edits = [FileOperation::Write, FileOperation::Edit];
        let others = [FileOperation::Read, FileOperation::Search, FileOperation::View, FileOperation::Rename];
        let lines = self.one(&[(0, 0), (3, 9)]);
        EventBody::FileTouch(FileTouch {
            path: if self.chance.once_in(12) { self.one(&OTHER_PATHS) } else { self.one(&PATHS) }.to_owned(),
            operation: if self.chance.once_in(3) { self.one(&others) } else { self.one(&edits) },
            first_line: lines.0,
            last_line: lines.1,
            success: !self.chance.once_in(8),
            why: self.text("why"),
            change: self.text("change"),
        })
    }

    fn strategy(&mut self, model: &Model, tenant: &str) -> String {
        let records = model.tenants.get(tenant).into_iter().flat_map(|records| records.records.values());
        let plans = records.filter(|held| matches!(held.event.body, EventBody::Strategy(_)));
        let ids: Vec<&String> = plans.map(|held| &held.id).collect();
        match ids.is_empty() || self.chance.once_in(20) {
            true => self.parent(model, tenant),
            false => {
                let id = ids[self.chance.below(ids.len())].clone();
                if self.chance.once_in(6) { id.to_uppercase().replace('-', "") } else { id }
            }
        }
    }

    fn rollback(&mut self) -> Act {
        Act::Rollback(Selection {
            session: self.one(&SESSIONS).to_owned(),
            principal: self.one(&PRINCIPALS).to_owned(),
            channel: self.one(&["", "", "c", "cd", CHANNELS[4]]).to_owned(),
            origin: self.one(&[None, Some(Origin::Tool), Some(Origin::Agent)]),
            since: match self.chance.once_in(3) {
                true => None,
                false => Some(self.now - self.chance.below(1_200_000) as i64),
            },
        })
    }

    fn update(&mut self, model: &Model, tenant: &str) -> Act {
        let text = self.text("updated");
        let metadata = self.one(&MEMBERS).to_owned();
        Act::Update(self.id(model, tenant), NewText { text, metadata })
    }
}

fn unknown() -> String {
    "0188a1b2-c3d4-7abc-8def-0123456789ab".to_owned()
}
