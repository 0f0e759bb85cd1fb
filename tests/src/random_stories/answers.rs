//! The model's answers to questions about single records, computed from the list of all records.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use scrubjay_core::episode::{
    DecisionsQuestion, EventsQuestion, FileHistoryQuestion, FileSummary, HeldValue, LastTouchesQuestion, Lineage, Note,
    OperationCount, RecordedDecision, RecordedEvent, Touched, WorkingMemoryQuestion, WorkingSet,
};
use scrubjay_core::record::{Event, EventBody, EventKind, FileOperation, Origin, Owner, Role};
use scrubjay_core::session::ListedSession;

use super::model::{Held, Tenant, canonical, stored};

/// All operations, in the order of their numbers.
const OPERATIONS: [FileOperation; 7] = [
    FileOperation::Read,
    FileOperation::Write,
    FileOperation::Edit,
    FileOperation::Search,
    FileOperation::Analyze,
    FileOperation::View,
    FileOperation::Rename,
];
/// The most children that are shown.
const MAX_CHILDREN: usize = 100;

/// A record in the form of answers.
pub(crate) fn as_answer(held: &Held) -> RecordedEvent {
    RecordedEvent {
        id: held.id.clone(),
        kind: held.kind,
        recorded: held.recorded,
        trust: held.trust,
        principal: held.principal.clone(),
        event: held.event.clone(),
    }
}

/// A short text with a space for each run of white space.
fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The members of an object that questions can name, as `name=value`.
fn members(metadata: &str) -> Vec<String> {
    let Ok(serde_json::Value::Object(object)) = serde_json::from_str(metadata) else { return Vec::new() };
    let text = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    // What has members of its own cannot be asked for.
    let members = object.iter().filter(|(_, value)| !value.is_array() && !value.is_object() && !value.is_null());
    members.map(|(name, value)| format!("{name}={}", text(value))).collect()
}

