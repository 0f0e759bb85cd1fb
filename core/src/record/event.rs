//! What may be recorded: an event and its body, as the interface has them, and as they are stored.
//!
//! Fields have numbers, which are never used again for anything else. Not here: what is checked of them (`check`).

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::keyspace::Kind;
use super::trust::Origin;
use crate::base::anchor::Anchor;

/// Something that happened, to be recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What tells the event from every other.
    pub event_id: String,
    /// When it happened.
    pub time: i64,
    /// What it belongs to; empty: `_global`.
    pub channel: String,
    /// Who says it.
    pub origin: Origin,
    /// The session in which it happened; empty: none.
    pub session: String,
    /// The task for which it happened; empty: none.
    pub task: String,
    /// The ids of records that it was derived from.
    pub parents: Vec<String>,
    /// Where in the code it speaks of.
    pub anchors: Vec<Anchor>,
    /// A JSON object; empty: none.
    pub metadata: String,
    /// What happened.
    pub body: EventBody,
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum EventBody {
    /// Something to remember.
    Note(String),
    /// What was said.
    Turn(Turn),
    /// A tool that ran.
    ToolCall(ToolCall),
    /// A file that was worked on.
    FileTouch(FileTouch),
    /// A step of the task that the event names.
    TaskStep(TaskStep),
    /// A way of doing something.
    Strategy(StrategyPlan),
    /// That a strategy was used.
    StrategyUse(StrategyUse),
    /// Something to have at hand for a while.
    WorkingValue(WorkingValue),
    /// What is known of the user.
    ProfileValue(ProfileValue),
}

/// The body of a record that is no note, as it is stored.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
pub(crate) enum Body {
    #[n(0)]
    Turn(#[n(0)] Turn),
    #[n(1)]
    ToolCall(#[n(0)] ToolCall),
    #[n(2)]
    FileTouch(#[n(0)] FileTouch),
    #[n(3)]
    TaskStep(#[n(0)] TaskStep),
    #[n(4)]
    Strategy(#[n(0)] StrategyPlan),
    #[n(5)]
    StrategyUse(#[n(0)] StrategyUse),
    #[n(6)]
    WorkingValue(#[n(0)] WorkingValue),
    #[n(7)]
    ProfileValue(#[n(0)] ProfileValue),
    #[n(8)]
    Observation(#[n(0)] Observation),
}

/// Who takes a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(index_only)]
pub enum Role {
    /// A person.
    #[n(0)]
    User,
    /// The agent.
    #[n(1)]
    Assistant,
    /// What both were told before.
    #[n(2)]
    System,
    /// A tool.
    #[n(3)]
    Tool,
}

/// What was said in a conversation.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub struct Turn {
    /// Its name.
    #[n(0)]
    pub conversation: String,
    /// Who said it.
    #[n(1)]
    pub role: Role,
    /// What was said.
    #[n(2)]
    pub text: String,
    /// What it cost.
    #[n(3)]
    pub tokens: Option<u32>,
}

/// A tool that ran, or was not let run.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(map)]
pub struct ToolCall {
    /// Its name.
    #[n(0)]
    pub tool: String,
    /// JSON; empty: none.
    #[n(1)]
    pub parameters: String,
    /// What it gave, as far as it is worth keeping.
    #[n(2)]
    pub output: String,
    /// Whether it did what it should; since format 3 none where nobody said.
    #[n(3)]
    pub success: Option<bool>,
    /// What it said of its failure.
    #[n(4)]
    pub error: String,
    /// Milliseconds.
    #[n(5)]
    pub duration: Option<u32>,
    /// Tokens in the agent's context at the time.
    #[n(6)]
    pub context_tokens: Option<u32>,
    /// Since format 3: a person, a permission or a sandbox did not let it run, whatever `success` says of how it ended.
    #[n(7)]
    #[cbor(default)]
    pub refused: bool,
}

impl ToolCall {
    /// Whether it failed: not where it was refused, nor where nobody said.
    pub(crate) fn failed(&self) -> bool {
        self.success == Some(false) && !self.refused
    }
}

/// What was done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
#[cbor(index_only)]
pub enum FileOperation {
    /// Read.
    #[n(0)]
    Read,
    /// Written whole.
    #[n(1)]
    Write,
    /// Changed.
    #[n(2)]
    Edit,
    /// Searched.
    #[n(3)]
    Search,
    /// Analysed.
    #[n(4)]
    Analyze,
    /// Seen in passing.
    #[n(5)]
    View,
    /// Given this path.
    #[n(6)]
    Rename,
}

impl FileOperation {
    /// All of them, in the order of their numbers.
    pub(crate) const ALL: [FileOperation; 7] = [
        FileOperation::Read,
        FileOperation::Write,
        FileOperation::Edit,
        FileOperation::Search,
        FileOperation::Analyze,
        FileOperation::View,
        FileOperation::Rename,
    ];

    /// Whether it changes what the file says.
    pub(crate) fn changes(self) -> bool {
        matches!(self, FileOperation::Write | FileOperation::Edit)
    }
}

/// A file that was worked on.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub struct FileTouch {
    /// With slashes.
    #[n(0)]
    pub path: String,
    /// What was done.
    #[n(1)]
    pub operation: FileOperation,
    /// From 1 on; 0: the whole file.
    #[n(2)]
    pub first_line: u32,
    /// Included.
    #[n(3)]
    pub last_line: u32,
    /// Whether it could be done.
    #[n(4)]
    pub success: bool,
    /// Why it was touched.
    #[n(5)]
    pub why: String,
    /// What was changed; of a rename the path before it.
    #[n(6)]
    pub change: String,
}

/// How a task stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
#[cbor(index_only)]
#[repr(u8)]
pub enum TaskStatus {
    /// Under way.
    #[n(0)]
    Active = 0,
    /// To be gone on with.
    #[n(1)]
    Paused = 1,
    /// Done.
    #[n(2)]
    Completed = 2,
    /// Given up.
    #[n(3)]
    Failed = 3,
}

/// What a task is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(index_only)]
#[repr(u8)]
pub enum TaskIntent {
    /// Understanding code.
    #[n(0)]
    CodeReading = 0,
    /// Writing code.
    #[n(1)]
    CodeWriting = 1,
    /// Mending a project.
    #[n(2)]
    ProjectFixing = 2,
    /// Finding one's way in a project.
    #[n(3)]
    ProjectExploration = 3,
}

/// A step of a task.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub struct TaskStep {
    /// How the task stands then.
    #[n(0)]
    pub status: TaskStatus,
    /// What is to be done; empty: as it was said before.
    #[n(1)]
    pub description: String,
    /// None: as it was said before.
    #[n(2)]
    pub intent: Option<TaskIntent>,
    /// What came of it.
    #[n(3)]
    pub outcome: String,
}

/// A way of doing something that may be used again.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub struct StrategyPlan {
    /// What it is.
    #[n(0)]
    pub description: String,
    /// When it fits.
    #[n(1)]
    pub context: String,
    /// The sort of task that it is for.
    #[n(2)]
    pub task_type: String,
    /// In their order.
    #[n(3)]
    pub tools: Vec<String>,
}

/// That a strategy was used.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub struct StrategyUse {
    /// The id of its record.
    #[n(0)]
    pub strategy: String,
    /// Whether it worked.
    #[n(1)]
    pub success: bool,
}

/// Something to have at hand for a while.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub struct WorkingValue {
    /// The conversation that it is of.
    #[n(0)]
    pub conversation: String,
    /// Its key.
    #[n(1)]
    pub key: String,
    /// What it is.
    #[n(2)]
    pub value: String,
    /// Milliseconds.
    #[n(3)]
    pub lifetime: u32,
}

/// What is known of the user.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub struct ProfileValue {
    /// What it is about.
    #[n(0)]
    pub key: String,
    /// What it is.
    #[n(1)]
    pub value: String,
}

/// What a pattern is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
#[cbor(index_only)]
#[repr(u8)]
pub enum PatternKind {
    /// A tool failed, files were edited, and it succeeded.
    #[n(0)]
    ErrorFix = 0,
    /// A file was renamed, and other files were edited.
    #[n(1)]
    Refactor = 1,
}

/// That something was seen which makes a pattern. It is derived, and its parents are what was seen.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct Observation {
    #[n(0)]
    pub(crate) kind: PatternKind,
    /// The tool, or the folder.
    #[n(1)]
    pub(crate) subject: String,
    #[n(2)]
    pub(crate) signature: String,
    /// The files that were edited.
    #[n(3)]
    pub(crate) files: Vec<String>,
}

impl Body {
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Body::Turn(_) => Kind::Turn,
            Body::ToolCall(_) => Kind::ToolCall,
            Body::FileTouch(_) => Kind::FileTouch,
            Body::TaskStep(_) => Kind::TaskStep,
            Body::Strategy(_) => Kind::Strategy,
            Body::StrategyUse(_) => Kind::StrategyUse,
            Body::WorkingValue(_) => Kind::WorkingValue,
            Body::ProfileValue(_) => Kind::ProfileValue,
            Body::Observation(_) => Kind::Observation,
        }
    }
}

