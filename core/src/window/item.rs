//! One part of a conversation, as it is pushed and as it is kept.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use crate::base::code_place::CodePlace;

/// The kind of a part: it says what may become of the part, and how much it counts.
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
    /// The thinking of the model.
    #[n(3)]
    Thinking,
    /// A call of a tool; its text is the JSON of its arguments.
    #[n(4)]
    Call,
    /// The result of a tool.
    #[n(5)]
    ToolResult,
    /// Code that somebody added to the conversation.
    #[n(6)]
    Code,
    /// How a task stands: never pruned.
    #[n(7)]
    TaskState,
    /// The answer of a code graph, which can be asked again.
    #[n(8)]
    GraphQuery,
    /// A summary of earlier talk: never pruned.
    #[n(9)]
    Summary,
    /// Parts that are not known: never pruned.
    #[n(10)]
    Other,
    /// An image, a sound or a file, in what the user said or a tool gave back; its text says what it is, and its value has the bytes.
    #[n(11)]
    Media,
}

impl ItemKind {
    /// The interface's word for it.
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

    /// The kind of a word.
    pub(crate) fn of_word(word: &str) -> Option<ItemKind> {
        ItemKind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether the model wrote it.
    pub(crate) fn is_of_model(self) -> bool {
        matches!(self, ItemKind::Assistant | ItemKind::Thinking | ItemKind::Call)
    }

    /// Whether parts of this kind may be pruned at all.
    pub(crate) fn is_prunable(self) -> bool {
        use ItemKind::{Call, Code, GraphQuery, Media, Thinking, ToolResult};
        matches!(self, Thinking | Call | ToolResult | Code | GraphQuery | Media)
    }
}

/// How a part's value is written once it is pruned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(index_only)]
pub enum BodyForm {
    /// The stub as it is, without JSON.
    #[default]
    #[n(0)]
    Plain,
    /// A JSON string.
    #[n(1)]
    Text,
    /// A JSON object of one member, `pruned`, which is the stub.
    #[n(2)]
    Object,
    /// A JSON string that holds such an object.
    #[n(3)]
    ObjectText,
    /// `{"type": "text", "value": STUB}`.
    #[n(4)]
    TextOutput,
    /// The part is left out, because its provider allows no other text in it; once the tool loop it belongs to is over, together
    /// with all such parts of the loop.
    #[n(5)]
    Drop,
    /// It is never pruned.
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
    /// The kind of the part.
    pub kind: ItemKind,
    /// The place of its message in the caller's list, from 0; it never decreases from item to item.
    pub message: u32,
    /// Where in the message its value stands: a JSON pointer (RFC 6901); empty for a message without parts.
    pub pointer: String,
    /// The text that the model reads, decoded; for a call the JSON of its arguments.
    pub text: String,
    /// The value's own bytes where they do not follow from `text`. Empty: they are those of `text`, for the forms `Text` and
    /// `ObjectText` as a JSON string, for `TextOutput` in such an object.
    pub original: String,
    /// How it is written once it is pruned.
    pub form: BodyForm,
    /// The model's response that the part is of: equal for all parts of one response. Only read of parts that the model
    /// wrote.
    pub response: u32,
    /// The tool of a call; of a result where it is known; else empty.
    pub tool: String,
    /// The id that joins a call with its result; else empty.
    pub call_id: String,
    /// The tool failed.
    pub is_error: bool,
    /// The exact tokens, where the host counted them.
    pub tokens: Option<u32>,
    /// The task that it belongs to; empty: none.
    pub task: String,
    /// Never pruned.
    pub is_pinned: bool,
    /// How relevant something else holds it, 0.0 to 1.0; 1.0: nothing is known. Multiplies its value.
    pub relevance: f64,
    /// Ids of items that this one depends on.
    pub dependencies: Vec<String>,
    /// When it was said, in milliseconds since 1970.
    pub time: i64,
    /// Where the code stands that it quotes.
    pub places: Vec<CodePlace>,
}

impl NewItem {
    /// A part with a kind, a message and a text, of which nothing else is known.
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

/// A change of the caller's messages as they were pushed. Pointers are of the messages before any edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The place of the message.
    pub message: u32,
    /// The value in it, as a JSON pointer.
    pub pointer: String,
    /// The new value: JSON, or for a part of the form `plain` the stub; none: the value is left out.
    pub replacement: Option<String>,
    /// The id by which the value can be restored.
    pub id: String,
}
