//! Images, audio and files in messages: their type, size and token count.
//!
//! Only the pages of a PDF are read from the bytes. Not here: how such a part is edited (`reader`).

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

use super::super::cost;
use crate::text::display;
use crate::text::json::{Object, Value};

/// Types of parts that hold an image, audio or a file.
const MEDIA_PART_TYPES: [&str; 22] = [
    "image",
    "image_url",
    "input_image",
    "image_file",
    "image-data",
    "image-url",
    "image-file-id",
    "image-file-reference",
    "audio",
    "input_audio",
    "video",
    "file",
    "input_file",
    "file-data",
    "file-url",
    "file-id",
    "file-reference",
    "reasoning-file",
    "media",
    "document",
    "image_generation_call",
    "computer_call_output",
];
/// Members that hold the media type, best first.
const MEDIA_TYPE_MEMBERS: [&str; 5] = ["mediaType", "media_type", "mimeType", "mime_type", "format"];
/// Members that hold the file's name, best first.
const NAME_MEMBERS: [&str; 4] = ["filename", "file_name", "title", "name"];
/// Members whose object holds the bytes where the part itself does not.
const WRAPPER_MEMBERS: [&str; 4] = ["source", "file", "image_url", "input_audio"];
/// The most bytes of a media type in a description.
const MAX_TYPE_BYTES: usize = 40;
/// The most bytes of a file name in a description.
const MAX_NAME_BYTES: usize = 80;

/// Tokens per page of a PDF: Anthropic counts 1,500 to 3,000 for its text, and its image besides
/// (docs.anthropic.com/en/docs/build-with-claude/pdf-support).
const TOKENS_PER_PAGE: u32 = 3_000;
/// The most pages that Anthropic accepts in a request; a higher count is a misreading.
const MAX_PAGES: usize = 600;
/// Bytes per page, for PDFs whose pages are compressed and cannot be counted.
const BYTES_PER_PAGE: usize = 64 << 10;

/// Whether a part holds an image, audio or a file.
pub(super) fn is_media(part: &Object<'_>) -> bool {
    MEDIA_PART_TYPES.contains(&part.text("type").as_ref())
}

/// An image, audio or file, as its part describes it.
pub(super) struct Media<'a> {
    kind: Cow<'a, str>,
    /// The type of a document's source, such as `base64` or `text`; empty if the part has none.
    source: String,
    media_type: String,
    name: String,
    /// The longest text in the part, which is the encoded bytes or the URL if it has them; empty without a text.
    body: Cow<'a, str>,
}

impl<'a> Media<'a> {
    pub(super) fn of(part: &Object<'a>) -> Media<'a> {
        let wrapped_objects = WRAPPER_MEMBERS.iter().filter_map(|name| part.object(name));
        let objects: Vec<Object<'a>> = core::iter::once(part.clone()).chain(wrapped_objects).collect();
        let first_text = |names: &[&str]| {
            let mut texts = objects.iter().flat_map(|object| names.iter().map(|name| object.text(name)));
            texts.find(|text| !text.is_empty())
        };
        let texts = objects.iter().flat_map(|object| &object.0).filter_map(|member| member.value.text());
        let body = texts.max_by_key(|text| text.len()).unwrap_or_default();
        let data_url_type = || body.strip_prefix("data:").and_then(|data| data.split([';', ',']).next());
        let media_type =
            first_text(&MEDIA_TYPE_MEMBERS).map(Cow::into_owned).or_else(|| data_url_type().map(String::from));
        let name = first_text(&NAME_MEMBERS).map(Cow::into_owned).or_else(|| name_in_url(&body).map(String::from));
        let source = part.object("source").map(|source| source.text("type").into_owned()).unwrap_or_default();
        Media {
            kind: part.text("type"),
            source,
            media_type: media_type.unwrap_or_default(),
            name: name.unwrap_or_default(),
            body,
        }
    }

    /// Type, size and name in one line: `image/png, 34 KB, shot.png`.
    pub(super) fn description(&self) -> String {
        let kind = if self.media_type.is_empty() { self.kind_word() } else { &self.media_type };
        let mut words = display::inside_line(truncated(kind, MAX_TYPE_BYTES));
        if let Some(n_bytes) = self.n_bytes() {
            words.push_str(&format!(", {}", human_size(n_bytes)));
        }
        if !self.name.is_empty() {
            words.push_str(&format!(", {}", display::inside_line(truncated(&self.name, MAX_NAME_BYTES))));
        }
        words
    }

    /// The estimated tokens; `source` is the JSON of the part, which counts as text if the file is text.
    pub(super) fn tokens(&self, source: &str) -> u32 {
        if self.is_text() {
            return cost::json_tokens(source);
        }
        match (self.is_pdf(), self.n_bytes()) {
            (true, Some(n_bytes)) => TOKENS_PER_PAGE * self.n_pages(n_bytes) as u32,
            _ => cost::MEDIA_TOKENS,
        }
    }

    fn kind_word(&self) -> &'static str {
        ["image", "audio", "video"].into_iter().find(|word| self.kind.contains(word)).unwrap_or("file")
    }

