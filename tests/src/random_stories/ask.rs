//! Asks all questions, and compares the answers, page by page, with the model's.

use std::fmt::Debug;

use scrubjay_core::ask::{Reply, Resumed};
use scrubjay_core::episode::{
    CoEditsQuestion, DecisionsQuestion, EventsQuestion, FileHistoryQuestion, LastTouchesQuestion, NotesQuestion,
    PatternsQuestion, RecordedEvent, StrategiesQuestion, TasksQuestion, ToolStatsQuestion, WorkingMemoryQuestion,
};
use scrubjay_core::error::Error;
use scrubjay_core::memory::Memory;
use scrubjay_core::record::{DecisionStatus, EventKind, Owner, RecordSettings, TaskIntent, TaskStatus};
use scrubjay_core::session::SessionsQuestion;

use super::generate::{
    ASKED_MEMBERS, BRANCHES, CHANNELS, COMMITS, CONVERSATIONS, PATHS, SESSIONS, TASK_TYPES, TASKS, TOOLS,
};
use super::model::{DAY, Model, Tenant};
use super::store::Store;
use crate::window::generate::Chance;

/// A limit that is greater than what a story has of anything.
const ALL: u32 = 1_000;
/// The number of characters shown before the first difference of two answers.
const N_CONTEXT_CHARS: usize = 200;
const KINDS: [EventKind; 4] = [EventKind::Note, EventKind::ToolCall, EventKind::FileTouch, EventKind::Observation];

/// Asks a store as one tenant, and compares the answers with the model's tenant.
pub(crate) struct Asking<'a> {
    pub(crate) store: &'a mut Store,
    pub(crate) memory: &'a mut Memory,
    pub(crate) owner: &'a Owner,
    pub(crate) tenant: &'a Tenant,
    pub(crate) now: i64,
}

fn check_same<T: PartialEq + Debug>(check: &str, question: &dyn Debug, got: &T, expected: &T) -> Result<(), String> {
    match got == expected {
        true => Ok(()),
        false => Err(format!("{check}: of {question:?}\n{}", first_difference(got, expected))),
    }
}

/// The first difference of two answers, with some text around it.
pub(crate) fn first_difference(got: &dyn Debug, expected: &dyn Debug) -> String {
    let (got, expected) = (format!("{got:?}"), format!("{expected:?}"));
    let n_alike = got.chars().zip(expected.chars()).take_while(|(one, other)| one == other).count();
    let from = |text: &str| {
        text.chars().skip(n_alike.saturating_sub(N_CONTEXT_CHARS)).take(3 * N_CONTEXT_CHARS).collect::<String>()
    };
    format!("  the core says  …{}…\n  the model says …{}…", from(&got), from(&expected))
}

