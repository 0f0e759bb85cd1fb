//! The conversation that was pushed last, so that only the new messages of a longer one are read.
//!
//! The component returns the byte range of each message; the next call compares hashes of these bytes, in order. If the
//! caller changed a message in place, or anything beside the messages, all are pushed again. Edits replace the byte
//! ranges that the component returns; all other bytes are copied. Not here: how the component finds the ranges.

use std::hash::{DefaultHasher, Hasher as _};
use std::ops::Range;

use crate::wit::window::{Edit, MessageFormat};
use crate::wit::window_text::ByteRange;

/// The white space of JSON.
const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];

/// A pushed conversation: the byte ranges of its messages, and the hashes of its bytes.
#[derive(Debug)]
pub(super) struct PushedConversation {
    format: MessageFormat,
    /// The byte range of each message, in their order.
    messages: Vec<ByteRange>,
    /// For each message the hash of the bytes from the end of the previous message to its own end.
    hashes: Vec<u64>,
    /// The number and the hash of the bytes after the last message.
    rest_of_text: (usize, u64),
}

impl PushedConversation {
    /// Remembers a text whose messages have these byte ranges; `None` if there are none, or one is outside the text.
    pub(super) fn of(format: MessageFormat, text: &str, messages: Vec<ByteRange>) -> Option<PushedConversation> {
        let mut conversation =
            PushedConversation { format, messages: Vec::new(), hashes: Vec::new(), rest_of_text: (0, 0) };
        conversation.add(text, messages).filter(|()| !conversation.messages.is_empty()).map(|()| conversation)
    }

    pub(super) fn messages(&self) -> &[ByteRange] {
        &self.messages
    }

    /// The byte range of the new messages, with the commas between them, in a text that continues this conversation.
    /// Empty if nothing is new; `None` for any other text.
    pub(super) fn new_messages(&self, format: MessageFormat, text: &str) -> Option<Range<usize>> {
        let bytes = text.as_bytes();
        let mut start = 0;
        for (message, known_hash) in self.messages.iter().zip(&self.hashes) {
            let end = message.end as usize;
            if hash(bytes.get(start..end)?) != *known_hash {
                return None;
            }
            start = end;
        }
        let (n_rest, rest_of_text) = self.rest_of_text;
        let end = text.len().checked_sub(n_rest)?;
        if format != self.format || hash(bytes.get(end..)?) != rest_of_text {
            return None;
        }
        let new = text.get(start..end)?.trim_start_matches(BLANKS);
        if new.is_empty() {
            return Some(end..end);
        }
        let new = new.strip_prefix(',')?;
        // A comma without a message after it is refused when the whole text is read.
        (!new.trim_matches(BLANKS).is_empty()).then(|| end - new.len()..end)
    }

    /// Adds messages, whose byte ranges follow the known ones; `None` if one is outside the text.
    pub(super) fn add(&mut self, text: &str, messages: Vec<ByteRange>) -> Option<()> {
        let bytes = text.as_bytes();
        let mut end = self.messages.last().map_or(0, |last| last.end as usize);
        for message in &messages {
            self.hashes.push(hash(bytes.get(end..message.end as usize)?));
            end = message.end as usize;
        }
        self.messages.extend(messages);
        let rest_of_text = bytes.get(end..)?;
        self.rest_of_text = (rest_of_text.len(), hash(rest_of_text));
        Some(())
    }
}

/// The text with each byte range replaced by its edit; `None` if the numbers of ranges and edits differ, or if ranges
/// overlap or are outside the text.
pub(super) fn replaced(text: &str, edits: &[Edit], ranges: &[ByteRange]) -> Option<String> {
    if edits.len() != ranges.len() {
        return None;
    }
    let mut changes: Vec<(&ByteRange, &Edit)> = ranges.iter().zip(edits).collect();
    changes.sort_by_key(|(range, _)| range.start);
    let mut edited = String::with_capacity(text.len());
    let mut end = 0;
    for (range, edit) in changes {
        edited.push_str(text.get(end..range.start as usize)?);
        edited.push_str(edit.replacement.as_deref().unwrap_or_default());
        end = range.end as usize;
    }
    edited.push_str(text.get(end..)?);
    Some(edited)
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: MessageFormat = MessageFormat::Anthropic;

    /// A conversation whose messages are the parts of the text in braces.
    fn conversation(text: &str) -> PushedConversation {
        let part_starts = text.match_indices('{').map(|(at, _)| at);
        let part_ends = text.match_indices('}').map(|(at, _)| at + 1);
        let place = |(start, end): (usize, usize)| ByteRange { start: start as u64, end: end as u64 };
        PushedConversation::of(FORMAT, text, part_starts.zip(part_ends).map(place).collect()).unwrap()
    }

    /// The new part of a text that continues `earlier_text`.
    fn new<'t>(earlier_text: &str, text: &'t str) -> Option<&'t str> {
        conversation(earlier_text).new_messages(FORMAT, text).map(|range| &text[range])
    }

    #[test]
    fn only_a_conversation_that_begins_with_all_of_the_one_before_goes_on_from_it() {
        let earlier_text = "[ {é}, {2}\n]";
        assert_eq!(new(earlier_text, "[ {é}, {2} , {3},{4}\n]"), Some(" {3},{4}"));
        for nothing in [earlier_text, "[ {é}, {2} \t\r\n\n]"] {
            assert_eq!(new(earlier_text, nothing), Some(""), "{nothing}");
        }
        for other in
            ["[ {è}, {2}\n]", "[ {é},{2}\n]", "[ {é}\n]", "[]", "", "[ {é}, {2}]", "[ {é}, {2},\n]", "[ {é}, {2}}\n]"]
        {
            assert_eq!(new(earlier_text, other), None, "{other}");
        }
        assert_eq!(new("{\"messages\":[{1}],\"n\":1", "{\"messages\":[{1},{2}],\"n\":1"), Some("{2}"));
        assert_eq!(new("{\"messages\":[{1}],\"n\":1", "{\"messages\":[{1},{2}],\"n\":2"), None);
        assert_eq!(conversation(earlier_text).new_messages(MessageFormat::AiSdk, earlier_text), None);
        assert!(PushedConversation::of(FORMAT, "[]", Vec::new()).is_none());
        assert!(PushedConversation::of(FORMAT, "[]", vec![ByteRange { start: 1, end: 3 }]).is_none());
    }
}
