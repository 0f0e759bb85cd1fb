//! Messages of five formats, read into parts, and edited as the window says.

use alloc::string::String;

use super::item::Form;

/// The JSON of a pruned value.
pub fn replacement(_form: Form, stub: &str) -> Option<String> {
    Some(stub.into())
}

/// Whose messages are read and edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Anthropic's Messages.
    Anthropic,
    /// OpenAI's Chat Completions.
    OpenaiChat,
    /// OpenAI's Responses.
    OpenaiResponses,
    /// The model messages of Vercel's AI SDK.
    AiSdk,
    /// LangChain's messages.
    Langchain,
}

/// Messages as parts.
pub fn read(
    _format: Format,
    _messages: &str,
    _first: u32,
) -> Result<alloc::vec::Vec<super::NewItem>, crate::error::Error> {
    Ok(alloc::vec::Vec::new())
}

/// Edited messages.
pub fn apply(messages: &str, _edits: &[super::Edit], _first: u32) -> Result<String, crate::error::Error> {
    Ok(messages.into())
}