impl Asking<'_> {
    fn call<T>(
        &mut self,
        check: &str,
        call: impl FnMut(&Memory, Option<Resumed>) -> Result<Reply<T>, Error>,
    ) -> Result<T, String> {
        self.try_call(call)?.map_err(|error| format!("{check}: refused: {error:?}"))
    }

    fn try_call<T>(
        &mut self,
        mut call: impl FnMut(&Memory, Option<Resumed>) -> Result<Reply<T>, Error>,
    ) -> Result<Result<T, Error>, String> {
        let generation = self.store.rows.generation;
        let opened = self.memory.open_records(self.owner.clone(), RecordSettings::default(), generation);
        opened.map_err(|error| format!("open: {error:?}"))?;
        let memory = &*self.memory;
        Ok(self.store.answer(|resumed| call(memory, resumed)))
    }

    /// Whether a question is refused for an unknown name. Fails if the refusal or its name is not that of the model.
    fn is_refused<T>(
        &mut self,
        check: &str,
        question: &EventsQuestion,
        call: impl FnMut(&Memory, Option<Resumed>) -> Result<Reply<T>, Error>,
    ) -> Result<bool, String> {
        let told = match self.try_call(call)? {
            Ok(_) => None,
            Err(Error::Unknown { name, .. }) => Some(name),
            Err(error) => return Err(format!("{check}: of {question:?}: refused: {error:?}")),
        };
        let expected = [true, false].map(|has_values| self.tenant.unrecorded(question, has_values));
        match expected.contains(&told) {
            true => Ok(told.is_some()),
            false => Err(format!("{check}: of {question:?}: {told:?} is unknown, and should be {expected:?}")),
        }
    }

    /// Asks everything, with arguments from the names of stories.
    pub(crate) fn everything(&mut self, ids: &[String]) -> Result<(), String> {
        self.totals()?;
        let all = EventsQuestion { limit: ALL, ..EventsQuestion::default() };
        self.events(&all)?;
        self.notes(&NotesQuestion { limit: ALL, ..NotesQuestion::default() })?;
        for path in PATHS {
            self.file(path, ALL)?;
            self.co_edits(path, 3)?;
        }
        self.co_edits("", 3)?;
        for conversation in CONVERSATIONS {
            CHANNELS.iter().try_for_each(|channel| self.working(conversation, channel, ALL))?;
        }
        for status in [TaskStatus::Active, TaskStatus::Paused, TaskStatus::Completed, TaskStatus::Failed] {
            self.tasks(vec![status])?;
        }
        for channel in CHANNELS {
            self.tools(channel, None, 60)?;
            self.strategies(channel, "")?;
        }
        self.tools("", Some(TaskIntent::ProjectFixing), 60)?;
        self.patterns("")?;
        self.profile()?;
        CHANNELS.iter().try_for_each(|channel| self.decisions(channel, Vec::new()))?;
        self.sessions()?;
        ids.iter().try_for_each(|id| self.why(id))
    }

    /// Asks for the totals, and three random questions.
    pub(crate) fn three_random(&mut self, chance: &mut Chance, id: &str) -> Result<(), String> {
        self.totals()?;
        for _ in 0..3 {
            self.random(chance, id)?;
        }
        Ok(())
    }

    fn random(&mut self, chance: &mut Chance, id: &str) -> Result<(), String> {
        let limit = [1, 2, 3, 20, ALL][chance.below(5)];
        let name = |chance: &mut Chance, names: &[&str]| names[chance.below(names.len())].to_owned();
        let path = name(chance, &PATHS);
        match chance.below(12) {
            0..=2 => {
                let question = self.random_question(chance, limit, id);
                self.events(&question)
            }
            3 => {
                let channel = name(chance, &CHANNELS);
                let metadata = if chance.once_in(3) { vec!["k=v".to_owned()] } else { Vec::new() };
                self.notes(&NotesQuestion { channel, metadata, limit, ..NotesQuestion::default() })
            }
            4 => self.file(&path, limit),
            5 => {
                let path = if chance.once_in(2) { String::new() } else { path };
                self.co_edits(&path, 3 + chance.below(3) as u32)
            }
            6 => {
                let (conversation, channel) = (name(chance, &CONVERSATIONS), name(chance, &CHANNELS));
                self.working(&conversation, &channel, limit)
            }
            7 => self.tasks(Vec::new()),
            8 => {
                let channel = name(chance, &CHANNELS);
                let intent = chance.once_in(2).then_some(TaskIntent::CodeReading);
                self.tools(&channel, intent, 1 + chance.below(30) as u32)
            }
            9 => {
                let (channel, task_type) = (name(chance, &CHANNELS), name(chance, &TASK_TYPES));
                self.strategies(&channel, &task_type)
            }
            10 => {
                self.profile()?;
                self.sessions()?;
                self.decisions(&name(chance, &CHANNELS), vec![DecisionStatus::Accepted])?;
                self.patterns(&name(chance, &["", "b", "bash", "src", TOOLS[3]]))
            }
            _ => self.why(id),
        }
    }

    fn random_question(&self, chance: &mut Chance, limit: u32, id: &str) -> EventsQuestion {
        let mut question = EventsQuestion { limit, ..EventsQuestion::default() };
        let name = |chance: &mut Chance, names: &[&str]| names[chance.below(names.len())].to_owned();
        for _ in 0..chance.below(3) {
            match chance.below(12) {
                0 => question.kinds = vec![KINDS[chance.below(4)], KINDS[chance.below(4)]],
                1 => question.channel = name(chance, &CHANNELS),
                2 => question.session = name(chance, &SESSIONS),
                3 => question.task = name(chance, &TASKS),
                4 => question.conversation = name(chance, &CONVERSATIONS),
                5 => question.path = name(chance, &PATHS),
                6 => question.tool = name(chance, &TOOLS),
                7 => id.clone_into(&mut question.parent),
                8 => question.branch = name(chance, &BRANCHES),
                9 => question.commit = name(chance, &COMMITS),
                10 => question.since = Some(self.now - chance.below(20 * DAY as usize) as i64),
                _ => question.until = Some(self.now - chance.below(DAY as usize) as i64),
            }
        }
        if chance.once_in(6) {
            question.metadata = vec![name(chance, &ASKED_MEMBERS)];
        }
        // A kind that is named twice is asked for once.
        question.kinds.dedup();
        question
    }

    fn totals(&mut self) -> Result<(), String> {
        let got = self.call("totals", |memory, resumed| memory.totals(resumed))?;
        let n_notes = self.tenant.records.values().filter(|held| held.kind == EventKind::Note).count() as u64;
        let expected = (n_notes, self.tenant.records.len() as u64, self.tenant.forgotten.len() as u64);
        check_same("totals", &self.owner.tenant, &(got.n_notes, got.n_records, got.n_forgotten), &expected)
    }

    /// All pages of events.
    pub(crate) fn pages(&mut self, question: &EventsQuestion) -> Result<Vec<RecordedEvent>, String> {
        let (mut question, mut got) = (question.clone(), Vec::new());
        loop {
            let page = self.call("events", |memory, resumed| memory.events(&question, resumed))?;
            if page.n_damaged > 0
                || page.events.len() > question.limit as usize
                || page.next == question.after && !page.next.is_empty()
            {
                return Err(format!("events: of {question:?} {} are damaged, page {page:?}", page.n_damaged));
            }
            got.extend(page.events);
            question.after = page.next;
            if question.after.is_empty() {
                return Ok(got);
            }
        }
    }

    fn events(&mut self, question: &EventsQuestion) -> Result<(), String> {
        let expected = self.tenant.events(question);
        if expected.is_empty()
            && self.is_refused("events", question, |memory, resumed| memory.events(question, resumed))?
        {
            return Ok(());
        }
        let got = self.pages(question)?;
        check_same("events", question, &got, &expected)
    }

    fn notes(&mut self, question: &NotesQuestion) -> Result<(), String> {
        let (mut question, mut got) = (question.clone(), Vec::new());
        let kinds = vec![EventKind::Note];
        let events = EventsQuestion {
            kinds,
            channel: question.channel.clone(),
            metadata: question.metadata.clone(),
            ..EventsQuestion::default()
        };
        let expected = Tenant::notes(self.tenant.events(&events));
        let n_notes = self.tenant.records.values().filter(|held| held.kind == EventKind::Note).count() as u64;
        loop {
            let page = self.call("notes", |memory, resumed| memory.notes(&question, resumed))?;
            check_same("notes", &question, &(page.n_notes, page.n_damaged), &(n_notes, 0))?;
            got.extend(page.notes);
            if page.next.is_empty() {
                break;
            }
            question.after = page.next;
        }
        check_same("notes", &question, &got, &expected)
    }

    fn why(&mut self, id: &str) -> Result<(), String> {
        let generation = self.store.rows.generation;
        let opened = self.memory.open_records(self.owner.clone(), RecordSettings::default(), generation);
        opened.map_err(|error| format!("open: {error:?}"))?;
        let memory = &*self.memory;
        let got = match self.store.answer(|resumed| memory.why(id, resumed)) {
            Ok(lineage) => Some(lineage),
            Err(Error::Unknown { .. }) => None,
            Err(error) => return Err(format!("why: refused: {error:?}")),
        };
        check_same("why", &id, &got, &self.tenant.why(id))
    }

    fn file(&mut self, path: &str, limit: u32) -> Result<(), String> {
        let question = FileHistoryQuestion { path: path.to_owned(), limit };
        let got = self.call("file-history", |memory, resumed| memory.file_history(&question, resumed))?;
        check_same("file-history", &question, &got, &self.tenant.file_history(&question))?;
        let question = LastTouchesQuestion { contains: path[path.len() / 2..].to_owned(), limit };
        let got = self.call("last-touches", |memory, resumed| memory.last_touches(&question, resumed))?;
        check_same("last-touches", &question, &(got.touches, got.has_more), &self.tenant.last_touches(&question))
    }

    fn co_edits(&mut self, path: &str, min_occasions: u32) -> Result<(), String> {
        let question = CoEditsQuestion { path: path.to_owned(), min_occasions, limit: ALL };
        let mut got = self.call("co-edits", |memory, resumed| memory.co_edits(&question, resumed))?.pairs;
        let is_ranked = got.is_sorted_by(|one, next| one.n >= next.n);
        // Pairs that are as frequent come in an order of their own.
        got.sort_by(|one, two| two.n.cmp(&one.n).then_with(|| (&one.path, &one.other).cmp(&(&two.path, &two.other))));
        check_same("co-edits", &question, &(is_ranked, got), &(true, self.tenant.co_edits(&question)))
    }

    fn working(&mut self, conversation: &str, channel: &str, limit: u32) -> Result<(), String> {
        let (conversation, channel) = (conversation.to_owned(), channel.to_owned());
        let question = WorkingMemoryQuestion { conversation, channel, now: self.now, limit };
        let got = self.call("working-memory", |memory, resumed| memory.working_memory(&question, resumed))?;
        check_same("working-memory", &question, &got, &self.tenant.working_memory(&question, self.owner))
    }

    fn tasks(&mut self, statuses: Vec<TaskStatus>) -> Result<(), String> {
        let question = TasksQuestion { statuses, limit: ALL };
        let got = self.call("tasks", |memory, resumed| memory.tasks(&question, resumed))?.tasks;
        check_same("tasks", &question, &got, &self.tenant.tasks(&question))
    }

    fn tools(&mut self, channel: &str, intent: Option<TaskIntent>, days: u32) -> Result<(), String> {
        let question = ToolStatsQuestion { now: self.now, days, channel: channel.to_owned(), intent };
        let got = self.call("tool-stats", |memory, resumed| memory.tool_stats(&question, resumed))?;
        check_same("tool-stats", &question, &(got.tools, got.since), &self.tenant.tool_stats(&question))
    }

    fn strategies(&mut self, channel: &str, task_type: &str) -> Result<(), String> {
        let question = StrategiesQuestion { task_type: task_type.to_owned(), channel: channel.to_owned(), limit: ALL };
        let got = self.call("strategies", |memory, resumed| memory.strategies(&question, resumed))?.strategies;
        check_same("strategies", &question, &got, &self.tenant.strategies(&question))
    }

    fn decisions(&mut self, channel: &str, statuses: Vec<DecisionStatus>) -> Result<(), String> {
        let question = DecisionsQuestion { statuses, channel: channel.to_owned(), limit: ALL };
        let got = self.call("decisions", |memory, resumed| memory.decisions(&question, resumed))?.decisions;
        check_same("decisions", &question, &got, &self.tenant.decisions(&question))
    }

    fn sessions(&mut self) -> Result<(), String> {
        let question = SessionsQuestion { limit: ALL, ..SessionsQuestion::default() };
        let mut got = self.call("sessions", |memory, resumed| memory.sessions(&question, resumed))?.sessions;
        let is_ranked = got.is_sorted_by(|one, next| one.active >= next.active);
        got.sort_by(|one, other| one.id.cmp(&other.id));
        check_same("sessions", &question, &(is_ranked, got), &(true, self.tenant.sessions()))
    }

    fn patterns(&mut self, subject: &str) -> Result<(), String> {
        let question = PatternsQuestion { kind: None, subject: subject.to_owned(), limit: ALL };
        let got = self.call("patterns", |memory, resumed| memory.patterns(&question, resumed))?.patterns;
        check_same("patterns", &question, &got, &self.tenant.patterns(&question))
    }

    fn profile(&mut self) -> Result<(), String> {
        let got = self.call("profile", |memory, resumed| memory.profile(resumed))?.values;
        check_same("profile", &self.owner, &got, &self.tenant.profile(self.owner))
    }
}

/// Asks everything, for each tenant of the model.
pub(crate) fn all(store: &mut Store, memory: &mut Memory, model: &Model, now: i64) -> Result<(), String> {
    for (name, tenant) in &model.tenants {
        for principal in ["", "p", "pq"] {
            let owner = Owner { tenant: name.clone(), principal: principal.to_owned(), ..Owner::default() };
            let mut asking = Asking { store, memory, owner: &owner, tenant, now };
            if principal.is_empty() {
                let ids: Vec<String> = tenant.records.keys().chain(&tenant.forgotten).cloned().collect();
                asking.everything(&ids)?;
            }
            asking.profile()?;
            CONVERSATIONS.iter().try_for_each(|one| asking.working(one, "", ALL))?;
        }
    }
    Ok(())
}
