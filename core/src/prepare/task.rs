//! Parses the text of a task: its terms, and explicit mentions of files, lines, modules and symbols.
//!
//! Recognises what people paste: fenced and indented code, `inline code`, tracebacks (`File "a.py", line 3, in f`,
//! `src/a.rs:3:5`), test ids (`a.py::test_b`), links into a repository. Lists of installed packages and other links
//! are dropped. Not here: resolving mentions in this repository (`mentioned`).

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use crate::base::map::Map;
use crate::base::sort;
use crate::graph::lang::LANGUAGES;
use crate::text::terms::{Term, query_terms};
use xxhash_rust::xxh3::xxh3_64;

/// Greatest number of terms that are looked up; those with the greatest weights are kept.
const MAX_TERMS: usize = 256;
/// Greatest number of names, and of paths, that are looked up; the first are kept.
const MAX_MENTIONS: usize = 512;
/// Least length of a name in bytes.
const MIN_NAME_BYTES: usize = 3;

/// The weight of a term in the first line, where people state the topic. Like the other weights in this module it was
/// chosen on half of a set of real issues; half to twice as much gives nearly the same ranking.
const TITLE_WEIGHT: f64 = 2.0;
/// The weight of a term in prose, multiplied by `ln(1 + occurrences)`.
const PROSE_WEIGHT: f64 = 1.0;
/// The weight of a term in code and output, multiplied by `ln(1 + occurrences)`: much of it is incidental.
const CODE_WEIGHT: f64 = 0.5;

/// A parsed task.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct Task {
    /// Distinct, in order of decreasing weight.
    pub(crate) terms: Vec<TaskTerm>,
    /// Mentioned paths, in the order of the text.
    pub(crate) paths: Vec<PathMention>,
    /// Mentioned names of modules and symbols, in the order of the text.
    pub(crate) names: Vec<NameMention>,
    /// Whether the task is to change tests.
    pub(crate) is_about_tests: bool,
}

/// A term and its weight in the task.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TaskTerm {
    /// As the task writes it; only for display.
    pub(crate) text: String,
    /// The hash of its stem, as files are indexed.
    pub(crate) term: Term,
    /// The greater, the more important.
    pub(crate) weight: f64,
}

/// A mentioned path. It may be of another machine, so only its end is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PathMention {
    /// The folders and the file name.
    pub(crate) parts: Vec<String>,
    /// The lines mentioned with it.
    pub(crate) lines: Vec<u32>,
}

/// A mentioned name with its qualifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NameMention {
    /// Outermost first: `a.B.c` gives `a`, `B`, `c`.
    pub(crate) parts: Vec<String>,
    /// Whether it was written as code, has qualifiers, or looks like code.
    pub(crate) is_code: bool,
}

/// The kind of a line of the task.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineKind {
    Title,
    Prose,
    Code,
}

impl Task {
    /// Parses a task, and error messages as if they followed it. O(bytes).
    pub(crate) fn read(text: &str, errors: &[String]) -> Task {
        let mut reader = TaskParser::default();
        let mut title_seen = false;
        for text in core::iter::once(text).chain(errors.iter().map(String::as_str)) {
            // A fence that one text leaves open does not enclose the next text.
            let mut in_fence = false;
            for line in text.lines() {
                let trimmed = line.trim();
                if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
                    in_fence = !in_fence;
                } else if !(trimmed.is_empty() || title_seen && is_package_version(trimmed)) {
                    let line_kind = match () {
                        () if in_fence || line.starts_with("    ") || line.starts_with('\t') => LineKind::Code,
                        () if title_seen => LineKind::Prose,
                        () => LineKind::Title,
                    };
                    title_seen = true;
                    reader.read_line(line, line_kind);
                }
            }
        }
        reader.finish()
    }
}

/// Whether a line is from `pip freeze`, `cargo tree` or the like: a name and a version, perhaps with a source.
fn is_package_version(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next());
    if words.next().is_some_and(|origin| !origin.starts_with(['/', '('])) {
        return false;
    }
    let version = match (first.split_once("=="), second) {
        (Some((_, version)), None) => version,
        (None, Some(version)) => version,
        _ => return false,
    };
    let version = version.trim_start_matches('v');
    let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.[]=".contains(&byte));
    version.contains('.')
        && version.starts_with(|char: char| char.is_ascii_digit())
        && version.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.')
        && is_name(first.split("==").next().unwrap_or_default())
}

