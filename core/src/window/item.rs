//! A part of a conversation as it is pushed, and the edits of parts.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use crate::base::code_place::CodePlace;

/// The kind of a part; decides whether it may be pruned and how it is valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
#[cbor(index_only)]
pub enum ItemKind {
    /// The instructions of the agent: never pruned.
    #[n(0)]
    System,
    /// The words of the user: never pruned.
    #[n(1)]
    User,
    /// The words of the model to the user: never pruned.
    #[n(2)]
    Assistant,
    /// The thinking of the model, which some providers accept only whole.
    #[n(3)]
    Thinking,
    /// A tool call; its text is the JSON of its arguments.
    #[n(4)]
    Call,
    /// The result of a tool call, as the model reads it.
    #[n(5)]
    ToolResult,
    /// Code that was added to the conversation.
    #[n(6)]
    Code,
    /// The state of a task: never pruned.
    #[n(7)]
    TaskState,
    /// An answer of a code graph, which can be asked for again.
    #[n(8)]
    GraphQuery,
    /// A summary of earlier conversation: never pruned.
    #[n(9)]
    Summary,
    /// A part of unknown type: never pruned.
    #[n(10)]
    Other,
    /// An image, audio or a file in a user message or a result; its text describes it, its value has the bytes.
    #[n(11)]
    Media,
}

impl ItemKind {
    /// The kind's name in the interface.
    pub fn word(self) -> &'static str {
        match self {
            ItemKind::System => "system",
            ItemKind::User => "user",
            ItemKind::Assistant => "assistant",
            ItemKind::Thinking => "thinking",
            ItemKind::Call => "call",
            ItemKind::ToolResult => "tool-result",
            ItemKind::Code => "code",
            ItemKind::TaskState => "task-state",
            ItemKind::GraphQuery => "graph-query",
            ItemKind::Summary => "summary",
            ItemKind::Other => "other",
            ItemKind::Media => "media",
        }
    }

    const ALL: [ItemKind; 12] = [
        ItemKind::System,
        ItemKind::User,
        ItemKind::Assistant,
        ItemKind::Thinking,
        ItemKind::Call,
        ItemKind::ToolResult,
        ItemKind::Code,
        ItemKind::TaskState,
        ItemKind::GraphQuery,
        ItemKind::Summary,
        ItemKind::Other,
        ItemKind::Media,
    ];

    /// The kind with this name in the interface.
    pub(crate) fn of_word(word: &str) -> Option<ItemKind> {
        ItemKind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether the model writes such parts.
    pub(crate) fn is_from_model(self) -> bool {
        matches!(self, ItemKind::Assistant | ItemKind::Thinking | ItemKind::Call)
    }

    /// Whether parts of this kind may be pruned at all.
    pub(crate) fn is_prunable(self) -> bool {
        use ItemKind::{Call, Code, GraphQuery, Media, Thinking, ToolResult};
        matches!(self, Thinking | Call | ToolResult | Code | GraphQuery | Media)
    }
}

/// The JSON form in which a pruned part is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(index_only)]
pub enum BodyForm {
    /// The stub itself, without JSON.
    #[default]
    #[n(0)]
    Plain,
    /// A JSON string.
    #[n(1)]
    Text,
    /// A JSON object with one member, `pruned`, which is the stub.
    #[n(2)]
    Object,
    /// The same object, written as a JSON string.
    #[n(3)]
    ObjectText,
    /// `{"type": "text", "value": STUB}`.
    #[n(4)]
    TextOutput,
    /// The part is removed, because its provider accepts no other text; all such parts of a tool loop are removed
    /// together, once the loop is over.
    #[n(5)]
    Drop,
    /// The part is never pruned.
    #[n(6)]
    Fixed,
    /// `{"type": "text", "text": STUB}`.
    #[n(7)]
    TextBlock,
    /// `{"type": "input_text", "text": STUB}`.
    #[n(8)]
    InputTextBlock,
}

/// A part of a message, to be pushed.
#[derive(Clone, Debug, PartialEq)]
pub struct NewItem {
    /// The kind decides whether the part may be pruned, and how a policy values it.
    pub kind: ItemKind,
    /// The index of its message in the caller's list, from 0; never decreases from part to part.
    pub message: u32,
    /// The JSON pointer (RFC 6901) of its value in the message; empty if the message is one part.
    pub pointer: String,
    /// The text that the model reads, decoded; for a call the JSON of its arguments.
    pub text: String,
    /// The value's own bytes if they do not follow from `text` and `form`; else empty.
    pub original: String,
    /// The JSON form in which it is written once pruned.
    pub form: BodyForm,
    /// The number of the model's response, equal for all parts of a response. Ignored for parts that the model did not
    /// write.
    pub response: u32,
    /// The tool of a call, or of a result if known; else empty.
    pub tool: String,
    /// The id that links a call with its result; else empty.
    pub call_id: String,
    /// Whether the tool failed, or a person refused its call.
    pub is_error: bool,
    /// The exact token count, if the host has it.
    pub tokens: Option<u32>,
    /// The task that it belongs to; may be empty.
    pub task: String,
    /// Whether the caller forbids to prune it.
    pub is_pinned: bool,
    /// Relevance by another source, 0.0 to 1.0, which multiplies its value; 1.0 if unknown.
    pub relevance: f64,
    /// Ids of the parts that it depends on.
    pub dependencies: Vec<String>,
    /// When it was written, in milliseconds since 1970.
    pub time: i64,
    /// The places of the code that it quotes.
    pub places: Vec<CodePlace>,
}

impl NewItem {
    /// A part of this kind, message and text, with defaults for the rest.
    pub fn new(kind: ItemKind, message: u32, text: impl Into<String>) -> NewItem {
        NewItem {
            kind,
            message,
            pointer: String::new(),
            text: text.into(),
            original: String::new(),
            form: BodyForm::Plain,
            response: 0,
            tool: String::new(),
            call_id: String::new(),
            is_error: false,
            tokens: None,
            task: String::new(),
            is_pinned: false,
            relevance: 1.0,
            dependencies: Vec::new(),
            time: 0,
            places: Vec::new(),
        }
    }
}

/// An edit of the caller's messages. Pointers refer to the messages before any edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The index of the message in the caller's list, from 0.
    pub message: u32,
    /// The JSON pointer of the value in it.
    pub pointer: String,
    /// The new value as JSON, or for the form `plain` the stub; `None` removes the value.
    pub replacement: Option<String>,
    /// The id by which the part can be restored.
    pub id: String,
}
