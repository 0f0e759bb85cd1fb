//! Stubs: the line that replaces a pruned part, with its id and description, and an outline of its content.
//!
//! A stub follows from the part, the settings and the policy on secrets; one that would be as long as the part's text
//! is reduced to the id. The outline repeats lines that define something, then the most frequent names, then paths.
//! Not here: how a stub is written into a message (`formats`).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use minicbor::{Decode, Encode};
use xxhash_rust::xxh3::xxh3_64;

use super::arguments::{Arguments, is_plan};
use super::history::{ID_DIGITS, Item, ItemId};
use super::item::ItemKind;
use super::masking;
use super::settings::StubKind;
use super::terms;
use crate::base::code_place::CodePlace;
use crate::base::map::Map;
use crate::base::sort::sort_by_number;
use crate::record::guard::Guard;
use crate::text::json::Value;
use crate::text::terminal::without_escapes;
use crate::text::{display, tokens};

/// The prefix of every stub, before the id.
const STUB_PREFIX: &str = "[pruned ";
/// The prefix of every recap, before the id of the part whose text it replaces.
pub(super) const RECAP_PREFIX: &str = "[recap ";
/// The prefix of the object that replaces the arguments of a pruned call.
const STUB_OBJECT_PREFIX: &str = "{\"pruned\":\"";
/// The size of an outline, in percent of the body. Between 3 and 6 percent, an outline holds about the same share of
/// the words that are used later.
const OUTLINE_PERCENT: usize = 5;
/// The most bytes of an outline.
const MAX_OUTLINE_BYTES: usize = 1_500;
/// The least room for an outline, in bytes; many smaller outlines together would take the room of whole parts.
const MIN_OUTLINE_BYTES: usize = 120;
/// The largest share of an outline for lines that define something, in percent.
const DEFINITION_PERCENT: usize = 60;
/// The largest share of the rest of an outline for names, in percent.
const NAME_PERCENT: usize = 60;
/// The longest line that is repeated as a definition, in bytes.
const MAX_DEFINITION_BYTES: usize = 160;
/// The most bytes of a subject that a stub shows: the beginning of a command, or the end of a path.
const MAX_SUBJECT_BYTES: usize = 80;
/// The most bytes of the first and of the last paragraph of an agent's report that a stub shows.
const MAX_PARAGRAPH_BYTES: usize = 400;
/// The least tokens of an excerpt that is worth its lines.
const MIN_EXCERPT_TOKENS: u32 = 40;
/// The most bytes of a body that its outline is made from.
const MAX_BYTES: usize = 1 << 18;

/// Keywords that begin a definition in common languages.
const DEFINITION_KEYWORDS: [&str; 17] = [
    "func",
    "def",
    "class",
    "fn",
    "type",
    "struct",
    "interface",
    "impl",
    "enum",
    "trait",
    "function",
    "mod",
    "module",
    "package",
    "namespace",
    "macro_rules!",
    "object",
];
/// Keywords that may precede one of [`DEFINITION_KEYWORDS`].
const MODIFIER_KEYWORDS: [&str; 14] = [
    "pub",
    "pub(crate)",
    "pub(super)",
    "export",
    "default",
    "async",
    "public",
    "private",
    "protected",
    "static",
    "abstract",
    "final",
    "const",
    "unsafe",
];

