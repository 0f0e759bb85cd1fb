//! The table of kinds of records: the number, the word, the retention and the fields of each. How a kind is read,
//! written, checked, masked, compared, listed and exported follows from its fields.
//!
//! A field has a number, by which it is stored and which is never used again for another one; a name, which lines of
//! JSON and tables use too; and a type (`fields`). A field that was added without a new format is left out of a row if
//! it is empty, so that rows keep their bytes. Not here: what else a kind does (`derived`), and rules between fields
//! (`check`).

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::fields::{
    Field, IndexedPart, MAX_LONG_TEXT_BYTES, MAX_SENTENCE_BYTES, MAX_TEXT_BYTES, Member as _, Shape, Slot, Value,
    WordEnum, json, name, of, plain, text, words,
};
use super::keyspace::Scope;

/// The most tools of a strategy.
const MAX_TOOLS: usize = 64;
/// The most bytes of a tool's name in a conversation.
pub(crate) const MAX_TOOL_BYTES: usize = 1 << 10;
/// The most files of an observation or a learning.
pub(crate) const MAX_FILES: usize = 100;
/// The most bytes of the title of a decision or a conversation.
const MAX_TITLE_BYTES: usize = 256;
/// An hour, in milliseconds.
const HOUR: u32 = 3_600_000;

words! {
    /// The role of whoever took a turn.
    Role {
        /// A person.
        0 User "user",
        /// The agent.
        1 Assistant "assistant",
        /// A system message, which precedes the conversation.
        2 System "system",
        /// A tool: the text is its result.
        3 Tool "tool",
    }

    /// An operation on a file; only a write and an edit change its content.
    FileOperation {
        /// Its content was read, and nothing changed.
        0 Read "read",
        /// Written whole.
        1 Write "write",
        /// Changed in a part.
        2 Edit "edit",
        /// Searched; such touches are ignored when likely files, or files to read again, are proposed.
        3 Search "search",
        /// Examined without being changed.
        4 Analyze "analyze",
        /// Viewed in passing, not read.
        5 View "view",
        /// Renamed to this path.
        6 Rename "rename",
    }

    /// The status of a task, which each of its steps states anew.
    TaskStatus {
        /// In progress.
        0 Active "active",
        /// Paused, to be continued later.
        1 Paused "paused",
        /// Ended with its work done.
        2 Completed "completed",
        /// Given up.
        3 Failed "failed",
    }

    /// The kind of work that a task is about.
    TaskIntent {
        /// Understanding code.
        0 CodeReading "code_reading",
        /// Adding or changing code.
        1 CodeWriting "code_writing",
        /// Making a project build, run or pass its tests again.
        2 ProjectFixing "project_fixing",
        /// Finding out what a project has and how it is laid out.
        3 ProjectExploration "project_exploration",
    }

    /// The status of a decision; only accepted ones are in force.
    DecisionStatus {
        /// Proposed, not taken yet.
        0 Proposed "proposed",
        /// Accepted: it is in force.
        1 Accepted "accepted",
        /// Deprecated: it is no longer in force.
        2 Deprecated "deprecated",
        /// Replaced by the decision that `superseded_by` names.
        3 Superseded "superseded",
    }

    /// The topic of a lesson; for the purpose of a file the subject is a path.
    LessonTopic {
        /// The purpose of the file that is the lesson's subject.
        0 FilePurpose "file_purpose",
        /// A frequent mistake, and how to avoid it.
        1 CommonError "common_error",
        /// How something is done in this project.
        2 Workflow "workflow",
    }

    /// The moment at which a record is delivered to an agent.
    Moment {
        /// At the beginning of a session.
        0 Start "start",
        /// When a person sends a prompt.
        1 Prompt "prompt",
        /// Before a file is changed.
        2 BeforeEdit "before_edit",
        /// After a tool call failed.
        3 Failure "failure",
        /// After the conversation was compacted.
        4 Compacted "compacted",
        /// Before a file is read.
        5 BeforeRead "before_read",
    }

    /// The sequence of events that an observation shows.
    PatternKind {
        /// How an error was fixed: a tool failed, and succeeded after edits or commands, or with other parameters.
        0 ErrorFix "error_fix",
        /// How a rename was carried through: a file was renamed, and other files were edited.
        1 Refactor "refactor",
    }
}

