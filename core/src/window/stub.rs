//! What is left of a part that is pruned: a line with its id and what it was, then an outline of what it held.
//!
//! The bytes follow from the part alone, and are never more than the part's own. The outline repeats what the model has read:
//! lines that define something, then the names used most, then paths. Not here: how a stub is written into a message (`formats`).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use minicbor::{Decode, Encode};
use xxhash_rust::xxh3::xxh3_64;

use super::arguments::{Arguments, is_plan};
use super::held;
use super::history::{ID_DIGITS, Item, ItemId};
use super::item::ItemKind;
use super::settings::StubKind;
use super::terms;
use crate::base::code_place::CodePlace;
use crate::base::map::Map;
use crate::base::sort::sort_by_number;
use crate::record::guard::Guard;
use crate::text::json::Value;
use crate::text::terminal::without_escapes;
use crate::text::{display, tokens};

/// The beginning of every stub; its id follows.
const BEGINNING: &str = "[pruned ";
/// The beginning of every recap; it has the id of the part in whose place it stands.
pub(super) const RECAP_BEGINNING: &str = "[recap ";
/// The beginning of the object that replaces the arguments of a pruned call.
const OBJECT_BEGINNING: &str = "{\"pruned\":\"";
/// Bytes of an outline for each hundred of the body: between 3 and 6 the share of later words that an outline holds hardly changes.
const OUTLINE_HUNDREDTHS: usize = 5;
/// The most bytes of an outline, so that a stub stays a stub.
const LONGEST_OUTLINE: usize = 1_500;
/// The least bytes that are worth an outline: those of many small parts together would take the room of whole ones.
const SHORTEST_OUTLINE: usize = 120;
/// Of which lines that define something may take these hundredths, and names these of what is left then.
const DEFINITION_HUNDREDTHS: usize = 60;
const NAME_HUNDREDTHS: usize = 60;
/// A definition longer than this many bytes is not repeated.
const LONGEST_DEFINITION: usize = 160;
/// Bytes of a call's subject that are repeated: the beginning of a command, the end of a path, which has the file's name.
const LONGEST_SUBJECT: usize = 80;
/// Bytes of the first and the last paragraph of another agent's report that are repeated: what it was about, and what it found.
const LONGEST_PARAGRAPH: usize = 400;
/// The least tokens of a beginning and an end that are worth their lines.
const SHORTEST_EXCERPT: u32 = 40;
/// Bytes of a body that an outline is made of.
const MAX_BYTES: usize = 1 << 18;