/// The tokens of a part's beginning and end that remain when it is cut before the model read it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(transparent)]
pub(crate) struct Excerpt(#[n(0)] u32);

impl Excerpt {
    /// Nothing remains; the stub has its usual form.
    pub(crate) const NONE: Excerpt = Excerpt(0);
    /// Nothing remains, and the stub is the id alone.
    pub(crate) const BARE: Excerpt = Excerpt(u32::MAX);

    /// An excerpt of this many tokens; `NONE` if they are too few to say anything.
    pub(crate) fn of(tokens: u32) -> Excerpt {
        if tokens < MIN_EXCERPT_TOKENS { Excerpt::NONE } else { Excerpt(tokens) }
    }
}

/// The stub of a part that is cut, with the beginning and the end of the part's text, at most half of it.
pub(crate) fn cut_stub(item: &Item, guard: Guard, Excerpt(tokens): Excerpt) -> String {
    let text = masking::masked_item(guard, item);
    let mut stub = first_line(item, guard, None);
    let quarter = text.len() / 4;
    let head = cut_to_tokens(&text[..text.floor_char_boundary(quarter)], tokens / 2, false);
    let tail = cut_to_tokens(&text[text.ceil_char_boundary(text.len() - quarter)..], tokens / 2, true);
    if !head.is_empty() && !tail.is_empty() {
        push_lines(head, &mut stub);
        stub.push_str("\n[…]");
        push_lines(tail, &mut stub);
    }
    stub
}

/// Appends the lines of a text, without its escape sequences.
fn push_lines(text: &str, stub: &mut String) {
    without_escapes(text).lines().for_each(|line| push_piece(stub, '\n', line));
}

/// The beginning of a text, or its end if `is_end`, of at most `tokens` tokens.
fn cut_to_tokens(mut text: &str, tokens: u32, is_end: bool) -> &str {
    loop {
        let n_tokens = tokens::estimate_tokens(text);
        if n_tokens <= tokens {
            return text;
        }
        // Each round cuts something, and more from a text that has more tokens for its bytes.
        let len = (text.len() as u64 * u64::from(tokens) / u64::from(n_tokens)) as usize;
        text = match is_end {
            true => &text[text.ceil_char_boundary(text.len() - len.min(text.len() - 1))..],
            false => &text[..text.floor_char_boundary(len.min(text.len() - 1))],
        };
    }
}

/// The stub of a part; `call` has the arguments of a call. `is_edit_result`: the part is the result of an edit, which
/// repeats its call and gets no outline.
pub(crate) fn write_stub(
    item: &Item,
    (kind, guard): (StubKind, Guard),
    call: Option<&Arguments>,
    is_edit_result: bool,
) -> String {
    let id = bare_stub(item.id);
    let stub = match kind {
        StubKind::Bare => id.clone(),
        StubKind::Outline => outlined_stub(item, guard, call, is_edit_result),
    };
    if item.pushed.kind == ItemKind::Media || stub.len() < item.pushed.text.len() { stub } else { id }
}

/// A stub with the id alone.
pub(crate) fn bare_stub(id: ItemId) -> String {
    alloc::format!("{STUB_PREFIX}{}]", id.text())
}

/// The id in a stub, a recap, or the object that replaces arguments; `None` for other text.
pub(crate) fn id_in(text: &str) -> Option<ItemId> {
    let text = text.strip_prefix(STUB_OBJECT_PREFIX).unwrap_or(text);
    let id = text.strip_prefix(STUB_PREFIX).or_else(|| text.strip_prefix(RECAP_PREFIX))?;
    ItemId::parse(id.get(..ID_DIGITS)?)
}

/// Whether a text has the form of a recap.
pub(crate) fn is_recap(text: &str) -> bool {
    text.starts_with(RECAP_PREFIX)
}

/// The stub in the object that replaces arguments; any other text as it is.
pub(crate) fn stub_in(text: &str) -> Cow<'_, str> {
    let quoted = text.strip_prefix(STUB_OBJECT_PREFIX.trim_end_matches('"')).and_then(|rest| rest.strip_suffix('}'));
    quoted.and_then(|quoted| Value::parse(quoted).ok()?.text()).unwrap_or(Cow::Borrowed(text))
}

pub(crate) fn hash_stub(stub: &str) -> u64 {
    xxh3_64(stub.as_bytes())
}

/// The line with the id, a description and the size.
fn first_line(item: &Item, guard: Guard, subject: Option<&str>) -> String {
    let mut stub = alloc::format!("{STUB_PREFIX}{}; {}", item.id.text(), guard.masked(kind_words(item)));
    if let Some(subject) = subject {
        _ = write!(stub, " {}", display::inside_line(&self::shorten_subject(subject)));
    }
    match item.pushed.kind {
        ItemKind::Media => stub.push_str("; its bytes are kept]"),
        _ => _ = write!(stub, "; restore gives its {} tokens]", tokens::estimate_tokens(&item.pushed.text)),
    }
    stub
}

