//! Removes the text between `<private>` and `</private>`, which is neither stored nor shown.
//!
//! Tags count in any case, with attributes, and in any escaped form; they nest. A part without an end tag is private to
//! the end of the text, and a part without a start tag from the beginning of the text. A tag alone in quotes or
//! backticks, `<private>`, is a mention and opens nothing. In JSON a part may begin in one string and end in another.
//! One pass, O(bytes).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::unescape::Unescaped;

const TAG_NAME: &[u8] = b"private";
/// Greatest length of a tag in bytes.
const MAX_TAG_BYTES: usize = 256;
/// Replaces a text that is private as a whole. An empty text would be refused, and a missing one would have another
/// meaning.
const PLACEHOLDER: &str = "[private]";
/// Members of a message that only identify or classify it. [`PrivateExtent::Member`] keeps their values, because the
/// message cannot be read without them.
const STRUCTURAL_MEMBERS: [&str; 19] = [
    "id",
    "uuid",
    "parentUuid",
    "sessionId",
    "session_id",
    "session",
    "timestamp",
    "time",
    "type",
    "kind",
    "role",
    "format",
    "event_id",
    "hook_event_name",
    "tool_use_id",
    "tool_call_id",
    "toolCallId",
    "call_id",
    "callId",
];
/// Horspool's shift table for the tag's name: the number of bytes to move on, by the byte at the name's last position.
const NAME_SHIFTS: [u8; 256] = {
    let (mut skips, mut at) = ([TAG_NAME.len() as u8; 256], 0);
    while at + 1 < TAG_NAME.len() {
        let skip = (TAG_NAME.len() - 1 - at) as u8;
        skips[TAG_NAME[at] as usize] = skip;
        skips[TAG_NAME[at].to_ascii_uppercase() as usize] = skip;
        at += 1;
    }
    skips
};

/// A text without its private parts; `[private]` if that leaves nothing.
pub(crate) fn without_private(text: &str) -> Cow<'_, str> {
    if !has_tag_name(text.as_bytes()) {
        return Cow::Borrowed(text);
    }
    let mut open_parts = OpenParts::default();
    let parts = open_parts.private_ranges(text);
    without_ranges(text, &parts)
}

fn without_ranges<'t>(text: &'t str, parts: &[Range<usize>]) -> Cow<'t, str> {
    if parts.is_empty() {
        return Cow::Borrowed(text);
    }
    let (mut kept_text, mut at) = (String::with_capacity(text.len()), 0);
    for part in parts {
        kept_text.push_str(&text[at..part.start]);
        at = part.end;
    }
    kept_text.push_str(&text[at..]);
    Cow::Owned(if kept_text.trim().is_empty() { String::from(PLACEHOLDER) } else { kept_text })
}

/// The extent of a private part of JSON that has no end tag.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PrivateExtent {
    /// To the end of the whole JSON text.
    All,
    /// To the end of the outermost object's member that contains it. The other members of the object are not private.
    Member,
}

/// JSON with the private parts removed from its strings and member names.
pub(crate) fn json_without_private(json: &str, reach: PrivateExtent) -> Cow<'_, str> {
    if !has_tag_name(json.as_bytes()) {
        return Cow::Borrowed(json);
    }
    let (bytes, mut kept_json, mut kept_end, mut at) = (json.as_bytes(), String::new(), 0, 0);
    let (mut open_parts, mut level, mut name) = (OpenParts::default(), 0_usize, "");
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' => level += 1,
            b'}' | b']' => level = level.saturating_sub(1),
            b',' if level == 1 && reach == PrivateExtent::Member => open_parts.depth = 0,
            b'"' => {
                let end = string_end(bytes, at + 1);
                let text = &json[at + 1..end];
                let is_name = bytes[(end + 1).min(bytes.len())..].trim_ascii_start().starts_with(b":");
                let parts = match reach == PrivateExtent::Member && STRUCTURAL_MEMBERS.contains(&name) && !is_name {
                    true => Vec::new(),
                    // A member whose name is `private` stays a member.
                    false if is_name && !has_tag_name(text.as_bytes()) => Vec::new(),
                    false => open_parts.private_ranges(text),
                };
                for part in parts {
                    kept_json.push_str(&json[kept_end..at + 1 + part.start]);
                    kept_end = at + 1 + part.end;
                }
                name = if is_name { text } else { "" };
                at = end;
            }
            _ => {}
        }
        at += 1;
    }
    if kept_end == 0 {
        return Cow::Borrowed(json);
    }
    kept_json.push_str(&json[kept_end..]);
    Cow::Owned(kept_json)
}