/// Words that a line begins with which defines something, in the languages that agents mostly read.
const DEFINING: [&str; 17] = [
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
/// Words that may stand before them.
const MODIFIERS: [&str; 14] = [
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

/// How many tokens of a part stay beside its id, of its beginning and its end: of one that left before it was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(transparent)]
pub(crate) struct Excerpt(#[n(0)] u32);

impl Excerpt {
    pub(crate) const NONE: Excerpt = Excerpt(0);
    /// Nothing stays, and no more is said than the id.
    pub(crate) const BARE: Excerpt = Excerpt(u32::MAX);

    /// An excerpt of this many tokens; none where it would say next to nothing.
    pub(crate) fn of(tokens: u32) -> Excerpt {
        if tokens < SHORTEST_EXCERPT { Excerpt::NONE } else { Excerpt(tokens) }
    }
}

/// The stub of a part that leaves before it was read: its beginning and its end stay, so far as they take half of it at most.
pub(crate) fn of_cut(item: &Item, guard: Guard, Excerpt(tokens): Excerpt) -> String {
    let said = held::masked(guard, item);
    let mut stub = first_line(item, guard, None);
    let half = said.len() / 4;
    let head = within(&said[..said.floor_char_boundary(half)], tokens / 2, false);
    let tail = within(&said[said.ceil_char_boundary(said.len() - half)..], tokens / 2, true);
    if !head.is_empty() && !tail.is_empty() {
        lines(head, &mut stub);
        stub.push_str("\n[…]");
        lines(tail, &mut stub);
    }
    stub
}

fn lines(text: &str, stub: &mut String) {
    without_escapes(text).lines().for_each(|line| add(stub, '\n', line));
}

/// The beginning or the end of a text, as much as fits into `tokens` tokens.
fn within(mut text: &str, tokens: u32, is_end: bool) -> &str {
    loop {
        let n_tokens = tokens::estimate(text);
        if n_tokens <= tokens {
            return text;
        }
        // Something is left out each time, and what is dense is cut by more.
        let len = (text.len() as u64 * u64::from(tokens) / u64::from(n_tokens)) as usize;
        text = match is_end {
            true => &text[text.ceil_char_boundary(text.len() - len.min(text.len() - 1))..],
            false => &text[..text.floor_char_boundary(len.min(text.len() - 1))],
        };
    }
}

/// The stub of a part, of a call with what it says; its body is left out, whatever its form. `is_echo`: it is a result that repeats
/// what its call says, as that of an edit, and so does not tell it again.
pub(crate) fn of(item: &Item, (kind, guard): (StubKind, Guard), call: Option<&Arguments>, is_echo: bool) -> String {
    let id = bare(item.id);
    let stub = match kind {
        StubKind::Bare => id.clone(),
        StubKind::Outline => with_outline(item, guard, call, is_echo),
    };
    if item.new.kind == ItemKind::Media || stub.len() < item.new.text.len() { stub } else { id }
}

/// The stub that is an id alone.
pub(crate) fn bare(id: ItemId) -> String {
    alloc::format!("{BEGINNING}{}]", id.text())
}

/// The id in a stub or a recap, or in the object that stands for a call's arguments; none if the text is something else.
pub(crate) fn id_in(text: &str) -> Option<ItemId> {
    let text = text.strip_prefix(OBJECT_BEGINNING).unwrap_or(text);
    let id = text.strip_prefix(BEGINNING).or_else(|| text.strip_prefix(RECAP_BEGINNING))?;
    ItemId::parse(id.get(..ID_DIGITS)?)
}

/// Whether a text may be a recap.
pub(crate) fn is_recap(text: &str) -> bool {
    text.starts_with(RECAP_BEGINNING)
}

/// The stub in such a text.
pub(crate) fn text_in(text: &str) -> Cow<'_, str> {
    let quoted = text.strip_prefix(OBJECT_BEGINNING.trim_end_matches('"')).and_then(|rest| rest.strip_suffix('}'));
    quoted.and_then(|quoted| Value::parse(quoted).ok()?.text()).unwrap_or(Cow::Borrowed(text))
}

/// The hash of a stub.
pub(crate) fn hash(stub: &str) -> u64 {
    xxh3_64(stub.as_bytes())
}

/// Its id, what it was, and how much comes back.
fn first_line(item: &Item, guard: Guard, subject: Option<&str>) -> String {
    let mut stub = alloc::format!("{BEGINNING}{}; {}", item.id.text(), guard.masked(what(item)));
    if let Some(subject) = subject {
        _ = write!(stub, " {}", display::unquoted(&self::subject(subject)));
    }
    match item.new.kind {
        ItemKind::Media => stub.push_str("; its bytes are kept]"),
        _ => _ = write!(stub, "; restore gives its {} tokens]", tokens::estimate(&item.new.text)),
    }
    stub
}

/// The stub with an outline. It repeats words of the part, and so is made of its text without secrets.
fn with_outline(item: &Item, guard: Guard, call: Option<&Arguments>, is_echo: bool) -> String {
    if item.new.kind == ItemKind::Media {
        return first_line(item, guard, None);
    }
    let said = held::masked(guard, item);
    let masked_call = match &said {
        Cow::Owned(json) if call.is_some() => Some(Arguments::of(&item.new.tool, json)),
        _ => None,
    };
    let call = masked_call.as_ref().or(call);
    let body = call.map_or(&*said, |call| &call.text);
    let quoted = places(&item.new.places, guard);
    let mut stub = first_line(item, guard, call.and_then(|call| call.subject.as_deref()).or(quoted.as_deref()));
    if is_echo {
        return stub;
    }
    let room = (item.new.text.len() * OUTLINE_HUNDREDTHS / 100).min(LONGEST_OUTLINE);
    if room >= SHORTEST_OUTLINE {
        let body = without_escapes(&body[..body.floor_char_boundary(MAX_BYTES)]);
        if is_report(item) {
            paragraphs(&body, &mut stub);
        }
        outline(&body, room, &mut stub);
    }
    stub
}

/// Where code stands that a part quotes, as a subject, masked; none where that is not known.
pub(super) fn places(places: &[CodePlace], guard: Guard) -> Option<String> {
    let named = |place: &CodePlace| {
        let path = guard.named(&place.path);
        match (place.first_line, place.last_line) {
            (0, _) => path.into_owned(),
            (first, last) if first == last => alloc::format!("{path}:{first}"),
            (first, last) => alloc::format!("{path}:{first}-{last}"),
        }
    };
    let mut words = named(places.first()?);
    if places.len() > 1 {
        _ = write!(words, " and {} more", places.len() - 1);
    }
    Some(words)
}

/// The first line of a call's subject, cut where it says least. A command begins behind the change to its folder.
pub(super) fn subject(subject: &str) -> Cow<'_, str> {
    short(without_folder(subject).lines().next().unwrap_or_default())
}

/// A command without the change of folder before it.
fn without_folder(command: &str) -> &str {
    let Some(rest) = command.trim_start().strip_prefix("cd ") else { return command };
    let ends = ["&&", ";", "\n"].iter().filter_map(|mark| rest.find(mark).map(|at| &rest[at + mark.len()..]));
    let rest = ends.max_by_key(|rest| rest.len()).map_or("", str::trim_start);
    if rest.is_empty() { command } else { without_folder(rest) }
}

fn short(subject: &str) -> Cow<'_, str> {
    if subject.len() <= LONGEST_SUBJECT {
        return Cow::Borrowed(subject);
    }
    match subject.contains(char::is_whitespace) {
        true => Cow::Borrowed(&subject[..subject.floor_char_boundary(LONGEST_SUBJECT)]),
        false => {
            let end = &subject[subject.ceil_char_boundary(subject.len() - LONGEST_SUBJECT)..];
            let whole = end.find(['/', '\\']).map_or(end, |slash| &end[slash..]);
            Cow::Owned(alloc::format!("…{whole}"))
        }
    }
}