/// The path as it is stored; `None` if it leads out of the project.
pub(crate) fn kept_path(path: &str) -> Option<String> {
    let path = path.replace('\\', "/");
    if path.starts_with('/') {
        return Some(path);
    }
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// A part of a path in the form in which it is searched.
fn normal(path: &str) -> String {
    let path = path.replace('\\', "/");
    path.strip_prefix("./").unwrap_or(&path).to_owned()
}

impl Tenant {
    pub(crate) fn newest_first(&self) -> impl Iterator<Item = &Held> {
        self.records.values().rev()
    }

    /// The events that match a question, newest first.
    pub fn events(&self, question: &EventsQuestion) -> Vec<RecordedEvent> {
        let is = |wanted: &str, has: &str| wanted.is_empty() || stored(wanted) == has;
        let meant_path = if question.path.is_empty() { String::new() } else { self.meant_path(&question.path) };
        let is_asked = |held: &&Held| {
            let event = &held.event;
            let (conversation, path, tool) = match &event.body {
                EventBody::Turn(turn) => (turn.conversation.as_str(), "", ""),
                EventBody::Thought(thought) => (thought.conversation.as_str(), "", ""),
                EventBody::FileTouch(touch) => ("", touch.path.as_str(), ""),
                EventBody::ToolCall(call) => ("", "", call.tool.as_str()),
                _ => ("", "", ""),
            };
            let event_members = members(&event.metadata);
            (question.kinds.is_empty() || question.kinds.contains(&held.kind))
                && is(&question.channel, &event.channel)
                && is(&question.session, &event.session)
                && is(&question.branch, &event.branch)
                && is(&question.commit, &event.commit)
                && is(&question.task, &event.task)
                && is(&question.conversation, conversation)
                && is(&meant_path, path)
                && is(&question.tool, tool)
                && (question.parent.is_empty() || held.sources().any(|id| *id == canonical(&question.parent)))
                && question.metadata.iter().all(|member| event_members.contains(&stored(member)))
                && question.since.is_none_or(|since| event.time >= since)
                && question.until.is_none_or(|until| event.time < until)
        };
        self.newest_first().filter(is_asked).map(as_answer).collect()
    }

    /// The first name in a question that no record has. With `has_values`, working values count as records of a conversation.
    pub fn unrecorded(&self, question: &EventsQuestion, has_values: bool) -> Option<String> {
        let any_event = |is: &dyn Fn(&Event) -> bool| self.records.values().any(|held| is(&held.event));
        let is_known = |nth: usize, name: &String| match nth {
            0 => any_event(&|event| event.session == *name),
            1 => any_event(&|event| event.task == *name),
            2 => any_event(&|event| match &event.body {
                EventBody::Turn(turn) => turn.conversation == *name,
                EventBody::Thought(thought) => thought.conversation == *name,
                EventBody::WorkingValue(value) => has_values && value.conversation == *name,
                _ => false,
            }),
            _ => any_event(&|event| matches!(&event.body, EventBody::ToolCall(call) if call.tool == *name)),
        };
        let names = [&question.session, &question.task, &question.conversation, &question.tool];
        let names = names.map(|name| stored(name)).into_iter().enumerate().filter(|(_, name)| !name.is_empty());
        let unknown = names.filter(|(nth, name)| !is_known(*nth, name)).map(|(_, name)| name).next();
        let is_parent = |id: &String| id.is_empty() || self.records.contains_key(&canonical(id));
        unknown.or_else(|| (!is_parent(&question.parent)).then(|| question.parent.clone()))
    }

    /// The notes among events.
    pub fn notes(events: Vec<RecordedEvent>) -> Vec<Note> {
        let note = |told: RecordedEvent| {
            let EventBody::Note(text) = told.event.body else { return None };
            Some(Note {
                id: told.id,
                event_id: told.event.event_id,
                text,
                time: told.event.time,
                recorded: told.recorded,
                channel: told.event.channel,
                origin: told.event.origin,
                trust: told.trust,
                principal: told.principal,
                session: told.event.session,
                parents: told.event.parents,
                anchors: told.event.anchors,
                metadata: told.event.metadata,
            })
        };
        events.into_iter().filter_map(note).collect()
    }

    /// A record with its parents and children.
    pub fn why(&self, id: &str) -> Option<Lineage> {
        let held = self.records.get(&canonical(id))?;
        let parents = held.event.parents.iter().filter_map(|id| self.records.get(id));
        let children = self.newest_first().filter(|child| child.sources().any(|source| *source == held.id));
        let children: Vec<&Held> = children.collect();
        let adoptions = held.adoptions.iter().filter_map(|(by, _)| self.records.get(by)).map(as_answer).collect();
        Some(Lineage {
            adoptions,
            event: as_answer(held),
            parents: parents.map(as_answer).collect(),
            n_parents: held.event.parents.len() as u32,
            has_more_children: children.len() > MAX_CHILDREN,
            children: children.into_iter().take(MAX_CHILDREN).map(as_answer).collect(),
        })
    }

    fn touches(&self, is_asked: impl Fn(&str) -> bool) -> Vec<Touched> {
        let touched = |held: &Held| {
            let EventBody::FileTouch(touch) = &held.event.body else { return None };
            is_asked(&touch.path).then(|| Touched {
                id: held.id.clone(),
                path: touch.path.clone(),
                operation: touch.operation,
                time: held.event.time,
                origin: held.event.origin,
                session: held.event.session.clone(),
                task: held.event.task.clone(),
                first_line: touch.first_line,
                last_line: touch.last_line,
                success: touch.success,
                why: touch.why.clone(),
                change: touch.change.clone(),
            })
        };
        self.newest_first().filter_map(touched).collect()
    }

    /// The file that a path means: the path itself if it was touched, else the only touched file whose path ends with
    /// it. If there are none or several, the path as it is stored.
    pub(crate) fn meant_path(&self, path: &str) -> String {
        let path = stored(&kept_path(path).unwrap_or_default());
        let files: BTreeSet<String> = self.touches(|_| true).into_iter().map(|touch| touch.path).collect();
        let is_meant = |file: &&String| file.ends_with(&format!("/{path}")) && !file.starts_with('/');
        let mut ending = files.iter().filter(is_meant);
        match (files.contains(&path), ending.next(), ending.next()) {
            (false, Some(only), None) => only.clone(),
            _ => path,
        }
    }

    /// The summary of a file's touches.
    pub fn file_history(&self, question: &FileHistoryQuestion) -> FileSummary {
        let path = self.meant_path(&question.path);
        let mut touches = self.touches(|touched| touched == path);
        let own = || touches.iter().filter(|touch| touch.origin != Origin::Imported);
        let n = |operation| own().filter(|touch| touch.operation == operation).count() as u64;
        let operations = OPERATIONS.map(|operation| OperationCount { operation, n: n(operation) });
        let operations = operations.into_iter().filter(|count| count.n > 0).collect();
        let (n_touches, n_all) = (own().count() as u64, touches.len() as u64);
        touches.truncate(question.limit as usize);
        FileSummary { path, touches, n_touches, n_imported: n_all - n_touches, operations }
    }

    /// The newest touches of files with a part, and whether there are more.
    pub fn last_touches(&self, question: &LastTouchesQuestion) -> (Vec<Touched>, bool) {
        let part = stored(&normal(&question.contains)).to_ascii_lowercase();
        let mut touches = self.touches(|path| path.to_ascii_lowercase().contains(&part));
        let has_more = touches.len() > question.limit as usize;
        touches.truncate(question.limit as usize);
        (touches, has_more)
    }

    /// The working memory of a conversation in a channel: unexpired values, and the newest turns and thoughts.
    pub fn working_memory(&self, question: &WorkingMemoryQuestion, owner: &Owner) -> WorkingSet {
        let channel = if question.channel.is_empty() { "_global".to_owned() } else { stored(&question.channel) };
        let conversation = stored(&question.conversation);
        let mut values = Vec::new();
        let (mut turns, mut thoughts) = (Vec::new(), Vec::new());
        for held in self.newest_first().filter(|held| held.event.channel == channel) {
            match &held.event.body {
                EventBody::WorkingValue(value)
                    if value.conversation == conversation && held.principal == owner.principal && self.holds(held) =>
                {
                    let expires = held.event.time + i64::from(value.lifetime);
                    if expires > question.now {
                        let (id, time, expires) = (held.id.clone(), held.event.time, Some(expires));
                        let (key, value) = (value.key.clone(), value.value.clone());
                        values.push(HeldValue { id, key, value, time, expires });
                    }
                }
                EventBody::Turn(turn) if turn.conversation == conversation => turns.push(as_answer(held)),
                EventBody::Thought(thought) if thought.conversation == conversation => thoughts.push(as_answer(held)),
                _ => {}
            }
        }
        let limit = question.limit as usize;
        let (has_more_turns, has_more_thoughts) = (turns.len() > limit, thoughts.len() > limit);
        turns.truncate(limit);
        thoughts.truncate(limit);
        values.sort_by(|one, other| one.key.cmp(&other.key));
        let active_goal = values.iter().find(|value| value.key == "active_goal").map(|value| value.value.clone());
        WorkingSet { values, turns, has_more_turns, thoughts, has_more_thoughts, active_goal }
    }

    /// The decisions that hold in a channel and in `_global`, newest first.
    pub fn decisions(&self, question: &DecisionsQuestion) -> Vec<RecordedDecision> {
        let channel = stored(&question.channel);
        let decided = |held: &Held| {
            let EventBody::Decision(decision) = &held.event.body else { return None };
            let is_asked = [channel.as_str(), "_global"].contains(&held.event.channel.as_str())
                && (question.statuses.is_empty() || question.statuses.contains(&decision.status));
            (is_asked && self.holds(held)).then(|| RecordedDecision {
                id: held.id.clone(),
                time: held.event.time,
                channel: held.event.channel.clone(),
                trust: held.trust,
                anchors: held.event.anchors.clone(),
                decision: decision.clone(),
            })
        };
        self.newest_first().filter_map(decided).collect()
    }

    /// The sessions that recorded something, by their names.
    pub fn sessions(&self) -> Vec<ListedSession> {
        let mut sessions = std::collections::BTreeMap::<&String, ListedSession>::new();
        for held in self.records.values() {
            let (id, time) = (&held.event.session, held.event.time);
            if id.is_empty() || matches!(held.kind, EventKind::Learning | EventKind::Delivery) {
                continue;
            }
            let title = || self.title_of(id);
            let new = || ListedSession {
                id: id.clone(),
                title: title(),
                n_records: 0,
                started: None,
                active: time,
                context: None,
            };
            let session = sessions.entry(id).or_insert_with(new);
            session.n_records += 1;
            session.started = Some(session.started.map_or(time, |started| started.min(time)));
            session.active = session.active.max(time);
        }
        sessions.into_values().collect()
    }

    /// The title that a turn of a session stated last, else what a user asked in it first.
    fn title_of(&self, session: &str) -> String {
        let turns = || {
            let turn_of = |held: &'_ Held| match &held.event.body {
                EventBody::Turn(turn) if held.event.session == session => Some(turn.clone()),
                _ => None,
            };
            self.newest_first().filter_map(turn_of)
        };
        let stated = turns().map(|turn| turn.title).find(|title| !title.is_empty());
        let asked = || turns().filter(|turn| turn.role == Role::User).last().map(|turn| on_one_line(&turn.text));
        stated.or_else(asked).unwrap_or_default()
    }

    /// The values that hold in a principal's profile, sorted by key.
    pub fn profile(&self, owner: &Owner) -> Vec<HeldValue> {
        let value = |held: &Held| {
            let EventBody::ProfileValue(value) = &held.event.body else { return None };
            let (key, value) = (value.key.clone(), value.value.clone());
            let is_own = held.principal == owner.principal && self.holds(held);
            is_own.then(|| HeldValue { id: held.id.clone(), key, value, time: held.event.time, expires: None })
        };
        let mut values: Vec<HeldValue> = self.records.values().filter_map(value).collect();
        values.sort_by(|one, other| one.key.cmp(&other.key));
        values
    }

    /// Names with how often they occur, the most frequent first.
    pub(crate) fn counted<'n>(names: impl Iterator<Item = &'n String>) -> Vec<scrubjay_core::episode::NamedCount> {
        let mut counts = std::collections::BTreeMap::<&String, u64>::new();
        names.for_each(|name| *counts.entry(name).or_default() += 1);
        let count = |(name, n): (&String, u64)| scrubjay_core::episode::NamedCount { name: name.clone(), n };
        let mut counts: Vec<_> = counts.into_iter().map(count).collect();
        counts.sort_by_key(|count| Reverse(count.n));
        counts
    }
}