/// The byte offset of the quote that closes a JSON string whose content begins at `start`; the number of bytes if none
/// does.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => break,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at.min(bytes.len())
}

#[derive(Default)]
struct OpenParts {
    depth: usize,
}

impl OpenParts {
    /// The byte ranges of a text's private parts. Parts that the text before left open go on at its beginning.
    fn private_ranges(&mut self, text: &str) -> Vec<Range<usize>> {
        if self.depth == 0 && !has_tag_name(text.as_bytes()) {
            return Vec::new();
        }
        let bare = Unescaped::of(text.as_bytes());
        let (mut parts, mut start) = (Vec::new(), (self.depth > 0).then_some(0));
        let mut at = 0;
        while let Some(name) = find_tag_name(&bare.bytes, at) {
            at = name + TAG_NAME.len();
            let Some(tag) = Tag::of(&bare.bytes, name) else { continue };
            at = tag.range.end;
            match (tag.is_end, self.depth) {
                (false, _) => {
                    start = start.or(Some(bare.source_range(tag.range).start));
                    self.depth += 1;
                }
                // The part's beginning was cut off.
                (true, 0) => parts = alloc::vec![0..bare.source_range(tag.range).end],
                (true, _) => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        parts.extend(start.take().map(|start| start..bare.source_range(tag.range).end));
                    }
                }
            }
        }
        parts.extend(start.map(|start| start..text.len()));
        parts
    }
}

/// A `<private>` or `</private>` tag.
struct Tag {
    range: Range<usize>,
    is_end: bool,
}

impl Tag {
    /// The tag whose name is at offset `name`; `None` if it is no tag, closes itself, or is only a mention.
    fn of(bytes: &[u8], name: usize) -> Option<Tag> {
        let before = |n: usize| name.checked_sub(n).map(|at| bytes[at]);
        let is_end = before(1) == Some(b'/');
        let start = name.checked_sub(1 + usize::from(is_end)).filter(|start| bytes[*start] == b'<')?;
        let rest = &bytes[name + TAG_NAME.len()..bytes.len().min(name + MAX_TAG_BYTES)];
        let is_named = matches!(rest.first()?, b'>' | b'/') || rest[0].is_ascii_whitespace();
        let n_more =
            rest.iter().position(|byte| matches!(byte, b'>' | b'<')).filter(|at| is_named && rest[*at] == b'>')?;
        let range = start..name + TAG_NAME.len() + n_more + 1;
        let quote = start.checked_sub(1).map(|at| bytes[at]).filter(|quote| matches!(quote, b'`' | b'"' | b'\''));
        let is_spoken_of = quote.is_some() && bytes.get(range.end).copied() == quote;
        let closes_itself = rest[..n_more].ends_with(b"/");
        (!is_spoken_of && !closes_itself).then_some(Tag { range, is_end })
    }
}

fn has_tag_name(bytes: &[u8]) -> bool {
    find_tag_name(bytes, 0).is_some()
}

