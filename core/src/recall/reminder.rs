//! A reminder: a record that is quoted, with its source and the reason why it is shown.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::begin::FoundWork;
use super::question::RecallHit;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::episode::HeldValue;
use crate::record::Trust;
use crate::record::derived::{TaskRow, day_of};
use crate::record::event::TaskStatus;
use crate::record::fields::WordEnum as _;
use crate::record::keyspace::Kind;
use crate::session::PastWork;
use crate::text::calendar::date;
use crate::text::quotation::labelled;
use crate::text::tokens::estimate_tokens;

/// The sort of record that a reminder quotes; the quotation begins with words for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReminderKind {
    /// A session or a task whose request was like the task.
    PastWork,
    /// A note that fits the task.
    Note,
    /// A decision that fits the task, and was neither replaced nor given up.
    Decision,
    /// A lesson that fits the task.
    Lesson,
    /// A task that is active or paused.
    OpenTask,
    /// A value of the user's profile, shown for every task.
    Profile,
}

impl ReminderKind {
    fn words(self) -> &'static str {
        match self {
            ReminderKind::PastWork => "past work",
            ReminderKind::Note => "note",
            ReminderKind::Decision => "decision",
            ReminderKind::Lesson => "lesson",
            ReminderKind::OpenTask => "open task",
            ReminderKind::Profile => "of the user",
        }
    }
}

/// A record quoted as a reminder for a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Reminder {
    /// The id of the record.
    pub id: String,
    /// The sort of record; scores are comparable only among reminders of one kind.
    pub kind: ReminderKind,
    /// When the record's event happened, in milliseconds since 1970.
    pub time: i64,
    /// How far the record may be relied on.
    pub trust: Trust,
    /// The quotation: each of its lines begins with `>`.
    pub text: String,
    /// The estimated tokens of `text`.
    pub tokens: u32,
    /// How well the record fits, comparable among reminders of its kind; `None` if it is shown for every task.
    pub score: Option<f64>,
    /// The reason why the record is shown, in one sentence.
    pub why: String,
    /// How many more records have the same content.
    pub n_alike: u32,
}

/// A reminder before its text is written.
pub(super) struct DraftReminder {
    pub(super) id: RecordId,
    pub(super) kind: ReminderKind,
    pub(super) time: i64,
    pub(super) trust: Trust,
    pub(super) score: Option<f64>,
    why: String,
    /// The content; reminders with the same content are merged.
    pub(super) content: String,
    /// Further lines of text below the content, each with a label before it.
    details: Vec<(String, String)>,
    pub(super) n_alike: u32,
}

impl DraftReminder {
    /// A reminder of past work, or of an open task if the work's task is active or paused. `trust` is that of the
    /// request.
    pub(super) fn of_work(id: RecordId, trust: Trust, found_work: &FoundWork) -> DraftReminder {
        let PastWork { time, score, asked, status, outcome, task, errors, .. } = &found_work.work;
        let is_open = status.is_some_and(is_open);
        let mut details = Vec::new();
        if let Some(status) = status.filter(|_| !task.is_empty()) {
            details.push((format!("task {task}, {}", status.word()), outcome.clone()));
        }
        details.extend(errors.iter().map(|error| (format!("went wrong, {}", error.tool), error.error.clone())));
        DraftReminder {
            id,
            kind: if is_open { ReminderKind::OpenTask } else { ReminderKind::PastWork },
            time: *time,
            trust,
            score: Some(*score),
            why: format!("What was asked then holds {} of what the task says.", share(found_work.fit)),
            content: asked.clone(),
            details,
            n_alike: found_work.n_alike,
        }
    }

    /// A note, a decision or a lesson that fits.
    pub(super) fn of_note(hit: &RecallHit) -> Option<DraftReminder> {
        let kind = match hit.event.kind {
            Kind::Decision => ReminderKind::Decision,
            Kind::Lesson => ReminderKind::Lesson,
            _ => ReminderKind::Note,
        };
        Some(DraftReminder { n_alike: hit.n_alike, ..DraftReminder::of_hit(kind, hit, hit.excerpt.clone())? })
    }

    /// An open task, from a step of it that fits.
    pub(super) fn of_task(hit: &RecallHit, task: &TaskRow) -> Option<DraftReminder> {
        let content = if task.description.is_empty() { hit.excerpt.clone() } else { task.description.clone() };
        let details = [(format!("task {}, {}", task.name, task.status.word()), task.outcome.clone())].into();
        Some(DraftReminder { details, ..DraftReminder::of_hit(ReminderKind::OpenTask, hit, content)? })
    }

    fn of_hit(kind: ReminderKind, hit: &RecallHit, content: String) -> Option<DraftReminder> {
        let id = RecordId::parse(&hit.event.id)?;
        Some(DraftReminder {
            id,
            kind,
            time: id.time().milliseconds(),
            trust: hit.event.trust,
            score: Some(hit.score),
            why: format!("It holds {} of what the task says.", share(hit.fit)),
            content,
            details: Vec::new(),
            n_alike: 0,
        })
    }

    /// A value of the user's profile.
    pub(super) fn of_value(id: RecordId, trust: Trust, value: &HeldValue) -> DraftReminder {
        DraftReminder {
            id,
            kind: ReminderKind::Profile,
            time: value.time,
            trust,
            score: None,
            why: "It is kept of the user, for every task.".to_string(),
            content: format!("{}: {}", value.key, value.value),
            details: Vec::new(),
            n_alike: 0,
        }
    }

    /// The reminder with its text, a quotation of the content and the details.
    pub(super) fn reminder(self) -> Reminder {
        let day = Timestamp::checked("time", self.time).map_or(0, day_of);
        let (id, kind) = (self.id.text(), self.kind.words());
        let label = format!("{kind}, {}, {}, {id}", date(day.into()), self.trust.word());
        let mut text = labelled(&label, &self.content);
        for (label, detail) in &self.details {
            text.push_str(&labelled(label, detail));
        }
        if self.n_alike > 0 {
            text.push_str(&format!("> and {} more like it\n", self.n_alike));
        }
        let DraftReminder { kind, time, trust, score, why, n_alike, .. } = self;
        Reminder { id, kind, time, trust, tokens: estimate_tokens(&text), text, score, why, n_alike }
    }
}

pub(super) fn is_open(status: TaskStatus) -> bool {
    matches!(status, TaskStatus::Active | TaskStatus::Paused)
}

/// A share as a text: `62 %`.
fn share(fit: f64) -> String {
    format!("{} %", libm::round(100.0 * fit) as u32)
}