/// Whether another agent says what it found.
fn is_report(item: &Item) -> bool {
    let tool = item.new.tool.to_ascii_lowercase();
    item.new.kind == ItemKind::ToolResult && !is_plan(&tool) && (tool == "task" || tool.contains("agent"))
}

/// Adds the first and the last paragraph in a line each: what a report was about, and what it found.
fn paragraphs(report: &str, stub: &mut String) {
    let mut all = report.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
    let (first, last) = (all.next(), all.last());
    for paragraph in first.into_iter().chain(last) {
        let line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        let end = line.floor_char_boundary(LONGEST_PARAGRAPH);
        add(stub, '\n', &line[..end]);
        stub.push_str(if end < line.len() { " …" } else { "" });
    }
}

fn what(item: &Item) -> &str {
    match item.new.kind {
        ItemKind::Thinking => "thinking",
        ItemKind::Code => "code",
        ItemKind::GraphQuery => "answer of the code graph",
        ItemKind::Media => &item.new.text,
        ItemKind::Call if item.new.tool.is_empty() => "call",
        _ if item.new.tool.is_empty() => "result",
        _ => &item.new.tool,
    }
}

/// Adds the outline in lines of their own.
fn outline(body: &str, room: usize, stub: &mut String) {
    let start = stub.len();
    let used = |stub: &String| stub.len() - start;
    let of_definitions = room * DEFINITION_HUNDREDTHS / 100;
    let mut shown_lines = Vec::new();
    for line in terms::lines(body).filter(|line| is_definition(line)) {
        if used(stub) + line.len() < of_definitions && line.len() <= LONGEST_DEFINITION && !shown_lines.contains(&line)
        {
            add(stub, '\n', line);
            shown_lines.push(line);
        }
    }
    let of_names = used(stub) + (room - used(stub)) * NAME_HUNDREDTHS / 100;
    let is_told = |name: &str, lines: &[&str]| lines.iter().any(|line| line.contains(name));
    let mut separator = '\n';
    let mut names = Counts::default();
    terms::names(body).for_each(|name| names.add(name));
    for name in names.frequent() {
        if used(stub) + name.len() < of_names && !is_told(name, &shown_lines) {
            add(stub, separator, name);
            separator = ' ';
        }
    }
    let mut tails = Counts::default();
    terms::each_tail(body, |tail| tails.add(tail));
    separator = '\n';
    for tail in tails.frequent() {
        if used(stub) + tail.len() < room {
            add(stub, separator, tail);
            separator = ' ';
        }
    }
}