/// How far the preceding chunks of a line match `File "a.py", line 3, in f`.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum FrameState {
    #[default]
    Other,
    /// A path, with its index in the task's paths.
    Path(usize),
    /// The word `line` after a path, with the path's index.
    LineOf(usize),
    /// The number after `line`.
    Number,
    /// The word `in` after a line number.
    FunctionKeyword,
}

#[derive(Default)]
struct TaskParser {
    task: Task,
    /// The indexes of names by their hash.
    indexes: Map<Term, usize>,
    title: String,
    prose: String,
    code: String,
    frame_state: FrameState,
    last_word: String,
}

impl TaskParser {
    fn read_line(&mut self, line: &str, line_kind: LineKind) {
        self.frame_state = FrameState::Other;
        self.last_word.clear();
        let chunks = chunks(line);
        for (at, chunk) in chunks.iter().enumerate() {
            if line_kind != LineKind::Code && is_process_word(&chunks, at, line_kind) {
                self.last_word = chunk.text.to_lowercase();
                continue;
            }
            let is_code = line_kind == LineKind::Code || chunk.is_code;
            match link_target(chunk.text) {
                Link::None => {
                    self.collect_terms(chunk.text, line_kind, chunk.is_code);
                    self.add_mention(chunk.text, is_code || chunk.is_called, line_kind);
                }
                Link::File(path) => self.add_mention(path, true, line_kind),
                Link::Other => {}
            }
        }
    }

    fn collect_terms(&mut self, chunk: &str, line_kind: LineKind, is_inline_code: bool) {
        // The option `--collect-only` is `collect_only` in the code.
        let undashed = chunk.trim_matches('-');
        let joined_name = if undashed.contains('-') { undashed.replace('-', "_") } else { String::new() };
        let text = match line_kind {
            LineKind::Title => &mut self.title,
            LineKind::Prose => &mut self.prose,
            LineKind::Code => &mut self.code,
        };
        for part in [chunk, joined_name.as_str()] {
            text.push_str(part);
            text.push(' ');
        }
        if is_inline_code && line_kind != LineKind::Code {
            self.code.push_str(chunk);
            self.code.push(' ');
        }
    }

    fn add_mention(&mut self, chunk: &str, is_code: bool, line_kind: LineKind) {
        let frame_state = core::mem::take(&mut self.frame_state);
        if let Some((path, rest)) = split_path(chunk) {
            let index = self.add_path(path, rest);
            self.frame_state = FrameState::Path(index);
            return;
        }
        let trimmed_chunk = chunk.trim_matches(|char: char| ".:-~+/\\@#".contains(char));
        match (frame_state, trimmed_chunk) {
            (FrameState::Path(index), "line") => self.frame_state = FrameState::LineOf(index),
            (FrameState::LineOf(index), number) if number.parse::<u32>().is_ok() => {
                let line = number.parse().unwrap_or_default();
                if let Some(path) = self.task.paths.get_mut(index) {
                    path.lines.push(line);
                }
                self.frame_state = FrameState::Number;
            }
            (FrameState::Number, "in") => self.frame_state = FrameState::FunctionKeyword,
            _ => {
                self.detect_test_task(trimmed_chunk, line_kind);
                // `.name` is a member of something.
                self.add_name(
                    trimmed_chunk,
                    is_code || frame_state == FrameState::FunctionKeyword || chunk.starts_with(['.', '@']),
                );
            }
        }
    }

    /// Records a path and its suffix: `:3`, `:3:5`, `#L3`, `::TestA::test_b`. Returns its index, which is out of range
    /// if the path was not recorded.
    fn add_path(&mut self, path: &str, rest: &str) -> usize {
        let parts =
            path.split(['/', '\\']).filter(|part| !matches!(*part, "" | "." | ".." | "~") && !part.ends_with(':'));
        let parts: Vec<String> = parts.map(str::to_owned).collect();
        if let Some(names) = rest.strip_prefix("::") {
            names.split("::").for_each(|name| self.add_name(name, true));
        }
        let line = rest.trim_start_matches([':', '#', 'L']);
        let line: String = line.chars().take_while(char::is_ascii_digit).collect();
        let known_index = self.task.paths.iter().position(|known| known.parts == parts);
        let index = known_index.unwrap_or(self.task.paths.len());
        if known_index.is_none() && index < MAX_MENTIONS && !parts.is_empty() {
            self.task.paths.push(PathMention { parts, lines: Vec::new() });
        }
        if let (Some(path), Ok(line)) = (self.task.paths.get_mut(index), line.parse()) {
            path.lines.push(line);
        }
        index
    }