impl EventBody {
    /// Its text if it is a note, else what is stored of it.
    pub(crate) fn stored(self) -> (String, Option<Body>) {
        let body = match self {
            EventBody::Note(text) => return (text, None),
            EventBody::Turn(turn) => Body::Turn(turn),
            EventBody::ToolCall(call) => Body::ToolCall(call),
            EventBody::FileTouch(touch) => Body::FileTouch(touch),
            EventBody::TaskStep(step) => Body::TaskStep(step),
            EventBody::Strategy(strategy) => Body::Strategy(strategy),
            EventBody::StrategyUse(used) => Body::StrategyUse(used),
            EventBody::WorkingValue(value) => Body::WorkingValue(value),
            EventBody::ProfileValue(value) => Body::ProfileValue(value),
        };
        (String::new(), Some(body))
    }

    /// The body that was stored so. What the core derived itself is told as a note.
    pub(crate) fn told(text: String, body: Option<Body>) -> EventBody {
        match body {
            None => EventBody::Note(text),
            Some(Body::Turn(turn)) => EventBody::Turn(turn),
            Some(Body::ToolCall(call)) => EventBody::ToolCall(call),
            Some(Body::FileTouch(touch)) => EventBody::FileTouch(touch),
            Some(Body::TaskStep(step)) => EventBody::TaskStep(step),
            Some(Body::Strategy(strategy)) => EventBody::Strategy(strategy),
            Some(Body::StrategyUse(used)) => EventBody::StrategyUse(used),
            Some(Body::WorkingValue(value)) => EventBody::WorkingValue(value),
            Some(Body::ProfileValue(value)) => EventBody::ProfileValue(value),
            Some(Body::Observation(seen)) => EventBody::Note(seen.words()),
        }
    }
}

impl Observation {
    fn words(&self) -> String {
        let files = self.files.join(", ");
        match self.kind {
            PatternKind::ErrorFix => {
                alloc::format!("{}: {}; mended by edits of {files}", self.subject, self.signature)
            }
            PatternKind::Refactor => alloc::format!("a rename in {} was followed by edits of {files}", self.subject),
        }
    }
}