    /// Whether the bytes are a text, by the type of the source or the media type.
    fn is_text(&self) -> bool {
        let is_text = self.kind == "document" && matches!(self.source.as_str(), "text" | "content");
        is_text || self.media_type.starts_with("text/")
    }

    fn is_url(&self) -> bool {
        self.body.starts_with("http://") || self.body.starts_with("https://")
    }

    /// The decoded size: three bytes for four characters of base64, or the length of a text that is not encoded. `None`
    /// if the bytes are not in the part.
    fn n_bytes(&self) -> Option<usize> {
        let encoded = self.encoded()?;
        Some(if self.is_text() && !self.body.starts_with("data:") { encoded.len() } else { encoded.len() / 4 * 3 })
    }

    fn encoded(&self) -> Option<&str> {
        match self.body.strip_prefix("data:") {
            Some(data) => data.split_once(',').map(|(_, encoded)| encoded),
            None => Some(&*self.body).filter(|body| !self.is_url() && body.len() > MAX_NAME_BYTES),
        }
    }

    fn is_pdf(&self) -> bool {
        self.media_type.ends_with("/pdf") || self.encoded().is_some_and(|encoded| encoded.starts_with("JVBERi"))
    }

    /// The number of pages of a PDF: counted if its pages are not compressed, else estimated from its bytes.
    fn n_pages(&self, n_bytes: usize) -> usize {
        let bytes = self.encoded().map(decode_base64).unwrap_or_default();
        let is_page = |rest: &[u8]| {
            let name = rest.trim_ascii_start();
            name.starts_with(b"/Page") && !name.get(5).is_some_and(u8::is_ascii_alphanumeric)
        };
        let type_marks = bytes.windows(5).enumerate().filter(|(_, mark)| *mark == b"/Type");
        let n_shown = type_marks.filter(|(at, _)| is_page(bytes.get(at + 5..at + 20).unwrap_or_default())).count();
        let n_pages = if n_shown > 0 { n_shown } else { n_bytes.div_ceil(BYTES_PER_PAGE) };
        n_pages.clamp(1, MAX_PAGES)
    }
}

fn truncated(text: &str, max_bytes: usize) -> &str {
    &text[..text.floor_char_boundary(max_bytes)]
}

/// The last path segment of a URL, without its query.
fn name_in_url(body: &str) -> Option<&str> {
    let path = body.strip_prefix("https://").or_else(|| body.strip_prefix("http://"))?;
    let path = path.split(['?', '#']).next()?;
    path.rsplit_once('/').map(|(_, name)| name).filter(|name| !name.is_empty())
}

fn human_size(n_bytes: usize) -> String {
    match n_bytes {
        0..1_000 => format!("{n_bytes} bytes"),
        1_000..1_000_000 => format!("{} KB", n_bytes / 1_000),
        _ => format!("{}.{} MB", n_bytes / 1_000_000, n_bytes / 100_000 % 10),
    }
}

/// Decodes base64 in either alphabet, up to the first other character.
fn decode_base64(encoded: &str) -> Vec<u8> {
    let is_digit = |letter: u8| letter.is_ascii_alphanumeric() || b"+/-_".contains(&letter);
    let n_digits = encoded.bytes().take_while(|letter| is_digit(*letter)).count();
    let digits = &encoded[..n_digits / 4 * 4];
    let engine = if digits.contains(['-', '_']) { URL_SAFE_NO_PAD } else { STANDARD_NO_PAD };
    engine.decode(digits).unwrap_or_default()
}