/// The byte offset of the next occurrence of the tag's name.
fn find_tag_name(bytes: &[u8], from: usize) -> Option<usize> {
    let mut end = from + TAG_NAME.len() - 1;
    while let Some(byte) = bytes.get(end) {
        if byte.eq_ignore_ascii_case(&b'e') && bytes[end + 1 - TAG_NAME.len()..=end].eq_ignore_ascii_case(TAG_NAME) {
            return Some(end + 1 - TAG_NAME.len());
        }
        end += usize::from(NAME_SHIFTS[usize::from(*byte)]);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_hidden(text: &str) {
        let told = without_private(text);
        assert!(!told.contains("hid"), "{text:?}: {told:?}");
        let json = serde_json::json!({ "a": text, "b": [text] }).to_string();
        let told = json_without_private(&json, PrivateExtent::All);
        assert!(!told.contains("hid") && serde_json::from_str::<serde_json::Value>(&told).is_ok(), "{json}: {told}");
    }

    #[test]
    fn a_private_part_goes_however_its_tags_are_written() {
        for text in [
            "a <private>hidden</private> b",
            "a <PRIVATE>hidden</Private> b",
            "a <private reason=\"mine\">hid</private > b",
            "a <private\n>hid</private> b",
            "a <private>hid<private>hid</private>hid</private> b",
            "a <private>hid",
            "hid</private> b",
            "a \\u003cprivate\\u003ehid\\u003c/private\\u003e b",
            "a \\\\u003cprivate>hid<\\/private> b",
            "a &lt;private&gt;hid&lt;/private&gt; b",
            "a %3Cprivate%3Ehid%3C%2Fprivate%3E b",
            "a \u{1b}[31m<private>\u{1b}[mhid</private> b",
            "{\"a\":\"<private>hid\"}",
            "a <private>hid `</private>` hid</private> b",
        ] {
            assert_hidden(text);
        }
        assert_eq!(without_private("a <private>x</private>b<private>y</private> c"), "a b c");
        assert_eq!(without_private("<private>x</private> "), PLACEHOLDER);
    }

    /// A regression: a document that explained the tags ended at the first of them.
    #[test]
    fn what_only_speaks_of_the_tags_stays() {
        for text in [
            "`<private>` stays out",
            "what stands between `<private>` and `</private>` stays out",
            "if text.contains(\"<private>\") { return '</private>'; }",
            "<private/> and <privately> and <private",
            "private parts, a < private > b",
            "vec<private_key>",
        ] {
            assert!(matches!(without_private(text), Cow::Borrowed(_)), "{text}");
            let json = serde_json::json!({ "a": text }).to_string();
            assert!(matches!(json_without_private(&json, PrivateExtent::All), Cow::Borrowed(_)), "{text}");
        }
    }

    #[test]
    fn in_json_a_part_goes_on_from_one_text_to_the_next() {
        let parts = r#"{"content":[{"type":"text","text":"a <private>hid"},{"type":"tool_use","id":"t","input":{"command":"hid \"x"}},{"type":"text","text":"hid</private> b"}],"uuid":"u"}"#;
        let told = json_without_private(parts, PrivateExtent::Member);
        assert!(!told.contains("hid") && told.contains(" b") && told.contains("\"tool_use\""), "{told}");
        let unended = r#"{"message":{"content":[{"type":"text","text":"a <private>hid"},{"type":"text","text":"hid"}]},"cwd":"/here"}"#;
        let told = json_without_private(unended, PrivateExtent::Member);
        assert!(!told.contains("hid") && told.contains("/here"), "{told}");
        assert!(!json_without_private(unended, PrivateExtent::All).contains("/here"));
        let names = r#"{"a<private>hid</private>":1,"b":"\u003cprivate>hid"}"#;
        assert_eq!(json_without_private(names, PrivateExtent::All), r#"{"a":1,"b":""}"#);
    }

    #[test]
    fn no_text_takes_more_than_one_pass() {
        for text in ["<private>", "</private>", "private", "<private ", "`<private>`", "<private><private></private>"] {
            let text = text.repeat(50_000);
            assert!(without_private(&text).len() <= text.len().max(PLACEHOLDER.len()));
            json_without_private(&serde_json::json!({ "a": [text] }).to_string(), PrivateExtent::All);
        }
    }
}
