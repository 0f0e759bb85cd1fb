//! The table of kinds: each with its number, its word, how long it stays, and its fields. What is read, written, checked, masked,
//! compared, listed and exported of a kind follows from here.
//!
//! A field has a number, by which it is stored and which is never used again for anything else; its name, which lines of JSON and
//! tables have too; and its kind of field (`fields`). One that came later is left out of a row where it is empty, so that rows of
//! before are as they were. Not here: what a kind does beside being kept (`derived`), and rules between fields (`check`).

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::fields::{
    Field, LONG, Member as _, SENTENCE, Shape, Slot, TEXT, Value, Word, Words, json, name, of, plain, text, words,
};
use super::keyspace::Scope;

/// The most tools of a strategy, and the most bytes of the name of one in a conversation.
const MAX_TOOLS: usize = 64;
pub(crate) const MAX_TOOL_BYTES: usize = 1 << 10;
/// The most files of what was learnt.
pub(crate) const MAX_FILES: usize = 100;
/// The longest title of a decision, in bytes.
const TITLE: usize = 256;
/// An hour, in milliseconds.
const HOUR: u32 = 3_600_000;

words! {
    /// Who takes a turn.
    Role {
        /// A person.
        0 User "user",
        /// The agent.
        1 Assistant "assistant",
        /// What both were told before.
        2 System "system",
        /// A tool.
        3 Tool "tool",
    }

    /// What was done with a file.
    FileOperation {
        /// Read.
        0 Read "read",
        /// Written whole.
        1 Write "write",
        /// Changed.
        2 Edit "edit",
        /// Searched.
        3 Search "search",
        /// Analysed.
        4 Analyze "analyze",
        /// Seen in passing.
        5 View "view",
        /// Given this path.
        6 Rename "rename",
    }

    /// How a task stands.
    TaskStatus {
        /// Under way.
        0 Active "active",
        /// To be continued later.
        1 Paused "paused",
        /// Done.
        2 Completed "completed",
        /// Given up.
        3 Failed "failed",
    }

    /// The kind of work that a task is about.
    TaskIntent {
        /// Understanding code.
        0 CodeReading "code_reading",
        /// Writing code.
        1 CodeWriting "code_writing",
        /// Mending a project.
        2 ProjectFixing "project_fixing",
        /// Finding one's way in a project.
        3 ProjectExploration "project_exploration",
    }

    /// How a decision stands.
    DecisionStatus {
        /// It is not taken yet.
        0 Proposed "proposed",
        /// It is in force.
        1 Accepted "accepted",
        /// It is no longer in force.
        2 Deprecated "deprecated",
        /// Another decision has replaced it.
        3 Superseded "superseded",
    }

    /// The topic of a lesson.
    LessonTopic {
        /// What a file is for.
        0 FilePurpose "file_purpose",
        /// A mistake that is made often, and what helps.
        1 CommonError "common_error",
        /// How something is done here.
        2 Workflow "workflow",
    }

    /// When an agent is told something.
    Moment {
        /// A session begins.
        0 Start "start",
        /// A person asks something.
        1 Prompt "prompt",
        /// A file is about to be changed.
        2 BeforeEdit "before_edit",
        /// A call failed.
        3 Failure "failure",
        /// The conversation was compacted.
        4 Compacted "compacted",
    }

    /// The kind of a pattern.
    PatternKind {
        /// A tool failed, files were edited, and it succeeded.
        0 ErrorFix "error_fix",
        /// A file was renamed, and other files were edited.
        1 Refactor "refactor",
    }
}

/// How long records of a kind stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stay {
    /// Until they are forgotten: what was kept on purpose.
    Forever,
    /// For the days that the settings name: what was said and done.
    Days,
    /// For as long as the record says itself.
    Lifetime,
}

/// The fields of a kind.
pub(crate) trait Fields {
    const FIELDS: &'static [Field];

    /// The values of the fields, in the order of `FIELDS`.
    fn values(&self) -> Vec<Value<'_>>;

    /// The same, to be filled in.
    fn slots(&mut self) -> Vec<Slot<'_>>;
}

