//! Counts calls whose answers a memory might have had. This is an upper bound, because a recording cannot show whether
//! the agent would have left out the call.

use std::collections::BTreeSet;

use super::trace::{Kind, Part, Segment};
use super::words;

/// The counts over all sessions.
#[derive(Debug, Default)]
struct Count {
    calls: usize,
    /// Calls that read, search, or look at something with a command.
    gathering: usize,
    /// Calls that were answered before, with no edit of a file since.
    repeated: usize,
    /// Calls whose result has only lines that the agent read, found or wrote before in the session.
    known: usize,
    /// Searches for names or files, which a code graph may answer, perhaps not completely.
    answerable: usize,
    /// Calls that are repeated, known or answerable.
    any: usize,
}

/// Commands that read and change nothing.
const LOOKING_COMMANDS: [&str; 13] =
    ["cat", "grep", "rg", "ls", "find", "head", "tail", "wc", "tree", "git log", "git show", "git diff", "git status"];

pub(super) fn print(segments: &[Segment]) {
    let mut count = Count::default();
    segments.chunk_by(|a, b| a.session == b.session).for_each(|session| add(session, &mut count));
    let share = |n: usize, total: usize| format!("{:.1} %", 100.0 * n as f64 / total.max(1) as f64);
    println!("\n### Calls that a memory could have saved, at most\n");
    println!("| calls | of all {} | of those that gather information |\n|---|---|---|", count.calls);
    let rows = [
        ("gather information", count.gathering),
        ("the same call was answered before in the session, and nothing was edited since", count.repeated),
        ("each of its lines was read, found or written before in the session", count.known),
        ("a search for names or for files, which a code graph may know", count.answerable),
        ("any of the three", count.any),
    ];
    for (what, n) in rows {
        println!("| {what} | {} | {} |", share(n, count.calls), share(n, count.gathering));
    }
    println!(
        "\nA ceiling: no model was asked whether it could do without, and no graph whether it finds all that the search found. Lines of \
         fewer than twelve characters are not compared."
    );
}

fn add(session: &[Segment], count: &mut Count) {
    let mut answered_calls: BTreeSet<String> = BTreeSet::new();
    let mut seen_lines: BTreeSet<&str> = BTreeSet::new();
    for segment in session {
        for result in segment.parts.iter().filter(|part| part.kind == Kind::Result) {
            let Some(call) = result.call.map(|call| &segment.parts[call]) else { continue };
            count.calls += 1;
            if is_edit(call) {
                answered_calls.clear();
                seen_lines.extend(call.input.values().filter_map(|value| value.as_str()).flat_map(words::lines));
            }
            let lines: Vec<&str> =
                words::lines(&result.text).map(without_place).filter(|line| words::is_long(line)).collect();
            if is_gathering(call) {
                count.gathering += 1;
                let is_repeated = !answered_calls.insert(format!("{}\n{}", call.tool, serde_json::json!(call.input)));
                let is_known =
                    !result.is_error && !lines.is_empty() && lines.iter().all(|line| seen_lines.contains(line));
                let is_answerable = is_search(call);
                count.repeated += usize::from(is_repeated);
                count.known += usize::from(is_known);
                count.answerable += usize::from(is_answerable);
                count.any += usize::from(is_repeated || is_known || is_answerable);
            }
            seen_lines.extend(lines);
        }
    }
}

/// A line without the place that a search puts before it: `path:12:` or `path-12-`.
fn without_place(line: &str) -> &str {
    let text_after = |mark: char| {
        let (path, line_rest) = line.split_once(mark)?;
        let (number, line_rest) = line_rest.split_once(mark)?;
        let is_place = !path.contains(char::is_whitespace)
            && !number.is_empty()
            && number.chars().all(|char| char.is_ascii_digit());
        is_place.then(|| line_rest.trim())
    };
    text_after(':').or_else(|| text_after('-')).unwrap_or(line)
}

fn text<'p>(call: &'p Part, name: &str) -> Option<&'p str> {
    call.input.get(name)?.as_str()
}

fn is_edit(call: &Part) -> bool {
    matches!(call.tool.as_str(), "Edit" | "edit" | "MultiEdit" | "Write" | "write" | "NotebookEdit")
}

fn is_gathering(call: &Part) -> bool {
    match call.tool.as_str() {
        "Read" | "read" | "Grep" | "grep" | "Glob" | "glob" | "LS" | "LSP" | "find" | "ls" => true,
        "Bash" | "bash" => text(call, "command").is_some_and(is_looking),
        _ => false,
    }
}

/// Whether all commands of a line only read.
fn is_looking(command: &str) -> bool {
    let mut commands = command.split(['|', ';', '\n']).flat_map(|part| part.split("&&")).map(str::trim);
    let is_look = |single_command: &str| {
        single_command.starts_with("cd ")
            || LOOKING_COMMANDS.iter().any(|word| {
                single_command.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            })
    };
    !command.contains(" > ") && !command.contains(">>") && commands.all(is_look)
}

/// Whether a call searches for files, or for a pattern whose alternatives are names, perhaps after a keyword.
fn is_search(call: &Part) -> bool {
    match call.tool.as_str() {
        "Glob" | "glob" => true,
        "Grep" | "grep" => text(call, "pattern").is_some_and(|pattern| pattern.split('|').all(is_of_names)),
        _ => false,
    }
}

fn is_of_names(pattern: &str) -> bool {
    let pattern = pattern.replace("\\b", "").replace("\\s+", " ").replace(['^', '$', '(', ')', '\\'], " ");
    let words: Vec<&str> = pattern.split_whitespace().collect();
    let is_name = |word: &str| word.chars().all(|char| char.is_ascii_alphanumeric() || char == '_' || char == '.');
    match words.as_slice() {
        [one] => is_name(one),
        ["func" | "type" | "def" | "class" | "fn" | "struct" | "interface" | "const" | "var", name] => is_name(name),
        _ => false,
    }
}