/// The stub with an outline, made from the masked text.
fn outlined_stub(item: &Item, guard: Guard, call: Option<&Arguments>, is_edit_result: bool) -> String {
    if item.pushed.kind == ItemKind::Media {
        return first_line(item, guard, None);
    }
    let text = masking::masked_item(guard, item);
    let masked_call = match &text {
        Cow::Owned(json) if call.is_some() => Some(Arguments::of(&item.pushed.tool, json)),
        _ => None,
    };
    let call = masked_call.as_ref().or(call);
    let body = call.map_or(&*text, |call| &call.text);
    let quoted_places = masked_places(&item.pushed.places, guard);
    let mut stub = first_line(item, guard, call.and_then(|call| call.subject.as_deref()).or(quoted_places.as_deref()));
    if is_edit_result {
        return stub;
    }
    let room = (item.pushed.text.len() * OUTLINE_PERCENT / 100).min(MAX_OUTLINE_BYTES);
    if room >= MIN_OUTLINE_BYTES {
        let body = without_escapes(&body[..body.floor_char_boundary(MAX_BYTES)]);
        if is_report(item) {
            push_paragraphs(&body, &mut stub);
        }
        push_outline(&body, room, &mut stub);
    }
    stub
}

/// The places of quoted code as a subject, masked; `None` if there are none.
pub(super) fn masked_places(places: &[CodePlace], guard: Guard) -> Option<String> {
    let named_place = |place: &CodePlace| {
        let path = guard.masked_name(&place.path);
        match (place.first_line, place.last_line) {
            (0, _) => path.into_owned(),
            (first, last) if first == last => alloc::format!("{path}:{first}"),
            (first, last) => alloc::format!("{path}:{first}-{last}"),
        }
    };
    let mut words = named_place(places.first()?);
    if places.len() > 1 {
        _ = write!(words, " and {} more", places.len() - 1);
    }
    Some(words)
}

/// The first line of a subject, shortened; of a command without its leading `cd`.
pub(super) fn shorten_subject(subject: &str) -> Cow<'_, str> {
    shortened(without_folder(subject).lines().next().unwrap_or_default())
}

/// A command without its leading `cd`.
fn without_folder(command: &str) -> &str {
    let Some(after_cd) = command.trim_start().strip_prefix("cd ") else { return command };
    let later_commands =
        ["&&", ";", "\n"].iter().filter_map(|mark| after_cd.find(mark).map(|at| &after_cd[at + mark.len()..]));
    let after_cd = later_commands.max_by_key(|after_cd| after_cd.len()).map_or("", str::trim_start);
    if after_cd.is_empty() { command } else { without_folder(after_cd) }
}

/// A subject shortened to `MAX_SUBJECT_BYTES`; of a path the end remains, after `…`.
fn shortened(subject: &str) -> Cow<'_, str> {
    if subject.len() <= MAX_SUBJECT_BYTES {
        return Cow::Borrowed(subject);
    }
    match subject.contains(char::is_whitespace) {
        true => Cow::Borrowed(&subject[..subject.floor_char_boundary(MAX_SUBJECT_BYTES)]),
        false => {
            let last_bytes = &subject[subject.ceil_char_boundary(subject.len() - MAX_SUBJECT_BYTES)..];
            let tail = last_bytes.find(['/', '\\']).map_or(last_bytes, |slash| &last_bytes[slash..]);
            Cow::Owned(alloc::format!("…{tail}"))
        }
    }
}

/// Whether a part is the report of another agent.
fn is_report(item: &Item) -> bool {
    let tool = item.pushed.tool.to_ascii_lowercase();
    item.pushed.kind == ItemKind::ToolResult && !is_plan(&tool) && (tool == "task" || tool.contains("agent"))
}

/// Appends the first and last paragraph of a report, a line each.
fn push_paragraphs(report: &str, stub: &mut String) {
    let mut paragraphs = report.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
    let (first, last) = (paragraphs.next(), paragraphs.last());
    for paragraph in first.into_iter().chain(last) {
        let line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        let end = line.floor_char_boundary(MAX_PARAGRAPH_BYTES);
        push_piece(stub, '\n', &line[..end]);
        stub.push_str(if end < line.len() { " …" } else { "" });
    }
}