/// The description and tokens of the file in a part; `None` if it holds none.
pub(super) fn describe(part: Value<'_>) -> Option<(String, u32)> {
    let object = part.object().filter(is_media)?;
    let media = Media::of(&object);
    Some((media.description(), media.tokens(part.source())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(json: &str) -> (String, u32) {
        describe(Value::parse(json).unwrap()).unwrap()
    }

    #[test]
    fn a_file_is_described_by_its_kind_size_and_name_in_every_format() {
        let data = "iVBORw0K".repeat(500);
        for (part, what) in [
            (
                r#"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"DATA"}}"#,
                "image/png, 3 KB",
            ),
            (r#"{"type":"image_url","image_url":{"url":"data:image/png;base64,DATA"}}"#, "image/png, 3 KB"),
            (r#"{"type":"input_image","image_url":"data:image/png;base64,DATA"}"#, "image/png, 3 KB"),
            (r#"{"type":"image","image":"DATA","mediaType":"image/png"}"#, "image/png, 3 KB"),
            (
                r#"{"type":"file","file":{"filename":"shot.png","file_data":"data:image/png;base64,DATA"}}"#,
                "image/png, 3 KB, shot.png",
            ),
            (r#"{"type":"image","base64":"DATA","mime_type":"image/png"}"#, "image/png, 3 KB"),
            (r#"{"type":"image","image":"DATA"}"#, "image, 3 KB"),
            (r#"{"type":"image_url","image_url":{"url":"https://example.org/a/shot.png?size=1"}}"#, "image, shot.png"),
            (r#"{"type":"file","file":{"file_id":"file-abc"}}"#, "file"),
            (r#"{"type":"input_audio","input_audio":{"data":"DATA","format":"wav"}}"#, "wav, 3 KB"),
        ] {
            assert_eq!(described(&part.replace("DATA", &data)), (what.into(), cost::MEDIA_TOKENS), "{part}");
        }
    }

    #[test]
    fn a_pdf_costs_by_its_pages_and_a_text_by_its_length() {
        let encoded = |bytes: &[u8]| {
            const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
            let three = |three: &[u8]| {
                let held = three.iter().fold(0_u32, |held, byte| held << 8 | u32::from(*byte));
                [18, 12, 6, 0].map(|bits| DIGITS[(held >> bits) as usize & 63] as char)
            };
            bytes.as_chunks::<3>().0.iter().flat_map(|bytes| three(bytes)).collect::<String>()
        };
        let pdf = |bytes: &[u8]| {
            let data = encoded(bytes);
            described(&format!(
                r#"{{"type":"document","title":"a.pdf","source":{{"type":"base64","media_type":"application/pdf","data":"{data}"}}}}"#
            ))
        };
        let shown = String::from("%PDF-1.4 <</Type/Pages/Count 7>>") + &"<< /Type /Page /Parent 1 0 R >>\n".repeat(7);
        assert_eq!(pdf(shown.as_bytes()), ("application/pdf, 255 bytes, a.pdf".into(), 7 * TOKENS_PER_PAGE));
        assert_eq!(pdf(&[b' '; 999_999]).1, 16 * TOKENS_PER_PAGE);
        let text = "one line of a report\\n".repeat(5_000);
        let document =
            format!(r#"{{"type":"document","source":{{"type":"text","media_type":"text/plain","data":"{text}"}}}}"#);
        assert!(
            described(&document).1 > 20_000 && described(&document).0.starts_with("text/plain, "),
            "{:?}",
            described(&document)
        );
    }

    #[test]
    fn nothing_in_a_name_breaks_out_of_its_line() {
        let (what, _) = described(r#"{"type":"file","filename":"a`\n> b\u001b[2J.pdf","mediaType":"x\ny"}"#);
        assert!(!what.contains(['\n', '`', '\u{1b}']), "{what}");
        assert!(describe(Value::parse(r#"{"type":"text","text":"a"}"#).unwrap()).is_none());
    }
}