fn add(stub: &mut String, separator: char, text: &str) {
    stub.push(separator);
    match text.contains('\t') {
        true => stub.push_str(&display::plain(&text.replace('\t', " "))),
        false => stub.push_str(&display::plain(text)),
    }
}

/// How often each word stands in a text.
#[derive(Default)]
struct Counts<'t> {
    /// In the order in which they first stand there.
    words: Vec<(&'t str, u32)>,
    places: Map<&'t str, u32>,
}

impl<'t> Counts<'t> {
    fn add(&mut self, word: &'t str) {
        let next = self.words.len() as u32;
        let at = *self.places.entry(word).or_insert(next);
        if at == next {
            self.words.push((word, 0));
        }
        self.words[at as usize].1 += 1;
    }

    /// The most frequent first, and of equally frequent ones the first.
    fn frequent(mut self) -> impl Iterator<Item = &'t str> {
        sort_by_number(&mut self.words, |(_, count)| u32::MAX - count);
        self.words.into_iter().map(|(word, _)| word)
    }
}

/// Whether a line, as a file or a search shows it, defines something.
fn is_definition(line: &str) -> bool {
    let mut words = line.split_whitespace().skip_while(|word| MODIFIERS.contains(word));
    let Some(word) = words.next() else { return false };
    DEFINING.contains(&word) && words.next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::history::ItemId;
    use crate::window::policy::stories::result;
    use crate::window::space::KEEPS;

    fn stub_of(text: &str) -> String {
        let mut item = result("Read", text);
        item.id = ItemId(0xabc);
        of(&item, (StubKind::Outline, KEEPS), None, false)
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
        let stub = of(&item, (StubKind::Outline, KEEPS), None, false);
        let lines: Vec<&str> = stub.lines().skip(1).collect();
        assert_eq!(lines[..2], ["I looked at the parser and its tests.", "Verdict: parse_line loses the last line."]);
        assert!(lines[2].contains("a_name_that_is_used"), "{stub}");
    }

    #[test]
    fn a_long_path_keeps_the_name_of_its_file_and_a_command_its_beginning() {
        let path = alloc::format!("/home/me/{}src/store/rows.rs", "a_long_folder/".repeat(10));
        let kept = short(&path);
        assert!(kept.starts_with("…/") && kept.ends_with("/src/store/rows.rs") && kept.len() <= 84, "{kept}");
        let command = alloc::format!("cargo test -p core {}", "one_test ".repeat(20));
        assert_eq!(short(&command), command[..80]);
        assert_eq!(short("a.rs"), "a.rs");
        assert!(short(&"é".repeat(100)).len() <= 84);
        for (command, said) in [
            ("cd /home/me/shelf && cargo test", "cargo test"),
            ("cd a; cd b &&\n make it", "make it"),
            ("cd a\nmake it && run", "make it && run"),
            ("cd shelf", "cd shelf"),
            ("cdrecord && eject", "cdrecord && eject"),
        ] {
            assert_eq!(subject(command), said);
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
            assert_eq!((id_in(text), &*text_in(text)), (Some(ItemId(0xabc)), stub.as_str()));
        }
        assert_eq!((id_in("[pruned"), &*text_in("{\"pruned\":1}")), (None, "{\"pruned\":1}"));
    }
}