    fn add_name(&mut self, text: &str, is_code: bool) {
        let parts: Vec<&str> = match text.contains('/') {
            true => text.split('/').collect(),
            false => text.split("::").flat_map(|part| part.split(['.', '#'])).collect(),
        };
        if text.len() < MIN_NAME_BYTES || !parts.iter().all(|part| is_identifier(part)) {
            return;
        }
        let is_code = is_code || parts.len() > 1 || looks_like_code(text);
        let hash = xxh3_64(text.as_bytes()) as Term;
        let index = *self.indexes.entry(hash).or_insert(self.task.names.len());
        match self.task.names.get_mut(index) {
            Some(known) => known.is_code |= is_code,
            None if index < MAX_MENTIONS => {
                let parts = parts.into_iter().map(str::to_owned).collect();
                self.task.names.push(NameMention { parts, is_code });
            }
            None => {}
        }
    }

    /// Sets `is_about_tests` at words such as `add tests`; a bare "tests" occurs in tasks about any code.
    fn detect_test_task(&mut self, word: &str, line_kind: LineKind) {
        if line_kind == LineKind::Code {
            return;
        }
        let word = word.to_lowercase();
        let preceding_words =
            ["add", "write", "fix", "update", "failing", "flaky", "unit", "regression", "missing", "more", "new"];
        if matches!(word.as_str(), "test" | "tests") && preceding_words.contains(&self.last_word.as_str()) {
            self.task.is_about_tests = true;
        }
        self.last_word = word;
    }

    fn finish(mut self) -> Task {
        let mut terms: Vec<TaskTerm> = Vec::new();
        let mut indexes: Map<Term, usize> = Map::default();
        let line_kinds = [(LineKind::Title, &self.title), (LineKind::Prose, &self.prose), (LineKind::Code, &self.code)];
        for (line_kind, text) in line_kinds {
            for asked in query_terms(text) {
                let n_times = libm::log1p(f64::from(asked.n_times));
                let weight = match line_kind {
                    LineKind::Title => TITLE_WEIGHT,
                    LineKind::Prose => PROSE_WEIGHT * n_times,
                    LineKind::Code => CODE_WEIGHT * n_times,
                };
                let index = *indexes.entry(asked.term).or_insert(terms.len());
                match terms.get_mut(index) {
                    Some(known) => known.weight += weight,
                    None => terms.push(TaskTerm { text: asked.text, term: asked.term, weight }),
                }
            }
        }
        // Stable: equal weights stay in the order of the text.
        sort::sort_by(&mut terms, |one, other| other.weight.total_cmp(&one.weight));
        terms.truncate(MAX_TERMS);
        self.task.terms = terms;
        self.task
    }
}

/// Words for kinds of change, which say nothing of the changed code: `fix` in `fix: …`, `closes` in `closes #12`.
const PROCESS_WORDS: [&str; 20] = [
    "bug", "chore", "close", "closed", "closes", "feat", "feature", "fix", "fixed", "fixes", "issue", "merge", "pr",
    "ref", "refs", "resolve", "resolved", "resolves", "revert", "ticket",
];

/// Whether a chunk is an issue's number, or a word of [`PROCESS_WORDS`] at the beginning of a title that goes on, or
/// before such a number. Elsewhere, as in a sentence about closing a file, the word counts.
fn is_process_word(chunks: &[Chunk<'_>], at: usize, line_kind: LineKind) -> bool {
    let is_number = |chunk: &Chunk<'_>| {
        let number = chunk.text.trim_end_matches([':', '.']);
        number
            .strip_prefix('#')
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_word = |chunk: &Chunk<'_>| {
        let word = chunk.text.trim_end_matches(':').to_lowercase();
        !chunk.is_code && !chunk.is_called && PROCESS_WORDS.contains(&word.as_str())
    };
    let begins_title = line_kind == LineKind::Title && chunks[..at].iter().all(is_word) && chunks.len() > at + 1;
    is_number(&chunks[at]) || is_word(&chunks[at]) && (begins_title || chunks.get(at + 1).is_some_and(is_number))
}