/// The description of a part in its stub.
fn kind_words(item: &Item) -> &str {
    match item.pushed.kind {
        ItemKind::Thinking => "thinking",
        ItemKind::Code => "code",
        ItemKind::GraphQuery => "answer of the code graph",
        ItemKind::Media => &item.pushed.text,
        ItemKind::Call if item.pushed.tool.is_empty() => "call",
        _ if item.pushed.tool.is_empty() => "result",
        _ => &item.pushed.tool,
    }
}

/// Appends an outline of about `room` bytes or fewer; replaced characters may take more.
fn push_outline(body: &str, room: usize, stub: &mut String) {
    let start = stub.len();
    let n_written = |stub: &String| stub.len() - start;
    let definition_limit = room * DEFINITION_PERCENT / 100;
    let mut shown_lines = Vec::new();
    for line in terms::lines(body).filter(|line| is_definition(line)) {
        if n_written(stub) + line.len() < definition_limit
            && line.len() <= MAX_DEFINITION_BYTES
            && !shown_lines.contains(&line)
        {
            push_piece(stub, '\n', line);
            shown_lines.push(line);
        }
    }
    let name_limit = n_written(stub) + (room - n_written(stub)) * NAME_PERCENT / 100;
    let is_shown = |name: &str, lines: &[&str]| lines.iter().any(|line| line.contains(name));
    let mut separator = '\n';
    let mut names = WordCounts::default();
    terms::names(body).for_each(|name| names.add(name));
    for name in names.by_frequency() {
        if n_written(stub) + name.len() < name_limit && !is_shown(name, &shown_lines) {
            push_piece(stub, separator, name);
            separator = ' ';
        }
    }
    let mut tails = WordCounts::default();
    terms::each_tail(body, |tail| tails.add(tail));
    separator = '\n';
    for tail in tails.by_frequency() {
        if n_written(stub) + tail.len() < room {
            push_piece(stub, separator, tail);
            separator = ' ';
        }
    }
}

/// Appends a separator and a text, written so that it stays on one line.
fn push_piece(stub: &mut String, separator: char, text: &str) {
    stub.push(separator);
    match text.contains('\t') {
        true => stub.push_str(&display::on_one_line(&text.replace('\t', " "))),
        false => stub.push_str(&display::on_one_line(text)),
    }
}

#[derive(Default)]
struct WordCounts<'t> {
    /// Words with their counts, in order of first occurrence.
    words: Vec<(&'t str, u32)>,
    indices: Map<&'t str, u32>,
}

impl<'t> WordCounts<'t> {
    fn add(&mut self, word: &'t str) {
        let next_index = self.words.len() as u32;
        let index = *self.indices.entry(word).or_insert(next_index);
        if index == next_index {
            self.words.push((word, 0));
        }
        self.words[index as usize].1 += 1;
    }

    /// The words, most frequent first, then by first occurrence.
    fn by_frequency(mut self) -> impl Iterator<Item = &'t str> {
        sort_by_number(&mut self.words, |(_, count)| u32::MAX - count);
        self.words.into_iter().map(|(word, _)| word)
    }
}