/// How long records of a kind are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Retention {
    /// Until they are forgotten: records that were kept on purpose.
    Forever,
    /// For the days of retention in the settings: records of talk and actions.
    Days,
    /// Until the lifetime ends that the record itself states.
    Lifetime,
}

/// A type whose fields the table of kinds declares.
pub(crate) trait Fields {
    const FIELDS: &'static [Field];

    /// The values of the fields, in the order of `FIELDS`.
    fn values(&self) -> Vec<Value<'_>>;

    /// The fields to fill in, in the order of `FIELDS`.
    fn slots(&mut self) -> Vec<Slot<'_>>;
}

/// The fields of a note, which has no body: its text is a field of the envelope.
const NOTE: &[Field] = &[text(MAX_TEXT_BYTES).named("text").required().recalled()];
const LEARNING: &[Field] = &[
    text(MAX_TEXT_BYTES).named("text"),
    name().named("item"),
    of(Shape::ForeignName(MAX_TOOL_BYTES)).named("tool"),
    of(Shape::Files("files of a record", MAX_FILES)).named("files"),
    plain().named("success"),
    name().named("part"),
];

/// Generates the kinds from the table below: [`Kind`], what is stored of each, and [`Fields`].
macro_rules! kinds {
    (
        told { $($(#[$docs:meta])* $kind:ident: $type:ident = $number:literal $word:literal stored $stored:literal stays $stay:ident {
            $($(#[$field_docs:meta])* $n:literal $field:ident: $field_type:ty $(= $default:expr)? => $field_rules:expr;)*
        })* }
        derived { $(#[$derived_docs:meta])* $derived:ident = $derived_number:literal $derived_word:literal
            stored $derived_stored:literal stays $derived_stay:ident {
            $($(#[$derived_field_docs:meta])* $derived_n:literal $derived_field:ident: $derived_type:ty
                $(= $derived_default:expr)? => $derived_rules:expr;)*
        } }
    ) => {
        words! {
            /// The kind of a record, which decides its fields and how long it is kept.
            Kind {
                /// A text to remember.
                0 Note "note",
                /// A summary of a pruned part of a conversation.
                1 Learning "learning",
                $($(#[$docs])* $number $kind $word,)*
                $(#[$derived_docs])*
                $derived_number $derived $derived_word,
            }
        }

        impl Kind {
            /// How long records of this kind are kept.
            pub(crate) fn retention(self) -> Retention {
                match self {
                    Kind::Note => Retention::Forever,
                    Kind::Learning => Retention::Days,
                    $(Kind::$kind => Retention::$stay,)*
                    Kind::$derived => Retention::$derived_stay,
                }
            }

            pub(crate) fn fields(self) -> &'static [Field] {
                match self {
                    Kind::Note => NOTE,
                    Kind::Learning => LEARNING,
                    $(Kind::$kind => $type::FIELDS,)*
                    Kind::$derived => $derived::FIELDS,
                }
            }
        }

        $(
            $(#[$docs])*
            #[derive(Clone, Debug, PartialEq, Encode, Decode)]
            #[cbor(map)]
            pub struct $type {
                $($(#[$field_docs])* #[n($n)] pub $field: $field_type,)*
            }

            fields! { $type { $($field: $field_type $(= $default)? => $field_rules;)* } }
        )*

        $(#[$derived_docs])*
        #[derive(Clone, Debug, PartialEq, Encode, Decode)]
        #[cbor(map)]
        pub(crate) struct $derived {
            $($(#[$derived_field_docs])* #[n($derived_n)] pub(crate) $derived_field: $derived_type,)*
        }

        fields! { $derived { $($derived_field: $derived_type $(= $derived_default)? => $derived_rules;)* } }

        /// The content of an event, by its kind.
        #[derive(Clone, Debug, PartialEq)]
        pub enum EventBody {
            /// A text to remember.
            Note(String),
            $($(#[$docs])* $kind($type),)*
        }

        /// The body of a record that is no note, as it is stored.
        #[derive(Clone, Debug, PartialEq, Encode, Decode)]
        pub(crate) enum Body {
            $(#[n($stored)] $kind(#[n(0)] $type),)*
            #[n($derived_stored)]
            $derived(#[n(0)] $derived),
        }

        impl Body {
            /// An empty body of a kind; `None` for a kind whose records have no body.
            pub(crate) fn of(kind: Kind) -> Option<Body> {
                match kind {
                    Kind::Note | Kind::Learning => None,
                    $(Kind::$kind => Some(Body::$kind($type::default())),)*
                    Kind::$derived => Some(Body::$derived($derived::default())),
                }
            }

            pub(crate) fn kind(&self) -> Kind {
                match self {
                    $(Body::$kind(_) => Kind::$kind,)*
                    Body::$derived(_) => Kind::$derived,
                }
            }

            fn field_values(&self) -> Vec<Value<'_>> {
                match self {
                    $(Body::$kind(body) => body.values(),)*
                    Body::$derived(body) => body.values(),
                }
            }

            fn field_slots(&mut self) -> Vec<Slot<'_>> {
                match self {
                    $(Body::$kind(body) => body.slots(),)*
                    Body::$derived(body) => body.slots(),
                }
            }
        }

        impl EventBody {
            /// The text and body to store: of a note its text, of any other event its body.
            pub(crate) fn stored(self) -> (String, Option<Body>) {
                match self {
                    EventBody::Note(text) => (text, None),
                    $(EventBody::$kind(body) => (String::new(), Some(Body::$kind(body))),)*
                }
            }

            /// The body of the event with this stored text and body. An observation becomes a note.
            pub(crate) fn from_stored(text: String, body: Option<Body>) -> EventBody {
                match body {
                    None => EventBody::Note(text),
                    $(Some(Body::$kind(body)) => EventBody::$kind(body),)*
                    Some(Body::$derived(body)) => EventBody::Note(body.words()),
                }
            }
        }
    };
}

/// Generates the default of a kind's type, and access to its fields.
macro_rules! fields {
    ($type:ident { $($field:ident: $field_type:ty $(= $default:expr)? => $field_rules:expr;)* }) => {
        impl Default for $type {
            fn default() -> $type {
                $type { $($field: fields!(@default $field_type $(, $default)?)),* }
            }
        }

        impl Fields for $type {
            const FIELDS: &'static [Field] = &[$($field_rules.named(stringify!($field))),*];

            fn values(&self) -> Vec<Value<'_>> {
                vec![$(self.$field.value()),*]
            }

            fn slots(&mut self) -> Vec<Slot<'_>> {
                vec![$(self.$field.slot()),*]
            }
        }
    };
    (@default $type:ty) => { <$type>::default() };
    (@default $type:ty, $default:expr) => { $default };
}

kinds! {
    told {
        /// A turn: something said in a conversation.
        Turn: Turn = 2 "turn" stored 0 stays Days {
            /// The name of the conversation: 1 to 128 bytes.
            0 conversation: String => name().required().listed(Scope::Conversation);
            /// The role of the speaker; by default a person.
            1 role: Role = Role::User => plain();
            /// What was said: 1 to 65,536 bytes, not only white space.
            2 text: String => text(MAX_TEXT_BYTES).required().recalled();
            /// The number of its tokens; `None` if nobody counted them.
            3 tokens: Option<u32> => plain();
            /// The title of the conversation; empty if this turn does not state it.
            #[cbor(default, skip_if = "String::is_empty")]
            4 title: String => of(Shape::Name(MAX_TITLE_BYTES));
            /// The model that wrote it; empty: none, or not known.
            #[cbor(default, skip_if = "String::is_empty")]
            5 model: String => name();
            /// The speaker's name, if more people talk than the roles distinguish; empty if the role suffices.
            #[cbor(default, skip_if = "String::is_empty")]
            6 speaker: String => name();
        }

        /// A tool call that ran, or was refused.
        ToolCall: ToolCall = 3 "tool_call" stored 1 stays Days {
            /// The tool's name as the agent calls it: 1 to 128 bytes.
            0 tool: String => name().required().listed(Scope::Tool);
            /// The parameters of the call, as JSON; empty: none.
            1 parameters: String => json(MAX_TEXT_BYTES).recalled_by(IndexedPart::JsonTexts);
            /// The output of the call, shortened to what is worth keeping.
            2 output: String => text(MAX_TEXT_BYTES);
            /// Whether the call succeeded; `None`, since format 3, if that is not stated.
            3 success: Option<bool> => plain();
            /// Whether a person, a permission or a sandbox refused to let it run; `success` is then false or `None`.
            /// Since format 3.
            #[cbor(default)]
            7 refused: bool => plain().left_out_if_false();
            /// The error that the call reported; empty: none.
            4 error: String => text(MAX_LONG_TEXT_BYTES).recalled_by(IndexedPart::ErrorLine);
            /// The duration of the call in milliseconds; `None` if it is not known.
            5 duration: Option<u32> => plain();
            /// Tokens in the agent's context at the time of the call; `None` if they are not known.
            6 context_tokens: Option<u32> => plain();
        }

        /// A touch of a file: it was read, changed or otherwise worked on.
        FileTouch: FileTouch = 4 "file_touch" stored 2 stays Days {
            /// The path of the file, relative to the project and with slashes, or a foreign path: 1 to 1,024 bytes.
            0 path: String => of(Shape::Path).required().listed(Scope::Path);
            /// The operation, which decides whether the touch counts as an edit.
            1 operation: FileOperation = FileOperation::Read => plain().required();
            /// The first line, from 1 on; 0: the whole file.
            2 first_line: u32 => plain();
            /// The last line, counted in; 0: the whole file.
            3 last_line: u32 => plain();
            /// Whether the operation succeeded; by default true.
            4 success: bool = true => plain();
            /// The reason for the touch; empty: not stated.
            5 why: String => text(MAX_SENTENCE_BYTES);
            /// The change that was made; for a rename the path before it.
            6 change: String => of(Shape::Change);
        }

        /// A step of a task, which states its status and whatever is new about it.
        TaskStep: TaskStep = 5 "task_step" stored 3 stays Forever {
            /// The status of the task from this step on.
            0 status: TaskStatus = TaskStatus::Active => plain();
            /// The work to do, in words; empty: as an earlier step states it.
            1 description: String => text(MAX_SENTENCE_BYTES).recalled();
            /// The kind of work; `None`: as an earlier step states it.
            2 intent: Option<TaskIntent> => plain();
            /// The outcome so far, in words; empty: as an earlier step states it.
            3 outcome: String => text(MAX_LONG_TEXT_BYTES).recalled();
        }

        /// A strategy: a way of doing something that may be used again.
        Strategy: StrategyPlan = 6 "strategy" stored 4 stays Forever {
            /// The strategy, in words.
            0 description: String => text(MAX_SENTENCE_BYTES).required().recalled();
            /// The circumstances in which it fits.
            1 context: String => text(MAX_SENTENCE_BYTES).recalled();
            /// The type of task that it is for, in the caller's words; empty: not stated.
            2 task_type: String => name().error_name("task-type");
            /// The tools that it uses, in order.
            3 tools: Vec<String> => of(Shape::Names("tools of a strategy", MAX_TOOLS));
        }

        /// A use of a strategy, which worked or did not.
        StrategyUse: StrategyUse = 7 "strategy_use" stored 5 stays Days {
            /// The id of the strategy's record.
            0 strategy: String => of(Shape::Id).required().listed(Scope::Parent);
            /// Whether the strategy worked.
            1 success: bool => plain().required();
        }

        /// A value to have at hand in a conversation, for a time.
        WorkingValue: WorkingValue = 8 "working_value" stored 6 stays Lifetime {
            /// The name of the conversation: 1 to 128 bytes.
            0 conversation: String => name().required();
            /// The key of the value: of several values of a key in a conversation the newest is current.
            1 key: String => name().required();
            /// A text or JSON of at most 65,536 bytes.
            2 value: String => of(Shape::Value(MAX_TEXT_BYTES)).required();
            /// How long the value is current, in milliseconds; by default an hour.
            3 lifetime: u32 = HOUR => plain();
        }

        /// A fact about the user, as the value of a key.
        ProfileValue: ProfileValue = 9 "profile_value" stored 7 stays Forever {
            /// The key: the topic of the fact.
            0 key: String => name().required();
            /// The value: the fact itself.
            1 value: String => of(Shape::Value(MAX_LONG_TEXT_BYTES)).required().recalled();
        }

        /// A decision. Its title names it: it changes by being recorded again under the same title.
        Decision: Decision = 11 "decision" stored 9 stays Forever {
            /// The title: 1 to 256 bytes. A decision replaces an earlier one of the same title in its channel.
            0 title: String => of(Shape::Name(MAX_TITLE_BYTES)).required().recalled();
            /// The circumstances that called for it.
            1 context: String => text(MAX_LONG_TEXT_BYTES).recalled();
            /// The choice that was made: 1 to 16,384 bytes.
            2 choice: String => text(MAX_LONG_TEXT_BYTES).required().recalled();
            /// The reasons for the choice.
            3 rationale: String => text(MAX_LONG_TEXT_BYTES).recalled();
            /// The circumstances in which to decide anew.
            4 revisit_if: String => text(MAX_SENTENCE_BYTES).error_name("revisit-if").recalled();
            /// The status from this record on.
            5 status: DecisionStatus = DecisionStatus::Accepted => plain();
            /// The title of the decision that replaces it; empty: none.
            6 superseded_by: String => of(Shape::Name(MAX_TITLE_BYTES)).error_name("superseded-by");
        }

        /// A lesson of a session, for later ones.
        Lesson: Lesson = 12 "lesson" stored 10 stays Forever {
            /// The topic, which decides whether the subject is a path.
            0 topic: LessonTopic = LessonTopic::Workflow => plain().required();
            /// The file, tool or task that it is about; empty: the whole project.
            1 subject: String => text(MAX_SENTENCE_BYTES).recalled();
            /// The lesson, in words: 1 to 16,384 bytes, not only white space.
            2 text: String => text(MAX_LONG_TEXT_BYTES).required().recalled();
        }

        /// A thought in a conversation: text that an agent wrote but did not say.
        Thought: Thought = 13 "thought" stored 11 stays Days {
            /// The name of the conversation: 1 to 128 bytes.
            0 conversation: String => name().required().listed(Scope::Conversation);
            /// What the agent thought: 1 to 65,536 bytes, not only white space.
            1 text: String => text(MAX_TEXT_BYTES).required().recalled();
        }

        /// A delivery: a record was delivered to an agent, and is the only parent. The session is the agent's.
        Delivery: Delivery = 14 "delivery" stored 12 stays Days {
            /// The moment at which the record was delivered.
            0 moment: Moment = Moment::Start => plain().required();
            /// The reason, in one sentence.
            1 why: String => text(MAX_SENTENCE_BYTES).required();
            /// The subject that the record was delivered for, such as the files to be edited; empty: none.
            2 about: String => text(MAX_SENTENCE_BYTES);
            /// The size of the delivered text, in estimated tokens.
            3 tokens: u32 => plain();
        }

        /// An adoption: a person called imported lines their own. Records that it raised refer to it.
        Adoption: Adoption = 15 "adoption" stored 13 stays Forever {
            /// The number and the hash of the lines up to the end of the adoption's first slice.
            0 lines: String => name().required();
        }
    }

    derived {
        /// An observation of a pattern. It is derived: its parents are the records that show the pattern.
        Observation = 10 "observation" stored 8 stays Days {
            0 pattern: PatternKind = PatternKind::ErrorFix => plain().required();
            /// The failed tool with the first words of its command, or the folder of the renamed file.
            1 subject: String => text(MAX_SENTENCE_BYTES).recalled();
            /// The signature of the error; empty for a rename.
            2 signature: String => text(MAX_SENTENCE_BYTES).recalled();
            /// The files that were edited.
            3 files: Vec<String> => of(Shape::Files("files of a record", MAX_FILES)).recalled();
        }
    }
}

impl Kind {
    /// Whether records of this kind are listed in a scope by one of their fields.
    pub(crate) fn is_listed_by(self, scope: Scope) -> bool {
        self.fields().iter().any(|field| field.scope == Some(scope))
    }

    /// Whether records of this kind show activity in a session. Learnings of windows, deliveries and adoptions do not.
    pub(crate) fn is_work(self) -> bool {
        !matches!(self, Kind::Learning | Kind::Delivery | Kind::Adoption)
    }

    /// The kind's word in lines of JSON.
    pub(crate) fn word(self) -> &'static str {
        WordEnum::word(self)
    }
}

impl Body {
    /// Each field of the body, with its value.
    pub(crate) fn values(&self) -> impl Iterator<Item = (&'static Field, Value<'_>)> {
        self.kind().fields().iter().zip(self.field_values())
    }

    /// The name under which the body is listed in a scope; empty: it is not listed.
    pub(crate) fn listed_by(&self, scope: Scope) -> &str {
        let name = self.values().find(|(field, _)| field.scope == Some(scope));
        name.map_or("", |(_, value)| if let Value::Text(name) = value { name } else { "" })
    }

    /// Each field of the body, to be filled in.
    pub(crate) fn slots(&mut self) -> impl Iterator<Item = (&'static Field, Slot<'_>)> {
        self.kind().fields().iter().zip(self.field_slots())
    }
}

impl ToolCall {
    /// Whether the call failed; false if it was refused, or if its outcome is not stated.
    pub(crate) fn failed(&self) -> bool {
        self.success == Some(false) && !self.refused
    }

    /// What a failed call said: its error, else its output.
    pub(crate) fn error_text(&self) -> &str {
        if self.error.is_empty() { &self.output } else { &self.error }
    }
}

impl FileOperation {
    /// Whether the operation changes the content of the file.
    pub(crate) fn changes(self) -> bool {
        matches!(self, FileOperation::Write | FileOperation::Edit)
    }
}

impl FileTouch {
    /// Whether the touch succeeded and changed the content of the file.
    pub(crate) fn is_change(&self) -> bool {
        self.success && self.operation.changes()
    }
}

impl Observation {
    fn words(&self) -> String {
        let files = self.files.join(", ");
        match self.pattern {
            PatternKind::ErrorFix if files.is_empty() => alloc::format!("{}: {}; mended", self.subject, self.signature),
            PatternKind::ErrorFix => {
                alloc::format!("{}: {}; mended by edits of {files}", self.subject, self.signature)
            }
            PatternKind::Refactor => alloc::format!("a rename in {} was followed by edits of {files}", self.subject),
        }
    }
}