/// A run of letters, digits and the punctuation of names and paths; or a link.
struct Chunk<'t> {
    text: &'t str,
    /// Whether it is in backticks.
    is_code: bool,
    /// Whether an opening parenthesis directly follows.
    is_called: bool,
}

fn chunks(line: &str) -> Vec<Chunk<'_>> {
    let mut chunks = Vec::new();
    let mut is_code = false;
    let mut rest = line;
    while let Some(char) = rest.chars().next() {
        if !is_chunk_char(char) {
            is_code ^= char == '`';
            rest = &rest[char.len_utf8()..];
            continue;
        }
        let is_link = rest.starts_with("http://") || rest.starts_with("https://");
        let ends = |char: char| if is_link { ends_link(char) } else { !is_chunk_char(char) };
        let (text, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
        chunks.push(Chunk { text, is_code, is_called: after.starts_with('(') });
        rest = after;
    }
    chunks
}

fn is_chunk_char(char: char) -> bool {
    char.is_alphanumeric() || "_./\\:-~+@#".contains(char)
}

fn ends_link(char: char) -> bool {
    char.is_whitespace() || "()<>[]\"'`".contains(char)
}

/// Where a chunk leads if it is a link.
enum Link<'t> {
    None,
    /// A file in a repository, with its line if the link has one.
    File(&'t str),
    Other,
}

/// For a link into a repository, the target is the file after `/blob/` and a revision.
fn link_target(chunk: &str) -> Link<'_> {
    if !chunk.contains("://") {
        return Link::None;
    }
    let file = chunk.split_once("/blob/").and_then(|(_, rest)| rest.split_once('/'));
    file.map_or(Link::Other, |(_, file)| Link::File(file))
}

/// The path of a source file at the start of a chunk, and the rest of the chunk.
fn split_path(chunk: &str) -> Option<(&str, &str)> {
    let path_ends = LANGUAGES.iter().flat_map(|language| language.extensions).filter_map(|extension| {
        let (at, _) = chunk.match_indices('.').find(|(at, _)| {
            let after = &chunk[at + 1..];
            after
                .strip_prefix(extension)
                .is_some_and(|rest| !rest.starts_with(|char: char| char.is_alphanumeric() || char == '_'))
        })?;
        Some(at + 1 + extension.len())
    });
    let end = path_ends.min()?;
    let name = chunk[..end].rsplit(['/', '\\']).next()?;
    (!name.starts_with('.')).then(|| chunk.split_at(end))
}

fn is_identifier(part: &str) -> bool {
    let starts_as_name = part.starts_with(|char: char| char.is_alphabetic() || char == '_');
    starts_as_name && part.chars().all(|char| char.is_alphanumeric() || char == '_')
}