/// The fields of notes, of which only the envelope is stored that every record has.
const NOTE: &[Field] = &[text(TEXT).named("text").needed().recalled()];
const LEARNING: &[Field] = &[
    text(TEXT).named("text"),
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
            $($(#[$field_docs:meta])* $n:literal $field:ident: $field_type:ty $(= $default:expr)? => $is:expr;)*
        })* }
        derived { $(#[$derived_docs:meta])* $derived:ident = $derived_number:literal $derived_word:literal
            stored $derived_stored:literal stays $derived_stay:ident {
            $($(#[$seen_docs:meta])* $seen_n:literal $seen:ident: $seen_type:ty $(= $seen_default:expr)? => $seen_is:expr;)*
        } }
    ) => {
        words! {
            /// The kind of a record.
            Kind {
                /// Something to remember, in words.
                0 Note "note",
                /// What a part of a conversation taught before it was pruned.
                1 Learning "learning",
                $($(#[$docs])* $number $kind $word,)*
                $(#[$derived_docs])*
                $derived_number $derived $derived_word,
            }
        }

        impl Kind {
            /// How long its records stay.
            pub(crate) fn stay(self) -> Stay {
                match self {
                    Kind::Note => Stay::Forever,
                    Kind::Learning => Stay::Days,
                    $(Kind::$kind => Stay::$stay,)*
                    Kind::$derived => Stay::$derived_stay,
                }
            }

            /// The fields of the kind's records.
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

            fields! { $type { $($field: $field_type $(= $default)? => $is;)* } }
        )*

        $(#[$derived_docs])*
        #[derive(Clone, Debug, PartialEq, Encode, Decode)]
        #[cbor(map)]
        pub(crate) struct $derived {
            $($(#[$seen_docs])* #[n($seen_n)] pub(crate) $seen: $seen_type,)*
        }

        fields! { $derived { $($seen: $seen_type $(= $seen_default)? => $seen_is;)* } }

        /// The content of an event, by its kind.
        #[derive(Clone, Debug, PartialEq)]
        pub enum EventBody {
            /// Something to remember.
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
            /// One of a kind that says nothing yet; none of a kind whose records have no body.
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

            fn inner(&self) -> Vec<Value<'_>> {
                match self {
                    $(Body::$kind(body) => body.values(),)*
                    Body::$derived(body) => body.values(),
                }
            }

            fn inner_mut(&mut self) -> Vec<Slot<'_>> {
                match self {
                    $(Body::$kind(body) => body.slots(),)*
                    Body::$derived(body) => body.slots(),
                }
            }
        }

        impl EventBody {
            /// Its text if it is a note, else what is stored of it.
            pub(crate) fn stored(self) -> (String, Option<Body>) {
                match self {
                    EventBody::Note(text) => (text, None),
                    $(EventBody::$kind(body) => (String::new(), Some(Body::$kind(body))),)*
                }
            }

            /// The body that was stored so. What the core derived itself is told as a note.
            pub(crate) fn told(text: String, body: Option<Body>) -> EventBody {
                match body {
                    None => EventBody::Note(text),
                    $(Some(Body::$kind(body)) => EventBody::$kind(body),)*
                    Some(Body::$derived(seen)) => EventBody::Note(seen.words()),
                }
            }
        }
    };
}

/// What a kind begins with, and its fields.
macro_rules! fields {
    ($type:ident { $($field:ident: $field_type:ty $(= $default:expr)? => $is:expr;)* }) => {
        impl Default for $type {
            fn default() -> $type {
                $type { $($field: fields!(@default $field_type $(, $default)?)),* }
            }
        }

        impl Fields for $type {
            const FIELDS: &'static [Field] = &[$($is.named(stringify!($field))),*];

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
        /// A turn: something that was said in a conversation.
        Turn: Turn = 2 "turn" stored 0 stays Days {
            /// The conversation, by its name.
            0 conversation: String => name().needed().listed(Scope::Conversation);
            /// Who said it.
            1 role: Role = Role::User => plain();
            /// What was said.
            2 text: String => text(TEXT).needed().recalled();
            /// Its tokens; none: nobody counted.
            3 tokens: Option<u32> => plain();
            /// The title of the conversation; empty: it does not say.
            #[cbor(default, skip_if = "String::is_empty")]
            4 title: String => of(Shape::Name(TITLE));
            /// The model that wrote it; empty: none, or it does not say.
            #[cbor(default, skip_if = "String::is_empty")]
            5 model: String => name();
            /// Who said it, by name, where a conversation has more people than the role tells; empty: the role says it.
            #[cbor(default, skip_if = "String::is_empty")]
            6 speaker: String => name();
        }

        /// A tool that ran, or was not let run.
        ToolCall: ToolCall = 3 "tool_call" stored 1 stays Days {
            /// The tool, by its name.
            0 tool: String => name().needed().listed(Scope::Tool);
            /// JSON; empty: none.
            1 parameters: String => json(TEXT).recalled_by(Words::JsonTexts);
            /// The output of the call, as far as it is worth keeping.
            2 output: String => text(TEXT);
            /// Whether the call did what it should; none, since format 3: nobody said.
            3 success: Option<bool> => plain();
            /// Since format 3: a person, a permission or a sandbox did not let it run, whatever `success` says of how it ended.
            #[cbor(default)]
            7 refused: bool => plain().left_out_if_false();
            /// The error that the call reported.
            4 error: String => text(LONG).recalled_by(Words::ErrorLine);
            /// Milliseconds.
            5 duration: Option<u32> => plain();
            /// Tokens in the agent's context at the time.
            6 context_tokens: Option<u32> => plain();
        }

        /// A file that was worked on.
        FileTouch: FileTouch = 4 "file_touch" stored 2 stays Days {
            /// With slashes.
            0 path: String => of(Shape::Path).needed().listed(Scope::Path);
            /// What was done.
            1 operation: FileOperation = FileOperation::Read => plain().needed();
            /// From 1 on; 0: the whole file.
            2 first_line: u32 => plain();
            /// The last line; 0: the whole file.
            3 last_line: u32 => plain();
            /// Whether it could be done.
            4 success: bool = true => plain();
            /// Why it was touched.
            5 why: String => text(SENTENCE);
            /// The change; of a rename the path before it.
            6 change: String => of(Shape::Change);
        }

        /// A step of a task.
        TaskStep: TaskStep = 5 "task_step" stored 3 stays Forever {
            /// How the task stands then.
            0 status: TaskStatus = TaskStatus::Active => plain();
            /// The work to do, in words; empty: as it was said before.
            1 description: String => text(SENTENCE).recalled();
            /// None: as it was said before.
            2 intent: Option<TaskIntent> => plain();
            /// The outcome, in words.
            3 outcome: String => text(LONG).recalled();
        }

        /// A way of doing something that may be used again.
        Strategy: StrategyPlan = 6 "strategy" stored 4 stays Forever {
            /// The strategy, in words.
            0 description: String => text(SENTENCE).needed().recalled();
            /// When it fits.
            1 context: String => text(SENTENCE).recalled();
            /// The sort of task that it is for.
            2 task_type: String => name().called("task-type");
            /// In their order.
            3 tools: Vec<String> => of(Shape::Names("tools of a strategy", MAX_TOOLS));
        }

        /// A use of a strategy.
        StrategyUse: StrategyUse = 7 "strategy_use" stored 5 stays Days {
            /// The id of its record.
            0 strategy: String => of(Shape::Id).needed().listed(Scope::Parent);
            /// Whether it worked.
            1 success: bool => plain().needed();
        }

        /// Something to have at hand for a while.
        WorkingValue: WorkingValue = 8 "working_value" stored 6 stays Lifetime {
            /// The conversation that it is of.
            0 conversation: String => name().needed();
            /// What it is called there.
            1 key: String => name().needed();
            /// What it is.
            2 value: String => of(Shape::Value(TEXT)).needed();
            /// Milliseconds.
            3 lifetime: u32 = HOUR => plain();
        }

        /// A fact about the user, as the value of a key.
        ProfileValue: ProfileValue = 9 "profile_value" stored 7 stays Forever {
            /// What it is about.
            0 key: String => name().needed();
            /// What it is.
            1 value: String => of(Shape::Value(LONG)).needed().recalled();
        }

        /// Something that was decided. It is named by its title, under which it is recorded again where it changes.
        Decision: Decision = 11 "decision" stored 9 stays Forever {
            /// What it is called.
            0 title: String => of(Shape::Name(TITLE)).needed().recalled();
            /// What made it necessary.
            1 context: String => text(LONG).recalled();
            /// What was chosen.
            2 choice: String => text(LONG).needed().recalled();
            /// Why.
            3 rationale: String => text(LONG).recalled();
            /// What would make one think again.
            4 revisit_if: String => text(SENTENCE).called("revisit-if").recalled();
            /// How it stands.
            5 status: DecisionStatus = DecisionStatus::Accepted => plain();
            /// The title of the one that has its place; empty: none.
            6 superseded_by: String => of(Shape::Name(TITLE)).called("superseded-by");
        }

        /// A lesson of a session, for later ones.
        Lesson: Lesson = 12 "lesson" stored 10 stays Forever {
            /// What it is about.
            0 topic: LessonTopic = LessonTopic::Workflow => plain().needed();
            /// The file, the tool or the task that it is about; empty: all of the project.
            1 subject: String => text(SENTENCE).recalled();
            /// What it says.
            2 text: String => text(LONG).needed().recalled();
        }

        /// A thought in a conversation that was not said.
        Thought: Thought = 13 "thought" stored 11 stays Days {
            /// The conversation, by its name.
            0 conversation: String => name().needed().listed(Scope::Conversation);
            /// What was thought.
            1 text: String => text(TEXT).needed().recalled();
        }

        /// A delivery: an agent was told of a record, its only parent. Its session is the one that was told.
        Delivery: Delivery = 14 "delivery" stored 12 stays Days {
            /// When it was told.
            0 moment: Moment = Moment::Start => plain().needed();
            /// Why, in one sentence.
            1 why: String => text(SENTENCE).needed();
            /// The file, the error or the prompt that it was told for; empty: none.
            2 about: String => text(SENTENCE);
            /// What it cost, in estimated tokens.
            3 tokens: u32 => plain();
        }

        /// An adoption: a person called imported lines their own. The records that it raised name it.
        Adoption: Adoption = 15 "adoption" stored 13 stays Forever {
            /// The first of those lines: how many, and their hash.
            0 lines: String => name().needed();
        }
    }

    derived {
        /// An observation of something that makes a pattern. It is derived, and its parents are the records that show
        /// it.
        Observation = 10 "observation" stored 8 stays Days {
            /// The kind of the pattern.
            0 pattern: PatternKind = PatternKind::ErrorFix => plain().needed();
            /// The tool, or the folder.
            1 subject: String => text(SENTENCE).recalled();
            /// The error's, without what differs from one time to the next.
            2 signature: String => text(SENTENCE).recalled();
            /// The files that were edited.
            3 files: Vec<String> => of(Shape::Files("files of a record", MAX_FILES)).recalled();
        }
    }
}

impl Kind {
    /// Whether its records are listed in a scope by one of their fields.
    pub(crate) fn is_listed_by(self, scope: Scope) -> bool {
        self.fields().iter().any(|field| field.scope == Some(scope))
    }

    /// Whether its records say that a session worked: what a window was taught, what an agent was told, and whose word an import is,
    /// do not.
    pub(crate) fn is_work(self) -> bool {
        !matches!(self, Kind::Learning | Kind::Delivery | Kind::Adoption)
    }

    /// The word for it in lines of JSON.
    pub(crate) fn word(self) -> &'static str {
        Word::word(self)
    }
}

impl Body {
    /// Its fields, with what they say.
    pub(crate) fn values(&self) -> impl Iterator<Item = (&'static Field, Value<'_>)> {
        self.kind().fields().iter().zip(self.inner())
    }

    /// The name under which it is listed in a scope; empty: none.
    pub(crate) fn listed_by(&self, scope: Scope) -> &str {
        let name = self.values().find(|(field, _)| field.scope == Some(scope));
        name.map_or("", |(_, value)| if let Value::Text(name) = value { name } else { "" })
    }

    /// The same, to be filled in.
    pub(crate) fn slots(&mut self) -> impl Iterator<Item = (&'static Field, Slot<'_>)> {
        self.kind().fields().iter().zip(self.inner_mut())
    }
}

impl ToolCall {
    /// Whether it failed: not where it was refused, nor where nobody said.
    pub(crate) fn failed(&self) -> bool {
        self.success == Some(false) && !self.refused
    }
}

impl FileOperation {
    /// Whether it changes what the file says.
    pub(crate) fn changes(self) -> bool {
        matches!(self, FileOperation::Write | FileOperation::Edit)
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