/// Whether a line of code defines something.
fn is_definition(line: &str) -> bool {
    let mut words = line.split_whitespace().skip_while(|word| MODIFIER_KEYWORDS.contains(word));
    let Some(word) = words.next() else { return false };
    DEFINITION_KEYWORDS.contains(&word) && words.next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::history::ItemId;
    use crate::window::policy::fixtures::result;
    use crate::window::space::KEEP_SECRETS;

    fn stub_of(text: &str) -> String {
        let mut item = result("Read", text);
        item.id = ItemId(0xabc);
        write_stub(&item, (StubKind::Outline, KEEP_SECRETS), None, false)
    }

    #[test]
    fn an_outline_keeps_definitions() {
        let body = "    let x = compute(1);\n".repeat(80)
            + "pub fn parse_line(text: &str) {\n"
            + &"    use_it(x);\n".repeat(80);
        let stub = stub_of(&body);
        assert!(stub.starts_with("[pruned 00000000002nw; Read; "), "{stub}");
        assert!(stub.contains("\npub fn parse_line(text: &str) {"), "{stub}");
        assert!(stub.len() * 10 < body.len(), "{stub}");
    }

    #[test]
    fn an_outline_names_what_is_used_most_and_the_paths() {
        let body =
            "call read_rows and once write_rows\n".to_owned() + &"read_rows at src/store/rows.rs in a row\n".repeat(80);
        let stub = stub_of(&body);
        assert!(stub.contains("\nread_rows"), "{stub}");
        assert!(stub.contains("\nstore/rows.rs"), "{stub}");
    }

    #[test]
    fn names_are_those_that_a_person_sees_between_colours() {
        let body = "\u{1b}[32mExpressRequest\u{1b}[0m is used\n".repeat(80);
        let stub = stub_of(&body);
        assert!(stub.contains("\nExpressRequest"), "{stub}");
    }

    #[test]
    fn a_report_keeps_what_it_was_about_and_what_it_found() {
        let report = alloc::format!(
            "I looked at the parser\nand its tests.\n\n{}\n\nVerdict: parse_line loses the last line.\n",
            "A detail of a_name_that_is_used.\n\n".repeat(80)
        );
        let mut item = result("Task", &report);
        item.id = ItemId(0xabc);
        let stub = write_stub(&item, (StubKind::Outline, KEEP_SECRETS), None, false);
        let lines: Vec<&str> = stub.lines().skip(1).collect();
        assert_eq!(lines[..2], ["I looked at the parser and its tests.", "Verdict: parse_line loses the last line."]);
        assert!(lines[2].contains("a_name_that_is_used"), "{stub}");
    }

    #[test]
    fn a_long_path_keeps_the_name_of_its_file_and_a_command_its_beginning() {
        let path = alloc::format!("/home/me/{}src/store/rows.rs", "a_long_folder/".repeat(10));
        let kept = shortened(&path);
        assert!(kept.starts_with("…/") && kept.ends_with("/src/store/rows.rs") && kept.len() <= 84, "{kept}");
        let command = alloc::format!("cargo test -p core {}", "one_test ".repeat(20));
        assert_eq!(shortened(&command), command[..80]);
        assert_eq!(shortened("a.rs"), "a.rs");
        assert!(shortened(&"é".repeat(100)).len() <= 84);
        for (command, said) in [
            ("cd /home/me/shelf && cargo test", "cargo test"),
            ("cd a; cd b &&\n make it", "make it"),
            ("cd a\nmake it && run", "make it && run"),
            ("cd shelf", "cd shelf"),
            ("cdrecord && eject", "cdrecord && eject"),
        ] {
            assert_eq!(shorten_subject(command), said);
        }
    }

    #[test]
    fn a_stub_is_never_longer_than_the_body_but_for_its_id() {
        let short = "x".repeat(30);
        assert_eq!(stub_of(&short), "[pruned 00000000002nw]");
        for n in 0..200 {
            let body = "pub fn parse_line() {}\n".repeat(n);
            assert!(stub_of(&body).len() <= body.len().max(22), "{n}");
        }
    }

    #[test]
    fn nothing_in_a_body_breaks_out_of_its_line() {
        let body = "func\tevil\u{2028}name(\u{1b}[2J) {\n".to_owned() + &"plain text that is long\n".repeat(190);
        let stub = stub_of(&body);
        assert!(!stub.contains(['\u{2028}', '\u{1b}', '\t']), "{stub}");
        assert!(stub.contains("func evil\u{fffd}name"), "{stub}");
    }

    #[test]
    fn a_stub_is_known_again_in_the_object_that_stands_for_a_call() {
        let body = "func Serve(\"/path\") {\n".to_owned() + &"plain text that is long\n".repeat(190);
        let stub = stub_of(&body);
        assert!(stub.contains("\nfunc Serve(\""), "{stub}");
        let object = serde_json::json!({ "pruned": stub.as_str() }).to_string();
        for text in [&stub, &object] {
            assert_eq!((id_in(text), &*stub_in(text)), (Some(ItemId(0xabc)), stub.as_str()));
        }
        assert_eq!((id_in("[pruned"), &*stub_in("{\"pruned\":1}")), (None, "{\"pruned\":1}"));
    }
}