/// Whether a word contains underscores or inner capitals, as no word of prose does.
fn looks_like_code(word: &str) -> bool {
    let mut chars = word.chars();
    let starts_with_capital = chars.next().is_some_and(char::is_uppercase);
    let n_capitals = chars.clone().filter(|char| char.is_uppercase()).count();
    let has_lowercase = word.chars().any(char::is_lowercase);
    word.contains('_') || (has_lowercase && n_capitals > 0 && (starts_with_capital || n_capitals < word.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Task {
        Task::read(text, &[])
    }

    fn paths(text: &str) -> Vec<(String, Vec<u32>)> {
        read(text).paths.into_iter().map(|path| (path.parts.join("/"), path.lines)).collect()
    }

    /// Names written as code are marked with `!`.
    fn names(text: &str) -> Vec<String> {
        let name = |name: NameMention| name.parts.join(".") + if name.is_code { "!" } else { "" };
        read(text).names.into_iter().map(name).collect()
    }

    #[test]
    fn words_about_issues_and_changes_are_no_words_of_the_task() {
        let words = |text: &str| read(text).terms.into_iter().map(|term| term.text).collect::<Vec<_>>();
        assert_eq!(words("Fix redirect loses header"), ["redirect", "loses", "header"]);
        assert_eq!(words("fix: bug: redirect"), ["redirect"]);
        assert_eq!(words("Redirect loses header\n\nCloses #123, fixes #9"), ["Redirect", "loses", "header"]);
        assert_eq!(words("redirect must close the file"), ["redirect", "close", "file"], "here it is what happens");
        assert_eq!(words("`fix` is never called"), ["fix", "never", "called"], "and here a name");
        assert_eq!(words("fix"), ["fix"], "all that is said");
    }

    #[test]
    fn tracebacks_mention_files_lines_and_functions() {
        let text =
            "It fails\n```\n  File \"/usr/lib/pkg/models.py\", line 462, in register_hook\n    self.hooks[event]\n```";
        assert_eq!(paths(text), [("usr/lib/pkg/models.py".into(), vec![462])]);
        assert!(names(text).contains(&"register_hook!".into()));
        assert_eq!(paths("FAILED src/row/key.py:12:5:"), [("src/row/key.py".into(), vec![12])]);
        assert_eq!(paths(r"c:\work\pkg\a.py:7: Error"), [("work/pkg/a.py".into(), vec![7])]);
    }

    #[test]
    fn test_ids_and_links_mention_files() {
        let text = "see tests/test_a.py::TestB::test_c";
        assert_eq!(paths(text), [("tests/test_a.py".into(), vec![])]);
        assert_eq!(names(text), ["see", "TestB!", "test_c!"]);
        let link = "as in https://example.org/o/r/blob/main/pkg/models.py#L40 or https://example.org/models.py?x=y";
        assert_eq!(paths(link), [("pkg/models.py".into(), vec![40])]);
        assert_eq!(names(link), Vec::<String>::new());
    }

    #[test]
    fn names_are_distinguished_from_words_by_spelling_and_context() {
        assert_eq!(names("the session of HTTPAdapter"), ["the", "session", "HTTPAdapter!"]);
        assert_eq!(names("call `send` or close() on a.b.Session"), ["call", "send!", "close!", "a.b.Session!"]);
        assert_eq!(
            names("std::fs::read and src/_pkg/core, e.g. 3.4.5"),
            ["std.fs.read!", "and", "src._pkg.core!", "e.g!"]
        );
    }

    #[test]
    fn the_first_line_has_the_greatest_weight_and_code_the_least() {
        let task = read("Redirect drops headers\nThe redirect is wrong.\n\n    cookies = jar\n");
        let weight = |text: &str| task.terms.iter().find(|term| term.text == text).map(|term| term.weight);
        assert!(weight("Redirect") > weight("headers"));
        assert!(weight("headers") > weight("wrong"));
        assert!(weight("wrong") > weight("cookies"));
        assert_eq!(task.terms[0].text, "Redirect");
    }

    #[test]
    fn options_are_read_as_their_names_in_code() {
        let task = read("--collect-only prints nothing");
        assert!(task.terms.iter().any(|term| term.text == "collect_only"));
    }

    #[test]
    fn lists_of_packages_are_ignored() {
        let task = read("Broken\n```\nattrs==19.3.0\ncoverage   4.5.3\nnumpy v1.2.3 /usr\n```\nurllib3 is at fault");
        let texts: Vec<&str> = task.terms.iter().map(|term| term.text.as_str()).collect();
        assert_eq!(texts, ["Broken", "urllib", "urllib3", "fault"]);
    }

    #[test]
    fn only_work_on_tests_is_about_tests() {
        assert!(read("Add tests for cookies").is_about_tests);
        assert!(read("There is a flaky test in CI").is_about_tests);
        assert!(!read("The tests pass but cookies are lost").is_about_tests);
    }

    #[test]
    fn errors_in_hand_count_as_if_they_stood_below_the_task() {
        let errors = ["```\nopen fence".to_owned(), "src/a.rs:12:5: error in `load`".to_owned()];
        let task = Task::read("Login fails", &errors);
        assert_eq!(task.paths, read("Login fails\nsrc/a.rs:12:5: error in `load`").paths);
        assert!(task.names.contains(&NameMention { parts: vec!["load".into()], is_code: true }));
        let weight = |text: &str| task.terms.iter().find(|term| term.text == text).map(|term| term.weight);
        assert!(weight("Login") > weight("error"), "the task says what it is about");
        assert!(weight("error") > weight("fence"), "no fence reaches into the next error");
    }

    #[test]
    fn any_text_can_be_read() {
        for text in [
            "",
            "\n\n",
            "`",
            "::",
            ".py",
            "a.py:",
            "http://",
            "https:///blob/",
            "\u{0}é→漢.py:99999999999999",
            "```\n```",
        ] {
            read(text);
        }
        assert_eq!(read(&"a_b.c_d ".repeat(9_000)).names.len(), 1);
    }
}
